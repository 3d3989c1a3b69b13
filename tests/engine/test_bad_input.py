"""Bad input: whatever is handed in, a typed error with a code and a sentence comes out; nothing changes."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingsburg_rules import (
    ContentError,
    Game,
    IllegalAction,
    KingsburgError,
    Record,
    Rules,
    SaveError,
    SetupError,
    load_rules,
    parse,
)
from kingsburg_rules.content import built_in, loading
from kingsburg_rules.game.saves import checksum
from kingsburg_rules.testing.strategies import NAMES, advance, choice_lists, games

ROOT = Path(__file__).parents[2]
Json = Any


def says_what_is_wrong(error: KingsburgError) -> None:
    """Every error of the library has a code to test for and a sentence to read."""
    assert re.fullmatch(r"[a-z]+(\.[a-z0-9_]+)+", error.code), error.code
    assert re.search(r"\w+ \w+", error.message), error.message
    assert error.code in str(error)


@contextmanager
def refused(kind: type[KingsburgError], *codes: str) -> Iterator[None]:
    """Expect an error with one of some codes, which says what is wrong."""
    with pytest.raises(kind) as caught:
        yield
    assert caught.value.code in codes
    says_what_is_wrong(caught.value)


# Setting up


@pytest.mark.parametrize(
    "players",
    [
        (),
        ("Ann",),
        ("Ann", "Brian", "Cindy", "Dan", "Eve", "Fay"),
        ("Ann", "Ann"),
        ("Ann", ""),
        ("Ann", " Brian"),
        ("Ann", "Brian "),
        ("Ann", "Bri  an"),
        ("Ann", "Bri\nan"),
        ("Ann", "Bri\tan"),
        ("Ann", "Brian, the second"),
        ("Ann", "Brian: a story"),
        ("Ann", "chance"),
        ("Ann", "B" * 41),
        ("Ann", 7),
        ("Ann", None),
        "Ann",
        "AB",
        None,
        5,
        {"Ann": 1, "Brian": 2, 3: 4},
    ],
    ids=repr,
)
def test_players_that_cannot_be_are_refused(players: Any) -> None:
    """Two to five different printable names are needed, and none that texts could misread."""
    codes = ("setup.players", "setup.names", "setup.same_name", "setup.name", "setup.name_sign")
    with refused(SetupError, *codes):
        Game(load_rules(), players)


@pytest.mark.parametrize(
    ("setting", "value", "code"),
    [
        ("automation", ("force",), "setup.automation"),
        ("automation", "forced", "setup.automation"),
        ("automation", None, "setup.automation"),
        ("automation", 3, "setup.automation"),
        ("automation", (3,), "setup.automation"),
        ("automation", (["forced"],), "setup.automation"),
        ("automation", {"Zoe": ("forced",)}, "setup.automation"),
        ("automation", {"Ann": ("all",)}, "setup.automation"),
        ("automation", {"Ann": "peeks"}, "setup.automation"),
        ("automation", {"Ann": None}, "setup.automation"),
        ("automation", {7: ()}, "setup.automation"),
        ("chance", "dice", "setup.chance"),
        ("chance", "", "setup.chance"),
        ("chance", None, "setup.chance"),
        ("chance", ["random"], "setup.chance"),
        ("seed", "7", "setup.seed"),
        ("seed", "%d", "setup.seed"),
        ("seed", 1.5, "setup.seed"),
        ("seed", (1,), "setup.seed"),
        ("script", None, "chance.feed"),
        ("script", 12, "chance.feed"),
        ("script", "01", "chance.feed"),
        ("script", ["02"], "chance.feed"),
        ("script", ["012"], "chance.feed"),
        ("script", [""], "chance.feed"),
        ("script", ["no such card"], "chance.feed"),
        ("script", ["01", "statue"], "chance.feed"),
        ("script", ["01", "12"], "chance.feed"),
        ("script", [[0, 1], []], "chance.feed"),
        ("script", ["01", "demons_v_9"], "chance.feed"),
        ("script", ["²"], "chance.feed"),
        ("script", [None], "chance.feed"),
        ("script", [7], "chance.feed"),
        ("script", [["a", "b"]], "chance.feed"),
        ("script", [[[0], [1]]], "chance.feed"),
        ("script", [[0.0, 1.0]], "chance.feed"),
    ],
    ids=repr,
)
def test_settings_that_cannot_be_are_refused(setting: str, value: Any, code: str) -> None:
    """Automation, chance, seed and script are what the documentation says, or nothing begins."""
    with refused(SetupError, code):
        Game(load_rules(), ("Ann", "Brian"), **{"seed": 1, setting: value})


def test_results_of_chance_in_one_text_are_no_list() -> None:
    """Else each of its digits would be a roll, which goes wrong somewhere in the game."""
    with pytest.raises(SetupError, match="given as a list"):
        Game(load_rules(), ("Ann", "Brian"), script="01")


@pytest.mark.parametrize("rules", ["second", None, {}], ids=str)
def test_a_game_needs_rules(rules: Any) -> None:
    """What `load_rules` gives is needed, neither its name nor the function."""
    with refused(SetupError, "setup.rules"):
        Game(rules, ("Ann", "Brian"))


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"edition": "third"}, "setup.edition"),
        ({"edition": "secnd"}, "setup.edition"),
        ({"edition": ""}, "setup.edition"),
        ({"edition": None}, "setup.edition"),
        ({"edition": 2}, "setup.edition"),
        ({"edition": ["second"]}, "setup.edition"),
        ({"edition": "../editions/second"}, "setup.edition"),
        ({"modules": ("no-such-module",)}, "setup.module"),
        ({"modules": (None,)}, "setup.module"),
        ({"modules": 5}, "setup.module"),
        ({"scenario": "no-such-scenario"}, "setup.scenario"),
        ({"scenario": 5}, "setup.scenario"),
        ({"variants": ("no-such-variant",)}, "setup.variant"),
        ({"variants": 5}, "setup.variant"),
        ({"packs": ("no-such-pack",)}, "setup.pack"),
        ({"packs": ("editions",)}, "setup.pack"),
        ({"packs": ("../base",)}, "setup.pack"),
        ({"packs": (None,)}, "setup.pack"),
        ({"packs": 5}, "setup.pack"),
        ({"switches": {"no_such_switch": "true"}}, "setup.switch"),
        ({"switches": {"winter_order": "at_random"}}, "setup.switch"),
        ({"switches": {"winter_order": None}}, "setup.switch"),
        ({"switches": {"winter_order": ["die_first"]}}, "setup.switch"),
        ({"switches": {"total_effects_last": True}}, "setup.switch"),
        ({"switches": {None: "true"}}, "setup.switch"),
        ({"switches": ["winter_order"]}, "setup.switch"),
        ({"switches": 5}, "setup.switch"),
    ],
    ids=repr,
)
def test_rules_that_there_are_not_cannot_be_loaded(asked: dict[str, Any], code: str) -> None:
    """What an edition does not have is refused by name, whatever type it is of."""
    with refused(SetupError, code):
        load_rules(**asked)


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        ({"edition": "secnd"}, "did you mean 'second'"),
        ({"edition": "third"}, "allowed: first-elfinwerks, first-ffg, second"),
        ({"switches": {"wintr_order": "die_first"}}, "did you mean 'winter_order'"),
        ({"switches": {"winter_order": "die_frist"}}, "did you mean 'die_first'"),
        ({"packs": ("bass",)}, "did you mean 'base'"),
    ],
    ids=repr,
)
def test_a_name_that_is_nearly_right_is_guessed(asked: dict[str, Any], hint: str) -> None:
    """The message says what was likely meant, or what is allowed."""
    with pytest.raises(SetupError, match=re.escape(hint)):
        load_rules(**asked)


# Playing


NO_ACTIONS = (
    "",
    " ",
    "pas",
    "PASS",
    "pass pass",
    "influence",
    "influence treasurer 0",
    "influence treasurer 5 + 3",
    "influence treasurer 5+",
    "influence treasurer +3",
    "influence treasurer 5+3 bonus",
    "influence treasurer 5+3 envoy envoy",
    "influence Treasurer 5+3",
    "influence treasurer \u0665+\u0663",
    "build",
    "build farm for",
    "build farm for -1gold",
    "build farm for gold,wood",
    "recruit x for gold",
    "recruit 1",
    "take",
    "take 1.5gold",
    "take gold+",
    "die 7",
    "die",
    "roll",
    "roll 0",
    "roll 1+7",
    "choose",
    "trade gold",
    "use",
    "use inn #",
    "\0",
    "pass\0",
    "🎲",
    "influence " + "treasurer " * 1000,
    "take " + "+".join(["gold"] * 5000),
    "take " + "9" * 5000 + "gold",
    "recruit " + "9" * 5000 + " for gold",
    "influence king " + "+".join(["6"] * 5000),
    "(" * 5000,
)


@given(games(), st.one_of(st.sampled_from(NO_ACTIONS), st.text(max_size=40)))
def test_a_text_that_is_no_legal_action_is_refused(game: Game, text: str) -> None:
    """Malformed and impossible texts raise `IllegalAction`, in `play` as in `parse`, and change nothing."""
    before = game.save()
    reason = game.why_not(text)
    if reason is None:
        return  # a short form or the text of an option
    with pytest.raises(IllegalAction) as refused:
        game.play(text)
    assert refused.value.violation == reason
    says_what_is_wrong(refused.value)
    assert game.save() == before
    try:
        parse(text)
    except IllegalAction as error:
        assert error.code == "action.malformed"
        says_what_is_wrong(error)


@pytest.mark.parametrize("action", [None, 5, ["pass"], b"pass", str, ("pass", 1)], ids=repr)
def test_what_is_no_action_is_refused(action: Any) -> None:
    """Things of other types are refused like any illegal action."""
    game = Game(load_rules(), ("Ann", "Brian"), seed=1)
    before = game.save()
    reason = game.why_not(action)
    assert reason is not None
    assert reason.code == "action.malformed"
    with pytest.raises(IllegalAction):
        game.play(action)
    with pytest.raises(IllegalAction):
        game.position().step(action)
    assert game.save() == before


@pytest.mark.parametrize("player", ["Zoe", "", "ann", 0, ("Ann",)], ids=repr)
def test_who_does_not_play_is_refused(player: Any) -> None:
    """A player's name must be one of the game's, or `chance`."""
    game = Game(load_rules(), ("Ann", "Brian"), seed=1)
    before = game.save()
    for ask in (
        lambda: game.play("pass", player),
        lambda: game.why_not("pass", player),
        lambda: game.view(player),
    ):
        with refused(SetupError, "setup.player"):
            ask()
    assert game.save() == before


# Saves and records


def some_game() -> Game:
    """A game in its third year, with buildings, points from many sources, looks and used abilities."""
    game = Game(load_rules(), NAMES[:3], seed=12, automation={"Ann": (), "Brian": ("gains", "forced")})
    advance(game, [number * 7919 % 65536 for number in range(130)])
    return game


SAVE = some_game().save()
RECORD = some_game().record.dumps()


def meaning_of(text: str) -> Json:
    """What a save says besides versions and digests of packs, which only explain why it cannot be loaded."""
    data = json.loads(text)
    del data["checksum"], data["rules"]["packs"], data["rules"]["pack_digests"]
    return data


def loads_or_refuses(text: str) -> Game | None:
    """Load a text: the game must then say what the text says, and be playable to its end."""
    try:
        game = Game.load(text)
    except SaveError as error:
        says_what_is_wrong(error)
        return None
    assert meaning_of(game.save()) == meaning_of(text)
    copy = game.copy()
    advance(copy, range(1000))
    assert copy.outcome is not None
    assert copy.record.actions[: len(game.record.actions)] == game.record.actions
    return game


def replays_or_refuses(text: str) -> None:
    try:
        record = Record.loads(text)
        *_, last = record.replay()
    except SaveError as error:
        says_what_is_wrong(error)
        return
    assert last.record.dumps() == record.dumps() or short_forms(last.record, record)
    advance(last, range(1000))
    assert last.outcome is not None


def short_forms(full: Record, written: Record) -> bool:
    """Whether a record differs only in how it writes the same actions and results."""
    return len(full.actions) == len(written.actions) and len(full.chance_results) == len(
        written.chance_results
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "save.damaged"),
        ("no save", "save.damaged"),
        ("{", "save.damaged"),
        ("null", "save.damaged"),
        ("[]", "save.damaged"),
        ("5", "save.damaged"),
        ("{}", "save.damaged"),
        ('{"kingsburg": 1}', "save.damaged"),
        ('{"kingsburg": 2}', "save.format"),
        ('{"kingsburg": "1"}', "save.format"),
        ('{"kingsburg": null}', "save.format"),
        ("[" * 100_000, "save.damaged"),
        ('{"kingsburg": 1' + "0" * 5000 + "}", "save.damaged"),
        (SAVE[:-1], "save.damaged"),
        (SAVE[: len(SAVE) // 2], "save.damaged"),
        (SAVE + "x", "save.damaged"),
        (SAVE + SAVE, "save.damaged"),
        (RECORD, "save.damaged"),
        (None, "save.damaged"),
        (5, "save.damaged"),
        (b"\xff\xfe{", "save.damaged"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_what_is_no_save_cannot_be_loaded(text: Any, code: str) -> None:
    """Foreign, truncated and misshapen texts are told from saves of another format."""
    with refused(SaveError, code):
        Game.load(text)


def sealed(data: Json) -> str:
    """Write data with the right checksum, so that what it says is judged."""
    if isinstance(data, dict) and "checksum" in data:
        data["checksum"] = checksum(data)
    return json.dumps(data)


def edited(text: str, *path: str | int, to: Json) -> str:
    data = json.loads(text)
    *way, last = path
    inner = data
    for key in way:
        inner = inner[key]
    inner[last] = to
    return sealed(data)


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        (("rules", "digest"), "0" * 16, "save.content"),
        (("rules", "edition"), "first-ffg", "save.content"),
        (("rules", "edition"), "third", "save.rules"),
        (("rules", "switches"), {"winter_order": "card_first"}, "save.content"),
        (("rules", "switches"), {"winter_order": "never"}, "save.rules"),
        (("rules", "packs"), [["no-such-pack", "1.0"]], "save.pack"),
        (("rules", "packs"), [["base"]], "save.damaged"),
        (("rules", "packs"), "base", "save.damaged"),
        (("players",), ["Ann", "Brian"], "save.damaged"),
        (("players", 0), "Cindy", "save.damaged"),
        (("players",), "ABC", "save.damaged"),
        (("players",), {"Ann": 1, "Brian": 2, "Cindy": 3}, "save.damaged"),
        (("automation",), [7, 7], "save.damaged"),
        (("automation", 0), 99, "save.damaged"),
        (("automation", 0), -1, "save.damaged"),
        (("chance",), "sometimes", "save.damaged"),
        (("chance",), "decision", "save.damaged"),
        (("seed",), 13, "save.damaged"),
        (("seed",), -1, "save.damaged"),
        (("answers",), "", "save.damaged"),
        (("answers",), "0 0 0", "save.damaged"),
        (("answers",), "0 zzz", "save.damaged"),
        (("answers",), "-1", "save.damaged"),
        (("answers",), "9:0", "save.damaged"),
        (("answers",), "a:b:c", "save.damaged"),
        (("answers",), "0 " * 100_000, "save.damaged"),
        (("answers",), "é", "save.damaged"),
        (("script",), [[1, 2, 3]], "save.damaged"),
        (("script",), [[-1]], "save.damaged"),
        (("script",), [5], "save.damaged"),
        (("position",), "0" * 16, "save.damaged"),
        (("position",), "", "save.damaged"),
        (("position",), 5, "save.damaged"),
        (("rules", "unheard_of"), 1, "save.damaged"),
        (("unheard_of",), 1, "save.damaged"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_an_edited_save_is_refused(path: tuple[str | int, ...], value: Json, code: str) -> None:
    """A save that does not tell of a game that these rules can have does not load."""
    with refused(SaveError, code):
        Game.load(edited(SAVE, *path, to=value))


def test_a_save_of_other_rules_is_refused_by_them() -> None:
    """Rules handed over must be the ones that the save was made with."""
    with refused(SaveError, "save.content"):
        Game.load(SAVE, load_rules("first-ffg"))


@pytest.mark.parametrize(
    ("ask", "wrong"),
    [
        (
            lambda game: game.odds("Ann", strength=101),
            "`strength` must be a whole number from 0 to 100, not 101",
        ),
        (
            lambda game: game.odds("Ann", soldiers=-1),
            "`soldiers` must be a whole number from 0 to 100, not -1",
        ),
        (lambda game: game.recent("3"), "`actions` must be a whole number, not '3'"),
        (lambda game: game.recent(after=2.5), "`after` must be a whole number, not 2.5"),
    ],
)
def test_a_wrong_number_is_named(ask: Callable[[Game], object], wrong: str) -> None:
    with pytest.raises(SetupError, match=re.escape(wrong)) as refused:
        ask(some_game())
    assert refused.value.code == "setup.number"


def test_odds_are_worked_out_for_up_to_100_soldiers() -> None:
    (odds,) = some_game().odds("Ann", soldiers=100)
    assert odds.victory == 1


def nodes(data: Json, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Give the way to every node below the top."""
    children = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, inner in children:
        yield (*path, key)
        yield from nodes(inner, (*path, key))


