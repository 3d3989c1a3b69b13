"""Positions: a game without history and events, for search and simulation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.engine.chance import below
from kingsburg_rules.engine.errors import IllegalAction, SetupError, Violation
from kingsburg_rules.engine.loop import answer, run
from kingsburg_rules.engine.state import Setup
from kingsburg_rules.engine.table import PC
from kingsburg_rules.game.decisions import Decision, decision_of, pending_of
from kingsburg_rules.game.outcome import Outcome, outcome_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kingsburg_rules.engine.actions import Action
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.game.views import GameState

_GUESS_STREAM = 1 << 20


class Position:
    """A position that can be stepped through and copied cheaply."""

    __slots__ = ("_state",)

    def __init__(self, state: State) -> None:
        """Take over a state; use `Game.position` to get one."""
        self._state = state

    @property
    def decision(self) -> Decision | None:
        """The first of the decisions owed, or None when the game is over."""
        state = self._state
        if len(state.asks) == 1:
            return decision_of(state, state.asks[0])
        return next(iter(pending_of(state)), None)

    @property
    def pending(self) -> tuple[Decision, ...]:
        """All decisions owed now; several players may owe one at the same time."""
        return pending_of(self._state)

    @property
    def outcome(self) -> Outcome | None:
        """The ranking when the game is over."""
        return outcome_of(self._state)

    @property
    def state(self) -> GameState:
        """What lies open on the table."""
        from kingsburg_rules.game.views import state_of

        return state_of(self._state)

    @property
    def scores(self) -> dict[str, int]:
        """The victory points of every player now."""
        players = zip(self._state.setup.players, self._state.players, strict=True)
        return {name: player.stock[0] for name, player in players}

    def step(self, action: Action, player: str | None = None) -> None:
        """Play an action for the first decision owed, or for the one of a given player.

        Raises:
            IllegalAction: The action is not among the options; nothing has changed.
        """
        state = self._state
        asks = state.asks
        which = 0 if len(asks) == 1 and player is None else ask_of(state, player)
        k = option_of(asks[which].options, action) if which >= 0 else -1
        if k < 0:
            raise IllegalAction(NOT_OFFERED, action)
        answer(state, which, k)

    def copy(self) -> Position:
        """Make an independent copy."""
        return Position(self._state.copy())

    def determinize(self, player: str, seed: int) -> Position:
        """Make a consistent guess at all that a player cannot see.

        Hidden enemy cards that he has not looked at are drawn anew, answers of others that do not show yet
        are taken back, and chance goes on from the seed given.
        """
        state = self._state.copy()
        names = state.setup.players
        if player not in names:
            raise SetupError("setup.player", f"'{player}' does not play in this game.")
        guess(state, names.index(player), seed)
        return Position(state)


NOT_OFFERED = Violation("action.not_offered", "decisions", "This action is not among those offered now.")


def ask_of(state: State, player: str | None) -> int:
    """Find the first pending decision, or that of a player; -1 if there is none."""
    for which, ask in enumerate(state.asks):
        owed = state.given[which] < 0
        if owed and (player is None or decision_of(state, ask).player == player):
            return which
    return -1


def option_of(options: Sequence[Action], action: Action) -> int:
    """Find an action among options: by identity first, for that is what programs mostly send."""
    for k, option in enumerate(options):
        if option is action:
            return k
    return next((k for k, option in enumerate(options) if option == action), -1)


def guess(state: State, seat: int, seed: int) -> None:
    """Replace what a seat cannot see by a guess that fits all it can see."""
    setup = state.setup
    state.setup = Setup(setup.players, setup.automation, setup.chance_asked, seed)
    seen = set(state.players[seat].seen)
    enemies = state.table.enemies
    known_further = {c for c in state.further if c in state.past or c in state.revealed or c in seen}
    drawn: list[int] = []
    for card in state.enemies:
        open_ = card in state.past or card in state.revealed or card in seen
        others = [
            other
            for other in sorted(enemies)
            if enemies[other].year == enemies[card].year and other not in known_further
        ]
        drawn.append(card if open_ else others[below(state, _GUESS_STREAM, len(others))])
    state.enemies = tuple(drawn)
    for who, player in enumerate(state.players):
        if who != seat:
            player.seen = tuple(drawn[enemies[card].year - 1] for card in player.seen)
    state.further = _guess_further(state, known_further)
    hidden = _guess_hands(state, seat)
    state.streams = {}
    state.feed = ()
    pending = zip(state.asks, state.given, strict=True)
    given = tuple(k if ask.seat == seat or len(ask.options) == 1 else -1 for ask, k in pending)
    if hidden:
        state.asks = ()
        state.stack[-1][PC] -= 1
        run(state)
    state.given = given


def _guess_further(state: State, known: set[int]) -> tuple[int, ...]:
    """Guess the cards of a second enemy deck, among those that are not in the first."""
    enemies = state.table.enemies
    guessed: list[int] = []
    for card in state.further:
        others = [
            other
            for other in sorted(enemies)
            if enemies[other].year == enemies[card].year and other not in state.enemies
        ]
        guessed.append(card if card in known else others[below(state, _GUESS_STREAM, len(others))])
    return tuple(guessed)


def _guess_hands(state: State, seat: int) -> bool:
    """Deal the hidden hands of the others anew, from the cards of their kind; tells whether there are any."""
    cards = state.table.cards
    others = [player for who, player in enumerate(state.players) if who != seat and player.hand]
    if not others or state.open_hands:
        return False
    kind = cards[others[0].hand[0]].kind
    mine = state.players[seat].hand
    pool = [
        card.index
        for card in cards
        if card.kind == kind and card.index not in state.table.unfit
        for _ in range(card.copies - mine.count(card.index))
    ]
    for player in others:
        drawn = [pool.pop(below(state, _GUESS_STREAM, len(pool))) for _ in player.hand]
        player.hand = tuple(sorted(drawn))
    return True
