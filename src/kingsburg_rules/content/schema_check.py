"""Compares a file with its JSON Schema, and words the errors of jsonschema for authors.

Each mistake gets one diagnostic where the author would fix it. A remedy that names another place for a key is
given only if the schema accepts it there, so that it is never false. jsonschema is imported here and nowhere
else, and only when a file is checked.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Protocol, TypeAlias

from attrs import frozen

from kingsburg_rules.content.yaml_reader import Refused, clip
from kingsburg_rules.engine.errors import (
    Advice,
    Diagnostic,
    conjoined,
    foreign_sign,
    missing_extra,
    some_of,
    unknown,
)
from kingsburg_rules.engine.spelling import LONGEST, closest
from kingsburg_rules.language.cards import CARD_OF_PACK
from kingsburg_rules.language.files import LANGUAGE, PACK_ID, REQUIREMENT, VERSION
from kingsburg_rules.language.schema import schema
from kingsburg_rules.language.shapes import EVENT_PATTERN, ID_PATTERN, VARIABLE_PATTERN, is_list, is_object
from kingsburg_rules.language.tests import HELD
from kingsburg_rules.language.values import FACT, THING_PATTERN, VALUE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from types import ModuleType

    from kingsburg_rules.content.places import KeyPath, Spot

Definition: TypeAlias = "Mapping[str, object]"


class ValidationError(Protocol):
    """The attributes of jsonschema's errors that are used."""

    absolute_path: Iterable[str | int]
    validator: str
    validator_value: object
    instance: object
    schema: Definition


class Validator(Protocol):
    """The methods of jsonschema's validators that are used."""

    def iter_errors(self, instance: object) -> Iterator[ValidationError]:
        """Yield what is wrong."""
        ...

    def is_valid(self, instance: object) -> bool:
        """Return whether nothing is wrong."""
        ...


MAX_ERRORS = 1000
"""After so many errors the rest of a file is not looked at."""

MAX_UNKNOWN = 100
"""After so many unknown keys of a map, its others are not looked at."""


@frozen(eq=False)
class Form:
    """What is wrong with the form of a file, and the paths of all that is wrong.

    The paths lead to single keys, also to those that are missing. After very many errors the rest was not
    looked at; then the check is not `whole`.
    """

    diagnostics: tuple[Diagnostic, ...]
    paths: frozenset[KeyPath]
    whole: bool


def check_form(kind: str, root: Spot, file: str) -> Form:
    """Compare the data of a file with the schema of its kind.

    Raises:
        SetupError: jsonschema is not installed.
    """
    errors = [*islice(_validator(kind).iter_errors(root.data), MAX_ERRORS + 1)]
    check = _Check(kind, root, file)
    check.explain(errors[:MAX_ERRORS])
    paths = frozenset(path for error in errors[:MAX_ERRORS] for path in _paths(error))
    return Form(tuple(check.diagnostics), paths, len(errors) <= MAX_ERRORS)


def _paths(error: ValidationError) -> Iterator[KeyPath]:
    path = tuple(error.absolute_path)
    if error.validator == "additionalProperties":
        yield from ((*path, key) for key in _unknown_keys(_map(error.schema), _map(error.instance)))
    elif error.validator == "required":
        yield from ((*path, key) for key in _texts(error.validator_value) if key not in _map(error.instance))
    else:
        yield path


def _unknown_keys(definition: Definition, found: Mapping[str, object]) -> Iterator[str]:
    known, patterns = _map(definition.get("properties")), [*_map(definition.get("patternProperties"))]
    for key in found:
        if key not in known and not any(re.search(pattern, key) for pattern in patterns):
            yield key


# Schemas


@lru_cache(maxsize=8)
def definition(kind: str) -> Definition:
    """Return the schema of a kind of file."""
    return schema(kind)


def required_keys(part: Definition, found: Mapping[str, object]) -> list[str]:
    """Return the keys that a map must have: those of its schema, or none if a key makes it partial."""
    if "else" not in part or [*_map(part["if"])] != ["required"]:
        return _texts(part.get("required"))
    partial = any(key in found for key in _texts(_map(part["if"])["required"]))
    return [] if partial else _texts(_map(part["else"]).get("required"))


def _map(part: object) -> dict[str, object]:
    """Return a part of a schema, or of a file, if it is a map; else an empty one."""
    return part if is_object(part) else {}


