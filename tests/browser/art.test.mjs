// How it looks: fonts, emblems, the stair of the court, the light of the seasons, and what forced colors leave of it.

import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { ALL, audited, bot, browser, closePages, DESK, faults, me, opened, PHONE, playUntil, start, still, table } from "./browser.mjs";

after(() => browser.close());
afterEach(closePages);

/** A game of one person and two bots that has begun. */
async function begun(viewport, settings, modules) {
  const made = await table([me("Ann"), bot("Brian"), bot("Cindy")], { modules });
  const page = await opened(viewport, made.path, { ...settings, tables: made.tables });
  await start(page);
  return page;
}

const serious = async (page) => {
  await still(page);
  const { serious } = await audited(page);
  return serious.map(({ id, nodes }) => [id, nodes[0].html.slice(0, 200)]);
};

test("fonts are those of the client", async () => {
  const page = await begun(DESK, {}, []);
  await page.evaluate(() => document.fonts.ready);
  const loaded = await page.evaluate(() => [...document.fonts].map(({ family, status }) => [family, status]));
  assert.equal(loaded.length, 3);
  assert.deepEqual(loaded.filter(([, status]) => status !== "loaded"), []);
  assert.match(await page.evaluate(() => getComputedStyle(document.body).fontFamily), /^"Alegreya Sans"/);
  await page.close();
});

test("every advisor has a crest, and higher ones stand above lower ones", async () => {
  for (const viewport of [DESK, PHONE]) {
    const page = await begun(viewport, {}, ALL);
    await playUntil([page], ".advisor");
    const seen = await page.evaluate(async () => {
      const drawings = await (await fetch("icons.svg")).text();
      return [...document.querySelectorAll(".advisors:not(.own) .advisor")].map((one) => ({
        rank: Number(one.querySelector(".rank").textContent),
        top: one.getBoundingClientRect().top,
        drawn: drawings.includes(`"${one.querySelector(".crest .charge")?.getAttribute("href").split("#")[1]}"`),
      }));
    });
    assert.equal(seen.length, 18);
    assert.deepEqual(seen.filter(({ drawn }) => !drawn), []);
    assert.ok(seen.every(({ top }, at) => at === 0 || top <= seen[at - 1].top + 1), "nobody stands below who is before");
    assert.ok(seen[17].top < seen[0].top - 100, "the last one stands high above the first");
    const buildings = await page.$$eval(".building", (all) => all.filter((one) => one.querySelector(".emblem use")).length);
    assert.ok(buildings >= 20, `${buildings} buildings have an emblem`);
    await page.close();
  }
});

test("the light changes with the season, and everything can be read in it", async () => {
  const lights = new Set();
  for (const theme of ["light", "dark"]) {
    const page = await begun(DESK, { theme }, []);
    for (const season of [0, 1, 2, 3]) {
      await playUntil([page], season === 3 ? ".enemy" : `[data-season="${season}"]`);
      lights.add(await page.evaluate(() => getComputedStyle(document.body).backgroundImage));
      assert.deepEqual(await serious(page), [], `${theme}, season ${season}`);
    }
    assert.equal(await page.$$eval(".enemy .emblem use", (all) => all.length), 1);
    await page.close();
  }
  assert.equal(lights.size, 8);
});

test("forced colors leave the marks of the year, the phase and the gauge", async () => {
  const page = await begun(DESK, {}, []);
  await playUntil([page], ".gauge");
  const session = await page.createCDPSession();
  await session.send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value: "active" }] });
  const looks = await page.evaluate(() => {
    const style = (selector) => getComputedStyle(document.querySelector(selector));
    return {
      forced: matchMedia("(forced-colors: active)").matches,
      year: style(".years .now").outlineStyle,
      phase: style(".phases .now").outlineStyle,
      gauge: [style(".gauge").backgroundColor, style(".gauge .bar").backgroundColor],
    };
  });
  assert.ok(looks.forced);
  assert.deepEqual([looks.year, looks.phase], ["solid", "solid"]);
  assert.notEqual(...looks.gauge);
  await page.close();
});

test("nothing went wrong in the pages", () => assert.deepEqual(faults, []));
