"""The words of the language and the objects around them, described from their classes."""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, TypeVar, cast

import attrs
from ruamel.yaml import YAML

from kingsburg_docs.content import example_of, flow, users
from kingsburg_docs.templating import for_templates, join, render
from kingsburg_rules.language.all_words import WORD_MODULES
from kingsburg_rules.language.bags import BagShape
from kingsburg_rules.language.cards import CARD_OF_PACK, PERMISSIONS, CardNode
from kingsburg_rules.language.examples import PLAYS
from kingsburg_rules.language.facts import FACTS
from kingsburg_rules.language.files import PACK_ID
from kingsburg_rules.language.nodes import documentation
from kingsburg_rules.language.registry import (
    OBJECTS,
    QUERIES,
    STEPS,
    TESTS,
    VALUES,
    Fields,
    Node,
    Vocabulary,
    Word,
    answers_to,
    edges_of,
    fields_of,
)
from kingsburg_rules.language.shapes import (
    EVENT_PATTERN,
    ID_PATTERN,
    REF_PATTERN,
    ById,
    Deferred,
    Integer,
    Listing,
    Mapping,
    Name,
    Several,
    Shape,
    Text,
)
from kingsburg_rules.language.switches import SWITCHES
from kingsburg_rules.language.values import BOUNDS, NAMES, TYPED_VALUES, VALUE, TypedValue
from kingsburg_rules.language.vocabulary import GOOD, KINDS, NUMBER, PLAYER, RESOURCES, STATS
from kingsburg_rules.language.written_down import WRITTEN_DOWN

W = TypeVar("W", bound=Word)

MODULES = [module.__name__ for module in WORD_MODULES]
BIG = frozenset(
    f"kingsburg_rules.language.{name}"
    for name in ("turn_order", "influence", "rewards", "building", "battle", "calendar")
)
TEXTS: dict[str, Any] = cast("Any", YAML(typ="safe", pure=True)).load(Path(__file__).with_name("texts.yaml"))
MEANINGS: dict[frozenset[str], dict[str, str]] = {frozenset(words): words for words in TEXTS["meanings"]}
"""The meanings of the words of which a field takes one, by the words."""

PLAIN_WORDS = tuple(map(frozenset, TEXTS["plain_words"]))
"""Words that need no explanation."""

CARD_FIELDS = frozenset(name for name, *_ in fields_of(CardNode))
RESOURCE_NAMES = frozenset(resource.name for resource in RESOURCES)
FACT_NAMES = frozenset(FACTS[PLAYER])
STAT_NAMES = tuple(stat.name for stat in STATS)


def describe(shape: Shape[object], *, many: bool = False) -> str:
    """Describe what may stand at a place; with `many`, several of them in a list."""
    match shape:
        case Vocabulary():
            found = link(title(shape), several(title(shape)), many=many, article="a")
        case Fields():
            found = object_link(shape.name, many=many)
        case Deferred(definition=definition):
            found = f"a list of {object_link(definition, many=True)}"
        case Listing() | Several():
            found = listing_shape(cast("Listing[object] | Several[object]", shape), many=many)
        case BagShape():
            found = link("bag", "bags", many=many)
        case Mapping():
            found = mapping_shape(cast("Mapping[object]", shape), many=many)
        case ById():
            found = f"{'maps' if many else 'a map'} from ids to {describe(shape.value, many=True)}"
        case Text():
            found = text_shape(shape, many=many)
        case Name():
            found = name_shape(shape, many=many)
        case Integer():
            found = f"{'whole numbers' if many else 'a whole number'}{bounds(shape)}"
        case TypedValue():
            found = value_shape(shape, many=many)
        case _:
            found = TEXTS["shapes"][type(shape).__name__]
    return found


