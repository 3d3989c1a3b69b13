"""A pack as the passes of the lint see it: its cards and their abilities, and what they stand among."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeGuard

import attrs
from attrs import define, field, frozen

from kingsburg_rules.language.cards import (
    AdvisorCard,
    CardNode,
    DeckCard,
    DestinyCard,
    GovernorCard,
    RuleCard,
    TileCard,
)
from kingsburg_rules.language.registry import Node
from kingsburg_rules.language.shapes import as_list

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kingsburg_rules.content.lint.course import Course
    from kingsburg_rules.content.lint.tracing import Trace
    from kingsburg_rules.content.pack_sheets import PackSheets
    from kingsburg_rules.content.resolving import Shelf
    from kingsburg_rules.language.calendar import Calendar, Further
    from kingsburg_rules.language.emitter import Names
    from kingsburg_rules.language.registry import Step, TestWord

_KEYS: dict[type[Node], tuple[tuple[str, str], ...]] = {}


def keys_of(cls: type[Node]) -> tuple[tuple[str, str], ...]:
    """List the keys of a class: the name of the attribute, and how it is written in a file."""
    found = _KEYS.get(cls)
    if found is None:
        found = tuple((a.name, a.name.rstrip("_")) for a in attrs.fields(cls) if "shape" in a.metadata)
        _KEYS[cls] = found
    return found


def items_of(node: Node) -> Iterator[tuple[object, ...]]:
    """Give what stands under each key of a word or an object, as a list also where it is one thing."""
    for name, _ in keys_of(type(node)):
        found: object = getattr(node, name)
        yield found if is_tuple(found) else (found,)


def is_tuple(part: object) -> TypeGuard[tuple[object, ...]]:
    """Whether a part of a tree is a list of parts."""
    return isinstance(part, tuple)


def words(part: object) -> Iterator[Node]:
    """List the words and objects of a part of a tree, itself included, in the order written."""
    if isinstance(part, Node):
        yield part
        for items in items_of(part):
            yield from words(items)
    elif is_tuple(part):
        for item in part:
            yield from words(item)


def aim(node: Node, key: str) -> str:
    """Point to a key of a word, or to the word itself if the key is its whole argument."""
    inline: str | None = getattr(type(node), "inline", None)
    return node.at if inline is not None and inline.rstrip("_") == key else f"{node.at}/{key}"


@frozen(eq=False, repr=False)
class Ability:
    """Words that work together: of a trigger, a replacement, a modifier, a reward, a phase, a sequence.

    `moment` is when they do, and `stat` the number that they change, if they do so. `card` is the card that
    they stand on.
    """

    node: Node
    card: CardNode | None = None
    moment: str = ""
    stat: str = ""
    tests: tuple[TestWord, ...] = ()
    steps: tuple[Step, ...] = ()

    @cached_property
    def words(self) -> tuple[Node, ...]:
        """All words in it, in the order written."""
        return tuple(words(self.node if self.node is not self.card else self.steps))


@define(eq=False, repr=False)
class LintedPack:
    """A pack without mistakes, and what it is linked with.

    `cards` are its own, also those that it changes of other packs; `around` are all cards that are known.
    `names` are the names of its rule set, `calendar` is the course of the game with all that packs put in.
    """

    name: str
    found: PackSheets
    shelf: Shelf
    names: Names
    calendar: Calendar
    further: Further
    around: Mapping[str, CardNode]
    cards: Sequence[CardNode] = ()
    numbers: Mapping[str, int] = field(factory=dict[str, int])

    @cached_property
    def known_packs(self) -> frozenset[str]:
        """The packs that there are here, in play or not, and the variants that they know."""
        documents = [self.shelf.find(name) for name in {*self.shelf.names, *self.names.packs} - {self.name}]
        infos = [document.info for document in documents if document is not None]
        infos += [self.found.info.data] if self.found.info is not None else []
        variants = (variant for info in infos for variant in as_list(info.get("variants", []), ""))
        return frozenset({*self.shelf.names, *self.names.packs, *map(str, variants)})

    def is_own(self, node: Node) -> bool:
        """Whether something stands in a file of this pack."""
        return node.at.startswith(f"{self.name}/")

    @cached_property
    def abilities(self) -> tuple[Ability, ...]:
        """What the cards do, and the phases, sequences and the course of the game that the pack brings."""
        found = [ability for card in self.cards for ability in abilities_of(card)]
        calendar = self.calendar
        if self.is_own(calendar):
            found += [Ability(calendar, steps=part) for part in (calendar.setup, calendar.year, calendar.end)]
        found += [Ability(each, steps=each.do) for each in calendar.sequences if self.is_own(each)]
        found += [Ability(each, steps=each.do) for each in self.further.phases if self.is_own(each)]
        return tuple(found)

    @cached_property
    def words(self) -> tuple[Node, ...]:
        """All words of the pack."""
        parts = (part for part in self.further.parts if isinstance(part, Node) and self.is_own(part))
        calendar = (self.calendar,) if self.is_own(self.calendar) else ()
        return tuple(words((*self.cards, *parts, *calendar)))

    @cached_property
    def traced(self) -> tuple[tuple[Ability, Trace], ...]:
        """What abilities with steps do with variables."""
        from kingsburg_rules.content.lint.tracing import trace

        found = ((ability, trace(self, ability)) for ability in self.abilities if ability.steps)
        return tuple((ability, traced) for ability, traced in found if traced is not None)

    @cached_property
    def course(self) -> Course:
        """What lies on the table when, in a game with this pack."""
        from kingsburg_rules.content.lint.course import course_of

        abilities = (ability for card in self.around.values() for ability in abilities_of(card))
        return course_of(self.calendar, abilities)


def abilities_of(card: CardNode) -> Iterator[Ability]:
    """List what a card does."""
    for trigger in card.triggers:
        yield Ability(trigger, card, trigger.when, "", trigger.if_, trigger.do)
    for replacement in card.replacements:
        yield Ability(replacement, card, replacement.event, "", replacement.if_, replacement.do)
    for modifier in card.modifiers:
        yield Ability(modifier, card, "", modifier.what, modifier.if_)
    if isinstance(card, AdvisorCard | TileCard):
        yield Ability(card, card, steps=card.reward)
    if isinstance(card, GovernorCard):
        for place in card.places:
            yield Ability(place, card, steps=place.reward)


def is_of_the_game(card: CardNode) -> bool:
    """Whether nobody in particular has a card in play, but the game itself."""
    if isinstance(card, DestinyCard | DeckCard):
        return card.held_by == "game"
    return isinstance(card, RuleCard | TileCard)
