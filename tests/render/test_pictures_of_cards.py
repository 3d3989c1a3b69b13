"""Pictures of cards: every card of the box has one, in every language, with all that it is."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from itertools import combinations
from xml.etree import ElementTree

import pytest

from kingsburg_rules import LANGUAGES, Rules, SetupError, explain, load_rules
from kingsburg_rules.language.cards import (
    AdvisorCard,
    BuildingCard,
    CardNode,
    DestinyCard,
    EnemyCard,
    StripCard,
    TileCard,
)
from kingsburg_rules.render import card
from kingsburg_rules.render.scene import phrasebook_of
from kingsburg_rules.render.svg_elements import width
from kingsburg_rules.testing import rules_with
from support.pictures import SVG
from support.texts import all_cards

CARDS = [*all_cards()]
ROMAN = ("0", "I", "II", "III", "IV", "V")
SIZES = {"t3": 13, "t4": 12, "small": 10}

each_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def words(picture: str) -> str:
    """All that is written in a picture, in its order, lines joined."""
    root = ElementTree.fromstring(picture)
    return " ".join("".join(text.itertext()) for text in root.iter(f"{SVG}text"))


def titles(picture: str) -> set[str]:
    return {title.text or "" for title in ElementTree.fromstring(picture).iter(f"{SVG}title")}


def amounts_on(node: CardNode) -> list[tuple[str, int]]:
    match node:
        case BuildingCard():
            return [*node.cost, ("vp", node.vp)]
        case EnemyCard():
            return [*node.reward, *node.penalty]
        case _:
            return []


def numbers_on(node: CardNode) -> list[str]:
    match node:
        case AdvisorCard() | TileCard():
            return [str(node.rank)]
        case BuildingCard():
            return [f"{node.row} {ROMAN[node.column]}", str(node.vp)]
        case EnemyCard():
            return [ROMAN[node.year], str(node.strength)]
        case StripCard():
            return [node.row, str(node.copies)]
        case _:
            return []


@each_language
def test_every_card_has_a_picture_with_all_that_it_is(language: str) -> None:
    assert len(CARDS) > 150
    for rules, ref in CARDS:
        node, told = rules.cards[ref], explain(ref, rules, language=language)
        picture = card(rules, ref, language=language)
        written, say = words(picture), phrasebook_of(rules, language)
        assert told.name in written, ref
        if not (isinstance(node, EnemyCard) and not node.triggers):
            assert " ".join((told.text or told.generated).split()) in " ".join(written.split()), ref
        for number in numbers_on(node):
            assert re.search(rf"(^|\s){number}(\s|$)", written), (ref, number)
        known = titles(picture) | {written}
        for resource, count in amounts_on(node):
            assert any(say.counted(resource, count) in one for one in known), (ref, resource)
        if isinstance(node, DestinyCard) and node.held_by == "everyone":
            assert say.say("held_by_all") in written


@each_language
@pytest.mark.parametrize("wide", [160, 260, 400])
def test_nothing_leaves_the_card_and_no_text_covers_another(language: str, wide: int) -> None:
    for rules, ref in CARDS[:: 3 if wide != 260 else 1]:
        root = ElementTree.fromstring(card(rules, ref, language=language, width=wide))
        high = float(root.get("height", "0"))
        places = [place_of(text) for text in root.iter(f"{SVG}text")]
        for left, top, right, bottom in places:
            assert min(left, top) >= 4, ref
            assert right <= wide - 4, ref
            assert bottom <= high - 4, ref
        for one, other in combinations(places, 2):
            across = min(one[2], other[2]) - max(one[0], other[0])
            down = min(one[3], other[3]) - max(one[1], other[1])
            assert across < 1 or down < 1, (ref, one, other)


def place_of(text: ElementTree.Element) -> tuple[float, float, float, float]:
    classes = (text.get("class") or "").split()
    size = next(SIZES[name] for name in classes if name in SIZES)
    long = width("".join(text.itertext()), size)
    x, y = float(text.get("x", "0")), float(text.get("y", "0"))
    left = x - long if "e" in classes else x
    return left, y - 0.7 * size, left + long, y


def test_a_picture_says_in_words_what_it_shows() -> None:
    picture = card(load_rules(modules=()), "fortress")
    assert "<title>Fortress</title>" in picture
    told = unescape(picture.split("<desc>")[1].split("</desc>")[0])
    numbers, _, does = told.partition(". ")
    assert numbers == "Building, E IV, 4 VP, costs 3 gold, 2 stone"
    assert does == "You have 1 more battle strength, and score 1 more VP for each victory."
    assert 'data-key="card:fortress"' in picture


MADE_UP = """
resources:
  - {id: hops, name: "Hops & <Malt>", good: true}
buildings:
  - id: brewery
    name: "Brewery & <Sons>"
    text: "It brews \\"beer\\" & sells it."
    row: Z
    column: 2
    cost: {hops: 2, gold: 1}
    vp: -3
"""


def test_cards_of_packs_are_drawn_too() -> None:
    rules: Rules = rules_with(MADE_UP)
    picture = card(rules, "brewery")
    assert "Brewery & <Sons>" in words(picture)
    assert 'It brews "beer" & sells it.' in words(picture)
    assert "2 Hops & <Malt>" in words(picture)
    assert "-3" in words(picture) or "\N{MINUS SIGN}3" in words(picture)
    assert card(rules, "test/brewery") == picture


def test_what_cannot_be_drawn_is_refused() -> None:
    rules = load_rules(modules=())
    for wrong, code in (
        ({"card": "ghost"}, "text.card"),
        ({"card": "inn", "width": 159}, "picture.width"),
        ({"card": "inn", "theme": "blue"}, "picture.theme"),
        ({"card": "inn", "language": "de"}, "text.language"),
    ):
        with pytest.raises(SetupError) as refused:
            card(rules, **wrong)
        assert refused.value.code == code


def test_themes_differ_and_widths_are_kept() -> None:
    rules = load_rules(modules=())
    light, dark = (card(rules, "inn", theme=theme) for theme in ("light", "dark"))
    assert "kb-light" in light
    assert light.partition("<style>")[2] != dark.partition("<style>")[2]
    assert 'width="200"' in card(rules, "inn", width=200)
