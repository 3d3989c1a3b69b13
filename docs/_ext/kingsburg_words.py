"""The words of the language and the objects around them, described from their classes."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, TypeVar, cast

import attrs
from kingsburg_content import example_of, flow, join, users

from kingsburg_rules.language.all_words import word_modules
from kingsburg_rules.language.cards import CARD_OF_PACK, CardNode
from kingsburg_rules.language.examples import PLAYS, RememberedShape, TurnShape
from kingsburg_rules.language.facts import FACTS
from kingsburg_rules.language.files import PACK_ID, Keyed, PackFile, Requirements, Words
from kingsburg_rules.language.manual import answers_to, edges_of
from kingsburg_rules.language.nodes import documentation
from kingsburg_rules.language.numbers import StatShape
from kingsburg_rules.language.permissions import PERMISSIONS
from kingsburg_rules.language.queries import MeasureShape
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
    fields_of,
)
from kingsburg_rules.language.resources import BagsShape
from kingsburg_rules.language.shapes import (
    EVENT_PATTERN,
    ID_PATTERN,
    REF_PATTERN,
    ById,
    Deferred,
    Flag,
    Integer,
    Listing,
    Mapping,
    Name,
    NamesShape,
    NumbersShape,
    RangeShape,
    Several,
    Shape,
    Text,
)
from kingsburg_rules.language.tests import SWITCHES, TestsShape
from kingsburg_rules.language.values import BoundsShape, FactShape, TypedValue
from kingsburg_rules.language.vocabulary import GOOD, KINDS, NUMBER, PLAYER, RESOURCES, STATS

if TYPE_CHECKING:
    from collections.abc import Callable

W = TypeVar("W", bound=Word)

MODULES = [module.__name__ for module in word_modules()]
BIG = frozenset(
    f"kingsburg_rules.language.{name}"
    for name in ("turn_order", "influence", "building", "battle", "calendar")
)
MEANINGS: dict[frozenset[str], dict[str, str]] = {
    frozenset(meanings): meanings
    for meanings in (
        {"me": "the owner", "opponents": "everybody else", "anyone": "every player"},
        {
            "once": "once per season; it works again when the next season begins",
            "once_per_year": "it works again when the next year begins",
            "once_per_game": "it never works again",
            "unlimited": "each time that the moment comes",
        },
        {
            "first": "before the player's other effects",
            "normal": "in between, in any order the player likes",
            "last": "after all of the player's other effects",
        },
        {
            "play": "in play",
            "hand": "in the hand of a player, who may use it from there",
            "display": "open on the table, where it works for the game",
        },
        {
            "deck": "in its deck, face down",
            "display": "open on the table, where players choose from",
            "hand": "in the hand of a player, hidden from others",
            "play": "in play, in front of a player or in force for the game",
            "discard": "on the discard pile",
            "out": "out of the game",
        },
        {
            "hand": "into the hand of the player",
            "play": "into play",
            "display": "open on the table",
            "discard": "to the discard pile",
            "out": "out of the game",
        },
        {
            "victory": "the strength is higher than the enemy's",
            "tie": "both are equal",
            "defeat": "the strength is lower than the enemy's",
        },
        {
            "all": "every player",
            "opponents": "everybody but this player; for a card of the game, all",
            "neighbors": "the players to the left and to the right; with two players, the other one",
        },
        {"own": "of the player's color", "bonus": "bonus dice"},
        {"recruiting": "when soldiers are paid for", "building": "when a building is paid for"},
        {
            "season": "it is reset when a season begins",
            "year": "it is reset when a year begins",
            "game": "it is never reset",
        },
        {
            "number": "a whole number",
            "player": "a player",
            "card": "a card",
            "place": "an advisor, or another place for dice",
            "resource": "a resource",
        },
        {
            "printed": "read in a rulebook, or in sources that agree",
            "inferred": "follows from what is known",
            "reconstructed": "something that matters is our own",
        },
        {
            "owner": "one player",
            "everyone": "every player, as if it were their own",
            "game": "the game itself",
        },
        {"game": "the game itself", "everyone": "every player, as if it were their own"},
        {"game": "until it is used", "season": "until the end of the season"},
        {"nothing": "nothing is drawn", "reshuffle": "the discard pile is shuffled and becomes the deck"},
        {"discard": "to the discard pile", "deck": "back into the deck"},
        {"shuffled": "at random", "written": "in the order of the file"},
        {
            "cards": "cards that join any game",
            "module": "an addition that can be combined with others",
            "scenario": "a course of the game of its own; a game has at most one",
        },
        {"enemy": "the first deck", "further": "the second deck, which some scenarios have"},
    )
}
"""What the words mean of which a field takes one, by the words."""

PLAIN_WORDS = (
    frozenset({"spring", "summer", "fall", "winter"}),
    frozenset({"enemy"}),
    frozenset({"me", "left", "third", "fourth", "fifth", "sixth"}),
    frozenset({"me", "left", "third", "fourth", "fifth", "sixth", "nobody"}),
    frozenset({"triggers", "modifiers", "permissions", "memory", "places", "examples", "strip"}),
)
"""Words that need no explanation: seasons, seats, keys of a card."""

CARD_FIELDS = frozenset(name for name, *_ in fields_of(CardNode))
RESOURCE_NAMES = frozenset(resource.name for resource in RESOURCES)
FACT_NAMES = frozenset(FACTS[PLAYER])
STAT_NAMES = tuple(stat.name for stat in STATS)


def describe(shape: Shape[object], *, many: bool = False) -> str:
    """Say in words what may stand at a place; `many` of them in a list."""
    match shape:
        case Vocabulary():
            found = link(title(shape), several(title(shape)), many=many, article="a")
        case Fields():
            found = object_link(shape.name, many=many)
        case Deferred(definition=definition):
            found = f"a list of {object_link(definition, many=True)}"
        case Listing() | Several():
            items = cast("Listing[object]", shape).item
            listed = f"{'lists' if many else 'a list'} of {describe(items, many=True)}"
            found = f"{describe(items)}, or {listed}" if isinstance(shape, Several) else listed
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
        case Keyed():
            found = f"a map from ids to {object_link(shape.item.name, many=True)}"
        case _:
            found = SIMPLE[type(shape)]
    return found


SIMPLE: dict[type[object], str] = {
    BagsShape: "a [bag](#language-bags), or a list of bags of which one is chosen",
    RangeShape: "[bounds](#language-bounds)",
    BoundsShape: "[bounds](#language-bounds)",
    TestsShape: "[tests](#language-tests)",
    FactShape: "a [fact](#language-facts), or a map from a fact to the thing it is about",
    MeasureShape: "a [fact](#language-facts) or a [value](#language-values)",
    StatShape: "a [number of the rules](/reference/events-and-stats.md#numbers), "
    "or a map from its name to a resource",
    TurnShape: "an [action](/reference/notation.md), or a map from a seat to an action",
    Flag: "`true` or `false`",
    NamesShape: "a map from ids to names for people",
    NumbersShape: "a map from names to whole numbers",
    RememberedShape: "a map from names to whole numbers or names of things",
    Words: "a map from ids to names for people, or to [word forms](#object-word-forms)",
    Requirements: "a list of packs, or a map from packs to versions",
}

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
"""What text of a pattern is, for one and for several."""


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
    """Say between which bounds a whole number must be."""
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
        if cls.spread is not None and name == cls.spread[0]:
            lines += [*one_of(cls.spread[1]), ""]
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
    """Say what may stand at a place; if it is one of some words, each word with its meaning."""
    meanings = meanings_of(shape)
    kind = "One of these words" if meanings and isinstance(shape, Text) else capital(describe(shape))
    return [f"  *{kind}{absence}{':' if meanings else '.'}*", *meanings]


def meanings_of(shape: Shape[object]) -> list[str]:
    """List the words that may stand at a place with what each means, indented as part of a definition."""
    among = words_among(shape)
    found = MEANINGS.get(among, {}) if among else {}
    return ["", *(f"  - `{word}`: {meaning}" for word, meaning in found.items())] if found else []


def words_among(shape: Shape[object]) -> frozenset[str]:
    """Give the words of which one may stand at a place, or several in a list."""
    inner = shape.item if isinstance(shape, Listing | Several) else shape
    return frozenset(inner.among) if isinstance(inner, Text) and inner.among else frozenset()


def below(shape: Shape[object], default: object) -> bool:
    """Whether a default is a number that nobody may write, and so no default for readers."""
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


def prose(cls: type[Node]) -> list[str]:
    """Give what the class says of itself, paragraph by paragraph."""
    paragraphs = documentation(cls).split("\n\n")
    return [line for paragraph in paragraphs for line in (" ".join(paragraph.split()), "")]


def title(vocabulary: Vocabulary[W]) -> str:
    """Name a kind of word as the pages do."""
    return "value" if vocabulary.name == "expression" else vocabulary.name


def words_of(vocabulary: Vocabulary[W]) -> list[type[W]]:
    """List the words of a kind, module by module."""
    words = list(vocabulary.words.values())
    return sorted(words, key=lambda cls: MODULES.index(cls.__module__) if cls.__module__ in MODULES else -1)


def words_part(vocabulary: Vocabulary[W], level: int = 2) -> str:
    """Describe the words of a kind, under headings of a level."""
    return "\n".join(line for cls in words_of(vocabulary) for line in word_lines(vocabulary, cls, level))


def steps_part(keep: Callable[[type[Word]], bool]) -> str:
    """Describe the steps that are asked for, subject by subject."""
    lines: list[str] = []
    for module, found in groupby(filter(keep, words_of(STEPS)), key=lambda cls: cls.__module__):
        lines += [f"## {SUBJECTS[module.rpartition('.')[2]]}", ""]
        for cls in found:
            lines += word_lines(STEPS, cls, 3)
    return "\n".join(lines)


SUBJECTS = {
    "auctions": "Auctions",
    "battle": "Battles",
    "building": "Construction",
    "calendar": "The calendar",
    "cards": "Cards",
    "dice": "Dice",
    "flow": "What is done when",
    "influence": "Influence",
    "memory": "Memory, and what lasts",
    "places": "Advisors and what is on them",
    "resources": "Gaining, losing, paying",
    "turn_order": "The turn order",
    "values": "Values",
    "verbs": "Verbs",
    "zones": "Cards on the move",
}
"""What the steps of a module are about."""


def word_lines(vocabulary: Vocabulary[W], cls: type[W], level: int) -> list[str]:
    """Describe one word: what it does, its fields, an example, its users."""
    lines = [f"({title(vocabulary)}-{cls.word})=", f"{'#' * level} `{cls.word}`", "", *prose(cls)]
    manual = manual_lines(cls)
    if cls.inline:
        ((_, shape, doc, _),) = (field for field in fields_of(cls) if field[0] == cls.inline.rstrip("_"))
        lines += [f"`{cls.word}:`", f": {doc}", *taken(shape), ""]
        if cls.short:
            lines += ["Instead, you may write a map with these keys:", "", *field_lines(cls)]
    elif fields_of(cls):
        lines += field_lines(cls)
    else:
        return [*lines, f"It has no fields: write `{{{cls.word}: {{}}}}`.", "", *manual, users(cls), ""]
    return [*lines, *manual, *example_of(cls), users(cls), ""]


def manual_lines(cls: type[Word]) -> list[str]:
    """Say what happens at the edges of a word, and which answers it takes in an example."""
    lines = [f"- *{called}:* {said}" for called, said in edges_of(cls)]
    answers = join([f"`{form}`" for form in answers_to(cls)], "or")
    if answers:
        lines += ["", f"In an example, it is answered with {answers} ([notation](/reference/notation.md))."]
    return [*lines, ""]


def objects_part(names: str) -> str:
    """Describe closed objects, in the order asked for."""
    lines: list[str] = []
    for name in names.split():
        cls = OBJECTS[name].cls
        heading = name.replace("_", " ").capitalize()
        lines += [f"(object-{name})=", f"### {heading}", "", *prose(cls)]
        known = CARD_FIELDS if issubclass(cls, CardNode) else frozenset[str]()
        lines += [*field_lines(cls, known), *example_of(cls)]
    return "\n".join(lines)


def listing(entries: list[tuple[str, str]]) -> str:
    """Make a definition list."""
    return "\n".join(f"`{name}`\n: {doc}\n" for name, doc in entries)


def resources_part() -> str:
    """Describe what players can hold."""
    entries: list[tuple[str, str]] = []
    for resource in RESOURCES:
        more = " It goes back at the end of each season." if resource.lasts == "season" else ""
        entries.append((resource.name, f"{resource.doc}{more}"))
    return listing([*entries, ("good", "Not a resource, but a word in bags: a good of the player's choice.")])


def facts_part() -> str:
    """Describe the facts, by what they are about."""
    lines: list[str] = []
    for kind, facts in FACTS.items():
        lines += [f"### {capital(KINDS.get(kind, 'the game'))}", ""]
        entries = [(fact.name, fact.doc) for fact in facts.values()]
        if kind == PLAYER:
            entries += [(r.name, f"How much of it the player holds: {r.name}.") for r in RESOURCES]
        lines += [listing(entries), ""]
    return "\n".join(lines)


def file_part() -> str:
    """Describe a file of a pack."""
    return "\n".join(field_lines(PackFile))


def card_part() -> str:
    """Describe what every card has."""
    return "\n".join(field_lines(CardNode))


def is_big(cls: type[Word]) -> bool:
    """Whether a word is a whole part of the rulebook."""
    return cls.__module__ in BIG


def word_index_part() -> str:
    """List all words by kind, each linked to its description."""
    lines: list[str] = []
    for heading, vocabulary, anchor in INDEXED:
        kind = title(vocabulary)
        links = [f"[`{name}`](#{kind}-{name})" for name in sorted(vocabulary.words)]
        lines += [f"[{heading}](#language-{anchor})", f": {', '.join(links)}", ""]
    objects = [f"[{name.replace('_', ' ').replace('-', ' ')}](#object-{name})" for name in sorted(OBJECTS)]
    shown = [link for link in objects if link.partition("#object-")[2].rstrip(")") not in QUERIES.words]
    return "\n".join(["{.words}", *lines, "Objects", f": {', '.join(shown)}", ""])


INDEXED: tuple[tuple[str, Vocabulary[Word], str], ...] = (
    ("Steps", cast("Vocabulary[Word]", STEPS), "steps"),
    ("Tests", cast("Vocabulary[Word]", TESTS), "tests"),
    ("Values", cast("Vocabulary[Word]", VALUES), "values"),
    ("Queries", cast("Vocabulary[Word]", QUERIES), "queries"),
    ("Permissions", cast("Vocabulary[Word]", PERMISSIONS), "permissions"),
    ("In examples", cast("Vocabulary[Word]", PLAYS), "plays"),
)
"""The kinds of words, with the heading and the place of each."""
