"""The packs in `examples/packs`: what each of them brings, and what its cards say in three languages."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
from kingsburg_content import join
from kingsburg_cookbook import told
from kingsburg_errors import escaped
from kingsburg_gallery import KINDS, numbers, title

from kingsburg_rules import Pack, load_rules, modules
from kingsburg_rules.content.assembly import overridden
from kingsburg_rules.language.cards import DeckCard, RuleCard
from kingsburg_rules.language.files import PackInfo
from kingsburg_rules.language.registry import read_fields

if TYPE_CHECKING:
    from kingsburg_rules import Rules
    from kingsburg_rules.language.cards import CardNode

HEADINGS = {**KINDS, "card": "Cards of its own deck"}
SHELF = Path(__file__).parents[2] / "examples" / "packs"


@attrs.frozen
class FanPack:
    """A pack of the shelf, as it is written."""

    path: Path
    pack: Pack
    info: PackInfo

    @property
    def rules(self) -> Rules:
        """The game with it and with the modules that it requires."""
        needs = [pack for pack, _ in self.info.requires if pack in modules()]
        return load_rules(packs=[self.pack], modules=needs)

    @property
    def cards(self) -> dict[str, CardNode]:
        """The cards that it changes and those that it brings, by reference."""
        changed = overridden(self.pack.document)
        cards = self.rules.cards
        return {ref: cards[ref] for ref in cards if ref in changed or ref.startswith(f"{self.info.id}/")}


@cache
def fan_pack(name: str) -> FanPack:
    """Read a pack of the shelf."""
    pack = Pack.read(SHELF / name)
    info = read_fields(PackInfo, dict(pack.document.info), f"{name}/pack.yaml#")
    return FanPack(SHELF / name, pack, info)


def fan_packs() -> tuple[str, ...]:
    """List the packs of the shelf."""
    return tuple(sorted(folder.name for folder in SHELF.iterdir() if (folder / "pack.yaml").is_file()))


def fan_pack_part(name: str) -> str:
    """Show a pack: what it is, its files, and its cards kind by kind."""
    pack = fan_pack(name)
    lines = ["{.facts}", *(f"{what}\n: {entry}\n" for what, entry in _facts(pack).items() if entry), ""]
    lines += ["## Cards", ""]
    for kind, cards in _by_kind(pack).items():
        lines += [f"### {HEADINGS.get(kind, kind.capitalize())}", ""]
        for ref, card in cards.items():
            lines += [
                f"#### {escaped(title(ref, card))}",
                "",
                f"`{ref}` \N{MIDDLE DOT} {_numbers(card)}",
                "",
            ]
            lines += told(pack.rules, ref, card)
    lines += ["## Files", ""]
    for file in sorted(pack.path.rglob("*.yaml")):
        inner = file.relative_to(pack.path).as_posix()
        lines += [
            f"<details><summary>{inner}</summary>",
            "",
            f"```{{literalinclude}} ../../examples/packs/{name}/{inner}",
            ":language: yaml",
            "```",
            "",
            "</details>",
            "",
        ]
    return "\n".join(lines)


def _facts(pack: FanPack) -> dict[str, str]:
    info = pack.info
    most = "" if info.players is None or info.players.most is None else f"up to {info.players.most}"
    return {
        "Id": f"`{info.id}`",
        "Title": escaped(info.title),
        "Kind": info.kind,
        "Needs": join([f"`{other}`" for other, _ in info.requires]),
        "Not together with": join([f"`{other}`" for other in info.conflicts]),
        "Players": most,
        "Languages": join([*info.languages]),
        "Folder": f"`examples/packs/{info.id}`",
    }


def _by_kind(pack: FanPack) -> dict[str, dict[str, CardNode]]:
    """Give the cards by their kind, the rules of the game first."""
    kinds: dict[str, dict[str, CardNode]] = {}
    for ref, card in sorted(pack.cards.items(), key=lambda entry: not isinstance(entry[1], RuleCard)):
        kinds.setdefault(card.kind, {})[ref] = card
    return kinds


def _numbers(card: CardNode) -> str:
    return f"deck {card.deck}" if isinstance(card, DeckCard) else join([*numbers(card)])
