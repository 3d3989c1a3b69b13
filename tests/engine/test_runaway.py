"""Content that runs in circles, too deep or too far ends in an error that names it, and changes nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations, combinations_with_replacement, product
from pathlib import Path

import pytest

from kingsburg_rules import (
    COMPILED,
    ContentError,
    DiceRolled,
    Fought,
    Game,
    Rules,
    Runaway,
    load_rules,
    modules,
)
from kingsburg_rules.content.built_in import edition_of
from kingsburg_rules.content.checking import check_folder
from kingsburg_rules.content.compiling import compile_rules
from kingsburg_rules.content.documents import canonical_json, document
from kingsburg_rules.content.reading import pack_document
from kingsburg_rules.engine.compiled_rules import Limits
from kingsburg_rules.engine.loop import charge_work
from kingsburg_rules.engine.state import State
from kingsburg_rules.language.bags import (
    ANY,
    Choosable,
    goods_choices,
    number_of_choices,
    number_of_mixtures,
)
from kingsburg_rules.language.building import MOST_PAYMENTS, payments
from kingsburg_rules.language.dice import _parts_of_size
from kingsburg_rules.language.resources import held_bags
from kingsburg_rules.language.switches import switch_values
from kingsburg_rules.testing import Has, Situation, rules_with
from support import runaway_run
from support.runaway import PACKS, for_all, goods, law, rule

TOWER = """\
buildings:
  - id: tower
    name: Tower
    row: T
    column: 1
    cost: {gold: 1}
    vp: 0
    triggers:
"""
CALENDAR = """\
format: 1
calendar:
  years: 2
  setup:
    - line_up: {shuffled: true}
  year:
    - window: year.start
    - phase: {id: only, do: [{run: work}, {recruit: {}}]}
  end:
    - finish: {}
  sequences:
    - id: work
      do:
        - window: season.start
        - window: season.end
"""

MakeRules = Callable[..., Rules]


@pytest.fixture
def small_rules(tmp_path: Path) -> MakeRules:
    """Make a rule set of nothing but a calendar of three lines and the cards given."""

    def make(cards: str, *, calendar: str = CALENDAR) -> Rules:
        (tmp_path / "pack.yaml").write_text(
            "id: small\nversion: '1'\nformat: 1\ntitle: Small\n", encoding="utf-8"
        )
        (tmp_path / "calendar.yaml").write_text(calendar, encoding="utf-8")
        (tmp_path / "cards.yaml").write_text(f"format: 1\n{cards}", encoding="utf-8")
        text = canonical_json(pack_document(tmp_path))
        second = edition_of("second")
        return compile_rules(second, [document("small", text)], switch_values(second.switches))

    return make


def play_through(rules: Rules, players: int = 2, chance: str = "random", script: Iterable[str] = ()) -> Game:
    """Play a game with the first option there is, and nobody but chance having a choice."""
    game = Game(rules, ("Ann", "Brian", "Cindy", "Dan")[:players], seed=1, chance=chance, script=script)
    while game.decision is not None:
        game.play(game.decision.options[0])
    return game


def about_to_build(triggers: str) -> Game:
    """A game in which the player asked may build the tower with these triggers."""
    game = Game(rules_with(TOWER + triggers), ("Ann", "Brian"), seed=1)
    while game.decision is not None and "build tower for gold" not in map(str, game.decision.options):
        game.play(game.decision.options[-1 if game.decision.kind == "build" else 0])
    assert game.decision is not None, "nobody could pay for the tower"
    return game


CIRCLE = """\
      - {when: after.build, optional: false, do: [{window: season.end}]}
      - when: season.end
        uses: unlimited
        optional: false
        do: [{window: season.end}]
