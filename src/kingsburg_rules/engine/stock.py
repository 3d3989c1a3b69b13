"""Possessions of players: gaining and losing, the only two ways to change it, and how it ranks the players.

Victory points are resource number 0, and every change is recorded with its source, so that the final
score can be listed by source.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kingsburg_rules.engine.compiled_rules import ME, MOST_SEATS, NOBODY, PC, PROGRAM
from kingsburg_rules.engine.events import Gained, GameEnded, Lost
from kingsburg_rules.engine.fields import FrozenMap
from kingsburg_rules.engine.public_state import Outcome, PlayerScore, Ranking

if TYPE_CHECKING:
    from kingsburg_rules.engine.compiled_rules import Frame
    from kingsburg_rules.engine.public_state import Reason
    from kingsburg_rules.engine.state import State

    Counts = tuple[tuple[int, int], ...]

VP: Final = 0


def give(state: State, who: int, bag: Counts, source: int, counting: int = NOBODY) -> None:
    """Add a bag to what a player has, each up to the limit of the resource. A negative amount is a loss.

    `counting` is the program that counts it for the rewards that are being given to the player. A trade, or
    what somebody hands over, is no gain: nothing counts it.
    """
    player, resources = state.players[who], state.compiled.resources
    stock = player.stock
    for resource, offered in bag:
        if offered <= 0:
            if offered:
                take(state, who, ((resource, -offered),), source)
            continue
        held, limit = stock[resource], resources[resource].limit
        # What is beyond the limit is lost; a gain of nothing is no event.
        amount = offered if limit is None else min(offered, limit - held)
        if amount <= 0:
            continue
        stock[resource] = held + amount
        if resource == VP:
            player.score = {**player.score, source: player.score.get(source, 0) + amount}
        if state.event_log is not None:
            name = state.setup.players[who]
            state.event_log.append(
                Gained(name, resources[resource].name, amount, state.compiled.sources[source])
            )
        if counting != NOBODY:
            for frame in state.stack:
                # A reward grows by two bags when it begins; the first is what was gained.
                if frame[PROGRAM] == counting and frame[ME] == who and len(frame) > 2 * len(stock):
                    frame[resource - 2 * len(stock)] += amount


def take(state: State, who: int, bag: Counts, source: int) -> int:
    """Take a bag from a player, or as much as they have: nothing is owed (R54). Return how much in all."""
    player, resources = state.players[who], state.compiled.resources
    stock, taken = player.stock, 0
    for resource, wanted in bag:
        held, minimum = stock[resource], resources[resource].minimum
        amount = wanted if minimum is None else min(wanted, held - minimum)
        if amount <= 0:
            continue
        stock[resource] = held - amount
        taken += amount
        if resource == VP:
            player.score = {**player.score, source: player.score.get(source, 0) - amount}
        if state.event_log is not None:
            name = state.setup.players[who]
            state.event_log.append(
                Lost(name, resources[resource].name, amount, state.compiled.sources[source])
            )
    return taken


def hand_over(state: State, who: int, to: int, resource: int, amount: int, source: int) -> None:
    """Move an amount from a player to another: at most what they have, and what the other can hold."""
    # What the other has no room for stays where it is.
    limit = state.compiled.resources[resource].limit
    if limit is not None:
        amount = min(amount, limit - state.players[to].stock[resource])
    give(state, to, ((resource, take(state, who, ((resource, amount),), source)),), source)


def can_pay(state: State, who: int, bag: Counts) -> bool:
    """Return whether a player holds all of a bag (points may go below zero where the rules say so, R27)."""
    stock = state.players[who].stock
    resources = state.compiled.resources
    for resource, amount in bag:
        minimum = resources[resource].minimum
        if minimum is not None and stock[resource] - amount < minimum:
            return False
    return True


def note_payment(frame: Frame, first: int, resources: int, bag: Counts, price: int) -> None:
    """Write what was paid to the variables of a program: one for each resource, then which of the prices."""
    amounts = [0] * resources
    for resource, amount in bag:
        amounts[resource] += amount
    frame[first : first + resources + 1] = [*amounts, price]


# The ranking of players, during the game and at its end (R69), and the end itself


NOBODY_WINS: Final = 1 << MOST_SEATS
"""Among those who have won by a card: all players have lost."""


def standing(state: State, seat: int) -> tuple[int, int, int]:
    """Return what ranks a player: points, goods, buildings."""
    player, compiled = state.players[seat], state.compiled
    # Tuples are compared from left to right: that is the order in which ties are broken (R69).
    goods = sum(player.stock[good] for good in compiled.goods)
    return player.stock[VP], goods, (player.cards & compiled.building_set).bit_count()


def winners(state: State) -> list[int]:
    """List the seats that have won: those that a card says, or else those that rank first."""
    standings = [standing(state, seat) for seat in range(len(state.players))]
    if state.won:
        return [seat for seat in range(len(standings)) if state.won >> seat & 1]
    best = max(standings)
    return [seat for seat, mine in enumerate(standings) if mine == best]


def ranking_of(state: State) -> tuple[Ranking, ...]:
    """Rank the players, best first (R69). Rank 1 is for winners: if a card decides, the others follow."""
    standings = {seat: standing(state, seat) for seat in range(len(state.players))}
    won = set(winners(state) if state.won else ())
    ranking: list[Ranking] = []
    for seat in sorted(standings, key=lambda seat: (seat in won, standings[seat]), reverse=True):
        # Players who are equal in everything share a rank, and the next ranks are left out.
        ahead = sum(other in won or theirs > standings[seat] for other, theirs in standings.items())
        # If a card lets nobody win, nobody has rank 1.
        rank = 1 if seat in won else 1 + ahead + (state.won == NOBODY_WINS)
        name = state.setup.players[seat]
        ranking.append(Ranking(rank, name, *standings[seat], score_by_source(state, seat)))
    return tuple(ranking)


def score_by_source(state: State, seat: int) -> FrozenMap[str, int]:
    """Return a player's points by card and phase, the largest first."""
    names = state.compiled.sources
    score = {names[source]: vp for source, vp in state.players[seat].score.items() if vp}
    return FrozenMap(sorted(score.items(), key=lambda entry: (-entry[1], entry[0])))


