"""The results of simulated games, one value and one line of JSON for each; and summaries of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from math import inf, sqrt
from statistics import NormalDist, fmean
from typing import Literal, NamedTuple, TypeAlias, get_args

from attrs import field, frozen

from kingsburg_rules import SaveError, SetupError
from kingsburg_rules.engine import CardId, Id, SourceId, Unreadable, Value, from_plain, needing, parsed, shown
from kingsburg_rules.game import Reason, Row


@frozen(eq=False, repr=False)
class CardUse(Value):
    """The use of a card, as `pack/card`, by a seat in a game.

    `offered` counts the decisions in which an answer named the card, `taken` those in which the seat gave
    such an answer, `chosen` those of them in which it could have declined a card that it did not have, and
    `used` how often the card took effect. `in_play` is true if the seat had the card in play at some time, or
    influenced the advisor.
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

    @staticmethod
    def of(wins: float, games: int) -> Interval:
        """Estimate a probability from wins in games, by Wilson's score interval.

        A shared victory counts as a part of a win. Without games, nothing is known.

        Raises:
            SetupError: There are more wins than games, or less than none.
        """
        if not 0 <= wins <= games:
            raise SetupError("setup.number", f"There cannot be {wins} wins in {games} games.")
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


By: TypeAlias = Literal["bot", "seat", "card"]
"""What a summary has a line for."""


@frozen
class GroupSummary:
    """The share of the victories of some seats, and their victory points: of a bot, a place, or a card."""

    name: str
    won: Interval
    points: tuple[int, ...] = field(repr=False)

    @property
    def seats(self) -> int:
        """The number of seats, each in one game."""
        return len(self.points)

    @property
    def vp(self) -> Interval:
        """The mean of their points.

        Raises:
            SetupError: scipy is not installed.
        """
        return mean(self.points)


@frozen
class Summary:
    """The summaries of all groups, the most victories first; `by` is what they have in common."""

    games: int
    groups: tuple[GroupSummary, ...]
    by: By = "bot"

    def __str__(self) -> str:
        """Write a table."""
        wide = max([len(self.by), *(len(group.name) for group in self.groups)])
        head = f"{self.by:{wide}}{'seats':>8}{'won':>8}{'95 %':>16}{'points':>9}"
        return "\n".join([head, *(_line(group, wide) for group in self.groups)])


def _line(group: GroupSummary, wide: int) -> str:
    between = f"{group.won.low:.1%} to {group.won.high:.1%}"
    points = fmean(group.points)
    return f"{group.name:{wide}}{group.seats:>8}{group.won.value:>8.1%}{between:>16}{points:>9.1f}"


def summary_of(results: Iterable[GameResult], by: By = "bot") -> Summary:
    """Summarize games. A shared victory counts as a part of one for each winner.

    Args:
        results: The games.
        by: What there is a line for: each `bot`, each `seat` (numbered from 0), or each watched `card`, for
            the seats that had it in play or influenced it. Who has a card may owe the victory to something
            else; `balance` compares seats with themselves.

    Raises:
        SetupError: There is no such summary.
    """
    if by not in get_args(By):
        raise SetupError("setup.by", f"A summary is by {', '.join(get_args(By))}, not by {shown(by)}.")
    games = 0
    won: dict[str, float] = {}
    points: dict[str, list[int]] = {}
    for games, result in enumerate(results, start=1):  # noqa: B007 -- the last number is their count
        for number, seat in enumerate(result.seats):
            for name in _groups_of(number, seat, by):
                won[name] = won.get(name, 0.0) + result.share(number)
                points.setdefault(name, []).append(seat.vp)
    found = [GroupSummary(name, Interval.of(won[name], len(vp)), tuple(vp)) for name, vp in points.items()]
    return Summary(games, tuple(sorted(found, key=lambda group: (-group.won.value, group.name))), by)


def _groups_of(number: int, seat: SeatResult, by: By) -> list[str]:
    if by == "card":
        return [use.card for use in seat.cards if use.in_play]
    return [seat.bot if by == "bot" else str(number)]
