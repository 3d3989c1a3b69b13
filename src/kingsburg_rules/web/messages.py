"""The messages of browsers and tables: requests go to a table, news come from it.

The messages are values like actions and events, so their JSON is read, written and described in the same way.
Only their `type` is written in small letters: `WhyNot` is `why_not`. Requests come from strangers: `read`
refuses what is too long or of another form.
"""

from __future__ import annotations

import re as patterns
from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from attrs import field, frozen

from kingsburg_rules import (
    AnyAction,
    AnyEvent,
    Decision,
    PlayerScore,
    Price,
    ReachableAdvisor,
    SeatView,
    SetupError,
    Threat,
    Violation,
)
from kingsburg_rules import Odds as BattleOdds
from kingsburg_rules.engine import (
    DisplayName,
    Id,
    Tagged,
    Text,
    Unreadable,
    Value,
    from_plain,
    is_map,
    parsed,
    seated,
)
from kingsburg_rules.table import Automation, ChatLine, Person, Plan, TablePhase

LONGEST: Final = 10_000
"""The number of characters that a request may have."""


def word_of(name: str) -> str:
    """Return the `type` of a class of messages: its name in small letters."""
    return patterns.sub("(?<=[a-z])(?=[A-Z])", "_", name).lower()


# From a browser


@frozen(eq=False, repr=False)
class Request(Value, Tagged):
    """Something that a browser asks of a table. The answer has its `id` as `re`."""

    tag_of = staticmethod(word_of)
    kinds: ClassVar[Mapping[str, type[Request]]]
    id: int | None = field(default=None, kw_only=True)


@frozen(eq=False, repr=False)
class Hello(Request):
    """Choose the language of the reader, and name the number of the last event that the browser knows.

    It is the first request of a connection. It can be repeated, for example to change the language.
    """

    language: Id = "en"
    after: int | None = None


@frozen(eq=False, repr=False)
class PlayAction(Request):
    """Answer a decision, named by its id."""

    tag = "play"
    decision: int
    action: AnyAction


@frozen(eq=False, repr=False)
class WhyNot(Request):
    """Ask why an action is not possible now."""

    action: AnyAction
    decision: int | None = None


@frozen(eq=False, repr=False)
class Undo(Request):
    """Take the last answer back, and where one person plays against bots, the answers of bots since then.

    `seq` is the number of the last event that the browser knows.
    """

    seq: int


@frozen(eq=False, repr=False)
class Hint(Request):
    """Ask what the bot would do."""


@frozen(eq=False, repr=False)
class AskOdds(Request):
    """Ask what may attack this winter, and how the battle may end for this seat."""

    tag = "odds"


@frozen(eq=False, repr=False)
class AskPrices(Request):
    """Ask what the missing buildings cost this seat."""

    tag = "prices"


@frozen(eq=False, repr=False)
class AskReach(Request):
    """Ask which advisors this seat can reach, with any of its dice."""

    tag = "reach"


@frozen(eq=False, repr=False)
class AskScores(Request):
    """Ask for the points of every player by source."""

    tag = "scores"


@frozen(eq=False, repr=False)
class Chat(Request):
    """Write to everybody at the table."""

    text: Text


@frozen(eq=False, repr=False)
class Automate(Request):
    """Choose what is played without asking this seat; only before the game starts."""

    tag = "automation"
    automation: tuple[Automation, ...]


@frozen(eq=False, repr=False)
class Rename(Request):
    """Change the name of this seat."""

    name: DisplayName


@frozen(eq=False, repr=False)
class Start(Request):
    """Start the game. With `bots`, they take the seats that are open."""

    bots: bool = False


@frozen(eq=False, repr=False)
class Takeover(Request):
    """Have a bot play for somebody who is away, or (`person`) play for one's own seat again."""

    seat: int
    by: Id


@frozen(eq=False, repr=False)
class Ping(Request):
    """Ask whether the table is still there."""


# From a table


@frozen(eq=False, repr=False)
class Prompt(Value):
    """A decision that the seat owes, as a sentence; `texts` are the sentences of its options, in order.

    `clock` is how many seconds are left, if there is a clock.
    """

    decision: Decision
    text: Text
    texts: tuple[Text, ...]
    clock: int | None


@frozen(eq=False, repr=False)
class LogLine(Value):
    """An event in words."""

    seq: int
    text: Text


