"""Auctions: the word that any pack may use, in all its forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kingsburg_rules import (
    BidMade,
    CardEntered,
    CardLeft,
    CardMoved,
    CardsOffered,
    CardsWithdrawn,
    ContentError,
    Game,
    Passed,
    SetupError,
    describe,
)
from kingsburg_rules.testing import Has, Situation, rules_with
from support.play import asked, everybody, offered, only, play, refusal

if TYPE_CHECKING:
    from kingsburg_rules.engine.state import State

GUILDS = """
groups:
  - {id: bakers, name: Bakers}
  - {id: coopers, name: Coopers}
  - {id: dyers, name: Dyers}
  - {id: masons, name: Masons, modifiers: [{what: battle_strength, add: 1}]}
rules:
  - id: fair
    name: Fair
    triggers: [{when: year.start, do: [{auction: {%s}}]}]
"""
BY_NAME = ("bakers", "coopers", "dyers", "masons")


def fair(
    auction: str,
    given: dict[str, Has],
    *,
    draws: tuple[str, ...] = BY_NAME,
    automation: tuple[str, ...] = ("forced",),
) -> Situation:
    """The start of a year with an auction of guilds."""
    rules = rules_with(GUILDS % auction)
    return Situation(rules, "year.start", given, rolls=draws, automation=automation)


def rich(**gold: int) -> dict[str, Has]:
    return {name: Has({"gold": count}) for name, count in gold.items()}


def test_a_bid_is_what_the_bidder_can_pay() -> None:
    """Gold does not sink below zero, so nobody bids more than he has."""
    at = fair("deck: group, bid: gold, more: 1", rich(Ann=2, Brian=1), draws=BY_NAME[:3])
    play(at, "Ann: choose dyers")
    assert offered(at) == ["bid nothing", "bid gold", "bid 2gold"]
    reason = at.why_not("bid 3gold")
    assert reason is not None
    assert describe(reason, at.rules) == "You can bid from nothing to 2 gold now."
    play(at, "Ann: bid gold")
    assert asked(at) == "Brian choose", "he could only pass"
    assert at.has("Ann", "gold") == 1


def test_who_cannot_pay_the_least_bid_stays_away() -> None:
    """With a least bid of 2 gold Brian cannot open; Ann and Cindy get a card, and he gets none."""
    at = fair("deck: group, bid: gold, more: 1, least: 2", rich(Ann=3, Brian=1, Cindy=4))
    play(at, "Ann: choose bakers")
    assert offered(at) == ["bid 2gold", "bid 3gold"]
    play(at, "Ann: bid 2gold", "Cindy: pass")
    assert asked(at) == "Cindy choose"
    play(at, "Cindy: choose masons")
    assert at.over, "nobody else is left, so Cindy pays the least bid unasked"
    assert everybody(at, of="cards") == {"Ann": ("bakers",), "Brian": (), "Cindy": ("masons",)}
    assert [at.has(name, "gold") for name in ("Ann", "Brian", "Cindy")] == [1, 1, 2]
    assert [event.cards for event in only(at.events, CardsWithdrawn)] == [("coopers", "dyers")]


def test_nobody_opens_if_nobody_can_pay() -> None:
    at = fair("deck: group, bid: plus2, more: 1, least: 1", rich(Ann=9, Brian=9), draws=BY_NAME[:3])
    assert at.over
    assert only(at.events, CardsOffered)[0].resource == "plus2"
    assert at.state.auction is None


def test_who_opens_may_be_said() -> None:
    """The one with the fewest points opens, not the first in turn order; then it goes to the left."""
    given = {"Ann": Has({"vp": 5}), "Brian": Has({"vp": 3}), "Cindy": Has({"vp": 1})}
    at = fair("deck: group, bid: vp, more: 1, most: 3, opener: {fewest: [vp]}", given)
    play(at, "Cindy: choose masons", "Cindy: bid vp", "Ann: bid 3vp")
    assert at.state.auction is not None
    assert (at.state.auction.bidder, at.state.auction.amount, at.state.auction.passed) == (None, 0, ())
    assert asked(at) == "Cindy choose", "nobody bids more than 3 VP, so Ann has it"
    assert at.has("Ann", "vp") == 2


@pytest.mark.parametrize(
    ("order", "bidders"),
    [
        ("clockwise", "Brian, Cindy, Ann"),
        ("counterclockwise", "Brian, Ann, Cindy"),
        ("turn_order", "Cindy, Ann, Brian"),
        ("reverse_turn_order", "Cindy, Brian, Ann"),
    ],
)
def test_players_bid_in_the_order_that_the_word_names(order: str, bidders: str) -> None:
    """The turn order is Cindy, Ann, Brian; Brian opens where the table says who is next."""
    opener = "{fewest: [vp]}" if "clockwise" in order else "all"
    rules = rules_with(GUILDS % f"deck: group, bid: vp, more: 1, most: 9, order: {order}, opener: {opener}")
    given = {"Ann": Has({"vp": 5}), "Brian": Has({"vp": 1}), "Cindy": Has({"vp": 5})}

    def seat(state: State) -> None:
        state.order = (2, 0, 1)

    at = Situation(rules, "year.start", given, rolls=BY_NAME, automation=("forced",), prepare=seat)
    told = [asked(at)]
    play(at, f"{told[0].split()[0]}: choose masons")
    told += [asked(at)]
    for amount in (1, 2, 3):
        at.play(f"bid {amount}vp" if amount > 1 else "bid vp")
        told += [asked(at)]
    names = bidders.split(", ")
    assert told == [f"{names[0]} choose", *(f"{name} bid" for name in (*names, names[0]))]


def test_of_equal_secret_bids_the_first_in_the_order_wins() -> None:
    words = "deck: group, bid: vp, more: 1, most: 5, secret: true, order: counterclockwise"
    at = fair(words, rich(Ann=0, Brian=0, Cindy=0))
    play(at, "Ann: choose masons", "Ann: bid vp", "Cindy: bid 2vp", "Brian: bid 2vp")
    assert [event.player for event in only(at.events, CardEntered)] == ["Cindy"]


def test_only_those_may_bid_whom_the_word_admits() -> None:
    """Brian is left out: there is one card for each of the two others, and he is never asked."""
    words = "deck: group, bid: vp, most: 5, players: {if: {gold: {min: 1}}}"
    at = fair(words, rich(Ann=1, Brian=0, Cindy=1), draws=BY_NAME[:2])
    play(at, "Ann: choose bakers", "Ann: bid vp", "Cindy: pass")
    assert at.over, "Cindy is alone with the other card"
    assert everybody(at, of="cards") == {"Ann": ("bakers",), "Brian": (), "Cindy": ("coopers",)}


@pytest.mark.parametrize("again", [False, True])
def test_passing_is_final_unless_the_word_says_otherwise(again: bool) -> None:
    """With `again`, Brian, who has passed, may bid when Cindy and Ann go on."""
    words = f"deck: group, bid: vp, more: 1, most: 9, again: {str(again).lower()}"
    at = fair(words, rich(Ann=0, Brian=0, Cindy=0))
    play(at, "Ann: choose masons", "Ann: bid vp", "Brian: pass", "Cindy: bid 2vp", "Ann: bid 3vp")
    assert asked(at) == ("Brian bid" if again else "Cindy bid")
    if again:
        play(at, "Brian: bid 4vp", "Cindy: pass", "Ann: pass")
        assert everybody(at, of="cards") == {"Ann": (), "Brian": ("masons",), "Cindy": ()}


WHISPERS = """
deck_cards: [{id: rumour, name: Rumour, deck: whisper, copies: 4}]
rules:
  - id: fair
    name: Fair
    triggers:
      - {when: year.start, do: [{auction: {deck: whisper, bid: vp, most: 2}}]}
      - when: after.enter
        by: anyone
        do: [{as_player: {player: $actor, do: [{gain: {gold: 1}}]}}]
