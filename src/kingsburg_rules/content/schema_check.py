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
    is_whole,
    missing_extra,
    some_of,
    unknown,
)
from kingsburg_rules.engine.spelling import LONGEST, closest
from kingsburg_rules.language.cards import CARD_OF_PACK
from kingsburg_rules.language.files import LANGUAGE, PACK_ID, REQUIREMENT, VERSION
from kingsburg_rules.language.queries import NAME_OR_VARIABLE
from kingsburg_rules.language.registry import QUERIES, VALUES
from kingsburg_rules.language.schema import schema
from kingsburg_rules.language.shapes import EVENT_PATTERN, ID_PATTERN, VARIABLE_PATTERN, is_list, is_object
from kingsburg_rules.language.tests import HELD
from kingsburg_rules.language.values import BOUNDS, FACT, ROW_OR_VARIABLE, THING_PATTERN, VALUE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from types import ModuleType

    from kingsburg_rules.content.yaml_reader import KeyPath, Spot

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

    def evolve(self, *, schema: Definition) -> Validator:
        """Make the validator of a part; references lead into the whole schema as before."""
        ...


MAX_ERRORS = 1000
"""After so many errors the rest of a file is not looked at."""

MAX_UNKNOWN = 100
"""After so many unknown keys of a map, its others are not looked at."""


def check_form(kind: str, root: Spot, file: str) -> tuple[list[Diagnostic], frozenset[KeyPath]]:
    """Compare the data of a file with the schema of its kind.

    Returns:
        What is wrong, and the paths of the keys that are wrong or missing. After very many errors, those
        are all keys of the file.

    Raises:
        SetupError: jsonschema is not installed.
    """
    errors = [*islice(_validator(kind).iter_errors(root.data), MAX_ERRORS + 1)]
    judge = _Judge(kind, root, file)
    judge.explain(errors[:MAX_ERRORS])
    if len(errors) > MAX_ERRORS:
        judge.wounds.update((key,) for key in _map(root.data))
    return judge.diagnostics, frozenset(judge.wounds)


def _unknown_keys(error: ValidationError) -> list[str]:
    known, patterns = _map(error.schema.get("properties")), [*_map(error.schema.get("patternProperties"))]
    found = (key for key in _map(error.instance) if key not in known)
    return [key for key in found if not any(re.search(pattern, key) for pattern in patterns)]


def _missing_keys(error: ValidationError) -> list[str]:
    return [key for key in _texts(error.validator_value) if key not in _map(error.instance)]


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


def _list(part: object) -> list[object]:
    return part if is_list(part) else []


def _texts(part: object) -> list[str]:
    return [*map(str, _list(part))]


def _jsonschema() -> ModuleType:
    """Import the library; playing does without, so it may be missing."""
    try:
        import jsonschema
    except ModuleNotFoundError as error:
        raise missing_extra("author", "jsonschema") from error
    return jsonschema


@lru_cache(maxsize=8)
def _validator(kind: str) -> Validator:
    """Make a validator in which 1.0 is not a whole number, and a pattern covers a text to its very end."""
    library = _jsonschema()
    draft = library.Draft202012Validator
    types = draft.TYPE_CHECKER.redefine("integer", _is_integer)
    strict = library.validators.extend(draft, {"pattern": _covers}, type_checker=types)
    made: Validator = strict(definition(kind))
    return made


def _is_integer(_: object, instance: object) -> bool:
    return is_whole(instance)


def _covers(_: object, pattern: str, instance: object, __: object) -> Iterator[Exception]:
    if isinstance(instance, str) and not re.fullmatch(pattern, instance):
        yield _jsonschema().ValidationError(pattern)


@frozen(eq=False, repr=False)
class Schemas:
    """The schema of a kind of file, by parts."""

    kind: str

    def form(self, part: object, kind: str = "object") -> Definition:
        """Return the form of a value that is a map, or a list, without references."""
        found = _map(part)
        while "$ref" in found or "then" in found:
            if "$ref" in found:
                target: object = definition(self.kind)
                for name in str(found["$ref"]).removeprefix("#/").split("/"):
                    target = _map(target).get(name)
            else:
                target = found.get("then" if _map(found["if"]).get("type") == kind else "else")
            found = _map(target)
        return found

    def keys(self, part: object) -> dict[str, object]:
        """Return the keys of a map, with their schemas."""
        return _map(self.form(part).get("properties"))

    def items(self, part: object) -> object:
        """Return the schema of the items of a list."""
        return self.form(part, "array").get("items")

    def at(self, path: KeyPath) -> object:
        """Return the schema of the value at a path."""
        part: object = definition(self.kind)
        for key in path:
            if isinstance(key, int):
                part = self.items(part)
            else:
                patterns = _map(self.form(part).get("patternProperties")).items()
                others = (other for pattern, other in patterns if re.search(pattern, key))
                part = self.keys(part).get(key) or next(others, None)
        return part

    def accepts(self, part: object, value: object) -> bool:
        """Return whether a value fits a part of the schema."""
        return _validator(self.kind).evolve(schema=_map(part)).is_valid(value)


