"""The state of a table: what survives a restart, as one value with a JSON, and the game that is played."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from attrs import field, frozen

from kingsburg_rules import Decision, Game, Played, SaveError
from kingsburg_rules.engine import DisplayName, Id, Text, Unreadable, Value, from_plain, parsed
from kingsburg_rules.web.messages import Automation, ChatLine, Person, SeatKind, TablePhase

USUALLY: Final[tuple[Automation, ...]] = ("forced", "gains", "peeks")


@frozen(eq=False, repr=False)
class Plan(Value):
    """The game that a table plays; it does not change.

    `packs` are the hashes of uploads. `clock` is the number of seconds for each decision; without it, nobody
    is in a hurry. A `public` table is listed in the lobby.
    """

    edition: Id = "second"
    modules: tuple[Id, ...] = ()
    variants: tuple[Id, ...] = ()
    scenario: Id | None = None
    fidelity: Id = "reconstructed"
    switches: Mapping[Id, Id] = field(factory=dict[str, str])
    packs: tuple[Id, ...] = ()
    clock: int | None = None
    public: bool = False


@frozen(eq=False, repr=False)
class Chair(Value):
    """A seat and who plays for it.

    `token` is the hash of what its person holds. `bot` plays for a chair of the kind `bot`, and for a person
    who is away. `last` is the last answer of the person, with the number of its decision in `answered`, so
    that the same message is answered the same when it comes twice.
    """

    kind: SeatKind
    name: DisplayName | None = None
    token: Id | None = None
    bot: Id | None = None
    automation: tuple[Automation, ...] = USUALLY
    answered: int | None = None
    last: Text | None = None


@frozen(eq=False, repr=False)
class Saved(Value):
    """A table as it is stored. `game` is the save of the game; `since` is when it was opened.

    `year`, `asked` (the seats that owe an answer) and `moved` (when somebody last answered) say how the game
    stands, so that tables can be listed without their rules.
    """

    id: Id
    plan: Plan
    chairs: tuple[Chair, ...]
    since: int
    chat: tuple[ChatLine, ...] = ()
    game: Text | None = None
    over: bool = False
    year: int = 0
    asked: tuple[int, ...] = ()
    moved: int | None = None

    @property
    def phase(self) -> TablePhase:
        """The stage that the table is in."""
        return "waiting" if self.game is None else "over" if self.over else "playing"

    @property
    def people(self) -> tuple[Person, ...]:
        """Who plays for each seat, without who is connected."""
        return tuple(
            Person(seat, chair.name, chair.kind, False, chair.bot, None)
            for seat, chair in enumerate(self.chairs)
        )

    @staticmethod
    def from_json(text: str) -> Saved:
        """Read what `to_json` wrote.

        Raises:
            SaveError: It is damaged.
        """
        try:
            return from_plain(parsed(text), Saved)
        except Unreadable as error:
            raise SaveError("table.saved", f"This is not a table: {error}.") from error


@frozen
class Snapshot:
    """A table at one moment. A change makes another snapshot, so a change that fails leaves the old one."""

    saved: Saved
    game: Game | None = None

    @property
    def chairs(self) -> tuple[Chair, ...]:
        """The seats."""
        return self.saved.chairs

    @property
    def pending(self) -> tuple[Decision, ...]:
        """The decisions owed."""
        return () if self.game is None else self.game.pending

    @cached_property
    def seq(self) -> int:
        """The number of the last event."""
        return 0 if self.game is None else self.game.view().seq

    def before_answer_of(self, player: str) -> Game | None:
        """Return the game before the last answer of a player, if it is fair to take that back; or None.

        Where one person plays against bots, the answers of bots since then are taken back with it, unless one
        of them rolled, drew or revealed something.
        """
        game = self.game
        while game is not None and game.can_undo(fair=True):
            last = _last_player(game)
            if last != player and not (self._is_one_person and last in self._bots):
                return None
            game = game.copy()
            game.undo(fair=True)
            if last == player:
                return game
        return None

    @cached_property
    def _is_one_person(self) -> bool:
        return sum(chair.kind == "person" for chair in self.chairs) == 1

    @cached_property
    def _bots(self) -> frozenset[str | None]:
        return frozenset(chair.name for chair in self.chairs if chair.kind == "bot")

    def name(self, seat: int | None) -> str | None:
        """Return the name of the player in a seat; None for spectators and open seats."""
        return None if seat is None else self.chairs[seat].name


def _last_player(game: Game) -> str | None:
    """Find the player of the last action."""
    first = next(iter(game.recent(1)), None)
    return first.player if isinstance(first, Played) else None
