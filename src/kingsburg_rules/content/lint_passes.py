"""What the lint looks for: each pass of the library, one after the other."""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import TYPE_CHECKING, TypeGuard

from attrs import define, field, frozen

from kingsburg_rules.content.assembly import item_shape
from kingsburg_rules.content.linking import is_of_the_game
from kingsburg_rules.content.lint import (
    Remark,
    abilities_of,
    aim,
    fact_span,
    flattened,
    is_empty,
    lint_pass,
    openings,
    worlds_of,
)
from kingsburg_rules.content.whereabouts import printed_in
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
from kingsburg_rules.language.facts import FACTS
from kingsburg_rules.language.flow import Branch, ForEach, If, Repeat, Set
from kingsburg_rules.language.memory import LastingStep
from kingsburg_rules.language.permissions import SpendAs
from kingsburg_rules.language.queries import ANY, MEASURE, Cards, Dice, Groups, Places, Players, ThingsQuery
from kingsburg_rules.language.registry import (
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
from kingsburg_rules.language.resources import BAG, Exchange, Gain, Lose, PayStep
from kingsburg_rules.language.shapes import Listing, is_list, is_object
from kingsburg_rules.language.tests import Equal, FactIs, ModuleIs, SeasonIs, VariableIs
from kingsburg_rules.language.values import NO_BOUNDS, NOBODY_WORD, NOTHING, FactOf, Literal, Variable
from kingsburg_rules.language.vocabulary import AFTER, BEFORE, GOOD, NUMBER, RESOURCES, SEASONS
from kingsburg_rules.language.zones import DrawStep

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from kingsburg_rules.content.documents import Document
    from kingsburg_rules.content.lint import Ability, Course, LintedPack, World
    from kingsburg_rules.content.yaml_reader import Spot
    from kingsburg_rules.language.cards import CardNode
    from kingsburg_rules.language.registry import QueryWord, TestWord
    from kingsburg_rules.language.resources import Amounts
    from kingsburg_rules.language.shapes import Range, Shape

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
    """A variable that is read where only another branch sets it, or one way of a branch before."""
    for _, traced in pack.traced:
        for at, name in traced.doubted.items():
            message = (
                f"'{name}' is set in only one branch before this, so it may be 0 here; set it before, too"
            )
            yield Remark(at, message)
        for at, name in traced.blind.items():
            message = f"'{name}' is set only in another branch, so it is always 0 here"
            yield Remark(at, message)


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
                message = f"nothing on this card reads '{memory.id}'"
                yield Remark(f"{memory.at}/id", message)


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
            before = "no pack or variant has this name: "
            yield Remark(at, unknown(name, pack.known_packs, before=before))


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
                yield Remark(at, unknown(card, known, before=f"of the cards of '{home}', "))


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
        search = _Search(ability.moment)
        node = ability.node
        if isinstance(node, Trigger | ModifierCard):
            worlds = search.where(worlds, node, node.if_)
        if worlds:
            search.steps(ability.steps, worlds)
        yield from search.found


_CUT = re.compile(r"[^\s#][ \t]+#[^\W_]", re.MULTILINE)


@lint_pass("cut_text")
def cut_text(pack: LintedPack) -> Iterator[Remark]:
    """A text that ends before a `#`, because what follows is a comment."""
    info = () if pack.found.info is None else (pack.found.info,)
    for sheet in (*info, *pack.found.sheets, *pack.found.locales):
        if _CUT.search(sheet.text):
            lines = LINE_BREAK.split(sheet.text)
            for at, spot in _texts(sheet.root, f"{pack.name}/{sheet.name}#"):
                rest = _rest_of_line(lines, spot)
                if rest:
                    message = (
                        f"the text ends before '{clip(rest)}', which is a comment; put the text in quotes, "
                        "or a space after the '#'"
                    )
                    yield Remark(at, message)


def _texts(spot: Spot, at: str) -> Iterator[tuple[str, Spot]]:
    """Give the texts of a file."""
    for key, within in spot.parts():
        if isinstance(within.data, str):
            yield f"{at}/{key}", within
        else:
            yield from _texts(within, f"{at}/{key}")


def _rest_of_line(lines: list[str], spot: Spot) -> str:
    """Give what follows an unquoted text as if it belonged to it; behind a name that is only a number."""
    line, column = spot.place
    text, found = lines[line - 1][column - 1 :], str(spot.data)
    rest = text.removeprefix(found).strip() if text.startswith(found) else ""
    is_prose = found[:1].isupper() and len(found) > 1
    return rest if re.match(r"#[^\W_]" if is_prose else r"#[0-9]", rest) else ""


@lint_pass("silent_moment")
def silent_moment(pack: LintedPack) -> Iterator[Remark]:
    """A moment that the pack brings, but that nothing opens."""
    for moment in pack.further.moments:
        if pack.is_own(moment) and not pack.course.opens(moment.id):
            message = f"nothing opens this moment; put 'window: {moment.id}' where it happens"
            yield Remark(f"{moment.at}/id", message)


def _never_ends(step: Repeat, worlds: Sequence[World]) -> bool:
    """Whether the tests of a loop always hold, so that only the end of the game could end it."""
    ends = any(isinstance(word, Win | EndGame) for word in words(step.do))
    return not ends and bool(worlds) and all(world.hold(step.if_) is True for world in worlds)


def _never_in(seasons: Sequence[str], moment: str, possible: Collection[str]) -> str:
    """Say which seasons it may be at a moment."""
    listed = [season for season in SEASONS if season and season in possible]
    if not listed:
        return f"at '{moment}' there is no season, so this never holds"
    never = f"at '{moment}' it is never {', '.join(seasons)}, so this never holds"
    return f"{never}; possible: {', '.join(listed)}"


def _never_so(fact: str, least: float, most: float) -> str:
    """Say between which numbers a fact always is."""
    if most == math.inf:
        return f"'{fact}' is never below {int(least)}, so this never holds"
    if least == -math.inf:
        return f"'{fact}' is never above {int(most)}, so this never holds"
    return f"'{fact}' is always from {int(least)} to {int(most)}, so this never holds"


@define(eq=False, repr=False)
class _Search:
    """A search for what is never done, with the worlds that lead there."""

    moment: str = ""
    found: list[Remark] = field(factory=list[Remark])

    def where(
        self, worlds: tuple[World, ...], owner: Conditional, tests: Sequence[TestWord]
    ) -> tuple[World, ...]:
        """Give the worlds in which tests may hold; remark on it if there are none."""
        left = tuple(world for world in worlds if world.hold(tests) is not False)
        for test in flattened(tests) if worlds else ():
            if isinstance(test, FactIs) and all(world.holds(test) is True for world in worlds):
                message = f"this test of '{test.name}' always holds; leave it out"
                self.found.append(Remark(f"{test.at}/", message))
        if not left:
            self.found.append(self._why_never(worlds, owner, tests))
        return left

    def _why_never(self, worlds: tuple[World, ...], owner: Conditional, tests: Sequence[TestWord]) -> Remark:
        """Remark on tests that never hold: on the one of them that never does, if it is alone."""
        for test in flattened(tests):
            if any(world.holds(test) is not False for world in worlds):
                continue
            seasons = worlds[0].seasons
            if isinstance(test, SeasonIs) and seasons is not None and self.moment:
                return Remark(f"{test.at}/", _never_in(test.among, self.moment, seasons))
            if isinstance(test, FactIs) and not is_empty(test):
                spans = [fact_span(test.name, world.names, world.players) for world in worlds]
                least, most = min(low for low, _ in spans), max(high for _, high in spans)
                return Remark(f"{test.at}/", _never_so(test.name, least, most))
            if isinstance(test, FactIs):
                return Remark(f"{test.at}/", "no number is within these bounds, so this never holds")
        return Remark(f"{owner.at}/if/", _NEVER)

    def steps(self, steps: Sequence[Step], worlds: tuple[World, ...]) -> bool:
        """Look through steps; tells whether the game is over behind them."""
        for k, step in enumerate(steps):
            if self._step(step, worlds):
                if k + 1 < len(steps):
                    message = "the game is over before this is done"
                    self.found.append(Remark(f"{steps[k + 1].at}/", message))
                return True
        return False

    def _step(self, step: Step, worlds: tuple[World, ...]) -> bool:
        match step:
            case Win() | EndGame(now=True):
                return True
            case If():
                return self._if(step, worlds)
            case Repeat() if _never_ends(step, worlds):
                message = "this is repeated without end: its tests always hold"
                self.found.append(Remark(f"{step.at}/if/", message))
                return False
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
            message = "no game gets here: the tests can never hold"
            self.found.append(Remark(f"{step.at}/then/", message))
        if other:
            ends[1] = self.steps(step.else_, other)
        elif step.else_:
            message = "no game gets here: the tests always hold"
            self.found.append(Remark(f"{step.at}/else/", message))
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
            yield from _missed(ability, missing, variables, pack.course)


def _missed(
    ability: Ability, missing: frozenset[str], variables: frozenset[str], course: Course
) -> Iterator[Remark]:
    later = {id(test) for step in ability.words if isinstance(step, LastingStep) for test in words(step.if_)}
    for word in ability.words:
        if id(word) in later:
            continue
        thing = word.looks_at if isinstance(word, Word) else ""
        if isinstance(word, Word) and thing in missing and _IN_A_VARIABLE.get(thing) not in variables:
            yield Remark(f"{word.at}/", _told(word.word, thing, ability.moment, course))
        for at, fact in _facts(word):
            if _NEEDS.get(fact) in missing:
                yield Remark(at, _told(fact, _NEEDS[fact], ability.moment, course))


def _told(word: str, thing: str, moment: str, course: Course) -> str:
    moments = ", ".join(_moments_with(thing, course))
    return f"at '{moment}' {THINGS[thing]}, so '{word}' finds nothing; possible: {moments}"


def _moments_with(thing: str, course: Course) -> list[str]:
    """List the moments of the calendar at which something is on the table, or all if there is none."""
    found = [moment for moment, scene in course.scenes.items() if thing in scene.things]
    of_calendar = [moment for moment in found if not moment.startswith((BEFORE, AFTER))]
    return of_calendar or found


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
    if name in given:
        return ""
    return f"nothing gives anybody '{name}', so nobody can ever pay it"


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


@frozen(eq=False)
class _Reaction:
    """A trigger that nothing stops, and the moments that it brings about for its player.

    `touched` are the resources that it gives or takes, `wanted` those about which it works at all; nothing
    means any.
    """

    trigger: Trigger
    card: CardNode
    opened: frozenset[str]
    touched: frozenset[str]
    wanted: frozenset[str]

    def sets_off(self, other: _Reaction) -> bool:
        """Whether it brings the other one about."""
        if other.trigger.when not in self.opened:
            return False
        about = other.trigger.when in _OF_RESOURCES and other.wanted and self.touched
        return not about or not other.wanted.isdisjoint(self.touched)


_OF_RESOURCES = frozenset({"before.gain", "after.gain", "before.lose", "after.lose"})
"""The moments that are about a resource."""


@lint_pass("sets_itself_off")
def sets_itself_off(pack: LintedPack) -> Iterator[Remark]:
    """A trigger that can trigger itself without end, alone or together with other triggers and cards.

    It works `unlimited`, and what it does brings its own moment about for the same player again. A trigger
    that a test or a cost can stop is left in peace.
    """
    own = list(_reactions(pack, pack.abilities))
    if not own:
        return
    others = (card for card in pack.around.values() if not pack.is_own(card))
    every = [*own, *_reactions(pack, [each for card in others for each in abilities_of(card)])]
    follows = _following(every)
    told = set[int]()
    for start in own:
        if start.trigger.when not in follows[start.trigger.when]:
            continue
        circle = _circle(start, every)
        if circle and told.isdisjoint(map(id, circle)):
            told.update(map(id, circle))
            yield Remark(f"{start.trigger.at}/when", _without_end(pack, circle))


def _without_end(pack: LintedPack, circle: Sequence[_Reaction]) -> str:
    """Say that triggers set each other off, and with which other card."""
    start = circle[0]
    other = next((each for each in circle if each.card is not start.card), None)
    if other is None:
        moment = start.trigger.when
        return f"this causes '{moment}' again, without end; limit its 'uses', or test for what ends it"
    place = pack.place_of(f"{other.trigger.at}/when")
    return (
        f"this and '{other.card.id}' ({place}) set each other off without end; "
        "limit the 'uses' of one of them, or test for what ends it"
    )


def _following(every: Sequence[_Reaction]) -> Mapping[str, frozenset[str]]:
    """Tell for each moment which moments reactions may bring about from there."""
    opened: dict[str, frozenset[str]] = {}
    for each in every:
        opened[each.trigger.when] = opened.get(each.trigger.when, frozenset()) | each.opened
    follows = opened
    for _ in opened:
        follows = {
            moment: found.union(*(opened.get(more, frozenset()) for more in found))
            for moment, found in follows.items()
        }
    return follows


def _circle(start: _Reaction, every: Sequence[_Reaction]) -> Sequence[_Reaction]:
    """Find the shortest way from a reaction back to itself; nothing if there is none."""
    ways = [[start]]
    seen = set[int]()
    for way in ways:
        for other in every:
            if way[-1].sets_off(other):
                if other is start:
                    return way
                if id(other) not in seen:
                    seen.add(id(other))
                    ways.append([*way, other])
    return ()


def _reactions(pack: LintedPack, abilities: Sequence[Ability]) -> Iterator[_Reaction]:
    """List the triggers that nothing stops."""
    sequences = {sequence.id: sequence.do for sequence in pack.calendar.sequences}
    for ability in abilities:
        trigger = ability.node
        if isinstance(trigger, Trigger) and ability.card is not None and _runs_free(pack, ability, trigger):
            opened = frozenset(_opened(trigger.do, sequences, ()))
            if not is_of_the_game(ability.card):
                opened |= {_USED}  # whoever uses an ability brings this about
            wanted = frozenset(name for test in trigger.if_ if (name := _resource_wanted(test)))
            yield _Reaction(trigger, ability.card, opened, _touched(trigger.do), wanted)


def _runs_free(pack: LintedPack, ability: Ability, trigger: Trigger) -> bool:
    """Whether nothing stops a trigger: no number of uses, no test, no cost that it does not pay back."""
    if uses_of(trigger, pack.names) != "unlimited" or trigger.by == "opponents":
        return False
    if trigger.cost and not any(_pays_back(bag, trigger.do) for bag in trigger.cost):
        return False
    tests = [test for test in trigger.if_ if not _resource_wanted(test)]
    worlds = worlds_of(pack, ability)
    return bool(worlds) and all(world.hold(tests) is True for world in worlds)


def _resource_wanted(test: TestWord) -> str:
    """Give the resource that a test wants the moment to be about; '' if it is another test."""
    match test:
        case Equal(sides=(Variable(name="resource"), Literal(name=name))):
            return name
        case Equal(sides=(Literal(name=name), Variable(name="resource"))):
            return name
        case _:
            return ""


def _touched(steps: Sequence[Step]) -> frozenset[str]:
    """List the resources that steps give or take; nothing if that is not known."""
    found = set[str]()
    for word in words(tuple(steps)):
        for name, _ in word.bag if isinstance(word, Gain | Lose) else ():
            if name == GOOD or name.startswith("$"):
                return frozenset()
            found.add(name)
    return frozenset(found)


def _pays_back(price: Amounts, steps: Sequence[Step]) -> bool:
    """Whether steps give at least what a price takes."""
    given: dict[str, int] = {}
    for step in steps:
        for name, amount in step.bag if isinstance(step, Gain) and len(step.bags) == 1 else ():
            given[name] = given.get(name, 0) + (amount if isinstance(amount, int) else 0)
    return all(isinstance(amount, int) and given.get(name, 0) >= amount for name, amount in price)


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
                message = f"'{card.id}' does nothing: it has no effects, and no card refers to it"
                yield Remark(card.at, message)


@lint_pass("no_effect")
def no_effect(pack: LintedPack) -> Iterator[Remark]:
    """A part of a card that changes nothing: 0 gained or lost, 0 added, times 1."""
    for word in pack.words:
        if isinstance(word, Gain | Lose):
            for name, amount in word.bag:
                if amount == 0 and isinstance(amount, int):
                    message = f"0 {name} changes nothing"
                    yield Remark(f"{word.at}/{name}", message)
        elif isinstance(word, Exchange) and _is_even(word):
            yield Remark(f"{word.at}/gain/", "this gives what it takes, so it changes nothing")
        elif isinstance(word, ModifierCard | LastingStep):
            for key, change in _NOTHING.items():
                if getattr(word, key) == change:
                    message = f"'{key}: {change}' leaves the number as it is"
                    yield Remark(f"{word.at}/{key}", message)


def _is_even(offer: Exchange) -> bool:
    """Whether an exchange gives just what it takes; a good for a good may be another one."""
    return dict(offer.pay) == dict(offer.gain) and all(name != GOOD for name, _ in offer.pay)


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


# Queries that find nothing in any game of these packs


@lint_pass("finds_nothing")
def finds_nothing(pack: LintedPack) -> Iterator[Remark]:
    """A query that can find nothing: there is no such row, column, rank, year or kind of card."""
    if pack.lacks_packs:
        return
    for card_words in _by_card(pack):
        if any(isinstance(word, ModuleIs) and pack.names.packs.isdisjoint(word.among) for word in card_words):
            continue  # this is about cards of packs that are not here
        for word in card_words:
            if isinstance(word, Cards):
                yield from _no_card(pack, word)
            elif isinstance(word, Places | Groups):
                yield from _no_rank(pack, word)
                yield from _nobodys_mark(word) if isinstance(word, Places) else ()
            elif isinstance(word, Dice) and _outside(word.shows.fixed, range(1, 7)):
                yield Remark(f"{word.at}/shows", "a die shows from 1 to 6, so this finds nothing")


def _by_card(pack: LintedPack) -> Iterator[tuple[Node, ...]]:
    """List the words of each card, phase and sequence of the pack."""
    parts = (part for part in pack.further.parts if isinstance(part, Node) and pack.is_own(part))
    for part in (*pack.cards, *parts):
        yield tuple(words(part))


def _no_card(pack: LintedPack, query: Cards) -> Iterator[Remark]:
    """Remark on what no card is, here or in any pack that is known."""
    buildings = pack.names.table.buildings.values()
    rows = {building.row for building in buildings}
    for k, row in enumerate(query.row):
        if row not in rows and row not in printed_in(pack.shelf, "buildings", "row"):
            at = f"{query.at}/row/{k}" if len(query.row) > 1 else f"{query.at}/row"
            yield Remark(at, f"no building is in row {row}, so this finds nothing")
    if query.column != ANY and _never_printed(
        pack, query.column, [building.column for building in buildings], ("buildings", "column")
    ):
        yield Remark(f"{query.at}/column", "no building is in such a column, so this finds nothing")
    if query.year is not NO_BOUNDS and _never_printed(
        pack,
        query.year.fixed,
        [enemy.year for enemy in pack.names.table.enemies.values()],
        ("enemies", "year"),
    ):
        yield Remark(f"{query.at}/year", "no enemy is of such a year, so this finds nothing")


def _no_rank(pack: LintedPack, query: Places | Groups) -> Iterator[Remark]:
    """Remark on a rank that no advisor has, here or in any pack that is known."""
    ranks = [place.rank for place in pack.names.table.places]
    if query.rank is not NO_BOUNDS and _never_printed(pack, query.rank.fixed, ranks, ("advisors", "rank")):
        yield Remark(f"{query.at}/rank", "no advisor has such a rank, so this finds nothing")


def _nobodys_mark(query: Places) -> Iterator[Remark]:
    """Remark on markers of nobody: an advisor without markers is asked for in another way."""
    if isinstance(query.marked_by, Literal) and query.marked_by.name in (NOBODY_WORD, NOTHING):
        message = (
            "a marker always belongs to a player, so this finds nothing; for no marker, write marked: false"
        )
        yield Remark(f"{query.at}/marked_by", message)


def _never_printed(
    pack: LintedPack, bounds: Range | None, there: Collection[int], where: tuple[str, str]
) -> bool:
    """Whether a number within bounds is on no card that is there, and on none of any pack that is known."""
    if not _outside(bounds, there):
        return False
    known = printed_in(pack.shelf, *where)
    return _outside(bounds, [number for number in known if isinstance(number, int)])


def _outside(bounds: Range | None, there: Collection[int]) -> bool:
    """Whether none of the numbers that there are is within bounds."""
    return bounds is not None and not any(number in bounds for number in there)


# Decks, resources and cards that no game uses


@lint_pass("unused_resource")
def unused_resource(pack: LintedPack) -> Iterator[Remark]:
    """A resource that the pack adds, and that nothing mentions."""
    own = [resource for resource in pack.further.resources if pack.is_own(resource)]
    if not own:
        return
    named = _texts_in([sheet.data for sheet in pack.found.sheets])
    for resource in own:
        if not resource.good and named[resource.id] < 2:
            message = f"nothing gives, takes or looks at '{resource.id}'"
            yield Remark(f"{resource.at}/id", message)


@lint_pass("undrawn_deck")
def undrawn_deck(pack: LintedPack) -> Iterator[Remark]:
    """A deck of the pack from which nothing ever takes a card."""
    decks = {card.deck: card for card in reversed(pack.cards) if isinstance(card, DeckCard)}
    if not decks or pack.lacks_packs:
        return
    declared = {deck.id for deck in pack.further.decks if deck.display}
    taken = {*declared, *_decks_taken(pack)}
    if "" in taken:
        return
    for deck, card in decks.items():
        if deck not in taken and card.id not in _sought(pack):
            message = f"nothing takes cards from the deck '{deck}', so they are never in play"
            yield Remark(f"{card.at}/deck", message)


def _decks_taken(pack: LintedPack) -> Iterator[str]:
    """List the decks and kinds that words name; '' if a word may take any card."""
    parts = (*pack.around.values(), *pack.further.parts, pack.calendar)
    for word in words(parts):
        found: object = getattr(word, "deck", "") if isinstance(word, Step) else ""
        if isinstance(found, str) and found:
            yield found
        if isinstance(word, Cards) and word.zone not in ("", PLAY):
            yield from [_kind_named(pack, card) for card in word.is_] or [word.kind]
        yield from filter(None, (_kind_named(pack, value) for value in _values(word)))


def _kind_named(pack: LintedPack, value: object) -> str:
    """Give the kind of the card that a value names; '' if it names none."""
    table = pack.names.table
    number = table.card.get(value.name) if isinstance(value, Literal) else None
    return "" if number is None else table.cards[number].kind


def _values(word: Node) -> Iterator[object]:
    for attribute, _ in keys_of(type(word)):
        yield getattr(word, attribute)


def _texts_in(data: object) -> Counter[str]:
    """Count the words in plain data: keys, values and variables."""
    found = Counter[str]()
    if isinstance(data, str):
        found.update(re.findall(r"[a-z][a-z0-9_]*", data))
    elif is_object(data):
        for key, value in data.items():
            if key not in _FOR_PEOPLE:
                found.update((key,))
                found.update(_texts_in(value))
    elif is_list(data):
        for item in data:
            found.update(_texts_in(item))
    return found


_FOR_PEOPLE = frozenset({"text", "name", "note", "shows", "label"})


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
        phrase = _WHENEVER.search(card.text)
        if phrase is None or card.modifiers or card.permissions:
            continue
        if not card.triggers or any(uses_of(trigger, pack.names) == "unlimited" for trigger in card.triggers):
            continue
        meant = next((trigger for trigger in card.triggers if _comes_often(trigger)), None)
        if meant is not None:
            yield Remark(f"{card.at}/text", _too_seldom(phrase[0].lower(), meant, card))


def _too_seldom(phrase: str, trigger: Trigger, card: CardNode) -> str:
    how = "once per season"
    if trigger.uses == "once_per_year":
        how = "once per year"
    elif trigger.uses == "once_per_game":
        how = "once per game"
    return (
        f"the text says '{phrase}', but '{card.id}' reacts to '{trigger.when}' {how}; "
        "leave out 'uses', or change the text"
    )


def _comes_often(trigger: Trigger) -> bool:
    return trigger.when in _RECURRING or (trigger.by != "me" and trigger.when in _OF_EACH)


# Cards without examples


@lint_pass("no_example")
def no_example(pack: LintedPack) -> Iterator[Remark]:
    """A card that does something and has no example of it."""
    for card in pack.cards:
        if not card.examples and (card.permissions or any(abilities_of(card))):
            message = f"'{card.id}' has no example; 'examples' show the card at work and test it"
            yield Remark(card.at, message)
