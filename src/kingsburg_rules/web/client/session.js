// One seat at a table, or a spectator: what it knows, what it is asked, and what it says. It draws nothing.

import { follow } from "./contract/follow.js";
import { Refused } from "./connection.js";
import { Names } from "./names.js";
import { isCalm, settings } from "./settings.js";

/** @import { AnyAction, AnyEvent, Catalog, SeatView } from "./contract/types.js" */
/** @import { Ask, Connection, Forecast, FromTable, Hint, Line, News, Person, Reason, Said, Welcome } from "./messages.js" */

/** How many milliseconds to look at an event before the next one, at the calm speed. @type {Readonly<Record<string, number>>} */
const PAUSES = {
  PhaseStarted: 450, YearStarted: 600, DiceRolled: 350, Influenced: 550, Rewarded: 300, Built: 500, Destroyed: 700,
  EnemyRevealed: 900, Fought: 650, CardEntered: 450, GameEnded: 500, BidMade: 400,
};
const QUICKER = { off: 0, fast: 0.4, calm: 1 };

/** News are shown within this time, whatever they are. */
const LONGEST = 5000;
const LINES = 200;

export class Session {
  /** @type {Welcome | null} */
  welcome = null;
  /** @type {SeatView | null} */
  view = null;
  /** @type {Names | null} */
  names = null;
  /** @type {Ask | null} */
  ask = null;
  /** @type {Line[]} */
  log = [];
  /** @type {Said[]} */
  chat = [];
  /** @type {readonly Person[]} */
  people = [];
  watching = 0;
  canUndo = false;
  isLost = false;
  /** @type {string | null} Why the connection was closed for good. */
  closed = null;
  /** The last events that were shown, for highlights. @type {readonly AnyEvent[]} */
  fresh = [];
  /** When the clocks were heard of. */
  heard = 0;

  /** @type {{ events: AnyEvent[], texts: (string | null)[], ask: Ask | null, canUndo: boolean, pace: number }[]} */
  #queue = [];
  /** @type {number | undefined} */
  #timer;
  #last = 0;
  /** @type {Map<number, { resolve: (answer: any) => void, reject: (problem: Error) => void }>} */
  #waiting = new Map();
  #catalogs = "";
  /** The number of the last event that came, shown or not. */
  #seq = 0;
  /** Messages are heard one after the other, also while a catalog comes. */
  #hearing = Promise.resolve();

  /**
   * @param {Connection} connection
   * @param {string} table
   * @param {string | null} token
   * @param {() => void} changed Called when there is something else to draw.
   */
  constructor(connection, table, token, changed) {
    this.connection = connection;
    this.table = table;
    this.changed = changed;
    this.isShown = true;
    this.channel = connection.open(table, token);
    this.channel.onopen = () => this.hello();
    this.channel.onlost = () => this.#lost();
    this.channel.onmessage = (message) => {
      this.#hearing = this.#hearing.then(() => this.#hear(message)).catch((problem) => this.#broken(problem));
    };
  }

  /** Begin, or go on after a lost connection. @param {boolean} [again] From the start, for example in another language. */
  hello(again = false) {
    const after = again || this.view === null ? null : this.#seq;
    this.channel.send({ type: "hello", after, language: settings.language });
  }

  leave() {
    clearTimeout(this.#timer);
    this.channel.close();
  }

  #lost() {
    this.isLost = true;
    for (const { reject } of this.#waiting.values()) reject(new Refused("lost", ""));
    this.#waiting.clear();
    this.changed();
  }

  /** @param {Error} problem */
  #broken(problem) {
    console.error(problem);
    this.#queue = [];
    this.hello(true);
  }

