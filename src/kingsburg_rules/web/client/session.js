// One seat at a table, or a spectator: what it knows, what it is asked, and what it says. It draws nothing.

import { batch, signal } from "./vendor/preact.js";
import { Chronicle } from "./chronicle.js";
import { Refused } from "./connection.js";
import { Names } from "./names.js";
import { isCalm, settings } from "./settings.js";

/**
 * @import { Answers, AnyAction, AnyEvent, Ended, Prompt, Catalog, Connection, FromTable,
 *   LogLine, News, Person, Said, SeatView, Told, Welcome, Winter, YearEnd } from "./parts.js"
 */

/**
 * How many milliseconds to look at an event before the next one, at the calm speed.
 * @type {Readonly<Record<string, number>>}
 */
const PAUSES = {
  PhaseStarted: 450,
  YearStarted: 600,
  DiceRolled: 350,
  Influenced: 550,
  Rewarded: 300,
  Built: 500,
  Destroyed: 700,
  EnemyRevealed: 900,
  Fought: 650,
  CardEntered: 450,
  GameEnded: 500,
  BidMade: 400,
};
const QUICKER = { off: 0, fast: 0.4, calm: 1 };

/** News are shown within this time, whatever they are. */
const LONGEST = 5000;
const LINES = 200;

/** How long a winter stays that does not wait, at the calm speed. */
const WINTER = 3000;

/**
 * @typedef {{ events: AnyEvent[], texts: (string | null)[], view: SeatView, ask: Prompt | null,
 *   can_undo: boolean, pace: number }} QueuedNews
 */

export class Session {
  welcome = signal(/** @type {Welcome | null} */ (null));
  view = signal(/** @type {SeatView | null} */ (null));
  names = signal(/** @type {Names | null} */ (null));
  ask = signal(/** @type {Prompt | null} */ (null));
  log = signal(/** @type {readonly LogLine[]} */ ([]));
  chat = signal(/** @type {readonly Said[]} */ ([]));
  people = signal(/** @type {readonly Person[]} */ ([]));
  watching = signal(0);
  canUndo = signal(false);
  /** What is done without asking. */
  automation = signal(/** @type {Welcome["automation"]} */ ([]));
  isLost = signal(false);
  /** Whether news are still being shown. */
  isBusy = signal(false);
  /** Why the connection was closed for good. */
  closed = signal(/** @type {Ended | null} */ (null));
  /** The last events that were shown, for highlights. */
  fresh = signal(/** @type {readonly AnyEvent[]} */ ([]));
  /** The winter that is on the screen. */
  winter = signal(/** @type {Winter | null} */ (null));
  /** How the years ended. */
  years = signal(/** @type {readonly YearEnd[]} */ ([]));
  /** Whether news wait until this winter has been looked at. */
  isHeld = signal(false);
  /** What last changed in the province of another since this seat answered. */
  told = signal(/** @type {Told | null} */ (null));
  /** When the clocks were heard of. */
  heard = signal(0);
  isShown = true;

  /**
   * News that are still to be shown.
   * @type {QueuedNews[]}
   */
  #queue = [];
  #timer = 0;
  #last = 0;
  /** @type {Map<number, PromiseWithResolvers<any>>} */
  #waiting = new Map();
  #catalog = "";
  /** The number of the last event that came, shown or not. */
  #seq = 0;
  /** Messages are heard one after the other, also while a catalog comes. */
  #hearing = Promise.resolve();

  /**
   * @param {Connection} connection @param {string} table @param {string | null} token
   * @param {(why: string) => void} refused Called with what the table does not do.
   */
  constructor(connection, table, token, refused) {
    this.connection = connection;
    this.table = table;
    this.token = token;
    this.refused = refused;
    this.chronicle = new Chronicle(table);
    this.channel = this.#connected(token);
  }

  /** @param {string | null} token */
  #connected(token) {
    const channel = this.connection.open(this.table, token);
    channel.onopen = () => this.hello();
    channel.onlost = () => this.#lost();
    channel.onmessage = (message) => {
      this.#hearing = this.#hearing
        .then(() => this.#hear(message))
        .catch((problem) => {
          console.error(problem);
          this.#queue = [];
          this.hello(true);
        });
    };
    return channel;
  }

  /**
   * Go on with another token; meanwhile the table ends whatever is connected with the old one.
   * @param {() => Promise<string | null>} renewed
   */
  async renew(renewed) {
    this.channel.close();
    this.#rejectAll();
    this.token = await renewed();
    this.channel = this.#connected(this.token);
  }

  /**
   * Begin, or go on after a lost connection.
   * @param {boolean} [again] From the start, for example in another language.
   */
  hello(again = false) {
    const after = again || this.view.peek() === null ? null : this.#seq;
    this.channel.send({ type: "hello", after, language: settings.peek().language });
  }

