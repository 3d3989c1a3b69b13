"""Write the page of all dependencies with their licenses: `python tools/make_licenses.py`.

It is made from the metadata of what is installed, in an environment with `pip install ".[dev]"`.
"""

from __future__ import annotations

import sys

import tests_path  # noqa: F401 - for the helpers below
from support.licenses import PAGE, written


def main() -> int:
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
    print(PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
