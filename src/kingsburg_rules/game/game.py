"""Games and their records: the objects that a frontend works with.

A game stores only which option answered which decision. Chance comes from the seed, from a script or from
answers, so this is enough to recompute every earlier position. A replay takes a few milliseconds and happens
on demand.

Views, reasons and analysis work with the classes of the language, which take longer to import than all that
playing needs. So they are imported by the methods that use them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, Final, NamedTuple, ParamSpec, TypeAlias, TypeVar

from attrs import frozen

from kingsburg_rules.content.rules import Rules
from kingsburg_rules.engine.errors import (
    IllegalAction,
    KingsburgError,
    SaveError,
    SetupError,
    is_known,
    is_whole,
    shown,
)
from kingsburg_rules.engine.public_state import Outcome, PlayerScore
from kingsburg_rules.engine.state import AUTOMATION
from kingsburg_rules.engine.stock import VP, outcome_of, scores_of
from kingsburg_rules.engine.violations import NothingToUndo, Spectating, Stale, UnfairUndo
from kingsburg_rules.engine.wire import CHANCE_PLAYER
from kingsburg_rules.game import saves
from kingsburg_rules.game.decisions import Decision, parse
from kingsburg_rules.game.history import History
from kingsburg_rules.game.pending import (
    NOT_OFFERED,
    ask_of,
    decision_of,
    decisions_of,
    first_decision,
    option_of,
)
from kingsburg_rules.game.position import Position, no_player
from kingsburg_rules.game.setup import checked_names, make_setup, read_script

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kingsburg_rules.content.packs import PackLike
    from kingsburg_rules.engine.actions import Action
    from kingsburg_rules.engine.events import AnyEvent
    from kingsburg_rules.engine.public_state import GameState, PlayerState
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.engine.violations import Violation
    from kingsburg_rules.game.analysis import DiceStatistics, Odds, Price, ReachableAdvisor, Threat
    from kingsburg_rules.game.saves import RulesKey
    from kingsburg_rules.game.views import SeatView


MOST_TYPED: Final = 200
"""A longer text is not typed by a person: it is an action in its notation, or nothing."""

P = ParamSpec("P")
T = TypeVar("T")


def _by_one_thread(method: Callable[Concatenate[Game, P], T]) -> Callable[Concatenate[Game, P], T]:
    """Refuse a use of a game while another thread is in the middle of one: it would see half an answer."""

    @wraps(method)
    def used(game: Game, /, *args: P.args, **kwargs: P.kwargs) -> T:
        lock = game._history.used  # pyright: ignore[reportPrivateUsage] -- for the methods below
        if not lock.acquire(blocking=False):
            raise SetupError("setup.threads", _TWO_THREADS)
        try:
            return method(game, *args, **kwargs)
        finally:
            lock.release()

    return used


_TWO_THREADS = (
    "Another thread is using this game. Put a lock around each use, or give the thread a copy() of the game."
)


class Whoever(Enum):
    """Stands for whoever is asked, where a player may be named."""

    IS_ASKED = "whoever is asked"


class Game:
    """A game in progress: decisions come out, actions go in, events come back.

    An illegal action, or content that runs endlessly, changes nothing.
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
            players: Different names, clockwise: two to five, or as many as the rules are for. Seats without a
                player, which packs may add, follow.
            seed: Makes chance repeatable; without it, the operating system provides one.
            chance: `random`, or `decision`, in which the player `chance` is asked for every result.
            automation: What is done without asking: `forced` (the only option), `gains` (costless gains
                without a choice), `peeks`. For all seats, or by player.
            script: Results of chance to come, in order: dice as digits (`"135"`), cards by name; afterwards
                chance goes on as chosen.

        Raises:
            SetupError: The names or the settings are not possible.
        """
        if not _are_rules(rules):
            raise SetupError("setup.rules", f"A game needs rules, from load_rules(), not {shown(rules)}.")
        setup = make_setup(players, automation, chance, seed, rules=rules.compiled)
        self._history = History(rules, setup, read_script(rules.compiled, script))

    @property
    def rules(self) -> Rules:
        """The rules by which this game is played."""
        return self._history.rules

    @property
    def players(self) -> tuple[str, ...]:
        """The players by seat, clockwise: what they are called now."""
        return self._history.setup.players

    @_by_one_thread
    def rename(self, player: str, name: str) -> None:
        """Call a player by another name from now on. Saves, records and events use it, too, for the past.

        Raises:
            SetupError: Nobody of that name plays, or the new name is not possible.
        """
        seat = self._seat(player)
        names = (*self.players[:seat], name, *self.players[seat + 1 :])
        self._history.rename(checked_names(names, (1, len(names))))

    @property
    def opening(self) -> tuple[AnyEvent, ...]:
        """The events before the first decision."""
        return self._history.opening()

    @property
    @_by_one_thread
    def pending(self) -> tuple[Decision, ...]:
        """The decisions owed now: several when players answer together, none when the game is over."""
        return decisions_of(self._history.state, self._history.firsts[-1])

    @property
    @_by_one_thread
    def decision(self) -> Decision | None:
        """The first decision owed, or None when the game is over."""
        return first_decision(self._history.state, self._history.firsts[-1])

    @property
    def state(self) -> GameState:
        """Everything that is public."""
        from kingsburg_rules.game.showing import state_of

        return state_of(self._state)

    @property
    def outcome(self) -> Outcome | None:
        """The ranking when the game is over."""
        return outcome_of(self._state)

    @_by_one_thread
    def view(self, player: str | None = None) -> SeatView:
        """Show what a player may know; without a name, what a spectator may know.

        Raises:
            SetupError: There is no such player.
        """
        seat = None if player is None else self._seat(player)
        from kingsburg_rules.game.showing import view_of

        history = self._history
        return view_of(history.state, seat, history.rules, history.firsts[-1], history.seq)

    @property
    @_by_one_thread
    def seq(self) -> int:
        """The number of the last event, as in `view().seq`."""
        return self._history.seq

    @_by_one_thread
    def recent(
        self, actions: int = 10, player: str | None = None, *, after: int | None = None
    ) -> tuple[AnyEvent, ...]:
        """Return the events of the last actions, as far as a player, or a spectator, may know them.

        Args:
            actions: The number of actions. If there have been fewer, the events begin with `opening`.
            player: The player; without a name, a spectator.
            after: The number of the last event that somebody knows: they get all that followed, whatever the
                number of actions. After an undo, that begins with `Undone`.

        Raises:
            SetupError: There is no such player, or a number is not a whole number.
        """
        if player is not None:
            self._seat(player)
        for name, number in (("actions", actions), ("after", 0 if after is None else after)):
            if not is_whole(number):
                raise SetupError("setup.number", f"`{name}` must be a whole number, not {shown(number)}.")
        history = self._history
        events = history.events_of(max(0, actions)) if after is None else history.events_after(after)
        return tuple(known for event in events if (known := event.known_to(player)) is not None)

    @_by_one_thread
    def play(
        self,
        action: Action | str,
        player: str | Whoever | None = Whoever.IS_ASKED,
        *,
        decision: int | None = None,
    ) -> tuple[AnyEvent, ...]:
        """Play an action for the first decision owed, or for the one that `player` owes.

        Args:
            action: The action, its text in the notation, or what a person types: names in English, Dutch or
                French, in any case, as short as is clear, or the number of the option.
            player: The player who answers. `None` is a spectator, who cannot.
            decision: The `id` of the decision that is answered. If it is not owed any more, the answer is
                refused, so that a double click does not answer the next question.

        Returns:
            What happened. The first event is `Played`, the last `Asked`.

        Raises:
            IllegalAction: The action is not possible now, with the reason. Nothing has changed.
            SetupError: There is no such player.
            Runaway: A card goes on without end. Nothing has changed.
        """
        try:
            who = self._answering(player, decision)
            found = self._read(action, who) if isinstance(action, str) else action
        except IllegalAction as error:
            raise IllegalAction(error.violation, action) from error
        state = self._history.state
        which = ask_of(state, who)
        k = option_of(state.asks[which].options, found) if which >= 0 else -1
        if k < 0:
            raise IllegalAction(self._violation(found, who) or NOT_OFFERED, found)
        return self._history.play(which, k)

    def why_not(
        self,
        action: Action | str,
        player: str | Whoever | None = Whoever.IS_ASKED,
        *,
        decision: int | None = None,
    ) -> Violation | None:
        """Return why an action is not possible now, with the arguments of `play`; None if it is.

        `describe(violation, rules)` writes a sentence about it, with the names of the cards.

        Args:
            action: The action or a text, as for `play`.
            player: The player who would play it; by default the first one asked.
            decision: The `id` of the decision that would be answered.

        Raises:
            SetupError: There is no such player.
        """
        try:
            who = self._answering(player, decision)
            return self._violation(self._read(action, who) if isinstance(action, str) else action, who)
        except IllegalAction as error:
            return error.violation

    def _answering(self, player: str | Whoever | None, decision: int | None) -> str | None:
        """Find out who answers; None if it is whoever is asked first."""
        if player is None:  # a server passes on the player of a connection, and a spectator has none
            raise IllegalAction(Spectating())
        named = None if isinstance(player, Whoever) else player
        if decision is None:
            if named is not None and named != CHANCE_PLAYER:
                self._seat(named)
            return named
        owner = next((owed.player for owed in self.pending if owed.id == decision), None)
        if owner is None or (named is not None and named != owner):
            raise IllegalAction(Stale())
        return owner

    def _violation(self, action: Action, player: str | None) -> Violation | None:
        from kingsburg_rules.game.legality import violation

        return violation(self._state, action, player)

    def within_reach(
        self, player: str, dice: Sequence[int] | None = None, bonus: Sequence[int] = ()
    ) -> tuple[ReachableAdvisor, ...]:
        """List the advisors that dice of a player reach, and how: with tokens, cards and the envoy.

        Args:
            player: The owner of the dice; it need not be their turn.
            dice: The dice to place, all of them; without it, any of the player's dice.
            bonus: The bonus dice among them.

        Raises:
            SetupError: There is no such player, or the dice are not whole numbers.
        """
        from kingsburg_rules.game.analysis import within_reach

        return within_reach(self._state, self._seat(player), dice, bonus)

    def prices(self, player: str) -> tuple[Price, ...]:
        """List what missing buildings cost a player now, and which cards change their prices.

        Raises:
            SetupError: There is no such player.
        """
        from kingsburg_rules.game.analysis import prices_of

        return prices_of(self._state, self._seat(player))

    def threats(self, player: str) -> tuple[Threat, ...]:
        """List the enemies that may attack this winter, as far as a player knows, with their strength.

        There are none before the first year, and when this year's battle is over.

        Raises:
            SetupError: There is no such player.
            Runaway: A card goes on without end.
        """
        from kingsburg_rules.game.analysis import threats_of

        return threats_of(self.rules, self._state, self._seat(player))

    def odds(
        self, player: str, *, strength: int | None = None, soldiers: int | None = None
    ) -> tuple[Odds, ...]:
        """Return the probability of each outcome of a player's battle this year, if winter came now.

        The odds are exact for what the player knows: enemies, the King's reinforcements, and all cards in
        play. If they must choose something in winter, there are odds for every choice; optional abilities
        are not used. There are none before the first year, and when the battle is over.

        Args:
            player: The player in the battle.
            strength: The strength going into winter, in place of the player's soldiers and what cards add.
            soldiers: The number of soldiers going into winter, in place of the player's own.

        Raises:
            SetupError: There is no such player, or a number is not one that a battle can have.
            Runaway: A card goes on without end.
        """
        from kingsburg_rules.game.analysis import odds_of

        return odds_of(self.rules, self._state, self._seat(player), strength, soldiers)

    @property
    def score_by_source(self) -> tuple[PlayerScore, ...]:
        """The points of every player now, by card and phase."""
        return scores_of(self._state)

    def dice_statistics(self) -> tuple[DiceStatistics, ...]:
        """Count the rolls so far, for every player, and last for dice that belong to everybody or nobody."""
        from kingsburg_rules.game.analysis import dice_statistics

        events, results, _ = self._history.replayed()
        return dice_statistics(self.players, events, results)

    def can_undo(self, *, fair: bool = False) -> bool:
        """Return whether there is an action to undo; with `fair`, one that rolled and revealed nothing."""
        if not self._history.answers:
            return False
        return not fair or self._history.is_fair_to_undo()

    @_by_one_thread
    def undo(self, *, fair: bool = False) -> tuple[AnyEvent, ...]:
        """Undo the last action: the game is exactly as it was before. Only numbers of events go on.

        Args:
            fair: Refuse if the action rolled, drew, looked at or turned over something.

        Returns:
            `Undone` and `Asked`.

        Raises:
            IllegalAction: No action has been played, or undoing it would not be fair.
        """
        if not self._history.answers:
            raise IllegalAction(NothingToUndo())
        if not self.can_undo(fair=fair):
            raise IllegalAction(UnfairUndo())
        return self._history.undo()

    @_by_one_thread
    def copy(self) -> Game:
        """Make an independent copy, with its history."""
        new = Game.__new__(Game)
        new._history = self._history.copy()
        return new

    def __copy__(self) -> Game:
        """Make an independent copy."""
        return self.copy()

    def __deepcopy__(self, _: object) -> Game:
        """Make an independent copy. The rules are the same object, since they never change."""
        return self.copy()

    def __reduce__(self) -> tuple[Callable[[str, Rules], Game], tuple[str, Rules]]:
        """Pickle the game as its save, with its rules."""
        return type(self).load, (self.save(), self.rules)

    @_by_one_thread
    def position(self) -> Position:
        """Return the position for search: without history and events, independent of this game."""
        return Position(self._state.copy())

    @_by_one_thread
    def save(self) -> str:
        """Write the game as JSON; `Game.load` reads it."""
        return saves.save_game(self._history, self._history.undone)

    @classmethod
    def load(cls, text: str, rules: Rules | None = None, *, packs: Iterable[PackLike] = ()) -> Game:
        """Read a saved game, and continue it.

        Args:
            text: What `save` wrote.
            rules: The rules of the game; without them, the save names the rules to load.
            packs: The packs of the game that are neither built in nor installed, as for `load_rules`.

        Raises:
            SaveError: The text is damaged, or its rules cannot be loaded or have changed.
            SetupError: `packs` are not packs.
            ContentError: One of the `packs` has mistakes.
            TypeError: `rules` are not rules.
        """
        game = cls.__new__(cls)
        game._history = saves.load_game(text, rules, packs)
        return game

    @property
    @_by_one_thread
    def record(self) -> Record:
        """The record of the game so far."""
        setup, key = self._history.setup, saves.rules_key(self.rules)
        _, results, actions = self._history.replayed()
        chance_results = tuple(result for _, result in results)
        return Record(key, setup.players, setup.automation, chance_results, tuple(actions))

    def __eq__(self, other: object) -> bool:
        """Return whether two games have the same rules, setup, position and history, whatever was undone."""
        if not isinstance(other, Game):
            return NotImplemented
        return saves.save_game(self._history, None) == saves.save_game(other._history, None)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Name the players, the moment, and the number of actions."""
        state = self.state
        moment = f"year {state.year}, {state.phase}, {len(self._history.answers)} actions"
        return f"<Game of {', '.join(self.players)}: {moment}>"

    @property
    def _state(self) -> State:
        return self._history.state

    def _seat(self, player: str) -> int:
        if not is_known(player, self.players):
            raise no_player(player)
        return self.players.index(player)

    def _read(self, action: str, player: str | None) -> Action:
        state = self._state
        which = ask_of(state, player)
        if which < 0:
            return parse(action)
        ask = state.asks[which]
        try:
            return parse(action, ask.options)
        except IllegalAction:
            if len(action) > MOST_TYPED:
                raise
        from kingsburg_rules.game.typed import typed

        dice = state.players[ask.seat].dice.own if ask.seat >= 0 else ()
        return typed(action, decision_of(state, ask), self.rules, dice)


