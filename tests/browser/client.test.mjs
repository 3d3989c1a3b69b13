import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, test } from "node:test";
import { accessible, answer, AXE, bot, browser, closePages, DESK, faults, fits, me, opened, PHONE, playUntil, start, table } from "./browser.mjs";

const RECORD = process.env.RECORD;
const SAMPLES = JSON.parse(readFileSync(process.env.SAMPLES, "utf8"));

after(async () => { await browser.close(); });
afterEach(closePages);

for (const [device, viewport] of [["phone", PHONE], ["desk", DESK]]) {
  test(`the table has no serious fault of accessibility, light and dark, on a ${device}`, async () => {
    for (const theme of ["light", "dark"]) {
      const made = await table([me("Ann"), bot("Brian"), bot("Cindy")]);
      const page = await opened(viewport, made.path, { theme, tables: made.tables });
      await start(page);
      await playUntil([page], ".dock.asks .tray");
      await accessible(page, `dice ${theme}`);
      await page.evaluate(() => document.querySelector(".advisor.can").click());
      await accessible(page, `picked ${theme}`);
    }
  });
}

test("rewards have their amounts, and choices a stroke between them", async () => {
  const made = await table([me("Ann"), bot("Brian")], { modules: [] });
  const page = await opened(PHONE, made.path, { tables: made.tables });
  await start(page);
  const shown = await page.evaluate(() => Object.fromEntries([...document.querySelectorAll(".advisor")].map((one) => [
    one.querySelector(".name").textContent.trim(),
    [...one.querySelectorAll(".icons b, .icons use")].map((part) => part.getAttribute("href")?.split("#k-")[1] ?? part.textContent).join(" "),
  ])));
  assert.equal(shown.Treasurer, "2 gold");
  assert.equal(shown.Champion, "3 stone");
  assert.equal(shown.Merchant, "gold or wood");
  assert.equal(shown.King, "gold soldier stone wood");
  assert.equal(await page.evaluate(() => document.querySelector(".advisor.wordy")), null);
  const cut = await page.evaluate(() => [...document.querySelectorAll(".advisor")].filter((one) => {
    const edge = one.getBoundingClientRect();
    return [...one.querySelectorAll(".icons .icon")].some((part) => {
      const box = part.getBoundingClientRect();
      return box.right > edge.right || box.bottom > edge.bottom;
    });
  }).map((one) => one.querySelector(".name").textContent.trim()));
  assert.deepEqual(cut, []);
  await fits(page);
});