ONE_OF = {
    ID_PATTERN: ("a name", "names"),
    REF_PATTERN: ("a name", "names"),
    CARD_OF_PACK.pattern: ("a card of a pack: `pack/card`", "cards of packs: `pack/card`"),
    PACK_ID.pattern: ("a name, such as `goblin-valley`", "names, such as `goblin-valley`"),
    "^[A-Z]$": ("a letter", "letters"),
    EVENT_PATTERN: (
        "a [moment](/reference/events-and-stats.md#moments)",
        "[moments](/reference/events-and-stats.md#moments)",
    ),
}
"""Texts of a pattern, for one and for several."""


def listing_shape(shape: Listing[object] | Several[object], *, many: bool) -> str:
    """Describe a list, or what may also stand alone; what has no plural is not written twice."""
    one, items = describe(shape.item), describe(shape.item, many=True)
    if isinstance(shape, Several):
        return f"{one}, or a list of {'these' if one == items != 'text' else items}"
    return f"{'lists' if many else 'a list'} of {items}"


def value_shape(shape: TypedValue, *, many: bool) -> str:
    """Describe a value of a type."""
    if shape.kind == NUMBER:
        return link("number", "values", many=many)
    if not shape.kind:
        return link("value", "values", many=many)
    article, _, name = KINDS[shape.kind].partition(" ")
    return f"[{several(name)}](#language-types)" if many else f"{article} [{name}](#language-types)"


def link(name: str, anchor: str, *, many: bool, article: str = "a") -> str:
    """Link to a heading, for one thing or for several."""
    if not anchor.startswith("object-") and anchor != "numbers":
        anchor = f"language-{anchor}"
    return f"[{several(name)}](#{anchor})" if many else f"{article} [{name}](#{anchor})".lstrip()


def several(noun: str) -> str:
    """Make the plural of a noun."""
    first, of, rest = noun.partition(" of ")
    if of:
        return f"{several(first)}{of}{rest}"
    if noun.endswith("y") and not noun.endswith("ay"):
        return f"{noun[:-1]}ies"
    return noun if noun.endswith("s") else f"{noun}es" if noun.endswith(("ch", "x")) else f"{noun}s"


def object_link(name: str, *, many: bool = False) -> str:
    """Link to the heading of a closed object, or to the query that it is."""
    if name in QUERIES.words:
        return f"{'queries' if many else 'a query'} of [{name}](#query-{name})"
    noun = name.replace("_", " ").replace("-", " ")
    article = "" if noun.endswith("s") else "an" if noun[0] in "aeiou" else "a"
    return link(noun, f"object-{name}", many=many, article=article)


def bounds(shape: Integer) -> str:
    """Write the bounds of a whole number."""
    if shape.minimum is None:
        return ""
    if shape.maximum is None:
        return f" from {shape.minimum}"
    if shape.minimum == shape.maximum:
        return f": {shape.minimum}"
    return f" from {shape.minimum} to {shape.maximum}"


def name_shape(shape: Name, *, many: bool) -> str:
    """Describe the name of something that packs may add to."""
    known = frozenset(shape.known)
    if shape.pattern == EVENT_PATTERN:
        return ONE_OF[EVENT_PATTERN][many]
    if known >= FACT_NAMES:
        return link("fact", "facts", many=many)
    if known >= RESOURCE_NAMES:
        return link("resource", "resources", many=many)
    return "kinds of cards or decks" if many else "a kind of card, such as `building`, or a deck of a pack"


def text_shape(shape: Text, *, many: bool) -> str:
    """Describe text: one of some words, a name, text of a certain form, or any."""
    if shape.among == STAT_NAMES:
        return link("number of the rules", "numbers", many=many).replace(
            "(#", "(/reference/events-and-stats.md#"
        )
    if shape.among:
        return join([f"`{word}`" for word in shape.among], "or")
    if shape.pattern in ONE_OF:
        return ONE_OF[shape.pattern][many]
    return f"text that matches `{shape.pattern}`" if shape.pattern else "text"


