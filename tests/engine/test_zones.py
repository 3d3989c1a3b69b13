"""Zones: where cards are, what goes from one to another, who may know, and who has whose place."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from kingsburg_rules import CardMoved, ContentError, EnemyJoined, EnemyLeft, Game, Pack, load_rules
from kingsburg_rules.engine.zones import where
from kingsburg_rules.game import position
from kingsburg_rules.game.showing import view_of
from kingsburg_rules.testing import Has, Situation, rules_with
from kingsburg_rules.testing.promises import broken_promises
from support.packs import for_ann, for_brian
from support.play import asked, only

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State

NOTHING = Has()

DECK = """
decks: [{id: tale, display: 2, when_empty: reshuffle}]
deck_cards:
  - {id: fox, name: Fox, deck: tale, copies: 3}
  - {id: owl, name: Owl, deck: tale, copies: 2}
  - id: wolf
    name: Wolf
    deck: tale
    triggers: [{when: season.end, from: hand, do: [{move: {card: this, to: discard}}, {gain: {vp: 5}}]}]
  - id: bear
    name: Bear
    deck: tale
    modifiers: [{what: battle_strength, from: display, add: 1}]
"""

TELLING = """
rules:
  - id: telling
    name: Telling
    triggers:
      - when: season.start
        do:
          - for_each:
              players: all
              do:
                - choose: {cards: {kind: tale, zone: display}, optional: true}
                - move: {card: $card, to: hand}
                - draw: {deck: tale, to: hand}
      - when: season.end
        do:
          - for_each:
              players: all
              do:
                - choose: {cards: {kind: tale, zone: hand, copies: {min: 2}}, optional: true}
                - move: {card: $card, to: discard}
                - draw: {deck: tale, hand_of: left, to: hand}
"""


def spots(at: Situation | Game, card: str) -> list[str]:
    state, compiled = at.position()._state, at.rules.compiled
    return [spot.zone for copy in compiled.copies_of(compiled.card[card]) for spot in where(state, copy)]


def test_every_copy_is_in_one_place_all_game_long() -> None:
    rules, looked_at = rules_with(DECK + TELLING), 0
    for seed in range(3):
        game, chance = Game(rules, ("Ann", "Brian", "Cindy")[: 2 + seed % 2], seed=seed), Random(seed)
        while game.pending:
            decision = chance.choice(game.pending)
            game.play(chance.choice(decision.options), decision.player)
            looked_at += 1
            for card, copies in {"fox": 3, "owl": 2, "wolf": 1, "bear": 1}.items():
                assert len(spots(game, card)) == copies
            if looked_at % 10 == 0:
                assert not [*broken_promises(game)]
    assert looked_at > 100


def test_a_display_is_full_from_the_start_and_is_refilled() -> None:
    rules = rules_with(DECK + TELLING)
    game = Game(rules, ("Ann", "Brian"), seed=1)
    while game.pending[0].source != "telling":
        game.play(game.pending[0].options[0], game.pending[0].player)
    one, other = game.state.display
    game.play(f"choose {one}")
    assert len(game.state.display) == 2
    assert other in game.state.display
    assert sorted(player.cards_in_hand for player in game.state.players) == [0, 2]


def test_a_card_that_works_in_a_hand_is_offered_to_its_player_alone() -> None:
    rules = rules_with(DECK)

    def deal(state: State) -> None:
        state.players[0].hand = (rules.compiled.card["wolf"],)

    at = Situation(rules, "spring/season.end", {"Ann": Has(), "Brian": Has()}, prepare=deal)
    state = at.position()._state
    mine, theirs = (view_of(state, seat, rules) for seat in (0, 1))
    assert mine.decision is not None
    assert mine.decision.source == "wolf"
    assert [owed.source for owed in mine.pending] == [owed.source for owed in theirs.pending] == ["game"]
    assert "wolf" not in theirs.to_json()
    at.play("use wolf")
    assert (at.has("Ann", "vp"), at.state.discard) == (5, ("wolf",))


@pytest.mark.parametrize(("foxes", "deals"), [(3, 1000), (100, 1)])
def test_who_is_asked_about_a_card_in_hand_has_it_in_every_guess(
    foxes: int, deals: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However rarely a new deal gives Brian the wolf; without it, he would not be asked."""
    monkeypatch.setattr(position, "_MOST_DEALS", deals)
    rules = rules_with(DECK.replace("copies: 3", f"copies: {foxes}"))
    fox, wolf = rules.compiled.card["fox"], rules.compiled.card["wolf"]

    def deal(state: State) -> None:
        state.players[0].hand, state.players[1].hand = (fox,), (wolf,)

    at = Situation(rules, "spring/season.end", {"Ann": Has(), "Brian": Has()}, prepare=deal)
    for seed in range(10):
        guess = at.position().determinize("Ann", seed)
        assert [owed.player for owed in guess.pending] == ["Brian"]
        assert [player.hand for player in guess._state.players] == [(fox,), (wolf,)]


