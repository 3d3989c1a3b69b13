"""The texts of cards: complete in every language, well formed, as they were, and true of every part."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kingsburg_rules import LANGUAGES, Rules, SetupError, explain, load_rules, modules, testing
from kingsburg_rules.language.cards import GovernorCard
from kingsburg_rules.language.facts import FACTS, GAME
from kingsburg_rules.language.permissions import PERMISSIONS
from kingsburg_rules.language.registry import QUERIES, STEPS, TESTS, VALUES, read_fields
from kingsburg_rules.language.switches import SWITCHES
from kingsburg_rules.language.vocabulary import EVENTS, LOSSES, PLAYER, RESOURCES, STATS
from kingsburg_rules.testing.situation import PACK
from kingsburg_rules.text.cards import card_text, plain_card
from kingsburg_rules.text.languages import language_of
from kingsburg_rules.text.names import CardNames
from kingsburg_rules.text.phrases import TABLES, Gap, Optional, Phrase, Text, section
from support.marks import changes
from support.random_packs import made_pack
from support.texts import all_cards, flaws, golden, rule_sets, texts

ROOT = Path(__file__).parents[2]
each_language = pytest.mark.parametrize("code", LANGUAGES)

NO_PHRASE = {"as_player", "not", "all", "any"}
"""Words without a phrase of their own: others act, and tests are joined."""

NEEDED = {
    "steps": set(STEPS.words) - NO_PHRASE,
    "tests": {*TESTS.words, "fact", "variable"} - NO_PHRASE,
    "values": {*VALUES.words, "literal", "variable"},
    "queries": set(QUERIES.words),
    "permissions": set(PERMISSIONS.words),
    "moments": {event.name for event in EVENTS},
    "until": {event.name for event in EVENTS},
    "stats": {stat.name for stat in STATS},
}
"""What every language must have a phrase for, taken from the registry itself."""

WITHOUT_WORDS = {
    *("per", "refusals", "objects", "changes", "brief", "sets", "payload", "facts", "words", "telling"),
    *("decisions", "actions", "events", "violations", "estimates"),
}


@each_language
@pytest.mark.parametrize("table", NEEDED)
def test_every_word_has_a_phrase_and_no_phrase_is_idle(code: str, table: str) -> None:
    found = {key for key in language_of(code).phrases[table].phrases if key not in NO_PHRASE}
    assert not NEEDED[table] - found, "phrases are missing"
    words = {*NEEDED[table], *NO_PHRASE}
    idle = {key for key in found - NEEDED[table] if key.partition(".")[0] not in words}
    assert not idle, "phrases are never used"
    assert set(NEEDED) | WITHOUT_WORDS == set(TABLES)


@each_language
def test_facts_resources_and_losses_have_phrases(code: str) -> None:
    phrases = language_of(code).phrases
    known = {*phrases["facts"].phrases, *phrases.nouns}
    assert {*FACTS[GAME], *FACTS[PLAYER]} <= known
    others = {name for kind, facts in FACTS.items() if kind not in (GAME, PLAYER) for name in facts}
    assert {f"{name}.of" for name in others} <= known
    assert {*LOSSES, *(resource.name for resource in RESOURCES)} <= set(phrases.nouns)


@each_language
@pytest.mark.parametrize("table", TABLES)
def test_languages_have_the_same_phrases(code: str, table: str) -> None:
    """A phrase that one language has for a special case, the others have too."""
    assert keys(code, table) == keys("en", table)


def keys(code: str, table: str) -> set[tuple[str, tuple[str, ...]]]:
    return {(one.key, one.conditions) for one in all_phrases(code, table)}


def all_phrases(code: str, table: str) -> list[Phrase]:
    return [one for some in language_of(code).phrases[table].phrases.values() for one in some]


@each_language
@pytest.mark.parametrize("table", TABLES)
def test_phrases_say_what_the_english_ones_say(code: str, table: str) -> None:
    """Nothing that is filled in gets lost in translation. What players are called differs."""
    people = {word for one in section(code, "own").values() for word in one}
    people |= {word for one in section("en", "own").values() for word in one}
    english = {(one.key, one.conditions): one for one in all_phrases("en", table)}
    for phrase in all_phrases(code, table):
        assert gaps(phrase) - people == gaps(english[phrase.key, phrase.conditions]) - people, phrase.key


def gaps(phrase: Phrase) -> set[str]:
    return {gap.path for gap in _gaps((*phrase.own, *phrase.before, *phrase.rest, *phrase.last))}


def _gaps(text: Text) -> Iterator[Gap]:
    for part in text:
        if isinstance(part, Gap):
            yield part
        elif isinstance(part, Optional):
            yield from _gaps(part.parts)


@pytest.mark.parametrize("code", ["nl", "fr"])
def test_every_verb_has_its_forms_and_no_form_is_idle(code: str) -> None:
    """French verbs like "gagner" need no forms; "mogen" and "pouvoir" are how something is allowed."""
    language = language_of(code)
    used = {one.verb for table in TABLES for one in all_phrases(code, table) if one.verb}
    forms = set(language.phrases.verbs)
    assert not forms - used - {language.modal}
    assert not {verb for verb in used - forms if code == "nl" or not verb.endswith("er")}


@each_language
def test_texts_of_cards_are_well_formed(code: str) -> None:
    wrong = [
        flaw for rules, card in all_cards() for flaw in flaws(explain(card, rules, language=code).generated)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("text", "flaw"),
    [
        ("Gain {bag}.", "a part that was not filled in"),
        ("Gain 1 bonus_die.", "a name of the machine"),
        ("At season.end, gain 1 gold.", "a name of the machine"),
        ("Gain 1 gold , then 1 wood.", "a sign that hangs in the air"),
        ("Gain gold gold.", "the same word twice"),
        ("Gain 1 gold", "no full stop"),
    ],
)
def test_flaws_are_seen(text: str, flaw: str) -> None:
    assert [found.partition(":")[0] for found in flaws(text)] == [flaw]


@each_language
def test_texts_are_as_they_were(code: str) -> None:
    """`python tools/make_goldens.py texts-en` (and so on) writes them anew; read them before you do."""
    wanted = json.loads(golden(code).read_text(encoding="utf-8"))
    found = texts(code)
    assert set(found) == set(wanted)
    for card, text in found.items():
        assert text == wanted[card], card


SAMPLES = {
    "base/merchants_guild": (
        "At the start of each productive season, gain 1 gold.",
        "Aan het begin van elk productieseizoen krijg je 1 goud.",
        "Au début de chaque saison de production, gagnez 1 or.",
    ),
    "governors/quartermaster": (
        "At the start of phase 7, if you have at least 1 good, you may exchange 1 good for 1 good of another "
        "kind and 1 soldier.",
        "Aan het begin van fase 7 mag je 1 goederensteen ruilen voor 1 goederensteen van een andere soort en "
        "1 soldaat als je minstens 1 goederensteen hebt.",
        "Au début de la phase 7, si vous avez au moins 1 marchandise, vous pouvez échanger 1 marchandise "
        "contre 1 marchandise d'une autre sorte et 1 soldat.",
    ),
    "destiny/new_quarry": (
        "At the start of each productive season:\n1. Roll 1 die (“die”).\n"
        "2. If “die” is 4 or more, each player gains 1 stone.",
        "Aan het begin van elk productieseizoen:\n1. Je werpt 1 dobbelsteen (“die”).\n"
        "2. Als “die” 4 of meer is, krijgt elke speler 1 steen.",
        "Au début de chaque saison de production\u00a0:\n1. Lancez 1 dé («\u00a0die\u00a0»).\n"
        "2. Si «\u00a0die\u00a0» est de 4 ou plus, chaque joueur gagne 1 pierre.",
    ),
}


@pytest.mark.parametrize("card", SAMPLES)
def test_texts_read_as_people_write(card: str) -> None:
    found = tuple(explain(card, rule_sets()[0], language=code).generated for code in ("en", "nl", "fr"))
    assert found == SAMPLES[card]


def test_texts_depend_on_the_rules_they_are_written_for() -> None:
    """What an edition or a module decides is said as it is there, and the rest is left out."""
    first = explain("philosopher", load_rules("first-ffg", modules=("governors",))).generated
    second = explain("philosopher", load_rules(modules=("governors",))).generated
    assert "9 or less" not in first
    assert "9 or less" in second
    alone = explain("military_academy", load_rules(modules=("more-buildings",))).generated
    assert "half of" in explain("military_academy", rule_sets()[0]).generated
    assert "half of" not in alone


def test_cards_that_the_rules_are_without_are_named_all_the_same() -> None:
    alone = explain("priest", load_rules(modules=("governors",))).generated
    both = explain("priest", load_rules(modules=("governors", "destiny"))).generated
    assert "good year" in alone
    assert "Good Year" in both
    for language in ("en", "nl", "fr"):
        moves = explain("diplomatic_moves", load_rules(modules=("destiny",)), language=language).generated
        assert "/" not in moves


def test_unknown_cards_and_languages_are_refused() -> None:
    rules = load_rules()
    with pytest.raises(SetupError, match="did you mean 'cathedral'"):
        explain("cathedrall", rules)
    with pytest.raises(SetupError, match="allowed: en, fr, nl"):
        explain("inn", rules, language="xx")


def test_playing_imports_no_text() -> None:
    program = (
        "import sys; from kingsburg_rules import Game, load_rules\n"
        "game = Game(load_rules(modules=('destiny',)), ('Ann', 'Bob'), seed=1)\n"
        "while game.decision is not None: game.play(game.decision.options[0])\n"
        "game.save(); game.view('Ann'); game.outcome\n"
        "assert not [name for name in sys.modules if name.startswith('kingsburg_rules.text')]\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_switches_are_all_decided_before_a_text_is_written() -> None:
    """No text may speak of a switch of the rules by its name."""
    written = [explain(card, rules).generated for rules, card in all_cards()]
    assert not [text for text in written for switch in SWITCHES if switch in text]


# ------
# Every part of an effect leaves its mark, and is said once.


def unmarked(rules: Rules, card: str) -> tuple[int, list[str]]:
    """Change a card in every way, in every language; gives how often, and what did not change its text."""
    tried, missed = 0, list[str]()
    node = plain_card(rules.cards[card], rules)
    different = list(changes(node))
    for code in LANGUAGES:
        names = CardNames(rules, language_of(code), card)
        text = card_text(names, node)
        tried += len(different)
        missed += [f"{card} in {code}: {what}" for what, one in different if card_text(names, one) == text]
    return tried, missed


def added_cards(rules: Rules) -> list[str]:
    """The cards that the packs of a rule set bring."""
    built_in = {card.ref for one in rule_sets() for card in one.compiled.cards}
    return [card.ref for card in rules.compiled.cards if card.ref not in built_in]


def test_every_part_of_the_built_in_cards_leaves_its_mark() -> None:
    found = [unmarked(rules, card) for rules, card in all_cards()]
    assert not [what for _, missed in found for what in missed]
    assert sum(tried for tried, _ in found) > 5_000


def rules_with(pack: Path) -> Rules:
    """A rule set with a pack and all modules; without modules if they do not go together."""
    try:
        return load_rules(packs=[pack], modules=modules())
    except SetupError:
        return load_rules(packs=[pack])


def test_every_part_of_some_recipes_and_of_example_packs_leaves_its_mark() -> None:
    examples = ROOT / "examples"
    tried = 0
    for pack in (*sorted((examples / "cookbook").rglob("*.yaml"))[::4], *(examples / "packs").iterdir()):
        rules = rules_with(pack)
        for card in added_cards(rules):
            count, missed = unmarked(rules, card)
            assert not missed
            tried += count
    assert tried > 1_000


@pytest.mark.parametrize("seed", [*range(18, 30), 1164164])
def test_every_part_of_made_up_cards_leaves_its_mark(seed: int) -> None:
    """Whatever the words of a card are, it has a text in every language, without a hole in it."""
    rules = load_rules(packs=[made_pack(seed, cards=3)])
    for card in added_cards(rules):
        _, missed = unmarked(rules, card)
        assert not missed
        for code in LANGUAGES:
            text = explain(card, rules, language=code).generated
            assert text, card
            assert not re.search(r"[{}\[\]|⟦⟧]", text), text


def deep(levels: int) -> object:
    """Branches within branches: a text that says a block twice would double with each level."""
    if not levels:
        return [{"gain": {"gold": 1}}]
    return [{"branch": {"if": {"$x": levels}, "then": deep(levels - 1), "else": [{"set": {"x": levels}}]}}]


def long(steps: int) -> object:
    return [{"set": {"x": {"sum": ["$x", number]}}} for number in range(1, steps + 1)]


@each_language
@pytest.mark.parametrize("effect", [deep, long])
def test_texts_grow_linearly_with_the_effect(code: str, effect: object) -> None:
    assert callable(effect)
    names = CardNames(rule_sets()[0], language_of(code))
    lengths = []
    for size in (8, 16, 32):
        card = {"id": "x", "name": "X", "triggers": [{"when": "year.start", "do": effect(size)}]}
        lengths.append(len(card_text(names, read_fields(GovernorCard, card, "x"))))
    assert lengths[1] < 2.6 * lengths[0]
    assert lengths[2] < 2.6 * lengths[1]


# ------
# Whose something is.

FAIR = """
moments: [{id: fair.opens, name: the fair, text: A fair comes to a player., each: true}]
buildings:
  - id: stall
    name: Stall
    row: Z
    column: 1
    cost: {}
    vp: 0
    modifiers: [{what: favor_goods, add: 1}]
    triggers:
      - {when: fair.opens, do: [{gain: {gold: 1}}]}
      - {when: fair.opens, by: opponents, do: [{gain: {wood: 1}}]}
  - id: watch
    name: Watch
    row: Z
    column: 2
    cost: {}
    vp: 0
    permissions: [{closed: {rank: 5, free: false, if: {place: {marked_by: me}}}}]
