"""Bots: they play by the rules, the same way twice, without looking, and the greedy one plays better."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from kingsburg_rules import COMPILED, Action, Decision, Game, Position, Runaway, load_rules
from kingsburg_rules.bots import Bot, GreedyBot, RandomBot, Sight, bot_turn, make_bot
from kingsburg_rules.bots.facts import rule_facts
from kingsburg_rules.bots.placing import Lookahead, PlacementSearch, risks_of
from kingsburg_rules.bots.valuing import BuildingPlans, Stakes, Valuation, plans_of
from kingsburg_rules.bots.weights import DEFAULT_WEIGHTS
from kingsburg_rules.engine.actions import Build, Recruit
from kingsburg_rules.engine.errors import SetupError
from kingsburg_rules.engine.random_numbers import RandomNumbers
from kingsburg_rules.game import state_in
from kingsburg_rules.lab import Simulation
from support import choices
from support.bots import Redealt
from support.packs import INFO, written

NAMES = ("Ann", "Brian", "Cindy", "David", "Emma")


class Watched:
    """A bot that keeps what it was asked and answered."""

    def __init__(self, bot: Bot) -> None:
        self.name = bot.name
        self._bot = bot
        self.answers: list[tuple[Decision, Action]] = []

    def choose(self, decision: Decision, sight: Sight) -> Action:
        action = self._bot.choose(decision, sight)
        assert action in decision.options
        self.answers.append((decision, action))
        return action


def played(bots: Mapping[str, Bot], seed: int, edition: str = "second") -> Game:
    game = Game(load_rules(edition), tuple(bots), seed=seed)
    while bot_turn(game, bots) is not None:
        pass
    return game


def decisions(count: int, seed: int) -> Iterator[tuple[Game, Decision]]:
    """Every decision of a game among greedy bots at which there is something to choose."""
    game = Game(load_rules(), NAMES[:count], seed=seed)
    bots = {name: GreedyBot() for name in game.players}
    while game.decision is not None:
        if len(game.decision.options) > 1:
            yield game, game.decision
        bot_turn(game, bots)


@pytest.mark.parametrize("kind", ["greedy", "random"])
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_bots_play_whole_games_by_the_rules(kind: str, count: int) -> None:
    bots = {name: Watched(make_bot(kind, seat)) for seat, name in enumerate(NAMES[:count])}
    game = played(bots, seed=count)
    assert game.outcome is not None
    assert all(bot.answers for bot in bots.values())


@pytest.mark.parametrize("edition", ["first-ffg", "first-elfinwerks"])
def test_the_greedy_bot_plays_every_edition(edition: str) -> None:
    assert played({name: GreedyBot() for name in NAMES[:3]}, 5, edition).outcome is not None


@pytest.mark.parametrize("kind", ["greedy", "random"])
def test_equal_seeds_give_equal_games(kind: str) -> None:
    one, two = (played({name: make_bot(kind, 9) for name in NAMES[:3]}, seed=4) for _ in range(2))
    assert one.record.dumps() == two.record.dumps()


def test_bots_choose_as_they_always_did() -> None:
    """The same seeds and sights lead to the same answers as when they were kept.

    `python tools/make_goldens.py choices` keeps them anew, after a change that is meant to change them.
    """
    assert [*choices.lines()] == choices.PATH.read_text(encoding="utf-8").splitlines()


def test_bots_play_the_same_in_every_process() -> None:
    """Sets and their order differ between processes; a sum of fractions in that order would differ too."""
    program = (
        "from kingsburg_rules import Game, load_rules\n"
        "from kingsburg_rules.bots import GreedyBot, SearchBot, bot_turn\n"
        "game = Game(load_rules(), ('Ann', 'Brian'), seed=3)\n"
        "for bot in (GreedyBot(), SearchBot(playouts=5)):\n"
        "    for _ in range(40):\n"
        "        bot_turn(game, dict.fromkeys(game.players, bot))\n"
        "print(game.record.dumps())\n"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", program],
            check=True,
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


def test_other_seeds_give_other_random_games() -> None:
    one, two = (played({name: RandomBot(seed) for name in NAMES[:3]}, seed=4) for seed in (1, 2))
    assert one.record.actions != two.record.actions


def test_the_greedy_bot_beats_three_random_ones() -> None:
    simulation = Simulation(load_rules(), ["greedy", "random", "random", "random"])
    results = [simulation.play(number) for number in range(12)]
    won = sum([result.seats[seat].bot for seat in result.winners] == ["greedy"] for result in results)
    assert won >= 11, f"{won} of 12"


@cache
def greedy_games() -> tuple[list[Game], list[tuple[Decision, Action]]]:
    """Three games among greedy bots, and all that they answered."""
    watched = {name: Watched(GreedyBot()) for name in NAMES[:4]}
    games = [played(watched, seed) for seed in range(3)]
    return games, [answer for bot in watched.values() for answer in bot.answers]


def test_greedy_bots_build_and_score_like_people() -> None:
    players = [player for game in greedy_games()[0] for player in game.state.players]
    assert sum(player.vp for player in players) / len(players) > 30
    assert min(len(player.buildings) for player in players) >= 5


def test_a_greedy_bot_seldom_leaves_dice_unused() -> None:
    asked = [(decision, action) for decision, action in greedy_games()[1] if decision.kind == "influence"]
    assert sum(str(action) == "pass" for _, action in asked) < len(asked) / 5


def test_a_greedy_bot_spends_its_goods() -> None:
    """It builds when it can, and hires soldiers when that can change a battle."""
    answers = greedy_games()[1]
    assert any(isinstance(action, Recruit) for _, action in answers)
    builds = [action for decision, action in answers if decision.kind == "build"]
    assert sum(isinstance(action, Build) for action in builds) > len(builds) / 2


@pytest.mark.parametrize("count", [2, 4])
def test_what_a_bot_cannot_see_does_not_change_its_answer(count: int) -> None:
    for number, (game, decision) in enumerate(decisions(count, seed=11)):
        bot = GreedyBot(3)
        told = bot.choose(decision, Sight(decision.player, game))
        other = Redealt(game, decision.player, seed=1000 + number)
        assert bot.choose(decision, Sight(decision.player, other)) == told, f"{decision.player} {told}"


def test_a_sight_gives_no_way_to_the_hidden_enemies() -> None:
    game = Game(load_rules(), NAMES[:3], seed=2)
    sight = Sight("Ann", game)
    assert not sight.view.seen_enemies
    luck = {guessed_enemy(sight.guess(seed)) for seed in range(40)}
    assert len(luck) == 5, "each enemy of the first year should come up"


def guessed_enemy(position: Position) -> str:
    while position.state.enemy is None and not position.state.past_enemies:
        decision = position.decision
        assert decision is not None
        position.step(decision.options[-1], decision.player)
    return position.state.enemy or position.state.past_enemies[0]


def test_a_thought_leaves_the_game_alone() -> None:
    game = Game(load_rules(), NAMES[:3], seed=6)
    while game.decision is not None and game.decision.kind != "influence":
        game.play(game.decision.options[0])
    assert game.decision is not None
    before = game.save()
    GreedyBot().choose(game.decision, Sight(game.decision.player, game))
    assert game.save() == before


def opened(*dice: str) -> tuple[Game, Decision]:
    """A game at its first influence decision, with these dice."""
    rules = load_rules()
    enemies = [names[0] for _, names in sorted(rule_facts(rules).enemies_of.items())]
    game = Game(rules, NAMES[: len(dice)], seed=1, script=["012"[: len(dice)], *enemies, *dice])
    while game.decision is not None and game.decision.kind != "influence":
        game.play("take gold")
    assert game.decision is not None
    return game, game.decision


def test_contested_advisors_are_taken_first() -> None:
    """Ann can have the Alchemist, the Squire and the Jester; rivals could only take the Alchemist."""
    game, decision = opened("126", "446", "555")
    assert str(GreedyBot().choose(decision, Sight("Ann", game))) == "influence alchemist 6"


def test_a_risk_is_what_the_dice_of_others_reach() -> None:
    game, decision = opened("126", "446", "555")
    risks = risks_of(decision.seat, state_in(game.position()))
    assert risks["jester"] == risks["queen"] == 0
    assert 0 < risks["treasurer"] < risks["general"] < 1, "two rivals are a greater risk than one"


def test_many_dice_are_thought_about_for_a_bounded_time(tmp_path: Path) -> None:
    """With 17 dice there are more sets of placements than anybody can look at."""
    law = "format: 1\nrules: [{id: law, name: Law, modifiers: [{what: player_dice, add: 14}]}]\n"
    rules = load_rules(packs=[written(tmp_path / "toys", {"pack.yaml": INFO, "cards.yaml": law})])
    game = Game(rules, ("Ann", "Brian"), seed=1)
    while (decision := game.decision) is not None and decision.kind != "influence":
        game.play(decision.options[0])
    assert decision is not None
    valuation = Valuation(plans_of(rule_facts(rules), DEFAULT_WEIGHTS), {})
    guess = state_in(game.position())
    search = PlacementSearch(decision.seat, guess, Lookahead(decision.seat, valuation))
    search.values(decision.options)
    assert 2_000 <= len(search.known) <= 4_000


def test_the_facts_follow_the_course_of_the_year() -> None:
    game = Game(load_rules(), NAMES[:2], seed=1)
    facts = rule_facts(game.rules)
    state = state_in(game.position())
    time_left = facts.time_left(state.year, state.phase)
    assert (time_left.builds_this_year, time_left.builds, time_left.winter_ahead) == (3, 15, True)
    assert facts.time_left(1, state.phase, "build").builds == 14
    assert not facts.time_left(1, state.phase, "recruit").hiring_ahead
    assert facts.goods_at_risk == max(enemy.goods_lost for enemy in facts.enemies.values()) > 0
    assert len(facts.next_of(0)) == 5
    assert [building.column for building in facts.falls(game.rules.compiled.building_set, 5)] == [4] * 5


def test_the_next_building_of_a_strip_follows_from_one_that_is_built() -> None:
    facts = rule_facts(load_rules(modules=["alternate-buildings"]))
    on_strips = [building for building in facts.buildings if building.strip and facts.right_of(building)]
    assert on_strips
    for building in on_strips:
        owned = sum(1 << each.card for each in facts.buildings if each.strip == building.strip)
        following = facts.right_of(building)
        assert following is not None
        found = facts.next_of(owned & ~(1 << following.card))
        assert following in found


def test_what_is_kept_is_what_would_be_worked_out_anew() -> None:
    """Whatever makes a difference to the value of holdings is part of what they are kept by."""
    facts, luck = rule_facts(load_rules(modules=["more-buildings"])), RandomNumbers(1)
    kept = Valuation(plans_of(facts, DEFAULT_WEIGHTS), {})
    for _ in range(400):
        stock = [luck.below(7) for _ in facts.compiled.resources]
        buildings = sum(1 << building.card for building in facts.buildings[luck.below(9) :: 9])
        time_left = facts.time_left(1 + luck.below(5), luck.below(len(facts.compiled.phases)))
        anew = Valuation(BuildingPlans(facts, DEFAULT_WEIGHTS), {})
        assert kept.values((stock, buildings), time_left) == anew.values((stock, buildings), time_left)


def test_dice_that_stay_in_hand_count_when_answers_are_tried() -> None:
    game, decision = opened("126", "446", "555")
    valuation = Valuation(plans_of(rule_facts(game.rules), DEFAULT_WEIGHTS), {})
    lookahead = Lookahead(decision.seat, valuation)
    for option, values in zip(
        decision.options,
        lookahead.tried(decision.options, decision.player, [game.position()]),
        strict=True,
    ):
        after = game.position()
        after.step(option)
        state = state_in(after)
        pips = sum(state.players[decision.seat].dice.own)
        assert values[2] == lookahead.settled(state)[2] + DEFAULT_WEIGHTS.pip * pips


class Endless(Position):
    """A position in which cards go on without end after every answer but to pass."""

    def step(self, action: Action | str, player: str | None = None) -> None:
        if str(action) != "pass":
            raise Runaway("runaway.steps", "It does not end.")
        super().step(action, player)

    def copy(self) -> Endless:
        return Endless(state_in(super().copy()))


@pytest.mark.skipif(COMPILED, reason="no class in Python can be made of a compiled one")
def test_an_answer_without_end_is_the_worst() -> None:
    game, decision = opened("126", "446", "555")
    valuation = Valuation(plans_of(rule_facts(game.rules), DEFAULT_WEIGHTS), {})
    lookahead, guess = Lookahead(decision.seat, valuation), Endless(state_in(game.position()))
    *others, last = lookahead.tried(decision.options, decision.player, [guess])
    assert others
    assert all(other[0] < -100 < last[0] for other in others)


def test_a_set_of_placements_is_looked_at_once() -> None:
    game, decision = opened("126", "446", "555")
    valuation = Valuation(plans_of(rule_facts(game.rules), DEFAULT_WEIGHTS), {})
    search = PlacementSearch(decision.seat, state_in(game.position()), Lookahead(decision.seat, valuation))
    search.values(decision.options)
    assert any(len(placed) == 3 for placed in search.known)
    assert len(search.known) == len({frozenset(placed) for placed in search.known})


def test_a_battle_is_worth_what_it_brings_on_average() -> None:
    facts = rule_facts(load_rules())
    stakes = Stakes(0.0, [(facts.enemies[name].strength, 1.0, 1.0) for name in facts.enemies_of[1]])
    by_strength = [stakes.worth(strength) for strength in range(-3, 7)]
    assert by_strength == sorted(by_strength)
    assert by_strength[0] < 0 < by_strength[-1] == 1.0


def test_luck_is_fair_and_repeats() -> None:
    drawn = [RandomNumbers(5).below(6), *(RandomNumbers(5).below(6) for _ in range(2))]
    assert len(set(drawn)) == 1
    luck = RandomNumbers(1)
    counts = [0] * 3
    for _ in range(6000):
        counts[luck.weighted((1, 2, 3))] += 1
    assert all(abs(count - 1000 * weight) < 200 for weight, count in enumerate(counts, start=1))


def test_an_unknown_bot_is_named_with_what_was_likely_meant() -> None:
    with pytest.raises(SetupError, match="did you mean 'greedy'"):
        make_bot("greedi")
