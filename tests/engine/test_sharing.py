"""What threads may share, and what goes when nobody needs it any more."""

from __future__ import annotations

import gc
import json
import random
import sys
import weakref
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING, Any

import pytest

from kingsburg_rules import Game, IllegalAction, SetupError, load_rules, modules
from kingsburg_rules.bots import GreedyBot, bot_turn
from kingsburg_rules.engine.state import ENDING, Player, State, derive_effects
from kingsburg_rules.render import svg
from kingsburg_rules.testing import Has, Situation, rules_with
from support.play import fields_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from kingsburg_rules import Rules

PLAYERS = ("Ann", "Brian", "Cindy", "David")
GAMES = 12


def played(rules: Rules, seed: int) -> str:
    """A whole game by chance, as its record."""
    game, chance = Game(rules, PLAYERS, seed=seed), random.Random(seed)
    while game.decision is not None:
        game.play(chance.choice(game.decision.options))
    return game.record.dumps()


def test_threads_play_different_games_by_the_same_rules() -> None:
    """A rule set and what it keeps may be shared; the games are those that one thread plays alone."""
    alone = {seed: played(rules_with("", edition="second"), seed) for seed in range(GAMES)}
    rules = load_rules()
    with ThreadPoolExecutor(max_workers=4) as threads:
        together = dict(zip(alone, threads.map(lambda seed: played(rules, seed), alone), strict=True))
    kept = {seed: json.loads(text)["actions"] for seed, text in alone.items()}
    assert {seed: json.loads(text)["actions"] for seed, text in together.items()} == kept
    assert len(kept) == GAMES


def test_threads_look_at_one_rule_set_for_the_first_time() -> None:
    """Bots, pictures and the analysis work out what they keep; who comes first makes no difference."""
    rules = rules_with(CARD)

    def looked(seed: int) -> tuple[str, str]:
        game = Game(rules, PLAYERS, seed=seed)
        bots = dict.fromkeys(PLAYERS, GreedyBot(seed))
        for _ in range(30):
            if game.decision is not None:
                bot_turn(game, bots)
        view = game.view("Ann")
        return svg(view), game.save()

    with ThreadPoolExecutor(max_workers=4) as threads:
        together = [*threads.map(looked, range(8))]
    assert together == [looked(seed) for seed in range(8)]


CARD = "buildings: [{id: hut, name: Hut, row: X, column: 1, cost: {wood: 1}, vp: 0}]"


def test_what_is_worked_out_goes_with_the_rule_set() -> None:
    """Not even the loader holds rules with packs of one's own, and neither does what was worked out."""
    rules = rules_with(CARD)
    game = Game(rules, PLAYERS, seed=1)
    bots = dict.fromkeys(PLAYERS, GreedyBot(1))
    while game.decision is not None:
        bot_turn(game, bots)
    svg(game.view("Ann"))
    kept = weakref.ref(next(iter(rules.compiled.buildings.values())).action)
    del rules, game, bots
    gc.collect()
    assert kept() is None


def test_a_rule_set_in_use_is_loaded_once() -> None:
    assert load_rules(modules=("destiny",)) is load_rules(modules=("destiny",))


def filled(thing: State | Player) -> dict[str, object]:
    return {name: getattr(thing, name) for name in fields_of(type(thing))}


def test_a_copy_has_every_field() -> None:
    """A field that is added and not copied is missing in the copy, or the same list."""
    game = Game(load_rules(), PLAYERS, seed=1)
    state = game.position()._state
    copy = state.copy()
    ours, theirs = filled(state), filled(copy)
    assert {*ours} == {*theirs} == {*fields_of(State)}
    changed = {name for name in ours if isinstance(ours[name], list | dict) and ours[name] is theirs[name]}
    assert changed == IMMUTABLE
    for player, twin in zip(state.players, copy.players, strict=True):
        mine, other = filled(player), filled(twin)
        assert mine == other
        shared = [name for name in mine if isinstance(mine[name], list | dict) and mine[name] is other[name]]
        assert shared == ["score"]
    assert len(state.players) == len(PLAYERS)


IMMUTABLE = {"tiles", "gifts", "marks", "enemy_types", "labels", "piles", "stacks"}
IMMUTABLE |= {"listeners", "changing", "permitting"}
"""Maps that are replaced when they change, so that copies share them."""


