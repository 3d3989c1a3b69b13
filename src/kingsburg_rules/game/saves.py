"""Saves and records: a game as JSON and back.

A save holds the rules, the setup and the answers of a game. Loading it replays the answers and compares the
hash of the position they lead to, so a save loads with its whole history or not at all. A record holds the
answers and the results of chance as text, to be read and replayed without the seed. Both name their rules
with a digest of their meaning, and end with a checksum, which reveals accidental damage.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, TypeVar

from attrs import frozen

from kingsburg_rules.content.rules import EVERYTHING, Rules
from kingsburg_rules.engine import wire
from kingsburg_rules.engine.compiled_rules import PROGRAM
from kingsburg_rules.engine.errors import (
    ContentError,
    KingsburgError,
    SaveError,
    SetupError,
    expect,
    shortened,
    shown,
)
from kingsburg_rules.engine.fields import is_map
from kingsburg_rules.engine.roles import DisplayName, Id, Text
from kingsburg_rules.engine.state import AUTOMATION, Setup
from kingsburg_rules.engine.wire import Value
from kingsburg_rules.engine.zones import bits_of, called
from kingsburg_rules.game.history import History, Undoing
from kingsburg_rules.game.setup import make_setup

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kingsburg_rules.content.packs import Pack, PackLike
    from kingsburg_rules.engine.compiled_rules import CompiledRules
    from kingsburg_rules.engine.state import Lasting, Player, Spent, State

T = TypeVar("T", "SavedGame", "SavedRecord")

FORMAT = 1

CHECKSUM = "checksum"

PAIR = 2
"""The length of the entry of a pack: its name and its version."""

BYTE_ORDER_MARK = "\ufeff"
"""The sign that some editors on Windows put before a text."""

_MARKERS = {"save": "kingsburg", "record": "kingsburg_record"}
"""The first key of a save and of a record; its value is the format."""

_HASH_LENGTH = 16
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


# Saves


@frozen(eq=False, repr=False)
class SavedGame(Value):
    """The content of a save. `answers` and `script` lead to the position with the hash `position`."""

    kingsburg: int
    rules: RulesKey
    players: tuple[DisplayName, ...]
    automation: tuple[int, ...]
    chance: Id
    seed: int
    answers: Text
    position: Id
    script: tuple[tuple[int, ...], ...] = ()
    undone: tuple[int, ...] = ()


def save_game(history: History, undone: Undoing | None) -> str:
    """Write a game as JSON, with what was last undone in it."""
    setup = history.setup
    saved = SavedGame(
        FORMAT,
        rules_key(history.rules),
        setup.players,
        setup.automation,
        "decision" if setup.chance_asked else "random",
        setup.seed,
        _write_answers(history.answers),
        position_hash(history.state),
        tuple(tuple(result) for result in history.script),
        tuple(undone or ()),
    )
    return to_text(saved)


def load_game(text: str, given: Rules | None, packs: Iterable[PackLike] = ()) -> History:
    """Read what `save_game` wrote, and replay it, which takes a few milliseconds.

    Raises:
        SaveError: The text is damaged, its rules cannot be loaded, or they have changed.
    """
    saved = from_text(text, SavedGame, "save")
    rules = rules_of(saved.rules, given, packs, "save")
    setup = _setup_of(saved)
    try:
        answers = _read_answers(saved.answers)
        undone = _read_undoing(saved.undone, len(answers))
        history = History(rules, setup, saved.script)
        history.replay(answers, undone)
    except (IndexError, ValueError, KingsburgError) as error:
        raise damaged("save", "its answers do not fit the rules") from error
    if position_hash(history.state) != saved.position:
        raise damaged("save", "its answers lead to another position")
    return history


def _read_undoing(numbers: Sequence[int], actions: int) -> Undoing | None:
    """Read the numbers of the last undo.

    Raises:
        ValueError: They are something else.
    """
    if not numbers:
        return None
    left, first, seq = numbers
    if not 0 <= left <= actions or not first > 0 or not seq > 0:
        raise ValueError("these are not the numbers of an undo")
    return Undoing(left, first, seq)


def _setup_of(saved: SavedGame) -> Setup:
    try:
        setup = make_setup(saved.players, (), saved.chance, saved.seed)
    except SetupError as error:
        raise damaged("save", error.message.rstrip(".")) from error
    if not fits_automation(saved.automation, setup.players):
        raise damaged("save", "its automation does not fit its players")
    return Setup(setup.players, tuple(saved.automation), setup.chance_asked, setup.seed)


def fits_automation(automation: Sequence[int], players: Sequence[str]) -> bool:
    """Return whether there is one set of automation for every player, of kinds that exist."""
    everything = sum(AUTOMATION.values())
    return len(automation) == len(players) and all(0 <= kinds <= everything for kinds in automation)


def _write_answers(answers: Iterable[tuple[int, int]]) -> str:
    """Write answers compactly: the option in base 36, after the number of the ask if that is not 0."""
    return " ".join(f"{which}:{_base36(k)}" if which else _base36(k) for which, k in answers)


def _read_answers(text: str) -> list[tuple[int, int]]:
    """Read what `_write_answers` wrote.

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


