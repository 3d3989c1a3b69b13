"""Links cards: from what stands in files to the compiled rules that the engine runs on.

First every card gets its number, so that cards may speak of each other in any order; then what they do is
compiled, and the course of the game. All mistakes are collected, so that an author sees them at once.
"""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

from attrs import define, evolve

from kingsburg_rules.content.assembly import all_moments, all_resources, namesakes, with_additions
from kingsburg_rules.engine.actions import Build, Use
from kingsburg_rules.engine.compiled_rules import (
    BY_ANYONE,
    BY_ME,
    BY_OPPONENTS,
    DISPLAY,
    FEWEST_PLAYERS,
    HAND,
    ME,
    MOST_SEATS,
    NOBODY,
    ORDER_FIRST,
    ORDER_LAST,
    ORDER_NORMAL,
    PC,
    PLAY,
    UNLIMITED,
    WITHOUT_DECK,
    ZONES,
    Ability,
    Automaton,
    Building,
    Card,
    CompiledRules,
    Enemy,
    Memory,
    Modifier,
    Permission,
    Place,
    Resource,
)
from kingsburg_rules.engine.errors import unknown
from kingsburg_rules.engine.events import YearStarted
from kingsburg_rules.engine.stats import FORBIDDEN
from kingsburg_rules.engine.windows import hand_back, window_program

# Importing the words is what makes them known to the linker.
from kingsburg_rules.language import all_words  # noqa: F401  # pyright: ignore[reportUnusedImport]
from kingsburg_rules.language.bags import compile_ways, constant_ways, reads_paid
from kingsburg_rules.language.battle import Peek
from kingsburg_rules.language.calendar import Phase
from kingsburg_rules.language.cards import (
    USES,
    AdvisorCard,
    BuildingCard,
    CardNode,
    DeckCard,
    DestinyCard,
    EnemyCard,
    GovernorCard,
    RuleCard,
    StripCard,
    TileCard,
)
from kingsburg_rules.language.emitter import NOT_OWNED, Emitter, LinkError, Names, Subject, Who
from kingsburg_rules.language.facts import FACTS
from kingsburg_rules.language.files import Calendar, PackAdditions, SeatCard
from kingsburg_rules.language.lasting import LastingStep, compile_permission
from kingsburg_rules.language.memory import forget, stat_names, wrong_key
from kingsburg_rules.language.operations import never
from kingsburg_rules.language.registry import words
from kingsburg_rules.language.resources import Gain
from kingsburg_rules.language.rewards import REWARD
from kingsburg_rules.language.verbs import GAINS_AND_LOSSES, MOMENTS, verb_programs
from kingsburg_rules.language.vocabulary import (
    ACTOR,
    CARD,
    KINDS,
    NUMBER,
    PAID,
    PLAYER,
    REWARDED,
    SEASONS,
    STATS,
    stat_keys,
    types_of,
)
from kingsburg_rules.language.zones import emit_refill

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping, Sequence

    from kingsburg_rules.engine.compiled_rules import Frame, Op, Prices, Program, Test
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.language.bags import Payments
    from kingsburg_rules.language.cards import ModifierCard, PermissionWord, PlaceNode, Trigger
    from kingsburg_rules.language.memory import MemoryNode
    from kingsburg_rules.language.registry import Step
    from kingsburg_rules.language.vocabulary import ResourceName


# The beginning: resources, moments and numbers, and nothing compiled yet


def first_names(further: PackAdditions, switches: dict[str, str]) -> Names:
    """Number the names that every rule set has, and those that its packs bring, for new compiled rules."""
    resources, moments = all_resources(further), all_moments(further)
    stats = _stat_names(resources)
    compiled = CompiledRules(
        resources=tuple(
            Resource(i, r.name, r.good, r.minimum, r.limit, r.lasts) for i, r in enumerate(resources)
        ),
        goods=tuple(i for i, r in enumerate(resources) if r.good),
        resource={r.name: i for i, r in enumerate(resources)},
        events=tuple(moment.name for moment in moments),
        brought=tuple(tuple(moment.types.items()) for moment in moments),
        ability_used=MOMENTS["after.use"],
        card_left=MOMENTS["after.leave"],
        gains=(MOMENTS["before.gain"], MOMENTS["after.gain"]),
        counting=REWARD.index,
        declared={deck.id: deck.facts for deck in further.decks},
        stats=tuple(stats),
        stat={name: i for i, name in enumerate(stats)},
        sources=["game"],
        phases=["setup"],
        seasons=SEASONS,
        switches=switches,
    )
    for program in (window_program(), *verb_programs()):
        compiled.programs.append(program)
        compiled.codes.append(program.code)
        compiled.program[program.name] = program.index
    return Names(
        compiled,
        events={moment.name: i for i, moment in enumerate(moments)},
        stats={name: i for i, name in enumerate(stats)},
        moments=moments,
        called={
            **{resource.id: resource.name for resource in further.resources},
            **{moment.id: moment.name for moment in further.moments if moment.name},
            **{seat.id: seat.name for seat in further.seats},
        },
    )


