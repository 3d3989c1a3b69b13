"""The game for OpenSpiel, with OpenSpiel's own test, and algorithms of it on small games."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel belongs to the extra `openspiel`")

import numpy as np
import pyspiel

from kingsburg_rules import ContentError, SetupError
from kingsburg_rules.adapters import token_game
from kingsburg_rules.adapters.openspiel import NAME

INFO = """\
id: one-spring
version: "1.0"
format: 1
title: One spring
kind: module
requires: [base]
"""
CARDS = """\
format: 1
rules:
  - id: short_spring
    name: A short spring
    triggers:
      - {when: season.end, do: [{end_game: {now: true}}]}
"""


@pytest.fixture
def spring(tmp_path: Path) -> Any:
    """A game for two that ends after its first season."""
    (tmp_path / "pack.yaml").write_text(INFO, encoding="utf-8")
    (tmp_path / "cards.yaml").write_text(CARDS, encoding="utf-8")
    return pyspiel.load_game(NAME, {"packs": str(tmp_path)})


def played(game: Any, seed: int, tokens: int = 100_000) -> Any:
    """A state after some tokens at random."""
    chooser, state = random.Random(seed), game.new_initial_state()
    while tokens and not state.is_terminal():
        state.apply_action(chooser.choice(state.legal_actions()))
        tokens -= 1
    return state


def known(state: Any, players: int) -> list[str]:
    return [
        f"{state.information_state_string(seat)} {state.observation_string(seat)}" for seat in range(players)
    ]


def test_it_passes_the_random_simulations(spring: Any) -> None:
    pyspiel.random_sim_test(spring, num_sims=5, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "settings",
    ["players=3,reward=rank", "players=2,edition=first-ffg,reward=points,modules=governors+soldier-tokens"],
)
def test_whole_games_pass_the_random_simulations(settings: str) -> None:
    game = pyspiel.load_game(f"{NAME}({settings})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_a_game_and_its_state_are_written_and_read() -> None:
    game = pyspiel.load_game(f"{NAME}(players=3,modules=destiny+governors,reward=rank)")
    state = played(game, 1, 150)
    other, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(other) == str(game)
    assert known(again, 3) == known(state, 3)
    assert again.legal_actions() == state.legal_actions()
    assert again.history() == state.history()


def test_a_clone_is_independent(spring: Any) -> None:
    state = played(spring, 2, 12)
    before = known(state, 2)
    clone = state.clone()
    assert known(clone, 2) == before
    clone.apply_action(clone.legal_actions()[0])
    assert known(state, 2) == before


def test_chance_has_exact_probabilities(spring: Any) -> None:
    found = set[str]()
    for seed in range(10):
        chooser, state = random.Random(seed), spring.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                tokens, shares = zip(*state.chance_outcomes(), strict=True)
                assert sum(shares) == pytest.approx(1)
                assert [*tokens] == state.legal_actions()
                found |= {state.action_to_string(-1, token).split()[0] for token in tokens}
                state.apply_action(chooser.choices(tokens, shares)[0])
            else:
                state.apply_action(chooser.choice(state.legal_actions()))
    assert found >= {"arrange", "draw", "roll"}


def test_players_remember_what_they_did_and_saw() -> None:
    """One state of information never goes with two lists of tokens, nor with two pasts."""
    game = pyspiel.load_game(f"{NAME}(players=2)")
    pasts, looked = dict[str, tuple[Any, ...]](), 0
    for seed in range(6):
        chooser, state = random.Random(seed), game.new_initial_state()
        before: list[tuple[str, int]] = []
        while not state.is_terminal():
            token = chooser.choice(state.legal_actions())
            if state.current_player() == 0:
                text = state.information_state_string()
                past = (*before, tuple(state.legal_actions()))
                assert pasts.setdefault(text, past) == past
                before.append((text, token))
                looked += 1
            state.apply_action(token)
    assert looked > 300
    assert len(pasts) > looked * 0.9


def test_a_player_learns_nothing_of_hidden_cards(spring: Any) -> None:
    """Games that differ only in the hidden enemies are the same to the players."""
    strings = set[tuple[str, ...]]()
    for seed in range(5):
        chooser, state = random.Random(seed), spring.new_initial_state()
        state.apply_action(state.legal_actions()[0])
        while state.is_chance_node():
            state.apply_action(chooser.choice(state.legal_actions()))
        strings.add(tuple(known(state, 2)))
    assert len(strings) == 1


def test_what_a_player_cannot_see_can_be_drawn_anew() -> None:
    game = pyspiel.load_game(f"{NAME}(players=3,modules=destiny)")
    for seed in range(4):
        state = played(game, seed, 120)
        if state.is_chance_node() or state.is_terminal():
            continue
        player = state.current_player()
        guess = state.resample_from_infostate(player, random.Random(seed).random)
        assert guess.information_state_string(player) == state.information_state_string(player)
        assert guess.legal_actions() == state.legal_actions()
        assert guess.game.position() is not None
        while not guess.is_terminal():
            guess.apply_action(guess.legal_actions()[0])
        assert len(guess.returns()) == 3


def test_returns_come_at_the_end(spring: Any) -> None:
    for seed in range(20):
        state = played(spring, seed, 10)
        assert state.returns() == [0, 0]
        assert sum(played(spring, seed).returns()) == pytest.approx(0)
    points = pyspiel.load_game(f"{NAME}(reward=points)")
    state = played(points, 1)
    assert state.returns() == [*state.game.scores.values()]


def test_observations_have_named_parts() -> None:
    game: Any = pyspiel.load_game(f"{NAME}(players=3)")
    state = played(game, 1, 60)
    observer = game.make_py_observer()
    observer.set_from(state, 1)
    assert observer.tensor.tolist() == state.game.observe(state.game.view("player_1")).tolist()
    assert observer.dict["has"].shape == (3, 8)
    assert observer.dict["year"].sum() == 1
    assert observer.string_from(state, 1) == state.observation_string(1)
    recalling = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    assert recalling.string_from(state, 1) == state.information_state_string(1)
    public = game.make_py_observer(
        pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    )
    public.set_from(state, 0)
    assert public.dict["hand"].sum() == public.dict["decision"].sum() == 0
    assert public.string_from(state, 0) == state.game.view().to_json()
    with pytest.raises(SetupError, match="observer"):
        game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, public_info=False))


def test_a_game_without_end_is_over_for_openspiel(monkeypatch: pytest.MonkeyPatch, spring: Any) -> None:
    monkeypatch.setattr(token_game, "LONGEST", 8)
    state = played(spring, 1)
    assert state.is_terminal()
    assert state.returns() == [0, 0]


def test_parameters_are_checked() -> None:
    for settings in ("players=9", "edition=third", "modules=nonsense", "reward=glory"):
        with pytest.raises((SetupError, ContentError, RuntimeError)):
            pyspiel.load_game(f"{NAME}({settings})")


# Algorithms


def test_counterfactual_regret_minimization_runs_on_a_small_game(spring: Any) -> None:
    mccfr = pytest.importorskip("open_spiel.python.algorithms.external_sampling_mccfr")
    np.random.seed(1)
    solver = mccfr.ExternalSamplingSolver(spring)
    solver.iteration()
    policy, state = solver.average_policy(), played(spring, 1, 10)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    chances = policy.action_probabilities(state, state.current_player())
    assert sum(chances.values()) == pytest.approx(1)
    assert [*chances] == state.legal_actions()


def test_information_set_tree_search_runs_on_a_whole_game() -> None:
    ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    game = pyspiel.load_game(f"{NAME}(players=2,modules=destiny)")
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=1.0,
        max_simulations=10,
        random_state=np.random.RandomState(1),
    )
    state = played(game, 1, 60)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert bot.step(state) in state.legal_actions()
