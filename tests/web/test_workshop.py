"""The card workshop: what its worker answers, what its page is made of, and the page itself in Chromium."""

from __future__ import annotations

import json
import os
import re
import sys
import zlib
from base64 import urlsafe_b64decode
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from kingsburg_rules import SetupError
from kingsburg_rules.content.built_in import built_in_packs
from kingsburg_rules.content.codes import page_of
from kingsburg_rules.web import questions, workshop
from kingsburg_rules.web.static import CLIENT, write_site
from kingsburg_rules.web.worker import Worker
from kingsburg_rules.web.workshop import LONGEST, PACK, Workshop, listener
from support.browser import BROWSER, CHROMIUM, NODE, installed, run, served
from support.mistakes import mistakes

ROOT = Path(__file__).parents[2]

sys.path.insert(0, str(ROOT / "docs" / "_ext"))
from kingsburg_docs import workshop as pages  # noqa: E402 -- it is where Sphinx looks for it
from kingsburg_docs.cards import text_of  # noqa: E402
from kingsburg_docs.content import cards_of  # noqa: E402
from kingsburg_docs.cookbook import recipes  # noqa: E402
from kingsburg_docs.workshop import as_change, packed, workshop_link  # noqa: E402

PAGE = CLIENT / "workshop"
SCHEMA = json.loads((ROOT / "schemas" / "workshop.schema.json").read_text())
WIRE = json.loads((ROOT / "schemas" / "wire.schema.json").read_text())

HUT = """\
format: 1
buildings:
  - id: hut
    name: Hut
    row: H
    column: 1
    cost: {gold: 2}
    vp: 2
    examples:
      - shows: It needs no building beside it.
        works: true
        at: spring/construct
        given: {me: {gold: 2}}
        play: [{do: build hut for 2gold}]
        expect: {me: {vp: 2}}
      - shows: It is dear.
        works: false
        at: spring/construct
        given: {me: {gold: 2}}
        play: [{do: build hut for 2gold}]
        expect: {me: {vp: 5}}
"""


def start_card() -> str:
    found = re.search("`(.*)`", (PAGE / "start.js").read_text(), re.DOTALL)
    assert found
    return found[1]


@pytest.fixture
def ask(tmp_path: Path) -> Callable[..., Any]:
    """Ask a workshop; questions and replies are as the schema says."""
    shop = Workshop(tmp_path)
    resources = [(each["$id"], Resource.from_contents(each)) for each in (WIRE, SCHEMA)]
    registry: Registry[Any] = Registry().with_resources(resources)
    validator = Draft202012Validator(SCHEMA, registry=registry)

    def asked(kind: str, text: str = HUT, requires: tuple[str, ...] = (), **more: Any) -> Any:
        question = {"type": kind, **more}
        if kind != "run":
            question["draft"] = {"text": text, "requires": requires}
        reply = shop.answer(json.loads(json.dumps(question)))
        for message in (question, reply):
            validator.validate(json.loads(json.dumps(message)))
        return reply

    return asked


def check(ask: Callable[..., Any], text: str = HUT, **more: Any) -> Any:
    return ask("check", text, **{"language": "en", "theme": "light", **more})


def place(text: str, word: str) -> dict[str, int]:
    """The place behind a word."""
    before = text[: text.index(word) + len(word)]
    return {"line": before.count("\n"), "character": len(before) - before.rfind("\n") - 1}


# Checking


def test_a_card_without_mistakes_is_shown(ask: Callable[..., Any]) -> None:
    reply = check(ask, start_card(), theme="dark")
    assert reply["findings"] == []
    (card,) = reply["cards"]
    assert card["card"] == f"{PACK}/bakery"
    assert [words["language"] for words in card["words"]] == ["en", "nl", "fr"]
    assert len({words["generated"] for words in card["words"]}) == 3
    assert card["picture"].startswith("<svg")
    assert "Bakery" in card["picture"]
    assert card["picture"] != check(ask, start_card())["cards"][0]["picture"]
    assert [example["works"] for example in card["examples"]] == [True, False]