SCRAPS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 20),
    st.sampled_from(
        [10**9, -(10**9), 10**40, 1.5, 1e400, float("nan"), "", "0", "-1", "Ann", "chance", "gold"]
    ),
    st.text(max_size=5),
    st.lists(st.integers(-1, 5), max_size=3),
    st.dictionaries(st.sampled_from(["Ann", "0", "winter_order"]), st.integers(0, 2), max_size=2),
)


@st.composite
def damage(draw: st.DrawFn, text: str) -> str:
    """Delete, replace or duplicate some nodes of a JSON text, or move one to another place."""
    data = json.loads(text)
    for _ in range(draw(st.sampled_from((1, 1, 1, 2, 3)))):
        ways = list(nodes(data))
        *way, last = draw(st.sampled_from(ways))
        parent = data
        for key in way:
            parent = parent[key]
        what = draw(st.sampled_from(("delete", "replace", "double", "nudge", "move")))
        if what == "delete":
            del parent[last]
        elif what == "replace":
            parent[last] = draw(SCRAPS)
        elif what == "double" and isinstance(parent, list):
            parent.insert(last, parent[last])
        elif what == "double":
            parent[f"{last}{draw(st.sampled_from(('', '_', ' ')))}"] = parent[last]
        elif what == "nudge" and isinstance(parent[last], int):
            parent[last] += draw(st.sampled_from((-1, 1, 2)))
        elif what == "nudge" and isinstance(parent[last], str) and parent[last]:
            at = draw(st.integers(0, len(parent[last]) - 1))
            parent[last] = parent[last][:at] + draw(st.sampled_from("01az: ")) + parent[last][at + 1 :]
        else:
            *there, other = draw(st.sampled_from(ways))
            found = data
            try:
                for key in there:
                    found = found[key]
                parent[last] = json.loads(json.dumps(found[other]))
            except (LookupError, TypeError):
                parent[last] = None
    return sealed(data)


