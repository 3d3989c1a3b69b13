"""What can be pickled and copied, and what threads and other processes make of it."""

from __future__ import annotations

import copy
import copyreg
import multiprocessing
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from kingsburg_rules import (
    Game,
    KingsburgError,
    Outcome,
    Pack,
    Rules,
    SeatView,
    SetupError,
    load_rules,
)
from kingsburg_rules.bots import GreedyBot, RandomBot, bot_turn
from kingsburg_rules.content.compiling import compile_again
from kingsburg_rules.testing import rules_with

SRC = Path(__file__).parents[2] / "src"
PLAYERS = ("Ann", "Brian", "Cindy")
HUT = "buildings: [{id: hut, name: Hut, row: X, column: 1, cost: {wood: 1}, vp: 0}]"
FILES = {
    "pack.yaml": 'id: toys\nversion: "1"\nformat: 1\ntitle: Toys\n',
    "cards.yaml": f"format: 1\n{HUT}\n",
    "locale/nl.yaml": "format: 1\nlanguage: nl\ncards:\n  hut: {name: Hutje}\n",
}
RULES = {
    "base": load_rules,
    "modules": lambda: load_rules("first-ffg", modules=("governors", "destiny")),
    "a scenario": lambda: load_rules(scenario="goblin-valley", fidelity="reconstructed"),
    "a switch": lambda: load_rules(switches={"plus2_limit": "per_season"}),
    "a pack as texts": lambda: load_rules(packs=[FILES]),
    "cards of a test": lambda: rules_with(HUT),
}
each_rules = pytest.mark.parametrize("name", RULES)


def again(thing: Any, protocol: int = pickle.HIGHEST_PROTOCOL) -> Any:
    return pickle.loads(pickle.dumps(thing, protocol))


def played(rules: Rules, turns: int = 60) -> Game:
    game = Game(rules, PLAYERS, seed=5)
    for _ in range(turns):
        assert game.decision is not None
        game.play(game.decision.options[-1])
    return game


# Rules


@each_rules
def test_rules_are_pickled_as_what_loads_them_again(name: str) -> None:
    """In one process they are the same object, so caches stay shared and views of them equal."""
    rules = RULES[name]()
    assert all(again(rules, protocol) is rules for protocol in range(pickle.HIGHEST_PROTOCOL + 1))
    assert copy.copy(rules) is rules
    assert copy.deepcopy([rules, {"rules": rules}]) == [rules, {"rules": rules}]
    assert len(pickle.dumps(rules)) < 2000


def test_rules_with_a_pack_keep_its_translations() -> None:
    packed = pickle.dumps(load_rules(packs=[FILES]))
    told = "import pickle, sys; r = pickle.load(sys.stdin.buffer); print(r.name_of('hut', 'nl'), r.digest)"
    done = subprocess.run(
        [sys.executable, "-c", told], input=packed, capture_output=True, env=path(), check=True
    )
    assert done.stdout.decode().split() == ["Hutje", load_rules(packs=[FILES]).digest]


def path() -> dict[str, str]:
    return {"PYTHONPATH": str(SRC)}


def test_rules_of_another_library_are_refused() -> None:
    """The library on the other side may be another version, whose packs say something else."""
    build, (edition, packs, *rest) = copyreg.dispatch_table[Rules](load_rules())
    changed = tuple((folder, "0123456789ab", pack) for folder, _, pack in packs)
    with pytest.raises(SetupError, match="another version of the pack 'base'"):
        build(edition, changed, *rest)


def test_rules_that_lack_cards_are_not_pickled() -> None:
    rules = load_rules(modules=("governors",))
    card = next(ref for ref, node in rules.cards.items() if node.drawn and ref.startswith("governors/"))
    with pytest.raises(SetupError, match="pickle those with all cards") as refused:
        pickle.dumps(compile_again(rules, frozenset({card})))
    assert refused.value.code == "setup.pickle"


# Games, positions and what they give


@each_rules
def test_a_game_is_pickled_as_its_save_with_its_rules(name: str) -> None:
    game = played(RULES[name]())
    for twin in (again(game), copy.copy(game), copy.deepcopy(game)):
        assert twin == game
        assert twin.rules is game.rules
        twin.play(twin.decision.options[0])
        assert twin != game
        twin.undo()
        twin.undo()


