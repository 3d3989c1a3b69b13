"""Every decision, action and event in a sentence, in every language, over games with everything in them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import get_args

import pytest
from attrs import evolve

from kingsburg_rules import (
    LANGUAGES,
    AnyAction,
    AnyEvent,
    Build,
    Choose,
    Decision,
    Done,
    Fought,
    Gained,
    Game,
    Influence,
    Influenced,
    Lost,
    OptionThing,
    PlayerThing,
    Rules,
    SetupError,
    Use,
    YearStarted,
    describe,
    load_rules,
    modules,
)
from kingsburg_rules.engine.actions import Action
from kingsburg_rules.engine.events import Event
from kingsburg_rules.text.languages import language_of
from kingsburg_rules.text.log import MINUS, log_of
from kingsburg_rules.text.phrasebook import Phrasebook
from support.texts import flaws, rule_sets

PLAYERS = ("Ann", "Brian", "Cindy", "Élodie")
VARIANTS = ("draft-strips", "bid-governors", "inverted-order")


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_action_and_event_has_a_phrase(code: str) -> None:
    """By its name in small letters, and none is there for nothing."""
    phrases = language_of(code).phrases
    for table, union in (("actions", AnyAction), ("events", AnyEvent)):
        names = {re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower() for cls in get_args(union)}
        assert set(phrases[table].phrases) == names


def played(rules: Rules, seed: int) -> Iterator[tuple[Event | Decision | Action, Decision | None]]:
    """Everything that is said in a game in which all do what they like."""
    rng = random.Random(seed)
    chance = "decision" if seed % 2 else "random"
    game = Game(rules, PLAYERS[: 2 + seed % 3], seed=seed, chance=chance, automation=())
    yield from ((event, None) for event in game.opening)
    while game.pending:
        decision = rng.choice(game.pending)
        yield decision, None
        yield from (
            (option, decision) for option in rng.sample(decision.options, min(5, len(decision.options)))
        )
        yield from ((event, None) for event in game.play(rng.choice(decision.options), decision.player))


AMOUNTS = re.compile(rf"(?P<said>.*?(?:\((?P<source>[^:]*)\))?)\xa0?: (?P<all>[+{MINUS}]\d.*)")
"""A line of a log that ends with what somebody gained and lost."""

EVERYTHING = [*rule_sets(), load_rules(modules=modules(), variants=VARIANTS)]


@pytest.mark.parametrize(
    "rules", EVERYTHING, ids=lambda rules: rules.scenario or "-".join(rules.variants) or "all"
)
def test_whole_games_are_told_without_a_flaw(rules: Rules) -> None:
    wrong: set[str] = set()
    for thing, decision in played(rules, seed=1):
        for language in LANGUAGES:
            told = describe(thing, rules, language=language, decision=decision)
            wrong.update(f"{type(thing).__name__} in {language}, {flaw}" for flaw in flaws(told))
            if isinstance(thing, Action):
                by_ann = describe(thing, rules, language=language, player="Ann", decision=decision)
                wrong.update(flaws(by_ann))
    assert not wrong, "\n".join(sorted(wrong))


def test_names_of_players_stay_as_they_are() -> None:
    rules = load_rules()
    odd = Gained("x_y {z}", "gold", 1, "inn")
    assert describe(odd, rules) == "x_y {z} gains 1 gold (Inn)."
    assert describe(Choose((PlayerThing("d_Artagnan"),)), rules) == "Choose d_Artagnan."


@pytest.mark.parametrize(
    ("thing", "told"),
    [
        (
            Influence("treasurer", (5, 3)),
            ("Put 5+3 on the Treasurer.", "Leg 5+3 bij de Penningmeester.", "Placez 5+3 sur le Trésorier."),
        ),
        (
            Influence("queen", (6, 5), (4,), 2, ("market",), envoy=True),
            (
                'Put 6+5 and bonus die 4 on the Queen with a "+2" token, the Market and the King\'s Envoy.',
                'Leg 6+5 en witte dobbelsteen 4 bij de Koningin met een "+2"-kaartje, de Markt en de Gezant '
                "van de Koning.",
                "Placez 6+5 et dé blanc 4 sur la Reine avec un jeton +2, le Marché et l'Envoyé du Roi.",
            ),
        ),
        (
            Build("inn", (("gold", 1), ("wood", 1)), envoy=True),
            (
                "Construct the Inn for 1 gold and 1 wood with the help of the King's Envoy.",
                "Bouw de Herberg voor 1 goud en 1 hout met hulp van de Gezant van de Koning.",
                "Construisez l'Auberge pour 1 or et 1 bois grâce à l'Envoyé du Roi.",
            ),
        ),
        (
            Use("town_hall", (("good", 1),)),
            (
                "Use the Town Hall for 1 good.",
                "Gebruik het Stadhuis voor 1 goederensteen.",
                "Utilisez l'Hôtel de Ville pour 1 marchandise.",
            ),
        ),
        (
            Influenced("Ann", "treasurer", (5, 3), (), 0, (), False),
            (
                "Ann puts 5+3 on the Treasurer.",
                "Ann legt 5+3 bij de Penningmeester.",
                "Ann place 5+3 sur le Trésorier.",
            ),
        ),
        (YearStarted(3), ("Year III begins.", "Jaar III begint.", "L'année III commence.")),
        (
            Fought("Ann", 7, 5, "victory"),
            (
                "Ann wins the battle with 7 against 5.",
                "Ann wint het gevecht met 7 tegen 5.",
                "Ann remporte la bataille, 7 contre 5.",
            ),
        ),
    ],
)
def test_sentences(thing: Action | Event, told: tuple[str, str, str]) -> None:
    rules = load_rules()
    assert tuple(describe(thing, rules, language=language) for language in LANGUAGES) == told


def test_a_choice_is_told_by_what_it_does() -> None:
    rules = load_rules(modules=modules())
    decision = Decision(
        "Ann", 0, "choose", "shared_wealth", (Choose((OptionThing("gold"),)), Choose((OptionThing("vp"),)))
    )
    simple = Decision("Ann", 0, "choose", "two_plus2_or_convert", (Choose((OptionThing("tokens"),)),))
    assert describe(simple.options[0], rules, decision=simple) == 'Choose: gain 2 "+2" tokens.'
    told = describe(Choose((OptionThing("gold"),)), rules, decision=decision)
    assert told == "Choose: gain 3 gold and each opponent gains 1 VP."
    by_left = Decision("Ann", 0, "choose", "good_by_left", (Choose((OptionThing("gold"),)),))
    assert (
        describe(Choose((OptionThing("gold"),)), rules, decision=by_left, player="Ann") == "Ann chooses gold."
    )


def test_declining_is_told_by_what_is_declined() -> None:
    rules = load_rules()
    pay = Decision("Ann", 0, "pay", "smuggler", (Done(),))
    assert describe(Done(), rules, decision=pay) == "Decline to pay."
    assert describe(Done(), rules) == "Go on."


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_kind_of_decision_has_a_sentence(code: str) -> None:
    kinds = {
        *("influence", "build", "recruit", "use", "take", "give", "pay", "trade", "bid", "choose", "die"),
        *("roll", "draw", "arrange"),
    }
    assert set(language_of(code).phrases["decisions"].phrases) == kinds


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(2))
def test_a_log_says_what_the_events_say(language: str, seed: int) -> None:
    """Every line is the sentence of an event, or amounts that came or went; and none of them is lost."""
    rules = EVERYTHING[-1]
    say = Phrasebook(rules, language, "pictures")
    events = [thing for thing, _ in played(rules, seed) if isinstance(thing, AnyEvent)]
    sentences = {describe(event, rules, language=language).removesuffix(".") for event in events}
    points = 0
    for line in log_of(events, PLAYERS, say):
        told = f"{line.bold} {line.rest}".strip()
        found = AMOUNTS.fullmatch(told)
        assert told in sentences or found, told
        if found and told not in sentences:
            assert found["said"] in sentences or found["said"] == f"{line.bold} ({found['source']})", told
            points += sum(int(n) for n in re.findall(rf"[+{MINUS}](\d+) {say.noun('vp').one}", found["all"]))
    vp = [e.amount for e in events if isinstance(e, Gained | Lost) and e.resource == "vp"]
    assert points == sum(vp) > 0


def test_a_log_leaves_out_what_goes_without_saying() -> None:
    rules = load_rules(modules=modules())
    say = Phrasebook(rules, "en", "pictures")
    home = Lost("Ann", "soldier", 2, "winter")
    assert log_of([home], ("Ann",), say) == ()
    (line,) = log_of([evolve(home, source="goblins_ii_4")], ("Ann",), say)
    assert line == ("Ann", "(Goblins): \N{MINUS SIGN}2 soldiers")


def test_what_cannot_be_described_is_refused() -> None:
    rules = load_rules()
    with pytest.raises(TypeError, match="nothing that describe"):
        describe("pass", rules)  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="Language 'de'"):
        describe(Done(), rules, language="de")
