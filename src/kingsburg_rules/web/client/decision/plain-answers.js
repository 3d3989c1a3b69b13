// One button for each answer, or for each first step to several.

import { html } from "../vendor/preact.js";
import { answers, step } from "./buttons.js";
import { firstSteps, refusals } from "./picks.js";

/** @import { Asking } from "../parts.js" */

/** First what is taken, then how; what can be had in one way only is one button. @param {Asking} asking */
export function PlainAnswers(asking) {
  const {
    ask: { decision },
    picks: { left },
  } = asking;
  const no = refusals(decision);
  const options = decision.options.filter((option) => !no.includes(option));
  const isOpen = left !== null && left.length > 1;
  return html`<div class="answers">
    ${
      isOpen
        ? [step(asking, left), answers(asking, left, "way")]
        : firstSteps(left ?? options).map((some) =>
            some.length === 1 ? answers(asking, some) : step(asking, some),
          )
    }
    ${answers(asking, no)}
  </div>`;
}
