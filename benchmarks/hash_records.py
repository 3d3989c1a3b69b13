"""Replays the records of a release and loads its saves, and prints one hash of all that is seen on the way.

Every build and every interpreter must print the same line. `hash_games.py` begins games; this one reads what
was written by another version, perhaps on another platform. `--release FOLDER` chooses the release (the
newest one in `tests/releases`).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path

from kingsburg_rules import Game, Pack, Record

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from support.releases import content_of, packs_of, releases


def seen(game: Game) -> str:
    """Write what everybody sees and is asked, and what has just happened."""
    views = [game.view(player).to_json() for player in (*game.players, None)]
    asked = [[str(option) for option in decision.options] for decision in game.pending]
    events = [event.to_dict(game.players) for event in game.recent(1)]
    return json.dumps([views, asked, events, str(game.outcome)], sort_keys=True)


def hash_all(folder: Path, packs: list[Pack]) -> tuple[int, str]:
    """Hash every moment of every record, and every save with what can be done next."""
    found, moments = hashlib.sha256(), 0
    for path in sorted((folder / "records").iterdir()):
        for game in Record.loads(path.read_text(encoding="utf-8")).replay(packs=packs):
            found.update(seen(game).encode())
            moments += 1
    for path in sorted((folder / "saves").iterdir()):
        game = Game.load(path.read_text(encoding="utf-8"), packs=packs)
        found.update(f"{seen(game)}{game.save()}".encode())
        moments += 1
    return moments, found.hexdigest()


def main() -> None:
    """Print the hash."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--release", type=Path, default=releases()[-1], help="the folder (the newest)")
    folder: Path = parser.parse_args().release
    with content_of(folder):
        moments, found = hash_all(folder, packs_of(folder))
    print(moments, "moments", found)


if __name__ == "__main__":
    main()
