"""`kingsburg explain` and `kingsburg replay --language`: what they write of our cards and those of fans."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kingsburg_rules import Game, load_rules, modules
from kingsburg_rules.cli import main
from support.packs import HUT, INFO, in_hut, written

FAN = in_hut("    row: A", "    text: One gold each season.\n    row: A")


def said(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert main(["explain", *argv]) == 0
    return capsys.readouterr().out


def told(capsys: pytest.CaptureFixture[str], *argv: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(said(capsys, *argv, "--format", "json"))
    return found


@pytest.mark.parametrize(
    "wish", ["base/town_hall", "town_hall", "Town Hall", "town hall", "Stadhuis", "hôtel de ville"]
)
def test_a_card_is_found_by_id_and_by_name_in_every_language(
    capsys: pytest.CaptureFixture[str], wish: str
) -> None:
    (card,) = told(capsys, wish)
    assert card["card"] == "base/town_hall"
    assert card["fidelity"] == "printed"


def test_all_cards_of_a_name_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert [card["card"] for card in told(capsys, "Architect")] == [
        "base/architect",
        "governors/governor_architect",
    ]


def test_the_authors_text_stands_beside_the_generated_one(capsys: pytest.CaptureFixture[str]) -> None:
    (card,) = told(capsys, "squire")
    assert card["texts"] == {
        "en": {"name": "Squire", "author": "You receive 1 gold.", "generated": "Gain 1 gold."},
        "nl": {"name": "Landheer", "author": "Je krijgt 1 goud.", "generated": "Je krijgt 1 goud."},
        "fr": {"name": "Écuyer", "author": "Vous recevez 1 or.", "generated": "Gagnez 1 or."},
    }
    lines = said(capsys, "squire").splitlines()
    assert lines[0] == "Squire (base/squire), advisor, rank 2: printed"
    french = lines.index("fr  Écuyer")
    assert lines[french + 1 : french + 3] == [
        "    The author's text: Vous recevez 1 or.",
        "    The text from the effect: Gagnez 1 or.",
    ]


def test_one_language_is_enough(capsys: pytest.CaptureFixture[str]) -> None:
    (card,) = told(capsys, "squire", "--language", "nl")
    assert card["texts"] == {
        "nl": {"name": "Landheer", "author": "Je krijgt 1 goud.", "generated": "Je krijgt 1 goud."}
    }


def test_a_scenario_and_another_edition_are_found_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "goblin_valley")[0]["card"] == "goblin-valley/goblin_valley"
    (farm,) = told(capsys, "Farms", "--edition", "first-ffg", "--language", "en")
    assert farm["card"] == "base/farm"


def test_a_card_is_told_as_it_is_with_its_module_alone(capsys: pytest.CaptureFixture[str]) -> None:
    """With soldier tokens the Academy's die is halved, but nobody has said that they play with them."""
    texts = told(capsys, "military_academy", "--language", "en")[0]["texts"]
    assert isinstance(texts, dict)
    assert texts["en"]["generated"].endswith("Get reinforcements of at least “mine”.")
    assert "half" not in texts["en"]["generated"]


def test_an_unknown_card_is_refused_with_the_likely_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "statu"]) == 2
    assert "did you mean 'statue'" in capsys.readouterr().err


def test_a_file_of_a_fan_is_told_in_three_languages(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    written(tmp_path, {"mine.yaml": f"{FAN}  - {{override: base/statue, vp: 9}}\n"})
    hut, statue = told(capsys, str(tmp_path / "mine.yaml"))
    assert (hut["card"], statue["card"]) == ("mine/hut", "base/statue")
    assert hut["texts"] == {
        "en": {
            "name": "Hut",
            "author": "One gold each season.",
            "generated": "At the end of each productive season, gain 1 gold.",
        },
        "nl": {
            "name": "Hut",
            "author": "",
            "generated": "Aan het einde van elk productieseizoen krijg je 1 goud.",
        },
        "fr": {
            "name": "Hut",
            "author": "",
            "generated": "À la fin de chaque saison de production, gagnez 1 or.",
        },
    }


def test_a_pack_is_told_with_its_own_translations(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locale = "format: 1\nlanguage: nl\ncards: {hut: {name: Hutje, article: het}}\n"
    written(tmp_path / "toys", {"pack.yaml": INFO, "cards.yaml": HUT, "locale/nl.yaml": locale})
    monkeypatch.chdir(tmp_path)
    (card,) = told(capsys, "./toys", "--language", "nl")
    texts = card["texts"]
    assert isinstance(texts, dict)
    assert texts["nl"]["name"] == "Hutje"
    (again,) = told(capsys, "hutje", "--pack", "./toys", "--language", "nl")
    assert again == card


def test_brackets_in_texts_are_no_markup(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    written(tmp_path, {"mine.yaml": in_hut("name: Hut", "name: 'Hut [red]x[/red]'")})
    assert "Hut [red]x[/red]" in said(capsys, str(tmp_path / "mine.yaml"), "--language", "en")


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        ("en", "The Jester rewards Ann: +1 VP"),
        ("nl", "De Goochelaar beloont Ann: +1 VP"),
        ("fr", "Le Bouffon récompense Ann\u00a0: +1 PV"),
    ],
)
def test_a_record_is_told_in_sentences(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, language: str, wanted: str
) -> None:
    game = Game(load_rules(modules=modules()), ("Ann", "Brian"), seed=4)
    while game.decision is not None:
        game.play(game.decision.options[0])
    path = tmp_path / "record.json"
    path.write_text(game.record.dumps(), encoding="utf-8")
    assert main(["replay", str(path), "--every", "--language", language]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.strip() == wanted for line in lines)
    assert sum(bool(re.match(r" *\d+ [A-Za-z]", line)) for line in lines) >= len(game.record.actions)
    assert {"en": "wins.", "nl": "wint.", "fr": "Victoire"}[language] in lines[-1]
    assert main(["replay", str(path), "--language", language]) == 0
    heading = {"en": "Year II, Spring ──", "nl": "Jaar II, Lente ──", "fr": "Année II, Printemps ──"}
    assert heading[language] in capsys.readouterr().out


@pytest.mark.parametrize("target", ["alternate-buildings/vineyard", "wheel-and-deal/clergy"])
def test_a_changed_card_of_a_pack_that_is_not_required_is_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], target: str
) -> None:
    kind = "buildings" if target.startswith("alternate") else "groups"
    cards = f"format: 1\n{kind}:\n  - override: {target}\n    name: Changed\n"
    folder = written(tmp_path / "toys", {"pack.yaml": INFO, "cards.yaml": cards})
    assert main(["explain", str(folder), "--language", "en"]) == 0
    assert f"Changed ({target})" in capsys.readouterr().out


def test_a_changed_card_of_a_pack_that_is_not_here_is_a_problem(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = "format: 1\nbuildings:\n  - override: nowhere/hut\n    vp: 4\n"
    info = f"{INFO}after: [nowhere]\n"
    folder = written(tmp_path / "toys", {"pack.yaml": info, "cards.yaml": cards})
    assert main(["explain", str(folder)]) == 2
    assert "Cannot explain 'nowhere/hut': its pack is not in play" in capsys.readouterr().err
