"""Golden games: whole games kept as they were played, which every later version must replay to the letter.

`python tools/make_goldens.py` writes them anew after a change that is meant to change them.
"""

from __future__ import annotations

import pytest

from kingsburg_rules import Record
from support.goldens import FOLDER, GOLDENS, Golden, document, kept, play, record_of, replay

each_golden = pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: golden.name)


@each_golden
def test_the_record_replays_to_the_same_game(golden: Golden) -> None:
    """Every answer kept is legal again; what happens is told in the same words, up to the same outcome."""
    wanted = kept(golden)
    game, told = replay(record_of(golden, wanted))
    found = document(game, told)
    assert found["events"] == wanted["events"]
    assert found["outcome"] == wanted["outcome"]


@each_golden
def test_the_same_choices_from_the_seed_give_the_same_record(golden: Golden) -> None:
    """The same seed and the same chooser play the same game: same offers in the same order, same luck."""
    wanted = kept(golden)
    record = record_of(golden, wanted)
    game, told = play(golden)
    assert game.record.chance_results == record.chance_results
    assert game.record.actions == record.actions
    assert game.record == record
    assert document(game, told)["events"] == wanted["events"]


@each_golden
def test_a_record_reads_back_as_it_was_written(golden: Golden) -> None:
    record = record_of(golden, kept(golden))
    assert Record.loads(record.dumps()) == record


def test_every_golden_game_is_kept_and_no_other() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == {golden.name for golden in GOLDENS}


def test_the_golden_games_meet_most_of_the_rules() -> None:
    """Together they use the Envoy, the Market, tokens, rerolls and trades, lose buildings and see enemies."""
    told = " ".join(line for golden in GOLDENS for line in kept(golden)["events"])
    actions = " ".join(action for golden in GOLDENS for action in kept(golden)["record"]["actions"])
    for words in (
        "envoy=True",
        "via=('market',)",
        "plus2=1",
        "Destroyed(",
        "EnemySeen(",
        "Influenced(player=None",
        "outcome='tie'",
        "outcome='victory'",
        "outcome='defeat'",
    ):
        assert words in told, words
    for words in (
        "trade ",
        "pay vp",
        "use statue",
        "use chapel",
        "use town_hall",
        "recruit ",
        "give ",
        "for wood envoy",
    ):
        assert words in actions, words
