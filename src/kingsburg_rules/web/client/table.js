// The page of a table: before the start, while people play, and after the end.

import { h } from "./vendor/preact.js";
import { choosable, influences, isSet, Picks, pickedDice } from "./answers.js";
import { Battle, Calendar, Court, InForce, Players, Province, Purse, Results, Winter } from "./board.js";
import { Answers, pickDie, Question } from "./dock.js";
import { button, div, mark, p, sign, span, ul } from "./pieces.js";
import { Session } from "./session.js";
import { Menu } from "./menu.js";
import { set, settings, t } from "./settings.js";
import { seatsAt, sit } from "./seats.js";

/** @import { AnyAction, AnyEvent, CatalogCard, CatalogPlace } from "./contract/types.js" */
/** @import { Connection, Forecast, Hint, Person } from "./messages.js" */
/** @import { Child } from "./vendor/preact.js" */
/** @import { Scene } from "./board.js" */

/** How long a message stays, in milliseconds. */
const STAYS = 7000;

/** How the client counts clocks down, in milliseconds. */
const TICK = 1000;

export class TablePage {
  /** One for each seat of this browser; or one for a spectator. @type {Session[]} */
  sessions = [];
  /** Which of the sessions is on the screen. */
  at = 0;
  /** In a hot seat: the seat that must take the screen first. @type {number | null} */
  curtain = null;
  picks = new Picks();
  #asked = -1;
  isSent = false;
  /** @type {number | null} Whose province is shown, if it is not one's own. */
  looksAt = null;
  /** @type {{ title: string, text: string } | null} A card that is looked at. */
  card = null;
  /** @type {string | null} A message, for example why something is not possible. */
  note = null;
  /** @type {Hint | null} */
  hint = null;
  /** @type {Forecast | null} */
  odds = null;
  #oddsFor = "";
  side = "log";
  #noteTimer = 0;
  #ticker = 0;

