"""Games: what a frontend holds in its hands."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from kingsburg_rules.content.rules import Rules, load_rules
from kingsburg_rules.engine.errors import IllegalAction, KingsburgError, SaveError, SetupError, Violation
from kingsburg_rules.engine.loop import answer
from kingsburg_rules.engine.state import AUTOMATION, Setup, State
from kingsburg_rules.game.decisions import CHANCE_PLAYER, Decision, pending_of
from kingsburg_rules.game.history import read_feed, read_trail, retell, retrace, start, write_trail
from kingsburg_rules.game.legality import violation
from kingsburg_rules.game.notation import find
from kingsburg_rules.game.outcome import Outcome, outcome_of
from kingsburg_rules.game.position import NOT_OFFERED, Position, ask_of, option_of
from kingsburg_rules.game.records import Record
from kingsburg_rules.game.saves import (
    FORMAT,
    RulesKey,
    SavedGame,
    damaged,
    dump_state,
    from_text,
    restore_state,
    rules_key,
    to_text,
)
from kingsburg_rules.game.views import GameState, SeatView, state_of, view_of
from kingsburg_rules.language.shapes import unknown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kingsburg_rules.engine.actions import Action
    from kingsburg_rules.engine.events import Event

FEWEST_PLAYERS, MOST_PLAYERS = 2, 5
_LONGEST_NAME = 40
_MANY = 1 << 64


class Game:
    """A game in progress: decisions come out, actions go in, events come back.

    Every action is tried on a copy, so an illegal one, or content that runs away, changes nothing.
    """

    def __init__(
        self,
        rules: Rules,
        players: Sequence[str],
        *,
        seed: int | None = None,
        chance: str = "random",
        automation: Iterable[str] | Mapping[str, Iterable[str]] = ("forced", "gains", "peeks"),
        script: Iterable[str | Sequence[int]] = (),
    ) -> None:
        """Set up a game and run to the first decision.

        Args:
            rules: The rule set, from `load_rules`.
            players: Two to five different names, clockwise.
            seed: Makes chance repeatable; without it the operating system gives one.
            chance: `random`, or `decision`: the player `chance` is asked for every result.
            automation: What is done without asking: `forced` (the only option), `gains` (costless gains
                without a choice), `peeks`. For all seats, or by player.
            script: Results of chance to come, in order: dice as digits (`"135"`), cards by name; afterwards
                chance goes on as chosen.

        Raises:
            SetupError: The names or the settings are not possible.
        """
        setup = Setup(
            checked_names(players),
            checked_automation(players, automation),
            checked_chance(chance),
            int.from_bytes(os.urandom(8), "big") if seed is None else seed % _MANY,
        )
        notes: list[Event] = []
        self._rules = rules
        self._feed = read_feed(rules.table, script)
        self._state = start(rules, setup, self._feed, notes)
        self._opening = tuple(notes)
        self._turns: list[tuple[int, int]] = []
        self._before: list[State] = []

    @property
    def rules(self) -> Rules:
        """The rules by which this game is played."""
        return self._rules

    @property
    def players(self) -> tuple[str, ...]:
        """The players, clockwise."""
        return self._state.setup.players

    @property
    def opening(self) -> tuple[Event, ...]:
        """What happened before the first decision."""
        return self._opening

    @property
    def pending(self) -> tuple[Decision, ...]:
        """The decisions owed now; several when players answer at the same time, none when the game is over."""
        return pending_of(self._state)

    @property
    def decision(self) -> Decision | None:
        """The first decision owed, or None when the game is over."""
        return next(iter(self.pending), None)

    @property
    def state(self) -> GameState:
        """What lies open on the table."""
        return state_of(self._state)

    @property
    def outcome(self) -> Outcome | None:
        """The ranking when the game is over."""
        return outcome_of(self._state)

    def view(self, player: str | None = None) -> SeatView:
        """Show what a player may know; without a name, what a spectator may."""
        return view_of(self._state, None if player is None else self._seat(player))

    def play(self, action: Action | str, player: str | None = None) -> tuple[Event, ...]:
        """Play an action for the first decision owed, or for the one that `player` owes.

        Raises:
            IllegalAction: The action is not possible now, with the reason. Nothing has changed.
        """
        found = self._read(action, player)
        which = ask_of(self._state, player)
        k = option_of(self._state.asks[which].options, found) if which >= 0 else -1
        if k < 0:
            raise IllegalAction(violation(self._state, found, player) or NOT_OFFERED, found)
        return self._answer(which, k)

    def why_not(self, action: Action | str, player: str | None = None) -> Violation | None:
        """Say why an action is not possible now; None if it is."""
        try:
            return violation(self._state, self._read(action, player), player)
        except IllegalAction as error:
            return error.violation

    def undo(self) -> None:
        """Take the last action back: the game is exactly as it was before it.

        Raises:
            IllegalAction: Nothing has been played.
        """
        if not self._turns:
            raise IllegalAction(Violation("undo.nothing", "undo", "Nothing has been played yet."))
        self._remember()
        self._turns.pop()
        self._state = self._before.pop()

    def copy(self) -> Game:
        """Make an independent copy, with its history."""
        new = Game.__new__(Game)
        new._rules, new._feed = self._rules, self._feed
        new._state, new._opening = self._state.copy(), self._opening
        new._turns, new._before = [*self._turns], [*self._before]
        return new

    def position(self) -> Position:
        """Give the position for search: no history, no events, independent of this game."""
        return Position(self._state.copy())

    def save(self) -> str:
        """Write the game as JSON; `Game.load` reads it."""
        setup = self._state.setup
        saved = SavedGame(
            FORMAT,
            rules_key(self._rules),
            [*setup.players],
            [*setup.automation],
            "decision" if setup.chance_asked else "random",
            setup.seed,
            dump_state(self._state),
            write_trail(self._turns),
            [[*result] for result in self._feed],
            len(self._state.feed),
        )
        return to_text(saved)

    @classmethod
    def load(cls, text: str, rules: Rules | None = None) -> Game:
        """Read a saved game, and go on with it.

        Args:
            text: What `save` wrote.
            rules: The rules of the game, if they are not to be loaded by the save's own account.

        Raises:
            SaveError: The text is damaged, or its rules are not those at hand.
        """
        saved = from_text(text, SavedGame, "save")
        found = rules_of(saved.rules, rules, "save")
        setup = _setup_of(saved)
        game = cls.__new__(cls)
        game._rules = found
        game._feed = tuple(tuple(result) for result in saved.feed)
        game._state = restore_state(found, setup, saved.state)
        game._state.feed = game._feed[len(game._feed) - saved.feed_left :]
        game._turns = _turns_of(saved.trail)
        game._opening, game._before = (), []
        return game

    @property
    def record(self) -> Record:
        """The record of the game so far.

        Raises:
            SaveError: The game was loaded from a save whose answers do not lead to its position.
        """
        self._remember()
        setup = self._state.setup
        actions, luck = retell(self._rules, setup, self._feed, self._turns)
        return Record(rules_key(self._rules), self.players, setup.automation, tuple(luck), tuple(actions))

    def __eq__(self, other: object) -> bool:
        """Whether two games are the same: rules, players, position and history."""
        if not isinstance(other, Game):
            return NotImplemented
        return (
            self._rules.digest == other._rules.digest
            and self._state.setup.players == other._state.setup.players
            and self._turns == other._turns
            and dump_state(self._state) == dump_state(other._state)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Say which game it is and where it stands."""
        state = self.state
        return f"<Game of {', '.join(self.players)}: year {state.year}, {state.phase}, {len(self._turns)} actions>"

    def _seat(self, player: str) -> int:
        if player not in self.players:
            raise SetupError("setup.player", f"'{player}' does not play in this game.")
        return self.players.index(player)

    def _read(self, action: Action | str, player: str | None) -> Action:
        if player is not None and player != CHANCE_PLAYER:
            self._seat(player)
        if not isinstance(action, str):
            return action
        which = ask_of(self._state, player)
        return find(action, self._state.asks[which].options if which >= 0 else ())

    def _answer(self, which: int, k: int) -> tuple[Event, ...]:
        before = self._state
        state = before.copy()
        notes: list[Event] = []
        state.notes = notes
        answer(state, which, k)
        state.notes = None
        self._state = state
        self._before.append(before)
        self._turns.append((which, k))
        return tuple(notes)

    def _remember(self) -> None:
        """Find again the positions before each action, for a game that was loaded."""
        if len(self._before) == len(self._turns):
            return
        try:
            states = retrace(self._rules, self._state.setup, self._feed, self._turns)
        except (IndexError, KingsburgError) as error:
            raise damaged("its answers do not fit the rules") from error
        if dump_state(states[-1]) != dump_state(self._state):
            raise damaged("its answers do not lead to its position")
        self._before = states[:-1]


