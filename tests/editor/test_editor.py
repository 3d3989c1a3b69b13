"""What an author sees while he types, in editors with yaml-language-server.

The server is no Python package: `npm install -g yaml-language-server` makes these tests run.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from kingsburg_rules.content.checking import check_folder
from support.editor import Editor, editor
from support.mistakes import LONE, Mistake, mistakes

ROOT = Path(__file__).parents[2]
SERVER = shutil.which("yaml-language-server")

pytestmark = [
    pytest.mark.skipif(SERVER is None, reason="needs yaml-language-server, from npm"),
    pytest.mark.xdist_group("editor"),
]

HUT = """\
format: 1
buildings:
  - id: hut
    name: Hut
    row: A
    column: 1
    cost: {wood: 1}
    vp: 1
"""
TRIGGER = f"{HUT}    triggers:\n      - when: season.end\n"
STEP = f"{TRIGGER}        do:\n          - "


@pytest.fixture(scope="module")
def typing() -> Iterator[Editor]:
    with editor([str(SERVER)], ROOT / "schemas" / "pack.schema.json") as found:
        yield found


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("format: 1\n|", {"buildings", "governors", "resources", "phases", "deck_cards"}),
        (f"{HUT}    |", {"triggers", "modifiers", "permissions", "examples", "fidelity"}),
        (f"{HUT}    fidelity: |", {"printed", "inferred", "reconstructed"}),
        (f"{HUT}    triggers:\n      - when: |", {"season.end", "before.fight", "influence.passed"}),
        (f"{STEP}|", {"gain", "lose", "choose_one", "for_each", "draw"}),
        (f"{STEP}for_each:\n              players:\n                |", {"among", "if", "fewest", "ties"}),
        (f"{STEP}draw_enemies: |", {"enemy", "further"}),
        (f"{STEP}draw:\n              deck: |", {"destiny", "governor", "tile"}),
    ],
)
def test_words_are_offered_where_they_may_stand(typing: Editor, text: str, offered: set[str]) -> None:
    found = set(typing.completions(text))
    assert offered <= found, sorted(offered - found)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{STEP}gain|: {{wood: 1}}", "Gain resources from the supply"),
        (f"{HUT}    fidelity|: printed", "How certain the card is"),
        (f"{TRIGGER}        if:\n          dice_total|: 7", "including bonus dice"),
    ],
)
def test_a_word_is_explained_where_it_stands(typing: Editor, text: str, said: str) -> None:
    assert said in typing.hover(text)


ELSEWHERE = {
    "schema-no-space": "its parser takes 'gain:1' for text and sees no word at all",
    "schema-no-space-in-map": "its parser takes 'wood:1' for a key without a value and leaves it out",
    "schema-two-words-in-lines": "it underlines the item, we the second word, which is to be moved",
    "schema-number-decimal": "JavaScript does not tell 1.0 from 1",
}
"""Where the editor says nothing, or says it on another line, and why."""

CASES = [
    case
    for case in mistakes()
    if case.lone and case.name.startswith("schema-") and case.name not in ELSEWHERE
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_editor_finds_a_mistake_on_the_line_that_our_check_names(typing: Editor, case: Mistake) -> None:
    """What the schema refuses is underlined while it is typed, and `kingsburg check` says the same place."""
    lines = {line for line, _ in typing.mistakes(case.text(LONE))}
    assert case.place[1] in lines


def test_what_ships_has_no_mistakes_for_the_editor_either(typing: Editor) -> None:
    for path in sorted((ROOT / "content" / "governors").glob("*.yaml")):
        if path.name != "pack.yaml":
            assert not typing.mistakes(path.read_text(encoding="utf-8")), path
            assert not check_folder(path)
