"""Load everything of a release with the content that it shipped: `python -m support.load_release FOLDER`.

A later version may correct a card, and then refuses saves of before. With the content of before, it must load
them all, so that nothing but a card can stand between a save and the game. Prints what is different.
"""

from __future__ import annotations

import sys
from pathlib import Path

from support.releases import broken_conversation, broken_json, broken_promises, content_of


def main(folder: Path) -> int:
    with content_of(folder):
        broken = [*broken_promises(folder), *broken_json(folder), *broken_conversation(folder)]
    print("\n".join([*broken, f"{len(broken)} broken promises"]))
    return min(len(broken), 1)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
