// The small things of the table: icons, dice, amounts, players' marks. Each is drawn in one way everywhere.

import { h } from "./vendor/preact.js";
import { t } from "./settings.js";

/** @import { Child, VNode } from "./vendor/preact.js" */
/** @import { CatalogGlyph } from "./contract/types.js" */
/** @import { Names } from "./names.js" */

/** Icons that `icons.svg` has for resources; others show their first letters. */
const DRAWN = new Set(
  ("gold wood stone good soldier plus2 bonus_die envoy vp building card_in_hand shield strength peek victory tie defeat tile token")
    .split(" "),
);

/** What stands between choices, and between what is paid and what is gained. */
const SIGNS = new Set(["or", "to"]);

/** How many marks of players there are. */
const MARKS = 9;
const COLOURS = 8;

/** Elements of one kind with a class. @param {string} tag @returns {(className: string, ...content: Child[]) => VNode} */
const made = (tag) => (className, ...content) => h(tag, { class: className }, ...content);

export const div = made("div");
export const span = made("span");
export const p = made("p");
export const ul = made("ul");

/** Words for those who cannot see what they stand for. @param {Child[]} content */
export const unseen = (...content) => span("unseen", ...content);

/** @param {string} name @param {string} [className] @returns {VNode} */
export function icon(name, className = "") {
  return h("svg", { class: `icon ${className}`, viewBox: "-9 -9 18 18", "aria-hidden": "true" },
    h("use", { href: `icons.svg#k-${name}` }));
}

/** The icon of a resource, or letters in place of one. @param {string} id @param {string} name @returns {VNode} */
export function resourceIcon(id, name) {
  if (DRAWN.has(id)) return icon(id, id === "plus2" ? "wide" : "");
  return h("span", { class: "letters", "aria-hidden": "true" }, name.replace(/[^\p{L}\p{N}]/gu, "").slice(0, 2));
}

/** An amount of a resource: the number and its icon, and words for those who cannot see. @param {Names} names @param {string} id @param {number} amount @param {string} [sign] */
export function amount(names, id, amount, sign = "") {
  const name = names.resource(id, amount);
  return h("span", { class: "amount", key: id, title: name },
    h("span", { "aria-hidden": "true" }, `${sign}${amount}`),
    resourceIcon(id, name),
    unseen(`${sign}${amount} ${name} `));
}

/** A reward in icons, such as "2 gold / stone"; a row breaks between choices. @param {readonly CatalogGlyph[]} glyphs */
export function reward(glyphs) {
  /** @type {CatalogGlyph[][]} */
  const choices = [];
  for (const glyph of glyphs) {
    if (glyph.icon === "or" || choices.length === 0) choices.push([]);
    choices.at(-1)?.push(glyph);
  }
  return choices.map((choice) => span("choice", choice.map(({ icon: name, count: many = 1 }) => [
    many === 1 ? null : h("b", {}, many),
    icon(name, name === "plus2" ? "wide" : SIGNS.has(name) ? "sign" : "")])));
}

/** Whether each of the icons of a reward has a picture. @param {readonly CatalogGlyph[]} glyphs */
export const isPictured = (glyphs) => glyphs.length > 0 && glyphs.every(({ icon: name }) => DRAWN.has(name) || SIGNS.has(name));

/** @param {Names} names @param {Readonly<Record<string, number>>} bag @param {string} [sign] @returns {VNode} */
export function bag(names, bag, sign) {
  const order = (/** @type {string} */ id) => names.catalog.resources.findIndex((one) => one.id === id);
  const parts = Object.entries(bag).sort(([one], [other]) => order(one) - order(other));
  if (parts.length === 0) return span("bag", t("nothing"));
  return span("bag", parts.map(([id, number]) => amount(names, id, number, sign)));
}

/** @param {number | null} seat @returns {string} The classes that give something the colour of a player. */
export function colour(seat) {
  return seat === null ? "neutral" : `seat p${seat % COLOURS}`;
}

/** The mark of a player, which tells them apart without colours. @param {number | null} seat @returns {VNode} */
export function mark(seat) {
  return icon(seat === null ? "neutral" : `mark${seat % MARKS}`, `mark ${colour(seat)}`);
}

/** @param {number} value @param {number | null} seat @param {{ bonus?: boolean, size?: string, key?: string | number }} [how] @returns {VNode} */
export function die(value, seat, { bonus = false, size = "", key } = {}) {
  const known = value >= 1 && value <= 6;
  return h("svg", { key, class: `die ${size} ${bonus ? "white" : colour(seat)}`, viewBox: "-9 -9 18 18", role: "img",
    "aria-label": bonus ? t("bonusDie", { value }) : String(value) },
    known ? h("use", { href: `icons.svg#k-die${value}` }) : [
      h("rect", { x: -8, y: -8, width: 16, height: 16, rx: 3.5 }),
      h("text", { y: 4, "text-anchor": "middle", class: "die-number" }, value)]);
}

/** A number that shows when it changes. @param {number} value @param {string} [className] */
export function count(value, className = "") {
  return h("span", { class: `count ${className}`, key: value }, value);
}

/**
 * A button. One that cannot be used now says so, but can still be reached and asked why.
 *
 * @param {{ onClick: () => void, class?: string, label?: string | undefined, pressed?: boolean | undefined, off?: boolean, key?: string | number, type?: string }} how
 * @param {Child[]} content
 */
export function button(how, ...content) {
  return h("button", {
    type: how.type ?? "button", class: how.class ?? "", key: how.key, onClick: how.onClick,
    "aria-label": how.label, "aria-pressed": how.pressed === undefined ? undefined : String(how.pressed),
    "aria-disabled": how.off ? "true" : undefined,
  }, ...content);
}

/** A line drawing for a button, from a few known shapes. @param {keyof typeof SHAPES} name */
export function sign(name) {
  return h("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: SHAPES[name] }));
}

const SHAPES = {
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 0 12",
  hint: "M9 18h6M10 21h4M8.5 14.5a6 6 0 1 1 7 0c-.6.6-1 1.2-1 2h-5c0-.8-.4-1.4-1-2z",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4",
  back: "M15 5l-7 7 7 7",
  play: "M8 5v14l11-7z",
  pause: "M8 5v14M16 5v14",
  previous: "M17 5l-8 7 8 7zM7 5v14",
  next: "M7 5l8 7-8 7zM17 5v14",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  send: "M4 12 20 4l-5 16-3-7z",
  close: "M6 6l12 12M18 6 6 18",
};
