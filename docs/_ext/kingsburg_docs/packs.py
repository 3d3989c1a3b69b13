"""Modules and scenarios: what goes together, and the cards, words, moments and numbers of each."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

from kingsburg_docs.cards import badge, by_kind
from kingsburg_docs.content import cards_of, pack_order, walk
from kingsburg_docs.templating import for_templates, join, render
from kingsburg_docs.words import kinds_of_words
from kingsburg_rules import editions
from kingsburg_rules.content.built_in import built_in, edition_of
from kingsburg_rules.language.cards import (
    AdvisorCard,
    GovernorCard,
    ModifierCard,
    PermissionWord,
    TileCard,
    Trigger,
)
from kingsburg_rules.language.files import PackInfo
from kingsburg_rules.language.flow import Prevent, Set
from kingsburg_rules.language.lasting import LastingStep
from kingsburg_rules.language.registry import Node, Word, read_fields
from kingsburg_rules.language.vocabulary import BEFORE, EVENTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kingsburg_rules.language.cards import CardNode

BASE = "base"
MOMENTS = "/reference/events-and-stats.md"
KNOWN = frozenset(event.name for event in EVENTS)
FIDELITIES = ("printed", "inferred", "reconstructed")


@cache
def info(pack: str) -> PackInfo:
    """Read the `pack.yaml` of a pack."""
    return read_fields(PackInfo, built_in(pack).info, f"{pack}/pack.yaml#")


def name_of(pack: str) -> str:
    """Return the title of a pack without its number: `Destiny cards`."""
    if pack == BASE:
        return "The base game"
    name = info(pack).title.rpartition(": ")[2]
    return name[:1].upper() + name[1:]


def pack_link(pack: str) -> str:
    """Link to the page of a module or a scenario."""
    return "the base game" if pack == BASE else f"[{name_of(pack)}](/modules/{pack}.md)"


def foe_links(pack: str) -> list[str]:
    """Link to the packs that cannot be in play with this one, whichever of the two says so."""
    return [
        pack_link(other)
        for other in pack_order()
        if other in info(pack).conflicts or pack in info(other).conflicts
    ]


def editions_with(pack: str) -> str:
    """Name the editions that have a pack."""
    found = {name: edition_of(name) for name in editions()}
    there = [name for name, edition in found.items() if pack in (*edition.modules, *edition.scenarios)]
    return "all" if len(there) == len(found) else join([f"`{name}`" for name in there])


def variants_of(pack: str) -> list[str]:
    """Name the variants of a pack."""
    return [f"`{variant}`" for variant, _ in info(pack).variants]


def sure(pack: str) -> Counter[str]:
    """Count the cards of a pack by their fidelity."""
    return Counter(card.fidelity for card in cards_of(pack).values())


def moment(name: str) -> str:
    """Link to a moment; one that a pack brings is described nowhere else."""
    return f"[`{name}`]({MOMENTS}#event-{name})" if name in KNOWN else f"`{name}`"


def number(name: str) -> str:
    """Link to a number of the rules."""
    return f"[`{name}`]({MOMENTS}#stat-{name})"


def linked_word(cls: type[Word]) -> str:
    """Link to a word in the reference."""
    return f"[`{cls.word}`](#{kinds_of_words()[cls]}-{cls.word})"


def changed_numbers(node: Node) -> Iterator[str]:
    """Link to the number that a node changes, for good or for a while."""
    if isinstance(node, ModifierCard | LastingStep):
        yield number(node.what)


for_templates(name_of, pack_link, foe_links, editions_with, variants_of, sure, info, cards_of)


def together_part() -> str:
    """Show which packs an edition has, and what does not go together."""
    return render("together", packs=[pack for pack in pack_order() if pack != BASE])


def gallery_index_part() -> str:
    """Count the cards of each pack, by their fidelity."""
    return render("gallery_index", packs=pack_order(), fidelities=FIDELITIES)


def unsure_part(fidelity: str) -> str:
    """List the cards of a fidelity with their notes, pack by pack."""
    found = {
        pack: {ref: card for ref, card in cards_of(pack).items() if card.fidelity == fidelity}
        for pack in pack_order()
    }
    return render("unsure", found=found, fidelity=fidelity)


def pack_part(pack: str) -> str:
    """Show what is to be known of a pack at a glance."""
    counted = sure(pack)
    marks = join([f"{counted[one]} {badge(one)}" for one in FIDELITIES if counted[one]])
    facts = {
        "Id": f"`{pack}`",
        "Editions": editions_with(pack),
        "Needs": join([pack_link(other) for other, _ in info(pack).requires]),
        "Not together with": join(foe_links(pack)),
        "Variants": join(variants_of(pack)),
        "Cards": f"{counted.total()}: {marks}",
    }
    return render("pack", facts=facts)


def pack_cards_part(pack: str) -> str:
    """List the cards of a pack, kind by kind, with what they do and how sure we are."""
    return render("pack_cards", kinds=by_kind(cards_of(pack)))


# Which card is made of what


def carried_part(wanted: str) -> str:
    """Draw the table of the cards of a pack, or of some of its kinds: `base advisor building`."""
    pack, *kinds = wanted.split()
    cards = {ref: card for ref, card in cards_of(pack).items() if not kinds or card.kind in kinds}
    columns = _moments, _words, _changes
    rows = {ref: [_listed(column(card)) for column in columns] for ref, card in cards.items()}
    return render("carried", rows=rows)


def _listed(entries: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(entries))


def _moments(card: CardNode) -> Iterator[str]:
    """Yield the moments of a card; one with a star may be changed by it."""
    if isinstance(card, AdvisorCard | TileCard) or (isinstance(card, GovernorCard) and card.places):
        yield "as a reward"
    for trigger in card.triggers:
        changes = any(isinstance(node, Set | Prevent) for node in walk(trigger))
        yield moment(trigger.when) + ("\\*" if changes and trigger.when.startswith(BEFORE) else "")


def _words(card: CardNode) -> Iterator[str]:
    """Yield the tests, the steps and the values of a card; its permissions are in another cell."""
    nodes = [node for node in walk(card, examples=False) if not isinstance(node, PermissionWord)]
    for kind in ("test", "step", "value"):
        if kind == "step" and any(isinstance(node, Trigger) and node.cost for node in nodes):
            yield "a price"
        for node in nodes:
            if isinstance(node, Word) and kinds_of_words().get(type(node)) == kind:
                yield linked_word(type(node))


def _changes(card: CardNode) -> Iterator[str]:
    """Yield the numbers that a card changes, and what it allows its owner."""
    for node in walk(card, examples=False):
        if isinstance(node, PermissionWord):
            yield linked_word(type(node))
        yield from changed_numbers(node)
    if card.memory:
        yield f"remembers {', '.join(f'`{one.id}`' for one in card.memory)}"
