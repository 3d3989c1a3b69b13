"""The vocabulary as a whole: how many words there are, and that each of them earns its place."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from ruamel.yaml import YAML

from kingsburg_rules.language.all_words import VOCABULARIES
from kingsburg_rules.language.files import PackFile
from kingsburg_rules.language.registry import Word, read_fields, words

if TYPE_CHECKING:
    from kingsburg_rules.language.registry import Vocabulary

ROOT = Path(__file__).parents[2]
NOT_CARDS = {"pack.yaml", "editions", "locale"}


def files() -> list[Path]:
    """All YAML of the library with cards in it: the game, the cookbook and the example packs."""
    found = [*ROOT.glob("content/*/*.yaml"), *ROOT.glob("examples/*/**/*.yaml")]
    return sorted(path for path in found if not NOT_CARDS & {path.name, *path.parts})


def read(path: Path) -> dict[str, Any]:
    """Read a file; what it changes of a card of the base game is put on that card."""
    data: dict[str, Any] = YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    return {
        key: [changed(card) for card in part] if isinstance(part, list) else part
        for key, part in data.items()
    }


def changed(card: Any) -> Any:
    """Give a card of the base game with what changes it, as one card; and anything else as it is."""
    if not (isinstance(card, dict) and "override" in card):
        return card
    keys = {key: value for key, value in card.items() if key not in ("override", "without")}
    return {**base_cards()[card["override"]], **keys}


@cache
def base_cards() -> dict[str, dict[str, Any]]:
    """Give what is written on the cards of the base game."""
    parts = [part for path in ROOT.glob("content/base/*.yaml") for part in read(path).values()]
    cards = [card for part in parts if isinstance(part, list) for card in part if isinstance(card, dict)]
    return {f"base/{card['id']}": card for card in cards if "id" in card}


@cache
def users() -> dict[type[Word], Counter[str]]:
    """The words that are used, with the files that use them and how often."""
    found: dict[type[Word], Counter[str]] = {}
    for path in files():
        for node in words(read_fields(PackFile, read(path), path.name)):
            if isinstance(node, Word):
                found.setdefault(type(node), Counter())[f"{path.parent.name}/{path.stem}"] += 1
    return found


def registered() -> list[type[Word]]:
    return [cls for vocabulary in VOCABULARIES for cls in vocabulary.words.values()]


@pytest.mark.parametrize("vocabulary", VOCABULARIES, ids=lambda vocabulary: vocabulary.name)
def test_every_word_is_used_by_a_card_a_recipe_or_the_calendar(vocabulary: Vocabulary[Any]) -> None:
    """A word that nothing uses does not exist."""
    assert len(files()) > 100
    assert vocabulary.words
    assert not [name for name, cls in vocabulary.words.items() if cls not in users()]
