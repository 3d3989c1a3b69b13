"""Why something is not possible: one check with a reason for each rule.

The options of the engine are the only definition of what is legal; nothing here decides it. For an action
that is not offered, this module finds the rule that forbids it.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from kingsburg_rules.engine import violations as v
from kingsburg_rules.engine.actions import (
    DONE,
    Action,
    Bid,
    Build,
    Give,
    Influence,
    Pass,
    Pay,
    Recruit,
    Trade,
    Use,
)
from kingsburg_rules.engine.compiled_rules import NOBODY
from kingsburg_rules.engine.errors import shortened
from kingsburg_rules.engine.fields import fields_of, is_list, names_in
from kingsburg_rules.engine.loop import reset_budget
from kingsburg_rules.engine.roles import Bag, Role
from kingsburg_rules.engine.spelling import closest
from kingsburg_rules.engine.stats import (
    CLOSED_BUILDINGS,
    closed_by,
    forbidden_by,
    full_places,
    numbers_of,
    rank_of,
    stat,
)
from kingsburg_rules.engine.wire import flaw
from kingsburg_rules.game.pending import ask_of, decision_of, option_of
from kingsburg_rules.language.placements import INFLUENCING, allows, can_afford, token_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kingsburg_rules.engine.compiled_rules import Building, Permission, Place
    from kingsburg_rules.engine.state import Ask, State


MOST_COUNTED = 10**6
MOST_LISTED = 100
"""Limits that no number and no list of an action reaches. A larger action is refused at once."""


def violation(state: State, action: Action, player: str | None = None) -> v.Violation | None:
    """Return why a player, by default the first one asked, cannot play an action now; None if they can."""
    if state.ended:
        return v.GameOver()
    which = ask_of(state, player)
    if which < 0:
        return v.NotAsked(tuple(dict.fromkeys(decision_of(state, ask).player for ask in state.asks)))
    ask = state.asks[which]
    if option_of(ask.options, action) >= 0:
        return None
    # Cards in play have a say in prices and places, and their work is counted.
    reset_budget(state)
    return next(_reasons(state, ask, action), None) or v.NotOffered(len(ask.options))


def _reasons(state: State, ask: Ask, action: Action) -> Iterator[v.Violation]:
    # From what is wrong with the action as such to what forbids it now: the first reason is the one told.
    yield from _malformed(action)
    yield from _no_answer(ask, action, state)
    yield from _unknown_names(state, action)
    if isinstance(action, Influence):
        yield from _influence(state, ask.seat, action)
    elif isinstance(action, Build):
        yield from _build(state, ask, action)
    elif isinstance(action, Recruit):
        yield from _recruit(state, ask, action)
    elif isinstance(action, Use):
        yield from _use(ask, action)
        yield v.NotReady(action.card)
    elif isinstance(action, Give | Pay):
        bag = action.lose if isinstance(action, Give) else action.price
        yield from _missing(state, ask.seat, bag)
    elif isinstance(action, Trade):
        yield from _missing(state, ask.seat, action.pay)
    elif isinstance(action, Bid):
        yield from _bid(ask)
    elif isinstance(action, Pass) and ask.kind == "bid":
        yield v.MustOpen()


def _malformed(action: object) -> Iterator[v.Violation]:
    """Report an action with fields of the wrong type, or with absurd numbers."""
    if not isinstance(action, Action) or type(action).__name__ not in Action.kinds:
        yield v.Malformed()
    elif why := flaw(action):
        yield v.Malformed(sentence=f"This is not an action: {why}.")
    elif any(_is_absurd(getattr(action, name)) for name in fields_of(type(action))):
        yield v.Malformed()


def _is_absurd(value: object) -> bool:
    if isinstance(value, int):
        return abs(value) >= MOST_COUNTED
    return is_list(value) and (len(value) > MOST_LISTED or any(map(_is_absurd, value)))


def _no_answer(ask: Ask, action: Action, state: State) -> Iterator[v.Violation]:
    """Report an action that answers another kind of decision."""
    if ask.kind not in action.answers:
        decision = decision_of(state, ask)
        yield v.OtherQuestion(ask.kind, decision.source, ask.kind == "use" and DONE not in ask.options)


def _unknown_names(state: State, action: Action) -> Iterator[v.Violation]:
    """Report names in an action that do not exist in this game."""
    compiled = state.compiled
    known: dict[Role, Iterable[str]] = {
        Role.CARD: compiled.card,
        Role.ADVISOR: [place.name for place in compiled.places],
        Role.PLAYER: state.setup.players,
        Role.RESOURCE: compiled.resource,
    }
    for role, name in names_in(action):
        if name not in known.get(role, (name,)):
            yield _unknown_name(role, name, closest(shortened(name), known[role]))


def _unknown_name(role: Role, name: str, near: str | None) -> v.Violation:
    quoted = shortened(name)
    if role is Role.CARD:
        return v.UnknownName("card", quoted, card=near)
    if role is Role.ADVISOR:
        return v.UnknownName("advisor", quoted, advisor=near)
    if role is Role.PLAYER:
        return v.UnknownName("player", quoted, player=near)
    return v.UnknownName("resource", quoted, resource=near)


def _use(ask: Ask, action: Use) -> Iterator[v.Violation]:
    ways = [option for option in ask.options if isinstance(option, Use) and option.card == action.card]
    prices = tuple(dict.fromkeys(way.pay for way in ways))
    if prices and action.pay not in prices:
        yield v.UsePrice(action.card, prices)


def _missing(state: State, seat: int, bag: Bag) -> Iterator[v.Violation]:
    compiled = state.compiled
    for name, count in bag:
        number = compiled.resource[name]
        held = state.players[seat].stock[number]
        if held < count and compiled.resources[number].minimum is not None:
            yield v.Missing(name, count, held)


def _bid(ask: Ask) -> Iterator[v.Violation]:
    bids = [option.price for option in ask.options if isinstance(option, Bid)]
    yield v.BidRange(bids[0], bids[-1]) if bids else v.NoBid()


def _influence(state: State, seat: int, action: Influence) -> Iterator[v.Violation]:
    # The name is known: unknown ones have been reported before.
    place = next(place for place in state.compiled.places if place.name == action.advisor)
    yield from _dice_at_hand(state, seat, action)
    yield from _forbidden(state, seat, _extras(state, seat, action))
    yield from _tokens(state, seat, action)
    yield from _sum(state, seat, action, place)
    yield from _room(state, seat, action, place)


def _dice_at_hand(state: State, seat: int, action: Influence) -> Iterator[v.Violation]:
    player = state.players[seat]
    if not action.dice:
        yield v.NoOwnDie()
    for used, held, bonus in (
        (action.dice, player.dice.own, False),
        (action.bonus, player.dice.bonus, True),
    ):
        for value in sorted(set(used)):
            if used.count(value) > held.count(value):
                yield v.NoSuchDice(value, held.count(value), bonus)


def _extras(state: State, seat: int, action: Influence) -> Iterator[str]:
    """List what an action uses besides own dice, by kind."""
    permissions = (_permission(state, seat, card) for card in action.via)
    used = ("plus2", action.plus2), ("bonus_die", action.bonus), ("envoy", action.envoy)
    yield from (extra for extra, is_used in used if is_used)
    yield from (permission.kind for permission in permissions if permission is not None)


def _forbidden(state: State, seat: int, extras: Iterable[str]) -> Iterator[v.Violation]:
    """Report the card that forbids the player what they would use."""
    for extra in extras:
        card = forbidden_by(state, seat, extra)
        if card >= 0:
            yield v.Forbidden(state.compiled.cards[card].name)


def _tokens(state: State, seat: int, action: Influence) -> Iterator[v.Violation]:
    if not action.plus2:
        return
    player = state.players[seat]
    if player.stock[state.compiled.resource["plus2"]] < 1:
        yield v.NoToken()
    elif player.plus2_used and state.compiled.switches.get("plus2_limit") == "per_season":
        yield v.OneToken()
    elif action.plus2 not in token_values(state, seat):
        yield v.TokenValue(action.plus2)


def _sum(state: State, seat: int, action: Influence, place: Place) -> Iterator[v.Violation]:
    total, rank = sum(action.dice) + sum(action.bonus) + action.plus2, rank_of(state, seat, place.index)
    if not action.via:
        if total != rank:
            yield v.WrongTotal(place.name, total, rank)
        return
    permissions = [(card, _permission(state, seat, card)) for card in action.via]
    known = [permission for _, permission in permissions if permission is not None]
    for card, permission in permissions:
        yield from _via(state, seat, card, permission, place)
    if any(permission.kind == "influence_wild" for permission in known):
        yield from _wild(action, place, rank, numbers_of(state, known[0], seat))
    elif rank - total not in {sum(by) for by in product(*(numbers_of(state, p, seat) for p in known))}:
        yield v.OutOfReach(place.name, action.via, total)


def _via(
    state: State, seat: int, card: str, permission: Permission | None, place: Place
) -> Iterator[v.Violation]:
    if permission is None:
        yield v.NoHelp(card)
    elif state.players[seat].spent[permission.uses] >> permission.index & 1:
        yield v.HelpUsed(card)
    elif not allows(state, permission, seat, place.index):
        yield v.NoHelpThere(card, place.name)
    elif not can_afford(state, permission, seat, place.index):
        yield v.HelpCost(card)


def _wild(action: Influence, place: Place, rank: int, ranks: Sequence[int]) -> Iterator[v.Violation]:
    card = action.via[0]
    if len(action.dice) != 1 or action.bonus or action.plus2:
        yield v.SingleDie(card)
    elif rank not in ranks:
        yield v.NoWayThere(card, place.name)
    elif rank == action.dice[0]:
        yield v.Needless(card, place.name, rank)


def _permission(state: State, seat: int, card: str) -> Permission | None:
    """Find the influencing permission of a player's card."""
    cards = state.compiled.cards
    permissions = state.players[seat].effects.permissions
    usable = (permission for kind in INFLUENCING for permission in permissions.get(kind, ()))
    return next((p for p in usable if cards[p.card].name == card), None)


