"""Notation: reading the text form of actions. `str(action)` writes it; `parse` reads it back.

Short forms are understood where they cannot be misread: `build farm` without the price, `influence queen`
without the dice; `find` completes them from the options of a decision. A text that is a whole action is taken
at its word: nobody spends an envoy or a token that they did not write.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kingsburg_rules.engine.actions import (
    DONE,
    PASS,
    Action,
    AnyAction,
    Arrange,
    Bag,
    Bid,
    Build,
    Choose,
    ChooseDie,
    Draw,
    Give,
    Influence,
    Pay,
    Recruit,
    Roll,
    Take,
    Trade,
    Use,
)
from kingsburg_rules.engine.errors import IllegalAction, Violation

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_BAG = r"(?P<{}>nothing|[0-9]{{0,6}}[a-z][a-z0-9_]*(?:\+[0-9]{{0,6}}[a-z][a-z0-9_]*)*)"
_DICE = r"(?P<{}>[1-9][0-9]{{0,2}}(?:\+[1-9][0-9]{{0,2}})*)"
_NUMBER = "(?P<{}>[0-9]{{1,6}})"
_MOST_QUOTED = 60
_CARD = r"(?P<{}>[a-z][a-z0-9_/-]*)"


def parse(text: str) -> AnyAction:
    """Read an action.

    Raises:
        IllegalAction: The text is not an action.
    """
    words = " ".join(text.split())
    for pattern, make in _FORMS:
        match = pattern.fullmatch(words)
        if match is not None:
            return make({name: found or "" for name, found in match.groupdict().items()})
    raise IllegalAction(
        Violation(
            "action.malformed",
            "notation",
            f"'{_shortened(text)}' is not the text of an action; "
            "for instance: influence treasurer 5+3, build inn, pass.",
        ),
        text,
    )


def _shortened(text: str) -> str:
    return text if len(text) <= _MOST_QUOTED else f"{text[:_MOST_QUOTED]}..."


def find(text: str, options: Sequence[Action]) -> Action:
    """Read an action, completing a short form if exactly one option fits it."""
    words = " ".join(text.split())
    written = [option for option in options if str(option) == words]
    if written:
        return written[0]
    paid = [option for option in options if str(option).startswith(f"{words} pay ")]
    if words.startswith("use ") and len(paid) == 1:
        return paid[0]
    try:
        return parse(text)
    except IllegalAction:
        fitting = [option for option in options if str(option).startswith(f"{words} ")]
        if fitting and (len(fitting) == 1 or words.startswith("build ")):
            return fitting[0]
        raise


def is_written_right(action: object) -> bool:
    """Whether something is an action that its text reads back to: right types, sorted dice."""
    try:
        return isinstance(action, Action) and parse(str(action)) == action
    except (AttributeError, TypeError, ValueError):
        return False


def _bag(text: str) -> Bag:
    if text in ("", "nothing"):
        return ()
    parts = [re.fullmatch(r"(\d*)([a-z][a-z0-9_]*)", part) for part in text.split("+")]
    return tuple((part[2], int(part[1] or 1)) for part in parts if part)


def _dice(text: str) -> tuple[int, ...]:
    return tuple(sorted(map(int, text.split("+")), reverse=True)) if text else ()


def _influence(found: dict[str, str]) -> AnyAction:
    return Influence(
        found["advisor"],
        _dice(found["dice"]),
        _dice(found["bonus"]),
        int(found["plus2"] or 0),
        found["via"] or None,
        bool(found["envoy"]),
    )


def _form(
    pattern: str, make: Callable[[dict[str, str]], AnyAction]
) -> tuple[re.Pattern[str], Callable[[dict[str, str]], AnyAction]]:
    return re.compile(pattern), make


_FORMS = (
    _form("pass", lambda found: PASS),
    _form("done", lambda found: DONE),
    _form(
        f"influence {_CARD.format('advisor')} {_DICE.format('dice')}"
        f"(?: bonus {_DICE.format('bonus')})?(?: plus{_NUMBER.format('plus2')})?"
        f"(?: via {_CARD.format('via')})?(?P<envoy> envoy)?",
        _influence,
    ),
    _form(
        f"build {_CARD.format('card')} for {_BAG.format('pay')}(?P<envoy> envoy)?",
        lambda found: Build(found["card"], _bag(found["pay"]), bool(found["envoy"])),
    ),
    _form(
        f"recruit {_NUMBER.format('soldiers')} for {_BAG.format('pay')}",
        lambda found: Recruit(int(found["soldiers"]), _bag(found["pay"])),
    ),
    _form(
        f"use {_CARD.format('card')}(?: #{_NUMBER.format('ability')})?(?: pay {_BAG.format('pay')})?",
        lambda found: Use(found["card"], _bag(found["pay"]), int(found["ability"] or 1)),
    ),
    _form(f"take {_BAG.format('bag')}", lambda found: Take(_bag(found["bag"]))),
    _form(f"give {_BAG.format('bag')}", lambda found: Give(_bag(found["bag"]))),
    _form(f"pay {_BAG.format('bag')}", lambda found: Pay(_bag(found["bag"]))),
    _form(
        f"trade {_BAG.format('pay')} for {_BAG.format('gain')}",
        lambda found: Trade(_bag(found["pay"]), _bag(found["gain"])),
    ),
    _form(f"bid {_BAG.format('bag')}", lambda found: Bid(_bag(found["bag"]))),
    _form(
        "die (?P<value>[1-6])(?P<bonus> bonus)?",
        lambda found: ChooseDie(int(found["value"]), bool(found["bonus"])),
    ),
    _form("choose (?P<choice>.+)", lambda found: Choose(found["choice"])),
    _form(
        "roll (?P<dice>[1-6](?:\\+[1-6])*)",
        lambda found: Roll(tuple(sorted(map(int, found["dice"].split("+"))))),
    ),
    _form(f"draw {_CARD.format('card')}", lambda found: Draw(found["card"])),
    _form("arrange (?P<players>.+)", lambda found: Arrange(tuple(found["players"].split(", ")))),
)
