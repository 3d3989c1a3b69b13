"""Compiling the course of a game: set-up, a loop over the years, the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.engine.events import YearStarted
from kingsburg_rules.engine.table import PC
from kingsburg_rules.language.emitter import Emitter
from kingsburg_rules.language.memory import forget

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame, Op
    from kingsburg_rules.language.calendar import Calendar
    from kingsburg_rules.language.emitter import Names


def compile_course(names: Names, calendar: Calendar) -> None:
    """Compile the course of the game: set-up, a loop over the years, the end."""
    table = names.table
    table.years = calendar.years
    emitter = Emitter(names, 0)
    emitter.steps(calendar.setup)
    start = emitter.op(_new_year)
    emitter.steps(calendar.year)
    emitter.op(_another_year(calendar.years, start))
    emitter.steps(calendar.end)
    table.calendar = emitter.program("calendar").index


def _new_year(state: State, frame: Frame) -> bool:
    """Begin a year, in which no phase has begun."""
    del frame
    state.year += 1
    state.phase = state.season = 0
    state.spent = (state.spent[0], 0, *state.spent[2:])
    forget(state, "year")
    for player in state.players:
        player.spent = (player.spent[0], 0, *player.spent[2:])
    if state.notes is not None:
        state.notes.append(YearStarted(state.year))
    return False


def _another_year(years: int, start: int) -> Op:
    def again(state: State, frame: Frame) -> bool:
        if state.year >= years or state.ending:
            return False
        frame[PC] = start
        return True

    return again
