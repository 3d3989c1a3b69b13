"""`--watch`: do something again whenever a file changes, until Ctrl+C.

Files are looked at four times a second: their times and sizes say whether one changed. That works everywhere,
also on disks over a network and in containers, and costs nothing that one would notice for the files of
packs.
"""

from __future__ import annotations

import os
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from threading import Event
from typing import TypeAlias

from kingsburg_rules import KingsburgError
from kingsburg_rules.cli.output import FAILED, clear_screen, complain, counted
from kingsburg_rules.content import PACK_FILE, is_hidden

Stamps: TypeAlias = "dict[Path, tuple[int, int, int]]"
"""Files with what changes when they do: time, size, and number on the disk."""

_ENDINGS = (".yaml", ".yml", ".zip")
_DEPTH = 3
"""How many folders up the `pack.yaml` of a file may be."""

_EACH = 0.25
"""So many seconds are between two looks."""

_SHOWN = 3
"""So many changed files are named."""


def add_watch_option(parser: ArgumentParser) -> None:
    """Add the option to watch."""
    parser.add_argument(
        "--watch", action="store_true", help="run again whenever a file changes, until Ctrl+C"
    )


def watch(
    paths: Iterable[str],
    action: Callable[[], int],
    pause: Callable[[], object] | None = None,
) -> int:
    """Do something now, and again whenever a file at one of the paths changes.

    Args:
        paths: Packs, folders or files.
        action: What is done; it returns an exit code.
        pause: Waits before the next look.

    Returns:
        The exit code of the last time.
    """
    homes = [*map(_home, map(Path, paths))]
    code, seen = FAILED, None
    wait = pause or (lambda: Event().wait(_EACH))
    try:
        while True:
            # Looked at before it is done, so that no change meanwhile is missed.
            now = _stamps(homes)
            if now == seen:
                wait()
                continue
            if seen is not None:
                _announce(seen, now)
            code, seen = _done(action), now
            complain(f"Watching {counted(len(now), 'file')}; press Ctrl+C to stop.")
    except KeyboardInterrupt:
        complain("")
    return code


def _stamps(homes: Iterable[Path]) -> Stamps:
    """Look at all files that packs consist of."""
    found: Stamps = {}
    for path in (file for home in homes for file in _files(home)):
        try:
            seen = path.stat()
        except OSError:  # it was there a moment ago: an editor is saving it
            continue
        # An editor may replace a file by one of the same time and size; its number then differs.
        found[path] = (seen.st_mtime_ns, seen.st_size, seen.st_ino)
    return found


def _home(path: Path) -> Path:
    """Return the path to watch: for a file in a pack the whole pack, which the file may name."""
    if path.is_dir():
        return path
    homes = [folder for folder in path.absolute().parents[:_DEPTH] if (folder / PACK_FILE).is_file()]
    return homes[0] if homes else path


def _files(home: Path) -> Iterator[Path]:
    if not home.is_dir():
        yield home
        return
    for here, folders, files in os.walk(home):
        folders[:] = [name for name in folders if not is_hidden(name)]
        yield from (Path(here, name) for name in files if name.endswith(_ENDINGS) and not is_hidden(name))


def _announce(before: Stamps, now: Stamps) -> None:
    """Write above the next report what changed."""
    changed = sorted(path.name for path in {*before, *now} if before.get(path) != now.get(path))
    clear_screen()
    complain(f"Changed: {', '.join(changed[:_SHOWN])}{', ...' if len(changed) > _SHOWN else ''}")


def _done(action: Callable[[], int]) -> int:
    """Do it once; an error does not end the watch."""
    try:
        return action()
    except KingsburgError as error:
        complain(" ".join(str(error).split()))
        return FAILED
