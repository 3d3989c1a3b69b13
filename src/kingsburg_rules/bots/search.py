"""The searching bot: it plays on from its answers in thought, many times, and takes what turned out well."""

from __future__ import annotations

from functools import partial
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Final, TypeGuard

from attrs import frozen

from kingsburg_rules import Decision, SetupError
from kingsburg_rules.bots.bot import (
    Alternative,
    Explanation,
    Reason,
    Sight,
    Teller,
    ThinkingBot,
    explained,
    reason,
)
from kingsburg_rules.bots.greedy import evaluated
from kingsburg_rules.bots.searching import RIVALRY, Ends, Search
from kingsburg_rules.bots.weights import DEFAULT_WEIGHTS, Weights
from kingsburg_rules.engine import checked_seed, expect, is_whole, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kingsburg_rules import Action

DEFAULT_PLAYOUTS: Final = 400
"""As many as a processor plays in about a fifth of a second."""

_FEWEST: Final = 16
"""The playouts of a search with a time limit, however short it is."""

_LITTLE: Final = 0.05
"""A smaller difference is not worth a word."""

_BUILDING: Final = 4
"""About how many points a building brings in the years after."""

_ALTERNATIVES: Final = 3

_PAUSE: Final = 16
"""After so many playouts, the search looks whether the rest can still change its mind."""


# Limits


@frozen
class SearchLimit:
    """The limit of a search for one decision: playouts and milliseconds, whichever are over first."""

    playouts: int | None
    milliseconds: float | None

    def is_spent(self, played: int, start: float) -> bool:
        """Whether the search is over."""
        if self.playouts is not None and played >= self.playouts:
            return True
        if self.milliseconds is None or played < _FEWEST:
            return False
        return (perf_counter() - start) * 1000 >= self.milliseconds

    def is_decided(self, played: int, lead: int) -> bool:
        """Whether the playouts that are left cannot change which answer was tried most."""
        return self.playouts is not None and lead > self.playouts - played


def _limit_of(playouts: object, milliseconds: object) -> SearchLimit:
    """Check the limit of a search.

    Raises:
        SetupError: A number is not one, or not above 0.
    """
    if playouts is None and milliseconds is None:
        return SearchLimit(DEFAULT_PLAYOUTS, None)
    if playouts is not None and not (is_whole(playouts) and playouts > 0):
        raise SetupError("setup.budget", f"`playouts` must be a whole number above 0, not {shown(playouts)}.")
    if milliseconds is not None and not _is_time(milliseconds):
        message = f"`milliseconds` must be a number above 0, not {shown(milliseconds)}."
        raise SetupError("setup.budget", message)
    return SearchLimit(playouts, milliseconds)


def _is_time(found: object) -> TypeGuard[float]:
    return isinstance(found, int | float) and not isinstance(found, bool) and 0 < found < inf


# The reasons


@frozen
class AverageEnd:
    """The holdings of the player at the end of imagined games, on average, and the worth of a rival's."""

    points: float
    goods: float
    buildings: float
    worth: float
    rival: float

    @property
    def judged(self) -> float:
        """The positions that the search looks at."""
        return self.worth - RIVALRY * self.rival

    def lesson(self, other: AverageEnd) -> str:
        """Name what can be learned from it: what there is more of, by about what that is worth in points."""
        if abs(self.judged - other.judged) < _LITTLE:
            return "even"
        more = {
            "points": self.points - other.points,
            "goods": self.goods - other.goods,
            "abilities": _BUILDING * (self.buildings - other.buildings),
            "rival": RIVALRY * (other.rival - self.rival),
        }
        return max(more, key=more.__getitem__)

    def compared(self, other: AverageEnd) -> Iterator[Reason]:
        """Yield what is different at the end of the imagined games."""
        for name in ("points", "goods", "buildings", "rival"):
            n: float = getattr(self, name) - getattr(other, name)
            if abs(n) >= _LITTLE:
                yield reason(f"end.{'more' if n > 0 else 'less'}.{name}", n=abs(n))


def average(ends: Ends, tried: int) -> AverageEnd:
    """Return the average of playouts whose sum this is."""
    times = max(tried, 1)
    sums = (ends.points, ends.goods, ends.buildings, ends.worth, ends.rival)
    return AverageEnd(*[each / times for each in sums])


def reasons_of(search: Search, teller: Teller) -> Explanation:
    """List the reasons for the answer that was tried most."""
    (first, ends), (second, others), *rest = search.ranked
    mine, theirs = average(ends, first.tried), average(others, second.tried)
    only = "only" if first.tried == search.played else "most"
    reasons = [reason(f"tried.{only}", tried=first.tried, played=search.played)]
    if second.tried:
        lead = mine.worth - theirs.worth
        more = "same" if abs(lead) < _LITTLE else "more" if lead > 0 else "less"
        reasons.insert(0, reason(f"lesson.{mine.lesson(theirs)}"))
        reasons += [reason(f"average.{more}", n=abs(lead), action=teller.named(second.action))]
        reasons += mine.compared(theirs)
    known = [
        (branch, average(own, branch.tried)) for branch, own in ((second, others), *rest) if branch.tried
    ]
    behind = [Alternative(branch.action, mine.judged - other.judged) for branch, other in known]
    return explained(first.action, reasons, tuple(behind[:_ALTERNATIVES]))


# The bot


class SearchBot(ThinkingBot):
    """Plays on from its answers in thought, and takes the one that it came back to most.

    It has no memory. With a number of playouts, it gives the same answer to the same sight; with a time
    limit, that depends on the machine. By default it has four hundred playouts. Its seed chooses the guesses.

    Args:
        seed: The seed of its guesses.
        playouts: The number of playouts for a decision.
        milliseconds: The time for a decision. With both, whichever is over first ends the search.
        weights: What it thinks that things are worth.

    Raises:
        SetupError: A number is not one, or not possible.
        TypeError: `weights` are not `Weights`.
    """

    name = "search"

    def __init__(
        self,
        seed: int = 0,
        *,
        playouts: int | None = None,
        milliseconds: float | None = None,
        weights: Weights = DEFAULT_WEIGHTS,
    ) -> None:
        expect(weights, Weights, "weights")
        self._seed = checked_seed(seed)
        self._limit = _limit_of(playouts, milliseconds)
        self._weights = weights

    def _thought(self, decision: Decision, sight: Sight) -> tuple[Action, Callable[[Teller], Explanation]]:
        search = self._searched(decision, sight)
        return search.ranked[0][0].action, partial(reasons_of, search)

    def _searched(self, decision: Decision, sight: Sight) -> Search:
        start = perf_counter()

        def otherwise() -> Sequence[float]:
            return evaluated(decision, sight, self._seed, self._weights).values

        search = Search(decision, sight, self._seed, self._weights, otherwise)
        while not self._limit.is_spent(search.played, start) and not (search.played and search.is_exhausted):
            search.play()
            if search.played % _PAUSE == 0 and self._limit.is_decided(search.played, search.lead):
                break
        return search
