"""Where answers lead: a look ahead in guessed positions, and a search through the ways to place dice.

All of it reads and plays positions from the inside (see `State`), since it tries thousands of answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from kingsburg_rules import IllegalAction, Influence, Position, Runaway
from kingsburg_rules.bots.valuing import highest, holdings_after, holdings_of, total
from kingsburg_rules.engine import CHANCE, NotOffered, RandomNumbers, answer
from kingsburg_rules.game import option_of, state_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kingsburg_rules import Action
    from kingsburg_rules.bots.facts import RuleFacts, TimeLeft
    from kingsburg_rules.bots.valuing import Holdings, Valuation, Values
    from kingsburg_rules.engine import Ask, Player, State

    Numbers: TypeAlias = tuple[int, ...]
    Settled: TypeAlias = tuple[Holdings, TimeLeft]

TURNS: Final = frozenset({"influence", "build", "recruit", "bid"})
"""The decisions that a year consists of; all others come up between them, when cards and advisors act."""

_DEEPEST: Final = 1
"""So many questions in a row are answered by trying all answers."""

_MOST_TRIED: Final = 5000
"""So many answers to such questions are tried for one decision; then the first is taken."""

_MOST_ANSWERS: Final = 50
"""So many questions are answered before a position is valued as it is; nothing printed asks more often."""

_ENDLESS: Final = (-1000.0, 0.0, 0.0, 0.0, 0.0)
"""The value of an answer after which a card goes on without end."""

MOST_WORK: Final = 20_000
"""So much work one choice may cause: after that, what has not been looked at counts as no better."""

CROWD: Final = 50
"""From so many answers on, a question counts for more than one, by the square: all of them must be found."""

_OWED: Final = -1
"""What stands among the answers where one is still owed."""


def owed(given: Sequence[int]) -> int:
    """Find the first decision that is still owed."""
    return given.index(_OWED)


class Lookahead:
    """Compares the answers to one decision of one seat."""

    def __init__(self, seat: int, valuation: Valuation) -> None:
        self._seat = seat
        self._valuation = valuation
        self._facts: RuleFacts = valuation.facts
        self._pip: float = valuation.weights.pip
        self._random = RandomNumbers(0)
        self._tries = _MOST_TRIED
        self._answers: dict[tuple[int, ...], int] = {}
        self.left = MOST_WORK

    def asked(self, ask: Ask) -> bool:
        """Count the work of a question, and return whether there may be more."""
        crowd = len(ask.options) // CROWD
        self.left -= 1 + crowd * crowd
        return self.left > 0

    def stated(self, options: Sequence[Action], state: State, kind: str) -> list[Settled] | None:
        """Return what the seat has after every answer, if every answer states what it brings."""
        holdings = holdings_of(state.players[self._seat], self._facts)
        time_left = self._facts.time_left(state.year, state.phase, kind)
        found: list[Settled] = []
        for option in options:
            after = holdings_after(option, holdings, self._facts)
            if after is None:
                return None
            found.append((after, time_left))
        return found

    def tried(self, options: Sequence[Action], player: str, guesses: Sequence[Position]) -> list[Values]:
        """Return what every answer of a player leads to, on average over guesses."""
        found: list[Values] = []
        for option in options:
            if found and self.left <= 0:
                return [*found, *[min(found)] * (len(options) - len(found))]
            try:
                found.append(self._average(option, player, guesses))
            except Runaway:  # a card goes on without end: any other answer is better
                found.append(_ENDLESS)
        return found

    def _average(self, option: Action, player: str, guesses: Sequence[Position]) -> Values:
        points = goods = extras = abilities = winter = 0.0
        for guess in guesses:
            after = guess.copy()
            after.step(option, player)
            state = state_in(after)
            found = self.settled(state)
            mine = state.players[self._seat]
            pips = mine.dice.total
            points += found[0]
            goods += found[1]
            extras += found[2] + self._pip * pips
            abilities += found[3]
            winter += found[4]
        count = len(guesses)
        return points / count, goods / count, extras / count, abilities / count, winter / count

    def settled(self, state: State, depth: int = 0) -> Values:
        """Return the value of a position once nothing is asked between turns; dice in hand count nothing."""
        for _ in range(_MOST_ANSWERS):
            if not state.asks:
                break
            which = owed(state.given)
            ask = state.asks[which]
            if ask.kind in TURNS or not self.asked(ask):
                break
            answer(state, which, self._answered(state, which, ask, depth))
        time_left = self._facts.time_left(state.year, state.phase)
        return self._valuation.values(holdings_of(state.players[self._seat], self._facts), time_left)

    def _answered(self, state: State, which: int, ask: Ask, depth: int) -> int:
        """Answer for this seat what is worth most; decline for others; draw for chance."""
        options = ask.options
        if ask.seat == CHANCE:
            return self._random.weighted(ask.weights or (1,) * len(options))
        if ask.seat != self._seat:
            return len(options) - 1
        stated = self.stated(options, state, ask.kind)
        if stated is not None:
            return highest([self._valuation.worth(after, time_left) for after, time_left in stated])
        # The same question is answered alike as long as the seat has the same, and not thought about again.
        player = state.players[ask.seat]
        key = ask.source, state.phase, len(options), player.cards, *player.stock
        found = self._answers.get(key)
        if found is None:
            if depth == _DEEPEST or len(options) > self._tries:
                return len(options) - 1 if ask.kind == "use" else 0
            self._tries -= len(options)
            tried = [self._after(state, which, option, depth) for option in range(len(options))]
            found = self._answers[key] = highest(tried)
        return found

    def _after(self, state: State, which: int, option: int, depth: int) -> float:
        after = state.copy()
        answer(after, which, option)
        return total(self.settled(after, depth + 1))


# Placing dice: a search through every way to place the dice that are left
#
# The search plays in a guessed position in which the rivals pass. What they might do is a risk: an advisor
# that a rival's dice can reach may be taken before it is this player's turn again. So the search takes
# contested advisors first. The last option of a decision to place dice is to pass.


_RISK: Final = 0.3
"""How likely a rival takes an advisor that their dice can reach, before it is this player's turn again."""


