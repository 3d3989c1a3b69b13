"""Trying packs out: what fails is told with its place, and cards that are drawn do come up."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve

from kingsburg_rules import Game, Pack, SeatView, load_rules
from kingsburg_rules.cli import main
from kingsburg_rules.engine.compiled_rules import Frame
from kingsburg_rules.engine.state import State
from kingsburg_rules.language.calendar import EndGame
from kingsburg_rules.language.emitter import Emitter
from kingsburg_rules.testing import Trial, broken_promises, play_pack, try_pack
from kingsburg_rules.testing import trials as trials_module
from kingsburg_rules.testing.random_games import starting_with, with_smaller_decks
from kingsburg_rules.testing.situation import PACK
from kingsburg_rules.testing.strategies import advance

MILL = """\
buildings:
  - id: mill
    name: Mill
    row: M
    column: 1
    cost: {wood: 1}
    vp: 1
    triggers:
      - when: season.end
        do: [{gain: {gold: 1}}]
    examples:
      - shows: It gives a gold.
        works: true
        at: summer/season.end
        given: {me: {gold: 0, buildings: [mill]}}
        expect: {me: {gold: 1}}
"""
LAW = """\
rules:
  - id: law
    name: Law
    triggers:
"""


def pack_of(cards: str) -> Pack:
    return Pack.from_files({"pack.yaml": PACK, "cards.yaml": f"format: 1\n{cards}"})


def tried(cards: str, games: int = 4) -> Trial:
    return try_pack(pack_of(cards), games=games)


def failures(trial: Trial) -> list[tuple[str, int]]:
    assert all(problem.file == "test/cards.yaml" for problem in trial.diagnostics)
    return [(problem.code, problem.line) for problem in trial.diagnostics]


def line_of(cards: str, text: str) -> int:
    return next(n for n, line in enumerate(cards.splitlines(), start=2) if text in line)


def test_a_sound_pack_passes_and_all_it_does_is_counted() -> None:
    trial = tried(MILL)
    assert trial.passed
    assert [result.passed for result in trial.examples] == [True]
    assert {part.part for part in trial.parts} == {"card", "triggers/0"}
    assert all(part.used for part in trial.parts)
    assert trial.untested == ()


def test_an_example_that_does_not_hold_is_told_with_its_line() -> None:
    cards = MILL.replace("expect: {me: {gold: 1}}", "expect: {me: {gold: 7}}")
    trial = tried(cards)
    assert failures(trial) == [("test.example", line_of(cards, "expect:"))]
    assert "me should have gold 7, has 1" in trial.diagnostics[0].message


@pytest.mark.parametrize(
    ("given", "told"), [("modules: [governor]", "did you mean 'governors'?"), ("variants: [x]", "'x'")]
)
def test_an_example_with_unknown_modules_or_variants_is_told_with_its_line(given: str, told: str) -> None:
    """The other examples are played all the same, and so are the games."""
    example = MILL.partition("examples:\n")[2]
    cards = f"{MILL}{example.replace('given: {', f'given: {{{given}, ')}"
    trial = tried(cards)
    assert failures(trial) == [("test.example", line_of(cards, given))]
    assert told in trial.diagnostics[0].message
    assert [result.passed for result in trial.examples] == [True, False]
    assert trial.coverage.games
    assert [result.passed for result in play_pack(pack_of(cards))] == [True, False]


def test_a_card_that_runs_in_circles_is_told_with_its_line() -> None:
    cards = LAW + "      - {when: season.end, uses: unlimited, do: [{window: season.end}]}\n"
    trial = tried(cards)
    assert ("test.runaway", line_of(cards, "window:")) in failures(trial)


FEW = """\
deck_cards:
  - {id: map, name: Map, deck: maps, copies: 3, triggers: [{when: year.end, do: [{gain: {gold: 1}}]}]}
rules:
  - id: travels
    name: Travels
    triggers:
      - {when: game.start, do: [{deal: {deck: maps, count: 1}}]}
      - {when: year.start, do: [{keep: maps}]}
