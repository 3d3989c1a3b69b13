"""Every code that a report can carry is explained: on a page of the docs, and in the terminal."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kingsburg_rules.cli import main
from kingsburg_rules.content import lint
from kingsburg_rules.content.codes import CodeText, codes_of, find_code, groups, page_of
from kingsburg_rules.content.lint import Finding, all_passes, lint_pass
from kingsburg_rules.engine.errors import SetupError
from support.mistakes import mistakes
from support.packs import SHOWN, in_hut, written

ROOT = Path(__file__).parents[2]

sys.path.insert(0, str(ROOT / "docs" / "_ext"))
from kingsburg_docs.errors import GROUPS, all_texts, code_page, codes, write_pages  # noqa: E402

TEXTS = all_texts()

NOT_SHOWN = {
    "link.copies": "thousands of copies",
    "link.deep": "a thousand sequences",
    "link.size": "thousands of cards",
    "pack.link": "a link, which not every disk can hold",
    "pack.path": "a path that no disk can hold",
    "pack.size": "megabytes",
    "pack.zip": "a broken zip",
    "yaml.syntax": "every mistake of YAML we know of is told apart",
    "yaml.unreadable": "a file that cannot be read",
}
"""Codes without a small pack that makes them, and what would be needed."""


def test_every_code_of_a_report_is_explained_and_no_other() -> None:
    """Where it fails, a code came or went: write its text in `content/codes`, or remove it there."""
    assert {code for code in codes() if code.partition(".")[0] in groups()} == set(TEXTS)
    assert groups() == ("link", "lint", "locale", "pack", "schema", "test", "yaml")


def test_the_list_of_codes_has_a_sentence_for_each_and_an_introduction_for_each_group() -> None:
    assert [code for code, sentences in codes().items() if code not in TEXTS and not sentences] == []
    assert {code.partition(".")[0] for code in codes()} == set(GROUPS)


def test_the_mistakes_show_every_code() -> None:
    playing = {code for code in TEXTS if code.startswith("test.")}
    assert {case.code for case in mistakes()} == set(TEXTS) - set(NOT_SHOWN) - playing
    uncured = {case.code for case in mistakes()} - {case.code for case in mistakes() if case.cure}
    assert uncured == {
        *("pack.missing", "pack.suffix", "locale.language"),  # a file gets another name
        *("yaml.depth", "yaml.encoding"),  # there is nothing to keep, or no text to show
    }


@pytest.mark.parametrize("text", TEXTS.values(), ids=lambda text: text.code)
def test_a_page_says_what_a_code_means_and_how_to_cure_it(text: CodeText) -> None:
    page = code_page(text)
    assert f"\n(error-{text.code})=\n" in page
    assert text.means in page
    assert f"\n## The cure\n\n{text.cure}\n" in page
    assert ("## If you mean it" in page) == bool(text.silence)
    assert all(said.endswith((".", "`")) and "  " not in said for said in (text.means, text.cure))
    for case in mistakes():
        if case.code == text.code:
            assert case.report in page


def test_a_page_shows_the_report_as_it_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (case,) = (case for case in mistakes() if case.name == "link-resource")
    case.written(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main(["check", "cards.yaml"]) == 1
    report, count, more = capsys.readouterr().out.rpartition("1 problem.\n")
    assert f"\n{report}" in code_page(TEXTS["link.resource"])
    assert (count, more) == ("1 problem.\n", "kingsburg explain link.resource describes it.\n")


def test_pages_are_written_once_and_go_with_their_code(tmp_path: Path) -> None:
    folder = tmp_path / "reference" / "errors"
    written(folder, {"link.gone.md": "# link.gone"})
    write_pages(tmp_path)
    assert {path.stem for path in folder.iterdir()} == set(TEXTS)
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    write_pages(tmp_path)
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == before


# In the terminal


def explained(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["explain", *words]) == 0
    return capsys.readouterr().out


def test_the_terminal_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    for text in TEXTS.values():
        said = " ".join(explained(capsys, text.code).split())
        assert said.startswith(f"{text.code} is a {text.kind}: ")
        assert " ".join(text.means.split()) in said
        assert f" Cure: {text.cure}" in said


def test_a_warning_says_how_it_is_silenced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What the terminal tells to write does silence it."""
    said = explained(capsys, "lint.no_effect")
    comment = next(line.strip() for line in said.splitlines() if line.strip().startswith("#"))
    assert comment == "# lint: no_effect -- why you mean it"
    text = SHOWN.replace("{gold: 1}}]", f"{{gold: 0}}}}] {comment}")
    assert main(["check", "--strict", str(written(tmp_path, {"c.yaml": text}) / "c.yaml")]) == 0
    capsys.readouterr()
    assert "#" not in explained(capsys, "lint.no_reason")
    assert "#" not in explained(capsys, "link.resource")
    assert "# lint: locale.name --" in explained(capsys, "locale.name")


def test_codes_and_cards_are_explained_together(capsys: pytest.CaptureFixture[str]) -> None:
    said = explained(capsys, "squire", "yaml.tab", "link.card", "--language", "en")
    assert said.index("yaml.tab is") < said.index("link.card is") < said.index("Squire (base/squire)")
    found = json.loads(explained(capsys, "squire", "yaml.tab", "--format", "json"))
    assert found[0] == {
        "code": "yaml.tab",
        "kind": "mistake",
        "means": TEXTS["yaml.tab"].means,
        "cure": TEXTS["yaml.tab"].cure,
        "silence": "",
        "page": "reference/errors/yaml.tab.html",
    }
    assert found[1]["card"] == "base/squire"


def test_an_unknown_code_is_refused_with_the_likely_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "link.resorce"]) == 2
    assert "did you mean 'link.resource'? [text.code]" in capsys.readouterr().err


def test_a_pass_of_another_package_is_explained_by_its_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lint, "PASSES", {each.code: each for each in all_passes()})

    @lint_pass("long_name", group="hamlet")
    def long_name(pack: object) -> list[Finding]:
        """A name that does not fit on a card."""
        return []

    assert find_code("hamlet.long_name") == CodeText(
        "hamlet.long_name", "A name that does not fit on a card."
    )
    assert find_code("hamlet.long_name").kind == "warning"
    assert find_code("hamlet.long_name").silence == "# lint: hamlet.long_name --"
    assert page_of("hamlet.long_name") is None
    with pytest.raises(SetupError):
        find_code("hamlet.long_names")


def test_a_report_for_programs_and_for_github_leads_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(written(tmp_path, {"cards.yaml": in_hut("{gold: 1}", "{gould: 1}")}))
    assert main(["check", "cards.yaml", "--format", "json"]) == 1
    (problem,) = json.loads(capsys.readouterr().out)["errors"]
    assert problem["page"] == "reference/errors/link.resource.html"
    assert main(["check", "cards.yaml", "--format", "github"]) == 1
    assert capsys.readouterr().out.endswith(
        "did you mean 'gold'? (kingsburg explain link.resource describes it)\n"
    )


def test_who_plays_reads_none_of_it() -> None:
    code = "import sys; import kingsburg_rules as k; k.load_rules(); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert "kingsburg_rules.content.codes" not in loaded.split()


def test_texts_are_short(capsys: pytest.CaptureFixture[str]) -> None:
    for group in groups():
        for text in codes_of(group).values():
            assert len(text.means) < 400, text.code
            assert len(re.findall(r"[.!?](?: |$)", text.cure)) <= 4, text.code
