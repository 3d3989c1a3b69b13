"""Tables of a game: rows of plain values, one for each player and phase."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from kingsburg_rules.engine.resources import VP

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.engine.public_state import GameState, PlayerState
    from kingsburg_rules.game.game import Game
    from kingsburg_rules.game.outcome import PlayerScore

Row: TypeAlias = dict[str, str | int | float | bool | None]
"""A row of a table: plain values by the names of the columns."""

_ELSEWHERE = ("plus2", "soldier", "bonus_die", "envoy")
"""Resources that are not in `goods` and not in `others`."""


class PhaseEnd(NamedTuple):
    """The public state and the points by source when the last decision of a phase was answered."""

    state: GameState
    scores: tuple[PlayerScore, ...]


def phase_ends(moments: Iterable[Game]) -> Iterator[PhaseEnd]:
    """Find the end of every phase in which somebody was asked, in the moments of a replay."""
    before: PhaseEnd | None = None
    for game in moments:
        now = PhaseEnd(game.state, game.score_by_source)
        if before is not None and _time(now.state) != _time(before.state):
            yield before
        before = now
    if before is not None:
        yield before


def _time(state: GameState) -> tuple[int, str]:
    return state.year, state.phase


def phase_rows(moments: Iterable[Game], rules: Rules) -> list[Row]:
    """Return a row for each player at the end of each phase."""
    compiled = rules.compiled
    known = {
        *_ELSEWHERE,
        compiled.resources[VP].name,
        *(compiled.resources[good].name for good in compiled.goods),
    }
    others = [resource.name for resource in compiled.resources if resource.name not in known]
    return [
        _row(end.state, seat, player, others)
        for end in phase_ends(moments)
        for seat, player in enumerate(end.state.players)
    ]


def _row(state: GameState, seat: int, player: PlayerState, others: Iterable[str]) -> Row:
    return {
        "year": state.year,
        "season": state.season,
        "phase": state.phase,
        "seat": seat,
        "player": player.name,
        "vp": player.vp,
        **player.goods,
        "plus2": player.plus2,
        "soldiers": player.soldiers,
        "buildings": len(player.buildings),
        "cards": len(player.cards),
        **{name: player.others.get(name, 0) for name in others},
    }
