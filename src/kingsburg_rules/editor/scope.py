"""The variables that can be read at a place: brought by the moment, set before, or remembered by the card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.editor.things import MEMORY, MOMENT
from kingsburg_rules.language.registry import QUERIES
from kingsburg_rules.language.vocabulary import ACTOR, CARD, EVENTS, NUMBER, PAYLOAD, STATS_BY_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingsburg_rules.content.yaml_reader import KeyPath
    from kingsburg_rules.editor.sketch import Entry, Sketch
    from kingsburg_rules.editor.things import Things

_ABILITY = 4
"""How many parts lead to an ability of a card: a list, a card, a list, an ability."""

_AS, _SET = "as", "set"
_DRAWS = {"draw": CARD, "roll": ""}
_LOOPS = ("for_each", "choose")


@frozen
class Variable:
    """A variable: its type if it is known, where it comes from in words, and the place where it is set."""

    name: str
    kind: str
    doc: str
    entry: Entry | None = None


def variables(found: Sketch, path: KeyPath, line: int, things: Things) -> list[Variable]:
    """List the variables at a place; of two with one name, the one set last before it."""
    known: dict[str, Variable] = {}
    brought, remembered = _brought(found, path, things), _remembered(found, path)
    for variable in (*brought, *remembered, *_set(found, path, line)):
        known[variable.name] = variable
    return [*known.values()]


def _brought(found: Sketch, path: KeyPath, things: Things) -> Iterator[Variable]:
    """Give what comes with the moment of a trigger, or with the number that a modifier changes."""
    ability = path[:_ABILITY]
    when, what, by = (found.word(*ability, key) for key in ("when", "what", "by"))
    if what is not None and what.text in STATS_BY_NAME and len(path) >= _ABILITY:
        for name in STATS_BY_NAME[what.text].payload:
            yield Variable(name, PAYLOAD.get(name, NUMBER), f"comes with the number `{what.text}`", what)
    event = next((event for event in EVENTS if when is not None and event.name == when.text), None)
    if when is not None and event is not None:
        for name in event.payload:
            yield Variable(name, PAYLOAD.get(name, NUMBER), f"comes with the moment `{event.name}`", when)
    each = event is not None and event.each
    if when is not None and by is not None and by.text != "me" and (each or things.named(when.text, MOMENT)):
        yield Variable(ACTOR, PAYLOAD[ACTOR], "the player to whom it happened", by)


def _remembered(found: Sketch, path: KeyPath) -> Iterator[Variable]:
    """Give what the card remembers."""
    for entry in found.within((*path[:2], MEMORY)):
        if entry.path[-1] == "id" and not entry.is_key:
            of_type = found.word(*entry.path[:-1], "type")
            yield Variable(entry.text, of_type.text if of_type else NUMBER, "what the card remembers", entry)


def _set(found: Sketch, path: KeyPath, line: int) -> Iterator[Variable]:
    """Give what steps before a place, or around it, put into variables."""
    for entry in found.within(path[:_ABILITY]):
        if entry.line > line:
            break
        if not entry.path:
            continue
        *around, key = entry.path
        if not entry.is_key and key == _AS:
            yield Variable(entry.text, _kind_of(found, tuple(around)), f"set in line {entry.line + 1}", entry)
        elif entry.is_key and len(around) > 1 and around[-1] == _SET:
            yield Variable(entry.text, "", f"set in line {entry.line + 1}", entry)
        elif entry.is_key and key in QUERIES.words:
            yield from _found_by(found, path, entry)
        elif entry.is_key and key == "draw" and found.word(*entry.path, _AS) is None:
            yield Variable(CARD, CARD, f"the card drawn in line {entry.line + 1}", entry)


def _found_by(found: Sketch, path: KeyPath, entry: Entry) -> Iterator[Variable]:
    """Give the variable of a query: of the thing in question within it, or of what a step goes through."""
    *around, key = entry.path
    things = QUERIES.words[str(key)].things
    looped = bool(around) and around[-1] in _LOOPS and found.word(*around, _AS) is None
    inside = path[: len(entry.path)] == entry.path
    if looped or inside:
        yield Variable(things, things, f"what the query in line {entry.line + 1} finds", entry)


def _kind_of(found: Sketch, step: KeyPath) -> str:
    """Tell the type of the variable that a step names."""
    if step and step[-1] in _DRAWS:
        return _DRAWS[str(step[-1])] or NUMBER
    keys = (entry.path[-1] for entry in found.within(step) if len(entry.path) == len(step) + 1)
    return next((QUERIES.words[key].things for key in map(str, keys) if key in QUERIES.words), "")
