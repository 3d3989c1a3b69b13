"""Positions: a game without history and events, for search and simulation."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Final

from kingsburg_rules.engine.compiled_rules import PC, PROGRAM
from kingsburg_rules.engine.dice import BONUS, HIGHEST, die_of, follow
from kingsburg_rules.engine.errors import IllegalAction, SetupError, is_known, shortened, shown
from kingsburg_rules.engine.loop import run
from kingsburg_rules.engine.public_state import Outcome
from kingsburg_rules.engine.random_numbers import below, checked_seed
from kingsburg_rules.engine.state import CHANCE, Aside, Setup, derive_effects
from kingsburg_rules.engine.stock import outcome_of
from kingsburg_rules.engine.wire import CHANCE_PLAYER
from kingsburg_rules.engine.zones import hidden_hand, left_in_deck, pile_of
from kingsburg_rules.game.decisions import Decision
from kingsburg_rules.game.pending import (
    NOT_OFFERED,
    ask_of,
    new_decision,
    option_of,
    pending_of,
    shown_source,
)
from kingsburg_rules.language.memory import secrets_of_others

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kingsburg_rules.engine.actions import Action
    from kingsburg_rules.engine.public_state import GameState
    from kingsburg_rules.engine.state import Player, State


_GUESS_STREAM: Final = 1 << 20
_MOST_DEALS: Final = 1000


class Position:
    """A position that can be stepped through and copied cheaply."""

    __slots__ = ("_state",)

    def __init__(self, state: State) -> None:
        """Take over a state; use `Game.position` to get one."""
        self._state = state

    @property
    def decision(self) -> Decision | None:
        """The first of the decisions owed, or None when the game is over."""
        state, asks = self._state, self._state.asks
        if not asks:
            return None
        ask = asks[0] if len(asks) == 1 else asks[state.given.index(-1)]
        # As `decision_of` does, but without its call: search asks for this all the time.
        seat, source = ask.seat, state.compiled.sources[ask.source]
        player = CHANCE_PLAYER if seat == CHANCE else state.setup.players[seat]
        facts = (player, seat, ask.kind, source, ask.options, ask.weights, 0, None, None, ())
        return new_decision(Decision, facts)

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
        """Everything that is public."""
        from kingsburg_rules.game.showing import state_of  # searching needs no views

        return state_of(self._state)

    @property
    def scores(self) -> dict[str, int]:
        """The victory points of every player now."""
        players = zip(self._state.setup.players, self._state.players, strict=True)
        return {name: player.stock[0] for name, player in players}

    @property
    def frames(self) -> tuple[tuple[str | int, ...], ...]:
        """The running programs, the outermost first: each with its name and the numbers of its frame.

        It shows how the engine works. The numbers are the next operation, the seat and the variables; they
        depend on how the rules are compiled, so they differ between versions of the library.
        """
        programs = self._state.compiled.programs
        return tuple((programs[frame[PROGRAM]].name, *frame[PC:]) for frame in self._state.stack)

    def step(self, action: Action, player: str | None = None) -> None:
        """Play an action for the first decision owed, or for the one of a given player.

        Raises:
            IllegalAction: The action is not among the options; nothing has changed.
        """
        state, given = self._state, self._state.given
        # Search calls this most of all: usually one player is asked, and the option itself is passed.
        alone = len(given) == 1 and player is None
        which = 0 if alone else ask_of(state, player)
        options = state.asks[which].options if which >= 0 else ()
        for k, option in enumerate(options):  # noqa: B007 -- it stays the number of what was found
            if option is action:
                break
        else:
            k = option_of(options, action)
            if k < 0:
                raise IllegalAction(NOT_OFFERED, action)
        # As `answer` does, but without its call.
        state.given = (k,) if alone else (*given[:which], k, *given[which + 1 :])
        run(state)

    def copy(self) -> Position:
        """Make an independent copy."""
        return Position(self._state.copy())

    def __copy__(self) -> Position:
        """Make an independent copy."""
        return self.copy()

    def __deepcopy__(self, _: object) -> Position:
        """Make an independent copy."""
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        """Refuse to be pickled: a position has no history, from which it could be computed again.

        Raises:
            SetupError: Always; it says what to do instead.
        """
        raise SetupError(
            "setup.pickle",
            "A Position has no history, so it cannot be pickled. Pickle the Game, and call position() there.",
        )

    def determinize(self, player: str, seed: int) -> Position:
        """Return a position in which everything hidden from a player is guessed.

        Hidden hands and enemy cards that the player has not looked at are dealt again, dice that lie face
        down are rolled again, secret answers of others are guessed, and chance continues from the seed.

        Raises:
            SetupError: There is no such player, or the seed is not a whole number.
        """
        names = self._state.setup.players
        if not is_known(player, names):
            raise no_player(player)
        return Position(guess(self._state, names.index(player), checked_seed(seed)))


state_in: Final[Callable[[Position], State]] = attrgetter("_state")
"""Return the state inside a position. It is the position's own, for code that steps through very many."""


def no_player(name: object) -> SetupError:
    """Make the error for a name that is not that of a player."""
    quoted = shortened(name) if isinstance(name, str) else shown(name)
    message = f"{shown(name)} does not play in this game."
    return SetupError("setup.player", message, facts={"name": quoted})


