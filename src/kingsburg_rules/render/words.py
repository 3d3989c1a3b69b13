"""The few words that a picture adds to what the cards say."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kingsburg_rules.content.rules import Rules

_ONE = {"vp": "VP", "plus2": "“+2” token", "bonus_die": "bonus die", "envoy": "King's Envoy"}
_SEVERAL = {
    "building": "buildings",
    "card_in_hand": "cards in hand",
    "vp": "VP",
    "plus2": "“+2” tokens",
    "soldier": "soldiers",
    "bonus_die": "bonus dice",
}
_ROMAN = ("0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
_ASKED = {
    "influence": "influences an advisor or passes",
    "build": "builds or passes",
    "recruit": "hires soldiers or passes",
    "use": "may use a card",
    "take": "takes something",
    "give": "gives something up",
    "pay": "may pay",
    "trade": "may trade",
    "choose": "chooses",
    "bid": "bids or passes",
    "die": "chooses a die",
    "roll": "says what the dice show",
    "draw": "says which card is drawn",
    "arrange": "says in which order the players stand",
}
FOES = {
    "over": "over",
    "here": "here now",
    "joined": "fights beside it",
    "seen": "seen by you",
    "seen beside": "seen by you, second deck",
    "hidden": "hidden",
}
OUTCOMES = {"victory": "victory", "tie": "tie", "defeat": "defeat"}


def year_name(year: int) -> str:
    """Write a year as the board does."""
    return _ROMAN[year] if year < len(_ROMAN) else str(year)


def phase_name(rules: Rules, phase: str) -> str:
    """Name a phase of the year; a source that is none, such as the set-up, is called by its id."""
    return rules.phases.get(phase) or plain(phase).capitalize()


def listed(names: Sequence[str]) -> str:
    """Join names: `Ann, Brian and Cindy`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def plain(name: str) -> str:
    """Write an id as words."""
    return name.replace("_", " ")


def counted(resource: str, count: int) -> str:
    """Write an amount: `2 gold`, `1 soldier`."""
    names = _ONE if count == 1 else _SEVERAL
    return f"{count} {names.get(resource) or plain(resource)}"


def asked(kind: str) -> str:
    """Say what somebody must do."""
    return _ASKED.get(kind) or plain(kind)


def name_of(rules: Rules, source: str) -> str:
    """Name a card or a phase for people."""
    return rules.name_of(source) if source in rules.table.card else phase_name(rules, source)


def dice(values: tuple[int, ...], bonus: tuple[int, ...] = ()) -> str:
    """Write dice, the highest first, bonus dice in brackets: `5 3 1 (4)`."""
    own = " ".join(map(str, sorted(values, reverse=True)))
    white = " ".join(map(str, sorted(bonus, reverse=True)))
    return " ".join(filter(None, [own, f"({white})" * bool(bonus)]))