def _are_rules(rules: object) -> bool:
    return isinstance(rules, Rules)


@frozen
class Record:
    """A game from its first answer to its last.

    `chance_results` are the results of chance in the order of the requests: dice as digits, cards by name.
    `actions` are the answers of the players as text; if several could answer, the player comes first.
    """

    rules: RulesKey
    players: tuple[str, ...]
    automation: tuple[int, ...]
    chance_results: tuple[str, ...]
    actions: tuple[str, ...]

    def dumps(self) -> str:
        """Write the record as JSON."""
        chance = " ".join(self.chance_results)
        return saves.to_text(
            saves.SavedRecord(saves.FORMAT, self.rules, self.players, self.automation, chance, self.actions)
        )

    @classmethod
    def loads(cls, text: str) -> Record:
        """Read a record.

        Raises:
            SaveError: The text is not a record, is damaged, or has another format.
        """
        saved = saves.from_text(text, saves.SavedRecord, "record")
        results = tuple(saved.chance_results.split())
        return cls(saved.rules, saved.players, saved.automation, results, saved.actions)

    def replay(self, rules: Rules | None = None, *, packs: Iterable[PackLike] = ()) -> Iterator[Game]:
        """Replay the record: yields the game at its start and after every action.

        Args:
            rules: The rules of the game; without them, the record names the rules to load.
            packs: The packs of the game that are neither built in nor installed, as for `load_rules`.

        Raises:
            SaveError: The record does not fit its rules.
            SetupError: `packs` are not packs.
            ContentError: One of the `packs` has mistakes.
            TypeError: `rules` are not rules.
        """
        game = self._start(rules, packs)
        yield game
        for number, text in enumerate(self.actions, start=1):
            player, _, action = text.rpartition(": ")
            try:
                game.play(action, player or Whoever.IS_ASKED)
            except KingsburgError as error:
                message = f"Action {number} of the record ({shown(text)}) is not possible: {error.message}"
                raise SaveError("record.action", message, facts={"number": number}) from error
            yield game
        # Results that are left belong to another game.
        if len(game.record.chance_results) != len(self.chance_results):
            raise SaveError("record.damaged", "The record has unused chance results.")

    def table(self, rules: Rules | None = None, *, packs: Iterable[PackLike] = ()) -> list[Row]:
        """Return what every player had at the end of every phase: rows of plain values.

        A phase in which nobody was asked anything has no rows.

        Args:
            rules: The rules of the game; without them, the record names the rules to load.
            packs: The packs of the game that are neither built in nor installed, as for `load_rules`.

        Raises:
            SaveError: The record does not fit its rules.
            SetupError: `packs` are not packs.
            ContentError: One of the `packs` has mistakes.
            TypeError: `rules` are not rules.
        """
        given = saves.rules_of(self.rules, rules, packs, "record")
        return phase_rows(self.replay(given), given)

    def _start(self, given: Rules | None, packs: Iterable[PackLike]) -> Game:
        """Start the game of a record; after the results of the record, the player `chance` is asked."""
        rules = saves.rules_of(self.rules, given, packs, "record")
        if not saves.fits_automation(self.automation, self.players):
            raise saves.damaged("record", "its automation does not fit its players")
        automation = {
            player: [name for name, flag in AUTOMATION.items() if kinds & flag]
            for player, kinds in zip(self.players, self.automation, strict=True)
        }
        try:
            return Game(
                rules,
                self.players,
                # The script has all results, so the seed makes no difference.
                seed=0,
                automation=automation,
                # Where the script ends, a record must end too: then `chance` is asked, and no action fits.
                chance="decision",
                script=self.chance_results,
            )
        except (SetupError, ValueError) as error:
            why = error.message if isinstance(error, SetupError) else str(error)
            raise saves.damaged("record", why.rstrip(".")) from error


