"""The state of a table: what survives a restart, as one value with a JSON, and the game that is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from attrs import field, frozen

from kingsburg_rules import SaveError
from kingsburg_rules.engine import DisplayName, Id, Text, Unreadable, Value, from_plain, parsed

SeatKind: TypeAlias = Literal["person", "bot", "open"]
"""The kinds of players in a seat; an open seat has none yet."""

TablePhase: TypeAlias = Literal["waiting", "playing", "over"]
"""The stages of a table: people sit down, they play, the game is over."""

Automation: TypeAlias = Literal["forced", "gains", "peeks"]
"""The kinds of decisions that can be answered without asking."""

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
class Person(Value):
    """A seat of the table and who plays for it; nobody has a name in an open seat.

    `here` is whether a browser is connected for it. `bot` names the bot that answers: always for the kind
    `bot`, and for a person as long as they are away. `clock` is how many seconds are left for a decision.
    """

    seat: int
    name: DisplayName | None
    kind: SeatKind
    here: bool
    bot: Id | None
    clock: int | None


@frozen(eq=False, repr=False)
class ChatLine(Value):
    """A line of the chat: its writer, text and time (ISO 8601, UTC). A spectator has no seat and no name."""

    seat: int | None
    name: DisplayName | None
    text: Text
    time: Text


@frozen(eq=False, repr=False)
class SavedTable(Value):
    """A table as it is stored. `game` is the save of the game; `since` is when it was opened.

    `year`, `asked` (the seats that owe an answer) and `moved` (when somebody last answered) say how the game
    stands, so that tables can be listed without their rules. `host` is the seat of the player who opened the
    table. `left` has the seconds that remain for each of the decisions owed, if there is a clock.
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
    host: int = 0
    left: tuple[int, ...] = ()

    @property
    def phase(self) -> TablePhase:
        """The stage that the table is in."""
        return "waiting" if self.game is None else "over" if self.over else "playing"

    @property
    def was_played(self) -> bool:
        """Return whether a person has ever answered."""
        return any(chair.answered is not None for chair in self.chairs)

    @property
    def people(self) -> tuple[Person, ...]:
        """The people and bots by seat, without who is connected."""
        return tuple(
            Person(seat, chair.name, chair.kind, False, chair.bot, None)
            for seat, chair in enumerate(self.chairs)
        )

    @staticmethod
    def from_json(text: str) -> SavedTable:
        """Read what `to_json` wrote.

        Raises:
            SaveError: It is damaged.
        """
        try:
            return from_plain(parsed(text), SavedTable)
        except Unreadable as error:
            raise SaveError("table.saved", f"This is not a table: {error}.") from error
