// Dice.

import { html } from "../vendor/preact.js";
import { t } from "../settings.js";
import { DRAWINGS } from "./icons.js";
import { color } from "./marks.js";

/**
 * @param {number} value
 * @param {number | null} seat
 * @param {boolean} [isBonus]
 * @param {string} [size]
 * @param {string | number} [key]
 */
export function die(value, seat, isBonus = false, size = "", key = "") {
  return html`<svg
    key=${key}
    class="die ${size} ${isBonus ? "white" : color(seat)}"
    viewBox="-9 -9 18 18"
    role="img"
    aria-label=${isBonus ? t("bonusDie", { value }) : String(value)}
  >
    ${
      value >= 1 && value <= 6
        ? html`<use href="${DRAWINGS}#k-die${value}" />`
        : [
            html`<rect x=${-8} y=${-8} width=${16} height=${16} rx=${3.5} />`,
            html`<text y=${4} text-anchor="middle">${value}</text>`,
          ]
    }
  </svg>`;
}

/**
 * Dice of a player's color, then white ones.
 * @param {number | null} seat
 * @param {readonly number[]} own
 * @param {readonly number[]} [bonus]
 * @param {string} [size]
 */
export const dice = (seat, own, bonus = [], size = "") => [
  ...own.map((value, at) => die(value, seat, false, size, at)),
  ...bonus.map((value, at) => die(value, seat, true, size, `b${at}`)),
];
