"""Dice of one's own: taken away, added, set aside, locked, given; and what a variable that holds one is."""

from __future__ import annotations

import pytest

from kingsburg_rules import (
    ContentError,
    DiceAside,
    DicePut,
    DiceRolled,
    DiceSeen,
    Game,
    Rules,
    Runaway,
    describe,
)
from kingsburg_rules.engine.state import Aside, State, activate, handful
from kingsburg_rules.engine.zones import settle_copies
from kingsburg_rules.game.saves import position_hash
from kingsburg_rules.game.showing import view_of
from kingsburg_rules.render import svg, text
from kingsburg_rules.testing import Has, Situation, rules_with
from support.pictures import Drawn, facts
from support.secrets import name_of, with_other_hidden_cards, with_state

AT = "spring/dice.change"


def holder(*steps: str, more: str = "") -> Rules:
    trigger = f"{{when: dice.change, optional: false, do: [{', '.join(steps)}]}}"
    return rules_with(f"governors: [{{id: holder, name: Holder, triggers: [{trigger}]{more}}}]\n")


def at(
    *steps: str, me: Has | None = None, left: Has | None = None, rolls: tuple[tuple[int, ...], ...] = ()
) -> Situation:
    """What Ann's card does with dice in hand; Brian sits to her left."""
    mine = me or Has(dice=(2, 3, 3), bonus=(6,))
    given = {
        "Ann": Has(
            mine.resources, mine.dice, mine.bonus, cards=("holder",), locked=mine.locked, aside=mine.aside
        ),
        "Brian": left or Has(dice=(1, 5)),
        "Cindy": Has(),
    }
    return Situation(holder(*steps), AT, given, rolls=rolls)


def hand(moment: Situation, player: str = "Ann") -> tuple[tuple[int, ...], tuple[int, ...]]:
    found = moment.state.player(player)
    return found.dice, found.bonus


def lies(moment: Situation, player: str = "Ann") -> tuple[DiceAside, ...]:
    return moment.state.player(player).aside


A_TWO = "set: {die: {the: {dice: {shows: 2}}}}"


def test_a_die_is_set_aside_on_the_card_and_comes_back() -> None:
    moment = at(f"{{{A_TWO}}}", "{put_dice: {die: $die, to: aside}}")
    assert hand(moment) == ((3, 3), (6,))
    assert lies(moment) == (DiceAside("holder", (2,)),)
    back = at(
        f"{{{A_TWO}}}", "{put_dice: {die: $die, to: aside}}", "{put_dice: {die: $die, to: hand, shows: 5}}"
    )
    assert hand(back) == ((3, 3, 5), (6,))
    assert lies(back) == ()


def test_a_die_is_taken_away() -> None:
    moment = at("{put_dice: {die: {the: {dice: {color: bonus}}}, to: supply}}")
    assert hand(moment) == ((2, 3, 3), ())


def test_a_die_goes_to_another_player() -> None:
    moment = at(f"{{{A_TWO}}}", "{put_dice: {die: $die, to: hand, player: left}}")
    assert hand(moment) == ((3, 3), (6,))
    assert hand(moment, "Brian") == ((1, 2, 5), ())


def test_two_players_trade_dice() -> None:
    moment = at(
        "{set: {mine: {the: {dice: {shows: 2}}}, theirs: {the: {dice: {owner: left, shows: 5}}}}}",
        "{put_dice: {die: $mine, to: hand, player: left}}",
        "{put_dice: {die: $theirs, to: hand, player: me}}",
    )
    assert hand(moment) == ((3, 3, 5), (6,))
    assert hand(moment, "Brian") == ((1, 2), ())


def test_new_dice_come_from_the_supply_rolled_or_as_they_shall_be() -> None:
    moment = at(
        "{put_dice: {to: hand, count: 2}}", "{put_dice: {to: hand, color: own, shows: 4}}", rolls=((1, 5),)
    )
    assert hand(moment) == ((2, 3, 3, 4), (1, 5, 6))


