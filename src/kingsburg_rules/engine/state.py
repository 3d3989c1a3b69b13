"""The position of a game: plain, mutable, and copied by hand.

This is the one place where speed decides the form. A state holds integers, tuples and short lists; cards,
programs, resources and events are numbers into the `CompiledRules`. Nothing in it refers to Python code in
progress, so a copy of the lists is a copy of the game, in the middle of any card. What follows from the
cards in play is kept in an `ActiveEffects`, which is replaced and never changed, so copies share it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, TypeVar

import attr

from kingsburg_rules.engine.compiled_rules import (
    DISPLAY,
    HAND,
    MOST_SEATS,
    NO_CARDS,
    NOBODY,
    ActiveEffects,
    CompiledRules,
    Frame,
    Pile,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from kingsburg_rules.engine.actions import AnyAction, DecisionKind
    from kingsburg_rules.engine.compiled_rules import Automaton, Card
    from kingsburg_rules.engine.events import AnyEvent
    from kingsburg_rules.engine.roles import BattleOutcome

    Continue: TypeAlias = "Callable[[State, Frame, int], None]"

# Not -1, which stands for nobody.
CHANCE: Final = -2
"""The seat of the player `chance`, who answers for dice and shuffles when chance is a decision."""

DEFEAT: Final = 0
TIE: Final = 1
VICTORY: Final = 2
OUTCOMES: Final[tuple[BattleOutcome, ...]] = ("defeat", "tie", "victory")

FORCED: Final = 1
GAINS: Final = 2
PEEKS: Final = 4
AUTOMATION: Final = {"forced": FORCED, "gains": GAINS, "peeks": PEEKS}
"""What may be done without asking: the only legal option, free gains without a choice, looks at a card."""


class Ask:
    """A decision that a seat owes, as the machine holds it; never changed once made.

    `whom` is the seat for which it is decided, if that is another. `on_answer(state, frame, k)` carries out
    option `k` on the state that was answered; it captures nothing of a state. The whole content of an ask
    follows from the state, so copies share it: the operation that asked would ask the same again.
    """

    __slots__ = ("kind", "on_answer", "options", "seat", "source", "weights", "whom")

    def __init__(
        self,
        seat: int,
        kind: DecisionKind,
        source: int,
        options: tuple[AnyAction, ...],
        on_answer: Continue,
        weights: tuple[int, ...] | None = None,
        whom: int = NOBODY,
    ) -> None:
        self.seat = seat
        self.whom = whom
        self.kind: DecisionKind = kind
        self.source = source
        self.options = options
        self.on_answer = on_answer
        self.weights = weights


@attr.s(auto_attribs=True, eq=False, repr=False)
class Setup:
    """The part of a position that never changes: the players, how chance is decided, what is not asked."""

    players: tuple[str, ...]
    automation: tuple[int, ...]
    chance_asked: bool = False
    seed: int = 0

    def called(self, players: tuple[str, ...]) -> Setup:
        """Return the same setup for players with other names."""
        return Setup(players, self.automation, self.chance_asked, self.seed)


FROM_HAND: Final = 0
WITH_ENVOY: Final = 1
REWARD_ONLY: Final = 2


class Group(NamedTuple):
    """Dice on a place, and whose (NOBODY: neutral dice).

    `plus2` is what a token added, `via` are the permissions used. They came from the hand, with the envoy, or
    not at all: then the player only gets the reward.
    """

    place: int
    seat: int
    own: tuple[int, ...] = ()
    bonus: tuple[int, ...] = ()
    plus2: int = 0
    via: tuple[int, ...] = ()
    how: int = FROM_HAND


new_group: Final = tuple[object, ...].__new__
"""Makes a group as `Group(...)` does, without a call in Python: every placement of dice makes one."""


class Handful:
    """The dice in a hand: own and bonus ones, each in rising order, and their total. It never changes.

    Equal ones are one object, so what follows from a handful is found by the object and not by its numbers.
    One that comes up again after many others may be a new object, for which the same is worked out anew.
    """

    __slots__ = ("bonus", "own", "total")

    def __init__(self, own: tuple[int, ...], bonus: tuple[int, ...]) -> None:
        self.own = own
        self.bonus = bonus
        self.total = sum(own) + sum(bonus)


@lru_cache(maxsize=8192)
def handful(own: tuple[int, ...], bonus: tuple[int, ...]) -> Handful:
    """Find the handful of some dice, each color in rising order."""
    return Handful(own, bonus)


NO_DICE: Final = handful((), ())


class Aside(NamedTuple):
    """A die that lies on a card: its number, 10 more for a bonus die (see `dice`).

    It is `kept` when dice go back at the end of a season, and only its owner sees a `hidden` one.
    """

    card: int
    face: int
    kept: bool = False
    hidden: bool = False


class Lasting(NamedTuple):
    """A lasting effect: its number in the rule set, for whom (NOBODY: all), its value, what event ends it."""

    effect: int
    seat: int
    value: int
    until: int


class Leaving(NamedTuple):
    """A card that a seat (NOBODY: the game) has in play, or lent to it, until an event."""

    until: int
    seat: int
    card: int


Spent: TypeAlias = tuple[int, ...]
"""Bit sets of the abilities used this season, year and game; the last, for unlimited ones, is always 0."""

UNSPENT: Final[Spent] = (0, 0, 0, 0)


class Auction(NamedTuple):
    """The cards offered in an auction, and the state of the bidding for one of them.

    `resource` is NOBODY while no auction is open, `card` between two cards, `bidder` before the first bid;
    `passed` is a bit set of seats. `shown` means that the cards are in the display and are not drawn for the
    auction.
    """

    resource: int = NOBODY
    cards: tuple[int, ...] = ()
    card: int = NOBODY
    amount: int = 0
    bidder: int = NOBODY
    passed: int = 0
    shown: bool = False


NO_AUCTION: Final = Auction()


class Player:
    """The possessions and marks of one seat.

    - `stock`: how much of each resource, by its number.
    - `dice`: the dice in hand, see `Handful`.
    - `locked`: those of them that are not rerolled or turned, as faces; `aside`: dice on cards (see `dice`).
    - `cards`: the cards in play for this seat, as a bit set; strips are in `strips` instead.
    - `strips`: the strips that cover rows of the sheet, as a bit set.
    - `hand`: the cards in the hand, sorted; a card as often as there are copies of it.
    - `shown`: those of them that everybody knows, because all saw them before, as in a draft; sorted.
    - `spent`: which abilities have been used, see `Spent`.
    - `plus2_used`, `rerolls`, `built_this_season`: how many "+2" tokens were used this season, how often dice
      were rolled again, and how many buildings were constructed.
    - `seen`: the hidden cards looked at, enemies and others whose place is known, in that order.
    - `strength`, `outcome`: of the latest battle; `outcome` is NOBODY when none has been fought. `against`:
      the strength of the enemy while a battle is fought in which it is not that of the enemy cards.
    - `score`: points by source; replaced when it changes, as copies share it.
    - `effects`: what the cards in play bring, and those in the hand that work there; derived.
    """

    # With slots, games are a twentieth faster without the compiler, which needs none.
    __slots__ = (
        "against",
        "aside",
        "built_this_season",
        "cards",
        "dice",
        "effects",
        "hand",
        "locked",
        "outcome",
        "plus2_used",
        "rerolls",
        "score",
        "seen",
        "shown",
        "spent",
        "stock",
        "strength",
        "strips",
    )

    def __init__(self, resources: int, of: Player | None = None) -> None:
        """Make a player who has nothing, or a copy `of` one.

        The stock of a copy is new. What never changes, and what is replaced when it does, is shared.
        """
        if of is None:
            self.stock: list[int] = [0] * resources
            self.dice = NO_DICE
            self.locked: tuple[int, ...] = ()
            self.aside: tuple[Aside, ...] = ()
            self.cards = 0
            self.strips = 0
            self.hand: tuple[int, ...] = ()
            self.shown: tuple[int, ...] = ()
            self.spent: Spent = UNSPENT
            self.plus2_used = 0
            self.rerolls = 0
            self.built_this_season = 0
            self.seen: tuple[int, ...] = ()
            self.strength = 0
            self.outcome = NOBODY
            self.against: int | None = None
            self.score: dict[int, int] = {}
            self.effects: ActiveEffects = NO_CARDS
        else:
            self.stock = of.stock[:]
            self.dice = of.dice
            self.locked = of.locked
            self.aside = of.aside
            self.cards = of.cards
            self.strips = of.strips
            self.hand = of.hand
            self.shown = of.shown
            self.spent = of.spent
            self.plus2_used = of.plus2_used
            self.rerolls = of.rerolls
            self.built_this_season = of.built_this_season
            self.seen = of.seen
            self.strength = of.strength
            self.outcome = of.outcome
            self.against = of.against
            self.score = of.score
            self.effects = of.effects


class State:
    """A whole position.

    - `compiled`, `setup`: the rule set, and what stays the same for the game.
    - `year`, `phase`, `season`: the current time; all 0 before the first year.
    - `order`: the seats in turn order.
    - `players`: what each seat has.
    - `groups`: the dice on advisors, see `Group`; `taken`: the influenced advisors, as a bit set.

    Every card is in one zone (see `zones`). In play are the cards `owned` by players and their strips, and:

    - `in_force`: the cards that the game itself has in play, as a bit set; tiles are among them.
    - `tiles`: the tile on each advisor that has one.
    - `foes`: the enemies of the battle that is being fought, if they are others than this winter's;
      `skirmish`: whether the latest battle was not the one against this winter's enemies.
    - `revealed`: the enemies that fight this winter; `enemy_types`: their types, where these have changed.

    Cards that are in no deck and not in play:

    - `display`: the face-up cards of all decks, in the order in which they came.
    - `discard`: the discard piles of all decks, in the order in which cards came there.
    - `out`: the cards out of the game, enemies that have been turned over among them, in that order.
    - `auction`: the cards offered, and the state of the bidding.

    All others are in their decks. Of those, players have not seen:

    - `enemies`, `second_deck`: the enemy cards that wait in the two decks, one for each year; they stay
      listed here when they have come.

    The rest:

    - `piles`: to which pile cards belong that are not in their own (see `zones.pile_of`); `stacks`: the cards
      that are known to lie at the ends of decks.
    - `labels`: which copy it is, from 1, for each copy of a card that lies open (see `zones.settle_copy`).
    - `memory`: what cards remember, by memory and seat (NOBODY: for all).
    - `lasting`: effects that last, see `Lasting`; `leaving`: cards that leave play at a moment, see
      `Leaving`; `lent`: cards that work for a seat until a moment, wherever they are, by their
      numbers or those in `away`.
    - `left`: cards that have left play, each with the seat that had it (NOBODY: the game), before the moment
      of that is opened.
    - `spent`: which abilities of the game's own cards have been used.
    - `gifts`: the gifts on advisors, by place and resource; `marks`: markers, by card, place and seat.
    - `effects`: what the game's own cards bring; `listeners`: who waits for a moment, bit 0 for the game,
      then a bit for each seat, and `ENDING` if something ends with it. Both are derived. Moments that nobody
      waits for are not in it: one look says that a moment passes unheard. `changing` says likewise who
      changes a number of the rules now, with `ENDING` for what lasts, and `permitting` who has a permission
      of a kind, or closes or forbids something: what is not in them is as printed.
    - `stack`: the running programs; `asks`, `given`: the decisions owed, and the answers so far.
    - `streams`: how much of each stream of chance has been used.
    - `ending`, `ended`, `won`: whether this is the last year, whether the game is over, and who wins because
      of a card, as a bit set.
    - `scripted_results`, `event_log`, `chance_log`: results of chance to come, events, and the results so
      far, each with the number of events before it. They belong to the program that watches or scripts the
      game, not to the game.
    - `budget`: how much work may still be done for this answer, or for this look at the position.
    """

    __slots__ = (
        "asks",
        "auction",
        "budget",
        "chance_log",
        "changing",
        "compiled",
        "discard",
        "display",
        "effects",
        "ended",
        "ending",
        "enemies",
        "enemy_types",
        "event_log",
        "foes",
        "gifts",
        "given",
        "groups",
        "in_force",
        "labels",
        "lasting",
        "leaving",
        "left",
        "lent",
        "listeners",
        "marks",
        "memory",
        "order",
        "out",
        "permitting",
        "phase",
        "piles",
        "players",
        "revealed",
        "scripted_results",
        "season",
        "second_deck",
        "setup",
        "skirmish",
        "spent",
        "stack",
        "stacks",
        "streams",
        "taken",
        "tiles",
        "won",
        "year",
    )

    def __init__(  # noqa: PLR0915 -- two for each part of a position
        self, compiled: CompiledRules, setup: Setup, of: State | None = None
    ) -> None:
        """Begin a game, or make an independent copy `of` a position, which records nothing."""
        if of is None:
            self.compiled = compiled
            self.setup = setup
            self.year = 0
            self.phase = 0
            self.season = 0
            self.order: tuple[int, ...] = tuple(range(len(setup.players)))
            self.players: list[Player] = [Player(len(compiled.resources)) for _ in setup.players]
            self.groups: tuple[Group, ...] = ()
            self.taken = 0
            self.tiles: dict[int, int] = {}
            self.enemies: tuple[int, ...] = ()
            self.revealed: tuple[int, ...] = ()
            self.foes: tuple[int, ...] = ()
            self.skirmish = False
            self.second_deck: tuple[int, ...] = ()
            self.enemy_types: dict[int, int] = {}
            self.display: tuple[int, ...] = ()
            self.discard: tuple[int, ...] = ()
            self.out: tuple[int, ...] = ()
            self.in_force = 0
            self.labels: dict[int, int] = {}
            self.piles: dict[int, Pile] = {}
            self.stacks: dict[tuple[str, int, int], tuple[int, ...]] = {}
            self.memory: dict[tuple[int, int], int] = {}
            self.lasting: tuple[Lasting, ...] = ()
            self.spent: Spent = UNSPENT
            self.leaving: tuple[Leaving, ...] = ()
            self.lent: tuple[Leaving, ...] = ()
            self.left: tuple[tuple[int, int], ...] = ()
            self.gifts: dict[tuple[int, int], int] = {}
            self.marks: dict[tuple[int, int, int], int] = {}
            self.effects: ActiveEffects = NO_CARDS
            self.listeners: dict[int, int] = {}
            self.changing: dict[int, int] = {}
            self.permitting: dict[str, int] = {}
            self.stack: list[Frame] = []
            self.asks: tuple[Ask, ...] = ()
            self.given: tuple[int, ...] = ()
            self.streams: dict[int, int] = {}
            self.auction = NO_AUCTION
            self.ending = False
            self.ended = False
            self.won = 0
            self.budget = compiled.limits.work
            self.scripted_results: tuple[tuple[int, ...], ...] = ()
            self.event_log: list[AnyEvent] | None = None
            self.chance_log: list[tuple[int, str]] | None = None
        else:
            self.compiled = of.compiled
            self.setup = of.setup
            self.year = of.year
            self.phase = of.phase
            self.season = of.season
            self.order = of.order
            self.players = [Player(0, player) for player in of.players]
            self.groups = of.groups
            self.taken = of.taken
            self.tiles = of.tiles
            self.enemies = of.enemies
            self.revealed = of.revealed
            self.foes = of.foes
            self.skirmish = of.skirmish
            self.second_deck = of.second_deck
            self.enemy_types = of.enemy_types
            self.display = of.display
            self.discard = of.discard
            self.out = of.out
            self.in_force = of.in_force
            self.labels = of.labels
            self.piles = of.piles
            self.stacks = of.stacks
            self.memory = of.memory.copy()
            self.lasting = of.lasting
            self.leaving = of.leaving
            self.lent = of.lent
            self.left = of.left
            self.gifts = of.gifts
            self.marks = of.marks
            self.spent = of.spent
            self.effects = of.effects
            self.listeners = of.listeners
            self.changing = of.changing
            self.permitting = of.permitting
            # Frames change in place; tuples, and dictionaries that are replaced when they change, are shared.
            self.stack = [frame[:] for frame in of.stack]
            self.asks = of.asks
            self.given = of.given
            self.streams = of.streams.copy()
            self.auction = of.auction
            self.ending = of.ending
            self.ended = of.ended
            self.won = of.won
            # A copy is played on, or only looked at: both have a budget of their own.
            self.budget = of.compiled.limits.work
            self.scripted_results = of.scripted_results
            self.event_log = None
            self.chance_log = None

    def copy(self) -> State:
        """Return an independent copy that records nothing."""
        return State(self.compiled, self.setup, self)

    def automaton(self, seat: int) -> Automaton | None:
        """Return what acts in a seat without a player; these seats are the last ones."""
        automata = self.compiled.automata
        number = seat - len(self.players) + len(automata)
        return automata[number] if automata and number >= 0 else None

    def automated(self, seat: int, what: int) -> bool:
        """Whether a seat leaves this kind of decision to the machine; chance leaves only forced options."""
        return bool(self.setup.automation[seat] & what) if seat >= 0 else what == FORCED


def activate(state: State, who: int, card: int) -> None:
    """Put a card in play for a player, who then has its triggers, modifiers and permissions."""
    player = state.players[who]
    if not player.cards >> card & 1:
        player.cards |= 1 << card
        # A plain card has no effects, so the set of effects stays the same.
        if not state.compiled.cards[card].is_plain:
            _bring(state, who, state.compiled.cards[card], there=True)


def activate_for_game(state: State, card: int) -> None:
    """Put a card in force for the game itself."""
    if not state.in_force >> card & 1:
        state.in_force |= 1 << card
        if not state.compiled.cards[card].is_plain:
            _bring(state, NOBODY, state.compiled.cards[card], there=True)


ENDING: Final = 2 << MOST_SEATS
"""The bit of a moment with which something ends, and of a number that something changes for a time.

