"""The cookbook: every recipe is one file, and the pages of the book are made from it.

A file begins with a comment: its first line is the title of the recipe, the rest says how it is done. Lines
that begin with `search:` have what people may type into the search of the documentation to find the recipe.
"""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
from kingsburg_content import BOOK, SCHEMA, join, walk
from kingsburg_errors import escaped
from kingsburg_gallery import LANGUAGES, MARKS, drawn, styles
from kingsburg_packs import MOMENTS, kinds_of_words, linked_word
from kingsburg_workshop import workshop_link

from kingsburg_rules import load_rules
from kingsburg_rules.language.abilities import ModifierCard
from kingsburg_rules.language.cards import RuleCard
from kingsburg_rules.language.memory import LastingStep
from kingsburg_rules.language.registry import Word
from kingsburg_rules.language.vocabulary import EVENTS
from kingsburg_rules.testing import read_examples
from kingsburg_rules.text.cards import explain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingsburg_rules import Rules
    from kingsburg_rules.language.cards import CardNode

ENGLISH = "en"
KNOWN = frozenset(event.name for event in EVENTS)
SEARCH = "search: "
PAGES = Path(__file__).parents[1] / "cookbook"
"""The pages of the book: one for each theme."""


@attrs.frozen
class Recipe:
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
    def theme(self) -> str:
        """The theme that it belongs to."""
        return self.path.parent.name

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
    lines = styles()
    for recipe in recipes(theme):
        file = f"../../examples/cookbook/{theme}/{recipe.path.name}"
        lines += [f"(recipe-{recipe.id})=", f"## {recipe.title}", "", *entries(recipe), *recipe.remarks, ""]
        shown = [
            drawn(recipe.rules, ref) for ref, card in recipe.cards.items() if not isinstance(card, RuleCard)
        ]
        if shown:
            lines += ["```{raw} html", f'<div class="cards">{"".join(shown)}</div>', "```", ""]
        alone = len(recipe.cards) == len(shown) == 1
        for ref, card in recipe.cards.items():
            lines += told(recipe.rules, ref, card, says=not alone)
        lines += [
            f"```{{literalinclude}} {file}",
            ":language: yaml",
            f":lines: {recipe.first_line}-",
            "```",
            "",
            f"Made of {join(words_of(recipe))}. {{download}}`Download {recipe.path.name} <{file}>`",
            "",
            workshop_link(recipe.text),
            "",
        ]
    return "\n".join(lines)


def entries(recipe: Recipe) -> list[str]:
    """Put the words that people may type into the index, which the search ranks first."""
    if not recipe.search:
        return []
    return [f"```{{index}} {', '.join(f'! {word}' for word in recipe.search)}", "```", ""]


def words_of(recipe: Recipe) -> list[str]:
    """List the moments and the words of the cards of a recipe, as links."""
    found: dict[str, None] = {}
    for card in recipe.cards.values():
        found |= {_moment(each.when): None for each in card.triggers}
        for node in walk(card, examples=False):
            if isinstance(node, Word) and type(node) in kinds_of_words():
                found[linked_word(type(node))] = None
            elif isinstance(node, ModifierCard | LastingStep):
                found[f"[`{node.what}`]({MOMENTS}#stat-{node.what})"] = None
    return list(found)


def told(rules: Rules, ref: str, card: CardNode, *, says: bool = True) -> list[str]:
    """Describe a card: its text, unless a picture shows it, its examples, and its generated texts."""
    marked = [f"- {MARKS[example.works]} {escaped(example.shows)}" for example in read_examples(card)]
    lines = [f"**{escaped(card.name)}.** {escaped(card.text)}".rstrip(), ""] if says else []
    if marked:
        lines += ["{.marked}", *marked, ""]
    summary = f"Rules text generated from the YAML, in {join(list(LANGUAGES.values()))}"
    lines += [f"<details><summary>{summary}</summary>", ""]
    for code in LANGUAGES:
        text = explain(ref, rules, language=code)
        written = f"<i>{escape(text.text)}</i> " if text.text and code != ENGLISH else ""
        lines += [f'<p lang="{code}"><b>{escape(text.name)}.</b> {written}{escape(text.generated)}</p>', ""]
    return [*lines, "</details>", ""]


def _moment(name: str) -> str:
    """Link to a moment; one that the recipe brings is described nowhere else."""
    return f"[`{name}`]({MOMENTS}#event-{name})" if name in KNOWN else f"`{name}`"


def name_of_theme(theme: str) -> str:
    """Give the name of a theme: the title of its page."""
    lines = (PAGES / f"{theme}.md").read_text(encoding="utf-8").splitlines()
    return next(line for line in lines if line.startswith("# ")).removeprefix("# ")


def recipe_index_part() -> str:
    """List all recipes by theme, one line each, with the words they are made of."""
    lines = [
        "```{raw} html",
        '<div class="filter" data-items="table.recipes tbody tr" data-groups="section" '
        'data-hint="Filter: a word, a moment, an idea"></div>',
        "```",
        "",
    ]
    for theme in themes():
        lines += [f"### [{name_of_theme(theme)}]({theme}.md)", ""]
        lines += ["{.stack .recipes}", "| recipe | made of |", "|---|---|"]
        for recipe in recipes(theme):
            lines.append(
                f"| [{escaped(recipe.title)}](#recipe-{recipe.id}) | {', '.join(words_of(recipe))} |"
            )
        lines.append("")
    return "\n".join(lines)
