// How soon the client shows something, and how much it loads. Prints one JSON object; benchmarks/client.py runs it.
//
// "pick" is a click that only changes what is lit; "answer" goes to the table and back, of which "table" is the time
// until the events have come. Both end with the picture that shows what came of the click. "first" is the first
// picture of the lobby in a browser with an empty cache; "table" of a site is when its first table has been made.

import { answer, bot, browser, DESK, me, opened, pause, PHONE, start, table } from "./browser.mjs";

const ANSWERS = Number(process.env.ANSWERS ?? 150);
const TRIES = 5;

/** Note when a message with events has come, and when it is on the screen. */
const listen = () => {
  globalThis.shown = { clicked: 0, times: [] };
  globalThis.painted = () => new Promise((resolve) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now());
    port2.postMessage(0);
  }));
  globalThis.WebSocket = class extends globalThis.WebSocket {
    constructor(...address) {
      super(...address);
      this.addEventListener("message", async ({ data }) => {
        const { clicked, times } = globalThis.shown;
        if (clicked === 0 || !data.includes('"type":"events"')) return;
        globalThis.shown.clicked = 0;
        const came = performance.now();
        times.push({ all: await globalThis.painted() - clicked, table: came - clicked });
      });
    }
  };
};

/** Click on dice, advisors and answers, each at its time. */
function clicks(page) {
  return page.evaluate(async (answers) => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const any = (list) => list[Math.floor(Math.random() * list.length)];
    const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const picks = [];
    const pick = async (one) => {
      const begun = performance.now();
      one.click();
      picks.push(await globalThis.painted() - begun);
    };
    const { shown } = globalThis;
    while (shown.times.length < answers && !document.querySelector(".results")) {
      await wait(60);
      if (!document.querySelector(".dock.asks") || shown.clicked > 0) continue;
      for (const die of all(".tray .die-button").slice(0, 2)) await pick(die);
      const lit = all(".advisor.can, .advisor.exact");
      if (lit.length > 0 && document.querySelector(".tray")) await pick(any(lit));
      await wait(40);
      const found = all(".answer:not([aria-disabled=true])");
      const answer = any(found.filter((one) => !one.classList.contains("no"))) ?? any(found);
      if (answer === undefined) continue;
      if (!answer.matches(".pick")) shown.clicked = performance.now();
      answer.click();
    }
    return { picks, answers: shown.times };
  }, ANSWERS);
}

function summary(list) {
  const sorted = [...list].sort((one, other) => one - other);
  const at = (share) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN);
  return { count: sorted.length, median: at(0.5), p95: at(0.95), worst: at(1) };
}

async function first(viewport) {
  const times = { first_ms: [], table_ms: [] };
  for (let n = 0; n < TRIES; n += 1) {
    const page = await opened(viewport);
    await page.waitForSelector(".new-table");
    times.first_ms.push(await page.evaluate(() => new Promise((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({ type: "largest-contentful-paint", buffered: true });
    })));
    await page.evaluate(() => document.querySelector(".new-table .primary").click());
    await page.waitForSelector(".waiting", { timeout: 120_000 });
    times.table_ms.push(await page.evaluate(() => performance.now()));
    await page.browserContext().close();
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, summary(list)]));
}

/** How many bytes of files a browser has loaded, as they are and as they were sent. */
const loaded = (page) => page.evaluate(() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter(({ name }) => !name.includes("/api/")).reduce((sums, one) => ({ unpacked: sums.unpacked + one.decodedBodySize, sent: sums.sent + one.encodedBodySize }), { unpacked: 0, sent: 0 }));

async function played(viewport, speed) {
  const picks = [];
  const answers = [];
  let bytes;
  while (answers.length < ANSWERS) {
    const made = await table([me("Ann"), bot("Brian"), bot("Cindy")]);
    const page = await opened(viewport, "about:blank", { speed, winter: "on", tables: made.tables });
    await page.evaluateOnNewDocument(listen);
    await page.goto(new URL(made.path, process.env.BASE).href);
    await start(page);
    const found = await clicks(page);
    picks.push(...found.picks);
    answers.push(...found.answers);
    bytes = await loaded(page);
    await page.browserContext().close();
    await pause(100);
  }
  return {
    pick_ms: summary(picks), answer_ms: summary(answers.map(({ all }) => all)), table_ms: summary(answers.map((one) => one.table)),
    drawn_ms: summary(answers.map((one) => one.all - one.table)), loaded_bytes: bytes,
  };
}

/** How many pictures in a hundred come late while dice roll and things move, on a slow phone, and taps for a season. */
async function moved() {
  const made = await table([me("Ann"), bot("Brian"), bot("Cindy")], { modules: [] });
  const page = await opened(PHONE, "about:blank", { speed: "calm", winter: "on", tables: made.tables });
  await page.goto(new URL(made.path, process.env.BASE).href);
  await start(page);
  await page.emulateCPUThrottling(6);
  await page.evaluate(() => {
    globalThis.frames = { last: performance.now(), all: 0, late: 0 };
    globalThis.taps = 0;
    addEventListener("click", () => { globalThis.taps += 1; }, true);
    const next = (now) => {
      const missed = Math.max(0, Math.round((now - globalThis.frames.last) / 16.7) - 1);
      globalThis.frames.all += 1 + missed;
      globalThis.frames.late += missed;
      globalThis.frames.last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  const seasons = 3;
  const now = () => page.evaluate(() => document.querySelector(".phases .now .number")?.textContent ?? "0");
  let [before, changes] = [await now(), 0];
  for (let turn = 0; turn < 400 && changes < 2 * seasons; turn += 1) {
    await answer(page);
    await pause(100);
    const phase = await now();
    if (phase !== before) changes += 1;
    before = phase;
  }
  const { frames, taps } = await page.evaluate(() => ({ frames: globalThis.frames, taps: globalThis.taps }));
  await page.browserContext().close();
  return { frames: frames.all, late_percent: Math.round(100 * frames.late / frames.all), taps_a_phase: Math.round(10 * taps / changes) / 10 };
}

const figures = {};
for (const [device, viewport] of [["desk", DESK], ["phone", PHONE]]) {
  figures[device] = await first(viewport);
  if (process.env.SITE) continue;
  for (const speed of ["off", "calm"]) figures[device][speed] = await played(viewport, speed);
}
if (!process.env.SITE) figures.slow_phone = await moved();
console.log(JSON.stringify(figures));
await browser.close();
