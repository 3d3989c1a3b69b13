"""Facts: every number that a card can read, by the kind of thing that it is about.

They are data: schema, checker, reference and texts read them from here. What a player holds of a resource is
a fact too, so packs add further ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

import attr

from kingsburg_rules.engine.decks import FEWEST_PLAYERS, MOST_SEATS
from kingsburg_rules.engine.enemies import enemy_total
from kingsburg_rules.engine.state import REWARD_ONLY
from kingsburg_rules.engine.table import NOBODY
from kingsburg_rules.language.vocabulary import CARD, DIE, GROUP, NUMBER, PLACE, PLAYER, ROW

if TYPE_CHECKING:
    from collections.abc import Callable

    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import CompiledRules

Look: TypeAlias = "Callable[[State, int], int]"
"""Reads a fact of a thing: a seat, a card, a place, a die or a group by its number."""

GAME = "game"
BONUS: Final = 10
"""What is added to the number of a bonus die, so that own and bonus dice differ."""

HIGHEST: Final = 6
"""The highest number that a die shows."""

MOST_YEARS: Final = 20
"""The most years that a game can have."""


@attr.s(auto_attribs=True, eq=False, repr=False)
class Fact:
    """A number that cards can read.

    `needs` is what must be on the table for it to mean anything (see `vocabulary.THINGS`); a fact that is
    `silent` has no value at 0, so no test of it holds then. `stats` are the numbers of the rules that it
    looks at. It usually `gives` a number, which is never below `least` or above `most`.
    """

    name: str
    doc: str
    make: Callable[[CompiledRules], Look]
    needs: str = ""
    silent: bool = False
    stats: tuple[str, ...] = ()
    gives: str = NUMBER
    least: int | None = 0
    most: int | None = None


def _year(state: State, _: int) -> int:
    return state.year


def _players(state: State, _: int) -> int:
    return len(state.players)


def _enemy_strength(state: State, _: int) -> int:
    return state.table.enemies[state.revealed[0]].strength if state.revealed else 0


def _enemy_total(state: State, seat: int) -> int:
    return enemy_total(state, seat) if state.revealed else 0


def _goods(table: CompiledRules) -> Look:
    first, last = table.goods[0], table.goods[-1] + 1
    return lambda state, seat: sum(state.players[seat].stock[first:last])


def _buildings(state: State, seat: int) -> int:
    return (state.players[seat].cards & state.table.building_set).bit_count()


def _built(state: State, seat: int) -> int:
    return state.players[seat].built_this_season


def _dice(state: State, seat: int) -> int:
    player = state.players[seat]
    return len(player.own_dice) + len(player.bonus_dice)


def _dice_total(state: State, seat: int) -> int:
    player = state.players[seat]
    return sum(player.own_dice) + sum(player.bonus_dice)


def _faces(state: State, seat: int) -> int:
    player = state.players[seat]
    return len({*player.own_dice, *player.bonus_dice})


def _rerolls(state: State, seat: int) -> int:
    return state.players[seat].rerolls


def _strength(state: State, seat: int) -> int:
    return state.players[seat].strength


def _influenced(state: State, seat: int) -> int:
    return len({group.place for group in state.groups if group.seat == seat and group.how != REWARD_ONLY})


def _turn(state: State, seat: int) -> int:
    return state.order.index(seat) + 1


def _row(state: State, card: int) -> int:
    building = state.table.buildings.get(card)
    return ord(building.row) if building else 0


def _column(state: State, card: int) -> int:
    building = state.table.buildings.get(card)
    return building.column if building else 0


def _printed_vp(state: State, card: int) -> int:
    building = state.table.buildings.get(card)
    return building.vp if building else 0


def _cost(state: State, card: int) -> int:
    building = state.table.buildings.get(card)
    return sum(amount for _, amount in building.price) if building else 0


def _card_strength(state: State, card: int) -> int:
    enemy = state.table.enemies.get(card)
    return enemy.strength if enemy else 0


def _card_year(state: State, card: int) -> int:
    enemy = state.table.enemies.get(card)
    return enemy.year if enemy else 0


def _card_rank(state: State, card: int) -> int:
    tile = state.table.tiles.get(card)
    if tile:
        return tile[0]
    return next((place.rank for place in state.table.places if place.card == card), 0)


def _rank(state: State, place: int) -> int:
    return state.table.places[place].rank if place != NOBODY else 0


def _dice_there(state: State, place: int) -> int:
    return sum(len(group.own) + len(group.bonus) for group in state.groups if group.place == place)


def _shows(state: State, die: int) -> int:
    del state
    return die % BONUS


def _group_rank(state: State, group: int) -> int:
    return state.table.places[state.groups[group][0]].rank if 0 <= group < len(state.groups) else 0


def _group_dice(state: State, group: int) -> int:
    if not 0 <= group < len(state.groups):
        return 0
    _, _, own, bonus, *_ = state.groups[group]
    return len(own) + len(bonus)


def _group_total(state: State, group: int) -> int:
    if not 0 <= group < len(state.groups):
        return 0
    _, _, own, bonus, *_ = state.groups[group]
    return sum(own) + sum(bonus)


def _always(look: Look) -> Callable[[CompiledRules], Look]:
    """Make a fact that reads the same in all rule sets."""
    return lambda table: look


def _known(*facts: Fact) -> dict[str, Fact]:
    return {fact.name: fact for fact in facts}


FACTS: dict[str, dict[str, Fact]] = {
    GAME: _known(
        Fact("year", "The year, 1 to 5.", _always(_year), most=MOST_YEARS),
        Fact("players", "The number of players.", _always(_players), least=FEWEST_PLAYERS, most=MOST_SEATS),
        Fact(
            "enemy_strength",
            "The strength printed on this winter's enemy card.",
            _always(_enemy_strength),
            needs="enemy",
            silent=True,
        ),
        Fact(
            "enemy_total",
            "The strength of this winter's enemies, including all changes.",
            _always(_enemy_total),
            needs="enemy",
            silent=True,
            stats=("enemy_card_strength", "enemy_total", "wins_ties"),
        ),
    ),
    PLAYER: _known(
        Fact("goods", "How many goods the player has; tokens are not goods (R37).", _goods),
        Fact("buildings", "How many buildings the player owns.", _always(_buildings)),
        Fact("built", "How many buildings the player has constructed this season.", _always(_built)),
        Fact("dice", "How many dice the player has, including bonus dice.", _always(_dice), needs="dice"),
        Fact(
            "dice_total",
            "The sum of all dice the player has, including bonus dice (F56).",
            _always(_dice_total),
            needs="dice",
            silent=True,
        ),
        Fact(
            "faces",
            "How many different numbers the player's dice show; 1 if all are equal.",
            _always(_faces),
            needs="dice",
            silent=True,
            most=HIGHEST,
        ),
        Fact("rerolls", "How often the player has rerolled dice this season.", _always(_rerolls)),
        Fact(
            "strength", "The player's strength in this winter's battle.", _always(_strength), needs="battle"
        ),
        Fact(
            "influenced",
            "How many different advisors have the player's dice now.",
            _always(_influenced),
            needs="groups",
        ),
        Fact(
            "turn",
            "The player's place in the turn order; the first is 1.",
            _always(_turn),
            least=1,
            most=MOST_SEATS,
        ),
    ),
    CARD: _known(
        Fact("row", "The row of a building, to compare with another row.", _always(_row), gives=ROW),
        Fact("column", "The column of a building, 1 to 4.", _always(_column)),
        Fact("vp", "The victory points printed on a building.", _always(_printed_vp), least=None),
        Fact("cost", "The number of goods in the printed price of a building.", _always(_cost)),
        Fact("strength", "The strength printed on an enemy.", _always(_card_strength)),
        Fact("year", "The year printed on an enemy.", _always(_card_year)),
        Fact("rank", "The rank of an advisor or a tile.", _always(_card_rank)),
    ),
    PLACE: _known(
        Fact("rank", "The rank of an advisor; 0 if there is none.", _always(_rank)),
        Fact("dice", "How many dice are on an advisor.", _always(_dice_there)),
    ),
    DIE: _known(Fact("shows", "The number that a die shows.", _always(_shows), most=HIGHEST)),
    GROUP: _known(
        Fact("rank", "The rank of the advisor that a group of dice influences.", _always(_group_rank)),
        Fact("dice", "How many dice are in a group.", _always(_group_dice)),
        Fact("total", "The total of the dice in a group.", _always(_group_total)),
    ),
}
"""Every fact, by what it is about and by name."""
