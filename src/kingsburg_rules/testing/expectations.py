"""What an example expects, compared with what came of it; and texts that are no actions at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.engine.actions import Build, Give, Influence, Pay, Take, Trade, Use
from kingsburg_rules.engine.errors import IllegalAction, unknown
from kingsburg_rules.game.notation import parse
from kingsburg_rules.language.examples import SEATS, Holding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.engine.actions import Action, Bag
    from kingsburg_rules.language.examples import Example, Expect
    from kingsburg_rules.testing.situation import Situation

RESOURCES_HELD = ("vp", "gold", "wood", "stone", "plus2", "soldier", "bonus_die", "envoy")


def holding_of(of: object, seat: str) -> Holding:
    """Give what an example says of a seat; nothing said is an empty holding."""
    found = getattr(of, seat)
    return found if isinstance(found, Holding) else Holding()


def differences(situation: Situation, card: str, example: Example) -> list[str]:
    """Say what is other than an example of a card expects."""
    expect = example.expect
    failures = [*_asked(situation, expect), *_on_the_table(situation, card, expect)]
    for seat in SEATS[: example.given.players]:
        failures += _held(situation, seat, holding_of(expect, seat))
    if situation.results_left:
        failures.append(f"{situation.results_left} of the given results of chance were not needed")
    if situation.results_drawn:
        failures.append(f"{situation.results_drawn} more results of chance were needed: give rolls or draws")
    return failures


def _asked(situation: Situation, expect: Expect) -> Iterator[str]:
    asked = {decision.player for decision in situation.pending} or {"nobody"}
    if expect.asked is not None and expect.asked not in asked:
        yield f"{expect.asked} should be asked, not {' and '.join(sorted(asked))}"


def _on_the_table(situation: Situation, card: str, expect: Expect) -> Iterator[str]:
    state, name = situation.state, situation.rules.table.cards[situation.rules.table.card[card]].name
    held_by_all = set[str].intersection(*({*player.cards} for player in state.players))
    for missing in {*expect.in_force} - {*state.in_force} - held_by_all:
        yield f"{missing} should be in force"
    if expect.tiles is not None:
        yield from _other("tiles", expect.tiles, state.tiles.values())
    if expect.gifts is not None:
        gifts = [f"{at} {resource} {count}" for at, bag in expect.gifts for resource, count in bag]
        yield from _other("gifts", gifts, [" ".join(map(str, gift)) for gift in state.gifts])
    if expect.marks is not None:
        marks = [f"{seat} {at}" for seat in SEATS for at in getattr(expect.marks, seat)]
        there = [f"{who} {at}" for by, who, at, count in state.marks for _ in range(count) if by == name]
        yield from _other("markers", marks, there)
    if expect.order is not None and expect.order != state.turn_order:
        yield f"the turn order should be {_seats(expect.order)}, is {_seats(state.turn_order)}"
    if expect.winners is not None and expect.winners != state.winners:
        yield f"{_seats(expect.winners)} should have won, not {_seats(state.winners)}"
    for what, number in expect.memory:
        found = _remembered(situation, card, name, what)
        if found != number:
            yield f"the card should remember {what} {number}, remembers {found}"


def _seats(seats: tuple[str, ...]) -> str:
    return ", ".join(seats) or "nobody"


def _other(what: str, wanted: Iterable[str], found: Iterable[str]) -> Iterator[str]:
    """Say what lies there, if it is other than what should."""
    should, does = (", ".join(sorted(names)) or "none" for names in (wanted, found))
    if should != does:
        yield f"the {what} {should} should lie there, not {does}"


def _remembered(situation: Situation, card: str, name: str, what: str) -> int | None:
    """Find a number that a card remembers for its owner or for all; None if it remembers no such thing."""
    table = situation.rules.table
    starts = {m.name: m.start for m in table.memories if m.card == table.card[card]}
    state = situation.state
    kept = {**state.memory.get(name, {}), **state.player(SEATS[0]).memory.get(name, {})}
    return kept.get(what, starts.get(what))


def _held(situation: Situation, seat: str, wanted: Holding) -> list[str]:
    found = situation.state.player(seat)
    there = {name: situation.has(seat, name) for name in RESOURCES_HELD}
    pairs: list[tuple[str, object, object]] = [
        (name, getattr(wanted, name), count) for name, count in there.items()
    ]
    pairs += [(name, count, situation.has(seat, name)) for name, count in wanted.resources]
    pairs += [
        ("strength", wanted.strength, found.strength),
        ("dice", _sorted(wanted.dice), found.dice),
        ("bonus", _sorted(wanted.bonus), found.bonus),
        ("buildings", _sorted(wanted.buildings), _sorted(found.buildings)),
        ("strips", _sorted(wanted.strips), _sorted(found.strips)),
        ("cards", _sorted(wanted.cards), _sorted(found.cards)),
        ("hand", _sorted(wanted.hand), _sorted(situation.hand(seat))),
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


SHORT = ("build", "influence")
"""What may be written without price or dice."""


def nonsense_in(rules: Rules, text: str) -> str | None:
    """Say why a text is no action by these rules: its form, or a name in it; None if it may be one."""
    words = text.split()
    try:
        names = [*_names(rules, parse(text))]
    except IllegalAction as error:
        if len(words) != len(SHORT) or words[0] not in SHORT:
            return error.violation.message
        names = [(words[1], _buildings(rules) if words[0] == "build" else _advisors(rules))]
    return next((unknown(name, known) for name, known in names if name not in known), None)


def _names(rules: Rules, action: Action) -> Iterator[tuple[str, set[str]]]:
    """List the names in an action with those that there are."""
    bags: tuple[Bag, ...] = ()
    match action:
        case Influence():
            yield action.advisor, _advisors(rules)
            if action.via is not None:
                yield action.via, set(rules.table.card)
        case Build():
            yield action.building, _buildings(rules)
            bags = (action.pay,)
        case Use():
            yield action.card, set(rules.table.card)
            bags = (action.pay,)
        case Take():
            bags = (action.gain,)
        case Give():
            bags = (action.lose,)
        case Pay():
            bags = (action.price,)
        case Trade():
            bags = (action.pay, action.gain)
        case _:
            pass
    for bag in bags:
        for name, _ in bag:
            yield name, set(rules.table.resource)


def _advisors(rules: Rules) -> set[str]:
    return {place.name for place in rules.table.places}


def _buildings(rules: Rules) -> set[str]:
    return {building.name for building in rules.table.buildings.values()}
