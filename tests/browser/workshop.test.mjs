import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { accessible, browser, closePages, DESK, faults, opened, pause, PHONE, playUntil } from "./browser.mjs";

const LINK = process.env.LINK;
const LOADED = { timeout: 240_000 };

after(async () => { await browser.close(); });
afterEach(closePages);

/** No serious fault of accessibility, and nothing wider than the screen. */
async function sound(page, where) {
  await accessible(page, where);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, where);
}

const status = (page) => page.$eval(".status", (found) => found.textContent);
/** The first lines; the editor draws no more than are seen. */
const text = (page) => page.$$eval(".cm-line", (lines) => lines.slice(0, 15).map((line) => line.textContent));

/** Put the cursor at the end of a line, counted from 1. */
async function go(page, line) {
  await page.click(".cm-content");
  await page.keyboard.down("Control");
  await page.keyboard.press("Home");
  await page.keyboard.up("Control");
  for (let at = 1; at < line; at += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
}

for (const [device, viewport] of [["phone", PHONE], ["desk", DESK]]) {
  test(`a mistake is shown at its line, mended, and the card is played, on a ${device}`, async () => {
    const page = await opened(viewport, "workshop.html");
    await page.waitForSelector(".status.busy");
    await page.waitForFunction(() => /^Loading the rules, \d+ of 1\d MB$/.test(document.querySelector(".status").textContent), LOADED);
    await page.waitForSelector(".status.good", LOADED);
    await page.waitForFunction(() => document.querySelectorAll(".examples .holds").length === 2, LOADED);
    assert.match(await page.$eval(".picture", (found) => found.alt), /Bakery/);
    assert.ok(await page.$eval(".picture", (found) => found.complete && found.naturalWidth > 100));
    assert.deepEqual(await page.$$eval(".told dd", (all) => all.map((one) => one.lang)), ["en", "nl", "fr"]);
    await sound(page, "good");

    const line = 1 + (await text(page)).findIndex((one) => one.trim() === "vp: 1");
    await go(page, line);
    await page.keyboard.press("Enter");
    await page.keyboard.type("fidelty: printed");
    await page.keyboard.press("Escape");
    await page.waitForSelector(".findings .error");
    assert.equal(await page.$eval(".findings .where", (found) => found.textContent), `Line ${line + 1}`);
    assert.match(await page.$eval(".findings .message", (found) => found.textContent), /fidelty.*fidelity.*\sschema\.key\s*$/s);
    assert.match(await page.$eval(".findings a.code", (found) => found.href), /reference\/errors\/schema\.key\.html$/);
    assert.equal(await page.$eval(".cm-lintRange-error", (found) => found.textContent), "fidelty");
    assert.equal(await page.$eval(".trial .primary", (found) => found.getAttribute("aria-disabled")), "true");
    await sound(page, "mistake");
    await page.evaluate(() => document.querySelector(".mend").click());
    await page.waitForSelector(".status.good, .status.warned");
    assert.equal((await text(page))[line].trim(), "fidelity: printed");
    assert.equal(await page.$(".cm-lintRange-error"), null);

    await go(page, line + 1);
    await page.keyboard.press("Enter");
    await page.keyboard.type("modi");
    await page.waitForSelector(".cm-tooltip-autocomplete [aria-selected]");
    await page.waitForFunction(() => /modifiers/.test(document.querySelector(".cm-tooltip-autocomplete [aria-selected]")?.textContent));
    await pause(150); // the editor takes no key for a completion that has just come
    await page.keyboard.press("Enter");
    assert.equal((await text(page))[line + 1], "    modifiers:");
    assert.equal((await text(page))[line + 2], "      - ");
    await page.keyboard.type("{what: battle_strength, add: 2}");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.querySelector(".told dd")?.textContent.includes("battle"));
    await page.waitForSelector(".status.good, .status.warned");
    const written = await text(page);

    await page.evaluate(() => document.querySelector(".trial .primary").click());
    await page.waitForSelector(".dock");
    assert.ok(await page.evaluate(() => document.body.textContent.includes("Bakery")));
    assert.ok((await playUntil([page], ".continue")).length >= 6); // at least two questions a season
    await page.evaluate(() => { location.hash = "#/"; });
    await page.waitForSelector(".workshop");
    assert.deepEqual(await text(page), written);
    await page.reload();
    await page.waitForSelector(".status.good, .status.warned", LOADED);
    assert.deepEqual(await text(page), written);
  });
}