"""


def test_games_have_only_as_many_players_as_there_are_cards_for() -> None:
    trial = tried(FEW, games=6)
    assert trial.passed
    assert {part.card for part in trial.parts if part.used} == {"test/map", "test/travels"}
    rules = load_rules(packs=[pack_of(FEW)])
    assert trials_module.numbers_of_players(rules) == [2, 3]
    assert trials_module.numbers_of_players(load_rules()) == [2, 3, 4, 5]


def test_what_is_never_offered_is_told_with_its_line() -> None:
    cards = LAW + (
        "        - when: year.end\n          do:\n            - for_each:\n"
        "                players: all\n                do: [{gain: {gold: 1}}]\n"
        "        - when: year.end\n          if: {year: 9}\n          do:\n"
        "            - for_each:\n                players: all\n"
        "                do: [{gain: {gold: 1}}]\n"
    )
    trial = tried(cards, games=trials_module.GAMES)
    assert failures(trial) == [("test.never_offered", line_of(cards, "if: {year: 9}") - 1)]
    assert (
        "test/law: in 20 games with this card in play triggers/1 (year.end) is never offered"
        in trial.diagnostics[0].message
    )


def test_what_breaks_the_machine_is_told_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(state: State, frame: Frame) -> bool:
        raise ZeroDivisionError("nothing to divide by")

    def emit(self: EndGame, e: Emitter) -> None:
        e.op(breaks)

    monkeypatch.setattr(EndGame, "emit", emit)
    cards = LAW + "      - when: year.end\n        do:\n          - {end_game: {}}\n"
    trial = tried(cards)
    assert failures(trial) == [("test.crash", line_of(cards, "end_game"))]
    assert "ZeroDivisionError: nothing to divide by" in trial.diagnostics[0].message


def test_a_game_that_does_not_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials_module, "LONGEST", 40)
    cards = LAW + (
        "        - when: season.start\n          do:\n            - for_each:\n"
        "                players: all\n                do:\n"
        "                  - {gain: [{gold: 1}, {wood: 1}]}\n"
    )
    trial = tried(cards)
    assert "test.endless" in {problem.code for problem in trial.diagnostics}
    assert all(problem.code == "test.endless" for problem in trial.diagnostics)


def a_game() -> Game:
    game = Game(load_rules(modules=["governors"]), ("Ann", "Brian", "Cindy"), seed=3)
    advance(game, range(3, 40))
    return game


def test_a_game_of_the_box_keeps_all_promises() -> None:
    game = Game(load_rules(modules=["governors"]), ("Ann", "Brian", "Cindy"), seed=3)
    while game.pending:
        assert [*broken_promises(game)] == []
        advance(game, [*range(3, 20)])
    assert [*broken_promises(game)] == []


def leaking(real: Callable[[Game, str | None], SeatView]) -> Callable[[Game, str | None], SeatView]:
    """A view that shows every seat the whole deck of enemies, through a class that is never compiled."""

    def view(game: Game, player: str | None = None) -> SeatView:
        state, shown = game._state, real(game, player)
        deck = [state.compiled.enemies[card] for card in state.enemies]
        return evolve(shown, seen_enemies={enemy.year: enemy.name for enemy in deck})

    return view


def test_a_broken_promise_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    game = a_game()
    with monkeypatch.context() as broken:
        broken.setattr(Game, "view", leaking(Game.view))
        assert {each.code for each in broken_promises(game)} == {"test.secret"}
    with monkeypatch.context() as broken:
        broken.setattr(Game, "undo", lambda self: None)
        assert {each.message.split("' ")[-1] for each in broken_promises(game)} == {"gives a different game"}
    with monkeypatch.context() as broken:
        broken.setattr(Game, "why_not", lambda self, action, player=None: None)
        assert {each.code for each in broken_promises(game)} == {"test.open_question"}
    assert [*broken_promises(game)] == []
    with monkeypatch.context() as broken:
        broken.setattr(Game, "copy", lambda self: self)
        assert "test.round_trip" in {each.code for each in broken_promises(game)}


# Forcing


ENEMY = """\
enemies:
  - {id: hydra, name: Hydra, year: 2, type: demons, strength: 3, reward: {gold: 1}, penalty: {gold: 1}}
"""


def test_an_enemy_of_the_pack_comes_in_every_game() -> None:
    rules = load_rules(packs=[pack_of(ENEMY)])
    forced = with_smaller_decks(rules, ["test/hydra"], 3)
    assert forced.digest != rules.digest
    for seed in range(5):
        game = Game(forced, ("Ann", "Brian", "Cindy"), seed=seed)
        assert forced.compiled.card["hydra"] in game._state.enemies
        assert Game.load(game.save(), forced) == game


def test_a_deck_keeps_as_many_cards_as_the_game_needs() -> None:
    """One governor alone cannot be dealt to three players; he is in every game even so."""
    cards = "governors:\n  - {id: hermit, name: Hermit, modifiers: [{what: battle_strength, add: 1}]}\n"
    rules = load_rules(modules=["governors"], packs=[pack_of(cards)])
    for players in (2, 5):
        forced = with_smaller_decks(rules, ["test/hermit"], players)
        kept = forced.compiled.deck("governor")
        assert forced.compiled.card["hermit"] in kept
        assert len(kept) == len(
            with_smaller_decks(forced, ["test/hermit"], players).compiled.deck("governor")
        )
        assert len(kept) < len(rules.compiled.deck("governor"))
        Game(forced, ("Ann", "Brian", "Cindy", "Dan", "Eve")[:players], seed=1)


def test_nothing_is_left_out_where_nothing_is_drawn() -> None:
    rules = load_rules(packs=[pack_of(MILL)])
    assert with_smaller_decks(rules, ["test/mill"], 3) is rules


def test_a_deck_of_a_module_is_played_with_the_module() -> None:
    """A governor is dealt only with the module that has governors; the trial finds it by itself."""
    cards = "governors:\n  - {id: hermit, name: Hermit, modifiers: [{what: battle_strength, add: 1}]}\n"
    trial = tried(cards, games=6)
    assert trial.passed
    assert {part.part: part.used > 0 for part in trial.parts} == {"card": True, "modifiers/0": True}


def test_what_nothing_draws_is_in_play_from_the_start() -> None:
    cards = """
