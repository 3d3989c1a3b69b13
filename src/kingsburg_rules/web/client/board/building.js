// A place for a building in a province.

import { html } from "../vendor/preact.js";
import { aboutCard } from "../pieces/about.js";
import { amount, bag } from "../pieces/amounts.js";
import { button } from "../pieces/controls.js";
import { emblem } from "../pieces/crest.js";
import { fitting, soft } from "../pieces/fitting.js";
import { t } from "../settings.js";
import { isFresh } from "./fresh.js";

/** @import { CatalogCard, PlayerState, Scene } from "../parts.js" */

/** @param {{ scene: Scene, card: CatalogCard, player: PlayerState, isNext: boolean }} props */
export function Building({ scene, card, player, isNext }) {
  const { names, litCards, fresh } = scene;
  const { id, name, vp, cost = {} } = card;
  const isBuilt = player.buildings.includes(id);
  const now = player.prices?.[id] ?? cost;
  const changed = JSON.stringify(now) === JSON.stringify(cost) ? "" : "changed";
  const canBuild = litCards.has(id) && scene.shown === scene.view.seat;
  const state = isBuilt ? "built" : isNext ? "next" : "later";
  return button(
    {
      class: `building ${state} ${canBuild ? "can" : ""} ${isFresh(fresh, id, scene.shown) ? "fresh" : ""}`,
      onClick: () => scene.onCard(card),
      "data-about": aboutCard(id),
    },
    html`
      ${emblem(card)} ${fitting(name)}
      <span class="text">${soft(names.text(id))}</span>
      <span class="figures">
        ${
          isBuilt
            ? html`<span class="done">${t("built")}</span>`
            : html`<span class="cost ${changed}">${bag(names, now)}</span>`
        }
      </span>
      ${typeof vp === "number" && html`<span class="points">${amount(names, "vp", vp)}</span>`}
    `,
  );
}
