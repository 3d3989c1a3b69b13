"""Meanings of the codes of a report, and cures for what they stand for.

The texts are next to this module, a file for each group of codes. The docs have a page for each code, and
`kingsburg explain` shows them in the terminal. Passes of other packages describe themselves what they find.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from attrs import frozen

from kingsburg_rules.content.lint import all_passes
from kingsburg_rules.content.silences import ABOUT_SILENCES, BY_PLAYING
from kingsburg_rules.content.yaml_reader import read_yaml
from kingsburg_rules.engine.errors import SetupError, unknown
from kingsburg_rules.language.shapes import as_object

DOCS = "https://kingsburg-rules.readthedocs.io/en/latest/"
"""Where the pages about codes are."""

_FOLDER = Path(__file__).parent / "codes"
_FORM = re.compile(r"[a-z_]+\.[a-z][a-z0-9_]*")
_LINT = "lint."
_WARNINGS = (_LINT, "locale.")
_TEST = "test."


@frozen
class CodeText:
    """A code, what it means, and how to cure what it stands for; a pass of another package gives no cure."""

    code: str
    means: str
    cure: str = ""

    @property
    def kind(self) -> str:
        """What is reported: a mistake, a warning, or a failure in play."""
        if self.code.startswith(_TEST):
            return "failure"
        return "mistake" if has_page(self.code) and not self.code.startswith(_WARNINGS) else "warning"

    @property
    def silence(self) -> str:
        """The comment that silences it, up to the reason; nothing if it cannot be silenced."""
        if (self.kind != "warning" and self.code not in BY_PLAYING) or self.code in ABOUT_SILENCES:
            return ""
        return f"# lint: {self.code.removeprefix(_LINT)} --"


def groups() -> tuple[str, ...]:
    """List the groups of codes with texts: the first parts of the codes."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.yaml")))


@cache
def codes_of(group: str) -> dict[str, CodeText]:
    """Read the texts of a group; nothing for an unknown group."""
    path = _FOLDER / f"{group}.yaml"
    if not path.is_file():
        return {}
    data = as_object(read_yaml(path.read_text(encoding="utf-8"), path.name).data, path.name)
    texts = {code: as_object(text, code) for code, text in data.items()}
    return {code: CodeText(code, str(text["means"]), str(text["cure"])) for code, text in texts.items()}


def has_page(code: str) -> bool:
    """Return whether a code has a page in the docs, as all of the library's own reports have."""
    return (_FOLDER / f"{code.partition('.')[0]}.yaml").is_file()


def page_of(code: str) -> str | None:
    """Return where the page of a code lies in the docs, if it has one."""
    return f"reference/errors/{code}.html" if has_page(code) else None


def looks_like_code(word: str) -> bool:
    """Return whether a word has the form of a code."""
    return _FORM.fullmatch(word) is not None


def find_code(code: str) -> CodeText:
    """Find the text about a code.

    Raises:
        SetupError: There is no such code.
    """
    found = codes_of(code.partition(".")[0]).get(code)
    if found is not None:
        return found
    others = {each.code: CodeText(each.code, each.doc) for each in all_passes() if not has_page(each.code)}
    if code not in others:
        known = [*others, *(known for group in groups() for known in codes_of(group))]
        raise SetupError("text.code", f"Code {unknown(code, known)}")
    return others[code]
