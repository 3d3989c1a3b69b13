"""Views: the whole public state as typed values, and the view of one seat.

`SeatView` is the only way out for a client. It never holds the hidden enemy cards that the seat has not
looked at, the generator, other players' options, or answers that are still secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

from attrs import evolve, field, frozen

from kingsburg_rules.content.rules import Rules
from kingsburg_rules.engine import wire
from kingsburg_rules.engine.actions import AnyAction, AnyThing
from kingsburg_rules.engine.compiled_rules import DECK, HAND, MOST_SEATS, NOBODY
from kingsburg_rules.engine.dice import bonus_faces, own_faces
from kingsburg_rules.engine.errors import SaveError, expect, shortened
from kingsburg_rules.engine.fields import TRAVELS, is_list, is_map
from kingsburg_rules.engine.loop import reset_budget
from kingsburg_rules.engine.public_state import (
    AuctionState,
    DeckState,
    DiceAside,
    GameState,
    Gift,
    Mark,
    Memory,
    OwedDecision,
    PlacedDice,
    PlayerState,
    SeenCard,
    Things,
)
from kingsburg_rules.engine.roles import CardId, OnlyFor, Role, Secret, Year
from kingsburg_rules.engine.state import FORCED, OUTCOMES, REWARD_ONLY, WITH_ENVOY
from kingsburg_rules.engine.stats import enemy_total, has_enemy, is_changed, rank_of, ranks_for, stat
from kingsburg_rules.engine.stock import ranking_of, winners
from kingsburg_rules.engine.wire import CHANCE_PLAYER, Known, Unreadable, Value, flaw
from kingsburg_rules.engine.zones import bits_of, called, left_in_deck, pile_of, position_of, where
from kingsburg_rules.game.decisions import Decision
from kingsburg_rules.game.history import owed_decisions
from kingsburg_rules.game.pending import decisions_of
from kingsburg_rules.language.building import price_now
from kingsburg_rules.language.things import thing_of
from kingsburg_rules.language.vocabulary import CARD_KINDS, GOOD, NUMBER, RESOURCES

if TYPE_CHECKING:
    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.engine.compiled_rules import Building, Card, CompiledRules
    from kingsburg_rules.engine.roles import Bag
    from kingsburg_rules.engine.state import Group, State
    from kingsburg_rules.language.bags import Counts

    Numbers = dict[str, dict[str, int]]
    Kept = dict[str, dict[str, AnyThing]]

_USUAL = frozenset(resource.name for resource in RESOURCES)


@frozen(eq=False, repr=False)
class SeatView(Value):
    """Everything that one seat may know: the table, what it has seen and holds, and its decision.

    `seen_enemies` are the hidden enemies that it has looked at, by year; `seen_further` those of a second
    deck, and `seen_cards` other hidden cards whose place it knows; `face_down` are its own dice that lie face
    down on cards, and `memory` and `things` are what cards remember for it in secret. `pending` lists the
    decisions that players owe, `decision` is the one that this seat owes, and `answered` what it has answered
    while others still owe theirs. `seq` is the number of the last event that led to the view. The decision
    and the `rules`, which name what is in the view, are neither compared nor part of the JSON.
    """

    seat: OnlyFor | None
    table: GameState
    seen_enemies: Secret[Mapping[Year, CardId]] = field(factory=dict[int, str])
    seen_further: Secret[Mapping[Year, CardId]] = field(factory=dict[int, str])
    hand: Secret[tuple[CardId, ...]] = ()
    face_down: Secret[tuple[DiceAside, ...]] = ()
    memory: Secret[Memory] = field(factory=dict[str, Mapping[str, int]])
    seen_cards: Secret[tuple[SeenCard, ...]] = ()
    things: Secret[Things] = field(factory=dict[str, Mapping[str, AnyThing]])
    pending: tuple[OwedDecision, ...] = ()
    answered: Secret[AnyAction | None] = None
    seq: int = field(default=0, eq=False, metadata=TRAVELS)
    decision: Secret[Decision | None] = field(default=None, eq=False)
    rules: Rules = field(eq=False, repr=False, kw_only=True)

    @property
    def players(self) -> tuple[str, ...]:
        """The players by seat."""
        return tuple([player.name for player in self.table.players])

    def to_dict(self, players: Sequence[str] = ()) -> dict[str, object]:
        """Turn the view into plain data, as in its JSON; it has the names of the players itself."""
        return super().to_dict(players or self.players)

    def to_json(self, players: Sequence[str] = ()) -> str:
        """Write the view as JSON, without fields that have their default."""
        return super().to_json(players or self.players)

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
            data = wire.parsed(text)
            view = wire.from_plain(data, SeatView, _names_in(data), rules=rules, decision=decision)
        except wire.Unreadable as error:
            raise SaveError("json.view", f"This is not a view: {error}.") from error
        check_view(view)
        if decision is not None:
            expect(decision, Decision, "decision")
            check_value(decision, rules)
        return view


def _names_in(data: object) -> tuple[str, ...]:
    """Find the names of the players in the data of a view."""
    table = data.get("table") if is_map(data) else None
    players = table.get("players") if is_map(table) else None
    # Players are seats in JSON, so their names are needed before anything else can be read.
    names = [player.get("name") for player in players if is_map(player)] if is_list(players) else []
    return tuple([name for name in names if isinstance(name, str)])


def prices_changed(state: State, seat: int) -> Mapping[str, Bag]:
    """Return the prices of the buildings that do not cost a player what their cards say."""
    compiled = state.compiled
    # Most of the time nothing changes a price, and then no building needs to be looked at.
    if not any(is_changed(state, number, seat) for _, number in price_stats(compiled)):
        return {}
    prices = ((building, price_of(state, seat, building)) for building in missing_buildings(state, seat))
    return {each.name: compiled.bag(price) for each, price in prices if price != each.price}


def price_of(state: State, seat: int, building: Building) -> Counts:
    """Return what a building costs a player now."""
    return price_now(state, seat, building, price_stats(state.compiled))


def price_stats(compiled: CompiledRules) -> list[tuple[int, int]]:
    """List the goods, each with the stat of what buildings cost of it."""
    return [(good, compiled.stat[f"build_cost:{compiled.resources[good].name}"]) for good in compiled.goods]


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
        turn_order=tuple(names[seat] for seat in state.order),
        players=tuple(
            _player(state, seat, memory.get(seat, {}), things.get(seat, {}))
            for seat in range(len(state.players))
        ),
        advisors=tuple(
            PlacedDice(
                compiled.places[group.place].name,
                rank_of(state, NOBODY, group.place),
                names[group.seat] if group.seat >= 0 else None,
                group.own,
                group.bonus,
                group.plus2,
                group.how == WITH_ENVOY,
            )
            for group in sorted(state.groups, key=_on_the_board)
            if group.how != REWARD_ONLY
        ),
        # Until it is turned over, nobody knows the enemy of the year.
        enemy=compiled.cards[annual].name if annual in state.revealed else None,
        past_enemies=tuple(compiled.cards[card].name for card in state.out if card in compiled.enemies),
        over=state.ended,
        fighting=_names_of(state, state.foes),
        joined=tuple(compiled.cards[card].name for card in state.revealed if card != annual),
        in_force=_names(state, state.in_force),
        tiles={
            compiled.places[at].name: compiled.cards[tile].name for at, tile in sorted(state.tiles.items())
        },
        gifts=tuple(
            Gift(compiled.places[at].name, compiled.resources[resource].name, count)
            for (at, resource), count in sorted(state.gifts.items())
        ),
        marks=tuple(
            Mark(called(state, card), names[seat], compiled.places[at].name, count)
            for (card, at, seat), count in sorted(state.marks.items())
        ),
        memory=memory.get(NOBODY, {}),
        things=things.get(NOBODY, {}),
        auction=_auction(state),
        display=_names_of(state, state.display),
        discard=tuple(compiled.cards[card].name for card in state.discard),
        out=tuple(compiled.cards[card].name for card in state.out if card not in compiled.enemies),
        ranks={
            compiled.places[place].name: rank
            for place, rank in enumerate(ranks_for(state, NOBODY))
            if rank != compiled.places[place].rank
        },
        decks=_decks(state),
        winners=tuple(names[seat] for seat in winners(state)) if state.ended else (),
        ranking=ranking_of(state) if state.ended else (),
    )


def _decks(state: State) -> tuple[DeckState, ...]:
    """Count the cards of the decks that packs add, and those of their discard piles."""
    kinds, names = _known_names(state.compiled).decks, state.setup.players
    piles = [(kind, seat) for kind in kinds for seat in _owners(state, kind)]
    return tuple(
        DeckState(
            kind,
            len(left_in_deck(state, kind, seat)),
            sum(pile_of(state, card) == (kind, seat) for card in state.discard),
            names[seat] if seat >= 0 else None,
        )
        for kind, seat in piles
    )


def _owners(state: State, kind: str) -> Sequence[int]:
    return range(len(state.players)) if state.compiled.deck_of(kind).own else (NOBODY,)


def _on_the_board(group: Group) -> tuple[int, int, tuple[int, ...]]:
    """Order dice by advisor, then by seat, so that equal boards look equal."""
    return group.place, group.seat, group.own


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
        tuple(name for seat, name in enumerate(names) if auction.passed >> seat & 1),
    )


def _remembered(state: State, *, secret: bool = False) -> tuple[dict[int, Numbers], dict[int, Kept]]:
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
    return found, kept


def _names(state: State, members: int) -> tuple[str, ...]:
    """Name the cards of a set, in their order."""
    if state.labels:
        cards, labels = state.compiled.cards, state.labels
        return _names_of(
            state, sorted(bits_of(members), key=lambda card: (cards[card].first, labels.get(card, 0)))
        )
    return _known_names(state.compiled).cards(members) if members else ()


def _named(cards: Sequence[Card], members: int) -> tuple[str, ...]:
    return tuple([cards[card].name for card in bits_of(members)])


@frozen(eq=False, repr=False)
class _Names:
    """Names that are looked up once for a rule set, since every view has them.

    `decks` are those of packs; `goods`, and `others` that packs add, are names with numbers; `cards` names a
    set of cards.
    """

    decks: tuple[str, ...]
    goods: tuple[tuple[str, int], ...]
    others: tuple[tuple[str, int], ...]
    cards: Callable[[int], tuple[str, ...]]


def _known_names(compiled: CompiledRules) -> _Names:
    known = compiled.kept.get("names in views")
    if not isinstance(known, _Names):
        known = compiled.kept["names in views"] = _Names(
            tuple(sorted({card.kind for card in compiled.cards} - {*CARD_KINDS})),
            tuple((compiled.resources[good].name, good) for good in compiled.goods),
            tuple((r.name, r.index) for r in compiled.resources if not r.good and r.name not in _USUAL),
            lru_cache(maxsize=compiled.most_cached)(partial(_named, compiled.cards)),
        )
    return known


def _player(state: State, seat: int, memory: Memory, things: Things) -> PlayerState:
    compiled, player = state.compiled, state.players[seat]
    reset_budget(state)  # cards in play work out the figures
    stock, number, names = player.stock, compiled.resource, _known_names(compiled)
    return PlayerState(
        name=state.setup.players[seat],
        goods={good: stock[k] for good, k in names.goods},
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
        others={other: stock[k] for other, k in names.others},
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
        memory=memory.get(seat, {}),
        things=things.get(seat, {}),
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


def _seen(state: State, seat: int, deck: tuple[int, ...]) -> dict[int, str]:
    """List the cards of a deck that a seat has looked at, by year."""
    enemies, cards = state.compiled.enemies, state.compiled.cards
    return {enemies[card].year: cards[card].name for card in state.players[seat].seen if card in deck}


# Whether a value can be of a game with certain rules
#
# A value that was read from JSON has the right form, but it may name cards that do not exist, or have numbers
# that no game has. So may one that a program made, which can have any form. It is checked before anything
# draws or describes it.


MOST_ITEMS: Final = 1000
"""How long a list may be, or as long as the rules have cards."""


def check_value(value: object, rules: Rules) -> None:
    """Check that an action, an event, a decision or a part of a view can be of a game with these rules.

    Raises:
        SaveError: It names something unknown, or it has a number or a length that no game has.
    """
    _refuse(value, flaw(value, _known_to(rules)))


def check_view(view: SeatView) -> None:
    """Check a view as `check_value` does; all players that it names must sit at its table.

    Raises:
        SaveError: It is not a view of a game with its rules.
    """
    known, names = _known_to(view.rules), _players_of(view)
    seated = evolve(known, names={**known.names, Role.PLAYER: names})
    asked = evolve(known, names={**known.names, Role.PLAYER: names | {CHANCE_PLAYER}})
    # Chance owes decisions, but it does not sit at the table, and pictures have no place for it.
    _refuse(view, flaw(view, asked))
    wrong = flaw(view.table, seated)
    _refuse(view, wrong and wrong.inside("table"))
    if sorted(view.table.turn_order) != sorted(names):
        _refuse(view, Unreadable("must name every player once", "table.turn_order"))


def _players_of(view: SeatView) -> frozenset[str]:
    """List the players at the table of a view, which may be malformed."""
    players: object = getattr(view.table, "players", None)
    found = [getattr(player, "name", None) for player in players] if is_list(players) else []
    names = frozenset(name for name in found if isinstance(name, str))
    if not 0 < len(names) == len(found) <= MOST_SEATS:
        _refuse(view, Unreadable(f"must be 1 to {MOST_SEATS} different players", "table.players"))
    return names


def _refuse(value: object, wrong: Unreadable | None) -> None:
    if wrong is not None:
        name = type(value).__name__
        where = shortened(wrong.where)
        raise SaveError(
            "json.meaning", f"This {name} is not of a game with these rules: {where} {wrong.why}."
        )


def _known_to(rules: Rules) -> Known:
    """List what values can name; a rule set keeps it."""
    compiled = rules.compiled
    known = compiled.kept.get("what values name")
    if not isinstance(known, Known):
        copies = (name for name, card in compiled.card.items() if card != compiled.cards[card].first)
        cards = frozenset((*(card.name for card in compiled.cards), *copies))
        places = frozenset(place.name for place in compiled.places)
        phases = frozenset(compiled.phases)
        seasons = frozenset(compiled.seasons)
        names = {
            Role.CARD: cards,
            Role.ADVISOR: places,
            Role.RESOURCE: frozenset((*compiled.resource, GOOD)),
            Role.ROW: frozenset(compiled.rows),
            Role.PHASE: phases,
            Role.SEASON: seasons,
            Role.SOURCE: cards | places | phases | seasons | frozenset(compiled.sources),
            Role.MOMENT: frozenset(compiled.events),
            Role.MEMORY: frozenset(memory.name for memory in compiled.memories),
        }
        known = compiled.kept["what values name"] = Known(names, compiled.years, max(MOST_ITEMS, len(cards)))
    return known