# Maps: keys that are unknown, missing, or too many
#
# One slip of the hand can break several keywords: a misspelt key is unknown, and the key it was meant to be
# is missing. So the unknown keys of all maps are explained first, and with them what they account for.

_OFTEN = ("gain", "reward", "set", "window", "branch", "for_each", "pay", "choose", "roll", "phase", "run")
"""The steps that cards use most: they are listed where nothing like the one found is known."""


class _Judge:
    """The diagnostics about one file.

    Nothing more is said of what is `explained`, nor of the keys that are `meant` by others. The `wounds` are
    the paths of the keys that are wrong or missing.
    """

    def __init__(self, kind: str, root: Spot, file: str) -> None:
        self.schemas = Schemas(kind)
        self.root = root
        self.file = file
        self.diagnostics: list[Diagnostic] = []
        self.explained: set[KeyPath] = set()
        self.meant: set[KeyPath] = set()
        self.wounds: set[KeyPath] = set()

    def explain(self, errors: Sequence[ValidationError]) -> None:
        """Word the errors of the file."""
        strange: dict[KeyPath, dict[str, object]] = {}
        others: list[tuple[KeyPath, ValidationError]] = []
        for error in errors:
            path, keys = tuple(error.absolute_path), list[str]()
            if error.validator == "additionalProperties":
                keys = _unknown_keys(error)
                # jsonschema reports a map once for each branch that refuses its keys.
                strange.setdefault(path, {}).update(dict.fromkeys(keys[:MAX_UNKNOWN]))
            elif error.schema.get("title") == HELD:
                # Packs may bring resources of any name, so a test that nobody knows is taken for one of them.
                strange.setdefault(path[:-1], {})[str(path[-1])] = None
                self.explained.add(path)
            else:
                keys = _missing_keys(error) if error.validator == "required" else []
                others.append((path, error))
            self.wounds.update([(*path, key) for key in keys] or [path])
        for path in sorted(strange, key=len):
            if path not in self.explained:
                self._explain_unknown(path, [*strange[path]])
        # A list with a broken item is not too short as well: the author will mend the item.
        broken = {path[:k] for path, _ in others for k in range(len(path))}
        for path, error in others:
            is_short = error.validator in ("minItems", "maxProperties", "minProperties", "oneOf")
            if is_short and (path in strange or (path in broken and error.validator == "minItems")):
                continue
            if not any(path[:k] in self.explained for k in range(len(path) + 1)):
                self._explain(path, error)

    def _add(self, path: KeyPath, code: str, message: str, *, at_key: bool = True) -> None:
        spot = self.root.find(path)
        place = spot.owner if at_key else spot.place
        self.diagnostics.append(Diagnostic(self.file, *place, code, message))
        self.explained.add(path)

    def _explain_unknown(self, path: KeyPath, keys: list[str]) -> None:
        """Explain the keys that a map should not have: as a mistake of indentation, or each by itself."""
        found = _map(self.root.find(path).data)
        if self._in_other_list(path, found, keys):
            return
        known = self.schemas.keys(self.schemas.at(path))
        for key in self._inside(path, found, keys, known):
            name, colon, rest = key.partition(":")
            free = [one for one in known if one not in found] or [*known]
            near = closest(key, free)
            if colon and found[key] is None and name in known:
                message: str = Advice(f"put a space after '{name}:'", remedy=f"{name}: {rest}")
                near = name
            elif misplaced := self._about_variable(path, key, found, known):
                message = misplaced
            elif near is None and (beside := self._outer(path, key, found[key])):
                self._add((*path, key), "schema.indent", beside)
                continue
            elif near is None and (homes := self._homes(path, key)):
                message = f"'{key}' belongs under {_listed(homes)}"
            else:
                message = unknown(clip(key), free, _OFTEN if "gain" in known else ())
            self.meant.add((*path, near or ""))
            self._add((*path, key), "schema.key", message)

    def _about_variable(self, path: KeyPath, key: str, found: Definition, known: Mapping[str, object]) -> str:
        """Explain a name that is written as it is where it is read, or the other way round; else ''."""
        patterns = _map(self.schemas.form(self.schemas.at(path)).get("patternProperties"))
        bare = key.removeprefix("$")
        if bare != key and any(re.search(pattern, bare) for pattern in patterns):
            return Advice(f"'$' stands only where a variable is read: write {bare}", remedy=bare)
        if key == "as" and (query := next((name for name in found if name in QUERIES.words), "")):
            inline = str(QUERIES.words[query].inline).rstrip("_")
            return f"'as' belongs inside '{query}', such as {query}: {{{inline}: ..., as: thing}}"
        if "fact" in known and "sum" in known and key in FACT.known:
            return (
                f"'{key}' is a fact: write {{fact: {key}}}, or {{fact: {{{key}: left}}}} for another player"
            )
        return ""

    def _homes(self, path: KeyPath, key: str) -> list[str]:
        """List the lists whose items may have a key that an item of this list must not have; few, or none."""
        if len(path) != 2 or not isinstance(path[-1], int):
            return []
        lists = self.schemas.keys(self.schemas.at(path[:-2]))
        homes = [name for name, part in lists.items() if key in self.schemas.keys(self.schemas.items(part))]
        return homes if len(homes) <= _FEW else []

    def _in_other_list(self, path: KeyPath, found: Definition, keys: list[str]) -> bool:
        """Find out that an item belongs in another list, the only one whose items have all its keys."""
        if not path or not isinstance(path[-1], int):
            return False
        lists = self.schemas.keys(self.schemas.at(path[:-2]))
        homes = [name for name, part in lists.items() if self._are_keys_of_items(part, found)]
        if len(homes) != 1 or homes[0] == path[-2]:
            return False
        self._add((*path, keys[0]), "schema.key", f"'{keys[0]}' belongs under '{homes[0]}'")
        self.explained.add(path)
        return True

    def _inside(
        self, path: KeyPath, found: Definition, keys: list[str], known: Mapping[str, object]
    ) -> list[str]:
        """Find keys that belong to a map above them, or to a list that is missing; return the others."""
        strange = {key: found[key] for key in keys}
        for name in sorted(known, key=lambda name: name not in found):
            part, value = known[name], found.get(name)
            if name not in found:
                is_home = self._are_keys_of_items(part, strange) and self.schemas.accepts(part, [strange])
                if is_home and closest(keys[0], [name]) is None:
                    self._add((*path, keys[0]), "schema.key", f"{_belong(keys)} in a list under '{name}'")
                    self.meant.add((*path, name))
                    return []
                continue
            inner = [key for key in keys if key in self.schemas.keys(part) and key not in _map(value)]
            whole = {**_map(value), **{key: found[key] for key in inner}}
            if inner and (value is None or is_object(value)) and self.schemas.accepts(part, whole):
                them = "it" if len(inner) == 1 else "them"
                message = f"{_belong(inner)} inside '{name}': indent {them} further"
                self._add((*path, inner[0]), "schema.indent", message)
                self.explained.add((*path, name))
                return [key for key in keys if key not in inner]
        return keys

    def _are_keys_of_items(self, part: object, found: Definition) -> bool:
        # A value may stand in a list of values, but nobody means that by a key too many.
        if self.schemas.keys(self.schemas.items(part)).keys() == VALUES.words.keys():
            return False
        return found.keys() <= self.schemas.keys(self.schemas.items(part)).keys()

    def _outer(self, path: KeyPath, key: str, value: object) -> str:
        """Explain that a key belongs to the map around this one, if it may be there and is not; else ''."""
        above = path[:-1] if path and isinstance(path[-1], str) else path[:-2]
        known = self.schemas.keys(self.schemas.at(above))
        if not path or key not in known or key in _map(self.root.find(above).data):
            return ""
        # A map with exactly one word has no place for another one beside it.
        if "maxProperties" in self.schemas.form(self.schemas.at(above)):
            return ""
        if not self.schemas.accepts(known[key], value):
            return ""
        self.meant.add((*above, key))
        return f"'{key}' belongs beside '{path[len(above)]}', not inside it: indent it less"

    def _explain(self, path: KeyPath, error: ValidationError) -> None:
        """Explain an error of a map as a whole, or of a single value."""
        found, wanted, part = _map(error.instance), error.validator_value, error.schema
        match error.validator:
            case "required":
                missing = [key for key in _missing_keys(error) if (*path, key) not in self.meant]
                # jsonschema has an error for each missing key; the first one speaks for all of them.
                self.meant.update((*path, key) for key in missing)
                if missing:
                    are = "is" if len(missing) == 1 else "are"
                    self._add(path, "schema.missing", f"{_listed(missing)} {are} missing")
            case "oneOf":
                choices = [key for one in _list(wanted) for key in _texts(_map(one).get("required"))]
                given = [key for key in found if key in choices]
                if given:
                    message = f"only one of these can be given here: {_listed(given)}"
                    self._add((*path, given[1]), "schema.single", message)
                else:
                    self._add(path, "schema.missing", f"one of these is missing: {some_of(choices)}")
            case "minProperties":
                known = some_of(_map(part.get("properties")))
                is_word = part.get("maxProperties") == 1
                needed = "exactly one word is needed" if is_word else f"give at least one of: {known}"
                self._add(path, "schema.empty", f"this map is empty; {needed}")
            case "maxProperties":
                first, second = sorted(found, key=lambda key: key not in ("min", "max"))[:2]
                if first in ("min", "max"):
                    message = (
                        f"'{second}' is a number of its own: put it into '{first}', or leave one of them out"
                    )
                    self._add((*path, second), "schema.single", message)
                    return
                message = f"put '- ' before '{second}', which is now in one item with '{first}'"
                self._add((*path, second), "schema.single", f"one word per item: {message}")
            case "dependentRequired":
                key, others = next((key, needed) for key, needed in _map(wanted).items() if key in found)
                message = f"'{key}' works only together with {_listed(_texts(others))}"
                self._add((*path, key), "schema.key", message)
            case _:
                # What could not be read has been reported by the reader.
                if not isinstance(error.instance, Refused):
                    self._add(path, *_about_value(error), at_key=error.instance is None)


