// The page of a table: before the start, while people play, and after the end.

import { h } from "./vendor/preact.js";
import { choosable, influences, isSet, noPicks, pickedDice } from "./answers.js";
import { Calendar, InForce, Players, Province, Purse, Stage, Winter } from "./board.js";
import { Answers, Question, toggle } from "./dock.js";
import { button, color, div, mark, p, sign, span, ul } from "./pieces.js";
import { Session } from "./session.js";
import { Automation, Menu, MyName } from "./menu.js";
import { t } from "./settings.js";
import { seatsAt, sit } from "./seats.js";

/**
 * @import { AnyAction, AnyThing, CatalogCard, CatalogPlace, Connection, Forecast,
 *   Hint, LogLine, Names, Open, Scene, SeatView } from "./parts.js"
 */

/** How long a message stays, in milliseconds. */
const STAYS = 7000;

/** How long after the start of a phase the odds are asked for, in milliseconds. */
const ODDS = 300;

/** How the client counts clocks down, in milliseconds. */
const TICK = 1000;

/** @type {Open} */
export const open = (tables, draw, [id = ""]) => new TablePage(tables, id, draw);

class TablePage {
  /** One for each seat of this browser; or one for a spectator. @type {Session[]} */
  sessions = [];
  /** Which of the sessions is on the screen. */
  at = 0;
  /** In a hot seat: the seat that must take the screen first. @type {number | null} */
  curtain = null;
  picks = noPicks();
  #asked = -1;
  #isBegun = false;
  isSent = false;
  /** Whose province is shown, if it is not one's own. @type {number | null} */
  looksAt = null;
  /** A card that is looked at. @type {{ title: string, text: string } | null} */
  card = null;
  /** A message, for example why something is not possible. @type {string | null} */
  note = null;
  /** @type {Hint | null} */
  hint = null;
  /** @type {Forecast | null} */
  odds = null;
  #oddsFor = "";
  side = "log";
  #noteTimer = 0;
  #oddsTimer = 0;
  #ticker = 0;

