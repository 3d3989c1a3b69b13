"""The text of a card: what its effect does, generated, beside what its author wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from kingsburg_rules.text import amounts, changes
from kingsburg_rules.text.abilities import permission_text, replacement_text, trigger_text
from kingsburg_rules.text.languages import language_of
from kingsburg_rules.text.names import CardNames
from kingsburg_rules.text.plainly import memories_read, plain_steps, plain_tests, unread
from kingsburg_rules.text.scope import EACH, YOU, Scope
from kingsburg_rules.text.steps import tell
from kingsburg_rules.words.cards import (
    AdvisorCard,
    CardNode,
    DestinyCard,
    EnemyCard,
    GovernorCard,
    RuleCard,
    StripCard,
    TileCard,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kingsburg_rules.content.rules import Rules
    from kingsburg_rules.words.registry import Step


@frozen
class CardText:
    """A card for people: its name, what its author wrote (perhaps nothing), and the generated text."""

    name: str
    text: str
    generated: str


def explain(card: str, rules: Rules, *, language: str = "en") -> CardText:
    """Tell what a card does, generated from its effect.

    Args:
        card: The card, by its id, or as `pack/id`.
        rules: The rules that the card belongs to: what depends on an edition or a module is told for them.
        language: `en`, `nl` or `fr`.

    Raises:
        SetupError: There is no such card, or no such language.
    """
    names = CardNames(rules, language_of(language), card)
    node = names.node(card)
    return CardText(names.card(card), names.text(card), generated(names, node))


def generated(names: CardNames, card: CardNode) -> str:
    """Tell all of a card: rewards, abilities, changes, permissions, and what it remembers."""
    return " ".join(_Telling(names, _plain(card, names.rules)).all())


def _plain(card: CardNode, rules: Rules) -> CardNode:
    """Leave out what the card remembers without looking at it under these rules."""
    triggers = [
        evolve(trigger, do=plain_steps(trigger.do, rules), if_=tests)
        for trigger in card.triggers
        if (tests := plain_tests(trigger.if_, rules)) is not None
    ]
    read = memories_read((tuple(triggers), card.modifiers, card.replacements, card.options))
    if isinstance(card, AdvisorCard | TileCard):
        read |= memories_read(card.reward)
    kept = tuple(evolve(t, do=do) for t in triggers if (do := unread(t.do, read)))
    memory = tuple(one for one in card.memory if one.id in read)
    return evolve(card, triggers=kept, memory=memory)


class _Telling:
    """The telling of one card."""

    def __init__(self, names: CardNames, card: CardNode) -> None:
        self._names = names
        self._card = card
        self._language = names.language
        self._owned = not isinstance(card, RuleCard | TileCard) and not (
            isinstance(card, DestinyCard) and card.held_by == "game"
        )

    def all(self) -> list[str]:
        """Tell everything, sentence by sentence."""
        card = self._card
        told = [*self._own_facts()]
        told += self._changes()
        for option in card.options:
            sentence = permission_text(self._scope(standing=True), option)
            told += [] if sentence is None else [self._language.say(sentence)]
        for trigger in card.triggers:
            sentences = trigger_text(self._scope(), trigger, optional=card.optional, owned=self._owned)
            told += map(self._language.say, sentences)
        for replacement in card.replacements:
            sentences = replacement_text(
                self._scope(), replacement, optional=card.optional, owned=self._owned
            )
            told += map(self._language.say, sentences)
        told += self._memory()
        return told or [self._language.ended(self._scope().small("no_effect"))]

    def _scope(self, *, standing: bool = False) -> Scope:
        return Scope(self._language, self._names, YOU if self._owned or not standing else EACH)

    def _own_facts(self) -> list[str]:
        """Tell what a card of this kind has besides its abilities."""
        scope = self._scope()
        match self._card:
            case AdvisorCard(reward=reward) | TileCard(reward=reward):
                return self._steps(reward)
            case EnemyCard() as card:
                return [
                    self._language.ended(scope.small(key, bag=amounts.bag(scope, bag)))
                    for key, bag in (("victory", card.reward), ("defeat", card.penalty))
                    if bag
                ]
            case GovernorCard(places=places) if places:
                return [
                    self._language.ended(
                        scope.small("own_advisor", rank=str(place.rank), reward=self._inside(place.reward))
                    )
                    for place in places
                ]
            case StripCard(row=row):
                return [self._language.ended(scope.small("strip", row=row))]
            case _:
                return []

    def _steps(self, steps: Sequence[Step]) -> list[str]:
        plain = plain_steps(steps, self._names.rules)
        return [self._language.say(sentence) for sentence in tell(self._scope(), plain)]

    def _inside(self, steps: Sequence[Step]) -> str:
        """Tell steps within a sentence."""
        plain = plain_steps(steps, self._names.rules)
        return "; ".join(self._language.part(sentence) for sentence in tell(self._scope(), plain))

    def _changes(self) -> list[str]:
        """Tell the changes of numbers; those that need no verb in one sentence."""
        scope = self._scope(standing=True)
        short: list[str] = []
        long: list[str] = []
        for change in self._card.modifiers:
            tests = plain_tests(change.if_, self._names.rules)
            if tests is None:
                continue
            bare = changes.bare(scope, change, tests)
            if bare:
                short.append(bare)
            else:
                long.append(self._language.say(changes.standing(scope, change, tests)))
        return [*([self._language.ended(f"{', '.join(short)}.")] if short else []), *long]

    def _memory(self) -> list[str]:
        """Tell where the numbers that a card remembers begin, if not at nothing, and when they begin anew."""
        scope = self._scope()
        starts: dict[int, list[str]] = {}
        for one in self._card.memory:
            if one.start:
                starts.setdefault(one.start, []).append(scope.quoted(one.id))
        told = [
            self._language.ended(scope.small("starts", names=self._language.all_of(names), n=str(start)))
            for start, names in starts.items()
        ]
        for one in self._card.memory:
            if one.lasts != "game":
                told.append(
                    self._language.ended(scope.small(f"forgotten.{one.lasts}", name=scope.quoted(one.id)))
                )
        return told
