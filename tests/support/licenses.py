"""The licenses of everything that the library needs or contains, from the metadata of those things."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple

from kingsburg_rules.web.static import FOR_PACKS, NEEDED

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "project" / "dependencies.md"
VENDORED = ROOT / "src" / "kingsburg_rules" / "web" / "client" / "vendor"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCKS = ("examples/typescript", "tests/browser")

PLAYING = "playing"
FOR_DEVELOPERS = ("test", "docs", "dev")

_USEFUL = sorted({*PROJECT["project"]["optional-dependencies"]} - {*FOR_DEVELOPERS})
EXTRAS = (*_USEFUL, *FOR_DEVELOPERS)
"""The extras, those for people who use the library first."""

FOR_USERS = (PLAYING, *_USEFUL)

PERMISSIVE = {
    *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "CC0-1.0", "ISC", "MIT"),
    *("MIT-CMU", "OFL-1.1", "PSF-2.0", "Python-2.0", "Unlicense", "ZPL-2.1", "Zlib"),
}
"""Licenses that ask for nothing but their text."""

FILE_BY_FILE = {"MPL-2.0"}
"""Licenses that ask the same of changed files only; we change none of those files."""

CLASSIFIERS = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "The Unlicense (Unlicense)": "Unlicense",
}
"""What classifiers mean, of packages that do not give an expression."""

SPELLED = {"BSD": "BSD-3-Clause", "BSD 3-Clause": "BSD-3-Clause", "Apache License, Version 2.0": "Apache-2.0"}
"""How some packages write theirs."""

KNOWN = {"docutils": "BSD-2-Clause", "pyrsistent": "MIT", "resvg-py": "MIT"}
"""What metadata does not say in few words, or what is not installed here: with the license of what we use."""

FONTS = {"Alegreya": "OFL-1.1", "Alegreya Sans": "OFL-1.1"}
"""Fonts that are shipped as they are: their license asks for its text, and nothing of what is beside them."""

NOT_FROM_PYPI = {"Pyodide": "MPL-2.0", "Preact": "MIT", "htm": "Apache-2.0", **FONTS}
"""What is in a site without a server besides our own files and wheels."""


class Row(NamedTuple):
    """A dependency: its license, and the extras that bring it."""

    name: str
    license: str
    extras: tuple[str, ...]
    direct: bool


def plain(name: str) -> str:
    """Write the name of a package as PyPI compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def direct(extra: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """List what an extra asks for: packages, with the extras of their own."""
    optional = PROJECT["project"]["optional-dependencies"]
    for wanted in PROJECT["project"]["dependencies"] if extra == PLAYING else optional[extra]:
        name, own = parts(wanted)
        if name == "kingsburg-rules":
            for other in own:
                yield from direct(other)
        else:
            yield name, own


def parts(requirement: str) -> tuple[str, tuple[str, ...]]:
    """Split `polars[all]>=1` into the name and the extras."""
    found = re.match(r"([\w.-]+)(?:\[([\w,\s.-]*)\])?", requirement)
    assert found is not None, requirement
    own = tuple(part.strip() for part in (found[2] or "").split(",") if part.strip())
    return plain(found[1]), own


def all_needed(extra: str) -> set[str]:
    """Find everything that an extra brings here, and what those packages bring."""
    found, ahead = set[str](), [*direct(extra)]
    while ahead:
        name, own = ahead.pop()
        if name not in found:
            found.add(name)
            ahead += [parts(wanted) for wanted in required(name, own)]
    return found


def required(name: str, own: Iterable[str]) -> Iterator[str]:
    """List what an installed package needs in this environment, with extras of its own."""
    from packaging.requirements import Requirement  # pytest brings it

    for text in (installed(name).requires if installed(name) is not None else None) or ():
        marker = Requirement(text).marker
        if marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *own)):
            yield text


def installed(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def license_of(name: str) -> str:
    """Find the license of an installed package, as an SPDX expression."""
    if name in KNOWN:
        return KNOWN[name]
    found = installed(name)
    if found is None:
        return ""
    about = found.metadata
    classifiers = [
        line.rpartition(" :: ")[2] for line in about.get_all("Classifier") or () if "License" in line
    ]
    named = [CLASSIFIERS[line] for line in classifiers if line in CLASSIFIERS]
    written = (about.get("License") or "").strip()
    return (
        about.get("License-Expression") or " OR ".join(dict.fromkeys(named)) or SPELLED.get(written, written)
    )


def rows() -> list[Row]:
    """List everything that any extra brings."""
    brought = {extra: all_needed(extra) for extra in (PLAYING, *EXTRAS)}
    asked = {name for extra in brought for name, _ in direct(extra)}
    names = sorted({*FOR_PACKS} | {name for found in brought.values() for name in found}, key=plain)
    return [
        Row(name, license_of(name), by, name in asked)
        for name in dict.fromkeys(map(plain, names))
        if (by := tuple(extra for extra in brought if name in brought[extra]) or ("site",))
    ]


def is_compatible(expression: str) -> bool:
    """Whether one may be chosen that goes with ours, for `OR`; every one must, for `AND`."""
    allowed = PERMISSIVE | FILE_BY_FILE
    if " AND " in expression:
        return all(is_compatible(part.strip("() ")) for part in expression.split(" AND "))
    return any(part.strip("() ") in allowed for part in expression.split(" OR "))


def from_npm() -> dict[str, dict[str, str]]:
    """List the packages of the lock files, with their licenses, by folder."""
    return {
        folder: {
            path.rpartition("node_modules/")[2]: about.get("license", "")
            for path, about in json.loads((ROOT / folder / "package-lock.json").read_text("utf-8"))[
                "packages"
            ].items()
            if "node_modules/" in path
        }
        for folder in LOCKS
    }


def table(found: Iterable[Row]) -> Iterator[str]:
    yield from ("| package | license | brought by |", "|---|---|---|")
    for row in found:
        name = f"**{row.name}**" if row.direct else row.name
        yield f"| {name} | {row.license} | {', '.join(row.extras)} |"


def for_users(row: Row) -> tuple[str, ...]:
    """List the extras of users that bring a package."""
    return tuple(extra for extra in row.extras if extra not in FOR_DEVELOPERS)


def written(page: str) -> str:
    """Fill the page."""
    everything = rows()
    users = [row for row in everything if {*row.extras} & {*FOR_USERS, "site"}]
    parts = {
        "users": table(row._replace(extras=for_users(row)) for row in users),
        "developers": table(row for row in everything if row not in users),
        "npm": npm_table(),
        "site": site_table(),
    }
    for name, lines in parts.items():
        start, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        before, _, rest = page.partition(start)
        page = before + start + "\n" + "\n".join(lines) + "\n\n" + end + rest.partition(end)[2]
    return page


def npm_table() -> Iterator[str]:
    yield from ("| folder | packages | licenses |", "|---|---|---|")
    for folder, packages in from_npm().items():
        asked = json.loads((ROOT / folder / "package.json").read_text(encoding="utf-8"))
        names = sorted({**asked.get("dependencies", {}), **asked.get("devDependencies", {})})
        bold = ", ".join(f"**{name}**" for name in names)
        others = len(packages.keys() - {*names})
        more = f" and {others} that they need" if others else ""
        yield f"| `{folder}` | {bold}{more} | {', '.join(sorted({*packages.values()}))} |"


def site_table() -> Iterator[str]:
    yield from ("| what | license |", "|---|---|")
    for name, kind in sorted(
        {**NOT_FROM_PYPI, **{one: license_of(plain(one)) for one in (*NEEDED, *FOR_PACKS)}}.items()
    ):
        yield f"| {name} | {kind} |"
