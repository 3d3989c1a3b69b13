"""The lint warns of what is likely not meant, once, and of nothing else."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingsburg_rules import Game, Rules, load_rules
from kingsburg_rules.cli import main
from kingsburg_rules.content import lint
from kingsburg_rules.content.checking import check, check_folder
from kingsburg_rules.content.lint import Finding, LintedPack, all_passes, lint_pass
from kingsburg_rules.content.silences import ABOUT_SILENCES
from kingsburg_rules.engine.errors import SetupError
from kingsburg_rules.engine.state import State
from kingsburg_rules.engine.windows import EVENT, WINDOW
from kingsburg_rules.language.calendar import Window
from kingsburg_rules.language.registry import Step, words
from kingsburg_rules.language.vocabulary import BATTLE, DICE, ENEMY, EVENTS, GROUPS, SEASONS
from support.mistakes import mistakes
from support.packs import HUT, INFO, SHOWN, in_hut, written
from support.toys import all_rules, share


def warnings_of(text: str, folder: Path) -> list[tuple[int, str]]:
    """The lines and codes of all warnings about a file of cards."""
    report = check(written(folder, {"cards.yaml": text}) / "cards.yaml")
    assert report.errors == ()
    return [(warning.line, warning.code) for warning in report.warnings]


# Each pass


def test_every_pass_has_an_example_that_it_warns_of() -> None:
    shown = {case.code for case in mistakes() if case.cure and case.name.startswith("lint-")}
    assert shown == {each.code for each in all_passes()} | set(ABOUT_SILENCES)


def test_every_pass_says_in_one_line_what_it_finds() -> None:
    for each in all_passes():
        assert each.doc.endswith((".", "misspelt.")), each.code
        assert each.code == f"lint.{each.name}"


def test_mistakes_come_first(tmp_path: Path) -> None:
    report = check(written(tmp_path, {"cards.yaml": in_hut("gold: 1", "gould: 1")}) / "cards.yaml")
    assert ([problem.code for problem in report.errors], report.warnings) == (["link.resource"], ())


def finds_nothing(folder: Path, first: str, second: str, needs: str = "") -> list[str]:
    """The packs of two that are checked together in which something finds nothing."""
    more = f"{INFO.replace('toys', 'more')}{needs}\n"
    files = {"toys/pack.yaml": INFO, "toys/cards.yaml": first, "more/pack.yaml": more}
    written(folder, {**files, "more/cards.yaml": second})
    report = check(folder / "toys", folder / "more")
    assert report.errors == ()
    found = [warning for warning in report.warnings if warning.code == "lint.finds_nothing"]
    return [Path(warning.file).parent.name for warning in found]


def test_a_rank_on_a_card_of_another_pack_can_be_found(tmp_path: Path) -> None:
    far = "{if: {exists: {places: {rank: 25}}}, then: [{gain: {gold: 1}}], else: [{gain: {wood: 1}}]}"
    hut = SHOWN.replace("[{gain: {gold: 1}}]", f"[{{branch: {far}}}]")
    moon = "format: 1\nadvisors: [{id: moon, name: Moon, rank: %d, reward: [{gain: {gold: 1}}]}]\n"
    assert finds_nothing(tmp_path / "there", moon % 25, hut) == []
    assert finds_nothing(tmp_path / "elsewhere", moon % 24, hut) == ["more"]


def test_each_pack_is_warned_about_for_itself(tmp_path: Path) -> None:
    vigil = "{id: vigil, name: Vigil, after: kings_reward, do: [{for_each: {players: all, do: [%s]}}]}"
    odd = vigil % "{branch: {if: {exists: {places: {rank: 99}}}, then: [{gain: {gold: 1}}]}}"
    toys = f"format: 1\nphases: [{odd}]\n"
    assert finds_nothing(tmp_path, toys, SHOWN, "requires: [toys]") == ["toys"]


def test_variables_are_followed_through_loops_and_branches(tmp_path: Path) -> None:
    """In the second round the one branch reads what the other one set in the first."""
    text = SHOWN.replace(
        "[{gain: {gold: 1}}]",
        """
            - for_each:
                players: all
                do:
                  - branch:
                      if: {wood: {min: 1}}
                      then: [{set: {sum: 2}}]
                      else: [{gain: {vp: $sum}}]""",
    )
    assert warnings_of(text, tmp_path) == []
    once = text.replace("for_each:", "as_player:").replace("players: all", "player: left")
    assert warnings_of(once, tmp_path) == [(19, "lint.unset_variable")]
    again = once.replace("as_player:", "repeat:").replace("player: left", "if: {gold: {max: 9}}")
    assert warnings_of(again, tmp_path) == []


@pytest.mark.parametrize(
    ("trigger", "step"),
    [
        ("when: after.build\n        by: opponents", "as_player: {player: $actor, do: [{gain: {gold: 1}}]}"),
        ("when: before.destroy", "prevent: {}"),
        ("when: season.end", "use: inn"),
    ],
)
def test_variables_are_followed_where_a_step_needs_its_moment(
    trigger: str, step: str, tmp_path: Path
) -> None:
    text = SHOWN.replace("when: season.end", trigger).replace(
        "{gain: {gold: 1}}", f"{{set: {{x: 1}}}}, {{{step}}}"
    )
    assert [code for _, code in warnings_of(text, tmp_path)] == ["lint.unread_variable"]


@pytest.mark.parametrize(
    ("test", "told"),
    [
        ("greater: [{fact: buildings}, -1]", "the tests always hold"),
        ("greater: [{fact: buildings}, 0]", None),
        ("greater: [0, {fact: buildings}]", "the tests can never hold"),
        ("greater: [1, {fact: buildings}]", None),
        ("equal: [-1, {fact: buildings}]", "the tests can never hold"),
        ("all: [{gold: {max: 2}}, {gold: 3}]", "the tests can never hold"),
        ("all: [{gold: {max: 3}}, {gold: 3}]", None),
        ("any: [{season: winter}, {players: {min: 9}}]", "the tests can never hold"),
        ("any: [{season: winter}, {players: {max: 8}}]", "the tests always hold"),
    ],
)
def test_tests_are_compared_with_what_facts_and_moments_declare(
    test: str, told: str | None, tmp_path: Path
) -> None:
    branch = f"{{branch: {{if: {{{test}}}, then: [{{gain: {{gold: 1}}}}], else: [{{gain: {{wood: 1}}}}]}}}}"
    text = SHOWN.replace("{gain: {gold: 1}}", branch)
    report = check(written(tmp_path, {"cards.yaml": text}) / "cards.yaml")
    assert report.errors == ()
    assert [warning.message for warning in report.warnings] == (
        [f"no game gets here: {told}"] if told else []
    )


def test_dice_that_are_compared_may_be_several(tmp_path: Path) -> None:
    """A fact of a thing claims nothing together with a fact of another thing."""
    dice = (
        "[{choose: {dice: {owner: me, as: one}}}, {choose: {dice: {owner: me, as: other}}},"
        " {branch: {if: {all: [%s]}, "
    )
    both = "{equal: [{fact: {shows: $one}}, 2]}, {equal: [{fact: {shows: $other}}, 3]}"
    text = SHOWN.replace("season.end", "dice.change")
    text = text.replace("[{gain: {gold: 1}}]", dice % both + "then: [{gain: {gold: 1}}]}}]")
    assert warnings_of(text, tmp_path) == []


def test_variables_in_bounds_are_read(tmp_path: Path) -> None:
    steps = "[{set: {x: {fact: wood}}}, {branch: {if: {gold: {min: $x}}, then: [{gain: {vp: 1}}]}}]"
    assert warnings_of(SHOWN.replace("[{gain: {gold: 1}}]", steps), tmp_path) == []


def test_a_fact_that_the_card_brings_about_is_there(tmp_path: Path) -> None:
    text = SHOWN.replace("season.end", "year.start").replace("{gold: 1}", "{vp: {fact: dice_total}}")
    assert [code for _, code in warnings_of(text, tmp_path)] == ["lint.not_there"]
    assert warnings_of(text.replace("do: [", "do: [{roll_dice: {}}, "), tmp_path) == []


def test_a_card_that_another_one_asks_for_is_not_idle(tmp_path: Path) -> None:
    flag = "  - {id: flag, name: Flag, row: A, column: 2, cost: {wood: 1}, vp: 0}\n"
    assert [code for _, code in warnings_of(SHOWN + flag, tmp_path)] == ["lint.idle_card"]
    asking = SHOWN.replace("do: [", "if: {owns: flag}\n        do: [") + flag
    assert warnings_of(asking, tmp_path) == []


@pytest.mark.parametrize(
    "part",
    [
        "phases: [{id: fair, name: Fair, after: summer, do: [%s]}]",
        "phases: [{id: kings_reward, do: [%s]}]",
        "sequences: [{id: fair, do: [%s]}]",
    ],
)
def test_a_card_that_a_phase_or_a_sequence_asks_for_is_not_idle(tmp_path: Path, part: str) -> None:
    """Fault 13, in so far as it is about references from the calendar."""
    flag = "  - {id: flag, name: Flag, row: A, column: 2, cost: {wood: 1}, vp: 0}\n"
    asking = "{for_each: {players: {if: {owns: flag}}, do: [{gain: {gold: 1}}]}}"
    assert warnings_of(SHOWN + flag + part % asking, tmp_path) == []


def test_what_a_changed_card_says_elsewhere_is_no_warning_here(tmp_path: Path) -> None:
    text = """Each time you rest in summer, gain a "+2" token."""
    cards = f"format: 1\nbuildings:\n  - {{override: base/inn, name: Tavern, text: '{text}'}}\n"
    pack = written(tmp_path / "toys", {"pack.yaml": INFO, "cards.yaml": cards})
    assert check(pack).warnings == ()


# Where and when moments come


def test_words_declare_all_the_moments_that_they_open() -> None:
    """If a step opens a moment, it says so; otherwise the lint would be blind there."""
    rules = load_rules(modules=("more-buildings",), scenario="wheel-and-deal")
    steps = [word for word in words((rules.calendar, *rules.cards.values())) if isinstance(word, Step)]
    opened = {moment for step in steps for moment in step.opens}
    opened |= {step.event for step in steps if isinstance(step, Window)}
    # Using an ability is a moment of its own, whatever the ability does.
    assert opened == {event.name for event in EVENTS} - {"after.use"}


def test_moments_that_cards_open_can_come_at_any_time(tmp_path: Path) -> None:
    text = SHOWN.replace("season.end", "season.start").replace("{gold: 1}", "{vp: {fact: dice_total}}")
    assert [code for _, code in warnings_of(text, tmp_path)] == ["lint.not_there"]
    fair = "phases: [{id: fair, name: Fair, after: spring, do: [%s]}]\n"
    assert warnings_of(text + fair % "{window: season.start}", tmp_path) == []
    assert (
        warnings_of(
            text + fair % "{run: show}" + "sequences: [{id: show, do: [{window: season.start}]}]", tmp_path
        )
        == []
    )


@given(rules=all_rules(), seed=st.integers(0, 2**32))
@share(0.4)
def test_moments_come_as_they_declare(rules: Rules, seed: int) -> None:
    """In play there is nothing else on the table, and it is no other season."""
    scenes = {event.name: event.scene for event in EVENTS}
    position = Game(rules, ("Ann", "Brian"), seed=seed).position()
    turn = 0
    while position.decision is not None:
        state = position._state
        for frame in state.stack:
            scene = scenes.get(rules.compiled.events[frame[EVENT]]) if frame[0] == WINDOW else None
            if scene is not None:
                assert lying(state) <= {*scene.things}, rules.compiled.events[frame[EVENT]]
                assert SEASONS[state.season] in scene.seasons
        options = position.decision.options
        position.step(options[(seed + turn * 7919) % len(options)])
        turn += 1


def lying(state: State) -> set[str]:
    """What is on the table for a part of the year only."""
    found = {
        DICE: any(player.dice.own for player in state.players),
        GROUPS: bool(state.groups),
        ENEMY: bool(state.revealed),
        BATTLE: any(player.strength or player.outcome >= 0 for player in state.players),
    }
    return {thing for thing, there in found.items() if there}


def calls_to_lint(folder: Path, cards: int) -> int:
    """Count the calls of the lint for a pack with so many cards that concern several passes."""
    card = (
        "  - {{id: hut{k}, name: Hut, row: {row}, column: {column}, cost: {{wood: 1}}, vp: 1, triggers: [{{"
        "when: after.build, if: {{owns: {{row: C, is: [flag{k}]}}}}, do: [{{set: {{x: 1}}}}, "
        "{{gain: {{gold: $x}}}}]}}, {{when: after.build, do: [{{gain: {{gold: 1}}}}]}}]}}\n"
        "  - {{id: flag{k}, name: Flag, row: {row}, column: 1{column}, cost: {{wood: 1}}, vp: 0}}\n"
    )
    places = [(row, column) for column in range(20, 29) for row in "NOPQRSTUVWXYZ"]
    made = [card.format(k=k, row=row, column=column) for k, (row, column) in enumerate(places[:cards])]
    path = written(folder, {"cards.yaml": f"format: 1\nbuildings:\n{''.join(made)}"}) / "cards.yaml"
    assert check(path).errors == ()
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call" and "/content/lint" in frame.f_code.co_filename

    sys.setprofile(count)
    check(path)
    sys.setprofile(None)
    return calls


def test_the_lint_of_many_cards_takes_as_much_for_each_as_that_of_few(tmp_path: Path) -> None:
    few, many = (calls_to_lint(tmp_path / str(cards), cards) for cards in (25, 100))
    assert many < 5 * few


# Silencing


@pytest.mark.parametrize(
    "comment",
    [
        "do: [{gain: {gold: 0}}] # lint: no_effect -- a place for later",
        "do: [{gain: {gold: 0}}]   #lint:lint.no_effect --later",
        "# lint: no_effect -- a place for later\n        do: [{gain: {gold: 0}}]",
        "# lint: no_effect -- a place for later\n\n        # where it comes\n        do: [{gain: {gold: 0}}]",
    ],
)
def test_a_comment_with_a_reason_silences_a_warning(tmp_path: Path, comment: str) -> None:
    text = SHOWN.replace("do: [{gain: {gold: 1}}]", comment)
    assert warnings_of(text, tmp_path) == []


def test_one_comment_silences_several_warnings(tmp_path: Path) -> None:
    text = HUT.replace("  - id: hut", "  # lint: no_example, idle_card -- it only has a name\n  - id: hut")
    text = text.partition("    triggers:")[0].replace("vp: 1", "vp: 0")
    assert warnings_of(text, tmp_path) == [(3, "lint.idle_silence")]
    assert warnings_of(text.replace("no_example, ", ""), tmp_path) == []


def test_without_a_reason_nothing_is_silenced(tmp_path: Path) -> None:
    for end in ("", " --", " -- ", " because of the rain"):
        text = SHOWN.replace("do: [{gain: {gold: 1}}]", f"do: [{{gain: {{gold: 0}}}}] # lint: no_effect{end}")
        assert warnings_of(text, tmp_path) == [(12, "lint.no_effect"), (12, "lint.no_reason")], end


def test_a_comment_silences_its_line_alone(tmp_path: Path) -> None:
    text = SHOWN.replace("vp: 1", "vp: 1 # lint: no_effect -- on another line").replace("gold: 1", "gold: 0")
    assert warnings_of(text, tmp_path) == [(8, "lint.idle_silence"), (12, "lint.no_effect")]


def test_mistakes_cannot_be_silenced(tmp_path: Path) -> None:
    text = SHOWN.replace("{gold: 1}}]", "{gould: 1}}] # lint: link.resource -- it is not gold")
    (problem,) = check_folder(written(tmp_path, {"cards.yaml": text}) / "cards.yaml")
    assert problem.code == "link.resource"
    text = text.replace("gould", "gold")
    assert warnings_of(text, tmp_path) == [(12, "lint.unknown_pass")]


@pytest.mark.parametrize("name", ['"Say#lint: no_effect -- why"', "Hut # lint alone -- why"])
def test_what_only_looks_like_a_comment_is_none(tmp_path: Path, name: str) -> None:
    assert warnings_of(SHOWN.replace("name: Hut", f"name: {name}"), tmp_path) == []


def test_a_comment_in_front_silences_what_is_said_of_a_whole_file(tmp_path: Path) -> None:
    words = "# About this file.\n# lint: locale.name -- the names come later\nformat: 1\nlanguage: nl\n"
    files = {"pack.yaml": f"{INFO}languages: [en, nl]\n", "cards.yaml": SHOWN, "locale/nl.yaml": words}
    pack = written(tmp_path / "toys", files)
    assert check(pack).warnings == ()
    (pack / "locale" / "nl.yaml").write_text(words.replace("locale.name", "locale.text"), encoding="utf-8")
    assert [warning.code for warning in check(pack).warnings] == ["locale.name", "lint.idle_silence"]


# The command


def run(*words: str) -> int:
    return main(["check", *words])


def test_warnings_alone_are_no_failure_unless_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(written(tmp_path, {"cards.yaml": HUT}) / "cards.yaml")
    assert (run(file), run(file, "--strict")) == (0, 1)
    said = capsys.readouterr().out.splitlines()
    assert "cards.yaml:3:5: warning: 'hut' has no example; " in said[0]
    assert said[0].endswith("[lint.no_example]")
    assert said[1:5] == ["      - id: hut", "        ^^", "1 warning.", "No mistakes in 1 card and 1 file."]


def test_warnings_are_told_to_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(written(tmp_path, {"cards.yaml": HUT}) / "cards.yaml")
    run(file, "--format", "json")
    (warning,) = json.loads(capsys.readouterr().out)["warnings"]
    assert (warning["severity"], warning["code"], warning["line"]) == ("warning", "lint.no_example", 3)
    run(file, "--format", "github")
    assert capsys.readouterr().out.startswith("::warning file=")


# Passes of others


OWN_PASS = """
from kingsburg_rules.content.lint import lint_pass

