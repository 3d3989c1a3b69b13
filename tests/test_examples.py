"""The examples on the cards hold, and every card has one that works and one that must not."""

from __future__ import annotations

import pytest

from kingsburg_rules.language.cards import RuleCard, StripCard
from kingsburg_rules.testing import ExampleResult, play_example, play_pack, read_examples
from kingsburg_rules.testing.packs import packs, rules_of_pack


@pytest.mark.parametrize("pack", packs())
def test_every_example_holds(pack: str) -> None:
    failed = [
        f"{r.card}: {r.example.shows}: {'; '.join(r.failures)}" for r in play_pack(pack) if not r.passed
    ]
    assert failed == []


@pytest.mark.parametrize("pack", packs())
def test_every_card_shows_when_it_works_and_when_it_must_not(pack: str) -> None:
    rules = rules_of_pack(pack)
    for ref, card in rules.cards.items():
        if ref.startswith(f"{pack}/") and not isinstance(card, StripCard):
            shown = {example.works for example in read_examples(card)}
            if not (isinstance(card, RuleCard) and ref in SHOWN_ELSEWHERE):
                assert shown == {True, False}, ref


SHOWN_ELSEWHERE = {
    "destiny/destiny_deck",
    "governors/governor_choice",
    "alternate-buildings/alternate_rows",
    "alternate-advisors/advisor_tiles",
    "wheel-and-deal/wheel_and_deal",
}
"""Rules that are a deck or a choice at set-up: whole games show them, one moment cannot."""


def test_an_example_that_does_not_hold_is_told() -> None:
    """A wrong expectation is a failure that names what was expected and what was found."""
    rules = rules_of_pack("base")
    ref, card = next(iter(rules.cards.items()))
    example = read_examples(card)[0]
    from attrs import evolve

    wrong = evolve(example, expect=evolve(example.expect, me=evolve(example.expect.me, vp=-77)))
    result: ExampleResult = play_example(rules, ref, wrong)
    assert not result.passed
    assert "-77" in result.failures[0]
