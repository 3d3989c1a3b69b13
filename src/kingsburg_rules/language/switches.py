"""Rule switches: the questions on which editions of the game differ.

A switch is tested with `switch` in YAML, or read from `CompiledRules.switches`. An edition names only the
switches that it sets otherwise than by default, so that a new switch changes no edition, digest or save.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from kingsburg_rules.language.shapes import Mapping, Text

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Mapping as MappingOf


@frozen
class Switch:
    """A question, and its answers; the first is the default."""

    meaning: str
    values: tuple[str, ...]

    @property
    def default(self) -> str:
        """The value that the second edition has."""
        return self.values[0]


SWITCHES = {
    "plus2_limit": Switch(
        'How many "+2" tokens may help with influence (C-01).', ("per_season", "per_group")
    ),
    "winter_order": Switch("What comes first in winter (C-07).", ("die_first", "card_first")),
    "soldier_token_choice": Switch(
        "When soldier tokens are chosen (C-07).", ("before_reveal", "after_reveal")
    ),
    "philosopher_use": Switch("When the Philosopher may reroll (C-34).", ("below_ten", "always")),
    "philosopher_point": Switch("When the Philosopher scores (C-16).", ("below_ten", "lower_than_before")),
    "total_effects_last": Switch("Whether effects of the dice total come last (C-19).", ("false", "true")),
    "module_setup_order": Switch("Which module is set up first (C-17).", ("rows_first", "governors_first")),
    "makeshift_compares": Switch(
        "Which strength counts for Makeshift Defenses (C-24).", ("printed", "modified")
    ),
}
"""Every rule switch by its name."""


def switch_values(given: Iterable[tuple[str, str]] = ()) -> dict[str, str]:
    """Return the values of all switches: those given, and the defaults of the others."""
    return {name: switch.default for name, switch in SWITCHES.items()} | dict(given)


def changed_switches(values: MappingOf[str, str]) -> dict[str, str]:
    """Return the switches that do not have their default value."""
    return {name: value for name, value in values.items() if value != SWITCHES[name].default}


def switch_shape() -> Mapping[str]:
    """Make the shape of a map from switches to values that they have."""
    return Mapping(
        lambda: tuple((name, switch.meaning) for name, switch in SWITCHES.items()),
        Text(),
        value_of=lambda name: Text(among=SWITCHES[name].values),
    )
