"""Translations: complete and fresh for built-in cards, warned of elsewhere, without a say in the rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kingsburg_rules import Game, Pack, explain, load_rules
from kingsburg_rules.content import built_in
from kingsburg_rules.content.checking import check
from kingsburg_rules.content.locales import locale_of, mark_of
from kingsburg_rules.content.reading import write_json, write_locales
from kingsburg_rules.language.files import MARK_PATTERN
from support.packs import INFO, SHOWN, written
from support.texts import all_cards

CONTENT = Path(__file__).parents[2] / "content"
ARTICLES = {"nl": {"de", "het", ""}, "fr": {"le", "la", "les", "l'", ""}}

TOYS = {"pack.yaml": f"{INFO}languages: [en, nl]\nrequires: [base]\n", "cards.yaml": SHOWN}


def nl(cards: str) -> str:
    return f"format: 1\nlanguage: nl\ntitle: Speelgoed\ncards:\n{cards}"


MANA = "format: 1\nresources:\n  - {id: mana, name: Mana, good: true}\n"


def test_what_a_pack_brings_besides_cards_is_translated_too() -> None:
    words = "format: 1\nlanguage: nl\nwords: {mana: toverkracht}\n"
    cards = SHOWN.replace("gain: {gold: 1}", "gain: {mana: 2}")
    files = {**TOYS, "cards.yaml": cards, "mana.yaml": MANA}
    rules = load_rules(packs=[Pack.from_files({**files, "locale/nl.yaml": words})])
    told = [explain("hut", rules, language=code).generated for code in ("en", "nl")]
    assert told[0].endswith("gain 2 Mana.")
    assert told[1].endswith("krijg je 2 toverkracht.")


def mark() -> str:
    rules = load_rules(packs=[Pack.from_files(TOYS)])
    return mark_of(rules.cards["toys/hut"])


def test_built_in_cards_have_fresh_translations() -> None:
    """Names and texts of all of them, in Dutch and French; a text that changed since is told here."""
    assert check(CONTENT).warnings == ()
    for rules, card in all_cards():
        node = rules.cards[card]
        for language in ARTICLES:
            assert rules.name_of(card, language)
            assert bool(rules.text_of(card, language)) == bool(node.text), card


@pytest.mark.parametrize("language", ARTICLES)
def test_articles_are_those_of_the_language(language: str) -> None:
    for rules, card in all_cards():
        assert locale_of(rules, language).article(card) in ARTICLES[language], card


@pytest.mark.parametrize("language", ARTICLES)
def test_nothing_that_people_choose_or_read_is_left_in_english(language: str) -> None:
    """Numbers that cards remember, and the labels of choices that no effect can tell."""
    for rules, card in all_cards():
        words = locale_of(rules, language)
        for memory in rules.cards[card].memory:
            assert words.word(memory.id, card), (card, memory.id)


def test_names_of_cards_and_phases() -> None:
    rules = load_rules()
    assert [rules.name_of("treasurer", code) for code in ("en", "nl", "fr")] == [
        *("Treasurer", "Penningmeester", "Trésorier"),
    ]
    assert [rules.name_of("kings_favor", code) for code in ("en", "nl", "fr")] == [
        *("King's Favor", "Hulp van de Koning", "Aide du Roi"),
    ]
    assert rules.text_of("squire", "fr") == "Vous recevez 1 or."
    assert rules.name_of("treasurer", "de") == "Treasurer"
    assert rules.text_of("treasurer", "de") == ""


def test_an_edition_with_other_names_is_translated_too() -> None:
    """The name of an edition is another English name of the same card; another text is another text."""
    rules = load_rules("first-ffg", modules=("governors",))
    assert (rules.name_of("farm"), rules.name_of("farm", "nl")) == ("Farms", "Boerderij")
    assert rules.text_of("philosopher", "nl") == ""
    assert rules.text_of("thief", "nl") != ""


def test_a_renamed_card_is_not_called_by_the_old_name() -> None:
    cards = "format: 1\nbuildings:\n  - {override: base/statue, name: Golden Statue}\n"
    packs = [Pack.from_files({**TOYS, "cards.yaml": cards})]
    rules = load_rules(packs=packs)
    assert rules.name_of("statue", "nl") == "Golden Statue"
    translated = nl("  base/statue: {name: Gouden Beeld, article: het}\n")
    rules = load_rules(packs=[Pack.from_files({**TOYS, "cards.yaml": cards, "locale/nl.yaml": translated})])
    assert rules.name_of("statue", "nl") == "Gouden Beeld"


def test_translations_have_no_say_in_the_rules() -> None:
    bare = Pack.from_files(TOYS)
    told = Pack.from_files({**TOYS, "locale/nl.yaml": nl("  hut: {name: Hut}\n")})
    assert bare.hash == told.hash
    assert load_rules(packs=[bare]).digest == load_rules(packs=[told]).digest
    save = Game(load_rules(packs=[bare]), ("Ann", "Bob"), seed=1).save()
    assert Game.load(save, load_rules(packs=[told])).save() == save


def test_a_mark_tells_name_and_text_apart() -> None:
    import re

    before, after = load_rules().cards["base/inn"], load_rules().cards["base/statue"]
    assert re.fullmatch(MARK_PATTERN, mark_of(before))
    assert mark_of(before).split("-")[0] != mark_of(after).split("-")[0]
    assert mark_of(before).split("-")[1] != mark_of(after).split("-")[1]


def warnings(tmp_path: Path, files: dict[str, str]) -> list[str]:
    """What is warned of: file, line and code."""
    folder = written(tmp_path / "toys", {**TOYS, **files})
    report = check(folder)
    assert report.errors == ()
    return [f"{Path(one.file).name}:{one.line} {one.code} {one.message}" for one in report.warnings]


@pytest.mark.parametrize(
    ("cards", "wanted"),
    [
        ("  hut: {name: Hut, of: MARK}\n", []),
        (
            "  hut: {name: Hut}\n",
            ["nl.yaml:5 locale.mark name the text that this translates: add 'of: MARK'"],
        ),
        (
            "  hut: {name: Hut, of: aaaa-STALE}\n",
            [
                "nl.yaml:5 locale.stale the name of 'hut' changed since the translation; "
                "when they match again, write 'of: "
            ],
        ),
        (
            "  hutt: {name: Hut, of: MARK}\n",
            ["nl.yaml:1 locale.name 'hut' has no name here", "did you mean 'hut'?"],
        ),
        ("  hut: {article: de}\n", ["nl.yaml:1 locale.name 'hut' has no name here"]),
    ],
)
def test_what_is_wrong_with_a_translation_is_warned_of(tmp_path: Path, cards: str, wanted: list[str]) -> None:
    now = mark()
    cards = cards.replace("MARK", now).replace("STALE", now.partition("-")[2])
    found = warnings(tmp_path, {"locale/nl.yaml": nl(cards)})
    assert len(found) == len(wanted), found
    assert all(said.replace("MARK", now) in told for said, told in zip(wanted, found, strict=True)), found


def test_a_text_that_is_not_translated_is_warned_of(tmp_path: Path) -> None:
    cards = SHOWN.replace("    row: A", "    text: It is small.\n    row: A")
    rules = load_rules(packs=[Pack.from_files({**TOYS, "cards.yaml": cards})])
    now = mark_of(rules.cards["toys/hut"])
    found = warnings(
        tmp_path, {"cards.yaml": cards, "locale/nl.yaml": nl(f"  hut: {{name: Hut, of: {now}}}\n")}
    )
    assert found == ["nl.yaml:1 locale.text 'hut' has no text here"]


def test_a_language_without_a_file_is_warned_of(tmp_path: Path) -> None:
    (found,) = warnings(tmp_path, {})
    assert found.startswith("pack.yaml:5 locale.file there is no locale/nl.yaml")


def test_a_file_that_nobody_would_find_is_warned_of(tmp_path: Path) -> None:
    found = warnings(tmp_path, {"locale/dutch.yaml": nl(f"  hut: {{name: Hut, of: {mark()}}}\n")})
    assert [one.split()[1] for one in found] == ["locale.language", "locale.file"]


def test_a_mistake_in_a_translation_is_a_mistake(tmp_path: Path) -> None:
    folder = written(tmp_path, {**TOYS, "locale/nl.yaml": nl("  hut: {nmae: Hut}\n")})
    (problem,) = check(folder).errors
    assert (problem.line, problem.code) == (5, "schema.key")
    assert "did you mean 'name'" in problem.message


def test_a_wheel_has_the_translations_of_the_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Read from the JSON of a wheel they say the same, and no YAML is needed for it."""
    write_json(CONTENT, tmp_path / "json")
    names = {path.stem for path in write_locales(CONTENT, tmp_path / "locale")}
    assert names == {path.parent.parent.name for path in CONTENT.glob("*/locale/nl.yaml")}
    here = built_in.built_in_locales("base")
    built_in.built_in_locales.cache_clear()
    monkeypatch.setattr(built_in, "_INSTALLED", tmp_path)
    try:
        assert built_in.built_in_locales("base") == here
        assert not (tmp_path / "json" / "base.json").read_text(encoding="utf-8").count("Penningmeester")
    finally:
        built_in.built_in_locales.cache_clear()


