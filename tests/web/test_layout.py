"""Nothing is cut off: decisions of every kind, of all set-ups, drawn on screens of six sizes."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kingsburg_rules import AnyEvent, Decision, Fought, Game, Rules, catalog_of, describe, load_rules
from support.browser import BROWSER, CHROMIUM, NODE, ROOT, installed, run, served

PACKS = ROOT / "examples" / "packs"
FIRST = ("more-buildings", "alternate-buildings", "governors", "destiny", "soldier-tokens")
MODULES = (*FIRST, "alternate-advisors")
QUIET = tuple(module for module in MODULES if module != "soldier-tokens")
"""What a scenario can be played with that brings its own soldiers."""

SETUPS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("en", {"modules": ()}),
    ("en", {"modules": MODULES}),
    ("fr", {"modules": MODULES, "variants": ("inverted-order", "draft-strips", "bid-governors")}),
    ("nl", {"modules": MODULES, "scenario": "goblin-valley"}),
    ("en", {"modules": QUIET, "scenario": "demanding-capital"}),
    ("fr", {"modules": MODULES, "scenario": "shifting-alliances"}),
    ("nl", {"modules": QUIET, "scenario": "wheel-and-deal"}),
    ("nl", {"edition": "first-ffg", "modules": FIRST}),
    ("fr", {"edition": "first-elfinwerks", "modules": FIRST}),
    ("en", {"modules": ("governors",), "packs": tuple(map(str, sorted(PACKS.iterdir())))}),
)
NAMES = ("Maximilian", "Christopher", "Alexandra", "Wilhelmina of the Long and Winding Road", "Cleo")


def samples() -> list[dict[str, object]]:
    return [
        {
            "name": ", ".join([language, *(str(value) for value in setup.values())]),
            "catalog": catalog_of(rules := load_rules(**setup), language).to_dict(),
            "samples": [*sampled(rules, language)],
        }
        for language, setup in SETUPS
    ]


def sampled(rules: Rules, language: str) -> Iterator[dict[str, object]]:
    """The decision with the longest answers of each kind and source, an enemy, a winter, and the end."""
    game = Game(rules, NAMES, seed=5)
    chooser = random.Random(5)
    longest: dict[tuple[str, str], tuple[int, dict[str, object]]] = {}
    battle: dict[str, Any] | None = None
    winter: dict[str, object] | None = None
    enemies = [card for card in catalog_of(rules, language).cards if card.strength]
    enemy = max(enemies, key=lambda card: len(card.text or card.generated or "")).id
    while decision := game.decision:
        key = (decision.kind, decision.source if decision.kind in {"choose", "use"} else "")
        size = len(decision.options)
        if size > longest.get(key, (0, {}))[0]:
            view = game.view(decision.player).to_dict()
            longest[key] = (size, {"view": view, "ask": asked(decision, game, language)})
        if battle is None and decision.kind == "recruit":
            battle = game.view(decision.player).to_dict()
        before = game.view(NAMES[0]).to_dict() if winter is None and decision.kind != "influence" else {}
        events = game.play(chooser.choice(decision.options), decision.player)
        if before and any(isinstance(event, Fought) for event in events):
            winter = {"view": before, "ask": None, "news": news(events, game, language)}
    yield from (sample for _, sample in longest.values())
    assert battle is not None
    assert winter is not None
    yield winter
    yield {"view": battle | {"table": battle["table"] | {"enemy": enemy}}, "ask": None}
    yield {"view": game.view(NAMES[0]).to_dict(), "ask": None}


def news(events: Iterable[AnyEvent], game: Game, language: str) -> dict[str, object]:
    """What a table says of events."""
    known = [event for event in events if event.known_to(NAMES[0])]
    return {
        "events": [event.to_dict(game.players) for event in known],
        "texts": [describe(event, game.rules, language=language, reader=NAMES[0]) for event in known],
        "view": game.view(NAMES[0]).to_dict(),
    }


def asked(decision: Decision, game: Game, language: str) -> dict[str, object]:
    """A question as a table asks it."""
    rules = game.rules
    return {
        "decision": decision.to_dict(game.players),
        "text": describe(decision, rules, language=language),
        "texts": [
            describe(option, rules, language=language, decision=decision) for option in decision.options
        ],
        "clock": 3599.0,
    }


@pytest.mark.long
def test_nothing_is_cut_off(tmp_path: Path) -> None:
    pytest.importorskip("starlette")
    pytest.importorskip("uvicorn")
    if CHROMIUM is None:
        pytest.skip("needs Chromium")
    installed(BROWSER)
    found = samples()
    assert len(found) == len(SETUPS)
    kinds = {sample["ask"]["decision"]["kind"] for one in found for sample in one["samples"] if sample["ask"]}  # type: ignore[attr-defined]
    assert {"influence", "build", "recruit", "use", "take", "give", "pay", "trade", "bid", "choose"} <= kinds
    (tmp_path / "samples.json").write_text(json.dumps(found), encoding="utf-8")
    options = ("--port", "0", "--no-browser", "--data", str(tmp_path / "tables.sqlite"))
    with served("kingsburg_rules", "serve", *options) as address:
        done = run(
            *(str(NODE), "--test", "--test-force-exit", "--test-reporter=spec", "layout.test.mjs"),
            folder=BROWSER,
            BASE=address,
            CHROMIUM=CHROMIUM,
            SAMPLES=str(tmp_path / "samples.json"),
        )
    assert done.returncode == 0, done.stdout
    looked = re.search(r"looked at (\d+) views", done.stdout)
    assert looked, done.stdout
    assert int(looked[1]) >= 600, done.stdout