def test_a_mistake_stands_at_its_place(ask: Callable[..., Any]) -> None:
    reply = check(ask, HUT.replace("    vp: 2\n", "    vpp: 2\n", 1))
    assert reply["cards"] == []
    assert reply["trial"] is None
    (finding,) = (each for each in reply["findings"] if each["code"] == "schema.key")
    assert finding["at"] == {"start": {"line": 7, "character": 4}, "end": {"line": 7, "character": 7}}
    assert finding["severity"] == "error"
    assert finding["page"] == page_of("schema.key")
    assert "vpp" in finding["message"]
    assert {"at": finding["at"], "text": "vp"} in finding["mends"]


def test_every_kind_of_mistake_is_reported(ask: Callable[..., Any]) -> None:
    """Whatever is wrong with a text, the reply is a check that has a finding within the text."""
    seen = 0
    for case in [case for case in mistakes() if case.lone and case.place[0].endswith(".yaml")][::2]:
        text = case.text(case.place[0])
        reply = check(ask, text)
        assert reply["type"] == "checked", case.name
        if case.code.startswith(("test.", "locale.", "pack.")) or case.code not in {
            each["code"] for each in reply["findings"]
        }:
            continue
        seen += 1
        lines = len(text.split("\n"))
        assert all(each["at"]["start"]["line"] < lines for each in reply["findings"])
    assert seen > 30


def test_a_card_may_build_on_modules(ask: Callable[..., Any]) -> None:
    card = "format: 1\ngovernors:\n  - {override: governors/steward, name: Majordomo, fidelity: printed}\n"
    assert check(ask, card)["trial"]["modules"] == ["governors"]
    assert check(ask, HUT)["trial"]["modules"] == []
    assert check(ask, HUT, requires=("governors",))["trial"]["modules"] == ["governors"]
    reply = check(ask, card, requires=("governors", "no-such-pack"))
    assert reply["findings"] == []
    assert reply["cards"][0]["card"] == "governors/steward"
    assert reply["cards"][0]["words"][0]["name"] == "Majordomo"
    assert reply["trial"]["modules"] == ["governors"]
    assert check(ask, HUT, requires=("goblin-valley",))["trial"]["scenario"] == "goblin-valley"


@pytest.mark.parametrize(
    "text", ["", "\0", "[", "a: &a [*a]", "&x x: *y", "- " * 5000, "{" * 5000, "é\r\nü: 🏰"]
)
def test_nonsense_is_reported(ask: Callable[..., Any], text: str) -> None:
    reply = check(ask, text)
    assert reply["type"] == "checked"
    assert reply["findings"]


def test_a_text_that_is_too_long_is_refused(ask: Callable[..., Any]) -> None:
    reply = check(ask, HUT + "#" * LONGEST)
    assert reply["type"] == "failed"
    assert "100,000" in reply["message"]


# The cursor


def test_words_are_completed(ask: Callable[..., Any]) -> None:
    text = HUT.replace("    vp: 2\n", "    vp: 2\n    mod\n", 1)
    reply = ask("complete", text, at=place(text, "    mod"))
    assert reply["at"] == {"start": {"line": 8, "character": 4}, "end": {"line": 8, "character": 7}}
    items = {item["label"]: item for item in reply["items"]}
    assert {"modifiers", "triggers"} <= {*items}
    assert items["modifiers"]["kind"] == "key"
    assert items["modifiers"]["insert"].startswith("modifiers:\n")
    assert items["modifiers"]["doc"]


def test_names_of_required_packs_are_completed(ask: Callable[..., Any]) -> None:
    text = "format: 1\ngovernors:\n  - override: \n"
    at = place(text, "override: ")
    plain, more = (
        {item["label"] for item in ask("complete", text, requires, at=at)["items"]}
        for requires in ((), ("governors",))
    )
    assert "governors/steward" in more
    assert plain <= more


def test_words_are_explained(ask: Callable[..., Any]) -> None:
    reply = ask("explain", HUT, at=place(HUT, "    cos"))
    assert "**cost**" in reply["text"]
    assert reply["at"]["start"] == {"line": 6, "character": 4}
    assert ask("explain", HUT, at={"line": 700, "character": 3}) == {
        "type": "explained",
        "at": None,
        "text": None,
    }


def test_a_broken_text_is_completed_everywhere(ask: Callable[..., Any]) -> None:
    text = start_card().replace("{season: spring}", "{season: 🏰")
    places = 0
    for line, content in enumerate(text.split("\n")):
        for character in range(0, len(content) + 1, 3):
            at = {"line": line, "character": character}
            assert ask("complete", text, at=at)["type"] == "offered"
            assert ask("explain", text, at=at)["type"] == "explained"
            places += 1
    assert places > 100


