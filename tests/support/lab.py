"""Bots that die, for tests of the lab; processes import them from here."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from kingsburg_rules import Action, Decision
from kingsburg_rules.bots import RandomBot, Sight

FUSE = "KINGSBURG_TEST_FUSE"
"""Names a file. The first bot that asks after it was made removes it, and kills its process."""


class Mortal(RandomBot):
    """Plays at random, and kills its process once."""

    def choose(self, decision: Decision, sight: Sight) -> Action:
        fuse = os.environ.get(FUSE)
        if fuse is not None:
            try:
                Path(fuse).unlink()
            except FileNotFoundError:
                pass
            else:
                os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(decision, sight)


class Deadly(RandomBot):
    """Kills its process always."""

    def choose(self, decision: Decision, sight: Sight) -> Action:
        os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(decision, sight)


class Attentive:
    """Answers by what a game says about a decision besides its options."""

    name = "attentive"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, decision: Decision, sight: Sight) -> Action:
        facts = decision.id, decision.whom, decision.moment, decision.about, len(sight.view.pending)
        return decision.options[hash_of(repr((facts, self.seed))) % len(decision.options)]


def hash_of(text: str) -> int:
    """A number from a text, the same in every process."""
    return sum((k + 1) * ord(sign) for k, sign in enumerate(text))