def scores_of(state: State) -> tuple[PlayerScore, ...]:
    """Return the points of every player, clockwise."""
    players = zip(state.setup.players, state.players, strict=True)
    return tuple(
        PlayerScore(name, player.stock[VP], score_by_source(state, seat))
        for seat, (name, player) in enumerate(players)
    )


def outcome_of(state: State) -> Outcome | None:
    """Rank the players of a finished game (R69)."""
    if not state.ended:
        return None
    ranking = ranking_of(state)
    best = tuple(place.player for place in ranking if place.rank == 1)
    return Outcome(ranking, best, _decided_by(state))


def _decided_by(state: State) -> Reason:
    """Return what decides: a card, or else the first of points, goods and buildings that differs."""
    if state.won:
        return "card"
    standings = sorted((standing(state, seat) for seat in range(len(state.players))), reverse=True)
    best, *others = standings
    if best in others:
        return "shared"
    reasons: tuple[Reason, ...] = ("vp", "goods", "buildings")
    # A player alone has nobody to compare with, and wins by points.
    second = others[0] if others else (best[0] - 1, 0, 0)
    return next(reason for reason, mine, theirs in zip(reasons, best, second, strict=True) if mine != theirs)


def end(state: State) -> None:
    """End the game, and report the winners if the game tells events."""
    state.ended = True
    if state.event_log is not None:
        names = state.setup.players
        won = tuple([names[seat] for seat in winners(state)])
        state.event_log.append(GameEnded(won, ranking_of(state)))


def end_at_once(state: State) -> bool:
    """End the game: no remaining step is done."""
    state.stack.clear()
    end(state)
    return True


def decide(state: State) -> bool:
    """End the game, since a card has said who wins, unless a loop over players goes on.

    The loop may name others, who win as well; it comes here again when it is over.
    """
    programs = state.compiled.programs
    for frame in state.stack:
        # The counter is one ahead of the operation at work.
        if any(start < frame[PC] - 1 < stop for start, stop in programs[frame[PROGRAM]].loops):
            return False
    return end_at_once(state)
