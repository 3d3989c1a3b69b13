"""The passes of the lint that the library brings, one after the other."""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, TypeGuard

from attrs import define, field

from kingsburg_rules.content.assembly import item_shape
from kingsburg_rules.content.certainty import flattened, is_constant
from kingsburg_rules.content.linking import is_of_the_game
from kingsburg_rules.content.lint import Remark, abilities_of, aim, all_words, cards_named, lint_pass, opened
from kingsburg_rules.content.yaml_reader import LINE_BREAK, clip
from kingsburg_rules.engine.decks import PLAY
from kingsburg_rules.engine.errors import unknown
from kingsburg_rules.language.abilities import ModifierCard, Trigger, uses_of
from kingsburg_rules.language.auctions import AuctionStep
from kingsburg_rules.language.calendar import EndGame, Run, Win
from kingsburg_rules.language.cards import (
    BuildingCard,
    DeckCard,
    DestinyCard,
    EnemyCard,
    GovernorCard,
    GroupCard,
    RuleCard,
)
from kingsburg_rules.language.facts import FACTS, HIGHEST
from kingsburg_rules.language.flow import Branch, ForEach, If, Repeat, Set
from kingsburg_rules.language.memory import LastingStep
from kingsburg_rules.language.permissions import SpendAs
from kingsburg_rules.language.queries import (
    MEASURE,
    Cards,
    Dice,
    Groups,
    Places,
    Players,
    ThingsQuery,
)
from kingsburg_rules.language.registry import Node, Step, Word, is_tuple, items_of, keys_of, shapes_of, words
from kingsburg_rules.language.resources import BAG, BagsShape, Exchange, Gain, Lose, PayStep
from kingsburg_rules.language.shapes import Range, is_list, is_object
from kingsburg_rules.language.tests import FactIs, ModuleIs, Not, SeasonIs, VariableIs
from kingsburg_rules.language.values import (
    NOBODY_WORD,
    NOTHING,
    Bounds,
    FactOf,
    Literal,
    Variable,
)
from kingsburg_rules.language.vocabulary import (
    AFTER,
    ANY_TIME,
    BEFORE,
    CARD,
    ENEMY,
    EVENTS,
    GOOD,
    NUMBER,
    RESOURCES,
    SEASONS,
    THINGS,
)
from kingsburg_rules.language.zones import DrawStep

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kingsburg_rules.content.certainty import Certainty
    from kingsburg_rules.content.documents import Document
    from kingsburg_rules.content.lint import Ability, LintedPack
    from kingsburg_rules.content.places import Spot
    from kingsburg_rules.language.cards import CardNode
    from kingsburg_rules.language.registry import QueryWord, TestWord
    from kingsburg_rules.language.resources import Amounts


# Variables


@lint_pass("unread_variable")
def unread_variable(pack: LintedPack) -> Iterator[Remark]:
    """A variable that is set and never read."""
    for ability in pack.abilities:
        read = _read(ability.words) | _payload(pack, ability)
        told = set[str]()
        for step in ability.words:
            for name, at in _set_by(step):
                if name not in read | told and not _is_set_by_itself(step):
                    yield Remark(at, f"'{name}' is set but never read; leave it out, or use it")
                told.add(name)


@lint_pass("unset_variable")
def unset_variable(pack: LintedPack) -> Iterator[Remark]:
    """A variable that is read where only another branch sets it, or one way of a branch before."""
    for ability in pack.abilities:
        there = _payload(pack, ability)
        places: dict[str, list[Node]] = {}
        for word in ability.words:
            if isinstance(word, Variable | VariableIs) and word.name not in there:
                yield from _perhaps_unset(word, places.get(word.name, ()))
            for name, _ in _set_by(word):
                places.setdefault(name, []).append(word)


def _perhaps_unset(word: Variable | VariableIs, before: Sequence[Node]) -> Iterator[Remark]:
    """Compare where a variable is read with all the places before that set it.

    A pointer shows each branch that leads to its place. A place that only a branch leads to counts if it is
    the branch of the reader, or if the other way of that branch sets the variable as well.
    """
    ways = [_way_apart(step.at, word.at) for step in before]
    if not ways or None in ways:
        return
    forks = {(fork, way) for fork, way, _ in filter(None, ways)}
    if len(forks) > len({fork for fork, _ in forks}):
        return
    if all(is_blind for _, _, is_blind in filter(None, ways)):
        yield Remark(word.at, f"'{word.name}' is set only in another branch, so it is always 0 here")
    elif not any(_is_flag(step, word.name) for step in before):
        message = (
            f"'{word.name}' is set in only one branch before this, so it may be 0 here; set it before, too"
        )
        yield Remark(word.at, message)


