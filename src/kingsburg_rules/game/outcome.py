"""The outcome of a game, and the points of the players on the way there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias

from attrs import frozen

from kingsburg_rules.engine.public_state import Ranking
from kingsburg_rules.engine.ranking import ranking_of, score_by_source, standing
from kingsburg_rules.engine.roles import PlayerName, SourceId
from kingsburg_rules.engine.wire import Value

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State

Reason: TypeAlias = Literal["card", "vp", "goods", "buildings", "shared"]
"""The fact that decides a game."""


@frozen(eq=False, repr=False)
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


@frozen(eq=False, repr=False)
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


def outcome_of(state: State) -> Outcome | None:
    """Rank the players of a finished game (R69)."""
    if not state.ended:
        return None
    ranking = ranking_of(state)
    # A card that wins the game, then victory points, goods and buildings: the first that differs decides.
    standings = sorted((standing(state, seat) for seat in range(len(state.players))), reverse=True)
    best = tuple(place.player for place in ranking if place.rank == 1)
    return Outcome(ranking, best, _decided_by(standings))


def _decided_by(standings: list[tuple[int, int, int, int]]) -> Reason:
    best = standings[0]
    if standings.count(best) > 1:
        return "shared"
    second = standings[1]
    reasons: tuple[Reason, ...] = ("card", "vp", "goods", "buildings")
    return next(reason for reason, mine, theirs in zip(reasons, best, second, strict=True) if mine != theirs)
