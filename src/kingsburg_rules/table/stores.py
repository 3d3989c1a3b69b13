"""Where tables are kept: what a store must do, one in memory, and one in a folder of files."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Collection, Generator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Protocol

from attrs import define, field, frozen

from kingsburg_rules import SaveError
from kingsburg_rules.table.saved import SavedTable

NO_PACKS: Final[Mapping[str, str]] = {}

REMOVED: Final = SaveError("table.none", "There is no such table.")

_NAME = re.compile(r"[A-Za-z0-9_-]{1,100}")

log = logging.getLogger("kingsburg")


@frozen
class StoredTable:
    """An entry in the list of a store. Nobody has used the table for `idle` hours.

    `owner` stands for whoever opened the table; see `Store.add`.
    """

    id: str
    idle: int
    was_played: bool
    over: bool
    has_packs: bool
    owner: str = ""


class Store(Protocol):
    """Where tables are kept. What cannot be done raises a `SaveError`, and then nothing of it was done.

    The time that a table is not used is counted in hours that `age` has been called for, and not taken from a
    clock, which may jump.
    """

    def add(self, saved: SavedTable, packs: Mapping[str, str] = NO_PACKS, owner: str = "") -> None:
        """Store a new table, with the uploads that it needs, by hash, and a mark of whoever opened it."""
        ...

    def keep(self, saved: SavedTable) -> None:
        """Store a table after a change; one that was removed stays so, which is an error. It is used now."""
        ...

    def find(self, table: str) -> SavedTable | None:
        """Read a table."""
        ...

    def find_pack(self, name: str) -> str | None:
        """Read an upload."""
        ...

    def entries(self) -> tuple[StoredTable, ...]:
        """List the tables, those first that were used last."""
        ...

    def age(self, used: Collection[str]) -> None:
        """Count one more hour without use for all tables but these."""
        ...

    def remove(self, tables: Collection[str]) -> None:
        """Forget tables, and the uploads that no other table needs."""
        ...


def entry_of(saved: SavedTable, idle: int, owner: str) -> StoredTable:
    """Describe a table for the list of a store."""
    return StoredTable(saved.id, idle, saved.was_played, saved.over, bool(saved.plan.packs), owner)


@define
class Faults:
    """Turns the errors of files and databases into those of the library, and tells the operator once.

    `doing` is what may fail: the tables `cannot be read`, or `written`.
    """

    where: str
    doing: str
    errors: tuple[type[Exception], ...] = (OSError,)
    is_failing: bool = False

    @contextmanager
    def told(self) -> Generator[None]:
        """Do something with a store.

        Raises:
            SaveError: It is not possible.
        """
        try:
            yield
        except self.errors as error:
            if not self.is_failing:
                log.critical("the tables in '%s' cannot be %s: %s", self.where, self.doing, error)
            self.is_failing = True
            raise SaveError("table.disk", "This could not be stored. Please try again.") from error
        if self.is_failing:
            log.warning("the tables in '%s' can be %s again", self.where, self.doing)
        self.is_failing = False


@define(eq=False)
class MemoryStore:
    """Tables in memory: for tests, and for games that may end with the process."""

    tables: dict[str, SavedTable] = field(factory=dict[str, SavedTable])
    packs: dict[str, str] = field(factory=dict[str, str])
    _idle: dict[str, int] = field(factory=dict[str, int])
    _owners: dict[str, str] = field(factory=dict[str, str])

    def add(self, saved: SavedTable, packs: Mapping[str, str] = NO_PACKS, owner: str = "") -> None:
        """Store a new table."""
        self.packs.update(packs)
        self._owners[saved.id] = owner
        self.tables[saved.id] = saved

    def keep(self, saved: SavedTable) -> None:
        """Store a table.

        Raises:
            SaveError: It was removed.
        """
        if saved.id not in self.tables:
            raise REMOVED
        self.tables[saved.id] = saved
        self._idle.pop(saved.id, None)

    def find(self, table: str) -> SavedTable | None:
        """Find a table."""
        return self.tables.get(table)

    def find_pack(self, name: str) -> str | None:
        """Find an upload."""
        return self.packs.get(name)

    def entries(self) -> tuple[StoredTable, ...]:
        """List the tables."""
        idle, owners = self._idle, self._owners
        found = (entry_of(one, idle.get(name, 0), owners.get(name, "")) for name, one in self.tables.items())
        return tuple(sorted(found, key=lambda entry: entry.idle))

    def age(self, used: Collection[str]) -> None:
        """Count an hour."""
        self._idle = {name: 0 if name in used else self._idle.get(name, 0) + 1 for name in self.tables}

    def remove(self, tables: Collection[str]) -> None:
        """Forget tables."""
        for name in tables:
            self.tables.pop(name, None)
            self._owners.pop(name, None)
        needed = {name for saved in self.tables.values() for name in saved.plan.packs}
        self.packs = {name: text for name, text in self.packs.items() if name in needed}


class FolderStore:
    """A file for each table and each upload in a folder; for programs with few tables, such as a chat bot.

    Raises:
        SaveError: The folder cannot be used.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self._reading, self._writing = (Faults(str(path), doing) for doing in ("read", "written"))
        try:
            self._path.mkdir(mode=0o700, parents=True, exist_ok=True)  # all secrets are in it
            self._hours = int(self._read("hours.txt") or 0)
        except (OSError, ValueError) as error:
            raise SaveError("setup.serve", f"Cannot use '{path}': {error}.") from error

    def add(self, saved: SavedTable, packs: Mapping[str, str] = NO_PACKS, owner: str = "") -> None:
        """Store a new table.

        Raises:
            SaveError: It could not be written; nothing has changed.
        """
        with self._writing.told():
            for name, text in packs.items():
                self._write(f"{name}.pack", text)
            self._write(f"{saved.id}.json", f"{self._hours} {owner}\n{saved.to_json()}\n")

    def keep(self, saved: SavedTable) -> None:
        """Store a table.

        Raises:
            SaveError: It was removed, or could not be written; nothing has changed.
        """
        with self._reading.told():
            before = self._read(f"{saved.id}.json")
        if before is None:
            raise REMOVED
        self.add(saved, owner=before.partition("\n")[0].partition(" ")[2])

    def find(self, table: str) -> SavedTable | None:
        """Read a table.

        Raises:
            SaveError: It cannot be read.
        """
        with self._reading.told():
            found = self._read(f"{table}.json")
        return None if found is None else SavedTable.from_json(found.partition("\n")[2])

    def find_pack(self, name: str) -> str | None:
        """Read an upload.

        Raises:
            SaveError: It cannot be read.
        """
        with self._reading.told():
            return self._read(f"{name}.pack")

    def entries(self) -> tuple[StoredTable, ...]:
        """List the tables; damaged ones are left out.

        Raises:
            SaveError: They cannot be read.
        """
        found: list[StoredTable] = []
        for path in self._path.glob("*.json"):
            with suppress(SaveError, ValueError), self._reading.told():
                first, _, text = (self._read(path.name) or "").partition("\n")
                hours, _, owner = first.partition(" ")
                found.append(entry_of(SavedTable.from_json(text), self._hours - int(hours), owner))
        return tuple(sorted(found, key=lambda entry: entry.idle))

    def age(self, used: Collection[str]) -> None:
        """Count an hour.

        Raises:
            SaveError: It cannot be written.
        """
        with self._writing.told():
            self._write("hours.txt", f"{self._hours + 1}")
        self._hours += 1
        for saved in filter(None, map(self.find, used)):
            self.keep(saved)

    def remove(self, tables: Collection[str]) -> None:
        """Forget tables, and uploads that none needs.

        Raises:
            SaveError: They cannot be removed.
        """
        with self._writing.told():
            for name in filter(_NAME.fullmatch, tables):
                (self._path / f"{name}.json").unlink(missing_ok=True)
        left = filter(None, (self.find(entry.id) for entry in self.entries() if entry.has_packs))
        needed = {name for saved in left for name in saved.plan.packs}
        with self._writing.told():
            for path in self._path.glob("*.pack"):
                if path.stem not in needed:
                    path.unlink()

    def _read(self, name: str) -> str | None:
        if not _NAME.fullmatch(name.rpartition(".")[0]):  # what strangers ask for may look like a path
            return None
        try:
            return (self._path / name).read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return None

    def _write(self, name: str, text: str) -> None:
        """Write a file: the whole of it or nothing, also when the machine stops."""
        new = self._path / f"{name}.new"
        with new.open("w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(self._path / name)
        if os.name == "posix":  # elsewhere a folder cannot be opened
            folder = os.open(self._path, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
