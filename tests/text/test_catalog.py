"""The catalogue: it knows every name that views, decisions and events use, in every language."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import get_args

import pytest

from kingsburg_rules import (
    LANGUAGES,
    WIRE_VERSION,
    Action,
    Catalog,
    CatalogGlyph,
    DecisionKind,
    Event,
    Game,
    Outcome,
    Rules,
    SetupError,
    catalog_of,
    explain,
    load_rules,
    modules,
    scenarios,
)
from kingsburg_rules.engine import wire
from kingsburg_rules.engine.fields import Form, ListOf, MapOf, Maybe, OneOf, fields_of, names_in
from kingsburg_rules.engine.public_state import AuctionState, GameState, OwedDecision, PlacedDice, PlayerState
from kingsburg_rules.engine.roles import Role
from kingsburg_rules.language.cards import BuildingCard, EnemyCard
from kingsburg_rules.testing import rules_with
from support.catalog import known_names, names_now, unknown_names
from support.schemas import messages

VARIANTS = ("draft-strips", "bid-governors", "inverted-order")
NO_TOKENS = tuple(name for name in modules() if name != "soldier-tokens")
"""The modules that go with every scenario."""

RULE_SETS = {
    "everything": load_rules(modules=modules(), variants=VARIANTS),
    "no variants": load_rules(modules=modules()),
    **{name: load_rules(modules=NO_TOKENS, scenario=name) for name in scenarios()},
    **{name: load_rules(name, modules=modules(name)) for name in ("first-ffg", "first-elfinwerks")},
}
TOYS = """
resources: [{id: honey, name: honey, text: "Sweet.", good: true}, {id: fame, name: fame, limit: 9}]
moments: [{id: market.open, text: When the market opens., name: the opening of the market}]
phases: [{id: fairday, name: Fair day, after: spring, do: [{window: market.open}]}]
deck_cards: [{id: stall, deck: stalls, name: Stall, copies: 3, memory: [{id: visits, start: 2}]}]
buildings:
  - id: hive
    name: Hive
    row: A
    column: 1
    cost: {wood: 1}
    vp: 1
    triggers: [{when: market.open, do: [{choose_one: [{label: sell, do: [{gain: {gold: 1}}]},
      {label: eat, do: [{gain: {honey: 1}}]}]}]}]
