"""The content as data for pages: cards, recipes, the words that they use, and how those are written."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import attrs
from ruamel.yaml import YAML

from kingsburg_docs.templating import join
from kingsburg_rules import load_rules, modules, scenarios
from kingsburg_rules.content.built_in import built_in_packs, data_folder
from kingsburg_rules.language.examples import EXAMPLE
from kingsburg_rules.language.files import PackFile
from kingsburg_rules.language.registry import Node, Word, read_fields
from kingsburg_rules.language.shapes import Unread, is_list, is_object
from kingsburg_rules.testing.examples import rules_of_pack

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kingsburg_rules import Rules
    from kingsburg_rules.language.cards import CardNode

SCHEMA = "# yaml-language-server:"
"""The line of a file that is for editors."""

MOST_CARDS = 10
"""So many users of a word are named; the others are counted."""

WIDTH = 68
"""How wide an example may be before it is broken into lines."""

CALENDAR = "the calendar"
"""Where a word is found that is on no card."""

ROOT = Path(__file__).parents[3]
BOOK = ROOT / "examples" / "cookbook"
"""The recipes: one file each, in folders by theme."""


class Found(NamedTuple):
    """A word or an object in the content: the card it is on, and how it is written there."""

    ref: str
    written: object


@cache
def rules_with_pack(pack: str) -> Rules:
    """Load the rules with a pack that comes with the library."""
    return rules_of_pack(pack)


@cache
def cards_of(pack: str) -> dict[str, CardNode]:
    """Return the cards of a pack, by reference: `base/statue`."""
    return {ref: card for ref, card in rules_with_pack(pack).cards.items() if pack_of(ref) == pack}


@cache
def all_cards() -> dict[str, CardNode]:
    """Return every card that comes with the library, also those that cannot be played together."""
    return {ref: card for pack in pack_order() for ref, card in cards_of(pack).items()}


@cache
def pack_order() -> tuple[str, ...]:
    """List the packs as people think of them: the base game, the modules, the scenarios, and others."""
    return tuple(dict.fromkeys(("base", *modules(), *scenarios(), *built_in_packs())))


def pack_of(ref: str) -> str:
    """Return the pack of a card."""
    return ref.partition("/")[0]


def ref_of(card: CardNode) -> str:
    """Return the reference of a card."""
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
    return _found([*all_cards().items(), (CALENDAR, load_rules().calendar)])


@cache
def found_in_recipes() -> dict[type[Node], list[Found]]:
    """Find every word and object of every recipe in the cookbook, by the name of the recipe."""
    places = {path: f"{path.relative_to(BOOK).as_posix()}" for path in sorted(BOOK.glob("*/*.yaml"))}
    return _found((path.stem, read_fields(PackFile, file_at(at), f"{at}#")) for path, at in places.items())


def _found(roots: Iterable[tuple[str, object]]) -> dict[type[Node], list[Found]]:
    found: dict[type[Node], list[Found]] = {}
    for ref, root in roots:
        for node in walk(root):
            if not node.at.endswith("#") and node.at:  # an object that is left out has no place
                found.setdefault(type(node), []).append(Found(ref, written_at(node.at)))
    return found


def walk(value: object, *, examples: bool = True) -> Iterator[Node]:
    """Yield a node and all nodes inside it, also those in the examples on cards."""
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


@cache
def title_of_recipe(path: Path) -> str:
    """Return the first line of the comment at the head of a recipe."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(line for line in lines if not line.startswith(SCHEMA)).removeprefix("#").strip()


def linked_recipe(name: str) -> str:
    """Link to a recipe in the cookbook."""
    (path,) = BOOK.glob(f"*/{name}.yaml")
    return f"[{title_of_recipe(path)}](#recipe-{name})"


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
    """Read a file of a pack or a recipe as it was written: with its keys in the order for people."""
    parser = cast("Any", YAML(typ="safe", pure=True))
    recipe = BOOK / path
    return cast("object", parser.load(recipe if recipe.exists() else Path(data_folder("content"), path)))


def users(cls: type[Node]) -> str:
    """Name the cards that use a word, or the recipes if no card does."""
    refs = list(dict.fromkeys(found.ref for found in found_in_content().get(cls, ())))
    shown = shortened([linked(ref) for ref in refs if ref != CALENDAR])
    if CALENDAR in refs:
        shown.append(CALENDAR)
    if shown:
        return f"Used by {join(shown)}."
    names = dict.fromkeys(found.ref for found in found_in_recipes().get(cls, ()))
    recipes = shortened([linked_recipe(name) for name in names], "more recipes")
    return f"Used in the cookbook: {join(recipes)}." if recipes else "No card and no recipe uses it."


def shortened(names: list[str], others: str = "more cards") -> list[str]:
    """Name some cards and count the others."""
    more = len(names) - MOST_CARDS
    return [*names[:MOST_CARDS], f"{more} {others}"] if more > 1 else names


PLAIN = re.compile(r"[A-Za-z$][A-Za-z0-9_./' -]*")
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
            short = flow(item)
            if len(short) <= width - len(key) - 2 or not (is_object(item) or is_list(item)):
                lines.append(f"{key}: {short}")
            else:
                lines += [f"{key}:", *(f"  {line}" for line in block(item, width - 2))]
    elif is_list(value):
        for item in value:
            first, *rest = block(item, width - 2)
            lines += [f"- {first}", *(f"  {line}" for line in rest)]
    return lines


def example_of(cls: type[Node]) -> list[str]:
    """Show how the content writes a word or an object: with many of its fields, but shortly."""
    uses = found_in_content().get(cls) or found_in_recipes().get(cls)
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
