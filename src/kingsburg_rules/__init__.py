"""The rules of the board game Kingsburg as a typed state machine, with every card as YAML.

Load a rule set with `load_rules`, begin a `Game`, ask for its `decision`, play one of the `options`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from kingsburg_rules.content.rules import Rules
from kingsburg_rules.engine import actions, events, loop
from kingsburg_rules.engine.actions import *  # noqa: F403
from kingsburg_rules.engine.errors import (
    ContentError,
    Diagnostic,
    IllegalAction,
    KingsburgError,
    Runaway,
    SaveError,
    SetupError,
)
from kingsburg_rules.engine.events import *  # noqa: F403
from kingsburg_rules.engine.public_state import Outcome, PlayerScore, Ranking
from kingsburg_rules.engine.violations import Violation
from kingsburg_rules.engine.wire import WIRE_VERSION
from kingsburg_rules.game.decisions import Decision
from kingsburg_rules.game.game import Game, Record, Whoever
from kingsburg_rules.game.position import Position

if TYPE_CHECKING:
    from kingsburg_rules.content.catalog import (
        CardText,
        Catalog,
        CatalogCard,
        CatalogFigure,
        CatalogGlyph,
        CatalogKind,
        CatalogMoment,
        CatalogNumber,
        CatalogOption,
        CatalogPack,
        CatalogPhase,
        CatalogPlace,
        CatalogResource,
        CatalogSeason,
        CatalogSource,
        CatalogTerm,
        Choices,
        Clash,
        EditionChoice,
        FidelityChoice,
        PackChoice,
        SwitchChoice,
        SwitchValue,
        VariantChoice,
    )
    from kingsburg_rules.content.loading import editions, load_rules, modules, scenarios
    from kingsburg_rules.content.packs import Pack
    from kingsburg_rules.content.sources import PackLimits
    from kingsburg_rules.engine.public_state import (
        AuctionState,
        DeckState,
        DiceAside,
        GameState,
        Gift,
        Mark,
        OwedDecision,
        PlacedDice,
        PlayerState,
        SeenCard,
    )
    from kingsburg_rules.game.analysis import (
        DiceStatistics,
        Odds,
        Price,
        PriceChange,
        ReachableAdvisor,
        Threat,
    )
    from kingsburg_rules.game.decisions import parse
    from kingsburg_rules.game.setup import check_name, check_names, free_name
    from kingsburg_rules.game.steps import Step, first_steps
    from kingsburg_rules.game.views import SeatView
    from kingsburg_rules.text.cards import explain
    from kingsburg_rules.text.catalog import catalog_of
    from kingsburg_rules.text.choices import choices
    from kingsburg_rules.text.describing import describe
    from kingsburg_rules.text.languages import LANGUAGES

__version__ = "0.1.0"

COMPILED = not loop.__file__.endswith(".py")
"""Whether the engine was compiled; the rules and the results are the same, only faster."""

__all__ = [
    "COMPILED",
    "LANGUAGES",
    "WIRE_VERSION",
    "AuctionState",
    "CardText",
    "Catalog",
    "CatalogCard",
    "CatalogFigure",
    "CatalogGlyph",
    "CatalogKind",
    "CatalogMoment",
    "CatalogNumber",
    "CatalogOption",
    "CatalogPack",
    "CatalogPhase",
    "CatalogPlace",
    "CatalogResource",
    "CatalogSeason",
    "CatalogSource",
    "CatalogTerm",
    "Choices",
    "Clash",
    "ContentError",
    "Decision",
    "DeckState",
    "Diagnostic",
    "DiceAside",
    "DiceStatistics",
    "EditionChoice",
    "FidelityChoice",
    "Game",
    "GameState",
    "Gift",
    "IllegalAction",
    "KingsburgError",
    "Mark",
    "Odds",
    "Outcome",
    "OwedDecision",
    "Pack",
    "PackChoice",
    "PackLimits",
    "PlacedDice",
    "PlayerScore",
    "PlayerState",
    "Position",
    "Price",
    "PriceChange",
    "Ranking",
    "ReachableAdvisor",
    "Record",
    "Rules",
    "Runaway",
    "SaveError",
    "SeatView",
    "SeenCard",
    "SetupError",
    "Step",
    "SwitchChoice",
    "SwitchValue",
    "Threat",
    "VariantChoice",
    "Violation",
    "Whoever",
    "catalog_of",
    "check_name",
    "check_names",
    "choices",
    "describe",
    "editions",
    "explain",
    "first_steps",
    "free_name",
    "load_rules",
    "modules",
    "parse",
    "scenarios",
]
__all__ += actions.__all__
__all__ += events.__all__


_LATER = {
    "LANGUAGES": "kingsburg_rules.text.languages",
    "AuctionState": "kingsburg_rules.engine.public_state",
    "CardText": "kingsburg_rules.content.catalog",
    "Catalog": "kingsburg_rules.content.catalog",
    "CatalogCard": "kingsburg_rules.content.catalog",
    "CatalogFigure": "kingsburg_rules.content.catalog",
    "CatalogGlyph": "kingsburg_rules.content.catalog",
    "CatalogKind": "kingsburg_rules.content.catalog",
    "CatalogMoment": "kingsburg_rules.content.catalog",
    "CatalogNumber": "kingsburg_rules.content.catalog",
    "CatalogOption": "kingsburg_rules.content.catalog",
    "CatalogPack": "kingsburg_rules.content.catalog",
    "CatalogPhase": "kingsburg_rules.content.catalog",
    "CatalogPlace": "kingsburg_rules.content.catalog",
    "CatalogResource": "kingsburg_rules.content.catalog",
    "CatalogSeason": "kingsburg_rules.content.catalog",
    "CatalogSource": "kingsburg_rules.content.catalog",
    "CatalogTerm": "kingsburg_rules.content.catalog",
    "Choices": "kingsburg_rules.content.catalog",
    "Clash": "kingsburg_rules.content.catalog",
    "DiceStatistics": "kingsburg_rules.game.analysis",
    "EditionChoice": "kingsburg_rules.content.catalog",
    "FidelityChoice": "kingsburg_rules.content.catalog",
    "GameState": "kingsburg_rules.engine.public_state",
    "Gift": "kingsburg_rules.engine.public_state",
    "Mark": "kingsburg_rules.engine.public_state",
    "Odds": "kingsburg_rules.game.analysis",
    "OwedDecision": "kingsburg_rules.engine.public_state",
    "Pack": "kingsburg_rules.content.packs",
    "PackChoice": "kingsburg_rules.content.catalog",
    "PackLimits": "kingsburg_rules.content.sources",
    "DeckState": "kingsburg_rules.engine.public_state",
    "DiceAside": "kingsburg_rules.engine.public_state",
    "PlacedDice": "kingsburg_rules.engine.public_state",
    "PlayerState": "kingsburg_rules.engine.public_state",
    "Price": "kingsburg_rules.game.analysis",
    "PriceChange": "kingsburg_rules.game.analysis",
    "ReachableAdvisor": "kingsburg_rules.game.analysis",
    "SeatView": "kingsburg_rules.game.views",
    "SeenCard": "kingsburg_rules.engine.public_state",
    "Step": "kingsburg_rules.game.steps",
    "SwitchChoice": "kingsburg_rules.content.catalog",
    "SwitchValue": "kingsburg_rules.content.catalog",
    "Threat": "kingsburg_rules.game.analysis",
    "VariantChoice": "kingsburg_rules.content.catalog",
    "catalog_of": "kingsburg_rules.text.catalog",
    "check_name": "kingsburg_rules.game.setup",
    "check_names": "kingsburg_rules.game.setup",
    "choices": "kingsburg_rules.text.choices",
    "describe": "kingsburg_rules.text.describing",
    "editions": "kingsburg_rules.content.loading",
    "explain": "kingsburg_rules.text.cards",
    "first_steps": "kingsburg_rules.game.steps",
    "free_name": "kingsburg_rules.game.setup",
    "load_rules": "kingsburg_rules.content.loading",
    "modules": "kingsburg_rules.content.loading",
    "parse": "kingsburg_rules.game.decisions",
    "scenarios": "kingsburg_rules.content.loading",
}


if not TYPE_CHECKING:  # type checkers see the imports above

    def __getattr__(name: str) -> object:
        """Import what only few programs need when it is first asked for."""
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_LATER[name]), name)
