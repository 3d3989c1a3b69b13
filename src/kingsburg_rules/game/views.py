"""Views: the whole public state as typed values, and the view of one seat.

`SeatView` is the only way out for a client. It never holds the hidden enemy cards that the seat has not
looked at, the generator, other players' options, or answers that are still secret.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, TypeAlias

from kingsburg_rules.content.rules import Rules
from kingsburg_rules.engine import wire
from kingsburg_rules.engine.actions import DecisionKind
from kingsburg_rules.engine.classes import bare, field
from kingsburg_rules.engine.decks import HAND
from kingsburg_rules.engine.errors import SaveError, SetupError, expect, shown
from kingsburg_rules.engine.roles import (
    AdvisorId,
    BattleOutcome,
    BonusDice,
    CardId,
    MemoryName,
    OnlyFor,
    OwnDice,
    PhaseId,
    PlayerName,
    ResourceId,
    SeasonId,
    Secret,
    SourceId,
    Year,
)
from kingsburg_rules.engine.standing import winners
from kingsburg_rules.engine.state import CHANCE, OUTCOMES, REWARD_ONLY, WITH_ENVOY
from kingsburg_rules.engine.table import NOBODY
from kingsburg_rules.engine.values import Value
from kingsburg_rules.engine.zones import bits_of
from kingsburg_rules.game import later
from kingsburg_rules.game.decisions import Decision
from kingsburg_rules.game.meaning import check_value, check_view
from kingsburg_rules.game.position import pending_of
from kingsburg_rules.words.vocabulary import RESOURCES

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import Player, State
    from kingsburg_rules.engine.table import Card, Table


_USUAL = frozenset(resource.name for resource in RESOURCES)

Memory: TypeAlias = Mapping[CardId, Mapping[MemoryName, int]]
"""What cards remember: by card, numbers by name. Numbers that have their initial value may be missing."""


@bare
class PlayerState(Value):
    """What a player has, as far as it is public.

    `strength` and `outcome` are those of the player's battle, `hand` are drafted cards; dealt
    cards are secret, in `SeatView.hand`, and `cards_in_hand` is the number of all of them. `others` are
    the resources that packs add, except goods; `memory` is what cards remember for the player.
    """

    name: PlayerName
    goods: Mapping[ResourceId, int]
    vp: int
    buildings: tuple[CardId, ...]
    plus2: int = 0
    soldiers: int = 0
    bonus_dice: int = 0
    envoy: bool = False
    strips: tuple[CardId, ...] = ()
    cards: tuple[CardId, ...] = ()
    dice: OwnDice = ()
    bonus: BonusDice = ()
    strength: int | None = None
    outcome: BattleOutcome | None = None
    hand: tuple[CardId, ...] = ()
    cards_in_hand: int = 0
    others: Mapping[ResourceId, int] = field(factory=dict[str, int])
    memory: Memory = field(factory=dict[str, Mapping[str, int]])


@bare
class PlacedDice(Value):
    """Dice on an advisor; `player` is None for neutral dice."""

    advisor: AdvisorId
    rank: int
    player: PlayerName | None
    dice: OwnDice
    bonus: BonusDice = ()
    plus2: int = 0
    envoy: bool = False


@bare
class AuctionState(Value):
    """An auction in progress: the face-up cards, and the bidding for one of them.

    `card` is None until one has been chosen, `bidder` is None before the first bid, and `passed` lists the
    players who have dropped out.
    """

    resource: ResourceId
    cards: tuple[CardId, ...]
    card: CardId | None = None
    amount: int = 0
    bidder: PlayerName | None = None
    passed: tuple[PlayerName, ...] = ()


@bare
class GameState(Value):
    """Everything on the table that is public.

    `phase` is `setup` until the first phase of a year starts, `season` is None outside the seasons.
    `enemy` is the card of this winter once it is turned over, `joined` are further cards that fight beside
    it. `in_force` are the cards that the game plays by, `tiles` are on advisors, `gifts` are (advisor,
    resource, amount), `marks` (card, player, advisor, count), `memory` is what cards remember for everybody;
    `winners` are known when the game is over. `display` are the face-up cards of all decks, `discard` those
    on the discard piles, `out` those that are out of the game, except enemies.
    """

    year: Year
    phase: PhaseId
    turn_order: tuple[PlayerName, ...]
    players: tuple[PlayerState, ...]
    advisors: tuple[PlacedDice, ...]
    season: SeasonId | None = None
    enemy: CardId | None = None
    past_enemies: tuple[CardId, ...] = ()
    over: bool = False
    joined: tuple[CardId, ...] = ()
    in_force: tuple[CardId, ...] = ()
    tiles: Mapping[AdvisorId, CardId] = field(factory=dict[str, str])
    gifts: tuple[tuple[AdvisorId, ResourceId, int], ...] = ()
    marks: tuple[tuple[CardId, PlayerName, AdvisorId, int], ...] = ()
    memory: Memory = field(factory=dict[str, Mapping[str, int]])
    auction: AuctionState | None = None
    winners: tuple[PlayerName, ...] = ()
    display: tuple[CardId, ...] = ()
    discard: tuple[CardId, ...] = ()
    out: tuple[CardId, ...] = ()

    def player(self, name: str) -> PlayerState:
        """Return the state of a player by name.

        Raises:
            SetupError: There is no such player.
        """
        for player in self.players:
            if player.name == name:
                return player
        raise SetupError("setup.player", f"{shown(name)} does not play in this game.")


@bare
class OwedDecision(Value):
    """A decision that a player owes; only they see its options, in `SeatView.decision`."""

    player: PlayerName
    kind: DecisionKind
    source: SourceId


@bare
class SeatView(Value):
    """What one seat may know: the table, what it has seen and holds, and its decision.

    `seen_enemies` are the hidden enemies that it has looked at, by year; `seen_further` those of a second
    deck. `pending` lists the decisions that players owe, `decision` is the one that this seat owes. It and
    the `rules`, which name what is in the view, are neither compared nor part of the JSON.
    """

    seat: OnlyFor | None
    table: GameState
    seen_enemies: Secret[Mapping[Year, CardId]] = field(factory=dict[int, str])
    seen_further: Secret[Mapping[Year, CardId]] = field(factory=dict[int, str])
    hand: Secret[tuple[CardId, ...]] = ()
    pending: tuple[OwedDecision, ...] = ()
    decision: Secret[Decision | None] = field(default=None, eq=False)
    rules: Rules = field(eq=False, repr=False, kw_only=True)

    @staticmethod
    def from_json(text: str, rules: Rules, decision: Decision | None = None) -> SeatView:
        """Read what `to_json` wrote, so that a client can draw it with its types.

        Args:
            text: The JSON.
            rules: The rules of the game, which are not part of a view.
            decision: The decision that the seat owes, which is sent separately.

        Raises:
            SaveError: The text is not a view, or not one of a game with these rules.
            TypeError: `rules` are not rules, or `decision` is not a decision.
        """
        expect(rules, Rules, "rules")
        try:
            view = wire.from_plain(wire.parsed(text), SeatView, rules=rules, decision=decision)
        except wire.Unreadable as error:
            raise SaveError("json.view", f"This is not a view: {error}.") from error
        check_view(view)
        if decision is not None:
            expect(decision, Decision, "decision")
            check_value(decision, rules)
        return view

    def _repr_svg_(self) -> str:
        """Draw the view, for a notebook."""
        return later.svg(self)


def state_of(state: State) -> GameState:
    """Show what is public."""
    table = state.table
    names = state.setup.players
    annual = state.enemies[state.year - 1] if 0 < state.year <= len(state.enemies) else NOBODY
    memory = _remembered(state)
    return GameState(
        year=state.year,
        phase=table.phases[state.phase],
        season=table.seasons[state.season] if state.season else None,
        turn_order=tuple(names[seat] for seat in state.order),
        players=tuple(
            _player(state, name, player, memory.get(seat, {}))
            for seat, (name, player) in enumerate(zip(names, state.players, strict=True))
        ),
        advisors=tuple(
            PlacedDice(
                table.places[group.place].name,
                table.places[group.place].rank,
                names[group.seat] if group.seat >= 0 else None,
                group.own,
                group.bonus,
                group.plus2,
                group.how == WITH_ENVOY,
            )
            for group in state.groups
            if group.how != REWARD_ONLY
        ),
        enemy=table.cards[annual].name if annual in state.revealed else None,
        past_enemies=tuple(table.cards[card].name for card in state.out if card in table.enemies),
        over=state.ended,
        joined=tuple(table.cards[card].name for card in state.revealed if card != annual),
        in_force=_names(state, state.in_force),
        tiles={table.places[at].name: table.cards[tile].name for at, tile in sorted(state.tiles.items())},
        gifts=tuple(
            (table.places[at].name, table.resources[resource].name, count)
            for (at, resource), count in sorted(state.gifts.items())
        ),
        marks=tuple(
            (table.cards[card].name, names[seat], table.places[at].name, count)
            for (card, at, seat), count in sorted(state.marks.items())
        ),
        memory=memory.get(NOBODY, {}),
        auction=_auction(state),
        display=tuple(table.cards[card].name for card in state.display),
        discard=tuple(table.cards[card].name for card in state.discard),
        out=tuple(table.cards[card].name for card in state.out if card not in table.enemies),
        winners=tuple(names[seat] for seat in winners(state)) if state.ended else (),
    )


def _auction(state: State) -> AuctionState | None:
    auction, table, names = state.auction, state.table, state.setup.players
    if auction.resource == NOBODY:
        return None
    return AuctionState(
        table.resources[auction.resource].name,
        tuple(table.cards[card].name for card in auction.cards),
        table.cards[auction.card].name if auction.card >= 0 else None,
        auction.amount,
        names[auction.bidder] if auction.bidder >= 0 else None,
        tuple(name for seat, name in enumerate(names) if auction.passed >> seat & 1),
    )


def _remembered(state: State) -> dict[int, dict[str, dict[str, int]]]:
    """Sort what cards remember by the player it is for."""
    table, found = state.table, dict[int, dict[str, dict[str, int]]]()
    for (slot, seat), value in sorted(state.memory.items()):
        memory = table.memories[slot]
        found.setdefault(seat, {}).setdefault(table.cards[memory.card].name, {})[memory.name] = value
    return found


def _names(state: State, members: int) -> tuple[str, ...]:
    """Name the cards of a set, in their order."""
    return _known_names(state.table).cards(members) if members else ()


def _named(cards: Sequence[Card], members: int) -> tuple[str, ...]:
    return tuple([cards[card].name for card in bits_of(members)])


@bare
class _Names:
    """Names that are worked out once for a rule set, since every view has them.

    `goods`, and `others` that packs add, are names with numbers; `cards` names a set of cards.
    """

    goods: tuple[tuple[str, int], ...]
    others: tuple[tuple[str, int], ...]
    cards: Callable[[int], tuple[str, ...]]


def _known_names(table: Table) -> _Names:
    known = table.kept.get("names in views")
    if not isinstance(known, _Names):
        known = table.kept["names in views"] = _Names(
            tuple((table.resources[good].name, good) for good in table.goods),
            tuple((r.name, r.index) for r in table.resources if not r.good and r.name not in _USUAL),
            lru_cache(maxsize=table.most_cached)(partial(_named, table.cards)),
        )
    return known


def _player(state: State, name: str, player: Player, memory: Memory) -> PlayerState:
    table = state.table
    stock, number, names = player.stock, table.resource, _known_names(table)
    return PlayerState(
        name=name,
        goods={good: stock[k] for good, k in names.goods},
        plus2=stock[number["plus2"]],
        vp=stock[number["vp"]],
        soldiers=stock[number["soldier"]],
        bonus_dice=stock[number["bonus_die"]],
        envoy=stock[number["envoy"]] > 0,
        buildings=_names(state, player.cards & table.building_set),
        strips=_names(state, player.strips),
        cards=_names(state, player.cards & ~table.building_set),
        dice=player.own_dice,
        bonus=player.bonus_dice,
        strength=player.strength if player.outcome >= 0 else None,
        outcome=OUTCOMES[player.outcome] if player.outcome >= 0 else None,
        hand=_hand(state, player) if state.open_hands else (),
        cards_in_hand=len(player.hand),
        others={other: stock[k] for other, k in names.others},
        memory=memory,
    )


def _hand(state: State, player: Player) -> tuple[str, ...]:
    return tuple(state.table.cards[card].name for card in player.hand)


def view_of(state: State, seat: int | None, rules: Rules) -> SeatView:
    """Show what a seat may know; None is a spectator."""
    names = state.setup.players
    pending = pending_of(state)
    return SeatView(
        seat=None if seat is None else names[seat],
        table=state_of(state),
        seen_enemies=_seen(state, seat, state.enemies),
        seen_further=_seen(state, seat, state.second_deck),
        hand=() if seat is None else _hand(state, state.players[seat]),
        pending=tuple(
            OwedDecision(owed.player, owed.kind, _shown_source(state, owed, seat)) for owed in pending
        ),
        decision=next((owed for owed in pending if owed.seat == seat), None),
        rules=rules,
    )


def _shown_source(state: State, owed: Decision, seat: int | None) -> str:
    """Return what asks; for a card in a secret hand, nobody else sees which one it is."""
    works = (HAND, state.table.card.get(owed.source, NOBODY)) in state.table.elsewhere
    return state.table.sources[0] if works and owed.seat not in (seat, CHANCE) else owed.source


def _seen(state: State, seat: int | None, deck: tuple[int, ...]) -> dict[int, str]:
    """List the cards of a deck that a seat has looked at, by year."""
    enemies, cards = state.table.enemies, state.table.cards
    seen = () if seat is None else state.players[seat].seen
    return {enemies[card].year: cards[card].name for card in seen if card in deck}
