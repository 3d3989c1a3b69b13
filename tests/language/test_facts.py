"""Facts and numbers of the rules: each is what its documentation says, 0 where there is nothing to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kingsburg_rules.engine.state import Group
from kingsburg_rules.language.facts import FACTS
from kingsburg_rules.testing import Has, Situation, rules_with

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State

ANN = Has(
    {"gold": 2, "wood": 1, "soldier": 1},
    dice=(2, 5, 5),
    bonus=(3,),
    buildings=("inn", "palisade"),
    cards=("reader",),
)


def on_advisors(state: State) -> None:
    """Ann has three dice on the Squire and one on the Alchemist, and a token is there."""
    place = {each.name: number for number, each in enumerate(state.compiled.places)}
    state.groups = (
        Group(place["squire"], 0, (1, 2), (4,), 0),
        Group(place["alchemist"], 0, (5,), (), 2),
        Group(place["jester"], 1, (1,)),
    )
    state.players[0].built_this_season, state.players[0].rerolls = 1, 2


def read(fact: str, *before: str, when: str = "season.end") -> int:
    """What a fact is for Ann, who plays after Brian and Cindy."""
    return stones(f"{{fact: {fact}}}", *before, when=when)


def stones(value: str, *before: str, when: str = "season.end") -> int:
    """What a value is for Ann: she gets as many stones."""
    steps = ", ".join((*before, f"{{gain: {{stone: {value}}}}}"))
    trigger = f"{{when: {when}, optional: false, do: [{steps}]}}"
    at = Situation(
        rules_with(f"governors: [{{id: reader, name: Reader, triggers: [{trigger}]}}]\n"),
        "spring/season.end" if when == "season.end" else "winter",
        {"Ann": ANN, "Brian": Has(), "Cindy": Has()},
        year=2,
        enemy="orcs_ii_4",
        order=("Brian", "Cindy", "Ann"),
        rolls=("3",),
        prepare=on_advisors,
    )
    return at.has("Ann", "stone")


ADVISOR = "{the: {places: {is: %s}}}"
DICE = "{the: {groups: {owner: me, place: %s}}}"
NOBODY = "{the: {players: {if: {gold: 9}}}}"
NO_CARD = "{the: {cards: {kind: tile, if: {year: 5}}}}"
NO_GROUP = "{the: {groups: {owner: right}}}"
NO_PLACE = "{the: {places: {rank: 99}}}"

READ = {
    "game": {"year": ("year", 2), "players": ("players", 3), "season": ("season", None)},
    "player": {
        "goods": ("goods", 3),
        "buildings": ("buildings", 2),
        "built": ("built", 1),
        "dice": ("dice", 4),
        "dice_total": ("dice_total", 15),
        "faces": ("faces", 3),
        "rerolls": ("rerolls", 2),
        "influenced": ("influenced", 2),
        "turn": ("turn", 3),
        "outcome": ("outcome", None),
    },
    "card": {
        "row": ("{row: inn}", None),
        "column": ("{column: crane}", 2),
        "vp": ("{vp: church}", 7),
        "cost": ("{cost: church}", 6),
        "strength": ("{strength: orcs_ii_4}", 4),
        "year": ("{year: orcs_ii_4}", 2),
        "rank": ("{rank: alchemist}", 6),
        "position": ("{position: alchemist}", 0),
    },
    "place": {"rank": (f"{{rank: {ADVISOR % 'squire'}}}", 2), "dice": (f"{{dice: {ADVISOR % 'squire'}}}", 3)},
    "die": {"shows": ("{shows: {the: {dice: {owner: me, most: shows}}}}", 5)},
    "group": {
        "rank": (f"{{rank: {DICE % 'alchemist'}}}", 6),
        "dice": (f"{{dice: {DICE % 'squire'}}}", 3),
        "total": (f"{{total: {DICE % 'squire'}}}", 7),
    },
}
"""How each fact is read at the end of a season, and what it is."""

IN_WINTER = {"game": {"enemy_strength": 4, "enemy_total": 4}, "player": {"strength": 3 + 1 + 1}}


@pytest.mark.parametrize(
    ("fact", "value"),
    [read for facts in READ.values() for read in facts.values() if read[1] is not None],
)
def test_a_fact_is_the_number_that_it_says(fact: str, value: int) -> None:
    assert read(fact) == value


@pytest.mark.parametrize(("fact", "value"), [read for facts in IN_WINTER.values() for read in facts.items()])
def test_a_fact_of_the_battle_is_the_number_that_it_says(fact: str, value: int) -> None:
    """The King sends 3, a soldier fights, and the palisade adds 1."""
    assert read(fact, when="before.fight") == value


def test_every_fact_is_read_here() -> None:
    """Rows, seasons and outcomes are no numbers; `test_typed_values` compares them."""
    known = {kind: {*facts} for kind, facts in FACTS.items()}
    assert {kind: {*facts} | {*IN_WINTER.get(kind, ())} for kind, facts in READ.items()} == known


@pytest.mark.parametrize(
    "fact",
    [
        f"{{goods: {NOBODY}}}",
        "{strength: inn}",
        "{year: inn}",
        "{cost: orcs_ii_4}",
        "{vp: orcs_ii_4}",
        "{column: orcs_ii_4}",
        "{rank: inn}",
        f"{{rank: {NO_CARD}}}",
        f"{{rank: {NO_PLACE}}}",
        f"{{dice: {NO_PLACE}}}",
        f"{{rank: {NO_GROUP}}}",
        f"{{dice: {NO_GROUP}}}",
        f"{{total: {NO_GROUP}}}",
    ],
)
def test_of_nothing_and_of_other_things_it_is_0(fact: str) -> None:
    assert read(fact) == 0


BEGIN = {
    **{"favor_dice": 1, "favor_goods": 1, "king_dice": 1, "kings_envoy": 1, "kings_reward": 1},
    **{"player_dice": 3, "plus2_value": 2, "strongest_vp": 1},
    **{"soldiers_kept": 0, "turn_priority": 0, "victory_vp": 0, "wins_ties": 0},
}
"""What numbers of the rules are before a card changes them, where that depends on nothing else."""


@pytest.mark.parametrize(("number", "value"), BEGIN.items())
def test_a_number_of_the_rules_begins_with_its_base(number: str, value: int) -> None:
    assert stones(f"{{stat: {number}}}") == value
