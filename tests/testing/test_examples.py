"""The examples on the cards hold, and every card has one that works and one that must not."""

from __future__ import annotations

import pytest

from kingsburg_rules import SetupError, load_rules
from kingsburg_rules.content.built_in import built_in_packs
from kingsburg_rules.content.packs import Pack
from kingsburg_rules.language.cards import StripCard
from kingsburg_rules.language.examples import EXAMPLE
from kingsburg_rules.testing import Has, Situation, play_example, play_pack, read_examples, rules_with
from kingsburg_rules.testing.examples import DOES_NOT_HOLD, ExampleResult, rules_of_pack
from kingsburg_rules.testing.situation import PACK


@pytest.mark.parametrize("pack", built_in_packs())
def test_every_example_holds(pack: str) -> None:
    failed = [
        f"{r.card}: {r.example.shows}: {'; '.join(r.failures)}" for r in play_pack(pack) if not r.passed
    ]
    assert failed == []


@pytest.mark.parametrize("pack", built_in_packs())
def test_every_card_shows_when_it_works_and_when_it_must_not(pack: str) -> None:
    rules = rules_of_pack(pack)
    for ref, card in rules.cards.items():
        if ref.startswith(f"{pack}/") and not isinstance(card, StripCard):
            shown = {example.works for example in read_examples(card)}
            assert shown == {True, False}, ref


def result_of(card: str, **example: object) -> ExampleResult:
    """Play an example of a card of a pack, made up here."""
    pack = card.partition("/")[0]
    made = EXAMPLE.read({"shows": "", "works": True, **example}, card)
    rules = rules_of_pack(pack, made.given.modules, made.given.variants)
    return play_example(rules, card, made)


def failures(card: str, **example: object) -> str:
    """Play an example of a card of a pack, made up here; gives why it does not hold."""
    result = result_of(card, **example)
    return "; ".join(result.failures) if result.code == DOES_NOT_HOLD else ""


def test_an_example_that_does_not_hold_is_told() -> None:
    """A wrong expectation is a failure that names what was expected and what was found."""
    told = failures("base/inn", at="summer/season.end", expect={"me": {"vp": -77, "plus2": 0}})
    assert told == "me should have vp -77, has 0"


@pytest.mark.parametrize(
    ("expect", "told"),
    [
        ({"order": ["left", "me"]}, "the turn order should be left, me, is me, left"),
        ({"order": ["me", "left"]}, ""),
        ({"winners": ["me"]}, "me should have won, not nobody"),
        ({"winners": []}, ""),
        ({"me": {"hand": []}}, "me should have hand [], has [inn]"),
        (
            {"left": {"hand": ["inn", "chapel"]}},
            "left should have hand [chapel, inn], has [] (inn is in the hand of me)",
        ),
        ({"me": {"hand": ["inn"]}, "left": {"hand": []}}, ""),
    ],
)
def test_order_winners_and_hands_may_be_expected(expect: dict[str, object], told: str) -> None:
    given = {"me": {"hand": ["inn"]}}
    assert failures("base/statue", at="summer/season.end", given=given, expect=expect) == told


def test_a_card_that_is_not_there_is_in_no_hand() -> None:
    given = {"me": {"hand": ["inm"]}}
    assert "did you mean 'inn'" in failures("base/inn", at="summer/season.end", given=given)


def test_a_moment_of_a_phase_is_written_with_its_phase() -> None:
    assert "'game.end' is part of a phase; write scoring/game.end" in failures("base/inn", at="game.end")
    meant = "In spring, step 'seeson.end' is not known here; did you mean 'season.end'?"
    assert meant in failures("base/inn", at="spring/seeson.end")


