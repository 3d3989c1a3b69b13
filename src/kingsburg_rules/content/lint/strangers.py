"""Names of packs, and of cards in packs that are not in play here, that lead nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.content.lint.passes import Remark, lint_pass
from kingsburg_rules.engine.errors import unknown
from kingsburg_rules.language.decks import CardIs, Owns
from kingsburg_rules.language.shapes import is_list, is_object
from kingsburg_rules.language.tests import ModuleIs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingsburg_rules.content.documents import Document
    from kingsburg_rules.content.lint.linted import LintedPack


@lint_pass("unknown_pack")
def unknown_pack(pack: LintedPack) -> Iterator[Remark]:
    """A pack or a variant that is asked for, but that is not to be found here; perhaps it is misspelt."""
    for at, name in _packs_named(pack):
        if name not in pack.known_packs and pack.shelf.find(name) is None:
            yield Remark(at, f"no pack or variant of this name is here: {unknown(name, pack.known_packs)}")


@lint_pass("unknown_card")
def unknown_card(pack: LintedPack) -> Iterator[Remark]:
    """A card of another pack that is asked for, but that the pack does not have."""
    cards: dict[str, set[str]] = {}
    for word in pack.words:
        if isinstance(word, Owns | CardIs):
            for k, ref in enumerate(word.cards):
                home, _, card = ref.rpartition("/")
                document = pack.shelf.find(home) if home and home != pack.name else None
                if document is not None:
                    known = cards.setdefault(home, _cards(document))
                    if card not in known:
                        yield Remark(f"{word.at}/{k}", f"of the cards of '{home}', {unknown(card, known)}")


def _packs_named(pack: LintedPack) -> Iterator[tuple[str, str]]:
    for word in pack.words:
        if isinstance(word, ModuleIs):
            yield from ((f"{word.at}/{k}", name) for k, name in enumerate(word.among))
        elif isinstance(word, Owns | CardIs):
            named = ((k, ref.rpartition("/")[0]) for k, ref in enumerate(word.cards))
            yield from ((f"{word.at}/{k}", home) for k, home in named if home)


def _cards(document: Document) -> set[str]:
    """List the ids in the files of a pack."""
    found = set[str]()
    for data in document.files.values():
        for part in data.values() if is_object(data) else ():
            for card in part if is_list(part) else ():
                if is_object(card) and isinstance(card.get("id"), str):
                    found.add(str(card["id"]))
    return found
