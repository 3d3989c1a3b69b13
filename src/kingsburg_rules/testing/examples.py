"""Examples on cards: playing them, one by one or for whole packs, and comparing the results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from string import ascii_uppercase
from typing import TypeAlias

from attrs import evolve, frozen

from kingsburg_rules.content.assembly import overridden
from kingsburg_rules.content.built_in import edition_of
from kingsburg_rules.content.compiling import compile_again
from kingsburg_rules.content.linking import is_of_the_game
from kingsburg_rules.content.loading import load_rules
from kingsburg_rules.content.packs import Pack
from kingsburg_rules.content.rules import Rules, card_number
from kingsburg_rules.content.selection import Member, Shelf, with_needs
from kingsburg_rules.engine.actions import Action, AnyAction, Build, Pass, Use
from kingsburg_rules.engine.compiled_rules import COPY_SIGN, NOBODY, Memory
from kingsburg_rules.engine.errors import (
    ContentError,
    IllegalAction,
    KingsburgError,
    SetupError,
    expect,
    unknown,
)
from kingsburg_rules.engine.events import AbilityUsed, Passed
from kingsburg_rules.engine.fields import is_list, names_in
from kingsburg_rules.engine.roles import Role
from kingsburg_rules.engine.state import State
from kingsburg_rules.engine.violations import Violation
from kingsburg_rules.game.decisions import parse
from kingsburg_rules.game.position import state_in
from kingsburg_rules.language.cards import BuildingCard, CardNode, EnemyCard, TileCard
from kingsburg_rules.language.examples import (
    EVERYBODY,
    EXAMPLE,
    SEATS,
    Example,
    Expect,
    Given,
    Holding,
    Play,
    Refuse,
    Remembered,
)
from kingsburg_rules.language.registry import Node, is_tuple, items_of, keys_of
from kingsburg_rules.language.values import NAMES, NOTHING, NUMBERED
from kingsburg_rules.language.vocabulary import CARD, KINDS, NUMBER, PLACE, PLAYER, RESOURCE_KIND, ROW
from kingsburg_rules.testing.mutations import Mutant, can_do_something, mutants, rules_without
from kingsburg_rules.testing.situation import Has, Situation, another, number_of, numbers_of_places
from kingsburg_rules.text.describing import describe

Ids: TypeAlias = tuple[str, ...]
RulesWith: TypeAlias = Callable[[Ids, Ids], Rules]
"""A function that loads rules with further modules and variants."""

# Playing an example

DOES_NOT_HOLD = "test.example"
NOTHING_EXPECTED = "test.expects_nothing"
ABSENT = "test.absent"
HOLDS_WITHOUT = "test.holds_without"
FAILS_WITHOUT = "test.fails_without"


@frozen
class ExampleResult:
    """The result of an example; without failures, it holds and shows what its `works` says.

    A line of `play` that cannot be played is the only failure: what follows from it is left out. `at` points
    to what failed in the file: that line, what is expected, or the whole example. `code` is the kind of
    failure: `test.example` if the example does not hold.
    """

    card: str
    example: Example
    failures: tuple[str, ...]
    at: str = ""
    code: str = DOES_NOT_HOLD

    @property
    def passed(self) -> bool:
        """Return whether the example holds."""
        return not self.failures


def read_examples(card: CardNode) -> tuple[Example, ...]:
    """Read the examples of a card.

    Raises:
        ShapeError: An example does not have the right form.
        TypeError: `card` is not a card of `Rules.cards`.
    """
    expect(card, CardNode, "card")
    return tuple(EXAMPLE.read(unread.data, unread.at) for unread in card.examples)


def play_example(rules: Rules, card: str, example: Example) -> ExampleResult:
    """Play an example, compare the result with what it expects, and see that it shows something of its card.

    It must expect something, and its card must be there. It is played once more without what the card does:
    if the card works in it (`works: true`), it must then fail; if not, it must hold as before.

    Raises:
        SetupError: There is no such card.
        TypeError: `rules` are not rules, or `example` is not an example.
    """
    expect(rules, Rules, "rules")
    expect(example, Example, "example")
    number = card_number(rules, card)
    for seat, at in _absent_seats(example):
        seats = f"'players' is {example.given.players}"
        told = f"{seat} does not play, since {seats}: give {SEATS.index(seat) + 1}, or leave {seat} out"
        return ExampleResult(card, example, (told,), at)
    played = _played(rules, card, example)
    if played.failures:
        return ExampleResult(card, example, played.failures, played.at)
    code, failure = _weakness(rules, rules.compiled.cards[number].ref, example, played)
    at = f"{example.at}/works" if code in (HOLDS_WITHOUT, FAILS_WITHOUT) else example.at
    return ExampleResult(card, example, (failure,), at, code) if failure else ExampleResult(card, example, ())


def play_with(rules_with: RulesWith, card: str, example: Example) -> ExampleResult:
    """Play an example with the modules and variants it gives; that there are no such rules is its failure."""
    try:
        return play_example(rules_of(example, rules_with), card, example)
    except KingsburgError as error:
        return ExampleResult(card, example, (str(error),), example.given.at or example.at)


@frozen
class _Played:
    """An example that was played: what failed and where, and whether its card was there in the end."""

    failures: tuple[str, ...]
    at: str = ""
    with_card: bool = False


def _played(rules: Rules, card: str, example: Example, *, passive: bool = False) -> _Played:
    """Play an example; a `passive` one is played without what only answers a question of its card."""
    at = example.at
    try:
        situation = _begin(rules, card, example)
        for play in example.play:
            at = play.at
            failure = _play(rules, situation, play)
            if failure is not None and not passive:
                return _Played((failure,), at)
        at = example.expect.at or example.at
        expected = evolve(example, expect=evolve(example.expect, asked=None)) if passive else example
        failures = differences(situation, card, expected)
    except KingsburgError as error:
        return _Played((str(error),), at)
    except Exception as error:  # any exception that a card causes is reported as a failure
        return _Played((f"it crashes the engine: {type(error).__name__}: {error}",), at)
    # Without the card, other results of chance are needed; that alone is no difference.
    if not passive:
        failures += [*_unfinished(situation, example.expect), *_chance(situation)]
    return _Played(tuple(failures), at, situation.has_card(card))


def _absent_seats(example: Example) -> Iterator[tuple[str, str]]:
    """Yield the seats that an example is about but that nobody has, each with its place."""
    parts, absent = (example.given, example.expect), SEATS[example.given.players :]
    for part in parts:
        yield from ((seat, found.at) for seat in absent if (found := getattr(part, seat)) is not None)
        yield from ((seat, part.marks.at) for seat in absent if part.marks and getattr(part.marks, seat))
        yield from ((each.seat, part.at) for each in part.memory if each.seat in absent)
    yield from ((play.turn.seat, play.at) for play in example.play if play.turn.seat in absent)


def _weakness(rules: Rules, ref: str, example: Example, played: _Played) -> tuple[str, str]:
    """Return why an example that holds shows nothing of its card: a code and a sentence; '' if it does."""
    node, name = rules.cards[ref], rules.compiled.cards[rules.compiled.card[ref]].name
    refuses = any(isinstance(play, Refuse) for play in example.play)
    if not (refuses or _expects(example.expect)):
        return NOTHING_EXPECTED, "it expects nothing: add 'expect', or 'refuse' what must not be possible"
    works = example.works and can_do_something(node)
    failures = _played(rules_without(rules, ref), ref, example, passive=not example.works).failures
    if works and failures:
        return "", ""
    if not (played.with_card or name in _named(example)):
        return ABSENT, f"its card is not there: put it into 'given', as in {_there(node, name)}"
    if works:
        told = "it holds without what the card does, too"
        return HOLDS_WITHOUT, f"{told}: expect what only the card brings about, or write 'works: false'"
    if example.works or not failures:
        return "", ""
    cure = "expect only what the card leaves as it is, or write 'works: true'"
    return FAILS_WITHOUT, f"without what the card does, {failures[0]}: {cure}"


def _expects(expect: Expect) -> bool:
    """Return whether anything is expected; an empty list of winners, for example, is."""
    return any(getattr(expect, name) != getattr(_EMPTY, name) for name, _ in keys_of(Expect))


_EMPTY = Expect()


def _named(example: Example) -> set[str]:
    """Collect the names in what an example gives, and those in its actions, but for what is only used."""
    actions = [play.turn.action for play in example.play]
    named = {word for action in actions for word in action.split() if not action.startswith("use ")}
    return named.union(_texts(example.given))


def _texts(part: object) -> Iterator[str]:
    """Yield all texts in a part of an example."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, Node):
        for items in items_of(part):
            yield from _texts(items)
    elif is_tuple(part):
        for item in part:
            yield from _texts(item)


