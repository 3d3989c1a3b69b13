"""A log: events in a line each; what somebody does and gets for it is one line."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from attrs import frozen

from kingsburg_rules.engine.events import (
    AbilityUsed,
    AnyEvent,
    DiceReturned,
    EnemyLeft,
    Event,
    HandChanged,
    Noted,
    PhaseStarted,
    YearStarted,
)
from kingsburg_rules.text.deals import Cause, Deal, gathered
from kingsburg_rules.words.cards import RuleCard

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kingsburg_rules.text.speech import Speech

MINUS = "\N{MINUS SIGN}"

_SEEN_ANYHOW = (DiceReturned, EnemyLeft, HandChanged, Noted, YearStarted)
"""What the table shows by itself."""

_GO_HOME = frozenset({"soldier", "bonus_die", "envoy"})
"""What goes back to the supply when its time is over; nobody needs to be told each time."""


class Line(NamedTuple):
    """A line of a log: what stands out at its beginning, mostly a player's name, and the rest."""

    bold: str
    rest: str


def log_of(events: Iterable[Event], players: Iterable[str], say: Speech) -> tuple[Line, ...]:
    """Tell events, the latest last."""
    log = _Log(say, sorted(players, key=len, reverse=True))
    return tuple(filter(None, map(log.line, gathered(events))))


@frozen
class _Log:
    """Writes lines; the players with the longest names come first."""

    say: Speech
    players: list[str]

    def line(self, item: Event | Deal) -> Line | None:
        """Tell an event, or what somebody gained and lost by one; None if it goes without saying."""
        match item:
            case Deal():
                return self._deal(item)
            case PhaseStarted():
                return Line(self._told(item), "")
            case _:
                if isinstance(item, _SEEN_ANYHOW) or not isinstance(item, AnyEvent):
                    return None
                return self._line(self._told(item))

    def _deal(self, deal: Deal) -> Line | None:
        amounts = ", ".join([*self._signed(MINUS, deal.lost), *self._signed("+", deal.gained)])
        if deal.cause is not None:
            if not amounts and self._is_rule(deal.cause):
                return None
            told = self._told(deal.cause)
            return self._line(self.say.smooth(f"{told}: {amounts}") if amounts else told)
        by_card = deal.source in self.say.nodes
        if not by_card and not deal.gained and set(deal.lost) <= _GO_HOME:
            return None
        return Line(deal.player or "", self.say.smooth(f"({self.say.source(deal.source)}): {amounts}"))

    def _is_rule(self, cause: Cause) -> bool:
        """Whether this is a rule of the game that did its work: what it did is told."""
        return isinstance(cause, AbilityUsed) and isinstance(self.say.nodes[cause.card], RuleCard)

    def _signed(self, sign: str, amounts: Mapping[str, int]) -> list[str]:
        return [f"{sign}{self.say.counted(resource, amount)}" for resource, amount in amounts.items()]

    def _told(self, event: AnyEvent) -> str:
        return self.say.events.tell(event).removesuffix(".")

    def _line(self, told: str) -> Line:
        """Set the name apart that a sentence begins with."""
        bold = next((player for player in self.players if told.startswith(f"{player} ")), "")
        return Line(bold, told.removeprefix(bold).strip())
