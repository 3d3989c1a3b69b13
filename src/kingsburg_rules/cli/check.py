"""`kingsburg check` and `kingsburg test`: find the mistakes in packs, and play their examples and games."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import asdict, evolve

from kingsburg_rules.engine.errors import ContentError

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Sequence

    from kingsburg_rules.cli.commands import Subparsers
    from kingsburg_rules.content.checking import Report
    from kingsburg_rules.engine.errors import Problem
    from kingsburg_rules.testing.trials import Trial


PASSED, FAILED, MISUSED = 0, 1, 2
"""The exit codes."""


# Writing problems: for people, for programs and for GitHub


_WIDTH = 100
"""How many characters of a line are shown."""

_WORD = re.compile(r"\"[^\"]*\"|'[^']*'|[^\s,:\[\]{}\"']+|.")
"""What is underlined: a quoted text, a word, or a single character."""


def for_people(problem: Problem) -> str:
    """Write a problem with its line."""
    return f"{_printable(str(problem))}\n{excerpt(_line(problem), problem.column)}"


def more_about(problem: Problem) -> str:
    """Name the command that explains a problem."""
    return f"kingsburg explain {problem.code} describes it"


def explanation_hint(problems: Sequence[Problem]) -> str:
    """Write the last line of a report: which command explains the first problem, if there is one."""
    return f"{more_about(problems[0])}.\n" if problems else ""


def for_programs(problem: Problem) -> dict[str, object]:
    """Describe a problem as data, with the page of the docs about its code."""
    from kingsburg_rules.content.codes import page_of

    return {**asdict(problem), "page": page_of(problem.code)}


def for_github(problem: Problem, command: str = "") -> str:
    """Write the command that makes GitHub annotate a line: by severity, unless another command is given."""
    place = f"file={_escaped(problem.file)},line={problem.line},col={problem.column}"
    mark = f"::{command or problem.severity} {place},title={_escaped(problem.code)}"
    return _printable(f"{mark}::{_escaped(problem.message)}")


def excerpt(line: str, number: int) -> str:
    """Show a line with the word at a column underlined; nothing if there is no such column."""
    column = number - 1
    if column >= len(line) or not line.strip():
        return ""
    start = max(0, column - _WIDTH // 2) if len(line) > _WIDTH else 0
    shown = _printable(line[start : start + _WIDTH])
    word = _WORD.match(shown, column - start)
    marks = "^" * len(word[0] if word else "^")
    return f"    {shown}\n    {' ' * (column - start)}{marks}\n"


def _line(problem: Problem) -> str:
    """Return a line of a file, which may be in a zip."""
    from kingsburg_rules.content.reading import MAX_BYTES
    from kingsburg_rules.content.yaml_reader import LINE_BREAK

    path = Path(problem.file)
    if path.is_file():
        with path.open("rb") as stream:
            text = stream.read(MAX_BYTES).removeprefix(b"\xef\xbb\xbf").decode("utf-8", errors="replace")
    else:
        text = next((_in_zip(home, problem.file) for home in path.parents if home.is_file()), "")
    lines = LINE_BREAK.split(text)
    return lines[problem.line - 1] if problem.line <= len(lines) else ""


def _in_zip(home: Path, file: str) -> str:
    from kingsburg_rules.content.reading import Source, zip_sources

    return next((s.text for s in zip_sources(home) if isinstance(s, Source) and s.file == file), "")


def _printable(text: str) -> str:
    """Replace characters that would move the cursor of a terminal."""
    return "".join(sign if sign.isprintable() else " " if sign == "\t" else "?" for sign in text)


def _escaped(text: str) -> str:
    """Escape a text for GitHub's commands."""
    for sign in "%\r\n:,":
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text


# `kingsburg check`


def add_check_command(commands: Subparsers) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "check",
        help="find the mistakes in a pack",
        description="Check packs, editions or single files. The exit code is 0 if a pack can be played, "
        "perhaps with warnings, 1 if there are mistakes, 2 if a path does not exist. A comment on its line "
        "silences a warning, if it gives a reason: # lint: no_example -- the rules of the pack play it.",
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a pack, a folder of packs, or a file")
    parser.add_argument("--format", choices=tuple(_CHECK_WRITERS), default="text", help="the output format")
    parser.add_argument("--strict", action="store_true", help="treat warnings as mistakes")
    parser.set_defaults(run=run_check)


def run_check(options: Namespace) -> int:
    """Check the paths and write what was found."""
    from kingsburg_rules.content.checking import check

    paths = [Path(path) for path in options.paths]
    for path in paths:
        if not path.exists():
            print(f"kingsburg check: '{path}' does not exist.", file=sys.stderr)
            return MISUSED
    report = check(*paths)
    _CHECK_WRITERS[options.format](report)
    return FAILED if report.problems or (options.strict and report.warnings) else PASSED


def _write_check_text(report: Report) -> None:
    found = (*report.problems, *report.warnings)
    for each in found:
        print(for_people(each), end="")
    if report.warnings:
        print(f"{_counted(len(report.warnings), 'warning')}.")
    if report.problems:
        print(f"{_counted(len(report.problems), 'problem')}.")
    else:
        print(f"No mistakes in {_counted(report.cards, 'card')} and {_counted(report.files, 'file')}.")
    print(explanation_hint(found), end="")


