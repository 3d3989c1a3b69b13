"""What is said and drawn grows no faster than what a pack offers. Work is counted, not timed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from itertools import combinations_with_replacement
from types import FrameType

from kingsburg_rules import Game, Influence, describe
from kingsburg_rules.render import svg, text
from kingsburg_rules.render.plain_text import _wasteful
from kingsburg_rules.testing import rules_with
from support.runaway import branches, for_all, law

FEW, MANY = 20, 100
FACES = range(1, 7)


def calls(work: Callable[[], object]) -> int:
    """Count the Python functions that are called."""
    found = 0

    def note(_: FrameType, event: str, __: object) -> None:
        nonlocal found
        found += event == "call"

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return found


def works(count: int) -> dict[str, Callable[[], object]]:
    """What people are shown of a question with so many answers, done once so that nothing is new."""
    rules = rules_with(law(for_all(branches(count))))
    game = Game(rules, ("Ann", "Brian"), seed=1)
    while game.decision is not None and game.decision.kind != "choose":
        game.play(game.decision.options[0])
    decision = game.decision
    assert decision is not None
    assert len(decision.options) == count
    view = game.view(decision.player)
    found: dict[str, Callable[[], object]] = {
        "describe": lambda: [describe(option, rules, decision=decision) for option in decision.options],
        "svg": partial(svg, view),
        "text": partial(text, view, numbered=True),
    }
    for work in found.values():
        work()
    return found


def test_what_is_said_and_drawn_of_answers_grows_with_their_number() -> None:
    few, many = works(FEW), works(MANY)
    assert {*few} == {"describe", "svg", "text"}
    for name, work in few.items():
        once, more = calls(work), calls(many[name])
        assert more < once * MANY / FEW * 1.2, name


def test_thousands_of_placements_are_compared_with_few() -> None:
    """More dice than any game has lead to thousands of ways to one advisor."""
    few, many = (
        [Influence("king", dice) for dice in combinations_with_replacement(FACES, count)] for count in (6, 10)
    )
    assert len(many) > 6 * len(few) > 2000
    once, more = calls(partial(_wasteful, few)), calls(partial(_wasteful, many))
    assert more < once * len(many) / len(few) * 1.2