test("every answer of every kind of decision can be clicked", async () => {
  const page = await opened(PHONE);
  await page.waitForSelector(".lobby");
  await page.evaluate(AXE);
  /** @type {Record<string, number>} */
  const tried = {};
  for (const { catalog, samples } of SAMPLES) {
    const counts = await page.evaluate(async (catalog, samples) => {
      const at = (name) => import(new URL(name, document.querySelector("script").src).href);
      const [{ h, render }, { Answers }, { Question }, { noPicks }, { Names }] = await Promise.all(["vendor/preact.js", "decision/answers.js", "decision/question.js", "decision/picks.js", "names.js"].map(at));
      const names = new Names(catalog);
      const root = document.body.appendChild(document.createElement("div"));
      const all = (selector) => [...root.querySelectorAll(selector)];
      const found = {};
      let opened = 0;
      const sorted = (list) => [...(list ?? [])].sort().join();
      for (const { view, ask } of samples) {
        for (const [index, wanted] of ask.decision.options.entries()) {
          let picks = noPicks();
          let played = null;
          const pick = (changes) => { picks = { ...picks, ...changes }; draw(); };
          function draw() {
            const asking = { ask, view, names, picks, isSent: false, play: (action) => { played = action; }, pick };
            render(h("div", {}, h(Question, asking), h(Answers, asking)), root);
          }
          draw();
          if (wanted.type === "Influence") {
            pick({ advisor: wanted.advisor });
            const me = view.table.players[ask.decision.player];
            const left = [...wanted.dice];
            const buttons = all(".die-button");
            (me.dice ?? []).forEach((value, at) => { const k = left.indexOf(value); if (k >= 0) { left.splice(k, 1); buttons[at].click(); } });
          }
          if (wanted.type === "Choose" && root.querySelector(".answer.pick")) {
            const things = wanted.things.map((one) => JSON.stringify(one));
            const { choosable } = await at("decision/picks.js");
            choosable(ask.decision).forEach((thing, at) => { const k = things.indexOf(JSON.stringify(thing)); if (k >= 0) { things.splice(k, 1); all(".answer.pick")[at].click(); } });
          }
          draw();
          if (!(ask.decision.kind in found)) {
            const { violations } = await globalThis.axe.run(root, { resultTypes: ["violations"] });
            const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
            if (serious.length > 0) throw new Error(`${ask.decision.kind}: ${serious.map(({ id, nodes }) => `${id} ${nodes[0].html}`)}`);
          }
          const isIt = (one) => { played = null; one.click(); return played !== null && same(played, wanted); };
          const direct = () => all(".answer:not(.pick, .step)").filter((one) => one.getAttribute("aria-disabled") !== "true").find(isIt);
          let button = direct();
          for (const at of all(".answer.step").keys()) {
            if (button) break;
            const step = all(".answer.step")[at];
            step.click();
            if (step.getAttribute("aria-expanded") !== "true" || all(".answer.step").length !== 1) throw new Error("a step opens alone, in its place");
            button = direct();
            if (button) opened += 1;
            else step.click();
          }
          if (!button) throw new Error(`No button for ${JSON.stringify(wanted)}: ${root.textContent.slice(0, 300)}`);
          if (!(button.getAttribute("aria-label") || button.textContent).trim()) throw new Error("no name");
          const kind = ask.decision.kind;
          found[kind] = (found[kind] ?? 0) + 1;
          render(null, root);
          void index;
        }
      }
      root.remove();
      return { ...found, opened };

      function same(one, other) {
        if (one === other) return true;
        return one.type === "Choose" && other.type === "Choose" && sorted(one.things.map((x) => JSON.stringify(x))) === sorted(other.things.map((x) => JSON.stringify(x)));
      }
    }, catalog, samples);
    for (const [kind, count] of Object.entries(counts)) tried[kind] = (tried[kind] ?? 0) + count;
  }
  const kinds = ["influence", "build", "recruit", "use", "take", "give", "pay", "trade", "bid", "choose", "die", "opened"];
  assert.deepEqual(kinds.filter((kind) => !tried[kind]), []);
  console.log(`tried ${Object.values(tried).reduce((sum, one) => sum + one, -tried.opened)} answers`);
});

test("a click that is not possible says why, and undo takes back", async () => {
  const made = await table([me("Ann"), me("Brian")], { modules: [] });
  const page = await opened(DESK, made.path, { tables: made.tables });
  await start(page);
  await playUntil([page], ".dock.asks .tray");
  await page.evaluate(() => document.querySelector('.advisor[aria-disabled="true"]').click());
  await page.waitForSelector(".dock .note");
  await page.keyboard.press("Escape");
  const state = () => page.evaluate(() => document.querySelectorAll(".group").length + 100 * document.querySelectorAll(".die-button").length);
  const before = await state();
  await answer(page, { chance: 0 });
  await page.waitForFunction((was) => document.querySelectorAll(".curtain").length > 0 || document.querySelectorAll(".group").length + 100 * document.querySelectorAll(".die-button").length !== was, {}, before);
  await page.evaluate(() => document.querySelector(".curtain .primary")?.click());
  await page.waitForSelector(".take-back:not([aria-disabled])");
  await page.evaluate(() => document.querySelector(".take-back").click());
  await page.waitForFunction(() => document.querySelector(".take-back[aria-disabled]") || document.querySelector(".curtain"));
});