def _there(node: CardNode, name: str) -> str:
    """Write how an example puts a card where it works."""
    match node:
        case BuildingCard():
            return f"me: {{buildings: [{name}]}}"
        case EnemyCard():
            return f"enemy: {name}"
        case TileCard():
            return f"tiles: [{name}]"
        case _ if is_of_the_game(node):
            return f"in_force: [{name}]"
        case _:
            return f"me: {{cards: [{name}]}}"


def _begin(rules: Rules, card: str, example: Example) -> Situation:
    given, enemies = example.given, rules.compiled.enemies
    seats = SEATS[: given.players]
    return Situation(
        rules,
        example.at_,
        {seat: _has(holding_of(given, seat)) for seat in seats},
        year=enemies[_enemy(rules, given.enemy)].year if given.enemy else given.year,
        enemy=given.enemy,
        rolls=(*given.draws, *given.rolls),
        in_force=given.in_force,
        tiles=given.tiles,
        prepare=lambda state: _prepare(rules, state, card, given),
    )


def _prepare(rules: Rules, state: State, card: str, given: Given) -> None:
    """Set up what belongs to the card: its memory and its markers; and the second enemy deck."""
    compiled, number = rules.compiled, rules.compiled.card[card]
    slots = {m.name: slot for slot, m in enumerate(compiled.memories) if m.card == number}
    for each in given.memory:
        slot = number_of("example.memory", "Memory", each.name, slots)
        memory = compiled.memories[slot]
        seat = NOBODY if memory.shared else SEATS.index(each.seat)
        state.memory[slot, seat] = _thing(rules, memory, each.value)
    for seat, marked in enumerate(SEATS):
        for name in getattr(given.marks, marked, ()):
            state.marks = {**state.marks, (number, _place(rules, name), seat): 1}
    for player, name in zip(state.players, SEATS, strict=False):
        for held in holding_of(given, name).hand or ():
            player.hand = tuple(sorted((*player.hand, _another(rules, state, held))))
    for name, bag in given.gifts:
        for resource, count in bag:
            state.gifts = {**state.gifts, (_place(rules, name), compiled.resource[resource]): count}
    for lying in given.display:
        state.display = (*state.display, _another(rules, state, lying))
    for lying in given.discard:
        state.discard = (*state.discard, _another(rules, state, lying))
    if given.further:
        cards = [0] * compiled.years
        cards[state.year - 1] = _enemy(rules, given.further)
        state.second_deck = tuple(cards)


