"""Tidy tables and plots of recorded games."""

from __future__ import annotations

import sys

import pytest

from kingsburg_rules import Game, Pack, Record, SaveError, SetupError, load_rules
from kingsburg_rules.lab import BarChart, LayerChart, LineChart, Simulation, dice_plot, points_plot, tables

RULES = load_rules(modules=("governors",))
RECORD = Simulation(RULES, ["random"], players=3, seed=2).record(0)


def last() -> Game:
    *_, game = RECORD.replay()
    return game


def test_a_table_has_a_row_for_each_player_and_phase() -> None:
    rows = RECORD.table()
    game = last()
    assert RECORD.table(RULES) == rows
    assert len({tuple(row) for row in rows}) == 1, "all rows have the same columns"
    assert len(rows) % 3 == 0
    keys = [(row["year"], row["phase"], row["seat"]) for row in rows]
    assert len({*keys}) == len(keys) > 60
    for row, player in zip(rows[-3:], game.state.players, strict=True):
        assert row["player"] == player.name
        assert row["vp"] == player.vp
        assert {name: row[name] for name in player.goods} == dict(player.goods)
        assert row["buildings"] == len(player.buildings)
        assert row["soldiers"] == player.soldiers


def test_rows_are_those_of_the_moments_of_a_replay() -> None:
    wanted: dict[tuple[int, str], list[int]] = {}
    for moment in RECORD.replay():
        state = moment.state
        wanted[state.year, state.phase] = [player.vp for player in state.players]
    found: dict[tuple[object, object], list[object]] = {}
    for row in RECORD.table():
        found.setdefault((row["year"], row["phase"]), []).append(row["vp"])
    assert found == wanted


def test_resources_of_packs_have_columns() -> None:
    pack = Pack.from_files(
        {
            "pack.yaml": "{format: 1, id: toys, version: '1', title: Toys}",
            "cards.yaml": "{format: 1, resources: [{id: pearl, name: Pearl}]}",
        }
    )
    record = Simulation(load_rules(packs=[pack]), ["random"], players=2).record(0)
    with pytest.raises(SaveError):
        record.table()
    assert all(row["pearl"] == 0 for row in record.table(packs=[pack]))


def test_tables_of_several_games_fit_together() -> None:
    other = Simulation(load_rules(), ["random"], players=2, seed=5).record(1)
    found = tables([RECORD, other])
    assert [row["players"] for row in found.games] == [3, 2]
    assert [row["modules"] for row in found.games] == ["governors", ""]
    assert [row["game"] for row in found.players] == [0, 0, 0, 1, 1]
    assert sum(bool(row["won"]) for row in found.players if row["game"] == 1) >= 1
    assert [{**row} for row in found.phases if row["game"] == 1] == [
        {"game": 1, **row} for row in other.table()
    ]
    ends: dict[tuple[object, object], int] = {}
    for row in found.points:
        if row["game"] == 0 and row["year"] == 5 and row["phase"] == found.phases[-1]["phase"]:
            ends[row["game"], row["player"]] = ends.get((row["game"], row["player"]), 0) + int(row["vp"] or 0)
    assert [*ends.values()] == [score.vp for score in last().score_by_source]
    for name, faces in ((dice.player, dice.faces) for dice in last().dice_statistics()):
        rows = [row for row in found.dice if (row["game"], row["player"]) == (0, name)]
        assert [row["count"] for row in rows] == [*faces]
        assert all(row["expected"] == sum(faces) / 6 for row in rows)
    assert tables([]).games == []


def test_frames_are_made_if_a_library_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("polars")
    found = tables([RECORD])
    frames = found.frames("polars")
    assert frames["phases"].to_dicts() == found.phases  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(SetupError, match=r"needs pandas.*\[tables\]"):
        found.frames()
    with pytest.raises(SetupError, match="did you mean 'polars'"):
        found.frames("polar")


def test_points_of_all_players_are_lines() -> None:
    chart = points_plot(RECORD)
    assert isinstance(chart, LineChart)
    assert {name: line[-1] for name, line in chart.lines.items()} == {
        score.player: score.vp for score in last().score_by_source
    }
    assert [*chart.marks.values()] == ["I", "II", "III", "IV", "V"]
    assert "Ann" in chart.svg()


def test_points_of_a_player_are_layers_by_source() -> None:
    chart = points_plot(RECORD, "Ann")
    assert isinstance(chart, LayerChart)
    assert sum(layer[-1] for layer in chart.layers.values()) == last().score_by_source[0].vp
    assert len(chart.layers) <= 8
    assert "Ann" in chart.text()
    with pytest.raises(SetupError, match="did you mean 'Ann'"):
        points_plot(RECORD, "Anm")


def test_dice_are_bars_with_what_is_expected() -> None:
    chart = dice_plot(RECORD)
    assert isinstance(chart, BarChart)
    statistics = {dice.player: dice for dice in last().dice_statistics() if dice.player}
    assert {name: tuple(chart.groups[name]) for name in statistics} == {
        name: dice.faces for name, dice in statistics.items()
    }
    assert chart.expected["Ann"] == pytest.approx(statistics["Ann"].rolled / 6)


def test_a_record_that_has_just_begun_can_be_plotted() -> None:
    record = Record.loads(Game(load_rules(), ("Ann", "Brian"), seed=1).record.dumps())
    assert record.table()
    for chart in (points_plot(record), points_plot(record, "Ann"), dice_plot(record)):
        assert chart.svg()
        assert chart.text()
    assert tables([record]).games[0]["over"] is False


def test_what_is_no_record_is_refused() -> None:
    for refuse in (lambda: tables([3]), lambda: points_plot(3), lambda: dice_plot(3)):  # type: ignore[list-item, arg-type]
        with pytest.raises(TypeError, match="record must be a Record"):
            refuse()
