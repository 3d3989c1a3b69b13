"""The fixed names of the language: resources, seasons, events and stats.

They are data: the schema, the checks and the reference pages read them from here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import evolve, frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


NUMBER: Final = "number"
RESOURCE_KIND: Final = "resource"
PLAYER: Final = "player"
CARD: Final = "card"
PLACE: Final = "place"
DIE: Final = "die"
GROUP: Final = "group"
MARKER: Final = "marker"
ROW: Final = "row"
SEASON: Final = "season"
OUTCOME: Final = "outcome"
BAG_KIND: Final = "bag"

KINDS: Final = {
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

    `minimum` is None where the number may go below zero. `lasts` is `game`, or `season` for resources that
    return to the supply at the end of each season.
    """

    name: str
    doc: str
    good: bool = False
    minimum: int | None = 0
    limit: int | None = None
    lasts: str = "game"


RESOURCES: Final = (
    ResourceName("vp", "Victory points. They may go below zero (R60).", minimum=None),
    ResourceName("gold", "Gold, a good.", good=True),
    ResourceName("wood", "Wood, a good.", good=True),
    ResourceName("stone", "Stone, a good.", good=True),
    ResourceName("plus2", 'A "+2" token; not a good (R37).'),
    ResourceName("soldier", "A soldier on the soldier track; no upper limit (R52)."),
    ResourceName("bonus_die", "A bonus (white) die for this season.", lasts="season"),
    ResourceName("envoy", "The King's Envoy; there is only one.", limit=1),
)

GOOD: Final = "good"
"""In a bag: a good of the player's choice."""

ACTOR: Final = "actor"
"""The variable with the player to whom something happened, for effects that react to others."""

PAID: Final = "paid"
"""The variable with what was paid."""

PRICE: Final = "price"
"""The fact of what was paid that numbers the price in its list."""

BUILDING: Final = "building"
"""In a penalty: a building that is destroyed."""

# The state counts seasons, and 0 is the time between them.
SEASONS: Final = ("none", "spring", "summer", "fall", "winter")

PRODUCTIVE: Final = ("spring", "summer", "fall")


BEFORE: Final = "before."
AFTER: Final = "after."

DICE: Final = "dice"
GROUPS: Final = "groups"
ENEMY: Final = "enemy"
BATTLE: Final = "battle"

THINGS = {
    DICE: "no dice are rolled",
    GROUPS: "no dice are on advisors",
    ENEMY: "no enemy is face up",
    BATTLE: "no battle is fought",
}
"""Things that are on the table for a part of the year only, and what a message says when they are not."""


@frozen
class Scene:
    """The seasons in which a moment can come, and the things that can be on the table then."""

    seasons: tuple[str, ...] = SEASONS
    things: tuple[str, ...] = tuple(THINGS)


ANY_TIME = Scene()
BETWEEN_SEASONS = Scene(("none",), ())
AROUND_THE_YEAR = Scene(("none", "winter"), ())
BEFORE_THE_ROLL = Scene(PRODUCTIVE, (GROUPS,))
AFTER_THE_ROLL = Scene(PRODUCTIVE, (DICE, GROUPS))
EARLY_WINTER = Scene(("winter",), ())
WINTER = Scene(("winter",), (ENEMY,))
IN_BATTLE = Scene(("winter",), (ENEMY, BATTLE))


