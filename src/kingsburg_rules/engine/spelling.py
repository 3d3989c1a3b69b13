"""Which known word was likely meant by one that is not known.

Only mistakes ask for it, so what it takes is imported when there is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

MOST_COMPARED = 300
"""Up to how many words are searched for a similar one; beyond that, only those with the same first letter."""

LONGEST = 40
"""A longer text is not a misspelt word."""

_ALIKE = 0.6
"""How alike two words must be to be compared letter by letter."""

_PARTS = re.compile(r"[^a-z0-9]+")


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
    return _misspelt(word, there) or _extended(word, there)


def by_likeness(word: str, known: Iterable[str], often: Sequence[str] = ()) -> list[str]:
    """Sort words, the likeliest first: those with a part of the word, those alike, those used often.

    Of very many words, some are left out.
    """
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(None, b=word.lower()[:LONGEST])
    parts = {*_parts(word)}

    def unlikeness(other: str) -> tuple[bool, float, int, str]:
        matcher.set_seq1(other.lower())
        alike = matcher.ratio() if matcher.quick_ratio() >= _ALIKE else 0.0
        usual = often.index(other) if other in often else len(often)
        return parts.isdisjoint(_parts(other)), -alike if alike >= _ALIKE else 0.0, usual, other

    return sorted(_comparable(word, sorted(known)), key=unlikeness)


def _comparable(word: str, known: Sequence[str]) -> Sequence[str]:
    """Leave out words that begin otherwise, if there are very many; some are left in any case."""
    if len(known) <= MOST_COMPARED:
        return known
    return [other for other in known if other[:1] == word[:1]][:MOST_COMPARED] or known[:MOST_COMPARED]


def edits(one: str, other: str) -> int:
    """Count the letters to insert, leave out, change or swap with their neighbor to make one word another."""
    before: list[int] = []
    row: list[int] = [*range(len(other) + 1)]
    for i, letter in enumerate(one):
        last, before, row = before, row, [i + 1]
        for k, meant in enumerate(other):
            fewest = min(before[k] + int(letter != meant), before[k + 1] + 1, row[k] + 1)
            if i and k and letter == other[k - 1] and one[i - 1] == meant:
                fewest = min(fewest, last[k - 1] + 1)
            row.append(fewest)
    return row[-1]


def _misspelt(word: str, known: Sequence[str]) -> str | None:
    from difflib import get_close_matches

    there = _comparable(word, known)
    lower = word.lower()
    near = get_close_matches(lower, there, n=8, cutoff=_ALIKE) or get_close_matches(word, there, n=8)
    near += [other for other in there if sorted(other) == sorted(lower)]

    def unlikeness(other: str) -> tuple[int, bool, int]:
        """Of equally few slips, swapping two letters is the likeliest."""
        meant = other.lower()
        return edits(lower, meant), sorted(lower) != sorted(meant), -_same_start(lower, meant)

    found = min(near, key=unlikeness, default=None)
    return found if found is not None and _is_slip(lower, found.lower()) else None


def _is_slip(word: str, meant: str) -> bool:
    """Return whether few letters are wrong, in each part of the word if both have as many parts."""
    pairs = [*zip(_PARTS.split(word), _PARTS.split(meant), strict=False)]
    if len(_PARTS.split(word)) != len(_PARTS.split(meant)):
        pairs = [(word, meant)]
    return all(_is_near(one, other) for one, other in pairs)


def _is_near(one: str, other: str) -> bool:
    wrong = edits(one, other)
    return wrong <= max(1, max(len(one), len(other)) // 3) or (wrong == 2 and _same_start(one, other) > 2)


def _extended(word: str, known: Sequence[str]) -> str | None:
    """Find the only word that has the parts of this one, and more."""
    parts = {*_parts(word)}
    found = [other for other in known if parts and parts < {*_parts(other)}]
    return found[0] if len(found) == 1 else None


def _same_start(one: str, other: str) -> int:
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))


@lru_cache(maxsize=4096)
def _letters(word: str) -> str:
    """Return a word without separators and capitals: `Season.End` is `season_end`."""
    return _PARTS.sub("", word.lower())


@lru_cache(maxsize=4096)
def _parts(word: str) -> tuple[str, ...]:
    """Return the parts of a word, each in the singular, in any order."""
    return tuple(sorted(part.removesuffix("s") for part in _PARTS.split(word.lower()) if part))
