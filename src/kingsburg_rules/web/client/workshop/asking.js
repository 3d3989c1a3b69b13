// The worker of the workshop: asks it questions, and replaces it when it does not come back from one.

import { inWorker } from "../local.js";
import { place } from "../place.js";
import { signal } from "../vendor/preact.js";

/**
 * @import { AnyQuestion, AnyReply, CheckedReply, ExplainedReply,
 *   FailedReply, OfferedReply, PlayedReply, PrintedReply } from "../contract/workshop.js"
 */
/** @import { Connection } from "../messages.js" */

/**
 * @typedef {{
 *   check: CheckedReply, complete: OfferedReply, explain: ExplainedReply,
 *   play_example: PlayedReply, run: PrintedReply
 * }} Replies
 * @typedef {Exclude<AnyReply, FailedReply>} GoodReply
 */

/** How often the worker is to show that it is alive, in milliseconds, and how many times it may fail to. */
const BEAT = 1500;
const PATIENCE = 6;

/** A question that gets no answer: the worker was stopped, or could not answer. */
export class NoAnswer extends Error {}

/** What a question says whose worker was stopped. */
export const STOPPED = "stopped";

export class Asking {
  state = signal(/** @type {"loading" | "ready" | "broken"} */ ("loading"));
  /** How many times a worker had to be stopped. */
  stopped = signal(0);
  /** Why Python could not be loaded. */
  problem = signal("");
  /** The address of the documentation. */
  docs = "";
  /** @type {Connection} The tables of the worker. */
  connection;

  /** @type {Worker} */
  #worker;
  #last = 0;
  /** @type {Map<number, { resolve: (reply: any) => void, reject: (problem: Error) => void }>} */
  #waiting = new Map();
  #missed = 0;
  #replaced;
  #patience;

  /**
   * @param {() => void} replaced Called when the worker was stopped and another one begins.
   * @param {number} [patience]
   */
  constructor(replaced, patience = PATIENCE) {
    this.#replaced = replaced;
    this.#patience = patience;
    this.#worker = this.#begin();
    this.connection = inWorker(this.#worker);
    setInterval(() => this.#beat(), BEAT);
  }

  /**
   * @template {keyof Replies} K
   * @param {Extract<AnyQuestion, { type: K }>} question
   * @returns {Promise<Replies[K]>}
   */
  ask(question) {
    if (this.state.peek() === "broken") return Promise.reject(new NoAnswer(this.problem.peek()));
    const ask = ++this.#last;
    this.#worker.postMessage({ ask, question });
    return new Promise((resolve, reject) => this.#waiting.set(ask, { resolve, reject }));
  }

  /** Stop the worker, and begin again with another one. */
  stop() {
    this.#worker.terminate();
    this.stopped.value = this.stopped.peek() + 1;
    this.#worker = this.#begin();
    this.connection = inWorker(this.#worker);
    this.#replaced();
    this.#refuse(STOPPED);
  }

  /** Whoever waits for an answer does not get one. @param {string} reason */
  #refuse(reason) {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new NoAnswer(reason));
  }

  #begin() {
    this.state.value = "loading";
    this.#missed = 0;
    const worker = new Worker(place("workshop/worker.js"), { type: "module" });
    worker.addEventListener("message", ({ data }) => this.#hear(data));
    worker.addEventListener("error", (event) => this.#hear({ broken: event.message ?? "" }));
    return worker;
  }

  /** @param {any} message */
  #hear(message) {
    if ("beat" in message) this.#missed = 0;
    else if ("ready" in message) {
      this.docs = message.docs;
      this.state.value = "ready";
    } else if ("broken" in message) {
      this.problem.value = String(message.broken);
      this.state.value = "broken";
      this.#refuse(this.problem.peek());
    } else if ("ask" in message) {
      const waiting = this.#waiting.get(message.ask);
      this.#waiting.delete(message.ask);
      /** @type {AnyReply} */
      const reply = message.reply;
      if (reply.type === "failed") waiting?.reject(new NoAnswer(reply.message));
      else waiting?.resolve(reply);
    }
  }

  /** Ask the worker for a sign of life. While the page is asleep nothing is counted. */
  #beat() {
    if (this.state.peek() !== "ready") return;
    if (this.#missed >= this.#patience) this.stop();
    else {
      this.#missed += 1;
      this.#worker.postMessage({ beat: this.#last });
    }
  }
}
