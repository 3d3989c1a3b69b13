"""The client in the browser: what it is made of, and how it plays in Chromium.

The tests that need Node find `tsc` in `examples/typescript/node_modules`, and the driver of the browser in
`tests/browser/node_modules`, or install them with npm. The browser is Chromium as it is installed here.
"""

from __future__ import annotations

import base64
import gzip
import importlib.util
import io
import json
import os
import random
import re
import shutil
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kingsburg_rules import Game, catalog_of, choices, describe, load_rules
from kingsburg_rules.language.emblems import EMBLEMS as NAMES
from kingsburg_rules.render.look import EMBLEM, EMBLEMS, icons
from kingsburg_rules.web.static import as_sent, write_site
from support.browser import BROWSER, CHROMIUM, NODE, ROOT, installed, run, served

CLIENT = ROOT / "src" / "kingsburg_rules" / "web" / "client"
TYPESCRIPT = ROOT / "examples" / "typescript"
PACKS = ROOT / "examples" / "packs"
BUNDLES = ROOT / "tools" / "bundles"
LANGUAGES = ("en", "nl", "fr")
MODULES = (
    "more-buildings",
    "alternate-buildings",
    "governors",
    "destiny",
    "soldier-tokens",
    "alternate-advisors",
)


LARGEST_GAME = 70_000
"""How many bytes a game of a release loads at most, compressed, in any one language."""

LARGEST_ART = 12_000
"""How many bytes the drawings have at most, compressed; they are not part of a game either."""

LARGEST_FONTS = 130_000
"""How many bytes of fonts there are at most. They are not part of a game: it is drawn before they come."""

ART = (".woff2", "icons.svg")
"""How the names of drawings and fonts end."""

LONGEST_LINE = 120
"""How many characters a line of a script or a style sheet has at most."""

PER_KIND = 12
"""How many decisions of a kind are tried from each set-up."""

WORKSHOP = "workshop"
"""The folder of the workshop, which the game does not load; see test_web_workshop.py."""

FOREIGN = {"vendor", "contract"}
"""Folders of the client that are written elsewhere."""


def scripts() -> dict[str, str]:
    """The modules that are written by hand."""
    paths = [path for path in CLIENT.rglob("*.js") if not FOREIGN & {*path.relative_to(CLIENT).parts}]
    assert len(paths) >= 15
    return {path.relative_to(CLIENT).as_posix(): path.read_text(encoding="utf-8") for path in paths}


# Without Node


def words(language: str) -> dict[str, str]:
    """The client's own words in a language."""
    text = (CLIENT / "words" / f"{language}.js").read_text(encoding="utf-8")
    found = re.findall(r'^  (\w+): ("(?:[^"\\]|\\.)*"),$', text, re.MULTILINE)
    assert len(found) == len(re.findall("^  ", text, re.MULTILINE))
    return {name: json.loads(value) for name, value in found}


def test_the_words_are_the_same_in_all_languages() -> None:
    english = words("en")
    assert len(english) > 100
    for language in LANGUAGES[1:]:
        others = words(language)
        assert others.keys() == english.keys()
        for name, text in english.items():
            assert set(re.findall(r"\{\w+\}", others[name])) == set(re.findall(r"\{\w+\}", text)), name


def test_every_word_is_used() -> None:
    code = "\n".join(text for name, text in scripts().items() if not name.startswith(("words/", WORKSHOP)))
    phases = {"waiting", "playing", "over"}
    assert not [name for name in words("en") if f'"{name}"' not in code and name not in phases]


def test_lines_are_short() -> None:
    """Prettier leaves texts, selectors and comments as they are."""
    styles = [path for path in CLIENT.rglob("*.css") if "vendor" not in path.parts]
    assert len(styles) > 15
    written = scripts() | {path.name: path.read_text(encoding="utf-8") for path in styles}
    lines = [(name, line) for name, text in written.items() for line in text.splitlines()]
    assert not [found for found in lines if len(found[1]) > LONGEST_LINE]


