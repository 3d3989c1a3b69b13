"""Conditions: tests as they stand behind "if" and "who"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.text import amounts, bounds
from kingsburg_rules.text.fields import parts_of
from kingsburg_rules.text.quantities import number
from kingsburg_rules.text.scope import ANOTHER, ANY, WHO
from kingsburg_rules.words.hands import CardIs, Owns
from kingsburg_rules.words.places import Marks
from kingsburg_rules.words.players import Built, Fewest, Influenced, Most, Someone, ThisCard
from kingsburg_rules.words.shapes import Range
from kingsburg_rules.words.tests import (
    AllOf,
    AnyOf,
    BuildingColumn,
    BuildingRow,
    Comparison,
    DiceAllEqual,
    DiceTotalIs,
    EnemyStrength,
    EnemyTotal,
    EnemyTypeIs,
    Equal,
    Gained,
    Greater,
    Has,
    Holds,
    LastYear,
    ModuleIs,
    Not,
    Nth,
    OutcomeIs,
    PlayersAre,
    SeasonIs,
    Skipped,
    SwitchIs,
    YearIs,
)
from kingsburg_rules.words.values import Fact, Var

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kingsburg_rules.text.scope import Scope
    from kingsburg_rules.words.flow import Who
    from kingsburg_rules.words.registry import TestWord
    from kingsburg_rules.words.values import Value


def conditions(scope: Scope, tests: Iterable[TestWord]) -> str:
    """Say that tests hold, all of them."""
    told = [condition(scope, test) for test in tests]
    return scope.language.if_all(told) if told else ""


def condition(scope: Scope, test: TestWord, *, holds: bool = True) -> str:
    """Say that a test holds, or that it does not."""
    match test:
        case Not():
            return condition(scope, test.test, holds=not holds)
        case AllOf():
            told = [condition(scope, one, holds=holds) for one in test.tests]
            return scope.language.if_all(told) if holds else scope.language.if_any(told)
        case AnyOf():
            told = [condition(scope, one, holds=holds) for one in test.tests]
            mixed = any(isinstance(one, AllOf) for one in test.tests)
            return scope.language.if_any(told, apart=mixed) if holds else scope.language.if_all(told)
        case Comparison():
            return _compared(scope, test, holds=holds)
        case Holds():
            return _held(scope, test.resource, Range(1, None) if holds else Range(0, 0))
        case Has():
            return scope.language.if_all(
                [
                    _held(scope, name, wanted) if holds else _not_held(scope, name, wanted)
                    for name, wanted in test.amounts
                ]
            )
        case _:
            return _worded(scope, test, holds=holds)


def _worded(scope: Scope, test: TestWord, *, holds: bool) -> str:
    """Say a test by the phrase of its word."""
    phrases = scope.language.phrases
    table = phrases.tests if holds else phrases.refusals
    parts = _parts(scope, test)
    key = test.word
    match test:
        case LastYear(is_it=flag) | DiceAllEqual(equal=flag) | ThisCard(is_it=flag) if not flag:
            table = phrases.refusals if holds else phrases.tests
        case Most(alone=True) | Fewest(alone=True):
            key = f"{test.word}.alone"
        case Built(bounds=Range(most=0)):
            key = f"{test.word}.none"
        case Influenced(count=Range(most=0)):
            key = f"{test.word}.none"
        case _:
            pass
    return scope.phrase(table[key], **parts)


def _parts(scope: Scope, test: TestWord) -> dict[str, str]:
    """Give what the phrase of a test is filled with."""
    return {
        **parts_of(scope, test),
        **_of_the_game(scope, test),
        **_of_players(scope, test),
        **_of_cards(scope, test),
    }


def _of_the_game(scope: Scope, test: TestWord) -> dict[str, str]:
    phrases = scope.language.phrases
    match test:
        case SeasonIs():
            return {"seasons": scope.language.one_of([phrases.seasons[name] for name in test.among])}
        case YearIs():
            return {"years": bounds.years(scope, test.bounds, "year")}
        case PlayersAre() | DiceTotalIs() | EnemyStrength() | EnemyTotal() | Nth():
            return {"n": bounds.size(scope, test.bounds)}
        case EnemyTypeIs():
            types = [scope.names.enemies(name) for name in test.among]
            enemy = scope.vars.get("enemy") or scope.small("enemy_card")
            return {"types": scope.language.one_of(types), "enemy": enemy}
        case SwitchIs():
            return {"switches": scope.language.all_of([f"{name}={value}" for name, value in test.values])}
        case Skipped():
            return {"what": phrases.small[f"skipped.{test.what}"]}
        case _:
            return {}


def _of_players(scope: Scope, test: TestWord) -> dict[str, str]:
    phrases = scope.language.phrases
    match test:
        case Gained():
            return {"bag": gained(scope, test)}
        case OutcomeIs():
            told = [scope.phrase(phrases.values[f"outcome.{name}"]) for name in test.among]
            return {"outcomes": scope.language.one_of(told)}
        case Most() | Fewest():
            fact = scope.fact(test.fact)
            return {"more": fact.more, "fewer": fact.fewer}
        case Someone():
            about = scope.about(ANOTHER if test.opponents else ANY)
            return {"condition": conditions(about, test.if_)}
        case Built():
            return {"n": bounds.how_many(scope, phrases.kinds["building"], test.bounds)}
        case Influenced():
            among = bounds.ranks(scope, test.ranks)
            count = bounds.how_many(scope, phrases.kinds["advisor"], test.count)
            return {"n": f"{count} {among}".strip(), "ranks": among}
        case _:
            return {}


def _of_cards(scope: Scope, test: TestWord) -> dict[str, str]:
    match test:
        case BuildingColumn():
            return {"columns": bounds.columns(scope, test.bounds)}
        case BuildingRow():
            return {"rows": scope.language.one_of(list(test.rows))}
        case Owns() | CardIs():
            return {"cards": scope.language.one_of([scope.names.the(card) for card in test.cards])}
        case ModuleIs():
            return {"packs": scope.language.one_of([scope.names.word(pack) for pack in test.among])}
        case _:
            return {}


def gained(scope: Scope, test: Gained) -> str:
    """Write what an event must have brought."""
    told: list[str] = []
    for name, wanted in test.amounts:
        told.append(bounds.how_many(scope, amounts.noun_of(scope, name), wanted))
    return scope.language.all_of(told)


def relative(scope: Scope, tests: Sequence[TestWord]) -> str:
    """Say of a player that he passes tests: "who has no goods and owns the Inn"."""
    who = scope.about(WHO)
    return scope.language.all_of([_of_whom(who, test) for test in tests])


def _of_whom(who: Scope, test: TestWord) -> str:
    """Say that a player passes a test, also where its phrase is not about him."""
    inner = test.test if isinstance(test, Not) else test
    match inner:
        case OutcomeIs() | DiceTotalIs() | DiceAllEqual():
            return who.small("for_whom", condition=condition(who, test))
        case Comparison() if not any(isinstance(side, Fact) for side in inner.sides):
            return who.small("for_whom", condition=condition(who, test))
        case _:
            return condition(who, test)


def qualities(scope: Scope, who: Who) -> str:
    """Say which players are meant, behind what they are called: "who has no goods and the most VP"."""
    small = scope.language.phrases.small
    told = [relative(scope, who.if_)] if who.if_ else []
    for name, extremes in (("most", who.most), ("fewest", who.fewest)):
        if extremes:
            words = [getattr(scope.fact(fact), name) for fact in extremes]
            has = scope.about(WHO).phrase(small["has_most"], what=words[0])
            told.append(has + "".join(scope.small("then_most", what=word) for word in words[1:]))
    return scope.language.all_of(told) if told else ""


def _held(scope: Scope, name: str, wanted: Range) -> str:
    """Say how many of something a player has, or how large a number of his is."""
    fact = scope.fact(name)
    if fact.noun is None:
        return scope.phrase(fact.has, n=bounds.size(scope, wanted))
    if wanted.most == 0:
        return scope.phrase(fact.none)
    return scope.phrase(fact.has, n=bounds.how_many(scope, fact.noun, wanted))


def _not_held(scope: Scope, name: str, wanted: Range) -> str:
    """Say the opposite of `_held`."""
    outside = _outside(wanted)
    if outside is not wanted:
        return _held(scope, name, outside)
    return scope.small("not", condition=_held(scope, name, wanted))


def _compared(scope: Scope, test: Comparison, *, holds: bool) -> str:
    """Say how two values compare."""
    left, right = test.sides
    if isinstance(test, Greater) and left == 0 and isinstance(right, Var):
        return scope.small("no_such" if holds else "one_such", what=number(scope, right))
    found = _bounds(test)
    if found is not None:
        return _within(scope, *found, holds=holds)
    key = "equal" if isinstance(test, Equal) else "greater"
    what, other = number(scope, left), number(scope, right)
    return scope.small(key if holds else f"not_{key}", what=what, other=other)


def _within(scope: Scope, value: Value, wanted: Range, *, holds: bool) -> str:
    """Say that a value lies within bounds."""
    if isinstance(value, Fact) and value.name in scope.language.phrases.facts:
        return (_held if holds else _not_held)(scope, value.name, wanted)
    if isinstance(value, Marks) and wanted == Range(0, 0):
        return scope.small("no_marker" if holds else "some_marker", place=number(scope, value.place))
    inside = wanted if holds else _outside(wanted)
    key = "is" if holds or inside is not wanted else "is_not"
    return scope.small(key, what=number(scope, value), n=bounds.size(scope, inside))


def _bounds(test: Comparison) -> tuple[Value, Range] | None:
    """Take a comparison with a plain number for bounds."""
    left, right = test.sides
    if isinstance(left, int) == isinstance(right, int):
        return None
    if isinstance(test, Equal):
        return (
            (right, Range(left, left)) if isinstance(left, int) else (left, Range(_int(right), _int(right)))
        )
    if isinstance(right, int):
        return left, Range(right + 1, None)
    return right, Range(None, _int(left) - 1)


def _int(value: Value) -> int:
    return value if isinstance(value, int) else 0


def _outside(wanted: Range) -> Range:
    """Give what lies outside of bounds if that is one range; else the bounds themselves."""
    if wanted.most is None and wanted.least is not None:
        return Range(None, wanted.least - 1)
    if wanted.most is not None and wanted.least in (None, 0):
        return Range(wanted.most + 1, None)
    return wanted
