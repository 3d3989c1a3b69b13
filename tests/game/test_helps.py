"""Helps for an interface, by example."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from kingsburg_rules import (
    DiceRolled,
    Fought,
    Game,
    IllegalAction,
    Influence,
    Odds,
    Price,
    PriceChange,
    Rules,
    SetupError,
    TileRemoved,
    load_rules,
)
from kingsburg_rules.engine.compiled_rules import NOBODY
from kingsburg_rules.engine.state import activate, activate_for_game, deactivate
from kingsburg_rules.testing import rules_with
from kingsburg_rules.testing.situation import Has, Situation
from support.play import only, quiet, quietly

NAMES = ("Ann", "Brian", "Cindy")
BASE = load_rules(modules=())
SCRIPT = ["012", "goblins_i_2", "orcs_ii_4", "goblins_iii_5", "demons_iv_6", "demons_v_9"]


def a_year(rules: Rules, year: int = 1, **kwargs: int) -> Game:
    """A game in the first season of a year in which nobody has done anything."""
    game = Game(rules, NAMES, seed=kwargs.get("seed", 3))
    quietly(game, phase="spring", year=year)
    return game


def give(game: Game, player: str, *cards: str, **resources: int) -> None:
    """Give a player cards and resources, from nowhere."""
    seat = game.players.index(player)
    for card in cards:
        activate(game._state, seat, game.rules.compiled.card[card])
    for resource, count in resources.items():
        game._state.players[seat].stock[game.rules.compiled.resource[resource]] = count


def fair_odds(ends: Counter[str]) -> tuple[Fraction, ...]:
    return tuple(Fraction(ends[end], ends.total()) for end in ("victory", "tie", "defeat"))


def shares(odds: Odds) -> tuple[Fraction, ...]:
    return odds.victory, odds.tie, odds.defeat


# Odds and threats


def fought(rules: Rules, year: int, has: Has) -> Counter[str]:
    """How Ann's battle ends against every enemy of a year and with every face of the King's die."""
    ends: Counter[str] = Counter()
    enemies = [enemy.name for enemy in rules.compiled.enemies.values() if enemy.year == year]
    for enemy, die in product(enemies, "123456"):
        winter = Situation(
            rules, "winter", {"Ann": has, "Brian": Has(), "Cindy": Has()}, year=year, enemy=enemy, rolls=[die]
        )
        ends += Counter(event.outcome for event in only(winter.events, Fought) if event.player == "Ann")
    return ends


@pytest.mark.parametrize("soldiers", [0, 2])
@pytest.mark.parametrize(
    "buildings", [(), ("guard_tower",), ("palisade", "barricade"), ("stone_wall", "palisade"), ("fortress",)]
)
@pytest.mark.parametrize("year", [1, 2])
def test_odds_are_those_of_all_battles_there_can_be(
    soldiers: int, buildings: tuple[str, ...], year: int
) -> None:
    game = a_year(BASE, year)
    give(game, "Ann", *buildings, soldier=soldiers)
    (odds,) = game.odds("Ann")
    assert odds.choice == ()
    assert shares(odds) == fair_odds(fought(BASE, year, Has({"soldier": soldiers}, buildings=buildings)))
    assert game.odds("Ann", soldiers=soldiers) == (odds,)
    assert game.state.player("Ann").soldiers == soldiers


def test_odds_for_a_given_strength_do_not_ask_where_it_comes_from() -> None:
    """Whatever stands, 3 and the die are compared with the enemy; that a tie is a victory stays true."""
    game = a_year(BASE, 2)
    printed = [enemy.strength for enemy in BASE.compiled.enemies.values() if enemy.year == 2]
    ends = [3 + die - enemy for enemy, die in product(printed, range(1, 7))]
    won, held = sum(end > 0 for end in ends), sum(end == 0 for end in ends)
    (odds,) = game.odds("Ann", strength=3)
    assert shares(odds) == (Fraction(won, 30), Fraction(held, 30), Fraction(30 - won - held, 30))
    give(game, "Ann", "palisade", "barricade", soldier=4)
    assert game.odds("Ann", strength=3) == (odds,)
    give(game, "Ann", "stone_wall")
    (walled,) = game.odds("Ann", strength=3)
    assert shares(walled) == (odds.victory + odds.tie, 0, odds.defeat)


def test_odds_do_not_change_when_winter_begins() -> None:
    """What has happened in this winter already is not done a second time: here everybody got two soldiers."""
    levy = "{when: winter.start, do: [{for_each: {players: all, do: [{gain: {soldier: 2}}]}}]}"
    rules = rules_with(f"rules: [{{id: levy, name: Levy, triggers: [{levy}]}}]")
    game = Game(rules, NAMES, seed=3, chance="decision", script=SCRIPT)
    quietly(game, phase="fall", year=1)
    before = game.odds("Ann")
    quietly(game, phase="winter", year=1)
    assert game.decision is not None
    assert (game.decision.kind, game.state.player("Ann").soldiers) == ("roll", 2)
    assert game.odds("Ann") == before


def test_who_may_come_is_known_by_what_was_seen() -> None:
    game = Game(BASE, NAMES, seed=3, script=[*SCRIPT, "111", "222", "666", "1"])
    quietly(game, phase="spring", year=1)
    assert {threat.probability for threat in game.threats("Ann")} == {Fraction(1, 5)}
    assert [threat.strength for threat in game.threats("Ann")] == [2, 2, 3, 3, 4]
    seat = game.players.index("Ann")
    game._state.players[seat].seen = (game.rules.compiled.card["goblins_i_2"],)
    (threat,) = game.threats("Ann")
    assert (threat.enemies, threat.strength, threat.probability) == (("goblins_i_2",), 2, 1)
    assert len(game.threats("Brian")) == 5
    assert sum(shares(game.odds("Ann", soldiers=0)[0])) == 1
    assert game.odds("Ann", soldiers=0)[0].tie == Fraction(1, 6)


def test_when_enemy_and_reinforcements_are_known_the_end_is_certain() -> None:
    """In the middle of the battle there is one end for everybody; when it is over there is none."""
    for seed in range(40):
        game = a_year(BASE, 3, seed=seed)
        quietly(game, phase="winter", year=3)
        if game.decision is not None and game.decision.kind == "give" and game.state.year == 3:
            break
    for player in game.state.players:
        (odds,) = game.odds(player.name)
        assert shares(odds) == tuple(Fraction(player.outcome == end) for end in ("victory", "tie", "defeat"))
        (threat,) = game.threats(player.name)
        assert threat.enemies == (game.state.enemy,)
    while (game.state.year, game.state.phase) == (3, "winter") and game.decision is not None:
        game.play(quiet(game.decision))
    assert len(game.threats("Ann")) == 5


def test_nothing_is_foreseen_before_the_first_year() -> None:
    game = Game(load_rules(modules=("governors",)), NAMES, seed=3)
    assert game.state.year == 0
    assert game.threats("Ann") == ()
    assert game.odds("Ann") == ()


def test_a_second_enemy_may_join() -> None:
    """In Goblin Valley the pairs of all cards are equally likely; goblins of the second deck join."""
    game = a_year(load_rules(scenario="goblin-valley"))
    printed = {e.name: e for e in game.rules.compiled.enemies.values() if e.year == 1}
    goblins = game.rules.compiled.enemy_types.index("goblins")
    expected: Counter[tuple[str, ...]] = Counter()
    for first, second in product(printed, printed):
        if first != second:
            expected[(first, second) if printed[second].type == goblins else (first,)] += 1
    threats = game.threats("Ann")
    assert {t.enemies: t.probability for t in threats} == {e: Fraction(n, 20) for e, n in expected.items()}
    assert all(
        threat.strength == sum(printed[name].strength for name in threat.enemies) for threat in threats
    )


def test_every_choice_of_the_winter_has_its_own_odds() -> None:
    game = a_year(load_rules(modules=("soldier-tokens",)))
    odds = {tuple(map(str, each.choice)): each for each in game.odds("Ann", soldiers=0)}
    assert set(odds) == {(f"choose {token}",) for token in range(5)}
    printed = [enemy.strength for enemy in game.rules.compiled.enemies.values() if enemy.year == 1]
    for token in range(5):
        won = sum(token > strength for strength in printed)
        assert odds[f"choose {token}",].victory == Fraction(won, 5)


def test_cards_that_change_the_reinforcements_count() -> None:
    """Heavy Snow is a 2 for all; the Military gains the higher of two dice, the others the lower."""
    snow = a_year(load_rules(modules=("destiny",)))
    for card in (card for card in snow.rules.compiled.cards if card.kind == "destiny"):
        if snow._state.in_force & card.bit:
            deactivate(snow._state, NOBODY, card.index)
    activate_for_game(snow._state, snow.rules.compiled.card["heavy_snow"])
    printed = [enemy.strength for enemy in snow.rules.compiled.enemies.values() if enemy.year == 1]
    (odds,) = snow.odds("Ann", soldiers=0)
    assert odds.victory == Fraction(sum(strength < 2 for strength in printed), 5)

    game = Game(load_rules(scenario="wheel-and-deal"), NAMES, seed=3)
    while game.decision is not None and game.decision.source == "wheel_and_deal":
        options = [str(option) for option in game.decision.options]
        game.play("choose military" if "choose military" in options else options[-1])
    mine = next(player.name for player in game.state.players if "military" in player.cards)
    theirs = next(player.name for player in game.state.players if player.name != mine)
    rolls = [*product(range(1, 7), repeat=2)]
    for name, pick in ((mine, max), (theirs, min)):
        won = sum(pick(roll) > strength for roll in rolls for strength in printed)
        assert game.odds(name, soldiers=0)[0].victory == Fraction(won, 180)


def test_a_stranger_has_neither_odds_nor_prices() -> None:
    game = a_year(BASE)
    for ask in (game.odds, game.threats, game.prices, game.within_reach):
        with pytest.raises(SetupError) as refused:
            ask("Zoe")
        assert refused.value.code == "setup.player"


# Reach


def test_the_market_the_token_and_the_envoy_are_told_by_the_ways() -> None:
    game = Game(BASE, NAMES, seed=3, script=[*SCRIPT, "125", "146", "345"])
    quietly(game, phase="spring", year=1)
    player = game.state.turn_order[0]
    give(game, player, "market", plus2=1)
    ways = {within.advisor: set(within.ways) for within in game.within_reach(player, (1, 2))}
    assert ways == {
        "squire": {Influence("squire", (2, 1), via=("market",))},
        "architect": {Influence("architect", (2, 1))},
        "merchant": {
            Influence("merchant", (2, 1), via=("market",)),
            Influence("merchant", (2, 1), plus2=2, via=("market",)),
        },
        "sergeant": {Influence("sergeant", (2, 1), plus2=2)},
        "alchemist": {Influence("alchemist", (2, 1), plus2=2, via=("market",))},
    }
    assert game.within_reach(player, (6, 6)) == ()
    game.play("influence sergeant 5")
    give(game, player, envoy=1)
    (sergeant,) = [within for within in game.within_reach(player, (2, 1)) if within.advisor == "sergeant"]
    assert sergeant.ways == (Influence("sergeant", (2, 1), plus2=2, envoy=True),)
    assert sergeant.rank == 5


# Prices


def price(game: Game, building: str) -> Price:
    (found,) = [each for each in game.prices("Ann") if each.building == building]
    return found


def test_a_price_names_the_cards_that_change_it() -> None:
    game = a_year(load_rules(modules=("governors",)))
    assert price(game, "farm").now == price(game, "farm").printed == (("gold", 2), ("wood", 3), ("stone", 1))
    give(game, "Ann", "crane", "carpenter", gold=0, wood=0, stone=0)
    found = price(game, "farm")
    assert found.changes == (PriceChange("crane", "gold", -1),)
    assert found.now == (("gold", 1), ("wood", 3), ("stone", 1))
    assert found.ways == ((("wood", 4), ("stone", 1)),)
    assert found.through == ("carpenter",)
    assert (found.next, found.affordable) == (False, False)
    give(game, "Ann", wood=4, stone=1)
    assert price(game, "farm").affordable
    assert price(game, "inn").next


def test_a_price_names_cards_of_the_game_too() -> None:
    """Riotous Workers make everything dearer by 1 gold, the Crane takes it off again where it works."""
    game = a_year(load_rules(modules=("destiny",)))
    for card in (card for card in game.rules.compiled.cards if card.kind == "destiny"):
        if game._state.in_force & card.bit:
            deactivate(game._state, NOBODY, card.index)
    activate_for_game(game._state, game.rules.compiled.card["riotous_workers"])
    give(game, "Ann", "crane")
    dearer = PriceChange("riotous_workers", "gold", 1)
    assert price(game, "palisade").changes == (dearer,)
    assert price(game, "palisade").now == (("gold", 1), ("wood", 2))
    assert set(price(game, "farm").changes) == {dearer, PriceChange("crane", "gold", -1)}
    assert price(game, "farm").now == price(game, "farm").printed


def test_what_stands_has_no_price() -> None:
    game = a_year(BASE)
    give(game, "Ann", "inn")
    assert "inn" not in {each.building for each in game.prices("Ann")}
    assert len(game.prices("Ann")) == 19


# Dice


def test_a_die_rolled_again_counts_again_and_the_others_do_not() -> None:
    script = [*SCRIPT, "125", "146", "345", "333", "124", "256", "1"]
    game = Game(BASE, NAMES, seed=1, script=script, automation={"Ann": ()})
    wanted = ("take gold", "influence squire 2", "build statue for 2gold", "use statue", "die 3")
    while game.decision is not None and (game.state.year, game.state.phase) < (2, ""):
        offered = [option for option in map(str, game.decision.options) if option in wanted]
        game.play(offered[0] if offered else quiet(game.decision), game.decision.player)
        if offered == ["die 3"]:
            break
    counted = {each.player: each for each in game.dice_statistics()}
    assert counted["Ann"].faces == (2, 1, 3, 0, 1, 0)
    assert counted["Ann"].rolled == 7
    assert counted["Ann"].total == 18
    assert counted["Ann"].luck == Fraction(18 * 2 - 7 * 7, 2)
    assert counted["Ann"].mean == Fraction(18, 7)
    assert counted["Brian"].faces == (2, 1, 0, 2, 0, 1)
    assert counted[None].rolled == 0


def test_dice_of_everybody_and_of_nobody_are_counted_apart() -> None:
    game = Game(BASE, NAMES[:2], seed=3)
    assert [each.mean for each in game.dice_statistics()] == [None] * 3
    quietly(game, phase="kings_favor", year=2)
    ann, brian, nobody = game.dice_statistics()
    assert ann.rolled >= 9
    assert brian.rolled >= 9
    assert nobody.rolled >= 3 * 3 + 1, "neutral dice in three seasons, and the King's die"
    assert nobody.rolled % 3 == 1


# Undo


def test_what_was_rolled_or_revealed_stays() -> None:
    game = Game(BASE, NAMES, seed=3)
    assert not game.can_undo()
    while game.decision is not None and game.decision.kind != "influence":
        game.play(game.decision.options[0])
    assert game.can_undo()
    assert not game.can_undo(fair=True)
    with pytest.raises(IllegalAction) as refused:
        game.undo(fair=True)
    assert refused.value.code == "undo.unfair"
    before = game.copy()
    game.play(game.decision.options[0])  # type: ignore[union-attr]
    assert game.can_undo(fair=True)
    game.undo(fair=True)
    assert game == before
    game.undo()


def test_an_answer_that_nobody_sees_yet_may_be_taken_back() -> None:
    """Free goods are chosen by all at once: fair until the last has chosen, for then all lie open."""
    game = Game(BASE, NAMES, seed=3)
    first, second, third = (decision.player for decision in game.pending)
    game.play("take gold", first)
    assert game.can_undo(fair=True)
    game.play("take wood", second)
    assert game.can_undo(fair=True)
    game.play("take stone", third)
    assert not game.can_undo(fair=True)


def test_a_tile_that_leaves_an_advisor_reveals_nothing() -> None:
    """It lay face up: the last building of a season may be taken back, although a tile is gone."""
    rules = load_rules(modules=["alternate-advisors"], variants=["inverted-order"])
    game = Game(rules, ("Ann", "Brian"), seed=0, automation=("forced", "gains", "peeks"))
    fair = 0
    while fair == 0 and game.decision is not None:
        game.play(game.decision.options[0])
        events = game.recent(1)
        if any(isinstance(e, TileRemoved) for e in events) and not any(
            isinstance(e, DiceRolled) for e in events
        ):
            assert game.can_undo(fair=True)
            fair += 1
    assert fair == 1


def test_scores_are_told_by_source_at_any_time() -> None:
    game = a_year(BASE)
    game._state.players[0].score = {}
    assert [score.player for score in game.score_by_source] == [*NAMES]
    script = [*SCRIPT, "126", "345", "345"]
    game = Game(BASE, NAMES, seed=1, script=script)
    quietly(game, phase="spring", year=1)
    game.play("influence jester 1")
    while game.state.phase == "spring" and game.decision is not None:
        game.play(quiet(game.decision))
    ann, brian, *_ = game.score_by_source
    assert (ann.vp, ann.by_source) == (2, {"jester": 1, "kings_reward": 1})
    assert (brian.vp, brian.by_source) == (1, {"kings_reward": 1})
