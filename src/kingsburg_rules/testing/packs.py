"""The examples of whole packs: those that come with the library, and those in a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.content.assembling import overridden
from kingsburg_rules.content.documents import EDITIONS, built_in_folders
from kingsburg_rules.content.loading import edition_of
from kingsburg_rules.content.packs import Pack
from kingsburg_rules.content.resolving import Member, Shelf, with_needs
from kingsburg_rules.content.rules import load_rules
from kingsburg_rules.testing.examples import ExampleResult, play_example, read_examples

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from kingsburg_rules.content.rules import Rules

EDITION = "second"


def packs() -> tuple[str, ...]:
    """List the packs that come with the library."""
    return tuple(folder for folder in built_in_folders() if folder != EDITIONS)


def rules_of_pack(pack: str, modules: tuple[str, ...] = ()) -> Rules:
    """Load the rules by which the examples of a built-in pack are played: it alone, or with modules.

    Raises:
        SetupError: There is no such pack, or it does not go with the modules.
    """
    edition = edition_of(EDITION)
    if pack in edition.scenarios:
        return load_rules(EDITION, scenario=pack, modules=modules)
    if pack in edition.modules:
        return load_rules(EDITION, modules=(pack, *modules))
    return load_rules(EDITION, modules=modules, packs=(pack,))


def play_pack(pack: str) -> Iterator[ExampleResult]:
    """Play all examples on the cards of a built-in pack."""
    rules = rules_of_pack(pack)
    for ref, card in rules.cards.items():
        if ref.startswith(f"{pack}/"):
            for example in read_examples(card):
                modules = example.given.modules
                yield play_example(rules_of_pack(pack, modules) if modules else rules, ref, example)


def play_folder(path: Path) -> Iterator[ExampleResult]:
    """Play all examples on the cards of a pack in a folder, a zip or a file, and on cards that it changes.

    The packs that it requires are in play, and those whose cards it changes.

    Raises:
        ContentError: The pack has mistakes; `kingsburg check` shows them with their places.
        SetupError: There is no pack, or it cannot be played with the packs it requires.
    """
    own = Pack.read(path)
    changed = overridden(own.document)
    needs = [each.id for each in with_needs((p for p, _ in Member(own.document).info.requires), Shelf())]

    def rules_beside(*others: str) -> Rules:
        return load_rules(EDITION, packs=[*needs, *others, own])

    for ref in (*_own_cards(rules_beside(), own.id), *changed):
        others = (ref.partition("/")[0],) if ref in changed else ()
        card = rules_beside(*others).cards[ref]
        for example in read_examples(card):
            yield play_example(rules_beside(*others, *example.given.modules), ref, example)


def _own_cards(rules: Rules, pack: str) -> list[str]:
    return [ref for ref in rules.cards if ref.startswith(f"{pack}/")]
