"""Set-ups: editions with any modules, variants and scenario, played at random while the library is watched.

What a seat may know, saves, copies, undo and the text form of actions must hold whatever is combined; the
set-ups are drawn by a generator of our own, so a failing one is found again by its number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any, NamedTuple

import pytest

from helpers_goldens import NAMES, Chooser
from kingsburg_rules import EnemyRevealed, Event, Game, Rules, SetupError, load_rules, parse
from kingsburg_rules.engine.state import AUTOMATION

FIRST_MODULES = ("more-buildings", "alternate-buildings", "governors", "destiny", "soldier-tokens")
MODULES = {
    "first-elfinwerks": FIRST_MODULES,
    "first-ffg": FIRST_MODULES,
    "second": (*FIRST_MODULES, "alternate-advisors"),
}
VARIANTS = {
    "alternate-buildings": ("draft-strips",),
    "governors": ("bid-governors",),
    "alternate-advisors": ("inverted-order",),
}
SCENARIOS = ("goblin-valley", "demanding-capital", "shifting-alliances", "wheel-and-deal")
CONFLICTS = (("demanding-capital", "soldier-tokens"), ("wheel-and-deal", "soldier-tokens"))
FULL = tuple(AUTOMATION)
EVERY = 15
FEW, MANY = 20, 2000


class SetUp(NamedTuple):
    """What a game is played with."""

    edition: str
    modules: tuple[str, ...]
    variants: tuple[str, ...]
    scenario: str | None
    players: tuple[str, ...]
    automation: tuple[str, ...] | Mapping[str, tuple[str, ...]]
    seed: int

    @property
    def rules(self) -> Rules:
        return load_rules(self.edition, modules=self.modules, variants=self.variants, scenario=self.scenario)


def drawn(number: int) -> SetUp:
    """Draw the set-up with a number; every other one of the second edition has a scenario."""
    chooser = Chooser(number * 7919 + 11)
    for _ in range(3):
        chooser.choose(2)
    edition = ("second", "second", "first-ffg", "second", "first-elfinwerks")[number % 5]
    modules = tuple(module for module in MODULES[edition] if chooser.choose(2))
    variants = tuple(
        variant for module in modules for variant in VARIANTS.get(module, ()) if chooser.choose(2)
    )
    scenario = None
    if edition == "second" and chooser.choose(3):
        fitting = [name for name in SCENARIOS if not any((name, m) in CONFLICTS for m in modules)]
        scenario = fitting[chooser.choose(len(fitting))]
    players = NAMES[: 2 + number % 4]
    automation: tuple[str, ...] | dict[str, tuple[str, ...]] = (FULL, ())[chooser.choose(2)]
    if not chooser.choose(3):
        automation = {name: tuple(kind for kind in FULL if chooser.choose(2)) for name in players}
    return SetUp(edition, modules, variants, scenario, players, automation, number)


def move(game: Game, chooser: Chooser) -> tuple[Event, ...]:
    decision = game.pending[chooser.choose(len(game.pending))]
    return game.play(decision.options[chooser.choose(len(decision.options))], decision.player)


def hidden(game: Game, seat: str | None) -> set[str]:
    """The cards that a seat must not see: enemies to come that it has not looked at, and other hands.

    Of every strip there are two: one that lies open, or in the own hand, is no secret; and in a draft all
    of them lie open, as do those that were taken.
    """
    state = game._state
    seats = [*enumerate(game.players)]
    seen = {card for at, name in seats if name == seat for card in state.players[at].seen}
    to_come = {card for deck in (state.enemies, state.further) for card in deck}
    enemies = to_come - {*state.revealed, *state.past} - seen
    hands = {card for at, name in seats if name != seat for card in state.players[at].hand}
    own = {card for at, name in seats if name == seat for card in state.players[at].hand}
    open_ = {card for card in hands for p in state.players if (p.owned | p.covers) >> card & 1}
    if "draft-strips" in game.rules.variants:
        open_ |= set(state.table.strips)
    return {state.table.cards[card].name for card in enemies | (hands - own - open_)}


def check_views(game: Game) -> None:
    """No view names a hidden card, and options are shown only to the seat that owes the decision."""
    for seat in (*game.players, None):
        view = game.view(seat)
        words = {*re.findall(r"[a-z0-9_]+", view.to_json())}
        assert not words & hidden(game, seat), f"{seat} sees {words & hidden(game, seat)}"
        assert all(owed.player == seat or not owed.options for owed in view.pending)


def check_told(game: Game, told: Sequence[Event], shown: set[str]) -> None:
    """What was told names no card that is still hidden from those who may know of the event.

    A card of a second enemy deck may be shown and put aside again; `shown` are all that were turned over.
    """
    shown |= {event.enemy for event in told if isinstance(event, EnemyRevealed)}
    for event in told:
        words = {*re.findall(r"[a-z0-9_]+", str(event))}
        assert not words & hidden(game, event.only_for) - shown, event


def check_moment(game: Game, rules: Rules, chooser: Chooser) -> None:
    """Save and load, copy, undo, notation, and every view at one moment of a game."""
    check_views(game)
    for decision in game.pending:
        for option in decision.options:
            assert parse(str(option)) == option
            assert game.why_not(str(option), decision.player) is None
    text = game.save()
    loaded = Game.load(text, rules)
    assert loaded.save() == text
    assert loaded.pending == game.pending
    twin = game.copy()
    assert twin == game
    move(twin, chooser)
    assert game.save() == text, "the copy is independent"
    twin.undo()
    assert twin.save() == text, "undo leads back"


def check_set_up(number: int) -> None:
    """Play the set-up with a number to its end; what it was is in the message when something fails."""
    setup = drawn(number)
    rules = setup.rules
    chooser, other = Chooser(number), Chooser(number + 1)
    game = Game(rules, setup.players, seed=setup.seed, automation=setup.automation)
    shown: set[str] = set()
    check_told(game, game.opening, shown)
    count = 0
    while game.pending:
        if count % EVERY == number % EVERY:
            check_moment(game, rules, other)
        check_told(game, move(game, chooser), shown)
        count += 1
    check_views(game)
    *_, last = game.record.replay(rules)
    assert last.outcome == game.outcome is not None
    assert last.state == game.state


@pytest.mark.parametrize("number", range(FEW), ids=lambda number: f"{number}-{drawn(number).edition}")
def test_a_random_game_holds_together_in_any_set_up(number: int) -> None:
    """Views, events, saves, copies, undo, notation and record hold in a whole game of a set-up drawn."""
    check_set_up(number)


@pytest.mark.long
@pytest.mark.parametrize("block", range(FEW, MANY, 20))
def test_random_games_hold_together_in_many_set_ups(block: int) -> None:
    """The same over two thousand set-ups, twenty in each test."""
    for number in range(block, block + 20):
        check_set_up(number)


def test_the_set_ups_drawn_are_of_all_kinds() -> None:
    """The few have every edition, scenario and module, the variant, and two to five players."""
    few = [drawn(number) for number in range(FEW)]
    assert {setup.edition for setup in few} == {*MODULES}
    assert {setup.scenario for setup in few} == {None, *SCENARIOS}
    assert {module for setup in few for module in setup.modules} == {*MODULES["second"]}
    every = {variant for variants in VARIANTS.values() for variant in variants}
    assert {variant for setup in few for variant in setup.variants} == every
    assert {len(setup.players) for setup in few} == {2, 3, 4, 5}
    assert {type(setup.automation) for setup in few} == {tuple, dict}


@pytest.mark.parametrize(
    ("edition", "asked", "code"),
    [
        ("first-ffg", {"modules": ("alternate-advisors",)}, "setup.module"),
        ("first-elfinwerks", {"modules": ("alternate-advisors",)}, "setup.module"),
        ("second", {"modules": ("goblin-valley",)}, "setup.module"),
        ("second", {"modules": ("no-such-module",)}, "setup.module"),
        ("second", {"scenario": "no-such-scenario"}, "setup.scenario"),
        ("second", {"scenario": "governors"}, "setup.scenario"),
        ("second", {"variants": ("inverted-order",)}, "setup.variant"),
        ("second", {"modules": ("governors",), "variants": ("inverted-order",)}, "setup.variant"),
        ("second", {"modules": ("alternate-advisors",), "variants": ("sideways",)}, "setup.variant"),
        *(("first-ffg", {"scenario": scenario}, "setup.scenario") for scenario in SCENARIOS),
        *(("first-elfinwerks", {"scenario": scenario}, "setup.scenario") for scenario in SCENARIOS),
        *(("second", {"scenario": s, "modules": (m,)}, "setup.conflict") for s, m in CONFLICTS),
    ],
    ids=str,
)
def test_what_an_edition_does_not_have_is_refused(edition: str, asked: dict[str, Any], code: str) -> None:
    """Modules, scenarios and variants are those of the edition, and some do not go together."""
    with pytest.raises(SetupError) as refused:
        load_rules(edition, **asked)
    assert refused.value.code == code


def test_only_two_scenarios_conflict_with_a_module() -> None:
    """F6: every scenario of the second edition goes with every module but for the two pairs named above."""
    for scenario in SCENARIOS:
        for module in MODULES["second"]:
            if (scenario, module) not in CONFLICTS:
                assert load_rules("second", scenario=scenario, modules=(module,)).scenario == scenario


@pytest.mark.parametrize("edition", MODULES)
def test_modules_in_any_order_are_the_same_rules(edition: str) -> None:
    """All orders of some modules give one digest, and it is not that of the edition alone."""
    some = ("governors", "destiny", "more-buildings")
    digests = {load_rules(edition, modules=order).digest for order in permutations(some)}
    backwards = load_rules(edition, modules=MODULES[edition][::-1])
    assert len(digests) == 1
    assert load_rules(edition).digest not in digests
    assert backwards.digest == load_rules(edition, modules=MODULES[edition]).digest
    assert backwards.modules == MODULES[edition]
