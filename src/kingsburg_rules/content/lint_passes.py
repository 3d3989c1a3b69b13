"""The passes of the lint that the library brings, one after the other."""

from __future__ import annotations

import math
import re
from collections import Counter, deque
from itertools import chain
from typing import TYPE_CHECKING, TypeGuard

from attrs import frozen

from kingsburg_rules.content.assembly import item_shape
from kingsburg_rules.content.linking import is_of_the_game
from kingsburg_rules.content.lint import abilities_of, aim, cards_named, lint_pass, opened
from kingsburg_rules.content.selection import names_in
from kingsburg_rules.content.yaml_reader import LINE_BREAK
from kingsburg_rules.engine.compiled_rules import PLAY
from kingsburg_rules.engine.dice import HIGHEST
from kingsburg_rules.engine.errors import Advice, conjoined, unknown
from kingsburg_rules.engine.spelling import closest
from kingsburg_rules.language.auctions import AuctionStep
from kingsburg_rules.language.bags import BAG
from kingsburg_rules.language.cards import (
    BuildingCard,
    DeckCard,
    DestinyCard,
    EnemyCard,
    GovernorCard,
    GroupCard,
    ModifierCard,
    RuleCard,
    SpendAs,
    Trigger,
    uses_of,
)
from kingsburg_rules.language.dice import PutDice, RollStep
from kingsburg_rules.language.emitter import Emitter
from kingsburg_rules.language.examples import EXAMPLE
from kingsburg_rules.language.facts import FACTS, GAME
from kingsburg_rules.language.files import SequenceCard
from kingsburg_rules.language.flow import Branch, ForEach, If, Repeat, Set
from kingsburg_rules.language.lasting import LastingStep
from kingsburg_rules.language.queries import (
    MEASURE,
    CardIs,
    Cards,
    Dice,
    Groups,
    Places,
    Players,
    ThingsQuery,
)
from kingsburg_rules.language.registry import Node, QueryWord, Step, Word, is_tuple, keys_of, shapes_of, words
from kingsburg_rules.language.resources import Exchange, Gain, Lose, PayStep
from kingsburg_rules.language.shapes import Range, is_list, is_object
from kingsburg_rules.language.tests import (
    AllOf,
    AnyOf,
    Equal,
    FactIs,
    Greater,
    ModuleIs,
    Not,
    SeasonIs,
    VariableIs,
)
from kingsburg_rules.language.values import (
    NOBODY_WORD,
    NOTHING,
    Bounds,
    FactOf,
    FactValue,
    Literal,
    Variable,
    written_down,
)
from kingsburg_rules.language.vocabulary import (
    AFTER,
    ANY_TIME,
    BEFORE,
    CARD,
    CHANGES,
    ENEMY,
    EVENTS,
    GOOD,
    NUMBER,
    PLAYER,
    PRODUCTIVE,
    RESOURCES,
    SEASONS,
    STATS_BY_NAME,
    THINGS,
)
from kingsburg_rules.language.zones import DrawStep

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kingsburg_rules.content.lint import Finding, LintedAbility, LintedPack
    from kingsburg_rules.content.yaml_reader import Spot
    from kingsburg_rules.language.bags import Amounts
    from kingsburg_rules.language.cards import CardNode
    from kingsburg_rules.language.registry import TestWord


# Variables


@lint_pass("unread_variable")
def unread_variable(pack: LintedPack) -> Iterator[Finding]:
    """A variable that is set and never read."""
    for ability in pack.abilities:
        read = _read(ability.words) | _payload(pack, ability)
        told = set[str]()
        for step in ability.words:
            for name, at in _set_by(step):
                if name not in read | told and not _is_set_by_itself(step):
                    yield at, f"'{name}' is set but never read; leave it out, or use it"
                told.add(name)


@lint_pass("unset_variable")
def unset_variable(pack: LintedPack) -> Iterator[Finding]:
    """A variable that is read in one way of a branch and set only in the other."""
    for ability in pack.abilities:
        there = _payload(pack, ability)
        places: dict[str, list[str]] = {}
        for word in ability.words:
            if isinstance(word, Variable | VariableIs) and word.name not in there:
                before = places.get(word.name, [])
                if before and all(_is_other_way(place, word.at) for place in before):
                    message = f"'{word.name}' is set only in another branch, so it is always 0 here"
                    yield word.at, message
            for name, _ in _set_by(word):
                places.setdefault(name, []).append(word.at)