@lint_pass("short_name", group="house")
def short_name(pack):
    "A name that is too short."
    for card in pack.cards:
        if len(card.name) < 4:
            yield f"{card.at}/name", f"'{card.name}' is short"
"""


@pytest.fixture
def own_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A Python package that brings a pass."""
    written(
        tmp_path / "site",
        {
            "house_lint.py": OWN_PASS,
            "house_lint-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: house-lint\nVersion: 1.0\n",
            "house_lint-1.0.dist-info/entry_points.txt": "[kingsburg_rules.lint]\nhouse = house_lint\n",
        },
    )
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.setattr(lint, "PASSES", {each.code: each for each in all_passes()})
    lint.import_all.cache_clear()
    yield
    lint.import_all.cache_clear()


def test_packages_bring_passes_of_their_own(own_pass: None, tmp_path: Path) -> None:
    assert warnings_of(SHOWN, tmp_path) == [(4, "house.short_name")]
    silent = SHOWN.replace("name: Hut", "name: Hut # lint: house.short_name -- it is a small house")
    assert warnings_of(silent, tmp_path) == []


def test_two_passes_of_one_name_are_refused() -> None:
    assert all_passes()

    def look(pack: LintedPack) -> Iterator[Finding]:
        yield from ()

    with pytest.raises(SetupError, match="two passes") as caught:
        lint_pass("no_effect")(look)
    assert caught.value.code == "setup.lint"
