"""The searching bot: what it may know, that it plays everything and repeats itself, how strong it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings

from kingsburg_rules import (
    Decision,
    Game,
    Pack,
    Runaway,
    SetupError,
    load_rules,
)
from kingsburg_rules.bots import Bot, GreedyBot, SearchBot, Sight, bot_turn
from kingsburg_rules.bots.bot import Parts
from kingsburg_rules.bots.facts import rule_facts
from kingsburg_rules.bots.judging import Judge
from kingsburg_rules.bots.valuing import Valuation, holdings_of, plans_of
from kingsburg_rules.bots.weights import Weights
from kingsburg_rules.engine import RandomNumbers
from kingsburg_rules.engine.errors import KingsburgError
from kingsburg_rules.game.position import state_in
from kingsburg_rules.lab import GameResult, Simulation, simulate
from kingsburg_rules.testing.random_games import starting_with
from support.bots import Redealt
from support.goldens import NAMES, Chooser
from support.random_packs import packs
from support.setups import drawn

FEW = 6
"""Playouts that only show that it works."""

quick = partial(SearchBot, playouts=FEW)


def asked_in(game: Game, every: int, most: int = 1000) -> list[Decision]:
    """Play at random, with the searching bot answering some of the decisions; gives those."""
    chooser, found = Chooser(game.rules.calendar.years), list[Decision]()
    for number in count():
        pending = [owed for owed in game.pending if owed.player in game.players]
        if not pending or number == most:
            return found
        decision = pending[chooser.choose(len(pending))]
        if number % every == 0 and len(decision.options) > 1:
            action = quick(number).choose(decision, Sight(decision.player, game))
            assert action in decision.options
            found.append(decision)
        else:
            action = decision.options[chooser.choose(len(decision.options))]
        game.play(action, decision.player)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("players", [2, 3, 5])
def test_it_plays_whole_games(players: int) -> None:
    bots: dict[str, Bot] = dict.fromkeys(NAMES[:players], SearchBot(3, playouts=2))
    game = Game(load_rules(), NAMES[:players], seed=players)
    while bot_turn(game, bots) is not None:
        pass
    assert game.outcome is not None


@pytest.mark.parametrize("number", range(6))
def test_it_answers_in_every_setup(number: int) -> None:
    """Modules, scenarios, variants, editions: secret bids, hands, several players asked at once."""
    setup = drawn(number)
    game = Game(setup.rules, setup.players, seed=number, automation=setup.automation)
    assert len(asked_in(game, 9)) > 10


def test_it_answers_when_several_are_asked_and_hands_are_hidden() -> None:
    game = Game(load_rules(modules=["governors"], variants=["bid-governors"]), NAMES[:4], seed=2)
    decisions = asked_in(game, 1, 40)
    assert len({decision.kind for decision in decisions}) > 1
    game = Game(load_rules(modules=["governors"]), NAMES[:3], seed=2)
    assert len(game.pending) == 3
    last = game.pending[-1]
    assert quick().choose(last, Sight(last.player, game)) in last.options


@settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(files=packs())
def test_it_plays_packs_that_nobody_has_seen(files: dict[str, str]) -> None:
    """Cards, resources, moments and phases of their own; some go on without end."""
    try:
        game = Game(load_rules(packs=[Pack.from_files(files)]), NAMES[:3], seed=1)
        asked_in(game, 7, 120)
    except Runaway:
        pass
    except KingsburgError as error:
        assert error.code.startswith("setup."), error


STALLS = """\
format: 1
resources: [{id: salt, name: Salt}]
buildings:
  - id: hut
    name: Hut
    row: A
    column: 5
    cost: {wood: 1}
    vp: 1
    fidelity: printed
    triggers: [{when: season.end, do: [{gain: {salt: 2}}]}]
