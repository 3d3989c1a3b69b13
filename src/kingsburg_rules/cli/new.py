"""`kingsburg new` and `kingsburg schema`: start a pack, and set up an editor for writing cards."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

from kingsburg_rules.cli.check import for_github
from kingsburg_rules.cli.commands import FileError, make_folder, write_text
from kingsburg_rules.engine.errors import Problem, SetupError

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable, Mapping

    from kingsburg_rules.cli.commands import Subparsers
    from kingsburg_rules.content.reading import Source


# `kingsburg new`


STARTS = Path(__file__).parent / "starts"

KINDS = tuple(sorted(path.stem for path in (STARTS / "cards").glob("*.yaml")))
"""The kinds of cards that can be started."""

PACK_FILE = "pack.yaml"

ROW = "H"
"""The row of a new building: the first that the game does not have."""

_PLAIN = re.compile(r"[A-Za-z][\w' -]*")
"""Names that YAML reads as text without quotes."""


def add_new_command(commands: Subparsers) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "new",
        help="start a pack, a card or a scenario",
        description="Write a start with comments, valid as it stands, with examples that hold. Nothing is "
        "overwritten. The exit code is 0, or 2 if it cannot be created there.",
    )
    parser.add_argument("what", choices=tuple(_MAKERS), help="what to start")
    parser.add_argument("name", metavar="NAME", help="its name, such as 'Moon Gate'")
    parser.add_argument(
        "--in",
        dest="folder",
        default=".",
        metavar="FOLDER",
        help="where it is put: the folder of a pack for a card of that pack (the folder you are in)",
    )
    parser.add_argument(
        "--kind",
        choices=KINDS,
        default="building",
        metavar="KIND",
        help=f"the kind of card: {', '.join(KINDS)} (building)",
    )
    parser.add_argument("--format", choices=tuple(_WRITERS), default="text", help="the output format (text)")
    parser.set_defaults(run=run_new)


def run_new(options: Namespace) -> int:
    """Write the files, unless one of them is there."""
    files = _MAKERS[options.what](options.name, Path(options.folder), options.kind)
    for path in files:
        if path.exists():
            raise FileError("new.exists", f"'{path}' already exists, so nothing was written.")
    for path, text in files.items():
        make_folder(path.parent)
        _write(path, text)
    first = next(iter(files))
    in_pack = (first.parent / PACK_FILE).is_file()
    _WRITERS[options.format]([*files], first.parent if in_pack else first)
    return 0


def _write(path: Path, text: str) -> None:
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise FileError("file.write", f"'{path}' cannot be written: {reason}.") from error


def _new_pack(name: str, folder: Path, kind: str) -> dict[Path, str]:
    """Start a pack with one card."""
    home = folder / slug(name, "-")
    card = _filled("cards", kind, f"first {kind}", {"COLUMN": "1", "RANK": str(_next_rank(()))})
    cards = next(line.rstrip(":") for line in card.splitlines() if line.endswith(":"))
    files = {home / PACK_FILE: _about("pack", name), home / f"{cards}.yaml": card}
    _refuse_mistakes(files, home)
    return files


def _new_scenario(name: str, folder: Path, kind: str) -> dict[Path, str]:
    """Start a scenario: a pack with one rule."""
    del kind
    home = folder / slug(name, "-")
    files = {home / PACK_FILE: _about("scenario", name), home / "rules.yaml": _filled("packs", "rule", name)}
    _refuse_mistakes(files, home)
    return files


def _new_card(name: str, folder: Path, kind: str) -> dict[Path, str]:
    """Start a card, as a file of the pack in a folder, or as a file of its own."""
    from kingsburg_rules.content.reading import Source, folder_sources

    path = folder / f"{slug(name, '-')}.yaml"
    sources = folder_sources(folder) if (folder / PACK_FILE).is_file() else ()
    others = [source for source in sources if isinstance(source, Source)]
    numbers = {"COLUMN": str(_next_column(others)), "RANK": str(_next_rank(others))}
    files = {path: _filled("cards", kind, name, numbers)}
    _refuse_mistakes(files, folder, others)
    return files


_MAKERS: dict[str, Callable[[str, Path, str], dict[Path, str]]] = {
    "pack": _new_pack,
    "card": _new_card,
    "scenario": _new_scenario,
}


def slug(name: str, between: str) -> str:
    """Turn a name into an id of lower-case Latin letters and digits.

    Raises:
        SetupError: Nothing is left.
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    found = re.sub(r"[^a-z0-9]+", between, plain.lower().replace("'", "")).strip(between)
    if not re.match("[a-z]", found):
        message = f"'{name}' cannot become an id: the name must start with a Latin letter."
        raise SetupError("new.name", message)
    return found


def title(name: str) -> str:
    """Turn what was typed into a name: an id gets spaces and a capital letter."""
    words = " ".join(re.split(r"[\s_-]+", name.strip())) if name == name.lower() else " ".join(name.split())
    return words[:1].upper() + words[1:]


def _about(kind: str, name: str) -> str:
    """Fill in a `pack.yaml`."""
    text = (STARTS / "packs" / f"{kind}.yaml").read_text(encoding="utf-8")
    return text.replace("PACK_ID", slug(name, "-")).replace("PACK_NAME", _yaml(title(name)))


def _filled(folder: str, start: str, name: str, numbers: dict[str, str] | None = None) -> str:
    """Fill in a file of cards."""
    text = (STARTS / folder / f"{start}.yaml").read_text(encoding="utf-8")
    words = {"CARD_ID": slug(name, "_"), "CARD_NAME": _yaml(title(name)), "CARD_TITLE": _inner(title(name))}
    for word, value in {**words, **(numbers or {})}.items():
        text = text.replace(word, value)
    return text