_WAYS = re.compile(r"/(then|else)/")
_LOOP = re.compile(r"/(?:for_each|repeat)/")


def _way_apart(place: str, reader: str) -> tuple[str, str, bool] | None:
    """Return the branch that leads to a place and not to its reader; None if there is none.

    It is the pointer to the branch, which way leads there, and whether its other way leads to the reader.
    """
    for fork in _WAYS.finditer(place):
        if reader.startswith(place[: fork.end()]):
            continue
        head = place[: fork.start()]
        is_blind = reader.startswith(f"{head}/then/") or reader.startswith(f"{head}/else/")
        if is_blind and _LOOP.search(head):
            return None  # the branch may have gone the other way in an earlier round
        return head, fork[1], is_blind
    return None


def _is_flag(step: Node, name: str) -> bool:
    """Return whether a step sets a variable to a plain number: "so it was", as 0 means "it was not"."""
    return isinstance(step, Set) and any(
        each == name and isinstance(value, int) for each, value in step.values
    )


def _payload(pack: LintedPack, ability: Ability) -> frozenset[str]:
    """List the variables that come with the moment of an ability, and what its card remembers."""
    number = pack.names.events.get(ability.moment)
    memory = () if ability.card is None else ability.card.memory
    return frozenset(
        (*(() if number is None else pack.names.moments[number].payload), *(each.id for each in memory))
    )


def _set_by(step: Node) -> Iterator[tuple[str, str]]:
    """List the variables that a step sets, with pointers to where it names them."""
    if isinstance(step, Set):
        yield from ((name, f"{step.at}/{name}/") for name, _ in step.values)
    name: object = getattr(step, "as_", None) if isinstance(step, Step) else None
    if isinstance(name, str):
        query: object = getattr(step, "query", None)
        yield name or getattr(query, "things", CARD), f"{step.at}/as" if name else step.at


def _is_set_by_itself(step: Node) -> bool:
    """Return whether a word sets a variable though nobody asked for it by name."""
    return isinstance(step, ForEach | DrawStep | AuctionStep) and not getattr(step, "as_", "")


def _read(found: Iterable[Node]) -> frozenset[str]:
    """List the variables that words read; a test may read one by its name, and a bag as a resource."""
    return frozenset(
        name
        for word in found
        for name in (
            *((word.name,) if isinstance(word, Variable | VariableIs) else ()),
            *(word.reads if isinstance(word, Word) else ()),
            *(name[1:] for _, bag in _bags(word) for name, _ in bag if name.startswith("$")),
        )
    )


# Numbers that a card remembers


@lint_pass("unread_memory")
def unread_memory(pack: LintedPack) -> Iterator[Remark]:
    """A number that a card remembers and never reads."""
    for card in pack.cards:
        read = _read(all_words(card)) if card.memory else frozenset[str]()
        for memory in card.memory:
            if memory.id not in read:
                yield Remark(f"{memory.at}/id", f"nothing on this card reads '{memory.id}'")


@lint_pass("unset_memory")
def unset_memory(pack: LintedPack) -> Iterator[Remark]:
    """A number that a card reads, but that never changes."""
    for card in pack.cards:
        found = list(all_words(card)) if card.memory else []
        read, kept = _read(found), {name for word in found for name, _ in _set_by(word)}
        for memory in card.memory:
            if memory.id in read and memory.id not in kept:
                message = f"'{memory.id}' is always {memory.start}: no 'set' on this card changes it"
                yield Remark(f"{memory.at}/id", message)


@lint_pass("token_of_no_number")
def token_of_no_number(pack: LintedPack) -> Iterator[Remark]:
    """A token for something that is not a number, and so counts no tokens."""
    for card in pack.cards:
        for memory in card.memory:
            if memory.token and memory.type != NUMBER:
                message = f"'{memory.id}' remembers a {memory.type}, so it cannot count tokens"
                yield Remark(f"{memory.at}/token", message)


# Names of packs, and of cards in packs that are not in play here


