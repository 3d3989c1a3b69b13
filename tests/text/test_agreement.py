"""Numbers, verbs and articles agree, in every language and whatever numbers a card has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from kingsburg_rules import LANGUAGES, Rules, explain, load_rules, testing
from kingsburg_rules.engine.events import CardsOffered
from kingsburg_rules.language.cards import GovernorCard, RuleCard
from kingsburg_rules.language.registry import read_fields
from kingsburg_rules.language.vocabulary import STATS
from kingsburg_rules.text.cards import card_text, plain_card
from kingsburg_rules.text.languages import language_of
from kingsburg_rules.text.names import CardNames
from kingsburg_rules.text.phrasebook import Phrasebook
from support.agreement import disagreements, verbs
from support.numbers import Place, with_numbers
from support.random_packs import made_pack
from support.texts import added_cards, all_cards, rule_sets, rules_with

EXAMPLES = Path(__file__).parents[2] / "examples"
each_language = pytest.mark.parametrize("code", LANGUAGES)

ENOUGH = 4
"""So many cards are tried for each place of a number; each place has six to twenty numbers."""


def cards() -> Iterator[tuple[Rules, str]]:
    """Cards that have every word that takes a number."""
    yield from all_cards()
    packs = (*sorted((EXAMPLES / "cookbook").rglob("*.yaml"))[::4], *(EXAMPLES / "packs").iterdir())
    made_up = (load_rules(packs=[made_pack(seed, cards=3)]) for seed in range(18, 21))
    for rules in (*map(rules_with, packs), *made_up):
        yield from ((rules, card) for card in added_cards(rules))


@cache
def described() -> tuple[tuple[Place, str, str], ...]:
    """Describe each word with each number, in every language; gives the place, the language and the text."""
    tried, found = Counter[Place](), list[tuple[Place, str, str]]()
    for rules, card in cards():
        names = [CardNames(rules, language_of(code), card) for code in LANGUAGES]
        for place, changed in with_numbers(plain_card(rules.cards[card], rules)):
            tried[place] += 1
            if tried[place] <= ENOUGH:
                found += ((place, each.language.code, card_text(each, changed)) for each in names)
    return tuple(found)


def test_each_word_agrees_with_each_number() -> None:
    wrong = {flaw for _, code, text in described() for flaw in disagreements(code, text)}
    assert not wrong, "\n".join(sorted(wrong))
    assert len({place[0] for place, _, _ in described()}) >= 50
    assert len(described()) > 4_000


@each_language
def test_each_number_of_the_rules_agrees_with_each_change(code: str) -> None:
    """Whatever happens to a number of the rules, for the owner of a card and for everybody."""
    names = CardNames(rule_sets()[0], language_of(code))
    computed = {"times": [3, {"fact": "buildings"}]}
    for stat in STATS:
        for way in ("set", "add", "times", "at_least", "at_most"):
            for number in (0, 1, 2, -1, -2, {"fact": "buildings"}, computed):
                data = {"id": "x", "name": "X", "modifiers": [{"what": stat.name, way: number}]}
                for kind in (GovernorCard, RuleCard):
                    text = card_text(names, read_fields(kind, data, "x"))
                    assert not disagreements(code, text), text


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "Whenever a player finishs their battle, they gain 1 VP."),
        ("en", "You may construct up to 1 buildings in column I."),
        ("en", "You may construct up to 2 building in column I."),
        ("en", "You get +the product of 2 and your gold battle strength."),
        ("en", "Gain 0 good."),
        ("en", "Each player gain 1 gold."),
        ("en", "If they has 1 gold, gain 1 VP."),
        ("en", "Gain the reward of the the Queen."),
        ("en", "If you have a building that cost 2 goods, gain 1 VP."),
        ("en", "If you have exactly the number of your buildings goods, gain 1 VP."),
        ("en", "Receive the reward of the advisor of rank the number of your buildings."),
        ("en", "Draw a Event card."),
        ("en", "Gain -2 gold."),
        ("nl", "Je krijgt 1 soldaten."),
        ("nl", "Elke speler hebt 1 soldaat."),
        ("nl", "Je verliest de gebouw."),
        ("nl", "Je krijgt 2 soldaat."),
        ("fr", "Gagnez 0 soldats."),
        ("fr", "Chaque joueur gagnez 1 or."),
        ("fr", "Gagnez la récompense de le conseiller."),
        ("fr", "La récompense d'une victoire pour vous est multiplié par 2."),
        ("fr", "Piochez un carte."),
    ],
)
def test_disagreements_are_seen(code: str, text: str) -> None:
    assert disagreements(code, text)


def test_verbs_of_players_are_spelled_as_in_dictionaries() -> None:
    english = language_of("en")
    player = english.phrases.players["a_player"]
    found = {verb: english.finite(verb, player) for verb in verbs("en")}
    assert not [flaw for form in found.values() for flaw in disagreements("en", form)]
    wanted = {"finish": "finishes", "pass": "passes", "go": "goes", "do": "does", "reach": "reaches"}
    wanted |= {"play": "plays", "have": "has", "be": "is", "may": "may", "put": "puts", "lose": "loses"}
    assert found.items() >= wanted.items()


PACK = """
governors:
  - id: old_king
    name: The Old King
    triggers: [{when: year.end, do: [{gain: {vp: 1}}]}]
  - id: heir
    name: Heir
    triggers: [{when: year.end, if: {owns: old_king}, do: [{gain: {vp: 1}}]}]
  - id: thief
    name: Thief
    triggers:
      - {when: season.end, do: [{move: {card: plot, to: out}}]}
      - {when: year.end, do: [{draw: {deck: event, to: hand}}]}
deck_cards:
  - {id: plot, name: Plot, deck: event, copies: 4}
"""


def test_a_name_with_an_article_gets_no_second_one() -> None:
    rules = testing.rules_with(PACK)
    assert "if you have The Old King, gain" in explain("heir", rules).generated


@pytest.mark.parametrize(
    ("code", "text"),
    [("en", "one copy of Plot"), ("nl", "één exemplaar van Plot"), ("fr", "un exemplaire de Plot")],
)
def test_one_of_several_copies_is_moved(code: str, text: str) -> None:
    assert text in explain("thief", testing.rules_with(PACK), language=code).generated


def test_one_card_is_offered_and_two_are() -> None:
    book = Phrasebook(rule_sets()[0], "en", "pictures")
    offered = [book.sentences.event(CardsOffered(cards, "gold")) for cards in (("inn",), ("inn", "palisade"))]
    assert offered == ["The Inn is offered for gold.", "The Inn and the Palisade are offered for gold."]
