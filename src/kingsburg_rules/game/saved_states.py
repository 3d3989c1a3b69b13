"""A position as plain data: cards and resources stand under their names, so a save can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from kingsburg_rules.engine.state import NO_AUCTION
from kingsburg_rules.engine.table import NOBODY, PROGRAM

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import Auction, Player, State
    from kingsburg_rules.engine.table import Table


def _nothing_spent() -> list[int]:
    return [0, 0, 0, 0]


def _fresh_season() -> list[int]:
    return [0, 0, 0]


def _no_battle() -> list[int]:
    return [0, NOBODY]


@frozen
class SavedPlayer:
    """A player in a save; what is as at the start is left out.

    `stock` stands in the rule set's order of resources; `spent` are the abilities used this season, year and
    game; `season` the tokens used and buildings constructed this season; `battle` strength and outcome.
    """

    stock: list[int]
    own: str = ""
    bonus: str = ""
    cards: list[str] = field(factory=list[str])
    spent: list[int] = field(factory=_nothing_spent)
    season: list[int] = field(factory=_fresh_season)
    seen: list[str] = field(factory=list[str])
    battle: list[int] = field(factory=_no_battle)
    score: dict[str, int] = field(factory=dict[str, int])
    covers: list[str] = field(factory=list[str])
    hand: list[str] = field(factory=list[str])


@frozen
class SavedState:
    """A position in a save; what is as at the start is left out.

    `time` is year, phase and season; `auction` the resource, card, bid, bidder and who has passed.
    """

    time: list[int]
    order: list[int]
    players: list[SavedPlayer]
    groups: list[list[str | int]] = field(factory=list[list[str | int]])
    enemies: list[str] = field(factory=list[str])
    revealed: list[str] = field(factory=list[str])
    past: list[str] = field(factory=list[str])
    in_force: list[str] = field(factory=list[str])
    memory: dict[str, int] = field(factory=dict[str, int])
    lasting: list[list[int]] = field(factory=list[list[int]])
    drawn: list[str] = field(factory=list[str])
    leaving: list[list[int]] = field(factory=list[list[int]])
    gifts: list[list[int]] = field(factory=list[list[int]])
    marks: list[list[int]] = field(factory=list[list[int]])
    tiles: list[list[int]] = field(factory=list[list[int]])
    further: list[str] = field(factory=list[str])
    as_types: list[list[int]] = field(factory=list[list[int]])
    spent: list[int] = field(factory=_nothing_spent)
    streams: dict[str, int] = field(factory=dict[str, int])
    stack: list[list[str | int]] = field(factory=list[list[str | int]])
    given: list[int] = field(factory=list[int])
    open_hands: bool = False
    offered: list[str] = field(factory=list[str])
    auction: list[int] = field(factory=list[int])
    ending: bool = False
    ended: bool = False
    won: int = 0


def dump_state(state: State) -> SavedState:
    """Turn a position into plain data."""
    table = state.table
    cards = table.cards
    return SavedState(
        time=[state.year, state.phase, state.season],
        order=[*state.order],
        players=[_dump_player(table, player) for player in state.players],
        groups=[
            [table.places[place].name, who, _dice(own), _dice(bonus), plus2, via, envoy]
            for place, who, own, bonus, plus2, via, envoy in state.groups
        ],
        enemies=[cards[card].name for card in state.enemies],
        revealed=[cards[card].name for card in state.revealed],
        past=[cards[card].name for card in state.past],
        in_force=_members(table, state.in_force),
        memory={f"{slot} {seat}": value for (slot, seat), value in sorted(state.memory.items())},
        lasting=[[*effect] for effect in state.lasting],
        drawn=_members(table, state.drawn),
        leaving=[[*entry] for entry in state.leaving],
        gifts=[[*key, count] for key, count in sorted(state.gifts.items())],
        further=[cards[card].name for card in state.further],
        as_types=[[*entry] for entry in sorted(state.as_types.items())],
        tiles=[[*entry] for entry in sorted(state.tiles.items())],
        marks=[[*key, count] for key, count in sorted(state.marks.items())],
        spent=[*state.spent],
        streams={str(key): value for key, value in sorted(state.streams.items())},
        stack=[[table.programs[frame[PROGRAM]].name, *frame[1:]] for frame in state.stack],
        given=[*state.given],
        open_hands=state.open_hands,
        offered=[cards[card].name for card in state.auction.cards],
        auction=_dump_auction(state.auction),
        ending=state.ending,
        ended=state.ended,
        won=state.won,
    )


def _dump_auction(auction: Auction) -> list[int]:
    if auction == NO_AUCTION:
        return []
    return [auction.resource, auction.card, auction.amount, auction.bidder, auction.passed]


def _dump_player(table: Table, player: Player) -> SavedPlayer:
    return SavedPlayer(
        stock=[*player.stock],
        own=_dice(player.own),
        bonus=_dice(player.bonus),
        cards=_members(table, player.owned),
        spent=[*player.spent],
        season=[player.plus2_used, player.built, player.rerolls],
        seen=[table.cards[card].name for card in player.seen],
        battle=[player.strength, player.outcome],
        score={table.sources[source]: vp for source, vp in sorted(player.score.items())},
        covers=_members(table, player.covers),
        hand=[table.cards[card].name for card in player.hand],
    )


def _dice(dice: tuple[int, ...]) -> str:
    return "".join(map(str, dice))


def _members(table: Table, members: int) -> list[str]:
    return [card.name for card in table.cards if members & card.bit]
