"""Playing without the cards that are our guesses, and without enough cards at all."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kingsburg_rules import ContentError, Game, Record, SaveError, SetupError, load_rules, modules, scenarios
from kingsburg_rules.cli import main
from kingsburg_rules.content.built_in import edition_of
from kingsburg_rules.content.compiling import compile_rules
from kingsburg_rules.content.documents import canonical_json, document
from kingsburg_rules.content.reading import pack_document
from kingsburg_rules.game.saves import checksum
from kingsburg_rules.language.switches import switch_values
from kingsburg_rules.testing import rules_with
from kingsburg_rules.testing.strategies import NAMES, advance
from support.packs import INFO, written

ORDER = ("printed", "inferred", "reconstructed")
FREE = ("governors", "destiny", "soldier-tokens", "alternate-advisors", "more-buildings")
"""The modules that can be played without any guess of ours."""


@pytest.mark.parametrize("fidelity", ORDER)
def test_only_cards_that_are_sure_enough_are_there(fidelity: str) -> None:
    chosen = FREE if fidelity != "printed" else ("soldier-tokens",)
    everything = load_rules(modules=chosen)
    rules = load_rules(modules=chosen, fidelity=fidelity)
    sure = {
        ref for ref, card in everything.cards.items() if ORDER.index(card.fidelity) <= ORDER.index(fidelity)
    }
    assert rules.fidelity == fidelity
    assert set(rules.cards) == sure
    assert {card.ref for card in rules.compiled.cards} == sure


def test_everything_is_there_unless_somebody_says_otherwise() -> None:
    assert load_rules().fidelity == "reconstructed"
    assert load_rules() is load_rules(fidelity="reconstructed")


@pytest.mark.parametrize("scenario", scenarios())
def test_every_scenario_can_be_played_as_printed(scenario: str) -> None:
    assert load_rules(scenario=scenario, fidelity="printed").cards


def test_a_whole_game_meets_no_guess() -> None:
    rules = load_rules(modules=FREE, fidelity="inferred")
    for players in (2, 5):
        game = Game(rules, NAMES[:players], seed=players)
        advance(game, [k * 7919 % 65536 for k in range(2000)])
        assert game.outcome is not None


@pytest.mark.parametrize(
    ("chosen", "fidelity", "why"),
    [
        ("more-buildings", "printed", r"needs Sawmill \(inferred\), .* and 5 more"),
        ("alternate-buildings", "inferred", "4 of the kind 'strip' are needed for 2 players, .* are none"),
        ("governors", "printed", "6 of the kind 'governor' are needed for 2 players, .* only 2"),
        ("destiny", "printed", "5 of the kind 'destiny' are needed, .* only 1"),
        ("alternate-advisors", "printed", "15 of the kind 'tile' are needed, .* none"),
    ],
)
def test_what_cannot_be_played_without_them_is_refused(chosen: str, fidelity: str, why: str) -> None:
    with pytest.raises(SetupError, match=f"^'{chosen}' cannot be played with fidelity '{fidelity}': .*{why}"):
        load_rules(modules=(chosen,), fidelity=fidelity)


def test_tiles_that_lie_from_the_start_need_not_be_drawn() -> None:
    with pytest.raises(SetupError):
        load_rules(modules=("alternate-advisors",), fidelity="printed")
    rules = load_rules(modules=("alternate-advisors",), variants=("inverted-order",), fidelity="printed")
    assert rules.compiled.tiles == {}


@pytest.mark.parametrize("asked", ["guessed", "", None, 3, ["printed"]], ids=repr)
def test_there_are_three_fidelities(asked: Any) -> None:
    with pytest.raises(SetupError) as refused:
        load_rules(fidelity=asked)
    assert refused.value.code == "setup.fidelity"


def test_a_save_and_a_record_know_without_which_cards() -> None:
    rules = load_rules(modules=("governors",), fidelity="inferred")
    game = Game(rules, NAMES[:3], seed=1)
    advance(game, range(40))
    saved, record = game.save(), game.record.dumps()
    assert rules.digest != load_rules(modules=("governors",)).digest
    assert Game.load(saved).rules.digest == rules.digest
    assert [*Record.loads(record).replay()][-1].rules.digest == rules.digest
    text = json.loads(saved)
    del text["rules"]["fidelity"]
    text["checksum"] = checksum(text)
    with pytest.raises(SaveError) as refused:
        Game.load(json.dumps(text))
    assert refused.value.code == "save.content"


def test_the_terminal_plays_without_guesses(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--module", "alternate-buildings", "--fidelity", "inferred"]) == 2
    assert "cannot be played with fidelity 'inferred'" in capsys.readouterr().err


def test_the_terminal_lists_the_guesses(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "--fidelity", "reconstructed"]) == 0
    said = capsys.readouterr().out
    guesses = [
        card for card in load_rules(modules=modules()).cards.values() if card.fidelity == "reconstructed"
    ]
    assert sum(map(int, re.findall(r"^(\d+) cards?: ", said, re.MULTILINE))) == len(guesses) > 0


# Cards that speak of each other

SPEAKING = """
rules:
  - id: dealer
    name: Dealer
    triggers:
      - when: setup.governors
        do: [{deal: {deck: governor, count: 1}}, {keep: governor}]
      - when: year.start
        do:
          - for_each:
              players: {if: {owns: [second, fourth]}}
              do: [{gain: {gold: 1}}]
