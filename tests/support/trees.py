"""Counting whole trees of decisions and chance, and telling where two counts differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import pytest

from kingsburg_rules import Position
from kingsburg_rules.testing.situation import Situation


class Count(NamedTuple):
    """How many nodes of a tree belong to chance, how many to players, and how many end it."""

    chance: int = 0
    decisions: int = 0
    terminals: int = 0

    def plus(self, *others: Count) -> Count:
        return Count(*(sum(numbers) for numbers in zip(self, *others, strict=True)))


CHANCE, DECISION, TERMINAL = Count(chance=1), Count(decisions=1), Count(terminals=1)


def count(position: Position) -> Count:
    """Count the tree below a position, itself included."""
    return _own(position).plus(*divide(position).values())


def divide(position: Position) -> dict[str, Count]:
    """Count the trees behind each option of a position."""
    decision = position.decision
    if decision is None:
        return {}
    trees: dict[str, Count] = {}
    for option in decision.options:
        after = position.copy()
        after.step(option, decision.player)
        trees[str(option)] = count(after)
    assert len(trees) == len(decision.options), "two options have the same text"
    return trees


def _own(position: Position) -> Count:
    decision = position.decision
    if decision is None:
        return TERMINAL
    return CHANCE if decision.player == "chance" else DECISION


def check(at: Situation, pinned: Count, model: Mapping[str, Count]) -> None:
    """Compare a tree with the numbers pinned, and with a count made apart, by first option."""
    position = at.position()
    found = divide(position)
    total = _own(position).plus(*found.values())
    if total == pinned and found == model:
        return
    lines = [f"the tree has {total}", f"pinned are    {pinned}", "by first option, found and counted apart:"]
    for option in dict.fromkeys([*found, *model]):
        mark = "  " if found.get(option) == model.get(option) else "! "
        lines.append(f"{mark}{option}: {found.get(option)} / {model.get(option)}")
    pytest.fail("\n".join(lines), pytrace=False)
