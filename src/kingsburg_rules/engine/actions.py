"""Actions: the legal answers to decisions.

An action is a small frozen value made of names and numbers only. It has a short text form (`str(action)`),
which `kingsburg_rules.game.notation` reads back. The same action value may be offered again and again, so
the machine shares one object for all equal offers.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from attrs import frozen

from kingsburg_rules.engine.errors import IllegalAction, Violation
from kingsburg_rules.engine.roles import (
    AdvisorId,
    BonusDice,
    CardId,
    ChoiceName,
    DieFace,
    OwnDice,
    PlayerName,
    Rolled,
)
from kingsburg_rules.engine.roles import Bag as Bag  # noqa: PLC0414
from kingsburg_rules.engine.values import Value


def bag_text(bag: Bag) -> str:
    """Write a bag: `2gold+wood`; an empty bag is `nothing`."""
    return "+".join(f"{amount if amount != 1 else ''}{name}" for name, amount in bag) or "nothing"


def dice_text(dice: tuple[int, ...]) -> str:
    """Write dice, the highest first: `5+3`."""
    return "+".join(str(value) for value in sorted(dice, reverse=True))


@frozen(eq=False, repr=False)
class Action(Value):
    """A legal answer to a decision."""

    @staticmethod
    def from_json(text: str) -> AnyAction:
        """Read what `to_json` wrote; what is as usual may be missing.

        Raises:
            IllegalAction: It is no action.
        """
        from kingsburg_rules.engine import wire

        try:
            found = wire.from_plain(wire.parsed(text), Value)
        except wire.Unreadable as error:
            raise _malformed(str(error), text) from error
        if not isinstance(found, AnyAction):
            raise _malformed(f"it is {type(found).__name__}", text)
        return found


def _malformed(why: str, text: str) -> IllegalAction:
    return IllegalAction(Violation("action.malformed", "json", f"This is not an action: {why}."), text)


@frozen(eq=False, repr=False)
class Pass(Action):
    """Do nothing here: no advisor, no building, no soldiers."""

    def __str__(self) -> str:
        """Write the action as text."""
        return "pass"


@frozen(eq=False, repr=False)
class Done(Action):
    """Use nothing more in this window, or decline an offer."""

    def __str__(self) -> str:
        """Write the action as text."""
        return "done"


@frozen(eq=False, repr=False)
class Influence(Action):
    """Put dice on an advisor.

    `dice` are the player's own dice and `bonus` the bonus dice of the group; `plus2` is what a "+2" token
    adds (0: none is used); `via` names the card whose permission is used; `envoy` joins an occupied advisor.
    """

    advisor: AdvisorId
    dice: OwnDice
    bonus: BonusDice = ()
    plus2: int = 0
    via: CardId | None = None
    envoy: bool = False

    def __str__(self) -> str:
        """Write the action as text."""
        text = f"influence {self.advisor} {dice_text(self.dice)}"
        if self.bonus:
            text += f" bonus {dice_text(self.bonus)}"
        if self.plus2:
            text += f" plus{self.plus2}"
        if self.via:
            text += f" via {self.via}"
        return text + (" envoy" if self.envoy else "")


@frozen(eq=False, repr=False)
class Build(Action):
    """Construct a building and pay for it; `envoy` marks the second one of a double build."""

    building: CardId
    pay: Bag
    envoy: bool = False

    def __str__(self) -> str:
        """Write the action as text."""
        return f"build {self.building} for {bag_text(self.pay)}" + (" envoy" if self.envoy else "")


@frozen(eq=False, repr=False)
class Recruit(Action):
    """Hire soldiers in phase 7 for the resources paid."""

    soldiers: int
    pay: Bag

    def __str__(self) -> str:
        """Write the action as text."""
        return f"recruit {self.soldiers} for {bag_text(self.pay)}"


@frozen(eq=False, repr=False)
class Use(Action):
    """Use an ability of a card that is waiting in a window, paying its price if it has one.

    `ability` numbers the abilities of one card that could be meant, counted from 1.
    """

    card: CardId
    pay: Bag = ()
    ability: int = 1

    def __str__(self) -> str:
        """Write the action as text."""
        text = f"use {self.card}" + (f" #{self.ability}" if self.ability != 1 else "")
        return text + (f" pay {bag_text(self.pay)}" if self.pay else "")


@frozen(eq=False, repr=False)
class Take(Action):
    """Choose what to gain."""

    gain: Bag

    def __str__(self) -> str:
        """Write the action as text."""
        return f"take {bag_text(self.gain)}"


@frozen(eq=False, repr=False)
class Give(Action):
    """Choose what to lose."""

    lose: Bag

    def __str__(self) -> str:
        """Write the action as text."""
        return f"give {bag_text(self.lose)}"


@frozen(eq=False, repr=False)
class Pay(Action):
    """Pay a price in order to get what is behind it."""

    price: Bag

    def __str__(self) -> str:
        """Write the action as text."""
        return f"pay {bag_text(self.price)}"


@frozen(eq=False, repr=False)
class Trade(Action):
    """Give some resources for others."""

    pay: Bag
    gain: Bag

    def __str__(self) -> str:
        """Write the action as text."""
        return f"trade {bag_text(self.pay)} for {bag_text(self.gain)}"


@frozen(eq=False, repr=False)
class Bid(Action):
    """Bid for what an auction offers: the price to pay if nobody bids more. Nothing is a bid, too."""

    price: Bag

    def __str__(self) -> str:
        """Write the action as text."""
        return f"bid {bag_text(self.price)}"


@frozen(eq=False, repr=False)
class Choose(Action):
    """Choose one of several named things that a card offers: an option, a player, a card."""

    choice: ChoiceName

    def __str__(self) -> str:
        """Write the action as text."""
        return f"choose {self.choice}"


@lru_cache(maxsize=4096)
def chosen(choice: str) -> Choose:
    """Give the action that chooses something; one object for all who may choose it."""
    return Choose(choice)


@frozen(eq=False, repr=False)
class ChooseDie(Action):
    """Choose one of the dice rolled; dice of one colour and value are the same die."""

    value: DieFace
    bonus: bool = False

    def __str__(self) -> str:
        """Write the action as text."""
        return f"die {self.value}" + (" bonus" if self.bonus else "")


@frozen(eq=False, repr=False)
class Roll(Action):
    """A result of chance: the faces of dice, lowest first."""

    dice: Rolled

    def __str__(self) -> str:
        """Write the action as text."""
        return "roll " + "+".join(map(str, self.dice))


@frozen(eq=False, repr=False)
class Draw(Action):
    """A result of chance: the card drawn."""

    card: CardId

    def __str__(self) -> str:
        """Write the action as text."""
        return f"draw {self.card}"


@frozen(eq=False, repr=False)
class Arrange(Action):
    """A result of chance: an order of players."""

    players: tuple[PlayerName, ...]

    def __str__(self) -> str:
        """Write the action as text."""
        return "arrange " + ", ".join(self.players)


PASS = Pass()
DONE = Done()

AnyAction: TypeAlias = (
    Pass
    | Done
    | Influence
    | Build
    | Recruit
    | Use
    | Take
    | Give
    | Pay
    | Trade
    | Bid
    | Choose
    | ChooseDie
    | Roll
    | Draw
    | Arrange
)
"""Every action there is: what a program must handle that handles all of them."""

DecisionKind: TypeAlias = Literal[
    "influence",
    "build",
    "recruit",
    "use",
    "take",
    "give",
    "pay",
    "trade",
    "bid",
    "choose",
    "die",
    "roll",
    "draw",
    "arrange",
]
"""Every kind of decision there is: what is asked. The last three are asked of chance alone."""
