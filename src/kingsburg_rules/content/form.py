"""The judge of form: compares a file with its JSON Schema, and words what it finds.

`judge` gives the faults with their paths, `explain` gives each mistake its one sentence. jsonschema is
imported here and nowhere else, and only when a file is judged.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Protocol, TypeAlias

from attrs import define, field, frozen

from kingsburg_rules.content.yaml_reader import clip
from kingsburg_rules.engine.classes import evolve
from kingsburg_rules.engine.errors import Advice, foreign_sign, missing_extra, unknown
from kingsburg_rules.words.cards import CARD_OF_PACK
from kingsburg_rules.words.files import LANGUAGE, PACK_ID, REQUIREMENT, VERSION
from kingsburg_rules.words.schema import schema
from kingsburg_rules.words.shapes import EVENT_PATTERN, ID_PATTERN, VARIABLE_PATTERN, is_list, is_object
from kingsburg_rules.words.tests import HELD
from kingsburg_rules.words.values import FACT, THING_PATTERN, VALUE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    defs = {name: _map(part) for name, part in _map(definition.get("$defs")).items()}
    strange = {fault.path: fault for fault in faults if fault.schema.get("title") == HELD}
    for path in strange:
        maps.pop(path, None)
    broken = [_Broken(at, _map(fault.found), fault.schema, defs) for at, fault in maps.items()]
    findings = [finding for each in broken for finding in each.findings()]
    findings += [_unknown_test(path, defs) for path in strange]
    explained = {*strange, *(path for each in broken for path in each.explained)}
    for fault in faults:
        if fault.keyword not in _OF_MAPS and fault.path not in explained:
            explained.add(fault.path)
            findings.append(_finding(fault))
    return findings


@frozen(eq=False)
class Judged:
    """What is wrong with the form of a file, in words, and the paths at which something was refused."""

    findings: tuple[Finding, ...]
    refused: frozenset[KeyPath]
    whole: bool


def judged(kind: str, data: object, part: str | None = None) -> Judged:
    """Compare a file, or a part of it, with its schema, and word what is wrong."""
    verdict = judge(kind, data, part)
    refused = frozenset(fault.path for fault in verdict.faults)
    return Judged(tuple(explain(verdict.faults, definition(kind))), refused, verdict.whole)


def _finding(fault: Fault) -> Finding:
    """Word a fault that stands alone."""
    if fault.keyword != "dependentRequired":
        code, message = _about_value(fault)
        instead = _replacement(fault)
        return Finding(
            fault.path, fault.found is None, code, Advice(message, instead) if instead else message
        )
    found = _map(fault.found)
    key, others = next((key, _texts(needed)) for key, needed in _map(fault.wanted).items() if key in found)
    message = f"'{key}' works only together with {_listed(others)}"
    return Finding((*fault.path, key), True, "schema.key", message)


def _unknown_test(path: KeyPath, defs: Mapping[str, Definition]) -> Finding:
    """Say of a name that it is no test: only resources of packs may be named so, and they take bounds."""
    name, known = str(path[-1]), _properties(defs["tests"], defs)
    if get_close_matches(name, sorted(known), n=1, cutoff=0.6):
        return Finding(path, True, "schema.key", unknown(clip(name), known))
    message = f"'{clip(name)}' is not a test; a resource of a pack takes a number or {{min, max}}"
    return Finding(path, True, "schema.key", message)


@define(eq=False, repr=False)
class _Broken:
    """A map with keys too many or too few; `explained` are paths inside that need no sentence more."""

    path: KeyPath
    found: dict[str, object]
    schema: Definition
    defs: Mapping[str, Definition]
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

    def findings(self) -> list[Finding]:
        """Word what is wrong with the map."""
        slipped, strangers = self._slipped(self._strangers())
        found = [*slipped, *(self._stranger(key) for key in strangers)]
        if self.missing:
            found.append(Finding(self.path, True, "schema.missing", _are_missing(self.missing)))
        found += self._wrong_choice()
        if not found:
            found.append(self._wrong_number())
        return found

    def _strangers(self) -> dict[str, None]:
        """Give the keys that may not stand here, as an ordered set; of a great many only the first."""
        patterns = tuple(_map(self.schema.get("patternProperties")))
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
        name, colon, rest = key.partition(":")
        if colon and self.found[key] is None and name in self.known:
            self._is_meant(name)
            message = Advice(f"put a space after '{name}:'", f"{name}: {rest}")
            return Finding(path, True, "schema.key", message)
        free = [name for name in self.known if name not in self.found] or list(self.known)
        near = get_close_matches(key, sorted(free), n=1, cutoff=0.6)
        fits = bool(near) and self.found[key] in _texts(self.known[near[0]].get("enum"))
        for home, kind in () if fits else self._lists_of_words():
            if key in _properties(self.defs[kind], self.defs):
                self._is_meant(home)
                return Finding(path, True, "schema.key", f"'{key}' belongs in a list under '{home}'")
        if near:
            self._is_meant(near[0])
        return Finding(path, True, "schema.key", unknown(clip(key), free))

    def _is_meant(self, name: str) -> None:
        if name in self.missing:
            self.missing.remove(name)
        if name in self.choices:
            self.choices = []

    def _wrong_choice(self) -> Iterator[Finding]:
        """Word that none of several keys is given, or more than one."""
        given = [name for name in self.found if name in self.choices]
        if self.choices and not given:
            message = f"one of these is missing: {_some(self.choices)}"
            yield Finding(self.path, True, "schema.missing", message)
        elif len(given) > 1:
            message = f"only one of these can be given here: {_listed(given)}"
            yield Finding((*self.path, given[1]), True, "schema.single", message)

    def _lists_of_words(self) -> Iterable[tuple[str, str]]:
        """Give the keys whose values are lists of words, such as `do` for steps, with the kind of word."""
        for name, part in self.known.items():
            items = _map(_as("array", part).get("items"))
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
        message = f"one word per item: put '- ' before '{second}', which is now in one item with '{first}'"
        return Finding((*self.path, second), True, "schema.single", message)


def _properties(part: Definition, defs: Mapping[str, Definition]) -> Mapping[str, object]:
    """Give the keys of a map's schema, following references."""
    reference = str(part.get("$ref", "")).removeprefix("#/$defs/")
    return _map(_as("object", defs.get(reference, part)).get("properties"))