def test_no_die_and_nobody_change_nothing() -> None:
    moment = at(
        "{put_dice: {to: hand, count: 0}}",
        "{put_dice: {to: hand, shows: 6, player: nobody}}",
        "{put_dice: {die: nothing, to: hand, player: left}}",
        "{put_dice: {die: {the: {dice: {shows: 2}}}, to: hand, player: nobody}}",
        "{put_dice: {die: {the: {dice: {shows: 2}}}, to: aside, on: nothing}}",
    )
    assert hand(moment) == ((2, 3, 3), (6,))
    assert hand(moment, "Brian") == ((1, 5), ())


LOCK = "{for_each: {dice: {shows: 3}, do: [{put_dice: {die: $die, to: locked}}]}}"


def test_locked_dice_are_not_rolled_turned_or_set() -> None:
    rolled = at(LOCK, "{reroll: all}", rolls=((6,), (1,)))
    assert hand(rolled) == ((3, 3, 6), (1,))
    turned = at(LOCK, "{for_each: {dice: me, do: [{turn_die: {die: $die, to: 1}}]}}")
    assert hand(turned) == ((1, 3, 3), (1,))
    assert hand(at(LOCK, "{set_dice: [5, 5, 5]}")) == ((3, 3, 5), (6,))
    one = at(LOCK, "{set: {die: {the: {dice: {zone: locked}}}}}", "{reroll: $die}")
    assert hand(one) == ((2, 3, 3), (6,))


def test_one_of_two_equal_dice_is_locked() -> None:
    """The other is rolled again, and the locked one leaves the hand last."""
    lock = "{put_dice: {die: {the: {dice: {shows: 3}}}, to: locked}}"
    rolled = at(lock, "{reroll: {the: {dice: {zone: free, shows: 3}}}}", rolls=((1,),))
    assert hand(rolled) == ((1, 2, 3), (6,))
    assert rolled.state.player("Ann").locked == (3,)
    given = at(lock, "{put_dice: {die: {the: {dice: {shows: 3}}}, to: supply}}")
    assert given.state.player("Ann").locked == (3,)
    both = at(lock, "{for_each: {dice: {shows: 3}, do: [{put_dice: {die: $die, to: supply}}]}}")
    assert (hand(both), both.state.player("Ann").locked) == (((2,), (6,)), ())


def test_a_locked_die_is_unlocked_in_the_hand() -> None:
    moment = at(
        "{put_dice: {die: {the: {dice: {zone: locked}}}, to: hand}}", me=Has(dice=(3, 3), locked=(3,))
    )
    assert (hand(moment), moment.state.player("Ann").locked) == (((3, 3), ()), ())


def test_a_placed_die_is_no_longer_locked() -> None:
    rules = holder("{gain: {vp: 1}}")
    given = {"Ann": Has(dice=(1, 1, 5), locked=(1, 5)), "Brian": Has(dice=(2,)), "Cindy": Has()}
    moment = Situation(rules, "spring/influence", given)
    moment.play("influence sergeant 5", "Ann")
    assert moment.state.player("Ann").locked == (1,)
    moment.play("influence squire 2", "Brian")
    moment.play("influence jester 1", "Ann")
    assert (moment.state.player("Ann").dice, moment.state.player("Ann").locked) == ((1,), (1,))


def test_a_die_that_was_rolled_again_is_still_that_die() -> None:
    moment = at(f"{{{A_TWO}}}", "{reroll: $die}", "{turn_die: {die: $die, to: 1}}", rolls=((3,),))
    assert hand(moment) == ((1, 3, 3), (6,))


def test_a_die_that_another_variable_turned_is_still_that_die() -> None:
    moment = at(
        f"{{{A_TWO}}}",
        "{for_each: {dice: {as: each}, do: [{turn_die: {die: $each, to: {fact: dice}}}]}}",
        "{turn_die: {die: $die, to: 6}}",
        me=Has(dice=(2, 4, 5)),
    )
    assert hand(moment) == ((3, 3, 6), ())


def test_what_is_set_aside_counts_only_where_it_is_asked_for() -> None:
    asked = {
        "{fact: dice}": 3,
        "{fact: dice_total}": 12,
        "{fact: faces}": 2,
        "{count: {dice: me}}": 3,
        "{count: {dice: {zone: free}}}": 2,
        "{count: {dice: {zone: locked}}}": 1,
        "{count: {dice: {zone: aside}}}": 2,
        "{sum: {dice: {zone: aside}, of: {fact: {shows: $die}}}}": 3,
        "{count: {dice: {zone: aside, on: base/inn}}}": 0,
    }
    me = Has(dice=(3, 3), bonus=(6,), locked=(3,), aside={"holder": (1, 2)})
    for value, number in asked.items():
        assert at(f"{{gain: {{vp: {value}}}}}", me=me).has("Ann", "vp") == number, value


