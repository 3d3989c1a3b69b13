"""Events in a few words each, for the log beside a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.engine.events import (
    AbilityUsed,
    Built,
    CardEntered,
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
    TileLaid,
    TurnOrderSet,
)
from kingsburg_rules.render.words import OUTCOMES, counted, dice, name_of, phase_name, year_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kingsburg_rules.content.rules import Rules


def lines_of(events: Iterable[Event], rules: Rules) -> tuple[str, ...]:
    """Tell events, one line each; what one source gives and takes at a time is one line."""
    lines: list[str] = []
    last: tuple[str, str] | None = None
    for event in events:
        if isinstance(event, Gained | Lost):
            amount = f"{'+' if isinstance(event, Gained) else '−'}{counted(event.resource, event.amount)}"
            if last == (event.player, event.source):
                lines[-1] += f", {amount}"
            else:
                lines.append(f"{event.player}: {name_of(rules, event.source)} {amount}")
            last = event.player, event.source
        else:
            told = _told(event, rules)
            lines += [told] * bool(told)
            last = None
    return tuple(lines)


def _told(event: Event, rules: Rules) -> str:
    match event:
        case PhaseStarted():
            return f"Year {year_name(event.year)}, {phase_name(event.phase)}"
        case TurnOrderSet():
            return f"Turn order: {', '.join(event.players)}"
        case DiceRolled():
            return f"{event.player or 'Everybody'}: rolls {dice(event.dice, event.bonus)}"
        case Influenced():
            token = f" +{event.plus2}" if event.plus2 else ""
            via = f", {rules.name_of(event.via)}" if event.via else ""
            who = event.player or "Neutral"
            return f"{who}: {rules.name_of(event.advisor)} with {dice(event.dice, event.bonus)}{token}{via}"
        case Passed():
            return f"{event.player}: passes"
        case Built():
            return f"{event.player}: builds {rules.name_of(event.building)}"
        case Destroyed():
            return f"{event.player}: loses {rules.name_of(event.building)}"
        case AbilityUsed(player=str()):
            return f"{event.player}: uses {rules.name_of(event.card)}"
        case _:
            return _told_of_cards(event, rules)


def _told_of_cards(event: Event, rules: Rules) -> str:
    match event:
        case CardEntered():
            return f"{event.player or 'The game'}: {rules.name_of(event.card)} is in play"
        case TileLaid():
            return f"{rules.name_of(event.advisor)}: {rules.name_of(event.tile)}"
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
            return f"The game is over. Winner: {', '.join(event.winners)}"
        case _:
            return ""
