"""The files of a pack, read with care: sizes are bounded, nothing outside the folder is looked at.

A pack may come from anywhere. Reading it writes nothing, runs nothing, follows no link out of its folder, and
ends in a problem instead of a full memory.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.content.canonical import PACK_FILE
from kingsburg_rules.content.yaml_positions import START
from kingsburg_rules.content.yaml_syntax import place_of
from kingsburg_rules.engine.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_BYTES = 2_000_000
"""How much one file may hold; the parser needs about three seconds for a million bytes."""

MAX_PACK_BYTES = 5_000_000
"""How much all files of a pack may hold together."""

MAX_FILES = 500


@frozen
class Source:
    """A file of a pack: its name within the pack, the name that problems carry, and its text."""

    name: str
    file: str
    text: str


def read_sources(folder: Path) -> Iterator[Source | Problem]:
    """Read every YAML file of a folder in the order of the names, or say why one cannot be read."""
    paths, problems = _find(folder)
    yield from problems
    left = MAX_PACK_BYTES
    for name, path in sorted(paths.items())[:MAX_FILES]:
        source = read_source(path, name, left)
        yield source
        left -= len(source.text) if isinstance(source, Source) else 0
    if len(paths) > MAX_FILES:
        message = f"a pack has at most {MAX_FILES} files, this one has {len(paths)}"
        yield Problem((folder / PACK_FILE).as_posix(), *START, "pack.size", message)


def read_source(path: Path, name: str, left: int = MAX_PACK_BYTES) -> Source | Problem:
    """Read one file; `left` is how much the pack may still hold."""
    file, limit = path.as_posix(), min(MAX_BYTES, left)
    try:
        with path.open("rb") as stream:
            data = stream.read(limit + 1)
    except OSError as error:
        return Problem(file, *START, "yaml.unreadable", f"the file cannot be read: {error.strerror}")
    if len(data) > limit:
        message = f"the file is too large: {MAX_BYTES:,} bytes may stand in one, {MAX_PACK_BYTES:,} in a pack"
        return Problem(file, *START, "pack.size", message)
    try:
        return Source(name, file, data.removeprefix(b"\xef\xbb\xbf").decode("utf-8"))
    except UnicodeDecodeError as error:
        place = place_of(data[: error.start].decode("utf-8"), error.start)
        return Problem(file, *place, "yaml.encoding", "this is not UTF-8; save the file as UTF-8")


def _find(folder: Path) -> tuple[dict[str, Path], list[Problem]]:
    """Find the files by their names, and what looks like one but would not be read by the game."""
    home = folder.resolve()
    paths: dict[str, Path] = {}
    problems: list[Problem] = []

    def refuse(error: OSError) -> None:
        message = f"the folder cannot be read: {error.strerror}"
        problems.append(Problem(Path(error.filename).as_posix(), *START, "yaml.unreadable", message))

    for here, folders, files in os.walk(folder, onerror=refuse):
        linked = [path for path in (Path(here, name) for name in folders) if path.is_symlink()]
        for path in (*linked, *(Path(here, name) for name in files)):
            reason = _why_not(path, home)
            if reason:
                problems.append(Problem(path.as_posix(), *START, *reason))
            elif path.suffix == ".yaml":
                paths[path.relative_to(folder).as_posix()] = path
    return paths, problems


def _why_not(path: Path, home: Path) -> tuple[str, str] | None:
    """Say why something in the folder of a pack is not read although it seems to belong there."""
    if path.suffix in (".yml", ".YAML", ".YML"):
        return "pack.suffix", f"this file would not be read; call it '{path.stem}.yaml'"
    if path.is_symlink() and path.is_dir():
        return "pack.link", "linked folders are not read; copy it here"
    if path.suffix == ".yaml" and not _is_inside(path, home):
        return "pack.link", "this is no plain file of the pack, or a link that leaves it; copy the file"
    return None


def _is_inside(path: Path, home: Path) -> bool:
    """Whether a path is a plain file in the folder, links followed."""
    try:
        target = path.resolve(strict=True)
    except (OSError, RuntimeError):
        return False
    return target.is_relative_to(home) and target.is_file()