SEASONS = """
governors:
  - id: holder
    name: Holder
    triggers:
      - when: dice.change
        optional: false
        do:
          - put_dice: {die: {the: {dice: me}}, to: aside, kept: true}
          - put_dice: {die: {the: {dice: me}}, to: aside}
"""


def test_only_kept_dice_stay_when_the_season_ends() -> None:
    given = {"Ann": Has(dice=(2, 4, 5), cards=("holder",)), "Brian": Has()}
    moment = Situation(rules_with(SEASONS), AT, given)
    assert lies(moment) == (DiceAside("holder", (2, 4)),)
    state = moment._state
    assert [die.kept for die in state.players[0].aside] == [True, False]
    moment = Situation(
        rules_with(SEASONS),
        "spring/return_dice",
        given,
        prepare=lambda state: setattr(
            state.players[0],
            "aside",
            (Aside(state.compiled.card["holder"], 2, kept=True), Aside(state.compiled.card["holder"], 4)),
        ),
    )
    assert lies(moment) == (DiceAside("holder", (2,)),)


def test_a_roll_replaces_the_hand_except_for_locked_dice() -> None:
    given = {"Ann": Has(dice=(2, 4), bonus=(3,), locked=(4,)), "Brian": Has()}
    moment = Situation(holder("{gain: {vp: 1}}"), "spring/roll_dice", given, rolls=((1, 1, 1), (6, 6, 6)))
    assert hand(moment) == ((1, 1, 1, 4), ())


def test_dice_leave_with_their_card() -> None:
    card = """
buildings:
  - id: cellar
    name: Cellar
    row: Z
    column: 1
    cost: {}
    vp: 0
    triggers: [{when: season.end, do: [{move: {card: this, to: out}}]}]
"""
    given = {"Ann": Has(buildings=("cellar",), aside={"cellar": (4,)}), "Brian": Has(aside={"cellar": (2,)})}
    moment = Situation(rules_with(card), "spring/season.end", given)
    moment.play("use cellar", "Ann")
    assert (lies(moment), lies(moment, "Brian")) == ((), (DiceAside("cellar", (2,)),))


COPIES = """
deck_cards:
  - id: chest
    name: Chest
    deck: chests
    copies: 2
    triggers:
      - when: dice.change
        optional: false
        do: [{choose: {dice: me}}, {put_dice: {die: $die, to: aside}}]
"""


def test_each_copy_of_a_card_has_its_own_dice() -> None:
    def prepare(state: State) -> None:
        for card in state.compiled.copies_of(state.compiled.card["chest"]):
            activate(state, 0, card)
        settle_copies(state)

    given = {"Ann": Has(dice=(1, 6)), "Brian": Has()}
    moment = Situation(rules_with(COPIES), AT, given, prepare=prepare)
    while moment.pending:
        moment.play(moment.pending[0].options[0], "Ann")
    assert sorted((there.card, there.dice) for there in lies(moment)) == [("chest", (1,)), ("chest.2", (6,))]


# Face down

SECRET = "{put_dice: {to: aside, count: 2, face_down: true}}"
WAIT = "{choose: {players: opponents}}"


def secret_game() -> Game:
    """Ann has rolled two dice in secret when everybody chooses a good at the start of the year."""
    return Game(
        rules_with(
            f"""
rules:
  - id: holder
    name: Holder
    triggers:
      - {{when: year.start, do: [{{for_each: {{players: {{if: {{turn: 1}}}}, do: [{SECRET}]}}}}]}}
      - {{when: phase_1.start, do: [{{for_each: {{players: all, do: [{WAIT}]}}}}]}}
"""
        ),
        ("Ann", "Brian", "Cindy"),
        seed=4,
    )


