"""Queries: what each kind finds, alike in every use; repetitions, offers and choices that rest on them."""

from __future__ import annotations

import pytest

from kingsburg_rules import Choose, Mark, RowThing, Rules
from kingsburg_rules.engine.state import State
from kingsburg_rules.language.registry import QUERIES
from kingsburg_rules.testing import Has, Situation, rules_with
from support.play import asked, offered, play

AT = "spring/dice.change"
"""A moment at which everybody has dice in hand, and some lie on advisors already."""


def asker(*steps: str) -> Rules:
    trigger = f"{{when: dice.change, optional: false, do: [{', '.join(steps)}]}}"
    return rules_with(f"governors: [{{id: asker, name: Asker, triggers: [{trigger}]}}]\n")


TABLE = {
    "Ann": Has(
        {"gold": 2, "wood": 1, "vp": 3},
        dice=(2, 3, 3),
        bonus=(6,),
        buildings=("statue", "inn", "market"),
        influenced=("jester", "merchant"),
        cards=("asker",),
    ),
    "Brian": Has({"gold": 2}, dice=(1, 1, 5), buildings=("inn", "palisade"), influenced=("queen",)),
    "Cindy": Has(dice=(4, 4, 4), influenced=("squire",)),
}


def at_table(*steps: str) -> Situation:
    """What Ann, who sits between Brian and Cindy, does with dice in hand."""

    def prepare(state: State) -> None:
        card, places = state.compiled.card, {place.name: place.index for place in state.compiled.places}
        state.marks = {(card["asker"], places["king"], 1): 1, (card["asker"], places["squire"], 0): 2}

    return Situation(asker(*steps), AT, TABLE, prepare=prepare)


def gained(at: Situation, player: str = "Ann") -> dict[str, int]:
    """What a player has more than at the start."""
    before = TABLE[player].resources
    names = ("gold", "wood", "stone", "plus2", "soldier", "vp")
    return {name: at.has(player, name) - before.get(name, 0) for name in names}


@pytest.mark.parametrize(
    "value",
    [
        "{sum: {players: all, of: {fact: {gold: owner}}}}",
        "{times: [3, {count: {players: {if: {exists: {players: {is: owner, if: {wood: 1}}}}}}}]}",
    ],
)
def test_owner_is_who_asks_about_each_player(value: str) -> None:
    """Within the question `me` is each of the three, and `owner` is Ann."""
    expected = 6 if value.startswith("{sum") else 9
    assert gained(at_table(f"{{gain: {{stone: {value}}}}}"))["stone"] == expected


def test_owner_is_who_is_compared_and_who_offers() -> None:
    most = "{most: {of: {sum: [{fact: {gold: owner}}, {fact: wood}]}, alone: true}}"
    assert gained(at_table(f"{{branch: {{if: {most}, then: [{{gain: {{stone: 1}}}}]}}}}"))["stone"] == 1
    able = "{equal: [{fact: {wood: owner}}, 1], wood: 0}"
    assert offered(at_table(f"{{offer: {{to: left, if: {able}, do: [{{gain: {{stone: 1}}}}]}}}}")) == [
        "choose accept",
        "choose refuse",
    ]


# What is found

