"""Events: whoever hears them all knows all that lies open, from nothing on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import singledispatchmethod

from attrs import define, evolve, field
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers_toys import all_rules
from kingsburg_rules import (
    Built,
    Destroyed,
    DiceReturned,
    DiceRolled,
    EnemyLeft,
    EnemyRevealed,
    EnemySeen,
    Event,
    Fought,
    Gained,
    Game,
    GameEnded,
    GameState,
    Influenced,
    Lost,
    PhaseStarted,
    PlacedDice,
    PlayerState,
    TurnOrderSet,
    YearStarted,
)
from kingsburg_rules.testing.strategies import advance, choice_lists, games

GOODS = ("gold", "wood", "stone")
AT_LEAST_ZERO = (*GOODS, "plus2", "soldier", "bonus_die", "envoy")


@define
class Seat:
    """What the events have told of one player."""

    stock: Counter[str] = field(factory=Counter)
    score: Counter[str] = field(factory=Counter)
    buildings: set[str] = field(factory=set)
    dice: list[int] = field(factory=list)
    bonus: list[int] = field(factory=list)
    strength: int | None = None
    outcome: str | None = None
    seen: dict[int, str] = field(factory=dict)


@define
class Listener:
    """Somebody who knows the names of the players, and otherwise only what the events tell."""

    order: tuple[str, ...]
    seats: dict[str, Seat]
    year: int = 0
    phase: str = "setup"
    season: str | None = None
    board: list[tuple[object, ...]] = field(factory=list)
    enemy: str | None = None
    past: list[str] = field(factory=list)
    winners: tuple[str, ...] | None = None

    @classmethod
    def of(cls, game: Game) -> Listener:
        listener = cls(game.players, {name: Seat() for name in game.players})
        listener.hear_all(game.opening)
        return listener

    def hear_all(self, events: Iterable[Event]) -> None:
        for event in events:
            self.hear(event)

    @singledispatchmethod
    def hear(self, event: Event) -> None:
        """Other events tell how something came about, and change nothing by themselves."""

    @hear.register
    def _(self, event: YearStarted) -> None:
        assert event.year == self.year + 1
        self.year = event.year

    @hear.register
    def _(self, event: PhaseStarted) -> None:
        self.year, self.phase, self.season = event.year, event.phase, event.season

    @hear.register
    def _(self, event: TurnOrderSet) -> None:
        assert sorted(event.players) == sorted(self.seats)
        self.order = event.players

    @hear.register
    def _(self, event: Gained) -> None:
        assert event.amount > 0
        self.change(event.player, event.resource, event.amount, event.source)

    @hear.register
    def _(self, event: Lost) -> None:
        assert event.amount > 0
        self.change(event.player, event.resource, -event.amount, event.source)

    def change(self, player: str, resource: str, amount: int, source: str) -> None:
        seat = self.seats[player]
        seat.stock[resource] += amount
        assert seat.stock[resource] >= 0 or resource not in AT_LEAST_ZERO
        assert sum(each.stock["envoy"] for each in self.seats.values()) <= 1, "there is one envoy"
        if resource == "vp":
            seat.score[source] += amount

    @hear.register
    def _(self, event: DiceRolled) -> None:
        if event.player is not None and not event.for_effect:
            self.seats[event.player].dice = sorted(event.dice)
            self.seats[event.player].bonus = sorted(event.bonus)

    @hear.register
    def _(self, event: Influenced) -> None:
        dice = tuple(sorted(event.dice)), tuple(sorted(event.bonus))
        self.board.append((event.advisor, event.player, *dice, event.plus2, event.envoy))
        if event.player is not None:
            for value in event.dice:
                self.seats[event.player].dice.remove(value)
            for value in event.bonus:
                self.seats[event.player].bonus.remove(value)

    @hear.register
    def _(self, _: DiceReturned) -> None:
        self.board = []
        for seat in self.seats.values():
            seat.dice, seat.bonus = [], []

    @hear.register
    def _(self, event: Built) -> None:
        assert event.building not in self.seats[event.player].buildings
        self.seats[event.player].buildings.add(event.building)

    @hear.register
    def _(self, event: Destroyed) -> None:
        self.seats[event.player].buildings.remove(event.building)

    @hear.register
    def _(self, event: EnemySeen) -> None:
        assert event.only_for == event.player
        self.seats[event.player].seen[event.year] = event.enemy

    @hear.register
    def _(self, event: EnemyRevealed) -> None:
        self.enemy = event.enemy

    @hear.register
    def _(self, event: EnemyLeft) -> None:
        assert event.enemy == self.enemy
        self.past.append(event.enemy)
        self.enemy = None
        for seat in self.seats.values():
            seat.strength = seat.outcome = None

    @hear.register
    def _(self, event: Fought) -> None:
        self.seats[event.player].strength = event.strength
        self.seats[event.player].outcome = event.outcome

    @hear.register
    def _(self, event: GameEnded) -> None:
        self.winners = event.winners

    def told(self) -> GameState:
        """Write down what was heard in the form in which a game shows itself."""
        return GameState(
            year=self.year,
            phase=self.phase,
            season=self.season,
            turn_order=self.order,
            players=tuple(player_told(name, seat) for name, seat in self.seats.items()),
            advisors=(),
            enemy=self.enemy,
            past_enemies=tuple(self.past),
            over=self.winners is not None,
        )


def player_told(name: str, seat: Seat) -> PlayerState:
    return PlayerState(
        name=name,
        goods={good: seat.stock[good] for good in GOODS},
        plus2=seat.stock["plus2"],
        vp=seat.stock["vp"],
        soldiers=seat.stock["soldier"],
        bonus_dice=seat.stock["bonus_die"],
        envoy=bool(seat.stock["envoy"]),
        buildings=tuple(sorted(seat.buildings)),
        dice=tuple(seat.dice),
        bonus=tuple(seat.bonus),
        strength=seat.strength,
        outcome=seat.outcome,
    )


def without_order(state: GameState) -> GameState:
    """Leave out the board, and in which order the sheet lists buildings."""
    players = [evolve(player, buildings=tuple(sorted(player.buildings))) for player in state.players]
    return evolve(state, players=tuple(players), advisors=())


def on_the_board(placed: PlacedDice) -> tuple[object, ...]:
    return placed.advisor, placed.player, placed.dice, placed.bonus, placed.plus2, placed.envoy


def compare(listener: Listener, game: Game) -> None:
    state = game.state
    assert listener.told() == without_order(state)
    assert Counter(listener.board) == Counter(map(on_the_board, state.advisors))
    for name in game.players:
        assert listener.seats[name].seen == game.view(name).seen_enemies


@settings(max_examples=40)
@given(games(all_rules(), choices=st.just(())), choice_lists(700, shortest=100))
def test_the_events_tell_all_that_lies_open(game: Game, choices: tuple[int, ...]) -> None:
    """From zero and the opening on, the events alone lead to the state after every action."""
    listener = Listener.of(game)
    compare(listener, game)
    for choice in choices:
        probe = game.copy()
        for player, action in advance(probe, [choice]):
            listener.hear_all(game.play(action, player))
            compare(listener, game)
    outcome = game.outcome
    if outcome is not None:
        assert listener.winners is not None
        assert set(listener.winners) == set(outcome.winners)
        for place in outcome.ranking:
            score = listener.seats[place.player].score
            assert sum(place.by_source.values()) == place.vp == score.total()
            assert dict(place.by_source) == {source: vp for source, vp in score.items() if vp}
