"""`kingsburg balance`: statistics that are right, and reports that find what is strong."""

from __future__ import annotations

import json
import math
import re
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from kingsburg_rules import Action, Decision, Pack, Rules, SetupError, load_rules
from kingsburg_rules.bots import Bot, RandomBot, Sight
from kingsburg_rules.cli import main
from kingsburg_rules.lab import Simulation, balance, report_html, report_json, report_text, simulate
from kingsburg_rules.lab.charts import BarChart, IntervalChart, LayerChart, LineChart
from kingsburg_rules.lab.measuring import Balance, CardBalance, Tally, _combinations
from kingsburg_rules.lab.playing import Declined
from kingsburg_rules.lab.results import (
    CardUse,
    GameResult,
    Interval,
    SeatResult,
    games_for,
    mean,
    paired_shares,
)
from kingsburg_rules.testing import Coverage

# Statistics


def test_wilson_agrees_with_published_values() -> None:
    """Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29."""
    for wins, games, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        found = Interval.of(wins, games)
        assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)
    assert Interval.of(0, 0) == (0.5, 0.0, 1.0)
    assert Interval.of(7, 7).high == 1.0


@pytest.mark.parametrize("share", [0.05, 0.25, 0.5])
def test_wilson_covers_what_it_promises(share: float) -> None:
    random, covered, tries = Random(1), 0, 2000
    for _ in range(tries):
        found = Interval.of(sum(random.random() < share for _ in range(40)), 40)
        covered += found.low <= share <= found.high
    assert 0.92 < covered / tries < 0.985


def test_paired_shares_cover_what_they_promise() -> None:
    random, covered, tries = Random(2), 0, 2000
    for _ in range(tries):
        draws = [random.random() for _ in range(40)]
        found = paired_shares(sum(d < 0.2 for d in draws), sum(d > 0.9 for d in draws), 40)
        covered += found.low <= 0.1 <= found.high
    assert 0.93 < covered / tries < 0.985
    assert paired_shares(0, 0, 0) == (0.0, -1.0, 1.0)
    assert paired_shares(0, 0, 5).width > 0.2, "five pairs without a difference prove little"


