"""Cards that ask for what is not there: the game goes on, and nothing of it is any player's."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

import pytest

from kingsburg_rules import (
    AnyEvent,
    CardEntered,
    CardLeft,
    ContentError,
    EnemyLeft,
    EnemyRevealed,
    EnemySeen,
    Fought,
    Game,
    Rewarded,
    Runaway,
)
from kingsburg_rules.engine.state import State
from kingsburg_rules.testing import Has, Situation, broken_promises, rules_with
from kingsburg_rules.testing.strategies import advance
from support.packs import for_ann, for_brian
from support.play import go_on, offered, only, play

ODD_STEPS = (
    "move: {card: nothing, to: play}",
    "move: {card: nothing, to: out}",
    "move: {card: nothing, to: hand, owner: nobody}",
    "move: {cards: {zone: hand, owner: nobody}, to: discard}",
    "move: {card: nothing, to: play, as_type: goblins}",
    "move: {card: nothing, to: discard}",
    "draw: {deck: further, to: play}",
    "draw: {deck: further, to: out}",
    "reward: nothing",
    "reward_too: nothing",
    "take_gifts: nothing",
    "put_gift: {bag: {gold: 1}, rank: 99}",
    "mark: nothing",
    "unmark: nothing",
    "reroll: nothing",
    "turn_die: {die: nothing, to: 6}",
    "hand_over: {bag: {gold: 1}, to: nobody}",
    "hand_over: {bag: {gold: 1}, from: nobody, to: me}",
    "gain: {gold: {fact: {rank: nothing}}}",
    "gain: {gold: {fact: {goods: nobody}}}",
    "gain: {gold: {count: {cards: {zone: hand, owner: nobody}}}}",
    "choose: {places: {rank: 99}}",
    "choose: {dice: nobody}",
    "choose: {players: opponents, by: nobody}",
    "offer: {to: nobody, do: [{gain: {gold: 1}}], else: [{gain: {gold: 1}}]}",
    "for_each: {dice: nobody, do: [{gain: {gold: 1}}]}",
    "as_player: {player: nobody, do: [{gain: {gold: 1}}]}",
    "as_player: {player: {the: {players: {if: {year: 9}}}}, do: [{gain: {gold: 1}}]}",
)
"""Steps about nothing and nobody: no card, no advisor, no die, no player; a deck that is not in play."""


def played(cards: str, players: int = 2) -> Game:
    """A whole game with a rule, looked at now and then."""
    game = Game(rules_with(cards), ("Ann", "Brian", "Cindy")[:players], seed=1)
    choices = cycle((1, 7919, 3, 0, 12345, 2, 40009))
    while game.pending:
        advance(game, [next(choices) for _ in range(40)])
        assert [*broken_promises(game)] == []
    return game


def rule(*triggers: str, more: str = "") -> str:
    return f"rules:\n  - id: law\n    name: Law\n    triggers: [{', '.join(triggers)}]\n{more}"


@pytest.mark.parametrize("step", ODD_STEPS)
def test_what_leads_nowhere_does_nothing(step: str) -> None:
    trigger = f"{{when: season.end, do: [{{for_each: {{players: all, do: [{{{step}}}]}}}}]}}"
    odd, plain = played(rule(trigger)), played("rules: [{id: law, name: Law}]\n")
    assert odd.outcome == plain.outcome


def test_a_king_without_dice_sends_nobody() -> None:
    game = played(rule(more="    modifiers: [{what: king_dice, set: 0}]\n").replace("    triggers: []\n", ""))
    assert game.outcome is not None


def test_a_second_deck_is_drawn_once() -> None:
    step = "{when: game.start, do: [{draw_enemies: further}, {draw_enemies: further}]}"
    assert played(rule(step)).outcome is not None


def test_a_favor_that_nobody_wins_is_for_those_who_are_behind() -> None:
    favor = "{when: before.kings_favor, do: [{set: {winner: nobody}}]}"
    law = rule(favor)
    at = Situation(rules_with(law), "kings_favor", {"Ann": Has(buildings=("inn",)), "Brian": Has()})
    assert offered(at) == ["take gold", "take wood", "take stone"]


def test_nobody_cannot_go_first() -> None:
    """Neutral dice set the rule off; the turn order keeps its players."""
    step = "{when: after.influence, by: anyone, uses: unlimited, do: [{go: 1}]}"
    game = played(rule(step))
    assert sorted(game.state.turn_order) == ["Ann", "Brian"]


def test_an_option_about_a_resource_that_nobody_knows_is_a_mistake_like_others() -> None:
    option = "{spend_as: {pay: salt, as: gold, in: building}}"
    with pytest.raises(ContentError) as refused:
        rules_with(f"governors: [{{id: miser, name: Miser, permissions: [{option}]}}]\n")
    assert [problem.code for problem in refused.value.diagnostics] == ["link.resource"]


RELICS = f"deck_cards: [{', '.join(f'{{id: r{n}, name: R{n}, deck: relic}}' for n in range(6))}]\n"

ALL_IN_TURN = ("keep: relic", "recruit: {}", "roll_dice: {}", "soldiers_go_home: {}")


@pytest.mark.parametrize("step", ALL_IN_TURN)
def test_who_did_something_goes_on_after_what_all_do_in_turn(step: str) -> None:
    steps = for_brian(f"{{{step}}}, {{gain: {{vp: 1}}}}")
    trigger = f"{{when: year.start, do: [{{for_each: {{players: all, do: [{steps}]}}}}]}}"
    game = played(rule(trigger) + RELICS)
    assert game.outcome is not None
    scores = {place.player: place.by_source.get("law", 0) for place in game.outcome.ranking}
    assert scores == {"Ann": 0, "Brian": 10}


def heard(game: Game) -> Iterator[AnyEvent]:
    """What is told while everybody passes through the first year."""
    while game.decision is not None and game.state.year == 1:
        yield from game.play(game.decision.options[-1])


COME = "{move: {card: $card, to: play}}"


def test_a_card_comes_into_play_once_and_goes_once() -> None:
    away = "{move: {card: $card, to: deck}}"
    steps = f"{{choose: {{cards: {{kind: relic, zone: deck}}}}}}, {COME}, {COME}, {away}, {away}"
    trigger = f"{{when: winter.end, do: [{for_brian(steps)}]}}"
    game = Game(rules_with(rule(trigger) + RELICS), ("Ann", "Brian"), seed=1)
    told = [type(event).__name__ for event in heard(game) if isinstance(event, CardEntered | CardLeft)]
    assert told == ["CardEntered", "CardLeft"]


SECOND_DECK = "{when: game.start, do: [{draw_enemies: further}]}"


def test_the_second_enemy_may_be_seen_before_the_first() -> None:
    """Turned over on the eve of the battle it is out, and the year has the enemy that it has."""
    law = rule(SECOND_DECK, "{when: winter.start, do: [{draw: {deck: further, to: out}}]}")
    game = Game(rules_with(law), ("Ann", "Brian"), seed=1)
    seen = [event for event in heard(game) if isinstance(event, EnemyRevealed)]
    assert [event.further for event in seen] == [True, False]
    assert game.state.past_enemies == tuple(event.enemy for event in seen)


def test_an_enemy_that_joins_before_the_first_is_seen_fights_beside_it() -> None:
    steps = "{draw: {deck: further, to: out}}, {move: {card: $card, to: play}}"
    law = rule(SECOND_DECK, f"{{when: winter.start, do: [{steps}]}}")
    game = Game(rules_with(law), ("Ann", "Brian"), seed=1)
    told = [*heard(game)]
    both = [event for event in told if isinstance(event, EnemyRevealed)]
    assert len(both) == 2
    fights = [event.enemy_strength for event in told if isinstance(event, Fought)]
    assert fights == [sum(event.strength for event in both)] * 2
    assert {event.enemy for event in told if isinstance(event, EnemyLeft)} == {event.enemy for event in both}


FOR_PLAYERS = (
    "build: {cards: {kind: building, column: 1}}",
    "choose: {cards: {kind: tile, zone: deck}}",
    "choose: {cards: {kind: tile, zone: hand, owner: me}}",
    "choose: {dice: me}",
    "choose: {markers: me}",
    "choose: {numbers: [1, 2]}",
    "choose: {places: {everywhere: true}}",
    "choose: {players: opponents}",
    "choose: {resources: goods}",
    "choose_one: [{label: a, do: [{finish: {}}]}, {label: b, do: [{finish: {}}]}]",
    "destroy: {}",
    "draw: {deck: tile, to: hand}",
    "gain: {gold: 1}",
    "hand_over: {bag: {gold: 1}, to: nobody}",
    "go: 1",
    "lose: {gold: 1}",
    "mark: jester",
    "move: {card: inn, to: hand}",
    "move_dice: {group: {the: {groups: {owner: me}}}, to: jester}",
    "offer: {to: nobody, do: [{finish: {}}]}",
    "pay: {price: [{gold: 1}], then: [{finish: {}}]}",
    "peek: enemy",
    "reroll: all",
    "reward: jester",
    "reward_too: jester",
    "set_dice: [1, 2, 3]",
    "take_gifts: jester",
    "gain: [{gold: 1}, {vp: 1}]",
    "trade: [{pay: {gold: 1}, gain: {vp: 1}}]",
    "turn_die: {die: nothing, to: 1}",
    "win: {}",
    "set: {x: {fact: goods}}",
    "set: {x: {count: {cards: {zone: hand, owner: me, kind: tile}}}}",
    "set: {x: {count: {markers: {owner: me, place: jester}}}}",
    "set: {x: {sum: {dice: me, of: {fact: {shows: $die}}}}}",
    "set: {x: left}",
    "set: {x: me}",
    "set: {x: owner}",
    "for_each: {players: neighbors, do: [{gain: {gold: 1}}]}",
    "repeat: {if: {built: 1}, do: [{finish: {}}]}",
    "branch: {if: {built: 1}, then: [{finish: {}}]}",
    "branch: {if: {faces: 1}, then: [{finish: {}}]}",
    "branch: {if: {dice_total: 3}, then: [{finish: {}}]}",
    "branch: {if: {fewest: goods}, then: [{finish: {}}]}",
    "branch: {if: {gold: 1}, then: [{finish: {}}]}",
    "branch: {if: {gold: {min: 1}}, then: [{finish: {}}]}",
    "branch: {if: {influenced: 1}, then: [{finish: {}}]}",
    "branch: {if: {most: goods}, then: [{finish: {}}]}",
    "branch: {if: {outcome: victory}, then: [{finish: {}}]}",
    "branch: {if: {owns: inn}, then: [{finish: {}}]}",
)


@pytest.mark.parametrize("word", FOR_PLAYERS)
def test_what_only_players_can_do_is_refused_to_the_game_itself(word: str) -> None:
    with pytest.raises(ContentError, match="needs a player here") as refused:
        rules_with(rule(f"{{when: season.end, do: [{{{word}}}]}}"))
    assert refused.value.code == "link.player"


@pytest.mark.parametrize("goods", [-1, 0, 3])
def test_a_favor_of_no_goods_is_not_asked_about(goods: int) -> None:
    favor = f"    modifiers: [{{what: favor_goods, set: {goods}}}]\n"
    game = Game(rules_with(rule(more=favor).replace("    triggers: []\n", "")), ("Ann", "Brian"), seed=1)
    assert game.decision is not None
    assert (game.decision.kind == "take") == (goods > 0)


def test_a_favor_of_goods_without_number_runs_away() -> None:
    favor = "    modifiers: [{what: favor_goods, set: 9999}]\n"
    with pytest.raises(Runaway):
        Game(rules_with(rule(more=favor).replace("    triggers: []\n", "")), ("Ann", "Brian"), seed=1)


def test_a_good_is_paid_in_place_of_several_others_and_never_of_itself() -> None:
    """Wood for any good: for the Guard Tower's gold, its stone, or both; the Palisade costs its 2 wood."""
    permissions = "    permissions: [{spend_as: {pay: wood, as: good, in: building}}]\n"
    rules = rules_with(f"governors:\n  - id: joiner\n    name: Joiner\n{permissions}")
    given = {"Ann": Has({"gold": 9, "wood": 9, "stone": 9}, cards=("joiner",)), "Brian": Has()}
    at = Situation(rules, "spring/construct", given)
    assert offered(at, "build palisade") == ["build palisade for 2wood"]
    paid = {option.rpartition(" ")[2] for option in offered(at, "build guard_tower")}
    assert paid == {"gold+stone", "wood+stone", "gold+wood", "2wood"}


