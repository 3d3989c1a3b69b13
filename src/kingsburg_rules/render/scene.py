"""The scene: what there is to draw, with the names, places and texts that the rules give to a view.

The picture and the text are made from the same scene, so both show the same facts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from attrs import frozen

from kingsburg_rules.content.rules import Rules
from kingsburg_rules.engine.actions import Action, AnyAction, Build, CardThing, Choose, Influence
from kingsburg_rules.engine.errors import SetupError, unknown
from kingsburg_rules.engine.events import Event
from kingsburg_rules.engine.public_state import GameState, OwedDecision, PlacedDice, PlayerState, SeenCard
from kingsburg_rules.game.decisions import Decision
from kingsburg_rules.game.views import SeatView
from kingsburg_rules.language.calendar import Phase
from kingsburg_rules.language.cards import AdvisorCard, BuildingCard, CardNode, EnemyCard, RuleCard, TileCard
from kingsburg_rules.language.vocabulary import SEASONS
from kingsburg_rules.render import keys
from kingsburg_rules.render.keys import Copies, Finder
from kingsburg_rules.render.look import has_icon
from kingsburg_rules.text.catalog import SIGNS, Glyphs, glyphs_of, reward_of
from kingsburg_rules.text.languages import language_of
from kingsburg_rules.text.log import log_of
from kingsburg_rules.text.names import roman
from kingsburg_rules.text.phrasebook import Phrasebook

Bag = tuple[tuple[str, int], ...]


@frozen
class CalendarStep:
    """A year or a phase on the calendar: `now`, or `gone` before."""

    name: str
    number: str
    now: bool
    gone: bool


@frozen
class Tokens:
    """Tokens that a card counts, which are all the same; `shows` is a resource or a few letters."""

    key: str
    name: str
    shows: str
    count: int


@frozen
class CardLine:
    """A card with what it says, what it remembers as text, and the tokens that it keeps.

    `seat` is the player to whom it belongs, if it belongs to one.
    """

    card: str
    name: str
    text: str
    remembered: str = ""
    role: str = ""
    key: str = ""
    seat: int | None = None
    tokens: tuple[Tokens, ...] = ()

    @property
    def paragraph(self) -> tuple[str, str]:
        """The card in words: its name, and what it says and remembers."""
        role = f" ({self.role})" if self.role else ""
        return f"{self.name}{role}:", self.says

    @property
    def says(self) -> str:
        """Its text, its memory and its tokens."""
        kept = ", ".join(f"{one.name}: {one.count}" for one in self.tokens)
        return " ".join(filter(None, [self.text, ", ".join(filter(None, [kept, self.remembered]))]))


@frozen
class ShownOption:
    """An option of a decision: its number, counted from 0, and what it does.

    Of an option that nothing on the board stands for, `key` is its own; `about` is the text of the card that
    it chooses.
    """

    number: int
    said: str
    key: str = ""
    about: str = ""


@frozen
class BuildingCell:
    """A building on a sheet; `open` if it is the next of its row, `offers` how it can be built now."""

    key: str
    card: str
    emblem: str
    name: str
    text: str
    row: str
    price: Bag
    vp: int
    built: bool
    open: bool
    offers: tuple[ShownOption, ...]


@frozen
class Die:
    """A die; `bonus` dice are white."""

    key: str
    value: int
    bonus: bool


@frozen
class Seat:
    """A player: `number` gives color and mark, `place` the place in the turn order, from 1.

    `strength` is what they have against the enemy now, or had in the battle. `aside` are the dice that lie on
    cards, card by card: what is said of them, and how they are written.
    """

    number: int
    place: int
    player: PlayerState
    bag: Bag
    rows: tuple[tuple[BuildingCell, ...], ...]
    cards: tuple[CardLine, ...]
    asked: bool
    dice: tuple[Die, ...]
    strength: int
    aside: tuple[tuple[str, str], ...] = ()

    @property
    def tokens(self) -> tuple[Tokens, ...]:
        """The tokens that cards keep for the player."""
        return tuple(tokens for card in self.cards for tokens in card.tokens)


@frozen
class DiceGroup:
    """Dice on an advisor; without a seat they are neutral."""

    key: str
    seat: int | None
    who: str
    placed: PlacedDice
    dice: tuple[Die, ...]


@frozen
class Marker:
    """Markers of a player, of one card, on an advisor."""

    key: str
    seat: int
    who: str
    card: str
    count: int


@frozen
class AdvisorSpot:
    """An advisor with the `gifts` there; `ways` reach them now, `glyphs` say the reward in icons."""

    key: str
    card: str
    emblem: str
    name: str
    rank: int
    text: str
    glyphs: Glyphs | None
    tile: CardLine | None
    groups: tuple[DiceGroup, ...]
    gifts: Bag
    marks: tuple[Marker, ...]
    ways: tuple[ShownOption, ...]
    private: bool


@frozen
class Foe:
    """An enemy card: `status` is `over`, `here`, `joined`, `seen`, `seen_beside`; `hidden` has no card.

    One that is `fighting` fights in a battle of its own.
    """

    key: str
    year: int
    status: str
    card: str = ""
    emblem: str = ""
    name: str = ""
    strength: tuple[int, ...] = ()
    text: str = ""
    reward: Bag = ()
    penalty: Bag = ()

    @property
    def range(self) -> str:
        """The strength, or from which to which it may be."""
        return span(min(self.strength), max(self.strength)) if self.strength else ""


@frozen
class ShownDecision:
    """An owed decision; `ways` and `offers` count the answers that advisors and buildings show."""

    seat: int | None
    said: str
    answers: tuple[ShownOption, ...]
    ways: int
    offers: int


@frozen
class Standing:
    """A player's place at the end, and their points by kind of source."""

    place: int
    seat: int
    name: str
    vp: int
    points: Bag