@frozen
class EventName:
    """A moment at which cards may react.

    `payload` names the variables that come with it. `each` means that it happens to one player, and
    `changeable` that cards can set the variables to change what happens. `often` means that nobody can say
    how many times a season it comes. `scene` is what the calendars of the library promise; cards and phases
    of packs may bring the moment about at other times. `typed` are the types of a pack's own variables.
    """

    name: str
    doc: str
    payload: tuple[str, ...] = ()
    each: bool = False
    changeable: bool = False
    scene: Scene = ANY_TIME
    often: bool = False
    typed: tuple[tuple[str, str], ...] = ()

    @property
    def types(self) -> dict[str, str]:
        """The variables that come with it, each with its type."""
        return {**types_of(self.payload), **dict(self.typed)}

    @property
    def preventable(self) -> bool:
        """Whether something is about to happen, so that a card may prevent it."""
        return self.name.startswith(BEFORE)

    @property
    def uses(self) -> str:
        """How often an ability works at it by default: once per season, or each time it comes.

        Moments of the calendar allow one use per season. Moments that happen to a player, before and after
        something is done, or whenever a pack opens them, allow a use each time.
        """
        happens = self.each or self.often or self.name.startswith((BEFORE, AFTER))
        return "unlimited" if happens else "once"


CARD_KINDS: Final = ("advisor", "building", "destiny", "enemy", "governor", "group", "rule", "strip", "tile")
"""The kinds of card in the game; the decks of packs add further ones."""

PAYLOAD = {
    "winner": PLAYER,
    ACTOR: PLAYER,
    "place": PLACE,
    "card": CARD,
    "enemy": CARD,
    "outcome": OUTCOME,
    "resource": RESOURCE_KIND,
    "gained": BAG_KIND,
    "received": BAG_KIND,
    PAID: BAG_KIND,
    "group": GROUP,
    "cause": CARD,
    "causer": PLAYER,
}
"""The types of the variables of moments and numbers of the rules; all others are numbers."""


REWARDED = ("group", "cause")
"""The variables that say what earned a reward: a group of dice, or else the card that gave it."""


def types_of(names: Iterable[str]) -> dict[str, str]:
    """Give the variables of moments and numbers of the rules with their types."""
    return {name: PAYLOAD.get(name, NUMBER) for name in names}


def _verb(
    verb: str, before: str, after: str, *payload: str, gained: tuple[str, ...] = (), each: bool = True
) -> tuple[EventName, EventName]:
    """Name the two moments of a verb; `gained` are known only in the one after it."""
    return (
        EventName(BEFORE + verb, before, payload, each=each, changeable=True),
        EventName(AFTER + verb, after, (*payload, *gained), each=each),
    )


def _at(scene: Scene, *moments: EventName) -> Iterator[EventName]:
    """Yield moments that come in a scene."""
    return (evolve(moment, scene=scene) for moment in moments)


