// What bots are called. The server has ids; bots of other packages are called by theirs.

import { t } from "../settings.js";

/** @import { Phrase } from "../parts.js" */

/** @type {Readonly<Record<string, Phrase>>} */
const NAMES = { random: "botEasy", greedy: "botGood", search: "botStrong" };

/** @param {string | null} id */
export function botName(id) {
  const name = NAMES[id ?? ""];
  return name ? t(name) : `${t("bot")} (${id})`;
}
