"""Values as plain data, as JSON, and back: for whoever is at the other end of a wire.

A list stands for a tuple, a map for a class, and a map from names to amounts for a bag of resources. Actions
and events say by `type` what they are. Reading is strict about types and keys; only an action and what is
`Brief` may leave out what has a usual value. A field that does not count when values are compared does not
travel.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, TypeGuard, TypeVar, get_args, get_origin, get_type_hints

from attrs import NOTHING, fields, has

from kingsburg_rules.engine.actions import Action, AnyAction, Bag
from kingsburg_rules.engine.events import AnyEvent
from kingsburg_rules.engine.values import Brief, Value

if TYPE_CHECKING:
    from collections.abc import Callable

    from cattrs import Converter

    Hook = Callable[[object, object], object]

T = TypeVar("T")

TAG = "type"
"""The key under which an action or an event says what it is."""

TAGGED: tuple[type[Value], ...] = (*get_args(AnyAction), *get_args(AnyEvent))
"""The classes that say what they are."""

_KNOWN = {cls.__name__: cls for cls in TAGGED}


class Unreadable(ValueError):
    """Data are not what they should be; the text says why."""


def to_plain(value: object) -> dict[str, object]:
    """Turn a value into plain data."""
    plain: dict[str, object] = _converter().unstructure(value)
    return plain


def to_json(value: object) -> str:
    """Write a value as JSON."""
    return json.dumps(to_plain(value), separators=(",", ":"), ensure_ascii=False)


def parsed(text: str) -> object:
    """Read JSON as plain data.

    Raises:
        Unreadable: It is no JSON.
    """
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError, TypeError) as error:
        raise Unreadable("it is not JSON") from error
    return found


def from_plain(data: object, kind: type[T], **beside: object) -> T:
    """Make a value of plain data.

    Args:
        data: The data.
        kind: What they should be. Of `Value`, it is the class that they name.
        beside: Fields that belong to the value and do not travel with it.

    Raises:
        Unreadable: They are something else.
    """
    if not is_map(data):
        raise Unreadable("it is not a map")
    try:
        return _completed(kind, data, beside) if beside else _converter().structure(data, kind)
    except Unreadable:
        raise
    except Exception as error:  # cattrs raises exception groups; all of them mean the same here
        from cattrs import transform_error

        raise Unreadable("; ".join(transform_error(error)[:3])) from error


def members(kind: type) -> dict[str, type[object]]:
    """Give the fields of a class that travel, with their types."""
    left_out = {attribute.name for attribute in fields(kind) if not attribute.eq} if has(kind) else set[str]()
    return {name: form for name, form in get_type_hints(kind).items() if name not in left_out}


def usual(kind: type) -> dict[str, object]:
    """Give the fields of a class that need not be written, with the values that they have then."""
    if not has(kind) or not issubclass(kind, Action | Brief):
        return {}
    return {
        attribute.name: _made(attribute.default)
        for attribute in fields(kind)
        if attribute.default is not NOTHING and attribute.eq
    }


def _made(default: object) -> object:
    """Give a default that is made anew for each object, or the default itself."""
    make: object = getattr(default, "factory", None)
    return make() if callable(make) else default


def is_map(data: object) -> TypeGuard[Mapping[str, object]]:
    """Whether plain data are a map."""
    return isinstance(data, dict)


@cache
def _converter() -> Converter:
    from cattrs import Converter
    from cattrs.cols import is_namedtuple

    converter = Converter(forbid_extra_keys=True)
    for kind in (int, str, bool):
        converter.register_structure_hook(kind, strictly(kind))

    def writer(kind: type) -> Callable[[object], object]:
        return _writer(converter, kind)

    def tuple_reader(kind: object) -> Hook:
        return _tuple_reader(converter, kind)

    def reader(kind: type[object]) -> Hook:
        return lambda data, _: _completed(kind, data, {})

    converter.register_unstructure_hook_factory(has, writer)
    converter.register_structure_hook_factory(_is_tuple, tuple_reader)
    converter.register_unstructure_hook_factory(is_namedtuple, writer)
    converter.register_structure_hook_factory(is_namedtuple, reader)
    converter.register_structure_hook_factory(_is_whole, reader)
    converter.register_unstructure_hook_func(lambda kind: kind == Bag, dict)
    converter.register_structure_hook_func(lambda kind: kind == Bag, _read_bag)
    converter.register_structure_hook_func(lambda kind: kind == Mapping[int, str], _read_by_year)
    converter.register_structure_hook_func(
        lambda kind: kind in (Value, AnyAction, AnyEvent), lambda data, _: _read_tagged(converter, data)
    )
    return converter


def _writer(converter: Converter, kind: type) -> Callable[[object], dict[str, object]]:
    """Write the fields of a class that travel, behind the name of the class if it says what it is."""
    hooks = [(name, converter.get_unstructure_hook(form)) for name, form in members(kind).items()]
    start: dict[str, object] = {TAG: kind.__name__} if kind.__name__ in _KNOWN else {}
    if not issubclass(kind, Brief):
        return lambda value: start | {name: write(getattr(value, name)) for name, write in hooks}
    silent = usual(kind)

    def write_briefly(value: object) -> dict[str, object]:
        told = ((name, write, getattr(value, name)) for name, write in hooks)
        return {name: write(part) for name, write, part in told if name not in silent or part != silent[name]}

    return write_briefly


def _completed(kind: type[T], data: object, beside: Mapping[str, object]) -> T:
    """Make a value of all the fields that travelled and of those that did not."""
    if not is_map(data):
        raise Unreadable("it is not a map")
    kinds = members(kind)
    if wrong := (kinds.keys() ^ data.keys()) - (usual(kind).keys() - data.keys()):
        raise Unreadable(f"it has too much or too little: {', '.join(sorted(wrong))}")
    read: dict[str, object] = {name: _converter().structure(part, kinds[name]) for name, part in data.items()}
    return kind(**read, **beside)


def _read_tagged(converter: Converter, data: object) -> object:
    if not is_map(data):
        raise TypeError(f"{data!r} is not a map")
    name = data.get(TAG)
    if not isinstance(name, str) or name not in _KNOWN:
        raise TypeError(f"there is no {TAG} {name!r}")
    return converter.structure({key: value for key, value in data.items() if key != TAG}, _KNOWN[name])


def _is_whole(kind: type) -> bool:
    """Whether nothing of a class may be left out: that is for actions, which people write."""
    return has(kind) and not issubclass(kind, Action)


def _is_tuple(kind: object) -> bool:
    return get_origin(kind) is tuple


def _tuple_reader(converter: Converter, kind: object) -> Hook:
    """Take lists alone, of the right length: a text is no list of letters."""
    parts = get_args(kind)

    def read(data: object, _: object) -> tuple[object, ...]:
        if not _is_list(data):
            raise TypeError(f"{data!r} is not a list")
        kinds = [parts[0]] * len(data) if parts[-1] is Ellipsis else parts
        return tuple(converter.structure(one, form) for one, form in zip(data, kinds, strict=True))

    return read


def _is_list(data: object) -> TypeGuard[list[object] | tuple[object, ...]]:
    return isinstance(data, list | tuple)


def _read_bag(data: object, _: object) -> Bag:
    if not is_map(data):
        raise TypeError(f"{data!r} is not a map of amounts")
    if not all(type(amount) is int and amount > 0 for amount in data.values()):
        raise TypeError(f"{data!r} has something else than amounts")
    return tuple((name, amount) for name, amount in data.items() if isinstance(amount, int))


def _read_by_year(data: object, _: object) -> dict[int, str]:
    if not is_map(data):
        raise TypeError(f"{data!r} is not a map by years")
    if not all(isinstance(name, str) for name in data.values()):
        raise TypeError(f"{data!r} has something else than names")
    return {int(year): str(name) for year, name in data.items()}


def strictly(kind: type[object]) -> Hook:
    """Make a hook that takes nothing but values of a type: no `1` for true, no text for a number."""

    def structure(value: object, _: object) -> object:
        if type(value) is not kind:
            raise TypeError(f"{value!r} is not of type {kind.__name__}")
        return value

    return structure
