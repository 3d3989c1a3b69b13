"""The fixed names of the language: resources, seasons, events and stats.

They are data: the schema, the checks and the reference pages read them from here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterable


NUMBER, RESOURCE_KIND, PLAYER, CARD, PLACE, DIE, GROUP, MARKER, ROW, SEASON, OUTCOME, BAG_KIND = (
    "number",
    "resource",
    "player",
    "card",
    "place",
    "die",
    "group",
    "marker",
    "row",
    "season",
    "outcome",
    "bag",
)

KINDS = {
    NUMBER: "a number",
    RESOURCE_KIND: "a resource",
    PLAYER: "a player",
    CARD: "a card",
    PLACE: "an advisor",
    DIE: "a die",
    GROUP: "a group of dice",
    MARKER: "a marker",
    ROW: "a row",
    SEASON: "a season",
    OUTCOME: "the outcome of a battle",
    BAG_KIND: "a bag of resources",
}
"""The types that a value can have, as messages call them."""


@frozen
class ResourceName:
    """Something a player can hold a number of.

    `minimum` is None where the number may go below zero. `lasts` is `game`, or `season` for what goes back to
    the supply at the end of each season.
    """

    name: str
    doc: str
    good: bool = False
    minimum: int | None = 0
    limit: int | None = None
    lasts: str = "game"


RESOURCES = (
    ResourceName("vp", "Victory points. They may go below zero (R60).", minimum=None),
    ResourceName("gold", "Gold, a good.", good=True),
    ResourceName("wood", "Wood, a good.", good=True),
    ResourceName("stone", "Stone, a good.", good=True),
    ResourceName("plus2", 'A "+2" token; not a good (R37).'),
    ResourceName("soldier", "A soldier on the soldier track; no upper limit (R52)."),
    ResourceName("bonus_die", "A bonus (white) die for this season.", lasts="season"),
    ResourceName("envoy", "The King's Envoy, of whom there is one.", limit=1),
)

GOOD = "good"

"""In a bag: a good of the player's choice."""

ACTOR = "actor"

"""The variable of an effect that hears what happens to others: to whom it happened."""

BUILDING = "building"

"""In a penalty: a building that is destroyed."""

SEASONS = ("none", "spring", "summer", "fall", "winter")

PRODUCTIVE = ("spring", "summer", "fall")


@frozen
class EventName:
    """A moment at which cards may react.

    `payload` names the variables that a reaction may read. `each` says that the event happens to one player;
    `replaceable` that a reaction may change the payload.
    """

    name: str
    doc: str
    payload: tuple[str, ...] = ()
    each: bool = False
    replaceable: bool = False


CARD_KINDS = ("advisor", "building", "destiny", "enemy", "governor", "group", "rule", "strip", "tile")
"""The kinds of card that the game has; further ones are the decks of packs."""

PAYLOAD = {
    "winner": PLAYER,
    ACTOR: PLAYER,
    "place": PLACE,
    "building": CARD,
    "card": CARD,
    "enemy": CARD,
    "outcome": OUTCOME,
    "gained": BAG_KIND,
}
"""The types of the variables that moments bring; all others are numbers."""


