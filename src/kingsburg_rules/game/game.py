"""Games: the object that a frontend works with, its setup, and the replay of its answers.

A game stores only which option answered which decision. Chance comes from the seed, from a script or from
answers, so this is enough to recompute every earlier position. A replay takes a few milliseconds and happens
on demand.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, TypeGuard

from kingsburg_rules.content.rules import Rules
from kingsburg_rules.engine.decks import FEWEST_PLAYERS, MOST_SEATS
from kingsburg_rules.engine.errors import (
    IllegalAction,
    SetupError,
    is_known,
    is_whole,
    listed,
    shortened,
    shown,
    unknown,
)
from kingsburg_rules.engine.loop import answer, run
from kingsburg_rules.engine.state import AUTOMATION, CHANCE, Setup, State, derive_effects
from kingsburg_rules.engine.table import NOBODY
from kingsburg_rules.engine.violations import NothingToUndo, Spectating, Stale, UnfairUndo
from kingsburg_rules.engine.wire import CHANCE_PLAYER
from kingsburg_rules.engine.zones import hidden_hand
from kingsburg_rules.game import later
from kingsburg_rules.game.asking import decisions_of
from kingsburg_rules.game.decisions import Decision
from kingsburg_rules.game.event_stream import (
    EVENTS_ADDED,
    EVENTS_OF_UNDO,
    Moment,
    opening_events,
    play_option,
    undo_events,
)
from kingsburg_rules.game.outcome import Outcome, PlayerScore, outcome_of, scores_of
from kingsburg_rules.game.position import (
    NOT_OFFERED,
    Position,
    ask_of,
    checked_seed,
    no_player,
    option_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from kingsburg_rules.content.packs import PackLike
    from kingsburg_rules.engine.actions import Action
    from kingsburg_rules.engine.events import AnyEvent
    from kingsburg_rules.engine.public_state import GameState
    from kingsburg_rules.engine.table import Table
    from kingsburg_rules.engine.violations import Violation
    from kingsburg_rules.game.analysis import DiceStatistics, Odds, Price, ReachableAdvisor, Threat
    from kingsburg_rules.game.saves import Record
    from kingsburg_rules.game.views import SeatView

    ScriptedResults: TypeAlias = "tuple[tuple[int, ...], ...]"
    """Results of chance given in advance: dice and seats as numbers, cards by their index."""

    Answers: TypeAlias = "Sequence[tuple[int, int]]"
    """The answers of a game: the number of the ask, and the number of the option."""

_LONGEST_NAME = 40


class Whoever(Enum):
    """Stands for whoever is asked, where a player may be named."""

    IS_ASKED = "whoever is asked"


class Game:
    """A game in progress: decisions come out, actions go in, events come back.

    Every action is played on a copy, so an illegal action, or content that runs endlessly, changes nothing.
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
            players: Different names, clockwise: two to five, or as many as the rules are for.
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
        setup = make_setup(players, automation, chance, seed, seats=rules.table.seats)
        self._rules = rules
        self._script = read_script(rules.table, script)
        self._now = Moment(start_game(rules, setup, self._script))
        self._answers: list[tuple[int, int]] = []
        self._before: list[Moment] = []
        self._undone: Undoing | None = None
        self._seqs: list[int] = []

    @property
    def rules(self) -> Rules:
        """The rules by which this game is played."""
        return self._rules

    @property
    def players(self) -> tuple[str, ...]:
        """The players by seat, clockwise: what they are called now."""
        return self._state.setup.players

    def rename(self, player: str, name: str) -> None:
        """Call a player by another name from now on. Saves, records and events use it, too, for the past.

        Raises:
            SetupError: Nobody of that name plays, or the new name is not possible.
        """
        seat = self._seat(player)
        names = (*self.players[:seat], name, *self.players[seat + 1 :])
        setup = self._state.setup.called(checked_names(names))
        *self._before, self._now = replay_moments(
            self._rules, setup, self._script, self._answers, self._undone
        )

    @property
    def opening(self) -> tuple[AnyEvent, ...]:
        """What happened before the first decision."""
        log: list[AnyEvent] = []
        return opening_events(log, Moment(start_game(self._rules, self._state.setup, self._script, log)))

    @property
    def pending(self) -> tuple[Decision, ...]:
        """The decisions owed now: several when players answer together, none when the game is over."""
        return decisions_of(self._now)

    @property
    def decision(self) -> Decision | None:
        """The first decision owed, or None when the game is over."""
        return next(iter(self.pending), None)

    @property
    def state(self) -> GameState:
        """Everything that is public."""
        return later.state_of(self._state)

    @property
    def outcome(self) -> Outcome | None:
        """The ranking when the game is over."""
        return outcome_of(self._state)

    def view(self, player: str | None = None) -> SeatView:
        """Show what a player may know; without a name, what a spectator may know.

        Raises:
            SetupError: There is no such player.
        """
        seat = None if player is None else self._seat(player)
        return later.view_of(self._now, seat, self._rules, self._numbers()[-1])

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
        events = self._last(max(0, actions)) if after is None else self._since(after)
        return tuple(known for event in events if (known := event.known_to(player)) is not None)

    def _last(self, actions: int) -> Iterator[AnyEvent]:
        if actions > len(self._answers):
            yield from self.opening
        yield from self._replayed(max(0, len(self._answers) - actions))

    def _since(self, seq: int) -> Iterator[AnyEvent]:
        """List the events after a number, without those of actions that have been undone."""
        undone, seqs = self._undone, self._numbers()
        events: tuple[AnyEvent, ...] = ()
        if undone is not None and seq < undone.seq + EVENTS_OF_UNDO:
            first, events = undone.actions, undone.events(self._moment(undone.actions))
        elif seq < seqs[0]:
            first, events = 0, self.opening
        else:
            first = bisect_right(seqs, seq, hi=len(self._before)) - 1
        yield from (event for event in (*events, *self._replayed(max(0, first))) if event.seq > seq)

    def _replayed(self, first: int) -> Iterator[AnyEvent]:
        """Replay the actions from a number on, for their events."""
        replayed = zip(self._before[first:], self._answers[first:], self._numbers()[first:], strict=False)
        for moment, (which, k), seq in replayed:
            yield from play_option(moment, which, k, seq)[1]

    def _moment(self, actions: int) -> Moment:
        return self._before[actions] if actions < len(self._before) else self._now

    def _numbers(self) -> list[int]:
        """Return the number of the last event before each action, and of the last event of all.

        A game that has been loaded has made no events yet: it counts them when a number is needed first.
        """
        if not self._seqs:
            setup = self._state.setup
            self._seqs = count_events(self._rules, setup, self._script, self._answers, self._undone)
        return self._seqs

    def play(
        self,
        action: Action | str,
        player: str | Whoever | None = Whoever.IS_ASKED,
        *,
        decision: int | None = None,
    ) -> tuple[AnyEvent, ...]:
        """Play an action for the first decision owed, or for the one that `player` owes.

        Args:
            action: The action, or its text.
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
            found = self._read(action, who)
        except IllegalAction as error:
            raise self._refused(error.violation, action) from error
        which = ask_of(self._state, who)
        k = option_of(self._state.asks[which].options, found) if which >= 0 else -1
        if k < 0:
            raise self._refused(later.violation(self._state, found, who) or NOT_OFFERED, found)
        seqs = self._numbers()
        after, events = play_option(self._now, which, k, seqs[-1])
        seqs.append(seqs[-1] + len(events))
        self._before.append(self._now)
        self._answers.append((which, k))
        self._now = after
        return events

    def why_not(
        self,
        action: Action | str,
        player: str | Whoever | None = Whoever.IS_ASKED,
        *,
        decision: int | None = None,
        language: str = "en",
    ) -> Violation | None:
        """Say why an action is not possible now, with the arguments of `play`; None if it is.

        Args:
            action: The action, or its text.
            player: The player who would play it; by default the first one asked.
            decision: The `id` of the decision that would be answered.
            language: The language of the sentence: `en`, `nl` or `fr`.

        Raises:
            SetupError: There is no such player or language.
        """
        try:
            who = self._answering(player, decision)
            found = later.violation(self._state, self._read(action, who), who)
        except IllegalAction as error:
            found = error.violation
        return found and later.told_violation(found, self._rules, language)

    def _answering(self, player: str | Whoever | None, decision: int | None) -> str | None:
        """Find out who answers; None if it is whoever is asked first."""
        if player is None:
            raise IllegalAction(Spectating())
        named = None if isinstance(player, Whoever) else player
        if decision is None:
            return named
        owner = next((owed.player for owed in self.pending if owed.id == decision), None)
        if owner is None or (named is not None and named != owner):
            raise IllegalAction(Stale())
        return owner

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
        return later.within_reach(self._state, self._seat(player), dice, bonus)

    def prices(self, player: str) -> tuple[Price, ...]:
        """List what missing buildings cost a player now, and which cards change their prices.

        Raises:
            SetupError: There is no such player.
        """
        return later.prices_of(self._state, self._seat(player))

    def threats(self, player: str) -> tuple[Threat, ...]:
        """List the enemies that may attack this winter, as far as a player knows, with their strength.

        There are none before the first year, and when this year's battle is over.

        Raises:
            SetupError: There is no such player.
            Runaway: A card goes on without end.
        """
        return later.threats_of(self._rules, self._state, self._seat(player))

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
        return later.odds_of(self._rules, self._state, self._seat(player), strength, soldiers)

    @property
    def score_by_source(self) -> tuple[PlayerScore, ...]:
        """The points of every player now, by card and phase."""
        return scores_of(self._state)

    def dice_statistics(self) -> tuple[DiceStatistics, ...]:
        """Count the rolls so far, for every player, and last for dice that belong to everybody or nobody."""
        return later.dice_statistics(
            self.players, *replay_with_chance(self._rules, self._state.setup, self._script, self._answers)
        )

    def can_undo(self, *, fair: bool = False) -> bool:
        """Whether there is an action to undo; with `fair`, only if it did not roll or reveal anything."""
        return bool(self._answers) and (
            not fair or is_fair_to_undo(self._before[-1].state, *self._answers[-1])
        )

    def undo(self, *, fair: bool = False) -> tuple[AnyEvent, ...]:
        """Undo the last action: the game is exactly as it was before. Only numbers of events go on.

        Args:
            fair: Refuse if the action rolled, drew, looked at or turned over something.

        Returns:
            `Undone` and `Asked`.

        Raises:
            IllegalAction: No action has been played, or undoing it would not be fair.
        """
        if not self._answers:
            raise self._refused(NothingToUndo())
        if not self.can_undo(fair=fair):
            raise self._refused(UnfairUndo())
        *kept, _, seq = self._numbers()
        self._answers.pop()
        self._now = self._now.back_at(self._before.pop().state)
        self._undone = Undoing(len(self._answers), self._now.first, seq)
        self._seqs = [*kept, seq + EVENTS_OF_UNDO]
        return self._undone.events(self._now)

    def copy(self) -> Game:
        """Make an independent copy, with its history."""
        new = Game.__new__(Game)
        new._rules, new._script = self._rules, self._script
        new._now = self._now._replace(state=self._state.copy())
        new._answers, new._before, new._undone = [*self._answers], [*self._before], self._undone
        new._seqs = [*self._seqs]
        return new

    def __copy__(self) -> Game:
        """Make an independent copy."""
        return self.copy()

    def __deepcopy__(self, _: object) -> Game:
        """Make an independent copy. The rules are the same object, since they never change."""
        return self.copy()

    def __reduce__(self) -> tuple[Callable[[str, Rules], Game], tuple[str, Rules]]:
        """Pickle the game as its save, with its rules."""
        return type(self).load, (self.save(), self._rules)

    def position(self) -> Position:
        """Return the position for search: without history and events, independent of this game."""
        return Position(self._state.copy())

    def save(self) -> str:
        """Write the game as JSON; `Game.load` reads it."""
        return later.save_game(self._rules, self._state, self._script, self._answers, self._undone)

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
        found = later.load_game(text, rules, packs)
        *game._before, game._now = found.moments
        game._rules, game._script = found.rules, found.script
        game._answers, game._undone, game._seqs = found.answers, found.undone, []
        return game

    @property
    def record(self) -> Record:
        """The record of the game so far."""
        return later.record_of(self._rules, self._state, self._script, self._answers)

    def __eq__(self, other: object) -> bool:
        """Whether two games have the same rules, setup, position and history, whatever was undone."""
        if not isinstance(other, Game):
            return NotImplemented
        return self._content() == other._content()

    def _content(self) -> str:
        return later.save_game(self._rules, self._state, self._script, self._answers, None)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Name the players, the moment, and the number of actions."""
        state = self.state
        moment = f"year {state.year}, {state.phase}, {len(self._answers)} actions"
        return f"<Game of {', '.join(self.players)}: {moment}>"

    def _repr_svg_(self) -> str:
        """Draw the game as a spectator sees it, for a notebook."""
        return later.svg(self.view(), self.recent())

    @property
    def _state(self) -> State:
        return self._now.state

    def _seat(self, player: str) -> int:
        if not is_known(player, self.players):
            raise no_player(player)
        return self.players.index(player)

    def _read(self, action: Action | str, player: str | None) -> Action:
        if player is not None and player != CHANCE_PLAYER:
            self._seat(player)
        if not isinstance(action, str):
            return action
        which = ask_of(self._state, player)
        return later.parse(action, self._state.asks[which].options if which >= 0 else ())

    def _refused(self, violation: Violation, action: object = None) -> IllegalAction:
        """Make the error for an action that is not possible, with a sentence in English."""
        return IllegalAction(later.told_violation(violation, self._rules), action)


