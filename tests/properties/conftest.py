"""With `--hypothesis-profile=long` the properties are patient, and belong to what `-m long` asks for."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if settings.get_current_profile_name() == "long":
        for item in items:
            if HERE in item.path.parents:
                item.add_marker(pytest.mark.long)