EVENTS: Final[tuple[EventName, ...]] = (
    *_at(
        BETWEEN_SEASONS,
        EventName("setup.rows", "Setup: strips for rows of buildings are handed out."),
        EventName("setup.sheets", "Setup: all players decide which rows to cover with them."),
        EventName("setup.governors", "Setup: the governors are chosen."),
        EventName("game.start", "After setup, before the first year."),
    ),
    *_at(AROUND_THE_YEAR, EventName("year.start", "A year starts, before phase 1.")),
    *_at(
        BETWEEN_SEASONS,
        EventName("phase_1.start", "Before the King's Favor."),
        *_verb(
            "kings_favor",
            "The King's Favor is about to be given: a die to the winner or, without one, goods to tied "
            "players.",
            "The King's Favor has been given.",
            "winner",
            each=False,
        ),
    ),
    *_at(
        BEFORE_THE_ROLL,
        EventName(
            "season.tiles", "The first thing in a season: tiles are placed; neutral dice are already there."
        ),
        EventName(
            "season.start",
            "A productive season starts, before dice are rolled; neutral dice are already there.",
        ),
        EventName(
            "season.ready", "After the start of a season; before effects that depend on who has a bonus die."
        ),
        EventName("season.bonus", "After the other bonus dice: effects that depend on who has one."),
        EventName("dice.gathered", "All bonus dice are handed out; the roll comes next."),
    ),
    *_at(
        AFTER_THE_ROLL,
        *_verb(
            "roll",
            "A player is about to roll this many own dice and bonus dice for the season.",
            "A player has rolled the dice of the season.",
            "own",
            "bonus",
        ),
        EventName("dice.reroll", "All dice are rolled: effects that reroll, in the old turn order (R18)."),
        EventName("dice.total", "After all rerolls: effects that depend on the dice total (R46)."),
        EventName("dice.change", "After all rerolls: effects that set dice to other values."),
        EventName("dice.settled", "Dice no longer change; before the turn order is set."),
    ),
    # It has no scene: cards change the order whenever they like.
    *_verb("line_up", "The turn order is about to change.", "The turn order has changed.", each=False),
    *_at(
        AFTER_THE_ROLL,
        EventName("turn_order.set", "The turn order of the season is fixed."),
        *_verb(
            "place_dice",
            "A player is about to place dice from the hand on an advisor; a price for help is already paid.",
            "A player has placed dice from the hand on an advisor.",
            "place",
        ),
        EventName(
            "after.influence",
            "An advisor has been influenced, including by moved dice and by neutral dice.",
            ("place",),
            each=True,
        ),
        EventName(
            "influence.passed", "A player has passed and influences no more advisors this season.", each=True
        ),
        EventName("influence.end", "Everybody has passed."),
        EventName("rewards.start", "Just before the rewards."),
        *_verb(
            "reward",
            "An advisor is about to reward a player for influencing: for this group of dice, or because of a "
            "card (`cause`); the other is nothing.",
            "An advisor has rewarded a player for influencing: for this group of dice, or because of a card "
            "(`cause`); the other is nothing.",
            "place",
            *REWARDED,
            gained=("gained", "received"),
        ),
        EventName("rewards.end", "All rewards have been given; before construction."),
        EventName("construct.turn", "A player's turn to construct starts.", each=True),
    ),
    *_verb(
        "build",
        "A player is about to construct a building; its price is already paid.",
        "A player has constructed a building; `paid` is what was paid for it.",
        "card",
        gained=(PAID,),
    ),
    *_at(
        IN_BATTLE,
        *_verb(
            "destroy",
            "A player's building is about to be destroyed: by a card (`cause`) that worked for a player "
            "(`causer`), or in a lost battle, and then both are nothing.",
            "A player's building has been destroyed: by a card (`cause`) that worked for a player "
            "(`causer`), or in a lost battle, and then both are nothing.",
            "card",
            "cause",
            "causer",
        ),
    ),
    *_at(
        AFTER_THE_ROLL,
        EventName("construct.passed", "A player has declined to construct.", each=True),
        EventName("season.end", "The end of a productive season, after construction."),
        EventName("season.last", "The very end of a productive season, when dice go back."),
    ),
    *_at(
        BETWEEN_SEASONS,
        EventName("phase_3.start", "Before the King's Reward."),
        EventName("phase_5.start", "Before the Envoy is handed out; an unused Envoy has gone back."),
        EventName("phase_7.start", "Before anybody recruits."),
        *_verb(
            "recruit",
            "A player is about to hire this many soldiers; they are already paid.",
            "A player has hired this many soldiers.",
            "amount",
        ),
        EventName("recruit.passed", "A player has hired no soldiers in phase 7.", each=True),
        EventName("phase_7.end", "After everybody has recruited."),
    ),
    EventName("turn.end", "A player's turn to influence, to construct or to recruit ends.", each=True),
    EventName("phase.end", "A phase of the year ends, whichever it is.", often=True),
    # What follows is done by cards, so it can come at any time and has no scene either.
    *_verb(
        "gain",
        "A player is about to gain some of a resource: by a card, an advisor, the King or a victory.",
        "A player has gained some of a resource: by a card, an advisor, the King or a victory.",
        "resource",
        "amount",
    ),
    *_verb(
        "lose",
        "A player is about to lose some of a resource, by a card or a defeat; what is paid is not lost.",
        "A player has lost some of a resource, by a card or a defeat; what is paid is not lost.",
        "resource",
        "amount",
    ),
    *_verb(
        "mark",
        "A player is about to put a marker on an advisor.",
        "A player has put a marker on an advisor.",
        "place",
    ),
    *_at(
        AFTER_THE_ROLL, *_verb("reroll", "A player is about to reroll dice.", "A player has rerolled dice.")
    ),
    *_verb("peek", "A player is about to look at the enemy.", "A player has looked at the enemy."),
    EventName("after.enter", "A player has brought a card into play.", ("card",), each=True),
    EventName(
        "after.leave",
        "A card has left play, for whatever reason; what it does itself at this moment still works.",
        ("card",),
        each=True,
    ),
    EventName(
        "after.use",
        "A player has used an ability of a card, or a permission to place dice.",
        ("card",),
        each=True,
    ),
    *_at(EARLY_WINTER, EventName("winter.start", "Winter starts, before the reinforcements.")),
    *_at(
        WINTER,
        EventName("reinforcements.choose", "Before the King's die: players choose what replaces it."),
        EventName(
            "before.kings_roll",
            "The King's die is about to be rolled for everybody; a number set here replaces the roll.",
            ("amount",),
            changeable=True,
        ),
        EventName(
            "after.kings_roll",
            "The King's number is known: his lowest and highest die, usually the same. It can be changed.",
            ("amount", "highest"),
            changeable=True,
        ),
        *_verb(
            "reinforce",
            "A player is about to gain the King's reinforcements.",
            "A player has gained the King's reinforcements.",
            "amount",
            "highest",
        ),
        EventName("enemy.before_reveal", "Just before the enemy card is turned over."),
        EventName("enemy.revealed", "The enemy card is face up."),
    ),
    *_at(
        IN_BATTLE,
        *_verb(
            "fight",
            "A player's battle is about to end with this outcome: strengths have been compared.",
            "A player's battle has ended with this outcome; nothing has been gained or lost yet.",
            "outcome",
        ),
        *_verb("spoils", "A victor is about to be rewarded.", "A victor has been rewarded."),
        *_verb(
            "penalty",
            "A defeated player is about to take the penalty.",
            "A defeated player has taken the penalty.",
        ),
        *_verb(
            "soldiers_go_home",
            "A player's soldiers are about to go home; this many stay.",
            "A player's soldiers have gone home; this many were to stay.",
            "amount",
        ),
        EventName("battle.resolved", "All battles of the year are over."),
        EventName("winter.end", "The end of winter, before the soldiers go home."),
    ),
    *_at(EARLY_WINTER, EventName("year.end", "The end of the year.")),
    *_at(
        AROUND_THE_YEAR,
        EventName("year.last", "The very last effects of a year, after final scoring in the last year."),
        EventName("year.over", "Nothing more happens in the year: effects that last for the year end."),
    ),
    *_at(BETWEEN_SEASONS, EventName("game.end", "The game is over: final scoring.")),
)


