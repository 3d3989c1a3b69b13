"""What can be chosen before there are rules: the types; `text.choices` fills them in a language."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from kingsburg_rules.engine.roles import Fidelity, Id, Text
from kingsburg_rules.engine.values import Value


@frozen(eq=False, repr=False)
class VariantChoice(Value):
    """Another way to play a module. `fidelity` is the strictest one with which it can be played so."""

    id: Id
    title: Text
    blurb: Text
    fidelity: Fidelity


@frozen(eq=False, repr=False)
class PackChoice(Value):
    """A module or a scenario.

    `requires` are the modules and scenarios that must be chosen too. `fidelity` is the strictest one with
    which it can be played, without its variants.
    """

    id: Id
    kind: Literal["module", "scenario"]
    title: Text
    blurb: Text
    fewest_players: int
    most_players: int
    fidelity: Fidelity
    requires: tuple[Id, ...] = ()
    variants: tuple[VariantChoice, ...] = ()


@frozen(eq=False, repr=False)
class Clash(Value):
    """Two modules or scenarios that cannot be played together, and why: a code and a sentence."""

    one: Id
    other: Id
    code: Id
    message: Text


@frozen(eq=False, repr=False)
class SwitchValue(Value):
    """A value of a rule switch."""

    id: Id
    title: Text


@frozen(eq=False, repr=False)
class SwitchChoice(Value):
    """A rule switch: what it decides, the values it can have, and that of the edition."""

    id: Id
    title: Text
    values: tuple[SwitchValue, ...]
    default: Id


@frozen(eq=False, repr=False)
class EditionChoice(Value):
    """An edition: the modules, scenarios and switches to choose from.

    Any modules and at most one scenario go together, except those that clash. The rules are for those
    numbers of players that the edition and everything chosen are for.
    """

    id: Id
    title: Text
    blurb: Text
    fewest_players: int
    most_players: int
    modules: tuple[PackChoice, ...]
    scenarios: tuple[PackChoice, ...]
    clashes: tuple[Clash, ...]
    switches: tuple[SwitchChoice, ...]


@frozen(eq=False, repr=False)
class FidelityChoice(Value):
    """How sure we must be of a card at least; cards of which we are less sure are left out."""

    id: Fidelity
    title: Text
    blurb: Text


@frozen(eq=False, repr=False)
class Choices(Value):
    """Everything that a lobby can offer before there are rules.

    `wire` is the version of the JSON. `edition` and `fidelity` are the defaults of `load_rules`, which
    otherwise chooses no modules, no variants and no scenario. `fidelities` begin with the strictest one.
    """

    wire: int
    language: Id
    languages: tuple[Id, ...]
    edition: Id
    fidelity: Fidelity
    editions: tuple[EditionChoice, ...]
    fidelities: tuple[FidelityChoice, ...]