"""


def test_who_wins_a_second_copy_has_both() -> None:
    """Each copy is a card of its own, and cards react to it."""
    given = {"Ann": Has(cards=("rumour",)), "Brian": Has()}
    at = Situation(rules_with(WHISPERS), "year.start", given, automation=("forced",))
    play(at, "Ann: bid 2vp")
    assert at.over, "Brian is alone with the next card"
    assert everybody(at, of="cards") == {"Ann": ("rumour", "rumour.2"), "Brian": ("rumour.3",)}
    assert [at.has(name, "gold") for name in ("Ann", "Brian")] == [1, 1]
    assert [at.has(name, "vp") for name in ("Ann", "Brian")] == [-2, 0]
    assert at.state.auction is None


def test_cards_of_the_display_can_be_sold() -> None:
    """What is won leaves the display; the rest stays there."""
    others = "{id: secret, name: Secret, deck: whisper}, {id: fox, name: Fox, deck: tale}]\n"
    offer = "cards: {kind: whisper, zone: display}, bid: vp, most: 2"
    rules = rules_with(
        WHISPERS.replace(", copies: 4}]\n", f"}}, {others}").replace("deck: whisper, bid: vp, most: 2", offer)
    )

    def lay(state: State) -> None:
        state.display = tuple(rules.compiled.card[name] for name in ("rumour", "secret", "fox"))

    given = {"Ann": Has(), "Brian": Has()}
    at = Situation(rules, "year.start", given, automation=("forced",), prepare=lay)
    play(at, "Ann: choose secret", "Ann: bid nothing", "Brian: bid 1vp", "Ann: pass")
    assert everybody(at, of="cards") == {"Ann": ("rumour",), "Brian": ("secret",)}
    assert [at.has(name, "vp") for name in ("Ann", "Brian")] == [0, -1]
    assert at.state.display == ("fox",)
    assert [event.card for event in only(at.events, CardMoved)] == ["secret", "rumour"]


def secret(**answers: str) -> Situation:
    """Ann opens with the Masons; then all bid at once."""
    at = fair("deck: group, bid: vp, more: 1, most: 5, secret: true", rich(Ann=0, Brian=0, Cindy=0))
    play(at, "Ann: choose masons")
    for name, text in answers.items():
        at.play(text, name)
    return at


def test_secret_bids_show_when_all_are_in() -> None:
    """Brian's bid changes nothing that anybody sees until Ann and Cindy have bid."""
    at = secret()
    before = (at.state, len(at.events))
    assert {decision.player for decision in at.pending} == {"Ann", "Brian", "Cindy"}
    assert refusal(at, "pass") == "bid.open", "Ann opened"
    at.play("bid 4vp", "Brian")
    at.play("pass", "Cindy")
    assert (at.state, len(at.events)) == before
    at.play("bid 3vp", "Ann")
    told = [event for event in at.events if isinstance(event, BidMade | Passed)]
    assert told == [Passed("Cindy", "bid"), BidMade("Ann", 3), BidMade("Brian", 4)]
    assert (at.state.player("Brian").cards, at.has("Brian", "vp")) == (("masons",), -4)
    assert asked(at) == "Ann choose"


