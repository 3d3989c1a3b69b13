"""`kingsburg schema`: where the JSON Schemas are, and how an editor uses them."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path

from kingsburg_rules import game, language
from kingsburg_rules.adapters import messages as engine
from kingsburg_rules.cli.commands import make_folder, write_text
from kingsburg_rules.cli.output import tell
from kingsburg_rules.content import data_folder
from kingsburg_rules.lab.results import GameResult
from kingsburg_rules.web import messages as table
from kingsburg_rules.web import questions as workshop

MESSAGES: Mapping[str, tuple[str, tuple[type[object], ...]]] = {
    "game-result": ("A simulated game: a line of what `kingsburg simulate` writes.", (GameResult,)),
    "engine": (
        "What `kingsburg engine` reads and writes: a request or an answer on each line.",
        (engine.EngineRequest, engine.EngineAnswer),
    ),
    "table": (
        "What browsers and tables say to each other: the messages of `kingsburg serve`.",
        (table.Request, table.News, table.TableInfo),
    ),
    "workshop": (
        "What the page of the card workshop asks its worker, and the replies.",
        (workshop.Question, workshop.Reply),
    ),
}
"""The schemas of what applications write: what each describes, and the classes of which it takes any."""

_SCHEMA_HELP = """\
The JSON Schemas are in {folder}. For the card language:

{schemas}

For what games and programs say to each other:

{messages}

An editor that knows the schemas of the card language completes words while you
type, describes them, and marks mistakes.

VS Code: install the extension "YAML" (redhat.vscode-yaml) and put this line at
the top of a file with cards,

    # yaml-language-server: $schema={schema}

or add to settings.json, for all files of your packs at once:

    "yaml.schemas": {{"{schema}": "packs/**/*.yaml"}}

PyCharm, IntelliJ IDEA and other JetBrains editors: put this line at the top,

    # $schema: {schema}

or choose Settings | Languages & Frameworks | Schemas and DTDs | JSON Schema
Mappings, add that file, and map it to the folder of your packs.

"kingsburg check" finds the same mistakes, and those that no schema can find.
"kingsburg lsp" shows all of them in an editor, and knows the names in your pack.
"""


def add_options(parser: ArgumentParser) -> None:
    """Describe the command."""
    parser.description = "Show where the schemas are and how editors use them."
    parser.add_argument(
        "--write", metavar="FOLDER", help="generate the schemas and write them to this folder"
    )


def run(options: Namespace) -> int:
    """Show where the schemas are, or write them again."""
    folder = Path(options.write or data_folder("schemas"))
    if options.write:
        make_folder(folder)
        for name, text in texts().items():
            path = _file(folder, name)
            write_text(path, text)
            tell(f"written: {path}")
        return 0
    told = _SCHEMA_HELP.format(
        folder=folder,
        schemas=_listed(language.SCHEMAS),
        messages=_listed({**game.SCHEMAS, **{name: said for name, (said, _) in MESSAGES.items()}}),
        schema=_file(folder, next(iter(language.SCHEMAS))).as_posix(),
    )
    tell(told, end="")
    return 0


def texts() -> dict[str, str]:
    """Return all schemas by name, the way they are checked in."""
    return {
        **{name: language.schema_text(name) for name in language.SCHEMAS},
        **{name: game.schema_text(name) for name in game.SCHEMAS},
        **{name: game.written(message_schema(name)) for name in MESSAGES},
    }


def message_schema(name: str) -> game.Schema:
    """Describe what an application writes."""
    return game.schema_of(name, *MESSAGES[name])


def _file(folder: Path, name: str) -> Path:
    return folder / f"{name}.schema.json"


def _listed(titles: Mapping[str, str]) -> str:
    return "\n".join(f"    {_file(Path(), name).name:26} {title}" for name, title in titles.items())
