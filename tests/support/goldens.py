"""Golden games: played by a chooser that knows nothing, kept with their events as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from kingsburg_rules import Event, Game, Record, Rules, Whoever, load_rules
from kingsburg_rules.game.saves import rules_key

FOLDER = Path(__file__).parents[1] / "goldens"
NAMES = ("Ann", "Brian", "Cindy", "David", "Eve")
KEPT = ("players", "automation", "chance_results", "actions")
"""The parts of a record that are kept: all but those that name and check the rules."""

USUAL = ("forced", "gains", "peeks")
ALL_MODULES = (
    "more-buildings",
    "alternate-buildings",
    "governors",
    "destiny",
    "soldier-tokens",
    "alternate-advisors",
)


class Golden(NamedTuple):
    """How a golden game is made."""

    name: str
    edition: str
    players: int
    seed: int
    automation: tuple[str, ...] = USUAL
    modules: tuple[str, ...] = ()
    scenario: str | None = None
    variants: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.json"

    @property
    def rules(self) -> Rules:
        return load_rules(self.edition, modules=self.modules, scenario=self.scenario, variants=self.variants)


GOLDENS = (
    Golden("second-2", "second", 2, 2017),
    Golden("second-3", "second", 3, 2018),
    Golden("second-4", "second", 4, 2019),
    Golden("second-5", "second", 5, 2020),
    Golden("first-ffg-4", "first-ffg", 4, 2008),
    Golden("first-elfinwerks-4", "first-elfinwerks", 4, 2007),
    Golden("second-3-everything-asked", "second", 3, 2021, ()),
    Golden("module-1-more-buildings", "second", 3, 2101, modules=("more-buildings",)),
    Golden("module-2-alternate-buildings", "first-ffg", 4, 2102, modules=("alternate-buildings",)),
    Golden("module-3-governors", "second", 4, 2103, modules=("governors",)),
    Golden("module-3-bidding", "first-ffg", 3, 2107, modules=("governors",), variants=("bid-governors",)),
    Golden("module-4-destiny", "first-elfinwerks", 3, 2104, modules=("destiny",)),
    Golden("module-5-soldier-tokens", "first-ffg", 3, 2105, modules=("soldier-tokens",)),
    Golden("module-6-alternate-advisors", "second", 2, 2106, modules=("alternate-advisors",)),
    Golden("scenario-goblin-valley", "second", 3, 2111, scenario="goblin-valley"),
    Golden("scenario-demanding-capital", "second", 4, 2112, scenario="demanding-capital"),
    Golden("scenario-shifting-alliances", "second", 4, 2113, scenario="shifting-alliances"),
    Golden("scenario-wheel-and-deal", "second", 5, 2114, scenario="wheel-and-deal"),
    Golden("second-4-all-modules", "second", 4, 2121, modules=ALL_MODULES),
    Golden(
        "second-5-all-modules-and-variants",
        "second",
        5,
        2122,
        modules=ALL_MODULES,
        scenario="goblin-valley",
        variants=("draft-strips", "bid-governors", "inverted-order"),
    ),
)


class Chooser:
    """Chooses evenly among options, by a linear congruential generator of its own."""

    def __init__(self, seed: int) -> None:
        self._at = seed

    def choose(self, count: int) -> int:
        """Choose a number from 0 to count-1."""
        self._at = (self._at * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self._at >> 33) % count


def play(golden: Golden) -> tuple[Game, list[Event]]:
    """Play the golden game from its seed; the events are those of the whole game."""
    players = NAMES[: golden.players]
    game = Game(golden.rules, players, seed=golden.seed, automation=golden.automation)
    chooser, told = Chooser(golden.seed), [*game.opening]
    while game.pending:
        decision = game.pending[chooser.choose(len(game.pending))]
        option = decision.options[chooser.choose(len(decision.options))]
        told += game.play(option, decision.player)
    return game, told


def replay(record: Record) -> tuple[Game, list[Event]]:
    """Play a record again and listen to it."""
    *_, last = record.replay()
    game = Game(
        last.rules,
        record.players,
        seed=0,
        automation={
            player: [name for bit, name in enumerate(USUAL) if mask >> bit & 1]
            for player, mask in zip(record.players, record.automation, strict=True)
        },
        script=record.chance_results,
    )
    told = [*game.opening]
    for text in record.actions:
        player, _, action = text.rpartition(": ")
        told += game.play(action, player or Whoever.IS_ASKED)
    assert game.record == last.record
    return last, told


def document(game: Game, told: Iterable[Event]) -> dict[str, Any]:
    """Put what is kept of a game into one document."""
    outcome = game.outcome
    assert outcome is not None
    return {
        "record": {part: text for part, text in json.loads(game.record.dumps()).items() if part in KEPT},
        "outcome": [
            *str(outcome).splitlines(),
            *(f"{place.player}: {dict(place.by_source)}" for place in outcome.ranking),
        ],
        "events": [repr(event) for event in told if event.news],
    }


def write(golden: Golden) -> None:
    """Play a golden game and keep it."""
    text = json.dumps(document(*play(golden)), indent=1, ensure_ascii=False)
    golden.path.write_text(text + "\n", encoding="utf-8")


def kept(golden: Golden) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(golden.path.read_text(encoding="utf-8"))
    return found


def record_of(golden: Golden, document: dict[str, Any]) -> Record:
    """Make a record of what was kept; its rules are those of today, for only what they do is compared."""
    record = document["record"]
    return Record(
        rules_key(golden.rules),
        tuple(record["players"]),
        tuple(record["automation"]),
        tuple(record["chance_results"].split()),
        tuple(record["actions"]),
    )