def _texts(part: object) -> list[str]:
    return [*map(str, part)] if is_list(part) else []


def _jsonschema() -> ModuleType:
    """Import the library; playing does without, so it may be missing."""
    try:
        import jsonschema
    except ModuleNotFoundError as error:
        raise missing_extra("author", "jsonschema") from error
    return jsonschema


@lru_cache(maxsize=8)
def _validator(kind: str) -> Validator:
    return _strict(definition(kind))


def _strict(part: Definition) -> Validator:
    """Make a validator in which 1.0 is not a whole number, and a pattern covers a text to its very end."""
    library = _jsonschema()
    draft = library.Draft202012Validator
    types = draft.TYPE_CHECKER.redefine("integer", _is_whole)
    made: Validator = library.validators.extend(draft, {"pattern": _covers}, type_checker=types)(part)
    return made


def _is_whole(_: object, instance: object) -> bool:
    return isinstance(instance, int) and not isinstance(instance, bool)


def _covers(_: object, pattern: str, instance: object, __: object) -> Iterator[Exception]:
    if isinstance(instance, str) and not re.fullmatch(pattern, instance):
        yield _jsonschema().ValidationError(pattern)


@frozen(eq=False, repr=False)
class Schemas:
    """The schema of a file, by parts."""

    root: Definition

    @property
    def defs(self) -> dict[str, object]:
        """The definitions that other parts refer to."""
        return _map(self.root.get("$defs"))

    def referred(self, part: object) -> Definition:
        """Follow references."""
        found = _map(part)
        while "$ref" in found:
            target: object = self.root
            for name in str(found["$ref"]).removeprefix("#/").split("/"):
                target = _map(target).get(name)
            found = _map(target)
        return found

    def as_type(self, kind: str, part: object) -> Definition:
        """Return the schema of the form that is a map, or a list, of a value that has several forms."""
        found = self.referred(part)
        if "then" in found:
            is_meant = _map(found["if"]).get("type") == kind
            found = self.referred(found["then"] if is_meant else found.get("else", {}))
        return found

    def keys_of(self, part: object) -> dict[str, object]:
        """Return the keys of a map, with their schemas."""
        return _map(self.as_type("object", part).get("properties"))

    def items_of(self, part: object) -> Definition:
        """Return the schema of the items of a list of maps; nothing if it is not one."""
        items = _map(self.as_type("array", part).get("items"))
        return items if self.keys_of(items) else {}

    def at(self, path: KeyPath) -> Definition:
        """Return the schema of the value at a path."""
        part: object = self.root
        for key in path:
            part = self.items(part) if isinstance(key, int) else self.under(part, key)
        return self.referred(part)

    def items(self, part: object) -> object:
        """Return the schema of the items of a list."""
        return self.as_type("array", part).get("items")

    def under(self, part: object, key: str) -> object:
        """Return the schema of the value of a key."""
        found = self.as_type("object", part)
        named = _map(found.get("properties")).get(key)
        patterns = _map(found.get("patternProperties")).items()
        return named or next((one for pattern, one in patterns if re.search(pattern, key)), None)

    def accepts(self, part: object, value: object) -> bool:
        """Return whether a value fits a part of the schema."""
        return _strict({**_map(part), "$defs": self.defs}).is_valid(value)


# Maps: keys that are unknown, missing, or too many
#
# One slip of the hand can break several keywords: a misspelt key is unknown, and the key it was meant to be
# is missing. So the unknown keys of all maps are explained first, and with them what they account for.

_OF_MAPS = frozenset({"additionalProperties", "required", "maxProperties", "minProperties", "oneOf"})

_OFTEN = ("gain", "reward", "set", "window", "branch", "for_each", "pay", "choose", "roll", "phase", "run")
"""The steps that cards use most: they are listed where nothing like the one found is known."""