def test_only_the_owner_knows_what_lies_face_down() -> None:
    game = secret_game()
    owner = game.state.turn_order[0]
    other = game.state.turn_order[1]
    (there,) = game.view(other).table.player(owner).aside
    assert (there.dice, there.bonus, there.face_down) == ((), (), 2)
    (known,) = game.view(owner).face_down
    assert len(known.bonus) == 2
    assert game.view(other).face_down == game.view().face_down == ()
    heard = [event for event in game.opening if event.known_to(other) is not None]
    assert not any(isinstance(event, DiceSeen | DiceRolled) for event in heard)
    put = [event for event in heard if isinstance(event, DicePut)]
    assert [event.face_down for event in put] == [True, True]
    seen = [event for event in game.opening if isinstance(event, DiceSeen)]
    assert sorted(value for event in seen for value in event.bonus) == sorted(known.bonus)


def test_a_guess_rolls_them_again_and_shows_the_same() -> None:
    game = secret_game()
    owner, other = game.state.turn_order[:2]
    seats = {name: seat for seat, name in enumerate(game.players)}
    faces = set()
    for seed in range(12):
        guess = game.position().determinize(other, seed)
        faces.add(guess._state.players[seats[owner]].aside)
        assert guess.state.to_json(game.players) == game.state.to_json(game.players)
        mine = game.position().determinize(owner, seed)._state.players[seats[owner]].aside
        assert mine == game._state.players[seats[owner]].aside
    assert len(faces) > 3


def test_no_view_depends_on_what_lies_face_down() -> None:
    game = secret_game()
    for variation in range(1, 5):
        for seat in (None, *range(3)):
            other = with_state(game, with_other_hidden_cards(game._state, seat, variation))
            name = name_of(game, seat)
            assert other.view(name).to_json() == game.view(name).to_json()


def test_others_do_not_find_them() -> None:
    count = "{count: {dice: {owner: left, zone: aside}}}"
    moment = at(
        "{put_dice: {to: aside, shows: 5, face_down: true, player: left}}", f"{{gain: {{vp: {count}}}}}"
    )
    assert moment.has("Ann", "vp") == 0
    shown = at("{put_dice: {to: aside, shows: 5, player: left}}", f"{{gain: {{vp: {count}}}}}")
    assert shown.has("Ann", "vp") == 1


def test_they_are_shown_when_they_are_turned_up() -> None:
    moment = at(
        "{put_dice: {to: aside, face_down: true, as: secret}}",
        "{put_dice: {die: $secret, to: aside}}",
        rolls=((4,),),
    )
    assert lies(moment) == (DiceAside("holder", (), (4,)),)


# A round of influence of one's own


def round_of(keys: str) -> Situation:
    """A round that a rule of the game begins when everybody has passed."""
    rules = rules_with(
        "rules: [{id: again, name: Again, triggers: "
        f"[{{when: influence.end, do: [{{influence: {{{keys}}}}}]}}]}}]\n"
    )
    given = {
        "Ann": Has({"gold": 1}, dice=(1, 2, 5)),
        "Brian": Has(dice=(1, 3)),
        "Cindy": Has({"gold": 1}, dice=(4,), influenced=("sergeant",)),
    }
    return Situation(rules, "spring/influence.end", given, in_force=("again",))


def influenced(moment: Situation) -> list[tuple[str | None, str]]:
    return [(placed.player, placed.advisor) for placed in moment.state.advisors]


def test_a_round_has_players_places_and_a_number_of_groups() -> None:
    moment = round_of("players: {if: {gold: 1}}, places: {rank: {max: 4}, free: true}, times: {fact: gold}")
    assert {str(each) for each in moment.pending[0].options} == {
        *("influence jester 1", "influence squire 2", "influence architect 2+1", "pass")
    }
    moment.play("influence squire 2", "Ann")
    assert moment.why_not("influence sergeant 4", "Cindy") is not None
    moment.play("influence merchant 4", "Cindy")
    assert moment.pending == ()
    assert set(influenced(moment)) == {("Ann", "squire"), ("Cindy", "sergeant"), ("Cindy", "merchant")}


def test_the_places_of_a_round_may_differ_for_each_player() -> None:
    moment = round_of("places: {rank: {max: {fact: turn}}}")
    assert [str(each) for each in moment.pending[0].options] == ["influence jester 1", "pass"]
    moment.play("influence jester 1", "Ann")
    # The squire needs a 2, which Brian has not, and the jester is taken.
    assert moment.pending == () or moment.pending[0].player == "Cindy"


