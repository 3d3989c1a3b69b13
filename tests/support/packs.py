"""Small packs for tests that check content."""

from __future__ import annotations

from pathlib import Path

HUT = """\
format: 1
buildings:
  - id: hut
    name: Hut
    row: A
    column: 1
    cost: {wood: 1}
    vp: 1
    triggers:
      - when: season.end
        do: [{gain: {gold: 1}}]
"""
EXAMPLE = "    examples: [{shows: How it works., works: true, at: spring}]\n"
SHOWN = HUT.replace("    triggers:\n", f"{EXAMPLE}    triggers:\n")
"""The hut with an example, about which there is nothing to say."""

PLAYED = HUT.replace(
    "    triggers:\n",
    "    examples:\n      - shows: It gives 1 gold.\n        works: true\n        at: spring/season.end\n"
    "        given: {me: {buildings: [hut]}}\n        expect: {me: {gold: 1}}\n    triggers:\n",
)
"""The hut with an example that holds."""


def for_ann(steps: str) -> str:
    """Write a step that the player in the first seat does, who is mostly Ann."""
    return f"{{as_player: {{player: {{the: {{players: all}}}}, do: [{steps}]}}}}"


def for_brian(steps: str) -> str:
    """Write a step that the player to the left of the first seat does, who is mostly Brian."""
    return for_ann(f"{{as_player: {{player: left, do: [{steps}]}}}}")


INFO = 'id: toys\nversion: "1.0"\nformat: 1\ntitle: Toys\n'


def written(folder: Path, files: dict[str, str]) -> Path:
    """Write files into a folder of the test."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def in_hut(old: str, new: str) -> str:
    """Give the hut with something changed that it has once."""
    assert HUT.count(old) == 1
    return HUT.replace(old, new)
