"""Listeners, who are sent what each seat may know of every event, compared with what a game says later."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from attrs import define, field

from kingsburg_rules import AnyEvent, Gained, Game, Lost, Undone

RECENT = 12
"""So many events a client may have missed."""


@define
class Listener:
    """Every seat and a spectator with the events that they were sent, and the points that events report."""

    heard: dict[str | None, list[AnyEvent]]
    points: Counter[tuple[str, str]] = field(factory=Counter[tuple[str, str]])

    @classmethod
    def of(cls, game: Game) -> Listener:
        listener = cls({seat: [] for seat in (None, *game.players)})
        listener.hear_all(game.opening)
        return listener

    def hear_all(self, events: Iterable[AnyEvent]) -> None:
        """Send every event to those who may know it."""
        told = [*events]
        self.count(told)
        for seat, heard in self.heard.items():
            heard.extend(known for event in told if (known := event.known_to(seat)) is not None)

    def missed(self, seat: str | None, after: int) -> list[AnyEvent]:
        """Return the events after a number: from the last undo on, if there is one among them."""
        events = [event for event in self.heard[seat] if event.seq > after]
        undone = (at for at, event in enumerate(events) if isinstance(event, Undone))
        return events[max(undone, default=0) :]

    def count(self, events: Iterable[AnyEvent]) -> None:
        for event in events:
            if isinstance(event, Gained | Lost) and event.resource == "vp":
                assert event.amount > 0
                self.points[event.player, event.source] += (
                    event.amount if isinstance(event, Gained) else -event.amount
                )


def compare(listener: Listener, game: Game) -> None:
    """What a seat has missed is what it was sent, with the same numbers."""
    last = game.view().seq
    for seat, heard in listener.heard.items():
        assert heard[-1].seq == last == game.view(seat).seq
        missed, recent = listener.missed(seat, last - RECENT), game.recent(player=seat, after=last - RECENT)
        assert [*recent] == missed, f"{seat} has heard something else"
        assert [event.seq for event in recent] == [event.seq for event in missed]
