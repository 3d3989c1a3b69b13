"""Charts: lines, layers, bars and intervals, drawn with matplotlib as SVG; and those of recorded games.

Nothing is said by color alone: lines have dashes and names, layers and bars have names and figures.
"""

# The stubs of matplotlib leave the types of its many keyword arguments open.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from io import StringIO
from math import inf, isfinite
from typing import Any

from attrs import frozen

from kingsburg_rules import Record, Rules, SetupError
from kingsburg_rules.content import PackLike
from kingsburg_rules.engine import expect, is_known, needing, unknown
from kingsburg_rules.game import FACES
from kingsburg_rules.lab.recorded import ends_of
from kingsburg_rules.text import roman

with needing("lab"):
    from cycler import cycler
    from matplotlib import style
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PAPER, LINE, INK, SOFT, ACCENT = "#fffdf8", "#c9bfa9", "#221f1a", "#5c5546", "#8c3d0c"
SERIES = ("#c3421a", "#1667b0", "#f0c630", "#2aa876", "#d277c1", "#8fcdf0", "#5b4a3f", "#f2b3a7")
DARK = {
    **{PAPER: "#1f2126", LINE: "#50545f", INK: "#f1ede3", SOFT: "#bdb7a8", ACCENT: "#f2b25c"},
    **dict(
        zip(
            SERIES,
            ("#f0764a", "#4c97dd", "#f3d250", "#35c598", "#e39ad8", "#b5e3f8", "#9c8674", "#f7cfc4"),
            strict=True,
        )
    ),
}
"""Each color of a light chart with the color of a dark one: those of the pictures of the table."""

THEMES = ("auto", "light", "dark")
_COLOR = re.compile("|".join(DARK))
_STYLE: dict[str, Any] = {
    "axes.edgecolor": SOFT,
    "axes.facecolor": PAPER,
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.prop_cycle": cycler(linestyle=["-", (0, (9, 4)), ":", "-.", (0, (15, 5)), "--", "-", ":"])
    + cycler(color=SERIES),
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlecolor": INK,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "figure.facecolor": PAPER,
    "figure.titleweight": "bold",
    "grid.color": LINE,
    "legend.frameon": False,
    "legend.labelcolor": INK,
    "lines.linewidth": 2,
    "svg.fonttype": "none",  # text stays text, which can be searched, selected and read aloud
    "xtick.color": SOFT,
    "ytick.color": SOFT,
}


@frozen
class Chart:
    """A chart. A notebook shows it by itself, and `print` writes it as text."""

    title: str

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.text()

    def text(self) -> str:
        """Write its figures as a table, for a terminal."""
        rows = [*self._rows()]
        first, *wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [self.title]
        for name, *cells in rows:
            row = "".join(f"  {cell:>{width}}" for cell, width in zip(cells, wide, strict=True))
            lines.append(f"{name:{first}}{row}".rstrip())
        return "\n".join(lines)

    def _rows(self) -> Iterator[Sequence[str]]:
        """Yield the heads of the table and its rows, each with its name first."""
        raise NotImplementedError

    def svg(self, theme: str = "auto") -> str:
        """Draw it; `theme` is `auto`, `light` or `dark`.

        Raises:
            SetupError: There is no such theme.
        """
        if not is_known(theme, THEMES):
            raise SetupError("picture.theme", f"The theme {unknown(theme, THEMES)}")
        file = StringIO()
        with style.context({**_STYLE, "svg.hashsalt": self.title}):  # equal charts are equal text
            figure = Figure(layout="constrained")
            self._draw(figure)
            figure.suptitle(self.title, x=0.02, ha="left", color=INK)
            metadata = dict.fromkeys(("Creator", "Date", "Format", "Type"))
            figure.savefig(file, format="svg", metadata=metadata)
        _, _, drawn = file.getvalue().partition("<svg ")  # before it is what only a file of its own needs
        attributes, _, inside = drawn.partition(">")
        attributes = re.sub(r' (?:width|height)="[^"]*"', "", f" {attributes}")
        head = f'<svg{attributes} role="img" class="chart-{theme}"><title>{escape(self.title)}</title>'
        return f"{head}{_style(theme)}{_COLOR.sub(lambda color: _colored(color[0], theme), inside)}"

    def _draw(self, figure: Figure) -> None:
        raise NotImplementedError


def _colored(color: str, theme: str) -> str:
    return {"light": color, "dark": DARK[color]}.get(theme, f"var(--c{color[1:]})")


