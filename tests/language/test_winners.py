"""Winners by cards: several players, all, or nobody."""

from __future__ import annotations

import pytest

from kingsburg_rules import Event, Game, GameEnded, Outcome, describe
from kingsburg_rules.adapters.token_game import final_rewards
from kingsburg_rules.render import svg, text
from kingsburg_rules.testing import Has, Situation, rules_with
from support.play import only

PLAYERS = {"Ann": Has({"gold": 1, "vp": 3}), "Brian": Has({"gold": 2}), "Cindy": Has({"vp": 9})}
ALL, NOBODY = "{win: {players: all}}", "{win: {players: {is: nobody}}}"
IN_A_LOOP = "{for_each: {players: all, do: [{branch: {if: {gold: {min: 1}}, then: [%s]}}]}}"


def fate(*steps: str, more: str = "") -> str:
    return f"""
rules:
  - id: fate
    name: Fate
    triggers: [{{when: season.end, do: [{", ".join(steps)}]}}]
{more}"""


def ended(cards: str) -> GameEnded:
    moment = Situation(rules_with(cards), "spring/season.end", PLAYERS)
    assert moment.state.over
    return only(moment.events, GameEnded)[-1]


def ranks(event: GameEnded) -> dict[str, int]:
    return {place.player: place.rank for place in event.ranking}


def test_all_players_win_together() -> None:
    event = ended(fate(ALL))
    assert event.winners == tuple(PLAYERS)
    assert ranks(event) == {"Cindy": 1, "Ann": 1, "Brian": 1}


def test_nobody_wins_when_all_have_lost() -> None:
    event = ended(fate(NOBODY))
    assert event.winners == ()
    assert ranks(event) == {"Cindy": 2, "Ann": 3, "Brian": 4}
    rules = rules_with(fate(NOBODY))
    assert describe(event, rules) == "The game is over: nobody wins."
    assert describe(event, rules, language="nl") == "Het spel is afgelopen: niemand wint."
    assert describe(event, rules, language="fr") == "La partie est finie\u00a0: personne ne gagne."


def test_those_who_are_found_win_whatever_the_score() -> None:
    event = ended(fate("{win: {players: {fewest: vp}}}"))
    assert (event.winners, ranks(event)) == (("Brian",), {"Brian": 1, "Cindy": 2, "Ann": 3})


@pytest.mark.parametrize("win", ["{win: {}}", "{run: victory}", "{gain: {stone: 1}}"])
def test_in_a_loop_all_win_for_whom_it_is_done(win: str) -> None:
    """It does not matter how deep in the loop somebody wins: in a sequence, or by another card."""
    more = """
  - id: stones
    name: Stones
    triggers: [{when: after.gain, if: {equal: [$resource, stone]}, do: [{win: {}}]}]
sequences:
  - {id: victory, do: [{win: {}}]}
"""
    event = ended(fate(IN_A_LOOP % win, more=more))
    assert (event.winners, ranks(event)) == (("Ann", "Brian"), {"Ann": 1, "Brian": 1, "Cindy": 3})


def test_what_follows_a_loop_with_a_winner_is_not_done() -> None:
    event = ended(fate(IN_A_LOOP % "{win: {}}", ALL))
    assert event.winners == ("Ann", "Brian")


def test_a_winner_in_the_loop_counts_more_than_that_all_have_lost() -> None:
    steps = f"[{{branch: {{if: {{gold: 2}}, then: [{{win: {{}}}}], else: [{NOBODY}]}}}}]"
    event = ended(fate(f"{{for_each: {{players: all, do: {steps}}}}}"))
    assert event.winners == ("Brian",)


def played(cards: str) -> tuple[Game, list[Event]]:
    game = Game(rules_with(cards), ("Ann", "Brian", "Cindy"), seed=1)
    told: list[Event] = [*game.opening]
    while game.decision is not None:
        told += game.play(game.decision.options[0])
        game = Game.load(game.save(), game.rules)
    return game, told


def outcome_of(cards: str) -> Outcome:
    game, _ = played(cards)
    assert game.outcome is not None
    return game.outcome


@pytest.mark.parametrize(
    ("cards", "title"),
    [(fate(ALL), "Ann, Brian and Cindy win together"), (fate(NOBODY), "Nobody wins")],
)
def test_views_and_pictures_say_who_has_won(cards: str, title: str) -> None:
    game, _ = played(cards)
    assert game.outcome is not None
    assert game.outcome.decided_by == "card"
    assert {*game.outcome.winners} == {*game.view(None).table.winners}
    assert title in svg(game.view(None))
    assert title in text(game.view(None))


def test_winners_share_the_reward_of_learning_players() -> None:
    assert final_rewards("win", outcome_of(fate(ALL))) == dict.fromkeys(PLAYERS, 1 / 3)
    assert final_rewards("win", outcome_of(fate(NOBODY))) == dict.fromkeys(PLAYERS, -1 / 3)
    alone = final_rewards("rank", outcome_of(fate(NOBODY)))
    assert sorted(alone) == ["Ann", "Brian", "Cindy"]


def test_the_text_says_who_wins() -> None:
    rules = rules_with(fate(NOBODY))
    assert describe(GameEnded((), ()), rules, reader="Ann") == "The game is over: nobody wins."
