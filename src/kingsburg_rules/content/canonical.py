"""From a folder of YAML to one canonical JSON document.

Reading YAML takes tenths of a second, which nobody should pay to play a game. So the wheel carries, next to
the YAML, one JSON file per pack, and this module is what makes it. The build calls it before the package
exists, a checkout without JSON calls it to read its own `content/`, and a test calls it to prove that what
was shipped equals what was written: one conversion, hence one meaning.

Only the standard library is imported at the top, and ruamel.yaml inside the functions that parse: the build
loads this file by its path, alone, and playing a game imports it without a YAML parser. Files that cannot be
read or parsed raise plainly here; friendly messages are the work of the checker.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol, TypeAlias, cast

Lines: TypeAlias = dict[str, int]

FORMAT = 1
"""Version of the JSON document. It changes when the shape below does, not when a card does."""

PACK_FILE = "pack.yaml"
"""What makes a folder a pack: its id, its version and what it needs."""

CALENDAR_FILE = "calendar.yaml"
"""The year, its phases and its steps: nested deeper than cards, so its lines are kept in another way."""

HASH_LENGTH = 12
"""How many hexadecimal digits tell contents apart."""

LOCALE_FOLDER = "locale"
"""The folder of a pack with its translations: no rule depends on them, so they ship apart."""

EDITIONS_FOLDER = "editions"
"""The one folder that ships without being a pack."""

EFFECT_LISTS = frozenset({"triggers", "modifiers", "replacements", "permissions", "reward"})
"""Lists of a card whose items get a line of their own: what a player can ask about while the card works."""

CALENDAR_DEPTH = 3
"""How many mappings deep the calendar keeps its lines: phase, step, and what stands in a step."""


class _Mark(Protocol):
    """A place in a file; ruamel.yaml counts lines from 0."""

    line: int


class _Node(Protocol):
    """What is used here of ruamel.yaml's nodes, whose own attributes carry no types."""

    id: str
    value: object
    start_mark: _Mark


def pack_document(folder: Path) -> dict[str, object]:
    """Read every YAML file of one pack, or of the editions, into one plain document.

    Args:
        folder: A folder with a `pack.yaml`, or the folder of the editions, which has none.

    Returns:
        What `plain_document` makes of it.

    Raises:
        OSError: A file cannot be read.
        ValueError: A file is not UTF-8.
        TypeError: A file holds what JSON has no room for: a key that is no string, a date, a set.
        ruamel.yaml.error.YAMLError: A file is not YAML, or says a key twice.
    """
    files: dict[str, object] = {}
    lines: dict[str, Lines] = {}
    for path in sorted(folder.rglob("*.yaml")):
        name = path.relative_to(folder).as_posix()
        if not is_locale(name):
            files[name], lines[name] = _read(path)
    pack = files.pop(PACK_FILE, None)
    lines.pop(PACK_FILE, None)
    return plain_document(pack, files, lines)


def is_locale(name: str) -> bool:
    """Whether a file of a pack is one of its translations."""
    return name.startswith(f"{LOCALE_FOLDER}/") and name.count("/") == 1


def pack_locales(folder: Path) -> dict[str, object]:
    """Read the translations of a pack, by the names of their files: `nl` for `locale/nl.yaml`.

    Raises:
        OSError, ValueError, TypeError, ruamel.yaml.error.YAMLError: As `pack_document` does.
    """
    return {path.stem: _read(path)[0] for path in sorted((folder / LOCALE_FOLDER).glob("*.yaml"))}


def plain_document(pack: object, files: dict[str, object], lines: dict[str, Lines]) -> dict[str, object]:
    """Make the document of a pack.

    Returns:
        `format`, the version of this shape; `pack`, what `pack.yaml` says, or None without one; `files`, the
        data of every other file by its path inside the folder; `lines`, by the same path, the 1-based line of
        every card and of every effect in a card's lists, keyed by a pointer such as `buildings/0/triggers/1`;
        and `hash`, the sum over `pack` and `files`.
    """
    found = {"format": FORMAT, "hash": content_hash(pack, files), "pack": pack, "files": files}
    return {**found, "lines": lines}


def content_hash(pack: object, files: Mapping[str, object]) -> str:
    """Give a short sum over what a pack says, which no comment changes."""
    text = canonical_json({"pack": pack, "files": files})
    return sha256(text.encode("utf-8")).hexdigest()[:HASH_LENGTH]


def canonical_json(document: Mapping[str, object]) -> str:
    """Write a document the one way it can be written, so that equal content means equal bytes.

    Keys are sorted, nothing is escaped that UTF-8 can say, and there is no space to disagree about.
    """
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text + "\n"


