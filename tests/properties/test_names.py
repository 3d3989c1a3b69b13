"""Names for people: of everything that events, scores and views name, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import attrs
from hypothesis import given

from helpers_toys import all_rules, shipped_rules
from kingsburg_rules import LANGUAGES, AnyEvent, Event, Game, Noted, Rules
from kingsburg_rules.testing.strategies import games

NAMED = {
    *("card", "cards", "advisor", "from_advisor", "to_advisor", "building", "tile", "strips", "enemy", "via"),
    *("source", "resource", "phase", "season", "outcome", "name"),
}
NOT_NAMED = {"player", "players", "winners", "only_for", "what"}
"""Players have names of their own; what somebody passed is part of a sentence."""


def test_a_new_field_of_an_event_is_named_or_not() -> None:
    texts = {
        field.name for kind in get_args(AnyEvent) for field in attrs.fields(kind) if "str" in str(field.type)
    }
    assert texts == NAMED | NOT_NAMED


def names_in_events(events: tuple[Event, ...]) -> Iterator[tuple[str, str | None]]:
    """What events name, and the card that brings it."""
    for event in events:
        for field in NAMED & {field.name for field in attrs.fields(type(event))}:
            found = getattr(event, field)
            for name in found if isinstance(found, tuple) else (found,):
                if name is not None:
                    yield name, event.card if isinstance(event, Noted) and field == "name" else None


def names_in(game: Game) -> Iterator[tuple[str, str | None]]:
    """What a game names in its events, its scores and its open view."""
    yield from names_in_events(game.recent(10_000))
    table = game.view().table
    for player in table.players:
        things = (*player.goods, *player.others, *player.buildings, *player.strips, *player.cards)
        yield from ((name, None) for name in (*things, *game.score_by_source[player.name]))
    for placed in table.advisors:
        yield placed.advisor, None
    yield from ((table.phase, None), *((card, None) for card in (*table.in_force, *table.past_enemies)))
    for memory in (table.memory, *(player.memory for player in table.players)):
        yield from ((name, card) for card, numbers in memory.items() for name in numbers)


@given(games(all_rules()))
def test_everything_that_a_game_names_has_a_name(game: Game) -> None:
    for name, card in set(names_in(game)):
        for language in LANGUAGES:
            called = game.rules.name_of(name, language, of=card)
            assert called
            assert "_" not in called


@given(shipped_rules())
def test_all_sources_and_resources_are_translated(rules: Rules) -> None:
    names = {*rules.table.sources, *(resource.name for resource in rules.table.resources)}
    for name in names:
        for language in ("nl", "fr"):
            assert rules.name_of(name, language) not in (name, name.replace("_", " ")), (name, language)
