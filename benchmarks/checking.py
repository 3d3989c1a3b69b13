"""What checking and loading packs costs: what card authors wait for. `run.py` prints it.

A large pack is compared with what ruamel.yaml alone needs to read the same files, in turns within one
process, so the ratio means the same on every machine. A single card is checked in fresh processes, as an
author does it. Memory is that of fresh processes, too.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, cast

from ruamel.yaml import YAML

import packs
from kingsburg_rules import load_rules
from kingsburg_rules.content.checking import check
from timing import fresh, in_turns, peak, ratio

CARDS_IN_A_FILE = 100
CARDS_IN_A_PACK = 1000
ROUNDS = 7
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


def checking(share: float) -> Iterator[tuple[str, list[float]]]:
    """Give what checking costs, by the rows of the page."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield from large(folder / "large", max(2, round(ROUNDS * share)))
        make_pack(folder / "single", 1)
        command = (*COMMAND, str(folder / "single" / "cards_0.yaml"))
        taken = [fresh(*command)[0] for _ in range(max(3, round(ROUNDS * share)))]
        yield "one card, from the command to its end, in s", [statistics.median(taken)]
        yield from memory(folder / "memory", (0.001, 2) if share < 1 else (0.001, 2, 20))


def large(folder: Path, rounds: int) -> Iterator[tuple[str, list[float]]]:
    """Check and load a pack of 1,000 cards against parsing it, in turns."""
    make_pack(folder, CARDS_IN_A_PACK)
    report = check(folder)
    assert not report.errors, report.errors[0]
    load_rules()
    described = count()

    def load() -> None:
        description = packs.header(
            folder.name, f"A pack in round {next(described)}"
        )  # one read before is kept
        (folder / "pack.yaml").write_text(description, encoding="utf-8")
        load_rules(packs=[folder])

    times = in_turns(partial(parsing, folder), partial(check, folder), load, rounds=rounds)
    yield "to check a pack with 1,000 cards, over reading its YAML", [ratio(times, 1, 0)]
    yield "to load that pack with `load_rules(packs=...)`, over the same", [ratio(times, 2, 0)]


def memory(folder: Path, megabytes: tuple[float, ...]) -> Iterator[tuple[str, list[float]]]:
    """Check packs of several sizes, each in a process of its own; a large one is a folder of packs."""
    each = make_pack(folder / "measure", CARDS_IN_A_PACK) / CARDS_IN_A_PACK
    for number, wanted in enumerate(megabytes):
        home, cards = folder / f"size-{number}", round(wanted * 1e6 / each)
        for k, first in enumerate(range(0, cards, MOST_CARDS)):
            make_pack(home / f"pack-{k}", min(MOST_CARDS, cards - first))
        size = f"{wanted:g} MB of cards" if wanted >= 1 else "one card"
        yield f"memory to check {size}, in MB", [peak(*COMMAND, "--format", "github", str(home))]


MOST_CARDS = 4500
"""How many cards a pack of the memory figures has at most; a pack may have 5,000."""
