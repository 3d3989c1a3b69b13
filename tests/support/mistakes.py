"""The corpus of mistakes: small packs, each with the one report that it must give, mostly with its cure.

The files in `tests/mistakes` list the cases. Each has a `name`, the `report`, and the pack: its `text` if it
is a single file, or its `files` by name. The `cure` is the lines that are changed, as in a diff, in the file
`cured`. A case with a `base` is what becomes of that pack in `bases.yaml` when the cure is undone.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from attrs import frozen
from ruamel.yaml import YAML

MISTAKES = Path(__file__).parents[1] / "mistakes"
BASES = "bases.yaml"
LONE = "cards.yaml"
"""What the file of a pack of a single file is called."""

_TOLD = re.compile(r"(?P<file>[^:\n]+):(?P<line>\d+):(?P<column>\d+): .*\[(?P<code>[a-z_.]+)\]")


@frozen
class Mistake:
    """A case: the files of its pack, the report about it, and the lines that cure it, in the file `cured`."""

    name: str
    files: dict[str, bytes]
    report: str
    cure: tuple[str, ...] = ()
    cured: str = LONE
    lone: bool = True
    """Whether the pack is a single file."""

    @property
    def code(self) -> str:
        """The code that is reported."""
        return self._told()["code"]

    @property
    def warns(self) -> bool:
        """Whether the report is a warning."""
        return ": warning: " in self.report

    @property
    def place(self) -> tuple[str, int, int]:
        """The file, line and column that are reported."""
        told = self._told()
        return told["file"], int(told["line"]), int(told["column"])

    def text(self, file: str) -> str:
        """What stands in a file."""
        return self.files[file].decode("utf-8", errors="replace")

    def written(self, folder: Path, *, mended: bool = False) -> Path:
        """Write the pack into a folder, as it is or mended; gives what is to be checked."""
        for file, content in self.files.items():
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            mend = mended and file == self.cured
            path.write_bytes(changed(self.text(file), self.cure, "-+").encode() if mend else content)
        return folder / LONE if self.lone else folder

    def _told(self) -> re.Match[str]:
        found = _TOLD.fullmatch(self.report)
        assert found is not None, f"{self.name}: {self.report}"
        return found


def changed(text: str, diff: tuple[str, ...], signs: str) -> str:
    """Replace the lines with the first of two signs, which must be there once, by those with the second."""
    old, new = ("\n" + "".join(f"{line[1:]}\n" for line in diff if line[0] in f" {sign}") for sign in signs)
    assert f"\n{text}".count(old) == 1, f"{old!r} is there {text.count(old)} times"
    return f"\n{text}".replace(old, new)[1:]


@cache
def mistakes() -> tuple[Mistake, ...]:
    """Read all cases, in the order of their names."""
    bases = _read(MISTAKES / BASES)
    paths = [path for path in MISTAKES.glob("*.yaml") if path.name != BASES]
    found = [_mistake(case, bases) for path in paths for case in _read(path)]
    return tuple(sorted(found, key=lambda case: case.name))


def _mistake(case: dict[str, Any], bases: dict[str, str]) -> Mistake:
    cure = tuple(case.get("cure", "").splitlines())
    text = changed(bases[case["base"]], cure, "+-") if "base" in case else case.get("text", "")
    texts = case.get("files", {LONE: text})
    files = {file: text.encode("utf-8", errors="surrogateescape") for file, text in texts.items()}
    return Mistake(case["name"], files, case["report"], cure, case.get("cured", LONE), "files" not in case)


def _read(path: Path) -> Any:
    return YAML(typ="safe", pure=True).load(path)
