"""Translations: what the packs of a rule set are called and say in another language.

They are read when somebody asks for them; no rule depends on them. A translation counts as long as its mark
fits what the card says. A card that another pack renames is then called by its new name, and not by the
translation of the old one.

What is missing, stale or idle in the translations of a pack is worth a warning and never a refusal, for a
pack can be played without.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from attrs import field, frozen

from kingsburg_rules.content.built_in import built_in_locales, edition_of
from kingsburg_rules.content.documents import LOCALES
from kingsburg_rules.content.yaml_reader import START
from kingsburg_rules.engine.errors import WARNING, Advice, Diagnostic, unknown
from kingsburg_rules.language.files import MARK_LENGTH, CardWords, LocaleFile, WordForms
from kingsburg_rules.language.registry import read_fields
from kingsburg_rules.language.shapes import is_list

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kingsburg_rules.content.documents import Document
    from kingsburg_rules.content.reading import PackSheets, Sheet
    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.language.cards import CardNode

_NOTHING = CardWords()
_LETTERS = "abcdefghijklmnop"


@frozen(eq=False, repr=False)
class Locale:
    """A rule set in a language: its cards by `pack/id`, its phases, and words for whatever else it brings.

    `renamed` are names that the edition gives; for them the translation of the card's own name does.
    """

    rules: Rules
    cards: dict[str, CardWords] = field(factory=dict[str, CardWords])
    phases: dict[str, str] = field(factory=dict[str, str])
    words: dict[str, WordForms] = field(factory=dict[str, WordForms])
    renamed: frozenset[str] = frozenset()

    def name(self, name: str, card: str | None = None) -> str:
        """Return the name of anything, perhaps of what a card brings; or in English."""
        ref = self._ref(name)
        if ref is not None:
            return self._translated(ref).name or self.rules.cards[ref].name
        return self.phases.get(name) or self.rules.phases.get(name) or self._thing(name, card)

    def _thing(self, name: str, card: str | None) -> str:
        """Name what is neither a card nor a phase."""
        compiled = self.rules.compiled
        place = next((place for place in compiled.places if place.name == name), None)
        if place is not None:
            return f"{self.name(compiled.cards[place.card].ref)} ({place.rank})"
        plain = name.replace("_", " ").replace("-", " ")
        return self.word(name, card) or self.rules.names.called.get(name) or plain

    def article(self, card: str) -> str:
        """Return the article of a card's name; nothing if it has none, or is not translated."""
        ref = self._ref(card)
        return "" if ref is None else self._translated(ref).article

    def text(self, ref: str) -> str:
        """Return what the author wrote on a card; nothing if that is not translated."""
        words = self.cards.get(ref, _NOTHING)
        fits = not words.of_ or words.of_.partition("-")[2] == half_mark(self.rules.cards[ref].text)
        return words.text if fits else ""

    def word(self, word: str, card: str | None = None) -> str | None:
        """Return the word for something that a card or a pack brings, if there is one."""
        ref = None if card is None else self._ref(card)
        own = {} if ref is None else dict(self.cards.get(ref, _NOTHING).words)
        return own.get(word) or (self.words[word].one if word in self.words else None)

    def question(self, card: str, chosen: str) -> str:
        """Return what a card asks a player who chooses this kind of thing; nothing if it does not say."""
        ref = self._ref(card)
        return "" if ref is None else dict(self.cards.get(ref, _NOTHING).questions).get(chosen, "")

    def noun(self, word: str) -> WordForms | None:
        """Return the forms of a word that a pack brings, if there is one."""
        return self.words.get(word)

    def _ref(self, card: str) -> str | None:
        number = self.rules.compiled.card.get(card)
        return None if number is None else self.rules.compiled.cards[number].ref

    def _translated(self, ref: str) -> CardWords:
        """Return the words for a card, unless they translate another name."""
        words, name = self.cards.get(ref, _NOTHING), self.rules.cards[ref].name
        fits = not words.of_ or words.of_.partition("-")[0] == half_mark(name) or name in self.renamed
        return words if fits else _NOTHING


def locale_of(rules: Rules, language: str) -> Locale:
    """Return the translations of a rule set into a language; without any, everything stays English."""
    kept, name = rules.compiled.kept, f"locale {language}"
    known = kept.get(name)
    if not isinstance(known, Locale):
        known = _read_locale(rules, language)
        # Any text can be asked for as a language; only those that exist may fill the memory.
        if known.cards or known.phases or known.words:
            kept[name] = known
    return known


def _read_locale(rules: Rules, language: str) -> Locale:
    found = Locale(rules, renamed=frozenset(name for _, name in edition_of(rules.edition).names))
    for document in rules.documents:
        file = file_of(document, language)
        if file is not None:
            found.cards.update(_cards(document.folder, file))
            found.phases.update(file.phases)
            found.words.update(file.words)
    return found


def file_of(document: Document, language: str) -> LocaleFile | None:
    """Read the translations of a pack into a language; None if it has none."""
    locales = built_in_locales(document.folder) if document.locales is None else document.locales
    data = locales.get(language)
    if data is None:
        return None
    return read_fields(LocaleFile, data, f"{document.folder}/{LOCALES}/{language}.yaml#")


