"""Cards in hands: what is dealt, exchanged and passed on, whatever else a player holds."""

from __future__ import annotations

from random import Random

import pytest

from kingsburg_rules import CardLeft, Game, HandChanged, Rules
from kingsburg_rules.testing import Has, Situation, rules_with
from support.play import asked, only, play

WHISPERS = """
deck_cards:
  - {id: rumour, name: Rumour, deck: whisper}
  - {id: secret, name: Secret, deck: whisper}
"""


CHOOSE = "{choose: {cards: {kind: whisper, zone: hand}}}"


def law(*steps: str) -> Rules:
    """A rule that does something with hands at the start of a year."""
    trigger = f"{{when: year.start, do: [{', '.join(f'{{{step}}}' for step in steps)}]}}"
    cards = f"rules: [{{id: law, name: Law, triggers: [{trigger}]}}]{WHISPERS}"
    return rules_with(cards, modules=("alternate-buildings",))


def held(*steps: str, draws: tuple[str, ...]) -> Situation:
    """The start of a year with such a rule."""
    given = {"Ann": Has(), "Brian": Has()}
    return Situation(law(*steps), "year.start", given, rolls=draws, automation=())


def shown(at: Situation) -> list[tuple[str, ...]]:
    """The cards in hands that everybody knows."""
    return [player.hand for player in at.state.players]


EXCHANGE = """for_each: {players: all, do: [
  {set: {twin: {the: {cards: {kind: strip, zone: hand, copies: 2}}}}},
  {branch: {if: {not: {equal: [$twin, nothing]}}, then: [{choose_one: {optional: true, branches: [
    {label: exchange, do: [{draw: {deck: strip, to: hand}}, {move: {card: $twin, to: deck}}]}]}}]}}]}"""


def test_who_exchanges_gives_up_one_of_the_pair() -> None:
    """Not the first card in his hand: Ann has a pair behind it. The last player is dealt his cards first."""
    draws = ("strip_d", "strip_b", "strip_d", "strip_e", "strip_e", "strip_c", "strip_f")
    at = held("deal: {deck: strip, count: 3}", EXCHANGE, draws=draws)
    assert at.hand("Ann") == ("strip_c", "strip_e", "strip_e")
    play(at, "Ann: choose exchange", "Brian: done")
    assert at.hand("Ann") == ("strip_c", "strip_e", "strip_f")
    assert at.hand("Brian") == ("strip_b", "strip_d", "strip_d")


def test_a_hand_of_one_kind_is_no_part_of_another_deck() -> None:
    draws = ("rumour", "secret", "strip_b", "strip_b")
    at = held("deal: {deck: whisper, count: 1}", "deal: {deck: strip, count: 1}", draws=draws)
    assert (set(at.hand("Ann")), set(at.hand("Brian"))) == ({"secret", "strip_b"}, {"rumour", "strip_b"})


@pytest.mark.parametrize("to", ["nobody", "me", "{the: {players: {if: {gold: 9}}}}"])
def test_a_card_is_passed_to_another_player_or_stays(to: str) -> None:
    """Nothing goes to nobody, and what is passed to its holder stays where it is."""
    passing = f"for_each: {{players: all, do: [{{move: {{cards: {{zone: hand}}, to: hand, owner: {to}}}}}]}}"
    at = held("deal: {deck: whisper, count: 1}", passing, draws=("rumour", "secret"))
    assert at.over, asked(at)
    assert (at.hand("Ann"), at.hand("Brian")) == (("secret",), ("rumour",))


def test_who_has_no_card_of_the_kind_passes_none() -> None:
    cards = "{kind: strip, zone: hand, owner: me}"
    passing = f"for_each: {{players: all, do: [{{move: {{cards: {cards}, to: hand, owner: left}}}}]}}"
    at = held("deal: {deck: whisper, count: 1}", passing, draws=("rumour", "secret"))
    assert at.over, asked(at)
    assert (at.hand("Ann"), at.hand("Brian")) == (("secret",), ("rumour",))


