"""A second deck of enemies: drawn, looked at, revealed, and fighting beside the first."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from kingsburg_rules.engine import chance
from kingsburg_rules.engine.events import EnemyJoined, EnemyRevealed
from kingsburg_rules.engine.table import NOBODY
from kingsburg_rules.language.registry import ENEMY, STEPS, Step, of
from kingsburg_rules.language.shapes import ID_PATTERN, Text
from kingsburg_rules.language.values import VALUE, Value
from kingsburg_rules.procedures.setup import enemies_by_year

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame
    from kingsburg_rules.language.emitter import Emitter


@STEPS.add("draw_further_enemies")
@frozen(eq=False, repr=False)
class DrawFurtherEnemies(Step):
    """Draw a second hidden enemy card for each year from those that were left over."""

    def emit(self, e: Emitter) -> None:
        """Compile to one request to chance for each year."""
        by_year, source = enemies_by_year(e, self, 2), e.source

        def resolve(state: State, frame: Frame, drawn: tuple[int, ...]) -> None:
            del frame
            state.further = (*state.further, *drawn)

        def draw(state: State, frame: Frame) -> bool:
            if len(state.further) == len(by_year):
                return False
            cards = [card for card in by_year[len(state.further)] if card not in state.enemies]
            return chance.pick(state, frame, chance.ENEMIES, cards, source, resolve)

        for _ in range(e.table.years):
            e.op(draw)


@STEPS.add("reveal_further_enemy")
@frozen(eq=False, repr=False)
class RevealFurtherEnemy(Step):
    """Turn over this year's card of the second deck; a variable remembers it. It is out, unless it joins."""

    as_: str = field(
        metadata=of(Text(ID_PATTERN), "The variable; called `enemy`, tests of the type look at it.")
    )

    def emit(self, e: Emitter) -> None:
        """Compile."""
        slot = e.slot(self.as_)

        def reveal(state: State, frame: Frame) -> bool:
            frame[slot] = state.further[state.year - 1] if state.further and state.year else NOBODY
            if frame[slot] in (NOBODY, *state.past, *state.revealed):
                return False
            state.past = (*state.past, frame[slot])
            if state.notes is not None:
                enemy = state.table.enemies[frame[slot]]
                state.notes.append(EnemyRevealed(enemy.name, enemy.strength, further=True))
            return False

        e.op(reveal)


@STEPS.add("join_battle")
@frozen(eq=False, repr=False)
class JoinBattle(Step):
    """One more enemy card fights in this winter's battle."""

    brings: ClassVar[tuple[str, ...]] = (ENEMY,)

    card: Value = field(metadata=of(VALUE, "The card, mostly a variable."))
    as_type: str = field(default="", metadata=of(Text(), "The type as which it fights; without it, its own."))

    def emit(self, e: Emitter) -> None:
        """Compile."""
        number = e.card_number(self.card)
        kind = e.names.enemy_type(self.as_type, self.at) if self.as_type else -1

        def join(state: State, frame: Frame) -> bool:
            card = number(state, frame)
            if card not in state.table.enemies or card in state.revealed:
                return False
            state.past = tuple(other for other in state.past if other != card)
            state.revealed = (*state.revealed, card)
            if state.notes is not None:
                state.notes.append(EnemyJoined(state.table.enemies[card].name))
            if kind >= 0:
                state.as_types = {**state.as_types, card: kind}
            return False

        e.op(join)
