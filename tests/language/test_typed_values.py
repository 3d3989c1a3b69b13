"""Types: every value is of one, every place needs one, and a value of another type is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingsburg_rules import ContentError, Diagnostic, Rules
from kingsburg_rules.content.checking import check_folder
from kingsburg_rules.language.values import BoundsShape
from kingsburg_rules.language.vocabulary import (
    CARD,
    KINDS,
    NUMBER,
    OUTCOME,
    PLACE,
    PLAYER,
    RESOURCE_KIND,
    ROW,
    SEASON,
)
from kingsburg_rules.testing import Has, Situation, rules_with
from support.packs import written
from support.play import offered, play
from support.value_places import RIGHT, SLOTS, Slot, building, in_a_card

WRONG_NAME = {
    CARD: "link.card",
    PLACE: "link.place",
    RESOURCE_KIND: "link.resource",
    ROW: "schema.pattern",
    SEASON: "schema.word",
    OUTCOME: "schema.word",
}
"""What is wrong with the name of another thing, if it is not the type."""


def problems(cards: str, folder: Path) -> tuple[Diagnostic, ...]:
    return check_folder(written(folder, {"cards.yaml": cards}) / "cards.yaml")


each_slot = pytest.mark.parametrize("slot", [slot for slot in SLOTS if slot.is_plain], ids=str)


def test_values_of_nearly_all_types_are_needed_somewhere() -> None:
    kinds = {slot.kind for slot in SLOTS}
    assert {NUMBER, PLAYER, CARD, PLACE, "die", "marker"} <= kinds
    assert len(SLOTS) > 40


@each_slot
def test_a_value_of_its_type_is_taken(slot: Slot, tmp_path: Path) -> None:
    """Whatever else is wrong with so bare a word, it is not the type."""
    found = problems(in_a_card(slot, RIGHT.get(slot.kind, "nothing")), tmp_path)
    assert not [problem for problem in found if problem.code in ("schema.type", "link.type")], found


@each_slot
def test_a_number_a_name_or_a_thing_of_another_type_is_refused(slot: Slot, tmp_path: Path) -> None:
    """Each time one sentence says which type is needed, or which names there are."""
    what = KINDS[slot.kind]
    player, card = "{the: {players: all}}", "{the: {cards: inn}}"
    wrong = {
        "text" if slot.kind == NUMBER else "number": ("inn" if slot.kind == NUMBER else "3", "schema.type"),
        "thing": (card if slot.kind == PLAYER else player, "link.type"),
    }
    if slot.kind != NUMBER:
        name = "left" if slot.kind == CARD else "inn"
        wrong["name"] = (name, WRONG_NAME.get(slot.kind, "link.type"))
    for case, (value, code) in wrong.items():
        bounded = case == "thing" and isinstance(slot.inner, BoundsShape)
        cards = in_a_card(slot, f"{{min: {value}}}" if bounded else value)
        (problem,) = (
            each for each in problems(cards, tmp_path / case) if each.code not in ("link.deck", "link.kind")
        )
        assert problem.code == code, (case, problem)
        said = f"{what} " if code.endswith(".type") and case != "name" else "needed"
        assert problem.message.startswith(said) or value in problem.message, (case, problem)
        assert problem.line == 9


@pytest.mark.parametrize("key", ["set", "add", "times", "at_least", "at_most"])
def test_what_changes_a_number_of_the_rules_is_a_number(key: str, tmp_path: Path) -> None:
    for value, code in (("me", "schema.type"), ("{the: {players: all}}", "link.type")):
        modifier = f"modifiers: [{{what: battle_strength, {key}: {value}}}]"
        (problem,) = problems(building(modifier), tmp_path / code)
        assert (problem.code, problem.message[:23]) == (code, "a number is needed here")


# Variables, memory and moments


def hut(*steps: str, more: str = "") -> Rules:
    """A governor who does something at the end of every season, whatever its player thinks of it."""
    trigger = f"{{when: season.end, optional: false, do: [{', '.join(steps)}]}}"
    return rules_with(f"governors: [{{id: asker, name: Asker, triggers: [{trigger}]{more}}}]\n")


def done(*steps: str, more: str = "", **has: Has) -> Situation:
    """What comes of it for Ann, between Brian and Cindy."""
    given = {"Ann": Has(), "Brian": Has(), "Cindy": Has(), **has}
    ann = given["Ann"]
    given["Ann"] = Has(ann.resources, ann.dice, ann.bonus, ann.buildings, ann.influenced, cards=("asker",))
    return Situation(hut(*steps, more=more), "spring/season.end", given)


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        (("{set: {x: 1}}", "{set: {x: left}}"), "a number is needed here, not 'left'"),
        (("{set: {x: left}}", "{set: {x: 1}}"), "a player is needed here, not the number 1"),
        (("{set: {x: left}}", "{gain: {vp: $x}}"), "a number is needed here, not a player"),
        (("{set: {x: inn}}",), "it is not clear whether 'inn' is a card"),
        (("{set: {x: {the: {cards: inn}}}}", "{mark: $x}"), "an advisor is needed here, not a card"),
        (("{choose: {dice: me}}", "{mark: $die}"), "an advisor is needed here, not a die"),
        (
            ("{choose: {places: {is: all, as: x}}}", "{set: {x: 1}}"),
            "an advisor is needed here, not the number 1",
        ),
        (
            ("{set: {x: 1}}", "{choose: {places: {is: all, as: x}}}"),
            "'$x' is a number, and cannot become an advisor",
        ),
        (
            ("{choose: {resources: goods}}", "{gain: {vp: $resource}}"),
            "a number is needed here, not a resource",
        ),
        (("{choose: {players: all}}", "{gain: {$player: 1}}"), "a resource is needed here, not a player"),
        (
            ("{branch: {if: {equal: [me, 1]}, then: [{win: {}}]}}",),
            "a player is needed here, not the number 1",
        ),
        (
            ("{branch: {if: {equal: [inn, jester]}, then: [{win: {}}]}}",),
            "the type of what is compared here is not clear",
        ),
        (("{branch: {if: {greater: [{the: {players: all}}, 1]}, then: [{win: {}}]}}",), "a number is needed"),
        (("{branch: {if: {year: {min: {the: {players: all}}}}, then: [{win: {}}]}}",), "a number is needed"),
        (("{set: {x: {nth: [1, left, 3]}}}",), "a player is needed here, not the number 3"),
        (("{set: {x: {nth: [left, 1, 3]}}}",), "a number is needed here, not 'left'"),
        (("{set: {x: {fact: {shows: left}}}}",), "'shows' is a fact of a die, not of a player"),
        (("{set: {x: {fact: {goods: jester}}}}",), "'goods' is a fact of a player, not of a card"),
    ],
)
def test_a_variable_has_the_type_of_its_first_value(steps: tuple[str, ...], told: str) -> None:
    with pytest.raises(ContentError) as refused:
        hut(*steps)
    (problem,) = refused.value.diagnostics
    assert (problem.code, told in problem.message) == (problem.code, True), problem
    assert problem.code in ("link.type", "link.fact")


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("{gain: {gold: {fact: {goods: gold}}}}", "a resource has no facts"),
        ("{gain: {gold: {count: {players: all, different: rank}}}}", "'rank' is a fact of a card"),
        ("{gain: {gold: {count: {resources: goods, different: rank}}}}", "'rank' is a fact of a card"),
        ("{choose: {markers: {most: gold}}}", "a marker has no facts; give a value to compare by"),
        ("{gain: {gold: {stat: king_number}}}", "'king_number' is not known here"),
    ],
)
def test_a_fact_that_things_do_not_have_is_refused(step: str, told: str) -> None:
    with pytest.raises(ContentError, match=told):
        hut(step)


def test_what_a_moment_brings_has_a_type() -> None:
    for step, told in (
        ("{set: {place: 3}}", "an advisor is needed here, not the number 3"),
        ("{gain: {vp: $actor}}", "a number is needed here, not a player"),
        ("{mark: $actor}", "an advisor is needed here, not a player"),
    ):
        trigger = f"{{when: after.influence, by: opponents, do: [{step}]}}"
        with pytest.raises(ContentError, match=told):
            rules_with(f"governors: [{{id: asker, name: Asker, triggers: [{trigger}]}}]\n")


MEMORY = "memory: [{id: rival, type: player}, {id: flag, type: card}, {id: seat, type: place}, {id: count}]"


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("{set: {rival: 1}}", "a player is needed here, not the number 1"),
        ("{set: {flag: left}}", "'left' is not known here"),
        ("{set: {flag: {the: {players: all}}}}", "a card is needed here, not a player"),
        ("{set: {seat: {the: {cards: inn}}}}", "an advisor is needed here, not a card"),
        ("{set: {count: me}}", "a number is needed here, not 'me'"),
        ("{gain: {vp: $rival}}", "a number is needed here, not a player"),
        ("{choose: {places: {is: all, as: count}}}", "the card remembers 'count'; use 'set' to change it"),
    ],
)
def test_what_a_card_remembers_has_a_type(step: str, told: str) -> None:
    with pytest.raises(ContentError, match=told):
        hut(step, more=f", {MEMORY}")


def test_a_card_remembers_a_player_a_card_and_an_advisor_from_season_to_season() -> None:
    """In spring it keeps them, in summer it speaks of them; at first there are none."""
    speak = (
        "{as_player: {player: $rival, do: [{gain: {gold: 1}}]}}",
        "{gain: {vp: {sum: [{fact: {column: $flag}}, {fact: {rank: $seat}}]}}}",
    )
    keep = "{set: {rival: right, flag: palisade, seat: {the: {places: {rank: 5}}}, count: 1}}"
    game = done(*speak, keep, more=f", {MEMORY}")
    assert [game.has(name, "gold") for name in ("Ann", "Brian", "Cindy")] == [0, 0, 0]
    assert game.has("Ann", "vp") == 0, "of nothing a fact is 0"
    again = done(keep, *speak, more=f", {MEMORY}")
    assert [again.has(name, "gold") for name in ("Ann", "Brian", "Cindy")] == [0, 0, 1]
    assert again.has("Ann", "vp") == 1 + 5


def test_nothing_is_a_thing_of_every_type_but_no_number() -> None:
    """It equals nothing, and whatever is done with it is not done."""
    same = "{branch: {if: {equal: [%s, nothing]}, then: [{gain: {vp: 1}}]}}"
    at = done(
        *(
            same % value
            for value in ("nobody", "{the: {places: {rank: 99}}}", "{the: {cards: {zone: hand}}}")
        ),
        same % "me",
        "{mark: nothing}",
        "{move: {card: nothing, to: play}}",
        "{as_player: {player: nothing, do: [{gain: {gold: 5}}]}}",
    )
    assert (at.has("Ann", "vp"), at.state.marks) == (3, ())
    with pytest.raises(ContentError, match="is needed here, not 'nothing'"):
        hut("{gain: {vp: nothing}}")


@pytest.mark.parametrize(
    ("which", "gains"),
    [
        ("1", (1, 0, 0)),
        ("2", (0, 1, 0)),
        ("3", (0, 0, 1)),
        ("0", (0, 0, 0)),
        ("4", (0, 0, 0)),
        ("$n", (0, 1, 0)),
    ],
)
def test_nth_picks_one_of_several_values_of_any_type(which: str, gains: tuple[int, ...]) -> None:
    pick = f"{{as_player: {{player: {{nth: [{which}, me, left, right]}}, do: [{{gain: {{gold: 1}}}}]}}}}"
    at = done("{set: {n: 2}}", pick)
    assert tuple(at.has(name, "gold") for name in ("Ann", "Brian", "Cindy")) == gains
    cards = done(
        f"{{set: {{n: 2}}}}, {{gain: {{vp: {{fact: {{column: {{nth: [{which}, inn, market, farm]}}}}}}}}}}"
    )
    columns = {"1": 1, "2": 2, "3": 3, "$n": 2}
    assert cards.has("Ann", "vp") == columns.get(which, 0)


def test_the_owner_is_whose_card_it_is_whoever_is_at_work() -> None:
    """In a loop over players `me` is each of them; `owner` stays who it was."""
    loop = "{for_each: {players: opponents, do: [%s]}}"
    thanks = "{as_player: {player: owner, do: [{gain: {vp: 1}}]}}"
    deep = "{as_player: {player: left, do: [%s]}}"
    at = done(loop % f"{{gain: {{gold: 1}}}}, {thanks}", deep % (deep % thanks), thanks)
    assert [at.has(name, "gold") for name in ("Ann", "Brian", "Cindy")] == [0, 1, 1]
    assert [at.has(name, "vp") for name in ("Ann", "Brian", "Cindy")] == [2 + 1 + 1, 0, 0]


def test_a_bag_may_name_a_resource_by_a_variable() -> None:
    at = done(
        "{choose: {resources: [wood, stone]}}", "{gain: {$resource: 2, gold: 1}}", "{lose: {$resource: 1}}"
    )
    assert offered(at) == ["choose wood", "choose stone"]
    play(at, "Ann: choose stone")
    assert [at.has("Ann", good) for good in ("gold", "wood", "stone")] == [1, 0, 1]


@pytest.mark.parametrize(
    ("bounds", "holds"),
    [
        ("$n", True),
        ("{min: $n}", True),
        ("{min: $n, max: {sum: [$n, 1]}}", True),
        ("{max: {sum: [$n, -1]}}", False),
        ("{min: {fact: players}}", False),
    ],
)
def test_bounds_are_numbers_variables_or_worked_out(bounds: str, *, holds: bool) -> None:
    """Ann holds two goods: as a test by the name of the fact, in a query, and of a variable."""
    give = "then: [{gain: {vp: 1}}]"
    at = done(
        "{set: {n: 2, held: {fact: goods}}}",
        f"{{branch: {{if: {{goods: {bounds}}}, {give}}}}}",
        f"{{branch: {{if: {{$held: {bounds}}}, {give}}}}}",
        f"{{branch: {{if: {{exists: {{places: {{is: squire, rank: {bounds}}}}}}}, {give}}}}}",
        Ann=Has({"gold": 1, "wood": 1}),
    )
    assert at.has("Ann", "vp") == 3 * holds


# Values in queries and tests: written down, or known only in play

WORKED_OUT = {
    "count: {cards: {owner: me, row: $row}}": 2,
    "count: {cards: {owner: me, row: [$row, B]}}": 3,
    "count: {cards: {owner: me, row: {fact: {row: inn}}}}": 2,
    "count: {cards: {owner: me, row: nothing}}": 0,
    "count: {cards: {owner: me, column: $two}}": 1,
    "count: {cards: {owner: me, column: {sum: [$two, 2]}}}": 1,
    "count: {cards: {owner: me, column: {fact: {column: market}}}}": 1,
    "count: {cards: {owner: me, vp: {min: $two}}}": 1,
    "count: {cards: {owner: me, cost: {max: $two}}}": 1,
    "count: {cards: {owner: me, kind: building}, different: {fact: {row: $card}}}": 2,
    "count: {cards: {owner: me, kind: building}, different: {fact: {column: $card}}}": 3,
    "count: {resources: [$good, goods]}": 3,
    "count: {resources: [{the: {resources: {among: goods, held_by: me}}}]}": 1,
    "count: {players: {most: $two}}": 3,
    "count: {players: {fewest: {sum: [{fact: gold}]}}}": 2,
    "sum: [$two]": 2,
    "max: [{fact: gold}]": 1,
    "max: [{fact: gold}, 4]": 4,
    "min: {cards: {owner: me, kind: building}, of: {fact: {column: $card}}}": 1,
    "div: [5]": 5,
}
"""Values for Ann, with what they are: she has the Inn, the Market and the Cathedral, and 1 gold."""


@pytest.mark.parametrize(("value", "expected"), WORKED_OUT.items(), ids=WORKED_OUT)
def test_what_a_query_asks_for_may_be_worked_out(value: str, expected: int) -> None:
    at = done(
        "{set: {row: {fact: {row: inn}}, two: 2, good: gold}}",
        f"{{gain: {{stone: {{{value}}}}}}}",
        Ann=Has({"gold": 1}, buildings=("inn", "market", "cathedral")),
    )
    assert at.has("Ann", "stone") == expected


def test_rows_seasons_and_outcomes_are_values() -> None:
    """They are set, remembered, compared and asked for like any other thing."""
    remembered = "memory: [{id: row, type: row}, {id: when, type: season}, {id: end, type: outcome}]"
    at = done(
        "{branch: {if: {equal: [$when, nothing]}, then: [{gain: {vp: 1}}]}}",
        "{set: {row: C, when: {fact: season}, end: victory}}",
        "{branch: {if: {season: $when}, then: [{gain: {gold: 1}}]}}",
        "{branch: {if: {season: [$when, winter]}, then: [{gain: {wood: 1}}]}}",
        "{branch: {if: {equal: [$end, victory]}, then: [{gain: {stone: 1}}]}}",
        "{branch: {if: {outcome: $end}, then: [{gain: {soldier: 1}}]}}",
        "{branch: {if: {equal: [{fact: outcome}, nothing]}, then: [{gain: {plus2: 1}}]}}",
        more=f", {remembered}",
    )
    gains = {name: at.has("Ann", name) for name in ("vp", "gold", "wood", "stone", "soldier", "plus2")}
    assert gains == {"vp": 1, "gold": 1, "wood": 1, "stone": 1, "soldier": 0, "plus2": 1}


def test_no_season_is_nothing() -> None:
    steps = "{branch: {if: {equal: [{fact: season}, nothing]}, then: [{gain: {vp: 1}}]}}"
    trigger = f"{{when: year.start, optional: false, do: [{steps}]}}"
    rules = rules_with(f"governors: [{{id: asker, name: Asker, triggers: [{trigger}]}}]\n")
    assert (
        Situation(rules, "year.start", {"Ann": Has(cards=("asker",)), "Brian": Has()}).has("Ann", "vp") == 1
    )


def test_what_a_permission_is_about_may_be_worked_out() -> None:
    """It is worked out anew whenever dice are placed."""

    def placed(permission: str, buildings: tuple[str, ...], **has: int) -> list[str]:
        card = f"{{id: asker, name: Asker, memory: [{{id: kept}}], permissions: [{{{permission}}}]}}"
        at = Situation(
            rules_with(f"governors: [{card}]\n"),
            "spring/influence",
            {
                "Ann": Has(dict(has), dice=(1, 4), buildings=buildings, cards=("asker",)),
                "Brian": Has(dice=(6,)),
            },
            order=("Ann", "Brian"),
        )
        return [each.removeprefix("influence ") for each in offered(at, "influence")]

    by_two = placed("influence_shift: {by: [{fact: buildings}]}", ("inn", "palisade"))
    assert "architect 1 via asker" in by_two
    assert "squire 1 via asker" not in by_two
    by_one = placed("influence_shift: {by: [{fact: buildings}]}", ("inn",))
    assert "squire 1 via asker" in by_one
    assert "architect 1 via asker" not in by_one
    wild = placed("influence_wild: {ranks: [{sum: [{fact: buildings}, 7]}]}", ("inn", "palisade"))
    assert [option for option in wild if "via" in option] == [
        "master_hunter 1 via asker",
        "master_hunter 4 via asker",
    ]
    token = placed("token_values: {values: [{fact: buildings}]}", ("inn", "palisade", "statue"), plus2=1)
    assert [option for option in token if "plus" in option] == [
        "merchant 1 plus3",
        "astronomer 4 plus3",
        "treasurer 4+1 plus3",
    ]
