// The page of a table: its sessions, what is picked, and what a click does.

import { batch, effect, h, html, signal } from "../vendor/preact.js";
import { choosable, influences, isSet, noPicks, pickedDice, toggled } from "../decision/picks.js";
import { make, planOf, startFrom, wantedAgain } from "../lobby/plan.js";
import { alertTurn } from "../menu/alerts.js";
import { waitingFor } from "../pieces/loading.js";
import { arrive, lose, renew, seatsAt } from "../seats.js";
import { Session } from "../session.js";
import { settings, t } from "../settings.js";
import { isTaught, teach } from "../teach/taught.js";
import { Closed } from "./closed.js";
import { Confirm } from "./confirm.js";
import { Curtain } from "./curtain.js";
import { move, roll } from "./motion.js";
import { Playing, sceneOf } from "./playing.js";
import { needsCurtain } from "./secrets.js";
import { Waiting } from "./waiting.js";

/**
 * @import { AnyAction, AnyThing, CatalogCard, CatalogPlace, Connection, Forecast, Hint, Open,
 *   Picks } from "../parts.js"
 */

/** How long a message stays, in milliseconds. */
const STAYS = 7000;

/** How often the client counts clocks down, and asks again for odds, in milliseconds. */
const TICK = 1000;

/** Why odds are refused that may be asked for again. */
const PASSING = ["table.often", "lost"];

/** Who has answered so many milliseconds ago is still there, and is not told that it is their turn. */
const ABSENT = 4000;

/** The link to a seat is kept by this browser, and the address then shows the table alone. @type {Open} */
export function open(tables, [id = "", seat, token]) {
  if (token) {
    arrive(id, { seat: Number(seat), token });
    history.replaceState(null, "", `#/t/${id}`);
  }
  return new TablePage(tables, id);
}

export class TablePage {
  /** One for each seat of this browser; or one for a spectator. */
  sessions = signal(/** @type {readonly Session[]} */ ([]));
  /** Which of the sessions is on the screen. */
  at = signal(0);
  /** In a hot seat: the seat that must take the screen first. */
  curtain = signal(/** @type {number | null} */ (null));
  picks = signal(noPicks());
  /** An answer that is to be confirmed. */
  unsure = signal(/** @type {AnyAction | null} */ (null));
  /** An answer is on its way. */
  isSent = signal(false);
  /** Whose province is shown, if it is not one's own. */
  looksAt = signal(/** @type {number | null} */ (null));
  /** A message, for example why something is not possible. */
  note = signal(/** @type {string | null} */ (null));
  hint = signal(/** @type {Hint | null} */ (null));
  odds = signal(/** @type {Forecast | null} */ (null));
  /** Why what was tried last is not possible. */
  refused = signal(/** @type {string | null} */ (null));
  /** What teaches at this table. */
  guide = signal(/** @type {import("../teach/guide.js").Guide | null} */ (null));
  side = signal(/** @type {"log" | "chat"} */ ("log"));
  /** How many lines of the chat have been read; none before the table is there. */
  read = signal(NaN);
  /** The time, for clocks. */
  now = signal(Date.now());
  #asked = -1;
  /** When somebody here last answered; at the beginning, they have just come. */
  #answeredAt = Date.now();
  #isBegun = false;
  #isLeft = false;
  #isAsking = false;
  #oddsFor = "";
  /** Whether one's own dice were rolled since they were last asked for. */
  #isRolled = false;
  #noteTimer = 0;
  #ticker = 0;
  /** @type {(() => void)[]} */
  #effects;

