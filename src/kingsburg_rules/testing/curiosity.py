"""Curious players: the more seldom something was answered, the likelier they answer it now.

Every other one of them is single-minded: he keeps his goods for the row of his sheet whose last building was
built most seldom. So random games also come to what is dear.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from attrs import define, field

from kingsburg_rules.bots.luck import Luck
from kingsburg_rules.engine.actions import Build, Choose, Influence, Pay, Recruit, Trade, Use

if TYPE_CHECKING:
    from kingsburg_rules.engine.actions import Action
    from kingsburg_rules.engine.state import State

_LARGEST = 1 << 24


@define(eq=False)
class Curiosity:
    """Chooses answers by luck and by how often something like them was chosen, over several games."""

    _chosen: Counter[object] = field(factory=Counter[object])
    _luck: Luck = field(factory=lambda: Luck(0))

    def begin(self, seed: int) -> None:
        """Begin a game: its luck follows from its seed, and from what was chosen before."""
        self._luck = Luck(seed)

    def pick(self, count: int) -> int:
        """Choose one of several who may answer, all alike."""
        return self._luck.below(count)

    def choose(self, state: State, which: int) -> int:
        """Choose an answer; of several about one topic each is as much less likely."""
        seat, options = state.asks[which].seat, state.asks[which].options
        topics = [_topic(option) for option in options]
        alike = Counter(topics)
        weights = [
            self._weight(state, seat, option) // alike[topic] + 1
            for option, topic in zip(options, topics, strict=True)
        ]
        k = self._luck.weighted(weights)
        self._chosen[topics[k]] += 1
        return k

    def _weight(self, state: State, seat: int, option: Action) -> int:
        """Weigh an answer by how new it is; what is known and leads a single-minded player astray is not."""
        known = self._chosen[_topic(option)]
        if known and seat % 2 and self._leads_astray(state, seat, option):
            return 0
        return _LARGEST // (known + 1) ** 2

    def _leads_astray(self, state: State, seat: int, option: Action) -> bool:
        """Whether an answer costs goods that the player keeps for his row."""
        if not isinstance(option, Build):
            return isinstance(option, Recruit | Trade | Pay) or (isinstance(option, Use) and bool(option.pay))
        table, player = state.table, state.players[seat]
        rows = [row for row in table.sheet(player.covers) if not player.owned >> row[-1] & 1]
        aim = min(rows, key=lambda row: self._chosen[Build, table.buildings[row[-1]].name], default=())
        return table.card[option.building] not in aim


def _topic(option: Action) -> object:
    """What an answer is about: a card and how it is used, or only the kind of answer."""
    match option:
        case Influence():
            return Influence, option.advisor, option.via, option.plus2, option.envoy
        case Build():
            return Build, option.building
        case Use():
            return Use, option.card, option.ability
        case Choose():
            return Choose, option.choice
        case _:
            return type(option)