@pytest.mark.parametrize(
    "secretly",
    ["deal: {deck: whisper, count: 1}", "for_each: {players: all, do: [{draw: {deck: whisper, to: hand}}]}"],
)
@pytest.mark.parametrize("first", ["the draft", "the secret card"])
def test_everybody_knows_drafted_cards_and_no_others(secretly: str, first: str) -> None:
    """Whatever came first; and what is kept or goes back is in no hand any more."""
    draft, choice = "draft: {deck: strip, count: 1}", "keep: strip"
    steps = (draft, secretly) if first == "the draft" else (secretly, draft)
    at = held(*steps, choice, draws=("rumour", "secret"))
    if first == "the secret card":
        assert shown(at) == [(), ()]
    play(at, "Ann: choose strip_d", "Brian: choose strip_b")
    assert shown(at) == [("strip_d",), ("strip_b",)]
    assert [player.cards_in_hand for player in at.state.players] == [2, 2]
    play(at, "Ann: choose strip_d", "Brian: choose strip_b")
    assert at.over, asked(at)
    assert shown(at) == [(), ()]
    assert {at.hand("Ann"), at.hand("Brian")} == {("rumour",), ("secret",)}


DEAL = "deal: {deck: whisper, count: 1}"


def each(step: str) -> str:
    """A step for one player after the other."""
    return f"for_each: {{players: all, do: [{{{step}}}]}}"


@pytest.mark.parametrize("place", ["display", "discard", "out"])
def test_a_card_taken_from_where_all_see_it_is_known(place: str) -> None:
    put = each(f"move: {{cards: {{zone: hand, owner: me}}, to: {place}}}")
    take = each(f"move: {{cards: {{kind: whisper, zone: {place}}}, to: hand, owner: me}}")
    at = held(DEAL, put, take, draws=("rumour", "secret"))
    assert at.over, asked(at)
    assert shown(at) == [("rumour", "secret"), ()]


@pytest.mark.parametrize("to", ["hand, owner: left", "deck"])
def test_a_card_that_leaves_a_hand_unseen_could_be_any(to: str) -> None:
    """So nobody knows the others any more, nor the one that comes into another hand."""
    open_, take = "draw: {deck: whisper, to: display}", "move: {cards: {zone: display}, to: hand, owner: me}"
    one = each(f"move: {{card: {{the: {{cards: {{kind: strip, zone: hand, owner: me}}}}}}, to: {to}}}")
    steps = (each(open_), each(take), "deal: {deck: strip, count: 1}", one)
    at = held(*steps, draws=("rumour", "secret", "strip_b", "strip_d"))
    assert at.over, asked(at)
    told = [event.shown for event in at.events if isinstance(event, HandChanged) and event.player == "Ann"]
    assert ("rumour", "secret") in told
    assert shown(at) == [(), ()]
    assert {"rumour", "secret"} <= {*at.hand("Ann")}


def test_of_two_copies_the_known_one_leaves_first() -> None:
    """Nobody can tell them apart afterwards, so what is left counts as hidden."""
    twin = "{the: {cards: {kind: strip, zone: hand, copies: 2}}}"
    steps = ("deal: {deck: strip, count: 1}", "draft: {deck: strip, count: 1}")
    at = held(*steps, each(f"move: {{card: {twin}, to: discard}}"), draws=("strip_b", "strip_d"))
    play(at, "Ann: choose strip_d", "Brian: choose strip_b")
    assert (at.hand("Ann"), at.hand("Brian")) == (("strip_d",), ("strip_b",))
    assert shown(at) == [(), ()]


@pytest.mark.parametrize(
    ("holder", "players", "game"),
    [
        ("owner", [("secret",), ("rumour",)], []),
        ("everyone", [("rumour", "secret"), ("rumour", "secret")], []),
        ("game", [(), ()], ["rumour", "secret"]),
    ],
)
def test_a_card_that_is_kept_is_for_whom_it_says(
    holder: str, players: list[tuple[str, ...]], game: list[str]
) -> None:
    cards = WHISPERS.replace("deck: whisper", f"deck: whisper, held_by: {holder}")
    do = "[{deal: {deck: whisper, count: 1}}, {keep: whisper}]"
    rules = rules_with(f"rules: [{{id: law, name: Law, triggers: [{{when: year.start, do: {do}}}]}}]{cards}")
    at = Situation(rules, "year.start", {"Ann": Has(), "Brian": Has()}, rolls=("rumour", "secret"))
    assert [player.cards for player in at.state.players] == players
    assert [card for card in at.state.in_force if card != "law"] == game


