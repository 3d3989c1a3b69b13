"""Write what the browser client takes from elsewhere: the types of this package, and the icons.

    npm ci
    python generate_client.py

The types are compiled by the `tsc` of this package; the icons are those of `kingsburg_rules.render`.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from kingsburg_rules.render.look import sprite

HERE = Path(__file__).parent
CLIENT = HERE.parents[1] / "src" / "kingsburg_rules" / "web" / "client"
COMPILER = HERE / "node_modules" / ".bin" / "tsc"


def main() -> None:
    """Write the files."""
    write_contract(CLIENT / "contract")
    (CLIENT / "icons.svg").write_text(sprite(), encoding="utf-8", newline="\n")


def write_contract(folder: Path) -> None:
    """Compile the types and their defaults to a folder, and indent them as the client is."""
    command = [str(COMPILER), "-p", "tsconfig.client.json", "--outDir", str(folder)]
    subprocess.run(command, cwd=HERE, check=True)
    for path in folder.glob("*.js"):
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub("^ +", halved, text, flags=re.MULTILINE), encoding="utf-8", newline="\n")


def halved(indentation: re.Match[str]) -> str:
    """Indent by two spaces where the compiler uses four."""
    return " " * (len(indentation[0]) // 2)


if __name__ == "__main__":
    main()