def _thing(rules: Rules, memory: Memory, value: int | str) -> int:
    """Return what a card remembers in the form that the engine keeps: a number, or the number of a thing."""
    if isinstance(value, int) != (memory.kind == NUMBER):
        message = f"'{memory.name}' remembers {KINDS[memory.kind]}, not '{value}'."
        raise SetupError("example.memory", message)
    if isinstance(value, int):
        return value
    what = f"What '{memory.name}' remembers:"
    return number_of("example.memory", what, value, _things(rules, memory.kind))


def _things(rules: Rules, kind: str) -> dict[str, int]:
    """List the things of a type with their numbers; nothing is one of them."""
    compiled = rules.compiled
    known = {
        PLAYER: {seat: number for number, seat in enumerate(SEATS)},
        CARD: compiled.card,
        PLACE: numbers_of_places(rules),
        RESOURCE_KIND: compiled.resource,
        ROW: {letter: ord(letter) for letter in ascii_uppercase},
        **{named: {name: NUMBERED[named].index(name) for name in NAMES[named]} for named in NUMBERED},
    }
    return {**known[kind], NOTHING: NOBODY}


def _another(rules: Rules, state: State, name: str) -> int:
    """Return another copy of a card: the one that is not yet in the situation."""
    return another(state, number_of("example.card", "Card", name, rules.compiled.card))


def _enemy(rules: Rules, name: str) -> int:
    numbers = {enemy.name: card for card, enemy in rules.compiled.enemies.items()}
    return number_of("situation.enemy", "Enemy", name, numbers)


