"""This year's battle, as far as one seat can foresee it: who may come, and how it may end.

The winter is played in copies, one for every enemy that may be behind the hidden cards and for every result
of chance. So all cards count that are in play, those of fans too, and nothing is looked at that the seat does
not know. Whoever is asked something on the way uses nothing that he may leave; where the player himself must
choose, every choice has its own odds.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from attrs import frozen

from kingsburg_rules.engine.actions import DONE, PASS
from kingsburg_rules.engine.enemies import enemy_total
from kingsburg_rules.engine.errors import Runaway
from kingsburg_rules.engine.events import EnemyJoined, EnemyRevealed, Fought, Gained, Lost
from kingsburg_rules.engine.loop import answer, run
from kingsburg_rules.engine.state import AUTOMATION, CHANCE, DEFEAT, OUTCOMES, TIE, VICTORY, Setup, State
from kingsburg_rules.engine.table import NOBODY, PC, PROGRAM
from kingsburg_rules.game.moments import moment, steps_in
from kingsburg_rules.language.course import Phase
from kingsburg_rules.procedures.battle import Fight

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.engine.events import Event
    from kingsburg_rules.language.registry import Step

MOST_COURSES = 50_000
"""So many courses of a winter are looked at; content that has more is refused."""

SOLDIER = "soldier"


@frozen
class Threat:
    """Enemies that may fight in this year's battle: all cards, how strong they are together, how likely."""

    enemies: tuple[str, ...]
    strength: int
    probability: Fraction


@frozen
class Odds:
    """How likely each end of a battle is, if the player chooses so in winter; mostly there is no choice."""

    victory: Fraction
    tie: Fraction
    defeat: Fraction
    choice: tuple[str, ...] = ()


class End(NamedTuple):
    """A course that the winter may take: how likely it is, who came, how it ended, what the player chose.

    `gained` is how many soldiers came to the player on the way.
    """

    weight: Fraction
    enemies: tuple[str, ...]
    strength: int
    enemy_strength: int
    outcome: str
    gained: int
    choice: tuple[str, ...]


def threats_of(rules: Rules, state: State, seat: int) -> tuple[Threat, ...]:
    """List who may come, the weakest first; nobody before the first year and when the battle is over."""
    ends = [end for pair in _pairs(state, seat) for end in _Winter(rules, state, seat, pair).ends()]
    total = sum((end.weight for end in ends), Fraction(0))
    found: dict[tuple[int, tuple[str, ...]], Fraction] = {}
    for end in ends:
        key = end.enemy_strength, end.enemies
        found[key] = found.get(key, Fraction(0)) + end.weight / total
    return tuple(Threat(enemies, strength, found[strength, enemies]) for strength, enemies in sorted(found))


def odds_of(
    rules: Rules, state: State, seat: int, strength: int | None, soldiers: int | None
) -> tuple[Odds, ...]:
    """Work out how the battle may end, for every choice that the player has; nothing if there is none."""
    found: dict[tuple[str, ...], dict[str, Fraction]] = {}
    for pair in _pairs(state, seat):
        winter = _Winter(rules, state, seat, pair)
        for end in winter.ends(soldiers) if strength is None else winter.ends_with(strength):
            shares = found.setdefault(end.choice, dict.fromkeys(OUTCOMES, Fraction(0)))
            shares[end.outcome] += end.weight
    return tuple(_odds(shares, choice) for choice, shares in found.items())


def _odds(shares: dict[str, Fraction], choice: tuple[str, ...]) -> Odds:
    total = sum(shares.values(), Fraction(0))
    victory, tie, defeat = (shares[OUTCOMES[end]] / total for end in (VICTORY, TIE, DEFEAT))
    return Odds(victory, tie, defeat, choice)


def _pairs(state: State, seat: int) -> list[tuple[int, int]]:
    """List what the cards of this year may be in both decks of enemies; NOBODY where there is no second."""
    if not state.year:
        return []
    year = state.year
    firsts = _cards(state, seat, state.enemies, year)
    seconds = _cards(state, seat, state.further, year) if state.further else [NOBODY]
    return [(first, second) for first in firsts for second in seconds if first != second]


def _cards(state: State, seat: int, deck: tuple[int, ...], year: int) -> list[int]:
    known = {*state.past, *state.revealed, *state.players[seat].seen}
    if deck[year - 1] in known:
        return [deck[year - 1]]
    enemies = state.table.enemies
    return [card for card in sorted(enemies) if enemies[card].year == year and card not in known]


