"""The few exceptions of the library.

Each derives from the builtin a user would catch anyway, and carries a stable `code`, a sentence a person can
act on, and where known the `rule` or the place in a file it is about.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeGuard

from attrs import frozen

ERROR, WARNING = "error", "warning"
"""How bad a problem in content is."""


class KingsburgError(Exception):
    """Everything this library raises on purpose."""

    def __init__(self, code: str, message: str, *, rule: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule

    def __str__(self) -> str:
        """Give the sentence, with the code behind it."""
        return f"{self.message} [{self.code}]"


class SetupError(KingsburgError, ValueError):
    """A game, a rule set or a situation was asked for that the rules do not have."""


class SaveError(KingsburgError, ValueError):
    """A save, a record or JSON that a game told is damaged, of another format, or of other rules."""


class Runaway(KingsburgError, RuntimeError):
    """Content ran too deep, too long or in circles; the message names the cards."""


@frozen
class Violation:
    """Why something may not be done: a stable code, the rule behind it, and a sentence."""

    code: str
    rule: str
    message: str


class IllegalAction(KingsburgError, ValueError):
    """An action that is not among the legal ones. Nothing has changed."""

    def __init__(self, violation: Violation, action: object = None) -> None:
        super().__init__(violation.code, violation.message, rule=violation.rule)
        self.violation = violation
        self.action = action


@frozen
class Problem:
    """Something in a content file, at the place where an author would mend it.

    With an `error` a pack cannot be played; a `warning` says what is likely not meant.
    """

    file: str
    line: int
    column: int
    code: str
    message: str
    severity: str = ERROR

    def __str__(self) -> str:
        """Write it the way compilers do."""
        warned = f"{WARNING}: " if self.severity == WARNING else ""
        return f"{self.file}:{self.line}:{self.column}: {warned}{self.message} [{self.code}]"


class ContentError(KingsburgError, ValueError):
    """A pack cannot be used; `problems` holds every mistake, sorted by place."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        super().__init__(problems[0].code, "\n".join([f"{count} in the content:", *map(str, problems)]))
        self.problems = problems

    def __str__(self) -> str:
        """List the problems; each has its code already."""
        return self.message


def missing_extra(extra: str, library: str) -> SetupError:
    """Make the error for a library that only an extra installs."""
    message = f"This needs {library}; install it with: pip install 'kingsburg-rules[{extra}]'."
    return SetupError("setup.extra", message)


def listed(items: object) -> tuple[str, ...] | None:
    """Give texts that come as a collection; None for anything else, also for one text alone."""
    if isinstance(items, str) or not _is_iterable(items):
        return None
    found = tuple(items)
    return found if _all_text(found) else None


def _is_iterable(items: object) -> TypeGuard[Iterable[object]]:
    return isinstance(items, Iterable)


def _all_text(items: tuple[object, ...]) -> TypeGuard[tuple[str, ...]]:
    return all(isinstance(item, str) for item in items)


MOST_QUOTED = 60


def shortened(found: object) -> str:
    """Quote something from outside in a message, at most the beginning of it."""
    text = str(found)
    return text if len(text) <= MOST_QUOTED else f"{text[:MOST_QUOTED]}..."


MOST_COMPARED = 300
"""Among how many words the likely one is looked for; of more, only those with the same first letter count."""


def unknown(wrong: object, known: Iterable[str]) -> str:
    """Say that a word is not known, and which one was likely meant or what is allowed."""
    word, allowed = str(wrong), sorted(known)
    near = closest(word, allowed)
    if near is not None:
        return f"'{word}' is not known here{foreign_sign(word)}; did you mean '{near}'?"
    shown = ", ".join(allowed[:12]) + (", ..." if len(allowed) > 12 else "") or "nothing"
    return f"'{word}' is not known here{foreign_sign(word)}; allowed: {shown}"


def closest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that was likely meant, if there is one."""
    import difflib

    alike = sorted(known)
    if len(alike) > MOST_COMPARED:
        alike = [other for other in alike if other[:1] == word[:1]][:MOST_COMPARED]
    return next(iter(difflib.get_close_matches(word, alike, n=1, cutoff=0.6)), None)


def foreign_sign(word: str) -> str:
    """Name the first sign in a word that only looks like a letter of an id, or cannot be seen at all."""
    sign = next((sign for sign in word if not sign.isascii()), "")
    if not sign:
        return ""
    import unicodedata

    return f" (there is {unicodedata.name(sign, 'an unknown sign')} in it)"
