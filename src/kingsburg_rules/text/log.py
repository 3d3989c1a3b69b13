"""The log of a game: events in a line each; what a player does and what they get for it is one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from attrs import define, field, frozen

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
from kingsburg_rules.language.cards import RuleCard
from kingsburg_rules.text.phrasebook import Phrasebook

Cause: TypeAlias = Built | AbilityUsed | Rewarded

MINUS = "\N{MINUS SIGN}"

_SEEN_ANYHOW = (DiceReturned, EnemyLeft, HandChanged, Noted, YearStarted)
"""Events that the table shows by itself."""

GO_HOME = frozenset({"soldier", "bonus_die", "envoy"})
"""Things that go back to the supply when their time is over; the log leaves that out."""


@define
class EventGroup:
    """The gains and losses of a player from one source at one time, and the event that caused them."""

    player: str | None
    source: str
    cause: Cause | None = None
    gained: Counter[str] = field(factory=Counter[str])
    lost: Counter[str] = field(factory=Counter[str])

    def add(self, event: Gained | Lost) -> None:
        """Add a gain or a loss."""
        side = self.gained if isinstance(event, Gained) else self.lost
        side[event.resource] += event.amount


def group_events(events: Iterable[Event]) -> list[Event | EventGroup]:
    """Put gains and losses together that belong together, with what caused them."""
    items: list[Event | EventGroup] = []
    for event in events:
        last = items[-1] if items and isinstance(items[-1], EventGroup) else None
        match event:
            case Gained() | Lost():
                if last is None or (last.player, last.source) != (event.player, event.source):
                    last = EventGroup(event.player, event.source)
                    items.append(last)
                last.add(event)
            case Built() if last is not None and last.source == event.building:
                last.cause = event
            case Built():
                items.append(EventGroup(event.player, event.building, event))
            case AbilityUsed():
                items.append(EventGroup(event.player, event.card, event))
            case Rewarded():
                items.append(EventGroup(event.player, event.advisor, event))
            # The token or envoy is paid before the dice lie there, and the sentence about the dice names it.
            case Influenced() if last is not None and _is_help(last, event):
                items[-1] = event
            case _:
                items.append(event)
    return items


def _is_help(group: EventGroup, event: Influenced) -> bool:
    """Whether this is the token or the envoy that went with the dice."""
    return group.player == event.player and group.cause is None and not group.gained


class LogLine(NamedTuple):
    """A line of a log: what stands out at its beginning, mostly a player's name, and the rest."""

    bold: str
    rest: str


def log_of(events: Iterable[Event], players: Iterable[str], writer: Phrasebook) -> tuple[LogLine, ...]:
    """Write events as lines, the latest last."""
    log = _Log(writer, sorted(players, key=len, reverse=True))
    return tuple(filter(None, map(log.line, group_events(event for event in events if event.news))))


@frozen
class _Log:
    """Writes lines; the players with the longest names come first."""

    writer: Phrasebook
    players: list[str]

    def line(self, item: Event | EventGroup) -> LogLine | None:
        """Write an event, or what a player gained and lost by one; None if it goes without saying."""
        match item:
            case EventGroup():
                return self._group(item)
            case PhaseStarted():
                return LogLine(self._said(item), "")
            case _:
                if isinstance(item, _SEEN_ANYHOW) or not isinstance(item, AnyEvent):
                    return None
                return self._line(self._said(item))

    def _group(self, group: EventGroup) -> LogLine | None:
        smooth = self.writer.sentences.language.smooth
        amounts = ", ".join([*self._signed(MINUS, group.lost), *self._signed("+", group.gained)])
        if group.cause is not None:
            if not amounts and self._is_rule(group.cause):
                return None
            said = self._said(group.cause)
            return self._line(smooth(f"{said}: {amounts}") if amounts else said)
        by_card = group.source in self.writer.nodes
        if not by_card and not group.gained and set(group.lost) <= GO_HOME:
            return None
        return LogLine(group.player or "", smooth(f"({self.writer.source(group.source)}): {amounts}"))

    def _is_rule(self, cause: Cause) -> bool:
        """Whether this is a rule of the game that did its work: what it did has lines of its own."""
        return isinstance(cause, AbilityUsed) and isinstance(self.writer.nodes[cause.card], RuleCard)

    def _signed(self, sign: str, amounts: Mapping[str, int]) -> list[str]:
        return [f"{sign}{self.writer.counted(resource, number)}" for resource, number in amounts.items()]

    def _said(self, event: AnyEvent) -> str:
        return self.writer.sentences.event(event).removesuffix(".")

    def _line(self, said: str) -> LogLine:
        """Set the name apart with which a sentence begins."""
        bold = next((player for player in self.players if said.startswith(f"{player} ")), "")
        return LogLine(bold, said.removeprefix(bold).strip())
