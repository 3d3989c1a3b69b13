"""The machine: a small engine of triggers and effects that knows no card and no word of the language.

`compiled_rules.CompiledRules` is a rule set as the machine sees it: cards, resources, events and programs,
each a number. `state.State` is a position: plain integers, tuples and short lists, so that copying it copies
the game. What runs is data, too: a stack of frames, each a list of integers with the number of its program,
its program counter, its player, and its variables. `loop.run` runs the top frame until an operation asks a
player, and `loop.answer` carries the answer out and runs on. When something happens, `windows.open_window`
pushes a frame that lets the cards react, which may change what happens or prevent it. `ActiveEffects` index
what the cards in play listen to, change and allow, `stats` works out the numbers of the rules that they
change, and what they permit and close. `stock` is the only way to gain and lose and ranks the players,
`zones` is the only way to move a card. Every die and every shuffle is a request to `chance`, answered by a
script, a player or a generator. What players do is in `actions`, what happens in `events`, and why an action
is refused in `violations`. One budget of work, counted by the loop and by whatever goes through many things,
stops content that would never end.
"""

from kingsburg_rules.engine.actions import dice_text
from kingsburg_rules.engine.chance import CARDS, ENEMIES
from kingsburg_rules.engine.compiled_rules import FEWEST_PLAYERS, MOST_SEATS, NOBODY
from kingsburg_rules.engine.errors import (
    WARNING,
    expect,
    is_known,
    is_whole,
    listed,
    missing_extra,
    needing,
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
from kingsburg_rules.engine.lazy import lazy_names
from kingsburg_rules.engine.loop import answer, run
from kingsburg_rules.engine.public_state import Memory
from kingsburg_rules.engine.random_numbers import RandomNumbers, checked_seed
from kingsburg_rules.engine.roles import CardId, DisplayName, Fidelity, Id, PlayerName, Role, SourceId, Text
from kingsburg_rules.engine.spelling import closest
from kingsburg_rules.engine.state import AUTOMATION, CHANCE, OUTCOMES, Ask, Player, State
from kingsburg_rules.engine.violations import NoSuchNumber, NotOffered
from kingsburg_rules.engine.wire import CHANCE_PLAYER, Unreadable, Value, from_plain, parsed, seated, to_plain
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
    "closest",
    "dice_text",
    "expect",
    "fields_of",
    "from_plain",
    "is_bag",
    "is_known",
    "is_list",
    "is_map",
    "is_whole",
    "lazy_names",
    "listed",
    "missing_extra",
    "needing",
    "parsed",
    "run",
    "seated",
    "shown",
    "to_plain",
    "unknown",
]
