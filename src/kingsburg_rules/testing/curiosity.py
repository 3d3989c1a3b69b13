"""Curious players: the more seldom something was answered, the likelier they answer it now.

Every other one of them, and in every other game all, are single-minded: they keep their goods for the row of
their sheet with the building that was of use most seldom. So random games also come to what is dear.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from attrs import define, field

from kingsburg_rules.bots.luck import Luck
from kingsburg_rules.engine.actions import Build, Choose, Influence, Recruit, Use

if TYPE_CHECKING:
    from collections.abc import Callable

    from kingsburg_rules.engine.actions import Action
    from kingsburg_rules.engine.state import Ask, State

_LARGEST, _LEAST = 1 << 24, 1 << 6


@define(eq=False)
class Curiosity:
    """Chooses answers by luck and by how often something like them was chosen, over several games.

    `used` tells how often everything that a building does has been used, at least.
    """

    used: Callable[[str], int]
    _chosen: Counter[object] = field(factory=Counter[object])
    _luck: Luck = field(factory=lambda: Luck(0))
    _all_single_minded: bool = False

    def begin(self, seed: int) -> None:
        """Begin a game: its luck follows from its seed, and from what was chosen before."""
        self._luck = Luck(seed)
        self._all_single_minded = seed % 2 == 1

    def pick(self, count: int) -> int:
        """Choose one of several who may answer, all alike."""
        return self._luck.below(count)

    def choose(self, state: State, which: int) -> int:
        """Choose an answer; of several about one topic each is as much less likely."""
        ask = state.asks[which]
        seat, options = ask.seat, ask.options
        topics = [_topic(ask, option) for option in options]
        alike = Counter(topics)
        weights = [
            self._weight(state, seat, option, topic) // alike[topic]
            for option, topic in zip(options, topics, strict=True)
        ]
        k = self._luck.weighted(weights if any(weights) else [1] * len(options))
        self._chosen[topics[k]] += 1
        return k

    def _weight(self, state: State, seat: int, option: Action, topic: object) -> int:
        """Weigh an answer by how new it is; what is known and leads a single-minded player astray is not."""
        known = min([self._chosen[topic], *map(self.used, _on_strips(state, option))])
        if known and (seat % 2 or self._all_single_minded) and self._leads_astray(state, seat, option):
            return 0
        return _LARGEST // (known + 1) ** 2 + _LEAST

    def _leads_astray(self, state: State, seat: int, option: Action) -> bool:
        """Whether an answer costs goods that the player keeps for his row."""
        if not isinstance(option, Build):
            return isinstance(option, Recruit)
        table, player = state.table, state.players[seat]
        rows = [row for row in table.sheet(player.covers) if not player.owned >> row[-1] & 1]
        aim = min(rows, key=lambda row: min(self.used(table.cards[card].ref) for card in row), default=())
        return table.card[option.building] not in aim


def _on_strips(state: State, option: Action) -> list[str]:
    """List the buildings on the strips that an answer chooses."""
    if not isinstance(option, Choose):
        return []
    table = state.table
    strips = [
        table.strips[table.card[n]] for n in option.choice.split("+") if table.card.get(n) in table.strips
    ]
    return [table.cards[card].ref for _, row in strips for card in row]


def _topic(ask: Ask, option: Action) -> object:
    """What an answer is about: a card and how it is used, or only the kind of answer and who asks."""
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
            return type(option), ask.kind, ask.source
