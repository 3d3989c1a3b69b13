"""Which advisors dice can reach, and how."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.procedures.influence import Menus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kingsburg_rules.engine.actions import Influence
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Table


@frozen
class Within:
    """An advisor within reach, and the ways to influence him: each an action that says what it uses."""

    advisor: str
    rank: int
    ways: tuple[Influence, ...]


@lru_cache(maxsize=16)
def _menus(table: Table) -> Menus:
    return Menus(table)


def within_reach(
    state: State, seat: int, dice: Sequence[int] | None, bonus: Sequence[int]
) -> tuple[Within, ...]:
    """List the advisors that a player can influence with exactly these dice, or (None) with any of his."""
    chosen = None if dice is None else (sorted(dice), sorted(bonus))
    ranks = {place.name: place.rank for place in state.table.places}
    ways: dict[str, list[Influence]] = {}
    for placement in _menus(state.table).menu(state, seat).placements:
        action = placement.action
        if chosen in (None, (sorted(action.dice), sorted(action.bonus))):
            ways.setdefault(action.advisor, []).append(action)
    return tuple(Within(advisor, ranks[advisor], tuple(found)) for advisor, found in ways.items())