def _as(kind: str, part: Definition) -> Definition:
    """Of a value that may be written in two forms, give the schema of the form that is a map, or a list."""
    if "then" not in part:
        return part
    return _map(part["then"] if _map(part["if"]).get("type") == kind else part.get("else"))


def _are_missing(names: list[str]) -> str:
    return f"{_listed(names)} {'is' if len(names) == 1 else 'are'} missing"


def _listed(names: Sequence[str]) -> str:
    quoted = [f"'{clip(name)}'" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def _some(names: Iterable[str]) -> str:
    listed = sorted(names)
    return ", ".join(listed[:12]) + (", ..." if len(listed) > 12 else "")


# Sentences about one value: its type, its range, its spelling

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
    return "schema.other", f"{_shown(found)} is not allowed here ({fault.keyword}: {_shown(wanted)})"


def _about_word(found: object, words: list[str]) -> tuple[str, str]:
    """Say of a value that it is none of the words that may stand there."""
    if is_object(found) or is_list(found):
        return "schema.word", f"one of these is needed here, not {_shown(found)}: {_some(words)}"
    if not isinstance(found, str) and _shown(found) in words:
        return "schema.type", f"text is needed here; put {_shown(found)} in quotes"
    return "schema.word", unknown(_shown(found), words)


def _about_name(fault: Fault) -> tuple[str, str]:
    """Say of a name that may be a new one why it is no name at all."""
    (pattern,) = (str(_map(part)["pattern"]) for part in _parts(fault) if "pattern" in _map(part))
    if isinstance(fault.found, str):
        return "schema.pattern", _about_pattern(fault.found, pattern)
    return "schema.type", _about_type(evolve(fault, keyword="type", wanted="string"))


def _parts(fault: Fault) -> list[object]:
    """Give the schemas of which a value should fit one."""
    return fault.wanted if is_list(fault.wanted) else []


def _about_type(fault: Fault) -> str:
    types = [fault.wanted] if isinstance(fault.wanted, str) else _texts(fault.wanted)
    title = str(fault.schema.get("title", "")) if len(types) > 1 else ""
    needed = f"{title or ' or '.join(_TYPES.get(name, name) for name in types)} is needed here"
    found = fault.found
    if found is None:
        may_be_empty = types == ["object"] and not {"required", "minProperties"} & set(fault.schema)
        hint = ", such as {}" if may_be_empty else ""
        return f"nothing is here; {needed.removesuffix(' here')}{hint}"
    advice = _advice(types, found, fault.schema)
    return f"{needed}; {advice}" if advice else f"{needed}, not {_shown(found)}"


def _advice(types: Sequence[str], found: object, schema: Definition) -> str:
    """Guess what was meant by a value of another type."""
    text = found if isinstance(found, str) else ""
    if "array" in types:
        return "put '- ' before it" if isinstance(found, dict) else f"write [{_shown(found)}]"
    if "integer" in types and _NUMBER.fullmatch(text):
        return f"write {text} without quotes"
    if types == ["boolean"] and text:
        return f"write {_FLAGS.get(text.lower(), 'true or false')} without quotes"
    if types == ["string"] and isinstance(found, bool | int | float):
        return f"put {_shown(found)} in quotes"
    if "object" in types:
        return _advice_for_map(found, _map(schema.get("properties")))
    return ""


def _advice_for_map(found: object, known: Mapping[str, object]) -> str:
    if is_list(found):
        several = len(found) > 1 and all(map(is_object, found))
        away = "remove the '- ' or the square brackets"
        return f"make one map of these: {away}" if several else away
    if isinstance(found, str):
        name, colon, rest = found.partition(":")
        if found in known and _takes_number(_map(known[found])):
            return f"write {{{found}: 1}}"
        if found in known:
            return f"write '{found}: {{}}', with its keys between the braces"
        if colon and rest and name in known:
            return f"put a space after '{name}:'"
    return ""


def _takes_number(part: Definition) -> bool:
    """Whether what stands under a key is a number, written down or worked out."""
    return part.get("$ref") == VALUE.schema()["$ref"] or part.get("type") == "integer"


def _about_pattern(found: str, pattern: str) -> str:
    wanted = _PATTERNS.get(pattern, f"text like {pattern}")
    foreign = foreign_sign(found)
    if foreign:
        return f"'{clip(found)}' is not {wanted}{foreign}"
    proposed = _proposed(found, pattern)
    perhaps = f"; perhaps '{proposed}'" if proposed else ""
    return f"'{clip(found)}' is not {wanted}{perhaps}"


def _about_text(found: str, fault: Fault) -> tuple[str, str]:
    """Say of a text why it does not fit; where the pattern is that of variables, a number is needed."""
    if fault.wanted == VARIABLE_PATTERN:
        return "schema.type", _about_number(found, fault.schema)
    return "schema.pattern", _about_pattern(found, str(fault.wanted))


def _about_number(found: str, schema: Definition) -> str:
    """Say of a text that it is no number, and no variable that holds one."""
    needed = f"{schema.get('title', 'a number')} is needed here"
    if _NUMBER.fullmatch(found):
        return f"{needed}; write {found} without quotes"
    if found in FACT.known:
        return f"{needed}; write {{fact: {found}}}, or ${found} if it is a variable"
    variable = f"${found}"
    perhaps = f"; a variable is written {variable}" if re.fullmatch(VARIABLE_PATTERN, variable) else ""
    return f"{needed}, not '{clip(found)}'{perhaps}"


def _about_length(found: object, least: object) -> str:
    if not found or not is_list(found):
        return "the list is empty; add an item, or leave out the key"
    return f"at least {least} items are needed here, found {len(found)}"


def _about_range(fault: Fault) -> str:
    least, most = fault.schema.get("minimum"), fault.schema.get("maximum")
    if least is not None and least == most:
        return f"{_shown(fault.found)} is not known here; write {least}"
    if fault.keyword == "minimum":
        return f"{_shown(fault.found)} is too small; at least {least} is needed here"
    return f"{_shown(fault.found)} is too large; at most {most} is allowed here"


def _replacement(fault: Fault) -> str:
    """Give what is to be written in place of a single value, where the sentence about it says so."""
    found, wanted = fault.found, fault.wanted
    if fault.keyword == "enum":
        return _word_instead(found, _texts(wanted))
    if fault.keyword in ("pattern", "anyOf") and wanted != VARIABLE_PATTERN:
        patterns = [wanted, *(_map(part).get("pattern") for part in _parts(fault))]
        proposals = (
            _proposed(found, each) for each in patterns if isinstance(found, str) and isinstance(each, str)
        )
        return next(filter(None, proposals), "")
    if fault.keyword not in ("type", "pattern") or found is None or is_object(found) or is_list(found):
        return ""
    types = (
        ["integer"] if fault.keyword == "pattern" else [wanted] if isinstance(wanted, str) else _texts(wanted)
    )
    return _of_type(found, types, _map(fault.schema.get("properties")))


def _of_type(found: object, types: Sequence[str], known: Mapping[str, object]) -> str:
    """Write a single value as one of another type; '' if that is not clear."""
    text = found if isinstance(found, str) else ""
    if "array" in types:
        return f"[{_shown(found)}]"
    if "integer" in types:
        return text if _NUMBER.fullmatch(text) else ""
    if types == ["boolean"]:
        return _FLAGS.get(text.lower(), "")
    if types == ["string"]:
        return f"'{_shown(found)}'"
    return f"{{{text}: 1}}" if text in known and _takes_number(_map(known[text])) else ""


def _word_instead(found: object, words: list[str]) -> str:
    """Give the word that was likely meant; a number among the words is to be put in quotes."""
    if is_object(found) or is_list(found):
        return ""
    if isinstance(found, str):
        return unknown(_shown(found), words).instead
    return f"'{_shown(found)}'" if _shown(found) in words else ""


def _proposed(found: str, pattern: str) -> str:
    """Give a text that fits a pattern and is nearly the one found."""
    slug = re.sub(r"[^a-z0-9]+", "_", found.lower()).strip("_")
    proposals = (slug, slug.replace("_", "-"), found.upper())
    fitting = (text for text in proposals if re.fullmatch(pattern, text))
    return next(fitting, "") if len(found) <= _SHORT and not foreign_sign(found) else ""


_SHORT = 40
"""Longer texts are not proposed in another spelling."""


def _shown(value: object) -> str:
    """Write a value the way YAML does, if it is short; else name its type."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict | list):
        return "a map" if isinstance(value, dict) else "a list"
    return clip(str(value))
