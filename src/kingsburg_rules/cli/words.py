"""Words for people: amounts, years, phases, cards and answers, in plain English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.markup import escape

from kingsburg_rules.engine.actions import (
    Action,
    Bid,
    Build,
    Choose,
    ChooseDie,
    Done,
    Give,
    Influence,
    Pay,
    Recruit,
    Take,
    Trade,
    Use,
    dice_text,
)
from kingsburg_rules.language.cards import EnemyCard

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.language.cards import CardNode

_ONE = {"vp": "VP", "plus2": '"+2" token', "soldier": "soldier", "bonus_die": "bonus die", "envoy": "envoy"}
_SEVERAL = {"vp": "VP", "plus2": '"+2" tokens', "soldier": "soldiers", "bonus_die": "bonus dice"}
_KINDS = {"enemy": "Enemies"}
_ROMAN = ("0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")


def year_name(year: int) -> str:
    """Write a year as the board does."""
    return _ROMAN[year] if year < len(_ROMAN) else str(year)


def amount(resource: str, count: int) -> str:
    """Write an amount: `2 gold`, `1 soldier`."""
    if resource == "envoy" and count == 1:
        return "the King's Envoy"
    names = _ONE if count == 1 else _SEVERAL
    return f"{count} {names.get(resource, resource.replace('_', ' '))}"


def bag(amounts: Iterable[tuple[str, int]]) -> str:
    """Write several amounts: `2 gold, 1 wood`."""
    return ", ".join(amount(resource, count) for resource, count in amounts) or "nothing"


def changes(gained: Mapping[str, int], lost: Mapping[str, int]) -> str:
    """Write what came and went in the end, briefly: `2 gold, 1 token, -1 wood`."""
    net = {name: gained.get(name, 0) - lost.get(name, 0) for name in {**gained, **lost}}
    came = [amount(name, count).replace('"+2" ', "") for name, count in net.items() if count > 0]
    went = [f"-{amount(name, -count)}".replace('"+2" ', "") for name, count in net.items() if count < 0]
    return ", ".join([*came, *went])


def initials(cost: Iterable[tuple[str, int]]) -> str:
    """Write a price briefly: `3g 1s`."""
    return " ".join(f"{count}{resource[0]}" for resource, count in cost) or "free"


def listed(names: Sequence[str]) -> str:
    """Join names: `Ann, Brian and Cindy`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def dice(values: tuple[int, ...], bonus: tuple[int, ...] = ()) -> str:
    """Write dice that lie on the table, bonus dice in brackets: `5 3 1 (4)`."""
    own = " ".join(map(str, sorted(values, reverse=True)))
    white = " ".join(map(str, sorted(bonus, reverse=True)))
    return f"{own} ({white})" if bonus else own


class Names:
    """The names and texts of a rule set for people, ready for a console: brackets in them are no markup."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    @property
    def cards(self) -> dict[str, CardNode]:
        """The cards as they are written, by name."""
        return {card.name: self._rules.cards[card.ref] for card in self._rules.table.cards}

    def card(self, card: str) -> str:
        """Name a card; a name that is no card stays as it is."""
        return escape(self._rules.name_of(card) if card in self._rules.table.card else card.replace("_", " "))

    def phase(self, phase: str) -> str:
        """Name a phase of the year; a name that is none, such as `game`, stays as it is."""
        return escape(self._rules.phases.get(phase, phase.capitalize()))

    def text(self, card: str) -> str:
        """Say what a card does."""
        return escape(self.node(card).text)

    def node(self, card: str) -> CardNode:
        """Give a card as it is written."""
        return self._rules.cards[self._rules.table.cards[self._rules.table.card[card]].ref]

    def kind(self, source: str) -> str:
        """Name the kind of a source of points: a kind of card, or the phase itself."""
        if source not in self._rules.table.card:
            return self.phase(source)
        kind = self.node(source).kind
        return _KINDS.get(kind, f"{kind.capitalize()}s")

    def enemy(self, card: str) -> str:
        """Write what an enemy card says."""
        node = self.node(card)
        strength = f", strength {node.strength}" if isinstance(node, EnemyCard) else ""
        return f"{self.card(card)}{strength}. {self.text(card)}".strip()

    def source(self, source: str) -> str:
        """Name where something comes from: a card or a phase."""
        return self.card(source) if source in self._rules.table.card else self.phase(source)

    def group(self, dice_: tuple[int, ...], bonus: tuple[int, ...], plus2: int, via: str | None) -> str:
        """Write a group of dice, with what helps it: `6+2`, `6 "+2"`, `5+4 Market`."""
        parts = [dice_text(dice_) + (f"+({dice_text(bonus)})" if bonus else "")]
        if plus2:
            parts.append(f'"+{plus2}"')
        if via:
            parts.append(self.card(via))
        return " ".join(parts)

    def answer(self, action: Action) -> str:
        """Say what an answer does."""
        match action:
            case Influence():
                group = self.group(action.dice, action.bonus, action.plus2, action.via)
                envoy = ", sending the Envoy" if action.envoy else ""
                return f"influence the {self.card(action.advisor)} with {group}{envoy}"
            case Build():
                second = ", with the Envoy's help" if action.envoy else ""
                return f"build the {self.card(action.building)} for {bag(action.pay)}{second}"
            case Recruit():
                return f"hire {amount('soldier', action.soldiers)} for {bag(action.pay)}"
            case Use():
                price = f", paying {bag(action.pay)}" if action.pay else ""
                return f"use the {self.card(action.card)}{price}"
            case _:
                return self._choice(action)

    def _choice(self, action: Action) -> str:
        match action:
            case Take():
                return f"take {bag(action.gain)}"
            case Give():
                return f"give up {bag(action.lose)}"
            case Pay():
                return f"pay {bag(action.price)}"
            case Trade():
                return f"give {bag(action.pay)} for {bag(action.gain)}"
            case Bid():
                return f"bid {bag(action.price)}"
            case Choose():
                return self.card(action.choice)
            case ChooseDie():
                return f"the {'bonus ' if action.bonus else ''}die that shows {action.value}"
            case _:
                return "no, go on" if isinstance(action, Done) else str(action)
