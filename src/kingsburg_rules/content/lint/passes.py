"""The register of passes, and finding those that other packages bring."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

from kingsburg_rules.engine.errors import SetupError

if TYPE_CHECKING:
    from kingsburg_rules.content.lint.linted import LintedPack

GROUP = "kingsburg_rules.lint"
"""The entry points under which Python packages bring passes."""

_HOME = "kingsburg_rules.content.lint"
_BUILT_IN = (
    *("variables", "memories", "strangers", "branches", "windows", "costs"),
    *("circles", "idle", "wording", "examples", "deprecated"),
)
"""The modules with the passes of the library."""


@frozen
class Remark:
    """Something worth a warning; `at` points to it, as `Node.at` does.

    With a slash at its end the pointer means the last key itself, otherwise what stands there.
    """

    at: str
    message: str


Look: TypeAlias = "Callable[[LintedPack], Iterable[Remark]]"


@frozen(eq=False)
class LintPass:
    """A pass: the name by which it is silenced, its code, what it finds in one line, and how."""

    name: str
    code: str
    doc: str
    look: Look


PASSES: dict[str, LintPass] = {}
"""All passes that are registered, by code."""


def lint_pass(name: str, *, group: str = "lint") -> Callable[[Look], Look]:
    """Register a function as a pass; its warnings have the code `lint.name`.

    Packages with passes of their own put their own name in the place of `lint`. The first line of the
    function's documentation tells what the pass finds.

    Raises:
        SetupError: There is another pass of that name.
    """
    code = f"{group}.{name}"

    def register(look: Look) -> Look:
        known = PASSES.get(code)
        if known is not None and known.look.__module__ != look.__module__:
            raise SetupError("setup.lint", f"There are two passes '{code}' of the lint.")
        PASSES[code] = LintPass(name, code, (look.__doc__ or "").strip().partition("\n")[0], look)
        return look

    return register


@cache
def import_all() -> None:
    """Import all passes: those of the library, then those of other packages."""
    from importlib.metadata import entry_points

    for name in _BUILT_IN:
        import_module(f"{_HOME}.{name}")
    for point in entry_points(group=GROUP):
        point.load()


def all_passes() -> tuple[LintPass, ...]:
    """List all passes, those of the library first."""
    import_all()
    return tuple(PASSES.values())