deck_cards:
  - {id: omen, name: Omen, deck: omens, held_by: game, modifiers: [{what: enemy_total, add: 1}]}
  - {id: charm, name: Charm, deck: charms, triggers: [{when: season.end, do: [{gain: {gold: 1}}]}]}
"""
    trial = tried(cards)
    assert trial.passed
    assert all(part.used for part in trial.parts)


def test_games_begin_with_cards_in_play_and_can_be_saved() -> None:
    rules = starting_with(load_rules(packs=[pack_of(MILL)]), ["test/mill", "base/inn", "base/chapel"])
    game = Game(rules, ("Ann", "Brian"), seed=1)
    assert [player.buildings for player in game.state.players] == [("chapel", "mill"), ("inn",)] or [
        {*player.buildings} for player in game.state.players
    ] == [{"chapel", "mill"}, {"inn"}]
    assert Game.load(game.save(), rules) == game


# The command


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pack.yaml").write_text(PACK, encoding="utf-8")
    (tmp_path / "cards.yaml").write_text(f"format: 1\n{MILL}", encoding="utf-8")
    return tmp_path


def spoil(folder: Path) -> None:
    file = folder / "cards.yaml"
    file.write_text(file.read_text().replace("{me: {gold: 1}}", "{me: {gold: 7}}"), encoding="utf-8")


def test_the_command_tells_examples_and_coverage(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", str(folder), "--games", "4", "--seed", "5", "--players", "2"]) == 0
    *parts, summary = capsys.readouterr().out.splitlines()
    assert parts[0].split() == ["offered", "used"]
    assert [line.split()[2:] for line in parts[1:]] == [
        ["test/mill", "card", "(built)"],
        ["test/mill", "triggers/0", "(season.end)"],
    ]
    assert summary.startswith("test: 1 of 1 examples hold; 4 games with ")
    assert summary.endswith("used 2 of 2 parts of its cards; nothing fails")


def test_the_command_fails_with_the_line_underlined(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(folder)
    assert main(["test", str(folder), "--no-games"]) == 1
    first, shown, marks, summary, more = capsys.readouterr().out.splitlines()
    place = f"{(folder / 'cards.yaml').as_posix()}:17:9: "
    assert first.startswith(f"{place}test/mill: the example 'It gives a gold.' does not hold: ")
    assert shown.strip() == "expect: {me: {gold: 7}}"
    assert set(marks.strip()) == {"^"}
    assert summary == "test: 0 of 1 examples hold; 1 failure"
    assert more == "kingsburg explain test.example describes it."
    assert more.startswith("kingsburg explain ")


def test_the_command_speaks_json_and_to_github(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(folder)
    assert main(["test", str(folder), "--games", "2", "--format", "json"]) == 1
    (told,) = json.loads(capsys.readouterr().out)
    assert (told["pack"], told["passed"], told["games"]) == ("test", False, 2)
    assert [problem["code"] for problem in told["diagnostics"]] == ["test.example"]
    assert [example["passed"] for example in told["examples"]] == [False]
    assert {part["part"] for part in told["coverage"]} == {"card", "triggers/0"}
    assert main(["test", str(folder), "--no-games", "--format", "github"]) == 1
    assert capsys.readouterr().out.startswith("::error file=")


def test_a_pack_with_mistakes_is_not_played(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "cards.yaml").write_text("format: 1\nbuildings: 7\n", encoding="utf-8")
    assert main(["test", str(folder)]) == 1
    assert "schema." in capsys.readouterr().out


def test_a_pack_that_is_not_there_is_no_pack(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "./nowhere"]) == 2
    assert "'./nowhere' is neither" in capsys.readouterr().err


def test_the_examples_of_the_box_are_played_without_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "soldier-tokens", "--no-games"]) == 0
    assert " examples hold; nothing fails" in capsys.readouterr().out


@pytest.mark.parametrize("wrong", ["0", "-1", "many"])
def test_no_number_of_games_is_named(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["test", "base", f"--games={wrong}"])
    assert f"argument --games: a number from 1 is needed, not '{wrong}'" in capsys.readouterr().err


# What no example would miss

WHARF = """\
buildings:
  - id: wharf
    name: Wharf
    row: M
    column: 1
    cost: {wood: 1}
    vp: 1
    triggers:
      - when: season.end
        if: {season: summer, gold: {min: 1}}
        cost: [{gold: 1}]
        do:
          - gain: {stone: 2}
          - branch: {if: {year: 5}, then: [{gain: {vp: 3}}]}
      - {when: year.end, do: [{gain: {vp: 1}}]}
    examples:
      - shows: Gold is shipped and comes back as stone.
        works: true
        at: summer/season.end
        given: {me: {gold: 1, buildings: [wharf]}}
        play: [{do: use wharf pay gold}]
        expect: {me: {stone: 2, gold: 0}}