SWAP = {"at": "spring/construct", "given": {"me": {"gold": 2}}}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("build statue", "should not be possible, but is"),
        ("build inn", ""),
        ("build cathedral for nothing", ""),
        ("build the inn", "checks nothing: this is not an action; write build {building} for {pay}"),
        ("bild inn", "checks nothing: This is not an action."),
        ("influence jester with 1", "not an action; write influence {advisor} {dice}[ bonus {bonus}]"),
        ("sing", "checks nothing: This is not an action."),
        ("build statu", "did you mean 'statue'"),
        ("build inn for gold+silver", "'silver' is not known"),
        ("use statu", "did you mean 'statue'"),
        ("influence jestr", "did you mean 'jester'"),
        ("influence jester 1 via markt", "did you mean 'market'"),
        ("influence jester", ""),
        ("take 2goldd", "did you mean 'gold'"),
        ("trade gold for woods", "did you mean 'wood'"),
        ("pay vp", ""),
        ("", "checks nothing"),
    ],
)
def test_what_is_refused_must_be_an_action(text: str, told: str) -> None:
    """A misspelt action is refused as well, but that shows nothing."""
    found = failures("base/statue", **SWAP, play=[{"refuse": text}])
    assert told in found
    assert bool(told) == bool(found)


@pytest.mark.parametrize(
    ("rolls", "told"),
    [
        ([[2]], ""),
        ([], "1 more results of chance were needed, of reinforcements: give them in 'rolls'"),
        ([[2], [3]], "1 of the given results of chance were not needed"),
        ([[2, 3]], "1 dice were asked for"),
    ],
)
def test_an_example_gives_exactly_the_results_it_needs(rolls: list[list[int]], told: str) -> None:
    """Neither is luck left to luck, nor does a result stand there for nothing."""
    given = {"enemy": "goblins_i_3", "rolls": rolls} if rolls else {"enemy": "goblins_i_3"}
    found = failures("base/inn", at="winter/battle", given=given)
    assert told in found
    assert bool(told) == bool(found)


def test_every_seat_can_play() -> None:
    """The second to fifth player have words of their own."""
    given = {"players": 5, "draws": ["full_granaries"]}
    play = [{"do": "take gold"}, {"left": "take gold"}, {"third": "take wood"}, {"fourth": "take stone"}]
    found = failures(
        "destiny/destiny_deck",
        at="kings_favor/phase_1.start",
        given=given,
        play=[*play, {"fifth": "take wood"}],
        expect={"asked": "nobody", "fifth": {"wood": 1}, "third": {"wood": 1}},
    )
    assert found == ""
    found = failures(
        "destiny/destiny_deck",
        at="kings_favor/phase_1.start",
        given=given,
        play=[*play[:3], {"third": "take wood"}],
    )
    assert "It is up to me, left, third, fourth and fifth now, not to you." in found


RISING = {
    "at": "spring/season.tiles",
    "given": {"modules": ["alternate-advisors"], "draws": ["five_vp"], "in_force": ["rising_stars"]},
}


@pytest.mark.parametrize(
    ("expect", "told"),
    [
        ({"tiles": ["five_vp"]}, ""),
        ({"tiles": []}, "the tiles should be none, not five_vp"),
        ({"gifts": {}}, ""),
        ({"gifts": {"merchant": {"gold": 1}}}, "the gifts should be merchant gold 1, not none"),
        ({"in_force": ["rising_stars"]}, ""),
        ({"in_force": ["famine"]}, "famine should be in force"),
        ({"me": {"cards": ["miner"]}}, "me should have cards"),
        ({"me": {"strips": ["strip_a"]}}, "me should have strips"),
        ({"marks": {}}, ""),
        ({"marks": {"left": ["king"]}}, "the markers should be left king, not none"),
    ],
)
def test_what_lies_on_the_table_may_be_expected(expect: dict[str, object], told: str) -> None:
    """Tiles, gifts, markers, cards in force and strips are compared, and what is other is said."""
    assert told in (found := failures("destiny/rising_stars", **RISING, expect=expect))
    assert bool(told) == bool(found)


