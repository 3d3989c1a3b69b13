// Everything on the table says what it does: in its place, and in a box on hover, focus and a long press.

import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { bot, browser, closePages, DESK, faults, me, opened, PHONE, playUntil, start, table } from "./browser.mjs";

after(async () => { await browser.close(); });
afterEach(closePages);

/** An answer that is on its way leaves the buildings as they were, but turns all answers off. */
const BUILDABLE = "#app:has(.building.can) .dock.asks .answer:not([aria-disabled])";

/** A page on which a person may build something; in some games nobody can for long. */
async function building(viewport) {
  for (let tried = 0; tried < 3; tried += 1) {
    const made = await table([me("Ann"), bot("Brian"), bot("Cindy")], { modules: [] });
    const page = await opened(viewport, made.path, { tables: made.tables });
    await start(page);
    await playUntil([page], `${BUILDABLE}, .results`, { chance: 0.4 });
    if (await page.$(BUILDABLE)) return page;
  }
  return assert.fail("nothing can be built");
}

/** What the box says now; null if it is closed. */
const said = (page) => page.evaluate(() => document.querySelector(".explained:popover-open")?.textContent.replace(/\s+/g, " ").trim() ?? null);

/** Whether the box is inside the window. */
const isInside = (page) => page.evaluate(() => {
  const { left, top, right, bottom } = document.querySelector(".explained:popover-open").getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
});

const middle = (page, selector, at = 0) => page.evaluate((selector, at) => {
  const found = document.querySelectorAll(selector)[at];
  found.scrollIntoView({ block: "center" });
  const { x, y, width, height } = found.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}, selector, at);

test("buildings and the answers that build them say what they do", async () => {
  const page = await building(DESK);
  const { texts, answers } = await page.evaluate(() => ({
    texts: [...document.querySelectorAll(".building")].map((one) => one.querySelector(".text").textContent.trim()),
    answers: [...document.querySelectorAll(".answer[data-about]")].map((one) => one.querySelector(".text").textContent.trim()),
  }));
  assert.equal(texts.length, 20);
  assert.ok(texts.every((text) => text.length > 10), texts.join("|"));
  assert.ok(answers.length > 0 && answers.every((text) => texts.includes(text)), answers.join("|"));
});

test("a box explains what the pointer rests on, closes with Escape, and picks nothing", async () => {
  const page = await building(DESK);
  let boxes = 0;
  for (const [selector, at] of [[".building", 0], [".building", 3], [".building", 16], [".building", 19], [".building.can", 0], [".advisor", 0], [".advisor", 17], [".player .item", 0], [".answer", 0]]) {
    const { x, y } = await middle(page, selector, at);
    await page.mouse.move(x, y);
    await page.waitForSelector(".explained:popover-open");
    const name = await page.evaluate((selector, at) => document.querySelectorAll(selector)[at].querySelector(".name, .title, .unseen").textContent.trim(), selector, at);
    assert.ok((await said(page)).includes(name.split(/\s+\d/)[0]), `${selector} ${at}: ${name} / ${await said(page)}`);
    assert.ok(await isInside(page), `${selector} ${at}`);
    boxes += 1;
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.querySelector(".explained:popover-open") === null);
    await page.mouse.move(2, 2);
  }
  assert.equal(boxes, 9);
  assert.equal(await page.evaluate(() => document.querySelectorAll(".answer").length > 1), true, "something was picked");
  assert.equal(await page.evaluate(() => document.querySelectorAll("[data-about][title], [data-about] [title]").length), 0);
});

test("a box says what goods and tokens are for, also to the keyboard", async () => {
  const page = await building(DESK);
  const items = await (await page.waitForFunction(() => {
    const all = [...document.querySelectorAll(".player.shown .item")];
    const seen = all.flatMap((one, at) => (one.checkVisibility() && one.getBoundingClientRect().width > 0 ? [at] : []));
    return seen.length >= 3 && seen;
  })).jsonValue();
  const texts = [];
  for (const item of items) {
    await page.keyboard.press("Tab");
    await page.evaluate((item) => document.querySelectorAll(".player.shown .item")[item].focus(), item);
    await page.waitForFunction(() => document.activeElement.hasAttribute("aria-describedby") && document.querySelector(".explained:popover-open .text")?.textContent.length > 10);
    texts.push(await said(page));
  }
  assert.equal(new Set(texts).size, items.length, texts.join(" | "));
});

test("a box explains what has the focus of the keyboard, and says so to readers of the screen", async () => {
  const page = await building(DESK);
  await page.evaluate(() => document.getElementById("question").focus());
  const heard = [];
  for (let step = 0; step < 40 && heard.length < 12; step += 1) {
    await page.keyboard.press("Tab");
    await page.waitForFunction(() => {
      const here = document.activeElement;
      return !here.matches("[data-about], button:has([data-about])") || here.hasAttribute("aria-describedby");
    });
    const described = await page.evaluate(() => {
      const by = document.activeElement.getAttribute("aria-describedby");
      return by && document.getElementById(by).textContent.replace(/\s+/g, " ").trim();
    });
    if (described) { assert.equal(described, await said(page)); heard.push(described); }
  }
  assert.equal(heard.length, 12);
  // What can be built is in the answers and in the province.
  assert.ok(new Set(heard).size >= 8, heard.join(" | "));
});

