"""How the classes of words and cards are declared: attrs values whose keys have shapes and documentation.

    @STEPS.add("go", inline="place")
    @node
    class Go(Step):
        place: Value = key(VALUE, "The place; a number beyond the last place means the last.")

What such a class does in play is compiled by a function that follows it:

    @compiles(Go)
    def _go(word: Go, e: Emitter) -> None: ...
"""

from __future__ import annotations

import sys
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import attrs
from attrs import NOTHING, field

if TYPE_CHECKING:
    from attrs import frozen as node

    from kingsburg_rules.language.shapes import Shape
else:
    # A compiled class does not know its hints, so its keys are what `key` has made.
    node = partial(attrs.frozen, auto_attribs=False, eq=False, repr=False)

__all__ = ["documentation", "extra", "key", "node"]


def key(
    shape: Shape[object],
    doc: str,
    *,
    default: object = NOTHING,
    kw_only: bool = False,
    needed: bool = False,
    for_people: bool = False,
) -> Any:  # noqa: ANN401 - the annotation of the field says what it holds
    """Declare a key of a word or an object: its shape, and the line that documents it.

    A key is `needed` in a map though it has a default, for the short form of a word that is no map. A key
    `for_people` has no effect on play, so digests leave it out.
    """
    metadata = {"shape": shape, "doc": doc, "needed": needed, "for_people": for_people}
    return field(default=default, kw_only=kw_only, metadata=metadata)


def extra(default: object) -> Any:  # noqa: ANN401 - the annotation of the field says what it holds
    """Declare a field that is no key: another word sets it.

    A compiled class would take `attrs.field` itself for a value of the type that the annotation names.
    """
    return field(default=default, kw_only=True, repr=False)


def documentation(cls: type[object]) -> str:
    """Return the docstring of a class; for a compiled class, which has none, from its source."""
    file = sys.modules[cls.__module__].__file__ or ""
    if file.endswith(".py"):
        return cls.__doc__ or ""
    return _docstrings(f"{file.rsplit('.', 2)[0]}.py").get(cls.__name__, "")  # x.cpython-311-....so


@cache
def _docstrings(source: str) -> dict[str, str]:
    """Read the docstrings of the classes of a module; a compiled one has its source next to it."""
    import ast  # only a compiled build comes here, and only for the schemas
    from pathlib import Path

    body = ast.parse(Path(source).read_text(encoding="utf-8")).body
    return {found.name: ast.get_docstring(found) or "" for found in body if isinstance(found, ast.ClassDef)}
