"""Where a server keeps its tables: one SQLite file."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from time import time
from typing import Final

from kingsburg_rules import SaveError
from kingsburg_rules.web.saved import Saved

KEPT: Final = 30 * 24 * 3600
"""How many seconds tables are kept after the last thing that happened at them."""

_TABLES = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, saved TEXT NOT NULL,
    own INTEGER NOT NULL, over INTEGER NOT NULL, changed REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS packs (hash TEXT PRIMARY KEY, upload TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS packs_of (
    id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, hash TEXT NOT NULL, PRIMARY KEY (id, hash)
);
"""

_KEEP = """
INSERT INTO tables VALUES (?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET saved = excluded.saved, over = excluded.over, changed = excluded.changed
"""


class SqliteStore:
    """All tables in a file. What has been kept survives the end of the process, and of the machine.

    Raises:
        SaveError: The file cannot be opened, or is something else.
    """

    def __init__(self, path: str | Path) -> None:
        self._lock = Lock()
        with _as_save_errors():
            _create(path)
            # Threads that set up tables ask the store, too; the lock keeps them apart. `sqlite3` would begin
            # transactions only before some statements, so they are begun by hand.
            self._database = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=2)
            # FULL: what a browser was told must be there after a power cut, too.
            for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
                self._database.execute(f"PRAGMA {setting}")
            self._database.executescript(_TABLES)

    def keep(self, saved: Saved) -> None:
        """Store a table.

        Raises:
            SaveError: It could not be written; nothing has changed.
        """
        with self._change():
            self._keep(saved)

    def keep_with_packs(self, saved: Saved, packs: dict[str, str]) -> None:
        """Store a new table with what was uploaded for it.

        Raises:
            SaveError: It could not be written; nothing has changed.
        """
        with self._change():
            self._keep(saved)
            self._database.executemany("INSERT OR IGNORE INTO packs VALUES (?, ?)", packs.items())
            pairs = [(saved.id, name) for name in packs]
            self._database.executemany("INSERT OR IGNORE INTO packs_of VALUES (?, ?)", pairs)

    def find(self, table: str) -> Saved | None:
        """Read a table.

        Raises:
            SaveError: It cannot be read.
        """
        rows = self._rows("SELECT saved FROM tables WHERE id = ?", table)
        return Saved.from_json(str(rows[0][0])) if rows else None

    def find_pack(self, name: str) -> str | None:
        """Read an upload.

        Raises:
            SaveError: It cannot be read.
        """
        rows = self._rows("SELECT upload FROM packs WHERE hash = ?", name)
        return str(rows[0][0]) if rows else None

    def count(self) -> int:
        """Count the tables, after those were forgotten that nobody has used for long."""
        with self._change():
            self._database.execute("DELETE FROM tables WHERE changed < ?", (time() - KEPT,))
            self._database.execute("DELETE FROM packs WHERE hash NOT IN (SELECT hash FROM packs_of)")
        return int(str(self._rows("SELECT count(*) FROM tables")[0][0]))

    def lately(self, since: float) -> list[str]:
        """List the tables without uploads that are not over, and were used since then."""
        rows = self._rows(
            "SELECT id FROM tables WHERE NOT over AND NOT own AND changed >= ? ORDER BY changed DESC", since
        )
        return [str(row[0]) for row in rows]

    def has_uploads(self, table: str) -> bool | None:
        """Whether a table has uploaded packs; None if there is no such table."""
        rows = self._rows("SELECT own FROM tables WHERE id = ?", table)
        return bool(rows[0][0]) if rows else None

    def check(self) -> None:
        """Check that tables can be read.

        Raises:
            SaveError: They cannot.
        """
        self._rows("SELECT id FROM tables LIMIT 1")

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._database.close()

    def _keep(self, saved: Saved) -> None:
        row = (saved.id, saved.to_json(), bool(saved.plan.packs), saved.over, time())
        self._database.execute(_KEEP, row)

    def _rows(self, query: str, *values: object) -> list[tuple[object, ...]]:
        with self._lock, _as_save_errors():
            return self._database.execute(query, values).fetchall()

    @contextmanager
    def _change(self) -> Generator[None]:
        """Change something: all of it or nothing."""
        with self._lock, _as_save_errors():
            # IMMEDIATE waits for other writers here, where nothing has been done yet.
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise


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


@contextmanager
def _as_save_errors() -> Generator[None]:
    """Turn what SQLite raises, such as for a full disk, into an error of the library."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise SaveError("table.disk", "This could not be stored. Please try again.") from error
