"""Phases that packs add, change and leave out, alone and together."""

from __future__ import annotations

import pytest

from kingsburg_rules import ContentError, Event, Game, Pack, PhaseStarted, Rules, explain, load_rules
from kingsburg_rules.language.calendar import Phase
from kingsburg_rules.render import text
from kingsburg_rules.testing import Has, Situation, rules_with

NAMES = ("Ann", "Brian", "Cindy")
USUAL = ["kings_favor", "spring", "kings_reward", "summer", "kings_envoy", "fall", "recruiting", "winter"]


def phase(name: str, where: str, gains: str = "gold") -> str:
    steps = f"do: [{{for_each: {{players: all, do: [{{gain: {{{gains}: 1}}}}]}}}}]"
    return f"phases: [{{id: {name}, {where}{steps}}}]"


def together(*phases: str, after: str = "", ids: tuple[str, ...] = ("one", "two")) -> Rules:
    """Load packs that know nothing of each other, unless the last comes `after` another."""
    packs: list[Pack] = []
    for name, cards in zip(ids, phases, strict=True):
        more = f", after: [{after}]" if after and name == ids[-1] else ""
        info = f"{{format: 1, id: {name}, version: '1', title: {name}{more}}}"
        packs.append(Pack.from_files({"pack.yaml": info, "cards.yaml": f"format: 1\n{cards}\n"}))
    return load_rules(packs=packs)


def year(rules: Rules, which: int = 1) -> list[str]:
    game = Game(rules, NAMES, seed=1)
    told: list[Event] = [*game.opening]
    while game.decision is not None and game.state.year <= which:
        told += game.play(game.decision.options[-1])
    return [event.phase for event in told if isinstance(event, PhaseStarted) and event.year == which]


def test_a_phase_keeps_its_id_when_it_is_replaced() -> None:
    rules = rules_with(phase("kings_reward", "name: Feast, "))
    assert year(rules) == USUAL
    assert rules.name_of("kings_reward") == "Feast"
    given = {"Ann": Has(), "Brian": Has(buildings=("inn",))}
    at = Situation(rules, "kings_reward", given)
    assert [at.has(name, "gold") for name in given] == [1, 1]
    assert [at.has(name, "vp") for name in given] == [0, 0]


def test_a_season_that_is_replaced_stays_a_season() -> None:
    rules = rules_with("phases: [{id: summer, do: [{roll_dice: {}}, {return_dice: {}}]}]")
    game = Game(rules, NAMES, seed=1)
    told: list[Event] = [*game.opening]
    while game.decision is not None and game.state.phase != "fall":
        told += game.play(game.decision.options[-1])
    assert [event.season for event in told if isinstance(event, PhaseStarted)][3] == "summer"
    assert [p.number for p in rules.calendar.year if isinstance(p, Phase) and p.id == "summer"] == [4]


@pytest.mark.parametrize(
    ("changed", "first", "second"),
    [
        ("{id: summer, do: []}", False, False),
        ("{id: summer, if: {year: {min: 2}}, do: []}", True, False),
        ("{id: summer, if: {year: 1}, do: []}", False, True),
    ],
)
def test_a_phase_is_left_out_in_all_years_or_some(changed: str, first: bool, second: bool) -> None:
    rules = rules_with(f"phases: [{changed}]")
    assert ["summer" in year(rules, which) for which in (1, 2)] == [first, second]
    assert [phase for phase in year(rules, 1) if phase != "summer"] == [p for p in USUAL if p != "summer"]


def test_pictures_show_no_phase_that_never_comes() -> None:
    game = Game(rules_with("phases: [{id: summer, do: []}]"), NAMES, seed=1)
    assert "Summer" not in text(game.view(None))
    assert "Spring" in text(game.view(None))


def test_of_several_changes_the_first_that_holds_is_played() -> None:
    changes = (
        "{id: kings_reward, if: {year: 1}, do: [{for_each: {players: all, do: [{gain: {gold: 1}}]}}]}",
        "{id: kings_reward, if: {year: {max: 2}}, do: [{for_each: {players: all, do: [{gain: {wood: 1}}]}}]}",
    )
    rules = rules_with(f"phases: [{', '.join(changes)}]")
    found = [Situation(rules, "kings_reward", {"Ann": Has(), "Brian": Has()}, year=k) for k in (1, 2, 3)]
    assert [at.has("Ann", "gold") for at in found] == [1, 0, 0]
    assert [at.has("Ann", "wood") for at in found] == [0, 1, 0]
    assert [at.has("Ann", "vp") for at in found] == [0, 0, 1]


@pytest.mark.parametrize("ids", [("one", "two"), ("two", "one"), ("alpha", "beta")])
@pytest.mark.parametrize("where", ["", "if: {year: 1}, "])
def test_two_packs_that_change_one_phase_are_told(ids: tuple[str, str], where: str) -> None:
    """Fault 14: whatever they are called, and whichever comes first."""
    with pytest.raises(ContentError, match="changes the phase 'summer', too; write 'after"):
        together(phase("summer", where), phase("summer", where, "wood"), ids=ids)


