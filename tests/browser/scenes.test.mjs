// Scenes: a winter that waits, the end of a year and of a game, and what moves.

import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { answer, bot, browser, closePages, DESK, faults, me, open, opened, PHONE, playUntil, start, still, table } from "./browser.mjs";

after(async () => { await browser.close(); });
afterEach(closePages);

/** What a winter shows. */
const shown = (page) => page.evaluate(() => ({
  enemies: document.querySelectorAll(".enemy").length,
  outcomes: [...document.querySelectorAll(".fighters .outcome")].map((one) => one.textContent.trim()),
  made: [...document.querySelectorAll(".made .parts")].length,
  spoils: [...document.querySelectorAll(".spoils")].map((one) => one.textContent.trim()).filter(Boolean).length,
  years: [...document.querySelectorAll(".year-end li")].length,
  asks: document.querySelector(".dock.asks") !== null,
  focus: document.activeElement.className,
}));

for (const [device, viewport] of [["phone", PHONE], ["desk", DESK]]) {
  test(`a winter waits until Continue is pressed, on a ${device}`, async () => {
    const made = await table([me("Ann"), bot("Brian"), bot("Cindy")], { modules: [] });
    const page = await opened(viewport, made.path, { tables: made.tables });
    await start(page);
    assert.ok((await playUntil([page], ".continue")).length > 5);
    const first = await shown(page);
    assert.equal(first.enemies, 1);
    assert.equal(first.outcomes.length, 3);
    assert.ok(first.outcomes.every((one) => one !== "" && one !== "…"), first.outcomes.join());
    assert.deepEqual([first.made, first.spoils, first.years, first.asks], [3, 3, 3, false]);
    assert.match(first.focus, /continue/);
    await still(page);
    assert.deepEqual(await shown(page), first);
    const { inside } = await page.$eval(".continue", (one) => {
      const { top, bottom, left, right } = one.getBoundingClientRect();
      return { inside: top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth };
    });
    assert.ok(inside);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".continue") === null);
    await page.waitForSelector(".dock.asks");
    assert.equal(await page.$(".battle"), null);
  });
}

test("what a strength is made of adds up", async () => {
  const made = await table([me("Ann"), bot("Brian")], { modules: [] });
  const page = await opened(DESK, made.path, { tables: made.tables });
  await start(page);
  await playUntil([page], ".continue");
  const sums = await page.evaluate(() => [...document.querySelectorAll(".fighters > li")].map((one) => {
    const parts = one.querySelector(".parts").cloneNode(true);
    parts.querySelectorAll(".unseen").forEach((part) => part.remove());
    const numbers = parts.textContent.replaceAll("−", "-").match(/[+-]?\d+/g).map(Number);
    return [numbers.reduce((sum, number) => sum + number, 0), Number(one.querySelector(".number").textContent)];
  }));
  assert.equal(sums.length, 2);
  for (const [sum, strength] of sums) assert.equal(sum, strength);
});

test("a winter goes on by itself for those who want that", async () => {
  const made = await table([me("Ann"), bot("Brian")], { modules: [] });
  const page = await opened(DESK, made.path, { tables: made.tables, winter: "on" });
  await start(page);
  const used = await playUntil([page], ".years .now", { words: "II" });
  assert.ok(used.length > 5);
  assert.ok(!used.includes("winter"));
});

test("it waits in a hot seat, for a watcher, and for each by themselves; the clock does not", async () => {
  const made = await table([me("Ann"), me("Brian"), open()], { modules: [], minutes: 60 });
  const desk = await opened(DESK, made.path, { tables: made.tables });
  const watcher = await opened(DESK, made.path);
  await start(desk);
  await watcher.waitForSelector(".dock");
  await playUntil([desk], ".continue");
  assert.match(await desk.$eval(".go-on", (one) => one.textContent), /clock runs meanwhile: \d+:\d\d|as long as you like/);
  await watcher.waitForSelector(".continue");
  await desk.$eval(".continue", (one) => one.click());
  await desk.waitForSelector(".dock.asks, .curtain");
  assert.ok(await watcher.$(".continue"));
  await watcher.$eval(".continue", (one) => one.click());
  await watcher.waitForSelector(".continue", { hidden: true });
});

