// Draws the icons of the installed client from its icon.svg, with Chromium:
//
//     CHROMIUM=/usr/bin/chromium node tools/app_icons.mjs
//
// "maskable" and "apple" fill their square, since phones cut their own shape out of it.

import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const CLIENT = new URL("../src/kingsburg_rules/web/client/", import.meta.url);
const require = createRequire(new URL("../tests/browser/package.json", import.meta.url));
const { default: puppeteer } = await import(pathToFileURL(require.resolve("puppeteer-core")).href);

const drawn = readFileSync(new URL("icon.svg", CLIENT), "utf8");
const filled = drawn.replace(/ rx="[\d.]+"/, "").replace(/viewBox="[^"]+"/, 'viewBox="-16 -16 32 32"');
const ICONS = [["192", 192, drawn], ["512", 512, drawn], ["maskable", 512, filled], ["apple", 180, filled]];

const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
const page = await browser.newPage();
mkdirSync(new URL("app-icons/", CLIENT), { recursive: true });
for (const [name, size, svg] of ICONS) {
  await page.setViewport({ width: size, height: size });
  await page.setContent(`<style>* { margin: 0 } svg { display: block; inline-size: 100vw }</style>${svg}`);
  await page.screenshot({ path: new URL(`app-icons/${name}.png`, CLIENT).pathname, omitBackground: true });
}
await browser.close();