def _stat_names(resources: Sequence[ResourceName]) -> list[str]:
    names: list[str] = []
    for stat in STATS:
        keys = stat_keys(stat, ((r.name, r.good) for r in resources))
        names += [f"{stat.name}:{key}" for key in keys] or [stat.name]
    return names


# The course of the game


def compile_course(names: Names, calendar: Calendar) -> None:
    """Compile the course of the game: set-up, a loop over the years, the end."""
    compiled = names.compiled
    compiled.years = calendar.years
    emitter = Emitter(names, 0, subject=Subject(Who.NOBODY))
    emit_refill(emitter)
    emitter.steps(calendar.setup)
    start = emitter.op(_begin_year)
    emitter.steps(calendar.year)
    emitter.op(_another_year(calendar.years, start))
    emitter.steps(calendar.end)
    compiled.calendar = emitter.program("calendar").index


def _begin_year(state: State, frame: Frame) -> bool:
    del frame
    new_year(state)
    return False


def new_year(state: State) -> None:
    """Begin a year, in which no phase has begun."""
    state.year += 1
    state.phase = state.season = 0
    state.spent = (state.spent[0], 0, *state.spent[2:])
    forget(state, "year")
    for player in state.players:
        player.spent = (player.spent[0], 0, *player.spent[2:])
    if state.event_log is not None:
        state.event_log.append(YearStarted(state.year))


def _another_year(years: int, start: int) -> Op:
    def again(state: State, frame: Frame) -> bool:
        if state.year >= years or state.ending:
            return False
        frame[PC] = start
        return True

    return again


# What cards do

_BY = {"me": BY_ME, "opponents": BY_OPPONENTS, "anyone": BY_ANYONE}
_ORDER = {"first": ORDER_FIRST, "normal": ORDER_NORMAL, "last": ORDER_LAST}


@define(eq=False, repr=False)
class OptionalSubjectEmitter(Emitter):
    """The emitter for cards of the game at moments that may happen to nobody, such as neutral dice.

    For nobody, a step that needs a player is passed over, and what it would have found is nothing; the other
    steps are done. `works` says whether there are any.
    """

    works: bool = False
    leaf: bool = True

    def steps(self, steps: Sequence[Step]) -> None:
        """Compile steps, each with a way round it if it needs the player to whom it happened."""
        # Whether a step needs a player is known only when it is compiled, so an operation is put in front of
        # it first, and becomes the way round it afterwards.
        self.leaf = False
        for step in steps:
            needs_owner, works, known = self.needs_owner, self.works, {*self.slots}
            self.needs_owner, self.works, self.leaf = False, False, True
            entrance = self.op(_enter)
            super().steps((step,))
            if self.needs_owner:
                found = [
                    s for name, s in self.slots.items() if name not in known and self.kinds[name] != NUMBER
                ]
                self.code[entrance] = _pass_over(found, self.here())
            done = not self.needs_owner and (self.leaf or self.works)
            self.needs_owner, self.works, self.leaf = needs_owner, works or done, False


def _enter(state: State, frame: Frame) -> bool:
    """Do the step, whoever it is for."""
    del state, frame
    return False


def _pass_over(found: Sequence[int], target: int) -> Op:
    """Go on behind a step that nobody can do."""

    def enter(state: State, frame: Frame) -> bool:
        del state
        if frame[ME] < 0:
            for slot in found:
                frame[slot] = NOBODY
            frame[PC] = target
        return False

    return enter


NO_VARIABLES: Final[Mapping[str, str]] = {}


