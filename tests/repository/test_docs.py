"""The documentation is complete and true: nothing public is missing, and what is shown is what comes out.

A ```` ```text ```` block right behind a Python block is what that block prints.
`python tests/repository/test_docs.py` writes all of them anew; look at the difference before you keep it.
"""

from __future__ import annotations

import ast
import contextlib
import io
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

import kingsburg_rules
from kingsburg_rules import (
    Action,
    Pack,
    adapters,
    bots,
    editions,
    lab,
    modules,
    parse,
    render,
    scenarios,
    table,
    testing,
)
from kingsburg_rules.cli import COMMANDS, main
from kingsburg_rules.content import lint
from kingsburg_rules.content.built_in import built_in_packs
from kingsburg_rules.content.lint import all_passes
from kingsburg_rules.engine.errors import KingsburgError
from kingsburg_rules.language.cards import PERMISSIONS
from kingsburg_rules.language.emblems import EMBLEMS
from kingsburg_rules.language.examples import PLAYS
from kingsburg_rules.language.facts import FACTS
from kingsburg_rules.language.registry import (
    OBJECTS,
    QUERIES,
    STEPS,
    TESTS,
    VALUES,
    Node,
    Vocabulary,
    fields_of,
)
from kingsburg_rules.language.switches import SWITCHES
from kingsburg_rules.language.vocabulary import EVENTS, RESOURCES, STATS
from kingsburg_rules.testing import strategies
from kingsburg_rules.testing.examples import play_pack

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PACKAGE = Path(kingsburg_rules.__file__).parent
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]

