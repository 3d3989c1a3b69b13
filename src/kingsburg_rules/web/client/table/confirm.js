// An answer that waits to be confirmed, for those who want it.

import { html, useLayoutEffect, useRef } from "../vendor/preact.js";
import { button } from "../pieces/controls.js";
import { t } from "../settings.js";

/** @import { TablePage } from "./page.js" */

/** @param {{ page: TablePage, text: string }} props */
export function Confirm({ page, text }) {
  const root = useRef(null);
  useLayoutEffect(() => /** @type {HTMLDialogElement | null} */ (root.current)?.showModal(), []);
  const cancel = () => {
    page.unsure.value = null;
  };
  const sure = () => {
    const action = page.unsure.peek();
    cancel();
    if (action) page.send(action);
  };
  return html`<dialog class="confirm" ref=${root} onClose=${cancel} aria-labelledby="confirm-text">
    <p id="confirm-text">${text}</p>
    <div class="ways">
      ${button({ class: "primary", onClick: sure }, t("doIt"))} ${button({ onClick: cancel }, t("cancel"))}
    </div>
  </dialog>`;
}
