"""Dice of players: free or locked in a hand, or on a card; those on advisors are groups and not here.

A die is known by a number: what it shows, with `BONUS` more for a bonus die, and whose it is and on which
card it lies. Dice of one color that show the same in the same place are the same die. So a variable that
holds a die follows it as long as no other die could be meant.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from kingsburg_rules.engine.compiled_rules import MOST_SEATS, NOBODY, PROGRAM
from kingsburg_rules.engine.state import NO_DICE, Aside, Handful, handful

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import Player, State

BONUS: Final = 10
"""Added to the number of a bonus die, so that own and bonus dice differ."""

HIGHEST: Final = 6
"""The highest number that a die shows."""

_OWNER: Final = 2 * BONUS
_CARD: Final = _OWNER * MOST_SEATS

IN_HAND: Final = NOBODY
"""Stands for the card on which a die lies, if it lies on none."""


def die_of(seat: int, card: int, face: int) -> int:
    """Return the number of a die of a player: in the hand or on a card; a `face` has its color, too."""
    return face + _OWNER * seat + _CARD * (card + 1)


def face_of(die: int) -> int:
    """Return the number that a die shows, and `BONUS` more if it is a bonus die."""
    return die % _OWNER


def owner_of(die: int) -> int:
    """Return the seat of the owner of a die."""
    return die // _OWNER % MOST_SEATS


def card_of(die: int) -> int:
    """Return the card on which a die lies, or `IN_HAND`."""
    return die // _CARD - 1


def in_hand(player: Player) -> list[int]:
    """List the faces of the dice in a hand: own dice first, each color in rising order."""
    return [*player.dice.own, *[value + BONUS for value in player.dice.bonus]]


def free_dice(player: Player) -> list[int]:
    """List the faces of the dice in a hand that are not locked."""
    free = in_hand(player)
    for face in player.locked:
        free.remove(face)
    return free


def own_faces(faces: list[int] | tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers that the own dice among some faces show, in rising order."""
    return tuple(sorted([face for face in faces if face < BONUS]))


def bonus_faces(faces: list[int] | tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers that the bonus dice among some faces show, in rising order."""
    return tuple(sorted([face - BONUS for face in faces if face > BONUS]))


def is_there(state: State, die: int) -> bool:
    """Return whether there is such a die: in the hand of its owner, or on its card."""
    return die > 0 and _is_held(state.players[owner_of(die)], card_of(die), face_of(die))


def _is_held(player: Player, card: int, face: int) -> bool:
    if card == IN_HAND:
        return face - BONUS in player.dice.bonus if face > BONUS else face in player.dice.own
    return any(die.card == card and die.face == face for die in player.aside)


def can_change(state: State, die: int) -> bool:
    """Return whether a die is there and not locked, so that it can be rolled again or turned."""
    if not is_there(state, die):
        return False
    player = state.players[owner_of(die)]
    return card_of(die) != IN_HAND or not player.locked or face_of(die) in free_dice(player)


def add(player: Player, face: int) -> None:
    """Put a die into a hand."""
    player.dice = with_faces(player.dice, (face,))


def remove(player: Player, face: int) -> None:
    """Take a die out of a hand: a locked one only if no equal one is free."""
    player.dice = without(player.dice, own_faces((face,)), bonus_faces((face,)))
    if player.locked:
        unlock_missing(player)


def unlock(state: State, die: int) -> None:
    """Let a die in a hand be rolled again and turned."""
    player, face = state.players[owner_of(die)], face_of(die)
    if face in player.locked:
        locked = list(player.locked)
        locked.remove(face)
        player.locked = tuple(locked)


@lru_cache(maxsize=4096)
def without(dice: Handful, own: tuple[int, ...], bonus: tuple[int, ...]) -> Handful:
    """Take some dice out of a handful."""
    # Hands repeat all the time, so what is left of them is remembered.
    left, white = list(dice.own), list(dice.bonus)
    for value in own:
        left.remove(value)
    for value in bonus:
        white.remove(value)
    return handful(tuple(left), tuple(white))


def with_faces(dice: Handful, faces: tuple[int, ...]) -> Handful:
    """Put more dice into a handful."""
    own, bonus = (*dice.own, *own_faces(faces)), (*dice.bonus, *bonus_faces(faces))
    return handful(tuple(sorted(own)), tuple(sorted(bonus)))


def unlock_missing(player: Player) -> None:
    """Forget which dice were locked that are no longer in the hand."""
    held, locked = in_hand(player), list[int]()
    for face in player.locked:
        if face in held:
            held.remove(face)
            locked.append(face)
    player.locked = tuple(locked)


def lift(state: State, die: int) -> Aside:
    """Take a die, which is there, from where it is; gives it as it was."""
    player, card, face = state.players[owner_of(die)], card_of(die), face_of(die)
    if card == IN_HAND:
        remove(player, face)
        return Aside(IN_HAND, face)
    found = next(each for each in player.aside if each.card == card and each.face == face)
    left = list(player.aside)
    left.remove(found)
    player.aside = tuple(left)
    return found


def lay(player: Player, die: Aside) -> None:
    """Put a die on a card."""
    player.aside = tuple(sorted((*player.aside, die)))


def turn(state: State, die: int, shows: int) -> int:
    """Turn a die, which is there, to another number; gives the die that it is then."""
    face = shows + BONUS if face_of(die) > BONUS else shows
    player, lifted = state.players[owner_of(die)], lift(state, die)
    if lifted.card == IN_HAND:
        add(player, face)
    else:
        lay(player, Aside(lifted.card, face, lifted.kept, lifted.hidden))
    new = die_of(owner_of(die), lifted.card, face)
    follow(state, die, new)
    return new


def follow(state: State, old: int, new: int) -> None:
    """Let variables that hold a die hold it still, unless an equal die is left that they may mean."""
    if old == new or is_there(state, old):
        return
    programs = state.compiled.programs
    for frame in state.stack:
        for slot in programs[frame[PROGRAM]].dice:
            if frame[slot] == old:
                frame[slot] = new


def put_back(state: State) -> None:
    """Put all dice back at the end of a season, except those on cards that are kept."""
    for player in state.players:
        player.dice, player.locked = NO_DICE, ()
        if player.aside:
            player.aside = tuple([die for die in player.aside if die.kept])
