"""What is said and drawn grows no faster than what a pack offers. Work is counted, not timed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from itertools import combinations_with_replacement
from types import FrameType

import pytest

from kingsburg_rules import COMPILED, Game, Influence, describe
from kingsburg_rules.bots import Bot, GreedyBot, SearchBot, Sight, judging, placing, searching
from kingsburg_rules.engine import answer
from kingsburg_rules.engine.state import State
from kingsburg_rules.render import svg, text
from kingsburg_rules.render.plain_text import _wasteful
from kingsburg_rules.testing import rules_with
from support.runaway import ENDLESS, PACKS, branches, for_all, law

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
        [Influence("king", dice) for dice in combinations_with_replacement(FACES, count)] for count in (4, 7)
    )
    assert len(many) > 6 * len(few) > 700
    once, more = calls(partial(_wasteful, few)), calls(partial(_wasteful, many))
    assert more < once * len(many) / len(few) * 1.2


MANY_DICE, _ = PACKS["14 more dice and 16 bonus dice"]
ENDLESS_QUESTIONS = law(ENDLESS % for_all(branches(2)))


@pytest.mark.skipif(COMPILED, reason="answers cannot be counted in compiled code")
@pytest.mark.parametrize("bot", [GreedyBot(1), SearchBot(1, playouts=40)], ids=lambda bot: bot.name)
@pytest.mark.parametrize(
    ("cards", "kind", "answers", "most"),
    [(MANY_DICE, "influence", 5_000, 1_000), (ENDLESS_QUESTIONS, "choose", 2, 50_000)],
)
def test_a_bot_ends_its_thoughts(
    bot: Bot, cards: str, kind: str, answers: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither very many answers nor questions without end make it play on and on in thought."""
    given = 0

    def counted(state: State, which: int, option: int) -> None:
        nonlocal given
        given += 1
        assert given < most
        answer(state, which, option)

    for module in (placing, judging, searching):
        monkeypatch.setattr(module, "answer", counted)
    game = Game(rules_with(cards), ("Ann", "Brian"), seed=1)
    while (decision := game.decision) is not None and decision.kind != kind:
        game.play(decision.options[0])
    assert decision is not None
    assert len(decision.options) >= answers
    assert bot.choose(decision, Sight(decision.player, game)) in decision.options
    assert given > 0
