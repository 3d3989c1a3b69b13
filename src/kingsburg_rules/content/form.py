"""The judge of form: compares a file with its JSON Schema, and words what it finds.

`judge` gives the faults with their paths, `explain` gives each mistake its one sentence. jsonschema is
imported here and nowhere else, and only when a file is judged.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Protocol, TypeAlias

from attrs import define, evolve, field, frozen

from kingsburg_rules.content.yaml_reader import clip
from kingsburg_rules.engine.errors import Advice, conjoined, foreign_sign, missing_extra, some_of, unknown
from kingsburg_rules.engine.spelling import LONGEST, closest
from kingsburg_rules.language.cards import CARD_OF_PACK
from kingsburg_rules.language.files import LANGUAGE, PACK_ID, REQUIREMENT, VERSION
from kingsburg_rules.language.schema import schema
from kingsburg_rules.language.shapes import EVENT_PATTERN, ID_PATTERN, VARIABLE_PATTERN, is_list, is_object
from kingsburg_rules.language.tests import HELD
from kingsburg_rules.language.values import FACT, THING_PATTERN, VALUE

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from types import ModuleType

    from kingsburg_rules.content.yaml_reader import KeyPath, Place, Spot

# Faults
#
# The validator is built once for each kind of file. Two keywords are made stricter than the standard has
# them: 1.0 is not a whole number, and a pattern covers a text to its very end. Of a third, `if`, one use is
# reported in one piece with the map that it is about: keys that are required unless another one is given.

Definition: TypeAlias = "Mapping[str, object]"

MAX_FAULTS = 1000
"""After so many the rest of a file is not looked at."""


@frozen(eq=False)
class Fault:
    """A value that a keyword of the schema refuses; `schema` is where the keyword stands."""

    path: KeyPath
    keyword: str
    wanted: object
    found: object
    schema: Definition


class _Error(Protocol):
    """What is used of jsonschema's errors."""

    absolute_path: Iterable[str | int]
    validator: str
    validator_value: object
    instance: object
    schema: Definition


class _Validator(Protocol):
    def iter_errors(self, instance: object) -> Iterator[_Error]: ...


@frozen(eq=False)
class Verdict:
    """The faults of a file. After very many the rest was not looked at; then the verdict is not `whole`."""

    faults: tuple[Fault, ...]
    whole: bool


def judge(kind: str, data: object, part: str | None = None) -> Verdict:
    """Compare data with the schema of a kind of file; what two keywords find alike counts once.

    The data are a whole file, or only a `part` of it: an item of the list of that name or, of '', the file
    without the items of its lists.
    """
    errors = [*islice(_validator(kind, part).iter_errors(data), MAX_FAULTS + 1)]
    found: dict[tuple[KeyPath, str, str], Fault] = {}
    for error in errors[:MAX_FAULTS]:
        path, wanted = tuple(error.absolute_path), error.validator_value
        fault = Fault(path, error.validator, wanted, error.instance, error.schema)
        found.setdefault((path, error.validator, repr(wanted)), fault)
    return Verdict(tuple(found.values()), len(errors) <= MAX_FAULTS)


def wounds(fault: Fault) -> list[KeyPath]:
    """Give the paths of what is wrong: of keys too many or too few, not of the map that they are keys of."""
    found = _map(fault.found)
    if fault.keyword == "additionalProperties":
        return [(*fault.path, key) for key in strangers(fault.schema, found)]
    if fault.keyword == "required":
        return [(*fault.path, key) for key in required_keys(fault.schema, found) if key not in found]
    return [fault.path]


def strangers(schema: Definition, found: Mapping[str, object]) -> Iterator[str]:
    """Give the keys that a map should not have."""
    known, patterns = _map(schema.get("properties")), tuple(_map(schema.get("patternProperties")))
    for key in found:
        if key not in known and not any(re.search(pattern, key) for pattern in patterns):
            yield key


@lru_cache(maxsize=8)
def definition(kind: str) -> Definition:
    """Give the schema of a kind of file."""
    return schema(kind)


def lists_in(kind: str) -> list[str]:
    """Name the lists of a kind of file, such as `buildings`."""
    properties = _map(definition(kind).get("properties"))
    return [name for name, part in properties.items() if "items" in _map(part)]


def _part_of(whole: Definition, part: str | None) -> Definition:
    """Give the schema of a part of a file; see `judge`."""
    if part is None:
        return whole
    properties = _map(whole.get("properties"))
    if part:
        return {**_map(_map(properties[part])["items"]), "$defs": whole["$defs"]}
    shallow = {
        name: {key: value for key, value in _map(found).items() if key != "items"}
        for name, found in properties.items()
    }
    return {**whole, "properties": shallow}


