"""The greedy bot: it takes what is worth most to it, looking no further than the end of the season."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from attrs import frozen

from kingsburg_rules import Action, Decision, Influence
from kingsburg_rules.bots.bot import Explanation, Parts, Reason, Sight, Teller, ThinkingBot, reason
from kingsburg_rules.bots.facts import rule_facts
from kingsburg_rules.bots.placing import Lookahead, PlacementSearch
from kingsburg_rules.bots.valuing import Valuation, highest, plans_of, seen_enemies, total
from kingsburg_rules.bots.weights import DEFAULT_WEIGHTS, Weights
from kingsburg_rules.engine import checked_seed, expect
from kingsburg_rules.game import state_in

if TYPE_CHECKING:
    from kingsburg_rules.bots.placing import Settled

_TRIES: Final = 3
"""The number of guessed positions in which an answer is tried, if its result depends on chance."""

_MOST_TRIES: Final = 300
"""With more options than a hundred, so many tries are shared among them; each is tried at least once."""

_APART: Final = 7919
"""The distance between the seeds of guesses, so that no two decisions of a game share all of them."""


class GreedyBot(ThinkingBot):
    """Tries its options in guessed positions, and takes the one with the best result.

    It has no memory, so it gives the same answer to the same sight, and what it cannot see makes no
    difference. Its seed only chooses the guesses.

    Raises:
        SetupError: The seed is not a whole number.
        TypeError: `weights` are not `Weights`.
    """

    name = "greedy"

    def __init__(self, seed: int = 0, weights: Weights = DEFAULT_WEIGHTS) -> None:
        expect(weights, Weights, "weights")
        self._seed = checked_seed(seed)
        self._weights = weights

    def _thought(self, decision: Decision, sight: Sight) -> tuple[Action, Callable[[Teller], Explanation]]:
        evaluation = evaluated(decision, sight, self._seed, self._weights)
        return decision.options[evaluation.best], evaluation.explained


def evaluated(decision: Decision, sight: Sight, seed: int, weights: Weights) -> Evaluation:
    """Judge the options of a decision."""
    # What is public is the same in every guess.
    state, seat = state_in(sight.guess(seed)), decision.seat
    plans = plans_of(rule_facts(sight.rules), weights)
    valuation = Valuation(plans, seen_enemies(state, seat))
    lookahead, seed = Lookahead(seat, valuation), seed + state.year
    if decision.kind == "influence":
        search = PlacementSearch(seat, state_in(sight.guess(seed)), lookahead)
        return _placed(decision, search)
    stated = lookahead.stated(decision.options, state, decision.kind)
    if stated is not None:
        return _stated(decision, stated, valuation)
    # All options are tried in the same guesses, so that luck does not decide between them.
    tries = min(_TRIES, 1 + _MOST_TRIES // len(decision.options))
    guesses = [sight.guess(seed + _APART * number) for number in range(tries)]
    tried = lookahead.tried(decision.options, decision.player, guesses)
    return _compared(decision, [total(each) for each in tried], lambda option: Parts(*tried[option]))


# Evaluations: the values of all options of a decision, and what they consist of


@frozen(eq=False)
class Evaluation:
    """The values of all options of a decision.

    `parts` returns what the value of an option consists of; `gains` yields reasons that an option has by
    itself; `lesson` names what can be learned from an option that is better than another. If no other option
    is better than `otherwise`, that is the best one.
    """

    decision: Decision
    values: Sequence[float]
    lesson: Callable[[int, int], str]
    parts: Callable[[int], Parts] | None = None
    gains: Callable[[Teller, int], Iterator[Reason]] | None = None
    otherwise: int = 0

    @property
    def best(self) -> int:
        """The number of the best option: the first of the best."""
        found = highest(self.values)
        return found if self.values[found] > self.values[self.otherwise] else self.otherwise

    def explained(self, teller: Teller) -> Explanation:
        """List the reasons for the best option."""
        best, options = self.best, self.decision.options
        others = sorted((k for k in range(len(options)) if k != best), key=lambda k: -self.values[k])
        told = [(options[k], self.values[best] - self.values[k]) for k in others]
        reasons: list[Reason] = []
        if self.parts is not None:
            reasons += teller.differences(self.parts(best).less(self.parts(others[0])))
        if self.gains is not None:
            reasons += self.gains(teller, best)
        return teller.explanation(options[best], self.lesson(best, others[0]), reasons, told)


def _compared(
    decision: Decision,
    values: Sequence[float],
    parts: Callable[[int], Parts],
    gains: Callable[[Teller, int], Iterator[Reason]] | None = None,
) -> Evaluation:
    """Evaluate options by parts: the part that speaks most for one is what to learn from it."""
    return Evaluation(
        decision, values, lambda best, other: parts(best).less(parts(other)).lesson, parts, gains
    )


def _stated(decision: Decision, after: Sequence[Settled], valuation: Valuation) -> Evaluation:
    """Evaluate options that state what they bring: the holdings after each, and the time left then."""

    def next_building(teller: Teller, best: int) -> Iterator[Reason]:
        holdings, time_left = after[best]
        following = valuation.plans.next_for(holdings, time_left.builds)
        if following is not None:
            yield teller.building_next(following.name)

    values = [valuation.worth(*each) for each in after]
    return _compared(decision, values, lambda option: valuation.parts(*after[option]), next_building)


def _placed(decision: Decision, search: PlacementSearch) -> Evaluation:
    """Evaluate ways to place dice by the best that can follow; to pass, the last, if nothing is better."""

    def gain(option: Influence) -> Parts:
        with_it, without = search.brings(option)
        return Parts(*with_it).less(Parts(*without))

    def gains(teller: Teller, best: int) -> Iterator[Reason]:
        """List the gains of a placement by itself, and whether it could be gone later."""
        option = decision.options[best]
        if isinstance(option, Influence):
            yield from teller.gains(gain(option))
            if search.risk(option):
                yield reason("contested")

    def lesson(best: int, other: int) -> str:
        """Name what to learn: to hurry only where the other answer could have waited."""
        option, second = decision.options[best], decision.options[other]
        if not isinstance(option, Influence):
            return "wait"
        waits = isinstance(second, Influence) and not search.risk(second)
        return "contested" if search.risk(option) and waits else gain(option).lesson

    values = search.values(decision.options)
    return Evaluation(decision, values, lesson, gains=gains, otherwise=len(values) - 1)