class _Check:
    """The diagnostics about one file."""

    def __init__(self, kind: str, root: Spot, file: str) -> None:
        self.schemas = Schemas(definition(kind))
        self.root = root
        self.file = file
        self.diagnostics: list[Diagnostic] = []
        self.explained: set[KeyPath] = set()
        self.meant: dict[KeyPath, set[str]] = {}

    def explain(self, errors: Sequence[ValidationError]) -> None:
        """Word the errors of the file."""
        maps: dict[KeyPath, dict[str, object]] = {}
        for error in errors:
            if error.validator in _OF_MAPS and is_object(error.instance):
                maps.setdefault(tuple(error.absolute_path), error.instance)
        for error in errors:
            if _map(error.schema).get("title") == HELD:
                self._unknown_test(tuple(error.absolute_path))
        ordered = sorted(maps.items(), key=lambda entry: len(entry[0]))
        strange = {path for path, found in ordered if self._explain_unknown(path, found)}
        for path, found in ordered:
            self._explain_missing(path, found)
            if path not in strange | self.explained:
                self._explain_number(path, found)
                self._explain_choice(path, found)
        paths = [tuple(error.absolute_path) for error in errors]
        lists = {path[:k] for path in paths for k in range(len(path))}  # with something wrong in them
        for path, error in zip(paths, errors, strict=True):
            is_short_list = error.validator == "minItems" and path in lists
            if path not in self.explained and error.validator not in _OF_MAPS and not is_short_list:
                self._explain_value(path, error)

    def _add(self, path: KeyPath, code: str, message: str, *, at_key: bool = True) -> None:
        spot = self.root.find(path)
        place = spot.owner if at_key else spot.place
        self.diagnostics.append(Diagnostic(self.file, *place, code, message))
        self.explained.add(path)

    def _explain_unknown(self, path: KeyPath, found: dict[str, object]) -> bool:
        """Explain the keys that a map should not have; return whether there are any."""
        if path in self.explained:
            return True
        part = self.schemas.as_type("object", self.schemas.at(path))
        keys = [*islice(_unknown_keys(part, found), MAX_UNKNOWN)]
        left = keys and self._in_other_list(path, found, keys)
        left = left and self._inside(path, found, left)
        left = left and self._without_list(path, found, left)
        for key in left:
            self._unknown_key(path, found, key)
        return bool(keys)

    def _in_other_list(self, path: KeyPath, found: dict[str, object], keys: list[str]) -> list[str]:
        """Find out that an item belongs in another list, the only one whose items may look like it."""
        if not path or not isinstance(path[-1], int):
            return keys
        lists = self.schemas.keys_of(self.schemas.at(path[:-2]))
        homes = [
            name
            for name, part in lists.items()
            if name != path[-2] and found.keys() <= self.schemas.keys_of(self.schemas.items_of(part)).keys()
        ]
        if len(homes) != 1:
            return keys
        self._add((*path, keys[0]), "schema.key", f"'{keys[0]}' belongs under '{homes[0]}'")
        self.explained.add(path)
        return []

    def _may_be_item(self, part: object, found: Mapping[str, object]) -> bool:
        items = self.schemas.items_of(part)
        return found.keys() <= self.schemas.keys_of(items).keys() and self.schemas.accepts(items, found)

    def _inside(self, path: KeyPath, found: dict[str, object], keys: list[str]) -> list[str]:
        """Find keys that belong to the map above them, but are not indented."""
        for name, part in self.schemas.keys_of(self.schemas.at(path)).items():
            value = found.get(name)
            if name not in found or not (value is None or is_object(value)):
                continue
            inner = [key for key in keys if key in self.schemas.keys_of(part) and key not in _map(value)]
            whole = {**_map(value), **{key: found[key] for key in inner}}
            if inner and self.schemas.accepts(part, whole):
                belong = "belongs" if len(inner) == 1 else "belong"
                them = "it" if len(inner) == 1 else "them"
                message = f"{_listed(inner)} {belong} inside '{name}': indent {them} further"
                self._add((*path, inner[0]), "schema.indent", message)
                self.explained.add((*path, name))
                return [key for key in keys if key not in inner]
        return keys

    def _without_list(self, path: KeyPath, found: dict[str, object], keys: list[str]) -> list[str]:
        """Find keys that are those of an item of a list, where the list and its key are missing."""
        item = {key: found[key] for key in keys}
        for home, part in self.schemas.keys_of(self.schemas.at(path)).items():
            near = closest(keys[0], [home])
            if home not in found and near is None and self._may_be_item(part, item):
                belong = "belongs" if len(keys) == 1 else "belong"
                self._add(
                    (*path, keys[0]), "schema.key", f"{_listed(keys)} {belong} in a list under '{home}'"
                )
                self.meant.setdefault(path, set()).add(home)
                return []
        return keys

    def _unknown_key(self, path: KeyPath, found: dict[str, object], key: str) -> None:
        known = self.schemas.keys_of(self.schemas.at(path))
        name, colon, rest = key.partition(":")
        free = [one for one in known if one not in found] or [*known]
        near = name if colon and found[key] is None and name in known else closest(key, free)
        self.meant.setdefault(path, set()).add(near or "")
        if near == name and colon:
            message: str = Advice(f"put a space after '{name}:'", remedy=f"{name}: {rest}")
        elif near is None and (outer := self._outer(path, key, found[key])):
            self._add((*path, key), "schema.indent", outer)
            return
        else:
            message = unknown(clip(key), free, _OFTEN if "gain" in known else ())
        self._add((*path, key), "schema.key", message)

    def _outer(self, path: KeyPath, key: str, value: object) -> str:
        """Explain that a key belongs to the map around this one, if it may be there and is not; else ''."""
        above = path[:-1] if path and isinstance(path[-1], str) else path[:-2]
        around = _map(self.root.find(above).data)
        known = self.schemas.keys_of(self.schemas.at(above))
        if len(path) == len(above) or key not in known or key in around:
            return ""
        if not self.schemas.accepts(known[key], value):
            return ""
        self.meant.setdefault(above, set()).add(key)
        return f"'{key}' belongs beside '{path[len(above)]}', not inside it: indent it less"

    def _unknown_test(self, path: KeyPath) -> None:
        """Explain a name that is not a test: only resources of packs may have it, and they take bounds."""
        name, known = str(path[-1]), [*self.schemas.keys_of(self.schemas.defs["tests"])]
        if closest(name, known):
            self._add(path, "schema.key", unknown(clip(name), known))
        elif outer := self._outer(path[:-1], name, self.root.find(path).data):
            self._add(path, "schema.indent", outer)
        else:
            message = f"'{clip(name)}' is not a test; a resource of a pack takes a number or {{min, max}}"
            self._add(path, "schema.key", message)
        self.explained.add(path[:-1])

    def _explain_missing(self, path: KeyPath, found: dict[str, object]) -> None:
        if path in self.explained:
            return
        part, meant = self.schemas.as_type("object", self.schemas.at(path)), self.meant.get(path, set())
        missing = [key for key in required_keys(part, found) if key not in found and key not in meant]
        if missing:
            known = _map(part.get("properties"))
            examples = [f"{key}: {example}" for key in missing if (example := self._example(known.get(key)))]
            be = "is" if len(missing) == 1 else "are"
            remedy = f"; add {_listed(examples)}" if len(examples) == len(missing) else ""
            self._add(path, "schema.missing", f"{_listed(missing)} {be} missing{remedy}")

    def _explain_choice(self, path: KeyPath, found: dict[str, object]) -> None:
        """Explain that none of several keys is given, or more than one."""
        part = self.schemas.as_type("object", self.schemas.at(path))
        choices = [key for one in _list(part.get("oneOf")) for key in _texts(_map(one).get("required"))]
        given = [key for key in found if key in choices]
        if len(given) > 1:
            message = f"only one of these can be given here: {_listed(given)}"
            self._add((*path, given[1]), "schema.single", message)
        elif choices and not given:
            self._add(path, "schema.missing", f"one of these is missing: {some_of(choices)}")

    def _example(self, part: object) -> str:
        """Return a value that a simple key may have; '' if none can be made up."""
        found = self.schemas.referred(part)
        words, pattern = _texts(found.get("enum")), str(found.get("pattern", ""))
        if words:
            return words[0]
        if EVENT_PATTERN in (_map(one).get("pattern") for one in _list(found.get("anyOf"))):
            return "season.end"
        if found.get("type") == "integer":
            return str(max(1, int(str(found.get("minimum", 1)))))
        return {"^[A-Z]$": "A"}.get(pattern, "true" if found.get("type") == "boolean" else "")

    def _explain_number(self, path: KeyPath, found: dict[str, object]) -> None:
        """Explain an empty map, and one with two words in place of one."""
        part = self.schemas.as_type("object", self.schemas.at(path))
        is_word = part.get("maxProperties") == 1
        if not found and part.get("minProperties"):
            known = some_of(_map(part.get("properties")))
            needed = "exactly one word is needed" if is_word else f"give at least one of: {known}"
            self._add(path, "schema.empty", f"this map is empty; {needed}")
        elif len(found) > 1 and is_word:
            first, second = [*found][:2]
            message = (
                f"one word per item: put '- ' before '{second}', which is now in one item with '{first}'"
            )
            self._add((*path, second), "schema.single", message)

    def _explain_value(self, path: KeyPath, error: ValidationError) -> None:
        if isinstance(error.instance, Refused) or any(path[:k] in self.explained for k in range(len(path))):
            return
        if error.validator == "dependentRequired":
            pairs = _map(error.validator_value).items()
            key, others = next((key, _texts(needed)) for key, needed in pairs if key in _map(error.instance))
            self._add((*path, key), "schema.key", f"'{key}' works only together with {_listed(others)}")
        else:
            self._add(path, *_about_value(error), at_key=error.instance is None)


