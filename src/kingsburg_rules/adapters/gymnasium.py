"""Kingsburg for Gymnasium: one seat is the agent, bots have the others.

It needs the extra `gymnasium`. The agent answers a decision with one or several tokens, see `ActionSpace`; an
observation is an array with named parts, see `ObservationSpace`. `action_masks()` marks the tokens that may
come next, as MaskablePPO of sb3-contrib asks for them. Importing this module registers the environment:

    gymnasium.make("kingsburg_rules.adapters.gymnasium:Kingsburg-v0", opponents=("greedy", "random"))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from kingsburg_rules import Rules, SetupError
from kingsburg_rules.adapters.token_game import AUTOMATION, Reward
from kingsburg_rules.bots import Bot, BotMaker, Sight, bot_maker
from kingsburg_rules.engine import is_whole, needing, shown

with needing("gymnasium"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.envs.registration import EnvSpec
    from numpy.typing import NDArray

    from kingsburg_rules.adapters.environments import ILLEGAL_REWARD, MODES, Environment, Observation

if TYPE_CHECKING:
    Base = gymnasium.Env[Observation, int | np.integer[Any]]
else:
    Base = gymnasium.Env

ID = "Kingsburg-v0"
"""The name by which `gymnasium.make` knows the environment."""


class KingsburgEnv(Environment, Base):
    """A game against bots.

    Args:
        rules: The rule set; by default, the base game.
        opponents: The bots in the other seats, clockwise from the agent: names, or what makes a bot from a
            seed.
        seat: The seat of the agent; None draws one for each game.
        reward: `win`, `rank` or `points`.
        render_mode: `ansi` returns the table as text, `human` prints it.
        automation: What is done without asking, as for `Game`.

    Raises:
        SetupError: The number of players, a bot or a setting is not possible.
        TypeError: `rules` are not rules.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium declares it
        "render_modes": MODES,
        "render_fps": 1,
    }

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        opponents: Sequence[str | BotMaker] = ("random", "random"),
        seat: int | None = None,
        reward: Reward = "win",
        render_mode: str | None = None,
        automation: Iterable[str] = AUTOMATION,
    ) -> None:
        super().__init__(rules, len(opponents) + 1, reward, render_mode, automation)
        self.observation_space = self.observations()
        self.action_space = spaces.Discrete(len(self.layout.actions))
        self._makers = [bot_maker(one) if isinstance(one, str) else one for one in opponents]
        self._fixed = self._checked_seat(seat)
        self._bots: dict[str, Bot] = {}
        self._agent = ""
        self._ended = False

    def _checked_seat(self, seat: int | None) -> int | None:
        players = self.layout.players
        if seat is None or (is_whole(seat) and 0 <= seat < players):
            return seat
        raise SetupError("setup.seat", f"A seat is a number from 0 to {players - 1}, not {shown(seat)}.")

    @property
    def agent(self) -> str:
        """The name of the agent among the players of the game."""
        return self._agent

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game, and go on to the first decision of the agent.

        Args:
            seed: Makes this game and those that follow repeatable.
            options: There are none; they are ignored.

        Raises:
            SetupError: The seed is not a whole number.
        """
        # This seeds the generator of Gymnasium, which its checks look at and the game does not use.
        super().reset(seed=seed)
        game_seed = self.next_seed(seed)
        game, players = self.begin(game_seed), self.layout.players
        seat = game_seed % players if self._fixed is None else self._fixed
        self._agent = game.players[seat]
        others = [game.players[(seat + k) % players] for k in range(1, players)]
        self._bots = {name: make(self.next_seed()) for name, make in zip(others, self._makers, strict=True)}
        self._ended = False
        self._let_bots_play()
        return self.observed(self._agent), self._info()

    def step(self, action: int | np.integer[Any]) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Answer with another token, and go on to the next decision of the agent.

        Raises:
            SetupError: The game is over, or has not begun.
        """
        game = self.game
        if self._ended:
            raise SetupError("setup.reset", "The game is over. Call reset() to begin another one.")
        # Not an exception: training without masks tries such tokens all the time.
        if int(action) not in game.choices:
            self._ended = True
            return self.observed(self._agent), ILLEGAL_REWARD, True, False, self._info(illegal=True)
        game.play(int(action))
        self._let_bots_play()
        reward = self._earnings.since(game)[self._agent]
        truncated = game.is_endless and not game.is_over
        self._ended = game.is_over or truncated
        if self.render_mode == "human":
            self.render()
        return self.observed(self._agent), reward, game.is_over, truncated, self._info()

    def _let_bots_play(self) -> None:
        game = self.game
        while (decision := game.decision) is not None and not game.is_endless:
            # The agent is the only player without a bot.
            bot = self._bots.get(decision.player)
            if bot is None:
                return
            game.play_action(bot.choose(decision, Sight(decision.player, game)))

    def _info(self, *, illegal: bool = False) -> dict[str, Any]:
        game = self.game
        return {
            "action_mask": self.action_masks().astype(np.int8),
            "illegal": illegal,
            "points": game.scores[self._agent],
            "won": game.outcome is not None and self._agent in game.outcome.winners,
        }

    def action_masks(self) -> NDArray[np.bool_]:
        """Mark the tokens that the agent may choose from."""
        choices = () if self._ended else self.game.choices
        return self.mask_of(choices).astype(np.bool_)

    def render(self) -> str | None:
        """Write the table as text, as the agent sees it: print it, or return it."""
        return self.shown(self._agent)


gymnasium.registry[ID] = EnvSpec(id=ID, entry_point=f"{__name__}:{KingsburgEnv.__name__}")
