"""The text of a card: what its effect does, beside what its author wrote."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from kingsburg_rules.content.catalog import CardText
from kingsburg_rules.content.rules import Rules
from kingsburg_rules.engine.errors import expect
from kingsburg_rules.language.cards import (
    AdvisorCard,
    CardNode,
    EnemyCard,
    GovernorCard,
    ModifierCard,
    PermissionWord,
    PlaceNode,
    RuleCard,
    StripCard,
    TileCard,
    Trigger,
    uses_of,
)
from kingsburg_rules.language.queries import CardIs
from kingsburg_rules.language.registry import Node, Step, TestWord
from kingsburg_rules.language.simplify import simplified_card
from kingsburg_rules.language.tests import FactIs
from kingsburg_rules.language.values import THIS, Literal
from kingsburg_rules.text import effects, gaps
from kingsburg_rules.text.effects import ListItem
from kingsburg_rules.text.gaps import EACH, THEY, Speech, WordSource, attribute
from kingsburg_rules.text.languages import Clause, Front, Sentence, figure, language_of
from kingsburg_rules.text.names import CardNames

_OF_WINTER = ("winter.", "enemy.", "battle.", "reinforcements.", "soldiers.")
_YEARLY = ("year.", "phase_", "kings_", "game.", *_OF_WINTER)
"""Moments that come once a year or less, so that a text need not mention it."""


_ONCE = ("construct.turn", "construct.passed", "influence.passed", "recruited")
"""Moments that come for each player once a season."""


def explain(card: str, rules: Rules, *, language: str = "en") -> CardText:
    """Describe what a card does, generated from its effect.

    Args:
        card: The card, by its id, or as `pack/id`.
        rules: The rules that the card belongs to; the text is for their edition and their modules.
        language: `en`, `nl` or `fr`.

    Raises:
        SetupError: There is no such card, or no such language.
        TypeError: `rules` are not rules.
    """
    expect(rules, Rules, "rules")
    names = CardNames(rules, language_of(language), card)
    node = names.node(card)
    return CardText(names.card(card), names.text(card), card_text(names, node))


def card_text(names: CardNames, card: CardNode, *, fully: bool = False) -> str:
    """Describe all of a card: rewards, numbers, permissions, abilities, and what it remembers.

    Plain abilities are sentences in one line; a list of steps has a line for each. Written `fully`, a text
    also says what goes without saying: how often, and that what the game does by itself may be declined.
    """
    plain = plain_card(card, names.rules)
    about = evolve(names, about=names.about or card.id)
    paragraphs = _Description(about, plain, fully=fully).paragraphs()
    text = ""
    for paragraph in paragraphs:
        # A list begins on a line of its own, and so does what comes after it.
        apart = "\n" in paragraph or "\n" in text
        text += f"{'' if not text else chr(10) if apart else ' '}{paragraph}"
    return text


class _Description:
    """The description of one card."""

    def __init__(self, names: CardNames, card: CardNode, *, fully: bool) -> None:
        self._names = names
        self._fully = fully
        self._card = card
        self._language = names.language
        unread = effects.own_variables(card) - frozenset(gaps.read_variables(card))
        self._speech = evolve(gaps.owner_speech(names), unread=unread)
        held_by: str = getattr(card, "held_by", "owner")
        self._owned = not isinstance(card, RuleCard | TileCard | EnemyCard) and held_by != "game"

    def paragraphs(self) -> list[str]:
        """Describe everything, part by part."""
        card = self._card
        # The order is that of a printed card: what it gives, what it changes, what it allows, what it does.
        found = [*self._printed(), *self._numbers()]
        found += [self._permission(one) for one in card.permissions]
        found += [self._trigger(one) for one in card.triggers]
        found += self._memory()
        return list(filter(None, found)) or [self._say("no_effect")]

    def _say(self, key: str, **parts: str) -> str:
        return self._language.ended(self._speech.telling(key, **parts).rest)

    def _printed(self) -> Iterator[str]:
        """Describe what a card of this kind has besides its abilities."""
        match self._card:
            case AdvisorCard(reward=reward) | TileCard(reward=reward):
                yield self._effect(
                    evolve(self._speech, own_variables=effects.own_variables(reward)), (), reward
                )
            case EnemyCard(reward=reward, penalty=penalty):
                if reward:
                    yield self._say("victory", bag=gaps.bag(self._speech, reward))
                if penalty:
                    yield self._say("defeat", bag=gaps.bag(self._speech, penalty))
            case GovernorCard(places=places):
                for place in places:
                    yield self._own_advisor(place)
            case StripCard(row=row):
                yield self._say("strip", row=row)
            case _:
                pass

    def _own_advisor(self, place: PlaceNode) -> str:
        """Describe an advisor on a card."""
        called = self._say("own_advisor", rank=figure(place.rank)).removesuffix(".")
        speech = evolve(self._speech, own_variables=effects.own_variables(place.reward))
        reward = self._effect(speech, (), place.reward)
        apart = "\n" if "\n" in reward else " "
        return f"{self._language.smooth(f'{called}:')}{apart}{reward}"

    def _effect(self, speech: Speech, fronts: tuple[Front, ...], do: Sequence[Step]) -> str:
        """Describe steps behind what comes first: one sentence, or a list."""
        items = effects.steps(speech, do)
        found = _joined(speech, fronts, items)
        return _written(speech, found)

    # Numbers of the rules, and permissions

    def _standing(self) -> Speech:
        """Speak of the owner; of each player, if the card is nobody's."""
        return self._speech if self._owned else self._speech.about(self._speech.player(EACH))

    def _numbers(self) -> list[str]:
        """Describe how the card changes numbers; short changes share a sentence: "+1 battle strength"."""
        brief: list[str] = []
        long: list[str] = []
        for change in self._card.modifiers:
            short = self._brief(change)
            if short:
                brief.append(short)
            else:
                long.append(self._number(change))
        return [*([self._language.ended(", ".join(brief))] if brief else []), *long]

    def _brief(self, change: ModifierCard) -> str:
        """Describe a change of the owner's numbers without a verb, where there is such a phrase."""
        speech = self._standing()
        if not (self._owned and speech.has("brief", change.what)) or self._where(change):
            return ""
        try:
            clause, phrase = speech.tell("brief", change.what, WordSource(speech, change, change.if_))
        except LookupError:
            return ""
        return "" if effects.left_over(change.if_, phrase.tests) else clause.rest

    def _number(self, change: ModifierCard) -> str:
        speech = evolve(self._standing(), moment=change.what)
        clause, said = effects.changed(speech, change, change.if_)
        left = effects.left_over(change.if_, said)
        front, of_one = _conditions(speech, left), _conditions(speech.about(speech.player("a_player")), left)
        if not self._owned and of_one != front:  # not if each player has it, but for whoever does
            speech, front = speech.about_them(), of_one
            clause, _ = effects.changed(speech, change, change.if_)
        fronts = (*self._where(change), *front)
        return self._language.say(Sentence(speech.subject, (clause,), "states", fronts))

    def _permission(self, permission: PermissionWord) -> str:
        speech = self._standing() if permission.personal else self._speech.about_them()
        clause = speech.clause("permissions", permission.word, WordSource(speech, permission))
        if not clause.verb:
            return self._language.ended(clause.rest)
        return self._language.say(Sentence(speech.subject, (clause,), "states"))

    # Abilities

    def _trigger(self, trigger: Trigger) -> str:
        """Describe what a card does at a moment."""
        moment, each = trigger.when, False
        own = effects.own_variables((trigger.if_, trigger.do))
        speech = evolve(self._speech, moment=moment, own_variables=own)
        about = speech.about(speech.player(self._whom(trigger.by)))
        given = WordSource(about, trigger, trigger.if_)
        if speech.has("moments", moment):
            clause, phrase = speech.tell("moments", moment, given)
            left, each = effects.left_over(trigger.if_, phrase.tests), bool(clause.verb)
        else:
            # Moments of packs have a name, but no phrase that says whose they are.
            clause, left = self._new_moment(about, trigger), trigger.if_
            each = self._is_of_a_player(moment)
        if not self._owned and each:
            speech = speech.about(speech.player(THEY))
        front = self._front(about, clause, trigger)
        often, where = self._often(speech, trigger, each=each), self._where(trigger)
        fronts = (*where, *often, front, *_conditions(speech, left))
        return self._ability(speech, trigger, tuple(one for one in fronts if one.text))

    def _is_of_a_player(self, moment: str) -> bool:
        names = self._names.rules.names
        return moment in names.events and names.moments[names.events[moment]].each

    def _new_moment(self, about: Speech, trigger: Trigger) -> Clause:
        """Describe when something happens, at a moment that a pack brings."""
        whom = about.subject
        told = self._is_of_a_player(trigger.when) and whom != self._speech.subject
        key = "at_moment_of" if told else "at_moment"
        return about.telling(key, name=self._names.quoted(trigger.when), whom=whom.text)

    def _whom(self, by: str) -> str:
        return {"me": "you" if self._owned else "a_player", "opponents": "opponent"}.get(by, "a_player")

    def _front(self, about: Speech, clause: Clause, trigger: Trigger) -> Front:
        """Describe when: "at the end of the year", "whenever you construct a building"."""
        text = clause.rest
        if clause.verb:
            happens = self._language.behind_if(clause, about.subject)
            again = self._uses(trigger) == "unlimited" and not _is_itself(trigger)
            text = about.telling("whenever" if again else "when", happens=happens).rest
        if trigger.order != "normal" and text:
            text = about.telling(f"order_{trigger.order}", when=text).rest
        return Front(self._language.smooth(text), whole=bool(clause.verb))

    def _uses(self, trigger: Trigger) -> str:
        """Describe how often an ability works: as it says, or as is usual at its moment."""
        return uses_of(trigger, self._names.rules.names)

    def _where(self, ability: Node) -> tuple[Front, ...]:
        """Describe where the card must be, if it need not be in play."""
        zone = attribute(ability, "from")
        if zone in (None, "play"):
            return ()
        return (Front(self._speech.telling(f"from_{zone}").rest, whole=True),)

    def _often(self, speech: Speech, trigger: Trigger, *, each: bool) -> tuple[Front, ...]:
        """Describe how often, where the moment itself does not."""
        uses = self._uses(trigger)
        if uses == "unlimited":
            return ()
        # Nobody is told “once per year” of what comes once a year anyhow.
        plain = {
            "once": not each or trigger.when in _ONCE or _is_itself(trigger),
            "once_per_year": trigger.when.startswith(_YEARLY),
            "once_per_game": trigger.when == "game.start" or _in_one_year(trigger),
        }
        said = self._fully or not plain[uses]
        return (Front(speech.telling(uses).rest),) if said else ()

    def _ability(self, speech: Speech, trigger: Trigger, fronts: tuple[Front, ...]) -> str:
        items = effects.steps(speech, trigger.do)
        may = self._card.optional if trigger.optional is None else trigger.optional
        if not self._owned and speech.subject == self._speech.subject:
            may = False  # nobody is there who could decline
        if trigger.cost:
            return _written(speech, self._paid(speech, trigger, items, fronts, may=may))
        plain = all(step.auto_accept for step in trigger.do)
        asked = self._fully or trigger.optional is True or not plain
        if not (may and asked):
            return _written(speech, _joined(speech, fronts, items))
        # “You may” can stand in a sentence about you; before a list it is a line of its own.
        one = effects.merged(speech, items)
        if one is not None and _is_done_by(speech, one):
            return _written(speech, [ListItem((evolve(one, mood="may", fronts=fronts),))])
        first = Sentence(speech.subject, (speech.telling("may_do"),), fronts=fronts)
        if one is None or one.fronts:
            return _written(speech, [ListItem((first,), tuple(items))])
        return self._language.ended(f"{self._language.say(first, ':')} {self._language.written(one)}")

    def _paid(
        self, speech: Speech, trigger: Trigger, items: list[ListItem], fronts: tuple[Front, ...], *, may: bool
    ) -> list[ListItem]:
        """Describe an ability with a price."""
        price = speech.clause("telling", "may_pay" if may else "must_pay", WordSource(speech, trigger))
        first = Sentence(speech.subject, (price,), "states", fronts)
        return [effects.with_purpose(speech, first, items, speech.telling("if_paid").rest, paid=True)]

    # Memory

    def _memory(self) -> Iterator[str]:
        """Describe the numbers that a card remembers, where they do not simply begin at 0 and stay."""
        for one in self._card.memory:
            given = WordSource(self._speech, one)
            for key in ("memory.start", "memory.lasts", "memory.shared", "memory.secret"):
                text = self._speech.clause("objects", key, given).rest
                if text:
                    yield self._language.ended(text)


