"""Digests: short hashes of what rules mean.

A digest covers what is compiled: ids, costs, effects, the calendar, and what packs add. It does not cover
what is only for people, such as names, texts, notes and examples, nor comments, the order of keys, or
defaults that are written out. Nor does it cover what never happens under the switches and with the modules of
the rule set, and switches that have their default. So saves and records stay loadable when prose changes, or
when the language gains a word, a key or a switch that their rules do not use, and are refused when a rule
changes.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, TypeGuard

from attrs import define, fields, has

from kingsburg_rules.language.cards import CardNode, Trigger
from kingsburg_rules.language.registry import Node, Word
from kingsburg_rules.language.simplify import simplified_calendar, simplified_card
from kingsburg_rules.language.switches import changed_switches
from kingsburg_rules.language.values import Literal, Variable
from kingsburg_rules.language.vocabulary import EVENTS, RESOURCES

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
        meaning.add(ref.partition("/")[0], simplified_card(card, rules.names))
    calendar = simplified_calendar(rules.calendar, rules.names)
    meaning.add(calendar.at.partition("/")[0], calendar)
    return {pack: _hashed(parts) for pack, parts in meaning.parts.items()}


def digest_rules(rules: Rules) -> str:
    """Compute the digest of a rule set: equal digests play equal games."""
    compiled, known = rules.compiled, {resource.name for resource in RESOURCES}
    return _hashed(
        [
            FORMAT,
            rules.edition,
            [*rules.variants],
            sorted(changed_switches(rules.switches).items()),
            [*rules.pack_digests.items()],
            [
                [r.name, r.good, r.minimum, r.limit, r.lasts]
                for r in compiled.resources
                if r.name not in known
            ],
            [[moment.name, moment.each] for moment in rules.names.moments[len(EVENTS) :]],
            [*compiled.enemy_types],
            [*compiled.seats],
        ]
    )


def _hashed(data: object) -> str:
    return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:_LENGTH]


@define(eq=False)
class _Meaning:
    """The meaning of packs, as plain data by pack.

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
        # A phase that a pack puts into the calendar of the base game belongs to that pack.
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
        # Such a default is not in the class, yet writing it out must not change the digest.
        usual = self._usual(value) if isinstance(value, Trigger) else {}
        return {
            attribute.name: self._plain(found, pack)
            for attribute in fields(cls)
            if attribute.name != "at" and not attribute.metadata.get("for_people")
            if (found := getattr(value, attribute.name)) != attribute.default
            if attribute.name not in usual or found != usual[attribute.name]
        }

    def _usual(self, trigger: Trigger) -> dict[str, object]:
        """Return the defaults of a trigger that its moment or its card decides."""
        moment = self.names.moments[self.names.events[trigger.when]]
        return {"uses": moment.uses, "optional": self.optional}


def _is_tuple(value: object) -> TypeGuard[tuple[object, ...]]:
    return isinstance(value, tuple)


_WITHOUT_WORD: dict[type[Word], str] = {Literal: "name", Variable: "$"}
"""The values that are written without a word."""


def _kind_of(value: object) -> str:
    """Return what tells apart values that may stand in one place: the kind of a card, or the word."""
    if isinstance(value, CardNode):
        return value.kind
    if isinstance(value, Word):
        return _WITHOUT_WORD.get(type(value)) or value.word
    # The place decides what it is. The name of a class is left out, so that it can change.
    return ""
