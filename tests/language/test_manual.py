"""What the manual says of words: complete, true where it can be watched, and shown to readers."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from kingsburg_rules import COMPILED, Action, Game, load_rules, modules
from kingsburg_rules.engine.compiled_rules import PC, PROGRAM
from kingsburg_rules.engine.state import State
from kingsburg_rules.engine.violations import Violation
from kingsburg_rules.language.queries import MEASURES
from kingsburg_rules.language.registry import (
    EDGE_CASES,
    QUERIES,
    STEPS,
    TESTS,
    VALUES,
    EdgeCases,
    Word,
    answers_to,
    edges_of,
    fields_of,
    manual_of,
)
from kingsburg_rules.language.values import A_CARD, A_DIE, A_GROUP, A_MARKER, A_PLACE, A_PLAYER
from kingsburg_rules.language.zones import DECK_NAME
from kingsburg_rules.testing import play_folder
from kingsburg_rules.testing.situation import Situation

WORDS: list[type[Word]] = [
    *STEPS.words.values(),
    *TESTS.words.values(),
    *VALUES.words.values(),
    *QUERIES.words.values(),
]
BOOK = Path(__file__).parents[2] / "examples" / "cookbook"


@pytest.mark.parametrize("word", STEPS.words.values(), ids=str)
def test_a_step_says_what_happens_without_the_things_it_takes(word: type[Word]) -> None:
    shapes = [shape for _, shape, _, _ in fields_of(word)]
    if any(shape in (A_CARD, A_PLACE, A_DIE, A_GROUP, A_MARKER) for shape in shapes):
        assert word.edges.nothing
    if A_PLAYER in shapes:
        assert word.edges.no_player
    if DECK_NAME in shapes:
        assert word.edges.empty


@pytest.mark.parametrize("word", [*STEPS.words.values(), *QUERIES.words.values()], ids=str)
def test_whatever_compares_says_what_a_tie_means(word: type[Word]) -> None:
    if MEASURES in [shape for _, shape, _, _ in fields_of(word)]:
        assert word.edges.tie


def test_edges_are_those_that_the_manual_knows() -> None:
    assert tuple(EDGE_CASES) == EdgeCases._fields
    sentences = [sentence for word in WORDS for _, sentence in edges_of(word)]
    assert len(sentences) >= 70
    assert all(sentence.endswith(".") and "  " not in sentence for sentence in sentences)


def test_the_manual_of_a_word_has_its_edges_and_answers() -> None:
    told = manual_of(STEPS.words["hand_over"])
    assert told.startswith("Move resources from one player to another")
    assert "- *With nobody:* If the giver or the receiver does not exist" in told
    assert told.endswith("*Answers:* `take {gain}`, `give {lose}`")
    assert answers_to(VALUES.words["count"]) == []
    assert answers_to(STEPS.words["offer"]) == ["choose accept", "choose refuse"]


def test_what_the_manual_says_of_edges_is_true() -> None:
    """The pack has an example for each edge; its name begins with the words and the edge."""
    results = list(play_folder(Path(__file__).with_name("edges.yaml")))
    assert [(result.card, result.failures) for result in results if not result.passed] == []
    assert len(results) >= 40
    for result in results:
        *words, edge = result.example.shows.partition(":")[0].split(", ")
        declared = [word.edges for word in WORDS if word.word in words]
        assert len(declared) == len(words) >= 1
        assert all(getattr(edges, edge) for edges in declared), result.example.shows


# What a word asks, watched while games and examples are played.


def words_that_ask(state: State) -> set[tuple[str, str]]:
    """The word whose operation waits for answers, with the kinds of decisions; cards are used in a window."""
    if not state.stack:
        return set()
    frame = state.stack[-1]
    program = state.compiled.programs[frame[PROGRAM]]
    at = program.origins[frame[PC] - 1] if program.origins else ""
    word = at.rpartition("/")[2] if "#" in at else "window"
    return {(word, ask.kind) for ask in state.asks}


@pytest.mark.skipif(COMPILED, reason="frames of the compiled engine are not looked at")
def test_words_ask_what_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """In random games and in the examples of the cookbook, words make the decisions they declare."""
    seen: Counter[tuple[str, str]] = Counter()
    for rules in (load_rules(modules=modules()), load_rules()):
        for seed in range(12):
            position = Game(rules, ("a", "b", "c"), seed=seed, automation=()).position()
            dice = random.Random(seed)
            while (decision := position.decision) is not None:
                seen.update(words_that_ask(position._state))
                position.step(dice.choice(decision.options))

    look = Situation.why_not

    def spy(at: Situation, action: Action | str, player: str | None = None) -> Violation | None:
        seen.update(words_that_ask(at._state))
        return look(at, action, player)

    monkeypatch.setattr(Situation, "why_not", spy)
    for path in sorted(BOOK.glob("*/*.yaml")):
        assert all(result.passed for result in play_folder(path))

    declared = {(name, kind) for name, word in STEPS.words.items() for kind in word.asks}
    asked = {(word, kind) for word, kind in seen if word != "for_each"}  # which asks what its first step asks
    assert asked <= declared
    assert declared - asked == RARE
    assert sum(seen.values()) >= 5_000


RARE = {("hand_over", "give"), ("choose_one", "pay")}
"""Decisions that random games may do without."""
