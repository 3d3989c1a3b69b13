"""Cards on pages: their pictures, numbers, texts and lines; the gallery, and the example packs."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kingsburg_docs.content import ROOT, anchor, cards_of, linked, pack_of, rules_with_pack
from kingsburg_docs.templating import for_templates, join, render
from kingsburg_docs.words import TEXTS
from kingsburg_docs.workshop import as_change, workshop_link
from kingsburg_rules import Pack, editions, load_rules, modules
from kingsburg_rules.content.assembly import overridden
from kingsburg_rules.content.built_in import data_folder, edition_of
from kingsburg_rules.language.cards import (
    AdvisorCard,
    BuildingCard,
    CardNode,
    DeckCard,
    DestinyCard,
    EnemyCard,
    GovernorCard,
    RuleCard,
    StripCard,
    TileCard,
)
from kingsburg_rules.language.files import PackInfo
from kingsburg_rules.language.registry import read_fields
from kingsburg_rules.render import card as picture_of
from kingsburg_rules.render.look import style
from kingsburg_rules.testing import read_examples
from kingsburg_rules.text.cards import explain
from kingsburg_rules.text.gaps import bag as written
from kingsburg_rules.text.gaps import owner_speech
from kingsburg_rules.text.languages import language_of
from kingsburg_rules.text.names import CardNames

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kingsburg_rules import Rules

SHELF = ROOT / "examples" / "packs"
COLUMNS = ("0", "I", "II", "III", "IV", "V", "VI")
STYLE = re.compile("<style>.*?</style>", re.DOTALL)
THEMES = ("light", "dark")
LANGUAGES = {"en": "English", "nl": "Dutch", "fr": "French"}
"""The languages of generated texts."""


def by_kind(cards: Mapping[str, CardNode]) -> dict[str, dict[str, CardNode]]:
    """Sort cards by the headings of their kinds."""
    kinds: dict[str, dict[str, CardNode]] = {}
    for ref, card in cards.items():
        heading = TEXTS["kinds"].get(card.kind, card.kind.capitalize())
        kinds.setdefault(heading, {})[ref] = card
    return kinds


def title(card: CardNode) -> str:
    """Name a card; enemies share names, so theirs have year and strength."""
    if isinstance(card, EnemyCard):
        return f"{card.name}, year {COLUMNS[card.year]}, strength {card.strength}"
    return card.name


def drawn(rules: Rules, ref: str) -> str:
    """Draw a card as it would lie on a table, light or dark as the reader has it."""
    return "".join(
        f'<span class="only-{theme}">{STYLE.sub("", picture_of(rules, ref, theme=theme))}</span>'
        for theme in THEMES
    )


def styles() -> str:
    """Return the style sheets of the pictures: once for the page, not for every card again."""
    return "\n".join(["```{raw} html", f"<style>{''.join(map(style, THEMES))}</style>", "```", ""])


def numbers(card: CardNode) -> Iterable[str]:
    """Yield the numbers on a card, in words."""
    match card:
        case AdvisorCard() | TileCard():
            yield f"rank {card.rank}"
        case BuildingCard():
            yield f"row {card.row}, column {COLUMNS[card.column]}"
            yield f"costs {bag(card.cost)}"
            yield f"{card.vp} VP"
            if card.strip:
                yield "on a strip"
        case EnemyCard():
            yield f"victory brings {bag(card.reward)}"
            yield f"defeat costs {bag(card.penalty)}"
        case StripCard():
            yield f"covers row {card.row}"
            yield f"{card.copies} copies"
        case GovernorCard(places=places) if places:
            yield "governor"
            yield f"advisors of their own: ranks {join([str(place.rank) for place in places])}"
        case DestinyCard(held_by="everyone"):
            yield "in force for a year"
            yield "held by everyone"
        case RuleCard():
            yield "in force from the start of the game"
        case DeckCard():
            yield f"deck {card.deck}"
        case _:
            yield card.kind


def bag(amounts: Iterable[tuple[str, int]]) -> str:
    """Write amounts as the texts of cards do: `2 goods of your choice and 1 VP`."""
    scope = owner_speech(CardNames(load_rules(), language_of("en")))
    return written(scope, tuple(amounts)) or "nothing"


def other_names(ref: str, card: CardNode) -> dict[str, list[str]]:
    """Return the names of a card in other editions, with those editions."""
    called: dict[str, list[str]] = {}
    for name in editions():
        names = dict(edition_of(name).names)
        if card.id in names or ref in names:
            called.setdefault(names.get(ref) or names[card.id], []).append(f"`{name}`")
    return called


def badge(fidelity: str) -> str:
    """Mark a fidelity, so that it is seen at a glance."""
    return f'<span class="fidelity {fidelity}">{fidelity}</span>'


def lines_of(card: CardNode) -> tuple[str, int, int]:
    """Find the first and the last line of a card in its file."""
    file, _, _ = card.at.partition("#")
    _, _, line = rules_with_pack(pack_of(file)).compiled.place(card.at).rpartition(":")
    text = Path(data_folder("content"), file).read_text(encoding="utf-8").splitlines()
    first = last = int(line)
    margin = _indent(text[first - 1])
    for number in range(first + 1, len(text) + 1):
        if text[number - 1].strip():
            if _indent(text[number - 1]) <= margin:
                break
            last = number
    return file, first, last


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def text_of(card: CardNode) -> str:
    """Return the YAML of a card as it was written, with its comments."""
    file, first, last = lines_of(card)
    lines = Path(data_folder("content"), file).read_text(encoding="utf-8").splitlines()
    return "\n".join(lines[first - 1 : last])


def own_name(ref: str) -> str:
    """Return the name of a card in events and views."""
    compiled = rules_with_pack(pack_of(ref)).compiled
    return compiled.cards[compiled.card[ref]].name


def workshop_of(ref: str, card: CardNode) -> str:
    """Link to the workshop, where a card of the library can be changed and played."""
    pack = pack_of(ref)
    return workshop_link(as_change(ref, card.kind, text_of(card)), () if pack == "base" else (pack,))


for_templates(escape, anchor, linked, by_kind, title, drawn, styles, numbers, badge, own_name, lines_of)
for_templates(other_names, read_examples, explain, workshop_of, workshop_link, LANGUAGES=LANGUAGES)


def gallery_part(pack: str) -> str:
    """Show all cards of a pack: first their pictures, then kind by kind what there is to say."""
    return render("gallery", cards=cards_of(pack), rules=rules_with_pack(pack))


# The packs in `examples/packs`


@cache
def _rules_with(pack: Pack, needs: tuple[str, ...]) -> Rules:
    return load_rules(packs=[pack], modules=needs)


class FanPack(NamedTuple):
    """An example pack, as it is written."""

    path: Path
    pack: Pack
    info: PackInfo

    @property
    def rules(self) -> Rules:
        """The game with it and with the modules that it requires."""
        return _rules_with(self.pack, tuple(pack for pack, _ in self.info.requires if pack in modules()))

    @property
    def cards(self) -> dict[str, CardNode]:
        """The cards that it changes and those that it brings, by reference, the rules of the game first."""
        changed = overridden(self.pack.document)
        own = {
            ref: card
            for ref, card in self.rules.cards.items()
            if ref in changed or ref.startswith(f"{self.info.id}/")
        }
        return dict(sorted(own.items(), key=lambda entry: not isinstance(entry[1], RuleCard)))

    @property
    def facts(self) -> dict[str, str]:
        """Its properties at a glance; a page leaves out those that are empty."""
        info = self.info
        most = None if info.players is None else info.players.most
        return {
            "Id": f"`{info.id}`",
            "Title": info.title,
            "Kind": info.kind,
            "Needs": join([f"`{other}`" for other, _ in info.requires]),
            "Not together with": join([f"`{other}`" for other in info.conflicts]),
            "Players": "" if most is None else f"up to {most}",
            "Languages": join([*info.languages]),
            "Folder": f"`examples/packs/{info.id}`",
        }


@cache
def fan_pack(name: str) -> FanPack:
    """Read an example pack."""
    pack = Pack.read(SHELF / name)
    return FanPack(SHELF / name, pack, read_fields(PackInfo, dict(pack.document.info), f"{name}/pack.yaml#"))


def fan_packs() -> tuple[str, ...]:
    """List the example packs."""
    return tuple(sorted(folder.name for folder in SHELF.iterdir() if (folder / "pack.yaml").is_file()))


def fan_pack_part(name: str) -> str:
    """Show an example pack: what it is, its cards kind by kind, and its files."""
    pack = fan_pack(name)
    files = [path.relative_to(SHELF).as_posix() for path in sorted(pack.path.rglob("*.yaml"))]
    return render("fan_pack", pack=pack, rules=pack.rules, files=files)
