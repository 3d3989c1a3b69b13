"""Tables without a transport: who may do what, what each is told, and which tables go."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve

from kingsburg_rules import IllegalAction, KingsburgError, SetupError, modules
from kingsburg_rules.table import (
    AsyncTables,
    Chair,
    FolderStore,
    MemoryStore,
    Plan,
    Store,
    Table,
    TableLimits,
    Tables,
    steady_time,
)
from kingsburg_rules.table.sqlite import SqliteStore

pytestmark = pytest.mark.usefixtures("same_games")

MAKERS: dict[str, Callable[[Path], Store]] = {
    "memory": lambda path: MemoryStore(),
    "folder": lambda path: FolderStore(path / "tables"),
    "sqlite": lambda path: SqliteStore(path / "tables.sqlite"),
}

SECRET = Plan(modules=("governors",))
"""A game that begins with a question for everybody at once."""


def people(*names: str) -> tuple[Chair, ...]:
    return tuple(Chair("person", name) for name in names)


def opened(tables: Tables, *names: str, plan: Plan | None = None, bots: int = 0) -> str:
    chairs = (*people(*names), *(Chair("bot", f"Bot {n}", bot="random") for n in range(bots)))
    name = tables.open(plan or Plan(), chairs, 0)[0].id
    with tables.change(name, 0) as table:
        table.start(0)
    return name


def answer(tables: Tables, name: str, option: int = 0, seat: int | None = None) -> int:
    """Answer the first question, or that of a seat; return the seat."""
    pending = tables.loaded[name].pending
    owed = next(owed for owed in pending if seat in (None, owed.seat))
    with tables.change(name, 0) as table:
        table.play(owed.seat, owed.options[option % len(owed.options)], owed.id, 0)
    return owed.seat


def test_tokens_are_for_one_seat_each_and_can_be_renewed() -> None:
    tables = Tables(MemoryStore())
    table, tokens = tables.open(Plan(), (*people("Ann"), Chair("open")), 0)
    with tables.change(table.id, 0) as changed:
        ben = changed.sit(1, "Ben")
    found = tables.find(table.id, 0)
    assert [found.seat_of(token) for token in (tokens[0], ben, "", ben + "x")] == [0, 1, None, None]
    with tables.change(table.id, 0) as changed:
        new = changed.renew(0)
    found = Tables(tables.store).find(table.id, 0)
    assert [found.seat_of(token) for token in (tokens[0], new, ben)] == [None, 0, 1]
    with pytest.raises(SetupError, match=r"table\.seat"), tables.change(table.id, 0) as changed:
        changed.renew(2)


def test_no_table_is_called_like_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingsburg_rules.table.tables.token_urlsafe", lambda count: "-" * int(count))
    table, _ = Tables(MemoryStore()).open(Plan(), people("Ann", "Ben"), 0)
    assert table.id and "-" not in table.id


def test_what_is_refused_changes_nothing() -> None:
    tables = Tables(MemoryStore())
    name = opened(tables, "Ann", "Ben")
    before, owed = tables.loaded[name], tables.loaded[name].pending[0]
    with pytest.raises(IllegalAction, match=r"action\.stale"), tables.change(name, 0) as table:
        table.chat(0, "hello", 0)
        table.play(owed.seat, owed.options[0], owed.id + 1, 0)
    with pytest.raises(SetupError, match=r"table\.spectator"), tables.change(name, 0) as table:
        table.play(None, owed.options[0], owed.id, 0)
    assert tables.loaded[name] is before
    assert tables.store.find(name) == before.saved
    assert not before.saved.chat


def test_a_name_is_changed_in_the_game_too() -> None:
    tables = Tables(MemoryStore())
    name = opened(tables, "Ann", "Ben")
    with tables.change(name, 0) as table:
        table.rename(1, "Zoe")
    assert tables.loaded[name].players == ("Ann", "Zoe")
    assert Tables(tables.store).find(name, 0).players == ("Ann", "Zoe")


def test_a_seat_is_told_apart_what_everybody_may_know() -> None:
    """What is public for a seat is what a spectator is told, and both together are all that it may know."""
    tables, chance = Tables(MemoryStore()), random.Random(3)
    name = opened(tables, "Ann", "Ben", "Cleo", plan=Plan(modules=modules()))
    private = 0
    for _ in range(30):
        seq = tables.loaded[name].seq
        answer(tables, name, chance.randrange(100))
        table = tables.loaded[name]
        game, everybody = table.running(), table.news(None, seq)
        assert everybody.events == everybody.public == game.recent(after=seq)
        for seat, player in enumerate(table.players):
            news = table.news(seat, seq)
            assert news.events == game.recent(player=player, after=seq)
            assert {*news.public} <= {*everybody.events}
            assert len(news.public) + len(news.private) == len(news.events)
            assert not [event for event in news.private if event in everybody.events]
            assert (news.view, news.seq, news.decision) == (game.view(player), table.seq, news.view.decision)
            private += len(news.private)
    assert private > 5


def test_an_answer_is_taken_back_while_others_owe_theirs() -> None:
    """The answers that others have given to what was asked with it stay as they are."""
    tables = Tables(MemoryStore())
    name = opened(tables, "Ann", "Ben", "Cleo", plan=SECRET)
    assert {owed.seat for owed in tables.loaded[name].pending} == {0, 1, 2}
    for seat in (0, 2):
        answer(tables, name, 1, seat)
    assert [tables.loaded[name].can_undo(seat) for seat in (0, 1, 2)] == [True, False, True]
    with tables.change(name, 0) as table:
        table.undo(0, table.seq, 0)
    table = tables.loaded[name]
    assert {owed.seat for owed in table.pending} == {0, 1}
    with pytest.raises(SetupError, match=r"table\.not_last"), tables.change(name, 0) as changed:
        changed.undo(1, changed.seq, 0)
    for seat in (0, 1):
        answer(tables, name, 0, seat)
    with pytest.raises(KingsburgError), tables.change(name, 0) as changed:
        changed.undo(0, changed.seq, 0)  # all is revealed now
    twin = Tables(MemoryStore())
    other = opened(twin, "Ann", "Ben", "Cleo", plan=SECRET)
    for seat, option in ((2, 1), (0, 0), (1, 0)):
        answer(twin, other, option, seat)
    assert tables.loaded[name].running().state == twin.loaded[other].running().state


def test_bots_answer_and_stand_in_for_people_whose_time_is_over() -> None:
    tables = Tables(MemoryStore())
    name = opened(tables, "Ann", bots=2, plan=Plan(clock=60))
    assert tables.wake(0) == 60
    (owed,) = tables.loaded[name].pending
    assert owed.seat == 0
    assert tables.loaded[name].clock(0, 59.5) == 1
    assert tables.wake(59) == 60
    assert tables.loaded[name].pending[0].id == owed.id
    tables.wake(61)
    assert tables.loaded[name].saved.over, "a bot plays on until Ann comes back"
    assert tables.loaded[name].chairs[0].bot == "greedy"


# Which tables go


def test_tables_go_after_hours_in_which_nobody_used_them() -> None:
    tables = Tables(MemoryStore(), TableLimits(unplayed=2, over=3, playing=5))
    waiting = tables.open(Plan(), (*people("Ann"), Chair("open")), 0)[0].id
    visited = tables.open(Plan(), (*people("Ann"), Chair("open")), 0)[0].id
    over = opened(tables, "Ann", bots=1, plan=Plan(clock=1))
    answer(tables, over)
    for now in (9, 99):
        tables.wake(now)
    assert tables.loaded[over].saved.over
    playing = opened(tables, "Ann", "Ben")
    answer(tables, playing)
    left = []
    for _ in range(6):
        tables.age([visited])
        left.append([name for name in (waiting, visited, over, playing) if tables.store.find(name)])
    assert left == [
        [waiting, visited, over, playing],
        [visited, over, playing],
        [visited, playing],
        [visited, playing],
        [visited],
        [visited],
    ]
    assert {*tables.loaded} == {visited}
    with pytest.raises(SetupError, match=r"table\.none"):
        tables.find(playing, 0)


@pytest.mark.parametrize("jump", [31 * 24 * 3600, -31 * 24 * 3600, -(10**9)])
def test_a_clock_that_jumps_deletes_nothing(jump: float) -> None:
    tables = Tables(MemoryStore())
    names = [opened(tables, "Ann", "Ben"), tables.open(Plan(), people("Ann", "Ben"), 0)[0].id]
    tables.wake(jump)
    tables.open(Plan(), people("Ann", "Ben"), jump)
    tables.age()
    assert all(tables.store.find(name) for name in names)


def test_a_clock_goes_on_after_a_restart_with_the_time_that_was_left() -> None:
    """What the clock of the machine says in the meantime does not matter."""
    tables = Tables(MemoryStore())
    name = opened(tables, "Ann", "Ben", "Cleo", plan=evolve(SECRET, clock=60))
    with tables.change(name, 20) as table:
        owed = table.pending[0]
        table.play(owed.seat, owed.options[0], owed.id, 20)
    later = Tables(tables.store)
    waiting = [each.seat for each in later.find(name, 10**9).pending]
    assert len(waiting) == 2
    assert [later.loaded[name].clock(seat, 10**9) for seat in waiting] == [40, 40]
    with later.change(name, 10**9 + 15) as table:
        table.note_clocks(10**9 + 15)
    again = Tables(tables.store).find(name, -5)
    assert [again.clock(seat, -5) for seat in waiting] == [25, 25]
    assert not again.is_late(19)
    assert again.is_late(20)


def test_the_time_never_jumps(monkeypatch: pytest.MonkeyPatch) -> None:
    before = steady_time()
    monkeypatch.setattr("kingsburg_rules.table.tables.time", lambda: 0.0)
    assert before <= steady_time() <= time.monotonic() + before


def test_whoever_opened_a_table_stays_its_host() -> None:
    tables = Tables(MemoryStore())
    name = tables.open(Plan(), (Chair("open"), *people("Ann")), 0)[0].id
    with tables.change(name, 0) as table:
        table.sit(0, "Ben")
    assert tables.loaded[name].host == Tables(tables.store).find(name, 0).host == 1


@pytest.mark.parametrize("kind", ["memory", "folder", "sqlite"])
def test_one_owner_cannot_fill_a_server(kind: str, tmp_path: Path) -> None:
    """Not even when the server is started again in between."""
    limits = TableLimits(tables=5, own_tables=2, unplayed=1)
    store = MAKERS[kind](tmp_path)
    tables = Tables(store, limits)

    def open_(owner: str) -> bool:
        try:
            Tables(store, limits).open(Plan(), people("Ann", "Ben"), 0, owner=owner)
        except SetupError as error:
            assert error.code == "table.full"
            return False
        return True

    assert [open_("a") for _ in range(4)] == [True, True, False, False]
    assert [open_("b") for _ in range(3)] == [True, True, False]
    assert [open_("c") for _ in range(2)] == [True, False]
    for entry in store.entries():
        with Tables(store).change(entry.id, 0) as table:
            table.chat(0, "Here I am", 0)
    assert not open_("a")
    tables.age()
    assert [open_("a") for _ in range(3)] == [True, True, False]
    assert {entry.owner for entry in store.entries()}.isdisjoint("abc"), "nobody's address is stored"


# In an event loop


def test_one_change_waits_for_the_other_and_readers_for_news() -> None:
    tables = AsyncTables(MemoryStore())
    name = opened(tables, "Ann", "Ben", plan=SECRET)
    told: list[str] = []

    async def play(seat: int) -> None:
        async with tables.changing(name, 0) as table:
            told.append(f"{seat} begins")
            owed = next(owed for owed in table.pending if owed.seat == seat)
            await asyncio.sleep(0)
            table.play(seat, owed.options[0], owed.id, 0)
            told.append(f"{seat} ends")

    async def use() -> None:
        seq = tables.loaded[name].seq
        waiting = asyncio.create_task(tables.news(name, 1, seq, 0))
        await asyncio.sleep(0)
        assert not waiting.done()
        await asyncio.gather(play(0), play(1))
        news = await asyncio.wait_for(waiting, 10)
        assert news.seq > seq
        assert news.events
        assert (await tables.news(name, None, seq, 0)).seq == tables.loaded[name].seq

    asyncio.run(use())
    assert told == ["0 begins", "0 ends", "1 begins", "1 ends"]
    assert tables.store.find(name) == tables.loaded[name].saved


def test_a_table_is_read_once_however_many_ask_for_it(tmp_path: object) -> None:
    store = FolderStore(str(tmp_path))
    name = opened(Tables(store), "Ann", "Ben")

    async def use() -> list[Table]:
        tables = AsyncTables(store)
        return await asyncio.gather(*(tables.get(name, 0) for _ in range(5)))

    found = asyncio.run(use())
    assert all(table is found[0] for table in found)
