"""The corpus of mistakes: small packs, each with the one report that it must give, mostly with its cure.

A case is a file or a folder. A file ends in comments: behind `# report:` the report, behind `# cure:` the
lines that are changed, as in a diff. A folder has a `report.txt`, and a `cure.txt` that begins with the name
of the file that is changed.
"""

from __future__ import annotations

import re
from pathlib import Path

from attrs import frozen

MISTAKES = Path(__file__).parents[1] / "mistakes"
REPORT, CURE = "# report:\n", "# cure:\n"
"""What stands before the parts of a file."""

REPORT_FILE, CURE_FILE = "report.txt", "cure.txt"
LONE = "cards.yaml"
"""What the file of a case without a folder is called."""

_TOLD = re.compile(r"(?P<file>[^:\n]+):(?P<line>\d+):(?P<column>\d+): .*\[(?P<code>[a-z_.]+)\]")


@frozen
class Mistake:
    """A case: the files of its pack, the report about it, and the lines that cure it, in the file `cured`."""

    path: Path
    files: dict[str, bytes]
    report: str
    cure: tuple[str, ...] = ()
    cured: str = LONE

    @property
    def name(self) -> str:
        """What the case is called."""
        return self.path.stem

    @property
    def lone(self) -> bool:
        """Whether the pack is a single file."""
        return self.path.is_file()

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
            path.write_bytes(self._mended().encode() if mend else content)
        return folder / LONE if self.lone else folder

    def _told(self) -> re.Match[str]:
        found = _TOLD.fullmatch(self.report)
        assert found is not None, f"{self.name}: {self.report}"
        return found

    def _mended(self) -> str:
        """The text with the changed lines, which must stand in it once."""
        old, new = (
            "\n" + "".join(f"{line[1:]}\n" for line in self.cure if line[0] in f" {sign}") for sign in "-+"
        )
        text = f"\n{self.text(self.cured)}"
        assert text.count(old) == 1, f"{self.name}: the lines of the cure stand there {text.count(old)} times"
        return text.replace(old, new)[1:]


def mistakes() -> tuple[Mistake, ...]:
    """Read all cases."""
    found = sorted(MISTAKES.iterdir())
    return tuple(_folder(path) if path.is_dir() else _file(path) for path in found)


def _file(path: Path) -> Mistake:
    content, _, rest = path.read_bytes().partition(REPORT.encode())
    report, _, cure = rest.decode().partition(CURE)
    changed = tuple(line[2:] for line in cure.splitlines())
    return Mistake(path, {LONE: content}, f"{LONE}:{report.strip().removeprefix('# ')}", changed)


def _folder(path: Path) -> Mistake:
    files = {
        found.relative_to(path).as_posix(): found.read_bytes()
        for found in sorted(path.rglob("*"))
        if found.is_file()
    }
    report = files.pop(REPORT_FILE).decode().strip()
    cured, *cure = files.pop(CURE_FILE, b"\n").decode().splitlines()
    return Mistake(path, files, report, tuple(cure), cured)
