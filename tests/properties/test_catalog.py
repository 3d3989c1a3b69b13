"""Whatever the rules are, the catalogue knows every name that a game uses."""

from __future__ import annotations

from hypothesis import given

from kingsburg_rules import Game, catalog_of
from kingsburg_rules.engine.fields import names_in
from kingsburg_rules.testing.strategies import games
from support.catalog import names_now, unknown_names
from support.toys import all_rules


@given(games(all_rules()))
def test_a_catalogue_knows_every_name_of_a_game(game: Game) -> None:
    found = {*names_now(game), *(name for event in game.recent(10_000) for name in names_in(event))}
    assert unknown_names(catalog_of(game.rules), found) == set()
