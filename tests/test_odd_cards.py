"""Cards that ask for what is not there: the game goes on, and nothing of it is any player's."""

from __future__ import annotations

from itertools import cycle

import pytest

from kingsburg_rules import ContentError, Game
from kingsburg_rules.testing import broken_promises, rules_with
from kingsburg_rules.testing.strategies import advance

ODD_STEPS = (
    "lay_tile: 0",
    "lay_tile: 9999",
    "remove_tile: 9999",
    "grant: {card: 9999}",
    "grant: {card: -7}",
    "take_back: 9999",
    "join_battle: {card: 0}",
    "join_battle: {card: 9999}",
    "reveal_further_enemy: {as: enemy}",
    "reward_of: 99",
    "reward_too: 99",
    "take_gifts: 99",
    "mark: 99",
    "as_player: {player: 9, do: [{gain: {gold: 1}}]}",
    "as_player: {player: -2, do: [{gain: {gold: 1}}]}",
)
"""Numbers that are no card, no tile, no enemy, no advisor and no player; a deck that is not in play."""


def played(cards: str, players: int = 2) -> Game:
    """A whole game with a rule, looked at now and then."""
    game = Game(rules_with(cards), ("Ann", "Brian", "Cindy")[:players], seed=1)
    choices = cycle((1, 7919, 3, 0, 12345, 2, 40009))
    while game.pending:
        advance(game, [next(choices) for _ in range(40)])
        assert [*broken_promises(game)] == []
    return game


def rule(*triggers: str, more: str = "") -> str:
    return f"rules:\n  - id: law\n    name: Law\n    triggers: [{', '.join(triggers)}]\n{more}"


@pytest.mark.parametrize("step", ODD_STEPS)
def test_what_leads_nowhere_does_nothing(step: str) -> None:
    trigger = f"{{when: season.end, do: [{{each_player: {{do: [{{{step}}}]}}}}]}}"
    odd, plain = played(rule(trigger)), played("rules: [{id: law, name: Law}]\n")
    assert odd.outcome == plain.outcome


def test_a_king_without_dice_sends_nobody() -> None:
    game = played(rule(more="    modifiers: [{what: king_dice, set: 0}]\n").replace("    triggers: []\n", ""))
    assert game.outcome is not None


def test_a_second_deck_is_drawn_once() -> None:
    step = "{when: game.start, do: [{draw_further_enemies: {}}, {draw_further_enemies: {}}]}"
    assert played(rule(step)).outcome is not None


def test_a_favor_for_a_seat_that_is_empty_is_for_those_who_are_tied() -> None:
    favor = "    replacements: [{event: kings_favor.award, do: [{set: {name: winner, to: 7}}]}]\n"
    game = played(rule(more=favor).replace("    triggers: []\n", ""))
    assert game.outcome is not None


def test_nobody_cannot_go_first() -> None:
    """Neutral dice set the rule off; the turn order keeps its players."""
    step = "{when: advisor.influenced, by: anyone, uses: unlimited, do: [{line_up: {me_first: true}}]}"
    game = played(rule(step))
    assert sorted(game.state.turn_order) == ["Ann", "Brian"]


def test_an_option_about_a_resource_that_nobody_knows_is_a_mistake_like_others() -> None:
    option = "{spend_as: {pay: salt, as: gold, in: building}}"
    with pytest.raises(ContentError) as refused:
        rules_with(f"rules: [{{id: law, name: Law, options: [{option}]}}]\n")
    assert [problem.code for problem in refused.value.problems] == ["link.resource"]
