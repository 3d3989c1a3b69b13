// The page of a table while people play, and after the end.

import { h, html } from "../vendor/preact.js";
import { Dock } from "../decision/dock.js";
import { GoOn } from "../decision/go-on.js";
import { choosable, influences, isSet } from "../decision/picks.js";
import { HelpButton } from "../help/button.js";
import { Menu } from "../menu/menu.js";
import { button } from "../pieces/controls.js";
import { Popover } from "../pieces/popover.js";
import { sign } from "../pieces/signs.js";
import { t } from "../settings.js";
import { Board } from "./board.js";
import { Side } from "./side.js";

/** @import { Names, Scene, SeatView } from "../parts.js" */
/** @import { TablePage } from "./page.js" */

/** @param {{ page: TablePage, scene: Scene }} props */
export function Playing({ page, scene }) {
  const { session } = page;
  const isOver = scene.view.table.over === true && !session.isBusy.value;
  const skip = html`<a
    class="skip"
    href="#question"
    onClick=${(/** @type {Event} */ event) => {
      event.preventDefault();
      document.getElementById("question")?.focus();
    }}
    >${t("skip")}</a
  >`;
  return h(Board, {
    scene,
    title: session.welcome.value?.title ?? "",
    isOver,
    odds: page.odds.value,
    skip,
    menu: [
      page.unread > 0 &&
        button(
          { class: "tool unread", onClick: page.openChat, label: t("unread", { count: page.unread }) },
          html`${sign("chat")} <b>${page.unread}</b>`,
        ),
      h(HelpButton, {
        about: () => ({
          connection: session.connection,
          catalog: scene.names.catalog,
          phase: scene.view.table.phase,
          teach: scene.view.seat === null || isOver || page.guide.peek() ? undefined : page.teach,
        }),
      }),
      h(Menu, { onLanguage: () => page.again(), page }),
    ],
    dock: isOver
      ? html`<p class="note" role="status">${page.note.value}</p>`
      : h(session.isHeld.value ? GoOn : Dock, { page, scene }),
    boxes: h(Popover, { names: scene.names, view: scene.view }),
    guide: page.guide.value?.render(scene),
    side: h(Side, { page }),
  });
}

/** @param {TablePage} page @param {SeatView} view @param {Names} names @returns {Scene} */
export function sceneOf(page, view, names) {
  const { session, onAdvisor, onCard, onPlayer } = page;
  const { lit, litCards, preview } = lights(page, view);
  return {
    view,
    names,
    people: session.people.value,
    lit,
    litCards,
    preview,
    onAdvisor,
    onCard,
    onPlayer,
    fresh: freshOf(page),
    winter: session.winter.value,
    years: session.years.value,
    shown: page.looksAt.value ?? view.seat ?? view.table.turn_order[0] ?? 0,
    isAsked: lit.size > 0 || session.ask.value?.decision.kind === "influence",
    ...(view.seat === null
      ? {}
      : { onTakeover: ({ seat }) => session.tell("takeover", { seat, by: "greedy" }) }),
    passed: Math.max(0, page.now.value - session.heard.value) / 1000,
    ...(view.seat === null ? {} : { onRematch: page.rematch, onSameSettings: page.sameSettings }),
    onReplay: page.replay,
    onSave: page.save,
  };
}

/** What has just happened; in a province that one looks at, what last changed there. @param {TablePage} page */
function freshOf({ session, looksAt }) {
  const told = session.told.value;
  const events = session.fresh.value;
  return told && looksAt.value === told.seat ? [...events, told.event] : events;
}

/** What answers the question on the board. @param {TablePage} page @param {SeatView} view */
function lights(page, view) {
  const ask = page.session.ask.value;
  const picks = page.picks.value;
  /** @type {Map<string, "can" | "exact" | "chosen">} */
  const lit = new Map();
  /** @type {Set<string>} */
  const litCards = new Set();
  const options = ask?.decision.options ?? [];
  if (ask?.decision.kind === "influence") {
    const { dice = [], bonus = [] } = view.table.players[ask.decision.player] ?? {};
    const { ways, exact } = influences(ask.decision, picks, dice, bonus);
    for (const way of ways) lit.set(way.advisor, "can");
    for (const way of exact) lit.set(way.advisor, "exact");
    if (picks.advisor !== null) lit.set(picks.advisor, "chosen");
  }
  for (const option of options) {
    if (option.type === "Build") litCards.add(option.building);
    if (option.type !== "Choose") continue;
    for (const thing of option.things) {
      if (thing.type === "AdvisorThing") lit.set(thing.advisor, "exact");
      if (thing.type === "CardThing") litCards.add(thing.card);
    }
  }
  const picked =
    ask && isSet(ask.decision) ? choosable(ask.decision).filter((_, at) => picks.things.has(at)) : [];
  for (const thing of picked) if (thing.type === "AdvisorThing") lit.set(thing.advisor, "chosen");
  const preview = picked.flatMap((thing) => (thing.type === "CardThing" ? thing.card : []));
  return { lit, litCards, preview };
}
