"""What the adapters share: the tokens of answers, observations as numbers, and rewards."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import cache
from itertools import pairwise

import pytest

from kingsburg_rules import (
    Action,
    Bid,
    Build,
    Choose,
    Decision,
    Game,
    IllegalAction,
    Influence,
    NumberThing,
    OptionThing,
    PlayerThing,
    Rules,
    SetupError,
    load_rules,
)
from kingsburg_rules.adapters import (
    REWARDS,
    PartialAnswer,
    TokenGame,
    action_space,
    observation_space,
    token_game,
)
from kingsburg_rules.adapters.observations import LIMIT
from kingsburg_rules.adapters.token_game import Earnings, final_rewards
from kingsburg_rules.bots import GreedyBot, Sight
from kingsburg_rules.engine.public_state import Outcome, Ranking
from kingsburg_rules.testing import rules_with
from support.setups import drawn

SET_UPS = range(20)
"""Every edition, number of players, module and scenario is among them."""

MANY = (
    "more-buildings",
    "alternate-buildings",
    "governors",
    "destiny",
    "soldier-tokens",
    "alternate-advisors",
)


@cache
def many() -> Rules:
    return load_rules(modules=MANY)


def everybody(game: TokenGame) -> dict[str, bytes]:
    """What every player observes."""
    return {name: bytes(game.observe(game.view(name))) for name in game.players}


def played(game: TokenGame, chooser: random.Random, tokens: int = 10_000) -> TokenGame:
    """Play tokens at random."""
    while tokens and not game.is_over:
        game.play(chooser.choice(game.choices))
        tokens -= 1
    return game


# Tokens


def test_set_ups_reach_everything() -> None:
    setups = [drawn(number) for number in SET_UPS]
    assert {setup.edition for setup in setups} == {"second", "first-ffg", "first-elfinwerks"}
    assert {len(setup.players) for setup in setups} == {2, 3, 4, 5}
    assert {module for setup in setups for module in setup.modules} == {*MANY}
    assert len({setup.scenario for setup in setups}) == 5
    assert {bool(setup.variants) for setup in setups} == {True, False}


@pytest.mark.parametrize("number", SET_UPS)
def test_no_two_options_of_a_decision_have_the_same_words(number: int) -> None:
    """Nor does one begin with all tokens of another; and the tokens of an option lead to it."""
    setup, chooser = drawn(number), random.Random(number)
    chance = ("random", "decision")[number % 2]
    position = Game(
        setup.rules, setup.players, seed=number, automation=setup.automation, chance=chance
    ).position()
    decisions = spelled_out = options = 0
    while (decision := position.decision) is not None:
        space = action_space(setup.rules, chance=decision.player == "chance")
        tokens = [space.spell(option, decision.player, setup.players) for option in decision.options]
        in_order = sorted(tokens)
        assert not [one for one, after in pairwise(in_order) if after[: len(one)] == one]
        for at in {0, len(tokens) - 1, chooser.randrange(len(tokens))}:
            lead(space.begin(decision, setup.players), decision.options[at], tokens[at], tokens)
        spelled_out += sum(any(space.tokens[token].startswith("letter") for token in one) for one in tokens)
        options += len(tokens)
        decisions += 1
        position.step(chooser.choice(decision.options), decision.player)
    assert decisions > 50
    assert spelled_out < options / 20, "the tokens are made for these rules"


def lead(
    answer: PartialAnswer, option: Action, spelled: Sequence[int], tokens: Sequence[Sequence[int]]
) -> None:
    """Follow the tokens of an option; at every step those of all options that begin alike are offered."""
    while answer.action is None:
        at = len(answer.tokens)
        alike = {other[at] for other in tokens if tuple(other[:at]) == answer.tokens}
        assert answer.choices == tuple(sorted(alike))
        assert len(alike) > 1
        answer = answer.then(spelled[at])
    assert answer.action is option
    assert answer.tokens == tuple(spelled)
    assert answer.choices == ()


def test_the_numbers_are_those_of_the_rule_set_in_every_process() -> None:
    program = (
        "import sys, zlib\n"
        "from kingsburg_rules import load_rules\n"
        "from kingsburg_rules.adapters import action_space, observation_space\n"
        "for modules in ((), ('destiny', 'governors'), ('governors', 'destiny')):\n"
        "    rules = load_rules(modules=modules)\n"
        "    tokens = [*action_space(rules).tokens, *action_space(rules, chance=True).tokens]\n"
        "    parts = [*observation_space(rules, 3).parts.values()]\n"
        "    print(len(tokens), zlib.crc32(repr((tokens, parts)).encode()))\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    (output,) = outputs
    base, *others = output.splitlines()
    assert others[0] == others[1] != base


def test_words_name_what_they_mean() -> None:
    space = action_space(load_rules())
    assert len({*space.tokens}) == len(space) == len(space.tokens)
    assert [space.tokens[space.number(token)] for token in ("pass", "build inn", "influence king")] == [
        "pass",
        "build inn",
        "influence king",
    ]
    with pytest.raises(SetupError, match="There is no token 'fly'"):
        space.number("fly")


def spelled(action: Action, player: str = "Ann", rules: Rules | None = None) -> list[str]:
    space = action_space(rules or load_rules())
    return [space.tokens[token] for token in space.spell(action, player, ("Ann", "Brian", "Cindy"))]


def test_an_action_is_spelled_field_by_field() -> None:
    assert spelled(Influence("king", (6, 5), (3,), plus2=2, envoy=True)) == [
        *("influence king", "dice 5", "dice 6", "dice end", "bonus 3", "bonus end", "plus2 2", "via end"),
        "envoy yes",
    ]
    assert spelled(Build("inn", (("wood", 1), ("gold", 1)))) == [
        *("build inn", "pay 1 gold", "pay 1 wood", "pay end", "envoy no"),
    ]


def test_players_are_counted_from_the_one_who_answers() -> None:
    action = Choose((PlayerThing("Cindy"),))
    assert spelled(action, "Ann")[0] == "choose player 2"
    assert spelled(action, "Brian")[0] == "choose player 1"
    assert spelled(action, "Cindy")[0] == "choose player 0"
    with pytest.raises(SetupError, match="Dora"):
        spelled(Choose((PlayerThing("Dora"),)))
    with pytest.raises(SetupError, match="Dora"):
        spelled(action, "Dora")


@pytest.mark.parametrize(
    "actions",
    [
        [Bid((("vp", amount),)) for amount in (1, 20, 21, 37, 370, 10**9)],
        [Choose((NumberThing(number),)) for number in (0, 19, 20, 21, 200, 2000, -1, -12)],
        [
            Choose(tuple(map(NumberThing, numbers)))
            for numbers in ((), (1,), (1, 2), (12,), (2, 1), (1, 2, 3))
        ],
        [Choose((OptionThing(name),)) for name in ("accept", "something new", "something", "é", "12")],
        [Influence("king", dice) for dice in ((7,), (6,), (1, 6), (16,), (6, 7), (7, 7), (77,))],
        [Influence("no_such_advisor", (1,)), Influence("no_such", (1,)), Influence("king", (1,))],
    ],
    ids=lambda actions: type(actions[0]).__name__,
)
def test_what_has_no_word_is_spelled_letter_by_letter(actions: list[Action]) -> None:
    tokens = [tuple(spelled(action)) for action in actions]
    assert len({*tokens}) == len(tokens)
    known = {*tokens}
    assert not [one for one in tokens if any(one[:length] in known for length in range(len(one)))]
    options = tuple(actions)
    decision = Decision("Ann", 0, "choose", "setup", options)  # type: ignore[arg-type]
    space, players = action_space(load_rules()), ("Ann", "Brian", "Cindy")
    numbers = [space.spell(action, "Ann", players) for action in actions]
    for action, one in zip(actions, numbers, strict=True):
        lead(space.begin(decision, players), action, one, numbers)


def test_a_word_that_is_not_offered_changes_nothing() -> None:
    game = TokenGame(load_rules(), 3, seed=1)
    before = everybody(game)
    for token in (*range(len(game.tokens)), -1, len(game.tokens)):
        if token not in game.choices:
            with pytest.raises(IllegalAction):
                game.play(token)
    assert everybody(game) == before
    over = played(game, random.Random(1))
    with pytest.raises(IllegalAction):
        over.play(0)


def test_cards_of_packs_have_words() -> None:
    rules = rules_with(
        "buildings: [{id: bakery, name: Bakery, row: M, column: 1, cost: {wood: 1}, vp: 1}]\n"
        "resources: [{id: bread, name: Bread, good: true}]\n"
    )
    space = action_space(rules)
    assert {"build bakery", "pay 1 bread", "take 1 bread"} <= {*space.tokens}
    assert "build bakery" not in action_space(load_rules()).tokens


# Observations


def parts_of(game: TokenGame, player: str) -> dict[str, dict[tuple[str, ...], float]]:
    """The numbers of an observation that are not 0, by their names."""
    layout, data = game.observations, game.observe(game.view(player))
    return {
        name: {
            names: data[part.start + at]
            for at, names in enumerate(cells(part.axes))
            if data[part.start + at] != 0
        }
        for name, part in layout.parts.items()
    }


def cells(axes: Sequence[Sequence[str]]) -> Iterator[tuple[str, ...]]:
    if not axes:
        yield ()
        return
    for name in axes[0]:
        for rest in cells(axes[1:]):
            yield name, *rest


@pytest.mark.parametrize("players", [2, 5])
def test_the_parts_cover_an_observation(players: int) -> None:
    layout = observation_space(many(), players)
    at = 0
    for name, part in layout.parts.items():
        assert (part.name, part.start) == (name, at)
        assert part.slice == slice(at, at + part.size)
        assert part.doc.endswith(".")
        assert all(len({*axis}) == len(axis) for axis in part.axes)
        at += part.size
    assert (
        at
        == layout.size
        == len(
            TokenGame(many(), players, seed=1).observe(TokenGame(many(), players, seed=1).view("player_0"))
        )
    )


def test_an_observation_says_what_the_view_says() -> None:
    compared = 0
    for seed in range(3):
        game, chooser = TokenGame(many(), 4, seed=seed), random.Random(seed)
        while not game.is_over:
            if chooser.random() < 0.1:
                for name in game.players:
                    compare(game, name)
                    compared += 1
            game.play(chooser.choice(game.choices))
    assert compared > 300


def compare(game: TokenGame, name: str) -> None:
    """Compare an observation with what a view says in its own way."""
    seen, view = parts_of(game, name), game.view(name)
    seats = {
        other: "me" if k == 0 else f"left {k}"
        for k, other in enumerate(rotated(game.players, game.players.index(name)))
    }
    table = view.table
    for player in table.players:
        has = {
            thing: round(amount * 10)
            for (seat, thing), amount in seen["has"].items()
            if seat == seats[player.name]
        }
        assert has.get("vp", 0) == player.vp
        assert has.get("soldier", 0) == player.soldiers
        assert {good: has.get(good, 0) for good in player.goods} == player.goods
        cards = {card for (seat, card) in seen["cards"] if seat == seats[player.name]}
        assert cards == {*player.buildings, *player.cards, *player.strips}
        dice = counted(seen["dice"], seats[player.name])
        assert dice == Counter(str(die) for die in player.dice)
    assert seen["year"] == {(str(table.year),): 1}
    assert seen["phase"] == {(table.phase,): 1}
    assert {*seen["hand"]} == {(card,) for card in view.hand}
    assert {*seen["seen"]} == {(enemy,) for enemy in view.seen_enemies.values()}
    assert {*seen["asked"]} == {(seats[owed.player],) for owed in view.pending}
    assert seen["decision"] == ({} if view.decision is None else {(view.decision.kind,): 1})
    assert [*seen["turn"]] and {seats[n]: k for k, n in enumerate(table.turn_order)} == {
        seat: int(place.removeprefix("left ")) if place != "me" else 0 for seat, place in seen["turn"]
    }


def counted(part: dict[tuple[str, ...], float], seat: str) -> dict[str, int]:
    """What is counted for a player."""
    return {names[1]: round(amount * 10) for names, amount in part.items() if names[0] == seat}


def rotated(names: Sequence[str], by: int) -> Sequence[str]:
    return (*names[by:], *names[:by])


def test_numbers_stay_within_the_limit() -> None:
    rich = "{gain: {vp: 1000}}"
    rules = rules_with(
        "rules:\n  - id: gold_rush\n    name: Gold Rush\n    triggers:\n      - when: game.start\n"
        f"        do: [{{for_each: {{players: all, do: [{rich}, {rich}]}}}}]\n"
    )
    game = TokenGame(rules, 2, seed=1)
    assert max(game.scores.values()) == 2000
    data = game.observe(game.view("player_0"))
    assert max(data) == LIMIT
    assert min(data) >= -LIMIT


@pytest.mark.parametrize("number", range(0, 20, 2))
def test_nothing_hidden_is_observed(number: int) -> None:
    """Where all that a seat cannot see is drawn anew, it observes the same, and has the same tokens."""
    setup = drawn(number)
    game = TokenGame(setup.rules, len(setup.players), seed=number)
    chooser, compared = random.Random(number), 0
    while not game.is_over:
        if chooser.random() < 0.1:
            for seat, name in enumerate(game.players):
                guess = game.guess(seat, chooser.randrange(1000))
                assert guess.observe(guess.view(name)) == game.observe(game.view(name))
                compared += 1
        game.play(chooser.choice(game.choices))
    assert compared > 10


def test_a_secret_answer_is_seen_by_the_one_who_gave_it() -> None:
    rules = rules_with(
        "rules:\n  - id: gift\n    name: Gift\n    triggers:\n      - when: year.start\n        do:\n"
        "          - for_each: {players: all, together: true, do: [{gain: {good: 2}}]}\n"
    )
    game = TokenGame(rules, 3, seed=1)
    assert game.decision is not None
    assert len(game.position().pending) == 3
    first = game.decision.player
    others = [name for name in game.players if name != first]
    answers = set[tuple[bytes, ...]]()
    own = set[bytes]()
    for token in game.choices:
        other = game.copy()
        other.play(token)
        while other.decision is not None and other.decision.player == first:
            other.play(other.choices[0])
        seen = everybody(other)
        answers.add(tuple(seen[name] for name in others))
        own.add(seen[first])
        assert parts_of(other, first)["tokens"]
    assert len(answers) == 1
    assert len(own) == len(game.choices) > 1


def test_words_so_far_are_observed_by_the_one_who_answers() -> None:
    chooser, found = random.Random(1), 0
    game = TokenGame(load_rules(), 3, seed=1)
    while not game.is_over:
        decision = game.decision
        assert decision is not None
        action = game.play(chooser.choice(game.choices))
        if action is None:
            assert game.answer is not None
            tokens = Counter(game.tokens.tokens[token] for token in game.answer.tokens)
            assert parts_of(game, decision.player)["tokens"] == {(token,): n for token, n in tokens.items()}
            others = [name for name in game.players if name != decision.player]
            assert not any(parts_of(game, name)["tokens"] for name in others)
            found += 1
    assert found > 5


def test_what_is_observed_needs_a_table_that_fits() -> None:
    with pytest.raises(SetupError, match="2 to 5 players, not 6"):
        observation_space(load_rules(), 6)
    with pytest.raises(SetupError, match="not 'two'"):
        observation_space(load_rules(), "two")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="rules must be"):
        observation_space("base", 2)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="rules must be"):
        action_space("base")  # type: ignore[arg-type]
    view = Game(load_rules(), ("Ann", "Brian"), seed=1).view("Ann")
    with pytest.raises(SetupError, match="with 2 players, not 3"):
        observation_space(load_rules(), 3).observe(view)
    with pytest.raises(TypeError, match="view must be"):
        observation_space(load_rules(), 3).observe(None)  # type: ignore[arg-type]


# Games


@pytest.mark.parametrize("number", range(8))
def test_a_token_game_is_the_same_game(number: int) -> None:
    setup, chooser = drawn(number), random.Random(number)
    game = TokenGame(setup.rules, len(setup.players), seed=number)
    plain = Game(setup.rules, game.players, seed=number)
    while not game.is_over:
        decision = game.decision
        assert decision is not None
        action = game.play(chooser.choice(game.choices))
        if action is not None:
            plain.play(action, decision.player)
    assert plain.decision is None
    assert plain.outcome == game.outcome
    assert {score.player: score.vp for score in plain.score_by_source} == game.scores
    assert [plain.view(name) for name in game.players] == [game.view(name) for name in game.players]


def test_without_automation_single_options_are_played_without_asking() -> None:
    game = TokenGame(many(), 3, seed=2, automation=())
    plain, chooser, tokens = Game(many(), game.players, seed=2, automation=()), random.Random(2), 0
    while not game.is_over:
        assert len(game.choices) > 1
        game.play(chooser.choice(game.choices))
        tokens += 1
    assert plain.decision is not None
    assert tokens < game.decisions


def test_the_odds_of_chance_are_exact() -> None:
    game = TokenGame(load_rules(), 2, seed=1, chance="decision")
    found = 0
    chooser = random.Random(1)
    while not game.is_over:
        decision = game.decision
        assert decision is not None
        if decision.player == "chance":
            odds = game.odds()
            assert [token for token, _ in odds] == [*game.choices]
            assert sum(share for _, share in odds) == pytest.approx(1)
            assert all(share > 0 for _, share in odds)
            assert reached(game) == pytest.approx(decision.probabilities)
            found += 1
            game.play(chooser.choices(*zip(*odds, strict=True))[0])
        else:
            assert game.odds() == []
            game.play(chooser.choice(game.choices))
    assert found > 50


def reached(game: TokenGame) -> list[float]:
    """The probability of every result, as the product of those of its tokens, when none has been played."""
    decision, space = game.decision, game.tokens
    assert decision is not None
    assert decision.probabilities is not None
    if game.answer != space.begin(decision, game.players):
        return [*decision.probabilities]  # in the middle of an answer
    weights = dict(zip(decision.options, decision.weights or (), strict=True))
    found = []
    for option in decision.options:
        tokens, answer = space.spell(option, "chance", game.players), space.begin(decision, game.players)
        probability = 1.0
        while answer.action is None:
            by_token = answer.weighed(lambda option: weights[option])
            probability *= by_token[tokens[len(answer.tokens)]] / sum(by_token.values())
            answer = answer.then(tokens[len(answer.tokens)])
        found.append(probability)
    return found


def test_copies_are_independent() -> None:
    game = played(TokenGame(many(), 3, seed=4), random.Random(4), 60)
    before = everybody(game)
    for copied in (game.copy(), deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert everybody(copied) == before
        assert (copied.choices, copied.decisions) == (game.choices, game.decisions)
        ends = [played(one, random.Random(9)).scores for one in (copied, game.copy())]
        assert ends[0] == ends[1]
    assert everybody(game) == before


def test_a_game_with_bots_can_be_pickled_but_a_guess_cannot() -> None:
    game, bot = TokenGame(load_rules(), 2, seed=1), GreedyBot(1)
    for _ in range(9):
        assert game.decision is not None
        game.play_action(bot.choose(game.decision, Sight(game.decision.player, game)))
    assert everybody(pickle.loads(pickle.dumps(game))) == everybody(game)
    with pytest.raises(SetupError, match="no history"):
        pickle.dumps(game.guess(0, 1))


def test_a_game_without_end_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(token_game, "LONGEST", 40)
    game, chooser = TokenGame(load_rules(), 3, seed=1), random.Random(1)
    while not game.is_endless:
        game.play(chooser.choice(game.choices))
    assert game.decisions == 40
    assert not game.is_over


def test_settings_are_checked() -> None:
    with pytest.raises(SetupError):
        TokenGame(load_rules(), 3, seed="one")  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="players"):
        TokenGame(load_rules(), 1)
    with pytest.raises(SetupError, match="automation"):
        TokenGame(load_rules(), 3, automation=("everything",))
    with pytest.raises(SetupError, match="Dora"):
        TokenGame(load_rules(), 3).view("Dora")
    assert TokenGame(load_rules(), 3).choices


# Rewards


def ended(*places: tuple[str, int], winners: tuple[str, ...]) -> Outcome:
    ranking = tuple(Ranking(rank, name, 10, 0, 0, {}) for name, rank in places)
    return Outcome(ranking, winners, "vp")


def test_winning_is_worth_1_in_all_and_losing_minus_1() -> None:
    alone = ended(("Ann", 1), ("Brian", 2), ("Cindy", 3), winners=("Ann",))
    assert final_rewards("win", alone) == {"Ann": 1, "Brian": -0.5, "Cindy": -0.5}
    two = ended(("Ann", 1), ("Brian", 1), ("Cindy", 3), winners=("Ann", "Brian"))
    assert final_rewards("win", two) == {"Ann": 0.5, "Brian": 0.5, "Cindy": -1}
    everyone = ended(("Ann", 1), ("Brian", 1), winners=("Ann", "Brian"))
    assert final_rewards("win", everyone) == {"Ann": 0, "Brian": 0}


def test_ranks_are_worth_from_1_to_minus_1() -> None:
    alone = ended(("Ann", 1), ("Brian", 2), ("Cindy", 3), winners=("Ann",))
    assert final_rewards("rank", alone) == {"Ann": 1, "Brian": 0, "Cindy": -1}
    tied = ended(("Ann", 1), ("Brian", 2), ("Cindy", 2), ("Dora", 4), winners=("Ann",))
    assert final_rewards("rank", tied) == pytest.approx({"Ann": 1, "Brian": 0, "Cindy": 0, "Dora": -1})


@pytest.mark.parametrize("reward", REWARDS)
def test_rewards_of_a_game_add_up(reward: str) -> None:
    for seed in range(3):
        game, chooser = TokenGame(load_rules(), 3, seed=seed), random.Random(seed)
        earnings, paid = Earnings(reward, game), Counter[str]()  # type: ignore[arg-type]
        while not game.is_over:
            game.play(chooser.choice(game.choices))
            for name, amount in earnings.since(game).items():
                paid[name] += amount  # type: ignore[assignment]
        if reward == "points":
            assert paid == game.scores
        else:
            assert sum(paid.values()) == pytest.approx(0)
            assert game.outcome is not None
            assert max(paid, key=lambda name: paid[name]) in game.outcome.winners


# Extras


@pytest.mark.parametrize(
    ("module", "missing", "extra"),
    [
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("gymnasium", "gymnasium", "gymnasium"),
        ("openspiel", "pyspiel", "openspiel"),
        ("gymnasium", "numpy", "gymnasium"),
    ],
)
def test_a_missing_extra_is_named(
    module: str, missing: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"kingsburg_rules.adapters.{module}"
    for loaded in (name, "kingsburg_rules.adapters.environments"):
        monkeypatch.delitem(sys.modules, loaded, raising=False)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(SetupError, match=rf"\[{extra}\]"):
        __import__(name)
