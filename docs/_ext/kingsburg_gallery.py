"""The card gallery: the pictures of all cards of a pack, then all that there is to say about each.

What is shown of a card is a list of sections, each a function from a reference and its card to lines of
Markdown. To show more of each card, add a function to `SECTIONS`.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from kingsburg_content import anchor, cards_of, join, pack_of, rules_with_pack
from kingsburg_errors import escaped
from kingsburg_workshop import as_change, workshop_link

from kingsburg_rules import editions, load_rules
from kingsburg_rules.content.built_in import data_folder
from kingsburg_rules.content.editions import edition_of
from kingsburg_rules.language.cards import (
    AdvisorCard,
    BuildingCard,
    CardNode,
    DestinyCard,
    EnemyCard,
    GovernorCard,
    RuleCard,
    StripCard,
    TileCard,
)
from kingsburg_rules.render import card as picture_of
from kingsburg_rules.render.palette import style
from kingsburg_rules.testing import read_examples
from kingsburg_rules.text.cards import explain
from kingsburg_rules.text.gaps import bag as written
from kingsburg_rules.text.gaps import owner_scope
from kingsburg_rules.text.languages import language_of
from kingsburg_rules.text.names import CardNames

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kingsburg_rules import Rules

CONTENT = "../../content"
"""Where the packs lie, seen from a page of the gallery."""

BASE = "base"
"""The pack on which all others build."""

COLUMNS = ("0", "I", "II", "III", "IV", "V", "VI")

KINDS = {
    "advisor": "Advisors",
    "building": "Buildings",
    "enemy": "Enemies",
    "rule": "Rules of the game",
    "destiny": "Destiny cards",
    "strip": "Strips",
    "governor": "Governors",
    "tile": "Tiles",
    "group": "Groups",
}
"""The headings of the kinds of cards."""

FILTER = '<div class="filter" data-items=".thumb" data-facets="kind fidelity" data-hint="Filter cards"></div>'
FEW_CARDS = 6
"""So many cards are seen at a glance, and need no field to filter them."""

STYLE = re.compile("<style>.*?</style>", re.DOTALL)

THEMES = ("light", "dark")

LANGUAGES = {"en": "English", "nl": "Dutch", "fr": "French"}
"""The languages in which cards are told."""

MARKS = {True: "\N{CHECK MARK}", False: "\N{MULTIPLICATION SIGN}"}
"""How examples begin: the card works, or it must not."""


def gallery_part(pack: str) -> str:
    """Show all cards of a pack: first their pictures, then kind by kind what there is to say."""
    lines = [*styles(), *pictures(pack)]
    for kind, cards in by_kind(pack).items():
        lines += [f"## {KINDS.get(kind, kind.capitalize())}", ""]
        for ref, card in cards.items():
            lines += [f"({anchor(ref)})=", f"### {title(ref, card)}", ""]
            for section in SECTIONS:
                lines += section(ref, card)
    return "\n".join(lines)


def pictures(pack: str) -> list[str]:
    """Lay the cards of a pack side by side, each a link to its description, with a field to filter them."""
    rules = rules_with_pack(pack)
    html: list[str] = [FILTER] if len(cards_of(pack)) > FEW_CARDS else []
    html.append('<div class="thumbs">')
    for ref, card in cards_of(pack).items():
        marks = f'data-kind="{card.kind}" data-fidelity="{card.fidelity}" data-words="{escape(card.id)}"'
        link = f'<a class="thumb" href="#{anchor(ref)}" aria-label="{escape(title(ref, card))}" {marks}>'
        html += [f"{link}{drawn(rules, ref)}</a>"]
    return ["```{raw} html", *html, "</div>", "```", ""]


def by_kind(pack: str) -> dict[str, dict[str, CardNode]]:
    """Give the cards of a pack by their kind, in the order of the pack."""
    kinds: dict[str, dict[str, CardNode]] = {}
    for ref, card in cards_of(pack).items():
        kinds.setdefault(card.kind, {})[ref] = card
    return kinds


def title(ref: str, card: CardNode) -> str:
    """Name a card; enemies share names, so theirs tell year and strength."""
    del ref
    if isinstance(card, EnemyCard):
        return f"{card.name}, year {COLUMNS[card.year]}, strength {card.strength}"
    return card.name


def facts(ref: str, card: CardNode) -> list[str]:
    """Say what is printed on it besides its effect: what it is, and its numbers."""
    name = rules_with_pack(pack_of(ref)).table.card[ref]
    id_ = rules_with_pack(pack_of(ref)).table.cards[name].name
    return [f"`{id_}` \N{MIDDLE DOT} {join(list(numbers(card)), 'and')}", ""]


def drawn(rules: Rules, ref: str) -> str:
    """Draw a card as it would lie on a table, light or dark as the reader has it."""
    return "".join(
        f'<span class="only-{theme}">{STYLE.sub("", picture_of(rules, ref, theme=theme))}</span>'
        for theme in THEMES
    )


def styles() -> list[str]:
    """Give the style sheets of the pictures: once for the page, not for every card again."""
    return ["```{raw} html", f"<style>{''.join(map(style, THEMES))}</style>", "```", ""]


def numbers(card: CardNode) -> Iterable[str]:
    """Give the numbers on a card, in words."""
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
        case _:
            yield card.kind


def bag(amounts: Iterable[tuple[str, int]]) -> str:
    """Write amounts as the texts of cards do: `2 goods of your choice and 1 VP`."""
    scope = owner_scope(CardNames(load_rules(), language_of("en")))
    return written(scope, tuple(amounts)) or "nothing"


def other_names(ref: str, card: CardNode) -> list[str]:
    """Say what other editions call the card."""
    called: dict[str, list[str]] = {}
    for name in editions():
        names = dict(edition_of(name).names)
        if card.id in names or ref in names:
            called.setdefault(names.get(ref) or names[card.id], []).append(f"`{name}`")
    return [line for old, where in called.items() for line in (f"Called *{old}* in {join(where)}.", "")]


def says(ref: str, card: CardNode) -> list[str]:
    """Give the author's text."""
    del ref
    return [f"> {escaped(card.text)}", ""] if card.text else []


