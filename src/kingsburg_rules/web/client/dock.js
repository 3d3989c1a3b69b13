// What I am asked, and the answers: one button for each, or a few steps that lead to one.

import { h } from "./vendor/preact.js";
import { choosable, chosen, influences, isSet, refusals, waysTo } from "./answers.js";
import { amount, bag, button, colour, die, div, icon, mark, p, resourceIcon, span } from "./pieces.js";
import { t } from "./settings.js";

/** @import { AnyAction, AnyThing, Influence, SeatView } from "./contract/types.js" */
/** @import { Child } from "./vendor/preact.js" */
/** @import { Names } from "./names.js" */
/** @import { Picks } from "./answers.js" */
/** @import { Ask } from "./messages.js" */

/**
 * @typedef {object} Asking
 * @property {Ask} ask
 * @property {SeatView} view
 * @property {Names} names
 * @property {Picks} picks
 * @property {boolean} isSent An answer is on its way.
 * @property {(action: AnyAction) => void} play
 * @property {() => void} changed The picks have changed.
 */

/** The answers to the decision that is asked. @param {Asking} asking @returns {Child} */
export function Answers(asking) {
  const { decision } = asking.ask;
  if (decision.kind === "influence") return h(InfluenceAnswers, asking);
  if (decision.kind === "recruit") return h(RecruitAnswers, asking);
  if (isSet(decision)) return h(SetAnswers, asking);
  return h(PlainAnswers, asking);
}

/** One button for each answer. @param {Asking} asking */
function PlainAnswers(asking) {
  const { ask, picks } = asking;
  const no = refusals(ask.decision);
  const options = ask.decision.options.filter((option) => !no.includes(option));
  const shown = picks.building === null ? options : options.filter((option) => option.type === "Build" && option.building === picks.building);
  return div("answers",
    (shown.length > 0 ? shown : options).map((option) => answer(asking, option)), no.map((option) => answer(asking, option)));
}

/** A button that plays an answer. @param {Asking} asking @param {AnyAction} action @param {string} [className] */
function answer(asking, action, className = "") {
  const { ask, isSent, play } = asking;
  const at = ask.decision.options.indexOf(action);
  const isNo = action.type === "Pass" || action.type === "Done";
  return button({ key: at, class: `answer ${isNo ? "no" : ""} ${className}`, onClick: () => play(action), off: isSent, label: ask.texts[at] ?? undefined },
    face(asking, action) ?? ask.texts[at] ?? action.type);
}

/** How an answer looks on its button. @param {Asking} asking @param {AnyAction} action @returns {Child} */
function face(asking, action) {
  const { names, view, ask } = asking;
  const seat = view.seat;
  switch (action.type) {
    case "Pass":
    case "Done": {
      const text = ask.texts[ask.decision.options.indexOf(action)];
      return span("title", text ?? t(action.type === "Pass" ? "pass" : "done"));
    }
    case "Influence":
      return [span("title", names.places.get(action.advisor)?.name), way(asking, action)];
    case "Build": {
      const card = names.cards.get(action.building);
      return [span("title", card?.name, card?.vp ? amount(names, "vp", card.vp) : null),
        span("price", bag(names, action.pay, "−"), action.envoy ? resourceIcon("envoy", names.resource("envoy")) : null)];
    }
    case "Recruit":
      return [span("title", amount(names, "soldier", action.soldiers, "+")), span("price", bag(names, action.pay, "−"))];
    case "Use":
      return [span("title", names.of(action.card)), action.card !== ask.decision.source && span("text", names.text(action.card)),
        Object.keys(action.pay ?? {}).length > 0 && span("price", bag(names, action.pay ?? {}, "−"))];
    case "Take":
      return span("title", bag(names, action.gain, "+"));
    case "Give":
      return span("title", bag(names, action.lose, "−"));
    case "Pay":
      return span("title", bag(names, action.price, "−"));
    case "Bid":
      return span("title", bag(names, action.price));
    case "Trade":
      return span("title", bag(names, action.pay, "−"), h("span", { class: "to", "aria-hidden": "true" }, "→"), bag(names, action.gain, "+"));
    case "Choose":
      return action.things.length === 0 ? span("title", t("none")) : action.things.map((thing, at) => h(Thing, { key: at, asking, thing }));
    case "ChooseDie":
      return die(action.value, seat, { bonus: action.bonus ?? false, size: "large" });
    default:
      return null;
  }
}

/** Something that can be chosen: a card, an advisor, a player, a resource, a number, an option of a card. @param {{ asking: Asking, thing: AnyThing }} props */
function Thing({ asking: { names, view, ask }, thing }) {
  switch (thing.type) {
    case "CardThing": {
      const card = names.cards.get(thing.card);
      return [span("title", card?.name ?? thing.card), span("text", names.text(thing.card))];
    }
    case "AdvisorThing": {
      const place = names.places.get(thing.advisor);
      return span("title", span("rank", place?.rank), place?.name ?? thing.advisor);
    }
    case "PlayerThing":
      return span("title", mark(thing.player), view.table.players[thing.player]?.name);
    case "ResourceThing":
      return span("title", resourceIcon(thing.resource, names.resource(thing.resource)), names.resource(thing.resource));
    case "NumberThing":
      return span("title", thing.number);
    case "OptionThing": {
      const name = names.option(thing.option, ask.decision.source);
      return span("title", names.resources.has(thing.option) ? resourceIcon(thing.option, name) : null, name);
    }
  }
}

