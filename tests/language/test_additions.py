"""What packs bring besides cards: resources, moments, phases, decks, hands, other seats and another end."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest

from kingsburg_rules import (
    CardEntered,
    CardLeft,
    CardMoved,
    ContentError,
    Event,
    Gained,
    Game,
    GameEnded,
    HandChanged,
    HandSeen,
    Lost,
    Pay,
    PhaseStarted,
    Rules,
    SetupError,
    TurnOrderSet,
    catalog_of,
    load_rules,
)
from kingsburg_rules.render import text
from kingsburg_rules.testing import rules_with
from support.packs import written
from support.pictures import missing_in_picture, missing_in_text

PACK = """
id: faith
version: "1.0"
format: 1
title: Faith
kind: scenario
players: {min: 2, max: 6}
"""

CARDS = """
format: 1
resources:
  - {id: salt, name: Salt, good: true}
  - {id: faith, name: Faith, text: What the faithful have., limit: 5}
  - {id: honor, name: Honor, below_zero: true}
moments:
  - {id: vigil.begins, text: The vigil begins.}
  - {id: vigil.kept, text: A player has kept the vigil., each: true}
phases:
  - id: vigil
    name: Vigil
    after: kings_reward
    do:
      - window: vigil.begins
      - for_each:
          players: all
          do: [{gain: {faith: 1, salt: 1}}, {window: vigil.kept}]
      - run: honors
sequences:
  - id: honors
    do:
      - for_each:
          players: {most: faith}
          do: [{gain: {honor: 1}}]
years: {count: 3}
enemies:
  - id: heretics
    name: Heretics
    year: 1
    type: heretics
    strength: 1
    reward: {faith: 1, salt: 1}
    penalty: {honor: 2, faith: 1}
deck_cards:
  - id: candle
    name: Candle
    deck: relic
    triggers: [{when: vigil.kept, do: [{gain: {vp: 1}}]}]
  - id: shroud
    name: Shroud
    deck: relic
    triggers: [{when: after.enter, if: {card: this}, do: [{gain: {faith: 2}}]}]
  - id: bone
    name: Bone
    deck: relic
    held_by: game
    triggers:
      - when: vigil.begins
        do:
          - for_each:
              players: all
              do: [{lose: {honor: 1}}]
  - id: nail
    name: Nail
    deck: relic
  - {id: thorn, name: Thorn, deck: relic}
  - {id: robe, name: Robe, deck: relic}
  - {id: cup, name: Cup, deck: relic}
rules:
  - id: relics
    name: Relics
    triggers:
      - when: vigil.begins
        do:
          - for_each:
              players: all
              do:
                - draw: {deck: relic, to: hand}
                - choose: {cards: {kind: relic, zone: hand}, optional: true}
                - move: {card: $card, to: play, until: year.over}
      - when: year.end
        do:
          - for_each:
              players: all
              do: [{choose: {cards: {kind: relic, zone: hand}}}, {move: {card: $card, to: discard}}]
          - move: {cards: {kind: relic, zone: discard}, to: deck}
          - line_up: {reversed: true}
      - when: vigil.kept
        by: anyone
        if: {faith: {min: 5}}
        do: [{win: {}}]
buildings:
  - id: chancel
    name: Chancel
    row: H
    column: 1
    cost: {salt: 1}
    vp: 2
    modifiers: [{what: build_cost, of: salt, add: 1}, {what: battle_reward, of: faith, add: 1}]
    triggers:
      - when: influence.passed
        by: opponents
        uses: unlimited
        do: [{gain: {wood: 1}}]
