// One sentence about the text.

import { html } from "../vendor/preact.js";
import { loading, waitingFor } from "../pieces/loading.js";
import { w } from "./words.js";

/** @import { WorkshopPage } from "./page.js" */

/** One sentence about the text, for eyes and ears. @param {{ page: WorkshopPage }} props */
export function Status({ page }) {
  const [kind, text] = told(page);
  return html`<p class="status ${kind}" role="status">${text}</p>`;
}

/** @param {WorkshopPage} page @returns {[string, string]} */
function told(page) {
  const { asking } = page;
  const note = page.note.value;
  const checked = page.checked.value;
  const stopped = asking.stopped.value;
  if (note !== null) return ["said", note];
  if (asking.state.value === "broken") return ["bad", w("broken", { problem: asking.problem.value })];
  if (asking.state.value === "loading" && asking.stopped.value === 0 && loading.value !== null)
    return ["busy", waitingFor()];
  if (asking.state.value === "loading") return ["busy", stopped > 0 ? w("stopped") : w("loading")];
  if (page.isStuck.value) return ["bad", w("stuck")];
  if (checked === null || page.isLate.value) return ["busy", w("checking")];
  const count = checked.findings.filter((one) => one.severity === "error").length;
  const warnings = checked.findings.length - count;
  if (count > 0) return ["bad", count === 1 ? w("mistake") : w("mistakes", { count })];
  if (warnings > 0) return ["warned", warnings === 1 ? w("warning") : w("warnings", { count: warnings })];
  return ["good", w("fine")];
}
