"""Claims of the English text of a card: numbers, seasons, goods, whom it is about, how often, and whether.

Two texts of one card may differ in every word and still say the same. What they must share is little, and can
be found without understanding them: a number with its thing ("2 gold"), a bound ("3 or more"), a season, an
opponent, "once per season", "may". `missing` lists what one text claims and another does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from attrs import frozen

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ROMAN = ("", "i", "ii", "iii", "iv", "v")
_TIMES = {"twice": 2, "double": 2, "half": 2}
_N = rf"(?:\d+|{'|'.join((*_NUMBERS, *_TIMES, *reversed(_ROMAN[1:])))})"

_THINGS = {
    "gold": "gold",
    "wood": "wood",
    "stone": "stone",
    "good": "goods?",
    "soldier": "soldiers?",
    "vp": "vp|(?:victory )?points?",
    "token": "tokens?",
    "die": "die|dice",
    "building": "buildings?",
    "strength": "(?:battle )?strength",
}
"""The things that are counted, and how texts call them."""

_THING = "|".join(_THINGS.values())
_BETWEEN = r"(?:(?:more|bonus|other|different|further|of your|battle) )?"
"""Words that may stand between a number and its thing."""

_BOUNDS = (
    # How a bound is said, which one it is, and how far it is from the number in the words.
    (rf"(?:at least|no fewer than|no less than|from years?) ({_N})(?: ({_THING}))?", "at least", 0),
    (rf"({_N})(?: ({_THING}|\w+))? or (?:more|higher|later|above|greater)", "at least", 0),
    (rf"(?:more than|higher than|later than|above|over)(?: rank)? ({_N})(?: ({_THING}))?", "at least", 1),
    (rf"(?:at most|no more than|up to|a maximum of) ({_N})(?: ({_THING}))?", "at most", 0),
    (rf"({_N})(?: ({_THING}|\w+))? or (?:less|fewer|lower|below|earlier)", "at most", 0),
    (
        rf"(?:fewer than|less than|lower than|earlier than|below|under|except in years?)"
        rf"(?: rank)? ({_N})(?: ({_THING}))?",
        "at most",
        -1,
    ),
)
_SERIES = re.compile(rf"\b({_N})(?:,| and| or| to|-|\u2013) ?({_N})\b")
_AMOUNT = re.compile(rf"\b({_N}) {_BETWEEN}({_THING})\b")
_NUMBER = re.compile(rf"(?<![\w'])({_N})\b(?!')")

_COUNTS_NOTHING = rf"\binstead of {_N}\b|\bthe (?:other )?{_N}\b|\bthese {_N}\b|\(rank \d+\)|“[^”]*”"
"""Numbers of what is known, and names."""


EVERYONE = "everyone"


class _Word(NamedTuple):
    """Something that a text may claim: how it is said, and how a description may say it or the like."""

    said: str
    done: str


_WORDS = {
    **{season: _Word(f"{season}s?", f"{season}s?") for season in ("spring", "summer")},
    "fall": _Word(
        # "A building falls" is no season.
        r"(?:in|of|and|or|or in|when|until|after|before|this|each|every|next) falls?|autumns?",
        "fall|autumn",
    ),
    "winter": _Word(
        "winters?",
        r"winters?|battles?|enem(?:y|ies)|soldiers? home|reinforcements|the king sends|victory|defeat",
    ),
    **{
        name: _Word(_THINGS[name], _THINGS[name])
        for name in ("gold", "wood", "stone", "soldier", "vp", "token")
    },
    "good": _Word("goods?", "gold|wood|stone|goods?"),
    "building": _Word(r"(?<!this )buildings?", r"buildings?|construct(?:s|ing|ed)?|cards?|rows?|columns?"),
    "opponent": _Word(
        r"opponents?|another player|other players?",
        r"opponents?|(?:an)?other players?|nobody|neighbou?rs?|beside|of theirs|not the same|is not you",
    ),
    "neighbor": _Word(r"neighbou?rs?", r"neighbou?rs?|beside"),
    "left": _Word(r"left neighbou?r", r"left neighbou?r"),
    "right": _Word(r"right neighbou?r", r"right neighbou?r"),
    EVERYONE: _Word(
        r"(?<!for )(?:(?:each|every) player|all players|everybody|everyone)",
        r"players?|nobody|all|the king's die",
    ),
    "year": _Word(r"(?<!this )years?", r"years?|game|battle|phase [157]"),
    "season": _Word(r"once (?:per|a|each|every|this|in each) (?:productive )?season", "once per season"),
    "once a year": _Word(r"once (?:per|a|each|every|this|in each) year", "once per year"),
    "once a game": _Word(r"once (?:per|a|each|every|this|in each) game", "once per game"),
    "may": _Word(
        r"may|can|if (?:you|they) (?:like|wish|want)",
        r"may|can|choose[sn]?|look|as you choose|either|one of these|your own advisor",
    ),
    "pay": _Word(r"(?:may|can) pay", r"pay|exchange|for|costs?|in place of|price|give"),
}
"""The claims that two texts must share besides numbers."""

_NOT_LEFT_OUT = {
    **dict.fromkeys(("gold", "wood", "stone"), "goods?|kinds?"),
    "soldier": "reinforcements|recruit|strength|defeated|stronger",
    **dict.fromkeys(("vp", "token", "spring", "summer", "fall", "left", "right"), ""),
    "winter": "",
    "opponent": r"\w+body|alone|only you|no player|players? with|fewest|most|more|others?|rivals?",
}
"""What a text must say if the effect does, and what else it may say instead."""

_SEASON_OF = "season|spring|summer|fall|winter"
_PERSONS = "players?|you"
_HOW_OFTEN = "whenever|when|once"

_RIVALS = {
    **dict.fromkeys(("spring", "summer", "fall", "winter"), _SEASON_OF),
    **dict.fromkeys(("opponent", "neighbor", "left", "right", EVERYONE), _PERSONS),
    **dict.fromkeys(("season", "once a year", "once a game"), _HOW_OFTEN),
    **dict.fromkeys(("gold", "wood", "stone", "soldier", "vp", "token", "good"), "gain|lose|pay"),
    "may": "you|gain|lose",
    "pay": "lose",
}
"""What a sentence says that is true instead, by what is claimed."""


@frozen
class Claim:
    """Something that a text claims, in its words; a sentence with a `rival` says what is true instead."""

    words: str
    rival: str = ""


@frozen
class Claims:
    """The claims of a text."""

    text: str

    @cached_property
    def plain(self) -> str:
        """The text in small letters, without numbers that count nothing."""
        text = re.sub(r'"\+\d"(?: tokens?\b)?', "token", self.text.replace("\N{MINUS SIGN}", "-"))
        return re.sub(_COUNTS_NOTHING, " ", re.sub(r"\+(?=\d)", "", text).lower())

    @cached_property
    def bounds(self) -> tuple[tuple[int, str, str, str], ...]:
        """Bounds: the number, which bound it is, of what, and in which words."""
        return tuple(
            (number(found[1]) + off, bound, thing(found[2] or ""), found[0])
            for pattern, bound, off in _BOUNDS
            for found in re.finditer(rf"\b{pattern}\b", self.plain)
        )

    @cached_property
    def unbound(self) -> str:
        """The text without its bounds."""
        text = self.plain
        for pattern, _, _ in _BOUNDS:
            text = re.sub(rf"\b{pattern}\b", " ", text)
        return text

    @cached_property
    def amounts(self) -> tuple[tuple[int, str, str], ...]:
        """Numbers that are not bounds, of what, and in which words."""
        return tuple((number(one[1]), thing(one[2]), one[0]) for one in _AMOUNT.finditer(self.unbound))

    @cached_property
    def numbers(self) -> tuple[tuple[int, str], ...]:
        """Numbers that are not bounds, and in which words."""
        return tuple((number(one[1]), one[0]) for one in _NUMBER.finditer(self.unbound))

    @cached_property
    def series(self) -> tuple[tuple[int, int], ...]:
        """Numbers that follow each other: the first two of "III and IV"."""
        return tuple((number(one[1]), number(one[2])) for one in _SERIES.finditer(self.unbound))

    def says(self, pattern: str) -> str:
        """Return how the text says something, or nothing."""
        found = re.search(rf"\b(?:{pattern})\b", self.plain)
        return found[0] if found else ""


def number(word: str) -> int:
    """Read a number: in figures, in letters, as the board writes years and columns."""
    if word.isdecimal():
        return int(word)
    return next((words.index(word) for words in (_NUMBERS, _ROMAN) if word in words), _TIMES.get(word, 0))


def thing(word: str) -> str:
    """Name what is counted by one name; nothing if it is anything else."""
    return next((name for name, pattern in _THINGS.items() if re.fullmatch(pattern, word)), "")


def missing(author: str, effect: str, *, held_by_all: bool = False) -> Iterator[Claim]:
    """List what the text of an author claims and the description of an effect does not.

    A card that is `held_by_all` says "you" to everybody.
    """
    said, done = Claims(author), Claims(effect)
    yield from _bounds(said, done)
    yield from _numbers(said, done)
    for what, word in _WORDS.items():
        found = said.says(word.said)
        if found and not done.says(word.done) and not (held_by_all and what == EVERYONE):
            yield Claim(found, _RIVALS.get(what, ""))


def left_out(author: str, effect: str) -> Iterator[Claim]:
    """List what the description of an effect says and the text of an author leaves out.

    A text that names neither a number nor a thing is no description, but a motto.
    """
    said, done = Claims(author), Claims(effect)
    if not (said.numbers or said.bounds or any(map(said.says, _THINGS.values()))):
        return
    for what, instead in _NOT_LEFT_OUT.items():
        word = _WORDS[what]
        found = done.says(word.said)
        if found and not said.says(f"{word.done}|{instead}" if instead else word.done):
            yield Claim(found, re.escape(found))


def _bounds(said: Claims, done: Claims) -> Iterator[Claim]:
    """List bounds that are others, or none."""
    known = {(value, bound) for value, bound, _, _ in done.bounds}
    plain = {value for value, _ in done.numbers}
    for value, bound, what, words in said.bounds:
        others = any(one[1:3] == (bound, what) for one in done.bounds if what)
        # "At least one" may be said as "a", and "never less than 0" holds of everything.
        counts = value > 1 or (value == 1 and (others or bound == "at most"))
        if counts and (value, bound) not in known and value not in plain:
            yield Claim(words, _THINGS.get(what, ""))


def _numbers(said: Claims, done: Claims) -> Iterator[Claim]:
    """List numbers of things that are others, and numbers that the effect does not have at all."""
    ends = {(value, bound) for value, bound, _, _ in done.bounds}
    counted = {one[:2] for one in done.amounts} | {(value, what) for value, _, what, _ in done.bounds}
    known = {value for value, _ in done.numbers} | {value for value, _ in ends}
    known |= {last for first, last in said.series if (first, "at least") in ends}
    known |= {first for first, last in said.series if (last, "at most") in ends}
    told = set[int]()
    for value, what, words in said.amounts:
        # "1 VP for each" may be as many VP as there are things.
        each = value == 1 and done.says("as (?:many|much)")
        if not each and (value, what) not in counted and any(other == what for _, other in counted):
            told.add(value)
            yield Claim(words, _THINGS[what])
    for value, words in said.numbers:
        if value > 1 and value not in known and value not in told:
            yield Claim(words)