def _list(part: object) -> list[object]:
    return part if is_list(part) else []


def _listed(names: Sequence[str]) -> str:
    return conjoined([f"'{clip(name)}'" for name in names])


# Single values: their type, their range, their spelling

_TYPES = {
    "integer": "a whole number",
    "string": "text",
    "boolean": "true or false",
    "array": "a list",
    "object": "a map",
}

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


def _about_value(error: ValidationError) -> tuple[str, str]:  # noqa: PLR0911 -- a case for each keyword
    """Return the code and the message for an error in a single value."""
    found, wanted, part = error.instance, error.validator_value, _map(error.schema)
    match error.validator:
        case "type":
            types = [wanted] if isinstance(wanted, str) else _texts(wanted)
            return "schema.type", _about_type(found, types, part)
        case "anyOf":
            return _about_name(found, [_map(one) for one in _list(wanted)])
        case "enum":
            return _about_word(found, _texts(wanted))
        case "pattern" if wanted == VARIABLE_PATTERN:
            return "schema.type", _about_number(str(found), part)
        case "pattern":
            return "schema.pattern", _about_pattern(str(found), str(wanted), may_be_new=True)
        case "minItems" if found:
            message = f"at least {wanted} items are needed here, found {len(_list(found))}"
            return "schema.empty", message
        case "minItems":
            return "schema.empty", "the list is empty; add an item or, if the key is optional, leave it out"
        case "minimum" | "maximum":
            return "schema.range", _about_range(found, part)
        case keyword:
            message = f"{_shown(found)} is not allowed here ({keyword}: {_shown(wanted)})"
            return "schema.other", message


