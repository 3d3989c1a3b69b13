"""Reads files again and again while they change: what stays the same is not parsed twice.

A file of cards is cut into pieces before it is parsed: the items of its lists, each from its dash to the
next. A piece that was read before is not read again; its data, its places and what its schema refuses are
moved to where it stands now. A file that cannot be cut, since it is written in brackets or as no file of
cards is, is read as a whole. What comes out is always what `content.reading.read_sheet` gives for the same
text, mistakes and places included; a test compares the two.
"""

from __future__ import annotations

import re
from array import array
from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from kingsburg_rules.content.form import MAX_FAULTS, Judged, judged, lists_in
from kingsburg_rules.content.reading import judged_sheet, read_sheet
from kingsburg_rules.content.yaml_reader import LINE_BREAK, START, Layout, Reading, Spot, read_yaml
from kingsburg_rules.engine.errors import Problem
from kingsburg_rules.language.shapes import is_list, is_object

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kingsburg_rules.content.form import Finding
    from kingsburg_rules.content.reading import Sheet, Source
    from kingsburg_rules.content.yaml_reader import KeyPath

_HEADER = re.compile(r"([a-z_]+):(?:[ ]+(.*))?")
_TAB = re.compile(r"\t")
_FIELDS = 5
"""How many numbers a layout keeps of each value; see `yaml_reader.Layout`."""

_ALONE = frozenset({"yaml.number", "yaml.date", "yaml.key", "yaml.duplicate"})
"""Mistakes after which the parser goes on as if nothing were wrong."""

_NEXT = "next"
"""A key that no file has, for the end of a piece."""

_LARGEST = 100_000
"""So many values a file that is cut may have; larger ones are read as a whole, which counts them."""


@frozen
class _Cut:
    """A piece of a file: lines under a key at its top, which is in the line `header`.

    An item of a list stands at an `indent`. Lines count from 0. `after` stands for what follows, since the
    place of a value that is missing is the beginning of that.
    """

    key: str
    header: int
    first: int
    lines: tuple[str, ...]
    indent: int | None = None
    after: str = ""

    @property
    def said(self) -> tuple[str, str, tuple[str, ...]]:
        """All that decides what reading it gives."""
        return self.key, self.after, self.lines


@define(eq=False, repr=False)
class _Piece:
    """A piece that was read: what it says, where, and what its schema refuses."""

    data: object
    numbers: array[int]
    problems: tuple[Problem, ...]
    judged: Judged | None = None
    moved: dict[tuple[int, int], array[int]] = field(factory=dict[tuple[int, int], "array[int]"])

    def at(self, line: int, number: int) -> array[int]:
        """Give the places when the piece stands so many lines and values further down."""
        found = self.moved.get((line, number))
        if found is None:
            found = array("I", self.numbers)
            for start in range(0, len(found), _FIELDS):
                found[start] += line
                if found[start + 2]:
                    found[start + 2] += line
                found[start + 4] += number
            self.moved = {(line, number): found}
        return found


class Rereader:
    """Reads sheets as `read_sheet` does, and remembers them."""

    def __init__(self) -> None:
        self._sheets: dict[tuple[str, str, str], tuple[str, Sheet | None, list[Problem]]] = {}
        self._pieces: dict[str, dict[tuple[str, str, tuple[str, ...]], _Piece]] = {}

    def __call__(self, source: Source, kind: str) -> tuple[Sheet | None, list[Problem]]:
        """Read a file and compare it with its schema."""
        key = source.name, source.file, kind
        known = self._sheets.get(key)
        if known is None or known[0] != source.text:
            known = self._sheets[key] = (source.text, *self._read(source, kind))
        return known[1], [*known[2]]

    def forget(self, files: set[str]) -> None:
        """Forget files that are not among these."""
        self._sheets = {key: known for key, known in self._sheets.items() if key[1] in files}
        self._pieces = {file: pieces for file, pieces in self._pieces.items() if file in files}

    def _read(self, source: Source, kind: str) -> tuple[Sheet | None, list[Problem]]:
        lines = LINE_BREAK.split(source.text)
        cuts = _cut(lines) if kind == "pack" and not _TAB.search(source.text) else None
        if not cuts:
            return read_sheet(source, kind)
        old, pieces = self._pieces.get(source.file, {}), list[_Piece]()
        for cut in cuts:
            pieces.append(old.get(cut.said) or _read_piece(cut))
        self._pieces[source.file] = {cut.said: piece for cut, piece in zip(cuts, pieces, strict=True)}
        if any(piece.problems for piece in pieces):
            found = _mistakes(lines, cuts, pieces, source.file)
            if found.problems and found.wounds is None:
                return None, [*found.problems]
            return read_sheet(source, kind)
        if sum(len(piece.numbers) for piece in pieces) > _LARGEST * _FIELDS:
            return read_sheet(source, kind)
        reading = _composed(cuts, pieces)

        def judge_file(kind: str, data: object, told: frozenset[KeyPath]) -> Judged:
            del told  # nothing was wrong with the pieces
            return _judged(kind, data, cuts, pieces)

        return judged_sheet(source, kind, reading, judge_file)


