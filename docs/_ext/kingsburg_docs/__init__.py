"""The Sphinx extension of these pages: it fills them from the library itself, while Sphinx reads them.

A page marks a place with a line such as `<!-- generated: steps -->`. The part that replaces it comes from the
registry of words, the fixed names, the cards or the source, so a word that is added tomorrow is in the
reference tomorrow. Texts are in `templates` and `texts.yaml`. `fill` needs no Sphinx; the tests call it, too.
"""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kingsburg_docs import api, cards, cookbook, counts, errors, moments, packs, pictures, rulings, words
from kingsburg_docs.templating import render
from kingsburg_rules.cli import COMMANDS
from kingsburg_rules.language.cards import PERMISSIONS, CardNode
from kingsburg_rules.language.examples import PLAYS
from kingsburg_rules.language.files import PackFile
from kingsburg_rules.language.registry import QUERIES, TESTS, VALUES

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx

MARK = re.compile(r"^<!-- generated: (?P<part>[a-z_]+)(?: (?P<names>[A-Za-z_ -]+))? -->$", re.MULTILINE)

PARTS: dict[str, Callable[..., str]] = {
    "alias": api.alias_part,
    "bounds": words.bounds_part,
    "big_steps": partial(words.steps_part, big=True),
    "card": partial(words.fields_part, CardNode),
    "carried": packs.carried_part,
    "commands": partial(render, "commands", commands=COMMANDS),
    "counts": counts.counts_part,
    "editions": moments.editions_part,
    "errors": errors.errors_part,
    "events": moments.events_part,
    "facts": words.facts_part,
    "fan_pack": cards.fan_pack_part,
    "file": partial(words.fields_part, PackFile),
    "gallery": cards.gallery_part,
    "gallery_index": packs.gallery_index_part,
    "kinds": api.kinds_part,
    "notation": api.notation_part,
    "objects": words.objects_part,
    "pack": packs.pack_part,
    "pack_cards": packs.pack_cards_part,
    "permissions": partial(words.words_part, PERMISSIONS),
    "picture": pictures.picture_part,
    "plays": partial(words.words_part, PLAYS, 3),
    "queries": partial(words.words_part, QUERIES),
    "recipe_index": cookbook.recipe_index_part,
    "recipes": cookbook.recipes_part,
    "resources": words.resources_part,
    "roles": api.roles_part,
    "shown": rulings.shown_part,
    "stats": moments.stats_part,
    "steps": partial(words.steps_part, big=False),
    "switches": moments.switches_part,
    "tests": partial(words.words_part, TESTS),
    "timeline": moments.timeline_part,
    "together": packs.together_part,
    "unsure": packs.unsure_part,
    "types": words.types_part,
    "values": partial(words.words_part, VALUES, 3),
    "word_index": words.word_index_part,
    "written_down": words.written_down_part,
    "year": moments.year_part,
}
"""The functions that generate a part, by the word in the mark; further words there are their argument."""


def fill(text: str) -> str:
    """Write what is generated where a page marks it; a card of the page itself is found in its text."""

    def written(mark: re.Match[str]) -> str:
        if mark["part"] == "own_card":
            return pictures.own_card_part(mark["names"], text)
        part = PARTS[mark["part"]]
        return part() if mark["names"] is None else part(mark["names"])

    return MARK.sub(written, text)


def _on_read(app: Sphinx, name: str, content: list[str]) -> None:
    del app
    content[0] = fill(content[0])
    if "/" not in name:  # what is generated is written for a page in a folder
        content[0] = content[0].replace('"../_static/', '"_static/')


def _outdated(app: Sphinx, env: object, added: set[str], changed: set[str], removed: set[str]) -> list[str]:
    del env, added, changed, removed
    paths = {name: app.project.doc2path(name, absolute=True) for name in app.project.docnames}
    return [name for name, path in paths.items() if MARK.search(Path(path).read_text(encoding="utf-8"))]


def _write_code_pages(app: Sphinx) -> None:
    errors.write_pages(Path(app.srcdir))


_navigation: dict[str, str] = {}
"""The tree at the side of the pages of codes, by what the theme asks for."""


def _navigate_once(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Work out the tree at the side once: it looks alike from all pages of codes, and takes long."""
    del app, template, doctree
    if not page.startswith(f"{errors.FOLDER}/"):
        return
    tree = context["toctree"]

    def once(**wishes: object) -> str:
        kind = repr(sorted(wishes.items()))
        if kind not in _navigation:
            _navigation[kind] = str(tree(**wishes))
        return _navigation[kind]

    context["toctree"] = once


def setup(app: Sphinx) -> dict[str, bool]:
    """Register everything that these pages do besides Markdown."""
    from kingsburg_docs import search, workshop

    api.show_aliases_by_name(app)
    search.use_english_of_cards()
    app.connect("builder-inited", workshop.write_workshop)  # first, so that pages know whether it is there
    app.connect("builder-inited", _write_code_pages)
    app.connect("env-get-outdated", _outdated)
    app.connect("source-read", search.index_page, priority=400)
    app.connect("source-read", _on_read)
    app.connect("autodoc-process-signature", api.on_signature)
    app.connect("autodoc-process-docstring", api.tidy_docstring, priority=400)
    app.connect("autodoc-process-docstring", api.on_docstring)
    app.connect("autodoc-skip-member", api.on_skip)
    app.connect("html-page-context", _navigate_once, priority=400)
    app.connect("html-page-context", search.describe_page)
    app.connect("html-page-context", workshop.link_workshop)
    app.connect("build-finished", pictures.draw_pictures)
    return {"parallel_read_safe": True}
