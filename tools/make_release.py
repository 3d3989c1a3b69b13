"""Write what this version leaves behind for later ones: `python tools/make_release.py`.

Do this when a version is about to be released, after its number has changed, and never for one that is
released: all later versions of the same major one must load what is in the folder.
"""

from __future__ import annotations

import sys

import tests_path  # noqa: F401 - for the helpers below
from kingsburg_rules import __version__
from support.releases import RELEASES, write_release


def main() -> int:
    count = sum(1 for _ in write_release(RELEASES / __version__))
    print(f"{count} files in {RELEASES / __version__}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
