"""The examples of whole packs: those that come with the library, and those in a folder."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kingsburg_rules.content.assembling import overridden
from kingsburg_rules.content.documents import EDITIONS, built_in_folders
from kingsburg_rules.content.loading import edition_of
from kingsburg_rules.content.packs import Pack
from kingsburg_rules.content.resolving import Member, Shelf, with_needs
from kingsburg_rules.content.rules import load_rules
from kingsburg_rules.testing.examples import ExampleResult, play_example, read_examples

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import TypeAlias

    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.language.examples import Example

    Ids: TypeAlias = tuple[str, ...]
    RulesWith: TypeAlias = Callable[[Ids, Ids], Rules]
    """What loads rules with modules and variants besides."""

EDITION = "second"


def packs() -> tuple[str, ...]:
    """List the packs that come with the library."""
    return tuple(folder for folder in built_in_folders() if folder != EDITIONS)


def rules_of_pack(pack: str, modules: tuple[str, ...] = (), variants: tuple[str, ...] = ()) -> Rules:
    """Load the rules by which the examples of a built-in pack are played: it alone, or with modules.

    Raises:
        SetupError: There is no such pack, or it does not go with the modules or variants.
    """
    edition = edition_of(EDITION)
    if pack in edition.scenarios:
        return load_rules(EDITION, scenario=pack, modules=modules, variants=variants)
    if pack in edition.modules:
        return load_rules(EDITION, modules=(pack, *modules), variants=variants)
    return load_rules(EDITION, modules=modules, variants=variants, packs=(pack,))


def play_pack(pack: str | Pack) -> Iterator[ExampleResult]:
    """Play all examples on the cards of a pack, one of the library by its id, and on cards that it changes.

    The packs that it requires are in play, and those whose cards it changes.

    Raises:
        SetupError: There is no such pack, or it cannot be played with the packs it requires.
        ContentError: It has mistakes that only the linker sees.
    """
    for ref, rules_with in cards_of(pack):
        for example in read_examples(rules_with((), ()).cards[ref]):
            yield play_example(rules_of(example, rules_with), ref, example)


def play_folder(path: Path) -> Iterator[ExampleResult]:
    """Play all examples on the cards of a pack in a folder, a zip or a file, and on cards that it changes.

    Raises:
        SetupError: There is no pack, or it cannot be played with the packs it requires.
        ContentError: The pack has mistakes; `kingsburg check` shows them with their places.
    """
    return play_pack(Pack.read(path))


def cards_of(pack: str | Pack) -> Iterator[tuple[str, RulesWith]]:
    """List the cards of a pack and those that it changes, each with what loads rules that have it.

    Raises:
        SetupError: There is no such pack, or it cannot be played with the packs it requires.
        ContentError: It has mistakes that only the linker sees.
    """
    if isinstance(pack, str):
        for ref in _cards_in(rules_of_pack(pack), pack):
            yield ref, partial(rules_of_pack, pack)
        return
    changed = overridden(pack.document)
    needs = [each.id for each in with_needs((p for p, _ in Member(pack.document).info.requires), Shelf())]

    def with_packs(others: Ids, modules: Ids, variants: Ids) -> Rules:
        return load_rules(EDITION, packs=[*needs, *others, *modules, pack], variants=variants)

    for ref in _cards_in(with_packs((), (), ()), pack.id):
        yield ref, partial(with_packs, ())
    for ref in changed:
        yield ref, partial(with_packs, (ref.partition("/")[0],))


def rules_of(example: Example, rules_with: RulesWith) -> Rules:
    """Load the rules that an example wants, with its modules and variants."""
    return rules_with(example.given.modules, example.given.variants)


def _cards_in(rules: Rules, pack: str) -> list[str]:
    return [ref for ref in rules.cards if ref.startswith(f"{pack}/")]
