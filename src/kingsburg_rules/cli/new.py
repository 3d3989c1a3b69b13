"""`kingsburg new`: start a pack, a card, a scenario, a translation or an edition."""

from __future__ import annotations

import json
import re
import unicodedata
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from kingsburg_rules import Diagnostic, Pack, SetupError, load_rules
from kingsburg_rules.cli.commands import FileError, add_format_option, make_folder, write_text
from kingsburg_rules.cli.output import tell, tell_json
from kingsburg_rules.content import (
    EDITIONS,
    ENGLISH,
    LOCALES,
    Assembly,
    Shelf,
    Source,
    edition_of,
    folder_sources,
    linked,
    lone_id,
    mark_of,
    read_sheets,
    read_yaml,
)
from kingsburg_rules.engine import is_list
from kingsburg_rules.language import LANGUAGE, SWITCHES, CardNode, is_object

STARTS = Path(__file__).parent / "starts"

KINDS = tuple(sorted(path.stem for path in (STARTS / "cards").glob("*.yaml")))
"""The kinds of cards that can be started."""

FURTHER = tuple(sorted(path.stem for path in (STARTS / "more").glob("*.yaml")))
"""What else a file of a pack can start with: what is not a card, and cards in relation to others."""

PACK_FILE = "pack.yaml"

ROW = "H"
"""The row of a new building: the first that the game does not have."""

_DEPTH = 2
"""How many folders up a pack may be: translations are in a folder of their own."""

_PLAIN = re.compile(r"[A-Za-z][\w' -]*")
"""Names that YAML reads as text without quotes."""


def add_options(parser: ArgumentParser) -> None:
    """Describe the command."""
    parser.description = (
        "Write a template with comments. It is valid as it is, and its examples pass. Existing files are "
        "never overwritten. The exit code is 0, or 2 if nothing could be written."
    )
    parser.add_argument("what", choices=tuple(_MAKERS), help="what to start")
    parser.add_argument(
        "name", metavar="NAME", help="its name, such as 'Moon Gate'; for a locale, its language, such as nl"
    )
    parser.add_argument(
        "--in",
        dest="folder",
        default=".",
        metavar="FOLDER",
        help="where to put it; for a card or a locale, the folder of its pack (the current folder)",
    )
    parser.add_argument(
        "--kind",
        choices=(*KINDS, *FURTHER),
        default="building",
        metavar="KIND",
        help=f"the kind of card: {', '.join(KINDS)}; or something else: {', '.join(FURTHER)} (building)",
    )
    add_format_option(parser, _WRITERS)


def run(options: Namespace) -> int:
    """Write the files, unless one of them is there."""
    files = _MAKERS[options.what](options.name, Path(options.folder), options.kind)
    for path in files:
        if path.exists():
            raise FileError("new.exists", f"'{path}' already exists, so nothing was written.")
    for path, text in files.items():
        # `x` refuses a file that somebody else has written since.
        make_folder(path.parent)
        write_text(path, text, "x")
    first = next(iter(files))
    homes = (folder for folder in first.parents[:_DEPTH] if (folder / PACK_FILE).is_file())
    _WRITERS[options.format]([*files], next(homes, first))
    return 0


def _new_pack(name: str, folder: Path, kind: str) -> dict[Path, str]:
    """Start a pack with one card."""
    home = folder / slug(name, "-")
    # The first card is called by its kind, and its author renames it.
    card = _filled(_start(kind), f"first {kind}", COLUMN=1, RANK=_next_rank(()))
    cards = next(line.rstrip(":") for line in card.splitlines() if line.endswith(":"))
    files = {home / PACK_FILE: _filled("packs/pack", name), home / f"{cards}.yaml": card}
    _refuse_mistakes(files, home)
    return files


def _new_scenario(name: str, folder: Path, kind: str) -> dict[Path, str]:
    """Start a scenario: a pack with one rule."""
    del kind
    home = folder / slug(name, "-")
    files = {
        home / PACK_FILE: _filled("packs/scenario", name),
        home / "rules.yaml": _filled("packs/rule", name),
    }
    _refuse_mistakes(files, home)
    return files


def _new_card(name: str, folder: Path, kind: str) -> dict[Path, str]:
    """Start a card, as a file of the pack in a folder, or as a file of its own."""
    path = folder / f"{slug(name, '-')}.yaml"
    sources = folder_sources(folder) if (folder / PACK_FILE).is_file() else ()
    others = [source for source in sources if isinstance(source, Source)]
    card = _filled(_start(kind), name, COLUMN=_next_column(others), RANK=_next_rank(others))
    files = {path: card}
    _refuse_mistakes(files, folder, others)
    return files


def _start(kind: str) -> str:
    """Name the start of a kind."""
    return f"{'cards' if kind in KINDS else 'more'}/{kind}"


def _new_locale(name: str, folder: Path, kind: str) -> dict[Path, str]:
    """Start the translation of a pack: the names and texts of its cards as they are, each with its mark.

    Raises:
        SetupError: There is no pack in the folder, or the name is not that of a language.
        ContentError: The pack has mistakes.
    """
    del kind
    if not re.fullmatch(str(LANGUAGE.pattern), name) or name == ENGLISH:
        message = f"'{name}' is not a language to translate to, such as nl, fr or pt-BR."
        raise SetupError("new.language", message)
    pack = Pack.read(folder)
    if not (folder / PACK_FILE).is_file():
        raise SetupError("new.locale", f"'{folder}' is not the folder of a pack; give it with --in.")
    lines = [
        "# The pack in another language. Translate the names and the texts. `of` is the mark of what they",
        "# translate: when that changes, `kingsburg check` says so.",
        *("format: 1", f"language: {name}", f"title: {_quoted(pack.title)}", "cards:"),
    ]
    lines += [line for card in _own_cards(pack) for line in _to_translate(card)]
    if lines[-1] == "cards:":
        raise SetupError("new.locale", f"The pack '{pack.id}' has no cards to translate.")
    return {folder / LOCALES / f"{name}.yaml": "\n".join(lines) + "\n"}


