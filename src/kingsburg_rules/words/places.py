"""Places: markers and gifts on advisors, and choosing one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from kingsburg_rules.engine.actions import chosen
from kingsburg_rules.engine.events import GiftsLaid, Marked, TileLaid, TileRemoved
from kingsburg_rules.engine.loop import call, pose
from kingsburg_rules.engine.resources import give
from kingsburg_rules.engine.rewards import board_place, reward_program
from kingsburg_rules.engine.state import REWARD_ONLY, Ask, disown_card, enforce_card
from kingsburg_rules.engine.table import ME, NOBODY
from kingsburg_rules.words.registry import GROUPS, STEPS, TESTS, VALUES, Step, TestWord, ValueWord, of
from kingsburg_rules.words.resources import BAG, Amounts, constant_bag
from kingsburg_rules.words.shapes import ID_PATTERN, Flag, Range, Text
from kingsburg_rules.words.tests import RANGE
from kingsburg_rules.words.values import VALUE, Value

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame, Number, Test
    from kingsburg_rules.words.emitter import Emitter


NAME = Text(ID_PATTERN)


@STEPS.add("choose_place")
@frozen(eq=False, repr=False)
class ChoosePlace(Step):
    """Choose an advisor; a variable remembers him. Where there is none to choose, it is nobody."""

    as_: str = field(metadata=of(NAME, "The variable."))
    mine: bool = field(default=False, metadata=of(Flag(), "Only those whom the player has influenced."))
    board: bool = field(default=False, metadata=of(Flag(), "Only those of the board, not of players' cards."))
    whole_cards: bool = field(
        default=False,
        metadata=of(Flag(), "A player's card with several advisors is one choice, by the name of the card."),
    )

    def emit(self, e: Emitter) -> None:
        """Compile to a question."""
        e.need_player(self)
        slot, source, mine, board, whole = e.slot(self.as_), e.source, self.mine, self.board, self.whole_cards

        def choose(state: State, frame: Frame) -> bool:
            private = state.table.private
            open_ = 0 if board else sum(player.kit.places for player in state.players)
            places = [p for p in state.table.places if p.bit & (~private | open_)]
            if mine:
                influenced = {group[0] for group in state.groups if group[1] == frame[ME]}
                places = [place for place in places if place.index in influenced]
            if whole:
                places = list({place.card: place for place in reversed(places)}.values())[::-1]
            frame[slot] = NOBODY
            if not places:
                return False

            def proceed(asked: State, asking: Frame, k: int) -> None:
                del asked
                asking[slot] = places[k].index

            cards = state.table.cards
            options = tuple(chosen(cards[place.card].name if whole else place.name) for place in places)
            return pose(state, frame, Ask(frame[ME], "choose", source, options, proceed))

        e.op(choose)


@STEPS.add("mark", inline="place")
@frozen(eq=False, repr=False)
class Mark(Step):
    """Put a marker of the player on an advisor; it goes when the card goes."""

    place: Value = field(metadata=of(VALUE, "The advisor, mostly a variable."))

    def emit(self, e: Emitter) -> None:
        """Compile."""
        e.need_player(self)
        place, card = e.place_number(self.place), e.card

        def mark(state: State, frame: Frame) -> bool:
            at, me = place(state, frame), frame[ME]
            if at == NOBODY:
                return False
            set_marks(state, card, at, me, state.marks.get((card, at, me), 0) + 1)
            return False

        e.op(mark)


def set_marks(state: State, card: int, place: int, seat: int, count: int) -> None:
    """Let so many markers of a card and a player lie on an advisor."""
    key = (card, place, seat)
    state.marks = {**state.marks, key: count}
    if not count:
        state.marks = {other: left for other, left in state.marks.items() if other != key}
    if state.notes is not None:
        table = state.table
        name = state.setup.players[seat]
        state.notes.append(Marked(table.cards[card].name, name, table.places[place].name, count))


@STEPS.add("unmark")
@frozen(eq=False, repr=False)
class Unmark(Step):
    """Choose an advisor with a player's marker of this card, and take one such marker off him."""

    of_: Value = field(metadata=of(VALUE, "Whose marker."))

    def emit(self, e: Emitter) -> None:
        """Compile to a question."""
        e.need_player(self)
        owner, card, source = e.number(self.of_), e.card, e.source

        def choose(state: State, frame: Frame) -> bool:
            seat = owner(state, frame)
            places = sorted(place for by, place, who in state.marks if (by, who) == (card, seat))
            if not places:
                return False

            def proceed(asked: State, _: Frame, k: int) -> None:
                left = asked.marks[card, places[k], seat] - 1
                set_marks(asked, card, places[k], seat, left)

            options = tuple(chosen(state.table.places[place].name) for place in places)
            return pose(state, frame, Ask(frame[ME], "choose", source, options, proceed))

        e.op(choose)


