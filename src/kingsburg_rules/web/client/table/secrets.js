// When the screen of a hot seat must be hidden while it changes hands.

import { settings } from "../settings.js";

/** @import { Session } from "../session.js" */

/** What of a view only its own seat may see. */
const SECRETS = /** @type {const} */ ([
  "seen_enemies",
  "seen_further",
  "seen_cards",
  "hand",
  "face_down",
  "memory",
  "things",
]);

/** Whether a seat knows what others do not: cards, enemies, dice; or it gives an answer together with others. */
function hasSecret(/** @type {Session} */ session) {
  const view = session.view.peek();
  const isTogether = (view?.pending?.length ?? 0) > 1 || Boolean(view?.answered);
  return isTogether || SECRETS.some((name) => Object.keys(view?.[name] ?? {}).length > 0);
}

/** Whether nobody may look while the screen goes from one seat to another. @param {readonly Session[]} sessions */
export const needsCurtain = (...sessions) =>
  settings.peek().curtain === "always" || sessions.some((session) => hasSecret(session));