def _about_word(found: object, words: list[str]) -> tuple[str, str]:
    if is_object(found) or is_list(found):
        return "schema.word", f"one of these is needed here, not {_shown(found)}: {some_of(words)}"
    if not isinstance(found, str) and _shown(found) in words:
        return "schema.type", _needed("text", _in_quotes(found))
    return "schema.word", unknown(_shown(found), words)


def _about_name(found: object, parts: list[dict[str, object]]) -> tuple[str, str]:
    """Explain for a name that may be a new one why it is not a name."""
    if not isinstance(found, str):
        return "schema.type", _about_type(found, ["string"], {})
    known = [word for part in parts for word in _texts(part.get("enum"))]
    if closest(found, known) is not None:
        return "schema.pattern", unknown(clip(found), known)
    pattern = next(str(part["pattern"]) for part in parts if "pattern" in part)
    return "schema.pattern", _about_pattern(found, pattern, may_be_new=False)


def _about_type(found: object, types: list[str], part: Definition) -> str:
    title = str(part.get("title", "")) if len(types) > 1 else ""
    what = title or " or ".join(_TYPES.get(name, name) for name in types)
    if isinstance(found, float) and "integer" in types:
        what = _TYPES["integer"]
    if found is None:
        takes_nothing = types == ["object"] and not {"required", "minProperties"} & {*part}
        return f"nothing is here; {what} is needed{', such as {}' if takes_nothing else ''}"
    advice = _advice(found, types, part)
    return _needed(what, advice) if advice else f"{what} is needed here, not {_shown(found)}"


def _needed(what: str, advice: str) -> str:
    return Advice(f"{what} is needed here; {advice}", advice.remedy if isinstance(advice, Advice) else "")


