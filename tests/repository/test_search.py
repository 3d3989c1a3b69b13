"""The search of the documentation finds what people look for: the right page is among the first three.

Sphinx's own search runs under node, in the pages that `KINGSBURG_DOCS` names, or in pages built for it.
"""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FIRST = 3

QUESTIONS = {
    "installation": "project/installation",
    "platforms": "project/installation",
    "windows": "project/installation",
    "extras": "project/installation",
    "license": "project/license",
    "licence": "project/license",
    "dependencies": "project/dependencies",
    "SBOM": "project/dependencies",
    "changelog": "project/changelog",
    "stability": "project/stability",
    "semantic versioning": "project/stability",
    "deprecated": "project/stability",
    "command line": "reference/command-line",
    "exit code": "reference/command-line",
    "--human": "reference/command-line",
    "glossary": "project/glossary",
    "FAQ": "project/faq",
    "order": "reference/when-cards-work",
    "order: last": "reference/when-cards-work",
    "once": "reference/when-cards-work",
    "who is me": "reference/who-is-me",
    "card that nobody owns": "reference/who-is-me",
    "once per season": "reference/when-cards-work",
    "threads": "how-to/threads-and-asyncio",
    "processes": "how-to/threads-and-asyncio",
    "pickle": "how-to/threads-and-asyncio",
    "pickling": "how-to/threads-and-asyncio",
    "partial pictures": "how-to/draw-a-game",
    "many games": "how-to/simulate",
    "all cores": "how-to/simulate",
    "simulate": "how-to/simulate",
    "parallel": "how-to/simulate",
    "multiprocessing": "how-to/simulate",
    "monte carlo": "how-to/simulate",
    "overpowered": "how-to/balance-a-card",
    "JSON lines": "reference/engine",
    "self-hosting": "how-to/operate-a-server",
    "reverse proxy": "how-to/operate-a-server",
    "browser client": "tutorials/first-web-client",
    "two moves ahead": "how-to/look-ahead",
    "lookahead": "how-to/look-ahead",
    "Destroyed": "reference/api/events",
    "cause of an event": "reference/api/events",
    "fourth language": "how-to/translate",
    "German": "how-to/translate",
    "hidden information": "how-to/secrets-and-views",
    "simultaneous": "how-to/secrets-and-views",
    "thread-safe": "how-to/threads-and-asyncio",
    "exhaustive match": "how-to/handle-everything",
    "jupyter": "how-to/draw-a-game",
    "websocket": "how-to/web-server",
    "quickstart": "tutorials/first-game",
    "benchmark": "explanation/performance",
    "undo": "how-to/undo-and-history",
    "save": "how-to/save-and-resume",
    "bot": "how-to/own-bot",
    "gymnasium": "how-to/train-a-bot",
    "reinforcement learning": "how-to/train-a-bot",
    "PettingZoo": "how-to/train-a-bot",
    "OpenSpiel": "how-to/train-a-bot",
    "action mask": "how-to/train-a-bot",
    "gain": "reference/language/steps",
    "moments": "reference/events-and-stats",
    "silence a warning": "how-to/check-a-pack",
    "AnyAction": "reference/api/decisions",
    "LANGUAGES": "reference/api/pictures",
    "load_rules": "reference/api/rules",
    "number of players": "reference/packs",
    "lint.no_example": "reference/errors/lint.no_example",
}
"""What people type, with the page that must be among the first."""

