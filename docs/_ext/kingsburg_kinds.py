"""Lists the classes of actions and events, the patterns of actions, and the types of fields."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ForwardRef, get_args, get_origin

from kingsburg_rules import Action, Event, Thing
from kingsburg_rules.engine import roles
from kingsburg_rules.engine.roles import Role

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FAMILIES = {family.__name__: family for family in (Action, Thing, Event)}
ALIASES = {
    name: alias
    for name, alias in vars(roles).items()
    if any(isinstance(part, Role) for part in get_args(alias))
}
"""The types of fields by name."""


def kinds_part(family: str) -> str:
    """List the classes of a family for autodoc."""
    return "\n".join(f".. autoclass:: kingsburg_rules.{name}" for name in FAMILIES[family].kinds)


def notation_part() -> str:
    """Write a table of the patterns of all actions."""
    rows = [
        f"| {name} | `{kind.notation}` | {', '.join(f'`{decision}`' for decision in kind.answers)} |"
        for name, kind in Action.kinds.items()
    ]
    return "\n".join(["| action | pattern | kinds of decisions |", "|---|---|---|", *rows])


def roles_part() -> str:
    """Write a table of the types of fields."""
    rows = [f"| `{name}` | `{_plain(alias)}` | {_role(alias).doc} |" for name, alias in ALIASES.items()]
    return "\n".join(["| type | in Python | meaning |", "|---|---|---|", *rows])


def _role(alias: object) -> Role:
    return next(part for part in get_args(alias) if isinstance(part, Role))


def _plain(alias: object) -> str:
    plain = get_args(alias)[0]
    if isinstance(plain, ForwardRef):
        return plain.__forward_arg__
    return plain.__name__ if get_origin(plain) is None else str(plain)


def _on_signature(
    app: Sphinx, what: str, name: str, found: object, options: object, signature: str | None, returns: str
) -> tuple[str | None, str]:
    """Write the types of fields by name: Sphinx wraps names of types inside of other types."""
    del app, what, name, found, options
    return re.sub(r"TypeAliasForwardRef\('(\w+)'\)", r"\1", signature or "") or signature, returns


def setup(app: Sphinx) -> dict[str, bool]:
    """Be a Sphinx extension: show the types of fields by name."""
    app.config.autodoc_type_aliases = {name: name for name in ALIASES}  # type: ignore[attr-defined]
    app.connect("autodoc-process-signature", _on_signature)
    return {"parallel_read_safe": True}