@lint_pass("unknown_pack")
def unknown_pack(pack: LintedPack) -> Iterator[Remark]:
    """A pack or a variant that is asked for, but that is not to be found here; perhaps it is misspelt."""
    tested = [word for word in pack.words if isinstance(word, ModuleIs)]
    named = [(f"{word.at}/{k}", name) for word in tested for k, name in enumerate(word.among)]
    named += [(at, ref.rpartition("/")[0]) for at, ref in cards_named(pack.words) if "/" in ref]
    lost = {name for _, name in named if name not in pack.known_packs and pack.shelf.find(name) is None}
    for at, name in named:
        if name in lost:
            yield Remark(at, unknown(name, pack.known_packs, before="no pack or variant has this name: "))


@lint_pass("unknown_card")
def unknown_card(pack: LintedPack) -> Iterator[Remark]:
    """A card of another pack that is asked for, but that the pack does not have."""
    named = [(at, *ref.rpartition("/")) for at, ref in cards_named(pack.words)]
    documents = {home: pack.shelf.find(home) for _, home, _, _ in named if home not in ("", pack.name)}
    known = {home: _ids_in(document) for home, document in documents.items() if document is not None}
    for at, home, _, card in named:
        if home in known and card not in known[home]:
            yield Remark(at, unknown(card, known[home], before=f"of the cards of '{home}', "))


def _ids_in(document: Document) -> set[str]:
    """List the ids in the files of a pack."""
    lists = [part for data in document.files.values() if is_object(data) for part in data.values()]
    cards = [card for part in lists if is_list(part) for card in part]
    return {str(card["id"]) for card in cards if is_object(card) and isinstance(card.get("id"), str)}


# Texts


_CUT = re.compile(r"[^\s#][ \t]+#[^\W_]", re.MULTILINE)


@lint_pass("cut_text")
def cut_text(pack: LintedPack) -> Iterator[Remark]:
    """A text that ends before a `#`, because what follows is a comment."""
    info = () if pack.found.info is None else (pack.found.info,)
    for sheet in (*info, *pack.found.sheets, *pack.found.locales):
        lines = LINE_BREAK.split(sheet.text) if _CUT.search(sheet.text) else []
        for at, spot in _texts(sheet.root, f"{pack.name}/{sheet.name}#") if lines else ():
            rest = _rest_of_line(lines, spot)
            if rest:
                message = (
                    f"the text ends before '{clip(rest)}', which is a comment; put the text in quotes, "
                    "or a space after the '#'"
                )
                yield Remark(at, message)


def _texts(spot: Spot, at: str) -> Iterator[tuple[str, Spot]]:
    for key, within in spot.parts():
        if isinstance(within.data, str):
            yield f"{at}/{key}", within
        else:
            yield from _texts(within, f"{at}/{key}")


def _rest_of_line(lines: list[str], spot: Spot) -> str:
    """Return what follows an unquoted text as if it belonged to it; after a name, only a number does."""
    line, column = spot.place
    text, found = lines[line - 1][column - 1 :], str(spot.data)
    rest = text.removeprefix(found).strip() if text.startswith(found) else ""
    is_prose = found[:1].isupper() and len(found) > 1
    return rest if re.match(r"#[^\W_]" if is_prose else r"#[0-9]", rest) else ""


_WHENEVER = re.compile(
    r"\b(whenever|(?:each|every) time|telkens|(?:iedere|elke) keer|chaque fois)\b", re.IGNORECASE
)

_RECURRING = frozenset(
    {
        *("after.place_dice", "after.influence", "after.reward", "after.build", "after.gain", "after.lose"),
        *("after.enter", "after.use", "after.reroll", "after.destroy", "after.mark"),
    }
)
"""Moments that come several times in a season for one player."""

_OF_EACH = frozenset(
    {"construct.turn", "construct.passed", "influence.passed", "after.recruit", "recruit.passed"}
)
"""Moments that come once in a season for each player, so several times for a card that watches others."""

_HOW_OFTEN = {"once_per_year": "once per year", "once_per_game": "once per game"}


@lint_pass("whenever")
def whenever(pack: LintedPack) -> Iterator[Remark]:
    """A card that says "whenever", while it works only once a season.

    Only moments that can come several times in a season count; a card that has something that always works
    may mean that.
    """
    for card in pack.cards:
        phrase = _WHENEVER.search(card.text)
        always = card.modifiers or card.permissions
        if (
            phrase is None
            or always
            or any(uses_of(each, pack.names) == "unlimited" for each in card.triggers)
        ):
            continue
        meant = next(filter(_comes_often, card.triggers), None)
        if meant is not None:
            message = (
                f"the text says '{phrase[0].lower()}', but '{card.id}' reacts to '{meant.when}' "
                f"{_HOW_OFTEN.get(meant.uses, 'once per season')}; leave out 'uses', or change the text"
            )
            yield Remark(f"{card.at}/text", message)


