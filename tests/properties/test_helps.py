"""Helps for an interface: true in every game, and by what a seat may know alone."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from kingsburg_rules import Build, EnemyRevealed, Game, Influence, Pass, SeatView
from kingsburg_rules.engine.roles import Bag
from kingsburg_rules.testing.strategies import advance, choice_lists, games
from support.secrets import with_other_hidden_cards, with_state
from support.toys import all_rules, share

ONWARD = choice_lists(25)


def can_pay(game: Game, player: str, bag: Bag) -> bool:
    state = game.state.player(player)
    held = {**state.goods, "plus2": state.plus2, "soldier": state.soldiers}
    return all(held[resource] >= count for resource, count in bag)


@share(0.33)
@given(games(all_rules()), ONWARD)
def test_what_is_within_reach_is_what_is_offered(game: Game, onward: tuple[int, ...]) -> None:
    """All ways together are the options; those of one selection are the options with these dice."""
    for choice in (*onward, 0):
        decision = game.decision
        if decision is not None and decision.kind == "influence":
            options = [option for option in decision.options if isinstance(option, Influence)]
            reach = game.within_reach(decision.player)
            assert {way for within in reach for way in within.ways} == set(options)
            assert all(way.advisor == within.advisor for within in reach for way in within.ways)
            for dice, bonus in {(option.dice, option.bonus) for option in options}:
                found = game.within_reach(decision.player, dice[::-1], bonus)
                ways = {way for within in found for way in within.ways}
                assert ways == {o for o in options if (o.dice, o.bonus) == (dice, bonus)}
        advance(game, [choice])


@share(0.67)
@given(games(all_rules()), ONWARD)
def test_prices_are_those_that_are_offered(game: Game, onward: tuple[int, ...]) -> None:
    """In construction the options are the next buildings, each in every way that the player can pay."""
    for choice in (*onward, 0):
        decision = game.decision
        if decision is not None and decision.kind == "build" and isinstance(decision.options[-1], Pass):
            player = decision.player
            prices = [price for price in game.prices(player) if price.next]
            offered = {(o.building, o.pay) for o in decision.options if isinstance(o, Build)}
            ways = {(price.building, way) for price in prices for way in (price.now, *price.ways)}
            assert offered == {(building, way) for building, way in ways if can_pay(game, player, way)}
            affordable = {price.building for price in prices if price.affordable}
            assert affordable == {building for building, _ in offered}
        advance(game, [choice])


@given(games(all_rules()))
def test_a_price_is_what_is_printed_and_what_cards_change(game: Game) -> None:
    for state in game.state.players:
        prices = game.prices(state.name)
        sheet = [name for row in game.rules.sheet(state.strips) for name in row]
        assert [price.building for price in prices] == [n for n in sheet if n not in state.buildings]
        for price in prices:
            counts = dict(price.printed)
            for change in price.changes:
                assert change.card in {*state.cards, *state.buildings, *game.state.in_force}
                counts[change.resource] = counts.get(change.resource, 0) + change.amount
            assert dict(price.now) == {good: count for good, count in counts.items() if count > 0}
            assert bool(price.ways) <= bool(price.through)


@given(games(all_rules()))
def test_scores_by_source_add_up_to_the_points(game: Game) -> None:
    points = {player.name: player.vp for player in game.state.players}
    assert {score.player: score.vp for score in game.score_by_source} == points
    assert {score.player: sum(score.by_source.values()) for score in game.score_by_source} == points
    if game.outcome is not None:
        final = {place.player: place.by_source for place in game.outcome.ranking}
        assert {score.player: score.by_source for score in game.score_by_source} == final


@share(0.15)
@given(games(all_rules()))
def test_every_die_that_was_rolled_is_counted(game: Game) -> None:
    """As many as the record tells of, but for the digits of the seating, which comes first."""
    results = [result for result in game.record.chance_results if result.isdigit()]
    counted = game.dice_statistics()
    assert [statistics.player for statistics in counted] == [*game.players, None]
    assert sum(each.rolled for each in counted) == sum(map(len, results[1:]))
    assert sum(each.total for each in counted) == sum(sum(map(int, result)) for result in results[1:])
    for each in counted:
        assert each.luck == each.total - Fraction(7, 2) * each.rolled
        assert each.mean == (Fraction(each.total, each.rolled) if each.rolled else None)


def sights(view: SeatView) -> list[Mapping[int, str]]:
    return [view.seen_enemies, view.seen_further]


@share(0.33)
@given(games(all_rules()), choice_lists(12))
def test_a_fair_undo_takes_nothing_back_that_was_rolled_or_seen(game: Game, onward: tuple[int, ...]) -> None:
    for choice in onward:
        pending, before, luck = game.pending, game.copy(), game.record.chance_results
        seen = [game.view(player) for player in game.players]
        if not advance(game, [choice]):
            break
        rolled = game.record.chance_results != luck or any(
            decision.player == "chance" for decision in pending
        )
        turned = any(isinstance(event, EnemyRevealed) for event in game.recent(1))
        looked = [sights(game.view(player)) for player in game.players] != [*map(sights, seen)]
        shown = len(pending) == 1 and len(before._state.asks) > 1
        assert game.can_undo(fair=True) == (not rolled and not turned and not looked and not shown)
        if game.can_undo(fair=True):
            taken_back = game.copy()
            taken_back.undo(fair=True)
            assert taken_back == before
            views = [evolve(taken_back.view(player), pending=()) for player in game.players]
            assert views == [evolve(view, pending=()) for view in seen]


@share(0.33)
@given(games(all_rules()))
def test_threats_and_odds_cover_all_that_may_come(game: Game) -> None:
    """Their shares make a whole, the true enemy is among them, and a certain one is alone."""
    state = game._state
    for seat, player in enumerate(game.players):
        threats, odds = game.threats(player), game.odds(player)
        assert bool(threats) == bool(odds)
        for each in odds:
            assert each.victory + each.tie + each.defeat == 1
            assert min(each.victory, each.tie, each.defeat) >= 0
        if threats:
            assert sum(threat.probability for threat in threats) == 1
            strengths = [threat.strength for threat in threats]
            assert strengths == sorted(strengths)
            year = state.year
            true = state.compiled.cards[state.enemies[year - 1]].name
            assert true in {threat.enemies[0] for threat in threats}
            known = {*state.players[seat].seen, *state.revealed}
            if {*state.enemies[year - 1 : year], *state.second_deck[year - 1 : year]} <= known:
                assert len({threat.enemies for threat in threats}) == 1


@share(0.33)
@given(games(all_rules()), st.integers(0, 1000))
def test_helps_depend_on_nothing_hidden(game: Game, variation: int) -> None:
    seat = variation % len(game.players)
    player = game.players[seat]
    twin = with_state(game, with_other_hidden_cards(game._state, seat, variation))
    before = game.save()
    assert twin.threats(player) == game.threats(player)
    assert twin.odds(player) == game.odds(player)
    assert twin.prices(player) == game.prices(player)
    assert twin.within_reach(player) == game.within_reach(player)
    assert game.save() == before


@share(0.2)
@given(games(all_rules()))
def test_more_strength_is_never_worse(game: Game) -> None:
    """And with enough of it, the end is certain."""
    player = game.players[0]
    if game.threats(player) and game.state.player(player).outcome is None:
        tables = [game.odds(player, strength=strength) for strength in (0, 2, 4, 100)]
        for lower, higher in pairwise(tables):
            choices = {each.choice: each for each in higher}
            for each in lower:
                assert choices[each.choice].victory >= each.victory
                assert choices[each.choice].defeat <= each.defeat
        assert all(each.victory == 1 for each in tables[-1])