@pytest.mark.parametrize(
    ("bids", "winner"),
    [(("2vp", "2vp", "2vp"), "Ann"), (("vp", "2vp", "2vp"), "Brian"), (("vp", "vp", "2vp"), "Cindy")],
)
def test_of_equal_secret_bids_the_one_next_to_the_opener_wins(bids: tuple[str, ...], winner: str) -> None:
    at = secret(**{name: f"bid {bid}" for name, bid in zip(("Ann", "Brian", "Cindy"), bids, strict=True)})
    assert [event.player for event in only(at.events, CardEntered)] == [winner]


def test_the_cards_may_go_again() -> None:
    """With `until`, the guilds are bid for each year, and those of last year have left before."""
    rules = rules_with(GUILDS % "deck: group, bid: vp, more: 1, most: 4, until: year.over")
    game = Game(rules, ("Ann", "Brian"), seed=3)
    told = [*game.opening]
    while game.state.year < 3 and game.decision is not None:
        told += game.play(game.decision.options[-1])
    assert len(only(told, CardsOffered)) == 3
    assert len(only(told, CardEntered)) >= 4
    assert len(only(told, CardLeft)) == 4


def test_an_auction_can_be_saved_in_its_middle() -> None:
    """Card, bid, bidder and who has passed are in a save, and the loaded game goes on alike."""
    rules = rules_with(GUILDS % "deck: group, bid: vp, more: 1, most: 4")
    game = Game(rules, ("Ann", "Brian", "Cindy"), seed=3, script=["012"])
    play(game, "Ann: choose masons", "Ann: bid nothing", "Brian: pass")
    loaded = Game.load(game.save(), rules)
    assert loaded.state.auction == game.state.auction
    assert loaded.state.auction is not None
    assert (loaded.state.auction.bidder, loaded.state.auction.passed) == ("Ann", ("Brian",))
    assert loaded.play("bid 2vp") == game.play("bid 2vp")


def test_there_is_a_card_for_every_player() -> None:
    """Three guilds more than four players lie open, or as many as there are; five players are too many."""
    rules = rules_with(GUILDS % "deck: group, bid: vp, more: 3")
    names = ("Ann", "Brian", "Cindy", "David", "Eve")
    auction = Game(rules, names[:4], seed=1).state.auction
    assert auction is not None
    assert auction.cards == BY_NAME
    with pytest.raises(SetupError):
        Game(rules, names, seed=1)


def test_a_range_of_bids_must_hold_something() -> None:
    with pytest.raises(ContentError) as refused:
        rules_with(GUILDS % "deck: group, bid: vp, least: 4, most: 3")
    assert [problem.code for problem in refused.value.diagnostics] == ["link.bids"]
