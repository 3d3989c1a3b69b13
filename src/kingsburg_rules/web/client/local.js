// A table in the browser itself: a worker plays the rules, and the browser keeps the games.

import { Refused } from "./connection.js";
import { loading } from "./pieces/loading.js";
import { place } from "./place.js";

/** @import { Channel, Connection, FromTable, ToTable } from "./messages.js" */

const NAME = "kingsburg";
const TABLES = "tables";
const PACKS = "packs";

/** @typedef {{ save: string, text: string, packs: Record<string, string> }} Save */

/** @returns {Promise<Connection>} */
export async function connect() {
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("service-worker.js").catch(console.warn);
  const worker = new Worker(place("worker.js"), { type: "module" });
  const database = await opened();
  worker.postMessage({ load: await loaded(database) });
  worker.addEventListener("message", ({ data }) => {
    if ("save" in data) keep(database, data);
  });
  const { request, open } = inWorker(worker);
  return {
    open,
    request: (/** @type {[string, string, unknown?]} */ ...asked) => known(asked[1]) ?? request(...asked),
  };
}

/** What the site knows before Python is there: what can be played. @param {string} path */
function known(path) {
  const language = /^api\/choices\?language=(\w+)$/.exec(path)?.[1];
  return language === undefined ? null : fetch(`choices/${language}.json`).then((found) => found.json());
}

/** @returns {Promise<IDBDatabase>} */
function opened() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(TABLES);
    request.result.createObjectStore(PACKS);
  };
  return done(request);
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {IDBDatabase} database */
async function loaded(database) {
  const stores = database.transaction([TABLES, PACKS]);
  const [texts, hashes, packs] = await Promise.all([
    done(stores.objectStore(TABLES).getAll()),
    done(stores.objectStore(PACKS).getAllKeys()),
    done(stores.objectStore(PACKS).getAll()),
  ]);
  const known = Object.fromEntries(hashes.map((hash, at) => [String(hash), packs[at]]));
  return texts.map((text) => ({ text, packs: known }));
}

/** @param {IDBDatabase} database @param {Save} save */
function keep(database, { save, text, packs }) {
  const stores = database.transaction([TABLES, PACKS], "readwrite");
  stores.objectStore(TABLES).put(text, save);
  for (const [hash, pack] of Object.entries(packs)) stores.objectStore(PACKS).put(pack, hash);
}

/**
 * A table in a worker: the same requests and messages, by postMessage.
 *
 * @param {Worker} worker
 * @returns {Connection}
 */
export function inWorker(worker) {
  loading.value = null;
  let last = 0;
  /** @type {Map<number, (answer: { status: number, body: any }) => void>} */
  const waiting = new Map();
  /** @type {Map<number, Port>} */
  const ports = new Map();
  worker.addEventListener("message", ({ data }) => {
    if ("loading" in data) loading.value = { come: data.loading, all: data.of };
    else if ("ready" in data) loading.value = null;
    else if ("http" in data) {
      waiting.get(data.http)?.(data);
      waiting.delete(data.http);
    } else if ("broken" in data) {
      loading.value = null;
      const body = { code: "worker.broken", message: data.broken };
      for (const answer of waiting.values()) answer({ status: 503, body });
      waiting.clear();
    } else if ("ws" in data) ports.get(data.ws)?.onmessage(JSON.parse(data.message));
  });
  return {
    async request(method, path, body) {
      const http = ++last;
      /** @type {{ status: number, body: any }} */
      const answer = await new Promise((resolve) => {
        waiting.set(http, resolve);
        worker.postMessage({ http, method, path: `/${path}`, body });
      });
      if (answer.status >= 400) throw new Refused(answer.body.code, answer.body.message);
      return answer.body;
    },
    open(table, token) {
      const port = new Port(worker, ++last, () => ports.delete(port.number));
      ports.set(port.number, port);
      worker.postMessage({ ws: port.number, open: { table, token } });
      queueMicrotask(() => port.onopen());
      return port;
    },
  };
}

/** One connection to a table in a worker. @implements {Channel} */
class Port {
  onopen = () => {};
  onlost = () => {};
  /** @type {(message: FromTable) => void} */
  onmessage = () => {};

  /** @param {Worker} worker @param {number} number @param {() => void} left */
  constructor(worker, number, left) {
    this.worker = worker;
    this.number = number;
    this.left = left;
  }

  /** @param {ToTable} message */
  send(message) {
    this.worker.postMessage({ ws: this.number, message: JSON.stringify(message) });
    return true;
  }

  close() {
    this.worker.postMessage({ ws: this.number, close: true });
    this.left();
  }
}