"""


def test_each_part_that_no_example_would_miss_is_told_with_its_place() -> None:
    trial = try_pack(pack_of(WHARF), games=0, mutants=True)
    assert trial.passed
    assert {problem.code for problem in trial.missed} == {"test.missed"}
    assert [(p.line, p.message.partition(": ")[2].partition(",")[0]) for p in trial.missed] == [
        (line_of(WHARF, "if: {season"), "'season' could be left out"),
        (line_of(WHARF, "if: {season"), "'gold' could be left out"),
        (line_of(WHARF, "- branch"), "'branch' could be left out"),
        (line_of(WHARF, "year.end"), "this trigger could be left out"),
    ]
    assert not try_pack(pack_of(WHARF), games=0).missed


def test_a_part_that_an_example_pins_down_is_not_told() -> None:
    """Just outside the limit, and with the limit itself: then nothing is left to miss."""
    lone = "".join(line for line in WHARF.splitlines(keepends=True) if "year" not in line)
    spring = """\
      - shows: In spring the ships are away.
        works: false
        at: spring/season.end
        given: {me: {gold: 1, buildings: [wharf]}}
        play: [{refuse: use wharf pay gold}]
        expect: {me: {gold: 1}}
"""
    trial = try_pack(pack_of(lone + spring), games=0, mutants=True)
    assert [p.message for p in trial.missed] == [
        "test/wharf: 'gold' could be left out, and every example would hold as before"
    ]
    silenced = lone.replace("        if:", "        # lint: test.missed -- the price says so\n        if:")
    assert not try_pack(pack_of(silenced + spring), games=0, mutants=True).missed


def test_the_command_lists_what_no_example_would_miss(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wharf.yaml"
    file.write_text(f"format: 1\n{WHARF}", encoding="utf-8")
    assert main(["test", "--no-games", "--mutants", str(file)]) == 0
    said = capsys.readouterr().out
    assert "warning: wharf/wharf: this trigger could be left out, and every example would hold" in said
    assert "no example would miss 4 changes; nothing fails" in said
    assert main(["test", "--no-games", "--mutants", "--format", "json", str(file)]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["missed"][0]["code"] == "test.missed"


# What is rare, and what is impossible

RARE = """\
buildings:
  - id: hoard
    name: Hoard
    row: M
    column: 1
    cost: {wood: 1}
    vp: 1
    triggers:
      - {when: season.end, if: {gold: {min: 200}}, do: [{gain: {vp: 1}}]}
"""
HOARD = """\
    examples:
      - shows: A mountain of gold shines.
        works: true
        at: summer/season.end
        given: {me: {gold: 200, buildings: [hoard]}}
        expect: {me: {vp: 1}}
"""


def test_what_an_example_shows_is_rare_and_not_impossible() -> None:
    (problem,) = try_pack(pack_of(RARE), games=20).diagnostics
    assert problem.code == "test.never_offered"
    assert problem.message.endswith("triggers/0 (season.end) is never offered, and no example shows it")
    assert try_pack(pack_of(RARE + HOARD), games=20).passed


IN_HAND = """\
deck_cards:
  - id: secret
    name: Secret
    deck: secrets
    triggers: [{when: season.end, from: hand, do: [{gain: {gold: 1}}]}]
    modifiers: [{what: battle_strength, from: hand, add: 1}]
rules:
  - id: dealer
    name: Dealer
    triggers:
      - when: year.start
        do: [{for_each: {players: all, do: [{draw: {deck: secrets, to: hand, least: 0}}]}}]
"""


def test_what_works_from_a_hand_is_counted() -> None:
    trial = tried(IN_HAND, games=2)
    used = {part.part: part.used for part in trial.parts if part.card == "test/secret"}
    assert used["triggers/0"] > 0
    assert used["modifiers/0"] > 0
