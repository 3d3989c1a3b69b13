"""Helpers that the commands share: options, loading rules, finding cards, reading and writing files."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from kingsburg_rules import LANGUAGES, KingsburgError, Rules, SaveError, SetupError, load_rules, modules
from kingsburg_rules.content import EVERYTHING, built_in_folders, built_in_packs, data_folder, installed_packs
from kingsburg_rules.engine import unknown


def cards_called(name: str, cards: Mapping[str, Iterable[str]]) -> list[str]:
    """Find the card with a reference or an id, or all cards with a name.

    Capitals and underscores make no difference.

    Raises:
        SetupError: There is no such card.
    """
    wanted = _simplified(name)
    known = {card: {card, *names} for card, names in cards.items()}
    # Several cards may have a name: an advisor and a governor are both called Architect.
    found = [card for card, names in known.items() if wanted in map(_simplified, names)]
    if not found:
        every = {each for names in known.values() for each in names}
        raise SetupError("cards.unknown", f"Card {unknown(name, every)}")
    return found


def _simplified(name: str) -> str:
    return name.casefold().replace("_", " ")


# Options


def add_edition_option(parser: ArgumentParser) -> None:
    """Add the option for an edition."""
    parser.add_argument(
        "--edition", default="second", help="the edition of the rules, such as first-ffg (second)"
    )


def add_pack_option(parser: ArgumentParser) -> None:
    """Add the option for further packs."""
    parser.add_argument(
        "--pack",
        action="append",
        default=[],
        type=_pack,
        metavar="PATH",
        help="a further pack: a folder, a zip, or the id of an installed one; may be repeated",
    )


def files_of_pack(name: str) -> Path | None:
    """Find what a pack is named by: the id of one that comes with the library, or else a path.

    None if there is neither. A folder that is called like a pack of the library is `./name`.
    """
    path = Path(data_folder("content"), name) if name in built_in_packs() else Path(name)
    return path if path.exists() else None


def _pack(name: str) -> str:
    """Make a path of a name that is not the id of a known pack, for `load_rules` takes names for ids."""
    # The id wins over a folder of the same name; whoever means the folder writes `./name`.
    is_id = name in built_in_folders() or name in installed_packs()
    return name if is_id or Path(name).is_absolute() or not Path(name).exists() else f"./{name}"


def add_language_option(parser: ArgumentParser) -> None:
    """Add the option for a language."""
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="the language (en)")


def add_format_option(parser: ArgumentParser, formats: Iterable[str]) -> None:
    """Add the option for the format of the output; `text` is for people."""
    parser.add_argument("--format", choices=tuple(formats), default="text", help="the output format (text)")


def add_rules_options(parser: ArgumentParser) -> None:
    """Add the options for an edition with modules, variants and a scenario."""
    add_edition_option(parser)
    parser.add_argument(
        "--module",
        action="append",
        default=[],
        metavar="NAME",
        help="a module, such as governors, or all; may be repeated",
    )
    parser.add_argument(
        "--variant",
        action="append",
        default=[],
        metavar="NAME",
        help="a variant of a module, such as draft-strips; may be repeated",
    )
    parser.add_argument("--scenario", metavar="NAME", help="a scenario, such as goblin-valley")
    add_pack_option(parser)
    parser.add_argument(
        "--fidelity",
        default=EVERYTHING,
        metavar="LEAST",
        help="leave out cards less certain than LEAST: printed, inferred or reconstructed (reconstructed: "
        "none is left out)",
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


# Files


class FileError(KingsburgError, OSError):
    """A file cannot be read or written."""


def read_text(path: str) -> str:
    """Read a file; `-` is the standard input. The mark that some editors put first is left out.

    Raises:
        FileError: There is no such file.
        SaveError: It is not a text file.
    """
    try:
        with _possible("file.read", f"Cannot read '{path}'"):
            return sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise SaveError("file.text", f"'{path}' is not a text file.") from error


def make_folder(folder: Path) -> None:
    """Make a folder, with those above it.

    Raises:
        FileError: It cannot be made.
    """
    with _possible("file.folder", f"Cannot create '{folder}'"):
        folder.mkdir(parents=True, exist_ok=True)


def write_text(path: str | Path, text: str, mode: Literal["w", "x"] = "w") -> None:
    """Write a file, with a line break at its end.

    Raises:
        FileError: It cannot be written there; with the mode `x` also if it is there already.
    """
    with (
        _possible("file.write", f"Cannot write '{path}'"),
        # Line breaks are the same on every system, so that files are, too.
        Path(path).open(mode, encoding="utf-8", newline="\n") as file,
    ):
        file.write(text if text.endswith("\n") else f"{text}\n")


@contextmanager
def _possible(code: str, refused: str) -> Generator[None]:
    """Make a sentence of what the system says if something cannot be done with a file."""
    try:
        yield
    except OSError as error:
        raise FileError(code, f"{refused}: {(error.strerror or str(error)).lower()}.") from error