def _listed(names: Sequence[str]) -> str:
    return conjoined([f"'{clip(name)}'" for name in names])


def _belong(names: Sequence[str]) -> str:
    return f"{_listed(names)} {'belongs' if len(names) == 1 else 'belong'}"


# Single values: their type, their range, their spelling

_FEW = 3
"""So many lists are named in which a key could stand."""

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
    ROW_OR_VARIABLE: "one capital letter, or a variable such as $row",
    NAME_OR_VARIABLE: "the name of a fact, or a variable such as $number",
    str(CARD_OF_PACK.pattern): "a card with its pack, as in pack/card",
    str(REQUIREMENT.pattern): "a comparison of versions, such as '>=1.2' or '>=1.2, <2'",
    str(LANGUAGE.pattern): "a language, such as en or nl",
}
"""What the patterns of the language ask for, in words."""

_MINUS = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212\uff0d"), "-")
"""Characters that look like a minus."""

_NUMBER = re.compile("[-+]?[0-9]+")
_FLAGS = {
    **dict.fromkeys(("true", "yes", "on"), "true"),
    **dict.fromkeys(("false", "no", "off"), "false"),
}


def _about_value(error: ValidationError) -> tuple[str, str]:
    """Return the code and the message for an error in a single value."""
    found, wanted, part = error.instance, error.validator_value, error.schema
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
        case "minItems":
            add = "; add an item or, if the key is optional, leave it out" if not found else ""
            message = f"at least {wanted} items are needed here, found {len(_list(found))}"
            return "schema.empty", f"the list is empty{add}" if add else message
        case _:
            return "schema.range", _about_range(found, part)


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
    if pattern == VARIABLE_PATTERN:
        return "schema.word", unknown(clip(found), known)
    return "schema.pattern", _about_pattern(found, pattern, may_be_new=False)


