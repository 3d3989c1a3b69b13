"""One action and one event of each class, from games, for the reference.

Games are played at random until each has come up, the first there is being taken. So what the reference shows
of a class has really happened, and a new class is shown without anybody writing an example.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from kingsburg_rules import Action, AnyAction, AnyEvent, Game, describe, load_rules, modules, scenarios

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

    from kingsburg_rules import Rules

    Shown = tuple[AnyAction | AnyEvent, Rules]

EXAMPLES = Path(__file__).parents[2] / "examples"
PLAYERS = ("Ann", "Brian", "Cindy")
ROUNDS = 20
WANTED: tuple[type[AnyAction | AnyEvent], ...] = (*get_args(AnyAction), *get_args(AnyEvent))


@cache
def one_of_each() -> dict[type, Shown]:
    """Find an action or event of each class, with the rules it belongs to.

    Raises:
        LookupError: Some class does not come up in so many games.
    """
    found: dict[type, Shown] = {}
    for seed in range(ROUNDS):
        for rules in _rule_sets():
            for one in _played(rules, seed):
                found.setdefault(type(one), (one, rules))
            if found.keys() >= {*WANTED}:
                return found
    raise LookupError([cls.__name__ for cls in WANTED if cls not in found])


def lines_about(cls: type) -> list[str]:
    """Write the example of a class: as Python, and what people read."""
    one, rules = one_of_each()[cls]
    lines = [f">>> one = {one!r}", ">>> describe(one, rules)", repr(describe(one, rules))]
    return [*lines, ">>> str(one)", repr(str(one))] if isinstance(one, Action) else lines


def _rule_sets() -> Iterator[Rules]:
    yield load_rules()
    yield load_rules(modules=modules())
    yield load_rules(modules=modules(), variants=("draft-strips", "bid-governors", "inverted-order"))
    for scenario in scenarios():
        yield load_rules(scenario=scenario)
    yield load_rules(packs=[EXAMPLES / "cookbook" / "decks" / "give-up-a-card.yaml"])


def _played(rules: Rules, seed: int) -> Iterator[AnyAction | AnyEvent]:
    """Play a game, every other one with chance as a player, and give all that was done and happened.

    The first action is undone once.
    """
    rng = random.Random(seed)
    game = Game(rules, PLAYERS, seed=seed, chance="decision" if seed % 2 else "random")
    yield from game.opening
    game.play(game.pending[0].options[0])
    yield from game.undo()
    while (decision := game.decision) is not None:
        yield (answer := rng.choice(decision.options))
        yield from game.play(answer)


def _on_docstring(
    app: Sphinx, what: str, name: str, found: object, options: object, lines: list[str]
) -> None:
    del app, name, options
    if what == "class" and isinstance(found, type) and found in WANTED:
        lines += ["", *lines_about(found), ""]


def setup(app: Sphinx) -> dict[str, bool]:
    """Be a Sphinx extension: put the example behind what the class says of itself."""
    app.connect("autodoc-process-docstring", _on_docstring)
    return {"parallel_read_safe": True}
