"""Checks the translations of a pack.

What is missing, stale or idle is worth a warning and never a refusal, for a pack can be played without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.content.documents import LOCALES
from kingsburg_rules.content.locales import mark_of
from kingsburg_rules.content.places import START
from kingsburg_rules.engine.errors import WARNING, Advice, Diagnostic, unknown
from kingsburg_rules.language.files import CardWords, LocaleFile
from kingsburg_rules.language.registry import read_fields
from kingsburg_rules.language.shapes import is_list

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kingsburg_rules.content.reading import PackSheets, Sheet
    from kingsburg_rules.language.cards import CardNode

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
