// The battle, and what comes of it.

import { h, html } from "../vendor/preact.js";
import { aboutCard } from "../pieces/about.js";
import { bag } from "../pieces/amounts.js";
import { emblem } from "../pieces/crest.js";
import { dice } from "../pieces/dice.js";
import { icon } from "../pieces/icons.js";
import { color } from "../pieces/marks.js";
import { section } from "../pieces/text.js";
import { t } from "../settings.js";
import { Fighter } from "./fighter.js";
import { strengthOf } from "./strength.js";
import { Year } from "./year.js";

/** @import { Scene } from "../parts.js" */

/** The battle: the enemy, how strong everybody is, and what comes of it. @param {{ scene: Scene }} props */
export function Battle({ scene }) {
  const { view, names, winter } = scene;
  const { enemy, joined = [], players } = view.table;
  const found = winter ? winter.enemies : [enemy, ...joined];
  const enemies = found.flatMap((id) => names.cards.get(id ?? "") ?? []);
  const strength = enemies.reduce((sum, enemy) => sum + (enemy.strength ?? 0), 0);
  const most = Math.max(
    strength,
    1,
    ...players.map((player) => Math.max(strengthOf(player), player.enemy_strength ?? 0)),
  );
  return section(
    "battle",
    names.of("battle"),
    html`
      <div class="enemies">
        ${enemies.map(
          ({ id, strength, name, text, generated, reward = {}, penalty = {} }) =>
            html`<article class="enemy" key=${id} data-about=${aboutCard(id)} tabindex=${0}>
              ${emblem(names.cards.get(id))}
              <p class="strength">${icon("strength")} ${strength}</p>
              <h3>${name}</h3>
              <p class="text">${text || generated}</p>
              <p class="stakes">${stake("victory", reward, "+")} ${stake("defeat", penalty, "−")}</p>
            </article>`,
        )}
      </div>
      <div class="field">
        ${
          winter &&
          winter.rolled.length > 0 &&
          html`<p class="royal">${t("kingRolls")} ${dice(null, winter.rolled)}</p>`
        }
        <ul class="fighters">
          ${players.map(
            (player, seat) =>
              html`<li key=${seat} class=${color(seat)}>
                ${h(Fighter, { scene, seat, player, strength, most })}
              </li>`,
          )}
        </ul>
        ${winter?.lines && h(Year, { scene, year: winter.year, lines: winter.lines })}
      </div>
    `,
  );

  /** @param {string} word @param {Readonly<Record<string, number>>} amounts @param {string} sign */
  function stake(word, amounts, sign) {
    return (
      Object.keys(amounts).length > 0 &&
      html`<span title=${names.of(word)}>${icon(word)} ${bag(names, amounts, sign)}</span>`
    );
  }
}
