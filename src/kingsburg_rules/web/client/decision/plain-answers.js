// One button for each answer.

import { html } from "../vendor/preact.js";
import { answers } from "./buttons.js";
import { refusals } from "./picks.js";

/** @import { Asking } from "../parts.js" */

/** One button for each answer. @param {Asking} asking */
export function PlainAnswers(asking) {
  const {
    ask: { decision },
    picks,
  } = asking;
  const no = refusals(decision);
  const options = decision.options.filter((option) => !no.includes(option));
  const picked = options.filter((option) => option.type === "Build" && option.building === picks.building);
  return html`<div class="answers">
    ${answers(asking, picked.length > 0 ? picked : options)} ${answers(asking, no)}
  </div>`;
}
