// How soon the client shows something: a click, an answer, the first picture. Prints one JSON object.
//
//     BASE=http://127.0.0.1:8000/ CHROMIUM=/usr/bin/chromium node measure.mjs
//
// "pick" is a click that only changes what is lit; "answer" goes to the table and back. Both end with the
// picture that shows what came of it. "first" is the first picture with content, in a browser with an empty cache.

import { bot, browser, DESK, me, opened, pause, PHONE, start, table } from "./browser.mjs";

const ANSWERS = Number(process.env.ANSWERS ?? 150);

/** Note when a message with events has come, and when it is on the screen. */
const listen = () => {
  const Plain = globalThis.WebSocket;
  globalThis.shown = { clicked: 0, times: [] };
  globalThis.painted = () => new Promise((resolve) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now());
    port2.postMessage(0);
  }));
  globalThis.WebSocket = class extends Plain {
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
async function clicks(page) {
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
    for (let turn = 0; turn < 20_000 && shown.times.length < answers; turn += 1) {
      await wait(20);
      if (document.querySelector(".results")) break;
      if (!document.querySelector(".dock.asks") || shown.clicked > 0) continue;
      await wait(60);
      for (const die of all(".tray .die-button").slice(0, 2)) await pick(die);
      const lit = all(".advisor.can, .advisor.exact");
      if (document.querySelector(".tray") && lit.length > 0) await pick(any(lit));
      if (document.querySelector(".tray") && !document.querySelector(".answer.go")) document.querySelector(".die-button[aria-pressed=true]")?.click();
      await wait(40);
      const found = document.querySelector(".tray") ? all(".answer") : all(".answer:not([aria-disabled=true], .pick)");
      const answer = any(found.filter((one) => !one.classList.contains("no"))) ?? any(found) ?? all(".answer.pick")[0];
      if (answer === undefined) { document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })); continue; }
      if (answer.matches(".pick")) { answer.click(); continue; }
      shown.clicked = performance.now();
      answer.click();
    }
    return { picks, answers: shown.times };
  }, ANSWERS);
}

const p95 = (list) => {
  const sorted = [...list].sort((one, other) => one - other);
  const at = (share) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN);
  return { count: sorted.length, median: at(0.5), p95: at(0.95), worst: at(1) };
};

async function first(viewport) {
  const times = [];
  for (let n = 0; n < 5; n += 1) {
    const page = await opened(viewport);
    await page.waitForSelector(".new-table");
    times.push(await page.evaluate(() => new Promise((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({ type: "largest-contentful-paint", buffered: true });
    })));
    await page.browserContext().close();
  }
  return p95(times);
}

const figures = {};
for (const [device, viewport] of [["desk", DESK], ["phone", PHONE]]) {
  figures[device] = { first_ms: await first(viewport) };
  for (const speed of ["off", "calm"]) {
    const picks = [];
    const answers = [];
    while (answers.length < ANSWERS) {
      const made = await table([me("Ann"), bot("Brian"), bot("Cindy")]);
      const page = await opened(viewport, "about:blank", { speed, tables: made.tables });
      await page.evaluateOnNewDocument(listen);
      await page.goto(new URL(made.path, process.env.BASE).href);
      await start(page);
      const found = await clicks(page);
      picks.push(...found.picks);
      answers.push(...found.answers);
      await page.browserContext().close();
      await pause(100);
      if (speed === "calm") break;
    }
    figures[device][`pick_${speed}_ms`] = p95(picks);
    figures[device][`answer_${speed}_ms`] = p95(answers.map(({ all }) => all));
    figures[device][`table_${speed}_ms`] = p95(answers.map(({ table }) => table));
  }
}
console.log(JSON.stringify(figures, null, 2));
await browser.close();
