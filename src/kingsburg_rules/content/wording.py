"""What an edition calls the cards and the phases, and how it words what a card does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from kingsburg_rules.language.cards import CardNode
    from kingsburg_rules.language.packs import Edition


def worded(edition: Edition, pack: str, card: CardNode, changed: Collection[str] = ()) -> CardNode:
    """Give a card with the name and the text that the edition has for it.

    A bare id speaks of the edition's own packs; a card that somebody adds keeps its name, and what somebody
    has `changed` on a card stays as it is.
    """
    own = pack in (*edition.packs, *edition.modules, *edition.scenarios)
    refs = (f"{pack}/{card.id}", card.id) if own else (f"{pack}/{card.id}",)
    name = None if "name" in changed else _given(dict(edition.names), refs)
    text = None if "text" in changed else _given(dict(edition.texts), refs)
    if name is None and text is None:
        return card
    return evolve(card, name=name or card.name, text=text or card.text)


def phase_names(edition: Edition, phases: Mapping[str, str]) -> dict[str, str]:
    """Give the names of the phases, those of the edition before those of the calendar."""
    names = dict(edition.names)
    return {phase: names.get(phase, name) for phase, name in phases.items()}


def _given(texts: Mapping[str, str], refs: tuple[str, ...]) -> str | None:
    return next((texts[ref] for ref in refs if ref in texts), None)