def rules_of(key: RulesKey, given: Rules | None, what: str) -> Rules:
    """Load the rules that a save or a record names, and see that they are the same.

    Raises:
        SaveError: They are not to be had, or have changed since.
    """
    try:
        rules = given or load_rules(key.edition, packs=[p for p, _ in key.packs], switches=key.switches)
    except (SetupError, TypeError) as error:
        raise SaveError(f"{what}.rules", f"The rules of this {what} are not to be had: {error}") from error
    if rules.digest != key.digest:
        raise SaveError(
            f"{what}.content",
            f"This {what} was made with other content ({key.digest}) than is here ({rules.digest}).",
        )
    return rules


def game_from_record(record: Record) -> Game:
    """Begin the game of a record, with the results of chance that it met."""
    rules = rules_of(record.rules, None, "record")
    names = {flag: name for name, flag in AUTOMATION.items()}
    automation = {
        player: [name for flag, name in names.items() if mask & flag]
        for player, mask in zip(record.players, record.automation, strict=False)
    }
    try:
        return Game(rules, record.players, seed=0, automation=automation, script=record.luck)
    except (SetupError, ValueError) as error:
        raise SaveError("record.damaged", f"This record cannot be replayed: {error}") from error


def _setup_of(saved: SavedGame) -> Setup:
    try:
        names = checked_names(saved.players)
        chance = checked_chance(saved.chance)
    except SetupError as error:
        raise damaged(error.message) from error
    if len(saved.automation) != len(names) or not 0 <= saved.feed_left <= len(saved.feed):
        raise damaged("its set-up does not fit the players")
    return Setup(names, tuple(saved.automation), chance, saved.seed % _MANY)