def mapping_shape(shape: Mapping[object], *, many: bool) -> str:
    """Describe a map: a bag, or its keys and what belongs to them."""
    names = [name for name, _ in shape.names()]
    bag = frozenset((*RESOURCE_NAMES, GOOD))
    if bag == frozenset(names):
        return link("bag", "bags", many=many)
    kind = "maps" if many else "a map"
    if frozenset(names) == RESOURCE_NAMES:
        return f"{kind} from [resources](#language-resources) to {describe(shape.value, many=True)}"
    if frozenset(names) == frozenset(SWITCHES):
        return f"{kind} from [switches](/reference/switches.md) to values"
    keys = join([f"`{name}`" for name in names])
    return f"{kind} from {keys} to {describe(shape.value, many=True)}"


def field_lines(cls: type[Node], known: frozenset[str] = frozenset()) -> list[str]:
    """List the fields of a word or an object, with what may stand there, the default and the meaning."""
    defaults = {field.name.rstrip("_"): field.default for field in attrs.fields(cls)}
    lines: list[str] = []
    for name, shape, doc, required in fields_of(cls):
        if name in known:
            continue
        if cls.spread and name == "query":
            lines += [*one_of(QUERIES), ""]
            continue
        default = defaults.get(name)
        if required:
            absence = "; required"
        elif isinstance(default, str | int) and default != "" and not below(shape, default):
            absence = f"; by default `{flow(default)}`"
        else:
            absence = ""
        lines += [f"`{name}`", f": {doc}", *taken(shape, absence), ""]
    return lines


def taken(shape: Shape[object], absence: str = "") -> list[str]:
    """Describe what may stand at a place; if it is one of some words, with the meaning of each."""
    meanings = meanings_of(shape)
    kind = "One of these words" if meanings and isinstance(shape, Text) else capital(describe(shape))
    return [f"  *{kind}{absence}{':' if meanings else '.'}*", *meanings]


def meanings_of(shape: Shape[object]) -> list[str]:
    """List the words that may stand at a place with what each means, indented as part of a definition."""
    among = words_among(shape)
    found = MEANINGS.get(among, {}) if among else {}
    return ["", *(f"  - `{word}`: {meaning}" for word, meaning in found.items())] if found else []


def words_among(shape: Shape[object]) -> frozenset[str]:
    """Return the words of which one may stand at a place, or several in a list."""
    inner = shape.item if isinstance(shape, Listing | Several) else shape
    return frozenset(inner.among) if isinstance(inner, Text) and inner.among else frozenset()


def below(shape: Shape[object], default: object) -> bool:
    """Return whether a default is a number that may not be written, and so no default for readers."""
    return isinstance(shape, Integer) and isinstance(default, int) and default < (shape.minimum or 0)


def one_of(vocabulary: Vocabulary[W]) -> list[str]:
    """Describe a word of a vocabulary that is written among the keys of another word."""
    keys = join([f"`{name}`" for name in vocabulary.words], "or")
    return [
        keys,
        f": One of these keys, with a [{title(vocabulary)}](#language-{several(title(vocabulary))}).",
    ]


def capital(text: str) -> str:
    """Begin with a capital letter, also within a link, unless it begins with code."""
    return re.sub(r"^\[?\w", lambda begin: begin[0].upper(), text)