def _about_type(found: object, types: list[str], part: Definition) -> str:
    title = str(part.get("title", "")) if len(types) > 1 else ""
    what = title or " or ".join(_TYPES[name] for name in types)
    if isinstance(found, float) and "integer" in types:
        what = _TYPES["integer"]
    if found is None:
        return f"nothing is here; {what} is needed"
    is_value = isinstance(found, str) and re.fullmatch(VARIABLE_PATTERN, found)
    if types == ["integer"] and (is_value or VALUES.words.keys() >= _map(found).keys() > set[str]()):
        return (
            f"{what} must be written down here: it has to be known before the game, so it cannot be computed"
        )
    return _needed(what, _advice(found, types, part)) or f"{what} is needed here, not {_shown(found)}"


def _needed(what: str, advice: str) -> str:
    """Say what to do where something else is needed; '' without advice."""
    remedy = advice.remedy if isinstance(advice, Advice) else ""
    return Advice(f"{what} is needed here; {advice}", remedy) if advice else ""


def _advice(  # noqa: PLR0911 -- a case for each kind of slip
    found: object, types: Sequence[str], part: Definition
) -> str:
    """Guess what was meant by a value of another type; '' without an idea."""
    match found:
        case _ if types[-1] == "array" and int(str(part.get("minItems", 0))) > 1:
            return f"it has at least {part['minItems']} items, such as [$number, 2]"
        case dict() if types[-1] == "array":
            return "put '- ' before it, or [ ] around it"
        case _ if types[-1] == "array":
            return Advice(f"write [{_shown(found)}]", remedy=f"[{_shown(found)}]")
        case str() if types == ["boolean"]:
            flag = _FLAGS.get(found.lower(), "")
            return Advice(f"write {flag or 'true or false'} without quotes", remedy=flag)
        case bool() | int() | float() if types == ["string"]:
            return _in_quotes(found)
        case str() if "integer" in types and _NUMBER.fullmatch(plain := found.translate(_MINUS)):
            if plain != found:
                return Advice(f"write {plain}{foreign_sign(found)}", remedy=plain)
            return Advice(f"write {found} without quotes", remedy=found)
        case float() if "integer" in types and found.is_integer():
            return Advice(f"write {int(found)}", remedy=str(int(found)))
        case list() if "object" in types:
            return "remove the '- ' or the square brackets"
        case str() if "object" in types:
            return _advice_for_map(found, _map(part.get("properties")))
        case _:
            return ""