def _advice(found: object, types: Sequence[str], part: Definition) -> str:
    """Guess what was meant by a value of another type; '' without an idea."""
    text = found if isinstance(found, str) else ""
    match types:
        case [*_, "array"] if int(str(part.get("minItems", 0))) > 1:
            return f"it has at least {part['minItems']} items, such as [{clip(text) or '$number'}, 2]"
        case [*_, "array"] if is_object(found):
            return "put '- ' before it, or [ ] around it"
        case [*_, "array"]:
            return Advice(f"write [{_shown(found)}]", remedy=f"[{_shown(found)}]")
        case ["boolean"] if text:
            flag = _FLAGS.get(text.lower(), "")
            return Advice(f"write {flag or 'true or false'} without quotes", remedy=flag)
        case ["string"] if isinstance(found, bool | int | float):
            return _in_quotes(found)
        case _:
            pass
    if "integer" in types and _NUMBER.fullmatch(text):
        return Advice(f"write {text} without quotes", remedy=text)
    if "integer" in types and isinstance(found, float) and found.is_integer():
        return Advice(f"write {int(found)}", remedy=str(int(found)))
    return _advice_for_map(found, _map(part.get("properties"))) if "object" in types else ""


def _in_quotes(found: object) -> str:
    return Advice(f"put {_shown(found)} in quotes", remedy=f"'{_shown(found)}'")


def _advice_for_map(found: object, known: Mapping[str, object]) -> str:
    if is_list(found):
        remove = "remove the '- ' or the square brackets"
        many = len(found) > 1 and all(map(is_object, found))
        return f"make one map of these: {remove}" if many else remove
    name, colon, rest = found.partition(":") if isinstance(found, str) else ("", "", "")
    part = _map(known.get(name))
    if name not in known:
        return ""
    if colon:
        return Advice(f"put a space after '{name}:'", remedy=f"{name}: {rest}")
    if part.get("$ref") == VALUE.schema()["$ref"] or part.get("type") == "integer":
        return Advice(f"write {{{name}: 1}}", remedy=f"{{{name}: 1}}")
    return f"write '{name}: {{}}', with its keys between the braces"


def _about_pattern(found: str, pattern: str, *, may_be_new: bool) -> str:
    wanted = _PATTERNS.get(pattern) or f"text like {pattern}"
    sentence = f"'{clip(found)}' is not {wanted}{foreign_sign(found)}"
    slug = re.sub(r"[^a-z0-9]+", "_", found.lower()).strip("_")
    proposals = (found.lower(), slug, slug.replace("_", "-"), found.upper())
    fitting = next((text for text in proposals if re.fullmatch(pattern, text)), "")
    if not fitting or not may_be_new or foreign_sign(found) or len(found) > LONGEST:
        return sentence
    return Advice(f"{sentence}; perhaps '{fitting}'", remedy=fitting)


def _about_number(found: str, part: Definition) -> str:
    """Explain for a text that it is neither a number nor a variable that holds one."""
    what = str(part.get("title", "a number"))
    if _NUMBER.fullmatch(found):
        return _needed(what, Advice(f"write {found} without quotes", remedy=found))
    if found in FACT.known:
        return f"{what} is needed here; write {{fact: {found}}}, or ${found} if it is a variable"
    is_flag = len(found) > 1 and found.lower() in _FLAGS
    is_name = not is_flag and re.fullmatch(VARIABLE_PATTERN, f"${found}")
    variable = f"; a variable is written ${clip(found)}" if is_name else ""
    return f"{what} is needed here, not '{clip(found)}'{variable}"


def _about_range(found: object, part: Definition) -> str:
    least, most = part.get("minimum"), part.get("maximum")
    if least is not None and least == most:
        return f"{_shown(found)} is not known here; write {least}"
    if isinstance(found, int) and isinstance(least, int) and found < least:
        return f"{found} is too small; at least {least} is needed here"
    return f"{_shown(found)} is too large; at most {most} is allowed here"


def _shown(value: object) -> str:
    """Write a value as YAML does if it is short; else name its type."""
    if value is None or isinstance(value, bool):
        return {None: "nothing", True: "true", False: "false"}[value]
    if isinstance(value, dict | list):
        return _TYPES["object" if isinstance(value, dict) else "array"]
    return clip(str(value))
