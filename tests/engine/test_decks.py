"""Decks of each player's own, the order of decks, and what players know of hidden cards."""

from __future__ import annotations

import pytest

from kingsburg_rules import CardsSeen, ContentError, DeckState, Game
from kingsburg_rules.game.showing import view_of
from kingsburg_rules.testing import Has, Situation, rules_with
from kingsburg_rules.testing.promises import broken_promises
from support.packs import for_ann, for_brian
from support.play import asked, only

OWN = """
decks: [{id: band, own: true, when_empty: reshuffle}, {id: market}]
deck_cards:
  - {id: boy, name: Boy, deck: band, copies: 2}
  - {id: man, name: Man, deck: band}
  - {id: knight, name: Knight, deck: market, copies: 4}
"""
TALE = """
deck_cards:
  - {id: fox, name: Fox, deck: tale}
  - {id: owl, name: Owl, deck: tale}
  - {id: wolf, name: Wolf, deck: tale}
  - {id: bear, name: Bear, deck: tale}
"""


def at_the_end(*steps: str, cards: str, draws: tuple[str, ...] = ()) -> Situation:
    do = ", ".join(steps) or "{move: {card: nothing, to: out}}"
    law = f"rules: [{{id: law, name: Law, triggers: [{{when: season.end, do: [{do}]}}]}}]\n"
    rules = rules_with(law + cards)
    given = {"Ann": Has(), "Brian": Has()}
    return Situation(rules, "spring/season.end", given, rolls=draws, automation=())


def decks(at: Situation | Game) -> list[tuple[str, str | None, int, int]]:
    return [(deck.deck, deck.player, deck.cards, deck.discarded) for deck in at.state.decks]


def seen(at: Situation, seat: int) -> list[tuple[str, str | None, int]]:
    view = view_of(at.position()._state, seat, at.rules)
    return [(card.card, card.player or card.deck, card.position) for card in view.seen_cards]


def test_every_player_has_all_cards_of_an_own_deck() -> None:
    at = at_the_end(cards=OWN)
    assert decks(at) == [("band", "Ann", 3, 0), ("band", "Brian", 3, 0), ("market", None, 4, 0)]
    assert at.state.decks[0] == DeckState("band", 3, 0, "Ann")


def test_an_own_deck_is_made_of_its_own_discard_pile() -> None:
    draw = "{draw: {deck: band, count: 4}}"
    at = at_the_end(for_ann(draw), cards=OWN, draws=("boy", "man", "boy", "man"))
    assert at.over, asked(at)
    assert decks(at)[:2] == [("band", "Ann", 2, 1), ("band", "Brian", 3, 0)]


def test_a_card_may_come_into_the_deck_of_a_player() -> None:
    """Ann gains a knight from the market; when her deck is empty, she draws it with the others."""
    gain = "{move: {card: knight, to: discard, deck: band}}"
    draw = "{draw: {deck: band, to: hand, count: 4}}"
    at = at_the_end(for_ann(gain), for_ann(draw), cards=OWN, draws=("boy", "boy", "man", "knight"))
    assert at.over, asked(at)
    assert at.hand("Ann") == ("boy", "boy", "man", "knight")
    back = at_the_end(
        *(for_ann(step) for step in (gain, draw, "{move: {cards: {zone: hand}, to: discard}}")),
        cards=OWN,
        draws=("boy", "boy", "man", "knight"),
    )
    assert decks(back) == [("band", "Ann", 0, 4), ("band", "Brian", 3, 0), ("market", None, 3, 0)]


@pytest.mark.parametrize(
    ("count", "vp"),
    [
        ("{kind: band, zone: deck}", 6),
        ("{kind: band, zone: deck, owner: me}", 3),
        ("{zone: discard, owner: me}", 1),
        ("{zone: discard}", 2),
    ],
)
def test_a_query_finds_the_piles_of_a_player(count: str, vp: int) -> None:
    gain = "{move: {card: knight, to: discard, deck: band}}"
    at = at_the_end(
        for_ann(gain),
        "{move: {card: knight, to: discard}}",
        for_ann(f"{{gain: {{vp: {{count: {{cards: {count}}}}}}}}}"),
        cards=OWN,
    )
    assert at.has("Ann", "vp") == vp


