"""Violations: why an action is not possible, as a code, a rule and typed facts.

The facts have roles, as the fields of events have. So the text layer writes a sentence about them in any
language, with names instead of ids; `Game.why_not` and `Game.play` do that. Where no names are at hand, such
as in a `Position`, the sentence is the docstring of the class.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal, dataclass_transform

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
from kingsburg_rules.engine.wire import Value


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class _Declared:
    """Makes attrs classes of its subclasses, so that each violation is a line, its sentence and its facts."""

    __slots__ = ()

    def __init_subclass__(cls, *, code: str = "", rule: str = "") -> None:
        super().__init_subclass__()
        cls.code, cls.rule = code, rule
        # Slots would need a second class, made without these arguments.
        frozen(cls, slots=False, eq=False, repr=False)

    code: ClassVar[str]
    rule: ClassVar[str]


class Violation(_Declared, Value, Tagged):
    """The reason why something is not allowed: a stable code, the rule behind it, and a sentence.

    Every code has a class of its own, whose fields are the facts of the case.
    """

    kinds: ClassVar[Mapping[str, type[Violation]]]
    constants = ("code", "rule")

    sentence: Quoted = field(default="", eq=False, repr=False, kw_only=True, metadata=TRAVELS)
    """What `message` is, if somebody has written it: the text layer, or whoever read the action."""

    @property
    def message(self) -> str:
        """The sentence for the player; without names if nobody who knows them has written one."""
        return self.sentence or " ".join((type(self).__doc__ or self.code).split())


# The answer as such


class Spectating(Violation, code="action.spectator", rule="decisions"):
    """Spectators cannot answer."""


class Stale(Violation, code="action.stale", rule="decisions"):
    """This decision has been answered already."""


class GameOver(Violation, code="game.over", rule="R69"):
    """The game is over."""


class MomentOver(Violation, code="moment.over", rule="situation"):
    """The moment is over."""


class NotAsked(Violation, code="decision.not_yours", rule="decisions"):
    """Somebody else must decide now."""

    asked: tuple[PlayerName, ...]


class OtherQuestion(Violation, code="decision.other", rule="decisions"):
    """This does not answer what is asked now."""

    asked: DecisionName
    source: SourceId
    must: bool = False


class NoSuchNumber(Violation, code="decision.number", rule="decisions"):
    """The options are numbered, and this number is not among them."""

    options: int


class NotOffered(Violation, code="action.not_offered", rule="decisions"):
    """This is not possible now."""

    options: int = 0


class Malformed(Violation, code="action.malformed", rule="notation"):
    """This is not an action."""

    text: Quoted = ""


class UnknownName(Violation, code="action.unknown", rule="names"):
    """The action names something that this game does not have."""

    what: Literal["card", "advisor", "player", "resource"]
    name: Quoted
    card: CardId | None = None
    advisor: AdvisorId | None = None
    player: PlayerName | None = None
    resource: ResourceId | None = None


# Amounts and abilities


class Missing(Violation, code="resource.missing", rule="R54"):
    """You do not have enough of what this takes."""

    resource: ResourceId
    needed: int
    held: int


class UsePrice(Violation, code="use.price", rule="R39"):
    """This card has another price."""

    card: CardId
    prices: tuple[Bag, ...]


class NotReady(Violation, code="use.not_ready", rule="R44"):
    """This card cannot be used now."""

    card: CardId


class MustOpen(Violation, code="bid.open", rule="F31"):
    """The player who opens the bidding must bid."""


class BidRange(Violation, code="bid.range", rule="F31"):
    """This bid is too low or too high."""

    least: Bag
    most: Bag


class NoBid(Violation, code="bid.none", rule="F31"):
    """You cannot bid any higher."""


# Influencing advisors


class NoOwnDie(Violation, code="influence.own_die", rule="R13"):
    """Influencing an advisor takes at least one die of your own color."""


class NoSuchDice(Violation, code="influence.dice", rule="R16"):
    """You do not have these dice."""

    value: int
    held: int
    bonus: bool


class NoToken(Violation, code="influence.no_token", rule="R01"):
    """You have no "+2" token."""


class OneToken(Violation, code="influence.one_token", rule="R01"):
    """You may use only one "+2" token each season."""


class TokenValue(Violation, code="influence.token_value", rule="R01"):
    """A "+2" token does not count as much as that."""

    value: int


class WrongTotal(Violation, code="influence.sum", rule="R16"):
    """The advisor needs another total."""

    advisor: AdvisorId
    total: int
    needed: int


class OutOfReach(Violation, code="influence.via_sum", rule="R07"):
    """Even with these cards, the total does not reach the advisor."""

    advisor: AdvisorId
    via: tuple[CardId, ...]
    total: int


class NoHelp(Violation, code="influence.via", rule="R07"):
    """This card does not help you to influence advisors."""

    card: CardId


class HelpUsed(Violation, code="influence.via_used", rule="R07"):
    """This card has already been used this season."""

    card: CardId


class NoHelpThere(Violation, code="influence.via_now", rule="R07"):
    """This card does not help with that advisor now."""

    card: CardId
    advisor: AdvisorId


class HelpCost(Violation, code="influence.via_cost", rule="R07"):
    """You cannot pay the price of this card."""

    card: CardId


class SingleDie(Violation, code="influence.wild", rule="F13"):
    """This card works only with a single die of your own, without bonus dice or a token."""

    card: CardId


class NoWayThere(Violation, code="influence.wild_reach", rule="F13"):
    """This card does not help with that advisor."""

    card: CardId
    advisor: AdvisorId


class Needless(Violation, code="influence.needless", rule="F13"):
    """The die reaches the advisor without this card."""

    card: CardId
    advisor: AdvisorId
    value: DieFace


class Private(Violation, code="influence.private", rule="F38"):
    """This advisor is on a card that you do not have."""

    advisor: AdvisorId


class Closed(Violation, code="influence.closed", rule="F47"):
    """A card in play closes this advisor to you."""

    advisor: AdvisorId
    card: CardId


class Forbidden(Violation, code="action.forbidden", rule="cards"):
    """A card in play forbids you to use this."""

    card: CardId


class NoEnvoy(Violation, code="influence.no_envoy", rule="R12"):
    """You do not have the King's Envoy."""


