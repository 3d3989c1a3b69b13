"""The few exceptions of the library.

Each derives from the builtin exception that a user would catch anyway, and has a stable `code`, a message
that a person can act on and, where known, the `rule` or the place in a file.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Container, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from attrs import Factory, field, frozen

from kingsburg_rules.engine.spelling import LONGEST, by_likeness, closest

if TYPE_CHECKING:
    from kingsburg_rules.engine.violations import Violation

_NAME = "kingsburg-rules"
"""What the library is called where it is published."""

ERROR, WARNING = "error", "warning"
"""How bad it is what is wrong with a file."""


_NO_FACTS: Mapping[str, str | int] = {}
_NO_TEXTS: Mapping[str, str] = {}


class KingsburgError(Exception):
    """Everything this library raises on purpose."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        rule: str | None = None,
        facts: Mapping[str, str | int] = _NO_FACTS,
    ) -> None:
        """Take the message in English; the `facts` fill the gaps of the same sentence in other languages."""
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.rule = rule
        self.facts = facts

    def __str__(self) -> str:
        """Return the message, followed by the code."""
        return f"{self.message} [{self.code}]"


class SetupError(KingsburgError, ValueError):
    """The rules do not have the requested game, rule set or situation."""


class SaveError(KingsburgError, ValueError):
    """A save, a record or JSON from a game is damaged, in another format, or from other rules."""


class Runaway(KingsburgError, RuntimeError):
    """Content ran too deep, too long or in a loop; the message names the cards."""


class IllegalAction(KingsburgError, ValueError):
    """An action that is not among the legal ones. Nothing has changed."""

    def __init__(self, violation: Violation, action: object = None) -> None:
        super().__init__(violation.code, violation.message, rule=violation.rule)
        # Pickling makes the error anew from its arguments.
        self.args = (violation, action)
        self.violation = violation
        self.action = action


class Advice(str):
    """A sentence that says what to write at the place it is about: the `remedy`."""

    remedy: str

    def __new__(cls, text: str, remedy: str = "") -> Advice:
        """Make the sentence; copies and pickles set the remedy afterwards."""
        made = super().__new__(cls, text)
        made.remedy = remedy
        return made


Location: TypeAlias = "tuple[str, int, int]"
"""A file, a line and a column; both are counted from 1."""


def _advised(diagnostic: Diagnostic) -> str:
    message = diagnostic.message
    return message.remedy if isinstance(message, Advice) else ""


@frozen
class Diagnostic:
    """A mistake in a file, at the place where its author can fix it.

    With an `error` a pack cannot be played; a `warning` points out a likely mistake. The `remedy` is what to
    write in place of the word there, or ''. The `others` are further places that the mistake is about.
    """

    file: str
    line: int
    column: int
    code: str
    message: str
    severity: str = ERROR
    remedy: str = field(default=Factory(_advised, takes_self=True))
    others: tuple[Location, ...] = ()

    def __str__(self) -> str:
        """Format it as compilers do: its place, the message and the code."""
        mark = "warning: " if self.severity == WARNING else ""
        return f"{self.file}:{self.line}:{self.column}: {mark}{self.message} [{self.code}]"


MOST_LISTED = 20
"""The number of diagnostics in the message of a `ContentError`."""


class ContentError(KingsburgError, ValueError):
    """A pack cannot be used; `diagnostics` holds every mistake, sorted by place. The message lists the first.

    `texts` are the files that were read, as far as they are at hand: lines are shown from there.
    """

    def __init__(self, diagnostics: tuple[Diagnostic, ...], texts: Mapping[str, str] = _NO_TEXTS) -> None:
        count = len(diagnostics)
        head = "1 problem in the content:" if count == 1 else f"{count} problems in the content:"
        rest = count - MOST_LISTED
        more = [f"and {rest} more"] if rest > 0 else []
        listed = [head, *map(str, diagnostics[:MOST_LISTED]), *more]
        super().__init__(diagnostics[0].code, "\n".join(listed))
        # Pickling makes the error anew from its arguments.
        self.args = (diagnostics,)
        self.diagnostics = diagnostics
        self.texts = texts

    def __str__(self) -> str:
        """Return the list; each diagnostic already includes its code."""
        return self.message


def missing_extra(extra: str, library: str) -> SetupError:
    """Make the error for a library that is only installed with an extra."""
    message = f"This needs {library}; install it with: pip install '{_with_extra(extra)}'."
    return SetupError("setup.extra", message)


def _with_extra(extra: str) -> str:
    """Write what to install: the name if the library came from an index, else where it came from."""
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    # Whoever installed a copy must not be sent to an index, where anybody could have taken the name.
    try:
        origin = distribution(_NAME).read_text("direct_url.json")
    except PackageNotFoundError:
        checkout = Path(__file__).resolve().parents[3]
        origin = json.dumps({"url": checkout.as_uri()}) if (checkout / "pyproject.toml").is_file() else None
    if origin is None:
        return f"{_NAME}[{extra}]"
    about: Mapping[str, str] = json.loads(origin)
    url = urlsplit(about["url"])
    is_file = url.scheme == "file"
    return f"{url2pathname(url.path)}[{extra}]" if is_file else f"{_NAME}[{extra}] @ {url.geturl()}"