def _place(rules: Rules, name: str) -> int:
    return number_of("example.advisor", "Advisor", name, numbers_of_places(rules))


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
        holding.locked or (),
        dict(holding.aside or ()),
    )


def _play(rules: Rules, situation: Situation, play: Play) -> str | None:
    """Play a line of an example, or check that it is refused; return what is wrong."""
    seat, text = play.turn.seat, play.turn.action
    nonsense = nonsense_in(rules, text)
    if nonsense is not None:
        return f"'{text}' checks nothing: {nonsense}"
    if isinstance(play, Refuse):
        return _refused(situation, seat, text)
    reason = situation.why_not(text, seat)
    if reason is not None:
        why = _reason(situation, seat, text, reason)
        return f"'{text}' is not possible: {why}"
    situation.play(text, seat)
    return None


def _refused(situation: Situation, seat: str, text: str) -> str | None:
    """Check that an action is refused, and not only because the card belongs to somebody else."""
    seats = [decision.player for decision in situation.pending] if seat == EVERYBODY else [seat]
    able = [each for each in seats if situation.why_not(text, each) is None]
    if able:
        return f"'{text}' should not be possible, but is for {' and '.join(able)}"
    owners = _owners(situation, text) if seat == EVERYBODY else []
    if seats and owners and not {*owners} & {*seats}:
        return (
            f"'{text}' checks nothing: the card belongs to {' and '.join(owners)}, "
            f"but the question is for {' and '.join(seats)}; write refuse: {{{owners[0]}: {text}}}"
        )
    return None


def _owners(situation: Situation, text: str) -> list[str]:
    """List the players who have the card that an action would use in play."""
    action = _parsed(text)
    card = action.card if isinstance(action, Use) else None
    players = situation.state.players
    return [player.name for player in players if card in (*player.cards, *player.buildings)]


def _parsed(text: str) -> Action | None:
    try:
        return parse(text)
    except IllegalAction:
        return None


def _reason(situation: Situation, seat: str, text: str, reason: Violation) -> str:
    """Explain why an action of an example is not possible, and list what is."""
    action = _parsed(text)
    used = Counter(event.card for event in situation.events if isinstance(event, AbilityUsed))
    asked = Counter(played.card for played in situation.played if isinstance(played, Use))
    late = reason.code in ("moment.over", "decision.not_yours")
    if late and isinstance(action, Pass):
        passed = (event.player for event in situation.events if isinstance(event, Passed))
        if [*passed].count(seat) > sum(isinstance(each, Pass) for each in situation.played):
            return f"{seat} had to pass and was not asked; leave this line out"
    if late and isinstance(action, Use) and used[action.card] > asked[action.card]:
        return "the card was used without asking, since it costs nothing; leave this line out"
    told = describe(reason, situation.rules)
    decision = next((each for each in situation.pending if each.player == seat), None)
    if decision is not None:
        return f"{told} Possible: {_listed(decision.options)}."
    if situation.pending:
        return f"{told} {_questions(situation)}."
    return f"{told} Nobody is asked."


_MOST_LISTED = 6


def _listed(options: Sequence[AnyAction]) -> str:
    """List the first answers as they are written in an example."""
    rest = len(options) - _MOST_LISTED
    first = "; ".join(map(str, options[:_MOST_LISTED]))
    return f"{first}; and {rest:,} more" if rest > 0 else first


def _questions(situation: Situation) -> str:
    """List the first questions with their answers, without the last full stop."""
    return ". ".join(
        f"The question is for {decision.player}: {_listed(decision.options)}"
        for decision in situation.pending[:2]
    )


def missed_parts(card: str, examples: Sequence[tuple[Rules, Example]]) -> Iterator[Mutant]:
    """Yield the parts of a card that no example would miss: without them, or with others, all hold as well.

    Each example comes with its rules. What `check` would notice is passed over, and so are the parts of what
    is not missed as a whole.
    """
    missed: tuple[str, ...] = ()
    for mutant in mutants(examples[0][0].cards[card]) if examples else ():
        if any(mutant.at.startswith(f"{at}/") for at in missed):
            continue
        if not is_noticed(card, mutant, examples):
            missed = (*missed, mutant.at) if mutant.is_gone else missed
            yield mutant


