// The seats of this browser: tokens by table and seat, kept until the table is forgotten.

import { signal } from "./vendor/preact.js";
import { keep, kept, settings, t } from "./settings.js";

/** @import { Connection, Known, SeatToken } from "./parts.js" */

const KEY = "kingsburg.tables";
/** A server lists so many of them; see LISTED in lobby.py. */
const MOST = 50;

const known = signal(/** @type {Known} */ (kept(KEY, {})));

/** @param {Known} tables */
function change(tables) {
  known.value = tables;
  keep(KEY, tables);
}

/** The tables that this browser has been at, the latest first. */
export const myTables = () => Object.entries(known.value).sort(([, one], [, other]) => other.time - one.time);

/** The tokens of this browser at a table, by seat. @param {string} table */
export const seatsAt = (table) => known.value[table]?.seats ?? {};

/** @param {string} table @param {string} title @param {readonly SeatToken[]} seats */
export function remember(table, title, seats) {
  const tokens = Object.fromEntries(seats.map(({ seat, token }) => [seat, token]));
  change({
    ...Object.fromEntries(myTables().slice(0, MOST - 1)),
    [table]: { title, time: Date.now(), seats: { ...seatsAt(table), ...tokens } },
  });
}

/** @param {string} table */
export const forget = (table) => change(Object.fromEntries(myTables().filter(([id]) => id !== table)));

/** Take back what was forgotten. @param {string} table @param {Known[string]} it */
export const recall = (table, it) => change({ ...known.peek(), [table]: it });

/** Keep a token that has come with a link. @param {string} table @param {SeatToken} seat */
export const arrive = (table, seat) => remember(table, known.peek()[table]?.title ?? table, [seat]);

/** Forget a token that opens no seat any more. @param {string} table @param {string | null} token */
export function lose(table, token) {
  const it = known.peek()[table];
  const seats = Object.fromEntries(Object.entries(it?.seats ?? {}).filter(([, one]) => one !== token));
  if (it) change({ ...known.peek(), [table]: { ...it, seats } });
}

/**
 * Exchange the token of a seat: the old one ends.
 * @param {Connection} connection @param {string} table @param {number} seat
 */
export async function renew(connection, table, seat) {
  const token = seatsAt(table)[seat];
  const path = `api/tables/${table}/token?language=${settings.peek().language}`;
  const renewed = /** @type {SeatToken} */ (await connection.request("POST", path, { token }));
  arrive(table, renewed);
}

/** Sit down in an open seat. @param {Connection} connection @param {string} table @param {number} seat */
export async function sit(connection, table, seat) {
  const name = settings.value.name || t("player", { number: seat + 1 });
  const path = `api/tables/${table}/seats?language=${settings.value.language}`;
  arrive(table, /** @type {SeatToken} */ (await connection.request("POST", path, { seat, name })));
}
