"""For tests of pictures: where every line of text ends up, and which box is around it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

from kingsburg_rules.render.look import style
from kingsburg_rules.render.svg_elements import width

SVG = "{http://www.w3.org/2000/svg}"


class Written(NamedTuple):
    """A line of text in a picture: where it is and how far it reaches."""

    words: str
    left: float
    right: float
    top: float
    bottom: float


class Place(NamedTuple):
    """Where a part of a picture begins, how much it is shrunk, the box around it, and how letters look."""

    x: float = 0
    y: float = 0
    scale: float = 1
    left: float = 0
    right: float = 0
    size: float = 11
    bold: bool = False
    anchor: str = "start"


RULES = dict(re.findall(r"\.kb-light \.(\w+)\{([^}]*(?:font|text)-[^}]*)\}", style("light", 8)))
"""What the style sheet says about letters, by class."""


def lines(picture: str) -> Iterator[tuple[Written, Place]]:
    """Every line of text of a picture, with the place of what it is part of."""
    root = ElementTree.fromstring(picture)
    shared = {part.get("id", ""): part for part in root.iter(f"{SVG}g") if part.get("id")}
    yield from _Reader(shared).found(root, Place(right=float(root.get("width", "0"))))


class _Reader:
    def __init__(self, shared: dict[str, ElementTree.Element]) -> None:
        self.shared = shared

    def found(self, part: ElementTree.Element, place: Place) -> Iterator[tuple[Written, Place]]:
        inner = self.inside(part, placed(part, place))
        for child in part:
            if child.tag == f"{SVG}text":
                yield from ((line, inner) for line in written(child, looking(child, inner)))
            elif child.tag == f"{SVG}g":
                yield from self.found(child, inner)
            elif child.tag == f"{SVG}use" and self.drawn(child) is not None:
                found = self.drawn(child)
                assert found is not None
                at = inner._replace(
                    x=inner.x + float(child.get("x", "0")) * inner.scale,
                    y=inner.y + float(child.get("y", "0")) * inner.scale,
                )
                yield from self.found(found, looking(child, at))

    def drawn(self, use: ElementTree.Element) -> ElementTree.Element | None:
        """What is used, except icons."""
        name = use.get("href", "").removeprefix("#")
        return None if name.startswith("k-") else self.shared[name]

    def inside(self, part: ElementTree.Element, place: Place) -> Place:
        """The place, with the box that a part draws first."""
        box = next((found for child in part if (found := self.box(child)) is not None), None)
        if part.tag != f"{SVG}g" or box is None or float(box.get("height", "0")) <= 30:
            return place
        left = place.x + float(box.get("x", "0")) * place.scale
        return place._replace(left=left, right=left + float(box.get("width", "0")) * place.scale)

    def box(self, part: ElementTree.Element) -> ElementTree.Element | None:
        if part.tag == f"{SVG}rect":
            return part
        used = self.drawn(part) if part.tag == f"{SVG}use" else None
        return (
            None
            if used is None
            else next((found for child in used if (found := self.box(child)) is not None), None)
        )


def placed(part: ElementTree.Element, place: Place) -> Place:
    """Move to where a part is."""
    x, y, scale = place.x, place.y, place.scale
    for what, given in re.findall(r"(translate|scale)\(([^)]*)\)", part.get("transform", "")):
        numbers = [float(number) for number in given.split()]
        if what == "scale":
            scale *= numbers[0]
        else:
            x, y = x + numbers[0] * scale, y + (numbers[1] if len(numbers) > 1 else 0) * scale
    return looking(part, place._replace(x=x, y=y, scale=scale))


def looking(part: ElementTree.Element, place: Place) -> Place:
    """Note how the letters of a part look."""
    size, bold, anchor = place.size, place.bold, place.anchor
    for name in part.get("class", "").split():
        rule = RULES.get(name, "")
        sized = re.search(r"font-size:([\d.]+)px", rule)
        size = float(sized[1]) if sized else size
        bold = bold or "font-weight:700" in rule
        anchored = re.search(r"text-anchor:(\w+)", rule)
        anchor = anchored[1] if anchored else anchor
    size = float(part.get("font-size", size))
    return place._replace(
        size=size, bold=bold or part.get("font-weight") == "700", anchor=part.get("text-anchor", anchor)
    )


def written(element: ElementTree.Element, place: Place) -> Iterator[Written]:
    """Take a text apart if each of its letters has a place of its own."""
    words, at = "".join(element.itertext()), [float(x) for x in element.get("x", "0").split()]
    pieces = list(zip(words, at, strict=True)) if len(at) > 1 else [(words, at[0])]
    size = place.size * place.scale
    y = place.y + float(element.get("y", "0")) * place.scale
    for piece, x in pieces:
        long = width(piece, size) * (1 if place.bold else 0.95)
        start = place.x + x * place.scale - {"middle": long / 2, "end": long}.get(place.anchor, 0)
        yield Written(piece, start, start + long, y - 0.7 * size, y)
