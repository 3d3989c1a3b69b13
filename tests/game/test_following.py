"""The table of events in the reference says what each event changes in a view: no more, and no less."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest

from kingsburg_rules import (
    AnyEvent,
    BidMade,
    CardMoved,
    DiceMoved,
    EnemySeen,
    Event,
    Gained,
    Game,
    HandSeen,
    Influenced,
    Restored,
    Rules,
    SaveError,
    SeatView,
    load_rules,
    modules,
    scenarios,
)
from kingsburg_rules.bots import RandomBot, Sight

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "reference" / "json.md"
ROW = re.compile(r"^\| (`\w+`(?:, `\w+`)*) \| (.*?) \| .* \|$", re.MULTILINE)
PLAYERS = ("Ann", "Brian", "Cindy")

RARE = {
    ("Destroyed", "table.marks"),
    ("TileRemoved", "table.marks"),
    ("CardMoved", "table.display"),
    ("EnemySeen", "seen_further"),
    ("Restored", "seen_further"),
}
"""Changes for which it takes cards that these games do not have, or more luck."""

Changes: TypeAlias = dict[str, set[str]]


def on_the_page() -> Changes:
    """By event, the fields that it changes."""
    text = PAGE.read_text(encoding="utf-8")
    part = text[text.index("| event | changes |") : text.index("Lists are in a fixed order")]
    return {
        event: set(re.findall(r"`([\w.]+)`", fields))
        for events, fields in ROW.findall(part)
        for event in re.findall(r"`(\w+)`", events)
    }


def rule_sets() -> Iterator[Rules]:
    """Rules in whose games everything happens, together."""
    yield load_rules(modules=modules())
    yield load_rules(modules=modules(), variants=("bid-governors", "draft-strips", "inverted-order"))
    for scenario in scenarios():
        yield load_rules(scenario=scenario, modules=("destiny",))
    for file in sorted((ROOT / "examples").rglob("pack.yaml")):
        yield load_rules(packs=[file.parent], modules=("governors",))


def fields_of(view: SeatView) -> Iterator[tuple[str, object]]:
    """List the fields of a view with their values; those of players stand for all players."""
    for name in ("seen_enemies", "seen_further", "hand", "pending", "answered"):
        yield name, getattr(view, name)
    for name in type(view.table).__annotations__:
        if name != "players":
            yield f"table.{name}", getattr(view.table, name)
    for name in type(view.table.players[0]).__annotations__:
        yield f"player.{name}", [getattr(player, name) for player in view.table.players]


def followed(rules: Rules, seed: int) -> Iterator[tuple[AnyEvent, SeatView, SeatView]]:
    """Play a game with some undoing: each event that Ann may know, with her view before and after."""
    game, bot = Game(rules, PLAYERS, seed=seed), RandomBot(seed)
    view, turns = game.view("Ann"), 0
    while (decision := game.decision) is not None:
        turns += 1
        events = game.play(bot.choose(decision, Sight(decision.player, game)), decision.player)
        for told in (events, game.undo() if turns % 7 == 0 else ()):
            for event in told:
                known = event.known_to("Ann")
                if known is not None:
                    before, view = view, view.apply((known,))
                    yield known, before, view
        assert view == game.view("Ann")


@cache
def seen() -> Changes:
    """By event, the fields that it changes in games."""
    found: Changes = {}
    for rules in rule_sets():
        for seed in range(5):
            for event, before, after in followed(rules, seed):
                changed = found.setdefault(type(event).__name__, set())
                pairs = zip(fields_of(before), fields_of(after), strict=True)
                changed |= {name for (name, old), (_, new) in pairs if old != new}
    return found


@pytest.mark.parametrize("event", Event.kinds)
def test_an_event_changes_what_the_table_says(event: str) -> None:
    documented, changed = on_the_page()[event], seen().get(event, set())
    if "table" in documented:
        changed = {name for name in changed if not name.startswith(("table.", "player."))} | {"table"}
    assert changed <= documented
    assert {(event, name) for name in documented - changed} <= RARE


@pytest.mark.parametrize(
    "event",
    [
        CardMoved("bakers", "display", "discard", None),
        Influenced("Ann", "nobody", (6,), (), 0, (), envoy=False),
        Gained("Zoe", "gold", 1, "game"),
        DiceMoved("Ann", "king", "queen", (6, 6, 6), (), 0),
        BidMade("Ann", 3),
    ],
)
def test_an_event_that_cannot_follow_is_refused(event: AnyEvent) -> None:
    """It takes away what is not there, or names something unknown."""
    view = Game(load_rules(), PLAYERS, seed=1).view("Ann")
    name = type(event).__name__
    with pytest.raises(SaveError, match=rf"Event \d+ \({name}\) does not follow the ones before it\."):
        view.apply((event,))


@pytest.mark.parametrize(
    "event",
    [
        HandSeen("Brian", ("king",)),
        EnemySeen("Brian", 1, "goblins_i_2"),
        Restored("Brian", {1: "goblins_i_2"}, {}, ("king",)),
    ],
)
def test_what_another_player_sees_is_not_in_the_view(event: AnyEvent) -> None:
    """A view follows all events of a game as well as those for its own player."""
    view = Game(load_rules(), PLAYERS, seed=1).view("Ann")
    assert view.apply((event,)) == view


def test_the_table_has_no_other_events() -> None:
    assert on_the_page().keys() == Event.kinds.keys()
