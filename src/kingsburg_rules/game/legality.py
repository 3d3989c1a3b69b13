"""Why something is not possible: one check with a reason for each rule.

The options of the engine are the only definition of what is legal; nothing here decides it. For an action
that is not offered, this module finds the rule that forbids it.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from kingsburg_rules.engine.actions import (
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
from kingsburg_rules.engine.errors import Violation, closest, shortened
from kingsburg_rules.engine.fields import names_in
from kingsburg_rules.engine.placing import closed_to, full_places
from kingsburg_rules.engine.resources import can_pay
from kingsburg_rules.engine.roles import Bag, Role
from kingsburg_rules.engine.stats import stat
from kingsburg_rules.engine.wire import flaw
from kingsburg_rules.game.position import ask_of, decision_of, option_of
from kingsburg_rules.words.influence import INFLUENCING, allows, token_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from kingsburg_rules.engine.state import Ask, State
    from kingsburg_rules.engine.table import Building, Permission, Place


def violation(state: State, action: Action, player: str | None = None) -> Violation | None:
    """Return why a player, by default the first one asked, cannot play an action now; None if they can."""
    if state.ended:
        return Violation("game.over", "R69", "The game is over.")
    which = ask_of(state, player)
    if which < 0:
        asked = ", ".join(dict.fromkeys(decision_of(state, ask).player for ask in state.asks))
        return Violation(
            "decision.not_yours", "decisions", f"{player} is not asked now; {asked} must decide."
        )
    ask = state.asks[which]
    if option_of(ask.options, action) >= 0:
        return None
    return next(_reasons(state, ask, action), None) or Violation(
        "action.not_offered", "decisions", f"'{_text(action)}' is not among the {len(ask.options)} options."
    )


def _text(action: Action) -> str:
    return shortened(str(action))


def _reasons(state: State, ask: Ask, action: Action) -> Iterator[Violation]:
    yield from _malformed(state, action)
    yield from _no_answer(state, ask, action)
    yield from _unknown_names(state, action)
    if isinstance(action, Influence):
        yield from _influence(state, ask.seat, action)
    elif isinstance(action, Build):
        yield from _build(state, ask, action)
    elif isinstance(action, Recruit):
        yield from _recruit(state, ask, action)
    elif isinstance(action, Use):
        yield from _use(ask, action)
        yield Violation(
            "use.not_ready",
            "R44",
            f"'{action.card}' cannot be used now: not owned, used up, or its condition fails.",
        )
    elif isinstance(action, Give | Pay):
        bag = action.lose if isinstance(action, Give) else action.price
        yield from _missing(state, ask.seat, bag)
    elif isinstance(action, Trade):
        yield from _missing(state, ask.seat, action.pay)
    elif isinstance(action, Bid):
        yield from _bid(ask)
    elif isinstance(action, Pass) and ask.kind == "bid":
        yield Violation("bid.open", "F31", "The player who opens the bidding must bid.")


def _malformed(state: State, action: object) -> Iterator[Violation]:
    """Report an action with fields of the wrong type."""
    if not isinstance(action, Action) or type(action).__name__ not in Action.kinds:
        yield Violation("action.malformed", "notation", "This is not an action.")
    elif why := flaw(action, state.setup.players):
        yield Violation("action.malformed", "notation", f"This is not an action: {why}.")


def _no_answer(state: State, ask: Ask, action: Action) -> Iterator[Violation]:
    """Report an action that answers another kind of decision."""
    if ask.kind not in action.answers:
        kinds = [kind for kind in Action.kinds.values() if ask.kind in kind.answers]
        kinds.sort(key=lambda kind: len(kind.answers))  # `pass` and `done` come last
        words = " or ".join(f"'{kind.verb()}'" for kind in kinds)
        player = decision_of(state, ask).player
        yield Violation(
            "decision.other", "decisions", f"{player} must answer with {words}, not with '{_text(action)}'."
        )


def _unknown_names(state: State, action: Action) -> Iterator[Violation]:
    """Report names in an action that do not exist in this game."""
    table = state.table
    known: dict[Role, Iterable[str]] = {
        Role.CARD: table.card,
        Role.ADVISOR: [place.name for place in table.places],
        Role.PLAYER: state.setup.players,
        Role.RESOURCE: table.resource,
    }
    for role, name in names_in(action):
        if name not in known.get(role, (name,)):
            near = closest(shortened(name), known[role])
            hint = f"; the closest name is '{near}'" if near else ""
            yield Violation(
                "action.unknown", "names", f"There is no {role.word} '{shortened(name)}' here{hint}."
            )


def _use(ask: Ask, action: Use) -> Iterator[Violation]:
    ways = [option for option in ask.options if isinstance(option, Use) and option.card == action.card]
    if ways:
        listed = ", ".join(f"'{way}'" for way in ways[:3])
        yield Violation("use.price", "R39", f"Name the price for '{action.card}': {listed}.")


def _missing(state: State, seat: int, bag: Bag) -> Iterator[Violation]:
    table = state.table
    for name, count in bag:
        number = table.resource[name]
        if state.players[seat].stock[number] < count and table.resources[number].minimum is not None:
            held = state.players[seat].stock[number]
            yield Violation("resource.missing", "R54", f"This needs {count} {name}; you have {held}.")


def _bid(ask: Ask) -> Iterator[Violation]:
    bids = [option for option in ask.options if isinstance(option, Bid)]
    if bids:
        which = f"from '{bids[0]}' to '{bids[-1]}'" if len(bids) > 1 else f"only '{bids[0]}'"
        yield Violation("bid.range", "F31", f"You can bid {which} now.")
    else:
        yield Violation("bid.none", "F31", "You cannot bid any higher.")


def _influence(state: State, seat: int, action: Influence) -> Iterator[Violation]:
    place = next(place for place in state.table.places if place.name == action.advisor)
    yield from _dice_at_hand(state, seat, action)
    yield from _tokens(state, seat, action)
    yield from _sum(state, seat, action, place)
    yield from _room(state, seat, action, place)


def _dice_at_hand(state: State, seat: int, action: Influence) -> Iterator[Violation]:
    player = state.players[seat]
    if not action.dice:
        yield Violation(
            "influence.own_die", "R13", "A group needs at least one die of the player's own colour."
        )
    for used, held, which in (
        (action.dice, player.own_dice, "own"),
        (action.bonus, player.bonus_dice, "bonus"),
    ):
        for value in set(used):
            if used.count(value) > held.count(value):
                yield Violation(
                    "influence.dice",
                    "R16",
                    f"You have {held.count(value)} {which} dice left that show {value}.",
                )


def _tokens(state: State, seat: int, action: Influence) -> Iterator[Violation]:
    if not action.plus2:
        return
    player = state.players[seat]
    if player.stock[state.table.resource["plus2"]] < 1:
        yield Violation("influence.no_token", "R01", 'You have no "+2" token.')
    elif player.plus2_used and state.table.switches.get("plus2_limit") == "per_season":
        yield Violation("influence.one_token", "R01", 'You may use only one "+2" token each season.')
    elif action.plus2 not in token_values(state, seat):
        yield Violation("influence.token_value", "R01", f'A "+2" token does not count as {action.plus2}.')


def _sum(state: State, seat: int, action: Influence, place: Place) -> Iterator[Violation]:
    total = sum(action.dice) + sum(action.bonus) + action.plus2
    if not action.via:
        if total != place.rank:
            yield Violation(
                "influence.sum", "R16", f"The dice total {total}; '{place.name}' needs exactly {place.rank}."
            )
        return
    permissions = [(card, _permission(state, seat, card)) for card in action.via]
    known = [permission for _, permission in permissions if permission is not None]
    for card, permission in permissions:
        yield from _via(state, seat, card, permission, place)
    if len(known) < len(permissions):
        return
    if any(permission.kind == "influence_wild" for permission in known):
        yield from _wild(action, place, known[0])
    elif place.rank - total not in {sum(by) for by in product(*(p.values for p in known))}:
        via = " and ".join(f"'{card}'" for card in action.via)
        yield Violation(
            "influence.via_sum",
            "R07",
            f"Even with {via}, a dice total of {total} does not reach {place.rank}.",
        )


def _via(
    state: State, seat: int, card: str, permission: Permission | None, place: Place
) -> Iterator[Violation]:
    if permission is None:
        yield Violation("influence.via", "R07", f"'{card}' does not help to influence advisors.")
    elif state.players[seat].spent[permission.uses] >> permission.index & 1:
        yield Violation("influence.via_used", "R07", f"'{card}' has already been used this season.")
    elif not allows(state, permission, seat, place.index):
        yield Violation("influence.via_now", "R07", f"'{card}' does not apply there now.")
    elif permission.prices and not any(can_pay(state, seat, price) for price in permission.prices):
        yield Violation("influence.via_cost", "R07", f"You cannot pay the price of '{card}'.")


def _wild(action: Influence, place: Place, permission: Permission) -> Iterator[Violation]:
    if len(action.dice) != 1 or action.bonus or action.plus2:
        yield Violation(
            "influence.wild",
            "F13",
            f"'{action.via[0]}' works only with a single own die, without bonus dice or a token.",
        )
    elif place.rank not in permission.values:
        yield Violation("influence.via_sum", "F13", f"'{action.via[0]}' does not reach {place.rank}.")
    elif place.rank == action.dice[0]:
        yield Violation(
            "influence.needless", "F13", f"A {place.rank} reaches '{place.name}' without '{action.via[0]}'."
        )


def _permission(state: State, seat: int, card: str) -> Permission | None:
    """Find the influencing permission of a player's card."""
    cards = state.table.cards
    permissions = state.players[seat].effects.permissions
    usable = (permission for kind in INFLUENCING for permission in permissions.get(kind, ()))
    return next((p for p in usable if cards[p.card].name == card), None)


