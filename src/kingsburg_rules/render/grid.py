"""Where parts of a picture go: in columns, in rows as even as possible, and below each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kingsburg_rules.render.svg_elements import GAP, Block, moved


def fitting(room: float, least: float, gap: float = GAP) -> int:
    """Count how many parts of a least width fit side by side."""
    return max(1, int((room + gap) // (least + gap)))


def evenly(count: int, room: float, least: float, gap: float = GAP) -> int:
    """Count how many of several parts are put side by side, so that the rows are as even as possible."""
    rows = -(-count // fitting(room, least, gap))
    return max(1, -(-count // max(1, rows)))


def share(room: float, abreast: int, gap: float = GAP) -> float:
    """Return how wide each of several parts is that share a room."""
    return (room - gap * (abreast - 1)) / abreast


def grid(blocks: Sequence[Block], abreast: int, wide: float, gap: float = GAP) -> Block:
    """Lay parts out in rows."""
    parts: list[str] = []
    y = 0.0
    for start in range(0, len(blocks), abreast):
        row = blocks[start : start + abreast]
        parts += [moved(at * (wide + gap), y, block.drawn) for at, block in enumerate(row)]
        y += max(block.high for block in row) + gap
    return Block("".join(parts), y - gap)


def stacked(blocks: Iterable[Block], gap: float = GAP) -> Block:
    """Lay parts out below each other."""
    parts: list[str] = []
    y = 0.0
    for block in blocks:
        parts.append(moved(0, y, block.drawn))
        y += block.high + gap
    return Block("".join(parts), max(0.0, y - gap))


def beside(blocks: Sequence[tuple[Block, float]], gap: float = GAP) -> Block:
    """Lay parts out side by side, each with its width."""
    parts: list[str] = []
    x = 0.0
    for block, wide in blocks:
        parts.append(moved(x, 0, block.drawn))
        x += wide + gap
    return Block("".join(parts), max((block.high for block, _ in blocks), default=0))
