"""A compiled rule set: the tables that the machine runs on.

Everything here is made once, when rules are loaded, and never changes. The state of a game refers to it by
numbers only: a program, a card, a resource and an event are positions in these tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import attr
from attrs import field

from kingsburg_rules.engine.actions import Build

if TYPE_CHECKING:
    from kingsburg_rules.engine.actions import Use
    from kingsburg_rules.engine.roles import Bag, Zone
    from kingsburg_rules.engine.state import State

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 5
"""The numbers of players that the game supports by default; packs may change them."""

FEWEST_SEATS: Final = 1
MOST_SEATS: Final = 8
"""The numbers of seats that packs may allow; simultaneous answers are kept in as many variables."""

DECK: Final = "deck"
DISPLAY: Final = "display"
HAND: Final = "hand"
PLAY: Final = "play"
DISCARD: Final = "discard"
OUT: Final = "out"
ZONES: Final[tuple[Zone, ...]] = (DECK, DISPLAY, HAND, PLAY, DISCARD, OUT)
"""Where a card can be: in its deck, in the display, in a hand, in play, discarded, or out of the game.

A building that nobody has is on the sheets; its deck stands for them."""

ENEMY: Final = "enemy"
FURTHER: Final = "further"
YEAR_DECKS: Final = (ENEMY, FURTHER)
"""The decks that have one hidden enemy card for each year, both drawn from the enemy cards of the box."""

STRIP: Final = "strip"
COPY_SIGN: Final = "."
"""What stands between a card and a number in the name of a copy, such as `scout.2`."""

WITHOUT_DECK: Final = frozenset({"advisor", "building", "rule"})
"""The kinds of card that nobody draws: they are on the table from the start."""


@attr.s(auto_attribs=True, eq=False, repr=False)
class Deck:
    """The declaration of a deck.

    `display` cards of it are face up, and each is replaced when it is taken. `reshuffle` means that the
    discard pile becomes the deck when the deck is empty; `returns`, that what is used goes back into the deck
    and not on a discard pile; `shuffled`, that chance draws, and not the order in which the cards are
    written. If it is each player's `own`, every player has such a deck, with all its cards.
    """

    name: str
    display: int = 0
    reshuffle: bool = False
    returns: bool = False
    shuffled: bool = True
    own: bool = False


@attr.s(auto_attribs=True, eq=False, repr=False)
class Need:
    """How many cards of a kind a word takes: `each` for every player, and `least` in any case.

    `reached` returns whether a game with a given number of players can reach the word at all; `at` points to
    it.
    """

    at: str
    kind: str
    each: int
    least: int
    reached: Callable[[int], bool]

    @property
    def is_reached(self) -> bool:
        """Whether a game with some number of players may need them."""
        return any(self.reached(players) for players in range(FEWEST_SEATS, MOST_SEATS + 1))

    def shortage(self, compiled: CompiledRules, players: int) -> str | None:
        """Describe the shortage for a number of players; None if there are enough cards."""
        needed, there = max(self.least, self.each * players), stock(compiled, self.kind)
        if compiled.deck_of(self.kind).own:
            needed, there = max(self.least, self.each), there // MOST_SEATS
        if there >= needed or not self.reached(players):
            return None
        found = f"only {there}" if there else "none"
        if self.each:
            return (
                f"{needed} of the kind '{self.kind}' are needed for {players} players, but there are {found}"
            )
        return f"{needed} of the kind '{self.kind}' are needed, but there are {found}"


def stock(compiled: CompiledRules, kind: str) -> int:
    """Count the cards of a kind that can be dealt, including copies."""
    return len(compiled.deck(kind))


Pile: TypeAlias = tuple[str, int]
"""A deck with its discard pile: its name, and the seat that has it (NOBODY: everybody)."""

Frame: TypeAlias = list[int]
"""A running program: its number, its program counter, the player it works for, then its variables."""

PROGRAM: Final = 0
PC: Final = 1
ME: Final = 2
FIRST: Final = 3
NOBODY: Final = -1

Op: TypeAlias = "Callable[[State, Frame], bool | None]"
"""One operation. It returns True when the loop must look at the stack again: a frame was pushed or popped,
a decision is pending, or the program jumped backwards (so that runaway loops are counted). An operation that
never does returns nothing."""

Prices: TypeAlias = "tuple[tuple[tuple[tuple[int, int], ...], Use, int], ...]"
"""The ways to pay for an ability: a bag by number, the action that names it, the number of the price."""

Test: TypeAlias = "Callable[[State, Frame], bool]"
Number: TypeAlias = "Callable[[State, Frame], int]"

ONCE: Final = 0
ONCE_PER_YEAR: Final = 1
ONCE_PER_GAME: Final = 2
UNLIMITED: Final = 3
BY_ME: Final = 0
BY_OPPONENTS: Final = 1
BY_ANYONE: Final = 2
ORDER_FIRST: Final = 0
ORDER_NORMAL: Final = 1
ORDER_LAST: Final = 2


@attr.s(auto_attribs=True, eq=False, repr=False)
class Program:
    """A compiled list of steps: flat operations; branches and loops are jumps.

    `flat` is set if the program only gives a fixed bag to its player: callers may then do that
    directly. `origins` names, for every operation, the word it came from and its line; `variables` are those
    with a name, by their place in a frame. `loops` are those over players, each by its first and
    last operations; `dice` are the places of those variables that hold a die. `start` is the frame of a
    program that has not begun, to be copied.
    """

    index: int
    name: str
    source: int
    code: tuple[Op, ...] = ()
    blank: tuple[int, ...] = ()
    origins: tuple[str, ...] = ()
    flat: tuple[tuple[int, int], ...] | None = None
    variables: tuple[tuple[int, str], ...] = ()
    loops: tuple[tuple[int, int], ...] = ()
    dice: tuple[int, ...] = ()
    start: Frame = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.start = [self.index, 0, NOBODY, *self.blank]


NO_PROGRAM: Final = Program(NOBODY, "", NOBODY)
"""Stands where a program is to come."""


@attr.s(auto_attribs=True, eq=False, repr=False)
class Automaton:
    """A seat without a player, for which the cards act.

    `turns` are the programs for its turns, by the kind of decision that a player would have.
    """

    id: str
    name: str
    turns: dict[str, Program]


@attr.s(auto_attribs=True, eq=False, repr=False)
class Ability:
    """A trigger of a card, as the windows see it.

    `knows_who` means that its program gets the subject of the event, after the payload.
    `prices` holds the ways to pay; a free ability has one way with an empty bag. Prices that are worked out
    in play are `priced` instead. `receipt` is the first of the variables of its program that get what was
    paid (0: none does). `automatic` marks what costs nothing and asks nothing but what to gain,
    `asks_itself` marks what itself asks whether to do anything. It works while its card is in its `zone`.
    `feigned` marks what does nothing: its question is asked so that being asked tells nothing about a hand.
    """

    index: int
    card: int
    event: int
    by: int
    test: Test | None
    uses: int
    prices: Prices
    optional: bool
    order: int
    program: Program
    automatic: bool
    peeks: bool
    asks_itself: bool = False
    knows_who: bool = False
    zone: str = PLAY
    priced: Callable[[State, Frame], Prices] | None = None
    receipt: int = 0
    feigned: bool = False
    bit: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Compute the ability's place in a bit set of used abilities."""
        # Shifted once: bits are looked at in every window.
        self.bit = 1 << self.index