  leave() {
    clearTimeout(this.#timer);
    this.channel.close();
  }

  /** All requests are rejected without a message: the page shows that the connection is lost. */
  #lost() {
    this.isLost.value = true;
    this.#rejectAll();
  }

  #rejectAll() {
    for (const { reject } of this.#waiting.values()) reject(new Refused("lost", ""));
    this.#waiting.clear();
  }

  /**
   * Ask something of the table.
   * @template {string} T
   * @param {T} type
   * @param {object} [fields]
   * @returns {Promise<T extends keyof Answers ? Answers[T] : unknown>}
   */
  request(type, fields) {
    const id = ++this.#last;
    const waiting = Promise.withResolvers();
    this.#waiting.set(id, waiting);
    if (!this.channel.send({ type, id, ...fields })) this.#waited(id)?.reject(new Refused("lost", ""));
    return waiting.promise;
  }

  /** Ask for a change, and say it if the table refuses. @param {string} type @param {object} [fields] */
  tell(type, fields) {
    return this.request(type, fields).catch((problem) => this.refused(problem.message));
  }

  /** @param {AnyAction} action */
  play(action) {
    this.told.value = null;
    return this.request("play", { decision: this.ask.peek()?.decision.id ?? 0, action });
  }

  /** What an answer to the present question says. @param {AnyAction} action */
  textOf(action) {
    const ask = this.ask.peek();
    const same = JSON.stringify(action);
    const at = ask?.decision.options.findIndex((option) => JSON.stringify(option) === same) ?? -1;
    return ask?.texts[at] ?? ask?.text ?? "";
  }

  undo() {
    return this.tell("undo", { seq: this.#seq });
  }

  /** @param {FromTable} message */
  async #hear(message) {
    switch (message.type) {
      case "welcome":
        return this.#greet(message);
      case "events":
        return this.#news(message);
      case "people":
        return batch(() => {
          this.people.value = message.people;
          this.watching.value = message.watching;
          this.heard.value = Date.now();
        });
      case "chat":
        this.chat.value = [...this.chat.peek(), message];
        break;
      case "answer":
        return this.#waited(message.re)?.resolve(message);
      case "error":
        return this.#waited(message.re)?.reject(new Refused(message.code, message.message));
      case "closed":
        this.closed.value = message;
        this.channel.close();
        break;
    }
  }

  /** Who waits for an answer, no longer. @param {number | null} re */
  #waited(re) {
    const waiting = this.#waiting.get(re ?? 0);
    this.#waiting.delete(re ?? 0);
    return waiting;
  }

