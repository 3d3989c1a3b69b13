"""Words and descriptions that make pages easy to find, also words of the language.

A page says in its front matter how people may call its subject (`search: parallel, all cores`). These become
main entries of the index, which the search ranks first. `description` is the line that search engines show.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import search
from sphinx.search.en import SearchEnglish

from kingsburg_rules.language.cards import PERMISSIONS
from kingsburg_rules.language.registry import OBJECTS, QUERIES, STEPS, TESTS, VALUES, fields_of
from kingsburg_rules.language.shapes import Listing, Several, Text

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FRONT = re.compile(r"\A---\n(?P<fields>.*?)^---\n", re.DOTALL | re.MULTILINE)
CALLED = re.compile(r'^search: "?(?P<words>[^"\n]+)"?$', re.MULTILINE)
SHORT = 3
"""Words of so few letters are on every page."""

LONGEST = 155
"""So many characters of a description are shown by search engines."""


def words_of_cards() -> frozenset[str]:
    """Collect what can be written in YAML: words, keys, and the words of which a field takes one."""
    found: set[str] = set()
    vocabularies = (STEPS, TESTS, VALUES, QUERIES, PERMISSIONS)
    classes = [cls for vocabulary in vocabularies for cls in vocabulary.words.values()]
    for vocabulary in vocabularies:
        found.update(vocabulary.words)
    for cls in (*classes, *(known.cls for known in OBJECTS.values())):
        for name, shape, *_ in fields_of(cls):
            found.add(name)
            inner = shape.item if isinstance(shape, Listing | Several) else shape
            found.update(inner.among if isinstance(inner, Text) else ())
    return frozenset(found)


class English(SearchEnglish):
    """English in which `once` and other words of the cards are not left out."""

    stopwords = frozenset(SearchEnglish.stopwords) - {word for word in words_of_cards() if len(word) > SHORT}


def index_page(app: Sphinx, name: str, content: list[str]) -> None:
    """Put the words of a page into the index."""
    del app, name
    front = FRONT.match(content[0])
    called = front and CALLED.search(front["fields"])
    if front and called:
        entries = ", ".join(f"! {word.strip()}" for word in called["words"].split(","))
        end = front.end()
        content[0] = f"{content[0][:end]}\n```{{index}} {entries}\n```\n\n{content[0][end:]}"


def describe_page(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Describe a page for search engines: by its front matter, or by its first paragraph."""
    del template
    said = str(app.env.metadata.get(page, {}).get("description", ""))
    if not said and doctree is not None:
        first = next(iter(doctree.findall(nodes.paragraph)), None)
        said = "" if first is None else " ".join(first.astext().split())
    if len(said) > LONGEST:
        said = f"{said[:LONGEST].rpartition(' ')[0].rstrip(',;:')} …"
    if said:
        context["metatags"] = (
            f'{context.get("metatags", "")}\n<meta name="description" content="{escape(said)}">'
        )


def use_english_of_cards() -> None:
    """Make the search find words that cards are made of, which it would leave out."""
    search.languages["en"] = English