_WAYS = re.compile(r"/(then|else)/")
_OTHER = {"then": "else", "else": "then"}
_LOOP = re.compile(r"/(?:for_each|repeat)/")


def _is_other_way(place: str, reader: str) -> bool:
    """Return whether a branch leads either to a place or to its reader; pointers show the branches."""
    for fork in _WAYS.finditer(place):
        head = place[: fork.start()]
        if reader.startswith(f"{head}/{_OTHER[fork[1]]}/"):
            # In a loop the branch may have gone the other way in an earlier round.
            return _LOOP.search(head) is None
    return False


def _payload(pack: LintedPack, ability: LintedAbility) -> frozenset[str]:
    """List the variables that come with the moment of an ability, and what its card remembers."""
    number = pack.names.events.get(ability.moment)
    memory = () if ability.card is None else ability.card.memory
    given = ability.node.with_ if isinstance(ability.node, SequenceCard) else ()
    brought = () if number is None else pack.names.moments[number].payload
    return frozenset((*brought, *(name for name, _ in given), *(each.id for each in memory)))


def _set_by(step: Node) -> Iterator[tuple[str, str]]:
    """List the variables that a step sets, with pointers to where it names them."""
    if isinstance(step, Set):
        yield from ((name, f"{step.at}/{name}/") for name, _ in step.values)
    query: object = getattr(step, "query", None)
    namer = query if isinstance(query, QueryWord) else step
    name: object = getattr(namer, "as_", None) if isinstance(step, Step) else None
    if isinstance(name, str) and (name or not isinstance(step, PutDice)):
        yield name or getattr(namer, "things", CARD), f"{namer.at}/as" if name else step.at


def _is_set_by_itself(step: Node) -> bool:
    """Return whether a word sets a variable though nobody asked for it by name."""
    if isinstance(step, ForEach):
        return not step.query.as_
    return isinstance(step, DrawStep | AuctionStep) and not getattr(step, "as_", "")


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
def unread_memory(pack: LintedPack) -> Iterator[Finding]:
    """A number that a card remembers and never reads."""
    for card in pack.cards:
        read = _read(words(card)) if card.memory else frozenset[str]()
        for memory in card.memory:
            if memory.id not in read:
                yield f"{memory.at}/id", f"nothing on this card reads '{memory.id}'"


@lint_pass("unset_memory")
def unset_memory(pack: LintedPack) -> Iterator[Finding]:
    """A number that a card reads, but that never changes."""
    for card in pack.cards:
        found = list(words(card)) if card.memory else []
        read, kept = _read(found), {name for word in found for name, _ in _set_by(word)}
        for memory in card.memory:
            if memory.id in read and memory.id not in kept:
                always = memory.start if memory.type == NUMBER else NOTHING
                message = f"'{memory.id}' is always {always}: no 'set' on this card changes it"
                yield f"{memory.at}/id", message


@lint_pass("token_of_no_number")
def token_of_no_number(pack: LintedPack) -> Iterator[Finding]:
    """A token for something that is not a number, and so counts no tokens."""
    for card in pack.cards:
        for memory in card.memory:
            if memory.token and memory.type != NUMBER:
                message = f"'{memory.id}' remembers a {memory.type}, so it cannot count tokens"
                yield f"{memory.at}/token", message


# Names of packs, and of cards in packs that are not in play here


@lint_pass("unknown_pack")
def unknown_pack(pack: LintedPack) -> Iterator[Finding]:
    """A pack or a variant that is asked for, but that is not to be found here; perhaps it is misspelt."""
    tested = [word for word in pack.words if isinstance(word, ModuleIs)]
    named = [(f"{word.at}/{k}", name) for word in tested for k, name in enumerate(word.among)]
    named += [(at, ref.rpartition("/")[0]) for at, ref in cards_named(pack.words) if "/" in ref]
    lost = {name for _, name in named if name not in pack.known_packs and pack.shelf.find(name) is None}
    for at, name in named:
        if name in lost:
            yield at, unknown(name, pack.known_packs, before="no pack or variant has this name: ")