"""


def faith(tmp_path: Path, **changes: str) -> Rules:
    cards = CARDS
    for old, new in changes.items():
        assert f"<{old}>" not in cards
        cards = cards.replace(old, new)
    return load_rules(packs=[written(tmp_path / "faith", {"pack.yaml": PACK, "cards.yaml": cards})])


def played(rules: Rules, players: tuple[str, ...], seed: int) -> tuple[Game, list[Event]]:
    rng = random.Random(seed)
    game = Game(rules, players, seed=seed)
    told = [*game.opening]
    while game.decision is not None:
        told += game.play(rng.choice(game.decision.options))
    return game, told


NAMES = ("Ann", "Brian", "Cindy", "Dora", "Ed", "Fay")


def test_a_phase_of_a_pack_comes_every_year_at_its_place(tmp_path: Path) -> None:
    _, told = played(faith(tmp_path), NAMES[:3], 1)
    phases = [event.phase for event in told if isinstance(event, PhaseStarted) and event.year == 1]
    at = phases.index("vigil")
    assert phases[at - 1 : at + 2] == ["kings_reward", "vigil", "summer"]


def test_resources_are_held_counted_and_limited(tmp_path: Path) -> None:
    game, _ = played(faith(tmp_path), NAMES[:2], 3)
    for player in game.state.players:
        assert set(player.goods) == {"gold", "wood", "stone", "salt"}
        assert set(player.others) == {"faith", "honor"}
        assert 0 <= player.others["faith"] <= 5


def test_a_new_good_is_listed_with_the_goods_and_the_rest_at_the_end(tmp_path: Path) -> None:
    listed = [resource.id for resource in catalog_of(faith(tmp_path)).resources]
    assert listed[:5] == ["vp", "gold", "wood", "stone", "salt"]
    assert listed[-2:] == ["faith", "honor"]


def test_a_new_good_is_a_good_of_choice_and_pays(tmp_path: Path) -> None:
    """Salt buys the Chancel, which costs one more once it stands, and counts among the goods."""
    rules = faith(tmp_path)
    seen = set[str]()
    for seed in range(12):
        rng = random.Random(seed)
        game = Game(rules, NAMES[:4], seed=seed)
        while game.decision is not None:
            seen |= {str(option) for option in game.decision.options}
            game.play(rng.choice(game.decision.options))
    assert "take salt" in seen
    assert any(text.startswith("build chancel for salt") for text in seen)
    assert any(text.startswith("recruit") and "salt" in text for text in seen)


def test_relics_are_secret_until_they_are_played(tmp_path: Path) -> None:
    game = Game(faith(tmp_path), NAMES[:3], seed=5)
    rng = random.Random(5)
    told: list[Event] = []
    while game.decision is not None and not any(isinstance(event, HandChanged) for event in told):
        told += game.play(rng.choice(game.decision.options))
    decision = game.decision
    assert decision is not None
    (mine,) = game.view(decision.player).hand
    assert str(decision.options[0]) == f"choose {mine}"
    for other in {None, *game.players} - {decision.player}:
        view = game.view(other)
        assert mine not in view.to_json()
        assert view.table.player(decision.player).cards_in_hand == 1
    (seen,) = (event for event in told if isinstance(event, HandSeen))
    assert (seen.only_for, seen.cards) == (decision.player, (mine,))
    events = game.play(decision.options[0])
    assert mine in [event.card for event in events if isinstance(event, CardEntered)]


def test_relics_go_at_the_end_of_the_year_and_come_again(tmp_path: Path) -> None:
    told = [event for seed in range(6) for event in played(faith(tmp_path), NAMES[:4], seed)[1]]
    entered = [event.card for event in told if isinstance(event, CardEntered)]
    left = [event.card for event in told if isinstance(event, CardLeft)]
    assert {"candle", "shroud", "bone"} <= set(entered)
    assert set(left) <= set(entered)
    assert any(isinstance(event, CardMoved) and event.from_zone == "hand" for event in told)
    assert any(isinstance(event, TurnOrderSet) and len(event.players) == 4 for event in told)
    game_held = {event.player for event in told if isinstance(event, CardEntered) and event.card == "bone"}
    assert game_held == {None}


def test_a_card_may_make_a_player_win(tmp_path: Path) -> None:
    """All who keep the vigil with five faith win, whatever the points say."""
    for seed in range(30):
        game, told = played(faith(tmp_path), NAMES[:4], seed)
        outcome = game.outcome
        assert outcome is not None
        if outcome.decided_by == "card":
            assert all(game.state.player(winner).others["faith"] == 5 for winner in outcome.winners)
            ended = next(event for event in told if isinstance(event, GameEnded))
            assert {*ended.winners} == {*outcome.winners} == {*game.state.winners}
            return
    pytest.fail("nobody ever won by faith")


def test_there_are_as_many_years_as_the_pack_says(tmp_path: Path) -> None:
    lengths = {played(faith(tmp_path), NAMES[:2], seed)[0].state.year for seed in range(8)}
    assert max(lengths) == 3


def test_six_may_play_if_the_pack_says_so(tmp_path: Path) -> None:
    game, _ = played(faith(tmp_path), NAMES, 2)
    assert game.outcome is not None
    with pytest.raises(SetupError, match="2 to 5 players are needed, not 6"):
        Game(load_rules(), NAMES)
    with pytest.raises(SetupError, match="2 to 6 players are needed, not 7"):
        Game(faith(tmp_path), (*NAMES, "Gus"))


def test_a_picture_shows_the_calendar_and_the_resources_of_the_pack(tmp_path: Path) -> None:
    """And the battle can be foreseen in the middle of the phase that the pack brings."""
    rules = faith(tmp_path)
    game = Game(rules, NAMES, seed=2)
    rng = random.Random(3)
    while game.decision is not None and game.state.phase != "vigil":
        game.play(rng.choice(game.decision.options), game.decision.player)
    assert game.decision is not None
    view = game.view(game.decision.player)
    assert not missing_in_picture(view)
    assert not missing_in_text(view)
    drawn = text(view)
    assert "3 King's Reward · [Vigil] · 4 Summer" in " ".join(drawn.split())
    assert "I · II · III\n" in drawn.replace("[I]", "I")
    assert sum(threat.probability for threat in game.threats("Ann")) == 1
    assert len(game.threats("Ann")) == 6


def test_games_are_saved_copied_and_guessed_in_the_middle(tmp_path: Path) -> None:
    rules = faith(tmp_path)
    rng = random.Random(11)
    game = Game(rules, NAMES[:4], seed=11)
    for move in range(400):
        if game.decision is None:
            break
        if move % 7 == 0:
            assert Game.load(game.save(), rules).save() == game.save()
            guess = game.position().determinize(game.decision.player, move)
            assert guess.decision is not None
            assert guess.decision.kind == game.decision.kind
            assert [len(player.hand) for player in guess._state.players] == [
                len(player.hand) for player in game._state.players
            ]
        game.play(rng.choice(game.decision.options))


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        ("after: kings_reward", "after: kings_rewards", "link.phase", "did you mean 'kings_reward'"),
        ("after: kings_reward", "name: Vigil", "yaml.duplicate", "name"),
        ("- {id: salt,", "- {id: gold,", "link.duplicate", "there is already a resource 'gold'"),
        ("vigil.kept, text", "vigil.begins, text", "link.duplicate", "there is already a moment"),
        (
            "line_up: {reversed: true}",
            "line_up: {reversed: true, rotated: true}",
            "link.order",
            "give only one of",
        ),
        ("cost: {salt: 1}", "cost: {faith: 1}", "link.good", "'faith' is not known here"),
        ("reward: {faith: 1, salt: 1}", "reward: {fait: 1}", "link.resource", "did you mean 'faith'"),
        ("most: faith", "most: fath", "link.fact", "did you mean 'faith'"),
        ("if: {faith: {min: 5}}", "if: {fath: {min: 5}}", "link.test", "did you mean 'faith'"),
        ("window: vigil.begins", "window: vigil.begin", "link.event", "did you mean 'vigil.begins'"),
        ("draw: {deck: relic", "draw: {deck: relik", "link.kind", "did you mean 'relic'"),
        ("move: {cards: {kind: relic", "move: {cards: {kind: relik", "link.kind", "did you mean 'relic'"),
        ("cards: {kind: relic", "cards: {kind: relik", "link.kind", "did you mean 'relic'"),
    ],
)
def test_a_mistake_is_found_when_the_rules_are_linked(
    tmp_path: Path, old: str, new: str, code: str, message: str
) -> None:
    assert old in CARDS
    with pytest.raises(ContentError) as refused:
        faith(tmp_path, **{old: new})
    problems = [problem for problem in refused.value.diagnostics if problem.code == code]
    assert problems, [str(problem) for problem in refused.value.diagnostics]
    assert message in problems[0].message


HANDS = """
format: 1
rules:
  - id: hands
    name: Hands
    triggers:
      - when: year.start
        do:
          - for_each:
              players: all
              do: [{draw: {deck: relic, to: hand, count: 2}}]
      - when: year.end
        do:
          - for_each:
              players: all
              do:
                - choose: {cards: {kind: relic, zone: hand}}
                - move: {card: $card, to: hand, owner: left}
                - hand_over: {bag: {envoy: 1, gold: 1}, to: left}
                - hand_over: {bag: {good: {fact: year}, vp: 1}, from: right}
                - pay:
                    price: [{good: {fact: year}}, {vp: {fact: year}}]
                    then: [{gain: {soldier: 1}}]