@frozen(eq=False, repr=False)
class TableInfo(Value):
    """A table in the lobby. `packs` are the titles of packs that were uploaded.

    `asked` are the seats that owe an answer; `moved` is when somebody last answered, in seconds since 1970.
    """

    table: Id
    title: Text
    phase: TablePhase
    year: int
    people: tuple[Person, ...]
    packs: tuple[Text, ...]
    asked: tuple[int, ...]
    moved: int | None
    plan: Plan


@frozen(eq=False, repr=False)
class ThreatText(Threat):
    """Enemies that may fight in this year's battle, with a sentence."""

    text: Text


@frozen(eq=False, repr=False)
class OddsText(BattleOdds):
    """The odds of a battle, with a sentence."""

    text: Text = field(kw_only=True)


@frozen(eq=False, repr=False)
class News(Value, Tagged):
    """Something that a table says to a browser."""

    tag_of = staticmethod(word_of)
    kinds: ClassVar[Mapping[str, type[News]]]


@frozen(eq=False, repr=False)
class Welcome(News):
    """Everything that a browser needs to draw the table. It answers `Hello`, and comes when the game starts.

    `seat` is None for a spectator. `catalog` is the hash in the address of the catalog. `view` is None before
    the game starts, and if the browser can go on from the events that it knows; then the news follow with the
    view. `log` has the last events. The `host` may start the game.
    """

    re: int | None
    table: Id
    title: Text
    seat: int | None
    started: bool
    host: bool
    language: Id
    catalog: Id
    view: SeatView | None
    ask: Prompt | None
    seq: int
    log: tuple[LogLine, ...]
    chat: tuple[ChatLine, ...]
    people: tuple[Person, ...]
    can_undo: bool
    automation: tuple[Automation, ...]


@frozen(eq=False, repr=False)
class Events(News):
    """The news, as far as this seat may know them, up to the event `seq`; and the view after them.

    `texts` are the sentences of the events, in order; None if nobody needs to read it.
    """

    events: tuple[AnyEvent, ...]
    texts: tuple[Text | None, ...]
    view: SeatView
    seq: int
    ask: Prompt | None
    can_undo: bool


@frozen(eq=False, repr=False)
class People(News):
    """The people at the table have changed. `watching` is the number of spectators."""

    people: tuple[Person, ...]
    watching: int


@frozen(eq=False, repr=False)
class Chatted(News):
    """Somebody wrote something."""

    tag = "chat"
    seat: int | None
    name: DisplayName | None
    text: Text
    time: Text


@frozen(eq=False, repr=False)
class Answered(News):
    """The request `re` was carried out and stored; or what was asked for, in the fields that belong to it."""

    tag = "answer"
    re: int | None
    violation: Violation | None = None
    decision: int | None = None
    action: AnyAction | None = None
    text: Text | None = None
    why: tuple[Text, ...] = ()
    threats: tuple[ThreatText, ...] = ()
    odds: tuple[OddsText, ...] = ()
    prices: tuple[Price, ...] = ()
    reach: tuple[ReachableAdvisor, ...] = ()
    scores: tuple[PlayerScore, ...] = ()


@frozen(eq=False, repr=False)
class Error(News):
    """The request `re` was refused, and nothing has changed: a code for programs, a sentence for people."""

    re: int | None
    code: Id
    message: Text
    violation: Violation | None = None


@frozen(eq=False, repr=False)
class Disconnected(News):
    """The last message before the table closes a connection for good."""

    tag = "closed"
    code: Id
    message: Text


# JSON


def read(text: str, players: Sequence[str]) -> Request:
    """Read a request of a stranger; `players` are those at the table, by seat.

    Raises:
        SetupError: It is too long, or it is not a request.
    """
    try:
        return from_plain(_data(text), Request, seated(players))
    except Unreadable as error:
        raise SetupError("table.malformed", f"This is not a request: {error}.") from error


def id_of(text: str) -> int | None:
    """Find the id of a request that cannot be read otherwise, so that its sender knows what is refused."""
    try:
        found = _data(text).get("id")
    except (SetupError, Unreadable):
        return None
    # JavaScript knows no larger whole number exactly.
    return found if type(found) is int and abs(found) < 2**53 else None


def _data(text: str) -> Mapping[str, object]:
    if len(text) > LONGEST:
        raise SetupError("table.size", "This message is too long.")
    found = parsed(text)
    if not is_map(found):
        raise Unreadable("must be a map")
    return found