@lint_pass("unknown_card")
def unknown_card(pack: LintedPack) -> Iterator[Finding]:
    """A card of another pack that is asked for, but that the pack does not have."""
    named = [(at, *ref.rpartition("/")) for at, ref in cards_named(pack.words)]
    documents = {home: pack.shelf.find(home) for _, home, _, _ in named if home not in ("", pack.name)}
    known = {
        home: {name for sort, name in names_in(document.files) if sort == "cards"}
        for home, document in documents.items()
        if document is not None
    }
    for at, home, _, card in named:
        if home in known and card not in known[home]:
            yield at, unknown(card, known[home], before=f"of the cards of '{home}', ")


# Texts


_CUT = re.compile(r"[ \t]+(#\d\S*)")


@lint_pass("cut_text")
def cut_text(pack: LintedPack) -> Iterator[Finding]:
    """A text that ends before a `#` and a number, because what follows is a comment."""
    info = () if pack.found.info is None else (pack.found.info,)
    for sheet in (*info, *pack.found.sheets, *pack.found.locales):
        lines = LINE_BREAK.split(sheet.text) if _CUT.search(sheet.text) else []
        for at, spot in _texts(sheet.root, f"{pack.name}/{sheet.name}#") if lines else ():
            line, column = spot.place
            # A text in quotes does not begin as it is read, so nothing of its line is taken away.
            cut = _CUT.match(lines[line - 1][column - 1 :].removeprefix(str(spot.data)))
            if cut is not None:
                message = f"the text ends before '{cut[1]}', which is a comment; put the text in quotes"
                yield at, f"{message}, or a space after the '#'"


def _texts(spot: Spot, at: str) -> Iterator[tuple[str, Spot]]:
    for key, within in spot.parts():
        if isinstance(within.data, str):
            yield f"{at}/{key}", within
        else:
            yield from _texts(within, f"{at}/{key}")


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

_HOW_OFTEN = {"once_per_year": "once per year", "once_per_game": "once per game"}


@lint_pass("whenever")
def whenever(pack: LintedPack) -> Iterator[Finding]:
    """A card that says "whenever", while it works only once a season.

    Only moments that can come several times in a season count; a card that has something that always works
    may mean that.
    """
    for card in pack.cards:
        phrase = _WHENEVER.search(card.text)
        # "Whenever" may mean what always works, not the trigger.
        always = card.modifiers or card.permissions
        if (
            phrase is None
            or always
            or any(uses_of(each, pack.names) == "unlimited" for each in card.triggers)
        ):
            continue
        meant = next((each for each in card.triggers if each.when in _RECURRING), None)
        if meant is not None:
            message = (
                f"the text says '{phrase[0].lower()}', but '{card.id}' reacts to '{meant.when}' "
                f"{_HOW_OFTEN.get(meant.uses, 'once per season')}; leave out 'uses', or change the text"
            )
            yield f"{card.at}/text", message


# Tests that always or never hold


@lint_pass("unreachable")
def unreachable(pack: LintedPack) -> Iterator[Finding]:
    """A test that can never hold in any game, or that always holds."""
    for ability in pack.abilities:
        certain = Certainty(pack, ability)
        for word in ability.words:
            if isinstance(word, If):
                yield from _unreached(word, certain)
            elif isinstance(word, Trigger | ModifierCard | Branch | Players | ThingsQuery | Repeat):
                yield from _idle_tests(word, word.if_, certain)


def _unreached(step: If, certain: Certainty) -> Iterator[Finding]:
    holds = certain.hold(step.if_)
    if holds is False:
        yield f"{step.at}/then/", "no game gets here: the tests can never hold"
    elif holds and step.else_:
        yield f"{step.at}/else/", "no game gets here: the tests always hold"


def _idle_tests(owner: Node, tests: Sequence[TestWord], certain: Certainty) -> Iterator[Finding]:
    for test in flattened(tests):
        if isinstance(test, FactIs) and certain.hold((test,)):
            yield f"{test.at}/", f"this test of '{test.name}' always holds; leave it out"
    if certain.hold(tests) is not False:
        return
    alone = ((test.at, certain.why_never(test)) for test in flattened(tests))
    together = "these tests can never hold together here, so the steps that depend on them are never done"
    at, message = next((each for each in alone if each[1]), (f"{owner.at}/if", together))
    yield f"{at}/", message


