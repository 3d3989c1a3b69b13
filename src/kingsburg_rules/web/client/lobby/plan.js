// A new table, before anything is chosen.

import { settings } from "../settings.js";

/** @import { Plan } from "../parts.js" */

/** How players are called who give no name. */
export const NAMES = ["Ann", "Brian", "Cindy", "David", "Eve", "Felix", "Grace", "Hugo"];

/** @returns {Plan} */
export const newPlan = () => ({
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
