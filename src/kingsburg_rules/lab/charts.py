"""Charts: lines, layers, bars and intervals, drawn with matplotlib as SVG, and as text for a terminal.

Nothing is said by color alone: lines have dashes and names, layers and bars have names and figures.
"""

# The stubs of matplotlib leave the types of its many keyword arguments open.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from io import StringIO
from math import inf, isfinite
from typing import Any

from attrs import frozen

from kingsburg_rules import SetupError
from kingsburg_rules.engine import is_known, unknown
from kingsburg_rules.lab.extras import needing

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
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_BLOCKS = " ▏▎▍▌▋▊▉█"
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

    def text(self, width: int = 72) -> str:
        """Write it for a terminal."""
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

    def text(self, width: int = 72) -> str:
        """Write it for a terminal: a letter for each line."""
        columns = [*zip(*self.lines.values(), strict=True)]
        low, top = min([0.0, *map(min, columns)]), max([1.0, *map(max, columns)])
        rows, wide = 12, max(10, width - 8)
        field = [[" "] * wide for _ in range(rows)]
        for letter, values in zip(_LETTERS, self.lines.values(), strict=False):
            for column in range(wide if values else 0):
                share = (values[round(column * (len(values) - 1) / (wide - 1))] - low) / (top - low)
                field[round((rows - 1) * (1 - share))][column] = letter
        labels = {0: _figure(top), rows - 1: _figure(low)}
        body = [f"{labels.get(k, ''):>6} |{''.join(row).rstrip()}" for k, row in enumerate(field)]
        legend = [
            f"  {letter} {_ending(name, values)}"
            for letter, (name, values) in zip(_LETTERS, self.lines.items(), strict=False)
        ]
        return "\n".join([self.title, *body, *legend])


def _ending(name: str, values: Sequence[float]) -> str:
    return f"{name} {_figure(values[-1])}" if values else name


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

    def text(self, width: int = 72) -> str:
        """Write it for a terminal: a row of figures for each layer, at the marked steps."""
        steps = [*self.marks] or [0]
        last = max((len(values) - 1 for values in self.layers.values()), default=0)
        columns = [*(max(0, step - 1) for step in steps[1:]), last]
        wide = max([len("source"), *map(len, self.layers)])
        heads = "".join(f"{self.marks.get(step, ''):>8}" for step in steps)
        body = (
            f"{name:{wide}}" + "".join(f"{_figure(values[at]):>8}" for at in columns)
            for name, values in self.layers.items()
        )
        return "\n".join([self.title, f"{'':{wide}}{heads}", *body])


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

    def text(self, width: int = 72) -> str:
        """Write it for a terminal: a line for each bar, with `|` where the expected value is."""
        top = max([1.0, *(max(bars) for bars in self.groups.values()), *self.expected.values()])
        room, lines = max(10, width - 24), [self.title]
        for name, bars in self.groups.items():
            known = name in self.expected
            lines.append(f"{name}, expected {_figure(self.expected[name])} each" if known else name)
            mark = self.expected.get(name, inf) / top
            lines += [
                f"{self.names[at]:>6} {_bar(value / top, room, mark)} {_figure(value)}"
                for at, value in enumerate(bars)
            ]
        return "\n".join(lines)


def _bar(share: float, room: int, mark: float) -> str:
    full, eighths = divmod(round(share * room * 8), 8)
    bar = ("█" * full + (_BLOCKS[eighths] if eighths else "")).ljust(room)
    at = round(mark * room) if mark <= 1 else -1
    return f"{bar[:at]}|{bar[at + 1 :]}" if 0 <= at < room else bar


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

    def text(self, width: int = 72) -> str:
        """Write it for a terminal."""
        low, top = self._ends()
        wide = max([4, *map(len, self.rows)])
        room = max(20, width - wide - 12)

        def column(value: float) -> int:
            return round((room - 1) * (min(max(value, low), top) - low) / (top - low))

        lines = [self.title]
        for name, (value, least, most) in self.rows.items():
            signs = [" "] * room
            signs[column(least) : column(most) + 1] = "-" * (column(most) + 1 - column(least))
            signs[column(self.zero)] = "|"
            signs[column(value)] = "o"
            lines.append(f"{name:{wide}} {''.join(signs)} {self.shown(value):>8}")
        return "\n".join(lines)

    def _ends(self) -> tuple[float, float]:
        """Choose the ends of the axis; intervals without an end go on to it."""
        ends = [end for row in self.rows.values() for end in row if isfinite(end)]
        low, top = min([self.zero, *ends]), max([self.zero, *ends])
        return (low, top) if low < top else (low - 1, top + 1)