def test_nothing_is_written_as_markup() -> None:
    """Texts of packs and players only get into text nodes and attributes."""
    bad = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc")
    assert not [name for name, text in scripts().items() if bad.search(text)]
    page = (CLIENT / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=", page)


def test_the_client_knows_no_cards() -> None:
    """Whatever is drawn comes from the catalog: no card or advisor has its id in the code."""
    edition = choices().edition
    scenarios = [
        None,
        *(one.id for found in choices().editions if found.id == edition for one in found.scenarios),
    ]
    ids: set[str] = set()
    for scenario in scenarios:
        modules = MODULES if scenario is None else ()
        catalog = catalog_of(load_rules(modules=modules, scenario=scenario))
        ids |= {card.id for card in catalog.cards} | {place.id for place in catalog.places}
    assert len(ids) > 180
    written = {word for text in scripts().values() for word in re.findall(r"[\"'`]([a-z0-9_]+)[\"'`]", text)}
    assert not ids & written


def test_the_icons_are_those_of_the_pictures() -> None:
    sprite = (CLIENT / "icons.svg").read_text(encoding="utf-8")
    assert sprite == generator().sprite(), "run `python examples/typescript/generate_client.py`"
    known = set(re.findall(r'id="k-([\w-]+)"', sprite))
    assert known == set(icons())
    drawn = re.search(r'"(gold [a-z0-9_ ]+)"', scripts()["pieces/icons.js"])
    assert drawn
    assert set(drawn[1].split()) <= known
    assert size({"icons.svg"}) <= LARGEST_ART


def test_every_emblem_is_drawn() -> None:
    """Cards may name an emblem of the set, and the set has a drawing of each, within its grid."""
    assert tuple(EMBLEMS.drawings) == NAMES == tuple(sorted(NAMES))
    for name, shapes in EMBLEMS.drawings.items():
        assert f"{EMBLEM}{name}" in icons()
        assert {shape.split(" ")[0] for shape in shapes} <= EMBLEMS.tones.keys(), name
        begun = re.findall(r"M(\d+(?:\.\d)?) ?(\d*(?:\.\d)?)", " ".join(shapes))
        assert all(0 <= float(each) <= 24 for point in begun for each in point), name


def test_every_advisor_building_and_enemy_has_an_emblem() -> None:
    catalog = catalog_of(load_rules(modules=MODULES))
    drawn = {card.id: card.emblem for card in catalog.cards if card.kind in ("advisor", "building", "enemy")}
    assert len(drawn) > 60
    assert [card for card, emblem in drawn.items() if emblem not in NAMES] == []


def size(names: set[str]) -> int:
    """The size of files as a server sends them: without our comments, styles in one, each compressed."""
    sent = {name: as_sent(Path(name), (CLIENT / name).read_bytes()) for name in sorted(names)}
    styles = b"".join(content for name, content in sent.items() if name.endswith(".css"))
    others = [content for name, content in sent.items() if not name.endswith(".css")]
    return sum(len(gzip.compress(content, 9)) for content in (styles, *others))


PAGE = {"index.html", "icon.svg"} | {f"styles/{path.name}" for path in CLIENT.glob("styles/*.css")}


def test_fonts_are_small_and_do_not_keep_anybody_waiting() -> None:
    fonts = [*CLIENT.glob("vendor/fonts/*.woff2")]
    page, style = ((CLIENT / name).read_text("utf-8") for name in ("index.html", "styles/base.css"))
    assert [path.name for path in fonts if f"vendor/fonts/{path.name}" not in page] == []
    assert [path.name for path in fonts if f"../vendor/fonts/{path.name}" not in style] == []
    assert style.count("@font-face") == style.count("font-display: swap") == len(fonts) > 0
    assert sum(path.stat().st_size for path in fonts) <= LARGEST_FONTS


# With Node


def generator() -> Any:
    """The program that writes what comes from elsewhere."""
    name = "generate_client"
    found = importlib.util.spec_from_file_location(name, TYPESCRIPT / f"{name}.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module
    found.loader.exec_module(module)
    return module


def bundled(folder: Path) -> Path:
    """Make the module that a release has instead of all modules."""
    installed(BUNDLES)
    done = run(str(NODE), "client.mjs", str(folder / "app.js"), folder=BUNDLES)
    assert done.returncode == 0, done.stderr
    return folder / "app.js"


def test_a_game_of_a_release_loads_little(tmp_path: Path) -> None:
    """Count all that a browser loads from a link to the results: there are no other modules."""
    bundle = bundled(tmp_path).read_bytes()
    assert not re.search(rb'(?:from|import)\s*\(?["\']', bundle)
    longest = max(size({f"words/{language}.js"}) for language in LANGUAGES)
    game = size(PAGE) + len(gzip.compress(bundle, 9)) + longest
    assert 50_000 < game <= LARGEST_GAME


def test_a_dead_connection_is_noticed() -> None:
    """Run the tests of the connection, which need a clock and no browser."""
    if NODE is None:
        pytest.skip("needs Node.js")
    done = run(NODE, "--test", "--test-reporter=spec", "connection.test.mjs", folder=BROWSER)
    assert done.returncode == 0, done.stdout
    assert "pass 6" in done.stdout


def test_the_types_are_right() -> None:
    compiler = installed(TYPESCRIPT) / "typescript" / "bin" / "tsc"
    done = run(str(NODE), str(compiler), "-p", "jsconfig.json", folder=CLIENT)
    assert done.returncode == 0, done.stdout


def test_it_is_formatted() -> None:
    """CONTRIBUTING has the command that formats it."""
    prettier = installed(BROWSER) / "prettier" / "bin" / "prettier.cjs"
    done = run(str(NODE), str(prettier), "--check", CLIENT.relative_to(ROOT).as_posix(), folder=ROOT)
    assert done.returncode == 0, done.stdout
    assert "All matched files" in done.stdout


def test_the_linter_finds_nothing() -> None:
    """ESLint reads the scripts and the style sheets; see tests/browser/eslint.config.mjs."""
    linter = installed(BROWSER) / "eslint" / "bin" / "eslint.js"
    config = (BROWSER / "eslint.config.mjs").relative_to(ROOT).as_posix()
    folders = [folder.relative_to(ROOT).as_posix() for folder in (CLIENT, BROWSER, ROOT / "tools")]
    command = [str(NODE), str(linter), "-c", config]
    done = run(*command, "--format", "json", *folders, folder=ROOT)
    told = json.loads(done.stdout or "[]")
    read = {Path(each["filePath"]).suffix for each in told}
    problems = [(each["filePath"], *each["messages"]) for each in told if each["messages"]]
    assert (problems, done.returncode) == ([], 0), done.stderr
    assert read == {".js", ".mjs", ".css"}
    assert len(told) > 80


def test_the_contract_is_that_of_the_package(tmp_path: Path) -> None:
    installed(TYPESCRIPT)
    generator().write_contract(tmp_path)
    fresh = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    kept = {path.name: path.read_text(encoding="utf-8") for path in (CLIENT / "contract").iterdir()}
    assert fresh.keys() == kept.keys()
    assert [name for name in fresh if fresh[name] != kept[name]] == [], "run `generate_client.py`"


# In Chromium


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The address of a server, which has another name, too: `browser.mjs` knows it."""
    pytest.importorskip("starlette")
    pytest.importorskip("uvicorn")
    data = tmp_path / "tables.sqlite"
    options = ("--port", "0", "--no-browser", "--data", str(data), "--name", "kingsburg.test")
    with served("kingsburg_rules", "serve", *options) as found:
        yield found


def samples() -> list[dict[str, object]]:
    """Decisions of every kind, with the catalogs that name what is in them."""
    setups: list[dict[str, Any]] = [
        {"modules": MODULES},
        {"modules": ("governors",), "variants": ("bid-governors",)},
        {"modules": ("more-buildings", "governors"), "scenario": "demanding-capital"},
        {"modules": ("governors",), "scenario": "wheel-and-deal"},
        {"modules": ("governors",), "scenario": "shifting-alliances"},
        {"modules": (), "packs": (str(PACKS / "saints-road"),)},
    ]
    return [
        {"catalog": catalog_of(load_rules(**setup)).to_dict(), "samples": [*sampled(setup)]}
        for setup in setups
    ]


def sampled(setup: dict[str, Any]) -> Iterator[dict[str, object]]:
    """Some decisions of each kind, each with the view of the player who owes it."""
    rules = load_rules(**setup)
    seen: dict[str, int] = {}
    for seed in range(3):
        game = Game(rules, ("Ann", "Brian", "Cindy"), seed=seed)
        chooser = random.Random(seed)
        while decision := game.decision:
            seen[decision.kind] = seen.get(decision.kind, 0) + 1
            if seen[decision.kind] <= PER_KIND:
                texts = [describe(option, rules, decision=decision) for option in decision.options]
                ask = {
                    "decision": decision.to_dict(game.players),
                    "text": describe(decision, rules),
                    "texts": texts,
                }
                yield {"view": game.view(decision.player).to_dict(), "ask": ask}
            game.play(chooser.choice(decision.options), decision.player)


def zipped(folder: Path) -> str:
    """A pack as it is uploaded."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, f"{folder.name}/{path.relative_to(folder).as_posix()}")
    return base64.b64encode(buffer.getvalue()).decode()


def record() -> str:
    """The record of a game."""
    game = Game(load_rules(modules=MODULES), ("Ann", "Brian", "Cindy"), seed=1)
    chooser = random.Random(1)
    while decision := game.decision:
        game.play(chooser.choice(decision.options), decision.player)
    return game.record.dumps()


@pytest.mark.long
def test_the_tutorial_makes_a_client_that_plays(tmp_path: Path) -> None:
    """Put the blocks of the page into its files, and play with them."""
    pytest.importorskip("uvicorn")
    if CHROMIUM is None:
        pytest.skip("needs Chromium")
    installed(BROWSER)
    page = (ROOT / "docs" / "tutorials" / "first-web-client.md").read_text(encoding="utf-8")
    client = tmp_path / "my-client"
    client.mkdir()
    for language, path in (
        ("py", tmp_path / "serve.py"),
        ("html", client / "index.html"),
        ("js", client / "client.js"),
    ):
        blocks = re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
        assert blocks
        path.write_text("\n".join(blocks), encoding="utf-8")
    with served("uvicorn", "serve:app", "--port", "0", folder=tmp_path) as found:
        done = run(
            str(NODE),
            "--test",
            "--test-force-exit",
            "tutorial.test.mjs",
            folder=BROWSER,
            BASE=found,
            CHROMIUM=CHROMIUM,
        )
    assert done.returncode == 0, done.stdout


@pytest.mark.long
def test_a_game_is_played_without_a_server(tmp_path: Path) -> None:
    """Write the site with the Pyodide that the environment names, and play there while it is offline."""
    if CHROMIUM is None:
        pytest.skip("needs Chromium")
    if not (pyodide := os.environ.get("KINGSBURG_PYODIDE")):
        pytest.skip("needs Pyodide: set KINGSBURG_PYODIDE to its folder")
    installed(BROWSER)
    assert list(write_site(tmp_path, pyodide))
    with served("http.server", "0", "--bind", "127.0.0.1", folder=tmp_path) as found:
        done = run(
            str(NODE),
            "--test",
            "--test-force-exit",
            "site.test.mjs",
            folder=BROWSER,
            BASE=found,
            CHROMIUM=CHROMIUM,
        )
    assert done.returncode == 0, done.stdout


@pytest.mark.long
def test_a_release_plays_with_one_module(tmp_path: Path) -> None:
    pytest.importorskip("uvicorn")
    if CHROMIUM is None:
        pytest.skip("needs Chromium")
    installed(BROWSER)
    shutil.copytree(CLIENT, tmp_path / "client")
    bundled(tmp_path / "client")
    server = "Server(SqliteStore('tables.sqlite'), client=Path('client')).app()"
    imports = "from pathlib import Path\nfrom kingsburg_rules.table.sqlite import SqliteStore\n"
    imports += "from kingsburg_rules.web.server import Server\n"
    (tmp_path / "serve.py").write_text(f"{imports}app = {server}\n", encoding="utf-8")
    with served("uvicorn", "serve:app", "--port", "0", folder=tmp_path) as found:
        done = run(
            *(str(NODE), "--test", "--test-force-exit", "release.test.mjs"),
            folder=BROWSER,
            BASE=found,
            CHROMIUM=CHROMIUM,
        )
    assert done.returncode == 0, done.stdout


@pytest.mark.long
def test_people_play_in_a_browser(address: str, tmp_path: Path) -> None:
    if CHROMIUM is None:
        pytest.skip("needs Chromium")
    installed(BROWSER)
    (tmp_path / "samples.json").write_text(json.dumps(samples()), encoding="utf-8")
    (tmp_path / "record.json").write_text(record(), encoding="utf-8")
    done = run(
        *(str(NODE), "--test", "--test-force-exit", "--test-reporter=spec", "client.test.mjs"),
        folder=BROWSER,
        BASE=address,
        CHROMIUM=CHROMIUM,
        RECORD=str(tmp_path / "record.json"),
        SAMPLES=str(tmp_path / "samples.json"),
    )
    assert done.returncode == 0, done.stdout
    assert "skipped 0" in done.stdout
    tried = re.search(r"tried (\d+) answers", done.stdout)
    assert tried, done.stdout
    assert int(tried[1]) > 1000


THEMES = ("games", "art", "explain", "lobby", "newer", "teach", "scenes")
"""What people meet in a browser, each in a file of its own: `tests/browser/<theme>.test.mjs`."""


@pytest.mark.long
@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_works_in_a_browser(address: str, theme: str) -> None:
    if CHROMIUM is None:
        pytest.skip("needs Chromium")
    installed(BROWSER)
    done = run(
        *(str(NODE), "--test", "--test-force-exit", "--test-reporter=spec", f"{theme}.test.mjs"),
        folder=BROWSER,
        BASE=address,
        CHROMIUM=CHROMIUM,
        PACKS=json.dumps([{"name": "saints-road.zip", "zip": zipped(PACKS / "saints-road")}]),
    )
    assert done.returncode == 0, done.stdout
    assert "skipped 0" in done.stdout
