"""What the checker reads means the same to ruamel.yaml, and no damage breaks it or slips through."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from kingsburg_rules.content.built_in import built_in, edition_of
from kingsburg_rules.content.checking import check_folder
from kingsburg_rules.content.compiling import compile_rules
from kingsburg_rules.content.documents import canonical_json, document
from kingsburg_rules.content.reading import pack_document
from kingsburg_rules.content.yaml_reader import read_yaml
from kingsburg_rules.language.switches import switch_values
from support.mistakes import LONE, mistakes
from support.packs import HUT, INFO, written

CONTENT = Path(__file__).parents[2] / "content"


@pytest.mark.parametrize("path", sorted(CONTENT.rglob("*.yaml")), ids=lambda path: path.name)
def test_a_file_means_what_ruamel_makes_of_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert read_yaml(text, path.name).data == YAML(typ="safe", pure=True).load(text)


SIGNS = "0123456789-+.:_ eExobtTzZ~<=nulfaTRUE\"'{}[],#&*!|>%@`?\\\n\t\r\x00\x85\u2028"
LINES = st.lists(st.sampled_from(HUT.splitlines(keepends=True)), max_size=12).map("".join)


@given(st.text(SIGNS, max_size=12))
def test_a_word_that_is_read_means_what_ruamel_makes_of_it(word: str) -> None:
    for text in (f"key: {word}\n", f"- {word}\n", f"{word}: 1\n"):
        assert_same_meaning(text)


@given(LINES, st.lists(st.tuples(st.integers(0, 200), st.text(SIGNS, max_size=4)), max_size=4))
def test_a_text_that_is_read_means_what_ruamel_makes_of_it(text: str, typed: list[tuple[int, str]]) -> None:
    for at, signs in typed:
        text = text[:at] + signs + text[at + len(signs) // 2 :]
    assert_same_meaning(text)


def assert_same_meaning(text: str) -> None:
    reading = read_yaml(text, "file")
    if not reading.diagnostics:
        plain = YAML(typ="safe", pure=True).load(text)
        assert (reading.data, repr(reading.data)) == (plain, repr(plain))
    lines = len(text.splitlines()) + 1
    assert all(1 <= problem.line <= lines and problem.column >= 1 for problem in reading.diagnostics)


def test_what_ruamel_refuses_is_refused() -> None:
    for case in mistakes():
        if not (case.lone and case.name.startswith("yaml-")):
            continue
        text = case.text(LONE)
        try:
            YAML(typ="safe", pure=True).load(text)
        except YAMLError:
            assert read_yaml(text, case.name).diagnostics


# Damage


@cache
def base_cards() -> tuple[tuple[str, Any], ...]:
    return tuple(
        (kind, card)
        for file in built_in("base").files.values()
        if isinstance(file, dict)
        for kind, cards in file.items()
        for card in (cards if isinstance(cards, list) else ())
    )


JUNK: tuple[Any, ...] = (
    *(None, True, 0, -1, 10**12, 1.5, "", "gold", "a\nb", "\u2028", "x: y", "#", "1", "true", "2026-01-01"),
    *(
        [],
        {},
        [None],
        [[]],
        {"": 1},
        {"gain": {"gold": 1}},
        {"good": 5000},
        {"var": "x"},
        [{"run": "winter"}],
    ),
)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(place for key, value in inner for place in places(value, (*path, key)))][bool(not path) :]


def damage(data: Any, path: tuple[Any, ...], how: str, junk: Any) -> None:
    """Delete, replace, double or rename what stands at a path."""
    for key in path[:-1]:
        data = data[key]
    key = path[-1]
    value = deepcopy(data[key])
    if how == "replace":
        data[key] = deepcopy(junk)
    elif how == "double" and isinstance(data, list):
        data.insert(key, value)
    elif how == "rename" and isinstance(data, dict):
        data[f"{key}s"] = data.pop(key)
    elif how == "wrap":
        data[key] = [value]
    else:
        del data[key]


@given(st.data())
def test_damaged_cards_are_reported_or_can_be_played(
    tmp_path_factory: pytest.TempPathFactory, data: Any
) -> None:
    kind, card = data.draw(st.sampled_from(base_cards()))
    file = {"format": 1, kind: [deepcopy(card)]}
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(places(file) or [("format",)]))
        how = data.draw(st.sampled_from(("delete", "replace", "double", "rename", "wrap")))
        if path[0] in file:
            damage(file, path, how, data.draw(st.sampled_from(JUNK)))
    text = json.dumps(file, ensure_ascii=False, indent=data.draw(st.sampled_from((None, 1))))
    assert_reported_or_playable(text, tmp_path_factory.mktemp("damaged"))


@given(st.data())
def test_damaged_text_is_reported_or_can_be_played(
    tmp_path_factory: pytest.TempPathFactory, data: Any
) -> None:
    text = (CONTENT / "base" / "buildings.yaml").read_text(encoding="utf-8")
    cards = text.split("\n\n")
    text = (
        "format: 1\nbuildings:\n"
        + data.draw(st.sampled_from([card for card in cards if "- id:" in card]))
        + "\n"
    )
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 3))
        text = text[:at] + data.draw(st.text(SIGNS, max_size=3)) + text[at + cut :]
    assert_reported_or_playable(text, tmp_path_factory.mktemp("damaged"))


def assert_reported_or_playable(text: str, folder: Path) -> None:
    """What passes is what the loader, with ruamel's own reading, compiles without complaint."""
    pack = written(folder / "toys", {"pack.yaml": INFO, "cards.yaml": text})
    problems = check_folder(pack)
    lines = text.count("\n") + text.count("\r") + 1
    assert [(p.line, p.column) for p in problems] == sorted((p.line, p.column) for p in problems)
    assert all(1 <= problem.line <= lines + 1 and problem.column >= 1 for problem in problems)
    if not problems:
        toys = document("toys", canonical_json(pack_document(pack)))
        edition = edition_of("second")
        compile_rules(edition, [built_in("base"), toys], switch_values(edition.switches))
