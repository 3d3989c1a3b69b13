"""Setting up a game: who plays, what is not asked, where chance comes from, and the first decision."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable, Mapping
from itertools import chain, count
from typing import TYPE_CHECKING, Final

from kingsburg_rules.content.rules import Rules
from kingsburg_rules.content.signs import hidden_sign, is_visible, looks_of
from kingsburg_rules.engine.compiled_rules import FEWEST_PLAYERS, FEWEST_SEATS, MOST_SEATS, NOBODY
from kingsburg_rules.engine.errors import (
    SetupError,
    all_whole,
    expect,
    is_iterable,
    is_known,
    listed,
    shortened,
    shown,
    unknown,
)
from kingsburg_rules.engine.fields import is_map
from kingsburg_rules.engine.loop import call, run
from kingsburg_rules.engine.random_numbers import checked_seed
from kingsburg_rules.engine.state import AUTOMATION, Setup, State, derive_effects
from kingsburg_rules.engine.wire import CHANCE_PLAYER, LONGEST_NAME

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from kingsburg_rules.engine.compiled_rules import CompiledRules
    from kingsburg_rules.engine.events import AnyEvent

    ScriptedResults: TypeAlias = "tuple[tuple[int, ...], ...]"
    """Results of chance given in advance: dice and seats as numbers, cards by their index."""


_JOINER: Final = "\u200d"


def make_setup(
    players: Sequence[str],
    automation: Iterable[str] | Mapping[str, Iterable[str]],
    chance: str,
    seed: int | None,
    *,
    rules: CompiledRules | None = None,
) -> Setup:
    """Check the settings of a game; without a seed, the operating system provides one.

    Args:
        players: The names.
        automation: What is done without asking.
        chance: `random` or `decision`.
        seed: Makes chance repeatable.
        rules: For how many the rules are, and which seats without a player follow; by default, `players` are
            all seats.

    Raises:
        SetupError: The names or the settings are not possible.
    """
    names = checked_names(players, (FEWEST_SEATS, MOST_SEATS) if rules is None else rules.seats)
    flags = checked_automation(players, automation)
    if rules is not None and rules.automata:
        automata = [automaton.name for automaton in rules.automata]
        names = checked_names((*names, *automata), (FEWEST_SEATS, MOST_SEATS))
        flags = (*flags, *[sum(AUTOMATION.values())] * len(automata))
    return Setup(
        names,
        flags,
        checked_chance(chance),
        # The only chance from outside: what follows from a seed can be repeated.
        int.from_bytes(os.urandom(8), "big") if seed is None else checked_seed(seed),
    )


def checked_names(
    players: Sequence[str], seats: tuple[int, int] = (FEWEST_PLAYERS, MOST_SEATS)
) -> tuple[str, ...]:
    """Check the names of the players: not too many, different, printable, without commas and colons.

    Letters that can be written in two ways are written in one of them (NFC).
    """
    found = listed(players)
    if found is None:
        raise SetupError("setup.names", "Players are given as a list of names, such as ('Ann', 'Brian').")
    _check_number(len(found), seats)
    names = tuple([unicodedata.normalize("NFC", name) for name in found])
    looks = [looks_of(name) for name in names]
    for name, look in zip(names, looks, strict=True):
        _check_name(name)
        if looks.count(look) > 1:
            raise _same_name(name)
    return names


def _same_name(name: str) -> SetupError:
    return SetupError("setup.same_name", f"Two players are called '{name}'.", facts={"name": name})


def check_name(name: str, taken: Iterable[str] = ()) -> SetupError | None:
    """Return why somebody cannot be called by a name; None if they can. A bad name raises nothing.

    Args:
        name: The name.
        taken: The names of the others, from which it must look different.

    Raises:
        TypeError: The name is not a text, or those that are taken are no names.
    """
    expect(name, str, "name")
    plain = unicodedata.normalize("NFC", name)
    try:
        _check_name(plain)
    except SetupError as error:
        return error
    return _same_name(plain) if looks_of(plain) in _looks(taken) else None


def free_name(nick: str, taken: Iterable[str] = ()) -> str:
    """Make a name for a player of any text, such as a nickname in a chat; numbered if it is taken.

    Args:
        nick: The text.
        taken: The names of the others, from which it must look different.

    Raises:
        TypeError: The nickname is not a text, or those that are taken are no names.
    """
    expect(nick, str, "nick")
    start = unicodedata.normalize("NFC", nick[: 10 * LONGEST_NAME])
    seen = "".join(sign if _is_written(sign) and sign not in ",:" else " " for sign in start)
    short = (" ".join(text.split())[: LONGEST_NAME - 4].strip() for text in (start, seen))
    others = _looks(taken)
    name = next((one for one in short if check_name(one) is None), "Player")
    numbered = (f"{name} {number}" for number in count(2))
    return next(one for one in chain([name], numbered) if looks_of(one) not in others)


def _looks(taken: object) -> set[str]:
    names = listed(taken)
    if names is None:
        raise TypeError(f"taken must be a list of names, not {shown(taken)}")
    return {*map(looks_of, names)}


def _is_written(text: str) -> bool:
    return text.isprintable() and not hidden_sign(text)


def _check_name(name: str) -> None:
    written = name == " ".join(name.split()) and 1 <= len(name) <= LONGEST_NAME
    # A joiner holds an emoji together: it is not printable by itself, but part of what is.
    written = written and (name.isascii() or is_visible(name)) and name.replace(_JOINER, "").isprintable()
    if written and not (name == CHANCE_PLAYER or "," in name or ":" in name):
        return
    quoted = shortened(" ".join(name.split()))
    facts: dict[str, str | int] = {"name": quoted, "most": LONGEST_NAME}
    said = f"'{quoted}' cannot be a name" if quoted else "An empty text cannot be a name"
    if not written:
        message = f"{said}: 1 to {LONGEST_NAME} printable characters, with single spaces between words."
        raise SetupError("setup.name", message, facts=facts)
    message = f"{said} here: no commas, no colons, and not 'chance'."
    raise SetupError("setup.name_sign", message, facts=facts)


def _check_number(players: int, seats: tuple[int, int]) -> None:
    least, most = seats
    if not least <= players <= most:
        wanted = f"{least} to {most}" if least < most else str(least)
        facts = {"least": least, "most": most, "found": players}
        raise SetupError("setup.players", f"{wanted} players are needed, not {players}.", facts=facts)


def check_names(players: Sequence[str], rules: Rules | None = None) -> SetupError | None:
    """Return why players of these names cannot play a game; None if they can. Bad names raise nothing.

    `describe(error, language="nl")` writes it in another language.

    Args:
        players: The names, clockwise.
        rules: The rules of the game, which may be for other numbers of players; without them, only the names
            are checked, and that there are two to eight.

    Raises:
        TypeError: `rules` are not rules.
    """
    if rules is not None:
        expect(rules, Rules, "rules")
    try:
        if rules is None:
            checked_names(players)
        else:
            make_setup(players, (), "random", 0, rules=rules.compiled)
            check_players(rules.compiled, len(players))
    except SetupError as error:
        return error
    return None


def check_players(compiled: CompiledRules, players: int) -> None:
    """Check that the rules are for this number of players, and that there are enough cards for all seats.

    Raises:
        SetupError: They are not for this number of players, or a deck is too small.
    """
    if players in compiled.enough_for:
        return
    _check_number(players, compiled.seats)
    for need in compiled.needs:
        shortage = need.shortage(compiled, players + len(compiled.automata))
        if shortage is not None:
            message = f"These rules are not for so many: {shortage}."
            raise SetupError("setup.cards", message, facts={"players": players})
    compiled.enough_for.add(players)


def checked_automation(
    players: Sequence[str], automation: Iterable[str] | Mapping[str, Iterable[str]]
) -> tuple[int, ...]:
    """Turn the names of automation into bit sets, one for each seat."""
    if not is_map(automation):
        return (_automation_flags(automation),) * len(players)
    for name in automation:
        if not is_known(name, players):
            raise SetupError("setup.automation", f"{shown(name)} does not play in this game.")
    return tuple(_automation_flags(automation.get(name, AUTOMATION)) for name in players)


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
    """Return whether chance is a decision."""
    if not is_known(chance, ("random", "decision")):
        raise SetupError("setup.chance", f"Chance {unknown(chance, ('random', 'decision'))}")
    return chance == "decision"


# Starting a game


def read_script(compiled: CompiledRules, script: Iterable[str | Sequence[int]]) -> ScriptedResults:
    """Read results of chance: dice and seats as digits (`135`) or numbers, cards by name.

    Raises:
        SetupError: A result is neither.
    """
    if isinstance(script, str) or not is_iterable(script):
        raise SetupError("chance.feed", "Results of chance are given as a list, such as ['135', '246'].")
    return tuple(_result(compiled, result) for result in script)


def _result(compiled: CompiledRules, result: object) -> tuple[int, ...]:
    if isinstance(result, str):
        if result.isascii() and result.isdigit():
            return tuple(map(int, result))
        if result in compiled.card:
            return (compiled.card[result],)
    elif is_iterable(result) and all_whole(numbers := tuple(result)):
        return tuple(numbers)
    raise SetupError("chance.feed", f"{shown(result)} is neither dice, such as 135, nor a card.")


def start_game(
    rules: Rules, setup: Setup, script: ScriptedResults, log: list[AnyEvent] | None = None
) -> State:
    """Start a game and run to its first decision.

    Raises:
        SetupError: The rules are not for this number of players, or there are not enough cards.
    """
    check_players(rules.compiled, len(setup.players) - len(rules.compiled.automata))
    state = new_state(rules, setup, script)
    state.event_log = log
    run(state)
    state.event_log = None
    return state


def new_state(rules: Rules, setup: Setup, script: ScriptedResults) -> State:
    """Create the state of a game in which nothing has happened yet."""
    compiled = rules.compiled
    state = State(compiled, setup)
    state.scripted_results = script
    state.in_force = compiled.in_force
    # What is in force from the start listens to the setup already.
    if compiled.in_force:
        derive_effects(state)
    call(state, compiled.programs[compiled.calendar], NOBODY)
    return state
