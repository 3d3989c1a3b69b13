// Pictures of every phase at four widths, light and dark, to look at: PNG files in the folder OUT.
//
//     npm run pictures                                   (in tests/browser)
//     ONLY=phone-dark OUT=/tmp/pictures npm run pictures
//
// It starts a server with PYTHON, unless BASE names one, and plays by itself until it has met each kind of decision in
// each phase once; ONLY limits it to sizes with this beginning. It also says what serious faults axe finds in each.

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Start a server that ends with this program. @returns {Promise<string>} Its address. */
function served() {
  const data = join(mkdtempSync(join(tmpdir(), "pictures-")), "tables.sqlite");
  const options = ["-u", "-m", "kingsburg_rules", "serve", "--port", "0", "--no-browser", "--data", data];
  const server = spawn(process.env.PYTHON ?? "python", options, { stdio: ["ignore", "pipe", "inherit"] });
  process.on("exit", () => server.kill());
  return new Promise((resolve, reject) => {
    server.on("exit", () => reject(new Error("the server has ended")));
    server.stdout.on("data", (text) => { const [found] = /http:\S+/.exec(text) ?? []; if (found) resolve(found); });
  });
}

process.env.BASE ??= await served();
process.env.CHROMIUM ??= "/usr/bin/chromium";
const { answer, audited, bot, browser, faults, isOver, me, opened, pause, PHONE, start, table } = await import("./browser.mjs");

const OUT = process.env.OUT ?? "pictures";
const SIZES = { phone: PHONE, tablet: { width: 820, height: 1180, hasTouch: true }, desk: { width: 1280, height: 720 }, wide: { width: 1920, height: 1080 } };
const WORDS = { phone: ["en", "nl"], tablet: ["fr", "en"], desk: ["en", "fr"], wide: ["nl", "en"] };
const SETS = Object.entries(SIZES).flatMap(([name, size]) => [[name, size, "light", WORDS[name][0]], [`${name}-dark`, size, "dark", WORDS[name][1]]]);
mkdirSync(OUT, { recursive: true });

/** Keep the kind of what is asked, and the battles, from what the table says. */
const listen = () => {
  const Plain = globalThis.WebSocket;
  globalThis.WebSocket = class extends Plain {
    constructor(...address) {
      super(...address);
      this.addEventListener("message", ({ data }) => {
        const message = JSON.parse(data);
        if ("ask" in message) globalThis.kind = message.ask?.decision.kind ?? null;
      });
    }
  };
};

async function shot(page, name, fullPage = false) {
  await page.screenshot({ path: `${OUT}/${name}.png`, fullPage });
  const { serious } = await audited(page);
  for (const { id, nodes } of serious) console.log(name, id, nodes[0].html.slice(0, 200), nodes[0].failureSummary);
}

async function play(device, viewport, settings, more, seen, limit) {
  const made = await table([me("Ann"), bot("Brian"), bot("Cindy"), bot("David")], more);
  const page = await opened(viewport, "about:blank", { ...settings, tables: made.tables });
  await page.evaluateOnNewDocument(listen);
  await page.goto(new URL(made.path, process.env.BASE).href);
  await page.waitForSelector(".waiting .primary");
  if (!seen.has("waiting")) { seen.add("waiting"); await shot(page, `${device}-02-waiting`); }
  await start(page);
  for (let turn = 0; turn < limit && !(await isOver(page)); turn += 1) {
    await pause(50);
    const now = await page.evaluate(() => [document.querySelector(".phases .now .number")?.textContent ?? "0", document.querySelector(".dock.asks") ? globalThis.kind : null]);
    if (now[1] === null) {
      if (!seen.has("winter") && await page.$(".continue")) { seen.add("winter"); await shot(page, `${device}-20-winter`); }
      await answer(page);
      continue;
    }
    const key = now.join("-");
    if (!seen.has(key)) {
      seen.add(key);
      if (now[1] === "influence") await page.evaluate(() => document.querySelector(".die-button")?.click());
      await pause(settings.speed === "off" ? 1300 : 100);
      await shot(page, `${device}-1${key}`);
    }
    await answer(page);
  }
  return page;
}

for (const [device, viewport, theme, language] of SETS) {
  if (!device.startsWith(process.env.ONLY ?? "")) continue;
  const settings = { theme, language, speed: "off" };
  const lobby = await opened(viewport, "", settings);
  await lobby.waitForSelector(".new-table");
  await shot(lobby, `${device}-01-lobby`, true);
  const seen = new Set();
  const page = await play(device, viewport, settings, {}, seen, 3000);
  await pause(1300);
  await shot(page, `${device}-30-end`, true);
  await (await page.waitForSelector(".after .again")).evaluate((one) => one.click());
  await page.waitForSelector(".controls");
  await page.evaluate(() => { const slider = document.querySelector("input[type=range]"); slider.value = "90"; slider.dispatchEvent(new Event("input", { bubbles: true })); });
  await pause(1300);
  await shot(page, `${device}-31-replay`, true);
  for (let step = 0; step < 300 && !(await page.$(".battle")); step += 1) await page.keyboard.press("ArrowRight");
  await pause(1300);
  if (await page.$(".battle")) await shot(page, `${device}-32-battle`);
  await play(device, viewport, { ...settings, speed: "fast" }, { modules: ["governors"], variants: ["bid-governors"] }, seen, 500);
  await (await play(device, viewport, settings, { modules: ["governors"], scenario: "wheel-and-deal" }, seen, 120)).close();
  console.log(device, [...seen].sort().join(" "));
}
if (faults.length > 0) console.log(faults);
await browser.close();
process.exit();
