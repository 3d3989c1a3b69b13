"""Setting up a game, and replaying its answers."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeGuard

from kingsburg_rules.engine.decks import FEWEST_PLAYERS, MOST_SEATS
from kingsburg_rules.engine.errors import SetupError, is_known, listed, shortened, shown, unknown
from kingsburg_rules.engine.loop import answer, run
from kingsburg_rules.engine.randomness import checked_seed
from kingsburg_rules.engine.state import AUTOMATION, CHANCE, Setup, State, derive_effects
from kingsburg_rules.engine.table import NOBODY
from kingsburg_rules.engine.wire import CHANCE_PLAYER
from kingsburg_rules.engine.zones import hidden_hand
from kingsburg_rules.game.event_stream import EVENTS_ADDED, EVENTS_OF_UNDO, Moment, undo_events

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.engine.events import AnyEvent
    from kingsburg_rules.engine.table import Table

    ScriptedResults: TypeAlias = "tuple[tuple[int, ...], ...]"
    """Results of chance given in advance: dice and seats as numbers, cards by their index."""

    Answers: TypeAlias = "Sequence[tuple[int, int]]"
    """The answers of a game: the number of the ask, and the number of the option."""

_LONGEST_NAME = 40


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
