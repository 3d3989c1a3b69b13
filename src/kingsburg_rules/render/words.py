"""The few words that a picture adds to what the cards say."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kingsburg_rules.content.rules import Rules

_PHASES = {
    "setup": "Set-up",
    "kings_favor": "King's Favor",
    "kings_reward": "King's Reward",
    "kings_envoy": "King's Envoy",
    "scoring": "Last points",
}
_ONE = {"vp": "VP", "plus2": "“+2” token", "bonus_die": "bonus die", "envoy": "King's Envoy"}
_SEVERAL = {"vp": "VP", "plus2": "“+2” tokens", "soldier": "soldiers", "bonus_die": "bonus dice"}
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
    "die": "chooses a die",
    "roll": "says what the dice show",
    "draw": "says which card is drawn",
    "arrange": "says in which order the players stand",
}
OUTCOMES = {"victory": "victory", "tie": "tie", "defeat": "defeat"}


def year_name(year: int) -> str:
    """Write a year as the board does."""
    return _ROMAN[year] if year < len(_ROMAN) else str(year)


def phase_name(phase: str) -> str:
    """Name a phase of the year."""
    return _PHASES.get(phase) or plain(phase).capitalize()


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
    return rules.name_of(source) if source in rules.table.card else phase_name(source)


def dice(values: tuple[int, ...], bonus: tuple[int, ...] = ()) -> str:
    """Write dice, the highest first, bonus dice in brackets: `5 3 1 (4)`."""
    own = " ".join(map(str, sorted(values, reverse=True)))
    white = " ".join(map(str, sorted(bonus, reverse=True)))
    return " ".join(filter(None, [own, f"({white})" * bool(bonus)]))