CAPABILITIES = {
    "take the place of other cards, leave cards out": {
        "replace a building": "how-to/replace-a-card",
        "replace an advisor": "how-to/replace-a-card",
        "leave a card out": "how-to/replace-a-card",
        "remove a building from the game": "cookbook/new-things",
    },
    "positions": {
        "complete row": "cookbook/scoring",
        "buildings in a column": "cookbook/scoring",
        "neighboring buildings": "cookbook/scoring",
    },
    "name a building or an advisor": {
        "destroy a building": "cookbook/building",
        "build for free": "cookbook/building",
        "advisor of rank": "cookbook/dice",
    },
    "dice": {
        "number of dice": "cookbook/dice",
        "same number": "cookbook/dice",
    },
    "markers": {
        "limited supply": "cookbook/tokens",
        "move a marker": "cookbook/tokens",
        "who has a marker": "cookbook/tokens",
    },
    "repeat, choose a number": {
        "loop": "cookbook/dice",
        "push your luck": "cookbook/dice",
        "choose a number": "cookbook/choices",
    },
    "before something happens": {
        "prevent": "cookbook/building",
        "before a building is destroyed": "cookbook/building",
        "what the enemy takes": "cookbook/battle",
    },
    "permissions at a price": {
        "toll": "cookbook/influence",
        "permission with a price": "cookbook/influence",
        "two permissions": "cookbook/influence",
    },
    "secrets": {
        "secret choice": "cookbook/choices",
        "simultaneous choice": "cookbook/choices",
        "reveal later": "cookbook/decks",
    },
    "hands and decks": {
        "play a card from the hand": "cookbook/decks",
        "copies of a card": "cookbook/decks",
        "market of cards": "cookbook/decks",
    },
    "turn order": {
        "swap places": "cookbook/turn-order",
        "last player": "cookbook/turn-order",
        "first player": "cookbook/turn-order",
    },
    "compare players": {
        "count players": "cookbook/scoring",
        "majority": "cookbook/scoring",
        "fewest buildings": "cookbook/others",
    },
    "auctions": {
        "auction of anything": "cookbook/auctions",
        "nobody bids": "cookbook/auctions",
        "bid any amount": "cookbook/auctions",
    },
    "a reward once more": {
        "reward twice": "cookbook/influence",
        "as if by influencing": "cookbook/influence",
    },
    "effects of other buildings": {
        "copy a building": "cookbook/building",
        "use another building": "cookbook/building",
    },
    "buildings change hands": {
        "sell a building": "cookbook/others",
        "trade a building": "cookbook/others",
        "consent": "cookbook/others",
    },
    "room at advisors": {
        "several players at one advisor": "cookbook/influence",
        "share an advisor": "cookbook/influence",
    },
    "enemies": {
        "enemy ability": "cookbook/battle",
        "reinforcements": "cookbook/battle",
        "change the King's Reward": "cookbook/scoring",
    },
    "discounts": {
        "discount": "cookbook/building",
        "one good less": "cookbook/building",
    },
    "memory": {
        "remember a good": "cookbook/memory",
        "remember a player": "cookbook/memory",
        "remember a card": "cookbook/memory",
    },
    "the manual": {
        "nobody": "reference/language",
        "variable in a loop": "reference/language/values",
        "computed price": "reference/language/values",
        "what a dice query counts": "reference/dice-and-battles",
        "which battle": "reference/dice-and-battles",
        "begins anew": "reference/when-cards-work",
        "taken unasked": "reference/when-cards-work",
        "when does an example need use": "reference/when-cards-work",
        "order of draws": "reference/when-cards-work",
        "together": "reference/language/steps",
        "resource is a fact": "reference/language/values",
        "empty deck": "reference/language",
        "requires": "reference/packs",
        "kingsburg new": "how-to/write-a-pack",
    },
}
"""What authors of cards type, by what their card is to do."""

ASKED = {**QUESTIONS, **{query: page for some in CAPABILITIES.values() for query, page in some.items()}}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built documentation."""
    if "KINGSBURG_DOCS" in os.environ:
        return Path(os.environ["KINGSBURG_DOCS"])
    pytest.importorskip("sphinx")
    folder = tmp_path_factory.mktemp("pages")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html"]
    subprocess.run([*command, "-d", str(folder / "doctrees"), str(ROOT / "docs"), str(folder)], check=True)
    return folder


@pytest.mark.long
@pytest.mark.skipif(shutil.which("node") is None, reason="the search is a program for node and browsers")
def test_the_search_finds_what_people_look_for(pages: Path) -> None:
    program = [str(shutil.which("node")), str(Path(__file__).with_name("search_pages.js"))]
    ran = subprocess.run(
        [*program, str(pages), json.dumps([*ASKED])], capture_output=True, text=True, check=True
    )
    found: dict[str, list[str]] = json.loads(ran.stdout)
    assert found.keys() == ASKED.keys()
    assert len(CAPABILITIES) == 21
    assert len(ASKED) >= 110
    first = {query: [*dict.fromkeys(results)][:FIRST] for query, results in found.items()}
    assert {query: first[query] for query, page in ASKED.items() if page not in first[query]} == {}


@pytest.mark.long
def test_the_reference_shows_public_types_and_short_defaults(pages: Path) -> None:
    signature = re.compile(r'<dt class="sig sig-object py"[^>]*>(.*?)</dt>', re.DOTALL)
    found = [
        " ".join(html.unescape(re.sub("<[^>]+>", "", written)).split())
        for page in sorted((pages / "reference" / "api").glob("*.html"))
        for written in signature.findall(page.read_text(encoding="utf-8"))
    ]
    assert len(found) > 200
    inside = re.compile(
        r"ForwardRef|= NOTHING|\bEmitter\b|kingsburg_rules\.(engine|language)\.\w+\.|= \w+\([^()]{40,}\)"
    )
    assert not [written for written in found if inside.search(written)]
    assert not [
        page for page in pages.glob("reference/api/*.html") if "Alias for field" in page.read_text("utf-8")
    ]


@pytest.mark.long
def test_words_of_the_language_are_in_the_index(pages: Path) -> None:
    """Words that are too common for a search in English, but words of cards."""
    left_out = (pages / "_static" / "language_data.js").read_text(encoding="utf-8")
    words = [word for word in ("once", "most", "each", "when") if f'"{word}"' in left_out]
    assert not words
    assert '"about"' in left_out
