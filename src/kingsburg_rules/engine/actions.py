"""Actions: the legal answers to decisions.

An action is a small frozen value made of names and numbers only. It has a short text form (`str(action)`),
which `kingsburg_rules.parse` reads back. The same action value may be offered again and again, so
the machine shares one object for all equal offers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, Final, Literal, NamedTuple, TypeAlias, TypeGuard, TypeVar

from attrs import NOTHING, frozen

from kingsburg_rules.engine import wire
from kingsburg_rules.engine.errors import IllegalAction
from kingsburg_rules.engine.fields import Form, ListOf, Nested, OneOf, Single, Tagged, by_class, fields_of
from kingsburg_rules.engine.roles import (
    AdvisorId,
    Bag,
    BonusDice,
    CardId,
    DieFace,
    OptionName,
    OwnDice,
    PlayerName,
    ResourceId,
    Role,
    Rolled,
    RowId,
)
from kingsburg_rules.engine.violations import Malformed
from kingsburg_rules.engine.wire import Value

T = TypeVar("T")

__all__ = [
    "Action",
    "AdvisorThing",
    "AnyAction",
    "AnyThing",
    "Arrange",
    "Bid",
    "Build",
    "CardThing",
    "Choose",
    "ChooseDie",
    "DecisionKind",
    "Done",
    "Draw",
    "Give",
    "Influence",
    "NumberThing",
    "OptionThing",
    "Pass",
    "Pay",
    "PlayerThing",
    "Recruit",
    "ResourceThing",
    "Roll",
    "RowThing",
    "Take",
    "Thing",
    "Trade",
    "Use",
]
"""The public names of this module. `kingsburg_rules` exports all of them."""


@frozen(eq=False, repr=False)
class Action(Value, Tagged):
    """A legal answer to a decision.

    `notation` is the pattern of the short text (see below), `answers` are the kinds of decisions
    that the action can answer.
    """

    kinds: ClassVar[Mapping[str, type[Action]]]
    read_whole = True
    notation: ClassVar[str] = ""
    answers: ClassVar[tuple[DecisionKind, ...]] = ()

    def __str__(self) -> str:
        """Write the action as text."""
        return write_text(self)

    @classmethod
    def verb(cls) -> str:
        """Return the first word of the text, which is different for every action."""
        return first_word(cls)

    @staticmethod
    def from_text(text: str) -> AnyAction | None:
        """Read an action that is written in full; None if the text is not an action."""
        found = read_text(text)
        assert found is None or is_known(found)
        return found

    @staticmethod
    def from_json(text: str, players: Sequence[str] = ()) -> AnyAction:
        """Read what `to_json` wrote.

        Args:
            text: The JSON.
            players: The players by seat, as `Game.players`.

        Raises:
            IllegalAction: It is not an action.
            TypeError: `players` is not a list of names.
        """
        try:
            data = wire.parsed(text)
        except wire.Unreadable as error:
            raise _malformed(error, text) from error
        return Action.from_dict(data, players)

    @staticmethod
    def from_dict(data: object, players: Sequence[str] = ()) -> AnyAction:
        """Read what `to_dict` made.

        Args:
            data: The plain data.
            players: The players by seat, as `Game.players`.

        Raises:
            IllegalAction: It is not an action.
            TypeError: `players` is not a list of names.
        """
        try:
            found = wire.from_plain(data, Action, wire.seated(players))
        except wire.Unreadable as error:
            raise _malformed(error, data) from error
        assert is_known(found)
        return found


def _malformed(error: wire.Unreadable, given: object) -> IllegalAction:
    return IllegalAction(Malformed(sentence=f"This is not an action: {error}."), given)


@frozen(eq=False, repr=False)
class Pass(Action):
    """Do nothing here: no advisor, no building, no soldiers."""

    notation = "pass"
    answers = ("influence", "build", "recruit", "bid")


@frozen(eq=False, repr=False)
class Done(Action):
    """Use nothing more in this window, or decline an offer."""

    notation = "done"
    answers = ("use", "pay", "trade", "choose")


@frozen(eq=False, repr=False)
class Influence(Action):
    """Put dice on an advisor.

    `dice` are the player's own dice and `bonus` the bonus dice of the group; `plus2` is what a "+2" token
    adds (0: none is used); `via` names the cards whose permissions are used; `envoy` joins an occupied
    advisor.
    """

    notation = "influence {advisor} {dice}[ bonus {bonus}][ plus{plus2}][ via {via}][ envoy]"
    answers = ("influence",)

    advisor: AdvisorId
    dice: OwnDice
    bonus: BonusDice = ()
    plus2: int = 0
    via: tuple[CardId, ...] = ()
    envoy: bool = False


@frozen(eq=False, repr=False)
class Build(Action):
    """Construct a building and pay for it; `envoy` marks the second building of a turn."""

    notation = "build {building} for {pay}[ envoy]"
    answers = ("build",)

    building: CardId
    pay: Bag
    envoy: bool = False


@frozen(eq=False, repr=False)
class Recruit(Action):
    """Hire soldiers in phase 7 for the resources paid."""

    notation = "recruit {soldiers} for {pay}"
    answers = ("recruit",)

    soldiers: int
    pay: Bag


@frozen(eq=False, repr=False)
class Use(Action):
    """Use an ability of a card that is waiting in a window, paying its price if it has one.

    `ability` numbers the abilities of one card that could be meant, counted from 1.
    """

    notation = "use {card}[ #{ability}][ pay {pay}]"
    answers = ("use",)

    card: CardId
    pay: Bag = ()
    ability: int = 1


@frozen(eq=False, repr=False)
class Take(Action):
    """Choose what to gain."""

    notation = "take {gain}"
    answers = ("take",)

    gain: Bag


@frozen(eq=False, repr=False)
class Give(Action):
    """Choose what to lose."""

    notation = "give {lose}"
    answers = ("give",)

    lose: Bag


@frozen(eq=False, repr=False)
class Pay(Action):
    """Pay a price to get something."""

    notation = "pay {price}"
    answers = ("pay",)

    price: Bag


@frozen(eq=False, repr=False)
class Trade(Action):
    """Give some resources for others."""

    notation = "trade {pay} for {gain}"
    answers = ("trade",)

    pay: Bag
    gain: Bag


@frozen(eq=False, repr=False)
class Bid(Action):
    """Bid for what an auction offers: the price to pay if nobody bids more. A bid of nothing is allowed."""

    notation = "bid {price}"
    answers = ("bid",)

    price: Bag


@frozen(eq=False, repr=False)
class Thing(Value, Tagged):
    """One thing of the game: its kind says what it is, so nobody has to guess what a name stands for."""

    kinds: ClassVar[Mapping[str, type[Thing]]]

    def __str__(self) -> str:
        """Write the name or the number of the thing."""
        return str(*self._key())

    @staticmethod
    def from_text(text: str) -> AnyThing:
        """Read a thing. The text of a name does not say what it names: only the options know that."""
        return NumberThing(int(text)) if text.isdecimal() else OptionThing(text)


@frozen(eq=False, repr=False)
class CardThing(Thing):
    """A card."""

    card: CardId


@frozen(eq=False, repr=False)
class AdvisorThing(Thing):
    """An advisor, or another place for dice."""

    advisor: AdvisorId


@frozen(eq=False, repr=False)
class PlayerThing(Thing):
    """A player."""

    player: PlayerName


@frozen(eq=False, repr=False)
class ResourceThing(Thing):
    """A resource, without an amount."""

    resource: ResourceId


@frozen(eq=False, repr=False)
class RowThing(Thing):
    """A row of buildings."""

    row: RowId


@frozen(eq=False, repr=False)
class NumberThing(Thing):
    """A number, or the value of a die."""

    number: int


@frozen(eq=False, repr=False)
class OptionThing(Thing):
    """An option of a card, by its label."""

    option: OptionName


AnyThing: TypeAlias = (
    CardThing | AdvisorThing | PlayerThing | ResourceThing | RowThing | NumberThing | OptionThing
)
"""Everything that can be chosen, and that a question can be about."""


@frozen(eq=False, repr=False)
class Choose(Action):
    """Choose one of several things that a card offers; or a set of them, which may be empty."""

    notation = "choose {things}"
    answers = ("choose",)

    things: tuple[AnyThing, ...]


# Options are found by identity first, and the same things are offered again and again.
@lru_cache(maxsize=4096)
def chosen(kind: Callable[[T], AnyThing], name: T) -> Choose:
    """Return the action that chooses one thing; one object for all players who may choose it."""
    return Choose((kind(name),))


@frozen(eq=False, repr=False)
class ChooseDie(Action):
    """Choose one of the dice rolled; dice of one color and value are the same die."""

    notation = "die {value}[ bonus]"
    answers = ("die",)

    value: DieFace
    bonus: bool = False


@frozen(eq=False, repr=False)
class Roll(Action):
    """A result of chance: the faces of dice, lowest first."""

    notation = "roll {dice}"
    answers = ("roll",)

    dice: Rolled


@frozen(eq=False, repr=False)
class Draw(Action):
    """A result of chance: the card drawn."""

    notation = "draw {card}"
    answers = ("draw",)

    card: CardId


@frozen(eq=False, repr=False)
class Arrange(Action):
    """A result of chance: an order of players."""

    notation = "arrange {players}"
    answers = ("arrange",)

    players: tuple[PlayerName, ...]


# One object each, since options are found by identity first.
PASS: Final = Pass()
DONE: Final = Done()

AnyAction: TypeAlias = (
    Pass
    | Done
    | Influence
    | Build
    | Recruit
    | Use
    | Take
    | Give
    | Pay
    | Trade
    | Bid
    | Choose
    | ChooseDie
    | Roll
    | Draw
    | Arrange
)
"""All actions: a program that handles every action must handle each of these."""


def is_known(action: Action) -> TypeGuard[AnyAction]:
    """Narrow the type of an action. `AnyAction` lists all classes of actions, so this is always true."""
    return type(action).__name__ in Action.kinds


DecisionKind: TypeAlias = Literal[
    "influence",
    "build",
    "recruit",
    "use",
    "take",
    "give",
    "pay",
    "trade",
    "bid",
    "choose",
    "die",
    "roll",
    "draw",
    "arrange",
]
"""Every kind of decision. The last three are asked only of chance."""


def make(kind: type[Action], fields: Mapping[str, object]) -> AnyAction:
    """Make an action of a class from its fields."""
    made = kind(**fields)
    assert is_known(made)
    return made


# Notation
#
# A pattern is text with gaps for fields, such as `build {building} for {pay}[ envoy]`. The role of a field
# defines the text in its gap. A part in brackets is left out if its field has the default; brackets without a
# gap contain the name of a flag. The first word is different for every action.


class _Gap(NamedTuple):
    """The text of values: its regular expression, and how to write and read it."""

    looks: str
    write: Callable[..., str] = str
    read: Callable[[str], object] = str


class _Part(NamedTuple):
    """Fixed text, and the gap of a field if it has one. It is left out if the field has this default."""

    text: str
    name: str | None = None
    gap: _Gap = _Gap("")
    default: object = NOTHING


def bag_text(bag: Bag) -> str:
    """Write a bag: `2gold+wood`; an empty bag is `nothing`."""
    return "+".join(f"{amount if amount != 1 else ''}{name}" for name, amount in bag) or "nothing"


def dice_text(dice: tuple[int, ...]) -> str:
    """Write dice, the highest first: `5+3`."""
    return "+".join(str(value) for value in sorted(dice, reverse=True))


def first_word(kind: type[Action]) -> str:
    """Return the first word of the text of a class."""
    return kind.notation.split(" ", 1)[0]


def write_text(action: Action) -> str:
    """Write an action."""
    text = ""
    for before, name, gap, default in _parts(type(action)):
        if name is None:
            text += before
        elif (value := getattr(action, name)) != default:
            text += before + gap.write(value)
    return text


def read_text(text: str) -> Action | None:
    """Read an action that is written in full; None if the text is not one."""
    verb = text.split(" ", 1)[0]
    for kind in Action.kinds.values():
        # The verb decides: patterns of other classes need not be compiled, and none can match by accident.
        if first_word(kind) == verb and (match := _pattern(kind).fullmatch(text)):
            return _made(kind, match.groupdict())
    return None


def _made(kind: type[Action], found: Mapping[str, str | None]) -> Action:
    gaps = {part.name: part.gap for part in _parts(kind)}
    return make(kind, {name: gaps[name].read(text) for name, text in found.items() if text is not None})


@by_class
def _pattern(kind: type[Action]) -> re.Pattern[str]:
    """Build the regular expression of an action."""
    pattern = ""
    for text, name, gap, default in _parts(kind):
        # A part that can be left out takes its fixed text with it.
        looks = "" if name is None else f"(?P<{name}>{gap.looks})"
        pattern += f"(?:{re.escape(text)}{looks}){'' if default is NOTHING else '?'}"
    return re.compile(pattern)


@by_class
def _parts(kind: type[Action]) -> tuple[_Part, ...]:
    """Split the pattern of a class into its parts."""
    fields, parts = fields_of(kind), list[_Part]()
    for option, plain in re.findall(r"\[([^]]*)\]|([^[]+)", kind.notation):
        for text, gap in re.findall(r"([^{]+)(?:\{(\w+)\})?", option or plain):
            if gap or option:
                field = fields[gap or text.strip()]
                parts.append(_Part(text, field.name, _gap(field.form), field.default if option else NOTHING))
            else:
                parts.append(_Part(text))
    return tuple(parts)


def _gap(form: Form) -> _Gap:
    """Return the gap for values of a form."""
    match form:
        case Single(role):
            return _GAPS.get(role, _ID)
        case OneOf(words):
            return _Gap("|".join(words))
        case ListOf(Single(role)):
            looks = _GAPS.get(role, _ID).looks
            return _Gap(f"{looks}(?:, {looks})*", ", ".join, _read_names)
        case ListOf(Nested(cls)) if issubclass(cls, Thing):
            return _Gap(".+?", _write_things, _read_things)
        case _:
            return _ID


def _read_names(text: str) -> tuple[str, ...]:
    return tuple(text.split(", "))


_NO_THINGS = "none"


def _write_things(things: Iterable[object]) -> str:
    return "+".join(map(str, things)) or _NO_THINGS


def _read_things(text: str) -> tuple[AnyThing, ...]:
    return () if text == _NO_THINGS else tuple(map(Thing.from_text, text.split("+")))


def _write_roll(dice: tuple[int, ...]) -> str:
    return "+".join(map(str, sorted(dice)))


def _read_dice(text: str) -> tuple[int, ...]:
    return tuple(sorted(map(int, text.split("+")), reverse=True))


def _read_roll(text: str) -> tuple[int, ...]:
    return _read_dice(text)[::-1]  # results of chance are written and kept lowest first


def _read_bag(text: str) -> Bag:
    """Read resources. Amounts of the same resource are added."""
    bag = Counter[str]()
    for amount, name in re.findall(r"(\d*)([a-z]\w*)", "" if text == bag_text(()) else text):
        bag[name] += int(amount or 1)
    return tuple(bag.items())


def _write_flag(_: object) -> str:
    return ""


def _read_flag(_: str) -> bool:
    return True


_FLAG = _Gap("", _write_flag, _read_flag)
_ID = _Gap("[a-z][a-z0-9_/-]*")
_NUMBER = _Gap("[0-9]{1,6}", str, int)
_DIE = "[1-9][0-9]{0,2}"
_DICE = _Gap(rf"{_DIE}(?:\+{_DIE})*", dice_text, _read_dice)
_RESOURCE = "(?:[1-9][0-9]{0,5})?[a-z][a-z0-9_]*"
_GAPS = {
    # The second copy of a card that lies open is `scout.2` (see `zones.called`).
    Role.CARD: _Gap(rf"{_ID.looks}(?:\.{_NUMBER.looks})?"),
    # Names may have spaces, but no commas and no colons (see `game.setup`).
    Role.PLAYER: _Gap("[^,:]+?"),
    Role.NUMBER: _NUMBER,
    Role.YEAR: _NUMBER,
    Role.FACE: _Gap("[1-6]", str, int),
    Role.FLAG: _FLAG,
    Role.DICE: _DICE,
    Role.BONUS_DICE: _DICE,
    Role.ROLL: _Gap(r"[1-6](?:\+[1-6])*", _write_roll, _read_roll),
    Role.BAG: _Gap(rf"{_RESOURCE}(?:\+{_RESOURCE})*", bag_text, _read_bag),
}
