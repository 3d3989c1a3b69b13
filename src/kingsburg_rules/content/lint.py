"""The lint: what is allowed in a pack, but likely not meant.

Each *pass* looks for one thing. It is a function from a pack to remarks, registered under a name
(`lint_pass`). The library's own are in `lint_passes`; Python packages can bring further passes through the
entry-point group `kingsburg_rules.lint`. Passes see a pack in which there are no mistakes any more, as a
`LintedPack`. It knows what abilities do with variables (`traced`), what is on the table at which moment
(`course`), and with `worlds_of` what is certain about tests before anybody plays.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from contextlib import contextmanager
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import entry_points
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from attrs import define, evolve, field, frozen

from kingsburg_rules.content.yaml_reader import LINE_BREAK
from kingsburg_rules.engine.decks import FEWEST_PLAYERS, MOST_SEATS
from kingsburg_rules.engine.errors import WARNING, Diagnostic, SetupError, unknown
from kingsburg_rules.language.abilities import Trigger
from kingsburg_rules.language.calendar import Phase, Run, Window
from kingsburg_rules.language.cards import (
    AdvisorCard,
    BuildingCard,
    CardNode,
    GovernorCard,
    TileCard,
)
from kingsburg_rules.language.emitter import Emitter, LinkError
from kingsburg_rules.language.facts import FACTS, GAME
from kingsburg_rules.language.files import MOST_YEARS
from kingsburg_rules.language.flow import Set
from kingsburg_rules.language.queries import Folding, Max, Min, Sum
from kingsburg_rules.language.registry import THINGS, Node, Step, items_of, keys_of, words
from kingsburg_rules.language.shapes import Range, as_object, is_list, is_object
from kingsburg_rules.language.tests import (
    SWITCHES,
    AllOf,
    AnyOf,
    Equal,
    FactIs,
    Greater,
    ModuleIs,
    Not,
    SeasonIs,
    SwitchIs,
)
from kingsburg_rules.language.values import Bounds, FactOf, FactValue
from kingsburg_rules.language.vocabulary import ACTOR, NUMBER, PLAYER, PRODUCTIVE, SEASONS

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterator, Mapping, Sequence

    from kingsburg_rules.content.reading import PackSheets, Sheet
    from kingsburg_rules.content.selection import Shelf
    from kingsburg_rules.engine.table import Test
    from kingsburg_rules.language.emitter import Names
    from kingsburg_rules.language.files import Calendar, Further
    from kingsburg_rules.language.registry import TestWord
    from kingsburg_rules.language.values import Value


# The register of passes

GROUP = "kingsburg_rules.lint"
"""The entry points under which Python packages bring passes."""


@frozen
class Remark:
    """Something worth a warning; `at` points to it, as `Node.at` does.

    With a slash at its end the pointer means the last key itself, otherwise what stands there.
    """

    at: str
    message: str


Look: TypeAlias = "Callable[[LintedPack], Iterable[Remark]]"


@frozen(eq=False)
class LintPass:
    """A pass: the name by which it is silenced, its code, what it finds in one line, and how."""

    name: str
    code: str
    doc: str
    look: Look


PASSES: dict[str, LintPass] = {}
"""All passes that are registered, by code."""


def lint_pass(name: str, *, group: str = "lint") -> Callable[[Look], Look]:
    """Register a function as a pass; its warnings have the code `lint.name`.

    Packages with passes of their own put their own name in the place of `lint`. The first line of the
    function's documentation tells what the pass finds.

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
    import_module("kingsburg_rules.content.lint_passes")
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


