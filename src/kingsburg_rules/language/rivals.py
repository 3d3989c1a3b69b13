"""Tests that compare a player with the others, and what he did this season."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from kingsburg_rules.engine.state import REWARD_ONLY
from kingsburg_rules.engine.table import ME
from kingsburg_rules.language.registry import GROUPS, TESTS, TestWord, of
from kingsburg_rules.language.shapes import Flag, Listing, Range
from kingsburg_rules.language.tests import RANGE
from kingsburg_rules.language.values import PLAYER_FACT, player_fact

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame, Test
    from kingsburg_rules.language.emitter import Emitter


@frozen(eq=False, repr=False)
class Rivalry(TestWord):
    """How the player stands on a fact beside all others: `beats` says what is better."""

    beats: ClassVar[staticmethod[[int, int], bool]]

    fact: str = field(metadata=of(PLAYER_FACT, "Of what."))
    alone: bool = field(default=False, metadata=of(Flag(), "Whether a tie does not count."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        e.need_player(self)
        look, alone, beats = player_fact(e, self.fact, self.at), self.alone, self.beats

        def check(state: State, frame: Frame) -> bool:
            mine = look(state.players[frame[ME]])
            others = [look(player) for seat, player in enumerate(state.players) if seat != frame[ME]]
            return all(beats(mine, other) or (mine == other and not alone) for other in others)

        return check


@TESTS.add("most")
@frozen(eq=False, repr=False)
class Most(Rivalry):
    """No other player has more of something; with `alone`, none has as much."""

    beats = staticmethod(operator.gt)


@TESTS.add("fewest")
@frozen(eq=False, repr=False)
class Fewest(Rivalry):
    """No other player has less of something; with `alone`, none has as little."""

    beats = staticmethod(operator.lt)


@TESTS.add("someone")
@frozen(eq=False, repr=False)
class Someone(TestWord):
    """At least one player passes all the tests; with `opponents`, one besides this player."""

    if_: tuple[TestWord, ...] = field(metadata=of(Listing(TESTS), "The tests, made for each of them."))
    opponents: bool = field(default=False, metadata=of(Flag(), "Whether this player is left out."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        with e.with_player():
            test, opponents = e.test(self.if_), self.opponents

        def check(state: State, frame: Frame) -> bool:
            me = frame[ME]
            found = False
            for seat in range(len(state.players)):
                frame[ME] = seat
                found = found or (test(state, frame) and not (opponents and seat == me))
            frame[ME] = me
            return found

        return check


@TESTS.add("built", inline="bounds")
@frozen(eq=False, repr=False)
class Built(TestWord):
    """How many buildings the player has constructed this season is within bounds."""

    bounds: Range = field(metadata=of(RANGE, "How many."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        e.need_player(self)
        bounds = self.bounds
        return lambda state, frame: state.players[frame[ME]].built in bounds


@TESTS.add("influenced")
@frozen(eq=False, repr=False)
class Influenced(TestWord):
    """How many different advisors bear dice of the player now is within bounds."""

    looks_at: ClassVar[str] = GROUPS

    count: Range = field(metadata=of(RANGE, "How many."))
    ranks: Range = field(default=Range(), metadata=of(RANGE, "Of which ranks; without it, of all."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        e.need_player(self)
        count, ranks = self.count, self.ranks

        def check(state: State, frame: Frame) -> bool:
            places = state.table.places
            mine = {place for place, who, *_, how in state.groups if who == frame[ME] and how != REWARD_ONLY}
            return sum(places[place].rank in ranks for place in mine) in count

        return check


@TESTS.add("this_card", inline="is_it")
@frozen(eq=False, repr=False)
class ThisCard(TestWord):
    """The card or building in question is this card (or, with false, another one)."""

    is_it: bool = field(metadata=of(Flag(), "Whether it must be."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        slot, card, is_it = e.slot_if_any("card"), e.card, self.is_it
        at = e.known_slot("building", self.at) if slot is None else slot
        return lambda state, frame: (frame[at] == card) == is_it
