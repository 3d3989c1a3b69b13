"""`kingsburg new`: whatever is begun is valid, plays its own examples, and overwrites nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from kingsburg_rules import Pack, load_rules
from kingsburg_rules.cli import main
from kingsburg_rules.cli.new import FURTHER, KINDS, STARTS, slug, title
from kingsburg_rules.content.assembly import PARTS, item_shape
from kingsburg_rules.content.built_in import edition_of
from kingsburg_rules.content.checking import check
from kingsburg_rules.language.cards import CardNode
from kingsburg_rules.language.files import PackFile
from kingsburg_rules.language.registry import Fields, fields_of
from kingsburg_rules.language.switches import SWITCHES, switch_values
from kingsburg_rules.testing.examples import play_folder
from support.packs import HUT, INFO, written

IDS = [
    ("Moon Gate", "moon_gate", "Moon Gate"),
    ("moon-gate", "moon_gate", "Moon gate"),
    ("moon_gate", "moon_gate", "Moon gate"),
    ("  The  King's   Gate ", "the_kings_gate", "The King's Gate"),
    ("Überfall: Teil 2", "uberfall_teil_2", "Überfall: Teil 2"),
    ("McMillan", "mcmillan", "McMillan"),
    ('The "Crow"', "the_crow", 'The "Crow"'),
]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def holds(path: Path) -> int:
    """See that a pack has no mistake and no warning, that its examples hold, and count them."""
    report = check(path)
    assert (report.errors, report.warnings) == ((), ())
    results = [*play_folder(path)]
    assert not [failure for result in results for failure in result.failures]
    assert {result.example.works for result in results} == {True, False}
    return len(results)


def test_there_is_a_start_for_every_kind_of_card() -> None:
    shapes = [item_shape(shape) for shape in PARTS.values()]
    known = {
        shape.cls.kind for shape in shapes if isinstance(shape, Fields) and issubclass(shape.cls, CardNode)
    }
    assert set(KINDS) == known


@pytest.mark.parametrize("kind", KINDS)
def test_a_card_of_every_kind_is_valid_alone_in_a_pack_and_as_a_pack(kind: str, here: Path) -> None:
    assert main(["new", "card", "Moon Gate", "--kind", kind]) == 0
    assert holds(here / "moon-gate.yaml") >= 2
    assert main(["new", "pack", "Goblin Moon", "--kind", kind]) == 0
    assert holds(here / "goblin-moon") >= 2
    assert main(["new", "pack", "Toys"]) == 0
    assert main(["new", "card", "Moon Gate", "--kind", kind, "--in", "toys"]) == 0
    assert holds(here / "toys") >= 4
    rules = load_rules(packs=["./toys"])
    assert any(ref.startswith("toys/moon_gate") and card.kind == kind for ref, card in rules.cards.items())


@pytest.mark.parametrize("kind", FURTHER)
def test_what_is_not_a_card_can_be_started_too(kind: str, here: Path) -> None:
    """Alone, in a pack and as a pack; examples hold, random games find nothing, and each part is there."""
    assert main(["new", "card", "Moon Gate", "--kind", kind]) == 0
    assert holds(here / "moon-gate.yaml") >= 2
    assert main(["new", "pack", "Goblin Moon", "--kind", kind]) == 0
    assert holds(here / "goblin-moon") >= 2
    assert main(["test", "goblin-moon", "--games", "2"]) == 0
    assert main(["new", "pack", "Toys"]) == 0
    assert main(["new", "card", "Moon Gate", "--kind", kind, "--in", "toys"]) == 0
    assert holds(here / "toys") >= 4
    rules, base = load_rules(packs=["./toys"]), load_rules()
    assert {
        "in_place_of": "inn" not in rules.compiled.card,
        "leave_out": len(rules.compiled.enemies) == len(base.compiled.enemies) - 1,
        "phase": "moon_gate" in rules.compiled.phases,
        "resource": "moon_gate" in rules.compiled.resource,
        "seat": [seat.id for seat in rules.compiled.automata] == ["moon_gate"],
    }[kind]


def test_everything_that_a_file_can_hold_has_a_start() -> None:
    """But for decks, which are there without a setting, sequences, the number of years and the calendar."""
    held = set[str]()
    for start in STARTS.glob("[cm]*/*.yaml"):
        text = re.sub("COLUMN|RANK", "1", start.read_text(encoding="utf-8"))
        held |= YAML(typ="safe", pure=True).load(text).keys()
    left = {"decks", "sequences", "years", "calendar"}
    assert held - {"format"} == {name for name, *_ in fields_of(PackFile)} - {"format"} - left


@pytest.mark.parametrize("kind", (*KINDS, *FURTHER))
def test_a_translation_of_any_pack_can_be_started(kind: str, here: Path) -> None:
    """It has every name and text with its mark, so that nothing is missing and nothing is stale."""
    assert main(["new", "pack", "Toys", "--kind", kind]) == 0
    for language in ("nl", "pt-BR"):
        assert main(["new", "locale", language, "--in", "toys"]) == 0
    assert holds(here / "toys") >= 2
    path = here / "toys" / "locale" / "nl.yaml"
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# The pack in another language.")
    path.write_text(re.sub(r"name: .*", 'name: "Iets"', text), encoding="utf-8")
    rules = load_rules(packs=["./toys"])
    own = [ref for ref in rules.cards if ref.startswith("toys/")]
    assert {rules.name_of(ref, "nl") for ref in own} == {"Iets"}


@pytest.mark.parametrize(("name", "said"), [("dutch", "language"), ("en", "language"), ("NL", "language")])
def test_a_translation_is_called_like_its_language(
    name: str, said: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", "pack", "Toys"]) == 0
    assert main(["new", "locale", name, "--in", "toys"]) == 2
    assert said in capsys.readouterr().err
    assert not (here / "toys" / "locale").exists()


def test_a_translation_belongs_to_a_pack(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "locale", "nl"]) == 2
    assert capsys.readouterr().err
    assert not [*here.iterdir()]


def test_an_edition_can_be_started(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is the second one under another name, and every switch is there with what it means."""
    assert main(["new", "edition", "House Rules"]) == 0
    path = here / "editions" / "house-rules.yaml"
    assert "Next: kingsburg check editions/house-rules.yaml\n" in capsys.readouterr().out
    report = check(path)
    assert (report.errors, report.warnings) == ((), ())
    text = path.read_text(encoding="utf-8")
    data = YAML(typ="safe", pure=True).load(text)
    second = edition_of("second")
    assert (data["id"], data["title"]) == ("house-rules", "House Rules")
    assert data["switches"] == switch_values(second.switches)
    assert (tuple(data["modules"]), tuple(data["scenarios"])) == (second.modules, second.scenarios)
    assert all(meaning in text for meaning in (switch.meaning for switch in SWITCHES.values()))
    assert main(["new", "edition", "House Rules"]) == 2


