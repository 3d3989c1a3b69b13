"""Events in a few words each, for the log beside a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.engine.events import (
    AbilityUsed,
    Built,
    CardDiscarded,
    CardEntered,
    CardTaken,
    Destroyed,
    DiceRolled,
    EnemyJoined,
    EnemyRevealed,
    EnemySeen,
    Event,
    Fought,
    Gained,
    GameEnded,
    Influenced,
    Lost,
    Passed,
    Peeked,
    PhaseStarted,
    Rewarded,
    TileLaid,
    TurnOrderSet,
)
from kingsburg_rules.render.words import OUTCOMES, counted, dice, listed, name_of, phase_name, year_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kingsburg_rules.content.rules import Rules


MOST_LINES = 24
"""Older lines are left out."""


def lines_of(events: Iterable[Event], rules: Rules) -> tuple[str, ...]:
    """Tell events, one line each; what somebody does, and what he gives and gets for it, is one line."""
    lines: list[str] = []
    last: tuple[str | None, str] | None = None
    for event in events:
        cause = _cause(event)
        if isinstance(event, Gained | Lost):
            sign = "+" if isinstance(event, Gained) else "\N{MINUS SIGN}"
            amount = f"{sign}{counted(event.resource, event.amount)}"
            if last == (event.player, event.source):
                lines[-1] += f", {amount}"
            else:
                lines.append(f"{event.player}: {name_of(rules, event.source)}, {amount}")
            last = event.player, event.source
        elif cause is not None:
            verb, player, card = cause
            told = f"{player or 'The game'}: {verb}{rules.name_of(_owner(card, rules))}"
            paid = lines.pop().partition(", ")[2] if last == (player, card) and verb == _BUILDS else ""
            lines.append(f"{told}, {paid}" if paid else told)
            last = player, card
        else:
            if isinstance(event, Influenced) and last is not None and last[0] == event.player:
                lines.pop()  # the token or the envoy that goes with the dice, which are told with them
            told = _of_the_season(event, rules) or _of_cards(event, rules) or _of_winter(event, rules)
            lines += [told] * bool(told)
            last = None
    return tuple(lines[-MOST_LINES:])


_BUILDS = "builds "


def _cause(event: Event) -> tuple[str, str | None, str] | None:
    """Say what somebody does with which card, if gains or losses belong to it."""
    match event:
        case Built():
            return _BUILDS, event.player, event.building
        case AbilityUsed():
            return "uses ", event.player, event.card
        case Rewarded():
            return "", event.player, event.advisor
        case _:
            return None


def _of_the_season(event: Event, rules: Rules) -> str:
    match event:
        case PhaseStarted():
            return f"Year {year_name(event.year)}, {phase_name(rules, event.phase)}"
        case TurnOrderSet():
            return f"Turn order: {', '.join(event.players)}"
        case DiceRolled():
            return f"{event.player or 'Everybody'}: rolls {dice(event.dice, event.bonus)}"
        case Influenced():
            token = f" +{event.plus2}" if event.plus2 else ""
            via = f", {rules.name_of(event.via)}" if event.via else ""
            there = f"{rules.name_of(_owner(event.advisor, rules))} with {dice(event.dice, event.bonus)}"
            envoy = ", King's Envoy" if event.envoy else ""
            return f"{event.player or 'Neutral'}: {there}{token}{via}{envoy}"
        case Passed():
            return f"{event.player}: passes"
        case _:
            return ""


def _owner(name: str, rules: Rules) -> str:
    """Find the card that an advisor stands on, where the advisor is no card himself."""
    table = rules.table
    places = (table.cards[place.card].name for place in table.places if place.name == name)
    return name if name in table.card else next(places)


def _of_cards(event: Event, rules: Rules) -> str:
    match event:
        case Destroyed():
            return f"{event.player}: loses {rules.name_of(event.building)}"
        case CardEntered():
            return f"{event.player or 'The game'}: {rules.name_of(event.card)} is in play"
        case CardDiscarded():
            return f"{event.player}: gives up {rules.name_of(event.card)}"
        case CardTaken():
            return f"{event.player}: takes {rules.name_of(event.card)}"
        case TileLaid():
            return f"{rules.name_of(_owner(event.advisor, rules))}: {rules.name_of(event.tile)}"
        case _:
            return ""


def _of_winter(event: Event, rules: Rules) -> str:
    match event:
        case Peeked():
            return f"{event.player}: looks at the enemy of year {year_name(event.year)}"
        case EnemySeen():
            return f"{event.player}: sees {rules.name_of(event.enemy)}"
        case EnemyRevealed():
            return f"The enemy comes: {rules.name_of(event.enemy)}, strength {event.strength}"
        case EnemyJoined():
            return f"The enemy is joined by {rules.name_of(event.enemy)}"
        case Fought():
            result = OUTCOMES.get(event.outcome, event.outcome)
            return f"{event.player}: {result}, {event.strength} against {event.enemy_strength}"
        case GameEnded():
            return f"The game is over: {listed(event.winners)}"
        case _:
            return ""
