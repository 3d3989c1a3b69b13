"""The account of a game, chapter by chapter: what every phase brought to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from kingsburg_rules.engine.events import (
    Built,
    Destroyed,
    DiceRolled,
    EnemyRevealed,
    Event,
    Fought,
    Influenced,
    Peeked,
    PhaseStarted,
    TurnOrderSet,
    YearStarted,
)
from kingsburg_rules.text.deals import Deal, gathered

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Counts = dict[str, int]

BEFORE_PHASES = "setup"
"""The phase before the first one of a year."""

_BY_THEMSELVES = frozenset({"soldier", "bonus_die", "envoy"})
"""What goes back to the supply when its time is over: not worth telling."""


@define
class Share:
    """What a chapter brought one player. The price of a building is told with it, not among the losses."""

    dice: list[DiceRolled] = field(factory=list[DiceRolled])
    placed: list[Influenced] = field(factory=list[Influenced])
    gained: Counts = field(factory=dict[str, int])
    lost: Counts = field(factory=dict[str, int])
    built: dict[str, Counts] = field(factory=dict[str, "Counts"])
    destroyed: list[str] = field(factory=list[str])
    fought: Fought | None = None
    peeked: bool = False


@define
class Chapter:
    """A phase of a game: who went in which order, what it brought to whom, and the points at its end."""

    year: int
    phase: str
    order: tuple[str, ...]
    shares: dict[str, Share]
    neutral: list[Influenced] = field(factory=list[Influenced])
    common_dice: tuple[int, ...] = ()
    enemy: EnemyRevealed | None = None
    points: Counts = field(factory=dict[str, int])


class Account:
    """Listens to a game and hands out a chapter whenever one is complete."""

    def __init__(self, points: Mapping[str, int]) -> None:
        """Begin with the points that the players have before the first event."""
        self._points = dict(points)
        self._chapter = self._begin(0, BEFORE_PHASES, tuple(points))

    def hear(self, events: Iterable[Event]) -> list[Chapter]:
        """Listen on; gives the chapters that end."""
        ended: list[Chapter] = []
        for item in gathered(events):
            if isinstance(item, YearStarted | PhaseStarted):
                ended.append(self.close())
                phase = item.phase if isinstance(item, PhaseStarted) else BEFORE_PHASES
                self._chapter = self._begin(item.year, phase, self._chapter.order)
            elif isinstance(item, Deal):
                self._settle(item)
            else:
                self._note(item)
        return ended

    def close(self) -> Chapter:
        """End the chapter that is going on."""
        self._chapter.points = dict(self._points)
        return self._chapter

    def _begin(self, year: int, phase: str, order: tuple[str, ...]) -> Chapter:
        return Chapter(year, phase, order, {player: Share() for player in self._points})

    def _settle(self, deal: Deal) -> None:
        if deal.player is None:
            return
        share = self._chapter.shares[deal.player]
        self._points[deal.player] += deal.gained.get("vp", 0) - deal.lost.get("vp", 0)
        if isinstance(deal.cause, Built):
            share.built[deal.cause.building] = deal.lost
            return
        for name, count in deal.gained.items():
            if not (name == "soldier" and self._chapter.common_dice):
                share.gained[name] = share.gained.get(name, 0) + count
        for name, count in deal.lost.items():
            if name not in _BY_THEMSELVES:
                share.lost[name] = share.lost.get(name, 0) + count

    def _note(self, event: Event) -> None:
        chapter = self._chapter
        match event:
            case TurnOrderSet():
                chapter.order = event.players
            case DiceRolled(player=None):
                chapter.common_dice = event.dice
            case EnemyRevealed(further=False):
                chapter.enemy = event
            case Influenced(player=None):
                chapter.neutral.append(event)
            case DiceRolled() | Influenced() | Destroyed() | Fought() | Peeked():
                self._mark(chapter.shares[event.player or ""], event)
            case _:
                pass

    def _mark(self, share: Share, event: DiceRolled | Influenced | Destroyed | Fought | Peeked) -> None:
        match event:
            case DiceRolled():
                share.dice.append(event)
            case Influenced():
                share.placed.append(event)
            case Destroyed():
                share.destroyed.append(event.building)
            case Fought():
                share.fought = event
            case Peeked():
                share.peeked = True