"""


def test_resources_of_packs_are_worth_something() -> None:
    """What only a pack knows counts a little, so that the bot would rather have it than not."""
    info = "id: salty\nversion: '1'\nformat: 1\ntitle: Salty\n"
    rules = load_rules(packs=[Pack.from_files({"pack.yaml": info, "cards.yaml": STALLS})])
    state = state_in(Game(rules, NAMES[:2], seed=1).position())
    judge = Judge(Valuation(plans_of(rule_facts(rules), Weights()), {}), state)
    before = judge.value(state, 0)
    state.players[0].stock[state.compiled.resource["salt"]] += 2
    assert judge.value(state, 0) > before


def test_what_it_cannot_see_does_not_change_its_answer() -> None:
    asked = 0
    for number in range(3):
        rules = load_rules(modules=[(), ("governors",), ("governors", "destiny")][number])
        game = Game(rules, NAMES[:3], seed=number)
        for step in range(90):
            decision = game.pending[-1]
            if step % 6 == 0 and len(decision.options) > 1:
                asked += 1
                told = quick(5).choose(decision, Sight(decision.player, game))
                other = Redealt(game, decision.player, seed=1000 + step)
                assert quick(5).choose(decision, Sight(decision.player, other)) == told
            game.play(GreedyBot().choose(decision, Sight(decision.player, game)), decision.player)
    assert asked > 20


def test_hidden_things_differ_in_the_test_above() -> None:
    """Otherwise it would show nothing."""
    game = Game(load_rules(), NAMES[:3], seed=1)
    positions = [Redealt(game, "Ann", seed).position() for seed in range(8)]
    assert len({state_in(position).enemies for position in positions}) > 1


def decisions_of_a_game() -> list[tuple[Game, Decision]]:
    game, found = Game(load_rules(), NAMES[:4], seed=8), list[tuple[Game, Decision]]()
    for _ in range(60):
        decision = game.decision
        assert decision is not None
        if len(decision.options) > 3:
            found.append((Game.load(game.save()), decision))
        game.play(GreedyBot().choose(decision, Sight(decision.player, game)))
    return found[::4]


def test_equal_seeds_and_budgets_give_equal_answers() -> None:
    for game, decision in decisions_of_a_game():
        sight = Sight(decision.player, game)
        one, two = (SearchBot(4, playouts=20).explain(decision, sight) for _ in range(2))
        assert one == two


def test_a_thought_leaves_the_game_alone() -> None:
    game = Game(load_rules(modules=["governors"]), NAMES[:3], seed=6)
    before = game.save()
    for decision in game.pending:
        quick().explain(decision, Sight(decision.player, game))
    assert game.save() == before


@pytest.mark.parametrize(
    "budget",
    [{"playouts": 0}, {"playouts": True}, {"playouts": 1.5}, {"milliseconds": 0}, {"milliseconds": "1"}],
)
def test_a_budget_that_is_none_is_refused(budget: dict[str, object]) -> None:
    make: Callable[..., object] = SearchBot
    with pytest.raises(SetupError, match="above 0"):
        make(1, **budget)


def test_a_time_limit_ends_a_search() -> None:
    game, decision = decisions_of_a_game()[0]
    told = SearchBot(1, milliseconds=0.001).explain(decision, Sight(decision.player, game))
    assert any("16 imagined games" in reason for reason in told.reasons)


def test_a_search_ends_when_the_rest_cannot_change_it() -> None:
    """Playouts that could not make another answer the first are left out, and the answer is the same."""
    shorter = 0
    for game, decision in decisions_of_a_game():
        played = SearchBot(1, playouts=64)._searched(decision, Sight(decision.player, game))
        shorter += played.played < 64
        rest = 64 - played.played
        assert played.played == 64 or played.lead > rest
    assert shorter > 1


def test_the_judge_agrees_with_the_greedy_bot() -> None:
    """It is the same value, only faster."""
    game, compared = Game(load_rules(), NAMES[:4], seed=3), 0
    facts = rule_facts(game.rules)
    valuation = Valuation(plans_of(facts, Weights()), {})
    while (decision := game.decision) is not None:
        state = state_in(game.position())
        judge = Judge(valuation, state)
        for seat, player in enumerate(state.players):
            holdings, time_left = holdings_of(player, facts), facts.time_left(state.year, state.phase)
            worth = valuation.worth(holdings, time_left)
            assert judge.value(state, seat) == pytest.approx(worth)
            assert sum(valuation.parts(holdings, time_left)) == worth
            compared += 1
        game.play(GreedyBot().choose(decision, Sight(decision.player, game)))
    assert compared > 500


def test_parts_that_matter_come_first() -> None:
    parts = Parts(points=1, goods=-2, winter=0.01).less(Parts(points=0.5))
    assert parts.greatest() == [("goods", -2), ("points", 0.5)]


def test_a_reward_is_worth_what_it_brings() -> None:
    game = Game(load_rules(), NAMES[:3], seed=2)
    while game.decision is not None and game.decision.kind != "influence":
        game.play(game.decision.options[0])
    state = state_in(game.position())
    judge = Judge(Valuation(plans_of(rule_facts(game.rules), Weights()), {}), state)
    rewards = {place.name: judge.reward(0, place.index) for place in state.compiled.places}
    assert rewards["jester"] == pytest.approx(1)
    assert rewards["king"] > rewards["treasurer"] > rewards["squire"] > 0


GAMBLES = """\
format: 1
buildings:
  - id: hut
    name: Hut
    row: A
    column: 5
    cost: {wood: 1}
    vp: 1
    fidelity: printed
    triggers:
      - when: season.end
        optional: false
        do:
          - choose_one:
              - {label: few, do: [{gain: {vp: 1}}]}
              - {label: most, do: [{gain: {vp: 5}}]}
              - {label: some, do: [{gain: {vp: 3}}]}
