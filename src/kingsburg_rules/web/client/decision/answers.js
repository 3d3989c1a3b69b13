// The answers to a decision.

import { h } from "../vendor/preact.js";
import { InfluenceAnswers } from "./influence-answers.js";
import { isSet } from "./picks.js";
import { PlainAnswers } from "./plain-answers.js";
import { SetAnswers } from "./set-answers.js";

/** @import { Asking } from "../parts.js" */

/** The answers to the decision that is asked. @param {Asking} asking */
export function Answers(asking) {
  const { decision } = asking.ask;
  const part = decision.kind === "influence" ? InfluenceAnswers : isSet(decision) ? SetAnswers : PlainAnswers;
  return h(part, asking);
}