"""
each_rule_set = pytest.mark.parametrize("name", RULE_SETS)
each_language = pytest.mark.parametrize("language", LANGUAGES)


@each_rule_set
def test_every_name_of_random_games_is_in_the_catalogue(name: str) -> None:
    """Of all views, decisions and events of whole games, and of the outcome."""
    rules = RULE_SETS[name]
    catalog, seen = catalog_of(rules), Counter[Role]()
    found = {*played(rules, ("Ann", "Brian", "Cindy", "Dora", "Emil"), 1)}
    assert unknown_names(catalog, found) == set()
    seen.update(role for role, _ in found)
    assert {Role.CARD, Role.ADVISOR, Role.RESOURCE, Role.PHASE, Role.SEASON, Role.SOURCE, Role.WORD} <= {
        *seen
    }
    assert seen.total() > 200


def played(rules: Rules, players: Iterable[str], seed: int) -> Iterable[tuple[Role, str]]:
    """Play a game at random, and list all names that come up."""
    game, chance = Game(rules, tuple(players), seed=seed, automation=()), Random(seed)
    for event in game.opening:
        yield from names_in(event)
    while (decision := game.decision) is not None:
        yield from names_now(game)
        for event in game.play(chance.choice(decision.options), decision.player):
            yield from names_in(event)
    assert isinstance(game.outcome, Outcome)
    yield from names_in(game.outcome)
    yield from names_now(game)


@each_rule_set
def test_it_has_everything_that_the_rules_have(name: str) -> None:
    """Not only what comes up in a few games."""
    rules = RULE_SETS[name]
    catalog, compiled = catalog_of(rules), rules.compiled
    firsts = [card.name for card in compiled.cards if card.index == card.first]
    assert [card.id for card in catalog.cards] == firsts
    assert [place.id for place in catalog.places] == [place.name for place in compiled.places]
    assert [one.id for one in catalog.resources] == [one.name for one in compiled.resources]
    assert [moment.id for moment in catalog.moments] == [moment.name for moment in rules.names.moments]
    named = {one.id for part in (catalog.cards, catalog.phases, catalog.sources) for one in part}
    assert named == {*compiled.sources, *(card.name for card in compiled.cards), *compiled.phases}
    assert (catalog.digest, catalog.edition, catalog.modules) == (rules.digest, rules.edition, rules.modules)
    assert catalog.sheet == rules.sheet()
    assert (catalog.fewest_players, catalog.most_players, catalog.years) == (2, 5, 5)


def test_every_word_that_a_field_can_have_has_a_name() -> None:
    """Also those that are rare, such as `shared` in an outcome."""
    classes = [*Action.kinds.values(), *Event.kinds.values(), PlayerState, PlacedDice, GameState]
    found = {
        word
        for cls in (*classes, OwedDecision, AuctionState, Outcome)
        for field in fields_of(cls).values()
        for word in words_in(field.form)
    }
    assert len(found) > 25
    catalog = catalog_of(RULE_SETS["everything"])
    assert found <= {term.id for term in (*catalog.words, *catalog.decisions)}
    assert [term.id for term in catalog.decisions] == [*get_args(DecisionKind)]


def words_in(form: Form) -> Iterable[str]:
    match form:
        case OneOf(words):
            yield from words
        case Maybe(of) | ListOf(of) | MapOf(_, of):
            yield from words_in(of)
        case _:
            pass


@each_language
@each_rule_set
def test_it_is_the_same_in_every_language_but_for_texts(name: str, language: str) -> None:
    rules = RULE_SETS[name]
    catalog = catalog_of(rules, language)
    assert known_names(catalog) == known_names(catalog_of(rules))
    assert without_texts(catalog.to_dict()) == without_texts(catalog_of(rules).to_dict())
    assert all(texts_in(catalog.to_dict()))
    assert catalog.language == language
    assert catalog_of(rules, language) is catalog


TEXTS = ("name", "title", "several", "text", "generated", "language")


def without_texts(data: object) -> object:
    if isinstance(data, dict):
        return {key: without_texts(value) for key, value in data.items() if key not in TEXTS}
    return [*map(without_texts, data)] if isinstance(data, list) else data


def texts_in(data: object) -> Iterable[str]:
    """All texts but those that an author need not write."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from [value] if key in TEXTS and key != "text" else texts_in(value)
    elif isinstance(data, list):
        for one in data:
            yield from texts_in(one)


@pytest.mark.parametrize("language", ["nl", "fr"])
def test_hardly_a_name_is_left_in_english(language: str) -> None:
    """Some words are the same in both languages; options are said by what they do."""
    english, other = (catalog_of(RULE_SETS["everything"], code) for code in ("en", language))
    pairs = [
        (one.name, translated.name)
        for part in ("cards", "kinds", "resources", "phases", "sources", "moments", "numbers", "options")
        for one, translated in zip(getattr(english, part), getattr(other, part), strict=True)
    ]
    same = [name for name, translated in pairs if name == translated and not name.isdecimal()]
    assert len(same) < len(pairs) / 10 < 40
    assert not [name for name in same if " " in name]


def test_it_says_what_explain_says() -> None:
    rules = RULE_SETS["everything"]
    for language in LANGUAGES:
        for card in catalog_of(rules, language).cards:
            told = explain(card.id, rules, language=language)
            assert (card.name, card.text, card.generated) == (told.name, told.text, told.generated)


FIGURES = {
    BuildingCard: ("row", "column", "cost", "vp"),
    EnemyCard: ("year", "strength", "reward", "penalty"),
}


def test_the_figures_are_those_of_the_cards() -> None:
    rules = RULE_SETS["everything"]
    catalog, tried = catalog_of(rules), Counter[str]()
    for card in rules.compiled.cards:
        node, shown = rules.cards[card.ref], catalog.card(card.name)
        tried[card.kind] += 1
        assert (shown.pack, shown.fidelity) == (card.ref.partition("/")[0], node.fidelity)
        if isinstance(node, BuildingCard | EnemyCard):
            figures = {name: getattr(node, name) for name in FIGURES[type(node)]}
            assert {name: getattr(shown, name) for name in figures} == figures
            assert shown.enemy_type == getattr(node, "type", None)
    assert tried["building"] > 40
    assert tried["enemy"] > 20
    assert catalog.card("politician").places == ("politician_5", "politician_10")
    assert [place.id for place in catalog.places if place.private] == ["politician_5", "politician_10"]
    assert {card.strip for card in catalog.cards if card.strip} <= {card.id for card in catalog.cards}
    assert catalog.card("strip_a").row == "A"
    with pytest.raises(KeyError):
        catalog.card("no such card")


