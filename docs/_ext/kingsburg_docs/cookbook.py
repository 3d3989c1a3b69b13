"""The cookbook: every recipe is one file, and the pages of the book are made from it.

A file begins with a comment: its first line is the title of the recipe, the rest says how it is done. Lines
that begin with `search:` have what people may type into the search of the documentation to find the recipe.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kingsburg_docs.content import BOOK, ROOT, SCHEMA, walk
from kingsburg_docs.packs import changed_numbers, linked_word, moment
from kingsburg_docs.templating import render
from kingsburg_docs.words import kinds_of_words
from kingsburg_rules import load_rules
from kingsburg_rules.language.cards import RuleCard
from kingsburg_rules.language.registry import Word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingsburg_rules import Rules
    from kingsburg_rules.language.cards import CardNode

SEARCH = "search: "
PAGES = ROOT / "docs" / "cookbook"
"""The pages of the book: one for each theme."""


class Recipe(NamedTuple):
    """A recipe: a pack in a single file, with the comment at its head."""

    path: Path
    title: str
    remarks: tuple[str, ...]
    first_line: int
    search: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Its id, which is that of its pack."""
        return self.path.stem

    @property
    def text(self) -> str:
        """Its YAML, without the comment at its head."""
        return "\n".join(self.path.read_text(encoding="utf-8").splitlines()[self.first_line - 1 :]) + "\n"

    @property
    def rules(self) -> Rules:
        """The base game with the recipe."""
        return _rules(self.path)

    @property
    def cards(self) -> dict[str, CardNode]:
        """Its cards, by reference."""
        return {ref: card for ref, card in self.rules.cards.items() if ref.startswith(f"{self.id}/")}

    @property
    def drawn(self) -> list[str]:
        """Its cards that have a picture."""
        return [ref for ref, card in self.cards.items() if not isinstance(card, RuleCard)]

    @property
    def words(self) -> list[str]:
        """The moments and the words of its cards, as links."""
        found: dict[str, None] = {}
        for card in self.cards.values():
            found |= dict.fromkeys(moment(trigger.when) for trigger in card.triggers)
            for node in walk(card, examples=False):
                if isinstance(node, Word) and type(node) in kinds_of_words():
                    found[linked_word(type(node))] = None
                else:
                    found |= dict.fromkeys(changed_numbers(node))
        return list(found)


@cache
def _rules(path: Path) -> Rules:
    return load_rules(packs=[path])


def themes() -> tuple[str, ...]:
    """List the themes of the book, in the order of its pages."""
    folders = {folder.name for folder in BOOK.iterdir() if folder.is_dir()}
    pages = (PAGES / "index.md").read_text(encoding="utf-8").splitlines()
    return tuple(line for line in pages if line in folders)


def recipes(theme: str = "*") -> Iterator[Recipe]:
    """Read the recipes of a theme, or all."""
    for path in sorted(BOOK.glob(f"{theme}/*.yaml")):
        yield read_recipe(path)


def read_recipe(path: Path) -> Recipe:
    """Read the head of a recipe: comment lines up to the first other line."""
    lines = path.read_text(encoding="utf-8").splitlines()
    first = next(k for k, line in enumerate(lines) if not line.startswith("#"))
    head = [line.removeprefix("#").strip() for line in lines[:first] if not line.startswith(SCHEMA)]
    called = [line.removeprefix(SEARCH) for line in head if line.startswith(SEARCH)]
    remarks = "\n".join(line for line in head[2:] if not line.startswith(SEARCH)).strip().splitlines()
    words = tuple(word.strip() for line in called for word in line.split(","))
    return Recipe(path, head[0], tuple(remarks), first + 1, words)


def recipes_part(theme: str) -> str:
    """Show the recipes of a theme: how it is done, a picture of the card, its examples, the file."""
    return render("recipes", theme=theme, recipes=[*recipes(theme)])


def recipe_index_part() -> str:
    """List all recipes by theme, one line each, with the words they are made of."""
    return render("recipe_index", themes={theme: (_title(theme), [*recipes(theme)]) for theme in themes()})


def _title(theme: str) -> str:
    lines = (PAGES / f"{theme}.md").read_text(encoding="utf-8").splitlines()
    return next(line for line in lines if line.startswith("# ")).removeprefix("# ")
