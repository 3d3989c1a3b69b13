"""Bounds on what a pack may ask of the linker, so that no card can make it work for hours.

A good of the player's choice becomes one option for every mixture of goods, and an exchange multiplies them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, cast

from attrs import define

from kingsburg_rules.engine.table import Limits
from kingsburg_rules.language.vocabulary import GOOD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingsburg_rules.content.yaml_positions import Path

MAX_CARDS = 5000
MAX_GOODS = Limits().goods
"""How many goods may be chosen at once, in play too."""

MAX_CHOICES = 200_000
"""How many mixtures all cards of a pack may offer together."""

MAX_WORDS = 1_000_000
"""How many words, lists and maps a pack may come to when its loops are written out, as they are compiled."""

_LOOP, _VALUES = "for_each", "in"

TooMuch: TypeAlias = "tuple[Path, str, str]"
"""A path, a code and a message."""


@define
class Budget:
    """What is left of the bounds while the files of a pack are gone through."""

    cards: int = MAX_CARDS
    choices: int = MAX_CHOICES
    words: int = MAX_WORDS

    @property
    def is_spent(self) -> bool:
        """Whether there is no use in going on."""
        return self.cards < 0 or self.choices < 0 or self.words < 0

    def spend(self, part: object, path: Path) -> TooMuch | None:
        """Count what a card or the calendar asks for; give the first thing too many."""
        self.cards -= 1
        if self.cards < 0:
            return path, "link.size", f"a pack has at most {MAX_CARDS} cards; make two of it"
        self.words -= _words(part)
        if self.words < 0:
            message = f"with its loops written out, the pack comes to more than {MAX_WORDS:,} words with this"
            return path, "link.size", message
        return next(filter(None, (self._count_choices(at, value) for at, value in _maps(part, path))), None)

    def _count_choices(self, path: Path, bag: dict[str, object]) -> TooMuch | None:
        goods = bag.get(GOOD, 0)
        if isinstance(goods, int) and not 0 <= goods <= MAX_GOODS:
            return (*path, GOOD), "link.choices", f"from 0 to {MAX_GOODS} goods may be chosen at once"
        mixtures = _mixtures(bag)
        for part in (bag.get("pay"), bag.get("gain")):
            mixtures *= _mixtures(cast("dict[str, object]", part)) if isinstance(part, dict) else 1
        self.choices -= mixtures - 1
        if self.choices < 0:
            return path, "link.choices", f"with this the pack offers more than {MAX_CHOICES} choices of goods"
        return None


def _words(data: object) -> int:
    """Count what stands in a part, that in a loop once for each of its values."""
    if isinstance(data, list):
        return 1 + sum(map(_words, cast("list[object]", data)))
    if not isinstance(data, dict):
        return 1
    entries = cast("dict[str, object]", data)
    count = 1 + sum(map(_words, entries.values()))
    loop = entries.get(_LOOP)
    values = cast("dict[str, object]", loop).get(_VALUES) if isinstance(loop, dict) else None
    return count * max(1, len(cast("list[object]", values))) if isinstance(values, list) else count


def _mixtures(bag: dict[str, object]) -> int:
    """Count in how many ways the goods of a bag can be chosen from three kinds."""
    goods = bag.get(GOOD, 0)
    return (goods + 1) * (goods + 2) // 2 if isinstance(goods, int) and goods >= 0 else 1


def _maps(data: object, path: Path) -> Iterator[tuple[Path, dict[str, object]]]:
    """Give every map with its path, the outer ones first."""
    if isinstance(data, dict):
        entries = cast("dict[str, object]", data)
        yield path, entries
        for key, value in entries.items():
            yield from _maps(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(cast("list[object]", data)):
            yield from _maps(value, (*path, index))
