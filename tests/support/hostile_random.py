"""Makes random packs hostile, plays them, and counts the work of every answer.

It runs as a program of its own, so that its memory can be bounded (see `test_hostile_packs.py`): the first
argument is how many packs are made. Hypothesis prints the pack that breaks a promise.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from kingsburg_rules import ContentError, Game, Pack, Rules, Runaway, SetupError, load_rules
from kingsburg_rules.content.yaml_reader import read_yaml
from kingsburg_rules.testing.random_games import starting_with
from support.random_packs import packs

NUMBERS = (-(10**9), -1, 0, 1, 2, 3, 5, 8, 13, 20, 21, 99, 100, 101, 1000, 10**6, 10**9)
STEPS = ("do", "then", "else")
CHANGES = 5
ANSWERS = 25
MOST_CALLS = 40_000_000
"""So many functions may one answer call, with all that looks at the table after it."""

ENDED: Counter[str] = Counter()


def spots(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every value in data, as the container and the key of it."""
    for key in [*data] if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
        yield data, key
        yield from spots(data[key])


def swollen(random: Random, data: Any) -> None:
    """Set a number to something extreme."""
    found = [(home, key) for home, key in spots(data) if type(home[key]) is int]
    if found:
        home, key = random.choice(found)
        home[key] = random.choice(NUMBERS)


def multiplied(random: Random, data: Any) -> None:
    """Write an item of a list many times; cards and branches get names of their own."""
    found = [(home, key) for home, key in spots(data) if isinstance(home, list)]
    if found:
        home, key = random.choice(found)
        text, times = json.dumps(home[key]), random.choice((2, 10, 100, 300))
        for number in range(min(times, 200_000 // len(text))):
            twin = json.loads(text)
            for name in ("id", "label") if isinstance(twin, dict) else ():
                if name in twin:
                    twin[name] = f"{twin[name]}_{number}"
            home.append(twin)


def looped(random: Random, data: Any) -> None:
    """Put steps into loops."""
    found = [(home, key) for home, key in spots(data) if key in STEPS and isinstance(home[key], list)]
    if found:
        home, key = random.choice(found)
        for _ in range(random.choice((1, 3, 6))):
            loop: Any = {"for_each": {"players": "all", "do": home[key]}}
            if random.random() < 0.3:
                loop = {"repeat": {"if": {"year": {"min": 1}}, "do": home[key]}}
            home[key] = [loop]


def nested(random: Random, data: Any) -> None:
    """Put tests into queries, or values into sums."""
    tests = [(home, key) for home, key in spots(data) if key == "if" and isinstance(home[key], dict)]
    if tests and random.random() < 0.7:
        home, key = random.choice(tests)
        for _ in range(random.choice((1, 2, 4, 6))):
            query = random.choice(({"players": {}}, {"cards": {"zone": "deck"}}, {"places": {}}))
            ((kind, narrowed),) = query.items()
            home[key] = {"exists": {kind: {**narrowed, "if": home[key]}}}
        return
    amounts = [
        (home, key) for home, key in spots(data) if type(home[key]) is int and key not in ("rank", "column")
    ]
    if amounts:
        home, key = random.choice(amounts)
        for _ in range(random.choice((1, 2, 4))):
            home[key] = {"sum": {"players": "all", "of": home[key]}}


def greedy(random: Random, data: Any) -> None:
    """Let much be gained, chosen or paid."""
    found = [(home, key) for home, key in spots(data) if key in STEPS and isinstance(home[key], list)]
    if found:
        home, key = random.choice(found)
        number = random.choice((3, 20, 60, 100, {"times": [9, 9]}))
        step = random.choice(
            (
                {"gain": {"good": number}},
                {"lose": {"good": number}},
                {"gain": {"gold": 1000, "wood": 1000, "stone": 1000, "plus2": 20, "bonus_die": 9}},
                {"pay": {"price": [{"good": number}], "then": [{"gain": {"vp": 1}}]}},
                {"trade": [{"pay": {"good": 9}, "gain": {"good": 9}}]},
            )
        )
        home[key].append({"for_each": {"players": "all", "do": [step]}})


WAYS: tuple[Callable[[Random, Any], None], ...] = (swollen, multiplied, looped, nested, greedy)


def rules_of(info: str, data: Any) -> Rules | None:
    """Load what was made, unless it is refused."""
    try:
        return load_rules(packs=[Pack.from_files({"pack.yaml": info, "cards.yaml": json.dumps(data)})])
    except ContentError as error:
        ENDED.update({problem.code for problem in error.diagnostics})
        return None


def made_hostile(files: dict[str, str], random: Random) -> Rules:
    """Change a pack as long as it can still be played."""
    text, found = files["cards.yaml"], None
    for _ in range(CHANGES):
        data: Any = read_yaml(text, "cards.yaml").data
        random.choice(WAYS)(random, data)
        rules = rules_of(files["pack.yaml"], data)
        if rules is not None and len(json.dumps(data)) < 400_000:
            text, found = json.dumps(data), rules
    return found or load_rules(packs=[Pack.from_files(files)])


def counted(work: Callable[[], object]) -> int:
    """Count the functions that are called."""
    calls = 0

    def note(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


def answer(game: Game, random: Random) -> None:
    """Give an answer, and look at the table as a program does."""
    decision = game.decision
    if decision is not None:
        game.play(random.choice(decision.options), decision.player)
        game.view(decision.player)
        game.why_not("pass")


def play(rules: Rules, random: Random) -> None:
    """Play a while with all cards of the pack in play."""
    cards = [ref for ref in rules.cards if ref.startswith("made-up/")][:40]
    games: list[Game] = []

    def begin() -> None:
        players = ("Ann", "Brian", "Cindy", "Dan", "Eve")[: random.choice((2, 5))]
        games.append(Game(starting_with(rules, cards), players, seed=random.randrange(1000)))

    try:
        assert counted(begin) < MOST_CALLS
        for _ in range(ANSWERS):
            assert counted(lambda: answer(games[0], random)) < MOST_CALLS
        ENDED["played"] += 1
    except (Runaway, SetupError) as error:
        assert isinstance(error, Runaway) or error.code == "setup.cards", error
        ENDED[error.code] += 1


def main(examples: int) -> None:
    """Make and play packs; then say how they ended."""

    @settings(
        max_examples=examples,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=[*HealthCheck],
    )
    @given(packs(cards=3), st.integers(0, 2**32))
    def hostile(files: dict[str, str], seed: int) -> None:
        random = Random(seed)
        play(made_hostile(files, random), random)

    hostile()
    json.dump(ENDED, sys.stdout)


if __name__ == "__main__":
    main(int(sys.argv[1]))
