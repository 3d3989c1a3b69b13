"""Saying what the schema found: one sentence for one mistake, where the author would mend it.

One slip of the hand can break several keywords: a misspelt key is unknown, and the key it was meant to be is
missing. So the faults of a map are looked at together, before each other fault gets its sentence.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from itertools import islice
from typing import TYPE_CHECKING, cast

from attrs import define, field, frozen

from kingsburg_rules.content.migrations import OLD_NAMES
from kingsburg_rules.content.schema_faults import required_keys
from kingsburg_rules.content.schema_values import about_value
from kingsburg_rules.content.yaml_scalars import clip
from kingsburg_rules.engine.errors import unknown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kingsburg_rules.content.schema_faults import Definition, Fault
    from kingsburg_rules.content.yaml_positions import Path, Place, Spot

MAX_STRANGERS = 100
"""After so many keys that a map should not have, its others are not looked at."""

_OF_MAPS = frozenset({"additionalProperties", "required", "maxProperties", "minProperties"})


@frozen
class Finding:
    """A mistake in our own words. It stands at the key that ends the path, or else at the value."""

    path: Path
    at_key: bool
    code: str
    message: str

    def place(self, root: Spot) -> Place:
        """Give its place in a file."""
        spot = root.find(self.path)
        return spot.owner if self.at_key else spot.place


def explain(faults: Sequence[Fault], definition: Definition) -> list[Finding]:
    """Word the faults of one file; `definition` is its whole schema."""
    maps: dict[Path, Fault] = {}
    for fault in faults:
        if fault.keyword in _OF_MAPS:
            maps.setdefault(fault.path, fault)
    defs = cast("Mapping[str, Definition]", definition.get("$defs", {}))
    broken = [_Broken(at, _map(fault.found), fault.schema, defs) for at, fault in maps.items()]
    findings = [finding for each in broken for finding in each.findings()]
    explained = {path for each in broken for path in each.explained}
    for fault in faults:
        if fault.keyword not in _OF_MAPS and fault.path not in explained:
            explained.add(fault.path)
            findings.append(Finding(fault.path, fault.found is None, *about_value(fault)))
    return findings


@define(eq=False, repr=False)
class _Broken:
    """A map with keys too many or too few; `explained` are paths inside that need no sentence more."""

    path: Path
    found: dict[str, object]
    schema: Definition
    defs: Mapping[str, Definition]
    explained: set[Path] = field(factory=set["Path"])
    missing: list[str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        """See what is missing, before misspelt keys account for some of it."""
        self.missing = [name for name in required_keys(self.schema, self.found) if name not in self.found]

    @property
    def known(self) -> Mapping[str, Definition]:
        """The keys that may stand here."""
        return cast("Mapping[str, Definition]", self.schema.get("properties", {}))

    def findings(self) -> list[Finding]:
        """Word what is wrong with the map."""
        slipped, strangers = self._slipped(self._strangers())
        found = [*slipped, *(self._stranger(key) for key in strangers)]
        if self.missing:
            found.append(Finding(self.path, True, "schema.missing", _are_missing(self.missing)))
        if not found:
            found.append(self._wrong_number())
        return found

    def _strangers(self) -> dict[str, None]:
        """Give the keys that may not stand here, as an ordered set; of a great many only the first."""
        patterns = tuple(cast("Iterable[str]", self.schema.get("patternProperties", ())))
        strangers = (
            key
            for key in self.found
            if key not in self.known and not any(re.search(pattern, key) for pattern in patterns)
        )
        return dict.fromkeys(islice(strangers, MAX_STRANGERS))

    def _slipped(self, strangers: dict[str, None]) -> tuple[list[Finding], list[str]]:
        """Find keys that belong to the empty key above them, but are not indented."""
        owner, below = "", dict[str, list[str]]()
        for key, value in self.found.items():
            if key in self.known:
                owner = key if value is None else ""
            elif owner and key in strangers and key in _properties(self.known[owner], self.defs):
                below.setdefault(owner, []).append(key)
        findings: list[Finding] = []
        for name, keys in below.items():
            self.explained.add((*self.path, name))
            verb = "belongs" if len(keys) == 1 else "belong"
            message = f"{_listed(keys)} {verb} to '{name}': indent further than '{name}'"
            findings.append(Finding((*self.path, keys[0]), True, "schema.indent", message))
        taken = {key for keys in below.values() for key in keys}
        return findings, [key for key in strangers if key not in taken]

    def _stranger(self, key: str) -> Finding:
        path = (*self.path, key)
        self.explained.add(path)
        name, colon, _ = key.partition(":")
        if colon and self.found[key] is None and name in self.known:
            self._is_meant(name)
            return Finding(path, True, "schema.key", f"put a space behind '{name}:'")
        for home, kind in self._lists_of_words():
            if key in _properties(self.defs[kind], self.defs):
                self._is_meant(home)
                return Finding(path, True, "schema.key", f"'{key}' belongs into a list under '{home}'")
        free = [name for name in self.known if name not in self.found] or list(self.known)
        if OLD_NAMES.get(key) in free:
            self._is_meant(OLD_NAMES[key])
            message = f"'{clip(key)}' was the word of an older format; write '{OLD_NAMES[key]}'"
            return Finding(path, True, "schema.key", message)
        near = get_close_matches(key, sorted(free), n=1, cutoff=0.6)
        if near:
            self._is_meant(near[0])
        return Finding(path, True, "schema.key", unknown(clip(key), free))

    def _is_meant(self, name: str) -> None:
        if name in self.missing:
            self.missing.remove(name)

    def _lists_of_words(self) -> Iterable[tuple[str, str]]:
        """Give the keys whose values are lists of words, such as `do` for steps, with the kind of word."""
        for name, part in self.known.items():
            items = cast("Definition", part.get("items", {}))
            kind = str(items.get("$ref", "")).removeprefix("#/$defs/")
            if kind in self.defs and self.defs[kind].get("maxProperties") == 1:
                yield name, kind

    def _wrong_number(self) -> Finding:
        """Word an empty map, and one with two words in the place of one."""
        if not self.found:
            single = self.schema.get("maxProperties") == 1
            needed = "exactly one word is needed" if single else f"give at least one of: {_some(self.known)}"
            return Finding(self.path, True, "schema.empty", f"this map is empty; {needed}")
        first, second = list(self.found)[:2]
        message = f"one word to an item: put '- ' before '{second}', which now stands in one with '{first}'"
        return Finding((*self.path, second), True, "schema.single", message)


def _map(found: object) -> dict[str, object]:
    return cast("dict[str, object]", found)


def _properties(part: Definition, defs: Mapping[str, Definition]) -> Mapping[str, object]:
    """Give the keys of a map's schema, following references."""
    reference = str(part.get("$ref", "")).removeprefix("#/$defs/")
    whole = defs.get(reference, part)
    return cast("Mapping[str, object]", whole.get("properties", {}))


def _are_missing(names: list[str]) -> str:
    return f"{_listed(names)} {'is' if len(names) == 1 else 'are'} missing"


def _listed(names: Sequence[str]) -> str:
    quoted = [f"'{clip(name)}'" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def _some(names: Iterable[str]) -> str:
    listed = sorted(names)
    return ", ".join(listed[:12]) + (", ..." if len(listed) > 12 else "")
