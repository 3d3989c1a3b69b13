"""How each card is made: at which moments it works, of which words it is made, what it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingsburg_content import cards_of, linked, walk
from kingsburg_packs import MOMENTS, kinds_of_words, linked_word

from kingsburg_rules.language.abilities import ModifierCard, Trigger
from kingsburg_rules.language.cards import AdvisorCard, GovernorCard, TileCard
from kingsburg_rules.language.flow import Prevent, Set
from kingsburg_rules.language.memory import LastingStep
from kingsburg_rules.language.permissions import PermissionWord
from kingsburg_rules.language.registry import Word
from kingsburg_rules.language.vocabulary import BEFORE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kingsburg_rules.language.cards import CardNode


def carried_part(wanted: str) -> str:
    """Draw the table of the cards of a pack, or of some of its kinds: `base advisor building`."""
    pack, *kinds = wanted.split()
    lines = [
        "{.stack .carried}",
        "| card | when it works | words | what it changes and allows |",
        "|---|---|---|---|",
    ]
    for ref, card in cards_of(pack).items():
        if not kinds or card.kind in kinds:
            cells = [listed(moments(card)), listed(words(card)), listed(changes(card))]
            lines.append(f"| {linked(ref)} | {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def listed(entries: Iterable[str]) -> str:
    """Join what stands in a cell, each thing once."""
    return ", ".join(dict.fromkeys(entries))


def moments(card: CardNode) -> Iterator[str]:
    """Give the moments of a card; one with a star may be changed by it."""
    if isinstance(card, AdvisorCard | TileCard) or (isinstance(card, GovernorCard) and card.places):
        yield "as a reward"
    for trigger in card.triggers:
        changes = any(isinstance(node, Set | Prevent) for node in walk(trigger))
        yield moment(trigger.when) + ("\\*" if changes and trigger.when.startswith(BEFORE) else "")


def moment(name: str) -> str:
    """Link to a moment."""
    return f"[`{name}`]({MOMENTS}#event-{name})"


def words(card: CardNode) -> Iterator[str]:
    """Give the tests, the steps and the values of a card; its options stand in another cell."""
    nodes = [node for node in walk(card, examples=False) if not isinstance(node, PermissionWord)]
    for kind in ("test", "step", "value"):
        if kind == "step" and any(isinstance(node, Trigger) and node.cost for node in nodes):
            yield "a price"
        for node in nodes:
            if isinstance(node, Word) and kinds_of_words().get(type(node)) == kind:
                yield linked_word(type(node))


def changes(card: CardNode) -> Iterator[str]:
    """Give the numbers that a card changes, for good or for a while, and what it allows its owner."""
    for node in walk(card, examples=False):
        if isinstance(node, ModifierCard | LastingStep):
            yield f"[`{node.what}`]({MOMENTS}#stat-{node.what})"
        elif isinstance(node, PermissionWord):
            yield linked_word(type(node))
    if card.memory:
        yield f"remembers {', '.join(f'`{number.id}`' for number in card.memory)}"
