"""A game that is played token by token: what the adapters for other projects share.

One player is asked at a time. When several players owe a decision, they answer one after the other, and
nobody sees the answer of another before all have answered. Whatever leaves no choice is played without
asking.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, Literal, TypeAlias

from kingsburg_rules import Action, Decision, IllegalAction, Outcome, Position, Rules, SeatView, SetupError
from kingsburg_rules.adapters.action_space import ActionSpace, PartialAnswer
from kingsburg_rules.adapters.observations import ObservationSpace, action_space, observation_space
from kingsburg_rules.engine import CHANCE_PLAYER, NotOffered, State, is_known, run, shown, unknown
from kingsburg_rules.game import guess, make_setup, new_state, view_of

LONGEST: Final = 20_000
"""After how many decisions a game is broken off, if its cards ask on and on. Games of the library have
at most some six hundred."""

AUTOMATION: Final = ("forced", "gains", "peeks")


def seat_names(players: int) -> tuple[str, ...]:
    """Name the players, as PettingZoo names its agents: `player_0`, `player_1`."""
    return tuple(f"player_{seat}" for seat in range(players))


class TokenGame:
    """A game in which players answer token by token. It is also the board of bots: see `Sight`.

    Args:
        rules: The rule set.
        players: How many players there are.
        seed: Makes chance repeatable; without it, the operating system provides one.
        chance: `random`, or `decision`, in which the player `chance` answers, too.
        automation: What is done without asking, as for `Game`.

    Raises:
        SetupError: The number of players or a setting is not possible.
        TypeError: `rules` are not rules.
    """

    def __init__(
        self,
        rules: Rules,
        players: int,
        *,
        seed: int | None = None,
        chance: str = "random",
        automation: Iterable[str] = AUTOMATION,
    ) -> None:
        self.observations: ObservationSpace = observation_space(rules, players)
        self.rules = rules
        self.players = seat_names(players)
        unasked = tuple(automation)
        setup = make_setup(self.players, unasked, chance, seed, rules=rules.compiled)
        self._seats = setup.players
        self._start = partial(TokenGame, rules, players, seed=setup.seed, chance=chance, automation=unasked)
        self._played: list[int | Action] | None = []
        self._state: State = new_state(rules, setup, ())
        run(self._state)
        self._position = Position(self._state)
        self._first = 1
        self.decisions = 0
        self._decision: Decision | None = None
        self._answer: PartialAnswer | None = None
        self._go_on()

    # What is asked

    @property
    def decision(self) -> Decision | None:
        """The decision that is answered now, or None when the game is over."""
        return self._decision

    @property
    def answer(self) -> PartialAnswer | None:
        """The answer to it, as far as it has been given."""
        return self._answer

    @property
    def tokens(self) -> ActionSpace:
        """The tokens of whoever is asked: those of chance, or of players."""
        asked = self._decision is not None and self._decision.player == CHANCE_PLAYER
        return action_space(self.rules, chance=True) if asked else self.observations.actions

    @property
    def choices(self) -> tuple[int, ...]:
        """The tokens that may come next, in rising order; none when the game is over."""
        return self._answer.choices if self._answer is not None else ()

    def odds(self) -> list[tuple[int, float]]:
        """Return the tokens that may come next with their probabilities, when chance is asked."""
        decision, answer = self._decision, self._answer
        if decision is None or answer is None or decision.weights is None:
            return []
        weights = dict(zip(map(id, decision.options), decision.weights, strict=True))
        by_token = answer.weighed(lambda option: weights[id(option)])
        total = sum(by_token.values())
        return [(token, by_token[token] / total) for token in answer.choices]

    @property
    def is_over(self) -> bool:
        """Whether the game is over, as its rules say."""
        return self._decision is None

    @property
    def is_endless(self) -> bool:
        """Whether the game has gone on for so long that it should be broken off."""
        return self.decisions >= LONGEST

    @property
    def outcome(self) -> Outcome | None:
        """The ranking when the game is over."""
        return self._position.outcome

    @property
    def scores(self) -> dict[str, int]:
        """The victory points of every player now."""
        return self._position.scores

    # Playing

    def play(self, token: int) -> Action | None:
        """Answer with another token; return the action if the answer is complete.

        Raises:
            IllegalAction: The token is not one of `choices`.
            Runaway: A card goes on without end.
        """
        if self._answer is None:
            raise IllegalAction(NotOffered(), token)
        self._answer = self._answer.then(token)
        if self._played is not None:
            self._played.append(token)
        action = self._answer.action
        if action is not None:
            self._carry_out(action)
            self._go_on()
        return action

    def play_action(self, action: Action) -> None:
        """Answer the decision with a whole action, as bots do.

        Raises:
            IllegalAction: The action is not among the options.
            Runaway: A card goes on without end.
        """
        self._carry_out(action)
        if self._played is not None:
            self._played.append(action)
        self._go_on()

    def _carry_out(self, action: Action) -> None:
        assert self._decision is not None
        asks = self._state.asks
        self._position.step(action, self._decision.player)
        self.decisions += 1
        # What is asked together is numbered together, and is over together.
        if self._state.asks is not asks:
            self._first += len(asks)

    def _go_on(self) -> None:
        """Find the next decision with a choice, and play what leaves none."""
        while True:
            self._decision = decision = self._position.decision
            if decision is None:
                self._answer = None
                return
            answer = self.tokens.begin(decision, self._seats)
            # A game whose cards ask on and on with a single option would never come back from this loop.
            if answer.action is None or self.is_endless:
                self._answer = answer
                return
            self._carry_out(answer.action)

    # What seats see

    def view(self, player: str | None = None) -> SeatView:
        """Show what a player may know; without a name, what a spectator may know.

        Raises:
            SetupError: There is no such player.
        """
        seat = None if player is None else self._seat(player)
        return view_of(self._state, seat, self.rules, self._first)

    def position(self) -> Position:
        """Return a copy of the position."""
        return self._position.copy()

    def observe(self, view: SeatView) -> array[float]:
        """Write a view of this moment as numbers, with the tokens of the player's answer so far."""
        return self.observations.observe(view, self._tokens_of(view))

    def _tokens_of(self, view: SeatView) -> tuple[int, ...]:
        """Return the tokens of the answer that a player is giving, or has given and others wait for."""
        if view.answered is not None and view.seat is not None:
            return self.observations.actions.spell(view.answered, view.seat, self._seats)
        asked = self._decision is not None and self._decision.player == view.seat
        return self._answer.tokens if asked and self._answer is not None else ()

    def _seat(self, player: str) -> int:
        if player not in self.players:
            raise SetupError("setup.player", f"{shown(player)} does not play in this game.")
        return self.players.index(player)

    # Copies

    def copy(self) -> TokenGame:
        """Make an independent copy."""
        new = self._at(self._state.copy())
        new._played = None if self._played is None else [*self._played]
        return new

    def __deepcopy__(self, _: object) -> TokenGame:
        """Make an independent copy."""
        return self.copy()

    def guess(self, seat: int, seed: int) -> TokenGame:
        """Make a copy in which everything hidden from a seat is guessed; see `Position.determinize`."""
        return self._at(guess(self._state, seat, seed))

    def _at(self, state: State) -> TokenGame:
        """Make a game that goes on from a state in which the same is asked."""
        new = TokenGame.__new__(TokenGame)
        new.observations, new.rules, new.players = self.observations, self.rules, self.players
        new._seats = self._seats
        new._state, new._position = state, Position(state)
        new._first, new.decisions = self._first, self.decisions
        new._decision, new._answer = self._decision, self._answer
        # The hidden cards of a guess are not those that the seed deals: it cannot be played again.
        new._start, new._played = self._start, None
        return new

    def __reduce__(self) -> tuple[Callable[..., TokenGame], tuple[object, ...]]:
        """Pickle how the game began and what was played; it is played again when it is read.

        Raises:
            SetupError: It is a guess, which has no history.
        """
        if self._played is None:
            raise SetupError("setup.pickle", "A guess has no history, so it cannot be pickled.")
        # A state refers to compiled programs, which are functions and cannot be pickled.
        return _played_again, (self._start, tuple(self._played))


