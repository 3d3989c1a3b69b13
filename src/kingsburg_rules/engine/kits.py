"""What a set of cards brings, ready to be looked up.

Listeners by event, modifiers by stat, permissions, and places open to their owner alone (a bit set).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from kingsburg_rules.engine.table import Ability, Card, Modifier, Permission


@frozen(eq=False, repr=False)
class Kit:
    """The abilities of a set of cards. Never changed: adding a card makes a new kit."""

    hooks: dict[int, tuple[Ability, ...]]
    modifiers: dict[int, tuple[Modifier, ...]]
    permissions: tuple[Permission, ...]
    places: int = 0

    def plus(self, card: Card) -> Kit:
        """Make the kit with one more card; the order of the cards makes no difference."""
        if not (card.abilities or card.modifiers or card.permissions or card.places):
            return self
        hooks, modifiers = self.hooks, self.modifiers
        for ability in card.abilities:
            listeners = (*hooks.get(ability.event, ()), ability)
            hooks = {**hooks, ability.event: tuple(sorted(listeners, key=_ability_order))}
        for modifier in card.modifiers:
            changes = (*modifiers.get(modifier.stat, ()), modifier)
            modifiers = {**modifiers, modifier.stat: tuple(sorted(changes, key=_modifier_order))}
        permissions = (*self.permissions, *card.permissions)
        ordered = tuple(sorted(permissions, key=_permission_order))
        return Kit(hooks, modifiers, ordered, self.places | card.places)


def _ability_order(ability: Ability) -> tuple[int, int]:
    return ability.order, ability.index


def _modifier_order(modifier: Modifier) -> tuple[int, int]:
    return modifier.rank, modifier.card


def _permission_order(permission: Permission) -> int:
    return permission.index


NO_CARDS = Kit({}, {}, ())
