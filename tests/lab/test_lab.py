"""The lab: equal seeds give equal games, wherever and however often they are played, and nothing is lost."""

from __future__ import annotations

import csv
import io
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from kingsburg_rules import IllegalAction, Pack, Runaway, SaveError, SetupError, bots, load_rules, modules
from kingsburg_rules.bots import RandomBot, bot_names, make_bot
from kingsburg_rules.cli import main
from kingsburg_rules.cli.schema import message_schema, texts
from kingsburg_rules.cli.simulate import progress_bar
from kingsburg_rules.game import json_schemas
from kingsburg_rules.lab import (
    GameResult,
    Interval,
    Simulation,
    dask_executor,
    read_results,
    simulate,
    simulate_to,
    summary_of,
)
from kingsburg_rules.lab.files import Journal
from kingsburg_rules.lab.results import seat_rows
from kingsburg_rules.lab.running import (
    CHUNK,
    Chunker,
    ChunkExecutor,
    DaskWorkers,
    PlayedChunk,
    _unpickled,
)
from support.lab import FUSE, Attentive, Deadly, Mortal

TESTS = Path(__file__).parents[1]


def random_games(seed: int = 3, **more: Any) -> Simulation:
    return Simulation(load_rules(), **{"bots": ["random"], "players": 3, "seed": seed, **more})


