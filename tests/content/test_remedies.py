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
