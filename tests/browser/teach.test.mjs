// The help, the names of buttons, and a first game that teaches.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, test } from "node:test";
import { accessible, ALL, bot, browser, closePages, DESK, faults, me, opened, pause, PHONE, playUntil, start, table } from "./browser.mjs";

const CLIENT = new URL("../../src/kingsburg_rules/web/client/", import.meta.url);

after(async () => { await browser.close(); });
afterEach(closePages);

const text = (page, selector) => page.$eval(selector, (one) => one.textContent);
const isOpen = (page) => page.evaluate(() => document.querySelector("dialog.help[open]") !== null);
const show = async (page, name) => {
  await page.evaluate((name) => [...document.querySelectorAll("dialog nav button")].find((one) => one.textContent.includes(name)).click(), name);
  await page.waitForFunction((name) => document.querySelector('dialog nav [aria-pressed="true"]')?.textContent.includes(name), {}, name);
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

/** Do what the guide advises, until it says that winter is over. Returns what the lessons were about. */
async function follow(page) {
  const titles = new Set();
  let advised = 0;
  for (const begun = Date.now(); Date.now() < begun + 300_000;) {
    if (await page.$(".guide .alone")) return { titles, advised };
    const title = await page.evaluate(() => document.querySelector(".dock.asks") && document.querySelector(".guide h2")?.textContent);
    if (title) {
      titles.add(title);
      const did = await page.evaluate(() => {
        const take = document.querySelector(".hint .link");
        const next = take ?? document.querySelector('.advice-button:not([aria-disabled="true"])');
        next?.click();
        return take !== null;
      });
      if (did) advised += 1;
    }
    await pause(30);
  }
  throw new Error(`The lessons do not end: ${advised} ${await text(page, ".dock")}`);
}

for (const [device, viewport, theme, language] of [["phone", PHONE, "light", "fr"], ["desk", DESK, "dark", "en"]]) {
  test(`the first year is taught ${device === "phone" ? "to its end by following the guide, " : ""}on a ${device}`, async () => {
    const page = await opened(viewport, "", { theme, language });
    await page.waitForSelector(".learn-button:not([aria-disabled])");
    await accessible(page, "lobby");
    await page.click(".learn-button");
    await page.waitForSelector(".guide .advice-button");
    await page.waitForSelector(".dock.asks");
    assert.equal(await page.$$eval(".players .player", (all) => all.length), 2);
    await accessible(page, "lesson");
    assert.ok((await text(page, ".guide .lesson")).length > 100);
    const cut = await page.$eval(".guide", (one) => [one.scrollHeight > one.clientHeight + 1, one.querySelector(".lesson").scrollHeight > one.querySelector(".lesson").clientHeight + 1]);
    assert.deepEqual(cut, [false, false]);
    const box = await page.$eval(".guide", (one) => one.getBoundingClientRect().top);
    assert.ok(box < viewport.height / 2 || device === "desk", String(box));
    assert.ok(await page.$eval(".guide .read", (one) => one.getBoundingClientRect().bottom <= innerHeight));
    await page.click(".guide .read");
    await page.waitForFunction(() => document.querySelector(".guide .read") === null);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
    if (device === "desk") return;
    const { titles, advised } = await follow(page);
    assert.ok(titles.size >= 3, [...titles].join());
    assert.ok(advised >= 6, String(advised));
    assert.match(await text(page, ".guide .lesson"), language === "fr" ? /hiver.*contre|contre.*hiver/s : /against.*winter/s);
    await accessible(page, "end of the lessons");
    await page.$eval(".guide .alone", (one) => one.click());
    await page.waitForFunction(() => document.querySelector(".guide") === null);
    if (await page.$(".continue")) await page.click(".continue");
    await page.waitForSelector(".dock.asks");
    await page.reload();
    await page.waitForSelector(".dock.asks");
    assert.equal(await page.$(".guide"), null);
  });
}

test("the guide points at the first reason why something cannot be done, and can be skipped", async () => {
  const page = await opened(DESK);
  await page.waitForSelector(".learn-button:not([aria-disabled])");
  await page.click(".learn-button");
  await page.waitForSelector(".guide .advice-button");
  await playUntil([page], ".dock.asks .tray");
  await page.evaluate(() => document.querySelector(".advisor:not(.can):not(.exact)").click());
  await page.waitForSelector(".guide.points .why");
  const [why, note] = [await text(page, ".guide .why"), await text(page, ".dock .note")];
  assert.ok(note.length > 10 && why.includes(note), why);
  assert.equal(await page.$eval(".dock .note", (one) => getComputedStyle(one).borderLeftWidth), "5px");
  await page.click(".guide .skip-lessons");
  await page.waitForFunction(() => document.querySelector(".guide") === null);
  assert.ok(await page.$(".dock.asks .tray"));
});

test("the guide comes to any table where somebody calls it", async () => {
  const made = await table([me("Ann"), bot("Brian")], { modules: [] });
  const page = await opened(PHONE, made.path, { tables: made.tables });
  await start(page);
  await playUntil([page], ".dock.asks .tray");
  assert.equal(await page.$(".guide"), null);
  await page.keyboard.press("?");
  await (await page.waitForSelector("dialog .teach-here")).click();
  await page.waitForSelector(".guide .lesson p");
  assert.equal(await isOpen(page), false);
  await page.reload();
  await page.waitForSelector(".guide .lesson p");
  await page.keyboard.press("?");
  await page.waitForSelector("dialog.help[open] section");
  assert.equal(await page.$(".teach-here"), null);
});

test("the last lesson tells of the first winter, however long it stays", async () => {
  const page = await opened(DESK);
  const told = await page.evaluate(async () => {
    const at = (path) => import(new URL(path, location.href).href);
    const [{ signal }, { Guide }] = await Promise.all([at("vendor/preact.js"), at("teach/guide.js")]);
    const winter = signal(null);
    const session = { welcome: signal(null), ask: signal(null), names: signal(null), view: signal({ seat: 0 }), winter };
    const guide = new Guide({ table: "none", refused: signal(null), session }, false);
    const outcomes = [];
    for (const outcome of ["victory", "defeat"]) {
      winter.value = { fighters: new Map([[0, { outcome }]]), lines: [] };
      winter.value = null;
      outcomes.push(guide.fought.value.outcome);
    }
    return [guide.isOver.value, ...outcomes];
  });
  assert.deepEqual(told, [true, "victory", "victory"]);
});

test("nothing went wrong in the pages", () => { assert.deepEqual(faults, []); });
