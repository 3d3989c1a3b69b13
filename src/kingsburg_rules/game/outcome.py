"""The outcome of a game, and the points of the players on the way there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias

from kingsburg_rules.engine.classes import bare
from kingsburg_rules.engine.roles import PlayerName, SourceId
from kingsburg_rules.engine.standing import standing
from kingsburg_rules.engine.values import Value

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State

Reason: TypeAlias = Literal["card", "vp", "goods", "buildings", "shared"]
"""What decides a game."""


@bare
class Ranking(Value):
    """A player's place in the ranking. Ties share a rank; `by_source` has the points by card and phase."""

    rank: int
    player: PlayerName
    vp: int
    goods: int
    buildings: int
    by_source: Mapping[SourceId, int]


@bare
class Outcome(Value):
    """The ranking, best first.

    `decided_by` is `card` if a card made a player win, otherwise `vp`, `goods`, `buildings` or `shared`.
    """

    ranking: tuple[Ranking, ...]
    winners: tuple[PlayerName, ...]
    decided_by: Reason

    def __str__(self) -> str:
        """Write the ranking in a few lines."""
        lines = [f"{place.rank}. {place.player}: {place.vp} VP" for place in self.ranking]
        return "\n".join([*lines, f"Winner: {' and '.join(self.winners)} (decided by {self.decided_by})"])


@bare
class PlayerScore(Value):
    """The points of a player during the game: all of them, and by card and phase, the largest first."""

    player: PlayerName
    vp: int
    by_source: Mapping[SourceId, int]


def scores_of(state: State) -> tuple[PlayerScore, ...]:
    """Return the points of every player, clockwise."""
    players = zip(state.setup.players, state.players, strict=True)
    return tuple(
        PlayerScore(name, player.stock[0], score_by_source(state, seat))
        for seat, (name, player) in enumerate(players)
    )


def score_by_source(state: State, seat: int) -> dict[str, int]:
    """Return a player's points by card and phase, the largest first."""
    names = state.table.sources
    score = {names[source]: vp for source, vp in state.players[seat].score.items() if vp}
    return dict(sorted(score.items(), key=lambda entry: (-entry[1], entry[0])))


def outcome_of(state: State) -> Outcome | None:
    """Rank the players of a finished game (R69)."""
    if not state.ended:
        return None
    standings = {seat: standing(state, seat) for seat in range(len(state.players))}
    ordered = sorted(standings, key=lambda seat: standings[seat], reverse=True)
    ranking: list[Ranking] = []
    for seat in ordered:
        _, vp, goods, buildings = standings[seat]
        rank = 1 + sum(other > standings[seat] for other in standings.values())
        name = state.setup.players[seat]
        ranking.append(Ranking(rank, name, vp, goods, buildings, score_by_source(state, seat)))
    winners = tuple(place.player for place in ranking if place.rank == 1)
    return Outcome(tuple(ranking), winners, _decided_by([standings[seat] for seat in ordered]))


def _decided_by(standings: list[tuple[int, int, int, int]]) -> Reason:
    best = standings[0]
    if standings.count(best) > 1:
        return "shared"
    second = standings[1]
    reasons: tuple[Reason, ...] = ("card", "vp", "goods", "buildings")
    return next(reason for reason, mine, theirs in zip(reasons, best, second, strict=True) if mine != theirs)