@pytest.mark.parametrize(("number", "told"), [(6, ""), (7, "the card should remember growth 7, remembers 6")])
def test_what_a_card_remembers_may_be_expected(number: int, told: str) -> None:
    """A name that the card does not know is a mistake, with the name that was likely meant."""
    start = {"at": "game.start"}
    assert (
        failures("demanding-capital/demanding_capital", **start, expect={"memory": {"growth": number}})
        == told
    )
    unknown = failures("demanding-capital/demanding_capital", **start, expect={"memory": {"grwth": 6}})
    assert "'grwth' is not known here; did you mean 'growth'?" in unknown


PATRON = """
governors:
  - id: patron
    name: Patron
    memory:
      - {id: friend, type: player}
      - {id: house, type: card}
      - {id: court, type: place}
      - {id: ware, type: resource}
      - {id: plan, type: row}
      - {id: time, type: season}
      - {id: luck, type: outcome}
      - {id: fate, type: outcome}
    triggers:
      - when: season.end
        do:
          - branch: {if: {equal: [$plan, C]}, then: [{set: {plan: B}}]}
          - branch: {if: {equal: [$time, fall]}, then: [{set: {time: summer}}]}
          - branch: {if: {equal: [$luck, defeat]}, then: [{set: {luck: tie}}]}
          - set: {friend: left, house: inn, court: jester, ware: gold}
"""


@pytest.mark.parametrize(
    ("name", "thing", "told"),
    [
        ("friend", "left", ""),
        ("friend", "me", "the card should remember friend me, remembers left"),
        ("friend", 1, "'friend' remembers a player, not '1'. [example.memory]"),
        ("house", "inn", ""),
        ("house", "palisade", "the card should remember house palisade, remembers inn"),
        ("court", "jester", ""),
        ("ware", "gold", ""),
        ("ware", "nothing", "the card should remember ware nothing, remembers gold"),
        ("plan", "B", ""),
        ("plan", "A", "the card should remember plan A, remembers B"),
        ("plan", "b", "What 'plan' remembers: 'b' is not known here; did you mean 'B'? [example.memory]"),
        ("time", "summer", ""),
        ("time", "nothing", "the card should remember time nothing, remembers summer"),
        ("time", 2, "'time' remembers a season, not '2'. [example.memory]"),
        ("luck", "tie", ""),
        ("luck", "victory", "the card should remember luck victory, remembers tie"),
        ("fate", "nothing", ""),
    ],
)
def test_a_thing_that_a_card_remembers_is_called_by_its_name(name: str, thing: object, told: str) -> None:
    data = {
        "shows": "It remembers.",
        "works": True,
        "at": "spring/season.end",
        "given": {
            "me": {"cards": ["patron"]},
            "memory": {"friend": "me", "house": "nothing", "plan": "C", "time": "fall", "luck": "defeat"},
        },
        "expect": {"memory": {name: thing, "friend": "left"} if name != "friend" else {name: thing}},
    }
    result = play_example(rules_with(PATRON), "patron", EXAMPLE.read(data, "patron"))
    assert "; ".join(result.failures) == told


def test_what_is_given_lies_there() -> None:
    """Gifts, markers of all players and variants are part of what is given."""
    found = failures(
        "shifting-alliances/shifting_alliances",
        at="spring/influence",
        given={
            "players": 3,
            "modules": ["destiny"],
            "marks": {"third": ["jester"]},
            "gifts": {"jester": {"wood": 2}},
            "in_force": ["rising_stars"],
            "me": {"dice": [1]},
        },
        play=[{"do": "influence jester 1"}],
        expect={"marks": {"third": ["jester"]}, "gifts": {}, "me": {"wood": 2}, "third": {"vp": 1}},
    )
    assert found == ""
    assert "is not known here" in failures("base/inn", at="year.end", given={"gifts": {"jestr": {"wood": 2}}})
    assert "no variant" in failures_of_variant()


