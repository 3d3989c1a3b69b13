"""Saves and records as texts: what is in them, and that no damage goes unnoticed."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingsburg_rules import Game, Record, SaveError, load_rules, modules
from kingsburg_rules.engine.state import Aside, Player, State, handful
from kingsburg_rules.game import saves
from kingsburg_rules.game.saves import checksum, position_facts, position_hash
from kingsburg_rules.testing.strategies import NAMES, advance, choice_lists, games
from support.play import altered, fields_of


def some_game() -> Game:
    game = Game(load_rules(modules=modules()), NAMES[:3], seed=8, script=["012"])
    advance(game, [number * 7919 % 65536 for number in range(90)])
    return game


GAME = some_game()
SAVE = GAME.save()
RECORD = GAME.record.dumps()


def test_a_save_has_what_is_needed_to_load_it_and_nothing_else() -> None:
    assert [*json.loads(SAVE)] == [
        *("kingsburg", "rules", "players", "automation", "chance", "seed", "answers", "position", "script"),
        "checksum",
    ]
    assert [*json.loads(SAVE)["rules"]] == ["edition", "switches", "packs", "digest", "pack_digests"]
    assert Game.load(SAVE) == GAME


def test_a_record_has_what_is_needed_to_replay_it_and_nothing_else() -> None:
    assert [*json.loads(RECORD)] == [
        *("kingsburg_record", "rules", "players", "automation", "chance_results", "actions"),
        "checksum",
    ]
    *_, last = Record.loads(RECORD).replay()
    assert last.state == GAME.state
    assert last.record.dumps() == RECORD


OTHER = {**dict.fromkeys("0123456789", "1 9"), '"': "'", ":": ",", ",": ":"}


def flips(text: str) -> list[str]:
    """Give the text with each character flipped to others: its lowest bit, another case, and a few more."""
    found: list[str] = []
    for at, sign in enumerate(text):
        others = {chr(ord(sign) ^ 1), chr(ord(sign) ^ 32), *OTHER.get(sign, " 0")} - {sign}
        found += [text[:at] + other + text[at + 1 :] for other in sorted(others)]
    return found


@pytest.mark.parametrize(
    ("text", "read"), [(SAVE, Game.load), (RECORD, Record.loads)], ids=["save", "record"]
)
def test_a_flipped_character_is_refused(text: str, read: Any) -> None:
    """Wherever a character changes, the error has a code and a sentence, and nothing else is raised."""
    flipped = flips(text)
    assert len(flipped) > 3 * len(text)
    what = "save" if text == SAVE else "record"
    for changed in flipped:
        with pytest.raises(SaveError) as error:
            read(changed)
        assert error.value.code in (f"{what}.damaged", f"{what}.format")
        assert error.value.message.startswith(f"This {what}") or "not a" in error.value.message
        assert error.value.message.endswith(".")


@settings(max_examples=30)
@given(games(choices=choice_lists(60)), st.data())
def test_damage_is_noticed_in_any_game(game: Game, data: st.DataObject) -> None:
    for text, read in ((game.save(), Game.load), (game.record.dumps(), Record.loads)):
        at = data.draw(st.integers(0, len(text) - 1))
        other = data.draw(st.characters(exclude_characters=text[at]))
        with pytest.raises(SaveError):
            read(text[:at] + other + text[at + 1 :])


def test_the_checksum_is_named_in_the_message() -> None:
    data = json.loads(SAVE)
    data["seed"] += 1
    with pytest.raises(SaveError, match=r"This save is damaged: its checksum does not match its content\."):
        Game.load(json.dumps(data))
    data["checksum"] = checksum(data)
    with pytest.raises(SaveError, match=r"This save is damaged: its answers "):
        Game.load(json.dumps(data))


@pytest.mark.parametrize("undone", [[99, 1, 1], [0, 0, 1], [0, 1, 0], [0, 1], [0, 1, 1, 1]])
def test_an_undo_that_cannot_have_been_is_refused(undone: list[int]) -> None:
    data = {**json.loads(SAVE), "undone": undone}
    del data["checksum"]
    with pytest.raises(SaveError, match=r"This save is damaged: its answers do not fit the rules\."):
        Game.load(json.dumps({**data, "checksum": checksum(data)}))


def test_layout_does_not_matter() -> None:
    """A save that was indented, or got a line end, is the same save."""
    assert Game.load(json.dumps(json.loads(SAVE), indent=2) + "\n") == GAME
    assert Record.loads(json.dumps(json.loads(RECORD), indent=2) + "\n") == GAME.record


DERIVED = {"listeners", "changing", "permitting", "effects", "taken", "left", "labels"}
"""What follows from other fields."""

OUTSIDE = {"budget", "compiled", "setup", "event_log", "chance_log"}
"""What belongs to the rules, to the set-up, or to whoever watches."""


def test_the_hash_of_a_position_covers_every_field() -> None:
    """A field that is added to the state is either hashed or listed here."""
    hashed = {"year", "phase", "season", "given", "asks", "stack", "ending", "ended", "won"}
    hashed |= {"order", "players", "groups", "enemies", "second_deck", "revealed", "enemy_types", "in_force"}
    hashed |= {"display", "discard", "out", "leaving", "lent", "lasting", "memory", "tiles", "gifts", "marks"}
    hashed |= {"spent", "streams", "scripted_results", "auction", "foes", "skirmish", "piles", "stacks"}
    assert {*fields_of(State)} == hashed | DERIVED | OUTSIDE
    assert len(position_facts(GAME._state)) == len(hashed) - 5, "moment, end and questions take several"


def test_what_a_later_version_adds_counts_only_when_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """So the saves of games that do not use it still load."""
    before, facts = position_hash(GAME._state), saves._player_facts
    for added, is_same in (([], True), (0, True), ({}, True), (["something"], False), (1, False)):
        monkeypatch.setattr(saves, "_player_facts", lambda *of, new=added: {**facts(*of), "new": new})
        assert (position_hash(GAME._state) == before) is is_same


@pytest.mark.parametrize("name", sorted({*fields_of(Player)} - {"effects"}))
def test_a_change_of_a_player_changes_the_hash(name: str) -> None:
    state = GAME._state.copy()
    player = state.players[0]
    value = getattr(player, name)
    if name == "aside":
        player.aside = (Aside(0, 1),)
    elif name == "against":
        player.against = 0
    elif name == "dice":
        player.dice = handful((*player.dice.own, 6), ())
    elif isinstance(value, dict):
        setattr(player, name, {**value, 0: 99})  # copies share it, so it is replaced and never changed
    elif isinstance(value, list):
        value[0] += 1
    else:
        setattr(player, name, altered(value))
    assert position_hash(state) != position_hash(GAME._state)
    assert position_hash(GAME._state.copy()) == position_hash(GAME._state)


@pytest.mark.parametrize(("left", "right"), [("[", "]"), ('{"x":', "}")])
def test_text_nested_as_deep_as_python_can_read_is_refused(left: str, right: str) -> None:
    """Near the limit of recursion, text can still be read but not written again for its checksum."""
    refused = 0
    for depth in range(sys.getrecursionlimit() - 90, sys.getrecursionlimit() + 1):
        for marker, read in (("kingsburg", Game.load), ("kingsburg_record", Record.loads)):
            with pytest.raises(SaveError):
                read(f'{{"{marker}":1,"more":{left * depth}1{right * depth}}}')
            refused += 1
    assert refused == 182