@lru_cache(maxsize=32)
def _validator(kind: str, part: str | None = None) -> _Validator:
    library = _jsonschema()
    draft = library.Draft202012Validator
    types = draft.TYPE_CHECKER.redefine("integer", _is_whole)
    keywords = {"pattern": _covers, "if": _completes}
    extended = library.validators.extend(draft, keywords, type_checker=types)
    strict: _Validator = extended(_part_of(definition(kind), part))
    return strict


def _jsonschema() -> ModuleType:
    """Import the library that judges; playing does without, so it may be missing.

    Raises:
        SetupError: It is not installed.
    """
    try:
        import jsonschema
    except ModuleNotFoundError as error:
        raise missing_extra("author", "jsonschema") from error
    return jsonschema


def _completes(
    validator: _Validator, condition: Definition, instance: object, schema: Definition
) -> Iterator[Exception]:
    """Do the work of `if`; where a key makes a map partial, others that are missing are faults of the map.

    So the other keywords of the map help to word them.
    """
    library = _jsonschema()
    if not _may_be_partial(schema):
        yield from library.Draft202012Validator.VALIDATORS["if"](validator, condition, instance, schema)
    elif is_object(instance):
        required = required_keys(schema, instance)
        for key in required:
            if key not in instance:
                yield library.ValidationError(
                    key, validator="required", validator_value=required, instance=instance, schema=schema
                )


def _may_be_partial(schema: Definition) -> bool:
    """Whether a key decides if a map must have the others."""
    return "else" in schema and [*_map(schema["if"])] == ["required"]


def required_keys(schema: Definition, found: Mapping[str, object]) -> list[str]:
    """Give the keys that a map must have: those of its schema, or none if a key makes it partial."""
    if not _may_be_partial(schema):
        return _texts(schema.get("required"))
    is_partial = any(key in found for key in _texts(_map(schema["if"])["required"]))
    return [] if is_partial else _texts(_map(schema["else"]).get("required"))


def choices_of(schema: Definition) -> list[str]:
    """Give the keys of which a map must have exactly one."""
    choices = schema.get("oneOf")
    return [key for part in choices for key in _texts(_map(part).get("required"))] if is_list(choices) else []


def _map(part: object) -> dict[str, object]:
    """Take a part of a schema, or of a file, for a map; whatever is not one has no keys."""
    return part if is_object(part) else {}


def _texts(part: object) -> list[str]:
    """Take a part of a schema for a list of texts."""
    return [*map(str, part)] if is_list(part) else []


def _is_whole(checker: object, instance: object) -> bool:
    del checker
    return isinstance(instance, int) and not isinstance(instance, bool)


def _covers(validator: object, pattern: str, instance: object, part: object) -> Iterator[Exception]:
    """Do the work of the keyword `pattern`, up to the end of the text and not only of its last line."""
    del validator, part
    if isinstance(instance, str) and not re.fullmatch(pattern, instance):
        yield _jsonschema().ValidationError(pattern)


# Sentences: one for each mistake, where the author would mend it
#
# One slip of the hand can break several keywords: a misspelt key is unknown, and the key it was meant to be
# is missing. So the faults of a map are looked at together, before each other fault gets its sentence.

MAX_STRANGERS = 100
"""After so many keys that a map should not have, its others are not looked at."""

_OF_MAPS = frozenset({"additionalProperties", "required", "maxProperties", "minProperties", "oneOf"})


@frozen
class Finding:
    """A mistake in our own words. It stands at the key that ends the path, or else at the value."""

    path: KeyPath
    at_key: bool
    code: str
    message: str

    def place(self, root: Spot) -> Place:
        """Give its place in a file."""
        spot = root.find(self.path)
        return spot.owner if self.at_key else spot.place


