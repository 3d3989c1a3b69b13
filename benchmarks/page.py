"""The tables of the pages with figures: reading them, comparing with them, writing into them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
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


COMPARED: Mapping[str, tuple[str, str, str]] = {
    "a decision costs": ("What playing costs", "the same, in decisions of the floor", ""),
    "copy of a position": ("What a call costs", "`Position.copy()`", " µs"),
    "saved position": ("How large things are", "a save, in kB", " kB"),
}
"""The columns of the comparison with other libraries: the section and row of ours, and the unit."""


def ours(page: str, figures: Mapping[Place, str]) -> Iterator[tuple[Place, str]]:
    """Give the cells of the comparison that are about this library; `figures` are those of our own page.

    Their rows end like the columns there: "the same with all six modules".
    """
    columns = {place.column for place in figures}
    for place in cells(page):
        column = _ending(re.sub(r"\[(.*?)\]\(.*?\)", r"\1", place.row), columns)
        if place.column in COMPARED and column:
            section, row, unit = COMPARED[place.column]
            # The size of a save is the same in both builds.
            cell = (
                figures.get(Place(section, row, column))
                or figures[Place(section, row, column.removesuffix(", compiled"))]
            )
            yield place, cell.partition(" / ")[0] + unit


def _ending(row: str, columns: Collection[str]) -> str:
    return max((column for column in columns if column and row.endswith(column)), key=len, default="")


BUSY = re.compile(r"\s?<!-- busy -->.*?<!-- quiet -->", re.DOTALL)
"""What pages say about figures of a machine that did other work, too."""


def written(page: str, new: Mapping[Place, str]) -> str:
    """Write cells into the tables of a page, where it has them; its machine is taken to be a quiet one."""
    lines = [
        f"| {' | '.join(new.get(place, cell) for place, cell in row.items())} |" if row.keys() & new else line
        for line, row in lines_of(BUSY.sub("", page))
    ]
    return "\n".join(lines) + "\n"
