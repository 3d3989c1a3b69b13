"""Games: what a frontend holds in its hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.content.rules import Rules
from kingsburg_rules.engine.errors import IllegalAction, SetupError, Violation
from kingsburg_rules.engine.loop import answer
from kingsburg_rules.game.decisions import CHANCE_PLAYER, Decision, pending_of
from kingsburg_rules.game.history import is_fair_to_undo, read_feed, recall, relive, retell, start
from kingsburg_rules.game.outcome import Outcome, outcome_of, score_by_source
from kingsburg_rules.game.position import NOT_OFFERED, Position, ask_of, option_of
from kingsburg_rules.game.setup import make_setup

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kingsburg_rules.content.packs import PackLike
    from kingsburg_rules.engine.actions import Action
    from kingsburg_rules.engine.events import AnyEvent
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.game.dice_history import DiceStatistics
    from kingsburg_rules.game.forecast import Odds, Threat
    from kingsburg_rules.game.pricing import Price
    from kingsburg_rules.game.reaching import Within
    from kingsburg_rules.game.records import Record
    from kingsburg_rules.game.views import GameState, SeatView


class Game:
    """A game in progress: decisions come out, actions go in, events come back.

    What only some programs use (saves, records, views, notation, reasons) is imported when it is first used.
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
        if not _are_rules(rules):
            raise SetupError(
                "setup.rules", f"A game needs rules, from load_rules(); {rules!r} is something else."
            )
        setup = make_setup(players, automation, chance, seed)
        notes: list[AnyEvent] = []
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
    def opening(self) -> tuple[AnyEvent, ...]:
        """What happened before the first decision."""
        return self._opening

    @property
    def pending(self) -> tuple[Decision, ...]:
        """The decisions owed now: several when players answer together, none when the game is over."""
        return pending_of(self._state)

    @property
    def decision(self) -> Decision | None:
        """The first decision owed, or None when the game is over."""
        return next(iter(self.pending), None)

    @property
    def state(self) -> GameState:
        """What lies open on the table."""
        from kingsburg_rules.game.views import state_of

        return state_of(self._state)

    @property
    def outcome(self) -> Outcome | None:
        """The ranking when the game is over."""
        return outcome_of(self._state)

    def view(self, player: str | None = None) -> SeatView:
        """Show what a player may know; without a name, what a spectator may."""
        from kingsburg_rules.game.views import view_of

        return view_of(self._state, None if player is None else self._seat(player), self._rules)

    def recent(self, actions: int = 10, player: str | None = None) -> tuple[AnyEvent, ...]:
        """Tell again what the last actions led to, as far as a player, or a spectator, may know of it.

        If there have not been so many actions, the telling begins with `opening`.
        """
        if player is not None:
            self._seat(player)
        first = max(0, len(self._turns) - max(0, actions))
        told = recall(self._before[first:], self._turns[first:])
        events = (*self._opening, *told) if actions > len(self._turns) else tuple(told)
        return tuple(event for event in events if event.only_for in (None, player))

    def play(self, action: Action | str, player: str | None = None) -> tuple[AnyEvent, ...]:
        """Play an action for the first decision owed, or for the one that `player` owes.

        Raises:
            IllegalAction: The action is not possible now, with the reason. Nothing has changed.
        """
        found = self._read(action, player)
        which = ask_of(self._state, player)
        k = option_of(self._state.asks[which].options, found) if which >= 0 else -1
        if k < 0:
            from kingsburg_rules.game.legality import violation

            raise IllegalAction(violation(self._state, found, player) or NOT_OFFERED, found)
        return self._answer(which, k)

    def why_not(self, action: Action | str, player: str | None = None) -> Violation | None:
        """Say why an action is not possible now; None if it is."""
        from kingsburg_rules.game.legality import violation

        try:
            return violation(self._state, self._read(action, player), player)
        except IllegalAction as error:
            return error.violation

    def within_reach(
        self, player: str, dice: Sequence[int] | None = None, bonus: Sequence[int] = ()
    ) -> tuple[Within, ...]:
        """List the advisors that dice of a player reach, and how: with tokens, cards and the envoy.

        Args:
            player: Whose dice they are; it need not be his turn.
            dice: The dice that he would put there, all of them; without it, any of those he has.
            bonus: His bonus dice among them.
        """
        from kingsburg_rules.game.reaching import within_reach

        return within_reach(self._state, self._seat(player), dice, bonus)

    def prices(self, player: str) -> tuple[Price, ...]:
        """Say what the buildings that a player has not built cost him now, and which cards make it so."""
        from kingsburg_rules.game.pricing import prices_of

        return prices_of(self._state, self._seat(player))

    def threats(self, player: str) -> tuple[Threat, ...]:
        """List the enemies that may come this winter, by what a player knows, and how strong they are.

        There are none before the first year, and when this year's battle is over.
        """
        from kingsburg_rules.game.forecast import threats_of

        return threats_of(self._rules, self._state, self._seat(player))

    def odds(
        self, player: str, *, strength: int | None = None, soldiers: int | None = None
    ) -> tuple[Odds, ...]:
        """Say how likely a player's battle this year is to end in each way, if winter came now.

        Exact, by what he knows: enemies, the King's reinforcements, and all cards in play. Where he must
        choose something in winter, there are odds for every choice; nothing that he may leave is used.
        There are none before the first year, and when the battle is over.

        Args:
            player: Whose battle it is.
            strength: The strength to go into winter with, in place of his soldiers and what cards add.
            soldiers: The number of soldiers to go into winter with, in place of his own.
        """
        from kingsburg_rules.game.forecast import odds_of

        return odds_of(self._rules, self._state, self._seat(player), strength, soldiers)

    @property
    def score_by_source(self) -> dict[str, dict[str, int]]:
        """The points of every player now, by card and phase, the largest first."""
        return {name: score_by_source(self._state, seat) for seat, name in enumerate(self.players)}

    def dice_statistics(self) -> tuple[DiceStatistics, ...]:
        """Count how the dice have fallen so far, for every player, and last for dice of all and of nobody."""
        from kingsburg_rules.game.dice_history import dice_statistics

        return dice_statistics(self.players, *relive(self._rules, self._state.setup, self._feed, self._turns))

    def can_undo(self, *, fair: bool = False) -> bool:
        """Whether there is an action to take back; a `fair` one if nothing was rolled or revealed by it."""
        return bool(self._turns) and (not fair or is_fair_to_undo(self._before[-1], *self._turns[-1]))

    def undo(self, *, fair: bool = False) -> None:
        """Take the last action back: the game is exactly as it was before it.

        Args:
            fair: Refuse if something was rolled, drawn, looked at or turned over by the action.

        Raises:
            IllegalAction: Nothing has been played, or it would not be fair.
        """
        if not self._turns:
            raise IllegalAction(Violation("undo.nothing", "undo", "Nothing has been played yet."))
        if not self.can_undo(fair=fair):
            raise IllegalAction(
                Violation(
                    "undo.unfair", "undo", "Something was rolled or revealed; that cannot be taken back."
                )
            )
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
        from kingsburg_rules.game.saves import save_game

        return save_game(self._rules, self._state, self._feed, self._turns)

    @classmethod
    def load(cls, text: str, rules: Rules | None = None, *, packs: Iterable[PackLike] = ()) -> Game:
        """Read a saved game, and go on with it.

        Args:
            text: What `save` wrote.
            rules: The rules of the game, if they are not to be loaded by the save's own account.
            packs: The packs of the game that are neither the library's nor installed, as for `load_rules`.

        Raises:
            SaveError: The text is damaged, or its rules are not those at hand.
        """
        from kingsburg_rules.game.saves import load_game

        game = cls.__new__(cls)
        found = load_game(text, rules, packs)
        *game._before, game._state = found.states
        game._rules, game._feed = found.rules, found.feed
        game._turns, game._opening = found.turns, found.opening
        return game

    @property
    def record(self) -> Record:
        """The record of the game so far."""
        from kingsburg_rules.game.records import Record
        from kingsburg_rules.game.rules_keys import rules_key

        setup = self._state.setup
        actions, luck = retell(self._rules, setup, self._feed, self._turns)
        return Record(rules_key(self._rules), self.players, setup.automation, tuple(luck), tuple(actions))

    def __eq__(self, other: object) -> bool:
        """Whether two games are the same, as their saves tell: rules, set-up, position and history."""
        if not isinstance(other, Game):
            return NotImplemented
        return self.save() == other.save()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Say which game it is and where it stands."""
        state = self.state
        moment = f"year {state.year}, {state.phase}, {len(self._turns)} actions"
        return f"<Game of {', '.join(self.players)}: {moment}>"

    def _repr_svg_(self) -> str:
        """Draw the game as a spectator sees it, for a notebook."""
        from kingsburg_rules.render import svg

        return svg(self.view(), log=self.recent())

    def _seat(self, player: str) -> int:
        if player not in self.players:
            raise SetupError("setup.player", f"'{player}' does not play in this game.")
        return self.players.index(player)

    def _read(self, action: Action | str, player: str | None) -> Action:
        if player is not None and player != CHANCE_PLAYER:
            self._seat(player)
        if not isinstance(action, str):
            return action
        from kingsburg_rules.game.notation import find

        which = ask_of(self._state, player)
        return find(action, self._state.asks[which].options if which >= 0 else ())

    def _answer(self, which: int, k: int) -> tuple[AnyEvent, ...]:
        before = self._state
        state = before.copy()
        notes: list[AnyEvent] = []
        state.notes = notes
        answer(state, which, k)
        state.notes = None
        self._state = state
        self._before.append(before)
        self._turns.append((which, k))
        return tuple(notes)


def _are_rules(rules: object) -> bool:
    return isinstance(rules, Rules)
