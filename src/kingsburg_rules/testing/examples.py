"""Playing the examples on cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.engine.errors import KingsburgError, SetupError, unknown
from kingsburg_rules.engine.table import NOBODY
from kingsburg_rules.language.examples import EXAMPLE, SEATS, Example, Holding, Refuse
from kingsburg_rules.testing.expectations import RESOURCES_HELD, differences, holding_of, nonsense_in
from kingsburg_rules.testing.situation import Has, Situation

if TYPE_CHECKING:
    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.language.cards import CardNode
    from kingsburg_rules.language.examples import Given, Play


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
            failures += _play(rules, situation, play)
        failures += differences(situation, card, example)
    except KingsburgError as error:
        failures.append(str(error))
    except Exception as error:  # whatever a card does to the machine is told, not suffered
        failures.append(f"the machine breaks on it: {type(error).__name__}: {error}")
    return ExampleResult(card, example, tuple(failures))


def _begin(rules: Rules, card: str, example: Example) -> Situation:
    given = example.given
    seats = SEATS[: given.players]
    return Situation(
        rules,
        example.at_,
        {seat: _has(holding_of(given, seat)) for seat in seats},
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
    for seat, marked in enumerate(SEATS):
        for name in getattr(given.marks, marked, ()):
            state.marks = {**state.marks, (number, _place(rules, name), seat): 1}
    for player, name in zip(state.players, SEATS, strict=False):
        player.hand = _hand(rules, holding_of(given, name).hand or ())
    for name, bag in given.gifts:
        for resource, count in bag:
            state.gifts = {**state.gifts, (_place(rules, name), table.resource[resource]): count}
    if given.further:
        cards = [0] * table.years
        cards[state.year - 1] = table.card[given.further]
        state.further = tuple(cards)


def _hand(rules: Rules, names: tuple[str, ...]) -> tuple[int, ...]:
    known = rules.table.card
    for name in names:
        if name not in known:
            raise SetupError("example.card", f"Card {unknown(name, known)}")
    return tuple(sorted(known[name] for name in names))


def _place(rules: Rules, name: str) -> int:
    places = {place.name: place.index for place in rules.table.places}
    if name not in places:
        raise SetupError("example.advisor", f"Advisor {unknown(name, places)}")
    return places[name]


def _has(holding: Holding) -> Has:
    amounts = {name: getattr(holding, name) for name in RESOURCES_HELD}
    return Has(
        {**{name: count for name, count in amounts.items() if count is not None}, **dict(holding.resources)},
        holding.dice or (),
        holding.bonus or (),
        holding.buildings or (),
        holding.influenced or (),
        holding.strips or (),
        holding.cards or (),
    )


def _play(rules: Rules, situation: Situation, play: Play) -> list[str]:
    seat = play.word if play.word in SEATS else "me"
    nonsense = nonsense_in(rules, play.action)
    if nonsense is not None:
        return [f"'{play.action}' says nothing: {nonsense}"]
    reason = situation.why_not(play.action, seat)
    if isinstance(play, Refuse):
        return [f"'{play.action}' should not be possible, but is"] if reason is None else []
    if reason is not None:
        return [f"'{play.action}' is not possible: {reason.message}"]
    situation.play(play.action, seat)
    return []
