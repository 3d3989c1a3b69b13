"""Facts: every number that a card can read, by the kind of thing that it is about.

They are data: schema, checker, reference and texts read them from here. What a player holds of a resource is
a fact too, so packs add further ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

import attr

from kingsburg_rules.engine.compiled_rules import FEWEST_SEATS, MOST_SEATS, NOBODY
from kingsburg_rules.engine.dice import BONUS, HIGHEST
from kingsburg_rules.engine.state import REWARD_ONLY
from kingsburg_rules.engine.stats import enemy_total, fighting, has_enemy
from kingsburg_rules.engine.zones import position_of
from kingsburg_rules.language.vocabulary import CARD, DIE, GROUP, NUMBER, OUTCOME, PLACE, PLAYER, ROW, SEASON

if TYPE_CHECKING:
    from collections.abc import Callable

    from kingsburg_rules.engine.compiled_rules import Building, Enemy
    from kingsburg_rules.engine.state import Group, State

Look: TypeAlias = "Callable[[State, int], int]"
"""Reads a fact of a thing: a seat, a card, a place, a die or a group by its number."""

GAME: Final = "game"
MOST_YEARS: Final = 20
"""The most years that a game can have."""


@attr.s(auto_attribs=True, eq=False, repr=False)
class Fact:
    """A number that cards can read.

    `needs` is what must be on the table for it to mean anything (see `vocabulary.THINGS`); a fact that is
    `silent` has no value at 0, so no test of it holds then. `stats` are the numbers of the rules that it
    looks at. It usually `gives` a number, which is never below `least` or above `most`. `lasts` says how long
    it is there, if it is not always.
    """

    name: str
    doc: str
    look: Look
    needs: str = ""
    silent: bool = False
    stats: tuple[str, ...] = ()
    gives: str = NUMBER
    least: int | None = 0
    most: int | None = None
    lasts: str = ""


_SEASON: Final = "Counted anew from the start of each season; until then, that of the season before."
_HAND: Final = "From the roll until the dice are placed; what is left goes back after `season.last`."
_ADVISORS: Final = "Until the dice go back, after `season.last`."
_ENEMY: Final = (
    "From the moment at which the enemy is turned over until it is put away, after `winter.end`; else 0."
)
_BATTLE: Final = "From the player's battle until the soldiers go home, after `winter.end`; else 0."


def _of_building(read: Callable[[Building], int]) -> Look:
    """Make a printed fact of a building; 0 for any other card."""
    return lambda state, card: read(found) if (found := state.compiled.buildings.get(card)) else 0


def _of_enemy(read: Callable[[Enemy], int]) -> Look:
    """Make a printed fact of an enemy; 0 for any other card."""
    return lambda state, card: read(found) if (found := state.compiled.enemies.get(card)) else 0


def _of_group(read: Callable[[Group], int]) -> Look:
    """Make a fact of a group of dice; 0 if it is not there."""
    return lambda state, group: read(state.groups[group]) if 0 <= group < len(state.groups) else 0


def _goods(state: State, seat: int) -> int:
    # The goods of a rule set have numbers in a row.
    goods = state.compiled.goods
    return sum(state.players[seat].stock[goods[0] : goods[-1] + 1])


def _enemy_strength(state: State, _: int) -> int:
    enemies = fighting(state)
    return state.compiled.enemies[enemies[0]].strength if enemies else 0


def _enemy_total(state: State, seat: int) -> int:
    return enemy_total(state, seat) if has_enemy(state, seat) else 0


def _buildings(state: State, seat: int) -> int:
    return (state.players[seat].cards & state.compiled.building_set).bit_count()


def _influenced(state: State, seat: int) -> int:
    # A reward that a card added counts as no influence (F70).
    return len({group.place for group in state.groups if group.seat == seat and group.how != REWARD_ONLY})


def _card_rank(state: State, card: int) -> int:
    tile = state.compiled.tiles.get(card)
    if tile:
        return tile[0]
    # An advisor of the board is a card with one place; of a card with several, the first counts.
    return next((place.rank for place in state.compiled.places if place.card == card), 0)


def _rank(state: State, place: int) -> int:
    return state.compiled.places[place].rank if place != NOBODY else 0


def _dice_there(state: State, place: int) -> int:
    return sum(len(group.own) + len(group.bonus) for group in state.groups if group.place == place)


def _group_rank(state: State, group: int) -> int:
    return _rank(state, state.groups[group].place) if 0 <= group < len(state.groups) else 0


def _known(*facts: Fact) -> dict[str, Fact]:
    return {fact.name: fact for fact in facts}


FACTS: Final[dict[str, dict[str, Fact]]] = {
    GAME: _known(
        Fact("year", "The year, from 1.", lambda state, _: state.year, most=MOST_YEARS),
        Fact(
            "players",
            "The number of players, including seats without one.",
            lambda state, _: len(state.players),
            least=FEWEST_SEATS,
            most=MOST_SEATS,
        ),
        Fact(
            "enemy_strength",
            "The strength printed on this winter's enemy card, or on that of the battle now.",
            _enemy_strength,
            needs="enemy",
            silent=True,
            lasts=_ENEMY,
        ),
        Fact(
            "enemy_total",
            "The strength of this winter's enemies, or of those that fight now, including all changes.",
            _enemy_total,
            needs="enemy",
            silent=True,
            stats=("enemy_card_strength", "enemy_total", "wins_ties"),
            lasts=_ENEMY,
        ),
        Fact(
            "season",
            "The season, to compare with another one; nothing between the seasons.",
            lambda state, _: state.season or NOBODY,
            gives=SEASON,
            lasts="From the start of a season until the next phase; winter lasts to the end of the year.",
        ),
    ),
    PLAYER: _known(
        Fact("goods", "How many goods the player has; tokens are not goods (R37).", _goods),
        Fact("buildings", "How many buildings the player owns.", _buildings),
        Fact(
            "built",
            "How many buildings the player has constructed this season.",
            lambda state, seat: state.players[seat].built_this_season,
            lasts=_SEASON,
        ),
        Fact(
            "dice",
            "How many dice the player has in hand, including bonus dice and locked ones.",
            lambda state, seat: len(state.players[seat].dice.own) + len(state.players[seat].dice.bonus),
            needs="dice",
            lasts=_HAND,
        ),
        Fact(
            "dice_total",
            "The sum of all dice the player has in hand, including bonus dice and locked ones (F56).",
            lambda state, seat: state.players[seat].dice.total,
            needs="dice",
            silent=True,
            lasts=_HAND,
        ),
        Fact(
            "faces",
            "How many different numbers the dice in the player's hand show; 1 if all are equal.",
            lambda state, seat: len({*state.players[seat].dice.own, *state.players[seat].dice.bonus}),
            needs="dice",
            silent=True,
            most=HIGHEST,
            lasts=_HAND,
        ),
        Fact(
            "rerolls",
            "How often the player has rerolled dice this season.",
            lambda state, seat: state.players[seat].rerolls,
            lasts=_SEASON,
        ),
        Fact(
            "strength",
            "The player's strength in the latest battle, until the soldiers go home.",
            lambda state, seat: state.players[seat].strength,
            needs="battle",
            lasts=_BATTLE,
        ),
        Fact(
            "influenced",
            "How many different advisors have the player's dice now.",
            _influenced,
            needs="groups",
            lasts=_ADVISORS,
        ),
        Fact(
            "turn",
            "The player's place in the turn order; the first is 1.",
            lambda state, seat: state.order.index(seat) + 1,
            least=1,
            most=MOST_SEATS,
            lasts="Until the turn order changes: the order of a season stands until that of the next is set.",
        ),
        Fact(
            "outcome",
            "How the player's battle ends, or has ended this winter, to compare with another outcome.",
            lambda state, seat: state.players[seat].outcome,
            needs="battle",
            gives=OUTCOME,
            lasts="From the player's battle until the soldiers go home, after `winter.end`; else nothing.",
        ),
    ),
    CARD: _known(
        Fact(
            "row",
            "The row of a building, to compare with another row.",
            _of_building(lambda building: ord(building.row)),
            gives=ROW,
        ),
        Fact("column", "The column of a building, from the left.", _of_building(lambda card: card.column)),
        Fact(
            "vp",
            "The victory points printed on a building.",
            _of_building(lambda building: building.vp),
            least=None,
        ),
        Fact(
            "cost",
            "The number of goods in the printed price of a building.",
            _of_building(lambda building: sum(amount for _, amount in building.price)),
        ),
        Fact("strength", "The strength printed on an enemy.", _of_enemy(lambda enemy: enemy.strength)),
        Fact("year", "The year printed on an enemy.", _of_enemy(lambda enemy: enemy.year)),
        Fact("rank", "The rank of an advisor or a tile.", _card_rank),
        Fact(
            "position",
            "The place of a card in the display or, if it is known, in its deck, from the top; else 0.",
            position_of,
        ),
    ),
    PLACE: _known(
        Fact("rank", "The rank of an advisor; 0 if there is none.", _rank),
        Fact("dice", "How many dice are on an advisor.", _dice_there, lasts=_ADVISORS),
    ),
    DIE: _known(Fact("shows", "The number that a die shows.", lambda _, die: die % BONUS, most=HIGHEST)),
    GROUP: _known(
        Fact(
            "rank", "The rank of the advisor that a group of dice influences.", _group_rank, lasts=_ADVISORS
        ),
        Fact(
            "dice",
            "How many dice are in a group.",
            _of_group(lambda group: len(group.own) + len(group.bonus)),
            lasts=_ADVISORS,
        ),
        Fact(
            "total",
            "The total of the dice in a group.",
            _of_group(lambda group: sum(group.own) + sum(group.bonus)),
            lasts=_ADVISORS,
        ),
    ),
}
"""Every fact, by what it is about and by name."""
