"""Odds and threats are found in a fast way; here every winter is played out plainly, and gives the same."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

import pytest

from kingsburg_rules import EnemyJoined, EnemyRevealed, Fought, Game, Rules, load_rules, modules
from kingsburg_rules.engine.actions import DONE, PASS
from kingsburg_rules.engine.compiled_rules import NOBODY
from kingsburg_rules.engine.errors import Runaway
from kingsburg_rules.engine.events import AnyEvent
from kingsburg_rules.engine.loop import answer, run
from kingsburg_rules.engine.state import CHANCE, OUTCOMES, Ask, Player, State, activate
from kingsburg_rules.game import winter
from kingsburg_rules.game.winter import Winter, position_key
from kingsburg_rules.testing import rules_with
from support.play import altered, change, fields_of, only

NAMES = ("Ann", "Brian", "Cindy", "Dora")

Found = list[tuple[object, ...]]


# The plain way: for each pair of enemies and every answer a copy of everything, with all events


class End(NamedTuple):
    """How one course ends: its probability, the events that belong to it, and what the player chose."""

    weight: Fraction
    enemies: tuple[str, ...]
    fought: Fought
    gained: int
    choice: tuple[str, ...]


def played_out(game: Game, seat: int, pair: tuple[int, int], soldiers: int | None) -> list[End]:
    foreseen = Winter(game.rules, game._state, seat)
    state = foreseen._begun(foreseen._soldiers(game._state) if soldiers is None else soldiers)
    if state is None:
        return []
    year = state.year - 1
    first, second = pair
    state.enemies = (*state.enemies[:year], first, *state.enemies[year + 1 :])
    if second != NOBODY:
        state.second_deck = (*state.second_deck[:year], second, *state.second_deck[year + 1 :])
    state.event_log = []
    run(state)
    known = tuple(state.compiled.cards[card].name for card in game._state.revealed)
    return [*followed(state, seat, known, Fraction(1), ())]


def followed(
    state: State, seat: int, known: tuple[str, ...], weight: Fraction, choice: tuple[str, ...]
) -> Iterator[End]:
    name, told = state.setup.players[seat], state.event_log or []
    fights = [k for k, event in enumerate(told) if isinstance(event, Fought) and event.player == name]
    if fights:
        fought, before = told[fights[0]], told[: fights[0]]
        assert isinstance(fought, Fought)
        yield End(weight, (*known, *came(before, known)), fought, change(before, name, "soldier"), choice)
        return
    if not state.asks:
        return
    which = state.given.index(NOBODY)
    ask = state.asks[which]
    for k, share in ways(ask, seat):
        mine = ask.seat == seat and ask.options[k] not in (DONE, PASS)
        new = state.copy()
        new.event_log = [*told]
        answer(new, which, k)
        yield from followed(
            new, seat, known, weight * share, (*choice, str(ask.options[k])) if mine else choice
        )


def came(events: list[AnyEvent], known: tuple[str, ...]) -> Iterator[str]:
    """The enemy that was turned over, then those that joined."""
    yield from [event.enemy for event in only(events, EnemyRevealed)][: 0 if known else 1]
    yield from [event.enemy for event in only(events, EnemyJoined)]


def ways(ask: Ask, seat: int) -> list[tuple[int, Fraction]]:
    """The answers to follow: all results of chance, all choices of the player, one of anybody else."""
    if ask.seat == CHANCE:
        weights = ask.weights or (1,) * len(ask.options)
        return [(k, Fraction(weight, sum(weights))) for k, weight in enumerate(weights)]
    declined = [k for k, option in enumerate(ask.options) if option in (DONE, PASS)]
    every = range(len(ask.options)) if ask.seat == seat else range(1)
    return [(k, Fraction(1)) for k in declined or every]


def plain_ends(game: Game, seat: int, soldiers: int | None) -> list[End]:
    pairs = winter._pairs(game._state, seat)
    return [end for pair in pairs for end in played_out(game, seat, pair, soldiers)]


def plain_ends_with(game: Game, seat: int, strength: int) -> Iterator[End]:
    held = Winter(game.rules, game._state, seat)._soldiers(game._state)
    for pair in winter._pairs(game._state, seat):
        ends = played_out(game, seat, pair, None)
        for more in sorted({end.fought.strength - end.gained - held for end in ends}):
            tried = played_out(game, seat, pair, strength - more)
            yield from (end for end in tried if end.fought.strength - end.gained == strength)


def plain_odds(ends: Iterable[End]) -> Found:
    found: dict[tuple[str, ...], dict[str, Fraction]] = {}
    for end in ends:
        shares = found.setdefault(end.choice, dict.fromkeys(OUTCOMES, Fraction(0)))
        shares[end.fought.outcome] += end.weight
    return [
        (*(shares[how] / sum(shares.values()) for how in ("victory", "tie", "defeat")), choice)
        for choice, shares in found.items()
    ]


def plain_threats(ends: list[End]) -> Found:
    total = sum(end.weight for end in ends)
    found: dict[tuple[int, tuple[str, ...]], Fraction] = {}
    for end in ends:
        key = end.fought.enemy_strength, end.enemies
        found[key] = found.get(key, Fraction(0)) + end.weight / total
    return [(enemies, strength, found[strength, enemies]) for strength, enemies in sorted(found)]


# Both ways compared


class Setting(NamedTuple):
    """Rules, and at how many positions of their games both ways are compared."""

    rules: Rules
    positions: int


def without_tokens() -> tuple[str, ...]:
    return tuple(module for module in modules() if module != "soldier-tokens")


SETTINGS = {
    "all modules": Setting(load_rules(modules=modules()), 48),
    "the enemy first": Setting(load_rules("first-ffg", modules=modules("first-ffg")), 16),
    "a second enemy": Setting(load_rules(modules=modules(), scenario="goblin-valley"), 12),
    "two dice": Setting(load_rules(modules=without_tokens(), scenario="wheel-and-deal"), 12),
    "the base game": Setting(load_rules(modules=()), 16),
}


def positions(setting: Setting) -> Iterator[tuple[Game, int]]:
    """Games at random moments before and during the battles, with somebody who looks ahead.

    In half of them somebody has a building that rolls dice of its own in winter.
    """
    rng, left = random.Random(20240607), setting.positions
    while left:
        names = NAMES[: rng.randint(2, 4)]
        game = Game(setting.rules, names, seed=rng.randrange(999), chance=rng.choice(("random", "decision")))
        academy = setting.rules.compiled.card.get("military_academy", NOBODY)
        for seat in rng.sample(range(len(names)), 0 if academy == NOBODY else rng.randint(0, 1)):
            activate(game._state, seat, academy)
        while left and game.pending:
            if rng.random() < (0.25 if game.state.phase == "winter" else 0.02):
                seat = rng.randrange(len(names))
                if game.state.year and game._state.players[seat].outcome == NOBODY:
                    left -= 1
                    yield game, seat
            decision = rng.choice(game.pending)
            game.play(rng.choice(decision.options), decision.player)


def fast_odds(game: Game, seat: int, strength: int | None = None, soldiers: int | None = None) -> Found:
    found = game.odds(game.players[seat], strength=strength, soldiers=soldiers)
    return [(each.victory, each.tie, each.defeat, tuple(map(str, each.choice))) for each in found]


@pytest.mark.parametrize("name", SETTINGS)
def test_odds_and_threats_are_those_of_all_winters_played_out(name: str) -> None:
    """Four comparisons at each of 104 positions of random games, which makes 416."""
    compared = 0
    for game, seat in positions(SETTINGS[name]):
        ends, other = plain_ends(game, seat, None), compared % 8
        threats = game.threats(game.players[seat])
        assert [(t.enemies, t.strength, t.probability) for t in threats] == plain_threats(ends)
        assert fast_odds(game, seat) == plain_odds(ends)
        assert fast_odds(game, seat, soldiers=other) == plain_odds(plain_ends(game, seat, other))
        assert fast_odds(game, seat, strength=other) == plain_odds(plain_ends_with(game, seat, other))
        compared += 4
    assert compared == 4 * SETTINGS[name].positions


# Why it may be done in that way


DERIVED = {"effects", "listeners", "changing", "permitting"}
"""What follows from other parts of a position."""

OUTSIDE = {"compiled", "setup", "scripted_results", "event_log", "chance_log", "budget"}
"""What is the same for all courses of a winter."""


def test_courses_become_one_only_if_their_positions_are_equal_in_all_parts() -> None:
    """A part that is added to a position is either compared or listed here."""
    compared = {*winter.VALUES, *winter.SHARED, "stack", "asks", "memory", "streams", "players"}
    assert {*fields_of(State)} == compared | DERIVED | OUTSIDE
    assert {*fields_of(Player)} == {*winter.PLAYER_VALUES, "stock", "score", "effects"}


@pytest.mark.parametrize("name", sorted({*fields_of(State)} - DERIVED - OUTSIDE))
def test_every_part_of_a_position_tells_it_from_others(name: str) -> None:
    game, _ = next(positions(SETTINGS["all modules"]))
    state = game._state.copy()
    assert position_key(state) == position_key(game._state)
    value = getattr(state, name)
    if name == "players":
        value[-1].score = {0: 99}
    elif name == "asks":
        state.asks = ()
    elif isinstance(value, dict):
        setattr(state, name, {**value, 0: 99})
    elif isinstance(value, list):
        value.append([0])
    else:
        setattr(state, name, altered(value))
    assert position_key(state) != position_key(game._state)


def test_enemies_are_laid_before_anybody_looks_at_them() -> None:
    """Whoever looks at the hidden card in winter, for everybody: the odds still cover all that may come."""
    spy = "{when: winter.start, optional: false, do: [{for_each: {players: all, do: [{peek: enemy}]}}]}"
    rules = rules_with(f"rules: [{{id: spy, name: Spy, triggers: [{spy}]}}]")
    for seed in range(3):
        game = Game(rules, NAMES, seed=seed)
        while game.state.year == 0 or game.state.phase != "spring":
            game.play(game.pending[0].options[-1])
        assert len(game.threats("Ann")) == 5
        assert fast_odds(game, 0) == plain_odds(plain_ends(game, 0, None))


def in_the_first_year(triggers: str) -> Game:
    """A game with a law of its own, at the first decision of the first year."""
    game = Game(rules_with(f"rules: [{{id: law, name: Law, triggers: [{triggers}]}}]"), NAMES, seed=3)
    while game.state.year == 0:
        game.play(game.pending[0].options[-1])
    return game


def test_a_winter_without_a_battle_has_neither_odds_nor_threats() -> None:
    game = in_the_first_year("{when: before.fight, by: anyone, do: [{prevent: {}}]}")
    assert (game.odds("Ann"), game.threats("Ann")) == ((), ())


def test_a_winter_without_chance_is_certain() -> None:
    """Nobody rolls for soldiers, and Ann has seen the enemy."""
    game = in_the_first_year(
        "{when: before.kings_roll, do: [{prevent: {}}]},"
        "{when: phase_1.start, do: [{for_each: {players: all, do: [{peek: enemy}]}}]}"
    )
    (threat,) = game.threats("Ann")
    assert threat.probability == 1
    assert fast_odds(game, 0) == [(0, 0, 1, ())]
    assert fast_odds(game, 0, soldiers=99) == [(1, 0, 0, ())]


def test_a_battle_that_is_still_prevented_when_winter_has_begun_has_no_odds() -> None:
    """The battle of the next year is another one."""
    wait = "{choose_one: [{label: wait, do: [{gain: {vp: 1}}]}, {label: go, do: [{gain: {vp: 1}}]}]}"
    game = in_the_first_year(
        "{when: before.fight, by: anyone, do: [{prevent: {}}]},"
        f"{{when: winter.start, do: [{{for_each: {{players: all, do: [{wait}]}}}}]}}"
    )
    while game.state.phase != "winter":
        game.play(game.pending[0].options[-1])
    assert (game.odds("Ann"), game.threats("Ann")) == ((), ())


def test_an_own_answer_counts_before_the_others_have_given_theirs_and_theirs_do_not() -> None:
    """All choose at once between soldiers, with whom everybody wins, and none."""
    arm = "{choose_one: [{label: arm, do: [{gain: {soldier: 50}}]}, {label: rest, do: [{gain: {vp: 1}}]}]}"
    levy = f"{{for_each: {{players: all, together: true, do: [{arm}]}}}}"
    game = in_the_first_year(f"{{when: winter.start, do: [{levy}]}}")
    while game.state.phase != "winter":
        game.play(game.pending[0].options[-1])
    armed, rested = fast_odds(game, 0)
    assert (armed[:3], rested[0] < 1) == ((1, 0, 0), True)
    game.play(game.pending[1].options[0], "Brian")
    assert fast_odds(game, 0) == [armed, rested]
    assert [found[:3] for found in fast_odds(game, 1)] == [(1, 0, 0)]
    game.play(game.pending[0].options[1], "Ann")
    assert [found[:3] for found in fast_odds(game, 0)] == [rested[:3]]


def test_a_winter_without_end_is_refused() -> None:
    """Opening a moment again and again is stopped as in the game."""
    hears = "{when: year.over, uses: unlimited, do: [{for_each: {players: all, do: [{gain: {vp: 1}}]}}]}"
    again = "{when: winter.start, do: [{repeat: {if: {year: {min: 1}}, do: [{window: year.over}]}}]}"
    game = in_the_first_year(f"{hears}, {again}")
    with pytest.raises(Runaway, match="takes too much work for one answer"):
        game.odds("Ann")


def test_a_winter_that_opens_itself_is_refused() -> None:
    game = in_the_first_year("{when: winter.start, uses: unlimited, do: [{window: winter.start}]}")
    with pytest.raises(Runaway, match="calls itself deeper and deeper"):
        game.odds("Ann")


def test_a_winter_with_too_many_courses_is_refused() -> None:
    dice = "{when: winter.start, do: [{roll: {dice: 20, as: die}}]}"
    game = Game(rules_with(f"rules: [{{id: hail, name: Hail, triggers: [{dice}]}}]"), NAMES, seed=3)
    while game.state.year == 0:
        game.play(game.pending[0].options[-1])
    with pytest.raises(Runaway, match="more than 50000 courses"):
        game.odds("Ann")
