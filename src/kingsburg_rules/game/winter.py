"""This year's battle, as far as one seat can foresee it: the winter, played in copies of the position.

There is a copy for every enemy that the hidden cards may be and for every result of chance, so all cards in
play count, including those of fan packs, and nothing is revealed that the seat does not know. Optional
abilities are not used on the way. If the player must choose something, every choice is followed.

Three things keep it fast. All enemies share what is played until somebody turns over or looks at a hidden
card. Courses of the winter that lead to the same position go on as one. And a course is over as soon as the
player's own battle is decided.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from kingsburg_rules.engine.actions import DONE, PASS
from kingsburg_rules.engine.compiled_rules import NOBODY, PC, PROGRAM
from kingsburg_rules.engine.errors import Runaway
from kingsburg_rules.engine.loop import TURN, call, carry_out, check_limits
from kingsburg_rules.engine.state import AUTOMATION, CHANCE, Setup
from kingsburg_rules.engine.stats import enemy_total
from kingsburg_rules.game.phases import moment, steps_in
from kingsburg_rules.language.battle import Fight
from kingsburg_rules.language.calendar import Phase

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.engine.actions import AnyAction
    from kingsburg_rules.engine.state import Ask, State
    from kingsburg_rules.language.registry import Step

_MOST_WORK: Final = 20_000_000
"""The budget for all courses of a winter together: that of forty answers."""

MOST_COURSES = 50_000
"""The limit on the courses of a winter that are examined; content with more is refused."""

SOLDIER = "soldier"
CERTAIN = Fraction(1)


class WinterEnd(NamedTuple):
    """The end of a player's battle in one course of the winter, or in several that became one.

    It has the probability, compared with other ends; the enemies by name; both strengths, and the outcome;
    how many soldiers the player gained on the way; and what they chose. `pairs` are the numbers of the pairs
    of enemies with which it ends so, the `path` are the answers that led there.
    """

    weight: Fraction
    enemies: tuple[str, ...]
    strength: int
    enemy_strength: int
    outcome: int
    gained: int
    choice: tuple[AnyAction, ...]
    pairs: Sequence[int]
    path: tuple[int, ...]

    @property
    def place(self) -> tuple[int, ...]:
        """Its place among the ends if the winter were played out for one pair of enemies after the other."""
        return self.pairs[0], *self.path


class _Course(NamedTuple):
    """A course of the winter so far: where it stands, how likely it is, what was chosen and answered.

    `pair` is the number of the pair of enemies; NOBODY while that has made no difference.
    """

    state: State
    weight: Fraction
    pair: int
    choice: tuple[AnyAction, ...] = ()
    path: tuple[int, ...] = ()


class Winter:
    """The winter of this year, as one seat foresees it."""

    def __init__(self, rules: Rules, state: State, seat: int) -> None:
        self.rules, self.state, self.seat = rules, state, seat
        self.soldier = state.compiled.resource[SOLDIER]
        self.pairs = _pairs(state, seat)
        self.worked = 0

    def ends_with(self, strength: int) -> Iterator[WinterEnd]:
        """Play it as if the player had a strength before the winter, of soldiers and cards together.

        What cards add may depend on the enemies, and so does the number of soldiers that is still missing.
        """
        held = self._soldiers(self.state)
        added: dict[int, set[int]] = {}
        for end in self.ends():
            for pair in end.pairs:
                added.setdefault(pair, set()).add(end.strength - end.gained - held)
        for more in sorted({*chain(*added.values())}):
            for end in self.ends(strength - more):
                pairs = [pair for pair in end.pairs if more in added[pair]]
                if pairs and end.strength - end.gained == strength:
                    weight = end.weight * Fraction(len(pairs), len(end.pairs))
                    yield end._replace(weight=weight, pairs=pairs, path=(more, *end.path))

    def ends(self, soldiers: int | None = None) -> list[WinterEnd]:
        """Play all its courses, with the player's soldiers or with another number of them."""
        if self._is_decided(self.state):
            return [self._end(_Course(self.state, CERTAIN, 0), self._soldiers(self.state))]
        began = self._begun(self._soldiers(self.state) if soldiers is None else soldiers)
        if began is None:
            return []
        held = self._soldiers(began)
        pair = NOBODY if len(self.pairs) > 1 else self._lay(began, 0)
        self._run(began, pair)
        return [self._end(course, held) for course in self._decided([_Course(began, CERTAIN, pair)])]

    def _begun(self, soldiers: int) -> State | None:
        """Begin the winter in a copy, or go on with it; None before the first year and after the battle."""
        phase, now = self._place()
        if not self.pairs or phase is None or now is None:
            return None
        new = self.state.copy()
        names = new.setup.players
        # All is automated, and chance answers like a player: so each of its results is a course of its own.
        new.setup = Setup(names, (sum(AUTOMATION.values()),) * len(names), chance_asked=True)
        new.streams, new.scripted_results = {}, ()
        new.players[self.seat].stock[self.soldier] = soldiers
        if now:
            pending = zip(new.asks, new.given, strict=True)
            new.given = tuple(k if ask.seat == self.seat else NOBODY for ask, k in pending)
        else:
            new.asks, new.given, new.stack = (), (), []
            call(new, moment(self.rules, phase.id), NOBODY)
        return new

    def _place(self) -> tuple[Phase | None, bool | None]:
        """Find the phase of the battle, and whether it is now (True), ahead (False) or over (None)."""
        steps = self.rules.calendar.year
        inside = [step.do if isinstance(step, Phase) else () for step in steps]
        at = next((at for at, do in enumerate(inside) if self._is_battle(do)), None)
        phase = None if at is None else steps[at]
        if at is None or not isinstance(phase, Phase) or not self.state.stack:
            return None, None
        calendar = self.state.stack[0]
        origin = self.rules.compiled.programs[calendar[PROGRAM]].origins[calendar[PC] - 1]
        here = next((at for at, step in enumerate(steps) if f"{origin}/".startswith(f"{step.at}/")), None)
        if here is None:
            return phase, None
        return phase, here == at if here <= at else None

    def _is_battle(self, steps: Sequence[Step]) -> bool:
        return any(isinstance(step, Fight) for step in steps_in(self.rules, steps))

    def _is_decided(self, state: State) -> bool:
        return state.players[self.seat].outcome != NOBODY and not state.skirmish

    def _soldiers(self, state: State) -> int:
        return state.players[self.seat].stock[self.soldier]

    def _lay(self, new: State, pair: int) -> int:
        """Put a pair of enemies in place of the hidden cards of this year; give its number."""
        # The hidden cards of the game are not looked at: each card that could be there is tried.
        first, second = self.pairs[pair]
        at = new.year - 1
        new.enemies = (*new.enemies[:at], first, *new.enemies[at + 1 :])
        if second != NOBODY:
            new.second_deck = (*new.second_deck[:at], second, *new.second_deck[at + 1 :])
        return pair

    def _decided(self, courses: list[_Course]) -> Iterator[_Course]:
        """Follow all courses, one answer or one look at a hidden card further at a time."""
        examined = 0
        while courses:
            further: dict[Hashable, _Course] = {}
            for course in chain.from_iterable(map(self._further, courses)):
                examined += 1
                if examined > MOST_COURSES:
                    message = f"This winter has more than {MOST_COURSES} courses to examine."
                    raise Runaway("engine.courses", message)
                if self._is_decided(course.state):
                    yield course
                else:
                    _join(further, course)
            courses = [*further.values()]

    def _further(self, course: _Course) -> Iterable[_Course]:
        """Go on in every way; a course that passes without a battle of the player leads nowhere."""
        state = course.state
        if self._is_decided(state):
            return (course,)
        if not state.stack or state.year != self.state.year:
            return ()
        return self._answered(course) if state.asks else self._laid(course)

    def _laid(self, course: _Course) -> Iterator[_Course]:
        """Go on with each pair of enemies: now it matters which it is."""
        state, weight, _, choice, path = course
        for pair, new in _copies(state, range(len(self.pairs))):
            self._run(new, self._lay(new, pair))
            yield _Course(new, weight / len(self.pairs), pair, choice, path)

    def _answered(self, course: _Course) -> Iterator[_Course]:
        """Go on with each answer to the first question."""
        state, weight, pair, choice, path = course
        which = state.given.index(NOBODY)
        ask = state.asks[which]
        shares = self._answers(ask)
        for k, new in _copies(state, shares):
            action = ask.options[k]
            mine = ask.seat == self.seat and action not in (DONE, PASS)
            _take(new, which, k)
            self._run(new, pair)
            chosen = (*choice, action) if mine else choice
            yield _Course(new, weight * shares[k], pair, chosen, (*path, k))

    def _answers(self, ask: Ask) -> dict[int, Fraction]:
        """List the answers to examine, each with its share of the probability so far."""
        if ask.seat == CHANCE:
            weights = ask.weights or (1,) * len(ask.options)
            total = sum(weights)
            return {k: Fraction(each, total) for k, each in enumerate(weights)}
        # What others choose is not foreseen: their first option stands for all.
        declined = [k for k, option in enumerate(ask.options) if option in (DONE, PASS)]
        return dict.fromkeys(declined or range(len(ask.options) if ask.seat == self.seat else 1), CERTAIN)

    def _run(self, state: State, pair: int) -> None:
        """Run until somebody is asked, the battle is decided, or the enemies matter and are still open."""
        # The loop of the engine, but for where it stops.
        stack, codes, player = state.stack, state.compiled.codes, state.players[self.seat]
        stops = state.compiled.peeks_at_hidden if pair == NOBODY else ()
        before = state.budget = max(0, min(state.compiled.limits.work, _MOST_WORK - self.worked))
        while stack and not state.asks:
            frame = stack[-1]
            code = codes[frame[PROGRAM]]
            ended = False
            while not ended:
                pc = frame[PC]
                if (player.outcome != NOBODY and not state.skirmish) or code[pc] in stops:
                    self.worked += before - state.budget
                    return
                frame[PC] = pc + 1
                ended = bool(code[pc](state, frame))
            state.budget -= TURN
            check_limits(state)
        self.worked += before - state.budget

    def _end(self, course: _Course, held: int) -> WinterEnd:
        """Describe how the battle ends; `held` is how many soldiers the player had before the winter."""
        state, weight, pair, choice, path = course
        player, cards = state.players[self.seat], self.rules.compiled.cards
        return WinterEnd(
            weight,
            tuple(cards[card].name for card in state.revealed),
            player.strength,
            enemy_total(state, self.seat),
            player.outcome,
            self._soldiers(state) - held,
            choice,
            range(len(self.pairs)) if pair == NOBODY else (pair,),
            path,
        )


