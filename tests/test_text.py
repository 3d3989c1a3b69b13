"""The rules text of cards: complete in every language, well formed, and the same as it was."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helpers_texts import all_cards, flaws, golden, rule_sets, texts
from helpers_words import data
from kingsburg_rules import LANGUAGES, SetupError, explain, load_rules
from kingsburg_rules.text.cards import generated
from kingsburg_rules.text.languages import language_of
from kingsburg_rules.text.names import CardNames
from kingsburg_rules.words.abilities import ModifierCard, Replacement, Trigger
from kingsburg_rules.words.all_words import word_modules
from kingsburg_rules.words.cards import DestinyCard, GovernorCard
from kingsburg_rules.words.permissions import PERMISSIONS
from kingsburg_rules.words.registry import STEPS, TESTS, VALUES, Fields, read_fields
from kingsburg_rules.words.tests import SWITCHES
from kingsburg_rules.words.values import GAME_FACTS, PLAYER_FACTS
from kingsburg_rules.words.vocabulary import EVENTS, LOSSES, RESOURCES, STATS

word_modules()

each_language = pytest.mark.parametrize("code", LANGUAGES)

TABLES = (
    *("seasons", "when", "until", "stats", "changes", "sets", "steps", "tests", "refusals"),
    *("values", "options", "small", "resources", "kinds", "facts", "players"),
    *("decisions", "actions", "events"),
)

NEEDED = {
    "steps": STEPS.words,
    "tests": TESTS.words,
    "refusals": TESTS.words,
    "values": VALUES.words,
    "options": PERMISSIONS.words,
    "when": [event.name for event in EVENTS],
    "until": [event.name for event in EVENTS],
    "stats": [stat.name for stat in STATS],
    "sets": [f"{event.name}.{name}" for event in EVENTS if event.replaceable for name in event.payload],
    "resources": [resource.name for resource in RESOURCES],
    "facts": PLAYER_FACTS,
}
"""What every language must have a phrase for, taken from the registry itself."""


@each_language
@pytest.mark.parametrize("table", NEEDED)
def test_every_word_has_a_phrase(code: str, table: str) -> None:
    missing = sorted(set(NEEDED[table]) - set(getattr(language_of(code).phrases, table)))
    assert not missing, f"the {table} of '{code}' lack {', '.join(missing)}"


@each_language
def test_facts_of_the_game_and_losses_have_phrases(code: str) -> None:
    phrases = language_of(code).phrases
    assert set(GAME_FACTS) <= set(phrases.values)
    assert set(LOSSES) <= {*phrases.resources, *phrases.kinds}
    changed = {key.partition(".")[0] for key in phrases.changes if "." in key}
    assert {stat.name for stat in STATS} <= changed


@each_language
@pytest.mark.parametrize("table", TABLES)
def test_languages_have_the_same_phrases(code: str, table: str) -> None:
    """A phrase that one language has for a special case, the others have too."""
    ours, english = getattr(language_of(code).phrases, table), getattr(language_of("en").phrases, table)
    assert set(ours) == set(english)


@each_language
@pytest.mark.parametrize("table", [table for table in TABLES if table not in {"kinds", "facts"}])
def test_phrases_say_what_the_english_ones_say(code: str, table: str) -> None:
    """Nothing that is filled in gets lost in translation. How people are called differs."""
    people = {"your", "yours", "you", "to_you", "hebt", "jij", "jou", "sa", "avez", "vous"}
    english = getattr(language_of("en").phrases, table)
    for key, phrase in getattr(language_of(code).phrases, table).items():
        if isinstance(phrase, str):
            assert parts(phrase) - people == parts(english[key]) - people, f"{table}: {key}"


def parts(phrase: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", phrase))


def phrases_with_verbs(code: str) -> list[str]:
    phrases = language_of(code).phrases
    found = [text for table in TABLES for text in getattr(phrases, table).values() if isinstance(text, str)]
    found += [text for fact in phrases.facts.values() for text in (fact.has, fact.none)]
    return [text for text in found if "[" in text]


@pytest.mark.parametrize("code", ["nl", "fr"])
def test_every_verb_has_its_forms_and_no_form_is_idle(code: str) -> None:
    from kingsburg_rules.text.dutch.verbs import VERBS as DUTCH
    from kingsburg_rules.text.french.verbs import VERBS as FRENCH

    used = {verb for text in phrases_with_verbs(code) for verb in re.findall(r"\[(.+?)\]", text)}
    assert used == set(DUTCH if code == "nl" else FRENCH)


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
    """`python tests/make_goldens.py texts-en` (and so on) writes them anew; read them before you do."""
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
    "alternate-advisors/opponent_then_two": (
        "Choose an opponent. That opponent chooses a kind of good: they gain 1 of that kind and you gain 2 "
        "of that kind.",
        "Je kiest een tegenstander. Die tegenstander kiest een soort goederen: hij krijgt 1 van die soort en "
        "je krijgt 2 van die soort.",
        "Choisissez un adversaire. Cet adversaire choisit une sorte de marchandise\u00a0: il gagne 1 de "
        "cette sorte et vous gagnez 2 de cette sorte.",
    ),
}


@pytest.mark.parametrize("card", SAMPLES)
def test_texts_read_as_people_write(card: str) -> None:
    found = tuple(explain(card, rule_sets()[0], language=code).generated for code in ("en", "nl", "fr"))
    assert found == SAMPLES[card]


def test_texts_depend_on_the_rules_they_are_told_for() -> None:
    """What an edition or a module decides is told as it is there, and the rest is left out."""
    first = explain("philosopher", load_rules("first-ffg", modules=("governors",))).generated
    second = explain("philosopher", load_rules(modules=("governors",))).generated
    assert first.startswith(
        "After rolling the dice, you may use this card. If you do, “total before” becomes"
    )
    assert second.startswith("After rolling the dice, if your dice total is 9 or less, you may reroll")
    alone = explain("military_academy", load_rules(modules=("more-buildings",))).generated
    assert "half of" in explain("military_academy", rule_sets()[0]).generated
    assert "half of" not in alone


def test_cards_that_the_rules_are_without_are_not_told() -> None:
    """A test may name cards of packs that are not there; nobody can own those."""
    alone = explain("priest", load_rules(modules=("governors",))).generated
    both = explain("priest", load_rules(modules=("governors", "destiny"))).generated
    blessed = "each player who has at least 1 bonus die gains 1 VP; "
    assert alone.endswith(f"{blessed}all others gain 1 bonus die.")
    assert f"{blessed}each other player who has Good Year gains" in both
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


def some(shape: object) -> st.SearchStrategy[list[object]]:
    return st.lists(data(shape), min_size=1, max_size=2)


CARDS = st.fixed_dictionaries(
    {"id": st.just("random"), "name": st.just("Random")},
    optional={
        "triggers": some(Fields("trigger", Trigger)),
        "replacements": some(Fields("replacement", Replacement)),
        "options": some(PERMISSIONS),
        "modifiers": some(Fields("modifier", ModifierCard)),
    },
)


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(CARDS, st.sampled_from((GovernorCard, DestinyCard)))
def test_any_effect_can_be_told(card: object, kind: type[GovernorCard | DestinyCard]) -> None:
    """Whatever the words of a card are, it has a text in every language, without a hole in it."""
    node = read_fields(kind, card, "random")
    for code in LANGUAGES:
        text = generated(CardNames(rule_sets()[0], language_of(code)), node)
        assert text, code
        assert not re.search(r"[{}\[\]|]", text), text


def test_switches_are_all_decided_before_a_text_is_told() -> None:
    """No text may speak of a switch of the rules by its name."""
    told = [explain(card, rules).generated for rules, card in all_cards()]
    assert not [text for text in told for switch in SWITCHES if switch in text]
