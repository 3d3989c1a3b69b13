"""Steps about cards: drawing, dealing, keeping, moving and discarding.

The cards in a hand are secret. Everybody knows how many there are.
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Final

from kingsburg_rules.engine import chance
from kingsburg_rules.engine.actions import CardThing, Choose, chosen
from kingsburg_rules.engine.compiled_rules import (
    DECK,
    DISCARD,
    DISPLAY,
    FURTHER,
    HAND,
    ME,
    MOST_SEATS,
    NOBODY,
    OUT,
    PC,
    PLAY,
    WITHOUT_DECK,
    YEAR_DECKS,
    ZONES,
)
from kingsburg_rules.engine.events import CardTaken, EnemyRevealed
from kingsburg_rules.engine.loop import ask_player, ask_players, repeat_operation, runaway, too_many
from kingsburg_rules.engine.state import Ask, update_hand_effects
from kingsburg_rules.engine.windows import open_window, report_left
from kingsburg_rules.engine.zones import (
    IN_DISPLAY,
    NEXT_IN_DECK,
    Spot,
    belong,
    cover_rows,
    distinct,
    drawable,
    enter,
    hold,
    holders,
    in_play_at,
    left_in_deck,
    move,
    note_draw,
    open_enemy,
    pile_for,
    pile_of,
    place_in_deck,
    see,
    tell_hand,
    where,
    who_knows,
)
from kingsburg_rules.language.nodes import key, node
from kingsburg_rules.language.operations import each_in_turn, keep, known
from kingsburg_rules.language.queries import CARD_QUERY, Cards
from kingsburg_rules.language.registry import STEPS, EdgeCases, Step, compiles
from kingsburg_rules.language.shapes import EVENT_PATTERN, ID_PATTERN, Integer, Name, Text
from kingsburg_rules.language.values import A_CARD, A_PLAYER, THIS, VALUE, Literal, Value
from kingsburg_rules.language.vocabulary import CARD, PLAYER
from kingsburg_rules.language.vocabulary import ENEMY as ENEMY_THING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kingsburg_rules.engine.compiled_rules import Frame, Op
    from kingsburg_rules.engine.roles import Zone
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.language.emitter import Emitter

    _PutDown = Callable[[State, Frame, int, Spot, int], None]


KINDS: Final = ("destiny", "strip", "governor", "tile", "group")
"""The kinds of card that are drawn or dealt; packs name further ones by the decks of their cards."""

DECK_NAME: Final = Name((*KINDS, *YEAR_DECKS))
VARIABLE: Final = Text(ID_PATTERN)
MOMENT: Final = Name(pattern=EVENT_PATTERN)
ENTERED: Final = "after.enter"
LEFT: Final = "after.leave"


def refill(state: State, frame: Frame, source: int) -> bool:
    """Draw into the first display that is not full; the operation repeats until all are full."""
    for deck in state.compiled.declared.values():
        open_ = sum(state.compiled.cards[card].kind == deck.name for card in state.display)
        pool = drawable(state, deck) if open_ < deck.display else []
        if pool:
            return chance.pick(state, frame, chance.CARDS, pool, source, _lay_open)
    return False


def _lay_open(state: State, frame: Frame, drawn: tuple[int, ...]) -> None:
    move(state, drawn[0], NEXT_IN_DECK, IN_DISPLAY)
    repeat_operation(frame)


def emit_refill(e: Emitter) -> None:
    """Compile the refilling of displays, if any deck has one."""
    source = e.source
    if any(deck.display for deck in e.compiled.declared.values()):
        e.op(lambda state, frame: refill(state, frame, source))


def report_entered(entered: int, cards: int) -> Op:
    """Compile the moments after cards of a player have come into play, one by one."""

    def tell(state: State, frame: Frame) -> bool:
        if frame[ME] == NOBODY:
            return False
        if entered not in state.listeners:
            frame[cards] = 0
        # One window at a time: the operation comes back for the next card when it is closed.
        while frame[cards]:
            lowest = frame[cards] & -frame[cards]
            frame[cards] -= lowest
            if open_window(state, entered, frame[ME], (lowest.bit_length() - 1,)):
                repeat_operation(frame)
                return True
        return False

    return tell


def until_event(e: Emitter, until: str, at: str) -> int:
    """Return the number of the moment that ends a card; NOBODY if it stays."""
    return e.names.listen(until, f"{at}/until") if until else NOBODY


# ------
# From the deck.


@STEPS.add("draw", inline="deck", short=True)
@node
class DrawStep(Step):
    """Draw cards from a deck. A variable holds the last one, or nothing if the deck is empty.

    From a deck of enemies, this year's card is drawn; in play, it fights.
    """

    edges = EdgeCases(
        empty=(
            "A deck that is reshuffled takes back its discard pile first. If there is still no card, "
            "fewer cards are drawn, and the variable holds nothing."
        ),
        no_player="If `hand_of` is nobody, no card is drawn.",
        zero="No card is drawn.",
    )
    opens = (ENTERED,)
    brings = (ENEMY_THING,)

    deck: str = key(DECK_NAME, "The deck.")
    to: Zone = key(
        Text(among=(HAND, PLAY, DISPLAY, DISCARD, OUT)),
        "Where they go; by default, to the discard pile after use.",
        default=DISCARD,
    )
    count: Value = key(VALUE, "How many; fewer if the deck runs out.", default=1)
    until: str = key(MOMENT, "The moment at which they leave play.", default="")
    as_: str = key(VARIABLE, "The variable; by default, `card`.", default="")
    hand_of: Value | None = key(
        A_PLAYER, "Draw from this player's hand, unseen, instead of the deck.", default=None
    )
    owner: Value | None = key(
        A_PLAYER, "Whose deck, if every player has one; by default, this player's.", default=None
    )
    least: int = key(Integer(0), "The fewest cards with which the rules can be played.", default=1)


@compiles(DrawStep)
def _emit_draw_step(word: DrawStep, e: Emitter) -> None:
    """Compile to a request to chance for each card, and to where it goes."""
    if word.deck in YEAR_DECKS:
        _emit_enemy(word, e)
        return
    e.need(word, word.deck, least=word.least)
    own = e.compiled.deck_of(word.deck).own
    if word.to == HAND or (own and word.owner is None):
        e.need_player(word)
    # Also where the deck is the same for all, a mistake in `owner` is found.
    owner = e.thing(word.owner or Literal("me"), PLAYER, f"{word.at}/owner") if own or word.owner else None
    owner = owner if own else None
    slot, left, count = e.slot(word.as_ or CARD, CARD, word.at), e.hidden(), e.number(word.count)
    came, until = e.hidden(), until_event(e, word.until, word.at)
    kind, zone, holder, source = word.deck, word.to, e.hidden(), e.source
    deck = e.compiled.deck_of(kind)
    hand_of = None if word.hand_of is None else e.thing(word.hand_of, PLAYER, f"{word.at}/hand_of")

    sure = known(count)

    def begin(state: State, frame: Frame) -> None:
        frame[left], frame[slot] = count(state, frame) if sure is None else sure, NOBODY
        frame[holder] = NOBODY if hand_of is None else hand_of(state, frame)

    def resolve(state: State, frame: Frame, drawn: tuple[int, ...]) -> None:
        card = frame[slot] = drawn[0]
        spot = Spot(HAND, frame[holder]) if hand_of else NEXT_IN_DECK
        to = Spot(zone, frame[ME] if zone in (HAND, PLAY) else NOBODY)
        frame[came] = move(state, card, spot, to, until) << card

    def pick(state: State, frame: Frame) -> bool:
        if hand_of is not None:
            pool = _hand(state, frame[holder], kind)
        else:
            pool = drawable(state, deck, NOBODY if owner is None else owner(state, frame))
        if frame[left] <= 0 or not pool:
            frame[PC] = end
            return False
        frame[left] -= 1
        return chance.pick(state, frame, chance.CARDS, pool, source, resolve)

    e.op(begin)
    start = e.op(pick)
    if zone == PLAY:
        e.op(report_entered(e.names.event(ENTERED, word.at), came))
    if word.count != 1:
        e.back_to(start)
    end = e.here()


def _emit_enemy(word: DrawStep, e: Emitter) -> None:
    """Compile to the card of the year; before the first year there is none."""
    if word.to not in (PLAY, OUT):
        raise e.error(word, "link.zone", "an enemy card can be drawn only to 'play' or 'out'")
    slot, further, fights = e.slot(word.as_ or CARD, CARD, word.at), word.deck == FURTHER, word.to == PLAY

    def draw(state: State, frame: Frame) -> None:
        waiting = state.second_deck if further else state.enemies
        card = frame[slot] = waiting[state.year - 1] if waiting and state.year else NOBODY
        if card == NOBODY or card in state.out or (card in state.revealed and not fights):
            return
        if fights:
            open_enemy(state, card)
        else:
            state.out = (*state.out, card)
        if state.event_log is not None:
            enemy = state.compiled.enemies[card]
            state.event_log.append(EnemyRevealed(enemy.name, enemy.strength, further))

    e.compiled.peeks_at_hidden.add(draw)
    e.op(draw)


def _hand(state: State, seat: int, kind: str) -> list[int]:
    """List the cards of a deck in a hand; nobody holds none."""
    cards = state.compiled.cards
    return [card for card in state.players[seat].hand if cards[card].kind == kind] if seat >= 0 else []


@STEPS.add("deal")
@node
class Deal(Step):
    """Deal hidden cards of a deck to every player."""

    edges = EdgeCases(
        empty=(
            "Cards are dealt from the last player in turn order to the first; when the deck is empty, "
            "the others get fewer. A game for more players than there are cards for is refused."
        ),
    )

    deck: str = key(DECK_NAME, "The deck.")
    count: Value = key(VALUE, "How many for each player.")


@compiles(Deal)
def _emit_deal(word: Deal, e: Emitter) -> None:
    """Compile to one request to chance for each card."""
    # What is worked out may be more than the deck has; then some get fewer.
    e.need(word, word.deck, each=word.count if isinstance(word.count, int) else 1)
    number = e.count(word.count, f"{word.at}/count")
    left, each, deck, source = e.hidden(), e.hidden(), e.compiled.deck_of(word.deck), e.source

    def begin(state: State, frame: Frame) -> None:
        frame[each] = number(state, frame)
        frame[left] = frame[each] * len(state.players)

    def resolve(state: State, frame: Frame, drawn: tuple[int, ...]) -> None:
        # The count runs down, so the last player in turn order is dealt to first.
        frame[left] -= 1
        repeat_operation(frame)
        note_draw(state, drawn[0])
        hold(state, state.order[frame[left] // frame[each]], drawn[0])

    def deal(state: State, frame: Frame) -> bool:
        if not frame[left]:
            return False
        to = state.order[(frame[left] - 1) // frame[each]] if deck.own else NOBODY
        pool = drawable(state, deck, to)
        return bool(pool) and chance.pick(state, frame, chance.CARDS, pool, source, resolve)

    e.op(begin)
    e.op(deal)


@STEPS.add("draft")
@node
class Draft(Step):
    """Let players take face-up cards: clockwise from the first player, then back again, and so on."""

    asks = ("choose",)
    edges = EdgeCases(empty="The draft ends when no card is left.")

    deck: str = key(DECK_NAME, "The deck.")
    count: Value = key(VALUE, "How many for each player.")


@compiles(Draft)
def _emit_draft(word: Draft, e: Emitter) -> None:
    """Compile to one question for each card."""
    e.need(word, word.deck, each=word.count if isinstance(word.count, int) else 1)
    number = e.count(word.count, f"{word.at}/count")
    turn, count, kind, source = e.hidden(), e.hidden(), word.deck, e.source

    def begin(state: State, frame: Frame) -> None:
        frame[turn], frame[count] = 0, number(state, frame)

    def ask(state: State, frame: Frame) -> bool:
        players = len(state.players)
        cards = distinct(state, left_in_deck(state, kind))
        if frame[turn] == frame[count] * players or not cards:
            return False
        # Clockwise, then back: in every second round the last player chooses first.
        circle, at = divmod(frame[turn], players)
        seat = (state.order[0] + (players - 1 - at if circle % 2 else at)) % players

        def on_answer(asked: State, asking: Frame, k: int) -> None:
            asking[turn] += 1
            repeat_operation(asking)
            hold(asked, seat, cards[k], shown=True)
            if asked.event_log is not None:
                name = asked.setup.players[seat]
                asked.event_log.append(CardTaken(name, asked.compiled.cards[cards[k]].name))

        options = tuple(chosen(CardThing, state.compiled.cards[card].name) for card in cards)
        return ask_player(state, frame, Ask(seat, "choose", source, options, on_answer))

    e.op(begin)
    e.op(ask)


# ------
# From the hand into play, before the game starts or later.


@STEPS.add("keep", inline="deck", short=True)
@node
class Keep(Step):
    """Let all players choose at once which cards of their hand come into play; the others go back unseen.

    They keep one card or, with `up_to`, any number up to that; strips then cover their rows.
    """

    asks = ("choose",)
    edges = EdgeCases(
        nothing="Players without a card of the deck in hand are not asked.",
        empty="The deck does not matter; only the hands do.",
    )
    opens = (ENTERED,)

    deck: str = key(DECK_NAME, "The deck of the cards.")
    up_to: Value | None = key(
        VALUE, "The most they may keep; by default, they keep exactly one.", default=None
    )


@compiles(Keep)
def _emit_keep(word: Keep, e: Emitter) -> None:
    """Compile to one question for all, and to what each brings into play."""
    e.check_card_kind(word.deck, f"{word.at}/deck")
    source, kept, came = e.source, e.hidden(MOST_SEATS), e.hidden()
    up_to = None if word.up_to is None else e.count(word.up_to, f"{word.at}/up_to")
    # The same cards are chosen in many games, so each action is one object.
    actions = dict[tuple[int, ...], Choose]()

    def ask(state: State, frame: Frame) -> bool:
        frame[kept : kept + MOST_SEATS] = [0] * MOST_SEATS
        most = None if up_to is None else up_to(state, frame)
        asks: list[Ask] = []
        for seat in state.order:
            hand = _hand(state, seat, word.deck)
            if hand:
                asks.append(_ask(most, state, seat, hand, source, kept, actions))
        return bool(asks) and ask_players(state, tuple(asks))

    e.op(ask)
    with each_in_turn(e):
        e.op(keep(came, lambda state, frame: frame[kept + frame[ME]]))
        e.op(report_entered(e.names.event(ENTERED, word.at), came))


def _ask(
    up_to: int | None,
    state: State,
    seat: int,
    hand: list[int],
    source: int,
    kept: int,
    actions: dict[tuple[int, ...], Choose],
) -> Ask:
    """Ask which cards of a hand are kept: up to so many, or without a number exactly one."""
    different = distinct(state, hand)
    sizes = (1,) if up_to is None else range(min(up_to, len(different)) + 1)
    ways = sum([comb(len(different), size) for size in sizes])
    if too_many(state, ways):
        message = f"The content lets cards of a hand be kept in {ways:,} ways"
        raise runaway(state, "engine.choice", message)
    sets = [cards for size in sizes for cards in combinations(different, size)]
    options: list[Choose] = []
    state.compiled.make_room(actions)
    for cards in sets:
        action = actions.get(cards)
        if action is None:
            names = [state.compiled.cards[card].name for card in cards]
            action = actions[cards] = Choose(tuple(map(CardThing, names)))
        options.append(action)

    def on_answer(asked: State, frame: Frame, k: int) -> None:
        frame[kept + seat] = _keep(asked, seat, hand, sets[k])

    return Ask(seat, "choose", source, tuple(options), on_answer)


def _keep(state: State, seat: int, hand: list[int], kept: tuple[int, ...]) -> int:
    """Put back what a player held of a deck, and bring into play what they keep of it.

    Return what came into play, as a bit set; what is there already does not come again.
    """
    player, compiled = state.players[seat], state.compiled
    player.hand = tuple([card for card in player.hand if card not in hand])
    player.shown = tuple([card for card in player.shown if card not in hand])
    for card in hand if compiled.elsewhere else ():
        update_hand_effects(state, seat, card)
    tell_hand(state, seat)
    came = strips = sum([1 << card for card in kept if card in compiled.strips])
    if strips or compiled.strips.keys() >= {*hand}:
        cover_rows(state, seat, player.strips | strips)
    for card in kept:
        for holder in holders(state, card, seat):
            came |= enter(state, holder, card) << card
    return came


# ------
# From any place to any other.


@STEPS.add("move")
@node
class Move(Step):
    """Move a card, or all cards that a query finds, to another zone. Without a card, nothing happens.

    In play, a card is for its owner, for everybody or for the game, as it says; a tile is on its advisor, a
    strip covers its row, and an enemy fights this winter. In a hand, everybody knows a card that came from
    where all see it. From a hand to another one or to a deck, it moves unseen.
    """

    edges = EdgeCases(
        nothing="Without a card, nothing happens. A card that is already there stays as it is.",
        no_player="Without an owner, a card does not go to a hand, and not into a deck of a player's own.",
        empty="Into an empty deck a card goes like into any other.",
    )
    opens = (ENTERED, LEFT)
    brings = (ENEMY_THING,)

    card: Value | None = key(
        A_CARD,
        "The card. A name stands for a copy that is nobody else's: in this player's hand, then in play for "
        "them or for the game, in the display, discarded, out of the game, and at last in the deck. "
        "A variable and `this` are one copy, wherever it is. A building is this player's own: the one in "
        "play for them or else, to `play`, the one on the sheet of whoever gets it.",
        default=None,
    )
    cards: Cards | None = key(
        CARD_QUERY,
        "Instead of one card: all these cards. With an `owner`, they are taken from that player.",
        default=None,
    )
    to: Zone = key(Text(among=ZONES), "Where it goes.", kw_only=True)
    owner: Value | None = key(
        A_PLAYER, "The player who gets it in hand or in play; by default, this player.", default=None
    )
    until: str = key(MOMENT, "The moment at which it leaves play; by default, never.", default="")
    as_type: str = key(Text(), "The type as which an enemy fights; by default, its own.", default="")
    deck: str = key(
        DECK_NAME,
        "The deck into which it goes, or on whose discard pile; by default, the one to which it belongs.",
        default="",
    )
    position: Value | None = key(
        VALUE,
        "Its place in the deck: 1 is the top, 0 the bottom; by default, anywhere. Who saw the card knows it.",
        default=None,
    )


@compiles(Move)
def _emit_move(word: Move, e: Emitter) -> None:
    """Compile: the cards go, then others react to what came into play."""
    find = _found(word, e)
    owner = None if word.owner is None else e.thing(word.owner, PLAYER, f"{word.at}/owner")
    if owner is None and word.to == HAND:
        e.need_player(word)
    until, came, zone = until_event(e, word.until, word.at), e.hidden(), word.to
    kind = e.names.enemy_type(word.as_type, f"{word.at}/as_type") if word.as_type else NOBODY
    put_down = _put_down(word, e, named=owner is not None)

    def go(state: State, frame: Frame) -> bool:
        frame[came] = 0
        seat = frame[ME] if owner is None else owner(state, frame)
        if zone == HAND and seat < 0:
            return False
        # Within a deck, and from one pile to another, a card may move, too.
        to = Spot(zone, seat if zone in (HAND, PLAY) else NOBODY if put_down is None else _ANEW)
        for card, spot in find(state, frame, to):
            if put_down is not None:
                put_down(state, frame, card, spot, seat)
            elif move(state, card, spot, to, until):
                frame[came] |= 1 << card
                if kind >= 0 and card in state.compiled.enemies:
                    state.enemy_types = {**state.enemy_types, card: kind}
        return report_left(state)

    e.op(go)
    if zone == PLAY:
        e.op(report_entered(e.names.event(ENTERED, word.at), came))
    emit_refill(e)


_ANEW: Final = -3
"""Whose a place is to which even a card goes that is in such a place."""


def _put_down(
    word: Move, e: Emitter, *, named: bool
) -> Callable[[State, Frame, int, Spot, int], None] | None:
    """Compile how a card goes into a deck, or on a discard pile, if it is said which and where."""
    if word.position is not None and word.to != DECK:
        raise e.error(word, "link.zone", "a card has a 'position' only in a deck")
    if word.deck and word.to not in (DECK, DISCARD):
        raise e.error(
            word, "link.zone", "'deck' is the one into which, or on whose discard pile, a card goes"
        )
    if word.to not in (DECK, DISCARD) or not (word.deck or named or word.position is not None):
        return None
    if word.deck:
        e.check_card_kind(word.deck, f"{word.at}/deck")
    deck, to, at = word.deck, Spot(word.to), None if word.position is None else e.number(word.position)

    def put(state: State, frame: Frame, card: int, spot: Spot, seat: int) -> None:
        known, place = who_knows(state, card, spot), None if at is None else at(state, frame)
        if seat < 0 and state.compiled.deck_of(deck or pile_of(state, card)[0]).own and (deck or named):
            return
        if deck or named:
            belong(state, card, pile_for(state, deck or pile_of(state, card)[0], seat))
        move(state, card, spot, to)
        if place is not None:
            place_in_deck(state, card, pile_of(state, card), place)
            see(state, known, card)

    return put


def _found(word: Move, e: Emitter) -> Callable[[State, Frame, Spot], Sequence[tuple[int, Spot]]]:
    """Compile to what lists the cards with the spots from which they go."""
    if word.card is not None and word.cards is None:
        number = e.thing(word.card, CARD, f"{word.at}/card")
        if isinstance(word.card, Literal) and word.card.name != THIS:
            return lambda state, frame, to: _by_name(state, number(state, frame), frame[ME], to)
        return lambda state, frame, to: _spots(state, [number(state, frame)], frame[ME], to)
    if word.cards is None or word.card is not None:
        raise e.error(word, "link.either", "give either 'card' or 'cards'")
    find, zone, owner = word.cards.find(e), word.cards.zone or PLAY, word.cards.owner
    whose = None if owner is None else e.thing(owner, PLAYER, f"{word.cards.at}/owner")

    def every(state: State, frame: Frame, to: Spot) -> Sequence[tuple[int, Spot]]:
        first = frame[ME] if whose is None else whose(state, frame)
        return _spots(state, find(state, frame), first, to, zone)

    return every


def _spots(
    state: State, cards: Sequence[int], first: int, to: Spot, zone: str = ""
) -> list[tuple[int, Spot]]:
    """Find for each card the place from which it goes; none for nothing and for cards in no other place."""
    found = [(card, _spot(state, card, first, to, zone)) for card in cards if card >= 0]
    return [(card, spot) for card, spot in found if spot is not None]


_ORDER: Final = (HAND, PLAY, DISPLAY, DISCARD, OUT, DECK)
"""Where a card is looked for if only its name is given."""


def _by_name(state: State, card: int, me: int, to: Spot) -> list[tuple[int, Spot]]:
    """Find a copy of a card that is named; nobody takes an opponent's without saying so."""
    shared = card >= 0 and state.compiled.cards[card].shared
    found = [
        (copy, spot)
        for copy in (state.compiled.copies_of(card) if card >= 0 else ())
        for spot in where(state, copy)
        if spot != to and (spot.seat in (NOBODY, me) or shared)
    ]
    return sorted(found, key=lambda each: _ORDER.index(each[1].zone))[:1]


def _spot(state: State, card: int, first: int, to: Spot, zone: str) -> Spot | None:
    """Find where a card is taken from: the player's own place first, and none where it is already."""
    facts, there = state.compiled.cards[card], in_play_at(state, card) if zone == PLAY else where(state, card)
    spots = [spot for spot in there if spot != to and (not zone or spot.zone == zone)]
    # A building is on everybody's sheet: unless a query says whose, it is the player's own.
    if not zone and facts.kind in WITHOUT_DECK and not facts.shared:
        spots = [spot for spot in spots if spot.seat in (NOBODY, first)]
    return min(spots, key=lambda spot: (spot.seat != first, _ORDER.index(spot.zone)), default=None)