def _comes_often(trigger: Trigger) -> bool:
    return trigger.when in _RECURRING or (trigger.by != "me" and trigger.when in _OF_EACH)


# Tests that never hold, and steps that no game comes to


@lint_pass("unreachable")
def unreachable(pack: LintedPack) -> Iterator[Remark]:
    """A branch that cannot be reached, in no game with any packs, players and switches.

    Also an ability whose tests can never hold, and steps behind the end of the game.
    """
    for ability in pack.abilities:
        search, node = _Unreached(pack.certainty(ability), ability.moment), ability.node
        if not isinstance(node, Trigger | ModifierCard) or search.may_hold(node, node.if_):
            search.steps(ability.steps, [test for test in ability.tests if is_constant(test)])
        yield from search.found


@define(eq=False, repr=False)
class _Unreached:
    """A search through an ability for what is never done."""

    certain: Certainty
    moment: str = ""
    found: list[Remark] = field(factory=list[Remark])

    def remark(self, at: str, message: str) -> None:
        """Add a remark on the key to which a pointer leads."""
        self.found.append(Remark(f"{at}/", message))

    def may_hold(self, owner: Node, tests: Sequence[TestWord], under: Sequence[TestWord] = ()) -> bool:
        """Return whether tests can hold; note it if not, and which of them hold anyway."""
        for test in flattened(tests):
            if isinstance(test, FactIs) and self.certain.holds(test) is True:
                self.remark(test.at, f"this test of '{test.name}' always holds; leave it out")
        if self.certain.hold(tests, under) is not False:
            return True
        alone = (test for test in flattened(tests) if self.certain.holds(test) is False)
        reasons = ((test.at, self._why_never(test)) for test in alone)
        together = "these tests can never hold together here, so the steps that depend on them are never done"
        self.remark(*next((each for each in reasons if each[1]), (f"{owner.at}/if", together)))
        return False

    def _why_never(self, test: TestWord) -> str:
        if isinstance(test, SeasonIs) and self.moment:
            possible = [season for season in SEASONS[1:] if season in self.certain.seasons]
            if not possible:
                return f"at '{self.moment}' there is no season, so this never holds"
            never = f"at '{self.moment}' it is never {', '.join(test.among)}, so this never holds"
            return f"{never}; possible: {', '.join(possible)}"
        return _never_within(test, self.certain) if isinstance(test, FactIs) else ""

    def steps(self, steps: Sequence[Step], under: Sequence[TestWord]) -> bool:
        """Look through steps that are done where tests hold; return whether the game is over behind them."""
        for k, step in enumerate(steps):
            if self._is_over_after(step, under):
                if k + 1 < len(steps):
                    self.remark(steps[k + 1].at, "the game is over before this is done")
                return True
        return False

    def _is_over_after(self, step: Step, under: Sequence[TestWord]) -> bool:
        match step:
            case Win() | EndGame(now=True):
                return True
            case If():
                return self._branch(step, under)
            case Repeat() if self.certain.hold(step.if_) is True and not _ends_game(step):
                self.remark(f"{step.at}/if", "this is repeated without end: its tests always hold")
            case _:
                self._inside(step, under)
        return False

    def _branch(self, step: If, under: Sequence[TestWord]) -> bool:
        holds, is_over = self.certain.hold(step.if_, under), [True, True]
        if holds is False:
            self.remark(f"{step.at}/then", "no game gets here: the tests can never hold")
        else:
            inside = [test for test in flattened(step.if_) if is_constant(test)]
            is_over[0] = self.steps(step.then, [*under, *inside])
        if holds is True and step.else_:
            self.remark(f"{step.at}/else", "no game gets here: the tests always hold")
        elif holds is not True:
            negated = [Not(step.if_)] if len(step.if_) == 1 and is_constant(step.if_[0]) else []
            is_over[1] = self.steps(step.else_, [*under, *negated])
        return all(is_over)

    def _inside(self, node: Node, under: Sequence[TestWord]) -> None:
        """Look through what is in a step or an object."""
        tests = node.if_ if isinstance(node, Branch | Players | ThingsQuery | Repeat) else ()
        if tests and not self.may_hold(node, tests, under):
            return
        for items in items_of(node):
            self.steps([item for item in items if isinstance(item, Step)], under)
            for item in items:
                if isinstance(item, Node) and not isinstance(item, Step):
                    self._inside(item, under)


