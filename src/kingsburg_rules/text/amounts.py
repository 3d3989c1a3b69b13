"""Amounts: "2 gold and 1 soldier", "1 VP for every 2 goods you have", "1 gold or 1 wood"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.text.phrases import Noun
from kingsburg_rules.text.quantities import number
from kingsburg_rules.words.places import Marks
from kingsburg_rules.words.values import Div, Fact, Max, Sum, Times
from kingsburg_rules.words.vocabulary import BUILDING, GOOD, RESOURCES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kingsburg_rules.text.scope import Scope
    from kingsburg_rules.words.values import Value

SAME_GOOD = "same_good"
"""In a bag: the good that was chosen before."""

_GOODS = tuple(resource.name for resource in RESOURCES if resource.good)
_ORDER = (*_GOODS, GOOD, SAME_GOOD, BUILDING, "plus2", "bonus_die", "soldier", "envoy", "vp")
PAIR = 2


def counted(scope: Scope, resource: str, count: int, *, chosen: bool = True) -> str:
    """Write a number of a resource; goods of choice say whose choice unless that is plain."""
    if resource in ("envoy", BUILDING) and count == 1:
        return scope.small(resource)
    if resource == SAME_GOOD:
        return scope.small("same_good", n=str(count))
    if resource == GOOD and chosen:
        return scope.small("chosen_good" if count == 1 else "chosen_goods", n=str(count))
    return scope.language.count(noun_of(scope, resource), count)


def amount(scope: Scope, resource: str, value: Value, *, chosen: bool = True) -> str:
    """Write an amount of a resource, fixed or worked out in play."""
    if isinstance(value, int):
        return counted(scope, resource, value, chosen=chosen)
    times, per = _factor(value)
    unit = _unit(scope, per)
    if unit:
        return f"{counted(scope, resource, times, chosen=chosen)} {unit}"
    noun = noun_of(scope, resource)
    key = "as_much" if noun.mass else "as_many"
    return scope.small(key, several=noun.several, value=number(scope, value))


def noun_of(scope: Scope, resource: str) -> Noun:
    """Find what a resource is called; a building may be lost like one."""
    phrases = scope.language.phrases
    known = phrases.resources.get(resource) or phrases.kinds.get(resource)
    word = scope.names.noun(resource)
    return known or Noun(word.one, word.several, mass=word.one == word.several)


def some(scope: Scope, resource: str) -> str:
    """Say "gold", of which nobody tells how much."""
    noun = noun_of(scope, resource)
    return noun.a or scope.small("some", things=noun.several)


def _factor(value: Value) -> tuple[int, Value]:
    """Split a product of a number and a value."""
    if isinstance(value, Times) and len(value.parts) == 2:
        left, right = value.parts
        if isinstance(left, int):
            return left, right
        if isinstance(right, int):
            return right, left
    return 1, value


def _unit(scope: Scope, value: Value) -> str:
    """Say "for each good you have" and the like; nothing where there is no such phrase."""
    facts = scope.language.phrases.facts
    match value:
        case Fact() if value.name in facts and facts[value.name].each:
            return scope.phrase(facts[value.name].each)
        case Div(parts=(Fact() as fact, int() as n)) if fact.name in facts and facts[fact.name].every:
            return scope.phrase(facts[fact.name].every, n=str(n))
        case Max(parts=(0, Sum(parts=(int() as n, Times(parts=(Fact() as fact, -1)))))):
            noun = facts[fact.name].noun if fact.name in facts else None
            return scope.small("short_of", one=noun.one, n=str(n)) if noun else ""
        case Marks():
            return scope.small("each_marker", place=number(scope, value.place))
        case _:
            return ""


def bag(scope: Scope, amounts: Iterable[tuple[str, Value]], *, chosen: bool = True) -> str:
    """Write several amounts: "2 gold, 1 wood and 1 soldier"."""
    told = [amount(scope, name, value, chosen=chosen) for name, value in ordered(amounts)]
    return scope.language.all_of(told)


def ordered(amounts: Iterable[tuple[str, Value]]) -> list[tuple[str, Value]]:
    """Put the amounts of a bag into the order in which people say them."""
    return sorted(amounts, key=lambda entry: _ORDER.index(entry[0]) if entry[0] in _ORDER else len(_ORDER))


def dice(scope: Scope, value: Value) -> str:
    """Write how many dice are rolled."""
    noun = scope.language.phrases.kinds["die"]
    if isinstance(value, int):
        return scope.language.count(noun, value)
    return scope.small("as_many", several=noun.several, value=number(scope, value))


def bags(scope: Scope, bags_: Sequence[tuple[tuple[str, Value], ...]], *, chosen: bool = True) -> str:
    """Write amounts to choose from: "1 gold or 1 wood"; one of each good is a good of choice."""
    each = _each_good(bags_)
    if each:
        return counted(scope, GOOD, each, chosen=chosen) if each == 1 else scope.small("alike", n=str(each))
    told = [bag(scope, one, chosen=chosen) for one in bags_]
    mixed = any(len(one) > 1 for one in bags_)
    if mixed and len(told) > PAIR:
        return scope.small("one_of", list=scope.language.choices(told))
    return scope.language.one_of(told)


def _each_good(bags_: Sequence[tuple[tuple[str, Value], ...]]) -> int:
    """Tell of how many of any one good the choice is; 0 if it is another choice."""
    names = [name for one in bags_ for name, _ in one]
    numbers = {value for one in bags_ for _, value in one}
    found = next(iter(numbers)) if len(numbers) == 1 and sorted(names) == sorted(_GOODS) else 0
    return found if isinstance(found, int) and all(len(one) == 1 for one in bags_) else 0


def signed(value: Value, scope: Scope) -> str:
    """Write a change: "+1", "-2"."""
    return f"{value:+}".replace("-", "\u2212") if isinstance(value, int) else f"+{number(scope, value)}"