def test_the_command_warns_and_is_content(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from kingsburg_rules.cli import main

    folder = written(tmp_path, {**TOYS, "locale/nl.yaml": nl("  hut: {name: Hut}\n")})
    assert main(["check", str(folder)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert "nl.yaml:5:3: warning: name the text that this translates" in said[0]
    assert said[-3:-1] == ["1 warning.", "No mistakes in 1 card and 3 files."]
    assert main(["check", str(folder), "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["errors"], [one["code"] for one in found["warnings"]]) == ([], ["locale.mark"])
    assert main(["check", str(folder), "--format", "github"]) == 0
    assert capsys.readouterr().out.startswith("::warning file=")


SAINTS = Path(__file__).parents[2] / "examples" / "packs" / "saints-road"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("may choose a badge in hand", "put all badges in the discard pile back", "8 grace,")),
        ("nl", ("mag een insigne op de hand", "leg je alle insignes op de aflegstapel terug", "8 genade")),
        ("fr", ("choisir une enseigne en main", "toutes les enseignes de la défausse", "8 grâces,")),
    ],
)
def test_what_a_pack_brings_has_one_and_several_and_a_gender(language: str, said: tuple[str, ...]) -> None:
    text = explain("saints_road", load_rules(packs=[SAINTS]), language=language).generated
    for part in said:
        assert part in text
    assert "1 badge in hand" not in text


def test_cards_of_a_deck_are_called_by_its_name_unless_it_has_words_for_them(tmp_path: Path) -> None:
    bell = "  - {id: bell, name: Bell, deck: relic, triggers: [{when: game.end, do: [{gain: {vp: 1}}]}]}\n"
    take = "{for_each: {players: all, do: [{draw: {deck: relic, to: hand, count: 2}}]}}"
    rule = f"  - {{id: r, name: R, triggers: [{{when: game.start, do: [{take}]}}]}}\n"
    cards = f"format: 1\ndeck_cards:\n{bell}rules:\n{rule}"
    words = {
        "": "kaarten “relic”",
        "relic: reliek": "kaarten “reliek”",
        "relic: {one: reliek, several: relieken}": "relieken",
    }
    for word, called in words.items():
        locale = f"format: 1\nlanguage: nl\nwords: {{{word}}}\n"
        pack = {**TOYS, "cards.yaml": cards, "locale/nl.yaml": locale}
        rules = load_rules(packs=[written(tmp_path / called, pack)])
        assert f"2 {called} op zijn hand" in explain("r", rules, language="nl").generated
