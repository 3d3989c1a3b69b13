"""What may stand at a place of a file, and what it means: the schemas of the language, asked about one place.

A place is the path of keys and indexes that leads to it. Several things may be allowed there, such as a
number or a map; all of them are `variants`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

from kingsburg_rules.content.form import definition, required_keys
from kingsburg_rules.language.permissions import PERMISSIONS
from kingsburg_rules.language.registry import QUERIES, STEPS, TESTS, VALUES
from kingsburg_rules.language.shapes import is_list, is_object

if TYPE_CHECKING:
    from kingsburg_rules.content.yaml_reader import KeyPath
    from kingsburg_rules.language.registry import Word

Schema: TypeAlias = Mapping[str, object]

_REFERENCE = "#/$defs/"
_VOCABULARIES = {
    "tests": TESTS,
    **{known.name: known for known in (PERMISSIONS, QUERIES, STEPS, TESTS, VALUES)},
}
"""The words that may stand in a map, by the definition of the map."""
_MOST = 200
"""So many variants are looked at; no place of the language has more."""


@frozen
class Key:
    """A key that may stand in a map: what it means, and whether a map, a list or a single word follows."""

    name: str
    doc: str
    takes_map: bool
    takes_list: bool
    takes_word: bool
    needed: bool


@frozen(eq=False)
class Spot:
    """A place of a file of a kind: everything that may stand there."""

    kind: str
    variants: tuple[Schema, ...]
    doc: str = ""

    @property
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
        listed = [word for each in self.variants for word in _list(each.get("enum"))]
        flags = ["true", "false"] if any(each.get("type") == "boolean" for each in self.variants) else []
        return tuple(dict.fromkeys((*map(str, listed), *flags)))

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
        """Give the keys that a map may have here."""
        found: dict[str, Key] = {}
        for each in self.variants:
            needed = required_keys(each, {}) if "properties" in each else []
            for name, part in _map(each.get("properties")).items():
                if name not in found:
                    found[name] = self._key(name, _map(part), needed=name in needed)
        return found

    def within(self, part: str | int) -> Spot | None:
        """Give the place behind a key, or of an item; None if there is none."""
        found: list[Schema] = []
        for each in self.variants:
            if isinstance(part, int):
                found += [_map(each["items"])] if "items" in each else []
                continue
            known = _map(each.get("properties"))
            if part in known:
                found.append(_map(known[part]))
            else:
                patterns = _map(each.get("patternProperties"))
                found += [_map(schema) for pattern, schema in patterns.items() if re.search(pattern, part)]
        if not found:
            return None
        variants = tuple(variant for schema in found for variant in _variants(self.kind, schema))
        return Spot(self.kind, variants, str(found[0].get("description") or _doc(variants)))

    def find(self, path: KeyPath) -> Spot | None:
        """Give the place at a path."""
        spot: Spot | None = self
        for part in path:
            spot = spot.within(part) if spot is not None else None
        return spot

    def _key(self, name: str, part: Schema, *, needed: bool) -> Key:
        variants = _variants(self.kind, part)
        takes_map = any("properties" in each or "patternProperties" in each for each in variants)
        takes_list = any("items" in each for each in variants)
        takes_word = any(
            "enum" in each or bool(_texts(each.get("type")) - {"object", "array"}) for each in variants
        )
        doc = str(part.get("description") or _doc(variants))
        return Key(name, doc, takes_map, takes_list, takes_word, needed)


@lru_cache(maxsize=8)
def file_of(kind: str) -> Spot:
    """Give the place that is a whole file of a kind."""
    whole = definition(kind)
    return Spot(kind, tuple(_variants(kind, whole)), str(whole.get("description", "")))


@lru_cache(maxsize=4096)
def spot_at(kind: str, path: KeyPath) -> Spot | None:
    """Give the place at a path of a file of a kind."""
    return file_of(kind).find(path)


def word_at(kind: str, path: KeyPath) -> type[Word] | None:
    """Give the word of the language that the key at a path is; None for a field, a name or an item."""
    around, here, key = spot_at(kind, path[:-1]), spot_at(kind, path), path[-1]
    if around is None or here is None or not isinstance(key, str):
        return None
    # A query may stand among the keys of a step, and then refers into its vocabulary.
    within = {name.partition("/")[0] for name in here.references if "/" in name}
    named = [_VOCABULARIES[name].find(key) for name in around.references | within if name in _VOCABULARIES]
    return next(filter(None, named), None)


def _variants(kind: str, schema: Schema) -> list[Schema]:
    """Give all that a part of a schema allows."""
    found: list[Schema] = []
    waiting = [schema]
    while waiting and len(found) < _MOST:
        each = waiting.pop(0)
        found.append(each)
        name = _reference(each)
        if name:
            waiting.append(_map(_map(definition(kind).get("$defs")).get(name.partition("/")[0])))
            if "/" in name:  # into a definition: a query among the keys of a step
                waiting[-1] = _map(_map(waiting[-1].get("properties")).get(name.rpartition("/")[2]))
        if is_object(each.get("then")) and "type" in _map(each.get("if")):
            waiting.append(_map(each["then"]))
        if is_object(each.get("else")) and "type" in _map(each.get("if")):
            waiting.append(_map(each["else"]))
        waiting += [_map(part) for part in _list(each.get("anyOf"))]
    return found


def _reference(schema: Schema) -> str:
    return str(schema.get("$ref", "")).removeprefix(_REFERENCE)


def _doc(variants: tuple[Schema, ...] | list[Schema]) -> str:
    """Give the first description among variants."""
    return next((str(each["description"]) for each in variants if each.get("description")), "")


def _map(part: object) -> dict[str, object]:
    return part if is_object(part) else {}


def _list(part: object) -> list[object]:
    return part if is_list(part) else []


def _texts(part: object) -> set[str]:
    return {part} if isinstance(part, str) else {str(each) for each in _list(part)}


def fields_of(spot: Spot) -> Iterator[Key]:
    """Give the keys at a place, those first that are needed."""
    keys = spot.fields().values()
    yield from sorted(keys, key=lambda key: not key.needed)
