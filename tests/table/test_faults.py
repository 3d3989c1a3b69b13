"""Storage that fails, as SQLite tests itself: each read, write and commit in turn, and then all that follow.

A table goes through a life, in which one operation of the disk fails. What was acknowledged is in the file
after every step, what was refused has not happened, and the next try succeeds.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kingsburg_rules import SaveError
from kingsburg_rules.table import AsyncTables, Chair, FolderStore, Plan, SavedTable, Store, Tables, sqlite
from kingsburg_rules.table.sqlite import SqliteStore

pytestmark = pytest.mark.usefixtures("same_games")

PACK = {"x" * 64: '{"name": "x.yaml", "text": "{format: 1}"}'}


class Fuse:
    """Counts the operations of a disk, and makes some of them fail: before they are done, or just after."""

    def __init__(self) -> None:
        self.count, self.first, self.last, self.late = 0, -1, -1, False

    def set(self, number: int, *, more: int = 0, late: bool = False) -> None:
        self.count, self.first, self.last, self.late = 0, number, number + more, late

    @property
    def has_blown(self) -> bool:
        return self.count > self.first >= 0

    def do(self, work: Callable[..., Any], *given: Any, **how: Any) -> Any:
        fails = self.first <= self.count <= self.last
        self.count += 1
        found = None if fails and not self.late else work(*given, **how)
        if fails:
            if hasattr(found, "close"):
                found.close()
            raise (sqlite3.OperationalError if isinstance(self, SqliteFuse) else OSError)("disk I/O error")
        return found


class SqliteFuse(Fuse):
    """Stands between a store and its database."""

    def through(self, store: SqliteStore) -> SqliteStore:
        for connection in (store._reader, store._writer):
            connection.database = Proxy(connection.database, self)  # type: ignore[assignment]
        return store


class Proxy:
    def __init__(self, database: sqlite3.Connection, fuse: Fuse) -> None:
        self.database, self.fuse = database, fuse

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.database, name)
        if name not in ("execute", "executemany"):
            return found
        return lambda *given: self.fuse.do(found, *given)


class FolderFuse(Fuse):
    """Stands between the program and its files."""

    def through(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for owner, name in ((os, "fsync"), (Path, "open"), (Path, "replace"), (Path, "unlink")):
            work = getattr(owner, name)

            def fused(*given: Any, _work: Any = work, **how: Any) -> Any:
                return self.do(_work, *given, **how)

            monkeypatch.setattr(owner, name, fused)


def life(tables: Tables) -> Iterator[Callable[[], object]]:
    """The steps of a table: each either happens or is refused."""
    names: list[str] = []

    def changes(change: Callable[[Any], object]) -> Callable[[], object]:
        def step() -> None:
            with tables.change(names[0], 0) as table:
                change(table)

        return step

    def plays(table: Any) -> None:
        (owed, *_) = table.pending
        table.play(owed.seat, owed.options[-1], owed.id, 0)

    def opens() -> None:
        names.insert(0, tables.open(Plan(), (Chair("person", "Ann"), Chair("open")), 0)[0].id)

    def forgets() -> None:
        tables.loaded.clear()
        tables.find(names[0], 0)

    yield opens
    yield opens
    yield changes(lambda table: table.sit(1, "Ben"))
    yield changes(lambda table: table.start(0))
    for _ in range(3):
        yield changes(plays)
    yield changes(lambda table: table.chat(0, "hello", 0))
    yield changes(lambda table: table.renew(1))
    yield lambda: tables.age(names[:1])
    yield forgets
    yield lambda: tables.store.remove(names[1:])


def lives(
    store: Store, fuse: Fuse, stored: Callable[[], dict[str, SavedTable]], *, exact: bool = True
) -> int:
    """Live a life in which the fuse may blow; return how many steps failed."""
    tables, failed, acknowledged = Tables(store), 0, dict[str, SavedTable]()
    for step in life(tables):
        refused = None
        for _ in range(4):
            try:
                step()
            except SaveError as error:
                assert error.code == "table.disk"
                assert "disk I/O" not in str(error), "players are told in plain words"
                refused = error
                failed += 1
                found = stored()
                kept = {name: saved for name, saved in found.items() if name in acknowledged}
                assert not exact or kept == acknowledged, "what was refused has not happened"
                assert {*kept} == {*acknowledged}
            else:
                refused = None
                break
        assert refused is None, "it did not recover"
        acknowledged = {name: table.saved for name, table in tables.loaded.items() if name in stored()}
        assert {name: stored()[name] for name in acknowledged} == acknowledged
    (name,) = acknowledged
    assert acknowledged[name].game is not None
    assert len(acknowledged[name].chat) == 1
    return failed


def in_sqlite(path: Path) -> dict[str, SavedTable]:
    with sqlite3.connect(path) as database:
        rows = database.execute("SELECT saved FROM tables").fetchall()
    database.close()
    found = [SavedTable.from_json(row[0]) for row in rows]
    return {saved.id: saved for saved in found}


SOME, ALL = range(0, 50, 7), range(50)


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("numbers", [SOME, pytest.param(ALL, marks=pytest.mark.long)], ids=["some", "all"])
def test_every_operation_of_sqlite_may_fail(tmp_path: Path, numbers: range, late: bool) -> None:
    blown = failed = 0
    for number in numbers:
        fuse, path = SqliteFuse(), tmp_path / f"{number}.sqlite"
        store = fuse.through(SqliteStore(path))
        fuse.set(number, more=number % 3, late=late)
        failed += lives(store, fuse, lambda path=path: in_sqlite(path), exact=not late)  # type: ignore[misc]
        blown += fuse.has_blown
        store.close()
    assert blown == len(numbers), "the life is shorter than the faults"
    assert failed >= len(numbers) // 2


@pytest.mark.parametrize("late", [False, True])
def test_every_operation_of_a_folder_may_fail(
    tmp_path: Path, late: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    fuse, blown, failed = FolderFuse(), 0, 0
    with monkeypatch.context() as patched:
        fuse.through(patched)
        for number in range(0, 50, 5 if late else 3):
            fuse.set(-1)
            store = FolderStore(tmp_path / f"{number}")
            fuse.set(number, more=number % 3, late=late)

            def stored(number: int = number) -> dict[str, SavedTable]:
                there = (tmp_path / f"{number}").glob("*.json")
                texts = [_text(path) for path in there]
                found = [SavedTable.from_json(text.partition("\n")[2]) for text in texts]
                return {saved.id: saved for saved in found}

            failed += lives(store, fuse, stored, exact=False)  # a file may be there, but not last
            blown += fuse.has_blown
    assert blown >= 10
    assert failed >= 8


def _text(path: Path) -> str:
    """Read a file without `Path.open`, which may fail here."""
    with open(path, encoding="utf-8") as file:  # noqa: PTH123
        return file.read()


def test_the_operator_is_told_once_that_a_disk_fails_and_once_that_it_does_not(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "kingsburg")
    fuse = SqliteFuse()
    store = fuse.through(SqliteStore(tmp_path / "tables.sqlite"))
    tables = Tables(store)
    tables.open(Plan(), (Chair("person", "Ann"), Chair("open")), 0)
    fuse.set(0, more=10**6)
    for _ in range(5):
        with pytest.raises(SaveError):
            tables.age()
    fuse.set(-1)
    tables.age()
    told = [(record.levelname, record.getMessage()) for record in caplog.records]
    assert [level for level, _ in told] == ["CRITICAL", "WARNING"]
    assert "disk I/O error" in told[0][1]
    assert "tables.sqlite" in told[0][1]
    assert "again" in told[1][1]


def test_a_locked_file_stalls_only_those_who_write_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others read, and the event loop goes on; the change is made as soon as the file is free."""
    monkeypatch.setattr(sqlite, "_PATIENCE", 60_000)
    path = tmp_path / "tables.sqlite"
    tables = AsyncTables(SqliteStore(path))
    names = [tables.open(Plan(), (Chair("person", "Ann"), Chair("person", "Ben")), 0)[0].id for _ in range(2)]
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")

    async def start() -> None:
        async with tables.changing(names[0], 0) as table:
            table.start(0)

    async def use() -> None:
        starting = asyncio.create_task(start())
        for _ in range(20):
            await asyncio.sleep(0)
            tables.loaded.pop(names[1], None)
            assert (await tables.get(names[1], 0)).saved == tables.store.find(names[1])
        assert not starting.done()
        assert tables.loaded[names[0]].game is None
        other.execute("ROLLBACK")
        await asyncio.wait_for(starting, 30)

    asyncio.run(use())
    other.close()
    assert tables.loaded[names[0]].game is not None
    assert tables.store.find(names[0]) == tables.loaded[names[0]].saved


def test_only_the_first_change_waits_for_a_locked_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "_PATIENCE", 77)
    path = tmp_path / "tables.sqlite"
    store = SqliteStore(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    patience = []
    for _ in range(3):
        with pytest.raises(SaveError):
            store.age(())
        patience.append(store._writer.database.execute("PRAGMA busy_timeout").fetchone()[0])
    other.execute("ROLLBACK")
    for _ in range(2):
        store.age(())
        patience.append(store._writer.database.execute("PRAGMA busy_timeout").fetchone()[0])
    other.close()
    assert patience == [77, 0, 0, 0, 77]