FOUND = {
    "players: all": ["Brian", "Cindy", "Ann"],
    "players: opponents": ["Brian", "Cindy"],
    "players: neighbors": ["Brian", "Cindy"],
    "players: {is: [me, right]}": ["Cindy", "Ann"],
    "players: {most: gold}": ["Brian", "Ann"],
    "players: {most: [gold, wood]}": ["Ann"],
    "players: {among: opponents, most: [gold, wood]}": ["Brian"],
    "players: {most: gold, tied: true}": ["Brian", "Ann"],
    "players: {most: gold, tied: false}": [],
    "players: {fewest: [goods, vp], tied: false}": ["Cindy"],
    "players: {fewest: {sum: [{fact: vp}, {fact: wood}]}}": ["Brian", "Cindy"],
    "players: {if: {gold: 2, wood: {min: 1}}}": ["Ann"],
    "players: {if: {exists: {cards: {owner: me, kind: building}}}}": ["Brian", "Ann"],
    "players: {if: {greater: [{fact: {goods: owner}}, {fact: goods}]}}": ["Brian", "Cindy"],
    "players: {most: {min: [{fact: vp}, {fact: {gold: owner}}]}}": ["Ann"],
    "cards: {owner: me, kind: building}": ["inn", "market", "statue"],
    "cards: {owner: left, kind: building}": ["inn", "palisade"],
    "cards: {kind: building}": ["inn", "market", "palisade", "statue"],
    "cards: [inn, farm, palisade]": ["inn", "palisade"],
    "cards: {is: [inn, palisade], owner: me}": ["inn"],
    "cards: {is: [this], owner: me}": ["asker"],
    "cards: {is: [{the: {cards: {owner: left}}}]}": ["inn"],
    "cards: {row: [B, E]}": ["palisade", "statue"],
    "cards: {owner: me, column: {min: 2}}": ["market"],
    "cards: {owner: me, kind: building, if: {equal: [{fact: {row: $card}}, C]}}": ["inn", "market"],
    "cards: {kind: building, most: vp}": ["statue"],
    "cards: {kind: building, least: [column, cost], most: column}": ["market"],
    "cards: {owner: me, kind: governor}": ["asker"],
    "cards: {owner: nobody, kind: building}": [],
    "cards: {zone: hand}": [],
    "rows: {}": ["B", "C", "D", "E", "F"],
    "rows: all": ["B", "C", "D", "E", "F"],
    "rows: [B, D, nothing]": ["B", "D"],
    "rows: {if: {exists: {cards: {owner: me, row: $row}}}}": ["B", "C"],
    "rows: {most: {count: {cards: {owner: me, row: $row}}}}": ["C"],
    "rows: {completed_by: left}": [],
    "rows: {completed_by: nobody}": [],
    "places: {rank: {max: 3}}": ["jester", "squire", "architect"],
    "places: {rank: {max: 3}, free: true}": ["architect"],
    "places: [king, jester]": ["jester", "king"],
    "places: {taken_by: me}": ["jester", "merchant"],
    "places: {taken_by: left}": ["queen"],
    "places: {free: false}": ["jester", "squire", "merchant", "queen"],
    "places: {marked_by: me}": ["squire"],
    "places: {marked_by: left}": ["king"],
    "places: {most: rank}": ["king"],
    "places: {free: true, least: rank}": ["architect"],
    "places: {if: {equal: [{fact: {rank: $place}}, {fact: goods}]}}": ["architect"],
    "places: {rank: $two}": ["squire"],
    "places: {tile: true}": [],
    "dice: me": ["die 2", "die 3", "die 3", "die 6 bonus"],
    "dice: left": ["die 1", "die 1", "die 5"],
    "dice: {color: bonus}": ["die 6 bonus"],
    "dice: {color: own, shows: {min: $two}}": ["die 2", "die 3", "die 3"],
    "dice: {shows: 3}": ["die 3", "die 3"],
    "dice: {most: shows}": ["die 6 bonus"],
    "dice: {least: shows}": ["die 2"],
    "dice: {if: {not: {equal: [{fact: {shows: $die}}, 3]}}}": ["die 2", "die 6 bonus"],
    "dice: nobody": [],
    "groups: me": ["jester", "merchant"],
    "groups: {rank: {min: $two}}": ["merchant", "queen", "squire"],
    "groups: {place: queen}": ["queen"],
    "groups: {owner: left, place: jester}": [],
    "groups: {least: rank}": ["jester"],
    "markers: me": ["squire", "squire"],
    "markers: {place: king}": ["king"],
    "markers: {owner: right}": [],
    "resources: goods": ["gold", "wood", "stone"],
    "resources: [vp, stone]": ["vp", "stone"],
    "resources: {among: goods, held_by: me}": ["gold", "wood"],
    "resources: {among: [stone, vp], held_by: left}": [],
    "numbers: [7, 3, $two]": ["7", "3", "2"],
    "numbers: {from: 2, to: 4}": ["2", "3", "4"],
    "numbers: {to: $two}": ["0", "1", "2"],
    "numbers: {from: 3, to: $two}": [],
}
"""Queries with what they find, as a player who chooses is offered it; equal things are offered once."""

each_query = pytest.mark.parametrize(("query", "things"), FOUND.items(), ids=FOUND)


