"""What a player holds, as plain numbers, and what an answer makes of it by its own words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.engine.actions import Bid, Build, Done, Give, Pass, Recruit, Take, Trade

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kingsburg_rules.bots.facts import Facts
    from kingsburg_rules.engine.actions import Action
    from kingsburg_rules.game.views import PlayerState


@frozen(eq=False)
class Purse:
    """What a player holds: resources by name, and buildings in the order of their names."""

    held: Mapping[str, int]
    buildings: tuple[str, ...]

    def of(self, name: str) -> int:
        """Tell how much there is of a resource."""
        return self.held.get(name, 0)

    def plus(self, bag: Iterable[tuple[str, int]], times: int = 1) -> Purse:
        """Add a bag, or with -1 take it away."""
        held = dict(self.held)
        for name, count in bag:
            held[name] = held.get(name, 0) + times * count
        return Purse(held, self.buildings)

    def with_building(self, name: str) -> Purse:
        """Add a building."""
        return Purse(self.held, tuple(sorted((*self.buildings, name))))


def purse_of(player: PlayerState) -> Purse:
    """Look into what a player holds."""
    held = {
        **player.goods,
        "vp": player.vp,
        "plus2": player.plus2,
        "soldier": player.soldiers,
        "bonus_die": player.bonus_dice,
        "envoy": int(player.envoy),
    }
    return Purse(held, tuple(sorted(player.buildings)))


def purse_after(action: Action, purse: Purse, facts: Facts) -> Purse | None:
    """Tell what an answer leaves in a purse; None when the answer itself does not say."""
    match action:
        case Take():
            return purse.plus(action.gain)
        case Give():
            return purse.plus(action.lose, -1)
        case Bid():
            return purse.plus(action.price, -1)
        case Trade():
            return purse.plus(action.pay, -1).plus(action.gain)
        case Recruit():
            return purse.plus(action.pay, -1).plus([("soldier", action.soldiers)])
        case Build():
            vp = facts.buildings[action.building].vp
            built = purse.plus(action.pay, -1).plus([("vp", vp), ("envoy", -int(action.envoy))])
            return built.with_building(action.building)
        case Pass() | Done():
            return purse
        case _:
            return None
