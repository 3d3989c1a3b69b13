"""What authors write on cards is compared with what the cards do: mistakes are found, and little else."""

from __future__ import annotations

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from kingsburg_rules.content.checking import check
from kingsburg_rules.text.author_texts import is_english
from support.packs import written
from support.texts import texts

TABLE = YAML(typ="safe").load(Path(__file__).with_name("texts_and_effects.yaml"))
CODE = "lint.text_differs"

CARD = """\
format: 1
governors:
  - id: herald
    name: Herald
    text: {text}
    {effect}
"""


def warnings_of(folder: Path, effect: str, text: str) -> list[str]:
    """Return what a check says of the text of a card."""
    quoted = "'" + text.replace("'", "''") + "'"
    path = written(folder, {"cards.yaml": CARD.format(text=quoted, effect=effect.strip())}) / "cards.yaml"
    report = check(path)
    assert report.errors == ()
    return [warning.message for warning in report.warnings if warning.code == CODE]


@pytest.mark.parametrize(
    ("effect", "text"), [(one["effect"], text) for one in TABLE for text in one["right"]]
)
def test_a_text_that_agrees_is_left_alone(tmp_path: Path, effect: str, text: str) -> None:
    assert warnings_of(tmp_path, effect, text) == []


@pytest.mark.parametrize(
    ("effect", "text"), [(one["effect"], text) for one in TABLE for text in one["wrong"]]
)
def test_a_text_with_one_mistake_is_found(tmp_path: Path, effect: str, text: str) -> None:
    assert warnings_of(tmp_path, effect, text)


@pytest.mark.parametrize(
    ("effect", "text"), [(one["effect"], text) for one in TABLE for text in one.get("not_found", ())]
)
def test_some_mistakes_take_understanding(tmp_path: Path, effect: str, text: str) -> None:
    """Where one of these is found one day, it moves to the others."""
    assert warnings_of(tmp_path, effect, text) == []


def test_most_mistakes_are_found() -> None:
    wrong = sum(len(one["wrong"]) for one in TABLE)
    hidden = sum(len(one.get("not_found", ())) for one in TABLE)
    assert wrong >= 50
    assert wrong / (wrong + hidden) > 0.9


@pytest.mark.parametrize(
    "text",
    [
        "Aan het einde van de lente krijg je 3 goud.",
        "À la fin du printemps, gagnez 3 or.",
        "Am Ende des Frühlings erhältst du 3 Gold.",
        "Consigue 3 oros al final de la primavera.",
    ],
)
def test_other_languages_are_left_alone(tmp_path: Path, text: str) -> None:
    effect = "triggers: [{when: season.end, if: {season: summer}, do: [{gain: {gold: 2}}]}]"
    assert warnings_of(tmp_path, effect, text) == []


def test_english_is_told_from_translations() -> None:
    for language, english in (("en", True), ("nl", False), ("fr", False)):
        written_by_authors = [card["author"] for card in texts(language).values() if card["author"]]
        assert {is_english(text) for text in written_by_authors} == {english}


def test_a_warning_quotes_both(tmp_path: Path) -> None:
    effect = "triggers: [{when: season.end, if: {season: summer}, do: [{gain: {gold: 1}}]}]"
    (message,) = warnings_of(tmp_path, effect, "In summer, you gain 2 gold.")
    assert "the text says '2 gold'" in message
    assert "'Once per season, at the end of summer, you may gain 1 gold'" in message


def test_a_warning_is_silenced_with_a_reason(tmp_path: Path) -> None:
    effect = "triggers: [{when: year.end, do: [{gain: {gold: 1}}]}]"
    card = CARD.format(text="You gain 2 gold.", effect=effect)
    silent = card.replace("    text:", "    # lint: text_differs -- another card doubles it\n    text:")
    loud, quiet = (
        [
            warning.code
            for warning in check(written(tmp_path / name, {"cards.yaml": text}) / "cards.yaml").warnings
        ]
        for name, text in (("loud", card), ("quiet", silent))
    )
    assert CODE in loud
    assert CODE not in quiet
    assert "lint.idle_silence" not in quiet