@frozen(eq=False, repr=False)
class Ability:
    """Words that work together: of a trigger, a modifier, a reward, a phase, a sequence.

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
        variants = (variant for info in infos for variant in as_object(info.get("variants", {}), ""))
        return frozenset({*self.shelf.names, *self.names.packs, *map(str, variants)})

    def is_own(self, node: Node) -> bool:
        """Whether something stands in a file of this pack."""
        return node.at.startswith(f"{self.name}/")

    @cached_property
    def lacks_packs(self) -> bool:
        """Whether it comes after packs that are not in play here, and may speak of what they bring."""
        info = self.found.info
        named = info.data.get("after") if info is not None else None
        return is_list(named) and not self.names.packs.issuperset(map(str, named))

    def place_of(self, at: str) -> str:
        """Give file and line of a pointer, or the pack and the card if it leads into another pack."""
        file, _, pointer = at.partition("#")
        for sheet in self.found.sheets:
            if file == f"{self.name}/{sheet.name}":
                return f"{sheet.name}:{sheet.root.aimed(pointer)[0]}"
        return file

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
        found = ((ability, trace(self, ability)) for ability in self.abilities if ability.steps)
        return tuple((ability, traced) for ability, traced in found if traced is not None)

    @cached_property
    def course(self) -> Course:
        """What lies on the table when, in a game with this pack."""
        abilities = (ability for card in self.around.values() for ability in abilities_of(card))
        return course_of(self.calendar, abilities)


def abilities_of(card: CardNode) -> Iterator[Ability]:
    """List what a card does."""
    for trigger in card.triggers:
        yield Ability(trigger, card, trigger.when, "", trigger.if_, trigger.do)
    for modifier in card.modifiers:
        yield Ability(modifier, card, "", modifier.what, modifier.if_)
    if isinstance(card, AdvisorCard | TileCard):
        yield Ability(card, card, steps=card.reward)
    if isinstance(card, GovernorCard):
        for place in card.places:
            yield Ability(place, card, steps=place.reward)


# Spans: between which bounds a number must be, whatever happens in a game

Span: TypeAlias = "tuple[float, float]"
"""The least and the most that a number can be."""

ANY: Span = (-math.inf, math.inf)

_SPANS: Mapping[str, Span] = {"faces": (0, 6), "turn": (1, MOST_SEATS), "shows": (0, 6)}
"""Facts that can never be more, in whichever game; a die that is not there shows 0."""

_NEVER_BELOW_ZERO = frozenset({*FACTS[GAME], *FACTS[PLAYER]})


def span(value: Value, names: Names, players: int) -> Span:
    """Give the least and the most that a value can be."""
    match value:
        case int():
            return value, value
        case FactValue(which=FactOf(name=name, thing=None)):
            return fact_span(name, names, players)
        case FactValue(which=FactOf(name="shows")):
            return _SPANS["shows"]
        case Sum(query=None) | Max(query=None) | Min(query=None):
            return _combined(value, names, players)
        case _:
            return ANY


def fact_span(name: str, names: Names, players: int) -> Span:
    """Give the least and the most that a fact of the game or of a player can be."""
    if name == "year":
        return 0, MOST_YEARS
    if name == "players":
        return players, players
    if name in names.table.resource:
        return stock(names, name)
    if name in _SPANS:
        return _SPANS[name]
    return (0, math.inf) if name in _NEVER_BELOW_ZERO else ANY


def _combined(value: Folding, names: Names, players: int) -> Span:
    lows, highs = zip(*(span(part, names, players) for part in value.parts), strict=True)
    match value:
        case Sum():
            return sum(lows), sum(highs)
        case Max():
            return max(lows), max(highs)
        case _:
            return min(lows), min(highs)


def stock(names: Names, resource: str) -> Span:
    """Give the least and the most of a resource that a player can hold."""
    facts = names.table.resources[names.table.resource[resource]]
    least = -math.inf if facts.minimum is None else facts.minimum
    return least, math.inf if facts.limit is None else facts.limit


def within(found: Span, bounds: Range) -> bool | None:
    """Whether a number is always within bounds, or never."""
    least, most = _ends(bounds)
    if least <= found[0] and found[1] <= most:
        return True
    return False if max(least, found[0]) > min(most, found[1]) else None


def equal(left: Span, right: Span) -> bool | None:
    """Whether two numbers are always equal, or never."""
    if left == right and left[0] == left[1]:
        return True
    return False if max(left[0], right[0]) > min(left[1], right[1]) else None


def greater(left: Span, right: Span) -> bool | None:
    """Whether one number is always greater than another, or never."""
    if left[0] > right[1]:
        return True
    return False if left[1] <= right[0] else None


# Variables
#
# Abilities are compiled once more to see which variables are set and read, by the very code that makes the
# programs. So no list of words has to be kept, and words that are added later are understood, too.


@frozen
class Trace:
    """What an ability does with variables, which of them are `there` included.

    `sets` are the places where a variable is set, `read` are those that are read. `blind` are the places that
    read a variable which only another branch sets, with the variable; `doubted` those that read one which
    only one way of a branch before them sets.
    """

    sets: Mapping[str, Sequence[str]]
    read: frozenset[str]
    blind: Mapping[str, str]
    doubted: Mapping[str, str]
    there: frozenset[str]


@define(eq=False, repr=False)
class _Fork:
    """A branch in the program: what may be set before it, and what may be behind it."""

    before: frozenset[str]
    after: set[str] = field(factory=set[str])
    sure: frozenset[str] = frozenset()
    ways: list[set[str]] = field(factory=list[set[str]])


@define(eq=False, repr=False)
class Tracer(Emitter):
    """An emitter that remembers what it is told about variables."""

    sets: dict[str, list[str]] = field(factory=dict[str, list[str]])
    read: set[str] = field(factory=set[str])
    filled: set[str] = field(factory=set[str])
    forks: list[_Fork] = field(factory=list[_Fork])
    filling: list[tuple[int, str]] = field(factory=list[tuple[int, str]])
    looked: list[tuple[int, str, str]] = field(factory=list[tuple[int, str, str]])
    seeing: set[str] = field(factory=set[str])
    sure: set[str] = field(factory=set[str])
    doubted: dict[str, str] = field(factory=dict[str, str])

    @property
    def trace(self) -> Trace:
        """What was found."""
        blind = {at: name for _, name, at in self.looked if at not in self.seeing}
        doubted = {at: name for at, name in self.doubted.items() if at not in blind}
        return Trace(self.sets, frozenset(self.read), blind, doubted, frozenset(self.slots))

    def slot(self, name: str, kind: str = NUMBER, at: str = "") -> int:
        """Note that a variable is set."""
        self.sets.setdefault(name, []).append(self.at)
        self.filled.add(name)
        self.sure.add(name)
        self.filling.append((self.here(), name))
        return super().slot(name, kind, at)

    def known_slot(self, name: str, at: str) -> int:
        """Note that a variable is read."""
        self.read.add(name)
        if name in self.filled or name not in self.sets:
            self.seeing.add(at)
            if name in self.sets and name not in self.sure:
                self.doubted[at] = name
        else:
            self.looked.append((self.here(), name, at))
        return super().known_slot(name, at)

    def slot_if_any(self, name: str) -> int | None:
        """Note that a variable is looked for."""
        self.read.add(name)
        return super().slot_if_any(name)

    def either(
        self, test: Test, then: Sequence[Step], else_: Sequence[Step], tests: Sequence[TestWord] = ()
    ) -> None:
        """Compile a branch, each way with what was set before."""
        fork = _Fork(frozenset(self.filled), {*self.filled}, frozenset(self.sure))
        self.forks.append(fork)
        super().either(test, then, else_, tests)
        self.forks.pop()
        self.filled = fork.after
        self.sure = {*fork.sure} | (set[str].intersection(*fork.ways) if else_ else {*_flags(then)})

    @contextmanager
    def given(self, tests: Sequence[TestWord], *, holding: bool) -> Generator[None, None, None]:
        """Compile one way of a branch."""
        fork = self.forks[-1] if self.forks else None
        if fork is not None:
            self.filled, self.sure = {*fork.before}, {*fork.sure}
        with super().given(tests, holding=holding):
            yield
        if fork is not None:
            fork.after |= self.filled
            fork.ways.append(self.sure)

    def back_to(self, target: int) -> None:
        """Note a loop: what is set in it may have been set in the round before."""
        again = {name for here, name in self.filling if here >= target}
        self.looked = [each for each in self.looked if each[0] < target or each[1] not in again]
        super().back_to(target)


def _flags(steps: Sequence[Step]) -> Iterator[str]:
    """List the variables that steps set to a plain number: without the steps they are 0, as a flag should."""
    for step in steps:
        if isinstance(step, Set):
            yield from (name for name, value in step.values if isinstance(value, int))


def trace(pack: LintedPack, ability: Ability) -> Trace | None:
    """Compile the steps of an ability; None if they do not compile, which others complain about."""
    names = pack.names
    card = -1 if ability.card is None else pack.numbers[ability.card.at]
    tracer = Tracer(names, 0, card)
    moment = tracer.event = names.events.get(ability.moment)
    payload = () if moment is None else names.moments[moment].payload
    tracer.declare((*payload, *((ACTOR,) if _knows_who(ability, names) else ())))
    try:
        tracer.test(ability.tests)
        tracer.steps(ability.steps)
    except LinkError:
        return None
    if moment is not None and names.moments[moment].changeable:
        tracer.read.update(payload)
    return tracer.trace


def _knows_who(ability: Ability, names: Names) -> bool:
    """Whether an ability is told to whom it happened."""
    trigger, moment = ability.node, names.events.get(ability.moment)
    is_told = isinstance(trigger, Trigger) and trigger.by != "me"
    return is_told and moment is not None and names.moments[moment].each


# The course of the game: what is on the table at which moment
#
# The calendar is walked as the game would go, both ways at each branch, so that what is missing at a moment
# here is missing there in every game of these packs.

ANY_TIME = ("after.use", "after.enter", "before.gain", "after.gain", "before.lose", "after.lose")
"""Moments that cards of packs nobody knows here may bring about whenever they work."""

_REWARDING = "before.reward"
"""The moment in whose scene the steps of a reward are done."""


@frozen
class Scene:
    """What may lie on the table, and which season it may be."""

    things: frozenset[str] = frozenset()
    seasons: frozenset[str] = frozenset({SEASONS[0]})

    def __or__(self, other: Scene) -> Scene:
        """Be in one or in the other."""
        return Scene(self.things | other.things, self.seasons | other.seasons)


ANYTHING = Scene(frozenset(THINGS), frozenset(SEASONS))


@define(eq=False, repr=False)
class Course:
    """The scenes of all moments that there are; of others nothing can be said."""

    scenes: dict[str, Scene] = field(factory=dict[str, Scene])

    def at(self, moment: str) -> Scene:
        """Give what may be there at a moment: anything, if it is not known when it comes."""
        return self.scenes.get(moment, ANYTHING)

    def opens(self, moment: str) -> bool:
        """Whether anything opens a moment."""
        return moment in self.scenes or moment in ANY_TIME

    def meet(self, moment: str, scene: Scene) -> bool:
        """Note that a moment comes in a scene; tells whether that was not known yet."""
        if moment in ANY_TIME:
            scene = ANYTHING
        known = self.scenes.get(moment)
        self.scenes[moment] = scene if known is None else known | scene
        return self.scenes[moment] != known


def course_of(calendar: Calendar, abilities: Iterable[Ability]) -> Course:
    """Find out what lies on the table when; `abilities` are those of all cards."""
    reactions = list(_reactions(abilities))
    walk = _Walk({sequence.id: sequence.do for sequence in calendar.sequences}, _brought(reactions))
    at_first = walk.through(calendar.setup, Scene())
    after = walk.through(calendar.year, at_first)
    walk.through(calendar.end, walk.through(calendar.year, at_first | after))
    changed = True
    while changed:
        changed = False
        for moment, steps in reactions:
            if walk.course.opens(moment):
                scene = walk.course.at(moment)
                for step in steps:
                    for opened in openings(step):
                        changed = walk.course.meet(opened, scene) or changed
    return walk.course


def openings(step: Step) -> tuple[str, ...]:
    """List the moments that a step opens by itself."""
    return (step.event,) if isinstance(step, Window) else step.opened


def _reactions(abilities: Iterable[Ability]) -> Iterator[tuple[str, tuple[Step, ...]]]:
    """List the steps that cards do at moments; what has steps and no moment of its own is a reward."""
    for ability in abilities:
        if ability.steps:
            steps = tuple(word for word in ability.words if isinstance(word, Step))
            yield ability.moment or _REWARDING, steps


def _brought(reactions: Iterable[tuple[str, tuple[Step, ...]]]) -> dict[str, frozenset[str]]:
    """Tell what cards may lay on the table at each moment."""
    found: dict[str, frozenset[str]] = {}
    for moment, steps in reactions:
        things = frozenset(thing for step in steps for thing in step.laid)
        found[moment] = found.get(moment, frozenset()) | things
    return found


@define(eq=False, repr=False)
class _Walk:
    """The way through the calendar."""

    sequences: Mapping[str, tuple[Step, ...]]
    brought: Mapping[str, frozenset[str]]
    course: Course = field(factory=Course)
    running: list[str] = field(factory=list[str])

    def through(self, steps: Sequence[Step], scene: Scene) -> Scene:
        """Walk through steps; gives the scene behind them."""
        for step in steps:
            scene = self._past(step, scene)
        return scene

    def _past(self, step: Step, scene: Scene) -> Scene:
        if isinstance(step, Phase):
            season = frozenset({step.season or SEASONS[0]})
            return self.through(step.do, Scene(scene.things, season))
        if isinstance(step, Run):
            return self._run(step.sequence, scene)
        scene = Scene(scene.things | frozenset(step.laid), scene.seasons)
        for moment in openings(step):
            self.course.meet(moment, scene)
            scene = Scene(scene.things | self.brought.get(moment, frozenset()), scene.seasons)
        for inner in _blocks(step):
            scene |= self.through(inner, scene)
        return Scene(scene.things - frozenset(step.cleared), scene.seasons)

    def _run(self, sequence: str, scene: Scene) -> Scene:
        if sequence in self.running or sequence not in self.sequences:
            return scene
        self.running.append(sequence)
        scene = self.through(self.sequences[sequence], scene)
        self.running.pop()
        return scene


def _blocks(node: Node) -> Iterator[tuple[Step, ...]]:
    """List the lists of steps that stand in a step, or in an object in it."""
    for items in items_of(node):
        inner = tuple(item for item in items if isinstance(item, Step))
        if inner:
            yield inner
        for item in items:
            if isinstance(item, Node) and not isinstance(item, Step):
                yield from _blocks(item)


# Worlds: what is certain about tests before anybody plays
#
# A *world* is a kind of game: so many players, these packs in play, these rule switches. Tests are made in
# all worlds that there can be. A test that fails in each of them, however the game goes, can never hold.

MOST_WORLDS = 1000
"""When tests tell more worlds apart than this, nothing is said about them."""


@frozen(eq=False)
class World:
    """A kind of game, seen from an ability: `seasons` are those in which it may work, `None` if unknown."""

    names: Names
    players: int
    seasons: frozenset[str] | None = None
    of_building: bool = False

    def hold(self, tests: Iterable[TestWord]) -> bool | None:
        """Whether tests hold together, or at least one never does; None if only play will tell."""
        every = [*tests]
        found = {self.holds(test) for test in every}
        if False in found or (len(every) > 1 and _contradict(every)):
            return False
        return None if None in found else True

    def holds(self, test: TestWord) -> bool | None:
        """Whether a test always holds, or never."""
        match test:
            case Not(tests=inner):
                found = self.hold(inner)
                return None if found is None else not found
            case AllOf(groups=groups):
                return self.hold(flattened([each for group in groups for each in group]))
            case AnyOf(groups=groups):
                told = {self.hold(group) for group in groups}
                return True if True in told else None if None in told else False
            case SeasonIs(among=among):
                return self._season(frozenset(among))
            case _:
                return self._compared(test)

    def _compared(self, test: TestWord) -> bool | None:
        """Compare what numbers can be; other tests know themselves."""
        match test:
            case FactIs(name=name, bounds=bounds) if bounds.fixed is not None:
                return within(fact_span(name, self.names, self.players), bounds.fixed)
            case Equal(sides=(left, right)):
                return equal(self._span(left), self._span(right))
            case Greater(sides=(left, right)):
                return greater(self._span(left), self._span(right))
            case _:
                return False if is_empty(test) else test.known(self.names, self.players)

    def _span(self, value: Value) -> Span:
        return span(value, self.names, self.players)

    def _season(self, among: frozenset[str]) -> bool | None:
        """Buildings may work in other productive seasons, too, if a card lets their row."""
        if self.seasons is None:
            return None
        if self.seasons <= among:
            return True
        widened = among | frozenset(PRODUCTIVE) if self.of_building and among & {*PRODUCTIVE} else among
        return None if self.seasons & widened else False


def flattened(tests: Iterable[TestWord]) -> list[TestWord]:
    """List tests that must all hold, with those that `all` holds together."""
    found: list[TestWord] = []
    for test in tests:
        inner = (each for group in test.groups for each in group) if isinstance(test, AllOf) else (test,)
        found += flattened(inner) if isinstance(test, AllOf) else inner
    return found


def _contradict(tests: Sequence[TestWord]) -> bool:
    """Whether tests exclude each other: no season is left, or no number of one fact."""
    seasons, spans = {*SEASONS}, dict[str, Span]()
    for test in flattened(tests):
        if isinstance(test, SeasonIs):
            seasons &= {*test.among}
        for name, least, most in _bounds(test):
            low, high = spans.get(name, ANY)
            spans[name] = max(low, least), min(high, most)
    return not seasons or any(low > high for low, high in spans.values())


def _bounds(test: TestWord) -> Iterator[tuple[str, float, float]]:
    """List the facts of this player or the game that a test compares with plain numbers, with the bounds."""
    match test:
        case FactIs(name=name, bounds=bounds) if bounds.fixed is not None:
            yield name, *_ends(bounds.fixed)
        case Not(tests=(FactIs(name=name, bounds=bounds),)) if bounds.fixed is not None:
            least, most = _ends(bounds.fixed)
            if least == -math.inf:
                yield name, most + 1, math.inf
            elif most == math.inf:
                yield name, -math.inf, least - 1
        case _:
            return


def _ends(bounds: Range) -> Span:
    least = -math.inf if bounds.least is None else bounds.least
    return least, math.inf if bounds.most is None else bounds.most


def is_empty(test: TestWord) -> bool:
    """Whether a test wants a number between bounds that leave none."""
    found = (getattr(test, name) for name, _ in keys_of(type(test)))
    fixed = (each.fixed if isinstance(each, Bounds) else each for each in found)
    return any(
        isinstance(each, Range)
        and each.least is not None
        and each.most is not None
        and each.least > each.most
        for each in fixed
    )


def worlds_of(pack: LintedPack, ability: Ability) -> tuple[World, ...]:
    """List the worlds that the tests of an ability may tell apart; none if they are too many."""
    seasons = pack.course.at(ability.moment).seasons if ability.moment else None
    of_building = isinstance(ability.card, BuildingCard)
    kinds = _kinds(pack.names, ability.words, _conflicts(pack))
    return tuple(
        World(names, players, seasons, of_building)
        for names in kinds
        for players in range(FEWEST_PLAYERS, MOST_SEATS + 1)
    )


def _conflicts(pack: LintedPack) -> frozenset[str]:
    """List the packs with which a pack is never in play."""
    info = pack.found.info
    named = info.data.get("conflicts") if info is not None else None
    return frozenset(map(str, named)) if is_list(named) else frozenset()


def _kinds(names: Names, found: Sequence[Node], never: frozenset[str]) -> list[Names]:
    """List the names with all mixtures of packs and switches that words ask for."""
    packs, switches = set[str](), set[str]()
    for word in found:
        if isinstance(word, ModuleIs):
            packs.update(word.among)
        elif isinstance(word, SwitchIs):
            switches.update(name for name, _ in word.values)
    if not packs and not switches:
        return [names]
    asked = sorted(packs - names.packs - never)
    values = [SWITCHES[name][1] for name in sorted(switches)]
    if 2 ** len(asked) * math.prod(map(len, values)) > MOST_WORLDS:
        return []
    kinds: list[Names] = []
    for chosen in product(*values):
        table = evolve_switches(names, dict(zip(sorted(switches), chosen, strict=True)))
        for mask in product((False, True), repeat=len(asked)):
            there = frozenset(pack for pack, is_there in zip(asked, mask, strict=True) if is_there)
            kinds.append(evolve(table, packs=names.packs | there))
    return kinds


def evolve_switches(names: Names, switches: dict[str, str]) -> Names:
    """Give names with other values of some rule switches."""
    if not switches:
        return names
    return evolve(names, table=evolve(names.table, switches={**names.table.switches, **switches}))


# Comments that silence warnings on their line: `# lint: no_example -- tested elsewhere`
#
# A comment that has a line for itself is about the next line that is not a comment. It names one or more
# passes, or whole codes, and must give a reason.

ABOUT_SILENCES = ("lint.no_reason", "lint.unknown_pass", "lint.idle_silence")
"""What is warned of here."""

NEVER_OFFERED = "test.never_offered"
"""What playing finds, and such a comment silences as well; whether it is still needed only playing tells."""

_MARK = "lint:"
_COMMENT = re.compile(r"(?:^|(?<=\s))#[ \t]*lint:(?P<codes>[^\n]*?)(?:[ \t]--(?P<reason>.*))?$")


@define(eq=False, repr=False)
class Silence:
    """A comment: its place, the line it speaks of, the codes it names and has silenced, and its reason."""

    place: tuple[int, int]
    line: int
    codes: tuple[str, ...]
    reason: str
    used: set[str] = field(factory=set[str])

    def covers(self, line: int, code: str) -> bool:
        """Whether it silences a warning of a line; notes that it did."""
        if line != self.line or code not in self.codes or not self.reason:
            return False
        self.used.add(code)
        return True


class _Comments:
    """All such comments of a file."""

    def __init__(self, text: str, data: object = None) -> None:
        self.lines = LINE_BREAK.split(text)
        texts = [text for text in _texts(data) if _MARK in text]
        self.all = list(_silences(self.lines, texts))

    def silence(self, warning: Diagnostic) -> bool:
        """Whether a warning is silenced. One at a comment, as on top of a file, is about what follows."""
        line = _line_meant(self.lines, warning.line - 1) + 1
        found = [comment.covers(line, warning.code) for comment in self.all]
        return any(found)


def is_silenced(text: str, problem: Diagnostic) -> bool:
    """Whether a comment in a file silences what is said of a line in it."""
    return _MARK in text and _Comments(text).silence(problem)


def silenced(
    sheets: Iterable[Sheet], warnings: Iterable[Diagnostic], known: Collection[str]
) -> list[Diagnostic]:
    """Leave out what is silenced; add warnings about silences without a reason, or without a use."""
    comments = {sheet.file: _Comments(sheet.text, sheet.data) for sheet in sheets if _MARK in sheet.text}
    left = [
        warning
        for warning in warnings
        if warning.file not in comments or not comments[warning.file].silence(warning)
    ]
    for file, found in comments.items():
        for comment in found.all:
            left += (Diagnostic(file, *comment.place, *said, WARNING) for said in _about(comment, known))
    return left


def _about(comment: Silence, known: Collection[str]) -> Iterator[tuple[str, str]]:
    """Say what is wrong with a comment."""
    if not comment.reason:
        yield "lint.no_reason", "say why, after ' -- '; without a reason nothing is silenced"
        return
    for code in comment.codes:
        if code == NEVER_OFFERED:
            continue
        if code not in known:
            yield "lint.unknown_pass", unknown(code, known, before="the lint has no such warning: ")
        elif code not in comment.used:
            message = f"there is no warning '{code}' on line {comment.line}; leave this out"
            yield "lint.idle_silence", message


def _silences(lines: list[str], texts: list[str]) -> Iterator[Silence]:
    """Find the comments of a file. What looks like one within a text is none."""
    for k, line in enumerate(lines):
        found = _COMMENT.search(line) if _MARK in line else None
        if found is None or any(f"lint:{found['codes']}" in text for text in texts):
            continue
        codes = tuple(_whole(code) for code in re.split(r"[,\s]+", found["codes"].strip()) if code)
        place = (k + 1, found.start() + 1)
        yield Silence(place, _line_meant(lines, k) + 1, codes, (found["reason"] or "").strip())


def _whole(code: str) -> str:
    return code if "." in code else f"lint.{code}"


def _line_meant(lines: list[str], start: int) -> int:
    """Give a line, or the next one that says something if it is empty or a comment."""
    after = range(start, len(lines))
    return next((k for k in after if lines[k].strip() and not lines[k].lstrip().startswith("#")), start)


def _texts(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif is_object(data):
        for item in data.values():
            yield from _texts(item)
    elif is_list(data):
        for item in data:
            yield from _texts(item)