@frozen
class StatName:
    """A number of the rules that cards may change.

    `base` is the number without cards; where the rules compute it, see `values.BASES`.
    `payload` names the variables that its changes may use. `keys` are the resources if there is one such
    number for each; with `all_keys` a card may change all at once. The resources of packs are keys, too; with
    `only_goods`, only if they are goods. Numbers below `least` and above `most` count as these.
    """

    name: str
    doc: str
    payload: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    all_keys: bool = False
    only_goods: bool = False
    base: int = 0
    least: int | None = None
    most: int | None = None

    def leaves_alone(self, change: str, by: int) -> bool:
        """Return whether a change can never make a difference, whatever other cards do."""
        match change:
            case "add":
                return by == 0
            case "times":
                return by == 1
            case "at_least":
                return self.least is not None and by <= self.least
            case "at_most":
                return self.most is not None and by >= self.most
            case _:
                return False


_GOODS = tuple(resource.name for resource in RESOURCES if resource.good)

CHANGES = ("set", "add", "times", "at_least", "at_most")
"""The ways to change a number, in the order in which they apply."""

SPOILS = (*_GOODS, "plus2", "soldier", "vp", GOOD)
"""What an enemy may bring, in the order in which it is gained."""

LOSSES = (*_GOODS, GOOD, BUILDING, "plus2", "soldier", "vp")
"""What an enemy may take, in the order in which it is lost (R55)."""