  /** @param {Connection} connection @param {string} table @param {() => void} draw */
  constructor(connection, table, draw) {
    this.connection = connection;
    this.table = table;
    this.draw = draw;
    this.enter();
    addEventListener("keydown", this.#key);
    this.#ticker = setInterval(() => {
      if (this.session.people.some((person) => person.clock !== null && person.clock !== undefined)) draw();
    }, TICK);
  }

  /** Connect with every seat that this browser has. */
  enter() {
    for (const session of this.sessions) session.leave();
    const tokens = Object.values(seatsAt(this.table));
    this.sessions = (tokens.length > 0 ? tokens : [null]).map((token) => new Session(this.connection, this.table, token, () => this.#changed()));
    this.at = 0;
    for (const session of this.sessions) session.isShown = session === this.session;
  }

  leave() {
    clearInterval(this.#ticker);
    removeEventListener("keydown", this.#key);
    for (const session of this.sessions) session.leave();
  }

  /** After a change of the language. */
  again() {
    for (const session of this.sessions) session.hello(true);
    this.#oddsFor = "";
  }

  /** @returns {Session} */
  get session() {
    return /** @type {Session} */ (this.sessions[this.at]);
  }

  #changed() {
    this.#turnScreen();
    const asked = this.session.ask?.decision.id ?? -1;
    if (asked !== this.#asked) {
      this.#asked = asked;
      this.picks = new Picks();
      this.isSent = false;
      this.hint = null;
      this.card = null;
      this.note = null;
      if (asked >= 0) this.looksAt = null;
    }
    this.#foresee();
    this.draw();
    document.title = asked >= 0 ? `● ${t("yourTurn")}` : "Kingsburg";
  }

  /** In a hot seat, give the screen to who is asked, once the one who had it has seen the news. */
  #turnScreen() {
    if (this.sessions.length < 2 || this.session.ask !== null || this.session.isBusy) return;
    const next = this.sessions.findIndex((session) => session.ask !== null && !session.isBusy);
    if (next < 0) return;
    this.session.isShown = false;
    this.at = next;
    this.session.isShown = true;
    this.curtain = this.session.welcome?.seat ?? null;
  }

  /** Ask for the odds once in each phase. */
  #foresee() {
    const { view, welcome } = this.session;
    if (view === null || welcome?.seat === null || view.table.over || this.session.isBusy) return;
    const { year, phase } = view.table;
    const now = `${this.at} ${year} ${phase}`;
    if (now === this.#oddsFor) return;
    this.#oddsFor = now;
    if (view.table.enemy) return;
    this.session.odds().then((odds) => { this.odds = odds; this.draw(); }, () => { this.odds = null; });
  }

  /** Say something for a while. @param {string} text */
  say(text) {
    clearTimeout(this.#noteTimer);
    this.note = text;
    this.card = null;
    this.#noteTimer = setTimeout(() => { this.note = null; this.draw(); }, STAYS);
    this.draw();
  }

  /** @param {AnyAction} action */
  play = (action) => {
    if (this.isSent) return;
    this.isSent = true;
    this.draw();
    this.session.play(action).catch((problem) => { this.isSent = false; this.say(problem.message || t("lost")); });
  };

  /** The seat of this browser that may take its last answer back. */
  get undoer() {
    return this.sessions.find((session) => session.canUndo);
  }

  undo = () => {
    this.undoer?.undo().catch((problem) => this.say(problem.message));
  };

  /** The record of the finished game. @returns {Promise<string>} */
  async #record() {
    const token = Object.values(seatsAt(this.table))[0];
    const query = token === undefined ? "" : `?token=${encodeURIComponent(token)}`;
    const record = await this.connection.request("GET", `api/tables/${this.table}/record${query}`);
    return typeof record === "string" ? record : JSON.stringify(record);
  }

  async replay() {
    try {
      const { packed } = await import("./packing.js");
      location.hash = `#/replay/0/${await packed(await this.#record())}`;
    } catch (problem) {
      this.say(/** @type {Error} */ (problem).message);
    }
  }

  async save() {
    try {
      const address = URL.createObjectURL(new Blob([await this.#record()], { type: "application/json" }));
      Object.assign(document.createElement("a"), { href: address, download: "kingsburg.json" }).click();
      URL.revokeObjectURL(address);
    } catch (problem) {
      this.say(/** @type {Error} */ (problem).message);
    }
  }

  help = () => {
    this.session.hint().then((hint) => { this.hint = hint; this.card = null; this.draw(); }, (problem) => this.say(problem.message));
  };

  /** @param {CatalogPlace} place */
  onAdvisor = (place) => {
    const { ask, view, names } = this.session;
    if (view === null || names === null) return;
    this.session.flush();
    const asked = this.session.ask ?? ask;
    if (asked?.decision.kind === "influence") {
      const me = view.table.players[asked.decision.player];
      const { ways } = influences(asked.decision, this.picks, me?.dice ?? [], me?.bonus ?? []);
      if (ways.some((way) => way.advisor === place.id)) {
        this.picks.advisor = this.picks.advisor === place.id ? null : place.id;
        this.#look(place.card, view.table.tiles?.[place.id]);
        return;
      }
      this.#whyNot(place, me?.dice ?? [], me?.bonus ?? []);
    }
    const action = asked?.decision.options.find((option) => option.type === "Choose" && option.things.length === 1 &&
      option.things[0]?.type === "AdvisorThing" && option.things[0].advisor === place.id);
    if (action && asked && !isSet(asked.decision)) this.play(action);
    else this.#pickThing((thing) => thing.type === "AdvisorThing" && thing.advisor === place.id);
    this.#look(place.card, view.table.tiles?.[place.id]);
  };

  /** @param {CatalogPlace} place @param {readonly number[]} own @param {readonly number[]} bonus */
  #whyNot(place, own, bonus) {
    const picked = pickedDice(this.picks, own, bonus);
    const isNone = picked.dice.length + picked.bonus.length === 0;
    const dice = isNone ? own : picked.dice;
    /** @type {AnyAction} */
    const action = { type: "Influence", advisor: place.id, dice, ...(picked.bonus.length > 0 ? { bonus: picked.bonus } : {}) };
    this.session.whyNot(action).then(({ violation }) => {
      if (violation?.sentence) this.say(violation.sentence);
    }, (problem) => this.say(problem.message));
  }

  /** @param {CatalogCard} card */
  onCard = (card) => {
    const { ask } = this.session;
    if (ask?.decision.kind === "build" && ask.decision.options.some((option) => option.type === "Build" && option.building === card.id)) {
      this.picks.building = this.picks.building === card.id ? null : card.id;
    }
    this.#pickThing((thing) => thing.type === "CardThing" && thing.card === card.id);
    this.#look(card.id);
  };

  /** Pick one of several things on the board. @param {(thing: import("./contract/types.js").AnyThing) => boolean} isIt */
  #pickThing(isIt) {
    const { ask } = this.session;
    if (ask === null || !isSet(ask.decision)) return;
    const at = choosable(ask.decision).findIndex(isIt);
    if (at >= 0 && !this.picks.things.delete(at)) this.picks.things.add(at);
  }

  /** @param {string} id @param {string} [tile] */
  #look(id, tile) {
    const { names } = this.session;
    if (names === null) return;
    this.card = { title: names.of(id), text: names.text(tile ?? id) };
    this.note = null;
    this.draw();
  }

  /** @param {number} seat */
  onPlayer = (seat) => {
    this.looksAt = seat;
    this.draw();
    document.querySelector(".province")?.scrollIntoView({ block: "nearest" });
  };

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, textarea, select")) return;
    const { ask, view } = this.session;
    if (event.key === "Escape") {
      this.card = this.note = this.hint = null;
      this.picks = new Picks();
    } else if (event.key === "u") this.undo();
    else if (event.key === "h" && ask) this.help();
    else if (event.key === "n") this.session.flush();
    else if (ask && view && /^[1-9]$/.test(event.key)) {
      if (!this.#keyPick(Number(event.key))) return;
    } else return;
    event.preventDefault();
    this.draw();
  };

  /** Pick the next die with this value, or the answer with this number. @param {number} number */
  #keyPick(number) {
    const { ask, view } = this.session;
    if (ask?.decision.kind === "influence") {
      const me = view?.table.players[ask.decision.player];
      const dice = [...(me?.dice ?? []), ...(me?.bonus ?? [])];
      const at = dice.findIndex((value, index) => value === number && !this.picks.dice.has(index));
      if (at >= 0) pickDie(this.picks, at, () => {});
      return at >= 0;
    }
    const buttons = document.querySelectorAll(".answers button");
    const found = /** @type {HTMLElement | undefined} */ (buttons[number - 1]);
    found?.focus();
    return found !== undefined;
  }

  /** @returns {Child} */
  render() {
    const { session } = this;
    if (session.closed !== null) return h("main", { class: "page" }, p("notice", session.closed), h("a", { href: "#/" }, t("toLobby")));
    if (session.welcome === null) return h("main", { class: "page" }, h("p", { class: "loading", role: "status" }, t("connecting")));
    if (session.view === null || session.names === null) return h(Waiting, { page: this });
    return h(Playing, { page: this });
  }
}

