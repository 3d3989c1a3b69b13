"""Abilities: what a card does at a moment, and the numbers of the rules that it changes at any time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.engine.compiled_rules import DISPLAY, HAND, PLAY
from kingsburg_rules.language.memory import given_changes
from kingsburg_rules.language.nodes import key, node
from kingsburg_rules.language.registry import STEPS, Node, Step, TestWord, object_shape
from kingsburg_rules.language.resources import BAG, Amounts
from kingsburg_rules.language.shapes import EVENT_PATTERN, ID_PATTERN, Flag, Listing, Name, Text
from kingsburg_rules.language.tests import IF
from kingsburg_rules.language.values import STAT_KEY, VALUE, Value
from kingsburg_rules.language.vocabulary import EVENTS, STATS

if TYPE_CHECKING:
    from kingsburg_rules.language.emitter import Names

ID = Text(ID_PATTERN)

DO = Listing(STEPS)

EVENT = Name(tuple(event.name for event in EVENTS), EVENT_PATTERN)


FROM = Text(among=(PLAY, HAND, DISPLAY))


@node
class Trigger(Node):
    """Something a card does at a moment.

    Just before something happens it may set the variables of the moment, and so change what happens, or
    prevent it.
    """

    when: str = key(EVENT, "The moment.")
    do: tuple[Step, ...] = key(DO, "What is done.")
    by: str = key(
        Text(among=("me", "opponents", "anyone")),
        "The players it happens to; by default, this player.",
        default="me",
    )
    if_: tuple[TestWord, ...] = key(IF, "When it works; all tests must hold.", default=())
    uses: str = key(
        Text(among=("once", "once_per_year", "once_per_game", "unlimited")),
        "How often; by default, once per season at moments of the calendar, and each time at all others.",
        default="",
    )
    cost: tuple[Amounts, ...] = key(Listing(BAG), "The price: any one of these.", default=())
    optional: bool | None = key(
        Flag(),
        "Whether the owner may decline; by default, on buildings, governors, groups and deck cards.",
        default=None,
    )
    order: str = key(
        Text(among=("first", "normal", "last")),
        "Before or after the player's other effects.",
        default="normal",
    )
    from_: str = key(
        FROM,
        "Where the card must be to work: in `play`, in a `hand`, or in the `display` (for the game).",
        default=PLAY,
    )


@node
class ModifierCard(Node):
    """A change of a number of the rules while the card is in play. Exactly one change is given."""

    what: str = key(Text(among=tuple(s.name for s in STATS)), "Which number.")
    of_: str | None = key(STAT_KEY, "The resource, if there is one such number for each.", default=None)
    if_: tuple[TestWord, ...] = key(IF, "When it applies; all tests must hold.", default=())
    from_: str = key(FROM, "Where the card must be for it to apply.", default=PLAY)
    set: Value | None = key(VALUE, "The number becomes this.", default=None)
    add: Value | None = key(VALUE, "The amount to add.", default=None)
    times: Value | None = key(VALUE, "The number to multiply by.", default=None)
    at_least: Value | None = key(VALUE, "The lowest value: a lower number is raised to this.", default=None)
    at_most: Value | None = key(VALUE, "The highest value: a higher number is lowered to this.", default=None)

    @property
    def changes(self) -> list[tuple[int, Value]]:
        """The changes given, by rank."""
        return given_changes(self.set, self.add, self.times, self.at_least, self.at_most)


def uses_of(trigger: Trigger, names: Names) -> str:
    """Return how often a trigger works: as often as it says, or the default of its moment."""
    event = names.events.get(trigger.when)
    return trigger.uses or ("once" if event is None else names.moments[event].uses)


TRIGGERS = Listing(object_shape("trigger", Trigger))

MODIFIERS = Listing(object_shape("modifier", ModifierCard))