def _ends_game(step: Repeat) -> bool:
    return any(isinstance(word, Win | EndGame) for word in words(step.do))


def _never_within(test: FactIs, certain: Certainty) -> str:
    """Return a message with the numbers between which the fact of a test always is."""
    bounds, possible = test.bounds.fixed, certain.possible(test.name)
    if bounds is None or isinstance(possible, frozenset):
        return ""
    if bounds.least is not None and bounds.most is not None and bounds.least > bounds.most:
        return "no number is within these bounds, so this never holds"
    least, most = possible
    if math.isinf(most):
        return f"'{test.name}' is never below {least}, so this never holds"
    if math.isinf(least):
        return f"'{test.name}' is never above {most}, so this never holds"
    return f"'{test.name}' is always from {least} to {most}, so this never holds"


# What is not on the table at the moment at which a card asks for it

_NEEDS = {fact.name: fact.needs for facts in FACTS.values() for fact in facts.values() if fact.needs}


@lint_pass("not_there")
def not_there(pack: LintedPack) -> Iterator[Remark]:
    """A fact, a test or a step about something that is not on the table at that moment.

    Dice are there from the roll to the end of the season, the enemy and the outcome of the battle for a part
    of winter. What cards put there themselves counts, too.
    """
    for ability in pack.abilities:
        missing = {*THINGS} - {*pack.scene(ability.moment).things}
        if not ability.moment or not missing:
            continue
        if isinstance(ability.card, EnemyCard) and ENEMY in missing:
            message = f"at '{ability.moment}' no enemy is face up, so none does anything"
            yield Remark(f"{ability.node.at}/when", message)
            continue
        set_there = {name for word in ability.words for name, _ in _set_by(word)}
        there = _payload(pack, ability) | set_there
        later = {
            id(test) for step in ability.words if isinstance(step, LastingStep) for test in words(step.if_)
        }
        for word in ability.words:
            for at, name, thing in _needed(word, there):
                if thing in missing and id(word) not in later:
                    yield Remark(at, _not_there(name, thing, ability.moment))


def _needed(word: Node, variables: set[str] | frozenset[str]) -> Iterator[tuple[str, str, str]]:
    """List what a word or a fact in it needs on the table: where, what needs it, and the thing."""
    if isinstance(word, Word) and word.needs and variables.isdisjoint(word.reads):
        yield f"{word.at}/", word.word, word.needs
    if isinstance(word, FactIs):
        yield f"{word.at}/", word.name, _NEEDS.get(word.name, "")
    if isinstance(word, FactOf) and word.thing is None:
        yield word.at, word.name, _NEEDS.get(word.name, "")
    for attribute, key in keys_of(type(word)):
        shape, found = shapes_of(type(word))[key], getattr(word, attribute)
        if shape is MEASURE and isinstance(found, str):
            yield aim(word, key), found, _NEEDS.get(found, "")
        elif item_shape(shape) is MEASURE and is_tuple(found):
            facts = ((k, fact) for k, fact in enumerate(found) if isinstance(fact, str))
            yield from ((f"{aim(word, key)}/{k}", fact, _NEEDS.get(fact, "")) for k, fact in facts)


def _not_there(word: str, thing: str, moment: str) -> str:
    calendar = [
        each.name
        for each in EVENTS
        if thing in each.scene.things and each.scene != ANY_TIME and not each.name.startswith((BEFORE, AFTER))
    ]
    return f"at '{moment}' {THINGS[thing]}, so '{word}' finds nothing; possible: {', '.join(calendar)}"


@lint_pass("silent_moment")
def silent_moment(pack: LintedPack) -> Iterator[Remark]:
    """A moment that the pack brings, but that nothing opens."""
    for moment in pack.further.moments:
        if pack.is_own(moment) and moment.id not in pack.opened:
            message = f"nothing opens this moment; put 'window: {moment.id}' where it happens"
            yield Remark(f"{moment.at}/id", message)


# Costs that nobody can ever pay

_COSTS: tuple[tuple[type[Node], str], ...] = (
    (Trigger, "cost"),
    (Branch, "cost"),
    (PayStep, "price"),
    (Exchange, "pay"),
    (BuildingCard, "cost"),
)
"""Where costs are."""

_TAKEN = {(Lose, "bag"), (EnemyCard, "penalty"), *_COSTS}
"""The bags from which nobody gains anything."""