def _room(state: State, seat: int, action: Influence, place: Place) -> Iterator[v.Violation]:
    taken = bool(full_places(state, seat) & place.bit)
    if place.bit & state.compiled.private & ~state.players[seat].effects.places:
        yield v.Private(place.name)
    elif (card := closed_by(state, seat, place.index)) != NOBODY:
        yield v.Closed(place.name, state.compiled.cards[card].name)
    elif action.envoy and not state.players[seat].stock[state.compiled.resource["envoy"]]:
        yield v.NoEnvoy()
    elif action.envoy and not taken:
        yield v.EnvoyNeedless(place.name)
    elif taken and not action.envoy:
        yield v.Taken(place.name)


def _build(state: State, ask: Ask, action: Build) -> Iterable[v.Violation]:
    compiled, seat = state.compiled, ask.seat
    building = next((b for b in compiled.buildings.values() if b.name == action.building), None)
    if building is None:
        return [v.NoBuilding(action.building)]
    owned = state.players[seat].cards
    if owned >> building.card & 1:
        return [v.AlreadyBuilt(building.name)]
    row = next((row for row in compiled.sheet(state.players[seat].strips) if building.card in row), None)
    if row is None:
        return [v.NotOnSheet(building.name)]
    closer = closed_by(state, seat, building.card, CLOSED_BUILDINGS)
    if closer != NOBODY:
        return [v.BuildingClosed(building.name, compiled.cards[closer].name)]
    missing = _left_of(state, building, row, owned)
    if missing is not None:
        return [v.BuildFirst(building.name, missing)]
    return _price(state, ask, action, building)