/** Before the start: who sits where. @param {{ page: TablePage }} props */
function Waiting({ page }) {
  const { session } = page;
  const { welcome, people } = session;
  const mine = seatsAt(page.table);
  const open = people.filter((person) => person.kind === "open");
  return h("main", { class: "page waiting" },
    h("header", { class: "bar" }, h("a", { class: "brand", href: "#/" }, sign("back"), t("lobby")), h(Menu, { onLanguage: () => page.again() })),
    h("h1", {}, welcome?.title),
    h("p", {}, t("invite")),
    div("invite", h("code", {}, location.href), button({ onClick: () => copy(page, location.href) }, sign("link"), t("copyLink"))),
    (open.length > 0 || Object.keys(mine).length === 1) && h("label", { class: "my-name" }, t("yourName"),
      h("input", { value: people.find((person) => String(person.seat) in mine)?.name ?? settings.name, maxLength: 40, autocomplete: "nickname",
        onChange: (event) => rename(page, event.target.value.trim()) })),
    ul("seats", people.map((person) => h("li", { key: person.seat, class: `seat p${person.seat % 8}` },
      mark(person.seat), span("name", person.name || t("openSeat")),
      span("soft", person.kind === "bot" ? t("bot") : person.kind === "person" ? (person.here ? t("here") : t("away")) : ""),
      person.kind === "open" && button({ onClick: () => take(page, person) }, t("sitDown"))))),
    welcome?.host
      ? button({ class: "primary", onClick: () => { session.request("start", { bots: open.length > 0 }).catch((problem) => page.say(problem.message)); } },
        open.length > 0 ? t("startWithBots") : t("start"))
      : h("p", { class: "soft", role: "status" }, Object.keys(mine).length > 0 ? t("waitForStart") : t("youWatch")),
    h(Chat, { page }),
    h("p", { class: "note", role: "status" }, page.note));
}

/** Take another name, now or with the seat. @param {TablePage} page @param {string} name */
async function rename(page, name) {
  if (name === "") return;
  await set({ name });
  if (page.session.welcome?.seat === null) return;
  page.session.request("rename", { name }).catch((problem) => page.say(problem.message));
}

