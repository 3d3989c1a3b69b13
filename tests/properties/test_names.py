"""Names for people: of everything that events, scores and views name, in every language."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given

from kingsburg_rules import LANGUAGES, Game, Passed, Rules
from kingsburg_rules.engine.fields import names_in
from kingsburg_rules.engine.roles import Role
from kingsburg_rules.testing.strategies import games
from support.toys import all_rules, shipped_rules

CALLED_BY_THEMSELVES = {Role.PLAYER}
"""Players have names of their own."""


def names_of(value: object) -> Iterator[tuple[str, str | None]]:
    """What a value names; for what a card remembers, with the card."""
    card = None
    for role, name in names_in(value):
        card = name if role is Role.CARD else card
        if role not in CALLED_BY_THEMSELVES:
            yield name, card if role is Role.MEMORY else None


def names_in_game(game: Game) -> Iterator[tuple[str, str | None]]:
    """What a game names in its events, its scores and its open view. What somebody passed has no name."""
    for event in game.recent(10_000):
        if not isinstance(event, Passed):
            yield from names_of(event)
    yield from names_of(game.view().table)
    yield from ((source, None) for score in game.score_by_source for source in score.by_source)


@given(games(all_rules()))
def test_everything_that_a_game_names_has_a_name(game: Game) -> None:
    for name, card in set(names_in_game(game)):
        for language in LANGUAGES:
            called = game.rules.name_of(name, language, of=card)
            assert called
            assert "_" not in called


@given(shipped_rules())
def test_all_sources_and_resources_are_translated(rules: Rules) -> None:
    names = {*rules.compiled.sources, *(resource.name for resource in rules.compiled.resources)}
    for name in names:
        for language in ("nl", "fr"):
            assert rules.name_of(name, language) not in (name, name.replace("_", " ")), (name, language)
