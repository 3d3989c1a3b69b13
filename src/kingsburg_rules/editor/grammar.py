"""The schema of a place in a file: the keys and words that may be written there, and what they mean.

A place is the path of keys and indexes that leads to it. Several things may be allowed there, such as a
number or a map; all of them are `variants`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import TypeAlias

from attrs import frozen

from kingsburg_rules.content import KeyPath, definition, required_keys
from kingsburg_rules.engine import is_list
from kingsburg_rules.language import PERMISSIONS, QUERIES, STEPS, TESTS, VALUES, Word, is_object

Schema: TypeAlias = Mapping[str, object]

_REFERENCE = "#/$defs/"
_VOCABULARIES = {
    "tests": TESTS,
    **{known.name: known for known in (PERMISSIONS, QUERIES, STEPS, TESTS, VALUES)},
}
"""The words that may stand in a map, by the definition of the map."""
_MOST = 200
"""The most variants that are followed, since definitions may refer to themselves; no place has more."""


@frozen
class Key:
    """A key that may stand in a map: its meaning, and whether a map, a list or a single word follows."""

    name: str
    doc: str
    takes_map: bool
    takes_list: bool
    takes_word: bool
    needed: bool


@frozen(eq=False, slots=False)
class SchemaPlace:
    """A place of a file of a kind: everything that may stand there."""

    kind: str
    variants: tuple[Schema, ...]
    doc: str = ""

    @cached_property
    def references(self) -> frozenset[str]:
        """The definitions that are allowed here, such as `card_value`."""
        return frozenset(name for name in (_reference(each) for each in self.variants) if name)

    @property
    def patterns(self) -> frozenset[str]:
        """The patterns of texts that are allowed here."""
        return frozenset(str(each["pattern"]) for each in self.variants if "pattern" in each)

    @property
    def words(self) -> tuple[str, ...]:
        """The words that are listed for this place."""
        listed = [str(word) for each in self.variants for word in _list(each.get("enum"))]
        flags = ["true", "false"] if any(each.get("type") == "boolean" for each in self.variants) else []
        return tuple(dict.fromkeys((*listed, *flags)))

    @property
    def is_single(self) -> bool:
        """Whether a map here has one key alone, as a word of the language has."""
        maps = [each for each in self.variants if "properties" in each]
        return bool(maps) and all(each.get("maxProperties") == 1 for each in maps)

    @property
    def is_listed(self) -> bool:
        """Whether a list may stand here."""
        return any("items" in each for each in self.variants)

    @property
    def is_open(self) -> bool:
        """Whether a map here takes further names, such as the resources of packs."""
        return any("patternProperties" in each for each in self.variants)

    def fields(self) -> dict[str, Key]:
        """Return the keys that a map may have here, those first that are needed."""
        found: dict[str, Key] = {}
        for each in self.variants:
            needed = required_keys(each, {}) if "properties" in each else []
            for name, part in _map(each.get("properties")).items():
                if name not in found:
                    found[name] = self._key(name, _map(part), needed=name in needed)
        return dict(sorted(found.items(), key=lambda item: not item[1].needed))

    def within(self, part: str | int) -> SchemaPlace | None:
        """Return the place under a key, or of an item; None if there is none."""
        found = [schema for each in self.variants for schema in _parts(each, part)]
        if not found:
            return None
        variants = tuple(variant for schema in found for variant in _variants(self.kind, schema))
        return SchemaPlace(self.kind, variants, _doc((found[0], *variants)))

    def _key(self, name: str, part: Schema, *, needed: bool) -> Key:
        variants = _variants(self.kind, part)
        return Key(
            name,
            _doc((part, *variants)),
            takes_map=any("properties" in each or "patternProperties" in each for each in variants),
            takes_list=any("items" in each for each in variants),
            takes_word=any("enum" in each or _takes_scalar(each.get("type")) for each in variants),
            needed=needed,
        )


@lru_cache(maxsize=4096)
def place_at(kind: str, path: KeyPath) -> SchemaPlace | None:
    """Return the place at a path of a file of a kind."""
    if not path:
        whole = definition(kind)
        return SchemaPlace(kind, tuple(_variants(kind, whole)), str(whole.get("description", "")))
    around = place_at(kind, path[:-1])
    return around.within(path[-1]) if around is not None else None


def word_at(kind: str, path: KeyPath) -> type[Word] | None:
    """Return the word of the language that the key at a path is; None for a field, a name or an item."""
    around, here, key = place_at(kind, path[:-1]), place_at(kind, path), path[-1]
    if around is None or here is None or not isinstance(key, str):
        return None
    # A query may stand among the keys of a step, and then refers into its vocabulary.
    within = {name.partition("/")[0] for name in here.references if "/" in name}
    known = [_VOCABULARIES[name] for name in around.references | within if name in _VOCABULARIES]
    return next((vocabulary.words[key] for vocabulary in known if key in vocabulary.words), None)


def _parts(schema: Schema, part: str | int) -> Iterator[Schema]:
    """Return the schemas of an item, or of the value of a key."""
    if isinstance(part, int):
        if "items" in schema:
            yield _map(schema["items"])
        return
    known = _map(schema.get("properties"))
    if part in known:
        yield _map(known[part])
    else:
        patterns = _map(schema.get("patternProperties")).items()
        yield from (_map(each) for pattern, each in patterns if re.search(pattern, part))


def _variants(kind: str, schema: Schema) -> list[Schema]:
    """Return all that a part of a schema allows."""
    found: list[Schema] = []
    waiting = [schema]
    while waiting and len(found) < _MOST:
        each = waiting.pop(0)
        found.append(each)
        name = _reference(each)
        if name:
            known, _, word = name.partition("/")
            target = _map(_map(definition(kind).get("$defs")).get(known))
            # Into a definition: a query among the keys of a step.
            waiting.append(
                _map(_map(target.get("properties")).get(word.rpartition("/")[2])) if word else target
            )
        if "type" in _map(each.get("if")):
            waiting += [_map(each[branch]) for branch in ("then", "else") if is_object(each.get(branch))]
        waiting += [_map(part) for part in _list(each.get("anyOf"))]
    return found


def _reference(schema: Schema) -> str:
    return str(schema.get("$ref", "")).removeprefix(_REFERENCE)


def _doc(schemas: tuple[Schema, ...]) -> str:
    return next((str(each["description"]) for each in schemas if each.get("description")), "")


def _takes_scalar(types: object) -> bool:
    named = {types} if isinstance(types, str) else {*_list(types)}
    return bool(named - {"object", "array"})


def _map(part: object) -> dict[str, object]:
    return part if is_object(part) else {}


def _list(part: object) -> list[object] | tuple[object, ...]:
    return part if is_list(part) else ()
