"""Zones: where cards are, what goes from one to another, who may know, and who has whose place."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from kingsburg_rules import ContentError, Game
from kingsburg_rules.engine.zones import where
from kingsburg_rules.game.telling import Moment
from kingsburg_rules.game.views import view_of
from kingsburg_rules.testing import Has, Situation, rules_with
from kingsburg_rules.testing.promises import broken_promises

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State

DECK = """
decks: [{id: tale, display: 2, when_empty: reshuffle}]
deck_cards:
  - {id: fox, name: Fox, deck: tale, copies: 3}
  - {id: owl, name: Owl, deck: tale, copies: 2}
  - id: wolf
    name: Wolf
    deck: tale
    triggers: [{when: season.end, from: hand, do: [{move: {card: this, to: discard}}, {gain: {vp: 5}}]}]
  - id: bear
    name: Bear
    deck: tale
    modifiers: [{what: battle_strength, from: display, add: 1}]
"""

TELLING = """
rules:
  - id: telling
    name: Telling
    triggers:
      - when: season.start
        do:
          - for_each:
              players: all
              do:
                - choose: {cards: {kind: tale, zone: display}, optional: true}
                - move: {card: $card, to: hand}
                - draw: {deck: tale, to: hand}
      - when: season.end
        do:
          - for_each:
              players: all
              do:
                - choose: {cards: {kind: tale, zone: hand, copies: {min: 2}}, optional: true}
                - move: {card: $card, to: discard}
                - draw: {deck: tale, hand_of: left, to: hand}
"""


def spots(at: Situation | Game, card: str) -> list[str]:
    state = at.position()._state
    return [spot.zone for spot in where(state, at.rules.table.card[card])]


def test_every_copy_is_in_one_place_all_game_long() -> None:
    rules, looked_at = rules_with(DECK + TELLING), 0
    for seed in range(3):
        game, chance = Game(rules, ("Ann", "Brian", "Cindy")[: 2 + seed % 2], seed=seed), Random(seed)
        while game.pending:
            decision = chance.choice(game.pending)
            game.play(chance.choice(decision.options), decision.player)
            looked_at += 1
            for card, copies in {"fox": 3, "owl": 2, "wolf": 1, "bear": 1}.items():
                assert len(spots(game, card)) == copies
            if looked_at % 10 == 0:
                assert not [*broken_promises(game)]
    assert looked_at > 100


def test_a_display_is_full_from_the_start_and_is_refilled() -> None:
    rules = rules_with(DECK + TELLING)
    game = Game(rules, ("Ann", "Brian"), seed=1)
    while game.pending[0].source != "telling":
        game.play(game.pending[0].options[0], game.pending[0].player)
    one, other = game.state.display
    game.play(f"choose {one}")
    assert len(game.state.display) == 2
    assert other in game.state.display
    assert sorted(player.cards_in_hand for player in game.state.players) == [0, 2]


def test_a_card_that_works_in_a_hand_is_offered_to_its_player_alone() -> None:
    rules = rules_with(DECK)

    def deal(state: State) -> None:
        state.players[0].hand = (rules.table.card["wolf"],)

    at = Situation(rules, "spring/season.end", {"Ann": Has(), "Brian": Has()}, prepare=deal)
    state = at.position()._state
    mine, theirs = (view_of(Moment(state), seat, rules) for seat in (0, 1))
    assert mine.decision is not None
    assert mine.decision.source == "wolf"
    assert [owed.source for owed in mine.pending] == [owed.source for owed in theirs.pending] == ["game"]
    assert "wolf" not in theirs.to_json()
    at.play("use wolf")
    assert (at.has("Ann", "vp"), at.state.discard) == (5, ("wolf",))


def test_a_card_works_while_it_lies_open() -> None:
    rules = rules_with(DECK)

    def lay(state: State) -> None:
        state.display = (rules.table.card["bear"],)

    given = {"Ann": Has(), "Brian": Has()}
    at = Situation(rules, "winter/battle", given, enemy="zombies_i_4", rolls=("2",), prepare=lay)
    assert [player.strength for player in at.state.players] == [3, 3]


WATCH = """
buildings:
  - {id: watch, name: Watch, in_place_of: base/guard_tower, row: D, column: 1, cost: {gold: 1}, vp: 1}
"""


def test_a_card_has_the_place_of_another_under_its_own_name() -> None:
    rules = rules_with(WATCH)
    assert "guard_tower" not in rules.table.card
    assert "watch" in {rules.table.cards[row[0]].name for row in rules.table.sheet(0)}


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        (WATCH.replace("in_place_of: base/guard_tower, ", ""), "claims the place of 'base/guard_tower'"),
        (WATCH + WATCH.split("\n", 2)[2].replace("id: watch", "id: ward"), "already takes the place of"),
        ("leave_out: [base/jestor]", "jestor"),
        ("decks: [{id: talk, display: 2}]", "talk"),
        (WATCH.replace("guard_tower", "jester"), "only another card listed there can replace it"),
    ],
)
def test_places_are_claimed_once(cards: str, why: str) -> None:
    with pytest.raises(ContentError, match=why):
        rules_with(cards)


def test_a_card_left_out_is_in_no_game() -> None:
    rules = rules_with("leave_out: [base/king]")
    assert "king" not in rules.table.card
    assert 18 not in rules.table.ranks
    game = Game(rules, ("Ann", "Brian"), seed=1)
    while game.pending:
        decision = game.pending[0]
        game.play(decision.options[0], decision.player)
    assert game.outcome is not None