@pytest.mark.parametrize(("position", "drawn"), [("1", "fox"), ("2", "owl"), ("0", "owl"), ("9", "owl")])
def test_a_card_is_put_at_a_place_of_its_deck(position: str, drawn: str) -> None:
    place = f"{{move: {{card: fox, to: deck, position: {position}}}}}"
    out = "{move: {card: fox, to: out}}"
    at = at_the_end(out, place, for_ann("{draw: {deck: tale, to: hand}}"), cards=TALE, draws=(drawn,))
    assert at.over, asked(at)
    assert at.hand("Ann") == (drawn,)
    where = {"1": [], "2": [("fox", "tale", 1)], "0": [("fox", "tale", 3)], "9": [("fox", "tale", 3)]}[
        position
    ]
    assert (seen(at, 0), seen(at, 1)) == ((where, where) if where else ([], [("fox", "Ann", 0)])), (
        "all saw it"
    )


def test_only_whoever_puts_a_card_back_knows_it() -> None:
    back = "{move: {cards: {zone: hand}, to: deck, position: 1}}"
    at = at_the_end(for_ann("{draw: {deck: tale, to: hand}}"), for_ann(back), cards=TALE, draws=("owl",))
    assert (seen(at, 0), seen(at, 1)) == ([("owl", "tale", 1)], [])
    drawn = at_the_end(
        for_ann("{draw: {deck: tale, to: hand}}"),
        for_ann(back),
        for_brian("{draw: {deck: tale, to: hand}}"),
        cards=TALE,
        draws=("owl", "owl"),
    )
    assert (drawn.hand("Brian"), seen(drawn, 0)) == (("owl",), [("owl", "Brian", 0)])


LOOK = "{peek: {deck: tale, count: 2}}"


def test_the_next_cards_of_a_deck_are_seen_by_one_player() -> None:
    at = at_the_end(for_ann(LOOK), cards=TALE, draws=("wolf", "fox"))
    assert seen(at, 0) == [("wolf", "tale", 1), ("fox", "tale", 2)]
    assert seen(at, 1) == []
    (event,) = only(at.events, CardsSeen)
    assert (event.player, event.count, event.cards) == ("Ann", 2, ("wolf", "fox"))


def test_what_was_seen_is_drawn() -> None:
    draw = "{draw: {deck: tale, to: hand}}"
    at = at_the_end(
        for_ann(LOOK), for_brian(draw), for_ann(draw), cards=TALE, draws=("wolf", "fox", "wolf", "fox")
    )
    assert at.over, asked(at)
    assert (at.hand("Ann"), at.hand("Brian")) == (("fox",), ("wolf",))
    assert seen(at, 0) == [("wolf", "Brian", 0)]


def test_one_of_the_next_cards_is_taken_and_the_rest_go_under() -> None:
    take = "{choose: {cards: {kind: tale, zone: deck, position: {min: 1}}}}, {move: {card: $card, to: hand}}"
    under = "{move: {cards: {kind: tale, zone: deck, position: 1}, to: deck, position: 0}}"
    at = at_the_end(for_ann(f"{LOOK}, {take}, {under}"), cards=TALE, draws=("wolf", "fox"))
    at.play("choose fox")
    assert at.hand("Ann") == ("fox",)
    assert seen(at, 0) == [("wolf", "tale", 3)]


def test_a_hand_is_seen_until_a_card_leaves_it_unseen() -> None:
    draw = for_brian("{draw: {deck: tale, to: hand, count: 2}}")
    look = for_ann("{peek: {cards: {zone: hand, owner: left}}}")
    at = at_the_end(draw, look, cards=TALE, draws=("wolf", "fox"))
    assert seen(at, 0) == [("fox", "Brian", 0), ("wolf", "Brian", 0)]
    back = for_brian("{move: {card: fox, to: deck}}")
    assert seen(at_the_end(draw, look, back, cards=TALE, draws=("wolf", "fox")), 0) == []
    shown = for_brian("{move: {card: fox, to: discard}}")
    left = at_the_end(draw, look, shown, cards=TALE, draws=("wolf", "fox"))
    assert seen(left, 0) == [("wolf", "Brian", 0)]


