"""Locale files: what a pack is called and says in another language.

They lie in the folder `locale/` of a pack, one for each language: `locale/nl.yaml`. No rule depends on them.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Generic, TypeVar

from attrs import field, frozen

from kingsburg_rules.language.packs import LANGUAGE
from kingsburg_rules.language.registry import Fields, Node, object_shape, of
from kingsburg_rules.language.shapes import (
    REF_PATTERN,
    Integer,
    NamesShape,
    Schema,
    Text,
    as_object,
    is_object,
)

if TYPE_CHECKING:
    from kingsburg_rules.language.cards import CardNode

N = TypeVar("N", bound=Node)

_LETTERS = "abcdefghijklmnop"
_LENGTH = 4
MARK_PATTERN = f"^[a-p]{{{_LENGTH}}}-[a-p]{{{_LENGTH}}}$"
"""A mark has letters alone, for YAML takes some texts with digits for numbers."""


@frozen(eq=False, repr=False)
class Keyed(Generic[N]):
    """A map from the ids of cards to closed objects."""

    item: Fields[N]
    doc: str

    def read(self, data: object, at: str) -> tuple[tuple[str, N], ...]:
        """Read every entry, in the order written."""
        return tuple((key, self.item.read(item, f"{at}/{key}")) for key, item in as_object(data, at).items())

    def schema(self) -> Schema:
        """Describe it."""
        return {
            "type": "object",
            "patternProperties": {REF_PATTERN: {**self.item.schema(), "description": self.doc}},
            "additionalProperties": False,
        }


WORD_PATTERN = "^[a-z][a-z0-9_./-]*$"
WORDS = NamesShape("What it is called in the language of the file.", WORD_PATTERN)


@frozen(eq=False, repr=False)
class WordForms(Node):
    """A noun: for what is counted, such as cards of a deck or a resource."""

    one: str = field(metadata=of(Text(), "What one is called."))
    several: str = field(metadata=of(Text(), "What several are called."))
    article: str = field(
        default="",
        metadata=of(Text(), "The article of one, in full, by which sentences go: de or het, le or la."),
    )


WORD_FORMS = object_shape("word-forms", WordForms)


class Words:
    """A map from ids to words: texts, or nouns."""

    def read(self, data: object, at: str) -> tuple[tuple[str, WordForms], ...]:
        """Read every entry, in the order written; a text stands for one as for several."""
        return tuple((key, self._word(item, f"{at}/{key}")) for key, item in as_object(data, at).items())

    def _word(self, data: object, at: str) -> WordForms:
        if is_object(data):
            return WORD_FORMS.read(data, at)
        text = Text().read(data, at)
        return WordForms(text, text, at=at)

    def schema(self) -> Schema:
        """Describe it; the type decides whether it is a text or a noun."""
        word: Schema = {
            "type": ["string", "object"],
            "description": "What it is called in the language of the file.",
            "if": {"type": "object"},
            "then": WORD_FORMS.schema(),
        }
        return {
            "type": "object",
            "patternProperties": {WORD_PATTERN: word},
            "additionalProperties": False,
        }


@frozen(eq=False, repr=False)
class CardWords(Node):
    """What a card is called and says in the language of the file."""

    name: str = field(default="", metadata=of(Text(), "Its name."))
    article: str = field(
        default="", metadata=of(Text(), "The article before its name in a sentence, such as het or l'.")
    )
    text: str = field(default="", metadata=of(Text(), "What its author wrote on it, translated."))
    of_: str = field(
        default="",
        metadata=of(
            Text(MARK_PATTERN), "The mark of what was translated; `kingsburg check` says which it must be."
        ),
    )
    words: tuple[tuple[str, str], ...] = field(
        default=(),
        metadata=of(WORDS, "What its numbers and choices are called: `growth: groei`."),
    )


CARD_WORDS = object_shape("card-words", CardWords)


@frozen(eq=False, repr=False)
class LocaleFile(Node):
    """A file of translations: what a pack is called and says in one language."""

    format: int = field(metadata=of(Integer(1, 1), "The version of this language: 1."))
    language: str = field(metadata=of(LANGUAGE, "The language, such as nl; the file is called like it."))
    title: str = field(default="", metadata=of(Text(), "The title of the pack."))
    cards: tuple[tuple[str, CardWords], ...] = field(
        default=(),
        metadata=of(
            Keyed(CARD_WORDS, "The card in this language."),
            "Its cards, by id; `pack/card` for one of another pack.",
        ),
    )
    phases: tuple[tuple[str, str], ...] = field(
        default=(), metadata=of(WORDS, "The phases that it brings: `spring: Lente`.")
    )
    words: tuple[tuple[str, WordForms], ...] = field(
        default=(),
        metadata=of(Words(), "Whatever else it brings: resources, moments, decks, enemies."),
    )


LOCALE = object_shape("locale", LocaleFile)


def mark_of(card: CardNode) -> str:
    """Give the mark of what a card says: half of it for the name, half for the text."""
    return f"{half_mark(card.name)}-{half_mark(card.text)}"


def half_mark(text: str) -> str:
    """Give the mark of a name, or of a text."""
    digits = sha256(text.encode()).hexdigest()[:_LENGTH]
    return "".join(_LETTERS[int(digit, 16)] for digit in digits)