def _style(theme: str) -> str:
    """Write the colors of a chart that follows what the reader has chosen for the whole screen."""
    if theme != "auto":
        return ""
    light, dark = (
        "".join(f"--c{color[1:]}:{shown};" for color, shown in colors)
        for colors in ([(color, color) for color in DARK], DARK.items())
    )
    root = ".chart-auto"
    media = "@media screen and (prefers-color-scheme:dark)"
    return f"<style>{root}{{{light}}}{media}{{{root}{{{dark}}}}}</style>"


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value == round(value) else f"{value:,.1f}"


def _over_steps(figure: Figure, marks: Mapping[int, str]) -> Axes:
    figure.set_size_inches(10, 4.6)
    axes = figure.subplots()
    axes.set_xticks([*marks], [*marks.values()])
    axes.yaxis.set_major_formatter(lambda value, _: _figure(value))
    return axes


@frozen
class LineChart(Chart):
    """Lines over steps, such as the points of every player after every phase.

    `marks` are the names of some steps, by their number from 0.
    """

    lines: Mapping[str, Sequence[float]]
    marks: Mapping[int, str]

    def _draw(self, figure: Figure) -> None:
        axes = _over_steps(figure, self.marks)
        for name, values in self.lines.items():
            axes.plot(values, label=_ending(name, values))
        if any(self.lines.values()):
            handles, names = axes.get_legend_handles_labels()
            ends = [values[-1] if values else -inf for values in self.lines.values()]
            order = sorted(range(len(ends)), key=lambda k: -ends[k])
            figure.legend([handles[k] for k in order], [names[k] for k in order], loc="outside right upper")

    def _rows(self) -> Iterator[Sequence[str]]:
        return _at_marks(self.lines, self.marks)


def _ending(name: str, values: Sequence[float]) -> str:
    return f"{name} {_figure(values[-1])}" if values else name


def _at_marks(series: Mapping[str, Sequence[float]], marks: Mapping[int, str]) -> Iterator[Sequence[str]]:
    """Yield what every series has come to when the next mark is reached, and at the end."""
    last = max((len(values) - 1 for values in series.values()), default=0)
    ends = [*(max(0, step - 1) for step in [*marks][1:]), last]
    yield "", *(marks.values() or [""])
    for name, values in series.items():
        yield name, *(_figure(values[at]) if values else "" for at in ends)


@frozen
class LayerChart(Chart):
    """Layers above each other over steps, such as the points of a player by source."""

    layers: Mapping[str, Sequence[float]]
    marks: Mapping[int, str]

    def _draw(self, figure: Figure) -> None:
        axes = _over_steps(figure, self.marks)
        if any(self.layers.values()):
            tops = [[max(0.0, value) for value in values] for values in self.layers.values()]
            names = [_ending(name, values) for name, values in self.layers.items()]
            drawn = axes.stackplot(range(len(tops[0])), tops, colors=SERIES, edgecolor=INK, linewidth=0.5)
            figure.legend(drawn[::-1], names[::-1], loc="outside right upper")  # the highest layer first

    def _rows(self) -> Iterator[Sequence[str]]:
        return _at_marks(self.layers, self.marks)


@frozen
class BarChart(Chart):
    """Bars in groups, such as how often every face fell; `expected` is marked on each bar of a group."""

    names: Sequence[str]
    groups: Mapping[str, Sequence[float]]
    expected: Mapping[str, float]

    def _draw(self, figure: Figure) -> None:
        figure.set_size_inches(10, 3.6)
        places = figure.subplots(1, max(1, len(self.groups)), sharey=True, squeeze=False)[0]
        for axes, (name, bars), color in zip(places, self.groups.items(), SERIES * 8, strict=False):
            drawn = axes.bar(self.names, bars, color=color, edgecolor=INK, linewidth=0.5)
            axes.bar_label(drawn, [_figure(value) for value in bars], color=SOFT)
            axes.grid(visible=False, axis="x")
            axes.set_title(name, fontsize="medium")
            if name in self.expected:
                line = axes.axhline(self.expected[name], color=INK, linestyle=(0, (4, 3)))
                if not figure.legends:
                    figure.legend([line], ["expected"], loc="outside upper right")

    def _rows(self) -> Iterator[Sequence[str]]:
        yield "", *self.names, "expected"
        for name, bars in self.groups.items():
            expected = _figure(self.expected[name]) if name in self.expected else ""
            yield name, *map(_figure, bars), expected