# Records


@frozen(eq=False, repr=False)
class SavedRecord(Value):
    """The content of a record."""

    kingsburg_record: int
    rules: RulesKey
    players: tuple[DisplayName, ...]
    automation: tuple[int, ...]
    chance_results: Text
    actions: tuple[Text, ...]


# The rules of a save or a record


@frozen(eq=False, repr=False)
class RulesKey(Value):
    """The rules of a game, so that they can be loaded again.

    `packs` are all packs with their versions, in order, `switches` those that differ from the edition's.
    `digest` is that of the rules: loading compares it. `pack_digests` show which packs have changed.
    """

    edition: Id
    switches: Mapping[Id, Id]
    packs: tuple[tuple[Text, ...], ...]
    digest: Id
    pack_digests: Mapping[Id, Id]
    variants: tuple[Id, ...] = ()
    fidelity: Id = EVERYTHING


def rules_key(rules: Rules) -> RulesKey:
    """Describe the rules of a game."""
    return RulesKey(
        rules.edition,
        dict(rules.changed),
        tuple(rules.packs),
        rules.digest,
        dict(rules.pack_digests),
        tuple(rules.variants),
        rules.fidelity,
    )


def rules_of(key: RulesKey, given: Rules | None, packs: Iterable[PackLike], what: str) -> Rules:
    """Load the rules of a save or a record, and check that they are the same.

    Args:
        key: The description of the rules.
        given: The rules, if the caller has them.
        packs: Packs from the caller; packs that the game did not use are ignored.
        what: `save` or `record`.

    Raises:
        SaveError: They cannot be loaded, or have changed.
        SetupError: `packs` are not packs.
        ContentError: A pack from the caller has mistakes.
        TypeError: `given` are not rules.
    """
    if given is not None:
        expect(given, Rules, "rules")
    from kingsburg_rules.content.loading import load_rules  # imports the language

    here = {pack.id: pack for pack in _read_packs(packs)}
    try:
        if given is None:
            _check_packs(key, here, what)
        rules = given or load_rules(
            key.edition,
            variants=key.variants,
            packs=[here.get(pack, pack) for pack, _ in key.packs],
            switches=key.switches,
            fidelity=key.fidelity,
        )
    except (SetupError, ContentError) as error:
        raise SaveError(f"{what}.rules", f"Cannot load this {what}: {error.message}") from error
    if rules.edition != key.edition:
        why = f"it was made with edition {shown(key.edition)}, not with '{rules.edition}'"
    elif rules.digest != key.digest:
        why = f"its rules have changed since{_changes(key, rules)}"
    else:
        return rules
    raise SaveError(f"{what}.content", f"Cannot load this {what}: {why}.")


def _read_packs(packs: Iterable[PackLike]) -> list[Pack]:
    """Read the packs from the caller; packs given by their ids are found anyway."""
    if packs == ():
        return []
    from kingsburg_rules.content.packs import packs_of  # needs the parser

    return [pack for pack in packs_of(packs) if not isinstance(pack, str)]


def _check_packs(key: RulesKey, here: Mapping[str, Pack], what: str) -> None:
    """Check that the packs of a game are there.

    Raises:
        SaveError: A pack is neither from the caller nor installed.
    """
    from kingsburg_rules.content.selection import Shelf

    shelf = Shelf()
    missing = [
        f"{shown(pack)} {shortened(version)}"
        for pack, version in key.packs
        if pack not in here and shelf.find(pack) is None
    ]
    if missing:
        several = "several" if len(missing) > 1 else ""
        packs = ", ".join(missing)
        which = f"the packs {packs} are" if several else f"the pack {packs} is"
        message = f"Cannot load this {what}: {which} not installed."
        raise SaveError(f"{what}.pack", message, facts={"packs": packs, "several": several})