@pytest.fixture(autouse=True)
def children_import_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes that are spawned find `support.lab`."""
    found = [str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(found))


# One game


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("chosen", [(), modules()])
def test_a_simulated_game_is_the_game_of_its_record(chosen: tuple[str, ...], players: int) -> None:
    simulation = Simulation(load_rules(modules=chosen), ["random", Attentive], players=players, seed=11)
    for number in range(3):
        result = simulation.play(number)
        *_, game = simulation.record(number).replay()
        assert game.outcome is not None
        ranking = {place.player: place for place in game.outcome.ranking}
        for name, seat in zip(game.players, result.seats, strict=True):
            place = ranking[name]
            assert (seat.rank, seat.vp, seat.goods) == (place.rank, place.vp, place.goods)
            assert dict(seat.points) == dict(place.by_source)
            assert {*seat.buildings} == {*game.state.player(name).buildings}
        assert [game.players[seat] for seat in result.winners] == [*game.outcome.winners]
        assert result.decided_by == game.outcome.decided_by
        assert result.years == game.state.year


def test_a_greedy_game_is_the_game_of_its_record() -> None:
    simulation = Simulation(load_rules(modules=("governors",)), ["greedy", "random"], seed=5)
    result = simulation.play(1)
    *_, game = simulation.record(1).replay()
    assert [seat.vp for seat in result.seats] == [score.vp for score in game.score_by_source]
    assert [seat.bot for seat in result.seats] == ["random", "greedy"]


def test_bots_take_turns_in_the_seats() -> None:
    simulation = Simulation(load_rules(), ["random", "greedy"], players=3)
    seatings = [simulation.seating(game) for game in range(6)]
    assert seatings[:3] == [(0, 1, 0), (0, 0, 1), (1, 0, 0)]
    assert seatings[3:] == seatings[:3]
    four = Simulation(load_rules(), ["random", "greedy", "random", "random"])
    assert [four.seating(game).index(1) for game in range(5)] == [1, 2, 3, 0, 1]


def test_the_number_of_seats_follows_from_the_bots() -> None:
    assert Simulation(load_rules()).players == 4
    assert Simulation(load_rules(), ["random"] * 3).players == 3
    assert Simulation(load_rules(), ["random"], players=2).players == 2


def test_results_come_back_from_json_the_same() -> None:
    result = random_games(watched=["base/inn"]).play(0)
    assert GameResult.from_json(result.to_json()) == result
    with pytest.raises(SaveError, match="not the result of a game"):
        GameResult.from_json("{}")


def test_results_keep_to_their_schema() -> None:
    contents: list[Any] = [json_schemas.schema("wire"), message_schema("game-result")]
    registry: Registry[Any] = Registry().with_resources(
        [(one["$id"], Resource.from_contents(one)) for one in contents]
    )
    validator = Draft202012Validator(contents[1], registry=registry)
    for simulation in (random_games(), random_games(watched=["base/inn", "base/jester"])):
        for result in results_of(simulation, 3):
            assert not [error.message for error in validator.iter_errors(json.loads(result.to_json()))]
    assert not validator.is_valid({})
    written = (TESTS.parent / "schemas" / "game-result.schema.json").read_text(encoding="utf-8")
    assert written == texts()["game-result"], "kingsburg schema --write schemas"


def test_the_fingerprint_is_that_of_everything_that_matters() -> None:
    base = random_games()
    others = [
        random_games(seed=4),
        random_games(players=4),
        random_games(bots=["greedy"]),
        random_games(watched=["base/inn"]),
        random_games(watched=["base/inn"], without="base/inn"),
        Simulation(load_rules(modules=("governors",)), ["random"], 3, 3),
        Simulation(load_rules("first-ffg"), ["random"], 3, 3),
    ]
    assert len({base.fingerprint, *(other.fingerprint for other in others)}) == 8
    assert random_games().fingerprint == base.fingerprint
    assert pickle.loads(pickle.dumps(base)).fingerprint == base.fingerprint


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"bots": []}, "Bots are given as a list"),
        ({"bots": "greedy"}, "Bots are given as a list"),
        ({"bots": ["greedi"]}, "did you mean 'greedy'"),
        ({"bots": ["random"] * 4}, "4 bots do not fit in 3 seats"),
        ({"players": -1}, "must be a whole number"),
        ({"players": 9}, "players are needed, not 9"),
        ({"seed": "x"}, "A seed is a whole number"),
        ({"watched": ["base/nothing"]}, "no card 'base/nothing'"),
        ({"watched": "nothing"}, "no cards of a pack 'nothing'"),
        ({"watched": 7}, "given as a list of packs and of `pack/card`"),
        ({"without": "inn"}, "no card 'inn'"),
        ({"bots": [RandomBot(1)]}, r"such as its class: RandomBot, not RandomBot\(\)"),
        ({"without": "nothing"}, "no card 'nothing'"),
    ],
)
def test_what_cannot_be_simulated_is_refused_at_once(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        random_games(**wrong)


class Wrong(RandomBot):
    def choose(self, decision: Any, sight: Any) -> Any:
        return "nonsense"


def test_a_bot_that_breaks_the_rules_ends_the_run() -> None:
    with pytest.raises(IllegalAction):
        random_games(bots=[Wrong]).play(0)


def test_a_game_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingsburg_rules.lab.playing.LONGEST", 10)
    with pytest.raises(Runaway, match="not over"):
        random_games().play(0)


# Many games


def results_of(simulation: Simulation, games: int = 12, **how: Any) -> list[GameResult]:
    return [*simulate(simulation, games, **how)]


class Here(Executor):
    """Runs everything at once, in this thread."""

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(function(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def test_results_are_equal_whoever_plays() -> None:
    expected = results_of(random_games())
    assert [result.game for result in expected] == [*range(12)]
    assert [result.seed for result in expected] == [*range(3, 15)]
    assert results_of(random_games(), chunk=1) == expected
    assert results_of(random_games(), workers=2, chunk=5) == expected
    assert results_of(random_games(), executor=Here()) == expected
    with ThreadPoolExecutor(2) as threads:
        assert results_of(random_games(), executor=threads) == expected
        assert threads.submit(int).result() == 0, "it is not shut down"
    assert results_of(random_games(), 4, first=8) == expected[8:]


def test_packs_and_bots_of_ones_own_go_to_the_processes() -> None:
    toys = Pack.from_files(
        {
            "pack.yaml": "{format: 1, id: toys, version: '1', title: Toys}",
            "cards.yaml": "{format: 1, buildings: [{id: hut, name: Hut, row: H, column: 1, cost: {wood: 1}, "
            "vp: 1}]}",
        }
    )
    simulation = Simulation(load_rules(packs=[toys]), [Attentive, "random"], watched=["toys/hut"])
    expected = results_of(simulation, 4)
    assert results_of(simulation, 4, workers=2, chunk=1) == expected
    assert {seat.bot for result in expected for seat in result.seats} == {"support.lab:Attentive", "random"}


def test_errors_of_games_come_out_of_processes() -> None:
    with pytest.raises(SetupError, match="`games` must be a whole number"):
        results_of(random_games(), -1)
    with pytest.raises(SetupError, match="`workers` must be a whole number"):
        results_of(random_games(), workers=0)
    with pytest.raises(TypeError, match="executor must be an Executor"):
        results_of(random_games(), executor=3)
    with pytest.raises(TypeError, match="simulation must be a Simulation"):
        results_of(3)  # type: ignore[arg-type]


def test_another_version_of_the_library_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    simulation = random_games()
    assert simulation.fingerprint
    _unpickled.cache_clear()
    monkeypatch.setattr("kingsburg_rules.lab.simulation.__version__", "0")
    with pytest.raises(SetupError, match="another version"):
        results_of(simulation, executor=Here())
    _unpickled.cache_clear()


# Workers that are killed


def test_a_killed_worker_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mortal = random_games(bots=[Mortal])
    expected = results_of(mortal)
    fuse = tmp_path / "fuse"
    fuse.touch()
    monkeypatch.setenv(FUSE, str(fuse))
    assert results_of(mortal, workers=2, chunk=2) == expected
    assert not fuse.exists(), "nobody was killed"


def test_a_chunk_that_always_kills_is_an_error() -> None:
    with pytest.raises(SetupError, match=r"Games 0 to \d were lost 3 times"):
        results_of(random_games(bots=[Deadly]), 6, workers=2, chunk=2)


def test_bots_that_cannot_be_sent_to_processes_are_named() -> None:
    games = random_games(bots=[lambda seed: RandomBot(seed + 1)])
    assert len(results_of(games, 2)) == 2, "in this process they play"
    with pytest.raises(SetupError, match=r"cannot be sent to a worker.*no lambda"):
        results_of(games, 2, workers=2)


MAIN = """
from kingsburg_rules import KingsburgError, load_rules
from kingsburg_rules.bots import RandomBot
from kingsburg_rules.lab import Simulation, simulate