@each_query
def test_a_query_finds_the_same_in_every_use(query: str, things: list[str]) -> None:
    """Counted, gone through, added up, asked for, and the first of it taken."""
    at = at_table(
        "{set: {two: 2, visits: 0, first: 0, some: 0}}",
        f"{{set: {{this: {{the: {{{query}}}}}, count: {{count: {{{query}}}}},"
        f" ones: {{sum: {{{query}, of: 1}}}},"
        f" sevens: {{max: {{{query}, of: 7}}}}, fives: {{min: {{{query}, of: 5}}}}}}}}",
        f"{{branch: {{if: {{exists: {{{query}}}}}, then: [{{set: {{some: 2}}}}]}}}}",
        f"{{for_each: {{{named(query)}, do: ["
        "{branch: {if: {$visits: 0, equal: [$it, $this]}, then: [{set: {first: 1}}]}},"
        "{set: {visits: {sum: [$visits, 1]}}}]}}",
        "{gain: {gold: $count, wood: $visits, stone: $ones, plus2: $sevens, soldier: $fives}}",
        "{gain: {vp: {sum: [$first, $some]}}}",
    )
    there, count = bool(things), len(things)
    assert gained(at) == {
        "gold": count,
        "wood": count,
        "stone": count,
        "plus2": 7 * there,
        "soldier": 5 * there,
        "vp": (1 + 2) * there,
    }


def named(query: str) -> str:
    """The query with a name for its thing."""
    kind, _, asked = query.partition(": ")
    asked = asked.replace(f"${QUERIES.words[kind].things}", "$it")
    if not asked.startswith("{"):
        asked = f"{{{(QUERIES.words[kind].inline or '').rstrip('_')}: {asked}}}"
    return f"{kind}: {asked[:-1]}{', ' if asked != '{}' else ''}as: it}}"


@each_query
def test_what_a_query_finds_is_chosen_from(query: str, things: list[str]) -> None:
    """With nothing to choose nobody is asked, and the variable holds nothing."""
    at = at_table(
        "{set: {two: 2}}",
        f"{{choose: {{{named(query)}, optional: true}}}}",
        "{branch: {if: {equal: [$it, $it]}, then: [{gain: {vp: 1}}]}}",
    )
    options = [option.removeprefix("choose ") for option in offered(at)]
    assert sorted(options) == sorted([*dict.fromkeys(things), "done"] if things else [])
    if query.startswith(("players", "places", "dice", "numbers", "resources")):
        assert options == ([*dict.fromkeys(things), "done"] if things else [])
    if things:
        play(at, f"Ann: {offered(at)[0]}")
    assert at.over
    assert gained(at)["vp"] == 1


@pytest.mark.parametrize(
    ("kind", "query"),
    [
        ("player", "players: {if: {gold: 2, wood: 0}}"),
        ("card", "cards: {row: B}"),
        ("place", "places: {taken_by: left}"),
        ("die", "dice: {color: bonus}"),
        ("group", "groups: left"),
        ("marker", "markers: {place: king}"),
        ("resource", "resources: [stone]"),
        ("number", "numbers: [4]"),
    ],
)
def test_without_a_name_the_variable_has_that_of_the_kind(kind: str, query: str) -> None:
    """In a choice, in a loop but over players, and in a sum."""
    same = f"equal: [${kind}, {{the: {{{query}}}}}]"
    steps = [f"{{choose: {{{query}}}}}", f"{{branch: {{if: {{{same}}}, then: [{{gain: {{gold: 1}}}}]}}}}"]
    if kind != "player":
        steps = [
            f"{{for_each: {{{query}, do: [{{branch: {{if: {{{same}}}, then: [{{gain: {{wood: 1}}}}]}}}}]}}}}",
            *steps,
        ]
    at = at_table(*steps)
    assert (gained(at)["gold"], gained(at)["wood"]) == (1, int(kind != "player"))


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("{sum: {cards: {owner: me, kind: building}, of: {fact: {column: $card}}}}", 1 + 1 + 2),
        ("{max: {cards: {kind: building}, of: {fact: {vp: $card}}}}", 3),
        ("{min: {places: {free: true}, of: {fact: {rank: $place}}}}", 3),
        ("{sum: {dice: me, of: {fact: {shows: $die}}}}", 2 + 3 + 3 + 6),
        ("{sum: {groups: me, of: {fact: {rank: $group}}}}", 1 + 4),
        ("{sum: {numbers: {from: 1, to: 4}, of: {times: [$number, $number]}}}", 1 + 4 + 9 + 16),
        ("{sum: {players: all, of: {fact: gold}}}", 4),
        ("{max: {players: opponents, of: {sum: [{fact: gold}, {fact: buildings}]}}}", 4),
        ("{sum: {players: all, of: {count: {dice: {owner: me, shows: {min: 4}}}}}}", 1 + 1 + 3),
        ("{sum: {places: {taken_by: me}, of: {sum: {places: {taken_by: left}, of: 3}}}}", 6),
        ("{sum: {cards: {zone: hand}, of: 9}}", 0),
        ("{count: {cards: {owner: me, kind: building}, different: row}}", 2),
        ("{count: {dice: me, different: shows}}", 3),
        ("{fact: {rank: {the: {places: {taken_by: left}}}}}", 17),
        ("{fact: {gold: {the: {players: {most: vp}}}}}", 2),
    ],
)
def test_a_value_is_worked_out_over_what_is_found(value: str, number: int) -> None:
    assert gained(at_table(f"{{gain: {{vp: {value}}}}}"))["vp"] == number