@pytest.mark.parametrize(
    ("place", "rewarded"), [("merchant", ["Brian", "Ann"]), ("architect", ["Ann", "Brian"])]
)
def test_who_is_rewarded_too_is_served_at_the_rank_of_the_advisor(place: str, rewarded: list[str]) -> None:
    """F70: after those who influenced lower ones; at the same rank in turn order, and Ann is first."""
    law = rule(f"{{when: rewards.start, do: [{for_ann(f'{{reward_too: {place}}}')}]}}")
    given = {"Ann": Has(), "Brian": Has(influenced=("architect",))}
    at = Situation(rules_with(law), "spring/rewards", given)
    assert [event.player for event in only(at.events, Rewarded)] == rewarded


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("way", ["reversed: true", "rotated: true", "most: gold"])
def test_each_player_is_served_once_though_the_order_changes(way: str, players: int) -> None:
    steps = f"{{gain: {{gold: 1}}}}, {{line_up: {{{way}}}}}"
    law = rules_with(rule(f"{{when: season.end, do: [{{for_each: {{players: all, do: [{steps}]}}}}]}}"))
    names = ("Ann", "Brian", "Cindy", "David", "Eve")[:players]
    at = Situation(law, "spring/season.end", {name: Has() for name in names})
    assert [at.has(name, "gold") for name in names] == [1] * players


