// Whole games, from the lobby to the results: by clicks, by keys, of two browsers, and with cards that nobody has seen.

import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { accessible, bot, browser, closePages, DESK, faults, fits, isOver, me, open, opened, pause, PHONE, playOut, start, table, tableOfAllModules } from "./browser.mjs";

after(async () => { await browser.close(); });
afterEach(closePages);

for (const [device, viewport] of [["phone", PHONE], ["desk", DESK]]) {
  test(`a table is made by clicks, ${device === "phone" ? "and played to the end, " : ""}on a ${device}`, async () => {
    const page = await opened(viewport);
    await page.waitForSelector(".new-table");
    await fits(page);
    await accessible(page, "lobby");
    await tableOfAllModules(page);
    await page.waitForSelector(".waiting");
    await fits(page);
    await accessible(page, "waiting");
    await start(page);
    if (device === "desk") return; // a game to its end on a desk is the next test
    const used = await playOut([page], async (turn) => { if (turn % 20 === 0) await fits(page); });
    assert.ok(used.has("dice") && used.has("one"), [...used].join());
    await accessible(page, "results");
    await page.evaluate(() => document.querySelector(".after .again").click());
    await page.waitForSelector(".controls");
    assert.match(await page.evaluate(() => document.querySelector(".controls output").textContent), /^0\/\d{2,}$/);
  });
}

test("two browsers play against each other, and come back", async () => {
  const made = await table([me("Ann"), open(), bot("Cindy")]);
  const ann = await opened(DESK, made.path, { tables: made.tables });
  const brian = await opened(PHONE, made.path);
  const watching = await opened(DESK, made.path);
  const name = await brian.waitForSelector(".my-name input");
  await name.type("Brian");
  await brian.keyboard.press("Tab");
  await (await brian.waitForSelector(".seats button")).click();
  await brian.waitForFunction(() => document.querySelector(".seats button") === null);
  await ann.waitForFunction(() => document.querySelector(".seats").textContent.includes("Brian"));
  await start(ann);
  await brian.waitForSelector(".dock");
  let lost = 0;
  await playOut([ann, brian], async (turn) => {
    if (turn % 20 === 0) await fits(ann);
    if (turn === 15) { await brian.reload(); await brian.waitForSelector(".dock"); lost += 1; }
    if (turn === 30) { await brian.setOfflineMode(true); await brian.waitForSelector(".lost"); await brian.setOfflineMode(false); await brian.waitForSelector(".lost", { hidden: true }); lost += 1; }
  });
  assert.equal(lost, 2);
  await accessible(ann, "results");
  // Each sees the last winters when they press Continue.
  for (const page of [brian, watching]) await playOut([page]);
  const points = (page) => page.evaluate(() => [...document.querySelectorAll(".total")].map((one) => one.textContent));
  assert.deepEqual(await points(brian), await points(ann));
  assert.deepEqual(await points(watching), await points(ann));
  assert.equal((await points(ann)).length, 3);
  faults.splice(0, faults.length, ...faults.filter((fault) => !fault.includes("ERR_INTERNET_DISCONNECTED")));
});

test("the keyboard alone plays a whole game, and nothing moves if the system asks for that", async () => {
  const made = await table([me("Ann"), bot("Brian")], { modules: [] });
  const page = await opened(DESK, made.path, { speed: "calm", tables: made.tables });
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  const { keyboard } = page;
  /** Go on, or back, until something that can be used has the focus; then use it. */
  async function use(selector, key = "Tab") {
    for (let steps = 0; steps < 150; steps += 1) {
      if (await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector)) { await keyboard.press("Enter"); return; }
      if (key === "Tab") await keyboard.press("Tab");
      else { await keyboard.down("Shift"); await keyboard.press("Tab"); await keyboard.up("Shift"); }
    }
    throw new Error(`The keyboard does not reach ${selector}: ${await page.evaluate(() => document.querySelector(".dock")?.textContent)}`);
  }
  await page.waitForSelector(".waiting .primary");
  await use(".waiting .primary");
  await page.waitForSelector(".dock");
  const state = () => page.evaluate(() => {
    const all = (selector) => document.querySelectorAll(selector).length;
    if (all(".results") > 0) return "over";
    if (all(".continue") > 0) return "winter";
    if (all(".dock.asks") === 0 || all(".answer[aria-disabled]") > 0) return "waiting";
    return all(".tray") > 0 && all(".advisor.can") > 0 ? "dice" : all(".answer:not(.no)") > 0 ? "one" : "no";
  });
  let answers = 0;
  let moving = 0;
  for (let now = await state(); now !== "over"; now = await state()) {
    moving += await page.evaluate(() => document.getAnimations().length);
    if (now === "waiting") { await pause(20); continue; }
    if (now === "winter") { await use(".continue"); await pause(30); continue; }
    answers += 1;
    assert.ok(answers < 400);
    if (now === "dice") { await use(".advisor.can", "Shift"); await use(".answer.go"); } else await use(now === "one" ? ".answer:not(.no, .chosen)" : ".answer");
    await pause(30);
  }
  assert.ok(answers > 30, String(answers));
  assert.equal(moving, 0);
});

test("a pack that the client has never seen is played", async () => {
  const made = await table([me("Ann"), bot("Brian")], { modules: [], packs: JSON.parse(process.env.PACKS) });
  const page = await opened(DESK, made.path, { tables: made.tables });
  await start(page);
  const seen = new Set();
  await playOut([page], async () => {
    for (const word of await page.evaluate(() => [...document.querySelectorAll(".letters, .small-card .kind")].map((one) => one.textContent))) seen.add(word);
  });
  assert.ok(await isOver(page));
  assert.ok(seen.has("gr") && seen.has("badge"), [...seen].join());
});

test("nothing went wrong in any page", () => {
  assert.deepEqual(faults, []);
});