def test_means_agree_with_students_table() -> None:
    quantiles = {1: 12.706, 2: 4.303, 3: 3.182, 5: 2.571, 10: 2.228, 30: 2.042, 120: 1.980}
    for freedom, quantile in quantiles.items():
        values = [0.0, 2.0] * ((freedom + 1) // 2) + [1.0] * ((freedom + 1) % 2)
        found = mean(values)
        count = len(values)
        spread = math.sqrt(sum((one - found.value) ** 2 for one in values) / (count - 1) / count)
        assert found.width / spread == pytest.approx(quantile, rel=4e-3)
    assert math.isinf(mean([1.0]).low)
    assert math.isinf(mean([]).high)


def test_games_needed_grow_with_the_square() -> None:
    assert games_for(0.2, 0.05, 100) == 1600
    assert games_for(0.01, 0.05, 100) == 100
    assert games_for(math.inf, 0.05, 100) == 0


# Reports


class Told:
    """Notes what random bots answer, whoever asks them."""

    def __init__(self) -> None:
        self.answers: list[tuple[int, str]] = []

    def maker(self, seed: int) -> Bot:
        told = self

        class Noted(RandomBot):
            def choose(self, decision: Decision, sight: Sight) -> Action:
                action = super().choose(decision, sight)
                told.answers.append((decision.seat, str(action)))
                return action

        return Noted(seed)


FREE = {
    "pack.yaml": "{format: 1, id: toys, version: '1', title: Toys}",
    "cards.yaml": """
format: 1
buildings:
  - id: palace
    name: Palace
    row: H
    column: 1
    cost: {gold: 1, stone: 2}
    vp: 30
  - id: ruin
    name: Ruin
    row: H
    column: 2
    cost: {gold: 9, wood: 9, stone: 9}
    vp: 0
""",
}


@pytest.fixture(scope="module")
def report() -> Balance:
    rules = load_rules(packs=[Pack.from_files(FREE)])
    return balance(rules, "toys", 24, bots=["random"], players=3)


def card(report: Balance, name: str) -> CardBalance:
    return next(one for one in report.cards if one.card == name)


def test_a_strong_card_is_found(report: Balance) -> None:
    palace = card(report, "toys/palace")
    assert 20 < palace.had < 72
    assert palace.against == "declined"
    assert 15 < palace.matched <= 24 < palace.had, "one seat of each game"
    assert palace.vp.value == 30
    assert palace.vp_more.low > 15
    assert palace.won_more.low > 0.1
    assert palace.verdict == "makes stronger"
    assert palace.offered >= palace.taken >= palace.had


def test_a_card_that_nobody_can_pay_is_never_in_play(report: Balance) -> None:
    ruin = card(report, "toys/ruin")
    assert (ruin.had, ruin.matched, ruin.verdict) == (0, 0, "never in play")


def test_figures_are_those_of_the_games() -> None:
    """Count again, from the events of the recorded games."""
    rules = load_rules(modules=("governors",))
    report = balance(rules, "governors", 6, bots=["random"])
    assert sum(found.had for found in report.cards if not found.shared) == 6 * 4
    simulation = Simulation(rules, ["random"])
    had: dict[str, int] = {}
    won: dict[str, float] = {}
    gained: dict[str, int] = {}
    for number in range(6):
        *_, game = simulation.record(number).replay()
        assert game.outcome is not None
        for player in game.state.players:
            for name in player.cards:
                had[name] = had.get(name, 0) + 1
                winners = game.outcome.winners
                won[name] = won.get(name, 0) + (1 / len(winners) if player.name in winners else 0)
        for score in game.score_by_source:
            for name in game.state.player(score.player).cards:
                gained[name] = gained.get(name, 0) + score.by_source.get(name, 0)
    checked = 0
    for found in report.cards:
        name = found.card.partition("/")[2]
        if found.shared or not found.had:
            continue
        assert found.had == had[name]
        assert found.won.value == pytest.approx(won[name] / had[name])
        assert found.vp.value == pytest.approx(gained.get(name, 0) / had[name])
        checked += 1
    assert checked > 10


def test_offers_and_uses_are_those_of_coverage() -> None:
    """Play the answers of a watched game again, and let coverage count them."""
    rules = load_rules(modules=("governors",))
    cards = [ref for ref in rules.cards if ref.startswith("governors/")]
    result = Simulation(rules, ["random"], watched=cards, seed=5).play(0)
    assert {part.card for part in result.parts} <= {*cards}
    assert sum(part.used for part in result.parts) > 3
    assert all(part.used <= part.offered or part.about == "reward" for part in result.parts)
    coverage = Coverage()
    coverage.play(rules, 4, 5)
    known = {(part.card, part.part, part.about) for part in coverage.parts}
    assert {(part.card, part.part, part.about) for part in result.parts} <= known


def test_watching_changes_no_game() -> None:
    rules = load_rules(modules=("governors", "destiny"))
    cards = [ref for ref in rules.cards if ref.partition("/")[0] in ("governors", "destiny")]
    plain = [*simulate(Simulation(rules, ["greedy", "random"]), 2)]
    watched = [*simulate(Simulation(rules, ["greedy", "random"], watched=cards), 2)]
    for one, other in zip(plain, watched, strict=True):
        assert [(s.vp, dict(s.points)) for s in one.seats] == [(s.vp, dict(s.points)) for s in other.seats]
        assert any(seat.cards for seat in other.seats)


def test_who_lacks_a_card_gets_any_other_and_not_always_the_next() -> None:
    """Otherwise a card would be compared with its neighbor in the deck, and with nothing else."""
    rules = load_rules(modules=("governors",))
    governors = [ref for ref, node in rules.cards.items() if ref.startswith("governors/") and node.drawn]
    left_out = governors[1]
    with_it = [*simulate(Simulation(rules, ["random"], watched=governors), 60)]
    without = [*simulate(Simulation(rules, ["random"], watched=governors, without=left_out), 60)]
    instead: list[str] = []
    for one, other in zip(with_it, without, strict=True):
        for had, has in zip(one.seats, other.seats, strict=True):
            if any(use.card == left_out and use.offered for use in had.cards):
                instead += [use.card for use in has.cards if use.in_play]
    assert len({*instead}) > 6
    with pytest.raises(SetupError, match="have no record"):
        Simulation(rules, ["random"], without=left_out).record(0)


def test_dice_stay_the_same_without_a_card() -> None:
    rules = load_rules()
    card = next(ref for ref in rules.cards if ref == "base/embassy")
    bare = Simulation(rules, ["random"], without=card).record(0)
    *_, game = Simulation(rules, ["random"]).record(0).replay()
    assert bare.chance_results[:2] == game.record.chance_results[:2]


BLANK = "".join(f"  - {{id: blank_{sign}, name: Blank {sign}, deck: blank}}\n" for sign in "abcdefgh")


def blanks(come: str) -> Rules:
    """Cards that do nothing, and a rule by which they come to the players."""
    rule = f"{{id: blanks, name: Blanks, triggers: [{{when: game.start, do: [{come}]}}]}}"
    files = {
        "pack.yaml": "{format: 1, id: blanks, version: '1', title: Blanks}",
        "cards.yaml": f"format: 1\nrules: [{rule}]\ndeck_cards:\n{BLANK}",
    }
    return load_rules(packs=[Pack.from_files(files)])


CHOSEN = "{deal: {deck: blank, count: 2}}, {keep: blank}"
DRAWN = "{for_each: {players: all, do: [{draw: {deck: blank, to: play}}]}}"


def covered(reports: int, games: int) -> tuple[int, int]:
    """Of all intervals of cards that do nothing, count those with 0 in them."""
    rules, found = blanks(CHOSEN), list[bool]()
    for number in range(reports):
        for one in balance(rules, "blanks", games, bots=["random"], seed=number * 10_000).cards:
            if not one.shared:
                assert one.against == "declined"
                found += [each.low <= 0 <= each.high for each in (one.won_more, one.vp_more)]
    return sum(found), len(found)


def test_cards_that_do_nothing_are_about_even() -> None:
    held, intervals = covered(1, 30)
    assert intervals == 16
    assert held >= 13


@pytest.mark.long
def test_intervals_of_cards_that_do_nothing_hold_as_often_as_they_promise() -> None:
    held, intervals = covered(25, 120)
    assert intervals == 400
    assert 0.92 <= held / intervals <= 0.985


def test_a_game_is_the_same_until_the_card_is_declined() -> None:
    """Otherwise the seats that had a card would be those that were lucky, and the card would seem strong."""
    rules = load_rules(packs=[Pack.from_files(FREE)])
    simulation = Simulation(rules, ["random"], watched=["toys/palace"])
    compared = 0
    for number in range(8):
        takes = simulation.play(number)
        seat = next((k for k, one in enumerate(takes.seats) if "palace" in one.buildings), None)
        if seat is None:
            continue
        assert sum(use.chosen for use in takes.seats[seat].cards) == 1
        told = [Told(), Told()]
        for bots, declined in zip(told, (None, Declined(number, seat, "toys/palace")), strict=True):
            Simulation(rules, [bots.maker] * 4).play(number if declined is None else declined)
        one, other = (bots.answers for bots in told)
        first = next(k for k in range(len(one)) if one[k] != other[k])
        taken, again = other[first - 1 : first + 1]
        assert taken == one[first - 1] == (seat, "build palace for gold+2stone")
        assert again[0] == seat, "asked again"
        assert again != taken
        compared += first
    assert compared > 200, "they differ after many answers"


def test_who_declines_a_card_never_has_it_and_the_others_may() -> None:
    rules = load_rules(packs=[Pack.from_files(FREE)])
    simulation = Simulation(rules, ["random"])
    others = 0
    for number in range(6):
        result = simulation.play(Declined(number, 2, "toys/palace"))
        assert "palace" not in result.seats[2].buildings
        others += sum("palace" in seat.buildings for seat in result.seats)
        assert result == simulation.play(Declined(number, 2, "toys/palace"))
    assert others > 3
    for wrong in (Declined(0, 4, "toys/palace"), Declined(0, -1, "toys/palace"), Declined(0, 0, "toys/hut")):
        with pytest.raises(SetupError):
            simulation.play(wrong)


def test_a_card_that_comes_by_itself_is_compared_with_games_without_it() -> None:
    found = balance(blanks(DRAWN), "blanks", 10, bots=["random"])
    drawn = [one for one in found.cards if not one.shared]
    assert {one.against for one in drawn} == {"without it"}
    assert sum(one.had for one in drawn) == 40
    assert all(one.matched == one.had for one in drawn), "there is one of each card"


def test_a_card_that_cannot_be_left_out_is_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Simulation) -> None:
        if self.without is not None:
            raise SetupError("setup.cards", "not without this card")

    monkeypatch.setattr(Simulation, "check", refuse)
    found = balance(blanks(DRAWN), "blanks", 4, bots=["random"])
    drawn = [one for one in found.cards if one.had and not one.shared]
    assert {(one.against, one.matched, one.verdict) for one in drawn} == {("", 0, "not compared")}


