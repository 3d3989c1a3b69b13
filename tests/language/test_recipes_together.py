"""Recipes beside each other: in random games no promise breaks, and no price is paid for nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingsburg_rules import load_rules, testing
from support.companies import Company, company, cookbook, play, rounds


@pytest.mark.parametrize("number", range(2 * rounds()))
def test_recipes_go_together(number: int) -> None:
    """Each recipe is played twice, with other recipes and another number of players."""
    together = company(number)
    assert len(together.recipes) >= 2
    play(together, number)


@pytest.mark.long
@pytest.mark.parametrize("number", range(2 * rounds(), 40 * rounds()))
def test_nearly_all_pairs_of_recipes_go_together(number: int) -> None:
    play(company(number), number)


COPIES = """
deck_cards:
  - {id: page, name: Page, deck: page, copies: 2, triggers: [{when: year.end, do: [{gain: {vp: 1}}]}]}
"""


def test_bids_for_something_that_is_no_card_go_with_copies(tmp_path: Path) -> None:
    auction = next(path for path in cookbook() if path.stem == "bid-for-anything")
    copies = tmp_path / "copies.yaml"
    copies.write_text(f"format: 1{COPIES}", encoding="utf-8")
    rules = load_rules(packs=[auction, copies])
    for number in range(3):
        play(Company(("bid-for-anything",), rules), number)


FAULTY = """
rules:
  - id: peddler
    name: Peddler
    text: At the end of each productive season, each player may pay 1 gold for a charm.
    triggers:
      - when: season.end
        do:
          - for_each:
              players: all
              do: [{pay: {price: [{gold: 1}], then: [{draw: {deck: charm, to: hand}}]}}]
deck_cards:
  - id: charm
    name: Charm
    deck: charm
    text: At the end of the game, you score 1 VP.
    triggers: [{when: game.end, do: [{gain: {vp: 1}}]}]
"""


def test_a_price_for_nothing_is_found() -> None:
    """The second charm that somebody buys is not there, but it is paid for all the same."""
    faulty = Company(("peddler",), testing.rules_with(FAULTY))
    with pytest.raises(AssertionError, match="a price was paid for nothing"):
        for number in range(20):
            play(faulty, number)
