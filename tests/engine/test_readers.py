"""Sentences for people: to the reader as to others, reasons, errors and estimates, in three languages."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from kingsburg_rules import (
    LANGUAGES,
    Action,
    CardThing,
    Choose,
    ChooseDie,
    Decision,
    Destroyed,
    DiceRolled,
    Event,
    Gained,
    Game,
    GameEnded,
    IllegalAction,
    Influence,
    KingsburgError,
    NumberThing,
    Odds,
    OptionThing,
    PlayerThing,
    Ranking,
    Recruit,
    ResourceThing,
    Rewarded,
    RowThing,
    Rules,
    SaveError,
    SetupError,
    Take,
    TurnOrderSet,
    Violation,
    describe,
    load_rules,
    modules,
)
from kingsburg_rules.engine.errors import MOST_QUOTED
from kingsburg_rules.engine.fields import fields_of, names_in
from kingsburg_rules.engine.roles import Role
from kingsburg_rules.engine.violations import (
    BuildFirst,
    HelpUsed,
    Missing,
    NotOffered,
    OtherQuestion,
    WrongTotal,
)
from kingsburg_rules.game.decisions import Unclear
from kingsburg_rules.testing import Has, Situation
from kingsburg_rules.text.languages import language_of
from support.legality import ANY_OTHERS, tampered
from support.texts import flaws

VARIANTS = ("draft-strips", "bid-governors", "inverted-order")
PLAYERS = ("Ann", "Brian", "Cindy", "Élodie")
OTHERS = [code for code in LANGUAGES if code != "en"]


@cache
def everything() -> Rules:
    return load_rules(modules=modules(), variants=VARIANTS)


def games(count: int) -> Iterator[tuple[Game, random.Random]]:
    for seed in range(count):
        chance = "decision" if seed % 2 else "random"
        game = Game(everything(), PLAYERS[: 2 + seed % 3], seed=seed, chance=chance, automation=())
        yield game, random.Random(seed)


# You and others


def test_every_sentence_about_the_reader_says_you() -> None:
    """In whole games with all modules: it differs from the one about a player, and does not name them."""
    about_reader, others = Counter[str](), 0
    wrong: set[str] = set()
    for game, rng in games(1):
        while game.pending:
            decision = rng.choice(game.pending)
            action = rng.choice(decision.options)
            acts: list[tuple[Any, dict[str, Any]]] = [(decision, {})]
            if decision.player != "chance":
                acts.append((action, {"player": decision.player, "decision": decision}))
            events = game.play(action, decision.player)
            acts += [(event, {}) for event in events]
            for thing, more in acts:
                for player in game.players:
                    concerned = player in players_of(thing, more)
                    about_reader[type(thing).__name__] += concerned
                    others += not concerned
                    wrong.update(misread(thing, player, concerned=concerned, **more))
    assert not wrong, "\n".join(sorted(wrong)[:20])
    assert others > 1_500
    assert sum(about_reader.values()) > 900
    assert len(about_reader) > 30, "kinds of things"


def players_of(thing: object, more: dict[str, Any]) -> set[str]:
    if isinstance(thing, Decision):
        return {thing.player}
    named = {name for role, name in names_in(thing) if role is Role.PLAYER}
    return {more["player"]} if isinstance(thing, Action) and more else named


def misread(thing: Any, reader: str, *, concerned: bool, **more: Any) -> Iterator[str]:
    for language in LANGUAGES:
        third = describe(thing, everything(), language=language, **more)
        said = describe(thing, everything(), language=language, reader=reader, **more)
        yield from (f"{thing} in {language}: {flaw}" for flaw in flaws(said))
        named = re.search(rf"\b{reader}\b", said) is not None
        if reader in third and concerned and (said == third or named):
            yield f"{thing} in {language} names the reader: {said}"
        # Others hear only that somebody chooses: what they are asked may be a secret.
        is_asked = isinstance(thing, Decision) and thing.kind == "choose"
        if (
            not concerned
            and said != third
            and not is_asked
            and not (isinstance(thing, Action) and reader in third)
        ):
            yield f"{thing} in {language} is not about {reader}: {said}"


@pytest.mark.parametrize(
    ("thing", "told"),
    [
        (Gained("Ann", "gold", 1, "inn"), ("You gain 1 gold", "Je krijgt 1 goud", "Vous gagnez 1 or")),
        (
            DiceRolled("Ann", (1, 3, 5), (), "spring"),
            ("You roll 5, 3, 1.", "Je werpt 5, 3, 1.", "Vous obtenez 5, 3, 1."),
        ),
        (
            Rewarded("Ann", "queen"),
            ("The Queen rewards you.", "De Koningin beloont je.", "La Reine vous récompense."),
        ),
        (
            Destroyed("Ann", "inn"),
            ("Your Inn is destroyed.", "Je Herberg wordt verwoest.", "Destruction de votre Auberge."),
        ),
        (
            GameEnded(("Brian", "Ann"), ()),
            (
                "The game is over: you and Brian share the victory.",
                "Het spel is afgelopen: jij en Brian delen de overwinning.",
                "La partie est finie\u00a0: vous et Brian partagez la victoire.",
            ),
        ),
        (
            TurnOrderSet(("Brian", "Ann", "Cindy")),
            (
                "The turn order is Brian, you and Cindy.",
                "De spelersvolgorde is Brian, jij en Cindy.",
                "L'ordre du tour est\u00a0: Brian, vous et Cindy.",
            ),
        ),
    ],
)
def test_events_as_the_reader_hears_them(thing: Event, told: tuple[str, str, str]) -> None:
    for language, wanted in zip(LANGUAGES, told, strict=True):
        assert describe(thing, everything(), language=language, reader="Ann").startswith(wanted)


def test_the_end_as_those_hear_it_who_did_not_win() -> None:
    """Everybody is in the ranking, but the sentence is about the winner."""
    ranking = tuple(Ranking(rank, name, 9 - rank, 0, 0, {}) for rank, name in ((1, "Brian"), (2, "Ann")))
    ended = GameEnded(("Brian",), ranking)
    for reader, told in (
        (None, ("Brian wins.", "Brian wint.", "Brian gagne.")),
        ("Ann", ("Brian wins.", "Brian wint.", "Brian gagne.")),
        ("Brian", ("you win.", "jij wint.", "vous gagnez.")),
    ):
        for language, wanted in zip(LANGUAGES, told, strict=True):
            assert describe(ended, everything(), language=language, reader=reader).endswith(wanted)


@pytest.mark.parametrize("name", ["inn", "gold", "none", "statue", "king", "left", "vp"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_player_called_like_a_thing_is_a_player(name: str, language: str) -> None:
    """The role of what is chosen decides what its name means."""
    verb = {"en": "Choose", "nl": "Kies", "fr": "Choisissez"}[language]
    chosen = Choose((PlayerThing(name),))
    assert describe(chosen, everything(), language=language) == f"{verb} {name}."
    event = describe(Gained(name, "gold", 1, "inn"), everything(), language=language)
    assert event.startswith(f"{name} ")


def test_the_role_of_a_choice_decides_what_it_means() -> None:
    for things, said in (
        ((CardThing("inn"), PlayerThing("inn")), "Choose the Inn and you."),
        ((ResourceThing("gold"), NumberThing(3)), "Choose gold and 3."),
        ((RowThing("B"),), "Choose row B."),
        ((OptionThing("none"),), "Choose nothing."),
        ((), "Choose nothing."),
    ):
        assert describe(Choose(things), everything(), reader="inn") == said


# Why not

RAW = re.compile(r"\w_\w|\b[a-z]+\.[a-z]|[{}\[\]<>|]|\w\(|None\b(?! of)|'[^' ]*'|  ")
"""Ids, codes, gaps and Python."""


def refused(game: Game, rng: random.Random) -> Iterator[tuple[Action | str, str]]:
    """Actions that are near, far and nonsense, each with a player."""
    decision = rng.choice(game.pending)
    near = [*tampered(rng.choice(decision.options))]
    for action in (*rng.sample(near, min(9, len(near))), *rng.sample(ANY_OTHERS, 6), "foo", "x" * 99):
        yield action, decision.player
        yield action, rng.choice(game.players)


def test_every_refusal_has_a_sentence_in_three_languages() -> None:
    """In whole games with all modules: without ids, Python, or more than 40 letters of what was sent."""
    tried, codes = 0, Counter[str]()
    wrong: set[str] = set()
    for game, rng in games(4):
        while game.pending:
            for action, player in refused(game, rng) if rng.random() < 0.25 else ():
                why = game.why_not(action, player)
                if why is not None:
                    tried += 1
                    codes[why.code] += 1
                    told = [describe(why, game.rules, language=language) for language in LANGUAGES]
                    wrong.update(raw_parts(why, told, action))
            decision = rng.choice(game.pending)
            game.play(rng.choice(decision.options), decision.player)
    assert not wrong, "\n".join(sorted(wrong)[:20])
    assert tried > 5_000
    assert len(codes) > 20, codes


def raw_parts(why: Violation, told: list[str], action: object) -> Iterator[str]:
    english, *others = told
    for one in told:
        said = re.sub(r"“.*?”|«.*?»", "that", one)
        sent = re.findall(r"[“«]\s?(.*?)\s?[”»]", one)
        for_programmers = one is english and why.sentence.startswith("This is not an action: `")
        if (RAW.search(said) or flaws(said.capitalize())) and not for_programmers:
            yield f"{action!r}: {one}"
        most = 400 if isinstance(why, Unclear) else 200  # it lists answers
        if any(len(part) > MOST_QUOTED + 3 for part in sent) or len(one) > most:
            yield f"{action!r} is quoted at length: {one}"
    if english in others:
        yield f"{action!r} is not translated: {english}"


@pytest.mark.parametrize("kind", Violation.kinds.values(), ids=lambda kind: kind.code)
def test_every_code_has_a_phrase_that_says_all_facts(kind: type[Violation]) -> None:
    """And a sentence for places without names, a rule, and a code of its own."""
    assert re.fullmatch(r"[a-z]+\.[a-z0-9_]+", kind.code)
    assert kind.rule
    assert re.fullmatch(r"[A-Z].* .*\.", " ".join((kind.__doc__ or "").split()))
    assert [other.code for other in Violation.kinds.values()].count(kind.code) == 1
    for language in LANGUAGES:
        phrases = language_of(language).phrases["violations"].phrases[kind.code]
        said = {path.split(".")[0] for phrase in phrases for path in phrase.paths if path}
        counted = {"resource"} if kind is Missing else set[str]()  # `{needed:resource}` says it
        asked = {"asked", "source", "must"} if kind is OtherQuestion else set[str]()
        asked |= {"asked", "source"} if kind is Unclear else set()  # they help to describe the options
        first = {"building"} if kind is BuildFirst else set[str]()  # who is told knows it
        assert said - {"question"} == {*fields_of(kind)} - {"sentence"} - counted - asked - first, language


def test_no_phrase_of_a_violation_is_idle() -> None:
    codes = {kind.code for kind in Violation.kinds.values()}
    for language in LANGUAGES:
        assert set(language_of(language).phrases["violations"].phrases) == codes


def test_reasons_name_cards_and_amounts() -> None:
    rules = load_rules(modules=())
    site = Situation(rules, "fall/construct", {"Ann": Has({"wood": 1}), "Brian": Has()})
    reason = site.why_not("build statue for 2gold", "Ann")
    assert reason is not None
    assert describe(reason, rules) == "The Statue costs 2 gold; you have none of that."
    told = [
        describe(WrongTotal("swordsmith", 12, 11), everything(), language=language) for language in LANGUAGES
    ]
    assert told[0] == "The Swordsmith needs a total of exactly 11; this is 12."
    assert told[1].startswith("De Zwaard")
    assert told[2].endswith("exige un total d'exactement 11\u00a0; cela fait 12.")


def test_play_raises_the_sentence_that_why_not_gives() -> None:
    game = Game(load_rules(modules=()), ("Ann", "Brian"), seed=7)
    for action in ("pass", "influence king 6", "nonsense", Influence("queen", ())):
        reason = game.why_not(action)
        assert reason is not None
        with pytest.raises(IllegalAction) as error:
            game.play(action)
        assert error.value.message == reason.message
        for language in LANGUAGES:
            told = describe(error.value, game.rules, language=language)
            assert told == describe(reason, game.rules, language=language)


def test_a_position_knows_no_names_and_says_so_plainly() -> None:
    game = Game(load_rules(modules=()), ("Ann", "Brian"), seed=7)
    with pytest.raises(IllegalAction, match=r"^This is not possible now\. \[action\.not_offered\]$"):
        game.position().step(Recruit(9, ()))
    assert NotOffered().message == "This is not possible now."


def test_a_violation_in_plain_data_has_its_facts_and_its_sentence() -> None:
    reason = HelpUsed("market", sentence="The Market has already been used this season.")
    assert reason.to_dict() == {
        "type": "HelpUsed",
        "card": "market",
        "code": "influence.via_used",
        "rule": "R07",
        "sentence": "The Market has already been used this season.",
    }
    assert '"code":"influence.via_used"' in reason.to_json()


ODD: Any = 10**5000


@pytest.mark.parametrize(
    "action",
    [
        Influence("queen", ()),
        Influence("queen", (-1,)),
        Influence("queen", (ODD,)),
        Influence("queen", (1,) * 5000),
        Influence("queen", (6, 6, 5), plus2=ODD),
        Influence("q" * 5000, (6,)),
        Influence(ODD, (6,)),
        Recruit(ODD, (("gold", ODD),)),
        Recruit(-3, ()),
        Take((("gold", 0),)),
        Take((("x" * 5000, 1),)),
        Take(("gold", 1)),  # type: ignore[arg-type]
        Choose((OptionThing("c" * 5000),)),
        Choose(None),  # type: ignore[arg-type]
        ChooseDie(0),
        5,
        None,
        b"pass",
    ],
    ids=lambda action: str(type(action).__name__),
)
@pytest.mark.parametrize("at", ["take", "influence"])
def test_nonsense_is_refused_in_a_short_sentence(action: Any, at: str) -> None:
    game = Game(load_rules(modules=()), ("Ann", "Brian"), seed=7)
    while game.decision is not None and game.decision.kind != at:
        game.play(game.decision.options[0], game.decision.player)
    reason = game.why_not(action)
    assert isinstance(reason, Violation)
    for language in LANGUAGES:
        told = describe(reason, game.rules, language=language)
        assert 10 < len(told) < 130
        assert told.replace("\u00a0", " ").isprintable()


# Errors


def error_of(attempt: Callable[[], object]) -> KingsburgError:
    with pytest.raises((SetupError, SaveError)) as caught:
        attempt()
    return caught.value


def missing_pack() -> object:
    rules = load_rules(packs=[{"pack.yaml": 'id: toys\nversion: "1.0"\nformat: 1\ntitle: Toys\n'}])
    return Game.load(Game(rules, ("Ann", "Brian"), seed=1).save())


ERRORS: dict[str, Callable[[], object]] = {
    "setup.players": lambda: Game(load_rules(), ("Ann",)),
    "setup.same_name": lambda: Game(load_rules(), ("Ann", "Ann")),
    "setup.name": lambda: Game(load_rules(), ("Ann", "B" * 500)),
    "setup.name_sign": lambda: Game(load_rules(), ("Ann", "Brian, the second")),
    "setup.player": lambda: Game(load_rules(), ("Ann", "Brian")).view("Z" * 500),
    "save.damaged": lambda: Game.load("{"),
    "save.format": lambda: Game.load('{"kingsburg": 99}'),
    "save.pack": missing_pack,
}


@pytest.mark.parametrize("code", ERRORS)
def test_errors_that_players_see_are_said_in_three_languages(code: str) -> None:
    error = error_of(ERRORS[code])
    told = [describe(error, language=language) for language in LANGUAGES]
    assert error.code == code
    assert told[0] == error.message
    assert len(set(told)) == 3
    for said in told:
        assert re.fullmatch(r"\S.*[^.]\.", said)
        assert len(said) < 220


def test_an_empty_name_is_called_empty() -> None:
    error = error_of(lambda: Game(load_rules(), ("Ann", "")))
    assert describe(error, language="nl") == "Een naam mag niet leeg zijn."


def test_the_number_of_players_is_that_of_the_rules() -> None:
    error = error_of(lambda: Game(load_rules(modules=()), ("Ann",)))
    assert error.message == "2 to 5 players are needed, not 1."


@pytest.mark.parametrize("language", OTHERS)
def test_translated_errors_have_the_same_facts(language: str) -> None:
    """Every other language translates the same codes, with the same gaps; English has none of them."""
    assert not language_of("en").phrases["errors"].phrases
    one, other = (language_of(code).phrases["errors"].phrases for code in (OTHERS[0], language))
    assert {(p.key, p.conditions, p.paths) for some in one.values() for p in some} == {
        (p.key, p.conditions, p.paths) for some in other.values() for p in some
    }
    assert set(ERRORS) <= set(other)


@pytest.mark.parametrize("language", LANGUAGES)
def test_errors_for_programmers_stay_english(language: str) -> None:
    error = KingsburgError("text.unknown", "Only programmers read this.")
    assert describe(error, language=language) == error.message


# What may come


def test_odds_threats_prices_and_reach_are_said() -> None:
    """In games with all modules, to the reader and to others, without a flaw."""
    said = Counter[str]()
    wrong: set[str] = set()
    for game, rng in games(3):
        while game.pending:
            if rng.random() < 0.01:
                player = rng.choice(game.players)
                things = (
                    *game.odds(player),
                    *game.threats(player),
                    *game.prices(player),
                    *game.within_reach(player),
                )
                for thing in rng.sample(things, min(12, len(things))):
                    said[type(thing).__name__] += 1
                    wrong.update(estimate_flaws(thing, game.rules, player))
            decision = rng.choice(game.pending)
            game.play(rng.choice(decision.options), decision.player)
    assert not wrong, "\n".join(sorted(wrong)[:20])
    assert len(said) == 4
    assert sum(said.values()) > 60


def estimate_flaws(thing: Any, rules: Rules, player: str) -> Iterator[str]:
    for language in LANGUAGES:
        yours = describe(thing, rules, language=language)
        assert describe(thing, rules, language=language, player=player, reader=player) == yours
        theirs = describe(thing, rules, language=language, player=player)
        for told in (yours, theirs):
            yield from (flaw for flaw in flaws(told) if not flaw.startswith("the same word"))
        if player in yours:
            yield yours


@pytest.mark.parametrize(
    ("odds", "told"),
    [
        (
            (Fraction(8, 15), Fraction(1, 3), Fraction(2, 15)),
            "8 in 15 for a victory, 5 in 15 for a tie and 2 in 15 for a defeat if you choose 3.",
        ),
        ((Fraction(1), Fraction(0), Fraction(0)), "A victory is certain if you choose 3."),
        (
            (Fraction(1, 1000), Fraction(0), Fraction(999, 1000)),
            "Less than 1% for a victory and more than 99% for a defeat if you choose 3.",
        ),
        (
            (Fraction(123, 1000), Fraction(0), Fraction(877, 1000)),
            "12% for a victory and 88% for a defeat if you choose 3.",
        ),
    ],
)
def test_odds_are_said_with_one_denominator_or_as_percentages(
    odds: tuple[Fraction, Fraction, Fraction], told: str
) -> None:
    thing = Odds(*odds, choice=(Choose((OptionThing("3"),)),))
    assert describe(thing, everything()) == told


def test_rules_are_needed_for_everything_but_errors() -> None:
    with pytest.raises(TypeError, match="needs the rules"):
        describe(NotOffered(), None)  # type: ignore[call-overload]
