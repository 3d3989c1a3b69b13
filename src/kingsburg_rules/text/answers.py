"""Decisions and actions, each told in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from attrs import evolve, frozen

from kingsburg_rules.engine.actions import (
    AnyAction,
    Arrange,
    Bag,
    Bid,
    Build,
    Choose,
    ChooseDie,
    Done,
    Draw,
    Give,
    Influence,
    Pass,
    Pay,
    Recruit,
    Roll,
    Take,
    Trade,
    Use,
)
from kingsburg_rules.text import amounts
from kingsburg_rules.text.grammar import Clause, Mood, Sentence, Subject
from kingsburg_rules.text.happenings import EventTeller
from kingsburg_rules.text.plainly import plain_steps
from kingsburg_rules.text.scope import YOU, Scope
from kingsburg_rules.text.steps import tell_shortly
from kingsburg_rules.text.trees import nodes
from kingsburg_rules.words.flow import Branch, Set
from kingsburg_rules.words.memory import Remember

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kingsburg_rules.game.decisions import Decision
    from kingsburg_rules.text.names import CardNames


NONE = "none"
"""What is chosen by who chooses none of several things."""


@frozen
class AnswerTeller:
    """Tells decisions and the actions that answer them."""

    names: CardNames

    @property
    def events(self) -> EventTeller:
        """Who tells dice and what helps them."""
        return EventTeller(self.names)

    @property
    def scope(self) -> Scope:
        """Where amounts are told."""
        return Scope(self.names.language, self.names)

    def decision(self, decision: Decision) -> str:
        """Tell what a decision asks of whom."""
        language = self.names.language
        must = decision.kind == "use" and not any(isinstance(option, Done) for option in decision.options)
        key = "use/must" if must else decision.kind
        parts = {"player": decision.player, "source": self.names.source(decision.source)}
        told = language.fill(language.phrases.decisions[key], parts)
        return language.ended(told, name=decision.player)

    def action(self, action: AnyAction, player: str | None, decision: Decision | None) -> str:
        """Tell an action: as what a player does, or without one as an order."""
        if decision is not None and decision.source != self.names.about:
            about = evolve(self.names, about=decision.source)
            return evolve(self, names=about).action(action, player, decision)
        language = self.names.language
        people = language.phrases.players
        subject = people[YOU] if player is None else Subject(player, "one", people["that"].own)
        mood: Mood = "order" if player is None else "plain"
        text = language.part(Sentence(subject, (self._clause(action, decision),), mood))
        return language.ended(text, name=player or "")

    def _clause(self, action: AnyAction, decision: Decision | None) -> Clause:
        match action:
            case Pass() | Done():
                key = "pass" if isinstance(action, Pass) else "done"
                kind = "" if decision is None else f"{key}/{decision.kind}"
                return self._say(kind if kind in self.names.language.phrases.actions else key)
            case Influence() | Build() | Recruit() | Use():
                return self._deed(action)
            case Take() | Give() | Pay() | Trade() | Bid():
                return self._deal(action)
            case Choose():
                return self._chosen(action, decision)
            case ChooseDie():
                return self._say("die/bonus" if action.bonus else "die", n=str(action.value))
            case Roll() | Draw() | Arrange():
                return self._luck(action)
            case _:
                assert_never(action)

    def _deed(self, action: Influence | Build | Recruit | Use) -> Clause:
        match action:
            case Influence():
                group = self.events.group(
                    action.dice, action.bonus, action.plus2, action.via, envoy=action.envoy
                )
                return self._say("influence", dice=group, advisor=self.names.the(action.advisor))
            case Build():
                envoy = self.names.language.phrases.actions["with_envoy"] if action.envoy else ""
                building = self.names.the(action.building)
                return self._say("build", building=building, bag=self._bag(action.pay), envoy=envoy)
            case Recruit():
                soldiers = amounts.counted(self.scope, "soldier", action.soldiers)
                return self._say("recruit", soldiers=soldiers, bag=self._bag(action.pay))
            case Use():
                key = "use/pay" if action.pay else "use"
                which = self.names.language.phrases.actions["which"].format(n=action.ability)
                parts = {"which": which if action.ability > 1 else "", "bag": self._bag(action.pay)}
                return self._say(key, card=self.names.the(action.card), **parts)
            case _:
                assert_never(action)

    def _deal(self, action: Take | Give | Pay | Trade | Bid) -> Clause:
        match action:
            case Take():
                return self._say("take", bag=self._bag(action.gain))
            case Give():
                return self._say("give", bag=self._bag(action.lose))
            case Pay():
                return self._say("pay", bag=self._bag(action.price))
            case Trade():
                return self._say("trade", paid=self._bag(action.pay), gained=self._bag(action.gain))
            case Bid():
                return self._say("bid" if action.price else "bid/nothing", bag=self._bag(action.price))
            case _:
                assert_never(action)

    def _luck(self, action: Roll | Draw | Arrange) -> Clause:
        match action:
            case Roll():
                return self._say("roll", dice="+".join(map(str, action.dice)))
            case Draw():
                return self._say("draw", card=self.names.the(action.card))
            case Arrange():
                return self._say("arrange", players=", ".join(action.players))
            case _:
                assert_never(action)

    def _chosen(self, action: Choose, decision: Decision | None) -> Clause:
        """Tell a choice: a card or a player by name, a branch of a card by what it does."""
        branch = self._branch(action.choice, decision)
        steps = () if branch is None else plain_steps(branch.do, self.names.rules)
        seen = [step for step in steps if not isinstance(step, Set | Remember)]
        if seen:
            return self._say("choose/branch", what=tell_shortly(self.scope, seen))
        if action.choice == NONE:
            return self._say("choose/none")
        named = [self._named(part) for part in action.choice.split("+")]
        return self._say("choose", what=self.names.language.all_of(named))

    def _named(self, choice: str) -> str:
        """Name one of the things chosen; what has no name is said as it is."""
        choices, resources = self.names.language.phrases.actions, self.names.language.phrases.resources
        if f"choice/{choice}" in choices:
            return choices[f"choice/{choice}"]
        if choice in resources:
            return resources[choice].one
        if self.names.knows(choice):
            return self.names.the(choice)
        return self.names.locale.word(choice, self.names.about) or choice

    def _branch(self, label: str, decision: Decision | None) -> Branch | None:
        """Find the branch of a card that is meant: of the card that asks, else the only one so called."""
        table = self.names.rules.table
        if label.isdecimal():
            return None
        if decision is not None and decision.source in table.card:
            found = list(_branches(self.names.node(decision.source), label))
        else:
            found = [one for node in self.names.rules.cards.values() for one in _branches(node, label)]
        return found[0] if len(found) == 1 else None

    def _bag(self, bag: Bag) -> str:
        if not bag:
            return self.names.language.phrases.actions["nothing"]
        return amounts.bag(self.scope, bag, chosen=False)

    def _say(self, key: str, **parts: str) -> Clause:
        return self.names.language.clause(self.names.language.phrases.actions[key], self.scope.parts(**parts))


def _branches(card: object, label: str) -> Iterator[Branch]:
    return (node for node in nodes(card) if isinstance(node, Branch) and node.label == label)
