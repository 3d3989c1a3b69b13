"""The tables of the page on performance: reading them, comparing with them, writing into them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

TOLERANCE = 0.15
TOLERANCE_OF_WORST = 0.5


class Place(NamedTuple):
    """A cell of a table: the section that it is in, its row and its column."""

    section: str
    row: str
    column: str


def shown(figures: list[float]) -> str:
    """Write figures as the page does: two digits that count, and a slash before the worst."""
    return " / ".join(map(two_digits, figures))


def two_digits(figure: float) -> str:
    """Write a figure with two digits that count."""
    rounded = float(f"{figure:.2g}")
    return f"{rounded:,.0f}" if rounded >= 10 else f"{rounded:.1f}" if rounded >= 1 else f"{rounded:.2g}"


def holds(page: str, here: list[float]) -> bool:
    """Whether what the page says is still true."""
    said = [float(number.replace(",", "")) for number in re.findall(r"[\d.,]*\d", page)]
    allowed = (TOLERANCE, TOLERANCE_OF_WORST)
    return len(said) == len(here) and all(
        abs(now - before) <= share * before for before, now, share in zip(said, here, allowed, strict=False)
    )


def lines_of(page: str) -> Iterator[tuple[str, dict[Place, str]]]:
    """Give the lines of a page, and the cells of those that are the row of a table."""
    section, columns = "", list[str]()
    for line in page.splitlines():
        if line.startswith("#"):
            section = line.lstrip("# ")
        row = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        is_head = not columns or line.startswith("|---")
        named = [] if is_head else zip(columns, row, strict=False)
        yield line, {Place(section, row[0], column): cell for column, cell in named}
        columns = (columns or row) if row else []


def cells(page: str) -> dict[Place, str]:
    """Read the tables of a page."""
    return {place: cell for _, row in lines_of(page) for place, cell in row.items()}


def written(page: str, new: Mapping[Place, str]) -> str:
    """Write cells into the tables of a page, where it has them."""
    lines = [
        f"| {' | '.join(new.get(place, cell) for place, cell in row.items())} |" if row.keys() & new else line
        for line, row in lines_of(page)
    ]
    return "\n".join(lines) + "\n"
