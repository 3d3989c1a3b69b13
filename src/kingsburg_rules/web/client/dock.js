// What I am asked, and the answers: one button for each, or a few steps that lead to one.

import { h } from "./vendor/preact.js";
import { choosable, chosen, influences, isSet, refusals, waysTo } from "./answers.js";
import {
  amount,
  bag,
  button,
  color,
  dice,
  die,
  div,
  icon,
  mark,
  p,
  resourceIcon,
  span,
  unseen,
} from "./pieces.js";
import { t } from "./settings.js";

/** @import { AnyAction, AnyThing, Asking } from "./parts.js" */
/** @import { Child } from "./vendor/preact.js" */

/** The answers to the decision that is asked. @param {Asking} asking */
export function Answers(asking) {
  const { decision } = asking.ask;
  const part =
    decision.kind === "influence"
      ? InfluenceAnswers
      : decision.kind === "recruit"
        ? RecruitAnswers
        : isSet(decision)
          ? SetAnswers
          : PlainAnswers;
  return h(part, asking);
}

/** One button for each answer. @param {Asking} asking */
function PlainAnswers(asking) {
  const {
    ask: { decision },
    picks,
  } = asking;
  const no = refusals(decision);
  const options = decision.options.filter((option) => !no.includes(option));
  const picked = options.filter((option) => option.type === "Build" && option.building === picks.building);
  return div("answers", answers(asking, picked.length > 0 ? picked : options), answers(asking, no));
}

/**
 * Buttons that play answers.
 * @param {Asking} asking
 * @param {readonly AnyAction[]} actions
 * @param {string} [className]
 */
function answers(asking, actions, className = "") {
  const { ask, isSent, play } = asking;
  return actions.map((action) => {
    const at = ask.decision.options.indexOf(action);
    const text = ask.texts[at];
    const isNo = action.type === "Pass" || action.type === "Done";
    return button(
      { key: at, class: `answer ${isNo ? "no" : ""} ${className}`, onClick: () => play(action), off: isSent },
      isNo
        ? span("title", text)
        : [h("span", { class: "face", "aria-hidden": "true" }, face(asking, action)), unseen(text)],
    );
  });
}

