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
from typing import Final, TypeAlias, get_args

from attrs import field, frozen

from kingsburg_rules import (
    AdvisorThing,
    AnyThing,
    CardThing,
    DecisionKind,
    GameState,
    NumberThing,
    OptionThing,
    PlayerState,
    PlayerThing,
    ResourceThing,
    RowThing,
    Rules,
    SeatView,
    SetupError,
)
from kingsburg_rules.adapters.action_space import CHANCE_KINDS, ActionSpace
from kingsburg_rules.engine import OUTCOMES, expect, is_whole, shown

UNIT: Final = 10
"""What counted things are divided by."""

LIMIT: Final = 100.0
"""No number in an observation is larger, and none is below its negative."""

KINDS = tuple(kind for kind in get_args(DecisionKind) if kind not in CHANCE_KINDS)
"""The kinds of decisions that players are asked for."""

_FACES = 6

Key: TypeAlias = str | tuple[str, str | None] | None
"""A place in a part, by its names along the axes; what is not on an axis is not written."""

Numbers: TypeAlias = Iterable[tuple[Key, float]]
"""The places of a part that are not 0, with what is added there."""


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
    _writers: Sequence[_Writer] = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        """Lay out the parts."""
        least, most = self.rules.compiled.seats
        if not is_whole(self.players) or not least <= self.players <= most:
            raise SetupError(
                "setup.players", f"These rules are for {least} to {most} players, not {shown(self.players)}."
            )
        put = partial(object.__setattr__, self)
        put("actions", action_space(self.rules))
        listed = _listed(self.rules, self.seats, self.actions)
        starts = [0, *accumulate(prod(map(len, axes)) for _, _, axes, _ in listed)]
        parts = [
            ObservationPart(name, doc, start, axes)
            for (name, doc, axes, _), start in zip(listed, starts, strict=False)
        ]
        put("parts", {part.name: part for part in parts})
        put("size", starts[-1])
        put("_writers", [(_places(part), write) for part, (*_, write) in zip(parts, listed, strict=True)])

    @property
    def seats(self) -> int:
        """The number of seats: the players, and the seats that cards play."""
        return self.players + len(self.rules.compiled.automata)

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
        if len(names) != self.seats:
            message = f"The view is of a game with {len(names)} players, not {self.seats}."
            raise SetupError("setup.players", message)
        # A spectator sees the table as from the first seat, without secrets.
        first = names.index(view.seat) if view.seat is not None else 0
        around = _around(self.seats)
        seats = {name: around[(seat - first) % len(names)] for seat, name in enumerate(names)}
        sight = _Observed(view, [self.actions.tokens[token] for token in tokens], seats, first)
        data = array("f", bytes(4 * self.size))
        for places, write in self._writers:
            for key, amount in write(sight):
                at = places.get(key)
                if at is not None:
                    # Added and not set: three dice of a face, or two markers, share a place.
                    data[at] = max(-LIMIT, min(LIMIT, data[at] + amount))
        return data


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


# Writing the parts


@frozen(eq=False)
class _Observed:
    """A view with what is needed to write it: the tokens so far, and the players from the one who looks."""

    view: SeatView
    tokens: Sequence[str]
    seats: Mapping[str, str]
    first: int

    def remembered(self, of: PlayerState | GameState) -> Iterator[tuple[str, float]]:
        """Yield what cards remember as numbers; a player is counted from the one who looks."""
        for card, values in of.memory.items():
            yield from ((f"{_first_copy(card)} {name}", value / UNIT) for name, value in values.items())
        for card, things in of.things.items():
            for name, thing in things.items():
                yield f"{_first_copy(card)} {name}", self._number_of(thing) / UNIT

    def _number_of(self, thing: AnyThing) -> int:
        """Number a thing, from 1."""
        compiled = self.view.rules.compiled
        match thing:
            case PlayerThing(name):
                return (self.view.players.index(name) - self.first) % len(self.seats) + 1
            case CardThing(name):
                return compiled.cards[compiled.card[name]].first + 1
            case ResourceThing(name):
                return compiled.resource[name] + 1
            case AdvisorThing(name):
                return 1 + next(place.index for place in compiled.places if place.name == name)
            case NumberThing(number):
                return number
            case OptionThing(name):
                words = (*compiled.seasons, *OUTCOMES)
                return 1 + words.index(name) if name in words else 0
            case RowThing(row):
                return ord(row)


_Write: TypeAlias = Callable[[_Observed], Numbers]
_Writer: TypeAlias = tuple[Mapping[Key, int], _Write]
_Listed: TypeAlias = tuple[str, str, tuple[tuple[str, ...], ...], _Write]


