"""The rules for other programs: a protocol of lines of JSON, and environments for those who train players.

`kingsburg_rules.adapters.pettingzoo`, `.gymnasium` and `.openspiel` need an extra each. What they share needs
none: the words of which answers are made, observations as numbers, and rewards.
"""

from __future__ import annotations

from kingsburg_rules.adapters.action_space import ActionSpace, Answer
from kingsburg_rules.adapters.game_in_words import GameInWords
from kingsburg_rules.adapters.observations import (
    ObservationPart,
    ObservationSpace,
    action_space,
    observation_space,
)
from kingsburg_rules.adapters.rewards import REWARDS, Reward

__all__ = [
    "REWARDS",
    "ActionSpace",
    "Answer",
    "GameInWords",
    "ObservationPart",
    "ObservationSpace",
    "Reward",
    "action_space",
    "observation_space",
]
