"""What the lint looks for: each pass of the library, one after the other."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeGuard

from attrs import define, field

from kingsburg_rules.content.assembly import item_shape
from kingsburg_rules.content.linking import is_of_the_game
from kingsburg_rules.content.lint import (
    Remark,
    abilities_of,
    aim,
    lint_pass,
    openings,
    worlds_of,
)
from kingsburg_rules.engine.errors import unknown
from kingsburg_rules.words.abilities import ModifierCard, Trigger, uses_of
from kingsburg_rules.words.auctions import AuctionStep
from kingsburg_rules.words.calendar import EndGame, Run, Win
from kingsburg_rules.words.cards import (
    BuildingCard,
    DeckCard,
    DestinyCard,
    EnemyCard,
    GovernorCard,
    GroupCard,
    RuleCard,
)
from kingsburg_rules.words.facts import FACTS
from kingsburg_rules.words.flow import Branch, ForEach, If, Repeat, Set
from kingsburg_rules.words.memory import LastingStep
from kingsburg_rules.words.permissions import SpendAs
from kingsburg_rules.words.queries import MEASURE, Cards, Players, ThingsQuery
from kingsburg_rules.words.registry import (
    BATTLE,
    ENEMY,
    THINGS,
    Node,
    Step,
    Word,
    is_tuple,
    items_of,
    keys_of,
    shapes_of,
    words,
)
from kingsburg_rules.words.resources import BAG, Exchange, Gain, Lose, PayStep
from kingsburg_rules.words.shapes import Listing, is_list, is_object
from kingsburg_rules.words.tests import FactIs, ModuleIs, VariableIs
from kingsburg_rules.words.values import FactOf, Literal, Variable
from kingsburg_rules.words.vocabulary import GOOD, NUMBER, RESOURCES
from kingsburg_rules.words.zones import DrawStep

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kingsburg_rules.content.documents import Document
    from kingsburg_rules.content.lint import Ability, LintedPack, World
    from kingsburg_rules.words.cards import CardNode
    from kingsburg_rules.words.registry import QueryWord, TestWord
    from kingsburg_rules.words.resources import Amounts
    from kingsburg_rules.words.shapes import Shape

    Conditional = Trigger | ModifierCard | Branch | Players | ThingsQuery | Repeat


# Variables


@lint_pass("unread_variable")
def unread_variable(pack: LintedPack) -> Iterator[Remark]:
    """A variable that is set and never read."""
    for ability, traced in pack.traced:
        for name, places in traced.sets.items():
            if name not in traced.read and not _is_unnamed(ability, places[0]):
                message = f"'{name}' is set but never read; leave it out, or use it"
                yield Remark(_where(ability, places[0], name), message)


def _is_unnamed(ability: Ability, at: str) -> bool:
    """Whether the variable is one that a word brings though nobody asked for it by name."""
    here = [word for word in ability.words if word.at == at]
    named = any(isinstance(word, ForEach | DrawStep) and word.as_ for word in here)
    return not named and any(isinstance(word, ForEach | DrawStep | AuctionStep) for word in here)


@lint_pass("unset_variable")
def unset_variable(pack: LintedPack) -> Iterator[Remark]:
    """A variable that is read where only another branch sets it, so that it is always 0."""
    for _, traced in pack.traced:
        for at, name in traced.blind.items():
            yield Remark(at, f"'{name}' is set only in another branch, so it is always 0 here")


def _where(ability: Ability, at: str, name: str) -> str:
    """Point to the name of a variable in the step at a place."""
    for word in ability.words:
        if word.at == at and isinstance(word, Set):
            return f"{at}/{name}/"
        if word.at == at:
            for attribute, key in keys_of(type(word)):
                if getattr(word, attribute) == name:
                    return aim(word, key)
    return at


# Numbers that a card remembers


@lint_pass("unread_memory")
def unread_memory(pack: LintedPack) -> Iterator[Remark]:
    """A number that a card remembers and never reads."""
    for card in pack.cards:
        read = _read(list(words(card))) if card.memory else frozenset[str]()
        for memory in card.memory:
            if memory.id not in read:
                yield Remark(f"{memory.at}/id", f"nothing on this card reads '{memory.id}'")


@lint_pass("unset_memory")
def unset_memory(pack: LintedPack) -> Iterator[Remark]:
    """A number that a card reads, but that never changes."""
    for card in pack.cards:
        found = list(words(card)) if card.memory else []
        read = _read(found)
        kept = {name for word in found if isinstance(word, Set) for name, _ in word.values}
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


def _read(found: Sequence[Node]) -> frozenset[str]:
    """List the variables that words read; a test may read one by its name."""
    return frozenset(word.name for word in found if isinstance(word, Variable | VariableIs)) | {
        name[1:] for word in found for name, _ in _bag_entries(word) if name.startswith("$")
    }


def _bag_entries(word: Node) -> Iterator[tuple[str, object]]:
    shapes = shapes_of(type(word))
    for attribute, key in keys_of(type(word)):
        if shapes[key] is BAG:
            yield from getattr(word, attribute)


# Names of packs, and of cards in packs that are not in play here


@lint_pass("unknown_pack")
def unknown_pack(pack: LintedPack) -> Iterator[Remark]:
    """A pack or a variant that is asked for, but that is not to be found here; perhaps it is misspelt."""
    for at, name in _packs_named(pack):
        if name not in pack.known_packs and pack.shelf.find(name) is None:
            yield Remark(at, unknown(name, pack.known_packs).behind("no pack or variant has this name: "))


@lint_pass("unknown_card")
def unknown_card(pack: LintedPack) -> Iterator[Remark]:
    """A card of another pack that is asked for, but that the pack does not have."""
    cards: dict[str, set[str]] = {}
    for at, ref in _cards_named(pack.words):
        home, _, card = ref.rpartition("/")
        document = pack.shelf.find(home) if home and home != pack.name else None
        if document is not None:
            known = cards.setdefault(home, _cards(document))
            if card not in known:
                yield Remark(at, unknown(card, known).behind(f"of the cards of '{home}', "))


def _packs_named(pack: LintedPack) -> Iterator[tuple[str, str]]:
    for word in pack.words:
        if isinstance(word, ModuleIs):
            yield from ((f"{word.at}/{k}", name) for k, name in enumerate(word.among))
    for at, ref in _cards_named(pack.words):
        home, _, _ = ref.rpartition("/")
        if home:
            yield at, home


def _cards_named(found: Sequence[Node]) -> Iterator[tuple[str, str]]:
    """List the cards that queries name, with where they do."""
    for word in found:
        if isinstance(word, Cards):
            yield from ((card.at, card.name) for card in word.is_ if isinstance(card, Literal))


def _cards(document: Document) -> set[str]:
    """List the ids in the files of a pack."""
    found = set[str]()
    for data in document.files.values():
        for part in data.values() if is_object(data) else ():
            for card in part if is_list(part) else ():
                if is_object(card) and isinstance(card.get("id"), str):
                    found.add(str(card["id"]))
    return found


# Branches that no game comes to, and abilities that never work

_NEVER = "these tests can never hold together here, so the steps that depend on them are never done"


@lint_pass("unreachable")
def unreachable(pack: LintedPack) -> Iterator[Remark]:
    """A branch that cannot be reached, in no game with any packs, players and switches.

    Also an ability whose tests can never hold, and steps behind the end of the game.
    """
    for ability in pack.abilities:
        worlds = worlds_of(pack, ability)
        if not worlds:
            continue
        search = _Search()
        node = ability.node
        if isinstance(node, Trigger | ModifierCard):
            worlds = search.where(worlds, node, node.if_)
        if worlds:
            search.steps(ability.steps, worlds)
        yield from search.found


@lint_pass("silent_moment")
def silent_moment(pack: LintedPack) -> Iterator[Remark]:
    """A moment that the pack brings, but that nothing opens."""
    for moment in pack.further.moments:
        if pack.is_own(moment) and not pack.course.opens(moment.id):
            message = f"nothing opens this moment; put 'window: {moment.id}' where it happens"
            yield Remark(f"{moment.at}/id", message)


@define(eq=False, repr=False)
class _Search:
    """A search for what is never done, with the worlds that lead there."""

    found: list[Remark] = field(factory=list[Remark])

    def where(
        self, worlds: tuple[World, ...], owner: Conditional, tests: Sequence[TestWord]
    ) -> tuple[World, ...]:
        """Give the worlds in which tests may hold; remark on it if there are none."""
        left = tuple(world for world in worlds if world.hold(tests) is not False)
        if not left:
            self.found.append(Remark(f"{owner.at}/if/", _NEVER))
        return left

    def steps(self, steps: Sequence[Step], worlds: tuple[World, ...]) -> bool:
        """Look through steps; tells whether the game is over behind them."""
        for k, step in enumerate(steps):
            if self._step(step, worlds):
                if k + 1 < len(steps):
                    self.found.append(Remark(f"{steps[k + 1].at}/", "the game is over before this is done"))
                return True
        return False

    def _step(self, step: Step, worlds: tuple[World, ...]) -> bool:
        match step:
            case Win() | EndGame(now=True):
                return True
            case If():
                return self._if(step, worlds)
            case _:
                self._inside(step, worlds)
                return False

    def _if(self, step: If, worlds: tuple[World, ...]) -> bool:
        """Look through both branches."""
        found = [world.hold(step.if_) for world in worlds]
        then = tuple(world for world, holds in zip(worlds, found, strict=True) if holds is not False)
        other = tuple(world for world, holds in zip(worlds, found, strict=True) if holds is not True)
        ends = [True, True]
        if then:
            ends[0] = self.steps(step.then, then)
        else:
            self.found.append(Remark(f"{step.at}/then/", "no game gets here: the tests can never hold"))
        if other:
            ends[1] = self.steps(step.else_, other)
        elif step.else_:
            self.found.append(Remark(f"{step.at}/else/", "no game gets here: the tests always hold"))
        return all(ends)

    def _inside(self, node: Node, worlds: tuple[World, ...]) -> None:
        """Look through what stands in a step or an object."""
        if isinstance(node, Branch | Players | ThingsQuery | Repeat) and node.if_:
            worlds = self.where(worlds, node, node.if_)
            if not worlds:
                return
        for items in items_of(node):
            inner = tuple(item for item in items if isinstance(item, Step))
            if inner:
                self.steps(inner, worlds)
            for item in items:
                if isinstance(item, Node) and not isinstance(item, Step):
                    self._inside(item, worlds)


# What is not on the table at the moment at which a card asks for it

_IN_A_VARIABLE = {ENEMY: "enemy", BATTLE: "outcome"}
"""The variables that take the place of what lies on the table, for words that look for them."""


@lint_pass("not_there")
def not_there(pack: LintedPack) -> Iterator[Remark]:
    """A fact, a test or a step about something that does not lie on the table at that moment.

    Dice lie there from the roll to the end of the season, the enemy and the outcome of the battle for a part
    of winter. What cards lay there themselves counts, too.
    """
    traced = {id(ability): trace for ability, trace in pack.traced}
    for ability in pack.abilities:
        if not ability.moment or not pack.course.opens(ability.moment):
            continue
        if isinstance(ability.card, EnemyCard) and ENEMY not in pack.course.at(ability.moment).things:
            message = f"at '{ability.moment}' no enemy is face up, so none does anything"
            yield Remark(f"{ability.node.at}/when", message)
            continue
        trace = traced.get(id(ability))
        variables = trace.there if trace is not None else frozenset[str]()
        there = pack.course.at(ability.moment).things | _brought(ability)
        missing = frozenset(THINGS) - there
        if missing:
            yield from _missed(ability, missing, variables)


def _missed(ability: Ability, missing: frozenset[str], variables: frozenset[str]) -> Iterator[Remark]:
    later = {id(test) for step in ability.words if isinstance(step, LastingStep) for test in words(step.if_)}
    for word in ability.words:
        if id(word) in later:
            continue
        thing = word.looks_at if isinstance(word, Word) else ""
        if isinstance(word, Word) and thing in missing and _IN_A_VARIABLE.get(thing) not in variables:
            yield Remark(f"{word.at}/", _told(word.word, thing, ability.moment))
        for at, fact in _facts(word):
            if _NEEDS.get(fact) in missing:
                yield Remark(at, _told(fact, _NEEDS[fact], ability.moment))


def _told(word: str, thing: str, moment: str) -> str:
    return f"at '{moment}' {THINGS[thing]}, so '{word}' finds nothing"


def _facts(word: Node) -> Iterator[tuple[str, str]]:
    """List the facts that a word names, with where it does."""
    if isinstance(word, FactIs):
        yield f"{word.at}/", word.name
    if isinstance(word, FactOf) and word.thing is None:
        yield word.at, word.name
    shapes = shapes_of(type(word))
    for attribute, key in keys_of(type(word)):
        shape, found = shapes[key], getattr(word, attribute)
        if shape is MEASURE and isinstance(found, str):
            yield aim(word, key), found
        elif item_shape(shape) is MEASURE and is_tuple(found):
            yield from (
                (f"{aim(word, key)}/{k}", fact) for k, fact in enumerate(found) if isinstance(fact, str)
            )


_NEEDS = {fact.name: fact.needs for facts in FACTS.values() for fact in facts.values() if fact.needs}
"""What must be on the table for a fact to say anything."""


def _brought(ability: Ability) -> frozenset[str]:
    """Tell what the ability itself lays on the table."""
    return frozenset(thing for word in ability.words if isinstance(word, Step) for thing in word.laid)


# Costs that nobody can ever pay

_COSTS: tuple[tuple[type[Node], str], ...] = (
    (Trigger, "cost"),
    (Branch, "cost"),
    (PayStep, "price"),
    (Exchange, "pay"),
    (BuildingCard, "cost"),
)
"""Where costs stand."""

_TAKEN = {(Lose, "bag"), (EnemyCard, "penalty"), *_COSTS}
"""The bags from which nobody gains anything."""

_KNOWN = frozenset(resource.name for resource in RESOURCES)


@lint_pass("unpayable")
def unpayable(pack: LintedPack) -> Iterator[Remark]:
    """A cost that can never be paid: more than a player can hold, or something that nothing ever gives."""
    given = _given(pack)
    for word in pack.words:
        for at, bag in _costs(word):
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


def _costs(word: Node) -> Iterator[tuple[str, Amounts]]:
    """List the costs that stand in a word, with where they do."""
    for cls, attribute in _COSTS:
        if isinstance(word, cls):
            found, at = getattr(word, attribute), aim(word, attribute)
            shape = shapes_of(cls)[attribute]
            if isinstance(shape, Listing):
                yield from ((f"{at}/{k}", bag) for k, bag in enumerate(found))
            else:
                yield at, found


def _given(pack: LintedPack) -> frozenset[str]:
    """List the resources that anything in these packs gives to somebody."""
    table = pack.names.table
    goods = {table.resources[good].name for good in table.goods}
    added = {resource.id for resource in pack.further.resources}
    if not added - goods:
        return frozenset({*_KNOWN, *goods, *added})
    parts = (*pack.around.values(), *pack.further.parts, pack.calendar)
    return frozenset({*_KNOWN, *goods, *_gained(list(words(parts)))})


def _gained(found: Sequence[Node]) -> Iterator[str]:
    for word in found:
        if isinstance(word, ModifierCard | LastingStep) and word.of_:
            yield word.of_
        if isinstance(word, SpendAs):
            yield word.as_
        for attribute, key in keys_of(type(word)):
            if (type(word), attribute) not in _TAKEN:
                yield from _in_bags(shapes_of(type(word))[key], getattr(word, attribute))
        if isinstance(word, Gain):
            yield from (name for name, _ in word.bag)


def _in_bags(shape: Shape[object], found: object) -> Iterator[str]:
    """List what a bag holds, or several."""
    bags = (found,) if shape is BAG else found
    if is_tuple(bags) and BAG in (shape, item_shape(shape)):
        for bag in bags:
            yield from (entry[0] for entry in bag if isinstance(entry[0], str)) if is_bag(bag) else ()


def is_bag(found: object) -> TypeGuard[tuple[tuple[object, object], ...]]:
    """Whether something is a bag that was read."""
    return is_tuple(found) and all(is_tuple(entry) and len(entry) == 2 for entry in found)


# Triggers that set themselves off

_USED = "after.use"


@lint_pass("sets_itself_off")
def sets_itself_off(pack: LintedPack) -> Iterator[Remark]:
    """A trigger that can trigger itself without end, alone or together with others of its card.

    It works `unlimited`, and what it does brings its own moment about for the same player again. A trigger
    that a test or a cost can stop is left in peace.
    """
    sequences = {sequence.id: sequence.do for sequence in pack.calendar.sequences}
    chains: dict[str, list[tuple[Trigger, frozenset[str]]]] = {}
    for ability in pack.abilities:
        trigger = ability.node
        if isinstance(trigger, Trigger) and ability.card is not None and _runs_free(pack, ability, trigger):
            opened = frozenset(_opened(trigger.do, sequences, ()))
            if not is_of_the_game(ability.card):
                opened |= {_USED}  # whoever uses an ability brings this about
            chains.setdefault(ability.card.at, []).append((trigger, opened))
    for chain in chains.values():
        told = frozenset[str]()
        for trigger, opened in chain:
            follows = _closure(opened, chain)
            if trigger.when in follows and trigger.when not in told:
                told |= follows
                message = f"this causes '{trigger.when}' again, without end"
                yield Remark(f"{trigger.at}/when", f"{message}; limit its 'uses', or test for what ends it")


def _runs_free(pack: LintedPack, ability: Ability, trigger: Trigger) -> bool:
    """Whether nothing stops a trigger: no number of uses, no cost, no test that might fail."""
    if uses_of(trigger, pack.names) != "unlimited" or trigger.by == "opponents" or trigger.cost:
        return False
    worlds = worlds_of(pack, ability)
    return bool(worlds) and all(world.hold(trigger.if_) is True for world in worlds)


def _opened(
    steps: Sequence[Step], sequences: Mapping[str, Sequence[Step]], running: tuple[str, ...]
) -> Iterator[str]:
    """List the moments that steps open in any case, for their player."""
    for step in steps:
        yield from openings(step)
        if isinstance(step, ForEach) and not _narrowed(step.query):
            yield from _opened(step.do, sequences, running)
        if isinstance(step, Run) and step.sequence not in running:
            yield from _opened(sequences.get(step.sequence, ()), sequences, (*running, step.sequence))


def _narrowed(query: QueryWord | None) -> bool:
    """Whether it depends on the game whom or what a query finds."""
    if isinstance(query, Players):
        return query.among != "all" or bool(query.is_ or query.if_ or query.fewest or query.most)
    return isinstance(query, ThingsQuery)


def _closure(opened: frozenset[str], chain: Sequence[tuple[Trigger, frozenset[str]]]) -> frozenset[str]:
    """Add what the other triggers of the card bring about in turn."""
    found = opened
    for _ in chain:
        found = found.union(*(more for trigger, more in chain if trigger.when in found))
    return found


# Cards, and parts of cards, that do nothing

_NOTHING = {"add": 0, "times": 1}
"""Changes that leave a number as it was."""


@lint_pass("idle_card")
def idle_card(pack: LintedPack) -> Iterator[Remark]:
    """A card that does nothing, scores nothing, and that no other card looks for."""
    sought: frozenset[str] | None = None
    for card in pack.cards:
        if _does_nothing(card):
            sought = _sought(pack) if sought is None else sought
            if card.id not in sought:
                yield Remark(
                    card.at, f"'{card.id}' does nothing: it has no effects, and no card refers to it"
                )


@lint_pass("no_effect")
def no_effect(pack: LintedPack) -> Iterator[Remark]:
    """A part of a card that changes nothing: 0 gained or lost, 0 added, times 1."""
    for word in pack.words:
        if isinstance(word, Gain | Lose):
            for name, amount in word.bag:
                if amount == 0 and isinstance(amount, int):
                    yield Remark(f"{word.at}/{name}", f"0 {name} changes nothing")
        elif isinstance(word, ModifierCard | LastingStep):
            for key, change in _NOTHING.items():
                if getattr(word, key) == change:
                    yield Remark(f"{word.at}/{key}", f"'{key}: {change}' leaves the number as it is")


def _does_nothing(card: CardNode) -> bool:
    if card.triggers or card.modifiers or card.permissions:
        return False
    if isinstance(card, BuildingCard):
        return card.vp == 0
    if isinstance(card, GovernorCard):
        return not card.places
    return isinstance(card, RuleCard | DestinyCard | GroupCard | DeckCard)


def _sought(pack: LintedPack) -> frozenset[str]:
    """List the cards that others ask for by name."""
    found = _cards_named(list(words(tuple(pack.around.values()))))
    return frozenset(ref.rpartition("/")[2] for _, ref in found)


# What the author's text says, and what the card does

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
"""Moments that come once in a season for each player, so several times for who watches the others."""


@lint_pass("whenever")
def whenever(pack: LintedPack) -> Iterator[Remark]:
    """A card that says "whenever", while it works only once a season.

    Only moments that can come several times in a season count; a card that has something that always works
    may mean that.
    """
    for card in pack.cards:
        said = _WHENEVER.search(card.text)
        if said is None or card.modifiers or card.permissions:
            continue
        if not card.triggers or any(uses_of(trigger, pack.names) == "unlimited" for trigger in card.triggers):
            continue
        meant = next((trigger for trigger in card.triggers if _comes_often(trigger)), None)
        if meant is not None:
            yield Remark(f"{card.at}/text", _too_seldom(said[0].lower(), meant, card))


def _too_seldom(said: str, trigger: Trigger, card: CardNode) -> str:
    how = trigger.uses.replace("_", " ")
    how = "once per season" if how == "once" else how
    message = f"the text says '{said}', but '{card.id}' reacts to '{trigger.when}' {how}"
    return f"{message}; leave out 'uses', or change the text"


def _comes_often(trigger: Trigger) -> bool:
    return trigger.when in _RECURRING or (trigger.by != "me" and trigger.when in _OF_EACH)


# Cards without examples


@lint_pass("no_example")
def no_example(pack: LintedPack) -> Iterator[Remark]:
    """A card that does something and has no example of it."""
    for card in pack.cards:
        if not card.examples and (card.permissions or any(abilities_of(card))):
            yield Remark(card.at, f"'{card.id}' has no example; 'examples' show the card at work and test it")
