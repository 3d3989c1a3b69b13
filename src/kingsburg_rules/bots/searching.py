"""The tree of the searching bot: playouts grow it, and say which answer turned out well.

This is information-set Monte Carlo tree search. Each playout guesses everything that the seat cannot see,
tries an answer, follows the tree that earlier playouts have grown, and plays on quickly to the end of the
year. There, everybody's holdings are valued as the greedy bot values them. The tree has a branch for every
answer of every player, whatever was guessed. The quick judgment of answers says where to look first.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING, Final, TypeAlias

from kingsburg_rules import Runaway
from kingsburg_rules.bots.facts import rule_facts
from kingsburg_rules.bots.judging import Judge
from kingsburg_rules.bots.placing import CROWD, owed
from kingsburg_rules.bots.valuing import Valuation, highest, plans_of, seen_enemies
from kingsburg_rules.engine import RandomNumbers, answer, checked_seed
from kingsburg_rules.game import guess, option_of, state_in

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kingsburg_rules import Action, Decision
    from kingsburg_rules.bots.bot import Sight
    from kingsburg_rules.bots.weights import Weights
    from kingsburg_rules.engine import Ask, State

_CURIOSITY: Final = 2.0
"""How much an answer that looks good beforehand is preferred while it has been tried little, in points."""

_SPREAD: Final = 0.7
"""By how many points answers must differ beforehand for the one to be looked at much more than the other."""

_OPEN_MIND: Final = 0.1
"""The share of attention that all answers get alike."""

_UNTRIED: Final = 1.0
"""How many points below the best an answer counts that has not been tried."""

RIVALRY: Final = 0.5
"""How much the holdings of the strongest rival count against one's own."""

_RUNAWAY: Final = 2_000
"""So much work a playout counts for in which a card goes on without end."""

_LONGEST: Final = 2000
"""The decisions of a playout, after which it is judged where it is."""

_APART: Final = 1_000_003
"""The distance between the seeds of decisions, so that no two bots share all their guesses."""


class TreeBranch:
    """An answer in the tree: how good it looks, how often it was tried, what that brought in all."""

    def __init__(self, action: Action, prior: float) -> None:
        self.action = action
        self.prior = prior
        self.tried = 0
        self.total = 0.0
        self.below: TreeNode | None = None

    def reached(self) -> TreeNode | None:
        """Return what follows in the tree; it begins to grow when a branch is tried again."""
        if self.tried and self.below is None:
            self.below = TreeNode()
        return self.below


class TreeNode:
    """A place in the tree where somebody chooses: how often it was passed, and the branches by answer."""

    def __init__(self) -> None:
        self.passed = 0
        self.branches: dict[int, TreeBranch] = {}

    def grow(self, numbers: list[int], options: Sequence[Action], scores: list[float] | None) -> None:
        """Add branches for new options; the better they look beforehand, the sooner they are tried."""
        count = len(numbers)
        scores = scores or [0.0] * count
        top = scores[highest(scores)]
        looks = [exp((score - top) / _SPREAD) for score in scores]
        in_all = 0.0
        for look in looks:
            in_all += look
        share, branches = (1 - _OPEN_MIND) / in_all, self.branches
        for k, number in enumerate(numbers):
            if number not in branches:
                branches[number] = TreeBranch(options[k], share * looks[k] + _OPEN_MIND / count)

    def promising(self, numbers: list[int]) -> int:
        """Choose which branch to follow: one that did well, or looks good and has been tried little."""
        known = [self.branches[number] for number in numbers]
        means = [branch.total / branch.tried for branch in known if branch.tried]
        untried = (means[highest(means)] if means else 0.0) - _UNTRIED
        curiosity = _CURIOSITY * sqrt(self.passed + 1)
        return highest(
            [
                (branch.total / branch.tried if branch.tried else untried)
                + curiosity * branch.prior / (1 + branch.tried)
                for branch in known
            ]
        )


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


class Ends:
    """The holdings of the searching player at the end of playouts, and their worth and the best rival's."""

    def __init__(self) -> None:
        self.points = 0.0
        self.goods = 0.0
        self.buildings = 0.0
        self.worth = 0.0
        self.rival = 0.0


