// How many soldiers, and how to pay for them.

import { h, html } from "../vendor/preact.js";
import { button } from "../pieces/controls.js";
import { icon } from "../pieces/icons.js";
import { PlainAnswers } from "./plain-answers.js";
import { answers } from "./buttons.js";
import { refusals } from "./picks.js";

/** @import { Asking } from "../parts.js" */

/** First how many soldiers, then how to pay for them. @param {Asking} asking */
export function RecruitAnswers(asking) {
  const {
    ask: { decision },
    picks,
    names,
    pick,
  } = asking;
  const recruits = decision.options.filter((option) => option.type === "Recruit");
  const numbers = [...new Set(recruits.map((option) => option.soldiers))].sort((one, other) => one - other);
  if (recruits.length <= 4) return h(PlainAnswers, asking);
  const number = picks.soldiers ?? numbers[0];
  return html`<div class="steps">
    <div class="numbers" role="group" aria-label=${names.resource("soldier", 2)}>
      ${icon("soldier")}
      ${numbers.map((one) =>
        button(
          {
            key: one,
            class: "number",
            pressed: one === number,
            onClick: () => pick({ soldiers: one }),
          },
          `+${one}`,
        ),
      )}
    </div>
    <div class="answers">
      ${answers(
        asking,
        recruits.filter((option) => option.soldiers === number),
      )}
      ${answers(asking, refusals(decision))}
    </div>
  </div>`;
}
