"""Queries: sets of things, and everything that can be done with a set.

There is one word for each kind of thing, and it is the same wherever a set is needed: to count it, to test
whether it is empty, to take the one thing that it finds, to add up a value over it, to choose from it and to
do something for each of its members. Within a query, the thing in question is the variable named after its
kind (`$card`, `$place`, ...); a player in question is `me`.
"""

from __future__ import annotations

import operator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import evolve, frozen

from kingsburg_rules.engine.actions import (
    AdvisorThing,
    CardThing,
    ChooseDie,
    NumberThing,
    PlayerThing,
    ResourceThing,
    RowThing,
    chosen,
)
from kingsburg_rules.engine.compiled_rules import (
    DECK,
    DISCARD,
    DISPLAY,
    HAND,
    ME,
    MOST_SEATS,
    NOBODY,
    OUT,
    PLAY,
    ZONES,
    Place,
)
from kingsburg_rules.engine.dice import BONUS, IN_HAND, die_of, face_of, free_dice, in_hand
from kingsburg_rules.engine.loop import charge_work, out_of_budget
from kingsburg_rules.engine.state import REWARD_ONLY
from kingsburg_rules.engine.stats import closed_to, full_places, stat
from kingsburg_rules.engine.zones import (
    IN_DECK,
    bits_of,
    called_apart,
    in_play,
    left_in_deck,
    pile_of,
    position_of,
    where,
)
from kingsburg_rules.language.emitter import Printed
from kingsburg_rules.language.nodes import extra, key, node
from kingsburg_rules.language.operations import constant, known
from kingsburg_rules.language.registry import (
    QUERIES,
    TESTS,
    VALUES,
    EdgeCases,
    Node,
    QueryWord,
    TestWord,
    ValueWord,
    compiles,
    object_shape,
)
from kingsburg_rules.language.shapes import (
    ID_PATTERN,
    VARIABLE_PATTERN,
    Flag,
    Listing,
    Name,
    Schema,
    Several,
    Text,
)
from kingsburg_rules.language.tests import IF
from kingsburg_rules.language.values import (
    A_CARD,
    A_PLACE,
    A_PLAYER,
    A_RESOURCE,
    A_ROW,
    BEYOND,
    BOUNDS,
    FACT,
    NO_BOUNDS,
    PARTS,
    VALUE,
    Bounds,
    Literal,
    Value,
    bounds_test,
    combined,
    folded,
    known_things,
    look_of,
    one_of,
)
from kingsburg_rules.language.vocabulary import (
    CARD,
    DIE,
    GROUP,
    GROUPS,
    MARKER,
    NUMBER,
    PLACE,
    PLAYER,
    RESOURCE_KIND,
    ROW,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence

    from kingsburg_rules.engine.actions import AnyAction
    from kingsburg_rules.engine.compiled_rules import Building, CompiledRules, Frame, Number, Test
    from kingsburg_rules.engine.state import Group, State
    from kingsburg_rules.language.emitter import Emitter
    from kingsburg_rules.language.facts import Look
    from kingsburg_rules.language.registry import Find

    Ranking = tuple["Measured", Callable[[list[int]], int]]
    _Narrow = Callable[[State, Frame, list[int], int], list[int]]
    _Fits = Callable[[State, Frame, int, int], bool]
    _Passes = Callable[[State, Frame, int], bool]
    _Look = Callable[[CompiledRules, int], "int | None"]

Measure: TypeAlias = "str | Value"
"""What things are compared by: the name of one of their facts, or a value computed for each."""


NAME_OR_VARIABLE: Final = f"{ID_PATTERN}|{VARIABLE_PATTERN}"


@frozen
class MeasureShape:
    """The name of a fact of the things, or any value, which is worked out for each of them."""

    def read(self, data: object, at: str) -> Measure:
        """Read the name or the value."""
        is_name = isinstance(data, str) and not data.startswith("$")
        return data if isinstance(data, str) and is_name else VALUE.read(data, at)

    def schema(self) -> Schema:
        """Refer to the definition."""
        return {"$ref": "#/$defs/measure"}

    def definition(self) -> Schema:
        """Describe it: the type decides which part applies."""
        known, other = {"enum": list(FACT.known)}, {"type": "string", "pattern": NAME_OR_VARIABLE}
        return {
            "type": ["integer", "string", "object"],
            "title": "a fact or a number",
            "description": "The name of a fact of the things, or a number worked out for each of them.",
            "if": {"type": "string"},
            "then": {"anyOf": [known, other]},
            "else": VALUE.schema(),
        }


MEASURE: Final = MeasureShape()
MEASURES: Final = Several(MEASURE)


class Measured:
    """What things are compared by, compiled: a fact that is read of each, or a value for each."""

    def __init__(self, look: Look | None, value: Number) -> None:
        self.look, self.value = look, value

    def of(self, state: State, frame: Frame, scope: Scope, things: Sequence[int]) -> list[int]:
        """List it for things."""
        look, found = self.look, list[int]()
        if look is None:
            return values_for(state, frame, scope, things, self.value)
        for thing in things:
            found.append(look(state, thing))
        return found


def measured(e: Emitter, measure: Measure, kind: str, at: str) -> Measured:
    """Compile what things of a kind are compared by."""
    if isinstance(measure, str):
        return Measured(look_of(e, kind, measure, at), constant(0))
    return Measured(None, e.thing(measure, e.kind_of(measure) or NUMBER, at))


class Scope:
    """The variable that holds one of many things after the other, while something is worked out for each.

    A player is `me` meanwhile; `asking` is then the variable that keeps who asks, NOBODY if one does already,
    and `named` the variable that also holds the player.
    """

    def __init__(self, slot: int, at: str, asking: int = NOBODY, named: int = NOBODY) -> None:
        self.slot, self.asking, self.named, self.at = slot, asking, named, at
        self.size = max(slot, asking, named) + 1

    def of(self, state: State, frame: Frame, things: int) -> Frame:
        """Return a copy of a frame for so many things, and charge for them.

        The steps around go on with the frame itself, so nothing in it may change.
        """
        state.budget -= things + len(frame) // _COPIED_AT_ONCE
        if state.budget < 0:
            raise out_of_budget(state, self.at)
        inner = frame[:]
        if len(frame) < self.size:
            inner += [0] * (self.size - len(frame))
        if self.asking != NOBODY:
            inner[self.asking] = frame[ME]
        return inner

    def put(self, frame: Frame, thing: int) -> None:
        """Make a thing the one in question."""
        frame[self.slot] = thing
        if self.named != NOBODY:
            frame[self.named] = thing


_COPIED_AT_ONCE: Final = 32
"""Copying a frame is fast: so many variables count as one operation."""


@contextmanager
def each(e: Emitter, kind: str, at: str, name: str = "") -> Generator[Scope, None, None]:
    """Compile what is worked out for each of many things of a kind; a variable holds it."""
    if kind != PLAYER:
        with e.bound(kind, name, f"{at}/as") as slot:
            yield Scope(slot, at)
        return
    asking = e.hidden() if e.subject.owner_slot is None else NOBODY
    with e.with_player(None if asking == NOBODY else asking):
        if not name:
            yield Scope(ME, at, asking)
        else:
            with e.bound(kind, name, f"{at}/as") as named:
                yield Scope(ME, at, asking, named)


@node
class ThingsQuery(QueryWord):
    """Things other than players, narrowed by tests and by the most or the least of a value."""

    compiled_by = "every"

    if_: tuple[TestWord, ...] = key(IF, "Only those for which all tests hold.", default=())
    most: tuple[Measure, ...] = key(
        MEASURES, "Only those with the most of this; ties by the next.", default=()
    )
    least: tuple[Measure, ...] = key(
        MEASURES, "Only those with the least of this; ties by the next.", default=()
    )

    def every(self, e: Emitter) -> Find:
        """Compile to what lists the things before the tests."""
        raise LookupError(type(self).__name__)

    def find(self, e: Emitter) -> Find:
        """Compile to what lists the things that pass."""
        return _narrowed(self, e, self.every(e))


def _narrowed(word: ThingsQuery, e: Emitter, every: Find) -> Find:
    if not (word.if_ or word.most or word.least):
        return every
    with each(e, word.things, word.at, word.as_) as scope:
        test = e.test(word.if_) if word.if_ else None
        compared = rankings(e, word, most=word.most, least=word.least)

    def find(state: State, frame: Frame) -> Sequence[int]:
        found = every(state, frame)
        inner = scope.of(state, frame, len(found))
        if test is not None:
            found = those_for_whom(state, inner, scope, found, test)
        return best_of(state, inner, scope, found, compared)

    return find


def rankings(e: Emitter, word: QueryWord, **keys: tuple[Measure, ...]) -> list[Ranking]:
    """Compile what the things of a query are compared by, under its keys, and which value is the best."""
    return [
        (measured(e, measure, word.things, f"{word.at}/{key}"), max if key == "most" else min)
        for key, measures in keys.items()
        for measure in measures
    ]


def holds_for(state: State, frame: Frame, scope: Scope, thing: int, test: Test) -> bool:
    """Return whether a test holds for a thing."""
    scope.put(frame, thing)
    return test(state, frame)


def those_for_whom(
    state: State, frame: Frame, scope: Scope, things: Sequence[int], test: Test
) -> Sequence[int]:
    """Return the things for which a test holds."""
    found: list[int] = []
    # As `put` does, without a call for each thing; so does `values_for`.
    slot, named = scope.slot, scope.named
    for thing in things:
        frame[slot] = thing
        if named != NOBODY:
            frame[named] = thing
        if test(state, frame):
            found.append(thing)
    return found


def values_for(state: State, frame: Frame, scope: Scope, things: Sequence[int], value: Number) -> list[int]:
    """List the values for things."""
    found: list[int] = []
    slot, named = scope.slot, scope.named
    for thing in things:
        frame[slot] = thing
        if named != NOBODY:
            frame[named] = thing
        found.append(value(state, frame))
    return found


def best_of(
    state: State, frame: Frame, scope: Scope, things: Sequence[int], compared: Sequence[Ranking]
) -> Sequence[int]:
    """Return the things with the best value; each further value breaks the ties on the one before."""
    # With one thing left there is no tie to break.
    for measure, best in compared:
        if len(things) < 2:
            break
        values, kept = measure.of(state, frame, scope, things), list[int]()
        wanted = best(values)
        for thing, value in zip(things, values):  # noqa: B905 -- mypyc knows only the plain one
            if value == wanted:
                kept.append(thing)
        things = kept
    return things


ANYBODY: Final = -2
"""In play, for a thing that is not given: any will do. For cards, those of all players and the game."""


def _or_any(value: Value | None, e: Emitter, kind: str, at: str) -> Number:
    """Compile a thing that need not be given."""
    return constant(ANYBODY) if value is None else e.thing(value, kind, at)


# Players


EVERYBODY: Final = "all"
OPPONENTS: Final = "opponents"
NEIGHBORS: Final = "neighbors"


@QUERIES.add("players", inline="among", short=True)
@node
class Players(QueryWord):
    """Players, compared by facts; each further fact breaks the ties on the one before."""

    edges = EdgeCases(
        tie="All players who tie are found, unless `tied` says otherwise.",
        no_player="Nobody in `is` matches nobody.",
    )
    things = PLAYER

    among: str = key(
        Text(among=(EVERYBODY, OPPONENTS, NEIGHBORS)),
        "All, all but this player (for a card of the game: all), or this player's neighbors.",
        default=EVERYBODY,
    )
    is_: tuple[Value, ...] = key(Several(A_PLAYER), "Only these players.", default=())
    if_: tuple[TestWord, ...] = key(IF, "Only those for whom all tests hold.", default=())
    fewest: tuple[Measure, ...] = key(MEASURES, "Those with the least of this; ties by the next.", default=())
    most: tuple[Measure, ...] = key(MEASURES, "Those with the most of this; ties by the next.", default=())
    tied: bool | None = key(
        Flag(),
        "What to do about ties: with `true` only a tie counts; with `false` a tie finds nobody.",
        default=None,
    )
    ties: bool = key(
        Flag(),
        "Whether a card may win a tie on the first value; the other values are then not compared.",
        default=False,
    )


@compiles(Players)
def _find_players(word: Players, e: Emitter) -> Find:
    select = seats_of(word, e)
    return lambda state, frame: bits_of(select(state, frame))


def seats_of(word: Players, e: Emitter) -> Number:
    """Compile players to a function that returns a bit set of seats."""
    if word.among == NEIGHBORS:
        e.need_player(word)
    only = [e.thing(value, PLAYER, f"{word.at}/is") for value in word.is_]
    with each(e, PLAYER, word.at, word.as_) as scope:
        compared = rankings(e, word, fewest=word.fewest, most=word.most)
        test = e.test(word.if_) if word.if_ else None
    among, tied = word.among, word.tied
    # The usual query, for everybody, needs no copy of the frame.
    if among == EVERYBODY and not (only or compared or test or word.ties or tied is not None):
        return lambda state, frame: (1 << len(state.players)) - 1
    if word.ties:
        e.forbid_recursion_on(word, "wins_ties")
    winning = e.names.stat("wins_ties", word.at) if word.ties else -1

    def select(state: State, frame: Frame) -> int:
        me, inner = frame[ME], scope.of(state, frame, len(state.players))
        seats: Sequence[int] = range(len(state.players))
        if test is not None:
            seats = those_for_whom(state, inner, scope, seats, test)
        if among == OPPONENTS:
            seats = [seat for seat in seats if seat != me]
        elif among == NEIGHBORS:
            beside = {(me + step) % len(state.players) for step in (1, -1)}
            seats = [seat for seat in seats if seat in beside and seat != me]
        if only:
            # The players named are worked out for whoever asks, not for each player in question.
            these = {value(state, frame) for value in only}
            seats = [seat for seat in seats if seat in these]
        ties_won = winning in state.changing
        best = best_of(state, inner, scope, seats, compared[:1] if ties_won else compared)
        if ties_won:
            favored = [seat for seat in best if stat(state, winning, seat, 0) > 0]
            best = favored or best_of(state, inner, scope, best, compared[1:])
        # With `tied` given, a result of the other sort finds nobody.
        if tied is not None and (len(best) > 1) != tied:
            return 0
        return _bits(best)  # a bit set fits into one variable of a frame

    return select


WHO: Final = object_shape("players", Players, short="among")

# Places


@QUERIES.add("places", inline="is", short=True)
@node
class Places(ThingsQuery):
    """Advisors, by rank: those on the board, or with `everywhere` also those on cards in play.

    Each place for dice counts, also several of one card, unless `whole_cards` is given. The test `place`
    looks at the advisor in question, wherever it is.
    """

    edges = EdgeCases(
        no_player="Advisors taken by nobody are those with neutral dice; none is marked by nobody.",
        tie="All advisors that tie are found.",
    )
    things = PLACE

    is_: tuple[Value, ...] = key(Several(A_PLACE), "Only these advisors; `all` means no limit.", default=())
    rank: Bounds = key(BOUNDS, "Only advisors of these ranks.", default=NO_BOUNDS)
    everywhere: bool = key(
        Flag(), "Whether to include advisors on cards in play, not only those on the board.", default=False
    )
    free: bool | None = key(
        Flag(),
        "Only those that nobody has influenced this season (or, with `false`, only the others).",
        default=None,
    )
    taken_by: Value | None = key(A_PLAYER, "Only those with this player's dice.", default=None)
    open: bool = key(
        Flag(), "Only those where this player could place dice, with room for them.", default=False
    )
    marked: bool | None = key(
        Flag(), "Only those with a marker of this card (or, with `false`, only the others).", default=None
    )
    marked_by: Value | None = key(
        A_PLAYER, "Only those with a marker of this card that belongs to this player.", default=None
    )
    tile: bool | None = key(
        Flag(), "Only those with a tile (or, with `false`, only the others).", default=None
    )
    whole_cards: bool = key(
        Flag(), "Whether a card with several advisors counts once, under the name of the card.", default=False
    )

    within: int = extra(0)
    """The variable with the places in question, as a bit set, if a word looks at those alone."""


@compiles(Places)
def _every_places(word: Places, e: Emitter) -> Find:
    """Compile to the places that exist and match, the lowest rank first."""
    members, whole = _members(word, e), word.whole_cards
    (low, high), inside = word.rank.ends or (-BEYOND, BEYOND), _rank_test(word, e)
    work = len(e.compiled.places)
    listed = [p for p in sorted(e.compiled.places, key=_rank_of) if low <= p.rank <= high]

    def every(state: State, frame: Frame) -> Sequence[int]:
        there = members(state, frame)
        charge_work(state, work, word.at)
        found = [p for p in listed if p.bit & there] if there else []
        if inside is not None:
            found = [p for p in found if inside(state, frame, p.rank)]
        if whole:
            found = list({p.card: p for p in reversed(found)}.values())[::-1]
        return [p.index for p in found]

    return every


def _rank_test(word: Places, e: Emitter) -> Callable[[State, Frame, int], bool] | None:
    """Compile the bounds of the rank if they are known only in play."""
    return bounds_test(word.rank, e) if word.rank.ends is None else None


def place_passes(word: Places, e: Emitter) -> Callable[[State, Frame, int], bool]:
    """Compile advisors to a function that returns whether one is among them, wherever they are."""
    # The advisor in question may be on a card, though a query for the choice of one means the board.
    anywhere = evolve(word, everywhere=True)
    if word.if_ or word.most or word.least or word.whole_cards:
        find = anywhere.find(e)
        return lambda state, frame, place: place in find(state, frame)
    members, places = _members(anywhere, e), e.compiled.places
    (low, high), inside = word.rank.ends or (-BEYOND, BEYOND), _rank_test(word, e)
    ranked = _bits(place.index for place in places if low <= place.rank <= high)

    def passes(state: State, frame: Frame, place: int) -> bool:
        if place < 0 or not members(state, frame) & ranked & 1 << place:
            return False
        return inside is None or inside(state, frame, places[place].rank)

    return passes


def _members(word: Places, e: Emitter) -> Number:
    """Compile advisors to a bit set, before any comparison, whatever their rank."""
    sets, board, compiled = [*_sets(word, e)], not word.everywhere, e.compiled

    def members(state: State, frame: Frame) -> int:
        there = (1 << len(compiled.places)) - 1 & ~compiled.private
        if not board:
            for player in state.players:
                there |= player.effects.places
        for fitting in sets:
            there &= fitting(state, frame)
        return there

    return members


def _sets(word: Places, e: Emitter) -> Generator[Number, None, None]:
    """Compile the conditions on places: each to the bit set of matching places."""
    if word.free is not None:
        free = word.free
        yield lambda state, frame: ~state.taken if free else state.taken
    if word.tile is not None:
        tile = word.tile
        yield lambda state, frame: _bits(state.tiles) if tile else ~_bits(state.tiles)
    if word.taken_by is not None:
        taken_by = e.thing(word.taken_by, PLAYER, f"{word.at}/taken_by")
        yield lambda state, frame: _taken_by(state, taken_by(state, frame))
    if word.within:
        within = word.within
        yield lambda state, frame: frame[within]
    if word.open:
        e.need_player(word)
        e.forbid_recursion_on(word, "places_at", "closed")
        yield lambda state, frame: ~(full_places(state, frame[ME]) | closed_to(state, frame[ME]))
    if word.marked is not None:
        marked, card = word.marked, e.card
        yield lambda state, frame: _marked(state, card) if marked else ~_marked(state, card)
    if word.marked_by is not None:
        by, own = e.thing(word.marked_by, PLAYER, f"{word.at}/marked_by"), e.card
        yield lambda state, frame: _marked(state, own, by(state, frame)) if state.marks else 0
    if word.is_ and not _is_all(word.is_):
        these = [e.thing(value, PLACE, f"{word.at}/is") for value in word.is_]
        yield lambda state, frame: _bits([one(state, frame) for one in these])


def _bits(things: Iterable[int]) -> int:
    """Make a bit set of seats or places; nothing is none of them."""
    found = 0
    for thing in things:
        if thing >= 0:
            found |= 1 << thing
    return found


def _marked(state: State, card: int, seat: int | None = None) -> int:
    """Find the advisors with markers of a card, or of one player; a card with several places counts as one.

    The places of one card are one advisor (F50).
    """
    places, found = state.compiled.places, 0
    for by, at, owner in state.marks:
        if by == card and seat in (None, owner):
            whole = places[at].card
            for place in places:
                if place.card == whole:
                    found |= place.bit
    return found


def _is_all(these: tuple[Value, ...]) -> bool:
    return len(these) == 1 and isinstance(these[0], Literal) and these[0].name == EVERYBODY


def _rank_of(place: Place) -> int:
    return place.rank


PLACE_QUERY: Final = object_shape("places", Places, short="is")


def _taken_by(state: State, who: int) -> int:
    return _bits(group.place for group in state.groups if group.seat == who)


# Cards


CARD_NAMES: Final = Several(A_CARD)


@QUERIES.add("cards", inline="is", short=True)
@node
class Cards(ThingsQuery):
    """Cards, by what is printed on them and by where they are. Each copy of a card is a card of its own.

    Without `zone`, these are the cards in play: those of the `owner` or, without one, of all players and of
    the game, where a building that several players have counts once. The tests `card` and `owns`, and a
    change of a number, ask whether a card is one of these wherever it is, unless they ask for more than is
    printed. With a zone, each card there counts, whoever sees it.
    """

    edges = EdgeCases(
        no_player="Nobody has no hand; in play, the cards of nobody are those for the game.",
        nothing="Nothing has no neighbors.",
        tie="All cards that tie are found.",
    )
    things = CARD

    is_: tuple[Value, ...] = key(CARD_NAMES, "Only these cards.", default=())
    kind: str = key(Name(pattern=ID_PATTERN), "Only this kind of card, or this deck.", default="")
    row: tuple[Value, ...] = key(Several(A_ROW), "Only buildings of these rows.", default=())
    column: Bounds = key(BOUNDS, "Only buildings of these columns.", default=NO_BOUNDS)
    vp: Bounds = key(BOUNDS, "Only buildings with this many printed points.", default=NO_BOUNDS)
    cost: Bounds = key(BOUNDS, "Only buildings whose printed cost is this many goods.", default=NO_BOUNDS)
    year: Bounds = key(BOUNDS, "Only enemies of these years.", default=NO_BOUNDS)
    complete: bool | None = key(
        Flag(),
        "Only buildings in rows that their owner has completed (or, with `false`, only the others).",
        default=None,
    )
    beside: Value | None = key(A_CARD, "Only the neighbors of this building in its row.", default=None)
    on: Places | None = key(PLACE_QUERY, "Only tiles on one of these advisors.", default=None)
    zone: str = key(Text(among=ZONES), "Where they are; by default, in play.", default="")
    owner: Value | None = key(
        A_PLAYER, "The owner; by default, anybody or the game, but for a hand this player.", default=None
    )
    position: Bounds = key(
        BOUNDS,
        "Only cards at these places in the display or, if they are known, in their deck, from the top.",
        default=NO_BOUNDS,
    )
    copies: Bounds = key(
        BOUNDS, "Only cards with this many copies there, each listed once.", default=NO_BOUNDS
    )

    @property
    def steady(self) -> bool:
        """Whether it depends only on what is printed on cards, and on nothing that is worked out."""
        named = all(isinstance(card, Literal) for card in self.is_)
        return self.is_printed_only and named and not self.worked_out

    @property
    def is_printed_only(self) -> bool:
        """Whether all conditions are about what is printed on cards."""
        counted = self.copies is not NO_BOUNDS or self.position is not NO_BOUNDS
        placed = self.zone or self.owner is not None or self.on or counted
        compared = self.if_ or self.most or self.least or self.beside is not None
        return not (placed or compared or self.complete is not None)

    @property
    def bounds(self) -> tuple[tuple[_Look, Bounds], ...]:
        """The bounds of printed numbers."""
        found = zip(_LOOKS, (self.column, self.vp, self.cost, self.year), strict=True)
        return tuple((look, bounds) for look, bounds in found if bounds is not NO_BOUNDS)

    @property
    def letters(self) -> frozenset[int] | None:
        """The wanted rows by number, if they are written down."""
        return known_things(self.row, ROW)

    @property
    def worked_out(self) -> bool:
        """Whether some of what must be printed is known only in play."""
        return self.letters is None or any(bounds.ends is None for _, bounds in self.bounds)

    def printed(self, e: Emitter) -> Printed:
        """Find the cards of the rule set whose printed values match, as far as they are known."""
        names = [card for card in self.is_ if isinstance(card, Literal)]
        if names and len(names) == len(self.is_):
            return self._printed(
                e, sorted({number for name in names for number in e.cards_named(name.name, name.at)})
            )
        asked = (self.kind, bool(self.row), self.letters, *((look, one.ends) for look, one in self.bounds))
        # Many cards of a pack ask for the same: all buildings, say. Going through all cards costs much.
        found = e.names.printed.get(asked)
        if found is None:
            found = e.names.printed[asked] = self._printed(e, range(len(e.compiled.cards)))
        return found

    def _printed(self, e: Emitter, found: Sequence[int]) -> Printed:
        compiled = e.compiled
        if self.kind:
            e.check_card_kind(self.kind, f"{self.at}/kind")
            found = [card for card in found if compiled.cards[card].kind == self.kind]
        if self.row:
            wanted = self.letters
            rows = [(card, _row(compiled, card)) for card in found]
            found = [card for card, row in rows if row is not None and (wanted is None or row in wanted)]
        for look, bounds in self.bounds:
            low, high = bounds.ends or (-BEYOND, BEYOND)
            numbers = [(card, look(compiled, card)) for card in found]
            found = [card for card, number in numbers if number is not None and low <= number <= high]
        kinds = tuple(dict.fromkeys(compiled.cards[card].kind for card in found))
        return Printed(sum(1 << card for card in found), kinds)


def _of_building(read: Callable[[Building], int]) -> _Look:
    def look(compiled: CompiledRules, card: int) -> int | None:
        building = compiled.buildings.get(card)
        return None if building is None else read(building)

    return look


def _year(compiled: CompiledRules, card: int) -> int | None:
    enemy = compiled.enemies.get(card)
    return None if enemy is None else enemy.year


_row: Final = _of_building(lambda building: ord(building.row))
_LOOKS: Final = (
    _of_building(lambda building: building.column),
    _of_building(lambda building: building.vp),
    _of_building(lambda building: sum([amount for _, amount in building.price])),
    _year,
)
"""How the printed numbers `column`, `vp`, `cost` and `year` are read; None on a card that has none."""


def _worked_out(word: Cards, e: Emitter) -> Generator[_Passes, None, None]:
    """Compile what must be printed on a card if that is known only in play."""
    if word.letters is None:
        is_one = one_of(word.row, ROW, e, f"{word.at}/row")
        yield lambda state, frame, card: is_one(state, frame, _row(state.compiled, card) or NOBODY)
    for look, bounds in word.bounds:
        if bounds.ends is None:
            yield _is_within(look, bounds_test(bounds, e))


def _is_within(look: _Look, inside: Callable[[State, Frame, int], bool]) -> _Passes:
    def fits(state: State, frame: Frame, card: int) -> bool:
        number = look(state.compiled, card)
        return number is not None and inside(state, frame, number)

    return fits


@compiles(Cards)
def _every_cards(word: Cards, e: Emitter) -> Find:
    """Compile to the cards of a zone whose printed values match."""
    printed, owner = word.printed(e), _owner(word, e)
    only, zone, tests = _only(word, e), word.zone or PLAY, [*_tests(word, e)]

    def every(state: State, frame: Frame) -> Sequence[int]:
        seat = owner(state, frame)
        if zone == PLAY:
            found = bits_of(_all_in_play(state, seat) & printed.members)
        else:
            found = _in_zone(state, zone, seat, printed)
        if only is not None:
            these = {card(state, frame) for card in only}
            found = [card for card in found if card in these]
        charge_work(state, len(found) * (1 + len(tests)), word.at)
        for test in tests:
            found = test(state, frame, found, seat)
        return found

    return every


def _owner(word: Cards, e: Emitter) -> Number:
    """Compile the owner of the cards: by default, a hand is this player's."""
    if word.owner is None and word.zone == HAND:
        e.need_player(word)
        return lambda state, frame: frame[ME]
    return _or_any(word.owner, e, PLAYER, f"{word.at}/owner")


def _tests(word: Cards, e: Emitter) -> Generator[_Narrow, None, None]:
    """Compile what narrows the cards of a zone further."""
    for passes in _worked_out(word, e):
        yield _where(_whoever(passes))
    if word.complete is not None:
        complete = word.complete
        yield _where(lambda state, frame, card, seat: _is_in_full_row(state, card, seat) == complete)
    if word.beside is not None:
        middle = e.thing(word.beside, CARD, f"{word.at}/beside")
        yield _where(lambda state, frame, card, seat: _are_neighbors(state, card, middle(state, frame)))
    if word.on is not None:
        places = word.on.find(e)
        yield lambda state, frame, cards, seat: _lying_on(state, places(state, frame), cards)
    if word.position is not NO_BOUNDS:
        position, e.compiled.asks_positions = bounds_test(word.position, e), True
        yield _where(lambda state, frame, card, seat: position(state, frame, position_of(state, card)))
    if word.copies is not NO_BOUNDS:
        copies = bounds_test(word.copies, e)
        yield lambda state, frame, cards, seat: _with_copies(
            state, cards, lambda number: copies(state, frame, number)
        )


def _with_copies(state: State, cards: list[int], fits: Callable[[int], bool]) -> list[int]:
    """Keep the first copy of each card of which there are so many."""
    found: dict[int, list[int]] = {}
    for card in cards:
        found.setdefault(state.compiled.cards[card].first, []).append(card)
    return [copies[0] for copies in found.values() if fits(len(copies))]


def _where(fits: _Fits) -> _Narrow:
    """Keep the cards of a seat that fit."""
    return lambda state, frame, cards, seat: [card for card in cards if fits(state, frame, card, seat)]


def _whoever(passes: _Passes) -> _Fits:
    """Test a card, whoever has it."""
    return lambda state, frame, card, seat: passes(state, frame, card)


def card_passes(word: Cards, e: Emitter) -> Callable[[State, Frame, int], bool]:
    """Compile cards to a function that returns whether one is among them: anywhere, if no zone is given."""
    if not word.is_printed_only:
        find = word.find(e)
        return lambda state, frame, card: card in find(state, frame)
    members, only, tests = word.printed(e).members, _only(word, e), [*_worked_out(word, e)]
    if only is None and not tests:
        return lambda state, frame, card: card >= 0 and bool(members >> card & 1)

    # With a variable among the names or the bounds, the cards are known only in play.
    def passes(state: State, frame: Frame, card: int) -> bool:
        if card < 0 or not members >> card & 1:
            return False
        named = only is None or any(one(state, frame) == card for one in only)
        return named and all(test(state, frame, card) for test in tests)

    return passes


def find_buildings(word: Cards, e: Emitter) -> Find:
    """Compile cards to what lists the buildings among them, also those that nobody has built."""
    printed = evolve(word, if_=(), most=(), least=())
    if not printed.is_printed_only:
        return word.find(e)
    passes = card_passes(printed, e)

    def every(state: State, frame: Frame) -> Sequence[int]:
        charge_work(state, len(state.compiled.buildings), word.at)
        return [card for card in state.compiled.buildings if passes(state, frame, card)]

    return _narrowed(word, e, every)


def _only(word: Cards, e: Emitter) -> list[Number] | None:
    """Compile the wanted cards, if they are known only in play."""
    if all(isinstance(card, Literal) for card in word.is_):
        return None
    # A name stands for every copy, a variable for one.
    named = (card for card in word.is_ if isinstance(card, Literal))
    copies = [constant(number) for card in named for number in e.cards_named(card.name, card.at)]
    others = (card for card in word.is_ if not isinstance(card, Literal))
    return [*copies, *(e.thing(card, CARD, f"{word.at}/is") for card in others)]


def _all_in_play(state: State, owner: int) -> int:
    """Return the cards in play for a player, for the game, or for anybody, as a bit set."""
    if owner != ANYBODY:
        return in_play(state, owner) if owner >= NOBODY else 0
    members = in_play(state, NOBODY)
    for player in state.players:
        members |= player.cards | player.strips
    return members


def _in_zone(state: State, zone: str, owner: int, printed: Printed) -> list[int]:
    """List the cards of a zone, by number."""
    members = printed.members
    if zone == DECK:
        return _in_decks(state, owner, printed)
    seats = range(len(state.players)) if owner == ANYBODY else [owner] if owner >= 0 else []
    if zone == HAND:
        return sorted(card for seat in seats for card in state.players[seat].hand if members >> card & 1)
    lying = {DISPLAY: (*state.auction.cards, *state.display), DISCARD: state.discard, OUT: state.out}
    found = [card for card in lying[zone] if members >> card & 1]
    if zone == DISPLAY:
        return found
    # A player's discard pile belongs to a deck of their own.
    whole = zone != DISCARD or owner < 0
    return sorted(card for card in found if whole or pile_of(state, card)[1] == owner)


def _in_decks(state: State, owner: int, printed: Printed) -> list[int]:
    """List the cards in their own decks and, after them, in others; or in those of one player."""
    compiled, own = state.compiled, {kind for kind in printed.kinds if state.compiled.deck_of(kind).own}
    seats = {kind: owner if kind in own and owner >= 0 else NOBODY for kind in printed.kinds}
    found = [card for kind, seat in seats.items() for card in left_in_deck(state, kind, seat)]
    for card, (kind, seat) in sorted(state.piles.items()):
        elsewhere = kind != compiled.cards[card].kind
        if elsewhere and owner in (ANYBODY, seat) and where(state, card) == [IN_DECK]:
            found.append(card)
    return [card for card in dict.fromkeys(found) if printed.members >> card & 1]


def _lying_on(state: State, places: Sequence[int], cards: list[int]) -> list[int]:
    """Return the tiles on some advisors."""
    tiles = [state.tiles[place] for place in places if place in state.tiles]
    return [card for card in cards if card in tiles]


def _is_in_full_row(state: State, card: int, seat: int) -> bool:
    """Return whether a building is in a row that its owner (by default, anybody) has completed."""
    for player in state.players if seat == ANYBODY else state.players[seat : seat + 1]:
        row = next((row for row in state.compiled.sheet(player.strips) if card in row), ())
        if row and all(player.cards >> other & 1 for other in row):
            return True
    return False


def _are_neighbors(state: State, card: int, other: int) -> bool:
    """Return whether two buildings are next to each other in a row."""
    one, two = state.compiled.buildings.get(card), state.compiled.buildings.get(other)
    return bool(one and two and one.row == two.row and abs(one.column - two.column) == 1)


CARD_QUERY: Final = object_shape("cards", Cards, short="is")


# Dice, and groups of dice


OWN: Final = "own"
BONUS_COLOR: Final = "bonus"
COLORS: Final = (OWN, BONUS_COLOR)

FREE: Final = "free"
LOCKED: Final = "locked"
ASIDE: Final = "aside"

DICE_ZONES: Final = (HAND, FREE, LOCKED, ASIDE)


@QUERIES.add("dice", inline="owner", short=True)
@node
class Dice(ThingsQuery):
    """Dice of a player, in the hand or on a card; never those on advisors, which are `groups`.

    Dice of one color and value count as one choice. Only their owner finds dice that lie face down.
    """

    edges = EdgeCases(no_player="Nobody has no dice.", tie="All dice that tie are found.")
    things = DIE

    owner: Value = key(A_PLAYER, "The owner; by default, this player.", default=Literal("me"))
    color: str = key(Text(among=COLORS), "Only dice of one color.", default="")
    shows: Bounds = key(BOUNDS, "Only dice that show this number.", default=NO_BOUNDS)
    zone: str = key(
        Text(among=DICE_ZONES),
        "Where they are: in the `hand`, locked or not, the default; there, but only `free` or `locked` ones; "
        "or set `aside`, on a card.",
        default=HAND,
    )
    on: Value | None = key(
        A_CARD, "With `aside`, the card on which they lie; by default, this card.", default=None
    )


@compiles(Dice)
def _every_dice(word: Dice, e: Emitter) -> Find:
    """Compile to the dice in one place: own dice first, each color in rising order."""
    owner, color = e.thing(word.owner, PLAYER, word.at), word.color
    shows, on, faces = (
        bounds_test(word.shows, e),
        card_with_dice(word, e, word.on, word.zone),
        _FACES[word.zone],
    )

    def every(state: State, frame: Frame) -> Sequence[int]:
        seat, card = owner(state, frame), on(state, frame)
        if seat < 0:
            return []
        found = faces(state, seat, card, frame[ME])
        return [
            die_of(seat, card, face)
            for face in found
            if shows(state, frame, face % BONUS) and (not color or (face > BONUS) == (color == BONUS_COLOR))
        ]

    return every


def card_with_dice(word: Node, e: Emitter, on: Value | None, zone: str) -> Number:
    """Compile the card on which dice lie, or `IN_HAND` where they are not aside.

    Raises:
        LinkError: There is none, or dice are to lie on a card that are not set aside.
    """
    if zone != ASIDE:
        if on is not None:
            message = f"dice lie on a card only if they are set aside: add 'zone: {ASIDE}', or 'to: {ASIDE}'"
            raise e.mistake(f"{word.at}/on", "link.dice", message)
        return constant(IN_HAND)
    if on is None and e.card < 0:
        raise e.error(word, "link.dice", "these steps belong to no card, so 'on' must say where the dice lie")
    return constant(e.card) if on is None else e.thing(on, CARD, f"{word.at}/on")


def _lying_aside(state: State, seat: int, card: int, reader: int) -> list[int]:
    aside = state.players[seat].aside
    return sorted([die.face for die in aside if die.card == card and (reader == seat or not die.hidden)])


_FACES: Final[dict[str, Callable[[State, int, int, int], list[int]]]] = {
    HAND: lambda state, seat, card, reader: in_hand(state.players[seat]),
    FREE: lambda state, seat, card, reader: free_dice(state.players[seat]),
    LOCKED: lambda state, seat, card, reader: sorted(state.players[seat].locked),
    ASIDE: _lying_aside,
}


@QUERIES.add("groups", inline="owner", short=True)
@node
class Groups(ThingsQuery):
    """Groups of dice on advisors, in the order of the advisors.

    Dice that are placed together are one group. An advisor's reward that a card has added is none.
    """

    edges = EdgeCases(
        no_player="The groups of nobody are the neutral dice.",
        nothing="Without an advisor in `place`, no group is found.",
        tie="All groups that tie are found.",
    )
    things = GROUP
    needs = GROUPS

    owner: Value | None = key(A_PLAYER, "The owner; by default, anybody.", default=None)
    place: Value | None = key(A_PLACE, "The advisor; by default, any.", default=None)
    rank: Bounds = key(BOUNDS, "Only on advisors of these ranks.", default=NO_BOUNDS)
    via: Value | None = key(
        A_CARD, "Only those placed with a permission of this card; `nothing` means with none.", default=None
    )


@compiles(Groups)
def _every_groups(word: Groups, e: Emitter) -> Find:
    owner = _or_any(word.owner, e, PLAYER, f"{word.at}/owner")
    place = _or_any(word.place, e, PLACE, f"{word.at}/place")
    rank, via = bounds_test(word.rank, e), _or_any(word.via, e, CARD, f"{word.at}/via")

    def every(state: State, frame: Frame) -> Sequence[int]:
        seat, at, card = owner(state, frame), place(state, frame), via(state, frame)
        found = [
            k
            for k, group in enumerate(state.groups)
            if group.how != REWARD_ONLY
            and seat in (ANYBODY, group.seat)
            and at in (ANYBODY, group.place)
            and rank(state, frame, state.compiled.places[group.place].rank)
            and (card == ANYBODY or card in _helpers(state, group))
        ]
        return sorted(found, key=lambda k: state.groups[k].place)

    return every


def _helpers(state: State, group: Group) -> tuple[int, ...]:
    """List the cards whose permissions helped to place dice; nothing, if none did."""
    known = state.compiled.permissions
    return tuple([known[index].card for index in group.via]) or (NOBODY,)


# Markers


def marker(place: int, seat: int) -> int:
    """Number a marker of a card by its place and its owner."""
    return place * MOST_SEATS + seat


def place_and_seat(marker: int) -> tuple[int, int]:
    """Return the place of a marker and its owner."""
    return divmod(marker, MOST_SEATS)


@QUERIES.add("markers", inline="owner", short=True)
@node
class Markers(ThingsQuery):
    """Markers of this card on advisors; each of several on one advisor counts."""

    edges = EdgeCases(
        no_player="Nobody has no markers.",
        nothing="Without an advisor in `place`, no marker is found.",
        tie="All markers that tie are found.",
    )
    things = MARKER

    owner: Value | None = key(A_PLAYER, "The owner; by default, anybody.", default=None)
    place: Value | None = key(A_PLACE, "The advisor; by default, any.", default=None)


@compiles(Markers)
def _every_markers(word: Markers, e: Emitter) -> Find:
    """Compile to the markers, by place; several of one player on one advisor are listed separately."""
    owner = _or_any(word.owner, e, PLAYER, f"{word.at}/owner")
    place = _or_any(word.place, e, PLACE, f"{word.at}/place")
    card = e.card

    def every(state: State, frame: Frame) -> Sequence[int]:
        if not state.marks:
            return []
        who, on = owner(state, frame), place(state, frame)
        return [
            marker(at, seat)
            for (by, at, seat), count in sorted(state.marks.items())
            if by == card and who in (ANYBODY, seat) and on in (ANYBODY, at)
            for _ in range(count)
        ]

    return every


# Rows


@QUERIES.add("rows", inline="is", short=True)
@node
class Rows(ThingsQuery):
    """Rows of buildings, from the top; a strip belongs to the row that it covers."""

    edges = EdgeCases(
        no_player="Nobody has completed no row.",
        tie="All rows that tie are found.",
    )
    things = ROW

    is_: tuple[Value, ...] = key(Several(A_ROW), "Only these rows; `all` means no limit.", default=())
    completed_by: Value | None = key(A_PLAYER, "Only those that this player has completed.", default=None)


@compiles(Rows)
def _every_rows(word: Rows, e: Emitter) -> Find:
    is_one = None if _is_all(word.is_) or not word.is_ else one_of(word.is_, ROW, e, f"{word.at}/is")
    by = None if word.completed_by is None else e.thing(word.completed_by, PLAYER, f"{word.at}/completed_by")

    def every(state: State, frame: Frame) -> Sequence[int]:
        found = sorted(map(ord, state.compiled.rows))
        charge_work(state, len(found), word.at)
        if is_one is not None:
            found = [row for row in found if is_one(state, frame, row)]
        if by is not None:
            completed = _completed(state, by(state, frame))
            found = [row for row in found if row in completed]
        return found

    return every


def _completed(state: State, seat: int) -> set[int]:
    """Find the rows of a player's sheet in which every building stands."""
    if seat < 0:
        return set()
    compiled, player = state.compiled, state.players[seat]
    full = [row for row in compiled.sheet(player.strips) if all(player.cards >> card & 1 for card in row)]
    return {ord(compiled.buildings[row[0]].row) for row in full if row}


# Resources and numbers


GOODS_WORD: Final = "goods"


@QUERIES.add("resources", inline="among", short=True)
@node
class Resources(QueryWord):
    """Kinds of resources."""

    edges = EdgeCases(no_player="Nobody has no resources.")
    things = RESOURCE_KIND

    among: tuple[Value, ...] = key(Several(A_RESOURCE), "Only these; `goods` are all kinds of goods.")
    held_by: Value | None = key(A_PLAYER, "Only those that this player has.", default=None)


@compiles(Resources)
def _find_resources(word: Resources, e: Emitter) -> Find:
    """Compile to the resources, in the order written, each once."""
    these = [listed for k, value in enumerate(word.among) for listed in _listed(value, e, f"{word.at}/{k}")]
    holder = None if word.held_by is None else e.thing(word.held_by, PLAYER, f"{word.at}/held_by")
    fixed = [number for number in map(known, these) if number is not None]
    written = tuple(dict.fromkeys(fixed)) if len(fixed) == len(these) else None

    def find(state: State, frame: Frame) -> Sequence[int]:
        if written is not None:
            numbers = written
        else:
            numbers = tuple(dict.fromkeys([one(state, frame) for one in these]))
        if holder is None:
            return [number for number in numbers if number >= 0]
        seat = holder(state, frame)
        return [k for k in numbers if k >= 0 and seat >= 0 and state.players[seat].stock[k] > 0]

    return find


def _listed(value: Value, e: Emitter, at: str) -> list[Number]:
    if isinstance(value, Literal) and value.name == GOODS_WORD:
        return [constant(good) for good in e.compiled.goods]
    return [e.thing(value, RESOURCE_KIND, at)]


MOST_NUMBERS: Final = 100
"""The most numbers to choose from; more are a mistake on the card."""


@QUERIES.add("numbers", inline="these", short=True)
@node
class Numbers(QueryWord):
    """Whole numbers: those listed, or a range."""

    things = NUMBER

    these: tuple[Value, ...] = key(Listing(VALUE), "The numbers.", default=())
    from_: Value = key(VALUE, "Instead of a list: the first number; by default, 0.", default=0)
    to: Value | None = key(VALUE, "Instead of a list: the last number.", default=None)


@compiles(Numbers)
def _find_numbers(word: Numbers, e: Emitter) -> Find:
    """Compile to the numbers, at most `MOST_NUMBERS` of them."""
    if word.these:
        values = tuple(e.number(value) for value in word.these)
        return lambda state, frame: [value(state, frame) for value in values]
    if word.to is None:
        raise e.error(word, "link.either", "give either 'these' or 'to'")
    first, last = e.number(word.from_), e.number(word.to)

    def find(state: State, frame: Frame) -> Sequence[int]:
        start = first(state, frame)
        return range(start, min(last(state, frame), start + MOST_NUMBERS - 1) + 1)

    return find


# What can be done with a set


def action_for(query: QueryWord) -> Callable[[State, Sequence[int]], Sequence[AnyAction]]:
    """Return the function that makes the actions which choose one of the things."""
    if query.things == CARD:
        return lambda state, cards: [chosen(CardThing, name) for name in called_apart(state, cards)]
    if isinstance(query, Places) and query.whole_cards:
        return lambda state, places: [
            chosen(CardThing, state.compiled.cards[state.compiled.places[place].card].name)
            for place in places
        ]
    return _ACTIONS[query.things]


def _advisors(state: State, places: Iterable[int]) -> Sequence[AnyAction]:
    return [chosen(AdvisorThing, state.compiled.places[place].name) for place in places]


_ACTIONS: Final[dict[str, Callable[[State, Sequence[int]], Sequence[AnyAction]]]] = {
    PLAYER: lambda state, seats: [chosen(PlayerThing, state.setup.players[seat]) for seat in seats],
    PLACE: _advisors,
    GROUP: lambda state, groups: _advisors(state, [state.groups[group].place for group in groups]),
    MARKER: lambda state, markers: _advisors(state, [place_and_seat(marker)[0] for marker in markers]),
    DIE: lambda state, dice: [ChooseDie(die % BONUS, face_of(die) > BONUS) for die in dice],
    RESOURCE_KIND: lambda state, numbers: [
        chosen(ResourceThing, state.compiled.resources[number].name) for number in numbers
    ],
    ROW: lambda state, rows: [chosen(RowThing, chr(row)) for row in rows],
    NUMBER: lambda state, numbers: [chosen(NumberThing, number) for number in numbers],
}


@VALUES.add("count")
@node
class Count(ValueWord):
    """How many things a query finds or, with `different`, how many different values of a fact they have."""

    spread = True

    query: QueryWord = key(QUERIES, "The things.")
    different: Measure = key(MEASURE, "Things with the same value of this count as one.", default="")


@compiles(Count)
def _build_count(word: Count, e: Emitter) -> Number:
    find, kind = word.query.find(e), word.query.things
    if word.different == "":
        return lambda state, frame: len(find(state, frame))
    with each(e, kind, word.at, word.query.as_) as scope:
        measure = measured(e, word.different, kind, f"{word.at}/different")

    def different(state: State, frame: Frame) -> int:
        things = find(state, frame)
        inner = scope.of(state, frame, len(things))
        return len(set(measure.of(state, inner, scope, things)))

    return different


@VALUES.add("the", inline="query")
@node
class The(ValueWord):
    """The one thing that a query finds: the first of several, or nothing (or nobody) if there is none."""

    edges = EdgeCases(
        nothing="The value is nothing, or nobody.",
        tie=(
            "Of several, it is the first: for players, by seat; for other things, in the order of the query."
        ),
    )

    query: QueryWord = key(QUERIES, "The things.")

    def kind(self, e: Emitter) -> str:
        """Return the type of the things."""
        return self.query.things


@compiles(The)
def _build_the(word: The, e: Emitter) -> Number:
    find = word.query.find(e)

    def first(state: State, frame: Frame) -> int:
        found = find(state, frame)
        return found[0] if found else NOBODY

    return first


@TESTS.add("exists", inline="query")
@node
class Exists(TestWord):
    """A query finds at least one thing."""

    query: QueryWord = key(QUERIES, "The things.")


@compiles(Exists)
def _build_exists(word: Exists, e: Emitter) -> Test:
    find = word.query.find(e)
    return lambda state, frame: bool(find(state, frame))


@node
class Folding(ValueWord):
    """A value made of several, which `combine` joins: those listed, or one for each thing of a query."""

    spread = True
    combine = staticmethod(operator.add)

    parts: tuple[Value, ...] = key(PARTS, "The values.", default=())
    query: QueryWord | None = key(QUERIES, "Instead of a list: the things.", default=None)
    of_: Value = key(VALUE, "The value computed for each thing.", default=0, needed=True)


@compiles(Folding)
def _build_folding(word: Folding, e: Emitter) -> Number:
    if word.query is None:
        return folded(tuple(e.number(part) for part in word.parts), word.combine, word.at)
    find, combine = word.query.find(e), word.combine
    with each(e, word.query.things, word.at, word.query.as_) as scope:
        value = e.number(word.of_)

    def fold(state: State, frame: Frame) -> int:
        things = find(state, frame)
        inner = scope.of(state, frame, len(things))
        values = values_for(state, inner, scope, things, value)
        return combined(values, combine) if values else 0

    return fold


@VALUES.add("sum", inline="parts", short=True)
@node
class Sum(Folding):
    """The sum of values; 0 if there are none."""

    edges = EdgeCases(nothing="The sum of nothing is 0.")


@VALUES.add("max", inline="parts", short=True)
@node
class Max(Folding):
    """The greatest of several values; 0 if there are none."""

    edges = EdgeCases(nothing="The greatest of nothing is 0.")
    combine = staticmethod(max)


@VALUES.add("min", inline="parts", short=True)
@node
class Min(Folding):
    """The least of several values; 0 if there are none."""

    edges = EdgeCases(nothing="The least of nothing is 0.")
    combine = staticmethod(min)


# Tests about one player, and about the card or the advisor in question


@node
class Rivalry(TestWord):
    """How this player compares with all others: `beats` decides which value is better."""

    beats = staticmethod(operator.gt)

    of_: Measure = key(MEASURE, "By what.")
    alone: bool = key(Flag(), "Whether ties are excluded.", default=False)


@compiles(Rivalry)
def _build_rivalry(word: Rivalry, e: Emitter) -> Test:
    e.need_player(word)
    alone, beats = word.alone, word.beats
    with each(e, PLAYER, word.at) as scope:
        measure = measured(e, word.of_, PLAYER, word.at)

    def check(state: State, frame: Frame) -> bool:
        me, inner = frame[ME], scope.of(state, frame, len(state.players))
        values = measure.of(state, inner, scope, range(len(state.players)))
        mine = values[me]
        for seat, other in enumerate(values):
            if seat != me and not (beats(mine, other) or (mine == other and not alone)):
                return False
        return True

    return check


@TESTS.add("most", inline="of", short=True)
@node
class Most(Rivalry):
    """No other player has more of something or, with `alone`, as much."""

    edges = EdgeCases(tie="Players who tie for the most pass; with `alone`, none of them does.")


@TESTS.add("fewest", inline="of", short=True)
@node
class Fewest(Rivalry):
    """No other player has less of something or, with `alone`, as little."""

    edges = EdgeCases(tie="Players who tie for the fewest pass; with `alone`, none of them does.")

    beats = staticmethod(operator.lt)


@TESTS.add("card", inline="query")
@node
class CardIs(TestWord):
    """The card in question is one of these: the card that was built, used, fought, or came into play."""

    edges = EdgeCases(nothing="Without a card in question, the test fails.")

    reads = ("card", "enemy")

    query: Cards = key(CARD_QUERY, "Which cards.")

    @property
    def steady(self) -> bool:
        """Whether it depends only on the card in question."""
        return self.query.steady


@compiles(CardIs)
def _build_card_is(word: CardIs, e: Emitter) -> Test:
    # In battle the card in question is the enemy.
    slot = next((s for s in map(e.slots.get, ("card", "enemy")) if s is not None), None)
    if slot is None:
        raise e.error(word, "link.variable", "this moment is not about a card")
    card, passes = slot, card_passes(word.query, e)
    return lambda state, frame: passes(state, frame, frame[card])


@TESTS.add("place", inline="query")
@node
class PlaceIs(TestWord):
    """The advisor in question is one of these: the one who is influenced or marked, or who rewards."""

    edges = EdgeCases(nothing="Without an advisor in question, the test fails.")

    reads = ("place",)

    query: Places = key(PLACE_QUERY, "Which advisors.")


@compiles(PlaceIs)
def _build_place_is(word: PlaceIs, e: Emitter) -> Test:
    slot = e.slots.get("place")
    if slot is None:
        raise e.error(word, "link.variable", "this moment is not about an advisor")
    place, passes = slot, place_passes(word.query, e)
    return lambda state, frame: passes(state, frame, frame[place])


@TESTS.add("owns", inline="query")
@node
class Owns(TestWord):
    """This player has one of these cards in play."""

    query: Cards = key(CARD_QUERY, "Which cards.")


def refuse_unowned(query: Cards, e: Emitter) -> None:
    """Refuse cards that no player can own where a player's cards are meant.

    Raises:
        LinkError: One of the cards named is such a card, or all of that kind are.
    """
    for card in query.is_:
        if isinstance(card, Literal):
            e.refuse_cards(card.at, evolve(query, is_=(card,)).printed(e).kinds)
    if query.kind and not query.is_:
        e.refuse_cards(f"{query.at}/kind", (query.kind,))


@compiles(Owns)
def _build_owns(word: Owns, e: Emitter) -> Test:
    e.need_player(word)
    refuse_unowned(word.query, e)
    # What is printed never changes, so the cards are known now, and a look at a bit set is enough.
    if word.query.steady:
        members = word.query.printed(e).members
        return lambda state, frame: bool(state.players[frame[ME]].cards & members)
    passes = card_passes(word.query, e)

    def check(state: State, frame: Frame) -> bool:
        cards = bits_of(state.players[frame[ME]].cards)
        charge_work(state, len(cards), word.at)
        return any(passes(state, frame, card) for card in cards)

    return check