/** How an answer looks on its button. @param {Asking} asking @param {AnyAction} action @returns {Child} */
function face(asking, action) {
  const {
    names,
    view: { seat },
    ask,
  } = asking;
  const title = (/** @type {Child[]} */ ...content) => span("title", ...content);
  const price = (/** @type {Readonly<Record<string, number>>} */ pay, /** @type {Child[]} */ ...more) =>
    span("price", bag(names, pay, "−"), ...more);
  switch (action.type) {
    case "Influence": {
      const { dice: own, bonus, plus2 = 0, via = [], envoy } = action;
      return [
        title(names.places.get(action.advisor)?.name),
        span(
          "way",
          dice(seat, own, bonus),
          Array.from({ length: plus2 }, () => resourceIcon("plus2", names.resource("plus2"))),
          envoy && resourceIcon("envoy", names.resource("envoy")),
          via.map((card) => span("via", names.of(card))),
        ),
      ];
    }
    case "Build": {
      const card = names.cards.get(action.building);
      return [
        title(card?.name, card?.vp ? amount(names, "vp", card.vp) : null),
        price(action.pay, action.envoy && resourceIcon("envoy", names.resource("envoy"))),
      ];
    }
    case "Recruit":
      return [title(amount(names, "soldier", action.soldiers, "+")), price(action.pay)];
    case "Use":
      return [
        title(names.of(action.card)),
        action.card !== ask.decision.source && span("text", names.text(action.card)),
        Object.keys(action.pay ?? {}).length > 0 && price(action.pay ?? {}),
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
      return title(bag(names, action.pay, "−"), span("to", "→"), bag(names, action.gain, "+"));
    case "Choose":
      return action.things.length === 0
        ? title(t("none"))
        : action.things.map((thing, at) => h(Thing, { key: at, asking, thing }));
    case "ChooseDie":
      return die(action.value, seat, action.bonus, "large");
    default:
      return action.type;
  }
}

/**
 * Something that can be chosen: a card, an advisor, a player, a resource, a row, a number, an option of a card.
 * @param {{ asking: Asking, thing: AnyThing }} props
 */
function Thing({ asking: { names, view, ask }, thing }) {
  switch (thing.type) {
    case "CardThing":
      return [span("title", names.of(thing.card)), span("text", names.text(thing.card))];
    case "AdvisorThing": {
      const place = names.places.get(thing.advisor);
      return span("title", span("rank", place?.rank), place?.name);
    }
    case "PlayerThing":
      return span("title", mark(thing.player), view.table.players[thing.player]?.name);
    case "ResourceThing":
      return span(
        "title",
        resourceIcon(thing.resource, names.resource(thing.resource)),
        names.resource(thing.resource),
      );
    case "RowThing":
      return span("title", thing.row);
    case "NumberThing":
      return span("title", thing.number);
    case "OptionThing": {
      const name = names.option(thing.option, ask.decision.source);
      return span("title", names.resources.has(thing.option) && resourceIcon(thing.option, name), name);
    }
  }
}

/** Several things, or none, then one button. @param {Asking} asking */
function SetAnswers(asking) {
  const {
    ask: { decision },
    picks: { things: picked },
    changed,
    isSent,
    play,
  } = asking;
  const things = choosable(decision);
  const action = chosen(
    decision,
    things.filter((_, at) => picked.has(at)),
  );
  return div(
    "answers",
    things.map((thing, at) =>
      button(
        {
          key: at,
          class: "answer pick",
          pressed: picked.has(at),
          onClick: () => {
            toggle(picked, at);
            changed();
          },
        },
        h(Thing, { asking, thing }),
      ),
    ),
    button(
      { class: "answer go", off: isSent || action === undefined, onClick: () => action && play(action) },
      span("title", picked.size === 0 ? t("chooseNone") : t("chooseThese", { count: picked.size })),
    ),
    answers(asking, refusals(decision)),
  );
}

/** First how many soldiers, then how to pay for them. @param {Asking} asking */
function RecruitAnswers(asking) {
  const {
    ask: { decision },
    picks,
    names,
    changed,
  } = asking;
  const recruits = decision.options.filter((option) => option.type === "Recruit");
  const numbers = [...new Set(recruits.map((option) => option.soldiers))].sort((one, other) => one - other);
  if (recruits.length <= 4) return h(PlainAnswers, asking);
  const number = picks.soldiers ?? numbers[0];
  return div(
    "steps",
    h(
      "div",
      { class: "numbers", role: "group", "aria-label": names.resource("soldier", 2) },
      icon("soldier"),
      numbers.map((one) =>
        button(
          {
            key: one,
            class: "number",
            pressed: one === number,
            onClick: () => {
              picks.soldiers = one;
              changed();
            },
          },
          `+${one}`,
        ),
      ),
    ),
    div(
      "answers",
      answers(
        asking,
        recruits.filter((option) => option.soldiers === number),
      ),
      answers(asking, refusals(decision)),
    ),
  );
}

/** Pick dice or an advisor, in any order; the ways that are left are buttons. @param {Asking} asking */
function InfluenceAnswers(asking) {
  const {
    ask: { decision },
    picks,
    view,
    names,
    changed,
  } = asking;
  const { dice: own = [], bonus = [] } = view.table.players[decision.player] ?? {};
  const { ways, exact } = influences(decision, picks, own, bonus);
  const shown = picks.advisor === null ? exact : waysTo(ways, picks.advisor);
  const tokens = Math.max(
    0,
    ...decision.options.map((option) => (option.type === "Influence" ? (option.plus2 ?? 0) : 0)),
  );
  const sum = [...own, ...bonus].reduce(
    (total, value, at) => total + (picks.dice.has(at) ? value : 0),
    2 * picks.plus2,
  );
  return div(
    "steps",
    h(
      "div",
      { class: "tray", role: "group", "aria-label": t("myDice") },
      [...own, ...bonus].map((value, at) => {
        const isBonus = at >= own.length;
        return button(
          {
            key: at,
            class: "die-button",
            pressed: picks.dice.has(at),
            label: isBonus ? t("bonusDie", { value }) : String(value),
            onClick: () => {
              toggle(picks.dice, at);
              changed();
            },
          },
          die(value, view.seat, isBonus, "large"),
        );
      }),
      tokens > 0 &&
        button(
          {
            class: "die-button",
            pressed: picks.plus2 > 0,
            label: names.resource("plus2"),
            onClick: () => {
              picks.plus2 = (picks.plus2 + 1) % (tokens + 1);
              changed();
            },
          },
          resourceIcon("plus2", names.resource("plus2")),
          picks.plus2 > 1 && `×${picks.plus2}`,
        ),
      h("output", { class: "sum", "aria-label": t("total") }, sum > 0 && `= ${sum}`),
    ),
    div(
      "answers",
      shown.length > 0 ? answers(asking, shown, "go") : p("advice", sum > 0 ? t("noWay") : t("pickDice")),
      answers(asking, refusals(decision)),
    ),
  );
}

/** Pick something, or put it back. @param {Set<number>} picked @param {number} at */
export function toggle(picked, at) {
  if (!picked.delete(at)) picked.add(at);
}

/** What the asked player is to do, in a sentence, with whom it is about. @param {Asking} asking */
export function Question({ ask: { decision, text }, view, names }) {
  const about = (decision.about ?? []).flatMap((thing) =>
    thing.type === "CardThing"
      ? names.of(thing.card)
      : thing.type === "AdvisorThing"
        ? names.of(thing.advisor)
        : [],
  );
  const card = names.cards.get(decision.source);
  const { whom = null } = decision;
  return div(
    "question",
    h("h2", { tabIndex: -1, id: "question" }, text),
    p(
      "source",
      card && h("span", {}, h("b", {}, card.name), card.text && ` · ${card.text}`),
      whom !== null &&
        span(
          `whom ${color(whom)}`,
          mark(whom),
          t("forPlayer", { name: view.table.players[whom]?.name ?? "" }),
        ),
      about.length > 0 && h("span", {}, about.join(", ")),
    ),
  );
}
