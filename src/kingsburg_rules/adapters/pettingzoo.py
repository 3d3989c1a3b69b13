"""Kingsburg for PettingZoo: an environment in which agents take turns.

It needs the extra `pettingzoo`. The agents are `player_0`, `player_1` and so on, clockwise. An agent answers
a decision with one or several tokens, so it may be asked several times in a row; see `ActionSpace`. What it
observes is a dictionary: `observation` is an array with named parts (see `ObservationSpace`), `action_mask`
marks the tokens that may come next. The mask of an agent that is not asked is empty.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias, TypedDict

from kingsburg_rules import Rules
from kingsburg_rules.adapters.token_game import AUTOMATION, Reward, seat_names
from kingsburg_rules.engine import needing

with needing("pettingzoo"):
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

    from kingsburg_rules.adapters.environments import ILLEGAL_REWARD, MODES, Environment, Mask, Observation


class Seen(TypedDict):
    """The observation of an agent."""

    observation: Observation
    action_mask: Mask


Number: TypeAlias = int | np.integer[Any]
"""The number of a token."""

AgentsEnv: TypeAlias = AECEnv[str, Seen, Number]
"""An environment of PettingZoo with agents of this game."""


def env(
    rules: Rules | None = None,
    players: int = 3,
    *,
    reward: Reward = "win",
    render_mode: str | None = None,
    automation: Iterable[str] = AUTOMATION,
) -> AgentsEnv:
    """Make an environment that checks what is done with it. A token that may not come next ends the game.

    Args:
        rules: The rule set; by default, the base game.
        players: How many players there are.
        reward: `win`, `rank` or `points`.
        render_mode: `ansi` returns the table as text, `human` prints it.
        automation: What is done without asking, as for `Game`.

    Raises:
        SetupError: The number of players or a setting is not possible.
        TypeError: `rules` are not rules.
    """
    plain = raw_env(rules, players, reward=reward, render_mode=render_mode, automation=automation)
    checked: AgentsEnv = wrappers.TerminateIllegalWrapper(plain, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class raw_env(Environment, AECEnv[str, Seen, Number]):  # noqa: N801 - as PettingZoo calls it
    """The environment without checks; a token that may not come next raises `IllegalAction`.

    It takes the arguments of `env`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as PettingZoo declares it
        "name": "kingsburg_v0",
        "render_modes": MODES,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: Rules | None = None,
        players: int = 3,
        *,
        reward: Reward = "win",
        render_mode: str | None = None,
        automation: Iterable[str] = AUTOMATION,
    ) -> None:
        super().__init__(rules, players, reward, render_mode, automation)
        self.possible_agents = list(seat_names(players))
        self.agents = []
        tokens = len(self.layout.actions)
        mask = spaces.Box(0, 1, (tokens,), np.int8)
        seen: dict[str, spaces.Space[Any]] = {"observation": self.observations(), "action_mask": mask}
        self._spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self._token_spaces = {agent: spaces.Discrete(tokens) for agent in self.possible_agents}
        self.observation_spaces, self.action_spaces = self._spaces, self._token_spaces

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of what an agent observes."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of the tokens."""
        return self._token_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. Without a seed, another game follows from the last seed.

        Args:
            seed: Makes this game and those that follow repeatable.
            options: There are none; they are ignored.

        Raises:
            SetupError: The seed is not a whole number.
        """
        del options
        self.begin(self.next_seed(seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        # What PettingZoo keeps while it removes agents at the end; a new game begins without it.
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._select()

    def step(self, action: Number | None) -> None:
        """Answer with another token for the agent whose turn it is; None if the game is over.

        Raises:
            IllegalAction: The token is not one that may come next.
            SetupError: `reset` has not been called.
        """
        game, agent = self.game, self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        # `last` returns what an agent got since its last step, so its sum begins anew with this one.
        self._cumulative_rewards[agent] = 0.0
        game.play(-1 if action is None else int(action))
        self.rewards = self._earnings.since(game)
        self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        """Select the agent that is asked now, or end the game."""
        game = self.game
        self.terminations = dict.fromkeys(self.agents, game.is_over)
        self.truncations = dict.fromkeys(self.agents, game.is_endless and not game.is_over)
        if game.decision is not None:
            self.agent_selection = game.decision.player

    def observe(self, agent: str) -> Seen:
        """Return what an agent may know, and the tokens that it may choose from."""
        game = self.game
        asked = game.decision is not None and game.decision.player == agent
        return Seen(observation=self.observed(agent), action_mask=self.mask_of(game.choices if asked else ()))

    def render(self) -> str | None:
        """Write the table as text, as everybody may see it: print it, or return it."""
        return self.shown(None)

    def close(self) -> None:
        """Forget the game."""
        self._game = None