def test_a_card_works_while_it_lies_open() -> None:
    rules = rules_with(DECK)

    def lay(state: State) -> None:
        state.display = (rules.compiled.card["bear"],)

    given = {"Ann": Has(), "Brian": Has()}
    at = Situation(rules, "winter/battle", given, enemy="zombies_i_4", rolls=("2",), prepare=lay)
    assert [player.strength for player in at.state.players] == [3, 3]


WHISPERS = """deck_cards:
  - {id: rumour, name: Rumour, deck: whisper%s}
  - {id: secret, name: Secret, deck: whisper%s}
"""
DRAW = "{draw: {deck: whisper, to: %s}}"


def moved(
    *steps: str,
    cards: str = "",
    draws: tuple[str, ...] = (),
    ann: Has = NOTHING,
    modules: tuple[str, ...] = (),
) -> Situation:
    """The end of a season at which the game does something with cards."""
    law = f"rules: [{{id: law, name: Law, triggers: [{{when: season.end, do: [{', '.join(steps)}]}}]}}]\n"
    rules = rules_with(law + cards, modules=modules)
    at = Situation(rules, "spring/season.end", {"Ann": ann, "Brian": NOTHING}, rolls=draws, automation=())
    assert at.over, asked(at)
    return at


def held_in_play(at: Situation) -> list[tuple[str, ...]]:
    return [player.cards for player in at.state.players]


def test_a_player_can_take_what_another_has_in_play() -> None:
    draw, take = DRAW % "play", "{move: {cards: {kind: whisper, zone: play, owner: left}, to: hand}}"
    steps = (for_brian(draw), for_ann(draw), for_ann(take))
    at = moved(*steps, cards=WHISPERS % ("", ""), draws=("rumour", "secret"))
    assert held_in_play(at) == [("secret",), ()]
    assert at.hand("Ann") == ("rumour",)


def test_a_card_for_everybody_comes_and_goes_for_all_at_once() -> None:
    shared = WHISPERS % ((", held_by: everyone",) * 2)
    came = moved(for_ann(DRAW % "play"), cards=shared, draws=("rumour",))
    assert held_in_play(came) == [("rumour",), ("rumour",)]
    away = "{move: {cards: {kind: whisper, zone: play}, to: discard}}"
    gone = moved(for_ann(DRAW % "play"), away, cards=shared, draws=("rumour",))
    assert (held_in_play(gone), gone.state.discard) == ([(), ()], ("rumour",))


def test_a_second_copy_enters_beside_the_first() -> None:
    steps = (DRAW % "play", DRAW % "hand", "{move: {card: rumour, to: play}}")
    at = moved(for_ann(", ".join(steps)), cards=WHISPERS % (", copies: 2", ""), draws=("rumour", "rumour"))
    assert (held_in_play(at), at.hand("Ann")) == ([("rumour", "rumour.2"), ()], ())


def test_a_building_that_is_moved_away_is_on_the_sheet_again() -> None:
    at = moved(for_ann("{move: {card: inn, to: out}}"), ann=Has(buildings=("inn",)))
    assert (at.state.players[0].buildings, at.state.out, at.state.discard) == ((), (), ())


