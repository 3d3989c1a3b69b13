// A table that is closed to this browser, and why.

import { html } from "../vendor/preact.js";
import { button } from "../pieces/controls.js";
import { sign } from "../pieces/signs.js";
import { t } from "../settings.js";

/** @import { Ended } from "../parts.js" */

/** @param {{ closed: Ended, onGoOn: () => void }} props */
export function Closed({ closed, onGoOn }) {
  const isSeat = closed.code === "table.token";
  return html`<main class="page waiting">
    <header class="bar"><a class="brand" href="#/">${sign("back")} ${t("lobby")}</a></header>
    <p class="problem" role="alert">${isSeat ? t("linkEnded") : closed.message}</p>
    ${isSeat && button({ class: "primary", onClick: onGoOn }, t("goOnWithout"))}
  </main>`;
}