def _changes(key: RulesKey, rules: Rules) -> str:
    """Name the packs that have changed."""
    now = dict(rules.packs)
    changed = [
        f"{shown(pack)} {shortened(version)}"
        + (f" is now {now[pack]}" if now.get(pack, version) != version else "")
        for pack, version in key.packs
        if key.pack_digests.get(pack) != rules.pack_digests.get(pack)
    ]
    return f" ({', '.join(changed[:3])})" if changed else ""


# JSON


def checksum(data: Mapping[str, object]) -> str:
    """Compute the checksum of a save or a record: over everything else in it."""
    rest = {key: value for key, value in data.items() if key != CHECKSUM}
    return _hashed(rest)


def _hashed(data: object) -> str:
    return sha256(json.dumps(data, separators=(",", ":")).encode()).hexdigest()[:_HASH_LENGTH]


def to_text(saved: SavedGame | SavedRecord) -> str:
    """Write a save or a record as JSON, with its checksum."""
    data = saved.to_dict()
    # Last in the text, since it covers all that stands before it.
    data[CHECKSUM] = checksum(data)
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def from_text(text: str, form: type[T], what: str) -> T:
    """Read a save or a record strictly.

    Raises:
        SaveError: It is not JSON, has another format, is damaged, or something in it is missing or wrong.
    """
    code = f"{what}.damaged"
    try:
        data: object = json.loads(text[1:] if text[:1] == BYTE_ORDER_MARK else text)
        # What is nested so deep that it can only just be read cannot be written again.
        written = checksum(data) if is_map(data) else ""
    except (ValueError, RecursionError, TypeError) as error:
        raise SaveError(code, f"This is not a {what}: it is not JSON.") from error
    marker = _MARKERS[what]
    if not is_map(data) or marker not in data:
        raise SaveError(code, f"This is not a {what} of Kingsburg.")
    if data[marker] != FORMAT:
        other = shown(data[marker])
        message = f"This {what} has format {other}; this version reads format {FORMAT}."
        raise SaveError(f"{what}.format", message, facts={"found": other, "format": FORMAT})
    # Before the content is read, so that accidental damage is called damage and not a wrong field.
    if data.get(CHECKSUM) != written:
        raise damaged(what, "its checksum does not match its content")
    try:
        found = wire.from_plain({key: part for key, part in data.items() if key != CHECKSUM}, form)
    except wire.Unreadable as error:
        raise damaged(what, str(error)) from error
    if any(len(pair) != PAIR for pair in found.rules.packs):
        raise damaged(what, "`rules.packs` must be a list of pairs")
    return found


def damaged(what: str, why: str) -> SaveError:
    """Make the error for a save or a record that has been changed."""
    return SaveError(f"{what}.damaged", f"This {what} is damaged: {why}.")


# The position


def position_hash(state: State) -> str:
    """Compute a short hash of a position.

    It covers public and hidden information, the pending decisions, and the state of chance. Of the running
    programs it covers only the names: the numbers in their frames depend on how the rules are compiled.

    Empty facts are left out. So when a later version keeps track of something new, games that do not use it
    keep their hashes, and their saves still load.
    """
    return _hashed(_without_empty(position_facts(state)))


def _without_empty(facts: Mapping[str, object]) -> dict[str, object]:
    return {name: fact for name, fact in facts.items() if fact}


