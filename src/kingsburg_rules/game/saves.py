"""Saved games: a state as JSON and back.

Frames name their program, cards and resources stand under their names, so a save can be read; everything is
checked on the way back. The pending decisions are not saved: the operation that asked is run again.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from attrs import field, frozen

from kingsburg_rules.content.rules import load_rules
from kingsburg_rules.engine.errors import KingsburgError, SaveError, SetupError
from kingsburg_rules.engine.loop import ask_again
from kingsburg_rules.engine.state import Player, Setup, State, derive_kits
from kingsburg_rules.engine.table import NOBODY, PROGRAM
from kingsburg_rules.game.history import read_trail, write_trail
from kingsburg_rules.game.setup import make_setup

if TYPE_CHECKING:
    from collections.abc import Callable

    from cattrs import Converter

    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.engine.state import Group, Lasting
    from kingsburg_rules.engine.table import Frame, Table
    from kingsburg_rules.game.history import Feed, Turns

FORMAT = 1
T = TypeVar("T")


@frozen
class RulesKey:
    """Which rules a game is played by, so that they can be loaded again."""

    edition: str
    switches: dict[str, str]
    packs: list[tuple[str, str]]
    digest: str
    modules: list[str] = field(factory=list[str])
    scenario: str = ""
    variants: list[str] = field(factory=list[str])


def _nothing_spent() -> list[int]:
    return [0, 0, 0, 0]


def _fresh_season() -> list[int]:
    return [0, 0, 0]


def _no_battle() -> list[int]:
    return [0, NOBODY]


@frozen
class SavedPlayer:
    """A player in a save; what is as at the start is left out.

    `stock` stands in the rule set's order of resources; `spent` are the abilities used this season, year and
    game; `season` the tokens used and buildings constructed this season; `battle` strength and outcome.
    """

    stock: list[int]
    own: str = ""
    bonus: str = ""
    cards: list[str] = field(factory=list[str])
    spent: list[int] = field(factory=_nothing_spent)
    season: list[int] = field(factory=_fresh_season)
    seen: list[str] = field(factory=list[str])
    battle: list[int] = field(factory=_no_battle)
    score: dict[str, int] = field(factory=dict[str, int])
    covers: list[str] = field(factory=list[str])
    hand: list[str] = field(factory=list[str])


@frozen
class SavedState:
    """A position in a save; what is as at the start is left out. `time` is year, phase and season."""

    time: list[int]
    order: list[int]
    players: list[SavedPlayer]
    groups: list[list[str | int]] = field(factory=list[list[str | int]])
    enemies: list[str] = field(factory=list[str])
    revealed: list[str] = field(factory=list[str])
    in_force: list[str] = field(factory=list[str])
    memory: dict[str, int] = field(factory=dict[str, int])
    lasting: list[list[int]] = field(factory=list[list[int]])
    drawn: list[str] = field(factory=list[str])
    leaving: list[list[int]] = field(factory=list[list[int]])
    gifts: list[list[int]] = field(factory=list[list[int]])
    marks: list[list[int]] = field(factory=list[list[int]])
    tiles: list[list[int]] = field(factory=list[list[int]])
    further: list[str] = field(factory=list[str])
    as_types: list[list[int]] = field(factory=list[list[int]])
    spent: list[int] = field(factory=_nothing_spent)
    streams: dict[str, int] = field(factory=dict[str, int])
    stack: list[list[str | int]] = field(factory=list[list[str | int]])
    given: list[int] = field(factory=list[int])
    ending: bool = False
    ended: bool = False


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


def rules_key(rules: Rules) -> RulesKey:
    """Say by which rules a game is played."""
    return RulesKey(
        rules.edition,
        dict(rules.changed),
        [*rules.packs],
        rules.digest,
        [*rules.modules],
        rules.scenario or "",
        [*rules.variants],
    )


def dump_state(state: State) -> SavedState:
    """Turn a position into plain data."""
    table = state.table
    cards = table.cards
    return SavedState(
        time=[state.year, state.phase, state.season],
        order=[*state.order],
        players=[_dump_player(table, player) for player in state.players],
        groups=[
            [table.places[place].name, who, _dice(own), _dice(bonus), plus2, via, envoy]
            for place, who, own, bonus, plus2, via, envoy in state.groups
        ],
        enemies=[cards[card].name for card in state.enemies],
        revealed=[cards[card].name for card in state.revealed],
        in_force=_members(table, state.in_force),
        memory={f"{slot} {seat}": value for (slot, seat), value in sorted(state.memory.items())},
        lasting=[[*effect] for effect in state.lasting],
        drawn=_members(table, state.drawn),
        leaving=[[*entry] for entry in state.leaving],
        gifts=[[*key, count] for key, count in sorted(state.gifts.items())],
        further=[cards[card].name for card in state.further],
        as_types=[[*entry] for entry in sorted(state.as_types.items())],
        tiles=[[*entry] for entry in sorted(state.tiles.items())],
        marks=[[*key, count] for key, count in sorted(state.marks.items())],
        spent=[*state.spent],
        streams={str(key): value for key, value in sorted(state.streams.items())},
        stack=[[table.programs[frame[PROGRAM]].name, *frame[1:]] for frame in state.stack],
        given=[*state.given],
        ending=state.ending,
        ended=state.ended,
    )


def _dump_player(table: Table, player: Player) -> SavedPlayer:
    return SavedPlayer(
        stock=[*player.stock],
        own=_dice(player.own),
        bonus=_dice(player.bonus),
        cards=_members(table, player.owned),
        spent=[*player.spent],
        season=[player.plus2_used, player.built, player.rerolls],
        seen=[table.cards[card].name for card in player.seen],
        battle=[player.strength, player.outcome],
        score={table.sources[source]: vp for source, vp in sorted(player.score.items())},
        covers=_members(table, player.covers),
        hand=[table.cards[card].name for card in player.hand],
    )


def _dice(dice: tuple[int, ...]) -> str:
    return "".join(map(str, dice))


def _members(table: Table, members: int) -> list[str]:
    return [card.name for card in table.cards if members & card.bit]


def restore_state(rules: Rules, setup: Setup, saved: SavedState) -> State:
    """Turn plain data into a position, with its pending decisions.

    Raises:
        SaveError: The data does not fit the rules.
    """
    try:
        state = _restore(rules.table, setup, saved)
        derive_kits(state)
        if state.stack:
            ask_again(state, tuple(saved.given))
        _check(state, saved)
    except (KeyError, IndexError, ValueError, KingsburgError) as error:
        raise damaged(f"its state does not fit the rules ({error})") from error
    return state


def _restore(table: Table, setup: Setup, saved: SavedState) -> State:
    state = State(table, setup)
    state.year, state.phase, state.season = saved.time
    state.order = tuple(saved.order)
    if len(saved.players) != len(setup.players) or sorted(state.order) != list(range(len(setup.players))):
        raise damaged("the players do not match")
    state.players = [_restore_player(table, player) for player in saved.players]
    state.groups = tuple(_restore_group(table, group) for group in saved.groups)
    for group in state.groups:
        state.taken |= 1 << group[0]
    state.enemies = tuple(table.card[name] for name in saved.enemies)
    state.revealed = tuple(table.card[name] for name in saved.revealed)
    state.in_force = sum(1 << table.card[name] for name in saved.in_force)
    state.memory = {_memory_key(table, key): value for key, value in saved.memory.items()}
    state.lasting = tuple(_lasting(table, effect) for effect in saved.lasting)
    state.drawn = sum(1 << table.card[name] for name in saved.drawn)
    state.leaving = tuple((event, seat, _card(table, card)) for event, seat, card in saved.leaving)
    state.gifts = {(place, resource): count for place, resource, count in saved.gifts}
    state.further = tuple(table.card[name] for name in saved.further)
    state.as_types = {card: kind for card, kind in saved.as_types}
    state.tiles = {place: _card(table, card) for place, card in saved.tiles}
    state.marks = {(_card(table, card), place, seat): count for card, place, seat, count in saved.marks}
    state.spent = _spent(saved.spent)
    state.streams = {int(key): value for key, value in saved.streams.items()}
    state.stack = [_restore_frame(table, frame) for frame in saved.stack]
    state.ending, state.ended = saved.ending, saved.ended
    return state


def _memory_key(table: Table, key: str) -> tuple[int, int]:
    slot, seat = map(int, key.split())
    if not 0 <= slot < len(table.memories):
        raise damaged("no card remembers that")
    return slot, seat


def _card(table: Table, number: int) -> int:
    if not 0 <= number < len(table.cards):
        raise damaged("there is no such card")
    return number


def _lasting(table: Table, effect: list[int]) -> Lasting:
    number, seat, value, until = effect
    if not 0 <= number < len(table.lasting):
        raise damaged("there is no such lasting effect")
    return number, seat, value, until


def _restore_player(table: Table, saved: SavedPlayer) -> Player:
    player = Player(len(table.resources))
    if len(saved.stock) != len(table.resources):
        raise damaged("the resources do not match")
    player.stock = [*saved.stock]
    player.own, player.bonus = _read_dice(saved.own), _read_dice(saved.bonus)
    player.owned = sum(1 << table.card[name] for name in set(saved.cards))
    player.spent = _spent(saved.spent)
    player.plus2_used, player.built, player.rerolls = saved.season
    player.seen = tuple(table.card[name] for name in saved.seen)
    player.strength, player.outcome = saved.battle
    player.score = {table.sources.index(name): vp for name, vp in saved.score.items()}
    player.covers = sum(1 << table.card[name] for name in saved.covers)
    player.hand = tuple(table.card[name] for name in saved.hand)
    return player


def _spent(saved: list[int]) -> tuple[int, int, int, int]:
    season, year, game, never = saved
    return season, year, game, never


def _read_dice(text: str) -> tuple[int, ...]:
    dice = tuple(sorted(map(int, text)))
    if not all(1 <= value <= 6 for value in dice):
        raise damaged("a die has no such face")
    return dice


def _restore_group(table: Table, group: list[str | int]) -> Group:
    name, who, own, bonus, plus2, via, envoy = group
    place = next(place.index for place in table.places if place.name == name)
    return place, int(who), _read_dice(str(own)), _read_dice(str(bonus)), int(plus2), int(via), int(envoy)


def _restore_frame(table: Table, frame: list[str | int]) -> Frame:
    name, *numbers = frame
    return [table.program[str(name)], *map(int, numbers)]


def _check(state: State, saved: SavedState) -> None:
    if state.ended != saved.ended or bool(state.stack) == state.ended:
        raise damaged("it cannot go on")
    if len(saved.given) != len(state.asks):
        raise damaged("the pending decisions do not match")
    if any(not -1 <= k < len(ask.options) for k, ask in zip(saved.given, state.asks, strict=True)):
        raise damaged("an answer does not match")


def damaged(why: str) -> SaveError:
    """Make the error for a save that cannot be right."""
    return SaveError("save.damaged", f"This save cannot be loaded: {why}.")


def save_game(rules: Rules, state: State, feed: Feed, turns: Turns) -> str:
    """Write a game as JSON: the position, and the answers that led to it."""
    setup = state.setup
    saved = SavedGame(
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
    return json.dumps(_converter().unstructure(saved), separators=(",", ":"), ensure_ascii=False)


def load_game(text: str, given: Rules | None) -> tuple[Rules, State, Feed, list[tuple[int, int]]]:
    """Read what `save_game` wrote.

    Raises:
        SaveError: The text is damaged, or its rules are not those at hand.
    """
    saved = from_text(text, SavedGame, "save")
    rules = rules_of(saved.rules, given, "save")
    state = restore_state(rules, _setup_of(saved), saved.state)
    feed = tuple(tuple(result) for result in saved.feed)
    state.feed = feed[len(feed) - saved.feed_left :]
    try:
        return rules, state, feed, read_trail(saved.trail)
    except ValueError as error:
        raise damaged("its answers cannot be read") from error


def _setup_of(saved: SavedGame) -> Setup:
    try:
        setup = make_setup(saved.players, (), saved.chance, saved.seed)
    except SetupError as error:
        raise damaged(error.message) from error
    if len(saved.automation) != len(setup.players) or not 0 <= saved.feed_left <= len(saved.feed):
        raise damaged("its set-up does not fit the players")
    return Setup(setup.players, tuple(saved.automation), setup.chance_asked, setup.seed)


def rules_of(key: RulesKey, given: Rules | None, what: str) -> Rules:
    """Load the rules that a save or a record names, and see that they are the same.

    Raises:
        SaveError: They are not to be had, or have changed since.
    """
    try:
        rules = given or load_rules(
            key.edition,
            modules=key.modules,
            scenario=key.scenario or None,
            variants=key.variants,
            packs=[pack for pack, _ in key.packs],
            switches=key.switches,
        )
    except (SetupError, TypeError) as error:
        raise SaveError(f"{what}.rules", f"The rules of this {what} are not to be had: {error}") from error
    if rules.digest != key.digest:
        raise SaveError(
            f"{what}.content",
            f"This {what} was made with other content ({key.digest}) than is here ({rules.digest}).",
        )
    return rules


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
    try:
        return _converter().structure(data, form)
    except Exception as error:  # cattrs raises exception groups; all of them mean the same here
        reasons = "; ".join(_reasons(error)[:3])
        raise SaveError(code, f"This {what} is damaged: {reasons}.") from error


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
