"""What parts of a picture are made of: blocks with a height, boxes with a title, and things in a row."""

from __future__ import annotations

from typing import NamedTuple

from kingsburg_rules.render.measure import PLAIN, wrap
from kingsburg_rules.render.shapes import begun, box, group, text

PAD = 10
"""The margin inside a box, and around the whole picture."""

GAP = 8
"""The room between boxes."""

LINE = 15.5
"""From one line of text to the next."""


class Block(NamedTuple):
    """A part of a picture, drawn from (0, 0) down, with its height."""

    drawn: str
    high: float


def panel(title: str, inside: str, wide: float, high: float, kind: str = "line", data: str = "") -> str:
    """Put a part into a box of its own."""
    return group(title, box(0.5, 0.5, wide - 1, high - 1, f"panel {kind}", 8) + inside, data=data)


class Flow:
    """Places things one behind the other, and goes on in the next row where there is no room left."""

    def __init__(self, left: float, top: float, room: float, high: float, gap: float = 6) -> None:
        self._left, self._room, self._high, self._gap = left, room, high, gap
        self._x, self._y = left, top

    def place(self, wide: float) -> tuple[float, float]:
        """Find the place for something so wide."""
        if self._x > self._left and self._x + wide > self._left + self._room:
            self._x, self._y = self._left, self._y + self._high
        x = self._x
        self._x += wide + self._gap
        return x, self._y

    def skip(self, wide: float) -> None:
        """Leave some room."""
        self._x += wide

    @property
    def bottom(self) -> float:
        """Where the last row ends."""
        return self._y + self._high


def written(paragraphs: list[tuple[str, str]], wide: float, top: float) -> Block:
    """Write paragraphs, each with bold words before it, in lines; gives where the last one ends."""
    parts: list[str] = []
    y = top
    for bold, rest in paragraphs:
        for at, line in enumerate(wrap(f"{bold} {rest}", wide - 2 * PAD, PLAIN)):
            y += LINE
            if at == 0 and line.startswith(bold):
                parts.append(begun(PAD, y - 4, bold, line.removeprefix(bold)))
            else:
                parts.append(text(PAD, y - 4, line, "soft" if at else "b"))
        y += 2
    return Block("".join(parts), y)
