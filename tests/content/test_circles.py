"""Triggers that set each other off: found from what they declare, or stopped in play with the cards named."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingsburg_rules import Runaway
from kingsburg_rules.content.checking import check
from kingsburg_rules.testing import Has, Situation, rules_with

INFO = "id: toys\nversion: '1'\nformat: 1\ntitle: Toys\n"
CARD = """  - id: {0}
    name: {0}
    text: It does something.
    triggers: [{{when: {1}, do: [{{gain: {{{2}: 1}}}}]}}]
    examples: [{{shows: How it works., works: true, at: spring}}]
"""


def governors(*cards: tuple[str, str, str]) -> str:
    return "governors:\n" + "".join(CARD.format(*card) for card in cards)


def circles(text: str, folder: Path) -> list[str]:
    (folder / "pack.yaml").write_text(INFO)
    (folder / "cards.yaml").write_text(f"format: 1\n{text}")
    report = check(folder)
    assert report.errors == ()
    return [each.message for each in report.warnings if each.code == "lint.sets_itself_off"]


END = "without end; limit the 'uses' of one, or test for what ends it"

CIRCLES = {
    "its own use": (("echo", "after.use, if: {card: this}", "gold"),),
    "each other's use": (
        ("echo", "after.use, if: {card: reply}", "gold"),
        ("reply", "after.use, if: {card: echo}", "gold"),
    ),
    "opponents who answer each other": (
        ("echo", "after.use, by: opponents, if: {card: reply}", "gold"),
        ("reply", "after.use, by: opponents, if: {card: echo}", "gold"),
    ),
}


@pytest.mark.parametrize("cards", CIRCLES.values(), ids=CIRCLES)
def test_a_circle_is_found_from_what_is_declared(
    cards: tuple[tuple[str, str, str], ...], tmp_path: Path
) -> None:
    found = circles(governors(*cards), tmp_path)
    assert len(found) == len(cards)
    assert "without end" in found[0]


def test_the_others_of_a_circle_are_named(tmp_path: Path) -> None:
    found = circles(governors(*CIRCLES["each other's use"]), tmp_path)
    assert found == [
        f"this and 'reply' set each other off, {END}",
        f"this and 'echo' set each other off, {END}",
    ]


ENDING = {
    "another card": (("echo", "after.use, if: {card: reply}", "gold"), ("reply", "season.end", "gold")),
    "a test of the game": (("echo", "after.use, if: {card: this, gold: {max: 3}}", "gold"),),
    "a limit": (
        ("echo", "after.use, if: {card: reply}", "gold"),
        ("reply", "after.use, uses: once, if: {card: echo}", "gold"),
    ),
    "nobody is both": (
        ("echo", "after.use, by: opponents, if: {card: reply}", "gold"),
        ("reply", "after.use, if: {card: echo}", "gold"),
    ),
    "opponents of its only owner": (("echo", "after.use, by: opponents, if: {card: this}", "gold"),),
}


@pytest.mark.parametrize("cards", ENDING.values(), ids=ENDING)
def test_what_comes_to_an_end_is_left_in_peace(
    cards: tuple[tuple[str, str, str], ...], tmp_path: Path
) -> None:
    assert circles(governors(*cards), tmp_path) == []


@pytest.mark.parametrize("cards", CIRCLES.values(), ids=CIRCLES)
def test_the_guard_names_the_cards(cards: tuple[tuple[str, str, str], ...]) -> None:
    start = "rules: [{id: start, name: Start, triggers: [{when: season.end, do: [%s]}]}]\n"
    each = "{for_each: {players: all, do: [{gain: {gold: 1}}]}}"
    begin = (("begin", "season.end", "gold"), *cards)
    text = start % each + governors(*begin).replace("{card: reply}", "{card: [reply, begin]}").replace(
        "{card: this}", "{card: [this, begin]}"
    )
    names = tuple(card for card, *_ in cards)
    mine, theirs = (("begin", *names), ()) if "opponents" not in text else (("begin", names[-1]), names[:1])
    with pytest.raises(Runaway) as stopped:
        Situation(rules_with(text), "spring/season.end", {"Ann": Has(cards=mine), "Brian": Has(cards=theirs)})
    told = stopped.value.message.partition(": ")[0]
    assert all(f"test/{name}" in told for name in names)
    assert "calendar" not in told