governors:
  - {id: first, name: First}
  - {id: second, name: Second, fidelity: reconstructed}
  - {id: third, name: Third}
  - {id: fourth, name: Fourth}
"""


def test_a_card_may_speak_of_one_that_was_left_out() -> None:
    rules = rules_with(SPEAKING, fidelity="printed")
    assert "test/second" not in rules.cards
    with pytest.raises(ContentError, match="'fifth' is not known here"):
        rules_with(SPEAKING.replace("second, fourth", "fifth"), fidelity="printed")


# Too few cards


def test_more_players_than_cards_are_refused_when_the_game_begins() -> None:
    rules = rules_with(SPEAKING)
    assert Game(rules, NAMES[:4], seed=1).pending
    with pytest.raises(SetupError) as refused:
        Game(rules, NAMES, seed=1)
    assert refused.value.code == "setup.cards"
    assert "5 of the kind 'governor' are needed for 5 players, but there are only 4" in refused.value.message


def test_a_save_of_more_players_than_cards_is_damaged() -> None:
    rules = rules_with(SPEAKING)
    game = Game(rules, NAMES[:4], seed=1)
    saved = json.loads(game.save())
    saved["players"].append("Eve")
    saved["automation"].append(7)
    with pytest.raises(SaveError) as refused:
        Game.load(json.dumps(saved), rules)
    assert refused.value.code == "save.damaged"


GOVERNOR = "governors: [{id: first, name: First}]\n"
TAKING = "rules: [{id: taker, name: Taker, triggers: [{when: game.start, %sdo: [%s]}]}]\n"


@pytest.mark.parametrize(
    ("steps", "cards", "why"),
    [
        ("{deal: {deck: governor, count: 1}}", GOVERNOR, "2 of the kind 'governor' .* for 2 players, .* 1"),
        (
            "{draft: {deck: strip, count: 2}}",
            "strips: [{id: a, name: A, row: B, copies: 3}]\n",
            "4 .* only 3",
        ),
        ("{draw: {deck: governor, least: 2}}", GOVERNOR, "2 of the kind 'governor' .* only 1"),
        (
            "{draw_enemies: further}",
            "calendar",
            "2 enemy cards are needed for year 1, but there is only 1",
        ),
    ],
)
def test_a_deck_that_is_too_small_is_a_mistake_where_it_is_dealt(
    steps: str, cards: str, why: str, tmp_path: Path
) -> None:
    taking = TAKING % ("", steps)
    with pytest.raises(ContentError, match=why) as refused:
        if cards == "calendar":
            small_world(taking, tmp_path)
        else:
            rules_with(cards + taking)
    (problem,) = refused.value.diagnostics
    assert problem.code in ("link.deck", "link.enemies")
    assert problem.line == cards.count("\n") * (cards != "calendar") + 1


@pytest.mark.parametrize(
    ("tests", "fits"),
    [
        ("{players: {min: 3}}", True),
        ("{players: {max: 2}}", False),
        ("{module: [governors]}", True),
        ("{module: [base]}", False),
        ("{switch: {plus2_limit: per_group}}", True),
        ("{not: {module: [base]}}", True),
        ("{any: [{module: [governors]}, {players: 3}]}", True),
        ("{any: [{module: [governors]}, {year: 1}]}", False),
        ("{all: [{year: 1}, {module: [governors]}]}", True),
        ("{year: 1}", False),
    ],
)
def test_what_is_never_dealt_need_not_be_there(tests: str, fits: bool) -> None:
    deal = "{deal: {deck: governor, count: 1}}"
    for taking in (
        TAKING % (f"if: {tests}, ", deal),
        TAKING % ("", f"{{branch: {{if: {tests}, then: [{deal}]}}}}"),
        TAKING % ("", f"{{branch: {{if: {{not: {tests}}}, then: [{{end_game: {{}}}}], else: [{deal}]}}}}"),
    ):
        if fits:
            rules_with(GOVERNOR + taking)
        else:
            with pytest.raises(ContentError, match="governor"):
                rules_with(GOVERNOR + taking)


def test_what_is_dealt_to_three_is_not_there_for_them() -> None:
    """A rule for three players alone stops those three, and nobody else."""
    rules = rules_with(GOVERNOR + TAKING % ("if: {players: 3}, ", "{deal: {deck: governor, count: 1}}"))
    assert Game(rules, NAMES[:2], seed=1).pending
    assert Game(rules, NAMES[:4], seed=1).pending
    with pytest.raises(SetupError):
        Game(rules, NAMES[:3], seed=1)


WORLD = """
format: 1
enemies:
  - {id: crab, name: Crab, year: 1, type: crabs, strength: 3, reward: {}, penalty: {}}
calendar:
  years: 1
  setup: [{line_up: {shuffled: true}}, {draw_enemies: enemy}, {window: game.start}]
  year: [{window: year.end}]
  end: [{finish: {}}]
"""


def small_world(cards: str, folder: Path) -> Any:
    """A game of a single year with a single enemy."""
    second = edition_of("second")
    written(folder / "test", {"pack.yaml": INFO, "cards.yaml": cards + WORLD})
    text = canonical_json(pack_document(folder / "test"))
    return compile_rules(second, [document("test", text)], switch_values(second.switches))
