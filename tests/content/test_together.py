"""Packs that are checked together can be loaded together, or the check says why not, in the same words."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingsburg_rules import ContentError, SetupError, load_rules
from kingsburg_rules.content import linking, reading, yaml_reader
from kingsburg_rules.content.checking import check
from kingsburg_rules.content.sources import folder_sources
from support.packs import EXAMPLE, written

DO = "    triggers: [{when: season.end, do: [{gain: {gold: 1}}]}]\n"


def building(name: str, column: int, more: str = "") -> str:
    return (
        f"buildings:\n  - id: {name}\n    name: {name.title()}\n    row: H\n    column: {column}\n"
        f"    cost: {{wood: 1}}\n    vp: 1\n{more}{EXAMPLE}{DO}"
    )


OVERRIDE = "buildings:\n  - override: base/inn\n    vp: 5\n"
IN_PLACE = "    in_place_of: base/statue\n"
FISH = "resources: [{id: fish, name: Fish}]\nrules: [{id: %s, name: Fishing, triggers: [{when: season.end, "
FISH += "do: [{for_each: {players: all, do: [{gain: {fish: 1}}]}}]}], "
FISH += "examples: [{shows: How it works., works: true, at: spring}]}]\n"


def packs_at(folder: Path, packs: dict[str, tuple[str, str]]) -> list[Path]:
    for name, (info, cards) in packs.items():
        head = f'id: {name}\nversion: "1.0"\nformat: 1\ntitle: {name.title()}\n'
        written(folder / name, {"pack.yaml": head + info, "cards.yaml": f"format: 1\n{cards}"})
    return [folder / name for name in packs]


@pytest.mark.parametrize(
    ("packs", "where", "code"),
    [
        (
            {"a": ("after: [b]\n", building("hut", 1)), "b": ("after: [a]\n", building("shed", 2))},
            "a/pack.yaml:5:9",
            "order",
        ),
        (
            {
                "a": ("after: [b]\n", building("hut", 1)),
                "b": ("after: [c]\n", building("shed", 2)),
                "c": ("after: [a]\n", building("barn", 3)),
            },
            "a/pack.yaml:5:9",
            "order",
        ),
        ({"a": ("", OVERRIDE), "b": ("", OVERRIDE)}, "b/cards.yaml:4:9", "override"),
        (
            {"a": ("", building("hut", 1)), "b": ("", building("shed", 1))},
            "b/cards.yaml:6:13",
            "taken",
        ),
        (
            {"a": ("", building("hut", 1, IN_PLACE)), "b": ("", building("shed", 2, IN_PLACE))},
            "b/cards.yaml:9:18",
            "taken",
        ),
        ({"a": ("", FISH % "one"), "b": ("", FISH % "two")}, "b/cards.yaml:2:18", "duplicate"),
    ],
)
def test_what_loading_refuses_the_check_says_in_the_same_words(
    tmp_path: Path, packs: dict[str, tuple[str, str]], where: str, code: str
) -> None:
    paths = packs_at(tmp_path, packs)
    assert all(not check(path).errors for path in paths)
    report = check(tmp_path)
    (problem,) = (*report.errors, *report.warnings)
    assert f"{problem.file}:{problem.line}:{problem.column}" == f"{tmp_path.as_posix()}/{where}"
    assert bool(report.warnings) == (code == "taken")
    assert problem.code == f"link.{code}"
    with pytest.raises((ContentError, SetupError)) as refused:
        load_rules(packs=paths)
    assert problem.message in refused.value.message


def test_packs_on_paths_of_their_own_are_checked_together_too(tmp_path: Path) -> None:
    paths = packs_at(tmp_path, {"a": ("", OVERRIDE), "b": ("", OVERRIDE)})
    assert [problem.code for problem in check(*paths).errors] == ["link.override"]


@pytest.mark.parametrize(
    "packs",
    [
        {"a": ("", OVERRIDE), "b": ("after: [a]\n", OVERRIDE)},
        {"a": ("", OVERRIDE), "b": ("conflicts: [a]\n", OVERRIDE)},
        {"a": ("kind: scenario\n", OVERRIDE), "b": ("kind: scenario\n", OVERRIDE)},
        {"a": ("", building("hut", 1)), "b": ("", building("shed", 2))},
    ],
)
def test_packs_that_go_together_or_say_that_they_do_not_are_sound(
    tmp_path: Path, packs: dict[str, tuple[str, str]]
) -> None:
    packs_at(tmp_path, packs)
    report = check(tmp_path)
    assert (report.errors, report.warnings) == ((), ())


def test_a_pack_cannot_come_after_itself(tmp_path: Path) -> None:
    (path,) = packs_at(tmp_path, {"a": ("after: [a]\n", building("hut", 1))})
    (problem,) = check(path).errors
    assert (problem.line, problem.column, problem.code) == (5, 9, "link.pack")


def test_a_card_of_a_pack_that_is_not_required_is_found_in_that_pack(tmp_path: Path) -> None:
    """Its decks, resources and moments too."""
    fair = "resources: [{id: fish, name: Fish}]\nmoments: [{id: fair.opens, text: The fair opens.}]\n"
    fair += "rules: [{id: fair, name: Fair, triggers: [{when: year.start, do: [{window: fair.opens}, "
    fair += "{draw: {deck: trinket, to: discard}}, {for_each: {players: all, do: [{gain: {fish: 1}}]}}]}], "
    fair += "examples: [{shows: How it works., works: true, at: spring}]}]\n"
    fair += f"deck_cards:\n  - id: coin\n    name: Coin\n    deck: trinket\n{EXAMPLE}{DO}"
    hut = building("hut", 1).replace("{gain: {gold: 1}}", "%s")
    wrong = {
        "{gain: {fish: 1}}": "fish",
        "{branch: {if: {fish: 1}, then: [{gain: {gold: 1}}]}}": "fish",
        "{draw: {deck: trinket, to: play}}": "trinket",
        "{choose: {cards: {kind: trinket, zone: deck}}}": "trinket",
        "{move: {card: coin, to: play}}": "coin",
        "{window: fair.opens}": "fair.opens",
    }
    assert len(wrong) == 6
    for steps, name in wrong.items():
        paths = packs_at(tmp_path, {"fair": ("", fair), "toys": ("", hut % steps)})
        (problem,) = check(*paths).errors
        hint = f"'{name}' is in the pack 'fair'; add fair to 'requires' in pack.yaml"
        assert problem.message == hint, steps
        packs_at(tmp_path, {"fair": ("", fair), "toys": ("requires: [fair]\n", hut % steps)})
        assert check(*paths).errors == ()


def test_files_are_read_once_and_many_mistakes_are_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a card claims a place is known from reading its file, and after very many nobody looks on."""
    read: list[str] = []

    def counted(text: str, file: str) -> yaml_reader.Reading:
        read.append(file)
        return read_yaml(text, file)

    read_yaml = yaml_reader.read_yaml
    for module in (yaml_reader, reading):
        monkeypatch.setattr(module, "read_yaml", counted)
    monkeypatch.setattr(linking, "MAX_ERRORS", 3)
    cards = "".join(building(f"hut{k}", k).removeprefix("buildings:\n") for k in range(1, 6))
    packs = packs_at(tmp_path, dict.fromkeys(("a", "b"), ("", f"buildings:\n{cards}")))
    report = check(*packs)
    assert [problem.code for problem in report.warnings].count("link.taken") == 3
    sheets = reading.read_sheets(folder_sources(packs[0]))
    shared = reading.to_document(sheets, "", played=False)
    assert shared.files["cards.yaml"] is sheets.sheets[0].data
    assert shared.content == reading.to_document(sheets, "").content
    del read[-2:]
    own = [file for file in read if file.startswith(tmp_path.as_posix())]
    assert own == [f"{pack.as_posix()}/{name}.yaml" for pack in packs for name in ("cards", "pack")]
