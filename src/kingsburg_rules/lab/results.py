"""The results of simulated games, one value and one line of JSON for each; and summaries of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from math import inf, sqrt
from statistics import NormalDist, fmean
from typing import NamedTuple

from attrs import field, frozen

from kingsburg_rules import SaveError
from kingsburg_rules.engine import CardId, Id, SourceId, Unreadable, Value, from_plain, needing, parsed
from kingsburg_rules.game import Reason, Row


@frozen(eq=False, repr=False)
class CardUse(Value):
    """The use of a card, as `pack/card`, by a seat in a game.

    `offered` counts the decisions in which an answer named the card, `taken` those in which the seat gave
    such an answer, `chosen` those of them in which it could have declined a card that it did not have, and
    `used` how often the card took effect. `in_play` is true if the seat had the card in play at some time.
    `vp` and `goods` are what it brought, less what it cost to use.
    """

    card: Id
    offered: int = 0
    taken: int = 0
    chosen: int = 0
    in_play: bool = False
    used: int = 0
    vp: int = 0
    goods: int = 0


@frozen(eq=False, repr=False)
class PartUse(Value):
    """How often a part of a card was offered and used in a game, by anybody.

    `card` is `pack/card`, and `part` such as its first trigger.
    """

    card: Id
    part: Id
    about: Id
    offered: int
    used: int


@frozen(eq=False, repr=False)
class SeatResult(Value):
    """The result of a seat in a game: `rank` is shared in a tie, `points` are by card and phase.

    `cards` are the watched cards that the seat had to do with.
    """

    bot: Id
    rank: int
    vp: int
    goods: int
    buildings: tuple[CardId, ...]
    points: Mapping[SourceId, int]
    cards: tuple[CardUse, ...] = ()


@frozen(eq=False, repr=False)
class GameResult(Value):
    """A simulated game.

    `simulation` is the fingerprint of what was simulated, `game` the number of the game in it, from 0, and
    `seed` the seed of its chance. `winners` are seats. `parts` are those of the watched cards.
    """

    simulation: Id
    game: int
    seed: int
    decisions: int
    years: int
    decided_by: Reason
    winners: tuple[int, ...]
    seats: tuple[SeatResult, ...]
    parts: tuple[PartUse, ...] = field(default=())

    def share(self, seat: int) -> float:
        """Return the share of the victory of a seat: a part of it, if several win together."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    @staticmethod
    def from_json(text: str) -> GameResult:
        """Read what `to_json` wrote.

        Raises:
            SaveError: It is not the result of a game.
        """
        try:
            return from_plain(parsed(text), GameResult)
        except Unreadable as error:
            raise SaveError("lab.result", f"This is not the result of a game: {error}.") from error


def seat_rows(result: GameResult) -> list[Row]:
    """Return a row for each seat of a game; the columns are the same for all games."""
    return [
        {
            "simulation": result.simulation,
            "game": result.game,
            "seed": result.seed,
            "decisions": result.decisions,
            "years": result.years,
            "decided_by": result.decided_by,
            "seat": number,
            "bot": seat.bot,
            "rank": seat.rank,
            "won": number in result.winners,
            "vp": seat.vp,
            "goods": seat.goods,
            "buildings": " ".join(seat.buildings),
            "points": json.dumps(dict(seat.points), separators=(",", ":")),
        }
        for number, seat in enumerate(result.seats)
    ]


# Estimates with their intervals
#
# scipy has no interval for a share of wins of which some are shared, nor Bonett and Price's for pairs; both
# are two lines of their papers. Everything else is scipy's.


CONFIDENCE = 0.95
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


class Interval(NamedTuple):
    """An estimate, and the interval in which the true value is with 95 %."""

    value: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """Half of the width."""
        return (self.high - self.low) / 2


def wilson(wins: float, games: int) -> Interval:
    """Estimate a probability from wins in games, by Wilson's score interval.

    A shared victory counts as a part of a win. Without games, nothing is known.
    """
    if not games:
        return Interval(0.5, 0.0, 1.0)
    share, square = wins / games, Z * Z / games
    middle = (share + square / 2) / (1 + square)
    reach = Z * sqrt(share * (1 - share) / games + square / (4 * games)) / (1 + square)
    return Interval(share, min(share, max(0.0, middle - reach)), max(share, min(1.0, middle + reach)))


def mean(values: Sequence[float]) -> Interval:
    """Estimate a mean by Student's t; of one value or none, nothing is known.

    Raises:
        SetupError: scipy is not installed.
    """
    middle = fmean(values) if values else 0.0
    if len(values) < 2:
        return Interval(middle, -inf, inf)
    with needing("lab"):
        from scipy import stats  # only a mean needs it: summaries do without
    error = float(stats.sem(values))
    reach = float(stats.t.ppf((1 + CONFIDENCE) / 2, len(values) - 1)) * error
    return Interval(middle, middle - reach, middle + reach)


def paired_shares(more: float, less: float, pairs: int) -> Interval:
    """Estimate the difference of two shares of the same things, by Bonett and Price's interval.

    Args:
        more: How often, or by how much in all, the first of a pair has it and the second does not.
        less: The other way round.
        pairs: How many pairs there are.
    """
    if not pairs:
        return Interval(0.0, -1.0, 1.0)
    first, second = (more + 1) / (pairs + 2), (less + 1) / (pairs + 2)
    middle = first - second
    reach = Z * sqrt(max(0.0, first + second - middle * middle) / (pairs + 2))
    value = (more - less) / pairs
    return Interval(value, min(value, max(-1.0, middle - reach)), max(value, min(1.0, middle + reach)))


def games_for(width: float, aim: float, games: int) -> int:
    """Return how many games narrow an interval of half that width to another; 0 if it is not known."""
    if not games or width == inf:
        return 0
    return max(games, round(games * (width / aim) ** 2))


# Summaries: who won how often


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
    games = 0
    won: dict[str, float] = {}
    points: dict[str, list[int]] = {}
    for games, result in enumerate(results, start=1):  # noqa: B007 -- the last number is their count
        for number, seat in enumerate(result.seats):
            won[seat.bot] = won.get(seat.bot, 0.0) + result.share(number)
            points.setdefault(seat.bot, []).append(seat.vp)
    found = [BotSummary(bot, wilson(won[bot], len(vp)), tuple(vp)) for bot, vp in points.items()]
    return Summary(games, tuple(sorted(found, key=lambda bot: (-bot.won.value, bot.bot))))
