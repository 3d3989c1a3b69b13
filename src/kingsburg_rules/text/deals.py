"""Deals: gains and losses put together with what caused them, so that they can be told in one breath."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from attrs import define, field

from kingsburg_rules.engine.events import AbilityUsed, Built, Event, Gained, Influenced, Lost, Rewarded

if TYPE_CHECKING:
    from collections.abc import Iterable

Cause: TypeAlias = Built | AbilityUsed | Rewarded


@define
class Deal:
    """What one source gave a player and took from him at one time, and the event that was the cause of it."""

    player: str | None
    source: str
    cause: Cause | None = None
    gained: dict[str, int] = field(factory=dict[str, int])
    lost: dict[str, int] = field(factory=dict[str, int])

    def add(self, event: Gained | Lost) -> None:
        """Add a gain or a loss."""
        side = self.gained if isinstance(event, Gained) else self.lost
        side[event.resource] = side.get(event.resource, 0) + event.amount


def gathered(events: Iterable[Event]) -> list[Event | Deal]:
    """Put gains and losses together that belong together, with what caused them."""
    items: list[Event | Deal] = []
    for event in events:
        last = items[-1] if items and isinstance(items[-1], Deal) else None
        match event:
            case Gained() | Lost():
                if last is None or (last.player, last.source) != (event.player, event.source):
                    last = Deal(event.player, event.source)
                    items.append(last)
                last.add(event)
            case Built() if last is not None and last.source == event.building:
                last.cause = event
            case Built():
                items.append(Deal(event.player, event.building, event))
            case AbilityUsed():
                items.append(Deal(event.player, event.card, event))
            case Rewarded():
                items.append(Deal(event.player, event.advisor, event))
            case Influenced() if last is not None and _is_help(last, event):
                items[-1] = event
            case _:
                items.append(event)
    return items


def _is_help(deal: Deal, event: Influenced) -> bool:
    """Whether this is the token or the envoy that went with the dice."""
    return deal.player == event.player and deal.cause is None and not deal.gained
