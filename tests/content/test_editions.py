"""What an edition is: its modules and scenarios, its names and wordings, the order of set-up and winter."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from kingsburg_rules import (
    Decision,
    DiceRolled,
    EnemyRevealed,
    Game,
    Rules,
    SetupError,
    editions,
    load_rules,
    modules,
    scenarios,
)
from kingsburg_rules.testing import rules_with
from kingsburg_rules.testing.situation import Has, Situation
from support.play import asked, play, seat

FIRST = ("first-ffg", "first-elfinwerks")
FIVE = ("more-buildings", "alternate-buildings", "governors", "destiny", "soldier-tokens")
OLD_NAMES = {
    "kings_favor": "Aid from the King",
    "fall": "Autumn",
    "farm": "Farms",
    "makeshift_defenses": "Improvised Defenses",
    "bazaar": "Traveling Market",
    "stakewall": "Small Palisade",
}
NEW_NAMES = {
    "kings_favor": "King's Favor",
    "fall": "Fall",
    "farm": "Farm",
    "makeshift_defenses": "Makeshift Defenses",
    "bazaar": "Bazaar",
    "stakewall": "Stakewall",
}

first = pytest.mark.parametrize("edition", FIRST)


def everything(edition: str) -> Rules:
    return load_rules(edition, modules=modules(edition))


# Names and wordings


@pytest.mark.parametrize(
    ("edition", "names"), [*((edition, OLD_NAMES) for edition in FIRST), ("second", NEW_NAMES)]
)
def test_an_edition_calls_things_by_its_own_names(edition: str, names: dict[str, str]) -> None:
    rules = everything(edition)
    assert {name: rules.name_of(name) for name in names} == names


@first
def test_nothing_else_has_another_name_or_text(edition: str) -> None:
    """C-22 and the like are names only: cards of the same id are the same cards, and their ids stay."""
    old, new = everything(edition), load_rules(modules=FIVE)
    assert [*old.cards] == [*new.cards]
    renamed = {ref.partition("/")[2] for ref, card in old.cards.items() if card.name != new.cards[ref].name}
    reworded = {ref for ref, card in old.cards.items() if card.text != new.cards[ref].text}
    assert renamed == OLD_NAMES.keys() - {"kings_favor", "fall"}
    assert reworded == {"governors/philosopher"}


@first
def test_a_name_waits_until_its_module_is_loaded(edition: str) -> None:
    rules = load_rules(edition)
    assert rules.name_of("farm") == "Farms"
    assert not [
        card.name for card in rules.cards.values() if card.name in ("Small Palisade", "Traveling Market")
    ]


def test_a_card_of_somebody_else_keeps_its_name() -> None:
    """The edition speaks of its own packs: a fan's Stakewall beside them is not renamed."""
    wall = "buildings: [{id: stakewall, name: Stakewall, row: H, column: 1, cost: {gold: 1}, vp: 0}]"
    rules = rules_with(wall, edition="first-ffg", modules=("alternate-buildings",))
    assert rules.name_of("test/stakewall") == "Stakewall"
    assert rules.name_of("alternate-buildings/stakewall") == "Small Palisade"


def test_a_phase_without_a_name_is_called_by_its_id() -> None:
    rules = load_rules()
    assert (rules.name_of("spring"), rules.name_of("scoring"), rules.name_of("setup")) == (
        "Spring",
        "Last points",
        "Set-up",
    )


def test_every_phase_has_a_name() -> None:
    for edition in editions():
        rules = load_rules(edition)
        assert {*rules.phases} == {*rules.compiled.phases}


@first
def test_the_philosopher_is_worded_as_he_works(edition: str) -> None:
    """C-16, C-34: any total may be rolled again, and a lower one scores."""
    text = load_rules(edition, modules=("governors",)).cards["governors/philosopher"].text
    assert "lower than before" in text
    assert "10" not in text


# The order of set-up and of winter


def chosen(rules: Rules) -> list[str]:
    """What the players are asked for before the first year, in order: governors or strips."""
    game, kinds = Game(rules, ("Ann", "Brian"), seed=3), list[str]()
    while (decision := game.decision) is not None and decision.kind == "choose":
        kinds.append(kind_chosen(rules, decision))
        game.play(decision.options[0])
    return kinds


def kind_chosen(rules: Rules, decision: Decision) -> str:
    card = str(decision.options[-1]).removeprefix("choose ").partition("+")[0]
    return rules.compiled.cards[rules.compiled.card[card]].kind


@pytest.mark.parametrize(
    ("edition", "switches", "order"),
    [
        ("second", {}, ["strip", "governor"]),
        ("first-ffg", {}, ["governor", "strip"]),
        ("first-elfinwerks", {}, ["governor", "strip"]),
        ("second", {"module_setup_order": "governors_first"}, ["governor", "strip"]),
        ("first-ffg", {"module_setup_order": "rows_first"}, ["strip", "governor"]),
    ],
)
def test_c17_modules_are_set_up_in_the_edition_s_order(
    edition: str, switches: dict[str, str], order: list[str]
) -> None:
    """C-17: the second edition goes by the numbers of the modules, the first knows the governor first."""
    rules = load_rules(edition, modules=("governors", "alternate-buildings"), switches=switches)
    assert chosen(rules) == [kind for kind in order for _ in ("Ann", "Brian")]


