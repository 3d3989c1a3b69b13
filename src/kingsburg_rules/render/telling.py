"""Events in a line each, for the log beside a picture; what somebody does and gets for it is one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from kingsburg_rules.engine.events import (
    AbilityUsed,
    AnyEvent,
    Built,
    DiceReturned,
    EnemyLeft,
    Event,
    Gained,
    HandChanged,
    Influenced,
    Lost,
    Noted,
    PhaseStarted,
    Rewarded,
    YearStarted,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kingsburg_rules.render.speech import Speech

MOST_LINES = 24
"""Older lines are left out."""

Line = tuple[str, str]
"""What is written bold, mostly a player's name, and the rest."""

_SEEN_ANYHOW = (DiceReturned, EnemyLeft, HandChanged, Noted, YearStarted)
"""What the picture shows by itself."""


@define
class _Entry:
    """A line under way: `owner` and `card` are who gains or loses by what, if `amounts` may follow."""

    bold: str
    said: str
    owner: str | None = None
    card: str | None = None
    amounts: list[str] = field(factory=list[str])

    def line(self) -> Line:
        """Write it."""
        return self.bold, ": ".join(filter(None, [self.said, ", ".join(self.amounts)]))


class _Account:
    """The lines of a log, as they come."""

    def __init__(self, say: Speech, players: Iterable[str]) -> None:
        self._say = say
        self._players = sorted(players, key=len, reverse=True)
        self.entries: list[_Entry] = []

    def hear(self, event: Event) -> None:
        """Tell an event, in a line of its own or at the end of the last one."""
        match event:
            case Gained() | Lost():
                self._amount(event)
            case PhaseStarted():
                year, phase = self._say.year(event.year), self._say.source(event.phase)
                self.entries.append(_Entry(self._say.say("moment", year=year, phase=phase), ""))
            case Built():
                paid = self.entries.pop().amounts if self._goes_on(event.player, event.building) else []
                self.entries.append(self._told(event, event.player, event.building, paid))
            case AbilityUsed():
                self.entries.append(self._told(event, event.player, event.card))
            case Rewarded():
                self.entries.append(self._told(event, event.player, event.advisor))
            case Influenced():
                if self.entries and event.player is not None and self.entries[-1].owner == event.player:
                    self.entries.pop()  # the token or the envoy that goes with the dice is told with them
                self.entries.append(self._told(event))
            case _:
                if isinstance(event, AnyEvent) and not isinstance(event, _SEEN_ANYHOW):
                    self.entries.append(self._told(event))

    def _goes_on(self, player: str | None, card: str) -> bool:
        last = self.entries[-1] if self.entries else None
        return last is not None and (last.owner, last.card) == (player, card)

    def _amount(self, event: Gained | Lost) -> None:
        if not self._goes_on(event.player, event.source):
            source = f"({self._say.source(event.source)})"
            self.entries.append(_Entry(event.player, source, event.player, event.source))
        sign = "+" if isinstance(event, Gained) else "\N{MINUS SIGN}"
        self.entries[-1].amounts.append(f"{sign}{self._say.counted(event.resource, event.amount)}")

    def _told(
        self,
        event: AnyEvent,
        owner: str | None = None,
        card: str | None = None,
        amounts: Iterable[str] = (),
    ) -> _Entry:
        """Tell an event in a sentence; the name that it begins with stands apart."""
        told = self._say.events.tell(event).removesuffix(".")
        bold = next((player for player in self._players if told.startswith(f"{player} ")), "")
        return _Entry(bold, told.removeprefix(bold).strip(), owner, card, [*amounts])


def lines_of(events: Iterable[Event], players: Iterable[str], say: Speech) -> tuple[Line, ...]:
    """Tell events, the latest last."""
    account = _Account(say, players)
    for event in events:
        account.hear(event)
    return tuple(entry.line() for entry in account.entries[-MOST_LINES:])