def failures_of_variant() -> str:
    with pytest.raises(SetupError) as refused:
        failures("governors/miner", at="year.end", given={"variants": ["draft-strips"]})
    return str(refused.value)


@pytest.mark.parametrize("key", ["enemy", "further"])
def test_an_enemy_must_be_an_enemy(key: str) -> None:
    """A slip in its name, and a card of another kind, are failures in words."""
    told = failures("base/inn", at="winter/battle", given={key: "goblins_i_22"})
    assert told.startswith("Enemy 'goblins_i_22' is not known here; did you mean 'goblins_i_2'?")
    assert failures("base/inn", at="winter/battle", given={key: "inn"}).startswith("Enemy 'inn' is not known")


PARISH = {
    "pack.yaml": """
id: parish
version: "1"
format: 1
title: Parish
players: {min: 2, max: 6}
""",
    "cards.yaml": """
format: 1
resources: [{id: candles, name: Candles, text: What is lit.}]
rules:
  - id: vespers
    name: Vespers
    triggers: [{when: year.start, do: [{for_each: {players: all, do: [{gain: {candles: 1}}]}}]}]
    examples:
      - shows: Each of six players lights a candle; the sixth has one more.
        works: true
        at: year.start
        given: {players: 6, sixth: {resources: {candles: 2}}}
        expect: {me: {resources: {candles: 1}}, sixth: {resources: {candles: %d}}}
""",
}


@pytest.mark.parametrize(("number", "told"), [(3, ()), (4, ("sixth should have candles 4, has 3",))])
def test_what_packs_bring_can_be_given_and_expected(number: int, told: tuple[str, ...]) -> None:
    """A resource of a pack, and a sixth player."""
    files = {name: text % number if "%d" in text else text for name, text in PARISH.items()}
    (result,) = play_pack(Pack.from_files(files))
    assert result.failures == told


def test_a_resource_that_nobody_brings_is_told() -> None:
    found = failures("base/inn", at="year.end", expect={"me": {"resources": {"candls": 1}}})
    assert "is not known here" in found


# One cause, one failure

SHRINE = """
buildings:
  - id: shrine
    name: Shrine
    row: S
    column: 1
    cost: {wood: 1}
    vp: 1
    triggers:
      - {when: season.end, cost: [{gold: 1}], do: [{gain: {vp: 1}}]}
      - {when: season.end, cost: [{gold: 2}], do: [{gain: {vp: 2}}]}
  - id: well
    name: Well
    row: S
    column: 2
    cost: {wood: 1}
    vp: 1
    triggers:
      - {when: season.end, do: [{gain: {stone: 1}}]}
"""
RICH = {"gold": 3, "buildings": ["shrine"]}


def tried(play: list[object], me: dict[str, object] = RICH, **parts: object) -> tuple[tuple[str, ...], str]:
    """The failures of an example of the shrine, and where they point."""
    data = {"shows": "", "works": True, "at": "spring/season.end", "given": {"me": me}, "play": play, **parts}
    result = play_example(rules_with(SHRINE), "shrine", EXAMPLE.read(data, "here"))
    return result.failures, result.at


def test_a_slip_in_play_is_one_failure_at_its_line() -> None:
    """What follows from it, in further lines and in what is expected, is not told."""
    play: list[object] = [
        {"do": "use shrine pay gold"},
        {"do": "use shrine #7"},
        {"do": "bogus"},
        {"do": "pass"},
    ]
    expect = {"asked": "left", "me": {"gold": 9, "dice": [1, 2]}, "left": {"vp": 3}}
    (told,), at = tried(play, expect=expect)
    assert at == "here/play/1/do"
    assert told.startswith("'use shrine #7' is not possible: ")
    assert told.endswith("Possible: use shrine #2 pay 2gold; done.")
    assert tried([*play[:1], {"do": "done"}], expect={"asked": "nobody"}) == ((), "")