The bits of the game and of the seats are below it.
"""


def await_end(state: State, event: int) -> None:
    """Note that something ends with an event."""
    state.listeners = {**state.listeners, event: state.listeners.get(event, 0) | ENDING}


def stop_ending(state: State, event: int) -> None:
    """Note that nothing ends with an event any more."""
    heard = state.listeners.copy()
    heard[event] &= ~ENDING
    if not heard[event]:
        del heard[event]
    state.listeners = heard


def let_last(state: State, lasting: tuple[Lasting, ...]) -> None:
    """Let these effects last, and no others."""
    state.lasting = lasting
    changing = {stat: bits & ~ENDING for stat, bits in state.changing.items() if bits & ~ENDING}
    for effect in lasting:
        stat = state.compiled.lasting[effect.effect].stat
        changing[stat] = changing.get(stat, 0) | ENDING
    state.changing = changing


def leave_later(state: State, until: int, who: int, card: int) -> None:
    """Note that a card leaves play with an event."""
    state.leaving = (*state.leaving, Leaving(until, who, card))
    await_end(state, until)


def lend(state: State, until: int, who: int, card: int) -> None:
    """Let a card work for a player until an event, as if they had it in play, wherever it is."""
    state.lent = (*state.lent, Leaving(until, who, card))
    await_end(state, until)
    _bring(state, who, state.compiled.working(card), there=True)


def end_loans(state: State, event: int) -> list[Leaving]:
    """End the loans of cards that end with an event, and return them."""
    over = [entry for entry in state.lent if entry.until == event]
    if over:
        state.lent = tuple(entry for entry in state.lent if entry.until != event)
    for _, who, card in over:
        there = _is_lent(state, who, card) or state.players[who].cards >> card & 1 > 0
        _bring(state, who, state.compiled.working(card), there=there)
    return over


def _is_lent(state: State, who: int, card: int) -> bool:
    return any(entry.seat == who and entry.card == card for entry in state.lent)


def deactivate(state: State, who: int, card: int) -> None:
    """Take a card out of play; its effects end with it, and its owner's markers and all dice on it go."""
    if who == NOBODY:
        state.in_force &= ~(1 << card)
        if not state.compiled.cards[card].is_plain:
            _bring(state, NOBODY, state.compiled.cards[card], there=False)
    else:
        state.players[who].cards &= ~(1 << card)
        if not state.compiled.cards[card].is_plain:
            _bring(state, who, state.compiled.cards[card], there=_is_lent(state, who, card))
    if state.marks:
        kept = (key for key in state.marks if key[0] != card or who not in (NOBODY, key[2]))
        state.marks = {key: state.marks[key] for key in kept}
    for seat, player in enumerate(state.players):
        if player.aside and who in (NOBODY, seat):
            player.aside = tuple([die for die in player.aside if die.card != card])