@attr.s(auto_attribs=True, eq=False, repr=False)
class Modifier:
    """A pure change of a stat. Changes apply by `rank`: set, add, times, at_least, at_most (see `stats`).

    `test` is None when it always applies. `steady` means that it depends only on the payload of the stat,
    so that its result may be cached; `fits` is the part of the test that does. It applies while its card is
    in its `zone`.
    """

    card: int
    stat: int
    test: Test | None
    rank: int
    value: Number
    steady: bool = False
    zone: str = PLAY
    fits: Test | None = None


@attr.s(auto_attribs=True, eq=False, repr=False)
class Permission:
    """A standing permission of a card (an `option` in YAML), such as the Market's shift.

    `kind` is the word, `values` its numbers, `index` its place in the bit set of used abilities. `test` and
    `prices` are looked at when it is used: whether it holds, and what is paid for it (nothing, if there is no
    price); prices that are worked out in play are `priced` instead. `look` finds the advisors that a
    permission closes.
    """

    index: int
    card: int
    kind: str
    values: tuple[int, ...]
    uses: int
    test: Test | None = None
    prices: tuple[tuple[tuple[int, int], ...], ...] = ()
    look: Callable[[State, Frame], Sequence[int]] | None = None
    priced: Callable[[State, Frame], Iterable[tuple[tuple[int, int], ...]]] | None = None
    bit: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.bit = 1 << self.index


