"""The names of cards and of what they bring along, in one language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from kingsburg_rules.engine.errors import SetupError, unknown
from kingsburg_rules.language.cards import EnemyCard

if TYPE_CHECKING:
    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.language.cards import CardNode
    from kingsburg_rules.text.grammar import Language

_WITH_ARTICLE = frozenset({"advisor", "building", "governor", "group", "tile"})
"""Kinds of cards that are people and things; the names of others are titles."""


@define
class CardNames:
    """What a rule set calls its cards, its enemies and its numbers in a language."""

    rules: Rules
    language: Language

    def node(self, card: str) -> CardNode:
        """Find a card as it is written, by its id or as `pack/id`.

        Raises:
            SetupError: There is no such card.
        """
        table = self.rules.table
        if card not in table.card:
            raise SetupError("text.card", f"Card {unknown(card, table.card)}")
        return self.rules.cards[table.cards[table.card[card]].ref]

    def text(self, card: str) -> str:
        """Give what the author of a card wrote on it; nothing if he did not."""
        return self.node(card).text

    def card(self, card: str) -> str:
        """Name a card, or a place for dice on a card."""
        if card in self.rules.table.card:
            return self.rules.name_of(card)
        place = next((place for place in self.rules.table.places if place.name == card), None)
        if place is None:
            return self.word(card)
        name = self.card(self.rules.table.cards[place.card].ref)
        return self.language.phrases.small["place_of"].format(card=name, rank=place.rank)

    def the(self, card: str) -> str:
        """Name a card as sentences do, with its article if it has one."""
        table = self.rules.table
        thing = card not in table.card or self.node(card).kind in _WITH_ARTICLE
        key = (
            "the" if thing and card in {*table.card, *(place.name for place in table.places)} else "the.other"
        )
        return self.language.phrases.small[key].format(name=self.card(card))

    def source(self, source: str) -> str:
        """Name where something comes from: a card, a phase, or the game itself."""
        if source in self.rules.table.card:
            return self.card(source)
        phases = self.rules.phases
        return (
            phases[source] if source in phases else self.language.phrases.names.get(source, self.word(source))
        )

    def advisor(self, rank: int) -> str | None:
        """Find the one advisor of the board who has a rank; None if there are several, or none."""
        table = self.rules.table
        places = [
            table.places[place] for place in table.ranks.get(rank, ()) if not table.private >> place & 1
        ]
        return places[0].name if len(places) == 1 else None

    def word(self, word: str) -> str:
        """Name something that is no card: a number that a card remembers, a phase, a kind of enemy."""
        resources = self.language.phrases.resources
        if word in resources:
            return resources[word].one
        called = self.rules.names.called.get(word)
        return word.replace("_", " ").replace("-", " ") if called is None else called

    def enemies(self, kind: str) -> str:
        """Name a kind of enemy as its cards do, if they agree."""
        refs = (
            card.name
            for card in self.rules.table.cards
            if isinstance(node := self.rules.cards[card.ref], EnemyCard) and node.type == kind
        )
        names = {self.card(ref) for ref in refs}
        return names.pop() if len(names) == 1 else self.word(kind)