def test_to_look_at_a_moment_adds_no_source_to_the_rules() -> None:
    """What a situation compiles names nothing that the rules do not name."""
    rules = rules_with(CARD)
    sources = [*rules.compiled.sources]
    Situation(rules, "year.start", {"Ann": Has(), "Brian": Has()})
    assert rules.compiled.sources == sources


@pytest.mark.parametrize("seed", range(3))
def test_what_follows_from_cards_is_kept_as_they_come_and_go(seed: int) -> None:
    """It is the same as worked out anew, but for the end of what a card has ended early."""
    position = Game(load_rules(modules=modules()), PLAYERS, seed=seed).position()
    state, changes = position._state, set[int]()
    while (decision := position.decision) is not None:
        position.step(decision.options[(seed + len(decision.options)) // 2 % len(decision.options)])
        twin = state.copy()
        derive_effects(twin)
        for mine, other in zip((state, *state.players), (twin, *twin.players), strict=True):
            for part in ("abilities_at", "modifiers", "permissions", "places"):
                assert getattr(mine.effects, part) == getattr(other.effects, part)
        assert (state.changing, state.permitting) == (twin.changing, twin.permitting)
        seats = ENDING - 1
        assert {event: who & seats for event, who in state.listeners.items() if who & seats} == {
            event: who & seats for event, who in twin.listeners.items() if who & seats
        }
        assert all(state.listeners[event] & who == who for event, who in twin.listeners.items())
        changes.add(len(state.changing) + len(state.permitting))
    assert len(changes) > 2


# One game in several threads


def test_a_game_that_another_thread_uses_refuses_to_be_used() -> None:
    """Whatever a second thread asks of the game would be about half an answer, so it is told to wait."""
    game = Game(load_rules(), PLAYERS, seed=1)
    option = game.pending[0].options[0]
    uses: dict[str, Callable[[], object]] = {
        "play": lambda: game.play(option),
        "undo": game.undo,
        "rename": lambda: game.rename("Ann", "Anna"),
        "decision": lambda: game.decision,
        "pending": lambda: game.pending,
        "view": game.view,
        "recent": game.recent,
        "copy": game.copy,
        "position": game.position,
        "save": game.save,
        "record": lambda: game.record,
    }
    text = game.save()
    with ThreadPoolExecutor(max_workers=1) as other:
        other.submit(game._history.used.acquire).result()
        for name, use in uses.items():
            with pytest.raises(SetupError, match=r"Another thread is using this game.*copy\(\)") as refused:
                use()
            assert refused.value.code == "setup.threads", name
        other.submit(game._history.used.release).result()
    assert game.save() == text
    game.play(option)
    assert game.view().seq > 0


def test_threads_without_a_lock_never_spoil_a_game() -> None:
    """They play, undo and save one game as fast as they can; every save loads, and no other error comes."""
    game, refused, saved = Game(load_rules(), PLAYERS, seed=2), list[str](), list[str]()

    together = Barrier(4)

    def hurry(number: int) -> None:
        together.wait(timeout=60)
        for turn in range(100):
            try:
                decision = game.decision
                if decision is not None:
                    game.play(decision.options[number % len(decision.options)], decision.player)
                if turn % 7 == 0:
                    game.undo()
                if turn % 20 == 0:
                    saved.append(game.save())
            except IllegalAction:
                continue  # another thread has answered meanwhile
            except SetupError as error:
                refused.append(error.code)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(max_workers=4) as threads:
            assert [*threads.map(hurry, range(4))] == [None] * 4
    finally:
        sys.setswitchinterval(before)
    assert {*refused} <= {"setup.threads", "undo.nothing"}
    saved.append(game.save())
    assert all(Game.load(text).save() == text for text in saved)


def test_the_maps_of_a_rule_set_are_read_only() -> None:
    """All games of a program share them, and those of a view are copies."""
    rules = load_rules()
    maps: list[Any] = [rules.phases, rules.switches, rules.changed, rules.cards, rules.pack_digests]
    for found in maps:
        with pytest.raises(TypeError, match="does not support item assignment"):
            found["spring"] = "changed"