@attr.s(auto_attribs=True, eq=False, repr=False)
class Memory:
    """A variable that a card keeps for each owner: where it starts, how long it lasts, and its type.

    `among` lists what a secret one can hold; only its owner knows what it holds.
    """

    card: int
    name: str
    start: int
    lasts: str
    shared: bool = False
    kind: str = "number"
    among: Callable[[State, Frame], Sequence[int]] | None = None


@attr.s(auto_attribs=True, eq=False, repr=False)
class Card:
    """A card as the machine uses it. `ref` is `pack/id`, `name` the short id unless two packs share it.

    In play it belongs to a player; if it is `shared`, to every player; if it is `common`, to the game. Each
    of its `copies` is a card of its own; all have the same reference and name, and `first` is the first one.
    A plain one does nothing while it is in play, such as a tile that is only a reward; others listen to
    moments, change numbers of the rules, and permit something, by its kind.
    The copies of a copied one are told apart; a strip is not, since it is known by its row.
    """

    index: int
    ref: str
    name: str
    kind: str
    abilities: tuple[Ability, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    permissions: tuple[Permission, ...] = ()
    shared: bool = False
    common: bool = False
    copies: int = 1
    places: int = 0
    first: int = NOBODY
    bit: int = field(init=False)
    is_plain: bool = field(init=False)
    is_copied: bool = field(init=False)
    listens: frozenset[int] = field(init=False)
    changes: frozenset[int] = field(init=False)
    permits: frozenset[str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.bit = 1 << self.index
        self.is_plain = not (self.abilities or self.modifiers or self.permissions or self.places)
        self.is_copied = self.copies > 1 and self.kind != STRIP
        self.listens = frozenset([ability.event for ability in self.abilities])
        self.changes = frozenset([modifier.stat for modifier in self.modifiers])
        self.permits = frozenset([permission.kind for permission in self.permissions])


@attr.s(auto_attribs=True, eq=False, repr=False)
class Place:
    """A space where dice can stand: an advisor with a rank and the program of the reward.

    The reward is compiled when all places have numbers, since it may speak of any of them.
    """

    index: int
    card: int
    name: str
    rank: int
    reward: Program = NO_PROGRAM
    bit: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.bit = 1 << self.index


@attr.s(auto_attribs=True, eq=False, repr=False)
class Building:
    """The printed facts of a building: its place, its price (a bag by number) and its points."""

    card: int
    name: str
    row: str
    column: int
    price: tuple[tuple[int, int], ...]
    vp: int
    action: Build


@attr.s(auto_attribs=True, eq=False, repr=False)
class Enemy:
    """The printed facts of an enemy card; what it brings and takes by name, as far as buildings."""

    card: int
    name: str
    year: int
    type: int
    strength: int
    reward: dict[str, int]
    penalty: dict[str, int]


@attr.s(auto_attribs=True, eq=False, repr=False)
class Resource:
    """Something a player can hold a number of."""

    index: int
    name: str
    good: bool
    minimum: int | None
    limit: int | None
    lasts: str


_Key = TypeVar("_Key")
_Entry = TypeVar("_Entry")


@attr.s(auto_attribs=True, eq=False, repr=False)
class ActiveEffects:
    """The abilities of a set of cards. They never change: adding a card makes new ones.

    `members` is the set of cards it was made of. Equal tables are shared.
    """

    members: int
    abilities_at: dict[int, tuple[Ability, ...]]
    modifiers: dict[int, tuple[Modifier, ...]]
    permissions: dict[str, tuple[Permission, ...]]
    places: int = 0

    def plus(self, card: Card) -> ActiveEffects:
        """Add one more card; the order of the cards makes no difference."""
        abilities_at, modifiers, permissions = self.abilities_at, self.modifiers, self.permissions
        # The dictionaries are shared with the effects that these come from: only what changes is copied.
        if card.abilities:
            abilities_at = abilities_at.copy()
            for ability in card.abilities:
                _add(abilities_at, ability.event, ability, _ability_order)
        if card.modifiers:
            modifiers = modifiers.copy()
            for modifier in card.modifiers:
                _add(modifiers, modifier.stat, modifier, _modifier_order)
        if card.permissions:
            permissions = permissions.copy()
            for permission in card.permissions:
                _add(permissions, permission.kind, permission, _permission_order)
        return ActiveEffects(
            self.members | card.bit, abilities_at, modifiers, permissions, self.places | card.places
        )

    def minus(self, card: Card) -> ActiveEffects:
        """Leave a card out."""
        abilities_at, modifiers, permissions = self.abilities_at, self.modifiers, self.permissions
        if card.abilities:
            abilities_at = abilities_at.copy()
            for event in card.listens:
                _keep(abilities_at, event, tuple(a for a in abilities_at[event] if a not in card.abilities))
        if card.modifiers:
            modifiers = modifiers.copy()
            for stat in card.changes:
                _keep(modifiers, stat, tuple(m for m in modifiers[stat] if m not in card.modifiers))
        if card.permissions:
            permissions = permissions.copy()
            for kind in card.permits:
                _keep(permissions, kind, tuple(p for p in permissions[kind] if p not in card.permissions))
        return ActiveEffects(
            self.members & ~card.bit, abilities_at, modifiers, permissions, self.places & ~card.places
        )


def _add(
    entries: dict[_Key, tuple[_Entry, ...]],
    key: _Key,
    new: _Entry,
    order: Callable[[_Entry], int | tuple[int, int]],
) -> None:
    # Sorted, so that the order in which cards came makes no difference and equal sets can be shared.
    there = entries.get(key)
    entries[key] = tuple(sorted((*there, new), key=order)) if there else (new,)


def _keep(entries: dict[_Key, tuple[_Entry, ...]], key: _Key, left: tuple[_Entry, ...]) -> None:
    if left:
        entries[key] = left
    else:
        del entries[key]


def _ability_order(ability: Ability) -> tuple[int, int]:
    return ability.order, ability.index


def _modifier_order(modifier: Modifier) -> tuple[int, int]:
    return modifier.rank, modifier.card


def _permission_order(permission: Permission) -> int:
    return permission.index


NO_CARDS: Final = ActiveEffects(0, {}, {}, {})


@attr.s(auto_attribs=True, eq=False, repr=False)
class Limits:
    """How much a single answer may set in motion before the machine calls it a runaway.

    `depth` counts programs that wait for each other, `dice` those of one roll, `goods` those of one choice,
    `options` the answers to one question. `work` counts operations, and the things that queries and tests go
    through.
    """

    depth: int = 64
    dice: int = 20
    goods: int = 100
    options: int = 50_000
    work: int = 500_000


@attr.s(auto_attribs=True, eq=False, repr=False)
class CompiledRules:
    """A rule set, compiled. See the module's docstring.

    `sources` names where points come from: card references and phases. `switches` are the rule switches in
    force. `calendar` is the program of the whole game, `in_force` the set of cards that the game itself plays
    by. `rows` are the printed rows of the sheet, `strips` what may cover them; `unfit` are the strips whose
    row is not there. `needs` are the decks that words take from, `enough_for` the numbers of players for
    which these are known to have enough cards, `declared` what packs declare about decks, `undeclared` the
    other decks, `own_decks` those that each player has; `has_copies` says whether copies have to be told
    apart. `elsewhere` has what cards do in a hand or a display, by zone and card, and `away` the same by its
    place among active effects. `feint` does nothing at each moment at which a card can work in a hand, for
    players who are always asked and hold any cards. `awaited` are the moments that some card waits for,
    `changed` the numbers of the rules that some card changes. `hears_gains` says whether one of them waits
    for what players gain or lose, `counting` is the program that counts what they gain (a reward), and
    `forbids` says whether any card forbids players something. `peeks_at_hidden` are the operations that turn
    over or look at a hidden enemy card: who foresees a battle must choose the card before them. `kept` is
    what other modules work out from a rule set, by a name of their own: it is freed together with the rule
    set. A cache whose keys come from positions begins anew when it has about `most_cached` entries; a larger
    one costs the garbage collector time. `place` tells file and line of an origin.
    """

    resources: tuple[Resource, ...] = ()
    goods: tuple[int, ...] = ()
    resource: dict[str, int] = attr.Factory(dict[str, int])
    cards: list[Card] = attr.Factory(list["Card"])
    card: dict[str, int] = attr.Factory(dict[str, int])
    buildings: dict[int, Building] = attr.Factory(dict[int, "Building"])
    building_set: int = 0
    enemies: dict[int, Enemy] = attr.Factory(dict[int, "Enemy"])
    enemy_types: tuple[str, ...] = ()
    places: list[Place] = attr.Factory(list["Place"])
    ranks: dict[int, tuple[int, ...]] = attr.Factory(dict[int, tuple[int, ...]])
    private: int = 0
    memories: list[Memory] = attr.Factory(list["Memory"])
    numbers: dict[str, dict[int, int]] = attr.Factory(dict[str, dict[int, int]])
    lasting: list[Modifier] = attr.Factory(list["Modifier"])
    permissions: dict[int, Permission] = attr.Factory(dict[int, "Permission"])
    programs: list[Program] = attr.Factory(list["Program"])
    codes: list[tuple[Op, ...]] = attr.Factory(list[tuple[Op, ...]])
    program: dict[str, int] = attr.Factory(dict[str, int])
    abilities: list[Ability] = attr.Factory(list["Ability"])
    events: tuple[str, ...] = ()
    brought: tuple[tuple[tuple[str, str], ...], ...] = ()
    ability_used: int = 0
    card_left: int = 0
    gains: tuple[int, int] = (0, 0)
    counting: int = NOBODY
    forbids: bool = True
    hears_gains: bool = True
    awaited: set[int] = attr.Factory(set[int])
    changed: set[int] = attr.Factory(set[int])
    watched: set[int] = attr.Factory(set[int])
    peeks_at_hidden: set[Op] = attr.Factory(set["Op"])
    stats: tuple[str, ...] = ()
    stat: dict[str, int] = attr.Factory(dict[str, int])
    sources: list[str] = attr.Factory(list[str])
    card_source: dict[int, int] = attr.Factory(dict[int, int])
    rows: dict[str, tuple[int, ...]] = attr.Factory(dict[str, tuple[int, ...]])
    strips: dict[int, tuple[str, tuple[int, ...]]] = attr.Factory(dict[int, tuple[str, tuple[int, ...]]])
    tiles: dict[int, tuple[int, Program]] = attr.Factory(dict[int, "tuple[int, Program]"])
    unfit: set[int] = attr.Factory(set[int])
    needs: list[Need] = attr.Factory(list["Need"])
    enough_for: set[int] = attr.Factory(set[int])
    phases: list[str] = attr.Factory(list[str])
    seasons: tuple[str, ...] = ()
    switches: dict[str, str] = attr.Factory(dict[str, str])
    seats: tuple[int, int] = (FEWEST_PLAYERS, MOST_PLAYERS)
    automata: tuple[Automaton, ...] = ()
    calendar: int = 0
    in_force: int = 0
    years: int = 0
    sheets: dict[int, tuple[tuple[int, ...], ...]] = attr.Factory(dict[int, tuple[tuple[int, ...], ...]])
    effects_cache: dict[int, ActiveEffects] = attr.Factory(dict[int, ActiveEffects])
    declared: dict[str, Deck] = attr.Factory(dict[str, Deck])
    undeclared: dict[str, Deck] = attr.Factory(dict[str, Deck])
    elsewhere: dict[tuple[str, int], Card] = attr.Factory(dict[tuple[str, int], "Card"])
    feint: Card | None = None
    away: dict[int, Card] = attr.Factory(dict[int, "Card"])
    decks: dict[str, tuple[int, ...]] = attr.Factory(dict[str, tuple[int, ...]])
    piles: dict[Pile, tuple[int, ...]] = attr.Factory(dict["Pile", tuple[int, ...]])
    deck_sets: dict[str, int] = attr.Factory(dict[str, int])
    boxes: dict[int, tuple[int, ...]] = attr.Factory(dict[int, tuple[int, ...]])
    has_copies: bool = False
    asks_positions: bool = False
    kept: dict[str, object] = attr.Factory(dict[str, object])
    most_cached: int = 4_096
    limits: Limits = attr.Factory(Limits)
    place: Callable[[str], str] = str
    own_decks: frozenset[str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.own_decks = frozenset(name for name, deck in self.declared.items() if deck.own)

    def effects_of(self, members: int, near: ActiveEffects = NO_CARDS) -> ActiveEffects:
        """Return the effects of a set of cards; recent sets are cached.

        It is made card by card from a similar set: usually there is one card more or less.
        """
        found = self.effects_cache.get(members)
        if found is None:
            # One card more or less is far cheaper than all cards anew, and that is the usual case.
            found, changed = near, near.members ^ members
            while changed:
                lowest = changed & -changed
                card = self.working(lowest.bit_length() - 1)
                found = found.plus(card) if members & lowest else found.minus(card)
                changed ^= lowest
            self.make_room(self.effects_cache)
            self.effects_cache[members] = found
        return found

    def working(self, number: int) -> Card:
        """Return a card by its place among active effects: itself, or what it does elsewhere."""
        return self.away.get(number) or self.cards[number]

    def lent_card(self, number: int) -> int:
        """Return the card that is lent, or whose permission is, by its place among active effects."""
        return number if number < len(self.cards) else self.away[number].permissions[0].card

    def make_room(self, cache: dict[Any, Any]) -> None:
        """Begin a cache anew when it is full."""
        # Dropping everything costs less than keeping an order of use, and full caches are rare.
        if len(cache) >= self.most_cached:
            cache.clear()

    def deck(self, kind: str) -> tuple[int, ...]:
        """List the cards of a kind that can be dealt or drawn, every copy."""
        found = self.decks.get(kind)
        if found is None:
            fit = (card.index for card in self.cards if card.kind == kind and card.index not in self.unfit)
            found = self.decks[kind] = tuple(fit)
        return found

    def home(self, card: int) -> Pile:
        """Return the pile to which a card belongs at first."""
        facts = self.cards[card]
        if facts.kind not in self.own_decks:
            return facts.kind, NOBODY
        return facts.kind, (card - facts.first) * MOST_SEATS // facts.copies

    def pile(self, pile: Pile) -> tuple[int, ...]:
        """List the cards that belong to a pile at first."""
        found = self.piles.get(pile)
        if found is None:
            kind, seat = pile
            fit = (card for card in self.deck(kind) if seat == NOBODY or self.home(card) == pile)
            found = self.piles[pile] = tuple(fit)
        return found

    def copies_of(self, card: int) -> range:
        """List the copies of a card."""
        first = self.cards[card].first
        return range(first, first + self.cards[card].copies)

    def copies_set(self, card: int) -> int:
        """Return the copies of a card as a bit set."""
        return (1 << self.cards[card].copies) - 1 << self.cards[card].first

    def names_of(self, card: Card) -> list[str]:
        """List the names of a card and of its copies, as they are called when they lie open."""
        further = range(2, card.copies + 1) if card.is_copied else ()
        return [card.name, *(f"{card.name}{COPY_SIGN}{number}" for number in further)]

    def name_copies(self) -> None:
        """Make the names known of the second copy of a card that lies open, and of further ones."""
        for card in self.cards:
            self.has_copies = self.has_copies or card.copies > 1
            if card.is_copied and card.index == card.first:
                self.card.update(zip(self.names_of(card), self.copies_of(card.index), strict=True))

    def deck_of(self, kind: str) -> Deck:
        """Return the declaration of a deck; most have the default one."""
        found = self.declared.get(kind) or self.undeclared.get(kind)
        if found is None:
            found = self.undeclared[kind] = Deck(kind)
        return found

    def deck_set(self, kind: str) -> int:
        """Return the cards of a kind that can be dealt or drawn, as a bit set."""
        found = self.deck_sets.get(kind)
        if found is None:
            found = self.deck_sets[kind] = sum(1 << card for card in self.deck(kind))
        return found

    def enemies_of(self, year: int) -> tuple[int, ...]:
        """List the enemy cards of a year."""
        found = self.boxes.get(year)
        if found is None:
            found = tuple(card for card, enemy in sorted(self.enemies.items()) if enemy.year == year)
            self.boxes[year] = found
        return found

    def sheet(self, covers: int) -> tuple[tuple[int, ...], ...]:
        """Lay out a province sheet from the top: the rows, each covered by its strip if there is one."""
        found = self.sheets.get(covers)
        if found is None:
            rows = dict(self.rows)
            # A strip bears the letter of the row that it covers, and so takes its place.
            rows.update(strip for card, strip in self.strips.items() if covers >> card & 1)
            self.make_room(self.sheets)
            found = self.sheets[covers] = tuple(rows[letter] for letter in sorted(rows))
        return found

    def bag(self, counts: dict[int, int] | tuple[tuple[int, int], ...]) -> Bag:
        """Name a bag: numbers of resources become their names, in the order of the rule set."""
        # In one order for all, so that equal prices are written alike.
        pairs = counts.items() if isinstance(counts, dict) else counts
        return tuple([(self.resources[r].name, n) for r, n in sorted(pairs) if n])
