"""Keys: the names by which programs find things in a picture, and the same thing in the next picture.

A key is a kind and what tells one thing of this kind from the others, joined by colons: `advisor:king`,
`building:0:inn`, `die:1:6`. Players are numbers, those of their seats from 0, since their names can be
anything. `docs/how-to/draw-a-game.md` lists all kinds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import frozen

from kingsburg_rules.content.rules import Rules
from kingsburg_rules.engine.actions import (
    Action,
    Build,
    ChooseDie,
    Influence,
    Recruit,
)
from kingsburg_rules.engine.errors import SetupError
from kingsburg_rules.engine.events import Event, Undone
from kingsburg_rules.engine.fields import fields_of
from kingsburg_rules.engine.roles import Role
from kingsburg_rules.engine.wire import Value
from kingsburg_rules.language.registry import is_tuple

NEUTRAL = "neutral"
"""The part of a key in place of a seat, for dice that belong to nobody."""

BONUS = "bonus"


def stock(seat: int, resource: str) -> str:
    """Name an amount that a player has."""
    return f"stock:{seat}:{resource}"


def building(seat: int, card: str) -> str:
    """Name a building of a player's province."""
    return f"building:{seat}:{card}"


def die(seat: int | None, value: int, *, bonus: bool = False) -> str:
    """Name a die by its owner and its value; bonus dice are apart."""
    owner = NEUTRAL if seat is None else str(seat)
    return f"die:{owner}:{BONUS}:{value}" if bonus else f"die:{owner}:{value}"


def option(action: Action) -> str:
    """Name an option of a decision."""
    return f"option:{action}"


class Copies:
    """Tells things apart that have the same key: the second one gets `:2` at its end, and so on."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def next(self, key: str) -> str:
        """Return the key of one more such thing."""
        self._seen[key] += 1
        count = self._seen[key]
        return key if count == 1 else f"{key}:{count}"


@frozen
class Finder:
    """Finds the keys of what actions and events are about; `seats` are the numbers of the players."""

    rules: Rules
    seats: Mapping[str, int]

    def targets(self, action: Action, player: str) -> Iterable[str]:
        """List what a player would click to choose an action; not what it costs, or what helps."""
        seat = self.seats[player]
        match action:
            case Influence():
                return (f"advisor:{action.advisor}",)
            case Build():
                return (building(seat, action.building),)
            case ChooseDie():
                return (die(seat, action.value, bonus=action.bonus),)
            # Many amounts can be recruited; all of them are chosen at the soldiers.
            case Recruit():
                return (stock(seat, "soldier"),)
            case _:
                return dict.fromkeys(self._about(action, seat))

    def touched(self, event: Event) -> Iterable[str]:
        """List what an event changed, or what it is about. Some events only keep a client up to date."""
        if not event.news or isinstance(event, Undone):
            return ()
        named = getattr(event, "player", None)
        seat = self.seats.get(named) if isinstance(named, str) else None
        found = dict.fromkeys(self._about(event, seat))
        if not found and seat is not None:
            return (f"player:{seat}",)
        return found

    def _about(self, thing: Action | Event, seat: int | None) -> Iterator[str]:
        for name, field in fields_of(type(thing)).items():
            if name != "player":
                for role, piece in pieces(getattr(thing, name), field.role):
                    yield from self._keys(role, piece, seat)

    def _keys(self, role: Role | None, piece: str, seat: int | None) -> Iterator[str]:
        compiled = self.rules.compiled
        if role in _OF_CARDS and piece in compiled.card:
            yield from self._card(piece, seat)
        elif role in _OF_CARDS and any(place.name == piece for place in compiled.places):
            yield from self._advisor(piece, seat)
        elif role is Role.PLAYER and piece in self.seats:
            yield f"player:{self.seats[piece]}"
        elif role in _OF_RESOURCES and piece in compiled.resource and seat is not None:
            yield stock(seat, piece)

    def _card(self, card: str, seat: int | None) -> Iterator[str]:
        compiled = self.rules.compiled
        index = compiled.card[card]
        if any(place.card == index for place in compiled.places):
            yield from self._advisor(card, seat)
        elif compiled.building_set >> index & 1:
            seats = self.seats.values() if seat is None else (seat,)
            yield from (building(each, card) for each in seats)
        else:
            yield f"enemy:{card}" if index in compiled.enemies else f"card:{card}"

    def _advisor(self, advisor: str, seat: int | None) -> Iterator[str]:
        yield f"advisor:{advisor}"
        if seat is not None:
            yield f"group:{advisor}:{seat}"


_OF_CARDS = (Role.CARD, Role.ADVISOR, Role.SOURCE)
_OF_RESOURCES = (Role.RESOURCE, Role.BAG)


def pieces(value: object, role: Role | None) -> Iterator[tuple[Role | None, str]]:
    """Take a value apart into the names in it."""
    if isinstance(value, str):
        yield role, value
    elif is_tuple(value):
        for one in value:
            yield from pieces(one, role)
    # A thing that is chosen is a value with its name inside.
    elif isinstance(value, Value):
        for name, field in fields_of(type(value)).items():
            yield from pieces(getattr(value, name), field.role)


def highlighted(things: Sequence[Action | Event | str], finder: Finder, player: str) -> dict[str, str]:
    """Return how each key is highlighted: `can` if it can be chosen, `new` if it has just changed.

    Raises:
        SetupError: Something is not an action, an event or a key.
    """
    rings: dict[str, str] = {}
    for thing in things:
        match thing:
            case str():
                rings[thing] = "new"
            case Event():
                rings.update(dict.fromkeys(finder.touched(thing), "new"))
            case Action() if player in finder.seats:
                rings.update(dict.fromkeys((option(thing), *finder.targets(thing, player)), "can"))
            case Action():
                pass
            case _:
                raise SetupError(
                    "picture.highlight",
                    f"Highlight actions, events or keys, not {type(thing).__name__}.",
                )
    return rings
