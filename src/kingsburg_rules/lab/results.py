"""The results of simulated games: one value for each game, which is one line of JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping

from attrs import field, frozen

from kingsburg_rules import SaveError
from kingsburg_rules.engine import CardId, Id, SourceId, Unreadable, Value, from_plain, parsed
from kingsburg_rules.game import Reason, Row


@frozen(eq=False, repr=False)
class CardUse(Value):
    """The use of a card, as `pack/card`, by a seat in a game.

    `offered` counts the decisions in which an answer named the card, `taken` those in which the seat gave
    such an answer, `chosen` those of them in which it could have declined a card that it did not have, and
    `used` how often the card took effect. `in_play` is true if the seat had the card in play at some time.
    `vp` and `goods` are what it brought, less what it cost to use.
    """

    card: Id
    offered: int = 0
    taken: int = 0
    chosen: int = 0
    in_play: bool = False
    used: int = 0
    vp: int = 0
    goods: int = 0


@frozen(eq=False, repr=False)
class PartUse(Value):
    """How often a part of a card was offered and used in a game, by anybody.

    `card` is `pack/card`, and `part` such as its first trigger.
    """

    card: Id
    part: Id
    about: Id
    offered: int
    used: int


@frozen(eq=False, repr=False)
class SeatResult(Value):
    """The result of a seat in a game: `rank` is shared in a tie, `points` are by card and phase.

    `cards` are the watched cards that the seat had to do with.
    """

    bot: Id
    rank: int
    vp: int
    goods: int
    buildings: tuple[CardId, ...]
    points: Mapping[SourceId, int]
    cards: tuple[CardUse, ...] = ()


@frozen(eq=False, repr=False)
class GameResult(Value):
    """A simulated game.

    `simulation` is the fingerprint of what was simulated, `game` the number of the game in it, from 0, and
    `seed` the seed of its chance. `winners` are seats. `parts` are those of the watched cards.
    """

    simulation: Id
    game: int
    seed: int
    decisions: int
    years: int
    decided_by: Reason
    winners: tuple[int, ...]
    seats: tuple[SeatResult, ...]
    parts: tuple[PartUse, ...] = field(default=())

    @staticmethod
    def from_json(text: str) -> GameResult:
        """Read what `to_json` wrote.

        Raises:
            SaveError: It is not the result of a game.
        """
        try:
            return from_plain(parsed(text), GameResult)
        except Unreadable as error:
            raise SaveError("lab.result", f"This is not the result of a game: {error}.") from error


def seat_rows(result: GameResult) -> list[Row]:
    """Return a row for each seat of a game; the columns are the same for all games."""
    return [
        {
            "simulation": result.simulation,
            "game": result.game,
            "seed": result.seed,
            "decisions": result.decisions,
            "years": result.years,
            "decided_by": result.decided_by,
            "seat": number,
            "bot": seat.bot,
            "rank": seat.rank,
            "won": number in result.winners,
            "vp": seat.vp,
            "goods": seat.goods,
            "buildings": " ".join(seat.buildings),
            "points": json.dumps(dict(seat.points), separators=(",", ":")),
        }
        for number, seat in enumerate(result.seats)
    ]
