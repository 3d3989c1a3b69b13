"""`kingsburg test`: play the examples on cards, then random games with the cards forced in."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import asdict

from kingsburg_rules.cli.problems import for_github, for_people, for_programs, where_more_is_told
from kingsburg_rules.engine.errors import ContentError

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Sequence

    from kingsburg_rules.cli.commands import Subparsers
    from kingsburg_rules.testing.trials import Trial

PASSED, FAILED, MISUSED = 0, 1, 2


def add_parser(commands: Subparsers) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "test",
        help="play the examples on the cards of a pack, and random games with it",
        description="Play the examples on the cards of packs, then random games in which the cards come up. "
        "Every failure is told with its file and line, and how often everything on the cards was offered and "
        "used. The exit code is 0 if all is well, 1 if something fails, 2 if there is no such pack.",
    )
    parser.add_argument(
        "packs",
        nargs="*",
        metavar="PACK",
        help="a pack (a folder, a zip or a file of cards), or a built-in one by its id; without any, the "
        "examples of all built-in packs are played",
    )
    parser.add_argument("--games", type=_count, metavar="N", help="how many random games are played (20)")
    parser.add_argument("--no-games", action="store_true", help="only play the examples")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the seed of the first game (0)")
    parser.add_argument(
        "--players", type=_count, metavar="N", help="how many play (all numbers that the rules are for)"
    )
    parser.add_argument("--format", choices=tuple(_WRITERS), default="text", help="how to tell it (text)")
    parser.set_defaults(run=run)


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def run(wishes: Namespace) -> int:
    """Try the packs out, and tell how they did."""
    from kingsburg_rules.testing.packs import packs

    built_in = packs()
    chosen: list[str] = wishes.packs or [*built_in]
    for pack in chosen:
        if pack not in built_in and not Path(pack).exists():
            print(
                f"kingsburg test: '{pack}' is neither a folder, a zip or a file with a pack nor a built-in "
                f"pack ({', '.join(built_in)}).",
                file=sys.stderr,
            )
            return MISUSED
    trials = [_tried(pack, built_in, wishes) for pack in chosen]
    _WRITERS[wishes.format](trials)
    return PASSED if all(trial.passed for trial in trials) else FAILED


def _tried(pack: str, built_in: Sequence[str], wishes: Namespace) -> Trial:
    from kingsburg_rules.content.packs import Pack
    from kingsburg_rules.testing.trials import GAMES, Trial, try_pack

    games: int = wishes.games or (GAMES if wishes.packs else 0)
    try:
        found = pack if pack in built_in else Pack.read(Path(pack))
        return try_pack(
            found, games=0 if wishes.no_games else games, seed=wishes.seed, players=wishes.players
        )
    except ContentError as error:
        return Trial(pack, problems=[*error.problems])


def _write_text(trials: Sequence[Trial]) -> None:
    for trial in trials:
        for problem in trial.problems:
            print(for_people(problem), end="")
        if trial.coverage.games:
            print(_coverage(trial))
        print(_summary(trial))
    print(where_more_is_told([problem for trial in trials for problem in trial.problems]), end="")


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


def _write_json(trials: Sequence[Trial]) -> None:
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


def _write_github(trials: Sequence[Trial]) -> None:
    for trial in trials:
        for problem in trial.problems:
            print(for_github(problem))


_WRITERS: dict[str, Callable[[Sequence[Trial]], None]] = {
    "text": _write_text,
    "json": _write_json,
    "github": _write_github,
}