deck_cards: [RELICS]
"""


def hands(tmp_path: Path) -> Rules:
    relics = ", ".join(f"{{id: r{number}, name: R{number}, deck: relic}}" for number in range(12))
    about = 'id: hands\nversion: "1"\nformat: 1\ntitle: Hands\nrequires: [base]\n'
    files = {"pack.yaml": about, "cards.yaml": HANDS.replace("RELICS", relics)}
    return load_rules(packs=[written(tmp_path / "hands", files)])


def test_what_changes_hands_is_gone_here_and_there_afterwards(tmp_path: Path) -> None:
    """Nobody gives more than he has, or gets more than he can hold; cards only change hands."""
    game = Game(hands(tmp_path), NAMES[:4], seed=5)
    rng, moved = random.Random(5), 0
    while game.decision is not None:
        events = game.play(rng.choice(game.decision.options))
        for lost, gained in pairwise(events):
            match lost, gained:
                case Lost(source="hands"), Gained() if lost.player != gained.player:
                    moved += 1
                    assert (lost.resource, lost.amount) == (gained.resource, gained.amount)
                case _:
                    pass
        assert all(player.envoy <= 1 for player in game.view().table.players)
        assert sum(player.cards_in_hand for player in game.view().table.players) <= 12
    assert moved > 20


def test_who_passes_a_card_on_keeps_it_from_all_others(tmp_path: Path) -> None:
    game = Game(hands(tmp_path), NAMES[:3], seed=2)
    rng = random.Random(1)
    while game.decision is not None and game.decision.kind != "choose":
        game.play(rng.choice(game.decision.options))
    assert game.decision is not None
    giver = game.decision.player
    events = game.play(game.decision.options[0])
    left = NAMES[(NAMES.index(giver) + 1) % 3]
    seen = [event for event in events if isinstance(event, HandSeen)]
    assert [event.only_for for event in seen[:2]] == [giver, left]
    assert len(seen[1].cards) == 3


def test_a_price_worked_out_in_play_grows_with_the_years(tmp_path: Path) -> None:
    game = Game(hands(tmp_path), NAMES[:2], seed=3)
    rng, prices = random.Random(3), set[tuple[int, int]]()
    while game.decision is not None:
        for option in game.decision.options:
            if isinstance(option, Pay) and game.decision.source == "hands":
                prices.add((game.state.year, sum(amount for _, amount in option.price)))
        game.play(rng.choice(game.decision.options))
    assert prices
    assert all(year == amount for year, amount in prices)


SALE = """
format: 1
sequences:
  - id: sale
    do: [{lasting: {what: build_cost, KEY add: -1, until: year.end, everyone: true}}]
