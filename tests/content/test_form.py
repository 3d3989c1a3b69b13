"""How the form of files is judged: what stands in the wrong place, what is missing, what is offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from kingsburg_rules.content import schema_check, yaml_reader
from kingsburg_rules.content.built_in import built_in, built_in_folders
from kingsburg_rules.content.checking import check_folder
from kingsburg_rules.content.schema_check import Schemas
from kingsburg_rules.language.files import PackFile
from kingsburg_rules.language.registry import read_fields
from kingsburg_rules.language.shapes import ShapeError, is_list, is_object
from support.packs import HUT, in_hut, written

STEP = "{gain: {gold: 1}}"


def said(text: str, folder: Path) -> list[str]:
    """The problems of a single file: line, column and message, without the code."""
    file = written(folder, {"cards.yaml": text}) / "cards.yaml"
    return [f"{each.line}:{each.column} {each.message}" for each in check_folder(file)]


WRONG_LISTS = [
    (
        "    modifiers:\n      - when: season.end\n        do: [{gain: {gold: 1}}]\n",
        "13:9 'when'",
        "triggers",
    ),
    ("    modifiers: [{when: season.end, do: [{gain: {gold: 1}}]}]\n", "12:18 'when'", "triggers"),
    ("    permissions:\n      - what: rerolls\n        add: 1\n", "13:9 'what'", "modifiers"),
    ("    modifiers:\n      - any_season: {row: A}\n", "13:9 'any_season'", "permissions"),
]


def test_a_key_that_many_lists_know_is_not_sent_to_one_of_them(tmp_path: Path) -> None:
    (line,) = said("format: 1\ndecks:\n  - {id: maps, name: Maps}\n", tmp_path)
    assert "'name' is not known here; allowed: display, order" in line


@pytest.mark.parametrize(("added", "place", "home"), WRONG_LISTS)
def test_an_item_in_the_wrong_list_is_sent_to_its_own(
    added: str, place: str, home: str, tmp_path: Path
) -> None:
    assert said(HUT + added, tmp_path) == [f"{place} belongs under '{home}'"]


def test_an_escape_for_no_character_is_a_mistake_like_others(tmp_path: Path) -> None:
    """The parser fails on it, and cannot say where."""
    (line,) = said('format: 1\nrules: [{id: law, name: "\\UFFFFFFFF"}]\n', tmp_path)
    assert "look for a backslash in double quotes" in line


def test_a_file_with_too_many_words_is_to_be_split(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_reader, "MAX_NODES", 20)
    (line,) = said(HUT, tmp_path)
    assert line.endswith("this file has more than 20 words; split it in two")


def test_keys_without_their_list_are_sent_there(tmp_path: Path) -> None:
    text = HUT.replace("    triggers:\n      - when", "    when").replace("        do", "    do")
    assert said(text, tmp_path) == ["9:5 'when' and 'do' belong in a list under 'triggers'"]


INDENTED = [
    (
        "do:\n          - for_each:\n              players: {}\n            do: [{gain: {gold: 1}}]\n",
        "14:13 'do' belongs inside 'for_each': indent it further",
    ),
    (
        "do:\n          - for_each:\n            players: {}\n            do: [{gain: {gold: 1}}]\n",
        "13:13 'players' and 'do' belong inside 'for_each': indent them further",
    ),
    (
        "do: [{gain: {gold: 1}}]\n        modifiers: [{what: battle_strength, add: 1}]\n",
        "12:9 'modifiers' belongs beside 'triggers', not inside it: indent it less",
    ),
    (
        "do: [{branch: {if: {season: fall, then: [{gain: {gold: 1}}]}}}]\n",
        "11:43 'then' belongs beside 'if', not inside it: indent it less",
    ),
]


@pytest.mark.parametrize(("do", "expected"), INDENTED)
def test_a_key_on_the_wrong_level_is_sent_to_its_own(do: str, expected: str, tmp_path: Path) -> None:
    assert said(in_hut("do: [{gain: {gold: 1}}]\n", do), tmp_path) == [expected]


def test_lists_of_what_is_allowed_are_long_enough(tmp_path: Path) -> None:
    (about,) = said(in_hut("- when: season.end", "- when: season.end\n        xyz: 1"), tmp_path)
    assert about == "11:9 'xyz' is not known here; allowed: by, cost, from, if, optional, order, uses"
    (about,) = said(in_hut("gain", "xyz"), tmp_path)
    assert about.startswith("11:15 'xyz' is not known here; allowed: gain, reward, set, window, branch, ")


def test_the_steps_that_are_offered_are_those_used_most() -> None:
    steps = Schemas("pack").keys({"$ref": "#/$defs/step"})
    used = Counter(
        key for folder in built_in_folders() for key in keys(built_in(folder).files) if key in steps
    )
    assert {*schema_check._OFTEN} <= {step for step, _ in used.most_common(14)}


def keys(part: object) -> Iterator[str]:
    """All keys in some data."""
    if is_object(part):
        for key, within in part.items():
            yield key
            yield from keys(within)
    elif is_list(part):
        for within in part:
            yield from keys(within)


GOLD = [{"gain": {"gold": 1}}]

MISSHAPEN: list[tuple[object, str]] = [
    ({"build": {"card": "inn", "free": "yes"}}, "/build/free"),
    ({"choose": {"dice": "me", "as": 3}}, "/choose/as"),
    ({"draw": {"deck": 3}}, "/draw/deck"),
    ({"gain": {}}, "/gain"),
    ({"gain": {"gold": "many"}}, "/gain/gold"),
    ({"gain": {"gold": 1.5}}, "/gain/gold"),
    ({"gain": {"gold": {"fact": 3}}}, "/gain/gold/fact"),
    ({"gain": {"gold": {"stat": 3}}}, "/gain/gold/stat"),
    ({"gain": {"gold": 1}, "lose": {"gold": 1}}, ""),
    ({"dance": {}}, "/dance"),
    ({"choose": {"cards": {"column": {"least": 1}}}}, "/choose/cards/column/least"),
    ({"choose": {"cards": {"column": {}}}}, "/choose/cards/column"),
    ({"choose": {"places": {"most": [True]}}}, "/choose/places/most/0"),
    ({"branch": {"if": {}, "then": GOLD}}, "/branch/if"),
    ({"branch": {"if": {"year": {"least": 1}}, "then": GOLD}}, "/branch/if/year/least"),
    ({"branch": {"if": {"year": {}}, "then": GOLD}}, "/branch/if/year"),
    ({"for_each": {"players": "all", "dice": "me", "do": GOLD}}, "/for_each/dice"),
]


@pytest.mark.parametrize(("step", "place"), MISSHAPEN, ids=str)
def test_files_that_no_schema_has_judged_are_not_misread(step: object, place: str) -> None:
    """The library's own files are read without a schema; a wrong form is still refused, at its place."""
    trigger = {"when": "season.end", "do": [step]}
    data: dict[str, object] = {"governors": [{"id": "a", "name": "A", "triggers": [trigger]}]}
    with pytest.raises(ShapeError) as refused:
        read_fields(PackFile, data, "cards.yaml#")
    assert refused.value.at == f"cards.yaml#/governors/0/triggers/0/do/0{place}"


def test_no_remedy_is_given_that_would_break_the_file_further(tmp_path: Path) -> None:
    """A trigger knows `from`, but not with a map; so the key does not belong there."""
    (line,) = said(in_hut("gain: {gold: 1}", "choose: {from: {cards: {}}}"), tmp_path)
    assert "indent" not in line
    assert "'from' is not known here" in line
