"""The files of a pack, read with care: sizes are bounded, nothing outside the pack is looked at.

A pack may come from anywhere: as a folder, a zip, a single file, or texts by name. Reading it writes nothing,
runs nothing, follows no link out of it, and ends in a problem instead of a full memory.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from attrs import define, field, frozen

from kingsburg_rules.content.canonical import PACK_FILE
from kingsburg_rules.content.yaml_positions import START
from kingsburg_rules.content.yaml_syntax import place_of
from kingsburg_rules.engine.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

P = TypeVar("P")

MAX_BYTES = 2_000_000
"""How much one file may hold; the parser needs about three seconds for a million bytes."""

MAX_PACK_BYTES = 5_000_000
"""How much all files of a pack may hold together."""

MAX_FILES = 500
MAX_ENTRIES = 20_000
"""How many files and folders of any kind are looked at."""

_CONTENT = ".yaml"
_NEARLY = (".yml", ".YAML", ".YML")
_LEAVES = re.compile(r"^/|^[A-Za-z]:|\\|(?:^|/)\.{1,2}(?:/|$)|//")
"""What a name within a pack has nothing to do with."""


@frozen
class Source:
    """A file of a pack: its name within the pack, the name that problems carry, and its text."""

    name: str
    file: str
    text: str


@define
class Allowance:
    """How much a pack may still hold."""

    left: int = field(factory=lambda: MAX_PACK_BYTES)

    @property
    def limit(self) -> int:
        """How many bytes the next file may have."""
        return min(MAX_BYTES, self.left)

    def take(self, name: str, file: str, data: bytes) -> Source | Problem:
        """Make a source of bytes, of which no more than `limit` and one need be read."""
        if len(data) > self.limit:
            return too_large(file)
        try:
            text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
        except UnicodeDecodeError as error:
            place = place_of(data[: error.start].decode("utf-8"), error.start)
            return Problem(file, *place, "yaml.encoding", "this is not UTF-8; save the file as UTF-8")
        self.left -= len(data)
        return Source(name, file, text)


def too_large(file: str) -> Problem:
    """Say how large files may be."""
    message = f"the file is too large: {MAX_BYTES:,} bytes may stand in one, {MAX_PACK_BYTES:,} in a pack"
    return Problem(file, *START, "pack.size", message)


def folder_sources(folder: Path) -> Iterator[Source | Problem]:
    """Read every YAML file of a folder in the order of the names, or say why one cannot be read."""
    paths, problems = _find(folder)
    yield from problems
    yield from taken(paths, (folder / PACK_FILE).as_posix(), _read)


def file_source(path: Path, name: str) -> Source | Problem:
    """Read one file."""
    return _read(name, path, Allowance())


def text_sources(files: Mapping[str, str], folder: str) -> Iterator[Source | Problem]:
    """Take files that somebody holds as texts by name, such as `{"pack.yaml": "id: toys ..."}`.

    Problems call them as if they lay in `folder`.
    """
    paths: dict[str, str] = {}
    for name in files:
        reason = why_not(name)
        if reason:
            yield Problem(name, *START, *reason)
        elif is_content(name):
            paths[name] = f"{folder}/{name}"

    def read(name: str, file: str, allowance: Allowance) -> Source | Problem:
        text = files[name]
        if len(text) > allowance.limit:
            return too_large(file)
        return allowance.take(name, file, text.encode("utf-8", errors="surrogatepass"))

    yield from taken(paths, f"{folder}/{PACK_FILE}", read)


def taken(
    paths: Mapping[str, P], pack: str, read: Callable[[str, P, Allowance], Source | Problem]
) -> Iterator[Source | Problem]:
    """Read files in the order of their names as long as the pack may hold more."""
    allowance = Allowance()
    for name in sorted(paths)[:MAX_FILES]:
        yield read(name, paths[name], allowance)
    if len(paths) > MAX_FILES:
        message = f"a pack has at most {MAX_FILES} files, this one has {len(paths)}"
        yield Problem(pack, *START, "pack.size", message)


def is_content(name: str) -> bool:
    """Whether a file is part of the pack: YAML, and not hidden."""
    return name.endswith(_CONTENT) and not is_hidden(name)


def is_hidden(name: str) -> bool:
    """Whether a file is none of the author's: hidden, or made by an archiver; or the folder it lies in."""
    return any(part.startswith(".") or part == "__MACOSX" for part in name.split("/"))


def why_not(name: str) -> tuple[str, str] | None:
    """Say why a file in a pack is refused for its name; a code and a sentence."""
    odd = name.endswith((_CONTENT, *_NEARLY)) and not name.isprintable()
    if odd or _LEAVES.search(name):
        return "pack.path", "this path leaves the pack, or is no plain path such as more/cards.yaml"
    if name.endswith(_NEARLY) and not is_hidden(name):
        return "pack.suffix", f"this file would not be read; call it '{Path(name).stem}.yaml'"
    return None


def _read(name: str, path: Path, allowance: Allowance) -> Source | Problem:
    file = path.as_posix()
    try:
        with path.open("rb") as stream:
            data = stream.read(allowance.limit + 1)
    except OSError as error:
        return Problem(file, *START, "yaml.unreadable", f"the file cannot be read: {error.strerror}")
    return allowance.take(name, file, data)


def _find(folder: Path) -> tuple[dict[str, Path], list[Problem]]:
    """Find the files by their names, and what looks like one but would not be read by the game."""
    home = folder.resolve()
    paths: dict[str, Path] = {}
    problems: list[Problem] = []
    seen = 0

    def refuse(error: OSError) -> None:
        message = f"the folder cannot be read: {error.strerror}"
        problems.append(Problem(Path(error.filename).as_posix(), *START, "yaml.unreadable", message))

    for here, folders, files in os.walk(folder, onerror=refuse):
        folders[:] = [name for name in folders if not is_hidden(name)]
        seen += len(folders) + len(files)
        if seen > MAX_ENTRIES:
            message = f"more than {MAX_ENTRIES:,} files and folders lie here; is this a pack?"
            problems.append(Problem(folder.as_posix(), *START, "pack.size", message))
            break
        linked = [path for path in (Path(here, name) for name in folders) if path.is_symlink()]
        for path in (*linked, *(Path(here, name) for name in files if not is_hidden(name))):
            reason = _why_not_here(path, home)
            if reason:
                problems.append(Problem(path.as_posix(), *START, *reason))
            elif is_content(path.name):
                paths[path.relative_to(folder).as_posix()] = path
    return paths, problems


def _why_not_here(path: Path, home: Path) -> tuple[str, str] | None:
    """Say why something in the folder of a pack is not read although it seems to belong there."""
    if path.is_symlink() and path.is_dir():
        return "pack.link", "linked folders are not read; copy it here"
    if not path.name.endswith((_CONTENT, *_NEARLY)):
        return None
    if is_content(path.name) and not _is_inside(path, home):
        return "pack.link", "this is no plain file of the pack, or a link that leaves it; copy the file"
    return why_not(path.name)


def _is_inside(path: Path, home: Path) -> bool:
    """Whether a path is a plain file in the folder, links followed."""
    try:
        target = path.resolve(strict=True)
    except (OSError, RuntimeError):
        return False
    return target.is_relative_to(home) and target.is_file()
