"""Stats: numbers of the rules that cards may change while they are in play; and what they permit and close.

A stat is computed when it is needed and never stored; what is not in `state.changing` is as the rules say,
so that numbers which nobody changes cost one look. The base value comes from the rules; the modifiers of
the player's cards, of the cards in force and of lasting effects apply to it in a fixed order: set, add,
times, at least, at most. A lasting effect keeps the value it had when it started, and ends with an event.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Final

from kingsburg_rules.engine.compiled_rules import NOBODY, Modifier
from kingsburg_rules.engine.loop import out_of_budget
from kingsburg_rules.engine.state import ENDING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kingsburg_rules.engine.compiled_rules import ActiveEffects, Frame, Number, Permission
    from kingsburg_rules.engine.state import State

SET: Final = 0
ADD: Final = 1
TIMES: Final = 2
AT_LEAST: Final = 3
AT_MOST: Final = 4


def stat(state: State, what: int, me: int, base: int, *payload: int) -> int:
    """Return the value of a stat for a player, or for nobody; its modifiers may test the payload."""
    if what not in state.changing:
        return base
    own = state.players[me].effects.modifiers.get(what) if me >= 0 else None
    general = state.effects.modifiers.get(what)
    if state.lasting:
        own = _with_lasting(state, what, me, own)
    if own is None:
        if general is None:
            return base
        modifiers = general
    else:
        # Sorting is stable: of one rank, the changes of the game's cards come before those of the player's.
        modifiers = tuple(sorted((*general, *own), key=_rank)) if general else own
    return changed(state, modifiers, [0, 0, me, *payload], base)


def fitting(state: State, effects: Sequence[ActiveEffects], what: int, *payload: int) -> tuple[Modifier, ...]:
    """List the modifiers of a stat that can apply to a payload, whatever the position, in their order."""
    frame = [0, 0, NOBODY, *payload]
    every = [modifier for one in effects for modifier in one.modifiers.get(what, ())]
    return tuple(sorted((m for m in every if m.fits is None or m.fits(state, frame)), key=_rank))


def is_changed(state: State, what: int, me: int) -> bool:
    """Return whether anything in play may change a stat for a player, or for nobody."""
    return state.changing.get(what, 0) & (ENDING | 1 | 2 << me if me >= 0 else ENDING | 1) != 0


def changes_of(state: State, what: int, me: int, base: int, *payload: int) -> list[tuple[int, int]]:
    """List the cards that change a stat for a player, in the order in which they apply, and by how much."""
    own = _with_lasting(state, what, me, state.players[me].effects.modifiers.get(what)) or ()
    general = state.effects.modifiers.get(what, ())
    frame = [0, 0, me, *payload]
    found: list[tuple[int, int]] = []
    for modifier in sorted((*general, *own), key=_rank):
        value = changed(state, (modifier,), frame, base)
        if value != base:
            found.append((modifier.card, value - base))
        base = value
    return found


def _with_lasting(
    state: State, what: int, me: int, own: tuple[Modifier, ...] | None
) -> tuple[Modifier, ...] | None:
    """Add the lasting effects on a stat to the modifiers of a player's cards, in the fixed order."""
    found: list[Modifier] = []
    for number, seat, value, _ in state.lasting:
        effect = state.compiled.lasting[number]
        if effect.stat == what and seat in (me, NOBODY):
            found.append(Modifier(effect.card, what, effect.test, effect.rank, _constant(value)))
    return tuple(sorted((*(own or ()), *found), key=_rank)) if found else own


def _constant(value: int) -> Number:
    return lambda state, frame: value


def _rank(modifier: Modifier) -> int:
    return modifier.rank


def changed(state: State, modifiers: tuple[Modifier, ...], frame: Frame, value: int) -> int:
    """Apply modifiers to a number; those that do not hold now leave it as it is."""
    state.budget -= len(modifiers)
    if state.budget < 0:
        raise out_of_budget(state, state.compiled.cards[modifiers[0].card].ref)
    for modifier in modifiers:
        if modifier.test is None or modifier.test(state, frame):
            value = _CHANGES[modifier.rank](value, modifier.value(state, frame))
    return value


def _set(_: int, by: int) -> int:
    return by


# By rank: the order in which changes apply is the place of what they do.
_CHANGES: Final[tuple[Callable[[int, int], int], ...]] = (_set, operator.add, operator.mul, max, min)


# The enemies of this winter, or of the battle that is being fought: their strength, what they bring and take


def fighting(state: State) -> tuple[int, ...]:
    """Return the enemies of the battle that is being fought, or else this winter's."""
    return state.foes or state.revealed


def has_enemy(state: State, me: int) -> bool:
    """Return whether there is an enemy for a player, so that its strength means something."""
    return bool(state.foes or state.revealed) or (me >= 0 and state.players[me].against is not None)


def enemy_type(state: State, card: int) -> int:
    """Return the type as which an enemy card fights; a card in play may have changed the printed type."""
    return state.enemy_types.get(card, state.compiled.enemies[card].type)


def enemy_total(state: State, me: int) -> int:
    """Add up the strength of the enemies, including changes by cards in play, unless the battle names it."""
    compiled = state.compiled
    if me >= 0:
        named = state.players[me].against
        if named is not None:
            return named
    each, together = compiled.stat["enemy_card_strength"], compiled.stat["enemy_total"]
    total = 0
    for card in state.foes or state.revealed:
        strength = compiled.enemies[card].strength
        total += stat(state, each, me, strength, card) if each in state.changing else strength
    return stat(state, together, me, total) if together in state.changing else total


