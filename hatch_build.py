"""Puts the cards into the wheel: the YAML for people, and the same as canonical JSON for playing.

A checkout reads `content/` and `schemas/` where they stand, so an editable install gets neither copy nor
JSON: what a card author edits is what the next game plays.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

DATA = "kingsburg_rules/_data"
"""Where the package looks for its content once it is installed."""

SOURCE = "src"
"""Where the package is while its wheel is being built; its own reader of YAML makes the JSON."""


class ContentHook(BuildHookInterface[BuilderConfig]):
    """Adds content, schemas and the JSON to a wheel; hatchling finds this class by itself."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the JSON in a temporary folder and tell hatchling what goes where."""
        if version == "editable":
            return
        root = Path(self.root)
        self._made = tempfile.TemporaryDirectory(prefix="kingsburg-json-")
        made = Path(self._made.name)
        sys.path.insert(0, str(root / SOURCE))
        from kingsburg_rules.content.canonical import write_json, write_locales

        json_files = write_json(root / "content", made / "json")
        locales = write_locales(root / "content", made / "locale")
        if not json_files:
            message = f"no pack under {root / 'content'}: refusing to build a wheel without cards"
            raise FileNotFoundError(message)
        build_data["force_include"] |= {
            str(root / "content"): f"{DATA}/content",
            str(root / "schemas"): f"{DATA}/schemas",
            **{str(path): f"{DATA}/json/{path.name}" for path in json_files},
            **{str(path): f"{DATA}/locale/{path.name}" for path in locales},
        }

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary folder; the wheel has been written."""
        if version != "editable":
            self._made.cleanup()
