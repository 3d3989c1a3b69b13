"""Counting what cards do, without a line for it in the machine.

A rule set is a table of cards with abilities, numbers and programs. `counted` compiles it once more and makes
each of these count when the machine asks for it or starts it; games played with the result are the same
games. Who plays with the rule set itself pays nothing.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from attrs import define, evolve, field

from kingsburg_rules.content.loading import compile_again
from kingsburg_rules.engine.resources import can_pay
from kingsburg_rules.engine.table import ME, Ability, Card, Modifier, Program
from kingsburg_rules.language.cards import AdvisorCard, BuildingCard, CardNode, EnemyCard
from kingsburg_rules.language.memory import stat_names

if TYPE_CHECKING:
    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame, Number, Permission, Table, Test


class Part(NamedTuple):
    """One thing that a card has or does: `card` is its reference, `part` where it stands on the card."""

    card: str
    part: str


WHOLE = "card"
"""The part that stands for a card as a whole: that it comes into play."""


@define(eq=False)
class Tally:
    """How often each part was offered and used; `about` says what it is about, such as its moment.

    `parts` lists them by card. While it is not `listening`, what cards do is not counted.
    """

    listening: bool = True
    about: dict[Part, str] = field(factory=dict[Part, str])
    parts: dict[str, list[Part]] = field(factory=dict[str, list[Part]])
    offered: Counter[Part] = field(factory=Counter[Part])
    used: Counter[Part] = field(factory=Counter[Part])

    def offer(self, part: Part) -> None:
        """Count that a part was offered."""
        self.offered[part] += self.listening

    def use(self, part: Part) -> None:
        """Count that a part was used."""
        self.used[part] += self.listening

    def know(self, part: Part, about: str) -> Part:
        """Enter a part, so that it is listed even if nothing ever happens to it."""
        if part not in self.about:
            self.about[part] = about
            self.parts.setdefault(part.card, []).append(part)
        return part

    def least_used(self, card: str) -> int:
        """Tell how often that part of a card was used that was used least."""
        return min(self.used[part] for part in self.parts[card])


class CountedProgram(Program):
    """A program that counts how often it is begun."""

    def __init__(self, program: Program, tally: Tally, part: Part) -> None:
        super().__init__(
            program.index, program.name, program.source, program.code, program.blank, program.origins
        )
        self._tally, self._part = tally, part

    def frame(self, me: int, payload: tuple[int, ...] = ()) -> Frame:
        """Make a frame that starts this program, and count it."""
        self._tally.use(self._part)
        return super().frame(me, payload)


def counted(rules: Rules, tally: Tally) -> Rules:
    """Make an equal rule set in which what cards do is counted."""
    rules = compile_again(rules)
    table = rules.table
    written = {card.index: rules.cards[card.ref] for card in table.cards}
    places = [evolve(place, reward=_reward(table, place.card, place.reward, tally)) for place in table.places]
    tiles: dict[int, tuple[int, Program]] = {}
    for card, (rank, reward) in table.tiles.items():
        tiles[card] = rank, _reward(table, card, reward, tally)
    cards = [_card(table, card, written[card.index], tally) for card in table.cards]
    counting = evolve(table, cards=cards, places=places, tiles=tiles, kits={})
    return evolve(rules, table=counting)


def _reward(table: Table, card: int, program: Program, tally: Tally) -> CountedProgram:
    return CountedProgram(program, tally, tally.know(reward_part(table, card, program), "reward"))


def reward_part(table: Table, card: int, program: Program) -> Part:
    """Name a reward: that of the card itself, or that of one of its places."""
    ref, owner = table.cards[card].ref, program.name.removesuffix("/reward")
    return Part(ref, "reward" if owner == ref else f"places/{owner.rpartition('/')[2]}")


def _card(table: Table, card: Card, node: CardNode, tally: Tally) -> Card:
    if not isinstance(node, AdvisorCard):
        tally.know(Part(card.ref, WHOLE), _how_it_comes(node))
    for k, permission in enumerate(card.permissions):
        tally.know(Part(card.ref, f"options/{k}"), permission.kind)
    return evolve(
        card,
        abilities=tuple(_ability(table, card, ability, tally) for ability in card.abilities),
        modifiers=_modifiers(table, card, node, tally),
    )


def permission_part(table: Table, permission: Permission) -> Part:
    """Name an option of a card."""
    card = table.cards[permission.card]
    return Part(card.ref, f"options/{card.permissions.index(permission)}")


def _how_it_comes(node: CardNode) -> str:
    if isinstance(node, BuildingCard):
        return "built"
    return "turned over" if isinstance(node, EnemyCard) else "in play"


def _ability(table: Table, card: Card, ability: Ability, tally: Tally) -> Ability:
    name = ability.program.name.removeprefix(f"{card.ref}/")
    part = tally.know(Part(card.ref, name), table.events[ability.event])
    holds = ability.test

    def offered(state: State, frame: Frame) -> bool:
        if holds is not None and not holds(state, frame):
            return False
        if any(not price or can_pay(state, frame[ME], price) for price, _ in ability.prices):
            tally.offer(part)
        return True

    return evolve(ability, test=offered, program=CountedProgram(ability.program, tally, part))


def _modifiers(table: Table, card: Card, node: CardNode, tally: Tally) -> tuple[Modifier, ...]:
    """Count the changes of numbers; one entry on a card may have become several, one for each resource."""
    parts = [
        tally.know(Part(card.ref, f"modifiers/{k}"), modifier.what)
        for k, modifier in enumerate(node.modifiers)
        for _ in ([modifier.of_] if modifier.of_ else stat_names(table, modifier.what))
    ]
    return tuple(
        _modifier(modifier, part, tally) for modifier, part in zip(card.modifiers, parts, strict=True)
    )


def _modifier(modifier: Modifier, part: Part, tally: Tally) -> Modifier:
    holds: Test | None = modifier.test
    value: Number = modifier.value

    def asked(state: State, frame: Frame) -> bool:
        tally.offer(part)
        return holds is None or holds(state, frame)

    def applied(state: State, frame: Frame) -> int:
        tally.use(part)
        return value(state, frame)

    return evolve(modifier, test=asked, value=applied, steady=False)
