"""The part of OpenSpiel that the adapter uses. OpenSpiel is compiled, and has no types."""

from collections.abc import Mapping

class PlayerId:
    CHANCE: int
    TERMINAL: int

class PrivateInfoType:
    NONE: PrivateInfoType
    SINGLE_PLAYER: PrivateInfoType
    ALL_PLAYERS: PrivateInfoType

class IIGObservationType:
    public_info: bool
    perfect_recall: bool
    private_info: PrivateInfoType

    def __init__(
        self,
        perfect_recall: bool,
        public_info: bool = True,
        private_info: PrivateInfoType = ...,
    ) -> None: ...

class GameType:
    class Dynamics:
        SEQUENTIAL: GameType.Dynamics

    class ChanceMode:
        EXPLICIT_STOCHASTIC: GameType.ChanceMode

    class Information:
        IMPERFECT_INFORMATION: GameType.Information

    class Utility:
        ZERO_SUM: GameType.Utility
        GENERAL_SUM: GameType.Utility

    class RewardModel:
        TERMINAL: GameType.RewardModel

    def __init__(
        self,
        *,
        short_name: str,
        long_name: str,
        dynamics: Dynamics,
        chance_mode: ChanceMode,
        information: Information,
        utility: Utility,
        reward_model: RewardModel,
        max_num_players: int,
        min_num_players: int,
        provides_information_state_string: bool,
        provides_information_state_tensor: bool,
        provides_observation_string: bool,
        provides_observation_tensor: bool,
        provides_factored_observation_string: bool = False,
        parameter_specification: Mapping[str, int | str] = ...,
    ) -> None: ...

class GameInfo:
    def __init__(
        self,
        *,
        num_distinct_actions: int,
        max_chance_outcomes: int,
        num_players: int,
        min_utility: float,
        max_utility: float,
        utility_sum: float | None = None,
        max_game_length: int,
    ) -> None: ...

class Game:
    def __init__(self, game_type: GameType, game_info: GameInfo, params: Mapping[str, int | str]) -> None: ...
    def new_initial_state(self) -> State: ...

class State:
    def __init__(self, game: Game) -> None: ...
    def current_player(self) -> int: ...
    def is_chance_node(self) -> bool: ...
    def is_terminal(self) -> bool: ...
    def legal_actions(self) -> list[int]: ...
    def apply_action(self, action: int) -> None: ...
    def returns(self) -> list[float]: ...
    def clone(self) -> State: ...

def register_game(game_type: GameType, make: type[Game]) -> None: ...
def load_game(name: str, params: Mapping[str, int | str] = ...) -> Game: ...
def random_sim_test(game: Game, num_sims: int, serialize: bool, verbose: bool) -> None: ...