class Compiler:
    """Compiles what stands on cards, and numbers abilities and permissions as they come."""

    def __init__(self, names: Names) -> None:
        self.names = names

    @property
    def compiled(self) -> CompiledRules:
        """The rules being compiled."""
        return self.names.compiled

    def _emitter(
        self, card: int, types: Mapping[str, str] = NO_VARIABLES, kind: type[Emitter] = Emitter
    ) -> Emitter:
        emitter = kind(self.names, self.compiled.card_source[card], card)
        emitter.declare(types)
        return emitter

    def reward(self, card: int, name: str, steps: Sequence[Step]) -> Program:
        """Compile a reward, which knows what earned it."""
        emitter = self._emitter(card, types_of(REWARDED))
        emitter.steps(steps)
        return _closed(emitter, name, steps)

    def places(self, card: int, pack: str, nodes: Sequence[PlaceNode]) -> int:
        """Compile the rewards of the places that a card brings; gives the places as a bit set."""
        own = [place for place in self.compiled.places if place.card == card]
        for place, node in zip(own, nodes, strict=True):
            place.reward = self.reward(card, f"{pack}/{node.id}/reward", node.reward)
        return sum(place.bit for place in own)

    def permission(self, card: int, node: CardNode, word: PermissionWord) -> Permission:
        """Compile a permission, for whoever uses it, or for whoever an advisor is closed to.

        One that a player uses would do nothing in the hands of the game.
        """
        if word.personal and is_of_the_game(node):
            message = f"'{word.word}' is for the player who holds the card, but the game holds this one"
            raise LinkError(f"{word.at}/", "link.holder", message)
        return compile_permission(self.names, card, word)

    def trigger(
        self, card: int, name: str, node: CardNode, trigger: Trigger, before: Sequence[Ability]
    ) -> Ability:
        """Compile a trigger; `before` are those of the card that were compiled already."""
        # From here on the moment has a listener, so the engine opens it. All cards are compiled before the
        # course of the game for that reason.
        event = self.names.listen(trigger.when, f"{trigger.at}/when")
        moment = self.names.moments[event]
        # It may have happened to somebody else than the owner: then the steps need a name for them.
        knows_who = trigger.by != "me" and moment.each
        brought = {**moment.types, ACTOR: PLAYER} if knows_who else moment.types
        of_the_game = trigger.from_ == DISPLAY or (trigger.from_ == PLAY and is_of_the_game(node))
        emitter = self._emitter(
            card, brought, OptionalSubjectEmitter if of_the_game and moment.each else Emitter
        )
        emitter.event = event
        if of_the_game and not moment.each:
            emitter.subject = Subject(Who.NOBODY)
        test = emitter.condition(trigger.if_)
        emitter.offered = asks_itself = (
            not trigger.cost and len(trigger.do) == 1 and trigger.do[0].asks_itself
        )
        with emitter.given(trigger.if_, holding=True), _receipt(emitter, trigger) as paid:
            emitter.steps(trigger.do)
        if moment.changeable:
            emitter.op(hand_back)  # the steps have set their own copies of the variables of the moment
        if (
            isinstance(emitter, OptionalSubjectEmitter)
            and test is not never
            and (emitter.needs_owner or not emitter.works or trigger.cost)
        ):
            test = _of_somebody(test)
        # What never works under these rules is not counted, so that it changes no action and no save.
        same = 1 + sum(ability.event == event and ability.test is not never for ability in before)
        prices, priced = _prices(emitter, trigger, same)
        return Ability(
            index=self.names.number_ability(),
            card=card,
            event=event,
            by=_BY[trigger.by],
            test=test,
            uses=USES[trigger.uses or moment.uses],
            prices=prices,
            optional=node.optional if trigger.optional is None else trigger.optional,
            order=_ORDER[trigger.order],
            zone=trigger.from_,
            program=_closed(emitter, name, trigger.do),
            automatic=not trigger.cost and all(step.auto_accept for step in trigger.do),
            peeks=any(isinstance(step, Peek) for step in trigger.do),
            asks_itself=asks_itself,
            knows_who=knows_who,
            priced=priced,
            receipt=paid,
        )

    def secret(self, card: int, memory: MemoryNode) -> None:
        """Compile what a secret memory can hold, of which a search guesses one."""
        if memory.secret is None:
            return
        if memory.shared:
            message = "what all players share is no secret; leave out 'shared' or 'secret'"
            raise LinkError(f"{memory.at}/shared", "link.secret", message)
        if memory.secret.things != memory.type:
            held, found = KINDS[memory.type], KINDS[memory.secret.things]
            message = f"'{memory.id}' holds {held}, and each thing that this finds is {found}"
            raise LinkError(f"{memory.at}/secret", "link.type", message)
        emitter = self._emitter(card)
        compiled = self.compiled.memories[self.names.memories[card, memory.id]]
        compiled.among = memory.secret.find(emitter)

    def modifier(self, card: int, modifier: ModifierCard) -> list[Modifier]:
        """Compile a modifier: one for each resource that it is about."""
        facts = next(stat for stat in STATS if stat.name == modifier.what)
        all_keys = self.names.keys_of(facts)
        if modifier.of_ is not None and all_keys and modifier.of_ not in all_keys:
            raise LinkError(f"{modifier.at}/of", "link.stat", unknown(modifier.of_, all_keys))
        if (modifier.of_ is None and all_keys and not facts.all_keys) or (
            modifier.of_ is not None and modifier.of_ not in all_keys
        ):
            at = f"{modifier.at}/of" if modifier.of_ else modifier.at
            message = wrong_key(modifier.what, modifier.of_ or "", all_keys)
            raise LinkError(at, "link.stat", message, modifier.of_ or "")
        if len(modifier.changes) != 1:
            raise LinkError(modifier.at, "link.change", "give one of: set, add, times, at_least, at_most")
        ((rank, value),) = modifier.changes
        emitter = self._emitter(card, types_of(facts.payload))
        emitter.changing = modifier.what
        test, number = emitter.condition(modifier.if_), emitter.number(value)
        steady = isinstance(value, int) and (test is None or all(test.steady for test in modifier.if_))
        keys = (modifier.of_,) if modifier.of_ else all_keys
        names = [f"{modifier.what}:{key}" for key in keys] or [modifier.what]
        fixed = [one for one in modifier.if_ if one.steady]
        fits = emitter.condition(fixed) if fixed else None
        zone = modifier.from_
        return [
            Modifier(card, self.names.change(name, modifier.at), test, rank, number, steady, zone, fits)
            for name in names
        ]


