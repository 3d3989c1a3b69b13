"""Recorded games: a sample of those in `goldens/recorded.json.xz` goes on as it did, decision by decision.

`replay_recorded.py` keeps and replays them; it also shows, with any version, what stands at any decision.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from replay_recorded import (
    EVENLY,
    SINGLE_MINDED,
    Recorded,
    Replay,
    counts,
    missing,
    numbers,
    read,
    replay,
    report,
    show,
    write,
)

SAMPLE = [*range(0, len(EVENLY), 101), *SINGLE_MINDED[::133]]
"""Numbers that have all editions and two to five players, as those a hundred apart would not."""

BLOCK = 50
NUMBER = SAMPLE[1]

kept = cache(read)


def compare(games: list[Recorded]) -> int:
    """Fail with what there is where games go another way; else say how many decisions agreed."""
    results = [replay(game) for game in games]
    told = [
        line
        for game, result in zip(games, results, strict=True)
        if result.difference is not None
        for line in report(game, result.difference, brief=False)
    ]
    if told:
        pytest.fail("\n".join(told), pytrace=False)
    return sum(result.compared for result in results)


def test_some_recorded_games_are_played_the_same_way() -> None:
    """What is offered, what lies on the table, and who wins are as they were recorded."""
    games = [kept()[number] for number in SAMPLE]
    compared = compare(games)
    assert compared == sum(len(game.choices) for game in games)
    assert compared > 4000


@pytest.mark.long
@pytest.mark.parametrize("block", range(EVENLY.start, SINGLE_MINDED.stop, BLOCK))
def test_all_recorded_games_are_played_the_same_way(block: int) -> None:
    """The same over all of them, fifty in each test."""
    assert compare([kept()[number] for number in range(block, block + BLOCK)]) > 5000


def test_the_recorded_games_are_of_all_kinds() -> None:
    """Every edition has every module, variant, scenario and number of players; the sample has the most."""
    assert sorted(kept()) == [*EVENLY, *SINGLE_MINDED]
    assert sum(len(game.choices) for game in kept().values()) > 500_000
    found = counts(kept().values())
    assert missing(found) == []
    assert min(count for kind in found.values() for count in kind.values()) >= 10
    few = counts(kept()[number] for number in SAMPLE)
    assert few["edition"].keys() == found["edition"].keys()
    assert few["scenario"].keys() == found["scenario"].keys()
    assert {name[-1] for name in few["players"]} == {*"2345"}


@pytest.mark.parametrize(
    ("column", "found"),
    [
        ("offers", "offer: expected "),
        ("tables", "table: expected "),
        ("seats", "LookupError"),
        ("choices", "IndexError"),
    ],
)
def test_a_difference_is_told_where_it_is(column: str, found: str) -> None:
    """A game that is not as recorded at one decision is left there, with what there is instead."""
    game = kept()[NUMBER]
    values = list(getattr(game, column))
    values[40] += 1000
    other = game._replace(**{column: tuple(values)})
    result = replay(other)
    assert result.difference is not None
    assert (result.compared, result.difference.at) == (40, 41)
    told = [*report(other, result.difference, brief=False)]
    assert told[0].startswith(f"{NUMBER}: decision 41 of {len(game.choices)}: {found}")
    assert told[2:-1] == [f"    {line}" for line in result.difference.found]


def test_games_that_end_otherwise_are_told() -> None:
    """The outcome, an end too soon or too late, and results of chance left over are differences too."""
    game = kept()[NUMBER]
    shorter = {name: getattr(game, name)[:-1] for name in ("seats", "choices", "offers", "tables")}
    longer = {name: (*getattr(game, name), 0) for name in ("seats", "choices", "offers", "tables")}
    for changed, what in (
        (game._replace(end=0), "end: expected 00000000"),
        (game._replace(scores="nobody 0"), f"end: expected {game.end:08x} (nobody 0)"),
        (game._replace(luck=f"{game.luck} 1"), "1 results of chance were not asked for"),
        (game._replace(**shorter), "the game goes on, and should be over"),
        (game._replace(**longer), "the game is over, and should go on for 1 decisions"),
        (game._replace(luck=game.luck[:-4]), "offer: expected "),
        (game._replace(setup={**game.setup, "edition": "none"}), "SetupError"),
    ):
        difference = replay(changed).difference
        assert difference is not None
        assert what in difference.what


def test_a_moment_is_shown_with_all_that_is_offered() -> None:
    """Shown are the whole game, a moment of it with the recorded choice, and its end."""
    game = kept()[NUMBER]
    whole, moment = [*show(game, None)], [*show(game, 41)]
    assert "decision 41 of " in "\n".join(moment)
    assert moment[-1].startswith("recorded choice: ")
    player, _, choice = moment[-1].removeprefix("recorded choice: ").partition(" ")
    assert f"    {choice}" in moment
    assert any(line.startswith(f"41 {player} ") and f": {choice} (of " in line for line in whole)
    assert f"decision {len(game.choices) + 1} of {len(game.choices)}: as recorded" in whole


def test_what_is_kept_reads_back(tmp_path: Path) -> None:
    """Games read back as they were written, and numbers of games as people write them."""
    some = {number: kept()[number] for number in SAMPLE[:3]}
    write(some, tmp_path / "some.json.xz")
    assert read(tmp_path / "some.json.xz") == some
    assert numbers("3,7-9,12") == [3, 7, 8, 9, 12]
    assert Replay(some[NUMBER]).game.players == tuple(some[NUMBER].setup["players"])