def update_hand_effects(state: State, who: int, card: int) -> None:
    """Start or stop the abilities that a card has in a hand, as it is there or not."""
    works, hand = state.compiled.elsewhere.get((HAND, card)), state.players[who].hand
    if works is not None:
        _bring(state, who, works, there=card in hand)
    feint = state.compiled.feint
    if feint is not None and not state.automated(who, FORCED):
        _bring(state, who, feint, there=bool(hand))


def update_display_effects(state: State, card: int) -> None:
    """Start or stop the abilities that a card has in the display, as it is there or not."""
    works = state.compiled.elsewhere.get((DISPLAY, card))
    if works is not None:
        _bring(state, NOBODY, works, there=card in state.display)


def _bring(state: State, who: int, card: Card, *, there: bool) -> None:
    """Start or stop a card's abilities for a seat or for the game."""
    holder = state if who == NOBODY else state.players[who]
    # Effects are found by the set of cards: all positions with the same cards share one object.
    members = holder.effects.members
    holder.effects = state.compiled.effects_of(
        members | card.bit if there else members & ~card.bit, holder.effects
    )
    effects, bit = holder.effects, 1 if who == NOBODY else 2 << who
    if card.listens:
        state.listeners = _noted(state.listeners, card.listens, effects.abilities_at, bit)
    if card.changes:
        state.changing = _noted(state.changing, card.changes, effects.modifiers, bit)
    if card.permits:
        state.permitting = _noted(state.permitting, card.permits, effects.permissions, bit)


