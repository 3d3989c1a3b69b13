// What stands in place of a question while a winter waits to be looked at.

import { html } from "../vendor/preact.js";
import { roman } from "../names.js";
import { button } from "../pieces/controls.js";
import { t } from "../settings.js";

/** @import { Scene } from "../parts.js" */
/** @import { TablePage } from "../table/page.js" */

/** @param {{ page: TablePage, scene: Scene }} props */
export function GoOn({ page, scene }) {
  const { session } = page;
  return html`<section class="dock go-on" aria-label=${t("decision")}>
    ${session.isLost.value && html`<p class="lost" role="alert">${t("lost")}</p>`}
    <div class="question">
      <h2 tabindex=${-1} id="question">${t("winterOver", { year: roman(scene.winter?.year ?? 0) })}</h2>
      <p class="soft">${clock(scene) ?? t("noHurry")}</p>
    </div>
    ${button({ class: "primary continue", onClick: () => session.goOn(), ref: focused }, t("goOn"))}
  </section>`;
}

/** What the clock does meanwhile: it does not wait. @param {Scene} scene */
function clock({ people, view, passed = 0 }) {
  const left = people.find(({ seat }) => seat === view.seat)?.clock ?? null;
  if (left === null) return null;
  const seconds = Math.max(0, Math.round(left - passed));
  return t("clockRuns", { time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` });
}

/** Whoever uses a keyboard goes on with it, unless they write. @param {HTMLElement | null} element */
function focused(element) {
  if (!document.activeElement?.matches("input, textarea, select")) element?.focus({ preventScroll: true });
}
