"""Rule sets for the acceptance tests: `rules` runs a test once for every edition."""

from __future__ import annotations

import pytest

from kingsburg_rules import Rules, load_rules
from support.play import EDITIONS


@pytest.fixture(params=EDITIONS)
def rules(request: pytest.FixtureRequest) -> Rules:
    return load_rules(request.param)


@pytest.fixture
def second() -> Rules:
    return load_rules("second")


@pytest.fixture
def elfinwerks() -> Rules:
    return load_rules("first-elfinwerks")


@pytest.fixture(params=["second", "first-ffg"])
def per_season(request: pytest.FixtureRequest) -> Rules:
    """The editions in which one "+2" token may be used each season."""
    return load_rules(request.param)