def _prices(
    e: Emitter, trigger: Trigger, same: int
) -> tuple[Prices, Callable[[State, Frame], Prices] | None]:
    """Compile the price of a trigger: the ways to pay it, or what works them out in play."""
    compiled, at = e.compiled, f"{trigger.at}/cost"
    short = compiled.cards[e.card].name

    def named(ways: Payments) -> Prices:
        return tuple([(bag, Use(short, compiled.bag(bag), same), number) for bag, number in ways.items()])

    known = constant_ways(e, trigger.cost, at)
    if known is not None:
        return named(known or {(): 0}), None
    e.need_player(trigger)
    ways = compile_ways(e, trigger.cost, at)
    return (), lambda state, frame: named(ways(state, frame))


@contextmanager
def _receipt(e: Emitter, trigger: Trigger) -> Generator[int, None, None]:
    """Compile the steps of a trigger with a price; gives the variable of what was paid if they ask."""
    if not trigger.cost or not reads_paid(trigger.do):
        yield 0
        return
    slot = e.hidden(len(e.compiled.resources) + 1)
    with e.named(PAID, slot):
        yield slot


def _closed(emitter: Emitter, name: str, steps: Sequence[Step]) -> Program:
    """Close a program, noting the bag if a fixed one is all that it gives."""
    program = emitter.program(name)
    bags = [step.fixed(emitter) if isinstance(step, Gain) else None for step in steps]
    if steps and all(bag is not None for bag in bags):
        program.flat = tuple(entry for bag in bags if bag for entry in bag)
    return program


def _of_somebody(test: Test | None) -> Test:
    """Make the test of a card of the game that ignores what happened to nobody, such as neutral dice."""
    return lambda state, frame: frame[ME] >= 0 and (test is None or test(state, frame))


def is_of_the_game(node: CardNode) -> bool:
    """Return whether the game itself has a card in play, so that it works for nobody in particular."""
    if isinstance(node, DestinyCard | DeckCard):
        return node.held_by == "game"
    return isinstance(node, RuleCard | TileCard | EnemyCard)


# Linking

P = ParamSpec("P")
T = TypeVar("T")

MAX_ERRORS = 1000
"""After so many mistakes the rest of the cards is not looked at."""

MOST_COPIES: Final = 2_000
"""So many copies may be beyond the first of each card, in all packs together."""