def _yaml(text: str) -> str:
    """Write a text so that YAML reads it as text."""
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def _inner(text: str) -> str:
    """Write a text that is within double quotes."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _next_column(sources: Iterable[Source]) -> int:
    """Find the first free column in the row where new buildings stand."""
    rows = (card for source in sources for card in _cards(source, "buildings"))
    columns = [card.get("column") for card in rows if card.get("row") == ROW]
    return 1 + max((column for column in columns if isinstance(column, int)), default=0)


def _next_rank(sources: Iterable[Source]) -> int:
    """Find the first rank above all advisors."""
    from kingsburg_rules import load_rules

    ranks = [card.get("rank") for source in sources for card in _cards(source, "advisors")]
    return 1 + max((*load_rules().table.ranks, *(rank for rank in ranks if isinstance(rank, int))))


def _cards(source: Source, kind: str) -> list[dict[str, object]]:
    """Return the cards of a kind in a file, as far as they can be read."""
    from kingsburg_rules.content.yaml_reader import read_yaml
    from kingsburg_rules.words.shapes import is_list, is_object

    data = read_yaml(source.text, source.file).data
    cards = data.get(kind) if is_object(data) else None
    return [card for card in cards if is_object(card)] if is_list(cards) else []


def _refuse_mistakes(files: dict[Path, str], home: Path, others: Iterable[Source] = ()) -> None:
    """Check that the new files fit what is there already.

    Raises:
        SetupError: They do not: another card has the same id, or another pack the same name.
    """
    from kingsburg_rules.content.checking import linked
    from kingsburg_rules.content.reading import Source, lone_id, read_sheets
    from kingsburg_rules.content.selection import Shelf

    sources = [Source(path.name, path.as_posix(), text) for path, text in files.items()]
    found = read_sheets([*others, *sources])
    lone = "" if found.info is not None else lone_id(next(iter(files)))
    if home / PACK_FILE in files and not Shelf().is_foreign(found.id or ""):
        raise SetupError(
            "new.name", f"A pack called '{found.id}' comes with the library; choose another name."
        )
    mine = {source.file for source in sources}
    mistakes: list[Problem] = [each for each in linked(found, lone).problems if each.file in mine]
    if mistakes:
        raise SetupError("new.name", f"This cannot be created here: {mistakes[0].message}.")


def _write_text(paths: list[Path], home: Path) -> None:
    for path in paths:
        print(f"written: {path}")
    print(f"\nNext: kingsburg check {home}\n      kingsburg test {home}\n      kingsburg explain {home}")
    print("      kingsburg schema    (how your editor completes and checks it)")


def _write_json(paths: list[Path], home: Path) -> None:
    print(json.dumps({"written": [path.as_posix() for path in paths], "pack": home.as_posix()}, indent=2))


def _write_github(paths: list[Path], home: Path) -> None:
    del home
    for path in paths:
        print(for_github(Problem(path.as_posix(), 1, 1, "new.written", "here something begins"), "notice"))


_WRITERS: dict[str, Callable[[list[Path], Path], None]] = {
    "text": _write_text,
    "json": _write_json,
    "github": _write_github,
}


# `kingsburg schema`


_SCHEMA_HELP = """\
The JSON Schemas lie in {folder}. Of the card language:

{schemas}

Of what a game tells a program at the other end of a wire:

{messages}

An editor that knows those of the language completes words while you type, describes them, and
marks mistakes.

VS Code: install the extension "YAML" (redhat.vscode-yaml) and put this line on
top of a file with cards,

    # yaml-language-server: $schema={schema}

or write into settings.json, for all files of your packs at once:

    "yaml.schemas": {{"{schema}": "packs/**/*.yaml"}}

PyCharm, IntelliJ IDEA and the other editors of JetBrains: put this line on top,

    # $schema: {schema}

or choose Settings | Languages & Frameworks | Schemas and DTDs | JSON Schema
Mappings, add that file, and map it to the folder of your packs.

"kingsburg check" finds the same mistakes, and those that no schema can see.
"""


def add_schema_command(commands: Subparsers) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "schema",
        help="completion in your editor while you write cards",
        description="Say where the schemas are and how editors use them.",
    )
    parser.add_argument("--write", metavar="FOLDER", help="make the schemas anew and write them there")
    parser.set_defaults(run=run_schema)


def run_schema(options: Namespace) -> int:
    """Say where the schemas are, or write them again."""
    from kingsburg_rules.content.documents import data_folder
    from kingsburg_rules.game import json_schemas
    from kingsburg_rules.words import schema as schemas

    folder = Path(options.write or data_folder("schemas"))
    if options.write:
        make_folder(folder)
        for module in (schemas, json_schemas):
            for name in module.SCHEMAS:
                path = _file(folder, name)
                write_text(str(path), module.schema_text(name).removesuffix("\n"))
                print(f"written: {path}")
        return 0
    told = _SCHEMA_HELP.format(
        folder=folder,
        schemas=_listed(schemas.SCHEMAS),
        messages=_listed(json_schemas.SCHEMAS),
        schema=_file(folder, next(iter(schemas.SCHEMAS))).as_posix(),
    )
    print(told, end="")
    return 0


def _file(folder: Path, name: str) -> Path:
    return folder / f"{name}.schema.json"


def _listed(titles: Mapping[str, str]) -> str:
    return "\n".join(f"    {_file(Path(), name).name:26} {title}" for name, title in titles.items())