/** @param {TablePage} page @param {Person} person */
async function take(page, person) {
  try {
    await sit(page.connection, page.table, person.seat);
    page.enter();
  } catch (problem) {
    page.say(/** @type {Error} */ (problem).message);
  }
}

/** @param {TablePage} page @param {string} text */
async function copy(page, text) {
  await navigator.clipboard?.writeText(text);
  page.say(t("copied"));
}

/** @param {{ page: TablePage }} props */
function Playing({ page }) {
  const scene = sceneOf(page);
  const { session } = page;
  const { view } = scene;
  const { table } = view;
  if (page.curtain !== null) return h(Curtain, { page, name: table.players[page.curtain]?.name ?? "" });
  const isOver = table.over && !session.isBusy;
  return div(`table ${colour(view.seat)}`,
    h("a", { class: "skip", href: "#question", onClick: (event) => { event.preventDefault(); document.getElementById("question")?.focus(); } }, t("skip")),
    h("header", { class: "bar" },
      h("a", { class: "brand", href: "#/", "aria-label": t("lobby") }, sign("back")),
      h(Calendar, { scene }), h(Menu, { onLanguage: () => page.again() })),
    h("main", {},
      h("h1", { class: "unseen" }, session.welcome?.title),
      div("stage", isOver ? h(Results, { scene }) : table.enemy ? h(Battle, { scene }) : h(Court, { scene })),
      !isOver && h(Dock, { page, scene }),
      h(Province, { scene })),
    h("aside", { "aria-label": t("aside") }, h(Players, { scene }), h(Winter, { scene, odds: table.enemy ? null : page.odds }), h(InForce, { scene }), h(Side, { page })));
}

/** @param {number | null} seat */
const colour = (seat) => (seat === null ? "" : `seat p${seat % 8}`);

/** @param {TablePage} page @returns {Scene} */
function sceneOf(page) {
  const { session } = page;
  const view = /** @type {import("./contract/types.js").SeatView} */ (session.view);
  const names = /** @type {import("./names.js").Names} */ (session.names);
  const { lit, litCards } = lights(page);
  return {
    view, names, people: session.people, lit, litCards, fresh: touched(session.fresh),
    shown: page.looksAt ?? view.seat ?? view.table.turn_order[0] ?? 0,
    isAsked: lit.size > 0 || session.ask?.decision.kind === "influence",
    onAdvisor: page.onAdvisor, onCard: page.onCard, onPlayer: page.onPlayer,
    ...(view.seat === null ? {} : { onTakeover: (/** @type {Person} */ person) => { session.request("takeover", { seat: person.seat, by: "greedy" }).catch((problem) => page.say(problem.message)); } }),
    passed: (Date.now() - session.heard) / 1000,
    onReplay: () => page.replay(), onSave: () => page.save(),
  };
}

/** What answers the question on the board. @param {TablePage} page */
function lights({ session: { ask, view }, picks }) {
  /** @type {Map<string, "can" | "exact" | "chosen">} */
  const lit = new Map();
  /** @type {Set<string>} */
  const litCards = new Set();
  if (ask === null || view === null) return { lit, litCards };
  const { decision } = ask;
  if (decision.kind === "influence") {
    const me = view.table.players[decision.player];
    const { ways, exact } = influences(decision, picks, me?.dice ?? [], me?.bonus ?? []);
    for (const way of ways) lit.set(way.advisor, "can");
    for (const way of exact) lit.set(way.advisor, "exact");
    if (picks.advisor !== null) lit.set(picks.advisor, "chosen");
  }
  for (const option of decision.options) {
    if (option.type === "Build") litCards.add(option.building);
    if (option.type !== "Choose") continue;
    for (const thing of option.things) {
      if (thing.type === "AdvisorThing") lit.set(thing.advisor, "exact");
      if (thing.type === "CardThing") litCards.add(thing.card);
    }
  }
  if (isSet(decision)) {
    choosable(decision).forEach((thing, at) => { if (picks.things.has(at) && thing.type === "AdvisorThing") lit.set(thing.advisor, "chosen"); });
  }
  return { lit, litCards };
}

/** The ids that events name: advisors and cards. @param {readonly AnyEvent[]} events @returns {Set<string>} */
function touched(events) {
  /** @type {Set<string>} */
  const ids = new Set();
  for (const event of events) {
    for (const key of ["advisor", "to_advisor", "building", "card", "tile", "enemy"]) {
      const value = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (event))[key];
      if (typeof value === "string") ids.add(value);
    }
  }
  return ids;
}

