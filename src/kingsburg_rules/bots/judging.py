"""Fast judgment of positions, for a bot that looks at thousands of them.

It values what a seat has as the greedy bot does, straight from the state, and remembers what it has valued.
What an advisor is worth to a seat is found by letting them reward it once. So answers can be compared, and
games played on, without knowing any card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from kingsburg_rules import Influence, Runaway
from kingsburg_rules.bots.placing import CROWD, MOST_WORK, TURNS, owed
from kingsburg_rules.bots.valuing import MOST_PLANS, highest, holdings_after, holdings_of
from kingsburg_rules.engine import RandomNumbers, answer, run
from kingsburg_rules.language import RESOURCES, reward_by

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kingsburg_rules import Action
    from kingsburg_rules.bots.facts import RuleFacts, TimeLeft
    from kingsburg_rules.bots.valuing import Holdings, Valuation
    from kingsburg_rules.engine import Ask, State

Dice: TypeAlias = tuple[int, ...]

_LATER: Final = 0.85
"""How much dice that stay in hand are worth, compared with placing them now: an advisor may be taken."""

_UNUSUAL: Final = 0.3
"""The value of a resource that only some pack knows."""

_MOST_DICE: Final = 7
"""Of more dice than these, the best ways to place them are not looked for."""

_SELDOM: Final = 8
"""One placement in so many is the second best: nobody always plays alike."""

_MOST_TRIED: Final = 12
"""Of so many answers that do not show what they bring, each is tried; of more, any is taken."""

_TRIALS: Final = 3
"""So often the answers to a question are tried that do not show what they bring."""

_MOST_QUESTIONS: Final = 8
"""So many questions are answered after an answer that is tried; then what has come of it is valued."""

_MOST_ANSWERS: Final = 30
"""The answers given while an advisor rewards somebody; nobody asks more often."""

_USUAL: Final = frozenset(resource.name for resource in RESOURCES)


class Judge:
    """Judges positions of one game, all of them reached from one guess."""

    def __init__(self, valuation: Valuation, guess: State) -> None:
        """Prepare; `guess` is the position from which all others are reached."""
        compiled = guess.compiled
        self._facts: RuleFacts = valuation.facts
        self._token: float = valuation.weights.token
        self._envoy: float = valuation.weights.envoy
        self._valuation = valuation
        self._guess = guess
        self._table = compiled
        self._unusual = [
            resource.index
            for resource in compiled.resources
            if resource.name not in _USUAL and not resource.good
        ]
        self._places = {place.name: place for place in compiled.places}
        self._ranked: dict[int, list[tuple[int, int]]] = {}
        for place in compiled.places:
            self._ranked.setdefault(place.rank, []).append((place.index, place.bit))
        self._known = valuation.plans.holdings
        self._seen = valuation.seen
        self._menus: dict[tuple[int, int, int, Dice], tuple[Sequence[Action], list[float]]] = {}
        self._rewards: dict[int, list[float]] = {}
        self._best: dict[tuple[int, Dice, int], float] = {}
        self._reaches: dict[Dice, int] = {}
        self._looks: dict[tuple[int, int, int, int], list[float]] = {}
        self._parts: dict[Dice, list[tuple[int, Dice]]] = {}
        self.left = MOST_WORK
        """How much may still be done about questions with very many answers."""

    # What a seat has

    def value(self, state: State, seat: int, kind: str = "") -> float:
        """Return what a seat has, in victory points; of a game that is over, its points."""
        player = state.players[seat]
        if state.ended:
            return player.stock[self._facts.vp]
        return self._worth(
            holdings_of(player, self._facts), self._facts.time_left(state.year, state.phase, kind)
        )

    def has(self, state: State, seat: int) -> tuple[int, int, int]:
        """Count the points, goods and buildings of a seat."""
        stock, buildings = holdings_of(state.players[seat], self._facts)
        goods = sum([stock[good] for good in self._facts.goods])
        return stock[self._facts.vp], goods, buildings.bit_count()

    def _worth(self, holdings: Holdings, time_left: TimeLeft) -> float:
        stock, buildings = holdings
        vp = self._facts.vp
        points = stock[vp]
        # Points count as they are, so positions that differ in them alone share an entry.
        stock[vp] = 0
        key = (*stock, buildings, time_left.number, self._seen.get(time_left.year))
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= MOST_PLANS:
                self._known.clear()
            found = self._valuation.worth(holdings, time_left)
            if self._unusual:
                found += _UNUSUAL * sum([stock[each] for each in self._unusual])
            self._known[key] = found
        stock[vp] = points
        return found + points

    # What answers bring

    def scores(self, state: State, ask: Ask) -> list[float] | None:
        """Return what each answer is worth, in victory points; None if the answers do not show it."""
        if ask.kind == "influence":
            return self._placements(state, ask)
        holdings = holdings_of(state.players[ask.seat], self._facts)
        time_left = self._facts.time_left(state.year, state.phase, ask.kind)
        found: list[float] = []
        for option in ask.options:
            after = holdings_after(option, holdings, self._facts)
            if after is None:
                return None
            found.append(self._worth(after, time_left))
        return found

    def looks(self, state: State, ask: Ask) -> list[float] | None:
        """Return how good each answer looks; None if they are many, and do not show what they bring.

        Such answers are tried the first times that a question comes up; from then on, the averages count.
        """
        scores = self.scores(state, ask)
        count = len(ask.options)
        if scores is not None or count > _MOST_TRIED:
            return scores
        key = ask.seat, ask.source, state.phase, count
        looks = self._looks.get(key)
        if looks is None:
            looks = self._looks[key] = [0.0] * (count + 1)
        if looks[count] < _TRIALS:
            looks[count] += 1
            which = owed(state.given)
            for option in range(count):
                looks[option] += self._led_to(state, ask.seat, which, option)
        return [look / looks[count] for look in looks[:count]]

    def _led_to(self, state: State, seat: int, which: int, option: int) -> float:
        after, year = state.copy(), state.year
        answer(after, which, option)
        for _ in range(_MOST_QUESTIONS):
            if not after.asks:
                break
            further = owed(after.given)
            ask = after.asks[further]
            if ask.kind in TURNS or after.year > year:
                break
            answer(after, further, self._simply(after, ask))
        return self.value(after, seat)

    def _simply(self, state: State, ask: Ask) -> int:
        """Answer a question that comes after an answer that is tried: no trials within trials."""
        scores = None if ask.weights is not None else self.scores(state, ask)
        return len(ask.options) // 2 if scores is None else highest(scores)

    # Placing dice

    def _placements(self, state: State, ask: Ask) -> list[float]:
        """Return what each placement is worth; the same menus come again and again."""
        player = state.players[ask.seat]
        dice = player.dice.own + player.dice.bonus
        full = self._full(state, ask.seat)
        key = ask.seat, id(ask.options), full & self._reach_of(dice), dice
        found = self._menus.get(key)
        if found is None:  # the options are kept, so that no others get their place
            found = self._menus[key] = ask.options, self._placed(ask, dice, full)
        return found[1]

    def _placed(self, ask: Ask, dice: Dice, full: int) -> list[float]:
        rewards, found = self._rewards_of(ask.seat), list[float]()
        for option in ask.options:
            if not isinstance(option, Influence):
                found.append(0.0)
                continue
            place = self._places[option.advisor]
            left = _without(dice, option.dice + option.bonus)
            value = rewards[place.index] + _LATER * self._best_of(ask.seat, left, full | place.bit)
            if option.plus2:
                value -= self._token
            if option.envoy:
                value -= self._envoy
            found.append(value)
        return found

    def _full(self, state: State, seat: int) -> int:
        """Find the places where a seat cannot go, as a bit set."""
        return state.taken | (self._table.private & ~state.players[seat].effects.places)

    def _best_of(self, seat: int, dice: Dice, full: int) -> float:
        """Return what dice can still bring a seat, if nobody takes any place before."""
        if not dice or len(dice) > _MOST_DICE:
            return 0.0
        full &= self._reach_of(dice)
        key = seat, dice, full
        found = self._best.get(key)
        if found is None:
            rewards, rest = self._rewards_of(seat), dice[1:]
            found = self._best_of(seat, rest, full)
            for total, left in self._parts_of(rest):
                for place, bit in self._ranked.get(total + dice[0], ()):
                    reward = rewards[place]
                    if reward > 0 and not full & bit:
                        found = max(found, reward + _LATER * self._best_of(seat, left, full | bit))
            self._best[key] = found
        return found

    def _reach_of(self, dice: Dice) -> int:
        """Find the places that some of the dice reach, as a bit set; all places for very many dice."""
        found = self._reaches.get(dice)
        if found is None:
            totals = {total for total, _ in self._parts_of(dice)} if len(dice) <= _MOST_DICE else self._ranked
            found = 0
            for total in totals:
                for _, bit in self._ranked.get(total, ()):
                    found |= bit
            self._reaches[dice] = found
        return found

    def _parts_of(self, dice: Dice) -> list[tuple[int, Dice]]:
        """List the totals that dice make, each with the dice that are left."""
        found = self._parts.get(dice)
        if found is None:
            parts: dict[tuple[int, Dice], None] = {(0, ()): None}
            for die in dice:
                parts = {
                    key: None for total, left in parts for key in ((total + die, left), (total, (*left, die)))
                }
            found = self._parts[dice] = [*parts]
        return found

    def _rewards_of(self, seat: int) -> list[float]:
        found = self._rewards.get(seat)
        if found is None:
            found = [self.reward(seat, place.index) for place in self._table.places]
            self._rewards[seat] = found
        return found

    def reward(self, seat: int, place: int) -> float:
        """Return what a seat has more after an advisor has rewarded it in the guess."""
        # The reward is carried out for real: so cards that change what advisors give are valued, too.
        state, luck = _at_rest(self._guess), RandomNumbers(place)
        before = self.value(state, seat)
        try:
            reward_by(state, seat, place)
            run(state)
            for _ in range(_MOST_ANSWERS):
                if not state.asks:
                    break
                self.go_on(state, luck)
        except (Runaway, IndexError):  # a card that goes on and on, or one that needs the course of the year
            return 0.0
        return self.value(state, seat) - before

    # Playing on

    def go_on(self, state: State, luck: RandomNumbers) -> None:
        """Answer the first decision owed as a quick player would."""
        which = owed(state.given)
        ask = state.asks[which]
        self.left -= (len(ask.options) // CROWD) ** 2
        answer(state, which, 0 if len(ask.options) == 1 else self._quick(state, ask, luck))

    def _quick(self, state: State, ask: Ask, luck: RandomNumbers) -> int:
        """Choose the number of an option: what is worth most, or any where answers do not show it."""
        count = len(ask.options)
        if ask.weights is not None:
            return luck.weighted(ask.weights)
        scores = self.looks(state, ask)
        if scores is None:
            return luck.below(count)
        best = highest(scores)
        if ask.kind == "influence" and count > 2 and luck.below(_SELDOM) == 0:
            others = [*scores]
            others[best] = min(scores) - 1
            return highest(others)
        return best


def _at_rest(state: State) -> State:
    """Copy a position, with nothing going on in it."""
    copy = state.copy()
    copy.asks, copy.given, copy.stack = (), (), []
    return copy


def _without(dice: Dice, used: Dice) -> Dice:
    """Take dice away, and return the others, the lowest first."""
    left = sorted(dice)
    for die in used:
        left.remove(die)
    return tuple(left)
