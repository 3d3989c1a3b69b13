"""The lint: what is allowed in a pack, but likely not meant.

Each *pass* looks for one thing. It is a function from a pack to what it found, registered under a name
(`lint_pass`). The library's own are in `lint_passes`; Python packages can bring further passes through the
entry-point group `kingsburg_rules.lint`. Passes see a pack without mistakes, as a `LintedPack`. Nothing is
run: passes compare what cards say with what words, facts and moments declare.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, TypeAlias

from attrs import define, field, frozen

from kingsburg_rules.content.assembly import CARD_LISTS
from kingsburg_rules.content.built_in import built_in_folders
from kingsburg_rules.content.selection import printed_in
from kingsburg_rules.engine.compiled_rules import PLAY, YEAR_DECKS
from kingsburg_rules.engine.errors import SetupError
from kingsburg_rules.language.calendar import Run, Window
from kingsburg_rules.language.cards import (
    AdvisorCard,
    CardNode,
    GovernorCard,
    TileCard,
)
from kingsburg_rules.language.queries import Cards
from kingsburg_rules.language.registry import Node, Step, words
from kingsburg_rules.language.shapes import as_object, is_list
from kingsburg_rules.language.values import Literal
from kingsburg_rules.language.vocabulary import ANY_TIME, Scene
from kingsburg_rules.language.zones import LEFT, DrawStep, Move

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kingsburg_rules.content.reading import PackSheets
    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.content.selection import Shelf
    from kingsburg_rules.language.emitter import Names
    from kingsburg_rules.language.files import Calendar, PackAdditions
    from kingsburg_rules.language.registry import TestWord


# The register of passes

GROUP = "kingsburg_rules.lint"
"""The entry points under which Python packages bring passes."""


Finding: TypeAlias = tuple[str, str]
"""Where something is worth a warning, and a sentence: the place is given as `Node.at` gives it.

With a slash at its end it means the last key itself, otherwise what stands there.
"""

Look: TypeAlias = "Callable[[LintedPack], Iterable[Finding]]"


@frozen(eq=False)
class LintPass:
    """A pass: the name by which it is silenced, its code, what it finds in one line, and how."""

    name: str
    code: str
    doc: str
    look: Look


OWN_PASSES = ("kingsburg_rules.content.lint_passes", "kingsburg_rules.text.author_texts")
"""The modules with the library's passes, named as by entry points: the second builds on this package."""

PASSES: dict[str, LintPass] = {}
"""All passes that are registered, by code."""


def lint_pass(name: str, *, group: str = "lint") -> Callable[[Look], Look]:
    """Register a function as a pass; its warnings have the code `lint.name`.

    Packages with passes of their own put their own name in the place of `lint`. The first line of the
    function's documentation says what the pass finds.

    Raises:
        SetupError: There is another pass of that name.
    """
    code = f"{group}.{name}"

    def register(look: Look) -> Look:
        known = PASSES.get(code)
        if known is not None and known.look.__module__ != look.__module__:
            raise SetupError("setup.lint", f"The lint has two passes with the code '{code}'.")
        PASSES[code] = LintPass(name, code, (look.__doc__ or "").strip().partition("\n")[0], look)
        return look

    return register


@cache
def import_all() -> None:
    """Import all passes: those of the library, then those of other packages."""
    # The passes register themselves; not at the top, since they import this module.
    for module in OWN_PASSES:
        import_module(module)
    for point in entry_points(group=GROUP):
        point.load()


def all_passes() -> tuple[LintPass, ...]:
    """List all passes, those of the library first."""
    import_all()
    return tuple(PASSES.values())


# A pack as passes see it


def aim(node: Node, key: str) -> str:
    """Point to a key of a word, or to the word itself if the key is its whole argument."""
    inline: str | None = getattr(type(node), "inline", None)
    return node.at if inline is not None and inline.rstrip("_") == key else f"{node.at}/{key}"


def cards_named(found: Iterable[Node]) -> Iterator[tuple[str, str]]:
    """List the cards that queries name, with pointers to where they do."""
    for word in found:
        if isinstance(word, Cards):
            yield from ((card.at, card.name) for card in word.is_ if isinstance(card, Literal))


def opened(step: Step) -> tuple[str, ...]:
    """List the moments that a step brings about by itself."""
    if isinstance(step, Window):
        # A window is a step whose only purpose is its moment; which one, its author says.
        return (step.event,)
    if getattr(step, "to", PLAY) == PLAY:
        return step.opens
    return tuple(moment for moment in step.opens if moment == LEFT)


def _brought(step: Step) -> tuple[str, ...]:
    """List the things that a step can put on the table."""
    match step:
        case DrawStep(to=to, deck=deck):
            return step.brings if to == PLAY and deck in YEAR_DECKS else ()
        case Move(to=to, as_type=as_type, cards=cards):
            return step.brings if to == PLAY and (as_type or (cards and cards.kind == "enemy")) else ()
        case _:
            return step.brings


