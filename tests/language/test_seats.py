"""Seats without a player, in which the cards play, and games for one."""

from __future__ import annotations

import random

import pytest

from kingsburg_rules import (
    ContentError,
    DiceRolled,
    Event,
    Game,
    Influenced,
    Pack,
    Rules,
    SetupError,
    check_names,
    load_rules,
)
from kingsburg_rules.adapters.token_game import Earnings, Reward, TokenGame
from kingsburg_rules.bots import bot_turn, make_bot
from kingsburg_rules.lab import Simulation
from kingsburg_rules.render import svg, text
from kingsburg_rules.testing import Has, Situation, broken_promises, rules_with
from support.play import only

DUKE = """
format: 1
seats:
  - id: duke
    name: The Duke
    influence: [{place_dice: {most: rank}}]
    construct: [{gain: {vp: 1}}]
    recruit: [{gain: {soldier: 2}}]
"""


def for_players(players: str, cards: str = DUKE) -> Rules:
    info = f"{{format: 1, id: solo, version: '1', title: Solo, players: {players}}}"
    return load_rules(packs=[Pack.from_files({"pack.yaml": info, "cards.yaml": cards})])


SOLO = "{min: 1, max: 1}"


def played(rules: Rules, seed: int, names: tuple[str, ...] = ("Ann",)) -> tuple[Game, list[Event]]:
    """Play at random, saved and loaded now and then."""
    game, rng = Game(rules, names, seed=seed), random.Random(seed)
    told: list[Event] = [*game.opening]
    while game.decision is not None:
        assert game.decision.player in names
        told += game.play(rng.choice(game.decision.options))
        if rng.random() < 0.05:
            game = Game.load(game.save(), rules)
    return game, told


@pytest.mark.parametrize("seed", range(4))
def test_a_game_for_one_is_played_to_its_end(seed: int) -> None:
    game, told = played(for_players(SOLO), seed)
    assert game.players == ("Ann", "The Duke")
    assert game.outcome is not None
    assert {place.player for place in game.outcome.ranking} == {"Ann", "The Duke"}
    rolls = [event for event in only(told, DiceRolled) if event.player == "The Duke" and not event.for_effect]
    assert len(rolls) == 15
    assert [event for event in only(told, Influenced) if event.player == "The Duke"]
    assert [event for event in only(told, Influenced) if event.player is None], "for two, with neutral dice"
    assert game.score_by_source[1].by_source["duke"] == 15


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_bots_play_against_the_cards(bot: str) -> None:
    game = Game(for_players(SOLO), ("Ann",), seed=2)
    bots = {"Ann": make_bot(bot, 1)}
    while bot_turn(game, bots) is not None:
        pass
    assert game.outcome is not None


def test_promises_hold_in_the_middle_of_a_game() -> None:
    game, rng = Game(for_players(SOLO), ("Ann",), seed=5), random.Random(5)
    for _ in range(12):
        assert game.decision is not None
        game.play(rng.choice(game.decision.options))
        assert not [*broken_promises(game)]


def test_the_duke_is_seen_like_a_player() -> None:
    game, _ = played(for_players(SOLO), 1)
    assert "The Duke" in svg(game.view("Ann"))
    assert "The Duke" in text(game.view("Ann"))
    assert [player.name for player in game.view(None).table.players] == ["Ann", "The Duke"]


def test_the_seat_may_be_added_to_any_game() -> None:
    game, told = played(rules_with(DUKE.replace("format: 1\n", "")), 3, ("Ann", "Brian"))
    assert game.players == ("Ann", "Brian", "The Duke")
    assert not [event for event in only(told, Influenced) if event.player is None]


def test_the_lab_counts_the_duke_under_his_id() -> None:
    result = Simulation(for_players(SOLO), ("random",), players=1).play(0)
    assert [seat.bot for seat in result.seats] == ["random", "duke"]


@pytest.mark.parametrize("reward", ["win", "rank", "points"])
def test_a_player_may_be_trained_against_the_cards(reward: Reward) -> None:
    game, rng = TokenGame(for_players(SOLO), 1, seed=2), random.Random(2)
    earnings, earned = Earnings(reward, game), 0.0
    while not game.is_over:
        assert game.decision is not None
        assert game.decision.player == "player_0"
        assert len(game.observe(game.view("player_0"))) == game.observations.size
        game.play(rng.choice(game.choices))
        earned += earnings.since(game)["player_0"]
    assert game.outcome is not None
    assert len(game.outcome.ranking) == 2
    if reward != "points":
        assert earned == (1.0 if "player_0" in game.outcome.winners else -1.0)


