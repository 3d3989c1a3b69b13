"""Pictures of games on the pages, drawn while Sphinx builds them.

A mark such as `<!-- generated: picture summer -->` becomes the picture for a wide screen or for a telephone,
light or dark, whichever the reader has.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kingsburg_docs.templating import render
from kingsburg_rules import Game, Pack, load_rules, modules
from kingsburg_rules.render import Part, card, svg

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

FOLDER = "_static/pictures"
SCREENS = {"desk": 880, "phone": 360}
THEMES = ("light", "dark")


class Moment(NamedTuple):
    """A moment of a game worth a picture: the packs, and what to wait for from a year on.

    `placed` is how many groups of dice lie on advisors. `parts` are drawn of it, or everything.
    """

    modules: tuple[str, ...]
    scenario: str | None
    year: int
    phase: str
    kind: str
    placed: int
    says: str
    parts: tuple[Part, ...] | None = None


MOMENTS = {
    "court": Moment((), None, 2, "summer", "influence", 5, "The court in a summer", ("calendar", "court")),
    "summer": Moment((), None, 2, "summer", "influence", 5, "The table in a summer of the base game"),
    "winter": Moment((), "goblin-valley", 3, "winter", "take", 0, "A winter with two enemies"),
    "everything": Moment(modules(), None, 3, "fall", "influence", 5, "A fall with all six modules"),
}
"""The pictures, by the word in the mark."""


def picture_part(name: str) -> str:
    """Write the HTML that shows a picture, for a page in a folder."""
    return render("picture", says=escape(MOMENTS[name].says), paths=[*paths(name)], screens=SCREENS)


PACK_ON_PAGE = re.compile(r"^```yaml\n(?P<cards># pack\n.*?)^```$", re.MULTILINE | re.DOTALL)


def own_card_part(name: str, page: str) -> str:
    """Draw a card that a page defines in its YAML."""
    cards = next(found["cards"] for found in PACK_ON_PAGE.finditer(page) if f"id: {name}\n" in found["cards"])
    about = 'id: test\nversion: "1"\nformat: 1\ntitle: Test\n'
    rules = load_rules(packs=[Pack.from_files({"pack.yaml": about, "cards.yaml": f"{cards}format: 1\n"})])
    drawn = {theme: card(rules, f"test/{name}", theme=theme) for theme in THEMES}
    return render("own_card", drawn=drawn)


def paths(name: str) -> Iterator[tuple[str, str, str]]:
    """List the files of the drawings of a moment, by screen and theme."""
    for screen, theme in product(SCREENS, THEMES):
        yield screen, theme, f"{FOLDER}/{name}-{screen}-{theme}.svg"


@cache
def game_at(name: str) -> Game:
    """Play to a moment; the players take one option after another in turn."""
    moment = MOMENTS[name]
    rules = load_rules(modules=moment.modules, scenario=moment.scenario)
    for seed in range(100):
        game = Game(rules, ("Ann", "Brian", "Cindy"), seed=seed)
        turn = 0
        while (decision := game.decision) is not None:
            state = game.state
            here = state.phase, decision.kind, len(state.advisors)
            if state.year >= moment.year and here == (moment.phase, moment.kind, moment.placed):
                return game
            turn += 1
            game.play(decision.options[turn * 7 % max(1, len(decision.options) - 1)], decision.player)
    raise LookupError(name)


def drawing(name: str, screen: str, theme: str) -> str:
    """Draw a moment as the player who is asked sees it."""
    game = game_at(name)
    player = None if game.decision is None else game.decision.player
    log = game.recent(6, player)
    return svg(game.view(player), log=log, theme=theme, width=SCREENS[screen], parts=MOMENTS[name].parts)


def draw_pictures(app: Sphinx, problem: Exception | None) -> None:
    """Draw the pictures into the folder of a finished build."""
    if problem is not None or app.builder.format != "html":
        return
    folder = Path(app.outdir) / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name in MOMENTS:
        for screen, theme, path in paths(name):
            (Path(app.outdir) / path).write_text(drawing(name, screen, theme), encoding="utf-8")
