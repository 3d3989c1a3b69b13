"""The variables that can be read at a place: brought by the moment, set before, or remembered by the card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.editor.symbols import MEMORY, MOMENT
from kingsburg_rules.language import ACTOR, CARD, EVENTS, NUMBER, PAYLOAD, QUERIES, STATS_BY_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingsburg_rules.content import KeyPath
    from kingsburg_rules.editor.parser import ParsedText, ParsedWord
    from kingsburg_rules.editor.symbols import SymbolTable

_ABILITY = 4
"""The length of the path of an ability: a list, a card, a list, an ability."""

_AS, _SET = "as", "set"
_DRAWS = {"draw": CARD, "roll": NUMBER}
_LOOPS = ("for_each", "choose")


@frozen
class LocalVariable:
    """A variable: its type if it is known, its origin in words, and the place where it is set."""

    name: str
    kind: str
    doc: str
    entry: ParsedWord


def variables(found: ParsedText, path: KeyPath, line: int, symbols: SymbolTable) -> list[LocalVariable]:
    """List the variables at a place; of two with one name, the one set last before it."""
    brought, remembered = _brought(found, path, symbols), _remembered(found, path)
    # Later ones replace earlier ones: a step may set what the moment brought.
    every = (*brought, *remembered, *_set(found, path, line))
    return [*{variable.name: variable for variable in every}.values()]


def variable_named(
    name: str, found: ParsedText, path: KeyPath, line: int, symbols: SymbolTable
) -> LocalVariable | None:
    """Find the variable that is read at a place as `$name`."""
    known = variables(found, path, line, symbols)
    return next((variable for variable in known if f"${variable.name}" == name), None)


def _brought(found: ParsedText, path: KeyPath, symbols: SymbolTable) -> Iterator[LocalVariable]:
    """Return what comes with the moment of a trigger, or with the number that a modifier changes."""
    ability = path[:_ABILITY]
    when, what, by = (found.word(*ability, key) for key in ("when", "what", "by"))
    if what is not None and what.text in STATS_BY_NAME and len(path) >= _ABILITY:
        for name in STATS_BY_NAME[what.text].payload:
            yield LocalVariable(name, PAYLOAD.get(name, NUMBER), f"comes with the number `{what.text}`", what)
    if when is None:
        return
    event = next((event for event in EVENTS if event.name == when.text), None)
    for name in event.payload if event is not None else ():
        yield LocalVariable(name, PAYLOAD.get(name, NUMBER), f"comes with the moment `{when.text}`", when)
    by_players = event.each if event is not None else symbols.named(when.text, MOMENT) is not None
    if by is not None and by.text != "me" and by_players:
        yield LocalVariable(ACTOR, PAYLOAD[ACTOR], "the player to whom it happened", by)


def _remembered(found: ParsedText, path: KeyPath) -> Iterator[LocalVariable]:
    for entry in found.within((*path[:2], MEMORY)):
        if entry.path[-1] == "id" and not entry.is_key:
            of_type = found.word(*entry.path[:-1], "type")
            yield LocalVariable(
                entry.text, of_type.text if of_type else NUMBER, "what the card remembers", entry
            )


def _set(found: ParsedText, path: KeyPath, line: int) -> Iterator[LocalVariable]:
    """Return what steps before a place, or around it, put into variables."""
    for entry in found.within(path[:_ABILITY]):
        if entry.line > line:
            break
        if not entry.path:
            continue
        *around, key = entry.path
        if not entry.is_key and key == _AS:
            yield LocalVariable(
                entry.text, _kind_of(found, tuple(around)), f"set in line {entry.line + 1}", entry
            )
        elif entry.is_key and len(around) > 1 and around[-1] == _SET:
            yield LocalVariable(entry.text, "", f"set in line {entry.line + 1}", entry)
        elif entry.is_key and key in QUERIES.words:
            yield from _found_by(found, path, entry)
        elif entry.is_key and key == "draw" and found.word(*entry.path, _AS) is None:
            yield LocalVariable(CARD, CARD, f"the card drawn in line {entry.line + 1}", entry)


def _found_by(found: ParsedText, path: KeyPath, entry: ParsedWord) -> Iterator[LocalVariable]:
    """Return the variable of a query: of each thing that it tests, or of those that a step goes through."""
    *around, key = entry.path
    things = QUERIES.words[str(key)].things
    is_looped = bool(around) and around[-1] in _LOOPS and found.word(*around, _AS) is None
    if is_looped or path[: len(entry.path)] == entry.path:
        yield LocalVariable(things, things, f"what the query in line {entry.line + 1} finds", entry)


def _kind_of(found: ParsedText, step: KeyPath) -> str:
    """Return the type of the variable that a step names."""
    if step and step[-1] in _DRAWS:
        return _DRAWS[str(step[-1])]
    keys = (str(entry.path[-1]) for entry in found.items(step))
    return next((QUERIES.words[key].things for key in keys if key in QUERIES.words), "")