# Tables of a game


Row: TypeAlias = dict[str, str | int | float | bool | None]
"""A row of a table: plain values by the names of the columns."""

_ELSEWHERE = ("plus2", "soldier", "bonus_die", "envoy")
"""Resources that are not in `goods` and not in `others`."""


class PhaseEnd(NamedTuple):
    """The public state and the points by source when the last decision of a phase was answered."""

    state: GameState
    scores: tuple[PlayerScore, ...]


def phase_ends(moments: Iterable[Game]) -> Iterator[PhaseEnd]:
    """Find the end of every phase in which somebody was asked, in the moments of a replay."""
    before: PhaseEnd | None = None
    for game in moments:
        now = PhaseEnd(game.state, game.score_by_source)
        if before is not None and _time(now.state) != _time(before.state):
            yield before
        before = now
    if before is not None:
        yield before


def _time(state: GameState) -> tuple[int, str]:
    return state.year, state.phase


def phase_rows(moments: Iterable[Game], rules: Rules) -> list[Row]:
    """Return a row for each player at the end of each phase."""
    compiled = rules.compiled
    known = {
        *_ELSEWHERE,
        compiled.resources[VP].name,
        *(compiled.resources[good].name for good in compiled.goods),
    }
    others = [resource.name for resource in compiled.resources if resource.name not in known]
    return [
        _row(end.state, seat, player, others)
        for end in phase_ends(moments)
        for seat, player in enumerate(end.state.players)
    ]


def _row(state: GameState, seat: int, player: PlayerState, others: Iterable[str]) -> Row:
    return {
        "year": state.year,
        "season": state.season,
        "phase": state.phase,
        "seat": seat,
        "player": player.name,
        "vp": player.vp,
        **player.goods,
        "plus2": player.plus2,
        "soldiers": player.soldiers,
        "buildings": len(player.buildings),
        "cards": len(player.cards),
        **{name: player.others.get(name, 0) for name in others},
    }
