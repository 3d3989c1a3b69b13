// The lobby and what surrounds a game: invitations, one's own tables, settings, hot seats and undo.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { browser, bot, DESK, ELSEWHERE, faults, me, open, opened, PHONE, table } from "./browser.mjs";

after(async () => {
  await browser.close();
});

/** Click something that must be there. */
async function click(page, selector) {
  await (await page.waitForSelector(selector)).evaluate((one) => one.click());
}

const texts = (page, selector) => page.$$eval(selector, (all) => all.map((one) => one.textContent.trim()));

test("on loopback the page says that nobody else can open it", async () => {
  const made = await table([me("Ann"), open()]);
  const page = await opened(DESK, made.path, { tables: made.tables });
  await page.waitForSelector(".only-here");
  assert.match((await texts(page, ".only-here")).join(), /Only this machine/);
  assert.equal(await page.$(".invite"), null);
});

test("a link that cannot be copied is shown, selected, and nothing says that it was copied", async () => {
  const made = await table([me("Ann"), open()]);
  let shown = 0;
  for (const before of [() => {}, () => Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error("no")) } })]) {
    const page = await opened(PHONE, made.path, { tables: made.tables, base: ELSEWHERE, before });
    await click(page, ".invite .ways button");
    await page.waitForSelector(".copy-by-hand[open]");
    const [text, selected] = await page.$eval(".copy-by-hand textarea", (one) => [one.value, one.value.slice(one.selectionStart, one.selectionEnd)]);
    assert.equal(text, new URL(made.path, ELSEWHERE).href);
    assert.equal(selected, text);
    assert.equal((await texts(page, ".note")).join(""), "");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.querySelector(".copy-by-hand") === null);
    shown += 1;
  }
  assert.equal(shown, 2);
});

test("a link that was copied is said to be, and may be shared", async () => {
  const made = await table([me("Ann"), open()]);
  const page = await opened(DESK, made.path, {
    tables: made.tables,
    base: ELSEWHERE,
    before: () => {
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { globalThis.copied = text; } } });
      navigator.share = async (what) => { globalThis.shared = what.url; };
    },
  });
  const href = new URL(made.path, ELSEWHERE).href;
  await click(page, ".invite .ways button");
  await page.waitForFunction(() => document.querySelector(".note").textContent.includes("copied"));
  await click(page, ".invite .ways button:nth-child(2)");
  assert.deepEqual(await page.evaluate(() => [globalThis.copied, globalThis.shared]), [href, href]);
  assert.equal(await page.$(".copy-by-hand"), null);
  const code = await (await page.waitForSelector(".qr path")).evaluate((one) => one.getAttribute("d"));
  assert.ok(code.split("M").length > 200);
});

test("nothing went wrong meanwhile", () => assert.deepEqual(faults, []));
