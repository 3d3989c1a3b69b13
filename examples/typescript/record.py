"""Record games for the tests of the client: views, the events that follow, and the next views.

    python record.py FILE

Each line of the file is JSON: a catalog, or what one seat, or a spectator, is sent. That is the view before,
the events, and the view after them. A catalog is that of all lines up to the next one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random  # noqa: TID251 -- who plays at random needs chance of their own
from typing import NamedTuple

from kingsburg_rules import AnyEvent, Game, Rules, editions, load_rules, modules, scenarios

NAMES = ("Ann", "Brian", "Cindy", "Dora", "Emil", "Fay")
VARIANTS = ("draft-strips", "bid-governors", "inverted-order")

UNDONE = 0.06
"""How often a player takes back what they have just done."""

AWAY = 0.1
"""How often a client loses its connection for a moment, and gets all that it has missed when it is back."""


GIFTS = {
    "pack.yaml": """\
id: gifts
version: "1.0"
format: 1
title: Gifts
requires: [base]
license: MIT
""",
    "rules.yaml": """\
format: 1
rules:
  - id: gifts
    name: Gifts
    text: 2 gold are placed on the Jester in each season, for the next player who influences her.
    triggers:
      - {when: season.start, do: [{put_gift: {bag: {gold: 2}, rank: 1}}]}
      - {when: after.place_dice, by: anyone, do: [{take_gifts: $place}]}
      - {when: season.last, do: [{clear_gifts: {}}]}
""",
}
"""A pack for what no card of the game does."""

PACKS = Path(__file__).parents[1] / "packs"


class Table(NamedTuple):
    """A game to record, and how many actions of it at most."""

    rules: Rules
    players: int
    actions: int = 1000


def main() -> None:
    """Write the file that the command line names."""
    record(Path(sys.argv[1]))


def record(path: Path) -> None:
    """Record all games in a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for seed, table in enumerate(tables()):
            file.writelines(f"{_json(line)}\n" for line in lines(table, seed))


_json = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


def tables() -> Iterator[Table]:
    """Choose games: every edition, all modules at once, all variants, every scenario, and packs."""
    for edition in editions():
        yield Table(load_rules(edition), 2, 100)
    yield Table(load_rules(modules=modules()), 4)
    yield Table(load_rules(modules=modules(), variants=VARIANTS), 5, 120)
    for scenario in scenarios():
        yield Table(load_rules(scenario=scenario), 3)
    yield Table(load_rules(packs=[GIFTS]), 3, 100)
    yield Table(load_rules(packs=[PACKS / "sixth-chair"], modules=("sixth-chair",)), 6, 80)
    auctions = ("governors", "under-the-hammer")
    yield Table(load_rules(packs=[PACKS / "under-the-hammer"], modules=auctions), 4, 150)


def lines(table: Table, seed: int) -> Iterator[dict[str, object]]:
    """Play a game at random, and list the lines of what every seat is sent."""
    rng = Random(seed)
    game = Game(table.rules, NAMES[: table.players], seed=seed)
    yield {"catalog": table.rules.catalog().to_dict()}
    clients = [Client(game, player) for player in (*game.players, None)]
    for _ in range(table.actions):
        if not game.pending:
            return
        events = _play_or_undo(game, rng)
        for client in clients:
            if rng.random() < AWAY:
                client.away = True
            else:
                yield client.line(events)


def _play_or_undo(game: Game, rng: Random) -> Sequence[AnyEvent]:
    if game.can_undo() and rng.random() < UNDONE:
        return game.undo()
    decision = rng.choice(game.pending)
    return game.play(rng.choice(decision.options), decision.player)


class Client:
    """What a seat, or a spectator, knows."""

    def __init__(self, game: Game, player: str | None) -> None:
        self.game = game
        self.player = player
        self.view = game.view(player)
        self.away = False

    def line(self, events: Iterable[AnyEvent]) -> dict[str, object]:
        """Send the last events, or everything that happened while the client was away."""
        game, before = self.game, self.view
        if self.away:
            events = game.recent(player=self.player, after=before.seq)
        self.view, self.away = game.view(self.player), False
        return {
            "before": before.to_dict(),
            "events": [
                known.to_dict(game.players)
                for event in events
                if (known := event.known_to(self.player)) is not None
            ],
            "after": self.view.to_dict(),
        }


if __name__ == "__main__":
    main()
