"""The examples of whole packs: those that come with the library, and those in a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.content.documents import EDITIONS, built_in, built_in_folders, document
from kingsburg_rules.content.loading import compile_rules, edition_of
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


def play_folder(folder: Path) -> Iterator[ExampleResult]:
    """Play all examples on the cards of a pack in a folder, with the base game beside it.

    Raises:
        ContentError: The pack has mistakes; `kingsburg check` shows them with their places.
    """
    from kingsburg_rules.content.canonical import canonical_json, pack_document

    edition = edition_of(EDITION)
    own = document(folder.name, canonical_json(pack_document(folder)))
    beside = [built_in(pack) for pack in edition.packs if pack != own.info.get("id")]
    rules = compile_rules(edition, [*beside, own], dict(edition.switches))
    for ref, card in rules.cards.items():
        if ref.startswith(f"{folder.name}/"):
            for example in read_examples(card):
                yield play_example(rules, ref, example)
