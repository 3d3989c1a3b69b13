"""What is wrong in one place hides nothing elsewhere, and makes nothing look wrong that is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingsburg_rules.content.checking import check
from support.packs import EXAMPLE, INFO, SHOWN, written

SHED = """\
format: 1
buildings:
  - id: shed
    name: Shed
    row: A
    column: 1
    cost: {wood: 1}
    vp: 1
    triggers:
      - when: season.end
        do:
          - gain: {gold: 1}
          - gain: {wood: 1}
      - when: season.start
        do: [{gain: {stone: 1}}]
    modifiers:
      - {what: battle_strength, add: 1}
"""
SECOND = SHED.partition("buildings:\n")[2].replace("shed", "byre").replace("column: 1", "column: 2")


def changed(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def found(folder: Path, files: dict[str, str]) -> list[tuple[str, int, str]]:
    """The file, line and code of everything that is found, warnings too."""
    report = check(written(folder / "toys", {"pack.yaml": INFO, **files}))
    told = (*report.errors, *report.warnings)
    return [(Path(each.file).name, each.line, each.code) for each in told]


FORM_AND_NAME = [
    (("{gold: 1}", "{gould: 1}"), ("{wood: 1}\n      -", "{wood: one}\n      -"), (12, 13)),
    (("{gold: 1}", "{gold: one}"), ("{stone: 1}", "{stoen: 1}"), (12, 15)),
    (("gain: {gold: 1}", "gian: {gold: 1}"), ("{stone: 1}", "{stoen: 1}"), (12, 15)),
    (("when: season.start", "whne: season.start"), ("{gold: 1}", "{gould: 1}"), (12, 14)),
    (("add: 1", "add: one"), ("{gold: 1}", "{gould: 1}"), (12, 17)),
    (("what: battle_strength", "waht: battle_strength"), ("{gold: 1}", "{gould: 1}"), (12, 17)),
]


@pytest.mark.parametrize(("one", "other", "lines"), FORM_AND_NAME)
def test_a_wrong_form_hides_no_wrong_name_in_the_same_card(
    one: tuple[str, str], other: tuple[str, str], lines: tuple[int, int], tmp_path: Path
) -> None:
    told = found(tmp_path, {"cards.yaml": changed(SHED, one, other)})
    assert [line for _, line, _ in told] == [*lines]
    assert {code.partition(".")[0] for *_, code in told} == {"schema", "link"}


OF_CARDS = [
    *(("name: Shed", "name: 7"), ("    row: A\n", ""), ("column: 1", "column: none"), ("vp: 1", "vpp: 1")),
]
"""Mistakes in what each card needs: such a card is linked when they are mended."""


@pytest.mark.parametrize("one", [*(one for one, *_ in FORM_AND_NAME[1:]), *OF_CARDS])
def test_a_wrong_form_hides_no_wrong_name_in_the_next_card(one: tuple[str, str], tmp_path: Path) -> None:
    text = changed(SHED, one) + changed(SECOND, ("{gold: 1}", "{gould: 1}"))
    told = found(tmp_path, {"cards.yaml": text})
    assert [code.partition(".")[0] for *_, code in told] == ["schema", "link"]


def test_what_a_step_left_out_may_set_is_not_missed(tmp_path: Path) -> None:
    text = changed(
        SHED,
        ("- gain: {gold: 1}", "- roll: {dice: one, as: sum}"),
        ("{wood: 1}\n      -", "{wood: $sum}\n      -"),
    )
    assert found(tmp_path, {"cards.yaml": text}) == [("cards.yaml", 12, "schema.type")]


MUD = """\
format: 1
resources:
  - {id: mud, name: Mud}