def is_noticed(card: str, mutant: Mutant, examples: Sequence[tuple[Rules, Example]]) -> bool:
    """Return whether the linker or one of the examples of a card notices that a part of it has changed."""
    changed: dict[str, Rules] = {}
    try:
        for rules, _ in examples:
            if rules.digest not in changed:
                changed[rules.digest] = compile_again(rules, changed={card: mutant.card})
    except ContentError:
        return True
    return any(_played(changed[rules.digest], card, example).failures for rules, example in examples)


# The examples of whole packs


EDITION = "second"


def rules_of_pack(pack: str, modules: tuple[str, ...] = (), variants: tuple[str, ...] = ()) -> Rules:
    """Load the rules for the examples of a built-in pack, alone or with modules.

    Raises:
        SetupError: There is no such pack, or it cannot be combined with the modules or variants.
    """
    edition = edition_of(EDITION)
    if pack in edition.scenarios:
        return load_rules(EDITION, scenario=pack, modules=modules, variants=variants)
    if pack in edition.modules:
        return load_rules(EDITION, modules=(pack, *modules), variants=variants)
    return load_rules(EDITION, modules=modules, variants=variants, packs=(pack,))


def play_pack(pack: str | Pack) -> Iterator[ExampleResult]:
    """Play all examples on the cards of a pack (a built-in one by its id), and on cards that it changes.

    The packs that it requires are in play, and those whose cards it changes.

    Raises:
        SetupError: There is no such pack, or it cannot be played with the packs it requires.
        ContentError: It has mistakes that only the linker sees.
        TypeError: `pack` is neither a pack nor an id.
    """
    for ref, rules_with in cards_of(pack):
        for example in read_examples(rules_with((), ()).cards[ref]):
            yield play_with(rules_with, ref, example)


def play_folder(path: Path) -> Iterator[ExampleResult]:
    """Play all examples on the cards of a pack in a folder, a zip or a file, and on cards that it changes.

    Raises:
        SetupError: There is no pack, or it cannot be played with the packs it requires.
        ContentError: The pack has mistakes; `kingsburg check` shows them with their places.
    """
    return play_pack(Pack.read(path))


def cards_of(pack: str | Pack) -> Iterator[tuple[str, RulesWith]]:
    """List the cards of a pack and those that it changes, each with a function that loads its rules.

    Raises:
        SetupError: There is no such pack, or it cannot be played with the packs it requires.
        ContentError: It has mistakes that only the linker sees.
        TypeError: `pack` is neither a pack nor an id.
    """
    if isinstance(pack, str):
        for ref in _cards_in(rules_of_pack(pack), pack):
            yield ref, partial(rules_of_pack, pack)
        return
    expect(pack, Pack, "pack")
    changed = overridden(pack.document)
    needs = [each.id for each in with_needs((p for p, _ in Member(pack.document).info.requires), Shelf())]

    def with_packs(others: Ids, modules: Ids, variants: Ids) -> Rules:
        return load_rules(EDITION, packs=[*needs, *others, *modules, pack], variants=variants)

    for ref in _cards_in(with_packs((), (), ()), pack.id):
        yield ref, partial(with_packs, ())
    for ref in changed:
        yield ref, partial(with_packs, (ref.partition("/")[0],))


def rules_of(example: Example, rules_with: RulesWith) -> Rules:
    """Load the rules that an example needs, with its modules and variants."""
    return rules_with(example.given.modules, example.given.variants)


def _cards_in(rules: Rules, pack: str) -> list[str]:
    return [ref for ref in rules.cards if ref.startswith(f"{pack}/")]


# Comparing what an example expects with what happened


RESOURCES_HELD = ("vp", "gold", "wood", "stone", "plus2", "soldier", "bonus_die", "envoy")


def holding_of(of: object, seat: str) -> Holding:
    """Return what an example lists for a seat; an empty holding if it lists nothing."""
    found = getattr(of, seat)
    return found if isinstance(found, Holding) else Holding()


def differences(situation: Situation, card: str, example: Example) -> list[str]:
    """List the differences from what an example expects."""
    expect = example.expect
    failures = [*_asked(situation, expect), *_on_the_table(situation, card, expect)]
    for seat in SEATS[: example.given.players]:
        failures += _held(situation, seat, holding_of(expect, seat))
    return failures


