"""Digests: short hashes of what rules mean.

A digest covers what is compiled: ids, costs, effects, the calendar, resources and switches. It does not cover
what is only for people, such as names, texts, notes and examples, nor comments, the order of keys, or
defaults that are written out. So saves and records stay loadable when prose changes, and are refused when a
rule changes.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, TypeGuard

from attrs import define, fields, has

from kingsburg_rules.language.abilities import Trigger
from kingsburg_rules.language.cards import CardNode
from kingsburg_rules.language.registry import Node

if TYPE_CHECKING:
    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.language.emitter import Names

FORMAT = 1
"""The version of the engine. Saves and records of another version are refused."""

_LENGTH = 16


def digest_packs(rules: Rules) -> dict[str, str]:
    """Compute a digest for every pack of a rule set: of its cards, and of what it changes elsewhere."""
    meaning = _Meaning(rules.names, {pack: [] for pack, _ in rules.packs})
    for ref, card in rules.cards.items():
        meaning.add(ref.partition("/")[0], card)
    meaning.add(rules.calendar.at.partition("/")[0], rules.calendar)
    return {pack: _hashed(parts) for pack, parts in meaning.parts.items()}


def digest_rules(rules: Rules) -> str:
    """Compute the digest of a rule set: equal digests play equal games."""
    table = rules.table
    return _hashed(
        [
            FORMAT,
            rules.edition,
            [*rules.variants],
            sorted(rules.switches.items()),
            [*rules.pack_digests.items()],
            [[r.name, r.good, r.minimum, r.limit, r.lasts] for r in table.resources],
            [[moment.name, *moment.payload, moment.each] for moment in rules.names.moments],
            [*table.enemy_types],
            [*table.seats],
        ]
    )


def _hashed(data: object) -> str:
    return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:_LENGTH]


@define(eq=False)
class _Meaning:
    """What packs mean, as plain data by pack.

    A part that one pack puts into a card of another belongs to the pack that it comes from.
    """

    names: Names
    parts: dict[str, list[object]]
    optional: bool = False

    def add(self, pack: str, node: Node) -> None:
        """Add a card, or the calendar, to a pack."""
        self.optional = isinstance(node, CardNode) and node.optional
        self.parts[pack].append(self._plain(node, pack))

    def _plain(self, value: object, pack: str) -> object:
        """Turn a value into plain data, or into the name of the pack that it comes from."""
        if _is_tuple(value):
            return [self._plain(item, pack) for item in value]
        if value is None or isinstance(value, bool | int | str):
            return value
        home = (value.at if isinstance(value, Node) else "").partition("/")[0] or pack
        meaning = [_kind_of(value), self._fields(value, home)]
        if home == pack:
            return meaning
        self.parts[home].append(meaning)
        return ["from", home]

    def _fields(self, value: object, pack: str) -> dict[str, object]:
        """Turn the fields that matter in play, and do not have their default, into plain data."""
        cls = type(value)
        if not has(cls):
            raise TypeError(f"{value!r} has no digest")
        usual = self._usual(value) if isinstance(value, Trigger) else {}
        return {
            attribute.name: self._plain(found, pack)
            for attribute in fields(cls)
            if attribute.name != "at" and not attribute.metadata.get("for_people")
            if (found := getattr(value, attribute.name)) != attribute.default
            if attribute.name not in usual or found != usual[attribute.name]
        }

    def _usual(self, trigger: Trigger) -> dict[str, object]:
        """Give what a trigger means where it says nothing, and its moment or its card decides."""
        moment = self.names.moments[self.names.events[trigger.when]]
        return {"uses": moment.uses, "optional": self.optional}


def _is_tuple(value: object) -> TypeGuard[tuple[object, ...]]:
    return isinstance(value, tuple)


def _kind_of(value: object) -> object:
    """Return what tells values of different kinds apart: the kind of a card, the word, or else the class."""
    return getattr(value, "kind" if isinstance(value, CardNode) else "word", type(value).__name__)
