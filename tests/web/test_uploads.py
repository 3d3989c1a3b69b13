"""Packs that strangers send as data: the same as from a folder, within limits, and never from a disk."""

from __future__ import annotations

import builtins
import os
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from kingsburg_rules import ContentError, Pack, PackLimits, load_rules
from kingsburg_rules.engine.errors import MOST_ALLOWED, MOST_QUOTED
from support.hostile import ZIPS, zipped

FILES = {
    "pack.yaml": 'id: toys\nversion: "1"\nformat: 1\ntitle: Toys\n',
    "cards.yaml": "format: 1\nrules: [{id: law, name: Law}]\n",
    "more/laws.yaml": "format: 1\nrules: [{id: order, name: Order}]\n",
}


def as_bytes(files: dict[str, str]) -> dict[str, bytes]:
    return {name: text.encode() for name, text in files.items()}


def codes(make: Any) -> list[str]:
    with pytest.raises(ContentError) as refused:
        make()
    most = MOST_ALLOWED + 2 * MOST_QUOTED
    assert all(len(problem.message) < most for problem in refused.value.diagnostics)
    return sorted({problem.code for problem in refused.value.diagnostics})


@pytest.mark.parametrize("folder", ["", "toys-main/"])
def test_a_zip_is_the_pack_that_its_texts_are(folder: str) -> None:
    files = {f"{folder}{name}": text for name, text in FILES.items()}
    pack = Pack.from_zip(zipped(as_bytes({**files, f"{folder}picture.png": "PNG"})))
    assert pack == Pack.from_files(FILES)
    assert load_rules(packs=[pack]) is load_rules(packs=[FILES])
    assert [*load_rules(packs=[pack]).cards][-2:] == ["toys/law", "toys/order"]


@pytest.mark.parametrize("case", ZIPS)
def test_a_zip_in_memory_that_lies_is_refused(case: str) -> None:
    make, expected = ZIPS[case]
    assert codes(lambda: Pack.from_zip(make())) == sorted(expected)


WITHIN = {
    "file_bytes": (110, 40, "pack.size"),
    "pack_bytes": (400, 100, "pack.size"),
    "files": (3, 2, "pack.size"),
    "entries": (3, 2, "pack.size"),
    "folders": (1, 0, "pack.path"),
    "name_length": (14, 13, "pack.path"),
}


@pytest.mark.parametrize("limit", WITHIN)
def test_every_limit_holds_for_texts_and_for_zips(limit: str) -> None:
    enough, small, code = WITHIN[limit]
    wide, narrow = PackLimits(**{limit: enough}), PackLimits(**{limit: small})
    assert Pack.from_files(FILES, limits=wide) == Pack.from_zip(zipped(as_bytes(FILES)), limits=wide)
    assert code in codes(lambda: Pack.from_files(FILES, limits=narrow))
    assert code in codes(lambda: Pack.from_zip(zipped(as_bytes(FILES)), limits=narrow))


def test_a_zip_is_limited_itself() -> None:
    data = zipped(as_bytes(FILES))
    assert Pack.from_zip(data, limits=PackLimits(zip_bytes=len(data)))
    assert codes(lambda: Pack.from_zip(data, limits=PackLimits(zip_bytes=len(data) - 1))) == ["pack.size"]


def test_what_is_packed_too_tightly_is_refused() -> None:
    blank = {**FILES, "cards.yaml": FILES["cards.yaml"] + "#" + "x" * 600_000}
    assert codes(lambda: Pack.from_zip(zipped(as_bytes(blank)))) == ["pack.size"]
    assert Pack.from_zip(zipped(as_bytes(blank), zipfile.ZIP_STORED)).id == "toys"
    assert Pack.from_zip(zipped(as_bytes(blank)), limits=PackLimits(compression=1200)).id == "toys"


def test_long_names_and_control_characters_do_not_come_back() -> None:
    """Problems name files; what they show is short and moves no cursor."""
    for name in ("x" * 60_000 + ".yaml", "\x1b[2J\x9b.yaml", "a/" * 500 + "b.yaml", "\u202efdp.yaml"):
        for make in (
            lambda name=name: Pack.from_zip(zipped(as_bytes({**FILES, name: ""}))),  # type: ignore[misc]
            lambda name=name: Pack.from_files({**FILES, name: ""}),  # type: ignore[misc]
        ):
            with pytest.raises(ContentError) as refused:
                make()
            (problem,) = refused.value.diagnostics
            assert problem.code == "pack.path"
            assert len(problem.file) < 60
            assert str(problem).isprintable()


def test_nothing_touches_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    load_rules(packs=[FILES])  # so that all modules and schemas are there
    data = zipped(as_bytes({**FILES, "cards.yaml": FILES["cards.yaml"] + "# other\n"}))

    def refuse(*args: Any, **named: Any) -> Any:
        raise AssertionError(args)

    for home, name in ((builtins, "open"), (os, "open"), (os, "mkdir"), (Path, "open"), (Path, "exists")):
        monkeypatch.setattr(home, name, refuse)
    pack = Pack.from_zip(data)
    files = {**FILES, "cards.yaml": FILES["cards.yaml"] + "# yet other\n"}
    assert pack == Pack.from_files(files)


def test_other_bytes_will_do() -> None:
    data = zipped(as_bytes(FILES))
    assert Pack.from_zip(bytearray(data)) == Pack.from_zip(memoryview(data)) == Pack.from_zip(data)
    with zipfile.ZipFile(BytesIO(data)) as archive:
        assert len(archive.namelist()) == len(FILES)
