"""Rules that were wrong once: each test is named for what must hold."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import evolve

from helpers_play import goods, only, play, quiet, seat
from kingsburg_rules import Game, Rules, load_rules
from kingsburg_rules.engine.events import AbilityUsed, Gained, Rewarded
from kingsburg_rules.testing import Has, Situation, rules_with
from kingsburg_rules.testing.examples import play_example, read_examples, rules_of, rules_of_pack
from kingsburg_rules.words.examples import Example

EVERY_PACK = (
    *("base", "more-buildings", "alternate-buildings", "governors", "destiny", "alternate-advisors"),
    *("wheel-and-deal", "demanding-capital"),
)

# A card that listens for the use of abilities changes nothing but what it says


def test_with_diplomatic_moves_in_force_a_stone_wall_turns_a_tie_into_a_victory() -> None:
    at = Situation(
        load_rules(modules=("destiny",)),
        "winter/battle",
        {"Ann": Has(buildings=("stone_wall",)), "Brian": Has()},
        enemy="goblins_i_2",
        rolls=("1",),
        in_force=("diplomatic_moves",),
    )
    assert {event.player for event in only(at.events, Gained) if event.source == "goblins_i_2"} == {"Ann"}
    assert [event.card for event in only(at.events, AbilityUsed)] == ["stone_wall"]


def _replacing() -> Iterator[tuple[str, str, Example]]:
    """The examples of the cards that change what is about to happen, but for those of the season's end."""
    for pack in EVERY_PACK:
        for ref, card in rules_of_pack(pack).cards.items():
            if card.replacements and ref.startswith(f"{pack}/"):
                yield from ((pack, ref, example) for example in read_examples(card))


@pytest.mark.parametrize(
    ("pack", "ref", "example"),
    [pytest.param(*each, id=f"{each[1]}: {each[2].shows}") for each in _replacing()],
)
def test_what_a_card_replaces_stays_replaced_whoever_listens(pack: str, ref: str, example: Example) -> None:
    """Diplomatic Moves listens for the use of every ability."""
    given = example.given
    modules = tuple(dict.fromkeys((*given.modules, *(("destiny",) if pack != "destiny" else ()))))
    draws = (*given.draws, "bandits") if example.at_ == "kings_favor" else given.draws
    listening = evolve(given, modules=modules, in_force=(*given.in_force, "diplomatic_moves"), draws=draws)
    heard = evolve(example, given=listening)
    result = play_example(
        rules_of(heard, lambda more, variants: rules_of_pack(pack, more, variants)), ref, heard
    )
    assert result.failures == ()


def test_all_cards_that_replace_something_are_among_these() -> None:
    refs = {ref.partition("/")[2] for _, ref, _ in _replacing()}
    assert {"stone_wall", "ramparts", "military_academy", "princess", "troop_quarters", "military"} <= refs


LISTENER = """
rules:
  - id: herald
    name: Herald
    triggers: [{when: ability.used, uses: unlimited, do: [{gain: {vp: 1}}]}]
"""


def test_the_use_of_an_ability_is_told_after_the_ability_has_worked() -> None:
    """Also where the ability asks, and where it replaces something."""
    at = Situation(
        rules_with(LISTENER),
        "summer/season.end",
        {"Ann": Has({"gold": 1}, buildings=("inn", "town_hall")), "Brian": Has()},
    )
    play(at, "Ann: use town_hall pay gold")
    told = [(event.resource, event.source) for event in only(at.events, Gained)]
    assert told == [("plus2", "inn"), ("vp", "herald"), ("vp", "town_hall"), ("vp", "herald")]


# The Military group


@pytest.mark.parametrize("automation", [("forced", "gains", "peeks"), ()], ids=["automatic", "asked"])
@pytest.mark.parametrize(
    ("rolls", "strength"), [(("12", "6"), 6), (("12", "1"), 2), (("25", "5"), 5), (("25", "6"), 6)]
)
def test_the_academy_of_the_military_compares_with_the_higher_number(
    automation: tuple[str, ...], rolls: tuple[str, ...], strength: int
) -> None:
    """F70. The group's number is hers anyway; the die of the Academy is a choice where everything is asked."""
    rules = load_rules(scenario="wheel-and-deal", modules=("more-buildings",))
    owner = Has(cards=("military",), buildings=("military_academy",))
    given = {"Ann": owner, "Brian": Has()}
    at = Situation(rules, "winter/battle", given, rolls=rolls, automation=automation)
    if not automation:
        play(at, "Ann: use military_academy")
    assert seat(at, "Ann").strength == strength
    assert seat(at, "Brian").strength == int(rolls[0][0])


