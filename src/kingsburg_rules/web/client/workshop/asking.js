// The worker of the workshop: asks it questions, and replaces it when it does not come back from one.

import { inWorker } from "../connection.js";

/** @import { AnyQuestion, AnyReply, CheckedReply, ExplainedReply, FailedReply, OfferedReply, PlayedReply, PrintedReply } from "../contract/workshop.js" */
/** @import { Connection } from "../messages.js" */

/**
 * @typedef {{ check: CheckedReply, complete: OfferedReply, explain: ExplainedReply, play_example: PlayedReply, run: PrintedReply }} Replies
 * @typedef {Exclude<AnyReply, FailedReply>} GoodReply
 */

/** How often the worker shows that it is alive, in milliseconds, and how many times it may fail to. */
const BEAT = 1500;
const MISSED = 6;

/** A question that gets no answer: the worker was stopped, or could not answer. */
export class NoAnswer extends Error {}

export class Asking {
  /** @type {"loading" | "ready" | "broken"} */
  state = "loading";
  /** How many times a worker had to be stopped. */
  stopped = 0;
  /** @type {string | null} Why Python could not be loaded. */
  problem = null;
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
  #changed;

  /** @param {() => void} changed Called when the worker is ready, was stopped, or cannot work. */
  constructor(changed) {
    this.#changed = changed;
    this.#worker = this.#begin();
    this.connection = inWorker(this.#worker);
    setInterval(() => this.#beat(), BEAT);
  }

  /** @template {keyof Replies} K @param {Extract<AnyQuestion, { type: K }>} question @returns {Promise<Replies[K]>} */
  ask(question) {
    const ask = ++this.#last;
    this.#worker.postMessage({ ask, question });
    return new Promise((resolve, reject) => this.#waiting.set(ask, { resolve, reject }));
  }

  /** Stop the worker, and begin again with another one. */
  stop() {
    this.#worker.terminate();
    this.stopped += 1;
    this.#worker = this.#begin();
    this.connection = inWorker(this.#worker);
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#changed();
    for (const { reject } of waiting) reject(new NoAnswer("stopped"));
  }

  #begin() {
    this.state = "loading";
    this.#missed = 0;
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => this.#hear(data));
    worker.addEventListener("error", (event) => this.#hear({ broken: event.message }));
    return worker;
  }

  /** @param {any} message */
  #hear(message) {
    if ("beat" in message) this.#missed = 0;
    else if ("ready" in message) {
      this.state = "ready";
      this.docs = message.docs;
      this.#changed();
    } else if ("broken" in message) {
      this.state = "broken";
      this.problem = message.broken;
      this.#changed();
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
    if (this.state !== "ready") return;
    if (this.#missed >= MISSED) this.stop();
    else {
      this.#missed += 1;
      this.#worker.postMessage({ beat: this.#last });
    }
  }
}