def _pairs(state: State, seat: int) -> list[tuple[int, int]]:
    """List the pairs of this year's cards in both enemy decks; NOBODY if there is no second deck."""
    if not state.year:
        return []
    year = state.year
    firsts = _cards(state, seat, state.enemies, year)
    seconds = _cards(state, seat, state.second_deck, year) if state.second_deck else [NOBODY]
    return [(first, second) for first in firsts for second in seconds if first != second]


def _cards(state: State, seat: int, deck: tuple[int, ...], year: int) -> list[int]:
    known = {*state.out, *state.revealed, *state.players[seat].seen}
    if deck[year - 1] in known:
        return [deck[year - 1]]
    return [card for card in state.compiled.enemies_of(year) if card not in known]


def _copies(state: State, ways: Iterable[int]) -> Iterator[tuple[int, State]]:
    """List a position for each way to go on from one; the last is that one itself, which saves a copy."""
    # A copy is what costs most here.
    *others, last = ways
    for way in others:
        yield way, state.copy()
    yield last, state


def _take(state: State, which: int, k: int) -> None:
    """Take an answer without running on; several players' answers are carried out when all are given."""
    asks, given = state.asks, (*state.given[:which], k, *state.given[which + 1 :])
    if NOBODY in given:
        state.given = given
        return
    state.asks, state.given = (), ()
    carry_out(state, asks, given)