@frozen
class IntervalChart(Chart):
    """Estimates with their intervals, a row for each, such as what every card changes.

    `rows` are values with both ends of their intervals, and `zero` is where a line is drawn.
    """

    rows: Mapping[str, tuple[float, float, float]]
    zero: float
    shown: Callable[[float], str]

    def _draw(self, figure: Figure) -> None:
        figure.set_size_inches(6.4, 1.2 + 0.27 * len(self.rows))
        axes = figure.subplots()
        low, top = self._ends()
        for k, (value, least, most) in enumerate(self.rows.values()):
            reach = [[value - max(least, low)], [min(most, top) - value]]  # matplotlib draws no endless bars
            axes.errorbar(value, k, xerr=reach, fmt="o", color=ACCENT, capsize=3, linewidth=1.5)
            axes.annotate(
                self.shown(value), (1.01, k), xycoords=axes.get_yaxis_transform(), va="center", color=SOFT
            )
        axes.axvline(self.zero, color=INK, linestyle="-", linewidth=1)
        axes.set_yticks(range(len(self.rows)), [*self.rows], color=INK)
        axes.set_ylim(len(self.rows) - 0.5, -0.5)
        axes.grid(visible=False, axis="y")
        axes.xaxis.set_major_formatter(lambda value, _: self.shown(value))

    def _rows(self) -> Iterator[Sequence[str]]:
        yield "", "", "from", "to"
        for name, row in self.rows.items():
            yield name, *map(self.shown, row)

    def _ends(self) -> tuple[float, float]:
        """Choose the ends of the axis; intervals without an end go on to it."""
        ends = [end for row in self.rows.values() for end in row if isfinite(end)]
        low, top = min([self.zero, *ends]), max([self.zero, *ends])
        return (low, top) if low < top else (low - 1, top + 1)


# Charts of recorded games: points over time, and dice against expectation


_LAYERS = 7
"""How many sources have a layer of their own in a plot."""


def points_plot(
    record: Record,
    player: str | None = None,
    rules: Rules | None = None,
    *,
    packs: Iterable[PackLike] = (),
) -> LineChart | LayerChart:
    """Plot the points of all players over time, or those of one player by source.

    Args:
        record: The game.
        player: The player whose sources are shown.
        rules: The rules of the game; without them, the record names the rules to load.
        packs: The packs of the game that are neither built in nor installed, as for `load_rules`.

    Raises:
        SaveError: The record does not fit its rules.
        SetupError: There is no such player, or `packs` are not packs.
        ContentError: One of the `packs` has mistakes.
        TypeError: `record` is not a record.
    """
    expect(record, Record, "record")
    ends, game = ends_of(record, rules, packs)
    years = [end.state.year for end in ends]
    marks = {at: roman(year) for at, year in enumerate(years) if year and (not at or years[at - 1] != year)}
    if player is None:
        lines = {name: [end.scores[seat].vp for end in ends] for seat, name in enumerate(game.players)}
        return LineChart("Victory points after every phase", lines, marks)
    if not is_known(player, game.players):
        raise SetupError("setup.player", f"Player {unknown(player, game.players)}")
    scores = [end.scores[game.players.index(player)].by_source for end in ends]
    return LayerChart(f"Victory points of {player} by source", _layers(scores, game.rules), marks)


def _layers(scores: Sequence[Mapping[str, int]], rules: Rules) -> dict[str, list[int]]:
    """Return a layer for each of the largest sources, and one for the rest; losses are in the rest."""
    last: Mapping[str, int] = scores[-1] if scores else {}
    largest = [source for source, vp in sorted(last.items(), key=lambda entry: -entry[1]) if vp > 0][:_LAYERS]
    layers = {rules.name_of(source): [score.get(source, 0) for score in scores] for source in largest}
    rest = [sum(vp for source, vp in score.items() if source not in largest) for score in scores]
    return {**layers, "others": rest} if any(rest) else layers


def dice_plot(record: Record, rules: Rules | None = None, *, packs: Iterable[PackLike] = ()) -> BarChart:
    """Plot how often every player rolled every face, against what is expected.

    Args:
        record: The game.
        rules: The rules of the game; without them, the record names the rules to load.
        packs: The packs of the game that are neither built in nor installed, as for `load_rules`.

    Raises:
        SaveError: The record does not fit its rules.
        SetupError: `packs` are not packs.
        ContentError: One of the `packs` has mistakes.
        TypeError: `record` is not a record.
    """
    expect(record, Record, "record")
    *_, game = record.replay(rules, packs=packs)
    rolled = {dice.player or "neutral": dice for dice in game.dice_statistics() if dice.rolled}
    return BarChart(
        "Dice",
        [str(face) for face in range(1, FACES + 1)],
        {name: dice.faces for name, dice in rolled.items()},
        {name: dice.rolled / FACES for name, dice in rolled.items()},
    )
