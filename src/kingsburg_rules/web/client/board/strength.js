// How strong players are, and how long a bar is.

/** @import { PlayerState } from "../parts.js" */

/** @param {PlayerState | undefined} player */
export const strengthOf = (player) => player?.strength ?? player?.defence ?? 0;

/** @param {number} part @param {number} most */
export const percent = (part, most) => `${(100 * Math.max(part, 0)) / most}%`;
