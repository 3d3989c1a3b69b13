"""What a recorded game tells: points by year, where they came from, what the dice did, and a plot of it all.

Written like a notebook: an editor that knows `# %%` runs it cell by cell, and a chart in the last line of a
cell is drawn there. Run as a program it prints the tables and writes the chart as `points.svg`.

    python examples/analyze.py record.json

Without a file it lets four bots play a game first. It needs nothing but the library: the chart is a few lines
of SVG, so that nothing heavy must be installed for it. The rows of `points_by_phase` go into pandas as they
are.
"""

# %% Which game
from __future__ import annotations

import sys
from collections import Counter
from html import escape
from pathlib import Path
from typing import NamedTuple

from kingsburg_rules import Game, GameState, Record, load_rules
from kingsburg_rules.bots import Bot, GreedyBot, RandomBot, bot_turn


def played_by_bots(seed: int = 7) -> Record:
    """Let bots play a game, and give its record."""
    game = Game(load_rules(), ("Ann", "Brian", "Cindy", "Dan"), seed=seed)
    bots: dict[str, Bot] = {
        "Ann": GreedyBot(),
        "Brian": GreedyBot(1),
        "Cindy": RandomBot(2),
        "Dan": RandomBot(3),
    }
    while bot_turn(game, bots) is not None:
        pass
    return game.record


def record_at(path: str | None) -> Record:
    """Read a record from a file, or make one."""
    return played_by_bots() if path is None else Record.loads(Path(path).read_text(encoding="utf-8"))


# %% From the record to rows
class Row(NamedTuple):
    """What a player has at the end of a phase."""

    year: int
    phase: str
    player: str
    vp: int
    goods: int
    soldiers: int
    buildings: int


def points_by_phase(record: Record) -> list[Row]:
    """Replay a record, and write down what everybody had whenever the next question is of another phase."""
    rows: list[Row] = []
    before: GameState | None = None
    for game in record.replay():
        now = game.state
        if before is not None and (now.year, now.phase) != (before.year, before.phase):
            rows += rows_of(before)
        before = now
    return rows if before is None else rows + rows_of(before)


def rows_of(state: GameState) -> list[Row]:
    """Write down what everybody has."""
    return [
        Row(
            state.year,
            state.phase,
            player.name,
            player.vp,
            sum(player.goods.values()),
            player.soldiers,
            len(player.buildings),
        )
        for player in state.players
    ]


# %% Who got points from what
def table_of_sources(game: Game, most: int = 6) -> str:
    """Tell the largest sources of points of every player."""
    lines: list[str] = []
    for score in game.score_by_source:
        shown = [f"{card} {vp}" for card, vp in Counter(score.by_source).most_common(most)]
        lines.append(f"{score.player}: {', '.join(shown)}")
    return "\n".join(lines)


# %% What the dice did
def table_of_dice(game: Game) -> str:
    """Tell how often every face fell, and how far from the average that is."""
    lines = ["            1   2   3   4   5   6   mean"]
    for dice in game.dice_statistics():
        if dice.mean is not None:
            faces = "".join(f"{count:4}" for count in dice.faces)
            lines.append(f"{dice.player or 'neutral':9}{faces}{float(dice.mean):7.2f}")
    return "\n".join(lines)


# %% A plot
class Chart:
    """Lines over the phases of a game, one for each player, told apart by color and by dashes."""

    COLORS = ("#1667b0", "#c3421a", "#2aa876", "#8c6d00", "#8d4bb0")
    DASHES = ("none", "8 3", "2 3", "8 3 2 3", "14 4")

    def __init__(self, lines: dict[str, list[int]], title: str) -> None:
        self.lines = lines
        self.title = title

    def _repr_svg_(self) -> str:
        return self.svg()  # what a notebook asks for

    def svg(self) -> str:
        """Draw it."""
        most = max(max(values) for values in self.lines.values()) or 1
        steps = max(len(values) for values in self.lines.values()) - 1 or 1
        title = escape(self.title)
        parts = [
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 320" role="img" font-size="13" ',
            f'font-family="sans-serif"><title>{title}</title><rect width="640" height="320" fill="#fff"/>',
            f'<text x="40" y="20" font-weight="bold">{title}</text>',
        ]
        for level in range(0, most + 1, max(1, round(most / 5))):
            y = 290 - 250 * level / most
            parts.append(
                f'<path d="M40 {y:.0f}H560" stroke="#ccc"/><text x="8" y="{y + 4:.0f}">{level}</text>'
            )
        for number, values in enumerate(self.lines.values()):
            points = [(40 + 520 * k / steps, 290 - 250 * value / most) for k, value in enumerate(values)]
            outline = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            color, dash = self.COLORS[number % 5], self.DASHES[number % 5]
            parts.append(
                f'<polyline points="{outline}" fill="none" stroke="{color}" stroke-width="2.5"'
                f' stroke-dasharray="{dash}"/>'
            )
        return "".join([*parts, *self._names(most), "</svg>"])

    def _names(self, most: int) -> list[str]:
        """Write the players at the ends of their lines, far enough apart to be read."""
        found: list[str] = []
        lowest = 304.0
        for player, values in sorted(self.lines.items(), key=lambda line: line[1][-1]):
            lowest = min(lowest - 16, 294 - 250 * values[-1] / most)
            color = self.COLORS[[*self.lines].index(player) % 5]
            found.append(
                f'<text x="566" y="{lowest:.0f}" fill="{color}">{escape(player)} {values[-1]}</text>'
            )
        return found


def chart_of(rows: list[Row], what: str = "vp") -> Chart:
    """Plot one of the columns over the phases."""
    lines: dict[str, list[int]] = {}
    for row in rows:
        lines.setdefault(row.player, []).append(int(getattr(row, what)))
    return Chart(lines, f"{what} after every phase")


# %% All of it
def main(path: str | None = None, chart: str | None = "points.svg") -> None:
    """Tell a game."""
    record = record_at(path)
    rows = points_by_phase(record)
    *_, game = record.replay()
    print(game.outcome or "This game is not over.", table_of_sources(game), table_of_dice(game), sep="\n\n")
    print("\nVP at the end of every year")
    for player in game.players:
        by_year = {row.year: row.vp for row in rows if row.player == player}
        print(f"{player:9}" + "".join(f"{vp:5}" for vp in by_year.values()))
    if chart is not None:
        Path(chart).write_text(chart_of(rows).svg(), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:2])