  /** @param {Connection} connection @param {string} table */
  constructor(connection, table) {
    this.connection = connection;
    this.table = table;
    this.enter();
    addEventListener("keydown", this.#key);
    this.#ticker = setInterval(() => {
      if (this.session.people.peek().some((person) => person.clock !== null)) this.now.value = Date.now();
    }, TICK);
    this.#effects = [
      () => this.#turnScreen(),
      () => this.#begin(),
      () => this.#turn(),
      () => this.#foresee(),
      () => this.#move(),
      () => this.#rollMine(),
      () => this.#read(),
    ].map(effect);
    if (isTaught(table)) this.#beginLessons(false);
  }

  /** Teach beside the questions from now on. */
  teach = () => {
    teach(this.table);
    this.#beginLessons(true);
  };

  /** @param {boolean} isLate Whether the game has begun long ago. */
  async #beginLessons(isLate) {
    const { guideOf } = await import("../teach/guide.js");
    const guide = await guideOf(this, isLate);
    if (this.#isLeft) guide.leave();
    else this.guide.value = guide;
  }

  /** Connect with every seat that this browser has. */
  enter() {
    for (const session of this.sessions.peek()) session.leave();
    const tokens = Object.values(seatsAt(this.table));
    const sessions = (tokens.length > 0 ? tokens : [null]).map(
      (token) => new Session(this.connection, this.table, token, (why) => this.say(why)),
    );
    sessions.forEach((session, at) => {
      session.isShown = at === 0;
    });
    batch(() => {
      this.sessions.value = sessions;
      this.at.value = 0;
    });
  }

  /** Make a new link to the seat on the screen: whoever opens it goes on there, and earlier ones end. */
  renew = async () => {
    const { session, table } = this;
    const seat = session.welcome.peek()?.seat ?? 0;
    await session.renew(async () => {
      await renew(this.connection, table, seat).catch((problem) => this.say(problem.message));
      return seatsAt(table)[seat] ?? null;
    });
    return `#/t/${table}/${seat}/${seatsAt(table)[seat]}`;
  };

  /** Go on without a seat whose link has ended. */
  #goOnWithout = () => {
    lose(this.table, this.session.token);
    this.enter();
  };

  leave() {
    this.#isLeft = true;
    this.guide.peek()?.leave();
    clearInterval(this.#ticker);
    clearTimeout(this.#noteTimer);
    removeEventListener("keydown", this.#key);
    for (const end of this.#effects) end();
    for (const session of this.sessions.peek()) session.leave();
  }

  /** After a change of the language. */
  again() {
    for (const session of this.sessions.peek()) session.hello(true);
    this.#oddsFor = "";
  }

  /** The session that is on the screen. @returns {Session} */
  get session() {
    return /** @type {Session} */ (this.sessions.value[this.at.value]);
  }

  /** In a hot seat, give the screen to who is asked, once the one who had it has seen the news. */
  #turnScreen() {
    const { session } = this;
    const sessions = this.sessions.value;
    if (sessions.length < 2 || session.ask.value !== null || session.isBusy.value) return;
    const next = sessions.findIndex((one) => one.ask.value !== null && !one.isBusy.value);
    const other = sessions[next];
    if (other === undefined) return;
    const seat = other.welcome.peek()?.seat ?? null;
    const isHidden = needsCurtain(session, other);
    batch(() => {
      session.isShown = false;
      other.isShown = true;
      this.at.value = next;
      if (isHidden) this.curtain.value = seat;
    });
    const name = other.view.peek()?.table.players[seat ?? 0]?.name ?? "";
    if (!isHidden) queueMicrotask(() => this.say(t("turnOf", { name })));
  }

  /** Begin at the top of the page once the game is there. */
  #begin() {
    const isBegun = this.session.view.value !== null;
    if (isBegun && !this.#isBegun) scrollTo(0, 0);
    this.#isBegun = isBegun;
  }

  /** Forget what was picked when something else is asked. */
  #turn() {
    const asked = this.session.ask.value?.decision.id ?? -1;
    document.title = asked >= 0 || this.session.isHeld.value ? `● ${t("yourTurn")}` : "Kingsburg";
    if (asked === this.#asked) return;
    if (asked >= 0 && Date.now() - this.#answeredAt > ABSENT) alertTurn();
    this.#asked = asked;
    batch(() => {
      this.picks.value = noPicks();
      this.isSent.value = false;
      this.hint.value = this.note.value = null;
      if (asked >= 0) this.looksAt.value = null;
    });
    queueMicrotask(readOn);
  }

  /** Ask for the odds once in each phase. */
  #foresee() {
    const { session } = this;
    const view = session.view.value;
    if (view === null || session.welcome.value?.seat === null || view.table.over || session.isBusy.value)
      return;
    const { year, phase } = view.table;
    const now = `${this.at.value} ${year} ${phase}`;
    if (now === this.#oddsFor) return;
    this.#oddsFor = now;
    if (!view.table.enemy) this.#askOdds(session, now);
  }

  /**
   * Ask for the odds, again and again while that is too often or the connection is lost, but not for what is past.
   * @param {Session} session @param {string} phase
   */
  #askOdds(session, phase) {
    if (this.#isLeft || phase !== this.#oddsFor) return;
    session.request("odds").then(
      (odds) => {
        if (phase === this.#oddsFor) this.odds.value = odds;
      },
      (problem) => {
        if (phase !== this.#oddsFor) return;
        this.odds.value = null;
        if (PASSING.includes(problem.code)) setTimeout(() => this.#askOdds(session, phase), TICK);
      },
    );
  }

  /** Let things move once what happened is on the page. */
  #move() {
    const events = this.session.fresh.value;
    const seat = this.session.welcome.peek()?.seat;
    this.#isRolled ||= events.some((event) => event.type === "DiceRolled" && event.player === seat);
    if (events.length > 0) requestAnimationFrame(() => move(events));
  }

  /** The dice in one's own tray roll when they are first asked for. */
  #rollMine() {
    if (this.session.ask.value?.decision.kind !== "influence" || !this.#isRolled) return;
    this.#isRolled = false;
    requestAnimationFrame(() => roll(".tray .die"));
  }

  /** The chat is read where it is shown; and nobody is told of what was said before they came. */
  #read() {
    const { welcome, view, chat } = this.session;
    const isShown = this.side.value === "chat" || view.value === null || Number.isNaN(this.read.peek());
    if (welcome.value !== null && isShown) this.read.value = chat.value.length;
  }

  /** How many lines of the chat have not been read. */
  get unread() {
    return this.session.chat.value.length - this.read.value || 0;
  }

  openChat = () => {
    this.side.value = "chat";
    document.querySelector(".side")?.scrollIntoView({ block: "nearest" });
  };

  /** Say something for a while. @param {string} text */
  say(text) {
    clearTimeout(this.#noteTimer);
    this.note.value = text;
    this.#noteTimer = setTimeout(() => {
      this.note.value = null;
    }, STAYS);
  }

  /** @param {Partial<Picks>} changes */
  pick = (changes) => {
    this.picks.value = { ...this.picks.peek(), ...changes };
  };

  /** Answer, or ask first whether that is meant. @param {AnyAction} action */
  play = (action) => {
    if (settings.peek().confirm) this.unsure.value = action;
    else this.send(action);
  };

  /** @param {AnyAction} action */
  send = (action) => {
    if (this.isSent.peek()) return;
    this.isSent.value = true;
    this.#answeredAt = Date.now();
    this.session.play(action).catch((problem) => {
      this.isSent.value = false;
      this.say(problem.message);
    });
  };

  /** The seat of this browser that may take its last answer back. */
  get undoer() {
    return this.sessions.value.find((session) => session.canUndo.value);
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

  /** How this table was to be. */
  async #wanted() {
    const mine = Object.keys(seatsAt(this.table)).map(Number);
    return planOf(this.table) ?? wantedAgain(this.connection, this.table, mine);
  }

  /** Play again; whoever sits elsewhere finds the way in the chat. */
  rematch = async () => {
    try {
      const wanted = await this.#wanted();
      const table = await make(this.connection, { ...wanted, language: settings.peek().language });
      const link = new URL(`#/t/${table}`, location.href).href;
      const isShared = wanted.seats.some(({ kind }) => kind === "open");
      if (isShared) await this.session.request("chat", { text: t("rematchAt", { link }) });
      location.hash = `#/t/${table}`;
    } catch (problem) {
      this.say(/** @type {Error} */ (problem).message);
    }
  };

  sameSettings = async () => {
    try {
      startFrom(await this.#wanted());
      location.hash = "#/";
    } catch (problem) {
      this.say(/** @type {Error} */ (problem).message);
    }
  };

  replay = () =>
    this.#withRecord(async (record) => {
      const { packed } = await import("../packing.js");
      location.hash = `#/replay/0/${await packed(record)}`;
    });

  save = () =>
    this.#withRecord((record) => {
      const address = URL.createObjectURL(new Blob([record], { type: "application/json" }));
      Object.assign(document.createElement("a"), { href: address, download: "kingsburg.json" }).click();
      URL.revokeObjectURL(address);
    });

  /** Ask for a hint, one at a time; one that comes too late is for another question. */
  help = async () => {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const asked = this.#asked;
    try {
      const hint = await this.session.request("hint");
      if (asked === this.#asked) this.hint.value = hint;
    } catch (problem) {
      this.say(/** @type {Error} */ (problem).message);
    }
    this.#isAsking = false;
  };

  /** @param {CatalogPlace} place */
  onAdvisor = (place) => {
    const { session } = this;
    session.flush();
    const ask = session.ask.peek();
    const view = session.view.peek();
    if (ask?.decision.kind === "influence" && view) {
      const { dice = [], bonus = [] } = view.table.players[ask.decision.player] ?? {};
      const picks = this.picks.peek();
      const { ways } = influences(ask.decision, picks, dice, bonus);
      if (!ways.some((way) => way.advisor === place.id)) return this.#whyNot(place, dice, bonus);
      this.pick({ advisor: picks.advisor === place.id ? null : place.id });
    }
    const action =
      ask &&
      !isSet(ask.decision) &&
      ask.decision.options.find(
        (option) => option.type === "Choose" && option.things.some((thing) => isAdvisor(thing, place.id)),
      );
    if (action) this.play(action);
    this.#pickThing((thing) => isAdvisor(thing, place.id));
  };

  /**
   * Say why an advisor does not light up, with the dice that are picked or all.
   * @param {CatalogPlace} place
   * @param {readonly number[]} own
   * @param {readonly number[]} white
   */
  #whyNot(place, own, white) {
    const { dice, bonus } = pickedDice(this.picks.peek(), own, white);
    const isNone = dice.length + bonus.length === 0;
    const action = {
      type: "Influence",
      advisor: place.id,
      dice: isNone ? own : dice,
      ...(bonus.length > 0 ? { bonus } : {}),
    };
    this.session.request("why_not", { action }).then(
      ({ text }) => {
        if (!text) return;
        this.say(text);
        this.refused.value = text;
      },
      (problem) => this.say(problem.message),
    );
  }

  /** @param {CatalogCard} card */
  onCard = ({ id }) => {
    const ask = this.session.ask.peek();
    const left = ask?.decision.options.filter((option) => option.type === "Build" && option.building === id);
    const picked = this.picks.peek().left?.[0];
    if (left?.length) this.pick({ left: left.some((option) => option === picked) ? null : left });
    this.#pickThing((thing) => thing.type === "CardThing" && thing.card === id);
  };

  /** Pick one of several things on the board. @param {(thing: AnyThing) => boolean} isIt */
  #pickThing(isIt) {
    const ask = this.session.ask.peek();
    const at = ask && isSet(ask.decision) ? choosable(ask.decision).findIndex(isIt) : -1;
    if (at >= 0) this.pick({ things: toggled(this.picks.peek().things, at) });
  }

  /** @param {number} seat */
  onPlayer = (seat) => {
    this.looksAt.value = seat;
    document.querySelector(".province")?.scrollIntoView({ block: "nearest" });
  };

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, dialog"))
      return;
    if (this.#isKey(event.key)) event.preventDefault();
  };

  /** Do what a key stands for; false if it stands for nothing. @param {string} key */
  #isKey(key) {
    const { session } = this;
    const ask = session.ask.peek();
    if (key === "Escape") {
      batch(() => {
        this.note.value = this.hint.value = null;
        this.picks.value = noPicks();
      });
    } else if (key === "u") this.undo();
    else if (key === "h" && ask) this.help();
    else if (key === "n" && session.isHeld.peek()) session.goOn();
    else if (key === "n") session.flush();
    else return ask !== null && /^[1-9]$/.test(key) && this.#keyPick(Number(key));
    return true;
  }

  /** Pick the next die with this value, or the answer with this number. @param {number} number */
  #keyPick(number) {
    const ask = this.session.ask.peek();
    if (ask?.decision.kind === "influence") {
      const { dice = [], bonus = [] } = this.session.view.peek()?.table.players[ask.decision.player] ?? {};
      const picked = this.picks.peek().dice;
      const at = [...dice, ...bonus].findIndex((value, index) => value === number && !picked.has(index));
      if (at >= 0) this.pick({ dice: toggled(picked, at) });
      return at >= 0;
    }
    const found = /** @type {HTMLElement | undefined} */ (
      document.querySelectorAll('.answers button:not([aria-expanded="true"])')[number - 1]
    );
    found?.focus();
    return found !== undefined;
  }

  render() {
    const { session } = this;
    const { closed, welcome } = session;
    if (closed.value !== null) return h(Closed, { closed: closed.value, onGoOn: this.#goOnWithout });
    if (welcome.value === null)
      return html`<main class="page"><p class="loading" role="status">${waitingFor()}</p></main>`;
    const view = session.view.value;
    const names = session.names.value;
    if (view === null || names === null) return h(Waiting, { page: this });
    const curtain = this.curtain.value;
    if (curtain !== null)
      return h(Curtain, { page: this, seat: curtain, name: view.table.players[curtain]?.name ?? "" });
    const unsure = this.unsure.value;
    return [
      h(Playing, { page: this, scene: sceneOf(this, view, names) }),
      unsure && h(Confirm, { page: this, text: session.textOf(unsure) }),
    ];
  }
}

/** Go on reading at the question, if the button that was used last is gone. */
function readOn() {
  if (document.activeElement === document.body)
    document.getElementById("question")?.focus({ preventScroll: true });
}

/** @param {AnyThing} thing @param {string} id */
const isAdvisor = (thing, id) => thing.type === "AdvisorThing" && thing.advisor === id;