  /** @param {Connection} connection @param {string} table @param {() => void} draw */
  constructor(connection, table, draw) {
    this.connection = connection;
    this.table = table;
    this.draw = draw;
    this.enter();
    addEventListener("keydown", this.#key);
    this.#ticker = setInterval(() => {
      if (this.session.people.some((person) => person.clock !== null)) draw();
    }, TICK);
  }

  /** Connect with every seat that this browser has. */
  enter() {
    for (const session of this.sessions) session.leave();
    const tokens = Object.values(seatsAt(this.table));
    this.sessions = (tokens.length > 0 ? tokens : [null]).map(
      (token) =>
        new Session(
          this.connection,
          this.table,
          token,
          () => this.#changed(),
          (why) => this.say(why),
        ),
    );
    this.at = 0;
    for (const session of this.sessions) session.isShown = session === this.session;
  }

  leave() {
    clearInterval(this.#ticker);
    clearTimeout(this.#oddsTimer);
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
    if (this.session.view !== null && !this.#isBegun) scrollTo(0, 0);
    this.#isBegun = this.session.view !== null;
    const asked = this.session.ask?.decision.id ?? -1;
    this.draw();
    if (asked !== this.#asked) {
      this.#asked = asked;
      this.picks = noPicks();
      this.isSent = false;
      this.hint = this.card = this.note = null;
      if (asked >= 0) this.looksAt = null;
      queueMicrotask(readOn);
    }
    this.#foresee();
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

  /** Ask for the odds once in each phase, a moment later: answers go first. */
  #foresee() {
    const { view, welcome } = this.session;
    if (view === null || welcome?.seat === null || view.table.over || this.session.isBusy) return;
    const { year, phase } = view.table;
    const now = `${this.at} ${year} ${phase}`;
    if (now === this.#oddsFor) return;
    this.#oddsFor = now;
    clearTimeout(this.#oddsTimer);
    if (view.table.enemy) return;
    this.#oddsTimer = setTimeout(
      () =>
        this.session.request("odds").then(
          (odds) => {
            this.odds = odds;
            this.draw();
          },
          () => {
            this.odds = null;
          },
        ),
      ODDS,
    );
  }

  /** Say something for a while. @param {string} text */
  say(text) {
    clearTimeout(this.#noteTimer);
    this.note = text;
    this.card = null;
    this.#noteTimer = setTimeout(() => {
      this.note = null;
      this.draw();
    }, STAYS);
    this.draw();
  }

  /** @param {AnyAction} action */
  play = (action) => {
    if (this.isSent) return;
    this.isSent = true;
    this.draw();
    this.session.play(action).catch((problem) => {
      this.isSent = false;
      this.say(problem.message);
    });
  };

  /** The seat of this browser that may take its last answer back. */
  get undoer() {
    return this.sessions.find((session) => session.canUndo);
  }

  undo = () => {
    this.undoer?.undo();
  };

  /** Do something with the record of the finished game. @param {(record: string) => unknown} use */
  async #withRecord(use) {
    const token = Object.values(seatsAt(this.table))[0];
    const query = token === undefined ? "" : `?token=${encodeURIComponent(token)}`;
    try {
      const record = await this.connection.request("GET", `api/tables/${this.table}/record${query}`);
      await use(typeof record === "string" ? record : JSON.stringify(record));
    } catch (problem) {
      this.say(/** @type {Error} */ (problem).message);
    }
  }

  replay = () =>
    this.#withRecord(async (record) => {
      const { packed } = await import("./packing.js");
      location.hash = `#/replay/0/${await packed(record)}`;
    });

  save = () =>
    this.#withRecord((record) => {
      const address = URL.createObjectURL(new Blob([record], { type: "application/json" }));
      Object.assign(document.createElement("a"), { href: address, download: "kingsburg.json" }).click();
      URL.revokeObjectURL(address);
    });

  help = () => {
    this.session.request("hint").then(
      (hint) => {
        this.hint = hint;
        this.card = null;
        this.draw();
      },
      (problem) => this.say(problem.message),
    );
  };

  /** @param {CatalogPlace} place */
  onAdvisor = (place) => {
    this.session.flush();
    const { ask, view } = this.session;
    if (ask?.decision.kind === "influence" && view) {
      const { dice = [], bonus = [] } = view.table.players[ask.decision.player] ?? {};
      const { ways } = influences(ask.decision, this.picks, dice, bonus);
      if (!ways.some((way) => way.advisor === place.id)) return this.#whyNot(place, dice, bonus);
      this.picks.advisor = this.picks.advisor === place.id ? null : place.id;
    }
    const action =
      ask &&
      !isSet(ask.decision) &&
      ask.decision.options.find(
        (option) => option.type === "Choose" && option.things.some((thing) => isAdvisor(thing, place.id)),
      );
    if (action) this.play(action);
    this.#pickThing((thing) => isAdvisor(thing, place.id));
    this.#look(view?.table.tiles?.[place.id] ?? place.card, place.card);
  };

  /**
   * Say why an advisor does not light up, with the dice that are picked or all.
   * @param {CatalogPlace} place
   * @param {readonly number[]} own
   * @param {readonly number[]} white
   */
  #whyNot(place, own, white) {
    const { dice, bonus } = pickedDice(this.picks, own, white);
    const isNone = dice.length + bonus.length === 0;
    const action = {
      type: "Influence",
      advisor: place.id,
      dice: isNone ? own : dice,
      ...(bonus.length > 0 ? { bonus } : {}),
    };
    this.session.request("why_not", { action }).then(
      ({ text }) => {
        if (text) this.say(text);
      },
      (problem) => this.say(problem.message),
    );
  }

  /** @param {CatalogCard} card */
  onCard = ({ id }) => {
    const { ask } = this.session;
    if (ask?.decision.options.some((option) => option.type === "Build" && option.building === id))
      this.picks.building = this.picks.building === id ? null : id;
    this.#pickThing((thing) => thing.type === "CardThing" && thing.card === id);
    this.#look(id);
  };

  /** Pick one of several things on the board. @param {(thing: AnyThing) => boolean} isIt */
  #pickThing(isIt) {
    const { ask } = this.session;
    const at = ask && isSet(ask.decision) ? choosable(ask.decision).findIndex(isIt) : -1;
    if (at >= 0) toggle(this.picks.things, at);
  }

  /** @param {string} id @param {string} [named] */
  #look(id, named = id) {
    const { names } = this.session;
    this.card = names && { title: names.of(named), text: names.text(id) };
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
      this.picks = noPicks();
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
      const { dice = [], bonus = [] } = view?.table.players[ask.decision.player] ?? {};
      const at = [...dice, ...bonus].findIndex(
        (value, index) => value === number && !this.picks.dice.has(index),
      );
      if (at >= 0) this.picks.dice.add(at);
      return at >= 0;
    }
    const found = /** @type {HTMLElement | undefined} */ (
      document.querySelectorAll(".answers button")[number - 1]
    );
    found?.focus();
    return found !== undefined;
  }

  render() {
    const { session } = this;
    if (session.closed !== null)
      return h("main", { class: "page" }, p("problem", session.closed), h("a", { href: "#/" }, t("toLobby")));
    if (session.welcome === null)
      return h("main", { class: "page" }, h("p", { class: "loading", role: "status" }, t("connecting")));
    const { view, names } = session;
    if (view === null || names === null) return h(Waiting, { page: this });
    if (this.curtain !== null)
      return h(Curtain, { page: this, name: view.table.players[this.curtain]?.name ?? "" });
    return h(Playing, { page: this, scene: sceneOf(this, view, names) });
  }
}

