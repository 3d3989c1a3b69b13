"""What is wrong with a file that is not YAML, in words that help, at the place where it would be mended.

A parser says where it gave up. For an open bracket that is the end of the file, for a text with a colon in it
a sentence about "mapping values". This table turns what ruamel.yaml says into what an author should do.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.content.yaml_positions import START
from kingsburg_rules.content.yaml_scalars import clip

if TYPE_CHECKING:
    from collections.abc import Callable

    from kingsburg_rules.content.yaml_positions import Place

LINE_BREAK = re.compile("\r\n|[\r\n]")
"""What YAML counts as the end of a line."""


@frozen
class Trouble:
    """What the parser says, where it gave up (`at`), and where the thing began that it was reading (`since`).

    `bracket` is the innermost bracket still open, `before` the last thing that was read well.
    """

    text: str
    problem: str
    context: str
    at: Place
    since: Place
    bracket: Place | None = None
    before: Place = START

    @property
    def line(self) -> str:
        """The line on which the parser gave up, as far as it came."""
        lines = LINE_BREAK.split(self.text)
        return lines[self.at[0] - 1][: self.at[1] - 1] if self.at[0] <= len(lines) else ""

    @property
    def found(self) -> str:
        """The character or token that the parser names last."""
        named = re.findall(r"'((?:[^'\\]|\\.)+)'", self.problem)
        return str(named[-1]) if named else ""


@frozen
class Advice:
    """A complaint in our own words."""

    place: Place
    code: str
    message: str


def advise(trouble: Trouble) -> Advice:
    """Say what to do about a syntax error."""
    said = f"{trouble.context}: {trouble.problem}"
    for pattern, make in _RULES:
        if re.search(pattern, said):
            return make(trouble)
    if not trouble.problem:
        return Advice(trouble.before, "yaml.syntax", _STUMBLED)
    return Advice(trouble.at, "yaml.syntax", f"this is not YAML: {trouble.problem}")


def place_of(text: str, index: int) -> Place:
    """Give the place of a character."""
    lines = LINE_BREAK.split(text[:index])
    return len(lines), len(lines[-1]) + 1


def _at(code: str, message: str) -> Callable[[Trouble], Advice]:
    """Complain where the parser gave up."""
    return lambda trouble: Advice(trouble.at, code, message)


def _since(code: str, message: str) -> Callable[[Trouble], Advice]:
    """Complain where the thing began that never ended."""
    return lambda trouble: Advice(trouble.since, code, message)


def _odd_character(trouble: Trouble) -> Advice:
    if trouble.found == r"\t":
        return Advice(trouble.at, "yaml.tab", "there is a tab here; use spaces")
    return Advice(trouble.at, "yaml.quotes", f"text cannot begin with '{trouble.found}'; put it in quotes")


def _colon(trouble: Trouble) -> Advice:
    """Either text has a colon in it, or a line is indented as if it belonged to the value above."""
    line = trouble.line
    if re.search(r":\s", line):
        message = "this is the second ': ' of the line; put text that has one in quotes"
        return Advice(trouble.at, "yaml.colon", message)
    key = line.lstrip(" -")
    message = f"'{clip(key)}' does not line up with what is above it, or a ':' is missing there"
    return Advice((trouble.at[0], len(line) - len(key) + 1), "yaml.indent", message)


def _open_bracket(trouble: Trouble) -> Advice:
    """A bracket without its partner; where the next entry stands on the same line, a comma is more likely."""
    kind = "{" if "flow mapping" in trouble.context else "["
    if trouble.line.endswith(":"):
        return Advice(trouble.at, "yaml.colon", "put a space behind the ':'")
    if trouble.found in ("}", "]", "<stream end>"):
        return Advice(trouble.since, "yaml.bracket", f"this '{kind}' is not closed")
    if trouble.at[0] == trouble.since[0]:
        return Advice(trouble.at, "yaml.bracket", f"a ',' is missing before this, or '{kind}' is not closed")
    message = f"this '{kind}' is not closed, or a ',' is missing before line {trouble.at[0]}"
    return Advice(trouble.since, "yaml.bracket", message)


def _no_value(trouble: Trouble) -> Advice:
    found = trouble.found
    if found == "<stream end>":
        return Advice(trouble.bracket or trouble.since, "yaml.bracket", "this bracket is not closed")
    if found == "-":
        return Advice(trouble.at, "yaml.dash", "between brackets, commas part the items of a list, not '- '")
    if found in ("}", "]"):
        return Advice(trouble.at, "yaml.bracket", f"this '{found}' closes nothing")
    return Advice(trouble.at, "yaml.value", f"a value is missing before '{found}'")


def _out_of_line(trouble: Trouble) -> Advice:
    """Something that continues neither the list or map it stands in nor what is around that."""
    if trouble.found == "<scalar>":
        message = "text goes on after its closing quote; put all of it in quotes"
        return Advice(trouble.at, "yaml.quotes", message)
    if trouble.found in ("}", "]"):
        return Advice(trouble.at, "yaml.bracket", f"this '{trouble.found}' closes nothing")
    what = "list" if "collection" in trouble.context else "map"
    message = f"this does not line up with the {what} that begins on line {trouble.since[0]}"
    if what == "list" and trouble.found == "?":
        message = (
            f"a '- ' is missing here, or the list that begins on line {trouble.since[0]} is too far left"
        )
    return Advice(trouble.at, "yaml.indent", message)


_QUOTE = "this quote is never closed"
_ESCAPE = "in double quotes a backslash begins an escape; double it, or use single quotes"
_LIST = "a list begins on a line of its own: put the '- ' under its key"
_ANCHOR = "text that begins with '&' or '*' must stand in quotes"
_TAG = "text that begins with '!' must stand in quotes"
_DIRECTIVE = "leave out lines that begin with '%'"
_DOCUMENT = "a file holds one document; leave out '---' and '...'"
_BLOCK = "behind '|' or '>' the line ends; the text begins on the next line, evenly indented"
_KEY = "text that begins with '? ' must stand in quotes"
_STUMBLED = (
    "what follows cannot be read: look for a backslash in double quotes, or a line that begins with '%'"
)
_CONTROL = "there is a control character here, which cannot be seen; delete it"

_RULES: tuple[tuple[str, Callable[[Trouble], Advice]], ...] = (
    (r"control character", _at("yaml.character", _CONTROL)),
    (r"cannot start any token", _odd_character),
    (r"quoted scalar.*(end of stream|document separator)", _since("yaml.quotes", _QUOTE)),
    (r"double-quoted scalar", _at("yaml.escape", _ESCAPE)),
    (r"mapping values are not allowed", _colon),
    (r"mapping keys are not allowed", _at("yaml.quotes", _KEY)),
    (r"sequence entries are not allowed", _at("yaml.dash", _LIST)),
    (r"could not find expected ':'", _since("yaml.colon", "a key needs a ':' behind it")),
    (r"expected ',' or ", _open_bracket),
    (r"expected the node content", _no_value),
    (r"expected <block end>", _out_of_line),
    (r"scanning an (anchor|alias)", _since("yaml.quotes", _ANCHOR)),
    (r"(scanning|parsing) an? tag|tag handle", _since("yaml.tag", _TAG)),
    (r"directive|YAML document", _at("yaml.directive", _DIRECTIVE)),
    (r"<document start>|document end", _at("yaml.documents", _DOCUMENT)),
    (r"block scalar", _since("yaml.block", _BLOCK)),
    (r"found unexpected ':'", _at("yaml.quotes", "put text that has a ':' in quotes")),
)
"""What the parser says, tried from the top, and how we say it."""
