"""Processes for tables with uploads: how many there are, and what is believed of what they say."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import Process
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from attrs import evolve

from kingsburg_rules import KingsburgError
from kingsburg_rules.table import Chair, Plan, SavedTable
from kingsburg_rules.table.sqlite import SqliteStore
from kingsburg_rules.table.tables import mark_of
from kingsburg_rules.web.requests import LobbyReply, LobbyRequest
from kingsburg_rules.web.sandboxed_tables import LONGEST_SAVE, PROCESS_LIMITS, SandboxedTables

OPENING = LobbyRequest("POST", "/api/tables", owner="192.0.2.1")
PACKS = {"a" * 64: "a pack"}
TABLE = SavedTable("new", Plan(packs=(*PACKS,)), (Chair("open"),), since=0)
PLAIN = SavedTable("plain", Plan(), (Chair("open"),), since=0)

start = asyncio.create_subprocess_exec


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    found = SqliteStore(tmp_path / "tables.sqlite")
    found.add(PLAIN)
    yield found
    found.close()


def speaks(monkeypatch: pytest.MonkeyPatch, program: str, begun: Callable[[Process], None]) -> None:
    """Run a program instead of a table."""

    async def begin(*_: str, **how: object) -> Process:
        process = await start(sys.executable, "-I", "-S", "-c", program, **how)  # type: ignore[arg-type]
        begun(process)
        return process

    monkeypatch.setattr(asyncio, "create_subprocess_exec", begin)


def saves(saved: SavedTable, **more: object) -> dict[str, object]:
    return {"save": saved.id, "text": saved.to_json(), "packs": {}, **more}


TRUE = {"http": 0, "status": 201, "body": {"table": "new"}}


Opened = Callable[..., tuple[LobbyReply, list[str]]]


@pytest.fixture
def opened(store: SqliteStore, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Opened:
    """Open a table with a process that says these messages; return the reply and what others have heard."""
    script = tmp_path / "script"
    speaks(
        monkeypatch,
        f"import sys; input(); print(open({str(script)!r}).read(), flush=True); sys.stdin.read()",
        lambda _: None,
    )

    def open_(*messages: object) -> tuple[LobbyReply, list[str]]:
        script.write_text("\n".join(one if isinstance(one, str) else json.dumps(one) for one in messages))
        heard: list[str] = []

        async def use() -> LobbyReply:
            limits = evolve(PROCESS_LIMITS, opening=20)
            tables = SandboxedTables(store, lambda _, said: heard.append(said), limits)
            reply = await tables.open_table(OPENING, PACKS)
            await tables.end()
            return reply

        return asyncio.run(use()), heard

    return open_


def test_a_process_stores_its_table_with_what_was_uploaded(store: SqliteStore, opened: Opened) -> None:
    lie = saves(TABLE, packs={"b" * 64: "another pack"})
    reply, _ = opened(lie, {"beat": 0}, TRUE)
    assert reply == LobbyReply(201, {"table": "new"})
    assert store.find("new") == TABLE
    assert store.find_pack("a" * 64) == "a pack"
    assert store.find_pack("b" * 64) is None
    assert {entry.id: entry.owner for entry in store.entries()} == {
        "plain": "",
        "new": mark_of(OPENING.owner),
    }


LIES: Mapping[str, tuple[object, ...]] = {
    "another table": (saves(evolve(TABLE, id="plain")),),
    "two tables": (saves(TABLE), saves(evolve(TABLE, id="third"))),
    "other packs": (saves(evolve(TABLE, plan=Plan(packs=("b" * 64,)))),),
    "no packs": (saves(evolve(TABLE, plan=Plan())),),
    "no table": ({"save": "new", "text": "{}", "packs": {}},),
    "a long table": ({"save": "new", "text": " " * LONGEST_SAVE + TABLE.to_json(), "packs": {}},),
    "a kind": ({"save": "new", "text": 5, "packs": {}},),
    "an answer to nobody": ({**TRUE, "http": 7},),
    "a number": ({**TRUE, "http": "0"},),
    "another name": (saves(TABLE), {**TRUE, "body": {"table": "plain"}}),
    "a status": ({**TRUE, "status": 299},),
    "something else": ({"open": "plain"},),
    "no map": ([1, 2],),
    "no JSON": ("{",),
    "a long line": ('"' + "x" * 17_000_000,),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_process_that_lies_is_killed(store: SqliteStore, opened: Opened, lie: str) -> None:
    reply, heard = opened(*LIES[lie], TRUE)  # what follows a lie is not heard
    assert reply.status == 422
    assert store.find("plain") == PLAIN
    assert store.find("third") is None
    assert len(store.entries()) == (2 if lie in ("two tables", "another name") else 1)
    assert not heard


def test_a_process_speaks_only_to_its_own_connections(opened: Opened) -> None:
    reply, heard = opened(saves(TABLE), {"ws": 1, "message": "psst"}, TRUE)
    assert reply.status == 201
    assert not heard


def test_twenty_uploads_at_once_start_no_more_processes_than_allowed(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Process] = []
    running: list[int] = []

    def begins(process: Process) -> None:
        begun.append(process)
        running.append(sum(one.returncode is None for one in begun))

    async def use() -> list[LobbyReply | BaseException]:
        limits = evolve(PROCESS_LIMITS, processes=3, opening=0.3)
        tables = SandboxedTables(store, lambda _, said: None, limits)
        speaks(monkeypatch, "import sys; sys.stdin.read()", begins)
        opening = (tables.open_table(OPENING, PACKS) for _ in range(20))
        found = await asyncio.gather(*opening, return_exceptions=True)
        await tables.end()
        return found

    found = asyncio.run(use())
    codes = [error.code for error in found if isinstance(error, KingsburgError)]
    assert codes == ["table.full"] * (20 - len(begun))
    assert len(begun) == len(running) >= 3
    assert max(running) == 3
