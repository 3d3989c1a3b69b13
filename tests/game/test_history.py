"""A game keeps few positions, and finds all others again: for undo, for events, and when an answer fails."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kingsburg_rules import COMPILED, Event, Game, Rules, load_rules, modules
from kingsburg_rules.game import history
from kingsburg_rules.game.saves import position_hash

PLAYERS = ("Ann", "Brian", "Cindy")


@pytest.fixture(scope="module", params=["base", "all"])
def rules(request: pytest.FixtureRequest) -> Rules:
    return load_rules(modules=modules() if request.param == "all" else ())


def moves(game: Game, seed: int) -> Iterator[tuple[str, str]]:
    """Answer at random until the game is over; gives each answer before it is played."""
    while (decision := game.decision) is not None:
        seed = seed * 1103515245 + 12345 & 0x7FFFFFFF
        yield decision.player, str(decision.options[(seed >> 8) % len(decision.options)])


def seqs(events: tuple[Event, ...]) -> list[int]:
    return [event.seq for event in events]


def test_every_position_is_found_again_on_the_way_back(rules: Rules) -> None:
    game = Game(rules, PLAYERS, seed=5)
    hashes = [position_hash(game._state)]
    for player, text in moves(game, 5):
        game.play(text, player)
        hashes.append(position_hash(game._state))
    while game.can_undo():
        assert position_hash(game._state) == hashes.pop()
        game.undo()
    assert [position_hash(game._state)] == hashes


def test_back_and_forth_leads_to_the_same_game_and_uses_no_number_twice(rules: Rules) -> None:
    straight, winding = Game(rules, PLAYERS, seed=7), Game(rules, PLAYERS, seed=7)
    last, asked = winding.view().seq, {decision.id for decision in winding.pending}
    for number, (player, text) in enumerate(moves(straight, 7)):
        straight.play(text, player)
        for way in ("on", *(["back"] * (number % 4) + ["on"] * (number % 4))):
            if way == "back":
                told = winding.undo()
            else:
                done = len(winding._history.answers)
                which, k = straight._history.answers[done]
                ask = winding._state.asks[which]
                told = winding.play(ask.options[k], ask_player(winding, which))
            assert seqs(told) == [*range(last + 1, last + 1 + len(told))]
            assert winding.recent(after=last) == tuple(filter(None, (event.known_to(None) for event in told)))
            assert winding.recent(after=last + len(told)) == ()
            last += len(told)
            ids = {decision.id for decision in winding.pending}
            assert not ids or min(ids) > max(asked) or ids < asked
            asked = ids or asked
        if number > 60:
            break
    assert straight == winding
    assert [*map(type, straight.recent(1000))] == [*map(type, winding.recent(1000))]
    assert winding.view().seq == last


def ask_player(game: Game, which: int) -> str:
    seat = game._state.asks[which].seat
    return "chance" if seat < 0 else game.players[seat]


def test_a_copy_goes_its_own_way(rules: Rules) -> None:
    """What is kept is shared by copies, and going back in one of them changes nothing in the other."""
    game = Game(rules, PLAYERS, seed=3)
    for number, (player, text) in enumerate(moves(game, 3)):
        game.play(text, player)
        if number == 40:
            break
    copy, text = game.copy(), game.save()
    for _ in range(20):
        copy.undo()
    for number, (player, answer) in enumerate(moves(copy, 4)):
        copy.play(answer, player)
        if number == 40:
            break
    assert game.save() == text
    assert game == Game.load(text, rules)
    game.undo()
    assert game != copy


def test_few_positions_are_kept(rules: Rules) -> None:
    game = Game(rules, PLAYERS, seed=2)
    for player, text in moves(game, 2):
        game.play(text, player)
    kept = len(game._history._kept)
    assert len(game._history.answers) / 5 < kept < len(game._history.answers) / 2
    assert kept == len(Game.load(game.save(), rules)._history._kept)


@pytest.mark.skipif(COMPILED, reason="calls within compiled code cannot be watched")
def test_to_undo_a_few_answers_are_given_again(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    """Never the one that is undone, and never more than there can be between two positions that are kept."""
    game = Game(rules, PLAYERS, seed=2)
    for player, text in moves(game, 2):
        game.play(text, player)
    again: list[tuple[int, int]] = []
    plainly = history.answer
    monkeypatch.setattr(history, "answer", lambda *given: (again.append(given[1:]), plainly(*given)))
    while game.can_undo():
        answers = game._history.answers[:-1]
        game.undo()
        assert again == answers[len(answers) - len(again) :]
        assert len(again) < history.SPACING / 2
        again.clear()


@pytest.mark.skipif(COMPILED, reason="calls within compiled code cannot be replaced")
def test_an_answer_that_breaks_off_changes_nothing(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if what breaks it off is no error of the content, such as Ctrl+C, and even if it happens again."""
    game, plainly = Game(rules, PLAYERS, seed=9), history.play_option

    def interrupted(*given: object) -> None:
        plainly(*given)
        raise KeyboardInterrupt

    for number, (player, text) in enumerate(moves(game, 9)):
        before, shown, pending = game.save(), game.view(player).to_json(), game.pending
        with monkeypatch.context() as broken:
            broken.setattr(history, "play_option", interrupted)
            for _ in range(number % 3):
                with pytest.raises(KeyboardInterrupt):
                    game.play(text, player)
                assert (game.save(), game.view(player).to_json(), game.pending) == (before, shown, pending)
        twin = Game.load(before, rules)
        assert seqs(twin.play(text, player)) == seqs(game.play(text, player))
        assert twin == game
        if number > 30:
            break


def test_after_new_names_everything_can_still_be_undone(rules: Rules) -> None:
    game = Game(rules, PLAYERS, seed=6)
    for number, (player, text) in enumerate(moves(game, 6)):
        game.play(text, player)
        if number % 9 == 4:
            game.undo()
        if number == 45:
            break
    last, ids = game.view().seq, [decision.id for decision in game.pending]
    actions = len(game._history.answers)
    game.rename("Brian", "Berta")
    assert (game.view().seq, [decision.id for decision in game.pending]) == (last, ids)
    assert {event.seq for event in game.recent(2)} <= {*range(last + 1)}
    for _ in range(actions):
        game.undo()
    assert not game.can_undo()
    assert game == Game(rules, ("Ann", "Berta", "Cindy"), seed=6)
