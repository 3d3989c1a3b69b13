"""Every dependency is listed with its license, and all licenses go with ours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kingsburg_rules.web.static import FOR_PACKS, NEEDED
from support.licenses import (
    EXTRAS,
    FILE_BY_FILE,
    FONTS,
    NOT_FROM_PYPI,
    PAGE,
    PERMISSIVE,
    PLAYING,
    ROOT,
    VENDORED,
    Row,
    direct,
    for_users,
    from_npm,
    installed,
    is_compatible,
    npm_table,
    plain,
    rows,
    site_table,
    table,
)


def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def listed() -> dict[str, Row]:
    found = re.findall(r"^\| (\*\*)?([\w-]+)\1? \| ([^|]+) \| ([^|`]+) \|$", page(), re.MULTILINE)
    return {
        name: Row(name, kind, tuple(extras.split(", ")), bool(bold))
        for bold, name, kind, extras in found
        if name not in ("package", "folder")
    }


def test_every_extra_has_a_place_and_a_purpose() -> None:
    installation = (ROOT / "docs" / "project" / "installation.md").read_text(encoding="utf-8")
    assert [extra for extra in EXTRAS if f"| `{extra}` | " not in installation] == []


@pytest.mark.parametrize("extra", [PLAYING, *EXTRAS])
def test_everything_that_is_asked_for_is_listed(extra: str) -> None:
    missing = [name for name, _ in direct(extra) if not (name in listed() and listed()[name].direct)]
    assert missing == [], "python tools/make_licenses.py"


def test_everything_that_is_installed_for_it_is_listed_with_its_license() -> None:
    """Of what is installed here, for a platform may bring more than another."""
    here = {row.name: row for row in rows() if installed(row.name) is not None}
    assert len(here) >= 20
    wrong = {name: row.license for name, row in here.items() if listed().get(name) is None}
    assert wrong == {}, "python tools/make_licenses.py"


def test_the_page_is_what_is_written_with_everything_installed() -> None:
    missing = [name for extra in EXTRAS for name, _ in direct(extra) if installed(name) is None]
    if missing:
        pytest.skip(f"not installed: {', '.join(sorted({*missing}))}")
    shown = page()
    for line in (*npm_table(), *site_table(), *table(shown_rows())):
        assert line in shown, "python tools/make_licenses.py"


def shown_rows() -> Iterator[Row]:
    """What the library asks for itself, as it is shown: users do not see the extras of developers."""
    for row in rows():
        if row.direct:
            yield row._replace(extras=for_users(row) or row.extras)


def test_every_license_goes_with_ours() -> None:
    assert len(listed()) >= 40
    assert {name: row.license for name, row in listed().items() if not is_compatible(row.license)} == {}
    assert all(is_compatible(kind) for kind in NOT_FROM_PYPI.values())


def test_playing_asks_for_permissive_licenses_only() -> None:
    playing = [row for row in listed().values() if PLAYING in row.extras]
    assert {row.name for row in playing} >= {"attrs", "cattrs"}
    assert {row.license for row in playing} <= PERMISSIVE


def test_licenses_of_npm_go_with_ours() -> None:
    found = from_npm()
    assert all(packages for packages in found.values())
    wrong = {
        name: kind
        for packages in found.values()
        for name, kind in packages.items()
        if not is_compatible(kind)
    }
    assert wrong == {}


@pytest.mark.parametrize(
    ("expression", "fits"),
    [
        ("MIT", True),
        ("MPL-2.0", True),
        ("GPL-3.0-or-later", False),
        ("MIT OR GPL-2.0", True),
        ("MIT AND GPL-2.0", False),
        ("(MIT OR GPL-2.0) AND BSD-3-Clause", True),
        ("Apache-2.0 AND MIT", True),
        ("", False),
        ("Proprietary", False),
    ],
)
def test_what_goes_with_ours(expression: str, fits: bool) -> None:
    assert is_compatible(expression) is fits
    assert not PERMISSIVE & FILE_BY_FILE


def test_files_of_others_have_their_license_beside_them() -> None:
    files = [path for path in VENDORED.iterdir() if path.suffix == ".js"]
    assert files
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    for path in files:
        assert path.with_suffix(".LICENSE").is_file()
        assert path.with_suffix(".LICENSE").name in notice
        assert path.stem.capitalize() in page()


def test_fonts_have_their_license_beside_them() -> None:
    files = [*(VENDORED / "fonts").glob("*.woff2")]
    families = {path.stem.rpartition("-")[0] for path in files}
    assert families == {name.lower().replace(" ", "-") for name in FONTS}
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    for family in families:
        path = VENDORED / "fonts" / f"{family}.LICENSE"
        assert "SIL Open Font License, Version 1.1" in path.read_text(encoding="utf-8")
        assert path.name in notice


def test_no_other_file_names_another_owner() -> None:
    """A vendored file elsewhere would have somebody else's copyright in it."""
    ours = {"LICENSE", "NOTICE", "docs/conf.py"}
    named = [
        path.relative_to(ROOT).as_posix()
        for folder in ("src", "docs", "examples", "schemas", "content")
        for path in (ROOT / folder).rglob("*")
        if is_source(path) and re.search(r"copyright (\(c\)|©|\d)", path.read_text("utf-8"), re.IGNORECASE)
    ]
    assert [name for name in named if name not in ours and "/vendor/" not in name] == []
    assert any("/vendor/" in name for name in named)


def is_source(path: Path) -> bool:
    kinds = {".py", ".js", ".mjs", ".ts", ".css", ".svg", ".html", ".toml", ".yaml", ".LICENSE"}
    return path.suffix in kinds and "node_modules" not in path.parts and path.is_file()


def test_a_site_contains_what_is_listed() -> None:
    shown = page()
    assert [name for name in (*NEEDED, *FOR_PACKS, *NOT_FROM_PYPI) if f"| {name} | " not in shown] == []
    assert [name for name in NEEDED if plain(name) not in listed()] == []