def prose(cls: type[Node]) -> str:
    """Return the docstring of a class, a line for each paragraph."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in documentation(cls).split("\n\n"))


def title(vocabulary: Vocabulary[W]) -> str:
    """Name a kind of word as the pages do."""
    return "value" if vocabulary.name == "expression" else vocabulary.name


@cache
def kinds_of_words() -> dict[type[Word], str]:
    """Return the kind of every word that cards are made of."""
    return {
        cls: title(vocabulary)
        for vocabulary in (STEPS, TESTS, VALUES, PERMISSIONS)
        for cls in vocabulary.words.values()
    }


def words_of(vocabulary: Vocabulary[W]) -> list[type[W]]:
    """List the words of a kind, module by module."""
    words = list(vocabulary.words.values())
    return sorted(words, key=lambda cls: MODULES.index(cls.__module__) if cls.__module__ in MODULES else -1)


def words_part(vocabulary: Vocabulary[W], level: int = 2) -> str:
    """Describe the words of a kind, under headings of a level."""
    return render("words", sections={"": words_of(vocabulary)}, kind=title(vocabulary), level=level)


def steps_part(*, big: bool) -> str:
    """Describe the steps that are whole parts of the rulebook, or the others, subject by subject."""
    steps = [cls for cls in words_of(STEPS) if (cls.__module__ in BIG) == big]
    sections = {
        TEXTS["subjects"][module.rpartition(".")[2]]: [*found]
        for module, found in groupby(steps, key=lambda cls: cls.__module__)
    }
    return render("words", sections=sections, kind="step", level=3)


def inline_field(cls: type[Word]) -> tuple[str, list[str]]:
    """Return what the field is about that is written as the argument of a word, and what it takes."""
    ((_, shape, doc, _),) = (field for field in fields_of(cls) if field[0] == cls.inline.rstrip("_"))
    return doc, taken(shape)


def objects_part(names: str) -> str:
    """Describe closed objects, in the order asked for."""
    return render("objects", objects={name: OBJECTS[name].cls for name in names.split()})


def known_fields(cls: type[Node]) -> frozenset[str]:
    """Return the fields of an object that are described elsewhere: those that every card has."""
    return CARD_FIELDS if issubclass(cls, CardNode) else frozenset()


def resources_part() -> str:
    """Describe the resources."""
    return render("resources", resources=RESOURCES)


def facts_part() -> str:
    """Describe the facts, by what they are about."""
    kinds = {kind: capital(KINDS.get(kind, "the game")) for kind in FACTS}
    return render("facts", facts=FACTS, kinds=kinds, player=PLAYER, resources=RESOURCES)


def types_part() -> str:
    """Describe the types of values: how things of each are written down, and what can be read of them."""
    values = [value for value in TYPED_VALUES if value.kind]
    named = {kind: join([f"`{name}`" for name in names], "or") for kind, names in NAMES.items()}
    facts = {value.kind: join([f"`{name}`" for name in FACTS.get(value.kind, {})]) for value in values}
    grammar = str(VALUE.definition()["description"]).partition(":")[2].strip()
    return render(
        "types",
        values=values,
        kinds={kind: KINDS[kind].partition(" ")[2] for kind in KINDS},
        examples={
            value.kind: named.get(value.kind) or TEXTS["things"].get(value.kind, "") for value in values
        },
        facts=facts,
        grammar=f"A value of any of these types is {grammar}",
    )


def bounds_part() -> str:
    """Describe bounds as their schema does."""
    return str(BOUNDS.definition()["description"])


def written_down_part() -> str:
    """List the keys that take no value but what is written, by the reason."""
    reasons: dict[str, list[str]] = {}
    for name, reason in WRITTEN_DOWN.items():
        reasons.setdefault(reason, []).append(f"`{name}`")
    return render("written_down", reasons={reason: join(keys) for reason, keys in reasons.items()})


def fields_part(cls: type[Node]) -> str:
    """Describe the fields of a class."""
    return "\n".join(field_lines(cls))


def word_index_part() -> str:
    """List all words by kind, each linked to its description."""
    kinds = {
        heading: (anchor, title(vocabulary), sorted(vocabulary.words))
        for heading, anchor, vocabulary in (
            ("Steps", "steps", cast("Vocabulary[Word]", STEPS)),
            ("Tests", "tests", cast("Vocabulary[Word]", TESTS)),
            ("Values", "values", cast("Vocabulary[Word]", VALUES)),
            ("Queries", "queries", cast("Vocabulary[Word]", QUERIES)),
            ("Permissions", "permissions", cast("Vocabulary[Word]", PERMISSIONS)),
            ("In examples", "plays", cast("Vocabulary[Word]", PLAYS)),
        )
    }
    return render("word_index", kinds=kinds, objects=sorted(OBJECTS.keys() - QUERIES.words.keys()))


for_templates(
    prose, field_lines, inline_field, known_fields, fields_of, edges_of, answers_to, example_of, users
)
