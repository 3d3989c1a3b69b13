"""Questions of the page of the workshop for its worker, and the replies.

Like the messages of a table, they are values whose JSON, schema and TypeScript types come from their fields,
and their `type` is written in small letters. Every question about a card has the whole text with it, so a
reply never depends on what was asked before, and a worker that was stopped can be replaced at any time.

Lines and characters count from 0, in units of UTF-16, as editors do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal, TypeAlias

from attrs import frozen

from kingsburg_rules import SetupError
from kingsburg_rules.editor.completion import CompletionItem
from kingsburg_rules.editor.parser import Point, Stretch
from kingsburg_rules.engine import Id, Tagged, Text, Unreadable, Value, from_plain
from kingsburg_rules.web.messages import word_of

Theme: TypeAlias = Literal["light", "dark"]
"""How pictures are drawn."""

Severity: TypeAlias = Literal["error", "warning"]
"""With an error a pack cannot be played."""


@frozen(eq=False, repr=False)
class CardDraft(Value):
    """A file with cards as it is on the screen, and the packs of the library that it builds on."""

    text: Text
    requires: tuple[Id, ...]


@frozen(eq=False, repr=False)
class Mend(Value):
    """An edit that mends a mistake."""

    at: Stretch
    text: Text


@frozen(eq=False, repr=False)
class DraftDiagnostic(Value):
    """A mistake or a warning. `page` describes its code, as an address within the documentation."""

    at: Stretch
    code: Id
    message: Text
    severity: Severity
    page: Text | None
    mends: tuple[Mend, ...]


@frozen(eq=False, repr=False)
class CardTexts(Value):
    """A card in one language: what its author wrote, and the text generated from its effect."""

    language: Id
    name: Text
    text: Text
    generated: Text


@frozen(eq=False, repr=False)
class ShownExample(Value):
    """An example on a card: what it shows, and whether the card works in it or must not."""

    shows: Text
    works: bool


@frozen(eq=False, repr=False)
class ShownCard(Value):
    """A card with its texts, its picture (an SVG document) and its examples."""

    card: Id
    words: tuple[CardTexts, ...]
    picture: Text
    examples: tuple[ShownExample, ...]


@frozen(eq=False, repr=False)
class TrialTable(Value):
    """The needs of a table that plays with the cards: packs of the library, and the cards as an upload."""

    modules: tuple[Id, ...]
    scenario: Id | None
    files: Mapping[Text, Text]


# Questions


@frozen(eq=False, repr=False)
class Question(Value, Tagged):
    """Something that the page wants to know."""

    tag_of = staticmethod(word_of)
    kinds: ClassVar[Mapping[str, type[Question]]]


@frozen(eq=False, repr=False)
class Check(Question):
    """Find the mistakes in a draft, and show its cards if there are none."""

    draft: CardDraft
    language: Id
    theme: Theme


@frozen(eq=False, repr=False)
class Complete(Question):
    """Ask what can be written at a place."""

    draft: CardDraft
    at: Point


@frozen(eq=False, repr=False)
class Explain(Question):
    """Ask what a word means."""

    draft: CardDraft
    at: Point


@frozen(eq=False, repr=False)
class PlayExample(Question):
    """Play an example of a card, counted from 0."""

    draft: CardDraft
    card: Id
    number: int


@frozen(eq=False, repr=False)
class RunPrograms(Question):
    """Run the Python programs of a page one after the other; only what the last one prints is wanted."""

    tag = "run"
    programs: tuple[Text, ...]


# Replies


@frozen(eq=False, repr=False)
class Reply(Value, Tagged):
    """The answer to a question."""

    tag_of = staticmethod(word_of)
    kinds: ClassVar[Mapping[str, type[Reply]]]


@frozen(eq=False, repr=False)
class Checked(Reply):
    """The diagnostics of a draft. With mistakes it has no cards, and cannot be tried."""

    findings: tuple[DraftDiagnostic, ...]
    cards: tuple[ShownCard, ...]
    trial: TrialTable | None


@frozen(eq=False, repr=False)
class Offered(Reply):
    """The completions at a place, and the part of the text that they replace."""

    at: Stretch
    items: tuple[CompletionItem, ...]


@frozen(eq=False, repr=False)
class Explained(Reply):
    """The meaning of a word, in Markdown; None if it has none."""

    at: Stretch | None
    text: Text | None


@frozen(eq=False, repr=False)
class ExamplePlayed(Reply):
    """The result of an example: `passed`, or a message that explains the failure."""

    tag = "played"
    passed: bool
    message: Text
    findings: tuple[DraftDiagnostic, ...]


@frozen(eq=False, repr=False)
class ProgramsRun(Reply):
    """The output of a program, and the exception that ended it, if one did."""

    tag = "printed"
    output: Text
    problem: Text | None


@frozen(eq=False, repr=False)
class Failed(Reply):
    """A question that cannot be answered; `message` is for people."""

    message: Text


# JSON


def read(found: object) -> Question:
    """Read a question from plain data.

    Raises:
        SetupError: It is not a question.
    """
    try:
        return from_plain(found, Question)
    except Unreadable as error:
        raise SetupError("workshop.malformed", f"This is not a question: {error}.") from error
