"""`kingsburg schema`: how an editor completes and checks cards while they are written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kingsburg_rules.cli.commands import make_folder, write_text

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Mapping

    from kingsburg_rules.cli.commands import Subparsers

_TEXT = """\
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


def add_parser(commands: Subparsers) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "schema",
        help="completion in your editor while you write cards",
        description="Say where the schemas are and how editors use them.",
    )
    parser.add_argument("--write", metavar="FOLDER", help="make the schemas anew and write them there")
    parser.set_defaults(run=run)


def run(wishes: Namespace) -> int:
    """Say where the schemas are, or make them anew."""
    from kingsburg_rules.content import schemas
    from kingsburg_rules.content.documents import data_folder
    from kingsburg_rules.game import wire_schemas

    folder = Path(wishes.write or data_folder("schemas"))
    if wishes.write:
        make_folder(folder)
        for room in (schemas, wire_schemas):
            for name in room.SCHEMAS:
                path = _file(folder, name)
                write_text(str(path), room.schema_text(name).removesuffix("\n"))
                print(f"written: {path}")
        return 0
    told = _TEXT.format(
        folder=folder,
        schemas=_listed(schemas.SCHEMAS),
        messages=_listed(wire_schemas.SCHEMAS),
        schema=_file(folder, next(iter(schemas.SCHEMAS))).as_posix(),
    )
    print(told, end="")
    return 0


def _file(folder: Path, name: str) -> Path:
    return folder / f"{name}.schema.json"


def _listed(titles: Mapping[str, str]) -> str:
    return "\n".join(f"    {_file(Path(), name).name:26} {title}" for name, title in titles.items())