def _unfinished(situation: Situation, expect: Expect) -> Iterator[str]:
    """Yield the moment that does not begin because of a question, unless that is expected."""
    if situation.moments_left and expect.asked is None:
        yield f"{situation.moments_left[0]} does not begin. {_questions(situation)}"


def _chance(situation: Situation) -> Iterator[str]:
    """Yield what is wrong with the results of chance that were given."""
    left = situation.results_left
    if left:
        yield f"{left} of the given results of chance were not needed"
    for stream, drawn in situation.results_drawn.items():
        key = "draws" if stream in ("cards", "enemies") else "rolls"
        yield f"{drawn} more results of chance were needed, of {stream}: give them in '{key}'"


def _asked(situation: Situation, expect: Expect) -> Iterator[str]:
    asked = {decision.player for decision in situation.pending} or {"nobody"}
    if expect.asked is not None and expect.asked not in asked:
        wrong = f"{expect.asked} should be asked, not {' and '.join(sorted(asked))}"
        yield f"{wrong}. {_questions(situation)}" if situation.pending else wrong


def _on_the_table(situation: Situation, card: str, expect: Expect) -> Iterator[str]:
    state, name = situation.state, situation.rules.compiled.cards[situation.rules.compiled.card[card]].name
    held_by_all = set[str].intersection(*({*map(_first_copy, player.cards)} for player in state.players))
    for missing in {*expect.in_force} - {*map(_first_copy, state.in_force)} - held_by_all:
        yield f"{missing} should be in force"
    if expect.tiles is not None:
        yield from _other("tiles", expect.tiles, state.tiles.values())
    zones = (
        ("display", expect.display, state.display),
        ("discard pile", expect.discard, state.discard),
        ("cards out of the game", expect.out, state.out),
    )
    for zone, wanted, cards in zones:
        if wanted is not None:
            yield from _other(zone, wanted, map(_first_copy, cards))
    if expect.gifts is not None:
        gifts = [f"{at} {resource} {count}" for at, bag in expect.gifts for resource, count in bag]
        there = [f"{gift.advisor} {gift.resource} {gift.amount}" for gift in state.gifts]
        yield from _other("gifts", gifts, there)
    if expect.marks is not None:
        marks = [f"{seat} {at}" for seat in SEATS for at in getattr(expect.marks, seat)]
        there = [
            f"{mark.player} {mark.advisor}"
            for mark in state.marks
            for _ in range(mark.count)
            if mark.card == name
        ]
        yield from _other("markers", marks, there)
    if expect.order is not None and expect.order != state.turn_order:
        order, found = _seats(expect.order), _seats(state.turn_order)
        yield f"the turn order should be {order}, is {found}"
    if expect.winners is not None and expect.winners != state.winners:
        winners, found = _seats(expect.winners), _seats(state.winners)
        yield f"{winners} should have won, not {found}"
    if expect.over is not None and expect.over != state.over:
        yield "the game should have ended" if expect.over else "the game should go on"
    for each in expect.memory:
        yield from _unlike(situation, card, each)


def _first_copy(card: str) -> str:
    """Name a card without saying which copy it is: an example expects any."""
    return card.partition(COPY_SIGN)[0]


def _seats(seats: tuple[str, ...]) -> str:
    return ", ".join(seats) or "nobody"


def _other(what: str, wanted: Iterable[str], found: Iterable[str]) -> Iterator[str]:
    """Yield a difference between what should be on the table and what is there."""
    should, does = (", ".join(sorted(names)) or "none" for names in (wanted, found))
    if should != does:
        yield f"the {what} should be {should}, not {does}"


def _unlike(situation: Situation, card: str, wanted: Remembered) -> Iterator[str]:
    """Yield a difference between what a card should remember, for a player or for all, and what it does."""
    rules, compiled = situation.rules, situation.rules.compiled
    slots = {m.name: slot for slot, m in enumerate(compiled.memories) if m.card == compiled.card[card]}
    memory = compiled.memories[number_of("example.memory", "Memory", wanted.name, slots)]
    kept, slot = state_in(situation.position()).memory, slots[wanted.name]
    found = kept.get((slot, NOBODY), kept.get((slot, SEATS.index(wanted.seat)), memory.start))
    if found != _thing(rules, memory, wanted.value):
        things = {} if memory.kind == NUMBER else _things(rules, memory.kind)
        names = [thing for thing, number in things.items() if number == found]
        whose = "" if wanted.seat == SEATS[0] else f" for {wanted.seat}"
        told = f"the card should remember {wanted.name} {wanted.value}{whose}"
        yield f"{told}, remembers {min(names, key=len, default=found)}"


