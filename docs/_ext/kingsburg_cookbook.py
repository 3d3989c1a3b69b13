"""The cookbook: every recipe is one file, and what stands in the book comes from there.

A file begins with a comment: its first line is the title of the recipe, the rest says how it is done.
"""

from __future__ import annotations

from functools import cache
from html import escape
from typing import TYPE_CHECKING

import attrs
from kingsburg_content import BOOK, SCHEMA, join
from kingsburg_errors import escaped
from kingsburg_gallery import LANGUAGES, MARKS

from kingsburg_rules import load_rules
from kingsburg_rules.testing import read_examples
from kingsburg_rules.text.cards import explain

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from kingsburg_rules import Rules
    from kingsburg_rules.words.cards import CardNode

ENGLISH = "en"


@attrs.frozen
class Recipe:
    """A recipe: a pack in a single file, with the comment at its head."""

    path: Path
    title: str
    remarks: tuple[str, ...]
    first_line: int

    @property
    def id(self) -> str:
        """Its id, which is that of its pack."""
        return self.path.stem

    @property
    def theme(self) -> str:
        """The theme that it belongs to."""
        return self.path.parent.name

    @property
    def rules(self) -> Rules:
        """The base game with the recipe."""
        return _rules(self.path)

    @property
    def cards(self) -> dict[str, CardNode]:
        """Its cards, by reference."""
        return {ref: card for ref, card in self.rules.cards.items() if ref.startswith(f"{self.id}/")}


@cache
def _rules(path: Path) -> Rules:
    return load_rules(packs=[path])


def themes() -> tuple[str, ...]:
    """List the themes of the book."""
    return tuple(sorted(folder.name for folder in BOOK.iterdir() if folder.is_dir()))


def recipes(theme: str = "*") -> Iterator[Recipe]:
    """Read the recipes of a theme, or all."""
    for path in sorted(BOOK.glob(f"{theme}/*.yaml")):
        yield read_recipe(path)


def read_recipe(path: Path) -> Recipe:
    """Read the head of a recipe: comment lines up to the first other line."""
    lines = path.read_text(encoding="utf-8").splitlines()
    first = next(k for k, line in enumerate(lines) if not line.startswith("#"))
    head = [line.removeprefix("#").strip() for line in lines[:first] if not line.startswith(SCHEMA)]
    return Recipe(path, head[0], tuple(head[2:]), first + 1)


def recipes_part(theme: str) -> str:
    """Show the recipes of a theme: how it is done, the file, its examples, and what its cards say."""
    lines: list[str] = []
    for recipe in recipes(theme):
        lines += [f"(recipe-{recipe.id})=", f"## {recipe.title}", "", *recipe.remarks, ""]
        lines += [
            f"```{{literalinclude}} ../../examples/cookbook/{theme}/{recipe.path.name}",
            ":language: yaml",
            f":lines: {recipe.first_line}-",
            f":caption: {theme}/{recipe.path.name}",
            "```",
            "",
        ]
        lines += [line for ref, card in recipe.cards.items() for line in told(recipe.rules, ref, card)]
    return "\n".join(lines)


def told(rules: Rules, ref: str, card: CardNode) -> list[str]:
    """Tell a card: its examples, its text where it is translated, and the rules text made from it."""
    marked = [f"- {MARKS[example.works]} {escaped(example.shows)}" for example in read_examples(card)]
    lines = [f"**{escaped(card.name)}.** {escaped(card.text)}".rstrip(), ""]
    if marked:
        lines += ["{.marked}", *marked, ""]
    summary = f"What the library says of it, in {join(list(LANGUAGES.values()))}"
    lines += [f"<details><summary>{summary}</summary>", ""]
    for code in LANGUAGES:
        text = explain(ref, rules, language=code)
        written = f"<i>{escape(text.text)}</i> " if text.text and code != ENGLISH else ""
        lines += [f'<p lang="{code}"><b>{escape(text.name)}.</b> {written}{escape(text.generated)}</p>', ""]
    return [*lines, "</details>", ""]


def recipe_index_part() -> str:
    """List all recipes by theme."""
    lines: list[str] = []
    for theme in themes():
        titles = [f"- [{escaped(recipe.title)}](#recipe-{recipe.id})" for recipe in recipes(theme)]
        name = theme.replace("-", " ").capitalize()
        lines += [f"**[{name}]({theme}.md)**", "", *titles, ""]
    return "\n".join(lines)