def _room(state: State, seat: int, action: Influence, place: Place) -> Iterator[Violation]:
    taken = bool(full_places(state, seat) & place.bit)
    if place.bit & state.table.private & ~state.players[seat].effects.places:
        yield Violation("influence.private", "F38", f"'{place.name}' is on a card that is not yours.")
    elif closed_to(state, seat) & place.bit:
        yield Violation("influence.closed", "F47", f"A card in play closes '{place.name}' to you.")
    elif action.envoy and not state.players[seat].stock[state.table.resource["envoy"]]:
        yield Violation("influence.no_envoy", "R12", "You do not have the King's Envoy.")
    elif action.envoy and not taken:
        yield Violation("influence.envoy_free", "R10", f"You do not need the Envoy: '{place.name}' is free.")
    elif taken and not action.envoy:
        yield Violation("influence.taken", "R08", f"'{place.name}' has already been influenced this season.")


def _build(state: State, ask: Ask, action: Build) -> Iterator[Violation]:
    table, seat = state.table, ask.seat
    building = next((b for b in table.buildings.values() if b.name == action.building), None)
    if building is None:
        yield Violation("build.unknown", "R33", f"'{action.building}' is not a building.")
        return
    owned = state.players[seat].cards
    if owned >> building.card & 1:
        yield Violation("build.owned", "R33", f"You already have '{building.name}'.")
        return
    sheet = state.table.sheet(state.players[seat].strips)
    row = next((row for row in sheet if building.card in row), None)
    if row is None:
        yield Violation("build.sheet", "F16", f"'{building.name}' is not on your sheet.")
        return
    missing = _left_of(state, building, row, owned)
    if missing is not None:
        yield Violation("build.order", "R33", f"Build '{missing}' first: rows are built from left to right.")
        return
    offered = [o for o in ask.options if isinstance(o, Build) and o.building == building.name]
    if offered:
        yield Violation("build.price", "R34", f"'{building.name}' is offered as '{offered[0]}'.")
    else:
        yield Violation("build.cost", "R33", f"'{building.name}' costs {_cost(state, seat, building)}.")


