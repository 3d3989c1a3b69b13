"""The texts of cards: complete in every language, well formed, as they were, and true of every part."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from kingsburg_rules import LANGUAGES, Rules, SetupError, explain, load_rules, testing
from kingsburg_rules.language.cards import PERMISSIONS, GovernorCard
from kingsburg_rules.language.facts import FACTS, GAME
from kingsburg_rules.language.registry import QUERIES, STEPS, TESTS, VALUES, read_fields
from kingsburg_rules.language.switches import SWITCHES
from kingsburg_rules.language.vocabulary import EVENTS, LOSSES, PLAYER, RESOURCES, STATS
from kingsburg_rules.text.cards import card_text, plain_card
from kingsburg_rules.text.languages import language_of
from kingsburg_rules.text.names import CardNames
from kingsburg_rules.text.phrases import TABLES, Gap, Optional, Phrase, Text, section
from support.marks import changes
from support.random_packs import made_pack
from support.texts import added_cards, all_cards, flaws, golden, rule_sets, rules_with, texts

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


def test_every_part_of_the_built_in_cards_leaves_its_mark() -> None:
    found = [unmarked(rules, card) for rules, card in all_cards()]
    assert not [what for _, missed in found for what in missed]
    assert sum(tried for tried, _ in found) > 5_000


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

MADE_UP = YAML(typ="safe").load(Path(__file__).with_name("told.yaml"))


@pytest.mark.parametrize(
    ("pack", "card", "told"), [(one["pack"], *each) for one in MADE_UP for each in one["cards"].items()]
)
def test_texts_say_who_does_what_and_when(pack: str, card: str, told: dict[str, str]) -> None:
    """Whose something is, at the moments of packs and of others, and what is prevented, paid and allowed."""
    rules = testing.rules_with(pack)
    found = {code: explain(f"test/{card}", rules, language=code).generated for code in LANGUAGES}
    assert found == told
