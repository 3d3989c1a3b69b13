// The color and the mark of a player.

import { icon } from "./icons.js";

const MARKS = 9;

const COLORS = 8;

/** The classes that give something the color of a player. @param {number | null} seat */
export const color = (seat) => (seat === null ? "neutral" : `seat p${seat % COLORS}`);

/** The drawing that tells a player apart without colors. @param {number | null} seat */
export const markName = (seat) => (seat === null ? "neutral" : `mark${seat % MARKS}`);

/** The mark of a player. @param {number | null} seat */
export const mark = (seat) => icon(markName(seat), `mark ${color(seat)}`);