def _own_cards(pack: Pack) -> list[CardNode]:
    """List the cards of a pack, whether it adds or changes others or not."""
    assembly = Assembly()
    assembly.add(pack.document)
    return [entry.node for entry in assembly.entries.values() if entry.pack == pack.id]


def _to_translate(card: CardNode) -> list[str]:
    """Write a card of a translation."""
    text = [f"    text: {_quoted(card.text)}"] if card.text else []
    return [f"  {card.id}:", f"    name: {_quoted(card.name)}", *text, f"    of: {mark_of(card)}"]


def _new_edition(name: str, folder: Path, kind: str) -> dict[Path, str]:
    """Start an edition: the rules of the second one, under another name.

    Raises:
        SetupError: The folder is a pack. Editions lie beside packs, not in them.
    """
    del kind
    if (folder / PACK_FILE).is_file():
        message = f"'{folder}' is a pack, and a pack cannot contain an edition; choose another folder."
        raise SetupError("new.edition", message)
    second = edition_of("second")
    lines = (
        f"  # {switch.meaning} Values: {', '.join(switch.values)}.\n  {name}: {_quoted(switch.default)}"
        for name, switch in SWITCHES.items()
    )
    text = _filled("packs/edition", name)
    for word, value in (
        ("MODULES", ", ".join(second.modules)),
        ("SCENARIOS", ", ".join(second.scenarios)),
        ("SWITCHES", "\n".join(lines)),
    ):
        text = text.replace(word, value)
    return {folder / EDITIONS / f"{slug(name, '-')}.yaml": text}


_MAKERS: dict[str, Callable[[str, Path, str], dict[Path, str]]] = {
    "pack": _new_pack,
    "card": _new_card,
    "scenario": _new_scenario,
    "locale": _new_locale,
    "edition": _new_edition,
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


def _filled(start: str, name: str, **numbers: int) -> str:
    """Fill in a file of a start: `packs/pack`, `cards/building`."""
    shown = title(name)
    words = {"PACK_ID": slug(name, "-"), "PACK_NAME": _yaml(shown)}
    words |= {"CARD_ID": slug(name, "_"), "CARD_NAME": _yaml(shown), "CARD_TITLE": _quoted(shown)[1:-1]}
    words |= {word: str(number) for word, number in numbers.items()}
    text = (STARTS / f"{start}.yaml").read_text(encoding="utf-8")
    for word, value in words.items():
        text = text.replace(word, value)
    return text


def _yaml(text: str) -> str:
    """Write a text so that YAML reads it as text."""
    return text if _PLAIN.fullmatch(text) else _quoted(text)


def _quoted(text: str) -> str:
    # A JSON text is a YAML text, too.
    return json.dumps(text, ensure_ascii=False)


def _next_column(sources: Iterable[Source]) -> int:
    """Find the first free column in the row where new buildings stand."""
    columns = [card.get("column") for card in _cards(sources, "buildings") if card.get("row") == ROW]
    return 1 + max((column for column in columns if isinstance(column, int)), default=0)


def _next_rank(sources: Iterable[Source]) -> int:
    """Find the first rank above all advisors."""
    ranks = [card.get("rank") for card in _cards(sources, "advisors")]
    return 1 + max((*load_rules().compiled.ranks, *(rank for rank in ranks if isinstance(rank, int))))


def _cards(sources: Iterable[Source], kind: str) -> Iterator[dict[str, object]]:
    """Find the cards of a kind in files, as far as they can be read."""
    for source in sources:
        data = read_yaml(source.text, source.file).data
        cards = data.get(kind) if is_object(data) else None
        yield from (card for card in cards if is_object(card)) if is_list(cards) else ()


def _refuse_mistakes(files: dict[Path, str], home: Path, others: Iterable[Source] = ()) -> None:
    """Check that the new files fit what is there already.

    Raises:
        SetupError: They do not: another card has the same id, or another pack the same name.
    """
    sources = [Source(path.name, path.as_posix(), text) for path, text in files.items()]
    found = read_sheets([*others, *sources])
    lone = "" if found.info is not None else lone_id(next(iter(files)))
    if home / PACK_FILE in files and not Shelf().is_foreign(found.id or ""):
        raise SetupError(
            "new.name", f"A pack called '{found.id}' comes with the library; choose another name."
        )
    # Mistakes that were there before are no reason to refuse a new file.
    mine = {source.file for source in sources}
    mistakes: list[Diagnostic] = [each for each in linked(found, lone).errors if each.file in mine]
    if mistakes:
        raise SetupError("new.name", f"This cannot be created here: {mistakes[0].message}.")


def _write_text(paths: list[Path], home: Path) -> None:
    for path in paths:
        tell(f"written: {path}")
    commands = ("check",) if home.parent.name == EDITIONS else ("check", "test", "explain")
    tell("\nNext: " + "\n      ".join(f"kingsburg {command} {home}" for command in commands))
    tell("      kingsburg schema    (how your editor completes and checks it)")


def _write_json(paths: list[Path], home: Path) -> None:
    tell_json({"written": [path.as_posix() for path in paths], "pack": home.as_posix()})


_WRITERS = {"text": _write_text, "json": _write_json}
