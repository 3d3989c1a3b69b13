"""The machine: state, frames, the loop, trigger windows, stats, chance and decisions.

It knows no card and no word of the language. Read in this order: `table` (what a compiled rule set is),
`state` (what a position is), `loop` (how it moves), `windows` (how cards react), `chance` (where dice come
from).
"""

from kingsburg_rules.engine.chance import CARDS, ENEMIES
from kingsburg_rules.engine.decks import FEWEST_PLAYERS, MOST_SEATS
from kingsburg_rules.engine.errors import (
    WARNING,
    expect,
    is_known,
    is_whole,
    listed,
    missing_extra,
    shown,
    unknown,
)
from kingsburg_rules.engine.fields import (
    Form,
    ListOf,
    Maybe,
    Nested,
    Single,
    Tagged,
    by_class,
    fields_of,
    is_bag,
    is_list,
    is_map,
)
from kingsburg_rules.engine.loop import answer, run
from kingsburg_rules.engine.notation import dice_text
from kingsburg_rules.engine.public_state import Memory
from kingsburg_rules.engine.randomness import RandomNumbers, checked_seed
from kingsburg_rules.engine.roles import CardId, DisplayName, Fidelity, Id, PlayerName, Role, SourceId, Text
from kingsburg_rules.engine.state import AUTOMATION, CHANCE, OUTCOMES, Ask, Player, State
from kingsburg_rules.engine.table import NOBODY
from kingsburg_rules.engine.values import Value
from kingsburg_rules.engine.violations import NoSuchNumber, NotOffered
from kingsburg_rules.engine.wire import CHANCE_PLAYER, Unreadable, from_plain, parsed, seated, to_plain
from kingsburg_rules.engine.zones import bits_of

__all__ = [
    "AUTOMATION",
    "CARDS",
    "CHANCE",
    "CHANCE_PLAYER",
    "ENEMIES",
    "FEWEST_PLAYERS",
    "MOST_SEATS",
    "NOBODY",
    "OUTCOMES",
    "WARNING",
    "Ask",
    "CardId",
    "DisplayName",
    "Fidelity",
    "Form",
    "Id",
    "ListOf",
    "Maybe",
    "Memory",
    "Nested",
    "NoSuchNumber",
    "NotOffered",
    "Player",
    "PlayerName",
    "RandomNumbers",
    "Role",
    "Single",
    "SourceId",
    "State",
    "Tagged",
    "Text",
    "Unreadable",
    "Value",
    "answer",
    "bits_of",
    "by_class",
    "checked_seed",
    "dice_text",
    "expect",
    "fields_of",
    "from_plain",
    "is_bag",
    "is_known",
    "is_list",
    "is_map",
    "is_whole",
    "listed",
    "missing_extra",
    "parsed",
    "run",
    "seated",
    "shown",
    "to_plain",
    "unknown",
]