/** The screen of a hot seat, while it changes hands. @param {{ page: TablePage, name: string }} props */
function Curtain({ page, name }) {
  return h("main", { class: "page curtain" },
    mark(page.curtain), h("h1", {}, t("passTo", { name })), p("soft", t("noPeeking")),
    button({ class: "primary", onClick: () => { page.curtain = null; page.draw(); } }, t("iAm", { name })));
}

/** What is asked, and what can be said about it. @param {{ page: TablePage, scene: Scene }} props */
function Dock({ page, scene }) {
  const { session, picks, isSent, play, draw, hint } = page;
  const { ask } = session;
  const { view, names } = scene;
  const asking = ask && { ask, view, names, picks, isSent, play, changed: draw };
  return h("section", { class: `dock ${ask ? "asks" : ""}`, "aria-label": t("decision") },
    session.isLost && h("p", { class: "lost", role: "alert" }, t("lost")),
    div("head",
      asking ? h(Question, asking) : div("question", h("h2", { id: "question", tabIndex: -1, class: "quiet" }, waitingFor(page))),
      h(Purse, { scene }),
      div("tools",
        session.isBusy && button({ class: "tool", onClick: () => session.flush(), label: t("showAll") }, sign("next")),
        view.seat !== null && button({ class: "tool take-back", onClick: page.undo, label: t("undo"), off: page.undoer === undefined }, sign("undo")),
        view.seat !== null && button({ class: "tool ask-hint", onClick: page.help, label: t("hint"), off: !ask }, sign("hint")))),
    h("div", { class: "about", role: "status" },
      page.note ? p("note", page.note)
        : hint && ask ? p("hint", h("b", {}, hint.text), " ", (hint.why ?? []).join(" "), " ", button({ class: "link", onClick: () => play(hint.action) }, t("doIt")))
          : page.card ? p("card-text", h("b", {}, page.card.title), " · ", page.card.text) : null),
    asking && h(Answers, asking));
}

/** @param {TablePage} page */
function waitingFor({ session }) {
  const { view } = session;
  if (view === null) return "";
  if (view.table.over) return t("gameOver");
  const names = [...new Set((view.pending ?? []).map((owed) => view.table.players[owed.player]?.name ?? ""))];
  return session.isBusy || names.length === 0 ? session.log.at(-1)?.text ?? "" : t("waitsFor", { names: names.join(", ") });
}

/** The log and the chat. @param {{ page: TablePage }} props */
function Side({ page }) {
  const { session, side } = page;
  const tab = (/** @type {string} */ name, /** @type {string} */ title) =>
    button({ class: "tab", pressed: side === name, onClick: () => { page.side = name; page.draw(); } }, title);
  return h("section", { class: "side" },
    div("tabs", tab("log", t("log")), tab("chat", session.chat.length > 0 ? `${t("chat")} (${session.chat.length})` : t("chat")),
      session.watching > 0 && span("soft watching", t("watching", { count: session.watching }))),
    side === "chat" ? h(Chat, { page }) : h(Log, { lines: session.log }));
}

/** @param {{ lines: readonly import("./messages.js").Line[] }} props */
export function Log({ lines }) {
  return h("div", { class: "log", role: "log", tabIndex: 0, "aria-label": t("log") },
    h("ol", {}, [...lines].reverse().map((line, at) => h("li", { key: `${line.seq}-${lines.length - at}` }, line.text))));
}

/** @param {{ page: TablePage }} props */
function Chat({ page }) {
  const { session } = page;
  return div("chat",
    h("form", { onSubmit: (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("text"));
      const text = field.value.trim();
      if (text === "") return;
      field.value = "";
      session.request("chat", { text }).catch((problem) => page.say(problem.message));
    } },
    h("input", { name: "text", maxLength: 300, autocomplete: "off", "aria-label": t("write"), placeholder: t("write") }),
    button({ type: "submit", label: t("send"), onClick: () => {} }, sign("send"))),
    h("ol", { class: "said", "aria-live": "polite", "aria-label": t("chat") }, [...session.chat].reverse().map((line, at) =>
      h("li", { key: session.chat.length - at }, line.seat !== null && mark(line.seat), h("b", {}, line.name ?? t("spectator")), " ", line.text))));
}

