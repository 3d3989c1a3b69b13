// Amounts of resources.

import { html } from "../vendor/preact.js";
import { t } from "../settings.js";
import { aboutResource } from "./about.js";
import { resourceIcon } from "./icons.js";
import { unseen } from "./text.js";

/** @import { Names } from "../parts.js" */

/**
 * An amount of a resource: the number and its icon, and words for those who cannot see.
 * @param {Names} names
 * @param {string} id
 * @param {number} amount
 * @param {string} [sign]
 */
export function amount(names, id, amount, sign = "") {
  const name = names.resource(id, amount);
  const shown = `${sign}${amount}`;
  return html`<span class="amount" key=${id} data-about=${aboutResource(id)}>
    <span aria-hidden="true">${shown}</span>
    ${resourceIcon(id, name)} ${unseen(`${shown} ${name}`)}
  </span>`;
}

/** @param {Names} names @param {Readonly<Record<string, number>>} bag @param {string} [sign] */
export function bag(names, bag, sign) {
  const order = [...names.resources.keys()];
  const parts = Object.entries(bag).sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  return html`<span class="bag"
    >${parts.length > 0 ? parts.map(([id, number]) => amount(names, id, number, sign)) : t("nothing")}</span
  >`;
}

/** A number that shows when it changes. @param {number} value */
export const count = (value) => html`<span class="count" key=${value}>${value}</span>`;
