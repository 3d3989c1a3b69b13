#!/usr/bin/env python3
"""Prints what the changelog says about a release: `.ci/release_notes.py v1.0.0`.

It fails if the tag is not the version of the library, or if the changelog does not date the release.
Without a tag it prints what the next release would say.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


NEXT = "Unreleased"
"""What the changelog calls the next release."""


def version() -> str:
    """Read the version from the one place where it is written."""
    source = (ROOT / "src" / "kingsburg_rules" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.+)"$', source, re.MULTILINE)
    assert found is not None
    return found[1]


def notes(number: str, changelog: str) -> str | None:
    """Find the part of the changelog under `## [1.0.0] - 2026-01-31`, or under `## [Unreleased]`."""
    date = "" if number == NEXT else r" - \d{4}-\d\d-\d\d"
    heading = rf"^## \[{re.escape(number)}\]{date}\n"
    found = re.search(rf"{heading}(?P<notes>.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return found["notes"].strip() if found is not None else None


def main(tag: str | None = None) -> int:
    """Print the notes of a tag, or those of the next release; the last ones if nothing is new."""
    number = version()
    if tag not in (None, f"v{number}"):
        print(f"The tag is {tag}, but the version is {number}.", file=sys.stderr)
        return 1
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    found = (notes(NEXT, changelog) if tag is None else None) or notes(number, changelog)
    if not found:
        print(f"The changelog has nothing about a release {number}.", file=sys.stderr)
        return 1
    print(found)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
