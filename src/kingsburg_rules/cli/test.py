"""`kingsburg test`: play the examples on cards."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable

    from kingsburg_rules.cli.commands import Subparsers
    from kingsburg_rules.testing import ExampleResult

PASSED, FAILED, MISUSED = 0, 1, 2


def add_parser(commands: Subparsers) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "test",
        help="play the examples on the cards",
        description="Play the examples on the cards of packs. The exit code is 0 if all hold, 1 if one does "
        "not, 2 if a pack does not exist.",
    )
    parser.add_argument(
        "packs", nargs="*", metavar="PACK", help="a pack's folder, or a built-in pack by name (all of them)"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to tell it (text)")
    parser.set_defaults(run=run)


def run(wishes: Namespace) -> int:
    """Play the examples, and tell how they went."""
    from kingsburg_rules.testing.packs import packs

    built_in = packs()
    chosen: list[str] = wishes.packs or [*built_in]
    for pack in chosen:
        if pack not in built_in and not (Path(pack) / "pack.yaml").is_file():
            print(
                f"kingsburg test: '{pack}' is neither a folder with a pack.yaml nor a built-in pack "
                f"({', '.join(built_in)}).",
                file=sys.stderr,
            )
            return MISUSED
    results = {pack: [*_play(pack, built_in)] for pack in chosen}
    tell = _tell_json if wishes.format == "json" else _tell_text
    tell(results)
    return PASSED if all(r.passed for found in results.values() for r in found) else FAILED


def _play(pack: str, built_in: tuple[str, ...]) -> Iterable[ExampleResult]:
    from kingsburg_rules.testing.packs import play_folder, play_pack

    return play_pack(pack) if pack in built_in else play_folder(Path(pack).resolve())


def _tell_text(results: dict[str, list[ExampleResult]]) -> None:
    for pack, found in results.items():
        failed = [result for result in found if not result.passed]
        for result in failed:
            print(f"{result.card}: {result.example.shows}")
            for failure in result.failures:
                print(f"    {failure}")
        print(f"{pack}: {len(found) - len(failed)} examples hold, {len(failed)} do not")


def _tell_json(results: dict[str, list[ExampleResult]]) -> None:
    told = [
        {
            "pack": pack,
            "card": r.card,
            "shows": r.example.shows,
            "passed": r.passed,
            "failures": [*r.failures],
        }
        for pack, found in results.items()
        for r in found
    ]
    print(json.dumps(told, indent=2, ensure_ascii=False))