FENCE = re.compile(r"^```(?P<kind>[^\n]*)\n(?P<body>.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
SHOWN = re.compile(
    r"^```python[ \t]*\n(?P<code>.*?)^```[ \t]*\n(?:\n```text\n(?P<output>.*?)^```[ \t]*$)?",
    re.MULTILINE | re.DOTALL,
)

MODULES = (kingsburg_rules, testing, adapters, bots, lab, render, strategies)
"""The modules that programs import from."""

NEEDS = re.compile(r"\A---\n(?:[^\n]+\n)*?needs: (?P<module>\w+)\n")
"""What a page says at its top if its programs need an extra that the tests do without."""

sys.path.insert(0, str(DOCS / "_ext"))
from kingsburg_docs import fill  # noqa: E402 -- it is where Sphinx looks for it
from kingsburg_docs.api import WANTED, lines_about, one_of_each  # noqa: E402
from kingsburg_docs.cards import lines_of  # noqa: E402
from kingsburg_docs.commands import parser_of  # noqa: E402
from kingsburg_docs.content import all_cards, cards_of  # noqa: E402
from kingsburg_docs.pictures import MOMENTS, drawing, paths  # noqa: E402
from kingsburg_docs.rulings import NUMBER, in_tests, on_cards, rows  # noqa: E402
from kingsburg_docs.words import MEANINGS, PLAIN_WORDS, words_among  # noqa: E402


def pages_with(text: str) -> list[Path]:
    return [path for path in PAGES if text in path.read_text(encoding="utf-8")]


def page(name: str) -> str:
    """A page of the reference as readers see it."""
    return fill((DOCS / "reference" / f"{name}.md").read_text(encoding="utf-8"))


def language() -> str:
    """The pages of the language as readers see them, one after the other."""
    return "\n".join(page(f"language/{path.stem}") for path in (DOCS / "reference" / "language").glob("*.md"))


def headings(text: str) -> set[str]:
    return {line.lstrip("# ").strip("`") for line in text.splitlines() if line.startswith("###")}


def entries(text: str) -> set[str]:
    return set(re.findall(r"^\[?`([^`]+)`(?:\]\(#error-[^)]*\))?$", text, re.MULTILINE))


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


# The reference is complete


@pytest.mark.parametrize(
    "vocabulary", [STEPS, TESTS, VALUES, QUERIES, PERMISSIONS, PLAYS], ids=lambda v: v.name
)
def test_every_word_is_in_the_reference(vocabulary: Vocabulary[Any]) -> None:
    text = language()
    kind = "value" if vocabulary.name == "expression" else vocabulary.name
    missing = [
        word for word in vocabulary.words if not re.search(rf"\n\({kind}-{word}\)=\n###? `{word}`\n", text)
    ]
    assert not missing


def test_every_object_of_the_language_is_in_the_reference() -> None:
    """Where it fails, name it in a `generated: objects` mark of a page of the language. Queries are words."""
    text = language()
    assert not [
        name for name in OBJECTS if f"({'query' if name in QUERIES.words else 'object'}-{name})=" not in text
    ]


def test_every_fact_and_resource_is_in_the_reference() -> None:
    text = language()
    known = {
        *(name for facts in FACTS.values() for name in facts),
        *(resource.name for resource in RESOURCES),
    }
    assert not known - entries(text)


def test_every_moment_and_number_is_in_the_reference() -> None:
    assert not {*(e.name for e in EVENTS), *(s.name for s in STATS)} - headings(page("events-and-stats"))


def test_every_word_that_a_field_takes_one_of_has_a_meaning() -> None:
    """Where it fails, say what the words mean in `docs/_ext/kingsburg_docs/texts.yaml`."""
    listed = {frozenset(), frozenset(stat.name for stat in STATS), frozenset(EMBLEMS)}
    taken = {words_among(shape) for cls in node_classes() for _, shape, _, _ in fields_of(cls)} - listed
    assert len(taken) >= len(MEANINGS)
    assert taken - MEANINGS.keys() == {*PLAIN_WORDS}
    assert MEANINGS.keys() <= taken
    assert "`last`: after all of the player's other effects" in language()


def node_classes() -> Iterator[type[Node]]:
    for vocabulary in (STEPS, TESTS, VALUES, QUERIES, PERMISSIONS, PLAYS):
        yield from vocabulary.words.values()
    yield from (known.cls for known in OBJECTS.values())


def test_every_word_is_in_the_index_of_words() -> None:
    text = page("language")
    words = [word for v in (STEPS, TESTS, VALUES, QUERIES, PERMISSIONS, PLAYS) for word in v.words]
    assert len(words) > 50
    assert not [word for word in words if f"[`{word}`](#" not in text]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_the_command_line_is_in_the_reference(command: str) -> None:
    """The page has the parser of the command, and this is the parser whose help the program prints."""
    with contextlib.redirect_stdout(io.StringIO()) as printed, pytest.raises(SystemExit):
        main([command, "--help"])
    options = {*re.findall(r"--[a-z-]+", printed.getvalue().partition("options:")[2])} - {"--help"}
    assert f'autoprogram:: kingsburg_docs.commands:parser_of("{command}")' in page("command-line")
    assert options == {*re.findall(r"--[a-z-]+", parser_of(command).format_help().partition("options:")[2])}


def test_every_switch_and_edition_is_in_the_reference() -> None:
    text = page("switches")
    assert not set(SWITCHES) - headings(text)
    assert not set(editions()) - entries(text)
    assert "*Small Palisade* (`stakewall`)" in text


PATHS = {"table.players", "table.turn_order", "cards.kind"}
"""Places in a view, and a key of a query, which look like codes."""


def test_every_error_is_in_the_reference() -> None:
    """Classes by name; codes as they stand in the source, found in another way than the page finds them."""
    text = page("errors")
    documented = entries(text)
    assert not [cls.__name__ for cls in KingsburgError.__subclasses__() if f"`{cls.__name__}`" not in text]
    groups = {code.split(".")[0] for code in documented}
    assert {"influence", "save", "schema", "link", "setup"} <= groups
    moments = {event.name for event in EVENTS}
    missing = [
        f"{path.name}:{line} {code}"
        for path, line, code in strings_in_source()
        if re.fullmatch(r"[a-z]+\.[a-z][a-z0-9_]*", code)
        and code.split(".")[0] in groups
        and code not in documented | moments | PATHS
        and not code.endswith((".yaml", ".yml", ".json"))
    ]
    assert not missing


def strings_in_source() -> Iterator[tuple[Path, int, str]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield path, node.lineno, node.value


def api() -> str:
    """The pages of the Python API as readers see them, one after the other."""
    return "\n".join(page(f"api/{path.stem}") for path in sorted((DOCS / "reference" / "api").glob("*.md")))


@pytest.mark.parametrize(
    "module",
    [kingsburg_rules, testing, adapters, bots, lab, render, strategies, table],
    ids=lambda module: module.__name__,
)
def test_every_public_name_is_in_the_reference_once(module: Any) -> None:
    described = re.findall(r"^\.\. (?:auto\w+|py:\w+):: (\S+)", api(), re.MULTILINE)
    assert module.__all__
    counted = {name: described.count(f"{module.__name__}.{name}") for name in module.__all__}
    assert counted == dict.fromkeys(module.__all__, 1)


@pytest.mark.parametrize(
    "module",
    [kingsburg_rules, testing, adapters, bots, lab, render, strategies],
    ids=lambda module: module.__name__,
)
def test_every_public_name_has_an_example(module: Any) -> None:
    """It stands in a program of the page, or in what one prints; actions and events have their own."""
    own = {cls.__name__ for cls in WANTED} | {"FULL", "Automation", "Move"}
    shown = set[str]()
    for match in SHOWN.finditer(api()):
        shown |= {node.id for node in ast.walk(ast.parse(match["code"])) if isinstance(node, ast.Name)}
        shown |= {*re.findall(r"\w+", match["output"] or "")}
    assert not {*module.__all__} - own - shown


@pytest.mark.parametrize("cls", WANTED, ids=lambda cls: cls.__name__)
def test_every_action_and_event_is_shown_by_one_from_a_game(cls: type) -> None:
    one, _ = one_of_each()[cls]
    assert type(one) is cls
    assert eval(repr(one), {name: getattr(kingsburg_rules, name) for name in kingsburg_rules.__all__}) == one
    assert repr(one) in lines_about(cls)[0]
    assert len(lines_about(cls)[2]) > len("'.'")


def test_every_action_is_in_the_notation() -> None:
    """Every row is true both ways: the text reads as the value, and the value is written as the text."""
    rows = re.findall(r"^\| `([^`]+)` \| `([^`]+)` \|", page("notation"), re.MULTILINE)
    values = {text: eval(value, vars(kingsburg_rules)) for text, value in rows}
    assert {text: str(value) for text, value in values.items()} == {text: text for text in values}
    assert {text: parse(text) for text in values} == values
    assert not [name for name, kind in Action.kinds.items() if f"`{kind.notation}`" not in page("notation")]


# The game is complete


def filled(path: str) -> str:
    return fill((DOCS / path).read_text(encoding="utf-8"))


@pytest.mark.parametrize("pack", built_in_packs())
def test_every_card_is_in_the_gallery(pack: str) -> None:
    """Where a pack is new, it needs a page in `docs/cards` and in the list of `docs/cards/index.md`."""
    text = filled(f"cards/{pack}.md")
    cards = cards_of(pack)
    assert re.findall(r"^\(card-(.*)\)=$", text, re.MULTILINE) == [ref.replace("/", "-") for ref in cards]
    assert {*re.findall(r">(\w+)</span>", text)} == {card.fidelity for card in cards.values()}
    assert f"\n{pack}\n" in filled("cards/index.md")
    shown = sum(len(card.examples) for card in cards.values())
    assert len(re.findall("^- [\N{CHECK MARK}\N{MULTIPLICATION SIGN}] ", text, re.MULTILINE)) == shown


def test_the_gallery_tells_every_card_in_three_languages() -> None:
    text = filled("cards/base.md")
    cards = len(cards_of("base"))
    assert [len(re.findall(f'<p lang="{code}"><b>', text)) for code in ("en", "nl", "fr")] == [cards] * 3
    assert '<p lang="fr"><b>Bouffon.</b> Gagnez 1 PV.</p>' in text


def test_the_gallery_draws_every_card_for_day_and_night() -> None:
    text = filled("cards/base.md")
    for ref in cards_of("base"):
        name = ref.partition("/")[2]
        drawn = re.findall(rf'class="only-(light|dark)"><svg (?:(?!</svg>).)* data-key="card:{name}"', text)
        assert drawn == ["light", "dark"]
        assert f'<a class="thumb" href="#card-base-{name}"' in text
    assert text.count("<style>") == 1


@pytest.mark.parametrize("ref", all_cards())
def test_the_gallery_shows_the_lines_of_the_card_and_no_others(ref: str) -> None:
    file, first, last = lines_of(all_cards()[ref])
    lines = (ROOT / "content" / file).read_text(encoding="utf-8").splitlines()
    (found,) = YAML(typ="safe", pure=True).load("\n".join(lines[first - 1 : last]))
    assert found["id"] == ref.partition("/")[2]
    assert len(found.get("examples", ())) == len(all_cards()[ref].examples)
    assert last == len(lines) or not lines[last].strip() or lines[last].startswith(("  -", "  #"))


@pytest.mark.parametrize("pack", [*modules(), *scenarios()])
def test_every_module_and_scenario_has_a_page(pack: str) -> None:
    """Its cards are there, and it says where their words and moments are."""
    text = filled(f"modules/{pack}.md")
    for ref in cards_of(pack):
        assert f"(#card-{ref.replace('/', '-')})" in text
    assert "(../explanation/cards-and-words.md)" in text
    assert f"\n{pack}\n" in filled("modules/index.md")


def test_every_card_that_is_not_printed_is_listed_with_its_note() -> None:
    text = filled("explanation/fidelity.md").replace("\\", "")
    listed = {*re.findall(r"^\| \[[^]]*\]\(#card-([^)]*)\) \| .+ \|$", text, re.MULTILINE)}
    unsure = {ref: card for ref, card in all_cards().items() if card.fidelity != "printed"}
    assert listed == {ref.replace("/", "-") for ref in unsure}
    assert not [ref for ref, card in unsure.items() if not card.note or card.note.strip() not in text]


def test_the_pages_say_what_does_not_go_together() -> None:
    """A conflict stands in one pack and counts for both."""
    (row,) = (line for line in filled("modules/index.md").splitlines() if line.startswith("| [Soldier"))
    assert "demanding-capital.md" in row
    assert "wheel-and-deal.md" in row
    assert "[Soldier tokens](/modules/soldier-tokens.md)" in filled("modules/wheel-and-deal.md")
    assert "Not together with" not in filled("modules/destiny.md")


def test_every_card_with_an_effect_is_carried() -> None:
    """Where it fails, put the kind of the card into a `generated: carried` mark of the page."""
    text = filled("explanation/cards-and-words.md")
    rows = re.findall(r"^\| \[[^]]*\]\(#card-([^)]*)\) \|", text, re.MULTILINE)
    without = {"enemy", "strip"}
    wanted = [ref.replace("/", "-") for ref, card in all_cards().items() if card.kind not in without]
    assert sorted(rows) == sorted(wanted)


def test_a_row_tells_moments_words_and_changes() -> None:
    text = filled("explanation/cards-and-words.md")
    (row,) = (line for line in text.splitlines() if line.startswith("| [Ramparts]"))
    _, when, made_of, changed = (re.sub(r"\[`([^`]*)`\]\([^)]*\)", r"\1", cell) for cell in row.split(" | "))
    assert when == "enemy.before_reveal, before.fight\\*"
    assert made_of == "outcome, a price, lasting, set"
    assert changed == "battle_strength |"


# The rulings are complete, and each is shown

NOTHING_TO_SHOW = {"C-06", "C-10", "C-31"}
"""Misprints, and texts that agree after all."""

NO_READINGS = {"F1", "F2"}
"""Numbers that speak of editions and their switches."""


def test_every_ruling_has_a_row() -> None:
    """The numbers run through."""
    there = {number for ids in rows() for number in NUMBER.findall(ids)}
    numbers = {"R{:02}": 70, "C-{:02}": 34, "O{}": 33, "F{}": 70}
    wanted = {pattern.format(n) for pattern, last in numbers.items() for n in range(1, last + 1)}
    assert wanted - there == NO_READINGS


def test_every_ruling_is_shown_by_a_card_or_a_test() -> None:
    """Where it fails, cite the number in the test that shows it, or in the note on the card."""
    cards, named_tests = on_cards(), in_tests()
    shown = {ids for ids, numbers in rows().items() if any(n in cards or n in named_tests for n in numbers)}
    assert rows().keys() - shown == NOTHING_TO_SHOW


def test_cards_and_tests_cite_rulings_that_there_are() -> None:
    there = {number for ids in rows() for number in NUMBER.findall(ids)}
    assert not {*on_cards(), *in_tests()} - there


@pytest.mark.parametrize("name", MOMENTS)
def test_every_picture_of_the_pages_can_be_drawn(name: str) -> None:
    assert pages_with(f"<!-- generated: picture {name} -->")
    pictures = {drawing(name, screen, theme) for screen, theme, _ in paths(name)}
    assert len(pictures) == 4
    assert all(picture.startswith("<svg ") for picture in pictures)


# What is shown is what comes out


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a page writes and registers is gone when it has run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(lint, "PASSES", {each.code: each for each in all_passes()})


def test_the_readme_has_something_to_run() -> None:
    assert SHOWN.search((ROOT / "README.md").read_text(encoding="utf-8"))


def test_blocks_of_python_are_never_indented() -> None:
    """Those would not be run."""
    assert not [
        named(path) for path in PAGES if re.search(r"^ +```python", path.read_text("utf-8"), re.MULTILINE)
    ]


@pytest.mark.parametrize("path", pages_with("```python\n"), ids=named)
def test_the_page_runs_and_shows_what_is_printed(path: Path, alone: None) -> None:
    text = path.read_text(encoding="utf-8")
    needed = NEEDS.search(text)
    if needed is not None:
        pytest.importorskip(needed["module"], reason=f"the page needs {needed['module']}")
    for match, printed in run_page(text):
        if match["output"] is not None:
            line = text.count("\n", 0, match.start("output"))
            assert match["output"] == printed, f"{named(path)}:{line} shows something else than is printed"


def run_page(text: str) -> Iterator[tuple[re.Match[str], str]]:
    """Run the Python blocks of a page, one after the other, with what each prints."""
    names: dict[str, object] = {"__name__": "__main__"}
    for match in SHOWN.finditer(text):
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            above = "\n" * text.count("\n", 0, match.start("code"))  # so a traceback has the line of the page
            exec(compile(above + match["code"], "a page", "exec"), names)
        yield match, printed.getvalue()


@pytest.mark.parametrize("path", pages_with("```yaml"), ids=named)
def test_yaml_on_a_page_is_right(path: Path) -> None:
    """A block that begins with `# pack` is the cards of a pack: they load, and their examples hold."""
    for match in FENCE.finditer(path.read_text(encoding="utf-8")):
        if match["kind"].strip() == "yaml":
            YAML(typ="safe", pure=True).load(match["body"])
            if match["body"].startswith("# pack"):
                assert_examples_hold(match["body"])


def assert_examples_hold(cards: str) -> None:
    about = 'id: test\nversion: "1"\nformat: 1\ntitle: Test\n'
    results = [*play_pack(Pack.from_files({"pack.yaml": about, "cards.yaml": f"{cards}format: 1\n"}))]
    assert results
    assert not [failure for result in results for failure in result.failures]


def refresh(path: Path) -> None:
    """Write what the blocks of a page print."""
    text = path.read_text(encoding="utf-8")
    runs = [*run_page(text)]
    for match, printed in reversed(runs):
        if match["output"] is not None:
            text = text[: match.start("output")] + printed + text[match.end("output") :]
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    os.chdir(tempfile.mkdtemp())
    for name in PAGES:
        refresh(name)
