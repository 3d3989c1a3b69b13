// A release: one module has all parts of the client.

import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { browser, closePages, DESK, faults, opened, playUntil, start } from "./browser.mjs";

after(async () => { await browser.close(); });
afterEach(closePages);

test("a game, the help and a replay need one module, and the words of one language", async () => {
  const page = await opened(DESK);
  await (await page.waitForSelector(".new-table .primary")).click();
  await start(page);
  await playUntil([page], ".results");
  await page.evaluate(() => document.querySelector(".after .again").click());
  await page.waitForSelector(".controls");
  const scripts = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname).filter((name) => name.endsWith(".js")).map((name) => name.replace(/^\/c\/\w+\//, "")).sort());
  assert.deepEqual(await scripts(), ["app.js", "too-old.js", "words/en.js"]);
  await page.keyboard.press("?");
  await page.waitForSelector("dialog.help[open] section");
  assert.deepEqual(await scripts(), ["app.js", "too-old.js", "words/en.js", "words/help-en.js"]);
  const drawn = await page.$eval(".icon use", async (one) => (await fetch(one.href.baseVal)).ok);
  assert.ok(drawn);
  assert.deepEqual(faults, []);
});
