"""What is wrong with a file that is not YAML, in words that help, at the place where it would be mended.

A parser says where it gave up. For an open bracket that is the end of the file, for a text with a colon in it a
sentence about "mapping values". This table turns what ruamel.yaml says into what an author should do.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Callable

    from kingsburg_rules.content.yaml_positions import Place

LINE_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
"""What YAML counts as the end of a line."""


@frozen
class Trouble:
    """What the parser says, where it was (`at`), since where (`since`), and the innermost open bracket."""

    text: str
    problem: str
    context: str
    at: Place
    since: Place
    bracket: Place | None = None

    @property
    def line(self) -> str:
        """The line on which the parser gave up."""
        lines = LINE_BREAK.split(self.text)
        return lines[self.at[0] - 1] if self.at[0] <= len(lines) else ""

    @property
    def found(self) -> str:
        """The character or token that the parser names last."""
        named = re.findall(r"'((?:[^'\\]|\\.)+)'|\"(')\"", self.problem)
        return "".join(named[-1]) if named else ""


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
    return Advice(trouble.at, "yaml.syntax", f"this is not YAML: {trouble.problem or trouble.context}")


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
    line, column = trouble.at
    before = trouble.line[: column - 1]
    if re.search(r":\s", before):
        message = "a second ': ' on this line; put text that has one in quotes, or a new key on a line of its own"
        return Advice(trouble.at, "yaml.colon", message)
    begins = len(before) - len(before.lstrip(" -")) + 1
    message = f"'{before.strip(' -')}' does not line up with the lines above, or the line above lacks its ':'"
    return Advice((line, begins), "yaml.indent", message)


def _open_bracket(trouble: Trouble) -> Advice:
    """A bracket without its partner; where the next entry stands on the same line, a comma is more likely."""
    kind = "{" if "flow mapping" in trouble.context else "["
    if trouble.at[0] == trouble.since[0] and trouble.found not in ("}", "]", "<stream end>"):
        return Advice(trouble.at, "yaml.bracket", f"a ',' is missing before this, or the '{kind}' is not closed")
    message = f"this '{kind}' is not closed, or a ',' is missing before line {trouble.at[0]}"
    return Advice(trouble.since, "yaml.bracket", message)


def _no_value(trouble: Trouble) -> Advice:
    found = trouble.found
    if found == "<stream end>":
        return Advice(trouble.bracket or trouble.since, "yaml.bracket", "this bracket is not closed")
    if found == "-":
        return Advice(trouble.at, "yaml.dash", "between brackets a list has no '- '; part its items by commas")
    if found in ("}", "]"):
        return Advice(trouble.at, "yaml.bracket", f"this '{found}' closes nothing")
    return Advice(trouble.at, "yaml.value", f"a value is missing before '{found}'")


def _not_in_line(trouble: Trouble) -> Advice:
    what = "list" if "collection" in trouble.context else "map"
    if trouble.found == "<scalar>":
        return Advice(trouble.at, "yaml.quotes", "text goes on after its closing quote; put all of it in quotes")
    if what == "list" and trouble.found == "?":
        message = f"this belongs neither to the list of line {trouble.since[0]} (a '- ' is missing) nor to what is "
        return Advice(trouble.at, "yaml.indent", f"{message}around it (it stands too far to the right)")
    message = f"this does not line up with the {what} that begins on line {trouble.since[0]}"
    return Advice(trouble.at, "yaml.indent", message)


_RULES: tuple[tuple[str, Callable[[Trouble], Advice]], ...] = (
    (r"cannot start any token", _odd_character),
    (r"quoted scalar.*(end of stream|document separator)", _since("yaml.quotes", "this quote is never closed")),
    (
        r"double-quoted scalar",
        _at("yaml.escape", "in double quotes a backslash begins an escape; double it, or use single quotes"),
    ),
    (r"mapping values are not allowed", _colon),
    (
        r"sequence entries are not allowed",
        _at("yaml.dash", "a list begins on a line of its own: put the '- ' under its key"),
    ),
    (r"could not find expected ':'", _since("yaml.colon", "a key needs a ':' behind it")),
    (r"expected ',' or ", _open_bracket),
    (r"expected the node content", _no_value),
    (r"expected <block end>", _not_in_line),
    (
        r"scanning an (anchor|alias)",
        _since("yaml.quotes", "text that begins with '&' or '*' must stand in quotes"),
    ),
    (r"(scanning|parsing) an? tag|tag handle", _since("yaml.tag", "text that begins with '!' must stand in quotes")),
    (r"directive|YAML document", _at("yaml.directive", "leave out lines that begin with '%'")),
    (r"<document start>|document end", _at("yaml.documents", "a file holds one document: leave out '---' and '...'")),
    (
        r"block scalar",
        _since("yaml.block", "after '|' or '>' the line ends; the text begins on the next one, indented evenly"),
    ),
    (r"found unexpected ':'", _at("yaml.quotes", "put text that has a ':' in quotes")),
)
"""What the parser says, tried from the top, and how we say it."""
