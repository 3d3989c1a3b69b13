"""The groups of answers in the browser client against the tree of `first_steps`."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from kingsburg_rules import Game, first_steps, load_rules, modules
from kingsburg_rules.web.static import CLIENT

NODE = shutil.which("node")

FIRST = """
Map.groupBy ??= (all, key) => all.reduce(
  (found, one) => found.set(key(one), [...(found.get(key(one)) ?? []), one]), new Map()); // before Node 21
const { firstSteps } = await import(process.argv[2]);
const { readFileSync } = await import("node:fs");
const asked = JSON.parse(readFileSync(0, "utf8"));
const groups = (all) => firstSteps(all).map((some) => some.map((one) => all.indexOf(one)));
console.log(JSON.stringify(asked.map(groups)));
"""


@pytest.mark.skipif(NODE is None, reason="there is no Node")
def test_the_client_groups_answers_by_the_first_step(tmp_path: Path) -> None:
    """But for dice, which the client places by itself, and for a few answers, which need no steps."""
    game, rng = Game(load_rules(modules=modules()), ("Ann", "Brian", "Cindy"), seed=1), random.Random(1)
    asked, expected = [], []
    while (decision := game.decision) is not None:
        refusals = [option for option in decision.options if type(option).__name__ in ("Pass", "Done")]
        options = [option for option in decision.options if option not in refusals]
        steps = [step.options for step in first_steps(decision) if step.options[0] not in refusals]
        if decision.kind != "influence" and len(options) > 4 and len(steps) > 1:
            asked.append([option.to_dict(game.players) for option in options])
            expected.append([[options.index(option) for option in step] for step in steps])
        game.play(rng.choice(decision.options))
    (tmp_path / "first.mjs").write_text(FIRST)
    assert NODE is not None
    command = [NODE, str(tmp_path / "first.mjs"), (CLIENT / "decision" / "picks.js").as_uri()]
    done = subprocess.run(
        command, input=json.dumps(asked), capture_output=True, text=True, check=True, timeout=60
    )
    assert json.loads(done.stdout) == expected
    assert len(asked) > 20
    assert any(len(group) > 1 for groups in expected for group in groups)