"""


def test_it_plays_on_from_answers_that_do_not_show_what_they_bring() -> None:
    """It tries them, the first times that it meets the question, and takes what was best from then on."""
    info = "id: gambles\nversion: '1'\nformat: 1\ntitle: Gambles\n"
    rules = load_rules(packs=[Pack.from_files({"pack.yaml": info, "cards.yaml": GAMBLES})])
    game = Game(starting_with(rules, ["gambles/hut"]), NAMES[:2], seed=1)
    while game.decision is not None and game.decision.kind != "choose":
        game.play(game.decision.options[-1])
    state = state_in(game.position())
    before = state.players[0].stock[state.compiled.resource["vp"]]
    judge = Judge(Valuation(plans_of(rule_facts(rules), Weights()), {}), state)
    looks = [judge.looks(state, state.asks[0]) for _ in range(5)]
    assert looks[0] is not None
    assert [look - looks[0][2] for look in looks[0]] == pytest.approx([-2, 2, 0])
    assert looks[4] == pytest.approx(looks[0])
    later = [state.copy() for _ in range(9)]
    for each in later:
        judge.go_on(each, RandomNumbers(1))
    points = {each.players[0].stock[each.compiled.resource["vp"]] for each in later}
    assert len(points) == 1
    assert min(points) >= before + 5


def standing(results: Sequence[GameResult], name: str) -> tuple[float, float]:
    """Give the share of games that a bot has won, shared victories in part, and its points on average."""
    won, points, seats = 0.0, 0, 0
    for result in results:
        for number, seat in enumerate(result.seats):
            if name in seat.bot:
                seats += 1
                points += seat.vp
                won += (number in result.winners) / len(result.winners)
    return won / len(results), points / seats


def test_a_little_thinking_beats_random_players() -> None:
    simulation = Simulation(load_rules(), bots=[short_search, "random", "random"], seed=1)
    won, points = standing(list(simulate(simulation, games=2)), "search")
    assert (won, points > 25) == (1, True)


def short_search(seed: int) -> Bot:
    """The searching bot with few playouts; simulations name it by where it is."""
    return SearchBot(seed, playouts=4)


def stronger_search(seed: int) -> Bot:
    """The searching bot with some playouts."""
    return SearchBot(seed, playouts=60)


@pytest.mark.long
@pytest.mark.parametrize(("modules", "games"), [((), 60), (("governors", "destiny", "soldier-tokens"), 40)])
def test_it_beats_three_greedy_bots(modules: Sequence[str], games: int) -> None:
    """At equal strength it would win a quarter; chance alone does not give it what is asked here."""
    rules = load_rules(modules=modules)
    simulation = Simulation(rules, bots=[stronger_search, "greedy", "greedy", "greedy"], seed=7)
    won, _ = standing(list(simulate(simulation, games=games)), "search")
    assert won > 0.25 + 1.96 * (0.25 * 0.75 / games) ** 0.5
