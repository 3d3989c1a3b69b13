"""The rules of the board game Kingsburg as a typed state machine, with every card as YAML.

Load a rule set with `load_rules`, begin a `Game`, ask for its `decision`, play one of the `options`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from kingsburg_rules.content.rules import Rules, editions, load_rules, modules, scenarios
from kingsburg_rules.engine import actions, events, loop
from kingsburg_rules.engine.actions import *  # noqa: F403
from kingsburg_rules.engine.errors import (
    ContentError,
    IllegalAction,
    KingsburgError,
    Problem,
    Runaway,
    SaveError,
    SetupError,
)
from kingsburg_rules.engine.events import *  # noqa: F403
from kingsburg_rules.engine.violations import Violation
from kingsburg_rules.game.decisions import Decision
from kingsburg_rules.game.game import Game
from kingsburg_rules.game.position import Outcome, Position, Ranking

if TYPE_CHECKING:
    from kingsburg_rules.content.packs import Pack
    from kingsburg_rules.game.analysis import (
        DiceStatistics,
        Odds,
        Price,
        PriceChange,
        ReachableAdvisor,
        Threat,
    )
    from kingsburg_rules.game.notation import parse
    from kingsburg_rules.game.saves import Record
    from kingsburg_rules.game.views import (
        AuctionState,
        GameState,
        OwedDecision,
        PlacedDice,
        PlayerState,
        SeatView,
    )
    from kingsburg_rules.text.cards import CardText, explain
    from kingsburg_rules.text.describing import describe
    from kingsburg_rules.text.languages import LANGUAGES

__version__ = "0.1.0"

COMPILED = not loop.__file__.endswith(".py")
"""Whether the engine was compiled; the rules and the results are the same, only faster."""

__all__ = [
    "COMPILED",
    "LANGUAGES",
    "AuctionState",
    "CardText",
    "ContentError",
    "Decision",
    "DiceStatistics",
    "Game",
    "GameState",
    "IllegalAction",
    "KingsburgError",
    "Odds",
    "Outcome",
    "OwedDecision",
    "Pack",
    "PlacedDice",
    "PlayerState",
    "Position",
    "Price",
    "PriceChange",
    "Problem",
    "Ranking",
    "ReachableAdvisor",
    "Record",
    "Rules",
    "Runaway",
    "SaveError",
    "SeatView",
    "SetupError",
    "Threat",
    "Violation",
    "describe",
    "editions",
    "explain",
    "load_rules",
    "modules",
    "parse",
    "scenarios",
]
__all__ += actions.__all__
__all__ += events.__all__


_LATER = {
    "AuctionState": "kingsburg_rules.game.views",
    "CardText": "kingsburg_rules.text.cards",
    "DiceStatistics": "kingsburg_rules.game.analysis",
    "GameState": "kingsburg_rules.game.views",
    "LANGUAGES": "kingsburg_rules.text.languages",
    "Odds": "kingsburg_rules.game.analysis",
    "OwedDecision": "kingsburg_rules.game.views",
    "Pack": "kingsburg_rules.content.packs",
    "PlacedDice": "kingsburg_rules.game.views",
    "PlayerState": "kingsburg_rules.game.views",
    "Price": "kingsburg_rules.game.analysis",
    "PriceChange": "kingsburg_rules.game.analysis",
    "Record": "kingsburg_rules.game.saves",
    "SeatView": "kingsburg_rules.game.views",
    "Threat": "kingsburg_rules.game.analysis",
    "ReachableAdvisor": "kingsburg_rules.game.analysis",
    "describe": "kingsburg_rules.text.describing",
    "explain": "kingsburg_rules.text.cards",
    "parse": "kingsburg_rules.game.notation",
}


def __getattr__(name: str) -> object:
    """Import what only few programs need when it is first asked for."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)