@frozen
class PictureLayout:
    """The facts of a rule set that pictures need, such as those on which the size of parts depends.

    It follows from the rules, so nothing moves during a game.

    `amounts` is how many kinds of things a player can have, `tokens` how many tokens of cards; `cards` says
    whether players can have cards. `strengths` are those of the enemies of each year by what is printed.
    """

    amounts: int
    tokens: int
    cards: bool
    strengths: Mapping[int, tuple[int, ...]]


# From a view to a scene
#
# Only a view goes in, so nothing that its seat may not know can come out. The layout follows from the rules:
# the numbers of years, phases, advisors, rows, columns, goods and players are determined here and nowhere
# else.


_MOST_PICTURED = 100
"""Of more buildings than this, on the sheets of all players, no emblems are drawn."""

MOST_LINES = 24
"""Older lines of the log are left out."""


def phrasebook_of(rules: Rules, language: str) -> Phrasebook:
    """Return the phrasebook of pictures in a language for a rule set, which keeps it.

    Raises:
        SetupError: There is no such language.
    """
    language_of(language)
    kept, name = rules.compiled.kept, f"phrasebook of pictures in {language}"
    known = kept.get(name)
    if not isinstance(known, Phrasebook):
        known = kept[name] = Phrasebook(rules, language, "pictures")
    return known


def span(low: int, high: int) -> str:
    """Write from which number to which something goes."""
    return str(low) if low == high else f"{low}\N{EN DASH}{high}"


def dice(values: Iterable[int], bonus: Iterable[int] = ()) -> str:
    """Write dice, the highest first, bonus dice in brackets: `5 3 1 (4)`."""
    own, white = (" ".join(map(str, sorted(some, reverse=True))) for some in (values, bonus))
    return " ".join(filter(None, [own, white and f"({white})"]))


Highlight = Sequence[Action | Event | str] | None
"""The things to highlight; None stands for the options of the decision."""