# Examples


def test_examples_are_played(ask: Callable[..., Any]) -> None:
    more = {"card": f"{PACK}/hut"}
    assert ask("play_example", number=0, **more) == {
        "type": "played",
        "passed": True,
        "message": "",
        "findings": [],
    }
    failed = ask("play_example", number=1, **more)
    assert not failed["passed"]
    assert "vp 5" in failed["message"]
    assert failed["findings"][0]["at"]["start"]["line"] >= 15


def test_the_examples_of_the_first_card_hold(ask: Callable[..., Any]) -> None:
    played = [ask("play_example", start_card(), card=f"{PACK}/bakery", number=number) for number in (0, 1)]
    assert [(one["passed"], one["message"]) for one in played] == [(True, "")] * 2


def test_examples_of_a_broken_card_do_not_hold(ask: Callable[..., Any]) -> None:
    reply = ask("play_example", "format: 1", card=f"{PACK}/hut", number=0)
    assert not reply["passed"]
    assert reply["message"]


# Programs of the documentation


def test_programs_run_one_after_the_other(ask: Callable[..., Any]) -> None:
    reply = ask("run", programs=["x = 2\nprint('first')", "print(x * 21)"])
    assert reply == {"type": "printed", "output": "42\n", "problem": None}
    reply = ask("run", programs=["print('so far')\n1 / 0", "print('never')"])
    assert reply["output"] == "so far\n"
    assert reply["problem"].startswith("ZeroDivisionError")
    for _ in range(2):
        assert (
            ask("run", programs=["import os; os.mkdir('mine'); print(os.listdir())"])["output"]
            == "['mine']\n"
        )
    assert "SystemExit" in ask("run", programs=["import sys; sys.exit(3)"])["problem"]
    assert len(ask("run", programs=["print('x' * 1_000_000)"])["output"]) < 100_000


# Messages


def told_by(tmp_path: Path) -> tuple[Callable[[str], None], list[Any]]:
    heard: list[Any] = []

    def post(text: str) -> None:
        heard.append(json.loads(text))

    return listener(post, Workshop(tmp_path), Worker(post, lambda *_: None)), heard


def test_a_game_is_played_with_the_card(tmp_path: Path) -> None:
    hear, heard = told_by(tmp_path)
    draft = {"text": start_card(), "requires": ["governors"]}
    hear(
        json.dumps(
            {"ask": 1, "question": {"type": "check", "draft": draft, "language": "en", "theme": "light"}}
        )
    )
    trial = heard[-1]["reply"]["trial"]
    assert heard[-1]["ask"] == 1
    body = {
        "modules": trial["modules"],
        "scenario": trial["scenario"],
        "packs": [{"name": PACK, "files": trial["files"]}],
        "seats": [{"kind": "me", "name": "Ann"}, {"kind": "bot"}],
    }
    hear(json.dumps({"http": 2, "method": "POST", "path": "/api/tables", "body": body}))
    made = next(each for each in heard if each.get("http") == 2)
    assert made["status"] == 201, made
    table, token = made["body"]["table"], made["body"]["seats"][0]["token"]
    hear(json.dumps({"ws": 3, "open": {"table": table, "token": token}}))
    for message in ({"type": "hello"}, {"type": "start"}):
        hear(json.dumps({"ws": 3, "message": json.dumps(message)}))
    welcome = [json.loads(each["message"]) for each in heard if each.get("ws") == 3]
    assert any(each.get("view") for each in welcome if each["type"] == "welcome")
    catalog = next(each["catalog"] for each in reversed(welcome) if "catalog" in each)
    hear(json.dumps({"http": 4, "method": "GET", "path": f"/api/catalog/{catalog}"}))
    assert "Bakery" in json.dumps(heard[-1])
    hear(json.dumps({"beat": 5}))
    assert heard[-1] == {"beat": 5}


@pytest.mark.parametrize(
    "question", [None, 3, [], {}, {"type": "king"}, {"type": "check", "draft": {"text": 3, "requires": []}}]
)
def test_other_questions_are_refused(tmp_path: Path, question: object) -> None:
    hear, heard = told_by(tmp_path)
    hear(json.dumps({"ask": 1, "question": question}))
    (message,) = heard
    assert message["reply"]["type"] == "failed"
    assert "not a question" in message["reply"]["message"]


