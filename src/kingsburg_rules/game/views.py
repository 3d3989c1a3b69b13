"""Views: the whole public state as typed values, and the view of one seat.

`SeatView` is the only way out for a client. It never holds the hidden enemy cards that the seat has not
looked at, the generator, other players' options, or answers that are still secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Final

from attrs import evolve, field, frozen

from kingsburg_rules.content.rules import Rules
from kingsburg_rules.engine import wire
from kingsburg_rules.engine.actions import AnyAction, AnyThing
from kingsburg_rules.engine.compiled_rules import MOST_SEATS
from kingsburg_rules.engine.errors import SaveError, expect, shortened
from kingsburg_rules.engine.fields import TRAVELS, FrozenMap, is_list, is_map
from kingsburg_rules.engine.public_state import (
    DiceAside,
    GameState,
    Memory,
    OwedDecision,
    SeenCard,
    Things,
)
from kingsburg_rules.engine.roles import CardId, OnlyFor, Role, Secret, Year
from kingsburg_rules.engine.wire import CHANCE_PLAYER, Known, Unreadable, Value, flaw
from kingsburg_rules.game.decisions import Decision
from kingsburg_rules.language.vocabulary import GOOD, RESOURCES

if TYPE_CHECKING:
    from kingsburg_rules.content.rules import Rules

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
    seen_enemies: Secret[Mapping[Year, CardId]] = field(factory=FrozenMap[int, str])
    seen_further: Secret[Mapping[Year, CardId]] = field(factory=FrozenMap[int, str])
    hand: Secret[tuple[CardId, ...]] = ()
    face_down: Secret[tuple[DiceAside, ...]] = ()
    memory: Secret[Memory] = field(factory=FrozenMap[str, Mapping[str, int]])
    seen_cards: Secret[tuple[SeenCard, ...]] = ()
    things: Secret[Things] = field(factory=FrozenMap[str, Mapping[str, AnyThing]])
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

        What only a newer version knows is left out.

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
            view = wire.from_plain(
                data, SeatView, _names_in(data), newer=True, rules=rules, decision=decision
            )
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
    for where, named, fitting in _of_one_kind(view):
        if not {*named} <= fitting:
            _refuse(view, Unreadable("names something of another kind", where))


def _of_one_kind(view: SeatView) -> Iterator[tuple[str, Iterable[str], Set[str]]]:
    """List what stands where a picture finds only things of one kind, with all things of that kind."""
    compiled, table = view.rules.compiled, view.table
    enemies = {compiled.cards[card].name for card in compiled.enemies}
    strips = {compiled.cards[card].name for card in compiled.strips}
    enemies_in = {
        "enemy": () if table.enemy is None else (table.enemy,),
        "past_enemies": table.past_enemies,
        "joined": table.joined,
        "fighting": table.fighting,
    }
    for name, cards in enemies_in.items():
        yield "table." + name, cards, enemies
    yield "seen_enemies", view.seen_enemies.values(), enemies
    yield "seen_further", view.seen_further.values(), enemies
    for player in table.players:
        yield "table.players.strips", player.strips, strips
        for price in player.prices.values():
            yield "table.players.prices", dict(price), compiled.resource.keys()


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
