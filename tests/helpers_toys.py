"""Made-up cards that put the words of the language to work in whole games, and the rules with them."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from kingsburg_rules import Rules
from kingsburg_rules.testing import rules_with
from kingsburg_rules.testing.strategies import rule_sets

TOYS = """
buildings:
  - id: gambling_den
    name: Gambling Den
    row: M
    column: 1
    cost: {gold: 1}
    vp: 1
    triggers:
      - when: season.start
        cost: [{good: 1}, {vp: 1}]
        do:
          - roll: {dice: 2, as: luck}
          - if:
              test: [{greater: [{var: luck}, 6]}]
              then: [{gain: {good: 2}}]
              else: [{lose: {good: 1, plus2: 1}}]
  - id: ledger
    name: Ledger
    row: N
    column: 1
    cost: {wood: 1}
    vp: 0
    memory: [{id: kept, lasts: game}, {id: now, start: 2, lasts: season}]
    triggers:
      - when: building.constructed
        by: opponents
        uses: unlimited
        do:
          - remember: {name: kept, to: {sum: [{memory: kept}, 1]}}
          - remember: {name: now, to: {sum: [{memory: now}, -1]}}
          - gain: {vp: {memory: now}}
      - when: game.end
        do: [{gain: {vp: {div_up: [{memory: kept}, 2]}}}]
  - id: drill_yard
    name: Drill Yard
    row: O
    column: 1
    cost: {stone: 1}
    vp: 0
    triggers:
      - when: winter.start
        cost: [{plus2: 1}, {gold: 1}]
        uses: once_per_year
        do: [{lasting: {what: battle_strength, add: {max: [1, {fact: buildings}]}, until: battle.resolved}}]
      - when: phase_7.start
        uses: once_per_game
        do: [{lasting: {what: recruit_price, set: 1, until: phase_7.end, everyone: true}}]
    replacements:
      - event: battle.outcome
        if: [{outcome: [tie]}]
        do: [{set: {name: outcome, to: {outcome: victory}}}]
  - id: bazaar
    name: Bazaar
    row: P
    column: 1
    cost: {gold: 1, wood: 1}
    vp: -1
    triggers:
      - when: season.end
        optional: false
        do:
          - choose_one:
              - label: barter
                if: [{holds: gold}]
                do: [{trade: [{pay: {gold: 1}, gain: {good: 1, plus2: 1}}]}]
              - label: bribe
                do: [{pay: {price: [{good: 2}, {vp: 2}], then: [{take_one: [{good: 1}, {plus2: 2}]}]}}]
              - {label: arson, do: [{destroy_building: {}}, {gain: {vp: 2}}]}
      - when: season.last
        order: last
        do: [{gain: {vp: 1}}]
  - id: oracle
    name: Oracle
    row: Q
    column: 1
    cost: {wood: 1}
    vp: 0
    triggers:
      - {when: season.start, do: [{peek: enemy}]}
      - {when: dice.reroll, do: [{choose_die: {as: die}}, {reroll: {dice: die}}]}
      - {when: dice.reroll, order: last, do: [{reroll: {dice: all}}]}
      - when: dice.gathered
        do: [{gain: {bonus_die: 1}}]
  - id: road
    name: Road
    row: R
    column: 1
    cost: {stone: 1}
    vp: 0
    options: [{influence_shift: {by: [-1, 1, 2]}}]
    modifiers: [{what: build_cost, of: gold, add: -1}]
rules:
  - id: harvest
    name: Harvest
    triggers:
      - when: year.start
        do: [{each_player: {together: true, do: [{gain: {good: 1}}]}}]
      - when: season.end
        do: [{each_player: {who: {most: [goods, vp], tied: false}, do: [{lose: {good: 1}}]}}]
  - id: alms
    name: Alms
    triggers:
      - when: game.start
        do: [{each_player: {do: [{take_one: [{gold: 1}, {soldier: 1}]}]}}]
      - when: year.end
        do: [{each_player: {who: {fewest: [vp]}, together: true, do: [{gain: {good: 2}}]}}]
"""


@cache
def toy_rules(edition: str = "second") -> Rules:
    """Give the rules of an edition with the cards above."""
    return rules_with(TOYS, edition=edition)


def all_rules() -> st.SearchStrategy[Rules]:
    """Draw a rule set that comes with the library, or one with made-up cards."""
    return st.one_of(rule_sets(), st.sampled_from(("second", "first-ffg")).map(toy_rules))