test("nothing moves for those who want calm", async () => {
  const made = await table([me("Ann"), bot("Brian")], { modules: [] });
  const page = await opened(DESK, "", { speed: "calm", tables: made.tables });
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  await page.goto(new URL(made.path, process.env.BASE).href);
  await page.reload();
  await start(page);
  let looks = 0;
  for (let winters = 0, turn = 0; winters < 1 && turn < 400; turn += 1) {
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
    looks += 1;
    if (await page.$(".continue")) winters += 1;
    await answer(page);
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  }
  assert.ok(looks > 5);
  await page.emulateMediaFeatures([]);
});

test("dice roll and travel, gains come back and buildings rise, each within 600 ms", async () => {
  const made = await table([me("Ann"), bot("Brian")], { modules: [] });
  const page = await opened(DESK, made.path, { speed: "fast", tables: made.tables });
  await page.evaluate(() => {
    globalThis.moved = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
      const animation = animate.apply(this, how);
      globalThis.moved.push([this.getAttribute("class"), animation.effect.getComputedTiming().endTime]);
      return animation;
    };
  });
  await start(page);
  let moved = [];
  for (let winters = 0; winters < 4 && !moved.some(([name]) => name.includes("building")); winters += 1) {
    await page.evaluate(() => document.querySelector(".continue")?.click());
    await playUntil([page], ".continue");
    moved = await page.evaluate(() => globalThis.moved);
  }
  for (const what of ["flying", "die", "building"]) assert.ok(moved.some(([name]) => name.includes(what)), `${what}: ${moved.length}`);
  for (const what of ["die", "icon"]) assert.ok(moved.some(([name]) => name.includes("flying") && name.includes(what)), what);
  assert.deepEqual(moved.filter(([, end]) => end > 600), []);
  await page.waitForSelector(".flying", { hidden: true });
});

test("only the province glows that an event is about, and the question tells of the others", async () => {
  const made = await table([me("Ann"), bot("Brian")], { modules: [] });
  const page = await opened(DESK, made.path, { tables: made.tables });
  await start(page);
  await playUntil([page], ".dock.asks .told .link");
  const told = await page.$eval(".told", (one) => one.textContent);
  assert.match(told, /Brian/);
  assert.equal(await page.$(".building.fresh"), null);
  await page.click(".told .link");
  await page.waitForSelector(".province.p1 .building.fresh");
  const name = await page.$eval(".building.fresh .name", (one) => one.textContent);
  assert.ok(told.includes(name), `${told} ${name}`);
  assert.equal(await page.$(".told .link"), null);
});

test("the end draws losses left of zero", async () => {
  const page = await opened(DESK);
  await page.waitForSelector(".new-table");
  const drawn = await page.evaluate(async () => {
    const at = (name) => import(new URL(name, location.href.split("#")[0]).href);
    const [{ h, render }, { Results }] = await Promise.all(["vendor/preact.js", "board/results.js"].map(at));
    const names = { cards: new Map(), kinds: new Map(), of: (id) => id };
    const player = (name) => ({ name, vp: 0, goods: {}, buildings: [] });
    const ranking = [
      { player: 1, rank: 1, vp: 7, goods: 0, buildings: 0, by_source: { houses: 9, foes: -2 } },
      { player: 0, rank: 2, vp: -3, goods: 0, buildings: 0, by_source: { foes: -3 } },
    ];
    const years = [0, 1, 2].map((year) => ({ year, vp: [-year, 3 * year], buildings: [[], []] }));
    const scene = { names, years, view: { seat: 0, table: { ranking, winners: [1], players: [player("Ann"), player("Brian")] } } };
    const root = document.body.appendChild(document.createElement("div"));
    render(h(Results, { scene }), root);
    const charts = [...root.querySelectorAll(".ranking .chart")];
    const widths = charts.map((one) => [one.querySelector(".losses").getBoundingClientRect().width, one.querySelector(".gains").getBoundingClientRect().width]);
    return {
      lost: charts.map((one) => one.querySelector(".losses").textContent.trim()),
      said: charts.map((one) => one.getAttribute("aria-label")),
      widths,
      lines: root.querySelectorAll(".course polyline").length,
      title: root.querySelector("h2").textContent,
      heading: root.querySelector("h2").getAttribute("role"),
      status: root.querySelector("[role=status]").textContent,
    };
  });
  assert.deepEqual(drawn.lost, ["−2", "−3"]);
  assert.deepEqual(drawn.said, ["houses 9, foes −2", "foes −3"]);
  for (const [lost, gained] of drawn.widths) assert.ok(Math.abs(lost * 3 - gained) < 4, `${lost} ${gained}`);
  assert.equal(drawn.lines, 2);
  assert.equal(drawn.heading, null);
  assert.ok(drawn.title !== "" && drawn.status === drawn.title, drawn.status);
});

