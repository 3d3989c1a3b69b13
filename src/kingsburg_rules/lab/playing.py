"""Playing a game of bots on a position: without history, and without events that nobody reads."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field, frozen

from kingsburg_rules import Position, Rules, Runaway, SeatView
from kingsburg_rules.bots import Bot, GreedyBot, RandomBot, Sight
from kingsburg_rules.engine import AUTOMATION, RandomNumbers, State, run
from kingsburg_rules.game import Moment, decisions_of, make_setup, new_state, outcome_of, view_of
from kingsburg_rules.lab.counterfactual import CounterfactualBot, Declined
from kingsburg_rules.lab.results import GameResult, SeatResult
from kingsburg_rules.lab.watching import GameWatch, Watch
from kingsburg_rules.testing import SEATS

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
        return view_of(Moment(self.state, self.first), seat, self.rules)

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
        state = new_state(rules, make_setup(SEATS[: self.players], tuple(AUTOMATION), "random", seed), ())
        state.streams.update(dict.fromkeys(self.dealt_anew, _ANEW))
        run(state)
        if declined is not None:
            bots = [*bots]
            card = rules.table.card[declined.card]
            bots[declined.seat] = CounterfactualBot(bots[declined.seat], state, declined.seat, card)
        if self._watch is None:
            decisions = _play_out(_Board(rules, state), bots, None)
            return _result(simulation, game, seed, decisions, state, called, None)
        watching = self._watch.begin(state)
        decisions = _play_out(_Board(self.plain_rules, state), bots, watching)
        return _result(simulation, game, seed, decisions, state, called, watching)


def _play_out(board: _Board, bots: Sequence[Bot], watching: GameWatch | None) -> int:
    """Play to the end, and return the number of decisions."""
    sights = [Sight(name, board) for name in board.state.setup.players]
    plain = all(type(bot.bot if isinstance(bot, CounterfactualBot) else bot) in _PLAIN for bot in bots)
    play = _play_plainly if plain and watching is None else _play_fully
    decisions = play(board, bots, sights, watching)
    if decisions == LONGEST:
        message = f"A game is not over after {LONGEST:,} decisions; its cards keep asking."
        raise Runaway("lab.endless", message)
    return decisions


def _play_plainly(
    board: _Board, bots: Sequence[Bot], sights: Sequence[Sight], watching: GameWatch | None
) -> int:
    """Play with bots that need no more than a position says: the shortest loop there is."""
    del watching
    position = Position(board.state)
    for decisions in range(LONGEST):
        decision = position.decision
        if decision is None:
            return decisions
        seat = decision.seat
        position.step(bots[seat].choose(decision, sights[seat]))
    return LONGEST


def _play_fully(
    board: _Board, bots: Sequence[Bot], sights: Sequence[Sight], watching: GameWatch | None
) -> int:
    """Play with decisions as a game describes them, and with somebody who watches."""
    state, position = board.state, Position(board.state)
    for decisions in range(LONGEST):
        if not state.asks:
            return decisions
        decision, asks = decisions_of(Moment(state, board.first))[0], state.asks
        action = bots[decision.seat].choose(decision, sights[decision.seat])
        if watching is None:
            position.step(action)
        else:
            watching.step(state, position, decision.seat, action)
        if state.asks is not asks:
            board.first += len(asks)
    return LONGEST


def _result(
    simulation: str,
    game: int,
    seed: int,
    decisions: int,
    state: State,
    called: Sequence[str],
    watching: GameWatch | None,
) -> GameResult:
    """Collect what a finished game says.

    Raises:
        Runaway: Nobody is asked, and the game is not over.
    """
    outcome = outcome_of(state)
    if outcome is None:
        raise Runaway("lab.endless", "A game is not over, but no decision is pending.")
    table, names = state.table, state.setup.players
    places = {place.player: place for place in outcome.ranking}
    seats = tuple(
        SeatResult(
            called[seat],
            places[name].rank,
            places[name].vp,
            places[name].goods,
            tuple(table.cards[card].name for card in table.buildings if player.cards >> card & 1),
            dict(places[name].by_source),
            () if watching is None else watching.uses(state, seat),
        )
        for seat, (name, player) in enumerate(zip(names, state.players, strict=True))
    )
    return GameResult(
        simulation,
        game,
        seed,
        decisions,
        state.year,
        outcome.decided_by,
        tuple(seat for seat, name in enumerate(names) if places[name].rank == 1),
        seats,
        () if watching is None else watching.parts(),
    )
