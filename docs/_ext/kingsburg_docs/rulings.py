"""The cards and the tests that show each ruling: they cite its number."""

from __future__ import annotations

import ast
import re
from functools import cache
from typing import TYPE_CHECKING

from kingsburg_docs.cards import text_of
from kingsburg_docs.content import ROOT, all_cards, linked, shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PAGE = ROOT / "docs" / "explanation" / "rulings.md"

NUMBER = re.compile(r"\b(?:R\d\d|O\d{1,2}|F\d{1,2}|C-\d\d)\b")
ROW = re.compile(r"^\| (?P<ids>(?:R\d\d|O\d|F\d|C-\d)[^|]*) \|(?P<rest>.*)$", re.MULTILINE)


def shown_part() -> str:
    """List the rows of the page with the cards and the tests that show them."""
    lines = ["{.stack}", "| id | cards | tests |", "|---|---|---|"]
    for ids, numbers in rows().items():
        cards = list(dict.fromkeys(linked(ref) for number in numbers for ref in on_cards().get(number, ())))
        tests = list(dict.fromkeys(f"`{name}`" for number in numbers for name in in_tests().get(number, ())))
        if cards or tests:
            lines.append(f"| {ids} | {', '.join(shortened(cards))} | {', '.join(tests)} |")
    return "\n".join([*lines, ""])


def rows() -> dict[str, list[str]]:
    """Return the numbers of each row; a contradiction is settled by the numbers that its row refers to."""
    found: dict[str, list[str]] = {}
    for row in ROW.finditer(PAGE.read_text(encoding="utf-8")):
        own = NUMBER.findall(row["ids"])
        others = NUMBER.findall(row["rest"]) if row["ids"].startswith("C") else []
        found[row["ids"]] = [*own, *others]
    return found


@cache
def on_cards() -> dict[str, list[str]]:
    """Find the cards that cite each number, in a note, an example or a comment."""
    return _citing((ref, text_of(card)) for ref, card in all_cards().items())


@cache
def in_tests() -> dict[str, list[str]]:
    """Find the tests that cite each number."""
    return _citing(tests())


def _citing(texts: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, text in texts:
        for number in dict.fromkeys(NUMBER.findall(text)):
            found.setdefault(number, []).append(name)
    return found


def tests() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of every test, with the number that the name cites."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node.name, f"{named(node.name)}\n{ast.get_source_segment(source, node)}"


def named(name: str) -> str:
    """Return the number at the start of a test's name: `test_c07_the_enemy` is about C-07."""
    mark = re.match(r"test_([rofc])(\d+)_", name)
    if mark is None:
        return ""
    letter, number = mark.groups()
    return f"C-{number}" if letter == "c" else f"{letter.upper()}{number}"
