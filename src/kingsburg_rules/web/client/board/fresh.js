// What has just happened, for highlights.

/** @import { AnyEvent } from "../parts.js" */

/**
 * Whether something just happened to a card or an advisor: to that of one player, or to one that all share.
 * @param {readonly AnyEvent[]} events
 * @param {string} id
 * @param {number} [seat] Whose it is.
 */
export const isFresh = (events, id, seat) =>
  events.some((event) => isAbout(event, seat) && Object.values(event).includes(id));

/** @param {AnyEvent} event @param {number | undefined} seat */
const isAbout = (event, seat) =>
  seat === undefined || !("player" in event) || event.player === null || event.player === seat;
