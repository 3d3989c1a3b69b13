"""A bot that takes what is worth most to it, looking no further than the end of the season."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.bots.court import Court
from kingsburg_rules.bots.facts import facts_of
from kingsburg_rules.bots.foresight import Foresight
from kingsburg_rules.bots.prospects import prospects_of
from kingsburg_rules.bots.taste import Taste
from kingsburg_rules.bots.worth import Appraiser

if TYPE_CHECKING:
    from kingsburg_rules.bots.bot import Sight
    from kingsburg_rules.engine.actions import Action
    from kingsburg_rules.game.decisions import Decision

_TRIES = 6
"""In how many guesses an answer is tried whose outcome depends on chance."""

_USUAL = Taste()


class GreedyBot:
    """Plays its options on in guesses, and takes the one that leaves it best off.

    It remembers nothing, so it gives the same answer to the same sight, and what it cannot see makes no
    difference. Its seed only chooses the guesses.
    """

    name = "greedy"

    def __init__(self, seed: int = 0, taste: Taste = _USUAL) -> None:
        self._seed = seed
        self._taste = taste

    def choose(self, decision: Decision, sight: Sight) -> Action:
        """Answer a decision."""
        if len(decision.options) == 1:
            return decision.options[0]
        facts, view = facts_of(sight.rules), sight.view
        appraiser = Appraiser(prospects_of(facts, self._taste), view.seen_enemies)
        foresight = Foresight(decision.player, appraiser)
        seed = self._seed + view.table.year
        if decision.kind == "influence":
            court = Court(decision.player, view.table, facts.ranks, foresight.when_settled)
            return court.best(decision, sight.guess(seed))
        told = foresight.by_words(decision, view.table)
        if told is not None:
            return told
        return foresight.by_trying(
            decision, [sight.guess(seed + _APART * number) for number in range(_TRIES)]
        )


_APART = 7919
"""How far the seeds of guesses stand apart, so that no two decisions of a game share all of them."""
