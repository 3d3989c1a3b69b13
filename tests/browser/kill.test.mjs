// Two browsers and a spectator, while connections are cut and come back, and the server is killed.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import net from "node:net";
import { after, test } from "node:test";
import { answer, browser, DESK, faults, me, open, opened, PHONE, playOut, start, table } from "./browser.mjs";

const SERVER = new URL(process.env.BASE);
const COMMAND = JSON.parse(process.env.SERVE);

/** A cable between a browser and the server, which can be cut. */
class Cable {
  /** @type {Set<net.Socket>} */
  #sockets = new Set();
  isCut = false;

  #server = net.createServer((near) => {
    if (this.isCut) return near.destroy();
    const far = net.connect(Number(SERVER.port), SERVER.hostname);
    for (const [one, other] of [[near, far], [far, near]]) {
      this.#sockets.add(one);
      one.on("error", () => {});
      one.on("close", () => { this.#sockets.delete(one); other.destroy(); });
      one.pipe(other);
    }
  });

  async laid() {
    await new Promise((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${this.#server.address().port}/`;
  }

  cut() {
    this.isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend() { this.isCut = false; }
  end() { this.cut(); this.#server.close(); }
}

/** The server, which dies without a word. */
const server = {
  process: null,
  complaints: "",
  async begin() {
    this.process = spawn(COMMAND[0], COMMAND.slice(1), { stdio: ["ignore", "pipe", "pipe"] });
    this.process.stderr.on("data", (data) => { this.complaints += data; });
    await new Promise((resolve, reject) => {
      this.process.stdout.on("data", (data) => { if (String(data).includes("http://")) resolve(); });
      this.process.once("exit", () => reject(new Error(this.complaints)));
    });
  },
  kill() {
    const gone = new Promise((resolve) => this.process.once("exit", (_, signal) => resolve(signal)));
    this.process.kill("SIGKILL");
    return gone;
  },
};

/** Remember which answers the table has acknowledged. */
function remember() {
  window.acknowledged = [];
  window.WebSocket = class extends WebSocket {
    asked = new Map();
    constructor(address) {
      super(address);
      this.addEventListener("message", ({ data }) => {
        const message = JSON.parse(data);
        if (message.type === "answer" && this.asked.has(message.re)) window.acknowledged.push(this.asked.get(message.re));
      });
    }
    send(text) {
      const message = JSON.parse(text);
      if (message.type === "play") this.asked.set(message.id, { decision: message.decision, action: message.action });
      super.send(text);
    }
  };
}

const cables = [new Cable(), new Cable(), new Cable()];
after(async () => {
  await browser.close();
  for (const cable of cables) cable.end();
  await server.kill();
});

test("two browsers play all modules to the end, whatever happens to their connections and to the server", async () => {
  await server.begin();
  const made = await table([me("Ann"), open()]);
  const [annAt, brianAt, watchingAt] = await Promise.all(cables.map((cable) => cable.laid()));
  const come = async (viewport, base, more = {}) => {
    const page = await opened(viewport, `${base}${made.path}`, more);
    await page.evaluateOnNewDocument(remember);
    await page.reload();
    return page;
  };
  const ann = await come(DESK, annAt, { tables: made.tables });
  const brian = await come(PHONE, brianAt);
  const watching = await come(DESK, watchingAt);
  await (await brian.waitForSelector(".my-name input")).type("Brian");
  await brian.keyboard.press("Tab");
  await (await brian.waitForSelector(".seats button")).click();
  await ann.waitForFunction(() => document.querySelector(".seats").textContent.includes("Brian"));
  await start(ann);
  await brian.waitForSelector(".dock");

  const happened = { cut: 0, killed: 0, both: 0 };
  const [, mobile] = cables;
  const pages = [ann, brian, watching];
  const back = async () => { for (const page of pages) await page.waitForFunction(() => !document.querySelector(".lost")); };
  await playOut([ann, brian], async (turn) => {
    if (turn % 30 === 10) { // while the others play on
      mobile.cut();
      await brian.waitForSelector(".lost");
      await answer(ann);
      mobile.mend();
      happened.cut += 1;
    } else if (turn % 30 === 20) { // in the middle of an answer
      const answers = [answer(ann), answer(brian)];
      assert.equal(await server.kill(), "SIGKILL");
      await Promise.all(answers);
      await server.begin();
      happened.killed += 1;
    } else if (turn % 30 === 29) { // one has no connection while the server is killed
      mobile.cut();
      await answer(ann);
      assert.equal(await server.kill(), "SIGKILL");
      await server.begin();
      mobile.mend();
      happened.both += 1;
    } else return;
    await back();
  });
  assert.ok(Math.min(...Object.values(happened)) >= 2, JSON.stringify(happened));

  // Each sees the last winters when they press Continue.
  for (const page of pages) await playOut([page]);
  const points = (page) => page.evaluate(() => [...document.querySelectorAll(".total")].map((one) => one.textContent));
  const final = await points(ann);
  assert.equal(final.length, 2);
  for (const page of pages) assert.deepEqual(await points(page), final);
  const acknowledged = await Promise.all([ann, brian].map((page) => page.evaluate(() => window.acknowledged)));
  writeFileSync(process.env.ACKNOWLEDGED, JSON.stringify({ table: made.id, acknowledged, points: final }));
  console.log(`${happened.cut + happened.both} cuts, ${happened.killed + happened.both} kills, ${acknowledged.flat().length} answers`);
  assert.doesNotMatch(server.complaints, /Traceback|ERROR|Exception/);
  const expected = /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED|WebSocket connection to/;
  assert.deepEqual(faults.filter((fault) => !expected.test(fault)), []);
});
