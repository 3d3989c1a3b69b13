"""The fuzzing commands: a little of what they do, and that they find what is broken and make it small."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import fuzz
import fuzz_damage
import fuzz_games
from fuzz_damage import SUBJECTS, Damaged, survive
from fuzz_games import Choices, check_closely, check_quickly, set_up
from kingsburg_rules.testing import promises
from support.setups import SetUp


def test_a_few_games_keep_all_promises(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz.main(["games", "--count", "11", "--closely", "10", "--seed", "3"]) == 0
    assert "games 9, games with all promises 2: 0 broken promises" in capsys.readouterr().out


def test_a_few_damaged_things_are_refused_or_taken(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz.main(["damage", "--count", "250", "--seed", "3"]) == 0
    said = capsys.readouterr().out
    for subject in SUBJECTS:
        assert f"{subject} refused" in said
        assert f"{subject} taken" in said or subject in ("save", "record", "zip")


@pytest.mark.parametrize("name", SUBJECTS)
def test_what_is_not_damaged_is_taken(name: str) -> None:
    subject = SUBJECTS[name]
    taken = Counter(subject.check(text) for text in subject.bases()[:20])
    assert taken[True] > taken[False]


def test_it_ends_when_the_time_is_over() -> None:
    assert [*fuzz.numbers(5, None, 0.0)] == []
    assert [*fuzz.numbers(5, 3, None)] == [5, 6, 7]


def test_games_found_with_the_same_seed_are_the_same() -> None:
    assert set_up(1, 7) == set_up(1, 7)
    assert len({set_up(seed, number).seed for seed in range(3) for number in range(30)}) == 90


def test_a_broken_promise_is_found_made_small_and_told_as_a_test(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A view that shows everything breaks the promise of secrets."""
    monkeypatch.setattr(promises, "with_other_hidden_cards", in_the_next_year)
    assert fuzz.main(["games", "--count", "1", "--first", "20"]) == 1
    said = capsys.readouterr().out
    assert "broken, with --first 20" in said
    assert "test.secret" in said
    *_, test = said.partition("def test_a_game_found_by_fuzzing")
    assert "modules=()" in test
    assert "scenario=None" in test
    assert "Choices(())" in test
    found = run_printed(test.rpartition("\n\n")[0] or test)
    with pytest.raises(AssertionError, match=r"test\.secret"):
        found()


def in_the_next_year(state: Any, seat: Any, variation: int) -> Any:
    other = state.copy()
    other.year += 1
    return other


def run_printed(text: str) -> Any:
    """Define the test that was printed."""
    names: dict[str, Any] = {
        "SetUp": SetUp,
        "Choices": Choices,
        "check_closely": check_closely,
        "Damaged": Damaged,
        "survive": survive,
    }
    kind = "a_game" if "SetUp" in text else "damage"
    exec(f"def test_{kind}_found_by_fuzzing{text}", names)
    return names[f"test_{kind}_found_by_fuzzing"]


def test_damage_that_breaks_something_is_found_and_made_small(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What fails on every save is found, and of the damage one change is left."""
    monkeypatch.setattr(fuzz_damage, "checksum", lambda data: 1 / 0)
    number = next(n for n in range(100) if fuzz_damage.case(1, n).subject == "save")
    assert fuzz.main(["damage", "--first", str(number), "--count", "1"]) == 1
    said = capsys.readouterr().out
    assert "ZeroDivisionError" in said
    test = said.partition("def test_damage_found_by_fuzzing")[2].rpartition("\n\n")[0]
    assert test.count("        (") == 1
    with pytest.raises(ZeroDivisionError):
        run_printed(test)()


def test_what_takes_too_long_is_stopped() -> None:
    with pytest.raises(fuzz_damage.TooSlow), fuzz_damage.in_time(0.05):
        while True:
            pass


def test_a_game_that_never_ends_breaks_a_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz_games, "MOST_DECISIONS", 5)
    found = fuzz_games.played(set_up(1, 0), check_quickly)
    assert found is not None
    assert "the game ends" in str(found[0])
    assert len(found[1].choices) <= 10
