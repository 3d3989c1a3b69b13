// A new table, before anything is chosen.

import { remember } from "../seats.js";
import { keep, kept, settings } from "../settings.js";

/** @import { Connection, Created, Plan, Wanted } from "../parts.js" */

const KEY = "kingsburg.plans";

/** So many tables can be played again with the same settings. */
const MOST = 12;

/** How players are called who give no name. */
export const NAMES = ["Ann", "Brian", "Cindy", "David", "Eve", "Felix", "Grace", "Hugo"];

/** What the next new table begins with. @type {Wanted | null} */
let next = null;

/** What the tables of this browser were to be. @returns {Record<string, Wanted>} */
const plans = () => kept(KEY, {});

/**
 * Make a table, and remember how it was to be.
 * @param {Connection} connection @param {Wanted} wanted
 */
export async function make(connection, wanted) {
  const made = /** @type {Created} */ (
    await connection.request("POST", `api/tables?language=${wanted.language}`, wanted)
  );
  remember(made.table, made.title, made.seats);
  keep(KEY, Object.fromEntries([[made.table, wanted], ...Object.entries(plans())].slice(0, MOST)));
  return made.table;
}

/** What a table was to be that was made here. @param {string} table @returns {Wanted | undefined} */
export const planOf = (table) => plans()[table];

/** Let the next new table begin like another. @param {Wanted} wanted */
export function startFrom(wanted) {
  next = wanted;
}

/** @returns {Plan} */
export function newPlan() {
  const wanted = next;
  next = null;
  return wanted === null ? unchosen() : planFrom(wanted);
}

/** @param {Wanted} wanted @returns {Plan} */
const planFrom = ({ modules, variants, public: isPublic, minutes, seats, ...wanted }) => ({
  ...wanted,
  modules: new Set(modules),
  variants: new Set(variants),
  isPublic,
  minutes: minutes ?? 0,
  seats: seats.map((seat) => ({ bot: "greedy", ...seat })),
});

/** @returns {Plan} */
const unchosen = () => ({
  edition: "",
  modules: new Set(),
  variants: new Set(),
  scenario: null,
  switches: {},
  packs: [],
  isPublic: false,
  minutes: 0,
  seats: [
    { kind: "me", name: settings.peek().name, bot: "greedy" },
    { kind: "bot", name: "Brian", bot: "greedy" },
    { kind: "bot", name: "Cindy", bot: "greedy" },
  ],
});
