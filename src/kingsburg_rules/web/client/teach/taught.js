// Which tables teach.

import { keep, kept } from "../settings.js";

const KEY = "kingsburg.taught";
const MOST = 20;

/** @returns {string[]} */
const taught = () => kept(KEY, []);

/** @param {string} table */
export const isTaught = (table) => taught().includes(table);

/** Teach at a table from now on. @param {string} table */
export const teach = (table) => keep(KEY, [table, ...taught()].slice(0, MOST));

/** The lessons of a table are over. @param {string} table */
export const learned = (table) =>
  keep(
    KEY,
    taught().filter((one) => one !== table),
  );