rules:
  - id: law
    name: Law
    modifiers: [{what: favor_dice, add: -1}]
    triggers: [{when: fair.opens, do: [{gain: {gold: 1}}]}]
"""


@pytest.mark.parametrize(
    ("card", "told"),
    [
        (
            "stall",
            (
                "Your number of goods from the King's Favor rises by 1. At “the fair”, gain 1 gold. "
                "At “the fair” of an opponent, gain 1 wood.",
                "Het aantal goederenstenen dat je van de Hulp van de Koning krijgt stijgt met 1. Bij “the "
                "fair” krijg je 1 goud. Bij “the fair” van een tegenstander krijg je 1 hout.",
                "Le nombre de marchandises de l'Aide du Roi pour vous augmente de 1. Lors de «\u00a0the fair"
                "\u00a0», gagnez 1 or. Lors de «\u00a0the fair\u00a0» d'un adversaire, gagnez 1 bois.",
            ),
        ),
        (
            "law",
            (
                "Each player's number of bonus dice from the King's Favor falls by 1. At “the fair” of a "
                "player, they gain 1 gold.",
                "Het aantal bonusdobbelstenen dat elke speler van de Hulp van de Koning krijgt daalt met 1. "
                "Bij “the fair” van een speler krijgt hij 1 goud.",
                "Le nombre de dés bonus de l'Aide du Roi pour chaque joueur diminue de 1. Lors de «\u00a0the "
                "fair\u00a0» d'un joueur, il gagne 1 or.",
            ),
        ),
        (
            "watch",
            (
                "A player may not influence an advisor of rank 5 whom somebody influenced this season if "
                "that advisor has their marker.",
                "Een speler mag een adviseur van rang 5 die dit seizoen door iemand is beïnvloed niet "
                "beïnvloeden als op die adviseur zijn fiche ligt.",
                "Un joueur ne peut pas influencer un conseiller de rang 5 qu'un joueur a influencé cette "
                "saison si ce conseiller porte son marqueur.",
            ),
        ),
    ],
)
def test_texts_say_whose_something_is(card: str, told: tuple[str, ...]) -> None:
    """At the moments of packs, of numbers that are one player's alone, and of markers of whoever comes."""
    rules = testing.rules_with(FAIR)
    assert tuple(explain(card, rules, language=code).generated for code in ("en", "nl", "fr")) == told


