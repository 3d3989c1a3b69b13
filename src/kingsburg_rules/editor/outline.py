"""The outline of a file: its cards with their abilities and examples, and all else that has an id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby

from attrs import frozen

from kingsburg_rules import Diagnostic, KingsburgError, Pack
from kingsburg_rules.content import CARD_LISTS, KeyPath, problem_at
from kingsburg_rules.editor.parser import Lines, ParsedWord, Stretch, parse
from kingsburg_rules.editor.workspace import CheckedPack, OpenFile, rules_with
from kingsburg_rules.testing import play_example, read_examples, rules_of

_PARTS = {"triggers": "when", "modifiers": "what", "permissions": "", "memory": "id", "examples": "shows"}
"""The lists of a card, each with the key that names its items."""

_FAILED = "test.example"
"""The code of an example that does not hold, as `kingsburg test` reports it."""


@frozen
class OutlineItem:
    """An entry of the outline: its name, its kind, and its place."""

    name: str
    what: str
    span: Stretch
    name_span: Stretch
    inner: tuple[OutlineItem, ...] = ()


@frozen
class CardInFile:
    """A card in a file, or a change of a card: its path, its id, and its first line, counted from 0."""

    path: KeyPath
    id: ParsedWord
    ref: str
    first: int


@frozen
class CodeLens:
    """A command above a line: run the examples of a card, or one of them."""

    line: int
    title: str
    card: str
    number: int | None = None


@frozen
class ExamplesRun:
    """The result of examples: one sentence, and the diagnostics of those that do not hold."""

    message: str
    diagnostics: tuple[Diagnostic, ...] = ()
    passed: bool = False


# Cards and what else has an id


def cards_in(file: OpenFile) -> list[CardInFile]:
    """Find the cards in a file, and changes of cards of other packs."""
    return [
        CardInFile(
            path, name, name.text if "/" in name.text else f"{file.symbols.pack}/{name.text}", entries[0].line
        )
        for path, entries in _items(file.parsed.entries, 2)
        if str(path[0]) in CARD_LISTS and (name := _id(entries)) is not None
    ]


def outline(text: str) -> list[OutlineItem]:
    """Outline a file."""
    found = parse(text)
    return [
        _outlined(found.lines, str(path[0]), entries, name, tuple(_abilities(found.lines, entries)))
        for path, entries in _items(found.entries, 2)
        if (name := _id(entries)) is not None
    ]


def _items(entries: Iterable[ParsedWord], length: int) -> Iterator[tuple[KeyPath, list[ParsedWord]]]:
    """Return the items of lists to which paths of a length lead, each with all that is in it."""
    inside = (e for e in entries if len(e.path) > length and isinstance(e.path[length - 1], int))
    for path, found in groupby(inside, lambda entry: entry.path[:length]):
        yield path, [*found]


def _id(entries: list[ParsedWord]) -> ParsedWord | None:
    words = {entry.path[2:]: entry for entry in entries if not entry.is_key}
    return words.get(("id",)) or words.get(("override",))


def _abilities(lines: Lines, entries: list[ParsedWord]) -> Iterator[OutlineItem]:
    for path, inside in _items(entries, 4):
        what = str(path[2])
        if what in _PARTS:
            words = (each for each in inside if not each.is_key and each.path[4:] == (_PARTS[what],))
            yield _outlined(lines, what, inside, next(words, inside[0]))


def _outlined(
    lines: Lines, what: str, entries: list[ParsedWord], name: ParsedWord, inner: tuple[OutlineItem, ...] = ()
) -> OutlineItem:
    first, last = entries[0], max(entry.line for entry in entries)
    whole = Stretch(lines.position(first.line, first.column), lines.position(last, len(lines[last])))
    return OutlineItem(name.text or what, what, whole, lines.span(name.line, name.column, name.end), inner)


# Examples, as they are on the screen


def lenses(file: OpenFile) -> Iterator[CodeLens]:
    """Offer to run the examples of each card of a file."""
    for card in cards_in(file):
        lines: dict[int, int] = {}
        for entry in file.parsed.within((*card.path, "examples")):
            if len(entry.path) > 3 and isinstance(entry.path[3], int):
                lines.setdefault(entry.path[3], entry.line)
        if lines:
            count = "its example" if len(lines) == 1 else f"its {len(lines)} examples"
            yield CodeLens(card.first, f"Run {count}", card.ref)
            for number, line in lines.items():
                yield CodeLens(line, "Run this example", card.ref, number)


def play(checked: CheckedPack, card: str, number: int | None = None) -> ExamplesRun:
    """Play the examples of a card of a pack that was checked, or one of them, counted from 0."""
    try:
        if checked.pack is None:
            return ExamplesRun(f"{card}: the pack has mistakes, so its examples cannot be played.")
        return _play(checked, checked.pack, card, number)
    except KingsburgError as error:
        return ExamplesRun(f"{card}: {' '.join(str(error).split())}")


def _play(checked: CheckedPack, pack: Pack, card: str, number: int | None) -> ExamplesRun:
    rules = checked.rules
    if rules is None or card not in rules.cards:
        return ExamplesRun(f"{card}: this card is not in play with its pack.")
    load = partial(rules_with, pack, checked.shelf)
    chosen = [each for k, each in enumerate(read_examples(rules.cards[card])) if number in (None, k)]
    documents = {**{each.folder: each for each in rules.documents}, pack.id: pack.document}
    results = [play_example(rules_of(example, load), card, example) for example in chosen]
    problems = tuple(
        problem_at(documents, result.example.at, _FAILED, failure)
        for result in results
        for failure in result.failures
    )
    said = f"{card}: {sum(result.passed for result in results)} of {len(chosen)} examples hold"
    first = f": {problems[0].message}" if problems else "."
    return ExamplesRun(f"{said}{first}", problems, passed=not problems)
