"""Players who are always asked are asked alike, whatever they hold: being asked tells nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from kingsburg_rules import Game, Rules
from kingsburg_rules.engine.actions import DONE
from kingsburg_rules.engine.state import derive_effects
from kingsburg_rules.testing import rules_with

HANDS = """
decks: [{id: plot}, {id: office}]
deck_cards:
  - {id: ambush, name: Ambush, deck: plot, copies: 3,
     triggers: [{when: winter.start, from: hand,
                 do: [{move: {card: this, to: discard}}, {gain: {soldier: 2}}]}]}
  - {id: bribe, name: Bribe, deck: plot, copies: 3,
     triggers: [{when: winter.start, from: hand, order: last, cost: [{wood: 1}],
                 do: [{move: {card: this, to: discard}}, {gain: {vp: 2}}]}]}
  - {id: spy, name: Spy, deck: plot, copies: 3,
     triggers: [{when: winter.start, from: hand, do: [{pay: {price: [{gold: 1}], then: [{gain: {vp: 1}}]}}]}]}
  - {id: feud, name: Feud, deck: plot, copies: 3,
     triggers: [{when: after.place_dice, by: opponents, from: hand,
                 do: [{move: {card: this, to: discard}}, {gain: {gold: 1}}]}]}
  - {id: herald, name: Herald, deck: office,
     triggers: [{when: winter.start, cost: [{wood: 1}], do: [{gain: {gold: 1}}]}]}
  - {id: dud, name: Dud, deck: plot, copies: 3}
rules:
  - id: plots
    name: Plots
    triggers:
      - {when: year.start, do: [{for_each: {players: all, do: [{draw: {deck: plot, to: hand, count: 2}}]}}]}
"""
SECRETS = [("dud", "dud"), ("ambush", "ambush"), ("ambush", "bribe"), ("spy", "dud"), ("feud", "bribe")]
ALWAYS = ("gains", "peeks")
AS_A_RULE = ("forced", "gains", "peeks")


@cache
def rules() -> Rules:
    return rules_with(HANDS)


def first_year(secret: Sequence[str], automation: Sequence[str]) -> tuple[list[object], list[str]]:
    """Return what Brian and a spectator see of a year in which Ann keeps two cards, and what she is asked."""
    game = Game(rules(), ("Ann", "Brian"), seed=4, automation=automation)
    state = game._state
    compiled = state.compiled
    copies = {name: iter(compiled.copies_of(compiled.card[name])) for name in (*secret, "dud", "bribe")}
    for player, cards in zip(state.players, (secret, ("dud", "bribe")), strict=True):
        player.hand = tuple(sorted(next(copies[card]) for card in cards))
    state.players[0].cards |= 1 << state.compiled.card["herald"]  # for the same moment, and everybody sees it
    derive_effects(state)
    seen, asked = list[object](), list[str]()
    while True:
        (decision, *_) = game.pending
        action = DONE if DONE in decision.options else decision.options[0]
        if decision.player == "Ann" and decision.kind in ("use", "pay"):
            asked.append(f"{decision.kind}: {', '.join(map(str, decision.options))}")
        told = game.play(action, decision.player)
        # In the next year other cards are drawn, since others are left.
        if game.state.year > 1:
            return seen, asked
        for seat in ("Brian", None):
            seen += [game.view(seat), *(event.known_to(seat) for event in told)]


@pytest.mark.parametrize("secret", SECRETS[1:])
def test_games_with_other_secrets_look_the_same(secret: tuple[str, str]) -> None:
    seen, asked = first_year(secret, ALWAYS)
    other, without = first_year(SECRETS[0], ALWAYS)
    assert seen == other
    assert len(asked) == len(without) > 3
    assert {*without} == {"use: done", "use: use herald pay wood, done"}
    assert any(f"use {secret[0]}" in question for question in asked)


def test_only_who_leaves_nothing_to_the_machine_is_asked_in_vain() -> None:
    """As a rule, whoever holds a card for a moment is asked, and nobody else is."""
    seen, asked = first_year(SECRETS[0], AS_A_RULE)
    assert asked == ["use: use herald pay wood, done"]
    assert seen != first_year(SECRETS[1], AS_A_RULE)[0]
