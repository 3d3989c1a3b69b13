"""Reading a file piece by piece gives what reading it as a whole does, whatever is typed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kingsburg_rules.content import yaml_reader
from kingsburg_rules.content.reading import Sheet, Source, file_kind, read_sheet
from kingsburg_rules.content.yaml_reader import Spot
from kingsburg_rules.editor import rereading
from kingsburg_rules.editor.rereading import Rereader
from kingsburg_rules.engine.errors import Problem
from support.mistakes import mistakes
from support.packs import HUT

ROOT = Path(__file__).parents[2]

TWO = HUT + HUT.partition("buildings:\n")[2].replace("hut", "inn").replace("Hut", "Inn")
MORE = f"{TWO}\n# what it needs\ndecks: [{{id: office}}]\nmoments:\n- id: market.open\n  text: It opens.\n"


def places(spot: Spot) -> Iterator[object]:
    yield spot.place, spot.key, spot.is_empty
    for key, within in spot.parts():
        yield key
        yield from places(within)


def all_of(found: tuple[Sheet | None, list[Problem]]) -> object:
    sheet, problems = found
    told = sorted(map(repr, problems))
    if sheet is None:
        return told
    return told, sheet.data, sheet.refused, [*places(sheet.root)]


def same(reader: Rereader, text: str, kind: str = "pack") -> None:
    source = Source("cards.yaml", "pack/cards.yaml", text)
    assert all_of(reader(source, kind)) == all_of(read_sheet(source, kind)), text


def texts() -> list[str]:
    found = [case.text(name) for case in mistakes() for name in case.files if file_kind(name) == "pack"]
    return [*found, *(path.read_text("utf-8") for path in sorted((ROOT / "examples/packs").glob("*/*.yaml")))]


def test_every_second_file_of_the_corpus_is_read_alike() -> None:
    reader, read = Rereader(), 0
    for text in texts()[::2]:
        for variant in (text, text.replace("\n", "\r\n"), MORE + text, text + MORE[10:]):
            same(reader, variant)
            read += 1
    assert read > 400


TYPED = [
    *(
        "      - when: \n",
        "    tex\n",
        "    text: it's: so\n",
        "    text: 'open\n",
        '    text: "open\n',
        "    x: {a: [\n",
    ),
    *(
        "    name: Two\n",
        "    vp: 1_0\n",
        "    vp: 2020-01-01\n",
        "    vp: &a 1\n",
        "    vp: *a\n",
        "\tvp: 1\n",
    ),
    *(
        "  - \n",
        "- x\n",
        "foo\n",
        "foo: 1\n",
        "    text: |\n      deep\n  up\n",
        "  -\n",
        "\x00\n",
        "    ]\n",
        "---\n",
    ),
    *(
        "    text: >-\n\n      # no comment\n",
        "    vp: !x 1\n",
        "    1: 2\n",
        "  # a comment\n",
        "   x: 1\n",
        "%A\n",
    ),
]


@pytest.mark.parametrize("typed", TYPED, ids=repr)
def test_a_line_put_in_anywhere_is_read_alike(typed: str) -> None:
    reader, lines = Rereader(), MORE.splitlines(keepends=True)
    for place in range(len(lines) + 1):
        same(reader, "".join((*lines[:place], typed, *lines[place:])))


def test_text_typed_letter_by_letter_is_read_alike() -> None:
    reader = Rereader()
    for end in range(len(MORE)):
        same(reader, MORE[:end])


def test_deleting_anything_is_read_alike() -> None:
    reader = Rereader()
    for start in range(0, len(MORE), 3):
        same(reader, MORE[:start] + MORE[start + 5 :])


def test_only_what_changed_is_parsed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []

    def read(text: str, file: str) -> yaml_reader.Reading:
        parsed.append(text)
        return yaml_reader.read_yaml(text, file)

    monkeypatch.setattr(rereading, "read_yaml", read)
    reader = Rereader()
    reader(Source("cards.yaml", "cards.yaml", TWO), "pack")
    assert len(parsed) == 3
    parsed.clear()
    changed = TWO.replace("name: Inn", "name: Tavern")
    sheet, problems = reader(Source("cards.yaml", "cards.yaml", changed), "pack")
    assert sheet is not None
    assert not problems
    assert len(parsed) == 1
    assert "Tavern" in parsed[0]
    reader(Source("cards.yaml", "cards.yaml", changed), "pack")
    assert len(parsed) == 1
