"""Reports speak Dutch and French, too: check, test and explain, and errors about packs."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from kingsburg_rules import ContentError, Pack, describe, load_rules
from kingsburg_rules.cli import main
from kingsburg_rules.content.checking import check
from kingsburg_rules.content.codes import CodeText, codes_of, find_code, groups
from kingsburg_rules.engine.errors import unknown
from kingsburg_rules.engine.messages import Message, conjoined, said
from kingsburg_rules.text.reports import in_language, templates
from support.mistakes import Mistake, mistakes
from support.packs import HUT, PLAYED, SHOWN, in_hut, written

SOURCE = Path(__file__).parents[2] / "src" / "kingsburg_rules"
FILE = SOURCE / "text" / "messages.toml"
OTHERS = ("nl", "fr")

# The file of the messages


def literals(template: str) -> list[str]:
    """What stands between the gaps of a template."""
    return [text for text, *_ in Formatter().parse(template)]


def gaps(template: str) -> Counter[tuple[str, str]]:
    """The gaps of a template, with how numbers are written in them."""
    return Counter((name, form or "") for _, name, form, _ in Formatter().parse(template) if name is not None)


def has_words(template: str) -> bool:
    """Whether a template has words of its own; else it is the same in every language."""
    return any(sign.isalpha() for text in literals(template) for sign in text)


def written_templates() -> Iterator[tuple[str, str]]:
    """Every template in the source, with its place."""
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {
            alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names
        }
        if "said" not in names and path.name != "messages.py":
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "said":
                (template,) = node.args
                place = f"{path.name}:{node.lineno}"
                assert isinstance(template, ast.Constant), f"{place}: the template is not written out"
                assert isinstance(template.value, str), place
                assert {name for name, _ in gaps(template.value)} == {key.arg for key in node.keywords}, place
                yield template.value, place


TEMPLATES = dict(written_templates())
MESSAGES: list[dict[str, str]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["message"]


def test_every_template_is_translated_and_nothing_else() -> None:
    wanted = {template for template in TEMPLATES if has_words(template)}
    assert len(wanted) > 450
    there = [message["en"] for message in MESSAGES]
    assert len(there) == len({*there})
    assert {template: TEMPLATES[template] for template in wanted - {*there}} == {}
    assert {*there} - {*TEMPLATES} == set(), "translations of what is not said any more"


def test_translations_have_the_same_gaps() -> None:
    for message in MESSAGES:
        assert set(message) == {"en", "nl", "fr"}
        for language in OTHERS:
            assert gaps(message[language]) == gaps(message["en"]), message
            assert literals(message[language]), message
    assert len(MESSAGES) > 450


QUOTED = re.compile(r"(?<!\w)'([^'{} ]+)'")


def test_words_of_the_language_of_cards_stay_as_they_are() -> None:
    """What stands in quotes without a gap is to be written in a file."""
    quoted = 0
    for message in MESSAGES:
        words = QUOTED.findall(message["en"])
        quoted += len(words)
        for language in OTHERS:
            assert sorted(QUOTED.findall(message[language])) == sorted(words), message
    assert quoted > 40


# Saying messages in a language


def test_english_is_the_message_itself() -> None:
    message = unknown("glod", ("gold",))
    assert in_language(message, "en") == message
    assert type(in_language(message, "en")) is str


def test_parts_that_are_messages_are_translated_and_others_are_not() -> None:
    message = unknown("gl\u043ed", ())
    assert in_language(message, "nl") == (
        "'gl\u043ed' is hier niet bekend (er staat CYRILLIC SMALL LETTER O in); toegestaan: niets"
    )
    told = said("{what} is needed here, not {found}", what=said("a number"), found="{a number}")
    assert in_language(told, "nl") == "hier is een getal nodig, niet {a number}"
    assert in_language(told, "fr") == "il faut ici un nombre, pas {a number}"


def test_lists_of_messages_are_joined_as_in_a_sentence() -> None:
    names = [said("a number"), said("text"), "x"]
    assert conjoined(names) == "a number, text and x"
    assert in_language(conjoined(names), "nl") == "een getal, tekst en x"


def test_what_has_no_translation_stays_english() -> None:
    assert in_language("plain {text}", "nl") == "plain {text}"
    assert (
        in_language(Message("made elsewhere", "made {where}", {"where": "elsewhere"}), "fr")
        == "made elsewhere"
    )


def test_a_message_may_be_known_as_a_whole() -> None:
    message = Message("yes", parts={"nl": "ja"})
    assert (in_language(message, "nl"), in_language(message, "fr")) == ("ja", "yes")


def test_numbers_are_written_as_the_language_does() -> None:
    message = said("{number:,} files", number=12345)
    assert message == "12,345 files"
    assert in_language(message, "nl") == "12.345 bestanden"
    assert in_language(message, "fr") == "12\u00a0345 fichiers"


def test_french_signs_do_not_stand_at_the_start_of_a_line() -> None:
    """But those in what is to be written in a file stay as they are."""
    said_in_french = templates("fr").values()
    assert not [text for text in said_in_french if re.search(r" [:;?!](?!\w)", text)]
    assert sum("\u00a0" in text for text in said_in_french) > 100
    assert "mettez ceci" in in_language(
        said("'{card}' is listed under '{list}'; put this there, too", card="a", list="b"), "fr"
    )


def test_an_error_about_a_pack_is_said_in_other_languages() -> None:
    files = {
        "pack.yaml": 'id: toys\nversion: "1"\nformat: 1\ntitle: Toys\n',
        "c.yaml": in_hut("{gold: 1}", "{gould: 1}"),
    }
    with pytest.raises(ContentError) as raised:
        load_rules(packs=[Pack.from_files(files)])
    english, dutch = (describe(raised.value, language=language) for language in ("en", "nl"))
    assert english == str(raised.value)
    assert english.splitlines()[0] == "1 problem in the content:"
    assert dutch.splitlines()[0] == "1 probleem in de inhoud:"
    assert dutch.splitlines()[1].endswith("'gould' is hier niet bekend; bedoelde je 'gold'? [link.resource]")
    assert len(dutch.splitlines()) == len(english.splitlines()) == 2


# The corpus of mistakes

CORPUS = mistakes()


def english_left(message: str, language: str) -> Iterator[str]:
    """Find templates in a message that are not translated, and sentences that are no messages."""
    if not isinstance(message, Message) or not message.template:
        yield from ([] if isinstance(message, Message) else [f"no message: {message}"])
        return
    if has_words(message.template) and message.template not in templates(language):
        yield message.template
    for part in message.parts.values():
        if isinstance(part, Message):
            yield from english_left(part, language)


def fragments(language: str) -> list[str]:
    """Pieces of English templates of two words or more, but those that stand in translations, too."""
    own = "\n".join(text for template in templates(language).values() for text in literals(template))
    pieces = {text.strip(" ,;:.()'") for message in MESSAGES for text in literals(message["en"])}
    return [piece for piece in pieces if re.search(r"[a-z]{2,} [a-z]{2,}", piece) and piece not in own]


FRAGMENTS = {language: fragments(language) for language in OTHERS}


@pytest.mark.parametrize("case", CORPUS, ids=lambda case: case.name)
def test_no_report_of_a_mistake_is_left_in_english(case: Mistake, tmp_path: Path) -> None:
    report = check(case.written(tmp_path))
    found = [*report.problems, *report.warnings]
    assert found
    for problem in found:
        for language in OTHERS:
            told = in_language(problem.told, language)
            assert told.startswith(f"{problem.file}:{problem.line}:{problem.column}: ")
            assert told.endswith(f" [{problem.code}]")
            assert told != str(problem)
            assert [*english_left(problem.message, language)] == []
            texts = "".join(case.text(file) for file in case.files)
            left = [piece for piece in FRAGMENTS[language] if piece in told and piece not in texts]
            assert left == []


def test_much_was_looked_for() -> None:
    assert len(CORPUS) > 150
    assert all(len(found) > 400 for found in FRAGMENTS.values())


# Whole reports


PLACE = """\
            do: [{gain: {gould: 1}}]
                         ^^^^^
