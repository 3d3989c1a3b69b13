// Nothing is hidden: every text and control of decisions of every kind, on screens of six sizes, is in sight or
// in a box that says that it goes on. The views are drawn by the page of a table whose connection is made up.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { browser, faults, opened } from "./browser.mjs";

const SAMPLES = JSON.parse(readFileSync(process.env.SAMPLES, "utf8"));
const SCREENS = [[360, 740], [390, 844], [844, 390], [640, 400], [1280, 720], [1920, 1080]];

/** How many faults are told at most. */
const MOST = 25;

let looked = 0;

after(async () => {
  console.log(`looked at ${looked} views`);
  await browser.close();
});

/** Make what looks at views known to the page. */
async function prepare(page) {
  await page.evaluate(async () => {
    const base = document.querySelector('script[src$="app.js"]').src; // its folder has a name that lasts
    const at = (name) => import(new URL(name, base).href);
    const [{ h, render }, { TablePage }] = await Promise.all([at("vendor/preact.js"), at("table/page.js")]);
    const root = document.getElementById("app");
    const ROUNDING = 1.5;
    const LEADING = 5; // letters are less high than the room that their line takes
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));

    /** Draw a page of a table of which only the catalog and the welcome are known. */
    globalThis.sit = async (catalog) => {
      const channel = { send: () => true, close() {} };
      const connection = { open: () => channel, request: async () => catalog };
      const page = new TablePage(connection, "none");
      render(null, root);
      render(h(() => page.render(), {}), root);
      globalThis.show = async ({ view, ask, news }) => {
        const people = view.table.players.map(({ name }, seat) => ({ seat, name, kind: "person", here: seat !== 1, bot: null, clock: 3599 }));
        channel.onmessage({ type: "welcome", re: null, table: "none", title: "Test", seat: view.seat, started: true, host: false, language: "en", catalog: "c", view, ask, seq: 1, log: [{ seq: 1, text: "What happened. ".repeat(9) }], chat: [], people, can_undo: true, automation: [] });
        await new Promise((resolve) => setTimeout(resolve, 0));
        if (news) {
          channel.onmessage({ type: "events", ...news, seq: 2 + news.events.length, ask: null, can_undo: false });
          for (let wait = 0; wait < 200 && document.querySelector(".continue") === null; wait += 1) await new Promise((resolve) => setTimeout(resolve, 10));
        }
        await drawn();
        const places = page.session.names.peek().catalog.places;
        const apartBefore = ask?.decision.kind === "influence" ? [...apart(7, false)] : [];
        if (ask?.decision.kind === "influence") {
          page.pick({ advisor: ask.decision.options.find((option) => option.type === "Influence")?.advisor ?? null });
          await drawn();
        }
        if (document.body.textContent.includes("myProvince")) throw new Error("words are missing");
        return [places.length, apartBefore];
      };
    };

    const isUnseen = (one) => one.closest(".unseen, .skip, option") !== null || one.offsetWidth <= 1 || !one.checkVisibility({ visibilityProperty: true });
    const named = (one) => `${one.nodeName.toLowerCase()}.${[...one.classList].join(".")}`;

    /** What has to be in sight: texts with the boxes of their lines, controls, icons and dice. */
    function* things() {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.data.trim() === "" || isUnseen(node.parentElement)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) if (box.width > 1.5) yield { what: node.data.trim().slice(0, 40), of: node.parentElement, box, slack: LEADING };
      }
      for (const one of root.querySelectorAll("button, input, select, a, svg")) {
        if (!isUnseen(one)) yield { what: one.getAttribute("aria-label") ?? named(one), of: one, box: one.getBoundingClientRect(), slack: ROUNDING };
      }
    }

    /** A text may end in dots where its title has all of it, or the box that explains it. */
    function isDotted(one, style) {
      if (style.webkitLineClamp !== "none") return one.closest("[data-about]") !== null;
      return style.textOverflow === "ellipsis" && one.title !== "" && one.title === one.textContent.trim();
    }

    /** Why something is cut off, if it is. */
    function cut({ of, box, slack }) {
      for (let one = of; one !== root; one = one.parentElement) {
        if (one.matches("svg")) continue;
        const style = getComputedStyle(one);
        if (style.position === "fixed") return offScreen(box, one);
        if (style.overflowX === "visible" && style.overflowY === "visible") continue;
        if (style.clipPath !== "none") return null;
        const edge = one.getBoundingClientRect();
        const out = {
          before: edge.left - box.left > ROUNDING, after: box.right - edge.right > ROUNDING,
          above: edge.top - box.top > slack, below: box.bottom - edge.bottom > slack,
        };
        const sides = Object.keys(out).filter((side) => out[side] && (side === "above" || side === "below" ? style.overflowY : style.overflowX) !== "visible");
        if (sides.length === 0) continue;
        if (isDotted(one, style)) return null;
        const more = (one.dataset.more ?? "").split(" ");
        return sides.every((side) => more.includes(side)) ? null : `${sides} of ${named(one)}`;
      }
      return box.right > innerWidth + ROUNDING || box.left < -ROUNDING ? "beside the screen" : null;
    }

    /** What is fixed cannot be scrolled to. */
    const offScreen = (box, one) => (box.bottom > innerHeight + 1 && !one.dataset.more?.includes("below")) || box.right > innerWidth + 1 || box.left < -1 ? "outside the screen" : null;

    /** The part of a box that its scrolling and clipping boxes show. */
    function shown({ of, box }) {
      const part = { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
      for (let one = of; one !== root; one = one.parentElement) {
        if (one.matches("svg") || getComputedStyle(one).overflow === "visible") continue;
        const edge = one.getBoundingClientRect();
        Object.assign(part, { left: Math.max(part.left, edge.left), right: Math.min(part.right, edge.right), top: Math.max(part.top, edge.top), bottom: Math.min(part.bottom, edge.bottom) });
      }
      return part;
    }

    /** Texts that lie on each other in a tile. */
    function* overlaps(all) {
      const tiles = new Map();
      for (const thing of all) {
        const tile = thing.of.closest(".advisor, .building, .player, .small-card, .head, .bar, .fighters > li");
        if (tile && !thing.of.matches("button")) tiles.set(tile, [...(tiles.get(tile) ?? []), { ...thing, box: shown(thing) }]);
      }
      for (const some of tiles.values()) for (const [at, one] of some.entries()) for (const other of some.slice(at + 1)) {
        if (one.of === other.of || one.of.contains(other.of) || other.of.contains(one.of)) continue;
        const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (wide > 2 && high > 6) yield `${one.what} lies on ${other.what}`;
      }
    }

    /** Whether the end of the page can be scrolled out from under a dock at the bottom. */
    function* covered() {
      const dock = document.querySelector(".dock");
      if (dock === null || getComputedStyle(dock).position !== "fixed") return;
      const box = dock.getBoundingClientRect();
      const ends = [...root.querySelectorAll(".side, .province, .stage")].map((one) => one.getBoundingClientRect());
      if (Math.min(...ends.map((end) => end.right)) <= box.left + 1 && Math.max(...ends.map((end) => end.right)) <= box.left + 1) return;
      const last = Math.max(...ends.map((end) => end.bottom)) + scrollY;
      if (last > document.documentElement.scrollHeight - box.height + 1) yield `the end is below the dock, by ${Math.round(last - document.documentElement.scrollHeight + box.height)}`;
    }

    /** On a desk, the court, the question and the rows of a province are on the screen together. */
    function* apart(rows, isPicked) {
      if (innerWidth < 1200) return;
      const dock = document.querySelector(".dock").getBoundingClientRect();
      if (dock.bottom > innerHeight + 1) yield `the dock ends below the screen, at ${Math.round(dock.bottom)}`;
      const hidden = () => Math.max(0, ...[...document.querySelectorAll(".advisor :is(.name, .icons, .die)")].map((one) => one.getBoundingClientRect().bottom)) - document.querySelector(".dock").getBoundingClientRect().top;
      if (hidden() > 1 && !isPicked) yield `the dock hides ${Math.round(hidden())} of the court`;
      scrollTo(0, 150); // with many ways to an advisor, the dock is higher, and the court can be scrolled from under it
      if (hidden() > 1) yield `the dock hides ${Math.round(hidden())} of the court even when it is scrolled`;
      scrollTo(0, 0);
      const row = [...document.querySelectorAll(".province .row")].slice(0, rows).at(-1)?.getBoundingClientRect().bottom ?? 0;
      if (row > innerHeight) yield `the province ends at ${Math.round(row)}`;
    }

    globalThis.faultsOf = (kind) => {
      scrollTo(0, 0);
      const all = [...things()];
      const found = all.flatMap((thing) => { const why = cut(thing); return why ? [`${thing.what}: ${why}`] : []; });
      found.push(...overlaps(all), ...covered());
      if (kind === "influence") found.push(...apart(7, true));
      return { count: all.length, found: [...new Set(found)] };
    };
  });
}

