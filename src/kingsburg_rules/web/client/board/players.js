// Everybody at the table.

import { h, html } from "../vendor/preact.js";
import { section } from "../pieces/text.js";
import { t } from "../settings.js";
import { Player } from "./player.js";

/** @import { Scene } from "../parts.js" */

/** Everybody at the table. @param {{ scene: Scene }} props */
export function Players({ scene }) {
  const { players } = scene.view.table;
  return section(
    "players",
    t("players"),
    html`<ul>
      ${players.map((player, seat) => html`<li key=${seat}>${h(Player, { scene, seat, player })}</li>`)}
    </ul>`,
  );
}