@frozen(eq=False, repr=False)
class LintedAbility:
    """Words that work together: of a trigger, a modifier, a reward, a phase, a sequence.

    `moment` is when they do, and `stat` the number that they change, if they do so. `card` is the card that
    they are on.
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
    `names` are the names of its rule set, `calendar` is the course of the game with all that packs put in,
    and `rules` is the rule set itself, as texts of cards need it.
    """

    name: str
    found: PackSheets
    shelf: Shelf
    rules: Rules
    names: Names
    calendar: Calendar
    further: PackAdditions
    around: Mapping[str, CardNode]
    cards: Sequence[CardNode] = ()
    _printed: dict[tuple[str, str], frozenset[object]] = field(
        factory=dict[tuple[str, str], frozenset[object]], init=False
    )

    @cached_property
    def known_packs(self) -> frozenset[str]:
        """The packs that there are here, in play or not, and the variants that they know."""
        documents = [self.shelf.find(name) for name in {*self.shelf.names, *self.names.packs} - {self.name}]
        infos = [document.info for document in documents if document is not None]
        infos += [self.found.info.data] if self.found.info is not None else []
        variants = (variant for info in infos for variant in as_object(info.get("variants", {}), ""))
        return frozenset({*self.shelf.names, *self.names.packs, *map(str, variants)})

    def is_own(self, node: Node) -> bool:
        """Return whether something is in a file of this pack."""
        return node.at.startswith(f"{self.name}/")

    def _named(self, key: str) -> frozenset[str]:
        """List the packs that `pack.yaml` names under a key."""
        named = None if self.found.info is None else self.found.info.data.get(key)
        return frozenset(map(str, named)) if is_list(named) else frozenset()

    @cached_property
    def lacks_packs(self) -> bool:
        """Return whether it comes after packs that are not in play here, and may use their names."""
        return not self._named("after") <= self.names.packs

    @cached_property
    def abilities(self) -> tuple[LintedAbility, ...]:
        """List what the cards do, and the phases, sequences and the calendar that the pack brings."""
        found = [ability for card in self.cards for ability in abilities_of(card)]
        calendar = self.calendar
        if self.is_own(calendar):
            found += [
                LintedAbility(calendar, steps=part) for part in (calendar.setup, calendar.year, calendar.end)
            ]
        found += [LintedAbility(each, steps=each.do) for each in calendar.sequences if self.is_own(each)]
        found += [LintedAbility(each, steps=each.do) for each in self.further.phases if self.is_own(each)]
        return tuple(found)

    @cached_property
    def words(self) -> tuple[Node, ...]:
        """All words of the pack."""
        parts = (part for part in self.further.parts if isinstance(part, Node) and self.is_own(part))
        calendar = (self.calendar,) if self.is_own(self.calendar) else ()
        return tuple(words((*self.cards, *parts, *calendar)))

    @cached_property
    def sequences(self) -> Mapping[str, tuple[Step, ...]]:
        """The steps of all sequences by name."""
        return {sequence.id: sequence.do for sequence in self.calendar.sequences}

    def scene(self, moment: str) -> Scene:
        """Return what can be on the table at a moment.

        The library promises it for its calendars. A moment that cards or phases of packs bring about can come
        at any time, and what they put on the table can be there at all moments.
        """
        number = self.names.events.get(moment)
        if number is None or moment in self._opened_by_cards:
            return ANY_TIME
        scene = self.names.moments[number].scene
        return Scene(scene.seasons, (*scene.things, *self._things_of_cards))

    @cached_property
    def opened(self) -> frozenset[str]:
        """The moments that any step of the packs or the calendar opens."""
        steps = (word for word in words(self.calendar) if isinstance(word, Step))
        return self._opened_by_cards.union(*map(opened, steps))

    @cached_property
    def _opened_by_cards(self) -> frozenset[str]:
        return frozenset[str]().union(*map(opened, self._added_steps))

    @cached_property
    def sought(self) -> frozenset[str]:
        """The ids of the cards that any card, phase or sequence names."""
        everything = words((*self.around.values(), *self.further.parts, self.calendar))
        return frozenset(word.name.rpartition("/")[2] for word in everything if isinstance(word, Literal))

    def printed(self, part: str, key: str) -> frozenset[object]:
        """Return what is printed under a key of all cards of a list, here or in any pack that is known."""
        if (part, key) not in self._printed:
            kind = CARD_LISTS.get(part)
            here = {getattr(card, key) for card in self.around.values() if card.kind == kind}
            self._printed[part, key] = frozenset(here | printed_in(self.shelf, part, key))
        return self._printed[part, key]

    @cached_property
    def _things_of_cards(self) -> frozenset[str]:
        return frozenset(thing for step in self._added_steps for thing in _brought(step))

    @cached_property
    def _added_steps(self) -> tuple[Step, ...]:
        """All steps outside the calendars of the library, with those of the sequences that they run."""
        calendar = () if self.calendar.at.partition("/")[0] in built_in_folders() else (self.calendar,)
        found = list(words((*self.around.values(), *self.further.parts, *calendar)))
        run = set[str]()
        for word in found:  # grows while sequences run others
            if isinstance(word, Run) and word.sequence not in run:
                run.add(word.sequence)
                found += words(self.sequences.get(word.sequence, ()))
        return tuple(word for word in found if isinstance(word, Step))


def abilities_of(card: CardNode) -> Iterator[LintedAbility]:
    """List what a card does."""
    for trigger in card.triggers:
        yield LintedAbility(trigger, card, trigger.when, "", trigger.if_, trigger.do)
    for modifier in card.modifiers:
        yield LintedAbility(modifier, card, "", modifier.what, modifier.if_)
    if isinstance(card, AdvisorCard | TileCard):
        yield LintedAbility(card, card, steps=card.reward)
    if isinstance(card, GovernorCard):
        for place in card.places:
            yield LintedAbility(place, card, steps=place.reward)