def test_what_is_possible_can_be_copied_into_the_example() -> None:
    (told,), _ = tried([{"do": "use shrine pay wood"}])
    possible = told.rpartition("Possible: ")[2].removesuffix(".").split("; ")
    assert len(possible) == 3
    for text in possible:
        failures, at = tried([{"do": text}], expect={"winners": []})
        assert (failures, at) == ((), "")


def test_of_many_possible_actions_some_are_listed() -> None:
    data = {"at": "spring/influence", "given": {"me": {"dice": [1, 2, 3]}}}
    told = failures("base/inn", **data, play=[{"do": "influence king 3+2+1"}])
    assert told.partition("Possible: ")[2].count(";") == 6
    assert told.endswith("; and 2 more.")


@pytest.mark.parametrize(
    ("play", "me", "told"),
    [
        ([{"do": "use well"}], {"buildings": ["well"]}, "the card was used without asking"),
        ([{"do": "use well"}], RICH | {"buildings": ["shrine", "well"]}, "do not have"),
        ([{"do": "use well"}], {}, "The moment is over. Nobody is asked."),
        (
            [{"left": "done"}],
            RICH,
            "The question is for me: use shrine pay gold; use shrine #2 pay 2gold; done.",
        ),
    ],
)
def test_a_reason_is_the_real_one(play: list[object], me: dict[str, object], told: str) -> None:
    (failure,), _ = tried(play, me)
    if told == "do not have":
        assert "Possible: " in failure
        return
    assert told in failure


def test_what_is_asked_instead_of_nothing_is_told() -> None:
    (told,), at = tried([], expect={"asked": "nobody"})
    assert (
        told == "nobody should be asked, not me. "
        "The question is for me: use shrine pay gold; use shrine #2 pay 2gold; done"
    )
    assert at == "here/expect"


def test_lists_are_written_as_in_yaml() -> None:
    expect = {"me": {"buildings": ["inn"], "dice": [3, 1], "hand": [], "gold": 4}}
    found, _ = tried([], expect=expect)
    assert [*found] == [
        "me should have gold 4, has 3",
        "me should have dice [1, 3], has []",
        "me should have buildings [inn], has [shrine]",
    ]


def test_a_situation_takes_an_action_as_a_game_does() -> None:
    given = {"Ann": Has({"gold": 3}, buildings=("shrine",)), "Brian": Has()}
    for way in range(2):
        situation = Situation(rules_with(SHRINE), "spring/season.end", given)
        assert situation.decision is not None
        option = situation.decision.options[0]
        situation.play(option if way else str(option))
        assert situation.has("Ann", "vp") == 1


ASKED_AT_ONCE = {
    "{pay: {price: [{gold: 1}], then: [{gain: {vp: 1}}]}}": "pay gold",
    "{trade: [{pay: {gold: 1}, gain: {vp: 1}}]}": "trade gold for vp",
    "{choose_one: {optional: true, branches: [{label: a, do: [{gain: {vp: 1}}]}]}}": "choose a",
}
ASKED_FIRST = {
    "{pay: {price: [{gold: 1}], then: [{gain: {vp: 1}}], else: [{lose: {vp: 1}}]}}": "pay gold",
    "{choose_one: [{label: a, do: [{gain: {vp: 1}}]}, {label: b, do: [{gain: {vp: 2}}]}]}": "choose a",
    "{set: {x: 1}}, {pay: {price: [{gold: 1}], then: [{gain: {vp: $x}}]}}": "pay gold",
}


@pytest.mark.parametrize(
    ("steps", "answer", "first"),
    [
        *((steps, answer, []) for steps, answer in ASKED_AT_ONCE.items()),
        *((steps, answer, ["use asker"]) for steps, answer in ASKED_FIRST.items()),
    ],
)
def test_a_step_that_may_be_declined_asks_without_use(steps: str, answer: str, first: list[str]) -> None:
    cards = (
        "format: 1\ngovernors:\n  - id: asker\n    name: Asker\n"
        f"    triggers: [{{when: year.end, do: [{steps}]}}]\n"
    )
    rules = load_rules(packs=[{"pack.yaml": PACK, "cards.yaml": cards}])
    situation = Situation(rules, "year.end", {"me": Has({"gold": 1}, cards=("asker",)), "left": Has()})
    for text in (*first, answer):
        situation.play(text)
    assert situation.state.player("me").vp == 1