"""


@pytest.mark.parametrize(
    ("broken", "code"),
    [
        (MUD + "\t- x\n", "yaml.tab"),
        (MUD.replace("name: Mud", "name: [Mud"), "yaml.bracket"),
        (MUD.replace("name: Mud", "nmae: Mud"), "schema.key"),
        (MUD.replace("name: Mud", "name: 1"), "schema.type"),
        (MUD.replace("id: mud", "di: mud"), "schema.key"),
        (MUD.replace("resources", "resuorces"), "schema.key"),
        (MUD.replace("format: 1", "format: 2"), "pack.format"),
    ],
)
def test_what_a_broken_file_may_bring_is_not_missed_in_others(broken: str, code: str, tmp_path: Path) -> None:
    using = changed(SHOWN, ("{gold: 1}", "{mud: 1}"))
    assert found(tmp_path, {"a.yaml": using, "mud.yaml": broken}) == [
        ("mud.yaml", *places(broken, code), code)
    ]
    wrong = changed(SHOWN, ("{gold: 1}", "{gould: 1}"))
    assert [code for *_, code in found(tmp_path, {"a.yaml": wrong, "mud.yaml": broken})] == [
        *("link.resource", code)
    ]


def places(broken: str, code: str) -> tuple[int]:
    """The line with the mistake."""
    signs = {"yaml.tab": "\t", "pack.format": "format: 2", "yaml.bracket": "[Mud"}
    signs |= {"schema.type": "name: 1"}
    wanted = signs.get(code) or next(sign for sign in ("nmae", "di:", "resuorces") if sign in broken)
    return (next(k for k, line in enumerate(broken.splitlines(), 1) if wanted in line),)


def test_what_a_file_that_cannot_be_read_may_bring_is_not_missed(tmp_path: Path) -> None:
    using = changed(SHOWN, ("{gold: 1}", "{mud: 1}"))
    assert found(tmp_path, {"a.yaml": using, "mud.yml": MUD}) == [("mud.yml", 1, "pack.suffix")]


def test_names_are_not_missed_that_a_pack_may_bring_that_is_not_there(tmp_path: Path) -> None:
    info = f"{INFO}requires: [mud-pies]\n"
    using = changed(SHOWN, ("{gold: 1}", "{mud: 1}"))
    assert found(tmp_path, {"pack.yaml": info, "a.yaml": using}) == [("pack.yaml", 5, "link.pack")]


def test_places_are_those_of_the_file_though_items_before_are_left_out(tmp_path: Path) -> None:
    text = changed(SHED, ("gain: {gold: 1}", "gian: {gold: 1}"), ("gain: {wood: 1}\n", "gain: {wodo: 1}\n"))
    assert [line for _, line, _ in found(tmp_path, {"cards.yaml": text})] == [12, 13]


# Pairs: two things are wrong, and just those two are reported

CLEAN = SHED.replace("    triggers:\n", f"{EXAMPLE}    triggers:\n")
GOLD, WOOD, STONE = "{gold: 1}", "{wood: 1}\n      -", "{stone: 1}"

PAIRS: list[tuple[tuple[str, str], tuple[str, str], list[tuple[int, str]]]] = [
    (("season.start", "Season.Start"), (GOLD, "{gould: 1}"), [(13, "link.resource"), (15, "schema.pattern")]),
    (("season.start", "fall.start"), (GOLD, "{gold: 1.5}"), [(13, "schema.type"), (15, "link.event")]),
    (("column: 1", "column: 0"), (STONE, "{stone: one}"), [(6, "schema.range"), (16, "schema.type")]),
    (("battle_strength", "strength"), (STONE, "{stoen: 1}"), [(16, "link.resource"), (18, "schema.word")]),
    (("id: shed", "id: Shed"), ("vp: 1", "vp: one"), [(3, "schema.pattern"), (8, "schema.type")]),
    (("name: Shed", "name: 3"), ("vp: 1", "vp: one"), [(4, "schema.type"), (8, "schema.type")]),
    (("name: Shed", "nmae: Shed"), ("vp: 1", "pv: 1"), [(4, "schema.key"), (8, "schema.key")]),
    (
        ("name: Shed", "name: Shed\n    name: Hut"),
        ("vp: 1", "vp: 0x1"),
        [(5, "yaml.duplicate"), (9, "yaml.number")],
    ),
    (("name: Shed", "name: &shed Shed"), ("vp: 1", "vp: 1_0"), [(4, "yaml.anchor"), (8, "yaml.number")]),
    (
        ("format: 1", "format: 1\ntiltes: []"),
        (GOLD, "{gould: 1}"),
        [(2, "schema.key"), (14, "link.resource")],
    ),
    (("at: spring", "ta: spring"), (GOLD, "{gould: 1}"), [(9, "schema.key"), (13, "link.resource")]),
    ((WOOD, "{wood: $dice}\n      -"), (STONE, "[stone]"), [(14, "link.variable"), (16, "schema.type")]),
]


@pytest.mark.parametrize(("one", "other", "expected"), PAIRS)
def test_of_two_things_that_are_wrong_both_are_reported(
    one: tuple[str, str], other: tuple[str, str], expected: list[tuple[int, str]], tmp_path: Path
) -> None:
    told = found(tmp_path, {"cards.yaml": changed(CLEAN, one, other)})
    assert [(line, code) for _, line, code in told] == expected


@pytest.mark.parametrize(("one", "other", "expected"), PAIRS)
def test_each_of_two_things_is_reported_though_they_are_in_two_files(
    one: tuple[str, str], other: tuple[str, str], expected: list[tuple[int, str]], tmp_path: Path
) -> None:
    """The second in a file of its own; nothing is said of the first that is not said of it alone."""
    second = changed(CLEAN, other).replace("shed", "byre").replace("column: 1", "column: 2")
    told = found(tmp_path, {"a.yaml": changed(CLEAN, one), "b.yaml": second})
    assert sorted(code for *_, code in told) == sorted(code for _, code in expected)


@pytest.mark.parametrize(
    "value",
    [("vp: 1", "vp: 0x1"), ("name: Shed", "name: 2024-12-24"), ("cost: {wood: 1}", "cost: {wood: 1e3}")],
)
def test_a_value_that_yaml_takes_otherwise_hides_nothing(value: tuple[str, str], tmp_path: Path) -> None:
    text = changed(SHED, value, ("add: 1", "ad: 1")) + changed(SECOND, ("{gold: 1}", "{gould: 1}"))
    told = found(tmp_path, {"cards.yaml": text})
    assert [code.partition(".")[0] for *_, code in told] == ["yaml", "schema", "link"]


def test_a_misspelt_key_of_a_file_hides_nothing_in_it(tmp_path: Path) -> None:
    text = changed(SHED, ("format: 1", "fromat: 1"), ("{gold: 1}", "{gould: 1}"))
    assert found(tmp_path, {"cards.yaml": text}) == [
        ("cards.yaml", 1, "schema.key"),
        ("cards.yaml", 12, "link.resource"),
    ]
