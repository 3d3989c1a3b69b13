"""Random packs: random cards of all kinds that the linker accepts, as files.

Cards are drawn from the shapes of the language. What the linker refuses is dropped ability by ability, so the
rest is a valid pack, whatever the words of the language require.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen
from hypothesis import strategies as st

from kingsburg_rules.content.documents import built_in, built_in_folders
from kingsburg_rules.content.packs import Pack
from kingsburg_rules.content.rules import load_rules, modules
from kingsburg_rules.engine.errors import ContentError
from kingsburg_rules.words import shapes
from kingsburg_rules.words.abilities import ModifierCard
from kingsburg_rules.words.all_words import word_modules
from kingsburg_rules.words.files import ResourceCard
from kingsburg_rules.words.hands import KINDS
from kingsburg_rules.words.permissions import PERMISSIONS
from kingsburg_rules.words.registry import STEPS, TESTS, VALUES, Fields, Node, Vocabulary, Word, fields_of
from kingsburg_rules.words.shapes import is_list, is_object
from kingsburg_rules.words.tests import SWITCHES, Comparison
from kingsburg_rules.words.values import VALUE, ValueShape
from kingsburg_rules.words.vocabulary import EVENTS, RESOURCES, STATS, EventName, stat_keys

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import TypeGuard

    from hypothesis.strategies import DrawFn

    Card = dict[str, object]


# Random packs


_INFO = {"id": "made-up", "version": "1", "format": 1, "title": "Made up"}
_DECK, _RESOURCE, _MOMENT, _SEQUENCE = "omens", "salt", "market.open", "stalls"
_LISTS = ("triggers", "replacements", "modifiers", "permissions")
_KINDS_OF_CARDS = ("buildings", "deck_cards", "rules", "governors", "tiles", "destinies", "enemies")
_TRIES = 12


@st.composite
def packs(draw: st.DrawFn, *, cards: int = 4) -> dict[str, str]:
    """Draw a valid pack as texts by name, which `load_rules` and `Pack.from_files` take.

    It has cards of several kinds, a resource, a moment and a sequence of its own, and perhaps a phase. Words
    that make up the course of a game, such as `influence`, are left to the calendar.

    Args:
        draw: Given by Hypothesis.
        cards: How many cards at most.
    """
    parts = _PackGenerator(WordGenerator(draw, _scope())).parts(cards)
    for _ in range(_TRIES):
        files, owners = _written(parts)
        try:
            load_rules(packs=[Pack.from_files(files)])
        except ContentError as error:
            for line in sorted({problem.line for problem in error.problems}, reverse=True):
                _drop(parts, *owners[min(line, len(owners)) - 1])
            continue
        return files
    files, _ = _written({})
    return files


@cache
def _scope() -> NameScope:
    """Collect what words may speak of: what comes with the base game, and what every made-up pack brings."""
    word_modules()
    table = load_rules().table
    return NameScope(
        resources=(*(resource.name for resource in RESOURCES), _RESOURCE),
        goods=tuple(resource.name for resource in RESOURCES if resource.good),
        moments=(_MOMENT, *(event.name for event in EVENTS if not event.payload)),
        kinds=(_DECK, *KINDS),
        cards=tuple(card.name for card in table.cards)[::9],
        enemy_types=table.enemy_types,
        packs=modules(),
        sequences=(_SEQUENCE,),
        left_out=frozenset(_of_the_calendar()),
    )


def _of_the_calendar() -> set[str]:
    """List the words that carry the course of the game: those that only calendars have, and no card."""
    course, cards = set[str](), set[str]()
    files = [data for folder in built_in_folders() for data in built_in(folder).files.values()]
    for data in files:
        for part, found in data.items() if is_object(data) else ():
            (course if part == "calendar" else cards).update(_keys(found))
    return {word for word in STEPS.words if word in course - cards}


def _keys(data: object) -> Iterator[str]:
    """Yield all keys in data."""
    if is_object(data):
        yield from data
    for inner in data.values() if is_object(data) else data if is_list(data) else ():
        yield from _keys(inner)


class _PackGenerator:
    """Draws the parts of a pack."""

    def __init__(self, words: WordGenerator) -> None:
        self._speaker = words

    def parts(self, most: int) -> dict[str, list[Card]]:
        """Draw what the pack brings, and its cards."""
        words = self._speaker
        resource = {"id": _RESOURCE, "name": "Salt", **words.fields(ResourceCard, ("id", "name"))}
        found: dict[str, list[Card]] = {
            "resources": [resource],
            "moments": [{"id": _MOMENT, "text": "The market opens.", "each": words.whether()}],
            "sequences": [{"id": _SEQUENCE, "do": [{"each_player": {"do": [{"gain": {"gold": 1}}]}}]}],
        }
        if words.whether():
            found["phases"] = [self._phase()]
        for number in range(words.number(1, most)):
            kind, card = self._card(f"card_{number}", number)
            found.setdefault(kind, []).append(card)
        return found

    def _phase(self) -> Card:
        where = {self._speaker.pick(("before", "after")): self._speaker.pick(("spring", "winter"))}
        return {"id": "fair", "name": "Fair", **where, "do": self._speaker.program(everybody=True)}

    def _card(self, name: str, number: int) -> tuple[str, Card]:
        words = self._speaker
        kind = words.pick(("buildings", "deck_cards", "rules", "governors", "tiles", "destinies", "enemies"))
        card: Card = {"id": name, "name": name.capitalize(), "memory": [{"id": MEMORY, "start": 1}]}
        game = kind in ("rules", "tiles", "destinies")
        if kind == "buildings":
            card |= {"row": "MNOP"[number % 4], "column": 1, "vp": words.number(-1, 4)}
            card["cost"] = {good: 1 for good in words.scope.goods if words.whether()}
        elif kind == "deck_cards":
            held = words.pick(("owner", "everyone", "game"))
            card |= {"deck": _DECK, "held_by": held}
            game = held == "game"
        elif kind == "tiles":
            card |= {"rank": words.number(1, 18), "reward": words.program(everybody=False)}
        elif kind == "enemies":
            card |= {"year": words.number(1, 5), "type": words.pick(words.scope.enemy_types)}
            card |= {"strength": words.number(0, 9), "reward": {"gold": 1}, "penalty": {"wood": 1, "vp": 2}}
        card["triggers"] = [self._trigger(game=game) for _ in range(words.number(1, 2))]
        if words.whether():
            card["replacements"] = [self._replacement(game=game)]
        card["modifiers"] = [words.fields(ModifierCard) for _ in range(words.number(0, 2))]
        card["permissions"] = [words.option() for _ in range(words.number(0, 2) // 2)]
        return kind, {key: value for key, value in card.items() if value != []}

    def _trigger(self, *, game: bool) -> Card:
        words = self._speaker
        event = words.draw(st.sampled_from((None, *EVENTS)))
        facts = event or EventName(_MOMENT, "")
        inside = words.knowing(*(name for name in facts.payload if name != "gained"))
        found: Card = {"when": facts.name, "do": inside.program(everybody=game and not facts.each)}
        found["if"] = inside.tests()
        found["uses"] = words.pick(("once", "once", "once_per_year", "once_per_game", "unlimited"))
        if facts.each:
            found["by"] = words.pick(("me", "opponents", "anyone"))
        if not game and words.whether():
            found["cost"] = [{words.pick((*words.scope.goods, "vp", "plus2")): 1}]
            found["optional"] = True
        return {key: value for key, value in found.items() if value != []}

    def _replacement(self, *, game: bool) -> Card:
        words = self._speaker
        facts = words.draw(st.sampled_from([event for event in EVENTS if event.replaceable]))
        to = {"set": {"name": words.pick(facts.payload), "to": words.number(0, 3)}}
        inside = words.knowing(*facts.payload)
        more = inside.program(everybody=game and not facts.each) if words.whether() else []
        return {"event": facts.name, "do": [*more, to]}


def _written(parts: dict[str, list[Card]]) -> tuple[dict[str, str], list[tuple[str, int, str, int]]]:
    """Write a pack, one ability to a line; gives with the files what stands in each line of the cards."""
    lines, owners = ["format: 1"], [("", 0, "", 0)]
    for part, cards in parts.items():
        if cards:
            lines.append(f"{part}:")
            owners.append(("", 0, "", 0))
        for which, card in enumerate(cards):
            for text, key, index in _card_lines(card):
                lines.append(text)
                owners.append((part, which, key, index))
    return {"pack.yaml": json.dumps(_INFO) + "\n", "cards.yaml": "\n".join(lines) + "\n"}, owners


def _card_lines(card: Card) -> Iterator[tuple[str, str, int]]:
    start = "  - "
    for key, value in card.items():
        abilities = value if key in _LISTS and is_list(value) else None
        if abilities is None:
            yield f"{start}{key}: {json.dumps(value)}", "", 0
        elif abilities:
            yield f"{start}{key}:", "", 0
            for index, ability in enumerate(abilities):
                yield f"      - {json.dumps(ability)}", key, index
        start = "    "


def _drop(parts: dict[str, list[Card]], part: str, which: int, key: str, index: int) -> None:
    """Take out what a line of the cards says: an ability, or a whole card."""
    if not part or which >= len(parts.get(part, ())):
        return
    abilities = parts[part][which].get(key)
    if is_list(abilities) and index < len(abilities):
        del abilities[index]
    else:
        del parts[part][which]


# Random words of the card language: whatever a shape reads, with names that exist
#
# New words of the language are drawn without a change here, since all that is known of words are the shapes
# of their fields. What no shape can express, such as which variables exist, is in the scope.


VARIABLES = ("x", "y")
"""The variables that every made-up program begins with."""

MEMORY = "kept"
"""The number that every made-up card remembers."""

_DEEPEST = 2

_CHANGES = ("set", "add", "times", "at_least", "at_most")
"""Of these fields exactly one is given, which no shape can say."""

_CIRCULAR = frozenset({"enemy_total", "someone"})
"""Words that look at numbers, so that they cannot be used in what changes those."""

_LEAVES = {
    "step": ("gain", "lose", "remember", "peek"),
    "test": ("year", "season", "holds", "built"),
    "expression": ("fact", "outcome"),
}
"""Words that hold no others: what stands deep inside."""

_NOT_DRAWN = ("examples", "note", "fidelity", "text", "at")


@frozen
class NameScope:
    """What words may speak of: names by what they name, and the variables there are."""

    resources: tuple[str, ...]
    goods: tuple[str, ...]
    moments: tuple[str, ...]
    kinds: tuple[str, ...]
    cards: tuple[str, ...]
    enemy_types: tuple[str, ...]
    packs: tuple[str, ...]
    sequences: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    left_out: frozenset[str] = field(factory=frozenset[str])

    def names(self, word: str, key: str, shape: object) -> tuple[str, ...] | None:
        """List the names that a field may have; None if any text will do."""
        special: dict[tuple[str, str], tuple[str, ...]] = {
            ("var", "name"): self.variables,
            ("set", "name"): VARIABLES,
            ("for_each", "name"): VARIABLES,
            ("memory", "name"): (MEMORY,),
            ("remember", "name"): (MEMORY,),
            ("reroll", "dice"): ("all",),
            ("run", "sequence"): self.sequences,
            ("enemy_type", "among"): self.enemy_types,
            ("join_battle", "as_type"): self.enemy_types,
            ("module", "among"): self.packs,
            ("auction", "bid"): self.goods,
        }
        if (word, key) in special:
            return special[word, key]
        return VARIABLES if key == "as" and isinstance(shape, shapes.Text) else self._by_shape(shape)

    def _by_shape(self, shape: object) -> tuple[str, ...] | None:
        match shape:
            case shapes.Text(among=(_, *_)):
                return shape.among
            case shapes.Text(pattern=shapes.REF_PATTERN):
                return self.cards
            case shapes.Text(pattern=shapes.EVENT_PATTERN) | shapes.Name(pattern=shapes.EVENT_PATTERN):
                return self.moments
            case shapes.Text(pattern="^[A-Z]$"):
                return ("A", "E", "M")
            case shapes.Name():
                if {*shape.known} & {*self.resources}:
                    added = (name for name in self.resources if name not in shape.known)
                    return (*shape.known, *added)
                return self.kinds
            case _:
                return None


def _is_listing(shape: object) -> TypeGuard[shapes.Listing[object]]:
    return isinstance(shape, shapes.Listing)


def _is_map(shape: object) -> TypeGuard[shapes.Mapping[object]]:
    return isinstance(shape, shapes.Mapping)


def _is_vocabulary(shape: object) -> TypeGuard[Vocabulary[Word]]:
    return isinstance(shape, Vocabulary)


def _is_object(shape: object) -> TypeGuard[Fields[Node]]:
    return isinstance(shape, Fields)


@frozen
class WordGenerator:
    """Draws data that shapes accept. `plain` says that only written numbers will do."""

    draw: DrawFn
    scope: NameScope
    depth: int = 0
    word: str = ""
    plain: bool = False

    def knowing(self, *variables: str) -> WordGenerator:
        """Speak where there are other variables."""
        return evolve(self, scope=evolve(self.scope, variables=variables))

    def pick(self, among: Sequence[str]) -> str:
        """Draw one of several names."""
        return self.draw(st.sampled_from(among))

    def whether(self) -> bool:
        """Draw a flag."""
        return self.draw(st.booleans())

    def number(self, least: int, most: int) -> int:
        """Draw a number."""
        return self.draw(st.integers(least, most))

    def data(self, shape: object, key: str = "") -> object:
        """Draw what a shape accepts for a field."""
        match shape:
            case shapes.Integer():
                least = -1 if shape.minimum is None else shape.minimum
                return self.number(least, least + 5 if shape.maximum is None else shape.maximum)
            case shapes.Flag():
                return self.whether()
            case shapes.RangeShape():
                return self._bounds()
            case shapes.Text() | shapes.Name():
                names = self.scope.names(self.word, key, shape)
                return self.pick(names) if names else f"way_{self.number(0, 99)}"
            case _:
                return self._compound(shape, key)

    def _compound(self, shape: object, key: str) -> object:
        if isinstance(shape, ValueShape):
            words = not self.plain and self.depth <= _DEEPEST and self.number(0, 3) == 0
            return self.say(VALUES.name, VALUES.words) if words else self.number(0, 3)
        if _is_listing(shape):
            most = max(shape.least, 1 if self.depth else 2)
            return [self.data(shape.item, key) for _ in range(self.number(max(1, shape.least), most))]
        if _is_map(shape):
            return self._map(shape)
        if _is_vocabulary(shape):
            return self.say(shape.name, shape.words)
        if _is_object(shape):
            return self.fields(shape.cls)
        raise NotImplementedError(type(shape).__name__)

    def _map(self, shape: shapes.Mapping[object]) -> dict[str, object]:
        if self.word == "switch":
            name = self.pick(tuple(SWITCHES))
            return {name: self.pick(SWITCHES[name][1])}
        names = [name for name, _ in shape.names()]
        if shape.others:
            goods_only = "plus2" not in names and "vp" not in names
            names += [n for n in (self.scope.goods if goods_only else self.scope.resources) if n not in names]
        keys = {self.pick(names) for _ in range(self.number(1, 2))}
        return {name: self.data(shape.value, name) for name in sorted(keys)}

    def _bounds(self) -> object:
        least = self.number(0, 4)
        kind = self.number(0, 2)
        return least if kind == 0 else {"min": least} if kind == 1 else {"max": least + 2}

    def fields(self, cls: type[Node], given: Sequence[str] = ()) -> dict[str, object]:
        """Draw a closed object: what it must have, and some of what it may have besides `given`."""
        left_out = {*_NOT_DRAWN, *cls.apart, *given}
        known = {name: (shape, needed) for name, shape, _, needed in fields_of(cls) if name not in left_out}
        changes = [name for name in _CHANGES if {*_CHANGES} <= {*known}]
        found: dict[str, object] = {}
        words = self._without(_CIRCULAR) if changes else self
        for name, (shape, needed) in known.items():
            if name not in changes and (needed or (self.depth <= _DEEPEST and self.number(0, 3) == 0)):
                found[name] = evolve(words, plain=self.plain or name == "cost").data(shape, name)
        if changes:
            name = self.pick(changes)
            found[name] = words.data(known[name][0], name)
        return self._of_a_stat(found) if "what" in found and "of" in known else found

    def _without(self, words: frozenset[str]) -> WordGenerator:
        return evolve(self, scope=evolve(self.scope, left_out=self.scope.left_out | words))

    def _of_a_stat(self, found: dict[str, object]) -> dict[str, object]:
        """Add the resource of a number, if there is one number for each resource."""
        stat = next(stat for stat in STATS if stat.name == found["what"])
        keys = stat_keys(stat, ((name, name in self.scope.goods) for name in self.scope.resources))
        found.pop("of", None)
        return {**found, "of": self.pick(keys)} if keys and not (stat.all_keys and self.whether()) else found

    def say(self, kind: str, words: Mapping[str, type[Word]]) -> dict[str, object]:
        """Draw a word of a kind with its argument."""
        leaves = _LEAVES.get(kind, ())
        usable = [name for name in sorted(words) if self._can_be_said(name)]
        name = self.pick(leaves if leaves and self.depth > _DEEPEST else usable)
        return {name: self._argument(words[name], name)}

    def _can_be_said(self, name: str) -> bool:
        needed = {"var": self.scope.variables, "run": self.scope.sequences}
        return name not in self.scope.left_out and bool(needed.get(name, (name,)))

    def _argument(self, cls: type[Word], name: str) -> object:
        inner = evolve(self, depth=self.depth + 1, word=name, plain=name in ("trade", "take_one"))
        if issubclass(cls, Comparison):
            return [inner.data(VALUE), inner.data(VALUE)]
        if cls.inline is not None:
            key = cls.inline.rstrip("_")
            return inner.data(next(shape for field_, shape, _, _ in fields_of(cls) if field_ == key), key)
        return inner.fields(cls)

    def tests(self) -> list[dict[str, object]]:
        """Draw tests that must all hold; mostly none or one."""
        return [self.say(TESTS.name, TESTS.words) for _ in range(self.number(0, 3) // 2)]

    def program(self, *, everybody: bool) -> list[dict[str, object]]:
        """Draw steps; for every player in turn if there is none of whom they could speak."""
        words = self.knowing(*self.scope.variables, *VARIABLES)
        steps: list[dict[str, object]] = [
            {"set": {"name": name, "to": self.number(0, 3)}} for name in VARIABLES
        ]
        steps += [words.say(STEPS.name, STEPS.words) for _ in range(self.number(1, 3))]
        return [{"each_player": {"do": steps}}] if everybody else steps

    def first(self, variable: str) -> dict[str, object]:
        """Draw the step that sets a variable to a number, so that it is there for those that follow."""
        return {"set": {"name": variable, "to": self.number(0, 3)}}

    def option(self) -> dict[str, object]:
        """Draw something that a card lets its owner do."""
        return self.say(PERMISSIONS.name, PERMISSIONS.words)
