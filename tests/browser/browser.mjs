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

/** The status with which a server refuses what it would do later. */
const TOO_OFTEN = 429;

/** What the clicks and the games of a run follow from: `SEED=7` explores others. */
const SEED = Number(process.env.SEED ?? 1);

/** A source of numbers from 0 to 1, the same in each run (mulberry32). */
export function luck() {
  let state = SEED;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Where the clicks of each page come from, with the number of the next one. */
const chances = new WeakMap();

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

/** Let a worker draw the same numbers in each run: it plays where there is no server. It runs there, so it is whole by itself. */
function repeat(seed) {
  let state = seed;
  crypto.getRandomValues = (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let at = 0; at < bytes.length; at += 1) {
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      bytes[at] = state >>> 24;
    }
    return array;
  };
}

/** Open a page with a browser of its own. */
export async function opened(viewport, path = "", { theme = "light", speed = "off", language = "en", winter = "wait", tables = {}, base = BASE, before = () => {} } = {}) {
  const page = await (await browser.createBrowserContext()).newPage();
  const source = luck();
  chances.set(page, { source, next: source() });
  page.setDefaultTimeout(PATIENCE);
  page.on("workercreated", (worker) => worker.evaluate(repeat, SEED).catch(() => {})); // one may be gone already
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
  const ask = () => fetch(new URL("api/tables", BASE), { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } });
  let answer = await ask();
  for (; answer.status === TOO_OFTEN; answer = await ask()) await pause(1000);
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
 * Answer what is asked, if something is, with clicks alone. Returns the kind of buttons that were used; null if none
 * could be. Whether what is waited for is there is looked up together with the clicks, so that nothing is answered
 * that has just come. The numbers of a page only go on with its answers, so that they do not depend on its speed.
 */
export async function answer(page, { chance = null, selector = null, words = "" } = {}) {
  const own = chances.get(page);
  const kind = await page.evaluate(click, chance ?? own.next, THERE, selector, words);
  if (![null, THERE, "curtain", "winter"].includes(kind)) own.next = own.source();
  return kind;
}

/** Answer in the page: it runs there, so it is whole by itself. */
async function click(chance, there, selector, words) {
  if (selector && [...document.querySelectorAll(selector)].some((one) => one.textContent.includes(words))) return there;
  const pick = (list) => list[Math.floor(chance * list.length)];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const press = async (one) => { one.click(); await new Promise((resolve) => setTimeout(resolve, 5)); };
  /** Press one of the buttons that can be used; while an answer is on its way, none can. */
  const use = async (selector, kind) => {
    const usable = all(selector).filter((one) => one.getAttribute("aria-disabled") !== "true");
    if (usable.length === 0) return null;
    await press(pick(usable));
    return kind;
  };
  if (document.querySelector(".curtain")) return use(".curtain .primary", "curtain");
  if (document.querySelector(".continue")) return use(".continue", "winter");
  if (!document.querySelector(".dock.asks")) return null;
  const lit = document.querySelector(".tray") ? all(".advisor.can, .advisor.exact") : [];
  if (lit.length > 0) {
    await press(pick(lit));
    return use(".answer.go", "dice");
  }
  const things = all(".answer.pick");
  if (things.length > 0) {
    const isReady = () => document.querySelector('.answer.go:not([aria-disabled="true"])') !== null;
    const first = things.indexOf(pick(things));
    for (const one of [...things.slice(first), ...things.slice(0, first)]) {
      await press(one);
      if (isReady()) break;
    }
    if (!isReady()) for (const one of all('.answer.pick[aria-pressed="true"]')) await press(one);
    return use(isReady() ? ".answer.go" : ".answer.no", "several");
  }
  const ways = ".answer:not(.step, .no)";
  if (document.querySelector(".answer.step.chosen")) return use(ways, "step");
  const kind = await use(all(".answer:not(.no)").length > 0 ? ".answer:not(.no)" : ".answer", "one");
  return document.querySelector(".answer.step.chosen") ? use(ways, "step") : kind;
}

export const isOver = (page) => page.$(".results").then((found) => found !== null);

/** Nothing is wider than the screen. */
export async function fits(page) {
  const { width } = page.viewport();
  assert.deepEqual(await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth > innerWidth, visualViewport.scale]), [width, false, 1]);
}

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
export async function playUntil(pages, selector, { words = "", chance = null, between = async () => {} } = {}) {
  const used = [];
  const end = Date.now() + GAME;
  for (let turn = 0; Date.now() < end; turn += 1) {
    for (const page of pages) {
      const kind = await answer(page, page === pages[0] ? { chance, selector, words } : { chance });
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