def _are_rules(rules: object) -> bool:
    return isinstance(rules, Rules)


# Setting up a game: who plays, what is not asked, and where chance comes from


def make_setup(
    players: Sequence[str],
    automation: Iterable[str] | Mapping[str, Iterable[str]],
    chance: str,
    seed: int | None,
    *,
    seats: tuple[int, int] = (FEWEST_PLAYERS, MOST_SEATS),
) -> Setup:
    """Check the settings of a game; without a seed, the operating system provides one.

    Args:
        players: The names.
        automation: What is done without asking.
        chance: `random` or `decision`.
        seed: Makes chance repeatable.
        seats: The least and the largest number of players.

    Raises:
        SetupError: The names or the settings are not possible.
    """
    return Setup(
        checked_names(players, seats),
        checked_automation(players, automation),
        checked_chance(chance),
        int.from_bytes(os.urandom(8), "big") if seed is None else checked_seed(seed),
    )


def checked_names(
    players: Sequence[str], seats: tuple[int, int] = (FEWEST_PLAYERS, MOST_SEATS)
) -> tuple[str, ...]:
    """Check the names of the players: not too many, different, printable, without commas and colons."""
    names = listed(players)
    if names is None:
        raise SetupError("setup.names", "Players are given as a list of names, such as ('Ann', 'Brian').")
    _check_number(len(names), seats)
    for name in names:
        _check_name(name)
        if names.count(name) > 1:
            message = f"Two players are called '{name}'."
            raise SetupError("setup.same_name", message, facts={"name": name})
    return names


