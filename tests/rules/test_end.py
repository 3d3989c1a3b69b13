"""The end of the game: the Cathedral, the ranking, ties, and the course of five years."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from kingsburg_rules import Event, Game, GameEnded, PhaseStarted, Rules
from kingsburg_rules.testing.situation import Has, Situation
from support.play import change, everybody, goods, offered, only, play, quiet, seat

PHASES = ("kings_favor", "spring", "kings_reward", "summer", "kings_envoy", "fall", "recruiting", "winter")
ENEMIES = ("orcs_i_3", "orcs_ii_4", "orcs_iii_5", "zombies_iv_7", "barbarians_v_7")
"""With a King's die of 6 the first three are beaten, the others cost every player the same VP."""


@pytest.mark.parametrize("held", range(8))
def test_we_b20_cathedral_scoring(rules: Rules, held: int) -> None:
    """WE-B20, R50: 1 VP for each full pair of goods of any kinds, and the goods stay."""
    bag = {"gold": (held + 2) // 3, "wood": (held + 1) // 3, "stone": held // 3}
    given = {"Ann": Has({**bag, "plus2": 5}, buildings=("cathedral",)), "Brian": Has({"gold": 9})}
    end = Situation(rules, "scoring", given, year=5)
    assert seat(end, "Ann").vp == held // 2
    assert sum(seat(end, "Ann").goods.values()) == held
    assert seat(end, "Brian").vp == 0, "he has no Cathedral"


class Duel:
    """Ann and Brian play a whole game in which both want nothing, but for what a plan says.

    Every player rolls 1-1-2, the neutral dice stand on 4 and 12, every King's die is a 6. So whatever differs
    at the end comes from the plan, which is told as lines by year and phase: all of them must be played.
    """

    def __init__(
        self, rules: Rules, plan: Mapping[tuple[int, str], tuple[str, ...]], enemies: tuple[str, ...]
    ) -> None:
        self.game = Game(rules, ("Ann", "Brian"), chance="decision")
        self.events: list[Event] = [*self.game.opening]
        self._enemies = [*enemies]
        left = {key: [*lines] for key, lines in plan.items()}
        while self.game.decision is not None:
            lines = left.get((self.game.state.year, self.game.state.phase), [])
            line = lines[0] if lines else ""
            player = self.game.decision.player
            if player == "chance":
                self.events += self.game.play(self._luck())
            elif line.startswith(f"{player}: ") and line.removeprefix(f"{player}: ") in offered(self.game):
                self.events += play(self.game, lines.pop(0))
            else:
                self.events += self.game.play(quiet(self.game.decision))
        assert not any(left.values()), f"not played: {left}"

    def _luck(self) -> str:
        decision = self.game.decision
        assert decision is not None
        if decision.kind == "arrange":
            return "arrange Ann, Brian"
        if decision.kind == "draw":
            return f"draw {self._enemies.pop(0)}"
        dice = len(str(decision.options[0]).split("+"))
        return {1: "roll 6", 2: "roll 6+6", 3: "roll 1+1+2"}[dice]


def test_r69_a_full_tie_is_a_shared_victory(rules: Rules) -> None:
    """R69: equal in VP, goods and buildings, both win."""
    outcome = Duel(rules, {}, ENEMIES).game.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.decided_by) == (("Ann", "Brian"), "shared")
    assert [place.rank for place in outcome.ranking] == [1, 1]


def test_r69_points_decide_first(rules: Rules) -> None:
    """R69: one visit of Brian's to the Jester is one VP more than Ann has, whatever else is there."""
    plan = {(5, "fall"): ("Ann: influence squire 2", "Brian: influence jester 1")}
    outcome = Duel(rules, plan, ENEMIES).game.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.decided_by) == (("Brian",), "vp")
    assert outcome.ranking[0].vp == outcome.ranking[1].vp + 1
    assert outcome.ranking[0].goods == outcome.ranking[1].goods - 1


def test_r69_then_goods(rules: Rules) -> None:
    """R69: with equal VP Brian's good from the Squire of the last fall decides."""
    outcome = Duel(rules, {(5, "fall"): ("Brian: influence squire 2",)}, ENEMIES).game.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.decided_by) == (("Brian",), "goods")
    assert [place.rank for place in outcome.ranking] == [1, 2]


def test_r69_then_buildings(rules: Rules) -> None:
    """R69: Ann turns a wood into a Barricade without VP; equal in VP and goods, she has the building."""
    plan = {
        (5, "kings_favor"): ("Ann: take wood",),
        (5, "fall"): ("Ann: influence squire 2", "Ann: build barricade for wood"),
    }
    duel = Duel(rules, plan, ENEMIES)
    outcome = duel.game.outcome
    assert outcome is not None
    assert len({(place.vp, place.goods) for place in outcome.ranking}) == 1
    assert (outcome.winners, outcome.decided_by) == (("Ann",), "buildings")
    assert [ended.winners for ended in only(duel.events, GameEnded)] == [("Ann",)]


def test_r69_tokens_and_soldiers_break_no_tie(rules: Rules) -> None:
    """R69, R37: Ann hires nobody and keeps no good more; a "+2" token for her goods is no good."""
    given = {"Ann": Has({"plus2": 4, "gold": 1}), "Brian": Has({"wood": 1})}
    end = Situation(rules, "scoring", given, year=5)
    assert everybody(end, of="vp") == {"Ann": 0, "Brian": 0}
    assert [goods(end, name) for name in given] == ["gold", "wood"]


def test_the_calendar_of_five_years(rules: Rules) -> None:
    """WE-B01, R70: eight phases in five years, then the last scoring, which follows the last battle."""
    duel = Duel(rules, {}, ENEMIES)
    phases = [(event.year, event.phase) for event in only(duel.events, PhaseStarted)]
    assert phases == [*((year, phase) for year in range(1, 6) for phase in PHASES), (5, "scoring")]
    assert duel.game.state.past_enemies == ENEMIES
    assert duel.game.state.over
    assert duel.game.decision is None


def test_r36_in_a_whole_game(rules: Rules) -> None:
    """R36, R53: without buildings all score each King's Reward; points by phase add up to the score."""
    duel = Duel(rules, {}, ENEMIES)
    outcome = duel.game.outcome
    assert outcome is not None
    for place in outcome.ranking:
        assert place.by_source["kings_reward"] == 5
        assert sum(place.by_source.values()) == place.vp == change(duel.events, place.player, "vp")
        assert place.vp == 5 + 3 - 2 - 8, (
            "three highest strengths, the Zombies of year IV, the Barbarians of year V"
        )
