"""Compiling: from words to flat programs.

An emitter collects the operations of one program. Variables are places in the frame; branches and loops are
jumps to operation numbers. While it works it knows where it stands, so that mistakes and running programs can
be traced back to the file.
"""

from __future__ import annotations

from contextlib import contextmanager
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, NamedTuple

from attrs import define, field

from kingsburg_rules.engine.compiled_rules import (
    FIRST,
    ME,
    NOBODY,
    CompiledRules,
    Need,
    Number,
    Op,
    Program,
    Test,
)
from kingsburg_rules.engine.errors import conjoined, unknown
from kingsburg_rules.engine.loop import finish
from kingsburg_rules.engine.windows import accept_use
from kingsburg_rules.language.operations import (
    all_of,
    back_to,
    constant,
    copy_of,
    goto,
    goto_one_of,
    never,
    stat_of,
    unless,
)
from kingsburg_rules.language.registry import all_known, certain
from kingsburg_rules.language.values import NOTHING, THIS, Literal
from kingsburg_rules.language.vocabulary import (
    BAG_KIND,
    BUILDING,
    CARD_KINDS,
    DIE,
    EVENTS,
    GOOD,
    KINDS,
    NUMBER,
    PAID,
    PAYLOAD,
    SEASONS,
    stat_keys,
    types_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Generator, Mapping, Sequence

    from kingsburg_rules.engine.state import State
    from kingsburg_rules.language.files import SequenceCard
    from kingsburg_rules.language.registry import Node, Step, TestWord
    from kingsburg_rules.language.values import Value
    from kingsburg_rules.language.vocabulary import EventName, StatName

    Condition = tuple[Sequence[TestWord], bool]


NOT_OWNED = {
    "advisor": "an advisor",
    "enemy": "an enemy",
    "rule": "a rule",
    "strip": "a strip",
    "tile": "a tile",
}
"""The kinds of cards that are never a player's, as messages call them."""


class LinkError(ValueError):
    """A name that leads nowhere, found while compiling; `at` points to it.

    `wanted` is the name, if nothing is known by it here.
    """

    def __init__(self, at: str, code: str, message: str, wanted: str = "") -> None:
        super().__init__(f"{at}: {message}")
        self.at = at
        self.code = code
        self.message = message
        self.wanted = wanted


class Printed(NamedTuple):
    """The cards whose printed values a query asks for, as a bit set, and their kinds in order."""

    members: int
    kinds: tuple[str, ...]


@define(eq=False, repr=False)
class Names:
    """The numbers behind names, while a rule set is being compiled; it does without cards `left_out`.

    `memories` numbers what cards remember, by card and name. When all cards are compiled, the moments that
    they wait for and the numbers that they change are `known`; the course of the game then leaves out others.
    `personal` are sequences that cannot do without a player. `printed` has what queries have found, since
    many cards ask for the same; `offered` counts the choices of
    goods that are listed when the rules are loaded, and `abilities` the abilities and permissions. `lends`
    says whether a card may work for somebody else for a time.
    """

    compiled: CompiledRules
    events: dict[str, int]
    stats: dict[str, int]
    sequences: dict[str, SequenceCard] = field(factory=dict[str, "SequenceCard"])
    seats: dict[str, int] = field(factory=dict[str, int])
    compiling: list[str] = field(factory=list[str])
    personal: set[str] = field(factory=set[str])
    phases: dict[str, str] = field(factory=lambda: {"setup": "Set-up"})
    called: dict[str, str] = field(factory=dict[str, str])
    packs: frozenset[str] = frozenset()
    moments: tuple[EventName, ...] = EVENTS
    left_out: frozenset[str] = frozenset()
    memories: dict[tuple[int, str], int] = field(factory=dict[tuple[int, str], int])
    known: bool = False
    printed: dict[object, Printed] = field(factory=dict[object, Printed])
    offered: int = 0
    abilities: int = 0
    lends: bool = False

    def number_ability(self) -> int:
        """Return the number of the next ability or permission."""
        self.abilities += 1
        return self.abilities - 1

    def find(self, kind: str, known: dict[str, int], name: str, at: str) -> int:
        """Look a name up, or say what was likely meant."""
        number = known.get(name)
        if number is None:
            message = unknown(name, known, declared=_DECLARED.get(kind, ""))
            raise LinkError(at, f"link.{kind}", self._of_other_kind(kind, name) or message, name)
        return number

    def _of_other_kind(self, kind: str, name: str) -> str:
        """Explain that a name is that of something else; '' if it is not."""
        others: dict[str, Collection[str]] = {
            "card": self.compiled.card,
            "resource": self.compiled.resource,
            "sequence": self.sequences,
        }
        is_ = next((other for other, names in others.items() if other != kind and name in names), "")
        return f"'{name}' is a {is_}; a {kind} is needed here" if is_ and kind in others else ""

    def keys_of(self, stat: StatName) -> tuple[str, ...]:
        """List the resources for which a stat has a number each."""
        return stat_keys(stat, ((r.name, r.good) for r in self.compiled.resources))

    def resource(self, name: str, at: str) -> int:
        """Return the number of a resource."""
        return self.find("resource", self.compiled.resource, name, at)

    def resource_in_bag(self, name: str, at: str) -> int:
        """Return the number of a resource where `good` is one of the words that may stand."""
        if name not in self.compiled.resource:
            message = unknown(name, (GOOD, *self.compiled.resource))
            raise LinkError(at, "link.resource", self._of_other_kind("resource", name) or message, name)
        return self.compiled.resource[name]

    def event(self, name: str, at: str) -> int:
        """Return the number of an event."""
        season, _, moment = name.partition(".")
        meant = f"season.{moment}"
        # Every season has the same moments, and a test says which season is meant.
        if name not in self.events and season in SEASONS and meant in self.events:
            message = f"'{name}' is not known here; write '{meant}', and test 'season: {season}'"
            raise LinkError(at, "link.event", message)
        return self.find("event", self.events, name, at)

    def listen(self, name: str, at: str) -> int:
        """Return the number of an event that a card waits for, or with which something ends."""
        number = self.event(name, at)
        self.compiled.awaited.add(number)
        return number

    def may_have_listeners(self, *events: int) -> bool:
        """Return whether something in these rules may wait for one of these events."""
        # While cards are being compiled, a later one may still wait for anything.
        return not (self.known and self.compiled.awaited.isdisjoint(events))

    def stat(self, name: str, at: str) -> int:
        """Return the number of a stat."""
        return self.find("stat", self.stats, name, at)

    def change(self, name: str, at: str) -> int:
        """Return the number of a stat that a card changes."""
        number = self.stat(name, at)
        self.compiled.changed.add(number)
        return number

    def is_fixed(self, stat: int) -> bool:
        """Return whether nothing in these rules can ever change a stat."""
        # Likewise, a card that is compiled later may still change it.
        return self.known and stat not in self.compiled.changed

    def enemy_type(self, name: str, at: str) -> int:
        """Return the number of an enemy type."""
        types = {known: i for i, known in enumerate(self.compiled.enemy_types)}
        return self.find("enemy_type", types, name, at)

    def source(self, name: str) -> int:
        """Return the number of a source of points, making it known if it is new."""
        sources = self.compiled.sources
        if name in sources:
            return sources.index(name)
        sources.append(name)
        return len(sources) - 1


MOST_SEQUENCES: Final = 8
"""So many sequences may wait for each other; no game needs more than three."""


MOST_OFFERED: Final = 200_000
"""So many choices of goods may be listed when rules are loaded, in all packs together."""


MOST_AMOUNT: Final = 1000
"""The largest number that a word takes, if it says nothing else."""


def _beyond(value: int, least: int, most: int) -> str:
    if value < least:
        return f"{value} is too small; at least {least} is needed here"
    return f"{value} is too large; at most {most} is allowed here"


class Who(Enum):
    """The player for whom something works, who is `me` in its words, as far as this is known by compiling it.

    The owner has the card, or the moment happens to them. Another player was found by a word around it.
    A card of the game works for nobody at a moment that happens to nobody.
    """

    OWNER = auto()
    FOUND = auto()
    NOBODY = auto()


class Subject(NamedTuple):
    """The player for whom something works, and the variable that keeps the owner meanwhile, if one does."""

    who: Who = Who.OWNER
    owner_slot: int | None = None


OWNER: Final = Subject()


@define(eq=False, repr=False)
class Emitter:
    """The program being compiled. `slots` are its variables, `source` is where its points come from.

    `subject` is the player for whom it works, and `needs_owner` says that it cannot do without the player who
    comes with it. `under` are the tests that lead to what is being compiled, each with whether it must hold;
    `changing` is the number of the rules whose change it is, and `event` the moment at which it is done, if
    it is an ability; `offered` says that its first step asks whether the ability is used at all.
    """

    names: Names
    source: int
    card: int = NOBODY
    subject: Subject = OWNER
    needs_owner: bool = False
    under: tuple[Condition, ...] = ()
    changing: str = ""
    slots: dict[str, int] = field(factory=dict[str, int])
    kinds: dict[str, str] = field(factory=dict[str, str])
    event: int | None = None
    offered: bool = False
    payload: int = 0
    code: list[Op] = field(factory=list[Op])
    origins: list[str] = field(factory=list[str])
    loops: list[tuple[int, int]] = field(factory=list[tuple[int, int]])
    size: int = FIRST
    peak: int = FIRST
    at: str = ""

    @property
    def compiled(self) -> CompiledRules:
        """The rule set that is being compiled."""
        return self.names.compiled

    def declare(self, types: Mapping[str, str]) -> None:
        """Make what a moment brings the first variables, each of a type."""
        for name, kind in types.items():
            # A bag is one variable for each resource; behind what was paid is the number of the price.
            size = len(self.compiled.resources) if kind == BAG_KIND else 1
            self.slots[name] = self.hidden(size + (name == PAID and kind == BAG_KIND))
            self.kinds[name] = kind
        self.payload = self.size - FIRST

    def slot(self, name: str, kind: str = NUMBER, at: str = "") -> int:
        """Return the place of a variable of a type, making it if it is new.

        Raises:
            LinkError: The variable is of another type, or the card remembers something of that name.
        """
        self._refuse_memory(name, at or self.at)
        known = self.kinds.setdefault(name, kind)
        if known != kind:
            message = f"'${name}' is {KINDS[known]}, and cannot become {KINDS[kind]}"
            raise self.mistake(at or self.at, "link.type", message)
        if name not in self.slots:
            self.slots[name] = self.hidden()
        return self.slots[name]

    def kind_of_variable(self, name: str, at: str) -> str:
        """Return the type of a variable, or of what the card remembers by that name."""
        number = self.memory_if_any(name)
        if number is not None:
            return self.compiled.memories[number].kind
        self.known_slot(name, at)
        return self.kinds[name]

    def kind_of(self, value: Value) -> str:
        """Return the type of a value; '' if the place that takes it decides."""
        return NUMBER if isinstance(value, int) else value.kind(self)

    def memory_if_any(self, name: str) -> int | None:
        """Return the number of what the card remembers by a name, if there is such a thing."""
        return self.names.memories.get((self.card, name))

    @contextmanager
    def bound(self, kind: str, name: str = "", at: str = "") -> Generator[int, None, None]:
        """Bind a variable to the thing in question while a query is compiled; by default, that of its kind.

        Raises:
            LinkError: The card remembers something of that name.
        """
        if name:
            self._refuse_memory(name, at)
        # A query within a query may be about the same kind of thing: the outer variable is there again
        # afterwards.
        name = name or kind
        slot, outer, outer_kind = self.hidden(), self.slots.get(name), self.kinds.get(name)
        self.slots[name], self.kinds[name] = slot, kind
        yield slot
        del self.slots[name], self.kinds[name]
        if outer is not None and outer_kind is not None:
            self.slots[name], self.kinds[name] = outer, outer_kind

    def _refuse_memory(self, name: str, at: str) -> None:
        """Refuse to make a variable with the name of something that the card remembers."""
        if self.memory_if_any(name) is not None:
            message = f"the card remembers '{name}'; use 'set' to change it, or another name here"
            raise self.mistake(at, "link.variable", message)

    @contextmanager
    def named(self, name: str, slot: int) -> Generator[None, None, None]:
        """Make a variable known by the name of one that moments bring, while something is compiled."""
        outer = self.slots.get(name)
        self.slots[name], self.kinds[name] = slot, PAYLOAD[name]
        yield
        if outer is not None:
            self.slots[name] = outer
        else:
            del self.slots[name], self.kinds[name]

    def offer(self, choices: int, at: str) -> None:
        """Count choices that are about to be listed.

        Raises:
            LinkError: They are more than one question, or than all questions together, may offer.
        """
        most = self.compiled.limits.options
        if choices > most:
            message = f"this offers {choices:,} choices of goods; {most:,} are allowed at once"
            raise self.mistake(at, "link.choices", message)
        # Each list may be allowed and all of them still fill the memory.
        self.names.offered += choices
        if self.names.offered > MOST_OFFERED:
            message = f"with this the packs offer more than {MOST_OFFERED:,} choices of goods"
            raise self.mistake(at, "link.choices", message)

    def known_slot(self, name: str, at: str) -> int:
        """Return the place of a variable that must have been set or come with the event."""
        if name not in self.slots:
            raise LinkError(at, "link.variable", unknown(name, self.slots, declared=_VARIABLES))
        return self.slots[name]

    def hidden(self, count: int = 1) -> int:
        """Make variables without a name; gives the place of the first."""
        first = self.size
        self.size += count
        # Places are used again by later steps, so the frame is as long as the longest of them needs.
        self.peak = max(self.peak, self.size)
        return first

    def op(self, op: Op) -> int:
        """Add an operation; gives its number."""
        self.code.append(op)
        self.origins.append(self.at)
        return len(self.code) - 1

    def here(self) -> int:
        """Return the number of the next operation."""
        return len(self.code)

    def acceptance(self) -> Callable[[State], None]:
        """Return what notes that a player does not decline the question of a step.

        If the step asks whether an ability is used, that is the use of the ability; otherwise it is nothing.
        """
        offered, self.offered = self.offered, False
        return accept_use if offered else _go_on

    def steps(self, steps: Sequence[Step]) -> None:
        """Compile steps one after the other. Variables without a name last as long as their step."""
        for step in steps:
            outer, size, names = self.at, self.size, len(self.slots)
            self.at = step.at
            step.emit(self)
            self.at = outer
            # A step that made a named variable keeps its places: later steps may read it.
            if len(self.slots) == names:
                self.size = size

    def test(self, tests: Sequence[TestWord]) -> Test:
        """Compile tests that must all hold; those that always do cost nothing."""
        # Also those that always hold are compiled, so that their mistakes are found.
        every = [(test, test.build(self)) for test in tests]
        uncertain = [made for test, made in every if certain((test,), self.names) is not True]
        return all_of(uncertain, tests[0].at if tests else self.at)

    def condition(self, tests: Sequence[TestWord]) -> Test | None:
        """Compile the tests of an ability: None if they always hold, `never` if they never do."""
        test, sure = self.test(tests), certain(tests, self.names)
        return test if sure is None else None if sure else never

    def number(self, value: Value) -> Number:
        """Compile a value that is a number."""
        return constant(value) if isinstance(value, int) else self.thing(value, NUMBER, value.at)

    def amount(self, value: Value, at: str, least: int, most: int = MOST_AMOUNT) -> Number:
        """Compile a number between two limits; one that is worked out beyond them counts as the nearer limit.

        Raises:
            LinkError: It is written down, and beyond the limits.
        """
        if isinstance(value, int):
            if not least <= value <= most:
                raise self.mistake(at, "link.amount", _beyond(value, least, most))
            return constant(value)
        number = self.number(value)
        return lambda state, frame: max(least, min(most, number(state, frame)))

    def count(self, value: Value, at: str) -> Number:
        """Compile how many there are to be: at least one if it is written down, perhaps none if not.

        Raises:
            LinkError: It is written down, and not a number of things.
        """
        return self.amount(value, at, 1 if isinstance(value, int) else 0)

    def stat(self, what: int, base: int) -> Number:
        """Compile a number of the rules, for this player."""
        # Most games change few of these numbers: the others cost nothing then.
        return constant(base) if self.names.is_fixed(what) else stat_of(what, base)

    def thing(self, value: Value, kind: str, at: str) -> Number:
        """Compile a value of a type: in play, a number or the number of a thing.

        Raises:
            LinkError: It is of another type.
        """
        if isinstance(value, Literal):
            return value.of_kind(self, kind)
        found = self.kind_of(value)
        if found and found != kind:
            what = f"the number {value}" if isinstance(value, int) else KINDS[found]
            message = f"{KINDS[kind]} is needed here, not {what}"
            raise self.mistake(at, "link.type", message)
        if isinstance(value, int):
            return self.number(value)
        return value.of_kind(self, kind)

    def expect_building(self, value: Value | None) -> None:
        """Refuse the name of a card that is not a building where only a building will do.

        Raises:
            LinkError: It is the name of another card.
        """
        if isinstance(value, Literal) and value.name not in (THIS, NOTHING):
            for card in self.cards_named(value.name, value.at):
                if self.compiled.cards[card].kind != BUILDING:
                    message = f"'{value.name}' is not a building"
                    raise LinkError(value.at, "link.building", message)

    def card_named(self, name: str, at: str) -> int:
        """Return the number of a card; a name without a pack means a card of the own pack before others.

        A card that is left out of the game is nothing.
        """
        known, full = self.compiled.card, self._with_home(name)
        if full not in known and name in self.names.left_out:
            return NOBODY
        return self.names.find("card", known, full, at)

    def cards_named(self, name: str, at: str) -> tuple[int, ...]:
        """Return the number of a card in a tuple, or none if the rule set does without it or its pack."""
        known, full = self.compiled.card, self._with_home(name)
        pack, _, _ = name.rpartition("/")
        if name == THIS and self.card >= 0:
            return (self.card,)
        if full in known:
            return tuple(self.compiled.copies_of(known[full]))
        # Cards may speak of packs that are not in play; what those bring is then nowhere.
        if name in self.names.left_out or (pack and pack not in self.names.packs):
            return ()
        return tuple(self.compiled.copies_of(self.names.find("card", known, name, at)))

    def _with_home(self, name: str) -> str:
        home = self.compiled.cards[self.card].ref.partition("/")[0] if self.card >= 0 else ""
        own = f"{home}/{name}"
        return own if own in self.compiled.card else name

    def place_named(self, name: str, at: str) -> int:
        """Return the number of an advisor by name."""
        known = {place.name: place.index for place in self.compiled.places}
        if name not in known and name in self.names.left_out:
            return NOBODY
        return self.names.find("place", known, name, at)

    def check_card_kind(self, kind: str, at: str) -> None:
        """Refuse a kind of card, or a deck, that no card is of.

        Raises:
            LinkError: There is none.
        """
        if kind not in CARD_KINDS:
            self.names.find("kind", {card.kind: 0 for card in self.compiled.cards}, kind, at)

    def either(
        self, test: Test, then: Sequence[Step], else_: Sequence[Step], tests: Sequence[TestWord] = ()
    ) -> None:
        """Compile a branch: the first steps when a test holds, the others when it does not.

        `tests` are the words that the test was made of, if it was.
        """
        sure = certain(tests, self.names) if tests else None
        if sure is not None:
            self._settled(then, else_, tests, holding=sure)
            return
        ends = list[int]()
        with self.only_if(test):
            with self.given(tests, holding=True):
                self.steps(then)
            if else_:
                ends.append(self.op(goto(0)))
        with self.given(tests, holding=False):
            self.steps(else_)
        for end in ends:
            self.code[end] = goto(self.here())

    @contextmanager
    def only_if(self, test: Test) -> Generator[None, None, None]:
        """Compile what is passed over where a test fails."""
        # How far to jump is known only when the rest is compiled, so the operation is made twice.
        branch = self.op(unless(test, 0))
        yield
        self.code[branch] = unless(test, self.here())

    def one_of(self, slot: int, branches: Sequence[Sequence[Step]]) -> None:
        """Compile a choice among branches by the number in a variable; NOBODY chooses the last."""
        jump = self.op(goto(0))
        starts, ends = list[int](), list[int]()
        for steps in branches:
            starts.append(self.here())
            self.steps(steps)
            ends.append(self.op(goto(0)))
        self.code[jump] = goto_one_of(slot, tuple(starts))
        for end in ends:
            self.code[end] = goto(self.here())

    def _settled(
        self, then: Sequence[Step], else_: Sequence[Step], tests: Sequence[TestWord], *, holding: bool
    ) -> None:
        """Compile a branch that is known with the rules; the other way only for the mistakes in it."""
        live, dead = (then, else_) if holding else (else_, then)
        # The branch that is never taken is compiled all the same, so that its mistakes are found.
        size = self.here()
        with self.given(tests, holding=not holding):
            self.steps(dead)
        del self.code[size:], self.origins[size:]
        self.loops = [loop for loop in self.loops if loop[1] <= size]
        with self.given(tests, holding=holding):
            self.steps(live)

    @contextmanager
    def given(self, tests: Sequence[TestWord], *, holding: bool) -> Generator[None, None, None]:
        """Compile what is reached only when tests hold, or only when they do not."""
        outer = self.under
        self.under = (*outer, (tuple(tests), holding))
        yield
        self.under = outer

    def need(self, node: Node, kind: str, *, each: int = 0, least: int = 0) -> None:
        """Note that a word takes cards of a kind: so many for every player, so many in any case."""
        names, under = self.names, self.under

        def reached(players: int) -> bool:
            return all(all_known(tests, names, players) in (None, holding) for tests, holding in under)

        self.compiled.needs.append(Need(node.at, kind, each, least, reached))

    def back_to(self, target: int) -> None:
        """Add a jump backward, which the loop counts."""
        self.op(back_to(target))

    def program(self, name: str) -> Program:
        """Close the program and enter it in the rule set."""
        self.op(finish)
        compiled = self.compiled
        program = Program(
            index=len(compiled.programs),
            name=name,
            source=self.source,
            code=tuple(self.code),
            # A frame has room for all variables from the start: operations write without looking.
            blank=(0,) * (self.peak - FIRST),
            origins=tuple(self.origins),
            variables=tuple((slot, name) for name, slot in self.slots.items()),
            loops=tuple(self.loops),
            dice=tuple(slot for name, slot in self.slots.items() if self.kinds.get(name) == DIE),
        )
        compiled.programs.append(program)
        compiled.codes.append(program.code)
        compiled.program[name] = program.index
        return program

    def need_player(self, node: Node, *, or_nobody: bool = False) -> None:
        """Refuse a word that needs a player where a card of the game works for nobody.

        With `or_nobody` the word also works where it depends on the event whether there is a player.
        """
        if self.subject.who is Who.NOBODY:
            word = node.name if isinstance(node, Literal) else node.at.rpartition("/")[2]
            message = f"'{word}' needs a player here: put it into for_each"
            raise LinkError(node.at, "link.player", message)
        self.needs_owner = self.needs_owner or (self.subject.who is Who.OWNER and not or_nobody)

    def owner(self) -> Number:
        """Compile the player for whom the card works, whoever is at work now; NOBODY if it is the game's."""
        slot = ME if self.subject.owner_slot is None else self.subject.owner_slot
        return lambda state, frame: frame[slot]

    def forbid_recursion_on(self, node: Node, *stats: str) -> None:
        """Refuse a word that looks at a number whose change is being worked out: it would never end."""
        if self.changing in stats:
            raise self.error(node, "link.itself", f"what changes '{self.changing}' cannot look at it")

    @contextmanager
    def same_player(self) -> Generator[None, None, None]:
        """Compile what all players do in turn: who was at work before goes on afterwards.

        Where nobody was, as in the calendar, nothing is kept.
        """
        if self.subject.who is Who.NOBODY:
            yield
            return
        me = self.hidden()
        self.op(copy_of(ME, me))
        yield
        self.op(copy_of(me, ME))

    @contextmanager
    def with_player(self, me: int | None = None) -> Generator[None, None, None]:
        """Compile what is done for a player, whoever the card belongs to.

        `me` is the variable that keeps for whom it was done before. The outermost such player is the owner.
        """
        outer, kept = self.subject, self.subject.owner_slot
        self.subject = Subject(Who.FOUND, me if kept is None else kept)
        yield
        self.subject = outer

    def for_stat(self, stat: StatName) -> Emitter:
        """Make an emitter for what tests of a stat may look at."""
        scope = Emitter(self.names, self.source, self.card, changing=stat.name)
        scope.declare(types_of(stat.payload))
        return scope

    def sequence(self, name: str, at: str) -> Program:
        """Return the program of a named sequence, compiling it when it is first asked for."""
        names = self.names
        names.find("sequence", {known: i for i, known in enumerate(names.sequences)}, name, at)
        known = self.compiled.program.get(f"calendar/{name}")
        if known is not None:
            return self.compiled.programs[known]
        # Without this check the compiler itself would never end.
        if name in names.compiling:
            message = f"the sequence '{name}' runs itself"
            raise LinkError(at, "link.circle", message)
        if len(names.compiling) == MOST_SEQUENCES:
            message = "sequences run each other too deeply here; join some of them"
            raise LinkError(at, "link.deep", message)
        # Sequences being compiled are listed, so that one that runs itself is found.
        names.compiling.append(name)
        emitter = Emitter(names, names.source(names.sequences[name].source or name))
        try:
            emitter.declare(dict(names.sequences[name].with_))
            emitter.steps(names.sequences[name].do)
        finally:
            names.compiling.pop()
        if emitter.needs_owner:
            names.personal.add(name)
        return emitter.program(f"calendar/{name}")

    def error(self, node: Node, code: str, message: str) -> LinkError:
        """Make an error that points to a word."""
        return LinkError(node.at, code, message)

    def mistake(self, at: str, code: str, message: str, wanted: str = "") -> LinkError:
        """Make an error that points to a place in a file; `wanted` is the name that nobody knows."""
        return LinkError(at, code, message, wanted)

    def refuse_cards(self, at: str, kinds: Sequence[str]) -> None:
        """Refuse a word where all its cards are of kinds that no player can own.

        Raises:
            LinkError: They are.
        """
        if kinds and set(kinds) <= NOT_OWNED.keys():
            what = conjoined([NOT_OWNED[kind] for kind in kinds])
            raise LinkError(at, "link.owner", f"no player can own {what}")


def _go_on(state: State) -> None:
    """Accept what no ability depends on."""
    del state


_VARIABLES = "declare it with 'set' or 'as' in an earlier step, or under 'memory' of the card"

_DECLARED = {"sequence": "declare it under 'sequences' in a file of the pack"}
"""How authors add names of their own, by the kind of name."""