def guess(state: State, seat: int, seed: int) -> State:
    """Return a state that agrees with everything a seat can see, with a guess at the rest."""
    new, setup = state.copy(), state.setup
    new.setup = Setup(setup.players, setup.automation, setup.chance_asked, seed)
    new.streams = {}
    new.scripted_results = ()
    _guess_enemies(new, seat)
    new = _guess_hands(new, seat)
    pending = zip(new.asks, new.given, strict=True)
    new.given = tuple(
        below(new, _GUESS_STREAM, len(ask.options)) if k >= 0 and ask.seat != seat else k
        for ask, k in pending
    )
    new.streams = {}  # the guess used the stream, and chance shall begin with the seed
    return new


def _guess_enemies(state: State, seat: int) -> None:
    """Draw the hidden enemies again; players who looked at a card have seen the new one."""
    enemies = state.compiled.enemies
    known = {*state.out, *state.revealed, *state.players[seat].seen}
    # A card is in one place only, so what is drawn for one year is not there for the next.
    taken, drawn = set(known), dict[int, int]()
    for card in (*state.enemies, *state.second_deck):
        if card not in known:
            year = enemies[card].year
            pool = [other for other in state.compiled.enemies_of(year) if other not in taken]
            drawn[card] = pool[below(state, _GUESS_STREAM, len(pool))]
            taken.add(drawn[card])
    state.enemies = tuple(drawn.get(card, card) for card in state.enemies)
    state.second_deck = tuple(drawn.get(card, card) for card in state.second_deck)
    for player in state.players:
        player.seen = tuple(drawn.get(card, card) for card in player.seen)


def _guess_hands(state: State, seat: int) -> State:
    """Deal the hidden hands and secrets of the others, until the same decisions are owed at this point."""
    others = [who for who, player in enumerate(state.players) if who != seat and _hides_something(player)]
    if not others and not secrets_of_others(state, seat) and not state.stacks:
        return state
    asked = _seen_of_asks(state, seat)
    # Not every deal leads to the same question, and after many attempts the hands stay as they are.
    for _ in range(_MOST_DEALS):
        new = state.copy()
        _deal(new, seat, others)
        _draw_secrets(new, seat)
        if not asked:  # the game is over, and any deal will do
            return new
        state.streams = new.streams.copy()  # so that the next attempt deals other cards
        # The options of an ask follow from the hands, so the operation that asked runs once more. It alone,
        # and nothing may happen in it: a later question can look like this one.
        new.asks, new.event_log, frame = (), [], new.stack[-1]
        new.compiled.codes[frame[PROGRAM]][frame[PC] - 1](new, frame)
        if _seen_of_asks(new, seat) == asked and not new.event_log:
            new.given, new.event_log = state.given, None
            return new
    return state


def _hides_something(player: Player) -> bool:
    return bool(hidden_hand(player)) or any(die.hidden for die in player.aside)


def _roll_hidden_dice(state: State, who: int) -> None:
    """Roll again what lies face down on the cards of a player; variables hold the same dice as before."""
    player = state.players[who]
    for die in player.aside:
        if die.hidden:
            shows = 1 + below(state, _GUESS_STREAM, HIGHEST)
            new = Aside(die.card, shows + BONUS if die.face > BONUS else shows, die.kept, die.hidden)
            left = list(player.aside)
            left.remove(die)
            player.aside = tuple(sorted((*left, new)))
            follow(state, die_of(who, die.card, die.face), die_of(who, die.card, new.face))


def _draw_secrets(state: State, seat: int) -> None:
    """Draw what cards remember in secret for others, each from what the card says that it can be."""
    for key, pool in secrets_of_others(state, seat):
        if pool:
            state.memory[key] = pool[below(state, _GUESS_STREAM, len(pool))]


def _seen_of_asks(state: State, seat: int) -> list[tuple[object, ...]]:
    """List what a seat sees of the decisions that are asked: of its own, also the options."""
    return [
        (ask.seat, ask.kind, shown_source(state, ask), ask.options if ask.seat == seat else ())
        for ask in state.asks
    ]


def _deal(state: State, seat: int, others: Sequence[int]) -> None:
    """Deal the others as many hidden cards of each pile as they have, from those that nobody else has.

    What the seat has looked at stays where it is; what others know of decks is drawn again. Their dice that
    lie face down are rolled again.
    """
    sure, new = {*state.players[seat].seen}, dict[int, int]()
    held = {who: [card for card in hidden_hand(state.players[who]) if card not in sure] for who in others}
    ends = {end: [card for card in cards if card not in sure] for end, cards in state.stacks.items()}
    for who in others:
        player = state.players[who]
        player.hand = tuple(card for card in player.hand if card not in held[who])
        _roll_hidden_dice(state, who)
    hidden = (*held.values(), *ends.values())
    for pile in sorted({pile_of(state, card) for cards in hidden for card in cards if card >= 0}):
        pool = [card for card in left_in_deck(state, *pile) if card not in sure]
        for cards in hidden:
            for card in cards:
                if card >= 0 and pile_of(state, card) == pile:
                    new[card] = pool.pop(below(state, _GUESS_STREAM, len(pool)))
    for who, hand in held.items():
        drawn = (new[card] for card in hand)
        state.players[who].hand = tuple(sorted((*state.players[who].hand, *drawn)))
    state.stacks = {
        end: tuple(card if card in sure else new.get(card, card) for card in cards)
        for end, cards in state.stacks.items()
    }
    for who in range(len(state.players)):
        if who != seat and state.players[who].seen:
            state.players[who].seen = tuple(new.get(card, card) for card in state.players[who].seen)
    if state.compiled.elsewhere:
        derive_effects(state)
