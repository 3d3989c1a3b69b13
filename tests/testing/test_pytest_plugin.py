"""The pytest plugin: it plays the examples of the packs it is asked for, and collects nothing else."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from kingsburg_rules.testing.situation import PACK

pytest_plugins = ["pytester"]

CARDS = """\
format: 1
buildings:
  - id: mill
    name: Mill
    row: M
    column: 1
    cost: {wood: 1}
    vp: 1
    triggers:
      - when: season.end
        do: [{gain: {gold: 1}}]
    examples:
      - shows: It gives a gold.
        works: true
        at: summer/season.end
        given: {me: {gold: 0, buildings: [mill]}}
        expect: {me: {gold: 1}}
      - shows: It is greedy.
        works: true
        at: summer/season.end
        given: {me: {gold: 0, buildings: [mill]}}
        expect: {me: {gold: 9}}
"""
PLUGIN = ("-p", "kingsburg_rules.testing.pytest_plugin", "-p", "no:cacheprovider")


@pytest.fixture
def suite(pytester: pytest.Pytester) -> pytest.Pytester:
    """Somebody's suite: one test of his own, and a pack beside it."""
    pytester.makepyfile(test_own="def test_own(): pass")
    (pytester.path / "moon" / "cards").mkdir(parents=True)
    (pytester.path / "moon" / "pack.yaml").write_text(PACK, encoding="utf-8")
    (pytester.path / "moon" / "cards" / "mill.yaml").write_text(CARDS, encoding="utf-8")
    return pytester


def ran(suite: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return suite.runpytest_inprocess(*PLUGIN, "-n0", *arguments)


def test_nothing_is_collected_unless_it_is_asked_for(suite: pytest.Pytester) -> None:
    ran(suite).assert_outcomes(passed=1)
    ran(suite, "moon").assert_outcomes()


def test_a_pack_is_named_on_the_command_line(suite: pytest.Pytester) -> None:
    result = ran(suite, "moon/pack.yaml", "-v")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*moon/pack.yaml::mill[[]1] PASSED*", "*moon/pack.yaml::mill[[]2] FAILED*"])


def test_a_failure_says_what_was_expected_and_where(suite: pytest.Pytester) -> None:
    result = ran(suite, "moon/pack.yaml")
    result.stdout.fnmatch_lines(
        [
            "*_ test/mill: It is greedy. _*",
            "*moon/cards/mill.yaml:18: test/mill: It is greedy.",
            "    me should have gold 9, has 1",
        ]
    )
    assert "Traceback" not in result.stdout.str()
    assert "pack_tests.py" not in result.stdout.str()


def test_one_example_can_be_named(suite: pytest.Pytester) -> None:
    ran(suite, "moon/pack.yaml::mill[1]").assert_outcomes(passed=1)


@pytest.mark.parametrize("setting", ["moon", "moon/pack.yaml"])
def test_a_suite_has_packs_in_its_settings(suite: pytest.Pytester, setting: str) -> None:
    """They belong to a run that names nothing, or a folder above them, and to no other."""
    suite.makeini(f"[pytest]\nkingsburg_packs = {setting}\n")
    ran(suite).assert_outcomes(passed=2, failed=1)
    ran(suite, "moon").assert_outcomes(passed=1, failed=1)
    ran(suite, "test_own.py").assert_outcomes(passed=1)


def test_packs_lie_outside_of_the_paths_that_are_tested(suite: pytest.Pytester) -> None:
    (suite.path / "tests").mkdir()
    (suite.path / "test_own.py").rename(suite.path / "tests" / "test_own.py")
    suite.makeini("[pytest]\ntestpaths = tests\nkingsburg_packs = moon\n")
    ran(suite).assert_outcomes(passed=2, failed=1)


def test_a_pack_is_a_zip(suite: pytest.Pytester) -> None:
    with zipfile.ZipFile(suite.path / "moon.zip", "w") as packed:
        packed.writestr("pack.yaml", PACK)
        packed.writestr("mill.yaml", CARDS)
    suite.makeini("[pytest]\nkingsburg_packs = moon.zip\n")
    ran(suite).assert_outcomes(passed=2, failed=1)


def test_workers_play_them_too(suite: pytest.Pytester) -> None:
    suite.makeini("[pytest]\nkingsburg_packs = moon\n")
    suite.runpytest_subprocess(*PLUGIN, "-n1").assert_outcomes(passed=2, failed=1)


def test_a_pack_with_mistakes_is_told_as_the_checker_does(suite: pytest.Pytester) -> None:
    (suite.path / "moon" / "cards" / "mill.yaml").write_text("format: 1\nbuildings: 7\n", encoding="utf-8")
    result = ran(suite, "moon/pack.yaml")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*moon/cards/mill.yaml:2:12: *schema.type*"])
    assert "Traceback" not in result.stdout.str()


def test_pytest_finds_the_plugin_by_itself_where_the_library_is_installed() -> None:
    """The entry point is called like the module, so naming it with `-p` as well does no harm."""
    import tomllib

    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    points = project["project"]["entry-points"]["pytest11"]
    assert points == {PLUGIN[1]: PLUGIN[1]}
