"""Reading the text form of actions: `parse` reads what `str(action)` writes.

Short forms are accepted where they are unambiguous: `build farm` without the price, `influence queen`
without the dice; `find` completes them from the options of a decision. A text that is a complete action is
taken literally: nobody spends an envoy or a token that they did not write.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeGuard

from kingsburg_rules.engine.actions import Action, AnyAction, is_known
from kingsburg_rules.engine.errors import IllegalAction, shortened
from kingsburg_rules.engine.notation import read
from kingsburg_rules.engine.violations import Malformed

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_TEXT: Final = 10_000
"""How long the text of an action may be. None in a game comes near."""


def parse(text: str) -> AnyAction:
    """Read an action.

    Raises:
        IllegalAction: The text is not an action.
    """
    action = read(" ".join(text.split())) if _is_short_text(text) else None
    if action is not None and is_known(action):
        return action
    raise IllegalAction(Malformed(shortened(text)), text)


def _is_short_text(text: object) -> TypeGuard[str]:
    return isinstance(text, str) and len(text) <= MOST_TEXT


def find(text: str, options: Sequence[Action]) -> Action:
    """Read an action, completing a short form if exactly one option fits it."""
    if not _is_short_text(text):
        return parse(text)
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
