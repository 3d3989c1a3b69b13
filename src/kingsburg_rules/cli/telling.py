"""Events told as sentences, one line each, for whoever may know of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.markup import escape

from kingsburg_rules.cli.deals import Deal, gathered
from kingsburg_rules.cli.words import bag, dice, listed, year_name
from kingsburg_rules.engine.events import (
    AbilityUsed,
    BiddingOpened,
    BidMade,
    Built,
    CardDiscarded,
    CardEntered,
    CardsOffered,
    Destroyed,
    DiceRolled,
    EnemyRevealed,
    EnemySeen,
    Event,
    Fought,
    GameEnded,
    Influenced,
    Passed,
    Peeked,
    PhaseStarted,
    Rewarded,
    TurnOrderSet,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from kingsburg_rules.cli.deals import Deal, gathered
from kingsburg_rules.cli.words import Names

COLOURS = ("red", "green", "bright_blue", "yellow", "magenta")
_GO_HOME = frozenset({"soldier", "bonus_die", "envoy"})
"""What goes back to the supply by itself; nobody needs to be told each time."""
_PASSED = {
    "influence": "places no more dice",
    "build": "builds nothing",
    "recruit": "hires nobody",
    "bid": "bids no more",
}
_FOUGHT = {"victory": "wins", "tie": "holds out", "defeat": "is defeated"}


class Teller:
    """Tells what happened, with markup for the console: each player has a colour."""

    def __init__(self, names: Names, players: Sequence[str]) -> None:
        self.names = names
        self._colours = {name: COLOURS[seat % len(COLOURS)] for seat, name in enumerate(players)}

    def who(self, player: str | None) -> str:
        """Name a player in his colour."""
        if player is None:
            return "The game"
        return f"[bold {self._colours.get(player, 'white')}]{escape(player)}[/]"

    def tell(self, events: Iterable[Event], viewers: Collection[str]) -> list[str]:
        """Tell events in order; what only one player may know is told if he is among the viewers."""
        known = (event for event in events if event.only_for is None or event.only_for in viewers)
        told = (self._deal(item) if isinstance(item, Deal) else self._line(item) for item in gathered(known))
        return [line for line in told if line]

    def _deal(self, deal: Deal) -> str:
        lost, gained = bag(deal.lost.items()), bag(deal.gained.items())
        if deal.cause is not None:
            price = f" for {lost}" if deal.lost else ""
            return f"{self._cause(deal.cause)}{price}" + (f": {gained}." if deal.gained else ".")
        if not deal.gained and set(deal.lost) <= _GO_HOME:
            return ""
        parts = [f"gains {gained}"] * bool(deal.gained) + [f"loses {lost}"] * bool(deal.lost)
        return f"{self.who(deal.player)} {' and '.join(parts)} ({self.names.source(deal.source)})."

    def _cause(self, cause: Built | AbilityUsed | Rewarded) -> str:
        match cause:
            case Built():
                return f"{self.who(cause.player)} builds the {self.names.card(cause.building)}"
            case AbilityUsed():
                return f"{self.who(cause.player)} uses the {self.names.card(cause.card)}"
            case Rewarded():
                return f"The {self.names.card(cause.advisor)} helps {self.who(cause.player)}"

    def _line(self, event: Event) -> str:
        match event:
            case PhaseStarted():
                return f"[bold]Year {year_name(event.year)}, {self.names.phase(event.phase)}[/]"
            case TurnOrderSet():
                return f"Turn order: {', '.join(map(self.who, event.players))}."
            case DiceRolled():
                return self._rolled(event)
            case Influenced():
                return self._influenced(event)
            case Passed():
                return f"{self.who(event.player)} {_PASSED.get(event.what, 'passes')}."
            case Destroyed():
                return f"The {self.names.card(event.building)} of {self.who(event.player)} is destroyed."
            case CardsOffered() | BiddingOpened() | BidMade() | CardEntered() | CardDiscarded():
                return self._card_line(event)
            case _:
                return self._winter_line(event)

    def _card_line(self, event: CardsOffered | BiddingOpened | BidMade | CardEntered | CardDiscarded) -> str:
        match event:
            case CardsOffered():
                return f"To be bid for: {listed(list(map(self.names.card, event.cards)))}."
            case BiddingOpened():
                return f"{self.who(event.player)} puts up the {self.names.card(event.card)}."
            case BidMade():
                return f"{self.who(event.player)} bids {event.amount}."
            case CardDiscarded():
                return f"{self.who(event.player)} gives up {self.names.card(event.card)}."
            case CardEntered():
                name = self.names.card(event.card)
                return f"{self.who(event.player)} has {name} now: {self.names.text(event.card)}"

    def _influenced(self, event: Influenced) -> str:
        advisor = self.names.card(event.advisor)
        if event.player is None:
            return f"Neutral dice lie on the {advisor}: {dice(event.dice)}."
        group = self.names.group(event.dice, event.bonus, event.plus2, event.via)
        envoy = ", sending the Envoy" if event.envoy else ""
        return f"{self.who(event.player)} influences the {advisor} with {group}{envoy}."

    def _rolled(self, event: DiceRolled) -> str:
        total = sum(event.dice) + sum(event.bonus)
        rolled = dice(event.dice, event.bonus)
        if event.player is None:
            return f"A die for everybody shows {rolled}."
        return f"{self.who(event.player)} rolls {rolled}, which makes {total}."

    def _winter_line(self, event: Event) -> str:
        match event:
            case Peeked():
                return f"{self.who(event.player)} looks at the enemy of this year."
            case EnemySeen():
                return f"{self.who(event.player)} sees: {self.names.enemy(event.enemy)}"
            case EnemyRevealed():
                return f"The enemy comes: {self.names.enemy(event.enemy)}"
            case Fought():
                how = _FOUGHT.get(event.outcome, event.outcome)
                return f"{self.who(event.player)} {how} with {event.strength} against {event.enemy_strength}."
            case GameEnded():
                verb = "wins" if len(event.winners) == 1 else "share the victory"
                return f"[bold]The game is over: {listed(list(map(self.who, event.winners)))} {verb}.[/]"
            case _:
                return ""
