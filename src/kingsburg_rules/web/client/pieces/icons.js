// Icons of resources and outcomes, and rewards in icons.

import { place } from "../place.js";
import { html } from "../vendor/preact.js";

/** @import { CatalogGlyph } from "../parts.js" */

/** Icons that `icons.svg` has for resources; others show their first letters. */
export const DRAWN = new Set([
  ..."gold wood stone good soldier plus2 bonus_die envoy vp building".split(" "),
  ..."card_in_hand shield strength peek victory tie defeat tile token".split(" "),
]);

/** The address of the drawings: they lie beside the modules, not beside the page. */
export const DRAWINGS = place("icons.svg");

/** What stands between choices, and between what is paid and what is gained. */
export const SIGNS = new Set(["or", "to"]);

/** @param {string} name @param {string} [className] */
export function icon(name, className = "") {
  if (name === "plus2") className += " wide";
  return html`<svg class="icon ${className}" viewBox="-9 -9 18 18" aria-hidden="true">
    <use href="${DRAWINGS}#k-${name}" />
  </svg>`;
}

/** The icon of a resource, or letters in place of one. @param {string} id @param {string} name */
export function resourceIcon(id, name) {
  return DRAWN.has(id)
    ? icon(id)
    : html`<span class="letters" aria-hidden="true"
        >${name.replace(/[^\p{L}\p{N}]/gu, "").slice(0, 2)}</span
      >`;
}

/**
 * A reward in icons, such as "2 gold / stone"; a row breaks between choices.
 * @param {readonly CatalogGlyph[]} glyphs
 */
export function reward(glyphs) {
  /** @type {CatalogGlyph[][]} */
  const choices = [];
  for (const glyph of glyphs) {
    if (glyph.icon === "or" || choices.length === 0) choices.push([]);
    choices.at(-1)?.push(glyph);
  }
  return choices.map(
    (choice) =>
      html`<span class="choice"
        >${choice.map(({ icon: name, count = 1 }) => [
          count > 1 && html`<b>${count}</b>`,
          icon(name, SIGNS.has(name) ? "sign" : ""),
        ])}</span
      >`,
  );
}

/** Whether each of the icons of a reward has a picture. @param {readonly CatalogGlyph[]} glyphs */
export const isPictured = (glyphs) =>
  glyphs.length > 0 && glyphs.every(({ icon: name }) => DRAWN.has(name) || SIGNS.has(name));
