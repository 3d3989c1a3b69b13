"""Listeners who have a view of the beginning and then only hear events, compared with the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from attrs import define, field

from kingsburg_rules import AnyEvent, Gained, Game, Lost, SeatView


@define
class Listener:
    """Every seat and a spectator, each with its view, and the points that the events report."""

    views: dict[str | None, SeatView]
    points: Counter[tuple[str, str]] = field(factory=Counter)

    @classmethod
    def of(cls, game: Game) -> Listener:
        listener = cls({seat: game.view(seat) for seat in (None, *game.players)})
        listener.count(game.opening)
        return listener

    def hear_all(self, events: Iterable[AnyEvent]) -> None:
        """Everybody hears what they may know, and nothing else."""
        told = [*events]
        self.count(told)
        for seat, view in self.views.items():
            self.views[seat] = view.apply(
                known for event in told if (known := event.known_to(seat)) is not None
            )

    def count(self, events: Iterable[AnyEvent]) -> None:
        for event in events:
            if isinstance(event, Gained | Lost) and event.resource == "vp":
                assert event.amount > 0
                self.points[event.player, event.source] += (
                    event.amount if isinstance(event, Gained) else -event.amount
                )


def compare(listener: Listener, game: Game) -> None:
    """What was heard is what every seat sees."""
    for seat, heard in listener.views.items():
        seen = game.view(seat)
        assert heard == seen, f"{seat} has heard something else"
        assert heard.seq == seen.seq
