"""For tests that play by hand: lines that say whose turn it is, and short ways to look at the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from kingsburg_rules import Decision, Event, Gained, Game, Lost
from kingsburg_rules.engine.actions import bag_text
from kingsburg_rules.engine.compiled_rules import NOBODY
from kingsburg_rules.engine.loop import call, run
from kingsburg_rules.engine.public_state import GameState, PlayerState
from kingsburg_rules.engine.violations import Violation
from kingsburg_rules.game.phases import moment
from kingsburg_rules.game.setup import read_script
from kingsburg_rules.testing.situation import Situation

EDITIONS = ("second", "first-ffg", "first-elfinwerks")

E = TypeVar("E", bound=Event)


def fields_of(cls: type[object]) -> tuple[str, ...]:
    """The fields of a class of the engine; a compiled one has no slots."""
    found: tuple[str, ...] = getattr(cls, "__mypyc_attrs__", None) or getattr(cls, "__slots__", ())
    assert found
    return found


class Table(Protocol):
    """What a game and a situation have in common."""

    @property
    def decision(self) -> Decision | None: ...

    @property
    def state(self) -> GameState: ...

    def why_not(self, text: str, player: str | None = None) -> Violation | None: ...


def altered(value: object) -> object:
    """Another value of the same type, as a compiled class asks for."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value ^ 1
    assert isinstance(value, tuple)
    if type(value) is tuple and value and isinstance(value[0], int):
        return (value[0] ^ 1, *value[1:])
    return (*value, 1)


def play(at: Table, *lines: str) -> list[Event]:
    """Play lines such as "Ann: build inn"; each must find that very player asked first."""
    told: list[Event] = []
    for line in lines:
        player, _, text = line.partition(": ")
        asked = at.decision.player if at.decision is not None else "nobody"
        assert asked == player, f"'{line}': {asked} is asked"
        told += at.play(text) or ()  # type: ignore[attr-defined]
    return told


def go_on(at: Situation, to: str, *, year: int | None = None, rolls: Iterable[str] = ()) -> None:
    """Let another moment follow at the same table, once the one before is over."""
    assert at.over, f"{asked(at)} first"
    state = at._state
    state.year = year or state.year
    state.scripted_results = read_script(at.rules.compiled, rolls)
    call(state, moment(at.rules, to), NOBODY)
    run(state)


def offered(at: Table, word: str = "") -> list[str]:
    """The options of the decision owed first, as text; with a word, only those that begin with it."""
    if at.decision is None:
        return []
    return [str(option) for option in at.decision.options if str(option).startswith(word)]


def asked(at: Table) -> str | None:
    """Who must decide first, and about what: "Ann build"."""
    return None if at.decision is None else f"{at.decision.player} {at.decision.kind}"


def refusal(at: Table, text: str) -> str | None:
    """The code of the reason for which an action is not possible, or None."""
    reason = at.why_not(text)
    return None if reason is None else reason.code


def seat(at: Table, player: str) -> PlayerState:
    return at.state.player(player)


def goods(at: Table, player: str) -> str:
    """A player's goods as text: "2gold+wood"."""
    held = seat(at, player).goods
    return bag_text(tuple((good, count) for good, count in held.items() if count))


def everybody(at: Table, *, of: str) -> dict[str, object]:
    """One fact of all players by name, such as their `vp`."""
    return {player.name: getattr(player, of) for player in at.state.players}


def only(events: Iterable[Event], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def change(events: Iterable[Event], player: str, resource: str) -> int:
    """What a player gained of a resource in all, less what they lost of it."""
    return sum(
        event.amount if isinstance(event, Gained) else -event.amount
        for event in events
        if isinstance(event, Gained | Lost) and (event.player, event.resource) == (player, resource)
    )


def places(events: Sequence[Event], *wanted: Event) -> list[int]:
    """Where events stand among others; increasing numbers mean that they happened in this order."""
    return [events.index(event) for event in wanted]


def quiet(decision: Decision) -> str:
    """The answer of one who wants nothing: to pass or to be done, else the first option."""
    last = str(decision.options[-1])
    return last if last in ("pass", "done") else str(decision.options[0])


def quietly(game: Game, *, phase: str, year: int) -> list[Event]:
    """Let everybody want nothing until somebody is asked in a phase of a year, or the game is over."""
    told: list[Event] = []
    while game.decision is not None and (game.state.year, game.state.phase) != (year, phase):
        told += game.play(quiet(game.decision))
    return told