def _is_done_by(speech: Speech, sentence: Sentence) -> bool:
    """Whether all of a sentence is done by whoever acts, so that it says who may do it."""
    alone = not sentence.fronts and sentence.subject == speech.subject
    return alone and all(clause.subject is None for clause in sentence.clauses)


def _is_itself(trigger: Trigger) -> bool:
    """Whether what happens must happen to this card, which it can only once."""
    return any(isinstance(test, CardIs) and _only_card(test) == THIS for test in trigger.if_)


def _only_card(test: CardIs) -> str:
    """Return the name of the one card that a test asks for."""
    names = [card.name for card in test.query.is_ if isinstance(card, Literal)]
    return names[0] if len(names) == 1 else ""


def _in_one_year(trigger: Trigger) -> bool:
    """Whether something works in one year only, and once in it."""
    years = [test.bounds for test in trigger.if_ if isinstance(test, FactIs) and test.name == "year"]
    return trigger.when.startswith(_YEARLY) and any(one.least == one.most for one in years)


def plain_card(card: CardNode, rules: Rules) -> CardNode:
    """Leave out what a card never does under these rules, and tests that always hold."""
    card = simplified_card(card, rules.names)
    return evolve(card, triggers=tuple(trigger for trigger in card.triggers if trigger.do))


