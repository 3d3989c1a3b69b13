"""Numbers worked out in play, and the advisors and players that a value may stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from kingsburg_rules.text import bounds
from kingsburg_rules.text.plainly import IfValue
from kingsburg_rules.words.dice import Shows
from kingsburg_rules.words.hands import InHand
from kingsburg_rules.words.memory import MemoryValue
from kingsburg_rules.words.places import Marks, PlaceValue, RankOf
from kingsburg_rules.words.players import Me, Neighbor
from kingsburg_rules.words.tests import Greater
from kingsburg_rules.words.values import (
    Arithmetic,
    Div,
    DivUp,
    Fact,
    Max,
    OutcomeValue,
    Sum,
    Times,
    Var,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kingsburg_rules.text.grammar import Subject
    from kingsburg_rules.text.scope import Scope
    from kingsburg_rules.words.registry import ValueWord
    from kingsburg_rules.words.values import Value


def number(scope: Scope, value: Value) -> str:
    """Name a number, an advisor or a player that a value stands for."""
    match value:
        case int():
            return str(value)
        case Var():
            return scope.vars.get(value.name) or scope.quoted(value.name)
        case MemoryValue():
            return scope.quoted(value.name)
        case IfValue():
            return _either(scope, value)
        case Arithmetic():
            return _worked_out(scope, value)
        case _:
            return _looked_up(scope, value)


def _looked_up(scope: Scope, value: ValueWord) -> str:
    """Name what is seen in the game."""
    values = scope.language.phrases.values
    match value:
        case Fact():
            return scope.phrase(values[value.name] if value.name in values else scope.fact(value.name).number)
        case OutcomeValue():
            return scope.phrase(values[f"outcome.{value.name}"])
        case Neighbor():
            return player(scope, value).text
        case Me():
            return scope.pronoun.object_ or scope.pronoun.text
        case _:
            return scope.phrase(values[value.word], **_parts(scope, value))


def _parts(scope: Scope, value: ValueWord) -> dict[str, str]:
    """Give what the phrase of a value is filled with."""
    match value:
        case Marks() | RankOf():
            return {"place": number(scope, value.place)}
        case Shows():
            return {"die": number(scope, Var(value.die))}
        case InHand():
            return {"cards": scope.kind(value.kind).several}
        case PlaceValue():
            return {"among": bounds.ranks(scope, value.ranks, "among")}
        case _:
            return {}


def player(scope: Scope, value: Neighbor) -> Subject:
    """Name a neighbour: of the owner, or of whom this is about."""
    return evolve(scope.language.phrases.players["chosen"], text=scope.small(value.side))


def advisor(scope: Scope, rank: Value) -> str:
    """Name the advisor of a rank: by his name if there is one such, else by the rank."""
    known = scope.names.advisor(rank) if isinstance(rank, int) else None
    if known is not None:
        return scope.names.the(known)
    return scope.small("ranked" if isinstance(rank, int) else "whose_rank", n=number(scope, rank))


def _either(scope: Scope, value: IfValue) -> str:
    """Name a number that depends on a condition. Conditions speak of numbers, hence the import."""
    from kingsburg_rules.text.conditions import conditions

    then, else_ = number(scope, value.then), number(scope, value.else_)
    match value.tests:
        case (Greater(sides=(0, _)),):
            return scope.small("or_if_none", first=else_, second=then)
        case _:
            return scope.small("or_if", first=else_, second=then, condition=conditions(scope, value.tests))


def _worked_out(scope: Scope, value: Arithmetic) -> str:
    """Name a number by how it is worked out."""
    values = scope.language.phrases.values
    match value:
        case Max(parts=(0, inner)):
            return scope.phrase(values["max.0"], value=number(scope, inner))
        case Sum(parts=(start, int() as more)):
            key = "minus" if more < 0 else "plus"
            return scope.phrase(values[key], value=number(scope, start), n=str(abs(more)))
        case Sum(parts=(start, Times(parts=(other, -1)))):
            return scope.phrase(values["minus"], value=number(scope, start), n=number(scope, other))
        case Times(parts=(int() as n, inner)) | Times(parts=(inner, int() as n)):
            key = "times.2" if n == 2 else "times.n"
            return scope.phrase(values[key], n=str(n), value=number(scope, inner))
        case Div(parts=(inner, int() as n)) | DivUp(parts=(inner, int() as n)):
            key = f"{value.word}.2" if n == 2 else value.word
            return scope.phrase(values[key], value=number(scope, inner), n=str(n))
        case Div() | DivUp():
            first, *rest = (number(scope, part) for part in value.parts)
            return scope.phrase(values[value.word], value=first, n=scope.language.all_of(rest))
        case _:
            told = scope.language.all_of([number(scope, part) for part in value.parts])
            return scope.phrase(values[value.word], values=told)


def rank_list(scope: Scope, numbers: Sequence[int]) -> str:
    """Say which advisors are meant, given their ranks one by one."""
    found = sorted(numbers)
    if len(found) > 1 and found == list(range(found[0], found[-1] + 1)):
        return scope.small(
            "advisors", ranks=scope.small("rank.from_to", least=str(found[0]), most=str(found[-1]))
        )
    return scope.language.one_of([advisor(scope, rank) for rank in found])
