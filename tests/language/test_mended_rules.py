"""Rules that were wrong once: each test is named for what must hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve

from kingsburg_rules import ContentError, Game, IllegalAction, Rules, load_rules
from kingsburg_rules.cli import main
from kingsburg_rules.content.checking import check
from kingsburg_rules.content.packs import Pack
from kingsburg_rules.engine.events import AbilityUsed, Fought, Gained, Influenced, Rewarded
from kingsburg_rules.engine.state import State
from kingsburg_rules.language.examples import EXAMPLE, Example, Given
from kingsburg_rules.language.registry import fields_of
from kingsburg_rules.language.shapes import ShapeError
from kingsburg_rules.testing import Has, Situation, rules_with, try_pack
from kingsburg_rules.testing.examples import play_example, read_examples, rules_of, rules_of_pack
from kingsburg_rules.testing.trials import GAMES
from support.play import go_on, goods, only, play, quiet, seat

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
    """The examples of the cards that change what is about to happen, or how many the King sends."""
    for pack in EVERY_PACK:
        for ref, card in rules_of_pack(pack).cards.items():
            changes = any(trigger.when.startswith("before.") for trigger in card.triggers)
            sends = any(modifier.what == "reinforcements" for modifier in card.modifiers)
            if (changes or sends) and ref.startswith(f"{pack}/"):
                yield from ((pack, ref, example) for example in read_examples(card))


@pytest.mark.parametrize(
    ("pack", "ref", "example"),
    [pytest.param(*each, id=f"{each[1]}: {each[2].shows}") for each in _replacing()],
)
def test_what_a_card_replaces_stays_replaced_whoever_listens(pack: str, ref: str, example: Example) -> None:
    """Diplomatic Moves listens for the use of every ability."""
    given = example.given
    modules = tuple(dict.fromkeys((*given.modules, *(("destiny",) if pack != "destiny" else ()))))
    draws = (*given.draws, "bandits") if example.at_ == ("kings_favor",) else given.draws
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
    triggers: [{when: after.use, uses: unlimited, do: [{gain: {vp: 1}}]}]
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
    """F70. The group's number is Ann's anyway; the die of the Academy is a choice if everything is asked."""
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
        rules.compiled.cards[rules.compiled.card[card]].kind
        for card in game.record.chance_results
        if card in rules.compiled.card
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
    compiled = game.rules.compiled
    for decision in game.pending:
        cards = str(decision.options[-1]).removeprefix("choose ").split("+")
        assert {compiled.cards[compiled.card[card]].kind for card in cards} == {kind}
        game.play(decision.options[-1], decision.player)


# Decks


OMENS = """
deck_cards:
  - {id: comet, name: Comet, deck: omen}
  - {id: eclipse, name: Eclipse, deck: omen}
