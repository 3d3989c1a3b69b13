import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { browser, closePages, DESK, faults, opened, PHONE, playOut, start, tableOfAllModules } from "./browser.mjs";

after(async () => { await browser.close(); });
afterEach(closePages);

test("a whole game is played without a server, and goes on after a reload", async () => {
  const begun = Date.now();
  const page = await opened(DESK);
  await page.waitForSelector(".new-table");
  console.log(`shown after ${Date.now() - begun} ms`);
  await tableOfAllModules(page);
  await start(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  let isOffline = false;
  await playOut([page], async (turn) => {
    if (turn !== 40) return;
    await page.setOfflineMode(true);
    await page.reload();
    await page.waitForSelector(".dock, .curtain");
    isOffline = true;
  });
  assert.ok(isOffline);
  assert.deepEqual(faults, []);
});

test("a page says from the beginning how much of the rules has come, and then that they start", async () => {
  const page = await opened(DESK, "", { before: () => {
    globalThis.told = [];
    new MutationObserver(() => {
      const bar = document.querySelector(".loading-rules progress");
      if (bar) globalThis.told.push({ at: performance.now(), done: bar.value / bar.max, text: document.querySelector(".loading-rules").textContent });
    }).observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
  } });
  await page.waitForSelector(".new-table");
  await page.waitForFunction(() => globalThis.told.length > 0 && !document.querySelector(".loading-rules"));
  const told = await page.evaluate(() => globalThis.told);
  assert.ok(told.length >= 3, String(told.length));
  console.log(`progress shown after ${Math.round(told[0].at)} ms, then ${told.length} times`);
  assert.ok(told[0].done < 0.1, `${told[0].done} had come before anything was said`);
  for (const { text } of told.filter(({ done }) => done < 1)) assert.match(text, /Loading the rules, \d+ of 1\d MB/);
  const counted = told.map(({ done }) => done);
  assert.deepEqual(counted, [...counted].sort((one, other) => one - other));
  assert.ok(counted.at(-1) > 0.98, counted.at(-1));
  assert.deepEqual(faults, []);
});

test("all parts are there without a network after one visit", async () => {
  const page = await opened(PHONE);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.waitForFunction(() => document.querySelector(".loading-rules") === null);
  await page.setOfflineMode(true);
  for (const [path, selector] of [["workshop.html", ".cm-line"], ["#/replay", "main"], ["", ".new-table"]]) {
    await page.goto("about:blank");
    await page.goto(new URL(path, process.env.BASE).href);
    await page.waitForSelector(selector);
  }
  assert.deepEqual(faults.splice(0).filter((fault) => !fault.includes("ERR_INTERNET_DISCONNECTED")), []);
});

test("a browser that is too old gets a sentence", async () => {
  const page = await opened(DESK, "about:blank");
  await page.evaluateOnNewDocument(() => { delete Promise.withResolvers; });
  await page.goto(process.env.BASE);
  assert.match(await page.$eval(".too-old", (one) => one.textContent), /too old/);
  await page.browserContext().close();
});
