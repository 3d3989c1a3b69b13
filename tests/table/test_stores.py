"""Stores of tables: each does the same with them, and none loses what it has kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kingsburg_rules import SaveError
from kingsburg_rules.table import Chair, FolderStore, MemoryStore, Plan, SavedTable, Store
from kingsburg_rules.table.sqlite import SqliteStore

MAKERS: dict[str, Callable[[Path], Store]] = {
    "memory": lambda path: MemoryStore(),
    "folder": lambda path: FolderStore(path / "tables"),
    "sqlite": lambda path: SqliteStore(path / "tables.sqlite"),
}
LASTING = [name for name in MAKERS if name != "memory"]


def saved(name: str, *packs: str, answered: int | None = None) -> SavedTable:
    chairs = (Chair("person", "Zoë", "hash", answered=answered), Chair("open"))
    return SavedTable(name, Plan(packs=packs), chairs, since=1)


@pytest.mark.parametrize("kind", MAKERS)
def test_every_store_does_the_same(kind: str, tmp_path: Path) -> None:
    store = MAKERS[kind](tmp_path)
    assert store.entries() == ()
    store.add(saved("a", "x", "y"), {"x": "the pack x\n", "y": "y"})
    store.add(saved("b", "y"), {"y": "y"})
    store.add(saved("c"))
    store.keep(saved("c", answered=7))
    assert [(found := store.find(name)) and found.id for name in ("a", "b", "d")] == ["a", "b", None]
    assert store.find("a") == saved("a", "x", "y")
    assert [store.find_pack(name) for name in ("x", "y", "z")] == ["the pack x\n", "y", None]
    store.age({"b"})
    store.age({"b", "nowhere"})
    store.keep(saved("c", answered=7))
    assert {entry.id: entry.idle for entry in store.entries()} == {"b": 0, "c": 0, "a": 2}
    assert store.entries()[-1].id == "a", "those first that were used last"
    assert {entry.id for entry in store.entries() if entry.has_packs} == {"a", "b"}
    assert {entry.id for entry in store.entries() if entry.was_played} == {"c"}
    store.remove(["a", "nowhere"])
    assert (store.find("a"), store.find_pack("x"), store.find_pack("y")) == (None, None, "y")
    assert {entry.id for entry in store.entries()} == {"b", "c"}
    with pytest.raises(SaveError, match=r"table\.none"):
        store.keep(saved("a"))
    assert store.find("a") is None, "what was closed stays so"


@pytest.mark.parametrize("kind", LASTING)
def test_what_was_kept_is_there_when_the_store_is_opened_again(kind: str, tmp_path: Path) -> None:
    store = MAKERS[kind](tmp_path)
    store.add(saved("a", "x"), {"x": "pack"})
    store.age(())
    store.add(saved("b"))
    again = MAKERS[kind](tmp_path)
    assert again.find("a") == saved("a", "x")
    assert {entry.id: entry.idle for entry in again.entries()} == {"a": 1, "b": 0}
    again.age(())
    assert {entry.id: entry.idle for entry in again.entries()} == {"a": 2, "b": 1}


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "", ".", "a/b", "a\0b", "x" * 1000, "hours"])
def test_names_of_strangers_find_nothing(kind: str, name: str, tmp_path: Path) -> None:
    (tmp_path / "secret.json").write_text("0\n{}")
    (tmp_path / "secret.pack").write_text("secret")
    store = MAKERS[kind](tmp_path)
    store.age(())
    assert store.find(name) is None
    assert store.find_pack(name) is None
    store.remove([name])
    assert (tmp_path / "secret.json").exists()


@pytest.mark.parametrize("kind", LASTING)
def test_a_store_that_cannot_be_opened_says_why(kind: str, tmp_path: Path) -> None:
    (tmp_path / "tables").write_text("a file")
    (tmp_path / "tables.sqlite").write_text("neither SQLite " * 100)
    with pytest.raises(SaveError, match=r"Cannot use .*tables"):
        MAKERS[kind](tmp_path)


def test_a_damaged_file_takes_no_other_with_it(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    for name in ("a", "b", "c"):
        store.add(saved(name, "x"), {"x": "pack"})
    (tmp_path / "a.json").write_text("{")
    (tmp_path / "b.json").write_bytes(b"0\n\xff")
    assert [entry.id for entry in store.entries()] == ["c"]
    assert store.find("c") == saved("c", "x")
    for name in ("a", "b"):
        with pytest.raises(SaveError, match="This is not a table"):
            store.find(name)
    store.remove(["a"])
    assert store.find_pack("x") == "pack"
