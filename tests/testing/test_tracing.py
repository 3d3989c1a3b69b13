"""Tracing: every step of a recorded game with its place, and the game as it is without."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from kingsburg_rules import Gained, Game, Lost, Rules, Runaway, load_rules
from kingsburg_rules.cli import main
from kingsburg_rules.testing import Change, TracedAnswer, TracedStep, rules_with, trace
from kingsburg_rules.testing.strategies import advance, choice_lists, games
from support.toys import all_rules, share

MILL = """\
buildings:
  - id: mill
    name: Mill
    row: M
    column: 1
    cost: {}
    vp: 1
    memory: [{id: sacks, start: 3, lasts: game}]
    triggers:
      - when: season.end
        optional: false
        do:
          - set: {found: $sacks, sacks: {sum: [$sacks, 1]}}
          - gain: {gold: $found}
          - branch:
              if: {year: 9}
              then: [{gain: {wood: 1}}]
"""


def steps_at(answers: list[TracedAnswer], card: str) -> list[TracedStep]:
    return [step for answer in answers for step in answer.steps if step.program.startswith(f"{card}/")]


def test_a_step_has_its_place_its_player_and_what_it_changed() -> None:
    rules = rules_with(MILL)
    game = about_to_build(rules)
    game.play("build mill for nothing")
    while game.state.phase == "spring":
        advance(game, [-1 % 7])
    found = steps_at([*trace(game.record, rules)], "test/mill")
    owner = next(player.name for player in game.state.players if "mill" in player.buildings)
    setting, gaining, branching = (
        line for line, text in enumerate(MILL.splitlines(), start=1) if text.startswith("          - ")
    )
    assert [(step.word, step.place) for step in found if step.at] == [
        ("set", f"test/cards.yaml:{setting}"),
        ("gain", f"test/cards.yaml:{gaining}"),
        ("branch", f"test/cards.yaml:{branching + 1}"),  # its map begins in the next line
    ]
    stock = found[1].changes[0].before
    assert [step.changes for step in found if step.at] == [
        (Change(f"{owner} mill sacks", 3, 4), Change("found", 0, 3)),
        (Change(f"{owner} gold", stock, stock + 3),),
        (),
    ]
    assert {step.player for step in found} == {owner}
    assert [event for event in found[1].events if isinstance(event, Gained)] == [
        Gained(owner, "gold", 3, "mill")
    ]


@share(0.1)
@given(games(all_rules(), chance=st.just("random")), choice_lists(40))
def test_a_traced_game_is_the_same_game(game: Game, onward: tuple[int, ...]) -> None:
    """All events are told, each by one step; and what players gain and lose is what the steps changed."""
    advance(game, onward)
    answers = [*trace(game.record, game.rules)]
    told = [event for answer in answers for step in answer.steps for event in step.events]
    heard = [event for event in game.recent(10_000) if event.news]
    public = (event.known_to(None) for event in told if event.only_for is None)
    assert [event for event in public if event is not None] == heard
    assert len(answers) == len(game.record.actions) + 1
    changed = sum(
        change.after - change.before
        for answer in answers
        for step in answer.steps
        for change in step.changes
        if change.what in {f"{player} gold" for player in game.players}
    )
    gained = sum(e.amount for e in told if isinstance(e, Gained) and e.resource == "gold")
    lost = sum(e.amount for e in told if isinstance(e, Lost) and e.resource == "gold")
    assert changed == gained - lost


def test_nobody_pays_who_does_not_trace() -> None:
    """The rules that games are played by have the operations that they had."""
    rules = load_rules()
    before, game = [*rules.compiled.codes], Game(rules, ("Ann", "Brian"), seed=1)
    advance(game, range(20))
    assert [*trace(game.record, rules)]
    assert all(one is other for one, other in zip(before, rules.compiled.codes, strict=True))


def test_what_goes_wrong_is_traced_up_to_there() -> None:
    """The steps of an answer that ends in a runaway come first, then the error."""
    circle = MILL.replace(
        "    triggers:\n",
        "    triggers:\n"
        "      - {when: after.build, optional: false, do: [{window: year.end}]}\n"
        "      - {when: year.end, uses: unlimited, optional: false, do: [{window: year.end}]}\n",
    )
    rules = rules_with(circle)
    game = about_to_build(rules)
    record = evolve(game.record, actions=(*game.record.actions, "build mill for nothing"))
    told: list[TracedAnswer] = []
    with pytest.raises(Runaway):
        for answer in trace(record, rules):
            told.append(answer)
    assert told[-1].error is not None
    assert "[engine.depth]" in told[-1].error
    assert told[-1].number == len(record.actions)
    assert len(steps_at(told, "test/mill")) > 10


def about_to_build(rules: Rules) -> Game:
    game = Game(rules, ("Ann", "Brian"), seed=1)
    while not (game.decision and game.decision.kind == "build"):
        advance(game, [0])
    return game


# The command


@pytest.fixture
def record(tmp_path: Path) -> Path:
    game = Game(load_rules(modules=["governors"]), ("Ann", "Brian"), seed=4)
    advance(game, [n * 7 for n in range(60)])
    (tmp_path / "game.json").write_text(game.record.dumps(), encoding="utf-8")
    return tmp_path / "game.json"


def test_the_command_tells_every_answer(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", str(record)]) == 0
    lines = capsys.readouterr().out.splitlines()
    numbers = [int(line[:4]) for line in lines if line[:4].strip()]
    assert numbers == [*range(61)]
    assert lines[0] == "   0 the beginning"
    assert [line for line in lines if line.startswith("     base/calendar.yaml:") and " influence" in line]


def test_the_command_tells_one_answer_or_one_card(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", str(record), "--at", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line[:4] for line in lines if line[:4].strip()] == ["   3"]
    assert main(["trace", str(record), "--card", "merchant", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told
    assert {step["place"].rpartition(":")[0] for answer in told for step in answer["steps"]} == {
        "base/advisors.yaml"
    }
    assert all(answer["steps"] for answer in told)


def test_the_command_refuses_what_is_not_there(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", str(record), "--at", "99"]) == 2
    assert "from 0 to 60" in capsys.readouterr().err
    assert main(["trace", str(record), "--card", "merchnt"]) == 2
    assert "did you mean 'merchant'" in capsys.readouterr().err