test("the page is sound in the dark, and speaks the language of its reader", async () => {
  const page = await opened(DESK, "workshop.html", { theme: "dark", language: "nl" });
  await page.waitForSelector(".status.good", LOADED);
  assert.equal(await status(page), "Geen fouten");
  assert.equal(await page.$eval("html", (found) => found.lang), "nl");
  await sound(page, "dark");
  await go(page, 3);
  await page.keyboard.type("3: [");
  await page.waitForSelector(".status.bad");
  await sound(page, "dark mistake");
});

test("the first mistake is shown as soon as later ones", async () => {
  const page = await opened(DESK, "workshop.html");
  await page.waitForSelector(".status.good", LOADED);
  await pause(8000); // somebody reads the page first
  await go(page, 1 + (await text(page)).findIndex((one) => one.trim() === "vp: 1"));
  const times = [];
  for (const key of "xyz") {
    const begun = Date.now();
    await page.keyboard.type(key);
    await page.waitForSelector(".findings .error");
    times.push(Date.now() - begun);
    await page.keyboard.press("Backspace");
    await page.waitForSelector(".status.good, .status.warned");
  }
  console.log(`mistakes after ${times} ms`);
  // A worker that has to load what checks takes twenty times as long, on any machine.
  assert.ok(times[0] < 6 * Math.max(...times.slice(1)), `${times} ms`);
});

test("a link opens a card beside one's own, and carries what is changed", async () => {
  const page = await opened(DESK, "workshop.html");
  await page.waitForSelector(".cm-line");
  const own = await text(page);
  const linked = new URL(`workshop.html#${LINK}`, page.url()).href;
  await page.goto(linked);
  await page.waitForSelector(".status.good", LOADED);
  assert.ok((await text(page)).includes("  - override: governors/steward"), (await text(page)).join("\n"));
  assert.match(await page.$eval(".builds-on summary", (found) => found.textContent), /governors/);
  await go(page, 3);
  await page.keyboard.press("Enter");
  await page.keyboard.type("name: Majordomo");
  await page.waitForFunction((before) => location.href !== before, {}, linked);
  await page.reload();
  await page.waitForSelector(".status", LOADED);
  assert.ok((await text(page)).some((line) => line.includes("Majordomo")));
  await page.evaluate(() => document.querySelector(".tools button").click());
  await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("bakery"));
  assert.deepEqual(await text(page), own);
});

test("a worker that does not come back is stopped, and another one goes on", async () => {
  const page = await opened(DESK, "workshop.html");
  const told = await page.evaluate(async () => {
    const at = (path) => import(new URL(path, location.href).href);
    const [{ Asking }, { effect }] = await Promise.all(["workshop/asking.js", "vendor/preact.js"].map(at));
    const states = [];
    const asking = new Asking(() => {}, 2);
    effect(() => { states.push(asking.state.value); });
    const endless = await asking.ask({ type: "run", programs: ["while True: pass"] }).catch((problem) => problem.message);
    const again = await asking.ask({ type: "run", programs: ["print(6 * 7)"] });
    return { states, endless, again, stopped: asking.stopped.value };
  });
  assert.deepEqual(told, { states: ["loading", "ready", "loading", "ready"], endless: "stopped", again: { type: "printed", output: "42\n", problem: null }, stopped: 1 });
});

test("a text over which the worker was stopped is not tried again", async () => {
  const page = await opened(DESK, "workshop.html");
  await page.waitForSelector(".status.good", LOADED);
  await page.evaluate(async () => {
    const { Asking } = await import(new URL("workshop/asking.js", location.href).href);
    const { ask } = Asking.prototype;
    Asking.prototype.ask = function (question) {
      const isEndless = question.type === "check" && question.draft.text.includes("# endless");
      return ask.call(this, isEndless ? { type: "run", programs: ["while True: pass"] } : question);
    };
  });
  await go(page, 1);
  await page.keyboard.type(" # endless");
  await page.waitForFunction(() => document.querySelector(".status").textContent.includes("loading again"), LOADED);
  await page.waitForFunction(() => document.querySelector(".status.bad")?.textContent.includes("Change it"), LOADED);
  assert.equal(await page.$eval(".trial .primary", (found) => found.getAttribute("aria-disabled")), "true");
  for (let at = 0; at < 10; at += 1) await page.keyboard.press("Backspace");
  await page.waitForSelector(".status.good", LOADED);
});

test("nothing went wrong in the pages", () => {
  assert.deepEqual(faults, []);
});
