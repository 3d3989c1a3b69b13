"""Playing the examples on cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.engine.errors import KingsburgError, SetupError, unknown
from kingsburg_rules.engine.table import NOBODY
from kingsburg_rules.language.examples import EXAMPLE, SEATS, Example, Holding, LeftPlays, Refuse
from kingsburg_rules.testing.situation import Has, Situation

if TYPE_CHECKING:
    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.language.cards import CardNode
    from kingsburg_rules.language.examples import Given, Play

_RESOURCES = ("vp", "gold", "wood", "stone", "plus2", "soldier", "bonus_die", "envoy")


@frozen
class ExampleResult:
    """How an example went; without failures it holds."""

    card: str
    example: Example
    failures: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether the example holds."""
        return not self.failures


def read_examples(card: CardNode) -> tuple[Example, ...]:
    """Read the examples of a card.

    Raises:
        ShapeError: An example does not have the right form.
    """
    return tuple(EXAMPLE.read(unread.data, unread.at) for unread in card.examples)


def play_example(rules: Rules, card: str, example: Example) -> ExampleResult:
    """Play an example and compare what came of it with what it expects."""
    failures: list[str] = []
    try:
        situation = _begin(rules, card, example)
        for play in example.play:
            failures += _play(situation, play)
        failures += _compare(rules, situation, example)
    except KingsburgError as error:
        failures.append(str(error))
    return ExampleResult(card, example, tuple(failures))


def _begin(rules: Rules, card: str, example: Example) -> Situation:
    given = example.given
    seats = SEATS[: given.players]
    return Situation(
        rules,
        example.at_,
        {seat: _has(_holding(given, seat)) for seat in seats},
        year=rules.table.enemies[rules.table.card[given.enemy]].year if given.enemy else given.year,
        enemy=given.enemy,
        rolls=(*given.draws, *given.rolls),
        in_force=given.in_force,
        tiles=given.tiles,
        prepare=lambda state: _prepare(rules, state, card, given),
    )


def _prepare(rules: Rules, state: State, card: str, given: Given) -> None:
    """Put down what belongs to the card: its memory, its markers; and the second enemy deck."""
    table, number = rules.table, rules.table.card[card]
    slots = {m.name: slot for slot, m in enumerate(table.memories) if m.card == number}
    for name, value in given.memory:
        if name not in slots:
            raise SetupError("example.memory", f"Memory {unknown(name, slots)}")
        state.memory[slots[name], NOBODY if table.memories[slots[name]].shared else 0] = value
    for seat, names in enumerate((given.marks.me, given.marks.left) if given.marks else ()):
        for name in names:
            place = next(place.index for place in table.places if place.name == name)
            state.marks = {**state.marks, (number, place, seat): 1}
    if given.further:
        cards = [0] * table.years
        cards[state.year - 1] = table.card[given.further]
        state.further = tuple(cards)


def _holding(of: object, seat: str) -> Holding:
    found = getattr(of, seat)
    return found if isinstance(found, Holding) else Holding()


def _has(holding: Holding) -> Has:
    amounts = {name: getattr(holding, name) for name in _RESOURCES}
    return Has(
        {name: count for name, count in amounts.items() if count is not None},
        holding.dice or (),
        holding.bonus or (),
        holding.buildings or (),
        holding.influenced or (),
        holding.strips or (),
        holding.cards or (),
    )


def _play(situation: Situation, play: Play) -> list[str]:
    seat = "left" if isinstance(play, LeftPlays) else "me"
    reason = situation.why_not(play.action, seat)
    if isinstance(play, Refuse):
        return [f"'{play.action}' should not be possible, but is"] if reason is None else []
    if reason is not None:
        return [f"'{play.action}' is not possible: {reason.message}"]
    situation.play(play.action, seat)
    return []


def _compare(rules: Rules, situation: Situation, example: Example) -> list[str]:
    expect = example.expect
    failures: list[str] = []
    if expect.asked is not None:
        asked = {decision.player for decision in situation.pending} or {"nobody"}
        if expect.asked not in asked:
            failures.append(f"{expect.asked} should be asked, not {' and '.join(sorted(asked))}")
    for seat in SEATS[: example.given.players]:
        failures += _compare_holding(situation, seat, _holding(expect, seat))
    if situation.results_left:
        failures.append(f"{situation.results_left} of the given rolls were not needed")
    del rules
    return failures


def _compare_holding(situation: Situation, seat: str, wanted: Holding) -> list[str]:
    found = situation.state.player(seat)
    there = {name: situation.has(seat, name) for name in _RESOURCES}
    pairs: list[tuple[str, object, object]] = [
        (name, getattr(wanted, name), count) for name, count in there.items()
    ]
    pairs += [
        ("strength", wanted.strength, found.strength),
        ("dice", _sorted(wanted.dice), found.dice),
        ("bonus", _sorted(wanted.bonus), found.bonus),
        ("buildings", _sorted(wanted.buildings), _sorted(found.buildings)),
        ("seen", _sorted(wanted.seen), tuple(sorted(situation.seen(seat)))),
        ("influenced", _sorted(wanted.influenced), _influenced(situation, seat)),
    ]
    return [
        f"{seat} should have {name} {want}, has {has}" for name, want, has in pairs if want not in (None, has)
    ]


def _sorted(items: tuple[int, ...] | tuple[str, ...] | None) -> object:
    return None if items is None else tuple(sorted(items))


def _influenced(situation: Situation, seat: str) -> object:
    return tuple(sorted(dice.advisor for dice in situation.state.advisors if dice.player == seat))