class Search:
    """The search for one decision, which may go on as long as one likes."""

    def __init__(
        self,
        decision: Decision,
        sight: Sight,
        seed: int,
        weights: Weights,
        otherwise: Callable[[], Sequence[float]],
    ) -> None:
        """Prepare; the options of the decision are the first branches.

        `otherwise` judges them if they do not show what they bring.
        """
        state = self._guess = state_in(sight.guess(seed))
        self._seat = decision.seat
        seen = seen_enemies(state, self._seat)
        valuation = Valuation(plans_of(rule_facts(sight.rules), weights), seen)
        self._judge = Judge(valuation, state)
        self._options = decision.options
        self._seed = seed * _APART
        self._year = state.year
        self._numbering = _Numbering()
        self._numbers = self._numbering.of(decision.options)
        self._top = TreeNode()
        ask = state.asks[self._own(state)]
        scores = self._judge.scores(state, ask) if ask.options == decision.options else None
        self._top.grow(self._numbers, decision.options, scores or [*otherwise()])
        self.ends = {number: Ends() for number in self._numbers}

    @property
    def played(self) -> int:
        """The number of playouts so far."""
        return self._top.passed

    @property
    def is_exhausted(self) -> bool:
        """Whether cards make this search so much work that it had better end."""
        return self._judge.left <= 0

    @property
    def ranked(self) -> list[tuple[TreeBranch, Ends]]:
        """The answers, those tried most first, with what they led to."""
        pairs = [(branch, self.ends[number]) for number, branch in self._top.branches.items()]
        return sorted(pairs, key=_tried_most)

    @property
    def lead(self) -> int:
        """How much more often the first answer was tried than the second."""
        *others, first = sorted([branch.tried for branch in self._top.branches.values()])
        return first - others[-1] if others else first

    def _own(self, state: State) -> int:
        """Find what the searching player is asked."""
        return [ask.seat for ask in state.asks].index(self._seat)

    def play(self) -> None:
        """Play a playout.

        The k-th playout of every answer has the same luck, so that answers are compared, and not dice.
        """
        self._judge.left -= (len(self._numbers) // CROWD) ** 2
        number = self._numbers[self._top.promising(self._numbers)]
        branch = self._top.branches[number]
        seed = self._seed + branch.tried
        state, luck = guess(self._guess, self._seat, checked_seed(seed)), RandomNumbers(seed)
        path: TreePath = [(self._top, branch, self._seat)]
        which = self._own(state)
        option = option_of(state.asks[which].options, branch.action)
        if option >= 0:
            try:
                answer(state, which, option)
                self._descend(state, branch, path, luck)
                self._play_out(state, luck)
            except Runaway:  # a card goes on without end: what it has done so far is judged
                self._judge.left -= _RUNAWAY
        self._learn(state, path, self.ends[number])

    def _descend(self, state: State, branch: TreeBranch, path: TreePath, luck: RandomNumbers) -> None:
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
        for number in numbers:
            if number not in knot.branches:
                knot.grow(numbers, ask.options, self._judge.looks(state, ask))
                break
        return knot.branches[numbers[knot.promising(numbers)]]

    def _goes_on(self, state: State) -> bool:
        return bool(state.asks) and state.year <= self._year and not state.ended and not self.is_exhausted

    def _play_out(self, state: State, luck: RandomNumbers) -> None:
        """Play on quickly to the end of the year."""
        for _ in range(_LONGEST):
            if not self._goes_on(state):
                return
            self._judge.go_on(state, luck)
        self._judge.left -= _RUNAWAY

    def _learn(self, state: State, path: TreePath, ends: Ends) -> None:
        """Add up what a playout brought to everybody who chose in the tree."""
        worth = [self._judge.value(state, seat) for seat in range(len(state.players))]
        rivals = [_best_but(seat, worth) for seat in range(len(worth))]
        for knot, branch, seat in path:
            knot.passed += 1
            branch.tried += 1
            branch.total += worth[seat] - RIVALRY * rivals[seat]
        points, goods, buildings = self._judge.has(state, self._seat)
        ends.points += points
        ends.goods += goods
        ends.buildings += buildings
        ends.worth += worth[self._seat]
        ends.rival += rivals[self._seat]


def _tried_most(pair: tuple[TreeBranch, Ends]) -> tuple[int, float]:
    return -pair[0].tried, -pair[0].total


def _best_but(seat: int, worth: list[float]) -> float:
    """Return the most that anybody else has; 0 if there is nobody else."""
    others = worth[:seat] + worth[seat + 1 :]
    return others[highest(others)] if others else 0.0
