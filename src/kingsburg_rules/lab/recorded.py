"""Tidy tables of recorded games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import chain

from attrs import field, frozen

from kingsburg_rules import DiceStatistics, Game, Record, Rules, SetupError
from kingsburg_rules.content import PackLike
from kingsburg_rules.engine import expect, is_known, needing, unknown
from kingsburg_rules.game import FACES, PhaseEnd, Row, phase_ends, phase_rows

_LIBRARIES = ("pandas", "polars")


@frozen
class GameTables:
    """Tables of several games; in each, `game` is the number of the record, from 0.

    - `games`: a row for each game.
    - `players`: a row for each player, with the place at the end.
    - `phases`: what every player had at the end of every phase, as `Record.table` returns it.
    - `points`: the points of every player by source, at the end of every phase.
    - `dice`: how often every player rolled every face, and how often that is expected.
    """

    games: list[Row] = field(factory=list[Row])
    players: list[Row] = field(factory=list[Row])
    phases: list[Row] = field(factory=list[Row])
    points: list[Row] = field(factory=list[Row])
    dice: list[Row] = field(factory=list[Row])

    def frames(self, library: str = "pandas") -> Mapping[str, object]:
        """Return the tables as data frames, by name.

        Args:
            library: `pandas` or `polars`.

        Raises:
            SetupError: There is no such library, or it is not installed.
        """
        if not is_known(library, _LIBRARIES):
            raise SetupError("setup.library", f"Library {unknown(library, _LIBRARIES)}")
        with needing("tables"):
            module = import_module(library)
        rows = {name: getattr(self, name) for name in ("games", "players", "phases", "points", "dice")}
        return {name: module.DataFrame(table) for name, table in rows.items()}


def tables(
    records: Iterable[Record], rules: Rules | None = None, *, packs: Iterable[PackLike] = ()
) -> GameTables:
    """Make tables of recorded games.

    Args:
        records: The records.
        rules: The rules of all games; without them, every record names the rules to load.
        packs: The packs of the games that are neither built in nor installed, as for `load_rules`.

    Raises:
        SaveError: A record does not fit its rules.
        SetupError: `packs` are not packs.
        ContentError: One of the `packs` has mistakes.
        TypeError: One of `records` is not a record.
    """
    found, given = GameTables(), tuple(packs)
    for number, record in enumerate(records):
        expect(record, Record, "a record")
        _add(found, {"game": number}, record, rules, given)
    return found


def _add(
    found: GameTables, key: Row, record: Record, rules: Rules | None, packs: tuple[PackLike, ...]
) -> None:
    ends, game = ends_of(record, rules, packs)
    phases = phase_rows(record.replay(game.rules, packs=packs), game.rules)
    found.phases.extend([{**key, **row} for row in phases])
    found.points.extend([{**key, **row} for end in ends for row in _points(end)])
    found.dice.extend([{**key, **row} for row in _dice(game.dice_statistics())])
    found.players.extend([{**key, **row} for row in _players(game)])
    outcome = game.outcome
    found.games.append(
        {
            **key,
            "players": len(game.players),
            "edition": game.rules.edition,
            "modules": " ".join(game.rules.modules),
            "scenario": game.rules.scenario,
            "years": game.state.year,
            "actions": len(record.actions),
            "over": outcome is not None,
            "decided_by": None if outcome is None else outcome.decided_by,
        }
    )


def _players(game: Game) -> Iterator[Row]:
    outcome = game.outcome
    ranks = {} if outcome is None else {place.player: place.rank for place in outcome.ranking}
    for seat, (score, player) in enumerate(zip(game.score_by_source, game.state.players, strict=True)):
        yield {
            "seat": seat,
            "player": score.player,
            "vp": score.vp,
            "rank": ranks.get(score.player),
            "won": outcome is not None and score.player in outcome.winners,
            "goods": sum(player.goods.values()),
            "buildings": len(player.buildings),
        }


def ends_of(record: Record, rules: Rules | None, packs: Iterable[PackLike]) -> tuple[list[PhaseEnd], Game]:
    """Replay a record, and return the ends of its phases and the game, which is one object all the time."""
    moments = record.replay(rules, packs=packs)
    game = next(moments)
    return [*phase_ends(chain([game], moments))], game


def _points(end: PhaseEnd) -> Iterator[Row]:
    for seat, score in enumerate(end.scores):
        for source, vp in score.by_source.items():
            yield {
                "year": end.state.year,
                "phase": end.state.phase,
                "seat": seat,
                "player": score.player,
                "source": source,
                "vp": vp,
            }


def _dice(statistics: Sequence[DiceStatistics]) -> Iterator[Row]:
    for dice in statistics:
        for face, count in enumerate(dice.faces, start=1):
            yield {
                "player": dice.player,
                "face": face,
                "count": count,
                "expected": dice.rolled / FACES,
            }