"""


def test_a_card_that_causes_itself_is_stopped() -> None:
    """A window in which a card opens the same window again: the error names card, file and line."""
    game = about_to_build(CIRCLE)
    before, state = game.copy(), game.state
    with pytest.raises(Runaway) as stopped:
        game.play("build tower")
    assert stopped.value.code == "engine.depth"
    assert "window season.end > test/tower/triggers/1 (test/cards.yaml:13)" in stopped.value.message
    assert "test/tower/triggers/0 (test/cards.yaml:9)" in stopped.value.message
    assert stopped.value.message.count(" > ") < 8
    assert (game, game.state) == (before, state)
    game.play("pass")
    assert game != before
    game.undo()
    assert game == before


def test_a_runaway_leaves_the_game_under_a_position_alone() -> None:
    """A search meets the same error; the game it started from has not moved."""
    game = about_to_build(CIRCLE)
    before, decision = game.save(), game.decision
    assert decision is not None
    tower = next(option for option in decision.options if str(option) == "build tower for gold")
    with pytest.raises(Runaway):
        game.position().step(tower)
    assert game.save() == before


def test_two_cards_that_cause_each_other_are_both_named(small_rules: MakeRules) -> None:
    """One card opens the window of the other, and back."""
    cards = "rules:\n" + rule("season.start", "window: season.end", name="egg")
    cards += rule("season.end", "window: season.start", name="hen")
    with pytest.raises(Runaway) as stopped:
        Game(small_rules(cards), ("Ann", "Brian"), seed=1)
    assert stopped.value.code == "engine.depth"
    egg, hen = (
        cards[: cards.index(f"when: {event}\n")].count("\n") + 5 for event in ("season.start", "season.end")
    )
    named = stopped.value.message.partition(": ")[0]
    assert named.startswith("The content calls itself deeper and deeper in small/")
    assert f"small/egg/triggers/0 (small/cards.yaml:{egg})" in named
    assert f"small/hen/triggers/0 (small/cards.yaml:{hen})" in named
    assert f"small/egg/triggers/0 (small/cards.yaml:{egg})" in stopped.value.message
    assert f"small/hen/triggers/0 (small/cards.yaml:{hen})" in stopped.value.message


def test_what_takes_too_many_steps_is_stopped(small_rules: MakeRules) -> None:
    """Loops in loops come to an end, but not while anybody wants to wait for it."""
    cards = "rules:\n" + rule("season.end", for_all("{gain: {vp: 1}}", times=8))
    with pytest.raises(Runaway) as stopped:
        Game(small_rules(cards), ("Ann", "Brian", "Cindy", "Dan"), seed=1)
    assert stopped.value.code == "engine.steps"
    assert "small/law/triggers/0 (small/cards.yaml:9)" in stopped.value.message
    assert "calendar" not in stopped.value.message


def test_what_is_repeated_without_end_is_stopped(small_rules: MakeRules) -> None:
    """Nothing in the loop makes its test fail; the error says where it stands."""
    cards = "rules:\n" + rule("season.end", "repeat: {if: {year: {min: 1}}, do: [{set: {x: 1}}]}")
    with pytest.raises(Runaway) as stopped:
        Game(small_rules(cards), ("Ann", "Brian"), seed=1)
    assert stopped.value.code == "engine.steps"
    assert "small/law/triggers/0 (small/cards.yaml:9)" in stopped.value.message


def test_steps_are_counted_for_each_answer_anew(small_rules: MakeRules) -> None:
    """Much work after every answer is no runaway: the count begins again."""
    much = "rules:\n" + rule("season.end", for_all("{gain: {vp: 1}}", times=5))
    many_years = CALENDAR.replace("years: 2", "years: 12")
    game = Game(
        small_rules(much, calendar=many_years), ("Ann", "Brian", "Cindy", "Dan"), seed=1, automation=()
    )
    while game.decision is not None:
        game.play("pass")
    assert [player.vp for player in game.state.players] == [12 * 4**4] * 4


def test_as_many_years_as_may_be_do_not_hang(small_rules: MakeRules) -> None:
    """A calendar in which nobody is ever asked is over at once; the schema allows a thousand years."""
    calendar = CALENDAR.replace("years: 2", "years: 1000")
    game = Game(small_rules("", calendar=calendar), ("Ann", "Brian"), seed=1)
    assert (game.state.year, game.outcome is not None) == (1000, True)


def test_a_sequence_that_runs_itself_is_found_when_loading(small_rules: MakeRules) -> None:
    """Circles of sequences cannot be played, so they are not loaded."""
    calendar = (
        CALENDAR.replace("        - window: season.end", "        - run: rest")
        + "    - {id: rest, do: [{run: work}]}\n"
    )
    with pytest.raises(ContentError) as refused:
        small_rules("", calendar=calendar)
    assert [problem.code for problem in refused.value.diagnostics] == ["link.circle"]
    assert refused.value.diagnostics[0].file == "small/calendar.yaml"


@pytest.mark.parametrize(
    ("steps", "code"),
    [
        (("{set: {n: {times: [5, 5]}}}", "{roll: {dice: $n, as: x}}"), "engine.dice"),
        (("{set: {n: 21}}", "{roll: {dice: $n, as: x}}"), "engine.dice"),
        (("{set: {n: {times: [11, 11]}}}", for_all("{gain: {good: $n}}")), "engine.choice"),
        (
            (
                "{set: {n: 200}}",
                for_all("{gain: {gold: 500}}"),
                for_all("{lose: {good: $n}}"),
            ),
            "engine.choice",
        ),
    ],
    ids=("dice", "one die too many", "goods to gain", "goods to lose"),
)
@pytest.mark.parametrize("chance", ["random", "decision"])
def test_asking_for_too_much_at_once_is_stopped(
    small_rules: MakeRules, steps: tuple[str, ...], code: str, chance: str
) -> None:
    """Rolls and choices too large to be listed are an error, not a computer that stands still."""
    rules = small_rules("rules:\n" + rule("season.end", *steps))
    with pytest.raises(Runaway) as stopped:
        play_through(rules, chance=chance)
    assert stopped.value.code == code
    last = 8 + len(steps)
    assert f"small/law/triggers/0 (small/cards.yaml:{last})" in stopped.value.message


@pytest.mark.parametrize("chance", ["random", "decision"])
def test_twenty_dice_can_be_rolled(small_rules: MakeRules, chance: str) -> None:
    """As much as is allowed works, whoever decides chance."""
    steps = "{roll: {dice: 20, as: x}}", for_all("{gain: {vp: $x}}")
    game = play_through(small_rules("rules:\n" + rule("season.end", *steps)), chance=chance)
    assert all(2 * 20 <= player.vp <= 2 * 120 for player in game.state.players)


def test_fewer_than_no_dice_are_none(small_rules: MakeRules) -> None:
    """A number of dice that was worked out to less than zero rolls nothing."""
    steps = "{roll: {dice: {sum: [1, -4]}, as: x}}", for_all("{gain: {vp: {sum: [$x, 1]}}}")
    game = play_through(small_rules("rules:\n" + rule("season.end", *steps)))
    assert all(event.dice == () for event in game.opening if isinstance(event, DiceRolled))
    assert [player.vp for player in game.state.players] == [2, 2]


def test_numbers_stop_growing(small_rules: MakeRules) -> None:
    """Squaring over and over ends at a thousand million, not in a number of a thousand digits."""
    square = "{set: {n: {times: [$n, $n]}}}"
    steps = "{set: {n: 7}}", for_all(square, 5), for_all("{gain: {vp: $n}}")
    rules = small_rules("rules:\n" + rule("season.end", *steps))
    game = play_through(rules)
    assert [player.vp for player in game.state.players] == [2 * 10**9] * 2
    assert Game.load(game.save(), rules) == game


def test_a_die_that_was_rolled_again_is_still_that_die() -> None:
    """A card that remembers a die and rolls it twice rolls the same die both times."""
    twice = "      - when: dice.reroll\n        do: [{choose: {dice: me}}, {reroll: $die}, {reroll: $die}]\n"
    given = {"me": Has(dice=(2, 3, 4), buildings=("tower",)), "left": Has(dice=(1, 1, 1))}
    situation = Situation(rules_with(TOWER + twice), "spring/dice.reroll", given, rolls=["5", "6"])
    situation.play("use tower")
    situation.play("die 2")
    assert situation.over
    assert situation.state.player("me").dice == (3, 4, 6)


@pytest.mark.parametrize(
    ("told", "outcome"), [("nothing", "defeat"), ("{nth: [9, tie, victory]}", "defeat"), ("tie", "tie")]
)
def test_an_outcome_that_is_none_counts_as_a_defeat(told: str, outcome: str) -> None:
    """A card that sets the outcome of a battle to none of the three breaks nothing."""
    cards = f"{TOWER}      - {{when: before.fight, do: [{{set: {{outcome: {told}}}}}]}}\n"
    given = {"me": Has(buildings=("tower",)), "left": Has()}
    situation = Situation(rules_with(cards), "winter/battle", given, rolls=["2"], enemy="goblins_i_2")
    fought = {event.player: event.outcome for event in situation.events if isinstance(event, Fought)}
    assert fought == {"me": outcome, "left": "tie"}


def test_a_moment_that_needs_facts_cannot_be_opened_by_a_card() -> None:
    """Only moments without a player and without facts of their own can be opened with `window`."""
    with pytest.raises(ContentError) as refused:
        rules_with("rules:\n" + rule("season.end", "window: after.reward"))
    (problem,) = refused.value.diagnostics
    assert (problem.code, problem.file) == ("link.window", "test/cards.yaml")
    assert "after.reward" in problem.message


def test_every_year_needs_an_enemy_to_draw(small_rules: MakeRules) -> None:
    """A calendar that draws enemies for more years than there are cards for is told when it is loaded."""
    calendar = CALENDAR.replace(
        "    - line_up: {shuffled: true}\n", "    - line_up: {shuffled: true}\n    - draw_enemies: enemy\n"
    )
    with pytest.raises(ContentError) as refused:
        small_rules("", calendar=calendar)
    assert refused.value.diagnostics[0].code == "link.enemies"
    assert "year 1" in refused.value.diagnostics[0].message


def test_two_enemies_a_year_need_two_cards_of_each_year() -> None:
    enemies = [load_rules().compiled.cards[card].name for card in load_rules().compiled.enemies]
    left_out = ", ".join(f"base/{name}" for name in enemies if "_v_" in name)
    trigger = "{when: game.start, do: [{draw_enemies: further}]}"
    with pytest.raises(ContentError, match="2 enemy cards are needed for year 5, but there is none"):
        rules_with(f"leave_out: [{left_out}]\nrules: [{{id: law, name: Law, triggers: [{trigger}]}}]")


def test_what_needs_a_player_cannot_happen_to_nobody(small_rules: MakeRules) -> None:
    """A rule that lets somebody gain something must say who."""
    with pytest.raises(ContentError) as refused:
        small_rules("rules:\n" + rule("season.end", "gain: {gold: 1}"))
    assert refused.value.diagnostics[0].code == "link.player"
    assert "for_each" in refused.value.diagnostics[0].message


def chain(sequences: int) -> str:
    """Sequences of which each runs the next."""
    links = (f"  - {{id: s{k}, do: [{{run: s{k + 1}}}]}}\n" for k in range(sequences - 1))
    return f"sequences:\n{''.join(links)}  - {{id: s{sequences - 1}, do: [{{window: season.start}}]}}\n"


def test_sequences_may_run_each_other_as_deep_as_the_machine_can_go() -> None:
    """A thousand of them are one mistake, at the place where it is too much."""
    assert rules_with(chain(8)).digest
    for many in (9, 1000):
        with pytest.raises(ContentError) as refused:
            rules_with(chain(many))
        (problem,) = refused.value.diagnostics
        assert (problem.code, problem.line) == ("link.deep", 9)


def test_a_mistake_in_a_sequence_is_told_once_however_often_it_is_run() -> None:
    """Whoever runs it after the mistake was found does not run in circles."""
    broken = (
        "sequences:\n"
        "  - {id: s, do: [{for_each: {players: all, do: [{gain: {gold: $nothing_of_that_name}}]}}]}\n"
    )
    again = "{when: season.end, do: [{run: s}, {run: s}]}, {when: year.end, do: [{run: s}]}"
    with pytest.raises(ContentError) as refused:
        rules_with(f"{broken}rules: [{{id: law, name: Law, triggers: [{again}]}}]\n")
    assert [problem.code for problem in refused.value.diagnostics] == ["link.variable"]


@pytest.mark.parametrize(("amount", "asked"), [(50, True), (1000, False)])
def test_soldiers_are_paid_from_what_can_be_listed(amount: int, asked: bool) -> None:
    """With 1,000 of each good there are a thousand million ways to pay."""
    goods = Has(dict.fromkeys(("gold", "wood", "stone"), amount))
    if asked:
        decision = Situation(load_rules(), "recruiting", {"Ann": goods, "Brian": Has()}).decision
        assert decision is not None
        assert len(decision.options) > 10_000
        return
    with pytest.raises(Runaway, match="soldiers be paid from 3000 goods") as stopped:
        Situation(load_rules(), "recruiting", {"Ann": goods, "Brian": Has()})
    assert stopped.value.code == "engine.choice"


# Packs that ask for too much


@pytest.fixture(scope="module")
def outcomes() -> dict[str, tuple[str, str]]:
    """What became of every pack, in a program that has 500 MB."""
    import resource

    memory = 500 * 2**20
    paths = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-m", "support.runaway_run"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (memory, memory)),
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, tuple[str, str]] = {
        name: (code, said) for name, (code, said) in json.loads(done.stdout).items()
    }
    return found


@pytest.mark.parametrize("pack", PACKS)
def test_a_pack_that_asks_for_too_much_is_stopped(pack: str, outcomes: dict[str, tuple[str, str]]) -> None:
    """Before play where that can be seen, else in play; the error names the pack, if it is at work."""
    code, said = outcomes[pack]
    assert code == PACKS[pack][1], said
    if code and "to recruit with" not in pack and "dice" not in pack:
        assert "test/" in said


@pytest.mark.parametrize("pack", [name for name, (_, code) in PACKS.items() if code.startswith("link.")])
def test_what_can_be_seen_before_play_is_found_by_the_checker(pack: str, tmp_path: Path) -> None:
    (tmp_path / "cards.yaml").write_text(f"format: 1\n{PACKS[pack][0]}", encoding="utf-8")
    (tmp_path / "pack.yaml").write_text("id: test\nversion: '1'\nformat: 1\ntitle: Test\n", encoding="utf-8")
    assert PACKS[pack][1] in {problem.code for problem in check_folder(tmp_path)}


@pytest.mark.long
@pytest.mark.skipif(COMPILED, reason="calls within compiled code cannot be watched")
def test_the_work_of_one_answer_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """No pack works on after its work is used up, by more than one look at all that there is."""
    least = Counter[str]()
    pack = ""

    def watched(state: State, work: int, at: str = "") -> None:
        least[pack] = min(least[pack], state.budget - work)
        charge_work(state, work, at)

    for module in ("queries", "operations", "tests", "values"):
        monkeypatch.setattr(f"kingsburg_rules.language.{module}.charge_work", watched)
    for pack, (cards, code) in PACKS.items():  # noqa: B007
        if code in ("", "engine.steps"):
            runaway_run.outcome(cards)
    assert len(least) > 10
    assert min(least.values()) > -Limits().work


def test_ordinary_play_is_far_from_every_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the busiest answers of all modules take is a hundredth of what is allowed."""
    rules, most = load_rules(modules=modules()), Limits()
    monkeypatch.setattr(rules.compiled, "limits", Limits(work=most.work // 100))
    options, answers = 0, 0
    for seed in range(4):
        game = Game(rules, ("Ann", "Brian", "Cindy", "Dan", "Eve"), seed=seed)
        while (decision := game.decision) is not None:
            options = max(options, len(decision.options))
            position = game.position()
            position.step(decision.options[-1 - answers % len(decision.options)])
            game.play(decision.options[answers % len(decision.options)], decision.player)
            answers += 1
    assert answers > 500
    assert options * 100 < most.options


def test_a_look_at_a_position_does_not_wear_it_out() -> None:
    """However often the table is looked at, all the work of an answer is still allowed."""
    cards = "rules:\n  - id: law\n    name: Law\n    modifiers:\n"
    cards += f"      - {{what: battle_strength, add: {{sum: [{', '.join(['1'] * 600)}]}}}}\n"
    cards += "      - {what: battle_strength, add: {sum: {numbers: {from: 1, to: 100}, of: {sum: [1, 1]}}}}\n"
    game = Game(rules_with(cards), ("Ann", "Brian"), seed=1)
    for _ in range(2_000):
        game.view("Ann")
        assert game.why_not("build inn", "Ann") is not None
    game.play(game.decision.options[0] if game.decision else "pass")


@pytest.mark.parametrize("kinds", [1, 3, 5])
@pytest.mark.parametrize("count", [0, 1, 2, 5, 7])
def test_choices_are_counted_before_they_are_made(kinds: int, count: int) -> None:
    every = goods_choices(tuple(range(kinds)), count)
    assert len(every) == number_of_choices(kinds, count)
    expected = [
        tuple(sorted(Counter(picked).items()))
        for picked in combinations_with_replacement(range(kinds), count)
    ]
    assert [*every] == expected
    for held in product(range(4), repeat=kinds) if kinds < 4 else ():
        possible = [bag for bag in every if all(held[good] >= number for good, number in bag)]
        assert number_of_mixtures(count, held) == len(possible)


def test_what_is_held_limits_what_can_be_given() -> None:
    rules = load_rules()
    held = Has({"gold": 3, "wood": 1, "stone": 2})
    situation = Situation(rules, "recruiting", {"Ann": held, "Brian": Has()})
    state, goods_ = situation.position().copy()._state, rules.compiled.goods  # the kinds in order
    for count in range(1, 7):
        every = combinations_with_replacement(goods_, count)
        expected = [
            tuple(sorted(Counter(picked).items()))
            for picked in every
            if all(state.players[0].stock[good] >= number for good, number in Counter(picked).items())
        ]
        assert [*held_bags(state, 0, [Choosable(ANY, count, count)])] == expected
    assert held_bags(state, 0, [Choosable(ANY, 20, 20)]) == held_bags(state, 0, [Choosable(ANY, 6, 6)])


def test_dice_are_not_placed_in_too_many_ways() -> None:
    by = ", ".join(map(str, range(1, 61)))
    permission = f"{{influence_shift: {{by: [{by}]}}}}"
    rules = rules_with(f"governors: [{{id: guide, name: Guide, permissions: [{permission}]}}]")
    given = {"Ann": Has(dice=(1, 2, 3), cards=("guide",)), "Brian": Has()}
    with pytest.raises(Runaway, match="lets a handful of dice be placed in over 50,000 ways"):
        Situation(rules, "spring/influence", given)


def test_a_large_hand_is_not_kept_in_too_many_ways() -> None:
    """Up to 2 of 18 cards are 172 ways; up to 12 are a quarter of a million."""
    pile = ", ".join(f"{{id: d{k}, name: D, deck: pile}}" for k in range(36))

    def keeping(up_to: int) -> Situation:
        keep = f"{{deal: {{deck: pile, count: 18}}}}, {{keep: {{deck: pile, up_to: {up_to}}}}}"
        law = f"{{id: law, name: Law, triggers: [{{when: year.start, do: [{keep}]}}]}}"
        rules = rules_with(f"deck_cards: [{pile}]\nrules: [{law}]")
        return Situation(rules, "year.start", {"Ann": Has(), "Brian": Has()})

    decision = keeping(2).decision
    assert decision is not None
    assert len(decision.options) == 172
    with pytest.raises(Runaway, match="lets cards of a hand be kept in 249,528 ways"):
        keeping(12)


@pytest.mark.parametrize("size", range(5))
def test_different_choices_of_dice_are_listed_once(size: int) -> None:
    for values in ((1, 1, 2), (3, 3, 3, 3), (1, 2, 2, 6, 6)):
        assert _parts_of_size(values, size) == sorted({*combinations(values, size)})


def test_ways_to_pay_stay_in_their_order_and_below_their_bound() -> None:
    def every(price: dict[int, int], discounts: int) -> set[tuple[tuple[int, int], ...]]:
        found = {tuple(sorted(price.items()))}
        for _ in range(discounts):
            less = [({**dict(p), good: n - 1}) for p in found for good, n in p]
            found |= {tuple((good, n) for good, n in sorted(p.items()) if n) for p in less}
        return found

    for price in ({1: 2}, {1: 2, 2: 1}, {1: 3, 2: 2, 3: 1}):
        for discounts in range(5):
            ways = payments((1, 2, 3), tuple(price.items()), discounts, ())
            assert {way.price for way in ways} == every(price, discounts)
            assert len(ways) == len({*ways})
    assert len(payments((1, 2, 3), ((1, 500), (2, 500), (3, 500)), 10**9, ())) > MOST_PAYMENTS
    assert len(payments((1, 2, 3), ((1, 10**9),), 0, ((2, 1), (3, 1), (4, 1)))) > MOST_PAYMENTS


@pytest.mark.parametrize(("kinds", "code"), [(12, ""), (13, "link.size")])
def test_packs_may_add_a_dozen_kinds_of_goods(kinds: int, code: str) -> None:
    cards = goods(kinds) + law("{for_each: {players: all, do: [{gain: {good: 1}}]}}")
    if not code:
        assert len(rules_with(cards).compiled.goods) == 15
        return
    with pytest.raises(ContentError) as refused:
        rules_with(cards)
    assert [problem.code for problem in refused.value.diagnostics] == [code]
    assert refused.value.diagnostics[0].line == 1 + kinds


@pytest.mark.long
def test_six_hundred_rule_sets_fit_into_memory() -> None:
    """Rules that nobody holds any more are forgotten, with all that was worked out for them."""
    import resource

    memory = 500 * 2**20
    done = subprocess.run(
        [sys.executable, "-c", _MANY],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (memory, memory)),
    )
    assert (done.returncode, done.stdout) == (0, "600\n"), done.stderr[-2000:]


_MANY = """
from itertools import combinations, islice
from kingsburg_rules import Game, load_rules, modules
wanted = [(None, chosen) for size in range(6) for chosen in combinations(modules(), size)]
made = 0
for number in range(600):
    _, chosen = wanted[number % len(wanted)]
    pack = {"cards.yaml": f"format: 1\\nrules:\\n  - {{id: r, name: Rule {number}}}\\n",
            "pack.yaml": f"id: toys\\nversion: '1.{number}'\\nformat: 1\\ntitle: Toys\\n"}
    rules = load_rules(modules=chosen if number % 2 else (), packs=[pack] if number % 3 else [])
    game = Game(rules, ("Ann", "Brian", "Cindy"), seed=number)
    while game.decision is not None:
        game.play(game.decision.options[0])
    made += 1
print(made)
"""


def test_cards_and_lines_are_named_and_not_the_moments_of_the_game() -> None:
    """Who reads it learns which cards to look at first, and then how they came to run."""
    echo = "{when: after.gain, do: [{gain: {vp: 1}}]}"
    rules = rules_with(
        "governors:\n  - id: caller\n    name: Caller\n    triggers:\n"
        "      - {when: season.end, optional: false, do: [{gain: {gold: 1}}]}\n"
        f"rules:\n  - {{id: echo, name: Echo, triggers: [{echo}]}}"
    )
    with pytest.raises(Runaway) as found:
        Situation(rules, "spring/season.end", {"Ann": Has(cards=("caller",)), "Brian": Has()})
    who, _, way = found.value.message.partition(": ")
    assert who == (
        "The content calls itself deeper and deeper in test/echo/triggers/0, "
        "test/echo/triggers/0 (test/cards.yaml:7) and test/caller/triggers/0 (test/cards.yaml:5)"
    )
    assert way == (
        "window season.end > test/caller/triggers/0 (test/cards.yaml:5) > window after.gain > "
        "test/echo/triggers/0 (test/cards.yaml:7) > test/echo/triggers/0."
    )