def test_icons_are_what_a_card_is_and_what_it_gives() -> None:
    catalog = catalog_of(RULE_SETS["everything"])
    assert catalog.card("treasurer").icons == ("advisor", "gold")
    assert catalog.card("goblins_i_2").icons == ("goblins", "wood", "stone", "vp")
    kinds = {kind.id for kind in catalog.kinds} | {kind.id for kind in catalog.enemy_types}
    resources = {resource.id for resource in catalog.resources}
    assert all(card.icons[0] in kinds and {*card.icons[1:]} <= resources for card in catalog.cards)


def test_rewards_in_icons_have_their_amounts() -> None:
    """All of a reward is said, or nothing."""
    catalog = catalog_of(RULE_SETS["everything"])
    given = {place.id: tuple((one.icon, one.count) for one in place.glyphs) for place in catalog.places}
    assert given["treasurer"] == (("gold", 2),)
    assert given["champion"] == (("stone", 3),)
    assert given["merchant"] == (("gold", 1), ("or", 1), ("wood", 1))
    assert given["smuggler"] == (("vp", 1), ("to", 1), ("good", 3))
    assert given["general"] == (("soldier", 2), ("peek", 1))
    assert (given["politician_5"], given["politician_10"]) == ((("good", 1),), (("good", 2),))
    tiles = {card.id: card.glyphs for card in catalog.cards if card.kind == "tile"}
    assert tiles["five_vp"] == (CatalogGlyph("vp", 5),)
    assert tiles["give_two"] == ()
    assert not [card.id for card in catalog.cards if card.glyphs and card.kind != "tile"]
    known = {resource.id for resource in catalog.resources} | {"good", "or", "to", "peek"}
    assert {icon for glyphs in given.values() for icon, _ in glyphs} <= known


def test_what_a_pack_brings_is_in_it() -> None:
    rules = rules_with(TOYS)
    catalog = catalog_of(rules, "nl")
    (honey, fame) = (one for one in catalog.resources if one.id in ("honey", "fame"))
    assert (honey.name, honey.good, honey.limit) == ("honey", True, None)
    assert (fame.name, fame.good, fame.limit) == ("fame", False, 9)
    assert ("fairday", "Fair day") in {(phase.id, phase.name) for phase in catalog.phases}
    assert "market.open" in {moment.id for moment in catalog.moments}
    stall = catalog.card("stall")
    assert (stall.kind, stall.copies, stall.pack) == ("stalls", 3, "test")
    assert "stalls" in {kind.id for kind in catalog.kinds}
    assert ("stall", "visits", 2) in {(number.card, number.id, number.start) for number in catalog.numbers}
    assert {"sell", "eat"} <= {option.id for option in catalog.options if option.card == "hive"}
    assert unknown_names(catalog, played(rules, ("Ann", "Brian"), 3)) == set()


@each_language
@each_rule_set
def test_its_json_keeps_to_the_schema_and_comes_back(name: str, language: str) -> None:
    catalog = catalog_of(RULE_SETS[name], language)
    data = json.loads(catalog.to_json())
    assert messages("catalog", data) == []
    assert wire.from_plain(data, Catalog) == catalog
    assert data["wire"] == WIRE_VERSION
    assert messages("catalog", {**data, "cards": [{"id": "inn"}]})


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(SetupError) as refused:
        catalog_of(load_rules(), "xx")
    assert refused.value.code == "text.language"


PROGRAM = """
from kingsburg_rules import catalog_of, choices, load_rules
print(catalog_of(load_rules(), "fr").to_json(), choices().to_json())
"""


def test_it_is_written_the_same_in_every_process() -> None:
    """Its order does not depend on how strings are hashed."""
    told = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1