def position_facts(state: State) -> dict[str, object]:
    """Describe a position as plain data, with names in place of numbers."""
    compiled = state.compiled
    cards = compiled.cards
    return {
        "moment": [state.year, compiled.phases[state.phase], compiled.seasons[state.season]],
        "order": [*state.order],
        "players": [_without_empty(_player_facts(state, player)) for player in state.players],
        "dice": [
            [compiled.places[place].name, who, own, bonus, plus2, _helpers(compiled, via), how]
            for place, who, own, bonus, plus2, via, how in state.groups
        ],
        "enemies": _names(compiled, state.enemies),
        "further": _names(compiled, state.second_deck),
        "revealed": _names(compiled, state.revealed),
        "foes": _names(compiled, state.foes),
        "skirmish": state.skirmish,
        "display": _names(compiled, state.display),
        "discard": _names(compiled, state.discard),
        "out": _names(compiled, state.out),
        "as_types": [
            [cards[card].name, compiled.enemy_types[kind]] for card, kind in sorted(state.enemy_types.items())
        ],
        "in_force": _members(compiled, state.in_force),
        "leaving": [[compiled.events[event], who, cards[card].name] for event, who, card in state.leaving],
        "lent": _loans(state),
        "lasting": [_lasting_fact(compiled, effect) for effect in state.lasting],
        "memory": [
            [called(state, compiled.memories[slot].card), compiled.memories[slot].name, seat, value]
            for (slot, seat), value in sorted(state.memory.items())
        ],
        "tiles": [[compiled.places[at].name, cards[tile].name] for at, tile in sorted(state.tiles.items())],
        "gifts": [
            [compiled.places[at].name, compiled.resources[resource].name, count]
            for (at, resource), count in sorted(state.gifts.items())
        ],
        "marks": [
            [called(state, card), compiled.places[at].name, seat, count]
            for (card, at, seat), count in sorted(state.marks.items())
        ],
        "piles": [[called(state, card), *pile] for card, pile in sorted(state.piles.items())],
        "stacks": [[*end, _names(compiled, cards)] for end, cards in sorted(state.stacks.items())],
        "spent": _spent_abilities(compiled, state.spent),
        "streams": sorted(state.streams.items()),
        "script_left": [*state.scripted_results],
        "running": [compiled.programs[frame[PROGRAM]].name for frame in state.stack],
        "asked": [
            [ask.seat, ask.kind, compiled.sources[ask.source], [*map(str, ask.options)], given]
            for ask, given in zip(state.asks, state.given, strict=True)
        ],
        "auction": [*state.auction],
        "end": [state.ending, state.ended, state.won],
    }


def _names(compiled: CompiledRules, cards: Iterable[int]) -> list[str]:
    return [compiled.cards[card].name if card >= 0 else "" for card in cards]


def _members(compiled: CompiledRules, members: int) -> list[str]:
    """Name the cards of a bit set."""
    return _names(compiled, bits_of(members))


def _loans(state: State) -> list[object]:
    """Name the cards that work for players for a time, and the kinds of the permissions among them."""
    compiled = state.compiled
    return [
        [compiled.events[event], who, card.ref, *(permission.kind for permission in card.permissions)]
        for event, who, number in state.lent
        for card in (compiled.working(number),)
    ]


def _lasting_fact(compiled: CompiledRules, effect: Lasting) -> list[object]:
    changed = compiled.lasting[effect.effect]
    named = compiled.cards[changed.card].name, compiled.stats[changed.stat], compiled.events[effect.until]
    return [*named, effect.seat, effect.value]


def _spent_abilities(compiled: CompiledRules, spent: Spent) -> list[str]:
    """Name the abilities and permissions that are used up: their numbers depend on what else is compiled."""
    used = spent[0] | spent[1] | spent[2]
    # By name: the numbers of abilities change with every card that is added to the rules.
    names = [ability.program.name for ability in compiled.abilities if used & ability.bit]
    return sorted([*names, *_helpers(compiled, bits_of(used))])


def _helpers(compiled: CompiledRules, numbers: Iterable[int]) -> list[str]:
    """Name the permissions among abilities."""
    known = (compiled.permissions[number] for number in numbers if number in compiled.permissions)
    return [f"{compiled.cards[one.card].ref}/{one.kind}" for one in known]


def _player_facts(state: State, player: Player) -> dict[str, object]:
    compiled = state.compiled
    return {
        "stock": {resource.name: player.stock[resource.index] for resource in compiled.resources},
        "own": [*player.dice.own],
        "bonus": [*player.dice.bonus],
        "locked": [*player.locked],
        "aside": [[called(state, die.card), *die[1:]] for die in player.aside],
        "cards": _members(compiled, player.cards),
        "strips": _members(compiled, player.strips),
        "hand": _names(compiled, player.hand),
        "shown": _names(compiled, player.shown),
        "seen": _names(compiled, player.seen),
        "spent": _spent_abilities(compiled, player.spent),
        "season": [player.plus2_used, player.built_this_season, player.rerolls],
        "battle": [player.strength, player.outcome],
        "against": [] if player.against is None else [player.against],
        "score": {compiled.sources[source]: vp for source, vp in sorted(player.score.items())},
    }
