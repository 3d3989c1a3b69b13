"""Measures what checking and loading packs costs, and prints one JSON object.

A large pack is compared with what ruamel.yaml alone needs to read the same files, in turns within one
process, so the ratio means the same on every machine. A single card is checked in fresh processes, as an
author does it. Memory is that of fresh processes, too. Nothing here judges: a figure is for people to
compare.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, cast

from ruamel.yaml import YAML

import kingsburg_rules
import packs
from kingsburg_rules import load_rules
from kingsburg_rules.content.checking import check

CARDS_IN_A_FILE = 100
CARDS_IN_A_PACK = 1000
COMMAND = (sys.executable, "-m", "kingsburg_rules", "check")


def make_pack(folder: Path, cards: int) -> int:
    """Write a pack of so many cards; gives its size in bytes."""
    folder.mkdir(parents=True)
    texts = {"pack.yaml": packs.header(folder.name, f"A pack of {cards} cards")}
    for first in range(0, cards, CARDS_IN_A_FILE):
        numbers = range(first, min(cards, first + CARDS_IN_A_FILE))
        texts[f"cards_{first}.yaml"] = "format: 1\nbuildings:\n" + "".join(map(packs.building, numbers))
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return sum(len(text.encode()) for text in texts.values())


def parsing(folder: Path) -> None:
    """Read all files of a pack with ruamel.yaml alone, in the way that costs it least."""
    for path in folder.glob("*.yaml"):
        cast("Any", YAML(typ="safe", pure=True)).load(path)


def large(folder: Path, rounds: int) -> dict[str, object]:
    """Check and load a pack of 1,000 cards against parsing it, in turns."""
    size = make_pack(folder, CARDS_IN_A_PACK)
    report = check(folder)
    assert not report.errors, report.errors[0]
    load_rules()
    parses, checks, loads = [], [], []
    for number in range(rounds):
        parses.append(processor_time(lambda: parsing(folder)))
        checks.append(processor_time(lambda: check(folder)))
        description = packs.header(folder.name, f"A pack in round {number}")  # one read before is kept
        (folder / "pack.yaml").write_text(description, encoding="utf-8")
        loads.append(processor_time(lambda: load_rules(packs=[folder])))
    return {
        "pack_bytes": size,
        "pack_warnings": len(report.warnings),
        "check_s": figures(statistics.median(checks)),
        "parse_s": figures(statistics.median(parses)),
        "load_s": figures(statistics.median(loads)),
        "check_over_parse": ratio(checks, parses),
        "load_over_parse": ratio(loads, parses),
    }


def ratio(ours: list[float], theirs: list[float]) -> float:
    """Compare times round by round."""
    return figures(statistics.median(a / b for a, b in zip(ours, theirs, strict=True)))


def processor_time(action: object) -> float:
    """Seconds of the processor for one call."""
    assert callable(action)
    gc.collect()
    start = time.process_time()
    action()
    return time.process_time() - start


def single(folder: Path, rounds: int) -> dict[str, object]:
    """Check one card in fresh processes, from the command to its end."""
    make_pack(folder, 1)
    path = str(folder / "cards_0.yaml")
    wall = [fresh(*COMMAND, path) for _ in range(rounds + 1)][1:]  # the first fills the disk's cache
    bare = [fresh(sys.executable, "-c", "pass") for _ in range(rounds)]
    return {
        "one_card_ms": figures(statistics.median(wall) * 1e3),
        "one_card_least_ms": figures(min(wall) * 1e3),
        "bare_python_ms": figures(statistics.median(bare) * 1e3),
    }


def fresh(*command: str) -> float:
    """Seconds on the clock for a process of its own."""
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


PEAK = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
"""Run a command from a small process, for it inherits the peak of the one that starts it; tell its peak."""

KILOBYTE = 1 if sys.platform == "darwin" else 1024
"""In what the peak is told."""


def memory(folder: Path, megabytes: list[float]) -> list[dict[str, object]]:
    """Check packs of several sizes, each in a process of its own; a large one is a folder of packs."""
    found: list[dict[str, object]] = []
    each = make_pack(folder / "measure", CARDS_IN_A_PACK) / CARDS_IN_A_PACK
    for number, wanted in enumerate(megabytes):
        home, cards, size = folder / f"size-{number}", round(wanted * 1e6 / each), 0
        for k, first in enumerate(range(0, cards, MOST_CARDS)):
            size += make_pack(home / f"pack-{k}", min(MOST_CARDS, cards - first))
        command = (sys.executable, "-c", PEAK, *COMMAND, "--format", "github", str(home))
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        peak = int(done.stdout) * KILOBYTE
        found.append(
            {
                "bytes": size,
                "peak_mb": figures(peak / 1e6),
                "of_12_times_and_60_mb": figures(peak / (12 * size + 60e6)),
            }
        )
    return found


MOST_CARDS = 4500
"""How many cards a pack of the memory figures has at most; a pack may have 5,000."""


def figures(value: float, digits: int = 4) -> float:
    """Round to so many significant digits; more would be noise."""
    return float(f"{value:.{digits}g}")


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="how often each thing is done (7)")
    parser.add_argument(
        "--megabytes",
        type=float,
        nargs="*",
        default=[0.001, 0.5, 2, 20],
        help="sizes of packs for the memory, about (0.001 0.5 2 20)",
    )
    wanted = parser.parse_args()
    installed = (Path(kingsburg_rules.__file__).parent / "_data").is_dir()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        report = {
            "python": platform.python_version(),
            "machine": platform.machine(),
            "cores": os.cpu_count(),
            "installed": installed,
            **large(folder / "large", wanted.rounds),
            **single(folder / "single", wanted.rounds),
            "memory": memory(folder / "memory", wanted.megabytes),
        }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
