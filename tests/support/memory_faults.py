"""Makes single requests for memory fail, one after the other, while a game is played, saved and loaded.

Run as a program: all threads of a process get their memory from the same place. Prints how often each part
of the work failed; a failure that is not a `MemoryError`, or that leaves traces, ends it with an error.
"""

from __future__ import annotations

import _testcapi  # type: ignore[import-not-found]
from collections.abc import Callable

from kingsburg_rules import Game, Record, load_rules

TRIES = 60
"""How many requests fail for each piece of work."""


def begun() -> Game:
    game = Game(load_rules(), ("Ann", "Brian"), seed=3)
    while game.state.year == 1 and game.decision is not None:
        game.play(game.decision.options[-1])
    return game


def failures(work: Callable[[], object], check: Callable[[], object], apart: int) -> int:
    """Let one request of each so many fail, a later one each time; check after each, and count errors."""
    failed = 0
    for number in range(0, apart * TRIES, apart):
        try:
            _testcapi.set_nomemory(number, number + 1)
            work()
        except MemoryError:
            _testcapi.remove_mem_hooks()
            failed += 1
        finally:
            _testcapi.remove_mem_hooks()
        check()
    return failed


def main() -> None:
    game = begun()
    rules, text, record, decision = game.rules, game.save(), game.record.dumps(), game.decision
    assert decision is not None
    option = decision.options[0]
    before, after = game.copy(), game.copy()
    after.play(option)

    def whole() -> None:
        """A game in which an answer failed is as it was; one in which it succeeded has it whole."""
        if game == after:
            game.undo()
        assert game == before

    def same() -> None:
        assert game.save() == text
        assert game.record.dumps() == record

    def read() -> None:
        assert Game.load(text, rules).save() == text
        assert Record.loads(record).dumps() == record

    print("save", failures(game.save, same, 5))
    print("dumps", failures(game.record.dumps, same, 1))
    print("load", failures(lambda: Game.load(text, rules), read, 61))
    print("loads", failures(lambda: Record.loads(record), read, 5))
    print("play", failures(lambda: game.play(option), whole, 1))


if __name__ == "__main__":
    main()
