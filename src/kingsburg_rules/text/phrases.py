"""Phrases: what translators write, one file per language, and how their gaps are found.

`phrases/en.toml` explains the notation at its top. A table of phrases is asked for a key; of the phrases with
that key the most special one that fits is taken. Nothing here knows what fills a gap.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Literal as OneOf
from typing import NamedTuple, Protocol, TypeAlias

from attrs import Factory, field, frozen
from cattrs import structure

from kingsburg_rules.language.registry import Word
from kingsburg_rules.language.shapes import Range
from kingsburg_rules.language.values import Bounds, Literal


class Gap(NamedTuple):
    """A gap in a phrase: the way to what fills it, and the forms that are wanted of it."""

    path: str
    forms: tuple[str, ...] = ()


class Optional(NamedTuple):
    """A part of a phrase that disappears with what fills its gaps, or unless a condition holds."""

    parts: tuple[str | Gap, ...]
    condition: str = ""


Text: TypeAlias = "tuple[str | Gap | Optional, ...]"

_PART = re.compile(r"⟦(?:([!\w.<>=@]+)\?)?([^⟧]*)⟧|\{([\w.]+)(?::([\w ]+))?\}")
_CLAUSE = re.compile(
    r"(?:<(?P<own>[^>]*)>(?P<several>\*)? ?)?"
    r"(?P<before>[^\[<|]*)\[(?P<verb>[^\]]+)\] ?(?P<rest>[^|]*?)(?:\|(?P<last>.*))?"
)


@frozen
class Phrase:
    """A phrase: text with gaps; with a `verb` it is a clause, which a sentence puts into form.

    `own` is the subject that a clause brings along (`several` of them), `before` stands before its verb and
    `last` after everything else. `conditions` say when this phrase is taken rather than a plainer one.
    """

    key: str
    conditions: tuple[str, ...]
    rest: Text
    verb: str = ""
    own: Text = ()
    several: bool = False
    before: Text = ()
    last: Text = ()

    @property
    def tests(self) -> tuple[str, ...]:
        """The tests that this phrase says by itself (`+season`), so that nobody else need say them."""
        return tuple(one for one in self.conditions if one[:1] in "+-")

    @property
    def paths(self) -> frozenset[str]:
        """The ways to all that this phrase speaks of, or depends on."""
        parts = (*self.rest, *self.own, *self.before, *self.last)
        return frozenset((*_paths(parts), *(_path(one) for one in self.conditions)))


def _paths(parts: Text) -> Iterator[str]:
    for part in parts:
        match part:
            case Gap():
                yield part.path
            case Optional():
                yield from _paths(part.parts)
                yield _path(part.condition)
            case _:
                pass


def _path(condition: str) -> str:
    """Return the way that a condition looks: `card.zone` of `card.zone!=play`."""
    return re.split(r"!=|[=<>]", condition.lstrip("!"))[0]


def _text(written: str) -> Text:
    return tuple(_parts(written))


def _parts(written: str) -> Iterator[str | Gap | Optional]:
    end = 0
    for found in _PART.finditer(written):
        if found.start() > end:
            yield written[end : found.start()]
        end = found.end()
        if found[3]:
            yield Gap(found[3], tuple((found[4] or "").split()))
        else:
            inner = tuple(part for part in _parts(found[2]) if not isinstance(part, Optional))
            yield Optional(inner, found[1] or "")
    if end < len(written):
        yield written[end:]


def phrase(key: str, written: str) -> Phrase:
    """Read a phrase as a translator wrote it."""
    name, *conditions = key.split(" ")
    # Single brackets mark the verb; with signs of their own, optional parts need no nesting.
    marked = written.replace("[[", "⟦").replace("]]", "⟧")
    found = _CLAUSE.fullmatch(marked)
    if found is None:
        return Phrase(name, tuple(conditions), _text(marked))
    own, before, rest, last = (_text(found[part] or "") for part in ("own", "before", "rest", "last"))
    several = bool(found["several"])
    return Phrase(name, tuple(conditions), rest, found["verb"], own, several, before, last)


@frozen
class PhraseTable:
    """Phrases of one kind, by their keys."""

    name: str
    language: str
    phrases: Mapping[str, tuple[Phrase, ...]]

    def __contains__(self, key: object) -> bool:
        """Whether there is a phrase with a key."""
        return key in self.phrases

    def fitting(self, key: str, given: GapSource) -> Iterator[Phrase]:
        """List the phrases with a key whose conditions all hold, the most special one first.

        Raises:
            LookupError: There is no phrase with this key.
        """
        if key not in self.phrases:
            raise LookupError(f"phrases/{self.language}.toml has no phrase '{key}' in [{self.name}]")
        return (
            one for one in self.phrases[key] if all(holds(condition, given) for condition in one.conditions)
        )


@frozen
class Noun:
    """A thing that is counted.

    `article` is its article in full, where a language has several, `single` what one of it is called where no
    number is said, and `some` an amount of it of which nobody tells how much. What is called the same in any
    number is measured, unless it is `counted`: there is much of it, and not many.
    """

    one: str
    several: str = Factory(lambda noun: noun.one, takes_self=True)
    article: str = ""
    single: str = ""
    some: str = ""
    counted: bool = False

    @property
    def mass(self) -> bool:
        """Whether it is measured, not counted."""
        return self.one == self.several and not self.counted


Form = OneOf["you", "one", "many"]


@frozen
class SentenceSubject:
    """The subject of a sentence: its name in the sentence, and the form that verbs take.

    `own` are the words for what is theirs and for themselves, which fill the gaps of phrases: `your`, `you`,
    and what else a language needs. `again` is what they are called when they have just been named.
    """

    text: str
    form: Form = "one"
    own: Mapping[str, str] = field(factory=dict[str, str])
    again: str = ""


TABLES = (
    *("steps", "tests", "refusals", "values", "queries", "per", "permissions", "objects"),
    *("moments", "until", "stats", "changes", "brief", "sets", "payload", "facts", "words", "telling"),
    *("decisions", "actions", "events", "violations", "estimates"),
)
"""The tables of phrases that every language has."""

TRANSLATED = ("errors",)
"""The tables that other languages have than English: what Python says in English."""


@frozen
class Phrases:
    """All that a translator wrote for one language."""

    language: str
    tables: Mapping[str, PhraseTable]
    ranges: Mapping[str, PhraseTable]
    nouns: Mapping[str, Noun]
    players: Mapping[str, SentenceSubject]
    verbs: Mapping[str, tuple[str, ...]]

    def __getitem__(self, table: str) -> PhraseTable:
        """Return a table of phrases."""
        return self.tables[table]


class Unfit(LookupError):
    """A value lacks the form that a gap wants; a plainer phrase is tried."""


class GapSource(Protocol):
    """A source of texts for the gaps of a phrase."""

    def value(self, path: str) -> object:
        """Find a value, by the names of fields and by numbers, separated by dots; None if it is missing."""
        ...

    def filled(self, gap: Gap) -> str:
        """Write what fills a gap.

        Raises:
            Unfit: It has no such form.
        """
        ...


@frozen
class FixedTexts:
    """Texts that are filled in as they are."""

    texts: Mapping[str, str]

    def value(self, path: str) -> object:
        """Find a text."""
        return self.texts.get(path)

    def filled(self, gap: Gap) -> str:
        """Return a text."""
        return self.texts[gap.path]


_COMPARED = re.compile(r"([\w.]+)(!=|[=<>])(@?)(.*)")


def holds(condition: str, given: GapSource) -> bool:
    """Whether the condition of a phrase holds: `x`, `!x`, `x=1`, `x!=1`, `x=@y`, `x<0`, `x>0`, `+x`, `-x`."""
    # A test is there or not, whatever it says, so it is never compared.
    if condition[0] in "+-":
        return given.value(condition) is True
    if condition[0] == "!":
        return not is_given(given.value(condition[1:]))
    found = _COMPARED.fullmatch(condition)
    if found is None:
        return is_given(given.value(condition))
    path, sign, other, wanted = found.groups()
    value = given.value(path)
    if sign in ("=", "!="):
        return (plain(value) == (plain(given.value(wanted)) if other else wanted)) == (sign == "=")
    if not isinstance(value, int):
        return False
    return value < int(wanted) if sign == "<" else value > int(wanted)


def is_given(value: object) -> bool:
    """Whether a field says something; the number 0 does."""
    if isinstance(value, Range | Bounds):
        return value.least is not None or value.most is not None
    return value is not None and value is not False and value not in ("", ())


def plain(value: object) -> str:
    """Write a value as conditions of phrases do: words by their names, bounds as a number if they are one."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Literal):
        return value.name
    if isinstance(value, Word):
        return str(getattr(value, "word", type(value).__name__.lower()))
    if isinstance(value, Range | Bounds):
        return plain(value.least) if value.least == value.most else "range"
    return "" if value is None else str(value)