def test_who_has_passed_is_known_though_the_order_changes() -> None:
    """Ann passes; Brian's influence turns the order round, and Cindy, who is first now, has her turns."""
    law = rule("{when: after.influence, by: anyone, uses: unlimited, do: [{line_up: {reversed: true}}]}")
    given = {"Ann": Has(dice=(1, 1)), "Brian": Has(dice=(2, 2)), "Cindy": Has(dice=(3, 4))}
    at = Situation(rules_with(law), "spring/influence", given)
    play(at, "Ann: pass", "Brian: influence squire 2", "Cindy: influence architect 3")
    assert at.state.turn_order == ("Ann", "Brian", "Cindy")
    play(at, "Cindy: influence merchant 4")
    assert at.over, "Ann has passed, and the Squire is taken"


@pytest.mark.parametrize("use", ["reward: $place", "mark: $place", "take_gifts: $place"])
def test_who_can_choose_no_advisor_has_nothing_of_one(use: str) -> None:
    """Ann has influenced nobody: no reward of the first advisor there is, and no marker on him."""
    choose = "{choose: {places: {taken_by: me, everywhere: true}}}"
    steps = f"{{put_gift: {{bag: {{wood: 1}}, rank: 1}}}}, {choose}, {{{use}}}"
    law = rule(f"{{when: season.end, do: [{for_ann(steps)}]}}")
    at = Situation(rules_with(law), "spring/season.end", {"Ann": Has(), "Brian": Has()})
    assert (at.has("Ann", "vp"), at.has("Ann", "wood"), at.state.marks) == (0, 0, ())