"""
CHECKED = {
    "en": f"""\
cards.yaml:11:22: 'gould' is not known here; did you mean 'gold'? [link.resource]
{PLACE}1 problem.
kingsburg explain link.resource describes it.
""",
    "nl": f"""\
cards.yaml:11:22: 'gould' is hier niet bekend; bedoelde je 'gold'? [link.resource]
{PLACE}1 probleem.
kingsburg explain link.resource legt het uit.
""",
    "fr": f"""\
cards.yaml:11:22: 'gould' n'est pas connu ici ; vouliez-vous dire 'gold' ? [link.resource]
{PLACE}1 problème.
kingsburg explain link.resource l'explique.
""",
}
CLEAN = {
    "en": "No mistakes in 1 card and 1 file.\n",
    "nl": "Geen fouten in 1 kaart en 1 bestand.\n",
    "fr": "Aucune erreur dans 1 carte et 1 fichier.\n",
}
WARNED = {"en": ": warning: ", "nl": ": waarschuwing: ", "fr": ": avertissement : "}
FAILED_PLACE = """\
            expect: {me: {gold: 1}}
            ^^^^^^
"""
TESTED = {
    "en": f"""\
cards.yaml:14:9: cards/hut: the example 'It gives 1 gold.' does not hold: \
me should have gold 1, has 2 [test.example]
{FAILED_PLACE} offered    used
      53       1  cards/hut  card (built)
      18      14  cards/hut  triggers/0 (season.end)
