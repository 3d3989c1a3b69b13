#!/usr/bin/env python3
"""Lists what is needless in a wheel, or missing from it: `.ci/wheel_contents.py dist/*.whl`."""

from __future__ import annotations

import re
import sys
import zipfile
from collections.abc import Iterable

NEEDED = {
    "the Python of a package": r"kingsburg_rules/([\w]+/)*\w+\.py",
    "a mark for type checkers": r"kingsburg_rules/py\.typed",
    "phrases": r"kingsburg_rules/text/phrases/\w+\.toml",
    "the reasons and abilities of bots": r"kingsburg_rules/bots/(abilities|reasons)\.toml",
    "words that people type": r"kingsburg_rules/game/typed\.toml",
    "icons and colors of pictures": r"kingsburg_rules/render/(look|emblems)\.toml",
    "what codes mean": r"kingsburg_rules/content/codes/\w+\.yaml",
    "templates of the command new": r"kingsburg_rules/cli/starts/\w+/\w+\.yaml",
    "the browser client": r"kingsburg_rules/web/client/([\w-]+/)*[\w-]+\.(js|css|html|svg|woff2|LICENSE)",
    "what installs the client": r"kingsburg_rules/web/client/(app-icons/\w+\.png|manifest\.webmanifest)",
    "the page of a balance report": r"kingsburg_rules/lab/report\.html",
    "packs as YAML": r"kingsburg_rules/_data/content/[\w-]+/(locale/)?[\w-]+\.yaml",
    "packs as JSON": r"kingsburg_rules/_data/(json|locale)/[\w-]+\.json",
    "schemas": r"kingsburg_rules/_data/schemas/[\w-]+\.schema\.json",
    "the metadata": r"kingsburg_rules-[^/]+\.dist-info/(METADATA|RECORD|WHEEL|entry_points\.txt)",
    "the license": r"kingsburg_rules-[^/]+\.dist-info/licenses/(LICENSE|NOTICE)",
}
"""Everything that a wheel may hold; each of them at least once."""

COMPILED = r"(kingsburg_rules/([\w]+/)*)?\w+\.[\w.-]+\.(so|pyd)"
"""What a compiled wheel has besides."""

MOST = 1_700_000
"""How many bytes a wheel in Python alone may have."""


def needless(names: Iterable[str]) -> list[str]:
    """List the files that nobody needs who uses the library."""
    allowed = [*NEEDED.values(), COMPILED]
    return [name for name in names if not any(re.fullmatch(pattern, name) for pattern in allowed)]


def missing(names: Iterable[str]) -> list[str]:
    """List what should be there."""
    listed = [*names]
    return [
        what for what, pattern in NEEDED.items() if not any(re.fullmatch(pattern, name) for name in listed)
    ]


def main(paths: list[str]) -> int:
    """Look into wheels; the code is 1 if something is wrong with one."""
    wrong = list[str]()
    for path in paths:
        with zipfile.ZipFile(path) as wheel:
            names, size = wheel.namelist(), sum(info.compress_size for info in wheel.infolist())
        wrong += [f"needless: {name}" for name in needless(names)]
        wrong += [f"missing: {what}" for what in missing(names)]
        if size > MOST and "-none-any" in path:
            wrong.append(f"{path} has {size:,} bytes, more than {MOST:,}")
        print(f"{len(names)} files, {size:,} bytes")
    print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    return min(len(wrong), 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