def _turns_of(trail: str) -> list[tuple[int, int]]:
    try:
        return read_trail(trail)
    except ValueError as error:
        raise damaged("its answers cannot be read") from error


def checked_names(players: Sequence[str]) -> tuple[str, ...]:
    """See that names are possible: two to five, different, printable, without the signs that texts need."""
    names = tuple(players)
    if isinstance(players, str) or not all(isinstance(name, str) for name in names):
        raise SetupError("setup.players", "Players are given as a list of names, such as ('Ann', 'Brian').")
    if not FEWEST_PLAYERS <= len(names) <= MOST_PLAYERS:
        raise SetupError(
            "setup.players", f"{FEWEST_PLAYERS} to {MOST_PLAYERS} players are needed, not {len(names)}."
        )
    if len(set(names)) != len(names):
        raise SetupError("setup.players", "Two players have the same name.")
    for name in names:
        if not name or name != name.strip() or not name.isprintable() or len(name) > _LONGEST_NAME:
            raise SetupError("setup.players", f"{name!r} is no name: 1 to {_LONGEST_NAME} printable characters.")
        if name == CHANCE_PLAYER or {",", ":"} & set(name):
            raise SetupError("setup.players", f"'{name}' cannot be a name here: no commas, no colons, not 'chance'.")
    return names


def checked_automation(
    players: Sequence[str], automation: Iterable[str] | Mapping[str, Iterable[str]]
) -> tuple[int, ...]:
    """Turn names of automation into bit sets, one for each seat."""
    if isinstance(automation, Mapping):
        missing = set(automation) - set(players)
        if missing:
            raise SetupError("setup.automation", f"'{min(missing)}' does not play in this game.")
        chosen = [tuple(automation.get(name, AUTOMATION)) for name in players]
    else:
        chosen = [tuple(automation)] * len(players)
    for names in chosen:
        for name in names:
            if name not in AUTOMATION:
                raise SetupError("setup.automation", f"Automation {unknown(name, AUTOMATION)}")
    return tuple(sum(AUTOMATION[name] for name in set(names)) for names in chosen)


def checked_chance(chance: str) -> bool:
    """Whether chance is a decision."""
    if chance not in ("random", "decision"):
        raise SetupError("setup.chance", f"Chance {unknown(chance, ('random', 'decision'))}")
    return chance == "decision"
