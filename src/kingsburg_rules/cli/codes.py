"""What `kingsburg explain` says of the codes that stand behind mistakes and warnings."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kingsburg_rules.content.code_texts import CodeText

_WIDTH = 88
_KINDS = {
    "mistake": "a mistake: until it is mended, the pack cannot be played",
    "warning": "a warning: the pack can be played, but this is likely not meant",
    "failure": "a failure: it came up when the pack was played",
}


def code_for_people(text: CodeText) -> str:
    """Write what a code means, how to cure what it stands for, and how to silence it."""
    parts = [f"{text.code} is {_KINDS[text.kind]}.", text.means]
    if text.cure:
        parts.append(f"Cure: {text.cure}")
    if text.silence:
        parts.append(f"If you mean it, say so in a comment on its line:\n    {text.silence} why you mean it")
    return "\n\n".join("\n".join(map(_wrapped, part.splitlines())) for part in parts)


def code_as_data(text: CodeText) -> dict[str, object]:
    """Tell the same to a program."""
    from kingsburg_rules.content.code_texts import page_of

    return {
        "code": text.code,
        "kind": text.kind,
        "means": text.means,
        "cure": text.cure,
        "silence": text.silence,
        "page": page_of(text.code),
    }


def _wrapped(line: str) -> str:
    return textwrap.fill(line, _WIDTH, break_long_words=False, break_on_hyphens=False)
