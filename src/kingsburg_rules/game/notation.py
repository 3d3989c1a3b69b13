"""Reading the text form of actions: `parse` reads what `str(action)` writes.

Short forms are accepted where they are unambiguous: `build farm` without the price, `influence queen`
without the dice; `find` completes them from the options of a decision. A text that is a complete action is
taken literally: nobody spends an envoy or a token that they did not write.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeGuard

from kingsburg_rules.engine.actions import Action, AnyAction, is_known
from kingsburg_rules.engine.errors import IllegalAction, expect, shortened, shown
from kingsburg_rules.engine.violations import Malformed

MOST_TEXT: Final = 10_000
"""The longest text of an action that is read. No action in a game comes near."""


def parse(text: str, options: Sequence[Action] = ()) -> AnyAction:
    """Read an action.

    Args:
        text: The text.
        options: The options of the decision that it answers, if they are at hand. They complete a short form
            that fits exactly one of them, and say what the names in a choice stand for; without them, every
            name is taken for an option of a card.

    Raises:
        IllegalAction: The text is not an action.
        TypeError: `options` is not a sequence.
    """
    expect(options, Sequence, "options")
    words = " ".join(text.split()) if _is_short_text(text) else ""
    action = _offered(words, options) or Action.from_text(words) or _completed(words, options)
    if action is not None and is_known(action):
        return action
    raise IllegalAction(Malformed(_quoted(text)), text)


def _quoted(text: object) -> str:
    return shortened(text) if isinstance(text, str) else shown(text)


def _is_short_text(text: object) -> TypeGuard[str]:
    return isinstance(text, str) and len(text) <= MOST_TEXT


def _offered(words: str, options: Sequence[Action]) -> Action | None:
    """Find the option with a text; a card whose use has one price can be named without it."""
    written = [option for option in options if str(option) == words]
    if words.startswith("use ") and not written:
        paid = [option for option in options if str(option).startswith(f"{words} pay ")]
        return paid[0] if len(paid) == 1 else None
    return next(iter(written), None)


def _completed(words: str, options: Sequence[Action]) -> Action | None:
    """Find the option that begins with a text; of several ways to build, the first."""
    fitting = [option for option in options if str(option).startswith(f"{words} ")] if words else []
    return fitting[0] if len(fitting) == 1 or (fitting and words.startswith("build ")) else None
