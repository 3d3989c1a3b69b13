"""`describe`: a sentence for whatever a game asks, does, tells, refuses or foresees."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import overload

from attrs import frozen

from kingsburg_rules.content.rules import Rules
from kingsburg_rules.engine.actions import Action, AnyAction, Influence, is_known
from kingsburg_rules.engine.errors import IllegalAction, KingsburgError, expect, shown
from kingsburg_rules.engine.events import AnyEvent, Event
from kingsburg_rules.engine.roles import Bag
from kingsburg_rules.engine.violations import Violation
from kingsburg_rules.game.analysis import Odds, Price, PriceChange, ReachableAdvisor, Threat
from kingsburg_rules.game.decisions import Decision
from kingsburg_rules.game.steps import Step
from kingsburg_rules.game.views import check_value
from kingsburg_rules.text.gaps import bag, noun_form, tell
from kingsburg_rules.text.languages import Clause, language_of
from kingsburg_rules.text.names import ENGLISH, CardNames
from kingsburg_rules.text.phrases import FixedTexts
from kingsburg_rules.text.sentences import Sentences, ValueGiven

_EASY = 216
"""Chances out of more than this, all results of three dice, are given as percentages."""

_SHOWN_WAYS = 4
"""How many ways to an advisor a sentence lists."""

Estimate = Odds | Threat | Price | ReachableAdvisor


@overload
def describe(
    thing: Decision | Action | Event | Violation | Estimate | Step,
    rules: Rules,
    *,
    language: str = ENGLISH,
    reader: str | None = None,
    player: str | None = None,
    decision: Decision | None = None,
) -> str: ...


@overload
def describe(thing: KingsburgError, rules: Rules | None = None, *, language: str = ENGLISH) -> str: ...


def describe(
    thing: Decision | Action | Event | Violation | Estimate | Step | KingsburgError,
    rules: Rules | None = None,
    *,
    language: str = ENGLISH,
    reader: str | None = None,
    player: str | None = None,
    decision: Decision | None = None,
) -> str:
    """Describe a decision, an action, an event, an error or an estimate in a sentence.

    Args:
        thing: A decision, an action, an event, a violation, an error, or one of the odds, threats, prices and
            advisors within reach; or a step to an answer, for what is chosen by now.
        rules: The rules of the game, which know the names of the cards. An error can be described without.
        language: `en`, `nl` or `fr`.
        reader: The player who reads the sentence: "You gain 1 gold." Other players, and without a reader all
            players, are named: "Ann gains 1 gold."
        player: For an action or a step: who takes it ("Ann gains 1 gold."); without a player it is an order.
            For odds, prices and reach: whose they are; without a player they are "yours".
        decision: For an action or a step: the decision that it answers. With it a choice that a card offers
            is described by what it does.

    Raises:
        SetupError: There is no such language.
        SaveError: The value is not of a game with these rules: it names something unknown, or is too large.
        TypeError: It is none of these things, the rules are missing, or another argument has the wrong type.
    """
    if isinstance(thing, KingsburgError):
        return _error(thing, rules, language)
    if rules is None:
        raise TypeError("describe() needs the rules of the game for everything but errors")
    _check_arguments(rules, reader, player, decision)
    if isinstance(thing, Violation):
        return _violation(thing, rules, language)
    sentences = Sentences(CardNames(rules, language_of(language)), reader=reader)
    if isinstance(thing, Decision):
        check_value(thing._replace(options=(), weights=None), rules)  # only what is asked is described
        return sentences.decision(thing)
    if isinstance(thing, AnyAction):
        check_value(thing, rules)
        return sentences.action(thing, player, decision)
    if isinstance(thing, Step):
        check_value(thing, rules)
        return sentences.step(thing, player, decision)
    if isinstance(thing, AnyEvent):
        check_value(thing, rules)
        return sentences.event(thing)
    if isinstance(thing, Odds | Threat | Price | ReachableAdvisor):
        return _Estimates(sentences, player).said(thing)
    raise TypeError(f"{shown(thing)} is nothing that describe() has a sentence for")


def _check_arguments(rules: object, reader: object, player: object, decision: object) -> None:
    expect(rules, Rules, "rules")
    for name, found in (("reader", reader), ("player", player)):
        if found is not None:
            expect(found, str, name)
    if decision is not None:
        expect(decision, Decision, "decision")


def _violation(violation: Violation, rules: Rules, language: str) -> str:
    """Describe a violation. In English, a sentence that is there says more about a malformed action."""
    if violation.sentence and language == ENGLISH:
        return violation.sentence
    return Sentences(CardNames(rules, language_of(language))).violation(violation)


def _error(error: KingsburgError, rules: Rules | None, language: str) -> str:
    """Describe an error; one about an action needs the names of the cards.

    The messages of errors are English. Those that a player may see have a phrase in every other language,
    which the facts of the error fill. All others are for authors and programmers.
    """
    if isinstance(error, IllegalAction) and rules is not None:
        return _violation(error.violation, rules, language)
    spoken = language_of(language)
    table = spoken.phrases["errors"]
    if error.code not in table:
        return error.message
    facts = FixedTexts({name: str(fact) for name, fact in error.facts.items()})
    return spoken.ended(tell(table, error.code, facts)[0].rest)


# What may come: the odds of the battle, enemies, prices, and advisors within reach


@frozen
class _Estimates:
    """Sentences about what may come for a player; without a player, for "you"."""

    sentences: Sentences
    player: str | None = None

    def said(self, thing: Estimate) -> str:
        """Write any of these in a sentence."""
        spoken = self.sentences.part(self._clause_of(thing), self.player)
        return self.sentences.language.ended(spoken, name="" if self._is_reader else str(self.player))

    def _clause_of(self, thing: Estimate) -> Clause:
        match thing:
            case Odds():
                return self.odds(thing)
            case Threat():
                return self.threat(thing)
            case Price():
                return self.price(thing)
            case ReachableAdvisor():
                return self.reach(thing)

    @property
    def _is_reader(self) -> bool:
        return self.player is None or self.player == self.sentences.reader

    def _whom(self) -> str:
        """Name the player to whom something happens."""
        own = self.sentences.speech.subject.own
        return own["to_you"] if self._is_reader else self.sentences.player(str(self.player))

    def odds(self, odds: Odds) -> Clause:
        """Return the chance of each outcome that is possible, and the choice that leads there."""
        chances = {"victory": odds.victory, "tie": odds.tie, "defeat": odds.defeat}
        of = lcm(*(chance.denominator for chance in chances.values()))
        told = [self._outcome(name, chance, of) for name, chance in chances.items() if chance]
        return self._clause("odds", odds=self.sentences.language.all_of(told), choice=self._choice(odds))

    def _outcome(self, name: str, chance: Fraction, of: int) -> str:
        certain = "certain" if chance == 1 else ""
        return self._clause(name, chance=self._chance(chance, of), certain=certain).rest

    def _chance(self, chance: Fraction, of: int) -> str:
        """Write a chance: `8 in 15`, or a percentage that never rounds to none or all."""
        # “8 in 15” is exact and can be pictured; “1,713 in 7,776” only looks precise.
        if of <= _EASY:
            return self._clause("chance", n=str(chance.numerator * of // chance.denominator), of=str(of)).rest
        if chance < Fraction(1, 100):
            return self._clause("rarely").rest
        if chance > Fraction(99, 100):
            return self._clause("mostly").rest
        return self._clause("percent", n=str(round(chance * 100))).rest

    def _choice(self, odds: Odds) -> str:
        """Describe what the player chooses, as it stands behind "if"."""
        language, subject = self.sentences.language, self.sentences.subject(self.player)
        acts = [
            language.behind_if(self.sentences.act(action), subject)
            for action in odds.choice
            if is_known(action)
        ]
        return language.smooth(language.if_all(acts)) if acts else ""

    def threat(self, threat: Threat) -> Clause:
        """Name enemies with their strength and their chance."""
        names = self.sentences.names
        return self._clause(
            "threat",
            enemies=self.sentences.language.all_of([names.card(enemy) for enemy in threat.enemies] or [""]),
            strength=str(threat.strength),
            chance=self._chance(threat.probability, threat.probability.denominator),
            certain="certain" if threat.probability == 1 else "",
        )

    def price(self, price: Price) -> Clause:
        """Describe what a building costs a player, why, and how else it can be paid."""
        sentences, language = self.sentences, self.sentences.language
        changed = price.now != price.printed
        return self._clause(
            "price",
            building=sentences.names.the(price.building),
            to_you=self._whom(),
            now=self._bag(price.now),
            printed=self._bag(price.printed) if changed else "",
            changes=", ".join(map(self._change, price.changes)),
            ways=language.one_of([self._bag(way) for way in price.ways]) if price.ways else "",
            through=language.one_of([sentences.names.the(card) for card in price.through])
            if price.through
            else "",
            affordable="affordable" if price.affordable else "",
        )

    def _change(self, change: PriceChange) -> str:
        names, speech = self.sentences.names, self.sentences.speech
        form = "one" if self.sentences.language.is_one(change.amount) else "several"
        noun = noun_form(speech, names.noun(change.resource), form)
        amount = f"{change.amount:+}".replace("-", "\N{MINUS SIGN}")
        return self._clause("change", card=names.card(change.card), amount=amount, resource=noun).rest

    def _bag(self, amounts: Bag) -> str:
        return bag(self.sentences.speech, amounts, chosen=False) or self.sentences.speech.word("nothing")

    def reach(self, reach: ReachableAdvisor) -> Clause:
        """Name an advisor and the ways there: dice, tokens, cards, the envoy."""
        shown, rest = reach.ways[:_SHOWN_WAYS], len(reach.ways) - _SHOWN_WAYS
        return self._clause(
            "reach",
            advisor=self.sentences.names.the(reach.advisor),
            ways=self._ways(shown),
            more=self._clause("more", n=str(rest)).rest if rest > 0 else "",
        )

    def _ways(self, ways: Sequence[Influence]) -> str:
        told = [
            self.sentences.speech.clause("estimates", "way", ValueGiven(self.sentences, way)).rest
            for way in ways
        ]
        return self.sentences.language.one_of(told)

    def _clause(self, key: str, **texts: str) -> Clause:
        return self.sentences.speech.clause("estimates", key, FixedTexts(texts))
