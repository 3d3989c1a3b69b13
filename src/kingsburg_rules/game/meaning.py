"""Checks whether a value can be of a game with certain rules, before anything draws or describes it.

A value that was read from JSON has the right form, but it may name cards that do not exist, or have numbers
that no game has. The checks follow from the roles of its fields (see `engine.fields`): names exist in the
rule set, numbers are in a sane range, and nothing is longer than it can be in a game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from attrs import evolve, frozen

from kingsburg_rules.engine.decks import MOST_SEATS
from kingsburg_rules.engine.errors import SaveError, shortened, shown
from kingsburg_rules.engine.fields import (
    Form,
    Many,
    Maybe,
    Nested,
    One,
    Table,
    Word,
    fields_of,
    is_bag,
    is_list,
)
from kingsburg_rules.engine.roles import Role
from kingsburg_rules.engine.values import by_class, is_map
from kingsburg_rules.engine.wire import CHANCE_PLAYER
from kingsburg_rules.language.vocabulary import GOOD

if TYPE_CHECKING:
    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.game.views import SeatView

LARGEST_NUMBER: Final = 10**9
"""The largest number in a value, as in a game."""

MOST_DICE: Final = 100
LARGEST_DIE: Final = 99
"""The number of dice in one place, and what one of them may show: cards change both."""

MOST_ITEMS: Final = 1000
"""How long a list may be, or as long as the rules have cards."""

LONGEST_TEXT: Final = 1000
"""How long a text may be that is not a name of the rules."""

_NO_NAMES: Final[frozenset[str]] = frozenset()


@frozen
class _Known:
    """What a value of a game can name: by role, the names there are. `most` is the longest list."""

    names: Mapping[Role, frozenset[str]]
    years: int
    most: int


class _Wrong(NamedTuple):
    """What is wrong, and where."""

    where: str
    why: str

    def inside(self, where: str) -> _Wrong:
        """Return the same for the value that contains this one."""
        joint = "." if self.where and not self.where.startswith("[") else ""
        return _Wrong(f"{where}{joint}{self.where}", self.why)


_Check: TypeAlias = Callable[[object, _Known], _Wrong | None]


def check_value(value: object, rules: Rules) -> None:
    """Check that an action, an event, a decision or a part of a view can be of a game with these rules.

    Raises:
        SaveError: It names something unknown, or it has a number or a length that no game has.
    """
    _refuse(value, _check_of(type(value))(value, _known_to(rules)))


def check_view(view: SeatView) -> None:
    """Check a view as `check_value` does; all players that it names must sit at its table.

    Raises:
        SaveError: It is not a view of a game with its rules.
    """
    known, names = _known_to(view.rules), _players_of(view)
    seated = evolve(known, names={**known.names, Role.PLAYER: names})
    asked = evolve(known, names={**known.names, Role.PLAYER: names | {CHANCE_PLAYER}})
    for name, field in fields_of(type(view)).items():
        wrong = _check(field.form)(getattr(view, name), seated if name == "table" else asked)
        _refuse(view, wrong and wrong.inside(name))
    if sorted(view.table.turn_order) != sorted(names):
        _refuse(view, _Wrong("table.turn_order", "must name every player once"))


def _players_of(view: SeatView) -> frozenset[str]:
    """List the players at the table of a view, which may be malformed."""
    players: object = getattr(view.table, "players", None)
    found = [getattr(player, "name", None) for player in players] if is_list(players) else []
    names = frozenset(name for name in found if isinstance(name, str))
    if not 0 < len(names) == len(found) <= MOST_SEATS:
        _refuse(view, _Wrong("table.players", f"must be 1 to {MOST_SEATS} different players"))
    return names


def _refuse(value: object, wrong: _Wrong | None) -> None:
    if wrong is not None:
        name = type(value).__name__
        where = shortened(wrong.where)
        raise SaveError(
            "json.meaning", f"This {name} is not of a game with these rules: {where} {wrong.why}."
        )


def _known_to(rules: Rules) -> _Known:
    """List what values can name; a rule set keeps it."""
    table = rules.table
    known = table.kept.get("what values name")
    if not isinstance(known, _Known):
        cards = frozenset(card.name for card in table.cards)
        places = frozenset(place.name for place in table.places)
        phases = frozenset(table.phases)
        seasons = frozenset(table.seasons)
        names = {
            Role.PLAYER: _NO_NAMES,
            Role.CARD: cards,
            Role.ADVISOR: places,
            Role.RESOURCE: frozenset((*table.resource, GOOD)),
            Role.PHASE: phases,
            Role.SEASON: seasons,
            Role.SOURCE: cards | places | phases | seasons | frozenset(table.sources),
            Role.MOMENT: frozenset(table.events),
            Role.MEMORY: frozenset(memory.name for memory in table.memories),
        }
        known = table.kept["what values name"] = _Known(names, table.years, max(MOST_ITEMS, len(cards)))
    return known


# The checks, made once for every form


@by_class
def _check_of(cls: type[object]) -> _Check:
    """Make the check of the fields of a class."""
    parts = [(name, _check(field.form)) for name, field in fields_of(cls).items()]

    def check_fields(value: object, known: _Known) -> _Wrong | None:
        for name, check in parts:
            wrong = check(getattr(value, name), known)
            if wrong is not None:
                return wrong.inside(name)
        return None

    return check_fields


@cache
def _check(form: Form) -> _Check:
    """Make the check of the values of a form."""
    match form:
        case One(role):
            return _CHECKS.get(role) or _name_of(role)
        case Word(words):
            return lambda value, _: (
                None if _is_text(value) and value in words else _not("a known word", value)
            )
        case Maybe(of):
            inner = _check(of)
            return lambda value, known: None if value is None else inner(value, known)
        case Many(of):
            return _many(_check(of))
        case Table(key, of):
            return _table(_check(One(key)), _check(of))
        case Nested(cls):
            return lambda value, known: (
                _check_of(type(value))(value, known) if isinstance(value, cls) else _not("known", value)
            )


def _not(what: str, value: object) -> _Wrong:
    return _Wrong("", f"must be {what}, not {shown(value)}")


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _name_of(role: Role) -> _Check:
    """Make the check of names with a role. A role whose names the rules do not list has short texts."""

    def check(value: object, known: _Known) -> _Wrong | None:
        names = known.names.get(role)
        if names is None:
            right = isinstance(value, str) and len(value) <= LONGEST_TEXT and value.isprintable()
        else:
            right = isinstance(value, str) and value in names
        return None if right else _not(f"a known {role.word}", value)

    return check


_LONGEST_NAME: Final = 40


def _player(value: object, known: _Known) -> _Wrong | None:
    """Check the name of a player: one at the table if it is known who sits there."""
    names = known.names[Role.PLAYER]
    if names:
        right = isinstance(value, str) and value in names
    else:
        right = isinstance(value, str) and 0 < len(value) <= _LONGEST_NAME and value.isprintable()
    return None if right else _not("a player", value)


def _many(check: _Check) -> _Check:
    def check_all(value: object, known: _Known) -> _Wrong | None:
        if not is_list(value) or len(value) > known.most:
            return _not(f"a list of at most {known.most}", value)
        for n, one in enumerate(value):
            wrong = check(one, known)
            if wrong is not None:
                return wrong.inside(f"[{n}]")
        return None

    return check_all


def _table(check_key: _Check, check: _Check) -> _Check:
    def check_entries(value: object, known: _Known) -> _Wrong | None:
        if not is_map(value) or len(value) > known.most:
            return _not(f"a map of at most {known.most}", value)
        for key, one in value.items():
            wrong = check_key(key, known)
            if wrong is not None:
                return wrong
            wrong = check(one, known)
            if wrong is not None:
                return wrong.inside(shortened(str(key)))
        return None

    return check_entries


def _number(value: object, _: _Known) -> _Wrong | None:
    right = isinstance(value, int) and -LARGEST_NUMBER <= value <= LARGEST_NUMBER
    return None if right else _not("a number as games have", value)


def _year(value: object, known: _Known) -> _Wrong | None:
    right = isinstance(value, int) and 0 <= value <= known.years
    return None if right else _not(f"a year from 0 to {known.years}", value)


def _flag(value: object, _: _Known) -> _Wrong | None:
    return None if isinstance(value, bool) else _not("true or false", value)


def _face(value: object, _: _Known) -> _Wrong | None:
    return None if isinstance(value, int) and 1 <= value <= 6 else _not("the face of a die", value)


def _dice(value: object, _: _Known) -> _Wrong | None:
    if not is_list(value) or len(value) > MOST_DICE:
        return _not(f"a list of at most {MOST_DICE} dice", value)
    for die in value:
        if not isinstance(die, int) or not 1 <= die <= LARGEST_DIE:
            return _not(f"dice from 1 to {LARGEST_DIE}", die)
    return None


def _bag(value: object, known: _Known) -> _Wrong | None:
    if not is_bag(value) or len(value) > known.most:
        return _not("amounts of resources", value)
    for name, amount in value:
        if name not in known.names[Role.RESOURCE]:
            return _not("known resources", name)
        wrong = _number(amount, known)
        if wrong is not None:
            return wrong
    return None


_CHECKS: Final[Mapping[Role, _Check]] = {
    Role.PLAYER: _player,
    Role.NUMBER: _number,
    Role.YEAR: _year,
    Role.FLAG: _flag,
    Role.FACE: _face,
    Role.DICE: _dice,
    Role.BONUS_DICE: _dice,
    Role.ROLL: _dice,
    Role.BAG: _bag,
}
"""The checks of values that are not names of the rules."""
