"""A page for every code that `kingsburg check` and `kingsburg test` report, made before Sphinx reads pages.

What a code means and how to cure it is said in one place, `kingsburg_rules/content/codes`, for the terminal,
too. The pack that makes it, its report and its cure come from the corpus of mistakes in the tests.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kingsburg_errors import codes, escaped

from kingsburg_rules.cli.diagnostics import excerpt
from kingsburg_rules.content.codes import codes_of, groups
from support.mistakes import Mistake, mistakes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

    from kingsburg_rules.content.codes import CodeText

FOLDER = "reference/errors"
KINDS = {
    "mistake": "A mistake: until it is fixed, the pack cannot be played.",
    "warning": "A warning: the pack can be played, but this is probably a mistake.",
    "failure": "A failure: it was found when `kingsburg test` played the pack.",
}
SILENCING = "[silences the warning](../../how-to/check-a-pack.md#silencing-a-warning)"


def all_texts() -> dict[str, CodeText]:
    """Collect the codes that have a page."""
    return {code: text for group in groups() for code, text in codes_of(group).items()}


@cache
def cases() -> dict[str, list[Mistake]]:
    """Collect the mistakes that make a code: first those with a cure, the one named so, and the shortest."""
    found: dict[str, list[Mistake]] = {}
    for case in mistakes():
        found.setdefault(case.code, []).append(case)
    return {code: sorted(there, key=_plainness) for code, there in found.items()}


def _plainness(case: Mistake) -> tuple[bool, bool, int, str]:
    is_plain = case.name == re.sub(r"[._]", "-", case.code)
    return not case.cure, not is_plain, sum(map(len, case.files.values())), case.name


def code_page(text: CodeText) -> str:
    """Write the page of a code."""
    first, *others = [*cases().get(text.code, []), None]
    lines = ["---", "orphan: true", "---", "", f"(error-{text.code})=", "", f"# {text.code}", ""]
    lines += [KINDS[text.kind], "", text.means, "", *_sentences(text.code)]
    if first is not None:
        lines += ["## An example", "", *_files(first), *_report(first), ""]
    lines += ["## The cure", "", text.cure, "", *(_cure(first) if first is not None and first.cure else ())]
    if text.silence:
        lines += [
            "## If you mean it",
            "",
            f"A comment with a reason, on the line or on the one before it, {SILENCING}:",
            *("", "```yaml", f"{text.silence} why you mean it", "```", ""),
        ]
    more = [case for case in others if case is not None]
    if more:
        lines += ["## More examples", ""]
        lines += ["```text", *(line for case in more for line in _told(case)), "```", ""]
    return "\n".join([*lines, "[All codes](../errors.md#all-codes)", ""])


def _sentences(code: str) -> Iterator[str]:
    """List what the library says with a code; a pass of the lint says what the page says already."""
    said = [sentence for sentence in codes().get(code, ()) if not code.startswith("lint.") or "'" in sentence]
    if said:
        yield "The messages:"
        yield from ("", *(f"- *{escaped(sentence)}*" for sentence in said), "")


def _files(case: Mistake) -> Iterator[str]:
    """Show the files of a pack, with the line that is reported marked."""
    file, line, _ = case.place
    for name in case.files:
        text = case.text(name).rstrip("\n")
        yield "```{code-block} yaml"
        yield ":force:"
        if not case.lone:
            yield f":caption: {name}"
        if name == file:
            yield f":emphasize-lines: {line}"
        yield from ("", text, "```", "")


def _report(case: Mistake) -> Iterator[str]:
    yield from ("`kingsburg check` reports:", "", "```text", *_told(case), "```")


def _told(case: Mistake) -> list[str]:
    """Write a report as the terminal prints it."""
    file, number, column = case.place
    lines = case.text(file).splitlines() if file in case.files else []
    shown = excerpt(lines[number - 1], column) if number <= len(lines) else ""
    return [case.report, *shown.splitlines()]


def _cure(case: Mistake) -> Iterator[str]:
    where = "" if case.lone else f", in {case.cured}"
    yield from (f"For the example{where}:", "", "```diff", *case.cure, "```", "")


def write_pages(source: Path) -> None:
    """Write the pages that changed into the folder of the docs; remove those of codes that are gone."""
    folder = source / FOLDER
    folder.mkdir(exist_ok=True)
    pages = {f"{code}.md": code_page(text) for code, text in all_texts().items()}
    for path in folder.glob("*.md"):
        if path.name not in pages:
            path.unlink()
    for name, page in pages.items():
        path = folder / name
        if not path.is_file() or path.read_text(encoding="utf-8") != page:
            path.write_text(page, encoding="utf-8")


def _on_begin(app: Sphinx) -> None:
    write_pages(Path(app.srcdir))


_navigation: dict[str, str] = {}
"""The tree at the side of these pages, by what the theme asks for."""


def _on_page(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Work out the tree at the side once: it looks alike from all these pages, and takes long."""
    del app, template, doctree
    if not page.startswith(f"{FOLDER}/"):
        return
    tree = context["toctree"]

    def once(**wishes: object) -> str:
        kind = repr(sorted(wishes.items()))
        if kind not in _navigation:
            _navigation[kind] = str(tree(**wishes))
        return _navigation[kind]

    context["toctree"] = once


def setup(app: Sphinx) -> dict[str, bool]:
    """Be a Sphinx extension: write the pages before Sphinx looks for them."""
    app.connect("builder-inited", _on_begin)
    app.connect("html-page-context", _on_page, priority=400)
    return {"parallel_read_safe": True}