/** @param {AnyAction} one @param {AnyAction} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Go on reading at the question, if the button that was used last is gone. */
function readOn() {
  if (document.activeElement === document.body)
    document.getElementById("question")?.focus({ preventScroll: true });
}

/** @param {AnyThing} thing @param {string} id */
const isAdvisor = (thing, id) => thing.type === "AdvisorThing" && thing.advisor === id;

/** Before the start: who sits where. @param {{ page: TablePage }} props */
function Waiting({ page }) {
  const { session } = page;
  const { welcome, people } = session;
  const mine = Object.keys(seatsAt(page.table)).length;
  const isOpen = people.some((person) => person.kind === "open");
  return h(
    "main",
    { class: "page waiting" },
    h(
      "header",
      { class: "bar" },
      h("a", { class: "brand", href: "#/" }, sign("back"), t("lobby")),
      h(Menu, { onLanguage: () => page.again() }),
    ),
    h("h1", {}, welcome?.title),
    h("p", {}, t("invite")),
    div(
      "invite",
      h("code", {}, location.href),
      button({ onClick: () => copy(page, location.href) }, sign("link"), t("copyLink")),
    ),
    (isOpen || mine === 1) && h(MyName, { session }),
    ul(
      "seats",
      people.map(({ seat, name, kind, here }) =>
        h(
          "li",
          { key: seat, class: color(seat) },
          mark(seat),
          span("name", name || t("openSeat")),
          span("soft", kind === "bot" ? t("bot") : kind === "person" && t(here ? "here" : "away")),
          kind === "open" && button({ onClick: () => take(page, seat) }, t("sitDown")),
        ),
      ),
    ),
    mine > 0 && h(Automation, { session }),
    welcome?.host
      ? button(
          { class: "primary", onClick: () => session.tell("start", { bots: isOpen }) },
          t(isOpen ? "startWithBots" : "start"),
        )
      : h("p", { class: "soft", role: "status" }, t(mine > 0 ? "waitForStart" : "youWatch")),
    h(Chat, { page }),
    h("p", { class: "note", role: "status" }, page.note),
  );
}

