// What I have, beside the question.

import { html } from "../vendor/preact.js";
import { whole } from "../contract/defaults.js";
import { DEFAULTS } from "../contract/types.js";
import { amount } from "../pieces/amounts.js";
import { t } from "../settings.js";

/** @import { Scene } from "../parts.js" */

/** What I have, in a line. @param {{ scene: Scene }} props */
export function Purse({ scene: { view, names } }) {
  const me = view.table.players[view.seat ?? -1];
  if (me === undefined) return null;
  const { soldiers, plus2, bonus_dice, envoy, others, goods } = whole(me, DEFAULTS.PlayerState);
  const rest = Object.entries({
    soldier: soldiers,
    plus2,
    bonus_die: bonus_dice,
    envoy: Number(envoy),
    ...others,
  });
  return html`<p class="purse" aria-label=${t("purse")}>
    ${amount(names, "vp", me.vp)} ${names.goods.map(({ id }) => amount(names, id, goods[id] ?? 0))}
    ${rest.map(([id, number]) => number !== 0 && amount(names, id, number))}
  </p>`;
}