_Key = TypeVar("_Key", int, str)


def _noted(
    who: dict[_Key, int], keys: Collection[_Key], there: Collection[_Key], bit: int
) -> dict[_Key, int]:
    """Note for what a card brings, which came or went, whether its holder has any of it now."""
    # Copies of a position share the dictionary, so it is replaced and never changed.
    noted = who.copy()
    for key in keys:
        bits = noted.get(key, 0)
        bits = bits | bit if key in there else bits & ~bit
        if bits:
            noted[key] = bits
        else:
            noted.pop(key, None)
    return noted


def derive_effects(state: State) -> None:
    """Compute everything that follows from the cards in play, for new or loaded states."""
    state.effects = state.compiled.effects_of(
        state.in_force | _works_in(state.compiled, DISPLAY, state.display)
    )
    state.listeners, state.changing, state.permitting = {}, {}, {}
    # Bit 0 stands for the game; the bit of seat 0 is the next one.
    _add_effects(state, state.effects, 1)
    for who, player in enumerate(state.players):
        members = player.cards | _works_in(state.compiled, HAND, player.hand)
        if player.hand and state.compiled.feint is not None and not state.automated(who, FORCED):
            members |= state.compiled.feint.bit
        for entry in state.lent:
            members |= (entry.seat == who) << entry.card
        player.effects = state.compiled.effects_of(members) if members else NO_CARDS
        if members:
            _add_effects(state, player.effects, 2 << who)
    for effect in state.lasting:
        await_end(state, effect.until)
    for entry in (*state.leaving, *state.lent):
        await_end(state, entry.until)
    let_last(state, state.lasting)


def _add_effects(state: State, effects: ActiveEffects, bit: int) -> None:
    """Note all that the cards of a holder bring."""
    state.listeners = _noted(state.listeners, effects.abilities_at, effects.abilities_at, bit)
    state.changing = _noted(state.changing, effects.modifiers, effects.modifiers, bit)
    state.permitting = _noted(state.permitting, effects.permissions, effects.permissions, bit)


def _works_in(compiled: CompiledRules, zone: str, cards: tuple[int, ...]) -> int:
    """Return the places among active effects of the cards that work where they are."""
    if not compiled.elsewhere or not cards:
        return 0
    found = [compiled.elsewhere.get((zone, card)) for card in {*cards}]
    return sum([card.bit for card in found if card is not None])
