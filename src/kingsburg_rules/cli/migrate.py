"""`kingsburg migrate`: packs of older formats rewritten for this one, with their comments."""

from __future__ import annotations

import difflib
import json
import re
import sys
from codecs import BOM_UTF8
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field

from kingsburg_rules.cli.commands import FileError
from kingsburg_rules.cli.problems import for_github, for_people, for_programs, where_more_is_told
from kingsburg_rules.engine.errors import Problem

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable, Mapping

    from kingsburg_rules.cli.commands import Subparsers
    from kingsburg_rules.content.migrating import Migrated
    from kingsburg_rules.content.pack_files import Source

DONE, FOUND, MISUSED = 0, 1, 2

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_NO_END = "\\ No newline at end of file"


def add_parser(commands: Subparsers) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "migrate",
        help="bring a pack of an older format to this one",
        description="Rewrite packs of older formats; comments and everything around the words stay as they "
        "are. The exit code is 0 if that went well or nothing was to be done, 1 if a file cannot be read, or "
        "with --check if something is to be done, 2 if a path does not exist.",
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a pack, a folder of packs, or a file")
    parser.add_argument("--check", action="store_true", help="write nothing, but say what is to be done")
    parser.add_argument("--diff", action="store_true", help="write nothing, but show what would change")
    parser.add_argument("--format", choices=tuple(_WRITERS), default="text", help="how to tell it (text)")
    parser.set_defaults(run=run)


@define
class Found:
    """What was found: files with what becomes of them, and those that cannot be read."""

    files: dict[Path, Migrated] = field(factory=dict[Path, "Migrated"])
    problems: list[Problem] = field(factory=list[Problem])
    written: bool = False

    def take(self, found: Iterable[Migrated | Problem]) -> None:
        """Take what was found at a path; a file that was named twice counts once."""
        for each in found:
            if isinstance(each, Problem):
                self.problems.append(each)
            else:
                self.files.setdefault(Path(each.source.file).resolve(), each)

    @property
    def old(self) -> dict[Path, Migrated]:
        """The files of older formats, by their paths."""
        return {path: file for path, file in self.files.items() if file.changes}


def run(wishes: Namespace) -> int:
    """Rewrite what is old, unless it is only to be shown."""
    from kingsburg_rules.content.migrating import migrate

    found = Found()
    for path in map(Path, wishes.paths):
        sources = _sources(path)
        if sources is None:
            print(f"kingsburg migrate: {_refused(path)}", file=sys.stderr)
            return MISUSED
        found.take(migrate(sources))
    found.written = not (wishes.check or wishes.diff or found.problems)
    if found.written:
        _write(found.old)
    _WRITERS[wishes.format](found, wishes)
    return FOUND if found.problems or (wishes.check and found.old) else DONE


def _sources(path: Path) -> Iterable[Source | Problem] | None:
    """Find the files at a path, if there is something that can be rewritten."""
    from kingsburg_rules.content.canonical import LOCALE_FOLDER
    from kingsburg_rules.content.checking import packs_in
    from kingsburg_rules.content.pack_files import file_source, folder_sources

    if path.is_dir():
        return chain.from_iterable(map(folder_sources, packs_in(path) or [path]))
    if not path.is_file() or path.suffix != ".yaml":
        return None
    translates = path.absolute().parent.name == LOCALE_FOLDER
    return [file_source(path, f"{LOCALE_FOLDER}/{path.name}" if translates else path.name)]


def _refused(path: Path) -> str:
    """Say why nothing at a path can be rewritten."""
    if path.is_file() and path.suffix == ".zip":
        return f"'{path}' is a zip; unpack it, migrate the folder, and make the zip anew."
    return f"'{path}' is neither a folder nor a .yaml file."


def _write(files: Mapping[Path, Migrated]) -> None:
    """Put texts in the place of files: first beside them, so that a full disk leaves all as they are."""
    beside = {path: path.with_name(f".{path.name}.migrating") for path in files}
    path = Path()
    try:
        for path, file in files.items():
            beside[path].write_bytes(_mark_of(path) + file.text.encode("utf-8"))
            beside[path].chmod(path.stat().st_mode)
        for path in files:
            beside[path].replace(path)
    except OSError as error:
        for left in beside.values():
            with suppress(OSError):
                left.unlink(missing_ok=True)
        reason = (error.strerror or str(error)).lower()
        raise FileError("file.write", f"'{path}' cannot be written: {reason}.") from error


def _mark_of(path: Path) -> bytes:
    """Give the mark by which some editors know UTF-8, if a file begins with it."""
    with path.open("rb") as stream:
        return BOM_UTF8 if stream.read(len(BOM_UTF8)) == BOM_UTF8 else b""


def _write_text(found: Found, wishes: Namespace) -> None:
    for problem in found.problems:
        print(for_people(problem), end="")
    for file in found.old.values():
        if wishes.diff:
            print(_difference(file), end="")
        else:
            verb = "rewritten" if found.written else "to be rewritten"
            print(f"{verb}: {file.source.file} ({_counted(file.changes)})")
    if found.problems:
        print("Nothing was written: mend what cannot be read first.")
        print(where_more_is_told(found.problems), end="")
    elif not found.old:
        print("Nothing is to be done: everything is of the present format.")


def _counted(number: int) -> str:
    return "1 change" if number == 1 else f"{number} changes"


def _difference(file: Migrated) -> str:
    name = file.source.file
    before, after = (_LINE.findall(text) for text in (file.source.text, file.text))
    lines = difflib.unified_diff(before, after, name, name)
    return "".join(line if line.endswith("\n") else f"{line}\n{_NO_END}\n" for line in lines)


def _write_json(found: Found, wishes: Namespace) -> None:
    told = {
        "written": found.written,
        "files": [
            {"file": file.source.file, "changes": file.changes}
            | ({"diff": _difference(file)} if wishes.diff else {})
            for file in found.old.values()
        ],
        "problems": [for_programs(problem) for problem in found.problems],
    }
    print(json.dumps(told, indent=2, ensure_ascii=False))


def _write_github(found: Found, wishes: Namespace) -> None:
    del wishes
    for problem in found.problems:
        print(for_github(problem))
    for file in found.old.values():
        message = f"this file is of an older format; kingsburg migrate makes {_counted(file.changes)}"
        if found.written:
            message = f"this file was of an older format; {_counted(file.changes)} made it one of today"
        problem = Problem(file.source.file, 1, 1, "pack.format", message)
        print(for_github(problem, "notice" if found.written else "warning"))


_WRITERS: dict[str, Callable[[Found, Namespace], None]] = {
    "text": _write_text,
    "json": _write_json,
    "github": _write_github,
}
