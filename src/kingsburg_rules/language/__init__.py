"""The language: every word that YAML may say, one module per subject, and how words become programs.

It knows no file and no card. Start with `registry` (what a word is and how it is read), `shapes` (what the
argument of a word may be) and `emitter` (how words become operations of the engine); then read one small
subject, such as `resources` or `dice`. `influence`, `rewards`, `building`, `battle` and `calendar` are the
parts of the rulebook that every game plays; they are words like all others.

The names in this module are imported on first use.
"""

from typing import TYPE_CHECKING

from kingsburg_rules.engine.lazy import lazy_names

if TYPE_CHECKING:
    from kingsburg_rules.language.calendar import Phase
    from kingsburg_rules.language.cards import (
        CARD_OF_PACK,
        PERMISSIONS,
        AdvisorCard,
        BuildingCard,
        CardNode,
        EnemyCard,
        GovernorCard,
        GroupCard,
    )
    from kingsburg_rules.language.files import LANGUAGE, PACK_ID
    from kingsburg_rules.language.registry import QUERIES, STEPS, TESTS, VALUES, Word, manual_of
    from kingsburg_rules.language.rewards import reward_by
    from kingsburg_rules.language.schema import SCHEMAS, schema_text
    from kingsburg_rules.language.shapes import EVENT_PATTERN, is_object
    from kingsburg_rules.language.switches import SWITCHES
    from kingsburg_rules.language.values import NOTHING, PLAYER_WORDS, THIS
    from kingsburg_rules.language.vocabulary import (
        ACTOR,
        CARD,
        CARD_KINDS,
        EVENTS,
        KINDS,
        NUMBER,
        PAYLOAD,
        PLAYER,
        PRODUCTIVE,
        RESOURCES,
        STATS,
        STATS_BY_NAME,
        EventName,
        ResourceName,
        StatName,
    )

__all__ = [
    "ACTOR",
    "CARD",
    "CARD_KINDS",
    "CARD_OF_PACK",
    "EVENTS",
    "EVENT_PATTERN",
    "KINDS",
    "LANGUAGE",
    "NOTHING",
    "NUMBER",
    "PACK_ID",
    "PAYLOAD",
    "PERMISSIONS",
    "PLAYER",
    "PLAYER_WORDS",
    "PRODUCTIVE",
    "QUERIES",
    "RESOURCES",
    "SCHEMAS",
    "STATS",
    "STATS_BY_NAME",
    "STEPS",
    "SWITCHES",
    "TESTS",
    "THIS",
    "VALUES",
    "AdvisorCard",
    "BuildingCard",
    "CardNode",
    "EnemyCard",
    "EventName",
    "GovernorCard",
    "GroupCard",
    "Phase",
    "ResourceName",
    "StatName",
    "Word",
    "is_object",
    "manual_of",
    "reward_by",
    "schema_text",
]

_HOMES = {
    "calendar": "Phase",
    "cards": "AdvisorCard BuildingCard CARD_OF_PACK CardNode EnemyCard GovernorCard GroupCard PERMISSIONS",
    "files": "LANGUAGE PACK_ID",
    "registry": "QUERIES STEPS TESTS VALUES Word manual_of",
    "rewards": "reward_by",
    "schema": "SCHEMAS schema_text",
    "shapes": "EVENT_PATTERN is_object",
    "switches": "SWITCHES",
    "values": "NOTHING PLAYER_WORDS THIS",
    "vocabulary": (
        "ACTOR CARD CARD_KINDS EVENTS EventName KINDS NUMBER PAYLOAD PLAYER PRODUCTIVE RESOURCES "
        "ResourceName STATS STATS_BY_NAME StatName"
    ),
}

if not TYPE_CHECKING:  # type checkers see the imports above
    __getattr__ = lazy_names(__name__, _HOMES)
