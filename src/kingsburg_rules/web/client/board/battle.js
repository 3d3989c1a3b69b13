// The battle.

import { html } from "../vendor/preact.js";
import { aboutCard } from "../pieces/about.js";
import { bag, count } from "../pieces/amounts.js";
import { icon } from "../pieces/icons.js";
import { color, mark } from "../pieces/marks.js";
import { section } from "../pieces/text.js";
import { percent, strengthOf } from "./strength.js";

/** @import { Scene } from "../parts.js" */

/** The battle: the enemy, and how strong everybody is. @param {{ scene: Scene }} props */
export function Battle({
  scene: {
    view: {
      table: { enemy: id, joined = [], players },
    },
    names,
  },
}) {
  const enemies = [id, ...joined].flatMap((id) => names.cards.get(id ?? "") ?? []);
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
              <p class="strength">${icon("strength")} ${strength}</p>
              <h3>${name}</h3>
              <p class="text">${text || generated}</p>
              <p class="stakes">${stake("victory", reward, "+")} ${stake("defeat", penalty, "−")}</p>
            </article>`,
        )}
      </div>
      <ul class="fighters">
        ${players.map(
          (player, seat) =>
            html`<li key=${seat} class=${color(seat)}>
              <span class="who">
                ${mark(seat)}
                <span class="name">${player.name}</span>
              </span>
              <span class="meter">
                <span class="bar" style=${{ width: percent(strengthOf(player), most) }} />
                <span class="line" style=${{ left: percent(player.enemy_strength ?? strength, most) }} />
              </span>
              <span class="number">${count(strengthOf(player))}</span>
              <span class="outcome ${player.outcome ?? ""}"
                >${player.outcome ? [icon(player.outcome), names.of(player.outcome)] : "…"}</span
              >
            </li>`,
        )}
      </ul>
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
