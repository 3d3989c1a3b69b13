// What stands for a card: its drawing, by itself or as a coat of arms.

import { html } from "../vendor/preact.js";
import { DRAWINGS } from "./icons.js";

/** @import { CatalogCard } from "../parts.js" */

/** @param {CatalogCard | undefined} card @param {string} className */
const drawing = (card, className) =>
  card?.emblem
    ? html`<use class=${className} href="${DRAWINGS}#k-emblem-${card.emblem}" />`
    : html`<text class=${className} y="7" text-anchor="middle">${card?.name.slice(0, 1)}</text>`;

/** The drawing of a card by itself; or else its initial. @param {CatalogCard | undefined} card */
export const emblem = (card) =>
  html`<svg class="emblem" viewBox="-12 -12 24 24" aria-hidden="true">${drawing(card, "")}</svg>`;

/** A shield with the drawing of a card, or with its initial. @param {CatalogCard | undefined} card */
export const crest = (card) =>
  html`<svg class="crest" viewBox="-16 -16 32 36" aria-hidden="true">
    <use class="field" href="${DRAWINGS}#k-coat" />
    ${drawing(card, "charge")}
  </svg>`;