class Certainty:
    """Everything that is certain about the tests of an ability before anybody plays.

    Facts declare between which numbers they are, moments the seasons in which they come. A test claims that
    one of these is among some values: comparing the claim with the declaration shows whether it can hold,
    and comparing claims with each other whether they can hold together.
    """

    def __init__(self, pack: LintedPack, ability: LintedAbility) -> None:
        self.compiled, self.moment = pack.names.compiled, ability.moment
        self.rolled = _rolled(ability, _payload(pack, ability))
        self.seasons = frozenset(pack.scene(ability.moment).seasons)
        # A permission may let a building work in the other productive seasons, too.
        self.reached = self.seasons
        if isinstance(ability.card, BuildingCard) and self.seasons.intersection(PRODUCTIVE):
            self.reached = self.seasons.union(PRODUCTIVE)

    def hold(self, tests: Iterable[TestWord]) -> bool | None:
        """Return whether tests always hold together, or never do; None if only play shows it."""
        all_tests = flattened(tests)
        found = {self._holds(test) for test in all_tests}
        if False in found or _contradict(all_tests):
            return False
        return None if None in found else True

    def _holds(self, test: TestWord) -> bool | None:
        match test:
            case Not(tests=tests):
                found = self.hold(tests)
                return None if found is None else not found
            case AnyOf(groups=groups):
                either = {self.hold(group) for group in groups}
                return True if True in either else None if None in either else False
            case SeasonIs(seasons=among):
                if self.reached.isdisjoint(among):
                    return False
                return True if self.seasons.issubset(among) and written_down(test.among) else None
            case _:
                return self._holds_number(test)

    def _holds_number(self, test: TestWord) -> bool | None:
        claim = _claim(test)
        if claim is None:
            return None
        name, wanted = claim
        possible = self._span(name, of_thing=not isinstance(test, FactIs))
        if max(possible[0], wanted[0]) > min(possible[1], wanted[1]):
            return False
        return True if wanted[0] <= possible[0] and possible[1] <= wanted[1] else None

    def _span(self, name: str, *, of_thing: bool = False) -> tuple[float, float]:
        """Return between which numbers a fact is: of the game or the player, or of any thing."""
        if name in self.rolled:
            return 0, self.rolled[name]
        kinds = [facts for kind, facts in FACTS.items() if of_thing or kind in (GAME, PLAYER)]
        ends = [_ends(facts[name].least, facts[name].most) for facts in kinds if name in facts]
        if name in self.compiled.resource:
            held = self.compiled.resources[self.compiled.resource[name]]
            ends.append(_ends(held.minimum, held.limit))
        ends = ends or [_ends(None, None)]
        return min(low for low, _ in ends), max(high for _, high in ends)

    def why_never(self, test: TestWord) -> str:
        """Return why a test alone never holds; '' if it may."""
        if self._holds(test) is not False:
            return ""
        if isinstance(test, SeasonIs) and self.moment:
            possible = ", ".join(season for season in SEASONS[1:] if season in self.seasons)
            if not possible:
                return f"at '{self.moment}' there is no season, so this never holds"
            named = ", ".join(written_down(test.among) or ())
            never = f"at '{self.moment}' it is never {named}, so this never holds"
            return f"{never}; possible: {possible}"
        return self._why_not_within(test) if isinstance(test, FactIs | VariableIs) else ""

    def _why_not_within(self, test: FactIs | VariableIs) -> str:
        low, high = test.bounds.ends or (0, 0)
        if low > high:
            return "no number is within these bounds, so this never holds"
        if isinstance(test, VariableIs):
            return f"'${test.name}' is at most {self.rolled[f'${test.name}']:.0f}, so this never holds"
        least, most = self._span(test.name)
        if math.isinf(most):
            return f"'{test.name}' is never below {least}, so this never holds"
        return f"'{test.name}' is always from {least} to {most}, so this never holds"


def _rolled(ability: LintedAbility, known: frozenset[str]) -> dict[str, float]:
    """Return the highest sum of each variable that only rolls of dice put a number into.

    Before the first roll it is 0.
    """
    highest: dict[str, float] = {}
    for word in ability.words:
        for name, _ in _set_by(word):
            dice = word.dice if isinstance(word, RollStep) and name not in known else None
            most = dice * HIGHEST if isinstance(dice, int) else math.inf
            highest[f"${name}"] = max(highest.get(f"${name}", 0), most)
    return {name: most for name, most in highest.items() if most < math.inf}


