"""Saves and records: a game as JSON and back."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from attrs import field, frozen

from kingsburg_rules.content.rules import EVERYTHING, load_rules
from kingsburg_rules.engine.errors import ContentError, KingsburgError, SaveError, SetupError
from kingsburg_rules.engine.state import AUTOMATION, NO_AUCTION, Setup
from kingsburg_rules.engine.table import NOBODY, PROGRAM
from kingsburg_rules.game.game import make_setup, replay_states

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from cattrs import Converter

    from kingsburg_rules.content.packs import Pack, PackLike
    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.engine.events import AnyEvent
    from kingsburg_rules.engine.state import Auction, Player, State
    from kingsburg_rules.engine.table import Table
    from kingsburg_rules.game.game import Answers, Game, ScriptedResults


# ------
# Which rules a save or a record was made with, and how they are found again.


@frozen
class RulesKey:
    """Which rules a game is played by, so that they can be loaded again.

    `packs` are all packs with their versions, in order; `content` has short sums over what they say.
    """

    edition: str
    switches: dict[str, str]
    packs: list[tuple[str, str]]
    digest: str
    modules: list[str] = field(factory=list[str])
    scenario: str = ""
    variants: list[str] = field(factory=list[str])
    fidelity: str = EVERYTHING
    content: dict[str, str] = field(factory=dict[str, str])


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
        rules.fidelity,
        rules.hashes,
    )


def rules_of(key: RulesKey, given: Rules | None, packs: Iterable[PackLike], what: str) -> Rules:
    """Load the rules that a save or a record names, and see that they are the same.

    Args:
        key: What the save or the record says of its rules.
        given: The rules, if they are at hand.
        packs: Packs from elsewhere; those that the game was not played with are left aside.
        what: A save or a record.

    Raises:
        SaveError: They are not to be had, or have changed since.
        ContentError: A pack that was handed over has mistakes.
    """
    here = {pack.id: pack for pack in _read(packs)}
    try:
        rules = given or load_rules(
            key.edition,
            variants=key.variants,
            packs=_packs_of(key, here),
            switches=key.switches,
            fidelity=key.fidelity,
        )
    except (SetupError, ContentError, TypeError) as error:
        raise SaveError(f"{what}.rules", f"The rules of this {what} are not to be had: {error}") from error
    if rules.digest != key.digest:
        raise SaveError(
            f"{what}.content",
            f"This {what} was made with other content ({key.digest}) than is here ({rules.digest})"
            f"{_differences(key, rules)}.",
        )
    return rules


def _read(packs: Iterable[PackLike]) -> list[Pack]:
    """Read the packs that were handed over; those given by their ids are found anyway."""
    if packs == ():
        return []
    from kingsburg_rules.content.packs import packs_of

    return [pack for pack in packs_of(packs) if not isinstance(pack, str)]


def _packs_of(key: RulesKey, here: Mapping[str, Pack]) -> list[PackLike]:
    """Give the packs of a game, in order: those handed over, the others by their ids.

    Raises:
        SetupError: One of them is neither handed over nor known.
    """
    from kingsburg_rules.content.selection import Shelf

    shelf = Shelf()
    missing = [
        f"'{pack}' {version}" for pack, version in key.packs if pack not in here and shelf.find(pack) is None
    ]
    if missing:
        raise SetupError("setup.pack", f"these packs are not here: {', '.join(missing)}. Give them as packs=")
    return [here.get(pack, pack) for pack, _ in key.packs]


def _differences(key: RulesKey, rules: Rules) -> str:
    """Say which packs have changed since."""
    then, now = dict(key.packs), dict(rules.packs)
    changed = [
        f"'{pack}' (version {version} then, {now.get(pack, 'none')} now)"
        for pack, version in then.items()
        if key.content.get(pack) not in (None, rules.hashes.get(pack))
    ]
    return f"; what has changed: {', '.join(changed)}" if changed else ""


# ------
# A position as plain data: cards and resources stand under their names, so a save can be read.


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
    """A position in a save; what is as at the start is left out.

    `time` is year, phase and season; `auction` the resource, card, bid, bidder, who has passed, and whether
    the cards lie in the display.
    """

    time: list[int]
    order: list[int]
    players: list[SavedPlayer]
    groups: list[list[str | int]] = field(factory=list[list[str | int]])
    enemies: list[str] = field(factory=list[str])
    revealed: list[str] = field(factory=list[str])
    display: list[str] = field(factory=list[str])
    discard: list[str] = field(factory=list[str])
    out: list[str] = field(factory=list[str])
    in_force: list[str] = field(factory=list[str])
    memory: dict[str, int] = field(factory=dict[str, int])
    lasting: list[list[int]] = field(factory=list[list[int]])
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
    open_hands: bool = False
    offered: list[str] = field(factory=list[str])
    auction: list[int] = field(factory=list[int])
    ending: bool = False
    ended: bool = False
    won: int = 0


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
        display=[cards[card].name for card in state.display],
        discard=[cards[card].name for card in state.discard],
        out=[cards[card].name for card in state.out],
        in_force=_members(table, state.in_force),
        memory={f"{slot} {seat}": value for (slot, seat), value in sorted(state.memory.items())},
        lasting=[[*effect] for effect in state.lasting],
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
        open_hands=state.open_hands,
        offered=[cards[card].name for card in state.auction.cards],
        auction=_dump_auction(state.auction),
        ending=state.ending,
        ended=state.ended,
        won=state.won,
    )


def _dump_auction(auction: Auction) -> list[int]:
    if auction == NO_AUCTION:
        return []
    return [
        auction.resource,
        auction.card,
        auction.amount,
        auction.bidder,
        auction.passed,
        int(auction.shown),
    ]


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


# ------
# Saved games: a state as JSON and back.
#
# Frames name their program, cards and resources stand under their names, so a save can be read. Loading plays
# the answers again and compares, so what comes back is the game that was saved, with its past, or nothing.


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
    feed: ScriptedResults
    turns: list[tuple[int, int]]
    opening: tuple[AnyEvent, ...]


def damaged(why: str) -> SaveError:
    """Make the error for a save that cannot be right."""
    return SaveError("save.damaged", f"This save cannot be loaded: {why}.")


def save_game(rules: Rules, state: State, feed: ScriptedResults, turns: Answers) -> str:
    """Write a game as JSON: the position, and the answers that led to it."""
    data = _converter().unstructure(_saved(rules, state, feed, turns))
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def _saved(rules: Rules, state: State, feed: ScriptedResults, turns: Answers) -> SavedGame:
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
        states = replay_states(rules, setup, feed, turns, opening)
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


_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def write_trail(answers: Answers) -> str:
    """Write answers compactly: an option in base 36, with the number of the ask before it if it is not 0."""
    return " ".join(f"{which}:{_base36(k)}" if which else _base36(k) for which, k in answers)


def read_trail(text: str) -> list[tuple[int, int]]:
    """Read what `write_trail` wrote.

    Raises:
        ValueError: The text is something else.
    """
    answers: list[tuple[int, int]] = []
    for word in text.split():
        which, _, k = word.rpartition(":")
        answers.append((int(which or 0), int(k, 36)))
    return answers


def _base36(number: int) -> str:
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
        if not number:
            return digits


# ------
# Records: a game as the answers given and the results met, replayed without a generator.


@frozen
class _Written:
    kingsburg_record: int
    rules: RulesKey
    players: list[str]
    automation: list[int]
    luck: str
    actions: list[str]


@frozen
class Record:
    """A game from its first answer to its last.

    `luck` holds the results of chance in the order of the requests: dice as digits, cards by name.
    `actions` are the answers of the players as text; where several could answer, the player stands before.
    """

    rules: RulesKey
    players: tuple[str, ...]
    automation: tuple[int, ...]
    luck: tuple[str, ...]
    actions: tuple[str, ...]

    def dumps(self) -> str:
        """Write the record as JSON."""
        data = {
            "kingsburg_record": FORMAT,
            "rules": plain(self.rules),
            "players": self.players,
            "automation": self.automation,
            "luck": " ".join(self.luck),
            "actions": self.actions,
        }
        return json.dumps(data, separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def loads(cls, text: str) -> Record:
        """Read a record.

        Raises:
            SaveError: The text is no record, or of another format.
        """
        found = from_text(text, _Written, "record")
        return cls(
            found.rules,
            tuple(found.players),
            tuple(found.automation),
            tuple(found.luck.split()),
            tuple(found.actions),
        )

    def replay(self, rules: Rules | None = None, *, packs: Iterable[PackLike] = ()) -> Iterator[Game]:
        """Play the record again: yields the game at its start and after every action.

        Args:
            rules: The rules of the game, if they are not to be loaded by the record's own account.
            packs: The packs of the game that are neither the library's nor installed, as for `load_rules`.

        Raises:
            SaveError: The record does not fit its rules.
        """
        game = _begin(self, rules, packs)
        yield game
        for number, text in enumerate(self.actions, start=1):
            player, _, rest = text.rpartition(": ")
            try:
                game.play(rest, player or None)
            except KingsburgError as error:
                raise SaveError(
                    "record.action", f"Action {number} of the record ('{text}'): {error}"
                ) from error
            yield game
        if len(game.record.luck) != len(self.luck):
            raise SaveError("record.damaged", "This record tells of more results of chance than were met.")


def _begin(record: Record, given: Rules | None, packs: Iterable[PackLike]) -> Game:
    """Begin the game of a record; past the results of chance that it met, the player `chance` is asked."""
    from kingsburg_rules.game.game import Game

    rules = rules_of(record.rules, given, packs, "record")
    if not fits_automation(record.automation, record.players):
        raise SaveError("record.damaged", "The automation of this record does not fit its players.")
    automation = {
        player: [name for name, flag in AUTOMATION.items() if kinds & flag]
        for player, kinds in zip(record.players, record.automation, strict=True)
    }
    try:
        return Game(
            rules, record.players, seed=0, automation=automation, chance="decision", script=record.luck
        )
    except (SetupError, ValueError) as error:
        raise SaveError("record.damaged", f"This record cannot be replayed: {error}") from error
