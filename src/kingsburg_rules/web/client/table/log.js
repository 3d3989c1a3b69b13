// What happened, the latest first.

import { html } from "../vendor/preact.js";
import { useMore } from "../pieces/more.js";
import { t } from "../settings.js";

/** @import { LogLine } from "../parts.js" */

/** @param {{ lines: readonly LogLine[] }} props */
export function Log({ lines }) {
  return html`<div ref=${useMore()} class="log" role="log" tabindex=${0} aria-label=${t("log")}>
    <ol>
      ${lines.map((line) => html`<li key=${line.seq}>${line.text}</li>`).reverse()}
    </ol>
  </div>`;
}