def test_a_tile_for_an_advisor_who_is_not_there_is_a_mistake() -> None:
    tile = "tiles: [{id: far, name: Far, rank: 33, reward: [{gain: {vp: 1}}]}]\n"
    with pytest.raises(ContentError, match=r"no advisor of rank 33 on the board \[link.place\]"):
        rules_with(tile)


@pytest.mark.parametrize(
    "step",
    [
        "for_each: {players: all, do: [{peek: enemy}]}",
        "draw: {deck: enemy, to: play}",
        "draw: {deck: further, to: out}",
    ],
)
def test_before_the_first_year_no_enemy_is_seen(step: str) -> None:
    """Least of all that of the last year."""
    law = rule(f"{{when: game.start, do: [{{draw_enemies: further}}, {{{step}}}]}}")
    game = Game(rules_with(law), ("Ann", "Brian"), seed=1)
    assert only(game.opening, EnemyRevealed) == only(game.opening, EnemySeen) == []
    assert (game.state.enemy, game.state.past_enemies) == (None, ())


def test_nothing_is_revealed_where_no_enemies_are_drawn() -> None:
    def without(state: State) -> None:
        state.enemies = ()

    given = {"Ann": Has(), "Brian": Has()}
    at = Situation(rules_with(""), "winter/draw", given, prepare=without)
    assert at.over


@pytest.mark.parametrize(
    ("step", "answers"),
    [
        ("pay: {price: [{gold: 1}, {good: 1}], then: [{gain: {vp: 1}}]}", ["pay gold", "pay wood", "done"]),
        ("gain: [{gold: 1}, {good: 1}]", ["take gold", "take wood", "take stone"]),
        (
            "trade: [{pay: {gold: 1}, gain: {vp: 1}}, {pay: {good: 1}, gain: {vp: 1}}]",
            ["trade gold for vp", "trade wood for vp", "done"],
        ),
    ],
)
def test_what_can_be_done_in_two_ways_is_offered_once(step: str, answers: list[str]) -> None:
    law = rules_with(rule(f"{{when: season.end, do: [{for_ann(f'{{{step}}}')}]}}"))
    given = {"Ann": Has({"gold": 1, "wood": 1}), "Brian": Has()}
    assert offered(Situation(law, "spring/season.end", given)) == answers