"""

OMEN = ("comet", "eclipse")

SECOND = "for_each: {players: {if: {turn: 2}}, do: [%s]}"

TAKING = {
    "draw": SECOND % "{draw: {deck: omen, to: play}}",
    "choose": SECOND % "{choose: {cards: {kind: omen, zone: deck}}}, {move: {card: $card, to: play}}",
    "draw to the hand": SECOND % "{draw: {deck: omen, to: hand}}",
    "deal": "deal: {deck: omen, count: 1}",
    "draft": "draft: {deck: omen, count: 1}",
    "auction": "auction: {deck: omen, bid: vp}",
}
"""The ways to take a card from a deck."""

GONE = {
    "in play": "",
    "in a hand": "for_each: {players: {if: {turn: 1}}, do: [{draw: {deck: omen, to: hand}}]}",
    "discarded": "draw: {deck: omen, to: discard}",
    "out of the game": "draw: {deck: omen, to: out}",
}
"""Where a card is that is not in its deck."""

TAKEN = ("discarded", "out of the game")


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
        assert len(held) == 1 if where in TAKEN else held == ["comet", "eclipse"]


@pytest.mark.parametrize("taking", TAKING)
def test_all_cards_of_a_deck_can_be_taken(taking: str) -> None:
    found = {card for seed in range(12) for card in _held(_begun(_law(TAKING[taking]), Has(), seed))}
    assert found <= set(OMEN)
    assert found == set(OMEN) or taking == "choose"


@pytest.mark.parametrize("taking", TAKING)
def test_of_an_empty_deck_nothing_is_taken(taking: str) -> None:
    at = _begun(_law(TAKING[taking]), Has(cards=OMEN), 0)
    assert (at.over, _held(at)) == (True, ["comet", "eclipse"])


def test_what_is_drawn_from_an_empty_deck_is_nothing() -> None:
    """What is done with it is done with no card."""
    gaining = "for_each: {players: all, do: [{gain: {gold: 1}}]}"
    law = _law("draw: {deck: omen, to: discard, as: card}", "move: {card: $card, to: deck}", gaining)
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
        assert len({*state.enemies, *state.second_deck}) == 10
        years = [rules.compiled.enemies[card].year for card in (*state.enemies, *state.second_deck)]
        assert years == [1, 2, 3, 4, 5] * 2


def _mistakes(cards: str, folder: Path, **files: str) -> list[tuple[str, str]]:
    """The codes and messages of the mistakes in cards: `check` and loading find the same ones."""
    pack = {"pack.yaml": 'id: toys\nversion: "1"\nformat: 1\ntitle: Toys\n', **files}
    pack["cards.yaml"] = f"format: 1\n{cards}\n"
    for name, text in pack.items():
        (folder / name).write_text(text, encoding="utf-8")
    found = [(problem.code, problem.message) for problem in check(folder).errors]
    if not found:
        load_rules(packs=[folder])
        return []
    with pytest.raises(ContentError) as refused:
        load_rules(packs=[folder])
    assert [(problem.code, problem.message) for problem in refused.value.diagnostics] == found
    return found


# Two cards in one place, and cards that lie on nothing


def _taken(card: str, other: str) -> str:
    return (
        f"'{card}' claims the place of '{other}'; write 'in_place_of: {other}' if it should have that place"
    )


HUT = "{id: %s, name: Hut, row: %s, column: %d, cost: {wood: 1}, vp: 1%s}"


def test_two_buildings_cannot_stand_in_one_place(tmp_path: Path) -> None:
    hut = f"buildings: [{HUT % ('hut', 'B', 1, '')}]"
    told = _taken("hut", "base/statue")
    assert _mistakes(hut, tmp_path) == [("link.taken", told)]
    two = f"buildings: [{HUT % ('hut', 'B', 5, '')}, {HUT % ('shed', 'B', 5, '')}]"
    told = _taken("shed", "toys/hut")
    assert _mistakes(two, tmp_path) == [("link.taken", told)]
    assert _mistakes(f"buildings: [{HUT % ('hut', 'B', 5, '')}]", tmp_path) == []


def test_two_buildings_cannot_stand_in_one_place_of_a_strip_but_may_below_it(tmp_path: Path) -> None:
    strip = "strips: [{id: sand, name: Sand, row: B}]\n"
    one = f"buildings: [{HUT % ('hut', 'B', 1, ', strip: sand')}"
    assert _mistakes(f"{strip}{one}]", tmp_path) == []
    told = _taken("shed", "toys/hut")
    two = f"{strip}{one}, {HUT % ('shed', 'B', 1, ', strip: sand')}]"
    assert _mistakes(two, tmp_path) == [("link.taken", told)]


def test_a_building_in_place_of_another_stands_where_that_stood(tmp_path: Path) -> None:
    hut = f"buildings: [{HUT % ('hut', 'B', 1, ', in_place_of: base/statue')}]"
    assert _mistakes(hut, tmp_path) == []


def test_two_advisors_cannot_have_one_rank(tmp_path: Path) -> None:
    fool = "advisors: [{id: fool, name: Fool, rank: 1, reward: [{gain: {gold: 1}}]}]"
    told = _taken("fool", "base/jester")
    assert _mistakes(fool, tmp_path) == [("link.taken", told)]
    assert _mistakes(fool.replace("rank: 1", "rank: 19"), tmp_path) == []


TILE = "{id: %s, name: Tile, rank: %d, reward: [{gain: {gold: 1}}]}"


def test_two_tiles_cannot_be_for_one_advisor(tmp_path: Path) -> None:
    told = _taken("shade", "toys/sun")
    two = f"tiles: [{TILE % ('sun', 3)}, {TILE % ('shade', 3)}]"
    assert _mistakes(two, tmp_path) == [("link.taken", told)]
    with pytest.raises(ContentError, match="'sun' claims the place of 'alternate-advisors/"):
        rules_with(f"tiles: [{TILE % ('sun', 3)}]", modules=("alternate-advisors",))


def test_a_tile_has_an_advisor_to_lie_on(tmp_path: Path) -> None:
    told = "there is no advisor of rank 33 on the board"
    assert _mistakes(f"tiles: [{TILE % ('far', 33)}]", tmp_path) == [("link.place", told)]
    fool = "advisors: [{id: fool, name: Fool, rank: 33, reward: [{gain: {gold: 1}}]}]\n"
    assert _mistakes(f"{fool}tiles: [{TILE % ('far', 33)}]", tmp_path) == []


def test_a_strip_has_a_row_to_cover(tmp_path: Path) -> None:
    strip = "strips: [{id: sand, name: Sand, row: Z}]"
    told = "there is no row Z on the sheet for 'sand' to cover"
    assert _mistakes(strip, tmp_path) == [("link.place", told)]
    row = f"\nbuildings: [{HUT % ('hut', 'Z', 1, '')}]"
    assert _mistakes(strip + row, tmp_path) == []


def test_what_comes_after_a_pack_may_lie_on_what_that_pack_brings() -> None:
    """Rows A and G come with more buildings; without them the strips for these rows stay in the box."""
    rules = load_rules(modules=("alternate-buildings",))
    assert {rules.compiled.cards[card].name for card in rules.compiled.unfit} == {"strip_a", "strip_g"}


# Cards in the wrong hands


def test_a_permission_of_a_player_is_refused_on_a_card_of_the_game(tmp_path: Path) -> None:
    card = "{id: one, name: One, permissions: [{token_values: {values: [3]}}]%s}"
    assert [code for code, _ in _mistakes(f"rules: [{card % ''}]", tmp_path)] == ["link.holder"]
    assert [code for code, _ in _mistakes(f"destinies: [{card % ''}]", tmp_path)] == ["link.holder"]
    assert _mistakes(f"destinies: [{card % ', held_by: everyone'}]", tmp_path) == []


# Enemies that do more than they bring and take


OGRES = """
enemies:
  - id: ogres
    name: Ogres
    year: 1
    type: ogres
    strength: 4
    reward: {gold: 1}
    penalty: {vp: 1}
    modifiers: [{what: battle_strength, add: -1}]
    permissions: [{closed: {places: {rank: {max: 18}}}}]
    triggers:
      - {when: enemy.revealed, do: [{for_each: {players: all, do: [{lose: {wood: 1}}]}}]}
      - {when: after.fight, if: {outcome: defeat}, do: [{lose: {stone: 1}}]}
      - {when: season.end, uses: unlimited, do: [{for_each: {players: all, do: [{gain: {plus2: 1}}]}}]}