def test_a_pack_that_comes_after_another_has_the_last_word() -> None:
    one, two = phase("kings_reward", ""), phase("kings_reward", "if: {year: 1}, ", "wood")
    rules = together(one, two, after="one")
    found = [Situation(rules, "kings_reward", {"Ann": Has(), "Brian": Has()}, year=k) for k in (1, 2)]
    assert [at.has("Ann", "wood") for at in found] == [1, 0]
    assert [at.has("Ann", "gold") for at in found] == [0, 1]


def test_a_change_that_never_counts_is_a_mistake() -> None:
    with pytest.raises(ContentError, match="is changed above already"):
        rules_with("phases: [{id: summer, do: []}, {id: summer, do: [{run: productive_season}]}]")


def test_two_numbers_of_years_are_told() -> None:
    with pytest.raises(ContentError, match="changes the number of years, too"):
        together("years: {count: 3}", "years: {count: 4}")
    assert together("years: {count: 3}", "years: {count: 4}", after="one").calendar.years == 4


def test_packs_add_phases_in_one_place_in_the_order_given() -> None:
    rules = together(phase("fair", "after: summer, "), phase("market", "after: summer, "))
    assert year(rules)[3:7] == ["summer", "fair", "market", "kings_envoy"]


@pytest.mark.parametrize("one_first", [True, False])
def test_a_phase_finds_its_place_beside_one_of_another_pack(one_first: bool) -> None:
    """And beside one that is replaced: whatever comes first, nothing is lost."""
    one, two = phase("fair", "after: summer, "), phase("market", "before: fair, ")
    rules = together(one, two) if one_first else together(two, one)
    assert year(rules)[3:7] == ["summer", "market", "fair", "kings_envoy"]
    rules = together(one, "phases: [{id: summer, do: []}]")
    assert year(rules)[2:5] == ["kings_reward", "fair", "kings_envoy"]


def test_cards_ask_for_the_phase() -> None:
    card = """
phases: [{id: fair, name: The fair, after: summer, season: summer, do: [{run: productive_season}]}]
rules:
  - id: fewer
    name: Fewer
    modifiers: [{what: player_dice, add: -1, if: {phase: [fair, spring]}}]
"""
    rules = rules_with(card)
    given = {"Ann": Has(), "Brian": Has(), "Cindy": Has()}
    dice = {
        at: len(Situation(rules, f"{at}/roll_dice", given).state.players[0].dice)
        for at in ("fair", "spring", "summer")
    }
    assert dice == {"fair": 2, "spring": 2, "summer": 3}
    told = [explain("fewer", rules, language=language).generated for language in ("en", "nl", "fr")]
    assert told[0] == "If it is the phase The fair or Spring, each player rolls 1 die fewer."
    assert "fase The fair of Lente" in told[1]
    assert "la phase The fair ou Printemps" in told[2]
    with pytest.raises(ContentError, match="did you mean 'fair'"):
        rules_with(card.replace("[fair, spring]", "fare"))


def test_what_works_once_a_season_works_again_in_a_season_of_a_pack() -> None:
    card = """
phases: [{id: fair, name: The fair, after: summer, season: summer, do: [{window: season.start}]}]
rules:
  - id: gift
    name: Gift
    triggers:
      - {when: season.start, if: {season: summer}, do: [{for_each: {players: all, do: [{gain: {vp: 1}}]}}]}
"""
    game = Game(rules_with(card), NAMES, seed=1)
    while game.decision is not None and game.state.phase != "fall":
        game.play(game.decision.options[-1])
    assert [scores.by_source.get("gift") for scores in game.score_by_source] == [2, 2, 2]


@pytest.mark.parametrize(
    "cards",
    [
        "phases: [{id: fair, name: Fair, after: summer, do: [{gain: {gold: 1}}]}]",
        "phases: [{id: fair, name: Fair, after: summer, do: [{win: {}}]}]",
        "phases: [{id: fair, name: Fair, after: summer, do: [{run: bid}]}]\n"
        "sequences: [{id: bid, do: [{gain: {vp: 1}}]}]",
        "rules: [{id: law, name: Law, triggers: [{when: year.end, do: [{run: bid}]}]}]\n"
        "sequences: [{id: bid, do: [{gain: {vp: 1}}]}]",
    ],
)
def test_a_step_for_a_player_is_refused_where_nobody_is_at_work(cards: str) -> None:
    """Also in a sequence: it would have worked for the player of the last seat."""
    with pytest.raises(ContentError, match="needs a player here"):
        rules_with(cards)


@pytest.mark.parametrize("first", ["", "{line_up: {reversed: true}}, ", "{recruit: {}}, "])
def test_a_sequence_for_a_player_is_run_for_a_player(first: str) -> None:
    """Also if all players have done something in turn before."""
    card = f"sequences: [{{id: bid, do: [{first}{{gain: {{vp: 1}}}}]}}]"
    card += """
rules:
  - id: law
    name: Law
    triggers: [{when: season.end, do: [{for_each: {players: all, do: [{run: bid}]}}]}]
"""
    moment = Situation(rules_with(card), "spring/season.end", {"Ann": Has(), "Brian": Has()})
    assert [moment.has(name, "vp") for name in ("Ann", "Brian")] == [1, 1]
