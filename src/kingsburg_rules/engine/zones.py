"""Zones: where every card is, and how it moves to another place.

A card is in one zone at a time, and so is each copy of a card, which is a card of its own. Decks are kept
nowhere: in its deck is what is nowhere else, so a card can never be in two places.

Copies in hands, decks and piles are alike, and nobody can tell which is which. Those that lie open, in play
or in the display, are numbered as they come, so that players can tell them apart.

Each kind of card enters and leaves play in its own way: a tile is on the advisor of its rank, a strip covers
a row of a sheet, an enemy fights this winter; all others are in play for a seat or for the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from kingsburg_rules.engine.compiled_rules import (
    COPY_SIGN,
    DECK,
    DISCARD,
    DISPLAY,
    ENEMY,
    HAND,
    NOBODY,
    OUT,
    PLAY,
    WITHOUT_DECK,
)
from kingsburg_rules.engine.events import (
    Built,
    CardEntered,
    CardLeft,
    CardMoved,
    Destroyed,
    EnemyJoined,
    EnemyLeft,
    HandChanged,
    HandSeen,
    RowsCovered,
    TileLaid,
    TileRemoved,
)
from kingsburg_rules.engine.loop import out_of_budget
from kingsburg_rules.engine.state import (
    activate,
    activate_for_game,
    deactivate,
    leave_later,
    update_display_effects,
    update_hand_effects,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kingsburg_rules.engine.compiled_rules import Deck, Pile, Program
    from kingsburg_rules.engine.roles import Zone
    from kingsburg_rules.engine.state import Player, Spent, State


# In play and out of it


def in_play(state: State, seat: int) -> int:
    """Return the cards in play for a seat, or (NOBODY) for the game, as a bit set."""
    if seat != NOBODY:
        player = state.players[seat]
        return player.cards | player.strips
    members = state.in_force
    for card in state.revealed:
        members |= 1 << card
    return members


def is_in_play(state: State, seat: int, card: int) -> bool:
    """Return whether a seat, or the game, has a card in play."""
    if seat != NOBODY:
        player = state.players[seat]
        return (player.cards | player.strips) >> card & 1 > 0
    return state.in_force >> card & 1 > 0 or card in state.revealed


def holders(state: State, card: int, me: int) -> tuple[int, ...]:
    """List who has a card in play once a player plays it: that player, everybody, or (NOBODY) the game."""
    compiled, facts = state.compiled, state.compiled.cards[card]
    if facts.common or card in compiled.enemies:
        return (NOBODY,)
    return tuple(range(len(state.players))) if facts.shared else (me,)


def enter(state: State, seat: int, card: int) -> bool:
    """Put a card in play for a seat, or for the game; return whether it entered.

    A card that is already there stays as it is.
    """
    return not is_in_play(state, seat, card) and _come(state, seat, card)


def _come(state: State, seat: int, card: int) -> bool:
    """Put a card in play that is not there; return whether it entered.

    A strip without a player covers nothing, and a tile without its advisor is not placed.
    """
    compiled = state.compiled
    if seat == NOBODY and card in compiled.strips:
        return False
    if card in compiled.tiles:
        return lay_tile(state, card)
    if card in compiled.strips:
        cover_rows(state, seat, state.players[seat].strips | 1 << card)
    elif card in compiled.enemies:
        join_battle(state, card)
    elif seat == NOBODY:
        activate_for_game(state, card)
    else:
        activate(state, seat, card)
    if compiled.cards[card].is_copied:
        settle_copy(state, card)
    # Strips and enemies have reported it themselves.
    if state.event_log is not None and not (card in compiled.strips or card in compiled.enemies):
        name = called(state, card)
        if seat != NOBODY and card in compiled.buildings:
            state.event_log.append(Built(state.setup.players[seat], name))
        else:
            state.event_log.append(CardEntered(name, None if seat == NOBODY else state.setup.players[seat]))
    return True


def leave(state: State, seat: int, card: int) -> None:
    """Take a card out of play and put it where used cards go."""
    take_out_of_play(state, seat, card)
    # A card that everybody shares is discarded once, when the last player loses it.
    if not _is_shared_still(state, card):
        zone = used_zone(state, card)
        if zone == DISCARD:
            state.discard = (*state.discard, card)
        elif zone == OUT:
            state.out = (*state.out, card)
        tell_moved(state, card, PLAY, zone, seat)
        settle_copy(state, card)


def tell_moved(state: State, card: int, from_: Zone, to: Zone, seat: int) -> None:
    """Emit an event for a card that leaves or reaches a place where everybody sees it."""
    seen = from_ in _SEEN or to in _SEEN
    if seen and state.event_log is not None and card not in state.compiled.enemies:
        player = None if seat == NOBODY else state.setup.players[seat]
        state.event_log.append(CardMoved(called(state, card), from_, to, player))


_SEEN: Final = (DISPLAY, DISCARD, OUT)


def _is_shared_still(state: State, card: int) -> bool:
    """Return whether a card that all players share is in play for one of them."""
    return state.compiled.cards[card].shared and any(player.cards >> card & 1 for player in state.players)


def used_zone(state: State, card: int) -> Zone:
    """Return where a card goes by default after it is used."""
    kind = state.compiled.cards[card].kind
    if kind == ENEMY:
        return OUT
    return DECK if kind in WITHOUT_DECK or state.compiled.deck_of(kind).returns else DISCARD


def take_out_of_play(state: State, seat: int, card: int) -> None:
    """Take a card out of play, whether a seat or the game had it; a pending end of its time is forgotten."""
    compiled = state.compiled
    if card in compiled.tiles:
        _take_tile(state, card)
    elif card in compiled.strips:
        cover_rows(state, seat, state.players[seat].strips & ~(1 << card))
    elif card in compiled.enemies:
        _leave_battle(state, card)
    else:
        deactivate(state, seat, card)
        _tell_left(state, seat, card)
    if state.leaving:
        state.leaving = tuple(entry for entry in state.leaving if (entry.seat, entry.card) != (seat, card))
    # Cards react when the operation is over that took it out of play; most rules have none that would.
    if compiled.card_left in compiled.awaited:
        state.left = (*state.left, (seat, card))


def _tell_left(state: State, seat: int, card: int) -> None:
    if state.event_log is not None:
        name = called(state, card)
        if seat != NOBODY and card in state.compiled.buildings:
            state.event_log.append(Destroyed(state.setup.players[seat], name))
        else:
            state.event_log.append(CardLeft(name, None if seat == NOBODY else state.setup.players[seat]))


# Strips


def cover_rows(state: State, seat: int, covers: int) -> None:
    """Cover rows of a sheet with these strips and no others."""
    state.players[seat].strips = covers
    if state.event_log is not None:
        names = tuple(
            state.compiled.cards[strip].name for strip in state.compiled.strips if covers >> strip & 1
        )
        state.event_log.append(RowsCovered(state.setup.players[seat], names))


# Tiles


def lay_tile(state: State, card: int) -> bool:
    """Put a tile on its advisor, if the advisor is on the board and has none."""
    compiled = state.compiled
    place = board_place(state, compiled.tiles[card][0])
    if place == NOBODY or place in state.tiles:
        return False
    state.tiles = {**state.tiles, place: card}
    activate_for_game(state, card)
    if state.event_log is not None:
        state.event_log.append(TileLaid(compiled.places[place].name, compiled.cards[card].name))
    return True


def _take_tile(state: State, card: int) -> None:
    place = next(place for place, tile in state.tiles.items() if tile == card)
    state.tiles = {at: tile for at, tile in state.tiles.items() if at != place}
    deactivate(state, NOBODY, card)
    if state.event_log is not None:
        compiled = state.compiled
        state.event_log.append(TileRemoved(compiled.places[place].name, compiled.cards[card].name))


def reward_program(state: State, place: int) -> Program:
    """Return the program of a reward."""
    tile = state.tiles.get(place)
    return state.compiled.places[place].reward if tile is None else state.compiled.tiles[tile][1]


def board_place(state: State, rank: int) -> int:
    """Find the place of a rank on the board; -1 if there is none."""
    for place in state.compiled.ranks.get(rank, ()):
        if not state.compiled.private >> place & 1:
            return place
    return NOBODY


# Enemies


def open_enemy(state: State, card: int) -> None:
    """Reveal the enemy of the year, before any that join it; its abilities work from now on."""
    state.revealed = (card, *(joined for joined in state.revealed if joined != card))
    _enforce_enemy(state, card)


def join_battle(state: State, card: int) -> None:
    """Add an enemy to the battle of this winter."""
    state.revealed = (*state.revealed, card)
    _enforce_enemy(state, card)
    if state.event_log is not None:
        state.event_log.append(EnemyJoined(state.compiled.enemies[card].name))


def _enforce_enemy(state: State, card: int) -> None:
    if not state.compiled.cards[card].is_plain:
        activate_for_game(state, card)


def _leave_battle(state: State, card: int) -> None:
    state.revealed = tuple(other for other in state.revealed if other != card)
    if card in state.enemy_types:
        state.enemy_types = {other: kind for other, kind in state.enemy_types.items() if other != card}
    if state.in_force >> card & 1:
        deactivate(state, NOBODY, card)
    if state.event_log is not None:
        state.event_log.append(EnemyLeft(state.compiled.enemies[card].name))


# Where every card is


def bits_of(members: int) -> list[int]:
    """List the numbers in a bit set, the lowest first."""
    found: list[int] = []
    while members:
        lowest = members & -members
        found.append(lowest.bit_length() - 1)
        members ^= lowest
    return found


class Spot(NamedTuple):
    """Where a card is: its zone, and whose (NOBODY: nobody's, or the game's)."""

    zone: Zone
    seat: int = NOBODY


IN_DECK: Final = Spot(DECK)
IN_DISPLAY: Final = Spot(DISPLAY)
DISCARDED: Final = Spot(DISCARD)
OUT_OF_GAME: Final = Spot(OUT)
NEXT_IN_DECK: Final = Spot(DECK, -2)
"""Where the card lies that is drawn next; a card that is taken out of a deck otherwise is looked for."""


def _in_play(state: State, among: int) -> list[tuple[int, int]]:
    """List the cards of a set that are in play, each with its seat; a shared card is listed once."""
    found: list[tuple[int, int]] = []
    shared = 0
    for seat in range(NOBODY, len(state.players)):
        for card in bits_of(in_play(state, seat) & among & ~shared):
            if state.compiled.cards[card].shared:
                shared |= 1 << card
            found.append((card, seat))
    return found


def _face_up(state: State) -> tuple[int, ...]:
    """List the face-up cards that can be taken: the display, and what an auction offers."""
    return state.display if state.auction.shown else (*state.auction.cards, *state.display)


def where(state: State, card: int) -> list[Spot]:
    """Return where a card is: in one place, or in play for several players.

    A building is on the sheet of everybody who has not built it.
    """
    found = [Spot(PLAY, seat) for _, seat in _in_play(state, 1 << card)]
    found += [Spot(HAND, seat) for seat, player in enumerate(state.players) if card in player.hand]
    lying = ((IN_DISPLAY, _face_up(state)), (DISCARDED, state.discard), (OUT_OF_GAME, state.out))
    found += [spot for spot, cards in lying if card in cards]
    if state.compiled.cards[card].kind in WITHOUT_DECK:
        return [*found, IN_DECK]
    # What is nowhere else is in the deck, which is not kept.
    return found or [IN_DECK]


# Copies of a card


def called(state: State, card: int) -> str:
    """Name a card: the second copy of it that lies open is `name.2`, and so on."""
    label = state.labels.get(card, 1)
    name = state.compiled.cards[card].name
    return name if label == 1 else f"{name}{COPY_SIGN}{label}"


def called_apart(state: State, cards: Sequence[int]) -> list[str]:
    """Name the cards to choose from; copies in a hand that differ are numbered like those that lie open."""
    names: list[str] = []
    for card in cards:
        name, number = called(state, card), 1
        while name in names:
            number += 1
            name = f"{state.compiled.cards[card].name}{COPY_SIGN}{number}"
        names.append(name)
    return names


def distinct(state: State, cards: Sequence[int]) -> list[int]:
    """List each card once, and of copies that are alike in every way only the first."""
    if not state.compiled.has_copies:
        return [*dict.fromkeys(cards)]
    found: dict[object, int] = {}
    labels = state.labels
    # The one that came first stands for them, wherever the number of the rule set would put it.
    for card in cards:
        key = likeness(state, card)
        if key not in found or labels.get(card, 0) < labels.get(found[key], 0):
            found[key] = card
    return [*found.values()]


def likeness(state: State, card: int) -> tuple[object, ...]:
    """Return what tells a card from others: for copies, where they are, what lies on them, and so on."""
    facts = state.compiled.cards[card]
    if not facts.is_copied:
        return (facts.first,)
    memories = state.compiled.memories
    spent = [*state.spent, *(used for player in state.players for used in player.spent)]
    return (
        facts.first,
        where(state, card)[0],
        *((memories[slot].name, seat, value) for (slot, seat), value in _remembered_by(state, card)),
        *sorted((place, seat, count) for (by, place, seat), count in state.marks.items() if by == card),
        *(bool(used & bit) for bit in _uses_of(state, card) for used in spent),
        *(entry[:2] for entry in state.leaving if entry.card == card),
        *((seat, die) for seat, one in enumerate(state.players) for die in one.aside if die.card == card),
        position_of(state, card) if state.compiled.asks_positions else 0,
        pile_of(state, card),
    )


def _remembered_by(state: State, card: int) -> list[tuple[tuple[int, int], int]]:
    """List what a card remembers, by memory and seat."""
    memories = state.compiled.memories
    return sorted(entry for entry in state.memory.items() if memories[entry[0][0]].card == card)


def _uses_of(state: State, card: int) -> list[int]:
    """List the bits of what a card can be used for, in play and elsewhere."""
    compiled = state.compiled
    works = (
        compiled.cards[card],
        compiled.elsewhere.get((HAND, card)),
        compiled.elsewhere.get((DISPLAY, card)),
    )
    there = [each for each in works if each is not None]
    abilities = [ability.bit for each in there for ability in each.abilities]
    return [*abilities, *(permission.bit for each in there for permission in each.permissions)]


def settle_copy(state: State, card: int) -> None:
    """Number a copy that has come to lie open; elsewhere it is again like all others and forgets everything.

    The numbers follow from what everybody has seen, so they give no hidden copy away.
    """
    if not state.compiled.cards[card].is_copied:
        return
    if where(state, card)[0].zone not in (PLAY, DISPLAY):
        state.labels = {copy: label for copy, label in state.labels.items() if copy != card}
        _forget_copy(state, card)
    elif card not in state.labels:
        there = {state.labels[copy] for copy in state.compiled.copies_of(card) if copy in state.labels}
        label = next(number for number in range(1, len(there) + 2) if number not in there)
        state.labels = {**state.labels, card: label}


def settle_copies(state: State) -> None:
    """Number the copies that lie open in a position that was set up, and not played."""
    open_ = [card for card, _ in _in_play(state, -1)] if state.compiled.has_copies else []
    for card in (*open_, *_face_up(state)):
        settle_copy(state, card)


def _forget_copy(state: State, card: int) -> None:
    for entry, _ in _remembered_by(state, card):
        del state.memory[entry]
    left = ~sum(_uses_of(state, card))
    state.spent = _still_spent(state.spent, left)
    for player in state.players:
        player.spent = _still_spent(player.spent, left)


def _still_spent(spent: Spent, left: int) -> Spent:
    season, year, game, never = spent
    return season & left, year & left, game & left, never


def in_play_at(state: State, card: int) -> list[Spot]:
    """Return where a card is in play; a shared card is in one place."""
    if state.compiled.cards[card].common or card in state.compiled.enemies:
        return [Spot(PLAY)] if in_play(state, NOBODY) >> card & 1 else []
    seats = [seat for seat in (NOBODY, *range(len(state.players))) if in_play(state, seat) >> card & 1]
    return [Spot(PLAY, seat) for seat in (seats[:1] if state.compiled.cards[card].shared else seats)]


# Decks
#
# A pile is a deck with its discard pile: the name of the deck, and the player who has it (NOBODY: it is for
# everybody). A card belongs to the pile of its kind until it is put into another one. The order of a deck is
# not kept: chance draws when a card is drawn. Only what was put or looked at at a place is in a stack.


def pile_of(state: State, card: int) -> Pile:
    """Return the pile to which a card belongs."""
    return state.piles.get(card) or state.compiled.home(card)


def left_in_deck(state: State, kind: str, seat: int = NOBODY) -> list[int]:
    """List the cards that are in a deck, every copy; of decks of the players, in one of them or in all.

    Enemies that wait for their year are in it, as far as players can know.
    """
    compiled = state.compiled
    if seat == NOBODY and kind in compiled.own_decks:
        seats = range(len(state.players))
        return [card for owner in seats for card in left_in_deck(state, kind, owner)]
    deck = compiled.pile((kind, seat))
    if state.piles:
        here = (card for card, pile in sorted(state.piles.items()) if pile == (kind, seat))
        deck = (*(card for card in deck if card not in state.piles), *here)
    return _left(state, deck)


def _left(state: State, deck: Sequence[int], waiting: Sequence[int] = ()) -> list[int]:
    """Leave out of a deck what is away, and what waits elsewhere."""
    away = state.in_force
    elsewhere = [*waiting, *state.revealed, *state.display, *state.auction.cards, *state.discard, *state.out]
    for player in state.players:
        away |= player.cards | player.strips
        elsewhere += player.hand
    for card in elsewhere:
        away |= 1 << card
    state.budget -= (len(deck) + len(elsewhere)) // _COPIED_AT_ONCE
    if state.budget < 0:
        raise out_of_budget(state)
    return [card for card in deck if not away >> card & 1]


_COPIED_AT_ONCE: Final = 8
"""Copying a list is fast: so many cards count as one operation."""


def pile_for(state: State, kind: str, seat: int) -> Pile:
    """Return the pile of a deck from which a player draws."""
    return kind, seat if kind in state.compiled.own_decks else NOBODY


def drawable(state: State, deck: Deck, seat: int = NOBODY) -> list[int]:
    """List what chance can draw from a deck; an empty one is made of its discard pile, if it says so."""
    left = left_in_deck(state, deck.name, seat)
    if not left and deck.reshuffle:
        shuffle(state, deck.name, seat)
        left = left_in_deck(state, deck.name, seat)
    if not deck.shuffled:
        return left[:1]
    return _next(state, (deck.name, seat), left) if state.stacks else left


def _next(state: State, pile: Pile, left: list[int]) -> list[int]:
    """List what may be the next card: the one known to lie on top, or else any that lies nowhere certain."""
    top, bottom = stack(state, pile, TOP), stack(state, pile, BOTTOM)
    if top and top[0] >= 0:
        return [top[0]]
    loose = [card for card in left if card not in top and card not in bottom]
    return loose or [card for card in (*top, *bottom[::-1]) if card >= 0][:1]


TOP: Final = 0
BOTTOM: Final = 1
"""The ends of a deck."""


def stack(state: State, pile: Pile, end: int) -> tuple[int, ...]:
    """Return what lies at an end of a deck, the outermost card first; NOBODY is a card that nobody knows."""
    return state.stacks.get((*pile, end), ())


def _stack(state: State, pile: Pile, end: int, cards: tuple[int, ...]) -> None:
    others = {key: kept for key, kept in state.stacks.items() if key != (*pile, end)}
    known = any(card >= 0 for card in cards)
    state.stacks = {**others, (*pile, end): cards} if known else others


def place_in_deck(state: State, card: int, pile: Pile, position: int) -> None:
    """Put a card at a place of a deck, 1 for the top and 0 for the bottom, or deeper than there are cards."""
    deep = position > len(left_in_deck(state, *pile))
    if position <= 0 or deep:
        _stack(state, pile, BOTTOM, (card, *stack(state, pile, BOTTOM)))
        return
    top = stack(state, pile, TOP)
    above = (*top, *[NOBODY] * (position - 1 - len(top)))
    _stack(state, pile, TOP, (*above[: position - 1], card, *above[position - 1 :]))


def next_at(state: State, pile: Pile, position: int) -> list[int]:
    """List what may lie at a place of a deck, from 1, where nobody knows it yet; none if it is known."""
    left = left_in_deck(state, *pile)
    top, bottom = stack(state, pile, TOP), stack(state, pile, BOTTOM)
    known = position <= len(top) and top[position - 1] >= 0
    if known or position > len(left) - len(bottom):
        return []
    return [card for card in left if card not in top and card not in bottom]


def settle_place(state: State, card: int, position: int) -> None:
    """Settle that a card lies at a place of its deck, from 1."""
    pile = pile_of(state, card)
    top = stack(state, pile, TOP)
    slots = [*top, *[NOBODY] * (position - len(top))]
    slots[position - 1] = card
    _stack(state, pile, TOP, tuple(slots))


def belong(state: State, card: int, pile: Pile) -> None:
    """Let a card belong to a pile from now on."""
    others = {other: its for other, its in state.piles.items() if other != card}
    state.piles = others if pile == state.compiled.home(card) else {**others, card: pile}


def note_draw(state: State, card: int) -> None:
    """Note that the next card of a deck is drawn: what is below it moves up."""
    if state.stacks:
        pile = pile_of(state, card)
        top, bottom = stack(state, pile, TOP), stack(state, pile, BOTTOM)
        if card in top:
            _stack(state, pile, TOP, top[top.index(card) + 1 :])
        elif card in bottom:
            _stack(state, pile, BOTTOM, _less(bottom, card))
        else:
            _stack(state, pile, TOP, top[1:])


def _note_search(state: State, card: int) -> None:
    """Note that a card is taken out of a deck; the deck is shuffled unless it lay at a known place."""
    pile = pile_of(state, card)
    for end in (TOP, BOTTOM):
        if card in stack(state, pile, end):
            _stack(state, pile, end, _less(stack(state, pile, end), card))
            return
    state.stacks = {key: kept for key, kept in state.stacks.items() if key[:2] != pile}
    shuffled = {*left_in_deck(state, *pile)}
    for player in state.players:
        player.seen = tuple(other for other in player.seen if other not in shuffled)


def position_of(state: State, card: int) -> int:
    """Return the place of a card in the display or, as far as it is known, in its deck; else 0."""
    pile = pile_of(state, card)
    if card in state.display:
        row = [other for other in state.display if pile_of(state, other) == pile]
        return row.index(card) + 1
    top, bottom = stack(state, pile, TOP), stack(state, pile, BOTTOM)
    if card in top:
        return top.index(card) + 1
    return len(left_in_deck(state, *pile)) - bottom.index(card) if card in bottom else 0


def in_the_box(state: State, year: int) -> list[int]:
    """List the enemy cards of a year that chance can draw for one of the two decks."""
    return _left(state, state.compiled.enemies_of(year), (*state.enemies, *state.second_deck))


def shuffle(state: State, kind: str, seat: int = NOBODY) -> None:
    """Put the discard pile of a deck back into it."""
    back = [card for card in state.discard if pile_of(state, card) == (kind, seat)]
    for card in back:
        tell_moved(state, card, DISCARD, DECK, seat)
    state.discard = tuple(card for card in state.discard if card not in back)


# What players know
#
# A player knows an enemy, or another hidden card, that they have looked at: where it is, as long as nobody
# can have exchanged it unseen.


def see(state: State, seats: int, card: int) -> None:
    """Let the players of a bit set know where a card is, and nobody else."""
    for seat, player in enumerate(state.players if card not in state.compiled.enemies else ()):
        knows = bool(seats >> seat & 1)
        if knows != (card in player.seen):
            player.seen = (*player.seen, card) if knows else _less(player.seen, card)


def also_see(state: State, seat: int, cards: Sequence[int]) -> None:
    """Let a player look at cards."""
    player = state.players[seat]
    player.seen = (*player.seen, *(card for card in cards if card not in player.seen))


# From one zone to another


def hold(state: State, seat: int, card: int, *, shown: bool = False) -> None:
    """Put a card into a hand, perhaps one that everybody knows; hands are kept sorted."""
    player = state.players[seat]
    # Sorted, so that two ways to the same hand lead to the same position.
    player.hand = tuple(sorted((*player.hand, card)))
    if shown:
        player.shown = tuple(sorted((*player.shown, card)))
    if state.compiled.elsewhere:
        update_hand_effects(state, seat, card)
    if state.event_log is not None:
        tell_hand(state, seat)


def put_down(state: State, seat: int, card: int) -> None:
    """Take a card out of a hand; of two copies, one that everybody knows goes first."""
    player = state.players[seat]
    player.hand = _less(player.hand, card)
    alike = [copy for copy in player.shown if copy in state.compiled.copies_of(card)]
    if alike:
        player.shown = _less(player.shown, card if card in alike else alike[0])
    if state.compiled.elsewhere:
        update_hand_effects(state, seat, card)
    if state.event_log is not None:
        tell_hand(state, seat)


def hidden_hand(player: Player) -> list[int]:
    """List the cards in a hand that only its player knows."""
    hidden = [*player.hand]
    for card in player.shown:
        hidden.remove(card)
    return hidden


def tell_hand(state: State, seat: int) -> None:
    """Show everybody how many cards a player holds and which of them all know, and the player all of them."""
    if state.event_log is not None:
        name, player, cards = state.setup.players[seat], state.players[seat], state.compiled.cards
        shown = tuple(cards[card].name for card in player.shown)
        state.event_log.append(HandChanged(name, len(player.hand), shown))
        state.event_log.append(HandSeen(name, tuple(cards[card].name for card in player.hand)))


def _less(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return cards without one copy of a card."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def move(state: State, card: int, spot: Spot, to: Spot, until: int = NOBODY) -> bool:
    """Move one copy of a card; return whether it just came into play.

    A card that cannot come into play, or is already in play, stays where it is. A card without a deck is
    either in play or not.
    """
    if to.zone == PLAY:
        return _bring_into_play(state, card, spot, to.seat, until)
    if state.compiled.cards[card].kind in WITHOUT_DECK:
        to = IN_DECK
    known = who_knows(state, card, spot) & ~(1 << to.seat) if to.zone == HAND else 0
    if spot.zone == HAND and to.zone in (HAND, DECK):
        _conceal(state, spot.seat)
    _take(state, card, spot)
    see(state, known, card)
    if to.zone == HAND:
        hold(state, to.seat, card, shown=spot.zone not in (HAND, DECK))
    elif to.zone == DISPLAY:
        state.display = (*state.display, card)
        update_display_effects(state, card)
        settle_copy(state, card)
    elif to.zone == DISCARD:
        state.discard = (*state.discard, card)
    elif to.zone == OUT:
        state.out = (*state.out, card)
    tell_moved(state, card, spot.zone, to.zone, max(spot.seat, to.seat))
    settle_copy(state, card)
    return False


def who_knows(state: State, card: int, spot: Spot) -> int:
    """Return who sees which card leaves a place, as a bit set."""
    if spot.zone not in (HAND, DECK):
        return (1 << len(state.players)) - 1
    # Whoever gives a card to somebody knows that they have it.
    giver = 1 << spot.seat if spot.zone == HAND else 0
    return giver | sum(1 << seat for seat, player in enumerate(state.players) if card in player.seen)


def _conceal(state: State, seat: int) -> None:
    """Forget which cards of a hand others know: one leaves it unseen, and it could be any of them."""
    hand = state.players[seat].hand
    state.players[seat].shown = ()
    for player in state.players:
        if player.seen:
            player.seen = tuple(card for card in player.seen if card not in hand)


def _take(state: State, card: int, spot: Spot) -> None:
    if spot.zone == DECK and state.stacks:
        note_draw(state, card) if spot == NEXT_IN_DECK else _note_search(state, card)
    elif spot.zone == HAND:
        put_down(state, spot.seat, card)
    elif spot.zone == PLAY:
        for seat in holders(state, card, spot.seat):
            take_out_of_play(state, seat, card)
    elif spot.zone == DISPLAY:
        _take_open(state, card)
    elif spot.zone == DISCARD:
        state.discard = _less(state.discard, card)
    elif spot.zone == OUT:
        state.out = _less(state.out, card)


def _take_open(state: State, card: int) -> None:
    """Take a face-up card from the display or from an auction."""
    if card in state.auction.cards:
        state.auction = state.auction._replace(cards=_less(state.auction.cards, card))
        if not state.auction.shown:
            return
    state.display = _less(state.display, card)
    update_display_effects(state, card)


def _bring_into_play(state: State, card: int, spot: Spot, seat: int, until: int) -> bool:
    """Bring a card into play for a seat, for everybody or for the game, depending on the card."""
    seats: list[int] = []
    for holder in holders(state, card, seat):
        if not is_in_play(state, holder, card):
            seats.append(holder)
    if not seats or (spot.zone == PLAY and spot.seat == NOBODY and NOBODY in seats):
        return False
    # What an auction offers has events of its own.
    offered = spot.zone == DISPLAY and card not in state.display
    _take(state, card, spot)
    see(state, 0, card)
    if state.event_log is not None and not offered:
        tell_moved(state, card, spot.zone, PLAY, seat)
    came = False
    for holder in seats:
        if _come(state, holder, card):
            came = True
            if until >= 0:
                leave_later(state, until, holder, card)
    if not came:
        _put_aside(state, card)
    return came


def _put_aside(state: State, card: int) -> None:
    """Discard a card that cannot be used, such as a tile without its advisor."""
    state.discard = (*state.discard, card)
    tell_moved(state, card, PLAY, DISCARD, NOBODY)
    settle_copy(state, card)