# Examples that show nothing of their card

SQUIRE = {"at": "spring/rewards", "given": {"me": {"influenced": ["squire"]}}}
INN = {"at": "summer/season.end", "given": {"me": {"buildings": ["inn"]}}}


@pytest.mark.parametrize(
    ("card", "example", "code", "told"),
    [
        ("base/squire", {**SQUIRE, "expect": {"me": {"gold": 1}}}, "", ""),
        ("base/squire", SQUIRE, "test.expects_nothing", "it expects nothing: add 'expect'"),
        (
            "base/squire",
            {**SQUIRE, "expect": {"me": {"wood": 0}}},
            "test.holds_without",
            "write 'works: false'",
        ),
        ("base/squire", {**SQUIRE, "works": False, "expect": {"me": {"wood": 0}}}, "", ""),
        (
            "base/squire",
            {**SQUIRE, "works": False, "expect": {"me": {"gold": 1}}},
            "test.fails_without",
            "without what the card does, me should have gold 1, has 0: expect only what the card leaves",
        ),
        ("base/inn", {**INN, "expect": {"me": {"plus2": 1}}}, "", ""),
        (
            "base/statue",
            {**INN, "expect": {"me": {"plus2": 1}}},
            "test.absent",
            "its card is not there: put it into 'given', as in me: {buildings: [statue]}",
        ),
        (
            "base/goblins_i_2",
            {
                "works": False,
                "at": "spring/season.end",
                "given": {"enemy": "orcs_i_3"},
                "expect": {"winners": []},
            },
            "test.absent",
            "as in enemy: goblins_i_2",
        ),
        (
            "destiny/famine",
            {"works": False, "at": "spring/season.end", "expect": {"winners": []}},
            "test.absent",
            "as in in_force: [famine]",
        ),
        (
            "governors/thief",
            {"works": False, "at": "spring/season.end", "expect": {"winners": []}},
            "test.absent",
            "as in me: {cards: [thief]}",
        ),
        # A price that cannot be paid is refused with the card and without it.
        (
            "base/cathedral",
            {"works": False, "at": "spring/construct", "play": [{"refuse": "build cathedral"}]},
            "",
            "",
        ),
    ],
)
def test_an_example_that_proves_nothing_is_a_finding(
    card: str, example: dict[str, object], code: str, told: str
) -> None:
    result = result_of(card, **example)
    assert (result.code if result.failures else "") == code
    assert told in "; ".join(result.failures)


def test_what_only_answers_a_card_makes_no_difference_to_an_example_of_when_it_does_not_work() -> None:
    """Declining, and what it refuses: without the card there is no such question."""
    given = {"me": {"gold": 2, "buildings": ["town_hall"]}}
    at, expect = "spring/season.end", {"me": {"gold": 2}}
    assert result_of(
        "base/town_hall", works=False, at=at, given=given, play=[{"do": "done"}], expect=expect
    ).passed
    play = [{"refuse": "use town_hall pay wood"}, {"do": "done"}]
    assert result_of("base/town_hall", works=False, at=at, given=given, play=play, expect=expect).passed


MILLER = """
governors:
  - id: miller
    name: Miller
    text: At the end of each productive season, you gain 1 gold; from the second time on, 1 wood as well.
    memory: [{id: visits}]
    triggers:
      - when: season.end
        do:
          - gain: {gold: 1}
          - branch: {if: {greater: [$visits, 0]}, then: [{gain: {wood: 1}}]}
          - set: {visits: {sum: [$visits, 1]}}
"""