@lint_pass("unpayable")
def unpayable(pack: LintedPack) -> Iterator[Remark]:
    """A cost that can never be paid: more than a player can hold, or something that nothing ever gives."""
    given = _given(pack)
    for word in pack.words:
        for at, bag in _bags(word, *(attribute for cls, attribute in _COSTS if isinstance(word, cls))):
            for name, amount in bag:
                message = _unpayable(pack, name, amount, given)
                if message:
                    yield Remark(f"{at}/{name}", message)


def _unpayable(pack: LintedPack, name: str, amount: object, given: frozenset[str]) -> str:
    if name == GOOD or name.startswith("$") or not isinstance(amount, int) or amount <= 0:
        return ""
    table = pack.names.table
    limit = table.resources[table.resource[name]].limit
    if limit is not None and amount > limit:
        return f"nobody can hold more than {limit} {name}, so nobody can ever pay {amount}"
    return "" if name in given else f"nothing gives anybody '{name}', so nobody can ever pay it"


def _given(pack: LintedPack) -> frozenset[str]:
    """List the resources that anything in these packs gives to somebody."""
    table = pack.names.table
    found = {resource.name for resource in RESOURCES} | {table.resources[good].name for good in table.goods}
    for word in words((*pack.around.values(), *pack.further.parts, pack.calendar)):
        if isinstance(word, ModifierCard | LastingStep):
            found.add(word.of_ or "")
        if isinstance(word, SpendAs):
            found.add(word.as_)
        gains = [name for name, _ in keys_of(type(word)) if (type(word), name) not in _TAKEN]
        found.update(name for _, bag in _bags(word, *gains) for name, _ in bag)
    return frozenset(found)


def _bags(word: Node, *among: str) -> Iterator[tuple[str, Amounts]]:
    """List the bags of a word with pointers to them, under some of its attributes or under all."""
    for attribute, key in keys_of(type(word)):
        if among and attribute not in among:
            continue
        shape, found = shapes_of(type(word))[key], getattr(word, attribute)
        if shape is BAG and is_bag(found):
            yield aim(word, attribute), found
        elif (item_shape(shape) is BAG or isinstance(shape, BagsShape)) and is_tuple(found):
            yield from ((f"{aim(word, attribute)}/{k}", bag) for k, bag in enumerate(found) if is_bag(bag))


def is_bag(found: object) -> TypeGuard[Amounts]:
    """Return whether something is a bag that was read."""
    return is_tuple(found) and all(is_tuple(entry) and len(entry) == 2 for entry in found)


# Triggers that set themselves off


@lint_pass("sets_itself_off")
def sets_itself_off(pack: LintedPack) -> Iterator[Remark]:
    """A trigger that can trigger itself without end, alone or together with other triggers and cards.

    It works `unlimited`, and what it does brings its own moment about for the same player again. A trigger
    that has a test or a cost is left in peace.
    """
    own = {id(ability.node) for ability in pack.abilities}
    free: dict[str, list[_Reaction]] = {}
    for card in pack.around.values():
        for ability in abilities_of(card):
            if _runs_free(pack, ability):
                reaction = _Reaction(ability, card, _opened_by(pack, ability, card))
                free.setdefault(ability.moment, []).append(reaction)
    told = set[int]()
    for start in [each for found in free.values() for each in found if id(each.ability.node) in own]:
        circle = _circle(start, free)
        if circle and told.isdisjoint(map(id, circle)):
            told.update(map(id, circle))
            yield Remark(f"{start.ability.node.at}/when", _without_end(pack, circle))


class _Reaction(NamedTuple):
    """A trigger that nothing stops, its card, and the moments that it brings about."""

    ability: Ability
    card: CardNode
    opened: frozenset[str]


def _runs_free(pack: LintedPack, ability: Ability) -> bool:
    """Return whether nothing stops a trigger: no number of uses, no test, no cost."""
    trigger = ability.node
    if not isinstance(trigger, Trigger) or trigger.by == "opponents" or trigger.cost or trigger.if_:
        return False
    return uses_of(trigger, pack.names) == "unlimited"


def _opened_by(pack: LintedPack, ability: Ability, card: CardNode) -> frozenset[str]:
    used = () if is_of_the_game(card) else ("after.use",)  # a player who uses an ability brings this about
    return frozenset((*_opened(ability.steps, pack.sequences), *used))


