"""Playing a game of bots on a position: without history, and without events that nobody reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from attrs import define, field, frozen

from kingsburg_rules import (
    AbilityUsed,
    Action,
    AnyEvent,
    Decision,
    Gained,
    Lost,
    Position,
    Ranking,
    Rewarded,
    Rules,
    Runaway,
    SeatView,
)
from kingsburg_rules.bots import Bot, GreedyBot, RandomBot, Sight
from kingsburg_rules.engine import AUTOMATION, RandomNumbers, State, run
from kingsburg_rules.game import first_decision, make_setup, new_state, outcome_of, view_of
from kingsburg_rules.lab.results import CardUse, GameResult, PartUse, SeatResult
from kingsburg_rules.language import AdvisorCard
from kingsburg_rules.testing import (
    SEATS,
    WHOLE,
    Part,
    PartCounts,
    in_play,
    offered_parts,
    with_counting,
)

LONGEST = 20_000
"""The most decisions of a game. With all modules of the library, games have some six hundred."""

_SEEDS = 1 << 64
_ANEW = 1 << 32
"""More results than a stream gives in a game."""
_PLAIN = (RandomBot, GreedyBot)
"""Bots that look at nothing in a decision but what a position says of it, too."""


def bot_seeds(seed: int, players: int) -> list[int]:
    """Draw the seeds of the bots of a game, by seat."""
    numbers = RandomNumbers(seed)
    return [numbers.below(_SEEDS) for _ in range(players)]


@define(eq=False)
class _Board:
    """A table at which bots look through a `Sight`."""

    rules: Rules
    state: State
    first: int = 1

    def view(self, player: str | None = None) -> SeatView:
        """Show what a player may know."""
        seat = None if player is None else self.state.setup.players.index(player)
        return view_of(self.state, seat, self.rules, self.first)

    def position(self) -> Position:
        """Return a copy of the position."""
        return Position(self.state.copy())


@frozen(eq=False)
class GamePlayer:
    """Plays games of a rule set, and counts what the watched cards do in them."""

    plain_rules: Rules
    players: int
    watched: Sequence[str]
    dealt_anew: Sequence[int] = ()
    """Streams of chance that give other results than they would, as if the cards were shuffled again."""
    _watch: Watch | None = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Prepare the counting."""
        watch = Watch(self.plain_rules, self.watched) if self.watched else None
        object.__setattr__(self, "_watch", watch)

    def play(
        self,
        simulation: str,
        game: int,
        seed: int,
        bots: Sequence[Bot],
        called: Sequence[str],
        declined: Declined | None = None,
    ) -> GameResult:
        """Play a game.

        Args:
            simulation: The fingerprint of the simulation.
            game: The number of the game.
            seed: The seed of its chance.
            bots: The bots by seat.
            called: What they are called.
            declined: Which seat declines a card, if any does.

        Raises:
            IllegalAction: A bot gives an answer that is not among the options.
            Runaway: The game does not end.
        """
        rules = self.plain_rules if self._watch is None else self._watch.rules
        state = new_state(
            rules,
            make_setup(SEATS[: self.players], tuple(AUTOMATION), "random", seed, rules=rules.compiled),
            (),
        )
        # Streams count the results that they have given: far ahead, a deck is shuffled in another way.
        state.streams.update(dict.fromkeys(self.dealt_anew, _ANEW))
        run(state)
        if declined is not None:
            bots = [*bots]
            card = rules.compiled.card[declined.card]
            bots[declined.seat] = CounterfactualBot(bots[declined.seat], state, declined.seat, card)
        watching = None if self._watch is None else self._watch.begin(state)
        decisions = _play_out(_Board(self.plain_rules, state), bots, watching)
        outcome = outcome_of(state)
        if outcome is None:
            raise Runaway("lab.endless", "A game is not over, but no decision is pending.")
        places = {place.player: place for place in outcome.ranking}
        called = [*called, *(automaton.id for automaton in rules.compiled.automata)]
        seats = [
            _seat_result(places[name], state, seat, called[seat], watching)
            for seat, name in enumerate(state.setup.players)
        ]
        return GameResult(
            simulation,
            game,
            seed,
            decisions,
            state.year,
            outcome.decided_by,
            tuple(seat for seat, each in enumerate(seats) if each.rank == 1),
            tuple(seats),
            () if watching is None else watching.parts(),
        )


def _seat_result(place: Ranking, state: State, seat: int, bot: str, watching: GameWatch | None) -> SeatResult:
    compiled, cards = state.compiled, state.players[seat].cards
    buildings = tuple(compiled.cards[card].name for card in compiled.buildings if cards >> card & 1)
    uses = () if watching is None else watching.uses(state, seat)
    return SeatResult(bot, place.rank, place.vp, place.goods, buildings, dict(place.by_source), uses)


def _play_out(board: _Board, bots: Sequence[Bot], watching: GameWatch | None) -> int:
    """Play to the end, and return the number of decisions.

    Raises:
        Runaway: The game does not end.
    """
    sights = [Sight(name, board) for name in board.state.setup.players]
    plain = all(type(bot.bot if isinstance(bot, CounterfactualBot) else bot) in _PLAIN for bot in bots)
    state, position = board.state, Position(board.state)
    for decisions in range(LONGEST):
        # describing a decision fully takes time, and most bots look at nothing that a position lacks
        decision = position.decision if plain else first_decision(state, board.first)
        if decision is None:
            return decisions
        asks, action = state.asks, bots[decision.seat].choose(decision, sights[decision.seat])
        if watching is None:
            position.step(action)
        else:
            watching.step(state, position, decision.seat, action)
        if state.asks is not asks:
            board.first += len(asks)
    message = f"A game is not over after {LONGEST:,} decisions; its cards keep asking."
    raise Runaway("lab.endless", message)


