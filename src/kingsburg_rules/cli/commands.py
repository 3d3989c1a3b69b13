"""What the commands share: options, loading rules, finding cards, reading and writing files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from kingsburg_rules import load_rules, modules
from kingsburg_rules.content.rules import EVERYTHING
from kingsburg_rules.engine.errors import KingsburgError, SaveError, SetupError, unknown
from kingsburg_rules.text.languages import LANGUAGES

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterable, Mapping

    from kingsburg_rules.content.rules import Rules


class Subparsers(Protocol):
    """What `ArgumentParser.add_subparsers` gives: where a command adds itself."""

    def add_parser(self, name: str, *, help: str, description: str) -> ArgumentParser:  # noqa: A002
        """Add the parser of a command."""
        ...


def cards_called(name: str, cards: Mapping[str, Iterable[str]]) -> list[str]:
    """Find the card with a reference or an id, or all cards with a name.

    Args:
        name: What the user typed; capitals and underscores make no difference.
        cards: The names of every card.

    Raises:
        SetupError: There is no such card.
    """
    wanted = _simplified(name)
    known = {card: {card, *names} for card, names in cards.items()}
    found = [card for card, names in known.items() if wanted in map(_simplified, names)]
    if not found:
        every = {each for names in known.values() for each in names}
        raise SetupError("cards.unknown", f"Card {unknown(name, every)}")
    return found


def _simplified(name: str) -> str:
    return name.casefold().replace("_", " ")


class FileError(KingsburgError, OSError):
    """A file cannot be read or written."""


def add_edition_option(parser: ArgumentParser) -> None:
    """Let the user choose an edition."""
    parser.add_argument("--edition", default="second", help="the edition of the rules (second)")


def add_pack_option(parser: ArgumentParser) -> None:
    """Let the user add packs."""
    parser.add_argument(
        "--pack",
        action="append",
        default=[],
        type=_pack,
        metavar="PATH",
        help="a further pack: a folder, a zip, or the id of an installed one; may be repeated",
    )


def _pack(name: str) -> str:
    """Make a path of a name that is not the id of a known pack, for `load_rules` takes names for ids."""
    from kingsburg_rules.content.documents import built_in_folders
    from kingsburg_rules.content.packs import installed

    is_id = name in built_in_folders() or name in installed()
    return name if is_id or Path(name).is_absolute() or not Path(name).exists() else f"./{name}"


def add_language_option(parser: ArgumentParser) -> None:
    """Let the user choose a language."""
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="en, nl or fr (en)")


def add_rules_options(parser: ArgumentParser) -> None:
    """Let the user choose an edition with modules, variants and a scenario."""
    add_edition_option(parser)
    parser.add_argument(
        "--module", action="append", default=[], metavar="NAME", help="a module, or all; may be repeated"
    )
    parser.add_argument(
        "--variant",
        action="append",
        default=[],
        metavar="NAME",
        help="a variant of a module, such as draft-strips",
    )
    parser.add_argument("--scenario", metavar="NAME", help="a scenario")
    add_pack_option(parser)
    parser.add_argument(
        "--fidelity",
        default=EVERYTHING,
        metavar="LEAST",
        help="leave out cards that are less sure: printed, inferred or reconstructed (nothing is left out)",
    )


def load_chosen_rules(options: Namespace) -> Rules:
    """Load the rules that the user chose."""
    chosen = modules(options.edition) if "all" in options.module else options.module
    return load_rules(
        options.edition,
        modules=chosen,
        scenario=options.scenario,
        variants=options.variant,
        packs=options.pack,
        fidelity=options.fidelity,
    )


def read_text(path: str) -> str:
    """Read a file; `-` is the standard input.

    Raises:
        FileError: There is no such file, or it is not a text file.
    """
    try:
        return sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise FileError("file.read", f"'{path}' cannot be read: {_reason(error)}.") from error
    except UnicodeDecodeError as error:
        raise SaveError("file.text", f"'{path}' is not a text file.") from error


def make_folder(folder: Path) -> None:
    """Make a folder, with those above it.

    Raises:
        FileError: It cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"'{folder}' cannot be made: {(error.strerror or 'unknown').lower()}."
        raise FileError("file.folder", message) from error


def write_text(path: str, text: str) -> None:
    """Write a file.

    Raises:
        FileError: It cannot be written there.
    """
    try:
        Path(path).write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise FileError("file.write", f"'{path}' cannot be written: {_reason(error)}.") from error


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def is_rich(module: str | None) -> bool:
    """Whether a module that was not found is rich, or a part of it."""
    return (module or "").partition(".")[0] == "rich"
