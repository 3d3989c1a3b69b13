"""The examples of cards, played as they are on the screen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules import Diagnostic, KingsburgError, Rules, load_rules
from kingsburg_rules.content import Member, Shelf, overridden, pack_of, problem_at, with_needs
from kingsburg_rules.editor.outline import cards_in
from kingsburg_rules.testing import EDITION, play_example, read_examples, rules_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingsburg_rules import Pack
    from kingsburg_rules.editor.symbols import OpenFile
    from kingsburg_rules.editor.workspace import CheckedPack

CODE = "test.example"
"""The code of an example that does not hold, as `kingsburg test` reports it."""


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


def lenses(file: OpenFile) -> Iterator[CodeLens]:
    """Offer to run the examples of each card of a file."""
    for card in cards_in(file.text):
        ref = card.id.text if "/" in card.id.text else f"{file.symbols.pack}/{card.id.text}"
        lines: dict[int, int] = {}
        for entry in file.parsed.within((*card.path, "examples")):
            if len(entry.path) > 3 and isinstance(entry.path[3], int):
                lines.setdefault(entry.path[3], entry.line)
        if lines:
            count = "its example" if len(lines) == 1 else f"its {len(lines)} examples"
            yield CodeLens(card.first, f"Run {count}", ref)
            yield from (CodeLens(line, "Run this example", ref, number) for number, line in lines.items())


def play(checked: CheckedPack, shelf: Shelf, card: str, number: int | None = None) -> ExamplesRun:
    """Play the examples of a card of a pack that was checked, or one of them, counted from 0."""
    if checked.pack is None:
        return ExamplesRun(f"{card}: the pack has mistakes, so its examples cannot be played.")
    try:
        return _play(checked.pack, shelf, card, number)
    except KingsburgError as error:
        return ExamplesRun(f"{card}: {' '.join(str(error).split())}")


def _play(pack: Pack, shelf: Shelf, card: str, number: int | None) -> ExamplesRun:
    load = partial(rules_with, pack, shelf)
    rules = load()
    if card not in rules.cards:
        return ExamplesRun(f"{card}: this card is not in play with its pack.")
    chosen = [each for k, each in enumerate(read_examples(rules.cards[card])) if number in (None, k)]
    problems: list[Diagnostic] = []
    held = 0
    for example in chosen:
        result = play_example(rules_of(example, load), card, example)
        held += result.passed
        documents = {**{each.folder: each for each in rules.documents}, pack.id: pack.document}
        problems += [problem_at(documents, example.at, CODE, failure) for failure in result.failures]
    said = f"{card}: {held} of {len(chosen)} examples hold"
    first = f": {problems[0].message}" if problems else "."
    return ExamplesRun(f"{said}{first}", tuple(problems), passed=not problems)


def rules_with(
    pack: Pack, shelf: Shelf, modules: tuple[str, ...] = (), variants: tuple[str, ...] = ()
) -> Rules:
    """Load rules with a pack, those that it requires, and those whose cards it changes.

    Raises:
        KingsburgError: They do not go together.
    """
    needs = needed_by(pack, shelf)
    others = [each.id if each.document.is_built_in else pack_of(each.document) for each in needs]
    return load_rules(EDITION, packs=[*others, *modules, pack], variants=variants)


def needed_by(pack: Pack, shelf: Shelf) -> tuple[Member, ...]:
    """List the packs that a pack requires, and those whose cards it changes, with all that they require.

    Raises:
        KingsburgError: One of them does not exist.
    """
    required = [name for name, _ in Member(pack.document).info.requires]
    changed = [card.partition("/")[0] for card in overridden(pack.document)]
    return tuple(with_needs(dict.fromkeys((*required, *changed)), shelf, besides=pack.id))
