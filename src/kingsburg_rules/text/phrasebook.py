"""The phrasebook of pictures and terminals: names, amounts and sentences of a rule set, made once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from attrs import evolve

from kingsburg_rules.content.rules import Rules
from kingsburg_rules.engine.actions import DONE, AnyAction, AnyThing
from kingsburg_rules.engine.events import PhaseStarted, YearStarted
from kingsburg_rules.engine.public_state import OwedDecision
from kingsburg_rules.game.decisions import Decision
from kingsburg_rules.language.cards import CardNode
from kingsburg_rules.text.cards import card_text
from kingsburg_rules.text.languages import language_of
from kingsburg_rules.text.names import CardNames
from kingsburg_rules.text.phrases import Noun, words
from kingsburg_rules.text.sentences import Sentences

SEVERAL = ".several"


class Phrasebook:
    """Names, amounts and sentences, and the words of a table that only pictures or only terminals need.

    What is counted without being a resource is among these words: `card_in_hand` and `card_in_hand.several`.

    Raises:
        SetupError: There is no such language.
    """

    def __init__(self, rules: Rules, language: str, table: str) -> None:
        self.language = language_of(language)
        self._names = CardNames(rules, self.language)
        self._words = words(language, table)
        self._kept: dict[tuple[object, ...], str] = {}
        self._rules = rules

    @cached_property
    def nodes(self) -> dict[str, CardNode]:
        """The cards as they are written, by name."""
        compiled = self._rules.compiled
        return {name: self._rules.cards[compiled.cards[card].ref] for name, card in compiled.card.items()}

    @cached_property
    def sentences(self) -> Sentences:
        """Sentences for decisions, actions and events."""
        return Sentences(self._names)

    def order(self, action: AnyAction, decision: Decision) -> str:
        """Describe what an answer to a decision does."""
        about = action, decision.kind, decision.source
        return self._once(about, lambda: self.sentences.action(action, None, decision).removesuffix("."))

    def say(self, key: str, **parts: object) -> str:
        """Write one of the words that pictures or terminals add."""
        return self._words[key].format_map(parts) if parts else self._words[key]

    def has(self, key: str) -> bool:
        """Whether there is such a word."""
        return key in self._words

    def several(self, one: str, many: str, count: int) -> str:
        """Write one of two words, by how many there are."""
        return self.say(one if self.language.is_one(count) else many, n=count)

    def counted(self, resource: str, count: int) -> str:
        """Write an amount: `2 gold`, `1 soldier`."""
        return self._once((resource, count), lambda: self._counted(resource, count))

    def _counted(self, resource: str, count: int) -> str:
        return self.language.count(evolve(self.noun(resource), single=""), count)

    def noun(self, resource: str) -> Noun:
        """Find what a resource is called."""
        if resource + SEVERAL in self._words:
            return Noun(self._words[resource], self._words[resource + SEVERAL])
        return self._names.noun(resource)

    def card(self, card: str) -> str:
        """Name a card."""
        return self._once((card,), lambda: self._names.card(card))

    def text(self, card: str) -> str:
        """Describe what a card does: what its author wrote, or else the text made from its effect."""
        names = evolve(self._names, about=card)
        return self._once(("text", card), lambda: names.text(card) or card_text(names, self.nodes[card]))

    def bag(self, bag: Iterable[tuple[str, int]]) -> str:
        """Write amounts: `2 gold, 1 wood`."""
        return ", ".join(self.counted(resource, count) for resource, count in bag) or self.say("free")

    def initials(self, cost: Iterable[tuple[str, int]]) -> str:
        """Write a price with first letters: `3g 1s`."""
        named = ((self.noun(resource).several, count) for resource, count in cost)
        return " ".join(f"{count}{next(filter(str.isalpha, name), name)}" for name, count in named)

    def kind(self, kind: str) -> str:
        """Name a kind of card."""
        return self._names.noun(kind).one

    def source(self, source: str) -> str:
        """Name a card or a phase."""
        return self.language.capital(self._names.source(source))

    def moment(self, year: int, phase: str) -> str:
        """Name a phase with its year, also before the first phase of a year, and before the first year."""
        if phase == self._rules.compiled.phases[0]:
            return self.sentences.event(YearStarted(year)).removesuffix(".") if year else self.source(phase)
        return self.sentences.event(PhaseStarted(year, phase, None)).removesuffix(".")

    def thing(self, thing: AnyThing) -> str:
        """Name what a card remembers that is not a number."""
        return self.sentences.thing(thing)

    def remembered(self, card: str, name: str) -> str:
        """Name what a card remembers."""
        return evolve(self._names, about=card).word(name)

    def asked(self, owed: OwedDecision, decision: Decision | None) -> str:
        """Describe an owed decision, with its card or phase; an unknown one can be declined."""
        asked = decision or Decision(owed.player, 0, owed.kind, owed.source, (DONE,))
        about = owed.player, owed.kind, owed.source, DONE in asked.options
        return self._once(about, lambda: self._asked(asked))

    def _asked(self, decision: Decision) -> str:
        told, source = self.sentences.decision(decision).removesuffix("."), self.source(decision.source)
        return told if source in told else f"{told} ({source})"

    def _once(self, about: tuple[object, ...], say: Callable[[], str]) -> str:
        """Keep what is likely to be said again."""
        found = self._kept.get(about)
        if found is None:
            # Who plays for days, or gives an endless stream of options, must not fill the memory.
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            found = self._kept[about] = say()
        return found


MOST_KEPT = 4096
"""So many texts are kept; then all are forgotten."""
