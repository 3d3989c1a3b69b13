// Fields that have their default are not in the JSON of the library.

import assert from "node:assert/strict";
import { test } from "node:test";

import { DEFAULTS, whole } from "../src/index.js";
import type { PlayerState } from "../src/index.js";

test("fields that have their default are added", () => {
  const player: PlayerState = { name: "Ann", goods: { gold: 1 }, vp: 0, buildings: [], soldiers: 2 };
  const all = whole(player, DEFAULTS.PlayerState);
  assert.deepStrictEqual([all.soldiers, all.envoy, all.strength, all.hand], [2, false, null, []]);
});
