// Buttons that play answers, and how they look.

import { h, html } from "../vendor/preact.js";
import { aboutAction } from "../pieces/about.js";
import { chances, chancesWith } from "../board/chances.js";
import { amount, bag } from "../pieces/amounts.js";
import { button } from "../pieces/controls.js";
import { dice, die } from "../pieces/dice.js";
import { resourceIcon } from "../pieces/icons.js";
import { unseen } from "../pieces/text.js";
import { t } from "../settings.js";
import { Thing } from "./thing.js";

/** @import { AnyAction, Asking } from "../parts.js" */
/** @import { Child } from "../vendor/preact.js" */

/**
 * Buttons that play answers.
 * @param {Asking} asking
 * @param {readonly AnyAction[]} actions
 * @param {string} [className]
 */
export function answers(asking, actions, className = "") {
  const { ask, isSent, names, odds, play } = asking;
  return actions.map((action) => {
    const at = ask.decision.options.indexOf(action);
    const text = ask.texts[at];
    const foreseen = chancesWith(odds, action);
    const isNo = action.type === "Pass" || action.type === "Done";
    return button(
      {
        key: at,
        class: `answer ${isNo ? "no" : ""} ${className}`,
        onClick: () => play(action),
        off: isSent,
        "data-about": aboutAction(action),
      },
      isNo
        ? html`<span class="title">${text}</span>`
        : [
            html`<span class="face" aria-hidden="true">
              ${className === "way" ? way(asking, action) : [what(asking, action), way(asking, action)]}
              ${foreseen && html`<span class="odds">${chances(names, foreseen)}</span>`}
            </span>`,
            unseen(text, " ", foreseen?.text),
          ],
    );
  });
}

/**
 * A button for several answers, which shows them, and hides them again.
 * @param {Asking} asking
 * @param {readonly AnyAction[]} left
 */
export function step(asking, left) {
  const [first] = left;
  if (first === undefined) return null;
  const isOpen = asking.picks.left === left;
  return button(
    {
      key: `step ${asking.ask.decision.options.indexOf(first)}`,
      class: `answer step ${isOpen ? "chosen" : ""}`,
      onClick: () => asking.pick({ left: isOpen ? null : left }),
      "aria-expanded": isOpen ? "true" : "false",
      "data-about": aboutAction(first),
    },
    what(asking, first),
    html`<span class="price">${t("ways", { count: left.length })}</span>`,
  );
}

const title = (/** @type {Child[]} */ ...content) => html`<span class="title">${content}</span>`;

/** What an answer takes. @param {Asking} asking @param {AnyAction} action @returns {Child} */
function what(asking, action) {
  const {
    names,
    view: { seat },
    ask,
  } = asking;
  switch (action.type) {
    case "Influence":
      return title(names.places.get(action.advisor)?.name);
    case "Build": {
      const card = names.cards.get(action.building);
      return [
        title(card?.name, card?.vp ? amount(names, "vp", card.vp) : null),
        html`<span class="text">${names.text(action.building)}</span>`,
      ];
    }
    case "Recruit":
      return title(amount(names, "soldier", action.soldiers, "+"));
    case "Use":
      return [
        title(names.of(action.card)),
        action.card !== ask.decision.source && html`<span class="text">${names.text(action.card)}</span>`,
      ];
    case "Take":
      return title(bag(names, action.gain, "+"));
    case "Give":
      return title(bag(names, action.lose, "−"));
    case "Pay":
      return title(bag(names, action.price, "−"));
    case "Bid":
      return title(bag(names, action.price));
    case "Trade":
      return title(bag(names, action.pay, "−"));
    case "Choose":
      return action.things.length === 0
        ? title(t("none"))
        : action.things.map((thing, at) => h(Thing, { key: at, asking, thing }));
    case "ChooseDie":
      return die(action.value, seat, action.bonus, "large");
    default: // an answer of a newer server: its sentence
      return title(asking.ask.texts[asking.ask.decision.options.indexOf(action)]);
  }
}

/** In which way an answer takes it: its dice, its price. @param {Asking} asking @param {AnyAction} action */
function way({ names, view: { seat } }, action) {
  const price = (/** @type {Readonly<Record<string, number>>} */ pay, /** @type {Child[]} */ ...more) =>
    html`<span class="price">${bag(names, pay, "−")} ${more}</span>`;
  switch (action.type) {
    case "Influence": {
      const { dice: own, bonus, plus2 = 0, via = [], envoy } = action;
      return html`<span class="way">
        ${dice(seat, own, bonus)}
        ${Array.from({ length: plus2 }, () => resourceIcon("plus2", names.resource("plus2")))}
        ${envoy && resourceIcon("envoy", names.resource("envoy"))}
        ${via.map((card) => html`<span class="via">${names.of(card)}</span>`)}
      </span>`;
    }
    case "Build":
      return price(action.pay, action.envoy && resourceIcon("envoy", names.resource("envoy")));
    case "Recruit":
      return price(action.pay);
    case "Use":
      return Object.keys(action.pay ?? {}).length > 0 ? price(action.pay ?? {}) : null;
    case "Trade":
      return title(html`<span class="to">→</span>`, bag(names, action.gain, "+"));
    default:
      return null;
  }
}
