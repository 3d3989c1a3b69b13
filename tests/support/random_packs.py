"""Random packs: random cards of all kinds that the linker accepts, as files.

Cards are drawn from the shapes of the language. What the linker refuses is dropped ability by ability, so the
rest is a valid pack, whatever the words of the language require.

Draws are keyed by name. Each place in a pack has chances of its own, seeded by the path to it, and a name is
picked by a hash of itself. So a word or a moment that is added to the language displaces others at the few
places where it is picked, and all else in the packs of a seed stays as it was.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from random import Random
from typing import TypeGuard, TypeVar

from attrs import evolve, field, frozen
from hypothesis import strategies as st

from kingsburg_rules.content.built_in import built_in, built_in_folders
from kingsburg_rules.content.loading import load_rules, modules
from kingsburg_rules.content.packs import Pack
from kingsburg_rules.engine.errors import ContentError
from kingsburg_rules.engine.state import OUTCOMES
from kingsburg_rules.language import shapes
from kingsburg_rules.language.bags import AmountShape, BagShape
from kingsburg_rules.language.calendar import Run, Window
from kingsburg_rules.language.cards import PERMISSIONS, ModifierCard
from kingsburg_rules.language.facts import FACTS, GAME
from kingsburg_rules.language.files import ResourceCard
from kingsburg_rules.language.flow import ForEach, Repeat
from kingsburg_rules.language.lasting import LastingStep
from kingsburg_rules.language.memory import REMEMBERED
from kingsburg_rules.language.queries import Count, MeasureShape
from kingsburg_rules.language.registry import (
    QUERIES,
    STEPS,
    TESTS,
    VALUES,
    Fields,
    Node,
    QueryWord,
    ValueWord,
    Vocabulary,
    Word,
    fields_of,
)
from kingsburg_rules.language.shapes import is_list, is_object
from kingsburg_rules.language.tests import TestsShape, testable_facts
from kingsburg_rules.language.values import (
    NOTHING,
    PLAYER_WORDS,
    THIS,
    BoundsShape,
    FactShape,
    FactValue,
    Nth,
    StatShape,
    TypedValue,
)
from kingsburg_rules.language.vocabulary import (
    BAG_KIND,
    CARD,
    CARD_KINDS,
    EVENTS,
    GOOD,
    NUMBER,
    OUTCOME,
    PAYLOAD,
    PLACE,
    PLAYER,
    RESOURCE_KIND,
    RESOURCES,
    ROW,
    SEASON,
    SEASONS,
    STATS,
    EventName,
    StatName,
    stat_keys,
)

Card = dict[str, object]

W = TypeVar("W", bound=Word)


# Random packs


_INFO = {"id": "made-up", "version": "1", "format": 1, "title": "Made up"}
_DECK, _RESOURCE, _MOMENT, _SEQUENCE = "omens", "salt", "market.open", "stalls"
_DEAL, _HAGGLE = "before.deal", "haggle"
"""A moment and a sequence with a variable."""

_LISTS = ("triggers", "modifiers", "permissions")
_KINDS_OF_CARDS = ("buildings", "deck_cards", "rules", "governors", "tiles", "destinies", "enemies")
_TRIES = 12


def packs(*, cards: int = 4) -> st.SearchStrategy[dict[str, str]]:
    """Draw the pack of some seed; see `made_pack`."""
    return st.integers(0, 2**32 - 1).map(lambda seed: made_pack(seed, cards=cards))


def made_pack(seed: int, *, cards: int = 4) -> dict[str, str]:
    """Make a valid pack as texts by name, which `load_rules` and `Pack.from_files` take.

    It has at most so many `cards`, of several kinds, a resource, a moment and a sequence of its own, and
    perhaps a phase. Words that make up the course of a game, such as `influence`, are left to the calendar.
    """
    parts = made_parts(seed, cards)
    for _ in range(_TRIES):
        files, owners = _written(parts)
        try:
            load_rules(packs=[Pack.from_files(files)])
        except ContentError as error:
            for line in sorted({problem.line for problem in error.diagnostics}, reverse=True):
                _drop(parts, *owners[min(line, len(owners)) - 1])
            continue
        return files
    files, _ = _written({})
    return files


def made_parts(seed: int, cards: int = 4) -> dict[str, list[Card]]:
    """Draw a pack that the linker may still refuse."""
    return _parts(WordGenerator.of_seed(seed, _scope()), cards)


@cache
def _scope() -> NameScope:
    """Collect what words may speak of: what comes with the base game, and what every made-up pack brings."""
    compiled = load_rules().compiled
    return NameScope(
        resources=(*(resource.name for resource in RESOURCES), _RESOURCE),
        goods=tuple(resource.name for resource in RESOURCES if resource.good),
        moments=(_MOMENT, _DEAL, *(event.name for event in EVENTS if not event.payload)),
        kinds=(_DECK, *CARD_KINDS),
        cards=tuple(card.name for card in compiled.cards),
        places=tuple(place.name for place in compiled.places),
        enemy_types=compiled.enemy_types,
        packs=modules(),
        sequences=(_SEQUENCE, _HAGGLE),
        left_out=frozenset(_of_the_calendar()),
    )


def _of_the_calendar() -> set[str]:
    """List the words that carry the course of the game: those that only calendars have, and no card."""
    course, cards = set[str](), set[str]()
    files = [data for folder in built_in_folders() for data in built_in(folder).files.values()]
    for data in files:
        for part, found in data.items() if is_object(data) else ():
            (course if part == "calendar" else cards).update(_keys(found))
    return {word for word in STEPS.words if word in course - cards - _OF_ITS_OWN}


def _keys(data: object) -> Iterator[str]:
    """Yield all keys in data."""
    if is_object(data):
        yield from data
    for inner in data.values() if is_object(data) else data if is_list(data) else ():
        yield from _keys(inner)


def _parts(words: WordGenerator, most: int) -> dict[str, list[Card]]:
    """Draw what the pack brings, and its cards."""
    resource = {"id": _RESOURCE, "name": "Salt", **words.fields(ResourceCard, ("id", "name"))}
    found: dict[str, list[Card]] = {
        "resources": [resource],
        "moments": [
            {"id": _MOMENT, "text": "The market opens.", "each": words.whether()},
            {"id": _DEAL, "text": "A deal is about to be made.", "with": {"amount": NUMBER}},
        ],
        "sequences": [
            {"id": _SEQUENCE, "do": [{"for_each": {"players": "all", "do": [{"gain": {"gold": 1}}]}}]},
            _haggle(words.within("haggle")),
        ],
    }
    if words.whether():
        found["phases"] = [_phase(words.within("fair"))]
    if words.within("change").number(0, 3) == 0:
        found.setdefault("phases", []).append(_change(words.within("change")))
    if words.within("ghost").number(0, 5) == 0:
        found["seats"] = [_seat(words.within("ghost"))]
    for number in range(words.number(1, most)):
        name = f"card_{number}"
        kind, card = _card(words.within(name), name, number)
        found.setdefault(kind, []).append(card)
    return found


def _haggle(words: WordGenerator) -> Card:
    """Draw a sequence with a variable, which opens a moment with one."""
    do = words.program(everybody=True)
    deal: Card = {"event": _DEAL, "with": {"amount": "$amount"}, "do": do}
    return {"id": _HAGGLE, "with": {"amount": NUMBER}, "do": [{"window": deal}]}


def _phase(words: WordGenerator) -> Card:
    where = {words.pick(("before", "after")): words.pick(("spring", "winter"))}
    found: Card = {"id": "fair", "name": "Fair", **where, "do": words.program(everybody=True)}
    season = words.within("season")
    return {**found, "season": season.pick(SEASONS)} if season.whether() else found


def _seat(words: WordGenerator) -> Card:
    """Draw a seat without a player, with some of its turns."""
    turns = {turn: words.within(turn).program(everybody=False) for turn in ("construct", "recruit")}
    given = {turn: do for turn, do in turns.items() if words.whether()}
    return {"id": "ghost", "name": "The Ghost", "influence": [{"place_dice": {"most": "rank"}}], **given}


def _change(words: WordGenerator) -> Card:
    """Change a phase of the base game, or leave it out, in some games or in all."""
    do = words.program(everybody=True) if words.whether() else []
    found: Card = {"id": words.pick(("kings_favor", "kings_reward", "recruiting")), "do": do}
    return {**found, "if": words.within("if").tests(game=True)} if words.whether() else found


def _card(words: WordGenerator, name: str, number: int) -> tuple[str, Card]:
    kind = words.pick(_KINDS_OF_CARDS)
    words, memory = _remembering(words)
    card: Card = {"id": name, "name": name.capitalize(), "memory": memory}
    game = kind in ("rules", "tiles", "destinies")
    if kind == "buildings":
        card |= {"row": "MNOP"[number % 4], "column": 1 + number // 4, "vp": words.number(-1, 4)}
        card["cost"] = {good: 1 for good in words.scope.goods if words.whether()}
    elif kind == "deck_cards":
        held = words.pick(("owner", "everyone", "game"))
        card |= {"deck": _DECK, "held_by": held}
        game = held == "game"
    elif kind == "tiles":
        card |= {"rank": words.number(1, 18), "reward": words.within("reward").program(everybody=False)}
    elif kind == "enemies":
        card |= {"year": words.number(1, 5), "type": words.pick(words.scope.enemy_types)}
        card |= {"strength": words.number(0, 9), "reward": {"gold": 1}, "penalty": {"wood": 1, "vp": 2}}
    triggers, modifiers, permissions = words.number(1, 2), words.number(0, 2), words.number(0, 2) // 2
    card["triggers"] = [_trigger(words.within(f"trigger {k}"), game=game) for k in range(triggers)]
    card["modifiers"] = [words.within(f"modifier {k}").fields(ModifierCard) for k in range(modifiers)]
    card["permissions"] = [words.within(f"permission {k}").option() for k in range(permissions)]
    return kind, {key: value for key, value in card.items() if value != []}


def _remembering(words: WordGenerator) -> tuple[WordGenerator, list[Card]]:
    """Draw what a card remembers: a number, and a thing of some other type."""
    kind = words.pick([kind for kind in REMEMBERED if kind != NUMBER])
    memory: list[Card] = [{"id": MEMORY, "start": 1}, {"id": KEPT_THING, "type": kind}]
    return words.knowing({MEMORY: NUMBER, KEPT_THING: kind}), memory


_MADE_UP = (EventName(_MOMENT, ""), EventName(_DEAL, "", ("amount",), changeable=True))


def _trigger(words: WordGenerator, *, game: bool) -> Card:
    moments = {event.name: event for event in (*EVENTS, *_MADE_UP)}
    facts = moments[words.pick(tuple(moments))]
    inside = words.within(facts.name).knowing(_brought_by(facts))
    found: Card = {"when": facts.name, "do": inside.program(everybody=game and not facts.each)}
    if words.number(0, 3) == 0:
        found["if"] = inside.within("if").tests(game=game and not facts.each)
    if facts.changeable and facts.payload and words.whether():
        name = words.pick(facts.payload)
        change = {"set": {name: inside.within(name).value(inside.scope.variables[name])}}
        found["do"] = [*inside.program(everybody=game and not facts.each), change]
    if facts.preventable and words.number(0, 3) == 0:
        found["do"] = [*inside.program(everybody=game and not facts.each), {"prevent": {}}]
    found["uses"] = words.pick(("once", "once", "once_per_year", "once_per_game", "unlimited"))
    if facts.each:
        found["by"] = words.pick(("me", "opponents", "anyone"))
    if not game and words.whether():
        found["cost"] = [{words.pick((*words.scope.goods, "vp", "plus2")): 1}]
        found["optional"] = True
    return found


def _brought_by(moment: EventName | StatName) -> dict[str, str]:
    """Give the variables that come with a moment, or with a number of the rules, with their types."""
    return {name: PAYLOAD.get(name, NUMBER) for name in moment.payload}


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
"""The variables, numbers both, that every made-up program begins with."""

MEMORY, KEPT_THING = "kept", "kept_thing"
"""What every made-up card remembers: a number, and a thing of another type."""

_DEEPEST = 2

_CHANGES = ("set", "add", "times", "at_least", "at_most")
_ALTERNATIVES = (_CHANGES, ("card", "cards"), ("fewest", "most", "reversed", "rotated", "shuffled"))
"""Of such fields exactly one is given, which no shape can say."""

_CIRCULAR = frozenset(
    ("open", *(fact.name for facts in FACTS.values() for fact in facts.values() if fact.stats))
)
"""Facts and keys that look at numbers of the rules, so that they cannot be used in what changes those."""

_OF_ITS_OWN = {"fight", "influence"}
"""Words of the course of the game with keys that cards use, for a battle or a round of their own."""

_WRITTEN_DOWN = ("put_gift",)
"""Words in whose bags nobody chooses anything."""

_NEEDED = {"card": ("card", "enemy"), "gained": ("gained",), "received": ("received",), "paid": ("paid",)}
"""Words that speak of what is in a variable: any of these will do."""

_NOT_DRAWN = ("examples", "note", "fidelity", "text", "at")

_ABOUT_THE_THING = ("if", "most", "least", "of", "do")
"""The keys of a query, or beside one, that speak of the thing in question."""


@frozen
class NameScope:
    """What words may speak of: names by what they name, and the variables there are with their types."""

    resources: tuple[str, ...]
    goods: tuple[str, ...]
    moments: tuple[str, ...]
    kinds: tuple[str, ...]
    cards: tuple[str, ...]
    places: tuple[str, ...]
    enemy_types: tuple[str, ...]
    packs: tuple[str, ...]
    sequences: tuple[str, ...] = ()
    variables: Mapping[str, str] = field(factory=dict[str, str])
    left_out: frozenset[str] = field(factory=frozenset[str])

    def names(self, word: str, key: str, shape: object) -> tuple[str, ...] | None:
        """List the names that a field may have; None if any text will do."""
        special: dict[tuple[str, str], tuple[str, ...]] = {
            ("run", "sequence"): self.sequences,
            ("enemy", "among"): self.enemy_types,
            ("move", "as_type"): self.enemy_types,
            ("module", "among"): self.packs,
            ("auction", "bid"): self.goods,
            ("phase", "among"): ("spring", "recruiting", "winter"),
        }
        if (word, key) in special:
            return special[word, key]
        # Every word has its own variable, so that none must hold things of two types.
        return (f"of_{word}",) if key == "as" and isinstance(shape, shapes.Text) else self._by_shape(shape)

    def _by_shape(self, shape: object) -> tuple[str, ...] | None:
        match shape:
            case shapes.Text(among=(_, *_)):
                return shape.among
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

    def written(self, kind: str) -> tuple[str, ...]:
        """List the names of things of a type."""
        known = {
            PLAYER: PLAYER_WORDS,
            CARD: (THIS, *self.cards),
            PLACE: self.places,
            RESOURCE_KIND: self.resources,
            ROW: ("A", "E", "M"),
            SEASON: SEASONS,
            OUTCOME: OUTCOMES,
        }
        return known.get(kind, (NOTHING,))

    def of_kind(self, kind: str) -> tuple[str, ...]:
        """List the variables of a type, as they are written."""
        return tuple(f"${name}" for name, known in self.variables.items() if known == kind)

    def facts(self, kind: str) -> tuple[str, ...]:
        """List the facts of a kind of thing."""
        held = self.resources if kind == PLAYER else ()
        return tuple(name for name in (*FACTS.get(kind, ()), *held) if name not in self.left_out)


def _is_listing(shape: object) -> TypeGuard[shapes.Listing[object]]:
    return isinstance(shape, shapes.Listing)


def _is_several(shape: object) -> TypeGuard[shapes.Several[object]]:
    return isinstance(shape, shapes.Several)


def _is_map(shape: object) -> TypeGuard[shapes.Mapping[object]]:
    return isinstance(shape, shapes.Mapping)


def _is_vocabulary(shape: object) -> TypeGuard[Vocabulary[Word]]:
    return isinstance(shape, Vocabulary)


def _is_object(shape: object) -> TypeGuard[Fields[Node]]:
    return isinstance(shape, Fields)


def _holds_words(shape: object) -> bool:
    """Whether what a shape reads has words in it, but for values, which may be plain numbers and names."""
    if _is_listing(shape) or _is_several(shape):
        return _holds_words(shape.item)
    return isinstance(shape, Vocabulary | Fields | TestsShape)


_VOCABULARIES = (STEPS, TESTS, VALUES, QUERIES, PERMISSIONS)


@cache
def _leaves(vocabulary: str) -> tuple[str, ...]:
    """List the words that hold no others: what stands deep inside."""
    words = next(each.words for each in _VOCABULARIES if each.name == vocabulary)
    return tuple(
        name
        for name, cls in sorted(words.items())
        if not any(needed and _holds_words(shape) for _, shape, _, needed in fields_of(cls))
    )


@frozen
class WordGenerator:
    """Draws data that shapes accept; `path` is the key of its chances, the way to its place in the pack.

    `plain` says that only what is written down will do. `kind` is the type of values of any type, and of what
    a query finds, if it is known; `thing` is the type of the thing in question, to compare it with others.
    """

    scope: NameScope
    path: str
    random: Random
    depth: int = 0
    word: str = ""
    plain: bool = False
    kind: str = ""
    thing: str = PLAYER

    @classmethod
    def of_seed(cls, seed: int, scope: NameScope) -> WordGenerator:
        """Make the generator of a whole pack."""
        return cls(scope, str(seed), Random(str(seed)))

    def within(self, key: str) -> WordGenerator:
        """Draw what is under a key of this place, with chances of its own."""
        path = f"{self.path}/{key}"
        return evolve(self, path=path, random=Random(path))

    def knowing(self, variables: Mapping[str, str]) -> WordGenerator:
        """Speak where there are further variables, given with their types."""
        return evolve(self, scope=evolve(self.scope, variables={**self.scope.variables, **variables}))

    def pick(self, among: Sequence[str]) -> str:
        """Draw one of several names: the one that comes first when all are hashed with one number."""
        salt = self.random.randbytes(8)
        return max(among, key=lambda name: blake2b(name.encode(), key=salt, digest_size=8).digest())

    def whether(self) -> bool:
        """Draw a flag."""
        return self.random.random() < 0.5

    def seldom(self) -> bool:
        """Draw a flag that is mostly false, and always deep inside."""
        return self.depth <= _DEEPEST and self.number(0, 3) == 0

    def number(self, least: int, most: int) -> int:
        """Draw a number."""
        return self.random.randint(least, most)

    def data(self, shape: object, key: str = "") -> object:
        """Draw what a shape accepts for a field."""
        match shape:
            case shapes.Integer():
                least = max(-1, shape.minimum)
                return self.number(least, least + 5 if shape.maximum == shapes.LARGEST else shape.maximum)
            case shapes.Flag():
                return self.whether()
            case shapes.RangeShape():
                return self._bounds()
            case shapes.Text() | shapes.Name():
                names = self.scope.names(self.word, key, shape)
                return self.pick(names) if names else f"way_{self.number(0, 99)}"
            case TypedValue():
                return self.value(shape.kind or self.kind or self._any_kind())
            case _:
                return self._compound(shape, key)

    def _compound(self, shape: object, key: str) -> object:
        if _is_several(shape):
            return self.data(shapes.Listing(shape.item) if self.seldom() else shape.item, key)
        if _is_listing(shape):
            most = max(shape.least, 1 if self.depth else 2)
            count = self.number(max(1, shape.least), most)
            return [self.within(str(k)).data(shape.item, key) for k in range(count)]
        if _is_map(shape):
            return self._map(shape)
        if isinstance(shape, shapes.ById):
            return self._settings()
        if _is_vocabulary(shape):
            return self.say(shape)
        if _is_object(shape):
            short = shape.short if shape.short and self.whether() else ""
            return self.data(_field(shape.cls, short), short) if short else self.fields(shape.cls)
        return self._spoken(shape)

    def _spoken(self, shape: object) -> object:
        """Draw what has a grammar of its own."""
        match shape:
            case BoundsShape():
                return self.value(NUMBER) if self.seldom() else self._bounds(of_values=not self.plain)
            case FactShape():
                return self._fact()
            case MeasureShape():
                return self._measure()
            case TestsShape():
                return self.tests()
            case BagShape():
                return self._map(shape.amounts)
            case AmountShape():
                least = self.number(0, 2)
                open_ = self.seldom() and not self.plain
                return {"min": least, "max": least + self.number(0, 2)} if open_ else self.value(NUMBER)
            case StatShape():
                return self._stat()
            case _:
                raise NotImplementedError(type(shape).__name__)

    def _stat(self) -> object:
        """Draw a number of the rules that needs no thing to look at."""
        free = [stat.name for stat in STATS if not stat.payload]
        stat = _stat(self.pick(free))
        keys = stat_keys(stat, ((name, name in self.scope.goods) for name in self.scope.resources))
        return {stat.name: self.pick(keys)} if keys else stat.name

    def _map(self, shape: shapes.Mapping[object]) -> dict[str, object]:
        names = [name for name, _ in shape.names() if not (self.plain and name == GOOD)]
        if shape.others:
            goods_only = "plus2" not in names and "vp" not in names
            names += [n for n in (self.scope.goods if goods_only else self.scope.resources) if n not in names]
        if shape.variables and not self.plain:
            names += self.scope.of_kind(RESOURCE_KIND)
        keys = {self.pick(names) for _ in range(self.number(1, 2))}
        return {name: self.within(name).data(shape.shape_of(name), name) for name in sorted(keys)}

    def _settings(self) -> dict[str, object]:
        """Draw variables with values for them: a number, or what the card remembers."""
        name = self.pick((*VARIABLES, MEMORY, KEPT_THING))
        return {name: self.value(self.scope.variables.get(name, NUMBER))}

    def _bounds(self, *, of_values: bool = False) -> object:
        least = self.number(0, 4)
        kind = self.number(0, 2)
        if of_values and kind and self.seldom():
            return {"min" if kind == 1 else "max": self.within("limit").value(NUMBER)}
        return least if kind == 0 else {"min": least} if kind == 1 else {"max": least + 2}

    # Values

    def value(self, kind: str) -> object:
        """Draw a value of a type: written down, in a variable, or worked out."""
        known = () if self.plain else self.scope.of_kind(kind)
        if known and self.number(0, 2) == 0:
            return self.pick(known)
        if not self.plain and self.seldom() and (kind == NUMBER or _is_found(kind)):
            return evolve(self, kind=kind).say(VALUES)
        return self.number(0, 3) if kind == NUMBER else self.pick(self.scope.written(kind))

    def _any_kind(self) -> str:
        known = {*self.scope.variables.values()} - {BAG_KIND}
        return self.pick((NUMBER, PLAYER, RESOURCE_KIND, *sorted(known)))

    def _fact(self) -> object:
        """Draw a fact of this player or of the game, or of another thing."""
        if self.plain or self.depth > _DEEPEST or self.whether():
            return self.pick((*self.scope.facts(GAME), *self.scope.facts(PLAYER)))
        kind = self.pick([kind for kind in FACTS if kind != GAME])
        return {self.pick(self.scope.facts(kind)): self.value(kind)}

    def _measure(self) -> object:
        """Draw what things are compared by: a fact of theirs, or a value."""
        facts = self.scope.facts(self.thing)
        return self.pick(facts) if facts and not self.seldom() else evolve(self, kind=NUMBER).say(VALUES)

    # Tests

    def tests(self, *, game: bool = False) -> dict[str, object]:
        """Draw tests that must all hold: mostly one. With `game` those that speak of no player."""
        found: dict[str, object] = {}
        for k in range(1 + self.number(0, 3) // 3):
            found.update(self.within(f"test {k}")._test(game=game))
        return found

    def _test(self, *, game: bool) -> dict[str, object]:
        numbers = self.scope.of_kind(NUMBER)
        match self.number(0, 3):
            case 0 | 1 if not game:
                return self.say(TESTS)
            case 2 if numbers:
                return {self.pick(numbers): self.data(BoundsShape())}
            case _:
                facts = self.scope.facts(GAME) if game else tuple(name for name, _ in testable_facts())
                name = self.pick([fact for fact in facts if fact not in self.scope.left_out])
                return {name: self.data(BoundsShape())}

    # Words with their arguments

    def say(self, vocabulary: Vocabulary[W]) -> dict[str, object]:
        """Draw a word of a kind with its argument."""
        words: Mapping[str, type[Word]] = vocabulary.words
        usable = _leaves(vocabulary.name) if self.depth > _DEEPEST else sorted(words)
        name = self.pick([name for name in usable if self._can_be_said(name, words[name])])
        return {name: self._argument(words[name], name)}

    def _can_be_said(self, name: str, cls: type[Word]) -> bool:
        needed = _NEEDED.get(name, ())
        if name in self.scope.left_out or (needed and not {*needed} & {*self.scope.variables}):
            return False
        if issubclass(cls, ValueWord):
            return self.kind in ("", NUMBER) or _is_of_any_type(cls)
        return not issubclass(cls, QueryWord) or self.kind in ("", cls.things)

    def _argument(self, cls: type[Word], name: str) -> object:
        plain = name in _WRITTEN_DOWN
        kind = self.kind if _is_of_any_type(cls) else ""
        here = self.within(name)
        inner = evolve(here, depth=self.depth + 1, word=name, plain=plain, kind=kind, thing=PLAYER)
        if cls in (Window, Run) and cls.inline is not None:
            what = inner.data(_field(cls, cls.inline), cls.inline)
            given = {"amount": inner.within("amount").value(NUMBER)}
            return {cls.inline: what, "with": given} if what in (_DEAL, _HAGGLE) else what
        if cls.inline is None or (cls.short and self.whether()):
            return inner.fields(cls)
        key = cls.inline.rstrip("_")
        shape = _field(cls, key)
        if issubclass(cls, Nth):
            return [inner.number(0, 3), *(inner.value(kind or NUMBER) for _ in range(inner.number(1, 3)))]
        if _is_listing(shape) and isinstance(shape.item, TypedValue) and not shape.item.kind:
            inner = evolve(inner, kind=inner._any_kind())
        return inner.data(shape, key)

    def fields(self, cls: type[Node], given: Sequence[str] = ()) -> dict[str, object]:
        """Draw a closed object: what it must have, and some of what it may have besides `given`."""
        if cls is LastingStep and not given:
            return self._lasting()
        left_out = {*_NOT_DRAWN, *cls.apart, *given}
        known = {name: (shape, needed) for name, shape, _, needed in fields_of(cls) if name not in left_out}
        one_of = next((names for names in _ALTERNATIVES if {*names} <= {*known}), ())
        found, words = self._query(cls, known)
        words = words._without(_CIRCULAR) if one_of == _CHANGES else words
        for name, (shape, needed) in known.items():
            # A number lasts where nothing else does, and is drawn before what its change may ask for.
            must = needed or (cls is LastingStep and name == "what")
            if name not in one_of and (must or self._is_given(name)):
                inside = words if name in _ABOUT_THE_THING else self
                found[name] = inside.within(name).data(shape, name)
            if one_of == _CHANGES and name == "what":
                words = words._asked_of(_stat(str(found[name])))
        if one_of:
            name, still = self.pick(one_of), self._without(_CIRCULAR) if one_of == _CHANGES else self
            shape = known[name][0]
            found[name] = isinstance(shape, shapes.Flag) or still.within(name).data(shape, name)
        if cls is Count and self.seldom() and words.scope.facts(words.thing):
            found["different"] = words.pick(words.scope.facts(words.thing))
        if "as" in found and cls.spread:
            found["as"] = f"some_{words.thing}"
        return self._completed(cls, self._of_a_stat(found) if "what" in found and "of" in known else found)

    def _lasting(self) -> dict[str, object]:
        """Draw what lasts: mostly a change of a number, or what a card does, or a permission of this card."""
        # Only a card can permit something, and only cards remember.
        kinds = ("what", "what", "card", *(("permission",) if MEMORY in self.scope.variables else ()))
        kind = self.pick(kinds)
        if kind == "what":
            return self.fields(LastingStep, ("card", "permission"))
        kept = {name: of for name, of in self.scope.variables.items() if name in (MEMORY, KEPT_THING)}
        own = evolve(self, scope=evolve(self.scope, variables=kept), depth=self.depth + 1)
        drawn = self.value(CARD) if kind == "card" else own.within("permission").option()
        until = self.within("until").data(_field(LastingStep, "until"), "until")
        return {kind: drawn, "until": until, "everyone": self.whether()}

    def _query(
        self, cls: type[Node], known: dict[str, tuple[shapes.Shape[object], bool]]
    ) -> tuple[dict[str, object], WordGenerator]:
        """Draw the query that is written among the keys of an object; gives who speaks of what it finds.

        It is taken out of what is known, as is the list that can be given in its place.
        """
        if issubclass(cls, QueryWord):
            return {}, self._of_things(cls.things)
        if not cls.spread:
            return {}, self
        known.pop("query")
        known.pop("parts", None)
        found = self.within("query").say(QUERIES)
        return found, self._of_things(QUERIES.words[next(iter(found))].things)

    def _of_things(self, things: str) -> WordGenerator:
        """Speak of things of a type: one of them is in the variable of its type, but a player is at work."""
        inside = self if things == PLAYER else self.knowing({things: things})
        return evolve(inside, thing=things, kind="")

    def _is_given(self, name: str) -> bool:
        """Whether a key is given that need not be; some go together with others and are added to those."""
        is_free = name not in ("together", "different") and name not in self.scope.left_out
        return is_free and self.within(f"is there {name}").seldom()

    def _completed(self, cls: type[Node], found: dict[str, object]) -> dict[str, object]:
        """Add what makes some words work: a first choice for all at once, and an end to what is repeated."""
        steps = found.get("do")
        if not is_list(steps):
            return found
        if cls is ForEach and "players" in found and self.seldom():
            return {**found, "together": True, "do": [{"gain": {"good": 1}}, *steps]}
        if cls is Repeat:
            counter = VARIABLES[0]
            count = {"set": {counter: {"sum": [f"${counter}", 1]}}}
            return {"if": {f"${counter}": {"max": self.number(1, 4)}}, "do": [*steps, count]}
        return found

    def _without(self, words: frozenset[str]) -> WordGenerator:
        return evolve(self, scope=evolve(self.scope, left_out=self.scope.left_out | words))

    def _asked_of(self, stat: StatName) -> WordGenerator:
        """Speak where a number of the rules is worked out: of its subject, and of what the card keeps."""
        kept = {name: kind for name, kind in self.scope.variables.items() if name in (MEMORY, KEPT_THING)}
        return evolve(self, scope=evolve(self.scope, variables={**kept, **_brought_by(stat)}))

    def _of_a_stat(self, found: dict[str, object]) -> dict[str, object]:
        """Add the resource of a number, if there is one number for each resource."""
        stat = _stat(str(found["what"]))
        keys = stat_keys(stat, ((name, name in self.scope.goods) for name in self.scope.resources))
        found.pop("of", None)
        return {**found, "of": self.pick(keys)} if keys and not (stat.all_keys and self.whether()) else found

    def program(self, *, everybody: bool) -> list[dict[str, object]]:
        """Draw steps; for every player in turn if there is none of whom they could speak.

        What a step chooses is known to those that follow.
        """
        words = self.knowing(dict.fromkeys(VARIABLES, NUMBER))
        steps: list[dict[str, object]] = [{"set": {name: self.number(0, 3) for name in VARIABLES}}]
        for k in range(self.number(1, 3)):
            step = words.within(f"step {k}").say(STEPS)
            steps.append(step)
            words = words.knowing(_chosen(step))
        return [{"for_each": {"players": "all", "do": steps}}] if everybody else steps

    def option(self) -> dict[str, object]:
        """Draw something that a card lets its owner do."""
        return self._without(_CIRCULAR).say(PERMISSIONS)


def _field(cls: type[Node], key: str) -> object:
    return next(shape for name, shape, _, _ in fields_of(cls) if name == key.rstrip("_"))


def _stat(name: str) -> StatName:
    return next(stat for stat in STATS if stat.name == name)


def _is_of_any_type(cls: type[Word]) -> bool:
    """Whether a word stands for a value whose type its argument decides; a fact is mostly a number."""
    return issubclass(cls, ValueWord) and cls.kind not in (ValueWord.kind, FactValue.kind)


def _is_found(kind: str) -> bool:
    """Whether there is a query for things of a type."""
    return any(cls.things == kind for cls in QUERIES.words.values())


def _chosen(step: Mapping[str, object]) -> dict[str, str]:
    """Give the variable that a step leaves behind with its type, if it chooses something."""
    argument = step.get("choose")
    if not is_object(argument):
        return {}
    things = next(QUERIES.words[key].things for key in argument if key in QUERIES.words)
    return {str(argument.get("as", things)): things}
