"""Load everything of a release with the content that it shipped: `python -m support.load_release FOLDER`.

A later version may correct a card, and then refuses saves of before. With the content of before, it must load
them all, so that nothing but a card can stand between a save and the game. Prints what is different.

With `--grown` the language has grown meanwhile, by a switch, a word and a key, and the content uses them for
another value of the switch: that changes no game.
"""

from __future__ import annotations

import sys
from pathlib import Path

from kingsburg_rules.language.battle import RecruitStep
from kingsburg_rules.language.emitter import Emitter
from kingsburg_rules.language.nodes import key, node
from kingsburg_rules.language.registry import STEPS, Step
from kingsburg_rules.language.shapes import Flag
from kingsburg_rules.language.switches import SWITCHES, Switch
from support.releases import broken_conversation, broken_json, broken_promises, content_of


def grow_language() -> None:
    """Add a switch, a word, and a key to a word of the calendar."""
    SWITCHES["recruiting_order"] = Switch("Who recruits first.", ("turn_order", "weakest_first"))

    @STEPS.add("line_up_weakest")
    @node
    class LineUpWeakest(Step):
        """Put the weakest first."""

        def emit(self, e: Emitter) -> None:
            """Compile to nothing."""

    @STEPS.add("recruit")
    @node
    class Grown(RecruitStep):
        """Let each player hire soldiers."""

        twice: bool = key(Flag(), "Whether they hire again.", default=False)


OTHERWISE = "{switch: {recruiting_order: weakest_first}}"


def use_it(content: Path) -> None:
    """Use all of it in the calendar and on a card, for another value of the switch."""
    for name, old, new in (
        (
            "base/calendar.yaml",
            "        - recruit: {}\n",
            f"        - branch: {{if: {OTHERWISE}, then: [{{line_up_weakest: {{}}}}]}}\n"
            "        - recruit: {}\n",
        ),
        (
            "base/buildings.yaml",
            "        do: [{gain: {plus2: 1}}]\n",
            "        do: [{gain: {plus2: 1}}]\n"
            f"      - {{when: season.end, if: {OTHERWISE}, do: [{{line_up_weakest: {{}}}}]}}\n",
        ),
    ):
        text = (content / name).read_text(encoding="utf-8")
        assert text.count(old) >= 1, name
        (content / name).write_text(text.replace(old, new, 1), encoding="utf-8")


def main(folder: Path, *, grown: bool) -> int:
    if grown:
        grow_language()
    with content_of(folder, use_it if grown else lambda content: None):
        broken = [*broken_promises(folder)]
        if not grown:
            broken += [*broken_json(folder), *broken_conversation(folder)]
    print("\n".join([*broken, f"{len(broken)} broken promises"]))
    return min(len(broken), 1)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), grown="--grown" in sys.argv))