def _check_name(name: str) -> None:
    quoted = shortened(" ".join(name.split()))
    facts: dict[str, str | int] = {"name": quoted, "most": _LONGEST_NAME}
    said = f"'{quoted}' cannot be a name" if quoted else "An empty text cannot be a name"
    if name != " ".join(name.split()) or not name.isprintable() or not 1 <= len(name) <= _LONGEST_NAME:
        message = f"{said}: 1 to {_LONGEST_NAME} printable characters, with single spaces between words."
        raise SetupError("setup.name", message, facts=facts)
    if name == CHANCE_PLAYER or "," in name or ":" in name:
        message = f"{said} here: no commas, no colons, and not 'chance'."
        raise SetupError("setup.name_sign", message, facts=facts)


def _check_number(players: int, seats: tuple[int, int]) -> None:
    least, most = seats
    if not least <= players <= most:
        wanted = f"{least} to {most}" if least < most else str(least)
        facts = {"least": least, "most": most, "found": players}
        raise SetupError("setup.players", f"{wanted} players are needed, not {players}.", facts=facts)


def check_players(table: Table, players: int) -> None:
    """Check that the rules are for this number of players, and that there are enough cards for everybody.

    Raises:
        SetupError: They are not for this number of players, or a deck is too small.
    """
    _check_number(players, table.seats)
    for need in table.needs:
        shortage = need.shortage(table, players)
        if shortage is not None:
            message = f"These rules are not for so many: {shortage}."
            raise SetupError("setup.cards", message, facts={"players": players})


