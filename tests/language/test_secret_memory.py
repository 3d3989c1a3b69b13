"""What cards remember in secret: its owner sees it, others learn that it changed, and a search guesses it."""

from __future__ import annotations

import pytest

from kingsburg_rules import ContentError, Game, ResourceThing, Rules
from kingsburg_rules.engine.events import NotedSecretly
from kingsburg_rules.testing import rules_with

VOW = """
rules:
  - id: vow
    name: Vow
    memory: [{id: promised, type: resource, secret: {resources: goods}}]
    triggers:
      - when: year.start
        do: [{for_each: {players: all, together: true, do: [{choose: {resources: goods}},
              {set: {promised: $resource}}]}}]
"""


def vowed() -> Game:
    """Ann has noted stone and Brian gold, and phase 1 is at hand."""
    game = Game(rules(), ("Ann", "Brian"), seed=1)
    game.play("choose gold", "Brian")
    game.play("choose stone", "Ann")
    return game


def rules(memory: str = "") -> Rules:
    return rules_with(VOW.replace("type: resource, secret: {resources: goods}", memory) if memory else VOW)


def test_only_its_owner_sees_it() -> None:
    game = vowed()
    assert game.view("Ann").things == {"vow": {"promised": ResourceThing("stone")}}
    assert game.view("Brian").things == {"vow": {"promised": ResourceThing("gold")}}
    assert game.view().things == {}
    assert game.state.player("Ann").things == game.state.things == {}


def test_others_hear_that_something_was_noted() -> None:
    """The events are those of Ann's answer, which was the last."""
    for listener, known in (("Ann", ["Ann"]), ("Brian", ["Brian"]), (None, [])):
        told = [event for event in vowed().recent(1, listener) if isinstance(event, NotedSecretly)]
        assert {event.player for event in told} == {"Ann", "Brian"}
        assert [event.player for event in told if event.value is not None] == known


def test_a_search_guesses_what_others_noted() -> None:
    """Ann's own stays, and all three goods come up for Brian."""
    game = vowed()
    guesses = [game.position().determinize("Ann", seed)._state.memory for seed in range(30)]
    assert {guess[0, 0] for guess in guesses} == {game.rules.compiled.resource["stone"]}
    assert {guess[0, 1] for guess in guesses} == set(game.rules.compiled.goods)


@pytest.mark.parametrize(
    ("memory", "code"),
    [
        ("secret: {resources: goods}", "link.type"),
        ("type: resource, shared: true, secret: {resources: goods}", "link.secret"),
    ],
)
def test_a_secret_that_cannot_be_one_is_refused(memory: str, code: str) -> None:
    with pytest.raises(ContentError) as refused:
        rules(memory)
    assert code in [diagnostic.code for diagnostic in refused.value.diagnostics]