class First(RandomBot):
    pass

def main():
    try:
        games = Simulation(load_rules(), [First, "random"])
        print([len(result.seats) for result in simulate(games, 2, workers=2)])
    except KingsburgError as error:
        print(error.code)
"""


@pytest.mark.parametrize(
    ("last", "told"),
    [("if __name__ == '__main__': main()", "[2, 2]"), ("main()", "lab.guard")],
    ids=["with the guard", "without the guard"],
)
def test_a_bot_of_the_main_script_plays_in_processes(tmp_path: Path, last: str, told: str) -> None:
    script = tmp_path / "study.py"
    script.write_text(MAIN + last + "\n", encoding="utf-8")
    run = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert run.stdout.splitlines()[-1:] == [told], run.stderr


def test_a_given_executor_that_breaks_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with ProcessPoolExecutor(1) as pool, pytest.raises(SetupError, match="were lost 3 times"):
        results_of(random_games(bots=[Deadly]), 2, executor=pool)


class Losing(Here):
    """Loses every third chunk that it gets, before or after it was played."""

    def __init__(self) -> None:
        self.given: list[int] = []

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.given.append(args[-1][0])
        if len(self.given) % 3 == 0:
            function(*args, **kwargs)
            lost: Future[Any] = Future()
            lost.set_exception(ConnectionResetError("gone"))
            return lost
        return super().submit(function, *args, **kwargs)


def test_lost_chunks_are_played_again_and_counted_once() -> None:
    losing = Losing()
    assert results_of(random_games(), executor=losing, chunk=1, workers=2) == results_of(random_games())
    assert len(losing.given) > 12
    assert {*losing.given} == {*range(12)}


def test_what_was_begun_is_cancelled_when_nobody_reads_on() -> None:
    with ThreadPoolExecutor(1) as threads:
        running = simulate(random_games(), 1000, executor=threads, chunk=1, workers=50)
        assert next(running).game == 0
        running.close()
        assert threads.submit(int).result(timeout=60) == 0


def test_few_chunks_are_on_their_way_at_once() -> None:
    here = Here()
    pool = ChunkExecutor(2, here)
    simulation = random_games()
    chunks = Chunker(simulation, range(30), 2, 1)
    running = pool.run(chunks)
    next(running)
    assert chunks._start <= 8


def test_chunks_take_about_a_second() -> None:
    chunks = Chunker(random_games(), range(10_000), 2)
    sizes: list[int] = []
    for chunk in chunks:
        sizes.append(len(chunk))
        chunks.learn(PlayedChunk(["{}"] * len(chunk), len(chunk) / 7))
    assert sizes[:3] == [1, 7, 7]
    assert sizes[-1] == 1, "few at the end, so that nobody waits long for the last one"
    assert sum(sizes) == 10_000
    slow, fast = Chunker(random_games(), range(10_000), 2), Chunker(random_games(), range(10_000), 2)
    slow.learn(PlayedChunk(["{}"], 90.0))
    fast.learn(PlayedChunk(["{}"], 0.0))
    assert [len(next(iter(each))) for each in (slow, fast)] == [1, CHUNK]


# Files


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_a_file_has_a_line_for_each_game(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    seen: list[int] = []
    assert simulate_to(path, random_games(), 7, chunk=3, progress=seen.append) == 7
    assert seen == [0, 3, 6, 7]
    assert [*read_results(path)] == results_of(random_games(), 7)
    assert simulate_to(path, random_games(), 7) == 0
    assert simulate_to(path, random_games(), 5) == 0, "games are never removed"
    assert len(text_of(path).splitlines()) == 7


def test_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    whole, path = tmp_path / "whole.jsonl", tmp_path / "games.jsonl"
    simulate_to(whole, random_games(), 10)

    def interrupted(games: int) -> None:
        if games >= 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate_to(path, random_games(), 10, chunk=2, progress=interrupted)
    assert len(text_of(path).splitlines()) == 4
    assert simulate_to(path, random_games(), 10, workers=2, chunk=1) == 6
    assert path.read_bytes() == whole.read_bytes()


def test_a_torn_last_line_is_repaired_wherever_it_is_torn(tmp_path: Path) -> None:
    whole, path = tmp_path / "whole.jsonl", tmp_path / "games.jsonl"
    simulate_to(whole, random_games(), 3)
    content = whole.read_bytes()
    tries = 0
    for cut in {
        0,
        1,
        20,
        content.index(b"\n"),
        content.index(b"\n") + 1,
        len(content) - 1,
        len(content) - 30,
    }:
        for tail in (b"", b"\0\0\0", b"\0\n"):
            path.write_bytes(content[:cut] + tail)
            simulate_to(path, random_games(), 3)
            assert path.read_bytes() == content, (cut, tail)
            tries += 1
    assert tries == 21


@pytest.mark.parametrize(
    "content",
    [
        "some text\n",
        "some text",
        '{"simulation":"other","game":0}\n',
        "{}\n{}\n",
        '{"simulation":"FINGERPRINT","game":1}\n',
        '{"simulation":"FINGERPRINT","game":0,"tor\n{"simulation":"FINGERPRINT","game":0}\n',
    ],
)
def test_a_file_with_something_else_is_left_alone(content: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    content = content.replace("FINGERPRINT", random_games().fingerprint)
    path.write_text(content, encoding="utf-8")
    with pytest.raises(SaveError, match="is not game 0 of this simulation"):
        simulate_to(path, random_games(), 2)
    assert text_of(path) == content


@pytest.mark.skipif(sys.platform == "win32", reason="the lock of Windows belongs to the process")
def test_two_runs_do_not_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with Journal.opened(path, random_games()), pytest.raises(SaveError, match="Another process writes"):
        simulate_to(path, random_games(), 2)
    assert simulate_to(path, random_games(), 2) == 2


def session_of(number: int) -> list[str]:
    """List the processes of a session that are still there."""
    listed = subprocess.run(
        ["ps", "-s", str(number), "-o", "stat="], check=False, capture_output=True, text=True
    )
    return [line for line in listed.stdout.split() if not line.startswith("Z")]


HEARD = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # which programs in the background ignore
from kingsburg_rules.cli import main
if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs signals, and `ps` of sessions")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL], ids=["Ctrl+C", "kill -9"])
def test_a_run_with_processes_ends_with_all_of_them_and_goes_on(how: signal.Signals, tmp_path: Path) -> None:
    path, whole = tmp_path / "games.jsonl", tmp_path / "whole.jsonl"
    command = [sys.executable, "-m", "kingsburg_rules", "simulate", "--bots", "random", "--workers", "2"]
    heard = [sys.executable, "-c", HEARD, *command[3:]]
    running = subprocess.Popen(
        [*heard, "--games", "100000", "--out", str(path)], stderr=subprocess.PIPE, start_new_session=True
    )
    # So many games that both processes must be at work: one that still starts up cannot end without a word.
    while not path.exists() or path.stat().st_size < 60_000:
        assert running.poll() is None
        time.sleep(0.02)
    if how == signal.SIGINT:
        os.killpg(running.pid, how)  # as a terminal does
    else:
        running.kill()
    _, complaint = running.communicate()
    if how == signal.SIGINT:
        assert running.returncode == 130
        assert complaint.decode().count("\n") == 1, "no traceback of any process"
        assert b"The same command continues" in complaint
    for _ in range(500):
        if not session_of(running.pid):
            break
        time.sleep(0.02)
    assert session_of(running.pid) == []
    games = path.read_bytes().count(b"\n") + 3
    subprocess.run([*command, "--games", str(games), "--out", str(path)], check=True, capture_output=True)
    simulate_to(whole, Simulation(load_rules(), ["random"]), games)
    assert path.read_bytes() == whole.read_bytes()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")
def test_a_device_is_no_file_of_results() -> None:
    """Reading this one never ends."""
    with pytest.raises(SaveError, match="not a regular file"):
        simulate_to("/dev/full", random_games(), 1)


def test_csv_has_a_row_for_each_seat(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    simulate_to(path, random_games(), 3, format="csv")
    first = path.read_bytes()
    with path.open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file)]
    results = results_of(random_games(), 3)
    assert [int(row["vp"]) for row in rows] == [seat.vp for result in results for seat in result.seats]
    assert [json.loads(row["points"]) for row in rows[:3]] == [dict(seat.points) for seat in results[0].seats]
    assert sum(row["won"] == "True" for row in rows) == sum(len(result.winners) for result in results)
    assert simulate_to(path, random_games(), 3, format="csv") == 0
    assert path.read_bytes() == first
    assert simulate_to(path, random_games(), 4, format="csv") == 1
    assert len(text_of(path).splitlines()) == 1 + 4 * 3
    assert [*path.parent.glob("*.part")] == []


def test_parquet_has_the_same_rows(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    path = tmp_path / "games.parquet"
    simulate_to(path, random_games(), 3, format="parquet")
    expected = [row for result in results_of(random_games(), 3) for row in seat_rows(result)]
    assert polars.read_parquet(path).to_dicts() == expected


def test_without_a_library_for_parquet_it_says_so_before_it_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(SetupError, match=r"polars.*\[tables\]"):
        simulate_to(tmp_path / "games.parquet", random_games(), 3, format="parquet")
    assert [*tmp_path.iterdir()] == []


def test_an_unknown_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="did you mean 'json'"):
        simulate_to(tmp_path / "games", random_games(), 3, format="jsn")  # type: ignore[arg-type]


def test_a_summary_says_who_won() -> None:
    results = results_of(Simulation(load_rules(), ["random", "greedy"]), 4)
    summary = summary_of(results)
    assert [bot.name for bot in summary.groups] == ["greedy", "random"]
    assert summary.groups[0].won.value == 1.0
    assert summary.groups[0].won.low < 0.6, "four games prove little"
    assert "greedy" in str(summary).splitlines()[1]


def test_a_summary_by_seat_or_card_says_who_won() -> None:
    results = results_of(random_games(watched="base"), 6)
    seats = summary_of(results, by="seat")
    assert sorted(seat.name for seat in seats.groups) == ["0", "1", "2"]
    assert sum(seat.won.value for seat in seats.groups) == pytest.approx(1)
    cards = {card.name: card for card in summary_of(results, by="card").groups}
    uses = [(seat, use) for result in results for seat in result.seats for use in seat.cards]
    built = [seat for seat, use in uses if use.card == "base/inn" and use.in_play]
    assert {id(seat) for seat, _ in uses if "inn" in seat.buildings} <= {*map(id, built)}
    assert cards["base/inn"].seats == len(built) > 0
    assert sum(cards["base/inn"].points) == sum(seat.vp for seat in built)
    assert 0 < cards["base/jester"].seats < 18, "only those who influenced the Jester"
    with pytest.raises(SetupError, match="by bot, seat, card"):
        summary_of(results, by="cards")  # type: ignore[arg-type]


def test_a_pack_is_watched_as_all_of_its_cards() -> None:
    rules = load_rules(modules=["governors"])
    watched = Simulation(rules, ["random"], watched=["governors", "base/inn", "governors/duke"]).watched
    assert set(watched) == {"base/inn", *(ref for ref in rules.cards if ref.startswith("governors/"))}
    assert len(watched) == len(set(watched))


def test_an_interval_needs_wins_that_can_be() -> None:
    assert Interval.of(0.5, 4).low < 0.125 < Interval.of(0.5, 4).high
    for wins, games in ((3, 2), (-1, 2)):
        with pytest.raises(SetupError, match=f"{wins} wins in {games} games"):
            Interval.of(wins, games)


# Dask


def test_a_dask_cluster_that_loses_a_worker_loses_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    mortal = random_games(bots=[Mortal])
    expected = results_of(mortal, 24)
    fuse = tmp_path / "fuse"
    fuse.touch()
    monkeypatch.setenv(FUSE, str(fuse))
    path = tmp_path / "games.jsonl"
    with dask_executor("local", 2) as (executor, workers):
        assert workers == 2
        simulate_to(path, mortal, 24, executor=executor, workers=workers, chunk=2)
    assert not fuse.exists(), "nobody was killed"
    assert [*read_results(path)] == expected


class Waiting(Here):
    """Runs two chunks, and waits for ever with the others."""

    calls = 0

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.calls += 1
        return super().submit(function, *args, **kwargs) if self.calls < 3 else Future()


def test_a_scheduler_that_is_gone_ends_the_run(tmp_path: Path) -> None:
    waiting, path, end = Waiting(), tmp_path / "games.jsonl", threading.Event()
    workers = DaskWorkers(waiting, lambda: waiting.calls > 2)
    threading.Thread(target=workers.watch, args=(end,), daemon=True).start()
    with pytest.raises(SetupError, match="scheduler is gone"):
        simulate_to(path, random_games(), 6, executor=workers, workers=1, chunk=1)
    end.set()
    assert [result.game for result in read_results(path)] == [0, 1]


def test_without_dask_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SetupError, match=r"\[dask\]"), dask_executor("local"):
        pass


def test_nobody_at_the_address() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(SetupError, match="No Dask scheduler"), dask_executor("nowhere:///x"):
        pass


# Bots of other packages


def test_bots_come_from_entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    points = (
        EntryPoint("attentive", "support.lab:Attentive", bots.GROUP),
        EntryPoint("broken", "support.lab:Nothing", bots.GROUP),
        EntryPoint("odd", "support.lab:FUSE", bots.GROUP),
        EntryPoint("greedy", "support.lab:Attentive", bots.GROUP),
    )
    monkeypatch.setattr(
        bots, "entry_points", lambda group, name=None: tuple(p for p in points if name in (None, p.name))
    )
    bots._brought.cache_clear()
    assert bot_names() == ("attentive", "broken", "greedy", "odd", "random", "search")
    assert isinstance(make_bot("attentive", 3), Attentive)
    assert make_bot("greedy").name == "greedy"
    for name in ("broken", "odd"):
        with pytest.raises(SetupError, match=f"The bot '{name}' cannot be imported"):
            make_bot(name)
    with pytest.raises(SetupError, match="did you mean 'attentive'"):
        make_bot("attentiv")
    bots._brought.cache_clear()


def test_a_card_that_is_left_out_never_comes() -> None:
    rules = load_rules(modules=("governors",))
    card = next(ref for ref, node in rules.cards.items() if ref.startswith("governors/") and node.drawn)
    with_it = Simulation(rules, ["random"], watched=[card])
    without = Simulation(rules, ["random"], watched=[card], without=card)
    seen = [
        sum(bool(seat.cards) for result in results_of(one, 12) for seat in result.seats)
        for one in (with_it, without)
    ]
    assert seen[0] > 0
    assert seen[1] == 0
    inns = [
        sum("inn" in seat.buildings for result in results_of(one, 12) for seat in result.seats)
        for one in (random_games(), random_games(without="base/inn"))
    ]
    assert inns[0] > 0
    assert inns[1] == 0


# The command


def command(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert main(["simulate", "--bots", "random", "--players", "3", "--seed", "3", *argv]) == 0
    printed = capsys.readouterr()
    assert printed.err == "", "no progress, for nobody looks at a terminal"
    return printed.out


def test_the_command_writes_lines(capsys: pytest.CaptureFixture[str]) -> None:
    lines = command(capsys, "--games", "3").splitlines()
    assert [GameResult.from_json(line) for line in lines] == results_of(random_games(), 3)


def test_the_command_writes_tables(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    said = command(capsys, "--games", "3", "--format", "csv", "--out", str(path))
    assert said.startswith(f"{path}: 3 games, 3 of them played now\n")
    assert command(capsys, "--games", "3", "--format", "csv") == path.read_text(encoding="utf-8")
    assert main(["simulate", "--format", "parquet"]) == 2
    assert "name a file with --out" in capsys.readouterr().err


def test_the_command_plays_the_rules_that_were_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    line = command(capsys, "--games", "1", "--module", "governors", "--edition", "first-ffg")
    simulation = Simulation(load_rules("first-ffg", modules=("governors",)), ["random"], 3, 3)
    assert json.loads(line)["simulation"] == simulation.fingerprint


def test_mistakes_are_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for wrong, said in (
        (["--bots", "nobody"], "Bot 'nobody'"),
        (["--games", "-1"], "`games` must be"),
        (["--out", str(tmp_path)], "Cannot write"),
        (["--out", str(tmp_path / "none" / "x")], "Cannot write"),
        (
            ["--dask", "nowhere:///"],
            "No Dask scheduler" if find_spec("distributed") else "[dask]'",
        ),
    ):
        assert main(["simulate", *wrong]) == 2
        error = capsys.readouterr().err
        assert said in error
        assert error.count("\n") == 1


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_people_see_progress_with_a_rate(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    with progress_bar() as show:
        for done in range(0, 300, 100):
            show("games", done, 300)
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", screen.getvalue())
    assert "games" in plain
    assert "200/300" in plain
    assert "a second" in plain
    monkeypatch.setitem(sys.modules, "rich.progress", None)
    with progress_bar() as show:
        show("games", 1, 2)


def test_progress_leaves_results_in_the_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    screen = Screen()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", screen)
    assert main(["simulate", "--bots", "random", "--games", "3"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
    assert "3/3" in screen.getvalue()
    assert "simulation" not in screen.getvalue()