def _write_check_json(report: Report) -> None:
    found = {
        "problems": [for_programs(problem) for problem in report.problems],
        "warnings": [for_programs(warning) for warning in report.warnings],
        "cards": report.cards,
        "files": report.files,
    }
    print(json.dumps(found, indent=2))


def _write_check_github(report: Report) -> None:
    for found in (*report.problems, *report.warnings):
        print(for_github(evolve(found, message=f"{found.message} ({more_about(found)})")))


_CHECK_WRITERS: dict[str, Callable[[Report], None]] = {
    "text": _write_check_text,
    "json": _write_check_json,
    "github": _write_check_github,
}


def _counted(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number:,} {what}s"


# `kingsburg test`


def add_test_command(commands: Subparsers) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "test",
        help="play the examples on the cards of a pack, and random games with it",
        description="Play the examples on the cards of packs, then random games in which the cards come up. "
        "Every failure is reported with its file and line, as is how often each part of a card was offered "
        "and used. The exit code is 0 if all is well, 1 if something fails, 2 if there is no such pack.",
    )
    parser.add_argument(
        "packs",
        nargs="*",
        metavar="PACK",
        help="a pack (a folder, a zip or a file of cards), or a built-in one by its id; without any, the "
        "examples of all built-in packs are played",
    )
    parser.add_argument(
        "--games",
        type=_count,
        metavar="N",
        help="how many random games are played (20, and more while something is never offered)",
    )
    parser.add_argument("--no-games", action="store_true", help="only play the examples")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the seed of the first game (0)")
    parser.add_argument(
        "--players", type=_count, metavar="N", help="how many play (all numbers that the rules are for)"
    )
    parser.add_argument(
        "--format", choices=tuple(_TEST_WRITERS), default="text", help="the output format (text)"
    )
    parser.set_defaults(run=run_test)


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def run_test(options: Namespace) -> int:
    """Try the packs, and report the results."""
    from kingsburg_rules.testing.examples import packs

    built_in = packs()
    chosen: list[str] = options.packs or [*built_in]
    for pack in chosen:
        if pack not in built_in and not Path(pack).exists():
            print(
                f"kingsburg test: '{pack}' is neither a folder, a zip or a file with a pack nor a built-in "
                f"pack ({', '.join(built_in)}).",
                file=sys.stderr,
            )
            return MISUSED
    trials = [_tried(pack, built_in, options) for pack in chosen]
    _TEST_WRITERS[options.format](trials)
    return PASSED if all(trial.passed for trial in trials) else FAILED


def _tried(pack: str, built_in: Sequence[str], options: Namespace) -> Trial:
    from kingsburg_rules.content.packs import Pack
    from kingsburg_rules.testing.trials import Trial, try_pack

    games: int | None = options.games if options.packs or options.games else 0
    try:
        found = pack if pack in built_in else Pack.read(Path(pack))
        return try_pack(
            found, games=0 if options.no_games else games, seed=options.seed, players=options.players
        )
    except ContentError as error:
        return Trial(pack, problems=[*error.problems])


def _write_test_text(trials: Sequence[Trial]) -> None:
    for trial in trials:
        for problem in trial.problems:
            print(for_people(problem), end="")
        if trial.coverage.games:
            print(_coverage(trial))
        print(_summary(trial))
    print(explanation_hint([problem for trial in trials for problem in trial.problems]), end="")


def _coverage(trial: Trial) -> str:
    """Write how often everything on the cards was offered and used."""
    return "\n".join([f"{'offered':>8}{'used':>8}", *map(str, trial.parts)])


def _summary(trial: Trial) -> str:
    held = sum(result.passed for result in trial.examples)
    parts = [f"{held} of {len(trial.examples)} examples hold"]
    if trial.coverage.games:
        used = sum(part.used > 0 for part in trial.parts)
        parts.append(
            f"{trial.coverage.games} games with {trial.coverage.decisions:,} decisions used {used} of "
            f"{len(trial.parts)} parts of its cards"
        )
    found = len(trial.problems)
    parts.append("nothing fails" if not found else "1 failure" if found == 1 else f"{found} failures")
    return f"{trial.pack}: {'; '.join(parts)}"


def _write_test_json(trials: Sequence[Trial]) -> None:
    print(json.dumps([_as_data(trial) for trial in trials], indent=2, ensure_ascii=False))


def _as_data(trial: Trial) -> dict[str, object]:
    return {
        "pack": trial.pack,
        "passed": trial.passed,
        "problems": [for_programs(problem) for problem in trial.problems],
        "examples": [
            {"card": r.card, "shows": r.example.shows, "passed": r.passed, "failures": [*r.failures]}
            for r in trial.examples
        ],
        "without_examples": [*trial.untested],
        "games": trial.coverage.games,
        "decisions": trial.coverage.decisions,
        "coverage": [asdict(part) for part in trial.parts],
    }


def _write_test_github(trials: Sequence[Trial]) -> None:
    for trial in trials:
        for problem in trial.problems:
            print(for_github(problem))


_TEST_WRITERS: dict[str, Callable[[Sequence[Trial]], None]] = {
    "text": _write_test_text,
    "json": _write_test_json,
    "github": _write_test_github,
}
