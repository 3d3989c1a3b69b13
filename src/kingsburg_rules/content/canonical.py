"""From a folder of YAML to one canonical JSON document.

Reading YAML takes tenths of a second, which nobody should pay to play a game. So the wheel has, next to the
YAML, one JSON file per pack, and this module makes it. The build calls it, a checkout without JSON calls it
to read its own `content/`, and a test calls it to prove that what ships equals what was written: one
conversion, hence one meaning. The form of the files is not judged here; `kingsburg check` does that.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from kingsburg_rules.content.documents import EDITIONS, LOCALES, PACK_FILE, canonical_json
from kingsburg_rules.content.reading import content_hash, folder_sources, is_locale, lines_of
from kingsburg_rules.content.yaml_reader import read_yaml
from kingsburg_rules.engine.errors import ContentError, Diagnostic

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from kingsburg_rules.content.yaml_reader import Reading


def pack_document(folder: Path) -> dict[str, object]:
    """Read every YAML file of a pack, or of the editions, into one plain document.

    Args:
        folder: A folder with a `pack.yaml`, or the folder of the editions, which has none.

    Returns:
        `pack`, what `pack.yaml` says, or None without one; `files`, the data of every other file by its path
        inside the folder; `lines`, by the same path, the line of every map and list, keyed by a pointer
        such as `buildings/0/triggers/1`; and `hash`, the sum over `pack` and `files`.

    Raises:
        ContentError: A file cannot be read, or is not YAML as packs use it.
    """
    found = {name: reading for name, reading in _read_all(folder).items() if not is_locale(name)}
    lines = {name: dict(lines_of(reading.root)) for name, reading in found.items()}
    info = found.pop(PACK_FILE).data if PACK_FILE in found else None
    files = {name: reading.data for name, reading in found.items()}
    return {"hash": content_hash(info, files), "pack": info, "files": files, "lines": lines}


def pack_locales(folder: Path) -> dict[str, object]:
    """Read the translations of a pack, by the names of their files: `nl` for `locale/nl.yaml`.

    Raises:
        ContentError: As `pack_document` does.
    """
    return {PurePath(name).stem: reading.data for name, reading in _read_all(folder / LOCALES).items()}


def write_json(content_root: Path, target: Path) -> list[Path]:
    """Write `<folder>.json` into `target` for every pack under `content_root` and for the editions.

    Returns:
        The files written, in the order of their names.
    """
    folders = [
        folder
        for folder in sorted(content_root.iterdir())
        if folder.name == EDITIONS or (folder / PACK_FILE).is_file()
    ]
    return _write_all({folder.name: pack_document(folder) for folder in folders}, target)


def write_locales(content_root: Path, target: Path) -> list[Path]:
    """Write `<folder>.json` with all translations into `target` for every pack that has any.

    Returns:
        The files written, in the order of their names.
    """
    folders = [folder for folder in sorted(content_root.iterdir()) if (folder / LOCALES).is_dir()]
    return _write_all({folder.name: pack_locales(folder) for folder in folders}, target)


def _read_all(folder: Path) -> dict[str, Reading]:
    """Read the YAML files of a folder by their names."""
    problems: list[Diagnostic] = []
    found: dict[str, Reading] = {}
    for source in folder_sources(folder):
        if isinstance(source, Diagnostic):
            problems.append(source)
            continue
        found[source.name] = read_yaml(source.text, source.file)
        problems += found[source.name].diagnostics
    if problems:
        raise ContentError(tuple(problems))
    return found


def _write_all(documents: Mapping[str, Mapping[str, object]], target: Path) -> list[Path]:
    target.mkdir(parents=True, exist_ok=True)
    written = [target / f"{name}.json" for name in documents]
    for path, document in zip(written, documents.values(), strict=True):
        path.write_bytes(canonical_json(document).encode("utf-8"))
    return written
