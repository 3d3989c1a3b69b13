"""The outcome of a game: the ranking, what decided it, and where the points came from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.engine.standing import standing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kingsburg_rules.engine.state import State


@frozen
class Place:
    """A player's place: equal places share a rank; `by_source` tells points by card and phase."""

    rank: int
    player: str
    vp: int
    goods: int
    buildings: int
    by_source: Mapping[str, int]


@frozen
class Outcome:
    """The ranking, best first.

    `decided_by` is `card` if a card made somebody win, else `vp`, `goods`, `buildings`, or `shared`.
    """

    ranking: tuple[Place, ...]
    winners: tuple[str, ...]
    decided_by: str

    def __str__(self) -> str:
        """Tell the ranking in a few lines."""
        lines = [f"{place.rank}. {place.player}: {place.vp} VP" for place in self.ranking]
        return "\n".join([*lines, f"Winner: {' and '.join(self.winners)} (decided by {self.decided_by})"])


def score_by_source(state: State, seat: int) -> dict[str, int]:
    """Tell a player's points by card and phase, the largest first."""
    names = state.table.sources
    score = {names[source]: vp for source, vp in state.players[seat].score.items() if vp}
    return dict(sorted(score.items(), key=lambda entry: (-entry[1], entry[0])))


def outcome_of(state: State) -> Outcome | None:
    """Rank the players of a finished game (R69)."""
    if not state.ended:
        return None
    standings = {seat: standing(state, seat) for seat in range(len(state.players))}
    ordered = sorted(standings, key=lambda seat: standings[seat], reverse=True)
    ranking: list[Place] = []
    for seat in ordered:
        _, vp, goods, buildings = standings[seat]
        rank = 1 + sum(other > standings[seat] for other in standings.values())
        name = state.setup.players[seat]
        ranking.append(Place(rank, name, vp, goods, buildings, score_by_source(state, seat)))
    winners = tuple(place.player for place in ranking if place.rank == 1)
    return Outcome(tuple(ranking), winners, _decided_by([standings[seat] for seat in ordered]))


def _decided_by(standings: list[tuple[int, int, int, int]]) -> str:
    best = standings[0]
    if standings.count(best) > 1:
        return "shared"
    second = standings[1]
    reasons = ("card", "vp", "goods", "buildings")
    return next(reason for reason, mine, theirs in zip(reasons, best, second, strict=True) if mine != theirs)
