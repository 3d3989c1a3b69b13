"""Notation: the short text of an action, written and read with the pattern of its class.

A pattern is text with gaps for fields, such as `build {building} for {pay}[ envoy]`. The role of a field
defines the text in its gap. A part in brackets is left out if its field has the default; brackets without a
gap contain the name of a flag. The first word is different for every action.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import ClassVar, NamedTuple, Protocol, TypeVar, runtime_checkable

from attrs import NOTHING

from kingsburg_rules.engine.fields import Form, ListOf, Nested, OneOf, Single, by_class, fields_of
from kingsburg_rules.engine.roles import Bag, Role


class _Noted(Protocol):
    """A class with a pattern."""

    notation: ClassVar[str]


@runtime_checkable
class _Readable(Protocol):
    """A class or family whose values are read one by one from a list."""

    @staticmethod
    def from_text(text: str) -> object:
        """Read a value."""


N = TypeVar("N", bound=_Noted)


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


def first_word(kind: type[_Noted]) -> str:
    """Return the first word of the text of a class."""
    return kind.notation.split(" ", 1)[0]


def write_text(action: _Noted) -> str:
    """Write an action."""
    text = ""
    for before, name, gap, default in _parts(type(action)):
        if name is None:
            text += before
        elif (value := getattr(action, name)) != default:
            text += before + gap.write(value)
    return text


def read_text(text: str, kinds: Iterable[type[N]]) -> N | None:
    """Read an action of one of some classes that is written in full; None if the text is not one."""
    verb = text.split(" ", 1)[0]
    for kind in kinds:
        # The verb decides: patterns of other classes need not be compiled, and none can match by accident.
        if first_word(kind) == verb and (match := _pattern(kind).fullmatch(text)):
            return _made(kind, match.groupdict())
    return None


def _made(kind: type[N], found: Mapping[str, str | None]) -> N:
    gaps = {part.name: part.gap for part in _parts(kind)}
    return kind(**{name: gaps[name].read(text) for name, text in found.items() if text is not None})


@by_class
def _pattern(kind: type[_Noted]) -> re.Pattern[str]:
    """Build the regular expression of an action."""
    pattern = ""
    for text, name, gap, default in _parts(kind):
        # A part that can be left out takes its fixed text with it.
        looks = "" if name is None else f"(?P<{name}>{gap.looks})"
        pattern += f"(?:{re.escape(text)}{looks}){'' if default is NOTHING else '?'}"
    return re.compile(pattern)


@by_class
def _parts(kind: type[_Noted]) -> tuple[_Part, ...]:
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
        case ListOf(Nested(cls)) if issubclass(cls, _Readable):
            return _Gap(".+?", _write_things, partial(_read_things, cls))
        case _:
            return _ID


def _read_names(text: str) -> tuple[str, ...]:
    return tuple(text.split(", "))


_NO_THINGS = "none"


def _write_things(things: Iterable[object]) -> str:
    return "+".join(map(str, things)) or _NO_THINGS


def _read_things(cls: type[_Readable], text: str) -> tuple[object, ...]:
    return () if text == _NO_THINGS else tuple(map(cls.from_text, text.split("+")))


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
