"""The objects of a frontend: games, positions, decisions, actions, events, views, saves and records.

The names in this module are imported on first use. What most programs need is in `kingsburg_rules` itself.
"""

from typing import TYPE_CHECKING

from kingsburg_rules.engine.lazy import lazy_names
from kingsburg_rules.engine.public_state import Reason
from kingsburg_rules.engine.stock import outcome_of

if TYPE_CHECKING:
    from kingsburg_rules.game.analysis import FACES
    from kingsburg_rules.game.game import PhaseEnd, Row, phase_ends, phase_rows
    from kingsburg_rules.game.json_schemas import SCHEMAS, Schema, schema_of, schema_text, written
    from kingsburg_rules.game.pending import decisions_of, first_decision, option_of
    from kingsburg_rules.game.phases import moments_of
    from kingsburg_rules.game.position import guess, state_in
    from kingsburg_rules.game.setup import check_players, checked_names, make_setup, new_state
    from kingsburg_rules.game.showing import view_of

__all__ = [
    "FACES",
    "SCHEMAS",
    "PhaseEnd",
    "Reason",
    "Row",
    "Schema",
    "check_players",
    "checked_names",
    "decisions_of",
    "first_decision",
    "guess",
    "make_setup",
    "moments_of",
    "new_state",
    "option_of",
    "outcome_of",
    "phase_ends",
    "phase_rows",
    "schema_of",
    "schema_text",
    "state_in",
    "view_of",
    "written",
]

_HOMES = {
    "analysis": "FACES",
    "game": "PhaseEnd Row phase_ends phase_rows",
    "json_schemas": "SCHEMAS Schema schema_of schema_text written",
    "pending": "decisions_of first_decision option_of",
    "phases": "moments_of",
    "position": "guess state_in",
    "setup": "check_players checked_names make_setup new_state",
    "showing": "view_of",
}

if not TYPE_CHECKING:  # type checkers see the imports above
    __getattr__ = lazy_names(__name__, _HOMES)