"""


def test_what_an_enemy_does_it_does_while_it_lies_open() -> None:
    rules = rules_with(OGRES)
    given = {"Ann": Has({"soldier": 2, "wood": 2, "stone": 2}), "Brian": Has({"wood": 1, "stone": 2})}
    at = Situation(rules, "winter", given, enemy="ogres", rolls=("3",))
    assert (goods(at, "Ann"), goods(at, "Brian")) == ("wood+2stone", "stone")
    fought = {event.player: (event.strength, event.outcome) for event in only(at.events, Fought)}
    assert fought == {"Ann": (4, "tie"), "Brian": (2, "defeat")}
    assert (at.over, at.state.in_force) == (True, ())
    go_on(at, "spring/season.end")
    assert (seat(at, "Ann").plus2, seat(at, "Brian").plus2) == (0, 0)


def test_an_enemy_that_joins_does_its_part_too() -> None:
    joining = "{when: enemy.before_reveal, do: [{move: {card: ogres, to: play}}]}"
    law = f"rules: [{{id: law, name: Law, triggers: [{joining}]}}]"
    rules = rules_with(f"{law}{OGRES}")
    given = {"Ann": Has({"soldier": 9}), "Brian": Has({"soldier": 9})}
    at = Situation(rules, "winter", given, enemy="goblins_i_2", rolls=("1",))
    assert {event.strength for event in only(at.events, Fought)} == {9}


def test_an_enemy_that_waits_for_a_moment_without_enemies_is_warned_of(tmp_path: Path) -> None:
    (tmp_path / "cards.yaml").write_text(f"format: 1\n{OGRES}", encoding="utf-8")
    found = [w.message for w in check(tmp_path / "cards.yaml").warnings if w.code == "lint.not_there"]
    assert found == ["at 'season.end' no enemy is face up, so none does anything"]


# What neutral dice set off


@pytest.mark.parametrize(
    "steps",
    [
        "{for_each: {players: all, do: [{gain: {gold: 1}}]}}, {choose: {places: all}}, {mark: $place}",
        "{choose: {places: all}}, {for_each: {players: all, do: [{gain: {gold: 1}}]}}, {mark: $place}",
        "{branch: {if: {year: 1}, then: [{gain: {wood: 1}}, "
        "{for_each: {players: all, do: [{gain: {gold: 1}}]}}]}}",
        "{for_each: {players: all, do: [{gain: {gold: 1}}]}}, {gain: {wood: 1}}",
    ],
)
def test_what_needs_nobody_is_done_though_neutral_dice_set_it_off(steps: str) -> None:
    """What needs the player who influenced is passed over, and nothing else."""
    heard = f"{{when: after.influence, uses: unlimited, do: [{steps}]}}"
    law = f"rules: [{{id: law, name: Law, triggers: [{heard}]}}]"
    at = Situation(
        rules_with(law),
        "spring/neutral_dice",
        {"Ann": Has(), "Brian": Has()},
        rolls=("666", "55"),
        automation=(),
    )
    assert (at.over, at.state.marks) == (True, ())
    assert (goods(at, "Ann"), goods(at, "Brian")) == ("2gold", "2gold")


@pytest.mark.parametrize("more", ["", ", cost: [{gold: 1}]", ", if: {gold: {min: 1}}"])
def test_what_is_about_a_player_in_all_it_does_is_not_done_for_nobody(more: str) -> None:
    law = (
        "rules: [{id: law, name: Law, triggers: [{when: after.influence, uses: unlimited, "
        f"do: [{{gain: {{wood: 1}}}}]{more}}}]}}]"
    )
    given = {"Ann": Has({"gold": 5}), "Brian": Has({"gold": 5})}
    at = Situation(rules_with(law), "spring/neutral_dice", given, rolls=("666", "55"))
    assert (goods(at, "Ann"), goods(at, "Brian")) == ("5gold", "5gold")
    assert only(at.events, AbilityUsed) == []


# Situations, examples and trials


MILL = """
rules:
  - id: mill
    name: Mill
    memory: [{id: turned, lasts: season}, {id: ground, lasts: season, shared: true}]
    triggers:
      - when: season.end
        do: [{for_each: {players: all, do: [{gain: {gold: $turned, stone: $ground}}]}}]
    examples:
      - shows: Who turned the mill twice gains 2 gold.
        works: %s
        at: %s
        given: {memory: {turned: 2, ground: 1}}
        expect: {me: {gold: %d, stone: %d}, left: {gold: 0, stone: %d}}