def _cards(pack: str, file: LocaleFile) -> Iterator[tuple[str, CardWords]]:
    for name, words in file.cards:
        yield (name if "/" in name else f"{pack}/{name}"), words


def title_of(document: Document, language: str) -> str:
    """Return the title of a pack in a language, or else in English."""
    file = file_of(document, language)
    title = document.info.get("title")
    return (file.title if file else "") or (title if isinstance(title, str) else document.folder)


def mark_of(card: CardNode) -> str:
    """Return the mark of a card: one half for the name, one half for the text."""
    return f"{half_mark(card.name)}-{half_mark(card.text)}"


def half_mark(text: str) -> str:
    """Return the mark of a name or a text."""
    digits = sha256(text.encode()).hexdigest()[:MARK_LENGTH]
    return "".join(_LETTERS[int(digit, 16)] for digit in digits)


# What is wrong with the translations of a pack

ENGLISH = "en"
"""The language in which cards are written."""

LOCALE_CODES = tuple(
    f"locale.{what}" for what in ("file", "language", "card", "mark", "stale", "name", "text")
)
"""What is warned of here."""

_SHOWN = 5
"""How many cards without a translation are named."""


def locale_warnings(found: PackSheets, cards: Mapping[str, CardNode]) -> Iterator[Diagnostic]:
    """Warn of translations of a pack that are missing, stale or idle; `cards` are all known, by `pack/id`."""
    if found.diagnostics:
        return
    yield from _files_missing(found)
    for sheet in found.locales:
        yield from _of_file(sheet, found.id or "", cards)


def _files_missing(found: PackSheets) -> Iterator[Diagnostic]:
    """Warn of languages that the pack says it has, without a file for them."""
    info = found.info
    named = info.data.get("languages") if info is not None else None
    if info is None or not is_list(named):
        return
    for k, language in enumerate(named):
        name = f"{LOCALES}/{language}.yaml"
        if language != ENGLISH and all(sheet.name != name for sheet in found.locales):
            message = f"there is no {name} with the texts in this language"
            yield info.warning(("languages", k), "locale.file", message)


def _of_file(sheet: Sheet, pack: str, cards: Mapping[str, CardNode]) -> Iterator[Diagnostic]:
    file = read_fields(LocaleFile, sheet.data, f"{pack}/{sheet.name}#")
    if sheet.name != f"{LOCALES}/{file.language}.yaml":
        message = f"a file for '{file.language}' is called {file.language}.yaml; this one would not be found"
        yield sheet.warning(("language",), "locale.language", message)
    # Also cards of other packs: a pack may translate what it changes.
    translated: dict[str, CardWords] = {}
    for name, words in file.cards:
        ref = name if "/" in name else f"{pack}/{name}"
        if ref not in cards:
            known = [card.removeprefix(f"{pack}/") for card in cards]
            yield sheet.warning(("cards", name), "locale.card", unknown(name, known), at_key=True)
            continue
        translated[ref] = words
        yield from _stale(sheet, name, words, cards[ref])
    own = {ref: card for ref, card in cards.items() if ref.startswith(f"{pack}/")}
    if file.language != ENGLISH:
        yield from _untranslated(sheet, own, translated)


def _stale(sheet: Sheet, name: str, words: CardWords, card: CardNode) -> Iterator[Diagnostic]:
    """Warn of a translation of what the card says no more."""
    mark = mark_of(card)
    if not (words.name or words.text) or words.of_ == mark:
        return
    path = ("cards", name, *(("of",) if words.of_ else ()))
    if not words.of_:
        message = f"name the text that this translates: add 'of: {mark}'"
        yield sheet.warning(path, "locale.mark", message, at_key=True)
        return
    halves = zip(("name", "text"), words.of_.split("-"), mark.split("-"), strict=True)
    changed = [what for what, before, now in halves if before != now]
    message = (
        f"the {' and '.join(changed)} of '{name}' changed since the translation; "
        f"when they match again, write 'of: {mark}'"
    )
    yield sheet.warning(path, "locale.stale", Advice(message, remedy=mark))


def _untranslated(
    sheet: Sheet, cards: Mapping[str, CardNode], translated: Mapping[str, CardWords]
) -> Iterator[Diagnostic]:
    """Warn once of all cards without a name here, and once of all without their text."""
    names = [card.id for ref, card in cards.items() if ref not in translated or not translated[ref].name]
    texts = [
        card.id
        for ref, card in cards.items()
        if card.text and ref in translated and translated[ref].name and not translated[ref].text
    ]
    for what, cards_without in (("name", names), ("text", texts)):
        shown = ", ".join(cards_without[:_SHOWN]) + (", ..." if len(cards_without) > _SHOWN else "")
        if len(cards_without) == 1:
            yield Diagnostic(sheet.file, *START, f"locale.{what}", f"'{shown}' has no {what} here", WARNING)
        elif cards_without:
            message = f"{len(cards_without)} cards have no {what} here: {shown}"
            yield Diagnostic(sheet.file, *START, f"locale.{what}", message, WARNING)