@pytest.mark.parametrize("zone", ["deck", "discard", "out", "hand", "display"])
def test_a_building_is_the_own_one_unless_a_query_says_whose(zone: str) -> None:
    """Everybody has it on their sheet: a variable says which building, not whose."""
    chosen, inn = "{set: {card: {the: {cards: {kind: building, owner: %s}}}}}", Has(buildings=("inn",))
    step = f"{{move: {{card: $card, to: {zone}}}}}"
    at = moved(for_brian(f"{chosen % 'right'}, {step}"), ann=inn)
    assert at.state.players[0].buildings == ("inn",), "an opponent's stays"
    at = moved(for_ann(f"{chosen % 'me'}, {step}"), ann=inn)
    assert at.state.players[0].buildings == ()


def test_a_building_that_is_put_into_play_is_built_or_taken() -> None:
    inn, find = Has(buildings=("inn",)), "{set: {card: {the: {cards: {kind: building, owner: right}}}}}"
    built = moved(for_brian(f"{find}, {{move: {{card: $card, to: play}}}}"), ann=inn)
    assert [player.buildings for player in built.state.players] == [("inn",), ("inn",)]
    taken = moved(for_brian(f"{find}, {{move: {{cards: {{is: $card, owner: right}}, to: play}}}}"), ann=inn)
    assert [player.buildings for player in taken.state.players] == [(), ("inn",)]


def test_of_a_long_deck_what_is_away_is_not_drawn_again() -> None:
    """Of 120 cards, 119 are gone, so there is no choice about the last one."""
    cards = WHISPERS % ((", copies: 60",) * 2)
    most, last = "{draw: {deck: whisper, to: out, count: 119}}", DRAW % "hand"
    at = moved(for_ann(f"{most}, {last}"), cards=cards, draws=("rumour", "secret") * 59 + ("rumour",))
    assert (at.state.out.count("rumour"), at.hand("Ann")) == (60, ("secret",))


def test_an_empty_deck_takes_back_its_own_cards_only() -> None:
    decks = "decks: [{id: whisper, when_empty: reshuffle}]\n"
    other = "  - {id: fox, name: Fox, deck: tale}\n"
    steps = ("{draw: tale}", "{draw: {deck: whisper, count: 2}}", for_ann(DRAW % "hand"))
    at = moved(*steps, cards=decks + WHISPERS % ("", "") + other, draws=("fox", "rumour", "secret", "rumour"))
    assert (at.hand("Ann"), at.state.discard) == (("rumour",), ("fox",))
    returned = [event.card for event in only(at.events, CardMoved) if event.to_zone == "deck"]
    assert returned == ["rumour", "secret"]


def test_cards_that_come_together_are_heard_one_by_one() -> None:
    hears = "{when: after.enter, optional: false, do: [{gain: {vp: 1}}]}"
    herald = f"governors: [{{id: herald, name: Herald, triggers: [{hears}]}}]\n"
    come = for_ann("{move: {cards: {kind: whisper, zone: deck}, to: play}}")
    at = moved(come, cards=herald + WHISPERS % ("", ""), ann=Has(cards=("herald",)))
    assert {*at.state.players[0].cards} == {"herald", "rumour", "secret"}
    assert at.has("Ann", "vp") == 2


def test_only_decks_with_a_display_are_laid_open() -> None:
    decks = "decks: [{id: whisper}, {id: tale, display: 1}]\n"
    cards = WHISPERS % ("", "") + "  - {id: fox, name: Fox, deck: tale}\n"
    at = moved("{move: {cards: {zone: display}, to: out}}", cards=decks + cards)
    assert at.state.display == ("fox",)


def test_a_strip_covers_a_row_until_its_time_is_over() -> None:
    rows = ("alternate-buildings",)
    cover = "{move: {card: strip_b, to: play, until: year.over}}"
    assert moved(for_ann(cover), modules=rows).state.players[0].strips == ("strip_b",)
    at = moved(for_ann(cover), "{window: year.over}", modules=rows)
    assert (at.state.players[0].strips, at.state.discard) == ((), ("strip_b",))