test("a long press explains and does not pick, a tap picks", async () => {
  const page = await building(PHONE);
  const { x, y } = await middle(page, ".building.can");
  const answers = () => page.evaluate(() => document.querySelectorAll(".answer:not(.no)").length);
  const before = await answers();
  await page.touchscreen.touchStart(x, y);
  await page.waitForSelector(".explained:popover-open");
  await page.touchscreen.touchEnd();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  assert.notEqual(await said(page), null);
  assert.ok(await isInside(page));
  assert.equal(await answers(), before);
  const close = async () => {
    const { x, y } = await middle(page, "#question");
    await page.touchscreen.tap(x, y);
    await page.waitForFunction(() => document.querySelector(".explained:popover-open") === null);
  };
  await close();
  const other = await middle(page, ".building:not(.can)");
  await page.touchscreen.tap(other.x, other.y);
  await page.waitForSelector(".explained:popover-open");
  await close();
  const can = await middle(page, ".building.can");
  await page.touchscreen.tap(can.x, can.y);
  await page.waitForFunction(() => document.querySelectorAll(".answer:not(.no)").length === 1);
  assert.equal(await said(page), null);
});

/** Answer until something is asked with these words. */
const asked = (page, words) => playUntil([page], ".dock.asks #question", { words, chance: 0.4 });

test("strips name their buildings, and the province shows what they would cover", async () => {
  const made = await table([me("Ann"), bot("Brian")], { modules: ["alternate-buildings"] });
  const page = await opened(DESK, made.path, { tables: made.tables });
  await start(page);
  await asked(page, "Which strips");
  const go = () => page.evaluate(() => [document.querySelector(".answer.go").textContent.trim(), document.querySelector(".answer.go").matches(".neutral")]);
  const buildings = () => page.evaluate(() => [...document.querySelectorAll(".row.preview .building .name")].map((one) => one.textContent.trim()));
  assert.deepEqual(await go(), ["Choose nothing.", true]);
  assert.deepEqual(await buildings(), []);
  const [name, text] = await page.evaluate(() => [".title", ".text"].map((part) => document.querySelector(`.answer.pick ${part}`).textContent.trim()));
  await page.evaluate(() => document.querySelector(".answer.pick").click());
  await page.waitForSelector(".row.preview");
  assert.deepEqual(await go(), [`Choose ${name}.`, false]);
  const covered = await buildings();
  assert.equal(covered.length, 4);
  assert.equal(text.replace(/^Row \S+: /, ""), covered.join(", "));
});

/** Remember which odds were asked for last, and which were answered. */
function rememberOdds() {
  globalThis.odds = { asked: 0, answered: 0 };
  globalThis.WebSocket = class extends WebSocket {
    send(text) {
      const { type, id } = JSON.parse(text);
      if (type === "odds") globalThis.odds.asked = id;
      super.send(text);
    }
    set onmessage(hear) {
      super.onmessage = (message) => {
        hear(message);
        const { type, re } = JSON.parse(message.data);
        if (type === "answer" && re === globalThis.odds.asked) setTimeout(() => { globalThis.odds.answered = re; }, 50);
      };
    }
  };
}

test("soldier tokens are asked for in words, each with its chances", async () => {
  let tried = 0;
  for (; tried < 5; tried += 1) {
    const made = await table([me("Ann"), bot("Brian")], { modules: ["soldier-tokens"] });
    const page = await opened(PHONE, made.path, { tables: made.tables, before: rememberOdds });
    await start(page);
    await asked(page, "Which soldier token");
    await page.waitForFunction(() => globalThis.odds.asked > 0 && globalThis.odds.answered === globalThis.odds.asked);
    const chances = await page.evaluate(() => [...document.querySelectorAll(".answer .odds")].map((one) => [...one.textContent.matchAll(/(\d+) %/g)].map(([, number]) => Number(number))));
    const best = await page.evaluate(() => [...document.querySelector(".winter .odds").textContent.matchAll(/(\d+) %/g)].map(([, number]) => Number(number)));
    // Where every token ends alike, answers have no chances of their own.
    if (chances.length === 0) { assert.equal(best.length, 3, best.join()); continue; }
    assert.equal(chances.length, 5);
    for (const each of chances) assert.ok(Math.abs(each.reduce((sum, one) => sum + one, 0) - 100) <= 1, each.join());
    const worth = ([victory, , defeat]) => victory - defeat;
    assert.ok(chances.some((each) => each.join() === best.join()), `${best} | ${chances.join(" | ")}`);
    assert.ok(Math.max(...chances.map(worth)) - worth(best) <= 2, `${best} | ${chances.join(" | ")}`); // each is rounded
    return;
  }
  assert.fail(`no token had chances in ${tried} games`);
});

test("odds that are refused since there were too many come a little later", async () => {
  const made = await table([me("Ann"), bot("Brian")], { modules: [] });
  const before = () => {
    const { send } = WebSocket.prototype;
    globalThis.asked = 0;
    WebSocket.prototype.send = function (text) {
      const isFirst = JSON.parse(text).type === "odds" && ++globalThis.asked === 1;
      for (let id = 1000; isFirst && id < 1020; id += 1) send.call(this, JSON.stringify({ type: "odds", id }));
      send.call(this, text);
    };
  };
  const page = await opened(DESK, made.path, { tables: made.tables, before });
  await start(page);
  await page.waitForSelector(".winter .odds");
  assert.ok(await page.evaluate(() => globalThis.asked) >= 2, "the first was not refused");
});

test("nothing moves where people want calm", async () => {
  const page = await building(DESK);
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  const { x, y } = await middle(page, ".building", 5);
  await page.mouse.move(x, y);
  await page.waitForSelector(".explained:popover-open");
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
});

test("nothing went wrong in a page", () => { assert.deepEqual(faults, []); });
