"""Decks and cards that come into play for a while."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from kingsburg_rules.engine import chance
from kingsburg_rules.engine.actions import chosen
from kingsburg_rules.engine.in_play import enter, is_in_play
from kingsburg_rules.engine.loop import pose
from kingsburg_rules.engine.state import Ask, leave_later
from kingsburg_rules.engine.table import ME, NOBODY
from kingsburg_rules.engine.windows import open_window
from kingsburg_rules.language.registry import STEPS, TESTS, Step, TestWord, of
from kingsburg_rules.language.shapes import (
    EVENT_PATTERN,
    ID_PATTERN,
    REF_PATTERN,
    Integer,
    Listing,
    Name,
    Text,
)
from kingsburg_rules.language.values import VALUE, Value

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.table import Frame, Test
    from kingsburg_rules.language.emitter import Emitter

KINDS = ("destiny", "strip", "governor", "tile", "group")
KIND = Name(KINDS)
"""A kind of card; packs name further ones by the decks of their cards."""


@STEPS.add("draw")
@frozen(eq=False, repr=False)
class DrawStep(Step):
    """Draw a card of a kind that has not been drawn yet; a variable remembers it."""

    kind: str = field(metadata=of(KIND, "The kind of card."))
    as_: str = field(metadata=of(Text(ID_PATTERN), "The variable."))
    least: int = field(
        default=1, metadata=of(Integer(0), "How many there must be at least, or the rules cannot be played.")
    )

    def emit(self, e: Emitter) -> None:
        """Compile to a request to chance. Without a card left, nothing is drawn."""
        e.need(self, self.kind, least=self.least)
        slot, source, kind = e.slot(self.as_), e.source, self.kind

        def resolve(state: State, frame: Frame, drawn: tuple[int, ...]) -> None:
            frame[slot] = drawn[0]
            state.drawn |= 1 << drawn[0]

        def draw(state: State, frame: Frame) -> bool:
            gone = state.drawn | in_hands(state)
            left = [card for card in state.table.different(kind) if not gone >> card & 1]
            frame[slot] = NOBODY
            return bool(left) and chance.pick(state, frame, chance.CARDS, left, source, resolve)

        e.op(draw)


@STEPS.add("choose_card")
@frozen(eq=False, repr=False)
class ChooseCard(Step):
    """Choose a card of a kind that nobody has in play; a variable remembers it."""

    kind: str = field(metadata=of(KIND, "The kind of card."))
    as_: str = field(metadata=of(Text(ID_PATTERN), "The variable."))

    def emit(self, e: Emitter) -> None:
        """Compile to a question."""
        e.need_player(self)
        slot, source, kind = e.slot(self.as_), e.source, self.kind

        def choose(state: State, frame: Frame) -> bool:
            cards = free_cards(state, kind)
            frame[slot] = NOBODY
            if not cards:
                return False

            def proceed(asked: State, asking: Frame, k: int) -> None:
                del asked
                asking[slot] = cards[k]

            options = tuple(chosen(state.table.cards[card].name) for card in cards)
            return pose(state, frame, Ask(frame[ME], "choose", source, options, proceed))

        e.op(choose)


def in_hands(state: State) -> int:
    """Give the set of cards in the hands of players."""
    held = 0
    for player in state.players:
        for card in player.hand:
            held |= 1 << card
    return held


def free_cards(state: State, kind: str) -> list[int]:
    """List the cards of a kind that nobody has in play."""
    taken = state.in_force
    for player in state.players:
        taken |= player.owned
    return [card for card in state.table.different(kind) if not taken >> card & 1]


@STEPS.add("grant")
@frozen(eq=False, repr=False)
class Grant(Step):
    """Bring a card into play: for this player, or as the card says; until a moment, or for good.

    Who has it in play keeps it as it is.
    """

    opens: ClassVar[tuple[str, ...]] = ("card.entered",)

    card: Value = field(metadata=of(VALUE, "Which card: mostly a variable set by `draw`."))
    until: str = field(default="", metadata=of(Name(pattern=EVENT_PATTERN), "The moment that ends it."))

    def emit(self, e: Emitter) -> None:
        """Compile."""
        number = e.card_number(self.card)
        until = e.names.event(self.until, f"{self.at}/until") if self.until else NOBODY
        entered = e.names.event("card.entered", self.at)

        def grant(state: State, frame: Frame) -> bool:
            card = number(state, frame)
            if card >= 0:
                for seat in holders(state, card, frame[ME]):
                    if until >= 0 and not is_in_play(state, seat, card):
                        leave_later(state, until, seat, card)
                    enter(state, seat, card)
                if frame[ME] != NOBODY:
                    return open_window(state, entered, frame[ME], (card,))
            return False

        e.op(grant)


def holders(state: State, card: int, me: int) -> tuple[int, ...]:
    """List who has a card when a player brings it into play: he, everybody, or (NOBODY) the game."""
    facts = state.table.cards[card]
    if facts.common:
        return (NOBODY,)
    return tuple(range(len(state.players))) if facts.shared else (me,)


CARDS = Listing(Text(REF_PATTERN))


def known_cards(e: Emitter, names: tuple[str, ...], at: str) -> frozenset[int]:
    """Find cards by name, but for those that the rule set does without, with their pack or alone.

    A name without a pack means a card of one's own pack before one of another.
    """
    known, found = e.table.card, set[int]()
    home = e.table.cards[e.card].ref.partition("/")[0] if e.card >= 0 else ""
    for name in names:
        pack, _, _ = name.rpartition("/")
        if f"{home}/{name}" in known:
            found.add(known[f"{home}/{name}"])
        elif name in known or (name not in e.names.left_out and (not pack or pack in e.names.packs)):
            found.add(e.names.find("card", known, name, at))
    return frozenset(found)


@TESTS.add("owns", inline="cards")
@frozen(eq=False, repr=False)
class Owns(TestWord):
    """The player has one of these cards in play."""

    cards: tuple[str, ...] = field(metadata=of(CARDS, "The cards; `pack/card` for those of another pack."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        e.need_player(self)
        members = sum(1 << card for card in known_cards(e, self.cards, self.at))
        return lambda state, frame: bool(state.players[frame[ME]].owned & members)


@TESTS.add("card_is", inline="cards")
@frozen(eq=False, repr=False)
class CardIs(TestWord):
    """The card in question is one of these."""

    cards: tuple[str, ...] = field(metadata=of(CARDS, "The cards; `pack/card` for those of another pack."))

    def build(self, e: Emitter) -> Test:
        """Compile."""
        slot = e.slot_if_any("card")
        slot = e.known_slot("building", self.at) if slot is None else slot
        members, at = known_cards(e, self.cards, self.at), slot
        return lambda state, frame: frame[at] in members
