"""Made-up packs: whatever valid cards do to a game, the promises of the machine hold; damage is reported."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from kingsburg_rules import LANGUAGES, Game, Pack, Rules, Runaway, SetupError, explain, load_rules
from kingsburg_rules.content.checking import check_folder
from kingsburg_rules.language.calendar import EndGame
from kingsburg_rules.language.registry import STEPS, TESTS, VALUES
from kingsburg_rules.language.tests import SeasonIs
from kingsburg_rules.language.vocabulary import EVENTS, EventName
from kingsburg_rules.testing import broken_promises
from kingsburg_rules.testing.random_games import starting_with
from kingsburg_rules.testing.strategies import NAMES, advance, choice_lists
from support import random_packs
from support.listening import Listener, compare
from support.packs import written
from support.random_packs import made_parts, packs
from support.toys import share

SLOW = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])

Files = dict[str, str]


def drawn_cards(seed: int) -> Iterator[str]:
    """Yield the cards of a made-up pack as they are drawn, whether or not the linker takes them."""
    for cards in made_parts(seed).values():
        yield from map(json.dumps, cards)


def rules_of(files: Files) -> tuple[Rules, list[str]]:
    """The base game with a made-up pack, and the cards of the pack."""
    rules = load_rules(packs=[Pack.from_files(files)])
    return rules, [ref for ref in rules.cards if ref.startswith("made-up/")]


@share(0.5)
@given(packs())
def test_a_made_up_pack_is_valid_and_told_in_three_languages(
    tmp_path_factory: pytest.TempPathFactory, files: Files
) -> None:
    folder = written(tmp_path_factory.mktemp("made-up") / "made-up", files)
    assert check_folder(folder) == ()
    rules, cards = rules_of(files)
    event(f"{len(cards)} cards")
    for card in cards:
        for language in LANGUAGES:
            told = explain(card, rules, language=language)
            assert told.name
            assert "{" not in told.generated


@share(0.5)
@given(packs(), choice_lists(150, shortest=60), st.integers(2, 5), st.integers(0, 1000))
def test_games_with_made_up_packs_keep_all_promises(
    files: Files, choices: tuple[int, ...], players: int, seed: int
) -> None:
    """With all its cards in play, saves, copies, undo, answers and views are as ever, but for runaways."""
    rules, cards = rules_of(files)
    rules = starting_with(rules, cards)
    try:
        game = Game(rules, NAMES[:players], seed=seed)
    except Runaway:
        event("runs away at once")
        return
    except SetupError as error:
        assert error.code == "setup.cards"
        event("has not cards enough for so many")
        return
    for start in range(0, len(choices), 40):
        try:
            advance(game, choices[start : start + 40])
            assert [*broken_promises(game)] == []
        except Runaway:
            event("runs away")
            return
    *_, last = game.record.replay(rules)
    assert (last.state, last.pending, last.outcome) == (game.state, game.pending, game.outcome)
    event("is over" if game.outcome else "goes on")


@share(0.5)
@given(packs(), choice_lists(150, shortest=60), st.integers(2, 5), st.integers(0, 1000))
def test_events_of_made_up_packs_tell_all_that_lies_open(
    files: Files, choices: tuple[int, ...], players: int, seed: int
) -> None:
    """Whoever hears the events knows the state, whatever cards do."""
    try:
        game = Game(starting_with(*rules_of(files)), NAMES[:players], seed=seed)
        listener = Listener.of(game)
        compare(listener, game)
        for choice in choices:
            for player, action in advance(game.copy(), [choice]):
                listener.hear_all(game.play(action, player))
                compare(listener, game)
    except (Runaway, SetupError):
        event("runs away, or has not cards enough")


SIGNS = "0123456789-:_ exz{}[],\"'\n#&*"


@share(0.7)
@given(packs(), st.data())
def test_a_damaged_pack_is_reported_or_can_be_played(
    tmp_path_factory: pytest.TempPathFactory, files: Files, data: st.DataObject
) -> None:
    """The checker never breaks; what it passes the loader takes, and what it reports the loader refuses."""
    text = files["cards.yaml"]
    for _ in range(data.draw(st.integers(1, 3))):
        at, cut = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 9))
        text = text[:at] + data.draw(st.text(SIGNS, max_size=3)) + text[at + cut :]
    folder = written(tmp_path_factory.mktemp("damaged") / "made-up", {**files, "cards.yaml": text})
    problems = check_folder(folder)
    lines = text.count("\n") + 2
    assert all(1 <= problem.line <= lines and problem.column >= 1 for problem in problems)
    event("reported" if problems else "sound")
    if not problems:
        load_rules(packs=[folder])


def test_made_up_packs_say_nearly_everything() -> None:
    """Over some packs most words come up, those of the calendar aside, and much is left of each pack."""
    said: set[str] = set()
    lengths: list[int] = []

    @settings(max_examples=45, database=None, derandomize=True)
    @given(packs(cards=6))
    def listen(files: Files) -> None:
        text = files["cards.yaml"]
        said.update(word for word in (*STEPS.words, *TESTS.words, *VALUES.words) if f'"{word}":' in text)
        assert text.count("\n") > 8
        lengths.append(text.count("\n"))

    listen()
    assert sum(lengths) > 25 * len(lengths)
    words = {*STEPS.words, *TESTS.words, *VALUES.words}
    assert len(said) > 0.7 * len(words), sorted(words - said)
    assert {"choose_one", "pay", "branch", "for_each", "gain", "lasting", "reward", "move", "prevent"} <= said


def test_a_new_word_or_moment_changes_only_the_made_up_cards_that_have_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So a test of random packs goes red for the change at hand, or not at all."""
    before = [card for seed in range(30) for card in drawn_cards(seed)]
    monkeypatch.setitem(STEPS.words, "new_step", EndGame)
    monkeypatch.setitem(TESTS.words, "new_test", SeasonIs)
    monkeypatch.setattr(random_packs, "EVENTS", (EventName("new.moment", "Something new."), *EVENTS))
    after = [card for seed in range(30) for card in drawn_cards(seed)]
    changed = [now for was, now in zip(before, after, strict=True) if was != now]
    assert 0 < len(changed) < len(before) / 2
    assert all("new_" in card or "new." in card for card in changed)


@pytest.mark.long
@settings(SLOW, max_examples=3000)
@given(packs(cards=6), choice_lists(400, shortest=100), st.integers(2, 5), st.integers(0, 1000))
def test_many_games_with_made_up_packs_keep_all_promises(
    files: Files, choices: tuple[int, ...], players: int, seed: int
) -> None:
    test_games_with_made_up_packs_keep_all_promises.hypothesis.inner_test(files, choices, players, seed)