class _Winter:
    """The winter of one year with certain enemies, played in copies."""

    def __init__(self, rules: Rules, state: State, seat: int, pair: tuple[int, int]) -> None:
        self.rules, self.state, self.seat, self.pair = rules, state, seat, pair
        self.name = state.setup.players[seat]
        self.soldier = state.table.resource[SOLDIER]
        self.courses = 0

    def ends_with(self, strength: int) -> list[End]:
        """Play it as if the player had a strength before the winter, soldiers and what cards add together."""
        held = self.state.players[self.seat].stock[self.soldier]
        added = {end.strength - end.gained - held for end in self.ends()}
        tried = (end for more in sorted(added) for end in self.ends(strength - more))
        return [end for end in tried if end.strength - end.gained == strength]

    def ends(self, soldiers: int | None = None) -> list[End]:
        """Play it in all its courses, with the player's soldiers or with another number of them."""
        self.courses = 0
        if self.state.players[self.seat].outcome != NOBODY:
            return [self._fought()]
        began = self._begun(soldiers)
        return [] if began is None else [*self._courses(began, Fraction(1), ())]

    def _fought(self) -> End:
        """Tell the end of a battle that has been fought already."""
        player, table = self.state.players[self.seat], self.rules.table
        enemies = tuple(table.cards[card].name for card in self.state.revealed)
        total = enemy_total(self.state, self.seat)
        return End(Fraction(1), enemies, player.strength, total, OUTCOMES[player.outcome], 0, ())

    def _begun(self, soldiers: int | None) -> State | None:
        """Make the copy and begin; nothing if the battle is over."""
        phase, now = self._place()
        if phase is None or now is None:
            return None
        new = self.state.copy()
        names = new.setup.players
        new.setup = Setup(names, (sum(AUTOMATION.values()),) * len(names), chance_asked=True)
        new.streams, new.feed, new.notes = {}, (), []
        self._lay(new)
        if soldiers is not None:
            new.players[self.seat].stock[self.soldier] = soldiers
        if now:
            pending = zip(new.asks, new.given, strict=True)
            new.given = tuple(k if ask.seat == self.seat else NOBODY for ask, k in pending)
        else:
            new.asks, new.given = (), ()
            new.stack = [moment(self.rules, phase.id).frame(NOBODY)]
            run(new)
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
        origin = self.rules.table.programs[calendar[PROGRAM]].origins[calendar[PC] - 1]
        here = next((at for at, step in enumerate(steps) if f"{origin}/".startswith(f"{step.at}/")), None)
        if here is None:
            return phase, None
        return phase, here == at if here <= at else None

    def _is_battle(self, steps: Sequence[Step]) -> bool:
        return any(isinstance(step, Fight) for step in steps_in(self.rules, steps))

    def _lay(self, new: State) -> None:
        """Put the enemies of this winter where the hidden cards lie."""
        year = new.year - 1
        first, second = self.pair
        deck = [*new.enemies]
        deck[year] = first
        new.enemies = tuple(deck)
        if second != NOBODY:
            further = [*new.further]
            further[year] = second
            new.further = tuple(further)

    def _courses(self, state: State, weight: Fraction, choice: tuple[str, ...]) -> Iterator[End]:
        """Follow every course from here until the player's battle has been fought."""
        end = self._end(state, weight, choice)
        if end is not None or not state.asks:
            yield from [end] if end is not None else ()
            return
        self.courses += 1
        if self.courses > MOST_COURSES:
            raise Runaway("engine.courses", f"This winter has more than {MOST_COURSES} courses to look at.")
        which = state.given.index(NOBODY)
        for k, share in self._answers(state, which):
            new = state.copy()
            new.notes = [*(state.notes or ())]
            chosen = state.asks[which].options[k]
            mine = state.asks[which].seat == self.seat and chosen not in (DONE, PASS)
            answer(new, which, k)
            yield from self._courses(new, weight * share, (*choice, str(chosen)) if mine else choice)

    def _answers(self, state: State, which: int) -> list[tuple[int, Fraction]]:
        """List the answers to look at, each with its share of what was likely so far."""
        ask = state.asks[which]
        if ask.seat == CHANCE:
            weights = ask.weights or (1,) * len(ask.options)
            return [(k, Fraction(each, sum(weights))) for k, each in enumerate(weights)]
        declined = [(k, Fraction(1)) for k, option in enumerate(ask.options) if option in (DONE, PASS)]
        if declined:
            return declined
        return [(k, Fraction(1)) for k in range(len(ask.options) if ask.seat == self.seat else 1)]

    def _end(self, state: State, weight: Fraction, choice: tuple[str, ...]) -> End | None:
        notes = state.notes or []
        battles = [at for at, e in enumerate(notes) if isinstance(e, Fought) and e.player == self.name]
        if not battles:
            return None
        fought = notes[battles[0]]
        assert isinstance(fought, Fought)
        before = notes[: battles[0]]
        enemies = [self.rules.table.cards[card].name for card in self.state.revealed]
        enemies += [e.enemy for e in before if isinstance(e, EnemyRevealed)][: 0 if enemies else 1]
        enemies += [e.enemy for e in before if isinstance(e, EnemyJoined)]
        gained = sum(self._soldiers(event) for event in before)
        return End(
            weight, tuple(enemies), fought.strength, fought.enemy_strength, fought.outcome, gained, choice
        )

    def _soldiers(self, event: Event) -> int:
        """Tell how many soldiers an event brings the player, or takes."""
        if not isinstance(event, Gained | Lost) or (event.player, event.resource) != (self.name, SOLDIER):
            return 0
        return event.amount if isinstance(event, Gained) else -event.amount
