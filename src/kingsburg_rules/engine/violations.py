"""Violations: why an action is not possible, as a code, a rule and typed facts.

The facts have roles, as the fields of events have. So the text layer writes a sentence about them in any
language, with names instead of ids; `Game.why_not` and `Game.play` do that. Where no names are at hand, such
as in a `Position`, the sentence is the docstring of the class.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from attrs import field, frozen

from kingsburg_rules.engine.fields import TRAVELS, Tagged
from kingsburg_rules.engine.roles import (
    AdvisorId,
    Bag,
    CardId,
    DecisionName,
    DieFace,
    PlayerName,
    Quoted,
    ResourceId,
    SourceId,
)
from kingsburg_rules.engine.values import Value


@frozen(eq=False, repr=False)
class Violation(Value, Tagged):
    """Why something is not allowed: a stable code, the rule behind it, and a sentence.

    Every code has a class of its own, whose fields are the facts of the case.
    """

    kinds: ClassVar[Mapping[str, type[Violation]]]
    constants = ("code", "rule")
    code: ClassVar[str] = ""
    rule: ClassVar[str] = ""

    sentence: Quoted = field(default="", eq=False, repr=False, kw_only=True, metadata=TRAVELS)
    """What `message` is, if somebody has written it: the text layer, or whoever read the action."""

    @property
    def message(self) -> str:
        """The sentence for the player; without names if nobody who knows them has written one."""
        return self.sentence or " ".join((type(self).__doc__ or self.code).split())


# The answer as such


@frozen(eq=False, repr=False)
class Spectating(Violation):
    """Spectators cannot answer."""

    code = "action.spectator"
    rule = "decisions"


@frozen(eq=False, repr=False)
class Stale(Violation):
    """This decision has been answered already."""

    code = "action.stale"
    rule = "decisions"


@frozen(eq=False, repr=False)
class GameOver(Violation):
    """The game is over."""

    code = "game.over"
    rule = "R69"


@frozen(eq=False, repr=False)
class MomentOver(Violation):
    """The moment is over."""

    code = "moment.over"
    rule = "situation"


@frozen(eq=False, repr=False)
class NotAsked(Violation):
    """Somebody else must decide now."""

    code = "decision.not_yours"
    rule = "decisions"

    asked: tuple[PlayerName, ...]


@frozen(eq=False, repr=False)
class OtherQuestion(Violation):
    """This does not answer what is asked now."""

    code = "decision.other"
    rule = "decisions"

    asked: DecisionName
    source: SourceId
    must: bool = False


@frozen(eq=False, repr=False)
class NoSuchNumber(Violation):
    """The options are numbered, and this number is not among them."""

    code = "decision.number"
    rule = "decisions"

    options: int


@frozen(eq=False, repr=False)
class NotOffered(Violation):
    """This is not possible now."""

    code = "action.not_offered"
    rule = "decisions"

    options: int = 0


@frozen(eq=False, repr=False)
class Malformed(Violation):
    """This is not an action."""

    code = "action.malformed"
    rule = "notation"

    text: Quoted = ""


@frozen(eq=False, repr=False)
class UnknownName(Violation):
    """The action names something that this game does not have."""

    code = "action.unknown"
    rule = "names"

    what: Literal["card", "advisor", "player", "resource"]
    name: Quoted
    card: CardId | None = None
    advisor: AdvisorId | None = None
    player: PlayerName | None = None
    resource: ResourceId | None = None


# Amounts and abilities


@frozen(eq=False, repr=False)
class Missing(Violation):
    """You do not have enough of what this takes."""

    code = "resource.missing"
    rule = "R54"

    resource: ResourceId
    needed: int
    held: int


@frozen(eq=False, repr=False)
class UsePrice(Violation):
    """This card has another price."""

    code = "use.price"
    rule = "R39"

    card: CardId
    prices: tuple[Bag, ...]


@frozen(eq=False, repr=False)
class NotReady(Violation):
    """This card cannot be used now."""

    code = "use.not_ready"
    rule = "R44"

    card: CardId


@frozen(eq=False, repr=False)
class MustOpen(Violation):
    """The player who opens the bidding must bid."""

    code = "bid.open"
    rule = "F31"


@frozen(eq=False, repr=False)
class BidRange(Violation):
    """This bid is too low or too high."""

    code = "bid.range"
    rule = "F31"

    least: Bag
    most: Bag


@frozen(eq=False, repr=False)
class NoBid(Violation):
    """You cannot bid any higher."""

    code = "bid.none"
    rule = "F31"


# Influencing advisors


@frozen(eq=False, repr=False)
class NoOwnDie(Violation):
    """Influencing an advisor takes at least one die of your own color."""

    code = "influence.own_die"
    rule = "R13"


@frozen(eq=False, repr=False)
class NoSuchDice(Violation):
    """You do not have these dice."""

    code = "influence.dice"
    rule = "R16"

    value: int
    held: int
    bonus: bool


@frozen(eq=False, repr=False)
class NoToken(Violation):
    """You have no "+2" token."""

    code = "influence.no_token"
    rule = "R01"


@frozen(eq=False, repr=False)
class OneToken(Violation):
    """You may use only one "+2" token each season."""

    code = "influence.one_token"
    rule = "R01"


@frozen(eq=False, repr=False)
class TokenValue(Violation):
    """A "+2" token does not count as much as that."""

    code = "influence.token_value"
    rule = "R01"

    value: int


@frozen(eq=False, repr=False)
class WrongTotal(Violation):
    """The advisor needs another total."""

    code = "influence.sum"
    rule = "R16"

    advisor: AdvisorId
    total: int
    needed: int


@frozen(eq=False, repr=False)
class OutOfReach(Violation):
    """Even with these cards, the total does not reach the advisor."""

    code = "influence.via_sum"
    rule = "R07"

    advisor: AdvisorId
    via: tuple[CardId, ...]
    total: int


@frozen(eq=False, repr=False)
class NoHelp(Violation):
    """This card does not help you to influence advisors."""

    code = "influence.via"
    rule = "R07"

    card: CardId


@frozen(eq=False, repr=False)
class HelpUsed(Violation):
    """This card has already been used this season."""

    code = "influence.via_used"
    rule = "R07"

    card: CardId


@frozen(eq=False, repr=False)
class NoHelpThere(Violation):
    """This card does not help with that advisor now."""

    code = "influence.via_now"
    rule = "R07"

    card: CardId
    advisor: AdvisorId


@frozen(eq=False, repr=False)
class HelpCost(Violation):
    """You cannot pay the price of this card."""

    code = "influence.via_cost"
    rule = "R07"

    card: CardId


@frozen(eq=False, repr=False)
class SingleDie(Violation):
    """This card works only with a single die of your own, without bonus dice or a token."""

    code = "influence.wild"
    rule = "F13"

    card: CardId


@frozen(eq=False, repr=False)
class NoWayThere(Violation):
    """This card does not help with that advisor."""

    code = "influence.wild_reach"
    rule = "F13"

    card: CardId
    advisor: AdvisorId


@frozen(eq=False, repr=False)
class Needless(Violation):
    """The die reaches the advisor without this card."""

    code = "influence.needless"
    rule = "F13"

    card: CardId
    advisor: AdvisorId
    value: DieFace


@frozen(eq=False, repr=False)
class Private(Violation):
    """This advisor is on a card that you do not have."""

    code = "influence.private"
    rule = "F38"

    advisor: AdvisorId


@frozen(eq=False, repr=False)
class Closed(Violation):
    """A card in play closes this advisor to you."""

    code = "influence.closed"
    rule = "F47"

    advisor: AdvisorId


@frozen(eq=False, repr=False)
class NoEnvoy(Violation):
    """You do not have the King's Envoy."""

    code = "influence.no_envoy"
    rule = "R12"


