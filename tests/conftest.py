"""What every test runs with: how hard Hypothesis tries.

`suite` is the default: the same examples on every run and every machine, so that a red test is red for the
change at hand. `long` looks for news: `pytest -m long --hypothesis-profile=long`. `first` stops at the first
failure without making it smaller, which takes minutes where an example is a whole game.
"""

import gc
import os

import pytest
from hypothesis import Phase, settings

settings.register_profile("suite", max_examples=18, deadline=None, derandomize=True, database=None)
settings.register_profile("long", max_examples=2000, deadline=None, print_blob=True)
settings.register_profile(
    "first", settings.get_profile("suite"), phases=(Phase.explicit, Phase.generate), print_blob=True
)
settings.load_profile("suite")


def pytest_collection_finish() -> None:
    """Leave what was collected out of every later search for garbage.

    Twelve thousand tests and the rule sets they ask about are a quarter of a million objects that stay until
    the end; looking through them again and again took an eighth of the time of the suite.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture
def same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games without a seed, such as those of tables, are the same on every run."""
    monkeypatch.setattr(os, "urandom", lambda count: bytes(range(count)))