def generated(ref: str, card: CardNode) -> list[str]:
    """Give the rules text generated from the YAML, in every language, folded up."""
    del card
    texts = {code: explain(ref, rules_with_pack(pack_of(ref)), language=code) for code in LANGUAGES}
    lines = [
        f"<details><summary>Generated rules text, in {join(list(LANGUAGES.values()))}</summary>",
        "",
    ]
    for code, text in texts.items():
        lines += [f'<p lang="{code}"><b>{escape(text.name)}.</b> {escape(text.generated)}</p>', ""]
    return [*lines, "</details>", ""]


def sure(ref: str, card: CardNode) -> list[str]:
    """Say how sure we are of the card, and why."""
    del ref
    return [f"{badge(card.fidelity)} {escaped(card.note)}".rstrip(), ""]


def badge(fidelity: str) -> str:
    """Mark a fidelity, so that it is seen at a glance."""
    return f'<span class="fidelity {fidelity}">{fidelity}</span>'


def examples(ref: str, card: CardNode) -> list[str]:
    """List the examples: where the card works, and where it must not."""
    del ref
    lines = [f"- {MARKS[example.works]} {escaped(example.shows)}" for example in read_examples(card)]
    return ["{.marked}", *lines, ""] if lines else []


def source(ref: str, card: CardNode) -> list[str]:
    """Show the YAML of the card as it stands in its file, with its lines, folded up."""
    del ref
    file, first, last = lines_of(card)
    return [
        f"<details><summary>YAML: {file}, line {first}</summary>",
        "",
        f"```{{literalinclude}} {CONTENT}/{file}",
        ":language: yaml",
        f":lines: {first}-{last}",
        ":lineno-match:",
        ":dedent: 2",
        "```",
        "",
        "</details>",
        "",
    ]


def lines_of(card: CardNode) -> tuple[str, int, int]:
    """Find the first and the last line of a card in its file."""
    file, _, _ = card.at.partition("#")
    _, _, line = rules_with_pack(pack_of(file)).table.place(card.at).rpartition(":")
    text = Path(data_folder("content"), file).read_text(encoding="utf-8").splitlines()
    first = last = int(line)
    margin = indent(text[first - 1])
    for number in range(first + 1, len(text) + 1):
        if text[number - 1].strip():
            if indent(text[number - 1]) <= margin:
                break
            last = number
    return file, first, last


def text_of(card: CardNode) -> str:
    """Give the YAML of a card as it was written, with the remarks in it."""
    file, first, last = lines_of(card)
    lines = Path(data_folder("content"), file).read_text(encoding="utf-8").splitlines()
    return "\n".join(lines[first - 1 : last])


def indent(line: str) -> int:
    """Count the spaces before a line."""
    return len(line) - len(line.lstrip())


def workshop(ref: str, card: CardNode) -> list[str]:
    """Link to the workshop, where the card can be changed and played."""
    pack = pack_of(ref)
    text = as_change(ref, card.kind, text_of(card))
    return [workshop_link(text, () if pack == BASE else (pack,)), ""]


SECTIONS: list[Callable[[str, CardNode], list[str]]] = [
    *(facts, says, other_names, sure, examples, generated, source, workshop),
]
"""What is shown of a card, in this order."""
