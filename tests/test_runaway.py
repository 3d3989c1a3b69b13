"""Content that runs in circles, too deep or too far ends in an error that names it, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from kingsburg_rules import ContentError, DiceRolled, Fought, Game, Rules, Runaway, load_rules
from kingsburg_rules.content.canonical import pack_document
from kingsburg_rules.content.documents import canonical_json, document
from kingsburg_rules.content.loading import compile_rules, edition_of
from kingsburg_rules.testing import Has, Situation, rules_with

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
        return compile_rules(second, [document("small", text)], dict(second.switches))

    return make


def rule(event: str, *steps: str, name: str = "law") -> str:
    """Write a rule of the game that does something at a moment; its first step is in the seventh line."""
    head = f"  - id: {name}\n    name: Law\n    triggers:\n      - when: {event}\n        uses: unlimited\n"
    return head + "        do:\n" + "".join(f"          - {step}\n" for step in steps)


def for_all(step: str, times: int = 1) -> str:
    """Wrap a step into loops over the players, one in the other."""
    for _ in range(times):
        step = f"{{for_each: {{players: all, do: [{step}]}}}}"
    return step


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
    assert "calendar/productive_season (base/calendar.yaml:" in stopped.value.message
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
    assert "calendar/work (small/calendar.yaml:" in stopped.value.message


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


def test_years_without_end_are_stopped(small_rules: MakeRules) -> None:
    """A calendar in which nobody is ever asked does not hang the program that loads it."""
    calendar = CALENDAR.replace("years: 2", "years: 1000000")
    with pytest.raises(Runaway) as stopped:
        Game(small_rules("", calendar=calendar), ("Ann", "Brian"), seed=1)
    assert stopped.value.code == "engine.steps"
    assert "small/calendar.yaml:" in stopped.value.message


def test_a_sequence_that_runs_itself_is_found_when_loading(small_rules: MakeRules) -> None:
    """Circles of sequences cannot be played, so they are not loaded."""
    calendar = (
        CALENDAR.replace("        - window: season.end", "        - run: rest")
        + "    - {id: rest, do: [{run: work}]}\n"
    )
    with pytest.raises(ContentError) as refused:
        small_rules("", calendar=calendar)
    assert [problem.code for problem in refused.value.problems] == ["link.circle"]
    assert refused.value.problems[0].file == "small/calendar.yaml"


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


def test_a_die_that_is_gone_is_not_rolled_again() -> None:
    """A card that remembers a die and rolls it twice finds it the first time only."""
    twice = "      - when: dice.reroll\n        do: [{choose: {dice: me}}, {reroll: $die}, {reroll: $die}]\n"
    given = {"me": Has(dice=(2, 3, 4), buildings=("tower",)), "left": Has(dice=(1, 1, 1))}
    situation = Situation(rules_with(TOWER + twice), "spring/dice.reroll", given, rolls=["5"])
    situation.play("use tower")
    situation.play("die 2")
    assert situation.over
    assert situation.state.player("me").dice == (3, 4, 5)


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
    (problem,) = refused.value.problems
    assert (problem.code, problem.file) == ("link.window", "test/cards.yaml")
    assert "after.reward" in problem.message


def test_every_year_needs_an_enemy_to_draw(small_rules: MakeRules) -> None:
    """A calendar that draws enemies for more years than there are cards for is told when it is loaded."""
    calendar = CALENDAR.replace(
        "    - line_up: {shuffled: true}\n", "    - line_up: {shuffled: true}\n    - draw_enemies: enemy\n"
    )
    with pytest.raises(ContentError) as refused:
        small_rules("", calendar=calendar)
    assert refused.value.problems[0].code == "link.enemies"
    assert "year 1" in refused.value.problems[0].message


def test_what_needs_a_player_cannot_happen_to_nobody(small_rules: MakeRules) -> None:
    """A rule that lets somebody gain something must say who."""
    with pytest.raises(ContentError) as refused:
        small_rules("rules:\n" + rule("season.end", "gain: {gold: 1}"))
    assert refused.value.problems[0].code == "link.player"
    assert "for_each" in refused.value.problems[0].message


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
        (problem,) = refused.value.problems
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
    assert [problem.code for problem in refused.value.problems] == ["link.variable"]


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
