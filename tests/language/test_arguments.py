"""Moments and sequences of packs with variables of their own."""

from __future__ import annotations

import pytest

from kingsburg_rules import CardThing, ContentError, Game, NumberThing, explain
from kingsburg_rules.testing import Has, Situation, rules_with

SALE = """
moments:
  - {id: market.open, text: The market opens., with: {price: number, seller: player}}
  - {id: before.sale, text: Something is about to be sold., each: true, with: {price: number, card: card}}
sequences:
  - id: sale
    with: {price: number, card: card}
    do:
      - window: {event: before.sale, with: {price: $price, card: $card}, do: [{gain: {vp: $price}}]}
      - gain: {gold: $price}
rules:
  - id: bazaar
    name: Bazaar
    triggers:
      - when: season.end
        do:
          - window: {event: market.open, with: {price: 3, seller: {the: {players: {most: vp}}}}}
          - for_each:
              players: all
              do: [{run: {sequence: sale, with: {price: {sum: [{fact: buildings}, 1]}, card: inn}}}]
governors:
  - {id: haggler, name: Haggler, triggers: [{when: before.sale, do: [{set: {price: {sum: [$price, 1]}}}]}]}
  - id: landlord
    name: Landlord
    triggers: [{when: market.open, if: {equal: [$seller, me]}, optional: false, do: [{gain: {wood: $price}}]}]
  - {id: monk, name: Monk, triggers: [{when: before.sale, if: {card: inn}, do: [{prevent: {}}]}]}
"""


WATCHER = """
rules:
  - {id: watcher, name: Watcher, triggers: [{when: before.sale, do: [{choose: {players: all}}]}]}
"""


def sold(**has: Has) -> Situation:
    return Situation(rules_with(SALE), "spring/season.end", {"Ann": Has(), "Brian": Has(), **has})


def test_a_moment_brings_the_values_that_were_given() -> None:
    moment = sold(Ann=Has({"vp": 5}, cards=("landlord",)), Brian=Has(cards=("landlord",)))
    assert [moment.has(name, "wood") for name in ("Ann", "Brian")] == [3, 0]


def test_what_cards_set_before_a_moment_comes_back() -> None:
    moment = sold(Ann=Has(cards=("haggler",)), Brian=Has(buildings=("inn",)))
    assert [moment.has(name, "gold") for name in ("Ann", "Brian")] == [2, 2]
    assert [moment.has(name, "vp") for name in ("Ann", "Brian")] == [2, 2]


def test_what_is_prevented_is_not_done() -> None:
    moment = sold(Ann=Has(cards=("monk",)))
    assert [moment.has(name, "vp") for name in ("Ann", "Brian")] == [0, 1]
    assert [moment.has(name, "gold") for name in ("Ann", "Brian")] == [1, 1]


def test_a_question_says_what_the_moment_is_about() -> None:
    asking = f"{SALE}rules:\n".partition("governors:")[0].replace("rules:", WATCHER, 1)
    game = Game(rules_with(asking), ("Ann", "Brian"), seed=1)
    while game.decision is not None and game.decision.source != "watcher":
        game.play(game.decision.options[-1])
    assert game.decision is not None
    assert (game.decision.moment, game.decision.about) == ("before.sale", (CardThing("inn"), NumberThing(1)))


def test_texts_name_the_variables_with_their_values() -> None:
    rules = rules_with(SALE)
    assert explain("bazaar", rules).generated.splitlines()[1:] == [
        "1. Let the cards react to “market.open” with “price” 3 and “seller” the first player with the most "
        "VP.",
        "2. Each player plays “sale” with “card” the Inn and “price” the number of their buildings plus 1.",
    ]
    assert explain("haggler", rules).generated == "At “before.sale”, “price” rises by 1."


def test_a_game_may_be_saved_in_the_middle_of_a_sequence() -> None:
    asking = SALE.replace(
        "do: [{gain: {vp: $price}}]", "do: [{choose: {players: all}}, {gain: {vp: $price}}]"
    )
    game = Game(rules_with(asking), ("Ann", "Brian"), seed=1)
    while game.decision is not None and game.state.phase != "kings_reward":
        game.play(game.decision.options[-1])
        game = Game.load(game.save(), game.rules)
    assert [scores.by_source["sale"] for scores in game.score_by_source] == [15, 15]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("price: 3, seller: {the: {players: {most: vp}}}", "price: 3", "'market.open' comes with seller"),
        (
            "{price: $price, card: $card}, do",
            "{price: $price, card: $card, x: 1}, do",
            "'x' is not known here",
        ),
        ("price: 3, seller", "price: me, seller", "a number is needed here, not 'me'"),
        (", card: inn}", "}", "'sale' comes with card"),
        (
            "event: market.open, with",
            "event: market.open, do: [{gain: {vp: 1}}], with",
            "nothing can prevent",
        ),
        ("card: card}}\nseq", "card: bag}}\nseq", "'bag' is not known here"),
    ],
)
def test_values_that_do_not_fit_are_mistakes(old: str, new: str, told: str) -> None:
    assert old in SALE
    with pytest.raises(ContentError, match=told):
        rules_with(SALE.replace(old, new))
