// The shipped client and a newer server: fields, events, answers, decisions and messages that it does not know.

import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { bot, browser, closePages, DESK, faults, me, opened, PHONE, playUntil, start, table } from "./browser.mjs";

after(async () => { await browser.close(); });
afterEach(closePages);

/** Add to every message what a newer server may send. Runs in the page. */
function newer() {
  const FIELDS = ["year", "name", "kind", "event", "decision"];
  globalThis.newer = { events: 0, asked: 0 };
  const added = (value) => {
    if (Array.isArray(value)) return value.map(added);
    if (value === null || typeof value !== "object") return value;
    const found = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, added(one)]));
    return "type" in value || !FIELDS.some((field) => field in value) ? found : { ...found, weather: "rain" };
  };
  const changed = (sent) => {
    const message = { ...added(sent), weather: "rain" };
    if (message.type === "events") {
      globalThis.newer.events += 1;
      message.events.unshift({ type: "Snowed", seq: message.events[0]?.seq ?? message.seq, depth: 3 });
      message.texts.unshift("It snowed.");
    }
    message.view?.pending?.push({ player: 0, kind: "weather", source: "inn", id: 9 });
    if (message.ask) {
      const { decision } = message.ask;
      globalThis.newer.asked += 1;
      if (globalThis.newer.asked % 3 === 0) decision.kind = "weather";
      decision.options.push({ type: "Snow", card: "inn" });
      message.ask.texts.push("Let it snow.");
    }
    return message;
  };
  globalThis.WebSocket = class extends globalThis.WebSocket {
    set onmessage(hear) {
      super.onmessage = hear && (({ data }) => {
        hear({ data: '{"type":"weather","sky":"grey"}' });
        hear({ data: JSON.stringify(changed(JSON.parse(data))) });
      });
    }
  };
}

for (const [device, viewport] of [["phone", PHONE], ["desk", DESK]]) {
  test(`a year is played at a newer server, on a ${device}`, async () => {
    const made = await table([me("Ann"), bot("Brian")], { modules: [] });
    const page = await opened(viewport, made.path, { tables: made.tables, before: newer });
    await start(page);
    const asked = new Set();
    let offered = 0;
    const look = async () => {
      const seen = await page.evaluate(() => document.querySelector(".dock.asks") && !document.querySelector(".answer.step.chosen") && {
        question: document.querySelector("#question").textContent,
        snow: [...document.querySelectorAll(".answer")].filter((one) => one.querySelector(".title")?.textContent.trim() === "Let it snow.").length,
      });
      if (!seen) return;
      assert.equal(seen.snow, 1, seen.question);
      asked.add(seen.question);
      offered += 1;
    };
    const used = await playUntil([page], ".continue", { between: look });
    assert.ok(used.includes("dice"), used.join());
    assert.ok(asked.size > 3 && offered > 5, [...asked].join());
    await page.evaluate(() => document.querySelector(".continue").click());
    // What the server then refuses is said, and the question stays.
    await page.waitForSelector(".dock.asks");
    await page.evaluate(() => [...document.querySelectorAll(".answer")].find((one) => one.textContent.includes("Let it snow.")).click());
    await page.waitForSelector(".note");
    assert.equal(await page.$(".dock.asks") === null, false);
    const { events, lines } = await page.evaluate(() => ({ ...globalThis.newer, lines: document.body.textContent.split("It snowed.").length - 1 }));
    assert.ok(events > 10 && lines > 0, `${events} ${lines}`);
  });
}

test("nothing went wrong in the pages", () => assert.deepEqual(faults, []));