STATS: Final = (
    StatName("battle_strength", "Strength in the winter battle, in addition to soldiers."),
    StatName("enemy_card_strength", "Strength of one enemy card in this battle.", ("enemy",)),
    StatName("enemy_total", "Strength of all enemies of this battle together."),
    StatName("victory_vp", "Points for a victory, in addition to the reward on the enemy card."),
    StatName("strongest_vp", "Points for the victors with the highest strength (R53).", base=1),
    StatName(
        "build_cost",
        "What a building costs, for each good; never below zero.",
        ("card",),
        _GOODS,
        only_goods=True,
        least=0,
    ),
    StatName("recruit_price", "Goods to pay for one soldier in phase 7.", ("nth",), base=2, least=0),
    StatName("battle_reward", "What a victor gains from the enemy cards.", keys=SPOILS, all_keys=True),
    StatName("battle_penalty", "What defeated players lose to the enemy cards.", keys=LOSSES, all_keys=True),
    StatName("destroyable", "1 if a building can be destroyed, else 0.", ("card",), base=1, least=0, most=1),
    StatName(
        "king_dice",
        "How many dice are rolled for the King's reinforcements: the highest number of any player.",
        base=1,
    ),
    StatName(
        "reinforcements",
        "How many soldiers the King sends a player; without cards, his lowest die.",
        ("amount", "highest"),
    ),
    StatName("soldiers_kept", "How many soldiers stay with a player when the others go home."),
    StatName(
        "build_discount",
        "How many goods of any kind less a building costs; below zero, how many more.",
        ("card",),
    ),
    StatName("favor_dice", "Bonus dice for the winner of the King's Favor.", base=1),
    StatName("favor_goods", "Goods for each player tied for the King's Favor.", base=1),
    StatName("kings_reward", "Points of the King's Reward.", base=1),
    StatName(
        "kings_envoy",
        "1 if a player can be given the King's Envoy in phase 5, else 0.",
        base=1,
        least=0,
        most=1,
    ),
    StatName("wins_ties", "If above 0, the player wins ties for buildings in phases 1, 3 and 5.", least=0),
    StatName(
        "turn_priority", "If above 0, the player goes before all others, whatever the dice show.", least=0
    ),
    StatName("player_dice", "How many dice of their own a player rolls.", base=3, least=0),
    StatName(
        "places_at",
        "How many groups of dice an advisor has room for; with 0, only the envoy lets anybody in.",
        ("place",),
        base=1,
        least=0,
    ),
    StatName(
        "rank",
        "The dice total that influences an advisor, and the advisor's turn in the rewards; without cards, "
        "the printed rank. Queries and facts go by what is printed.",
        ("place",),
    ),
    StatName("plus2_value", 'What a "+2" token adds to dice; with 0, it cannot be used.', base=2, least=0),
)


STATS_BY_NAME: Final = {stat.name: stat for stat in STATS}


def stat_keys(stat: StatName, resources: Iterable[tuple[str, bool]]) -> tuple[str, ...]:
    """List the keys of a stat, including those of packs; resources are pairs: name, whether it is a good."""
    if not stat.keys:
        return ()
    known = {resource.name for resource in RESOURCES}
    # The goods of packs have prices and rewards like any others, and so the numbers of the rules as well.
    added = (name for name, good in resources if name not in known and (good or not stat.only_goods))
    return (*stat.keys, *added)