phases: [{id: fair, name: Fair, after: kings_reward, do: [{run: sale}]}]
"""


def with_a_sale(key: str) -> Rules:
    about = "{format: 1, id: sales, version: '1', title: Sales}"
    return load_rules(packs=[{"pack.yaml": about, "sale.yaml": SALE.replace("KEY", key)}])


def test_a_phase_of_a_pack_changes_the_price_of_one_good() -> None:
    game = Game(with_a_sale("of: gold,"), ("Ann", "Brian"), seed=1)
    assert "statue" not in game.state.players[0].prices
    while game.state.phase != "summer":
        assert game.decision is not None
        game.play(game.decision.options[-1])
    assert game.state.players[0].prices["statue"] == (("gold", 1),)


@pytest.mark.parametrize("key", ["", "of: mud,"])
def test_a_price_that_a_phase_cannot_change_is_a_mistake(key: str) -> None:
    with pytest.raises(ContentError):
        with_a_sale(key)


@pytest.mark.parametrize(
    ("phase", "told"),
    [
        ("id: fair, name: Fair", "a new phase needs 'before' or 'after'"),
        ("id: fair, name: Fair, before: summer, after: spring", "give either 'before' or 'after'"),
        ("id: winter, name: Winter, after: spring", "there is already a phase 'winter'"),
    ],
)
def test_a_phase_has_one_place_and_a_name_of_its_own(phase: str, told: str) -> None:
    with pytest.raises(ContentError, match=told):
        rules_with(f"phases: [{{{phase}, do: [{{window: year.over}}]}}]")