def scene_of(
    view: SeatView, log: Iterable[Event], language: str, first: str | None = None, highlight: Highlight = None
) -> BoardScene:
    """Make the scene of a view.

    Raises:
        SetupError: There is no such language or player, or something cannot be highlighted.
    """
    names = [player.name for player in view.table.players]
    if first is not None and first not in names:
        raise SetupError("picture.first", f"The player {unknown(first, names)}")
    return BoardScene(view, phrasebook_of(view.rules, language), first or view.seat, log, highlight)


_ON_THE_TABLE = {card.kind for card in (AdvisorCard, BuildingCard, EnemyCard, RuleCard, TileCard)}
"""The kinds of cards that players do not have in play or in the hand, except for buildings."""


def layout_of(rules: Rules, say: Phrasebook) -> PictureLayout:
    """Work out what the size of the parts depends on."""
    kinds = {node.kind for node in say.nodes.values()}
    owned = bool(kinds - _ON_THE_TABLE)
    others = sum(1 for resource in rules.compiled.resources if resource.name not in _APART)
    tokens = sum(
        max(memory.start, 1)
        for node in say.nodes.values()
        for memory in node.memory
        if memory.token and not memory.shared
    )
    enemies = [node for node in say.nodes.values() if isinstance(node, EnemyCard)]
    strengths = {
        year: tuple(sorted({node.strength for node in enemies if node.year == year}))
        for year in {node.year for node in enemies}
    }
    return PictureLayout(others + owned, tokens, owned, strengths)


_APART = ("vp", "building", "bonus_die", "envoy")
"""Resources that have a place of their own."""


_SOURCES: Mapping[type[CardNode], str] = {
    BuildingCard: "points_of_buildings",
    AdvisorCard: "points_of_advisors",
    TileCard: "points_of_advisors",
    EnemyCard: "points_of_battles",
}
_OTHER_POINTS = "other_points"
"""The names of sources of points in pictures, by the kind of card, and of all others."""

_OF_ENEMIES = ("enemy_card_strength", "enemy_total")


Kept: TypeAlias = Mapping[str, Mapping[str, int | str]]
"""What cards remember, as pictures write it: numbers, and things by what they are called."""


def _times(number: int) -> str:
    """Write how many copies of a card there are, if there are several."""
    return f" \N{MULTIPLICATION SIGN}{number}" if number > 1 else ""


