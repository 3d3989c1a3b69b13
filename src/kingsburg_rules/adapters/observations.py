"""Observations: the view of a seat as numbers in named parts, of a fixed length for rules and players.

It is made from a `SeatView`, so it has nothing that the seat may not know. Players are listed from the one
who looks, clockwise, so one policy can play in every seat. A flag is 0 or 1. Numbers of dice, soldiers,
points and everything else that can be counted are divided by 10.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate
from math import prod
from typing import Final, NamedTuple, get_args

from attrs import field, frozen

from kingsburg_rules import DecisionKind, PlayerState, Rules, SeatView, SetupError
from kingsburg_rules.adapters.action_space import CHANCE_KINDS, ActionSpace
from kingsburg_rules.engine import NOBODY, OUTCOMES, Memory, expect, is_whole, shown
from kingsburg_rules.language import PLAYER

UNIT: Final = 10
"""What counted things are divided by."""

LIMIT: Final = 100.0
"""No number in an observation is larger, and none is below its negative."""

KINDS = tuple(kind for kind in get_args(DecisionKind) if kind not in CHANCE_KINDS)
"""The kinds of decisions that players are asked for."""

_FACES = 6

Fill = Callable[["_Sheet", SeatView, Sequence[int]], None]
"""Writes a part of an observation, given the view and the tokens of the answer so far."""


@frozen
class ObservationPart:
    """A part of an observation: where it starts, its shape, and what its numbers mean.

    `axes` name the places along each axis: players are `me` and `left 1` onwards.
    """

    name: str
    doc: str
    start: int
    axes: tuple[tuple[str, ...], ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """How many places each axis has."""
        return tuple(map(len, self.axes))

    @property
    def size(self) -> int:
        """How many numbers the part has."""
        return prod(self.shape)

    @property
    def slice(self) -> slice:
        """Where the part is in an observation."""
        return slice(self.start, self.start + self.size)


@frozen(eq=False)
class ObservationSpace:
    """The observations of a rule set with a number of players.

    Args:
        rules: The rule set.
        players: How many players there are.

    Raises:
        SetupError: The rules are not for so many players.
        TypeError: `rules` are not rules.
    """

    rules: Rules
    players: int
    actions: ActionSpace = field(init=False, repr=False)
    """The tokens of the answers."""
    parts: Mapping[str, ObservationPart] = field(init=False, repr=False)
    """The parts by name, in order."""
    size: int = field(init=False, repr=False)
    """How many numbers an observation has."""
    _fill: Sequence[tuple[_Place, Fill]] = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        """Lay out the parts."""
        expect(self.rules, Rules, "rules")
        least, most = self.rules.compiled.seats
        if not is_whole(self.players) or not least <= self.players <= most:
            raise SetupError(
                "setup.players", f"These rules are for {least} to {most} players, not {shown(self.players)}."
            )
        put = partial(object.__setattr__, self)
        put("actions", action_space(self.rules))
        drafts = _drafts(self.rules, self.players, self.actions)
        starts = [0, *accumulate(prod(map(len, draft.axes)) for draft in drafts)]
        parts = [
            ObservationPart(draft.name, draft.doc, start, draft.axes)
            for draft, start in zip(drafts, starts, strict=False)
        ]
        put("parts", {part.name: part for part in parts})
        put("size", starts[-1])
        put("_fill", [(_Place.of(part), draft.fill) for part, draft in zip(parts, drafts, strict=True)])

    def observe(self, view: SeatView, tokens: Sequence[int] = ()) -> array[float]:
        """Write what a seat sees as numbers.

        Args:
            view: What the seat sees, as `Game.view` or `Sight.view` gives it.
            tokens: The tokens of its answer so far, if it is in the middle of one: `PartialAnswer.tokens`.

        Raises:
            SetupError: The view is not of a game with so many players.
            TypeError: `view` is not a view.
        """
        expect(view, SeatView, "view")
        names = view.players
        if len(names) != self.players:
            message = f"The view is of a game with {len(names)} players, not {self.players}."
            raise SetupError("setup.players", message)
        first = names.index(view.seat) if view.seat is not None else 0
        seats = {name: (seat - first) % len(names) for seat, name in enumerate(names)}
        sheet = _Sheet(self.size, seats, first)
        for place, fill in self._fill:
            sheet.turn_to(place)
            fill(sheet, view, tokens)
        return sheet.data


def action_space(rules: Rules, *, chance: bool = False) -> ActionSpace:
    """Return the tokens of a rule set, which keeps them.

    Args:
        rules: The rule set.
        chance: Whether the tokens are for the answers of chance.

    Raises:
        TypeError: `rules` are not rules.
    """
    expect(rules, Rules, "rules")
    name = "tokens of chance" if chance else "tokens of players"
    known = rules.compiled.kept.get(name)
    if not isinstance(known, ActionSpace):
        known = rules.compiled.kept[name] = ActionSpace(rules, chance)
    return known


def observation_space(rules: Rules, players: int) -> ObservationSpace:
    """Return the observations of a rule set with a number of players; the rule set keeps them.

    Raises:
        SetupError: The rules are not for so many players.
        TypeError: `rules` are not rules.
    """
    expect(rules, Rules, "rules")
    name = f"observations of {players} players"
    known = rules.compiled.kept.get(name)
    if not isinstance(known, ObservationSpace):
        known = rules.compiled.kept[name] = ObservationSpace(rules, players)
    return known


# Writing a part


class _Place(NamedTuple):
    """Where a part is written: its start, the names of its rows and columns, and how wide a row is."""

    start: int
    rows: Mapping[str, int]
    columns: Mapping[str, int]
    width: int

    @classmethod
    def of(cls, part: ObservationPart) -> _Place:
        """Find the place of a part. One with a single axis has rows of one number."""
        rows, *more = ({name: k for k, name in enumerate(axis)} for axis in part.axes)
        columns = more[0] if more else dict[str, int]()
        return cls(part.start, rows, columns, len(columns) if more else 1)


class _Sheet:
    """The numbers of an observation while it is written, part by part.

    `seats` are the players, counted from the one who looks, whose own seat is `first`.
    """

    __slots__ = ("columns", "data", "first", "rows", "seats", "start", "width")

    def __init__(self, size: int, seats: Mapping[str, int], first: int) -> None:
        self.data = array("f", bytes(4 * size))
        self.seats, self.first = seats, first
        self.start, self.width = 0, 1
        self.rows: Mapping[str, int] = {}
        self.columns: Mapping[str, int] = {}

    def turn_to(self, place: _Place) -> None:
        """Go on with a part."""
        self.start, self.rows, self.columns, self.width = place

    def add(self, place: int, amount: float = 1.0) -> None:
        """Add to a number, given its place in the part."""
        at = self.start + place
        self.data[at] = max(-LIMIT, min(LIMIT, self.data[at] + amount))

    def mark(self, name: str | None) -> None:
        """Mark a name of the only axis; one that is not there is not written."""
        place = self.rows.get(name or "")
        if place is not None:
            self.add(place)

    def mark_all(self, names: Iterable[str | None]) -> None:
        """Mark names, as often as they occur."""
        for name in names:
            self.mark(name)

    def mark_at(self, row: int | str, name: str | None, amount: float = 1.0) -> None:
        """Mark a name of the second axis, in a row."""
        column, at = self.columns.get(name or ""), row if isinstance(row, int) else self.rows.get(row)
        if column is not None and at is not None:
            self.add(at * self.width + column, amount)

    def count(self, row: int | str, name: str, amount: int) -> None:
        """Write something that is counted, in a row."""
        if amount:
            self.mark_at(row, name, amount / UNIT)


@frozen
class _Draft:
    """A part before it has its place."""

    name: str
    doc: str
    axes: tuple[tuple[str, ...], ...]
    fill: Fill


def _of_players(write: Callable[[_Sheet, int, PlayerState], None]) -> Fill:
    """Write a part player by player."""

    def fill(sheet: _Sheet, view: SeatView, _: Sequence[int]) -> None:
        for player in view.table.players:
            write(sheet, sheet.seats[player.name], player)

    return fill


def _drafts(rules: Rules, players: int, actions: ActionSpace) -> list[_Draft]:
    """List the parts of an observation."""
    compiled = rules.compiled
    seats = ("me", *(f"left {k}" for k in range(1, players)))
    cards = tuple(sorted(card.name for card in compiled.cards))
    enemies = tuple(sorted(enemy.name for enemy in compiled.enemies.values()))
    held = tuple(sorted(card.name for card in compiled.cards if card.index not in compiled.enemies))
    places = tuple(place.name for place in compiled.places)
    goods = tuple(sorted(compiled.resource))
    years = tuple(str(year) for year in range(compiled.years + 1))
    dice = (*map(str, range(1, _FACES + 1)), "other")
    noted = tuple(sorted(f"{compiled.cards[memory.card].name} {memory.name}" for memory in compiled.memories))
    return [
        _Draft("decision", "What kind of decision the seat owes.", (KINDS,), _decision),
        _Draft("source", "What asks for it.", (tuple(sorted(set(compiled.sources))),), _source),
        _Draft("tokens", "The tokens of the answer so far.", (actions.tokens,), _tokens_so_far),
        _Draft("asked", "Who owes a decision.", (seats,), _asked),
        _Draft("year", "The year.", (years,), lambda sheet, view, _: sheet.mark(str(view.table.year))),
        _Draft("phase", "The phase.", (tuple(compiled.phases),), lambda s, view, _: s.mark(view.table.phase)),
        _Draft("season", "The season.", (compiled.seasons,), lambda s, view, _: s.mark(view.table.season)),
        _Draft("turn", "Each player's place in the turn order.", (seats, seats), _turn),
        _Draft("has", "What each player has of each resource.", (seats, goods), _of_players(_has)),
        _Draft("cards", "The cards and strips that each player has.", (seats, held), _of_players(_cards)),
        _Draft("dice", "Each player's own dice, by what they show.", (seats, dice), _of_players(_dice)),
        _Draft("bonus", "Each player's bonus dice, by what they show.", (seats, dice), _of_players(_bonus)),
        _Draft("battle", "Each player's battle.", (seats, _BATTLE), _of_players(_battle)),
        _Draft("hands", "How many cards each player has in hand.", (seats,), _of_players(_hands)),
        _Draft("open", "Hands that everybody knows.", (seats, held), _of_players(_open_hands)),
        _Draft("placed", "The dice on each advisor, by player.", (places, (*seats, "nobody")), _placed),
        _Draft("gifts", "The resources on each advisor.", (places, goods), _gifts),
        _Draft("marks", "The markers on each advisor, by player.", (places, seats), _marks),
        _Draft("tiles", "The card on each advisor.", (places, _tiles_of(rules)), _tiles),
        _Draft("enemy", "The enemy of this winter.", (enemies,), lambda s, v, _: s.mark(v.table.enemy)),
        _Draft("joined", "Further enemies.", (enemies,), lambda s, v, _: s.mark_all(v.table.joined)),
        _Draft("past", "Enemies that came.", (enemies,), lambda s, v, _: s.mark_all(v.table.past_enemies)),
        _Draft("seen", "Hidden enemies that the seat has looked at.", (enemies,), _seen),
        _Draft("hand", "The hand of the seat.", (held,), lambda s, view, _: s.mark_all(view.hand)),
        _Draft("force", "Cards of the game itself.", (held,), lambda s, v, _: s.mark_all(v.table.in_force)),
        _Draft("display", "Face-up cards.", (cards,), lambda s, view, _: s.mark_all(view.table.display)),
        _Draft("discard", "Discarded cards.", (cards,), lambda s, view, _: s.mark_all(view.table.discard)),
        _Draft("out", "Cards out of the game.", (cards,), lambda s, view, _: s.mark_all(view.table.out)),
        _Draft("auction", "The cards of an auction.", (("offered", "now"), cards), _auction),
        _Draft("bidding", "Each player's bid, and who has passed.", (seats, ("bid", "passed")), _bidding),
        _Draft("noted", "What cards remember for each player.", (seats, noted), _noted(rules)),
        _Draft("known", "What cards remember for everybody.", (noted,), _known(rules)),
    ]


_BATTLE = ("strength", "defence", "enemy", "enemy is known", *OUTCOMES)


def _tiles_of(rules: Rules) -> tuple[str, ...]:
    return tuple(sorted(rules.compiled.cards[tile].name for tile in rules.compiled.tiles))


def _decision(sheet: _Sheet, view: SeatView, _: Sequence[int]) -> None:
    sheet.mark(view.decision and view.decision.kind)


def _source(sheet: _Sheet, view: SeatView, _: Sequence[int]) -> None:
    sheet.mark(view.decision and view.decision.source)


def _tokens_so_far(sheet: _Sheet, _: SeatView, tokens: Sequence[int]) -> None:
    for token in tokens:
        sheet.add(token)


def _asked(sheet: _Sheet, view: SeatView, _: Sequence[int]) -> None:
    for owed in view.pending:
        if owed.player in sheet.seats:
            sheet.add(sheet.seats[owed.player])


def _turn(sheet: _Sheet, view: SeatView, _: Sequence[int]) -> None:
    for place, name in enumerate(view.table.turn_order):
        sheet.add(sheet.seats[name] * sheet.width + place)


def _has(sheet: _Sheet, seat: int, player: PlayerState) -> None:
    for amounts in (player.goods, player.others):
        for name, amount in amounts.items():
            sheet.count(seat, name, amount)
    sheet.count(seat, "vp", player.vp)
    sheet.count(seat, "plus2", player.plus2)
    sheet.count(seat, "soldier", player.soldiers)
    sheet.count(seat, "bonus_die", player.bonus_dice)
    sheet.count(seat, "envoy", int(player.envoy))


def _cards(sheet: _Sheet, seat: int, player: PlayerState) -> None:
    for card in (*player.buildings, *player.strips, *player.cards):
        sheet.mark_at(seat, card)


def _showing(sheet: _Sheet, seat: int, dice: Sequence[int]) -> None:
    for die in dice:
        sheet.count(seat, str(die) if 1 <= die <= _FACES else "other", 1)


def _dice(sheet: _Sheet, seat: int, player: PlayerState) -> None:
    _showing(sheet, seat, player.dice)


def _bonus(sheet: _Sheet, seat: int, player: PlayerState) -> None:
    _showing(sheet, seat, player.bonus)


def _battle(sheet: _Sheet, seat: int, player: PlayerState) -> None:
    sheet.count(seat, "strength", player.strength or 0)
    sheet.count(seat, "defence", player.defence)
    sheet.count(seat, "enemy", player.enemy_strength or 0)
    if player.enemy_strength is not None:
        sheet.mark_at(seat, "enemy is known")
    sheet.mark_at(seat, player.outcome)


def _hands(sheet: _Sheet, seat: int, player: PlayerState) -> None:
    sheet.add(seat, player.cards_in_hand / UNIT)


def _open_hands(sheet: _Sheet, seat: int, player: PlayerState) -> None:
    for card in player.hand:
        sheet.mark_at(seat, card)


def _placed(sheet: _Sheet, view: SeatView, _: Sequence[int]) -> None:
    for group in view.table.advisors:
        owner = sheet.width - 1 if group.player is None else sheet.seats[group.player]
        place = sheet.rows[group.advisor] * sheet.width + owner
        sheet.add(place, (len(group.dice) + len(group.bonus)) / UNIT)


def _gifts(sheet: _Sheet, view: SeatView, _: Sequence[int]) -> None:
    for gift in view.table.gifts:
        sheet.count(gift.advisor, gift.resource, gift.amount)


def _marks(sheet: _Sheet, view: SeatView, _: Sequence[int]) -> None:
    for mark in view.table.marks:
        place = sheet.rows[mark.advisor] * sheet.width + sheet.seats[mark.player]
        sheet.add(place, mark.count / UNIT)


def _tiles(sheet: _Sheet, view: SeatView, _: Sequence[int]) -> None:
    for advisor, tile in view.table.tiles.items():
        sheet.mark_at(advisor, tile)


def _seen(sheet: _Sheet, view: SeatView, _: Sequence[int]) -> None:
    sheet.mark_all((*view.seen_enemies.values(), *view.seen_further.values()))


def _auction(sheet: _Sheet, view: SeatView, _: Sequence[int]) -> None:
    auction = view.table.auction
    if auction is not None:
        for card in auction.cards:
            sheet.mark_at("offered", card)
        sheet.mark_at("now", auction.card)


def _bidding(sheet: _Sheet, view: SeatView, _: Sequence[int]) -> None:
    auction = view.table.auction
    if auction is None:
        return
    if auction.bidder is not None:
        sheet.count(sheet.seats[auction.bidder], "bid", auction.amount)
    for name in auction.passed:
        sheet.mark_at(sheet.seats[name], "passed")


# What cards remember


def _types(rules: Rules) -> dict[str, str]:
    """Return the kind of thing that each memory holds: a number, a player, a card."""
    compiled = rules.compiled
    return {f"{compiled.cards[memory.card].name} {memory.name}": memory.kind for memory in compiled.memories}


def _remembered(sheet: _Sheet, types: Mapping[str, str], memory: Memory) -> Iterator[tuple[str, int]]:
    """List the numbers of a memory; a player is counted from the one who looks, and 0 is nobody."""
    for card, values in memory.items():
        for name, value in values.items():
            full = f"{card} {name}"
            is_player = types.get(full) == PLAYER
            yield full, _from_me(sheet, value) if is_player else value


def _from_me(sheet: _Sheet, seat: int) -> int:
    return 0 if seat == NOBODY else (seat - sheet.first) % len(sheet.seats) + 1


def _noted(rules: Rules) -> Fill:
    types = _types(rules)

    def write(sheet: _Sheet, seat: int, player: PlayerState) -> None:
        for name, value in _remembered(sheet, types, player.memory):
            sheet.count(seat, name, value)

    return _of_players(write)


def _known(rules: Rules) -> Fill:
    types = _types(rules)

    def fill(sheet: _Sheet, view: SeatView, _: Sequence[int]) -> None:
        for name, value in _remembered(sheet, types, view.table.memory):
            if name in sheet.rows:
                sheet.add(sheet.rows[name], value / UNIT)

    return fill
