"""Where a thing is defined: cards, decks, resources, moments, sequences, phases, packs and variables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.content.documents import PACK_FILE, built_in_folders
from kingsburg_rules.editor import things as kinds
from kingsburg_rules.editor.grammar import spot_at
from kingsburg_rules.editor.places import Span
from kingsburg_rules.editor.scope import variables
from kingsburg_rules.editor.sketch import sketch
from kingsburg_rules.editor.things import Thing, things_for, things_of

if TYPE_CHECKING:
    from kingsburg_rules.editor.desk import Desk
    from kingsburg_rules.editor.places import Position
    from kingsburg_rules.editor.sketch import Entry


@frozen
class Target:
    """A part of a file."""

    path: Path
    span: Span


_ORDER = (
    *(kinds.CARD, kinds.PLACE, kinds.STRIP, kinds.RESOURCE, kinds.DECK, kinds.MOMENT, kinds.SEQUENCE),
    *(kinds.PHASE, kinds.ENEMY_TYPE, kinds.PACK, kinds.MEMORY),
)
_FIRST = {
    **dict.fromkeys(("deck", "kind"), kinds.DECK),
    **dict.fromkeys(("run", "sequence"), kinds.SEQUENCE),
    **dict.fromkeys(("when", "until", "event", "window"), kinds.MOMENT),
    **{"type": kinds.ENEMY_TYPE, "strip": kinds.STRIP, "requires": kinds.PACK, "after": kinds.PACK},
}
"""What the value of a key is, rather than another thing of the same name."""


def entry_at(desk: Desk, path: Path, position: Position) -> Entry | None:
    """Give the key or word at a place of a file."""
    found = sketch(desk.text(path))
    return found.at(position.line, found.lines.column(position))


def define_at(desk: Desk, path: Path, position: Position) -> Target | None:
    """Find what is named at a place of a file."""
    entry = entry_at(desk, path, position)
    if entry is None:
        return None
    if entry.text.startswith("$"):
        return _variable(desk, path, entry)
    thing = thing_named(desk, path, entry)
    return None if thing is None else target(desk, thing)


def target(desk: Desk, thing: Thing) -> Target:
    """Give the place of a thing."""
    lines = sketch(desk.text(thing.path)).lines
    return Target(thing.path, lines.span(thing.entry.line, thing.entry.column, thing.entry.end))


def _variable(desk: Desk, path: Path, entry: Entry) -> Target | None:
    """Find where a variable was set last, or what brings it."""
    found, home = sketch(desk.text(path)), desk.home(path)
    for variable in variables(found, entry.path, entry.line, things_for(desk, home)):
        at = variable.entry
        if variable.name == entry.text[1:] and at is not None:
            return Target(path, found.lines.span(at.line, at.column, at.end))
    return None


def thing_named(desk: Desk, path: Path, entry: Entry) -> Thing | None:
    """Find the thing that a word of a file names; prose names nothing."""
    key = next((str(part) for part in reversed(entry.path) if isinstance(part, str)), "")
    kind = desk.kind(path)
    if key in ("text", "name", "note", "shows", "title", "blurb"):
        return None
    if entry.is_key and kind == "pack" and not _is_name(kind, entry):
        return None
    home = desk.home(path)
    things = things_for(desk, home)
    order = (_FIRST[key], *_ORDER) if key in _FIRST else _ORDER
    found = next((thing for what in order if (thing := things.named(entry.text, what))), None)
    if found is None and "/" in entry.text:
        pack = entry.text.partition("/")[0]
        others = things_of(pack, desk.shelf(home))
        found = next((t for t in others if t.what == kinds.CARD and t.ref == entry.text), None)
    if found is None and path.name == PACK_FILE and (entry.text in built_in_folders() or key in _FIRST):
        others = things_of(entry.text, desk.shelf(home))
        found = next((thing for thing in others if thing.what == kinds.PACK), None)
    return found


def _is_name(kind: str, entry: Entry) -> bool:
    """Whether a key is the name of a thing, and no key of the language."""
    around = spot_at(kind, entry.path[:-1])
    return around is not None and str(entry.path[-1]) not in around.fields()