def _held(situation: Situation, seat: str, wanted: Holding) -> list[str]:
    state, found = situation.state, situation.state.player(seat)
    influenced = tuple(sorted(dice.advisor for dice in state.advisors if dice.player == seat))
    there = {name: situation.has(seat, name) for name in RESOURCES_HELD}
    pairs: list[tuple[str, object, object]] = [
        (name, getattr(wanted, name), count) for name, count in there.items()
    ]
    pairs += [(name, count, situation.has(seat, name)) for name, count in wanted.resources]
    pairs += [
        ("strength", wanted.strength, found.strength or 0),
        ("dice", _sorted(wanted.dice), found.dice),
        ("bonus", _sorted(wanted.bonus), found.bonus),
        ("locked", _sorted(wanted.locked), _sorted((*found.locked, *found.locked_bonus))),
        ("aside", _by_card(wanted.aside), _by_card(situation.dice_aside(seat).items())),
        ("buildings", _sorted(wanted.buildings), _sorted(found.buildings)),
        ("strips", _sorted(wanted.strips), _sorted(found.strips)),
        ("cards", _sorted(wanted.cards), _sorted(tuple(map(_first_copy, found.cards)))),
        ("hand", _sorted(wanted.hand), _sorted(situation.hand(seat))),
        ("seen", _sorted(wanted.seen), tuple(sorted(situation.seen(seat)))),
        ("influenced", _sorted(wanted.influenced), influenced),
    ]
    return [
        f"{seat} should have {name} {_plain(want)}, has {_plain(has)}{_whereabouts(situation, want, has)}"
        for name, want, has in pairs
        if want not in (None, has)
    ]


def _whereabouts(situation: Situation, wanted: object, found: object) -> str:
    """Write where the cards are that are missing from a list; nothing about other things."""
    missing = [each for each in wanted if each not in found] if is_tuple(wanted) and is_tuple(found) else []
    places = {name: situation.place_of(name) for name in map(str, missing)}
    told = [f"{name} is {place}" for name, place in places.items() if place]
    return f" ({', '.join(told)})" if told else ""


def _plain(found: object) -> str:
    """Write what somebody has as it is written in YAML."""
    return f"[{', '.join(map(str, found))}]" if is_list(found) else str(found)


def _by_card(dice: Iterable[tuple[str, tuple[int, ...]]] | None) -> object:
    """List dice on cards, in an order of their own."""
    if dice is None:
        return None
    return tuple(f"{card}: {_plain(_sorted(some))}" for card, some in sorted(dice) if some)


def _sorted(items: tuple[int, ...] | tuple[str, ...] | None) -> object:
    return None if items is None else tuple(sorted(items))


SHORT = ("build", "influence")
"""Actions that may be written without a price or dice."""


def _form_of(words: Sequence[str]) -> str:
    """Return how the action is written that begins with the same word; '' if there is none."""
    forms = {kind.notation.split()[0]: kind.notation for kind in Action.kinds.values()}
    found = forms.get(words[0]) if words else None
    return "" if found is None else f"this is not an action; write {found}"


def nonsense_in(rules: Rules, text: str) -> str | None:
    """Return why a text is not an action in these rules: its form, or a name in it; None if it may be."""
    words, compiled, advisors = text.split(), rules.compiled, numbers_of_places(rules)
    buildings = {building.name for building in compiled.buildings.values()}
    names: list[tuple[str, Collection[str]]]
    try:
        action = parse(text)
    except IllegalAction as error:
        if len(words) != len(SHORT) or words[0] not in SHORT:
            return _form_of(words) or error.violation.message
        names = [(words[1], buildings if words[0] == "build" else advisors)]
    else:
        known: dict[Role, Collection[str]] = {
            Role.CARD: buildings if isinstance(action, Build) else compiled.card,
            Role.ADVISOR: advisors,
            Role.RESOURCE: compiled.resource,
        }
        names = [(name, known[role]) for role, name in names_in(action) if role in known]
    return next((unknown(name, known) for name, known in names if name not in known), None)
