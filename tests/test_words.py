"""The vocabulary as a whole: how many words there are, and that each of them earns its place."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from kingsburg_rules.content.lint import words
from kingsburg_rules.words.all_words import word_modules
from kingsburg_rules.words.files import PackFile
from kingsburg_rules.words.permissions import PERMISSIONS
from kingsburg_rules.words.registry import QUERIES, STEPS, TESTS, VALUES, Word, read_fields

ROOT = Path(__file__).parents[1]
MOST_WORDS = 100
NOT_CARDS = {"pack.yaml", "editions", "locale"}
VOCABULARIES = (STEPS, TESTS, VALUES, QUERIES, PERMISSIONS)


def files() -> list[Path]:
    """All YAML of the library with cards in it: the game, the cookbook and the example packs."""
    found = [*ROOT.glob("content/*/*.yaml"), *ROOT.glob("examples/*/**/*.yaml")]
    return sorted(path for path in found if not NOT_CARDS & {path.name, *path.parts})


@cache
def users() -> dict[type[Word], Counter[str]]:
    """The words that are used, with the files that use them and how often."""
    word_modules()
    found: dict[type[Word], Counter[str]] = {}
    for path in files():
        data = YAML(typ="safe").load(path.read_text(encoding="utf-8"))
        for node in words(read_fields(PackFile, data, path.name)):
            if isinstance(node, Word):
                found.setdefault(type(node), Counter())[f"{path.parent.name}/{path.stem}"] += 1
    return found


def registered() -> list[type[Word]]:
    word_modules()
    return [cls for vocabulary in VOCABULARIES for cls in vocabulary.words.values()]


def test_there_are_at_most_a_hundred_words() -> None:
    """Fewer by generality: a new card should need a new word hardly ever."""
    lines = [f"{cls.word}: {', '.join(users().get(cls, ())) or 'nobody'}" for cls in registered()]
    print("\n".join(lines))
    assert len(registered()) <= MOST_WORDS, f"{len(registered())} words"


@pytest.mark.parametrize("vocabulary", VOCABULARIES, ids=lambda vocabulary: vocabulary.name)
def test_every_word_is_used_by_a_card_a_recipe_or_the_calendar(vocabulary: object) -> None:
    """A word that nothing uses does not exist."""
    assert len(files()) > 100
    idle = [
        cls.word for cls in registered() if cls in vars(vocabulary)["words"].values() and cls not in users()
    ]
    assert not idle
