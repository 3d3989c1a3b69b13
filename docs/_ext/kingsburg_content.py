"""What the cards say: every word and object of the content, who uses it, and how it is written there."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import attrs
from ruamel.yaml import YAML

from kingsburg_rules import load_rules, modules, scenarios
from kingsburg_rules.content.documents import data_folder
from kingsburg_rules.testing.examples import packs, rules_of_pack
from kingsburg_rules.words.examples import EXAMPLE
from kingsburg_rules.words.registry import Node, Word
from kingsburg_rules.words.shapes import Unread, is_list, is_object

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kingsburg_rules import Rules
    from kingsburg_rules.words.cards import CardNode

MOST_CARDS = 10
"""So many users of a word are named; the others are counted."""

WIDTH = 68
"""How wide an example may be before it is broken into lines."""

CALENDAR = "the calendar"
"""Where a word is found that stands on no card."""


@attrs.frozen
class Found:
    """A word or an object somewhere in the content: on which card, if on any, and how it is written there."""

    ref: str
    written: object


@cache
def rules_with_pack(pack: str) -> Rules:
    """Load the rules with a pack that comes with the library."""
    return rules_of_pack(pack)


@cache
def cards_of(pack: str) -> dict[str, CardNode]:
    """Give the cards of a pack, by reference: `base/statue`."""
    return {ref: card for ref, card in rules_with_pack(pack).cards.items() if pack_of(ref) == pack}


@cache
def all_cards() -> dict[str, CardNode]:
    """Give every card that comes with the library, also those that cannot be played together."""
    return {ref: card for pack in pack_order() for ref, card in cards_of(pack).items()}


@cache
def pack_order() -> tuple[str, ...]:
    """List the packs as people think of them: the base game, the modules, the scenarios, and others."""
    return tuple(dict.fromkeys(("base", *modules(), *scenarios(), *packs())))


def pack_of(ref: str) -> str:
    """Give the pack of a card."""
    return ref.partition("/")[0]


def ref_of(card: CardNode) -> str:
    """Give the reference of a card."""
    return f"{pack_of(card.at)}/{card.id}"


def anchor(ref: str) -> str:
    """Name the place of a card in the gallery."""
    return f"card-{ref.replace('/', '-')}"


def linked(ref: str) -> str:
    """Link to a card in the gallery."""
    return f"[{all_cards()[ref].name}](#{anchor(ref)})"


@cache
def found_in_content() -> dict[type[Node], list[Found]]:
    """Find every word and object of every card that comes with the library, and of the calendar."""
    found: dict[type[Node], list[Found]] = {}
    for ref, root in [*all_cards().items(), (CALENDAR, load_rules().calendar)]:
        for node in walk(root):
            if node.at:  # an object that is left out has no place
                found.setdefault(type(node), []).append(Found(ref, written_at(node.at)))
    return found


def walk(value: object, *, examples: bool = True) -> Iterator[Node]:
    """Give a node and all that stand within it, also in the examples on cards."""
    if isinstance(value, Unread):
        if examples:
            yield from walk(EXAMPLE.read(value.data, value.at))
    elif isinstance(value, tuple):
        for item in cast("tuple[object, ...]", value):
            yield from walk(item, examples=examples)
    elif isinstance(value, Node):
        yield value
        for field in attrs.fields(type(value)):
            yield from walk(getattr(value, field.name), examples=examples)


def written_at(at: str) -> object:
    """Look a pointer such as `base/buildings.yaml#/buildings/0` up in the files."""
    path, _, pointer = at.partition("#")
    value = file_at(path)
    for part in pointer.strip("/").split("/"):
        if is_list(value):
            value = value[int(part)]
        elif is_object(value):
            value = value[part]
    return value


@cache
def file_at(path: str) -> object:
    """Read a file of a pack as it was written, with its keys in the order in which people read them."""
    parser = cast("Any", YAML(typ="safe", pure=True))
    return cast("object", parser.load(Path(data_folder("content"), path)))


def users(cls: type[Node]) -> str:
    """Say which cards use a word."""
    refs = list(dict.fromkeys(found.ref for found in found_in_content().get(cls, ())))
    shown = shortened([linked(ref) for ref in refs if ref != CALENDAR])
    if CALENDAR in refs:
        shown.append(CALENDAR)
    return f"Used by {join(shown)}." if shown else "No card that comes with the library uses it yet."


def shortened(names: list[str]) -> list[str]:
    """Name some cards and count the others."""
    more = len(names) - MOST_CARDS
    return [*names[:MOST_CARDS], f"{more} more cards"] if more > 0 else names


def join(words: Sequence[str], last: str = "and") -> str:
    """Join words with commas, and with another word before the last."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./' -]*")
NOT_PLAIN = {"true", "false", "null", "yes", "no", "on", "off"}


def flow(value: object) -> str:
    """Write data on one line."""
    if is_object(value):
        return "{" + ", ".join(f"{key}: {flow(item)}" for key, item in value.items()) + "}"
    if is_list(value):
        return "[" + ", ".join(map(flow, value)) + "]"
    if isinstance(value, str) and PLAIN.fullmatch(value) and value.lower() not in NOT_PLAIN:
        return value
    return json.dumps(value, ensure_ascii=False)


def block(value: object, width: int = WIDTH) -> list[str]:
    """Write data on as few lines as the width allows."""
    line = flow(value)
    if len(line) <= width or not (is_object(value) or is_list(value)):
        return [line]
    lines: list[str] = []
    if is_object(value):
        for key, item in value.items():
            first, *rest = block(item, width - len(key) - 2)
            if rest:
                lines += [f"{key}:", *(f"  {line}" for line in block(item, width - 2))]
            else:
                lines.append(f"{key}: {first}")
    elif is_list(value):
        for item in value:
            first, *rest = block(item, width - 2)
            lines += [f"- {first}", *(f"  {line}" for line in rest)]
    return lines


def example_of(cls: type[Node]) -> list[str]:
    """Show how the content writes a word or an object: with many of its fields, but shortly."""
    uses = found_in_content().get(cls, [])
    if not uses:
        return []
    if issubclass(cls, Word):
        written: list[object] = [{cls.word: use.written} for use in uses]
        best = min(written, key=lambda one: (-richness(cls, one), len(flow(one))))
    else:
        shown = [without_prose(use.written) for use in uses]
        best = min(shown, key=lambda one: (-fields_in(one), len(flow(one))))
    return ["```yaml", *block(best), "```", ""]


def richness(cls: type[Word], written: object) -> int:
    """Count the fields that a word is written with; the argument of an inline word is one thing."""
    if cls.inline or not is_object(written):
        return 0
    return fields_in(written[cls.word])


def fields_in(written: object) -> int:
    """Count the fields of an object."""
    return len(written) if is_object(written) else 0


def without_prose(written: object) -> object:
    """Leave out of a card what is not about its working."""
    if not is_object(written):
        return written
    return {key: item for key, item in written.items() if key not in ("examples", "note", "text", "fidelity")}