cards: 0 of 1 examples hold; \
2 games with 362 decisions used 2 of 2 parts of its cards; 1 failure
kingsburg explain test.example describes it.
""",
    "nl": f"""\
cards.yaml:14:9: cards/hut: het voorbeeld 'It gives 1 gold.' klopt niet: \
me zou gold 1 moeten hebben, heeft 2 [test.example]
{FAILED_PLACE} geboden   benut
      53       1  cards/hut  card (built)
      18      14  cards/hut  triggers/0 (season.end)
cards: 0 van 1 voorbeelden kloppen; \
2 spellen met 362 beslissingen gebruikten 2 van 2 delen van de kaarten; 1 mislukking
kingsburg explain test.example legt het uit.
""",
    "fr": f"""\
cards.yaml:14:9: cards/hut : l'exemple 'It gives 1 gold.' n'est pas juste : \
me devrait avoir gold 1, a 2 [test.example]
{FAILED_PLACE}  offert utilisé
      53       1  cards/hut  card (built)
      18      14  cards/hut  triggers/0 (season.end)
cards: 0 exemples justes sur 1 ; \
2 parties avec 362 décisions ont utilisé 2 des 2 parties de ses cartes ; 1 échec
kingsburg explain test.example l'explique.
""",
}
UNPLAYABLE = {
    "en": "'build inn' is not possible: The moment is over. Nobody is asked.",
    "nl": "'build inn' is niet mogelijk: Het moment is voorbij. Niemand wordt iets gevraagd.",
    "fr": "'build inn' n'est pas possible : Le moment est passé. Rien n'est demandé à personne.",
}
ALL = ("en", *OTHERS)


def report(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run a command; what it writes, with the spaces of French as they are typed."""
    main([*words])
    return capsys.readouterr().out.replace("\u00a0", " ")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return written(tmp_path, {"cards.yaml": in_hut("{gold: 1}", "{gould: 1}")})


@pytest.mark.parametrize("language", ALL)
def test_check_reports_in_a_language(here: Path, capsys: pytest.CaptureFixture[str], language: str) -> None:
    assert report(capsys, "check", "cards.yaml", "--language", language) == CHECKED[language]
    written(here, {"cards.yaml": SHOWN})
    assert report(capsys, "check", "cards.yaml", "--language", language) == CLEAN[language]
    written(here, {"cards.yaml": HUT})
    assert WARNED[language] in report(capsys, "check", "cards.yaml", "--language", language).splitlines()[0]


@pytest.mark.parametrize("language", ALL)
def test_test_reports_in_a_language(here: Path, capsys: pytest.CaptureFixture[str], language: str) -> None:
    wrong = PLAYED.replace("do: [{gain: {gold: 1}}]", "do: [{gain: {gold: 2}}]")
    written(here, {"cards.yaml": wrong})
    assert report(capsys, "test", "cards.yaml", "--games", "2", "--language", language) == TESTED[language]


