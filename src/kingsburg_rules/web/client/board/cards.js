// Cards in a row.

import { html } from "../vendor/preact.js";
import { capital } from "../names.js";
import { aboutCard } from "../pieces/about.js";
import { button } from "../pieces/controls.js";
import { t } from "../settings.js";
import { isFresh } from "./fresh.js";

/** @import { Scene } from "../parts.js" */

/**
 * Cards with their names alone; a click shows what one does.
 * @param {{ scene: Scene, ids: readonly string[], player?: number, bid?: string | null | undefined }}
 *   props
 */
export function Cards({ scene, ids, player, bid }) {
  const {
    names,
    view: { table },
  } = scene;
  const owner = player === undefined ? table : table.players[player];
  return (
    ids.length > 0 &&
    html`<ul class="cards" aria-label=${t("cards")}>
      ${ids.map((id, at) => {
        const card = names.cards.get(id);
        const kept = { ...owner?.memory?.[id], ...owner?.things?.[id] };
        const memory = Object.entries(kept).map(([name, value]) => {
          const shown = typeof value === "number" ? value : names.thing(value, table.players);
          return `${capital(names.remembered(id, name))}: ${shown}`;
        });
        const fresh = isFresh(scene.fresh, id, player) ? "fresh" : "";
        return html`<li key="${id}${at}" class=${id === bid ? "bid" : ""}>
          ${button(
            {
              class: `small-card ${fresh} ${scene.litCards.has(id) ? "can" : ""}`,
              onClick: () => card && scene.onCard(card),
              "data-about": aboutCard(id),
            },
            html`
              <span class="kind">${names.kinds.get(card?.kind ?? "")?.name}</span>
              <span class="name">${names.of(id)}</span>
              ${memory.length > 0 && html`<span>${memory.join(", ")}</span>`}
            `,
          )}
        </li>`;
      })}
    </ul>`
  );
}
