"""`kingsburg schema`: how an editor completes and checks cards while they are written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kingsburg_rules.cli.commands import make_folder, write_text

if TYPE_CHECKING:
    from argparse import Namespace

    from kingsburg_rules.cli.commands import Subparsers

_TEXT = """\
The JSON Schemas of the card language lie in {folder}:

{schemas}

An editor that knows them completes words while you type, describes them, and
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
    from kingsburg_rules.content.documents import data_folder
    from kingsburg_rules.content.schemas import SCHEMAS, schema_text

    folder = Path(wishes.write or data_folder("schemas"))
    paths = {folder / f"{name}.schema.json": name for name in SCHEMAS}
    if wishes.write:
        make_folder(folder)
        for path, name in paths.items():
            write_text(str(path), schema_text(name).removesuffix("\n"))
            print(f"written: {path}")
        return 0
    listed = "\n".join(f"    {path.name:26} {SCHEMAS[name]}" for path, name in paths.items())
    print(_TEXT.format(folder=folder, schemas=listed, schema=next(iter(paths)).as_posix()), end="")
    return 0
