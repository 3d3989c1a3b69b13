// Nothing is hidden: every text and control of decisions of every kind, on screens of many sizes, is in sight or in
// a box that says that it goes on. The views are drawn by the page of a table whose connection is made up.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, describe, test } from "node:test";
import { ALL, bot, browser, faults, me, open, opened, playUntil, start, still, table } from "./browser.mjs";
import { prepareTables } from "./drawn.mjs";
import { prepareSearch } from "./hidden.mjs";

const SAMPLES = JSON.parse(readFileSync(process.env.SAMPLES, "utf8"));

/**
 * Small and large phones, upright and on their side; 1280 × 800 at twice its size; a tablet; desks. Every decision is
 * looked at on the smallest of each kind, and one in so many on the others: another one on each.
 */
const SCREENS = [
  [360, 740, 1], [390, 844, 4], [844, 390, 4], [640, 400, 1], [820, 1180, 4], [1280, 720, 1], [1920, 1080, 4],
];

/** How wide a screen is with court, question and province beside each other. */
const DESK = 1200;

/** How many rows of buildings are on a desk together with the rest. */
const ROWS = 7;

/** How many faults are told at most. */
const MOST = 25;

const looked = new Map();

after(async () => {
  console.log(`looked at ${JSON.stringify(Object.fromEntries(looked))}`);
  await browser.close();
});

const kindOf = ({ view, ask, news }) =>
  ask?.decision.kind ?? (news ? "winter" : view.table.over ? "end" : "battle");

/** Make what looks at places of the page known to it. */
function preparePlaces() {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  const bottom = (some) => Math.max(0, ...some.map((box) => box.bottom));

  /** What a dock at the bottom hides for good: the end of the page is to be scrolled out from under it. */
  globalThis.covered = () => {
    const dock = document.querySelector(".dock");
    if (dock === null || getComputedStyle(dock).position !== "fixed") return [];
    const { top, left, height } = dock.getBoundingClientRect();
    if (top < 1) {
      const under = [...document.querySelectorAll("main > :not(dialog) *, .bar *, aside *")].filter(isUnder);
      return under.slice(0, 3).map((one) => `the dock hides ${one.className.baseVal ?? one.className}`);
    }
    const over = bottom(boxes(".side, .province, .stage")) + scrollY + height - document.documentElement.scrollHeight;
    return over > 1 ? [`the end is below the dock, by ${Math.round(over)}`] : [];

    /** Whether something goes on under a dock at the side; boxes that scroll may cut it before. */
    function isUnder(one) {
      return (
        !dock.contains(one) && !one.closest(".players > ul, .unseen") && one.getBoundingClientRect().right > left + 2
      );
    }
  };

  /** What of a winter lies under the button that goes on, where there is room for all of it. */
  globalThis.under = () => {
    const end = Math.round(bottom(boxes(".year-end li, .fighters li, .enemy")) - boxes(".dock")[0].top);
    return end > 1 ? [`winter goes on below the button, by ${end}`] : [];
  };

  /** Whether a question is higher than it should be. */
  globalThis.tall = (most) => {
    const { height } = document.querySelector(".dock").getBoundingClientRect();
    return height > most ? [`the dock is ${Math.round(height)} high`] : [];
  };

  /** What is not on the screen together with the question; with many ways to an advisor, the court may be scrolled. */
  globalThis.apart = (rows, isPicked) => {
    const [dock] = boxes(".dock");
    const found = [];
    if (dock.bottom > innerHeight + 1) found.push(`the dock ends below the screen, at ${Math.round(dock.bottom)}`);
    const hidden = () => Math.round(bottom(boxes(".advisor :is(.name, .icons, .die)")) - boxes(".dock")[0].top);
    if (hidden() > 1 && !isPicked) found.push(`the dock hides ${hidden()} of the court`);
    scrollTo(0, 150);
    if (hidden() > 1) found.push(`the dock hides ${hidden()} of the court even when it is scrolled`);
    scrollTo(0, 0);
    const end = bottom(boxes(".province .row").slice(0, rows));
    if (end > innerHeight) found.push(`the province ends at ${Math.round(end)}`);
    return found;
  };
}

