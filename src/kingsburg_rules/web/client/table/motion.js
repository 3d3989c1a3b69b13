// What moves: dice roll, dice travel to advisors and gains back to players, buildings rise. All places are read
// before anything is put on the page, so that nothing is laid out twice.

import { color } from "../pieces/marks.js";
import { isCalm, settings } from "../settings.js";

/** @import { AnyEvent } from "../parts.js" */

/** How long things move, in milliseconds, at the calm speed. With what waits before, nothing takes more than 600. */
const LENGTH = 450;
const GAP = 50;
const LATEST = 150;

/** So many things fly at once at most. */
const MOST = 12;

/** How much of a gain is seen to fly. */
const COPIES = 3;

const ROLL = [
  { transform: "rotate(-400deg) scale(0.5)", opacity: 0.2 },
  { transform: "rotate(20deg) scale(1.15)", opacity: 1, offset: 0.75 },
  { transform: "none" },
];

const RISE = [
  { transform: "scaleY(0.1)", opacity: 0.2, transformOrigin: "bottom" },
  { transform: "scaleY(1.06)", opacity: 1, transformOrigin: "bottom", offset: 0.75 },
  { transform: "none", transformOrigin: "bottom" },
];

/** @typedef {{ thing: Element, from: Element }} Flight */

/** Show what just happened, once it is on the page. @param {readonly AnyEvent[]} events */
export function move(events) {
  if (!isCalm() || document.hidden) return;
  /** @type {Flight[]} */
  const flights = [];
  /** @type {Element | null} */
  let giver = null;
  for (const event of events) {
    if (event.type === "DiceRolled") roll(`.${classOf(event.player)} .dice-left .die, .royal .die`);
    else if (event.type === "Built") rise(event.player, event.building);
    else if (event.type === "Influenced") flights.push(...placed(event.player, event.advisor));
    else if (event.type === "Rewarded") giver = place(event.advisor);
    else if (event.type === "Gained")
      flights.push(...gained(event.player, event.resource, event.amount, giver ?? card(event.source)));
  }
  fly(flights.slice(0, MOST));
}

/** Let some dice roll. @param {string} selector */
export function roll(selector) {
  if (isCalm()) document.querySelectorAll(selector).forEach((die, at) => die.animate(ROLL, timing(at)));
}

/** @param {number} seat @param {string} building */
function rise(seat, building) {
  const found = document.querySelector(`.province.${classOf(seat)} .building[data-about="card ${building}"]`);
  found?.animate(RISE, timing(0));
}

/** The dice that somebody put on an advisor. @param {number | null} seat @param {string} advisor @returns {Flight[]} */
function placed(seat, advisor) {
  const from = document.querySelector(`.player.${classOf(seat)}`);
  const groups = place(advisor)?.querySelectorAll(".group") ?? [];
  const dice = [...groups].at(-1)?.querySelectorAll(".die") ?? [];
  return from ? [...dice].map((thing) => ({ thing, from })) : [];
}

/**
 * What somebody gets from an advisor or a card.
 * @param {number} seat @param {string} resource @param {number} amount @param {Element | null} from
 * @returns {Flight[]}
 */
function gained(seat, resource, amount, from) {
  const player = document.querySelector(`.player.${classOf(seat)}`);
  const holder =
    player?.querySelector(`.item[data-about="resource ${resource}"]`) ??
    player?.querySelector(`.${resource}`);
  const thing = holder?.querySelector(".icon");
  return from && thing ? Array.from({ length: Math.min(amount, COPIES) }, () => ({ thing, from })) : [];
}

/** Let copies of things fly from somewhere to where the things are. @param {readonly Flight[]} flights */
function fly(flights) {
  const ways = flights.map(({ thing, from }) => ({
    thing,
    start: from.getBoundingClientRect(),
    end: thing.getBoundingClientRect(),
  }));
  ways.filter(({ start, end }) => start.width > 0 && end.width > 0).forEach(sendOff);
}

/** @param {{ thing: Element, start: DOMRect, end: DOMRect }} way @param {number} at */
function sendOff({ thing, start, end }, at) {
  const copy = /** @type {SVGElement} */ (thing.cloneNode(true));
  const size = { left: end.left, top: end.top, width: end.width, height: end.height };
  for (const [name, value] of Object.entries(size)) copy.style.setProperty(name, `${value}px`);
  copy.classList.add("flying");
  copy.setAttribute("aria-hidden", "true");
  document.body.append(copy);
  const x = start.left + start.width / 2 - end.left - end.width / 2;
  const y = start.top + start.height / 2 - end.top - end.height / 2;
  const path = [{ transform: `translate(${x}px, ${y}px) scale(1.3)` }, { transform: "none" }];
  const how = timing(at);
  const flight = copy.animate(path, how);
  if (thing.matches(".die")) thing.animate([{ opacity: 0 }, { opacity: 0 }], how);
  flight.finished.catch(() => {}).finally(() => copy.remove());
}

/** @param {number} at The number of the thing among those that move. @returns {KeyframeAnimationOptions} */
function timing(at) {
  const pace = settings.peek().speed === "fast" ? 0.5 : 1;
  const delay = Math.min(at * GAP, LATEST) * pace;
  return { duration: LENGTH * pace, delay, easing: "cubic-bezier(0.3, 0.7, 0.3, 1)", fill: "backwards" };
}

/** The class that all has that is a player's. @param {number | null} seat */
const classOf = (seat) => color(seat).split(" ").at(-1);

/** @param {string} id */
const place = (id) => document.querySelector(`.advisor[data-about="place ${id}"]`);

/** @param {string} id */
const card = (id) => document.querySelector(`main [data-about="card ${id}"]`);
