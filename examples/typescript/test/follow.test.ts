// Recorded games (see record.py): a view and the events after it give the next view, as the server sends it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";

import { DEFAULTS, WIRE_VERSION, brief, follow, whole } from "../src/index.js";
import type { AnyEvent, Catalog, PlayerState, SeatView } from "../src/index.js";

/** What one seat, or a spectator, was sent. */
interface Step {
  readonly before: SeatView;
  readonly events: readonly AnyEvent[];
  readonly after: SeatView;
}

type Line = { readonly catalog: Catalog } | Step;

const RECORDINGS = process.env["RECORDINGS"] ?? "build/recordings.jsonl";

/** How many views must be compared at least. */
const LEAST = 2000;

const steps: (Step & { readonly catalog: Catalog })[] = [];

before(() => {
  let catalog: Catalog | undefined;
  for (const text of readFileSync(RECORDINGS, "utf-8").trimEnd().split("\n")) {
    const line = JSON.parse(text) as Line;
    if ("catalog" in line) catalog = line.catalog;
    else if (catalog !== undefined) steps.push({ ...frozen(line), catalog });
  }
});

/** Freeze a value and all that is in it, so that nobody can change it unnoticed. */
function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

function firstStep(): Step & { readonly catalog: Catalog } {
  const step = steps[0];
  assert.ok(step);
  return step;
}

test("events give the view that the server sends", () => {
  for (const step of steps) {
    assert.deepStrictEqual(follow(step.before, step.events, step.catalog), step.after);
  }
  assert.ok(steps.length >= LEAST, `only ${steps.length} views were compared, not ${LEAST}`);
  console.log(`compared ${steps.length} views`);
});

test("without events, a view is the same object", () => {
  for (const { before, catalog } of steps) assert.equal(follow(before, [], catalog), before);
});

test("players who have not changed are the same objects", () => {
  const { before, catalog } = firstStep();
  const after = follow(before, [{ type: "Gained", player: 1, resource: "vp", amount: 2, source: "battle" }], catalog);
  assert.equal(after.table.players[0], before.table.players[0]);
  assert.equal(after.table.players[1]?.vp, (before.table.players[1]?.vp ?? 0) + 2);
  assert.equal(after.table.turn_order, before.table.turn_order);
});

test("fields that have their default come and go", () => {
  const player: PlayerState = { name: "Ann", goods: { gold: 1 }, vp: 0, buildings: [], soldiers: 2 };
  const all = whole(player, DEFAULTS.PlayerState);
  assert.deepStrictEqual([all.soldiers, all.envoy, all.strength, all.hand], [2, false, null, []]);
  assert.deepStrictEqual(brief<PlayerState>(all, DEFAULTS.PlayerState), player);
});

test("an event of a later version is refused", () => {
  const { before, catalog } = firstStep();
  const strange = { type: "Danced", player: 0 } as unknown as AnyEvent;
  assert.throws(() => follow(before, [strange], catalog), /does not know the event .*Danced/);
});

test("a player or a card of another game is refused", () => {
  const { before, catalog } = firstStep();
  const built: AnyEvent = { type: "Built", player: 0, building: "moon_base" };
  assert.throws(() => follow(before, [built], catalog), /The catalog has no 'moon_base'/);
  assert.throws(() => follow(before, [{ ...built, player: 9 }], catalog), /Nobody has seat 9/);
});

test("the types are those of the server", () => {
  for (const { catalog } of steps) assert.equal(catalog.wire, WIRE_VERSION);
});
