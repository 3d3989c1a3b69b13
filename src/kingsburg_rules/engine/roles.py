"""Roles: what the fields of actions, events, decisions and views stand for.

The type of a field is its role: `advisor: AdvisorId`, `dice: OwnDice`, `via: CardId | None`,
`players: tuple[PlayerName, ...]`. A plain `int` is a number, a `bool` is a flag, and a `Literal` is one of
the listed words. A plain `str` has no role and is an error. `engine.fields` reads the roles of a class. The
following are derived from them: JSON in both directions, the JSON Schemas, the notation of actions, the gaps
of sentences, the check of names in an action, and what each player may know.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Literal, TypeAlias, TypeVar


class Role(Enum):
    """What a value stands for, as a word and as a sentence."""

    def __init__(self, word: str, doc: str) -> None:
        self.word = word
        self.doc = doc

    PLAYER = "player", "A player, by name."
    CARD = "card", "A card: a building, an enemy, a governor, a tile, a strip."
    ADVISOR = "advisor", "An advisor, or another place for dice."
    RESOURCE = "resource", "A good, or anything else that players have an amount of."
    PHASE = "phase", "A phase of the calendar, or `setup` before the first."
    SEASON = "season", "A season of the year."
    SOURCE = (
        "source",
        "Where something comes from, or what asks: a card, a phase, or a sequence of the rules.",
    )
    MEMORY = "memory", "A number that a card remembers, as the card calls it."
    CHOICE = (
        "choice",
        "A card, an advisor, a player, a resource or an option of a card; or several, joined by `+`.",
    )
    TEXT = "text", "What somebody wrote, or the beginning of it."
    WORD = "word", "One of a few words."
    NUMBER = "number", "A number."
    YEAR = "year", "A year of the game, counted from 1."
    FACE = "face", "The value of one die."
    DICE = "dice", "The values of dice of a player's own colour, or of neutral dice, in any order."
    BONUS_DICE = "bonus dice", "The values of bonus dice, in any order."
    ROLL = "roll", "The values of dice just rolled, in any order."
    BAG = "bag", "Amounts of resources, in any order."
    FLAG = "flag", "True or false."


MULTISETS = frozenset({Role.DICE, Role.BONUS_DICE, Role.ROLL, Role.BAG})
"""Roles whose values are multisets: two values that differ only in order are equal."""

SECRET, ONLY_FOR = "secret", "only for"
"""Mark a field that only one player may know, and the field that names that player."""

T = TypeVar("T")

Secret: TypeAlias = Annotated[T, SECRET]
"""A field that only one player may know. Without such fields, the whole value is secret."""


PlayerName: TypeAlias = Annotated[str, Role.PLAYER]
CardId: TypeAlias = Annotated[str, Role.CARD]
AdvisorId: TypeAlias = Annotated[str, Role.ADVISOR]
ResourceId: TypeAlias = Annotated[str, Role.RESOURCE]
PhaseId: TypeAlias = Annotated[str, Role.PHASE]
SeasonId: TypeAlias = Annotated[str, Role.SEASON]
SourceId: TypeAlias = Annotated[str, Role.SOURCE]
MemoryName: TypeAlias = Annotated[str, Role.MEMORY]
ChoiceName: TypeAlias = Annotated[str, Role.CHOICE]
Quoted: TypeAlias = Annotated[str, Role.TEXT]
Year: TypeAlias = Annotated[int, Role.YEAR]
DieFace: TypeAlias = Annotated[int, Role.FACE]
OwnDice: TypeAlias = Annotated[tuple[int, ...], Role.DICE]
BonusDice: TypeAlias = Annotated[tuple[int, ...], Role.BONUS_DICE]
Rolled: TypeAlias = Annotated[tuple[int, ...], Role.ROLL]
Bag: TypeAlias = Annotated[tuple[tuple[str, int], ...], Role.BAG]

OnlyFor: TypeAlias = Annotated[str, Role.PLAYER, ONLY_FOR]
"""The only player who may know the secret fields of a value, or the whole value."""

BattleOutcome: TypeAlias = Literal["victory", "tie", "defeat"]
"""How a battle ends."""

Zone: TypeAlias = Literal["deck", "display", "hand", "play", "discard", "out"]
"""Where a card is."""
