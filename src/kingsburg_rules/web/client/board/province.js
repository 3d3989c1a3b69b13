// The province of a player.

import { h, html } from "../vendor/preact.js";
import { color, mark } from "../pieces/marks.js";
import { t } from "../settings.js";
import { Building } from "./building.js";
import { Cards } from "./cards.js";

/** @import { Scene } from "../parts.js" */

/** The buildings of a player, row by row. @param {{ scene: Scene }} props */
export function Province({ scene }) {
  const { view, names, shown } = scene;
  const player = view.table.players[shown];
  if (player === undefined) return null;
  const { buildings, cards = [], strips = [], hand = [] } = player;
  const own = shown === view.seat;
  const preview = own ? (scene.preview ?? []) : [];
  const rows = names.sheet({ ...player, strips: [...preview, ...strips] });
  const drawn = new Set([...names.catalog.sheet, ...rows.map((row) => row.map((card) => card.id))].flat());
  const others = [
    ...buildings.filter((id) => !drawn.has(id)),
    ...cards,
    ...strips,
    ...hand,
    ...(own ? (view.hand ?? []) : []),
  ];
  const title = own ? t("myProvince") : t("province", { name: player.name });
  return html`<section class="province ${color(shown)}" aria-label=${title}>
    <h2>${mark(shown)} ${title}</h2>
    <div class="rows">
      ${rows.map(
        (row, at) =>
          html`<ol
            class="row ${preview.includes(row[0]?.strip ?? "") ? "preview" : ""}"
            key=${at}
            data-row=${names.rows[at]}
            aria-label=${t("row", { row: names.rows[at] ?? "" })}
          >
            ${row.map(
              (card, column) =>
                html`<li key=${card.id}>
                  ${h(Building, {
                    scene,
                    card,
                    player,
                    isNext: row.slice(0, column).every((one) => buildings.includes(one.id)),
                  })}
                </li>`,
            )}
          </ol>`,
      )}
    </div>
    ${h(Cards, { scene, ids: others, player: shown })}
  </section>`;
}
