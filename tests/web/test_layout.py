"""Nothing is cut off: decisions of every kind, of all set-ups, drawn on screens of seven sizes."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kingsburg_rules import (
    AnyEvent,
    Decision,
    Fought,
    Game,
    Rules,
    YearStarted,
    catalog_of,
    describe,
    load_rules,
)
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
    (
        "en",
        {
            "modules": ("governors",),
            "packs": tuple(map(str, sorted(PACKS.iterdir()))),
            "scenario": "saints-road",
        },
    ),
)
KINDS = {
    *("influence", "build", "recruit", "use", "take", "give", "pay", "trade", "bid", "choose"),
    *("opened", "winter", "battle", "end"),
}
"""What is looked at: kinds of decisions, an answer with several ways, winter, an enemy, and the end."""

OTHERS = {
    *("lobby", "lobby, all open", "waiting", "curtain", "explanation", "settings", "help", "lesson"),
    "replay",
}
"""What is looked at besides tables."""

SCREENS = 7

SEED = 7
"""A game with decisions of every kind, also where somebody has to choose what they lose."""

LEAST = 700
"""How many views are looked at, at least."""

NAMES = ("Maximilian", "Christopher", "Alexandra", "Wilhelmina of the Long and Winding Road", "Cleo")


def samples() -> list[dict[str, object]]:
    """Whole games of all set-ups; each is asserted to be what was asked for."""
    return [
        {
            "name": ", ".join([language, *(str(value) for value in setup.values())]),
            "language": language,
            "catalog": catalog_of(rules := rules_of(setup), language).to_dict(),
            "samples": [*sampled(rules, language)],
        }
        for language, setup in SETUPS
    ]


def rules_of(setup: dict[str, Any]) -> Rules:
    rules = load_rules(**setup)
    assert {*rules.modules} >= {*setup.get("modules", ())}
    assert {*rules.variants} >= {*setup.get("variants", ())}
    assert rules.scenario == setup.get("scenario")
    assert {name for name, _ in rules.packs} >= {Path(path).name for path in setup.get("packs", ())}
    return rules


def sampled(rules: Rules, language: str) -> Iterator[dict[str, object]]:
    """The decision with the longest answers of each kind and source, an enemy, a winter, and the end."""
    game = Game(rules, NAMES, seed=SEED)
    chooser = random.Random(SEED)
    longest: dict[tuple[str, str], tuple[int, dict[str, object]]] = {}
    battle: dict[str, Any] | None = None
    before: dict[str, object] = {}
    fought: list[AnyEvent] = []
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
        if not fought and decision.kind != "influence":
            before = game.view(NAMES[0]).to_dict()
        events = game.play(chooser.choice(decision.options), decision.player)
        if fought or any(isinstance(event, Fought) for event in events):
            fought += events
        if winter is None and any(isinstance(event, YearStarted) for event in fought):
            winter = {"view": before, "ask": None, "news": news(fought, game, language)}
    assert game.outcome is not None
    assert battle is not None
    assert winter is not None
    yield from (sample for _, sample in longest.values())
    yield winter
    yield {"view": battle | {"table": battle["table"] | {"enemy": enemy}}, "ask": None}
    end = game.view(NAMES[0]).to_dict()
    points = [player["vp"] for player in end["table"]["players"]]
    years = [{"year": year, "vp": [vp * year // 5 for vp in points]} for year in range(6)]
    yield {"view": end, "ask": None, "years": years}


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


def record() -> str:
    """The record of a whole game."""
    game = Game(load_rules(modules=MODULES), NAMES, seed=SEED)
    chooser = random.Random(SEED)
    while decision := game.decision:
        game.play(chooser.choice(decision.options), decision.player)
    return game.record.dumps()


@pytest.mark.long
def test_nothing_is_cut_off(tmp_path: Path) -> None:
    pytest.importorskip("starlette")
    pytest.importorskip("uvicorn")
    if CHROMIUM is None:
        pytest.skip("needs Chromium")
    installed(BROWSER)
    (tmp_path / "samples.json").write_text(json.dumps(samples()), encoding="utf-8")
    (tmp_path / "record.json").write_text(record(), encoding="utf-8")
    options = ("--port", "0", "--no-browser", "--data", str(tmp_path / "tables.sqlite"))
    with served("kingsburg_rules", "serve", *options) as address:
        done = run(
            *(str(NODE), "--test", "--test-force-exit", "--test-reporter=spec", "layout.test.mjs"),
            folder=BROWSER,
            BASE=address,
            CHROMIUM=CHROMIUM,
            SAMPLES=str(tmp_path / "samples.json"),
            RECORD=str(tmp_path / "record.json"),
        )
    assert done.returncode == 0, done.stdout
    said = re.search(r"looked at (\{.*\})", done.stdout)
    assert said, done.stdout
    looked: dict[str, int] = json.loads(said[1])
    assert looked.keys() >= KINDS | OTHERS
    assert sum(looked.values()) >= LEAST
    assert all(looked[kind] == SCREENS * len(SETUPS) for kind in ("winter", "battle", "end"))
