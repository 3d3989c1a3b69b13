"""Copies of a card are separate things: each has its own place, its own memory and its own use."""

from __future__ import annotations

import pytest

from kingsburg_rules import (
    CardThing,
    Choose,
    ContentError,
    Game,
    IllegalAction,
    Noted,
    Rules,
    Use,
    catalog_of,
    describe,
    parse,
)
from kingsburg_rules.testing import Has, Situation, rules_with
from kingsburg_rules.testing.examples import nonsense_in
from kingsburg_rules.testing.promises import broken_promises
from support.play import asked, only

SCOUT = """
deck_cards:
  - id: scout
    name: Scout
    deck: company
    copies: 4
    memory: [{id: trips}]
    triggers: [%s]
  - {id: cook, name: Cook, deck: company}
"""
PLAIN = SCOUT.replace("    triggers: [%s]\n", "")
TRIP = "{when: season.end, do: [{set: {trips: {sum: [$trips, 1]}}}, {gain: {vp: $trips}}]}"
ONCE = "{when: season.end, uses: once_per_year, cost: [{gold: 1}], do: [{gain: {vp: 1}}]}"


def law(*steps: str, when: str = "season.end") -> str:
    trigger = f"{{when: {when}, do: [{{for_each: {{players: all, do: [{', '.join(steps)}]}}}}]}}"
    return f"rules: [{{id: law, name: Law, triggers: [{trigger}]}}]\n"


def at_the_end(rules: Rules, ann: Has, brian: Has = Has(), automation: tuple[str, ...] = ()) -> Situation:  # noqa: B008
    return Situation(rules, "spring/season.end", {"Ann": ann, "Brian": brian}, automation=automation)


def options(at: Situation) -> list[str]:
    assert at.decision is not None
    return [str(option) for option in at.decision.options]


def test_each_copy_in_play_remembers_for_itself() -> None:
    rules = rules_with(SCOUT % TRIP)
    at = at_the_end(rules, Has(cards=("scout", "scout")))
    assert options(at) == ["use scout", "done"], "they are alike until now"
    at.play("use scout")
    assert at.state.players[0].memory == {"scout": {"trips": 1}}
    at.play("use scout")
    assert at.state.players[0].memory == {"scout": {"trips": 1}, "scout.2": {"trips": 1}}
    assert at.state.players[0].cards == ("scout", "scout.2")
    assert at.has("Ann", "vp") == 2
    assert [event.card for event in only(at.events, Noted)] == ["scout", "scout.2"]


def test_copies_that_differ_are_told_apart() -> None:
    rules = rules_with(SCOUT % TRIP)

    def note(state: object) -> None:
        state.memory[1, 0] = 5  # type: ignore[attr-defined]

    given = {"Ann": Has(cards=("scout", "scout")), "Brian": Has()}
    at = Situation(rules, "spring/season.end", given, automation=(), prepare=note)
    assert options(at) == ["use scout", "use scout.2", "done"]
    at.play("use scout.2")
    assert at.state.players[0].memory == {"scout.2": {"trips": 6}}


def test_a_copy_has_its_own_limit() -> None:
    at = at_the_end(rules_with(SCOUT % ONCE), Has({"gold": 5}, cards=("scout", "scout", "scout")))
    for _ in range(3):
        assert options(at) == ["use scout pay gold", "done"] or len(options(at)) == 2
        at.play("use scout pay gold")
    assert at.over, asked(at)
    assert at.has("Ann", "vp") == 3


def test_who_declines_declines_for_all_copies_that_are_alike() -> None:
    at = at_the_end(rules_with(SCOUT % ONCE), Has({"gold": 5}, cards=("scout", "scout")))
    at.play("done")
    assert at.over, asked(at)


def test_a_second_copy_in_one_hand_is_offered_in_the_same_moment() -> None:
    """And what is discarded is the copy that was used."""
    plot = "{when: season.end, from: hand, do: [{move: {card: this, to: discard}}, {gain: {vp: 2}}]}"
    rules = rules_with(SCOUT % plot)
    scouts = tuple(rules.compiled.copies_of(rules.compiled.card["scout"]))

    def deal(state: object) -> None:
        state.players[0].hand = scouts[:3]  # type: ignore[attr-defined]

    given = {"Ann": Has(), "Brian": Has()}
    at = Situation(rules, "spring/season.end", given, automation=(), prepare=deal)
    for left in (2, 1, 0):
        at.play("use scout")
        assert len(at.hand("Ann")) == left
    assert at.over, asked(at)
    assert (at.has("Ann", "vp"), at.state.discard) == (6, ("scout", "scout", "scout"))


MOVE = "{move: {card: scout, to: play}}"


