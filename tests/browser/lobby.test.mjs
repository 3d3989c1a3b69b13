// The lobby and what surrounds a game: invitations, one's own tables, settings, hot seats and undo.

import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { answer, BASE, bot, browser, closePages, DESK, ELSEWHERE, faults, isOver, me, open, opened, PHONE, playUntil, start, table } from "./browser.mjs";

after(async () => {
  await browser.close();
});
afterEach(closePages);

/** Click something that must be there. */
async function click(page, selector) {
  await (await page.waitForSelector(selector)).evaluate((one) => one.click());
}

/** Answer, and wait until the table has taken that and asks again. Returns what was used. */
async function answered(page, chance) {
  const before = await page.evaluate(() => document.querySelector("#app").innerHTML);
  const kind = await answer(page, { chance });
  await page.waitForFunction((before) => document.querySelector("#app").innerHTML !== before, { polling: 20, timeout: 10_000 }, before).catch(() => {});
  await page.waitForFunction(() => {
    const asks = document.querySelector(".dock.asks") && !document.querySelector(".answer[aria-disabled]");
    return asks || document.querySelector(".curtain, .continue, .results");
  }, { polling: 20, timeout: 10_000 }).catch(() => {});
  return kind;
}

const texts = (page, selector) => page.$$eval(selector, (all) => all.map((one) => one.textContent.trim()));

test("on loopback the page says that nobody else can open it", async () => {
  const made = await table([me("Ann"), open()]);
  const page = await opened(DESK, made.path, { tables: made.tables });
  await page.waitForSelector(".only-here:not(:empty)");
  assert.match((await texts(page, ".only-here")).join(), /Only this machine/);
  assert.equal(await page.$(".invite"), null);
});

test("a link that cannot be copied is shown, selected, and nothing says that it was copied", async () => {
  const made = await table([me("Ann"), open()]);
  let shown = 0;
  for (const before of [() => {}, () => Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error("no")) } })]) {
    const page = await opened(PHONE, made.path, { tables: made.tables, base: ELSEWHERE, before });
    await click(page, ".invite .ways button");
    await page.waitForSelector(".copy-by-hand[open]");
    const [text, selected] = await page.$eval(".copy-by-hand textarea", (one) => [one.value, one.value.slice(one.selectionStart, one.selectionEnd)]);
    assert.equal(text, new URL(made.path, ELSEWHERE).href);
    assert.equal(selected, text);
    assert.equal((await texts(page, ".note")).join(""), "");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.querySelector(".copy-by-hand") === null);
    shown += 1;
  }
  assert.equal(shown, 2);
});

test("a link that was copied is said to be, and may be shared", async () => {
  const made = await table([me("Ann"), open()]);
  const page = await opened(DESK, made.path, {
    tables: made.tables,
    base: ELSEWHERE,
    before: () => {
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { globalThis.copied = text; } } });
      navigator.share = async (what) => { globalThis.shared = what.url; };
    },
  });
  const href = new URL(made.path, ELSEWHERE).href;
  await click(page, ".invite .ways button");
  await page.waitForFunction(() => document.querySelector(".note").textContent.includes("copied"));
  await click(page, ".invite .ways button:nth-child(2)");
  await page.waitForFunction(() => globalThis.shared);
  assert.deepEqual(await page.evaluate(() => [globalThis.copied, globalThis.shared]), [href, href]);
  assert.equal(await page.$(".copy-by-hand"), null);
  const code = await (await page.waitForSelector(".qr path")).evaluate((one) => one.getAttribute("d"));
  assert.ok(code.split("M").length > 200);
});

test("one's own tables say how they stand; forgetting asks, and can be taken back", async () => {
  const first = await table([me("Ann"), open()]);
  const second = await table([me("Beth"), bot("Carl")], { modules: [] });
  const known = { ...first.tables, ...second.tables };
  for (const one of Object.values(known)) one.title = "as it was called";
  const page = await opened(DESK, second.path, { tables: known });
  await start(page);
  await page.waitForSelector(".dock.asks");
  await page.goto(new URL("#/", BASE).href);
  await page.waitForSelector(".mine .asked");
  const rows = await texts(page, ".mine li");
  assert.equal(rows.length, 2);
  assert.match(rows[0], /Your turn.*Beth, Carl.*Year I/s);
  assert.match(rows[1], /Ann, Open seat.*waiting/s);
  assert.equal((await texts(page, ".mine")).join().includes("as it was called"), false);
  const forget = ".mine li:nth-child(2) > button";
  await click(page, forget);
  await click(page, ".sure button:last-child");
  assert.equal((await texts(page, ".mine li")).length, 2);
  await click(page, forget);
  await click(page, ".sure .primary");
  await page.waitForFunction(() => document.querySelectorAll(".mine li").length === 1);
  const kept = () => page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem("kingsburg.tables"))).length);
  assert.equal(await kept(), 1);
  await click(page, ".regret button");
  await page.waitForFunction(() => document.querySelectorAll(".mine li").length === 2);
  assert.equal(await kept(), 2);
  assert.ok((await page.evaluate(() => localStorage.getItem("kingsburg.tables"))).includes(first.tables[first.id].seats[0]));
});

