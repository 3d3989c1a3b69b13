"""Coverage by cards: in a fixed run of random games every ability of every card is offered and used."""

from __future__ import annotations

from collections import Counter

import pytest

from kingsburg_rules import Rules, load_rules
from kingsburg_rules.content.compiling import compile_again
from kingsburg_rules.engine.loop import answer
from kingsburg_rules.engine.state import State
from kingsburg_rules.game.history import History
from kingsburg_rules.game.saves import position_facts
from kingsburg_rules.game.setup import make_setup, start_game
from kingsburg_rules.language.cards import AdvisorCard, GovernorCard, TileCard
from kingsburg_rules.testing import Coverage, PartCoverage, rules_with
from kingsburg_rules.testing.coverage import AUTOMATION, NAMES, PartCounts, with_counting
from kingsburg_rules.testing.random_games import CuriousPlayers
from support.coverage import ALL, NEVER, Run, completed, missing, played

OFTEN = 3


def test_every_ability_of_every_card_is_offered_and_used() -> None:
    """Cards, strips, governors, destinies, tiles, tokens, enemies, groups and the rules of scenarios."""
    coverage = completed(played())
    assert missing(coverage.never_offered) == []
    assert missing(coverage.never_used) == []
    silent = {(part.card, part.part) for part in coverage.never_used}
    assert silent == {*NEVER}, "what is said to be impossible has happened: take it from the list"


@pytest.mark.long
def test_in_a_long_run_every_ability_is_used_often() -> None:
    """Ten times as many games."""
    coverage = played(times=10)
    assert missing([part for part in coverage.parts if part.used < OFTEN]) == []


def everything() -> Rules:
    return load_rules(modules=ALL, scenario="goblin-valley")


def test_all_that_is_written_on_cards_is_listed() -> None:
    """Each trigger, replacement, modifier, option and reward of each card, and each card but the advisors.

    A trigger of another variant is not there at all when the rules are compiled.
    """
    rules = everything()
    counts = PartCounts()
    with_counting(rules, counts)
    listed = Counter(part.card for part in counts.about)
    abilities = {card.ref: len(card.abilities) for card in rules.compiled.cards}
    assert abilities["alternate-advisors/advisor_tiles"] == 1
    for ref, card in rules.cards.items():
        written = abilities[ref] + len(card.modifiers) + len(card.permissions)
        written += isinstance(card, AdvisorCard | TileCard)
        written += len(card.places) if isinstance(card, GovernorCard) else 0
        assert listed[ref] == written + (not isinstance(card, AdvisorCard)), ref


def walk(rules: Rules, seed: int) -> State:
    """Play a game with the first or last option, by the seed."""
    state = start_game(rules, make_setup(("Ann", "Brian", "Cindy"), ("gains", "peeks"), "random", seed), ())
    turn = 0
    while state.asks:
        which = next(i for i, given in enumerate(state.given) if given < 0)
        answer(state, which, (seed + turn * turn) % len(state.asks[which].options))
        turn += 1
    return state


@pytest.mark.parametrize("seed", range(4))
def test_counting_changes_nothing_in_a_game(seed: int) -> None:
    """The same answers lead to the same end, with counting rules as without."""
    rules, counts = everything(), PartCounts()
    assert position_facts(walk(with_counting(rules, counts), seed)) == position_facts(walk(rules, seed))
    assert sum(counts.used.values()) > 100


class Recorder(CuriousPlayers):
    """Chooses like any curious player, and keeps what was chosen."""

    def __init__(self, counts: PartCounts) -> None:
        super().__init__(counts.least_used)
        self.turns: list[tuple[int, int]] = []
        self.state: State | None = None

    def choose(self, state: State, which: int) -> int:
        k = super().choose(state, which)
        self.turns.append((which, k))
        self.state = state
        return k


@pytest.mark.parametrize("players", [2, 5])
def test_trying_without_permissions_changes_nothing_in_a_game(players: int) -> None:
    """What is played on the side leaves no trace: the answers lead to the same end by the rules alone."""
    rules = load_rules(modules=ALL)
    coverage = Coverage()
    coverage._players = recorder = Recorder(coverage._counts)
    coverage.play(rules, players, seed=players)
    assert recorder.state is not None
    setup = make_setup(NAMES[:players], AUTOMATION, "random", players)
    again = History(compile_again(rules), setup, ())
    again.replay(recorder.turns)
    assert position_facts(again.state) == position_facts(recorder.state)


