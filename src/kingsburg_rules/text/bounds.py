"""Bounds: "7 or less", "at least 3 goods", "in year I", "in column III or IV", "of rank 7 or higher"."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kingsburg_rules.text.phrases import Noun
    from kingsburg_rules.text.scope import Scope
    from kingsburg_rules.words.shapes import Range

_ROMAN = ("0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
LAST_COLUMN = 4


def roman(number: int) -> str:
    """Write a year or a column as the board does."""
    return _ROMAN[number] if 0 <= number < len(_ROMAN) else str(number)


def size(scope: Scope, bounds: Range) -> str:
    """Write the size of something measured: "7 or less", "exactly 3"."""
    least, most = bounds.least, bounds.most
    if least is not None and least == most:
        return scope.small("just", n=str(least))
    if most is None:
        return scope.small("or_more", n=str(least))
    if least is None:
        return scope.small("or_less", n=str(most))
    return scope.small("from_to", least=str(least), most=str(most))


def how_many(scope: Scope, noun: Noun, bounds: Range) -> str:
    """Write the number of things counted: "at least 3 goods", "exactly 1 soldier"."""
    least, most = bounds.least, bounds.most
    if most is None:
        key, n = "at_least", least or 0
    elif least == most:
        key, n = "exactly", most
    elif least is None or least <= 0:
        key, n = "at_most", most
    else:
        things = scope.small("from_to", least=str(least), most=str(most))
        return f"{things} {noun.several}"
    return scope.small(key, things=scope.language.count(noun, n))


def years(scope: Scope, bounds: Range, key: str = "years") -> str:
    """Say in which years: "in year I", "from year IV on"."""
    least, most = bounds.least, bounds.most
    if least is not None and least == most:
        return scope.small(f"{key}.one", n=roman(least))
    if most is None:
        return scope.small(f"{key}.from", n=roman(least or 1))
    return scope.small(f"{key}.from_to", least=roman(least or 1), most=roman(most))


def columns(scope: Scope, bounds: Range, *, several: bool = False) -> str:
    """Say in which column one thing stands, or several: "in column III or IV", "in columns III and IV"."""
    least, most = bounds.least or 1, bounds.most or LAST_COLUMN
    if least == most:
        return scope.small("column", n=roman(least))
    if most - least == 1:
        return scope.small("columns" if several else "column_or", least=roman(least), most=roman(most))
    return scope.small("columns_to", least=roman(least), most=roman(most))


def ranks(scope: Scope, bounds: Range, key: str = "rank") -> str:
    """Say of which ranks: "of rank 7 or higher"; nothing where all are meant."""
    least, most = bounds.least, bounds.most
    if least is None and most is None:
        return ""
    if least is not None and least == most:
        return scope.small(f"{key}.one", n=str(least))
    if most is None:
        return scope.small(f"{key}.from", n=str(least))
    if least is None:
        return scope.small(f"{key}.to", n=str(most))
    return scope.small(f"{key}.from_to", least=str(least), most=str(most))
