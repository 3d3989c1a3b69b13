// What comes this winter, against how strong I am.

import { html } from "../vendor/preact.js";
import { aboutCard } from "../pieces/about.js";
import { button } from "../pieces/controls.js";
import { icon } from "../pieces/icons.js";
import { color } from "../pieces/marks.js";
import { t } from "../settings.js";
import { bestOf, chances } from "./chances.js";
import { percent, strengthOf } from "./strength.js";

/** @import { Forecast, Scene } from "../parts.js" */

/** What comes this winter, against how strong I am. @param {{ scene: Scene, odds: Forecast | null }} props */
export function Winter({ scene, odds }) {
  const {
    view: { table, seat, seen_enemies },
    names,
    shown,
  } = scene;
  const own = seat ?? shown;
  const me = table.players[own];
  const enemy = names.cards.get(table.enemy ?? seen_enemies?.[table.year] ?? "");
  const strengths = enemy
    ? [me?.enemy_strength ?? enemy.strength ?? 0]
    : names.catalog.cards.flatMap(({ year, strength }) =>
        year === table.year && typeof strength === "number" ? [strength] : [],
      );
  if (strengths.length === 0 || me === undefined || table.over) return null;
  const [least, most] = [Math.min(...strengths), Math.max(...strengths)];
  const mine = strengthOf(me);
  const scale = Math.max(most, mine, 1) + 1;
  const range = least === most ? least : `${least}–${most}`;
  const best = bestOf(odds);
  return html`<section class="winter" aria-label=${t("thisWinter")}>
    <h2>
      ${t("thisWinter")}
      ${
        enemy
          ? button({ class: "link", "data-about": aboutCard(enemy.id) }, enemy.name)
          : html`<span class="soft">${t("unknownEnemy")}</span>`
      }
    </h2>
    <div class="gauge" role="img" aria-label=${t("strengthAgainst", { mine, enemy: range })}>
      <span class="bar ${color(own)}" style=${{ width: percent(mine, scale) }} />
      <span
        class="bar range"
        style=${{ left: percent(least, scale), width: percent(Math.max(most - least, 0.12), scale) }}
      />
    </div>
    <p class="versus">
      <span>${icon("soldier")} ${seat === null ? me.name : t("you")} <b>${mine}</b> </span>
      <span>${icon("strength")} ${t("enemy")} <b>${range}</b> </span>
    </p>
    ${
      best && [
        html`<p class="odds" aria-label=${t("odds")}>${chances(names, best)}</p>`,
        best.choice?.length ? html`<p class="soft">${best.text}</p>` : null,
      ]
    }
  </section>`;
}