def _circle(start: _Reaction, free: Mapping[str, Sequence[_Reaction]]) -> Sequence[_Reaction]:
    """Find the shortest way from a trigger back to itself; nothing if there is none."""
    ways, seen = [[start]], set[str]()
    for way in ways:
        moments = way[-1].opened
        if start.ability.moment in moments:
            return way
        for moment in sorted(moments - seen):
            ways += [[*way, each] for each in free.get(moment, ())]
        seen |= moments
    return ()


def _without_end(pack: LintedPack, circle: Sequence[_Reaction]) -> str:
    start = circle[0]
    other = next((each for each in circle if each.card is not start.card), None)
    if other is None:
        moment = start.ability.moment
        return f"this causes '{moment}' again, without end; limit its 'uses', or test for what ends it"
    place = pack.place_of(f"{other.ability.node.at}/when")
    return (
        f"this and '{other.card.id}' ({place}) set each other off without end; "
        "limit the 'uses' of one of them, or test for what ends it"
    )


def _opened(
    steps: Sequence[Step], sequences: Mapping[str, Sequence[Step]], running: tuple[str, ...] = ()
) -> Iterator[str]:
    """List the moments that steps bring about in any case, for their player."""
    for step in steps:
        yield from opened(step)
        if isinstance(step, ForEach) and not _is_narrowed(step.query):
            yield from _opened(step.do, sequences, running)
        if isinstance(step, Run) and step.sequence not in running:
            yield from _opened(sequences.get(step.sequence, ()), sequences, (*running, step.sequence))


def _is_narrowed(query: QueryWord) -> bool:
    """Return whether it depends on the game whom or what a query finds."""
    if isinstance(query, Players):
        return query.among != "all" or bool(query.is_ or query.if_ or query.fewest or query.most)
    return isinstance(query, ThingsQuery)


# Cards, and parts of cards, that do nothing


@lint_pass("idle_card")
def idle_card(pack: LintedPack) -> Iterator[Remark]:
    """A card that does nothing, scores nothing, and that no other card looks for."""
    for card in filter(_does_nothing, pack.cards):
        if card.id not in pack.sought:
            message = f"'{card.id}' does nothing: it has no effects, and no card refers to it"
            yield Remark(card.at, message)


def _does_nothing(card: CardNode) -> bool:
    if card.triggers or card.modifiers or card.permissions:
        return False
    if isinstance(card, BuildingCard):
        return card.vp == 0
    if isinstance(card, GovernorCard):
        return not card.places
    return isinstance(card, RuleCard | DestinyCard | GroupCard | DeckCard)


@lint_pass("no_effect")
def no_effect(pack: LintedPack) -> Iterator[Remark]:
    """A part of a card that changes nothing: 0 gained or lost, 0 added, times 1."""
    for word in pack.words:
        if isinstance(word, Gain | Lose):
            none = (name for name, amount in word.bag if amount == 0 and isinstance(amount, int))
            yield from (Remark(f"{word.at}/{name}", f"0 {name} changes nothing") for name in none)
        elif isinstance(word, Exchange) and _is_even(word):
            yield Remark(f"{word.at}/gain/", "this gives what it takes, so it changes nothing")
        elif isinstance(word, ModifierCard | LastingStep):
            for key, same in (("add", 0), ("times", 1)):
                if getattr(word, key) == same:
                    yield Remark(f"{word.at}/{key}", f"'{key}: {same}' leaves the number as it is")


def _is_even(offer: Exchange) -> bool:
    """Return whether an exchange gives just what it takes; a good for a good may be another one."""
    return dict(offer.pay) == dict(offer.gain) and all(name != GOOD for name, _ in offer.pay)


@lint_pass("no_example")
def no_example(pack: LintedPack) -> Iterator[Remark]:
    """A card that does something and has no example of it."""
    for card in pack.cards:
        if not card.examples and (card.permissions or any(abilities_of(card))):
            message = f"'{card.id}' has no example; 'examples' show the card at work and test it"
            yield Remark(card.at, message)


# Queries that find nothing in any game of these packs

_PRINTED: tuple[tuple[type[Node], str, str, str], ...] = (
    (Cards, "column", "buildings", "no building is in such a column"),
    (Cards, "year", "enemies", "no enemy is of such a year"),
    (Places, "rank", "advisors", "no advisor has such a rank"),
    (Groups, "rank", "advisors", "no advisor has such a rank"),
)
"""Numbers that queries ask for, with the list of cards on which they are printed."""