@pytest.mark.parametrize(
    ("own", "theirs", "display", "taken_from"),
    [
        (("scout",), ("scout",), ("scout",), "hand"),
        ((), ("scout",), ("scout",), "display"),
        ((), ("scout", "scout"), (), "deck"),
        ((), ("scout", "scout", "scout", "scout"), (), "nowhere"),
    ],
)
def test_a_named_card_is_never_taken_from_an_opponent(
    own: tuple[str, ...], theirs: tuple[str, ...], display: tuple[str, ...], taken_from: str
) -> None:
    steps = f"{{as_player: {{player: me, do: [{MOVE}]}}}}"
    rules = rules_with(
        f"governors: [{{id: chief, name: Chief, triggers: [{{when: season.end, do: [{steps}]}}]}}]\n" + PLAIN
    )
    scouts = list(rules.compiled.copies_of(rules.compiled.card["scout"]))

    def deal(state: object) -> None:
        left = [*scouts]
        state.players[1].hand = tuple(left.pop(0) for _ in theirs)  # type: ignore[attr-defined]
        state.players[0].hand = tuple(left.pop(0) for _ in own)  # type: ignore[attr-defined]
        state.display = tuple(left.pop(0) for _ in display)  # type: ignore[attr-defined]

    given = {"Ann": Has(cards=("chief",)), "Brian": Has()}
    at = Situation(rules, "spring/season.end", given, automation=("gains",), prepare=deal)
    at.play("use chief")
    assert len(at.hand("Brian")) == len(theirs)
    came = [card for card in at.state.players[0].cards if card.startswith("scout")]
    assert len(came) == (taken_from != "nowhere")
    assert (len(at.hand("Ann")), len(at.state.display)) == (
        len(own) - (taken_from == "hand"),
        len(display) - (taken_from == "display"),
    )


def test_the_copy_that_was_chosen_is_taken() -> None:
    """Not the copy that the player has already."""
    buy = "{choose: {cards: {kind: company, zone: display}}}, {move: {card: $card, to: play}}"
    rules = rules_with("decks: [{id: company, display: 1}]\n" + law(buy) + PLAIN)
    scouts = rules.compiled.copies_of(rules.compiled.card["scout"])

    def lay(state: object) -> None:
        state.display = (scouts[2],)  # type: ignore[attr-defined]

    given = {"Ann": Has(cards=("scout",)), "Brian": Has()}
    at = Situation(rules, "spring/season.end", given, rolls=["cook", "scout"], prepare=lay)
    assert [player.cards for player in at.state.players] == [("scout", "scout.2"), ("cook",)]


def test_copies_of_several_players_are_different_choices() -> None:
    take = "{choose: {cards: {kind: company, zone: play}}}, {move: {card: $card, to: discard}}"
    rules = rules_with(law(take) + PLAIN)
    at = at_the_end(rules, Has(cards=("scout",)), Has(cards=("scout",)))
    assert options(at) == ["choose scout", "choose scout.2"]
    at.play("choose scout.2")
    assert [player.cards for player in at.state.players] == [("scout",), ()]
    assert options(at) == ["choose scout"]


def test_a_name_means_every_copy_in_a_query_and_a_test() -> None:
    count = "{gain: {vp: {count: {cards: {is: scout, zone: play}}}}}"
    test = "{branch: {if: {exists: {cards: {zone: hand, owner: me, if: {equal: [$card, scout]}}}}, "
    rules = rules_with(law(count, test + "then: [{gain: {gold: 1}}]}}") + PLAIN)
    scouts = rules.compiled.copies_of(rules.compiled.card["scout"])

    def deal(state: object) -> None:
        state.players[0].hand = (scouts[3],)  # type: ignore[attr-defined]

    given = {"Ann": Has(cards=("scout", "scout")), "Brian": Has()}
    at = Situation(rules, "spring/season.end", given, prepare=deal)
    assert (at.has("Ann", "vp"), at.has("Ann", "gold"), at.has("Brian", "gold")) == (2, 1, 0)


def test_a_copy_that_is_put_away_forgets() -> None:
    """In a hand, in a deck and on a pile all copies are alike."""
    back = "{move: {cards: {kind: company, zone: play, owner: me}, to: %s}}"
    rules = rules_with(law(back % "hand", "{move: {cards: {zone: hand}, to: play}}") + PLAIN)

    def note(state: object) -> None:
        state.memory[0, 0] = 5  # type: ignore[attr-defined]

    given = {"Ann": Has(cards=("scout",)), "Brian": Has()}
    at = Situation(rules, "spring/season.end", given, prepare=note)
    assert at.state.players[0].cards == ("scout",)
    assert at.state.players[0].memory == {}


