import assert from "node:assert/strict";
import { after, test } from "node:test";
import { browser, faults, luck, opened, pause, PHONE } from "./browser.mjs";

after(async () => { await browser.close(); });

test("the client of the tutorial plays a game, and comes back", async () => {
  const page = await opened(PHONE);
  const chance = luck();
  let next = chance();
  let answers = 0;
  for (let turn = 0; turn < 12000; turn += 1) {
    const state = await page.evaluate((chance) => {
      if (document.querySelector("#decision h2")?.textContent.startsWith("The game is over")) return "over";
      const buttons = [...document.querySelectorAll("#decision button")];
      const one = buttons[Math.floor(chance * buttons.length)];
      one?.click();
      return one ? "answered" : "waits";
    }, next);
    if (state === "over") break;
    if (state === "answered") { answers += 1; next = chance(); }
    if (answers === 10 && state === "answered") { await page.reload(); await page.waitForSelector("#players p"); }
    await pause(30);
  }
  assert.match(await page.evaluate(() => document.querySelector("#decision").textContent), /^The game is over: \d+ VP/);
  assert.ok(answers > 30);
  assert.equal(await page.evaluate(() => document.querySelectorAll("#players p").length), 2);
  assert.deepEqual(faults.filter((fault) => !fault.includes("favicon") && !fault.includes("404")), []);
});
