"""The environment for Gymnasium, with its own checks, and the training that the documentation shows."""

from __future__ import annotations

import random
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("gymnasium", reason="Gymnasium belongs to the extra `gymnasium`")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

from kingsburg_rules import Game, SetupError, load_rules
from kingsburg_rules.adapters import token_game
from kingsburg_rules.adapters.gymnasium import ID, KingsburgEnv
from kingsburg_rules.bots import GreedyBot, RandomBot, bot_turn

EXAMPLES = Path(__file__).parents[2] / "examples"


def played_out(environment: KingsburgEnv, seed: int) -> float:
    """Play a game at random; what the agent is paid."""
    chooser, paid, over = random.Random(seed), 0.0, False
    environment.reset(seed=seed)
    while not over:
        masks = environment.action_masks()
        seen, reward, over, truncated, info = environment.step(chooser.choice(np.flatnonzero(masks).tolist()))
        paid += reward
        assert seen in environment.observation_space
        assert not truncated
        assert not info["illegal"]
        assert np.array_equal(info["action_mask"], environment.action_masks())
    assert not environment.action_masks().any()
    return paid


@pytest.mark.parametrize("reward", ["win", "points"])
def test_it_passes_the_check(reward: str) -> None:
    """With two bots, and as `gymnasium.make` makes it; render modes are tried as well."""
    made = gymnasium.make(ID, opponents=("greedy", "random"), reward=reward, render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made.unwrapped)


def test_it_is_registered_with_its_module() -> None:
    made = gymnasium.make(f"{KingsburgEnv.__module__}:{ID}", opponents=("random",))
    seen, info = made.reset(seed=1)
    assert seen in made.observation_space
    assert info["action_mask"].sum() > 1


def test_masks_are_as_maskable_ppo_asks_for_them() -> None:
    made = gymnasium.make(ID)
    made.reset(seed=1)
    masks = made.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_
    assert masks.shape == (made.action_space.n,)  # type: ignore[attr-defined]


@pytest.mark.parametrize("reward", ["win", "rank", "points"])
def test_the_agent_is_paid_what_the_game_says(reward: str) -> None:
    environment = KingsburgEnv(reward=reward)  # type: ignore[arg-type]
    for seed in range(4):
        paid = played_out(environment, seed)
        outcome, points = environment.game.outcome, environment.game.scores[environment.agent]
        assert outcome is not None
        won = environment.agent in outcome.winners
        assert paid == points if reward == "points" else (paid > 0) == won


def test_seeds_repeat_a_game_with_its_bots() -> None:
    environment = KingsburgEnv(opponents=("greedy", "random"), reward="points")
    assert [played_out(environment, seed) for seed in (1, 2)] == [
        played_out(KingsburgEnv(opponents=("greedy", "random"), reward="points"), seed) for seed in (1, 2)
    ]


def test_the_agent_has_the_seat_it_is_given() -> None:
    seats = set[str]()
    for seed in range(12):
        environment = KingsburgEnv()
        environment.reset(seed=seed)
        seats.add(environment.agent)
        fixed = KingsburgEnv(seat=1)
        fixed.reset(seed=seed)
        assert fixed.agent == "player_1"
        assert fixed.game.decision is not None
        assert fixed.game.decision.player == "player_1"
    assert seats == {"player_0", "player_1", "player_2"}


def test_bots_sit_clockwise_from_the_agent() -> None:
    made = list[tuple[str, int]]()

    def maker(name: str) -> Any:
        return lambda seed: made.append((name, seed)) or RandomBot(seed)

    environment = KingsburgEnv(opponents=(maker("one"), maker("two"), "greedy"), seat=2)
    environment.reset(seed=1)
    assert [name for name, _ in made] == ["one", "two"]
    assert made[0][1] != made[1][1]
    bots = environment._bots
    assert {name: type(bot) for name, bot in bots.items()} == {
        "player_3": RandomBot,
        "player_0": RandomBot,
        "player_1": GreedyBot,
    }


def test_a_word_that_may_not_come_next_ends_the_game() -> None:
    environment = KingsburgEnv()
    environment.reset(seed=1)
    wrong = int(np.flatnonzero(~environment.action_masks())[0])
    _, reward, terminated, truncated, info = environment.step(wrong)
    assert (reward, terminated, truncated, info["illegal"]) == (-1, True, False, True)
    with pytest.raises(SetupError, match="reset"):
        environment.step(wrong)
    environment.reset()
    assert environment.action_masks().any()


def test_the_table_is_shown_as_the_agent_sees_it(capsys: pytest.CaptureFixture[str]) -> None:
    environment = KingsburgEnv(render_mode="ansi")
    environment.reset(seed=1)
    table = environment.render()
    assert table is not None
    assert f"as {environment.agent} sees it" in table
    printed = KingsburgEnv(render_mode="human")
    printed.reset(seed=1)
    printed.step(int(np.flatnonzero(printed.action_masks())[0]))
    assert "sees it" in capsys.readouterr().out
    assert KingsburgEnv().render() is None


def test_a_game_without_end_is_truncated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(token_game, "LONGEST", 30)
    environment = KingsburgEnv()
    environment.reset(seed=1)
    truncated = terminated = False
    while not truncated:
        token = int(np.flatnonzero(environment.action_masks())[0])
        *_, terminated, truncated, _ = environment.step(token)
    assert not terminated


def test_settings_are_checked() -> None:
    with pytest.raises(SetupError, match="hasty"):
        KingsburgEnv(opponents=("hasty",))
    with pytest.raises(SetupError, match="from 0 to 2, not 3"):
        KingsburgEnv(seat=3)
    with pytest.raises(SetupError, match="reset"):
        KingsburgEnv().step(0)


def test_the_training_of_the_documentation_learns(capsys: pytest.CaptureFixture[str]) -> None:
    """After 200 games the policy is far better than the third of all games that it won at first."""
    sys.path.insert(0, str(EXAMPLES))
    try:
        import train_a_bot as example
    finally:
        sys.path.remove(str(EXAMPLES))
    layout = KingsburgEnv().layout
    policy = example.Policy(len(layout.actions), layout.size)
    example.train(policy, 200)
    assert float(example.measure(policy, ("random", "random"), 60).partition("%")[0]) > 50
    assert "VP on average" in capsys.readouterr().out
    bot = example.TrainedBot(policy)
    game = Game(load_rules(), ("Ann", "Brian", "Cindy"), seed=3)
    while bot_turn(game, {"Ann": bot, "Brian": RandomBot(1), "Cindy": RandomBot(2)}) is not None:
        pass
    assert game.outcome is not None
    assert game.outcome.winners == ("Ann",)