for (const [width, height] of SCREENS) {
  test(`nothing is cut off at ${width} × ${height}`, async () => {
    const page = await opened({ width, height, isMobile: width < 1000, hasTouch: width < 1000 });
    await page.waitForSelector(".lobby");
    await prepare(page);
    const told = [];
    for (const { name, catalog, samples } of SAMPLES) {
      const results = await page.evaluate(async (catalog, samples) => {
        await globalThis.sit(catalog);
        const results = [];
        for (const sample of samples) {
          const [places, before] = await globalThis.show(sample);
          const drawn = { dock: document.querySelectorAll(".dock.asks").length, court: document.querySelectorAll(".advisor").length, answers: document.querySelectorAll(".answer").length, winter: document.querySelectorAll(".battle, .continue").length };
          const { count, found } = globalThis.faultsOf(sample.ask?.decision.kind);
          results.push({ count, found: [...before, ...found], places, ...drawn });
        }
        return results;
      }, catalog, samples);
      for (const [at, { found, count, places, dock, court, answers, winter }] of results.entries()) {
        const { view, ask, news } = samples[at];
        looked += 1;
        assert.equal(dock, ask ? 1 : 0);
        assert.ok(count > 60, `${count}`);
        if (ask) assert.ok(answers > 0);
        if (news) assert.equal(winter, 2, "winter waits");
        else if (!view.table.enemy && !view.table.over) assert.ok(court >= 18 && court <= places, `${court}`);
        told.push(...found.map((fault) => `${name}, ${ask ? `${ask.decision.kind} of ${ask.decision.source}` : "no question"}: ${fault}`));
      }
    }
    if (process.env.ALL_FAULTS) for (const one of told) console.log(one);
    assert.deepEqual(told.slice(0, MOST), [], `${told.length} faults`);
    await page.close();
  });
}

test("nothing went wrong in any page", () => {
  assert.deepEqual(faults, []);
});