def test_a_strip_that_nobody_lays_is_discarded() -> None:
    at = moved("{move: {card: strip_b, to: play}}", modules=("alternate-buildings",))
    assert ([player.strips for player in at.state.players], at.state.discard) == ([(), ()], ("strip_b",))


def test_a_tile_whose_advisor_is_not_there_is_discarded() -> None:
    """The advisor would be in a pack that the game does not have."""
    info = 'id: toys\nversion: "1.0"\nformat: 1\ntitle: Toys\nafter: [moon]\n'
    tile = "tiles: [{id: loop, name: Loop, rank: 25, reward: [{gain: {gold: 1}}]}]\n"
    draw = "{when: season.end, do: [{draw: {deck: tile, to: play}}]}"
    law = f"rules: [{{id: law, name: Law, triggers: [{draw}]}}]\n"
    pack = Pack.from_files({"pack.yaml": info, "cards.yaml": f"format: 1\n{tile}{law}"})
    at = Situation(load_rules(packs=[pack]), "spring/season.end", {"Ann": NOTHING, "Brian": NOTHING})
    assert (at.state.tiles, at.state.discard) == ({}, ("loop",))


def test_a_tile_that_is_named_twice_is_there_once() -> None:
    rules, given = load_rules(modules=["alternate-advisors"]), {"Ann": NOTHING, "Brian": NOTHING}
    once, twice = (Situation(rules, "spring/rewards", given, tiles=["copy_next"] * n) for n in (1, 2))
    assert len(once.state.tiles) == 1
    assert twice.state == once.state


def test_an_enemy_that_comes_for_a_time_is_out_afterwards() -> None:
    """It does not come again: it is neither drawn nor discarded."""
    come = "{move: {card: zombies_i_4, to: play, until: year.over}}"
    at = moved(come, "{window: year.over}")
    assert [event.enemy for event in only(at.events, EnemyJoined)] == ["zombies_i_4"]
    assert [event.enemy for event in only(at.events, EnemyLeft)] == ["zombies_i_4"]
    assert (spots(at, "zombies_i_4"), at.state.joined, at.state.discard) == (["out"], (), ())


WATCH = """
buildings:
  - {id: watch, name: Watch, in_place_of: base/guard_tower, row: D, column: 1, cost: {gold: 1}, vp: 1}
"""


def test_a_card_has_the_place_of_another_under_its_own_name() -> None:
    rules = rules_with(WATCH)
    assert "guard_tower" not in rules.compiled.card
    assert "watch" in {rules.compiled.cards[row[0]].name for row in rules.compiled.sheet(0)}


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        (WATCH.replace("in_place_of: base/guard_tower, ", ""), "claims the place of 'base/guard_tower'"),
        (WATCH + WATCH.split("\n", 2)[2].replace("id: watch", "id: ward"), "already takes the place of"),
        ("leave_out: [base/jestor]", "jestor"),
        ("leave_out: [bose/jester]", "'bose' is not known here; did you mean 'base'"),
        ("decks: [{id: tale, display: 1}, {id: tale, display: 2}]", "there is already a deck 'tale'"),
        ("decks: [{id: talk, display: 2}]", "talk"),
        (WATCH.replace("guard_tower", "jester"), "only another card listed there can replace it"),
    ],
)
def test_places_are_claimed_once(cards: str, why: str) -> None:
    with pytest.raises(ContentError, match=why):
        rules_with(cards)


def test_steps_about_a_card_left_out_do_nothing() -> None:
    """They may be on a card that is also used in games with it."""
    steps = "{build: {card: inn, free: true}}, {mark: king}, {gain: {vp: 1}}"
    at = moved(for_ann(steps), cards="leave_out: [base/inn, base/king]\n")
    assert (at.state.players[0].buildings, at.state.marks, at.has("Ann", "vp")) == ((), (), 1)


def test_a_card_left_out_is_in_no_game() -> None:
    rules = rules_with("leave_out: [base/king]")
    assert "king" not in rules.compiled.card
    assert 18 not in rules.compiled.ranks
    game = Game(rules, ("Ann", "Brian"), seed=1)
    while game.pending:
        decision = game.pending[0]
        game.play(decision.options[0], decision.player)
    assert game.outcome is not None
