// A new table, before anything is chosen.

import { remember } from "../seats.js";
import { keep, kept, settings, t } from "../settings.js";

/** @import { Connection, Created, Plan, TableInfo, Wanted } from "../parts.js" */

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

/**
 * How a table is that was made elsewhere: whoever sits here does so again, and the seats of other people are open.
 * @param {Connection} connection @param {string} table @param {readonly number[]} mine
 * @returns {Promise<Wanted>}
 */
export async function wantedAgain(connection, table, mine) {
  const { plan, people } = /** @type {TableInfo} */ (await connection.request("GET", `api/tables/${table}`));
  if ((plan.packs ?? []).length > 0) throw new Error(t("packsElsewhere"));
  const { edition, fidelity, modules = [], variants = [], scenario = null, switches = {}, clock } = plan;
  return {
    ...{ modules, variants, scenario, switches, packs: [] },
    ...(edition && { edition }),
    ...(fidelity && { fidelity }),
    public: plan.public ?? false,
    minutes: clock ? clock / 60 : null,
    language: settings.peek().language,
    seats: people.map(({ seat, name, kind, bot }) =>
      kind === "bot"
        ? { kind, name: name ?? "", bot: bot ?? "greedy" }
        : mine.includes(seat)
          ? { kind: "me", name: name ?? "" }
          : { kind: "open", name: "" },
    ),
  };
}

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
const planFrom = ({ edition = "", modules, variants, public: isPublic, minutes, seats, ...wanted }) => ({
  ...wanted,
  edition,
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