EVENTS = (
    EventName("setup.rows", "Set-up: strips for rows of buildings are handed out."),
    EventName("setup.sheets", "Set-up: everybody decides which rows to cover with them."),
    EventName("setup.governors", "Set-up: the governors are chosen."),
    EventName("game.start", "Everything is set up; before the first year."),
    EventName("year.start", "A year begins, before phase 1."),
    EventName("phase_1.start", "Before the King's Favor."),
    EventName(
        "kings_favor.award",
        "The King's Favor is about to be given: to one winner, or (-1) a good to each of those tied.",
        ("winner",),
        replaceable=True,
    ),
    EventName("season.tiles", "The first thing in a season: tiles are laid, neutral dice lie already."),
    EventName(
        "season.start", "A productive season begins, before dice are rolled (neutral dice lie already)."
    ),
    EventName(
        "season.ready", "After what a season begins with; before effects that ask who has a bonus die."
    ),
    EventName("season.bonus", "After the other bonus dice: effects that ask who has one."),
    EventName("dice.gathered", "All bonus dice are handed out; the next thing is the roll."),
    EventName("dice.reroll", "All dice are rolled; effects that roll again, in the turn order so far (R18)."),
    EventName("dice.total", "After all rerolls: effects that depend on the dice total (R46)."),
    EventName("dice.change", "After all rerolls: effects that set dice to other values."),
    EventName("dice.settled", "No dice change any more before the turn order is set."),
    EventName("turn_order.set", "The turn order of the season is fixed."),
    EventName("dice.assigned", "A player assigned dice to an advisor from his hand.", ("place",), each=True),
    EventName("advisor.influenced", "A player put dice on an advisor.", ("place",), each=True),
    EventName("influence.passed", "A player has passed: he influences nobody more this season.", each=True),
    EventName("influence.end", "Everybody has passed."),
    EventName("rewards.start", "Just before the rewards."),
    EventName("advisor.rewarded", "An advisor has rewarded a player.", ("place", "gained"), each=True),
    EventName("rewards.end", "All rewards have been given; before construction."),
    EventName("construct.turn", "A player's turn to construct begins.", each=True),
    EventName("building.constructed", "A player has constructed a building.", ("building",), each=True),
    EventName("construct.passed", "A player has declined to construct.", each=True),
    EventName("season.end", "The end of a productive season, after construction."),
    EventName("season.last", "The very last of a productive season: dice go back."),
    EventName("phase_3.start", "Before the King's Reward."),
    EventName("phase_5.start", "Before the Envoy is handed out; an unused one has gone back."),
    EventName("phase_7.start", "Before anybody recruits."),
    EventName("recruited", "A player has hired soldiers: so many, or none.", ("count",), each=True),
    EventName("phase_7.end", "After everybody has recruited."),
    EventName("card.entered", "A player has brought a card into play.", ("card",), each=True),
    EventName("ability.used", "A player has used an ability of a card.", ("card",), each=True),
    EventName("winter.start", "Winter begins, before the reinforcements."),
    EventName("reinforcements.choose", "What may be chosen instead of the King's die is chosen now."),
    EventName(
        "reinforcements.roll",
        "The King's die is about to be rolled for all; a number set here is taken instead of a roll.",
        ("amount",),
        replaceable=True,
    ),
    EventName(
        "reinforcements.known",
        "The King's number is known: the lowest and the highest of his dice, mostly one.",
        ("amount", "highest"),
        replaceable=True,
    ),
    EventName(
        "reinforcements.gain",
        "A player is about to gain the King's reinforcements.",
        ("amount", "highest"),
        each=True,
        replaceable=True,
    ),
    EventName("enemy.before_reveal", "Just before the enemy card is turned over."),
    EventName("enemy.revealed", "The enemy card lies open."),
    EventName(
        "battle.outcome",
        "A player's strength has been compared with the enemy's.",
        ("outcome",),
        each=True,
        replaceable=True,
    ),
    EventName("battle.won", "A player has won the battle, before he is rewarded for it.", each=True),
    EventName("battle.tied", "A player's battle has ended in a tie.", each=True),
    EventName("battle.lost", "A player has lost the battle, before he suffers for it.", each=True),
    EventName(
        "soldiers.reset",
        "A player's soldiers are about to go home; the number set here stays.",
        ("amount",),
        each=True,
        replaceable=True,
    ),
    EventName("battle.resolved", "All battles of the year are over."),
    EventName("winter.end", "The end of winter, before the soldiers go home."),
    EventName("year.end", "The end of the year."),
    EventName("year.last", "The very last effects of a year, after the last points of the game."),
    EventName("year.over", "Nothing more happens in the year: what was in force for it ends."),
    EventName("game.end", "The game is over; last points are counted."),
)


@frozen
class StatName:
    """A number of the rules that cards may change.

    `keys` are the resources where the number is one for each; with `all_keys` a card may mean all at once.
    The resources of packs are keys, too, of a stat with `only_goods` if they are goods.
    """

    name: str
    doc: str
    payload: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    all_keys: bool = False
    only_goods: bool = False


_GOODS = tuple(resource.name for resource in RESOURCES if resource.good)

SPOILS = (*_GOODS, "plus2", "soldier", "vp", GOOD)

"""What an enemy may bring, in the order in which it is gained."""

LOSSES = (*_GOODS, GOOD, BUILDING, "plus2", "soldier", "vp")

"""What an enemy may take, in the order in which it is lost (R55)."""

STATS = (
    StatName("battle_strength", "Strength besides the soldiers, in the winter battle."),
    StatName("enemy_card_strength", "Strength of one enemy card in this battle.", ("enemy",)),
    StatName("enemy_total", "Strength of all enemies of this battle together."),
    StatName("victory_vp", "Points for a victory besides the reward on the enemy card."),
    StatName(
        "build_cost",
        "What a building costs, for each good; never below zero.",
        ("building",),
        _GOODS,
        only_goods=True,
    ),
    StatName("recruit_price", "Goods to pay for one soldier in phase 7.", ("nth",)),
    StatName("battle_reward", "What a victor gains from the enemy cards.", keys=SPOILS, all_keys=True),
    StatName("battle_penalty", "What the defeated lose to the enemy cards.", keys=LOSSES, all_keys=True),
    StatName("destroyable", "1 if a building can be destroyed, else 0.", ("building",)),
    StatName("king_dice", "How many dice are rolled for the King's reinforcements; the most of all players."),
    StatName("build_discount", "Goods of any kind less to pay for one building of this turn."),
    StatName("favor_goods", "Goods that a player gains who is tied for the King's Favor."),
    StatName("wins_ties", "More than 0: wins ties on buildings in phases 1, 3 and 5."),
    StatName("turn_priority", "More than 0: goes before all others, whatever the dice show."),
    StatName("player_dice", "How many dice of his own a player rolls."),
)


def stat_keys(stat: StatName, resources: Iterable[tuple[str, bool]]) -> tuple[str, ...]:
    """List the keys of a stat, those of packs included; resources are pairs: name, whether it is a good."""
    if not stat.keys:
        return ()
    known = {resource.name for resource in RESOURCES}
    added = (name for name, good in resources if name not in known and (good or not stat.only_goods))
    return (*stat.keys, *added)