def miller(**example: object) -> ExampleResult:
    """Play an example of the Miller."""
    made = EXAMPLE.read({"shows": "", "works": True, **example}, "test")
    return play_example(rules_with(MILLER), "test/miller", made)


def test_an_example_runs_over_several_moments() -> None:
    given = {"me": {"cards": ["miller"]}, "left": {"cards": ["miller"]}}
    ends = ["spring/season.end", "summer/season.end"]
    assert miller(at=ends, given=given, expect={"me": {"gold": 2, "wood": 1}}).passed
    after = {"me": {"gold": 3, "wood": 2}, "memory": {"visits": {"me": 3, "left": 3}}}
    # What comes no later in the year than the moment before it is in the next year.
    assert miller(at=[*ends, "spring/season.end"], given=given, expect=after).passed
    assert (
        "The last year must be" in miller(at=["fall/season.end"] * 9, given=given, expect=after).failures[0]
    )
    assert "'sprong' is not known" in miller(at=["spring", "sprong"], given=given, expect=after).failures[0]


def test_memory_is_given_and_expected_for_every_seat() -> None:
    given = {"me": {"cards": ["miller"]}, "left": {"cards": ["miller"]}, "memory": {"visits": {"left": 4}}}
    expect = {"left": {"wood": 1}, "me": {"wood": 0}, "memory": {"visits": {"me": 1, "left": 5}}}
    assert miller(at="spring/season.end", given=given, expect=expect).failures == ()
    expect["memory"] = {"visits": {"left": 4}}
    told = "the card should remember visits 4 for left, remembers 5"
    assert miller(at="spring/season.end", given=given, expect=expect).failures == (told,)


def test_a_question_that_keeps_a_moment_from_beginning_is_told() -> None:
    given = {"me": {"cards": ["miller"], "gold": 5, "wood": 5}}
    at, expect = ["spring/construct", "spring/season.end"], {"me": {"gold": 5}}
    (told,) = miller(works=False, at=at, given=given, expect=expect).failures
    assert told.startswith("spring/season.end does not begin. The question is for me: ")
    assert miller(works=False, at=at, given=given, expect={**expect, "asked": "me"}).failures == ()


@pytest.mark.parametrize(
    "parts",
    [
        {"expect": {"third": {"gold": 99}}},
        {"expect": {"sixth": {"hand": []}, "me": {"gold": 1}}},
        {"expect": {"memory": {"visits": {"third": 1}}}},
        {"expect": {"marks": {"third": ["jester"]}}},
        {"given": {"third": {"gold": 1}}},
        {"given": {"memory": {"visits": {"third": 1}}}},
        {"given": {"marks": {"third": ["jester"]}}},
        {"play": [{"refuse": {"third": "pass"}}]},
    ],
)
def test_an_example_is_about_those_who_play(parts: dict[str, dict[str, object]]) -> None:
    """What somebody who is not there has would otherwise always hold."""
    result = miller(at="spring/season.end", **{"expect": {"me": {"gold": 0}}, **parts})
    assert result.code == DOES_NOT_HOLD
    assert " does not play, since 'players' is 2: give " in result.failures[0]
    assert result.at.startswith("test/")


def test_strength_is_0_without_a_battle() -> None:
    expect = {"me": {"strength": 0, "gold": 1}}
    given = {"me": {"cards": ["miller"]}}
    assert miller(at="spring/season.end", given=given, expect=expect).failures == ()
    told = miller(at="spring/season.end", given=given, expect={"left": {"strength": 2}}).failures
    assert told == ("left should have strength 2, has 0",)


def test_a_player_who_had_to_pass_is_told_so() -> None:
    """They were not asked, so a line that passes for them is one too many."""
    told = failures(
        "base/inn", at="spring/construct", given={"left": {"gold": 9, "wood": 9}}, play=[{"do": "pass"}]
    )
    assert told == "'pass' is not possible: me had to pass and was not asked; leave this line out"
