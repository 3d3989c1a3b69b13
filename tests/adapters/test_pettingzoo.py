"""The environment for PettingZoo, with PettingZoo's own tests."""

from __future__ import annotations

import random
import warnings

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo belongs to the extra `pettingzoo`")

import numpy as np
from pettingzoo.test import api_test, performance_benchmark, seed_test
from pettingzoo.utils import env_logger

from kingsburg_rules import IllegalAction, SetupError, load_rules
from kingsburg_rules.adapters import token_game
from kingsburg_rules.adapters.pettingzoo import Environment, env, raw_env

OF_EVERY_DICTIONARY = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
)
"""What `api_test` warns of wherever an observation is a dictionary, but for the environments it names."""


def played_out(environment: Environment, seed: int | None) -> dict[str, float]:
    """Play a game at random; what each agent is paid."""
    chooser = random.Random(1)
    environment.reset(seed=seed)
    paid = dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        seen, reward, terminated, truncated, _ = environment.last()
        paid[agent] += reward
        assert seen is not None
        over = terminated or truncated
        environment.step(None if over else chooser.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    assert not environment.agents
    return paid


@pytest.mark.parametrize("players", [2, 5])
def test_it_passes_the_test_of_the_interface(players: int) -> None:
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        api_test(env(players=players), num_cycles=300)
    assert not [str(each.message) for each in heard if not str(each.message).startswith(OF_EVERY_DICTIONARY)]


def test_it_passes_the_test_of_modules() -> None:
    rules = load_rules(modules=("governors", "destiny", "alternate-buildings"), scenario="shifting-alliances")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(raw_env(rules, 3, reward="points"), num_cycles=300)


def test_it_passes_the_test_of_seeds() -> None:
    seed_test(lambda: env(players=2), num_cycles=200)


def test_it_passes_the_benchmark(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(raw_env())
    assert "turns per second" in capsys.readouterr().out


def test_seeds_repeat_a_game_and_those_that_follow() -> None:
    environment = raw_env(players=3, reward="points")
    first = [played_out(environment, seed) for seed in (1, 2, 1)]
    assert first[0] == first[2]
    following = []
    for seed in (5, 5, 6):
        environment.reset(seed=seed)
        following.append([played_out(environment, None) for _ in range(3)])
    assert following[0] == following[1] != following[2]
    with pytest.raises(SetupError):
        environment.reset(seed="one")  # type: ignore[arg-type]


@pytest.mark.parametrize("reward", ["win", "rank", "points"])
def test_agents_are_paid_what_the_game_says(reward: str) -> None:
    environment = raw_env(players=3, reward=reward)  # type: ignore[arg-type]
    for seed in range(3):
        paid = played_out(environment, seed)
        outcome = environment.game.outcome
        assert outcome is not None
        if reward == "points":
            assert paid == environment.game.scores
        else:
            assert sum(paid.values()) == pytest.approx(0)
            assert {name for name in paid if paid[name] == max(paid.values())} == {*outcome.winners}


def test_only_the_agent_that_is_asked_has_words() -> None:
    environment, chooser, asked = raw_env(players=3), random.Random(1), set[str]()
    environment.reset(seed=1)
    for _ in range(100):
        agent = environment.agent_selection
        masks = {name: environment.observe(name)["action_mask"] for name in environment.agents}
        assert np.flatnonzero(masks[agent]).tolist() == [*environment.game.choices]
        assert not any(masks[name].any() for name in environment.agents if name != agent)
        asked.add(agent)
        environment.step(chooser.choice(environment.game.choices))
    assert asked == {*environment.agents}


def test_a_word_that_may_not_come_next_ends_the_game_of_env(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, checked = raw_env(), env()
    monkeypatch.setattr(env_logger.EnvLogger, "suppress_output", staticmethod(lambda: None), raising=False)
    for environment in (plain, checked):
        environment.reset(seed=1)
    wrong = next(token for token in range(len(plain.layout.actions)) if token not in plain.game.choices)
    with pytest.raises(IllegalAction):
        plain.step(wrong)
    agent = checked.agent_selection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        checked.step(wrong)
    assert all(checked.terminations.values())
    assert checked.rewards[agent] == -1


def test_the_table_is_shown_as_everybody_sees_it(capsys: pytest.CaptureFixture[str]) -> None:
    shown = raw_env(render_mode="ansi")
    shown.reset(seed=1)
    table = shown.render()
    assert table is not None
    assert "player_2: 0 VP" in table
    assert "Gain 1 gold" not in table, "options are for the one who is asked"
    silent = raw_env()
    silent.reset(seed=1)
    assert silent.render() is None
    printed = raw_env(render_mode="human")
    printed.reset(seed=1)
    printed.step(printed.game.choices[0])
    assert "player_2: 0 VP" in capsys.readouterr().out
    with pytest.raises(SetupError, match="rgb_array"):
        raw_env(render_mode="rgb_array")


def test_a_game_without_end_is_truncated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(token_game, "LONGEST", 30)
    environment = raw_env()
    environment.reset(seed=1)
    while not any(environment.truncations.values()):
        environment.step(environment.game.choices[0])
    assert environment.game.decisions == 30
    assert not any(environment.terminations.values())


def test_settings_are_checked() -> None:
    with pytest.raises(SetupError, match="reward"):
        raw_env(reward="glory")  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="2 to 5 players"):
        raw_env(players=9)
    with pytest.raises(SetupError, match="reset"):
        raw_env().step(0)
    closed = raw_env()
    closed.reset(seed=1)
    closed.close()
    with pytest.raises(SetupError, match="reset"):
        closed.observe("player_0")
