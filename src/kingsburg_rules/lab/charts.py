"""Charts: lines, layers, bars and intervals, as SVG without scripts or fonts, and as text for a terminal.

Nothing is said by color alone: lines have dashes and names, layers and bars have names and figures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import ceil, floor, inf, log10
from typing import Protocol

from attrs import frozen

from kingsburg_rules.engine.errors import SetupError, is_known, unknown
from kingsburg_rules.render.palette import DARK, FONT, LIGHT, THEMES, Theme
from kingsburg_rules.render.svg_elements import number, safe

_DASHES = ("none", "9 4", "2 4", "9 4 2 4", "15 5")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_BLOCKS = " ▏▎▍▌▋▊▉█"

WIDE = 720
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 130, 40, 36


class Chart(Protocol):
    """A chart. A notebook shows it by itself, and `print` writes it as text."""

    def svg(self, theme: str = "auto") -> str:
        """Draw it; `theme` is `auto`, `light` or `dark`."""
        ...

    def text(self, width: int = 72) -> str:
        """Write it for a terminal."""
        ...


class _Drawn:
    """What all charts have in common."""

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.text()

    def svg(self, theme: str = "auto") -> str:
        """Draw it; `theme` is `auto`, `light` or `dark`.

        Raises:
            SetupError: There is no such theme.
        """
        if not is_known(theme, THEMES):
            raise SetupError("picture.theme", f"The theme {unknown(theme, THEMES)}")
        title, high, inside = self._drawing()
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self._width} {number(high)}" role="img" '
            f'class="kbc-{theme}"><title>{safe(title)}</title><style>{_style(theme)}</style>'
            f'<rect class="ground" width="{self._width}" height="{number(high)}" rx="6"/>'
            f'<text class="title" x="16" y="24">{safe(title)}</text>{inside}</svg>'
        )

    def text(self, width: int = 72) -> str:
        """Write it for a terminal."""
        raise NotImplementedError

    @property
    def _width(self) -> int:
        return WIDE

    def _drawing(self) -> tuple[str, float, str]:
        """Return the title, the height, and what is drawn."""
        raise NotImplementedError


@cache
def _style(theme: str) -> str:
    root = f".kbc-{theme}"
    fixed = (
        f"{root}{{font:12px {FONT}}}{root} .title{{font-size:15px;font-weight:700}}"
        f"{root} .e{{text-anchor:end}}{root} .m{{text-anchor:middle}}"
        f"{root} .line{{fill:none;stroke-width:2.5;stroke-linejoin:round}}"
    )
    if theme == "dark":
        return fixed + _colors(root, DARK)
    light = fixed + _colors(root, LIGHT)
    if theme == "light":
        return light
    return f"{light}@media screen and (prefers-color-scheme:dark){{{_colors(root, DARK)}}}"


def _colors(root: str, theme: Theme) -> str:
    colors = theme.colors
    rules = [
        f"{root}{{fill:{colors['ink']}}}",
        f"{root} .ground{{fill:{colors['panel']}}}",
        f"{root} .grid{{stroke:{colors['line']}}}",
        f"{root} .axis{{stroke:{colors['ink']}}}",
        f"{root} .soft{{fill:{colors['soft']}}}",
        f"{root} .mark{{stroke:{colors['accent']};fill:{colors['accent']}}}",
    ]
    for k, (fill, _) in enumerate(theme.seats):
        rules.append(f"{root} .c{k}{{stroke:{fill}}}{root} .f{k}{{fill:{fill};stroke:{colors['ink']}}}")
    return "".join(rules)


def _write(x: float, y: float, content: str, kind: str = "") -> str:
    return f'<text class="{kind}" x="{number(x)}" y="{number(y)}">{safe(content)}</text>'


def steps_between(low: float, high: float, wanted: int = 5) -> list[float]:
    """Choose round numbers for the grid of an axis."""
    if not low < high:
        return [low]
    raw = (high - low) / wanted
    power = 10.0 ** floor(log10(raw))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= raw)
    first = ceil(low / step - 1e-9)
    return [step * k for k in range(first, floor(high / step + 1e-9) + 1)]


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value == round(value) else f"{value:,.1f}"


# Lines and layers


@frozen
class LineChart(_Drawn):
    """Lines over steps, such as the points of every player after every phase.

    `marks` are the names of some steps, by their number from 0.
    """

    title: str
    lines: Mapping[str, Sequence[float]]
    marks: Mapping[int, str]

    def _drawing(self) -> tuple[str, float, str]:
        frame = _Frame.around(self.lines.values(), self.marks, stacked=False)
        drawn = [frame.grid()]
        for k, values in enumerate(self.lines.values()):
            points = " ".join(
                f"{number(frame.x(at))},{number(frame.y(one))}" for at, one in enumerate(values)
            )
            drawn.append(
                f'<polyline class="line c{k % 8}" points="{points}" stroke-dasharray="{_DASHES[k % 5]}"/>'
            )
        ends = {
            f"{name} {_figure(values[-1])}": frame.y(values[-1])
            for name, values in self.lines.items()
            if values
        }
        return self.title, frame.high, "".join([*drawn, *_names(ends, frame, "line c")])

    def text(self, width: int = 72) -> str:
        """Write it for a terminal: a letter for each line."""
        frame = _Frame.around(self.lines.values(), self.marks, stacked=False)
        rows, wide = 12, max(10, width - 8)
        field = [[" "] * wide for _ in range(rows)]
        for letter, values in zip(_LETTERS, self.lines.values(), strict=False):
            for column in range(wide):
                at = round(column * (frame.steps - 1) / max(1, wide - 1))
                if at < len(values):
                    share = (values[at] - frame.low) / ((frame.top - frame.low) or 1)
                    field[round((rows - 1) * (1 - share))][column] = letter
        labels = {0: _figure(frame.top), rows - 1: _figure(frame.low)}
        body = [f"{labels.get(k, ''):>6} |{''.join(row).rstrip()}" for k, row in enumerate(field)]
        legend = [
            f"  {letter} {name} {_figure(values[-1]) if values else ''}".rstrip()
            for letter, (name, values) in zip(_LETTERS, self.lines.items(), strict=False)
        ]
        return "\n".join([self.title, *body, *legend])


@frozen
class LayerChart(_Drawn):
    """Layers above each other over steps, such as the points of a player by source."""

    title: str
    layers: Mapping[str, Sequence[float]]
    marks: Mapping[int, str]

    def _drawing(self) -> tuple[str, float, str]:
        frame = _Frame.around(self.layers.values(), self.marks, stacked=True)
        drawn, ends = [frame.grid()], dict[str, float]()
        below = [0.0] * frame.steps
        for k, (name, values) in enumerate(self.layers.items()):
            above = [low + max(0.0, value) for low, value in zip(below, values, strict=True)]
            edge = [*enumerate(above), *reversed([*enumerate(below)])]
            points = " ".join(f"{number(frame.x(at))},{number(frame.y(one))}" for at, one in edge)
            drawn.append(f'<polygon class="f{k % 8}" stroke-width=".6" points="{points}"/>')
            ends[f"{name} {_figure(values[-1])}"] = frame.y((above[-1] + below[-1]) / 2)
            below = above
        return self.title, frame.high, "".join([*drawn, *_names(ends, frame, "f")])

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
class _Frame:
    """The part of a chart in which something is drawn over steps."""

    low: float
    top: float
    steps: int
    marks: Mapping[int, str]
    high: float = 340.0

    @classmethod
    def around(cls, series: Iterable[Sequence[float]], marks: Mapping[int, str], *, stacked: bool) -> _Frame:
        """Choose the axes."""
        columns = [*zip(*series, strict=True)]
        tops = [sum(max(0.0, one) for one in column) if stacked else max(column) for column in columns]
        lows = [0.0 if stacked else min(column) for column in columns]
        return cls(min([0.0, *lows]), max([1.0, *tops]), max(1, len(columns)), marks)

    def x(self, step: float) -> float:
        """Return where a step is."""
        return _LEFT + (WIDE - _LEFT - _RIGHT) * step / max(1, self.steps - 1)

    def y(self, value: float) -> float:
        """Return where a value is."""
        room = self.high - _TOP - _BOTTOM
        return self.high - _BOTTOM - room * (value - self.low) / (self.top - self.low)

    def grid(self) -> str:
        """Draw the axes with their names."""
        right = WIDE - _RIGHT
        rows = (
            f'<path class="{"axis" if level == 0 else "grid"}" d="M{_LEFT} {number(self.y(level))}H{right}"/>'
            + _write(_LEFT - 6, self.y(level) + 4, _figure(level), "soft e")
            for level in steps_between(self.low, self.top)
        )
        columns = (
            f'<path class="grid" d="M{number(self.x(step))} {_TOP}V{number(self.high - _BOTTOM)}"/>'
            + _write(self.x(step) + 3, self.high - 16, name, "soft")
            for step, name in self.marks.items()
        )
        return "".join([*rows, *columns])


def _names(ends: Mapping[str, float], frame: _Frame, kind: str) -> Iterator[str]:
    """Write names at the ends of lines or layers, far enough apart to be read."""
    numbers = {name: k for k, name in enumerate(ends)}
    lowest = frame.high - _BOTTOM + 16.0
    for name, y in sorted(ends.items(), key=lambda end: -end[1]):
        lowest = min(lowest - 16, y)
        k, left = numbers[name], WIDE - _RIGHT + 8
        dash = f' stroke-dasharray="{_DASHES[k % 5]}"' if kind.startswith("line") else ""
        wide = "3" if dash else ".6"
        shape = "h16" if dash else "m0 -5h16v10h-16z"
        yield f'<path class="{kind}{k % 8}" stroke-width="{wide}" d="M{left} {number(lowest)}{shape}"{dash}/>'
        yield _write(left + 22, lowest + 4, name)


# Bars


@frozen
class BarChart(_Drawn):
    """Bars in groups, such as how often every face fell; `expected` is marked on each bar of a group."""

    title: str
    names: Sequence[str]
    groups: Mapping[str, Sequence[float]]
    expected: Mapping[str, float]

    def _drawing(self) -> tuple[str, float, str]:
        top = max([1.0, *(max(bars) for bars in self.groups.values()), *self.expected.values()])
        high, each = 90.0, len(self.groups) or 1
        room = (WIDE - 2 * _LEFT) / each
        drawn: list[str] = []
        for k, (name, bars) in enumerate(self.groups.items()):
            left, wide = _LEFT + k * room, (room - 20) / max(1, len(bars))
            for at, value in enumerate(bars):
                tall = 180 * value / top
                x, y = left + at * wide, high + 180 - tall
                drawn.append(
                    f'<rect class="f{k % 8}" x="{number(x)}" y="{number(y)}" width="{number(wide * 0.8)}" '
                    f'height="{number(tall)}"/>'
                )
                drawn.append(_write(x + wide * 0.4, y - 4, _figure(value), "soft m"))
                drawn.append(_write(x + wide * 0.4, high + 196, self.names[at], "soft m"))
            if name in self.expected:
                y = high + 180 - 180 * self.expected[name] / top
                drawn.append(
                    f'<path class="axis" stroke-width="2" stroke-dasharray="6 3" '
                    f'd="M{number(left)} {number(y)}h{number(room - 20)}"/>'
                )
            drawn.append(_write(left + (room - 20) / 2, high + 218, name, "m"))
        drawn.append(_write(WIDE - 16, 24, "dashed: expected", "soft e"))
        return self.title, high + 236, "".join(drawn)

    def text(self, width: int = 72) -> str:
        """Write it for a terminal: a line for each bar, with `|` where the expected value is."""
        top = max([1.0, *(max(bars) for bars in self.groups.values()), *self.expected.values()])
        room = max(10, width - 24)
        lines = [self.title]
        for name, bars in self.groups.items():
            lines.append(
                f"{name}, expected {_figure(self.expected[name])} each" if name in self.expected else name
            )
            mark = self.expected.get(name, inf)
            lines += [
                f"{self.names[at]:>6} {_bar(value / top, room, mark / top)} {_figure(value)}"
                for at, value in enumerate(bars)
            ]
        return "\n".join(lines)


def _bar(share: float, room: int, mark: float) -> str:
    full, eighths = divmod(round(share * room * 8), 8)
    bar = ("█" * full + (_BLOCKS[eighths] if eighths else "")).ljust(room)
    at = round(mark * room) if mark <= 1 else -1
    return f"{bar[:at]}|{bar[at + 1 :]}" if 0 <= at < room else bar


# Intervals


@frozen
class IntervalChart(_Drawn):
    """Estimates with their intervals, one below the other; `zero` is where nothing makes a difference.

    It is no wider than its names need, so that it can be read on a phone.
    """

    title: str
    rows: Mapping[str, tuple[float, float, float]]
    zero: float
    shown: Callable[[float], str]

    def _drawing(self) -> tuple[str, float, str]:
        low, top = self._ends()
        left, right = self._left, self._width - 64
        high = _TOP + 22.0 * len(self.rows) + 34

        def x(value: float) -> float:
            return left + (right - left) * (min(max(value, low), top) - low) / (top - low)

        drawn = [
            f'<path class="grid" d="M{number(x(level))} {_TOP}V{number(high - 28)}"/>'
            + _write(x(level), high - 12, self.shown(level), "soft m")
            for level in steps_between(low, top)
        ]
        drawn.append(
            f'<path class="axis" stroke-width="1.5" d="M{number(x(self.zero))} {_TOP}V{number(high - 28)}"/>'
        )
        for k, (name, (value, least, most)) in enumerate(self.rows.items()):
            y = _TOP + 22 * k + 14
            drawn.append(_write(left - 10, y + 4, name, "e"))
            drawn.append(
                f'<path class="mark" stroke-width="2" d="M{number(x(least))} {y}H{number(x(most))}'
                f'm0 -4v8M{number(x(least))} {y - 4}v8"/>'
                f'<circle class="mark" cx="{number(x(value))}" cy="{y}" r="4"/>'
            )
            drawn.append(_write(right + 10, y + 4, self.shown(value), "soft"))
        return self.title, high, "".join(drawn)

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

    @property
    def _left(self) -> int:
        """Where the axis begins, to the right of the names."""
        return 28 + 7 * max([10, *(min(len(name), 40) for name in self.rows)])

    @property
    def _width(self) -> int:
        return self._left + 330

    def _ends(self) -> tuple[float, float]:
        """Choose the ends of the axis; intervals without an end go on to it."""
        ends = [end for row in self.rows.values() for end in row if abs(end) < inf]
        low, top = min([self.zero, *ends]), max([self.zero, *ends])
        return (low, top) if low < top else (low - 1, top + 1)
