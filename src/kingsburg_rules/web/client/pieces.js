// The small things of the table: icons, dice, amounts, players' marks. Each is drawn in one way everywhere.

import { h } from "./vendor/preact.js";
import { t } from "./settings.js";

/** @import { Child, VNode } from "./vendor/preact.js" */
/** @import { Button, CatalogGlyph, Names, Tick } from "./parts.js" */

/** Icons that `icons.svg` has for resources; others show their first letters. */
const DRAWN = new Set([
  ..."gold wood stone good soldier plus2 bonus_die envoy vp building".split(" "),
  ..."card_in_hand shield strength peek victory tie defeat tile token".split(" "),
]);

/** What stands between choices, and between what is paid and what is gained. */
const SIGNS = new Set(["or", "to"]);

const MARKS = 9;
const COLORS = 8;

/**
 * Elements of one kind with a class.
 * @param {string} tag
 * @returns {(className: string, ...content: Child[]) => VNode}
 */
const made =
  (tag) =>
  (className, ...content) =>
    h(tag, { class: className }, ...content);
export const div = made("div");
export const span = made("span");
export const p = made("p");
export const ul = made("ul");

/** Words for those who cannot see what they stand for. @param {Child[]} content */
export const unseen = (...content) => span("unseen", ...content);

/**
 * A part of the page, whose heading only readers of the screen need.
 * @param {string} className
 * @param {string} title
 * @param {Child[]} content
 */
export const section = (className, title, ...content) =>
  h("section", { class: className, "aria-label": title }, h("h2", { class: "unseen" }, title), ...content);

/** @param {string} name @param {string} [className] */
export function icon(name, className = "") {
  if (name === "plus2") className += " wide";
  return h(
    "svg",
    { class: `icon ${className}`, viewBox: "-9 -9 18 18", "aria-hidden": "true" },
    h("use", { href: `icons.svg#k-${name}` }),
  );
}

/** The icon of a resource, or letters in place of one. @param {string} id @param {string} name */
export function resourceIcon(id, name) {
  return DRAWN.has(id)
    ? icon(id)
    : h("span", { class: "letters", "aria-hidden": "true" }, name.replace(/[^\p{L}\p{N}]/gu, "").slice(0, 2));
}

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
  return h(
    "span",
    { class: "amount", key: id, title: name },
    h("span", { "aria-hidden": "true" }, shown),
    resourceIcon(id, name),
    unseen(`${shown} ${name} `),
  );
}

/** @param {Names} names @param {Readonly<Record<string, number>>} bag @param {string} [sign] */
export function bag(names, bag, sign) {
  const order = [...names.resources.keys()];
  const parts = Object.entries(bag).sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  return span(
    "bag",
    parts.length > 0 ? parts.map(([id, number]) => amount(names, id, number, sign)) : t("nothing"),
  );
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
  return choices.map((choice) =>
    span(
      "choice",
      choice.map(({ icon: name, count = 1 }) => [
        count > 1 && h("b", {}, count),
        icon(name, SIGNS.has(name) ? "sign" : ""),
      ]),
    ),
  );
}

/** Whether each of the icons of a reward has a picture. @param {readonly CatalogGlyph[]} glyphs */
export const isPictured = (glyphs) =>
  glyphs.length > 0 && glyphs.every(({ icon: name }) => DRAWN.has(name) || SIGNS.has(name));

/** The classes that give something the color of a player. @param {number | null} seat */
export const color = (seat) => (seat === null ? "neutral" : `seat p${seat % COLORS}`);

/** The mark of a player, which tells them apart without colors. @param {number | null} seat */
export const mark = (seat) => icon(seat === null ? "neutral" : `mark${seat % MARKS}`, `mark ${color(seat)}`);

/**
 * @param {number} value
 * @param {number | null} seat
 * @param {boolean} [isBonus]
 * @param {string} [size]
 * @param {string | number} [key]
 */
export function die(value, seat, isBonus = false, size = "", key = "") {
  return h(
    "svg",
    {
      key,
      class: `die ${size} ${isBonus ? "white" : color(seat)}`,
      viewBox: "-9 -9 18 18",
      role: "img",
      "aria-label": isBonus ? t("bonusDie", { value }) : String(value),
    },
    value >= 1 && value <= 6
      ? h("use", { href: `icons.svg#k-die${value}` })
      : [
          h("rect", { x: -8, y: -8, width: 16, height: 16, rx: 3.5 }),
          h("text", { y: 4, "text-anchor": "middle" }, value),
        ],
  );
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

/** A number that shows when it changes. @param {number} value */
export const count = (value) => h("span", { class: "count", key: value }, value);

/**
 * A button. One that cannot be used now says so, but can still be reached and asked why.
 * @param {Button} how
 * @param {Child[]} content
 */
export function button({ label, pressed, off, type, ...how }, ...content) {
  return h(
    "button",
    {
      type: type ?? "button",
      "aria-label": label,
      "aria-pressed": pressed === undefined ? undefined : String(pressed),
      "aria-disabled": off ? "true" : undefined,
      ...how,
    },
    ...content,
  );
}

/**
 * A choice among a few values.
 * @param {string} label
 * @param {readonly (readonly string[])[]} values
 * @param {string} now
 * @param {(value: string) => void} use
 */
export const select = (label, values, now, use) =>
  h(
    "select",
    { "aria-label": label, onChange: (event) => use(event.target.value) },
    values.map(([value, title]) => h("option", { key: value, value, selected: value === now }, title)),
  );

/**
 * The same with its name.
 * @param {string} label
 * @param {readonly (readonly string[])[]} values
 * @param {string} now
 * @param {(value: string) => void} use
 */
export const field = (label, values, now, use) =>
  h("label", { key: label }, label, select(label, values, now, use));

/** Something that can be on or off. @param {Tick} how */
export function tick({ off = false, title, text, key, type, ...how }) {
  return h(
    "label",
    { class: `tick ${off ? "off" : ""}`, key },
    h("input", { type: type ?? "checkbox", disabled: off, ...how }),
    h("span", {}, h("b", {}, title), text && span("blurb", text)),
  );
}

/** A line drawing for a button, from a few known shapes. @param {keyof typeof SHAPES} name */
export const sign = (name) =>
  h("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: SHAPES[name] }));

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
