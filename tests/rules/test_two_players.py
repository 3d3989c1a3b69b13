"""The game for two: dice that belong to nobody stand on the board before anybody rolls."""

from __future__ import annotations

import pytest

from kingsburg_rules import DiceReturned, DiceRolled, Influenced, Rewarded, Rules, load_rules
from kingsburg_rules.testing.situation import Has, Situation
from support.play import asked, go_on, only, play, refusal

TWO = {"Ann": Has(), "Brian": Has()}


def blocked(rules: Rules, three: str, two: str) -> dict[int, tuple[int, ...]]:
    """The ranks that neutral dice stand on, with their dice."""
    at = Situation(rules, "spring/neutral_dice", TWO, rolls=[three, two])
    assert at.results_left == 0
    assert all(dice.player is None for dice in at.state.advisors)
    ranks = {dice.rank: dice.dice for dice in at.state.advisors}
    assert len(ranks) == len(at.state.advisors), "never two groups at one advisor"
    return ranks


def test_we_b34_neutral_dice_plain(rules: Rules) -> None:
    """WE-B34: three dice of 13 and two of 7 close the Champion and the Astronomer."""
    assert blocked(rules, "256", "34") == {13: (2, 5, 6), 7: (3, 4)}


def test_we_b35_neutral_dice_same_total(rules: Rules) -> None:
    """WE-B35, R66: with the same total the two dice stand singly, on the Architect and the Merchant."""
    assert blocked(rules, "124", "34") == {7: (1, 2, 4), 3: (3,), 4: (4,)}


@pytest.mark.parametrize(
    ("three", "two", "ranks"), [("114", "33", {6, 3}), ("111", "12", {3, 1, 2}), ("246", "66", {12, 6})]
)
def test_r66_a_pair_places_one_die(rules: Rules, three: str, two: str, ranks: set[int]) -> None:
    """R66: of a pair one die stands and one is put aside; the others never meet the group of three."""
    assert set(blocked(rules, three, two)) == ranks


@pytest.mark.parametrize(("three", "two", "ranks"), [("111", "11", {3, 2}), ("666", "66", {18, 12})])
def test_r65_the_extremes_are_on_the_board(rules: Rules, three: str, two: str, ranks: set[int]) -> None:
    """R65: three dice make 3 to 18, two make 2 to 12, so there is always an advisor."""
    assert set(blocked(rules, three, two)) == ranks


def test_r67_neutral_dice_come_first_close_advisors_and_are_not_rewarded(rules: Rules) -> None:
    """R67, R09: they lie before the players roll, close their advisors for all, get nothing and go back."""
    season = Situation(rules, "summer", TWO, rolls=["256", "34", "256", "344"])
    first = [event for event in season.events if isinstance(event, Influenced | DiceRolled)]
    assert [event.player for event in first] == [None, None, "Ann", "Brian"]
    assert asked(season) == "Brian influence"
    assert refusal(season, "influence astronomer 4+3") == "influence.taken"
    play(season, "Brian: influence treasurer 4+4", "Ann: influence squire 2")
    play(season, "Brian: influence architect 3", "Ann: influence sergeant 5", "Ann: influence alchemist 6")
    play(season, "Ann: done")
    assert [event.player for event in only(season.events, Rewarded)] == [
        "Ann",
        "Brian",
        "Ann",
        "Ann",
        "Brian",
    ]


def test_neutral_dice_stand_on_advisors_that_are_closed_to_players() -> None:
    """F47, F68: the King is sick and the Duchess is the Society's; neutral dice care for neither."""
    rules = load_rules("second", modules=["destiny"], scenario="wheel-and-deal")
    year = Situation(rules, "year.start", TWO, in_force=["king_is_sick"])
    play(year, "Ann: choose secret_society", "Ann: choose duchess", "Brian: choose clergy")
    go_on(year, "spring", rolls=["666", "66", "123", "124"])
    assert [dice.advisor for dice in year.state.advisors] == ["duchess", "king"]


def test_neutral_dice_go_back_at_the_end(rules: Rules) -> None:
    """R67: the board is empty when the season is over."""
    season = Situation(rules, "fall", TWO, rolls=["124", "34", "256", "344"])
    play(season, "Brian: pass", "Ann: pass")
    assert season.over
    assert season.state.advisors == ()
    assert len(only(season.events, DiceReturned)) == 1


def test_more_players_play_without_neutral_dice(rules: Rules) -> None:
    """WE-B34: with three players nothing lies on the board."""
    season = Situation(rules, "spring", {**TWO, "Cindy": Has()}, rolls=["111", "222", "333"])
    assert season.state.advisors == ()
    assert len(only(season.events, DiceRolled)) == 3
