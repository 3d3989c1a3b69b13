"""Reports on the balance of a pack: as text, as JSON, and as an HTML page that needs nothing else."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from math import isfinite

from attrs import asdict

from kingsburg_rules.engine.fields import is_list
from kingsburg_rules.lab.charts import IntervalChart
from kingsburg_rules.lab.measuring import AIM, Balance, CardBalance
from kingsburg_rules.lab.statistics import Interval
from kingsburg_rules.language.shapes import is_object

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


_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; --line: #c9bfa9; --soft: #5c5546; --ground: Canvas; }}
@media (prefers-color-scheme: dark) {{ :root {{ --line: #50545f; --soft: #bdb7a8; }} }}
body {{ font: 15px/1.5 system-ui, sans-serif; max-width: 80rem; margin: 2rem auto; padding: 0 1rem; }}
p, ul {{ max-width: 46rem; }}
.wide {{ overflow-x: auto; margin: 1rem 0; }}
svg {{ width: 100%; max-width: 36rem; display: block; margin: 1rem 0; }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; white-space: nowrap; }}
caption {{ text-align: left; color: var(--soft); padding-bottom: .4rem; }}
th, td {{ padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: right; }}
thead th {{ vertical-align: bottom; }}
th:first-child, .words {{ text-align: left; }}
tbody th {{ position: sticky; left: 0; background: var(--ground); font-weight: 600; }}
@media print {{
  @page {{ size: A4 landscape; margin: 12mm; }}
  :root {{ color-scheme: light; --line: #999; --soft: #333; }}
  body {{ font-size: 8.5pt; margin: 0; padding: 0; max-width: none; }}
  .wide {{ overflow: visible; }}
  th, td {{ padding: .1rem .35rem; }}
  tbody th {{ position: static; }}
  svg, tr, h2 {{ break-inside: avoid; }}
  h2 {{ break-after: avoid; }}
  thead {{ display: table-header-group; }}
}}
</style>
</head>
<body>
<main>
<h1>{title}</h1>
<p>{headline}.</p>
{body}
</main>
</body>
</html>
"""


def report_html(report: Balance) -> str:
    """Write the report as a page with plots, light and dark."""
    cards = in_order(report)
    parts = [*_parts(cards)]
    body = [
        *_list(_findings(report)),
        "<h2>What the cards change</h2>",
        "<p>A seat that took a card, compared with itself in the same game, in which it declined the card; "
        "if it could not, in the same game without the card. The bars are 95 % intervals: of twenty cards "
        "that change nothing, about one misses the line at 0.</p>",
        *_plots(cards),
        _table(
            "Changes of victories are in percentage points.",
            _CHANGED,
            [_changed_cells(name, card) for name, card in _names(cards).items()],
        ),
        "<h2>What the cards did</h2>",
        _table(
            "Points and goods are those of a game.",
            _DONE,
            [_done_cells(name, card) for name, card in _names(cards).items()],
        ),
        "<h2>Combinations</h2>",
        f"<p>{report.compared:,} combinations of two cards came up often enough. {_stand_out(report)}</p>",
        *_combinations(report),
    ]
    if parts:
        body += [
            "<h2>The parts of the cards</h2>",
            _table("How often each part came up, in all games.", _PART_HEADS, parts),
        ]
    title = f"Balance of {report.pack}"
    return _PAGE.format(title=escape(title), headline=escape(_headline(report)), body="\n".join(body))


def _list(lines: Iterator[str]) -> Iterator[str]:
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    if items:
        yield f"<ul>{items}</ul>"


def _plots(cards: Sequence[CardBalance]) -> Iterator[str]:
    names = _names(cards)
    matched = {name: card for name, card in names.items() if card.matched}
    if matched:
        won = {name: _in_points(card.won_more) for name, card in matched.items()}
        yield IntervalChart("More victories, in percentage points", won, 0.0, _vp).svg()
        vp = {name: (c.vp_more.value, c.vp_more.low, c.vp_more.high) for name, c in matched.items()}
        yield IntervalChart("More victory points", vp, 0.0, _vp).svg()
    rest = {name: _in_points(card.won) for name, card in names.items() if card.had and not card.matched}
    if rest:
        shown = "Victories, in percent (not compared)"
        yield IntervalChart(shown, rest, 0.0, lambda value: f"{value:.0f}").svg()


def _scrolled(name: str, inside: str) -> str:
    """Put something wide in a box that can be scrolled, also with the keyboard."""
    return f'<div class="wide" role="region" aria-label="{escape(name)}" tabindex="0">{inside}</div>'


def _in_points(interval: Interval) -> tuple[float, float, float]:
    return interval.value * 100, interval.low * 100, interval.high * 100


_DONE = ("card", "had", "offered", "taken", "used", "won", "95 %", "VP", "goods")
_CHANGED = ("card", "verdict", "won more", "95 %", "VP more", "95 %", "seats compared", "games needed")
_WORDS = frozenset({"verdict", "about", "part"})
"""Columns with words; the others have figures."""


def _done_cells(name: str, card: CardBalance) -> list[str]:
    counts = [name, *(f"{count:,}" for count in (card.had, card.offered, card.taken, card.used))]
    if not card.had:
        return [*counts, *[""] * 4]
    won = _percent(card.won.value), _between(card.won, ".1f", 100)
    return [*counts, *won, f"{card.vp.value:.1f}", f"{card.goods.value:.1f}"]


def _changed_cells(name: str, card: CardBalance) -> list[str]:
    if not card.matched:
        return [name, card.verdict, *[""] * 6]
    won = _points(card.won_more.value), _between(card.won_more, "+.1f", 100)
    vp = _vp(card.vp_more.value), _between(card.vp_more, "+.1f")
    needed = f"{card.games_needed:,}" if card.games_needed else "?"
    return [name, card.verdict, *won, *vp, f"{card.matched:,} {card.against}", needed]


def _stand_out(report: Balance) -> str:
    found = "These stand out" if report.combinations else "None of them stands out"
    return (
        f"{found}, corrected for their number (Benjamini and Hochberg, 5 %). No games were played to compare "
        "these: seats that had both cards are set against those that had one or none."
    )


def _combinations(report: Balance) -> Iterator[str]:
    if report.combinations:
        rows = [
            [" with ".join(one.cards), str(one.had), _vp(one.vp), f"{one.chance:.2%}"]
            for one in report.combinations[:_MOST_COMBINATIONS]
        ]
        heads = ("cards", "seats", "VP beyond both apart", "by chance")
        yield _table("The most certain first.", heads, rows)


_PART_HEADS = ("card", "part", "about", "offered", "used")


def _parts(cards: Sequence[CardBalance]) -> Iterator[list[str]]:
    for name, card in _names(cards).items():
        for part in card.parts:
            yield [name, part.part, part.about, str(part.offered), str(part.used)]


def _table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    kinds = [' class="words"' if head in _WORDS else "" for head in heads]
    head = "".join(
        f'<th scope="col"{kind}>{escape(one)}</th>' for one, kind in zip(heads, kinds, strict=True)
    )
    body = "\n".join(_row(row, kinds) for row in rows)
    table = (
        f"<table>\n<caption>{escape(caption)}</caption>\n<thead><tr>{head}</tr></thead>\n"
        f"<tbody>\n{body}\n</tbody>\n</table>"
    )
    return _scrolled(caption, table)


def _row(row: Sequence[str], kinds: Sequence[str]) -> str:
    first, *rest = row
    cells = "".join(f"<td{kind}>{escape(cell)}</td>" for cell, kind in zip(rest, kinds[1:], strict=True))
    return f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>'
