"""Summaries: who won how often, in games of several bots."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean

from attrs import define, field, frozen

from kingsburg_rules.lab.intervals import Interval, mean, wilson
from kingsburg_rules.lab.results import GameResult


@define(eq=False)
class _Tally:
    won: float = 0.0
    vp: list[int] = field(factory=list[int])


@frozen
class BotSummary:
    """The share of the victories of a bot, and its victory points in every seat."""

    bot: str
    won: Interval
    points: tuple[int, ...] = field(repr=False)

    @property
    def seats(self) -> int:
        """The number of seats it had."""
        return len(self.points)

    @property
    def vp(self) -> Interval:
        """The mean of its points.

        Raises:
            SetupError: scipy is not installed.
        """
        return mean(self.points)


@frozen
class Summary:
    """The summaries of all bots, the most victories first."""

    games: int
    bots: tuple[BotSummary, ...]

    def __str__(self) -> str:
        """Write a table."""
        wide = max([len("bot"), *(len(bot.bot) for bot in self.bots)])
        head = f"{'bot':{wide}}{'seats':>8}{'won':>8}{'95 %':>16}{'points':>9}"
        return "\n".join([head, *(_line(bot, wide) for bot in self.bots)])


def _line(bot: BotSummary, wide: int) -> str:
    between = f"{bot.won.low:.1%} to {bot.won.high:.1%}"
    return f"{bot.bot:{wide}}{bot.seats:>8}{bot.won.value:>8.1%}{between:>16}{fmean(bot.points):>9.1f}"


def summary_of(results: Iterable[GameResult]) -> Summary:
    """Summarize games. A shared victory counts as a part of one for each winner."""
    tallies: dict[str, _Tally] = {}
    games = 0
    for result in results:
        games += 1
        for number, seat in enumerate(result.seats):
            tally = tallies.setdefault(seat.bot, _Tally())
            tally.vp.append(seat.vp)
            tally.won += 1 / len(result.winners) if number in result.winners else 0
    found = (
        BotSummary(bot, wilson(tally.won, len(tally.vp)), tuple(tally.vp)) for bot, tally in tallies.items()
    )
    return Summary(games, tuple(sorted(found, key=lambda bot: (-bot.won.value, bot.bot))))
