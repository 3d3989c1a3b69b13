"""Rule sets for tests: the base game with further cards written as YAML text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_rules.content.packs import Pack
from kingsburg_rules.content.rules import EVERYTHING, load_rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kingsburg_rules.content.rules import Rules

PACK = 'id: test\nversion: "1"\nformat: 1\ntitle: Test\n'


def rules_with(
    cards: str, *, edition: str = "second", modules: Iterable[str] = (), fidelity: str = EVERYTHING
) -> Rules:
    """Load an edition with a pack `test` that holds the cards given as YAML.

    Raises:
        ContentError: The cards have mistakes.
    """
    pack = Pack.from_files({"pack.yaml": PACK, "cards.yaml": f"{cards}\nformat: 1\n"})
    return load_rules(edition, modules=modules, packs=[pack], fidelity=fidelity)