def test_a_pack_cannot_contain_an_edition(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "pack", "Gate"]) == 0
    assert main(["new", "edition", "House Rules", "--in", "gate"]) == 2
    assert "[new.edition]" in capsys.readouterr().err
    assert not (here / "gate" / "editions").exists()


@pytest.mark.parametrize("kind", (*KINDS, *FURTHER))
def test_a_start_explains_itself(kind: str, here: Path) -> None:
    """It has comments, and a text on every card."""
    assert main(["new", "card", "Moon Gate", "--kind", kind]) == 0
    text = (here / "moon-gate.yaml").read_text(encoding="utf-8")
    assert text.count("#") >= 2
    assert not {"CARD_", "COLUMN", "RANK", "PACK_"} & set(text.split())
    data = YAML(typ="safe", pure=True).load(text)
    cards = [card for name, cards in data.items() if name not in ("format", "leave_out") for card in cards]
    assert cards
    assert all(
        card.get("text") or card.get("copies") or card.get("after") or card.get("influence") for card in cards
    )


def test_a_scenario_is_one(here: Path) -> None:
    assert main(["new", "scenario", "The King's Patience"]) == 0
    assert holds(here / "the-kings-patience") == 2
    rules = load_rules(packs=["./the-kings-patience"], modules=["governors"])
    assert rules.scenario == "the-kings-patience"
    assert Pack.read("the-kings-patience").title == "The King's Patience"


