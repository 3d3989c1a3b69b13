"""The cookbook: each recipe is clean, its examples hold, it is told in three languages, games with it end."""

from __future__ import annotations

import random
import re
import sys
from functools import cache
from pathlib import Path

import pytest

from kingsburg_rules import LANGUAGES, Game, Rules, explain, load_rules
from kingsburg_rules.content.checking import check
from kingsburg_rules.testing import play_folder, read_examples
from support.texts import flaws

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs" / "_ext"))
from kingsburg_docs.cookbook import Recipe, read_recipe, recipe_index_part, recipes, recipes_part, themes  # noqa: E402

RECIPES = [*recipes()]
each_recipe = pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.id)
NAMES = ("Ann", "Brian", "Cindy", "Dora")
CAPABILITIES = 37
"""So many rows has the table of what cards can do."""
MODULES = {"governor": "governors", "destiny": "destiny"}


def test_there_are_recipes_for_every_theme() -> None:
    assert len(RECIPES) >= 60
    assert len({recipe.id for recipe in RECIPES}) == len(RECIPES)
    pages = {path.stem for path in (ROOT / "docs" / "cookbook").glob("*.md")} - {"index"}
    assert pages == set(themes())


@each_recipe
def test_it_has_a_title_and_says_how(recipe: Recipe) -> None:
    assert recipe.title
    assert not recipe.title.endswith(".")
    assert recipe.remarks
    assert all(len(line) <= 120 for line in recipe.path.read_text(encoding="utf-8").splitlines())


@each_recipe
def test_what_it_says_of_the_language_is_there(recipe: Recipe) -> None:
    """Words in its remarks are words of the language, or stand in the recipe itself."""
    text = recipe.path.read_text(encoding="utf-8").partition("format: 1")[2]
    named = re.findall(r"`\$?([a-z_.0-9]+)(?:`|: )", " ".join(recipe.remarks))
    assert not [name for name in named if name not in text and f'"{name}"' not in schema()]


@cache
def schema() -> str:
    return (ROOT / "schemas" / "pack.schema.json").read_text(encoding="utf-8")


def capabilities() -> list[tuple[str, list[str]]]:
    """Read the table of what cards can do: each row with the ids of its recipes."""
    page = (ROOT / "docs" / "cookbook" / "index.md").read_text(encoding="utf-8")
    table = page.partition("## What cards can do")[2].partition("## ")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")][1:]
    return [(what, re.findall(r"\(#recipe-([a-z0-9-]+)\)", shown)) for what, shown in rows]


def test_each_thing_that_cards_can_do_is_shown_at_work_and_where_it_is_refused() -> None:
    known = {recipe.id: recipe for recipe in RECIPES}
    assert len({what for what, _ in capabilities()}) == CAPABILITIES
    for what, ids in capabilities():
        assert ids, what
        for one in ids:
            shown = [example for card in known[one].cards.values() for example in read_examples(card)]
            assert {example.works for example in shown} == {True, False}, one


@each_recipe
def test_check_finds_nothing(recipe: Recipe) -> None:
    report = check(recipe.path)
    assert not report.errors, [str(problem) for problem in report.errors]
    assert not report.warnings, [str(problem) for problem in report.warnings]


@each_recipe
def test_its_examples_hold(recipe: Recipe) -> None:
    """One example at least shows it at work, and one where it must not."""
    results = [*play_folder(recipe.path)]
    assert not [(result.example.shows, result.failures) for result in results if not result.passed]
    for card in recipe.cards.values():
        works = {example.works for example in read_examples(card)}
        assert works in ({True, False}, set()), card.id
    assert {result.example.works for result in results} == {True, False}


@each_recipe
def test_it_is_told_in_every_language(recipe: Recipe) -> None:
    for ref in recipe.cards:
        for language in LANGUAGES:
            assert not flaws(explain(ref, recipe.rules, language=language).generated)


@each_recipe
def test_a_game_with_it_comes_to_its_end(recipe: Recipe) -> None:
    rules, rng = playable(recipe), random.Random(recipe.id)
    game = Game(rules, NAMES[: rng.randint(2, 4)], seed=rng.randrange(1000))
    while game.decision is not None:
        if rng.random() < 0.02:
            assert Game.load(game.save(), rules).save() == game.save()
        game.play(rng.choice(game.decision.options))
    assert game.outcome is not None


def playable(recipe: Recipe) -> Rules:
    """The rules with the recipe and what its cards need to come into play."""
    kinds = {card.kind for card in recipe.cards.values()}
    return load_rules(packs=[recipe.path], modules=[MODULES[kind] for kind in kinds if kind in MODULES])


def test_the_book_shows_every_recipe() -> None:
    index = recipe_index_part()
    for recipe in RECIPES:
        assert f"(#recipe-{recipe.id})" in index
    shown = recipes_part("reacting")
    assert "## Gain a wood whenever an opponent passes" in shown
    assert "Whenever an opponent passes when influencing, gain 1 wood." in shown
    assert "Telkens wanneer een tegenstander" in shown
    assert "Chaque fois qu'un adversaire" in shown or "Chaque fois qu&#x27;un adversaire" in shown


def test_the_head_of_a_recipe_is_read(tmp_path: Path) -> None:
    path = tmp_path / "toy.yaml"
    head = "# yaml-language-server: x\n# A toy\n#\n# How\n# it is done.\n"
    path.write_text(f"{head}format: 1\n")
    recipe = read_recipe(path)
    assert (recipe.title, recipe.remarks, recipe.first_line) == ("A toy", ("How", "it is done."), 6)
    assert recipe.search == ()
    path.write_text(f"{head}#\n# search: toy, play thing\n# search: doll\nformat: 1\n")
    recipe = read_recipe(path)
    assert (recipe.remarks, recipe.first_line) == (("How", "it is done."), 9)
    assert recipe.search == ("toy", "play thing", "doll")


def test_what_people_may_type_for_a_recipe_is_in_the_index() -> None:
    assert sum(bool(recipe.search) for recipe in RECIPES) >= 60
    for recipe in RECIPES:
        assert len(set(recipe.search)) == len(recipe.search)
        assert all(recipe.search), recipe.id
    assert "## Make an enemy weaker\n\n```{index} ! weaker enemy, ! stronger enemy" in recipes_part("battle")