def test_within_a_query_the_thing_in_question_hides_another_of_its_name() -> None:
    """The place that was chosen before is there again afterwards."""
    at = at_table(
        "{choose: {places: [king]}}",
        "{set: {n: {count: {places: {if: {exists: {places: {rank: {min: {fact: {rank: $place}}}}}}}}}}}",
        "{gain: {gold: {fact: {rank: $place}}, wood: $n}}",
    )
    assert (gained(at)["gold"], gained(at)["wood"]) == (18, 18)


# What is done for each


def test_what_a_loop_goes_through_is_fixed_at_its_start() -> None:
    """Markers go while they are gone through, and what comes meanwhile is not visited."""
    at = at_table("{for_each: {markers: me, do: [{unmark: $marker}, {mark: queen}, {gain: {vp: 1}}]}}")
    assert gained(at)["vp"] == 2
    assert at.state.marks == (Mark("asker", "Ann", "queen", 2), Mark("asker", "Brian", "king", 1))


def test_players_act_in_turn_order_each_as_this_player() -> None:
    at = at_table(
        "{for_each: {players: {among: all, as: who}, do: [{gain: {wood: 1}},"
        " {branch: {if: {equal: [$who, me]}, then: [{gain: {vp: 1}}]}},"
        " {branch: {if: {equal: [$who, owner]}, then: [{gain: {stone: 1}}]}}]}}"
    )
    assert [event.player for event in at.events if getattr(event, "resource", "") == "wood"] == [*TABLE]
    assert [gained(at, name)["vp"] for name in TABLE] == [1, 1, 1]
    assert [gained(at, name)["stone"] for name in TABLE] == [1, 0, 0]


def test_loops_stand_in_loops() -> None:
    at = at_table(
        "{for_each: {players: all, do: [{for_each: {cards: {owner: me, kind: building}, do: ["
        "{for_each: {numbers: {from: 1, to: {fact: {column: $card}}}, do: [{gain: {vp: 1}}]}}]}}]}}"
    )
    assert [gained(at, name)["vp"] for name in TABLE] == [4, 2, 0]


def test_what_is_repeated_ends_when_its_test_fails() -> None:
    """It is made before each time, so perhaps nothing is done at all."""
    count = "{set: {n: {sum: [$n, 1]}}}, {gain: {vp: 1}}"
    at = at_table("{set: {n: 0}}", f"{{repeat: {{if: {{$n: {{max: 4}}}}, do: [{count}]}}}}")
    assert gained(at)["vp"] == 5
    at = at_table("{set: {n: 5}}", f"{{repeat: {{if: {{$n: {{max: 4}}}}, do: [{count}]}}}}")
    assert gained(at)["vp"] == 0


