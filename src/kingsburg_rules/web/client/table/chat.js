// What people write to each other.

import { html } from "../vendor/preact.js";
import { button } from "../pieces/controls.js";
import { mark } from "../pieces/marks.js";
import { sign } from "../pieces/signs.js";
import { t } from "../settings.js";

/** @import { TablePage } from "./page.js" */

/** @param {{ page: TablePage }} props */
export function Chat({ page: { session } }) {
  return html`<div class="chat">
    <form
      onSubmit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        const field = /** @type {HTMLInputElement} */ (
          /** @type {HTMLFormElement} */ (event.target).elements.namedItem("text")
        );
        const text = field.value.trim();
        field.value = "";
        if (text !== "") session.tell("chat", { text });
      }}
    >
      <input
        name="text"
        maxlength=${300}
        autocomplete="off"
        aria-label=${t("write")}
        placeholder=${t("write")}
      />
      ${button({ type: "submit", label: t("send") }, sign("send"))}
    </form>
    <ol class="said" tabindex=${0} aria-live="polite" aria-label=${t("chat")}>
      ${session.chat.value
        .map(
          (line, at) =>
            html`<li key=${at}>
              ${line.seat !== null && mark(line.seat)} <b>${line.name ?? t("spectator")}</b> ${line.text}
            </li>`,
        )
        .reverse()}
    </ol>
  </div>`;
}
