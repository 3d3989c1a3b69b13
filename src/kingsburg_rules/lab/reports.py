"""Reports on the balance of a pack: as text, as JSON, and as an HTML page that needs nothing else."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import NamedTuple

from attrs import asdict

from kingsburg_rules.engine import is_list, needing
from kingsburg_rules.lab.charts import IntervalChart
from kingsburg_rules.lab.measuring import AIM, Balance, CardBalance
from kingsburg_rules.lab.results import Interval
from kingsburg_rules.language import is_object

_MOST_COMBINATIONS = 20


def _points(value: float) -> str:
    return f"{value * 100:+.1f}"


def _vp(value: float) -> str:
    return f"{value:+.1f}"


def _between(interval: Interval, written: str, scale: float = 1.0) -> str:
    """Write an interval; one without ends says nothing."""
    if not isfinite(interval.low):
        return "?"
    return f"{interval.low * scale:{written}} to {interval.high * scale:{written}}"


def in_order(report: Balance) -> list[CardBalance]:
    """Sort cards: those that make the largest difference first, those that never came up last."""
    return sorted(
        report.cards, key=lambda card: (not card.matched, -card.won_more.value, -card.had, card.card)
    )


# Text


def report_text(report: Balance) -> str:
    """Write the report for a terminal."""
    names = _names(in_order(report))
    wide = max(len(name) for name in ["card", *names])
    did = f"{'card':{wide}}{'had':>7}{'offered':>9}{'taken':>8}{'used':>8}{'won':>8}{'95 %':>15}"
    did += f"{'VP':>7}{'goods':>7}"
    change = f"{'card':{wide}}{'compared':>10}{'won more':>10}{'95 %':>17}{'VP more':>9}  verdict"
    lines = [
        *(_headline(report), "", "What the cards did:", did),
        *(f"{name:{wide}}{_did(card)}".rstrip() for name, card in names.items()),
        *("", "What they changed:", change),
        *(f"{name:{wide}}{_changed(card)}" for name, card in names.items()),
        *("", *_notes(report)),
    ]
    return "\n".join(lines)


def _names(cards: Sequence[CardBalance]) -> dict[str, CardBalance]:
    """Name cards so that no two are called the same."""
    often = Counter(card.name for card in cards)
    return {card.name if often[card.name] == 1 else f"{card.name} ({card.card})": card for card in cards}


def _headline(report: Balance) -> str:
    return (
        f"{report.pack}: {report.games:,} games of {report.players} ({', '.join(report.bots)}), "
        f"seeds from {report.seed}; a seat wins {report.fair:.1%} of them on average"
    )


def _did(card: CardBalance) -> str:
    counts = f"{card.had:>7}{card.offered:>9}{card.taken:>8}{card.used:>8}"
    if not card.had:
        return counts
    won = f"{card.won.value:>8.1%}{_between(card.won, '.1f', 100):>15}"
    return f"{counts}{won}{card.vp.value:>7.1f}{card.goods.value:>7.1f}"


def _changed(card: CardBalance) -> str:
    if not card.matched:
        return f"{'':46}  {card.verdict}"
    won = f"{_points(card.won_more.value):>10}{_between(card.won_more, '+.1f', 100):>17}"
    return f"{card.matched:>10}{won}{_vp(card.vp_more.value):>9}  {card.verdict}"


def _notes(report: Balance) -> Iterator[str]:
    yield from _findings(report)
    stand_out = len(report.combinations)
    yield f"Of {report.compared:,} combinations of two cards, {stand_out or 'none'} {_stand(stand_out)} out."
    for one in report.combinations[:_MOST_COMBINATIONS]:
        yield f"  {' with '.join(one.cards)}: {_vp(one.vp)} VP in {one.had} seats, by chance {one.chance:.2%}"


def _stand(count: int) -> str:
    return "stands" if count < 2 else "stand"


def _findings(report: Balance) -> Iterator[str]:
    """Write what the verdicts say in a few sentences."""
    for verdict in ("makes stronger", "makes weaker", "never in play"):
        names = [name for name, card in _names(in_order(report)).items() if card.verdict == verdict]
        if names:
            yield f"{verdict.capitalize()}: {', '.join(names)}."
    unclear = [card for card in report.cards if card.verdict == "unclear"]
    needed = max((card.games_needed for card in unclear), default=0)
    if needed > report.games:
        cards = "1 card is" if len(unclear) == 1 else f"{len(unclear)} cards are"
        aim = f"to within {AIM * 100:.0f} percentage points"
        yield f"{cards} unclear. Knowing every one of them {aim} takes about {needed:,} games."


# JSON


def report_json(report: Balance) -> str:
    """Write the report as JSON; what is not known is null."""
    data = asdict(report)
    for card, found in zip(data["cards"], report.cards, strict=True):
        card["verdict"] = found.verdict
        for name in ("won", "vp", "goods", "won_more", "vp_more"):
            card[name] = getattr(found, name)._asdict()
    return json.dumps(_finite(data), indent=2, ensure_ascii=False)


def _finite(data: object) -> object:
    if isinstance(data, float) and not isfinite(data):
        return None
    if is_object(data):
        return {key: _finite(value) for key, value in data.items()}
    return [_finite(value) for value in data] if is_list(data) else data


# HTML


class PageTable(NamedTuple):
    """A table of the page; the first cell of a row is its name."""

    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


def report_html(report: Balance) -> str:
    """Write the report as a page with plots, light and dark."""
    with needing("lab"):
        from jinja2 import Environment, PackageLoader, StrictUndefined
    names = _names(in_order(report))
    parts = [
        (name, part.part, part.about, str(part.offered), str(part.used))
        for name, card in names.items()
        for part in card.parts
    ]
    pairs = [
        (" with ".join(one.cards), str(one.had), _vp(one.vp), f"{one.chance:.2%}")
        for one in report.combinations[:_MOST_COMBINATIONS]
    ]
    tables = {
        "changed": PageTable(
            "Changes of victories are in percentage points.",
            ("card", "verdict", "won more", "95 %", "VP more", "95 %", "seats compared", "games needed"),
            [_changed_cells(name, card) for name, card in names.items()],
        ),
        "did": PageTable(
            "Points and goods are those of a game.",
            ("card", "had", "offered", "taken", "used", "won", "95 %", "VP", "goods"),
            [_did_cells(name, card) for name, card in names.items()],
        ),
        "combinations": PageTable(
            "The most certain first.", ("cards", "seats", "VP beyond both apart", "by chance"), pairs
        ),
        "parts": PageTable(
            "How often each part came up, in all games.", ("card", "part", "about", "offered", "used"), parts
        ),
    }
    templates = Environment(
        loader=PackageLoader("kingsburg_rules.lab", ""), autoescape=True, undefined=StrictUndefined
    )
    return templates.get_template("report.html").render(
        title=f"Balance of {report.pack}",
        headline=_headline(report),
        findings=[*_findings(report)],
        plots=[*_plots(names)],
        report=report,
        tables=tables,
    )


def _plots(names: Mapping[str, CardBalance]) -> Iterator[str]:
    matched = {name: card for name, card in names.items() if card.matched}
    if matched:
        won = {name: _in_percent(card.won_more) for name, card in matched.items()}
        yield IntervalChart("More victories, in percentage points", won, 0.0, _vp).svg()
        vp: dict[str, tuple[float, float, float]] = {name: card.vp_more for name, card in matched.items()}
        yield IntervalChart("More victory points", vp, 0.0, _vp).svg()
    rest = {name: _in_percent(card.won) for name, card in names.items() if card.had and not card.matched}
    if rest:
        title = "Victories, in percent (not compared)"
        yield IntervalChart(title, rest, 0.0, lambda value: f"{value:.0f}").svg()


def _in_percent(interval: Interval) -> tuple[float, float, float]:
    return interval.value * 100, interval.low * 100, interval.high * 100


def _did_cells(name: str, card: CardBalance) -> list[str]:
    counts = [name, *(f"{count:,}" for count in (card.had, card.offered, card.taken, card.used))]
    if not card.had:
        return [*counts, *[""] * 4]
    won = f"{card.won.value:.1%}", _between(card.won, ".1f", 100)
    return [*counts, *won, f"{card.vp.value:.1f}", f"{card.goods.value:.1f}"]


def _changed_cells(name: str, card: CardBalance) -> list[str]:
    if not card.matched:
        return [name, card.verdict, *[""] * 6]
    won = _points(card.won_more.value), _between(card.won_more, "+.1f", 100)
    vp = _vp(card.vp_more.value), _between(card.vp_more, "+.1f")
    needed = f"{card.games_needed:,}" if card.games_needed else "?"
    return [name, card.verdict, *won, *vp, f"{card.matched:,} {card.against}", needed]
