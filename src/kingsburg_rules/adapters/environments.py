"""The core of the environments for Gymnasium and PettingZoo: rules, seeds, game, arrays and pictures."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from kingsburg_rules import Rules, SetupError, load_rules
from kingsburg_rules.adapters.observations import LIMIT, observation_space
from kingsburg_rules.adapters.token_game import Earnings, Reward, TokenGame, checked_reward
from kingsburg_rules.engine import RandomNumbers, unknown
from kingsburg_rules.render import text

Observation: TypeAlias = NDArray[np.float32]
Mask: TypeAlias = NDArray[np.int8]

ILLEGAL_REWARD = -1.0
"""The reward for a token that may not come next. The game ends with it."""

MODES = ["ansi", "human"]
"""The ways to show the table: `ansi` returns it as text, `human` prints it."""

_SEEDS = 1 << 63


class Environment:
    """A rule set with a number of players, and the game that is being played."""

    def __init__(
        self,
        rules: Rules | None,
        players: int,
        reward: Reward,
        render_mode: str | None,
        automation: Iterable[str],
    ) -> None:
        """Check the settings, which are those of both environments."""
        super().__init__()  # the class of the other project comes next
        # Loaded here and not as a default argument, so that importing the module loads nothing.
        self.rules = load_rules() if rules is None else rules
        self.layout = observation_space(self.rules, players)
        if render_mode is not None and render_mode not in MODES:
            raise SetupError("setup.render_mode", f"Render mode {unknown(render_mode, MODES)}")
        self.render_mode = render_mode
        self._reward: Reward = checked_reward(reward)
        self._automation = automation
        self._numbers: RandomNumbers | None = None
        self._game: TokenGame | None = None

    @property
    def game(self) -> TokenGame:
        """The game that is played.

        Raises:
            SetupError: `reset` has not been called.
        """
        if self._game is None:
            raise SetupError("setup.reset", "Call reset() first: it begins a game.")
        return self._game

    def begin(self, seed: int) -> TokenGame:
        """Begin a game."""
        self._game = TokenGame(self.rules, self.layout.players, seed=seed, automation=self._automation)
        self._earnings = Earnings(self._reward, self._game)
        return self._game

    def next_seed(self, seed: int | None = None) -> int:
        """Draw the next seed of a game or a bot; the first one comes from the operating system.

        Args:
            seed: Where to begin anew; None goes on.

        Raises:
            SetupError: The seed is not a whole number.
        """
        if seed is not None:
            self._numbers = RandomNumbers(seed)
        elif self._numbers is None:
            self._numbers = RandomNumbers(int.from_bytes(os.urandom(8), "big"))
        return self._numbers.below(_SEEDS)

    def observations(self) -> spaces.Box[np.float32]:
        """Make the space of observations."""
        edge = np.full((self.layout.size,), LIMIT, dtype=np.float32)
        return spaces.Box(-edge, edge, dtype=np.float32)

    def observed(self, player: str) -> Observation:
        """Return what a player sees."""
        return np.frombuffer(self.game.observe(self.game.view(player)), dtype=np.float32)

    def mask_of(self, choices: Iterable[int]) -> Mask:
        """Mark the tokens that may come next."""
        mask = np.zeros(len(self.layout.actions), dtype=np.int8)
        mask[list(choices)] = 1
        return mask

    def shown(self, player: str | None) -> str | None:
        """Write the table as text, as a player or everybody sees it: print it, or return it."""
        if self.render_mode is None:
            return None
        table = text(self.game.view(player))
        if self.render_mode == "ansi":
            return table
        print(table)
        return None