test("a new link to a seat opens it elsewhere, and ends the older ones", async () => {
  const made = await table([me("Ann"), bot("Beth")], { modules: [] });
  const { title, seats } = made.tables[made.id];
  const page = await opened(PHONE, made.path, { tables: made.tables });
  const old = await opened(DESK, made.path, { tables: made.tables });
  await start(page);
  await old.waitForSelector(".dock.asks");
  await page.waitForSelector(".dock.asks");
  const question = (one) => one.$eval("#question", (it) => it.textContent);
  const asked = await question(page);
  await click(page, ".menu:has(.switches) summary");
  await click(page, ".my-link button");
  const link = await (await page.waitForSelector(".my-link code")).evaluate((one) => one.textContent);
  assert.equal(await question(page), asked);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  await page.keyboard.press("Escape");
  const kept = (one) => one.evaluate((id) => JSON.parse(localStorage.getItem("kingsburg.tables"))[id].seats, made.id);
  const token = (await kept(page))[0];
  assert.notEqual(token, seats[0]);
  assert.equal(link, new URL(`#/t/${made.id}/0/${token}`, BASE).href);
  assert.equal(await answered(page) === null, false);
  const other = await opened(DESK, link.slice(BASE.length), { tables: { [made.id]: { title, time: 1, seats: {} } } });
  await other.waitForSelector(".dock.asks");
  assert.equal(other.url(), new URL(made.path, BASE).href);
  assert.deepEqual(await kept(other), { 0: token });
  await old.waitForSelector("[role=alert]");
  await old.reload();
  await click(old, ".page .primary");
  await old.waitForSelector(".dock:not(.asks)");
  assert.deepEqual(await kept(old), {});
});

test("the settings close with Escape and with a click elsewhere", async () => {
  const page = await opened(DESK);
  await page.waitForSelector(".new-table");
  const isOpen = () => page.$eval(".menu:has(.switches)", (one) => one.open);
  let closed = 0;
  for (const close of [() => page.keyboard.press("Escape"), () => page.mouse.click(5, 500)]) {
    await (await page.$(".menu:has(.switches) summary")).click();
    assert.equal(await isOpen(), true);
    await close();
    await page.waitForFunction(() => !document.querySelector(".menu:has(.switches)").open);
    closed += 1;
  }
  assert.equal(closed, 2);
});

test("the form has names of bots, and the box of a setting beside its name", async () => {
  const page = await opened(DESK, "", { language: "nl" });
  await page.waitForSelector(".new-table");
  const bots = await texts(page, ".seat-row:nth-of-type(2) option");
  assert.deepEqual(bots.slice(2).toSorted(), ["Goede bot", "Makkelijke bot", "Sterke bot (trager)"]);
  await page.$eval(".more", (one) => { one.open = true; });
  const [box, name] = await page.$eval(".more .tick", (one) => ["input", "b"].map((part) => one.querySelector(part).getBoundingClientRect().top));
  assert.ok(Math.abs(box - name) < 14, `${box} ${name}`);
  assert.equal(await page.$eval(".experts", (one) => one.open), false);
});

test("however often it is asked for, one table is made", async () => {
  const page = await opened(DESK);
  await page.waitForSelector(".new-table .primary");
  const made = [];
  page.on("request", (one) => { if (one.method() === "POST" && /api\/tables\b[^/]*$/.test(one.url())) made.push(one.url()); });
  await page.evaluate(() => { for (const one of [".new-table .primary", ".learn button", ".new-table .primary"]) document.querySelector(one).click(); });
  await page.waitForSelector(".waiting h1");
  assert.equal(made.length, 1);
});