class EnvoyNeedless(Violation, code="influence.envoy_free", rule="R10"):
    """Nobody has influenced this advisor yet, so you do not need the King's Envoy."""

    advisor: AdvisorId


class Taken(Violation, code="influence.taken", rule="R08"):
    """This advisor has already been influenced this season."""

    advisor: AdvisorId


# Constructing buildings


class NoBuilding(Violation, code="build.unknown", rule="R33"):
    """This card is not a building."""

    card: CardId


class AlreadyBuilt(Violation, code="build.owned", rule="R33"):
    """You already have this building."""

    building: CardId


class NotOnSheet(Violation, code="build.sheet", rule="F16"):
    """This building is not on your province sheet."""

    building: CardId


class BuildFirst(Violation, code="build.order", rule="R33"):
    """The rows are built from left to right."""

    building: CardId
    first: CardId


class OtherPrice(Violation, code="build.price", rule="R34"):
    """This building has another price now."""

    building: CardId
    prices: tuple[Bag, ...]


class OtherHelp(Violation, code="build.envoy", rule="R34"):
    """The King's Envoy is needed for a second building, and only for that."""

    building: CardId
    envoy: bool


class BuildingClosed(Violation, code="build.closed", rule="cards"):
    """A card in play closes this building to you."""

    building: CardId
    card: CardId


class TooDear(Violation, code="build.cost", rule="R33"):
    """You cannot pay for this building."""

    building: CardId
    cost: Bag
    held: Bag


# Recruiting soldiers


class SoldierPrice(Violation, code="recruit.price", rule="R51"):
    """These soldiers have another price."""

    soldiers: int
    cost: int
    paid: int


class NoSoldier(Violation, code="recruit.goods", rule="R51"):
    """You do not have enough goods for a soldier."""


# Undoing


class NothingToUndo(Violation, code="undo.nothing", rule="undo"):
    """Nothing has been played yet."""


class UnfairUndo(Violation, code="undo.unfair", rule="undo"):
    """Something was rolled or revealed, so this cannot be undone."""