  /** @param {Welcome} welcome */
  async #greet(welcome) {
    const { catalog, started, view, seq } = welcome;
    const wanted = `${catalog}?language=${settings.peek().language}`;
    const names =
      started && this.#catalog !== wanted
        ? new Names(/** @type {Catalog} */ (await this.connection.request("GET", `api/catalog/${wanted}`)))
        : null;
    batch(() => {
      if (names !== null) {
        this.names.value = names;
        this.#catalog = wanted;
      }
      this.welcome.value = welcome;
      this.people.value = welcome.people;
      this.chat.value = welcome.chat;
      this.automation.value = welcome.automation;
      this.isLost.value = false;
      if (view !== null || !started) {
        this.#seq = seq;
        this.log.value = welcome.log;
        this.fresh.value = [];
        this.told.value = null;
        if (view !== null && this.isHeld.peek()) return this.#hold([nothingNew(welcome, view)]);
        this.#queue = [];
        this.view.value = view;
        if (view !== null) this.chronicle.begin(view);
        this.winter.value = null;
        this.years.value = this.chronicle.years;
      }
      if (!this.isHeld.peek()) this.#settle(welcome);
    });
  }

  /** Let winter stay, and news wait behind it. @param {QueuedNews[]} queue */
  #hold(queue) {
    this.#queue = queue;
    this.isHeld.value = this.isBusy.value = true;
    this.ask.value = null;
  }

  /** Winter has been looked at. */
  goOn() {
    if (!this.isHeld.peek()) return;
    batch(() => {
      this.isHeld.value = false;
      this.#close();
      this.#next();
    });
  }

  #close() {
    this.chronicle.close();
    this.winter.value = null;
  }

  #next() {
    if (!this.isShown || !isCalm() || document.hidden) this.flush();
    else if (this.#timer === 0) this.#step();
  }

  /** @param {News} news */
  #news(news) {
    this.#seq = news.seq;
    const length = news.events.reduce((sum, event) => sum + (PAUSES[event.type] ?? 0), 0);
    const pace = QUICKER[settings.peek().speed] * Math.min(1, LONGEST / Math.max(length, 1));
    this.#queue.push({ ...news, events: [...news.events], texts: [...news.texts], pace });
    // Who takes the last answer back takes back the winter that it led to.
    if (this.isHeld.peek() && news.events.some(({ type }) => type === "Undone")) this.goOn();
    if (!this.isHeld.peek()) this.#next();
  }

  /** Show all news at once, up to a winter that waits. */
  flush() {
    if (this.isHeld.peek()) return;
    clearTimeout(this.#timer);
    this.#timer = 0;
    batch(() => {
      for (let news = this.#queue[0]; news !== undefined; news = this.#queue[0]) {
        if (this.#advance(news, news.events.length)) continue;
        if (this.#waits) return this.#hold(this.#queue);
        this.#close();
      }
      this.isBusy.value = false;
    });
  }

  /** Whether a winter stays until it is closed: only on the screen, and only for those who want it. */
  get #waits() {
    return this.isShown && settings.peek().winter === "wait";
  }

  /**
   * Show some events of the first news. False if a winter ends before them.
   * @param {QueuedNews} news @param {number} count
   */
  #advance(news, count) {
    const { events, texts, view } = news;
    const closing = this.chronicle.closing(events);
    const end = closing < 0 ? count : Math.min(count, closing);
    if (closing === 0) {
      this.chronicle.finish();
      this.winter.value = this.chronicle.winter;
      return false;
    }
    this.#show(events.splice(0, end), texts.splice(0, end), view, events.length > 0);
    if (events.length === 0) {
      this.#queue.shift();
      this.#settle(news);
    }
    return true;
  }

  /**
   * Show the next event that is worth a look, with what belongs to it. The board shows at once how all events of
   * an action end: a view is sent for each action, and what steps through the events is the highlight. Only phases
   * and winter are shown as the events tell them.
   */
  #step() {
    this.#timer = 0;
    const news = this.#queue[0];
    if (news === undefined) return;
    const { events, pace } = news;
    const isSlow = (/** @type {AnyEvent} */ event) => event.type in PAUSES;
    const first = events.findIndex(isSlow) + 1;
    const next = first === 0 ? -1 : events.slice(first).findIndex(isSlow);
    const end = next < 0 ? events.length : first + next;
    const pause = PAUSES[events[first - 1]?.type ?? ""] ?? 0;
    const isShown = batch(() => {
      this.ask.value = null;
      const isShown = this.#advance(news, end);
      this.isBusy.value = this.#queue.length > 0;
      return isShown;
    });
    if (!isShown) this.#stay();
    else if (this.isBusy.peek()) this.#timer = setTimeout(() => this.#step(), pause * pace);
  }

  /** Winter is over: wait until it is closed, or for a moment. */
  #stay() {
    if (this.#waits) return batch(() => this.#hold(this.#queue));
    const after = () => {
      this.#close();
      this.#step();
    };
    this.#timer = setTimeout(after, WINTER * QUICKER[settings.peek().speed]);
  }

  /**
   * @param {AnyEvent[]} events @param {(string | null)[]} texts @param {SeatView} view
   * @param {boolean} isPart Whether other events lead to the view, too.
   */
  #show(events, texts, view, isPart) {
    for (const event of events) this.chronicle.hear(event);
    this.view.value = isPart ? this.chronicle.before(view) : view;
    if (!isPart) this.chronicle.settle(view);
    this.winter.value = this.chronicle.winter;
    this.years.value = this.chronicle.years;
    this.fresh.value = events;
    this.told.value = lastOfOthers(events, texts, view.seat) ?? this.told.peek();
    const lines = texts.flatMap((text, at) => (text === null ? [] : [{ seq: events[at]?.seq ?? 0, text }]));
    this.log.value = [...this.log.peek(), ...lines].slice(-LINES);
  }

  /** @param {{ ask: Prompt | null, can_undo: boolean }} news */
  #settle({ ask, can_undo: canUndo }) {
    this.ask.value = ask;
    this.canUndo.value = canUndo;
    this.heard.value = Date.now();
  }
}

/**
 * What last changed in a province that is not one's own.
 * @param {readonly AnyEvent[]} events @param {readonly (string | null)[]} texts @param {number | null} seat
 * @returns {Told | null}
 */
function lastOfOthers(events, texts, seat) {
  for (const [at, event] of [...events.entries()].reverse()) {
    const text = texts[at];
    if (text && (event.type === "Built" || event.type === "Destroyed") && event.player !== seat)
      return { event, seat: event.player, text };
  }
  return null;
}

/**
 * What a welcome says, as news without events.
 * @param {Welcome} welcome
 * @param {SeatView} view
 * @returns {QueuedNews}
 */
const nothingNew = ({ ask, can_undo }, view) => ({ events: [], texts: [], view, ask, can_undo, pace: 0 });