def test_a_combination_that_stands_out_is_found_and_no_other() -> None:
    """Simulated figures: two cards that are worth 10 points together, and many that are worth nothing."""
    rules = load_rules(modules=("governors",))
    cards = [ref for ref in rules.cards if ref.startswith("governors/")][:8]
    random = Random(4)
    tally = Tally(rules, cards)
    for number in range(400):
        seats = []
        for _ in range(4):
            had = [ref for ref in cards if random.random() < 0.5]
            vp = random.randrange(20, 30) + (10 if {*cards[:2]} <= {*had} else 0)
            uses = tuple(CardUse(ref, in_play=True) for ref in had)
            seats.append(SeatResult("random", 1, vp, 0, (), {}, uses))
        tally.add(GameResult("x", number, number, 1, 5, "vp", (0,), tuple(seats)))
    compared, found = _combinations(tally)
    assert compared == 28
    assert found[0].cards == tuple(sorted(cards[:2]))
    assert found[0].vp == pytest.approx(10, abs=2)
    assert len(found) <= 2


def test_without_scipy_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    monkeypatch.delitem(sys.modules, "kingsburg_rules.lab.measuring")
    with pytest.raises(SetupError, match=r"needs scipy.*\[lab\]"):
        import_module("kingsburg_rules.lab.measuring")