def test_whatever_goes_wrong_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ValueError("so sorry")

    monkeypatch.setattr(workshop, "trial_of", broken)
    hear, heard = told_by(tmp_path)
    question = {"type": "check", "draft": {"text": HUT, "requires": []}, "language": "en", "theme": "light"}
    hear(json.dumps({"ask": 1, "question": question}))
    assert heard[-1]["reply"] == {"type": "failed", "message": "ValueError: so sorry"}


def test_the_schema_is_that_of_the_messages() -> None:
    names = {*questions.Question.kinds, *questions.Reply.kinds}
    assert len(names) == 11
    written = {
        form["properties"]["type"]["const"]
        for form in SCHEMA["$defs"].values()
        if "type" in form.get("properties", {})
    }
    assert written == names


# The page


def words(language: str) -> dict[str, str]:
    text = (PAGE / "words" / f"{language}.js").read_text(encoding="utf-8")
    found = re.findall(r'^  (\w+): ("(?:[^"\\]|\\.)*"),$', text, re.MULTILINE)
    assert len(found) == len(re.findall("^  ", text, re.MULTILINE)) > 30
    return {name: json.loads(value) for name, value in found}


def test_the_words_of_the_page_are_the_same_in_all_languages() -> None:
    english = words("en")
    for language in ("nl", "fr"):
        others = words(language)
        assert others.keys() == english.keys()
        for name, text in english.items():
            assert set(re.findall(r"\{\w+\}", others[name])) == set(re.findall(r"\{\w+\}", text)), name


def test_every_word_of_the_page_is_used() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in PAGE.glob("*.js"))
    assert not [name for name in words("en") if f'"{name}"' not in code]


def test_the_page_has_no_script_and_no_style_of_its_own() -> None:
    page = (CLIENT / "workshop.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=", page)


def test_the_game_loads_nothing_of_the_workshop() -> None:
    files = [*CLIENT.rglob("*.js"), CLIENT / "index.html"]
    files = [path for path in files if not {"workshop", "vendor"} & {*path.relative_to(CLIENT).parts}]
    assert len(files) > 50
    assert not [
        path.name for path in files if re.search(r"(import|src|href).*[\"'][./]*workshop/", path.read_text())
    ]


def test_the_bundle_names_its_versions_and_licenses() -> None:
    folders = {"codemirror": PAGE / "vendor", "preact": CLIENT / "vendor"}
    bundles = {name: (folder / f"{name}.js").read_text(encoding="utf-8") for name, folder in folders.items()}
    terms = "\n".join(
        (folder / f"{name}.LICENSE").read_text(encoding="utf-8") for name, folder in folders.items()
    )
    wanted = json.loads((ROOT / "tools" / "bundles" / "package.json").read_text())["devDependencies"]
    named = "\n".join(bundle.partition("*/")[0] for bundle in bundles.values())
    assert wanted.pop("esbuild")
    assert len(wanted) > 8
    assert [name for name, version in wanted.items() if f"{name} {version}" not in named] == []
    assert [name for name in wanted if name not in terms] == []
    assert len(bundles["codemirror"]) < 420_000


def test_what_is_asked_in_idle_moments_is_what_authors_ask(tmp_path: Path) -> None:
    replies = [Workshop(tmp_path).answer(question) for question in workshop.FIRST_QUESTIONS]
    assert [reply["type"] for reply in replies] == ["checked", "offered", "explained"]
    assert "schema.key" in json.dumps(replies[0])


def test_a_server_does_not_have_the_workshop() -> None:
    client_files = pytest.importorskip("kingsburg_rules.web.client_files")
    found = client_files.ClientFiles(CLIENT)
    assert found.file("app.js") is not None
    assert (CLIENT / "workshop" / "page.js").is_file()
    assert found.file("workshop.html") is None
    assert found.file("workshop/page.js") is None


# In the documentation


def links() -> list[tuple[str, str, tuple[str, ...]]]:
    """The texts that the pages open in the workshop, each with a name and what it builds on."""
    cards = [
        (ref, as_change(ref, card.kind, text_of(card)), () if pack == "base" else (pack,))
        for pack in built_in_packs()
        for ref, card in cards_of(pack).items()
    ]
    return [*cards, *((recipe.id, recipe.text, ()) for recipe in recipes())]