@pytest.mark.parametrize(
    ("names", "players", "code"),
    [
        (("Ann", "Brian"), SOLO, "setup.players"),
        ((), SOLO, "setup.players"),
        (("Ann",), "{min: 2}", "setup.players"),
        (("The Duke",), SOLO, "setup.same_name"),
    ],
)
def test_who_may_play_is_checked(names: tuple[str, ...], players: str, code: str) -> None:
    rules = for_players(players)
    error = check_names(names, rules)
    assert error is not None
    assert error.code == code
    with pytest.raises(SetupError) as raised:
        Game(rules, names)
    assert raised.value.code == code


@pytest.mark.parametrize("players", ["9", "{min: 4, max: 3}", "{max: 0}", "8"])
def test_numbers_that_nobody_can_play_are_refused(players: str) -> None:
    """Fault 11: with a seat without a player, eight others are too many."""
    with pytest.raises(ContentError, match="no game is for so many"):
        for_players(players)


def test_a_pack_for_one_needs_no_opponent() -> None:
    rules = for_players(SOLO, "format: 1\nphases: [{id: kings_reward, do: []}]\n")
    game, _ = played(rules, 4)
    assert game.players == ("Ann",)
    assert game.outcome is not None
    assert game.outcome.winners == ("Ann",)


def test_a_player_alone_has_no_neighbors() -> None:
    card = """
rules:
  - id: alone
    name: Alone
    triggers:
      - when: season.end
        do:
          - for_each:
              players: all
              do:
                - gain: {gold: {count: {players: neighbors}}, wood: {count: {players: {is: [left, right]}}}}
"""
    moment = Situation(rules_with(card), "spring/season.end", {"Ann": Has()})
    assert [moment.has("Ann", good) for good in ("gold", "wood")] == [0, 0]


def test_cards_name_the_seat() -> None:
    more = """
rules:
  - id: tribute
    name: Tribute
    triggers:
      - when: season.end
        do:
          - for_each:
              players: {if: {not: {exists: {players: {is: duke, if: {gold: {min: 1}}}}}}}
              do: [{gain: {wood: 1}}]
          - as_player: {player: duke, do: [{gain: {gold: 2}}]}
"""
    moment = Situation(
        rules_with(DUKE.replace("format: 1\n", "") + more), "spring/season.end", {"Ann": Has(), "Duke": Has()}
    )
    assert [moment.has(name, "gold") for name in ("Ann", "Duke")] == [0, 2]
    with pytest.raises(ContentError, match="duke"):
        rules_with(more)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("id: duke", "id: left", "there is already a player 'left'"),
        ("name: The Duke", "name: 'Duke, the'", "Duke, the"),
        ("{place_dice: {most: rank}}", "{place_dice: {most: rnk}}", "rnk"),
        ("[{gain: {vp: 1}}]", "[{run: duke_influence}, {gain: {vp: $x}}]", "'x' is not known here"),
    ],
)
def test_mistakes_in_a_seat_are_told(old: str, new: str, told: str) -> None:
    assert old in DUKE
    with pytest.raises(ContentError, match=told):
        for_players(SOLO, DUKE.replace(old, new))


# Placing dice outside the round


ONCE_MORE = """
governors:
  - id: eager
    name: Eager
    triggers: [{when: turn_order.set, do: [{place_dice: {rank: {max: 6}}}]}]
"""


def test_a_player_places_dice_outside_the_round() -> None:
    given = {"Ann": Has(dice=(1, 2, 6), cards=("eager",)), "Brian": Has(dice=(1, 1, 1))}
    moment = Situation(rules_with(ONCE_MORE), "spring/turn_order.set", given)
    moment.play("use eager")
    assert moment.decision is not None
    assert {str(option) for option in moment.decision.options} == {
        *("influence jester 1", "influence squire 2"),
        *("influence architect 2+1", "influence alchemist 6"),
    }
    moment.play("influence squire 2")
    assert moment.over
    assert moment.state.players[0].dice == (1, 6)
    assert [group.advisor for group in moment.state.advisors] == ["squire"]


def test_without_dice_that_fit_nothing_happens() -> None:
    given = {"Ann": Has(dice=(), cards=("eager",)), "Brian": Has()}
    moment = Situation(rules_with(ONCE_MORE), "spring/turn_order.set", given)
    moment.play("use eager")
    assert moment.over
