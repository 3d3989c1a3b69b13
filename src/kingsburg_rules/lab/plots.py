"""Plots of a recorded game: points over time, and dice against expectation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kingsburg_rules import Record, Rules, SetupError
from kingsburg_rules.content import PackLike
from kingsburg_rules.engine import expect, is_known, unknown
from kingsburg_rules.game import FACES
from kingsburg_rules.lab.charts import BarChart, LayerChart, LineChart
from kingsburg_rules.lab.recorded import ends_of
from kingsburg_rules.text import roman

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
