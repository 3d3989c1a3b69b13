"""One call for everything that a game says: a decision, an action or an event in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.engine.actions import Action, AnyAction
from kingsburg_rules.engine.events import AnyEvent, Event
from kingsburg_rules.game.decisions import Decision
from kingsburg_rules.text.answers import AnswerTeller
from kingsburg_rules.text.happenings import EventTeller
from kingsburg_rules.text.languages import language_of
from kingsburg_rules.text.names import CardNames

if TYPE_CHECKING:
    from kingsburg_rules.content.rules import Rules


def describe(
    thing: Decision | Action | Event,
    rules: Rules,
    *,
    language: str = "en",
    player: str | None = None,
    decision: Decision | None = None,
) -> str:
    """Say in a sentence what is asked, what an action does, or what happened.

    Args:
        thing: A decision, an action or an event.
        rules: The rules of the game, which know the names of the cards.
        language: `en`, `nl` or `fr`.
        player: For an action: who takes it ("Ann gains 1 gold."); without him it is an order.
        decision: For an action: the decision that it answers. With it a choice that a card offers is told by
            what it does.

    Raises:
        SetupError: There is no such language.
        TypeError: It is none of these things.
    """
    names = CardNames(rules, language_of(language))
    if isinstance(thing, Decision):
        return AnswerTeller(names).decision(thing)
    if isinstance(thing, AnyAction):
        return AnswerTeller(names).action(thing, player, decision)
    if isinstance(thing, AnyEvent):
        return EventTeller(names).tell(thing)
    raise TypeError(f"{type(thing).__name__} is neither a decision nor an action nor an event")