"""


@pytest.mark.parametrize(
    ("at", "gained"), [("spring/season.end", (2, 1, 1)), ("spring/return_dice", (0, 0, 0))]
)
def test_an_example_in_a_season_keeps_what_is_remembered_for_it(
    at: str, gained: tuple[int, int, int]
) -> None:
    rules = rules_with(MILL % (str(any(gained)).lower(), at, *gained))
    (example,) = read_examples(rules.cards["test/mill"])
    assert play_example(rules, "test/mill", example).failures == ()


def test_a_season_that_begins_forgets_what_was_remembered_for_the_last_one() -> None:
    def remember(state: State) -> None:
        state.memory[next(k for k, m in enumerate(state.compiled.memories) if m.name == "turned"), 0] = 7

    rules = rules_with(MILL % ("false", "spring", 0, 0, 0))
    rolls = ("345", "66", "111", "111")
    at = Situation(rules, "spring", {"Ann": Has(), "Brian": Has()}, rolls=rolls, prepare=remember)
    assert seat(at, "Ann").memory == {}


def test_a_situation_takes_an_action_or_its_text_as_a_game_does() -> None:
    for as_text in (True, False):
        at = Situation(load_rules(), "spring/construct", {"Ann": Has({"gold": 2}), "Brian": Has()})
        assert at.decision is not None
        option = next(option for option in at.decision.options if str(option).startswith("build statue"))
        assert at.why_not(option) is None
        at.play(str(option) if as_text else option, "Ann")
        assert seat(at, "Ann").buildings == ("statue",)
        assert at.why_not(option) is not None
        with pytest.raises(IllegalAction):
            at.play(option)


def _refused(play_: list[object], **given: object) -> tuple[str, ...]:
    """What is wrong with an example of the Town Hall at the end of spring."""
    example = {"shows": "", "works": False, "at": "spring/season.end", "given": given, "play": play_}
    made = EXAMPLE.read(example, "base/town_hall")
    return play_example(load_rules(), "base/town_hall", made).failures


OWNER: dict[str, object] = {"gold": 1, "buildings": ["town_hall"]}


def test_what_an_example_refuses_nobody_who_is_asked_can_do() -> None:
    refused: list[object] = [{"refuse": "use town_hall pay gold"}]
    told = "'use town_hall pay gold' should not be possible, but is for"
    assert _refused(refused, me=OWNER) == (f"{told} me",)
    assert _refused(refused, left=OWNER) == (f"{told} left",)
    assert "its card is not there" in _refused(refused, left={"gold": 1})[0]


def test_a_refusal_to_whoever_is_asked_does_not_speak_for_the_owner_of_a_card() -> None:
    """While `me` is asked, nobody looks whether `left` could use the card: that shows nothing."""
    mine = {"gold": 1, "buildings": ["town_hall"]}
    (told,) = _refused([{"refuse": "use embassy"}], me=mine, left={"buildings": ["embassy"]})
    assert told == (
        "'use embassy' checks nothing: the card belongs to left, but the question is for me; "
        "write refuse: {left: use embassy}"
    )
    assert _refused([{"refuse": {"left": "use embassy"}}], me=mine, left={"buildings": ["embassy"]}) == ()
    assert _refused([{"refuse": "use embassy"}], me=mine, left={}) == ()


def test_an_example_may_refuse_something_to_one_player() -> None:
    """By the name of the seat; then it may be offered to others."""
    told = "'use town_hall pay gold' should not be possible, but is for left"
    assert _refused([{"refuse": {"me": "use town_hall pay gold"}}], left=OWNER) == ()
    assert _refused([{"refuse": {"left": "use town_hall pay gold"}}], left=OWNER) == (told,)
    for wrong in ({"up": "pass"}, {"me": "pass", "left": "pass"}, {}):
        with pytest.raises(ShapeError):
            _refused([{"refuse": wrong}])


def test_a_whole_season_for_two_has_neutral_dice() -> None:
    """The language says so of `players`."""
    at = Situation(load_rules(), "spring", {"Ann": Has(), "Brian": Has()}, rolls=("345", "66", "111", "111"))
    assert {event.player for event in only(at.events, Influenced)} == {None}
    (doc,) = (doc for name, _, doc, _ in fields_of(Given) if name == "players")
    assert "includes the neutral dice" in doc


RARE = """
format: 1
governors:
  - id: prophet
    name: Prophet
    triggers:
      - {when: season.end, if: {gold: {min: 60}}, do: [{gain: {vp: 1}}]}%s
