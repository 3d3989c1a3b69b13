"""Setting up: the order of turns at the start, and the enemies of the five years."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.engine import chance
from kingsburg_rules.engine.events import TurnOrderSet
from kingsburg_rules.language.registry import STEPS, Node, Step

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame
    from kingsburg_rules.language.emitter import Emitter


def tell_order(state: State) -> None:
    """Tell the turn order to who listens."""
    if state.notes is not None:
        names = state.setup.players
        state.notes.append(TurnOrderSet(tuple(names[seat] for seat in state.order)))


@STEPS.add("shuffle_order")
@frozen(eq=False, repr=False)
class ShuffleOrder(Step):
    """Put the players into a random turn order."""

    def emit(self, e: Emitter) -> None:
        """Compile to a request to chance."""
        source = e.source

        def resolve(state: State, frame: Frame, order: tuple[int, ...]) -> None:
            del frame
            state.order = order
            tell_order(state)

        def shuffle(state: State, frame: Frame) -> bool:
            return chance.arrange(state, frame, len(state.players), source, resolve)

        e.op(shuffle)


@STEPS.add("draw_enemies")
@frozen(eq=False, repr=False)
class DrawEnemies(Step):
    """Draw one hidden enemy card for each year; the others stay in the box."""

    def emit(self, e: Emitter) -> None:
        """Compile to one request to chance for each year."""
        source = e.source

        def resolve(state: State, frame: Frame, drawn: tuple[int, ...]) -> None:
            del frame
            state.enemies = (*state.enemies, *drawn)

        for cards in enemies_by_year(e, self, 1):

            def draw(state: State, frame: Frame, cards: tuple[int, ...] = cards) -> bool:
                return chance.pick(state, frame, chance.ENEMIES, cards, source, resolve)

            e.op(draw)


def enemies_by_year(e: Emitter, node: Node, count: int) -> list[tuple[int, ...]]:
    """List the enemy cards there are for each year; each must have so many.

    Raises:
        LinkError: A year has fewer.
    """
    found: list[tuple[int, ...]] = []
    for year in range(1, e.table.years + 1):
        cards = tuple(card for card, enemy in sorted(e.table.enemies.items()) if enemy.year == year)
        if len(cards) < count:
            there = f"only {len(cards)}" if cards else "none"
            needed = "an enemy card is" if count == 1 else f"{count} enemy cards are"
            raise e.error(node, "link.enemies", f"{needed} needed for year {year}, but there is {there}")
        found.append(cards)
    return found