test("a game has five winters, and can be played again", async () => {
  const page = await opened(DESK);
  await (await page.waitForSelector(".new-table .primary")).click();
  await start(page);
  await playUntil([page], ".results");
  const winters = await page.evaluate(() => JSON.parse(sessionStorage.getItem(`kingsburg.years.${location.hash.split("/")[2]}`)).length - 1);
  assert.equal(winters, 5);
  assert.equal(await page.$$eval(".course polyline", (all) => all.length), 3);
  const seats = await page.$$eval(".ranking .name", (all) => all.map((one) => one.textContent).sort());
  const before = page.url();
  await page.click(".rematch");
  await page.waitForSelector(".waiting");
  assert.notEqual(page.url(), before);
  assert.deepEqual(await page.$$eval(".seats .name", (all) => all.map((one) => one.textContent).sort()), seats);
  await page.goto(before);
  await page.reload();
  await (await page.waitForSelector(".after .again")).click();
  await page.waitForSelector(".controls");
  const battles = await page.evaluate(async () => {
    const moment = document.querySelector(".controls input");
    let battles = 0;
    for (let at = 1; at <= Number(moment.max); at += 1) {
      document.querySelector(".controls .flip").click();
      await new Promise((resolve) => setTimeout(resolve, 5));
      const outcomes = [...document.querySelectorAll(".battle .outcome")].map((one) => one.textContent.trim());
      if (outcomes.length === 3 && !outcomes.includes("…")) battles += 1;
    }
    return battles;
  });
  assert.ok(battles >= 4, `${battles} battles in the replay`);
  await page.goto(before);
  await page.reload();
  await (await page.waitForSelector(".same")).click();
  await page.waitForSelector(".new-table");
  assert.equal(await page.$$eval(".seat-row, .plan input", (all) => all.length > 2), true);
});

test("a guest plays again, too: with their own seat, the same bots, and open seats for others", async () => {
  const page = await opened(DESK);
  await page.waitForSelector(".new-table");
  const made = await table([me("Ann"), me("Beth"), bot("Carl")], { modules: ["governors"], minutes: 60 });
  const again = await page.evaluate(async (id, seats) => {
    const at = (name) => import(new URL(name, document.querySelector("script[type=module]").src).href);
    const [{ wantedAgain }, { server }] = await Promise.all(["lobby/plan.js", "connection.js"].map(at));
    return wantedAgain(server(), id, seats);
  }, made.id, [1]);
  assert.deepEqual(again.seats, [{ kind: "open", name: "" }, { kind: "me", name: "Beth" }, { kind: "bot", name: "Carl", bot: "greedy" }]);
  assert.deepEqual([again.modules, again.minutes, again.public], [["governors"], 60, false]);
  const answer = await page.evaluate((wanted) => fetch("api/tables", { method: "POST", body: JSON.stringify(wanted), headers: { "content-type": "application/json" } }).then((one) => one.status), again);
  assert.equal(answer, 201);
});

test("nothing went wrong in any page", () => {
  assert.deepEqual(faults, []);
});