# Rewards of one rank


@pytest.fixture(scope="module")
def court() -> Rules:
    return load_rules(scenario="wheel-and-deal", modules=("governors",))


LOW = ("jester", "squire", "architect", "merchant")


def _fifth(rules: Rules, given: dict[str, Has]) -> list[tuple[str, str]]:
    """Who is rewarded for the fifth rank and where, in this order."""
    at = Situation(rules, "spring/rewards", given, year=1, automation=("forced", "gains", "peeks"))
    while at.decision is not None:
        at.play(str(at.decision.options[0]))
    names = ("sergeant", "politician_5")
    return [(e.player, e.advisor) for e in only(at.events, Rewarded) if e.advisor in names]


def test_of_equal_rank_the_outlaws_and_the_politician_are_rewarded_in_turn_order(court: Rules) -> None:
    """F38: also where the Outlaws' reward, which comes by no influence, is the first."""
    outlaw, politician = Has(cards=("outlaws",)), Has(cards=("politician",), influenced=("politician_5",))
    others = Has(influenced=LOW)
    found = _fifth(court, {"Ann": outlaw, "Brian": politician, "Cindy": others})
    assert found == [("Ann", "sergeant"), ("Brian", "politician_5")]
    found = _fifth(court, {"Ann": politician, "Brian": outlaw, "Cindy": others})
    assert found == [("Ann", "politician_5"), ("Brian", "sergeant")]


def test_of_equal_rank_the_board_comes_before_the_card_of_the_same_player(court: Rules) -> None:
    both = Has(cards=("outlaws", "politician"), influenced=("politician_5",))
    found = _fifth(court, {"Ann": both, "Brian": Has(influenced=LOW)})
    assert found == [("Ann", "sergeant"), ("Ann", "politician_5")]


# Strips and governors


@pytest.mark.parametrize("edition", ["first-ffg", "second"])
def test_rows_are_dealt_before_governors_are_chosen_and_used_after(edition: str) -> None:
    """C-17, with `governors_first`."""
    rules = load_rules(
        edition,
        modules=("alternate-buildings", "governors"),
        switches={"module_setup_order": "governors_first"},
    )
    game = Game(rules, ("Ann", "Brian"), seed=1)
    kinds = [
        rules.table.cards[rules.table.card[card]].kind
        for card in game.record.chance_results
        if card in rules.table.card
    ]
    drawn = [kind for kind in kinds if kind != "enemy"]
    assert drawn == ["strip"] * 4 + ["governor"] * 6
    assert [hand_size(game, name) for name in ("Ann", "Brian")] == [5, 5]
    _choose(game, "governor")
    assert [hand_size(game, name) for name in ("Ann", "Brian")] == [2, 2]
    assert all(len(player.cards) == 1 and not player.strips for player in game.state.players)
    _choose(game, "strip")
    assert [hand_size(game, name) for name in ("Ann", "Brian")] == [0, 0]


def hand_size(game: Game, player: str) -> int:
    return game.state.player(player).cards_in_hand


def _choose(game: Game, kind: str) -> None:
    """Let both choose cards of a kind: the last that each is offered."""
    table = game.rules.table
    for decision in game.pending:
        cards = str(decision.options[-1]).removeprefix("choose ").split("+")
        assert {table.cards[table.card[card]].kind for card in cards} == {kind}
        game.play(decision.options[-1], decision.player)


# Decks


OMENS = """
deck_cards:
  - {id: comet, name: Comet, deck: omen}
  - {id: eclipse, name: Eclipse, deck: omen}
"""

OMEN = ("comet", "eclipse")

