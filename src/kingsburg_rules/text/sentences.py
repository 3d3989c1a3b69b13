"""Sentences of a game: what is asked, what an action does, what happened, and why something cannot be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeGuard

from attrs import NOTHING, evolve, field, frozen

from kingsburg_rules.content.rules import Rules
from kingsburg_rules.engine.actions import (
    DONE,
    AdvisorThing,
    AnyAction,
    AnyThing,
    CardThing,
    Choose,
    NumberThing,
    OptionThing,
    PlayerThing,
    ResourceThing,
    RowThing,
    dice_text,
    make,
)
from kingsburg_rules.engine.compiled_rules import YEAR_DECKS
from kingsburg_rules.engine.events import AnyEvent, Noted, NotedSecretly
from kingsburg_rules.engine.fields import fields_of, own_names_in
from kingsburg_rules.engine.roles import Role
from kingsburg_rules.engine.violations import OtherQuestion, Violation
from kingsburg_rules.engine.wire import CHANCE_PLAYER
from kingsburg_rules.game.decisions import Decision, Unclear
from kingsburg_rules.game.steps import Step
from kingsburg_rules.language.cards import CardNode, EnemyCard
from kingsburg_rules.language.flow import Set
from kingsburg_rules.language.registry import Node, is_tuple
from kingsburg_rules.text import gaps
from kingsburg_rules.text.effects import blocks, merged, steps
from kingsburg_rules.text.gaps import THEY, Speech, attribute
from kingsburg_rules.text.languages import Clause, Language, Mood, Sentence
from kingsburg_rules.text.names import CardNames, roman
from kingsburg_rules.text.phrases import FixedTexts, Gap, Noun, SentenceSubject

_MOST_MEANT = 4
"""How many answers are listed for a text that can mean several."""


@frozen
class Sentences:
    """Sentences about a game in one language.

    `player` writes the name of a player, perhaps in a color. The `reader` is the player who reads: sentences
    call them "you".
    """

    names: CardNames
    player: Callable[[str], str] = field(default=str)
    reader: str | None = None

    @property
    def language(self) -> Language:
        """The language of the sentences."""
        return self.names.language

    @property
    def speech(self) -> Speech:
        """Where amounts and names are said."""
        return gaps.owner_speech(self.names)

    def subject(self, player: str | None) -> SentenceSubject:
        """Speak of a player: by name, or as "you" to the reader; without a player, as "you"."""
        if player is None or player == self.reader:
            return self.speech.subject
        return SentenceSubject(self.player(player), "one", self.speech.player(THEY).own)

    def decision(self, decision: Decision) -> str:
        """Describe what a decision asks of whom."""
        # The options are a secret of who is asked: what kind of thing they are is not told to others.
        chosen = _chosen(decision) if self.reader in (None, decision.player) else ""
        question = self.names.locale.question(decision.source, chosen)
        if question and self.reader is not None:
            return question
        must = decision.kind in ("use", "pay") and DONE not in decision.options
        clause = self._asked(decision.kind, decision.source, must=must, chosen=chosen)
        return self._said(clause, decision.player)

    def _asked(self, kind: str, source: str, *, must: bool, chosen: str = "") -> Clause:
        texts = {"source": self.names.source(source), "must": "must" if must else "", "chosen": chosen}
        return self.speech.clause("decisions", kind, FixedTexts(texts))

    def event(self, event: AnyEvent) -> str:
        """Describe what happened."""
        about = str(getattr(event, "card", "")) or None
        reader = "reader" if self._reads(event) else ""
        kept = self.thing(event.thing) if isinstance(event, Noted | NotedSecretly) and event.thing else ""
        extra = {"reader": reader, "kept": kept}
        given = ValueGiven(evolve(self, names=evolve(self.names, about=about)), event, extra)
        player = getattr(event, "player", None)
        return self._said(self.speech.clause("events", gaps.key_of(event), given), player)

    def _reads(self, event: AnyEvent) -> bool:
        """Whether an event speaks of the reader. The ranking at the end has everybody, and is not told."""
        players = [name for role, name in own_names_in(event) if role is Role.PLAYER]
        return self.reader is not None and self.reader in players

    def action(self, action: AnyAction, player: str | None, decision: Decision | None) -> str:
        """Describe what an action does: as what a player does, or without one as an order."""
        return self._said(self.act(action, decision), player, "order" if player is None else "states")

    def step(self, step: Step, player: str | None, decision: Decision | None) -> str:
        """Describe what a step to an answer chooses, with what the steps before it chose."""
        action, kind = step.options[0], type(step.options[0])
        first = any(
            field.default is NOTHING for name, field in fields_of(kind).items() if name not in step.named
        )
        # What is not named yet has its default.
        so_far = action if first else make(kind, {name: getattr(action, name) for name in step.named})
        said = self.act(so_far, decision, first=first)
        return self._said(said, player, "order" if player is None else "states")

    def act(self, action: AnyAction, decision: Decision | None = None, *, first: bool = False) -> Clause:
        """Describe what an action does, or only the `first` thing it names, as a part of a sentence."""
        about = evolve(self, names=evolve(self.names, about=None if decision is None else decision.source))
        extra: dict[str, str] = {"asked": "" if decision is None else decision.kind}
        extra |= {"first": "first"} if first else {}
        given = ValueGiven(about, action, extra)
        if isinstance(action, Choose):
            extra |= about.choice(action.things, decision)
        return self.speech.clause("actions", gaps.key_of(action), given)

    def violation(self, violation: Violation) -> str:
        """Write to a player why something is not possible."""
        extra: dict[str, str] = {}
        if isinstance(violation, OtherQuestion):
            asked = self._asked(violation.asked, violation.source, must=violation.must)
            extra["question"] = self.part(asked, None)
        elif isinstance(violation, Unclear):
            extra["options"] = self._meant(violation)
        given = ValueGiven(self, violation, extra)
        return self._said(self.speech.clause("violations", violation.code, given), None)

    def _meant(self, unclear: Unclear) -> str:
        """Describe the answers that can be meant, as far as a sentence has room."""
        decision = Decision("", 0, unclear.asked, unclear.source, unclear.options)
        shown = unclear.options[:_MOST_MEANT]
        told = [self.part(self.act(action, decision), None, "order") for action in shown]
        return "; ".join([*told, *(["etc."] if shown != unclear.options else [])])

    def part(self, clause: Clause, player: str | None, mood: Mood = "states") -> str:
        """Write a clause about a player, as a part of a sentence."""
        if not clause.verb:
            return clause.rest
        return self.language.written(Sentence(self.subject(player), (clause,), mood))

    def _said(self, clause: Clause, player: str | None, mood: Mood = "states") -> str:
        known = player is not None and player not in (self.reader, CHANCE_PLAYER)
        name = self.subject(player).text if known else ""
        return self.language.ended(self.part(clause, player, mood), name=name)

    def choice(self, things: tuple[AnyThing, ...], decision: Decision | None) -> dict[str, str]:
        """Describe what is chosen: what the option of a card does, or else the names of things."""
        match things:
            case (OptionThing(label),):
                done = self.option(label, decision)
                done = done or ({"look": label} if label in YEAR_DECKS else {})
            case _:
                done = {}
        named = [self.thing(thing) for thing in things]
        return done or {"choice": self.language.all_of(named) if named else ""}

    def option(self, label: str, decision: Decision | None) -> dict[str, str]:
        """Describe one of the options of a card, or else name it; nothing if it is not an option."""
        option = self._option(label, decision)
        if option is None:
            return {}
        branch = None if only_sets(option) else self.branch(option)
        name = label if label.isdecimal() else self.names.quoted(label)
        return {"choice": name} if branch is None else {"branch": branch}

    def branch(self, option: Node) -> str | None:
        """Describe what one of the options of a card does; None if that is more than one sentence."""
        items = steps(self.speech, [step for _, block in blocks(option) for step in block])
        one = merged(self.speech, items, mixed=True)
        return None if one is None else self.language.smooth(self.language.written(one))

    def _option(self, label: str, decision: Decision | None) -> Node | None:
        """Find what a label offers: on the card that asks, else on the only card that has it."""
        # Cards may use the same label for different things, so without a card only a unique one is told.
        rules = self.names.rules
        if decision is not None and decision.source in rules.compiled.card:
            refs: Iterable[str] = [rules.compiled.cards[rules.compiled.card[decision.source]].ref]
        else:
            refs = rules.cards
        offered = _offered_in(rules)
        found = [option for ref in refs for option in offered.of(ref).get(label, ())]
        return found[0] if len(found) == 1 else None

    def thing(self, thing: AnyThing) -> str:
        """Name one thing that is chosen or remembered. Its kind says what its name means."""
        match thing:
            case CardThing(name) | AdvisorThing(name):
                return self.names.the(name)
            case PlayerThing(name):
                return self.called(name)
            case ResourceThing(name):
                return self._one_of(self.names.noun(name))
            case RowThing(row):
                return self.speech.telling("row_named", row=row).rest
            case NumberThing(number):
                return str(number)
            case OptionThing(label):
                return self.option_name(label)

    def called(self, player: str, form: str = "than_you") -> str:
        """Name a player, or say "you" to the reader, in one of the forms of [own.you]."""
        you = self.speech.subject.own
        return you[form if form in you else "than_you"] if player == self.reader else self.player(player)

    def option_name(self, name: str) -> str:
        """Name an option of a card; a number needs no name."""
        speech = self.speech
        if name.isdecimal():
            return name
        if speech.has("words", name):
            return speech.word(name)
        noun = self.language.phrases.nouns.get(name)
        if noun is not None:
            return self._one_of(noun)
        return self.names.quoted(name) if self.names.locale.word(name, self.names.about) else name

    def _one_of(self, noun: Noun) -> str:
        """Name a thing that is chosen: "gold", "a soldier", "the King's Envoy"."""
        if noun.mass:
            return noun.some or noun.one
        return noun.single or self.language.with_articles(noun)["a"]

    def enemy(self, card: str) -> str:
        """Name an enemy card with its strength."""
        node = self.names.node(card)
        strength = node.strength if isinstance(node, EnemyCard) else 0
        return self.speech.telling(
            "enemy_with_strength", name=self.names.card(card), strength=str(strength)
        ).rest


_CHOSEN = {
    CardThing: "card",
    AdvisorThing: "advisor",
    PlayerThing: "player",
    ResourceThing: "resource",
    RowThing: "row",
    NumberThing: "number",
    OptionThing: "option",
}


def _chosen(decision: Decision) -> str:
    """Return what kind of thing is chosen: `enemy` for a look at one, nothing if nothing is."""
    things = (thing for option in decision.options if isinstance(option, Choose) for thing in option.things)
    match next(things, None):
        case OptionThing(label) if label in YEAR_DECKS:
            return "enemy"
        case None:
            return ""
        case thing:
            return _CHOSEN[type(thing)]


def only_sets(option: Node) -> bool:
    """Whether an option only makes a note of a number, which is its name."""
    return all(isinstance(step, Set) for _, block in blocks(option) for step in block)


class _OfferedOptions:
    """The options that cards offer, by label: found once a card, since each option of a decision looks."""

    def __init__(self, cards: Mapping[str, CardNode]) -> None:
        self._cards = cards
        self._known: dict[str, dict[str, list[Node]]] = {}

    def of(self, ref: str) -> Mapping[str, Sequence[Node]]:
        """Sort the options of a card by label."""
        found = self._known.get(ref)
        if found is None:
            found = self._known[ref] = {}
            for option in options_of(self._cards[ref]):
                found.setdefault(str(attribute(option, "label")), []).append(option)
        return found


def _offered_in(rules: Rules) -> _OfferedOptions:
    known = rules.compiled.kept.get("options by label")
    if not isinstance(known, _OfferedOptions):
        known = rules.compiled.kept["options by label"] = _OfferedOptions(rules.cards)
    return known


def options_of(card: object) -> Iterator[Node]:
    """List the options that a card offers, each with its label and its steps."""
    return (node for node in gaps.nodes(card) if attribute(node, "label") is not None and blocks(node))


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
        """Write what a field holds; `helps` are the token, the cards and the envoy that help dice along."""
        if gap.path in self.extra:
            return self.extra[gap.path]
        if gap.path == "helps":
            return self._helps()
        value, about = self.value(gap.path), fields_of(type(self.thing))[gap.path]
        form = gap.forms[0] if gap.forms else ""
        if is_tuple(value) and (about.many or about.role not in _AS_A_WHOLE):
            return self._several(value, about.role, form)
        return "" if value is None else self._one(value, about.role, form)

    def _helps(self) -> str:
        speech, via = self.sentences.speech, self.value("via")
        token, envoy = self.value("plus2"), self.value("envoy")
        told = [speech.telling("a_token", n=str(token)).rest] if token else []
        told += [self._one(card, Role.CARD, "") for card in via] if is_tuple(via) else []
        told += [speech.telling("the_envoy").rest] if envoy else []
        return speech.language.all_of(told) if told else ""

    def _several(self, values: tuple[object, ...], role: Role | None, form: str) -> str:
        """Write several things, the reader first unless the order matters."""
        if form == "in_order":
            return ", ".join(self._one(one, role, form) for one in values)
        reader = self.sentences.reader if role is Role.PLAYER and form != "turn" else None
        # “You and Brian”: sorting by a truth value keeps all others in their order.
        ordered = sorted(values, key=lambda one: one != reader) if reader is not None else values
        told = [self._one(one, role, form) for one in ordered]
        language = self.sentences.language
        return language.one_of(told) if form == "or" else language.all_of(told or [""])

    def _one(self, value: object, role: Role | None, form: str) -> str:
        match value:
            case str():
                return self._name(value, role, form)
            case int():
                return self._number(value, role, form)
            case _:
                return self._pieces(value, role, form)

    def _name(self, name: str, role: Role | None, form: str) -> str:
        names, sentences = self.sentences.names, self.sentences
        match role:
            case Role.PLAYER:
                return sentences.called(name, form)
            case Role.CARD | Role.ADVISOR:
                named = {"enemy": sentences.enemy, "title": names.card}
                return named.get(form, names.the)(name)
            case Role.RESOURCE:
                return gaps.noun_form(sentences.speech, names.noun(name), form or "one")
            case Role.PHASE | Role.SOURCE | Role.SEASON:
                return names.source(name)
            case Role.MEMORY:
                return names.quoted(name)
            case Role.OPTION:
                return sentences.option_name(name)
            case _:
                return name

    def _number(self, value: int, role: Role | None, form: str) -> str:
        """Write a number; one of things, if the phrase or a field of the value names them."""
        if role is Role.YEAR:
            return roman(value)
        named = self.value(form) if form else None
        noun = named if isinstance(named, str) else form
        return gaps.amount(self.sentences.speech, noun, value) if noun else str(value)

    def _pieces(self, value: object, role: Role | None, form: str) -> str:
        """Write dice, or a bag."""
        speech, pieces = self.sentences.speech, value if is_tuple(value) else ()
        if role is Role.BAG:
            amounts = tuple(one for one in pieces if _is_amount(one))
            nothing = speech.word("nothing") if form in ("nothing", "or") else ""
            return gaps.bag(speech, amounts, chosen=False) or nothing
        dice = tuple(one for one in pieces if isinstance(one, int))
        if form == "listed":
            return ", ".join(map(str, sorted(dice, reverse=True)))
        text = dice_text(dice) if role is not Role.ROLL else "+".join(map(str, dice))
        noun = self.sentences.names.counted(form) if form else None
        if noun is None or not dice:
            return text
        return f"{noun.one if len(dice) == 1 else noun.several} {text}"


_AS_A_WHOLE = (Role.DICE, Role.BONUS_DICE, Role.ROLL, Role.BAG)
"""The roles of values that are written in one piece."""


def _is_amount(part: object) -> TypeGuard[tuple[str, object]]:
    return is_tuple(part) and len(part) == 2 and isinstance(part[0], str)
