"""Decisions: what is asked, who must answer, exactly the legal answers, and what they are about.

The module `pending` makes them; here is what they hold, and how the text of an answer is read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeGuard

from kingsburg_rules.engine import wire
from kingsburg_rules.engine.actions import (
    Action,
    AnyAction,
    AnyThing,
    DecisionKind,
    is_known,
)
from kingsburg_rules.engine.errors import IllegalAction, SaveError, expect, shortened, shown
from kingsburg_rules.engine.roles import Local, MomentName, OnlyFor, PlayerName, Quoted, Secret, SourceId
from kingsburg_rules.engine.state import CHANCE
from kingsburg_rules.engine.violations import Malformed, Violation
from kingsburg_rules.engine.wire import CHANCE_PLAYER


class Decision(NamedTuple):
    """A decision that a player owes.

    `kind` is one of `influence`, `build`, `recruit`, `use`, `take`, `give`, `pay`, `trade`, `bid`, `choose`,
    `die`, and for the player `chance`: `roll`, `draw`, `arrange`. `source` is the card or phase that asks.
    `options` are exactly the legal actions. For chance, `weights` are their relative probabilities.

    In a `Game`, `id` names this decision: a later one has a higher number. `whom` is the player for whom it
    is decided, if that is somebody else. If a card reacts to a moment, `moment` names it and `about` is what
    is about to happen or has happened. A `Position` leaves these four out.
    """

    player: OnlyFor
    seat: Local[int]
    kind: DecisionKind
    source: SourceId
    options: Secret[tuple[AnyAction, ...]]
    weights: Secret[tuple[int, ...] | None] = None
    id: int = 0
    whom: PlayerName | None = None
    moment: MomentName | None = None
    about: tuple[AnyThing, ...] = ()

    @property
    def probabilities(self) -> tuple[float, ...] | None:
        """For chance, the probability of every option."""
        if self.weights is None:
            return None
        total = sum(self.weights)
        return tuple(weight / total for weight in self.weights)

    def to_dict(self, players: Sequence[str]) -> dict[str, object]:
        """Turn the decision into plain data, as in its JSON.

        Args:
            players: The players by seat, as `Game.players`.

        Raises:
            SetupError: The decision names a player who is not among them.
            TypeError: `players` is not a list of names.
        """
        return wire.to_plain(self, wire.seated(players))

    def to_json(self, players: Sequence[str]) -> str:
        """Write the decision with its options as JSON. Only the player who is asked may see it.

        Args:
            players: The players by seat, as `Game.players`.

        Raises:
            SetupError: The decision names a player who is not among them.
            TypeError: `players` is not a list of names.
        """
        return wire.to_json(self, wire.seated(players))

    @staticmethod
    def from_json(text: str, players: Sequence[str]) -> Decision:
        """Read what `to_json` wrote, without options that only a newer version knows.

        Args:
            text: The JSON.
            players: The players by seat, as `Game.players`.

        Raises:
            SaveError: The text is not a decision, or one of a kind that only a newer version knows.
            TypeError: `players` is not a list of names.
        """
        names = wire.seated(players)
        try:
            found = wire.from_plain(wire.parsed(text), Decision, names, newer=True, seat=CHANCE)
        except wire.Unreadable as error:
            raise SaveError("json.decision", f"This is not a decision: {error}.") from error
        return found if found.player == CHANCE_PLAYER else found._replace(seat=names.index(found.player))


class Unclear(Violation, code="action.unclear", rule="notation"):
    """It is not clear which of the possible answers is meant."""

    text: Quoted
    asked: DecisionKind
    source: SourceId
    options: tuple[AnyAction, ...]
    """Those that can be meant; if there are none, those that are like what was typed, or else all."""


# Reading the text of an action
#
# Short forms are accepted where they are unambiguous: `build farm` without the price, `influence queen`
# without the dice. A text that is a complete action is taken literally: nobody spends an envoy or a token
# that they did not write.


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


_COPY = re.compile(r"(?<=[a-z0-9_])\.\d+")
"""The number in the name of a copy of a card."""


def _offered(words: str, options: Sequence[Action]) -> Action | None:
    """Find the option with a text; a card whose use has one price can be named without it.

    So can the copy of a card that is the only one.
    """
    written = [option for option in options if str(option) == words]
    copies = [] if written else [option for option in options if _COPY.sub("", str(option)) == words]
    written = copies if len(copies) == 1 else written
    if words.startswith("use ") and not written:
        paid = [option for option in options if str(option).startswith(f"{words} pay ")]
        return paid[0] if len(paid) == 1 else None
    return next(iter(written), None)


def _completed(words: str, options: Sequence[Action]) -> Action | None:
    """Find the option that begins with a text; of several ways to build, the first."""
    fitting = [option for option in options if str(option).startswith(f"{words} ")] if words else []
    return fitting[0] if len(fitting) == 1 or (fitting and words.startswith("build ")) else None
