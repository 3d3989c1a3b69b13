"""The scene: what there is to draw, with the names, places and texts that the rules give to a view.

The picture and the text are made from the same scene, so both show the same facts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from attrs import field, frozen

from kingsburg_rules.content.rules import Rules
from kingsburg_rules.engine.events import Event
from kingsburg_rules.engine.shown import GameState, Memory, OwedDecision, PlacedDice, PlayerState
from kingsburg_rules.game.views import SeatView
from kingsburg_rules.text.languages import language_of
from kingsburg_rules.text.log import log_of
from kingsburg_rules.text.names import roman
from kingsburg_rules.text.phrasebook import Phrasebook
from kingsburg_rules.words.calendar import Phase
from kingsburg_rules.words.cards import BuildingCard, EnemyCard, RuleCard

Bag = tuple[tuple[str, int], ...]


@frozen
class CalendarStep:
    """A year or a phase on the calendar: `now`, or `gone` before."""

    name: str
    number: str
    now: bool
    gone: bool


@frozen
class CardLine:
    """A card with what it says, and what it remembers: `growth: 9, need 1: 4`."""

    card: str
    name: str
    text: str
    remembered: str = ""
    role: str = ""

    @property
    def paragraph(self) -> tuple[str, str]:
        """The card in words: its name, and what it says and remembers."""
        role = f" ({self.role})" if self.role else ""
        return f"{self.name}{role}:", " ".join(filter(None, [self.text, self.remembered]))


@frozen
class BuildingCell:
    """A building on a sheet; `open` if it is the next of its row, `offers` how it can be built now."""

    card: str
    name: str
    text: str
    row: str
    cost: Bag
    vp: int
    built: bool
    open: bool
    offers: tuple[str, ...]


@frozen
class Seat:
    """A player: `number` gives colour and mark, `place` the place in the turn order, from 1."""

    number: int
    place: int
    player: PlayerState
    bag: Bag
    rows: tuple[tuple[BuildingCell, ...], ...]
    cards: tuple[CardLine, ...]
    asked: bool


@frozen
class DiceGroup:
    """Dice on an advisor; without a seat they are neutral."""

    seat: int | None
    who: str
    placed: PlacedDice


@frozen
class AdvisorSpot:
    """An advisor with the `gifts` there; `marks` are (seat, player, card, count), `ways` reach them now."""

    card: str
    name: str
    rank: int
    text: str
    tile: CardLine | None
    groups: tuple[DiceGroup, ...]
    gifts: Bag
    marks: tuple[tuple[int, str, str, int], ...]
    ways: tuple[str, ...]


@frozen
class Foe:
    """An enemy card: `status` is `over`, `here`, `joined`, `seen`, `seen beside`; `hidden` has no card."""

    year: int
    status: str
    card: str = ""
    name: str = ""
    strength: str = ""
    text: str = ""


@frozen
class Question:
    """What somebody owes; `ways` and `offers` count the answers that advisors and buildings show."""

    seat: int | None
    said: str
    options: tuple[str, ...]
    ways: int
    offers: int


@frozen
class Scene:
    """All that a picture shows, and the language in which it speaks.

    `piles` are (name, cards): what lies on discard piles, and what is out of the game.
    """

    say: Phrasebook
    title: str
    viewer: str
    over: bool
    years: tuple[CalendarStep, ...]
    phases: tuple[CalendarStep, ...]
    seats: tuple[Seat, ...]
    court: tuple[AdvisorSpot, ...]
    foes: tuple[Foe, ...]
    in_force: tuple[CardLine, ...]
    display: tuple[CardLine, ...]
    piles: tuple[tuple[str, str], ...]
    hand: tuple[CardLine, ...]
    auction: tuple[CardLine, ...]
    questions: tuple[Question, ...]
    log: tuple[tuple[str, str], ...] = field(default=())

    def describe(self) -> str:
        """Describe in a few sentences what the picture shows."""
        order = self.say.say("order", players=", ".join(seat.player.name for seat in self.seats))
        scores = (f"{seat.player.name}: {self.say.counted('vp', seat.player.vp)}" for seat in self.seats)
        return " ".join(
            [order, f"{', '.join(scores)}.", *(f"{question.said}." for question in self.questions)]
        )


# From a view to a scene
#
# Only a view goes in, so nothing that its seat may not know can come out. The layout follows from the rules:
# the numbers of years, phases, advisors, rows, columns, goods and players are determined here and nowhere
# else.


MOST_LINES = 24
"""Older lines of the log are left out."""


def phrasebook_of(rules: Rules, language: str) -> Phrasebook:
    """Return the phrasebook of pictures in a language for a rule set, which keeps it.

    Raises:
        SetupError: There is no such language.
    """
    language_of(language)
    kept, name = rules.table.kept, f"phrasebook of pictures in {language}"
    known = kept.get(name)
    if not isinstance(known, Phrasebook):
        known = kept[name] = Phrasebook(rules, language, "pictures")
    return known


def dice(values: Iterable[int], bonus: Iterable[int] = ()) -> str:
    """Write dice, the highest first, bonus dice in brackets: `5 3 1 (4)`."""
    own, white = (" ".join(map(str, sorted(some, reverse=True))) for some in (values, bonus))
    return " ".join(filter(None, [own, white and f"({white})"]))


def scene_of(view: SeatView, log: Iterable[Event], language: str) -> Scene:
    """Make the scene of a view.

    Raises:
        SetupError: There is no such language.
    """
    return _SceneBuilder(view, phrasebook_of(view.rules, language)).scene(log)


def _times(number: int) -> str:
    """Write how many copies of a card there are, if there are several."""
    return f" \N{MULTIPLICATION SIGN}{number}" if number > 1 else ""


class _SceneBuilder:
    """Builds the scene of a view."""

    def __init__(self, view: SeatView, say: Phrasebook) -> None:
        self.view = view
        self.say = say
        self.table: GameState = view.table
        self.rules = view.rules
        self.nodes = say.nodes
        self.numbers = {player.name: number for number, player in enumerate(view.table.players)}
        self.ways: dict[str, list[str]] = {}
        self.offers: dict[str, list[str]] = {}

    def scene(self, log: Iterable[Event]) -> Scene:
        """Make the scene. Questions come first, since other parts show their options."""
        table = self.table
        lying = set(table.tiles.values())
        questions = tuple(map(self.question, self.view.pending))
        return Scene(
            say=self.say,
            title=self.title(),
            viewer=self.view.seat or "",
            over=table.over,
            years=tuple(self.years()),
            phases=tuple(self.phases()),
            seats=tuple(self.seat(place, name) for place, name in enumerate(table.turn_order, 1)),
            court=tuple(self.court()),
            foes=tuple(self.foes()),
            in_force=tuple(self.lines((c for c in table.in_force if c not in lying), table.memory)),
            display=tuple(self.lines(table.display, {})),
            piles=tuple(self.piles()),
            auction=self.auction(),
            hand=tuple(self.line(card) for card in self.view.hand),
            questions=questions,
            log=log_of(log, self.numbers, self.say)[-MOST_LINES:],
        )

    def title(self) -> str:
        """Name the moment."""
        table = self.table
        if table.over:
            key = "won" if len(table.winners) == 1 else "won_together"
            return self.say.say(key, players=self.say.language.all_of(table.winners))
        return self.say.moment(table.year, table.phase)

    def years(self) -> Iterable[CalendarStep]:
        """List the years."""
        now, over = self.table.year, self.table.over
        for year in range(1, self.rules.table.years + 1):
            yield CalendarStep(roman(year), "", year == now and not over, year < now or over)

    def phases(self) -> Iterable[CalendarStep]:
        """List the phases of a year; in one that is not on the calendar, after the others, all are gone."""
        phases = [step for step in self.rules.calendar.year if isinstance(step, Phase)]
        ids = [phase.id for phase in phases]
        here = self.table.phase
        now = ids.index(here) if here in ids else len(ids)
        if here == self.rules.table.phases[0]:
            now = -1
        for at, phase in enumerate(phases):
            number = str(phase.number or "")
            yield CalendarStep(self.say.source(phase.id), number, at == now and not self.table.over, at < now)

    def question(self, owed: OwedDecision) -> Question:
        """Describe an owed decision, and keep its options for advisors and buildings to be shown there."""
        rest: list[str] = []
        ways = offers = 0
        decision = self.view.decision if owed.player == self.view.seat else None
        for option in map(str, decision.options if decision else ()):
            verb, _, what = option.partition(" ")
            card = what.partition(" ")[0]
            if verb == "influence":
                self.ways.setdefault(card, []).append(option)
                ways += 1
            elif verb == "build":
                self.offers.setdefault(card, []).append(option)
                offers += 1
            else:
                rest.append(option)
        number, said = self.numbers.get(owed.player), self.say.asked(owed, decision)
        return Question(number, said, tuple(rest), ways, offers)

    def line(self, card: str, remembered: str = "", role: str = "") -> CardLine:
        """Describe a card; for a strip, with the buildings on it."""
        text, table = self.say.text(card), self.rules.table
        strip = table.strips.get(table.card[card])
        if strip is not None:
            text = f"{text} {', '.join(self.say.card(table.cards[on].name) for on in strip[1])}."
        return CardLine(card, self.say.card(card), text, remembered, role)

    def lines(self, cards: Iterable[str], memory: Memory) -> Iterable[CardLine]:
        """List cards of a player or of the game, then others that remember something for them."""
        told = {
            card: ", ".join(f"{self.say.remembered(card, name)}: {number}" for name, number in kept.items())
            for card, kept in memory.items()
        }
        for card in cards:
            kind = self.nodes[card].kind
            role = "" if kind == RuleCard.kind else self.say.kind(kind)
            yield self.line(card, told.pop(card, ""), role)
        for card, remembered in told.items():
            yield CardLine(card, self.say.card(card), "", remembered)

    def seat(self, place: int, name: str) -> Seat:
        """Describe what a player has."""
        player = self.table.player(name)
        held = (("card_in_hand", player.cards_in_hand),) if player.cards_in_hand else ()
        tokens = (("plus2", player.plus2), ("soldier", player.soldiers))
        bag = (*player.goods.items(), *tokens, *player.others.items(), *held)
        asked = any(owed.player == name for owed in self.view.pending)
        lines = [
            *self.lines(player.cards, player.memory),
            *(CardLine(strip, self.say.card(strip), self.say.text(strip)) for strip in player.strips),
            *(self.line(card, role=self.say.say("open_hand")) for card in player.hand),
        ]
        return Seat(self.numbers[name], place, player, bag, tuple(self.rows(player)), tuple(lines), asked)

    def rows(self, player: PlayerState) -> Iterable[tuple[BuildingCell, ...]]:
        """List the buildings of a sheet, and those that stand although they are not on it."""
        offers = self.offers if player.name == self.view.seat else {}
        sheet = self.rules.sheet(player.strips)
        elsewhere = set(player.buildings).difference(*sheet)
        for row in (*sheet, *((name,) for name in player.buildings if name in elsewhere)):
            missing = next((name for name in row if name not in player.buildings), None)
            yield tuple(self.cell(name, player, missing, offers) for name in row)

    def cell(
        self, name: str, player: PlayerState, missing: str | None, offers: dict[str, list[str]]
    ) -> BuildingCell:
        """Describe a building."""
        node = self.nodes[name]
        row, cost, vp = (node.row, node.cost, node.vp) if isinstance(node, BuildingCard) else ("", (), 0)
        stands, offered = name in player.buildings, tuple(offers.get(name, ()))
        called, says = self.say.card(name), self.say.text(name)
        return BuildingCell(name, called, says, row, cost, vp, stands, name == missing, offered)

    def court(self) -> Iterable[AdvisorSpot]:
        """List the advisors by rank, those of cards in play behind them."""
        table = self.rules.table
        there: dict[str, list[DiceGroup]] = {}
        for placed in self.table.advisors:
            who = placed.player
            number = None if who is None else self.numbers[who]
            there.setdefault(placed.advisor, []).append(
                DiceGroup(number, who or self.say.say("neutral"), placed)
            )
        in_play = {card for player in self.table.players for card in player.cards}
        for place in sorted(table.places, key=lambda p: (table.private >> p.index & 1, p.rank, p.index)):
            private = bool(table.private >> place.index & 1)
            card = table.cards[place.card].name
            groups = tuple(there.get(place.name, ()))
            if not private or groups or card in in_play:
                yield self.spot(place.name, card, place.rank, groups, private=private)

    def spot(
        self, name: str, card: str, rank: int, groups: tuple[DiceGroup, ...], *, private: bool
    ) -> AdvisorSpot:
        """Describe an advisor."""
        table = self.table
        tile = table.tiles.get(name)
        return AdvisorSpot(
            name,
            self.say.card(card),
            rank,
            "" if private else self.say.text(card),
            None if tile is None else self.line(tile),
            groups,
            tuple((gift.resource, gift.amount) for gift in table.gifts if gift.advisor == name),
            tuple(
                (self.numbers[mark.player], mark.player, self.say.card(mark.card), mark.count)
                for mark in table.marks
                if mark.advisor == name
            ),
            tuple(self.ways.get(name, ())),
        )

    def piles(self) -> Iterable[tuple[str, str]]:
        """List the cards that nobody has any more: what the pile is called, and the names on it."""
        for key, cards in (("discard_pile", self.table.discard), ("out_of_the_game", self.table.out)):
            if cards:
                copies = Counter(cards)
                names = (f"{self.say.card(card)}{_times(number)}" for card, number in copies.items())
                yield f"{self.say.say(key)}:", ", ".join(names)

    def auction(self) -> tuple[CardLine, ...]:
        """Describe the cards in the auction, and the bidding."""
        auction = self.table.auction
        if auction is None:
            return ()
        say, bag = self.say.say, self.say.counted(auction.resource, auction.amount)
        stands = [say("bids", player=auction.bidder, bag=bag) if auction.bidder else say("no_bid", bag=bag)]
        if auction.passed:
            stands.append(say("no_more_bids", players=self.say.language.all_of(auction.passed)))
        now = {auction.card: say("up_now")}
        lines = [self.line(card, role=now.get(card, "")) for card in auction.cards]
        return (*lines, CardLine("", say("bidding"), "; ".join(stands)))

    def foes(self) -> Iterable[Foe]:
        """List the enemies year by year: those that are over, here, or seen; else that one is hidden."""
        table, view = self.table, self.view
        known = [(card, "over") for card in table.past_enemies]
        if table.enemy is not None:
            known.append((table.enemy, "here"))
        known += [(card, "joined") for card in table.joined]
        open_ = {card for card, _ in known}
        known += [(card, "seen") for card in view.seen_enemies.values() if card not in open_]
        known += [(card, "seen_beside") for card in view.seen_further.values() if card not in open_]
        foes = [self.foe(card, status) for card, status in known]
        for year in sorted({*range(1, self.rules.table.years + 1), *(foe.year for foe in foes)}):
            mine = [foe for foe in foes if foe.year == year]
            yield from mine
            if not any(foe.status in ("over", "here", "seen") for foe in mine):
                yield Foe(year, "hidden", strength=self.range_of(year))

    def foe(self, card: str, status: str) -> Foe:
        """Describe an enemy."""
        node = self.nodes[card]
        year, strength = (node.year, str(node.strength)) if isinstance(node, EnemyCard) else (0, "")
        return Foe(year, status, card, self.say.card(card), strength, self.say.text(card))

    def range_of(self, year: int) -> str:
        """Write how strong the enemy of a year may be by what is printed."""
        printed = [n.strength for n in self.nodes.values() if isinstance(n, EnemyCard) and n.year == year]
        if not printed:
            return ""
        return f"{min(printed)}\N{EN DASH}{max(printed)}" if min(printed) < max(printed) else str(printed[0])