@pytest.mark.parametrize(("name", "made", "shown"), IDS)
def test_names_become_ids_and_stay_names(name: str, made: str, shown: str, here: Path) -> None:
    assert (slug(name, "_"), title(name)) == (made, shown)
    assert main(["new", "card", name]) == main(["new", "pack", name]) == 0
    assert main(["new", "scenario", name, "--in", "scenarios"]) == 0
    path = here / made.replace("_", "-")
    assert load_rules(packs=[path.with_suffix(".yaml")]).name_of(made) == shown
    assert Pack.read(path).title == Pack.read(here / "scenarios" / path.name).title == shown


@pytest.mark.parametrize("name", ["", "   ", "7 dwarves", "月", "!!!"])
def test_a_name_without_a_letter_to_begin_with_is_refused(
    name: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for what in ("card", "pack", "scenario"):
        assert main(["new", what, name]) == 2
    assert capsys.readouterr().err.count("must start with a Latin letter") == 3
    assert not [*here.iterdir()]


def test_nothing_is_overwritten(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(here, {"moon-gate.yaml": "mine", "moon/pack.yaml": "mine", "sun/rules.yaml": "mine"})
    for what, name in (("card", "Moon Gate"), ("pack", "Moon"), ("scenario", "Sun")):
        assert main(["new", what, name]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("already exists, so nothing was written. [new.exists]") == 3
    assert sorted(path.as_posix() for path in here.rglob("*.yaml")) == sorted(
        (here / name).as_posix() for name in ("moon-gate.yaml", "moon/pack.yaml", "sun/rules.yaml")
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["card", "Inn"], "there is already a card 'inn' in 'base'"),
        (["pack", "Governors"], "A pack called 'governors' comes with the library"),
        (["scenario", "base"], "A pack called 'base' comes with the library"),
        (["card", "Hut", "--in", "toys"], "there is already a card 'hut' in this pack"),
    ],
)
def test_what_would_not_be_valid_there_is_refused(
    words: list[str], said: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(here / "toys", {"pack.yaml": INFO, "cards.yaml": HUT})
    before = [*here.rglob("*")]
    assert main(["new", *words]) == 2
    assert said in capsys.readouterr().err
    assert [*here.rglob("*")] == before


def test_a_mistake_of_somebody_else_does_not_stop_a_new_card(here: Path) -> None:
    written(here / "toys", {"pack.yaml": INFO, "cards.yaml": HUT.replace("vp: 1", "vp: one")})
    assert main(["new", "card", "Barn", "--in", "toys"]) == 0
    assert [problem.file for problem in check(here / "toys").errors] == [
        (here / "toys/cards.yaml").as_posix()
    ]


def test_new_buildings_and_advisors_find_a_free_place(here: Path) -> None:
    assert main(["new", "pack", "Moon"]) == 0
    for name in ("Gate", "Tower"):
        assert main(["new", "card", name, "--in", "moon"]) == 0
        assert main(["new", "card", f"{name} Keeper", "--kind", "advisor", "--in", "moon"]) == 0
    compiled = load_rules(packs=["./moon"]).compiled
    assert [compiled.cards[card].name for card in compiled.rows["H"]] == ["first_building", "gate", "tower"]
    assert {rank for rank in compiled.ranks if rank > 18} == {19, 20}


def test_a_folder_that_is_not_there_is_made(here: Path) -> None:
    assert main(["new", "card", "Gate", "--in", "some/where"]) == 0
    assert (here / "some" / "where" / "gate.yaml").is_file()


def test_what_was_written_is_told(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "pack", "Moon"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("written: moon/pack.yaml\nwritten: moon/buildings.yaml\n")
    assert "kingsburg test moon\n" in said
    assert main(["new", "card", "Gate", "--in", "moon", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"written": ["moon/gate.yaml"], "pack": "moon"}


@pytest.mark.parametrize("words", ["card Gate", "edition Gate", "pack Gate", "scenario Gate"])
def test_the_commands_that_are_named_next_work(
    words: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", *words.split()]) == 0
    for line in capsys.readouterr().out.splitlines():
        command = line.removeprefix("Next:").strip().partition("    ")[0]
        if command.startswith("kingsburg "):
            assert main(command.split()[1:]) == 0, command