# Cutting


def _cut(lines: Sequence[str]) -> list[_Cut] | None:
    """Cut a file into the items of its lists, and the rest by its keys; None if it cannot be cut."""
    sections = _sections(lines)
    if sections is None or len({key for key, *_ in sections}) != len(sections):
        return None
    cuts: list[_Cut] = []
    for key, first, last in sections:
        items = _items(lines, key, first, last) if _is_bare(lines[first]) else None
        cuts += [_Cut(key, first, first, tuple(lines[first:last]))] if items is None else items
    following = [*cuts[1:], None][: len(cuts)]
    return [evolve(cut, after=_after(cut, other)) for cut, other in zip(cuts, following, strict=True)]


def _after(cut: _Cut, other: _Cut | None) -> str:
    """Write what stands for the piece that follows: an item, a key, or nothing at the end of the file."""
    if other is None:
        return ""
    return f"{' ' * cut.indent}- 0" if cut.indent is not None and other.key == cut.key else f"{_NEXT}: 0"


def _sections(lines: Sequence[str]) -> list[tuple[str, int, int]] | None:
    """Find the keys at the top of a file, each with its lines."""
    starts: list[tuple[str, int]] = []
    for number, line in enumerate(lines):
        text = line.lstrip(" ")
        if not text or text[0] == "#" or (starts and (text != line or line.startswith("- "))):
            continue
        header = _HEADER.fullmatch(line)
        if header is None:
            return None
        starts.append((header[1], number))
    ends = [*(number for _, number in starts[1:]), len(lines)][: len(starts)]
    return [(key, first, last) for (key, first), last in zip(starts, ends, strict=True)]


def _is_bare(line: str) -> bool:
    """Whether nothing but a comment follows a key."""
    header = _HEADER.fullmatch(line)
    return header is not None and (not header[2] or header[2].lstrip().startswith("#"))


def _items(lines: Sequence[str], key: str, header: int, last: int) -> list[_Cut] | None:
    """Find the items of a list in block style; None if it is anything else."""
    starts: list[int] = []
    indent = -1
    for number in range(header + 1, last):
        line = lines[number]
        text = line.lstrip(" ")
        if not text or text[0] == "#":
            continue
        here = len(line) - len(text)
        is_item = text.startswith("- ")
        if indent < 0:
            indent = here
        if here < indent or (here == indent and not is_item):
            return None
        if here == indent:
            starts.append(number)
    ends = [*starts[1:], last][: len(starts)]
    found = [_Cut(key, header, a, tuple(lines[a:b]), indent) for a, b in zip(starts, ends, strict=True)]
    return found or None


# Reading pieces, and putting them together


def _read_piece(cut: _Cut) -> _Piece:
    """Read a piece by itself, under its key."""
    under = (f"{cut.key}:",) if cut.indent is not None else ()
    behind = (cut.after,) if cut.after else ()
    reading = read_yaml("\n".join((*under, *cut.lines, *behind)), "")
    data = reading.data
    if reading.problems or not is_object(data):
        return _Piece(None, array("I"), reading.problems or _NOTHING_SAID)
    data.pop(_NEXT, None)
    value, numbers = data.get(cut.key), reading.root.layout.numbers
    skipped = 1  # the map of the file
    if cut.indent is not None:
        if not is_list(value) or len(value) != 1 + cut.after.endswith("- 0"):
            return _Piece(None, array("I"), _NOTHING_SAID)
        value, skipped = value[0], 2  # and the list
    rest = numbers[skipped * _FIELDS : len(numbers) - len(behind) * _FIELDS]
    for start in range(0, len(rest), _FIELDS):
        for place in (start, start + 2):
            if rest[place]:
                rest[place] -= len(under)  # lines now count from the first one of the piece, from 1
        rest[start + 4] -= skipped
    return _Piece(value, rest, ())