def _sum(bags: Sequence[Mapping[str, int]]) -> Mapping[str, int]:
    """Add up the bags of several enemy cards."""
    return {key: sum(bag.get(key, 0) for bag in bags) for key in {key for bag in bags for key in bag}}


def printed_reward(state: State) -> Mapping[str, int]:
    """Add up what the enemy cards bring to a victor; usually there is only one."""
    cards, enemies = state.foes or state.revealed, state.compiled.enemies
    return enemies[cards[0]].reward if len(cards) == 1 else _sum([enemies[card].reward for card in cards])


def printed_penalty(state: State) -> Mapping[str, int]:
    """Add up what the enemy cards take from the defeated."""
    cards, enemies = state.foes or state.revealed, state.compiled.enemies
    return enemies[cards[0]].penalty if len(cards) == 1 else _sum([enemies[card].penalty for card in cards])


# What cards permit and close


def granted(state: State, who: int, kind: str) -> tuple[Permission, ...]:
    """List the permissions of a kind that a player has and whose tests hold now."""
    permissions = state.players[who].effects.permissions.get(kind, ())
    if permissions and FORBIDDEN in state.permitting and forbidden_by(state, who, kind) != NOBODY:
        return ()
    frame = [0, 0, who]
    return tuple([p for p in permissions if p.test is None or p.test(state, frame)])


FORBIDDEN: Final = "forbidden"
EXTRAS: Final = (
    *("plus2", "bonus_die", "envoy"),
    *("influence_shift", "influence_wild", "token_values", "any_season", "spend_as"),
)
"""What a card can forbid: what helps players besides their own dice and goods, by kind."""


def is_forbidden(state: State, who: int, extra: str) -> bool:
    """Return whether a card in play forbids a player something, whatever permits it."""
    return FORBIDDEN in state.permitting and forbidden_by(state, who, extra) != NOBODY


def forbidden_by(state: State, who: int, extra: str) -> int:
    """Find the card that forbids a player something; NOBODY if none does."""
    number = EXTRAS.index(extra)
    everybody = (state.effects, *[player.effects for player in state.players])
    for owner, effects in enumerate(everybody, start=NOBODY):
        for permission in effects.permissions.get(FORBIDDEN, ()):
            frame = [0, 0, who, owner]
            holds = permission.test is None or permission.test(state, frame)
            if number in permission.values and holds:
                return permission.card
    return NOBODY


def rank_of(state: State, who: int, place: int) -> int:
    """Return the dice total that influences an advisor, for a player or for nobody in particular."""
    return stat(state, state.compiled.stat["rank"], who, state.compiled.places[place].rank, place)


def ranks_for(state: State, who: int) -> tuple[int, ...]:
    """List the ranks of all places for a player, or for nobody; () if they are as printed."""
    if not is_changed(state, state.compiled.stat["rank"], who):
        return ()
    return tuple([rank_of(state, who, place.index) for place in state.compiled.places])


def numbers_of(state: State, permission: Permission, who: int) -> tuple[int, ...]:
    """List the numbers that a permission is about, for the player who uses it."""
    if permission.look is None:
        return permission.values
    # They are worked out before any place is in question.
    return tuple(permission.look(state, [0, 0, who, NOBODY]))


ROOM: Final = 1
"""The number of groups of dice that an advisor has room for; only the envoy lets more in (R08)."""

CLOSED: Final = "closed"
CLOSED_BUILDINGS: Final = "closed buildings"
"""The kinds of the permissions that close advisors and buildings."""


def full_places(state: State, who: int) -> int:
    """Find the places where a player (NOBODY: neutral dice) cannot put dice without the envoy, as a bit set.

    A player with dice there cannot come a second time, however much room there is.
    """
    room = state.compiled.stat["places_at"]
    if not is_changed(state, room, who):
        return state.taken
    groups = [0] * len(state.compiled.places)
    full = 0
    for place, seat, *_ in state.groups:
        groups[place] += 1
        full |= int(seat == who) << place
    # An advisor without dice may be full as well: a card can leave no room for anybody.
    for place, there in enumerate(groups):
        if there >= stat(state, room, who, ROOM, place):
            full |= 1 << place
    return full


def closed_to(state: State, who: int, kind: str = CLOSED) -> int:
    """Find the places, or the buildings, that cards in play close to a player, as a bit set."""
    closed = 0
    for _, things in _closing(state, who, kind):
        for thing in things:
            closed |= 1 << thing
    return closed


def closed_by(state: State, who: int, thing: int, kind: str = CLOSED) -> int:
    """Find the card that closes an advisor or a building to a player; NOBODY if none does."""
    return next((card for card, things in _closing(state, who, kind) if thing in things), NOBODY)


def _closing(state: State, who: int, kind: str) -> list[tuple[int, Sequence[int]]]:
    """List the cards in play that close something to a player, with what they close."""
    found: list[tuple[int, Sequence[int]]] = []
    if kind in state.permitting:
        everybody = (state.effects, *[player.effects for player in state.players])
        for owner, effects in enumerate(everybody, start=NOBODY):
            frame = [0, 0, who, owner]
            for one in effects.permissions.get(kind, ()):
                if one.look is not None and (one.test is None or one.test(state, frame)):
                    found.append((one.card, one.look(state, frame)))
    return found