def flattened(tests: Iterable[TestWord]) -> list[TestWord]:
    """List tests that must all hold, with those that `all` holds together."""
    found: list[TestWord] = []
    for test in tests:
        found += flattened(chain(*test.groups)) if isinstance(test, AllOf) else [test]
    return found


def _contradict(tests: Sequence[TestWord]) -> bool:
    """Return whether tests can never hold together; a fact of a thing may be of another thing each time."""
    if not {*SEASONS}.intersection(*(test.seasons for test in tests if isinstance(test, SeasonIs))):
        return True
    left: dict[str, tuple[float, float]] = {}
    for name, (least, most) in filter(
        None, (_claim(test) for test in tests if isinstance(test, FactIs | VariableIs))
    ):
        low, high = left.get(name, (least, most))
        left[name] = max(low, least), min(high, most)
        if left[name][0] > left[name][1]:
            return True
    return False


def _claim(test: TestWord) -> tuple[str, tuple[float, float]] | None:
    """Return which number a test is about, and between which numbers it must be; None for other tests."""
    match test:
        case FactIs(name=name, bounds=bounds) if bounds.fixed is not None:
            return name, _ends(bounds.fixed.least, bounds.fixed.most)
        case VariableIs(name=name, bounds=bounds) if bounds.fixed is not None:
            return f"${name}", _ends(bounds.fixed.least, bounds.fixed.most)
        case Equal(sides=(FactValue(which=fact), int(number)) | (int(number), FactValue(which=fact))):
            return fact.name, (number, number)
        case Greater(sides=(FactValue(which=fact), int(number))):
            return fact.name, (number + 1, math.inf)
        case Greater(sides=(int(number), FactValue(which=fact))):
            return fact.name, (-math.inf, number - 1)
        case _:
            return None


def _ends(least: int | None, most: int | None) -> tuple[float, float]:
    return -math.inf if least is None else least, math.inf if most is None else most


# What is not on the table at the moment at which a card asks for it

_NEEDS = {fact.name: fact.needs for facts in FACTS.values() for fact in facts.values() if fact.needs}


@lint_pass("not_there")
def not_there(pack: LintedPack) -> Iterator[Finding]:
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
            yield f"{ability.node.at}/when", message
            continue
        set_there = {name for word in ability.words for name, _ in _set_by(word)}
        there = _payload(pack, ability) | set_there
        # The tests of a lasting step are looked at when it works, which may be at another moment.
        later = {
            id(test) for step in ability.words if isinstance(step, LastingStep) for test in words(step.if_)
        }
        for word in ability.words:
            for at, name, thing in _needed(word, there):
                if thing in missing and id(word) not in later:
                    yield at, _not_there(name, thing, ability.moment)


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
def silent_moment(pack: LintedPack) -> Iterator[Finding]:
    """A moment that the pack brings, but that nothing opens."""
    for moment in pack.further.moments:
        if pack.is_own(moment) and moment.id not in pack.opened:
            message = f"nothing opens this moment; put 'window: {moment.id}' where it happens"
            yield f"{moment.at}/id", message


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
def unpayable(pack: LintedPack) -> Iterator[Finding]:
    """A cost that can never be paid: more than a player can hold, or something that nothing ever gives."""
    given = _given(pack)
    for word in pack.words:
        for at, bag in _bags(word, *(attribute for cls, attribute in _COSTS if isinstance(word, cls))):
            for name, amount in bag:
                message = _unpayable(pack, name, amount, given)
                if message:
                    yield f"{at}/{name}", message


def _unpayable(pack: LintedPack, name: str, amount: object, given: frozenset[str]) -> str:
    if name == GOOD or name.startswith("$") or not isinstance(amount, int) or amount <= 0:
        return ""
    compiled = pack.names.compiled
    limit = compiled.resources[compiled.resource[name]].limit
    if limit is not None and amount > limit:
        return f"nobody can hold more than {limit} {name}, so nobody can ever pay {amount}"
    return "" if name in given else f"nothing gives anybody '{name}', so nobody can ever pay it"


