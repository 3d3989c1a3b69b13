"""What is shown for a word: what it means, or what the card does that it names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from kingsburg_rules.content.assembly import CARD_LISTS
from kingsburg_rules.content.rules import Rules, load_rules
from kingsburg_rules.editor import things as kinds
from kingsburg_rules.editor.completion import described
from kingsburg_rules.editor.finding import entry_at, thing_named
from kingsburg_rules.editor.grammar import spot_at, word_at
from kingsburg_rules.editor.outline import cards_in
from kingsburg_rules.editor.playing import rules_with
from kingsburg_rules.editor.scope import variables
from kingsburg_rules.editor.sketch import sketch
from kingsburg_rules.editor.things import things_for
from kingsburg_rules.engine.errors import KingsburgError
from kingsburg_rules.language.manual import manual_of
from kingsburg_rules.language.vocabulary import EVENTS, KINDS, RESOURCES, STATS
from kingsburg_rules.testing.examples import rules_of_pack
from kingsburg_rules.text.cards import explain

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from kingsburg_rules.content.packs import Pack
    from kingsburg_rules.editor.desk import Desk, Home
    from kingsburg_rules.editor.places import Position, Span
    from kingsburg_rules.editor.sketch import Entry
    from kingsburg_rules.editor.things import Thing

_BROKEN = "_What it does can be said when there are no mistakes in the pack._"
_OLD = "_There are mistakes in the pack; before them it did this:_"


@frozen
class Hover:
    """What is shown, in Markdown, and the word it is about."""

    text: str
    span: Span


@define(eq=False)
class Hovers:
    """Answers what is under the mouse; the rules of packs are kept until they change."""

    desk: Desk
    _rules: dict[Home, tuple[Pack, Rules]] = field(factory=dict["Home", "tuple[Pack, Rules]"])

    def at(self, path: Path, position: Position) -> Hover | None:
        """Say what a word of a file means."""
        entry = entry_at(self.desk, path, position)
        if entry is None:
            return None
        said = "\n\n---\n\n".join(filter(None, self._said(path, entry)))
        lines = sketch(self.desk.text(path)).lines
        return Hover(said, lines.span(entry.line, entry.column, entry.end)) if said else None

    def _said(self, path: Path, entry: Entry) -> Iterator[str]:
        if entry.text.startswith("$"):
            yield self._variable(path, entry)
            return
        card = self._card_named_here(path, entry)
        thing = card or (None if entry.is_key and self._is_known(path, entry) else self._named(path, entry))
        if thing is not None:
            yield self.about(path, thing)
        elif not entry.is_key:
            yield _fixed(entry.text)
        if entry.is_key or thing is None:
            yield self._key(path, entry)

    def _is_known(self, path: Path, entry: Entry) -> bool:
        around = spot_at(self.desk.kind(path), entry.path[:-1])
        return around is not None and str(entry.path[-1]) in around.fields()

    def _named(self, path: Path, entry: Entry) -> Thing | None:
        return thing_named(self.desk, path, entry)

    def _key(self, path: Path, entry: Entry) -> str:
        """Say what a key means, a word of the language with its edges, and the keys that stand under it."""
        spot = spot_at(self.desk.kind(path), entry.path)
        if spot is None or not spot.doc:
            return ""
        key = next((str(part) for part in reversed(entry.path) if isinstance(part, str)), "")
        if not entry.is_key:
            return f"**{key}**: {spot.doc}"
        word = word_at(self.desk.kind(path), entry.path)
        return f"**{key}**: {described(spot, manual_of(word) if word else spot.doc)}"

    def _variable(self, path: Path, entry: Entry) -> str:
        things = things_for(self.desk, self.desk.home(path))
        for variable in variables(sketch(self.desk.text(path)), entry.path, entry.line, things):
            if variable.name == entry.text[1:]:
                return f"**{entry.text}**: {KINDS.get(variable.kind, 'a variable')}, {variable.doc}."
        return ""

    # Cards

    def _card_named_here(self, path: Path, entry: Entry) -> Thing | None:
        """Give the card whose `id`, `name` or `override` a word is, its key included."""
        if len(entry.path) != 3 or str(entry.path[0]) not in CARD_LISTS:
            return None
        if entry.path[2] not in ("id", "name", "override"):
            return None
        found = next((card for card in cards_in(self.desk.text(path)) if card.path == entry.path[:2]), None)
        if found is None:
            return None
        things = things_for(self.desk, self.desk.home(path))
        pack, _, name = found.id.text.rpartition("/")
        ref = f"{pack or things.pack}/{name}"
        return next((t for t in things.of(kinds.CARD) if t.ref == ref), None) or self._named(path, found.id)

    def about(self, path: Path, thing: Thing) -> str:
        """Describe a thing: of a card, what it does, in words made from its effect."""
        kind = CARD_LISTS.get(thing.section, thing.what)
        head = f"**{thing.name or thing.id}** ({kind}, `{thing.ref}`)"
        if thing.section not in CARD_LISTS or thing.what in (kinds.DECK, kinds.ENEMY_TYPE):
            return f"{head}\n\n{thing.text}" if thing.text else head
        parts = [head, *self._does(path, thing)]
        if thing.text:
            parts.append(f"The author's text: {thing.text}")
        return "\n\n".join(parts)

    def _does(self, path: Path, thing: Thing) -> Iterator[str]:
        home = self.desk.home(path)
        rules, fresh = self._rules_for(home, thing)
        if rules is None or thing.ref not in rules.table.card:
            yield _BROKEN
            return
        if not fresh:
            yield _OLD
        yield explain(thing.ref, rules).generated.replace("\n", "  \n")

    def _rules_for(self, home: Home, thing: Thing) -> tuple[Rules | None, bool]:
        """Give rules with a card, and whether they are those of the screen."""
        checked = self.desk.check(home)
        try:
            if checked.pack is not None:
                known = self._rules.get(home)
                if known is None or known[0] is not checked.pack:
                    rules = rules_with(checked.pack, self.desk.shelf(home))
                    known = self._rules[home] = (checked.pack, rules)
                if thing.ref in known[1].table.card:
                    return known[1], True
            elif home in self._rules and thing.ref in self._rules[home][1].table.card:
                return self._rules[home][1], False
            return _elsewhere(thing, self.desk, home), True
        except KingsburgError:
            return None, False


def _elsewhere(thing: Thing, desk: Desk, home: Home) -> Rules | None:
    """Load rules for a card of a pack that the one on the screen does not play with."""
    document = desk.shelf(home).find(thing.pack)
    if document is None:
        return None
    if document.is_built_in:
        return rules_of_pack(thing.pack)
    return load_rules(packs=[thing.pack])


def _fixed(word: str) -> str:
    """Say what a fixed word of the language means."""
    for known in (*EVENTS, *STATS, *RESOURCES):
        if known.name == word:
            return f"**{word}**: {known.doc}"
    return ""
