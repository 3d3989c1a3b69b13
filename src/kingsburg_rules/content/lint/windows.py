"""Facts that are not there at the moment at which a card asks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.content.assembling import item_shape
from kingsburg_rules.content.lint.linted import aim, keys_of, words
from kingsburg_rules.content.lint.passes import Remark, lint_pass
from kingsburg_rules.language.memory import LastingStep
from kingsburg_rules.language.registry import BATTLE, ENEMY, THINGS, Step, Word, shapes_of
from kingsburg_rules.language.values import FACT, FACTS_LOOK_AT, PLAYER_FACT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingsburg_rules.content.lint.linted import Ability, LintedPack
    from kingsburg_rules.language.registry import Node

_IN_A_VARIABLE = {ENEMY: "enemy", BATTLE: "outcome"}
"""The variables that take the place of what lies on the table, for words that look for them."""


@lint_pass("not_there")
def not_there(pack: LintedPack) -> Iterator[Remark]:
    """A fact, a test or a step about something that does not lie on the table at that moment.

    Dice lie there from the roll to the end of the season, the enemy and the outcome of the battle for a part
    of winter. What cards lay there themselves counts, too.
    """
    traced = {id(ability): trace for ability, trace in pack.traced}
    for ability in pack.abilities:
        if not ability.moment or not pack.course.opens(ability.moment):
            continue
        trace = traced.get(id(ability))
        variables = trace.there if trace is not None else frozenset[str]()
        there = pack.course.at(ability.moment).things | _brought(ability)
        missing = frozenset(THINGS) - there
        if missing:
            yield from _missed(ability, missing, variables)


def _missed(ability: Ability, missing: frozenset[str], variables: frozenset[str]) -> Iterator[Remark]:
    later = {id(test) for step in ability.words if isinstance(step, LastingStep) for test in words(step.if_)}
    for word in ability.words:
        if id(word) in later:
            continue
        thing = word.looks_at if isinstance(word, Word) else ""
        if isinstance(word, Word) and thing in missing and _IN_A_VARIABLE.get(thing) not in variables:
            yield Remark(f"{word.at}/", _told(word.word, thing, ability.moment))
        for at, fact in _facts(word):
            if FACTS_LOOK_AT.get(fact) in missing:
                yield Remark(at, _told(fact, FACTS_LOOK_AT[fact], ability.moment))


def _told(word: str, thing: str, moment: str) -> str:
    return f"at '{moment}' {THINGS[thing]}, so '{word}' finds nothing"


def _facts(word: Node) -> Iterator[tuple[str, str]]:
    """List the facts that a word names, with where it does."""
    shapes = shapes_of(type(word))
    for attribute, key in keys_of(type(word)):
        shape, found = shapes[key], getattr(word, attribute)
        if shape is FACT or shape is PLAYER_FACT:
            yield aim(word, key), found
        elif item_shape(shape) is PLAYER_FACT:
            yield from ((f"{aim(word, key)}/{k}", fact) for k, fact in enumerate(found))


def _brought(ability: Ability) -> frozenset[str]:
    """Tell what the ability itself lays on the table."""
    return frozenset(thing for word in ability.words if isinstance(word, Step) for thing in word.brings)
