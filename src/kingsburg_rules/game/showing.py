"""Views of a position: the public state, and the view of a seat.

Frontends look after each answer, so a compiled build has this compiled; what it makes is in `public_state`
and in `views`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Final, Never, TypeVar

from kingsburg_rules.engine.compiled_rules import DECK, HAND, NOBODY
from kingsburg_rules.engine.dice import bonus_faces, own_faces
from kingsburg_rules.engine.fields import FrozenMap
from kingsburg_rules.engine.loop import reset_budget
from kingsburg_rules.engine.public_state import (
    AuctionState,
    DeckState,
    DiceAside,
    GameState,
    Gift,
    Mark,
    Memory,
    PlacedDice,
    PlayerState,
    SeenCard,
    Things,
)
from kingsburg_rules.engine.state import FORCED, OUTCOMES, REWARD_ONLY, WITH_ENVOY
from kingsburg_rules.engine.stats import enemy_total, has_enemy, is_changed, rank_of, ranks_for, stat
from kingsburg_rules.engine.stock import ranking_of, winners
from kingsburg_rules.engine.zones import bits_of, called, left_in_deck, pile_of, position_of, where
from kingsburg_rules.game.history import owed_decisions
from kingsburg_rules.game.pending import decisions_of
from kingsburg_rules.game.views import SeatView
from kingsburg_rules.language.building import price_now
from kingsburg_rules.language.things import thing_of
from kingsburg_rules.language.vocabulary import CARD_KINDS, NUMBER, RESOURCES

if TYPE_CHECKING:
    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.engine.actions import AnyAction, AnyThing
    from kingsburg_rules.engine.compiled_rules import Building, CompiledRules
    from kingsburg_rules.engine.roles import Bag
    from kingsburg_rules.engine.state import Group, State
    from kingsburg_rules.language.bags import Counts

    Numbers = dict[str, dict[str, int]]
    Kept = dict[str, dict[str, AnyThing]]

    T = TypeVar("T")

NOTHING: Final[FrozenMap[str, Never]] = FrozenMap()

_USUAL: Final = frozenset(resource.name for resource in RESOURCES)


def prices_changed(state: State, seat: int) -> Mapping[str, Bag]:
    """Return the prices of the buildings that do not cost a player what their cards say."""
    changing = _changing_prices(state, seat)
    # Most of the time nothing changes a price, and then no building needs to be looked at.
    if not changing:
        return NOTHING
    found: dict[str, Bag] = {}
    for building in missing_buildings(state, seat):
        price = price_now(state, seat, building, changing)
        if price != building.price:
            found[building.name] = state.compiled.bag(price)
    return FrozenMap(found)


def price_of(state: State, seat: int, building: Building) -> Counts:
    """Return what a building costs a player now."""
    return price_now(state, seat, building, _changing_prices(state, seat))


def _changing_prices(state: State, seat: int) -> list[tuple[int, int]]:
    """List the goods of which buildings may cost a player more or less now, each with its stat."""
    return [price for price in _known_names(state.compiled).prices if is_changed(state, price[1], seat)]


def missing_buildings(state: State, seat: int) -> list[Building]:
    """List the buildings that a player does not have yet, row by row from the top."""
    compiled, player = state.compiled, state.players[seat]
    return [
        compiled.buildings[card]
        for row in compiled.sheet(player.strips)
        for card in row
        if not player.cards >> card & 1
    ]


def state_of(state: State) -> GameState:
    """Show what is public."""
    compiled = state.compiled
    names = state.setup.players
    annual = state.enemies[state.year - 1] if 0 < state.year <= len(state.enemies) else NOBODY
    memory, things = _remembered(state)
    return GameState(
        year=state.year,
        phase=compiled.phases[state.phase],
        season=compiled.seasons[state.season] if state.season else None,
        turn_order=tuple([names[seat] for seat in state.order]),
        players=tuple(
            [
                _player(state, seat, memory.get(seat, NOTHING), things.get(seat, NOTHING))
                for seat in range(len(names))
            ]
        ),
        advisors=tuple(
            [
                _placed(state, group)
                for group in sorted(state.groups, key=_ON_THE_BOARD)
                if group.how != REWARD_ONLY
            ]
        ),
        # Until it is turned over, nobody knows the enemy of the year.
        enemy=compiled.cards[annual].name if annual in state.revealed else None,
        past_enemies=tuple([compiled.cards[card].name for card in state.out if card in compiled.enemies]),
        over=state.ended,
        fighting=_names_of(state, state.foes),
        joined=tuple([compiled.cards[card].name for card in state.revealed if card != annual]),
        in_force=_names(state, state.in_force),
        tiles=FrozenMap(
            {compiled.places[at].name: compiled.cards[tile].name for at, tile in sorted(state.tiles.items())}
        ),
        gifts=tuple(
            [
                Gift(compiled.places[at].name, compiled.resources[resource].name, count)
                for (at, resource), count in sorted(state.gifts.items())
            ]
        ),
        marks=tuple(
            [
                Mark(called(state, card), names[seat], compiled.places[at].name, count)
                for (card, at, seat), count in sorted(state.marks.items())
            ]
        ),
        memory=memory.get(NOBODY, NOTHING),
        things=things.get(NOBODY, NOTHING),
        auction=_auction(state),
        display=_names_of(state, state.display),
        discard=tuple([compiled.cards[card].name for card in state.discard]),
        out=tuple([compiled.cards[card].name for card in state.out if card not in compiled.enemies]),
        ranks=FrozenMap(
            {
                compiled.places[place].name: rank
                for place, rank in enumerate(ranks_for(state, NOBODY))
                if rank != compiled.places[place].rank
            }
        ),
        decks=_decks(state),
        winners=tuple([names[seat] for seat in winners(state)]) if state.ended else (),
        ranking=ranking_of(state) if state.ended else (),
    )


def _decks(state: State) -> tuple[DeckState, ...]:
    """Count the cards of the decks that packs add, and those of their discard piles."""
    kinds, names = _known_names(state.compiled).decks, state.setup.players
    piles = [(kind, seat) for kind in kinds for seat in _owners(state, kind)]
    return tuple(
        [
            DeckState(
                kind,
                len(left_in_deck(state, kind, seat)),
                sum([pile_of(state, card) == (kind, seat) for card in state.discard]),
                names[seat] if seat >= 0 else None,
            )
            for kind, seat in piles
        ]
    )


def _owners(state: State, kind: str) -> Sequence[int]:
    return range(len(state.players)) if state.compiled.deck_of(kind).own else (NOBODY,)


_ON_THE_BOARD: Final = itemgetter(0, 1, 2)
"""Orders dice by advisor, then by seat, so that equal boards look equal."""


def _placed(state: State, group: Group) -> PlacedDice:
    """Show dice on an advisor."""
    return PlacedDice(
        state.compiled.places[group.place].name,
        rank_of(state, NOBODY, group.place),
        state.setup.players[group.seat] if group.seat >= 0 else None,
        group.own,
        group.bonus,
        group.plus2,
        group.how == WITH_ENVOY,
    )


def _auction(state: State) -> AuctionState | None:
    auction, compiled, names = state.auction, state.compiled, state.setup.players
    if auction.resource == NOBODY:
        return None
    return AuctionState(
        compiled.resources[auction.resource].name,
        _names_of(state, auction.cards),
        called(state, auction.card) if auction.card >= 0 else None,
        auction.amount,
        names[auction.bidder] if auction.bidder >= 0 else None,
        tuple([name for seat, name in enumerate(names) if auction.passed >> seat & 1]),
    )


def _remembered(state: State, *, secret: bool = False) -> tuple[Mapping[int, Memory], Mapping[int, Things]]:
    """Sort what cards remember by the player it is for, numbers and things: what all know, or in secret."""
    found: dict[int, Numbers] = {}
    kept: dict[int, Kept] = {}
    compiled = state.compiled
    for (slot, seat), value in sorted(state.memory.items()):
        memory = compiled.memories[slot]
        if value == memory.start or secret != (memory.among is not None):
            continue
        thing = None if memory.kind == NUMBER else thing_of(state, memory.kind, value)
        if thing is not None:
            kept.setdefault(seat, {}).setdefault(called(state, memory.card), {})[memory.name] = thing
        if memory.kind != NUMBER:
            continue
        found.setdefault(seat, {}).setdefault(called(state, memory.card), {})[memory.name] = value
    return _frozen(found) if found else found, _frozen(kept) if kept else kept


def _frozen(found: dict[int, dict[str, dict[str, T]]]) -> dict[int, FrozenMap[str, FrozenMap[str, T]]]:
    return {
        seat: FrozenMap({card: FrozenMap(kept) for card, kept in cards.items()})
        for seat, cards in found.items()
    }


def _names(state: State, members: int) -> tuple[str, ...]:
    """Name the cards of a set, in their order."""
    if state.labels:
        cards, labels = state.compiled.cards, state.labels
        return _names_of(
            state, sorted(bits_of(members), key=lambda card: (cards[card].first, labels.get(card, 0)))
        )
    if not members:
        return ()
    known = _known_names(state.compiled).cards
    names = known.get(members)
    if names is None:
        state.compiled.make_room(known)
        cards = state.compiled.cards
        names = known[members] = tuple([cards[card].name for card in bits_of(members)])
    return names


class _Names:
    """Names that are looked up once for a rule set, since every view has them.

    `decks` are those of packs; `goods`, and `others` that packs add, are names with numbers; `prices` are the
    stats of what buildings cost, by good; `cards` are the names of the cards of a set.
    """

    __slots__ = ("cards", "decks", "goods", "others", "prices")

    def __init__(self, compiled: CompiledRules) -> None:
        resources = compiled.resources
        self.decks: tuple[str, ...] = tuple(sorted({card.kind for card in compiled.cards} - {*CARD_KINDS}))
        self.goods: list[tuple[str, int]] = [(resources[good].name, good) for good in compiled.goods]
        self.others: list[tuple[str, int]] = [
            (each.name, each.index) for each in resources if not each.good and each.name not in _USUAL
        ]
        self.prices: list[tuple[int, int]] = [
            (good, compiled.stat[f"build_cost:{name}"]) for name, good in self.goods
        ]
        self.cards: dict[int, tuple[str, ...]] = {}


def _known_names(compiled: CompiledRules) -> _Names:
    known = compiled.kept.get("names in views")
    if not isinstance(known, _Names):
        known = compiled.kept["names in views"] = _Names(compiled)
    return known


def _player(state: State, seat: int, memory: Memory, things: Things) -> PlayerState:
    compiled, player = state.compiled, state.players[seat]
    reset_budget(state)  # cards in play work out the figures
    stock, number, names = player.stock, compiled.resource, _known_names(compiled)
    return PlayerState(
        name=state.setup.players[seat],
        goods=FrozenMap({good: stock[k] for good, k in names.goods}),
        plus2=stock[number["plus2"]],
        vp=stock[number["vp"]],
        soldiers=stock[number["soldier"]],
        bonus_dice=stock[number["bonus_die"]],
        envoy=stock[number["envoy"]] > 0,
        buildings=_names(state, player.cards & compiled.building_set),
        strips=_names(state, player.strips),
        cards=_names(state, player.cards & ~compiled.building_set),
        dice=player.dice.own,
        bonus=player.dice.bonus,
        strength=player.strength if player.outcome >= 0 else None,
        defence=stock[number["soldier"]] + stat(state, compiled.stat["battle_strength"], seat, 0),
        enemy_strength=enemy_total(state, seat) if has_enemy(state, seat) else None,
        prices=prices_changed(state, seat),
        outcome=OUTCOMES[player.outcome] if player.outcome >= 0 else None,
        hand=_names_of(state, player.shown) if player.shown else (),
        cards_in_hand=len(player.hand),
        others=FrozenMap({other: stock[k] for other, k in names.others}) if names.others else NOTHING,
        memory=memory,
        locked=own_faces(player.locked),
        locked_bonus=bonus_faces(player.locked),
        aside=tuple(_dice_aside(state, seat, hidden=False)) if player.aside else (),
        things=things,
        lent=_lent(state, seat) if state.lent else (),
    )


def _dice_aside(state: State, seat: int, *, hidden: bool) -> Iterator[DiceAside]:
    """List the dice of a player on cards: what all know of them, or only those that lie face down."""
    aside = state.players[seat].aside
    for card in dict.fromkeys(die.card for die in aside):
        faces = [die.face for die in aside if die.card == card and die.hidden == hidden]
        covered = 0 if hidden else sum(die.card == card and die.hidden for die in aside)
        if faces or covered:
            name = called(state, card)
            yield DiceAside(name, own_faces(faces), bonus_faces(faces), covered)


def _lent(state: State, seat: int) -> tuple[str, ...]:
    """Name the cards that work for a player for a time, each once."""
    cards = [state.compiled.lent_card(entry.card) for entry in state.lent if entry.seat == seat]
    return _names_of(state, dict.fromkeys(cards))


def _names_of(state: State, cards: Iterable[int]) -> tuple[str, ...]:
    return tuple([called(state, card) for card in cards])


def view_of(state: State, seat: int | None, rules: Rules, first: int = 1, seq: int = 0) -> SeatView:
    """Show what a seat may know (None: a spectator).

    The decisions that are owed are numbered from `first` on; `seq` is the number of the last event.
    """
    table, pending = state_of(state), owed_decisions(state, first)
    if seat is None:
        return SeatView(None, table, pending=pending, seq=seq, rules=rules)
    memory, things = _remembered(state, secret=True)
    return SeatView(
        seat=state.setup.players[seat],
        table=table,
        seen_enemies=_seen(state, seat, state.enemies),
        seen_further=_seen(state, seat, state.second_deck),
        hand=_names_of(state, state.players[seat].hand),
        face_down=tuple(_dice_aside(state, seat, hidden=True)),
        memory=memory.get(seat, NOTHING),
        things=things.get(seat, NOTHING),
        seen_cards=tuple(_seen_cards(state, seat)),
        pending=pending,
        answered=_answered(state, seat),
        seq=seq,
        decision=next((owed for owed in decisions_of(state, first) if owed.seat == seat), None),
        rules=rules,
    )


def _answered(state: State, seat: int) -> AnyAction | None:
    """Return what a seat has answered while others still owe their answers; not what went without asking."""
    for ask, k in zip(state.asks, state.given, strict=True):
        # An answer that was given without asking is none that the seat remembers.
        asked = len(ask.options) > 1 or not state.automated(seat, FORCED)
        if ask.seat == seat and k >= 0 and asked:
            return ask.options[k]
    return None


def _seen_cards(state: State, seat: int) -> Iterator[SeenCard]:
    """List the cards in other hands and in decks whose place a seat knows."""
    for card in state.players[seat].seen:
        spot, name = where(state, card)[0], state.compiled.cards[card].name
        if card not in state.compiled.enemies and spot.zone == HAND and spot.seat != seat:
            yield SeenCard(name, player=state.setup.players[spot.seat])
        elif card not in state.compiled.enemies and spot.zone == DECK:
            deck, owner = pile_of(state, card)
            player = state.setup.players[owner] if owner >= 0 else None
            yield SeenCard(name, player, deck, position_of(state, card))


def _seen(state: State, seat: int, deck: tuple[int, ...]) -> FrozenMap[int, str]:
    """List the cards of a deck that a seat has looked at, by year."""
    enemies, cards = state.compiled.enemies, state.compiled.cards
    return FrozenMap(
        {enemies[card].year: cards[card].name for card in state.players[seat].seen if card in deck}
    )
