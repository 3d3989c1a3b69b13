"""`kingsburg tables`: the tables of a server, listed, closed and exported."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from kingsburg_rules import SaveError, SetupError
from kingsburg_rules.cli.commands import add_format_option
from kingsburg_rules.cli.output import tell, tell_json
from kingsburg_rules.cli.serve import DATA
from kingsburg_rules.engine import is_list
from kingsburg_rules.table.sqlite import SqliteStore


def add_options(parser: ArgumentParser) -> None:
    """Describe the command."""
    parser.description = (
        "List the tables of `kingsburg serve`, those first that were used last. The server may be running."
    )
    parser.add_argument(
        "--data", metavar="FILE", default=DATA, help=f"the file that stores the tables ({DATA})"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--close", metavar="ID", nargs="+", default=[], help="remove these tables for good")
    what.add_argument("--export", metavar="ID", help="write a table as JSON; `game` in it is a save")
    add_format_option(parser, ("text", "json"))


def run(options: Namespace) -> int:
    """List, close or export tables.

    Raises:
        SaveError: The file cannot be used.
        SetupError: There is no such table.
    """
    if not Path(options.data).exists():  # SQLite would make one
        raise SaveError("setup.serve", f"Cannot use '{options.data}': there is no such file.")
    with closing(SqliteStore(options.data)) as store:
        if options.export:
            tell_json(_exported(store, options.export))
        elif options.close:
            known = {entry.id for entry in store.entries()}
            for name in options.close:
                if name not in known:
                    raise _none(name)
            store.remove(options.close)
            tell(*(f"closed: {name}" for name in options.close))
        elif options.format == "json":
            tell_json([*_entries(store)])
        else:
            tell(*map(_line, _entries(store)))
    return 0


def _none(name: str) -> SetupError:
    return SetupError("table.none", f"There is no table '{name}'.")


def _exported(store: SqliteStore, name: str) -> dict[str, object]:
    saved = store.find(name)
    if saved is None:
        raise _none(name)
    packs = {each: json.loads(store.find_pack(each) or "null") for each in saved.plan.packs}
    return {**json.loads(saved.to_json()), "uploads": packs}


def _entries(store: SqliteStore) -> Iterator[dict[str, object]]:
    """Describe each table. One that cannot be read is listed, too, so that it can be closed."""
    for entry in store.entries():
        try:
            saved = store.find(entry.id)
        except SaveError:
            yield {"id": entry.id, "idle": entry.idle, "phase": "damaged", "year": 0, "people": []}
            continue
        if saved is not None:
            people = [chair.name for chair in saved.chairs if chair.name]
            yield {
                "id": entry.id,
                "idle": entry.idle,
                "phase": saved.phase,
                "year": saved.year,
                "people": people,
            }


def _line(entry: dict[str, object]) -> str:
    people = entry["people"]
    names = ", ".join(map(str, people)) if is_list(people) else ""
    return f"{entry['id']}  {entry['phase']:<8} year {entry['year']}  {entry['idle']:>4} h  {names}"