class Linker(Compiler):
    """A rule set in the making; `calendar` is the whole one, with what packs add.

    `lacking` are packs that come after others which are not in play: these may bring what they build on.
    Without `keeps` only mistakes are wanted, and what a card compiles to is freed at once.
    """

    def __init__(
        self,
        switches: dict[str, str],
        packs: frozenset[str] = frozenset(),
        lacking: frozenset[str] = frozenset(),
        further: PackAdditions | None = None,
        *,
        keeps: bool = True,
    ) -> None:
        """Begin with the names that are known before any card."""
        self.keeps, self.further = keeps, further or PackAdditions()
        super().__init__(first_names(self.further, switches))
        self.packs, self.lacking = packs, lacking
        self.errors: list[LinkError] = [*namesakes(self.further)]
        self.calendar: Calendar
        self.nodes: list[CardNode] = []

    def link(
        self,
        cards: Sequence[tuple[str, CardNode]],
        calendar: Calendar,
        without: Sequence[tuple[str, CardNode]] = (),
    ) -> CompiledRules:
        """Compile cards (each with its pack) and the calendar; others may speak of cards left out."""
        # The order matters: names and printed facts of all cards come first, so that any card may speak of
        # any other, and the course of the game last, since it leaves out what no card waits for or changes.
        self.names.left_out = frozenset(ref for pack, n in without for ref in (n.id, f"{pack}/{n.id}"))
        enemies = (n for _, n in (*cards, *without) if isinstance(n, EnemyCard))
        self.compiled.enemy_types = tuple(sorted({enemy.type for enemy in enemies}))
        self.calendar = calendar = with_additions(calendar, self.further, self.errors)
        self.compiled.years = calendar.years
        self.names.packs = frozenset(pack for pack, _ in cards) | self.packs
        self.names.phases.update(
            (step.id, step.display_name) for step in words(calendar) if isinstance(step, Phase)
        )
        self.names.seats = {seat.id: k for k, seat in enumerate(self.further.seats)}
        self.names.sequences = {sequence.id: sequence for sequence in calendar.sequences}
        self._number(cards, {sequence.id for sequence in calendar.sequences})
        self._number_places()
        every = [(card, card.ref.partition("/")[0], self.nodes[card.index]) for card in self.compiled.cards]
        for card, _, node in every:
            self._attempt(self._facts, card.index, node)
        for card, pack, node in every:
            self._attempt(self._reward, card.index, pack, node)
        for card, pack, node in every:
            self._abilities(card.index, pack, node)
        self._feign()
        self._attempt(self._sheet)
        self._places()
        self._attempt(self._listen, calendar)
        self._attempt(compile_course, self.names, calendar)
        self._sequences(calendar)
        self.compiled.automata = tuple(map(self._automaton, self.further.seats))
        self._decks(without)
        # Only now, so that no card of a pack can speak of one of the copies.
        self.compiled.name_copies()
        return self.compiled

    def _listen(self, calendar: Calendar) -> None:
        """Register what begins and ends in the course of the game itself; then the rest is silent.

        A number that does not exist is left out here: it is reported when the step is compiled.
        """
        for node in words(calendar):
            if isinstance(node, LastingStep) and node.card is not None:
                self.names.lends = True
            if isinstance(node, LastingStep) and node.what:
                names = [f"{node.what}:{node.of_}"] if node.of_ else stat_names(self.compiled, node.what)
                known = self.names.stats
                self.compiled.changed.update(known[name] for name in names if name in known)
            until: object = getattr(node, "until", "")
            if isinstance(until, str) and until:
                self.names.listen(until, f"{node.at}/until")
        # Now it is known what anything waits for, so emitters may leave out moments that nobody hears.
        self.names.known = True
        self.compiled.hears_gains = self.names.may_have_listeners(*GAINS_AND_LOSSES)
        self.compiled.forbids = any(p.kind == FORBIDDEN for p in self.compiled.permissions.values())

    def _attempt(self, compile_: Callable[P, T], *args: P.args, **keywords: P.kwargs) -> list[T]:
        """Compile one thing: give it in a list, or note the mistake and give an empty one.

        After very many mistakes nothing more is looked at.
        """
        if len(self.errors) >= MAX_ERRORS:
            return []
        try:
            return [compile_(*args, **keywords)]
        except LinkError as error:
            self.errors.append(error)
            return []

    def _number(self, cards: Sequence[tuple[str, CardNode]], taken: set[str]) -> None:
        compiled, further = self.compiled, 0
        own = {deck.id for deck in self.further.decks if deck.own}
        namesakes = Counter(node.id for _, node in cards)
        for pack, node in cards:
            ref = f"{pack}/{node.id}"
            # Players and events speak of the plain id; only namesakes go by `pack/id`.
            name = node.id if namesakes[node.id] == 1 and node.id not in taken else ref
            # Whoever has a deck of their own has all its cards.
            copies = copies_of(node) * (MOST_SEATS if kind_of(node) in own else 1)
            further += copies - 1
            # Every copy is compiled by itself, which takes time and memory.
            if further > MOST_COPIES >= further - copies + 1:
                message = f"with these the packs have more than {MOST_COPIES:,} further copies of cards"
                self.errors.append(LinkError(f"{node.at}/copies", "link.copies", message))
            copies = copies if further <= MOST_COPIES else 1
            first = len(compiled.cards)
            compiled.card[ref] = compiled.card[name] = first
            for index in range(first, first + copies):
                self._number_copy(Card(index, ref, name, kind_of(node), copies=copies, first=first), node)

    def _number_copy(self, card: Card, node: CardNode) -> None:
        """Number a copy of a card, and what it remembers."""
        compiled, index = self.compiled, card.index
        compiled.cards.append(card)
        compiled.card_source[index] = self.names.source(card.name)
        for number, value in node.numbers:
            compiled.numbers.setdefault(number, {})[index] = value
            if number in FACTS[CARD] and index == card.first:
                message = f"'{number}' is a fact that cards have already; take another name"
                self.errors.append(LinkError(f"{node.at}/numbers/{number}/", "link.number", message))
        for memory in node.memory:
            self.names.memories[index, memory.id] = len(compiled.memories)
            compiled.memories.append(remembered(index, memory))
        if isinstance(node, RuleCard):
            compiled.in_force |= 1 << index
        self.nodes.append(node)

    def _number_places(self) -> None:
        """Number the advisors, and after them the places on cards; their rewards are compiled later.

        So a reward, like any ability, can speak of places that are compiled after it.
        """
        compiled = self.compiled
        nodes = [*enumerate(self.nodes)]
        board = [(k, compiled.cards[k].name, node.rank) for k, node in nodes if isinstance(node, AdvisorCard)]
        with_places = [(card, node) for card, node in nodes if isinstance(node, GovernorCard)]
        of_cards = [(card, place.id, place.rank) for card, node in with_places for place in node.places]
        for card, name, rank in (*board, *of_cards):
            place = Place(len(compiled.places), card, name, rank)
            compiled.places.append(place)
            compiled.ranks[rank] = (*compiled.ranks.get(rank, ()), place.index)
        compiled.private = sum(place.bit for place in compiled.places[len(board) :])

    def _facts(self, index: int, node: CardNode) -> None:
        """Register what is printed on a card, before anything is compiled that may ask for it."""
        compiled = self.compiled
        if isinstance(node, BuildingCard):
            price = tuple((self._good(name, f"{node.at}/cost/{name}/"), n) for name, n in node.cost)
            name = compiled.cards[index].name
            compiled.buildings[index] = Building(
                index, name, node.row, node.column, price, node.vp, Build(name, compiled.bag(price))
            )
            compiled.building_set |= 1 << index
        elif isinstance(node, EnemyCard):
            compiled.enemies[index] = self._enemy(index, node)

    def _reward(self, index: int, pack: str, node: CardNode) -> None:
        """Compile what an advisor or a tile brings; an advisor is a place for dice."""
        if not isinstance(node, AdvisorCard | TileCard):
            return
        compiled = self.compiled
        reward = self.reward(index, f"{pack}/{node.id}/reward", node.reward)
        if isinstance(node, TileCard):
            compiled.tiles[index] = (node.rank, reward)
        else:
            next(place for place in compiled.places if place.card == index).reward = reward

    def _good(self, name: str, at: str) -> int:
        goods = {self.compiled.resources[good].name: good for good in self.compiled.goods}
        return self.names.find("good", goods, name, at)

    def _spoils(self, bag: Sequence[tuple[str, int]], what: str, at: str) -> None:
        """Check that all resources exist that an enemy brings or takes."""
        facts = next(stat for stat in STATS if stat.name == what)
        known = dict.fromkeys(self.names.keys_of(facts), 0)
        for name, _ in bag:
            self.names.find("resource", known, name, f"{at}/{name}/")

    def _enemy(self, index: int, node: EnemyCard) -> Enemy:
        self._spoils(node.reward, "battle_reward", f"{node.at}/reward")
        self._spoils(node.penalty, "battle_penalty", f"{node.at}/penalty")
        return Enemy(
            index,
            self.compiled.cards[index].name,
            node.year,
            self.names.enemy_type(node.type, node.at),
            node.strength,
            dict(node.reward),
            dict(node.penalty),
        )

    def _idle(self, node: CardNode) -> None:
        """Check that nothing is on a card that could never work there."""
        if isinstance(node, AdvisorCard | StripCard):
            for key in ("triggers", "modifiers", "permissions"):
                if getattr(node, key):
                    what = NOT_OWNED[node.kind]
                    message = f"{what} cannot have '{key}': they would never work"
                    self.errors.append(LinkError(f"{node.at}/{key}/", "link.idle", message))
        elif kind_of(node) in WITHOUT_DECK:
            waiting = [(part.at, part.from_) for part in node.triggers]
            for at, zone in (*waiting, *((part.at, part.from_) for part in node.modifiers)):
                if zone != PLAY:
                    message = f"a card of the kind '{node.kind}' is never in a hand or a display"
                    self.errors.append(LinkError(f"{at}/from", "link.idle", message))

    def _abilities(self, index: int, pack: str, node: CardNode) -> None:
        self._idle(node)
        known = len(self.compiled.programs)
        abilities: list[Ability] = []
        for k, trigger in enumerate(node.triggers):
            name = f"{pack}/{node.id}/triggers/{k}"
            abilities += self._attempt(self.trigger, index, name, node, trigger, abilities)
        abilities = [ability for ability in abilities if ability.test is not never]
        modifiers: list[Modifier] = []
        for modifier in node.modifiers:
            for made in self._attempt(self.modifier, index, modifier):
                modifiers += made
        for memory in node.memory:
            self._attempt(self.secret, index, memory)
        places = 0
        if isinstance(node, GovernorCard):
            places = sum(self._attempt(self.places, index, pack, node.places))
        permissions: list[Permission] = []
        for word in node.permissions:
            permissions += self._attempt(self.permission, index, node, word)
        self.compiled.permissions.update((permission.index, permission) for permission in permissions)
        self.compiled.watched.update(ability.event for ability in abilities if ability.by != BY_ME)
        if not self.keeps:
            self._forget(known)
            return
        self.compiled.abilities.extend(abilities)
        card = self.compiled.cards[index]
        self.compiled.cards[index] = Card(
            card.index,
            card.ref,
            card.name,
            card.kind,
            tuple(ability for ability in abilities if ability.zone == PLAY),
            tuple(modifier for modifier in modifiers if modifier.zone == PLAY),
            tuple(permissions),
            isinstance(node, DestinyCard | DeckCard) and node.held_by == "everyone",
            is_of_the_game(node),
            card.copies,
            places,
            card.first,
        )
        for zone in (HAND, DISPLAY):
            self._works_in(zone, card, abilities, modifiers)

    def _forget(self, known: int) -> None:
        """Free the operations of all programs but the first ones; names and numbers stay."""
        for program in self.compiled.programs[known:]:
            program.code = program.origins = self.compiled.codes[program.index] = ()

    def _works_in(
        self, zone: str, card: Card, abilities: Sequence[Ability], modifiers: Sequence[Modifier]
    ) -> None:
        """Register what a card does in a hand or a display, under a number of its own."""
        there = tuple(ability for ability in abilities if ability.zone == zone)
        changes = tuple(modifier for modifier in modifiers if modifier.zone == zone)
        if there or changes:
            compiled = self.compiled
            # The card itself is not in play there: under a number beyond those of all cards its abilities are
            # switched on and off apart from those that it has in play.
            place = (1 + (HAND, DISPLAY).index(zone)) * (len(compiled.cards) + 1) + card.index
            made = Card(place, card.ref, card.name, card.kind, there, changes)
            compiled.elsewhere[zone, card.index] = compiled.away[place] = made

    def _feign(self) -> None:
        """Register what asks whoever holds any cards at each moment at which one can work in a hand."""
        compiled = self.compiled
        held = [card for (zone, _), card in compiled.elsewhere.items() if zone == HAND]
        moments = {(each.event, each.by, each.order): each for card in held for each in card.abilities}
        feigned = tuple(
            evolve(
                ability,
                index=self.names.number_ability(),
                test=None,
                uses=UNLIMITED,
                prices=(((), Use(compiled.cards[ability.card].name, compiled.bag(())), 0),),
                optional=True,
                automatic=False,
                asks_itself=False,
                priced=None,
                feigned=True,
            )
            for ability in moments.values()
        )
        if feigned:
            place = len(ZONES) * (len(compiled.cards) + 1) + self.names.number_ability()
            card = compiled.cards[feigned[0].card]
            compiled.feint = compiled.away[place] = Card(place, card.ref, card.name, card.kind, feigned)

    def _sheet(self) -> None:
        """Lay out the province sheet and the strips: each row from left to right."""
        compiled = self.compiled
        columns = sorted(compiled.buildings.values(), key=lambda building: building.column)
        for building in columns:
            node = self.nodes[building.card]
            if isinstance(node, BuildingCard) and node.strip is None:
                compiled.rows[building.row] = (*compiled.rows.get(building.row, ()), building.card)
        strips = {card: node for card, node in enumerate(self.nodes) if isinstance(node, StripCard)}
        members: dict[int, list[int]] = {}
        for building in columns:
            for strip in self._attempt(self._strip_of, building.card):
                members.setdefault(strip, []).append(building.card)
        for card, node in strips.items():
            compiled.strips[card] = (node.row, tuple(members.get(compiled.cards[card].first, ())))
            if node.row not in compiled.rows:
                compiled.unfit.add(card)

    def _places(self) -> None:
        """Check that no two cards claim one place, and that tiles and strips have something to lie on."""
        owners: dict[tuple[str, ...], int] = {}
        ranks = {node.rank for node in self.nodes if isinstance(node, AdvisorCard)}
        for card, node in enumerate(self.nodes):
            if len(self.errors) >= MAX_ERRORS:
                return
            claim = _claim(node)
            first = owners.setdefault(claim, card) if claim else card
            if first != card:
                other = self.compiled.cards[first].ref
                message = (
                    f"'{node.id}' claims the place of '{other}'; "
                    f"write 'in_place_of: {other}' if it should have that place"
                )
                self.errors.append(LinkError(f"{node.at}/{claim[-1]}", "link.taken", message))
            if self.compiled.cards[card].ref.partition("/")[0] in self.lacking:
                continue
            if isinstance(node, TileCard) and node.rank not in ranks:
                message = f"there is no advisor of rank {node.rank} on the board"
                self.errors.append(LinkError(f"{node.at}/rank", "link.place", message))
            if isinstance(node, StripCard) and node.row not in self.compiled.rows:
                message = f"there is no row {node.row} on the sheet for '{node.id}' to cover"
                self.errors.append(LinkError(f"{node.at}/row", "link.place", message))

    def _strip_of(self, card: int) -> int:
        node = self.nodes[card]
        if not isinstance(node, BuildingCard) or node.strip is None:
            return NOBODY
        at = f"{node.at}/strip"
        own = f"{self.compiled.cards[card].ref.partition('/')[0]}/{node.strip}"
        strips = {name: k for name, k in self.compiled.card.items() if isinstance(self.nodes[k], StripCard)}
        return strips[own] if own in strips else self.names.find("card", strips, node.strip, at)

    def _sequences(self, calendar: Calendar) -> None:
        """Compile the sequences that nothing runs, so that no mistake in them stays hidden."""
        emitter, seen = Emitter(self.names, 0), set[str]()
        for sequence in calendar.sequences:
            if sequence.id in seen:
                message = f"there is already a sequence '{sequence.id}'"
                self.errors.append(LinkError(f"{sequence.at}/id", "link.duplicate", message))
            seen.add(sequence.id)
            self._attempt(emitter.sequence, sequence.id, sequence.at)
        # A sequence is compiled wherever it is run, and each time with the same mistakes.
        alike = ("link.circle", "link.deep")
        once = {error.code if error.code in alike else error.at: error for error in self.errors[::-1]}
        self.errors = list(once.values())[::-1]

    def _automaton(self, seat: SeatCard) -> Automaton:
        """Make a seat without a player; a turn with a mistake in it is left out."""
        compiled = self.compiled
        numbers = {kind: compiled.program.get(f"calendar/{turn.id}") for kind, turn in seat.turns.items()}
        turns = {kind: compiled.programs[number] for kind, number in numbers.items() if number is not None}
        return Automaton(seat.id, seat.name, turns)

    def _decks(self, without: Sequence[tuple[str, CardNode]]) -> None:
        """Check that the smallest game has the cards that are dealt and drawn."""
        kinds = {card.kind for card in self.compiled.cards}
        for deck in self.further.decks:
            if deck.id not in kinds:
                message = unknown(deck.id, kinds)
                self.errors.append(LinkError(f"{deck.at}/id", "link.kind", message, deck.id))
        kinds |= {kind_of(node) for _, node in without}
        for need in self.compiled.needs:
            if need.kind not in kinds and need.is_reached:
                message = unknown(need.kind, kinds)
                self.errors.append(LinkError(f"{need.at}/deck", "link.kind", message, need.kind))
                continue
            shortage = need.shortage(self.compiled, FEWEST_PLAYERS)
            if shortage is not None:
                self.errors.append(LinkError(need.at, "link.deck", shortage))


def _claim(node: CardNode) -> tuple[str, ...]:
    """Return the place that a card claims, with the key that says so; () if it can share its place."""
    if isinstance(node, BuildingCard):
        home = node.at.partition("/")[0] if node.strip else ""
        return (home, node.strip or "", node.row, str(node.column), "column")
    if isinstance(node, AdvisorCard | TileCard):
        return (node.kind, str(node.rank), "rank")
    return ()


def remembered(card: int, node: MemoryNode) -> Memory:
    """Make what a card remembers; a thing that is not a number is nothing at first."""
    start = node.start if node.type == NUMBER else NOBODY
    return Memory(card, node.id, start, node.lasts, node.shared, node.type)


def copies_of(node: CardNode) -> int:
    """Return how many copies there are of a card."""
    return node.copies if isinstance(node, StripCard | DeckCard) else 1


def kind_of(node: CardNode) -> str:
    """Return the kind of a card, which is also the name of its deck."""
    return node.deck if isinstance(node, DeckCard) else node.kind
