"""Messages of mistakes know what to write remedy, as data."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

from kingsburg_rules.cli import main
from kingsburg_rules.content.checking import check
from kingsburg_rules.engine.errors import Diagnostic, conjoined, unknown
from support.packs import INFO, in_hut, written


@pytest.mark.parametrize(
    ("old", "new", "remedy"),
    [
        ("{gold: 1}", "{golld: 1}", "gold"),
        ("gain:", "gian:", "gain"),
        ("season.end", "season.edn", "season.end"),
        ("vp: 1", "vp: '1'", "1"),
        ("row: A", "row: a", "A"),
        ("name: Hut", "name: 7", "'7'"),
        ("id: hut", "id: Small Hut", "small_hut"),
        ("id: hut", "id: hut\n    fidelity: printd", "printed"),
        ("[{gain: {gold: 1}}]", "[gain]", ""),
        ("triggers:\n      - when: season.end", "trigers:\n      - when: season.end", "triggers"),
    ],
)
def test_a_problem_has_the_replacement_that_its_message_suggests(
    tmp_path: Path, old: str, new: str, remedy: str
) -> None:
    written(tmp_path, {"pack.yaml": INFO, "cards.yaml": in_hut(old, new)})
    (problem, *_) = check(tmp_path).errors
    assert problem.remedy == remedy, problem
    assert not remedy or remedy.strip("'") in problem.message


def test_programs_are_told_it_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path, {"pack.yaml": INFO, "cards.yaml": in_hut("{gold: 1}", "{golld: 1}")})
    assert main(["check", str(tmp_path), "--format", "json"]) == 1
    (problem,) = json.loads(capsys.readouterr().out)["errors"]
    assert problem["remedy"] == "gold"


def test_a_warning_has_one_too(tmp_path: Path) -> None:
    asked = in_hut("season.end", "season.end\n        if: {module: governers}")
    written(tmp_path, {"pack.yaml": INFO, "cards.yaml": asked})
    found = {problem.code: problem for problem in check(tmp_path).warnings}
    assert found["lint.unknown_pack"].remedy == "governors"


def test_advice_is_text_that_survives_pickling() -> None:
    advice = unknown("glod", ["gold", "wood"])
    assert advice == "'glod' is not known here; did you mean 'gold'?"
    again = pickle.loads(pickle.dumps(Diagnostic("a.yaml", 1, 1, "x.y", advice)))
    assert again.remedy == "gold"
    assert Diagnostic("a.yaml", 1, 1, "x.y", unknown("zzz", ["gold"])).remedy == ""


def test_a_message_says_where_a_word_of_ones_own_is_declared() -> None:
    assert unknown("glod", ()) == "'glod' is not known here; allowed: nothing"
    assert unknown("paid", (), declared="set it") == "'paid' is not known here; set it"
    assert unknown("paid", ("x",), declared="set it") == "'paid' is not known here; allowed: x; set it"
    assert unknown("glod", ("gold",), declared="set it") == "'glod' is not known here; did you mean 'gold'?"


def test_items_are_joined_as_in_a_sentence() -> None:
    assert conjoined([]) == ""
    assert conjoined(["a"]) == "a"
    assert conjoined(["a", "b"]) == "a and b"
    assert conjoined(["a", "b", "c"]) == "a, b and c"


CURSED = [
    (
        'set: {x: "$visits + 1"}',
        "a value is computed with words: write {sum: [$visits, 1]}",
        "{sum: [$visits, 1]}",
    ),
    (
        'gain: {vp: "$gold - 2"}',
        "a value is computed with words: write {sum: [$gold, -2]}",
        "{sum: [$gold, -2]}",
    ),
    (
        'gain: {vp: "2*$gold"}',
        "a value is computed with words: write {times: [2, $gold]}",
        "{times: [2, $gold]}",
    ),
    ("set: {$given: 3}", "'$' stands only where a variable is read: write given", "given"),
    ("roll: {dice: 1, as: $given}", "'$' stands only where a variable is read: write given", "given"),
    ("gain: {vp: {goods: me}}", "'goods' is a fact: write {fact: goods}", ""),
    ("choose: {players: all, as: rival}", "'as' belongs inside 'players', such as players: {among: ...", ""),
    ("draw: {deck: destiny, least: {fact: goods}}", "a whole number must be written down here", ""),
    ("set: {x: inn}", "it is not clear whether 'inn' is a card, an advisor or nothing", ""),
]


@pytest.mark.parametrize(("step", "message", "remedy"), CURSED, ids=[step for step, *_ in CURSED])
def test_a_value_in_the_wrong_form_is_told_how_to_write_it(
    tmp_path: Path, step: str, message: str, remedy: str
) -> None:
    (problem,) = check(
        written(tmp_path, {"cards.yaml": in_hut("gain: {gold: 1}", step)}) / "cards.yaml"
    ).errors
    assert problem.message.startswith(message)
    assert problem.remedy == remedy


def test_no_key_is_sent_beside_the_one_word_of_a_value(tmp_path: Path) -> None:
    """A value is exactly one word, so there is no place beside it."""
    step = "gain: {vp: {count: {cards: {owner: me}, fact: goods}}}"
    (problem,) = check(
        written(tmp_path, {"cards.yaml": in_hut("gain: {gold: 1}", step)}) / "cards.yaml"
    ).errors
    assert "belongs" not in problem.message


@pytest.mark.parametrize(
    ("test", "told"),
    [
        ("$luck: 7", "the tests can never hold"),
        ("$luck: {min: 6}", ""),
        ("$luck: {max: 6}", "the tests always hold"),
        ("$luck: {min: 1}", ""),
        ("$two: 12", ""),
        ("$two: {min: 13}", "the tests can never hold"),
    ],
)
def test_a_roll_has_a_range(tmp_path: Path, test: str, told: str) -> None:
    branch = f"branch: {{if: {{{test}}}, then: [{{gain: {{vp: 1}}}}], else: [{{gain: {{gold: 1}}}}]}}"
    steps = f"roll: {{dice: 1, as: luck}}}}, {{roll: {{dice: 2, as: two}}}}, {{{branch}"
    report = check(written(tmp_path, {"cards.yaml": in_hut("gain: {gold: 1}", steps)}) / "cards.yaml")
    assert report.errors == ()
    found = [each.message for each in report.warnings if each.code == "lint.unreachable"]
    assert found == ([f"no game gets here: {told}"] if told else [])