def test_the_names_of_copies_give_no_hidden_copy_away() -> None:
    """They are numbered as they come to lie open, whichever copies the hands hold."""
    play = "{move: {cards: {zone: hand, owner: me}, to: play}}"
    rules = rules_with(law(play) + PLAIN)
    scouts = rules.compiled.copies_of(rules.compiled.card["scout"])
    seen = set[str]()
    for mine, theirs in ((0, 1), (1, 0), (3, 2), (2, 3)):

        def deal(state: object, hands: tuple[int, int] = (mine, theirs)) -> None:
            for player, copy in zip(state.players, hands, strict=True):  # type: ignore[attr-defined]
                player.hand = (scouts[copy],)

        at = Situation(rules, "spring/season.end", {"Ann": Has(), "Brian": Has()}, prepare=deal)
        seen.add(str([player.cards for player in at.state.players]) + str([*map(repr, at.events)]))
    assert len(seen) == 1


def test_the_catalogue_lists_a_card_once() -> None:
    catalog = catalog_of(rules_with(SCOUT % TRIP))
    assert [card.copies for card in catalog.cards if card.id.startswith("scout")] == [4]
    assert catalog.card("scout.3").name == "Scout"
    assert [number.id for number in catalog.numbers if number.card.startswith("scout")] == ["trips"]


def test_people_read_which_copy_it_is() -> None:
    rules = rules_with(SCOUT % TRIP)
    assert describe(Use("scout.2"), rules) == "Use Scout (2)."
    assert describe(Choose((CardThing("scout"),)), rules) == "Choose Scout."


@pytest.mark.parametrize(
    "text",
    [
        "use scout.2",
        "use scout.2 #2 pay gold",
        "choose scout.2",
        "choose scout+scout.10",
        "build inn.2 for 2gold+wood",
        "influence queen 5+3 via scout.2, market envoy",
        "draw scout.2",
    ],
)
def test_the_name_of_a_copy_is_read_as_it_is_written(text: str) -> None:
    action = parse(text)
    assert str(action) == text
    assert parse(text, [action]) is action


@pytest.mark.parametrize("text", ["use scout.", "use scout.two", "use scout.2.2", "use .2"])
def test_a_copy_has_one_number(text: str) -> None:
    with pytest.raises(IllegalAction):
        parse(text)


@pytest.mark.parametrize("price", ["", ", cost: {gold: 1}"])
def test_copies_that_help_with_dice_are_one_option(price: str) -> None:
    helps = f"    permissions: [{{influence_shift: {{by: [1]{price}}}}}]"
    rules = rules_with(PLAIN.replace("    copies: 4", f"    copies: 4\n{helps}"))
    ann = Has({"gold": 2}, cards=("scout", "scout"), dice=(3, 1))
    at = Situation(rules, "spring/influence", {"Ann": ann, "Brian": Has(dice=(6,))}, automation=())
    texts = options(at)
    assert [*dict.fromkeys(texts)] == texts
    assert {"influence squire 1 via scout", "influence architect 1 via scout, scout"} <= {*texts}
    at.play("influence squire 1 via scout")
    if price:
        at.play("pay gold")
    assert (at.state.players[0].dice, at.has("Ann", "gold")) == ((3,), 1 if price else 2)


def test_an_example_can_name_the_second_copy() -> None:
    rules = rules_with(SCOUT % ONCE)
    assert nonsense_in(rules, "use scout.2 pay gold") is None
    assert nonsense_in(rules, "use scout.2") is None
    assert nonsense_in(rules, "use scout.9") is not None, "there are four"


def test_a_game_with_copies_keeps_all_promises() -> None:
    """Saves, records, undo, JSON, secrets and random worlds."""
    draw = "{draw: {deck: company, to: hand}}, {move: {cards: {zone: hand}, to: play}}"
    keep = "{draw: {deck: company, to: hand}}"
    rules = rules_with(law(draw, keep, when="year.start") + SCOUT % TRIP)
    game = Game(rules, ("Ann", "Brian"), seed=4, automation=())
    for _ in range(140):
        decision = next((each for each in game.pending if each.kind == "use"), game.pending[0])
        game.play(decision.options[0], decision.player)
    assert any("." in card for player in game.state.players for card in player.memory)
    assert not [*broken_promises(game)]


def test_there_may_be_only_so_many_copies() -> None:
    cards = "deck_cards:\n" + "".join(
        f"  - {{id: d{k}, name: D, deck: odd, copies: 100}}\n" for k in range(30)
    )
    with pytest.raises(ContentError, match="more than 2,000 further copies") as wrong:
        rules_with(cards)
    assert len(wrong.value.diagnostics) == 1