# Counterfactual games: the same game until a seat takes a card, and then without it
#
# What the seat did before is the same in both games, and when it takes the card, it does not know what comes
# afterwards. So the two games differ by the card, and not by the luck of the seats that came to have it.


class Declined(NamedTuple):
    """A game, by its number, in which a seat declines a card, as `pack/card`, whenever it wants it."""

    game: int
    seat: int
    card: str


def may_take(state: State, seat: int, card: int, option: Action) -> bool:
    """Return whether an answer of a seat takes a card that it does not have in play."""
    if (state.players[seat].cards | state.players[seat].strips) & state.compiled.copies_set(card):
        return False
    ref = state.compiled.cards[card].ref
    return any(part.card == ref for part in offered_parts(state, option))


@define(eq=False)
class CounterfactualBot:
    """A bot that takes one card only when nothing else is possible, and plays like another bot otherwise."""

    bot: Bot
    state: State
    seat: int
    card: int

    @property
    def name(self) -> str:
        """The name of the other bot."""
        return self.bot.name

    def choose(self, decision: Decision, sight: Sight) -> Action:
        """Answer like the other bot; if that takes the card, let it choose among the other answers."""
        action = self.bot.choose(decision, sight)
        if not self._takes(action):
            return action
        others = tuple(option for option in decision.options if not self._takes(option))
        if not others:
            return action
        # The bot may look at all that it is offered, so the others are offered to it without the card.
        again = self.bot.choose(decision._replace(options=others), sight)
        return again if again in others else others[0]

    def _takes(self, option: Action) -> bool:
        return may_take(self.state, self.seat, self.card, option)


# Watching what cards do: offers and uses as coverage counts them, points and goods by card
#
# A watched game is played with the rules of `with_counting`, which are the same rules. While a bot thinks,
# nothing is counted, for it tries answers that nobody gives.


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
        compiled = self.plain.compiled
        object.__setattr__(self, "rules", with_counting(self.plain, self.counts))
        places = {place.name: compiled.cards[place.card].name for place in compiled.places}
        object.__setattr__(self, "places", places)

    def begin(self, state: State) -> GameWatch:
        """Watch a game that has just begun. What happened before its first decision is not counted."""
        self.counts.offered.clear()
        self.counts.used.clear()
        self.counts.listening = False
        watching = GameWatch(self, [0] * len(state.players))
        watching.look(state)
        return watching


@define(eq=False)
class GameWatch:
    """The counts of the watched cards in one game: by seat, card, and field of `CardUse`."""

    watch: Watch
    held: list[int]
    """The cards that each seat has had in play, as bit sets."""
    counted: Counter[tuple[int, str, str]] = field(factory=Counter[tuple[int, str, str]])

    def step(self, state: State, position: Position, seat: int, action: Action) -> None:
        """Play an answer of a seat, and count what it does."""
        options = next(ask.options for ask, given in zip(state.asks, state.given, strict=True) if given < 0)
        offers = {part for option in options for part in offered_parts(state, option)}
        self.counted.update((seat, part.card, "offered") for part in offers)
        for part in offered_parts(state, action):
            self.counted[seat, part.card, "taken"] += 1
            card = state.compiled.card[part.card]
            takes = (may_take(state, seat, card, option) for option in (action, *options))
            self.counted[seat, part.card, "chosen"] += next(takes) and not all(takes)
        counts, events = self.watch.counts, list[AnyEvent]()
        counts.offered.update(offers)
        # Bots have tried answers on copies until here; only the answer that is given counts.
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
        compiled = state.compiled
        seats = {name: seat for seat, name in enumerate(state.setup.players)}
        goods = {compiled.resources[good].name for good in compiled.goods}
        refs = {card.name: card.ref for card in compiled.cards}
        for event in events:
            match event:
                case AbilityUsed(player=str(player), card=card):
                    self.counted[seats[player], refs[card], "used"] += 1
                case Rewarded(player=player, advisor=advisor):
                    self.counted[seats[player], refs[self.watch.places[advisor]], "used"] += 1
                case Gained(player=player, resource=resource) if resource in goods:
                    self.counted[seats[player], refs.get(event.source, ""), "goods"] += event.amount
                case Lost(player=player, resource=resource) if resource in goods:
                    self.counted[seats[player], refs.get(event.source, ""), "goods"] -= event.amount
                case _:
                    pass

    def uses(self, state: State, seat: int) -> tuple[CardUse, ...]:
        """Report the watched cards that a seat had to do with."""
        compiled = state.compiled
        score = {compiled.sources[source]: vp for source, vp in state.players[seat].score.items()}
        cards = (ref for ref in self.watch.cards if ref in compiled.card)  # one of them may be left out
        found = (self._use(compiled.card[ref], ref, seat, score) for ref in cards)
        return tuple(use for use in found if use != CardUse(use.card))

    def _use(self, card: int, ref: str, seat: int, score: dict[str, int]) -> CardUse:
        name = self.watch.plain.compiled.cards[card].name
        offered, taken, chosen, used, goods = (
            self.counted[seat, ref, what] for what in ("offered", "taken", "chosen", "used", "goods")
        )
        # an advisor belongs to nobody: a seat that influenced it has had it
        influenced = taken > 0 and isinstance(self.watch.plain.cards[ref], AdvisorCard)
        in_play = influenced or bool(self.held[seat] >> card & 1)
        return CardUse(ref, offered, taken, chosen, in_play, used, score.get(name, 0), goods)

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