test("a player chooses what is done without asking, and takes another name in the game", async () => {
  const made = await table([me("Ann"), bot("Brian")], { modules: [] });
  const page = await opened(DESK, made.path, { tables: made.tables });
  const ticks = () => page.evaluate(() => [...document.querySelectorAll(".automation input")].map((one) => [one.checked, one.disabled]));
  await page.waitForSelector(".waiting .automation input");
  assert.deepEqual(await ticks(), [[true, false], [true, false], [true, false]]);
  await page.evaluate(() => document.querySelectorAll(".automation input")[1].click());
  await page.waitForFunction(() => !document.querySelectorAll(".automation input")[1].checked);
  await start(page);
  assert.deepEqual(await ticks(), [[true, true], [false, true], [true, true]]);
  await page.evaluate(() => {
    const field = document.querySelector(".menu .my-name input");
    field.value = "Annabel";
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await page.waitForFunction(() => document.querySelector(".player .name").textContent === "Annabel");
  await page.reload();
  await page.waitForFunction(() => document.querySelector(".player .name")?.textContent === "Annabel");
  assert.deepEqual(await ticks(), [[true, true], [false, true], [true, true]]);
});

test("a hint has its reasons, and the sentence of the answer", async () => {
  const made = await table([me("Ann"), bot("Brian")], { modules: [] });
  const page = await opened(PHONE, "#/replay", { tables: made.tables });
  await page.evaluateOnNewDocument(() => {
    globalThis.WebSocket = class extends globalThis.WebSocket {
      set onmessage(hear) { super.onmessage = ({ data }) => hear({ data: /"type":"answer".*"action"/.test(data) ? data.replace(/}$/, ',"why":["It is cheap.","It is near."]}') : data }); }
    };
  });
  await page.goto(new URL(made.path, process.env.BASE).href);
  await page.reload();
  await start(page);
  await page.waitForSelector(".dock.asks");
  await page.evaluate(() => document.querySelector(".ask-hint").click());
  await page.waitForSelector(".hint");
  assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll(".hint li")].map((one) => one.textContent)), ["It is cheap.", "It is near."]);
  const hinted = await page.evaluate(() => document.querySelector(".hint b").textContent);
  assert.ok(hinted.length > 3);
  await page.evaluate(() => document.querySelector(".hint button").click());
  await page.waitForFunction(() => document.querySelector(".hint") === null);
});

test("names with markup are letters", async () => {
  const evil = `<img src=x onerror="document.title='x'"><b>`.slice(0, 40);
  const made = await table([me(evil), bot("<script>"), bot("&lt;i&gt;")], { modules: [] });
  const page = await opened(DESK, made.path, { tables: made.tables });
  await start(page);
  await page.waitForSelector(".player .name");
  const found = await page.evaluate(() => [document.querySelectorAll("img, b b, #app script").length, document.querySelector(".player .name").textContent]);
  assert.deepEqual(found, [0, evil]);
});

test("a record is watched, and a link leads to a moment", async () => {
  const page = await opened(DESK, "#/replay");
  await (await page.waitForSelector("input[type=file]")).uploadFile(RECORD);
  await page.waitForSelector(".controls");
  await page.evaluate(() => { const slider = document.querySelector("input[type=range]"); slider.value = "60"; slider.dispatchEvent(new Event("input", { bubbles: true })); });
  await accessible(page, "replay");
  for (let step = 0; step < 300 && !(await page.$(".battle")); step += 1) await page.keyboard.press("ArrowRight");
  assert.ok(await page.$(".battle"));
  for (const theme of ["light", "dark"]) {
    await page.evaluate((theme) => { document.documentElement.dataset.theme = theme; }, theme);
    await accessible(page, `battle ${theme}`);
  }
  await page.evaluate(() => { const slider = document.querySelector("input[type=range]"); slider.value = "60"; slider.dispatchEvent(new Event("input", { bubbles: true })); });
  await page.evaluate(() => [...document.querySelectorAll(".controls button")].at(-1).click());
  await page.waitForFunction(() => location.hash.startsWith("#/replay/60/"));
  const shown = () => document.querySelector("main").textContent;
  const other = await opened(PHONE, new URL(page.url()).hash);
  await other.waitForSelector(".controls");
  assert.match(await other.evaluate(() => document.querySelector(".controls output").textContent), /^60\//);
  assert.ok((await other.evaluate(shown)).length > 500);
});

test("a link to a moment that was cut says so", async () => {
  const page = await opened(PHONE, "#/replay/60/3VzbctpIEP0VF89hS6MLgrdc");
  const said = await (await page.waitForSelector("[role=alert]")).evaluate((one) => one.textContent);
  assert.match(said, /part of this link is missing/);
});

test("nothing went wrong in any page", () => {
  assert.deepEqual(faults, []);
});
