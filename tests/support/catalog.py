"""What a game names, and what a catalogue knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from string import ascii_uppercase

from kingsburg_rules import Catalog, Game
from kingsburg_rules.engine.fields import names_in
from kingsburg_rules.engine.roles import Role

Names = set[tuple[Role, str]]

WITHOUT_NAMES = {Role.PLAYER, Role.NAME, Role.ID, Role.TEXT}
"""What is not looked up: players name themselves, and the others mean themselves."""


def names_now(game: Game) -> Iterator[tuple[Role, str]]:
    """What the views of all seats and all pending decisions name."""
    for player in (None, *game.players):
        yield from names_in(game.view(player))
    for decision in game.pending:
        yield from names_in(decision)


def unknown_names(catalog: Catalog, found: Iterable[tuple[Role, str]]) -> Names:
    """Those names for which a catalogue has nothing."""
    known = known_names(catalog)
    return {(role, name) for role, name in found if role not in WITHOUT_NAMES if (role, name) not in known}


def known_names(catalog: Catalog) -> Names:
    """The names that a catalogue knows, by their roles."""
    cards, places, resources, phases, sources, options = (
        {one.id for one in part}
        for part in (
            *(catalog.cards, catalog.places, catalog.resources, catalog.phases),
            *(catalog.sources, catalog.options),
        )
    )
    by_role = {
        Role.CARD: cards,
        Role.ADVISOR: places,
        Role.RESOURCE: resources,
        Role.PHASE: phases,
        Role.ROW: {*ascii_uppercase},
        Role.SEASON: {season.id for season in catalog.seasons},
        Role.SOURCE: cards | phases | sources,
        Role.MEMORY: {number.id for number in catalog.numbers},
        Role.OPTION: options,
        Role.MOMENT: {moment.id for moment in catalog.moments},
        Role.WORD: {term.id for term in (*catalog.words, *catalog.decisions)},
    }
    return {(role, name) for role, names in by_role.items() for name in names}