AGAIN = """
buildings:
  - id: tower
    name: Tower
    row: Z
    column: 1
    cost: {}
    vp: 0
    triggers: [{when: season.end, optional: false, do: [%s]}]
"""


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        (
            "{gain: {gold: 1}}, {for_each: {players: opponents, do: ["
            "{as_player: {player: owner, do: [{gain: {vp: 1}}]}},"
            " {as_player: {player: me, do: [{gain: {wood: 1}}]}}]}}",
            (
                "2. Each opponent:\n2a. You gain 1 VP.\n2b. This player gains 1 wood.",
                "2. Elke tegenstander:\n2a. Je krijgt 1 VP.\n2b. Deze speler krijgt 1 hout.",
                "2. Chaque adversaire :\n2a. Vous gagnez 1 PV.\n2b. Ce joueur gagne 1 bois.",
            ),
        ),
        (
            "{as_player: {player: left, do: [{as_player: {player: owner, do: [{lose: {gold: 1}},"
            " {gain: {vp: 1}}]}}]}}",
            ("2. You gain 1 VP.", "2. Je krijgt 1 VP.", "2. Vous gagnez 1 PV."),
        ),
        (
            "{set: {had: {fact: gold}}}, {gain: {gold: 3}}, {gain: {vp: $had}}",
            ("1. “had” becomes your gold.\n2. Gain 3 gold.", "1. “had” wordt", "devient"),
        ),
        (
            "{as_player: {player: left, do: [{lose: {gold: 1}}, {set: {had: {fact: gold}}}]}}, "
            "{gain: {vp: $had}}",
            ("1b. “had” becomes their gold.\n2. Gain as many VP as “had”.", "1b. “had” wordt", "1b. "),
        ),
    ],
)
def test_texts_say_who_does_what_and_when(steps: str, told: tuple[str, ...]) -> None:
    rules = testing.rules_with(AGAIN % steps)
    for code, part in zip(("en", "nl", "fr"), told, strict=True):
        text = explain("tower", rules, language=code).generated.replace("\u00a0", " ")
        assert part.replace("\u00a0", " ") in text, text


