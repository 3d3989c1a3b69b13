"""What games may not leave behind: a program that plays for weeks needs no more memory than at the start."""

from __future__ import annotations

import gc
import random
import tracemalloc
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType

from kingsburg_rules import Game, Rules, load_rules, modules
from kingsburg_rules.bots.facts import rule_facts
from kingsburg_rules.bots.valuing import plans_of
from kingsburg_rules.bots.weights import Weights
from kingsburg_rules.content.compiling import compile_again
from kingsburg_rules.engine.dice import without
from kingsburg_rules.engine.state import Setup, State, handful
from kingsburg_rules.language.placements import Menus
from kingsburg_rules.testing import rules_with

PLAYERS = ("Ann", "Brian", "Cindy")
FEW = 8
"""So few entries each cache may have here that all of them are full after a few games."""

ROUNDS, GAMES = 6, 4
FULLER = 100_000
"""By so many bytes small caches may be fuller at one moment than at another."""


def small_caches() -> Rules:
    """All modules, with nothing cached and small caches."""
    rules = compile_again(load_rules(modules=modules()))
    rules.compiled.most_cached = FEW
    return rules


def play(rules: Rules, seeds: range) -> None:
    for seed in seeds:
        chance = random.Random(seed)
        position = Game(rules, PLAYERS, seed=seed).position()
        while (decision := position.decision) is not None:
            position.step(chance.choice(decision.options))


def things_behind(root: object) -> int:
    """Count what a thing refers to, in any number of steps: the caches of a rule set, wherever they are."""
    seen, todo = {id(root)}, [root]
    while todo:
        thing = todo.pop()
        is_function = isinstance(thing, FunctionType)
        for inner in (thing.__closure__ or ()) if is_function else gc.get_referents(thing):
            if id(inner) not in seen and not isinstance(inner, NOT_OF_A_RULE_SET):
                seen.add(id(inner))
                todo.append(inner)
    return len(seen)


NOT_OF_A_RULE_SET = (type, ModuleType, BuiltinFunctionType, CodeType)


def traced() -> int:
    # Plain handfuls of dice belong to no rule set; their caches keep so many and no more.
    for cache in (handful, without):
        assert 0 < (cache.cache_info().maxsize or 0) <= 2 * 4096
        cache.cache_clear()
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def test_games_leave_nothing_behind() -> None:
    """Neither in the caches of the rule set nor anywhere else does more and more pile up."""
    rules = small_caches()
    things, memory = list[int](), list[int]()
    tracemalloc.start()
    try:
        for number in range(ROUNDS):
            play(rules, range(number * GAMES, (number + 1) * GAMES))
            things.append(things_behind(rules.compiled))
            memory.append(traced())
    finally:
        tracemalloc.stop()
    half = ROUNDS // 2
    assert max(things[half:]) < 1.1 * max(things[:half]), things
    assert max(memory[half:]) < 1.25 * max(memory[:half]) + FULLER, memory


def test_a_cache_that_is_full_changes_no_game() -> None:
    """What is no longer cached is worked out again, and is the same."""

    def record(rules: Rules) -> list[str]:
        game, chance = Game(rules, PLAYERS, seed=1), random.Random(1)
        while game.decision is not None:
            game.play(chance.choice(game.decision.options))
        return [*game.record.actions]

    small, usual = record(small_caches()), record(load_rules(modules=modules()))
    assert small == usual
    assert len(small) > 100


def test_bots_with_many_weights_leave_nothing_behind() -> None:
    """Whoever looks for the best weights tries thousands."""
    facts = rule_facts(compile_again(load_rules()))
    for tried in range(200):
        plans_of(facts, Weights(good=tried / 100))
    assert len(facts.kept) < 50


def test_boards_with_many_places_are_told_apart() -> None:
    """A board is remembered by a number made of sets of places, however many there are."""
    last = 72
    further = (
        f"{{id: seat_{rank}, name: Seat, rank: {rank}, reward: [{{gain: {{gold: 1}}}}]}}"
        for rank in range(19, last + 1)
    )
    compiled = rules_with(f"advisors: [{', '.join(further)}]\n").compiled
    bits = {place.rank: place.bit for place in compiled.places}
    menus, state = Menus(compiled), State(compiled, Setup(("Ann",), (0,)))
    state.players[0].dice = handful((2, *[6] * 11), ())

    def ranks(taken: int, closed: int) -> set[int]:
        state.taken = taken
        return {compiled.places[each.place].rank for each in menus.menu(state, 0, closed).placements}

    everywhere = ranks(0, 0)
    assert {2, 66} < everywhere
    for rank in everywhere:
        assert ranks(bits[rank], 0) == ranks(0, bits[rank]) == everywhere - {rank}


def test_a_handful_that_comes_up_again_reaches_the_same() -> None:
    """Equal handfuls are one object for a while; afterwards an equal one is found as well."""
    compiled = rules_with("").compiled
    menus, state = Menus(compiled), State(compiled, Setup(("Ann",), (0,)))
    me = state.players[0]
    me.dice = handful((2, 3), (1,))
    assert me.dice is handful((2, 3), (1,))
    first = menus.menu(state, 0)
    assert menus.menu(state, 0) is first
    handful.cache_clear()
    me.dice = handful((2, 3), (1,))
    again = menus.menu(state, 0)
    assert again is not first
    assert again.options == first.options
