"""A pytest plugin: each example on the cards of packs is a test.

It collects nothing by default. Run `pytest goblin-moon/pack.yaml` for one pack, or list packs in the settings
of a test suite, with paths relative to the settings file:

    [tool.pytest.ini_options]
    kingsburg_packs = ["goblin-moon"]

Then a run without file names also plays the examples of these packs.
"""

from __future__ import annotations

from pathlib import Path

import pytest

SETTING = "kingsburg_packs"
PACK_FILE = "pack.yaml"
ZIP = ".zip"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the setting."""
    parser.addini(
        SETTING,
        "packs for kingsburg-rules (folders or zips) whose examples are tests",
        type="paths",
        default=[],
    )


def pytest_configure(config: pytest.Config) -> None:
    """Add the packs of the settings to a run without file names."""
    if config.args_source is not pytest.Config.ArgsSource.ARGS:
        # Twice collected, an example would run twice.
        config.args += [str(path) for path in _wanted(config) if not _is_within(path, config)]


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a pack that was asked for."""
    if file_path.name != PACK_FILE and file_path.suffix != ZIP:
        return None
    if not parent.session.isinitpath(file_path) and file_path not in _wanted(parent.config):
        return None
    from kingsburg_rules.testing.pack_tests import (
        CollectedPack,  # most pytest runs have nothing to do with packs
    )

    return CollectedPack.from_parent(parent, path=file_path)  # pyright: ignore[reportUnknownMemberType]


def _wanted(config: pytest.Config) -> list[Path]:
    """List the packs of the settings: a zip itself, or what is in a folder."""
    paths: list[Path] = config.getini(SETTING)
    return [path if path.suffix == ZIP or path.name == PACK_FILE else path / PACK_FILE for path in paths]


def _is_within(path: Path, config: pytest.Config) -> bool:
    """Return whether a run finds a file anyway, because it collects a folder above it."""
    folders = (config.invocation_params.dir / argument for argument in config.args)
    return any(folder in path.parents for folder in folders)
