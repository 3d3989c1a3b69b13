"""The card workshop beside these pages: links that open a card there, and programs that run on the page.

The site without a server is in the folder `play`. It takes Pyodide from its usual address, or from the folder
that `KINGSBURG_PYODIDE` names. Where the site cannot be written, because a library that it needs is neither
installed nor within reach, the pages do without.
"""

from __future__ import annotations

import logging
import os
import re
import zlib
from base64 import urlsafe_b64encode
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kingsburg_rules import SetupError
from kingsburg_rules.content.assembly import CARD_LISTS
from kingsburg_rules.web.static import PYODIDE, write_site

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx

FOLDER = "play"
PAGE = f"{FOLDER}/workshop.html"
RUNS = "reference/api/"
"""The pages whose programs can be run."""

LISTS = {kind: name for name, kind in CARD_LISTS.items()}
"""The list in a file that has the cards of a kind."""

_ID = re.compile(r"\bid: [a-z0-9_]+")
_log = logging.getLogger(f"sphinx.{__name__}")


def workshop_link(text: str, requires: Iterable[str] = ()) -> str:
    """Link to the workshop with a text, for a page in a folder. The address carries the whole text."""
    packs = ",".join(requires)
    fields = f"{f'requires={packs}&' if packs else ''}yaml={packed(text)}"
    return f'<a class="workshop" href="../{PAGE}#{escape(fields)}">Open in the workshop</a>'


def packed(text: str) -> str:
    """Put a text into an address, as `packing.js` of the client does."""
    deflater = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    data = deflater.compress(text.encode()) + deflater.flush()
    return urlsafe_b64encode(data).decode().rstrip("=")


def as_change(ref: str, kind: str, text: str) -> str:
    """Write a card of the library as a change of it, which can be edited and played at once."""
    return f"format: 1\n{LISTS[kind]}:\n{_ID.sub(f'override: {ref}', text, count=1)}\n"


def write_workshop(app: Sphinx) -> None:
    """Write the site; first of all, so that pages know whether it is there."""
    if app.builder.format != "html":
        return
    pyodide = os.environ.get("KINGSBURG_PYODIDE", PYODIDE)
    try:
        for _ in write_site(Path(app.outdir) / FOLDER, pyodide, "../"):
            pass
    except SetupError as error:
        _log.info("The pages have no workshop. %s", error)
    else:
        app.tags.add("workshop")


def link_workshop(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Add the buttons that run programs, or take the links away."""
    del template, context, doctree
    if not app.tags.has("workshop"):
        app.add_css_file("no-workshop.css")
    elif page.startswith(RUNS):
        app.add_js_file("run.js", loading_method="defer")