@pytest.mark.parametrize("edition", editions())
def test_modules_are_in_their_order_however_they_are_asked_for(edition: str) -> None:
    asked_for = load_rules(edition, modules=[*reversed(modules(edition))])
    assert asked_for is everything(edition)
    assert asked_for.modules == modules(edition)


@pytest.mark.parametrize(
    ("edition", "switches", "order"),
    [
        ("second", {}, [DiceRolled, EnemyRevealed]),
        ("first-ffg", {}, [EnemyRevealed, DiceRolled]),
        ("first-elfinwerks", {}, [EnemyRevealed, DiceRolled]),
        ("first-ffg", {"winter_order": "die_first"}, [DiceRolled, EnemyRevealed]),
    ],
)
def test_c07_the_enemy_is_shown_after_or_before_the_die(
    edition: str, switches: dict[str, str], order: list[type]
) -> None:
    """C-07: what is paid before the enemy is shown is paid with the die known in the second edition only."""
    rules = load_rules(edition, modules=("alternate-buildings",), switches=switches)
    ann = Has({"stone": 1}, buildings=("ramparts",))
    at = Situation(rules, "winter/battle", {"Ann": ann, "Brian": Has()}, enemy="orcs_i_3", rolls=["4"])
    known = [type(event) for event in at.events if isinstance(event, DiceRolled | EnemyRevealed)]
    assert asked(at) == "Ann use"
    assert known == ([DiceRolled] if order[0] is DiceRolled else [])
    play(at, "Ann: use ramparts")
    assert [type(event) for event in at.events if isinstance(event, DiceRolled | EnemyRevealed)] == order
    assert seat(at, "Ann").strength == 4 + 1


@pytest.mark.parametrize(
    ("edition", "switches", "shown"),
    [
        ("second", {}, False),
        ("first-ffg", {}, False),
        ("first-elfinwerks", {}, False),
        ("second", {"soldier_token_choice": "after_reveal"}, True),
        ("first-ffg", {"soldier_token_choice": "after_reveal"}, True),
    ],
)
def test_c07_soldier_tokens_are_chosen_before_the_enemy_is_shown(
    edition: str, switches: dict[str, str], shown: bool
) -> None:
    """C-07, O32: in every edition, whatever comes first, the card or the tokens; a switch says otherwise."""
    rules = load_rules(edition, modules=("soldier-tokens",), switches=switches)
    at = Situation(rules, "winter/battle", {"Ann": Has(), "Brian": Has()}, enemy="orcs_i_3")
    assert at.decision is not None
    assert any(isinstance(event, EnemyRevealed) for event in at.events) == shown


@pytest.mark.parametrize(
    ("asked_for", "meant"),
    [
        ({"modules": ["alternate_buildings"]}, "alternate-buildings"),
        ({"modules": ["governor"]}, "governors"),
        ({"scenario": "goblin-vally"}, "goblin-valley"),
        ({"modules": ["alternate-buildings"], "variants": ["draft_strips"]}, "draft-strips"),
        ({"edition": "secnd"}, "second"),
    ],
    ids=str,
)
def test_a_slip_of_a_key_gets_what_was_meant(asked_for: dict[str, Any], meant: str) -> None:
    with pytest.raises(SetupError, match=f"did you mean '{meant}'"):
        load_rules(**asked_for)


# What an edition does not have


@pytest.mark.parametrize(
    ("edition", "asked_for", "code", "told"),
    [
        *(
            (
                edition,
                {"modules": ["alternate-advisors"]},
                "setup.module",
                "has no module 'alternate-advisors'",
            )
            for edition in FIRST
        ),
        *(
            (edition, {"scenario": scenario}, "setup.scenario", f"has no scenario '{scenario}'")
            for edition in FIRST
            for scenario in scenarios("second")
        ),
        *(
            (edition, {"variants": ["inverted-order"], "modules": FIVE}, "setup.variant", "'inverted-order'")
            for edition in FIRST
        ),
        ("second", {"variants": ["draft-strips"]}, "setup.variant", "nothing chosen has variants"),
        ("second", {"modules": ["goblin-valley"]}, "setup.module", "has no module 'goblin-valley'"),
        ("second", {"scenario": "destiny"}, "setup.scenario", "has no scenario 'destiny'"),
    ],
)
def test_what_an_edition_does_not_have_is_refused(
    edition: str, asked_for: dict[str, object], code: str, told: str
) -> None:
    """The message names the edition for people, and what was asked for, and what there is."""
    with pytest.raises(SetupError) as refused:
        load_rules(edition, **asked_for)  # type: ignore[arg-type]
    assert refused.value.code == code
    assert told in str(refused.value)
    if code != "setup.variant":
        assert ("First Edition" if edition in FIRST else "Second Edition") in str(refused.value)


@first
def test_the_first_editions_have_five_modules_and_no_scenario(edition: str) -> None:
    assert modules(edition) == FIVE
    assert scenarios(edition) == ()
    assert modules("second") == (*FIVE, "alternate-advisors")
    assert len(scenarios("second")) == 4


def test_the_editions_differ() -> None:
    """Each has its own digest, so a save of one is no save of another."""
    digests = [load_rules(edition).digest for edition in editions()]
    assert all(one != other for one, other in pairwise(sorted(digests)))