@VALUES.add("marks", inline="place")
@frozen(eq=False, repr=False)
class Marks(ValueWord):
    """How many markers of this card the player has on an advisor; for neutral dice, none."""

    place: Value = field(metadata=of(VALUE, "The advisor, mostly a variable."))

    def build(self, e: Emitter) -> Number:
        """Compile."""
        e.need_player(self, or_nobody=True)
        place, card = e.place_number(self.place), e.card
        return lambda state, frame: state.marks.get((card, place(state, frame), frame[ME]), 0)


@VALUES.add("rank_of", inline="place")
@frozen(eq=False, repr=False)
class RankOf(ValueWord):
    """The rank of an advisor; 0 of nobody."""

    place: Value = field(metadata=of(VALUE, "The advisor, mostly a variable."))

    def build(self, e: Emitter) -> Number:
        """Compile."""
        place, places = e.number(self.place), e.table.places

        def look(state: State, frame: Frame) -> int:
            at = place(state, frame)
            return places[at].rank if at >= 0 else 0

        return look


@STEPS.add("put_gift")
@frozen(eq=False, repr=False)
class PutGift(Step):
    """Lay resources on the advisor of a rank, for whoever takes them."""

    bag: Amounts = field(metadata=of(BAG, "What is laid there."))
    rank: Value = field(metadata=of(VALUE, "The rank of the advisor."))

    def emit(self, e: Emitter) -> None:
        """Compile. Only advisors of the board get gifts."""
        rank = e.number(self.rank)
        bag, _ = constant_bag(e, self.bag, self.at)

        def put(state: State, frame: Frame) -> bool:
            for place in state.table.ranks.get(rank(state, frame), ()):
                if not state.table.private >> place & 1:
                    for resource, count in bag:
                        lay(state, place, resource, state.gifts.get((place, resource), 0) + count)
            return False

        e.op(put)


def lay(state: State, place: int, resource: int, count: int) -> None:
    """Let so much of a resource lie on an advisor."""
    state.gifts = {**state.gifts, (place, resource): count}
    if not count:
        state.gifts = {key: left for key, left in state.gifts.items() if left}
    if state.notes is not None:
        table = state.table
        state.notes.append(GiftsLaid(table.places[place].name, table.resources[resource].name, count))


@STEPS.add("take_gifts", inline="place")
@frozen(eq=False, repr=False)
class TakeGifts(Step):
    """Gain all that lies on an advisor."""

    place: Value = field(metadata=of(VALUE, "The advisor, mostly a variable."))

    @property
    def automatic(self) -> bool:
        """Whether nobody would refuse it."""
        return True

    def emit(self, e: Emitter) -> None:
        """Compile."""
        e.need_player(self)
        number, source = e.place_number(self.place), e.source

        def take(state: State, frame: Frame) -> bool:
            place = number(state, frame)
            for (at, resource), count in sorted(state.gifts.items()):
                if at == place:
                    lay(state, place, resource, 0)
                    give(state, frame[ME], resource, count, source)
            return False

        e.op(take)


@STEPS.add("clear_gifts")
@frozen(eq=False, repr=False)
class ClearGifts(Step):
    """What lies on advisors goes back to the supply."""

    def emit(self, e: Emitter) -> None:
        """Compile."""

        def clear(state: State, frame: Frame) -> bool:
            del frame
            for place, resource in sorted(state.gifts):
                lay(state, place, resource, 0)
            return False

        e.op(clear)


# ------
# Tiles: cards that cover the reward of an advisor, and rewards taken from elsewhere.


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
