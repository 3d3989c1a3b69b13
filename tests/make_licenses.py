"""Write the page of all dependencies with their licenses: `python tests/make_licenses.py`.

It is made from the metadata of what is installed, in an environment with `pip install ".[dev]"`.
"""

from __future__ import annotations

import sys

from helpers_licenses import PAGE, written


def main() -> int:
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
    print(PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
