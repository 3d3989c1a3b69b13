"""The searching bot: it plays on from its answers in thought, many times, and takes what turned out well.

This is information-set Monte Carlo tree search. Each playout guesses everything that the seat cannot see,
tries an answer, follows the tree that earlier playouts have grown, and plays on quickly to the end of the
year. There, everybody's holdings are valued as the greedy bot values them. The tree has a branch for every
answer of every player, whatever was guessed. The quick judgment of answers says where to look first.
"""

from __future__ import annotations

from math import exp, inf, sqrt
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from attrs import astuple, define, field, frozen

from kingsburg_rules import Decision, Runaway, SetupError
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
from kingsburg_rules.bots.facts import rule_facts
from kingsburg_rules.bots.greedy import DEFAULT_WEIGHTS, Valuation, Weights, highest, plans_of
from kingsburg_rules.bots.judging import Judge, owed
from kingsburg_rules.engine import RandomNumbers, answer, checked_seed, expect, is_whole, shown
from kingsburg_rules.game import option_of, state_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kingsburg_rules import Action
    from kingsburg_rules.engine import Ask, State

DEFAULT_PLAYOUTS = 400
"""As many as a processor plays in about a fifth of a second."""

_FEWEST = 16
"""The playouts of a search with a time limit, however short it is."""

_CURIOSITY = 2.0
"""How much an answer that looks good beforehand is preferred while it has been tried little, in points."""

_SPREAD = 0.7
"""By how many points answers must differ beforehand for the one to be looked at much more than the other."""

_OPEN_MIND = 0.1
"""The share of attention that all answers get alike."""

_UNTRIED = 1.0
"""How many points below the best an answer counts that has not been tried."""

_RIVALRY = 0.5
"""How much the holdings of the strongest rival count against one's own."""

_LONGEST = 2000
"""The decisions of a playout, after which it is judged where it is."""

_LITTLE = 0.05
"""A smaller difference is not worth a word."""

_ALTERNATIVES = 3

_PAUSE = 16
"""After so many playouts, the search looks whether the rest can still change its mind."""

_APART = 1_000_003
"""The distance between the seeds of decisions, so that no two bots share all their guesses."""


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


# The tree


@define(eq=False)
class TreeBranch:
    """An answer in the tree: how good it looks, how often it was tried, what that brought in all."""

    action: Action
    prior: float
    tried: int = 0
    total: float = 0.0
    below: TreeNode | None = None

    def reached(self) -> TreeNode | None:
        """Return what follows in the tree; it begins to grow when a branch is tried again."""
        if self.tried and self.below is None:
            self.below = TreeNode()
        return self.below


@define(eq=False)
class TreeNode:
    """A place in the tree where somebody chooses: how often it was passed, and the branches by answer."""

    passed: int = 0
    branches: dict[int, TreeBranch] = field(factory=dict[int, TreeBranch])

    def grow(self, numbers: Sequence[int], options: Sequence[Action], scores: list[float] | None) -> None:
        """Add branches for new options; the better they look beforehand, the sooner they are tried."""
        scores = scores or [0.0] * len(options)
        top = max(scores)
        looks = [exp((score - top) / _SPREAD) for score in scores]
        share = (1 - _OPEN_MIND) / sum(looks)
        for number, option, look in zip(numbers, options, looks, strict=True):
            if number not in self.branches:
                self.branches[number] = TreeBranch(option, share * look + _OPEN_MIND / len(options))

    def promising(self, numbers: Sequence[int]) -> int:
        """Choose which branch to follow: one that did well, or looks good and has been tried little."""
        known = [self.branches[number] for number in numbers]
        means = [branch.total / branch.tried for branch in known if branch.tried]
        untried = max(means, default=0.0) - _UNTRIED
        curiosity = _CURIOSITY * sqrt(self.passed + 1)
        values = [
            (branch.total / branch.tried if branch.tried else untried)
            + curiosity * branch.prior / (1 + branch.tried)
            for branch in known
        ]
        return highest(values)


