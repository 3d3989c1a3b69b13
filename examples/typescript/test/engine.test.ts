// A program in Node plays whole games with the engine, and is sent the news and the views of one player.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { Engine, Refused } from "../engine.js";
import { WIRE_VERSION } from "../src/index.js";

/** How the engine is started, as a list in JSON. */
const COMMAND = process.env["ENGINE"];
const skip = COMMAND === undefined && "needs the command that starts the engine, in ENGINE";
const engine = new Engine(COMMAND === undefined ? ["true"] : (JSON.parse(COMMAND) as string[]));

after(() => engine.end());

async function played(seed: number, modules: readonly string[]): Promise<number> {
  const begun = await engine.ask("NewGameRequest", { players: ["Ann", "Brian"], seed, modules });
  const game = begun.game;
  let { view } = await engine.ask("ViewRequest", { game, player: 0 });
  let decisions = begun.decisions;
  let count = 0;
  for (let owed = decisions[0]; owed !== undefined; owed = decisions[0]) {
    const hint = await engine.ask("HintRequest", { game, bot: "random", decision: owed.id ?? 0 });
    const told = await engine.ask("PlayRequest", { game, decision: hint.decision, action: hint.action });
    const mine = await engine.ask("EventsRequest", { game, after: view.seq ?? 0, player: 0 });
    assert.ok(mine.events.length > 0);
    view = mine.view;
    decisions = told.decisions;
    count += 1;
  }
  const now = await engine.ask("ViewRequest", { game, player: 0 });
  assert.deepEqual(view, now.view);
  assert.equal(view.table.over, true);
  await engine.ask("EndRequest", { game });
  return count;
}

test("the engine speaks the version of the types", { skip }, async () => {
  const versions = await engine.ask("VersionsRequest", {});
  assert.equal(versions.wire, WIRE_VERSION);
  assert.ok(versions.bots.includes("greedy"));
});

test("two games are played at once, to the end", { skip, timeout: 60_000 }, async () => {
  const counts = await Promise.all([played(1, []), played(2, ["governors"])]);
  assert.ok(Math.min(...counts) > 20);
});

test("what is not possible is refused with its reason", { skip }, async () => {
  const { game } = await engine.ask("NewGameRequest", { players: ["Ann", "Brian"] });
  await assert.rejects(
    engine.ask("PlayRequest", { game, notation: "build church" }),
    (problem: unknown) => problem instanceof Refused && problem.answer.error === "IllegalAction",
  );
  await assert.rejects(engine.ask("NewGameRequest", { players: [] }), Refused);
});
