"""WE-B11: the printed examples of the first spring, played through as one game."""

from __future__ import annotations

import pytest

from kingsburg_rules import Built, DiceReturned, DiceRolled, Event, Game, PhaseStarted, Rules, TurnOrderSet
from support.play import change, everybody, goods, offered, only, play, quietly, refusal, seat

NAMES = ("Ann", "Brian", "Cindy", "David")
SCRIPT = (
    "2031",  # who goes first: Cindy, Ann, David, Brian
    *("goblins_i_3", "orcs_ii_4", "zombies_iii_6", "demons_iv_6", "dragons_v_9"),
    *("226", "135", "235", "445"),  # the first roll, in that order
    *("666", "666", "666", "666"),  # summer
    *("666", "666", "666", "666"),  # fall
    "1",  # the King's reinforcements of the first winter
)


class Spring:
    """The game at the end of its first spring, with what was told on the way."""

    def __init__(self, rules: Rules) -> None:
        self.game = Game(rules, NAMES, script=SCRIPT)
        self.rolled = self._phase_1()
        self._influence()
        self.goods_earned = self._rewards()
        self.built = self._construct()

    def _phase_1(self) -> list[Event]:
        """WE-B02, WE-B04: the free goods; the last answer lets everybody roll."""
        told: list[Event] = []
        for name, good in (("Ann", "wood"), ("Brian", "stone"), ("Cindy", "gold"), ("David", "gold")):
            told += self.game.play(f"take {good}", name)
        return told

    def _influence(self) -> None:
        """WE-B06: two rounds and a half; Brian's last die has nowhere to go, so nobody is asked about it."""
        play(self.game, "Ann: influence treasurer 5+3")
        assert refusal(self.game, "influence treasurer 6+2") == "influence.taken"
        play(self.game, "Cindy: influence merchant 2+2", "David: influence astronomer 5+2")
        assert "influence champion 5+4+4" in offered(self.game)
        play(
            self.game,
            "Brian: influence master_hunter 5+4",
            "Ann: influence jester 1",
            "Cindy: influence alchemist 6",
            "David: influence architect 3",
        )

    def _rewards(self) -> dict[str, str]:
        """WE-B07, with David's wood that his Palisade needs."""
        play(self.game, "Cindy: take wood", "Cindy: trade wood for gold+stone", "David: take wood")
        play(self.game, "Brian: take gold")
        return {name: goods(self.game, name) for name in NAMES}

    def _construct(self) -> list[Event]:
        """WE-B10; the last building also ends the season and phase 3."""
        told = play(self.game, "Ann: build statue", "Cindy: build guard_tower", "David: build palisade")
        return told + play(self.game, "Brian: build inn")


@pytest.fixture
def spring(rules: Rules) -> Spring:
    return Spring(rules)


def test_we_b11_everybody_rolls_in_the_first_order_and_ann_goes_first(spring: Spring) -> None:
    """WE-B01, WE-B04: rolled in the shuffled order; then Ann with 9, Cindy and David tied, Brian with 13."""
    assert spring.game.opening[0] == TurnOrderSet(("Cindy", "Ann", "David", "Brian"))
    rolls = {event.player: event.dice for event in only(spring.rolled, DiceRolled)}
    assert rolls == {"Cindy": (2, 2, 6), "Ann": (1, 3, 5), "David": (2, 3, 5), "Brian": (4, 4, 5)}
    assert [*rolls] == ["Cindy", "Ann", "David", "Brian"]
    assert only(spring.rolled, TurnOrderSet) == [TurnOrderSet(("Ann", "Cindy", "David", "Brian"))]


def test_we_b11_the_goods_before_construction(spring: Spring) -> None:
    """WE-B07: what the free goods and the advisors have brought."""
    assert spring.goods_earned == {
        "Ann": "2gold+wood",
        "Brian": "gold+wood+stone",
        "Cindy": "2gold+stone",
        "David": "gold+2wood",
    }


def test_we_b11_the_goods_and_buildings_after_it(spring: Spring) -> None:
    """WE-B10: each owns one building and one good."""
    assert {name: goods(spring.game, name) for name in NAMES} == {
        "Ann": "wood",
        "Brian": "stone",
        "Cindy": "gold",
        "David": "gold",
    }
    assert everybody(spring.game, of="buildings") == {
        "Ann": ("statue",),
        "Brian": ("inn",),
        "Cindy": ("guard_tower",),
        "David": ("palisade",),
    }
    assert [event.player for event in only(spring.built, Built)] == ["Ann", "Cindy", "David", "Brian"]
    assert everybody(spring.game, of="plus2") == {"Ann": 0, "Brian": 0, "Cindy": 0, "David": 1}


def test_we_b11_all_four_share_the_kings_reward(spring: Spring) -> None:
    """WE-B11, WE-B11b: one building each, so phase 3 brings 1 VP to all; 4, 0, 1, 0 become 5, 1, 2, 1."""
    phases = [event for event in spring.built if isinstance(event, PhaseStarted)]
    assert [event.phase for event in phases] == ["kings_reward", "summer"]
    start = spring.built.index(phases[0])
    assert {name: change(spring.built[start:], name, "vp") for name in NAMES} == dict.fromkeys(NAMES, 1)
    assert everybody(spring.game, of="vp") == {"Ann": 5, "Brian": 1, "Cindy": 2, "David": 1}


def test_we_b11_the_dice_go_back_before_phase_3(spring: Spring) -> None:
    """WE-B07: all dice have been returned, and the order of spring is that of the next roll."""
    returned = spring.built.index(DiceReturned())
    phase_3 = next(at for at, event in enumerate(spring.built) if isinstance(event, PhaseStarted))
    assert returned < phase_3
    summer = [event.player for event in only(spring.built, DiceRolled)]
    assert summer == ["Ann", "Cindy", "David", "Brian"]


def test_we_b11_the_year_goes_on(spring: Spring) -> None:
    """WE-B11, WE-B16: summer brings Brian's token, phase 5 no Envoy, winter Goblins; then year two."""
    game = spring.game
    told = quietly(game, phase="kings_favor", year=2)
    assert [event.phase for event in only(told, PhaseStarted)] == [
        *("kings_envoy", "fall", "recruiting", "winter", "kings_favor")
    ]
    assert everybody(game, of="plus2") == {"Ann": 0, "Brian": 1, "Cindy": 0, "David": 1}
    assert change(told, "Ann", "envoy") == change(told, "David", "envoy") == 0
    assert everybody(game, of="buildings") == dict.fromkeys(NAMES, ()), "a 1 is too weak against 3"
    assert everybody(game, of="vp") == {"Ann": 2, "Brian": 1, "Cindy": 1, "David": 1}
    assert game.state.past_enemies == ("goblins_i_3",)
    assert (game.state.enemy, game.state.year) == (None, 2)


def test_we_b11_phase_1_of_the_second_year(spring: Spring) -> None:
    """WE-B03b: all buildings fell; Cindy and David lost their gold too and are tied for fewest goods."""
    game = spring.game
    quietly(game, phase="kings_favor", year=2)
    assert {name: goods(game, name) for name in NAMES} == {
        "Ann": "wood",
        "Brian": "stone",
        "Cindy": "nothing",
        "David": "nothing",
    }
    assert [decision.player for decision in game.pending] == ["Cindy", "David"]
    assert seat(game, "Ann").bonus_dice == 0