def fill(text: Text, given: GapSource) -> str:
    """Fill the gaps of a text."""
    return "".join(_filled(part, given) for part in text)


def _filled(part: str | Gap | Optional, given: GapSource) -> str:
    match part:
        case Gap():
            return given.filled(part)
        case Optional():
            if part.condition and not holds(part.condition, given):
                return ""
            found = [one if isinstance(one, str) else given.filled(one) for one in part.parts]
            return "".join(found) if all(found) else ""
        case _:
            return part


@cache
def written(language: str) -> Mapping[str, object]:
    """Read the file of a language."""
    file = files("kingsburg_rules.text").joinpath("phrases", f"{language}.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def words(language: str, name: str) -> dict[str, str]:
    """Return a part of the file of a language that is made of texts."""
    return structure(written(language).get(name, {}), dict[str, str])


def section(language: str, name: str) -> dict[str, dict[str, str]]:
    """Return a part of the file of a language that is made of tables of texts."""
    return structure(written(language)[name], dict[str, dict[str, str]])


def read_phrases(language: str) -> Phrases:
    """Take the phrases of a language from its file."""
    own = section(language, "own")
    players = section(language, "players").items()
    return Phrases(
        language,
        {name: _table(name, language, words(language, name)) for name in (*TABLES, *TRANSLATED)},
        {
            name: _table(f"ranges.{name}", language, family)
            for name, family in section(language, "ranges").items()
        },
        structure(written(language)["nouns"], dict[str, Noun]),
        {name: structure({**player, "own": own[player["own"]]}, SentenceSubject) for name, player in players},
        {verb: tuple(forms.split()) for verb, forms in words(language, "verbs").items()},
    )


def _table(name: str, language: str, texts: Mapping[str, str]) -> PhraseTable:
    found: dict[str, list[Phrase]] = {}
    for key, text in texts.items():
        one = phrase(key, text)
        found.setdefault(one.key, []).append(one)
    # Sorting is stable: of equally special phrases the one that stands first in the file is taken.
    special_first = {
        key: tuple(sorted(several, key=lambda one: -len(one.conditions))) for key, several in found.items()
    }
    return PhraseTable(name, language, special_first)
