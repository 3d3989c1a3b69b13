"""Saved games: a state as JSON and back.

Frames name their program, cards and resources stand under their names, so a save can be read. Loading plays
the answers again and compares, so what comes back is the game that was saved, with its past, or nothing.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from attrs import field, frozen

from kingsburg_rules.engine.errors import KingsburgError, SaveError, SetupError
from kingsburg_rules.engine.state import AUTOMATION, Setup
from kingsburg_rules.game.history import read_trail, retrace, write_trail
from kingsburg_rules.game.rules_keys import RulesKey, rules_key, rules_of
from kingsburg_rules.game.saved_states import SavedPlayer, SavedState, dump_state
from kingsburg_rules.game.setup import make_setup

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from cattrs import Converter

    from kingsburg_rules.content.packs import PackLike
    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.engine.events import AnyEvent
    from kingsburg_rules.engine.state import State
    from kingsburg_rules.game.history import Feed, Turns

FORMAT = 1
T = TypeVar("T")


@frozen
class SavedGame:
    """A whole save: who plays by which rules, the position, and the answers that led to it."""

    kingsburg: int
    rules: RulesKey
    players: list[str]
    automation: list[int]
    chance: str
    seed: int
    state: SavedState
    trail: str
    feed: list[list[int]] = field(factory=list[list[int]])
    feed_left: int = 0


@frozen
class Loaded:
    """What a save holds: the rules, every position up to now, and what led there."""

    rules: Rules
    states: list[State]
    feed: Feed
    turns: list[tuple[int, int]]
    opening: tuple[AnyEvent, ...]


def damaged(why: str) -> SaveError:
    """Make the error for a save that cannot be right."""
    return SaveError("save.damaged", f"This save cannot be loaded: {why}.")


def save_game(rules: Rules, state: State, feed: Feed, turns: Turns) -> str:
    """Write a game as JSON: the position, and the answers that led to it."""
    data = _converter().unstructure(_saved(rules, state, feed, turns))
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def _saved(rules: Rules, state: State, feed: Feed, turns: Turns) -> SavedGame:
    setup = state.setup
    return SavedGame(
        FORMAT,
        rules_key(rules),
        [*setup.players],
        [*setup.automation],
        "decision" if setup.chance_asked else "random",
        setup.seed,
        dump_state(state),
        write_trail(turns),
        [[*result] for result in feed],
        len(state.feed),
    )


def load_game(text: str, given: Rules | None, packs: Iterable[PackLike] = ()) -> Loaded:
    """Read what `save_game` wrote.

    The answers are played again, which takes a few milliseconds, and must lead to the position that the save
    tells. So a save that was damaged or edited is refused, and never makes a game that the rules do not have.

    Raises:
        SaveError: The text is damaged, or its rules are not those at hand.
    """
    saved = from_text(text, SavedGame, "save")
    rules = rules_of(saved.rules, given, packs, "save")
    setup, feed = _setup_of(saved), tuple(tuple(result) for result in saved.feed)
    opening: list[AnyEvent] = []
    try:
        turns = read_trail(saved.trail)
        states = retrace(rules, setup, feed, turns, opening)
    except (IndexError, ValueError, KingsburgError) as error:
        raise damaged("its answers do not fit the rules") from error
    if _saved(rules, states[-1], feed, turns) != saved:
        raise damaged("its answers do not lead to its position")
    return Loaded(rules, states, feed, turns, tuple(opening))


def fits_automation(automation: Sequence[int], players: Sequence[str]) -> bool:
    """Whether there is one set of automation for every player, of kinds that are known."""
    everything = sum(AUTOMATION.values())
    return len(automation) == len(players) and all(0 <= kinds <= everything for kinds in automation)


def _setup_of(saved: SavedGame) -> Setup:
    try:
        setup = make_setup(saved.players, (), saved.chance, saved.seed)
    except SetupError as error:
        raise damaged(error.message) from error
    if not fits_automation(saved.automation, setup.players):
        raise damaged("its automation does not fit the players")
    return Setup(setup.players, tuple(saved.automation), setup.chance_asked, setup.seed)


def plain(value: object) -> object:
    """Turn a value of a save or a record into plain data."""
    return _converter().unstructure(value)


def from_text(text: str, form: type[T], what: str) -> T:
    """Read a save or a record strictly.

    Raises:
        SaveError: It is no JSON, of another format, or has something missing, wrong or unknown.
    """
    code = f"{what}.damaged"
    try:
        data: object = json.loads(text)
    except (ValueError, RecursionError, TypeError) as error:
        raise SaveError(code, f"This is not a {what}: it is not JSON.") from error
    marker = "kingsburg" if what == "save" else "kingsburg_record"
    if not isinstance(data, dict) or marker not in data:
        raise SaveError(code, f"This is not a {what} of Kingsburg.")
    if data[marker] != FORMAT:
        raise SaveError(
            f"{what}.format", f"This {what} has format {data[marker]}; this version reads {FORMAT}."
        )
    converter = _converter()
    try:
        found = converter.structure(data, form)
    except Exception as error:  # cattrs raises exception groups; all of them mean the same here
        reasons = "; ".join(_reasons(error)[:3])
        raise SaveError(code, f"This {what} is damaged: {reasons}.") from error
    if json.loads(json.dumps(converter.unstructure(found))) != data:
        raise SaveError(code, f"This {what} is damaged: something in it has the wrong form.")
    return found


def _reasons(error: Exception) -> list[str]:
    from cattrs import transform_error

    return transform_error(error)


@lru_cache(maxsize=1)
def _converter() -> Converter:
    from cattrs import Converter
    from cattrs.gen import make_dict_structure_fn

    converter = Converter(forbid_extra_keys=True, omit_if_default=True)
    for kind in (int, str, bool):
        converter.register_structure_hook(kind, _strictly(kind))
    converter.register_structure_hook(str | int, _text_or_number)
    for cls in (RulesKey, SavedPlayer, SavedState, SavedGame):
        hook = make_dict_structure_fn(cls, converter, _cattrs_forbid_extra_keys=True)
        converter.register_structure_hook(cls, hook)
    return converter


def _strictly(kind: type[object]) -> Callable[[object, object], object]:
    def structure(value: object, _: object) -> object:
        if type(value) is not kind:
            raise TypeError(f"{value!r} is not of type {kind.__name__}")
        return value

    return structure


def _text_or_number(value: object, _: object) -> object:
    if type(value) not in (int, str):
        raise TypeError(f"{value!r} is neither text nor a number")
    return value
