"""Plays packs that ask for too much, one after the other, and prints what became of each as JSON.

It runs as a program of its own, so that its memory can be bounded (see `test_runaway.py`).
"""

from __future__ import annotations

import json
import sys

from kingsburg_rules import ContentError, Game, KingsburgError, Rules, Runaway
from kingsburg_rules.testing import rules_with
from support.runaway import PACKS

ANSWERS = 60


def played(rules: Rules, answers: int = ANSWERS) -> None:
    """Play on with the answer in the middle, looking at everything after each."""
    game = Game(rules, ("Ann", "Brian", "Cindy", "Dan", "Eve"), seed=3)
    while (decision := game.decision) is not None and answers:
        game.play(decision.options[len(decision.options) // 2], decision.player)
        game.view(decision.player)
        game.why_not("pass", decision.player)
        answers -= 1


def outcome(cards: str) -> tuple[str, str]:
    """The code and the message in which a pack ends; two empty texts if it can be played."""
    try:
        played(rules_with(cards))
    except (ContentError, Runaway) as error:
        return error.code, str(error)
    return "", ""


if __name__ == "__main__":
    found: dict[str, tuple[str, str]] = {}
    for name, (cards, _) in PACKS.items():
        try:
            found[name] = outcome(cards)
        except (KingsburgError, MemoryError) as error:
            found[name] = type(error).__name__, str(error)
    json.dump(found, sys.stdout)
