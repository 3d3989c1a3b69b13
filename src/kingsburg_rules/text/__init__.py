"""Text for people: what cards do, and what is asked, happens, is refused and may come in a game.

It is written in English, Dutch and French.

All phrases are data, in `phrases/`, one file per language; `languages` has the few rules by which a language
makes sentences of them. `effects` says what the words of a card do, and `cards` what a whole card does;
`names` knows what cards are called. About a game, `sentences` says what is asked, done and happens, and
why something is not possible; `describing` is the one function for all of them, and says what may come;
`phrasebook` serves pictures and terminals. Start reading at `cards` or at `sentences`.

A text never says something false: nothing is left out, worked out in advance, or moved to another place. An
effect that is too much for a sentence becomes a numbered list. Nothing here decides a rule, and playing a
game imports none of it until an action is refused.

The names in this module are imported on first use. What most programs need is in `kingsburg_rules` itself.
"""

from typing import TYPE_CHECKING

from kingsburg_rules.engine.lazy import lazy_names

if TYPE_CHECKING:
    from kingsburg_rules.text.languages import language_of
    from kingsburg_rules.text.log import GO_HOME, MINUS, EventGroup, LogLine, group_events, log_of
    from kingsburg_rules.text.names import ENGLISH, CardNames, roman
    from kingsburg_rules.text.phrasebook import Phrasebook
    from kingsburg_rules.text.phrases import words

__all__ = [
    "ENGLISH",
    "GO_HOME",
    "MINUS",
    "CardNames",
    "EventGroup",
    "LogLine",
    "Phrasebook",
    "group_events",
    "language_of",
    "log_of",
    "roman",
    "words",
]

_HOMES = {
    "languages": "language_of",
    "log": "EventGroup GO_HOME LogLine MINUS group_events log_of",
    "names": "CardNames ENGLISH roman",
    "phrasebook": "Phrasebook",
    "phrases": "words",
}

if not TYPE_CHECKING:  # type checkers see the imports above
    __getattr__ = lazy_names(__name__, _HOMES)
