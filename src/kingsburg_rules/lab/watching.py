"""Watching what cards do while bots play: offers and uses as coverage counts them, points and goods by card.

A watched game is played with the rules of `with_counting`, which are the same rules. While a bot thinks,
nothing is counted, for it tries answers that nobody gives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import define, field, frozen

from kingsburg_rules import AbilityUsed, Action, AnyEvent, Gained, Lost, Position, Rewarded, Rules
from kingsburg_rules.engine import State
from kingsburg_rules.lab.counterfactual import may_take
from kingsburg_rules.lab.results import CardUse, PartUse
from kingsburg_rules.testing import WHOLE, Part, PartCounts, in_play, offered_parts, with_counting


@frozen(eq=False)
class Watch:
    """Counts what some cards of a rule set do. Games are watched one after another."""

    plain: Rules
    cards: Sequence[str]
    rules: Rules = field(init=False)
    counts: PartCounts = field(factory=PartCounts, init=False)
    places: dict[str, str] = field(init=False)
    """The card of every place for dice, by their names."""

    def __attrs_post_init__(self) -> None:
        """Make the rules that count."""
        table = self.plain.table
        object.__setattr__(self, "rules", with_counting(self.plain, self.counts))
        places = {place.name: table.cards[place.card].name for place in table.places}
        object.__setattr__(self, "places", places)

    def begin(self, state: State) -> GameWatch:
        """Watch a game that has just begun. What happened before its first decision is not counted."""
        self.counts.offered.clear()
        self.counts.used.clear()
        self.counts.listening = False
        watching = GameWatch(self, [0] * len(state.players))
        watching.look(state)
        return watching


Seen = Counter[tuple[int, str]]
"""A count by seat and by card."""


@define(eq=False)
class GameWatch:
    """The counts of the watched cards in one game."""

    watch: Watch
    held: list[int]
    """The cards that each seat has had in play, as bit sets."""
    offered: Seen = field(factory=Counter[tuple[int, str]])
    taken: Seen = field(factory=Counter[tuple[int, str]])
    chosen: Seen = field(factory=Counter[tuple[int, str]])
    used: Seen = field(factory=Counter[tuple[int, str]])
    goods: Seen = field(factory=Counter[tuple[int, str]])

    def step(self, state: State, position: Position, seat: int, action: Action) -> None:
        """Play an answer of a seat, and count what it does."""
        options = next(ask.options for ask, given in zip(state.asks, state.given, strict=True) if given < 0)
        offers = {part for option in options for part in offered_parts(state, option)}
        self.offered.update((seat, part.card) for part in offers)
        for part in offered_parts(state, action):
            self.taken[seat, part.card] += 1
            card = state.table.card[part.card]
            takes = (may_take(state, seat, card, option) for option in (action, *options))
            self.chosen[seat, part.card] += next(takes) and not all(takes)
        counts, events = self.watch.counts, list[AnyEvent]()
        counts.offered.update(offers)
        counts.listening, state.event_log = True, events
        position.step(action)
        counts.listening, state.event_log = False, None
        self._hear(state, events)
        self.look(state)

    def look(self, state: State) -> None:
        """Note which cards are in play."""
        game, enemies, *own = in_play(state)
        for seat, cards in enumerate(own):
            self.held[seat] |= game | enemies | cards

    def _hear(self, state: State, events: Sequence[AnyEvent]) -> None:
        table = state.table
        seats = {name: seat for seat, name in enumerate(state.setup.players)}
        goods = {table.resources[good].name for good in table.goods}
        refs = {card.name: card.ref for card in table.cards}
        for event in events:
            match event:
                case AbilityUsed(player=str(player), card=card):
                    self.used[seats[player], refs[card]] += 1
                case Rewarded(player=player, advisor=advisor):
                    self.used[seats[player], refs[self.watch.places[advisor]]] += 1
                case Gained(player=player, resource=resource) if resource in goods:
                    self.goods[seats[player], refs.get(event.source, "")] += event.amount
                case Lost(player=player, resource=resource) if resource in goods:
                    self.goods[seats[player], refs.get(event.source, "")] -= event.amount
                case _:
                    pass

    def uses(self, state: State, seat: int) -> tuple[CardUse, ...]:
        """Report the watched cards that a seat had to do with."""
        table = state.table
        score = {table.sources[source]: vp for source, vp in state.players[seat].score.items()}
        cards = (ref for ref in self.watch.cards if ref in table.card)  # one of them may be left out
        found = (self._use(table.card[ref], ref, seat, score) for ref in cards)
        return tuple(use for use in found if use != CardUse(use.card))

    def _use(self, card: int, ref: str, seat: int, score: dict[str, int]) -> CardUse:
        key, name = (seat, ref), self.watch.plain.table.cards[card].name
        return CardUse(
            ref,
            self.offered[key],
            self.taken[key],
            self.chosen[key],
            bool(self.held[seat] >> card & 1),
            self.used[key],
            score.get(name, 0),
            self.goods[key],
        )

    def parts(self) -> tuple[PartUse, ...]:
        """Report the parts of the watched cards that were offered or used."""
        counts = self.watch.counts
        parts = (part for card in self.watch.cards for part in counts.parts.get(card, ()))
        return tuple(
            PartUse(part.card, part.part, counts.about[part], counts.offered[part], counts.used[part])
            for part in parts
            if part.part != WHOLE and (counts.offered[part] or counts.used[part])
        )


def watched_parts(rules: Rules, cards: Sequence[str]) -> dict[Part, str]:
    """List the parts of some cards, with what each is about."""
    counts = PartCounts()
    with_counting(rules, counts)
    return {part: about for part, about in counts.about.items() if part.card in cards and part.part != WHOLE}
