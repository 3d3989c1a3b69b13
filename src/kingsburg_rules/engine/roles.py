"""Roles: what the fields of actions, events, decisions and views stand for.

The type of a field says its role: `advisor: AdvisorId`, `dice: OwnDice`, `via: CardId | None`,
`players: tuple[PlayerName, ...]`. A plain `int` is a number, a `bool` a flag, and a `Literal` one of the
words that it lists. A plain `str` says nothing, so no field has that type. `engine.fields` reads the roles of
a class. JSON both ways, the schemas, the notation of actions, the gaps of sentences, the check of names, and
what a seat may know follow from them.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Literal, TypeAlias


class Role(Enum):
    """What a value stands for."""

    PLAYER = "player"
    CARD = "card"
    ADVISOR = "advisor"
    RESOURCE = "resource"
    PHASE = "phase"
    SEASON = "season"
    SOURCE = "source"
    MEMORY = "memory"
    CHOICE = "choice"
    WORD = "word"
    NUMBER = "number"
    YEAR = "year"
    FACE = "face"
    DICE = "dice"
    BONUS_DICE = "bonus dice"
    ROLL = "roll"
    BAG = "bag"
    FLAG = "flag"


PlayerName: TypeAlias = Annotated[str, Role.PLAYER]
"""A player, by name."""

CardId: TypeAlias = Annotated[str, Role.CARD]
"""A card: a building, an enemy, a governor, a tile, a strip."""

AdvisorId: TypeAlias = Annotated[str, Role.ADVISOR]
"""An advisor, or another place for dice."""

ResourceId: TypeAlias = Annotated[str, Role.RESOURCE]
"""A good, or something else of which players hold a number."""

PhaseId: TypeAlias = Annotated[str, Role.PHASE]
"""A phase of the calendar, or `setup` before the first."""

SeasonId: TypeAlias = Annotated[str, Role.SEASON]
"""A season of the year."""

SourceId: TypeAlias = Annotated[str, Role.SOURCE]
"""Where something comes from, or who asks: a card, a phase, or a sequence of the rules."""

MemoryName: TypeAlias = Annotated[str, Role.MEMORY]
"""A number that a card remembers, as the card calls it."""

ChoiceName: TypeAlias = Annotated[str, Role.CHOICE]
"""What is chosen: a card, an advisor, a player, a resource, a word of a card; or several, joined by `+`."""

Year: TypeAlias = Annotated[int, Role.YEAR]
"""A year of the game, counted from 1."""

DieFace: TypeAlias = Annotated[int, Role.FACE]
"""What one die shows: 1 to 6."""

OwnDice: TypeAlias = Annotated[tuple[int, ...], Role.DICE]
"""What dice of a player's own colour show, or neutral dice. Their order does not count."""

BonusDice: TypeAlias = Annotated[tuple[int, ...], Role.BONUS_DICE]
"""What bonus dice show. Their order does not count."""

Rolled: TypeAlias = Annotated[tuple[int, ...], Role.ROLL]
"""What dice show that chance has just rolled, lowest first. Their order does not count."""

Bag: TypeAlias = tuple[tuple[str, int], ...]
"""Resources with their amounts. Rule sets list resources in an order of their own; it does not count."""

BattleOutcome: TypeAlias = Literal["victory", "tie", "defeat"]
"""How a battle ends."""
