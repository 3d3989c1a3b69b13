// Clients play with server.py over HTTP, and lose their connections again and again.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Client, NoSuchSeat } from "../client.js";

/** The addresses that server.py has printed, separated by spaces. */
const SEATS = process.env["SEATS"]?.split(" ").filter(Boolean) ?? [];
const ANSWERS = 150;
const skip = SEATS.length === 0 && "needs server.py, with the addresses of its seats in SEATS";

const connected = globalThis.fetch;
let calls = 0;

/** Fetch, but lose every fifth answer. */
async function unsteady(...wanted: Parameters<typeof fetch>): Promise<Response> {
  const sent = await connected(...wanted);
  calls += 1;
  if (calls % 5 === 0 && String(wanted[0]).includes("/since/")) throw new TypeError("The connection was lost.");
  return sent;
}

before(() => {
  globalThis.fetch = unsteady;
});

after(() => {
  globalThis.fetch = connected;
});

/** Whether all have heard of the last event. */
async function areLevel(clients: readonly Client[]): Promise<boolean> {
  const last = await Promise.all(clients.map(({ address }) => Client.connect(address)));
  return last.every(({ view }, k) => view.seq === clients[k]?.view.seq);
}

test("everybody follows the game to the same position", { skip, timeout: 20_000 }, async () => {
  const clients = await Promise.all(SEATS.map((address) => Client.connect(address, 1)));
  const answered = new Set<number | undefined>();
  let played = 0;
  const play = async (client: Client): Promise<void> => {
    const { decision } = client;
    if (decision === null || answered.has(decision.id) || answered.size >= ANSWERS) return;
    const action = decision.options[answered.size % decision.options.length];
    assert.ok(action);
    answered.add(decision.id);
    assert.equal(await client.answer(decision, action), null);
    assert.equal((await client.answer(decision, action))?.code, "action.stale");
    played += 1;
  };
  const listening = clients.map((client) => client.listen(() => void play(client)));
  await Promise.all(clients.map(play));
  const isOver = async () => played >= ANSWERS && (await areLevel(clients));
  while (!(await isOver())) await new Promise((resolve) => setTimeout(resolve, 10));
  clients.forEach((client) => client.leave());
  await Promise.all(listening);
  for (const client of clients) {
    const { view, decision } = await Client.connect(client.address);
    assert.deepStrictEqual([client.view, client.decision], [view, decision]);
    assert.ok((client.view.seq ?? 0) > ANSWERS);
  }
});

test("an unknown address is refused", { skip }, async () => {
  await assert.rejects(Client.connect(new URL("/nobody", SEATS[0]).href), NoSuchSeat);
});
