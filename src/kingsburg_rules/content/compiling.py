"""Compiling what cards do: their programs, triggers, replacements, modifiers, permissions and places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from kingsburg_rules.engine.actions import Use
from kingsburg_rules.engine.table import (
    BY_ANYONE,
    BY_ME,
    BY_OPPONENTS,
    ME,
    ONCE,
    ONCE_PER_GAME,
    ONCE_PER_YEAR,
    ORDER_FIRST,
    ORDER_LAST,
    ORDER_NORMAL,
    UNLIMITED,
    Ability,
    Modifier,
    Permission,
    Place,
)
from kingsburg_rules.engine.windows import hand_back
from kingsburg_rules.language.bags import constant_choices
from kingsburg_rules.language.cards import DeckCard, DestinyCard, RuleCard, TileCard
from kingsburg_rules.language.emitter import Emitter, LinkError, never
from kingsburg_rules.language.steps import Gain, Peek
from kingsburg_rules.language.vocabulary import ACTOR, STATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kingsburg_rules.engine.table import Program, Table, Test
    from kingsburg_rules.language.abilities import ModifierCard, Replacement, Trigger
    from kingsburg_rules.language.cards import CardNode, PlaceNode
    from kingsburg_rules.language.emitter import Names
    from kingsburg_rules.language.permissions import PermissionWord
    from kingsburg_rules.language.registry import Step

_USES = {
    "once": ONCE,
    "once_per_year": ONCE_PER_YEAR,
    "once_per_game": ONCE_PER_GAME,
    "unlimited": UNLIMITED,
}
_BY = {"me": BY_ME, "opponents": BY_OPPONENTS, "anyone": BY_ANYONE}
_ORDER = {"first": ORDER_FIRST, "normal": ORDER_NORMAL, "last": ORDER_LAST}


@define(eq=False, repr=False)
class Compiler:
    """Compiles what stands on cards, and numbers abilities and permissions as they come."""

    names: Names
    next_ability: int = 0

    @property
    def table(self) -> Table:
        """The table being made."""
        return self.names.table

    def _emitter(self, card: int, payload: Sequence[str] = ()) -> Emitter:
        emitter = Emitter(self.names, self.table.card_source[card], card)
        emitter.declare(payload)
        return emitter

    def program(self, card: int, name: str, steps: Sequence[Step]) -> Program:
        """Compile steps that a card brings."""
        emitter = self._emitter(card)
        emitter.steps(steps)
        return _closed(emitter, name, steps)

    def places(self, card: int, pack: str, nodes: Sequence[PlaceNode]) -> int:
        """Make the places that a card brings; gives them as a bit set."""
        table, bits = self.table, 0
        for node in nodes:
            reward = self.program(card, f"{pack}/{node.id}/reward", node.reward)
            place = Place(len(table.places), card, node.id, node.rank, reward)
            table.places.append(place)
            table.ranks[node.rank] = (*table.ranks.get(node.rank, ()), place.index)
            bits |= place.bit
        table.private |= bits
        return bits

    def permission(self, card: int, word: PermissionWord) -> Permission:
        """Compile a permission."""
        return Permission(self._number_ability(), card, word.word, tuple(word.numbers(self.names)), ONCE)

    def _knows_who(self, event: int, by: str) -> bool:
        """Whether it may have happened to somebody else than the owner of the card."""
        return by != "me" and self.names.moments[event].each

    def _brought(self, event: int, *, knows_who: bool) -> tuple[str, ...]:
        """List the variables that come with an event."""
        payload = self.names.moments[event].payload
        return (*payload, ACTOR) if knows_who else payload

    def _number_ability(self) -> int:
        self.next_ability += 1
        return self.next_ability - 1

    def trigger(
        self, card: int, name: str, node: CardNode, trigger: Trigger, before: Sequence[Ability]
    ) -> Ability:
        """Compile a trigger; `before` are those of the card that were compiled already."""
        event = self.names.event(trigger.when, f"{trigger.at}/when")
        knows_who = self._knows_who(event, trigger.by)
        emitter = self._emitter(card, self._brought(event, knows_who=knows_who))
        emitter.nobody = is_of_the_game(node) and not self.names.moments[event].each
        test = emitter.condition(trigger.if_)
        with emitter.given(trigger.if_, holding=True):
            emitter.steps(trigger.do)
        if emitter.personal and is_of_the_game(node) and test is not never:
            test = _of_somebody(test)
        prices = dict.fromkeys(
            bag
            for k, amounts in enumerate(trigger.cost)
            for bag in constant_choices(emitter, (amounts,), f"{trigger.at}/cost/{k}")
        ) or ((),)
        same = 1 + sum(ability.event == event for ability in before)
        short = self.table.cards[card].name
        return Ability(
            index=self._number_ability(),
            card=card,
            event=event,
            by=_BY[trigger.by],
            test=test,
            uses=_USES[trigger.uses],
            prices=tuple((bag, Use(short, self.table.bag(bag), same)) for bag in prices),
            optional=node.optional if trigger.optional is None else trigger.optional,
            order=_ORDER[trigger.order],
            program=_closed(emitter, name, trigger.do),
            automatic=not trigger.cost and all(step.wanted for step in trigger.do),
            peeks=any(isinstance(step, Peek) for step in trigger.do),
            replaces=False,
            declinable=not trigger.cost and len(trigger.do) == 1 and trigger.do[0].declinable,
            knows_who=knows_who,
        )

    def replacement(self, card: int, name: str, node: CardNode, replacement: Replacement) -> Ability:
        """Compile a replacement, which hands back what it changed."""
        event = self.names.event(replacement.event, f"{replacement.at}/event")
        knows_who = self._knows_who(event, replacement.by)
        emitter = self._emitter(card, self._brought(event, knows_who=knows_who))
        emitter.nobody = is_of_the_game(node) and not self.names.moments[event].each
        test = emitter.condition(replacement.if_)
        with emitter.given(replacement.if_, holding=True):
            emitter.steps(replacement.do)
        emitter.op(hand_back)
        return Ability(
            index=self._number_ability(),
            card=card,
            event=event,
            by=_BY[replacement.by],
            test=test,
            uses=UNLIMITED,
            prices=(((), Use(self.table.cards[card].name)),),
            optional=node.optional if replacement.optional is None else replacement.optional,
            order=ORDER_NORMAL,
            program=emitter.program(name),
            automatic=all(step.automatic for step in replacement.do),
            peeks=False,
            replaces=True,
            knows_who=knows_who,
        )

    def modifier(self, card: int, modifier: ModifierCard) -> list[Modifier]:
        """Compile a modifier: one for each resource that it is about."""
        facts = next(stat for stat in STATS if stat.name == modifier.what)
        all_keys = self.names.keys_of(facts)
        if (modifier.of_ is None and all_keys and not facts.all_keys) or (
            modifier.of_ is not None and modifier.of_ not in all_keys
        ):
            known = ", ".join(all_keys)
            needed = f"needs 'of', one of: {known}" if known else "is not told by resource; leave out 'of'"
            at = f"{modifier.at}/of" if modifier.of_ else modifier.at
            raise LinkError(at, "link.stat", f"'{modifier.what}' {needed}")
        if len(modifier.changes) != 1:
            raise LinkError(modifier.at, "link.change", "give one of: set, add, times, at_least, at_most")
        ((rank, value),) = modifier.changes
        emitter = self._emitter(card, facts.payload)
        emitter.changing = modifier.what
        test, number = emitter.condition(modifier.if_), emitter.number(value)
        steady = isinstance(value, int) and (test is None or all(test.steady for test in modifier.if_))
        keys = (modifier.of_,) if modifier.of_ else all_keys
        names = [f"{modifier.what}:{key}" for key in keys] or [modifier.what]
        return [
            Modifier(card, self.names.stat(name, modifier.at), test, rank, number, steady) for name in names
        ]


def _closed(emitter: Emitter, name: str, steps: Sequence[Step]) -> Program:
    """Close a program, noting the bag if a fixed one is all that it gives."""
    program = emitter.program(name)
    bags = [step.fixed(emitter) if isinstance(step, Gain) else None for step in steps]
    if steps and all(bag is not None for bag in bags):
        program.flat = tuple(entry for bag in bags if bag for entry in bag)
    return program


def _of_somebody(test: Test | None) -> Test:
    """Let a card of the game pass over what happened to nobody, such as dice of no player."""
    return lambda state, frame: frame[ME] >= 0 and (test is None or test(state, frame))


def is_of_the_game(node: CardNode) -> bool:
    """Whether the game itself has a card in play, so that it works for nobody in particular."""
    if isinstance(node, DestinyCard | DeckCard):
        return node.held_by == "game"
    return isinstance(node, RuleCard | TileCard)