def _left_of(state: State, building: Building, row: tuple[int, ...], owned: int) -> str | None:
    before = row[: row.index(building.card)]
    return next((state.table.buildings[card].name for card in before if not owned >> card & 1), None)


def _cost(state: State, seat: int, building: Building) -> str:
    """Write what a building costs a player now, and what they have of that."""
    table, printed = state.table, dict(building.price)
    now = {
        name: stat(state, table.stat[f"build_cost:{name}"], seat, printed.get(good, 0), building.card)
        for good in table.goods
        for name in (table.resources[good].name,)
    }
    costs = {name: count for name, count in now.items() if count > 0}
    held = {name: state.players[seat].stock[table.resource[name]] for name in costs}
    return f"{_listed(costs)}; you have {_listed(held)}"


def _listed(amounts: Mapping[str, int]) -> str:
    return " and ".join(f"{count} {name}" for name, count in amounts.items()) or "nothing"


def _recruit(state: State, ask: Ask, action: Recruit) -> Iterator[Violation]:
    yield from _missing(state, ask.seat, action.pay)
    paid = sum(count for _, count in action.pay)
    offered = {o.soldiers: sum(n for _, n in o.pay) for o in ask.options if isinstance(o, Recruit)}
    if action.soldiers in offered and offered[action.soldiers] != paid:
        yield Violation(
            "recruit.price",
            "R51",
            f"{action.soldiers} soldiers cost {offered[action.soldiers]} goods, not {paid}.",
        )
    elif not offered:
        yield Violation("recruit.goods", "R51", "You do not have enough goods for a soldier.")
