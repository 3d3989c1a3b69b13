"""Write what the browser client takes from elsewhere: the reducer and types of this package, and the icons.

    npm ci
    python generate_client.py

The reducer is compiled by the `tsc` of this package; the icons are those of `kingsburg_rules.render`.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

from kingsburg_rules.render.icons import sprite

HERE = Path(__file__).parent
CLIENT = HERE.parents[1] / "src" / "kingsburg_rules" / "web" / "client"
COMPILER = HERE / "node_modules" / ".bin" / "tsc"


def main() -> None:
    """Write the files."""
    write_contract(CLIENT / "contract")
    (CLIENT / "icons.svg").write_text(sprite(), encoding="utf-8", newline="\n")


def write_contract(folder: Path) -> None:
    """Compile the reducer, with its types, to a folder."""
    command = [str(COMPILER), "-p", "tsconfig.client.json", "--outDir", str(folder)]
    subprocess.run(command, cwd=HERE, check=True)


if __name__ == "__main__":
    main()