def explain(faults: Sequence[Fault], definition: Definition) -> list[Finding]:
    """Word the faults of one file; `definition` is its whole schema."""
    maps: dict[KeyPath, Fault] = {}
    for fault in faults:
        if fault.keyword in _OF_MAPS and is_object(fault.found):
            maps.setdefault(fault.path, fault)
    schemas = Schemas(definition)
    strange = {fault.path: fault for fault in faults if fault.schema.get("title") == HELD}
    for path in strange:
        maps.pop(path, None)
    placed: Placed = {}
    broken = [
        _Broken(at, _map(fault.found), fault.schema, schemas, placed)
        for at, fault in sorted(maps.items(), key=lambda entry: len(entry[0]))
    ]
    findings = [_unknown_test(path, schemas, placed) for path in strange]
    findings += [finding for each in broken for finding in each.findings()]
    explained = {*strange, *(path for each in broken for path in each.explained)}
    for fault in faults:
        if fault.keyword == "minItems" and any(is_within(other.path, fault.path) for other in faults):
            continue
        if fault.keyword not in _OF_MAPS and fault.path not in explained:
            explained.add(fault.path)
            findings.append(_finding(fault))
    return findings


def is_within(path: KeyPath, around: KeyPath) -> bool:
    """Whether a path leads into what is at another one."""
    return len(path) > len(around) and path[: len(around)] == around


@frozen(eq=False)
class Judged:
    """What is wrong with the form of a file, in words.

    At the paths that are `refused` something is wrong; `hurt` leads to single keys, where `refused` has the
    maps that they are keys of.
    """

    findings: tuple[Finding, ...]
    refused: frozenset[KeyPath]
    hurt: frozenset[KeyPath]
    whole: bool


def judged(kind: str, data: object, part: str | None = None, told: Collection[KeyPath] = ()) -> Judged:
    """Compare a file, or a part of it, with its schema, and word what is wrong but what is `told` already.

    Paths begin at the data. What is around a part is considered, too: a key may belong there.
    """
    verdict, around = judge(kind, data, part), (part, 0) if part else ()
    faults = [
        evolve(fault, path=(*around, *fault.path))
        for fault in verdict.faults
        if not any(_is_at(wound, fault.path) for wound in told)
    ]
    findings = [
        evolve(finding, path=finding.path[len(around) :]) for finding in explain(faults, definition(kind))
    ]
    refused = frozenset(fault.path for fault in verdict.faults)
    hurt = frozenset(path for fault in verdict.faults for path in wounds(fault))
    return Judged(tuple(findings), refused, hurt, verdict.whole)


def _is_at(wound: KeyPath, path: KeyPath) -> bool:
    """Whether a path leads to something wrong, or into it."""
    return path[: len(wound)] == wound


def _finding(fault: Fault) -> Finding:
    """Word a fault that stands alone."""
    if fault.keyword != "dependentRequired":
        return Finding(fault.path, fault.found is None, *_about_value(fault))
    found = _map(fault.found)
    key, others = next((key, _texts(needed)) for key, needed in _map(fault.wanted).items() if key in found)
    message = f"'{key}' works only together with {_listed(others)}"
    return Finding((*fault.path, key), True, "schema.key", message)


def _unknown_test(path: KeyPath, schemas: Schemas, placed: Placed) -> Finding:
    """Say of a name that it is no test: only resources of packs may be named so, and they take bounds."""
    name, known = str(path[-1]), schemas.keys_of(schemas.defs["tests"])
    if closest(name, known):
        return Finding(path, True, "schema.key", unknown(clip(name), known))
    outer = _outer(path[:-1], name, schemas, placed)
    if outer:
        return Finding(path, True, "schema.indent", _beside(name, outer))
    message = f"'{clip(name)}' is not a test; a resource of a pack takes a number or {{min, max}}"
    return Finding(path, True, "schema.key", message)


Placed: TypeAlias = "dict[KeyPath, set[str]]"
"""The keys that belong into maps although they are written elsewhere."""