def _given(pack: LintedPack) -> frozenset[str]:
    """List the resources that anything in these packs gives to somebody."""
    compiled = pack.names.compiled
    # Resources of the game and goods are always given by something, if only by an advisor.
    found = {resource.name for resource in RESOURCES} | {
        compiled.resources[good].name for good in compiled.goods
    }
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
        elif item_shape(shape) is BAG and is_tuple(found):
            yield from ((f"{aim(word, attribute)}/{k}", bag) for k, bag in enumerate(found) if is_bag(bag))


def is_bag(found: object) -> TypeGuard[Amounts]:
    """Return whether something is a bag that was read."""
    return is_tuple(found) and all(is_tuple(entry) and len(entry) == 2 for entry in found)


# Triggers that set themselves off


@lint_pass("sets_itself_off")
def sets_itself_off(pack: LintedPack) -> Iterator[Finding]:
    """A trigger that triggers itself without end, or triggers that set each other off.

    They work `unlimited`, and what one does brings the moment of the next about. A trigger that has a cost,
    or a test that depends on the game, is left in peace.
    """
    own = list(filter(None, (_ongoing(pack, each) for each in pack.abilities)))
    around = (each for card in pack.around.values() if not pack.is_own(card) for each in abilities_of(card))
    at: dict[str, list[_Ongoing]] = {}
    for ability in (*own, *filter(None, (_ongoing(pack, each) for each in around if own))):
        at.setdefault(ability.trigger.when, []).append(ability)
    for ability in own:
        circle = _circle(pack, ability, at)
        if circle is None:
            continue
        what = f"this causes '{ability.trigger.when}' again, without end; limit its 'uses'"
        if len(circle) > 1:
            others = [f"'{each.card.id}'" for each in circle[1:] if each.card is not None]
            what = f"this and {conjoined(others)} set each other off, without end; limit the 'uses' of one"
        yield f"{ability.trigger.at}/when", f"{what}, or test for what ends it"


@frozen
class _Ongoing:
    """A trigger that nobody may decline and that works each time, with the moments that it brings about."""

    card: CardNode | None
    trigger: Trigger
    moments: frozenset[str]


def _ongoing(pack: LintedPack, ability: LintedAbility) -> _Ongoing | None:
    trigger, card = ability.node, ability.card
    if not isinstance(trigger, Trigger) or trigger.cost or uses_of(trigger, pack.names) != "unlimited":
        return None
    optional = card is not None and card.optional if trigger.optional is None else trigger.optional
    if optional and not all(step.auto_accept for step in trigger.do):
        return None
    # Only steps at the top count: what is inside a branch or a loop may not happen each time.
    moments = {moment for step in trigger.do for moment in opened(step)}
    if card is not None and not is_of_the_game(card):
        moments.add(USED)  # a player who uses an ability brings this about
    return _Ongoing(card, trigger, frozenset(moments))


USED = "after.use"


def _circle(pack: LintedPack, start: _Ongoing, at: Mapping[str, Sequence[_Ongoing]]) -> list[_Ongoing] | None:
    """Find the shortest way in which a trigger sets itself off: the triggers, itself first."""
    ways, seen = deque([[start]]), {start.trigger.at}
    while ways:
        way = ways.popleft()
        for following in chain(*(at.get(moment, ()) for moment in sorted(way[-1].moments))):
            if not all(_holds_for_use(pack, test, way[-1], following) for test in following.trigger.if_):
                continue
            if following is start and _has_players(way):
                return way
            if following.trigger.at not in seen:
                seen.add(following.trigger.at)
                ways.append([*way, following])
    return None


def _has_players(circle: Sequence[_Ongoing]) -> bool:
    """Return whether players can own the cards of a circle so that each sets the next one off."""
    # A single step to an opponent leads away from the owner, and none leads back, unless both have a card.
    ways = [each.trigger.by for each in circle]
    comes_back = ways.count("opponents") != 1 or "anyone" in ways
    return comes_back or any(_has_several_owners(each.card) for each in circle)


def _has_several_owners(card: CardNode | None) -> bool:
    """Return whether two players can have a card at the same time."""
    copies = isinstance(card, DeckCard) and (card.copies > 1 or card.held_by == "everyone")
    shared = isinstance(card, DestinyCard) and not is_of_the_game(card)
    return copies or shared or isinstance(card, BuildingCard)


