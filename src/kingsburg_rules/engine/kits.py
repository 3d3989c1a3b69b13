"""The abilities of a set of cards, indexed for lookup.

Listeners by event, modifiers by stat, permissions by kind, and places open only to their owner (a bit set).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from attrs import define

if TYPE_CHECKING:
    from collections.abc import Callable

    from kingsburg_rules.engine.table import Ability, Card, Modifier, Permission

_Key = TypeVar("_Key")
_Entry = TypeVar("_Entry")


@define(eq=False, repr=False)
class Kit:
    """The abilities of a set of cards. A kit never changes: adding a card makes a new one.

    `members` is the set of cards it was made of. Kits share the tables in which they do not differ.
    """

    members: int
    hooks: dict[int, tuple[Ability, ...]]
    modifiers: dict[int, tuple[Modifier, ...]]
    permissions: dict[str, tuple[Permission, ...]]
    places: int = 0

    def plus(self, card: Card) -> Kit:
        """Make the kit with one more card; the order of the cards makes no difference."""
        hooks, modifiers, permissions = self.hooks, self.modifiers, self.permissions
        if card.abilities:
            hooks = hooks.copy()
            for ability in card.abilities:
                _add(hooks, ability.event, ability, _ability_order)
        if card.modifiers:
            modifiers = modifiers.copy()
            for modifier in card.modifiers:
                _add(modifiers, modifier.stat, modifier, _modifier_order)
        if card.permissions:
            permissions = permissions.copy()
            for permission in card.permissions:
                _add(permissions, permission.kind, permission, _permission_order)
        return Kit(self.members | card.bit, hooks, modifiers, permissions, self.places | card.places)

    def minus(self, card: Card) -> Kit:
        """Make the kit without a card."""
        hooks, modifiers, permissions = self.hooks, self.modifiers, self.permissions
        if card.abilities:
            hooks = hooks.copy()
            for event in card.listens:
                _keep(hooks, event, tuple(a for a in hooks[event] if a not in card.abilities))
        if card.modifiers:
            modifiers = modifiers.copy()
            for stat in {modifier.stat for modifier in card.modifiers}:
                _keep(modifiers, stat, tuple(m for m in modifiers[stat] if m not in card.modifiers))
        if card.permissions:
            permissions = permissions.copy()
            for kind in {permission.kind for permission in card.permissions}:
                _keep(permissions, kind, tuple(p for p in permissions[kind] if p.card != card.index))
        return Kit(self.members & ~card.bit, hooks, modifiers, permissions, self.places & ~card.places)


def _add(
    entries: dict[_Key, tuple[_Entry, ...]],
    key: _Key,
    new: _Entry,
    order: Callable[[_Entry], int | tuple[int, int]],
) -> None:
    there = entries.get(key)
    entries[key] = tuple(sorted((*there, new), key=order)) if there else (new,)


def _keep(entries: dict[_Key, tuple[_Entry, ...]], key: _Key, left: tuple[_Entry, ...]) -> None:
    if left:
        entries[key] = left
    else:
        del entries[key]


def _ability_order(ability: Ability) -> tuple[int, int]:
    return ability.order, ability.index


def _modifier_order(modifier: Modifier) -> tuple[int, int]:
    return modifier.rank, modifier.card


def _permission_order(permission: Permission) -> int:
    return permission.index


NO_CARDS = Kit(0, {}, {}, {})