def _around(players: int) -> tuple[str, ...]:
    """Name the seats from the one who looks."""
    return "me", *(f"left {k}" for k in range(1, players))


def _places(part: ObservationPart) -> dict[Key, int]:
    """Number the places of a part by their names along its one or two axes."""
    rows, *more = part.axes
    names: list[Key] = [(row, column) for row in rows for column in more[0]] if more else [*rows]
    return {name: part.start + k for k, name in enumerate(names)}


def _of_players(write: Callable[[PlayerState], Iterable[tuple[str | None, float]]]) -> _Write:
    """Write a part player by player."""

    def written(sight: _Observed) -> Numbers:
        for player in sight.view.table.players:
            for name, amount in write(player):
                yield (sight.seats[player.name], name), amount

    return written


def _ones(names: Iterable[str]) -> Iterator[tuple[str, float]]:
    return ((name, 1.0) for name in names)


def _plain(cards: Iterable[str]) -> Iterator[str]:
    """Name cards without saying which copies they are."""
    return map(_first_copy, cards)


def _first_copy(card: str) -> str:
    return card.partition(".")[0]


def _marked(find: Callable[[SeatView], Iterable[str | None]]) -> _Write:
    """Mark names, as often as they occur."""
    return lambda sight: ((name, 1.0) for name in find(sight.view))


def _listed(rules: Rules, players: int, actions: ActionSpace) -> list[_Listed]:
    """List the parts of an observation: their names, what they are, their axes, and what writes them."""
    table = rules.compiled
    seats = _around(players)
    cards = tuple(sorted({card.name for card in table.cards}))
    enemies = tuple(sorted(enemy.name for enemy in table.enemies.values()))
    held = tuple(sorted({card.name for card in table.cards if card.index not in table.enemies}))
    places = tuple(place.name for place in table.places)
    goods = tuple(sorted(table.resource))
    years = tuple(str(year) for year in range(table.years + 1))
    dice = (*map(str, range(1, _FACES + 1)), "other")
    noted = tuple(sorted({*_memories(rules)}))
    tiles = tuple(sorted(table.cards[tile].name for tile in table.tiles))
    sources = tuple(sorted(set(table.sources)))
    return [
        ("decision", "What kind of decision the seat owes.", (KINDS,), _marked(_kinds)),
        ("source", "What asks for it.", (sources,), _marked(_sources)),
        ("tokens", "The tokens of the answer so far.", (actions.tokens,), lambda sight: _ones(sight.tokens)),
        ("asked", "Who owes a decision.", (seats,), _asked),
        ("year", "The year.", (years,), _marked(lambda view: [str(view.table.year)])),
        ("phase", "The phase.", (tuple(table.phases),), _marked(lambda view: [view.table.phase])),
        ("season", "The season.", (table.seasons,), _marked(lambda view: [view.table.season])),
        ("turn", "Each player's place in the turn order.", (seats, seats), _turn),
        ("has", "What each player has of each resource.", (seats, goods), _of_players(_has)),
        (
            "cards",
            "The cards and strips that each player has.",
            (seats, held),
            _of_players(lambda player: _ones(_plain((*player.buildings, *player.strips, *player.cards)))),
        ),
        (
            "dice",
            "Each player's own dice, by what they show.",
            (seats, dice),
            _of_players(lambda player: _showing(player.dice)),
        ),
        (
            "bonus",
            "Each player's bonus dice, by what they show.",
            (seats, dice),
            _of_players(lambda player: _showing(player.bonus)),
        ),
        ("battle", "Each player's battle.", (seats, _BATTLE), _of_players(_battle)),
        ("hands", "How many cards each player has in hand.", (seats,), _hands),
        (
            "open",
            "Hands that everybody knows.",
            (seats, held),
            _of_players(lambda player: _ones(_plain(player.hand))),
        ),
        ("placed", "The dice on each advisor, by player.", (places, (*seats, _NOBODY)), _placed),
        ("gifts", "The resources on each advisor.", (places, goods), _gifts),
        ("marks", "The markers on each advisor, by player.", (places, seats), _marks),
        ("tiles", "The card on each advisor.", (places, tiles), _tiles),
        ("enemy", "The enemy of this winter.", (enemies,), _marked(lambda view: [view.table.enemy])),
        ("joined", "Further enemies.", (enemies,), _marked(lambda view: view.table.joined)),
        ("past", "Enemies that came.", (enemies,), _marked(lambda view: view.table.past_enemies)),
        ("seen", "Hidden enemies that the seat has looked at.", (enemies,), _marked(_seen)),
        ("hand", "The hand of the seat.", (held,), _marked(lambda view: _plain(view.hand))),
        ("force", "Cards of the game itself.", (held,), _marked(lambda view: _plain(view.table.in_force))),
        ("display", "Face-up cards.", (cards,), _marked(lambda view: _plain(view.table.display))),
        ("discard", "Discarded cards.", (cards,), _marked(lambda view: _plain(view.table.discard))),
        ("out", "Cards out of the game.", (cards,), _marked(lambda view: _plain(view.table.out))),
        ("auction", "The cards of an auction.", (("offered", "now"), cards), _auction),
        ("bidding", "Each player's bid, and who has passed.", (seats, ("bid", "passed")), _bidding),
        ("noted", "What cards remember for each player.", (seats, noted), _noted),
        ("known", "What cards remember for everybody.", (noted,), _known),
    ]