_MOST_PLACEMENTS: Final = 2000
"""So many sets of placements are looked at. Printed cards come to some 120; packs may give many more dice."""


class PlacementSearch:
    """The search for one decision of a seat, in a guess."""

    def __init__(self, seat: int, guess: State, lookahead: Lookahead) -> None:
        self._seat = seat
        self._guess = guess
        self._phase = guess.phase
        self._lookahead = lookahead
        self._risks = risks_of(seat, guess)
        self._numbers: dict[tuple[object, ...], int] = {}
        self._by_object: dict[int, tuple[Influence, int]] = {}
        self.known: dict[Numbers, float] = {}
        """The values of sets of placements, by their numbers: their order makes no difference."""

    def values(self, options: Sequence[Action]) -> list[float]:
        """Return the values of the options of the decision.

        Raises:
            IllegalAction: One of them is not offered in the guess.
        """
        offered = self._guess.asks[owed(self._guess.given)].options
        found: list[float] = []
        stop: float | None = None
        for k, option in enumerate(options):
            # A guess offers the same in the same order: to look for each among thousands would take minutes.
            number = k if k < len(offered) and offered[k] == option else option_of(offered, option)
            if number < 0:
                raise IllegalAction(NotOffered(), option)
            if isinstance(option, Influence) and self._lookahead.left > 0:
                found.append(self._outlook(self._guess, number, option, ()))
            else:
                stop = self._stop(self._guess) if stop is None else stop
                found.append(stop)
        return found

    def brings(self, option: Influence) -> tuple[Values, Values]:
        """Return the values if nothing is placed after an option, and if nothing is placed at all."""
        after = self._guess.copy()
        Position(after).step(option)
        placed = after if self._rivals_pass(after) is None else self._stopped(after)
        return self._lookahead.settled(placed), self._lookahead.settled(self._stopped(self._guess))

    def risk(self, option: Influence) -> float:
        """Return how likely it is that somebody takes the advisor first; the envoy finds room anyway."""
        return 0.0 if option.envoy else self._risks.get(option.advisor, 0.0)

    def _outlook(self, state: State, number: int, option: Influence, placed: Numbers) -> float:
        """Return the value of the best that can follow an option."""
        placed = tuple(sorted([*placed, self._number(option)]))
        found = self.known.get(placed)
        if found is None:
            found = self.known[placed] = self._explored(state, number, placed)
        return found

    def _explored(self, state: State, first: int, placed: Numbers) -> float:
        after = state.copy()
        answer(after, owed(after.given), first)
        ask = self._rivals_pass(after)
        if ask is None:
            return total(self._lookahead.settled(after))
        stop = best = self._stop(after)
        if len(self.known) >= _MOST_PLACEMENTS:
            return stop
        for number, further in enumerate(ask.options):
            if isinstance(further, Influence) and self._lookahead.left > 0:
                risk = self.risk(further)
                value = (1 - risk) * self._outlook(after, number, further, placed) + risk * stop
                best = max(best, value)
        return best

    def _stop(self, state: State) -> float:
        """Return the value of a position in which this player places nothing more."""
        return total(self._lookahead.settled(self._stopped(state)))

    def _stopped(self, state: State) -> State:
        after = state.copy()
        _pass(after)
        self._rivals_pass(after)
        return after

    def _rivals_pass(self, state: State) -> Ask | None:
        """Pass for the others until this player places dice again; return None if they do not this season."""
        while state.asks:
            ask = state.asks[owed(state.given)]
            if ask.kind != "influence" or not self._lookahead.asked(ask):
                return None
            if ask.seat == self._seat:
                return ask if state.phase == self._phase else None
            _pass(state)
        return None

    def _number(self, option: Influence) -> int:
        """Number placements, so that equal ones have the same number; to compare them takes longer."""
        known = self._by_object.get(id(option))
        if known is not None:
            return known[1]
        key = (option.advisor, option.dice, option.bonus, option.plus2, option.via, option.envoy)
        number = self._numbers.setdefault(key, len(self._numbers))
        self._by_object[id(option)] = option, number  # the option is kept, so that no other gets its place
        return number


def _pass(state: State) -> None:
    which = owed(state.given)
    answer(state, which, len(state.asks[which].options) - 1)


def risks_of(seat: int, state: State) -> dict[str, float]:
    """Estimate how likely each advisor is to be taken by somebody else; the dice of rivals are open."""
    plus2 = state.compiled.resource["plus2"]
    reach = [_reach(rival, plus2) for who, rival in enumerate(state.players) if who != seat]
    risks: dict[str, float] = {}
    for place in state.compiled.places:
        risks[place.name] = 1 - (1 - _RISK) ** sum([place.rank in totals for totals in reach])
    return risks


def _reach(rival: Player, plus2: int) -> set[int]:
    """List the totals that a rival's dice can make, also with a token."""
    totals: set[int] = set()
    for die in rival.dice.own:
        totals |= {die, *[total + die for total in totals]}
    for die in rival.dice.bonus:
        totals |= {total + die for total in totals}
    return totals | {total + 2 for total in totals} if rival.stock[plus2] else totals