TreePath: TypeAlias = list[tuple[TreeNode, TreeBranch, int]]
"""The branches that a playout followed, with their nodes and the seats that chose."""


class _Numbering:
    """Numbers actions, so that equal ones are the same branch. To compare them costs more than a number."""

    def __init__(self) -> None:
        self._by_action: dict[Action, int] = {}
        self._by_object: dict[int, tuple[Action, int]] = {}

    def of(self, options: Sequence[Action]) -> list[int]:
        """Number options."""
        known = self._by_object
        return [known[id(o)][1] if id(o) in known else self._new(o) for o in options]

    def _new(self, action: Action) -> int:
        number = self._by_action.setdefault(action, len(self._by_action))
        self._by_object[id(action)] = action, number  # the action is kept, so that no other gets its place
        return number


# The search


@define(eq=False)
class Ends:
    """The holdings of the searching player at the end of playouts, and their worth and the best rival's."""

    points: float = 0.0
    goods: float = 0.0
    buildings: float = 0.0
    worth: float = 0.0
    rival: float = 0.0

    @property
    def judged(self) -> float:
        """The positions that the search looks at."""
        return self.worth - _RIVALRY * self.rival

    def average(self, tried: int) -> Ends:
        """Return the average of playouts whose sum this is."""
        times = max(tried, 1)
        return Ends(*[total / times for total in astuple(self)])

    def compared(self, other: Ends) -> Iterator[Reason]:
        """Yield what is different at the end of the imagined games."""
        for name in ("points", "goods", "buildings", "rival"):
            n: float = getattr(self, name) - getattr(other, name)
            if abs(n) >= _LITTLE:
                yield reason(f"end.{'more' if n > 0 else 'less'}.{name}", n=abs(n))