_BATTLE = ("strength", "defence", "enemy", "enemy is known", *OUTCOMES)
_NOBODY = "nobody"


def _memories(rules: Rules) -> list[str]:
    """Name what cards remember."""
    table = rules.compiled
    return [f"{table.cards[memory.card].name} {memory.name}" for memory in table.memories]


def _kinds(view: SeatView) -> Iterable[str]:
    return () if view.decision is None else (view.decision.kind,)


def _sources(view: SeatView) -> Iterable[str]:
    return () if view.decision is None else (view.decision.source,)


def _asked(sight: _Observed) -> Numbers:
    return ((sight.seats.get(owed.player), 1.0) for owed in sight.view.pending)


def _turn(sight: _Observed) -> Numbers:
    order = sight.view.table.turn_order
    places = _around(len(order))
    return (((sight.seats[name], place), 1.0) for name, place in zip(order, places, strict=True))


def _has(player: PlayerState) -> Iterator[tuple[str, float]]:
    held = {
        **player.goods,
        **player.others,
        "vp": player.vp,
        "plus2": player.plus2,
        "soldier": player.soldiers,
        "bonus_die": player.bonus_dice,
        "envoy": int(player.envoy),
    }
    return ((name, amount / UNIT) for name, amount in held.items())


def _showing(dice: Iterable[int]) -> Iterator[tuple[str, float]]:
    return ((str(die) if 1 <= die <= _FACES else "other", 1 / UNIT) for die in dice)


def _battle(player: PlayerState) -> Iterator[tuple[str | None, float]]:
    yield "strength", (player.strength or 0) / UNIT
    yield "defence", player.defence / UNIT
    yield "enemy", (player.enemy_strength or 0) / UNIT
    yield "enemy is known", float(player.enemy_strength is not None)
    yield player.outcome, 1.0


def _hands(sight: _Observed) -> Numbers:
    players = sight.view.table.players
    return ((sight.seats[player.name], player.cards_in_hand / UNIT) for player in players)


def _placed(sight: _Observed) -> Numbers:
    for group in sight.view.table.advisors:
        owner = _NOBODY if group.player is None else sight.seats[group.player]
        yield (group.advisor, owner), (len(group.dice) + len(group.bonus)) / UNIT


def _gifts(sight: _Observed) -> Numbers:
    gifts = sight.view.table.gifts
    return (((gift.advisor, gift.resource), gift.amount / UNIT) for gift in gifts)


def _marks(sight: _Observed) -> Numbers:
    marks = sight.view.table.marks
    return (((mark.advisor, sight.seats[mark.player]), mark.count / UNIT) for mark in marks)


def _tiles(sight: _Observed) -> Numbers:
    return (((advisor, tile), 1.0) for advisor, tile in sight.view.table.tiles.items())


def _seen(view: SeatView) -> Iterable[str]:
    return (*view.seen_enemies.values(), *view.seen_further.values())


def _auction(sight: _Observed) -> Numbers:
    auction = sight.view.table.auction
    if auction is not None:
        yield from ((("offered", card), 1.0) for card in _plain(auction.cards))
        yield ("now", auction.card and _first_copy(auction.card)), 1.0


def _bidding(sight: _Observed) -> Numbers:
    auction = sight.view.table.auction
    if auction is not None:
        if auction.bidder is not None:
            yield (sight.seats[auction.bidder], "bid"), auction.amount / UNIT
        yield from (((sight.seats[name], "passed"), 1.0) for name in auction.passed)


def _noted(sight: _Observed) -> Numbers:
    for player in sight.view.table.players:
        for name, amount in sight.remembered(player):
            yield (sight.seats[player.name], name), amount


def _known(sight: _Observed) -> Numbers:
    return sight.remembered(sight.view.table)
