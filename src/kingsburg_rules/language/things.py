"""Things: how views, events and questions name what a number stands for in play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.engine.actions import (
    AdvisorThing,
    AnyThing,
    CardThing,
    NumberThing,
    OptionThing,
    PlayerThing,
    ResourceThing,
    RowThing,
)
from kingsburg_rules.engine.compiled_rules import NOBODY
from kingsburg_rules.engine.state import OUTCOMES
from kingsburg_rules.engine.zones import called
from kingsburg_rules.language.vocabulary import (
    CARD,
    NUMBER,
    OUTCOME,
    PLACE,
    PLAYER,
    RESOURCE_KIND,
    ROW,
    SEASON,
    SEASONS,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from kingsburg_rules.engine.state import State


def thing_of(state: State, kind: str, number: int) -> AnyThing | None:
    """Name what a fact of a moment, or what a card remembers, stands for; None if it is nothing."""
    name = _NAMES.get(kind)
    return None if name is None or (number == NOBODY and kind != NUMBER) else name(state, number)


_NAMES: dict[str, Callable[[State, int], AnyThing]] = {
    NUMBER: lambda _, number: NumberThing(number),
    PLAYER: lambda state, seat: PlayerThing(state.setup.players[seat]),
    PLACE: lambda state, place: AdvisorThing(state.compiled.places[place].name),
    CARD: lambda state, card: CardThing(called(state, card)),
    RESOURCE_KIND: lambda state, number: ResourceThing(state.compiled.resources[number].name),
    ROW: lambda _, letter: RowThing(chr(letter)),
    SEASON: lambda _, season: OptionThing(SEASONS[season]),
    OUTCOME: lambda _, outcome: OptionThing(OUTCOMES[outcome]),
}
"""How things are named, by their types."""