def checked_automation(
    players: Sequence[str], automation: Iterable[str] | Mapping[str, Iterable[str]]
) -> tuple[int, ...]:
    """Turn the names of automation into bit sets, one for each seat."""
    if not _is_by_player(automation):
        return (_automation_flags(automation),) * len(players)
    for name in automation:
        if not is_known(name, players):
            raise SetupError("setup.automation", f"{shown(name)} does not play in this game.")
    return tuple(_automation_flags(automation.get(name, AUTOMATION)) for name in players)


def _is_by_player(automation: object) -> TypeGuard[Mapping[str, Iterable[str]]]:
    return isinstance(automation, Mapping)


def _automation_flags(automation: object) -> int:
    """Turn the automation of a seat into a bit set."""
    names = listed(automation)
    if names is None:
        raise SetupError(
            "setup.automation", "Automation is given as a list of words, such as ('forced', 'gains')."
        )
    flags = 0
    for name in names:
        if name not in AUTOMATION:
            raise SetupError("setup.automation", f"Automation {unknown(name, AUTOMATION)}")
        flags |= AUTOMATION[name]
    return flags


def checked_chance(chance: str) -> bool:
    """Whether chance is a decision."""
    if not is_known(chance, ("random", "decision")):
        raise SetupError("setup.chance", f"Chance {unknown(chance, ('random', 'decision'))}")
    return chance == "decision"


