"""One mistake at a random place of a valid pack: it is found, on its line, with few words, and the right one.

The mistakes are those of a hand that slips. How well each kind is answered is counted; the floors are what
was reached, so that no change makes the answers worse. With `-s` the table is printed.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from attrs import frozen

from kingsburg_rules.content.checking import linked
from kingsburg_rules.content.reading import read_sheets
from kingsburg_rules.content.schema_check import Schemas, required_keys
from kingsburg_rules.content.sources import Source
from kingsburg_rules.content.yaml_reader import KeyPath, Spot, read_yaml
from kingsburg_rules.engine.errors import Diagnostic
from kingsburg_rules.language.schema import definitions
from kingsburg_rules.language.shapes import is_list, is_object
from kingsburg_rules.language.vocabulary import EVENTS, STATS

ROOT = Path(__file__).parents[2]
TRIES = 50
"""How many mistakes of each kind are made."""

NOT_SAID = {"name", "text", "note", "shows", "id", "title", "label", "as", "examples"}
"""Under these keys a text may be anything, or is only looked at in play."""


@frozen
class Injected:
    """A spoilt file: its text, the lines on which a report is right, and the word that was meant."""

    text: str
    lines: tuple[int, ...]
    meant: str = ""


@frozen(eq=False)
class Page:
    """A valid file of cards."""

    text: str
    root: Spot

    @property
    def lines(self) -> list[str]:
        """Its lines."""
        return self.text.split("\n")

    def with_line(self, number: int, *lines: str) -> str:
        """Give the text with other lines in the place of one."""
        before = self.lines
        return "\n".join([*before[: number - 1], *lines, *before[number:]])

    def with_word(self, place: tuple[int, int], old: str, new: str) -> str:
        """Give the text with another word at a place."""
        line, start = self.lines[place[0] - 1], place[1] - 1
        assert line.startswith(old, start), (line, old)
        return self.with_line(place[0], line[:start] + new + line[start + len(old) :])


@cache
def pages() -> tuple[Page, ...]:
    """The recipes of the cookbook, each a pack of its own, and an example pack with one file of cards."""
    paths = [*sorted((ROOT / "examples" / "cookbook").rglob("*.yaml"))]
    paths += sorted((ROOT / "examples" / "packs").glob("back-door/governors.yaml"))
    texts = [path.read_text(encoding="utf-8") for path in paths]
    found = [Page(text, read_yaml(text, "it").root) for text in texts]
    return tuple(page for page in found if not problems_of(page.text))


def problems_of(text: str) -> tuple[Diagnostic, ...]:
    return linked(read_sheets([Source("cards.yaml", "cards.yaml", text)]), "toys").errors


def walk(spot: Spot, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Spot]]:
    """All values of a file with their paths."""
    yield path, spot
    for key, within in spot.parts():
        yield from walk(within, (*path, key))


@cache
def language() -> frozenset[str]:
    """All keys of the language."""
    return frozenset(names(definitions(), "properties"))


@cache
def values() -> frozenset[str]:
    """All words that a value may be one of."""
    listed = [word for word in names(definitions(), "enum") if re.fullmatch(r"[a-z_]{4,}", word)]
    return frozenset({*listed, *(event.name for event in EVENTS), *(stat.name for stat in STATS)})


def names(part: object, keyword: str) -> Iterator[str]:
    """The names that a keyword of a schema lists."""
    if is_object(part):
        listed = part.get(keyword)
        if is_object(listed) or is_list(listed):
            yield from (str(name) for name in listed)
        for within in part.values():
            yield from names(within, keyword)
    elif is_list(part):
        for within in part:
            yield from names(within, keyword)


def slip(word: str, chance: random.Random) -> str:
    """Leave a letter out, double it, swap it with the next one, or hit another key."""
    k = chance.randrange(len(word) - 1)
    return chance.choice(
        (
            word[:k] + word[k + 1 :],
            word[: k + 1] + word[k:],
            word[:k] + word[k + 1] + word[k] + word[k + 2 :],
            word[:k] + chance.choice("aeionrst") + word[k + 1 :],
        )
    )


def keys_of(page: Page) -> list[tuple[KeyPath, Spot]]:
    """All keys of the language in a file; under some keys any name is a new one."""
    found = [(path, spot) for path, spot in walk(page.root) if spot.key and path[-1] in language()]
    return [(path, spot) for path, spot in found if path[-2:-1] not in {("set",), ("memory",)}]


def misspelt_key(page: Page, chance: random.Random) -> Injected | None:
    path, spot = chance.choice(keys_of(page))
    word = str(path[-1])
    wrong = slip(word, chance) if len(word) > 2 else word[::-1]
    if wrong in language() or not wrong or spot.key is None:
        return None
    return Injected(page.with_word(spot.key, word, wrong), (spot.key[0],), word)


def misspelt_value(page: Page, chance: random.Random) -> Injected | None:
    found = [
        spot
        for path, spot in walk(page.root)
        if isinstance(spot.data, str) and spot.data in values() and not NOT_SAID & {*path}
    ]
    spot = chance.choice(found) if found else None
    if spot is None or not isinstance(spot.data, str):
        return None
    wrong = slip(spot.data, chance)
    if wrong in values() or wrong in language():
        return None
    return Injected(page.with_word(spot.place, spot.data, wrong), (spot.place[0],), spot.data)


def other_type(page: Page, chance: random.Random) -> Injected | None:
    found = [
        spot for _, spot in keys_of(page) if isinstance(spot.data, int) and not isinstance(spot.data, bool)
    ]
    spot = chance.choice(found)
    wrong = chance.choice(("many", "1.5", "[1, [2]]", "yes", "true", '"1"', "1_000", "-"))
    return Injected(page.with_word(spot.place, str(spot.data), wrong), (spot.place[0],))


def dropped_key(page: Page, chance: random.Random) -> Injected | None:
    schemas = Schemas("pack")
    found: list[tuple[Spot, Spot]] = []
    for path, spot in walk(page.root):
        if not is_object(spot.data) or not path:
            continue
        needed = required_keys(schemas.form(schemas.at(path)), spot.data)
        inner = dict(spot.parts())
        found += [(spot, inner[key]) for key in needed if inner[key].is_empty and key in inner]
    plain = [(spot, within) for spot, within in found if within.key and own_line(page, within)]
    if not plain:
        return None
    spot, within = chance.choice(plain)
    assert within.key is not None
    line = within.key[0]
    # What is missing is reported at the name of the map, or where it begins.
    around = {spot.owner[0], spot.place[0]}
    return Injected(page.with_line(line), tuple({*around, *(k - 1 for k in around if k > line)}))


def own_line(page: Page, spot: Spot) -> bool:
    """Whether a key with its value is alone on its line, and not the first of an item."""
    assert spot.key is not None
    line = page.lines[spot.key[0] - 1]
    return re.fullmatch(r" *[a-z_]+: [^\[{|>\"']+", line) is not None


def wrong_indent(page: Page, chance: random.Random) -> Injected | None:
    found = [spot.key[0] for _, spot in keys_of(page) if spot.key and own_line(page, spot)]
    line = chance.choice(found)
    old = page.lines[line - 1]
    wrong = chance.choice((f" {old}", old[1:], f"  {old}"))
    return Injected(page.with_line(line, wrong), (line - 1, line, line + 1))


def doubled_key(page: Page, chance: random.Random) -> Injected | None:
    found = [spot.key[0] for _, spot in keys_of(page) if spot.key and own_line(page, spot)]
    line = chance.choice(found)
    old = page.lines[line - 1]
    return Injected(page.with_line(line, old, old), (line + 1,))


def cut_file(page: Page, chance: random.Random) -> Injected | None:
    """Cut the file within brackets; what is not closed is reported where it begins, or at the end."""
    found = [k for k, line in enumerate(page.lines, 1) if re.search(r": [\[{].+[\]}]$", line)]
    if not found:
        return None
    line = chance.choice(found)
    whole = page.lines[line - 1]
    start = re.search(r": [\[{]", whole)
    assert start is not None
    end = chance.randrange(start.end(), len(whole))
    return Injected("\n".join([*page.lines[: line - 1], whole[:end]]) + "\n", (line, line + 1))


KINDS: dict[str, tuple[Callable[[Page, random.Random], Injected | None], float, float]] = {
    "a misspelt key": (misspelt_key, 1.0, 0.96),
    "a misspelt value": (misspelt_value, 1.0, 0.96),
    "another type": (other_type, 1.0, 0.0),
    "a key dropped": (dropped_key, 1.0, 0.0),
    "a wrong indent": (wrong_indent, 1.0, 0.0),
    "a key twice": (doubled_key, 1.0, 0.0),
    "a file cut off": (cut_file, 1.0, 0.0),
}
"""How mistakes are made, how many are found on their line, and with how many the word that was meant."""


@pytest.mark.parametrize("kind", KINDS)
def test_a_slip_of_the_hand_is_answered_well(kind: str) -> None:
    make, on_line, suggested = KINDS[kind]
    chance, counts, bad = random.Random(kind), Counter[str](), list[str]()
    while counts["tried"] < TRIES:
        injected = make(chance.choice(pages()), chance)
        if injected is None:
            continue
        counts["tried"] += 1
        told = problems_of(injected.text)
        right = any(problem.line in injected.lines for problem in told)
        named = any(f"'{injected.meant}'" in problem.message for problem in told)
        counts.update(
            {"found": bool(told), "on its line": right, "at most 2": len(told) <= 2, "named": named}
        )
        if not right or len(told) > 2 or (injected.meant and not named):
            where = [injected.text.split("\n")[line - 1 : line] for line in injected.lines]
            bad.append(f"{injected.meant} {injected.lines} {where}: {[*map(str, told)]}")
    print(f"{kind:>18}", *(f"{what} {counts[what]}/{TRIES}" for what in counts if what != "tried"), sep="  ")
    if "-s" in sys.argv:
        print(*bad, sep="\n")
    assert counts["found"] == TRIES, bad
    assert counts["at most 2"] == TRIES, bad
    assert counts["on its line"] >= on_line * TRIES, bad
    assert counts["named"] >= suggested * TRIES, bad


def test_there_is_enough_to_spoil() -> None:
    assert len(pages()) >= 60
    assert len(language()) > 200
    assert len(values()) > 100


def test_of_two_slips_mostly_both_are_found() -> None:
    """Where one of them hides the other, it is in what the other is said of, or a key around it."""
    chance, counts, bad = random.Random(2), Counter[str](), list[str]()
    makers = (misspelt_key, misspelt_value, other_type)
    while counts["tried"] < 2 * TRIES:
        page = chance.choice(pages())
        one, other = chance.choice(makers)(page, chance), chance.choice(makers)(page, chance)
        if one is None or other is None or one.lines == other.lines:
            continue
        lines = zip(*(text.split("\n") for text in (one.text, other.text, page.text)), strict=True)
        told = problems_of("\n".join(a if a != whole else b for a, b, whole in lines))
        both = all(any(problem.line in each.lines for problem in told) for each in (one, other))
        counts.update({"tried": True, "both": both})
        if not both:
            bad.append(f"{one.lines} {other.lines}: {[*map(str, told)]}")
        assert 1 <= len(told) <= 3, [*map(str, told)]
    print(f"{'two slips':>18}  both {counts['both']}/{counts['tried']}")
    assert counts["both"] >= 0.9 * counts["tried"], bad