def test_to_look_for_a_card_shuffles_the_deck() -> None:
    at = at_the_end(for_ann(LOOK), "{move: {card: bear, to: out}}", cards=TALE, draws=("wolf", "fox"))
    assert seen(at, 0) == []


def test_a_guess_keeps_what_the_seat_knows() -> None:
    draw = for_brian("{draw: {deck: tale, to: hand, count: 2}}")
    look = for_ann("{peek: {cards: {zone: hand, owner: left, is: wolf}}}, {peek: {deck: tale}}")
    ask = for_ann("{choose_one: [{label: a, do: [{gain: {vp: 1}}]}, {label: b, do: [{gain: {gold: 1}}]}]}")
    at = at_the_end(draw, look, ask, cards=TALE, draws=("wolf", "fox", "owl"))
    names = at.rules.compiled.cards
    for seat, hands, tops in (
        ("Ann", {("fox", "wolf"), ("bear", "wolf")}, {"owl"}),
        ("Brian", {("fox", "wolf")}, {"owl", "bear"}),
    ):
        guesses = [at.position().determinize(seat, seed)._state for seed in range(30)]
        found = {tuple(sorted(names[card].name for card in guess.players[1].hand)) for guess in guesses}
        top = {names[cards[0]].name for guess in guesses for cards in guess.stacks.values()}
        assert (found, top) == (hands, tops)


def test_cards_of_the_display_have_positions() -> None:
    cards = TALE + "decks: [{id: tale, display: 3}]\n"
    price = "{gain: {vp: {fact: {position: $card}}}}"
    pick = "{choose: {cards: {kind: tale, zone: display, position: {min: 2}}}}"
    at = at_the_end(
        "{move: {card: nothing, to: out}}",
        for_ann(f"{pick}, {price}"),
        cards=cards,
        draws=("owl", "fox", "bear"),
    )
    assert at.decision is not None
    assert [str(option) for option in at.decision.options] == ["choose fox", "choose bear"]
    at.play("choose bear")
    assert at.has("Ann", "vp") == 3


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("{move: {card: fox, to: out, position: 1}}", "a card has a 'position' only in a deck"),
        (
            "{move: {card: fox, to: out, deck: tale}}",
            "'deck' is the one into which, or on whose discard pile, a card goes",
        ),
        ("{peek: {deck: tale, cards: {zone: deck}}}", "give one of: enemy, cards, deck"),
        ("{peek: {deck: tail}}", "'tail' is not known here; did you mean 'tale'"),
    ],
)
def test_what_makes_no_sense_is_refused(step: str, why: str) -> None:
    with pytest.raises(ContentError, match=why):
        at_the_end(for_ann(step), cards=TALE)


EVERYTHING = """
rules:
  - id: early
    name: Early
    triggers:
      - when: season.start
        do:
          - for_each:
              players: all
              do:
                - peek: {deck: band, count: 2}
                - draw: {deck: band, to: hand, count: 2}
                - move: {card: knight, to: discard, deck: band}
  - id: late
    name: Late
    triggers:
      - when: season.end
        do:
          - for_each:
              players: all
              do:
                - choose: {cards: {zone: hand}}
                - move: {card: $card, to: deck, position: 1}
                - peek: {cards: {zone: hand, owner: left}}
"""


def test_a_game_with_all_of_it_keeps_all_promises() -> None:
    rules = rules_with(EVERYTHING + OWN.replace("copies: 4", "copies: 40"))
    game = Game(rules, ("Ann", "Brian", "Cindy"), seed=4, automation=())
    stacked = known = 0
    for turn in range(150):
        if not game.pending:
            break
        decision = game.pending[0]
        game.play(decision.options[turn % len(decision.options)], decision.player)
        stacked += bool(game._state.stacks)
        known += len(game.view("Ann").seen_cards)
    assert min(stacked, known) > 20
    assert not [*broken_promises(game)]