/** How high a question with many buildings is at most on a desk, so that the court stays in sight. */
const DOCK = 250;

/** How many players a game has at most without packs. */
const FULL = 5;

/** Draw a sample, and say what is on the page and what is wrong with it. */
function lookAt(page, sample, rows) {
  return page.evaluate(async (sample, rows, DOCK, FULL) => {
    const { show, hidden, covered, apart, under, tall, openStep, pickAdvisor } = globalThis;
    const places = await show(sample);
    const isInfluence = sample.ask?.decision.kind === "influence";
    const found = [];
    if (isInfluence) {
      if (rows > 0) found.push(...apart(rows, false));
      await pickAdvisor(sample.ask);
      if (rows > 0) found.push(...apart(rows, true));
    }
    if (sample.ask?.decision.kind === "build" && rows > 0) found.push(...apart(rows, true), ...tall(DOCK));
    if (sample.news && rows > 0 && sample.view.table.players.length <= FULL) found.push(...under());
    const { count, found: more } = hidden();
    const opened = await openStep();
    if (opened) found.push(...hidden().found);
    const number = (selector) => document.querySelectorAll(selector).length;
    return {
      found: [...found, ...more, ...covered()],
      count,
      opened,
      places,
      asks: number(".dock.asks"),
      answers: number(".answer"),
      advisors: number(".advisor"),
      waits: number(".continue"),
      players: number(".player"),
      lines: number(".course polyline"),
    };
  }, sample, rows, DOCK, FULL);
}

/** What is meant to be on the page is there. */
function assertDrawn({ count, places, asks, answers, advisors, waits, players, lines }, { view, ask, news }) {
  const isCourt = !news && !view.table.enemy && !view.table.over;
  assert.ok(count > 60, `${count}`);
  assert.equal(players, view.table.players.length);
  assert.equal(asks, ask ? 1 : 0);
  assert.equal(waits, news ? 1 : 0);
  assert.equal(answers > 0, ask !== null);
  assert.ok(isCourt ? advisors >= 18 && advisors <= places : advisors === 0, `${advisors}`);
  assert.equal(lines, view.table.over ? players : 0);
}

/** In a hot seat, hide the screen before it is passed on. */
function alwaysHide() {
  if (location.protocol === "about:") return;
  const settings = JSON.parse(localStorage.getItem("kingsburg.settings"));
  localStorage.setItem("kingsburg.settings", JSON.stringify({ ...settings, curtain: "always" }));
}

/** A page in French, which has long words, that can be searched. */
async function searchable([width, height], path, made) {
  const isPhone = width < DESK;
  const size = { width, height, isMobile: isPhone, hasTouch: isPhone };
  const page = await opened(size, path, { language: "fr", ...made, before: alwaysHide });
  await page.evaluate(prepareSearch);
  return page;
}

/** Search a page as it is now, once it is at rest. */
async function search(page, what, told) {
  await still(page);
  const { count, found } = await page.evaluate(() => globalThis.hidden());
  assert.ok(count > 3, `${what}: ${count}`);
  told.push(...found.map((fault) => `${what}: ${fault}`));
  looked.set(what, (looked.get(what) ?? 0) + 1);
}

const click = async (page, selector) => (await page.waitForSelector(selector)).evaluate((one) => one.click());

