"""Actions that must be refused, and what a refusal must be like."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs
import pytest

from kingsburg_rules import (
    Action,
    Arrange,
    Bid,
    Build,
    Choose,
    ChooseDie,
    Done,
    Draw,
    Game,
    Give,
    IllegalAction,
    Influence,
    OptionThing,
    Pass,
    Pay,
    Position,
    Recruit,
    Roll,
    Take,
    Trade,
    Use,
    Violation,
    Whoever,
)

ANY_OTHERS: tuple[Action, ...] = (
    Pass(),
    Done(),
    Influence("king", (6, 6, 6)),
    Influence("jester", (1,)),
    Influence("nobody", (1,)),
    Build("inn", (("gold", 1),)),
    Build("cathedral", ()),
    Build("castle", (("gold", 1),)),
    Recruit(1, (("gold", 2),)),
    Recruit(0, ()),
    Use("chapel"),
    Use("town_hall", (("gold", 1),)),
    Take((("gold", 1),)),
    Take((("vp", 99),)),
    Give((("gold", 1),)),
    Give(()),
    Pay((("vp", 1),)),
    Pay((("elephant", 1),)),
    Trade((("gold", 1),), (("wood", 1), ("stone", 1))),
    Trade((), (("gold", 9),)),
    Bid(()),
    Bid((("vp", 3),)),
    Bid((("vp", 99),)),
    Choose((OptionThing("look"),)),
    Choose((OptionThing("nothing"),)),
    ChooseDie(6),
    ChooseDie(1, bonus=True),
    Roll((6, 6, 6)),
    Roll((1,)),
    Draw("demons_i_3"),
    Arrange(("Ann", "Brian")),
)
"""One or two of every kind of action; where they happen to be legal they are left out."""

ELSEWHERE = ("", "king", "market", "no such name", "Ann")
"""Names to put in the place of others."""


def tampered(action: Action) -> Iterator[Action]:
    """Give the actions that differ from one in one field, mostly by a little."""
    for field in attrs.fields(type(action)):
        for value in other_values(getattr(action, field.name)):
            yield attrs.evolve(action, **{field.name: value})


def other_values(value: object) -> Iterator[object]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value - 1, value + 1, -value - 2, value + 97)
    elif isinstance(value, tuple):
        yield from other_tuples(value)
    else:
        yield from (name for name in ELSEWHERE if name != value)
        yield None


def other_tuples(value: tuple[object, ...]) -> Iterator[tuple[object, ...]]:
    """Leave an item out, say it twice, change it; or add what is not there."""
    yield from ((), (("gold", 1),), (6,), (("elephant", 1),), ("Ann",), (*value, ("plus2", 1)), (*value, 1))
    yield value[::-1]
    for at, item in enumerate(value):
        yield (*value[:at], *value[at + 1 :])
        yield (*value[:at], item, *value[at:])
        if isinstance(item, tuple):
            name, amount = item
            changed: tuple[object, ...] = ((name, amount + 1), (name, amount - 1), (name, -amount))
        else:
            changed = (item + 1, item - 1) if isinstance(item, int) else ("Zoe",)
        for other in changed:
            yield (*value[:at], other, *value[at + 1 :])


def refusal(game: Game, action: Action | str, player: str | Whoever = Whoever.IS_ASKED) -> Violation:
    """Play what must be refused; the reason must be the one that `why_not` gives, and make sense."""
    reason = game.why_not(action, player)
    with pytest.raises(IllegalAction) as refused:
        game.play(action, player)
    assert refused.value.violation == reason, action
    assert reason is not None
    assert re.fullmatch(r"[a-z0-9]+\.[a-z0-9_]+", reason.code)
    assert refused.value.code == reason.code
    assert refused.value.rule == reason.rule
    assert reason.rule
    assert re.fullmatch(r"\S.* .*\.", reason.message), reason
    return reason


def step_is_refused(position: Position, action: Action, player: str | None = None) -> None:
    with pytest.raises(IllegalAction):
        position.step(action, player)