@pytest.mark.parametrize("language", ALL)
def test_why_an_action_of_an_example_is_not_possible_is_said_in_the_language(
    here: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    played = PLAYED.replace("        expect", "        play: [{do: build inn}]\n        expect")
    written(here, {"cards.yaml": played})
    told = report(capsys, "test", "cards.yaml", "--no-games", "--language", language)
    assert f": {UNPLAYABLE[language]} [test.example]" in told.splitlines()[0]
    data = json.loads(
        report(capsys, "test", "cards.yaml", "--no-games", "--format", "json", "--language", language)
    )
    assert data[0]["examples"][0]["failures"] == [UNPLAYABLE[language]]


def test_without_the_option_reports_are_in_english(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert report(capsys, "check", "cards.yaml") == CHECKED["en"]


def test_reports_for_programs_and_for_github_speak_the_language(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = "'gould' is hier niet bekend; bedoelde je 'gold'?"
    for command in (("check",), ("test", "--no-games")):
        words = (*command, "cards.yaml", "--language", "nl", "--format")
        data = json.loads(report(capsys, *words, "json"))
        (problem,) = (data if command == ("check",) else data[0])["problems"]
        assert (problem["message"], problem["instead"], problem["code"]) == (told, "gold", "link.resource")
        assert f"title=link.resource::{told}" in report(capsys, *words, "github")
    last = report(capsys, "check", "cards.yaml", "--language", "nl", "--format", "github")
    assert last.endswith(f"{told} (kingsburg explain link.resource legt het uit)\n")


def test_what_a_command_cannot_do_is_said_in_the_language(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("check", "test"):
        assert main([command, "nowhere", "--language", "nl"]) == 2
        assert capsys.readouterr().err.startswith(f"kingsburg {command}: 'nowhere' ")
    assert main(["explain", "link.crd", "--language", "nl"]) == 2
    assert capsys.readouterr().err == (
        "kingsburg: Code 'link.crd' is hier niet bekend; bedoelde je 'link.card'? [text.code]\n"
    )
    assert main(["test", str(here / "nowhere.yaml"), "--language", "fr"]) == 2
    assert "n'est ni un dossier" in capsys.readouterr().err


# What codes mean


CODES = [(language, text) for language in OTHERS for group in groups() for text in codes_of(group).values()]


@pytest.mark.parametrize(("language", "text"), CODES, ids=lambda value: getattr(value, "code", value))
def test_every_code_is_explained_in_every_language(language: str, text: CodeText) -> None:
    own = find_code(text.code, language)
    assert (own.code, own.kind, own.silence) == (text.code, text.kind, text.silence)
    for ours, theirs in ((own.means, text.means), (own.cure, text.cure)):
        assert ours != theirs
        assert ours.endswith((".", "`"))
        assert "  " not in ours
        assert {*re.findall("`[^`]*`", ours)} == {*re.findall("`[^`]*`", theirs)}
    assert len(own.means) < 500


def test_the_files_of_codes_hold_nothing_else() -> None:
    folder = SOURCE / "content" / "codes"
    assert len(CODES) > 200
    for language in OTHERS:
        assert {path.stem for path in (folder / language).iterdir()} == {*groups()}
        for group in groups():
            assert [*codes_of(group, language)] == [*codes_of(group)]
    assert {path.name for path in folder.iterdir() if path.is_dir()} == {*OTHERS}


def test_explain_describes_a_code_in_a_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        report(capsys, "explain", "link.card", "--language", "nl")
        == """\
link.card is een fout: het pakket kan pas gespeeld worden als ze verholpen is.

Het pakket noemt een kaart die niet bestaat.

Oplossing: Schrijf het id van de kaart, of `pack/id` als ze bij een ander pakket hoort.
`kingsburg cards` toont de kaarten van het spel. Als haar pakket niet altijd meedoet,
noem het pakket dan onder `requires` in pack.yaml.
"""
    )
    silenced = report(capsys, "explain", "lint.no_effect", "--language", "fr")
    assert silenced.endswith("\n    # lint: no_effect -- pourquoi vous le voulez ainsi\n")
    english = report(capsys, "explain", "link.card", "--language", "en")
    assert english.startswith("link.card is a mistake: ")
    assert report(capsys, "explain", "link.card", "--language", "all") == english
    (data,) = json.loads(report(capsys, "explain", "link.card", "--language", "fr", "--format", "json"))
    assert data["means"] == "Le pack nomme une carte qui n'existe pas."
