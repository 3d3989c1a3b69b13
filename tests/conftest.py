"""What every test runs with: how hard Hypothesis tries.

`suite` is the default: the same examples on every run and every machine, so that a red test is red for the
change at hand. `long` looks for news: `pytest -m long --hypothesis-profile=long`. `first` stops at the first
failure without making it smaller, which takes minutes where an example is a whole game.
"""

from hypothesis import Phase, settings

settings.register_profile("suite", max_examples=40, deadline=None, derandomize=True, database=None)
settings.register_profile("long", max_examples=2000, deadline=None, print_blob=True)
settings.register_profile(
    "first", settings.get_profile("suite"), phases=(Phase.explicit, Phase.generate), print_blob=True
)
settings.load_profile("suite")