/** The screens besides the table, each with what shows it. */
const OTHERS = {
  async lobby(size, look) {
    const page = await searchable(size, "");
    await page.waitForSelector(".new-table");
    await look(page, "lobby");
    const opened = await page.evaluate(() => {
      const all = [...document.querySelectorAll("main details:not(.menu), .pack > .tick input[type=checkbox]")];
      for (const one of all) if (one.matches("details")) one.open = true; else if (!one.checked) one.click();
      return all.length;
    });
    assert.ok(opened > ALL.length);
    await look(page, "lobby, all open");
    return page;
  },
  async waiting(size, look) {
    const seats = [me("Wilhelmina of the Long and Winding Road"), bot("Christopher"), open(), open(), me("Cleo")];
    const made = await table(seats, { language: "fr", scenario: "goblin-valley" });
    const page = await searchable(size, made.path, made);
    await page.waitForSelector(".waiting .primary");
    await look(page, "waiting");
    return page;
  },
  async curtain(size, look) {
    const made = await table([me("Maximilian"), me("Christopher")], { language: "fr" });
    const page = await searchable(size, made.path, made);
    await start(page);
    await playUntil([page], ".curtain");
    await look(page, "curtain");
    return page;
  },
  async table(size, look) {
    const made = await table([me("Maximilian"), ...["Brian", "Cleo"].map(bot)], { language: "fr" });
    const page = await searchable(size, made.path, made);
    await start(page);
    await page.waitForSelector(".dock.asks");
    await page.focus(".building");
    await page.keyboard.press("Tab");
    await page.waitForSelector(".explained:popover-open");
    await look(page, "explanation");
    await page.keyboard.press("Escape");
    await click(page, ".menu summary");
    await look(page, "settings");
    await click(page, ".menu summary");
    await page.keyboard.press("?");
    await page.waitForSelector("dialog[open] .text p");
    for (const [at] of (await page.$$("dialog nav button")).entries()) {
      await click(page, `dialog nav button:nth-child(${at + 1})`);
      await look(page, "help");
    }
    return page;
  },
  async lesson(size, look) {
    const page = await searchable(size, "");
    await click(page, ".learn-button:not([aria-disabled=true])");
    await page.waitForSelector(".guide .text, .guide p");
    await look(page, "lesson");
    return page;
  },
  async replay(size, look) {
    const page = await searchable(size, "#/replay");
    await (await page.waitForSelector("input[type=file]")).uploadFile(process.env.RECORD);
    await page.waitForSelector(".controls");
    await look(page, "replay");
    return page;
  },
};

/** Most of the time a page waits for its next picture: so two are looked at side by side. */
describe("nothing is cut off", { concurrency: 2 }, () => {
  for (const [screen, [width, height, every]] of SCREENS.entries()) {
    test(`nothing is cut off at ${width} × ${height}`, async () => {
      const isPhone = width < DESK;
      const page = await opened({ width, height, isMobile: isPhone, hasTouch: isPhone });
      await page.waitForSelector(".lobby");
      await page.evaluate(() => document.fonts.ready.then(() => true));
      await page.evaluate(prepareTables);
      await page.evaluate(prepareSearch);
      await page.evaluate(preparePlaces);
      const told = [];
      for (const { name, language, catalog, samples } of SAMPLES) {
        await page.evaluate((catalog, language) => globalThis.sit(catalog, language), catalog, language);
        for (const [at, sample] of samples.entries()) {
          if (sample.ask && (at + screen) % every !== 0) continue;
          const drawn = await lookAt(page, sample, isPhone ? 0 : ROWS);
          assertDrawn(drawn, sample);
          const kind = kindOf(sample);
          if (drawn.opened) looked.set("opened", (looked.get("opened") ?? 0) + 1);
          looked.set(kind, (looked.get(kind) ?? 0) + 1);
          told.push(...drawn.found.map((fault) => `${name}, ${kind} of ${sample.ask?.decision.source}: ${fault}`));
        }
      }
      await page.close();
      assert.deepEqual(told.slice(0, process.env.ALL_FAULTS ? told.length : MOST), [], `${told.length} faults`);
    });
  }

  for (const size of SCREENS.filter(([, , every]) => every === 1)) {
    test(`nothing is cut off on other screens at ${size[0]} × ${size[1]}`, async () => {
      const told = [];
      for (const show of Object.values(OTHERS)) {
        const page = await show(size, (page, what) => search(page, what, told));
        await page.close();
      }
      assert.deepEqual(told.slice(0, MOST), [], `${told.length} faults`);
    });
  }
});