def test_a_player_may_be_asked_again_and_again() -> None:
    """Until gold runs out, or the player has enough."""
    at = at_table(
        "{set: {more: 1}}",
        "{repeat: {if: {$more: 1, gold: {min: 1}}, do: [{pay: {price: [{gold: 1}], then: [{gain: {vp: 1}}],"
        " else: [{set: {more: 0}}]}}]}}",
    )
    play(at, "Ann: pay gold")
    assert asked(at) == "Ann pay"
    play(at, "Ann: done")
    assert (at.over, gained(at)["vp"], at.has("Ann", "gold")) == (True, 1, 1)
    at = at_table("{repeat: {if: {gold: {min: 1}}, do: [{pay: {price: [{gold: 1}]}}]}}")
    play(at, "Ann: pay gold", "Ann: pay gold")
    assert at.over


# Offers and choices


OFFER = "{offer: {to: left, do: [{gain: {vp: 2}}], else: [{gain: {wood: 1}}]%s}}"


@pytest.mark.parametrize(("answer", "vp", "wood"), [("accept", 2, 0), ("refuse", 0, 1)])
def test_an_offer_is_accepted_or_refused_by_another_player(answer: str, vp: int, wood: int) -> None:
    """What follows is done for the one who offered."""
    at = at_table(OFFER % "", "{gain: {stone: 1}}")
    assert offered(at) == ["choose accept", "choose refuse"]
    play(at, f"Brian: choose {answer}")
    assert (gained(at)["vp"], gained(at)["wood"], gained(at)["stone"]) == (vp, wood, 1)
    assert gained(at, "Brian") == dict.fromkeys(gained(at), 0)


@pytest.mark.parametrize(("gold", "options"), [(2, ["choose accept", "choose refuse"]), (3, [])])
def test_who_cannot_accept_can_only_refuse(gold: int, options: list[str]) -> None:
    """The tests are about the one who is asked."""
    at = at_table(OFFER % f", if: {{gold: {gold}}}")
    assert offered(at) == options
    assert options or gained(at)["wood"] == 1


def test_an_offer_to_nobody_is_none() -> None:
    at = at_table((OFFER % "").replace("to: left", "to: nobody"))
    assert at.over
    assert (gained(at)["vp"], gained(at)["wood"]) == (0, 0)


def test_another_player_may_choose() -> None:
    """Brian chooses of his own dice or of Ann's advisors; of nobody nothing is asked."""
    at = at_table(
        "{choose: {places: {taken_by: me}, by: left}}",
        "{choose: {numbers: [1, 2], by: nobody}}",
        "{choose: {numbers: {these: [3, 4], as: n}, by: {the: {players: {fewest: goods}}}}}",
        "{gain: {gold: {fact: {rank: $place}}, wood: $n}}",
    )
    assert (asked(at), offered(at)) == ("Brian choose", ["choose jester", "choose merchant"])
    play(at, "Brian: choose merchant", "Cindy: choose 3")
    assert (gained(at)["gold"], gained(at)["wood"]) == (4, 3)


def test_several_may_choose_at_once() -> None:
    """Nobody sees what the others choose; then it is done for each in turn."""
    at = at_table(
        "{for_each: {players: {if: {gold: 2}}, together: true, do: [{choose: {resources: goods}},"
        " {gain: {$resource: 1}}]}}"
    )
    assert [owed.player for owed in at.pending] == ["Ann", "Brian"]
    at.play("choose stone", "Brian")
    assert gained(at, "Brian")["stone"] == 0
    at.play("choose wood", "Ann")
    assert (gained(at)["wood"], gained(at, "Brian")["stone"]) == (1, 1)
    assert at.over


def test_nothing_shows_before_all_choices_have_been_made() -> None:
    """Two choices, one of them with a price: others see nothing of either until all have made both."""
    price = "{label: hire, cost: {gold: 2}, do: [{gain: {soldier: 1}}]}, {label: wait, do: [{gain: {vp: 1}}]}"
    at = at_table(
        f"{{for_each: {{players: {{if: {{gold: 2}}}}, together: true, do: [{{choose_one: [{price}]}},"
        " {choose: {resources: goods}}, {gain: {$resource: 1}}]}}"
    )
    at.play("choose hire", "Brian")
    at.play("choose wait", "Ann")
    assert [(owed.player, owed.kind) for owed in at.pending] == [("Ann", "choose"), ("Brian", "choose")]
    at.play("choose stone", "Ann")
    assert all(not any(gained(at, player).values()) for player in ("Ann", "Brian"))
    at.play("choose wood", "Brian")
    assert (gained(at)["vp"], gained(at)["stone"]) == (1, 1)
    assert [gained(at, "Brian")[name] for name in ("gold", "soldier", "wood")] == [-2, 1, 1]


