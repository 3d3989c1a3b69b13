"""Golden games: played by a chooser that knows nothing, told in short lines, and kept as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from kingsburg_rules import (
    AbilityUsed,
    BiddingOpened,
    BidMade,
    Built,
    CardEntered,
    CardLeft,
    CardMoved,
    CardsOffered,
    CardsWithdrawn,
    CardTaken,
    Destroyed,
    DiceReturned,
    DiceRolled,
    EnemyLeft,
    EnemyRevealed,
    EnemySeen,
    Event,
    Fought,
    Gained,
    Game,
    GameEnded,
    GiftsLaid,
    HandChanged,
    HandSeen,
    Influenced,
    Lost,
    Marked,
    Noted,
    Passed,
    Peeked,
    PhaseStarted,
    Record,
    Rewarded,
    RowsCovered,
    Rules,
    TileLaid,
    TileRemoved,
    TurnOrderSet,
    Whoever,
    YearStarted,
    load_rules,
)
from kingsburg_rules.game.saves import rules_key

FOLDER = Path(__file__).parents[1] / "goldens"
NAMES = ("Ann", "Brian", "Cindy", "David", "Eve")
HEADING = "=="
LONG = 110
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
        "playthrough": playthrough(told),
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


# Telling


def playthrough(told: Iterable[Event]) -> list[str]:
    """Tell a game in short lines: a heading for each phase, then what happens, kind by kind.

    What is paid is told behind what it was paid for, although it is lost first.
    """
    lines: list[str] = []
    kind, paid = "", list[str]()
    for event in told:
        if not event.news:
            continue
        if isinstance(event, Lost):
            paid.append(f"{event.player} -{event.amount} {event.resource}")
            continue
        of, text = _tell(event)
        if not isinstance(event, Built | Influenced):
            _add(lines, kind or "gains", kind, paid)
            kind, paid = (kind or "gains") if paid else kind, []
        if of == HEADING:
            lines.append(text)
            kind = ""
            continue
        of = of or kind or "gains"
        _add(lines, of, kind, [text, *paid])
        kind, paid = of, []
    _add(lines, kind or "gains", kind, paid)
    return lines


def _add(lines: list[str], of: str, kind: str, texts: list[str]) -> None:
    """Add texts to the last line, or to a new one if they are of another kind or it becomes too long."""
    for number, text in enumerate(texts):
        if (of == kind or number) and len(lines[-1]) + len(text) < LONG:
            lines[-1] += f"; {text}"
        else:
            lines.append(f"{of}: {text}")


def _tell(event: Event) -> tuple[str, str]:
    """The kind of an event and its text; a gain belongs to the line that is being told."""
    make = _TELL.get(type(event))
    return make(event) if make is not None else ("other", str(event))


def _dice(dice: tuple[int, ...], bonus: tuple[int, ...]) -> str:
    return "".join(map(str, dice)) + (f"+{''.join(map(str, bonus))}" if bonus else "")


def _influenced(event: Influenced) -> tuple[str, str]:
    text = f"{event.player or 'neutral'} {event.advisor} {_dice(event.dice, event.bonus)}"
    text += f" plus{event.plus2}" if event.plus2 else ""
    text += f" via {', '.join(event.via)}" if event.via else ""
    return "influence", text + (" envoy" if event.envoy else "")


def _rolled(event: DiceRolled) -> tuple[str, str]:
    return "roll", f"{event.player or 'all'} {_dice(event.dice, event.bonus)}"


_TELL: dict[type[Event], Callable[[Any], tuple[str, str]]] = {
    AbilityUsed: lambda e: ("", f"{e.player or 'game'} uses {e.card}"),
    CardEntered: lambda e: ("cards", f"{e.player or 'game'} +{e.card}"),
    CardLeft: lambda e: ("cards", f"{e.player or 'game'} -{e.card}"),
    BiddingOpened: lambda e: ("bids", f"{e.player} puts up {e.card}"),
    BidMade: lambda e: ("bids", f"{e.player} {e.amount}"),
    CardsOffered: lambda e: ("offer", f"{' '.join(e.cards)} for {e.resource}"),
    CardsWithdrawn: lambda e: ("offer", f"back: {' '.join(e.cards)}"),
    CardMoved: lambda e: ("piles", f"{e.card} from {e.from_zone} to {e.to_zone}"),
    HandChanged: lambda e: ("hands", f"{e.player} holds {e.count}"),
    HandSeen: lambda e: ("", f"{e.player} sees {' '.join(e.cards)}"),
    CardTaken: lambda e: ("cards", f"{e.player} takes {e.card}"),
    Built: lambda e: ("build", f"{e.player} {e.building}"),
    Destroyed: lambda e: ("", f"{e.player} loses {e.building}"),
    DiceReturned: lambda e: ("end", "dice go back"),
    DiceRolled: _rolled,
    EnemyLeft: lambda e: ("end", f"{e.enemy} leaves"),
    EnemyRevealed: lambda e: ("enemy", f"{e.enemy} {e.strength}"),
    EnemySeen: lambda e: ("", f"{e.player} sees {e.enemy}"),
    Fought: lambda e: ("battle", f"{e.player} {e.strength} {e.outcome}"),
    Gained: lambda e: ("", f"{e.player} +{e.amount} {e.resource}"),
    GiftsLaid: lambda e: ("gifts", f"{e.amount} {e.resource} on {e.advisor}"),
    Marked: lambda e: ("marks", f"{e.player} {e.advisor} {e.count}"),
    Noted: lambda e: ("notes", f"{e.player or 'game'} {e.card} {e.name} {e.value}"),
    GameEnded: lambda e: ("winner", " ".join(e.winners)),
    Influenced: _influenced,
    Passed: lambda e: (e.what, f"{e.player} passes"),
    PhaseStarted: lambda e: (HEADING, f"== year {e.year}, {e.phase}"),
    Peeked: lambda e: ("", f"{e.player} looks at year {e.year}"),
    Rewarded: lambda e: ("reward", f"{e.player} by {e.advisor}"),
    RowsCovered: lambda e: ("rows", f"{e.player} {' '.join(e.strips) or 'none'}"),
    TileLaid: lambda e: ("tiles", f"{e.tile} on {e.advisor}"),
    TileRemoved: lambda e: ("tiles", f"{e.tile} off {e.advisor}"),
    TurnOrderSet: lambda e: ("order", " ".join(e.players)),
    YearStarted: lambda e: (HEADING, f"== year {e.year}"),
}


def first_difference(kind: str, expected: list[str], found: list[str], around: int = 3) -> str | None:
    """Say where two lists of lines first differ, with what stands before; None if they are equal."""
    if expected == found:
        return None
    same = next(
        (at for at, (a, b) in enumerate(zip(expected, found, strict=False)) if a != b),
        min(len(expected), len(found)),
    )
    heading = next((line for line in reversed(expected[: same + 1]) if line.startswith("== ")), "")
    lines = [f"the {kind} differs first in line {same + 1} {heading}".rstrip()]
    lines += [f"    {line}" for line in expected[max(0, same - around) : same]]
    for mark, side in (("kept ", expected), ("found", found)):
        lines.append(f"{mark}: {_parted(side, expected, found, same)}")
    return "\n".join(lines)


def _parted(side: list[str], expected: list[str], found: list[str], at: int) -> str:
    """One line of a difference; a long one from a little before the point where the two part."""
    if at >= len(side):
        return "(the end)"
    line = side[at]
    if at >= min(len(expected), len(found)):
        return line
    common = next((k for k, (a, b) in enumerate(zip(expected[at], found[at], strict=False)) if a != b), 0)
    start = max(0, common - 60)
    return ("..." if start else "") + line[start : common + 100]
