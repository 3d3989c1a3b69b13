// The way into a first game.

import { html } from "../vendor/preact.js";
import { button } from "../pieces/controls.js";
import { t } from "../settings.js";

/** @import { LobbyPage } from "./page.js" */

/** @param {{ page: LobbyPage }} props */
export const Learn = ({ page }) =>
  html`<p class="learn">
    ${button({ class: "learn-button", onClick: page.learn, off: page.offer.value === null || page.isSent.value }, t("learn"))}
    <span class="soft">${t("learnText")}</span>
  </p>`;