SPOKEN = """
format: 1
governors:
  - {id: guard, name: Guard, triggers: [{when: before.penalty, do: [{prevent: {}}]}]}
  - {id: envious, name: Envious, triggers: [{when: before.spoils, by: opponents, do: [{prevent: {}}]}]}
  - id: bribed
    name: Bribed
    permissions: [{influence_shift: {by: [1], if: {fewest: vp}, cost: [{gold: 1}]}}]
rules:
  - id: sale
    name: Sale
    triggers:
      - when: year.end
        do: [{auction: {bid: gold, least: 1, most: 9, may_pass: true, do: [{gain: {vp: 1}}]}}]
"""


@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        ("guard", "when you lose the battle, the enemy takes nothing"),
        ("envious", "when an opponent wins the battle, the reward is not given"),
        (
            "bribed",
            "you may, for 1 gold, influence an advisor whose rank differs by +1 from the total",
        ),
        ("sale", "the players bid gold, at least 1, at most 9, and the opener may pass"),
    ],
)
def test_what_is_prevented_paid_and_allowed_is_said_where_it_belongs(card: str, sentence: str) -> None:
    rules = load_rules(packs=[{"pack.yaml": PACK, "cards.yaml": SPOKEN}])
    said = explain(f"test/{card}", rules).generated
    assert sentence.lower() in said.lower().replace("whenever", "when"), said