def _played_again(start: Callable[[], TokenGame], played: tuple[int | Action, ...]) -> TokenGame:
    """Play a game again, from its beginning."""
    game = start()
    for step in played:
        if isinstance(step, int):
            game.play(step)
        else:
            game.play_action(step)
    return game


# Rewards: what a game is worth to each player
#
# `win` and `rank` are given at the end and add up to zero, unless a card lets everybody or nobody win. With
# `win`, the winners share 1 and the others share -1. With `rank`, the first gets 1 and the last -1, the
# others something in between at equal distances; players with the same rank share what their places get.
# `points` gives victory points when they are gained, and takes them when they are lost.


Reward: TypeAlias = Literal["win", "rank", "points"]
"""The ways to reward players."""

REWARDS: Final[tuple[Reward, ...]] = ("win", "rank", "points")
"""All rewards."""


def checked_reward(name: str) -> Reward:
    """Return the reward with a name.

    Raises:
        SetupError: There is no such reward.
    """
    if not is_known(name, REWARDS):
        raise SetupError("setup.reward", f"Reward {unknown(name, REWARDS)}")
    return next(reward for reward in REWARDS if reward == name)


def final_rewards(reward: Reward, outcome: Outcome) -> dict[str, float]:
    """Return what each player gets at the end of a game. With `points`, that is nothing more."""
    match reward:
        case "win":
            return _for_winning(outcome)
        case "rank":
            return _for_rank(outcome)
        case "points":
            return {place.player: 0.0 for place in outcome.ranking}


def _for_winning(outcome: Outcome) -> dict[str, float]:
    players = [place.player for place in outcome.ranking]
    won = len(outcome.winners)
    lost = len(players) - won
    # A tie of everybody is nobody's victory; if a card says that all win, they share 1 like other winners.
    if not lost and outcome.decided_by != "card":
        return dict.fromkeys(players, 0.0)
    return {name: 1 / won if name in outcome.winners else -1 / lost for name in players}


def _for_rank(outcome: Outcome) -> dict[str, float]:
    last = len(outcome.ranking) - 1
    if not last:  # alone, a player is first and last
        return _for_winning(outcome)
    worth = [1 - 2 * place / last for place in range(last + 1)]
    shared: dict[int, list[float]] = {}
    for place, amount in zip(outcome.ranking, worth, strict=True):
        shared.setdefault(place.rank, []).append(amount)
    return {place.player: sum(shared[place.rank]) / len(shared[place.rank]) for place in outcome.ranking}


class Earnings:
    """The rewards of players while a game goes on."""

    def __init__(self, reward: Reward, game: TokenGame) -> None:
        """Begin with a game, in which nobody is paid for what they have at the start."""
        self.reward: Reward = reward
        self._before = game.scores

    def since(self, game: TokenGame) -> dict[str, float]:
        """Return what each player has earned since the last time."""
        paid = dict.fromkeys(game.players, 0.0)
        if self.reward == "points":
            before, self._before = self._before, game.scores
            return {name: float(points - before[name]) for name, points in self._before.items()}
        outcome = game.outcome if game.is_over else None
        return final_rewards(self.reward, outcome) if outcome is not None else paid
