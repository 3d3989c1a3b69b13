"""`kingsburg test`: play the examples on the cards of packs, and random games."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence
from pathlib import Path

from attrs import asdict

from kingsburg_rules import ContentError, Pack
from kingsburg_rules.cli.commands import add_format_option
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
    tell,
    tell_json,
)
from kingsburg_rules.cli.watching import add_watch_option, watch
from kingsburg_rules.content import built_in_packs
from kingsburg_rules.testing import Trial, try_pack


def add_options(parser: ArgumentParser) -> None:
    """Describe the command."""
    parser.description = (
        "Play the examples on the cards of packs, then random games in which the cards come up. "
        "Report every failure with its file and line, and how often each part of a card was offered "
        "and used. The exit code is 0 if all is well, 1 if something fails, 2 if there is no such pack."
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
        help="the number of random games (20, and more while some part is never offered)",
    )
    parser.add_argument("--no-games", action="store_true", help="play only the examples")
    parser.add_argument(
        "--mutants",
        action="store_true",
        help="leave out or change each part of the cards in turn, and list those that no example would miss",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the seed of the first game (0)")
    parser.add_argument(
        "--players", type=_count, metavar="N", help="the number of players (each number that the rules allow)"
    )
    add_format_option(parser, _WRITERS)
    add_watch_option(parser)


def _count(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError(f"a number from 1 is needed, not {text!r}")
    return int(text)


def run(options: Namespace) -> int:
    """Try the packs, and report the results."""
    built_in = built_in_packs()
    chosen: list[str] = options.packs or [*built_in]
    for pack in chosen:
        if pack not in built_in and not Path(pack).exists():
            complain(
                f"kingsburg test: '{pack}' is neither a folder, a zip or a file with a pack nor a built-in "
                f"pack ({', '.join(built_in)})."
            )
            return MISUSED
    if options.watch:
        paths = [pack for pack in chosen if pack not in built_in]
        return watch(paths, lambda: _try(chosen, options))
    return _try(chosen, options)


def _try(chosen: Sequence[str], options: Namespace) -> int:
    """Try the packs once."""
    built_in = built_in_packs()
    trials = [_tried(pack, built_in, options) for pack in chosen]
    _WRITERS[options.format](trials)
    return PASSED if all(trial.passed for trial in trials) else FAILED


def _tried(pack: str, built_in: Sequence[str], options: Namespace) -> Trial:
    # All built-in packs play only their examples, since random games with all of them take minutes.
    games: int | None = options.games if options.packs or options.games else 0
    try:
        found = pack if pack in built_in else Pack.read(Path(pack))
        return try_pack(
            found,
            games=0 if options.no_games else games,
            seed=options.seed,
            players=options.players,
            mutants=options.mutants,
        )
    except ContentError as error:
        return Trial(pack, diagnostics=[*error.diagnostics], texts=error.texts)


def _write_text(trials: Sequence[Trial]) -> None:
    for trial in trials:
        for problem in (*trial.diagnostics, *trial.missed):
            tell(for_people(problem, trial.texts), end="")
        if trial.coverage.games:
            titles = ("offered", "used")
            tell("".join(f"{title:>8}" for title in titles), *trial.parts)
        tell(_summary(trial))
    tell(
        explanation_hint([problem for trial in trials for problem in (*trial.diagnostics, *trial.missed)]),
        end="",
    )


def _summary(trial: Trial) -> str:
    held = sum(result.passed for result in trial.examples)
    parts = [f"{held} of {len(trial.examples)} examples hold"]
    if trial.coverage.games:
        used = sum(part.used > 0 for part in trial.parts)
        played = f"{trial.coverage.games} games with {trial.coverage.decisions:,} decisions"
        parts.append(f"{played} used {used} of {len(trial.parts)} parts of its cards")
    if trial.missed:
        parts.append(f"no example would miss {counted(len(trial.missed), 'change')}")
    failures = len(trial.diagnostics)
    parts.append(counted(failures, "failure") if failures else "nothing fails")
    return f"{trial.pack}: {'; '.join(parts)}"


def _write_json(trials: Sequence[Trial]) -> None:
    found = [
        {
            "pack": trial.pack,
            "passed": trial.passed,
            "diagnostics": [for_programs(problem) for problem in trial.diagnostics],
            "examples": [
                {"card": r.card, "shows": r.example.shows, "passed": r.passed, "failures": r.failures}
                for r in trial.examples
            ],
            "missed": [for_programs(problem) for problem in trial.missed],
            "without_examples": [*trial.untested],
            "games": trial.coverage.games,
            "decisions": trial.coverage.decisions,
            "coverage": [asdict(part) for part in trial.parts],
        }
        for trial in trials
    ]
    tell_json(found)


def _write_github(trials: Sequence[Trial]) -> None:
    for trial in trials:
        for problem in (*trial.diagnostics, *trial.missed):
            tell(for_github(problem))


_WRITERS = {"text": _write_text, "json": _write_json, "github": _write_github}
