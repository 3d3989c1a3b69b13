// The way into a first game.

import { html } from "../vendor/preact.js";
import { button } from "../pieces/controls.js";
import { t } from "../settings.js";

/** @import { LobbyPage } from "./page.js" */

/** @param {{ page: LobbyPage }} props */
export function Learn({ page }) {
  const off = page.offer.value === null || page.isSent.value;
  return html`<p class="learn">
    ${button({ class: "learn-button", onClick: page.learn, off }, t("learn"))}
    <span class="soft">${t("learnText")}</span>
  </p>`;
}
