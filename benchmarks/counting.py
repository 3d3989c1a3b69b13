"""Counts what playing costs, and compares it with the list beside the page on performance.

    python benchmarks/counting.py            # what has changed by more than 3 %, if anything has
    python benchmarks/counting.py --write    # write the list anew

Three things are counted, exactly and the same each time: the Python functions that are called (resuming a
generator counts as well); the instructions of the interpreter that they consist of, for a function can be
short or long; and the containers for which the interpreter takes new memory: lists, tuples, dictionaries,
closures, instances of classes. Containers that are filled again soon after they were dropped come from the
interpreter's free lists, cost next to nothing and do not count. Everything has been done once before it is
counted, so the caches of the rules are full.

Other Pythons call other functions and collect garbage at other times, so the list is one of CPython 3.11,
not compiled.
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from types import FrameType
from typing import NamedTuple, TypeAlias

from games import PLAYERS, RULE_SETS, asked, moments, random_game, random_position, rules_of
from kingsburg_rules import COMPILED, Game, Rules
from kingsburg_rules.bots import Bot, GreedyBot, RandomBot, SearchBot, Sight

LIST = Path(__file__).parents[1] / "docs" / "explanation" / "counts.json"
COMMAND = "python benchmarks/counting.py --write"
COUNTED_ON = "CPython 3.11"
TOLERANCE = 0.03
GAMES = 3
NEVER = 2**31 - 1

Counts: TypeAlias = dict[str, dict[str, dict[str, float]]]
"""By set of modules and by what is done: `calls`, `instructions` and `containers`, each time it is done."""


class Work(NamedTuple):
    """Something that is done so many times."""

    do: Callable[[], object]
    times: int


# What is done


def whole_games(play: Callable[[Rules, int], int], rules: Rules) -> Work:
    """Play games; what is counted is a decision, with its share of the set-up."""
    decisions = sum(play(rules, seed) for seed in range(GAMES))
    return Work(lambda: [play(rules, seed) for seed in range(GAMES)], decisions)


def each(acts: Iterator[Callable[[], object]]) -> Work:
    """Do some things once each."""
    listed = [*acts]
    return Work(lambda: [act() for act in listed], len(listed))


def new_games(rules: Rules) -> Work:
    """Set up games."""
    return each(partial(Game, rules, PLAYERS, seed=seed) for seed in range(20))


def copies(rules: Rules) -> Work:
    """Copy positions."""
    return each(game.position().copy for game in moments(rules, 5))


def plays(rules: Rules) -> Work:
    """Play one action each."""
    return each(partial(game.play, decision.options[0]) for game, decision in asked(rules, 3))


def undone(rules: Rules) -> Work:
    """Undo an action that has just been played."""

    def played() -> Iterator[Callable[[], object]]:
        for game, decision in asked(rules, 3):
            game.play(decision.options[0])
            yield game.undo

    return each(played())


def views(rules: Rules) -> Work:
    """View a game from every seat, and as a spectator."""
    return each(partial(game.view, seat) for game in moments(rules, 25) for seat in (*PLAYERS, None))


def loads(rules: Rules) -> Work:
    """Load saves made all through games."""
    return each(partial(Game.load, game.save(), rules) for game in moments(rules, 80))


def choices(make: Callable[[int], Bot], every: int, rules: Rules) -> Work:
    """Let a new bot answer each time."""
    return each(
        partial(make(1).choose, decision, Sight(decision.player, game))
        for game, decision in asked(rules, every)
    )


WORKS: Mapping[str, Callable[[Rules], Work]] = {
    "a decision of a Position": partial(whole_games, random_position),
    "a decision of a Game": partial(whole_games, random_game),
    "a new game": new_games,
    "a copy of a Position": copies,
    "Game.play": plays,
    "Game.undo": undone,
    "a view": views,
    "a choice of the random bot": partial(choices, RandomBot, 20),
    "a choice of the greedy bot": partial(choices, GreedyBot, 25),
    "a choice of the searching bot, 4 playouts": partial(choices, partial(SearchBot, playouts=4), 70),
    "loading a save": loads,
}


# How it is counted


OURS = {function.__code__.co_filename for function in (random_game, each)}
"""The files that play, whose own functions do not count."""

Note: TypeAlias = Callable[[FrameType, str, object], "Note"]


def calls(do: Callable[[], object]) -> int:
    """Count the calls of Python functions, without our own."""
    found = 0

    def note(frame: FrameType, event: str, _: object) -> None:
        nonlocal found
        if event == "call" and frame.f_code.co_filename not in OURS:
            found += 1

    sys.setprofile(note)
    try:
        do()
    finally:
        sys.setprofile(None)
    return found


def instructions(do: Callable[[], object]) -> int:
    """Count the instructions of the interpreter."""
    found = 0

    def note(_: FrameType, event: str, __: object) -> Note:
        nonlocal found
        if event == "opcode":
            found += 1
        return note

    def enter(frame: FrameType, _: str, __: object) -> Note | None:
        if frame.f_code.co_filename in OURS:
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return note

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        do()
    finally:
        sys.settrace(before)
    return found


def containers(do: Callable[[], object]) -> int:
    """Count the containers that are made.

    With a threshold below zero, CPython 3.11 looks for garbage whenever it takes memory for a container, and
    it counts how often it has looked. The other thresholds are never reached, so it only ever looks at the
    newest one.
    """
    gc.collect()  # this empties the free lists, too
    thresholds = gc.get_threshold()
    gc.set_threshold(-1, NEVER, NEVER)
    before = gc.get_stats()[0]["collections"]
    try:
        do()
        return int(gc.get_stats()[0]["collections"] - before)
    finally:
        gc.set_threshold(*thresholds)


COUNTED = {"calls": calls, "instructions": instructions, "containers": containers}


def count(prepare: Callable[[Rules], Work], rules: Rules) -> dict[str, float]:
    """Count some work, prepared anew each time; the first time only fills caches."""
    prepare(rules).do()
    found = dict[str, float]()
    for what, counted in COUNTED.items():
        work = prepare(rules)
        found[what] = round(counted(work.do) / work.times, 2)
    return found


def count_all() -> Counts:
    """Count everything."""
    return {
        name: {work: count(prepare, rules_of(name)) for work, prepare in WORKS.items()} for name in RULE_SETS
    }


# How it is compared


def unfit() -> str | None:
    """Say why this Python cannot be compared with the list."""
    here = f"{platform.python_implementation()} {'.'.join(platform.python_version_tuple()[:2])}"
    if COMPILED or here != COUNTED_ON:
        return f"calls are listed for {COUNTED_ON}, not compiled; this is {here}" + ", compiled" * COMPILED
    return None


def flat(counts: Counts) -> dict[str, float]:
    """Give each number a name: `base game, a view: calls`."""
    return {
        f"{name}, {work}: {what}": number
        for name, works in counts.items()
        for work, numbers in works.items()
        for what, number in numbers.items()
    }


def changes(listed: Counts, found: Counts) -> list[str]:
    """Tell what has risen or fallen by more than the tolerance, and what to do about it."""
    before, now = flat(listed), flat(found)
    risen, fallen = list[str](), list[str]()
    for name in before | now:
        was, is_now = before.get(name, 0.0), now.get(name, 0.0)
        if abs(is_now - was) > TOLERANCE * was:
            told_of = risen if is_now > was else fallen
            told_of.append(f"{name}: {is_now:,}, where the list has {was:,}")
    told = [*risen, *fallen]
    if risen:
        told.append(f"What has risen should be made cheaper. If it is worth its price, run: {COMMAND}")
    if fallen:
        told.append(f"What has fallen should stay there. Lower the list: {COMMAND}")
    return told


def main() -> None:
    """Compare, or write the list."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="write the list anew")
    wanted = parser.parse_args()
    if why := unfit():
        sys.exit(why)
    found = count_all()
    if wanted.write:
        LIST.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    elif told := changes(json.loads(LIST.read_text(encoding="utf-8")), found):
        sys.exit("\n".join(told))


if __name__ == "__main__":
    main()
