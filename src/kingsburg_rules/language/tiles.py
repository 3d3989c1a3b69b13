"""Tiles: cards that cover the reward of an advisor, and rewards taken from elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from kingsburg_rules.engine.events import TileLaid, TileRemoved
from kingsburg_rules.engine.loop import call
from kingsburg_rules.engine.rewards import board_place, reward_program
from kingsburg_rules.engine.state import REWARD_ONLY, disown_card, enforce_card
from kingsburg_rules.engine.table import ME, NOBODY
from kingsburg_rules.language.registry import GROUPS, STEPS, TESTS, VALUES, Step, TestWord, ValueWord, of
from kingsburg_rules.language.shapes import Range
from kingsburg_rules.language.tests import RANGE
from kingsburg_rules.language.values import VALUE, Value

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame, Number, Test
    from kingsburg_rules.language.emitter import Emitter


@STEPS.add("lay_tile", inline="card")
@frozen(eq=False, repr=False)
class LayTile(Step):
    """Lay a tile on the advisor of its rank: its reward replaces his, and it is in force."""

    card: Value = field(metadata=of(VALUE, "The tile, mostly a variable set by `draw`."))

    def emit(self, e: Emitter) -> None:
        """Compile."""
        number = e.card_number(self.card)

        def lay(state: State, frame: Frame) -> bool:
            card = number(state, frame)
            if card in state.table.tiles:
                lay_tile(state, card)
            return False

        e.op(lay)


@STEPS.add("lay_all_tiles")
@frozen(eq=False, repr=False)
class LayAllTiles(Step):
    """Lay every tile there is on the advisor of its rank."""

    def emit(self, e: Emitter) -> None:
        """Compile."""

        def lay(state: State, frame: Frame) -> bool:
            del frame
            for card in sorted(state.table.tiles):
                lay_tile(state, card)
            return False

        e.op(lay)


def lay_tile(state: State, card: int) -> None:
    """Lay a tile on its advisor, if he is on the board; another one that lay there goes."""
    table = state.table
    place = board_place(state, table.tiles[card][0])
    if place == NOBODY or state.tiles.get(place) == card:
        return
    take_tile_off(state, place)
    state.tiles = {**state.tiles, place: card}
    enforce_card(state, card)
    if state.notes is not None:
        state.notes.append(TileLaid(table.places[place].name, table.cards[card].name))


@STEPS.add("remove_tile", inline="place")
@frozen(eq=False, repr=False)
class RemoveTile(Step):
    """Take the tile off an advisor; he rewards as printed again."""

    place: Value = field(metadata=of(VALUE, "The advisor."))

    def emit(self, e: Emitter) -> None:
        """Compile."""
        number = e.place_number(self.place)

        def remove(state: State, frame: Frame) -> bool:
            take_tile_off(state, number(state, frame))
            return False

        e.op(remove)


def take_tile_off(state: State, place: int) -> None:
    """Take the tile off an advisor, if there is one."""
    card = state.tiles.get(place)
    if card is None:
        return
    state.tiles = {at: tile for at, tile in state.tiles.items() if at != place}
    disown_card(state, NOBODY, card)
    if state.notes is not None:
        table = state.table
        state.notes.append(TileRemoved(table.places[place].name, table.cards[card].name))


@STEPS.add("reward_of", inline="place")
@frozen(eq=False, repr=False)
class RewardOf(Step):
    """Gain the reward of an advisor: that of the tile if one lies there (F59). Of nobody: nothing."""

    place: Value = field(metadata=of(VALUE, "The advisor."))

    def emit(self, e: Emitter) -> None:
        """Compile to a call."""
        e.need_player(self)
        number = e.place_number(self.place)

        def reward(state: State, frame: Frame) -> bool:
            place = number(state, frame)
            return place >= 0 and call(state, reward_program(state, place), frame[ME])

        e.op(reward)


@STEPS.add("reward_too", inline="place")
@frozen(eq=False, repr=False)
class RewardToo(Step):
    """An advisor will reward this player too, at his rank: to be said before the rewards.

    It is no reward by influencing, so cards that listen for that do not hear of it (F70).
    """

    place: Value = field(metadata=of(VALUE, "The advisor; of nobody: nothing."))

    @property
    def automatic(self) -> bool:
        """Whether nobody would refuse it."""
        return True

    def emit(self, e: Emitter) -> None:
        """Compile."""
        e.need_player(self)
        number = e.place_number(self.place)

        def note(state: State, frame: Frame) -> bool:
            place = number(state, frame)
            if place >= 0:
                group = (place, frame[ME], (), (), 0, NOBODY, REWARD_ONLY)
                state.groups = (*state.groups, group)
            return False

        e.op(note)


@frozen(eq=False, repr=False)
class PlaceValue(ValueWord):
    """An advisor, found by what lies on him; -1 if there is none."""

    ranks: Range = field(default=Range(), metadata=of(RANGE, "Among which ranks; without it, all."))

    def _board(self, state: State) -> list[int]:
        places, private = state.table.places, state.table.private
        found = [p.index for p in places if not private >> p.index & 1 and p.rank in self.ranks]
        return sorted(found, key=lambda place: places[place].rank)


@VALUES.add("lowest_free")
@frozen(eq=False, repr=False)
class LowestFree(PlaceValue):
    """The lowest-ranked advisor whom nobody has influenced this season."""

    def build(self, e: Emitter) -> Number:
        """Compile."""
        return lambda state, frame: next((p for p in self._board(state) if not state.taken >> p & 1), NOBODY)


@VALUES.add("highest_influenced_tile")
@frozen(eq=False, repr=False)
class HighestInfluencedTile(PlaceValue):
    """The highest-ranked advisor influenced this season who has a tile."""

    def build(self, e: Emitter) -> Number:
        """Compile."""
        return lambda state, frame: next(
            (p for p in reversed(self._board(state)) if state.taken >> p & 1 and p in state.tiles), NOBODY
        )


@VALUES.add("lowest_tile")
@frozen(eq=False, repr=False)
class LowestTile(PlaceValue):
    """The lowest-ranked advisor who has a tile."""

    def build(self, e: Emitter) -> Number:
        """Compile."""
        return lambda state, frame: next((p for p in self._board(state) if p in state.tiles), NOBODY)


@TESTS.add("rank_influenced", inline="rank")
@frozen(eq=False, repr=False)
class RankInfluenced(TestWord):
    """Somebody has influenced the advisor of a rank this season."""

    looks_at: ClassVar[str] = GROUPS

    rank: Value = field(metadata=of(VALUE, "The rank."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        number = e.number(self.rank)

        def check(state: State, frame: Frame) -> bool:
            place = board_place(state, number(state, frame))
            return place >= 0 and bool(state.taken >> place & 1)

        return check