class Search:
    """The search for one decision, which may go on as long as one likes."""

    def __init__(self, decision: Decision, sight: Sight, seed: int, weights: Weights) -> None:
        """Prepare; the options of the decision are the first branches."""
        valuation = Valuation(plans_of(rule_facts(sight.rules), weights), sight.view.seen_enemies)
        self._guess = sight.guess(seed)
        state = state_in(self._guess)
        self._judge = Judge(valuation, state)
        self._player = decision.player
        self._seat = state.setup.players.index(decision.player)
        self._options = decision.options
        self._seed = seed * _APART
        self._year = state.year
        self._numbering = _Numbering()
        self._numbers = self._numbering.of(decision.options)
        self._top = TreeNode()
        ask = state.asks[self._own(state)]
        scores = self._judge.scores(state, ask) if ask.options == decision.options else None
        self._top.grow(self._numbers, decision.options, scores)
        self.ends = {number: Ends() for number in self._numbers}

    @property
    def played(self) -> int:
        """The number of playouts so far."""
        return self._top.passed

    @property
    def ranked(self) -> list[tuple[TreeBranch, Ends]]:
        """The answers, those tried most first, with what they led to."""
        pairs = [(branch, self.ends[number]) for number, branch in self._top.branches.items()]
        return sorted(pairs, key=lambda pair: (-pair[0].tried, -pair[0].total))

    @property
    def lead(self) -> int:
        """How much more often the first answer was tried than the second."""
        tried = sorted((branch.tried for branch in self._top.branches.values()), reverse=True)
        return tried[0] - tried[1] if len(tried) > 1 else tried[0]

    def explained(self, teller: Teller) -> Explanation:
        """List the reasons for the answer that was tried most."""
        (first, ends), (second, others), *rest = self.ranked
        mine, theirs = ends.average(first.tried), others.average(second.tried)
        only = "only" if first.tried == self.played else "most"
        reasons = [reason(f"tried.{only}", tried=first.tried, played=self.played)]
        if second.tried:
            lead = mine.worth - theirs.worth
            more = "same" if abs(lead) < _LITTLE else "more" if lead > 0 else "less"
            reasons += [reason(f"average.{more}", n=abs(lead), action=teller.named(second.action))]
            reasons += mine.compared(theirs)
        known = [
            (branch, own.average(branch.tried)) for branch, own in ((second, others), *rest) if branch.tried
        ]
        behind = [Alternative(branch.action, mine.judged - other.judged) for branch, other in known]
        return explained(first.action, reasons, tuple(behind[:_ALTERNATIVES]))

    def _own(self, state: State) -> int:
        """Find what the searching player is asked."""
        return next(which for which, ask in enumerate(state.asks) if ask.seat == self._seat)

    def play(self) -> None:
        """Play a playout.

        The k-th playout of every answer has the same luck, so that answers are compared, and not dice.
        """
        number = self._numbers[self._top.promising(self._numbers)]
        branch = self._top.branches[number]
        seed = self._seed + branch.tried
        state, luck = state_in(self._guess.determinize(self._player, seed)), RandomNumbers(seed)
        path = [(self._top, branch, self._seat)]
        which = self._own(state)
        option = option_of(state.asks[which].options, branch.action)
        if option >= 0:
            try:
                answer(state, which, option)
                self._descend(state, branch, path, luck)
                self._play_out(state, luck)
            except Runaway:  # a card goes on without end: what it has done so far is judged
                pass
        self._learn(state, path, self.ends[number])

    def _descend(
        self,
        state: State,
        branch: TreeBranch,
        path: TreePath,
        luck: RandomNumbers,
    ) -> None:
        """Follow the tree as far as it has grown."""
        knot = branch.reached()
        while knot is not None and self._goes_on(state):
            which = owed(state.given)
            ask = state.asks[which]
            if len(ask.options) == 1 or ask.seat < 0:
                self._judge.go_on(state, luck)
                continue
            branch = self._follow(knot, state, ask)
            path.append((knot, branch, ask.seat))
            answer(state, which, option_of(ask.options, branch.action))
            knot = branch.reached()

    def _follow(self, knot: TreeNode, state: State, ask: Ask) -> TreeBranch:
        numbers = self._numbering.of(ask.options)
        if not knot.branches.keys() >= {*numbers}:
            knot.grow(numbers, ask.options, self._judge.scores(state, ask))
        return knot.branches[numbers[knot.promising(numbers)]]

    def _goes_on(self, state: State) -> bool:
        return bool(state.asks) and state.year <= self._year and not state.ended

    def _play_out(self, state: State, luck: RandomNumbers) -> None:
        """Play on quickly to the end of the year."""
        for _ in range(_LONGEST):
            if not self._goes_on(state):
                return
            self._judge.go_on(state, luck)

    def _learn(self, state: State, path: TreePath, ends: Ends) -> None:
        """Add up what a playout brought to everybody who chose in the tree."""
        worth = [self._judge.value(state, seat) for seat in range(len(state.players))]
        rivals = [max(worth[:seat] + worth[seat + 1 :], default=0.0) for seat in range(len(worth))]
        for knot, branch, seat in path:
            knot.passed += 1
            branch.tried += 1
            branch.total += worth[seat] - _RIVALRY * rivals[seat]
        points, goods, buildings = self._judge.has(state, self._seat)
        ends.points += points
        ends.goods += goods
        ends.buildings += buildings
        ends.worth += worth[self._seat]
        ends.rival += rivals[self._seat]


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
        return search.ranked[0][0].action, search.explained

    def _searched(self, decision: Decision, sight: Sight) -> Search:
        start = perf_counter()
        search = Search(decision, sight, self._seed, self._weights)
        while not self._limit.is_spent(search.played, start):
            search.play()
            if search.played % _PAUSE == 0 and self._limit.is_decided(search.played, search.lead):
                break
        return search
