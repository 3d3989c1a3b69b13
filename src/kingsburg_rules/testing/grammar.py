"""Words of the card language at random: whatever a shape reads, with names that lead somewhere.

A word that is added to the language tomorrow is drawn tomorrow, for all that is known of it here are the
shapes of its fields. What no shape can say, such as which variables there are, is in the scope.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, field, frozen
from hypothesis import strategies as st

from kingsburg_rules.language import shapes
from kingsburg_rules.language.logic import Comparison
from kingsburg_rules.language.permissions import PERMISSIONS
from kingsburg_rules.language.registry import STEPS, TESTS, VALUES, Fields, Node, Vocabulary, Word, fields_of
from kingsburg_rules.language.tests import SWITCHES
from kingsburg_rules.language.values import VALUE, ValueShape
from kingsburg_rules.language.vocabulary import STATS, stat_keys

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TypeGuard

    from hypothesis.strategies import DrawFn

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
class Scope:
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
class Speaker:
    """Draws data that shapes accept. `plain` says that only written numbers will do."""

    draw: DrawFn
    scope: Scope
    depth: int = 0
    word: str = ""
    plain: bool = False

    def knowing(self, *variables: str) -> Speaker:
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
        speaker = self._without(_CIRCULAR) if changes else self
        for name, (shape, needed) in known.items():
            if name not in changes and (needed or (self.depth <= _DEEPEST and self.number(0, 3) == 0)):
                found[name] = evolve(speaker, plain=self.plain or name == "cost").data(shape, name)
        if changes:
            name = self.pick(changes)
            found[name] = speaker.data(known[name][0], name)
        return self._of_a_stat(found) if "what" in found and "of" in known else found

    def _without(self, words: frozenset[str]) -> Speaker:
        return evolve(self, scope=evolve(self.scope, left_out=self.scope.left_out | words))

    def _of_a_stat(self, found: dict[str, object]) -> dict[str, object]:
        """Say for which resource a number is meant, where there is one for each."""
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
        speaker = self.knowing(*self.scope.variables, *VARIABLES)
        steps: list[dict[str, object]] = [
            {"set": {"name": name, "to": self.number(0, 3)}} for name in VARIABLES
        ]
        steps += [speaker.say(STEPS.name, STEPS.words) for _ in range(self.number(1, 3))]
        return [{"each_player": {"do": steps}}] if everybody else steps

    def first(self, variable: str) -> dict[str, object]:
        """Draw the step that sets a variable to a number, so that it is there for those that follow."""
        return {"set": {"name": variable, "to": self.number(0, 3)}}

    def option(self) -> dict[str, object]:
        """Draw something that a card lets its owner do."""
        return self.say(PERMISSIONS.name, PERMISSIONS.words)
