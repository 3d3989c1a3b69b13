"""The names of cards and of what they bring along, in one language."""

from __future__ import annotations

from attrs import frozen

from kingsburg_rules.content.locales import Locale, locale_of
from kingsburg_rules.content.rules import Rules, card_number
from kingsburg_rules.engine.compiled_rules import COPY_SIGN
from kingsburg_rules.language.cards import CardNode, DeckCard, EnemyCard
from kingsburg_rules.text.languages import Language, figure
from kingsburg_rules.text.phrases import FixedTexts, Noun, fill

ENGLISH = "en"
_WITH_ARTICLE = frozenset({"advisor", "building", "governor", "group", "tile"})
"""Kinds of cards that are people and things; the names of others are titles."""

_ARTICLES = ("the ", "a ", "an ")
"""How a name begins that has an article of its own."""

_ROMAN = ("0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")


def roman(number: int) -> str:
    """Write a year or a column as the board does."""
    return _ROMAN[number] if 0 <= number < len(_ROMAN) else figure(number)


@frozen
class CardNames:
    """The names of the cards, enemies and numbers of a rule set in a language.

    `about` is the card of which a text speaks: its numbers and choices are called as it says.
    """

    rules: Rules
    language: Language
    about: str | None = None

    @property
    def locale(self) -> Locale:
        """The translations of the rule set."""
        return locale_of(self.rules, self.language.code)

    def node(self, card: str) -> CardNode:
        """Find a card as it is written, by its id or as `pack/id`.

        Raises:
            SetupError: There is no such card.
        """
        return self.rules.cards[self.rules.compiled.cards[card_number(self.rules, card)].ref]

    def text(self, card: str) -> str:
        """Return what the author of a card wrote on it; nothing if it has no text, or no translation."""
        return self.rules.text_of(card, self.language.code)

    def knows(self, name: str) -> bool:
        """Whether this is a card, or a place for dice on a card."""
        compiled = self.rules.compiled
        return name in compiled.card or any(place.name == name for place in compiled.places)

    def card(self, card: str) -> str:
        """Name a card, or a place for dice on a card."""
        return self._named(card, with_article=False)

    def the(self, card: str) -> str:
        """Name a card as sentences do, with its article if it has one."""
        return self._named(card, with_article=True)

    def _named(self, card: str, *, with_article: bool) -> str:
        if card in self.rules.compiled.card:
            name, copy = self.rules.name_of(card, self.language.code), card.partition(COPY_SIGN)[2]
            name = f"{name} ({copy})" if copy else name
            article = self._article(card) if with_article else ""
            return f"{article}{name}" if article.endswith("'") else f"{article} {name}".strip()
        place = next((place for place in self.rules.compiled.places if place.name == card), None)
        if place is None:
            return self.word(card.rpartition("/")[2])
        name = self._named(self.rules.compiled.cards[place.card].ref, with_article=with_article)
        return self.telling("place_of", card=name, rank=str(place.rank))

    def _article(self, card: str) -> str:
        """Return the article of a name; in English the kind of the card decides on it."""
        # “Le” or “la” cannot be worked out from a name, so translators write it beside each.
        if self.language.code != ENGLISH:
            return self.locale.article(card)
        node = self.node(card)
        plain = node.kind in _WITH_ARTICLE and not node.name.lower().startswith(_ARTICLES)
        return self.telling("the") if plain else ""

    def one_of(self, card: str) -> str:
        """Name a card as sentences do that take one copy of it."""
        number = self.rules.compiled.card.get(card)
        alone = number is None or self.rules.compiled.cards[number].copies == 1
        return self.the(card) if alone else self.telling("one_copy", card=self.card(card))

    def telling(self, key: str, **parts: str) -> str:
        """Fill one of the phrases that belong to no word."""
        given = FixedTexts(parts)
        return fill(next(self.language.phrases["telling"].fitting(key, given)).rest, given)

    def source(self, source: str) -> str:
        """Name where something comes from: a card, a phase, or the game itself."""
        if source in self.rules.compiled.card:
            return self.card(source)
        return self.rules.name_of(source, self.language.code)

    def advisor(self, rank: int) -> str | None:
        """Find the one advisor of the board who has a rank; None if there are several, or none."""
        compiled = self.rules.compiled
        places = [
            compiled.places[place]
            for place in compiled.ranks.get(rank, ())
            if not compiled.private >> place & 1
        ]
        return places[0].name if len(places) == 1 else None

    def word(self, word: str) -> str:
        """Name something that is not a card: a number that a card remembers, a choice, a kind of enemy."""
        called = self.locale.word(word, self.about) or self.rules.names.called.get(word)
        return called or word.replace("_", " ").replace("-", " ")

    def quoted(self, word: str) -> str:
        """Write a name that the card itself brings: of a variable, or of a number that it remembers."""
        return self.telling("quoted", word=self.word(word))

    def counted(self, name: str) -> Noun | None:
        """Find the noun for what is counted: a resource, or a kind of card; None if it is neither."""
        found = self.language.phrases.nouns.get(name)
        if found is not None:
            return found
        word = self.locale.noun(name)
        if word is not None and word.one != word.several:
            return Noun(word.one, word.several, word.article)
        if name in self.rules.compiled.resource:
            return Noun(self.word(name), self.word(name), "" if word is None else word.article)
        if any(isinstance(card, DeckCard) and card.deck == name for card in self.rules.cards.values()):
            one, several = (self.telling(f"deck_{key}", deck=self.word(name)) for key in ("one", "several"))
            return Noun(one, several, self.telling("deck_article"))
        return None

    def noun(self, name: str) -> Noun:
        """Find the noun for what is counted, or make one of its name."""
        return self.counted(name) or Noun(self.word(name), self.word(name))

    def enemies(self, kind: str) -> str:
        """Name a kind of enemy as its cards do, if they agree."""
        refs = (
            card.name
            for card in self.rules.compiled.cards
            if isinstance(node := self.rules.cards[card.ref], EnemyCard) and node.type == kind
        )
        names = {self.card(ref) for ref in refs}
        return names.pop() if len(names) == 1 else self.word(kind)
