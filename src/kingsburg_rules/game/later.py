"""What a game may be asked for besides playing, imported when somebody asks.

This is the one place of the package where functions import. Playing needs the machine, `Game` and `Position`;
views, saves, reasons, the notation, analysis and pictures come with the first call. Pictures and sentences
are also the only things that a game takes from packages above it: a notebook asks the game itself for its
picture, and the reason why something is not possible is a sentence.

Each function here does what the one of the same name does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kingsburg_rules.content.packs import PackLike
    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.engine.actions import Action
    from kingsburg_rules.engine.events import Event
    from kingsburg_rules.engine.public_state import GameState
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.violations import Violation
    from kingsburg_rules.game.analysis import DiceStatistics, Odds, Price, ReachableAdvisor, Threat
    from kingsburg_rules.game.event_stream import Moment
    from kingsburg_rules.game.game import Answers, ScriptedResults, Undoing
    from kingsburg_rules.game.saves import LoadedGame, Record
    from kingsburg_rules.game.views import SeatView

# Views


def state_of(state: State) -> GameState:
    """Show what is public."""
    from kingsburg_rules.game import views

    return views.state_of(state)


def view_of(moment: Moment, seat: int | None, rules: Rules, seq: int) -> SeatView:
    """Show what a seat may know."""
    from kingsburg_rules.game import views

    return views.view_of(moment, seat, rules, seq)


def svg(view: SeatView, log: Iterable[Event] = ()) -> str:
    """Draw a view as SVG."""
    from kingsburg_rules import render

    return render.svg(view, log=log)


# Actions


def violation(state: State, action: Action, player: str | None) -> Violation | None:
    """Say why a player cannot play an action now; None if they can."""
    from kingsburg_rules.game import legality

    return legality.violation(state, action, player)


def told_violation(violation: Violation, rules: Rules, language: str = "en") -> Violation:
    """Write the sentence of a violation."""
    from kingsburg_rules.text import reasons

    return reasons.told_violation(violation, rules, language)


def parse(text: str, options: Sequence[Action]) -> Action:
    """Read an action."""
    from kingsburg_rules.game import notation

    return notation.parse(text, options)


# Analysis


def within_reach(
    state: State, seat: int, dice: Sequence[int] | None, bonus: Sequence[int]
) -> tuple[ReachableAdvisor, ...]:
    """List the advisors that a player can influence."""
    from kingsburg_rules.game import analysis

    return analysis.within_reach(state, seat, dice, bonus)


def prices_of(state: State, seat: int) -> tuple[Price, ...]:
    """List the prices of the buildings that a player lacks."""
    from kingsburg_rules.game import analysis

    return analysis.prices_of(state, seat)


def threats_of(rules: Rules, state: State, seat: int) -> tuple[Threat, ...]:
    """List the enemies that may attack."""
    from kingsburg_rules.game import analysis

    return analysis.threats_of(rules, state, seat)


def odds_of(
    rules: Rules, state: State, seat: int, strength: int | None, soldiers: int | None
) -> tuple[Odds, ...]:
    """Compute how the battle may end."""
    from kingsburg_rules.game import analysis

    return analysis.odds_of(rules, state, seat, strength, soldiers)


def dice_statistics(
    players: Sequence[str], events: Sequence[Event], results: Iterable[tuple[int, str]]
) -> tuple[DiceStatistics, ...]:
    """Count the dice by player."""
    from kingsburg_rules.game import analysis

    return analysis.dice_statistics(players, events, results)


# Saves and records


def save_game(
    rules: Rules, state: State, script: ScriptedResults, answers: Answers, undone: Undoing | None
) -> str:
    """Write a game as JSON."""
    from kingsburg_rules.game import saves

    return saves.save_game(rules, state, script, answers, undone)


def load_game(text: str, rules: Rules | None, packs: Iterable[PackLike]) -> LoadedGame:
    """Read a saved game, and replay it."""
    from kingsburg_rules.game import saves

    return saves.load_game(text, rules, packs)


def record_of(rules: Rules, state: State, script: ScriptedResults, answers: Answers) -> Record:
    """Make the record of a game."""
    from kingsburg_rules.game import saves

    return saves.record_of(rules, state, script, answers)