def _conditions(speech: Speech, tests: Sequence[TestWord]) -> tuple[Front, ...]:
    if not tests:
        return ()
    return (
        Front(
            speech.telling("if", condition=gaps.conditions(speech, tests)).rest, whole=True, condition=True
        ),
    )


def _joined(speech: Speech, fronts: tuple[Front, ...], items: list[ListItem]) -> list[ListItem]:
    """Put what comes first before steps: into their sentence, or above their list."""
    if not items:
        return [ListItem((Sentence(speech.subject, (speech.telling("nothing"),), fronts=fronts),))]
    one = effects.merged(speech, items)
    if one is not None and (not one.fronts or not fronts):
        return [ListItem((evolve(one, fronts=(*fronts, *one.fronts)),))]
    if not fronts:
        return items
    if len(items) == 1 and _can_be_led(fronts, items[0]):
        (item,) = items
        first, *others = item.sentences
        led = evolve(first, fronts=(*fronts, *first.fronts))
        return [ListItem((led, *others), item.items)]
    return [ListItem((Sentence(speech.subject, fronts=fronts),), tuple(items))]


def _can_be_led(fronts: tuple[Front, ...], item: ListItem) -> bool:
    """Whether what comes first can stand before one item: if only one of the two is a condition."""
    conditional = sum(front.whole for front in fronts) > 0
    return not (conditional and (item.sentences[0].fronts or len(item.sentences) > 1))


def _written(speech: Speech, items: Sequence[ListItem]) -> str:
    """Write items: one is a sentence, perhaps with a list below it; several are a list."""
    if len(items) == 1:
        return "\n".join(
            [effects.item_text(speech.language, items[0]), *effects.lines(speech, items[0].items)]
        )
    return "\n".join(effects.lines(speech, items))
