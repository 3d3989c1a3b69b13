"""The console: tables, and the names of players in their colors."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType
from rich.highlighter import Highlighter
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from kingsburg_rules.content import printable

COLORS = ("red", "green", "bright_blue", "yellow", "magenta")


class _PlayerNames(Highlighter):
    """Colors the names of players wherever they stand in a text."""

    def __init__(self, players: Sequence[str]) -> None:
        # Longer names come last: with `Ann` and `Ann Lee`, their color replaces that of the shorter name.
        self._styles = {
            rf"(?<!\w){re.escape(name)}(?!\w)": f"bold {COLORS[seat % len(COLORS)]}"
            for seat, name in sorted(enumerate(players), key=lambda each: len(each[1]))
        }

    def highlight(self, text: Text) -> None:
        for name, style in self._styles.items():
            text.highlight_regex(name, style)


class Terminal(Console):
    """A console without markup, which leaves a closed output to the command line."""

    def __init__(self, players: Sequence[str] = (), *, stderr: bool = False) -> None:
        """Take the players whose names get colors."""
        # In markup, brackets in the names of cards and players would vanish.
        super().__init__(highlighter=_PlayerNames(players), markup=False, emoji=False, stderr=stderr)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Render without characters that cannot be seen, but for those of the console itself."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(printable(segment.text), segment.style)

    def on_broken_pipe(self) -> None:
        """Raise the error; rich would end the program with an exit code of its own."""
        raise BrokenPipeError


def table(*titles: str, right: Collection[str] = ()) -> Table:
    """Create a plain table; the columns named in `right` hold numbers."""
    new = Table(
        box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False, header_style="dim"
    )
    for title in titles:
        new.add_column(title, justify="right" if title in right else "left", overflow="fold")
    return new


class _Rate(ProgressColumn):
    """The number of games a second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:,.1f} a second" if task.speed else "")


def progress_bar() -> Progress:
    """Make a bar that shows on the terminal how far work is, and leaves the output alone."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(),
        TimeRemainingColumn(),
        console=Terminal(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