/** @param {TablePage} page @param {number} seat */
async function take(page, seat) {
  try {
    await sit(page.connection, page.table, seat);
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

/** @param {{ page: TablePage, scene: Scene }} props */
function Playing({ page, scene }) {
  const { session } = page;
  const { table, seat } = scene.view;
  const isOver = table.over === true && !session.isBusy;
  return div(
    `table ${seat === null ? "" : color(seat)}`,
    h(
      "a",
      {
        class: "skip",
        href: "#question",
        onClick: (event) => {
          event.preventDefault();
          document.getElementById("question")?.focus();
        },
      },
      t("skip"),
    ),
    h(
      "header",
      { class: "bar" },
      h("a", { class: "brand", href: "#/", "aria-label": t("lobby") }, sign("back")),
      h(Calendar, { scene }),
      h(Menu, { onLanguage: () => page.again(), session }),
    ),
    h(
      "main",
      {},
      h("h1", { class: "unseen" }, session.welcome?.title),
      h(Stage, { scene, isOver }),
      !isOver && h(Dock, { page, scene }),
      h(Province, { scene }),
    ),
    h(
      "aside",
      { "aria-label": t("aside") },
      h(Players, { scene }),
      h(Winter, { scene, odds: table.enemy ? null : page.odds }),
      h(InForce, { scene }),
      h(Side, { page }),
    ),
  );
}

/** @param {TablePage} page @param {SeatView} view @param {Names} names @returns {Scene} */
function sceneOf(page, view, names) {
  const { session, onAdvisor, onCard, onPlayer } = page;
  const { lit, litCards } = lights(page, view);
  return {
    view,
    names,
    people: session.people,
    lit,
    litCards,
    onAdvisor,
    onCard,
    onPlayer,
    fresh: new Set(
      session.fresh.flatMap((event) => Object.values(event)).filter((value) => typeof value === "string"),
    ),
    shown: page.looksAt ?? view.seat ?? view.table.turn_order[0] ?? 0,
    isAsked: lit.size > 0 || session.ask?.decision.kind === "influence",
    ...(view.seat === null
      ? {}
      : { onTakeover: ({ seat }) => session.tell("takeover", { seat, by: "greedy" }) }),
    passed: (Date.now() - session.heard) / 1000,
    onReplay: page.replay,
    onSave: page.save,
  };
}

/** What answers the question on the board. @param {TablePage} page @param {SeatView} view */
function lights({ session: { ask }, picks }, view) {
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
  if (ask && isSet(ask.decision)) {
    choosable(ask.decision).forEach((thing, at) => {
      if (picks.things.has(at) && thing.type === "AdvisorThing") lit.set(thing.advisor, "chosen");
    });
  }
  return { lit, litCards };
}

/** The screen of a hot seat, while it changes hands. @param {{ page: TablePage, name: string }} props */
function Curtain({ page, name }) {
  return h(
    "main",
    { class: "page curtain" },
    mark(page.curtain),
    h("h1", {}, t("passTo", { name })),
    p("soft", t("noPeeking")),
    button(
      {
        class: "primary",
        onClick: () => {
          page.curtain = null;
          page.draw();
        },
      },
      t("iAm", { name }),
    ),
  );
}

/** What is asked, and what can be said about it. @param {{ page: TablePage, scene: Scene }} props */
function Dock({ page, scene }) {
  const { session, picks, isSent, play, draw, hint, note, card } = page;
  const { ask } = session;
  const { view, names } = scene;
  const asking = ask && { ask, view, names, picks, isSent, play, changed: draw };
  return h(
    "section",
    { class: `dock ${ask ? "asks" : ""}`, "aria-label": t("decision") },
    session.isLost && h("p", { class: "lost", role: "alert" }, t("lost")),
    div(
      "head",
      asking
        ? h(Question, asking)
        : div(
            "question",
            h("h2", { id: "question", tabIndex: -1, class: "quiet" }, waitingFor(session, view)),
          ),
      h(Purse, { scene }),
      div(
        "tools",
        session.isBusy &&
          button({ class: "tool", onClick: () => session.flush(), label: t("showAll") }, sign("next")),
        view.seat !== null && [
          button(
            { class: "tool take-back", onClick: page.undo, label: t("undo"), off: !page.undoer },
            sign("undo"),
          ),
          button({ class: "tool ask-hint", onClick: page.help, label: t("hint"), off: !ask }, sign("hint")),
        ],
      ),
    ),
    h(
      "div",
      { class: "about", role: "status" },
      note
        ? p("note", note)
        : hint && ask
          ? div(
              "hint",
              h(
                "b",
                {},
                ask.texts[ask.decision.options.findIndex((option) => isSame(option, hint.action))] ??
                  hint.text,
              ),
              " ",
              button({ class: "link", onClick: () => play(hint.action) }, t("doIt")),
              hint.why &&
                h(
                  "ul",
                  { "aria-label": t("why") },
                  hint.why.map((why) => h("li", { key: why }, why)),
                ),
            )
          : card && p("card-text", h("b", {}, card.title), " · ", card.text),
    ),
    asking && h(Answers, asking),
  );
}

/** @param {Session} session @param {SeatView} view */
function waitingFor(session, { table, pending = [] }) {
  const names = [...new Set(pending.map((owed) => table.players[owed.player]?.name ?? ""))];
  return session.isBusy || names.length === 0
    ? session.log.at(-1)?.text
    : t("waitsFor", { names: names.join(", ") });
}

/** The log and the chat. @param {{ page: TablePage }} props */
function Side({ page }) {
  const {
    session: { chat, log, watching },
    side,
  } = page;
  const tab = (/** @type {string} */ name, /** @type {string} */ title) =>
    button(
      {
        class: "tab",
        pressed: side === name,
        onClick: () => {
          page.side = name;
          page.draw();
        },
      },
      title,
    );
  return h(
    "section",
    { class: "side", "aria-label": t(side === "chat" ? "chat" : "log") },
    div(
      "tabs",
      tab("log", t("log")),
      tab("chat", chat.length > 0 ? `${t("chat")} (${chat.length})` : t("chat")),
      watching > 0 && span("soft watching", t("watching", { count: watching })),
    ),
    side === "chat" ? h(Chat, { page }) : h(Log, { lines: log }),
  );
}

/** @param {{ lines: readonly LogLine[] }} props */
export function Log({ lines }) {
  return h(
    "div",
    { class: "log", role: "log", tabIndex: 0, "aria-label": t("log") },
    h("ol", {}, lines.map((line, at) => h("li", { key: `${line.seq}-${at}` }, line.text)).reverse()),
  );
}

/** @param {{ page: TablePage }} props */
function Chat({ page: { session } }) {
  return div(
    "chat",
    h(
      "form",
      {
        onSubmit: (event) => {
          event.preventDefault();
          const field = /** @type {HTMLInputElement} */ (
            /** @type {HTMLFormElement} */ (event.target).elements.namedItem("text")
          );
          const text = field.value.trim();
          field.value = "";
          if (text !== "") session.tell("chat", { text });
        },
      },
      h("input", {
        name: "text",
        maxLength: 300,
        autocomplete: "off",
        "aria-label": t("write"),
        placeholder: t("write"),
      }),
      button({ type: "submit", label: t("send") }, sign("send")),
    ),
    h(
      "ol",
      { class: "said", tabIndex: 0, "aria-live": "polite", "aria-label": t("chat") },
      session.chat
        .map((line, at) =>
          h(
            "li",
            { key: at },
            line.seat !== null && mark(line.seat),
            " ",
            h("b", {}, line.name ?? t("spectator")),
            " ",
            line.text,
          ),
        )
        .reverse(),
    ),
  );
}
