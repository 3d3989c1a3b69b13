"""`kingsburg check`: every mistake in packs, with its line, and what was likely meant."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from kingsburg_rules.cli.problems import (
    for_github,
    for_people,
    for_programs,
    more_about,
    where_more_is_told,
)

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from kingsburg_rules.cli.commands import Subparsers
    from kingsburg_rules.content.checking import Report

CLEAN, MISTAKEN, MISUSED = 0, 1, 2


def add_parser(commands: Subparsers) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "check",
        help="find the mistakes in a pack",
        description="Check packs, editions or single files. The exit code is 0 if a pack can be played, "
        "perhaps with warnings, 1 if there are mistakes, 2 if a path does not exist. A comment on its line "
        "silences a warning, if it gives a reason: # lint: no_example -- the rules of the pack play it.",
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a pack, a folder of packs, or a file")
    parser.add_argument("--format", choices=tuple(_WRITERS), default="text", help="how to write it")
    parser.add_argument("--strict", action="store_true", help="let warnings count as mistakes")
    parser.set_defaults(run=run)


def run(wishes: Namespace) -> int:
    """Check the paths and write what was found."""
    from kingsburg_rules.content.checking import check

    paths = [Path(path) for path in wishes.paths]
    for path in paths:
        if not path.exists():
            print(f"kingsburg check: '{path}' does not exist.", file=sys.stderr)
            return MISUSED
    report = check(*paths)
    _WRITERS[wishes.format](report)
    return MISTAKEN if report.problems or (wishes.strict and report.warnings) else CLEAN


def _write_text(report: Report) -> None:
    found = (*report.problems, *report.warnings)
    for each in found:
        print(for_people(each), end="")
    if report.warnings:
        print(f"{_counted(len(report.warnings), 'warning')}.")
    if report.problems:
        print(f"{_counted(len(report.problems), 'problem')}.")
    else:
        print(f"No mistakes in {_counted(report.cards, 'card')} and {_counted(report.files, 'file')}.")
    print(where_more_is_told(found), end="")


def _write_json(report: Report) -> None:
    found = {
        "problems": [for_programs(problem) for problem in report.problems],
        "warnings": [for_programs(warning) for warning in report.warnings],
        "cards": report.cards,
        "files": report.files,
    }
    print(json.dumps(found, indent=2))


def _write_github(report: Report) -> None:
    for found in (*report.problems, *report.warnings):
        print(for_github(evolve(found, message=f"{found.message} ({more_about(found)})")))


_WRITERS: dict[str, Callable[[Report], None]] = {
    "text": _write_text,
    "json": _write_json,
    "github": _write_github,
}


def _counted(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number:,} {what}s"
