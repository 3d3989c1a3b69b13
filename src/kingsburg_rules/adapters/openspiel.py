"""Kingsburg for OpenSpiel: a Python game with turns, chance nodes and hidden information.

It needs the extra `openspiel`. Importing this module registers the game:

    pyspiel.load_game("python_kingsburg(players=2,modules=governors+destiny,reward=rank)")

A player answers a decision with one or several tokens, each of them an action (see `ActionSpace`). Chance
answers with tokens of its own: a roll of three dice is up to three chance nodes, whose probabilities are
exact. Rewards are paid at the end; `points` are victory points.

The tensor of an observation has named parts (see `ObservationSpace`). The string of an information state is
made of everything that the player has seen and done, in short form: two of them are equal only if all of that
is equal.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Final

from kingsburg_rules import Rules, SetupError, load_rules
from kingsburg_rules.adapters.action_space import ActionSpace
from kingsburg_rules.adapters.observations import action_space, observation_space
from kingsburg_rules.adapters.token_game import LONGEST, Reward, TokenGame, checked_reward, final_rewards
from kingsburg_rules.engine import CHANCE_PLAYER, needing

with needing("openspiel"):
    import numpy as np
    import pyspiel
    from numpy.typing import NDArray

NAME: Final = "python_kingsburg"
"""The name by which `pyspiel.load_game` knows the game."""

PARAMETERS: Final[Mapping[str, int | str]] = {
    "players": 2,
    "edition": "second",
    "modules": "",
    "variants": "",
    "scenario": "",
    "packs": "",
    "reward": "win",
}
"""The parameters of the game with their defaults.

`modules` and `variants` are ids joined by `+`. `packs` are paths, joined as in the environment variable PATH.
"""

MOST_POINTS: Final = 1000.0
"""No player is assumed to have more victory points, nor fewer than the negative of this."""

_MOST_SEATS: Final = 8
_WORDS_OF_A_DECISION: Final = 10
_DIGEST: Final = 12


def game_type(reward: str = "win", packs: str = "") -> pyspiel.GameType:
    """Describe the game for OpenSpiel; cards of packs may let everybody win, or nobody."""
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Kingsburg",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.GENERAL_SUM if packs or reward == "points" else utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=_MOST_SEATS,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


class KingsburgGame(pyspiel.Game):
    """The game with its parameters; see `PARAMETERS`.

    Raises:
        SetupError: A parameter is not possible.
        ContentError: A pack has mistakes.
    """

    def __init__(self, params: Mapping[str, int | str] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        self.players = int(given["players"])
        self.reward: Reward = checked_reward(str(given["reward"]))
        self.rules: Rules = _rules(given)
        observation_space(self.rules, self.players)  # refuses a number of players that is not possible
        most = MOST_POINTS if self.reward == "points" else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=len(action_space(self.rules)),
            max_chance_outcomes=len(action_space(self.rules, chance=True)),
            num_players=self.players,
            min_utility=-most,
            max_utility=most,
            utility_sum=None if given["packs"] or self.reward == "points" else 0.0,
            max_game_length=LONGEST * _WORDS_OF_A_DECISION,
        )
        super().__init__(game_type(self.reward, str(given["packs"])), info, given)

    @property
    def tokens(self) -> ActionSpace:
        """The actions of players, which are tokens."""
        return action_space(self.rules)

    def new_initial_state(self) -> KingsburgState:
        """Begin a game."""
        return KingsburgState(self)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, object] | None = None,
    ) -> KingsburgObserver:
        """Make what writes observations.

        Args:
            iig_obs_type: What is observed: what one player may know, or what everybody may know.
            params: There are none.

        Raises:
            SetupError: Something else is to be observed.
        """
        return KingsburgObserver(self, iig_obs_type, params)


def _rules(given: Mapping[str, int | str]) -> Rules:
    def listed(name: str, separator: str = "+") -> list[str]:
        return [one for one in str(given[name]).split(separator) if one]

    return load_rules(
        str(given["edition"]),
        modules=listed("modules"),
        variants=listed("variants"),
        scenario=str(given["scenario"]) or None,
        packs=listed("packs", os.pathsep),
    )


class KingsburgState(pyspiel.State):
    """A position of the game; `game` is the game as a `TokenGame`."""

    def __init__(self, game: KingsburgGame) -> None:
        super().__init__(game)
        self.game = TokenGame(game.rules, game.players, seed=0, chance="decision")
        self._reward: Reward = game.reward
        self._memory = SeatHistories(self.game)

    # What OpenSpiel asks

    def current_player(self) -> int:
        """Return the seat that is asked, or chance, or that the game is over."""
        decision = self.game.decision
        if decision is None or self.game.is_endless:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if decision.player == CHANCE_PLAYER else decision.seat

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.game.choices) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the tokens of chance with their probabilities."""
        return self.game.odds()

    def _apply_action(self, action: int) -> None:
        # The hashes are worked out when somebody asks for them: most searches never do.
        self._memory.tokens.append(action)
        self.game.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        rules = self.game.rules
        return action_space(rules, chance=player == pyspiel.PlayerId.CHANCE).tokens[action]

    def is_terminal(self) -> bool:
        """Whether the game is over, or has gone on for too long."""
        return self.current_player() == pyspiel.PlayerId.TERMINAL

    def returns(self) -> list[float]:
        """Return what every player has earned: nothing before the end."""
        game = self.game
        if game.outcome is None:
            return [0.0] * len(game.players)
        paid = final_rewards(self._reward, game.outcome)
        if self._reward == "points":
            paid = {name: float(points) for name, points in game.scores.items()}
        return [paid[name] for name in game.players]

    def information_state_string(self, player: int | None = None) -> str:
        """Return in short form everything that a player has seen and done."""
        seat = self.current_player() if player is None else player
        return f"{seat}:{self._memory.up_to(self.game)[seat].hex()}:{_asked(self.game, seat)}"

    def observation_string(self, player: int | None = None) -> str:
        """Return what a player may know, as the JSON of a view, with the tokens of their answer so far."""
        seat = self.current_player() if player is None else player
        return f"{self.game.view(self.game.players[seat]).to_json()}\n{_asked(self.game, seat)}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> KingsburgState:
        """Return a position in which everything that a player cannot see is drawn anew.

        Its history is that of this position.
        """
        # OpenSpiel wants a state with the same history, so this one is copied and its game replaced.
        new = self.clone()
        assert isinstance(new, KingsburgState)
        new.game = self.game.guess(player, int(sampler() * (1 << 53)))
        new._memory = self._memory.of_a_guess(self.game, new.game, player)
        return new

    def __str__(self) -> str:
        game = self.game
        asked = game.decision.player if game.decision is not None else "nobody"
        points = ", ".join(f"{name} {points} VP" for name, points in game.scores.items())
        state = game.position().state
        return f"year {state.year}, {state.phase}: {asked} is asked; {points}"