@lint_pass("finds_nothing")
def finds_nothing(pack: LintedPack) -> Iterator[Remark]:
    """A query that can find nothing: there is no such row, column, rank, year or kind of card."""
    parts = (part for part in pack.further.parts if isinstance(part, Node) and pack.is_own(part))
    for part in () if pack.lacks_packs else (*pack.cards, *parts):
        found = list(words(part))
        if any(isinstance(word, ModuleIs) and pack.names.packs.isdisjoint(word.among) for word in found):
            continue  # this is about cards of packs that are not here
        for word in found:
            yield from (Remark(at, f"{why}, so this finds nothing") for at, why in _never_found(pack, word))
            if isinstance(word, Places) and isinstance(word.marked_by, Literal):
                yield from _nobodys_mark(f"{word.at}/marked_by", word.marked_by.name)


def _nobodys_mark(at: str, name: str) -> Iterator[Remark]:
    if name in (NOBODY_WORD, NOTHING):
        message = (
            "a marker always belongs to a player, so this finds nothing; for no marker, write marked: false"
        )
        yield Remark(at, message)


def _never_found(pack: LintedPack, query: Node) -> Iterator[tuple[str, str]]:
    for cls, key, part, message in _PRINTED:
        if isinstance(query, cls) and not _is_any_within(getattr(query, key), pack.printed(part, key)):
            yield f"{query.at}/{key}", message
    if isinstance(query, Dice) and not _is_any_within(query.shows, range(1, HIGHEST + 1)):
        yield f"{query.at}/shows", f"a die shows from 1 to {HIGHEST}"
    rows = query.row if isinstance(query, Cards) else ()
    for k, row in enumerate(rows):
        if row not in pack.printed("buildings", "row"):
            at = f"{query.at}/row/{k}" if len(rows) > 1 else f"{query.at}/row"
            yield at, f"no building is in row {row}"


def _is_any_within(bounds: Range | Bounds, numbers: Iterable[object]) -> bool:
    fixed = bounds.fixed if isinstance(bounds, Bounds) else bounds
    return (
        fixed is None
        or fixed == Range(None, None)
        or any(number in fixed for number in numbers if isinstance(number, int))
    )


# Decks and resources that no game uses


@lint_pass("unused_resource")
def unused_resource(pack: LintedPack) -> Iterator[Remark]:
    """A resource that the pack adds, and that nothing mentions."""
    own = [resource for resource in pack.further.resources if pack.is_own(resource) and not resource.good]
    named = _names_in([sheet.data for sheet in pack.found.sheets]) if own else Counter[str]()
    for resource in own:
        if named[resource.id] < 2:
            yield Remark(f"{resource.at}/id", f"nothing gives, takes or looks at '{resource.id}'")


def _names_in(data: object) -> Counter[str]:
    """Count the names in plain data: keys, values and variables, but not texts for people."""
    found = Counter[str](re.findall(r"[a-z][a-z0-9_]*", data) if isinstance(data, str) else ())
    if is_object(data):
        keys = [key for key in data if key not in ("text", "name", "note", "shows", "label")]
        found.update(keys)
        data = [data[key] for key in keys]
    for item in data if is_list(data) else ():
        found.update(_names_in(item))
    return found


@lint_pass("undrawn_deck")
def undrawn_deck(pack: LintedPack) -> Iterator[Remark]:
    """A deck of the pack from which nothing ever takes a card."""
    decks = {card.deck: card for card in reversed(pack.cards) if isinstance(card, DeckCard)}
    if not decks or pack.lacks_packs:
        return
    taken = {*(deck.id for deck in pack.further.decks if deck.display), *_decks_taken(pack)}
    for deck, card in decks.items() if "" not in taken else ():
        if deck not in taken and card.id not in pack.sought:
            message = f"nothing takes cards from the deck '{deck}', so they are never in play"
            yield Remark(f"{card.at}/deck", message)


def _decks_taken(pack: LintedPack) -> Iterator[str]:
    """List the decks and kinds that words name; '' if a word may take any card."""
    table = pack.names.table
    for word in words((*pack.around.values(), *pack.further.parts, pack.calendar)):
        if isinstance(word, Step):
            yield from filter(None, (getattr(word, "deck", ""),))
        if isinstance(word, Cards) and word.zone not in ("", PLAY) and not word.is_:
            yield word.kind
        if isinstance(word, Literal) and word.name in table.card:
            yield table.cards[table.card[word.name]].kind
