// How a connection notices that its other side is gone, with a clock and a socket of our own.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

const CLIENT = process.env.CLIENT ?? new URL("../../src/kingsburg_rules/web/client/", import.meta.url).href;

/** A socket that does nothing by itself. */
class Wire {
  static OPEN = 1;
  readyState = 0;
  sent = [];
  isClosed = false;
  constructor() { wires.push(this); }
  send(text) { this.sent.push(JSON.parse(text).type); }
  close() { this.isClosed = true; }
  open() { this.readyState = 1; this.onopen(); }
  says(message) { this.onmessage({ data: JSON.stringify(message) }); }
}

/** @type {Wire[]} */
let wires = [];
Object.assign(globalThis, { WebSocket: Wire, location: { href: "http://table.test/" }, addEventListener() {}, removeEventListener() {} });
const { server } = await import(`${CLIENT}connection.js`);

let channel;
let lost = 0;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  wires = [];
  lost = 0;
  channel = server().open("abc", null);
  channel.onlost = () => { lost += 1; };
});

test("a server that says something now and then is only asked for a sign of life", () => {
  wires[0].open();
  wires[0].says({ type: "people" });
  for (let minute = 0; minute < 10; minute += 1) {
    mock.timers.tick(29_000);
    assert.equal(wires[0].sent.length, minute);
    mock.timers.tick(2_000);
    assert.deepEqual(wires[0].sent.at(-1), "ping");
    wires[0].says({ type: "answer", re: null });
  }
  assert.equal(wires.length, 1);
  assert.equal(lost, 0);
});

test("a server that is silent for long is given up, and called again", () => {
  wires[0].open();
  wires[0].says({ type: "people" });
  mock.timers.tick(30_000);
  mock.timers.tick(19_000);
  assert.equal(lost, 0);
  mock.timers.tick(1_000);
  assert.equal(lost, 1);
  assert.equal(wires[0].isClosed, true);
  mock.timers.tick(1_000);
  assert.equal(wires.length, 2);
  wires[1].open();
  assert.equal(channel.send({ type: "hello" }), true);
  assert.deepEqual(wires[1].sent, ["hello"]);
});

test("who waits for an answer notices sooner, however often they ask", () => {
  wires[0].open();
  wires[0].says({ type: "people" });
  assert.equal(channel.send({ type: "play" }), true);
  mock.timers.tick(6_000);
  channel.send({ type: "play" });
  mock.timers.tick(4_000);
  assert.deepEqual(wires[0].sent, ["play", "play", "ping"]);
  mock.timers.tick(20_000);
  assert.equal(lost, 1);
});

test("an answer to the sign of life is enough, even if it comes late", () => {
  wires[0].open();
  channel.send({ type: "hint" });
  mock.timers.tick(10_000);
  mock.timers.tick(19_000);
  wires[0].says({ type: "answer", re: null });
  mock.timers.tick(29_000);
  assert.equal(lost, 0);
  assert.deepEqual(wires[0].sent, ["hint", "ping"]);
});

test("what is said while there is no connection is not sent", () => {
  assert.equal(channel.send({ type: "hello" }), false);
  wires[0].open();
  wires[0].readyState = 3;
  wires[0].onclose();
  assert.equal(channel.send({ type: "play" }), false);
  assert.deepEqual(wires[0].sent, []);
  assert.equal(lost, 1);
});

test("a channel that is closed asks for nothing any more", () => {
  wires[0].open();
  channel.send({ type: "hello" });
  channel.close();
  wires[0].readyState = 3;
  wires[0].onclose();
  mock.timers.tick(60_000);
  assert.equal(wires.length, 1);
  assert.equal(lost, 0);
  assert.deepEqual(wires[0].sent, ["hello"]);
});