def test_an_unknown_pack_is_refused() -> None:
    with pytest.raises(SetupError, match="no cards of a pack 'nothing'"):
        balance(load_rules(), "nothing", 1)
    with pytest.raises(TypeError, match="rules must be"):
        balance(3, "nothing", 1)  # type: ignore[arg-type]


# Written


def test_the_text_has_a_line_for_each_card(report: Balance) -> None:
    text = report_text(report)
    assert re.search(r"^Palace +\d+", text, re.MULTILINE)
    assert "Never in play: Ruin." in text
    assert "24 games of 3 (random)" in text


def test_json_has_no_infinities(report: Balance) -> None:
    data: Any = json.loads(report_json(report), parse_constant=pytest.fail)
    assert data["cards"][0]["won_more"].keys() == {"value", "low", "high"}
    single = balance(load_rules(packs=[Pack.from_files(FREE)]), "toys", 1, bots=["random"])
    json.loads(report_json(single), parse_constant=pytest.fail)


def test_the_page_stands_alone(report: Balance) -> None:
    page = report_html(report)
    body = page.partition("<body>")[2].partition("</body>")[0]
    ElementTree.fromstring(f"<body>{body}</body>")
    assert "<script" not in page
    assert not re.findall(r'(?:src|href)="(?!#)', page)
    names = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert {*re.findall(r'https?://[^"]+', page)} <= names
    assert "prefers-color-scheme:dark" in page
    assert "Palace" in page


def test_the_command_writes_reports(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "toys").mkdir()
    for name, text in FREE.items():
        (tmp_path / "toys" / name).write_text(text, encoding="utf-8")
    pack = str(tmp_path / "toys")
    options = ["--bots", "random", "--games", "3", "--players", "2"]
    assert main(["balance", pack, *options]) == 0
    assert "toys: 3 games of 2 (random)" in capsys.readouterr().out
    assert main(["balance", pack, *options, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 3
    page = tmp_path / "page.html"
    assert main(["balance", "governors", *options, "--format", "html", "--out", str(page)]) == 0
    assert "Balance of governors" in page.read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["balance", "base", *options]) == 0
    assert "base: 3 games" in capsys.readouterr().out
    assert main(["balance", "nowhere", *options]) == 2
    assert "nowhere" in capsys.readouterr().err


# Charts


def charts() -> list[Any]:
    return [
        LineChart("Points <1>", {"Ann": [0, 2, 5], "Brian": [0, -1, 9]}, {0: "I", 2: "II"}),
        LayerChart("Sources", {"inn": [0, 1, 2], "other": [1, 1, 3]}, {0: "I"}),
        BarChart("Dice", ["1", "2"], {"Ann": [3, 4], "Brian": [0, 1]}, {"Ann": 3.5}),
        IntervalChart("Won", {"Inn": (1.0, -2.0, 4.0), "?": (0.0, -math.inf, math.inf)}, 0.0, str),
    ]


@pytest.mark.parametrize("chart", charts(), ids=lambda chart: type(chart).__name__)
def test_charts_can_be_drawn_and_written(chart: Any) -> None:
    for theme in ("auto", "light", "dark"):
        drawn = ElementTree.fromstring(chart.svg(theme))
        assert drawn.tag.endswith("svg")
        numbers = re.findall(r' (?:x|y|width|height)="([^"]+)"', chart.svg(theme))
        assert all(math.isfinite(float(number)) for number in numbers)
    assert chart._repr_svg_() == chart.svg()
    assert "prefers-color-scheme" in chart.svg()
    assert "prefers-color-scheme" not in chart.svg("dark")
    assert str(chart) == chart.text()
    with pytest.raises(SetupError, match="theme"):
        chart.svg("pink")


def test_the_text_of_a_chart_is_a_table_of_its_figures() -> None:
    lines, layers, bars, intervals = (str(chart).splitlines() for chart in charts())
    assert lines == ["Points <1>", "        I  II", "Ann     2   5", "Brian  -1   9"]
    assert layers == ["Sources", "       I", "inn    2", "other  3"]
    assert bars == ["Dice", "       1  2  expected", "Ann    3  4       3.5", "Brian  0  1"]
    assert intervals == ["Won", "          from   to", "Inn  1.0  -2.0  4.0", "?    0.0  -inf  inf"]
