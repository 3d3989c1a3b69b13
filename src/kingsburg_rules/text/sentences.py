"""Sentences of a game: what is asked, what an action does, and what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeGuard

from attrs import field, frozen

from kingsburg_rules.content.rules import Rules
from kingsburg_rules.engine.actions import (
    DONE,
    Action,
    AdvisorThing,
    AnyAction,
    AnyThing,
    CardThing,
    Choose,
    NumberThing,
    OptionThing,
    PlayerThing,
    ResourceThing,
    dice_text,
)
from kingsburg_rules.engine.classes import evolve
from kingsburg_rules.engine.errors import expect, shown
from kingsburg_rules.engine.events import (
    AnyEvent,
    Event,
)
from kingsburg_rules.engine.fields import fields_of
from kingsburg_rules.engine.roles import Role
from kingsburg_rules.game.decisions import Decision
from kingsburg_rules.game.meaning import check_value
from kingsburg_rules.text.effects import blocks, merged, steps
from kingsburg_rules.text.gaps import (
    Scope,
    amount,
    attribute,
    bag,
    is_tuple,
    nodes,
    noun_form,
    owner_scope,
)
from kingsburg_rules.text.languages import Clause, Language, Mood, Sentence, language_of
from kingsburg_rules.text.names import CardNames, roman
from kingsburg_rules.text.phrases import Gap, Subject, Words
from kingsburg_rules.words.cards import EnemyCard
from kingsburg_rules.words.registry import Node


def describe(
    thing: Decision | Action | Event,
    rules: Rules,
    *,
    language: str = "en",
    player: str | None = None,
    decision: Decision | None = None,
) -> str:
    """Say in a sentence what is asked, what an action does, or what happened.

    Args:
        thing: A decision, an action or an event.
        rules: The rules of the game, which know the names of the cards.
        language: `en`, `nl` or `fr`.
        player: For an action: who takes it ("Ann gains 1 gold."); without a player it is an order.
        decision: For an action: the decision that it answers. With it a choice that a card offers is
            described by what it does.

    Raises:
        SetupError: There is no such language.
        SaveError: The value is not of a game with these rules: it names something unknown, or is too large.
        TypeError: It is none of these things, or another argument has the wrong type.
    """
    expect(rules, Rules, "rules")
    if player is not None:
        expect(player, str, "player")
    if decision is not None:
        expect(decision, Decision, "decision")
    sentences = Sentences(CardNames(rules, language_of(language)))
    if isinstance(thing, Decision):
        check_value(thing._replace(options=(), weights=None), rules)  # only what is asked is described
        return sentences.decision(thing)
    if isinstance(thing, AnyAction):
        check_value(thing, rules)
        return sentences.action(thing, player, decision)
    if isinstance(thing, AnyEvent):
        check_value(thing, rules)
        return sentences.event(thing)
    raise TypeError(f"{shown(thing)} is neither a decision nor an action nor an event")


@frozen
class Sentences:
    """Sentences about a game in one language; `player` writes the name of a player, perhaps in a color."""

    names: CardNames
    player: Callable[[str], str] = field(default=str)

    @property
    def language(self) -> Language:
        """The language of the sentences."""
        return self.names.language

    @property
    def scope(self) -> Scope:
        """Where amounts and names are said."""
        return owner_scope(self.names)

    def decision(self, decision: Decision) -> str:
        """Say what a decision asks of whom."""
        must = decision.kind == "use" and DONE not in decision.options
        texts = {
            "player": self.player(decision.player),
            "source": self.names.source(decision.source),
            "must": "must" if must else "",
        }
        clause = self.scope.clause("decisions", decision.kind, Words(texts))
        return self.language.ended(clause.rest, name=texts["player"])

    def event(self, event: AnyEvent) -> str:
        """Say what happened."""
        about = str(getattr(event, "card", "")) or None
        given = ValueGiven(evolve(self, names=evolve(self.names, about=about)), event)
        clause = self.scope.clause("events", _key(event), given)
        return self.language.ended(clause.rest, name=str(getattr(event, "player", None) or ""))

    def action(self, action: AnyAction, player: str | None, decision: Decision | None) -> str:
        """Say what an action does: as what a player does, or without one as an order."""
        about = evolve(self, names=evolve(self.names, about=None if decision is None else decision.source))
        extra: dict[str, str] = {"asked": "" if decision is None else decision.kind}
        given = ValueGiven(about, action, extra)
        if isinstance(action, Choose):
            extra |= about.choice(action.things, decision)
        clause = self.scope.clause("actions", _key(action), given)
        return self._said(clause, player)

    def _said(self, clause: Clause, player: str | None) -> str:
        you, they = self.scope.subject, self.scope.player("they")
        subject = you if player is None else Subject(player, "one", they.own)
        mood: Mood = "order" if player is None else "plain"
        text = self.language.written(Sentence(subject, (clause,), mood))
        return self.language.ended(text, name=player or "")

    def choice(self, things: tuple[AnyThing, ...], decision: Decision | None) -> dict[str, str]:
        """Say what is chosen: what the option of a card does, or else the names of things."""
        match things:
            case (OptionThing(label),):
                done = self.option(label, decision)
            case _:
                done = {}
        named = [self._chosen(thing) for thing in things]
        return done or {"choice": self.language.all_of(named) if named else ""}

    def option(self, label: str, decision: Decision | None) -> dict[str, str]:
        """Say what one of the options of a card does, or else name it; nothing if it is not an option."""
        option = self._option(label, decision)
        if option is None:
            return {}
        branch = self.branch(option)
        return {"choice": self.names.word(label)} if branch is None else {"branch": branch}

    def branch(self, option: Node) -> str | None:
        """Say what one of the options of a card does; None if that is more than one sentence."""
        items = steps(self.scope, [step for _, block in blocks(option) for step in block])
        one = merged(self.scope, items, mixed=True)
        return None if one is None else self.language.smooth(self.language.written(one))

    def _option(self, label: str, decision: Decision | None) -> Node | None:
        """Find what a label offers: on the card that asks, else on the only card that has it."""
        if decision is not None and decision.source in self.names.rules.table.card:
            found = list(_options(self.names.node(decision.source), label))
        else:
            found = [one for card in self.names.rules.cards.values() for one in _options(card, label)]
        return found[0] if len(found) == 1 else None

    def _chosen(self, thing: AnyThing) -> str:
        """Name one thing that is chosen."""
        match thing:
            case CardThing(name) | AdvisorThing(name):
                return self.names.the(name)
            case PlayerThing(name):
                return self.player(name)
            case ResourceThing(name):
                return self.names.noun(name).one
            case NumberThing(number):
                return str(number)
            case OptionThing(label):
                return self._label(label)

    def _label(self, label: str) -> str:
        if self.scope.has("words", label):
            return self.scope.word(label)
        return self.names.locale.word(label, self.names.about) or label

    def enemy(self, card: str) -> str:
        """Name an enemy card with its strength."""
        node = self.names.node(card)
        strength = node.strength if isinstance(node, EnemyCard) else 0
        return self.scope.telling(
            "enemy_with_strength", name=self.names.card(card), strength=str(strength)
        ).rest


def _options(card: object, label: str) -> Iterator[Node]:
    return (node for node in options_of(card) if attribute(node, "label") == label)


def options_of(card: object) -> Iterator[Node]:
    """List the options that a card offers, each with its label and its steps."""
    return (node for node in nodes(card) if attribute(node, "label") is not None and blocks(node))


def _key(value: object) -> str:
    """Name an action or an event as phrases do: `DiceRolled` is `dice_rolled`."""
    name = type(value).__name__
    return "".join(f"_{c.lower()}" if c.isupper() and n else c.lower() for n, c in enumerate(name))


@frozen
class ValueGiven:
    """An action or an event whose fields fill the gaps of its phrase, each as its role wants it."""

    sentences: Sentences
    thing: object
    extra: Mapping[str, str] = field(factory=dict[str, str])

    def value(self, path: str) -> object:
        """Find what a field holds."""
        first, *rest = path.split(".")
        found: object = self.extra[first] if first in self.extra else getattr(self.thing, first, None)
        for name in rest:
            found = found[int(name)] if is_tuple(found) and int(name) < len(found) else None
        return found

    def filled(self, gap: Gap) -> str:
        """Write what a field holds."""
        if gap.path in self.extra:
            return self.extra[gap.path]
        value, role = self.value(gap.path), fields_of(type(self.thing))[gap.path].role
        form = gap.forms[0] if gap.forms else ""
        if is_tuple(value) and role not in _AS_A_WHOLE:
            told = [self._one(one, role, form) for one in value]
            return ", ".join(told) if form == "in_order" else self.sentences.language.all_of(told or [""])
        return "" if value is None else self._one(value, role, form)

    def _one(self, value: object, role: Role | None, form: str) -> str:
        names, scope, sentences = self.sentences.names, self.sentences.scope, self.sentences
        match value, role:
            case str(), Role.PLAYER:
                return sentences.player(value)
            case str(), Role.CARD | Role.ADVISOR:
                named = {"enemy": sentences.enemy, "title": names.card}
                return named.get(form, names.the)(value)
            case str(), Role.RESOURCE:
                return noun_form(scope, names.noun(value), form or "one")
            case str(), Role.PHASE | Role.SOURCE | Role.SEASON:
                return names.source(value)
            case str(), Role.MEMORY:
                return names.quoted(value)
            case int(), _:
                return self._number(value, role, form)
            case _:
                return self._pieces(value, role, form)

    def _number(self, value: int, role: Role | None, form: str) -> str:
        """Write a number; one of things, if the phrase or a field of the value names them."""
        if role is Role.YEAR:
            return roman(value)
        named = self.value(form) if form else None
        noun = named if isinstance(named, str) else form
        return amount(self.sentences.scope, noun, value) if noun else str(value)

    def _pieces(self, value: object, role: Role | None, form: str) -> str:
        """Write dice, or a bag."""
        scope, pieces = self.sentences.scope, value if is_tuple(value) else ()
        if role is Role.BAG:
            return bag(scope, tuple(one for one in pieces if _is_amount(one)), chosen=False)
        dice = tuple(one for one in pieces if isinstance(one, int))
        text = dice_text(dice) if role is not Role.ROLL else "+".join(map(str, dice))
        noun = self.sentences.names.counted(form) if form else None
        if noun is None or not dice:
            return text
        return f"{noun.one if len(dice) == 1 else noun.several} {text}"


_AS_A_WHOLE = (Role.DICE, Role.BONUS_DICE, Role.ROLL, Role.BAG)
"""The roles of values that are written in one piece."""


def _is_amount(part: object) -> TypeGuard[tuple[str, object]]:
    return is_tuple(part) and len(part) == 2 and isinstance(part[0], str)
