"""The cards in a file, and their examples, played as they are on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby

from attrs import frozen

from kingsburg_rules import Diagnostic, KingsburgError, Pack
from kingsburg_rules.content import CARD_LISTS, KeyPath, problem_at
from kingsburg_rules.editor.parser import ParsedWord
from kingsburg_rules.editor.workspace import CheckedPack, OpenFile, rules_with
from kingsburg_rules.testing import play_example, read_examples, rules_of

_FAILED = "test.example"
"""The code of an example that does not hold, as `kingsburg test` reports it."""


@frozen
class CardInFile:
    """A card in a file, or a change of a card: its path, its id, and its first line, counted from 0."""

    path: KeyPath
    id: ParsedWord
    ref: str
    first: int


@frozen
class ExamplesRun:
    """The result of examples: one sentence, and the diagnostics of those that do not hold."""

    message: str
    diagnostics: tuple[Diagnostic, ...] = ()
    passed: bool = False


def cards_in(file: OpenFile) -> list[CardInFile]:
    """Find the cards in a file, and changes of cards of other packs."""
    return [
        CardInFile(
            path, name, name.text if "/" in name.text else f"{file.symbols.pack}/{name.text}", entries[0].line
        )
        for path, entries in items_in(file.parsed.entries, 2)
        if str(path[0]) in CARD_LISTS and (name := id_of(entries)) is not None
    ]


def items_in(entries: Iterable[ParsedWord], length: int) -> Iterator[tuple[KeyPath, list[ParsedWord]]]:
    """Return the items of lists to which paths of a length lead, each with all that is in it."""
    inside = (e for e in entries if len(e.path) > length and isinstance(e.path[length - 1], int))
    for path, found in groupby(inside, lambda entry: entry.path[:length]):
        yield path, [*found]


def id_of(entries: list[ParsedWord]) -> ParsedWord | None:
    """Return the `id` of an item of a list, or the card that it overrides."""
    words = {entry.path[2:]: entry for entry in entries if not entry.is_key}
    return words.get(("id",)) or words.get(("override",))


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