test("in a hot seat the screen is hidden for secrets alone, or always", async () => {
  const counted = async (curtain) => {
    const made = await table([me("Ann"), me("Beth"), me("Carl")], { modules: [] });
    const page = await opened(DESK, made.path, { tables: made.tables });
    await page.evaluate((curtain) => {
      const settings = JSON.parse(localStorage.getItem("kingsburg.settings"));
      localStorage.setItem("kingsburg.settings", JSON.stringify({ ...settings, curtain }));
    }, curtain);
    await page.reload();
    await start(page);
    // What the King gives is chosen together. Then nobody has a secret before advisors have shown enemies, and three
    // people need more than six answers to place their dice.
    await playUntil([page], ".dock.asks .tray", { chance: 0 });
    let curtains = 0;
    for (let answers = 0; answers < 6; ) {
      const kind = await answered(page, 0);
      if (kind === "curtain" && answers > 0) curtains += 1;
      else if (kind !== null && kind !== "curtain") answers += 1;
    }
    return curtains;
  };
  assert.equal(await counted("secrets"), 0);
  const all = await counted("always");
  assert.ok(all > 3, all);
});

test("answers are confirmed, and a sound and a notification come, for those who want that", async () => {
  const made = await table([me("Ann"), bot("Beth")], { modules: [] });
  const page = await opened(DESK, made.path, { tables: made.tables, before: () => {
    globalThis.asked = 0;
    Notification.requestPermission = async () => { globalThis.asked += 1; return "denied"; };
  } });
  await start(page);
  await page.waitForSelector(".dock.asks");
  assert.equal(await page.evaluate(() => globalThis.asked), 0);
  const ticks = await page.$$(".switches input");
  assert.equal(ticks.length, 4);
  assert.deepEqual(await Promise.all(ticks.map((one) => one.evaluate((box) => box.checked))), [false, false, false, false]);
  await ticks[1].evaluate((one) => one.click());
  await page.waitForSelector(".switches [role=status]");
  await page.waitForFunction(() => globalThis.asked === 1);
  await ticks[2].evaluate((one) => one.click());
  const seq = () => page.evaluate(() => document.querySelectorAll(".log li").length);
  const before = await seq();
  await answer(page, { chance: 0 });
  await page.waitForSelector(".confirm[open]");
  assert.ok((await texts(page, ".confirm p"))[0].length > 3);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelector(".confirm") === null);
  assert.equal(await seq(), before);
  await answer(page, { chance: 0 });
  await click(page, ".confirm .primary");
  await page.waitForFunction((before) => document.querySelectorAll(".log li").length > before, {}, before);
});

test("against a bot, an answer is taken back after the bot has answered, too", async () => {
  const made = await table([me("Ann"), bot("Beth")], { modules: [] });
  const page = await opened(DESK, made.path, { tables: made.tables });
  await start(page);
  let undone = 0;
  for (let turn = 0; turn < 400 && undone < 3 && !(await isOver(page)); turn += 1) {
    const log = () => page.$$eval(".log li", (all) => all.map((one) => one.textContent).join());
    await answered(page, 0.4);
    const byBot = /^[^,]*Beth/.test(await log());
    if (!byBot || !(await page.$(".take-back:not([aria-disabled])"))) continue;
    const before = await log();
    await click(page, ".take-back");
    await page.waitForFunction((before) => [...document.querySelectorAll(".log li")].map((one) => one.textContent).join() !== before, {}, before);
    await page.waitForSelector(".dock.asks");
    undone += 1;
  }
  assert.equal(undone, 3);
});

test("what others write is marked until it has been read", async () => {
  const made = await table([me("Ann"), me("Beth")], { modules: [] });
  const { title, seats } = made.tables[made.id];
  const seated = (seat) => ({ tables: { [made.id]: { title, time: 1, seats: { [seat]: seats[seat] } } } });
  const [ann, beth] = [await opened(PHONE, made.path, seated(0)), await opened({ ...PHONE, width: 360 }, made.path, seated(1))];
  await start(ann);
  await beth.waitForSelector(".dock");
  assert.equal(await beth.$(".unread"), null);
  await ann.evaluate(() => [...document.querySelectorAll(".tab")].at(-1).click());
  for (const text of ["Hello", "Your turn"]) {
    await (await ann.waitForSelector(".chat input")).type(text);
    await ann.keyboard.press("Enter");
    await ann.waitForFunction((text) => document.querySelector(".said li")?.textContent.includes(text), {}, text);
  }
  await beth.waitForFunction(() => document.querySelector(".unread")?.textContent.includes("2"));
  assert.equal(await beth.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  await click(beth, ".unread");
  await beth.waitForFunction(() => document.querySelectorAll(".said li").length === 2);
  assert.equal(await beth.$(".unread"), null);
  assert.equal(await ann.$(".unread"), null);
  await beth.reload();
  await beth.waitForSelector(".dock");
  assert.equal(await beth.$(".unread"), null);
});

test("nothing went wrong meanwhile", () => assert.deepEqual(faults, []));
