"""Estimates in words: the odds of the battle, enemies, prices, and advisors within reach."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from attrs import frozen

from kingsburg_rules.engine.actions import Influence, is_known
from kingsburg_rules.engine.roles import Bag
from kingsburg_rules.game.analysis import Odds, Price, PriceChange, ReachableAdvisor, Threat
from kingsburg_rules.text.gaps import bag, noun_form
from kingsburg_rules.text.languages import Clause
from kingsburg_rules.text.phrases import FixedTexts
from kingsburg_rules.text.sentences import Sentences, ValueGiven

EASY = 216
"""Chances out of more than this, all results of three dice, are given as percentages."""

SHOWN_WAYS = 4
"""How many ways to an advisor a sentence lists."""

Estimate = Odds | Threat | Price | ReachableAdvisor


@frozen
class Estimates:
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
        if of <= EASY:
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
        shown, rest = reach.ways[:SHOWN_WAYS], len(reach.ways) - SHOWN_WAYS
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
