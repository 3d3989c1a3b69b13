"""Games of random set-ups with the promises of the library watched, made smaller if one breaks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple
from xml.etree import ElementTree

import tests_path  # noqa: F401 - for the helpers below
from kingsburg_rules import Action, Decision, Event, Game, SetupError, describe
from kingsburg_rules.render import svg, text
from kingsburg_rules.testing import broken_promises
from kingsburg_rules.text.languages import LANGUAGES
from support.companies import company, play
from support.goldens import Chooser
from support.setups import EVERY, MOST_DECISIONS, SetUp, drawn, watch

SEEDS = 20
"""How many games are played with one set-up drawn."""

UNFINISHED = re.compile(r"[{}<>\[\]|]|  |^$")
"""What no sentence may have: gaps that were not filled, two spaces, nothing at all."""


class Choices:
    """Answers as it was told; after that by chance or, without chance, always with the first option."""

    def __init__(self, given: Sequence[int] = (), chance: Chooser | None = None) -> None:
        self.made: list[int] = []
        self._given, self._chance = given, chance

    def choose(self, count: int) -> int:
        """Choose a number from 0 to count-1."""
        if count == 1:
            return 0
        at = len(self.made)
        if at < len(self._given):
            found = self._given[at] % count
        else:
            found = 0 if self._chance is None else self._chance.choose(count)
        self.made.append(found)
        return found


class Played(NamedTuple):
    """A game to play again: its set-up, and the answers with which it begins."""

    setup: SetUp
    choices: tuple[int, ...]

    def __str__(self) -> str:
        """Write it as a test."""
        fields = "".join(f"        {name}={value!r},\n" for name, value in self.setup._asdict().items())
        return (
            "def test_a_game_found_by_fuzzing() -> None:\n"
            f"    setup = SetUp(\n{fields}    )\n"
            f"    check_closely(setup, Choices({self.choices!r}))\n"
        )


# What is watched


def check_quickly(setup: SetUp, chooser: Choices) -> None:
    """Play a game to its end: there are always typed answers, and every point has its source."""
    position = Game(setup.rules, setup.players, seed=setup.seed, automation=setup.automation).position()
    for count in range(MOST_DECISIONS):
        if not position.pending:
            break
        decision = position.pending[chooser.choose(len(position.pending))]
        if count % EVERY == 0:
            check_decision(decision)
        position.step(decision.options[chooser.choose(len(decision.options))], decision.player)
    outcome = position.outcome
    assert outcome is not None, "the game ends"
    assert sorted(place.player for place in outcome.ranking) == sorted(setup.players)
    for place in outcome.ranking:
        assert sum(place.by_source.values()) == place.vp, "every point has its source"


def check_decision(decision: Decision) -> None:
    """A decision has answers, each only once, and all of them are actions."""
    assert decision.options, "there is an answer"
    assert all(isinstance(option, Action) for option in decision.options)
    assert len({str(option) for option in decision.options}) == len(decision.options)


def check_closely(setup: SetUp, chooser: Choices) -> None:
    """Play a game with all promises watched, those of `support.setups` and of readers."""
    looks = 0

    def look(game: Game, told: Sequence[Event]) -> None:
        nonlocal looks
        check_wire(game, told)
        if looks % EVERY == 0:
            check_readers(game, told)
        looks += 1

    watch(setup, chooser, Chooser(setup.seed + 1), look)


def check_wire(game: Game, told: Sequence[Event]) -> None:
    """What is sent to other programs arrives as it was."""
    for event in told:
        assert Event.from_json(event.to_json(game.players), game.players) == event
    for decision in game.pending:
        check_decision(decision)
        assert Decision.from_json(decision.to_json(game.players), game.players) == decision


def check_readers(game: Game, told: Sequence[Event]) -> None:
    """Everything can be said in every language and drawn, and the promises of the test kit are kept."""
    for language in LANGUAGES:
        for sentence in sentences(game, told, language):
            assert not UNFINISHED.search(sentence), f"{language}: {sentence}"
    for seat in (None, *game.players):
        view = game.view(seat)
        ElementTree.fromstring(svg(view))
        assert text(view)
    broken = [*broken_promises(game)]
    assert not broken, broken


def sentences(game: Game, told: Sequence[Event], language: str) -> Iterator[str]:
    """Say what is asked, what may be answered and what has happened."""
    for decision in game.pending:
        yield describe(decision, game.rules, language=language)
        for option in decision.options[:EVERY]:
            yield describe(option, game.rules, language=language, decision=decision)
    for event in told:
        if event.news:
            yield describe(event, game.rules, language=language, reader=game.players[0])


def play_recipes(number: int) -> None:
    """Play a game with many recipes of the cookbook, as the suite does with the first numbers."""
    play(company(number), number)


# One after another, and smaller


def set_up(seed: int, number: int) -> SetUp:
    """Find the set-up of a game: every twentieth game has another one, and all have other seeds."""
    first = drawn(seed * 1_000_000 + number // SEEDS)
    return first._replace(seed=first.seed * SEEDS + number % SEEDS)


def played(setup: SetUp, check: Callable[[SetUp, Choices], None]) -> tuple[Exception, Played] | None:
    """Play a game by chance; if a promise breaks, return how, and the answers that lead there."""
    chooser = Choices(chance=Chooser(setup.seed))
    try:
        check(setup, chooser)
    except Exception as error:
        return error, Played(setup, tuple(chooser.made))
    return None


def smaller(found: Played, breaks: Callable[[Played], bool], tries: int = 200) -> Played:
    """Leave out and simplify what is not needed to break the promise."""
    progress = True
    while progress and tries > 0:
        progress = False
        for candidate in simpler(found):
            tries -= 1
            if tries < 0:
                break
            if breaks(candidate):
                found, progress = candidate, True
                break
    return found


def simpler(case: Played) -> Iterator[Played]:
    """Change one thing at a time: a shorter beginning, a smaller set-up, first options instead of others."""
    setup, choices = case
    length = len(choices)
    for kept in (0, length // 4, length // 2, length * 3 // 4, length - 10, length - 1):
        if 0 <= kept < length:
            yield case._replace(choices=choices[:kept])
    for change in simpler_set_ups(setup):
        yield case._replace(setup=change)
    for size in (length // 4, length // 16, 1):
        for start in range(0, length, size or 1):
            zeros = tuple(0 for _ in choices[start : start + size])
            if size and choices[start : start + size] != zeros:
                yield case._replace(choices=(*choices[:start], *zeros, *choices[start + size :]))


def simpler_set_ups(setup: SetUp) -> Iterator[SetUp]:
    """Leave something out of a set-up."""
    if setup.scenario is not None:
        yield setup._replace(scenario=None)
    for field in ("modules", "variants", "switches"):
        value = getattr(setup, field)
        for at in range(len(value)):
            yield setup._replace(**{field: (*value[:at], *value[at + 1 :])})
    if setup.automation:
        yield setup._replace(automation=())
    if len(setup.players) > 2 and not isinstance(setup.automation, dict):
        yield setup._replace(players=setup.players[:-1])


def breaks_like(error: Exception, check: Callable[[SetUp, Choices], None]) -> Callable[[Played], bool]:
    """Make a test whether a game breaks the same promise."""

    def breaks(case: Played) -> bool:
        try:
            check(case.setup, Choices(case.choices))
        except SetupError:
            return isinstance(error, SetupError)
        except Exception as other:
            return type(other) is type(error) and place(other) == place(error)
        return False

    return breaks


def place(error: Exception) -> object:
    """Say where an error was raised."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    return None if at is None else (at.tb_frame.f_code.co_filename, at.tb_lineno)
