// The year and its phases.

import { html } from "../vendor/preact.js";
import { roman } from "../names.js";
import { unseen } from "../pieces/text.js";
import { t } from "../settings.js";

/** @import { Scene } from "../parts.js" */

/** The year and its phases. @param {{ scene: Scene }} props */
export function Calendar({ scene: { view, names } }) {
  const { year, phase, over } = view.table;
  const now = names.phases.get(phase);
  const name = now?.name ?? phase;
  return html`<nav class="calendar" aria-label=${t("calendar")}>
    <p class="when">
      ${over ? t("gameOver") : year > 0 ? `${t("year", { year: roman(year) })} · ${name}` : name}
    </p>
    <ol class="years">
      ${Array.from(
        { length: names.catalog.years },
        (_, at) =>
          html`<li key=${at} class=${at + 1 === year ? "now" : ""} aria-current=${at + 1 === year && "step"}>
            ${unseen(t("year", { year: "" }))} ${roman(at + 1)}
          </li>`,
      )}
    </ol>
    <ol class="phases">
      ${names.catalog.phases
        .filter((one) => one.number)
        .map(
          ({ id, number, name }) =>
            html`<li
              key=${id}
              class=${over || (number ?? 0) < (now?.number ?? 0) ? "past" : id === phase ? "now" : ""}
              aria-current=${id === phase && "step"}
              title=${name}
            >
              <span class="number" aria-hidden="true">${number}</span>
              <span class="name">${name}</span>
            </li>`,
        )}
    </ol>
  </nav>`;
}