def test_a_position_is_copied_but_not_pickled() -> None:
    game = played(load_rules())
    position = game.position()
    for twin in (copy.copy(position), copy.deepcopy(position)):
        assert twin.state == position.state
        twin.step(twin.decision.options[0])
        assert twin.decision != position.decision
    with pytest.raises(SetupError, match=r"Pickle the Game, and call position\(\) there") as refused:
        pickle.dumps(position)
    assert refused.value.code == "setup.pickle"
    assert again(game).position().state == position.state


def test_values_are_pickled_and_copied_as_they_are() -> None:
    game = played(load_rules(modules=("destiny",)))
    assert game.decision is not None
    things = [
        *(game.view("Ann"), game.state, game.decision, game.record, game.why_not("pass")),
        *(*game.pending, *game.decision.options, *game.opening, *game.recent(60), *game.prices("Ann")),
        *(*game.odds("Ann"), *game.threats("Ann"), *game.dice_statistics(), *game.within_reach("Ann")),
        Pack.from_files(FILES),
    ]
    for thing in things:
        assert again(thing) == thing
        assert copy.copy(thing) == thing
        assert copy.deepcopy(thing) == thing
    assert len({type(thing) for thing in things}) > 20
    view: SeatView = again(game.view("Ann"))
    assert view.rules is game.rules
    assert view.decision == game.view("Ann").decision


@pytest.mark.parametrize("do", ["rules", "action", "pack"])
def test_an_error_is_pickled_whole(do: str) -> None:
    """Otherwise a process pool breaks at the first one."""
    causes: dict[str, Any] = {
        "rules": lambda: load_rules("third"),
        "action": lambda: Game(load_rules(), PLAYERS, seed=1).play("influence king 6"),
        "pack": lambda: Pack.from_files({**FILES, "more.yaml": "rules: 3\n"}),
    }
    with pytest.raises(KingsburgError) as raised:
        causes[do]()
    twin = again(raised.value)
    assert (type(twin), str(twin), vars(twin)) == (type(raised.value), str(raised.value), vars(raised.value))


# Other processes


def finished(game: Game, seed: int) -> tuple[Outcome | None, str]:
    """Play a game to its end in another process."""
    while game.decision is not None:
        bot_turn(game, dict.fromkeys(PLAYERS, RandomBot(seed)))
    return game.outcome, game.save()


def refused(rules: Rules) -> None:
    Game(rules, ("Ann",))


def test_games_are_played_in_processes_that_start_from_nothing() -> None:
    rules = load_rules(packs=[FILES])
    games = [Game(rules, PLAYERS, seed=seed) for seed in range(3)]
    start = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=start) as pool:
        there = [*pool.map(finished, games, range(3))]
        assert there == [finished(game, seed) for seed, game in enumerate(games)]
        with pytest.raises(SetupError, match="2 to 5 players"):
            pool.submit(refused, rules).result()


# Threads


COLD = """
import threading
from kingsburg_rules import load_rules
gate, found = threading.Barrier(8), []
FILES = {files!r}
def load(k):
    gate.wait()
    found.append((k % 2, load_rules(modules=("destiny",)) if k % 2 else load_rules(packs=[FILES])))
threads = [threading.Thread(target=load, args=(k,)) for k in range(8)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
assert len(found) == 8
assert len({{id(rules) for _, rules in found}}) == 2, found
import gc
assert gc.isenabled()
"""


def test_threads_that_load_at_once_get_one_rule_set() -> None:
    """In a process in which nothing is loaded yet, where all imports happen at once, too."""
    for _ in range(2):
        command = [sys.executable, "-c", COLD.format(files=FILES)]
        subprocess.run(command, env=path(), check=True, capture_output=True)


def test_bots_are_pickled() -> None:
    game = Game(load_rules(), PLAYERS, seed=1)
    bot = GreedyBot(3)
    twin = again(bot)
    first, second = game.copy(), game.copy()
    bot_turn(first, dict.fromkeys(PLAYERS, bot))
    bot_turn(second, dict.fromkeys(PLAYERS, twin))
    assert first == second