@define(eq=False, repr=False)
class _Broken:
    """A map with keys too many or too few; `explained` are paths inside that need no sentence more."""

    path: KeyPath
    found: dict[str, object]
    schema: Definition
    schemas: Schemas
    placed: Placed
    explained: set[KeyPath] = field(factory=set["KeyPath"])
    missing: list[str] = field(init=False)
    choices: list[str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        """See what is missing, before misspelt keys account for some of it."""
        self.missing = [name for name in required_keys(self.schema, self.found) if name not in self.found]
        self.choices = choices_of(self.schema)

    @property
    def known(self) -> Mapping[str, Definition]:
        """The keys that may stand here."""
        return {name: _map(part) for name, part in _map(self.schema.get("properties")).items()}

    @property
    def is_word(self) -> bool:
        """Whether this is a word of the language, of which a map has one."""
        return self.schema.get("maxProperties") == 1

    def findings(self) -> list[Finding]:
        """Word what is wrong with the map."""
        for key in self.placed.get(self.path, ()):
            self._is_meant(key)
        strange = self._strangers()
        misplaced = self._in_wrong_list(strange)
        if misplaced is not None:
            return [misplaced]
        slipped, left = self._slipped(strange)
        listed, left = self._lacking_list(left)
        found = [*slipped, *listed, *(self._stranger(key) for key in left)]
        if self.missing:
            found.append(Finding(self.path, True, "schema.missing", self._are_missing()))
        found += self._wrong_choice()
        if not found and not self.placed.get(self.path):
            found.append(self._wrong_number())
        return found

    def _strangers(self) -> dict[str, None]:
        """Give the keys that may not stand here, as an ordered set; of a great many only the first."""
        return dict.fromkeys(islice(strangers(self.schema, self.found), MAX_STRANGERS))

    def _in_wrong_list(self, strange: dict[str, None]) -> Finding | None:
        """Find out that an item belongs into another list, the only one in which all its keys are known."""
        if not strange or not self.path or not isinstance(self.path[-1], int):
            return None
        _, home = [*self.schemas.along(self.path)][-3]
        lists = [
            name
            for name, part in self.schemas.keys_of(home).items()
            if name != self.path[-2]
            and {*self.found} <= self.schemas.keys_of(self.schemas.items_of(_map(part)) or {}).keys()
        ]
        if len(lists) != 1:
            return None
        key = next(iter(strange))
        self.explained |= {(*self.path, key) for key in self.found}
        message = f"'{key}' belongs under '{lists[0]}'"
        return Finding((*self.path, key), True, "schema.key", message)

    def _slipped(self, strange: dict[str, None]) -> tuple[list[Finding], list[str]]:
        """Find keys that belong to the map above them, but are not indented."""
        owner, below = "", dict[str, list[str]]()
        for key, value in self.found.items():
            if key in self.known:
                owner = key if value is None or is_object(value) else ""
            elif owner and key in strange and self._takes(owner, key):
                below.setdefault(owner, []).append(key)
        findings: list[Finding] = []
        for name, keys in below.items():
            if self.found[name] is None:
                self.explained.add((*self.path, name))
            self.placed.setdefault((*self.path, name), set()).update(keys)
            message = _belong(keys, name)
            findings.append(Finding((*self.path, keys[0]), True, "schema.indent", message))
        taken = {key for keys in below.values() for key in keys}
        return findings, [key for key in strange if key not in taken]

    def _takes(self, owner: str, key: str) -> bool:
        """Whether a key has its place in the map above it, and is not there."""
        return key in self.schemas.keys_of(self.known[owner]) and key not in _map(self.found[owner])

    def _lacking_list(self, strange: list[str]) -> tuple[list[Finding], list[str]]:
        """Find keys of the items of a list, where the list and its key are missing."""
        for home, part in () if self.is_word else self.known.items():
            items = self.schemas.items_of(part)
            is_plain = bool(items) and items.get("maxProperties") != 1
            keys = [key for key in strange if is_plain and key in self.schemas.keys_of(items)]
            if len(keys) > 1:
                self.explained |= {(*self.path, key) for key in keys}
                message = f"{_listed(keys)} belong in a list under '{home}'"
                finding = Finding((*self.path, keys[0]), True, "schema.key", message)
                return [finding], [key for key in strange if key not in keys]
        return [], strange

    def _stranger(self, key: str) -> Finding:
        path = (*self.path, key)
        self.explained.add(path)
        name, colon, rest = key.partition(":")
        if colon and self.found[key] is None and name in self.known:
            self._is_meant(name)
            return Finding(path, True, "schema.key", _space_after(name, rest))
        free = [name for name in self.known if name not in self.found] or list(self.known)
        near = closest(key, free)
        fits = near is not None and self.found[key] in _texts(self.known[near].get("enum"))
        for home, kind in () if fits else self._lists_of_words():
            if key in self.schemas.keys_of(self.schemas.defs[kind]):
                self._is_meant(home)
                message = f"'{key}' belongs in a list under '{home}'"
                return Finding(path, True, "schema.key", message)
        if near is None:
            alone = self.is_word and len(self.found) == 1
            outer = "" if alone else _outer(self.path, key, self.schemas, self.placed)
            if outer:
                return Finding(path, True, "schema.indent", _beside(key, outer))
        else:
            self._is_meant(near)
        often = _OFTEN if "gain" in self.known else ()
        return Finding(path, True, "schema.key", unknown(clip(key), free, often))

    def _is_meant(self, name: str) -> None:
        if name in self.missing:
            self.missing.remove(name)
        if name in self.choices:
            self.choices = []

    def _are_missing(self) -> str:
        """Say which keys are missing, with values for them if there is room."""
        examples = [
            f"{name}: {flow(self.schemas.example(self.known.get(name, {})))}" for name in self.missing
        ]
        too_long = sum(map(len, examples)) > _ROOM or any(map(self._names_another, self.missing))
        names = _listed(self.missing)
        if len(self.missing) == 1:
            if too_long:
                return f"{names} is missing"
            return f"{names} is missing; add '{examples[0]}'"
        if too_long:
            return f"{names} are missing"
        return f"{names} are missing; add {_listed(examples)}"

    def _names_another(self, key: str) -> bool:
        """Whether the value of a key names something else, so that no name could be made up for it."""
        return key != "id" and self.known.get(key, {}).get("pattern") in (ID_PATTERN, THING_PATTERN)

    def _wrong_choice(self) -> Iterator[Finding]:
        """Word that none of several keys is given, or more than one."""
        given = [name for name in self.found if name in self.choices]
        if self.choices and not given:
            message = f"one of these is missing: {some_of(self.choices)}"
            yield Finding(self.path, True, "schema.missing", message)
        elif len(given) > 1:
            message = f"only one of these can be given here: {_listed(given)}"
            yield Finding((*self.path, given[1]), True, "schema.single", message)

    def _lists_of_words(self) -> Iterable[tuple[str, str]]:
        """Give the keys whose values are lists of words, such as `do` for steps, with the kind of word."""
        for name, part in self.known.items():
            items = _map(_as("array", part).get("items"))
            kind = str(items.get("$ref", "")).removeprefix("#/$defs/")
            if kind in self.schemas.defs and self.schemas.defs[kind].get("maxProperties") == 1:
                yield name, kind

    def _wrong_number(self) -> Finding:
        """Word an empty map, and one with two words in the place of one."""
        if not self.found:
            return Finding(
                self.path,
                True,
                "schema.empty",
                "this map is empty; exactly one word is needed"
                if self.is_word
                else f"this map is empty; give at least one of: {some_of(self.known)}",
            )
        first, second = list(self.found)[:2]
        message = f"one word per item: put '- ' before '{second}', which is now in one item with '{first}'"
        return Finding((*self.path, second), True, "schema.single", message)


_OFTEN = ("gain", "reward", "set", "window", "branch", "for_each", "pay", "choose", "roll", "phase", "run")
"""The steps that cards use most: they are offered where nothing like the one found is known."""

_ROOM = 100
"""How many characters the examples of missing keys may have."""


@frozen(eq=False, repr=False)
class Schemas:
    """The schema of a file, by parts."""

    root: Definition

    @property
    def defs(self) -> dict[str, Definition]:
        """The definitions that other parts refer to."""
        return {name: _map(part) for name, part in _map(self.root.get("$defs")).items()}

    def referred(self, part: Definition) -> Definition:
        """Follow references."""
        for _ in range(MOST_REFERENCES):
            names = str(part.get("$ref", "")).removeprefix("#/").split("/")
            if names == [""]:
                break
            found: Definition = self.root
            for name in names:
                found = _map(found.get(name))
            part = found
        return part

    def keys_of(self, part: Definition) -> Mapping[str, object]:
        """Give the keys of a map's schema, following references."""
        return _map(self.referred(_as("object", self.referred(part))).get("properties"))

    def items_of(self, part: Definition) -> Definition:
        """Give the schema of the items of a list; nothing if it is not one of maps."""
        items = self.referred(_map(self.referred(_as("array", self.referred(part))).get("items")))
        return items if self.keys_of(items) else {}

    def along(self, path: KeyPath) -> Iterator[tuple[KeyPath, Definition]]:
        """Give the schemas along a path, from that of the whole file on."""
        part = self.root
        yield (), part
        for k, key in enumerate(path):
            part = self.referred(part)
            part = self.referred(_as("array" if isinstance(key, int) else "object", part))
            part = _map(part.get("items")) if isinstance(key, int) else self._under(part, key)
            yield path[: k + 1], part

    def _under(self, part: Definition, key: str) -> Definition:
        named = _map(part.get("properties")).get(key)
        if named is None:
            patterns = _map(part.get("patternProperties")).items()
            named = next((found for pattern, found in patterns if re.search(pattern, key)), None)
        return _map(named)

    def example(self, part: Definition, depth: int = 0) -> object:
        """Make a value that a schema allows, as an author might write it."""
        part = self.referred(part)
        for single in (
            part.get("else") if "then" in part and "type" not in part else None,
            part.get("anyOf"),
        ):
            if single is not None:
                return self.example(_map(single[-1] if is_list(single) else single), depth)
        words = part.get("enum")
        if is_list(words):
            return words[0]
        types = part.get("type")
        kind = types[0] if is_list(types) else types
        if kind == "integer":
            least = part.get("minimum", 1)
            return max(1, least) if isinstance(least, int) else 1
        if kind == "boolean":
            return True
        if kind == "string":
            return _text_like(str(part.get("pattern", ".*")))
        if kind == "array":
            least = part.get("minItems", 1)
            item = self.example(_map(part.get("items")), depth + 1)
            return [item] * (least if isinstance(least, int) and least else 1)
        return self._map_example(part, depth)

    def _map_example(self, part: Definition, depth: int) -> dict[str, object]:
        known = _map(part.get("properties"))
        needed = (
            _texts(part.get("required"))
            or [
                *(name for name in ("gain", "gold", *known) if name in known),
                *choices_of(part),
            ][:1]
        )
        if depth > _DEEPEST:
            return {}
        return {name: self.example(_map(known.get(name)), depth + 1) for name in needed}


MOST_REFERENCES = 10
_DEEPEST = 6

_EXAMPLES = {EVENT_PATTERN: "season.end", THING_PATTERN: "$card"}
_TEXTS = ("Tavern", "tavern", "pack/card", "A", "en", "1.0", ">=1.0", "$tavern", "abcd-abcd")
"""Texts of which one fits each pattern of the language."""


def _text_like(pattern: str) -> str:
    fitting = (text for text in _TEXTS if re.fullmatch(pattern, text))
    return _EXAMPLES.get(pattern) or next(fitting, _TEXTS[0])


def flow(value: object) -> str:
    """Write a value on one line of YAML."""
    if is_object(value):
        return f"{{{', '.join(f'{key}: {flow(part)}' for key, part in value.items())}}}"
    if is_list(value):
        return f"[{', '.join(map(flow, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    return f'"{text}"' if isinstance(value, str) and not re.fullmatch(_PLAIN, text) else text


_PLAIN = re.compile(r"[A-Za-z$][A-Za-z0-9_./$-]*")
"""Text that needs no quotes."""


def _outer(inner: KeyPath, key: str, schemas: Schemas, placed: Placed) -> str:
    """Name the key around a map beside which another one has its place; '' if there is none."""
    for path, part in reversed([*schemas.along(inner)][:-1]):
        name = inner[len(path)]
        if isinstance(name, str) and key in schemas.keys_of(part):
            placed.setdefault(path, set()).add(key)
            return name
    return ""


def _beside(key: str, name: str) -> str:
    return f"'{key}' belongs beside '{name}', not inside it: indent it less"


def _belong(keys: list[str], name: str) -> str:
    if len(keys) == 1:
        return f"{_listed(keys)} belongs inside '{name}': indent it further"
    return f"{_listed(keys)} belong inside '{name}': indent them further"


def _as(kind: str, part: Definition) -> Definition:
    """Of a value that may be written in two forms, give the schema of the form that is a map, or a list."""
    if "then" not in part:
        return part
    return _map(part["then"] if _map(part["if"]).get("type") == kind else part.get("else"))


def _space_after(name: str, value: str) -> Advice:
    return Advice(f"put a space after '{name}:'", remedy=f"{name}: {value}")


def _listed(names: Sequence[str]) -> str:
    return conjoined([f"'{clip(name)}'" for name in names])


# Sentences about one value: its type, its range, its spelling

_TYPES = {
    "integer": "a whole number",
    "string": "text",
    "boolean": "true or false",
    "array": "a list",
    "object": "a map",
}

_TITLES = {
    str(title): title
    for title in (
        "a number",
        "a number or {min, max}",
        "a value of any type",
        "a player",
        "a card",
        "an advisor",
        "a die",
        "a group of dice",
        "a marker",
    )
}
"""What the schemas call values that may be written in several ways."""

_PATTERNS = {
    ID_PATTERN: "lower-case letters, digits and '_', starting with a letter",
    str(PACK_ID.pattern): "lower-case letters, digits and '-', starting with a letter",
    str(VERSION.pattern): "numbers separated by dots, such as 1.0",
    EVENT_PATTERN: "lower-case letters, digits, '_' and dots, such as season.start",
    "^[A-Z]$": "one capital letter",
    THING_PATTERN: "the name of a thing, or a variable such as $card",
    str(CARD_OF_PACK.pattern): "a card with its pack, as in pack/card",
    str(REQUIREMENT.pattern): "a comparison of versions, such as '>=1.2' or '>=1.2, <2'",
    str(LANGUAGE.pattern): "a language, such as en or nl",
}
"""What the patterns of the language ask for, in words."""

_NUMBER = re.compile("[-+]?[0-9]+")

_FLAGS = {
    **dict.fromkeys(("true", "yes", "on", "y"), "true"),
    **dict.fromkeys(("false", "no", "off", "n"), "false"),
}


def _about_value(fault: Fault) -> tuple[str, str]:
    """Give the code and the sentence for a fault of a single value."""
    found, wanted = fault.found, fault.wanted
    if fault.keyword == "type":
        return "schema.type", _about_type(fault)
    if fault.keyword == "anyOf":
        return _about_name(fault)
    if fault.keyword == "enum":
        return _about_word(found, _texts(wanted))
    if fault.keyword == "pattern":
        return _about_text(str(found), fault)
    if fault.keyword == "minItems":
        return "schema.empty", _about_length(found, wanted)
    if fault.keyword in ("minimum", "maximum"):
        return "schema.range", _about_range(fault)
    message = f"{_shown(found)} is not allowed here ({fault.keyword}: {_shown(wanted)})"
    return "schema.other", message


def _about_word(found: object, words: list[str]) -> tuple[str, str]:
    """Say of a value that it is none of the words that may stand there."""
    if is_object(found) or is_list(found):
        return "schema.word", f"one of these is needed here, not {_shown(found)}: {some_of(words)}"
    if not isinstance(found, str) and _shown(found) in words:
        return "schema.type", _needed(_TYPES["string"], _in_quotes(found))
    return "schema.word", unknown(_shown(found), words)


def _about_name(fault: Fault) -> tuple[str, str]:
    """Say of a name that may be a new one why it is no name at all."""
    parts = fault.wanted if is_list(fault.wanted) else []
    (pattern,) = (str(_map(part)["pattern"]) for part in parts if "pattern" in _map(part))
    if isinstance(fault.found, str):
        known = [word for part in parts for word in _texts(_map(part).get("enum"))]
        if closest(fault.found, known) is not None:
            return "schema.pattern", unknown(clip(fault.found), known)
        return "schema.pattern", _about_pattern(fault.found, pattern, may_be_new=False)
    return "schema.type", _about_type(evolve(fault, keyword="type", wanted="string"))


def _about_type(fault: Fault) -> str:
    types = [fault.wanted] if isinstance(fault.wanted, str) else _texts(fault.wanted)
    what = (_title(fault.schema) if len(types) > 1 else "") or _any_of(types)
    found = fault.found
    if isinstance(found, float) and "integer" in types:
        what = _TYPES["integer"]
    if found is None:
        if types == ["object"] and not {"required", "minProperties"} & set(fault.schema):
            return f"nothing is here; {what} is needed, such as {{}}"
        return f"nothing is here; {what} is needed"
    advice = _advice(types, found, fault.schema)
    if advice:
        return _needed(what, advice)
    return f"{what} is needed here, not {_shown(found)}"


def _needed(what: str, advice: str) -> str:
    remedy = advice.remedy if isinstance(advice, Advice) else ""
    return Advice(f"{what} is needed here; {advice}", remedy)


def _title(schema: Definition) -> str:
    """Give what a schema calls its values."""
    title = str(schema.get("title", ""))
    return _TITLES.get(title, title)


def _any_of(types: Sequence[str]) -> str:
    first, *others = (_TYPES.get(name, name) for name in types)
    for other in others:
        first = f"{first} or {other}"
    return first


def _advice(types: Sequence[str], found: object, schema: Definition) -> str:
    """Guess what was meant by a value of another type."""
    text = found if isinstance(found, str) else ""
    if "array" in types:
        least = schema.get("minItems")
        if isinstance(least, int) and least > 1:
            item = clip(text) or "$number"
            return f"it has at least {least} items, such as [{item}, 2]"
        listed = Advice(f"write [{_shown(found)}]", remedy=f"[{_shown(found)}]")
        return "put '- ' before it, or [ ] around it" if is_object(found) else listed
    if "integer" in types and _NUMBER.fullmatch(text):
        return _without_quotes(text)
    if "integer" in types and isinstance(found, float) and found.is_integer():
        return Advice(f"write {int(found)}", remedy=str(int(found)))
    if types == ["boolean"] and text:
        return _without_quotes(_FLAGS.get(text.lower(), ""))
    if types == ["string"] and isinstance(found, bool | int | float):
        return _in_quotes(found)
    if "object" in types:
        return _advice_for_map(found, _map(schema.get("properties")))
    return ""


def _without_quotes(text: str) -> str:
    """Say that a number or a flag is no text; without a `text` either flag may be meant."""
    return Advice(f"write {text or _TYPES['boolean']} without quotes", remedy=text)


def _in_quotes(found: object) -> str:
    return Advice(f"put {_shown(found)} in quotes", remedy=f"'{_shown(found)}'")


def _advice_for_map(found: object, known: Mapping[str, object]) -> str:
    if is_list(found):
        if len(found) > 1 and all(map(is_object, found)):
            return "make one map of these: remove the '- ' or the square brackets"
        return "remove the '- ' or the square brackets"
    if isinstance(found, str):
        name, colon, rest = found.partition(":")
        if found in known and _takes_number(_map(known[found])):
            return Advice(f"write {{{found}: 1}}", remedy=f"{{{found}: 1}}")
        if found in known and not _map(known[found]).get("properties"):
            return f"write '{found}: {{}}'"
        if found in known:
            return f"write '{found}: {{}}', with its keys between the braces"
        if colon and rest and name in known:
            return _space_after(name, rest)
    return ""


def _takes_number(part: Definition) -> bool:
    """Whether what stands under a key is a number, written down or worked out."""
    return part.get("$ref") == VALUE.schema()["$ref"] or part.get("type") == "integer"


def _about_pattern(found: str, pattern: str, *, may_be_new: bool = True) -> str:
    wanted = _PATTERNS.get(pattern) or f"text like {pattern}"
    foreign = foreign_sign(found)
    if foreign:
        return f"'{clip(found)}' is not {wanted}{foreign}"
    proposed = _proposed(found, pattern) if may_be_new else ""
    if not proposed:
        return f"'{clip(found)}' is not {wanted}"
    return Advice(f"'{clip(found)}' is not {wanted}; perhaps '{proposed}'", remedy=proposed)


def _about_text(found: str, fault: Fault) -> tuple[str, str]:
    """Say of a text why it does not fit; where the pattern is that of variables, a number is needed."""
    if fault.wanted == VARIABLE_PATTERN:
        return "schema.type", _about_number(found, fault.schema)
    return "schema.pattern", _about_pattern(found, str(fault.wanted))


def _about_number(found: str, schema: Definition) -> str:
    """Say of a text that it is no number, and no variable that holds one."""
    what = _title(schema) or _TITLES["a number"]
    if _NUMBER.fullmatch(found):
        return _needed(what, _without_quotes(found))
    if found in FACT.known:
        return _needed(what, f"write {{fact: {found}}}, or ${found} if it is a variable")
    is_flag = len(found) > 1 and found.lower() in _FLAGS
    if is_flag or not re.fullmatch(VARIABLE_PATTERN, f"${found}"):
        return f"{what} is needed here, not '{clip(found)}'"
    return f"{what} is needed here, not '{clip(found)}'; a variable is written ${clip(found)}"


def _about_length(found: object, least: object) -> str:
    if not found or not is_list(found):
        return "the list is empty; add an item or, if the key is optional, leave it out"
    return f"at least {least} items are needed here, found {len(found)}"


def _about_range(fault: Fault) -> str:
    least, most = fault.schema.get("minimum"), fault.schema.get("maximum")
    if least is not None and least == most:
        return f"{_shown(fault.found)} is not known here; write {least}"
    if fault.keyword == "minimum":
        return f"{_shown(fault.found)} is too small; at least {least} is needed here"
    return f"{_shown(fault.found)} is too large; at most {most} is allowed here"


def _proposed(found: str, pattern: str) -> str:
    """Give a text that fits a pattern and is nearly the one found."""
    slug = re.sub(r"[^a-z0-9]+", "_", found.lower()).strip("_")
    proposals = (found.lower(), slug, slug.replace("_", "-"), found.upper())
    fitting = (text for text in proposals if re.fullmatch(pattern, text))
    return next(fitting, "") if len(found) <= LONGEST else ""


def _shown(value: object) -> str:
    """Write a value the way YAML does, if it is short; else name its type."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict | list):
        return _TYPES["object" if isinstance(value, dict) else "array"]
    return clip(str(value))
