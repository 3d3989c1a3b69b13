"""`kingsburg tables`: what an operator sees of the tables, and does to them."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kingsburg_rules import Game
from kingsburg_rules.cli import main
from kingsburg_rules.table import Chair, Plan, Tables
from kingsburg_rules.table.sqlite import SqliteStore

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "operate-a-server.md"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two tables: at one nobody plays yet, at the other a game has begun, and was used last."""
    path = tmp_path / "tables.sqlite"
    with closing(SqliteStore(path)) as store:
        tables = Tables(store)
        tables.open(Plan(), (Chair("person", "Ann"), Chair("open")), 0)
        table, _ = tables.open(Plan(), (Chair("person", "Zoë"), Chair("person", "Ben")), 0)
        with tables.change(table.id, 0) as changed:
            changed.start(0)
        tables.age([table.id])
    return path


def ids(data: Path) -> list[str]:
    with closing(SqliteStore(data)) as store:
        return [entry.id for entry in store.entries()]


def test_tables_are_listed(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begun, waiting = ids(data)
    assert main(["tables", "--data", str(data)]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert re.fullmatch(rf"{begun}  playing  year 1     0 h  Zoë, Ben", first)
    assert re.fullmatch(rf"{waiting}  waiting  year 0     1 h  Ann", second)
    assert main(["tables", "--data", str(data), "--format", "json"]) == 0
    assert [one["id"] for one in json.loads(capsys.readouterr().out)] == [begun, waiting]


def test_a_table_is_exported_with_its_game_and_closed(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begun, waiting = ids(data)
    assert main(["tables", "--data", str(data), "--export", begun]) == 0
    exported = json.loads(capsys.readouterr().out)
    assert Game.load(exported["game"]).players == ("Zoë", "Ben")
    assert exported["uploads"] == {}
    assert main(["tables", "--data", str(data), "--close", begun]) == 0
    assert ids(data) == [waiting]


def test_a_damaged_table_is_listed_and_can_be_closed(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begun, waiting = ids(data)
    with closing(sqlite3.connect(data)) as database, database:
        database.execute("UPDATE tables SET saved = '{' WHERE id = ?", (begun,))
    assert main(["tables", "--data", str(data)]) == 0
    assert f"{begun}  damaged" in capsys.readouterr().out
    assert main(["tables", "--data", str(data), "--close", begun]) == 0
    assert ids(data) == [waiting]


@pytest.mark.parametrize("option", ["--close", "--export"])
def test_what_is_not_there_is_an_error(data: Path, option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "--data", str(data), option, "nothing"]) == 2
    assert "There is no table 'nothing'" in capsys.readouterr().err
    assert len(ids(data)) == 2
    nowhere = data.with_name("nowhere")
    assert main(["tables", "--data", str(nowhere)]) == 2
    assert "there is no such file" in capsys.readouterr().err
    assert not nowhere.exists()


def test_the_commands_of_the_page_work(
    data: Path,
) -> None:
    (block,) = re.findall(r"^```sh\n(kingsburg tables.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    begun, waiting = ids(data)
    done = 0
    for line in block.splitlines():
        words = line.replace("/var/lib/kingsburg/tables.sqlite", str(data)).replace("TABLE", begun).split()
        assert main(words[1 : words.index(">") if ">" in words else None]) == 0
        done += 1
    assert done == 3
    assert ids(data) == [waiting]
