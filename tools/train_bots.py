"""Learns what the abilities of buildings bring, from games of greedy bots.

`python tools/train_bots.py` writes `bots/abilities.toml`. As long as bots think alike, equal numbers of games
write equal tables: the table that is there makes no difference. It takes a few minutes.

Every game starts with two buildings for each seat, drawn by lot, so that all are seen from the first season
on, also those that bots seldom build; and bots sometimes build what they would not. The points that a seat
still scores after the start of a season are explained by the season, by what the seat holds, and by its
buildings, each in proportion to the seasons left. The regression is a ridge towards what the price of a
building suggests, which is what bots believe of buildings that nobody has learned about. So do those of the
first round; those of the second play with what was learned in the first.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from kingsburg_rules import Action, Build, Decision, Rules, load_rules
from kingsburg_rules.bots import GreedyBot, Sight, Weights
from kingsburg_rules.bots.facts import rule_facts
from kingsburg_rules.engine.public_state import PlayerState
from kingsburg_rules.lab import Simulation
from kingsburg_rules.language import BuildingCard
from kingsburg_rules.testing.random_games import starting_with

TABLE = Path(__file__).parents[1] / "src/kingsburg_rules/bots/abilities.toml"

HEAD = (
    "# What the ability of a building brings in a whole game, in points; `tools/train_bots.py` learns it.\n\n"
)

MODULES = (), ("more-buildings", "alternate-buildings")
"""The games that are played: so many in each of these sets of modules."""

ROUNDS = 2
SEATS = 4
SEASONS = 15
SURPRISES = (0.0, 0.25, 0.5)
"""How often a bot builds something by lot."""

CAUTION = 20.0
"""How many seasons of a building must be seen until they count more than what its price suggests."""


class Moment(NamedTuple):
    """What a seat had at the start of a season, with so many seasons left."""

    left: int
    seat: int
    player: PlayerState


class Seen(NamedTuple):
    """A moment of a game with a set of modules, and the points that the seat still scored after it."""

    which: int
    moment: Moment
    scored: int


class Explorer:
    """A greedy bot that sometimes builds by lot, and notes what everybody has at the start of a season."""

    name = "explorer"

    def __init__(self, moments: dict[int, list[Moment]], seed: int) -> None:
        self._bot, self._moments, self._random = GreedyBot(seed), moments, Random(seed)
        self._surprising = self._random.choice(SURPRISES)

    def choose(self, decision: Decision, sight: Sight) -> Action:
        """Answer a decision."""
        builds = [option for option in decision.options if isinstance(option, Build)]
        if builds and self._random.random() < self._surprising:
            return self._random.choice(builds)
        if decision.kind == "influence":
            self._note(sight)
        return self._bot.choose(decision, sight)

    def _note(self, sight: Sight) -> None:
        table = sight.view.table
        left = SEASONS - 3 * (table.year - 1) - ("spring", "summer", "fall").index(table.season or "fall")
        if left not in self._moments:
            self._moments[left] = [Moment(left, seat, player) for seat, player in enumerate(table.players)]


def played(rules: Rules, which: int, game: int, known: Mapping[str, float]) -> Iterator[Seen]:
    """Play a game with a set of modules, by bots with a table; yields every moment of every seat."""
    moments = dict[int, list[Moment]]()
    dealt = starting_with(rules, Random(game).sample(buildings_of(rules), 2 * SEATS))
    rule_facts(dealt, known)
    result = Simulation(dealt, [partial(Explorer, moments)], players=SEATS, seed=game).play(0)
    for moment in (moment for each in moments.values() for moment in each):
        yield Seen(which, moment, result.seats[moment.seat].vp - moment.player.vp)


def buildings_of(rules: Rules) -> list[str]:
    """List the buildings of a rule set, as `pack/card`."""
    return [ref for ref, card in rules.cards.items() if isinstance(card, BuildingCard)]


def suggested(rules: Rules, ref: str) -> float:
    """Return what the price of a building suggests of its ability."""
    card = rules.cards[ref]
    assert isinstance(card, BuildingCard)
    return max(Weights().ability * sum(dict(card.cost).values()) - card.vp, 0.0)


def learned(found: Sequence[Seen], refs: dict[str, str], prior: dict[str, float]) -> dict[str, float]:
    """Fit the abilities; `refs` are the buildings by name, `prior` is what their prices suggest."""
    holdings = len(MODULES) * SEASONS
    column = {name: number for number, name in enumerate(sorted(refs), start=holdings + 5)}
    table = np.zeros((len(found), holdings + 5 + len(refs)))
    for row, (which, moment, _) in enumerate(found):
        player, share = moment.player, moment.left / SEASONS
        goods = sum(player.goods.values())
        has = goods, goods * share, min(player.plus2, 4), player.soldiers, player.bonus_dice
        table[row, which * SEASONS + moment.left - 1] = 1
        table[row, holdings : holdings + 5] = has
        for name in player.buildings:
            table[row, column[name]] = share
    scored = np.array([seen.scored for seen in found], dtype=float)
    believed, caution = np.zeros(table.shape[1]), np.full(table.shape[1], 0.1)
    for name, number in column.items():
        believed[number], caution[number] = prior[refs[name]], CAUTION
    weights = np.linalg.solve(table.T @ table + np.diag(caution), table.T @ scored + caution * believed)
    return {refs[name]: max(float(weights[number]), 0.0) for name, number in column.items()}


def after_round(known: Mapping[str, float], games: range) -> dict[str, float]:
    """Play a round with what is known, and learn from it alone."""
    found = list[Seen]()
    refs, prior = dict[str, str](), dict[str, float]()
    for which, modules in enumerate(MODULES):
        rules = load_rules(modules=modules)
        for ref in buildings_of(rules):
            refs[ref.partition("/")[2]], prior[ref] = ref, suggested(rules, ref)
        for game in games:
            found += played(rules, which, game, known)
    return {ref: round(points, 1) for ref, points in sorted(learned(found, refs, prior).items())}


def main() -> None:
    """Play, learn, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--games", type=int, default=300, help="games with every set of modules, in a round (300)"
    )
    parser.add_argument("--out", type=Path, default=TABLE, help="where the table is written")
    wanted = parser.parse_args()
    known: dict[str, float] = {}
    for number in range(ROUNDS):
        known = after_round(known, range(number * wanted.games, (number + 1) * wanted.games))
    lines = (f'"{ref}" = {points}\n' for ref, points in known.items())
    wanted.out.write_text(HEAD + "".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
