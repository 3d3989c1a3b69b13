"""The first five minutes: what the README and the front page show is what comes out.

`python tests/repository/test_readme.py` draws the pictures anew and writes the text of the card; look at the
difference. `test_docs.py` runs the programs and plays the examples of the card.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from kingsburg_rules import LANGUAGES, Pack, explain, load_rules

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
README = ROOT / "README.md"
PICTURES = DOCS / "_static" / "readme"
CARD = re.compile(
    r"^```yaml\n(?P<cards># pack\n.*?)^```\n(?P<between>.*?)^```text\n(?P<text>.*?)^```$", re.M | re.S
)
DOOR = re.compile(r"^::::\{container\} door\n(?P<door>.*?)^::::$", re.M | re.S)

sys.path.insert(0, str(DOCS / "_ext"))
from kingsburg_docs.pictures import THEMES, drawing  # noqa: E402 -- it lies where Sphinx looks for it


def readme() -> str:
    return README.read_text(encoding="utf-8")


def card() -> re.Match[str]:
    found = CARD.search(readme())
    assert found is not None
    return found


def texts_of(cards: str) -> str:
    """Write the text of the card in every language."""
    about = 'id: test\nversion: "1"\nformat: 1\ntitle: Test\n'
    rules = load_rules(packs=[Pack.from_files({"pack.yaml": about, "cards.yaml": f"{cards}format: 1\n"})])
    (ref,) = (ref for ref in rules.cards if ref.startswith("test/"))
    return "".join(f"{explain(ref, rules, language=language).generated}\n" for language in LANGUAGES)


def test_the_text_of_the_card_is_what_the_library_writes() -> None:
    assert card()["text"] == texts_of(card()["cards"])


@pytest.mark.parametrize("theme", THEMES)
def test_the_picture_is_what_the_library_draws(theme: str) -> None:
    drawn = (PICTURES / f"table-{theme}.svg").read_text(encoding="utf-8")
    assert drawn == drawing("summer", "desk", theme)
    assert f"docs/_static/readme/table-{theme}.svg" in readme()


def test_figures_are_those_of_the_comparison() -> None:
    page = (DOCS / "explanation" / "comparison.md").read_text(encoding="utf-8").splitlines()
    start = readme().index("## How it compares")
    rows = [line for line in readme()[start:].splitlines() if re.match(r"\| .* \| .*\d", line)]
    assert len(rows) >= 4
    assert [row for row in rows if row not in page] == []


def test_the_loop_has_ten_lines() -> None:
    found = re.search(r"## A game in ten lines.*?```python\n(?P<loop>.*?)```", readme(), re.S)
    assert found is not None
    assert len(found["loop"].splitlines()) <= 10


def test_everything_that_the_readme_links_to_is_there() -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[\w-]+)?\)|(?:src|srcset)=\"([^\":]+)\"", readme())
    paths = [link or picture for link, picture in links]
    assert len(paths) > 30
    assert [path for path in paths if not (ROOT / path).exists()] == []


def doors() -> list[list[str]]:
    """The pages behind each door of the front page."""
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    return [re.findall(r"\]\(([\w/-]+\.md)\)", found["door"]) for found in DOOR.finditer(index)]


def test_the_front_page_has_a_picture_and_a_game_to_play() -> None:
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    assert "<!-- generated: picture" in index
    assert "/en/latest/play/" in index


def test_two_clicks_lead_to_a_frontend_a_card_and_an_answer_of_the_api() -> None:
    """The first click is on the front page; what is looked for is on that page or one that it links to."""
    wanted = [
        r"```python\n[^`]*(input|svg)\(",
        r"```yaml\n# pack\n|^MILL = \"\"\"\nbuildings:",
        r"```python\n[^`]*game\.[^`]*```\n+```text\n",
    ]
    assert len(doors()) == len(wanted)
    for pages, pattern in zip(doors(), wanted, strict=True):
        shown = [page for page in pages if re.search(pattern, (DOCS / page).read_text("utf-8"), re.M)]
        assert shown, f"none of {pages} shows {pattern}"


def refresh() -> None:
    """Write what is generated."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for theme in THEMES:
        path = PICTURES / f"table-{theme}.svg"
        path.write_text(drawing("summer", "desk", theme), encoding="utf-8", newline="\n")
    found = card()
    text = readme()
    written = text[: found.start("text")] + texts_of(found["cards"]) + text[found.end("text") :]
    README.write_text(written, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    refresh()
