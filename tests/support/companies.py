"""Recipes of the cookbook in one game: several that go together, with their cards dealt to the players.

A company is drawn by number, so all pairs of recipes meet sooner or later, and each is found again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from kingsburg_rules import Action, ContentError, Decision, Game, Rules, SetupError, load_rules
from kingsburg_rules.engine.actions import DONE, Use
from kingsburg_rules.game.saves import position_facts
from kingsburg_rules.testing import broken_promises
from kingsburg_rules.testing.random_games import starting_with
from support.setups import MOST_DECISIONS

COOKBOOK = Path(__file__).parents[2] / "examples" / "cookbook"
PLAYERS = ("Ann", "Brian", "Cindy", "David", "Eve", "Fay", "Gil", "Hal")
MODULES = ("governors", "destiny")
"""Recipes for governors and for destiny cards need these."""

SIZE = 12
"""At most so many recipes are played in one game, if they go together."""

EVERY = 40
"""How many decisions lie between two that are looked at from all sides."""

BRINGS_NOTHING = {
    "tax_riot": "whoever pays is spared a loss",
    "roof_tax": "whoever pays is spared a loss",
    "ferryman": "a price that is asked later is lower",
    "fortune_teller": "the die decides, and it may be a 1",
    "generous_mason": "there may be nothing left to construct",
}
"""Cards that take a price and may show nothing for it, and why."""

_ASIDE = ("streams", "spent", "running", "asked")
"""The parts of a position that say how far the game is, not what is on the table."""

_VOLUNTARY = ("use", "pay", "choose", "trade")


class Company(NamedTuple):
    """Recipes that are played together, and the rules with them."""

    recipes: tuple[str, ...]
    rules: Rules


@cache
def cookbook() -> tuple[Path, ...]:
    """List the files of all recipes."""
    return tuple(sorted(COOKBOOK.rglob("*.yaml")))


def rounds() -> int:
    """Return how many companies it takes to play each recipe once."""
    return -(-len(cookbook()) // SIZE)


def company(number: int) -> Company:
    """Draw recipes by number: each round shuffles the cookbook, and plays each recipe once.

    Recipes that do not go with the others stay out.
    """
    turn, part = divmod(number, rounds())
    shuffled = random.Random(turn).sample(cookbook(), len(cookbook()))
    # Every so many, so that no company is much smaller than the others.
    wanted = shuffled[part :: rounds()]
    chosen, together = wanted, _loaded(wanted)
    if together is None:
        chosen = []
        for path in wanted:
            found = _loaded([*chosen, path])
            if found is not None:
                chosen, together = [*chosen, path], found
    assert together is not None, "each recipe can be played alone"
    return Company(tuple(path.stem for path in chosen), _dealt(together))


def _loaded(paths: list[Path]) -> Rules | None:
    """Load recipes with the modules that they need; None if they do not go together."""
    for modules in (MODULES, ()):
        try:
            return load_rules(packs=paths, modules=modules)
        except (ContentError, SetupError):
            continue
    return None


def _dealt(rules: Rules) -> Rules:
    """Deal what the recipes bring to the players."""
    own = [ref for ref in rules.cards if ref.partition("/")[0] in {path.stem for path in cookbook()}]
    return starting_with(rules, own)


def play(one: Company, number: int) -> int:
    """Play a game of a company, with promises watched, and return the number of its decisions."""
    rng = random.Random(number)
    least, most = one.rules.compiled.seats
    players = PLAYERS[: least + number % (most - least + 1)]
    automation = rng.choice([(), ("forced", "gains", "peeks")])
    game = Game(one.rules, players, seed=number, automation=automation)
    for count in range(MOST_DECISIONS):
        if not game.pending:
            break
        if count % EVERY == number % EVERY:
            broken = [*broken_promises(game)]
            assert not broken, (one.recipes, number, broken)
        decision = rng.choice(game.pending)
        option = rng.choice(decision.options)
        before = _table(game) if _is_voluntary(decision, option) else None
        game.play(option, decision.player)
        if before is not None and not _goes_on(game, decision, option):
            told = (one.recipes, number, count, decision.source, str(option))
            assert not only_paid(before, _table(game)), ("a price was paid for nothing", *told)
    outcome = game.outcome
    assert outcome is not None, (one.recipes, number, "the game does not end")
    for place in outcome.ranking:
        assert sum(place.by_source.values()) == place.vp, (one.recipes, number)
    return count


def _is_voluntary(decision: Decision, option: Action) -> bool:
    """Whether a player does something that they could decline, and that should bring them something."""
    card = option.card if isinstance(option, Use) else decision.source
    declinable = decision.kind in _VOLUNTARY and DONE in decision.options and option != DONE
    return declinable and card.rpartition("/")[2].partition(".")[0] not in BRINGS_NOTHING


def _goes_on(game: Game, decision: Decision, option: Action) -> bool:
    """Whether more of the same effect is asked, so that what was paid for may be still to come."""
    sources = {decision.source, option.card if isinstance(option, Use) else ""}
    return any(one.source in sources and one.player == decision.player for one in game.pending)


def _table(game: Game) -> Mapping[str, object]:
    """Describe what is on the table."""
    facts = position_facts(game._state)
    return {name: value for name, value in facts.items() if name not in _ASIDE}


def only_paid(before: Mapping[str, object], after: Mapping[str, object]) -> bool:
    """Whether a position differs from another in nothing but that one player has less."""
    if {**before, "players": ()} != {**after, "players": ()}:
        return False
    pairs = list(zip(_players(before), _players(after), strict=True))
    changed = [(old, new) for old, new in pairs if old != new]
    return len(changed) == 1 and _has_less(*changed[0])


def _players(facts: Mapping[str, object]) -> Iterator[dict[str, object]]:
    players = facts["players"]
    assert isinstance(players, list)
    for player in players:
        yield {name: value for name, value in player.items() if name != "spent"}


def _has_less(old: dict[str, object], new: dict[str, object]) -> bool:
    stock, left = old["stock"], new["stock"]
    assert isinstance(stock, dict)
    assert isinstance(left, dict)
    # What was paid in points is in the score by its source, too.
    same = all(old.get(name) == new.get(name) for name in {*old, *new} - {"stock", "score"})
    return same and stock != left and all(left[name] <= stock[name] for name in stock)
