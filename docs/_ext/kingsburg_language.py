"""Fills the reference pages from the library itself, while Sphinx reads them.

A page marks a place with a line such as `<!-- generated: steps -->`. What stands there in the end comes from
the registry of words, the fixed names, the cards and the source, so a word that is added tomorrow is in the
reference tomorrow. `fill` needs no Sphinx, and the tests call it too.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from kingsburg_carried import carried_part
from kingsburg_command_line import commands_part
from kingsburg_cookbook import recipe_index_part, recipes_part
from kingsburg_errors import errors_part
from kingsburg_fan_packs import fan_pack_part
from kingsburg_gallery import gallery_part
from kingsburg_kinds import alias_part, kinds_part, notation_part, roles_part
from kingsburg_moments import editions_part, events_part, stats_part, switches_part, timeline_part
from kingsburg_packs import (
    gallery_index_part,
    pack_cards_part,
    pack_moments_part,
    pack_part,
    pack_words_part,
    together_part,
    unsure_part,
)
from kingsburg_pictures import own_card_part, picture_part
from kingsburg_rulings import shown_part
from kingsburg_words import (
    card_part,
    facts_part,
    file_part,
    is_big,
    objects_part,
    resources_part,
    steps_part,
    word_index_part,
    words_part,
)
from kingsburg_year import year_part

from kingsburg_rules.language.examples import PLAYS
from kingsburg_rules.language.permissions import PERMISSIONS
from kingsburg_rules.language.registry import QUERIES, TESTS, VALUES

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx

MARK = re.compile(r"^<!-- generated: (?P<part>[a-z_]+)(?: (?P<names>[A-Za-z_ -]+))? -->$", re.MULTILINE)

PARTS: dict[str, Callable[[str], str]] = {
    "file": lambda _: file_part(),
    "card": lambda _: card_part(),
    "objects": objects_part,
    "steps": lambda _: steps_part(lambda cls: not is_big(cls)),
    "big_steps": lambda _: steps_part(is_big),
    "tests": lambda _: words_part(TESTS),
    "values": lambda _: words_part(VALUES, 3),
    "queries": lambda _: words_part(QUERIES),
    "permissions": lambda _: words_part(PERMISSIONS),
    "plays": lambda _: words_part(PLAYS, 3),
    "resources": lambda _: resources_part(),
    "word_index": lambda _: word_index_part(),
    "commands": lambda _: commands_part(),
    "facts": lambda _: facts_part(),
    "events": lambda _: events_part(),
    "stats": lambda _: stats_part(),
    "timeline": lambda _: timeline_part(),
    "year": lambda _: year_part(),
    "switches": lambda _: switches_part(),
    "editions": lambda _: editions_part(),
    "errors": lambda _: errors_part(),
    "kinds": kinds_part,
    "alias": alias_part,
    "notation": lambda _: notation_part(),
    "roles": lambda _: roles_part(),
    "gallery": gallery_part,
    "gallery_index": lambda _: gallery_index_part(),
    "together": lambda _: together_part(),
    "fan_pack": fan_pack_part,
    "recipes": recipes_part,
    "recipe_index": lambda _: recipe_index_part(),
    "unsure": unsure_part,
    "shown": lambda _: shown_part(),
    "picture": picture_part,
    "carried": carried_part,
    "pack": pack_part,
    "pack_cards": pack_cards_part,
    "pack_words": pack_words_part,
    "pack_moments": pack_moments_part,
}
"""What can be generated, by the word in the mark."""


def fill(text: str) -> str:
    """Write what is generated where a page marks it; a card of the page itself is found in its text."""

    def written(mark: re.Match[str]) -> str:
        if mark["part"] == "activate":
            return own_card_part(mark["names"], text)
        return PARTS[mark["part"]](mark["names"] or "")

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


def setup(app: Sphinx) -> dict[str, bool]:
    """Be a Sphinx extension: fill the pages as they are read, and read them at every build."""
    app.connect("source-read", _on_read)
    app.connect("env-get-outdated", _outdated)
    return {"parallel_read_safe": True}