def test_a_card_that_is_paid_in_two_ways_is_offered_once() -> None:
    trigger = "{when: season.end, cost: [{gold: 1}, {good: 1}], do: [{gain: {vp: 1}}]}"
    law = rules_with(f"governors: [{{id: miser, name: Miser, triggers: [{trigger}]}}]\n")
    given = {"Ann": Has({"gold": 1, "wood": 1}, cards=("miser",)), "Brian": Has()}
    answers = ["use miser pay gold", "use miser pay wood", "done"]
    assert offered(Situation(law, "spring/season.end", given)) == answers


@pytest.mark.parametrize(
    "steps",
    [
        "{move: {card: $card, to: play, until: season.end}}, {move: {card: $card, to: deck}}, " + COME,
        COME + ", {move: {card: $card, to: play, until: season.end}}",
    ],
)
def test_a_card_that_came_for_good_does_not_go_with_a_moment(steps: str) -> None:
    """What was said of its end before it left, or while it stands, is not about it."""
    choose = "{choose: {cards: {kind: relic, zone: deck}}}"
    law = rules_with(rule(f"{{when: season.start, do: [{for_ann(f'{choose}, {steps}')}]}}") + RELICS)
    at = Situation(law, "spring/season.start", {"Ann": Has(), "Brian": Has()})
    play(at, "Ann: choose r0")
    go_on(at, "spring/season.end")
    assert at.state.player("Ann").cards == ("r0",)


@pytest.mark.parametrize("number", [-1, 0])
@pytest.mark.parametrize("word", ["gain", "lose"])
def test_a_choice_of_no_goods_is_no_question(word: str, number: int) -> None:
    """A card may work the number out; Ann, who is asked everything, is not asked about nothing."""
    step = f"{{{word}: {{good: {{sum: [{number}, 0]}}}}}}"
    law = rule(f"{{when: season.end, do: [{for_ann(step)}]}}")
    given = {"Ann": Has({"gold": 1}), "Brian": Has()}
    at = Situation(rules_with(law), "spring/season.end", given, automation=())
    assert (at.over, at.has("Ann", "gold")) == (True, 1)


def test_a_building_may_stand_on_a_strip_of_its_own_pack_or_of_another() -> None:
    hut = "buildings: [{id: hut, name: Hut, row: B, column: 5, strip: strip_b, cost: {gold: 1}, vp: 1}]\n"
    theirs = rules_with(hut, modules=("alternate-buildings",))
    assert theirs.sheet(["strip_b"])[0][-2:] == ("basilica", "hut")
    own = "strips: [{id: strip_b, name: Other, row: B}]\n"
    ours = rules_with(own + hut.replace("column: 5", "column: 1"), modules=("alternate-buildings",))
    assert ours.sheet(["test/strip_b"])[0] == ("hut",)


def test_each_card_goes_with_its_own_moment() -> None:
    choose = "{choose: {cards: {kind: relic, zone: deck}}}, {move: {card: $card, to: play, until: %s}}"
    steps = for_ann(f"{choose % 'season.end'}, {choose % 'year.over'}")
    law = rules_with(rule(f"{{when: season.start, do: [{steps}]}}") + RELICS)
    at = Situation(law, "spring/season.start", {"Ann": Has(), "Brian": Has()})
    play(at, "Ann: choose r0", "Ann: choose r1")
    for moment, left in (("spring/season.end", ("r1",)), ("year.over", ())):
        go_on(at, moment)
        assert at.state.player("Ann").cards == left


def test_what_lasts_changes_what_a_soldier_costs() -> None:
    """No card in play says so: the effect goes on without the card that began it."""
    steps = for_ann("{lasting: {what: recruit_price, set: 1, until: year.over}}")
    law = rules_with(rule(f"{{when: phase_7.start, do: [{steps}]}}"))
    given = {"Ann": Has({"gold": 1}), "Brian": Has({"gold": 1})}
    at = Situation(law, "recruiting", given, automation=())
    assert offered(at) == ["recruit 1 for gold", "pass"]
    play(at, "Ann: pass")
    assert offered(at) == ["pass"]
