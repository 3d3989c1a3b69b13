"""The modules and scenarios: what goes with what, and which cards, words and moments each brings."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from kingsburg_content import cards_of, join, linked, pack_order, walk
from kingsburg_errors import escaped
from kingsburg_gallery import KINDS, badge, by_kind
from kingsburg_moments import changers, listeners
from kingsburg_words import title

from kingsburg_rules import editions, load_rules
from kingsburg_rules.content.built_in import built_in
from kingsburg_rules.content.editions import edition_of
from kingsburg_rules.language.files import PackInfo
from kingsburg_rules.language.permissions import PERMISSIONS
from kingsburg_rules.language.registry import STEPS, TESTS, VALUES, Node, Word, read_fields
from kingsburg_rules.language.tests import ModuleIs, SwitchIs
from kingsburg_rules.language.vocabulary import EVENTS, STATS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

N = TypeVar("N", bound=Node)

BASE = "base"
MOMENTS = "/reference/events-and-stats.md"
FIDELITIES = ("printed", "inferred", "reconstructed")


@cache
def info(pack: str) -> PackInfo:
    """Read the `pack.yaml` of a pack."""
    return read_fields(PackInfo, built_in(pack).info, f"{pack}/pack.yaml#")


def name_of(pack: str) -> str:
    """Give the title of a pack without its number: `Destiny cards`."""
    name = info(pack).title.rpartition(": ")[2]
    return name[:1].upper() + name[1:]


def together_part() -> str:
    """Show which packs an edition has, and what does not go together."""
    lines = [
        "{.stack .together}",
        "| | id | editions | not together with | variants |",
        "|---|---|---|---|---|",
    ]
    for pack in pack_order():
        if pack != BASE:
            enemies = [f"[{name_of(other)}](/modules/{other}.md)" for other in foes(pack)]
            variants = [f"`{variant}`" for variant, _ in info(pack).variants]
            lines.append(
                f"| [{name_of(pack)}](/modules/{pack}.md) | `{pack}` | {editions_with(pack)} "
                f"| {', '.join(enemies)} | {', '.join(variants)} |"
            )
    return "\n".join([*lines, ""])


def editions_with(pack: str) -> str:
    """Say which editions have a pack."""
    there = [edition for edition in editions() if pack in parts(edition)]
    return "all" if len(there) == len(editions()) else join([f"`{edition}`" for edition in there])


def parts(edition: str) -> tuple[str, ...]:
    """List the modules and scenarios of an edition."""
    found = edition_of(edition)
    return (*found.modules, *found.scenarios)


def foes(pack: str) -> list[str]:
    """List the packs that cannot be in play with this one, whoever of the two says so."""
    return [other for other in pack_order() if other in info(pack).conflicts or pack in info(other).conflicts]


def gallery_index_part() -> str:
    """Count the cards of each pack, by how sure we are of them."""
    lines = [
        "{.counts}",
        f"| cards of | {' | '.join(map(badge, FIDELITIES))} |",
        f"|---|{'--:|' * len(FIDELITIES)}",
    ]
    for pack in pack_order():
        counted = Counter(card.fidelity for card in cards_of(pack).values())
        counts = " | ".join(str(counted[fidelity] or "") for fidelity in FIDELITIES)
        name = "The base game" if pack == BASE else name_of(pack)
        lines.append(f"| [{name}](/cards/{pack}.md) | {counts} |")
    return "\n".join([*lines, ""])


def unsure_part(fidelity: str) -> str:
    """List the cards of a fidelity with what their notes say, pack by pack."""
    lines: list[str] = []
    for pack in pack_order():
        cards = {ref: card for ref, card in cards_of(pack).items() if card.fidelity == fidelity}
        if cards:
            name = "The base game" if pack == BASE else name_of(pack)
            lines += [
                f"### {name}, {fidelity}",
                "",
                "{.stack}",
                "| card | what is known, and what is ours |",
                "|---|---|",
            ]
            lines += [f"| {linked(ref)} | {escaped(card.note)} |" for ref, card in cards.items()]
            lines.append("")
    return "\n".join(lines)


def pack_part(pack: str) -> str:
    """Say what is to be known of a pack at a glance."""
    counted = Counter(card.fidelity for card in cards_of(pack).values())
    sure = join([f"{counted[one]} {badge(one)}" for one in FIDELITIES if counted[one]])
    entries = {
        "Id": f"`{pack}`",
        "Editions": editions_with(pack),
        "Needs": join([needed(other) for other, _ in info(pack).requires]),
        "Not together with": join([f"[{name_of(other)}](/modules/{other}.md)" for other in foes(pack)]),
        "Variants": join([f"`{variant}`" for variant, _ in info(pack).variants]),
        "Cards": f"{sum(counted.values())}: {sure}",
    }
    return "\n".join(["{.facts}", *(f"{name}\n: {entry}\n" for name, entry in entries.items() if entry)])


def needed(pack: str) -> str:
    """Name a pack that another one needs."""
    return "the base game" if pack == BASE else f"[{name_of(pack)}](/modules/{pack}.md)"


def pack_cards_part(pack: str) -> str:
    """List the cards of a pack, kind by kind, with what they do and how sure we are."""
    lines: list[str] = []
    for kind, cards in by_kind(pack).items():
        lines += [
            f"**{KINDS.get(kind, kind.capitalize())}**",
            "",
            "{.stack}",
            "| card | what it does | how sure |",
            "|---|---|---|",
        ]
        lines += [
            f"| {linked(ref)} | {escaped(card.text)} | {badge(card.fidelity)} |"
            for ref, card in cards.items()
        ]
        lines.append("")
    return "\n".join(lines)


def pack_words_part(pack: str) -> str:
    """List the words that the cards of a pack are made of: first those that the base game does without."""
    there, known = words_of(pack), {*words_of(BASE), *calendar_words()}
    new = [linked_word(word) for word in there if word not in known]
    old = [linked_word(word) for word in there if word in known]
    lines: list[str] = []
    if new:
        lines += [f"Words that the base game does not need: {join(new)}.", ""]
    if old:
        begin = "Words that it shares with the base game:" if new else "It needs only words of the base game:"
        lines += [f"{begin} {join(old)}.", ""]
    switches = sorted({name for word in nodes_of(pack, SwitchIs) for name, _ in word.values})
    if switches:
        lines += [
            f"Switches that matter here: {join([linked_switch(name) for name in switches])}.",
            "",
        ]
    others = sorted(
        {name for word in nodes_of(pack, ModuleIs) for name in word.among}
        - {variant for variant, _ in info(pack).variants}
    )
    if others:
        lines += [
            f"Some cards depend on whether these are in play: {join([f'`{name}`' for name in others])}.",
            "",
        ]
    return "\n".join(lines)


def words_of(pack: str) -> dict[type[Word], None]:
    """Collect the words on the cards of a pack, those in examples left out."""
    return dict.fromkeys(type(node) for node in nodes_of(pack, Word) if type(node) in kinds_of_words())


def calendar_words() -> Iterator[type[Word]]:
    """Give the words of the calendar."""
    for node in walk(load_rules().calendar):
        if isinstance(node, Word):
            yield type(node)


def nodes_of(pack: str, cls: type[N]) -> Iterator[N]:
    """Find the words of a class on the cards of a pack."""
    for card in cards_of(pack).values():
        for node in walk(card, examples=False):
            if isinstance(node, cls):
                yield node


@cache
def kinds_of_words() -> dict[type[Word], str]:
    """Give the kind of every word that cards are made of."""
    return {
        cls: title(vocabulary)
        for vocabulary in (STEPS, TESTS, VALUES, PERMISSIONS)
        for cls in vocabulary.words.values()
    }


def linked_word(cls: type[Word]) -> str:
    """Link to a word in the reference."""
    return f"[`{cls.word}`](#{kinds_of_words()[cls]}-{cls.word})"


def linked_switch(name: str) -> str:
    """Link to a switch in the reference."""
    return f"[`{name}`](/reference/switches.md#{name})"


def pack_moments_part(pack: str) -> str:
    """List the moments at which the cards of a pack act, and the numbers that they change."""
    cards = cards_of(pack)
    heard, changed = listeners(cards), changers(cards)
    lines = table("moment", "cards that react", "event", [event.name for event in EVENTS], heard)
    lines += table("number", "cards that change it", "stat", [stat.name for stat in STATS], changed)
    return "\n".join(lines) or "No card reacts to a moment.\n"


def table(what: str, who: str, anchor: str, names: Iterable[str], found: dict[str, list[str]]) -> list[str]:
    """Draw a table of names with the cards that belong to them, in the order of the reference."""
    rows = [
        f"| [`{name}`]({MOMENTS}#{anchor}-{name}) | {', '.join(found[name])} |"
        for name in names
        if name in found
    ]
    return ["{.stack}", f"| {what} | {who} |", "|---|---|", *rows, ""] if rows else []
