"""The abilities of a set of cards, indexed for lookup.

Listeners by event, modifiers by stat, permissions by kind, and places open only to their owner (a bit set).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import attr

if TYPE_CHECKING:
    from collections.abc import Callable

    from kingsburg_rules.engine.compiled_rules import Ability, Card, Modifier, Permission

_Key = TypeVar("_Key")
_Entry = TypeVar("_Entry")


@attr.s(auto_attribs=True, eq=False, repr=False)
class ActiveEffects:
    """The abilities of a set of cards. They never change: adding a card makes new ones.

    `members` is the set of cards it was made of. Equal tables are shared.
    """

    members: int
    abilities_at: dict[int, tuple[Ability, ...]]
    modifiers: dict[int, tuple[Modifier, ...]]
    permissions: dict[str, tuple[Permission, ...]]
    places: int = 0

    def plus(self, card: Card) -> ActiveEffects:
        """Add one more card; the order of the cards makes no difference."""
        abilities_at, modifiers, permissions = self.abilities_at, self.modifiers, self.permissions
        if card.abilities:
            abilities_at = abilities_at.copy()
            for ability in card.abilities:
                _add(abilities_at, ability.event, ability, _ability_order)
        if card.modifiers:
            modifiers = modifiers.copy()
            for modifier in card.modifiers:
                _add(modifiers, modifier.stat, modifier, _modifier_order)
        if card.permissions:
            permissions = permissions.copy()
            for permission in card.permissions:
                _add(permissions, permission.kind, permission, _permission_order)
        return ActiveEffects(
            self.members | card.bit, abilities_at, modifiers, permissions, self.places | card.places
        )

    def minus(self, card: Card) -> ActiveEffects:
        """Leave a card out."""
        abilities_at, modifiers, permissions = self.abilities_at, self.modifiers, self.permissions
        if card.abilities:
            abilities_at = abilities_at.copy()
            for event in card.listens:
                _keep(abilities_at, event, tuple(a for a in abilities_at[event] if a not in card.abilities))
        if card.modifiers:
            modifiers = modifiers.copy()
            for stat in {modifier.stat for modifier in card.modifiers}:
                _keep(modifiers, stat, tuple(m for m in modifiers[stat] if m not in card.modifiers))
        if card.permissions:
            permissions = permissions.copy()
            for kind in {permission.kind for permission in card.permissions}:
                _keep(permissions, kind, tuple(p for p in permissions[kind] if p.card != card.index))
        return ActiveEffects(
            self.members & ~card.bit, abilities_at, modifiers, permissions, self.places & ~card.places
        )


def _add(
    entries: dict[_Key, tuple[_Entry, ...]],
    key: _Key,
    new: _Entry,
    order: Callable[[_Entry], int | tuple[int, int]],
) -> None:
    # Sorted, so that the order in which cards came makes no difference and equal sets can be shared.
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


NO_CARDS = ActiveEffects(0, {}, {}, {})
