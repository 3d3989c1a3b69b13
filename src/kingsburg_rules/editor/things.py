"""The things that a pack may name: its cards, decks, resources and moments, and those of packs it builds on.

They are found with sketches, so a file counts even while something in it cannot be read.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from kingsburg_rules.content.assembly import CARD_LISTS
from kingsburg_rules.content.documents import LOCALES, PACK_FILE, built_in_packs, data_folder
from kingsburg_rules.content.selection import Shelf, with_needs
from kingsburg_rules.editor.sketch import sketch

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from kingsburg_rules.content.documents import Document
    from kingsburg_rules.content.yaml_reader import KeyPath
    from kingsburg_rules.editor.desk import Desk, Home
    from kingsburg_rules.editor.sketch import Entry

CARD, DECK, RESOURCE, MOMENT, SEQUENCE, PHASE, ENEMY_TYPE, MEMORY, PLACE, STRIP, PACK = (
    *("card", "deck", "resource", "moment", "sequence", "phase", "enemy type", "memory", "place", "strip"),
    "pack",
)

_ALSO = {"advisor": PLACE, "strip": STRIP}
"""The kinds of card that are something else as well."""

_BASE = "base"


_LISTS = {
    **dict.fromkeys(CARD_LISTS, CARD),
    **{"decks": DECK, "resources": RESOURCE, "moments": MOMENT, "phases": PHASE, "sequences": SEQUENCE},
}


@frozen
class Thing:
    """Something with an id: what it is, its pack, and where it stands."""

    what: str
    id: str
    pack: str
    path: Path
    entry: Entry
    section: str = ""
    name: str = ""
    text: str = ""

    @property
    def ref(self) -> str:
        """Its id with its pack."""
        return f"{self.pack}/{self.id}"


@define(eq=False, repr=False)
class Things:
    """All things that a file may name, those of its own pack first."""

    pack: str
    all: list[Thing] = field(factory=list[Thing])

    def of(self, *kinds: str) -> Iterator[Thing]:
        """Give the things of some kinds."""
        return (thing for thing in self.all if thing.what in kinds)

    def named(self, name: str, *kinds: str) -> Thing | None:
        """Give the thing with an id, or with `pack/id`."""
        found = (thing for thing in self.of(*kinds) if name in (thing.ref, thing.id))
        return next(found, None)


def things_for(desk: Desk, home: Home) -> Things:
    """Collect what a pack may name: its own things, those of the packs it requires, and of the base game."""
    files = desk.files(home)
    about = sketch(files.get(home.path / PACK_FILE, ""))
    own = about.word("id")
    found = Things(own.text if own else home.path.stem if home.is_lone else home.path.name)
    for path, text in files.items():
        found.all += things_in(found.pack, path, text)
    required = [entry.text for entry in about.within(("requires",)) if len(entry.path) == 2]
    for pack in packs_needed([_BASE, *required], desk.shelf(home)):
        if pack != found.pack:
            found.all += things_of(pack, desk.shelf(home))
    return found


def packs_needed(names: Iterable[str], shelf: Shelf) -> list[str]:
    """Give packs with all that they require, as far as they are known."""
    return [member.id for member in with_needs(names, shelf)]


def things_of(pack: str, shelf: Shelf) -> list[Thing]:
    """Give the things of a pack that is not the one on the screen."""
    if pack in built_in_packs():
        return _built_in(pack)
    document = shelf.find(pack)
    return [] if document is None else [*_of_document(document)]


def _of_document(document: Document) -> Iterator[Thing]:
    for name, text in document.texts.items():
        yield from things_in(document.folder, Path(document.names[name]), text)


@lru_cache(maxsize=32)
def _built_in(pack: str) -> list[Thing]:
    """Give the things of a pack of the library, from its YAML, which lies beside what is played."""
    folder = Path(data_folder("content")) / pack
    found: list[Thing] = []
    for path in sorted(folder.rglob("*.yaml")):
        if LOCALES not in path.relative_to(folder).parts:
            found += things_in(pack, path, path.read_text(encoding="utf-8"))
    return found


@lru_cache(maxsize=64)
def things_in(pack: str, path: Path, text: str) -> tuple[Thing, ...]:
    """Find the things in a file."""
    found = sketch(text)
    words = {entry.path: entry for entry in found.entries if not entry.is_key}
    things = [*_with_ids(pack, path, words), *_by_cards(pack, path, words)]
    if path.name == PACK_FILE and ("id",) in words:
        title = words.get(("title",))
        things.append(Thing(PACK, pack, pack, path, words["id",], name=title.text if title else ""))
    return tuple(things)


def _with_ids(pack: str, path: Path, words: Mapping[KeyPath, Entry]) -> Iterator[Thing]:
    """Find what has an id: items of lists, what is inside cards, and phases of the calendar."""
    for at, entry in words.items():
        if not at or at[-1] != "id" or not entry.text:
            continue
        section = str(at[0])
        what = _LISTS.get(section, "") if len(at) == 3 else ""
        if at[:2] == ("calendar", "sequences") and len(at) == 4:
            what = SEQUENCE
        elif len(at) > 2 and at[-2] == "phase":
            what = PHASE
        elif len(at) == 5 and at[2] in ("memory", "places"):
            what = MEMORY if at[2] == "memory" else PLACE
        if what:
            name, text = _said(words, at, "name"), _said(words, at, "text")
            yield Thing(what, entry.text, pack, path, entry, section, name, text)
            if what == CARD and CARD_LISTS[section] in _ALSO:
                yield Thing(_ALSO[CARD_LISTS[section]], entry.text, pack, path, entry, section, name)


def _said(words: Mapping[KeyPath, Entry], at: KeyPath, key: str) -> str:
    """Give what stands beside an id."""
    found = words.get((*at[:-1], key))
    return found.text if found is not None else ""


def _by_cards(pack: str, path: Path, words: Mapping[KeyPath, Entry]) -> Iterator[Thing]:
    """Find decks and kinds of enemy: there are those that cards belong to."""
    seen: set[tuple[str, str]] = set()
    for key, section, what in (("deck", "deck_cards", DECK), ("type", "enemies", ENEMY_TYPE)):
        for at, entry in words.items():
            if len(at) == 3 and at[0] == section and at[2] == key and (what, entry.text) not in seen:
                seen.add((what, entry.text))
                yield Thing(what, entry.text, pack, path, entry, section)