def test_a_second_choice_at_once_knows_the_first_and_its_price() -> None:
    """Brian has promised his gold, so he cannot promise it again; a choice may depend on the one before."""
    branches = (
        "{label: hire, cost: {gold: 2}, do: [{gain: {soldier: 1}}]}, {label: wait, do: [{gain: {vp: 1}}]}"
    )
    at = at_table(
        "{for_each: {players: {is: left}, together: true, do: ["
        f"{{choose_one: [{branches}]}}, {{choose_one: [{branches}]}},"
        " {choose: {numbers: {these: [3, 5], as: low}}}, {choose: {numbers: {from: 1, to: $low, as: n}}},"
        " {gain: {wood: {sum: [{times: [10, $low]}, $n]}}}]}}"
    )
    assert offered(at) == ["choose hire", "choose wait"]
    # What is left of the second choice is "wait" alone, which nobody needs to be asked.
    play(at, "Brian: choose hire", "Brian: choose 3")
    assert offered(at) == ["choose 1", "choose 2", "choose 3"]
    play(at, "Brian: choose 2")
    assert [gained(at, "Brian")[name] for name in ("gold", "soldier", "vp", "wood")] == [-2, 1, 1, 32]


def test_several_may_choose_among_gains_at_once() -> None:
    steps = "{gain: [{vp: 1}, {stone: 1}]}, {gain: {wood: 1}}"
    at = at_table(f"{{for_each: {{players: opponents, together: true, do: [{steps}]}}}}")
    at.play("take stone", "Cindy")
    assert gained(at, "Cindy")["stone"] == 0
    at.play("take vp", "Brian")
    assert (gained(at, "Brian")["vp"], gained(at, "Cindy")["stone"]) == (1, 1)
    assert (gained(at, "Brian")["wood"], gained(at, "Cindy")["wood"]) == (1, 1)


def test_who_hands_over_a_good_chooses_which() -> None:
    at = at_table("{hand_over: {bag: {good: 1}, to: left}}")
    assert (asked(at), offered(at)) == ("Ann give", ["give gold", "give wood"])
    play(at, "Ann: give wood")
    assert gained(at, "Brian")["wood"] == 1


def test_a_branch_whose_test_always_holds_is_always_offered() -> None:
    sure = "{label: sure, if: {players: {min: 2}}, do: [{gain: {vp: 1}}]}"
    at = at_table(f"{{choose_one: [{sure}, {{label: or, do: [{{gain: {{wood: 1}}}}]}}]}}")
    assert offered(at) == ["choose sure", "choose or"]


def test_several_may_choose_branches_at_once() -> None:
    at = at_table(
        "{for_each: {players: opponents, together: true, do: [{choose_one: ["
        "{label: pray, do: [{gain: {vp: 1}}]}, {label: dig, do: [{gain: {stone: 1}}]}]}]}}"
    )
    assert [owed.player for owed in at.pending] == ["Brian", "Cindy"]
    at.play("choose dig", "Cindy")
    at.play("choose pray", "Brian")
    assert (gained(at, "Brian")["vp"], gained(at, "Cindy")["stone"]) == (1, 1)


@pytest.mark.parametrize(
    ("branch", "answers"),
    [
        ("{label: dig, do: [{gain: {stone: 1}}]}", ("done", "done")),
        ("{label: dig, do: [{gain: {stone: 1}}], if: {year: 9}}", ()),
    ],
)
def test_who_does_none_of_the_branches_does_what_is_done_instead(
    branch: str, answers: tuple[str, ...]
) -> None:
    """It is the same for several who choose at once as for one player."""
    at = at_table(
        f"{{for_each: {{players: opponents, together: true, do: [{{choose_one: {{branches: [{branch}],"
        " optional: true, else: [{gain: {vp: 1}}]}}]}}"
    )
    for answer, player in zip(answers, ("Brian", "Cindy"), strict=False):
        at.play(answer, player)
    for player in ("Brian", "Cindy"):
        assert (gained(at, player)["vp"], gained(at, player)["stone"]) == (1, 0)


