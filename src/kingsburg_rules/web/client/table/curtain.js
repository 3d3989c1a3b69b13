// The screen of a hot seat, while it changes hands.

import { html } from "../vendor/preact.js";
import { button } from "../pieces/controls.js";
import { mark } from "../pieces/marks.js";
import { t } from "../settings.js";

/** @import { TablePage } from "./page.js" */

/** The screen of a hot seat, while it changes hands. @param {{ page: TablePage, seat: number, name: string }} props */
export function Curtain({ page, seat, name }) {
  return html`<main class="page curtain">
    ${mark(seat)}
    <h1>${t("passTo", { name })}</h1>
    <p class="soft">${t("noPeeking")}</p>
    ${button(
      {
        class: "primary",
        onClick: () => {
          page.curtain.value = null;
        },
      },
      t("iAm", { name }),
    )}
  </main>`;
}