# Courses that lead to the same position


def _join(courses: dict[Hashable, _Course], new: _Course) -> None:
    """Add a course to others; with one that stands at the same position it becomes one."""
    key = (position_key(new.state), new.pair, new.choice)
    known = courses.get(key)
    if known is not None:
        # The smaller path keeps the ends in the order in which all winters would be played out.
        new = known._replace(weight=known.weight + new.weight, path=min(known.path, new.path))
    courses[key] = new


VALUES = (
    *("year", "phase", "season", "order", "groups", "taken", "enemies", "revealed", "second_deck"),
    *("foes", "skirmish", "display"),
    *("discard", "out", "in_force", "lasting", "spent", "leaving", "lent", "left", "given"),
    *("auction", "ending", "ended", "won"),
)
"""The parts of a position that never change themselves, and so can be compared as they are."""

SHARED = ("tiles", "enemy_types", "gifts", "labels", "marks", "piles", "stacks")
"""The parts that are replaced as a whole, so positions that have not changed them share one object."""

PLAYER_VALUES = (
    *(
        "dice",
        "locked",
        "aside",
        "cards",
        "strips",
        "hand",
        "shown",
        "spent",
        "plus2_used",
        "rerolls",
    ),
    *("built_this_season", "seen", "strength", "outcome", "against"),
)
"""The same of a player."""

_values, _shared, _player_values = attrgetter(*VALUES), attrgetter(*SHARED), attrgetter(*PLAYER_VALUES)


def position_key(state: State) -> Hashable:
    """Return a key that is equal for two positions only if the rest of the game is the same for both.

    It has all parts of a position but those that follow from the others: what the cards in play bring, and
    the options of the asks. It is for comparing positions that exist at the same time, with the same setup.
    """
    return (
        _values(state),
        *map(id, _shared(state)),  # two equal objects count as different: that only costs time
        *map(tuple, state.stack),
        *[(ask.seat, ask.kind, ask.source) for ask in state.asks],
        *state.memory.items(),
        *state.streams.items(),
        *[(_player_values(one), *one.stock, *one.score.items()) for one in state.players],
    )
