// A newer server and an older client, and names of answers.

import assert from "node:assert/strict";
import { test } from "node:test";

import { DEFAULTS, firstSteps, label, whole } from "../src/index.js";
import type { AnyAction, Catalog, Step } from "../src/index.js";

const catalog = {
  cards: [{ id: "inn", title: "Inn" }],
  places: [{ id: "queen", name: "Queen" }],
  resources: [
    { id: "gold", name: "gold", several: "gold" },
    { id: "envoy", name: "King's Envoy", several: "King's Envoys" },
    { id: "soldier", name: "soldier", several: "soldiers" },
  ],
  options: [],
} as unknown as Catalog;

const named: [AnyAction, string][] = [
  [
    { type: "Influence", advisor: "queen", dice: [6, 5], bonus: [2], plus2: 2, envoy: true },
    "Queen 6+5+[2] +2 King's Envoy",
  ],
  [{ type: "Build", building: "inn", pay: { gold: 2 } }, "Inn: 2 gold"],
  [{ type: "Recruit", soldiers: 2, pay: {} }, "2 soldiers: 0"],
  [{ type: "Choose", things: [{ type: "PlayerThing", player: 1 }] }, "Brian"],
  [{ type: "Pass" }, "pass"],
];

test("answers are named from the catalog", () => {
  for (const [action, name] of named) assert.equal(label(action, catalog, ["Ann", "Brian"]), name);
});

test("an answer of a newer server has a name, too", () => {
  const action = JSON.parse('{"type":"Snow","card":"inn"}') as AnyAction;
  assert.equal(label(action, catalog), "snow");
});

test("actions and events have defaults", () => {
  const action = { type: "Influence", advisor: "queen", dice: [6, 5] } as const;
  assert.deepEqual(whole(action, DEFAULTS.Influence).bonus, []);
  assert.equal(DEFAULTS.Asked.seq, 0);
});

test("every option is at the end of one path", () => {
  const options: AnyAction[] = [
    { type: "Influence", advisor: "squire", dice: [2] },
    { type: "Influence", advisor: "queen", dice: [6, 6, 5] },
    { type: "Influence", advisor: "queen", dice: [6, 5], plus2: 2 },
    { type: "Influence", advisor: "queen", dice: [6, 5], via: ["inn"] },
    { type: "Pass" },
  ];
  const steps = firstSteps(options);
  const leaves = (some: readonly Step[]): AnyAction[] =>
    some.flatMap((step) => (step.then.length === 0 ? step.options : leaves(step.then)));
  assert.deepEqual(leaves(steps), options);
  assert.deepEqual(
    steps.map((step) => step.options.length),
    [1, 3, 1],
  );
  assert.deepEqual(steps[1]?.named, ["advisor"]);
  assert.deepEqual(steps[1]?.then[1]?.named, ["advisor", "dice"]);
});