def test_what_may_be_left_undone_leaves_nothing_behind() -> None:
    at = at_table(
        "{choose: {places: {taken_by: me}, optional: true}}",
        "{branch: {if: {equal: [$place, nothing]}, then: [{gain: {vp: 1}}]}}",
        "{mark: $place}",
    )
    play(at, "Ann: done")
    assert gained(at)["vp"] == 1
    assert at.state.marks == (Mark("asker", "Ann", "squire", 2), Mark("asker", "Brian", "king", 1))


def test_a_reward_asks_for_buildings_that_come_later() -> None:
    """The cards of a rule set are known before anything that asks for them is compiled."""
    rules = rules_with(
        "advisors: [{id: dean, name: Dean, rank: 19,"
        " reward: [{gain: {gold: {count: {cards: {row: X, owner: me}}}}}]}]\n"
        "buildings: [{id: hut, name: Hut, row: X, column: 1, cost: {wood: 1}, vp: 0}]\n"
        "governors: [{id: asker, name: Asker, triggers: [{when: year.start, optional: false,"
        " do: [{reward: dean}]}]}]\n"
    )
    at = Situation(rules, "year.start", {"Ann": Has(buildings=("hut",), cards=("asker",)), "Brian": Has()})
    assert at.has("Ann", "gold") == 1


LATE_PLACES = """
advisors:
  - id: dean
    name: Dean
    rank: 19
    reward: [{gain: {gold: {count: {places: {rank: 19, everywhere: true}}}}}]
  - {id: rector, name: Rector, rank: 20, reward: [{gain: {wood: {count: {places: [dean, back_door]}}}}]}
governors:
  - id: asker
    name: Asker
    places:
      - id: back_door
        rank: 19
        reward: [{gain: {stone: {count: {places: {is: [back_door, side_door, dean], everywhere: true}}}}}]
      - {id: side_door, rank: 19, reward: [{gain: {plus2: {count: {places: {rank: 19}}}}}]}
    triggers:
      - {when: year.start, optional: false, do: [
          {reward: dean}, {reward: rector}, {reward: back_door}, {reward: side_door},
          {gain: {soldier: {count: {places: {is: [side_door, dean], rank: 19, everywhere: true}}}}}]}
      - {when: after.influence, if: {place: [side_door]}, do: [{gain: {vp: 1}}]}
"""


def test_rewards_and_triggers_ask_for_places_that_come_later() -> None:
    """Places are numbered before anything that asks for them is compiled."""
    at = Situation(rules_with(LATE_PLACES), "year.start", {"Ann": Has(cards=("asker",)), "Brian": Has()})
    found = {name: at.has("Ann", name) for name in ("gold", "wood", "stone", "plus2", "soldier")}
    assert found == {"gold": 3, "wood": 1, "stone": 3, "plus2": 1, "soldier": 2}


def test_completed_rows_are_found_and_gone_through() -> None:
    """Brian has completed row C; a row is chosen, remembered, and told what it is."""
    rules = asker(
        "{choose: {rows: {completed_by: left}}}",
        "{gain: {stone: {count: {cards: {owner: left, row: $row}}}}}",
        "{for_each: {rows: {completed_by: left, as: full}, do: [{branch: {if: {equal: [$full, C]},"
        " then: [{gain: {vp: 1}}]}}]}}",
    )
    row = tuple(rules.compiled.cards[card].name for card in rules.compiled.rows["C"])
    table = {"Ann": Has(cards=("asker",)), "Brian": Has(buildings=row), "Cindy": Has()}
    at = Situation(rules, AT, table)
    assert (at.has("Ann", "stone"), at.has("Ann", "vp")) == (len(row), 1)


def test_a_row_that_is_chosen_is_a_thing_of_its_own() -> None:
    at = at_table("{choose: {rows: [B, D]}}", "{branch: {if: {equal: [$row, D]}, then: [{gain: {vp: 1}}]}}")
    decision = at.decision
    assert decision is not None
    assert decision.options == (Choose((RowThing("B"),)), Choose((RowThing("D"),)))
    play(at, "Ann: choose D")
    assert gained(at)["vp"] == 1
