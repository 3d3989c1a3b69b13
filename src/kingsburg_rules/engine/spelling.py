"""Which known word was likely meant by one that is not known.

Words are compared by difflib. Only mistakes ask for it, so it is imported when there is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

MOST_COMPARED = 300
"""Up to how many words are searched for a similar one; beyond that, only those with the same first letter."""

LONGEST = 40
"""A longer text is not a misspelt word."""

_ALIKE, _NEARLY = 0.7, 0.6
"""How alike two words must be, and how alike if they are short or begin with the same letters."""
_WITHOUT_SEPARATOR = 0.8
"""How alike words must be of which one has more parts."""

_SHORT = 3
"""So many letters are short, or the beginning of a word."""

_SEPARATORS = re.compile(r"[\W_]+")


def closest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that was likely meant, if there is one.

    That is one that differs in capitals, separators, a plural or the order of its parts; or else in few
    letters; or else the only one that has the word as a part.
    """
    if not word or len(word) > LONGEST:
        return None
    there = sorted(known)
    for plain in (_letters, _parts):
        wanted = plain(word)
        same = next((other for other in there if plain(other) == wanted), None) if wanted else None
        if same is not None:
            return same
    near = [(_likeness(word.lower(), other.lower()), other) for other in _comparable(word, there)]
    best = max(near, default=(0.0, ""))
    if best[0]:
        return best[1]
    parts = {*_parts(word)}
    longer = [other for other in there if parts and parts < {*_parts(other)}]
    return longer[0] if len(longer) == 1 else None


def by_likeness(word: str, known: Iterable[str], often: Sequence[str] = ()) -> list[str]:
    """Sort words, the likeliest first: those with a part of the word, those alike, those used often.

    Of very many words, some are left out.
    """
    parts = {*_parts(word)}

    def unlikeness(other: str) -> tuple[bool, float, int, str]:
        usual = often.index(other) if other in often else len(often)
        return parts.isdisjoint(_parts(other)), -_ratio(word.lower()[:LONGEST], other.lower()), usual, other

    return sorted(_comparable(word, sorted(known)), key=unlikeness)


def _comparable(word: str, known: Sequence[str]) -> Sequence[str]:
    """Leave out words that begin otherwise, if there are very many; some are left in any case."""
    if len(known) <= MOST_COMPARED:
        return known
    return [other for other in known if other[:1] == word[:1]][:MOST_COMPARED] or known[:MOST_COMPARED]


def _likeness(word: str, meant: str) -> float:
    """Return how alike two words are, or 0 if they are not: part by part if both have as many parts."""
    if sorted(word) == sorted(meant):
        # Letters in the wrong order are the likeliest slip; difflib counts them as two.
        return 1.0
    ones, others = _SEPARATORS.split(word), _SEPARATORS.split(meant)
    ratio = _ratio(word, meant)
    if len(ones) != len(others):
        return ratio if ratio >= _WITHOUT_SEPARATOR else 0.0
    return ratio if all(map(_is_near, ones, others)) else 0.0


def _is_near(one: str, other: str) -> bool:
    is_short = max(len(one), len(other)) <= _SHORT or one[:_SHORT] == other[:_SHORT]
    return one == other or _ratio(one, other) >= (_NEARLY if is_short else _ALIKE)


def _ratio(one: str, other: str) -> float:
    """Return how alike two words are, from 0 to 1; 0 if they are hardly alike."""
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(None, one, other)
    if min(matcher.real_quick_ratio(), matcher.quick_ratio()) < _NEARLY:
        return 0.0
    ratio = matcher.ratio()
    return ratio if ratio >= _NEARLY else 0.0


def _letters(word: str) -> str:
    """Return a word without separators and capitals: `Season.End` is `season_end`."""
    return _SEPARATORS.sub("", word.lower())


def _parts(word: str) -> tuple[str, ...]:
    """Return the parts of a word, each in the singular, in any order."""
    return tuple(sorted(part.removesuffix("s") for part in _SEPARATORS.split(word.lower()) if part))
