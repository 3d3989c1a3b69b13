// The seats of this browser: tokens by table and seat, kept until the table is forgotten.

import { keep, kept, settings } from "./settings.js";
import { t } from "./settings.js";

/** @import { Connection, SeatToken } from "./messages.js" */

/** @typedef {{ title: string, time: number, seats: Record<number, string> }} Known */
const KEY = "kingsburg.tables";
const MOST = 50;

/** The tables that this browser has been at, the latest first. @returns {[string, Known][]} */
export function myTables() {
  return Object.entries(kept(KEY, /** @type {Record<string, Known>} */ ({}))).sort(([, one], [, other]) => other.time - one.time);
}

/** The tokens of this browser at a table, by seat. @param {string} table @returns {Record<number, string>} */
export function seatsAt(table) {
  return kept(KEY, /** @type {Record<string, Known>} */ ({}))[table]?.seats ?? {};
}

/** @param {string} table @param {string} title @param {readonly SeatToken[]} seats */
export function remember(table, title, seats) {
  const known = Object.fromEntries(myTables().slice(0, MOST));
  const before = known[table]?.seats ?? {};
  const tokens = Object.fromEntries(seats.map(({ seat, token }) => [seat, token]));
  keep(KEY, { ...known, [table]: { title, time: Date.now(), seats: { ...before, ...tokens } } });
}

/** @param {string} table */
export function forget(table) {
  keep(KEY, Object.fromEntries(myTables().filter(([id]) => id !== table)));
}

/** Sit down in an open seat. @param {Connection} connection @param {string} table @param {number} seat */
export async function sit(connection, table, seat) {
  const name = settings.name || t("player", { number: seat + 1 });
  const answer = await connection.request("POST", `api/tables/${table}/seats?language=${settings.language}`, { seat, name });
  remember(table, table, [/** @type {SeatToken} */ (answer)]);
}