# Views, saves, pictures


def test_a_save_and_a_copy_have_them() -> None:
    game = secret_game()
    again = Game.load(game.save(), rules=game.rules)
    assert position_hash(again._state) == position_hash(game._state)
    assert again.view(game.players[0]).to_json() == game.view(game.players[0]).to_json()
    copy = game.copy()
    copy.play(copy.decision.options[0], copy.decision.player) if copy.decision else None
    assert position_hash(copy._state) != position_hash(game._state)


def test_the_hash_of_a_position_covers_them() -> None:
    plain = at("{gain: {vp: 0}}", me=Has(dice=(1, 2)))
    hashes = {
        position_hash(at("{gain: {vp: 0}}", me=me)._state)
        for me in (
            Has(dice=(1, 2)),
            Has(dice=(1, 2), locked=(1,)),
            Has(dice=(1, 2), aside={"holder": (3,)}),
            Has(dice=(1, 2), aside={"inn": (3,)}),
        )
    }
    assert len(hashes) == 4
    assert position_hash(plain._state) in hashes


def test_pictures_and_the_terminal_show_them() -> None:
    game = secret_game()
    for name in (*game.players, None):
        view = game.view(name)
        drawn, written = Drawn(view), text(view)
        for kind, about, words in facts(view):
            assert words in drawn.region(kind, about), (kind, about, words)
        owner = game.state.turn_order[0]
        wanted = "face down" if name == owner else "2 face down"
        assert wanted in written


def test_locked_dice_are_drawn() -> None:
    game = secret_game()
    state = game._state
    state.players[0].dice, state.players[0].locked = handful((2, 5, 5), ()), (5,)
    view = view_of(game._state, 0, game.rules)
    assert "locked: 5" in text(view)
    assert "locked: 5" in svg(view)


@pytest.mark.parametrize("language", ["en", "nl", "fr"])
def test_events_are_told(language: str) -> None:
    rules = holder("{gain: {vp: 1}}")
    events = [
        DicePut("Ann", "hand", "aside", (4,), (), card="holder"),
        DicePut("Ann", "supply", "aside", (), (), face_down=True, card="holder"),
        DicePut("Ann", "aside", "aside", (3,), (), card="holder"),
        DicePut("Ann", "hand", "hand", (), (2,), giver="Brian"),
        DicePut("Ann", "hand", "locked", (2,)),
        DicePut("Ann", "hand", "supply", (2,)),
        DiceSeen("Ann", "holder", (5,)),
    ]
    told = [describe(event, rules, language=language) for event in events]
    if language == "en":
        assert told == [
            "Ann puts die 4 on the Holder.",
            "Ann puts a die face down on the Holder.",
            "Ann now has die 3 on the Holder.",
            "Ann takes bonus die 2 into the hand from Brian.",
            "Ann locks die 2.",
            "Ann puts die 2 back into the supply.",
            "Ann sees die 5 face down on the Holder.",
        ]
    assert all("{" not in each and "  " not in each for each in told)


# Mistakes


@pytest.mark.parametrize(
    ("steps", "code"),
    [
        ("{put_dice: {to: supply}}", "link.dice"),
        ("{put_dice: {to: hand, on: this}}", "link.dice"),
        ("{choose: {dice: {on: this}}}", "link.dice"),
        ("{put_dice: {die: {the: {dice: me}}, to: hand, count: 2}}", "link.dice"),
        ("{put_dice: {die: {the: {dice: me}}, to: hand, color: own}}", "link.dice"),
        ("{put_dice: {to: hand, kept: true}}", "link.dice"),
        ("{put_dice: {to: locked, face_down: true}}", "link.dice"),
        ("{put_dice: {to: hand, shows: 7}}", "link.amount"),
        ("{put_dice: {die: $when, to: hand}}", "link.variable"),
    ],
)
def test_mistakes_are_found(steps: str, code: str) -> None:
    with pytest.raises(ContentError) as refused:
        holder(steps)
    assert [found.code for found in refused.value.diagnostics] == [code]


def test_dice_without_end_are_stopped() -> None:
    with pytest.raises(Runaway, match="gives a player"):
        at("{for_each: {numbers: {from: 1, to: 30}, do: [{put_dice: {to: hand, count: 9, shows: 1}}]}}")
