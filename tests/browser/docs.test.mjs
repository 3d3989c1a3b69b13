import assert from "node:assert/strict";
import { after, test } from "node:test";
import { browser, DESK, faults, opened } from "./browser.mjs";

const LOADED = { timeout: 240_000 };

after(async () => { await browser.close(); });

test("programs of the reference run on their page", async () => {
  const page = await opened(DESK, "reference/api/games.html");
  await page.waitForSelector(".run button");
  const count = await page.evaluate(() => document.querySelectorAll(".run button").length);
  assert.ok(count >= 3);
  await page.evaluate(() => document.querySelectorAll(".run button")[1].click());
  await page.waitForFunction(() => !document.querySelectorAll(".run button")[1].disabled, LOADED);
  const [output, shown] = await page.evaluate(() => [
    document.querySelectorAll(".run pre")[1].textContent,
    document.querySelectorAll(".highlight-text pre")[1].textContent,
  ]);
  assert.equal(output.trim(), shown.trim());
});

test("a card of the gallery and a recipe open in the workshop", async () => {
  for (const path of ["cards/governors.html", "cookbook/battle.html"]) {
    const page = await opened(DESK, path);
    const links = await page.$$eval("a.workshop", (all) => all.map((one) => one.href));
    assert.ok(links.length > 3, path);
    await page.goto(links[0]);
    await page.waitForSelector(".status.good, .status.bad, .status.warned", LOADED);
    assert.notEqual(await page.$(".status.good, .status.warned"), null, path);
    await page.waitForSelector(".picture");
  }
  assert.deepEqual(faults, []);
});
