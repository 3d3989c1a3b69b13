// What the tests in a browser share: pages of a phone and a desk, tables, and answers by clicks.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import puppeteer from "puppeteer-core";

export const BASE = process.env.BASE;
export const PHONE = { width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
export const DESK = { width: 1440, height: 900 };
export const ALL = ["more-buildings", "alternate-buildings", "governors", "destiny", "soldier-tokens", "alternate-advisors"];

/** How long a page may take for anything, on the slowest machine that runs these tests. */
const PATIENCE = 120_000;

/** How long a whole game may take. */
const GAME = 8 * 60_000;

/** How often a page is looked at while it is played on, in milliseconds. */
const TURN = 25;

export const browser = await puppeteer.launch({ pipe: true, protocolTimeout: GAME, executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP kingsburg.test 127.0.0.1"] });

/** The same server by a name, as other machines reach it: over plain HTTP, so without a clipboard. */
export const ELSEWHERE = new URL(BASE ?? "http://127.0.0.1/");
ELSEWHERE.hostname = "kingsburg.test";

/**
 * What Chromium says of every page over plain HTTP, and of every try to connect again. That connections come back,
 * and how often they are lost, has tests of its own.
 */
const EXPECTED = ["The Cross-Origin-Opener-Policy header has been ignored", "WebSocket connection to"];

/** What went wrong in the pages: exceptions, errors and refusals in the console. */
export const faults = [];

export const me = (name) => ({ kind: "me", name });
export const bot = (name) => ({ kind: "bot", name, bot: "greedy" });
export const open = () => ({ kind: "open", name: "" });
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Close all pages, so that those of one test take no time from the next. */
export const closePages = () => Promise.all(browser.browserContexts().slice(1).map((one) => one.close()));

/** Open a page with a browser of its own. */
export async function opened(viewport, path = "", { theme = "light", speed = "off", language = "en", winter = "wait", tables = {}, base = BASE, before = () => {} } = {}) {
  const page = await (await browser.createBrowserContext()).newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on("pageerror", (problem) => faults.push(problem.message));
  page.on("console", (message) => { if (message.type() === "error" && !EXPECTED.some((one) => message.text().startsWith(one))) faults.push(message.text()); });
  await page.setViewport(viewport);
  await page.evaluateOnNewDocument((settings, known) => {
    if (location.protocol === "about:" || localStorage.length > 0) return;
    localStorage.setItem("kingsburg.settings", JSON.stringify(settings));
    localStorage.setItem("kingsburg.tables", JSON.stringify(known));
  }, { theme, speed, language, winter, name: "" }, tables);
  await page.evaluateOnNewDocument(before);
  await page.goto(new URL(path, base).href);
  return page;
}

/** Make a table, and say what a browser that made it remembers. */
export async function table(seats, more = {}) {
  const body = { edition: "second", modules: ALL, variants: [], scenario: null, packs: [], switches: {}, public: false, minutes: null, language: "en", seats, ...more };
  const answer = await fetch(new URL("api/tables", BASE), { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } });
  assert.equal(answer.status, 201, await answer.clone().text());
  const made = await answer.json();
  const tokens = Object.fromEntries(made.seats.map(({ seat, token }) => [seat, token]));
  return { id: made.table, path: `#/t/${made.table}`, tables: { [made.table]: { title: made.title, time: 1, seats: tokens } } };
}

/** Tick all modules of the lobby, make the table, and make sure that it has them all. */
export async function tableOfAllModules(page) {
  const boxes = await page.$$(".pack > .tick > input[type=checkbox]");
  assert.equal(boxes.length, ALL.length);
  for (const box of boxes) await box.evaluate((one) => one.click());
  const ticked = await page.$$eval(".pack > .tick:has(input[type=checkbox]:checked) b", (all) => all.map((one) => one.textContent));
  assert.equal(ticked.length, ALL.length);
  await page.evaluate(() => document.querySelector(".new-table .primary").click());
  const title = await page.waitForSelector(".waiting h1");
  assert.equal(await title.evaluate((one) => one.textContent), ticked.join(", "));
}

/** Start the game of a table. */
export async function start(page) {
  await (await page.waitForSelector(".waiting .primary")).evaluate((one) => one.click());
  await page.waitForSelector(".dock, .curtain");
}

/** What `answer` returns when it has touched nothing, since what was waited for is there. */
const THERE = "there";

/**
 * Answer what is asked, if something is, with clicks alone. Returns the kind of buttons that were used. Whether what
 * is waited for is there is looked up together with the clicks, so that nothing is answered that has just come.
 */
export function answer(page, chance = Math.random(), { selector = null, words = "" } = {}) {
  return page.evaluate(async (chance, there, selector, words) => {
    if (selector && [...document.querySelectorAll(selector)].some((one) => one.textContent.includes(words))) return there;
    const pick = (list) => list[Math.floor(chance * list.length)];
    const all = (selector) => [...document.querySelectorAll(selector)];
    const drawn = () => new Promise((resolve) => setTimeout(resolve, 5));
    if (document.querySelector(".curtain")) { document.querySelector(".curtain .primary").click(); return "curtain"; }
    if (document.querySelector(".continue")) { document.querySelector(".continue").click(); return "winter"; }
    if (!document.querySelector(".dock.asks")) return null;
    if (document.querySelector(".tray")) {
      const lit = all(".advisor.can, .advisor.exact");
      if (lit.length > 0) { pick(lit).click(); await drawn(); document.querySelector(".answer.go")?.click(); return "dice"; }
    }
    if (document.querySelector(".answer.pick")) {
      const go = () => document.querySelector(".answer.go");
      pick(all(".answer.pick"))?.click();
      await drawn();
      if (go()?.getAttribute("aria-disabled") === "true") { all('.answer.pick[aria-pressed="true"]').forEach((one) => one.click()); await drawn(); }
      go()?.click();
      return "several";
    }
    const yes = all(".answer:not(.no)");
    const first = pick(yes.length > 0 ? yes : all(".answer"));
    first?.click();
    if (!first?.matches(".step")) return "one";
    await drawn();
    pick(all(".answer:not(.step, .no)"))?.click();
    return "step";
  }, chance, THERE, selector, words);
}

export const isOver = (page) => page.$(".results").then((found) => found !== null);

/** Wait until whatever fades, moves or loads on a page has come to rest. What never ends, such as a glow, may go on. */
export async function still(page) {
  await page.evaluate(() => document.fonts.ready.then(() => true));
  await page.waitForFunction(() => {
    const moves = document.getAnimations().some((one) => one.playState === "running" && one.effect?.getComputedTiming().endTime !== Infinity);
    globalThis.calm = moves ? 0 : (globalThis.calm ?? 0) + 1;
    return globalThis.calm % 6 === 5;
  }, { polling: 100 });
}

/** What finds faults of accessibility, as text for a page. */
export const AXE = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** The serious faults of accessibility of a page, and how many rules it keeps. */
export async function audited(page) {
  await page.evaluate(AXE);
  const { violations, passes } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations", "passes"] }));
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return { serious, kept: passes.length };
}

/** No serious fault of accessibility, once the page has come to rest. */
export async function accessible(page, where) {
  await still(page);
  const { serious, kept } = await audited(page);
  assert.deepEqual(serious.map(({ id, nodes }) => [where, id, nodes.slice(0, 3).map((node) => [node.html.slice(0, 150), node.failureSummary])]), []);
  assert.ok(kept > 10, where);
}

/**
 * Play with clicks on all pages, until the first of them shows something with some words, which is left untouched.
 * Returns the kinds of buttons that were used, one for each click.
 */
export async function playUntil(pages, selector, { words = "", chance = Math.random, between = async () => {} } = {}) {
  const used = [];
  const end = Date.now() + GAME;
  for (let turn = 0; Date.now() < end; turn += 1) {
    for (const page of pages) {
      const kind = await answer(page, chance(), page === pages[0] ? { selector, words } : {});
      if (kind === THERE) return used;
      if (kind !== null) used.push(kind);
    }
    await between(turn);
    await pause(TURN);
  }
  throw new Error(`${selector} ${words} never came: ${await pages[0].evaluate(() => document.body.textContent.slice(0, 500))}`);
}

/** Play with clicks on all pages, until the game is over on the first. Returns the kinds of buttons that were used. */
export const playOut = async (pages, between) => new Set(await playUntil(pages, ".results", { between }));