def write_locales(content_root: Path, target: Path) -> list[Path]:
    """Write `<folder>.json` with all translations into `target` for every pack that has any.

    Args:
        content_root: The folder that holds the packs.
        target: Where the JSON goes; made when it is not there.

    Returns:
        The files written, in the order of their names.
    """
    folders = [folder for folder in sorted(content_root.iterdir()) if (folder / LOCALE_FOLDER).is_dir()]
    return _write_all({folder.name: pack_locales(folder) for folder in folders}, target)


def write_json(content_root: Path, target: Path) -> list[Path]:
    """Write `<folder>.json` into `target` for every pack under `content_root` and for the editions.

    Args:
        content_root: The folder that holds the packs.
        target: Where the JSON goes; made when it is not there.

    Returns:
        The files written, in the order of their names.
    """
    folders = [
        folder
        for folder in sorted(content_root.iterdir())
        if folder.name == EDITIONS_FOLDER or (folder / PACK_FILE).is_file()
    ]
    return _write_all({folder.name: pack_document(folder) for folder in folders}, target)


def _write_all(documents: Mapping[str, Mapping[str, object]], target: Path) -> list[Path]:
    target.mkdir(parents=True, exist_ok=True)
    written = [target / f"{name}.json" for name in documents]
    for path, document in zip(written, documents.values(), strict=True):
        path.write_bytes(canonical_json(document).encode("utf-8"))
    return written


def _read(path: Path) -> tuple[object, Lines]:
    """Give one file's data and lines from one parse: the node tree knows the lines, and becomes the data."""
    from ruamel.yaml import YAML

    parser = cast(Any, YAML(typ="safe", pure=True))  # pure: the C parser is not everywhere
    with path.open(encoding="utf-8") as stream:  # a stream has a name, which the parser puts into its errors
        root: _Node | None = parser.compose(stream)
    if root is None:
        return None, {}
    data = _plain(parser.constructor.construct_document(root), str(path))
    return data, dict(_calendar_lines(root) if path.name == CALENDAR_FILE else _card_lines(root))


def _plain(value: object, where: str) -> object:
    """Give the same value back, once it is sure that JSON keeps it as it is.

    JSON would quietly turn the key 5 into "5", and then the wheel would not say what the YAML says.
    """
    if isinstance(value, dict):
        plain: dict[str, object] = {}
        for key, inner in cast(dict[object, object], value).items():
            if not isinstance(key, str):
                message = f"{where}: the key {key!r} is not a string; put it in quotes"
                raise TypeError(message)
            plain[key] = _plain(inner, f"{where}/{key}")
        return plain
    if isinstance(value, list):
        return [_plain(inner, f"{where}/{index}") for index, inner in enumerate(cast(list[object], value))]
    if value is None or isinstance(value, str | int | float):
        return value
    message = f"{where}: {value!r} is neither text, number, list nor mapping; put it in quotes"
    raise TypeError(message)


def _card_lines(root: _Node) -> Iterator[tuple[str, int]]:
    """Place the cards (items of the lists at the top of a file) and their effects (items of EFFECT_LISTS)."""
    for name, cards in _pairs(root):
        for pointer, card in _items(cards, name):
            yield pointer, _line(card)
            for inner, effects in _pairs(card):
                if inner in EFFECT_LISTS:
                    for deeper, effect in _items(effects, f"{pointer}/{inner}"):
                        yield deeper, _line(effect)


def _calendar_lines(node: _Node, pointer: str = "", depth: int = 0) -> Iterator[tuple[str, int]]:
    """Place every mapping at most CALENDAR_DEPTH mappings below the file; lists add no depth."""
    inner = dict(_pairs(node))
    if inner and pointer:
        yield pointer, _line(node)
    if depth < CALENDAR_DEPTH:
        for key, value in inner.items():
            yield from _calendar_lines(value, f"{pointer}/{key}" if pointer else key, depth + 1)
    for deeper, item in _items(node, pointer):
        yield from _calendar_lines(item, deeper, depth)


def _pairs(node: _Node) -> Iterator[tuple[str, _Node]]:
    """Give the keys and values of a mapping; nothing of anything else."""
    if node.id == "mapping":
        for key, value in cast(list[tuple[_Node, _Node]], node.value):
            yield str(key.value), value


def _items(node: _Node, pointer: str) -> Iterator[tuple[str, _Node]]:
    """Give the items of a list, each with its own pointer; nothing of anything else."""
    if node.id == "sequence":
        for index, item in enumerate(cast(list[_Node], node.value)):
            yield f"{pointer}/{index}", item


def _line(node: _Node) -> int:
    """Say where the node begins, counted as editors count."""
    return node.start_mark.line + 1