/** Several things, or none, then one button. @param {Asking} asking */
function SetAnswers(asking) {
  const { ask, picks, changed, isSent, play } = asking;
  const things = choosable(ask.decision);
  const action = chosen(ask.decision, things.filter((_, at) => picks.things.has(at)));
  return div("answers",
    things.map((thing, at) => button({ key: at, class: "answer pick", pressed: picks.things.has(at), onClick: () => toggle(at) }, h(Thing, { asking, thing }))),
    button({ class: "answer go", off: isSent || action === undefined, onClick: () => action && play(action) },
      span("title", picks.things.size === 0 ? t("chooseNone") : t("chooseThese", { count: picks.things.size }))),
    refusals(ask.decision).map((option) => answer(asking, option)));

  /** @param {number} at */
  function toggle(at) {
    if (!picks.things.delete(at)) picks.things.add(at);
    changed();
  }
}

/** First how many soldiers, then how to pay for them. @param {Asking} asking */
function RecruitAnswers(asking) {
  const { ask, picks, names, changed } = asking;
  const recruits = ask.decision.options.filter((option) => option.type === "Recruit");
  const numbers = [...new Set(recruits.map((option) => option.soldiers))].sort((one, other) => one - other);
  if (recruits.length <= 4) return h(PlainAnswers, asking);
  const number = picks.soldiers ?? numbers[0] ?? 1;
  return div("steps",
    h("div", { class: "choice", role: "group", "aria-label": names.resource("soldier", 2) }, icon("soldier"),
      numbers.map((one) => button({ key: one, class: "number", pressed: one === number, onClick: () => { picks.soldiers = one; changed(); } }, `+${one}`))),
    div("answers", recruits.filter((option) => option.soldiers === number).map((option) => answer(asking, option)),
      refusals(ask.decision).map((option) => answer(asking, option))));
}

/** Pick dice or an advisor, in any order; the ways that are left are buttons. @param {Asking} asking */
function InfluenceAnswers(asking) {
  const { ask, picks, view, names, changed } = asking;
  const me = view.table.players[ask.decision.player];
  const own = me?.dice ?? [];
  const bonus = me?.bonus ?? [];
  const { ways, exact } = influences(ask.decision, picks, own, bonus);
  const shown = picks.advisor === null ? exact : waysTo(ways, picks.advisor);
  const tokens = Math.max(0, ...ask.decision.options.map((option) => (option.type === "Influence" ? option.plus2 ?? 0 : 0)));
  const sum = [...own, ...bonus].reduce((total, value, at) => total + (picks.dice.has(at) ? value : 0), 2 * picks.plus2);
  const isPicking = picks.dice.size > 0 || picks.advisor !== null || picks.plus2 > 0;
  return div("steps",
    h("div", { class: "tray", role: "group", "aria-label": t("myDice") },
      own.map((value, at) => dieButton(value, at, false)),
      bonus.map((value, at) => dieButton(value, own.length + at, true)),
      tokens > 0 && button({ class: "die-button", pressed: picks.plus2 > 0, label: names.resource("plus2"),
        onClick: () => { picks.plus2 = (picks.plus2 + 1) % (tokens + 1); changed(); } },
      resourceIcon("plus2", names.resource("plus2")), picks.plus2 > 1 ? `×${picks.plus2}` : ""),
      h("output", { class: "sum", "aria-label": t("total") }, sum > 0 ? `= ${sum}` : "")),
    div("answers ways",
      shown.length > 0 ? shown.map((option) => answer(asking, option, "go"))
        : p("advice", isPicking ? t("noWay") : t("pickDice")),
      refusals(ask.decision).map((option) => answer(asking, option))));

  /** @param {number} value @param {number} at @param {boolean} isBonus */
  function dieButton(value, at, isBonus) {
    return button({ key: at, class: "die-button", pressed: picks.dice.has(at), label: isBonus ? t("bonusDie", { value }) : String(value),
      onClick: () => pickDie(picks, at, changed) }, die(value, view.seat, { bonus: isBonus, size: "large" }));
  }
}

/** @param {Picks} picks @param {number} at @param {() => void} changed */
export function pickDie(picks, at, changed) {
  if (!picks.dice.delete(at)) picks.dice.add(at);
  changed();
}

/** The dice and helps of a way to influence. @param {Asking} asking @param {Influence} option */
function way({ names, view }, option) {
  const { dice, bonus = [], plus2 = 0, via = [], envoy = false } = option;
  return span("way",
    dice.map((value, at) => die(value, view.seat, { size: "small", key: at })),
    bonus.map((value, at) => die(value, view.seat, { bonus: true, size: "small", key: `b${at}` })),
    Array.from({ length: plus2 }, (_, at) => h("span", { key: `t${at}` }, resourceIcon("plus2", names.resource("plus2")))),
    envoy && resourceIcon("envoy", names.resource("envoy")),
    via.map((card) => h("span", { key: card, class: "via" }, names.of(card))));
}

/** What the asked player is to do, in a sentence, with whom it is about. @param {Asking} asking */
export function Question({ ask, view, names }) {
  const { decision } = ask;
  const about = (decision.about ?? []).map((thing) => (thing.type === "CardThing" ? names.of(thing.card) : thing.type === "AdvisorThing" ? names.places.get(thing.advisor)?.name : null)).filter(Boolean);
  const card = names.cards.get(decision.source);
  const whom = decision.whom === null || decision.whom === undefined ? null : view.table.players[decision.whom];
  return div("question",
    h("h2", { tabIndex: -1, id: "question" }, ask.text),
    (card || whom || about.length > 0) && p("source",
      card && h("span", {}, h("b", {}, card.name), card.text ? ` · ${card.text}` : ""),
      whom && span(`whom ${colour(decision.whom ?? null)}`, mark(decision.whom ?? null), t("forPlayer", { name: whom.name })),
      about.length > 0 && h("span", {}, about.join(", "))));
}