TAKING = {
    "draw": "as_player: {player: 1, do: [{draw: {kind: omen, as: card}}, {grant: {card: $card}}]}",
    "choose_card": (
        "as_player: {player: 1, do: [{choose: {cards: {kind: omen, zone: deck}}}, {grant: {card: $card}}]}"
    ),
    "take_cards": "as_player: {player: 1, do: [{take_cards: {kind: omen}}]}",
    "deal": "deal: {kind: omen, count: 1}",
    "draft": "draft: {kind: omen, count: 1}",
    "auction": "auction: {kind: omen, bid: vp}",
}
"""The words that take a card from a deck."""

GONE = {
    "in play": "",
    "in a hand": "as_player: {player: 0, do: [{take_cards: {kind: omen}}]}",
    "drawn": "draw: {kind: omen, as: gone}",
}
"""Where a card is that is not in its deck."""


def _law(*steps: str) -> Rules:
    trigger = f"{{when: year.start, do: [{', '.join(f'{{{step}}}' for step in steps if step)}]}}"
    return rules_with(f"rules: [{{id: law, name: Law, triggers: [{trigger}]}}]{OMENS}")


def _begun(rules: Rules, ann: Has, seed: int) -> Situation:
    """The start of a year, in which everybody takes what comes first."""
    at = Situation(rules, "year.start", {"Ann": ann, "Brian": Has()}, seed=seed)
    for _ in range(20):
        if at.decision is None:
            break
        at.play(quiet(at.decision))
    return at


def _held(at: Situation) -> list[str]:
    """The cards that players have in play or in their hands."""
    return sorted(card for name in ("Ann", "Brian") for card in (*seat(at, name).cards, *at.hand(name)))


@pytest.mark.parametrize("where", GONE)
@pytest.mark.parametrize("taking", TAKING)
def test_no_word_takes_a_card_that_is_not_in_its_deck(taking: str, where: str) -> None:
    """One of two cards is somewhere else; whatever is taken is the other one."""
    ann = Has(cards=("comet",)) if where == "in play" else Has()
    for seed in range(8):
        held = _held(_begun(_law(GONE[where], TAKING[taking]), ann, seed))
        assert held == ["comet", "eclipse"] if where != "drawn" else len(held) == 1


@pytest.mark.parametrize("taking", TAKING)
def test_all_cards_of_a_deck_can_be_taken(taking: str) -> None:
    found = {card for seed in range(12) for card in _held(_begun(_law(TAKING[taking]), Has(), seed))}
    assert found <= set(OMEN)
    assert found == set(OMEN) or taking == "choose_card"


@pytest.mark.parametrize("taking", TAKING)
def test_of_an_empty_deck_nothing_is_taken(taking: str) -> None:
    at = _begun(_law(TAKING[taking]), Has(cards=OMEN), 0)
    assert (at.over, _held(at)) == (True, ["comet", "eclipse"])


def test_what_is_drawn_from_an_empty_deck_is_nobody() -> None:
    """What is done with it is done with no card."""
    drawing = "draw: {kind: omen, as: card}"
    law = _law(
        "for_each: {players: all, do: [{gain: {gold: 1}}]}",
        drawing,
        "grant: {card: {var: card}}",
        "take_back: {var: card}",
    )
    at = _begun(law, Has(cards=OMEN), 0)
    assert (goods(at, "Ann"), goods(at, "Brian"), _held(at)) == ("gold", "gold", ["comet", "eclipse"])


def test_each_copy_of_a_strip_is_in_one_place() -> None:
    rules = load_rules(modules=("alternate-buildings",))
    given = {name: Has(strips=("strip_b",)) for name in ("Ann", "Brian")}
    at = Situation(rules, "setup.rows", given, automation=())
    dealt = [card for name in given for card in at.hand(name)]
    assert len(dealt) == 4 and "strip_b" not in dealt


def test_the_second_enemies_come_from_what_the_first_left() -> None:
    for seed in range(30):
        rules = load_rules(scenario="goblin-valley")
        state = Game(rules, ("Ann", "Brian"), seed=seed).position()._state
        assert len({*state.enemies, *state.further}) == 10
        years = [rules.table.enemies[card].year for card in (*state.enemies, *state.further)]
        assert years == [1, 2, 3, 4, 5] * 2
