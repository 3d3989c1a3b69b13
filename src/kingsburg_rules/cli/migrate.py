"""`kingsburg migrate`: packs of older formats rewritten for this one, with their comments."""

from __future__ import annotations

import difflib
import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field

from kingsburg_rules.cli.commands import FileError
from kingsburg_rules.cli.problems import for_github, for_people, for_programs, where_more_is_told
from kingsburg_rules.engine.errors import Problem

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable

    from kingsburg_rules.cli.commands import Subparsers
    from kingsburg_rules.content.migrating import Migrated
    from kingsburg_rules.content.pack_files import Source

DONE, FOUND, MISUSED = 0, 1, 2


def add_parser(commands: Subparsers) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "migrate",
        help="bring a pack of an older format to this one",
        description="Rewrite packs of older formats; comments and everything around the words stay as they "
        "are. The exit code is 0 if that went well or nothing was to be done, 1 if a file cannot be read, or "
        "with --check if something is to be done, 2 if a path does not exist.",
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a pack's folder, or a file")
    parser.add_argument("--check", action="store_true", help="write nothing, but say what is to be done")
    parser.add_argument("--diff", action="store_true", help="write nothing, but show what would change")
    parser.add_argument("--format", choices=tuple(_WRITERS), default="text", help="how to tell it (text)")
    parser.set_defaults(run=run)


@define
class Found:
    """What was found: files with what becomes of them, and those that cannot be read."""

    files: list[Migrated] = field(factory=list["Migrated"])
    problems: list[Problem] = field(factory=list[Problem])

    @property
    def old(self) -> list[Migrated]:
        """The files of older formats."""
        return [file for file in self.files if file.changes]


def run(wishes: Namespace) -> int:
    """Rewrite what is old, unless it is only to be shown."""
    from kingsburg_rules.content.migrating import migrate

    found = Found()
    for path in map(Path, wishes.paths):
        sources = _sources(path)
        if sources is None:
            print(f"kingsburg migrate: '{path}' is neither a folder nor a .yaml file.", file=sys.stderr)
            return MISUSED
        for each in migrate(sources):
            if isinstance(each, Problem):
                found.problems.append(each)
            else:
                found.files.append(each)
    writing = not (wishes.check or wishes.diff or found.problems)
    for file in found.old if writing else ():
        _write(Path(file.source.file).resolve(), file.text)
    _WRITERS[wishes.format](found, wishes)
    return FOUND if found.problems or (wishes.check and found.old) else DONE


def _sources(path: Path) -> Iterable[Source | Problem] | None:
    """Find the files at a path, if there is something that can be rewritten."""
    from kingsburg_rules.content.pack_files import file_source, folder_sources

    if path.is_dir():
        return folder_sources(path)
    return [file_source(path, path.name)] if path.is_file() and path.suffix == ".yaml" else None


def _write(path: Path, text: str) -> None:
    """Put a text in the place of a file, all of it or nothing."""
    beside = path.with_name(f".{path.name}.migrating")
    try:
        beside.write_bytes(text.encode("utf-8"))
        beside.chmod(path.stat().st_mode)
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        reason = (error.strerror or str(error)).lower()
        raise FileError("file.write", f"'{path}' cannot be written: {reason}.") from error


def _write_text(found: Found, wishes: Namespace) -> None:
    for problem in found.problems:
        print(for_people(problem), end="")
    for file in found.old:
        if wishes.diff:
            print(_difference(file), end="")
        else:
            verb = "to be rewritten" if wishes.check or found.problems else "rewritten"
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
    before, after = (text.splitlines(keepends=True) for text in (file.source.text, file.text))
    return "".join(difflib.unified_diff(before, after, name, name))


def _write_json(found: Found, wishes: Namespace) -> None:
    told = {
        "written": not (wishes.check or wishes.diff or found.problems),
        "files": [
            {"file": file.source.file, "changes": file.changes}
            | ({"diff": _difference(file)} if wishes.diff else {})
            for file in found.old
        ],
        "problems": [for_programs(problem) for problem in found.problems],
    }
    print(json.dumps(told, indent=2, ensure_ascii=False))


def _write_github(found: Found, wishes: Namespace) -> None:
    del wishes
    for problem in found.problems:
        print(for_github(problem))
    for file in found.old:
        message = f"this file is of an older format; kingsburg migrate makes {_counted(file.changes)}"
        print(for_github(Problem(file.source.file, 1, 1, "pack.format", message), "warning"))


_WRITERS: dict[str, Callable[[Found, Namespace], None]] = {
    "text": _write_text,
    "json": _write_json,
    "github": _write_github,
}
