// The chances of the battle.

import { html } from "../vendor/preact.js";
import { icon } from "../pieces/icons.js";
import { unseen } from "../pieces/text.js";

/** @import { AnyAction, Forecast, Names } from "../parts.js" */
/** @import { OddsText } from "../contract/table.js" */

const OUTCOMES = /** @type {const} */ (["victory", "tie", "defeat"]);

/** The chance of each outcome. @param {Names} names @param {OddsText} odds */
export const chances = (names, odds) =>
  OUTCOMES.map(
    (word) =>
      html`<span key=${word}>
        ${icon(word)} ${`${Math.round(100 * odds[word].value)} %`} ${unseen(names.of(word))}
      </span>`,
  );

/** A victory is worth what a defeat costs; a tie is between them. @param {OddsText} odds */
const worth = ({ victory, defeat }) => victory.value - defeat.value;

/** The best chances that answers of this winter lead to. @param {Forecast | null} forecast */
export const bestOf = (forecast) =>
  [...(forecast?.odds ?? [])].sort((one, other) => worth(other) - worth(one))[0];

/** The chances with an answer, if they are foreseen. @param {Forecast | null} forecast @param {AnyAction} action */
export const chancesWith = (forecast, action) =>
  forecast?.odds?.find(
    ({ choice = [] }) => choice.length === 1 && JSON.stringify(choice[0]) === JSON.stringify(action),
  );
