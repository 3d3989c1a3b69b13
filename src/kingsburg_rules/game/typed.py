"""Reading answers as people type them: names in three languages, in any case, as short as is clear.

The notation of actions stays what programs write, and is read elsewhere. Here a text is compared with the
options of a decision: each is a few *items*, such as an advisor, a die or 2 gold. Words that are not names
are in `typed.toml`.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from kingsburg_rules.content.locales import locale_of
from kingsburg_rules.content.rules import Rules
from kingsburg_rules.engine.actions import (
    DONE,
    PASS,
    AnyAction,
    Build,
    ChooseDie,
    Done,
    Influence,
    Pass,
    Thing,
    Trade,
    Use,
)
from kingsburg_rules.engine.errors import IllegalAction, shortened
from kingsburg_rules.engine.fields import fields_of, is_bag, is_list
from kingsburg_rules.engine.roles import Role
from kingsburg_rules.engine.spelling import closest
from kingsburg_rules.engine.violations import NoSuchNumber, OtherQuestion
from kingsburg_rules.game.decisions import Decision, Unclear

LANGUAGES = ("en", "nl", "fr")
"""The languages in which names are understood."""

NOTHING = "nothing"
_BONUS = "bonus_die"
_MEANT_BY_FIELD = {"bonus": _BONUS, "soldiers": "soldier"}
"""What fields of actions are called where people speak of them as resources."""

_LONGEST_NAME = 8
_KEPT = 4096

Words = tuple[str, ...]


class Item(NamedTuple):
    """A part of an action: a name, a number, or an amount of something; `side` 1 is what a price is for."""

    number: int | None
    name: str | None
    side: int = 0


class _Part(NamedTuple):
    """A part of what was typed: a number, or all that a name can mean, or an amount of it."""

    number: int | None
    names: frozenset[str]
    side: int

    def means(self, item: Item) -> bool:
        """Whether an item of an action can be meant."""
        if self.names and item.name not in self.names:
            return False
        return self.number is None or self.number == item.number


class _Little(NamedTuple):
    """The words that are not names."""

    skipped: frozenset[str]
    between: frozenset[str]
    nothing: frozenset[str]
    verbs: Mapping[str, frozenset[str]]
    names: Mapping[str, list[str]]


def typed(text: str, decision: Decision, rules: Rules, own_dice: Sequence[int] = ()) -> AnyAction:
    """Find the option of a decision that somebody means, or the action that they would like to be possible.

    A number alone is that of the option, counted from 1.

    Args:
        text: What was typed.
        decision: The decision that it answers.
        rules: The rules of the game.
        own_dice: The dice that the player has, for those who name an advisor without dice.

    Raises:
        IllegalAction: No option is meant, or several can be.
    """
    options, words = decision.options, words_of(text)
    if text.strip().isdecimal():
        if not 1 <= int(text) <= len(options):
            raise IllegalAction(NoSuchNumber(len(options)), text)
        return options[int(text) - 1]
    names = {name for option in options for name in _names_in(option)}
    reader = _Reader(rules, decision.source, {name: _forms(rules, decision.source, name) for name in names})
    reader.read(words)
    found = [] if reader.strange else _fitting(reader, decision)
    wished = None if found or reader.strange else _wished(reader, decision, rules, own_dice)
    if len(found) == 1 or wished is not None:
        return wished or found[0]
    if reader.verbs.isdisjoint(_answering(decision)) and reader.verbs:
        must = decision.kind == "use" and DONE not in options
        raise IllegalAction(OtherQuestion(decision.kind, decision.source, must), text)
    possible = tuple(found or _nearest(reader, options) or options)
    raise IllegalAction(Unclear(shortened(text), decision.kind, decision.source, possible), text)


def _answering(decision: Decision) -> set[str]:
    """List the verbs with which a decision is answered."""
    return {decision.kind, PASS.verb(), DONE.verb(), *(option.verb() for option in decision.options)}


# Words and names


_WORD = re.compile(r"\d+|[^\W\d_]+")
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ĳ": "ij"})


def words_of(text: str) -> Words:
    """Split a text into words and numbers, without capitals, accents and signs."""
    plain = text.lower()
    if not plain.isascii():
        plain = unicodedata.normalize("NFKD", plain.casefold().translate(_LIGATURES))
        plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return tuple(_WORD.findall(plain))


@cache
def _little() -> _Little:
    found = tomllib.loads(files("kingsburg_rules.game").joinpath("typed.toml").read_text(encoding="utf-8"))
    verbs: dict[str, frozenset[str]] = {}
    for verb, written in found["verbs"].items():
        for word in written.split():
            verbs[word] = verbs.get(word, frozenset()) | {verb}
    skipped, between, nothing = (frozenset(found[name].split()) for name in ("skipped", "between", "nothing"))
    return _Little(skipped, between, nothing, verbs, found["names"])


def _forms(rules: Rules, source: str, name: str) -> frozenset[Words]:
    """List the ways to type a name: its id, and what it is called in each language, also without articles.

    What a card offers is called as that card says.
    """
    kept = _kept(rules).forms
    found = kept.get((source, name))
    if found is None:
        if len(kept) >= _KEPT:
            kept.clear()
        found = kept[source, name] = frozenset(_all_forms(rules, source, name))
    return found


class _Kept:
    """The names of a rule set as people type them, as far as anybody has."""

    def __init__(self) -> None:
        self.forms: dict[tuple[str, str], frozenset[Words]] = {}
        self.every: Mapping[Words, frozenset[str]] | None = None


def _kept(rules: Rules) -> _Kept:
    kept = rules.compiled.kept.get("typed")
    if not isinstance(kept, _Kept):
        kept = rules.compiled.kept["typed"] = _Kept()
    return kept


def _all_forms(rules: Rules, source: str, name: str) -> Iterator[Words]:
    of = source if source in rules.compiled.card else None
    texts = [name, name.rpartition("/")[2], *_little().names.get(name, ())]
    for language in LANGUAGES:
        noun = locale_of(rules, language).noun(name)
        texts += [rules.name_of(name, language, of=of), *((noun.one, noun.several) if noun else ())]
    for text in texts:
        words = words_of(text)
        yield words
        short = tuple(word for word in words if word not in _little().skipped)
        yield words if all(map(str.isdigit, short)) else short


def _every_name(rules: Rules) -> Mapping[Words, frozenset[str]]:
    """Return all cards, places and resources that words can mean; only mistakes ask for them."""
    kept = _kept(rules)
    if kept.every is None:
        compiled = rules.compiled
        names = {*compiled.card, *(place.name for place in compiled.places), *compiled.resource}
        kept.every = _by_words({name: _all_forms(rules, "", name) for name in names})
    return kept.every


def _by_words(forms: Mapping[str, Iterable[Words]]) -> dict[Words, frozenset[str]]:
    found: dict[Words, set[str]] = {}
    for name, several in forms.items():
        for words in several:
            found.setdefault(words, set()).add(name)
    return {words: frozenset(names) for words, names in found.items()}


# What was typed


class _Reader:
    """Reads words: verbs, names, numbers, and words that nobody knows."""

    def __init__(self, rules: Rules, source: str, names: Mapping[str, frozenset[Words]]) -> None:
        self.rules = rules
        self.goods = frozenset({*rules.compiled.resource, NOTHING})
        self.names = {**names, **{name: _forms(rules, source, name) for name in rules.compiled.resource}}
        self._exact = _by_words(self.names)
        self._offered = _by_words(names)
        self.verbs: set[str] = set()
        self.parts: list[_Part] = []
        self.says_nothing = False
        self.strange: list[str] = []
        self._side = 0

    def read(self, words: Words) -> None:
        """Read words from the first to the last."""
        at = 0
        while at < len(words):
            at += self._next(words[at:])
        if self.says_nothing:  # "ne ... rien" says it twice
            self.parts.append(_Part(None, frozenset({NOTHING}), self._side))

    def _next(self, words: Words) -> int:
        """Read what comes next, and return how many words it has."""
        names, count = self._named(words, self._exact)
        if not count and (count := self._word(words[0])):
            return count
        if not count:
            names, count = self._begun(words)
        if not count:
            names, count = self._named(words, _every_name(self.rules))
        if count:
            self.parts.append(_Part(None, names, self._side))
        else:
            self.strange.append(words[0])
        return count or 1

    def _named(self, words: Words, known: Mapping[Words, frozenset[str]]) -> tuple[frozenset[str], int]:
        """Find the longest name with which some words begin."""
        for count in range(min(len(words), _LONGEST_NAME), 0, -1):
            if words[:count] in known:
                return known[words[:count]], count
        return frozenset(), 0

    def _begun(self, words: Words) -> tuple[frozenset[str], int]:
        """Find the names of options that begin with some words, of which the last may be incomplete."""
        for count in range(min(len(words), _LONGEST_NAME), 0, -1):
            *whole, last = words[:count]
            found = frozenset(
                name
                for form, names in self._offered.items()
                if form[: count - 1] == (*whole,) and len(form) >= count and form[count - 1].startswith(last)
                for name in names
            )
            if found:
                return found, count
        return frozenset(), 0

    def _word(self, word: str) -> int:
        """Read a number, or a word that is no name."""
        little = _little()
        if word.isdigit():
            self.parts.append(_Part(int(word), frozenset(), self._side))
        elif word in little.verbs and not self.parts:
            self.verbs = {*little.verbs[word]}
        elif word in little.nothing:
            self.says_nothing = True
        elif word in little.between:
            self._side = 1
        elif word not in little.skipped:
            return 0
        return 1

    @property
    def amounts(self) -> list[_Part]:
        """The parts, with numbers before names as amounts of them."""
        found: list[_Part] = []
        for part in self.parts:
            last = found[-1] if found else None
            counts = last is not None and not last.names and last.side == part.side
            if last is not None and counts and part.number is None and part.names & self.goods:
                found[-1] = part._replace(number=last.number)
            else:
                found.append(part)
        return found

    @property
    def dice(self) -> list[_Part]:
        """The parts, with numbers behind "bonus" as bonus dice."""
        found, bonus = list[_Part](), False
        for part in self.parts:
            if bonus and part.number is not None:
                if found[-1].number is None:
                    del found[-1]
                found.append(part._replace(names=frozenset({_BONUS})))
            else:
                bonus = _BONUS in part.names
                found.append(part)
        return found


# The options


def _names_in(option: AnyAction) -> Iterator[str]:
    return (item.name for item in items_of(option) if item.name is not None)


def items_of(action: AnyAction) -> Iterator[Item]:
    """List the parts of an action, but for its verb and what has its default."""
    for number, field in enumerate(fields_of(type(action)).values()):
        value = getattr(action, field.name)
        name = _MEANT_BY_FIELD.get(field.name, field.name)
        side = min(number, 1)
        match value:
            case _ if value == field.default:
                pass
            case bool():
                yield Item(None, name, side)
            case int():
                yield Item(None, "plus2", side) if name == "plus2" else Item(value, _counted(name), side)
            case str():
                yield Item(None, value, side)
            case () if field.role is not Role.DICE:
                yield Item(None, NOTHING, side)
            case _ if is_bag(value):
                yield from (Item(count, good, side) for good, count in value if isinstance(count, int))
            case _ if is_list(value):
                bonus = _BONUS if field.role is Role.BONUS_DICE else None
                yield from (_item(one, bonus, side) for one in value)
            case _:
                pass


def _counted(name: str) -> str | None:
    return name if name == "soldier" else None


def _item(value: object, kind: str | None, side: int) -> Item:
    known = str(value)
    if isinstance(value, int | Thing) and known.isdecimal():
        return Item(int(known), kind, side)
    return Item(None, known, side)


_NO = frozenset({PASS.verb(), DONE.verb()})


class _Fit(NamedTuple):
    """How well an option fits: fewer is better."""

    left: int
    other_verb: bool


def _fitting(reader: _Reader, decision: Decision) -> list[AnyAction]:
    """List the options that can be meant; of those that fit exactly, only these."""
    fits = [
        (fit, option) for option in decision.options if (fit := _fit(option, reader, decision)) is not None
    ]
    best = min((fit for fit, _ in fits), default=None)
    if best is None:
        return []
    exact = best.left == 0
    found = [option for fit, option in fits if not exact or fit == best]
    # Of several ways to pay for one building, the first is taken, as in the notation.
    if len({option.building if isinstance(option, Build) else "" for option in found}) == 1:
        found = found[:1] if isinstance(found[0], Build) else found
    return found


def _fit(option: AnyAction, reader: _Reader, decision: Decision) -> _Fit | None:
    verb, verbs = option.verb(), reader.verbs
    is_no = isinstance(option, Pass | Done)
    if verbs and verb not in verbs and not (is_no and verbs & {*_NO, decision.kind}):
        return None
    parts = reader.dice if isinstance(option, Influence | ChooseDie) else reader.amounts
    if is_no:
        no_goods = all(part.names and part.names <= reader.goods for part in parts)
        fits = no_goods and (reader.says_nothing or (verbs & _NO and not parts))
        return _Fit(0, verb not in verbs) if fits else None
    left = _left_over(option, parts)
    return None if left is None else _Fit(left, bool(verbs) and verb not in verbs)


def _left_over(option: AnyAction, parts: Sequence[_Part]) -> int | None:
    """Count the items of an option that were not typed; None if something was typed that it does not have."""
    items, left = [*items_of(option)], 0
    has_sides = isinstance(option, Trade)
    # What is said most exactly is found first.
    for part in sorted(parts, key=lambda part: (part.number is None, len(part.names) != 1)):
        found = [item for item in items if part.means(item) and (not has_sides or item.side == part.side)]
        if not found:
            return None
        item = min(found, key=lambda item: item.number or 0)
        items.remove(item)
        left += part.number is None and (item.number or 1) > 1
    # Once somebody has named dice, no others are placed, and no token, card or envoy is spent.
    if isinstance(option, Influence) and any(part.number is not None for part in parts):
        return None if any(item.name != option.advisor for item in items) else len(items)
    return left + len(items) if parts else None


def _nearest(reader: _Reader, options: Sequence[AnyAction]) -> list[AnyAction]:
    """List the options that have a name like a word that nobody knows."""
    known = {" ".join(words): names for words, names in _by_words(reader.names).items()}
    near = (closest(word, known) for word in (*reader.strange, " ".join(reader.strange)) if word)
    meant = {name for word in near if word is not None for name in known[word]}
    return [option for option in options if not meant.isdisjoint(_names_in(option))]


def _wished(reader: _Reader, decision: Decision, rules: Rules, own_dice: Sequence[int]) -> AnyAction | None:
    """Make the action that was typed, though it is not offered, so that somebody can say why not."""
    verbs = reader.verbs or {decision.kind}
    named = {name for part in reader.parts for name in part.names}
    compiled = rules.compiled
    places = sorted(named & {place.name for place in compiled.places}, key=len)
    cards = sorted(named & {*compiled.card}, key=len)
    if "influence" in verbs and places:
        numbers = [part for part in reader.dice if part.number is not None]
        dice, bonus = (
            tuple(part.number or 0 for part in numbers if bool(part.names) == white)
            for white in (False, True)
        )
        plus2 = 2 if "plus2" in named else 0
        return Influence(
            places[0], dice or (() if bonus else tuple(own_dice)), bonus, plus2, envoy="envoy" in named
        )
    if "build" in verbs and cards:
        paid = [
            (name, part.number or 1) for part in reader.amounts for name in part.names & {*compiled.resource}
        ]
        return Build(cards[0], tuple(paid))
    return Use(cards[0]) if "use" in verbs and cards else None