def test_cards_react_to_each_copy_that_is_kept() -> None:
    """Each player is dealt a rumor; Ann has one already, and now two."""
    cards = "deck_cards: [{id: rumour, name: Rumour, deck: whisper, copies: 3}]"
    keep = "{when: year.start, do: [{deal: {deck: whisper, count: 1}}, {keep: whisper}]}"
    gain = "{as_player: {player: $actor, do: [{gain: {vp: 1}}]}}"
    hears = f"{{when: after.enter, by: anyone, do: [{gain}]}}"
    rules = rules_with(f"rules: [{{id: law, name: Law, triggers: [{keep}, {hears}]}}]\n{cards}")
    at = Situation(rules, "year.start", {"Ann": Has(cards=("rumour",)), "Brian": Has()})
    assert [player.cards for player in at.state.players] == [("rumour", "rumour.2"), ("rumour.3",)]
    assert [at.has(name, "vp") for name in ("Ann", "Brian")] == [1, 1]


def test_a_card_that_was_played_is_not_drawn_again() -> None:
    """It lasts for a moment only; its deck has two cards, and both have been played when a third is due."""
    take, come = "{draw: {deck: whisper, to: hand}}", "{move: {card: $card, to: play, until: year.over}}"
    both = f"for_each: {{players: all, do: [{take}, {CHOOSE}, {come}]}}"
    at = held(both, "window: year.over", both, draws=("rumour", "secret"))
    play(at, "Ann: choose rumour", "Brian: choose secret")
    assert at.over, asked(at)
    assert [event.card for event in only(at.events, CardLeft)] == ["rumour", "secret"]


@pytest.mark.parametrize(
    ("step", "answer", "fair"),
    [
        ("move: {card: $card, to: play}", -1, True),
        ("move: {card: $card, to: play}", 0, False),
        ("move: {card: $card, to: discard}", 0, False),
        ("move: {card: $card, to: hand, owner: left}", 0, False),
    ],
)
def test_a_card_that_somebody_else_has_seen_is_not_taken_back(step: str, answer: int, fair: bool) -> None:
    choose = CHOOSE.replace("}}}", "}, optional: true}}")
    rules = law("deal: {deck: whisper, count: 1}", f"for_each: {{players: all, do: [{choose}, {{{step}}}]}}")
    game = Game(rules, ("Ann", "Brian"), seed=1, automation=())
    while game.decision is not None and game.decision.source != "law":
        game.play(game.decision.options[0])
    assert game.decision is not None
    game.play(game.decision.options[answer])
    assert game.can_undo(fair=True) is fair


def test_a_guess_deals_the_hands_of_others_anew() -> None:
    """Ann keeps the strip that she holds; Brian's may be any other, and there are two of each."""
    game = Game(law("deal: {deck: strip, count: 1}", "keep: strip"), ("Ann", "Brian"), seed=1, automation=())
    while game.decision is not None and game.decision.source != "law":
        game.play(game.decision.options[0])
    hands = {owed.player: owed.options for owed in game.pending}
    guesses = [game.position().determinize("Ann", seed).pending for seed in range(30)]
    held = [{owed.player: owed.options for owed in pending} for pending in guesses]
    assert {guess["Ann"] for guess in held} == {hands["Ann"]}
    assert len({guess["Brian"] for guess in held}) == 5


def test_a_guess_in_the_middle_of_a_window_asks_the_same_again() -> None:
    """Nothing has been used by that, so a rule that counts uses counts none more."""
    deal = "{when: year.start, do: [{deal: {deck: strip, count: 1}}]}"
    count = "{when: after.use, do: [{gain: {vp: 1}}]}"
    rule = f"rules: [{{id: law, name: Law, triggers: [{deal}, {count}]}}]"
    rules = rules_with(rule, modules=("alternate-buildings",))
    game, chance, guessed = Game(rules, ("Ann", "Brian"), seed=2, automation=()), Random(2), 0
    while (decision := game.decision) is not None:
        if decision.kind == "use":
            guess = game.position().determinize(decision.player, guessed)
            assert guess.decision is not None
            assert (guess.decision.player, guess.decision.options) == (decision.player, decision.options)
            assert [seat.vp for seat in guess.state.players] == [seat.vp for seat in game.state.players]
            guessed += 1
        game.play(chance.choice(decision.options))
    assert guessed > 2