def test_whoever_does_not_count_pays_nothing() -> None:
    """The rule set itself is as it was: its tests, programs and rewards are not those that count."""
    rules = everything()
    before = [(card, card.abilities, card.modifiers) for card in rules.compiled.cards]
    Coverage().play(rules, seed=1)
    assert [(card, card.abilities, card.modifiers) for card in rules.compiled.cards] == before
    programs = [ability.program for card in rules.compiled.cards for ability in card.abilities]
    assert {type(program).__name__ for program in programs} == {"Program"}


def parts_of(cards: str, games: int = 6) -> dict[str, PartCoverage]:
    """Play some games with made-up cards; gives their parts by name."""
    coverage = Coverage()
    for seed in range(games):
        coverage.play(rules_with(cards), 2, seed)
    return {f"{p.card[5:]} {p.part}": p for p in coverage.parts if p.card.startswith("test/")}


def test_what_can_never_be_offered_is_told() -> None:
    """A year that never comes, a price that nobody has, and a moment that stays silent."""
    parts = parts_of("""
rules:
  - id: clock
    name: Clock
    triggers:
      - when: year.start
        if: {year: {min: 9}}
        do:
          - for_each:
              players: all
              do: [{gain: {wood: 1}}]
      - when: year.end
        do:
          - for_each:
              players: all
              do: [{gain: {gold: 1}}]
    modifiers:
      - {what: battle_strength, if: {enemy: goblins, year: 9}, add: 1}
      - {what: battle_strength, add: 1}
buildings:
  - id: palace
    name: Palace
    row: M
    column: 1
    cost: {gold: 90}
    vp: 9
""")
    assert (parts["clock triggers/0"].offered, parts["clock triggers/0"].used) == (0, 0)
    assert (parts["clock triggers/1"].offered, parts["clock triggers/1"].used) == (30, 30)
    assert parts["clock modifiers/0"].offered > 0
    assert parts["clock modifiers/0"].used == 0
    assert parts["clock modifiers/1"].used == 2 * 30
    assert (parts["palace card"].offered, parts["palace card"].used) == (0, 0)
    assert (parts["clock card"].offered, parts["clock card"].used) == (6, 6)


def test_an_offer_that_is_declined_is_no_use() -> None:
    """What costs too much in spirit is offered again and again, and sometimes taken."""
    parts = parts_of("""
buildings:
  - id: lottery
    name: Lottery
    row: M
    column: 1
    cost: {}
    vp: 0
    triggers: [{when: season.end, cost: [{vp: 9}], do: [{gain: {good: 1}}]}]
""")
    lottery = parts["lottery triggers/0"]
    assert 0 < lottery.used < lottery.offered


@pytest.mark.parametrize(
    ("permission", "offered", "used"),
    [
        ("closed: {places: {rank: {min: 3, max: 5}}}", True, True),
        ("closed: {places: {rank: 99}}", False, False),
        ("closed: {places: all}", True, True),
        ("closed: {places: {marked: true}}", False, False),
    ],
)
def test_a_permission_is_known_by_the_difference_it_makes(
    permission: str, *, offered: bool, used: bool
) -> None:
    """What closes something is used when it does; what changes nothing is not even offered."""
    cards = f"rules: [{{id: ban, name: Ban, permissions: [{{{permission}}}]}}]"
    (part,) = (part for name, part in parts_of(cards, games=2).items() if name == "ban permissions/0")
    assert (part.offered > 0, part.used > 0) == (offered, used)


def test_an_option_to_influence_is_used_by_influencing() -> None:
    """Of many ways that a shift opens few are chosen; one that reaches no advisor opens none."""
    cards = """
buildings:
  - {id: road, name: Road, row: M, column: 1, cost: {}, vp: 0, permissions: [{influence_shift: {by: [1]}}]}
  - {id: abyss, name: Abyss, row: N, column: 1, cost: {}, vp: 0, permissions: [{influence_shift: {by: [50]}}]}
"""
    parts = parts_of(cards)
    assert 0 < parts["road permissions/0"].used < parts["road permissions/0"].offered
    assert parts["abyss permissions/0"].offered == 0


def test_the_report_tells_how_often() -> None:
    """A line for each part, of all packs or of some; games of several rule sets add up."""
    coverage = played([Run(1), Run(1, ("destiny",))])
    lines = coverage.report().splitlines()
    assert lines[0].startswith(f"2 games, {coverage.decisions} decisions: ")
    assert len(lines) == 2 + len(coverage.parts)
    assert [line for line in lines if "destiny/destiny_deck  triggers/0 (phase_1.start)" in line]
    few = coverage.report(["destiny"]).splitlines()
    assert all("  destiny/" in line for line in few[2:])
    assert len(few) > 29


def test_equal_runs_are_equal() -> None:
    """The same seeds in the same order give the same games, whatever ran before."""
    runs = [Run(3, ("governors",))]
    assert played(runs).parts == played(runs).parts