# Starting a game, and replaying its answers


def read_script(table: Table, script: Iterable[str | Sequence[int]]) -> ScriptedResults:
    """Read results of chance: dice and seats as digits (`135`) or numbers, cards by name.

    Raises:
        SetupError: A result is neither.
    """
    if isinstance(script, str) or not _is_iterable(script):
        raise SetupError("chance.feed", "Results of chance are given as a list, such as ['135', '246'].")
    return tuple(_result(table, result) for result in script)


def _result(table: Table, result: object) -> tuple[int, ...]:
    if isinstance(result, str):
        if result.isascii() and result.isdigit():
            return tuple(map(int, result))
        if result in table.card:
            return (table.card[result],)
    elif _is_iterable(result):
        numbers = tuple(result)
        if _all_whole(numbers):
            return numbers
    raise SetupError("chance.feed", f"{shown(result)} is neither dice, such as 135, nor a card.")


def _is_iterable(items: object) -> TypeGuard[Iterable[object]]:
    return isinstance(items, Iterable)


def _all_whole(items: tuple[object, ...]) -> TypeGuard[tuple[int, ...]]:
    return all(type(item) is int for item in items)


def start_game(
    rules: Rules, setup: Setup, script: ScriptedResults, log: list[AnyEvent] | None = None
) -> State:
    """Start a game and run to its first decision.

    Raises:
        SetupError: The rules are not for this number of players, or there are not enough cards.
    """
    check_players(rules.table, len(setup.players))
    state = new_state(rules, setup, script)
    state.event_log = log
    run(state)
    state.event_log = None
    return state


def new_state(rules: Rules, setup: Setup, script: ScriptedResults) -> State:
    """Create the state of a game in which nothing has happened yet."""
    table = rules.table
    state = State(table, setup)
    state.scripted_results = script
    state.in_force = table.in_force
    if table.in_force:
        derive_effects(state)
    state.stack.append(table.programs[table.calendar].frame(NOBODY))
    return state