@contextmanager
def needing(extra: str) -> Generator[None]:
    """Import libraries of an extra, such as `lab`, in a `with` block.

    Raises:
        SetupError: One of them is not installed; the message names the extra.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise missing_extra(extra, error.name or extra) from error


def listed(items: object) -> tuple[str, ...] | None:
    """Return a collection of texts as a tuple; None for anything else, including a single text."""
    if isinstance(items, str) or not is_iterable(items):
        return None
    found = tuple(items)
    return found if _all_text(found) else None


def is_iterable(items: object) -> TypeGuard[Iterable[object]]:
    """Return whether something has items that can be listed."""
    return isinstance(items, Iterable)


def _all_text(items: tuple[object, ...]) -> TypeGuard[tuple[str, ...]]:
    return {*map(type, items)} <= {str} or all(isinstance(item, str) for item in items)


MOST_QUOTED = LONGEST
"""How many characters of a text from outside a message quotes."""

_LARGEST_SHOWN = 10**12


def shortened(text: str) -> str:
    """Quote the beginning of a text from outside in a message, with nothing in it that moves a cursor."""
    # Messages end up in terminals: a text of a stranger must not move the cursor or change colors there.
    start = text[:MOST_QUOTED]
    if not start.isprintable():
        start = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in start)
    return start if len(text) <= MOST_QUOTED else f"{start}..."


def shown(found: object) -> str:
    """Describe anything from outside in a message: a short text or number as it is, else by its type."""
    if isinstance(found, str):
        return f"'{shortened(found)}'"
    if found is None or isinstance(found, float) or (is_whole(found) and abs(found) <= _LARGEST_SHOWN):
        return str(found)
    return f"a value of the type '{shortened(type(found).__name__)}'"


def is_whole(found: object) -> TypeGuard[int]:
    """Return whether something is a whole number; true and false are none."""
    return isinstance(found, int) and not isinstance(found, bool)


def all_whole(found: list[object] | tuple[object, ...]) -> TypeGuard[list[int] | tuple[int, ...]]:
    """Return whether all items are whole numbers."""
    return all(map(is_whole, found))


def is_known(found: object, known: Container[str]) -> TypeGuard[str]:
    """Return whether something is a text, and one of those that are known."""
    return isinstance(found, str) and found in known


def expect(found: object, cls: type[object], what: str) -> None:
    """Check that an argument, which `what` names, is an instance of a class of the library.

    Raises:
        TypeError: It is something else.
    """
    if not isinstance(found, cls):
        article = "an" if cls.__name__[0] in "AEIOU" else "a"
        raise TypeError(f"{what} must be {article} {cls.__name__}, not {shown(found)}")


MOST_ALLOWED = 240
"""How many characters a list of allowed words may have before only the likeliest are listed."""

_LIKELIEST = 12


def unknown(
    wrong: object, known: Iterable[str], often: Sequence[str] = (), declared: str = "", before: str = ""
) -> str:
    """Report that a word is not known, with the likely intended word or the allowed ones.

    Of very many those are listed that are most alike, and those that are used `often`. `declared` says how
    authors add a word of their own. The sentence follows what is `before` it.
    """
    word, allowed = wrong if isinstance(wrong, str) else "", sorted(known)
    near = closest(word, allowed)
    sentence = f"{before}{shown(wrong)} is not known here{foreign_sign(word)}"
    if near is not None:
        return Advice(f"{sentence}; did you mean '{near}'?", remedy=near)
    if declared and not allowed:
        return f"{sentence}; {declared}"
    there = some_of(allowed, word, often) if allowed else "nothing"
    if declared:
        there = f"{there}; {declared}"
    return f"{sentence}; allowed: {there}"


def meant(word: str, known: Iterable[str]) -> str:
    """Ask at the end of a message whether a known word was meant; '' if none is like the word."""
    near = closest(word, known)
    return "" if near is None else f"; did you mean '{near}'?"


_UNKNOWN = re.compile("'([^']*)' is not known here")


def unknown_name(message: str) -> str:
    """Return the name that a message calls unknown; '' if it is about something else."""
    found = _UNKNOWN.search(message)
    return found[1] if found else ""


def some_of(words: Iterable[str], word: str = "", often: Sequence[str] = ()) -> str:
    """List words for a message: all of them, or those that are likely meant by a `word`, or used `often`."""
    there = sorted(words)
    everything = ", ".join(there)
    if len(everything) <= MOST_ALLOWED:
        return everything
    likely = by_likeness(word, there, often)[:_LIKELIEST]
    return f"{', '.join(likely)} and {len(there) - len(likely)} more"


def conjoined(items: Sequence[str]) -> str:
    """List one or more texts in a sentence: 'a, b and c'."""
    return " and ".join(filter(None, (", ".join(items[:-1]), items[-1]))) if items else ""


def foreign_sign(word: str) -> str:
    """Name the first character in a word that only looks like a letter of an id, or is invisible."""
    sign = next((sign for sign in word if not sign.isascii()), "")
    if not sign:
        return ""
    return f" (there is {unicodedata.name(sign, '') or 'an unknown character'} in it)"
