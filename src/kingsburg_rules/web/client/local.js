// A table in the browser itself: a worker plays the rules, and the browser keeps the games.

import { inWorker } from "./connection.js";

const NAME = "kingsburg";
const TABLES = "tables";
const PACKS = "packs";

/** @typedef {{ save: string, text: string, packs: Record<string, string> }} Save */

export async function connect() {
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("service-worker.js").catch(console.warn);
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  const database = await opened();
  worker.postMessage({ load: await loaded(database) });
  worker.addEventListener("message", ({ data }) => {
    if ("save" in data) keep(database, data);
  });
  return inWorker(worker);
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
    done(stores.objectStore(TABLES).getAll()), done(stores.objectStore(PACKS).getAllKeys()), done(stores.objectStore(PACKS).getAll()),
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