@settings(max_examples=100)
@given(damage(SAVE))
def test_a_damaged_save_loads_as_what_it_says_or_not_at_all(text: str) -> None:
    """Whatever became of its nodes, a save is refused, or gives a game that says the same and goes on."""
    loads_or_refuses(text)


@settings(max_examples=200)
@given(damage(RECORD))
def test_a_damaged_record_replays_as_what_it_says_or_not_at_all(text: str) -> None:
    """Whatever became of its nodes, a record is refused, or replays what it says."""
    replays_or_refuses(text)


@settings(max_examples=200)
@given(st.sampled_from((SAVE, RECORD)), st.data())
def test_a_text_with_other_letters_is_refused_or_right(text: str, data: st.DataObject) -> None:
    """Letters lost, changed or put in somewhere lead to no other error than `SaveError`."""
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.sampled_from((start, start + 1, start + 5, len(text))))
    changed = text[:start] + data.draw(st.sampled_from(('"', "0", "9", "}", "]", "", " ", "é"))) + text[end:]
    if text == SAVE:
        loads_or_refuses(changed)
    else:
        replays_or_refuses(changed)


@settings(max_examples=10)
@given(games(choices=choice_lists(300)))
def test_a_save_without_its_last_answers_is_refused(game: Game) -> None:
    """Position and answers must belong together."""
    data = json.loads(game.save())
    data["answers"] = " ".join(data["answers"].split()[:-1])
    if data["answers"] != json.loads(game.save())["answers"]:
        with refused(SaveError, "save.damaged"):
            Game.load(sealed(data))


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        (("kingsburg_record",), 2, "record.format"),
        (("kingsburg_record",), "1", "record.format"),
        (("rules", "digest"), "0" * 16, "record.content"),
        (("rules", "edition"), "third", "record.rules"),
        (("players",), ["Ann"], "record.damaged"),
        (("players", 1), "Ann", "record.damaged"),
        (("automation",), [], "record.damaged"),
        (("automation", 0), 8, "record.damaged"),
        (("chance_results",), "", "record.action"),
        (("chance_results",), "012", "record.action"),
        (("chance_results",), "nonsense", "record.damaged"),
        (("chance_results",), "0123", "record.damaged"),
        (("chance_results",), 5, "record.damaged"),
        (("actions", 0), "pass the salt", "record.action"),
        (("actions", 0), "Zoe: pass", "record.action"),
        (("actions", 0), "Ann: ", "record.action"),
        (("actions", 3), "influence king 6+6+6", "record.action"),
        (("actions", 3), 3, "record.damaged"),
        (("actions",), "pass", "record.damaged"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_an_edited_record_is_refused(path: tuple[str | int, ...], value: Json, code: str) -> None:
    """A record that these rules cannot replay says which action is wrong, or what else."""
    with refused(SaveError, code):
        [*Record.loads(edited(RECORD, *path, to=value)).replay()]


def test_a_record_with_results_too_many_is_refused() -> None:
    """Results of chance that nobody asked for belong to another game."""
    data = json.loads(RECORD)
    data["chance_results"] += " 135"
    with pytest.raises(SaveError, match=r"The record has unused chance results\.") as refused:
        [*Record.loads(sealed(data)).replay()]
    assert refused.value.code == "record.damaged"


@pytest.mark.parametrize(
    "text", ["", "{", "[]", SAVE, RECORD[:-1], None, 5], ids=lambda text: repr(text)[:20]
)
def test_what_is_no_record_cannot_be_read(text: Any) -> None:
    """Saves are no records, and half a record is none either."""
    with refused(SaveError, "record.damaged"):
        Record.loads(text)


# Content


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the content as a checkout has it, in the place of the real one."""
    shutil.copytree(ROOT / "content", tmp_path / "content")

    def forget() -> None:
        built_in.built_in.cache_clear()
        loading._built_in.cache_clear()

    monkeypatch.setattr(built_in, "_CHECKOUT", tmp_path)
    monkeypatch.setattr(built_in, "_INSTALLED", tmp_path / "nothing")
    forget()
    yield tmp_path / "content"
    forget()


def replace(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


@pytest.mark.parametrize(
    ("file", "change", "line"),
    [
        ("base/buildings.yaml", replace("  - id: statue\n", "\t- id: statue\n"), True),
        ("base/buildings.yaml", replace("cost: {gold: 2}", "cost: {gold: two}"), True),
        ("base/buildings.yaml", replace("id: chapel", "id: statue"), True),
        ("base/buildings.yaml", lambda text: "", False),
        ("base/buildings.yaml", lambda text: "format: 1\nbuildings: " + "[" * 3000, False),
        ("base/buildings.yaml", lambda text: "format: 1\nbuildings: " + "[" * 3000 + "]" * 3000, False),
        ("base/calendar.yaml", replace("years: 5", "years: 0"), True),
        ("base/calendar.yaml", replace("- run: battle", "- run: winter"), True),
        ("base/pack.yaml", lambda text: "[", False),
        ("editions/second.yaml", lambda text: "id: [", False),
        ("editions/second.yaml", lambda text: "id: second\n", False),
        ("editions/second.yaml", lambda text: f"{text}switches: {{winter_order: cart_first}}\n", True),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_broken_content_is_told_by_file_and_line(
    checkout: Path, file: str, change: Callable[[str], str], line: bool
) -> None:
    """A checkout whose YAML is broken loads nothing; every problem has a place, a code and a sentence."""
    path = checkout / file
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(ContentError) as refused:
        load_rules()
    says_what_is_wrong_in(refused.value, file)
    assert all(problem.line > 1 for problem in refused.value.diagnostics) or not line


def test_an_edition_that_wants_a_pack_that_there_is_not_is_refused(checkout: Path) -> None:
    """The packs of an edition must exist, as those that are asked for."""
    path = checkout / "editions" / "second.yaml"
    text = replace("packs: [base]", "packs: [bass]")(path.read_text(encoding="utf-8"))
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SetupError, match="did you mean") as refused:
        load_rules()
    assert refused.value.code == "setup.pack"


def says_what_is_wrong_in(error: ContentError, file: str) -> None:
    assert error.diagnostics
    for problem in error.diagnostics:
        assert problem.file.endswith(file), problem
        assert problem.line >= 1
        assert problem.column >= 1
        assert re.fullmatch(r"[a-z]+(\.[a-z0-9_]+)+", problem.code), problem
        assert re.search(r"\w+ \w+", problem.message), problem
    assert str(error.diagnostics[0]) in str(error)


def test_content_that_is_not_utf8_is_told_by_file(checkout: Path) -> None:
    """Bytes that are no text are a problem of their file."""
    path = checkout / "base" / "buildings.yaml"
    path.write_bytes(path.read_bytes().replace(b"Statue", b"Stat\xff\xfe", 1))
    with pytest.raises(ContentError) as refused:
        load_rules()
    says_what_is_wrong_in(refused.value, "base/buildings.yaml")


def test_without_a_calendar_there_is_no_game(checkout: Path) -> None:
    """A base pack without the course of the game, or with two of them, is refused."""
    calendar = checkout / "base" / "calendar.yaml"
    text = calendar.read_text(encoding="utf-8")
    calendar.unlink()
    with refused(SetupError, "setup.calendar"):
        load_rules()
    calendar.write_text(text, encoding="utf-8")
    (checkout / "base" / "again.yaml").write_text(text, encoding="utf-8")
    built_in.built_in.cache_clear()
    with pytest.raises((SetupError, ContentError)) as refused_again:
        load_rules()
    says_what_is_wrong(refused_again.value)


def test_without_content_there_are_no_rules(checkout: Path) -> None:
    """A library whose content is missing says so."""
    shutil.rmtree(checkout)
    with pytest.raises(SetupError) as refused:
        load_rules()
    says_what_is_wrong(refused.value)


def test_broken_content_mended_loads(checkout: Path) -> None:
    """An error is not remembered: once the file is right, the same call loads the rules."""
    path = checkout / "base" / "enemies.yaml"
    right = path.read_text(encoding="utf-8")
    path.write_text(right.replace("strength: 2", "strength: -2", 1), encoding="utf-8")
    with pytest.raises(ContentError):
        load_rules()
    path.write_text(right, encoding="utf-8")
    built_in.built_in.cache_clear()
    found = load_rules()
    assert isinstance(found, Rules)
    assert Game(found, ("Ann", "Brian"), seed=1).pending


def test_a_save_made_before_the_content_changed_is_refused(checkout: Path) -> None:
    """The digest tells content apart, also when nothing but a number on one card differs."""
    assert Game.load(SAVE) == some_game()
    path = checkout / "base" / "enemies.yaml"
    path.write_text(
        path.read_text(encoding="utf-8").replace("strength: 2", "strength: 1", 1), encoding="utf-8"
    )
    built_in.built_in.cache_clear()
    loading._built_in.cache_clear()
    with refused(SaveError, "save.content"):
        Game.load(SAVE)
    with refused(SaveError, "record.content"):
        [*Record.loads(RECORD).replay()]
