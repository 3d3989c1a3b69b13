"""The documentation runs: every Python block of the README and of docs/ is executed, in the order it is read.

The blocks of one page share their names, as they do in a reader's head. A block that cannot run is marked
```` ```python no-run ````; keep those rare.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

FENCE = re.compile(
    r"^(?P<indent> *)```python[ \t]*\n(?P<code>.*?)^(?P=indent)```[ \t]*$", re.MULTILINE | re.DOTALL
)

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(page: Path) -> list[tuple[int, str]]:
    """The runnable blocks of a page, each with the line its code starts on."""
    text = page.read_text(encoding="utf-8")
    found: list[tuple[int, str]] = []
    for match in FENCE.finditer(text):
        indent = len(match["indent"])
        code = "".join(line[indent:] or "\n" for line in match["code"].splitlines(keepends=True))
        found.append((text.count("\n", 0, match.start("code")), code))
    return found


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def test_the_readme_has_something_to_run() -> None:
    assert blocks(PAGES[0])


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page)], ids=named)
def test_the_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "__main__"}
    for lines_before, code in blocks(page):
        # The empty lines make a traceback point into the page.
        exec(compile("\n" * lines_before + code, str(page), "exec"), names)
