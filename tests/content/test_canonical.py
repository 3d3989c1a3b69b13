"""The JSON that ships says what the YAML says, and knows where it was said."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from kingsburg_rules.content.documents import canonical_json
from kingsburg_rules.content.reading import pack_document, write_json
from kingsburg_rules.engine.errors import ContentError

CONTENT = Path(__file__).parents[2] / "content"
FOLDERS = sorted(
    path for path in CONTENT.iterdir() if (path / "pack.yaml").is_file() or path.name == "editions"
)

CARDS = """\
# two cards
format: 1
buildings:
  - id: hut
    triggers:
      - {when: season.start, do: [{gain: {gold: 1}}]}

      # the second one
      - when: season.end
        do: []
    cost: {gold: 1}
  - {id: tower, modifiers: [{what: battle_strength}], examples: [{given: {}}]}
advisors:
  - id: clerk
    reward:
      - gain: {gold: 1}
      - gain: {wood: 1}
"""

CALENDAR = """\
format: 1
year:
  phases:
    - id: one
      steps:
        - do:
            word:
              deep: 1
    - id: two
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = tmp_path / "content" / "toy"
    (folder / "more").mkdir(parents=True)
    (folder / "pack.yaml").write_text("id: toy\nname: Café\n", encoding="utf-8")
    (folder / "more" / "cards.yaml").write_text(CARDS, encoding="utf-8")
    (folder / "calendar.yaml").write_text(CALENDAR, encoding="utf-8")
    return folder


def test_the_document_holds_what_a_plain_reader_reads(pack: Path) -> None:
    document = pack_document(pack)
    assert document["pack"] == {"id": "toy", "name": "Café"}
    assert document["files"] == {
        "calendar.yaml": YAML(typ="safe", pure=True).load(CALENDAR),
        "more/cards.yaml": YAML(typ="safe", pure=True).load(CARDS),
    }


def test_every_map_and_list_knows_its_line_but_those_in_examples(pack: Path) -> None:
    lines = pack_document(pack)["lines"]
    assert isinstance(lines, dict)
    assert lines["more/cards.yaml"] == {
        "buildings": 4,
        "buildings/0": 4,
        "buildings/0/triggers": 6,
        "buildings/0/triggers/0": 6,
        "buildings/0/triggers/0/do": 6,
        "buildings/0/triggers/0/do/0": 6,
        "buildings/0/triggers/0/do/0/gain": 6,
        "buildings/0/triggers/1": 9,
        "buildings/0/cost": 11,
        "buildings/1": 12,
        "buildings/1/modifiers": 12,
        "buildings/1/modifiers/0": 12,
        "advisors": 14,
        "advisors/0": 14,
        "advisors/0/reward": 16,
        "advisors/0/reward/0": 16,
        "advisors/0/reward/0/gain": 16,
        "advisors/0/reward/1": 17,
        "advisors/0/reward/1/gain": 17,
    }
    assert lines["calendar.yaml"]["year/phases/0/steps/0/do/word"] == 8


def test_the_text_is_canonical(pack: Path) -> None:
    text = canonical_json({"b": [1, {"é": None}], "a": True})
    assert text == '{"a":true,"b":[1,{"é":null}]}\n'
    assert json.loads(canonical_json(pack_document(pack))) == pack_document(pack)


def test_packs_and_editions_are_written_and_nothing_else(pack: Path, tmp_path: Path) -> None:
    content = pack.parent
    (content / "editions").mkdir()
    (content / "editions" / "one.yaml").write_text("id: one\n", encoding="utf-8")
    (content / "notes").mkdir()
    written = write_json(content, tmp_path / "made")
    assert [path.name for path in written] == ["editions.json", "toy.json"]
    assert json.loads(written[0].read_text(encoding="utf-8"))["pack"] is None
    assert written[1].read_text(encoding="utf-8") == canonical_json(pack_document(pack))


@pytest.mark.parametrize(
    "text",
    [
        *("5: five\n", "day: 2026-01-01\n", "which: !!set {a, b}\n"),  # what JSON would change
        *("a: 1\na: 2\n", "a: [1\n", "a: 1\n---\nb: 2\n"),  # what is not one document
    ],
)
def test_what_packs_may_not_say_is_refused_with_its_place(pack: Path, text: str) -> None:
    (pack / "odd.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(ContentError, match=r"odd\.yaml:\d+:\d+"):
        pack_document(pack)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_reader_reads_what_a_plain_reader_reads(folder: Path) -> None:
    document = pack_document(folder)
    assert isinstance(document["files"], dict)
    plain = {
        path.relative_to(folder).as_posix(): YAML(typ="safe", pure=True).load(path)
        for path in folder.rglob("*.yaml")
        if path.parent.name != "locale"
    }
    assert document["pack"] == plain.pop("pack.yaml", None)
    assert document["files"] == plain


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_what_was_installed_equals_the_yaml(folder: Path) -> None:
    """Proves the wheel against the tree; an editable install ships no JSON, so there is nothing to prove."""
    shipped = files("kingsburg_rules") / "_data" / "json" / f"{folder.name}.json"
    if not shipped.is_file():
        pytest.skip("an editable install reads the YAML itself")
    assert shipped.read_text(encoding="utf-8") == canonical_json(pack_document(folder))
