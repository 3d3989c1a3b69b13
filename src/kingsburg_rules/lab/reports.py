"""Reports on the balance of a pack: as text, as JSON, and as an HTML page that needs nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape
from math import isfinite

from attrs import asdict

from kingsburg_rules.engine.fields import is_list
from kingsburg_rules.lab.charts import IntervalChart
from kingsburg_rules.lab.measuring import AIM, Balance, CardBalance
from kingsburg_rules.lab.statistics import Interval
from kingsburg_rules.words.shapes import is_object

_MOST_COMBINATIONS = 20


def _percent(value: float) -> str:
    return f"{value:.1%}"


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
    cards = in_order(report)
    wide = max([len("card"), *(len(card.name) for card in cards)])
    head = (
        f"{'card':{wide}}{'had':>6}{'offered':>9}{'taken':>7}{'used':>7}{'won':>8}{'95 %':>17}"
        f"{'VP':>7}{'goods':>7}{'won more':>10}{'95 %':>17}{'VP more':>9}  verdict"
    )
    lines = [_headline(report), "", head, *(_line(card, wide) for card in cards), "", *_notes(report)]
    return "\n".join(lines)


def _headline(report: Balance) -> str:
    return (
        f"{report.pack}: {report.games:,} games of {report.players} ({', '.join(report.bots)}), "
        f"seeds from {report.seed}; a seat wins {report.fair:.1%} of them on average"
    )


def _line(card: CardBalance, wide: int) -> str:
    counts = f"{card.name:{wide}}{card.had:>6}{card.offered:>9}{card.taken:>7}{card.used:>7}"
    if not card.had:
        return f"{counts}{'':92}  {card.verdict}"
    own = f"{card.won.value:>8.1%}{_between(card.won, '.1f', 100):>17}"
    own += f"{card.vp.value:>7.1f}{card.goods.value:>7.1f}"
    if not card.matched:
        return f"{counts}{own}{'':36}  {card.verdict}"
    more = f"{_points(card.won_more.value):>10}{_between(card.won_more, '+.1f', 100):>17}"
    more += f"{_vp(card.vp_more.value):>9}"
    return f"{counts}{own}{more}  {card.verdict}"


def _notes(report: Balance) -> Iterator[str]:
    needed = max((card.games_needed for card in report.cards if not card.shared), default=0)
    if needed > report.games:
        aim = f"{AIM * 100:.0f} points of a hundred"
        yield f"Every card would be known to {aim} after about {needed:,} games."
    unseen = [card.name for card in report.cards if not card.had]
    if unseen:
        yield f"Never in play: {', '.join(unseen)}."
    yield f"Of {report.compared:,} combinations of two cards, {len(report.combinations)} stand out:"
    for one in report.combinations[:_MOST_COMBINATIONS]:
        yield f"  {' with '.join(one.cards)}: {_vp(one.vp)} VP in {one.had} seats, by chance {one.chance:.2%}"


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


_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; --line: #c9bfa9; --soft: #5c5546; }}
@media (prefers-color-scheme: dark) {{ :root {{ --line: #50545f; --soft: #bdb7a8; }} }}
body {{ font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }}
svg {{ max-width: 45rem; display: block; margin: 1rem 0; }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; }}
th, td {{ padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: right; }}
th:first-child, td:first-child, td:last-child, th:last-child {{ text-align: left; }}
small, .soft {{ color: var(--soft); }}
</style>
</head>
<body>
<h1>{title}</h1>
<p>{headline}.</p>
{body}
</body>
</html>
"""


def report_html(report: Balance) -> str:
    """Write the report as a page with plots, light and dark."""
    cards = in_order(report)
    body = [
        "<h2>What the cards change</h2>",
        "<p>Every seat that had a card, compared with itself in the same game without the card. The bars "
        "are 95 % intervals: of twenty cards that change nothing, about one misses the line at 0.</p>",
        *_plots(cards),
        "<h2>The cards</h2>",
        _table(_HEADS, [_cells(card) for card in cards]),
        "<h2>Combinations</h2>",
        f"<p>{report.compared:,} combinations came up often enough. {_stand_out(report)}</p>",
        *_combinations(report),
        "<h2>The parts of the cards</h2>",
        _table(("card", "part", "about", "offered", "used"), [*_parts(cards)]),
    ]
    title = f"Balance of {report.pack}"
    return _PAGE.format(title=escape(title), headline=escape(_headline(report)), body="\n".join(body))


def _plots(cards: Sequence[CardBalance]) -> Iterator[str]:
    matched = [card for card in cards if card.matched]
    if matched:
        won = {card.name: _in_points(card.won_more) for card in matched}
        yield IntervalChart("Victories more, in points of a hundred", won, 0.0, _vp).svg()
        vp = {c.name: (c.vp_more.value, c.vp_more.low, c.vp_more.high) for c in matched}
        yield IntervalChart("Victory points more", vp, 0.0, _vp).svg()
    rest = {card.name: _in_points(card.won) for card in cards if card.had and not card.matched}
    if rest:
        yield IntervalChart(
            "Victories, in percent (not compared)", rest, 0.0, lambda value: f"{value:.0f}"
        ).svg()


def _in_points(interval: Interval) -> tuple[float, float, float]:
    return interval.value * 100, interval.low * 100, interval.high * 100


_HEADS = (
    *("card", "had", "offered", "taken", "used", "won", "95 %", "VP", "goods"),
    *("won more", "95 %", "VP more", "95 %", "games needed", "verdict"),
)


def _cells(card: CardBalance) -> list[str]:
    if not card.had:
        return [card.name, "0", str(card.offered), str(card.taken), str(card.used), *[""] * 9, card.verdict]
    won = [
        _percent(card.won.value),
        _between(card.won, ".1f", 100),
        f"{card.vp.value:.1f}",
        f"{card.goods.value:.1f}",
    ]
    more = [
        _points(card.won_more.value),
        _between(card.won_more, "+.1f", 100),
        _vp(card.vp_more.value),
        _between(card.vp_more, "+.1f"),
    ]
    counts = [card.name, *map(str, (card.had, card.offered, card.taken, card.used))]
    needed = f"{card.games_needed:,}" if card.games_needed else "?"
    return [*counts, *won, *(more if card.matched else [""] * 4), needed, card.verdict]


def _stand_out(report: Balance) -> str:
    if not report.combinations:
        return "None of them stands out, corrected for their number (Benjamini and Hochberg, 5 %)."
    return "These stand out, corrected for their number (Benjamini and Hochberg, 5 %)."


def _combinations(report: Balance) -> Iterator[str]:
    if report.combinations:
        rows = [
            [" with ".join(one.cards), str(one.had), _vp(one.vp), f"{one.chance:.2%}"]
            for one in report.combinations[:_MOST_COMBINATIONS]
        ]
        yield _table(("cards", "seats", "VP beyond both apart", "by chance"), rows)


def _parts(cards: Sequence[CardBalance]) -> Iterator[list[str]]:
    for card in cards:
        for part in card.parts:
            yield [card.name, part.part, part.about, str(part.offered), str(part.used)]


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "\n".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table>\n<tr>{head}</tr>\n{body}\n</table></div>'
