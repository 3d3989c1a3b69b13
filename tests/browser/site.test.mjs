import assert from "node:assert/strict";
import { after, test } from "node:test";
import { browser, DESK, faults, opened, pause, playOut, start, tableOfAllModules } from "./browser.mjs";

after(async () => { await browser.close(); });

test("a whole game is played without a server, and goes on after a reload", async () => {
  const begun = Date.now();
  const page = await opened(DESK);
  await page.waitForSelector(".new-table", { timeout: 60_000 });
  console.log(`shown after ${Date.now() - begun} ms`);
  await tableOfAllModules(page);
  await start(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  let isOffline = false;
  await playOut([page], async (turn) => {
    if (turn !== 40) return;
    await page.setOfflineMode(true);
    await page.reload();
    await page.waitForSelector(".dock, .curtain", { timeout: 60_000 });
    isOffline = true;
  });
  assert.ok(isOffline);
  await pause(100);
  assert.deepEqual(faults, []);
});
