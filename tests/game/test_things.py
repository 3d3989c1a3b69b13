"""What cards remember that is not a number: views, events and the catalog say what it is."""

from __future__ import annotations

import pytest

from kingsburg_rules import (
    AdvisorThing,
    AnyThing,
    CardThing,
    Noted,
    OptionThing,
    PlayerThing,
    ResourceThing,
    RowThing,
    SeatView,
    catalog_of,
    describe,
)
from kingsburg_rules.game.showing import view_of
from kingsburg_rules.render import text
from kingsburg_rules.testing import Has, Situation, rules_with
from support.play import only

CARD = """
governors:
  - id: diary
    name: Diary
    memory: [{id: favorite, type: %s}]
    triggers: [{when: season.end, optional: false, do: [{set: {favorite: %s}}]}]
"""

KINDS: dict[str, tuple[str, AnyThing]] = {
    "player": ("left", PlayerThing("Brian")),
    "card": ("inn", CardThing("inn")),
    "place": ("jester", AdvisorThing("jester")),
    "resource": ("wood", ResourceThing("wood")),
    "row": ("B", RowThing("B")),
    "season": ("winter", OptionThing("winter")),
    "outcome": ("victory", OptionThing("victory")),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_view_says_what_a_card_remembers(kind: str) -> None:
    written, thing = KINDS[kind]
    rules = rules_with(CARD % (kind, written))
    at = Situation(rules, "spring/season.end", {"Ann": Has(cards=("diary",)), "Brian": Has()})
    player = at.state.players[0]
    assert (player.memory, player.things) == ({}, {"diary": {"favorite": thing}})
    assert [(event.value, event.thing) for event in only(at.events, Noted)] == [(1, thing)]
    (number,) = [one for one in catalog_of(rules).numbers if one.card == "diary"]
    assert (number.type, number.start, number.shared) == (kind, 0, False)
    view = view_of(at.position()._state, 0, rules)
    assert SeatView.from_json(view.to_json(), rules).table == view.table
    assert "favorite: " in text(view)


def test_people_read_what_it_is() -> None:
    rules = rules_with(CARD % ("player", "left"))
    noted = Noted("diary", "Ann", "favorite", 1, PlayerThing("Brian"))
    assert describe(noted, rules) == "Diary: “favorite” is now Brian for Ann."
    nothing = Noted("diary", None, "favorite", 0, OptionThing("nothing"))
    assert describe(nothing, rules) == "Diary: “favorite” is now nothing."
