"""The word that was likely meant, and the words that are listed where none was."""

from __future__ import annotations

import random

import pytest

from kingsburg_rules.engine.errors import MOST_ALLOWED, unknown
from kingsburg_rules.engine.spelling import MOST_COMPARED, by_likeness, closest
from kingsburg_rules.language.registry import STEPS
from kingsburg_rules.language.vocabulary import EVENTS, STATS

MOMENTS = [event.name for event in EVENTS]
NUMBERS = [stat.name for stat in STATS]
STEP_WORDS = [*STEPS.words]


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        *(("Season.End", "season.end"), ("season-end", "season.end"), ("SEASON_END", "season.end")),
        *(("end.season", "season.end"), ("seasons.end", "season.end"), ("before build", "before.build")),
        *(("glod", "gold"), ("goods", "good"), ("gould", "gold"), ("od", "do"), ("wod", "wood")),
        *(("owned", "owns"), ("cost_build", "build_cost"), ("strength_battle", "battle_strength")),
    ],
)
def test_the_word_that_was_meant_is_found(wrong: str, meant: str) -> None:
    known = [*MOMENTS, *NUMBERS, "gold", "good", "wood", "stone", "do", "if", "owns"]
    assert closest(wrong, known) == meant


@pytest.mark.parametrize("wrong", ["fall.end", "season.begin", "paid", "x", "", "??", "gold" * 20])
def test_no_word_is_guessed_wildly(wrong: str) -> None:
    assert closest(wrong, MOMENTS) is None


def test_goods_are_not_wood() -> None:
    assert closest("goods", ["gold", "stone", "wood"]) is None


def test_of_two_words_that_have_this_one_as_a_part_none_is_guessed() -> None:
    assert closest("shelter", ["goblin_shelter", "inn"]) == "goblin_shelter"
    assert closest("shelter", ["goblin_shelter", "shelter_north", "inn"]) is None


def test_slips_of_one_letter_are_found_in_all_words() -> None:
    """One letter left out, doubled or swapped with its neighbor: nearly always the same word is meant."""
    chance, right, tried = random.Random(1), 0, 0
    for known in (MOMENTS, NUMBERS, STEP_WORDS):
        for word in known:
            k = chance.randrange(len(word) - 1)
            slips = {
                *(word[:k] + word[k + 1 :], word[: k + 1] + word[k:]),
                word[:k] + word[k + 1] + word[k] + word[k + 2 :],
            }
            for slip in slips - {*known}:
                tried += 1
                right += closest(slip, known) == word
    assert tried > 300
    assert right / tried > 0.97, (right, tried)


def test_all_allowed_words_are_listed_if_there_is_room() -> None:
    assert unknown("xyz", NUMBERS[:14]).endswith(f"allowed: {', '.join(sorted(NUMBERS[:14]))}")


def test_of_many_words_the_likeliest_are_listed() -> None:
    message = unknown("season.begin", MOMENTS)
    listed = message.partition("allowed: ")[2]
    first = {word for word in MOMENTS if word.startswith("season.")}
    assert len(first) == 6
    assert {*listed.split(", ")[:6]} == first
    assert listed.endswith(f" and {len(MOMENTS) - 12} more")
    assert len(listed) < MOST_ALLOWED + 60


def test_words_used_often_come_before_others() -> None:
    assert by_likeness("xyz", ["auction", "gain", "lose"], ["lose", "gain"]) == ["lose", "gain", "auction"]


def test_of_very_many_words_only_some_are_compared() -> None:
    many = [f"card_{number}" for number in range(5 * MOST_COMPARED)]
    assert closest("card-77", many) == "card_77"
    assert closest("zzz", many) is None