def sound(ask: Callable[..., Any], every: int, first: int = 0) -> int:
    """Check every so many of the texts; those of pages have no mistakes."""
    chosen = links()[first::every]
    for name, text, requires in chosen:
        reply = check(ask, text, requires=requires)
        assert [each for each in reply["findings"] if each["severity"] == "error"] == [], name
        assert reply["cards"], name
        assert reply["trial"], name
    return len(chosen)


def test_cards_and_recipes_open_without_mistakes(ask: Callable[..., Any]) -> None:
    assert sound(ask, 12) > 20


@pytest.mark.long
def test_all_cards_and_recipes_open_without_mistakes(ask: Callable[..., Any]) -> None:
    assert sound(ask, 1) > 300


def test_a_link_carries_the_text() -> None:
    text = "format: 1 # é 🏰\n" * 50
    link = workshop_link(text, ("governors",))
    found = re.search(r'href="\.\./play/workshop\.html#requires=governors&amp;yaml=([\w-]+)"', link)
    assert found
    data = urlsafe_b64decode(found[1] + "=" * (-len(found[1]) % 4))
    assert zlib.decompress(data, -zlib.MAX_WBITS).decode() == text


class Docs:
    """What the extension needs of Sphinx."""

    def __init__(self, folder: Path) -> None:
        self.outdir, self.builder, self.tags = folder, SimpleNamespace(format="html"), Tags()
        self.files: list[str] = []

    def add_css_file(self, name: str) -> None:
        self.files.append(name)

    def add_js_file(self, name: str, **_: str) -> None:
        self.files.append(name)


class Tags(set[str]):
    """The tags of a build."""

    has = set.__contains__


def files_of_pages(docs: Docs) -> list[list[str]]:
    """What the extension adds to a page with programs, and to another."""
    pages.write_workshop(docs)
    found: list[list[str]] = []
    for page in ("reference/api/games", "cards/base"):
        docs.files = []
        pages.link_workshop(docs, page, "", {}, None)
        found.append(docs.files)
    return found


def test_pages_with_programs_run_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[tuple[object, ...]] = []

    def write(*of: object) -> list[Path]:
        written.append(of)
        return []

    monkeypatch.setattr(pages, "write_site", write)
    monkeypatch.setenv("KINGSBURG_PYODIDE", "my/pyodide")
    assert files_of_pages(Docs(tmp_path)) == [["run.js"], []]
    assert written == [(tmp_path / "play", "my/pyodide", "../")]


def test_pages_do_without_a_workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> list[Path]:
        raise SetupError("setup.wheel", "pip cannot download.")

    monkeypatch.setattr(pages, "write_site", fail)
    assert files_of_pages(Docs(tmp_path)) == [["no-workshop.css"]] * 2


# In Chromium


def browse(test: str, folder: Path, **variables: str) -> None:
    """Serve a folder, and run a test of the browser there."""
    if CHROMIUM is None:
        pytest.skip("needs Chromium")
    installed(BROWSER)
    with served("http.server", "0", "--bind", "127.0.0.1", folder=folder) as found:
        command = (str(NODE), "--test", "--test-force-exit", "--test-reporter=spec", test)
        done = run(*command, folder=BROWSER, BASE=found, CHROMIUM=CHROMIUM, **variables)
    assert done.returncode == 0, done.stdout
    assert "skipped 0" in done.stdout


@pytest.mark.long
def test_a_card_is_written_and_played_in_a_browser(tmp_path: Path) -> None:
    """Write the site with the Pyodide that the environment names, and use its workshop."""
    if not (pyodide := os.environ.get("KINGSBURG_PYODIDE")):
        pytest.skip("needs Pyodide: set KINGSBURG_PYODIDE to its folder")
    assert list(write_site(tmp_path, pyodide))
    card = cards_of("governors")["governors/steward"]
    text = as_change("governors/steward", card.kind, text_of(card))
    browse("workshop.test.mjs", tmp_path, LINK=f"requires=governors&yaml={packed(text)}")


@pytest.mark.long
def test_the_documentation_leads_to_the_workshop() -> None:
    if not (pages := os.environ.get("KINGSBURG_DOCS")):
        pytest.skip("needs the pages: set KINGSBURG_DOCS to their folder")
    browse("docs.test.mjs", Path(pages))
