"""The rules for other programs: a protocol of lines of JSON, and environments for those who train players.

`kingsburg_rules.adapters.pettingzoo`, `.gymnasium` and `.openspiel` need an extra each. What they share needs
none: the tokens of which answers are made, observations as numbers, and rewards.
"""

from __future__ import annotations

from kingsburg_rules.adapters.action_space import ActionSpace, PartialAnswer
from kingsburg_rules.adapters.observations import (
    ObservationPart,
    ObservationSpace,
    action_space,
    observation_space,
)
from kingsburg_rules.adapters.token_game import REWARDS, Reward, TokenGame

__all__ = [
    "REWARDS",
    "ActionSpace",
    "ObservationPart",
    "ObservationSpace",
    "PartialAnswer",
    "Reward",
    "TokenGame",
    "action_space",
    "observation_space",
]
