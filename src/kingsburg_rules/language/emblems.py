"""The names of the drawings that a card may have for its coat of arms."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Final

_DRAWINGS = files("kingsburg_rules").joinpath("render", "emblems.toml").read_text(encoding="utf-8")

# Whoever draws reads the whole file; names are found at once, and everything that reads packs needs them.
EMBLEMS: Final = tuple(re.findall(r"^(\w+) = \[", _DRAWINGS, re.MULTILINE))
"""The names, in the order of the alphabet."""
