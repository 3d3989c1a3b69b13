"""Checks and loads packs that lie in a folder, one by one, and prints what became of each as JSON.

It runs as a program of its own, so that it can be bounded: `test_hostile_packs.py` gives it little memory,
some time, and no file to write. Each argument after the folder is a way to try.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

from kingsburg_rules import ContentError, KingsburgError, load_rules
from kingsburg_rules.content.checking import check_folder


def told(work: Callable[[], object]) -> list[str]:
    """The codes of the problems that some work ends in."""
    try:
        work()
    except ContentError as error:
        return sorted({problem.code for problem in error.diagnostics})
    except KingsburgError as error:
        return [error.code]
    return []


def texts(folder: Path) -> dict[str, str]:
    """The files of a folder as texts by name."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes().decode("utf-8", errors="surrogateescape")
        for path in folder.rglob("*.yaml")
    }


WAYS: dict[str, Callable[[Path], list[str]]] = {
    "check": lambda path: sorted({problem.code for problem in check_folder(path)}),
    "load": lambda path: told(lambda: load_rules(packs=[path])),
    "texts": lambda path: told(lambda: load_rules(packs=[texts(path)])),
}


if __name__ == "__main__":
    home, *ways = sys.argv[1:]
    found = {path.name: {way: WAYS[way](path) for way in ways} for path in sorted(Path(home).iterdir())}
    print(json.dumps(found))
