"""Tables in one SQLite file."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Collection, Generator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock

from attrs import define, field

from kingsburg_rules import SaveError
from kingsburg_rules.table.saved import SavedTable
from kingsburg_rules.table.stores import NO_PACKS, REMOVED, Faults, StoredTable

_PATIENCE = 2_000
"""How many milliseconds a change waits while another program has the file."""

_TABLES = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, saved TEXT NOT NULL,
    idle INTEGER NOT NULL, played INTEGER NOT NULL, over INTEGER NOT NULL, own INTEGER NOT NULL,
    owner TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS packs (hash TEXT PRIMARY KEY, upload TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS packs_of (
    id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, hash TEXT NOT NULL, PRIMARY KEY (id, hash)
);
"""

_ENTRIES = "SELECT id, idle, played, over, own, owner FROM tables ORDER BY idle, rowid DESC"


@define
class _Connection:
    """A connection, for one thread after the other."""

    database: sqlite3.Connection
    faults: Faults
    lock: Lock = field(factory=Lock)


class SqliteStore:
    """All tables in a file. What has been kept survives the end of the process, and of the machine.

    Changes and questions have a connection each, so nobody who only reads waits for somebody who writes.

    Raises:
        SaveError: The file cannot be opened, or is something else.
    """

    def __init__(self, path: str | Path) -> None:
        try:
            _create(path)
            self._writer, self._reader = _connected(path, "written"), _connected(path, "read")
            # FULL: what a browser was told must be there after a power cut, too.
            for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
                self._writer.database.execute(f"PRAGMA {setting}")
            self._writer.database.executescript(_TABLES)
            self._reader.database.execute(_ENTRIES)
        except (sqlite3.Error, OSError) as error:
            raise SaveError("setup.serve", f"Cannot use '{path}': {error}.") from error

    def add(self, saved: SavedTable, packs: Mapping[str, str] = NO_PACKS, owner: str = "") -> None:
        """Store a new table.

        Raises:
            SaveError: It could not be written; nothing has changed.
        """
        row = (saved.id, saved.to_json(), saved.was_played, saved.over, bool(saved.plan.packs), owner)
        with self._change() as database:
            database.execute("INSERT INTO tables VALUES (?, ?, 0, ?, ?, ?, ?)", row)
            database.executemany("INSERT OR IGNORE INTO packs VALUES (?, ?)", packs.items())
            pairs = [(saved.id, name) for name in packs]
            database.executemany("INSERT OR IGNORE INTO packs_of VALUES (?, ?)", pairs)

    def keep(self, saved: SavedTable) -> None:
        """Store a table.

        Raises:
            SaveError: It was removed, or could not be written; nothing has changed.
        """
        row = (saved.to_json(), saved.was_played, saved.over, saved.id)
        with self._change() as database:
            done = database.execute(
                "UPDATE tables SET saved = ?, idle = 0, played = ?, over = ? WHERE id = ?", row
            )
        if not done.rowcount:
            raise REMOVED

    def find(self, table: str) -> SavedTable | None:
        """Read a table.

        Raises:
            SaveError: It cannot be read.
        """
        rows = self._rows("SELECT saved FROM tables WHERE id = ?", table)
        return SavedTable.from_json(str(rows[0][0])) if rows else None

    def find_pack(self, name: str) -> str | None:
        """Read an upload.

        Raises:
            SaveError: It cannot be read.
        """
        rows = self._rows("SELECT upload FROM packs WHERE hash = ?", name)
        return str(rows[0][0]) if rows else None

    def entries(self) -> tuple[StoredTable, ...]:
        """List the tables.

        Raises:
            SaveError: They cannot be read.
        """
        rows = self._rows(_ENTRIES)
        return tuple(
            StoredTable(str(name), int(str(idle)), bool(played), bool(over), bool(own), str(owner))
            for name, idle, played, over, own, owner in rows
        )

    def age(self, used: Collection[str]) -> None:
        """Count an hour.

        Raises:
            SaveError: It could not be written.
        """
        with self._change() as database:
            database.execute("UPDATE tables SET idle = idle + 1")
            database.executemany("UPDATE tables SET idle = 0 WHERE id = ?", [(name,) for name in used])

    def remove(self, tables: Collection[str]) -> None:
        """Forget tables.

        Raises:
            SaveError: It could not be written.
        """
        with self._change() as database:
            database.executemany("DELETE FROM tables WHERE id = ?", [(name,) for name in tables])
            database.execute("DELETE FROM packs WHERE hash NOT IN (SELECT hash FROM packs_of)")

    def close(self) -> None:
        """Close the file."""
        for connection in (self._reader, self._writer):
            with connection.lock:
                connection.database.close()

    def _rows(self, query: str, *values: object) -> list[tuple[object, ...]]:
        with self._reader.lock, self._reader.faults.told():
            return self._reader.database.execute(query, values).fetchall()

    @contextmanager
    def _change(self) -> Generator[sqlite3.Connection]:
        """Change something: all of it or nothing."""
        with self._writer.lock, self._writer.faults.told():
            database = self._writer.database
            # While the file cannot be used, only the first change waits for it.
            database.execute(f"PRAGMA busy_timeout = {0 if self._writer.faults.is_failing else _PATIENCE}")
            if database.in_transaction:  # what failed last could not even be taken back
                database.execute("ROLLBACK")
            # IMMEDIATE waits for other writers here, where nothing has been done yet.
            database.execute("BEGIN IMMEDIATE")
            try:
                yield database
                database.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    database.execute("ROLLBACK")
                raise


def _connected(path: str | Path, doing: str) -> _Connection:
    # Threads that set up tables ask the store, too; the lock keeps them apart. `sqlite3` would begin
    # transactions only before some statements, so they are begun by hand.
    database = sqlite3.connect(path, timeout=0.1, check_same_thread=False, isolation_level=None)
    return _Connection(database, Faults(str(path), doing, (sqlite3.Error, OSError)))


def _create(path: str | Path) -> None:
    """Create a file that only its owner may read, since all secrets are in it."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))


@contextmanager
def alone(path: str | Path) -> Generator[None]:
    """Keep other servers away from a file: each would write over what the other has played.

    Raises:
        SaveError: Another one uses it.
    """
    # A lock of the database itself would keep out the connection of this server, too.
    lock = Path(f"{path}-lock")
    try:
        _create(lock)
        database = sqlite3.connect(lock, isolation_level=None, timeout=2)
        database.execute("PRAGMA journal_mode = MEMORY")  # no second file
        database.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        raise SaveError("setup.serve", f"Another server uses '{path}'.") from error
    except OSError as error:
        raise SaveError("setup.serve", f"Cannot use '{path}': {error}.") from error
    try:
        yield
    finally:
        database.close()