_NOTHING_SAID = (Problem("", *START, "yaml.empty", ""),)
"""For a piece that says something else by itself than in its file; the file is read as a whole then."""


def _composed(cuts: Sequence[_Cut], pieces: Sequence[_Piece]) -> Reading:
    """Put pieces together to what reading the whole file gives."""
    data: dict[str, object] = {}
    layout, open_list = Layout(), -1
    layout.begin((cuts[0].header + 1, 1), None)
    for cut, piece in zip(cuts, pieces, strict=True):
        if cut.indent is None:
            data[cut.key] = piece.data
        else:
            items = data.get(cut.key)
            if is_list(items):
                items.append(piece.data)
            else:
                data[cut.key] = [piece.data]
                open_list = layout.begin((cut.first + 1, cut.indent + 1), (cut.header + 1, 1))
        number = len(layout.numbers) // _FIELDS
        layout.numbers.extend(piece.at(cut.first, number))
        if cut.indent is not None:
            layout.end(open_list)
    layout.end(0)
    return Reading(data, Spot(layout, 0, data), ())


def _mistakes(lines: Sequence[str], cuts: Sequence[_Cut], pieces: Sequence[_Piece], file: str) -> Reading:
    """Find what is wrong with a text of which some pieces cannot be read.

    Only they are read again, in their places, with their neighbors: sound items elsewhere become the shortest
    item there is. If the parser gave up, what it says depends on all that follows, so that is left as it is.
    """
    broken = [k for k, piece in enumerate(pieces) if piece.problems]
    near = {k + step for k in broken for step in (-1, 0, 1)}
    found = read_yaml(_shortened(lines, cuts, near), file)
    if not found.problems or any(problem.code not in _ALONE for problem in found.problems):
        rest = {*near, *range(broken[0], len(cuts))}
        found = read_yaml(_shortened(lines, cuts, rest), file)
    return found


def _shortened(lines: Sequence[str], cuts: Sequence[_Cut], kept: set[int]) -> str:
    """Write a text again in which other items than those kept are as short as can be, on the same lines."""
    text = [*lines]
    for k, cut in enumerate(cuts):
        if k not in kept and cut.indent is not None:
            text[cut.first : cut.first + len(cut.lines)] = [
                f"{' ' * cut.indent}- 0",
                *[""] * (len(cut.lines) - 1),
            ]
    return "\n".join(text)


# Judging


def _judged(kind: str, data: object, cuts: Sequence[_Cut], pieces: Sequence[_Piece]) -> Judged:
    """Compare a file with its schema, item by item."""
    if not is_object(data):
        return judged(kind, data)
    known = lists_in(kind)
    found = judged(kind, data, "")
    findings, refused, hurt, whole = [*found.findings], {*found.refused}, {*found.hurt}, found.whole
    numbers: dict[str, int] = {}
    for cut, piece in zip(cuts, pieces, strict=True):
        if cut.key not in known:
            continue
        first = numbers.get(cut.key, 0)
        items = [piece.data] if cut.indent is not None else piece.data
        for k, item in enumerate(items if is_list(items) else (), start=first):
            if cut.indent is None or piece.judged is None:
                piece.judged = judged(kind, item, cut.key)
            part = piece.judged
            findings += [_behind((cut.key, k), finding) for finding in part.findings]
            refused |= {(cut.key, k, *path) for path in part.refused}
            hurt |= {(cut.key, k, *path) for path in part.hurt}
            whole = whole and part.whole
            numbers[cut.key] = k + 1
    if not whole or len(findings) > MAX_FAULTS // 2:
        return judged(kind, data)
    return Judged(tuple(findings), frozenset(refused), frozenset(hurt), whole)


def _behind(path: KeyPath, finding: Finding) -> Finding:
    return evolve(finding, path=(*path, *finding.path))