@frozen(eq=False, repr=False)
class EnvoyNeedless(Violation):
    """Nobody has influenced this advisor yet, so you do not need the King's Envoy."""

    code = "influence.envoy_free"
    rule = "R10"

    advisor: AdvisorId


@frozen(eq=False, repr=False)
class Taken(Violation):
    """This advisor has already been influenced this season."""

    code = "influence.taken"
    rule = "R08"

    advisor: AdvisorId


# Constructing buildings


@frozen(eq=False, repr=False)
class NoBuilding(Violation):
    """This card is not a building."""

    code = "build.unknown"
    rule = "R33"

    card: CardId


@frozen(eq=False, repr=False)
class AlreadyBuilt(Violation):
    """You already have this building."""

    code = "build.owned"
    rule = "R33"

    building: CardId


@frozen(eq=False, repr=False)
class NotOnSheet(Violation):
    """This building is not on your province sheet."""

    code = "build.sheet"
    rule = "F16"

    building: CardId


@frozen(eq=False, repr=False)
class BuildFirst(Violation):
    """The rows are built from left to right."""

    code = "build.order"
    rule = "R33"

    building: CardId
    first: CardId


@frozen(eq=False, repr=False)
class OtherPrice(Violation):
    """This building has another price now."""

    code = "build.price"
    rule = "R34"

    building: CardId
    prices: tuple[Bag, ...]


@frozen(eq=False, repr=False)
class OtherHelp(Violation):
    """The King's Envoy is needed for a second building, and only for that."""

    code = "build.envoy"
    rule = "R34"

    building: CardId
    envoy: bool


@frozen(eq=False, repr=False)
class TooDear(Violation):
    """You cannot pay for this building."""

    code = "build.cost"
    rule = "R33"

    building: CardId
    cost: Bag
    held: Bag


# Recruiting soldiers


@frozen(eq=False, repr=False)
class SoldierPrice(Violation):
    """These soldiers have another price."""

    code = "recruit.price"
    rule = "R51"

    soldiers: int
    cost: int
    paid: int


@frozen(eq=False, repr=False)
class NoSoldier(Violation):
    """You do not have enough goods for a soldier."""

    code = "recruit.goods"
    rule = "R51"


# Undoing


@frozen(eq=False, repr=False)
class NothingToUndo(Violation):
    """Nothing has been played yet."""

    code = "undo.nothing"
    rule = "undo"


@frozen(eq=False, repr=False)
class UnfairUndo(Violation):
    """Something was rolled or revealed, so this cannot be undone."""

    code = "undo.unfair"
    rule = "undo"
