"""Rule sets for tests: the base game with further cards written as YAML text."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from kingsburg_rules.content.canonical import canonical_json, pack_document
from kingsburg_rules.content.documents import built_in, document
from kingsburg_rules.content.loading import compile_rules, edition_of
from kingsburg_rules.content.rules import EVERYTHING, Wanted

if TYPE_CHECKING:
    from kingsburg_rules.content.rules import Rules

PACK = 'id: test\nversion: "1"\nformat: 1\ntitle: Test\n'


def rules_with(cards: str, *, edition: str = "second", fidelity: str = EVERYTHING) -> Rules:
    """Compile the packs of an edition with a pack `test` that holds the cards given as YAML.

    Raises:
        ContentError: The cards have mistakes.
    """
    with TemporaryDirectory() as folder:
        Path(folder, "pack.yaml").write_text(PACK, encoding="utf-8")
        Path(folder, "cards.yaml").write_text(f"{cards}\nformat: 1\n", encoding="utf-8")
        text = canonical_json(pack_document(Path(folder)))
    found = edition_of(edition)
    documents = [built_in(pack) for pack in found.packs]
    wanted = Wanted(edition, fidelity=fidelity)
    return compile_rules(found, [*documents, document("test", text)], dict(found.switches), wanted)
