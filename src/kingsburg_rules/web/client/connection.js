// How the client reaches tables: over the network, or in a worker of this page. Nothing else knows which.

/** @import { Channel, Connection, FromTable, ToTable } from "./messages.js" */

/** What a table or a server refuses, with a sentence for people. */
export class Refused extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** How many milliseconds pass before the next try to connect. */
const SHORTEST = 300;
const LONGEST = 8000;

/** After so many milliseconds without a message, the server is asked for a sign of life. */
const SILENCE = 30_000;

/** The same, if something has been said to it meanwhile. */
const UNANSWERED = 10_000;

/** A server that gives no sign of life for so long is gone, even if the browser has not noticed. */
const PATIENCE = 20_000;

/** @param {string} [base] The address of the server. @returns {Connection} */
export function server(base = location.href) {
  return { request: (method, path, body) => requested(new URL(path, base), method, body), open };

  /** @param {string} table @param {string | null} token */
  function open(table, token) {
    const address = new URL(`ws/${encodeURIComponent(table)}`, base);
    address.protocol = address.protocol.replace("http", "ws");
    address.hash = "";
    address.search = token === null ? "" : new URLSearchParams({ token }).toString();
    return new Socket(address);
  }
}

/** @param {URL} address @param {string} method @param {unknown} body @returns {Promise<unknown>} */
async function requested(address, method, body) {
  /** @type {RequestInit} */
  const init = { method };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { "content-type": "application/json" };
  }
  const answer = await fetch(address, init);
  const isJson = answer.headers.get("content-type")?.includes("json") ?? false;
  const content = isJson ? await answer.json() : await answer.text();
  if (!answer.ok)
    throw new Refused(content.code ?? String(answer.status), content.message ?? answer.statusText);
  return content;
}

/** A WebSocket that connects again. @implements {Channel} */
class Socket {
  onopen = () => {};
  onlost = () => {};
  /** @type {(message: FromTable) => void} */
  onmessage = () => {};
  #pause = SHORTEST;
  #closed = false;
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {number | undefined} */
  #timer;
  /** @type {number | undefined} */
  #silence;
  #isAwaited = false;

  /** @param {URL} address */
  constructor(address) {
    this.address = address;
    this.#connect();
    addEventListener("online", this.#now);
  }

  #connect() {
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.onopen = () => {
      this.#pause = SHORTEST;
      this.onopen();
    };
    socket.onmessage = ({ data }) => {
      this.#isAwaited = false;
      this.#listen(SILENCE);
      this.onmessage(JSON.parse(data));
    };
    socket.onclose = () => this.#lost();
  }

  /** Wait for the next message. @param {number} time */
  #listen(time) {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.#silence = setTimeout(() => this.#drop(), PATIENCE);
      this.#socket?.send('{"type":"ping"}');
    }, time);
  }

  /** Give a connection up without waiting until the browser does. */
  #drop() {
    const socket = this.#socket;
    if (socket === null) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
    this.#lost();
  }

  #lost() {
    clearTimeout(this.#silence);
    this.#isAwaited = false;
    this.#socket = null;
    if (this.#closed) return;
    this.onlost();
    this.#timer = setTimeout(this.#now, this.#pause * (0.5 + Math.random()));
    this.#pause = Math.min(this.#pause * 2, LONGEST);
  }

  #now = () => {
    clearTimeout(this.#timer);
    if (this.#socket === null && !this.#closed) this.#connect();
  };

  /** @param {ToTable} message */
  send(message) {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    if (!this.#isAwaited) {
      this.#isAwaited = true;
      this.#listen(UNANSWERED);
    }
    return true;
  }

  close() {
    this.#closed = true;
    removeEventListener("online", this.#now);
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    this.#socket?.close();
  }
}
