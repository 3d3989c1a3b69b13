"""Checks whether a value can be of a game with certain rules, before anything draws or describes it.

A value that was read from JSON has the right form, but it may name cards that do not exist, or have numbers
that no game has. So may one that a program made, which can have any form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import evolve

from kingsburg_rules.engine.compiled_rules import MOST_SEATS
from kingsburg_rules.engine.errors import SaveError, shortened
from kingsburg_rules.engine.fields import is_list
from kingsburg_rules.engine.roles import Role
from kingsburg_rules.engine.wire import CHANCE_PLAYER, Known, Unreadable, flaw
from kingsburg_rules.language.vocabulary import GOOD

if TYPE_CHECKING:
    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.game.views import SeatView

MOST_ITEMS: Final = 1000
"""How long a list may be, or as long as the rules have cards."""


def check_value(value: object, rules: Rules) -> None:
    """Check that an action, an event, a decision or a part of a view can be of a game with these rules.

    Raises:
        SaveError: It names something unknown, or it has a number or a length that no game has.
    """
    _refuse(value, flaw(value, _known_to(rules)))


def check_view(view: SeatView) -> None:
    """Check a view as `check_value` does; all players that it names must sit at its table.

    Raises:
        SaveError: It is not a view of a game with its rules.
    """
    known, names = _known_to(view.rules), _players_of(view)
    seated = evolve(known, names={**known.names, Role.PLAYER: names})
    asked = evolve(known, names={**known.names, Role.PLAYER: names | {CHANCE_PLAYER}})
    # Chance owes decisions, but it does not sit at the table, and pictures have no place for it.
    _refuse(view, flaw(view, asked))
    wrong = flaw(view.table, seated)
    _refuse(view, wrong and wrong.inside("table"))
    if sorted(view.table.turn_order) != sorted(names):
        _refuse(view, Unreadable("must name every player once", "table.turn_order"))


def _players_of(view: SeatView) -> frozenset[str]:
    """List the players at the table of a view, which may be malformed."""
    players: object = getattr(view.table, "players", None)
    found = [getattr(player, "name", None) for player in players] if is_list(players) else []
    names = frozenset(name for name in found if isinstance(name, str))
    if not 0 < len(names) == len(found) <= MOST_SEATS:
        _refuse(view, Unreadable(f"must be 1 to {MOST_SEATS} different players", "table.players"))
    return names


def _refuse(value: object, wrong: Unreadable | None) -> None:
    if wrong is not None:
        name = type(value).__name__
        where = shortened(wrong.where)
        raise SaveError(
            "json.meaning", f"This {name} is not of a game with these rules: {where} {wrong.why}."
        )


def _known_to(rules: Rules) -> Known:
    """List what values can name; a rule set keeps it."""
    compiled = rules.compiled
    known = compiled.kept.get("what values name")
    if not isinstance(known, Known):
        cards = frozenset(card.name for card in compiled.cards)
        places = frozenset(place.name for place in compiled.places)
        phases = frozenset(compiled.phases)
        seasons = frozenset(compiled.seasons)
        names = {
            Role.CARD: cards,
            Role.ADVISOR: places,
            Role.RESOURCE: frozenset((*compiled.resource, GOOD)),
            Role.PHASE: phases,
            Role.SEASON: seasons,
            Role.SOURCE: cards | places | phases | seasons | frozenset(compiled.sources),
            Role.MOMENT: frozenset(compiled.events),
            Role.MEMORY: frozenset(memory.name for memory in compiled.memories),
        }
        known = compiled.kept["what values name"] = Known(names, compiled.years, max(MOST_ITEMS, len(cards)))
    return known