class Undoing(NamedTuple):
    """The last undo: how many actions were left, and the numbers of the moment then.

    Decisions are numbered from `first` on, events from the one after `seq`.
    """

    actions: int
    first: int
    seq: int

    def events(self, moment: Moment) -> tuple[AnyEvent, ...]:
        """Report the undo, given the moment at which the game was then."""
        return undo_events(Moment(moment.state, self.first), self.seq)


def replay_moments(
    rules: Rules, setup: Setup, script: ScriptedResults, answers: Answers, undo: Undoing | None
) -> list[Moment]:
    """Compute every moment of a game: before each answer, and after the last one.

    Raises:
        IndexError: The answers do not fit the rules.
    """
    moment = Moment(start_game(rules, setup, script))
    moments: list[Moment] = []
    for actions, given in enumerate((*answers, None)):
        if undo is not None and undo.actions == actions:
            moment = Moment(moment.state, undo.first)
        moments.append(moment)
        if given is not None:
            _check_answer(moment.state, *given)
            moment = moment.answered(*given)
    return moments


def count_events(
    rules: Rules, setup: Setup, script: ScriptedResults, answers: Answers, undo: Undoing | None
) -> list[int]:
    """Count the events of a game before each of its answers, and after the last one."""
    log: list[AnyEvent] = []
    state = start_game(rules, setup, script, log)
    state.event_log, seq = log, len(log) + 1
    seqs: list[int] = []
    for actions, given in enumerate((*answers, None)):
        if undo is not None and undo.actions == actions:
            seq = undo.seq + EVENTS_OF_UNDO
        seqs.append(seq)
        if given is not None:
            log.clear()
            answer(state, *given)
            seq += len(log) + EVENTS_ADDED
    return seqs


def replay_with_chance(
    rules: Rules, setup: Setup, script: ScriptedResults, answers: Answers
) -> tuple[list[AnyEvent], list[tuple[int, str]]]:
    """Return all events of a game, and the results of chance, each with the number of events before it."""
    state = new_state(rules, setup, script)
    log: list[AnyEvent] = []
    results: list[tuple[int, str]] = []
    state.event_log, state.chance_log = log, results
    run(state)
    for which, k in answers:
        answer(state, which, k)
    return log, results


def is_fair_to_undo(before: State, which: int, k: int) -> bool:
    """Whether an answer rolled and drew nothing, and revealed nothing to anybody."""
    if before.asks[which].seat == CHANCE:
        return False
    after = before.copy()
    after.chance_log = []
    answer(after, which, k)
    together = len(before.asks) > 1 and after.asks is not before.asks
    return not after.chance_log and not together and _seen_cards(after) == _seen_cards(before)


def _seen_cards(state: State) -> list[object]:
    """List the enemies that have been revealed, those that each seat has looked at, and the hidden hands.

    Hidden hands count because a card that leaves one has been seen by somebody else.
    """
    hidden = (hidden_hand(player) for player in state.players)
    return [{*state.out, *state.revealed}, *({*player.seen} for player in state.players), *hidden]


def replay_as_text(
    rules: Rules, setup: Setup, script: ScriptedResults, answers: Answers
) -> tuple[list[str], list[str]]:
    """Return the answers of the players and the results of chance as text, for a record."""
    state = new_state(rules, setup, script)
    results: list[tuple[int, str]] = []
    state.chance_log = results
    run(state)
    actions: list[str] = []
    for which, k in answers:
        _check_answer(state, which, k)
        ask = state.asks[which]
        if ask.seat != CHANCE:
            owner = f"{setup.players[ask.seat]}: " if len(state.asks) > 1 else ""
            actions.append(f"{owner}{ask.options[k]}")
        answer(state, which, k)
    return actions, [result for _, result in results]


def _check_answer(state: State, which: int, k: int) -> None:
    owed = 0 <= which < len(state.asks) and state.given[which] < 0
    if not owed or not 0 <= k < len(state.asks[which].options):
        raise IndexError("there is no such option")
