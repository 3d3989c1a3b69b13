"""Places: markers and gifts on advisors, and choosing one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kingsburg_rules.engine.compiled_rules import ME, NOBODY
from kingsburg_rules.engine.events import GiftsLaid, Marked
from kingsburg_rules.engine.state import REWARD_ONLY, Group
from kingsburg_rules.language.bags import BAG, Amounts, compile_bag
from kingsburg_rules.language.nodes import key, node
from kingsburg_rules.language.queries import place_and_seat
from kingsburg_rules.language.registry import STEPS, EdgeCases, Step, compiles
from kingsburg_rules.language.shapes import ID_PATTERN, Text
from kingsburg_rules.language.values import A_MARKER, A_PLACE, VALUE, Value
from kingsburg_rules.language.verbs import around, gain
from kingsburg_rules.language.vocabulary import MARKER, PLACE

if TYPE_CHECKING:
    from kingsburg_rules.engine.compiled_rules import Frame
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.language.emitter import Emitter


NAME: Final = Text(ID_PATTERN)


@STEPS.add("mark", inline="place")
@node
class MarkStep(Step):
    """Put a marker of the player on an advisor; it is removed when the card leaves play."""

    edges = EdgeCases(nothing="Without an advisor, no marker is put anywhere.")
    opens = ("before.mark", "after.mark")

    place: Value = key(A_PLACE, "Which advisor.")


@compiles(MarkStep)
def _emit_mark(word: MarkStep, e: Emitter) -> None:
    e.need_player(word)
    place, card = e.thing(word.place, PLACE, word.at), e.card
    with around(e, "mark", (place,)) as (chosen,):
        e.op(lambda state, frame: add_marks(state, card, chosen(state, frame), frame[ME], 1))


def add_marks(state: State, card: int, place: int, seat: int, change: int) -> None:
    """Change the number of a player's markers of a card on an advisor; without one, nothing happens."""
    where = (card, place, seat)
    count = state.marks.get(where, 0) + change
    if place == NOBODY or count < 0:
        return
    # Copies of a state share the old dictionary, so it is replaced, not changed.
    marks = {**state.marks, where: count}
    state.marks = {where: left for where, left in marks.items() if left}
    if state.event_log is not None:
        compiled = state.compiled
        name = state.setup.players[seat]
        state.event_log.append(Marked(compiled.cards[card].name, name, compiled.places[place].name, count))


@STEPS.add("unmark", inline="marker")
@node
class Unmark(Step):
    """Remove one marker of this card from its advisor. Without a marker, nothing happens."""

    edges = EdgeCases(nothing="Without a marker, nothing happens.")

    marker: Value = key(A_MARKER, "Which marker.")


@compiles(Unmark)
def _emit_unmark(word: Unmark, e: Emitter) -> None:
    which, card = e.thing(word.marker, MARKER, word.at), e.card

    def unmark(state: State, frame: Frame) -> None:
        marker = which(state, frame)
        place, seat = place_and_seat(marker) if marker >= 0 else (NOBODY, NOBODY)
        add_marks(state, card, place, seat, -1)

    e.op(unmark)


@STEPS.add("put_gift")
@node
class PutGift(Step):
    """Put resources on the advisor of a rank, for a player to take."""

    edges = EdgeCases(nothing="If no advisor of the board has that rank, nothing is put anywhere.")

    bag: Amounts = key(BAG, "What is put there.")
    rank: Value = key(VALUE, "The rank of the advisor.")


@compiles(PutGift)
def _emit_put_gift(word: PutGift, e: Emitter) -> None:
    """Compile. Only advisors of the board get gifts."""
    rank = e.number(word.rank)
    contents, chosen = compile_bag(e, word.bag, f"{word.at}/bag")
    if contents is None or chosen is not None:
        message = "nobody chooses what is put there: give an amount for each resource"
        raise e.mistake(f"{word.at}/bag", "link.amount", message)

    def put(state: State, frame: Frame) -> None:
        bag = [(resource, count) for resource, count in contents(state, frame) if resource >= 0 and count > 0]
        for place in state.compiled.ranks.get(rank(state, frame), ()):
            if not state.compiled.private >> place & 1:
                for resource, count in bag:
                    lay(state, place, resource, state.gifts.get((place, resource), 0) + count)

    e.op(put)


def lay(state: State, place: int, resource: int, count: int) -> None:
    """Set how much of a resource is on an advisor."""
    gifts = {**state.gifts, (place, resource): count}
    state.gifts = {where: left for where, left in gifts.items() if left}
    if state.event_log is not None:
        compiled = state.compiled
        state.event_log.append(
            GiftsLaid(compiled.places[place].name, compiled.resources[resource].name, count)
        )


@STEPS.add("take_gifts", inline="place")
@node
class TakeGifts(Step):
    """Gain everything that is on an advisor."""

    harmless = True
    opens = ("before.gain", "after.gain")
    edges = EdgeCases(nothing="Without an advisor, or with no gifts there, nothing is gained.")

    place: Value = key(A_PLACE, "Which advisor.")


@compiles(TakeGifts)
def _emit_take_gifts(word: TakeGifts, e: Emitter) -> None:
    e.need_player(word)
    number, source = e.thing(word.place, PLACE, word.at), e.source

    def take(state: State, frame: Frame) -> bool:
        place, told = number(state, frame), False
        for (at, resource), count in sorted(state.gifts.items()):
            if at == place:
                lay(state, place, resource, 0)
                told = gain(state, frame[ME], ((resource, count),), source) or told
        return told

    e.op(take)


@STEPS.add("clear_gifts")
@node
class ClearGifts(Step):
    """Return everything on advisors to the supply."""


@compiles(ClearGifts)
def _emit_clear_gifts(_: ClearGifts, e: Emitter) -> None:

    e.op(_clear_gifts)


def _clear_gifts(state: State, _: Frame) -> None:
    for place, resource in sorted(state.gifts):
        lay(state, place, resource, 0)


# ------
# Rewards taken from elsewhere.


@STEPS.add("reward_too", inline="place")
@node
class RewardToo(Step):
    """Add this player to those whom an advisor rewards this season; use it before the rewards are given.

    The reward comes in order of rank. It does not count as influencing, so no card reacts to that (F70).
    """

    harmless = True
    edges = EdgeCases(nothing="Without an advisor, nothing happens.")

    place: Value = key(A_PLACE, "Which advisor.")


@compiles(RewardToo)
def _emit_reward_too(word: RewardToo, e: Emitter) -> None:
    e.need_player(word)
    number = e.thing(word.place, PLACE, word.at)

    def note(state: State, frame: Frame) -> None:
        place = number(state, frame)
        if place >= 0:
            state.groups = (*state.groups, Group(place, frame[ME], (), (), 0, (), REWARD_ONLY))

    e.op(note)
