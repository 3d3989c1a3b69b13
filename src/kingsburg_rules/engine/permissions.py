"""The permissions that a player has now: those on their cards whose tests hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kingsburg_rules.engine.compiled_rules import Permission
    from kingsburg_rules.engine.state import State


def granted(state: State, who: int, kind: str) -> tuple[Permission, ...]:
    """List the permissions of a kind that a player has and whose tests hold now."""
    permissions = state.players[who].effects.permissions.get(kind, ())
    if all(permission.test is None for permission in permissions):
        return permissions
    frame = [0, 0, who]
    return tuple(p for p in permissions if p.test is None or p.test(state, frame))