/** One control of each kind of a page that shows no mark, or one that is hard to see, when it has the focus. */
function unmarked() {
  const kinds = new Map();
  for (const one of document.querySelectorAll("button, input:not([type=hidden]), select, a[href], summary")) {
    const kind = `${one.nodeName} ${one.type ?? ""} ${one.classList[0] ?? ""}`;
    if (one.checkVisibility({ visibilityProperty: true }) && !kinds.has(kind)) kinds.set(kind, one);
  }
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = (color) => {
    pen.fillStyle = color;
    pen.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...pen.getImageData(0, 0, 1, 1).data].map((value) => (value / 255) ** 2.2);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const found = [];
  for (const [kind, one] of kinds) {
    one.focus();
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one);
    const [mark, ground] = [light(outlineColor), light(getComputedStyle(document.body).backgroundColor)];
    const isSeen = Math.max(mark, ground) / Math.min(mark, ground) >= 3;
    if (!one.matches(":focus-visible")) found.push(`${kind} has no focus`);
    else if (outlineStyle === "none" || parseFloat(outlineWidth) < 2 || !isSeen)
      found.push(`${kind}: ${outlineWidth} ${outlineStyle} ${outlineColor}`);
  }
  return { kinds: kinds.size, found };
}

for (const look of ["light", "dark", "forced"]) {
  test(`the focus is seen on every kind of control: ${look}`, async () => {
    const page = await opened({ width: 1280, height: 720 }, "", { theme: look === "dark" ? "dark" : "light" });
    if (look === "forced") {
      const devtools = await page.createCDPSession();
      await devtools.send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value: "active" }] });
    }
    await page.waitForSelector(".lobby");
    await page.keyboard.press("Tab");
    const lobby = await page.evaluate(unmarked);
    await page.evaluate(prepareTables);
    const [{ language, catalog, samples }] = SAMPLES;
    await page.evaluate((catalog, language) => globalThis.sit(catalog, language), catalog, language);
    const told = [...lobby.found];
    let count = lobby.kinds;
    for (const kind of ["influence", "build", "recruit"]) {
      await page.evaluate((sample) => globalThis.show(sample), samples.find((sample) => kindOf(sample) === kind));
      await page.keyboard.press("Tab");
      const { kinds, found } = await page.evaluate(unmarked);
      count += kinds;
      told.push(...found);
    }
    await page.close();
    assert.ok(count > 25, `${count}`);
    assert.deepEqual(told, []);
  });
}

test("keys lead to an answer that has several ways, and back", async () => {
  const page = await opened({ width: 1280, height: 720 });
  await page.waitForSelector(".lobby");
  await page.evaluate(prepareTables);
  const [{ language, catalog, samples }] = SAMPLES;
  await page.evaluate((catalog, language) => globalThis.sit(catalog, language), catalog, language);
  await page.evaluate((sample) => globalThis.show(sample), samples.find((sample) => kindOf(sample) === "recruit"));
  const count = () => page.$$eval(".dock .answer", (all) => all.length);
  const focused = () => page.evaluate(() => document.activeElement.className);
  const [all, at] = [await count(), await page.$$eval(".answer", (all) => all.findIndex((one) => one.matches(".step")))];
  assert.ok(at >= 0);
  await page.keyboard.press(String(at + 1));
  await page.keyboard.press("Enter");
  await page.waitForSelector('.answer.step.chosen[aria-expanded="true"]');
  assert.match(await focused(), /step/u);
  await page.keyboard.press("1");
  assert.match(await focused(), /way/u);
  await page.evaluate(() => document.getElementById("question").focus()); // with no box of its own to close
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelector(".answer.chosen") === null);
  assert.equal(await count(), all);
  await page.close();
});

test("nothing went wrong in any page", () => {
  assert.deepEqual(faults, []);
});
