"""Saying what is wrong with one value: its type, its range, its spelling."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from attrs import evolve

from kingsburg_rules.content.yaml_scalars import clip
from kingsburg_rules.engine.errors import foreign_sign, unknown
from kingsburg_rules.language.cards import CARD_OF_PACK
from kingsburg_rules.language.packs import LANGUAGE, PACK_ID, REQUIREMENT, VERSION
from kingsburg_rules.language.shapes import EVENT_PATTERN, ID_PATTERN

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kingsburg_rules.content.schema_faults import Definition, Fault

_TYPES = {
    "integer": "a whole number",
    "string": "text",
    "boolean": "true or false",
    "array": "a list",
    "object": "a map",
}
_PATTERNS = {
    ID_PATTERN: "small letters, digits and '_', beginning with a letter",
    str(PACK_ID.pattern): "small letters, digits and '-', beginning with a letter",
    str(VERSION.pattern): "numbers parted by dots, such as 1.0",
    EVENT_PATTERN: "small letters, digits, '_' and dots, such as season.start",
    "^[A-Z]$": "one capital letter",
    str(CARD_OF_PACK.pattern): "a card with its pack, as in pack/card",
    str(REQUIREMENT.pattern): "a comparison of versions, such as '>=1.2' or '>=1.2, <2'",
    str(LANGUAGE.pattern): "a language, such as en or nl",
}
"""What the patterns of the language ask for, in words."""

_FLAGS = {
    **dict.fromkeys(("true", "yes", "on", "y"), "true"),
    **dict.fromkeys(("false", "no", "off", "n"), "false"),
}


def about_value(fault: Fault) -> tuple[str, str]:
    """Give the code and the sentence for a fault of a single value."""
    found, wanted = fault.found, fault.wanted
    if fault.keyword == "type":
        return "schema.type", _about_type(fault)
    if fault.keyword == "anyOf":
        return _about_name(fault)
    if fault.keyword == "enum":
        words = cast("Sequence[str]", wanted)
        if not isinstance(found, str) and _shown(found) in words:
            return "schema.type", f"text is needed here; put {_shown(found)} in quotes"
        return "schema.word", unknown(_shown(found), words)
    if fault.keyword == "pattern":
        return "schema.pattern", _about_pattern(str(found), str(wanted))
    if fault.keyword == "minItems":
        return "schema.empty", _about_length(cast("list[object]", found), cast("int", wanted))
    if fault.keyword in ("minimum", "maximum"):
        return "schema.range", _about_range(fault)
    return "schema.other", f"{_shown(found)} is not allowed here ({fault.keyword}: {_shown(wanted)})"


def _about_name(fault: Fault) -> tuple[str, str]:
    """Say of a name that may be a new one why it is no name at all."""
    (open_,) = (part for part in cast("list[Mapping[str, object]]", fault.wanted) if "pattern" in part)
    if isinstance(fault.found, str):
        return "schema.pattern", _about_pattern(fault.found, str(open_["pattern"]))
    return "schema.type", _about_type(evolve(fault, keyword="type", wanted="string"))


def _about_type(fault: Fault) -> str:
    types = [fault.wanted] if isinstance(fault.wanted, str) else cast("list[str]", fault.wanted)
    needed = f"{' or '.join(_TYPES.get(name, name) for name in types)} is needed here"
    found = fault.found
    if found is None:
        may_be_empty = types == ["object"] and not {"required", "minProperties"} & set(fault.schema)
        hint = ", such as {}" if may_be_empty else ""
        return f"nothing stands here; {needed.removesuffix(' here')}{hint}"
    advice = _advice(types, found, fault.schema)
    return f"{needed}; {advice}" if advice else f"{needed}, not {_shown(found)}"


def _advice(types: Sequence[str], found: object, schema: Definition) -> str:
    """Guess what was meant by a value of another type."""
    text = found if isinstance(found, str) else ""
    if "array" in types:
        return "put '- ' before it" if isinstance(found, dict) else f"write [{_shown(found)}]"
    if "integer" in types and re.fullmatch(r"[-+]?[0-9]+", text):
        return f"write {text} without quotes"
    if types == ["boolean"] and text:
        return f"write {_FLAGS.get(text.lower(), 'true or false')} without quotes"
    if types == ["string"] and isinstance(found, bool | int | float):
        return f"put {_shown(found)} in quotes"
    if "object" in types:
        return _advice_for_map(found, cast("Mapping[str, object]", schema.get("properties", {})))
    return ""


def _advice_for_map(found: object, known: Mapping[str, object]) -> str:
    if isinstance(found, list):
        return "take the '- ' or the square brackets away"
    if isinstance(found, str):
        name, colon, rest = found.partition(":")
        if found in known:
            return f"write '{found}: {{}}', with what belongs to it between the braces"
        if colon and rest and name in known:
            return f"put a space behind '{name}:'"
    return ""


def _about_pattern(found: str, pattern: str) -> str:
    wanted = _PATTERNS.get(pattern, f"text like {pattern}")
    foreign = foreign_sign(found)
    if foreign:
        return f"'{clip(found)}' is not {wanted}{foreign}"
    slug = re.sub(r"[^a-z0-9]+", "_", found.lower()).strip("_")
    proposals = [
        text for text in (slug, slug.replace("_", "-"), found.upper()) if re.fullmatch(pattern, text)
    ]
    perhaps = f"; perhaps '{proposals[0]}'" if proposals and len(found) <= 40 else ""
    return f"'{clip(found)}' is not {wanted}{perhaps}"


def _about_length(found: list[object], least: int) -> str:
    if not found:
        return "the list is empty; put something in, or leave its key out"
    return f"at least {least} items are needed here, found {len(found)}"


def _about_range(fault: Fault) -> str:
    least, most = fault.schema.get("minimum"), fault.schema.get("maximum")
    if least is not None and least == most:
        return f"{_shown(fault.found)} is not known here; write {least}"
    if fault.keyword == "minimum":
        return f"{_shown(fault.found)} is too small; at least {least} is needed here"
    return f"{_shown(fault.found)} is too large; at most {most} is allowed here"


def _shown(value: object) -> str:
    """Write a value the way YAML does, if it is short; else name its type."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict | list):
        return "a map" if isinstance(value, dict) else "a list"
    return clip(str(value))