def _in_quotes(found: object) -> str:
    return Advice(f"put {_shown(found)} in quotes", remedy=f"'{_shown(found)}'")


def _advice_for_map(found: str, known: Mapping[str, object]) -> str:
    name, colon, rest = found.partition(":")
    part = _map(known.get(name))
    if name not in known:
        return ""
    if colon:
        return Advice(f"put a space after '{name}:'", remedy=f"{name}: {rest}")
    if part.get("$ref") in (VALUE.schema()["$ref"], BOUNDS.schema()["$ref"]) or part.get("type") == "integer":
        return Advice(f"write {{{name}: 1}}", remedy=f"{{{name}: 1}}")
    return f"write '{name}: {{}}', with its keys between the braces"


_OPERATION = re.compile(r"\s*(\$?[a-z0-9_]+)\s*([-+*/])\s*(\$?[a-z0-9_]+)\s*")
_WORDS = {"+": "sum", "-": "sum", "*": "times", "/": "div"}


def _computed(found: str) -> str:
    """Write with words what somebody has written as a calculation, such as "$visits + 1"; else ''."""
    parts = _OPERATION.fullmatch(found)
    if parts is None or "$" not in found:
        return ""
    one, sign, other = parts.groups()
    other = other if sign != "-" else f"-{other}" if other.isdecimal() else f"{{times: [-1, {other}]}}"
    wanted = f"{{{_WORDS[sign]}: [{one}, {other}]}}"
    return Advice(f"a value is computed with words: write {wanted}", remedy=wanted)


def _about_pattern(found: str, pattern: str, *, may_be_new: bool) -> str:
    if pattern in (VARIABLE_PATTERN, THING_PATTERN, NAME_OR_VARIABLE) and (computed := _computed(found)):
        return computed
    if found.startswith("$") and re.fullmatch(pattern, found[1:]):
        return Advice(f"'$' stands only where a variable is read: write {found[1:]}", remedy=found[1:])
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
    if computed := _computed(found):
        return computed
    if found in FACT.known:
        return f"{what} is needed here; write {{fact: {found}}}, or ${found} if it is a variable"
    is_name = found.lower() not in _FLAGS and re.fullmatch(VARIABLE_PATTERN, f"${found}")
    variable = f"; a variable is written ${clip(found)}" if is_name else ""
    advice = _advice(found, ["integer"], part)
    return _needed(what, advice) or f"{what} is needed here, not '{clip(found)}'{variable}"


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
