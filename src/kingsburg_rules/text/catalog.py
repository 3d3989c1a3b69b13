"""Fills the catalogue of a rule set in a language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias, TypeVar

from attrs import evolve

from kingsburg_rules.content.catalog import (
    REMEMBERED,
    Catalog,
    CatalogCard,
    CatalogFigure,
    CatalogGlyph,
    CatalogKind,
    CatalogMoment,
    CatalogNumber,
    CatalogOption,
    CatalogPack,
    CatalogPhase,
    CatalogPlace,
    CatalogResource,
    CatalogSeason,
    CatalogSource,
    CatalogTerm,
)
from kingsburg_rules.content.locales import title_of
from kingsburg_rules.content.rules import Rules
from kingsburg_rules.engine.compiled_rules import Card
from kingsburg_rules.engine.errors import expect
from kingsburg_rules.engine.roles import Lifetime
from kingsburg_rules.engine.wire import WIRE_VERSION
from kingsburg_rules.language.battle import Peek
from kingsburg_rules.language.calendar import Phase
from kingsburg_rules.language.cards import (
    FIDELITIES,
    AdvisorCard,
    BuildingCard,
    CardNode,
    DeckCard,
    DestinyCard,
    EnemyCard,
    GovernorCard,
    StripCard,
    TileCard,
)
from kingsburg_rules.language.registry import Node, Step, is_tuple
from kingsburg_rules.language.resources import Gain, PayStep, TradeStep
from kingsburg_rules.text import gaps
from kingsburg_rules.text.cards import card_text
from kingsburg_rules.text.gaps import attribute
from kingsburg_rules.text.languages import language_of
from kingsburg_rules.text.names import CardNames
from kingsburg_rules.text.phrases import section
from kingsburg_rules.text.sentences import Sentences, only_sets, options_of

T = TypeVar("T")

TABLE = "catalog"
"""The part of the file of a language that has names for what is not on a card."""

_PRICES = frozenset({"cost", "price"})
"""The fields with what is paid, not with what a card does."""


_FIGURES: Mapping[type[CardNode], Sequence[str]] = {
    AdvisorCard: ["rank"],
    TileCard: ["rank"],
    BuildingCard: ["row", "column", "cost", "vp"],
    EnemyCard: ["year", "strength", "reward", "penalty"],
    StripCard: ["row", "copies"],
    DeckCard: ["copies", "held_by"],
    DestinyCard: ["held_by"],
}
"""The figures of each kind of card that the catalogue has under the same names."""


def catalog_of(rules: Rules, language: str = "en") -> Catalog:
    """Return the names, texts and figures of everything that views, decisions and events can name.

    It is made once for each rule set and language: `en`, `nl` or `fr`.

    Raises:
        SetupError: There is no such language.
        TypeError: `rules` are not rules.
    """
    expect(rules, Rules, "rules")
    kept, name = rules.compiled.kept, f"catalog {language_of(language).code}"
    known = kept.get(name)
    if not isinstance(known, Catalog):
        known = kept[name] = _Builder(rules, language).catalog()
    return known


class _Builder:
    """Builds the catalogue of a rule set in a language."""

    def __init__(self, rules: Rules, language: str) -> None:
        self.rules = rules
        self.compiled = rules.compiled
        self.language = language_of(language)
        self.names = CardNames(rules, self.language)
        self.speech = gaps.owner_speech(self.names)
        self.given = section(language, TABLE)
        self.nodes = {card.name: rules.cards[card.ref] for card in self.compiled.cards}

    def catalog(self) -> Catalog:
        """Build it."""
        rules, (fewest, most) = self.rules, self.compiled.seats
        return Catalog(
            wire=WIRE_VERSION,
            language=self.language.code,
            edition=rules.edition,
            modules=rules.modules,
            scenario=rules.scenario,
            variants=rules.variants,
            packs=tuple(
                CatalogPack(document.folder, version, title_of(document, self.language.code))
                for document, (_, version) in zip(rules.documents, rules.packs, strict=True)
            ),
            digest=rules.digest,
            fewest_players=fewest,
            most_players=most,
            years=self.compiled.years,
            kinds=tuple(map(self.kind, dict.fromkeys(card.kind for card in self.compiled.cards))),
            cards=tuple(self.card(card) for card in self.compiled.cards if card.index == card.first),
            sheet=rules.sheet(),
            places=tuple(self.places()),
            resources=tuple(self.resources()),
            phases=tuple(self.phases()),
            without_player=tuple(automaton.name for automaton in self.compiled.automata),
            seasons=tuple(CatalogSeason(one, self.source(one)) for one in self.compiled.seasons[1:]),
            sources=tuple(self.sources()),
            moments=tuple(self.moments()),
            numbers=tuple(self.numbers()),
            options=tuple(self.options()),
            decisions=tuple(self.terms("decisions")),
            enemy_types=tuple(CatalogTerm(one, self.names.enemies(one)) for one in self.compiled.enemy_types),
            words=tuple(self.terms("words")),
        )

    # Cards

    def kind(self, kind: str) -> CatalogKind:
        """Describe a kind of card."""
        noun = self.names.noun(kind)
        return CatalogKind(kind, noun.one, noun.several)

    def card(self, card: Card) -> CatalogCard:
        """Describe a card."""
        node, names = self.nodes[card.name], evolve(self.names, about=card.name)
        plain = CatalogCard(
            id=card.name,
            pack=card.ref.partition("/")[0],
            kind=card.kind,
            name=names.card(card.name),
            title=names.the(card.name),
            text=names.text(card.name),
            generated=card_text(names, node),
            fidelity=_one_of(FIDELITIES, node.fidelity),
            icons=tuple(dict.fromkeys(self.icons(node))),
            places=tuple(place.name for place in self.compiled.places if place.card == card.index),
            numbers=tuple(CatalogFigure(name, names.word(name), value) for name, value in node.numbers),
            emblem=node.emblem or None,
        )
        return self.figured(plain, node)

    def figured(self, card: CatalogCard, node: CardNode) -> CatalogCard:
        """Add the figures that a card of this kind has."""
        figures = {name: getattr(node, name) for name in _FIGURES.get(type(node), ())}
        match node:
            case TileCard():
                return evolve(card, glyphs=glyphs_of(node.reward) or (), **figures)
            case BuildingCard():
                return evolve(card, strip=self.strip(card.pack, node.strip), **figures)
            case EnemyCard():
                return evolve(card, enemy_type=node.type, **figures)
            case _:
                return evolve(card, **figures)

    def strip(self, pack: str, strip: str | None) -> str | None:
        """Return the id of the strip that a building is on."""
        return None if strip is None else self.compiled.cards[self.compiled.card[f"{pack}/{strip}"]].name

    def icons(self, node: CardNode) -> Iterator[str]:
        """List what pictures of a card may show: what it is, and the resources that its effect mentions."""
        yield node.type if isinstance(node, EnemyCard) else node.kind
        for part in gaps.nodes(node):
            for name in gaps.field_names(part):
                if name not in _PRICES:
                    yield from self.resources_in(attribute(part, name))

    def resources_in(self, part: object) -> Iterator[str]:
        """List the resources of a bag, or of several."""
        for one in part if is_tuple(part) else ():
            if isinstance(one, str) and one in self.compiled.resource:
                yield one
            else:
                yield from self.resources_in(one)

    # Everything else

    def source(self, source: str) -> str:
        """Name a phase, a season or another source, with a capital."""
        return self.language.capital(self.names.source(source))

    def places(self) -> Iterator[CatalogPlace]:
        """List the places for dice."""
        for place in self.compiled.places:
            card = self.compiled.cards[place.card].name
            private = bool(self.compiled.private & place.bit)
            glyphs = glyphs_of(reward_of(self.nodes[card], place.name)) or ()
            yield CatalogPlace(place.name, card, self.names.card(place.name), place.rank, private, glyphs)

    def resources(self) -> Iterator[CatalogResource]:
        """List the resources."""
        for one in self.compiled.resources:
            noun = self.names.noun(one.name)
            yield CatalogResource(
                one.name,
                noun.one,
                noun.several,
                good=one.good,
                below_zero=one.minimum is None,
                limit=one.limit,
                lasts=_one_of(_LIFETIMES, one.lasts),
            )

    def phases(self) -> Iterator[CatalogPhase]:
        """List the phases in the order of the year, set-up first."""
        numbers = {step.id: step.number for step in self.rules.calendar.year if isinstance(step, Phase)}
        for phase in self.compiled.phases:
            yield CatalogPhase(phase, self.source(phase), numbers.get(phase))

    def sources(self) -> Iterator[CatalogSource]:
        """List the sources that are neither cards nor phases."""
        for source in self.compiled.sources:
            if source not in self.compiled.card and source not in self.compiled.phases:
                yield CatalogSource(source, self.source(source))

    def moments(self) -> Iterator[CatalogMoment]:
        """List the moments in the order of the year."""
        for moment in self.rules.names.moments:
            yield CatalogMoment(moment.name, gaps.moment_name(self.speech, moment.name), moment.each)

    def numbers(self) -> Iterator[CatalogNumber]:
        """List what cards remember."""
        for memory in self.compiled.memories:
            if memory.card != self.compiled.cards[memory.card].first:
                continue
            card = self.compiled.cards[memory.card].name
            name = evolve(self.names, about=card).word(memory.name)
            is_number = memory.kind == "number"
            yield CatalogNumber(
                card,
                memory.name,
                name,
                memory.start if is_number else 0,
                _one_of(REMEMBERED, memory.kind),
                memory.shared,
                _one_of(_TERMS, memory.lasts),
            )

    def options(self) -> Iterator[CatalogOption]:
        """List the options that may come up anywhere, then those of each card."""
        for label, name in self.given["options"].items():
            yield CatalogOption(label, name)
        for card, node in self.nodes.items():
            sentences = Sentences(evolve(self.names, about=card))
            for option in options_of(node):
                label = str(attribute(option, "label"))
                yield CatalogOption(label, self.option(label, option, sentences), card)

    def option(self, label: str, option: Node, sentences: Sentences) -> str:
        """Describe what an option does, or else name it."""
        said = label if label.isdecimal() else None if only_sets(option) else sentences.branch(option)
        if said is None and self.speech.has("words", label):
            return self.speech.word(label)
        if said is None and label in self.compiled.resource:
            return self.names.noun(label).one
        return said or sentences.names.word(label)

    def terms(self, part: str) -> Iterator[CatalogTerm]:
        """List the words of a part of the file of the language."""
        for term, name in self.given[part].items():
            yield CatalogTerm(term, name)


_LIFETIMES: tuple[Lifetime, ...] = ("game", "season")
_TERMS: tuple[Literal["season", "year", "game"], ...] = ("season", "year", "game")


def _one_of(words: tuple[T, ...], word: str) -> T:
    """Return the one of some words that a text is."""
    # The loader has checked it; looking it up also tells the type checker.
    return words[words.index(word)]


# Rewards as icons. They say all of a reward or nothing: where it does more than gain, trade, pay and look at
# the enemy, pictures show its text instead.

Amounts: TypeAlias = Iterable[tuple[str, object]]
Glyphs: TypeAlias = tuple[CatalogGlyph, ...]

OR, TO, PEEK = CatalogGlyph("or"), CatalogGlyph("to"), CatalogGlyph("peek")
SIGNS = (OR, TO, PEEK)
"""The icons that are not resources."""


def reward_of(node: CardNode, place: str) -> Sequence[Step]:
    """Return what dice on a place of a card give, as it is written; nothing if they do not give anything."""
    if isinstance(node, AdvisorCard | TileCard):
        return node.reward
    places = node.places if isinstance(node, GovernorCard) else ()
    return next((one.reward for one in places if one.id == place), ())


def glyphs_of(steps: Iterable[Step]) -> Glyphs | None:
    """Write a reward with icons; None if they cannot say it."""
    found = tuple(glyph for step in steps for glyph in _step(step))
    said = tuple(glyph for glyph in found if glyph is not None)
    return said if len(said) == len(found) else None


def _step(step: Step) -> Iterator[CatalogGlyph | None]:
    """Write one step; None stands for what no icon says."""
    match step:
        case Gain():
            yield from _either(tuple(_bag(bag)) for bag in step.bags)
        case TradeStep():
            yield from _either((*_bag(offer.pay), TO, *_bag(offer.gain)) for offer in step.offers)
        case PayStep() if not step.else_:
            yield from _either(tuple(_bag(price)) for price in step.price)
            yield TO
            for then in step.then:
                yield from _step(then)
        case Peek() if step.what:
            yield PEEK
        case _:
            yield None


def _either(choices: Iterable[tuple[CatalogGlyph | None, ...]]) -> Iterator[CatalogGlyph | None]:
    """Join choices by strokes."""
    for at, choice in enumerate(choices):
        if at:
            yield OR
        yield from choice


def _bag(bag: Amounts) -> Iterator[CatalogGlyph | None]:
    for resource, count in bag:
        yield CatalogGlyph(resource, count) if isinstance(count, int) else None
