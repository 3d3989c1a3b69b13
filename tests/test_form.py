"""How the form of files is judged: what stands in the wrong place, what is missing, what is offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest

from helpers_packs import HUT, in_hut, written
from kingsburg_rules.content import form
from kingsburg_rules.content.checking import check_folder
from kingsburg_rules.content.documents import built_in, built_in_folders
from kingsburg_rules.content.form import Schemas, definition, flow, required_keys
from kingsburg_rules.content.yaml_reader import read_yaml
from kingsburg_rules.words.schema import FILES
from kingsburg_rules.words.shapes import is_list, is_object

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
        "do: [{gain: {gold: 1}}]\n        modifiers: [{what: rerolls, add: 1}]\n",
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
    steps = Schemas(definition("pack")).keys_of(Schemas(definition("pack")).defs["step"])
    used = Counter(
        key for folder in built_in_folders() for key in keys(built_in(folder).files) if key in steps
    )
    assert {*form._OFTEN} <= {step for step, _ in used.most_common(14)}


def keys(part: object) -> Iterator[str]:
    """All keys in some data."""
    if is_object(part):
        for key, within in part.items():
            yield key
            yield from keys(within)
    elif is_list(part):
        for within in part:
            yield from keys(within)


def test_the_examples_of_missing_keys_fit() -> None:
    """Each value that is offered passes the schema of its key, and is read again as it was meant."""
    tried = 0
    for kind in FILES:
        schemas = Schemas(definition(kind))
        for part in (schemas.root, *schemas.defs.values()):
            for map_part in (part, part.get("then")):
                if not is_object(map_part):
                    continue
                known = schemas.keys_of(map_part)
                for name in required_keys(map_part, {}):
                    wanted = known[name]
                    assert is_object(wanted)
                    value = schemas.example(wanted)
                    whole = {**wanted, "$defs": schemas.root.get("$defs", {})}
                    assert jsonschema.Draft202012Validator(whole).is_valid(value), (name, value)
                    assert read_yaml(f"{name}: {flow(value)}", "it").data == {name: value}
                    tried += 1
    assert tried > 60