def _asked(game: TokenGame, seat: int) -> str:
    """Write the tokens of a player's answer so far, and those that may come next."""
    decision, answer = game.decision, game.answer
    if decision is None or answer is None or decision.seat != seat:
        return ""
    return f"{'.'.join(map(str, answer.tokens))}>{'.'.join(map(str, answer.choices))}"


class SeatHistories:
    """The history of every player, seen and done, as one hash each. It is computed on demand.

    `tokens` are those played since the last time.
    """

    def __init__(self, game: TokenGame) -> None:
        """Begin with a position."""
        self.tokens: list[int] = []
        self._then = game.copy()
        self._seen = [_look(game, name) for name in game.players]
        self._hashes = [_hash(b"", seen) for seen in self._seen]

    def up_to(self, game: TokenGame) -> Sequence[bytes]:
        """Go on to the present position, and return the hashes by seat."""
        for token in self.tokens:
            self._hear(token)
        if self.tokens:
            self._then, self.tokens = game.copy(), []
        return self._hashes

    def _hear(self, token: int) -> None:
        """Play a token again. Players remember their own, and what they see when an answer is complete."""
        game = self._then
        decision = game.decision
        if decision is not None and decision.player != CHANCE_PLAYER:
            self._hashes[decision.seat] = _hash(self._hashes[decision.seat], token.to_bytes(4, "big"))
        if game.play(token) is not None:
            self._look_around()

    def _look_around(self) -> None:
        for seat, name in enumerate(self._then.players):
            seen = _look(self._then, name)
            # What looks the same gives no information, however many hidden things happened in between.
            if seen != self._seen[seat]:
                self._seen[seat] = seen
                self._hashes[seat] = _hash(self._hashes[seat], seen)

    def of_a_guess(self, game: TokenGame, guess: TokenGame, player: int) -> SeatHistories:
        """Return the memory for a guess: the player's own goes on, the others begin with what they see."""
        new = SeatHistories(guess)
        new._hashes[player] = self.up_to(game)[player]
        new._seen[player] = self._seen[player]
        return new

    def __deepcopy__(self, _: object) -> SeatHistories:
        """Make an independent copy."""
        new = SeatHistories.__new__(SeatHistories)
        new.tokens, new._then = [*self.tokens], self._then.copy()
        new._seen, new._hashes = [*self._seen], [*self._hashes]
        return new


def _look(game: TokenGame, name: str) -> bytes:
    return game.observe(game.view(name)).tobytes()


def _hash(before: bytes, more: bytes) -> bytes:
    return blake2b(before + more, digest_size=_DIGEST).digest()


class KingsburgObserver:
    """Writes observations: `tensor`, and its parts by name in `dict`."""

    def __init__(
        self,
        game: KingsburgGame,
        iig_obs_type: pyspiel.IIGObservationType | None,
        params: Mapping[str, object] | None,
    ) -> None:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        self._of_everybody = kind.private_info == pyspiel.PrivateInfoType.NONE
        known = self._of_everybody or kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if params or not known or not kind.public_info:
            raise SetupError(
                "setup.observer", "An observer sees what one player may know, or what everybody may know."
            )
        self._recalls = kind.perfect_recall
        layout = observation_space(game.rules, game.players)
        self.tensor: NDArray[np.float32] = np.zeros(layout.size, np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {
            part.name: self.tensor[part.slice].reshape(part.shape) for part in layout.parts.values()
        }

    def set_from(self, state: KingsburgState, player: int) -> None:
        """Write what a player observes."""
        game = state.game
        view = game.view() if self._of_everybody else game.view(game.players[player])
        self.tensor[:] = game.observe(view)

    def string_from(self, state: KingsburgState, player: int) -> str | None:
        """Write what a player observes as text."""
        if self._of_everybody:
            return state.game.view().to_json()
        if self._recalls:
            return state.information_state_string(player)
        return state.observation_string(player)


pyspiel.register_game(game_type(), KingsburgGame)
