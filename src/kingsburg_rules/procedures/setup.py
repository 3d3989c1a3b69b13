"""Setting up: the order of turns at the start, and the enemies of the five years."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.engine import chance
from kingsburg_rules.engine.events import TurnOrderSet
from kingsburg_rules.language.registry import STEPS, Step

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
        by_year = [
            tuple(sorted(card for card, enemy in e.table.enemies.items() if enemy.year == year))
            for year in range(1, e.table.years + 1)
        ]

        for year, cards in enumerate(by_year, start=1):
            if not cards:
                raise e.error(self, "link.enemies", f"there is no enemy card for year {year}")

        def resolve(state: State, frame: Frame, drawn: tuple[int, ...]) -> None:
            del frame
            state.enemies = (*state.enemies, *drawn)

        for cards in by_year:

            def draw(state: State, frame: Frame, cards: tuple[int, ...] = cards) -> bool:
                return chance.pick(state, frame, chance.ENEMIES, cards, source, resolve)

            e.op(draw)