  /** Ask something of the table. @param {string} type @param {object} [fields] @returns {Promise<any>} */
  request(type, fields = {}) {
    const id = ++this.#last;
    this.channel.send({ type, id, ...fields });
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** @param {AnyAction} action @returns {Promise<unknown>} */
  play(action) {
    return this.request("play", { decision: this.ask?.decision.id ?? 0, action });
  }

  /** @param {AnyAction} action @returns {Promise<Reason>} */
  whyNot(action) {
    return this.request("why_not", { action });
  }

  /** @returns {Promise<Hint>} */
  hint() {
    return this.request("hint");
  }

  /** @returns {Promise<Forecast>} */
  odds() {
    return this.request("odds");
  }

  /** @returns {Promise<unknown>} */
  undo() {
    return this.request("undo", { seq: this.#seq });
  }

  /** @param {FromTable} message */
  async #hear(message) {
    switch (message.type) {
      case "welcome":
        return this.#greet(message);
      case "events":
        return this.#news(message);
      case "people":
        this.people = message.people;
        this.watching = message.watching ?? 0;
        this.heard = Date.now();
        break;
      case "chat":
        this.chat = [...this.chat, message];
        break;
      case "answer":
      case "error":
        return this.#answered(message);
      case "closed":
        this.closed = message.message;
        this.channel.close();
        break;
    }
    this.changed();
  }

  /** @param {Extract<FromTable, { type: "answer" | "error" }>} message */
  #answered(message) {
    if (message.re === null || message.re === undefined) return;
    const waiting = this.#waiting.get(message.re);
    this.#waiting.delete(message.re);
    if (message.type === "answer") waiting?.resolve(message);
    else waiting?.reject(new Refused(message.code, message.message));
  }

  /** @param {Welcome} welcome */
  async #greet(welcome) {
    const wanted = `${welcome.catalog}?language=${settings.language}`;
    if (welcome.started && this.#catalogs !== wanted) {
      const catalog = await this.connection.request("GET", `api/catalog/${wanted}`);
      this.names = new Names(/** @type {Catalog} */ (catalog));
      this.#catalogs = wanted;
    }
    this.isLost = false;
    this.welcome = welcome;
    this.people = welcome.people;
    this.chat = [...welcome.chat];
    this.heard = Date.now();
    if (welcome.view !== null || !welcome.started) {
      this.#queue = [];
      this.view = welcome.view;
      this.#seq = welcome.seq;
      this.log = [...welcome.log];
      this.fresh = [];
    }
    this.ask = welcome.ask;
    this.canUndo = welcome.can_undo;
    this.changed();
  }

  /** @param {News} news */
  #news(news) {
    this.#seq = news.seq;
    const events = [...news.events];
    const texts = [...news.texts];
    const length = events.reduce((sum, event) => sum + (PAUSES[event.type] ?? 0), 0);
    const pace = QUICKER[settings.speed] * Math.min(1, LONGEST / Math.max(length, 1));
    this.#queue.push({ events, texts, ask: news.ask, canUndo: news.can_undo, pace });
    if (!this.isShown || !isCalm() || document.hidden) this.flush();
    else if (this.#timer === undefined) this.#step();
  }

  /** Whether news are still being shown. */
  get isBusy() {
    return this.#queue.length > 0;
  }

  /** Show all news at once. */
  flush() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#queue.length === 0) return;
    for (const news of this.#queue) {
      this.#show(news.events, news.texts);
      this.#settle(news);
    }
    this.#queue = [];
    this.changed();
  }

  /** Show the next event that is worth a look, with what belongs to it. */
  #step() {
    this.#timer = undefined;
    const news = this.#queue[0];
    if (news === undefined) return;
    this.ask = null;
    let end = news.events.findIndex((event) => event.type in PAUSES) + 1;
    if (end === 0) end = news.events.length;
    while (end < news.events.length && !((news.events[end]?.type ?? "") in PAUSES)) end += 1;
    const shown = news.events.splice(0, end);
    const pause = Math.max(0, ...shown.map((event) => PAUSES[event.type] ?? 0)) * news.pace;
    this.#show(shown, news.texts.splice(0, end));
    if (news.events.length === 0) {
      this.#queue.shift();
      this.#settle(news);
    }
    this.changed();
    if (this.#queue.length > 0) this.#timer = setTimeout(() => this.#step(), pause);
  }

  /** @param {AnyEvent[]} events @param {(string | null)[]} texts */
  #show(events, texts) {
    if (this.view === null || this.names === null) return;
    this.view = follow(this.view, events, this.names.catalog);
    this.fresh = events;
    const lines = texts.flatMap((text, at) => (text === null ? [] : [{ seq: events[at]?.seq ?? 0, text }]));
    this.log = [...this.log, ...lines].slice(-LINES);
  }

  /** @param {{ ask: Ask | null, canUndo: boolean }} news */
  #settle({ ask, canUndo }) {
    this.ask = ask;
    this.canUndo = canUndo;
    this.heard = Date.now();
  }
}
