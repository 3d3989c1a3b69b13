// Everybody at the table.

import { h, html, useLayoutEffect } from "../vendor/preact.js";
import { useMore } from "../pieces/more.js";
import { section } from "../pieces/text.js";
import { t } from "../settings.js";
import { Player } from "./player.js";

/** @import { Scene } from "../parts.js" */

/** Everybody at the table, who looks at it first; whoever is asked is in sight. @param {{ scene: Scene }} props */
export function Players({ scene }) {
  const { view } = scene;
  const box = useMore();
  const asked = (view.pending ?? [])[0]?.player;
  useLayoutEffect(() => {
    const tile = box.current?.querySelector(".asked")?.parentElement;
    if (tile && box.current) box.current.scrollLeft = tile.offsetLeft - box.current.clientWidth / 4;
  }, [asked]);
  const seats = view.table.players.map((_, seat) => seat);
  const mine = seats.filter((seat) => seat === view.seat);
  const others = seats.filter((seat) => seat !== view.seat);
  return section(
    "players",
    t("players"),
    html`<ul ref=${box}>
      ${[...mine, ...others].map((seat) => {
        const player = view.table.players[seat];
        return player && html`<li key=${seat}>${h(Player, { scene, seat, player })}</li>`;
      })}
    </ul>`,
  );
}
