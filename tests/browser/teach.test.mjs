// The help, the names of buttons, and a first game that teaches.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { ALL, bot, browser, DESK, faults, me, opened, pause, PHONE, start, table } from "./browser.mjs";

const AXE = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const CLIENT = new URL("../../src/kingsburg_rules/web/client/", import.meta.url);

after(async () => { await browser.close(); });

/** No serious fault of accessibility. */
async function accessible(page, where) {
  await page.evaluate(AXE);
  const { violations, passes } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations", "passes"] }));
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  assert.deepEqual(serious.map(({ id, nodes }) => [where, id, nodes[0].html.slice(0, 150), nodes[0].failureSummary]), []);
  assert.ok(passes.length > 10, where);
}

const text = (page, selector) => page.$eval(selector, (one) => one.textContent);
const isOpen = (page) => page.evaluate(() => document.querySelector("dialog.help[open]") !== null);
const show = async (page, name) => {
  await page.evaluate((name) => [...document.querySelectorAll("dialog nav button")].find((one) => one.textContent.includes(name)).click(), name);
  await page.waitForSelector(`dialog nav [aria-pressed="true"]`);
  await pause(50);
};

test("the words of the help are the same in all languages, and say something about all that is asked", async () => {
  const at = async (language) => (await import(new URL(`words/help-${language}.js`, CLIENT).href)).words;
  const english = await at("en");
  const holes = (one) => [...new Set(one.match(/\{\w+\}/g))].sort();
  assert.ok(Object.keys(english).length > 100);
  for (const language of ["nl", "fr"]) {
    const other = await at(language);
    assert.deepEqual(Object.keys(other).sort(), Object.keys(english).sort());
    for (const [key, said] of Object.entries(english)) assert.deepEqual(holes(other[key]), holes(said), key);
  }
  const types = readFileSync(new URL("contract/types.d.ts", CLIENT), "utf8");
  const kinds = types.match(/interface Decision \{[^}]*kind: ([^;]*);/)[1].match(/\w+/g);
  assert.ok(kinds.length > 10);
  for (const kind of kinds) assert.ok(english[`kind_${kind}`], kind);
});

for (const [device, viewport, theme] of [["phone", PHONE, "dark"], ["desk", DESK, "light"]]) {
  test(`the help opens and closes with keys and says what the table adds, on a ${device}`, async () => {
    const made = await table([me("Ann"), bot("Brian")], { modules: ALL });
    const page = await opened(viewport, made.path, { theme, tables: made.tables });
    await start(page);
    await page.keyboard.press("?");
    await page.waitForSelector("dialog.help[open] section");
    const rules = await text(page, "dialog .text");
    assert.match(rules, /Spring.*Summer.*Winter/s);
    assert.match(rules, /5 years/);
    await page.waitForFunction(() => document.querySelectorAll("dialog .text dl div").length > 5);
    assert.equal(await page.$$eval("dialog .now", (all) => all.length) <= 1, true);
    await accessible(page, "rules");
    await show(page, "Icons");
    const unnamed = await page.$$eval("dialog .legend dt", (all) => all.filter((one) => one.textContent.trim() === "").length);
    assert.equal(unnamed, 0);
    const icons = await page.$$eval("dialog .legend dt use", (all) => all.map((one) => one.getAttribute("href").split("#k-")[1]));
    assert.ok(icons.length > 15, icons.join());
    await accessible(page, "icons");
    await show(page, "Keys");
    assert.match(await text(page, "dialog .keys"), /hint/);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
    await page.keyboard.press("h"); // is not for the table while the help is open
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.querySelector("dialog") === null);
    assert.equal(await page.$(".hint"), null);
    await page.click(".help-button");
    await page.waitForSelector("dialog.help[open]");
    await page.click("dialog header .tool");
    await page.waitForFunction(() => document.querySelector("dialog") === null);
  });
}

test("the lobby has the rules, too, and says what is chosen", async () => {
  const page = await opened(DESK, "", { language: "nl" });
  await page.waitForSelector(".new-table .choices input[type=checkbox]");
  const name = await page.$eval(".new-table .choices .tick b", (one) => one.textContent);
  await page.click(".new-table .choices input[type=checkbox]");
  await page.keyboard.press("?");
  await page.waitForSelector("dialog.help[open] section");
  await page.waitForFunction((name) => [...document.querySelectorAll("dialog dt")].some((one) => one.textContent.includes(name)), {}, name);
  assert.match(await text(page, "dialog .text"), /Lente.*Winter/s);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelector("dialog") === null);
  assert.equal(await isOpen(page), false);
});

test("a button with only a sign says its name to the eye", async () => {
  const made = await table([me("Ann"), bot("Brian")], { modules: [] });
  const page = await opened(DESK, made.path, { tables: made.tables });
  await start(page);
  let seen = 0;
  for (const selector of [".brand", ".help-button", ".menu summary", ".ask-hint"]) {
    await page.hover(selector);
    const [label, shown, box] = await page.$eval(selector, (one) => {
      const { content, display } = getComputedStyle(one, "::after");
      const { left, right } = one.getBoundingClientRect();
      return [one.getAttribute("aria-label"), display !== "none" && content, [left >= 0, right <= innerWidth]];
    });
    assert.equal(shown, JSON.stringify(label), selector);
    assert.deepEqual(box, [true, true]);
    seen += 1;
  }
  assert.equal(seen, 4);
});

test("nothing went wrong in the pages", () => { assert.deepEqual(faults, []); });