"""


def _tried(comment: str, games: int | None) -> tuple[int, list[str]]:
    files = {"pack.yaml": 'id: rare\nversion: "1"\nformat: 1\ntitle: Rare\n', "cards.yaml": RARE % comment}
    trial = try_pack(Pack.from_files(files), games=games)
    return trial.coverage.games, [problem.code for problem in trial.diagnostics]


def test_as_many_games_are_tried_as_are_asked_for() -> None:
    """After so few, that something was never offered says nothing against it."""
    assert _tried("", 3) == (3, [])


def test_a_comment_may_say_why_something_is_never_offered() -> None:
    assert _tried("  # lint: test.never_offered -- sixty gold are rare", GAMES) == (GAMES, [])


HERMIT = """
format: 1
buildings:
  - id: hermitage
    name: Hermitage
    row: H
    column: 1
    cost: {gold: 9, wood: 9, stone: 9}
    vp: 1
    triggers:
      - {when: season.end, if: {gold: {min: 60}}, do: [{gain: {vp: 1}}]}
"""


@pytest.mark.long
def test_in_few_games_with_a_card_it_says_nothing_that_something_was_never_offered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What counts is how often the card was in play, and the message says it."""
    files = {"pack.yaml": 'id: rare\nversion: "1"\nformat: 1\ntitle: Rare\n', "cards.yaml": HERMIT}
    trial = try_pack(Pack.from_files(files), games=GAMES)
    there = trial.coverage.games_with("rare/hermitage")
    assert 0 < there <= GAMES // 2 + 1
    monkeypatch.setattr("kingsburg_rules.testing.trials._LEAST_IN_PLAY", there + 1)
    assert try_pack(Pack.from_files(files), games=GAMES).diagnostics == []
    monkeypatch.setattr("kingsburg_rules.testing.trials._LEAST_IN_PLAY", there)
    (problem,) = try_pack(Pack.from_files(files), games=GAMES).diagnostics
    assert (
        f"in {there} games with this card in play triggers/0 (season.end) is never offered" in problem.message
    )


@pytest.mark.parametrize("games", [1, 2, 7])
def test_exactly_as_many_games_are_played_as_are_asked_for(games: int) -> None:
    assert _tried("", games) == (games, [])


def test_a_pack_without_cards_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pack.yaml").write_text('id: rare\nversion: "1"\nformat: 1\ntitle: Rare\n', encoding="utf-8")
    assert main(["test", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "rare: 0 of 0 examples hold; nothing fails\n"


def test_the_comment_is_no_mistake_where_nothing_is_played(tmp_path: Path) -> None:
    text = RARE % "  # lint: test.never_offered -- sixty gold are rare"
    (tmp_path / "cards.yaml").write_text(text, encoding="utf-8")
    report = check(tmp_path / "cards.yaml")
    assert (report.errors, [w.code for w in report.warnings]) == ((), ["lint.no_example"])
