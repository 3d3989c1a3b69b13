"""The names of cards and of what they bring along, in one language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from kingsburg_rules.engine.errors import SetupError, unknown

if TYPE_CHECKING:
    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.language.cards import CardNode
    from kingsburg_rules.text.grammar import Language


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
        """Name a card."""
        return self.rules.name_of(card) if card in self.rules.table.card else self.word(card)

    def the(self, card: str) -> str:
        """Name a card as sentences do, with its article if it has one."""
        return self.language.phrases.small["the"].format(name=self.card(card))

    def advisor(self, rank: int) -> str | None:
        """Find the one advisor of the board who has a rank; None if there are several, or none."""
        table = self.rules.table
        places = [
            table.places[place] for place in table.ranks.get(rank, ()) if not table.private >> place & 1
        ]
        return places[0].name if len(places) == 1 else None

    def word(self, word: str) -> str:
        """Name something that is no card: a number that a card remembers, a phase, a kind of enemy."""
        phrases = self.language.phrases
        if word in phrases.resources:
            return phrases.resources[word].one
        return word.replace("_", " ").replace("-", " ")

    def enemies(self, kind: str) -> str:
        """Name a kind of enemy as its cards do, if they agree."""
        from kingsburg_rules.language.cards import EnemyCard

        refs = (
            card.name
            for card in self.rules.table.cards
            if isinstance(node := self.rules.cards[card.ref], EnemyCard) and node.type == kind
        )
        names = {self.card(ref) for ref in refs}
        return names.pop() if len(names) == 1 else self.word(kind)