class BoardScene:
    """All that a picture shows of a view, and the language in which it speaks.

    `first` is the player who comes first. `piles` are (name, cards): what is on discard piles, and what is
    out of the game. `targets` are the keys that stand for options, with the numbers of these; `rings` says
    how keys are highlighted. `changed` names the cards in play that change the strength of enemies.
    """

    def __init__(
        self, view: SeatView, say: Phrasebook, first: str | None, log: Iterable[Event], highlight: Highlight
    ) -> None:
        # The order matters. Questions come first, since other parts show their options. Keys must not depend
        # on who comes first: dice on advisors are counted before those of players, cards of players by seat.
        table = view.table
        self.say = say
        self.table: GameState = table
        self.viewer = view.seat or ""
        self.over = table.over
        self.year = table.year
        self.layout = layout_of(view.rules, say)
        self.targets: dict[str, tuple[int, ...]] = {}
        self._view = view
        self._rules = view.rules
        self._nodes = say.nodes
        self._numbers = {player.name: number for number, player in enumerate(table.players)}
        self._finder = Finder(view.rules, self._numbers)
        self._ways: dict[str, list[ShownOption]] = {}
        self._offers: dict[str, list[ShownOption]] = {}
        self._copies = Copies()
        self._dice = Copies()
        self.title = self._title()
        self.years = tuple(self._years())
        self.phases = tuple(self._phases())
        self.season = self._season()
        self.questions = tuple(map(self._question, view.pending))
        self.court = tuple(self._court())
        seats = [self._seat(number, player) for number, player in enumerate(table.players)]
        start = self._numbers.get(first or "", 0)
        self.seats = (*seats[start:], *seats[:start])
        self.foes = tuple(self._foes())
        self.changed = self._changed()
        lying = set(table.tiles.values())
        self.in_force = tuple(self._lines((c for c in table.in_force if c not in lying), self._kept(table)))
        self.display = tuple(self._lines(table.display, {}))
        self.piles = tuple(self._piles())
        self.auction = self._auction()
        self.hand = tuple(self._line(card) for card in view.hand)
        self.ranking = self._ranking()
        self.rings = self._rings(highlight)
        self.log = log_of(log, self._numbers, say)[-MOST_LINES:]

    @property
    def pictured(self) -> bool:
        """Whether advisors and buildings have emblems: with very many buildings, pictures get too large."""
        return sum(len(row) for seat in self.seats for row in seat.rows) <= _MOST_PICTURED

    @property
    def in_turn_order(self) -> tuple[Seat, ...]:
        """The players in turn order; `seats` begins with the first one of the picture."""
        return tuple(sorted(self.seats, key=lambda seat: seat.place))

    def describe(self) -> str:
        """Describe in a few sentences what the picture shows."""
        seats = self.in_turn_order
        order = self.say.say("order", players=", ".join(seat.player.name for seat in seats))
        scores = (f"{seat.player.name}: {self.say.counted('vp', seat.player.vp)}" for seat in seats)
        return " ".join(
            [order, f"{', '.join(scores)}.", *(f"{question.said}." for question in self.questions)]
        )

    def _rings(self, highlight: Highlight) -> dict[str, str]:
        """Find out what is highlighted: by default, what stands for an option."""
        if highlight is None:
            return dict.fromkeys(self.targets, "can")
        return keys.highlighted(highlight, self._finder, self.viewer)

    def _title(self) -> str:
        """Name the moment."""
        table = self.table
        if table.over:
            key = ("nobody_won", "won", "won_together")[min(len(table.winners), 2)]
            return self.say.say(key, players=self.say.language.all_of(table.winners))
        return self.say.moment(table.year, table.phase)

    def _years(self) -> Iterable[CalendarStep]:
        """List the years."""
        now, over = self.table.year, self.table.over
        for year in range(1, self._rules.compiled.years + 1):
            yield CalendarStep(roman(year), "", year == now and not over, year < now or over)

    def _phases(self) -> Iterable[CalendarStep]:
        """List the phases of a year; in one that is not on the calendar, after the others, all are gone."""
        phases = [
            step for step in self._rules.calendar.year if isinstance(step, Phase) and not step.is_left_out
        ]
        ids = [phase.id for phase in phases]
        here = self.table.phase
        now = ids.index(here) if here in ids else len(ids)
        # Set-up comes before the first phase of a year, so no phase is gone.
        if here == self._rules.compiled.phases[0]:
            now = -1
        for at, phase in enumerate(phases):
            number = str(phase.number or "")
            yield CalendarStep(self.say.source(phase.id), number, at == now and not self.table.over, at < now)

    def _season(self) -> str:
        """Name the season, or the last one that began: phases between two seasons belong to the first."""
        phases = [step for step in self._rules.calendar.year if isinstance(step, Phase)]
        ids = [phase.id for phase in phases]
        begun = phases[: ids.index(self.table.phase) + 1] if self.table.phase in ids else []
        return next((phase.season for phase in reversed(begun) if phase.season), SEASONS[1])

    def _question(self, owed: OwedDecision) -> ShownDecision:
        """Describe an owed decision, and keep its options for what stands for them on the board."""
        decision = self._view.decision if owed.player == self._view.seat else None
        rest: list[ShownOption] = []
        found: dict[str, list[int]] = {}
        ways = offers = 0
        for number, option in enumerate(decision.options if decision else ()):
            for key in self._finder.targets(option, owed.player):
                found.setdefault(key, []).append(number)
            if isinstance(option, Influence):
                self._ways.setdefault(option.advisor, []).append(ShownOption(number, self._way(option)))
                ways += 1
            elif isinstance(option, Build):
                self._offers.setdefault(option.building, []).append(ShownOption(number, self._offer(option)))
                offers += 1
            elif decision is not None:
                rest.append(self._answer(option, number, decision))
        self.targets |= {key: tuple(numbers) for key, numbers in found.items()}
        seat, said = self._numbers.get(owed.player), self.say.asked(owed, decision)
        return ShownDecision(seat, said, tuple(rest), ways, offers)

    def _answer(self, option: AnyAction, number: int, decision: Decision) -> ShownOption:
        """Describe an option, which is a target itself."""
        key = keys.option(option)
        self.targets[key] = (number,)
        match option:
            case Choose((CardThing(card),)):
                about = self.say.text(card)
            case _:
                about = ""
        return ShownOption(number, self.say.order(option, decision), key, about)

    def _way(self, option: Influence) -> str:
        """Name the dice and helps with which an advisor is within reach."""
        parts = [dice(option.dice, option.bonus)]
        parts += [self.say.say("token", n=option.plus2)] if option.plus2 else []
        parts += [self.say.card(card) for card in option.via]
        parts += [self.say.say("envoy")] if option.envoy else []
        return ", ".join(parts)

    def _offer(self, option: Build) -> str:
        """Name the price for which a building can be built."""
        envoy = [self.say.say("envoy")] if option.envoy else []
        return ", ".join([self.say.bag(option.pay), *envoy])

    def _line(self, card: str, role: str = "", seat: int | None = None, kept: Kept | None = None) -> CardLine:
        """Describe a card; for a strip, with the buildings on it."""
        text, compiled = self.say.text(card), self._rules.compiled
        strip = compiled.strips.get(compiled.card[card])
        if strip is not None:
            text = f"{text} {', '.join(self.say.card(compiled.cards[on].name) for on in strip[1])}."
        key = self._copies.next(f"card:{card}")
        values = (kept or {}).get(card, {})
        remembered, tokens = self._remembered(card, values), self._tokens(card, values, seat)
        return CardLine(card, self.say.card(card), text, remembered, role, key, seat, tokens)

    def _kept(self, of: GameState | PlayerState) -> Kept:
        """Return what cards remember for everybody or for a player; things by what they are called."""
        secret = isinstance(of, PlayerState) and of.name == self._view.seat
        kept: dict[str, dict[str, int | str]] = {}
        for one in (of, self._view) if secret else (of,):
            for card, numbers in one.memory.items():
                kept.setdefault(card, {}).update(numbers)
            for card, things in one.things.items():
                names = ((name, self.say.thing(thing)) for name, thing in things.items())
                kept.setdefault(card, {}).update(names)
        return kept

    def _remembered(self, card: str, kept: Mapping[str, int | str]) -> str:
        """Write what a card remembers: `growth: 9, need 1: 4`; what counts tokens is drawn."""
        counted = {memory.id for memory in self._nodes[card].memory if memory.token}
        return ", ".join(
            f"{self.say.remembered(card, name)}: {number}"
            for name, number in kept.items()
            if name not in counted
        )

    def _tokens(self, card: str, kept: Mapping[str, int | str], seat: int | None) -> tuple[Tokens, ...]:
        """List the tokens that a card counts: for one player, or for everybody."""
        owner = "" if seat is None else f"{seat}:"
        return tuple(
            Tokens(
                f"token:{owner}{card}:{memory.id}",
                self.say.remembered(card, memory.id),
                memory.token,
                int(kept.get(memory.id, memory.start)),
            )
            for memory in self._nodes[card].memory
            if memory.token and memory.shared == (seat is None)
        )

    def _lines(self, cards: Iterable[str], memory: Kept, seat: int | None = None) -> Iterable[CardLine]:
        """List cards of a player or of the game, then others that remember something for them."""
        cards = tuple(cards)
        for card in cards:
            kind = self._nodes[card].kind
            role = "" if kind == RuleCard.kind else self.say.kind(kind)
            yield self._line(card, role, seat, memory)
        for card in self._noted(memory, seat):
            if card not in cards:
                yield self._note(card, memory, seat)

    def _noted(self, memory: Kept, seat: int | None) -> Iterable[str]:
        """List the cards that remember something for a player or for everybody, except tiles on advisors."""
        if seat is not None:
            return dict.fromkeys((*memory, *self._counting()))
        return [card for card in memory if card not in self.table.tiles.values()]

    def _counting(self) -> Iterable[str]:
        """List the cards in force that keep tokens for each player."""
        return (
            card
            for card in self.table.in_force
            if any(memory.token and not memory.shared for memory in self._nodes[card].memory)
        )

    def _note(self, card: str, memory: Kept, seat: int | None) -> CardLine:
        """Describe only what a card remembers."""
        kept = memory.get(card, {})
        remembered, tokens = self._remembered(card, kept), self._tokens(card, kept, seat)
        return CardLine(card, self.say.card(card), "", remembered, seat=seat, tokens=tokens)

    def _seat(self, number: int, player: PlayerState) -> Seat:
        """Describe what a player has."""
        held = (("card_in_hand", player.cards_in_hand),) if player.cards_in_hand else ()
        tokens = (("plus2", player.plus2), ("soldier", player.soldiers))
        bag = (*player.goods.items(), *tokens, *player.others.items(), *held)
        asked = any(owed.player == player.name for owed in self._view.pending)
        cards = [
            *self._lines(player.cards, self._kept(player), number),
            *(self._line(strip, seat=number) for strip in player.strips),
            *(self._line(card, self.say.say("open_hand"), number) for card in player.hand),
            *(self._line(card, self.say.say("lent"), number) for card in player.lent),
        ]
        own, white = (sorted(some, reverse=True) for some in (player.dice, player.bonus))
        return Seat(
            number,
            self.table.turn_order.index(player.name) + 1,
            player,
            bag,
            tuple(self._rows(number, player)),
            tuple(cards),
            asked,
            self._own_dice(number, own, white),
            player.defence if player.strength is None else player.strength,
            tuple(self._aside(player)),
        )

    def _aside(self, player: PlayerState) -> Iterable[tuple[str, str]]:
        """Describe dice on cards; those that lie face down are known to their owner only."""
        own = self._view.face_down if player.name == self._view.seat else ()
        known = {there.card: dice(there.dice, there.bonus) for there in own}
        for there in player.aside:
            shown, covered = dice(there.dice, there.bonus), known.get(there.card, "")
            hidden = self.say.say("face_down", n=there.face_down) if there.face_down else ""
            if covered:
                hidden = self.say.say("face_down_known", dice=covered)
            said = ", ".join(filter(None, [shown, hidden]))
            written = " ".join(filter(None, [shown, covered or "?" * there.face_down]))
            yield self.say.say("aside", card=self.say.card(there.card), dice=said), written

    def _own_dice(self, seat: int | None, own: Iterable[int], white: Iterable[int]) -> tuple[Die, ...]:
        """Describe dice, each with its key."""
        values = [*((value, False) for value in own), *((value, True) for value in white)]
        return tuple(
            Die(self._dice.next(keys.die(seat, value, bonus=bonus)), value, bonus) for value, bonus in values
        )

    def _rows(self, number: int, player: PlayerState) -> Iterable[tuple[BuildingCell, ...]]:
        """List the buildings of a sheet, and those that stand although they are not on it."""
        sheet = self._rules.sheet(player.strips)
        built = (name for name in player.buildings if isinstance(self._nodes[name], BuildingCard))
        # A card can build what is not on a sheet; it gets a row of its own.
        elsewhere = set(built).difference(*sheet)
        for row in (*sheet, *((name,) for name in player.buildings if name in elsewhere)):
            missing = next((name for name in row if name not in player.buildings), None)
            yield tuple(self._cell(name, number, player, missing) for name in row)

    def _cell(self, name: str, number: int, player: PlayerState, missing: str | None) -> BuildingCell:
        """Describe a building."""
        node = self._nodes[name]
        assert isinstance(node, BuildingCard)
        offered = self._offers.get(name, ()) if player.name == self._view.seat else ()
        return BuildingCell(
            keys.building(number, name),
            name,
            node.emblem,
            self.say.card(name),
            self.say.text(name),
            node.row,
            self._sorted(player.prices.get(name, node.cost)),
            node.vp,
            name in player.buildings,
            name == missing,
            tuple(offered),
        )

    def _sorted(self, bag: Bag) -> Bag:
        """Put the goods of a price into the order in which players' goods are shown."""
        order = self._rules.compiled.resource
        return tuple(sorted(bag, key=lambda amount: order[amount[0]]))

    def _court(self) -> Iterable[AdvisorSpot]:
        """List the advisors by rank, those of cards in play behind them."""
        compiled = self._rules.compiled
        there: dict[str, list[DiceGroup]] = {}
        copies = Copies()
        for placed in self.table.advisors:
            there.setdefault(placed.advisor, []).append(self._group(placed, copies))
        in_play = {card for player in self.table.players for card in player.cards}
        ranks = {place.index: self.table.ranks.get(place.name, place.rank) for place in compiled.places}
        for place in sorted(
            compiled.places, key=lambda p: (compiled.private >> p.index & 1, ranks[p.index], p.index)
        ):
            private = bool(compiled.private >> place.index & 1)
            card = compiled.cards[place.card].name
            groups = tuple(there.get(place.name, ()))
            if not private or groups or card in in_play:
                yield self._spot(place.name, card, ranks[place.index], groups, private=private)

    def _group(self, placed: PlacedDice, copies: Copies) -> DiceGroup:
        """Describe dice on an advisor."""
        who = placed.player
        number = None if who is None else self._numbers[who]
        owner = keys.NEUTRAL if number is None else number
        key = copies.next(f"group:{placed.advisor}:{owner}")
        return DiceGroup(
            key,
            number,
            who or self.say.say("neutral"),
            placed,
            self._own_dice(number, placed.dice, placed.bonus),
        )

    def _spot(
        self, name: str, card: str, rank: int, groups: tuple[DiceGroup, ...], *, private: bool
    ) -> AdvisorSpot:
        """Describe an advisor."""
        table = self.table
        tile = table.tiles.get(name)
        return AdvisorSpot(
            f"advisor:{name}",
            name,
            self._nodes[card].emblem,
            self.say.card(card),
            rank,
            "" if private else self.say.text(card),
            self._glyphs(name, card, tile),
            None if tile is None else self._line(tile, self.say.kind(TileCard.kind), kept=self._kept(table)),
            groups,
            tuple((gift.resource, gift.amount) for gift in table.gifts if gift.advisor == name),
            tuple(
                Marker(
                    f"mark:{name}:{mark.card}:{self._numbers[mark.player]}",
                    self._numbers[mark.player],
                    mark.player,
                    self.say.card(mark.card),
                    mark.count,
                )
                for mark in table.marks
                if mark.advisor == name
            ),
            tuple(self._ways.get(name, ())),
            private,
        )

    def _glyphs(self, name: str, card: str, tile: str | None) -> Glyphs | None:
        """Describe in icons what an advisor gives, or the tile that is on it."""
        found = glyphs_of(reward_of(self._nodes[tile or card], name))
        known = found is not None and all(one in SIGNS or has_icon(one.icon) for one in found)
        return found if known else None

    def _changed(self) -> tuple[str, ...]:
        """Name the cards that change how strong enemies are."""
        players = self.table.players
        # A card that all players hold changes enemies for everybody, as a card in force does.
        shared = [card for card in players[0].cards if all(card in player.cards for player in players)]
        return tuple(
            self.say.card(name)
            for name in dict.fromkeys((*self.table.in_force, *shared))
            if any(modifier.what in _OF_ENEMIES for modifier in self._nodes[name].modifiers)
        )

    def _ranking(self) -> tuple[Standing, ...]:
        """List the players by their place, once the game is over."""
        if not self.table.over:
            return ()
        return tuple(
            Standing(
                place.rank,
                self._numbers[place.player],
                place.player,
                self.table.player(place.player).vp,
                self._points(place.by_source),
            )
            for place in self.table.ranking
        )

    def _points(self, by_source: Mapping[str, int]) -> Bag:
        """Add up the points of a player by kind of source: buildings, advisors, battles, and the rest."""
        found = dict.fromkeys((*_SOURCES.values(), _OTHER_POINTS), 0)
        for source, number in by_source.items():
            node = self._nodes.get(source)
            found[_OTHER_POINTS if node is None else _SOURCES.get(type(node), _OTHER_POINTS)] += number
        return tuple(each for each in found.items() if each[1])

    def _piles(self) -> Iterable[tuple[str, str]]:
        """List the cards that nobody has any more: what the pile is called, and the names on it."""
        for key, cards in (("discard_pile", self.table.discard), ("out_of_the_game", self.table.out)):
            if cards:
                copies = Counter(cards)
                names = (f"{self.say.card(card)}{_times(number)}" for card, number in copies.items())
                yield f"{self.say.say(key)}:", ", ".join(names)
        decks = [
            f"{self._deck(deck.deck, deck.player)}: {deck.cards} + {deck.discarded}"
            for deck in self.table.decks
        ]
        if decks:
            yield f"{self.say.say('in_the_deck')}:", ", ".join(decks)
        seen = [f"{self.say.card(one.card)} ({self._place_of(one)})" for one in self._view.seen_cards]
        if seen:
            yield f"{self.say.say('seen_cards')}:", ", ".join(seen)

    def _deck(self, deck: str, player: str | None) -> str:
        return f"{self.say.kind(deck)} ({player})" if player else self.say.kind(deck)

    def _place_of(self, seen: SeenCard) -> str:
        """Name the place of a card that the seat has seen."""
        if seen.deck is None:
            return seen.player or ""
        return f"{self._deck(seen.deck, seen.player)} {seen.position or ''}".strip()

    def _auction(self) -> tuple[CardLine, ...]:
        """Describe the cards in the auction, and the bidding."""
        auction = self.table.auction
        if auction is None:
            return ()
        say, bag = self.say.say, self.say.counted(auction.resource, auction.amount)
        stands = [say("bids", player=auction.bidder, bag=bag) if auction.bidder else say("no_bid", bag=bag)]
        if auction.passed:
            stands.append(say("no_more_bids", players=self.say.language.all_of(auction.passed)))
        now = {auction.card: say("up_now")}
        lines = [self._line(card, now.get(card, "")) for card in auction.cards]
        return (*lines, CardLine("", say("bidding"), "; ".join(stands)))

    def _foes(self) -> Iterable[Foe]:
        """List the enemies year by year: those that are over, here, or seen; else that one is hidden."""
        table, view = self.table, self._view
        known = [(card, "over") for card in table.past_enemies]
        if table.enemy is not None:
            known.append((table.enemy, "here"))
        known += [(card, "joined") for card in table.joined]
        open_ = {card for card, _ in known}
        known += [(card, "seen") for card in view.seen_enemies.values() if card not in open_]
        known += [(card, "seen_beside") for card in view.seen_further.values() if card not in open_]
        known = [(card, status) for card, status in known if card not in table.fighting]
        known += [(card, "fighting") for card in table.fighting]
        foes = [self._foe(card, status) for card, status in known]
        for year in sorted({*range(1, self._rules.compiled.years + 1), *(foe.year for foe in foes)}):
            mine = [foe for foe in foes if foe.year == year]
            yield from mine
            # Which card waits is a secret, but all know its year, and so how strong it may be.
            if not any(foe.status in ("over", "here", "seen") for foe in mine):
                yield Foe(f"enemy:year:{year}", year, "hidden", strength=self.layout.strengths.get(year, ()))

    def _foe(self, card: str, status: str) -> Foe:
        """Describe an enemy."""
        node = self._nodes[card]
        assert isinstance(node, EnemyCard)
        return Foe(
            f"enemy:{card}",
            node.year,
            status,
            card,
            node.emblem,
            self.say.card(card),
            (node.strength,),
            self.say.text(card),
            node.reward,
            node.penalty,
        )
