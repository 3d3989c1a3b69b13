"""Which permission helped to place dice is known: `after.use` comes for it, and groups are found by it."""

from __future__ import annotations

import pytest

from kingsburg_rules.testing import Has, Situation, rules_with

CARDS = """
resources:
  - {id: note, name: Note}
  - {id: line, name: Line}
governors:
  - id: keeper
    name: Keeper
    permissions: [{influence_shift: {by: [1]}}]
    triggers:
      - {when: after.use, if: {card: [market, inn]}, do: [{gain: {note: 1}}]}
      - when: after.place_dice
        if: {exists: {groups: {owner: me, place: $place, via: %s}}}
        uses: unlimited
        do: [{gain: {line: 1}}]
"""


@pytest.mark.parametrize(
    ("action", "asked", "found"),
    [
        ("influence squire 1 via keeper", "this", (0, 1)),
        ("influence squire 1 via market", "this", (1, 0)),
        ("influence architect 1 via market, keeper", "this", (1, 1)),
        ("influence architect 1 via market, keeper", "market", (1, 1)),
        ("influence jester 1", "market", (0, 0)),
        ("influence jester 1", "nothing", (0, 1)),
        ("influence squire 1 via market", "nothing", (1, 0)),
    ],
)
def test_the_permission_that_was_used_is_known(action: str, asked: str, found: tuple[int, int]) -> None:
    has = {"Ann": Has(cards=("keeper",), buildings=("market",), dice=(1,)), "Brian": Has(dice=(6,))}
    at = Situation(rules_with(CARDS % asked), "summer/influence", has)
    at.play(action)
    assert (at.has("Ann", "note"), at.has("Ann", "line")) == found


def test_what_two_permissions_add_up_to_in_two_ways_is_one_option() -> None:
    """A difference of 3 is 1 and 2, or 2 and 1: where the dice go and what helps them is the same."""
    cards = "".join(
        f"  - {{id: {name}, name: Steps, permissions: [{{influence_shift: {{by: [1, 2]}}}}]}}\n"
        for name in ("one", "other")
    )
    has = {"Ann": Has(cards=("one", "other"), dice=(1,)), "Brian": Has(dice=(6,))}
    at = Situation(rules_with(f"governors:\n{cards}"), "summer/influence", has)
    assert at.decision is not None
    options = [str(option) for option in at.decision.options]
    assert len({*options}) == len(options)
    assert sum("via one, other" in option for option in options) == len((1 + 1, 1 + 2, 2 + 2))