def _holds_for_use(pack: LintedPack, test: TestWord, cause: _Ongoing, effect: _Ongoing) -> bool:
    """Return whether a test is known to hold for the use of a card: it asks only which card it was."""
    if effect.trigger.when != USED or not isinstance(test, CardIs) or not test.steady:
        return False
    known = pack.names.compiled.card
    used, mine = (_number(known, each.card) for each in (cause, effect))
    if used is None or mine is None:
        return False
    return bool(test.query.printed(Emitter(pack.names, 0, mine)).members >> used & 1)


def _number(known: Mapping[str, int], card: CardNode | None) -> int | None:
    """Return the number of a card, if the rules have it."""
    return None if card is None else known.get(f"{card.at.partition('/')[0]}/{card.id}")


# Cards, and parts of cards, that do nothing


@lint_pass("idle_card")
def idle_card(pack: LintedPack) -> Iterator[Finding]:
    """A card that does nothing, scores nothing, and that no other card looks for."""
    for card in filter(_does_nothing, pack.cards):
        if card.id not in pack.sought:
            message = f"'{card.id}' does nothing: it has no effects, and no card refers to it"
            yield card.at, message


def _does_nothing(card: CardNode) -> bool:
    if card.triggers or card.modifiers or card.permissions:
        return False
    if isinstance(card, BuildingCard):
        return card.vp == 0
    if isinstance(card, GovernorCard):
        return not card.places
    return isinstance(card, RuleCard | DestinyCard | GroupCard | DeckCard)


@lint_pass("no_effect")
def no_effect(pack: LintedPack) -> Iterator[Finding]:
    """A part of a card that changes nothing: 0 gained, lost or added, times 1, a useless bound."""
    for word in pack.words:
        if isinstance(word, Gain | Lose):
            none = (name for name, amount in word.bag if amount == 0 and isinstance(amount, int))
            yield from ((f"{word.at}/{name}", f"0 {name} changes nothing") for name in none)
        elif isinstance(word, Exchange) and _is_even(word):
            yield f"{word.at}/gain/", "this gives what it takes, so it changes nothing"
        elif isinstance(word, ModifierCard | LastingStep):
            given: list[tuple[str, object]] = [(key, getattr(word, key)) for key in CHANGES]
            for key, by in given:
                if isinstance(by, int) and word.what and STATS_BY_NAME[word.what].leaves_alone(key, by):
                    yield f"{word.at}/{key}", f"'{key}: {by}' leaves the number as it is"


def _is_even(offer: Exchange) -> bool:
    """Return whether an exchange gives just what it takes; a good for a good may be another one."""
    return dict(offer.pay) == dict(offer.gain) and all(name != GOOD for name, _ in offer.pay)


@lint_pass("no_example")
def no_example(pack: LintedPack) -> Iterator[Finding]:
    """A card that does something and has no example of it."""
    for card in pack.cards:
        if not card.examples and (card.permissions or any(abilities_of(card))):
            message = f"'{card.id}' has no example; 'examples' show the card at work and test it"
            yield card.at, message


@lint_pass("example_names")
def example_names(pack: LintedPack) -> Iterator[Finding]:
    """A name in an example that nothing has: of a phase, or of what the card remembers."""
    phases, moments = pack.names.phases, pack.names.events
    for card in pack.cards:
        remembered = [memory.id for memory in card.memory]
        for example in (EXAMPLE.read(unread.data, unread.at) for unread in card.examples):
            for part, entries in (("given", example.given.memory), ("expect", example.expect.memory)):
                for name in dict.fromkeys(entry.name for entry in entries):
                    if name not in remembered:
                        yield f"{example.at}/{part}/memory/{name}/", unknown(name, remembered)
            # Modules that only the example names may bring phases of their own.
            for at in () if example.given.modules or pack.lacks_packs else example.at_:
                phase = at.partition("/")[0]
                if phase not in phases and phase not in moments:
                    yield f"{example.at}/at", unknown(phase, phases)


# Queries that find nothing in any game of these packs

