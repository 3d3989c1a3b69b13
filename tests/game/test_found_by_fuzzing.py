"""Games that `tools/fuzz.py` has found, each with what was wrong."""

from __future__ import annotations

from fuzz_games import Choices, check_closely
from support.setups import SetUp


def test_drafted_strips_stay_known_when_governors_are_dealt() -> None:
    """Whoever only heard the events once saw the strips of others when views no longer showed them."""
    setup = SetUp(
        edition="first-ffg",
        modules=("alternate-buildings", "governors"),
        variants=("draft-strips",),
        scenario=None,
        switches=(),
        fidelity="reconstructed",
        players=("Ann", "Brian"),
        automation=(),
        seed=20000450,
    )
    check_closely(setup, Choices())
