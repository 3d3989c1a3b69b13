"""A bot that takes what is worth most to it, looking no further than the end of the season."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.bots.court import Court
from kingsburg_rules.bots.facts import facts_of
from kingsburg_rules.bots.luck import Luck
from kingsburg_rules.bots.purse import purse_after, purse_of
from kingsburg_rules.bots.worth import Appraiser, Taste
from kingsburg_rules.language.cards import AdvisorCard
from kingsburg_rules.engine.actions import PASS, ChooseDie

if TYPE_CHECKING:
    from kingsburg_rules.bots.bot import Sight
    from kingsburg_rules.bots.facts import Facts, Moment
    from kingsburg_rules.engine.actions import Action
    from kingsburg_rules.game.decisions import Decision
    from kingsburg_rules.game.position import Position

_TRIES = 6
"""On how many guesses an answer is tried whose outcome depends on chance."""

_HELP = frozenset({"take", "give", "trade", "pay", "choose", "die"})
"""Questions that come while a card or an advisor does its work."""


class GreedyBot:
    """Tries its options in guesses and takes the one after which its goods, walls and points are worth most."""

    name = "greedy"

    def __init__(self, seed: int = 0, taste: Taste | None = None) -> None:
        self._seed = seed
        self._taste = taste or Taste()

    def choose(self, decision: Decision, sight: Sight) -> Action:
        """Answer a decision."""
        if len(decision.options) == 1:
            return decision.options[0]
        return _Thought(self._seed, self._taste, decision, sight).answer(decision)


class _Thought:
    def __init__(self, seed, taste, decision, sight):
        self._facts = facts_of(sight.rules)
        view = sight.view
        table = sight.rules.table
        self._goods = tuple(table.resources[g].name for g in table.goods)
        self._judge = Appraiser(self._facts, self._goods, view.seen_enemies, taste)
        self._taste = taste
        self._me = decision.player
        self._sight = sight
        self._seed = seed
        self._view = view

    def answer(self, decision):
        if decision.kind == "influence":
            ranks = {p.name: p.rank for p in self._sight.rules.table.places}
            return Court(self._me, self._view.table, ranks, self._after_help).best(decision, self._sight.guess(self._seed))
        by_words = self._by_words(decision, self._view.table)
        if by_words is not None:
            return by_words
        return self._by_trying(decision)

    def _by_words(self, decision, state):
        purse = purse_of(state.player(self._me))
        moment = self._facts.moment(state)
        if decision.kind == "build":
            moment = moment.after_building()
        elif decision.kind == "recruit":
            moment = moment.after_hiring()
        best = None; most = -1e9
        for option in decision.options:
            after = purse_after(option, purse, self._facts)
            if after is None: return None
            w = self._judge.worth(after, moment)
            if w > most: best, most = option, w
        return best

    def _by_trying(self, decision):
        guesses = [self._sight.guess(self._seed * 7919 + k) for k in range(_TRIES)]
        best=None; most=-1e9
        for option in decision.options:
            w = 0
            for g in guesses:
                c = g.copy(); c.step(option, self._me)
                w += self._after_help(c, own=True)
            if w > most: best, most = option, w
        return best

    def _after_help(self, position, own=False):
        while (d := position.decision) is not None:
            if d.player == "chance":
                luck = Luck(1)
                position.step(d.options[luck.below(len(d.options))]); continue
            if d.kind not in _HELP: break
            if d.player != self._me:
                if own and d.kind!="chance" : break
                position.step(d.options[-1]); continue
            position.step(self._quick(d, position))
        state = position.state
        p = state.player(self._me)
        w = self._judge.worth(purse_of(p), self._facts.moment(state))
        if own: w += self._taste.pip * (sum(p.dice)+sum(p.bonus))
        return w

    def _quick(self, d, position):
        a = self._by_words(d, position.state)
        if a is not None: return a
        if d.kind == "die": return d.options[0]
        best=None; most=-1e9
        for o in d.options:
            c = position.copy(); c.step(o)
            w = self._after_help(c)
            if w > most: best, most = o, w
        return best