_PRINTED: tuple[tuple[type[Node], str, str, str], ...] = (
    (Cards, "column", "buildings", "no building is in such a column"),
    (Cards, "year", "enemies", "no enemy is of such a year"),
    (Places, "rank", "advisors", "no advisor has such a rank"),
    (Groups, "rank", "advisors", "no advisor has such a rank"),
)
"""Numbers that queries ask for, with the list of cards on which they are printed."""


@lint_pass("finds_nothing")
def finds_nothing(pack: LintedPack) -> Iterator[Finding]:
    """A query that can find nothing: there is no such row, column, rank, year or kind of card."""
    parts = (part for part in pack.further.parts if isinstance(part, Node) and pack.is_own(part))
    for part in () if pack.lacks_packs else (*pack.cards, *parts):
        found = list(words(part))
        if any(isinstance(word, ModuleIs) and pack.names.packs.isdisjoint(word.among) for word in found):
            continue  # this is about cards of packs that are not here
        for word in found:
            yield from ((at, f"{why}, so this finds nothing") for at, why in _never_found(pack, word))


def _never_found(pack: LintedPack, query: Node) -> Iterator[tuple[str, str]]:
    for cls, key, part, message in _PRINTED:
        if isinstance(query, cls) and not _is_any_within(getattr(query, key), pack.printed(part, key)):
            yield f"{query.at}/{key}", message
    if isinstance(query, Dice) and not _is_any_within(query.shows, range(1, HIGHEST + 1)):
        yield f"{query.at}/shows", f"a die shows from 1 to {HIGHEST}"
    owner = query.marked_by if isinstance(query, Places) else None
    if isinstance(owner, Literal) and owner.name in (NOBODY_WORD, NOTHING):
        yield f"{query.at}/marked_by", "a marker belongs to a player ('marked: false' means none)"
    rows = query.row if isinstance(query, Cards) else ()
    # A single row is written without a list, so there is no index to point to.
    for k, row in enumerate(value.name if isinstance(value, Literal) else "" for value in rows):
        if row not in ("", NOTHING, *pack.printed("buildings", "row")):
            at = f"{query.at}/row/{k}" if len(rows) > 1 else f"{query.at}/row"
            yield at, f"no building is in row {row}"


def _is_any_within(bounds: Bounds, numbers: Iterable[object]) -> bool:
    fixed = bounds.fixed
    return (
        fixed is None
        or fixed == Range(None, None)
        or any(number in fixed for number in numbers if isinstance(number, int))
    )


# Decks and resources that no game uses


@lint_pass("unused_resource")
def unused_resource(pack: LintedPack) -> Iterator[Finding]:
    """A resource that the pack adds, and that nothing mentions."""
    own = [resource for resource in pack.further.resources if pack.is_own(resource) and not resource.good]
    named = _names_in([sheet.data for sheet in pack.found.sheets]) if own else Counter[str]()
    for resource in own:
        if named[resource.id] < 2:
            yield f"{resource.at}/id", f"nothing gives, takes or looks at '{resource.id}'"


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
def undrawn_deck(pack: LintedPack) -> Iterator[Finding]:
    """A deck of the pack from which nothing ever takes a card."""
    decks = {card.deck: card for card in reversed(pack.cards) if isinstance(card, DeckCard)}
    if not decks or pack.lacks_packs:
        return
    taken = {*(deck.id for deck in pack.further.decks if deck.display), *_decks_taken(pack)}
    for deck, card in decks.items() if "" not in taken else ():
        if deck not in taken and card.id not in pack.sought:
            near = closest(deck, taken)
            meant = f"; did you mean '{near}'?" if near else ""
            message = f"nothing takes cards from the deck '{deck}', so they are never in play{meant}"
            yield f"{card.at}/deck", Advice(message, remedy=near or "")


def _decks_taken(pack: LintedPack) -> Iterator[str]:
    """List the decks and kinds that words name; '' if a word may take any card."""
    compiled = pack.names.compiled
    for word in words((*pack.around.values(), *pack.further.parts, pack.calendar)):
        if isinstance(word, Step):
            yield from filter(None, (getattr(word, "deck", ""),))
        if isinstance(word, Cards) and word.zone not in ("", PLAY) and not word.is_:
            yield word.kind
        if isinstance(word, Literal) and word.name in compiled.card:
            yield compiled.cards[compiled.card[word.name]].kind
