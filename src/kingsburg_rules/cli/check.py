"""`kingsburg check`: find the mistakes in packs."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from attrs import evolve

from kingsburg_rules.cli.commands import add_format_option, files_of_pack
from kingsburg_rules.cli.output import (
    FAILED,
    MISUSED,
    PASSED,
    complain,
    counted,
    explanation_hint,
    for_github,
    for_people,
    for_programs,
    more_about,
    tell,
    tell_json,
)
from kingsburg_rules.cli.watching import add_watch_option, watch
from kingsburg_rules.content import Report, check


def add_options(parser: ArgumentParser) -> None:
    """Describe the command."""
    parser.description = (
        "Check packs, editions or single files. The exit code is 0 if a pack can be played, even with "
        "warnings; 1 if there are mistakes; 2 if a path does not exist. A comment with a reason, on the same "
        "line, silences a warning: # lint: no_example -- the rules of the pack play it."
    )
    parser.add_argument(
        "paths",
        nargs="+",
        metavar="PATH",
        help="a pack, a folder of packs, or a file; or a built-in pack by its id",
    )
    add_format_option(parser, _WRITERS)
    parser.add_argument("--strict", action="store_true", help="treat warnings as mistakes")
    add_watch_option(parser)


def run(options: Namespace) -> int:
    """Check the paths and write what was found."""
    paths: list[Path] = []
    for name in options.paths:
        path = files_of_pack(name)
        if path is None:
            complain(f"kingsburg check: '{name}' does not exist.")
            return MISUSED
        paths.append(path)
    if options.watch:
        return watch(map(str, paths), lambda: _check(options, paths))
    return _check(options, paths)


def _check(options: Namespace, paths: Sequence[Path]) -> int:
    """Check the paths once."""
    report = check(*paths)
    _WRITERS[options.format](report)
    return FAILED if report.errors or (options.strict and report.warnings) else PASSED


def _write_text(report: Report) -> None:
    found = (*report.errors, *report.warnings)
    for each in found:
        tell(for_people(each, report.texts), end="")
    if report.warnings:
        tell(f"{counted(len(report.warnings), 'warning')}.")
    if report.errors:
        tell(f"{counted(len(report.errors), 'problem')}.")
    else:
        tell(f"No mistakes in {counted(report.cards, 'card')} and {counted(report.files, 'file')}.")
    tell(explanation_hint(found), end="")


def _write_json(report: Report) -> None:
    found = {
        "errors": [for_programs(problem) for problem in report.errors],
        "warnings": [for_programs(warning) for warning in report.warnings],
        "cards": report.cards,
        "files": report.files,
    }
    tell_json(found)


def _write_github(report: Report) -> None:
    for found in (*report.errors, *report.warnings):
        # An annotation stands alone in a pull request, so each names the command that explains it.
        message = f"{found.message} ({more_about(found)})"
        tell(for_github(evolve(found, message=message)))


_WRITERS = {"text": _write_text, "json": _write_json, "github": _write_github}
