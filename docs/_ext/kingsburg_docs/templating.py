"""Markdown from templates: the pages' generated parts, and the helpers that templates share."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined


def escaped(text: str) -> str:
    """Write a sentence so that Markdown leaves it alone."""
    return re.sub(r"([\\*_\[\]`<>#|{}])", r"\\\1", text)


def join(words: Sequence[str], last: str = "and") -> str:
    """Join words with commas, and with another word before the last."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).with_name("templates")),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    autoescape=False,
)
_TEMPLATES.filters |= {
    "code": lambda words: [f"`{word}`" for word in words],
    "listed": lambda words, last="and": join([*words], last),
    "md": escaped,
}


def for_templates(*helpers: Callable[..., object], **constants: object) -> None:
    """Give all templates functions by their names, and constants."""
    _TEMPLATES.globals.update({helper.__name__: helper for helper in helpers}, **constants)


def render(template: str, **values: object) -> str:
    """Fill a template of the folder `templates`."""
    return _TEMPLATES.get_template(f"{template}.md.jinja").render(**values)
