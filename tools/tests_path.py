"""Importing this makes the helpers of the tests importable, for tools that are started by their path."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
