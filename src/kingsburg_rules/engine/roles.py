"""Roles: what the fields of actions, events, decisions and views stand for.

The type of a field is its role: `advisor: AdvisorId`, `dice: OwnDice`, `via: CardId | None`,
`players: tuple[PlayerName, ...]`. A plain `int` is a number, a `bool` is a flag, and a `Literal` is one of
the listed words. A plain `str` has no role and is an error. `engine.fields` reads the roles of a class. The
following are derived from them: JSON in both directions, the JSON Schemas, the notation of actions, the gaps
of sentences, the check of names in an action, and what each player may know.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, TypeVar

if TYPE_CHECKING:
    from fractions import Fraction


class Role(Enum):
    """The meaning of a value, as a word and as a sentence."""

    def __init__(self, word: str, doc: str) -> None:
        self.word = word
        self.doc = doc

    PLAYER = "player", "A player: in JSON their seat, counted clockwise from 0; -1 is chance."
    CARD = (
        "card",
        "A card: a building, an enemy, a governor, a tile, a strip. Of copies that lie open, the second is "
        "`scout.2`, and so on.",
    )
    ADVISOR = "advisor", "An advisor, or another place for dice."
    RESOURCE = "resource", "A good, or anything else that players have an amount of."
    ROW = "row", "A row of buildings, by its letter."
    PHASE = "phase", "A phase of the calendar, or `setup` before the first."
    SEASON = "season", "A season of the year."
    SOURCE = (
        "source",
        "Where something comes from, or what asks: a card, a phase, or a sequence of the rules.",
    )
    MOMENT = "moment", "A moment at which cards may react, such as `before.penalty`."
    MEMORY = "memory", "A number that a card remembers, as the card calls it."
    NAME = "name", "What a player is called."
    OPTION = "option", "An option of a card, by its label."
    WORD = "word", "One of a few words."
    NUMBER = "number", "A number."
    YEAR = "year", "A year of the game, counted from 1."
    FACE = "face", "The value of one die."
    DICE = "dice", "The values of dice of a player's own color, or of neutral dice, in any order."
    BONUS_DICE = "bonus dice", "The values of bonus dice, in any order."
    ROLL = "roll", "The values of dice just rolled, in any order."
    BAG = "bag", "Amounts of resources, in any order."
    FLAG = "flag", "True or false."
    ID = "id", "A stable name for programs, such as the id of a module or the code of an error."
    TEXT = "text", "Text for people, in one language."
    FRACTION = "fraction", "A fraction, exact and as a decimal number."


MULTISETS = frozenset({Role.DICE, Role.BONUS_DICE, Role.ROLL, Role.BAG})
"""Roles whose values are multisets: two values that differ only in order are equal."""

SECRET, ONLY_FOR, LOCAL = "secret", "only for", "local"
"""Mark a field that only one player may know, the field that names that player, and one not in the JSON."""

T = TypeVar("T")

Secret: TypeAlias = Annotated[T, SECRET]
"""A field that only one player may know. Without such fields, the whole value is secret."""


Local: TypeAlias = Annotated[T, LOCAL]
"""A field that Python has for convenience: it is not part of the JSON."""

PlayerName: TypeAlias = Annotated[str, Role.PLAYER]
CardId: TypeAlias = Annotated[str, Role.CARD]
AdvisorId: TypeAlias = Annotated[str, Role.ADVISOR]
ResourceId: TypeAlias = Annotated[str, Role.RESOURCE]
RowId: TypeAlias = Annotated[str, Role.ROW]
PhaseId: TypeAlias = Annotated[str, Role.PHASE]
SeasonId: TypeAlias = Annotated[str, Role.SEASON]
SourceId: TypeAlias = Annotated[str, Role.SOURCE]
MomentName: TypeAlias = Annotated[str, Role.MOMENT]
MemoryName: TypeAlias = Annotated[str, Role.MEMORY]
DisplayName: TypeAlias = Annotated[str, Role.NAME]
OptionName: TypeAlias = Annotated[str, Role.OPTION]
DecisionName: TypeAlias = Annotated[str, Role.WORD]
Year: TypeAlias = Annotated[int, Role.YEAR]
DieFace: TypeAlias = Annotated[int, Role.FACE]
OwnDice: TypeAlias = Annotated[tuple[int, ...], Role.DICE]
BonusDice: TypeAlias = Annotated[tuple[int, ...], Role.BONUS_DICE]
Rolled: TypeAlias = Annotated[tuple[int, ...], Role.ROLL]
Bag: TypeAlias = Annotated[tuple[tuple[str, int], ...], Role.BAG]

Id: TypeAlias = Annotated[str, Role.ID]
Text: TypeAlias = Annotated[str, Role.TEXT]
Quoted: TypeAlias = Annotated[str, Role.TEXT]
Probability: TypeAlias = Annotated["Fraction", Role.FRACTION]

OnlyFor: TypeAlias = Annotated[str, Role.PLAYER, ONLY_FOR]
"""The only player who may know the secret fields of a value, or the whole value."""

BattleOutcome: TypeAlias = Literal["victory", "tie", "defeat"]
"""How a battle ends."""

Fidelity: TypeAlias = Literal["printed", "inferred", "reconstructed"]
"""How certain a card is, the most certain first."""

Lifetime: TypeAlias = Literal["game", "season"]
"""When what is left of a resource goes back to the supply: never, or at the end of each season."""

Holder: TypeAlias = Literal["owner", "everyone", "game"]
"""Who has a card in play: one player, every player as if it were their own, or the game itself."""

DiceZone: TypeAlias = Literal["hand", "locked", "aside", "supply"]
"""Where dice are: in a hand, locked or not, on a card, or with nobody."""

Zone: TypeAlias = Literal["deck", "display", "hand", "play", "discard", "out"]
"""Where a card is."""