def _price(state: State, ask: Ask, action: Build, building: Building) -> Iterator[v.Violation]:
    """Report the wrong price of a building, or one that the player cannot pay."""
    offered = [o for o in ask.options if isinstance(o, Build) and o.building == building.name]
    prices = tuple(dict.fromkeys(option.pay for option in offered))
    if any(sorted(option.pay) == sorted(action.pay) for option in offered):
        yield v.OtherHelp(building.name, not action.envoy)
    elif prices:
        if action.envoy:
            yield from _forbidden(state, ask.seat, ("envoy",))
        yield v.OtherPrice(building.name, prices)
    else:
        yield _too_dear(state, ask.seat, building)


def _left_of(state: State, building: Building, row: tuple[int, ...], owned: int) -> str | None:
    before = row[: row.index(building.card)]
    return next((state.compiled.buildings[card].name for card in before if not owned >> card & 1), None)


def _too_dear(state: State, seat: int, building: Building) -> v.TooDear:
    """Return what a building costs a player now, and how much of that they have."""
    compiled, printed = state.compiled, dict(building.price)
    now = {
        name: stat(state, compiled.stat[f"build_cost:{name}"], seat, printed.get(good, 0), building.card)
        for good in compiled.goods
        for name in (compiled.resources[good].name,)
    }
    cost = tuple((name, count) for name, count in now.items() if count > 0)
    held = ((name, state.players[seat].stock[compiled.resource[name]]) for name, _ in cost)
    return v.TooDear(building.name, cost, tuple((name, count) for name, count in held if count > 0))


def _recruit(state: State, ask: Ask, action: Recruit) -> Iterator[v.Violation]:
    yield from _missing(state, ask.seat, action.pay)
    paid = sum(count for _, count in action.pay)
    offered = {o.soldiers: sum(n for _, n in o.pay) for o in ask.options if isinstance(o, Recruit)}
    if action.soldiers in offered and offered[action.soldiers] != paid:
        yield v.SoldierPrice(action.soldiers, offered[action.soldiers], paid)
    elif not offered:
        yield v.NoSoldier()
